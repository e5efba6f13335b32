// A small battle for tests: the shapes as the server sends them.
import type { Point } from '../../board/types';
import type {
  Advice,
  ClassData,
  HelmMenu,
  Hull,
  Manifest,
  Menu,
  Options,
  OrderChoice,
  PlotChoice,
  ShipView,
  TargetChoice,
  TorpedoChoice,
  View,
} from './types';

export const at = (x: number, y: number): Point => ({ x, y });

export function ship(part: Partial<Hull> = {}, own: Partial<Manifest> | null = {}): ShipView {
  return {
    hull: {
      class: 'battleship',
      side: 0,
      system: 0,
      place: 'free',
      at: at(17, -16),
      dir: at(-1, 0),
      speed: 5,
      trail: [at(22, -16), at(17, -16)],
      deflected: 0,
      tracked: false,
      activated: false,
      torpedo: null,
      armed: null,
      refit: null,
      refuelled: false,
      hits: 0,
      departing: false,
      ...part,
    },
    own: own === null ? null : { shields: 2, fuel: 2, torpedoes: 2, heat: 0, damage: null, ...own },
  };
}

const classes: ClassData[] = [
  {
    class: 'destroyer',
    name: 'Destroyer',
    points: 12,
    shields: 1,
    torpedoes: 2,
    fuel: 3,
    burn: 3,
    hard_burn: 7,
    overheat: 3,
  },
  {
    class: 'cruiser',
    name: 'Cruiser',
    points: 18,
    shields: 1,
    torpedoes: 3,
    fuel: 2,
    burn: 3,
    hard_burn: 7,
    overheat: 3,
  },
  {
    class: 'battleship',
    name: 'Battleship',
    points: 26,
    shields: 2,
    torpedoes: 2,
    fuel: 2,
    burn: 3,
    hard_burn: 7,
    overheat: 3,
  },
  {
    class: 'liner',
    name: 'Liner',
    points: 0,
    shields: 1,
    torpedoes: 0,
    fuel: 2,
    burn: 3,
    hard_burn: 5,
    overheat: 2,
  },
  {
    class: 'runner',
    name: 'Runner',
    points: 0,
    shields: 1,
    torpedoes: 0,
    fuel: 2,
    burn: 4,
    hard_burn: 5,
    overheat: 2,
  },
];

const options: Options = {
  re_mode: 'nature',
  range_rounding: 'exact',
  evasive_relations: 'loses_to_railgun',
  railgun_heat: 'user',
  launch_accel: 7,
  attack_on_launch: false,
  guided_accel: 0,
  deflection_slow: [3, 3],
  deflection_fast: [3, 1],
  civilian_countermeasures: 'as_offline',
  tanker_min_enemy_dist: 10,
  elimination_ends_game: true,
  patrol_station_radius: 1,
  hidden_manifests: false,
  shield_recharge: 'off',
  stealth_run: false,
  hidden_stealth_run: false,
  edge: 60,
};

export function view(part: Partial<View> = {}): View {
  return {
    viewer: { seat: 0 },
    field: {
      scenario: {
        name: 'Duel below Venus',
        blurb: '',
        points: 50,
        turns: 8,
        systems: [],
        lanes: null,
        stations: [],
        sides: [
          {
            name: 'Terra',
            homes: [],
            ships: [{ class: 'battleship', at: at(22, -16), vector: at(-5, 0), system: 0 }],
            extra: null,
            tankers: 0,
          },
          {
            name: 'Ares',
            homes: [],
            ships: [{ class: 'cruiser', at: at(-22, -16), vector: at(5, 0), system: 0 }],
            extra: null,
            tankers: 0,
          },
        ],
        objectives: [],
        neutrals: [],
        deployment: 'as_given',
        generic: null,
        safe_orbits: [],
        options,
      },
      options,
    },
    map: {
      systems: [
        {
          id: 'SOL',
          name: 'Sol',
          class: 'average',
          wells: [
            { at: at(0, 0), influence: 5 },
            { at: at(0, -11), influence: 3 },
          ],
          names: ['Sol', 'Venus'],
          radiation: [2, 0],
          belt: [33, 48],
          tunnel_mark: 8,
        },
        {
          id: 'PRO',
          name: 'Proxima',
          class: 'dwarf',
          wells: [{ at: at(0, 0), influence: 3 }],
          names: ['Proxima'],
          radiation: [1],
          belt: null,
          tunnel_mark: 6,
        },
      ],
      stations: [
        { name: 'A1', side: 0, system: 0, at: at(20, 16), blocked: null },
        { name: 'B1', side: 1, system: 0, at: at(-24, 12), blocked: [1, 3] },
      ],
      lanes: [
        {
          ends: [
            { system: 0, name: 'Sol', gate: { star: { dir: at(1, 0), mark: at(8, 0) } } },
            { system: 1, name: 'Proxima', gate: { marks: [at(10, 1), at(10, 0), at(10, -1)] } },
          ],
          turns: 3,
          safe: true,
        },
      ],
      homes: [[1], []],
      safe_orbits: [],
    },
    turns: 8,
    day: 1,
    stage: { pick: { side: 0 } },
    holder: [0, 'duel'],
    ships: [
      ship(),
      ship(
        {
          class: 'cruiser',
          side: 1,
          at: at(-17, -16),
          dir: at(1, 0),
          trail: [at(-22, -16), at(-17, -16)],
          tracked: true,
          hits: 2,
        },
        { shields: 0, torpedoes: 3 },
      ),
    ],
    tags: ['TB1', 'AC1'],
    tankers: [],
    extras: [null, 'overdrive'],
    passed: [false, false],
    asked: 0,
    goals: [{ side: 0, kind: 'attrition', settled: null }],
    slots: ['free', 'spent'],
    act: null,
    fight: null,
    blows: [],
    splash: [],
    dead: [],
    test: null,
    scores: [
      { surviving: 26, destroyed: 0, attrition: 0 },
      { surviving: 18, destroyed: 0, attrition: 13 },
    ],
    classes,
    meltdown: 5,
    ranges: {
      weapon: 3,
      torpedo: 6,
      proximity: 3,
      guidance: 30,
      scan: 15,
      splash: 1,
      refuel: 2,
      harbour: 1,
      harbour_speed: 3,
      no_hard_burn: 2,
    },
    ...part,
  };
}

