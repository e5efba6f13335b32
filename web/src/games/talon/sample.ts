// A duel for tests: the shapes as the server sends them.
import type {
  Display,
  FireGroup,
  HexPair,
  Menu,
  MissileView,
  MoveChoice,
  Options,
  ShipState,
  ShipView,
  TargetMenu,
  View,
} from './types';

const options: Options = {
  initiative: 'scenario',
  map_cols: 24,
  map_rows: 16,
  map_unbounded: false,
  missile_lost_beyond: 24,
  crit_turn_cap: 2,
  crit_power_cap: 2,
  power_loss_blocks_ap: true,
  spool_from_arrival: true,
  wmg_displaces_bases: false,
  two_planets_block_spine: false,
  single_side_counts: false,
  black_hole_pulls_missiles: false,
  counter_mix: true,
  fighter_deploy: 'within6',
  same_faction: false,
  victory_ladder: 'share',
  round_limit: null,
};

/** The berth of a cruiser. */
const berth = (at: HexPair) => ({
  class: 'CA',
  name: '',
  at,
  facing: null,
  free_facing: false,
  arrives: null,
  entry: [],
  battery: false,
});

export function ship(part: Partial<ShipState> = {}, display: Partial<Display> = {}): ShipView {
  return {
    ship: {
      design: 0,
      name: 0,
      side: 0,
      status: 'active',
      at: [5, 7],
      facing: 0,
      row: 2,
      power: 3,
      turn_left: 0,
      slip: false,
      shields: [6, 5, 4, 5],
      reinforced: [null, null, null, null],
      hull_marked: 0,
      fighters: [0, 0, 0],
      bars: [
        { red: 1, yellow: 1 },
        { red: 2, yellow: 2 },
        { red: 1, yellow: 1 },
      ],
      battery: false,
      afterburners: 0,
      criticals: {
        shields_down: false,
        helm_down: false,
        power_loss: false,
        shields_fresh: false,
        helm_fresh: false,
        power_fresh: false,
        turn: 0,
        power: 0,
        ftl_offline: false,
      },
      marker: null,
      arrived: 0,
      spooled: false,
      spent: false,
      moved: false,
      fired: false,
      ...part,
    },
    display: {
      id: 0,
      tag: 'A1',
      name: 'Patton',
      class: 'CA',
      kind: 'ship',
      curve: [3, 3, 2],
      rows: [
        [1, 5, 3],
        [2, 4, 2],
        [3, 3, 2],
        [4, 2, 1],
        [5, 1, 1],
      ],
      shields_of: [6, 5, 4, 5],
      shield_sides: [[0], [1, 2], [3], [4, 5]],
      shields_up: true,
      hull: ['H', 'H', '-1', 'C-1', '-1', '-2'],
      boxes: [
        { critical: false, power: 0 },
        { critical: false, power: 0 },
        { critical: false, power: 1 },
        { critical: true, power: 1 },
        { critical: false, power: 1 },
        { critical: false, power: 2 },
      ],
      hull_of: 6,
      hull_left: 6,
      power_modifier: 0,
      has_battery: true,
      afterburners_of: 0,
      groups: [
        {
          weapon: 'phaser',
          count: 1,
          arcs: 'FL',
          covers: ['forward', 'left'],
          red: 1,
          yellow: 1,
          red_of: 1,
          yellow_of: 1,
          charged: true,
          destroyed: false,
        },
        {
          weapon: 'torpedo',
          count: 1,
          arcs: 'F',
          covers: ['forward'],
          red: 2,
          yellow: 2,
          red_of: 2,
          yellow_of: 2,
          charged: true,
          destroyed: false,
        },
        {
          weapon: 'phaser',
          count: 1,
          arcs: 'FR',
          covers: ['forward', 'right'],
          red: 1,
          yellow: 1,
          red_of: 1,
          yellow_of: 1,
          charged: true,
          destroyed: false,
        },
      ],
      explosion: 3,
      points: 115,
      ap_in: 'BDF',
      moves_in: 'BDF',
      spools_in: 6,
      ...display,
    },
  };
}

