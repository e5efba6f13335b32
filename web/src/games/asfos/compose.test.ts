// Composing orders out of a menu.
import { describe, expect, it, test } from 'vitest';
import thrown from '../../../../crates/rules-asfos/tests/odds/volleys.json';
import { capped } from '../../lib/dist';
import {
  bestShot,
  byNotation,
  choiceOf,
  crewUsed,
  defaultPlaces,
  emptyDraft,
  fromOrder,
  helm,
  intoZones,
  nearestChoice,
  shotsOf,
  toOrder,
  volleyOf,
  withCrew,
  mates,
  squadronOf,
  withDriver,
  withPlace,
  withPlot,
  withRest,
  withSquadron,
  withVolley,
  withoutMate,
  zonesFor,
} from './compose';
import { resultOf, volleys } from './odds';
import type { Choice, FireShip, Menu, Order, PlotMenu, Shot, Volley } from './types';

const choice = (dv: number, turns: string, x: number, y: number, notation: string): Choice => ({
  plot: { dv, turns },
  cost: Math.abs(dv) + turns.length,
  speed: 6 + dv,
  path: [],
  to: { x, y },
  heading: 0,
  notation,
  leaves: false,
});
const ARCS: Menu['ranges']['arcs'] = [
  { arc: 'forward', from: -45, to: 45 },
  { arc: 'left', from: 225, to: 315 },
  { arc: 'right', from: 45, to: 135 },
  { arc: 'rear', from: 135, to: 225 },
];
/** A menu with nothing in it but what a test is about. */
const menuOf = (some: Partial<Menu>): Menu => ({
  deploy: null,
  plots: [],
  fire: null,
  repairs: null,
  reach: [],
  ranges: { bands: [6, 12, 18], secondary: 6, arcs: ARCS },
  ...some,
});
const plots: PlotMenu = {
  ship: 3,
  engine: 2,
  rating: 2,
  forced: null,
  choices: [
    choice(0, '', 0, 6, '6'),
    choice(1, '', 0, 7, '7'),
    choice(0, 'R', 2, 5, '3R3'),
    choice(0, 'L', -2, 5, '3L3'),
    choice(1, 'R', 2.5, 6, '3.5R3.5'),
    choice(0, 'RR', 4, 4, 'R3R3'),
    choice(0, 'LR', -4, 6, 'L3R3'),
  ],
};
/** As many boxes of weapons as of the hull. */
const odds = (hull: number[], critical = 0) => ({
  of: 36,
  hull,
  weapons: hull,
  both: hull.map((ways, n) => hull.map((_, m) => (n === m ? ways : 0))),
  critical,
});
const shot = (target: number, arc: Shot['arc'], hull: number[], more: Partial<Shot> = {}): Shot => ({
  arc,
  target,
  strength: 16,
  defence: 5,
  column: '3:1',
  modifiers: { speed: 0, range: 0, gas: 0 },
  range: 10,
  to_hit: null,
  odds: odds(hull, 6),
  can_split: false,
  ...more,
});

