// What is known of the battle: scenario, ships, craft and what lies on the table.
// Only what is used is spelled out; whatever else comes is carried along unread.
import type { Point } from '../../../board/types';
import type { Chart, Displays } from '../wire';
import type { Mine, Mode, Party, Sortie } from './orders';

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

export type Status =
  | { carried: { by: number } }
  | { captured: { away?: boolean; [word: string]: unknown } }
  | 'waiting'
  | 'active'
  | 'cloaked'
  | 'destroyed'
  | 'struck'
  | 'hulk'
  | 'landed'
  | 'jumped'
  | { left: { edge: EdgeName; back: number | null } };

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
  /** Units aboard that are not its own. */
  aboard?: Party[];
  /** Towed by another ship or docked with it, from that turn on. */
  link?: Link;
  /** Nobody else knows yet what it is. */
  bogey?: boolean;
  /** It makes an active scan this turn. */
  scanning?: boolean;
  charges?: [number, number][];
  /** A gate that may be used from that turn on. */
  open_from?: number;
}

export interface Link {
  lead: number;
  hold: string;
  ready: number;
}

export interface Berth {
  design: string;
  name?: string;
  at?: Point;
  facing?: number;
  velocity?: number;
  vector?: boolean;
  /** What stands on its marker while it is a bogey. */
  letter?: string;
}

export type Deployment =
  'as_given' | { alternating?: { depth: number; most_velocity: number }; [other: string]: unknown };

export interface Scenario {
  name: string;
  blurb?: string;
  table: { width: number; height: number };
  deployment: Deployment;
  turns: number;
  sides: { name: string; edge?: EdgeName; ships: Berth[] }[];
  terrain?: TerrainData[];
  objectives?: { text?: string };
}

/** A feature as the scenario has it; only what is drawn beyond the body itself. */
export interface TerrainData {
  name?: string;
  zone?: number;
  sun?: boolean;
  fringe?: number;
}

/** A feature as it now is. */
export interface Body {
  kind: string;
  at: Point;
  radius: number;
  inner?: number;
  /** Its way in one turn. */
  drift?: Point;
  points?: number;
  /** The last turn it is there. */
  until?: number;
  gone?: boolean;
}

export type Thing = { body: number } | { section: number };
export type Peril =
  | { collision: { with: Thing; needs: number } }
  | { battering: { body: number; dice: number } }
  | { dust: { body: number } }
  | { orbit: { body: number } }
  | { atmosphere: { body: number; lost: number } }
  | { crash: { body: number } };

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
  | { muster: { seats: number[] } }
  | { scan: { seats: number[] } }
  | { wings: { seat: number; pass: string } }
  | { attacks: { seat: number } }
  | { dogfights: { seats: number[] } }
  | { runs: { seats: number[] } }
  | { evade: { seats: number[] } }
  | { opening: { seats: number[] } }
  | { rounds: { seats: number[] } }
  | { plans: { seats: number[] } }
  | { parting: { seats: number[]; sortie?: Sortie } }
  | { scramble: { seat: number } }
  | { chase: { seat: number } }
  | { share: { seats: number[] } }
  | { features: { seat: number } }
  | { cross: { seats: number[] } }
  | { duties: { seats: number[] } }
  | { repel: { seats: number[] } }
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
export type Warhead =
  | 'salvo'
  | 'heavy'
  | { spread: number }
  | { antimatter: { fused: boolean } }
  | { rockets: number }
  | { bolt: number };

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
  /** On its first leg, pointing so. */
  flies?: number;
}

export type Craft =
  | { fighters: { kind: string; mods?: string[]; cannon?: boolean } }
  | { gunboats: { boats: string[]; ftl?: boolean; heavy?: boolean; ecm?: number } };

export type Post =
  | { aboard: { ship: number; bays: [number, number][]; ready: number } }
  | 'flying'
  | { screening: { ship: number; facing?: number } }
  | { guarding: { group: number } }
  | { pursuing: { ship: number } }
  | { hyperspace: { with?: number } }
  | 'destroyed'
  | 'away';

/** What a group may attack. */
export type WingTarget = { ship: number } | { group: number } | { marker: number };

/** What a group has done this turn. */
export interface Deeds {
  launched?: boolean;
  moved?: boolean;
  asked?: boolean;
  hurried?: boolean;
  contact?: number;
  target?: WingTarget;
  engaged?: boolean;
  fired?: boolean;
  evaded?: boolean;
  quarry?: number;
  /** Its ship is lost: it moves now, or is lost too. */
  shaken?: boolean;
}

/** A fighter group or gunboat squadron. */
export interface Group {
  owner: number;
  side: number;
  home: number;
  craft: Craft;
  left: number;
  cef: number;
  post: Post;
  at: Point;
  facing: number;
  deeds?: Deeds;
  hunted?: number;
  spent?: number;
  pilots?: 'average' | 'ace' | 'turkey';
  role?: string;
  fouled?: boolean;
  killed?: number;
  /** Coming out of FTL at its place. */
  arriving?: boolean;
  /** Marines and parties in its shuttles. */
  troops?: string[];
}

export interface View {
  field: { options: Record<string, unknown>; scenario: Scenario; displays: Displays };
  /** What is drawn beyond what is on the table. */
  chart: Chart;
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
  bodies?: Body[];
  groups?: Group[];
  mines?: Mine[];
  flak?: { number: number; ship: number; class: number; at: Point }[];
}
