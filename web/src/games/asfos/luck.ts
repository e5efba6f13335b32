// Luck so far: what each side's dice came to against what dice come to.
import type { Line } from '../../wire';
import type { Luck } from '../types';
import type { GameEvent, View } from './types';

/** Dice of each side, turned so that high is good for it. */
export function diceOf(event: GameEvent, sideOf: (ship: number) => number): { side: number; dice: number[] }[] {
  const { fired, aimed } = event.fire ?? {};
  if (fired) return [{ side: sideOf(fired.by), dice: [...fired.dice] }];
  if (aimed) return [{ side: sideOf(aimed.by), dice: [aimed.die] }];
  const tried = event.repairs?.attempted;
  if (tried) return [{ side: sideOf(tried.ship), dice: [7 - tried.die] }];
  const blown = event.phase?.exploded;
  if (blown) return [{ side: sideOf(blown.ship), dice: [7 - blown.die] }];
  return [];
}

/** The share of all sums of n dice that are at most this one. */
export function shareAtMost(sum: number, n: number): number {
  if (n === 0) return 0.5;
  let ways = [1];
  for (let k = 0; k < n; k++) {
    const next = new Array<number>(ways.length + 6).fill(0);
    ways.forEach((p, i) => {
      for (let face = 1; face <= 6; face++) next[i + face]! += p / 6;
    });
    ways = next;
  }
  return ways.slice(0, sum + 1).reduce((a, b) => a + b, 0);
}

export function luck(lines: Line[], view: unknown): Luck[] {
  const { field, ships } = view as View;
  const side = (ship: number) => ships[ship]?.ship.side ?? 0;
  const all = field.scenario.sides.map(() => [] as number[]);
  for (const line of lines) {
    for (const it of diceOf(line.event as GameEvent, side)) all[it.side]?.push(...it.dice);
  }
  return all.map((dice, k) => {
    const rolled = dice.reduce((a, b) => a + b, 0);
    return { side: k, name: field.scenario.sides[k]!.name, dice: dice.length, rolled, expected: dice.length * 3.5, better: shareAtMost(rolled, Math.min(dice.length, 400)) };
  });
}