describe('plots', () => {
  it('steers within what the menu has', () => {
    expect(helm(plots, undefined, 'right')?.notation).toBe('3R3');
    expect(helm(plots, { dv: 0, turns: 'R' }, 'right')?.notation).toBe('R3R3');
    expect(helm(plots, { dv: 0, turns: 'R' }, 'left')?.notation).toBe('6');
    expect(helm(plots, { dv: 0, turns: 'RR' }, 'right')).toBeNull();
    expect(helm(plots, { dv: 0, turns: 'R' }, 'faster')?.notation).toBe('3.5R3.5');
    expect(helm(plots, { dv: 1, turns: '' }, 'faster')).toBeNull();
    expect(helm(plots, { dv: 1, turns: 'R' }, 'straight')?.notation).toBe('6');
  });

  it('snaps to the nearest end and reads the notation', () => {
    expect(nearestChoice(plots, { x: 3.6, y: 4.2 })?.notation).toBe('R3R3');
    expect(byNotation(plots, ' 3r3 ')?.plot).toEqual({ dv: 0, turns: 'R' });
    expect(byNotation(plots, '2R4')).toBeNull();
    expect(choiceOf(plots, undefined)?.notation).toBe('6');
  });

  it('writes the order and reads it back', () => {
    const draft = withPlot(withPlot(emptyDraft(), 3, { dv: 1, turns: '' }), 4, { dv: 0, turns: 'L' });
    const order = toOrder(draft, 'plot', false);
    expect(order).toEqual({
      action: {
        plot: [
          { ship: 3, plot: { dv: 1, turns: '' } },
          { ship: 4, plot: { dv: 0, turns: 'L' } },
        ],
      },
    });
    expect(fromOrder(order, null)).toEqual(draft);
    expect(toOrder(withPlot(draft, 4, null), 'plot', true).draw).toBe(true);
    const squadron: Order = { action: { plot: [{ ship: 1, with: [2], plot: { dv: 0, turns: 'R' } }] } };
    expect(Object.keys(fromOrder(squadron, null).plots)).toEqual(['1', '2']);
    expect(toOrder(fromOrder(squadron, null), 'plot', false)).toEqual(squadron);
  });

  it('forms squadrons of ships that may share a plot', () => {
    const menu = menuOf({
      plots: [
        { ...plots, ship: 1, rating: 2 },
        { ...plots, ship: 2, rating: 2 },
        { ...plots, ship: 4, rating: 3 },
        { ...plots, ship: 5, rating: 2, forced: plots.choices[0]! },
        { ...plots, ship: 6, rating: 2 },
      ],
    });
    expect(mates(menu, 1)).toEqual([2, 6]);
    expect(mates(menu, 5)).toEqual([]);
    let draft = withPlot(emptyDraft(), 1, { dv: 0, turns: 'R' });
    draft = withSquadron(draft, [1, 2]);
    expect(draft.plots[2]).toEqual({ dv: 0, turns: 'R' });
    draft = withPlot(draft, 2, { dv: 1, turns: '' });
    expect(toOrder(draft, 'plot', false)).toEqual({
      action: { plot: [{ ship: 1, with: [2], plot: { dv: 1, turns: '' } }] },
    });
    draft = withSquadron(draft, [6, 2]);
    expect(draft.squadrons).toEqual([[6, 2]]);
    expect(squadronOf(withoutMate(draft, 2), 6)).toEqual([6]);
  });
});

describe('fire', () => {
  const ship: FireShip = {
    ship: 0,
    weapon: 'primaries',
    drivers: 0,
    rest: null,
    shots: [
      shot(5, 'forward', [0, 18, 12, 6, 0]),
      shot(5, 'left', [30, 6, 0, 0, 0]),
      shot(6, 'forward', [30, 6, 0, 0, 0]),
    ],
  };

  it('takes the arc that does most', () => {
    expect(bestShot(ship, 5)?.arc).toBe('forward');
    expect(bestShot(ship, 9)).toBeNull();
    expect(volleyOf(ship, bestShot(ship, 6)!)).toEqual({ ship: 0, target: 6, arc: 'forward' });
  });

  it('shares out drivers and what is left', () => {
    const drivers: FireShip = {
      ship: 1,
      weapon: 'mass_drivers',
      drivers: 3,
      rest: null,
      shots: [shot(5, null, [0, 36, 0, 0, 0]), shot(6, null, [0, 36, 0, 0, 0])],
    };
    const all = volleyOf(drivers, drivers.shots[0]!);
    expect(all).toEqual({ ship: 1, target: 5, then: [5, 5] });
    const apart = withDriver(all, 1, 6);
    expect(apart.then).toEqual([6, 5]);
    expect(shotsOf(drivers, apart).map((it) => it.target)).toEqual([5, 6]);
    expect(withRest({ ship: 0, target: 5, arc: 'forward' }, 0, 6).then).toEqual([6]);
    expect(withRest({ ship: 0, target: 5, then: [6, 5] }, 0, null)).toEqual({ ship: 0, target: 5 });
    expect(withRest({ ship: 0, target: 5, then: [6, 5] }, 1, 6).then).toEqual([6, 6]);
  });

  it('reckons the whole volley exactly', () => {
    const menu = menuOf({ fire: { step: 'primaries', ships: [ship, { ...ship, ship: 1 }] } });
    let draft = withVolley(emptyDraft(), 0, { ship: 0, target: 5, arc: 'forward' });
    draft = withVolley(draft, 1, { ship: 1, target: 5, arc: 'forward' });
    const [sum] = volleys(menu, draft, () => ({ hull: 4, weapons: 9 }));
    expect(sum!.shots).toHaveLength(2);
    // 1, 2 or 3 boxes each: 18, 12 and 6 in 36; four or more is (12*12 + 2*18*6 + 2*12*6 + 6*6) of 36*36.
    expect(sum!.destroyed).toBeCloseTo((144 + 216 + 144 + 36) / 1296);
    expect(sum!.critical).toBeCloseTo(1 - (30 / 36) ** 2);
    expect(toOrder(withVolley(draft, 1, null), 'fire', false)).toEqual({
      action: { fire: [{ ship: 0, target: 5, arc: 'forward' }] },
    });
  });

  it('hits before it hurts', () => {
    const driver = shot(5, null, [0, 36, 0, 0, 0], {
      to_hit: { in: 6, hits: 3 },
      odds_by_hits: [
        [{ times: 1, odds: odds([0, 36, 0, 0, 0]) }],
        [{ times: 2, odds: odds([0, 36, 0, 0, 0]) }],
      ],
    });
    expect(resultOf(driver, 1).hull.slice(0, 2)).toEqual([0.5, 0.5]);
    expect(resultOf(driver, 2).hull.slice(0, 3)).toEqual([0.25, 0.5, 0.25]);
  });
});

