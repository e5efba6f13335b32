// What crate rules-ftb sends and takes, as far as it is used here: view, menu,
// orders, events. Ships, bodies, stations and lanes are numbers from 0; body 0
// is the star.
import type { Point } from '../../board/types';
import type { Outcome } from '../../wire';

export type ClassName = 'destroyer' | 'cruiser' | 'battleship' | 'liner' | 'runner';
export type SystemName = 'core' | 'weapons' | 'drive';
export type ExtraName = 'engineering_bay' | 'overdrive' | 'tracking_probes';
export type Protocol = 'defensive' | 'railgun' | 'broadside' | 'evasive';
export type Kind =
  'coast' | 'burn' | 'hard_burn' | 'heat_dump' | 'repair' | 'launch' | 'refit' | 'recharge' | 'board';
export type Benefit = 'fuel' | 'erase_damage' | 'shield' | 'torpedoes';
export type Pass = 'left' | 'right';

export interface Damage {
  system: SystemName;
  offline: boolean;
}

export interface Manifest {
  shields: number;
  fuel: number;
  torpedoes: number;
  heat: number;
  damage: Damage | null;
}

export type Place =
  | 'waiting'
  | 'free'
  | 'held_back'
  | 'undeparted'
  | 'destroyed'
  | 'withdrawn'
  | { orbit: number }
  | { dock: number }
  | { lane: { lane: number; end: number; due: number; tested: boolean } }
  | { at_entry: { lane: number; end: number } };

export interface Torpedo {
  from: Point;
  at: Point;
  dir: Point;
  speed: number;
  deflected: number;
}

export interface Hull {
  class: ClassName;
  /** 0 and 1; 2 is nobody's. */
  side: number;
  system: number;
  place: Place;
  at: Point;
  dir: Point;
  speed: number;
  trail: Point[];
  deflected: number;
  tracked: boolean;
  activated: boolean;
  torpedo: Torpedo | null;
  armed: number | null;
  refit: { turns: number; repaired: boolean } | null;
  refuelled: boolean;
  hits: number;
  departing: boolean;
}

export interface ShipView {
  hull: Hull;
  /** Null: not for this viewer to know. */
  own: Manifest | null;
}

export type TankerPlace =
  | { away: { from: number } }
  | { deployed: { system: number; at: Point; day: number; attacks: number; given: number } };

export interface TankerView {
  side: number;
  hidden: boolean;
  real: boolean | null;
  at: TankerPlace;
}

export interface StarSystem {
  id: string;
  name: string;
  class: string;
  wells: { at: Point; influence: number }[];
  names: string[];
  radiation: number[];
  belt: [number, number] | null;
  tunnel_mark: number;
}

export interface Station {
  name: string;
  side: number;
  system: number;
  at: Point;
  blocked: [number, number] | null;
}

export type Gate = 'nowhere' | { marks: [Point, Point, Point] } | { star: { dir: Point; mark: Point } };

export interface Lane {
  ends: { system: number | null; name: string; gate: Gate }[];
  turns: number;
  safe: boolean;
}

export interface StarMap {
  systems: StarSystem[];
  stations: Station[];
  lanes: Lane[];
  homes: [number[], number[]];
  safe_orbits: [number, number][];
}

export type Slot = 'free' | 'spent' | { reserved: number };

export type GoalKind =
  | 'attrition'
  | { blockade: { station: number | null; needed: number; done: number } }
  | { transport: { class: ClassName; ship: number | null; to: number | null } }
  | {
      patrol: {
        home: number;
        hostile: number | null;
        friendly: number | null;
        leg: number;
        flying: { ship: number; track: Point[] }[];
        track: Point[];
      };
    }
  | { board: { station: number } };

export interface Goal {
  side: number;
  kind: GoalKind;
  settled: boolean | null;
}

export interface PathData {
  legs: { from: Point; dir: Point; length: number }[];
}

export type Harbour = { body: number } | { station: number };
export type Target = { ship: number } | { tanker: number } | { torpedo: number };

export interface Plot {
  course: Point;
  speed: number;
}

export interface Attack {
  target: Target;
  at: number | null;
}

export interface Guide {
  plot: Plot | null;
  attack: Attack | null;
  side: Pass;
}

export interface Helm {
  order: Kind;
  plot: Plot | null;
  torpedo: Guide | null;
  declare: Harbour | null;
  enter: number | null;
  side: Pass;
  extra: boolean;
  off_patrol: boolean;
  no_refuel: boolean;
  stay_tracked: boolean;
}

export interface Activation {
  ship: number;
  step: string | { offer: number } | { fly_by: number };
  helm: Helm;
  path: PathData;
  attacks: Attack[];
  covered: boolean;
}

export interface Effect {
  from: number;
  to: number;
  by: Protocol;
  against: Protocol;
  form: 'winner_chooses' | 'target_chooses' | 'hit' | 'heat';
  focus: boolean;
}

