import { describe, expect, it } from 'vitest';
import type { Change } from '../../wire';
import { toldTo } from '../shared/sample';
import { cardsFor, planWords } from './cards';
import { view } from './sample';
import type { GameEvent } from './types';

const told = (events: GameEvent[], changes: Change[][] = []) => toldTo(view(), events, changes);
const attacked: GameEvent = {
  combat: {
    attacked: {
      by: 0,
      at: 1,
      weapon: 'gun',
      band: 'close',
      threshold: 4,
      dice: [4, 2],
      reroll: null,
      hit: true,
      aspect: 'aft',
      armour: 3,
      damage: [5, 1, 3],
      through: 2,
    },
  },
};

describe('cards', () => {
  it('put manoeuvres in words', () => {
    const plan = {
      first: { kind: 'turn_port' as const, thrust: 2 },
      second: { kind: 'accelerate' as const, thrust: 3 },
    };
    expect(planWords(plan)).toBe('turns 2 hours to port, then 3 faster');
    expect(
      planWords({
        first: { kind: 'accelerate', thrust: 0 },
        second: { kind: 'slide_port', thrust: 0 },
        evasive: true,
      }),
    ).toBe('flies straight on, evading');
  });

  it('tell a shot with both throws and the damage that follows it later', () => {
    const structure = view().units[1]!.structure;
    const laid = cardsFor(
      told(
        [attacked, { damage: { damaged: { unit: 1, by: 0, absorbed: 0, lost: 2, fate: null } } }],
        [[], [{ op: 'replace', path: '/units/1/structure', value: structure - 2 }]],
      ),
    );
    // The same card lies there while the damage is shown.
    expect(laid.map((it) => it.from)).toEqual([0, 1]);
    expect(laid[0]!.card).toBe(laid[1]!.card);
    const { card } = laid[0]!;
    expect(card.throws.map((it) => it.dice.map((die) => die.counts))).toEqual([
      [true, false],
      [true, false, true],
    ]);
    const hull = card.at!.layers.find((it) => it.kind === 'hull')!;
    expect([hull.before, hull.after]).toEqual([structure, structure - 2]);
    expect(card.result).toBe('2 points of structure lost');
  });

  it('tell strain, and which dice failed', () => {
    const [laid] = cardsFor(
      told([{ stress: { tested: { unit: 0, base: 2, dice: [5, 1, 4], failures: 2, strain: 'blackout' } } }]),
    );
    expect(laid!.card.throws[0]!.dice.map((it) => it.counts)).toEqual([true, false, true]);
    expect(laid!.card.result).toBe('Blackout: no further action this turn');
  });

  it('turn what was sealed before it is flown', () => {
    const [laid] = cardsFor(
      told([
        {
          initiative: {
            revealed: {
              cards: [
                { unit: 0, card: 3 },
                { unit: 1, card: 1 },
              ],
            },
          },
        },
      ]),
    );
    expect([laid!.ahead, laid!.card.kind]).toEqual([true, 'orders']);
    expect(laid!.card.chosen.map((it) => it.text)).toEqual(['card 3', 'card 1']);
  });
});
