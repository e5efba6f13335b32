// The game's own data as the server sends it: view, menu, orders, events. Only
// what is used is spelled out; whatever else comes is carried along unread.
import type { Point } from '../../board/types';

/** Arcs by their names on a ship whose bow lies in the middle of one. */
export type ArcName = 'F' | 'FS' | 'AS' | 'A' | 'AP' | 'FP';
export type EdgeName = 'north' | 'east' | 'south' | 'west';

export interface Motion {
  at: Point;
  /** 1 to 12, as on a clock. */
  facing: number;
  velocity: number;
  /** A vector ship's way in one turn. */
  drift?: Point;
}

export type Status = 'waiting' | 'active' | 'cloaked' | 'destroyed' | 'struck' | 'hulk' | { left: { edge: EdgeName; back: number | null } };

export interface LayerLeft {
  standard: number;
  regenerative: number;
  hurt: number;
}

export interface Core {
  adrift_until: number;
  air_until?: number;
  dumped: boolean;
  abandoned?: number;
}

export interface ShipState {
  owner: number;
  side: number;
  status: Status;
  motion: Motion;
  rolled: boolean;
  hull_lost: number;
  /** The inner layer first. */
  armour: LayerLeft[];
  rows_checked: number;
  damaged: number[];
  gone: number[];
  spent: number[];
  used: number[];
  drive_hits: number;
  drive_gone: number;
  strained: number;
  fired: boolean;
  turrets: ArcName[];
  active: boolean;
  doomed: number[];
  emp: [number, number][];
  core: Core;
  /** Fields and ECM that are switched off. */
  off?: number[];
  /** Behind a cloaking device, still on the table. */
  cloaked?: boolean;
  /** What is armed, charged or to be discharged this turn. */
  ready?: [number, Mode][];
  charges?: [number, number][];
}

/** A system as a ship file has it. */
export interface SystemData {
  name: string;
  id?: string;
  thrust?: number;
  advanced?: boolean;
  area?: boolean;
  level?: number;
  class?: number | string;
  leftArc?: ArcName;
  numArcs?: number;
  arcs?: ArcName[];
  arc?: ArcName;
  modifier?: string;
  heavy?: boolean;
  highIntensity?: boolean;
  mode?: string;
  range?: string;
  capacity?: number;
  weapons?: string[];
  facingArc?: ArcName;
  at?: number;
}

export interface DesignData {
  name: string;
  class?: string;
  mass: number;
  civilian?: boolean;
  orientation?: 'alpha' | 'beta';
  flawed?: boolean;
  points?: number;
  hull: { points: number; rows: number; stealth?: string | number; streamlining?: string };
  armour?: ([number, number] | number)[];
  systems?: SystemData[];
  weapons?: SystemData[];
  ordnance?: SystemData[];
  extras?: { flagbridge?: { overload?: boolean; mass?: number; hull?: [number, number, number]; systems?: SystemData[]; weapons?: SystemData[]; ordnance?: SystemData[] } };
}

export interface Berth {
  design: string;
  name?: string;
  at?: Point;
  facing?: number;
  velocity?: number;
  vector?: boolean;
}

export type Deployment = 'as_given' | { alternating: { depth: number; most_velocity: number } };

export interface Scenario {
  name: string;
  blurb?: string;
  table: { width: number; height: number };
  deployment: Deployment;
  turns: number;
  sides: { name: string; edge?: EdgeName; ships: Berth[] }[];
  designs?: DesignData[];
}

export type Phase =
  | 'setup'
  | 'orders'
  | { deploy: { seat: number; order: number[] } }
  | { replot: { ships: number[] } }
  | { fire: { seat: number; passes: number } }
  | { emp: { seats: number[] } }
  | { repairs: { seats: number[] } }
  | { cores: { seats: number[] } }
  | { settings: { seats: number[] } }
  | { arrange: { seat: number } }
  | { launch: { seat: number; passes: number } }
  | { defence: { seats: number[] } }
  | { over: { outcome: { won: number[] } | 'draw' } };

export interface Written {
  plot: string;
  emergency?: boolean;
  roll?: boolean;
}

export interface Secret {
  modes?: [number, Mode][];
  switching?: number[];
  tired?: number[];
  detonate?: boolean;
  reflex?: boolean;
  /** The last turn behind its cloaking device. */
  cloak_until?: number;
  /** Where a ship really is behind its cloaking field. */
  shadow?: { until: number; motion: Motion; path?: Point[] };
}

