import { describe, expect, it } from 'vitest';
import type { Change } from '../../wire';
import { toldTo } from '../shared/sample';
import { cardsFor } from './cards';
import { view } from './sample';
import type { GameEvent } from './types';

const told = (events: GameEvent[], changes: Change[][] = []) =>
  toldTo(view(), events, changes, (event) =>
    event.fire?.shot ? [{ side: 0, unit: 'damage', rolled: 2, ways: [4, 0, 2] }] : undefined,
  );
const shot = (damage: number): GameEvent => ({
  fire: {
    shot: {
      ship: 0,
      group: 1,
      weapon: 'phaser',
      target: { ship: 1 },
      range: 2,
      die: 5,
      modifier: 0,
      damage,
    },
  },
});
const hit: GameEvent = {
  damage: {
    hit: {
      ship: 1,
      arc: 'forward',
      cause: { weapon: 'phaser' },
      points: 2,
      reinforcement: false,
      shields: 1,
    },
  },
};

describe('cards', () => {
  it('tell a shot with its die, and go on through shield, hull and critical', () => {
    const down = view().ships[1]!.ship.shields[0] - 1;
    const laid = cardsFor(
      told(
        [
          shot(2),
          hit,
          { damage: { hull_marked: { ship: 1, boxes: 1, critical: true } } },
          { damage: { critical: { ship: 1, dice: [4, 2], result: 'thrusters', wasted: false } } },
        ],
        [[], [{ op: 'replace', path: '/ships/1/ship/shields/0', value: down }]],
      ),
    );
    expect(laid.map((it) => [it.from, it.to])).toEqual([[0, 3]]);
    const { card } = laid[0]!;
    expect(card.throws.map((it) => it.dice.map((die) => die.face))).toEqual([[5], [4, 2]]);
    expect(card.throws[0]!.needs).toBe('succeeds 2 times in 6');
    expect(card.at!.layers[0]).toMatchObject({ kind: 'shield', before: down + 1, after: down });
    expect([card.result, card.tone]).toEqual(['1 hull box lost', 'harm']);
  });

  it('tell a miss, a kill and the blast that follows', () => {
    const laid = cardsFor(
      told([
        shot(0),
        shot(4),
        hit,
        { damage: { destroyed: { ship: 1, cause: { weapon: 'phaser' } } } },
        { damage: { exploded: { ship: 1, at: [3, 3], rating: 2 } } },
        {
          damage: {
            hit: { ship: 0, arc: 'left', cause: 'explosion', points: 2, reinforcement: true, shields: 1 },
          },
        },
      ]),
    );
    expect(laid.map(({ card }) => [card.kind, card.moment])).toEqual([
      ['shot', null],
      ['kill', 'kill'],
      ['blast', null],
      ['blast', null],
    ]);
    expect(laid[0]!.card.result).toBe('A miss');
    expect(laid[3]!.card.by).not.toBeNull();
    expect(laid[3]!.card.at!.broke).toEqual(['Shield reinforcement']);
  });
});
