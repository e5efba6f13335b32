import { describe, expect, it } from 'vitest';
import type { Hit } from '../../board/state';
import type { Change } from '../../wire';
import type { TableInput } from '../types';
import { combatChoices, menu, planMenu, shot, unit, view } from './sample';
import { StratoyagerSession } from './session.svelte';
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

const key = (name: string) => ({ key: name }) as KeyboardEvent;
const token = (session: StratoyagerSession, id: string): Hit => ({
  kind: 'token',
  id,
  token: session.scene.tokens.find((it) => it.id === id)!,
});
const plans = () => table({ plan: { seats: [0, 1] } }, { plan: planMenu() });
const action = (session: StratoyagerSession) => (session.order(false) as { action: unknown }).action;

describe('a plan at the table', () => {
  it('begins with a drift of the unit that is asked for', () => {
    const session = plans();
    expect(session.selected).toBe('0');
    expect(session.task.title).toBe('Plan F1');
    expect(action(session)).toEqual({
      plan: { first: { kind: 'accelerate', thrust: 0 }, second: { kind: 'turn_port', thrust: 0 } },
    });
  });

  it('is laid by keys, and undone', () => {
    const session = plans();
    session.key(key('s'));
    session.key(key('3'));
    session.setThrust('second', 2);
    expect(session.task.progress).toBe('C+2');
    expect(session.choice?.path).toEqual([
      { x: 12, y: 4 },
      { x: 14, y: 8 },
    ]);
    session.key(key('c'));
    expect(session.plan.evasive).toBe(true);
    session.undo();
    expect(session.plan.evasive).toBeUndefined();
    session.key(key('x'));
    expect(session.task.progress).toBe('drift');
    session.key(key('e'));
    expect(action(session)).toMatchObject({ plan: { yaw: 1 } });
  });

  it('takes no die that leads nowhere', () => {
    const session = plans();
    session.setThrust('first', 1);
    expect(session.plan.first.thrust).toBe(0);
    expect(session.canUndo).toBe(false);
  });

  it('is dragged to the nearest end, one step to undo', () => {
    const session = plans();
    const ghost = session.scene.ghosts.find((it) => it.kind === 'chosen')!;
    expect(session.dragStart({ kind: 'ghost', id: ghost.id, ghost })).toBe(true);
    session.dragTo({ x: 13, y: 10 });
    session.dragTo({ x: 14, y: 11 });
    session.dragEnd();
    expect(session.task.progress).toBe('A+3 C+2');
    session.undo();
    expect(session.task.progress).toBe('drift');
  });

  it('is chosen among the ends that are offered', () => {
    const session = plans();
    const ghost = session.scene.ghosts.find((it) => it.kind === 'offered' && it.label === 'A+3')!;
    session.click({ kind: 'ghost', id: ghost.id, ghost }, { x: 0, y: 0 });
    expect(session.task.progress).toBe('A+3');
  });

  it('stays as it is once sealed', () => {
    const session = plans();
    session.sealed = true;
    session.setThrust('first', 3);
    expect(session.plan.first.thrust).toBe(0);
    expect(session.key(key('d'))).toBe(false);
  });
});