/** The template of a nova cannon on its way. */
export interface Nova {
  ship: number;
  from: Point;
  facing: number;
  turn: number;
}

/** What a marker on the table stands for; rockets by how many have hit, bolts by class. */
export type Warhead = 'salvo' | 'heavy' | { antimatter: { fused: boolean } } | { rockets: number } | { bolt: number };

/** Something in flight, or about to burst. */
export interface Marker {
  number: number;
  ship: number;
  side: number;
  what: Warhead;
  at: Point;
  /** The ship it has locked on. */
  target?: number;
  stopped: number;
}

export interface View {
  field: { options: Record<string, unknown>; scenario: Scenario };
  turn: number;
  phase: Phase;
  ships: ShipState[];
  written: Written[];
  secrets: Secret[];
  initiative: number[];
  points: number[];
  conceded: number[];
  novas?: Nova[];
  markers?: Marker[];
}

// Orders.

export type Mode = 'overload' | 'short' | 'medium' | 'long' | 'flare' | 'torpedo' | 'arm' | 'charge' | 'discharge';
export type Formation = 'line_ahead' | 'line_abreast' | 'wedge' | 'diamond' | 'ring';
export type CoreChoice = 'hold' | 'dump' | 'abandon';

export interface Deploy {
  ship: number;
  at: Point;
  facing: number;
  velocity: number;
}

/** What one ship is to do; words this client has no switch for stay in it. */
export interface ShipOrder {
  ship: number;
  plot: string;
  emergency?: boolean;
  roll?: boolean;
  active?: boolean;
  detonate?: boolean;
  reflex?: boolean;
  turrets?: [number, ArcName][];
  modes?: [number, Mode][];
  /** Fields and ECM to switch on or off. */
  switch?: [number, boolean][];
  /** For so many turns. */
  cloak?: number;
  heal_first?: boolean;
  [word: string]: unknown;
}

export interface SquadronOrder {
  ships: number[];
  formation: Formation;
  plot: string;
}

export interface Entry {
  ship: number;
  at: Point;
  facing: number;
}

export interface ShipOrders {
  squadrons?: SquadronOrder[];
  ships?: ShipOrder[];
  entries?: Entry[];
}

export interface Shot {
  weapon: number;
  target: number;
  aim?: number;
  [word: string]: unknown;
}

/** A weapon fired along a line: at a point, or straight ahead. */
export interface FireLine {
  weapon: number;
  at?: Point | null;
}

export interface Fire {
  ship: number;
  shots: Shot[];
  lines?: FireLine[];
}

/** One launcher, and where its load goes: a place, or for rockets a ship. */
export interface Launched {
  weapon: number;
  at?: Point;
  target?: number;
  /** An extended-range load of a mixed magazine. */
  extended?: boolean;
  /** It bursts where it lies. */
  fused?: boolean;
}

export interface Launch {
  ship: number;
  launches: Launched[];
}

/** One weapon on one marker. */
export interface Guard {
  ship: number;
  weapon: number;
  marker: number;
}

export interface EmpTest {
  ship: number;
  icon: number;
  tests: number;
}

export interface Job {
  ship: number;
  icon: number;
  parties: number;
}

export type Order =
  | 'pass'
  | 'concede'
  | { deploy: Deploy }
  | { orders: ShipOrders }
  | { fire: Fire }
  | { emp: EmpTest[] }
  | { repair: Job[] }
  | { cores: [number, CoreChoice][] }
  | { settings: Setting[] }
  | { arrange: number[] }
  | { launch: Launch }
  | { defend: Guard[] };

export interface Setting {
  ship: number;
  icon: number;
  mode: Mode;
}

// The menu.

export interface DeployMenu {
  default: Deploy;
  from: Point;
  to: Point;
  most_velocity: number;
}

export interface PlotChoice {
  plot: string;
  path: Point[];
  facing: number;
  velocity: number;
  leaves: boolean;
  /** Only by straining the drive. */
  emergency?: boolean;
}

