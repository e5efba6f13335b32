// Orders as they are sent.
import type { Point } from '../../../board/types';
import type { ArcName, WingTarget } from './state';

export type Mode =
  'overload' | 'short' | 'medium' | 'long' | 'flare' | 'torpedo' | 'arm' | 'charge' | 'discharge';
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
  /** Groups to launch, and groups that fill up others. */
  launch?: number[];
  merge?: [number, number][];
  /** What multi-role groups are armed as. */
  arm?: Arming[];
  /** Marines and parties that go in the shuttles. */
  embark?: [number, number];
  /** It parts from the ship that carries it. */
  detach?: boolean;
  /** The gate it leaves through. */
  exit?: Door;
  /** So many points of turning more or less in a gravity zone. */
  pull?: number;
  /** Mines to lay: at the end of the move, or so far along it. */
  mines?: { layer: number; after?: number }[];
  [word: string]: unknown;
}

/** A gate: a ship, or a place in space. */
export type Door = { ship: number } | { body: number };

/** A gate is opened or shut. */
export interface GateOrder {
  gate: number;
  open: boolean;
}

/** A ship comes through a gate. */
export interface GateEntry {
  ship: number;
  gate: Door;
  velocity: number;
  facing?: number;
}

/** Damage of a ship that those on her bear: points by rider, the rest is hers. */
export interface Share {
  ship: number;
  parts?: [number, number][];
}

/** A multi-role group, and what it flies as. */
export interface Arming {
  group: number;
  role: string;
  cannon?: boolean;
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
  gates?: GateOrder[];
  arrivals?: GateEntry[];
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
  /** A rock, by its number. */
  rock?: number | null;
}

export interface Fire {
  ship: number;
  shots: Shot[];
  lines?: FireLine[];
  /** At fighters and gunboats. */
  groups?: GroupShot[];
  /** Transporters that send damage-control parties. */
  crews?: number[];
  [word: string]: unknown;
}

export interface GroupShot {
  weapon: number;
  group: number;
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

/** One weapon on one marker or group; of a squadron of gunboats the weapon is the boat's number. */
export interface Guard {
  ship: number;
  weapon: number;
  marker?: number;
  group?: number;
  boats?: number;
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
  | { defend: Guard[] }
  | { muster: number[] }
  | { scan: Scan[] }
  | { wing: Sortie }
  | { attack: Declared[] }
  | { dogfight: Stance[] }
  | { run: Run[] }
  | { evade: number[] }
  | { fire_boats: BoatFire }
  | { craft_launch: CraftLaunch }
  | { opening: Opening }
  | { rounds: Return[] }
  | { plans: Plan[] }
  | { parting: number[] }
  | { scramble: Scramble }
  | { chase: boolean }
  | { share: Share[] }
  | { features: [number, Point][] }
  | { cross: Crossing[] }
  | { duties: Duty[] }
  | { repel: Stand[] };

/** Flak, and where missiles in flight go on to. */
export interface Opening {
  flak?: { ship: number; weapon: number; at: Point }[];
  stages?: { marker: number; at: Point }[];
}

/** Groups that leave their carrier in haste, each against a raider. */
export interface Scramble {
  ship: number;
  groups: [number, number][];
}

/** When, where and how a ship comes out of FTL. */
export interface Plan {
  ship: number;
  /** A group of that ship that comes by itself. */
  group?: number;
  turn: number;
  at: Point;
  facing: number;
  velocity: number;
}

/** A ship that comes round the planet. */
export interface Return {
  ship: number;
  at: Point;
}

export interface Mine {
  number: number;
  ship: number;
  side: number;
  at: Point;
  turn: number;
  /** How near it goes off. */
  radius?: number;
}

/** Units that cross to a ship alongside. */
export interface Crossing {
  ship: number;
  target: number;
  marines: number;
  parties: number;
}

/** A boarder that fights the Marines, not the hull. */
export interface Duty {
  ship: number;
  boarder: number;
}

/** Who stands against one boarder. */
export interface Stand {
  ship: number;
  boarder: number;
  parties: number;
  marines: number;
}

/** A unit aboard a ship that is not its own. */
export interface Party {
  seat: number;
  troop: string;
  since: number;
  fights?: boolean;
}

export interface Declared {
  group: number;
  target: WingTarget;
}

/** Whom a group shoots at in a dogfight, in order; nobody if it presses on. */
export interface Stance {
  group: number;
  at?: number[];
  duel?: boolean;
}

export type RunWith = 'main' | 'guns' | 'nothing';

export interface Run {
  group: number;
  with: RunWith;
  aim?: number;
}

export interface BoatFire {
  group: number;
  target: number;
  aim?: number;
  singly?: boolean;
}

/** What a group launches in phase 3. */
export interface CraftLaunch {
  group: number;
  missiles?: { missiles: number; at: Point }[];
  rockets?: [number, number];
  /** Rockets at gunboats instead. */
  rockets_at?: [number, number];
  bombs?: number;
}

export type WingAction =
  | 'hold'
  | { fly: { to: Point; facing: number; engage?: number } }
  | { screen: { ship: number; facing?: number } }
  | { guard: { group: number } }
  | { pursue: { ship: number } }
  | { land: { ship: number; combat?: boolean } }
  /** It flies there and charges its FTL drive. */
  | { charge: { to: Point; facing: number } };

export interface Sortie {
  group: number;
  action: WingAction;
}

/** A contact that a ship names in its active scan. */
export interface Scan {
  ship: number;
  target: number;
}

export interface Setting {
  ship: number;
  icon: number;
  mode: Mode;
}