export function menu(part: Partial<Menu> = {}): Menu {
  return {
    phase: 'activation',
    ship: null,
    choices: [],
    fleet: null,
    site: null,
    deploy: [],
    hold: [],
    zone: null,
    tanker: null,
    tanker_elsewhere: [],
    guide: null,
    helm: null,
    aim: null,
    advice: null,
    protocols: [],
    effect: null,
    blow: null,
    test: null,
    ...part,
  };
}

export function plot(to: Point, course: Point, speed: number, part: Partial<PlotChoice> = {}): PlotChoice {
  return {
    plot: { course, speed },
    path: [at(17, -16), to],
    to,
    crash: false,
    off_map: false,
    head_on: false,
    fuses: [],
    cover: [],
    targets: [],
    harbours: [],
    lanes: [],
    unpaid: [],
    right: [],
    way: [],
    heat: 0,
    melts: false,
    tracked: false,
    ...part,
  };
}

export const torpedo = (
  to: Point,
  course: Point,
  speed: number,
  part: Partial<TorpedoChoice> = {},
): TorpedoChoice => ({
  plot: { course, speed },
  path: [at(17, -16), to],
  to,
  reaches: [],
  lost: false,
  ...part,
});

export function order(part: Partial<OrderChoice> = {}): OrderChoice {
  return {
    order: 'coast',
    extra: false,
    accel: 0,
    heat: 0,
    fuel: 0,
    hot: 0,
    tracked: false,
    fatal: false,
    useless: false,
    plots: [],
    torpedoes: [],
    ...part,
  };
}

/** Coast, a burn of five vectors one of which is bent and one crashes, a launch. */
export function helmMenu(part: Partial<HelmMenu> = {}): HelmMenu {
  const plots = [
    plot(at(12, -16), at(-1, 0), 5),
    plot(at(9, -16), at(-1, 0), 8, { targets: [{ ship: 1 }], cover: [1] }),
    plot(at(15, -16), at(-1, 0), 2, { harbours: [{ body: 1 }] }),
    plot(at(12.2, -13.2), at(-0.86, 0.51), 6, {
      path: [at(17, -16), at(14, -14), at(12.2, -13.2)],
      head_on: true,
    }),
    plot(at(12.2, -18.8), at(-0.86, -0.51), 6, { crash: true }),
  ];
  return {
    ship: 0,
    from: at(17, -16),
    centre: at(12, -16),
    coast: plots[0]!,
    refused: [['repair', 'nothing is damaged (FTB-12.6)']],
    harbours: [[{ body: 1 }, 'Venus', false]],
    lanes: [],
    flags: { off_patrol: false, no_refuel: false, stay_tracked: true },
    orders: [
      order(),
      order({ order: 'burn', accel: 3, heat: 1, plots }),
      order({
        order: 'launch',
        torpedoes: [
          torpedo(at(5, -16), at(-1, 0), 12, { reaches: [{ ship: 1 }] }),
          torpedo(at(7, -10), at(-0.86, 0.51), 11, { lost: true }),
        ],
      }),
    ],
    ...part,
  };
}

export const target = (part: Partial<TargetChoice> = {}): TargetChoice => ({
  target: { ship: 1 },
  name: 'AC1',
  window: [2, 6],
  nearest: 4,
  distance: 1.5,
  value: 120,
  ...part,
});

export const advice: Advice = {
  own: [
    { protocol: 'defensive', millionths: 250_000 },
    { protocol: 'railgun', millionths: 500_000 },
    { protocol: 'broadside', millionths: 250_000 },
  ],
  enemy: [
    { protocol: 'defensive', millionths: 333_333 },
    { protocol: 'railgun', millionths: 333_333 },
    { protocol: 'broadside', millionths: 333_334 },
  ],
  value: -25,
  cells: [
    [0, -100, 50],
    [100, 0, -150],
    [-50, 150, 0],
  ],
};
