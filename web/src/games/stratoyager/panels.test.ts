// The panels of every phase, drawn without a browser: what they offer is there in words.
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { TableInput } from '../types';
import Orders from './Orders.svelte';
import { combatChoices, menu, planMenu, shot, unit, view } from './sample';
import { StratoyagerSession } from './session.svelte';
import Sheet from './Sheet.svelte';
import type { Menu, Phase, View } from './types';

function table(phase: Phase, part: Partial<Menu>, of: Partial<View> = {}): StratoyagerSession {
  const session = new StratoyagerSession();
  const input: TableInput = {
    view: view({ phase, ...of }),
    menu: menu(part),
    seat: 0,
    decision: 1,
    phase: null,
    deciding: true,
    sealed: false,
    seats: [],
  };
  session.update(input);
  return session;
}

const text = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const check = () => Promise.resolve({ legal: true, message: '', findings: [] });
const orders = (session: StratoyagerSession) => render(Orders, { props: { session, check } }).body;
const sheet = (session: StratoyagerSession) => render(Sheet, { props: { session } }).body;

describe('the panel of orders', () => {
  it('shows both cards, their dice, and the stress they risk with its odds', () => {
    const session = table({ plan: { seats: [0] } }, { plan: planMenu({ arcade: true }) });
    session.setThrust('first', 6);
    const html = orders(session);
    expect(text(html)).toContain('3 stress dice');
    expect(html).toContain(
      'aria-label="3 stress dice: holds 13%, greyout 38%, blackout 38%, damage 13%, lost 0%"',
    );
    expect(html).toContain('aria-label="accelerate 6: 3 stress dice"');
    expect(text(html)).toContain('Ends on course 0 h, facing 0 h, speed 10');
    expect(text(html)).toContain('30 seconds');
  });

  it('says that a unit off its course yaws back', () => {
    const off = table(
      { plan: { seats: [0] } },
      { plan: planMenu({ realigns: 6, evasive_with_thrust: false }) },
      { units: [unit({ facing: 6 }), unit({ side: 1, card: 2 })] },
    );
    expect(text(orders(off))).toContain('yaws it back by 6 h');
  });

  it('shows threshold, dice, chance and damage of an attack', () => {
    const session = table(
      { combat: { seats: [0] } },
      { combat: { unit: 0, choices: combatChoices(), lock: { target: 1, ready: true } } },
    );
    const html = text(orders(session));
    for (const part of [
      'Gun → P1',
      '33%',
      'medium 10 K',
      'needs 5+',
      '4 its speed + 4 own speed − 3 targeting = 5',
      '2 in 6',
      '2D against armour 4, shields 1',
      'Lock P1',
      'The gunner also',
      'Raise shields',
      'Eject',
      'a missile may be launched',
    ])
      expect(html).toContain(part);
  });

  it('offers the second roll of a linked weapon and where to eject', () => {
    const session = table(
      { combat: { seats: [0] } },
      {
        combat: {
          unit: 0,
          choices: [
            {
              combat: { salvo: { weapon: 'gun', target: 1 } },
              notation: 'salvo P1',
              shots: [shot({ linked: true, chance: { ways: 20, of: 36 }, kept: { ways: 2, of: 6 } })],
            },
            { combat: { eject: { bearing: 6 } }, notation: 'eject 6', shots: [] },
          ],
          lock: null,
        },
      },
    );
    expect(text(orders(session))).toContain('Do not roll again after a miss: 33% instead of 56%');
    session.setKeep(true);
    expect(text(orders(session))).toContain('2 in 6');
    session.setCombat({ eject: { bearing: 6 } });
    expect(orders(session)).toContain('aria-label="Eject to 6 h"');
  });

  it('warns of locks, missiles and greyouts before it acts', () => {
    const session = table(
      { combat: { seats: [0] } },
      { combat: { unit: 0, choices: combatChoices(), lock: null } },
      {
        units: [unit({ greyouts: 1 }), unit({ side: 1, card: 2, lock: { target: 0, turn: 1 } })],
        incoming: [{ by: 1, target: 0, dice: 4, aspect: 'aft' }],
      },
    );
    for (const part of ['its shots are harder by 2', 'by an enemy', '1 heading for it'])
      expect(text(orders(session))).toContain(part);
  });

  it('lays cards, and puts the others away', () => {
    const session = table(
      { initiative: { seats: [0] } },
      {
        cards: {
          units: [0, 1],
          cards: 3,
          default: [
            { unit: 0, card: 1 },
            { unit: 1, card: 2 },
          ],
        },
      },
      { units: [unit(), unit(), unit({ side: 1, card: 2 })] },
    );
    const html = orders(session);
    for (const part of [
      'F1 Guardian 151a has card 1',
      'F2 Guardian 151a has card 2',
      'Card 3',
      'F2 earlier',
      'F1 later',
      'Set aside unseen',
      'In this order: F1, F2',
    ])
      expect(html).toContain(part);
  });

  it('has the dial of a yaw, shots at will, places, returns, reserves, forces, duels and leaving', () => {
    const choices = Array.from({ length: 12 }, (_, hours) => ({
      hours,
      facing: hours,
      stress: hours ? 1 : 0,
      bears: hours === 2 ? [1] : [],
    }));
    const yaw = table({ yaw: { seats: [0] } }, { yaw: { unit: 0, choices, stress: planMenu().stress } });
    expect(orders(yaw)).toContain('aria-label="Yaw 2 h to 2 h, front arc: P1"');
    expect(
      text(orders(table({ at_will: { seats: [0] } }, { at_will: { shots: [{ unit: 0, shot: shot() }] } }))),
    ).toContain('Wait');
    const place = {
      unit: 0,
      zones: view().field.zones[0],
      default: { unit: 0, at: { x: 8, y: 0.5 }, course: 1, speed: 4 },
      speeds: [0, 4] as [number, number],
      fixed_course: false,
    };
    expect(
      text(orders(table({ place: { unit: 0 } }, { place }, { units: [unit({ status: 'waiting' })] }))),
    ).toContain('8 : 0.5');
    const back = table(
      { arrive: { seat: 0 } },
      {
        arrive: [
          {
            unit: 0,
            returns: true,
            courses: [3],
            speeds: [4, 4],
            entries: [],
            closed: [],
            default: { back: { unit: 0, course: 3 } },
          },
        ],
      },
      { units: [unit({ status: { away: { since: 1 } } })] },
    );
    expect(text(orders(back))).toContain('Stays away');
    expect(text(orders(table({ reserve: { seats: [0] } }, { reserve: { units: [0], most: 1 } })))).toContain(
      'At most 1',
    );
    expect(
      text(
        orders(
          table(
            { muster: { seats: [0] } },
            { muster: { points: 310, most_units: 10, cards: ['Guardian 151a'], default: ['Guardian 151a'] } },
            { units: [] },
          ),
        ),
      ),
    ).toContain('110 of 310 points');
    expect(text(orders(table('duel', { duel: [2, 5] })))).toContain('5 is kept for combat');
    expect(
      text(orders(table({ leave: { seats: [0] } }, { leave: { unit: 0, due: 7, back: 'seventh' } }))),
    ).toContain('It can be back in turn 7, if there is one');
    const late = table({ leave: { seats: [0] } }, { leave: { unit: 0, due: 8, back: 'too_late' } });
    expect(late.order(false)).toEqual({ action: { leave: 'withdraw' } });
  });
});

describe('the parameter card', () => {
  it('is marked with damage, missiles spent and tokens', () => {
    const session = table(
      { plan: { seats: [0] } },
      { plan: planMenu() },
      {
        units: [
          unit({
            structure: 1,
            shields: 0,
            missiles: [1],
            greyouts: 1,
            lock: { target: 1, turn: 1 },
            flown: planMenu().choices[1]!,
            facing: 3,
          }),
          unit({ side: 1, card: 2 }),
        ],
      },
    );
    const html = sheet(session);
    expect(html).toContain('aria-label="Structure 1 / 3"');
    expect(html.match(/class="[^"]*gone/g)).toHaveLength(4);
    expect(html).toContain('aria-label="guided 4D: 1 / 2"');
    for (const part of ['Greyout', 'Lock on P1', 'Linked', 'Weak frame', 'A+3'])
      expect(text(html)).toContain(part);
  });
  it('asks for a unit where none is chosen', () => {
    const session = table({ plan: { seats: [0] } }, { plan: planMenu() });
    session.select(null);
    expect(text(sheet(session))).toContain('Choose a unit');
  });
});
