// What stress and shots will do, exactly, out of the menu's counts.
import { fromCounts, mean } from '../../lib/dist';
import type { Dist } from '../../lib/dist';
import type { ShotMenu, StressOdds } from './types';

/** Chances of 0, 1, 2, 3, 4 and more failures. */
export function strainDist(stress: StressOdds[], dice: number): Dist {
  const found = stress.find((it) => it.dice === dice);
  return found ? fromCounts(found.ways, found.of) : [1, 0, 0, 0, 0];
}

export function hitChance(shot: ShotMenu): number {
  return shot.chance.of > 0 ? shot.chance.ways / shot.chance.of : 0;
}

/** Structure lost to one attack: what goes through the armour and past the shields. */
export function lossDist(shot: ShotMenu): Dist {
  const hit = hitChance(shot);
  const through = fromCounts(shot.through, shot.through.reduce((a, b) => a + b, 0));
  const out: Dist = [1 - hit];
  through.forEach((p, n) => {
    const lost = Math.max(0, n - shot.shields);
    out[lost] = (out[lost] ?? 0) + hit * p;
  });
  return Array.from(out, (it) => it ?? 0);
}

/** Points that go through the armour, shields not counted: they wear down, too. */
export function throughMean(shot: ShotMenu): number {
  return hitChance(shot) * mean(fromCounts(shot.through, shot.through.reduce((a, b) => a + b, 0)));
}

/** What an attack is worth, for sorting and defaults: structure first, shields worn down a little. */
export function harmOf(shot: ShotMenu): number {
  return mean(lossDist(shot)) + 0.2 * throughMean(shot);
}

/** The chance that one attack is the end of a target with so much structure. */
export function killChance(shot: ShotMenu, structure: number): number {
  return lossDist(shot).reduce((sum, p, n) => (n >= structure ? sum + p : sum), 0);
}
