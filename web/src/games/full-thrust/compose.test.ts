import { describe, expect, it } from 'vitest';
import {
  can,
  flightId,
  emptyDraft,
  engaged,
  extrasOf,
  fireOf,
  fromOrder,
  helm,
  intoZone,
  nearestChoice,
  ontoEdge,
  planned,
  thrustsOf,
  toOrder,
  turnsOf,
  vectorOf,
  vectorPlot,
  withAllAt,
  withCore,
  withLine,
  withPair,
  withParties,
  withSetting,
  withShip,
  withShot,
  withSquadron,
  withTests,
  withThrust,
  withTurn,
  withoutMate,
  withoutTarget,
} from './compose';
import type { Reach } from './compose';
import { costOf, fire, motion, offering, orders, plots, switches, view } from './sample';

const reach = (part: Partial<Reach> = {}): Reach => ({
  menu: plots(0, motion(20, 24, 3, 6), 4),
  motion: motion(20, 24, 3, 6),
  roll: false,
  strained: false,
  ...part,
});

describe('the helm', () => {
  it('touches course and velocity within what is offered', () => {
    expect(helm(reach(), '0', 'port')).toBe('P1');
    expect(helm(reach(), 'P2', 'port')).toBeNull();
    expect(helm(reach(), 'P2+2', 'starboard')).toBe('P1+2');
    expect(helm(reach(), '+4', 'faster')).toBeNull();
    // A turn takes what it needs from the thrust, thrust from the turn.
    expect(withTurn(reach(), '+4', -1)).toBe('P1+3');
    expect(withThrust(reach(), 'P2+2', 3)).toBe('P1+3');
    expect(turnsOf(reach())).toEqual([-2, -1, 0, 1, 2]);
    expect(thrustsOf(reach(), 2)).toEqual([-2, -1, 0, 1, 2]);
  });

  it('leaves a point for a roll, and goes further with a strained drive', () => {
    expect(can(reach({ roll: true }), 'P2')).toBe(false);
    expect(can(reach({ roll: true }), 'P1+2')).toBe(true);
    expect(can(reach(), '+6')).toBe(false);
    const menu = plots(0, motion(20, 24, 3, 6), 6, 4);
    menu.choices = menu.choices.map((it) => ({ ...it, emergency: true }));
    const strained = reach({
      strained: true,
      menu: { ...menu, rating: 4, turning: 2, strain: { rating: 6, turning: 4, before: 0 } },
    });
    expect(can(strained, '+6')).toBe(true);
    expect(can(strained, 'P4+3')).toBe(false);
    expect(can({ ...strained, strained: false }, '+6')).toBe(false);
    expect(turnsOf(strained)).toHaveLength(9);
  });

  it('flies where it is pointed to', () => {
    expect(nearestChoice(reach(), { x: 26, y: 24 })?.plot).toBe('0');
    expect(nearestChoice(reach(), { x: 36, y: 24 })?.plot).toBe('+4');
    // A double change of course is meant only where nothing simpler ends near it.
    const menu = plots(0, motion(20, 24, 3, 6), 4);
    const double = {
      plot: 'P1S1',
      cost: { total: 2, turning: 2 },
      path: [
        { x: 20, y: 24 },
        { x: 25.9, y: 25.4 },
      ],
      facing: 3,
      velocity: 6,
      leaves: false,
    };
    const both = reach({ menu: { ...menu, choices: [...menu.choices, double] } });
    expect(nearestChoice(both, { x: 26, y: 24.1 })?.plot).toBe('0');
    expect(nearestChoice(both, { x: 25.9, y: 25.9 })?.plot).not.toBe('0');
  });

  it('turns and burns a vector ship', () => {
    const drifting = { ...motion(0, 0, 12, 4), drift: { x: 0, y: 4 } };
    const menu = {
      ship: 0,
      rating: 4,
      turning: 2,
      can_roll: false,
      roll: { total: 0, turning: 1 },
      push: 1,
      choices: ['0', 'TS1', 'TS6', 'TP5', 'TS1 MD4'].map((plot) => ({
        plot,
        cost: costOf(plot),
        path: [drifting.at],
        facing: 12,
        velocity: 4,
        leaves: false,
      })),
      switches: switches(),
    };
    const free: Reach = { menu, motion: drifting, roll: false, strained: false };
    expect(helm(free, '0', 'starboard')).toBe('TS1');
    expect(helm(free, 'TS6', 'starboard')).toBe('TP5');
    expect(helm(free, 'TS1 MD4', 'faster')).toBeNull();
    expect(can(free, 'PS2')).toBe(true);
    expect(can(free, 'TS1 PS2')).toBe(false);
    expect(vectorOf('MD6 TP2')).toMatchObject({ main: 6, rotate: -2, burnFirst: true });
    expect(vectorPlot(vectorOf('MD6 TP2'))).toBe('MD6 TP2');
    expect(vectorPlot({ ...vectorOf('TP2 MD6'), push: 'rear', by: 1 })).toBe('TP2 MD6 PR1');
  });

  it('draws what was typed beyond the menu once the server has flown it, and says so', () => {
    const menu = plots(0, motion(70, 24, 3, 6), 4);
    const typed = { ship: 0, plot: 'P1S1' };
    expect(planned(menu, typed, new Map())).toBeNull();
    const path = [
      { x: 70, y: 24 },
      { x: 75.6, y: 25.5 },
    ];
    const flown = {
      plot: 'P1S1',
      cost: { total: 2, turning: 2 },
      path,
      facing: 3,
      velocity: 6,
      leaves: true,
    };
    expect(planned(menu, typed, new Map([[flightId(0, 'P1S1'), flown]]))).toMatchObject({
      offered: false,
      facing: 3,
      leaves: true,
      to: path[1],
    });
    expect(planned(menu, undefined, new Map())).toMatchObject({ plot: '0', offered: true });
    expect(planned(menu, { ship: 0, plot: 'P2', roll: true }, new Map())?.offered).toBe(false);
  });
});

