// What the rules say, as far as this client uses it: view, menu, orders, events.
import type { Point } from '../../board/types';

export type KindName =
  'accelerate' | 'decelerate' | 'turn_port' | 'turn_starboard' | 'slide_port' | 'slide_starboard';
export type Band = 'point_blank' | 'close' | 'medium' | 'long' | 'extreme' | 'visual';
export type Aspect = 'fore' | 'side' | 'aft';
export type Guidance = 'guided' | 'tracker' | 'dumb' | 'fragshell';
export type Feature = 'gunner' | 'pulse' | 'linked' | 'turret360';
export type Hindrance = 'reactor_interference' | 'weak_frame' | 'unbalanced_armor' | 'retrofitted_civilian';
export type EdgeName = 'south' | 'north' | 'west' | 'east';

export interface Manoeuvre {
  kind: KindName;
  thrust: number;
}

export interface Plan {
  first: Manoeuvre;
  second: Manoeuvre;
  evasive?: boolean;
  /** Hours clockwise before the action. */
  yaw?: number;
  stop?: boolean;
}

export type Status =
  | 'waiting'
  | 'reserve'
  | 'arriving'
  | 'active'
  | 'withdrawn'
  | 'wrecked'
  | 'destroyed'
  | 'removed'
  | 'safe'
  | { empty: { since: number } }
  | { away: { since: number } };

export interface Unit {
  card: number;
  side: number;
  berth: number | null;
  status: Status;
  at: Point;
  course: number;
  facing: number;
  speed: number;
  structure: number;
  shields: number;
  missiles: number[];
  initiative: number;
  flown: Plan | null;
  yawed: boolean;
  greyouts: number;
  blackout: boolean;
  evasive: boolean;
  countermeasures: boolean;
  at_will: number | null;
  lock: { target: number; turn: number } | null;
}

export interface Card {
  name: string;
  faction?: string;
  points: number;
  safe: { acceleration: number; deceleration: number; turn: number; slide: number };
  targeting?: number;
  sensors?: number;
  gun?: number;
  missiles?: { dice: number; count: number; feature?: Guidance }[];
  structure: number;
  shields?: number;
  armour: number;
  features?: Feature[];
  hindrances?: Hindrance[];
  source?: Record<string, 'text' | 'recon' | 'own'>;
}

export type Zone = { rectangle: { from: Point; to: Point } } | { disc: { centre: Point; radius: number } };
export type Form = { circle: { centre: Point; radius: number } } | { polygon: { corners: Point[] } };

export interface Berth {
  card: string;
  name?: string;
  at?: Point;
  course?: number;
  speed?: number;
}

export interface Scenario {
  name: string;
  blurb?: string;
  deployment: 'as_given' | { cards: { edges: string } } | { in_turn: { first: number } };
  sides: { name: string; faction?: string; units?: Berth[] }[];
  points?: number;
  terrain?: { name?: string; threshold?: number; shape: Form }[];
  convoy?: { side: number; card: string; exit: EdgeName; score: number };
}

export interface Field {
  options: Record<string, unknown>;
  scenario: Scenario;
  cards: Card[];
  table: { width: number; height: number };
  zones: [Zone[], Zone[]];
  home: [EdgeName | null, EdgeName | null];
}

export type Phase =
  | 'setup'
  | 'duel'
  | { muster: { seats: number[] } }
  | { reserve: { seats: number[] } }
  | { deploy_cards: { seats: number[] } }
  | { place: { unit: number } }
  | { arrive: { seat: number } }
  | { initiative: { seats: number[] } }
  | { plan: { seats: number[] } }
  | { yaw: { seats: number[] } }
  | { leave: { seats: number[] } }
  | { at_will: { seats: number[] } }
  | { combat: { seats: number[] } }
  | { over: { outcome: { won: number[] } | 'draw' } };

export interface View {
  field: Field;
  turn: number;
  phase: Phase;
  units: Unit[];
  first: number;
  segment: number;
  active: [number | null, number | null];
  stopped: number | null;
  incoming: { by: number; target: number; dice: number; aspect: Aspect }[];
  pilots: { unit: number; at: Point }[];
  duel: {
    hands: ([number, number] | null)[];
    spare: number | null;
    movement: [number, number] | null;
    revealed: boolean;
    step: number;
  } | null;
  taken: [number, number];
  present: [boolean, boolean];
  seventh: boolean;
  conceded: number[];
  draw_offers: number[];
  half_points: [number, number];
}

