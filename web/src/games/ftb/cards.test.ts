import { describe, expect, it } from 'vitest';
import type { Change } from '../../wire';
import { set, toldTo } from '../shared/sample';
import { cardsFor } from './cards';
import { view } from './sample';
import type { GameEvent } from './types';

const told = (events: GameEvent[], changes: Change[][] = []) => toldTo(view(), events, changes);
const began: GameEvent = { combat_began: { attacker: 0, defender: 1, cover: false } };
const revealed: GameEvent = {
  revealed: {
    protocols: ['railgun', 'defensive'],
    effects: [{ from: 0, to: 1, by: 'railgun', against: 'defensive', form: 'hit', focus: false }],
  },
};

describe('cards', () => {
  it('turn both protocols and tell what they do, in one card', () => {
    const heat = view().ships[0]!.own!.heat;
    const laid = cardsFor(
      told(
        [
          began,
          revealed,
          { gauged: { ship: 0, gauge: 'heat', to: heat + 1 } },
          'combat_ended',
          { hit: { ship: 1, fate: 'shield' } },
          { step: { step: 'done' } },
        ],
        [[], [], [set('/ships/0/own/heat', heat + 1)]],
      ),
    );
    expect(laid.map((it) => [it.from, it.to])).toEqual([[0, 4]]);
    const { card } = laid[0]!;
    expect(card.chosen.map((it) => it.text)).toEqual(['Railgun', 'Defensive']);
    expect(card.by!.layers.find((it) => it.kind === 'heat')).toMatchObject({ before: heat, after: heat + 1 });
    expect([card.kind, card.tone]).toEqual(['duel', 'harm']);
  });

  it('wait for the choice where it is not made yet', () => {
    const [laid] = cardsFor(told([began]));
    expect([laid!.card.result, laid!.card.chosen]).toEqual(['Both choose a protocol', []]);
  });

  it('know a torpedo past the shields by its blow, when a choice came between', () => {
    const blow = { target: 1, chooser: 0, focus: false, pierce: true, fate: 'destroyed' as const };
    const [laid] = cardsFor(told([{ blows: { blows: [blow] } }, { hit: { ship: 1, fate: 'destroyed' } }]));
    expect([laid!.card.title, laid!.card.weapon]).toEqual(['A torpedo strikes', 'torpedo']);
    expect(laid!.card.lines[0]).toBe('The torpedo gets past the shields');
  });

  it('tell the loss of a ship, and the last blow', () => {
    const laid = cardsFor(
      told(
        [
          { destroyed: { ship: 1, cause: 'meltdown' } },
          { over: { outcome: 'draw', why: 'no_turns' } as never },
        ],
        [[set('/ships/1/hull/place', 'destroyed')]],
      ),
    );
    expect([laid[0]!.card.moment, laid[0]!.card.at!.lost]).toEqual(['last', true]);
  });
});
