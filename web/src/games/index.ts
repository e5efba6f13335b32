// The games this client can show: one line for each. A game's folder is fetched
// when it is first needed.
import type { GameModule } from './types';

const folders: Record<string, () => Promise<GameModule>> = {
  asfos: () => import('./asfos').then((it) => it.asfos),
  stratoyager: () => import('./stratoyager').then((it) => it.stratoyager),
  talon: () => import('./talon').then((it) => it.talon),
  ftb: () => import('./ftb').then((it) => it.ftb),
};

const fetched = new Map<string, Promise<GameModule>>();

export function knowsGame(id: string): boolean {
  return id in folders;
}

/** Null if this client has no such game. */
export async function loadGame(id: string): Promise<GameModule | null> {
  const folder = folders[id];
  if (!folder) return null;
  let found = fetched.get(id);
  if (!found) fetched.set(id, (found = folder()));
  try {
    return await found;
  } catch (error) {
    // The network may be back when it is asked for again.
    fetched.delete(id);
    throw error;
  }
}
