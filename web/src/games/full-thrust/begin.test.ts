import { describe, expect, it } from 'vitest';
import { emptyDraft, extrasOf, fromOrder, toOrder, withoutOrder, withShip } from './compose';
import { killsOf } from './fights';
import { blastOf, roundLoad } from './figures';
import { withArrival, withGate, withShare } from './gates';
import { offering, plots, switches, view, looking } from './sample';
import { sceneOf } from './scene';
import { completed, firstPlaced, freshDraft, placesOffered, shipsWithChoice } from './session/begin';

const WHOLE = 1e12;

describe('a phase begins', () => {
  const menu = offering({
    features: [
      [0, { x: 3, y: 4 }],
      [2, { x: 9, y: 9 }],
    ],
    plans: [{ ship: 1, turn: 3, at: { x: 50, y: 20 }, facing: 9, velocity: 6 }],
  });

  it('with what the menu proposes', () => {
    expect(toOrder(freshDraft('features', menu), 'features', menu)).toEqual({ features: menu.features });
    expect(firstPlaced(menu)).toBe('plan-1');
    expect(placesOffered(menu)).toEqual([
      { x: 3, y: 4 },
      { x: 9, y: 9 },
      { x: 50, y: 20 },
    ]);
    expect(shipsWithChoice('plans', menu)).toEqual([1]);
  });

  it('and keeps what an order says nothing of', () => {
    const moved = completed(fromOrder({ features: [[2, { x: 1, y: 1 }]] }), 'features', menu);
    expect(moved.features).toEqual([
      [0, { x: 3, y: 4 }],
      [2, { x: 1, y: 1 }],
    ]);
    expect(completed(emptyDraft(), 'plans', menu).plans).toEqual(menu.plans);
  });

  it('with a pursuit, unless it is called off', () => {
    expect(toOrder(freshDraft('chase', offering({ chase: true })), 'chase', null)).toEqual({ chase: true });
    expect(toOrder(fromOrder({ chase: false }), 'chase', null)).toEqual({ chase: false });
  });
});

describe('carried ships, gates and shares', () => {
  const carried = view().ships[2]!;
  const menu = offering({
    plots: [plots(0, view().ships[0]!.motion, 4)],
    riders: [plots(2, carried.motion, 6)],
    arrivals: [{ usual: { ship: 1, gate: { ship: 3 }, velocity: 4 }, most_velocity: 6, any_course: false }],
    shares: [{ ship: 0, points: 9, bears: 30, riders: [[2, 10]], usual: { ship: 0, parts: [[2, 3]] } }],
  });

  it('part only if they are ordered to', () => {
    const draft = withShip(emptyDraft(), 0, { plot: '+2' });
    expect(toOrder(draft, 'orders', menu)).toEqual({ orders: { ships: [{ ship: 0, plot: '+2' }] } });
    const parted = withShip(draft, 2, { plot: 'P1' });
    expect(toOrder(parted, 'orders', menu)).toEqual({
      orders: {
        ships: [
          { ship: 0, plot: '+2' },
          { ship: 2, plot: 'P1', detach: true },
        ],
      },
    });
    expect(toOrder(withoutOrder(parted, 2), 'orders', menu)).toEqual(toOrder(draft, 'orders', menu));
  });

  it('come through and are opened beside the plots', () => {
    const draft = withGate(freshDraft('orders', menu), 3, true);
    expect(toOrder(draft, 'orders', menu)).toEqual({
      orders: { gates: [{ gate: 3, open: true }], arrivals: [{ ship: 1, gate: { ship: 3 }, velocity: 4 }] },
    });
    expect(toOrder(withArrival(withGate(draft, 3, null), 1, null), 'orders', menu)).toEqual({ orders: {} });
  });

  it('begin with the proposal', () => {
    const draft = freshDraft('share', menu);
    expect(toOrder(draft, 'share', menu)).toEqual({ share: [{ ship: 0, parts: [[2, 3]] }] });
    expect(toOrder(withShare(draft, 0, 2, 0), 'share', menu)).toEqual({ share: [] });
  });
});

describe('kills of several weapons', () => {
  it('add up, and no more than there are', () => {
    const half = [WHOLE / 2, WHOLE / 2];
    expect(killsOf([half, half], 6).slice(0, 3)).toEqual([0.25, 0.5, 0.25]);
    expect(killsOf([half, half, half], 1)).toEqual([0.125, 0.875]);
  });

  it('are not told where the menu does not tell one of them', () => {
    expect(killsOf([[WHOLE / 2, WHOLE / 2], []], null)).toEqual([]);
    expect(killsOf([], 6)).toEqual([]);
  });
});

describe('what is drawn round things', () => {
  it('is what the menu and the view say', () => {
    const load = { weapon: 1, name: '', extended: false, reach: 18, lock: 5 };
    expect(roundLoad({ ...load, what: 'salvo' }, false)).toEqual({ radius: 5, harm: false });
    expect(roundLoad({ ...load, what: { bolt: 2 }, blast: 4 }, false)).toEqual({ radius: 4, harm: true });
    const antimatter = { ...load, what: { antimatter: { fused: false } }, fused: 2 };
    expect([roundLoad(antimatter, false).radius, roundLoad(antimatter, true).radius]).toEqual([5, 2]);
    const marker = { number: 7, ship: 0, side: 0, what: { bolt: 2 }, at: { x: 0, y: 0 }, stopped: 0 };
    const it = view({ markers: [{ ...marker, number: 6, what: 'salvo' }, marker] });
    it.chart.blasts = [null, 4];
    expect(it.markers!.map((other) => blastOf(it, other))).toEqual([null, 4]);
  });
});

describe('words that name another ship', () => {
  it('are offered with the ships they may name', () => {
    const menu = {
      ...plots(0, view().ships[0]!.motion, 4),
      switches: switches({ ram: [3, 4], tow: [], pull: 2, cast_off: true }),
    };
    expect(extrasOf(menu)).toMatchObject({ others: [{ word: 'ram', ships: [3, 4] }], pull: 2 });
    expect(extrasOf(menu).toggles).toContain('cast_off');
  });
});

describe('ships that hold on', () => {
  it('are tied to their lead on the map', () => {
    const tied = view();
    tied.ships[1]!.link = { lead: 0, hold: 'tow', ready: 1 };
    const scene = sceneOf(looking({ view: tied, open: false }));
    expect(scene.links).toContainEqual(expect.objectContaining({ from: '1', to: '0' }));
  });
});
