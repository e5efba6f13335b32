// A small battle for the tests of this folder: a heavy cruiser and two frigates
// against the same, as the server would send it.
import type { FireMenu, Menu, Motion, Options, PlotMenu, ShipState, Switches, View } from './types';
import { along } from '../../board/geometry';
import type { Point } from '../../board/types';
import { still } from '../shared/sight';
import { emptyDraft } from './compose';
import { degrees, readPlot, turned } from './flight';
import type { Burn } from './flight';
import type { Looking } from './scene';
import served from '../../../../crates/rules-full-thrust/tests/displays/sample.json';

export function ship(side: number, motion: Motion, part: Partial<ShipState> = {}): ShipState {
  return {
    owner: side,
    side,
    status: 'active',
    motion,
    rolled: false,
    hull_lost: 0,
    armour: [],
    rows_checked: 0,
    rows_at_start: 0,
    damaged: [],
    gone: [],
    spent: [],
    used: [],
    drive_hits: 0,
    drive_gone: 0,
    turned: false,
    thrusted: false,
    strained: 0,
    wear: 0,
    fired: false,
    turrets: [],
    active: false,
    spinal_turn: 0,
    spinal_fired: [],
    doomed: [],
    emp: [],
    core: { adrift_until: 0, dumped: false },
    ...part,
  };
}

export function motion(x: number, y: number, facing: number, velocity: number): Motion {
  return { at: { x, y }, facing, velocity };
}

export function view(part: Partial<View> = {}, options: Partial<Options> = {}): View {
  const armour = [{ standard: 5, regenerative: 0, hurt: 0 }];
  const berth = (design: string, name: string) => ({ design, name, velocity: 0, vector: false });
  const side = (name: string, edge: 'west' | 'east') => ({
    name,
    edge,
    tech: [],
    ships: [
      berth('Heavy Cruiser', `${name} One`),
      berth('Frigate', `${name} Two`),
      berth('Frigate', `${name} Three`),
    ],
  });
  const played = { ...(served.field.options as unknown as Options), ...options };
  return {
    viewer: { seat: 0 },
    field: {
      options: played,
      displays: served.field.displays as unknown as View['field']['displays'],
      scenario: {
        name: 'Test',
        blurb: '',
        table: { width: 72, height: 48 },
        deployment: { alternating: { depth: 6, most_velocity: 12 } },
        turns: 6,
        sides: [side('Cobalt', 'west'), side('Ochre', 'east')],
        designs: [],
        options: played,
      },
    },
    turn: 2,
    phase: 'orders',
    ships: [
      ship(0, motion(20, 24, 3, 6), { armour }),
      ship(0, motion(20, 28, 3, 6)),
      ship(0, motion(20, 40, 3, 6)),
      ship(1, motion(40, 24, 9, 6), { armour }),
      ship(1, motion(40, 28, 9, 6)),
      ship(1, motion(40, 20, 9, 6)),
    ],
    written: [],
    secrets: [],
    initiative: [0, 1],
    sides: [],
    points: [0, 0],
    conceded: [],
    chart: structuredClone(served.chart) as unknown as View['chart'],
    ...part,
  };
}

/** What the menu would offer a ship that moves so, with this thrust. */
export function plots(
  index: number,
  from: Motion,
  rating: number,
  turning = Math.floor(rating / 2),
): PlotMenu {
  const all: string[] = [];
  for (let turn = -turning; turn <= turning; turn++) {
    for (let thrust = -rating; thrust <= rating; thrust++) {
      const helm = turn < 0 ? `P${-turn}` : turn > 0 ? `S${turn}` : '';
      const burn = thrust > 0 ? `+${thrust}` : thrust < 0 ? String(thrust) : '';
      const plot = `${helm}${burn}` || '0';
      if (costOf(plot).total <= rating && from.velocity + thrust >= 0) all.push(plot);
    }
  }
  const choices = all.map((plot) => ({ plot, cost: costOf(plot), ...fly(from, plot)!, leaves: false }));
  const roll = { total: 1, turning: 1 };
  return { ship: index, rating, turning, can_roll: true, roll, choices, switches: switches() };
}