export type Fight =
  | {
      combat: { attacker: number; defender: number; cover: boolean; stage: 'choose' | { effects: Effect[] } };
    }
  | { strike: { guide: number; target: number; evasive: boolean | null } };

export type Fate = 'shield' | 'destroyed' | { damaged: SystemName };
export interface Blow {
  target: number;
  chooser: number | null;
  focus: boolean;
  pierce: boolean;
  fate: Fate | null;
}
export type Stage = string | Record<string, unknown>;
export type Trial =
  | 'mask'
  | 'repair'
  | 'recharge'
  | 'asteroids'
  | 'tunnel'
  | { scan: { target: number } }
  | { countermeasures: { guide: number } }
  | { torpedo: { target: number } };

export interface Test {
  ship: number;
  trial: Trial;
  easy: boolean;
}

/** One line of the ship table. */
export interface ClassData {
  class: ClassName;
  name: string;
  points: number;
  shields: number;
  torpedoes: number;
  fuel: number;
  burn: number;
  hard_burn: number;
  overheat: number;
}

/** How a side stands. */
export interface Score {
  surviving: number;
  destroyed: number;
  /** Null: not for this viewer to know. */
  attrition: number | null;
}

/** How far things reach, in LU. */
export interface Ranges {
  weapon: number;
  torpedo: number;
  proximity: number;
  guidance: number;
  scan: number;
  splash: number;
  refuel: number;
  harbour: number;
  harbour_speed: number;
  no_hard_burn: number;
}

export interface View {
  field: {
    scenario: {
      name: string;
      points: number;
      turns: number;
      sides: {
        name: string;
        ships: { class: ClassName; at?: Point | null; vector?: Point | null; system?: number }[];
        extra?: ExtraName | null;
        tankers?: number;
      }[];
      deployment?: string;
      generic?: string | null;
    };
    options: { edge?: number | null; hidden_manifests?: boolean } & Record<string, unknown>;
  };
  map: StarMap;
  turns: number;
  day: number;
  stage: Stage;
  holder: [number, string] | null;
  ships: ShipView[];
  tags: string[];
  tankers: TankerView[];
  extras: [ExtraName | null, ExtraName | null];
  goals: Goal[];
  slots: Slot[];
  act: Activation | null;
  fight: Fight | null;
  /** Hits on their way; without a fate, one whose system is still to be chosen. */
  blows?: Blow[];
  test: Test | null;
  scores: [Score, Score];
  classes: ClassData[];
  ranges: Ranges;
}

// The menu.

/** What lies on the way of a vector. */
export type Met =
  | 'asteroids'
  | { refuel: number }
  | { mark: number }
  | { leave: number }
  | { radiation: number }
  | { patrol: [number, number] };

export interface Meeting {
  t: number;
  at: Point;
  what: Met;
}

export interface Circle {
  at: Point;
  radius: number;
  name: string;
}

/** Where something may be placed. */
export interface Zone {
  rule: string;
  /** In one of these; none: anywhere. */
  within: Circle[];
  /** Outside all of these. */
  clear: Circle[];
  /** In the belt, or at least so far from the star. */
  outer: number | null;
  edge: number | null;
  vector_clear: Circle[];
  speeds: [number, number] | null;
}

export interface PlotChoice {
  plot: Plot;
  path: Point[];
  to: Point;
  crash: boolean;
  off_map: boolean;
  head_on: boolean;
  fuses: number[];
  cover: number[];
  targets: Target[];
  harbours: Harbour[];
  lanes: number[];
  /** The path that passes on the right, if the side matters. */
  right: Point[];
  way: Meeting[];
  /** At the end of the activation, if nobody fires and no test is failed. */
  heat: number;
  /** Radiation on the way would destroy it. */
  melts: boolean;
  /** Tracked at the end of the vector. */
  tracked: boolean;
}

export interface TorpedoChoice {
  plot: Plot;
  path: Point[];
  to: Point;
  reaches: Target[];
  lost: boolean;
}

export interface OrderChoice {
  order: Kind;
  extra: boolean;
  accel: number;
  heat: number;
  fuel: number;
  /** The ship's heat once it is paid for. */
  hot: number;
  /** That heat makes it Tracked. */
  tracked: boolean;
  fatal: boolean;
  useless: boolean;
  plots: PlotChoice[];
  torpedoes: TorpedoChoice[];
}

export interface HelmMenu {
  ship: number;
  from: Point;
  centre: Point;
  coast: PlotChoice | null;
  orders: OrderChoice[];
  refused: [Kind, string][];
  harbours: [Harbour, string, boolean][];
  lanes: [number, string][];
  /** Words of an order that mean something now. */
  flags: { off_patrol: boolean; no_refuel: boolean; stay_tracked: boolean };
}

export interface TargetChoice {
  target: Target;
  name: string;
  window: [number, number];
  nearest: number;
  distance: number;
  /** Hundredths of a point. */
  value: number;
}

export interface GuideMenu {
  ship: number;
  path: Point[];
  targets: TargetChoice[];
  plots: TorpedoChoice[];
}

