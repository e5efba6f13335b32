// Views and menus for tests, as the rules write them.
import type {
  Card,
  CombatChoice,
  Manoeuvre,
  Menu,
  Options,
  PlanChoice,
  PlanMenu,
  ShotMenu,
  Unit,
  View,
} from './types';

export const GUARDIAN: Card = {
  name: 'Guardian 151a',
  faction: 'Federation',
  points: 110,
  safe: { acceleration: 4, deceleration: 3, turn: 3, slide: 2 },
  targeting: 3,
  sensors: 1,
  gun: 2,
  missiles: [{ dice: 4, count: 2, feature: 'guided' }],
  structure: 3,
  shields: 2,
  armour: 4,
  features: ['linked'],
  hindrances: ['weak_frame'],
  source: { points: 'text', slide: 'recon' },
};

export const VULTURE: Card = {
  ...GUARDIAN,
  name: 'Vulture Mk.IV',
  points: 194,
  structure: 4,
  armour: 5,
  features: ['gunner', 'turret360'],
  hindrances: ['reactor_interference'],
  missiles: [{ dice: 4, count: 9, feature: 'tracker' }],
};
export const EVO: Card = {
  ...GUARDIAN,
  name: 'Evo 6.2',
  faction: 'Pirates',
  points: 84,
  features: [],
  hindrances: ['retrofitted_civilian'],
  missiles: [{ dice: 3, count: 2, feature: 'fragshell' }],
};

export function unit(part: Partial<Unit> = {}): Unit {
  return {
    card: 0,
    side: 0,
    berth: 0,
    status: 'active',
    at: { x: 12, y: 4 },
    course: 0,
    facing: 0,
    speed: 4,
    structure: 3,
    shields: 2,
    missiles: [2],
    initiative: 0,
    flown: null,
    yawed: false,
    greyouts: 0,
    blackout: false,
    evasive: false,
    countermeasures: false,
    at_will: null,
    lock: null,
    ...part,
  };
}

const options: Options = {
  table: null,
  edges: 'by_scenario',
  deploy_depth: 0.5,
  start_speed: null,
  reserve_all: false,
  roster_mix: true,
  turns: null,
  segment_combat: 'simultaneous',
  turret_always_minus: false,
  fragshell_shift: true,
  faw_any_target: false,
  eject_autodestroy: false,
  wreck_stays_as_obstacle: false,
  off_table_check: 'end',
  dogfight: true,
  min_separation: 0.5,
  arcade: false,
  tie_break: 'none',
};

export function view(part: Partial<View> = {}): View {
  return {
    viewer: { seat: 0 },
    field: {
      options,
      scenario: {
        name: 'Sample',
        blurb: '',
        table: { width: 24, height: 36 },
        deployment: { cards: { edges: 'short' } },
        sides: [
          {
            name: 'Federation',
            faction: '',
            zones: [],
            units: [{ card: 'Guardian 151a', name: '', fixed: false }],
          },
          { name: 'Pirates', faction: '', zones: [], units: [{ card: 'Evo 6.2', name: '', fixed: false }] },
        ],
        terrain: [
          { name: 'Rock', shape: { circle: { centre: { x: 6, y: 6 }, radius: 1.5 } } },
          {
            name: 'Haze',
            threshold: 1,
            shape: {
              polygon: {
                corners: [
                  { x: 16, y: 16 },
                  { x: 20, y: 16 },
                  { x: 18, y: 20 },
                ],
              },
            },
          },
        ],
        cards: [],
        options,
      },
      cards: [GUARDIAN, VULTURE, EVO],
      table: { width: 24, height: 36 },
      zones: [
        [{ rectangle: { from: { x: 0, y: 0 }, to: { x: 24, y: 0.5 } } }],
        [{ rectangle: { from: { x: 0, y: 35.5 }, to: { x: 24, y: 36 } } }],
      ],
      home: ['south', 'north'],
    },
    turn: 2,
    phase: { plan: { seats: [0, 1] } },
    units: [unit(), unit({ card: 2, side: 1, at: { x: 12, y: 14 }, course: 6, facing: 6 })],
    first: 0,
    segment: 1,
    active: [0, 1],
    stopped: null,
    incoming: [],
    pilots: [],
    duel: null,
    taken: [0, 0],
    present: [true, true],
    seventh: false,
    conceded: [],
    draw_offers: [],
    half_points: [0, 0],
    arc: 30,
    wreck: null,
    ...part,
  };
}

const none = (kind: Manoeuvre['kind']): Manoeuvre => ({ kind, thrust: 0 });

function choice(
  first: Manoeuvre,
  second: Manoeuvre,
  to: { x: number; y: number },
  part: Partial<PlanChoice> = {},
): PlanChoice {
  return {
    first,
    second,
    path: [{ x: 12, y: 4 }, to],
    course: 0,
    facing: 0,
    speed: 4,
    stress: 0,
    stress_with_yaw: 0,
    stress_yaw_first: first.thrust === 0 && second.thrust === 0 ? 1 : null,
    evasive: true,
    leaves: false,
    crashes: false,
    ...part,
  };
}

