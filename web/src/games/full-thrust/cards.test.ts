import { describe, expect, it } from 'vitest';
import type { Change } from '../../wire';
import { set, toldTo } from '../shared/sample';
import { cardsFor, plotWords } from './cards';
import { vessels } from './model';
import { view } from './sample';
import type { GameEvent } from './types';

const told = (events: GameEvent[], changes: Change[][] = []) => toldTo(view(), events, changes);
const fired: GameEvent = {
  fire: {
    fired: {
      ship: 0,
      target: 3,
      weapons: [12, 13],
      dice: [4, 6],
      again: [2],
      tally: { normal: 3, penetrating: 0, emp: 0 },
    },
  },
};

describe('cards', () => {
  it('put plots in words', () => {
    expect(['0', '+2', 'P2-1', 'P1S1', 'MD3 TS2'].map(plotWords)).toEqual([
      'straight on',
      'faster by 2',
      '2 points to port, then slower by 1',
      '1 point to port, then 1 point to starboard',
      'main drive 3, 2 points to starboard',
    ]);
  });

  it('open orders before ships move, all in one card', () => {
    const move = (ship: number): GameEvent => ({
      movement: {
        moved: {
          ship,
          by: 'ordered',
          plot: 'S1',
          path: [],
          to: { at: { x: 25, y: 23 }, facing: 4, velocity: 6 },
        },
      },
    });
    const [laid, ...more] = cardsFor(told([move(0), move(1)]));
    expect([laid!.ahead, laid!.from, laid!.to, more.length]).toEqual([true, 0, 1, 0]);
    expect(laid!.card.chosen.map((it) => it.text)).toEqual(['1 point to starboard', '1 point to starboard']);
  });

  it('tell fire with its dice, down to armour and hull, and the ship that is lost', () => {
    const struck: GameEvent = { damage: { struck: { ship: 3, armour: [], hull: 2 } } };
    const all = told(
      [
        fired,
        struck,
        { damage: { destroyed: { ship: 3 } } },
        { victory: { decided: { verdict: 0, wins: 0, decisive: true } } },
      ],
      [[], [set('/ships/3/hull_lost', 2)], [set('/ships/3/status', 'destroyed')]],
    );
    const laid = cardsFor(all);
    expect(laid.map((it) => [it.from, it.to])).toEqual([[0, 2]]);
    const { card } = laid[0]!;
    expect(card.throws[0]!.dice).toEqual([{ face: 4 }, { face: 6 }, { face: 2, after: true }]);
    const hull = card.at!.layers.find((it) => it.kind === 'hull')!;
    expect(hull.before - hull.after).toBe(2);
    expect([card.moment, card.at!.lost]).toEqual(['last', true]);
  });

  it('mark the dice of a threshold check that broke something', () => {
    const [a, b] = vessels(view())[3]!.display.icons.map((it) => it.id);
    const [laid] = cardsFor(
      told([
        {
          checks: {
            checked: {
              ship: 3,
              row: 1,
              extra: 0,
              rolls: [
                [a!, 3],
                [b!, 6],
              ],
              damaged: [b!],
              gone: [],
              drive: 0,
            },
          },
        },
      ]),
    );
    expect(laid!.card.throws[0]!.dice).toEqual([
      { face: 3, counts: false },
      { face: 6, counts: true },
    ]);
    expect(laid!.card.result).toBe('1 system out');
  });
});