describe('cards, places and forces', () => {
  it('lay initiative cards by number and by hand', () => {
    const two = { units: [unit(), unit(), unit({ side: 1, card: 2 })] };
    const session = table(
      { initiative: { seats: [0, 1] } },
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
      two,
    );
    expect(session.selected).toBe('0');
    session.key(key('2'));
    expect(action(session)).toEqual({
      cards: [
        { unit: 0, card: 2 },
        { unit: 1, card: 1 },
      ],
    });
    session.deal(1, 3);
    expect(action(session)).toEqual({
      cards: [
        { unit: 0, card: 2 },
        { unit: 1, card: 3 },
      ],
    });
    // There is no such card, and it says so.
    expect(session.key(key('7'))).toBe(true);
    expect(session.refusal?.rule).toBe('STR-1.1');
    expect(session.fleet[0]!.ships.map((it) => it.order)).toEqual(['card 2', 'card 3']);
  });

  it('place a unit within its zone, course and speed', () => {
    const zones = view().field.zones[0];
    const session = table(
      { place: { unit: 0 } },
      {
        place: {
          unit: 0,
          zones,
          default: { unit: 0, at: { x: 8, y: 0.5 }, course: 0, speed: 4 },
          speeds: [0, 4],
          fixed_course: false,
        },
      },
      { units: [unit({ status: 'waiting' }), unit({ side: 1, card: 2 })] },
    );
    session.key(key('q'));
    session.key(key('w'));
    session.key(key('s'));
    session.key(key('d'));
    expect(action(session)).toEqual({ place: { unit: 0, at: { x: 8.5, y: 0.5 }, course: 11, speed: 3 } });
    const ghost = session.scene.ghosts[0]!;
    session.dragStart({ kind: 'ghost', id: ghost.id, ghost });
    session.dragTo({ x: 30, y: 12 });
    session.dragEnd();
    expect(action(session)).toMatchObject({ place: { at: { x: 24, y: 0.5 } } });
  });

  it('bring reserves in by the edges that are open, on courses that lead inwards', () => {
    const strip = (from: [number, number], to: [number, number]) => ({
      rectangle: { from: { x: from[0], y: from[1] }, to: { x: to[0], y: to[1] } },
    });
    const entries = [
      { zone: strip([0, 0], [24, 0.5]), courses: [10, 11, 0, 1, 2] },
      { zone: strip([0, 0], [0.5, 36]), courses: [1, 2, 3, 4, 5] },
    ];
    const closed = [{ disc: { centre: { x: 0, y: 36 }, radius: 3 } }];
    const session = table(
      { arrive: { seat: 0 } },
      {
        arrive: [
          {
            unit: 0,
            returns: false,
            courses: [],
            speeds: [0, 4],
            entries,
            closed,
            default: { enter: { unit: 0, at: { x: 12, y: 0.5 }, course: 0, speed: 4 } },
          },
        ],
      },
      { units: [unit({ status: 'arriving' }), unit({ side: 1, card: 2 })] },
    );
    const drag = (x: number, y: number) => {
      const ghost = session.scene.ghosts[0]!;
      session.dragStart({ kind: 'ghost', id: ghost.id, ghost });
      session.dragTo({ x, y });
      session.dragEnd();
    };
    drag(3, 20);
    expect(action(session)).toEqual({
      arrive: [{ enter: { unit: 0, at: { x: 0.5, y: 20 }, course: 1, speed: 4 } }],
    });
    session.key(key('q'));
    expect(action(session)).toMatchObject({ arrive: [{ enter: { course: 5 } }] });
    drag(0, 35);
    expect(action(session)).toMatchObject({ arrive: [{ enter: { at: { x: 0.5, y: 20 } } }] });
  });

  it('bring units back or leave them away', () => {
    const session = table(
      { arrive: { seat: 0 } },
      {
        arrive: [
          {
            unit: 0,
            returns: true,
            courses: [2, 3, 4],
            speeds: [4, 4],
            entries: [],
            closed: [],
            default: { back: { unit: 0, course: 3 } },
          },
        ],
      },
      { units: [unit({ status: { away: { since: 1 } }, at: { x: 0, y: 9 } }), unit({ side: 1, card: 2 })] },
    );
    expect(action(session)).toEqual({ arrive: [{ back: { unit: 0, course: 3 } }] });
    session.setArrival(0, { withdraw: { unit: 0 } });
    expect(action(session)).toEqual({ arrive: [{ withdraw: { unit: 0 } }] });
  });

  it('hold back no more than allowed and count points', () => {
    const reserve = table({ reserve: { seats: [0] } }, { reserve: { units: [0, 1], most: 1 } });
    reserve.toggleReserve(0);
    reserve.toggleReserve(1);
    expect(action(reserve)).toEqual({ reserve: [0] });
    const force = table(
      { muster: { seats: [0] } },
      {
        muster: {
          points: 310,
          most_units: 10,
          cards: ['Guardian 151a', 'Vulture Mk.IV'],
          default: ['Guardian 151a'],
        },
      },
      { units: [] },
    );
    force.muster('Vulture Mk.IV', 1);
    expect(force.spent).toBe(304);
    force.muster('Guardian 151a', -1);
    expect(action(force)).toEqual({ muster: ['Vulture Mk.IV'] });
  });
});