// Written by a test of the rules, which threw every die of each volley.
interface Thrown {
  name: string;
  fire: NonNullable<Menu['fire']>;
  volleys: Volley[];
  results: {
    target: number;
    hull_left: number;
    weapons_left: number;
    hull: number[];
    weapons: number[];
    critical: number;
    destroyed: number;
  }[];
}

describe('odds against every throw of the dice', () => {
  for (const it of thrown as unknown as Thrown[]) {
    test(it.name, () => {
      const fire = Object.fromEntries(it.volleys.map((volley) => [volley.ship, volley]));
      const left = (ship: number) => {
        const found = it.results.find((result) => result.target === ship)!;
        return { hull: found.hull_left, weapons: found.weapons_left };
      };
      const told = volleys(menuOf({ fire: it.fire }), { fire }, left);
      expect(told.map((volley) => volley.target).sort()).toEqual(it.results.map((result) => result.target));
      for (const result of it.results) {
        const volley = told.find((one) => one.target === result.target)!;
        const close = (a: number[], b: number[], most: number) => {
          const [x, y] = [capped(a, most), capped(b, most)];
          for (let k = 0; k < Math.max(x.length, y.length); k++) expect(x[k] ?? 0).toBeCloseTo(y[k] ?? 0, 12);
        };
        close(volley.hull, result.hull, result.hull_left);
        close(volley.weapons, result.weapons, result.weapons_left);
        expect(volley.critical).toBeCloseTo(result.critical, 12);
        expect(volley.destroyed).toBeCloseTo(result.destroyed, 12);
      }
    });
  }
});

describe('deployment and repairs', () => {
  const menu = menuOf({
    deploy: {
      corner_choice: true,
      corners: ['south_west', 'north_east'],
      ships: [
        { ship: 0, default: { ship: 0, at: { x: 3, y: 3 }, heading: 45 }, fixed: false, free_heading: true },
      ],
      zones: [
        { disc: { centre: { x: 0, y: 0 }, radius: 6 } },
        { disc: { centre: { x: 48, y: 48 }, radius: 6 } },
      ],
      defaults_by_corner: { north_east: [{ ship: 0, at: { x: 45, y: 45 }, heading: 225 }] },
    },
  });

  it('stays in the zone of its corner', () => {
    const zones = zonesFor(menu, 'north_east', { width: 48, height: 48 });
    expect(zones).toHaveLength(1);
    const at = intoZones(zones, { x: 24, y: 24 });
    expect(Math.hypot(48 - at.x, 48 - at.y)).toBeLessThanOrEqual(6);
    expect(
      intoZones([{ rectangle: { from: { x: 0, y: 0 }, to: { x: 8, y: 48 } } }], { x: 20, y: 30.04 }),
    ).toEqual({ x: 8, y: 30 });
    expect(defaultPlaces(menu, 'north_east')[0]?.heading).toBe(225);
  });

  it('writes places with the corner', () => {
    const draft = withPlace(
      { ...emptyDraft(), corner: 'south_west' },
      { ship: 0, at: { x: 2, y: 2 }, heading: 90 },
    );
    expect(toOrder(draft, 'deploy', false)).toEqual({
      action: { deploy: { corner: 'south_west', places: [{ ship: 0, at: { x: 2, y: 2 }, heading: 90 }] } },
    });
  });

  it('counts crews', () => {
    const draft = withCrew(withCrew(emptyDraft(), 1, 'R', 2), 1, 'Br', 1);
    expect(crewUsed(draft, 1)).toBe(3);
    expect(toOrder(withCrew(draft, 1, 'Br', 0), 'repairs', false)).toEqual({
      action: { repair: [{ ship: 1, location: 'R', crew: 2 }] },
    });
  });
});
