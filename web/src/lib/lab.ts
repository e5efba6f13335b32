// The lab's requests, and the secrets of studies that a guest has asked for.
// What a study says and how its figures look is the server's.
import type { NewStudy, StudyList, StudyMade, StudyPage, StudySetup } from '../wire';
import { ask } from './api';

const STORE = 'flagbridge.studies';
/** Older ones are still there for whoever has their link. */
const KEPT = 60;

/** A study this browser has asked for. */
export interface OwnStudy {
  id: string;
  /** Of a guest on a public server. */
  secret?: string;
}

export function ownStudies(): OwnStudy[] {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(data) ? (data as OwnStudy[]) : [];
  } catch {
    return [];
  }
}

function keep(studies: OwnStudy[]): void {
  localStorage.setItem(STORE, JSON.stringify(studies.slice(0, KEPT)));
}

export const forgetStudy = (id: string): void => keep(ownStudies().filter((it) => it.id !== id));

const secretOf = (id: string) => ownStudies().find((it) => it.id === id)?.secret;
const at = (id: string) => `/api/studies/${encodeURIComponent(id)}`;

export const lab = {
  list: () => ask<StudyList>('GET', '/api/studies'),
  async make(study: NewStudy): Promise<StudyMade> {
    const made = await ask<StudyMade>('POST', '/api/studies', undefined, study);
    keep([made, ...ownStudies()]);
    return made;
  },
  page: (id: string) => ask<StudyPage>('GET', at(id), secretOf(id)),
  stop: (id: string) => ask<StudyPage>('POST', `${at(id)}/stop`, secretOf(id), {}),
  go: (id: string) => ask<StudyPage>('POST', `${at(id)}/go`, secretOf(id), {}),
  async remove(id: string): Promise<void> {
    await ask<StudyList>('DELETE', at(id), secretOf(id));
    forgetStudy(id);
  },
  file: (id: string, name: string) => `${at(id)}/files/${encodeURIComponent(name)}`,
  setup: (id: string, kind: number) => ask<StudySetup>('GET', `${at(id)}/kinds/${kind}/setup`),
  battle: (id: string, kind: number, n: number) => `${at(id)}/kinds/${kind}/battles/${n}`,
};

/** Takes over what has changed; figures are left out of a page where they are the same as before. */
export function withFigures(page: StudyPage, before: StudyPage | null): StudyPage {
  const figures = page.figures ?? before?.figures;
  const known = before ? { ...page, card: { ...page.card, mine: before.card.mine } } : page;
  return figures ? { ...known, figures } : known;
}

/** Tells every change of a study until it is closed; comes back by itself after a break. */
export function follow(id: string, told: (page: StudyPage) => void): () => void {
  const source = new EventSource(`${at(id)}/live`);
  source.onmessage = (event) => told(JSON.parse(String(event.data)) as StudyPage);
  return () => source.close();
}

/** How long something takes, said as nobody would measure it. */
export function roughly(seconds: number): { n: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < 90) return { n: Math.max(1, Math.round(seconds / 5) * 5), unit: 'second' };
  if (seconds < 90 * 60) return { n: Math.round(seconds / 60), unit: 'minute' };
  return { n: Math.round(seconds / 3600), unit: 'hour' };
}