describe('squadrons', () => {
  it('share a plot and are one order', () => {
    let draft = withShip(emptyDraft(), 0, { plot: 'P1' });
    draft = withSquadron(draft, [0, 1], 'wedge');
    draft = withShip(draft, 1, { plot: 'S1+1' });
    expect([draft.ships[0]!.plot, draft.ships[1]!.plot]).toEqual(['S1+1', 'S1+1']);
    expect(toOrder(draft, 'orders', null)).toEqual({
      orders: { squadrons: [{ ships: [0, 1], formation: 'wedge', plot: 'S1+1' }] },
    });
    expect(withoutMate(draft, 1).squadrons).toEqual([]);
  });

  it('leave each ship the words that do not move it', () => {
    let draft = withSquadron(withShip(emptyDraft(), 0, { plot: 'P1' }), [0, 1], 'wedge');
    draft = withShip(draft, 1, { active: true, roll: true, modes: [[5, 'overload']] });
    const order = {
      orders: {
        squadrons: [{ ships: [0, 1], formation: 'wedge', plot: 'P1' }],
        ships: [{ ship: 1, plot: '0', active: true, modes: [[5, 'overload']] }],
      },
    };
    expect(toOrder(draft, 'orders', null)).toEqual(order);
    expect(toOrder(fromOrder(order), 'orders', null)).toEqual(order);
  });
});