describe('yaw and fire', () => {
  it('yaw by keys and by the dial on the map', () => {
    const choices = Array.from({ length: 12 }, (_, hours) => ({
      hours,
      facing: hours,
      stress: 0,
      bears: [],
    }));
    const session = table({ yaw: { seats: [0] } }, { yaw: { unit: 0, choices, stress: [] } });
    session.key(key('q'));
    expect(action(session)).toEqual({ yaw: 11 });
    const spot = session.scene.spots.find((it) => it.id === 'yaw-4')!;
    session.click({ kind: 'spot', id: 'yaw-4', spot }, { x: 0, y: 0 });
    expect(session.task.seal).toBe('Yaw 4 h');
    session.key(key('x'));
    expect(action(session)).toEqual({ yaw: 0 });
  });

  it('go through the actions on an enemy by clicks', () => {
    const session = table(
      { combat: { seats: [0] } },
      { combat: { unit: 0, choices: combatChoices(), lock: null } },
    );
    expect(action(session)).toMatchObject({ combat: { gunner: { salvo: { target: 1 } } } });
    session.click(token(session, '1'), { x: 0, y: 0 });
    expect(action(session)).toEqual({ combat: { salvo: { weapon: 'gun', target: 1 } } });
    session.click(token(session, '1'), { x: 0, y: 0 });
    expect(action(session)).toEqual({ combat: { lock: { target: 1 } } });
    session.key(key('x'));
    expect(action(session)).toEqual({ combat: 'none' });
    expect(session.task.seal).toBe('No action');
  });

  it('shoot at will, or wait', () => {
    const session = table({ at_will: { seats: [0] } }, { at_will: { shots: [{ unit: 0, shot: shot() }] } });
    expect(session.task.seal).toBe('Fire 1 shot');
    session.click(token(session, '1'), { x: 0, y: 0 });
    expect(action(session)).toEqual({ at_will: [] });
  });
});

describe('what is told', () => {
  it('names tokens, locks and missiles of a unit', () => {
    const session = table(
      { plan: { seats: [0] } },
      { plan: planMenu() },
      {
        units: [
          unit({ greyouts: 2, evasive: true }),
          unit({ side: 1, card: 2, at: { x: 12, y: 14 }, lock: { target: 0, turn: 1 } }),
        ],
        incoming: [{ by: 1, target: 0, dice: 4, aspect: 'fore' }],
        draw_offers: [1],
      },
    );
    expect(session.fleet[0]!.ships[0]!.troubles.map((it) => it.mark)).toEqual(['G', 'E', 'L', 'M']);
    expect(session.notice).toContain('Pirates');
    session.hover(token(session, '1'));
    expect(session.explain).toContain('10 K ← F1');
  });

  it('plays events and then shows the truth', () => {
    const session = plans();
    const event = {
      manoeuvre: {
        flown: {
          unit: 0,
          plan: session.plan,
          via: [],
          to: { x: 12, y: 8 },
          course: 0,
          facing: 0,
          speed: 4,
          yawed: false,
        },
      },
    };
    const changes: Change[] = [{ op: 'replace', path: '/units/0/at', value: { x: 12, y: 8 } }];
    const cues = session.cues([{ n: 0, turn: 2, text: '', rules: [], event, changes }]);
    expect(session.playing).toBe(true);
    for (const cue of cues) {
      cue.begin?.();
      cue.end?.();
    }
    expect(session.shown!.units[0]!.at).toEqual({ x: 12, y: 8 });
    expect(session.flown.get(0)).toEqual([
      { x: 12, y: 4 },
      { x: 12, y: 8 },
    ]);
    session.settle();
    expect(session.shown).toBe(session.truth);
  });
});
