import { describe, expect, it } from 'vitest';
import {
  attacksOf,
  defaultOrder,
  endOf,
  fleetCost,
  helmFor,
  helmOf,
  inWindow,
  nearestPlot,
  nextOrder,
  notation,
  orderChoice,
  plotChoice,
  pointIn,
  steered,
  torpedoChoice,
  towards,
  withPlot,
  withPoint,
  withShip,
  withTarget,
} from './compose';
import { advice, at, helmMenu, menu, target } from './sample';
import type { Order } from './types';
import { COAST } from './wire';

const helm = helmMenu();
const [coast, burn, launch] = helm.orders;

describe('what Enter would give', () => {
  it('is a coast, no attack, the usual place, or the first of few', () => {
    expect(defaultOrder(menu({ helm }))).toEqual({ helm: COAST });
    expect(
      defaultOrder(menu({ aim: { ship: 0, path: [], targets: [target()], cover: [], probes: false } })),
    ).toEqual({ attack: [] });
    expect(defaultOrder(menu({ site: at(20, 16) }))).toEqual({ station: at(20, 16) });
    const choices = [
      { order: { cover: false } as Order, text: 'no cover' },
      { order: { cover: true } as Order, text: 'cover' },
    ];
    expect(defaultOrder(menu({ choices }))).toEqual({ cover: false });
    expect(defaultOrder(null)).toBeNull();
  });
  it('is the heaviest protocol of the mix', () => {
    const choices = (['defensive', 'railgun', 'broadside'] as const).map((protocol) => ({
      order: { protocol } as Order,
      text: protocol,
    }));
    expect(defaultOrder(menu({ phase: 'protocols', choices, advice }))).toEqual({ protocol: 'railgun' });
  });
});

describe('order and plot', () => {
  it('starts a burn where the ship would coast to', () => {
    const now = helmFor(helm, burn!, COAST);
    expect(now).toMatchObject({ order: 'burn', plot: burn!.plots[0]!.plot, torpedo: null });
    expect(plotChoice(helm, now)).toBe(burn!.plots[0]);
  });
  it('sends the vector of the menu unchanged', () => {
    const now = withPlot(helm, helmFor(helm, burn!, COAST), burn!.plots[3]!.plot);
    expect(now.plot).toEqual({ course: { x: -0.86, y: 0.51 }, speed: 6 });
    expect(plotChoice(helm, now)!.path).toHaveLength(3);
  });
  it('forgets a declaration that the new vector does not reach', () => {
    const slow = {
      ...withPlot(helm, helmFor(helm, burn!, COAST), burn!.plots[2]!.plot),
      declare: { body: 1 },
    };
    expect(withPlot(helm, slow, burn!.plots[2]!.plot).declare).toEqual({ body: 1 });
    expect(withPlot(helm, slow, burn!.plots[1]!.plot).declare).toBeNull();
  });
  it('keeps the side of passing only where it matters', () => {
    const now = { ...helmFor(helm, burn!, COAST), side: 'right' as const };
    expect(withPlot(helm, now, burn!.plots[3]!.plot).side).toBe('right');
    expect(withPlot(helm, now, burn!.plots[1]!.plot).side).toBe('left');
  });
  it('launches at what the torpedo can reach, and not into radiation', () => {
    const now = helmFor(helm, launch!, COAST);
    expect(torpedoChoice(launch!.torpedoes, now.torpedo)).toBe(launch!.torpedoes[0]);
    expect(plotChoice(helm, now)).toBe(helm.coast);
  });
  it('knows one’s own vector as one the menu does not list', () => {
    const now = { ...helmFor(helm, burn!, COAST), plot: { course: at(-1, 0.2), speed: 7 } };
    expect(plotChoice(helm, now)).toBeNull();
    expect(orderChoice(helm, now)).toBe(burn);
    expect(notation('hard_burn', at(12.04, -3), true)).toBe('hardburn extra to 12.04,-3');
  });
  it('reads an order with fields left out', () => {
    expect(helmOf({ helm: { order: 'coast' } } as Order)).toEqual(COAST);
  });
  it('goes through the orders in a ring', () => {
    expect(nextOrder(helm, COAST, 1)).toBe(burn);
    expect(nextOrder(helm, COAST, -1)).toBe(launch);
    expect(nextOrder(helm, { ...COAST, order: 'launch' }, 1)).toBe(coast);
  });
});

