// What is asked of the meeting place, and the pass by which a guest is known again there.
import type {
  BotList,
  BotToken,
  Invitation,
  InvitationList,
  LinkRequest,
  MadeTable,
  Met,
  NewTable,
  OpenTable,
  PairRequest,
  Paired,
} from '../wire';
import { ask } from './api';

const STORE = 'flagbridge.pass';
const LINKS = 'flagbridge.links';
/** So many links of one's own are kept to be shown again. */
const MOST_LINKS = 20;

/** A guest's pass: 32 random bytes in base64url, drawn once for this browser. */
export function pass(): string {
  const held = heldPass();
  if (held) return held;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const drawn = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  localStorage.setItem(STORE, drawn);
  return drawn;
}

/** The pass, if this browser has drawn one. */
export const heldPass = (): string | null => localStorage.getItem(STORE);

/** Whether a battle of this pace is fought in one sitting. */
export const isLive = (table: Pick<OpenTable, 'pace'>): boolean =>
  !!table.pace && (table.pace.decision ?? 0) < 3600 && (table.pace.bank ?? 0) < 12 * 3600;

/** The secrets of links this browser has made, by table. */
function links(): Record<string, string> {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(LINKS) ?? '{}');
    return data && typeof data === 'object' ? (data as Record<string, string>) : {};
  } catch {
    return {};
  }
}

export const linkOf = (table: string): string | undefined => links()[table];

export function keepLink(table: string, secret: string): void {
  const kept = Object.entries({ ...links(), [table]: secret }).slice(-MOST_LINKS);
  localStorage.setItem(LINKS, JSON.stringify(Object.fromEntries(kept)));
}

/** As somebody, who needs no pass, or as a guest. */
export class Meeting {
  readonly #pass: string | undefined;
  constructor(guest: boolean) {
    this.#pass = guest ? pass() : undefined;
  }
  #table = (id: string, end = '') => `/api/lobby/tables/${encodeURIComponent(id)}${end}`;

  mine = () => ask<InvitationList>('GET', '/api/lobby/mine', this.#pass);
  open = (table: NewTable) => ask<MadeTable>('POST', '/api/lobby/tables', this.#pass, table);
  look = (id: string, link?: string) =>
    ask<Invitation>('POST', this.#table(id, '/look'), this.#pass, request(link));
  join = (id: string, link?: string) => ask<Met>('POST', this.#table(id, '/join'), this.#pass, request(link));
  decline = (id: string) => ask<InvitationList>('POST', this.#table(id, '/decline'), this.#pass);
  withdraw = (id: string) => ask<InvitationList>('DELETE', this.#table(id), this.#pass);
  pair = (wish: PairRequest) => ask<Paired>('POST', '/api/lobby/pair', this.#pass, wish);
}

const request = (link?: string): LinkRequest => (link ? { link } : {});

export const bots = {
  list: () => ask<BotList>('GET', '/api/me/bots'),
  make: (name: string) => ask<BotToken>('POST', '/api/me/bots', undefined, { name }),
  remove: (id: string) => ask<BotList>('DELETE', `/api/me/bots/${encodeURIComponent(id)}`),
  renew: (id: string) => ask<BotToken>('POST', `/api/me/bots/${encodeURIComponent(id)}/token`),
  revoke: (id: string) => ask<BotList>('DELETE', `/api/me/bots/${encodeURIComponent(id)}/token`),
};
