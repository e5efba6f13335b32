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

export type Status = 'waiting' | 'active' | 'destroyed' | 'struck' | 'hulk' | { left: { edge: EdgeName; back: number | null } };

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
}

// Orders.

export type Mode = 'overload' | 'short' | 'long' | 'flare' | 'torpedo';
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

export interface Fire {
  ship: number;
  shots: Shot[];
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
  | { cores: [number, CoreChoice][] };

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
}

export interface PlotMenu {
  ship: number;
  rating: number;
  turning: number;
  can_roll: boolean;
  choices: PlotChoice[];
}

export interface ShotMenu {
  weapon: number;
  name: string;
  target: number;
  range: number;
  /** Average points before armour, in thousandths. */
  mean: number;
  aims: number[];
}

export interface FireMenu {
  ship: number;
  controls: number;
  shots: ShotMenu[];
}

export interface EmpMenu {
  ship: number;
  hits: number;
  icons: number[];
}

export interface RepairMenu {
  ship: number;
  parties: number;
  icons: number[];
}

export interface Menu {
  deploy?: DeployMenu[];
  plots?: PlotMenu[];
  entries?: Entry[];
  fire?: FireMenu[];
  emp?: EmpMenu[];
  repairs?: RepairMenu[];
  cores?: number[];
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
  phase?: { entered?: { phase: Phase }; turn_began?: { turn: number }; initiative?: { order: number[] } };
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
  victory?: { scored?: { points: number[] }; conceded?: { seat: number } };
}
