// Luck so far: what each side's dice did against what such dice do, exactly.
// The rules say for every event what was at stake and in how many ways; no
// game is known here.
import { convolve, mean } from './dist';
import type { Dist } from './dist';
import type { Line, Stake } from '../wire';

export interface Luck {
  side: number;
  unit: string;
  /** How many throws there were. */
  throws: number;
  rolled: number;
  expected: number;
  /** Share of all ways these dice could have fallen that give less, and half of those that give as much. */
  better: number;
}

/** Further throws than these change the share by nothing one could see. */
const MOST = 600;

export function luckOf(stakes: Stake[]): Luck[] {
  const by = new Map<
    string,
    { side: number; unit: string; throws: number; rolled: number; expected: number; dist: Dist }
  >();
  for (const it of stakes) {
    const all = it.ways.reduce((a, b) => a + b, 0);
    // What can come to one thing only is no luck.
    if (it.ways.filter((ways) => ways > 0).length < 2) continue;
    const dist = it.ways.map((ways) => ways / all);
    const key = `${it.side} ${it.unit}`;
    const sum = by.get(key) ?? { side: it.side, unit: it.unit, throws: 0, rolled: 0, expected: 0, dist: [1] };
    sum.throws += 1;
    sum.rolled += it.rolled;
    sum.expected += mean(dist);
    if (sum.throws <= MOST) sum.dist = convolve(sum.dist, dist);
    by.set(key, sum);
  }
  return [...by.values()].map(({ dist, ...it }) => ({ ...it, better: shareBelow(dist, it.rolled) }));
}

function shareBelow(dist: Dist, rolled: number): number {
  return dist.reduce((sum, p, k) => (k < rolled ? sum + p : k === rolled ? sum + p / 2 : sum), 0);
}

export function stakesOf(lines: Line[]): Stake[] {
  return lines.flatMap((line) => line.luck ?? []);
}