export function view(part: Partial<View> = {}): View {
  return {
    viewer: { seat: 0 },
    field: {
      options,
      scenario: {
        name: 'Duel',
        blurb: '',
        sides: [
          { name: 'Terran Confederation', faction: 'terran', zone: null, ships: [berth([5, 7])] },
          { name: 'Talon Empire', faction: 'talon', zone: null, ships: [berth([13, 7])] },
        ],
        terrain: [],
        initiative: 1,
        rounds: 12,
        victory: 'last_ship',
        retreat: { allowed: true, forbidden_to: [], beyond: null },
        design_your_own: null,
        designs: [],
        options,
      },
    },
    round: 1,
    impulse: 'B',
    initiative: 1,
    phase: { move: { side: 0 } },
    ships: [
      ship(),
      ship(
        { side: 1, at: [13, 7], facing: 3, shields: [7, 4, 3, 4], afterburners: 2 },
        {
          id: 1,
          tag: 'B1',
          name: 'Justice',
          shields_of: [7, 4, 3, 4],
          afterburners_of: 2,
          has_battery: false,
        },
      ),
    ],
    missiles: [],
    next_missile: 0,
    terrain: [],
    window: { col: 0, row: 0, cols: 24, rows: 16 },
    asked: false,
    rank: [],
    gunner: null,
    market: null,
    destroyed: [0, 0],
    points: [115, 115],
    markers: [0, 0],
    last_round: 12,
    blast: 1,
    ...part,
  };
}

export function missile(part: Partial<MissileView>): MissileView {
  return {
    number: 1,
    side: 1,
    at: [5, 7],
    facing: 3,
    target: 0,
    damaged: false,
    moved: false,
    ...part,
  };
}

/** A menu that offers this and nothing else. */
export function menu(part: Partial<Menu>): Menu {
  return {
    buy: null,
    initiative: null,
    terrain: null,
    deploy: null,
    power: null,
    moves: null,
    fire: null,
    charge: null,
    pull: null,
    reinforce: null,
    retreat: null,
    pick: null,
    arcs: [],
    ...part,
  };
}

export function choice(
  how: MoveChoice['how'],
  to: HexPair,
  facing: number,
  part: Partial<MoveChoice> = {},
): MoveChoice {
  return {
    how,
    to,
    facing,
    turn_left: 0,
    dock: false,
    collides: [],
    terrain: null,
    fatal: false,
    leaves: false,
    hits: 0,
    floats: false,
    ...part,
  };
}

/** Straight, both turns, both slips: turn and slip end in the same hex. */
export function moveMenu(): Menu {
  const choices = [
    choice('straight', [6, 7], 0),
    choice('turn_left', [6, 6], 5, { turn_left: 2 }),
    choice('turn_right', [5, 8], 1, { turn_left: 2 }),
    choice('slip_left', [6, 6], 0),
    choice('slip_right', [5, 8], 0),
  ];
  return menu({ moves: [{ mover: { ship: 0 }, required: true, choices }] });
}

export function target(it: TargetMenu['target'], part: Partial<TargetMenu> = {}): TargetMenu {
  const odds = { of: 6, damage: [3, 0, 3], shields: [500_000, 0, 500_000], hull: [1_000_000], destroyed: 0 };
  return {
    target: it,
    at: [8, 7],
    range: 3,
    arc: 'forward',
    modifier: 0,
    push: [],
    launch: [],
    cone: [],
    one: odds,
    some: [],
    all: odds,
    ...part,
  };
}

export function fireMenu(groups: FireGroup[]): Menu {
  return menu({
    fire: { open: null, ships: [{ ship: 0, groups }] },
    arcs: [
      {
        ship: 0,
        forward: [
          [6, 7],
          [7, 7],
        ],
        right: [[5, 8]],
        rear: [[4, 7]],
        left: [[6, 6]],
      },
    ],
  });
}
