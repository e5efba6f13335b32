// The odds of what is drafted, out of the menu's exact counts.
import { fromCounts } from '../../lib/dist';
import type { Dist } from '../../lib/dist';
import type { Odds, Target, TargetMenu, Volley } from './types';
import { sameTarget } from './model';

export interface Result {
  damage: Dist;
  shields: Dist;
  hull: Dist;
  destroyed: number;
}

function plain(odds: Odds): Result {
  return {
    damage: fromCounts(odds.damage, odds.of),
    shields: fromCounts(odds.shields, 1e6),
    hull: fromCounts(odds.hull, 1e6),
    destroyed: odds.destroyed / 1e6,
  };
}

/** So many of a group's weapons at one target. */
export function resultOf(target: TargetMenu, weapons: number, of: number): Result {
  if (weapons >= of) return plain(target.all);
  return plain(weapons <= 1 ? target.one : (target.some[weapons - 2] ?? target.all));
}

export function weaponsAt(volley: Volley | null, target: Target): number {
  return volley?.shots.filter((it) => sameTarget(it.target, target)).length ?? 0;
}