describe('orders', () => {
  it('come back as they went, with words this client does not know', () => {
    const order = {
      orders: {
        squadrons: [{ ships: [1, 2], formation: 'ring', plot: '+2' }],
        ships: [
          { ship: 0, plot: 'P2+2', roll: true, cloak: 3, turrets: [[0, 'FS']], modes: [[5, 'overload']] },
        ],
        entries: [{ ship: 3, at: { x: 0, y: 3 }, facing: 3 }],
      },
    };
    expect(toOrder(fromOrder(order), 'orders', null)).toEqual(order);
    for (const it of [
      { fire: { ship: 0, shots: [{ weapon: 3, target: 4, aim: 2 }] } },
      { emp: [{ ship: 3, icon: 1, tests: 2 }] },
      { repair: [{ ship: 0, icon: 4, parties: 3 }] },
      { cores: [[0, 'dump']] },
      { deploy: { ship: 1, at: { x: 3, y: 4 }, facing: 3, velocity: 6 } },
    ]) {
      const kind = { fire: 'fire', emp: 'emp', repair: 'repairs', cores: 'cores', deploy: 'deploy' }[
        Object.keys(it)[0]!
      ] as 'fire';
      expect(toOrder(fromOrder(it), kind, null)).toEqual(it);
    }
    const strange = { dockings: [{ ship: 1 }] };
    expect(toOrder(fromOrder(strange), 'other', null)).toEqual(strange);
    expect(toOrder(fromOrder('pass'), 'fire', null)).toBe('pass');
  });

  it('strain a drive only for what it cannot do otherwise', () => {
    const menu = orders();
    const strained = (plot: string) =>
      (
        toOrder(withShip(emptyDraft(), 0, { plot, emergency: true }), 'orders', menu) as {
          orders: { ships: { emergency?: boolean }[] };
        }
      ).orders.ships[0]!.emergency;
    expect([strained('+4'), strained('+6')]).toEqual([undefined, true]);
    expect(
      toOrder(withShip(emptyDraft(), 0, { plot: '0', roll: false, turrets: [] }), 'orders', menu),
    ).toEqual({ orders: { ships: [{ ship: 0, plot: '0' }] } });
  });

  it('keep pairs by their first member', () => {
    expect(withPair(withPair<number, string>(undefined, 1, 'F'), 1, 'FS')).toEqual([[1, 'FS']]);
    expect(withPair([[1, 'F']], 1, null)).toEqual([]);
  });
});

describe('fire', () => {
  it('puts all free weapons on a target, and holds them again', () => {
    const menu = fire();
    let draft = withShot(emptyDraft(), menu, 12, 4);
    draft = withAllAt(draft, menu, 3, (weapon) => weapon === 14);
    expect(fireOf(draft, 0).shots).toEqual([
      { weapon: 12, target: 4 },
      { weapon: 13, target: 3 },
    ]);
    expect(engaged(fireOf(draft, 0), () => true)).toHaveLength(2);
    expect(fireOf(withoutTarget(draft, 0, 4), 0).shots).toEqual([{ weapon: 13, target: 3 }]);
    expect(withoutTarget(withoutTarget(draft, 0, 4), 0, 3).fire).toBeNull();
    // One ship fires at a time.
    expect(withShot(draft, { ...menu, ship: 1 }, 5, 3).fire).toEqual({
      ship: 1,
      shots: [{ weapon: 5, target: 3 }],
    });
  });

  it('keeps together what the menu says fires together', () => {
    const menu = fire();
    const mates = (it: (typeof menu.shots)[number]) => [12, 13].filter((other) => other !== it.weapon);
    menu.shots = menu.shots.map((it) => (it.weapon < 14 ? { ...it, together: mates(it) } : it));
    const both = withShot(withShot(emptyDraft(), menu, 12, 3), menu, 13, 3);
    // The other goes with it to a target it bears on, and holds its fire otherwise.
    const bears = menu.shots.some((it) => it.weapon === 13 && it.target === 4);
    const moved = fireOf(withShot(both, menu, 12, 4), 0).shots;
    expect(moved).toContainEqual({ weapon: 12, target: 4 });
    expect(moved.filter((it) => it.target === 3)).toEqual([]);
    expect(moved.some((it) => it.weapon === 13)).toBe(bears);
    // What is left free does not split them either.
    const first = withShot(emptyDraft(), menu, 12, 4);
    const all = fireOf(
      withAllAt(first, menu, 3, () => false),
      0,
    ).shots;
    expect(all.some((it) => it.weapon === 13 && it.target === 3)).toBe(false);
  });

  it('takes one control for a target, one for each system aimed at, none for point defence', () => {
    const shots = [
      { weapon: 1, target: 3 },
      { weapon: 2, target: 3, aim: 0 },
      { weapon: 4, target: 3, aim: 1 },
      { weapon: 9, target: 4 },
    ];
    expect(engaged({ ship: 0, shots }, (weapon) => weapon !== 9)).toEqual([
      { target: 3, aim: 0 },
      { target: 3, aim: 1 },
    ]);
  });
});

