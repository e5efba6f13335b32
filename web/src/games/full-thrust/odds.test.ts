import { describe, expect, it } from 'vitest';
import { prospectOf, prospects } from './odds';
import { fire } from './sample';
import type { Fire, FireMenu, Outcome } from './types';

interface Sums {
  armour: number[];
  hull: number[];
  emp: number[];
  rows: number[];
  destroyed: number;
}
interface Case {
  name: string;
  fire: FireMenu[];
  odds: Outcome[][];
  order: Fire;
  results: { target: number; prospect: Sums }[];
}

// The rules' own sums over all dice.
const files = import.meta.glob<Case[]>('../../../../crates/rules-full-thrust/tests/odds/volleys.json', {
  eager: true,
  import: 'default',
});
const cases = Object.values(files).flat();

describe('the odds of a volley', () => {
  it('go through armour from outside, then to the hull', () => {
    const half: Outcome[] = [{ chance: 5e11 }, { chance: 5e11, fills: [2, 1] }];
    const menu: FireMenu = {
      ship: 0,
      controls: 1,
      shots: [
        {
          weapon: 1,
          name: '',
          family: 'beam',
          target: 3,
          range: 1,
          dice: 1,
          control: true,
          mean: 0,
          aims: [],
          odds: 0,
          times: 1,
        },
      ],
      targets: [
        {
          target: 3,
          range: 1,
          arc: 'F',
          aft: false,
          screens: 0,
          advanced: 0,
          holofield: false,
          stealth: 0,
          defence: {
            armour: [0, 1],
            hull: 3,
            due: 0,
            checks: [
              { boxes: 1, needs: 6 },
              { boxes: 2, needs: 5 },
            ],
          },
        },
      ],
      refused: [],
    };
    const found = prospects(menu, { ship: 0, shots: [{ weapon: 1, target: 3 }] }, [half]).get(3)!;
    expect(found.armour).toEqual([0.5, 0.5]);
    expect(found.hull).toEqual([0.5, 0, 0.5, 0]);
    expect(found.rows).toEqual([0.5, 0, 0.5]);
    expect(prospects(menu, { ship: 0, shots: [{ weapon: 1, target: 3 }] }, undefined).size).toBe(0);
  });

  it('count points that begin further in than the second layer', () => {
    const defence = { armour: [2, 2], hull: 5, due: 0, checks: [] };
    // Two on the outer layer, one on the next, three past both; and again.
    const deep: Outcome[] = [{ chance: 5e11 }, { chance: 5e11, fills: [2, 1, 0, 0, 0, 3] }];
    const found = prospectOf(defence, [{ odds: deep, times: 2 }]);
    expect(found.armour).toEqual([0.25, 0, 0, 0.5, 0.25]);
    expect(found.hull).toEqual([0.25, 0, 0, 0.5, 0, 0.25]);
    expect(found.destroyed).toBe(0.25);
  });

  it('are those of a needle beam for a phaser that names a system (FT-5.8.2)', () => {
    const shot = { ...fire().shots[0]!, aims: [2], needle: { odds: 1, times: 1 } };
    const defence = { armour: [], hull: 4, due: 0, checks: [] };
    const target = { target: 3, range: 1, arc: 'F', aft: false, screens: 0, advanced: 0 } as const;
    const menu = {
      ...fire(),
      shots: [shot],
      targets: [{ ...target, holofield: false, stealth: 0, defence }],
    };
    const odds: Outcome[][] = [[{ chance: 1e12, fills: [2] }], [{ chance: 1e12, fills: [1] }]];
    const hull = (aim?: number) =>
      prospects(menu, { ship: 0, shots: [{ weapon: shot.weapon, target: 3, aim }] }, odds).get(3)!.hull;
    expect(hull()).toEqual([0, 0, 1, 0, 0]);
    expect(hull(2)).toEqual([0, 1, 0, 0, 0]);
  });

  it.each(cases.map((it) => [it.name, it] as const))(
    'agree with the rules: %s',
    (_, { fire, odds, order, results }) => {
      const menu = fire.find((it) => it.ship === order.ship)!;
      const found = prospects(menu, order, odds);
      for (const { target, prospect } of results) {
        const mine = found.get(target)!;
        for (const part of ['armour', 'hull', 'emp', 'rows'] as const) {
          const wanted = prospect[part];
          const longest = Math.max(wanted.length, mine[part].length);
          for (let k = 0; k < longest; k++)
            expect(mine[part][k] ?? 0, `${part} ${k}`).toBeCloseTo((wanted[k] ?? 0) / 1e12, 8);
        }
        expect(mine.destroyed).toBeCloseTo(prospect.destroyed / 1e12, 8);
      }
    },
  );
});