export interface Dealt {
  unit: number;
  card: number;
}

export interface Placement {
  unit: number;
  at: Point;
  course: number;
  speed: number;
}

export type Arrival =
  { enter: Placement } | { back: { unit: number; course: number } } | { withdraw: { unit: number } };

export type Weapon = 'gun' | 'turret' | { dumb: number } | { pod: number } | { locked: number };

export interface Salvo {
  weapon: Weapon;
  target?: number;
  keep?: boolean;
}

export type MissileStep = { lock: { target: number } } | { launch: { missile: number } };

export type Combat =
  | 'none'
  | 'countermeasures'
  | 'raise_shields'
  | 'fire_at_will'
  | { salvo: Salvo }
  | MissileStep
  | { gunner: { step: MissileStep; salvo: Salvo } }
  | { eject: { bearing: number } };

export interface WillShot {
  unit: number;
  target: number;
  keep?: boolean;
}

export type Action =
  | 'concede'
  | { muster: string[] }
  | { reserve: number[] }
  | { cards: Dealt[] }
  | { place: Placement }
  | { arrive: Arrival[] }
  | { duel: number }
  | { plan: Plan }
  | { yaw: number }
  | { leave: 'withdraw' | 'return' }
  | { at_will: WillShot[] }
  | { combat: Combat };

export interface Order {
  action: Action;
  draw?: boolean;
}

export interface StressOdds {
  dice: number;
  of: number;
  /** 0, 1, 2, 3, 4 and more failures. */
  ways: number[];
}

export interface PlanChoice {
  first: Manoeuvre;
  second: Manoeuvre;
  path: Point[];
  course: number;
  facing: number;
  speed: number;
  stress: number;
  stress_with_yaw: number | null;
  leaves: boolean;
  crashes: boolean;
}

export interface PlanMenu {
  unit: number;
  limits: { kind: KindName; safe: number; most: number }[];
  realigns: number;
  choices: PlanChoice[];
  stress: StressOdds[];
  /** Stress dice of a drift with a yaw before it. */
  yaw_first: number;
  /** Enemies that have still to fly, and where they can be without stress. */
  others: { unit: number; drift: Point; safe: Point[] }[];
  evasive_with_thrust: boolean;
  /** Who is first with his plan shoots first. */
  arcade: boolean;
}

export interface YawChoice {
  hours: number;
  facing: number;
  stress: number;
  bears: number[];
}

export interface Chance {
  ways: number;
  of: number;
}

export type WhyName =
  | 'target_speed'
  | 'own_speed'
  | 'targeting'
  | 'pulse'
  | 'fragshell'
  | 'sensors'
  | 'greyout'
  | 'evasive'
  | 'haze';

export interface ShotMenu {
  target: number;
  weapon: Weapon;
  band: Band;
  range: number;
  threshold: number;
  sum: { why: WhyName; value: number }[];
  dice: number;
  highest: boolean;
  linked: boolean;
  chance: Chance;
  /** The chance without the second roll, where there is one. */
  kept: Chance | null;
  aspect: Aspect;
  damage: number;
  armour: number;
  shields: number;
  /** Ways, out of 6 to the number of damage dice, that 0, 1, 2 … of them go through. */
  through: number[];
  /** The chance that countermeasures already out do not stop it. */
  unstopped: Chance | null;
}

export interface CombatChoice {
  combat: Combat;
  notation: string;
  shots: ShotMenu[];
}

export interface ArriveMenu {
  unit: number;
  returns: boolean;
  courses: number[];
  speeds: [number, number];
  /** Edges a unit out of the reserve may come in by, with the courses that lead inwards. */
  entries: { zone: Zone; courses: number[] }[];
  /** Zones that stay closed within them. */
  closed: Zone[];
  default: Arrival;
}

export interface PlaceMenu {
  unit: number;
  zones: Zone[];
  default: Placement;
  speeds: [number, number];
  fixed_course: boolean;
}

