// What stress and shots will do, exactly, out of the menu's counts.
import { fromCounts, mean } from '../../lib/dist';
import type { Dist } from '../../lib/dist';
import type { ShotMenu, StressOdds } from './types';

/** Chances of 0, 1, 2, 3, 4 and more failures. */
export function strainDist(stress: StressOdds[], dice: number): Dist {
  const found = stress.find((it) => it.dice === dice);
  return found ? fromCounts(found.ways, found.of) : [1, 0, 0, 0, 0];
}

/** `keep`: the second roll of a linked weapon is declined. */
export function hitChance(shot: ShotMenu, keep = false): number {
  const { ways, of } = (keep && shot.kept) || shot.chance;
  return of > 0 ? ways / of : 0;
}

/** Comes to its target: a locked missile that hits may still be stopped. */
function arrives(shot: ShotMenu, keep: boolean): number {
  return hitChance(shot, keep) * (shot.unstopped ? shot.unstopped.ways / shot.unstopped.of : 1);
}

/** Structure lost to one attack: what goes through the armour and past the shields. */
export function lossDist(shot: ShotMenu, keep = false): Dist {
  const hit = arrives(shot, keep);
  const through = fromCounts(
    shot.through,
    shot.through.reduce((a, b) => a + b, 0),
  );
  const out: Dist = [1 - hit];
  through.forEach((p, n) => {
    const lost = Math.max(0, n - shot.shields);
    out[lost] = (out[lost] ?? 0) + hit * p;
  });
  return Array.from(out, (it) => it ?? 0);
}

/** Points that go through the armour, shields not counted: they wear down, too. */
export function throughMean(shot: ShotMenu): number {
  return (
    arrives(shot, false) *
    mean(
      fromCounts(
        shot.through,
        shot.through.reduce((a, b) => a + b, 0),
      ),
    )
  );
}

/** What an attack is worth, for sorting and defaults: structure first, shields worn down a little. */
export function harmOf(shot: ShotMenu): number {
  return mean(lossDist(shot)) + 0.2 * throughMean(shot);
}

/** The chance that one attack is the end of a target with so much structure. */
export function killChance(shot: ShotMenu, structure: number, keep = false): number {
  return lossDist(shot, keep).reduce((sum, p, n) => (n >= structure ? sum + p : sum), 0);
}