/** A few of the choices of a Guardian at speed 4 on course 0. */
export function planMenu(part: Partial<PlanMenu> = {}): PlanMenu {
  return {
    unit: 0,
    limits: [
      { kind: 'accelerate', safe: 4, most: 8 },
      { kind: 'decelerate', safe: 3, most: 4 },
      { kind: 'turn_port', safe: 3, most: 6 },
      { kind: 'turn_starboard', safe: 3, most: 6 },
      { kind: 'slide_port', safe: 2, most: 4 },
      { kind: 'slide_starboard', safe: 2, most: 4 },
    ],
    realigns: 0,
    choices: [
      choice(none('accelerate'), none('turn_port'), { x: 12, y: 8 }),
      choice({ kind: 'accelerate', thrust: 3 }, none('turn_port'), { x: 12, y: 11 }, { speed: 7 }),
      choice(
        { kind: 'accelerate', thrust: 6 },
        none('turn_port'),
        { x: 12, y: 14 },
        { speed: 10, stress: 3, stress_with_yaw: 4 },
      ),
      choice({ kind: 'turn_port', thrust: 3 }, none('accelerate'), { x: 8, y: 4 }, { course: 9, facing: 9 }),
      choice(none('accelerate'), { kind: 'turn_port', thrust: 3 }, { x: 12, y: 8 }, { course: 9, facing: 9 }),
      choice(
        { kind: 'accelerate', thrust: 3 },
        { kind: 'slide_starboard', thrust: 2 },
        { x: 14, y: 11 },
        {
          speed: 7,
          path: [
            { x: 12, y: 4 },
            { x: 12, y: 11 },
            { x: 14, y: 11 },
          ],
        },
      ),
      choice(none('accelerate'), { kind: 'slide_starboard', thrust: 2 }, { x: 14, y: 8 }),
    ],
    stress: [
      { dice: 0, of: 1, ways: [1, 0, 0, 0, 0] },
      { dice: 1, of: 2, ways: [1, 1, 0, 0, 0] },
      { dice: 2, of: 4, ways: [1, 2, 1, 0, 0] },
      { dice: 3, of: 8, ways: [1, 3, 3, 1, 0] },
      { dice: 4, of: 16, ways: [1, 4, 6, 4, 1] },
    ],
    yaw_first: 1,
    others: [
      {
        unit: 1,
        drift: { x: 12, y: 10 },
        safe: [
          { x: 10, y: 8 },
          { x: 14, y: 8 },
          { x: 12, y: 12 },
        ],
      },
    ],
    evasive_with_thrust: true,
    arcade: false,
    ...part,
  };
}

export function menu(part: Partial<Menu> = {}): Menu {
  return {
    muster: null,
    reserve: null,
    cards: null,
    place: null,
    arrive: [],
    duel: null,
    plan: null,
    yaw: null,
    leave: null,
    at_will: null,
    combat: null,
    ranges: [
      { band: 'point_blank', klicks: 1, dice: 3, highest: true },
      { band: 'close', klicks: 6, dice: 2, highest: true },
      { band: 'medium', klicks: 12, dice: 1, highest: true },
      { band: 'long', klicks: 18, dice: 2, highest: false },
      { band: 'extreme', klicks: 24, dice: 3, highest: false },
      { band: 'visual', klicks: 30, dice: null, highest: false },
    ],
    ...part,
  };
}

/** Two damage dice against armour 4, one shield level. */
export function shot(part: Partial<ShotMenu> = {}): ShotMenu {
  return {
    target: 1,
    weapon: 'gun',
    band: 'medium',
    range: 10,
    threshold: 5,
    sum: [
      { why: 'target_speed', value: 4 },
      { why: 'own_speed', value: 4 },
      { why: 'targeting', value: -3 },
    ],
    dice: 1,
    highest: true,
    linked: false,
    chance: { ways: 2, of: 6 },
    kept: null,
    aspect: 'fore',
    damage: 2,
    armour: 4,
    shields: 1,
    through: [9, 18, 9],
    unstopped: null,
    ...part,
  };
}

export function combatChoices(): CombatChoice[] {
  const salvo = { weapon: 'gun' as const, target: 1 };
  return [
    { combat: 'none', notation: 'none', shots: [] },
    {
      combat: { gunner: { step: { lock: { target: 1 } }, salvo } },
      notation: 'lock P1 and salvo P1',
      shots: [shot()],
    },
    { combat: { salvo }, notation: 'salvo P1', shots: [shot()] },
    { combat: { lock: { target: 1 } }, notation: 'lock P1', shots: [] },
    { combat: 'raise_shields', notation: 'shields', shots: [] },
    { combat: { eject: { bearing: 6 } }, notation: 'eject 6', shots: [] },
  ];
}