export interface Menu {
  muster: { points: number; most_units: number; cards: string[]; default: string[] } | null;
  reserve: { units: number[]; most: number } | null;
  cards: { units: number[]; cards: number; default: Dealt[] } | null;
  place: PlaceMenu | null;
  arrive: ArriveMenu[];
  duel: [number, number] | null;
  plan: PlanMenu | null;
  yaw: { unit: number; choices: YawChoice[]; stress: StressOdds[] } | null;
  leave: { unit: number; due: number; back: 'sure' | 'seventh' | 'too_late' | 'barred' } | null;
  at_will: { shots: { unit: number; shot: ShotMenu }[] } | null;
  combat: { unit: number; choices: CombatChoice[]; lock: { target: number; ready: boolean } | null } | null;
  ranges: { band: Band; klicks: number; dice: number | null; highest: boolean }[];
}

export type Strain = 'held' | 'greyout' | 'blackout' | 'damage' | 'wrecked' | 'destroyed';

export interface Flown {
  unit: number;
  plan: Plan;
  via: Point[];
  to: Point;
  course: number;
  facing: number;
  speed: number;
  yawed: boolean;
}

export interface Attacked {
  by: number;
  at: number;
  weapon: Weapon;
  band: Band;
  threshold: number;
  dice: number[];
  reroll: [number, number] | null;
  hit: boolean;
  aspect: Aspect;
  armour: number;
  damage: number[];
  through: number;
}

/** Events by chapter, as far as playback tells them. */
export interface GameEvent {
  roster?: { mustered: { side: number; cards: number[] } };
  deploy?: {
    held_back?: { side: number; units: number[] };
    first_settled?: { side: number; sensors: [number, number]; dice: [number, number] | null };
    revealed?: { cards: Dealt[] };
    placed?: { placement: Placement };
    reserve_rolled?: { unit: number; die: number | null; arrives: boolean };
    returned?: { unit: number; course: number };
    stays_away?: { unit: number };
  };
  initiative?: {
    cards_dealt?: { cards: number };
    revealed?: { cards: Dealt[] };
    duel_dealt?: { hands: ([number, number] | null)[]; spare: number | null };
    duel_chosen?: { cards: [number, number] };
    duel_revealed?: { cards: [number, number] };
  };
  phase?:
    | 'actions_ended'
    | {
        entered?: { phase: Phase };
        turn_began?: { turn: number };
        segment_began?: { segment: number; active: [number | null, number | null] };
      };
  manoeuvre?: {
    stopped?: { side: number };
    flown?: Flown;
    crashed?: { unit: number };
    left?: { unit: number; at: Point; edge: EdgeName; safe: boolean };
    pushed?: { unit: number; to: Point };
    yawed?: { unit: number; facing: number };
    lock_lost?: { unit: number; target: number };
    declared?: { unit: number; leaving: 'withdraw' | 'return' };
  };
  stress?: { tested: { unit: number; base: number; dice: number[]; failures: number; strain: Strain } };
  combat?: {
    declared?: { unit: number; combat: Combat };
    ejected?: { unit: number; at: Point; removed: boolean };
    shields_raised?: { unit: number; level: number };
    countermeasures_out?: { unit: number };
    holds_fire?: { unit: number };
    fires_at_will?: { unit: number };
    spent?: { unit: number; entry: number };
    attacked?: Attacked;
    locked?: { unit: number; target: number; void: boolean };
  };
  damage?: {
    damaged?: {
      unit: number;
      by: number;
      absorbed: number;
      lost: number;
      fate: 'wrecked' | 'destroyed' | null;
    };
    drifted?: { unit: number; to: Point; gone: string | null };
    jammed?: { target: number; by: number; die: number; stopped: boolean };
    struck?: {
      target: number;
      by: number;
      aspect: Aspect;
      armour: number;
      damage: number[];
      through: number;
    };
    wasted?: { target: number; by: number };
  };
  victory?: {
    draw_offered?: { seat: number };
    conceded?: { seat: number };
    seventh_rolled?: { die: number; granted: boolean };
    ended?: { outcome: { won: number[] } | 'draw'; reason: string; half_points: [number, number] };
  };
}
