// Lengths that are drawn round things. What view and menu tell goes first; the
// rest is the rulebook's, in one place, until they tell it.
import type { FlakMenu, LauncherMenu, Marker, Mine, Warhead } from './types';

/** FT-6.3.4: how near a missile looks for a ship, as long as neither stealth nor ECM shortens it. */
export function lockOf(it: Pick<LauncherMenu, 'lock'>): number {
  return it.lock ?? 6;
}

/** FT-6.6.13, FT-6.8.2: how far round it a marker bursts; null for what flies at one ship. */
export function blastOf(it: Pick<Marker, 'what' | 'blast'>): number | null {
  return it.blast ?? burstOf(it.what);
}

function burstOf(what: Warhead): number | null {
  if (typeof what === 'string') return null;
  if ('bolt' in what) return 6;
  return 'antimatter' in what && what.antimatter.fused ? 3 : null;
}

/** FT-5.16.5: how far flak bursts about its marker. */
export function flakOf(it: Partial<Pick<FlakMenu, 'radius'>>): number {
  return it.radius ?? 2;
}

/** FT-6.10.2: how near a mine goes off. */
export function mineOf(it: Pick<Mine, 'radius'>): number {
  return it.radius ?? 3;
}
