// A small battle for the tests of this folder: a heavy cruiser and two frigates
// against the same, as the server would send it.
import type { FireMenu, Menu, Motion, PlotMenu, ShipState, View } from './types';
import { costOf, fly } from './flight';

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
    damaged: [],
    gone: [],
    spent: [],
    used: [],
    drive_hits: 0,
    drive_gone: 0,
    strained: 0,
    fired: false,
    turrets: [],
    active: false,
    doomed: [],
    emp: [],
    core: { adrift_until: 0, dumped: false },
    ...part,
  };
}

export function motion(x: number, y: number, facing: number, velocity: number): Motion {
  return { at: { x, y }, facing, velocity };
}

export function view(part: Partial<View> = {}, options: Record<string, unknown> = {}): View {
  const armour = [{ standard: 5, regenerative: 0, hurt: 0 }];
  const side = (name: string, edge: 'west' | 'east') => ({
    name,
    edge,
    ships: [
      { design: 'Heavy Cruiser', name: `${name} One` },
      { design: 'Frigate', name: `${name} Two` },
      { design: 'Frigate', name: `${name} Three` },
    ],
  });
  return {
    field: {
      options: { core_systems: false, ...options },
      scenario: {
        name: 'Test',
        table: { width: 72, height: 48 },
        deployment: { alternating: { depth: 6, most_velocity: 12 } },
        turns: 6,
        sides: [side('Cobalt', 'west'), side('Ochre', 'east')],
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
    points: [0, 0],
    conceded: [],
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
  const choices = all.map((plot) => ({ plot, ...fly(from, plot)!, leaves: false }));
  return { ship: index, rating, turning, can_roll: true, choices };
}

export function orders(it: View = view()): Menu {
  return {
    plots: [0, 1, 2].map((index) => plots(index, it.ships[index]!.motion, index === 0 ? 4 : 6)),
    entries: [],
  };
}

/** The cruiser's two forward beams bear on both enemies ahead, one beam on a single one. */
export function fire(controls = 2): FireMenu {
  const shot = (weapon: number, target: number, mean: number) => ({
    weapon,
    name: `beam ${weapon}`,
    target,
    range: 20,
    mean,
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
  };
}
