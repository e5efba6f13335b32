// The page of the lobby as it stands after a change, and which of its tables somebody wants to see.
import type { LobbyChange, LobbyPage, NameCard, OpenTable } from '../wire';
import { isLive } from './meeting';

const same = (a: NameCard) => (b: NameCard) => a.name === b.name && a.owner === b.owner;

/** The page after a change; nothing if one is missing in between. */
export function changed(page: LobbyPage, change: LobbyChange): LobbyPage | null {
  if (change.seq !== page.seq + 1) return null;
  const fresh = change.tables ?? [];
  const gone = new Set([...(change.closed ?? []), ...fresh.map((it) => it.id)]);
  const left = change.left ?? [];
  const tables = [...fresh, ...page.tables.filter((it) => !gone.has(it.id))];
  const people = [...page.people.filter((it) => !left.some(same(it))), ...(change.came ?? [])];
  return {
    ...page,
    seq: change.seq,
    here: change.here,
    tables: tables.sort((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1)),
    people: people.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '')),
    waiting: change.waiting ?? page.waiting,
  };
}

/** Those whom somebody follows come first. */
export function followedFirst(people: NameCard[], followed: ReadonlySet<string>): NameCard[] {
  const is = (it: NameCard) => followed.has(it.name ?? '');
  return [...people.filter(is), ...people.filter((it) => !is(it))];
}

export interface Filter {
  game: string;
  pace: '' | 'live' | 'slow';
  words: string;
}

/** Whether a table is one of those somebody wants to see. */
export function fits(table: OpenTable, filter: Filter): boolean {
  const words = filter.words.trim().toLowerCase();
  const said = `${table.title} ${table.maker.name ?? ''}`.toLowerCase();
  return (
    (filter.game === '' || table.game === filter.game) &&
    (filter.pace === '' || (filter.pace === 'live') === isLive(table)) &&
    said.includes(words)
  );
}
