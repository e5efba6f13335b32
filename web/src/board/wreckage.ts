// Which wrecks are fresh: those made in this turn or the last, as far as this
// screen has seen them made. What lay there when it opened is old.
import type { Scene } from './types';

export interface Wrecks {
  /** The turn in which each was made; null for those that were found. */
  made: Map<string, number | null>;
  opened: boolean;
}

export function freshWrecks(): Wrecks {
  return { made: new Map(), opened: false };
}

/** Takes note of a scene, and says which of its wrecks are fresh. */
export function noteWrecks(wrecks: Wrecks, scene: Scene): Set<string> {
  const fresh = new Set<string>();
  for (const token of scene.tokens) {
    if (!token.wreck) {
      // Time runs backwards in a replay: what is whole again will be wrecked anew.
      wrecks.made.delete(token.id);
      continue;
    }
    if (!wrecks.made.has(token.id)) wrecks.made.set(token.id, wrecks.opened ? (scene.turn ?? null) : null);
    const made = wrecks.made.get(token.id) ?? null;
    if (made !== null && scene.turn !== undefined && scene.turn >= made && scene.turn - made <= 1)
      fresh.add(token.id);
  }
  wrecks.opened = true;
  return fresh;
}
