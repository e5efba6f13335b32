import { describe, expect, it } from 'vitest';
import type { Change } from '../../wire';
import { set, toldTo } from '../shared/sample';
import { cardsFor, plotWords } from './cards';
import type { GameEvent, View } from './types';

const ship = (side: number) => ({
  ship: {
    design: 0,
    side,
    owner: side,
    status: 'active',
    struck: { hull: 0, weapons: 0, criticals: [] },
    criticals: [],
  },
  display: { hull_left: 6, weapons_left: 6 },
});
/** Only what cards are made of. */
const view = {
  field: {
    scenario: {
      sides: ['Cobalt', 'Amber'].map((name) => ({ name, ships: [{ design: 'Warrior', name: '' }] })),
    },
  },
  ships: [ship(0), ship(1)],
  sheets: [
    { design: 0, class: 'BB', boxes: Array.from({ length: 6 }), hull: 6, engine: 4, crew: 3, secondaries: 1 },
  ],
} as unknown as View;

const told = (events: GameEvent[], changes: Change[][] = []) => toldTo(view, events, changes);
const fired = (by: number, at: number): GameEvent => ({
  fire: {
    fired: {
      by,
      at,
      weapon: 'primaries',
      arc: 'left',
      strength: 8,
      defence: 4,
      column: '2:1',
      modifiers: { speed: 0, range: -2, gas: 0 },
      dice: [5, 5],
      hull: 2,
      weapons: 0,
      critical: { die: 6, location: 'Mn', wasted: false },
    },
  },
});

describe('cards', () => {
  it('put plots in words', () => {
    expect(plotWords({ dv: 0, turns: '' }, 6)).toBe('straight on, speed 6');
    expect(plotWords({ dv: -1, turns: 'LR' }, 5)).toBe('left, then right, slower by 1 to speed 5');
  });

  it('tell the odds column, both dice, and what is struck but not marked yet', () => {
    const [laid] = cardsFor(
      told([fired(0, 1)], [[set('/ships/1/ship/struck', { hull: 2, weapons: 0, criticals: ['Mn'] })]]),
    );
    const { card } = laid!;
    expect(card.throws[0]!.label).toBe('Strength 8 against defence 4: odds 2:1');
    expect(card.throws[0]!.dice.map((it) => it.counts)).toEqual([true, false]);
    expect(card.at!.layers.map((it) => [it.before, it.after])).toEqual([
      [6, 4],
      [6, 6],
    ]);
    expect([card.at!.broke, card.result]).toEqual([['Munitions'], '2 hull boxes lost']);
  });

  it('open targets before the first shot, and sum a long exchange up', () => {
    const volley = [fired(0, 1), fired(1, 0), fired(0, 1), fired(1, 0)];
    const laid = cardsFor(told([...volley, { phase: { turn_began: { turn: 2 } } }]));
    expect(laid.map((it) => it.card.kind)).toEqual(['orders', 'shot', 'shot', 'shot', 'shot', 'summary']);
    expect([laid[0]!.ahead, laid[0]!.card.chosen.length]).toEqual([true, 2]);
    expect(laid[5]!.card.result).toBe('4 hits, no ship lost');
  });

  it('give a kill its moment', () => {
    const [laid] = cardsFor(
      told(
        [{ fire: { marked: { ship: 1, hull: 6, weapons: 0, criticals: [], destroyed: true } } }],
        [[set('/ships/1/ship/status', 'destroyed')]],
      ),
    );
    expect([laid!.card.moment, laid!.card.at!.lost]).toEqual(['kill', true]);
  });
});
