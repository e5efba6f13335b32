// The requests about one's own account beyond logging in: mail, second factor, notices.
import type {
  FactorPage,
  HookCard,
  MailPage,
  NewDevice,
  NewFactor,
  NoticeList,
  Posted,
  Proven,
  ReadRequest,
  RecoveryCodes,
  WishPage,
  Wishes,
} from '../wire';
import { ask } from './api';

const post = <T>(path: string, body: unknown) => ask<T>('POST', path, undefined, body);

export const own = {
  notices: () => ask<NoticeList>('GET', '/api/me/notices'),
  read: (which: ReadRequest) => post<NoticeList>('/api/me/notices/read', which),
  wishes: () => ask<WishPage>('GET', '/api/me/wishes'),
  setWishes: (wishes: Wishes) => post<WishPage>('/api/me/wishes', wishes),
  addDevice: (device: NewDevice) => post<WishPage>('/api/me/devices', device),
  dropDevice: (id: string) => ask<WishPage>('DELETE', `/api/me/devices/${encodeURIComponent(id)}`),
  setHook: (url: string) => post<HookCard>('/api/me/hook', { url }),
  dropHook: () => ask<WishPage>('DELETE', '/api/me/hook'),
  mail: () => ask<MailPage>('GET', '/api/me/mail'),
  wantMail: (address: string, password: string) => post<MailPage>('/api/me/mail', { address, password }),
  removeMail: (password: string) => post<MailPage>('/api/me/mail/remove', { password }),
  verify: (link: string) => post<Proven>('/api/verify', { link }),
  forgotten: (address: string) => post<Posted>('/api/forgotten', { address }),
  factor: () => ask<FactorPage>('GET', '/api/me/factor'),
  beginFactor: (password: string) => post<NewFactor>('/api/me/factor', { password }),
  confirmFactor: (code: string) => post<RecoveryCodes>('/api/me/factor/confirm', { code }),
  freshCodes: (password: string, code: string) =>
    post<RecoveryCodes>('/api/me/factor/codes', { password, code }),
  removeFactor: (password: string, code: string) =>
    post<FactorPage>('/api/me/factor/remove', { password, code }),
};