export interface AimMenu {
  ship: number;
  path: Point[];
  targets: TargetChoice[];
  cover: number[];
  probes: boolean;
}

export interface Mixed {
  protocol: Protocol;
  millionths: number;
}

export interface Advice {
  own: Mixed[];
  enemy: Mixed[];
  /** Hundredths of a point. */
  value: number;
  cells: number[][];
}

export interface Fleet {
  ships: ClassName[];
  extra: ExtraName | null;
  tankers: number;
}

export interface Deploy {
  ship: number;
  at: Point;
  plot: Plot;
}

export interface TankerMenu {
  tanker: number;
  system: number;
  /** Some points that would do. */
  points: Point[];
  /** It keeps out of these. */
  clear: Circle[];
}

export interface Menu {
  phase: string;
  ship: number | null;
  choices: { order: Order; text: string }[];
  fleet: { points: number; costs: [string, number][]; default: Fleet } | null;
  site: Point | null;
  deploy: Deploy[];
  hold: Deploy[];
  zone: Zone | null;
  tanker: TankerMenu | null;
  tanker_elsewhere: TankerMenu[];
  guide: GuideMenu | null;
  helm: HelmMenu | null;
  aim: AimMenu | null;
  advice: Advice | null;
  /** What "hit or heat", "system hit" and a test are about. */
  effect: Effect | null;
  blow: Blow | null;
  test: Test | null;
}

export type Pick =
  | 'pass'
  | { activate: number }
  | { force: number }
  | { tanker: { tanker: number; system: number; at: Point } };

export type Order =
  | 'concede'
  | { fleet: Fleet }
  | { station: Point }
  | { name: number }
  | { deploy: Deploy }
  | { hold_back: Deploy | null }
  | { depart: boolean }
  | { duel: Protocol }
  | { pick: Pick }
  | { forcer: number }
  | { guide: Guide }
  | { evade: boolean }
  | { system: SystemName }
  | { helm: Helm }
  | { fuse: number }
  | { attack: Attack[] }
  | { target: number }
  | { cover: boolean }
  | { protocol: Protocol }
  | { heat: boolean }
  | { scan: number | null }
  | { benefit: Benefit };

// Events. Those without data are plain words.

export interface EventData {
  drawn: { turns: number; homes: [number, number]; goals: Goal[] };
  asked: { stage: Stage };
  fleet_chosen: { side: number; ships: ClassName[]; extra: ExtraName | null; tankers: number | null };
  station_placed: { station: Station };
  placed: { ship: number; at: Point; dir: Point; speed: number };
  held_back: { ship: number };
  day_began: { day: number };
  tanker_gone: { tanker: number; destroyed: boolean };
  lane_due: { ship: number; due: number | null };
  departure: { ship: number; departs: boolean };
  duel_drawn: { choices: [Protocol, Protocol] };
  initiative: { side: number; by: string; choices: [Protocol, Protocol] | null };
  picked: { side: number | null; ship: number };
  tanker_deployed: { tanker: number; system: number; at: Point };
  step: { step: Activation['step'] };
  torpedo_flew: {
    ship: number;
    path: PathData;
    speed: number;
    dir: Point;
    deflected: number;
    launch: boolean;
  };
  torpedo_lost: { ship: number; why: string };
  ordered: { ship: number; helm: Helm | null };
  extra_used: { side: number; extra: ExtraName };
  plotted: { ship: number; path: PathData; dir: Point; speed: number; deflected: number; to: Point };
  aimed: { attacks: Attack[] };
  along: { t: number };
  fuse_lit: { ship: number };
  cover_fire: { firer: number; fires: boolean };
  tanker_attacked: { tanker: number };
  refuelled: { ship: number; tanker: number };
  tunnel_paid: { ship: number; lane: number };
  left_map: { ship: number; lane: number; due: number | null };
  docked: { ship: number; harbour: Harbour };
  withdrew: { ship: number };
  combat_began: { attacker: number; defender: number; cover: boolean };
  revealed: { protocols: [Protocol, Protocol]; effects: Effect[] };
  strike_began: { guide: number; target: number };
  evaded: { ship: number; evades: boolean };
  testing: { test: Test };
  tested: { test: Test; result: 'win' | 'draw' | 'lose'; choices: [Protocol, Protocol] | null };
  gauged: { ship: number; gauge: 'shields' | 'fuel' | 'torpedoes' | 'heat'; to: number };
  system_set: { ship: number; damage: Damage | null };
  tracked: { ship: number; tracked: boolean };
  hit: { ship: number; fate: Fate | null };
  splashed: { ship: number };
  destroyed: { ship: number; cause: string };
  refit_begun: { ship: number; station: number; repaired: boolean };
  refit_turn: { ship: number; turns: number };
  refit_done: { ship: number; station: number; benefit: Benefit | null };
  blockade_counted: { goal: number; turns: number };
  goal_settled: { goal: number; achieved: boolean };
  activated: { ship: number };
  over: { outcome: Outcome; why: string };
}

export type GameEvent = string | Partial<EventData>;
