// The odds of what is drafted, out of the menu's exact counts.
import { fromCounts, sumOf } from '../../lib/dist';
import type { Dist } from '../../lib/dist';
import type { Odds, Target, TargetMenu, Volley } from './types';
import { sameTarget } from './model';

export interface Result {
  damage: Dist;
  /** Absent where the menu does not tell: some of the weapons at one target. */
  shields: Dist | null;
  hull: Dist | null;
  destroyed: number | null;
}

function plain(odds: Odds): Result {
  return { damage: fromCounts(odds.damage, odds.of), shields: fromCounts(odds.shields, 1e6), hull: fromCounts(odds.hull, 1e6), destroyed: odds.destroyed / 1e6 };
}

/** So many of a group's weapons at one target. Dice are independent, so damage adds up exactly. */
export function resultOf(target: TargetMenu, weapons: number, of: number): Result {
  if (weapons === of) return plain(target.all);
  if (weapons === 1) return plain(target.one);
  const one = fromCounts(target.one.damage, target.one.of);
  return { damage: sumOf(Array.from({ length: weapons }, () => one)), shields: null, hull: null, destroyed: null };
}

export function weaponsAt(volley: Volley | null, target: Target): number {
  return volley?.shots.filter((it) => sameTarget(it.target, target)).length ?? 0;
}