/** What a ship may be ordered besides its plot; words this client does not know are switches too. */
export interface Switches {
  active?: boolean;
  reflex?: boolean;
  detonate?: boolean;
  turrets?: ({ turret: number; now: ArcName; arcs: ArcName[] } | ArcName[])[];
  modes?: ({ weapon: number; name: string; now?: Mode; modes: Mode[] } | [number, Mode[]])[];
  /** Fields and ECM, and whether they are on. */
  switch?: ([number, boolean] | { icon: number; name?: string; on: boolean })[];
  /** The kind of cloak an order would switch on. */
  cloak?: string | null | boolean;
  /** Whether regenerative boxes are lost first, where that may be chosen. */
  heal_first?: boolean | null;
  [word: string]: unknown;
}

export interface PlotMenu {
  ship: number;
  rating: number;
  turning: number;
  can_roll: boolean;
  choices: PlotChoice[];
  /** What a strained drive gives, and how often it has been tried. */
  strain?: { rating: number; turning: number; before: number };
  switches?: Switches;
  special?: Switches;
}

/** One outcome of a roll; chances are parts of 1e12. */
export interface Outcome {
  chance: number;
  /** Points that begin at the outermost layer, and at the next one in. */
  fills?: number[];
  /** Points of each armour-piercing hit. */
  ap?: number[];
  emp?: number;
}

export interface Defence {
  /** Boxes of each layer, the inner one first. */
  armour: number[];
  hull: number;
  /** Rows complete since the last check already. */
  due: number;
  checks: { boxes: number; needs: number }[];
}

export interface ShotMenu {
  weapon: number;
  name: string;
  family?: string;
  target: number;
  range: number;
  dice?: number;
  needs?: number;
  /** It takes a fire control. */
  control?: boolean;
  /** Average points before armour, in thousandths. */
  mean: number;
  aims: number[];
  kill?: number;
  burst?: number;
  /** Its place in the menu's odds, and how often it is rolled. */
  odds?: number;
  times?: number;
  strip?: { target: number; odds: number; times: number; defence: Defence }[];
}

export interface TargetMenu {
  target: number;
  range: number;
  arc: ArcName;
  aft: boolean;
  screens: number;
  advanced: number;
  holofield: boolean;
  stealth: number;
  defence: Defence;
}

export interface Refused {
  weapon: number;
  rule: string;
  why: string;
  targets: number[];
}

export interface FireMenu {
  ship: number;
  controls: number;
  shots: ShotMenu[];
  targets?: TargetMenu[];
  refused?: Refused[];
  /** Weapons fired along a line, and who would be caught. */
  lines?: { line: FireLine; name: string; caught: number[] }[];
}

/** A gun of one's own as it stands now. */
export interface WeaponMenu {
  ship: number;
  weapon: number;
  name: string;
  arcs: ArcName[];
  bands: { to: number; dice: number; needs?: number }[];
  control: boolean;
  one_shot: boolean;
  works: boolean;
}

export interface EmpMenu {
  ship: number;
  hits: number;
  icons: number[];
  /** Of 6, for one test. */
  faces?: number;
}

export interface RepairMenu {
  ship: number;
  parties: number;
  icons: number[];
  /** Of 6, with 1, 2, 3 parties. */
  faces?: number[];
}

export interface LauncherMenu {
  weapon: number;
  name: string;
  extended: boolean;
  what: Warhead;
  reach: number;
}

export interface LaunchMenu {
  ship: number;
  launchers: LauncherMenu[];
  /** Launches that lead an enemy who holds his course. */
  choices: Launched[];
}

export interface DefenceMenu {
  guards: { guard: Guard; name: string }[];
  usual: Guard[];
}

export interface Menu {
  deploy?: DeployMenu[];
  plots?: PlotMenu[];
  entries?: Entry[];
  fire?: FireMenu[];
  silent?: { ship: number; rule: string; why: string; refused?: Refused[] }[];
  odds?: Outcome[][];
  weapons?: WeaponMenu[];
  emp?: EmpMenu[];
  repairs?: RepairMenu[];
  cores?: number[];
  core_needs?: number[];
  /** Weapons to set before the battle. */
  settings?: { ship: number; weapon: number; name: string; modes: Mode[] }[];
  /** The other sides, to be put in order. */
  arrange?: number[];
  launch?: LaunchMenu[];
  defence?: DefenceMenu | null;
}

// Events.

export interface Tally {
  normal: number;
  penetrating: number;
  sap?: number[];
  ap?: number[];
  emp: number;
  kills?: number[];
}