describe('pointing at vectors', () => {
  it('takes the nearest end and shuns a crash nearly as near', () => {
    expect(nearestPlot(burn!.plots, at(9.3, -15.8))).toBe(burn!.plots[1]);
    expect(nearestPlot(burn!.plots, at(12.2, -18.7))).toBe(burn!.plots[4]);
    expect(nearestPlot([{ to: at(0, 0), crash: true }, { to: at(0.3, 0) }], at(0.1, 0))).toEqual({
      to: at(0.3, 0),
    });
    expect(nearestPlot([], at(0, 0))).toBeNull();
  });
  it('steers by keys', () => {
    const now = burn!.plots[0]!.plot;
    expect(steered(burn!.plots, now, 'faster')).toBe(burn!.plots[1]);
    expect(steered(burn!.plots, now, 'slower')).toBe(burn!.plots[2]);
    expect(steered(burn!.plots, now, 'right')).toBe(burn!.plots[3]);
    expect(steered(burn!.plots, now, 'left')).toBe(burn!.plots[4]);
    expect(steered(burn!.plots, burn!.plots[1]!.plot, 'faster')).toBeNull();
  });
});

describe('attacks', () => {
  const one = { ship: 1 };
  const two = { torpedo: 1 };
  it('have room for one target, with probes for two', () => {
    expect(withTarget(withTarget([], one, 1), two, 1)).toEqual([{ target: two, at: null }]);
    expect(withTarget(withTarget([], one, 2), two, 2)).toHaveLength(2);
    expect(withTarget(withTarget([], one, 1), one, 1)).toEqual([]);
  });
  it('are made from a point in range', () => {
    expect(inWindow(target(), 9)).toBe(6);
    expect(inWindow(target(), 0.3)).toBe(2);
    expect(inWindow(target(), 3.14159)).toBe(3.14);
    expect(withPoint([{ target: one, at: null }], one, 3)).toEqual([{ target: one, at: 3 }]);
    expect(attacksOf({ cover: true })).toEqual([]);
  });
});

describe('set-up', () => {
  it('counts points by the costs of the menu', () => {
    const costs: [string, number][] = [
      ['Battleship', 26],
      ['Destroyer', 12],
      ['Tanker', 7],
      ['Overdrive module', 2],
    ];
    const fleet = {
      ships: ['battleship', 'destroyer'] as ('battleship' | 'destroyer')[],
      extra: 'overdrive' as const,
      tankers: 1,
    };
    expect(fleetCost(fleet, costs)).toBe(47);
    expect(withShip(fleet, 'destroyer', -1).ships).toEqual(['battleship']);
    expect(withShip(fleet, 'cruiser', -1)).toBe(fleet);
  });
  it('turns the first vector to whole lengths', () => {
    const deploy = { ship: 0, at: at(10, 10), plot: { course: at(0, 3), speed: 5 } };
    expect(endOf(deploy)).toEqual(at(10, 15));
    expect(towards(deploy, at(13.1, 14.1)).plot).toEqual({ course: at(3.1, 4.1), speed: 5 });
    expect(towards(deploy, at(10, 10))).toBe(deploy);
  });
});

describe('an end point in writing', () => {
  it('is two numbers, however they are set apart', () => {
    for (const text of ['12,-3', ' 12 -3 ', '(12; -3)', '12, −3', '+12,-3.0'])
      expect(pointIn(text), text).toEqual({ x: 12, y: -3 });
  });
  it('is nothing else', () => {
    for (const text of ['', 'north', '12', '12,', '1,2,3', '12,-3 please', '1e5,0', '--3,4'])
      expect(pointIn(text), text).toBeNull();
  });
});