/** What a ship may be ordered besides its plot: nothing but this. */
export function switches(part: Partial<Switches> = {}): Switches {
  return { active: false, reflex: false, detonate: false, ...part };
}

/** Points of thrust a plot takes, and of them those that turn, as the server counts them. */
export function costOf(plot: string, roll = false): { total: number; turning: number } {
  const it = readPlot(plot);
  const more = roll ? 1 : 0;
  if (!it) return { total: more, turning: more };
  if ('helm' in it) {
    const turning = Math.abs(it.helm.turn) + Math.abs(it.helm.second ?? 0) + more;
    return { total: turning + Math.abs(it.helm.thrust), turning };
  }
  let total = 0;
  let turning = more;
  for (const burn of it.burns) {
    if ('main' in burn) total += burn.main;
    else turning += 'rotate' in burn ? 1 : burn.by;
  }
  return { total, turning };
}

export interface Flight {
  path: Point[];
  facing: number;
  velocity: number;
}

/** The path of a plot as the server flies it: half the turn before the move, the other half in the middle
    of it; or drift and burns. */
export function fly(from: Motion, text: string): Flight | null {
  const plot = readPlot(text);
  if (!plot) return null;
  if (from.drift || 'burns' in plot) return drift(from, 'burns' in plot ? plot.burns : []);
  const { turn, second, thrust } = plot.helm;
  const velocity = Math.max(0, from.velocity + thrust);
  const first = second === null ? Math.trunc(turn / 2) : turn;
  const then = second === null ? turn - first : second;
  const course = turned(from.facing, first);
  const facing = turned(course, then);
  const half = Math.floor(velocity / 2);
  const middle = along(from.at, degrees(course), half);
  const end = along(middle, degrees(facing), velocity - half);
  return { path: facing !== course && half > 0 ? [from.at, middle, end] : [from.at, end], facing, velocity };
}

function drift(from: Motion, burns: Burn[]): Flight {
  let at = { x: from.at.x + (from.drift?.x ?? 0), y: from.at.y + (from.drift?.y ?? 0) };
  let facing = from.facing;
  for (const burn of burns) {
    if ('main' in burn) at = along(at, degrees(facing), burn.main);
    else if ('rotate' in burn) facing = turned(facing, burn.rotate);
    else at = along(at, degrees(turned(facing, { port: -3, starboard: 3, rear: 6 }[burn.push])), burn.by);
  }
  return {
    path: [from.at, at],
    facing,
    velocity: Math.floor(Math.hypot(at.x - from.at.x, at.y - from.at.y) + 0.5),
  };
}

/** A menu that offers this and nothing else. */
export function offering(part: Partial<Menu> = {}): Menu {
  return {
    deploy: [],
    plots: [],
    entries: [],
    settings: [],
    arrange: [],
    fire: [],
    silent: [],
    odds: [],
    weapons: [],
    emp: [],
    repairs: [],
    cores: [],
    core_needs: [],
    ...part,
  };
}

export function orders(it: View = view()): Menu {
  return offering({
    plots: [0, 1, 2].map((index) => plots(index, it.ships[index]!.motion, index === 0 ? 4 : 6)),
  });
}

/** The cruiser's two forward beams bear on both enemies ahead, one beam on a single one. */
export function fire(controls = 2): FireMenu {
  const shot = (weapon: number, target: number, mean: number) => ({
    weapon,
    name: `beam ${weapon}`,
    family: 'beam',
    target,
    range: 20,
    dice: 1,
    control: true,
    mean,
    odds: 0,
    times: 1,
    aims: [],
  });
  return {
    ship: 0,
    controls,
    shots: [
      shot(12, 3, 800),
      shot(13, 3, 800),
      shot(14, 3, 500),
      shot(12, 4, 800),
      shot(13, 4, 800),
      shot(12, 5, 400),
    ],
    targets: [],
    refused: [],
  };
}

/** The map as seat 0 sees it while it composes an order. */
export const looking = (part: Partial<Looking> = {}): Looking => ({
  ...still(view(), emptyDraft()),
  seat: 0,
  open: true,
  playing: false,
  picked: null,
  hoveredIcon: null,
  armed: null,
  placing: null,
  flights: new Map(),
  squadron: [],
  ...part,
});