export interface Fired {
  ship: number;
  target: number;
  weapons: number[];
  dice: number[];
  again?: number[];
  damage?: number[];
  tally: Tally;
  burst?: number[];
}

export interface Moved {
  ship: number;
  by: string;
  plot: string;
  roll?: boolean;
  active?: boolean;
  turrets?: [number, ArcName][];
  path: Point[];
  to: Motion;
}

export interface Checked {
  ship: number;
  row: number;
  extra: number;
  rolls: [number, number][];
  damaged: number[];
  gone: number[];
  drive: number;
}

/** Events by chapter; only what playback shows is spelled out. */
export interface GameEvent {
  deploy?: { placed?: Deploy; order_rolled?: unknown };
  phase?: { entered?: { phase: Phase }; turn_began?: { turn: number }; initiative?: { order: number[] }; arranged?: { order: number[] } };
  orders?: { wrote?: unknown; strained?: { ship: number; works: boolean; hits: number; wear: number } };
  movement?: {
    moved?: Moved;
    left?: { ship: number; edge: EdgeName; back: number | null };
    returned?: { ship: number; at: Point; facing: number };
    worn?: { ship: number; hits: number };
  };
  fire?: {
    chosen?: { ship: number };
    passed?: { seat: number };
    spinal_fired?: { ship: number; weapon: number };
    reflected?: { ship: number; target: number; full: number; back: number };
    fired?: Fired;
  };
  damage?: {
    struck?: { ship: number; armour: LayerLeft[]; hull: number };
    destroyed?: { ship: number };
    fire_ended?: { killed: [number, number[]][] };
    emp_tested?: { ship: number; icon: number; needs: number; dice: number[]; failed: number };
    core_chosen?: { ship: number; choice: CoreChoice };
    core_rolled?: { ship: number; needs: number; die: number; blown: boolean };
    breached?: { from: number; ship: number; dice: number[] };
    suffocated?: { ship: number };
  };
  checks?: {
    checked?: Checked;
    hangars_checked?: { ship: number; damaged: number[] };
    hangar_tested?: { ship: number; points: number };
    bridge_hit?: { ship: number; die: number };
    life_support_hit?: { ship: number; die: number };
    colours_tested?: { ship: number; struck: boolean };
    course_tested?: { ship: number; way: number | null };
  };
  blasts?: {
    detonated?: { ship: number };
    charge_tested?: { ship: number; dice: number[] };
    rack_exploded?: { ship: number; die: number };
    caught?: { from: number; ship: number; dice: number[] };
  };
  repairs?: {
    regenerated?: { ship: number; layer: number; healed: number; dead: number };
    worked?: { ship: number; icon: number; parties: number; die: number; repaired: boolean };
  };
  specials?: { set?: { seat: number } };
  cloaks?: {
    switched?: { ship: number; off: number[] };
    cloaked?: { ship: number };
    uncloaked?: { ship: number };
    vanished?: { ship: number };
    stole?: { ship: number };
    appeared?: { ship: number; to: Motion; rolled: boolean; turrets: ArcName[]; path: Point[] };
  };
  sweeps?: {
    readied?: { ship: number; ready: [number, Mode][] };
    nova_fired?: { weapon: number; nova: Nova };
    swept?: { nova: Nova; ship: number; dice: number[] };
    wave_fired?: { ship: number; weapon: number };
    washed?: { from: number; ship: number; dice: number[] };
    charged?: { ship: number; weapon: number; die: number };
    burst?: { ship: number; weapon: number; points: number };
  };
  ordnance?: {
    chosen?: { ship: number };
    passed?: { seat: number };
    placed?: { weapon: number; marker: Marker };
    rockets?: { ship: number; weapon: number; target: number; needs: number; dice: number[]; marker: Marker | null };
    homed?: { marker: number; target: number; die: number | null };
    lost?: { marker: number };
  };
  /** The word `cleared` when all markers are off the table. */
  defence?: {
    assigned?: { seat: number; guards: Guard[] };
    defended?: { marker: number; guards: Guard[]; dice: number[]; again?: number[]; stopped: number };
    strayed?: { guard: Guard; ship: number };
    hit?: { marker: number; ship: number; on_target: number | null; dice: number[]; off: number };
    burst?: { marker: number; ship: number; dice: number[]; off: number };
  };
  bases?: { fell_behind?: { ship: number } };
  victory?: { scored?: { points: number[] }; conceded?: { seat: number } };
}
