// The games this client can show: one line for each. A game's folder is fetched
// when it is first needed, and its pictures before the rest of it.
import type { GameModule, Pictures } from './types';

interface Folder {
  table(): Promise<GameModule>;
  pictures(): Promise<Pictures>;
}

const folders: Record<string, Folder> = {
  asfos: { table: () => import('./asfos').then((it) => it.asfos), pictures: () => import('./asfos/preview') },
  stratoyager: {
    table: () => import('./stratoyager').then((it) => it.stratoyager),
    pictures: () => import('./stratoyager/preview'),
  },
  talon: { table: () => import('./talon').then((it) => it.talon), pictures: () => import('./talon/preview') },
  'full-thrust': {
    table: () => import('./full-thrust').then((it) => it.fullThrust),
    pictures: () => import('./full-thrust/preview'),
  },
  ftb: { table: () => import('./ftb').then((it) => it.ftb), pictures: () => import('./ftb/preview') },
};

const tables = new Map<string, Promise<GameModule>>();
const pictures = new Map<string, Promise<Pictures>>();

export function knowsGame(id: string): boolean {
  return id in folders;
}

/** Null if this client has no such game. */
export async function loadGame(id: string): Promise<GameModule | null> {
  return once(tables, id, folders[id]?.table);
}

/** What the home page and the page of a new battle show of a game; null if this client has no such game. */
export async function loadPictures(id: string): Promise<Pictures | null> {
  return once(pictures, id, folders[id]?.pictures);
}

async function once<T>(
  fetched: Map<string, Promise<T>>,
  id: string,
  fetch?: () => Promise<T>,
): Promise<T | null> {
  if (!fetch) return null;
  let found = fetched.get(id);
  if (!found) fetched.set(id, (found = fetch()));
  try {
    return await found;
  } catch (error) {
    // The network may be back when it is asked for again.
    fetched.delete(id);
    throw error;
  }
}