describe('what goes with a move', () => {
  it('is read from the menu', () => {
    const menu = { ...plots(0, motion(0, 0, 12, 4), 4), strain: { rating: 6, turning: 4, before: 1 } };
    const one = extrasOf({
      ...menu,
      switches: {
        active: true,
        reflex: false,
        detonate: false,
        turrets: [{ turret: 0, now: 'F', arcs: ['F', 'FS'] }],
        modes: [{ weapon: 5, name: '', modes: ['overload'] }],
      },
    });
    expect(one.toggles).toEqual(['roll', 'emergency', 'active']);
    expect(one.turrets[0]).toMatchObject({ turret: 0, now: 'F' });
    const two = extrasOf({
      ...menu,
      switches: {
        active: false,
        reflex: true,
        detonate: true,
        cloak: 'device',
        modes: [{ weapon: 5, name: '', now: 'charge', modes: ['arm'] }],
        switch: [{ icon: 7, name: '', on: true }],
        turrets: [{ turret: 1, now: 'FP', arcs: ['F', 'FP'] }],
        heal_first: false,
      },
    });
    expect(two).toMatchObject({
      toggles: ['roll', 'emergency', 'reflex', 'detonate'],
      modes: [{ weapon: 5, now: 'charge', modes: ['arm'] }],
      fields: [{ icon: 7, on: true }],
      turrets: [{ turret: 1, now: 'FP', arcs: ['F', 'FP'] }],
      cloak: true,
      healFirst: false,
    });
    const sent = toOrder(
      withShip(emptyDraft(), 0, { plot: '0', cloak: 2, switch: [[7, false]], heal_first: false }),
      'orders',
      null,
    );
    expect(sent).toEqual({
      orders: { ships: [{ ship: 0, plot: '0', cloak: 2, switch: [[7, false]], heal_first: false }] },
    });
  });
});

describe('the rest', () => {
  it('fires along lines, sets weapons, puts sides in order', () => {
    const line = { weapon: 9 };
    const draft = withLine(withShot(withShot(emptyDraft(), fire(), 12, 3), fire(), 9, 3), 0, line);
    expect(draft.fire).toEqual({ ship: 0, shots: [{ weapon: 12, target: 3 }], lines: [line] });
    expect(withLine(draft, 0, line).fire).toEqual({ ship: 0, shots: [{ weapon: 12, target: 3 }] });
    expect(toOrder(withSetting(emptyDraft(), 0, 4, 'long'), 'settings', null)).toEqual({
      settings: [{ ship: 0, icon: 4, mode: 'long' }],
    });
    const sides = offering({ arrange: [2, 1] });
    expect(toOrder(emptyDraft(), 'arrange', sides)).toEqual({ arrange: [2, 1] });
    expect(toOrder(fromOrder({ arrange: [1, 2] }), 'arrange', sides)).toEqual({ arrange: [1, 2] });
  });

  it('counts tests, parties and choices', () => {
    expect(toOrder(withTests(withTests(emptyDraft(), 3, 1, 2), 3, 1, 0), 'emp', null)).toEqual({ emp: [] });
    expect(toOrder(withParties(emptyDraft(), 0, 2, 3), 'repairs', null)).toEqual({
      repair: [{ ship: 0, icon: 2, parties: 3 }],
    });
    expect(toOrder(withCore(emptyDraft(), 0, 'abandon'), 'cores', null)).toEqual({ cores: [[0, 'abandon']] });
  });

  it('keeps ships in their zone and on their edge', () => {
    const zone = {
      default: { ship: 0, at: { x: 3, y: 24 }, facing: 3, velocity: 6 },
      from: { x: 0, y: 0 },
      to: { x: 6, y: 48 },
      most_velocity: 12,
    };
    expect(intoZone(zone, { x: 9.33, y: -2 })).toEqual({ x: 6, y: 0 });
    const { table } = view().field.scenario;
    expect(ontoEdge({ ship: 0, at: { x: 72, y: 24 }, facing: 9 }, { x: 30, y: 31.26 }, table)).toEqual({
      x: 72,
      y: 31.3,
    });
    expect(ontoEdge({ ship: 0, at: { x: 36, y: 0 }, facing: 12 }, { x: 99, y: 31 }, table)).toEqual({
      x: 72,
      y: 0,
    });
  });
});
