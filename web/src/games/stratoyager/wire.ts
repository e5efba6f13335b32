// Generated from crates/rules-stratoyager; do not edit. `cargo xtask types` writes it again.

export type Action =
  | { muster: string[] }
  | { reserve: UnitId[] }
  | { cards: Dealt[] }
  | { place: Placement }
  | { arrive: Arrival[] }
  | { duel: number }
  | { plan: Plan }
  | { yaw: number }
  | { leave: Leaving }
  | { at_will: WillShot[] }
  | { combat: Combat }
  | 'concede';

/** One part of a threshold. */
export type Addend = { why: Why; value: number };

/** STR-SET.8: how a unit comes in before the initiative phase. */
export type Arrival =
  | { enter: Placement }
  | { back: { unit: UnitId; course: Hour } }
  | { withdraw: { unit: UnitId } };

export type ArriveMenu = {
  unit: UnitId;
  /** STR-ADD.2: it comes back where it left; otherwise it is placed on an edge. */
  returns: boolean;
  /** Courses of a unit that comes back. */
  courses: Hour[];
  speeds: [number, number];
  /** STR-SET.6: where a unit out of the reserve may be placed. */
  entries: EntryMenu[];
  /** STR-SET.10: the enemy's zones, closed although they lie within an entry. */
  closed: Zone[];
  default: Arrival;
};

/** STR-HIN.4: where an attack strikes, by the target's facing. Boundaries are side. */
export type Aspect = 'fore' | 'side' | 'aft';

/** STR-ADD.8, STR-ADD.10: what may keep a unit away for good. */
export type Back = 'sure' | 'seventh' | 'too_late' | 'barred';

/** STR-5.4: each limit is inclusive. */
export type Band = 'point_blank' | 'close' | 'medium' | 'long' | 'extreme' | 'visual';

export type Berth = {
  card: string;
  name: string;
  /** Its place, or its default place in a zone. */
  at?: Point;
  course?: Hour;
  speed?: number;
  /** A speed it never exceeds (STR-SCN.B). */
  max_speed?: number;
  /** Course and speed are as given. */
  fixed: boolean;
  /** Structure at the start, if it is not whole. */
  structure?: number;
  /** Missiles at the start, entry by entry, if some are spent. */
  missiles?: number[];
};

/** STR-CARD.1: one kind of unit. All of it is public (STR-CARD.5). */
export type Card = {
  name: string;
  /** STR-SET.10: whose roster it is in; empty for everybody's. */
  faction: string;
  points: number;
  safe: Safe;
  targeting: number;
  sensors: number;
  /** STR-6.1: damage dice of the main weapon; 0 for none (STR-4.12). */
  gun: number;
  /** STR-CARD.4: a list, so that a unit may carry several kinds. */
  missiles: Loadout[];
  structure: number;
  shields: number;
  armour: number;
  features: Feature[];
  hindrances: Hindrance[];
  /** STR-CARD.2: where each value comes from. */
  source: Record<string, Source>;
};

export type CardsMenu = {
  units: UnitId[];
  /** STR-1.1: cards go from 1 to this. */
  cards: number;
  default: Dealt[];
};

/** Exact odds of a hit: ways out of `of`. */
export type Chance = { ways: number; of: number };

/** STR-4.1: one of seven, or nothing. */
export type Combat =
  | 'none'
  | { salvo: Salvo }
  | { lock: { target: UnitId } }
  | { launch: { missile: number } }
  | { gunner: { step: MissileStep; salvo: Salvo } }
  | 'countermeasures'
  | 'raise_shields'
  | 'fire_at_will'
  | { eject: { bearing: Hour } };

export type CombatChoice = {
  combat: Combat;
  notation: string;
  /** What it would roll; several for a pod or a gunner. */
  shots: ShotMenu[];
};

export type CombatEvent = {
  declared?: { unit: UnitId; combat: Combat };
  ejected?: { unit: UnitId; at: Point; removed: boolean };
  shields_raised?: { unit: UnitId; level: number };
  countermeasures_out?: { unit: UnitId };
  holds_fire?: { unit: UnitId };
  fires_at_will?: { unit: UnitId };
  spent?: { unit: UnitId; entry: number };
  attacked?: {
    by: UnitId;
    at: UnitId;
    weapon: Weapon;
    band: Band;
    threshold: number;
    /** None above 6 (STR-5.0). */
    dice: number[];
    /** STR-FEAT.3: which die was rolled again, and what it shows now. */
    reroll: [number, number] | null;
    hit: boolean;
    aspect: Aspect;
    armour: number;
    /** STR-6.2: none after a miss, nor for a locked missile (STR-4.4). */
    damage: number[];
    /** Dice that reached the armour. */
    through: number;
  };
  locked?: { unit: UnitId; target: UnitId; void: boolean; kept?: boolean };
};

export type CombatMenu = {
  unit: UnitId;
  choices: CombatChoice[];
  /** STR-4.3: the lock it has, and whether a missile may be launched at it. */
  lock: LockMenu | null;
};

/** STR-SCN.B: units of a card that are to leave by an edge. */
export type Convoy = {
  side: number;
  card: string;
  exit: Edge;
  /** Points for its side for each that gets there. */
  score: number;
};

export type DamageEvent = {
  damaged?: { unit: UnitId; by: UnitId; absorbed: number; lost: number; fate: Fate | null };
  drifted?: { unit: UnitId; to: Point; gone: Gone | null };
  jammed?: { target: UnitId; by: UnitId; die: number; stopped: boolean };
  struck?: { target: UnitId; by: UnitId; aspect: Aspect; armour: number; damage: number[]; through: number };
  wasted?: { target: UnitId; by: UnitId };
};

/** STR-1.2: a card laid beside a unit. */
export type Dealt = { unit: UnitId; card: number };

export type DeployEvent = {
  held_back?: { side: number; units: UnitId[] };
  first_settled?: { side: number; sensors: [number, number]; dice: [number, number] | null };
  revealed?: { cards: Dealt[] };
  placed?: { placement: Placement };
  reserve_rolled?: { unit: UnitId; die: number | null; arrives: boolean };
  returned?: { unit: UnitId; course: Hour };
  stays_away?: { unit: UnitId };
};

export type Deployment = 'as_given' | { cards: { edges: Edges } } | { in_turn: { first: number } };

/** The cards of a dogfight, as far as they are known to the viewer. */
export type DuelView = {
  hands: [[number, number] | null, [number, number] | null];
  spare: number | null;
  movement: [number, number] | null;
  revealed: boolean;
  step: number;
};

export type Edge = 'south' | 'north' | 'west' | 'east';

export type EdgeChoice = 'by_scenario' | 'short' | 'long' | 'corners';

/** STR-SET.3. */
export type Edges = 'short' | 'long' | 'corners';

/** An edge to come in by, with the courses that lead inwards from it. */
export type EntryMenu = { zone: Zone; courses: Hour[] };

/** STR-6.4: there is no difference in play. */
export type Fate = 'wrecked' | 'destroyed';

export type Feature = 'gunner' | 'pulse' | 'linked' | 'turret360';

/** Everything that stays the same through a battle. */
export type Field = {
  options: Options;
  scenario: Scenario;
  cards: Card[];
  table: TableSize;
  zones: [Zone[], Zone[]];
  home: [Edge | null, Edge | null];
};

/** What happened, by chapter. */
export type GameEvent = {
  roster?: RosterEvent;
  deploy?: DeployEvent;
  initiative?: InitiativeEvent;
  phase?: PhaseEvent;
  manoeuvre?: ManoeuvreEvent;
  stress?: StressEvent;
  combat?: CombatEvent;
  damage?: DamageEvent;
  victory?: VictoryEvent;
};

/** What became of an empty machine. */
export type Gone = 'off_table' | 'obstacle';

/** How a missile finds its target. */
export type Guidance = 'guided' | 'tracker' | 'dumb' | 'fragshell';

export type Hindrance = 'reactor_interference' | 'weak_frame' | 'unbalanced_armor' | 'retrofitted_civilian';

/** A direction on the table: 0 is north, 3 east. In data a number from 0 to 11. */
export type Hour = number;

/** STR-4.4: a missile that will strike in the locked missile phase. */
export type Incoming = {
  by: UnitId;
  target: UnitId;
  dice: number;
  /** STR-HIN.4: it keeps the arc of its launch. */
  aspect: Aspect;
};

export type InitiativeEvent = {
  cards_dealt?: { cards: number };
  revealed?: { cards: Dealt[] };
  duel_dealt?: { hands: [[number, number] | null, [number, number] | null]; spare: number | null };
  duel_chosen?: { cards: [number, number] };
  duel_revealed?: { cards: [number, number] };
};

/** STR-CMP.2: three cards with two opposite uses each. */
export type Kind =
  | 'accelerate'
  | 'decelerate'
  | 'turn_port'
  | 'turn_starboard'
  | 'slide_port'
  | 'slide_starboard';

/** STR-ADD.1: a unit has left the table. */
export type LeaveMenu = {
  unit: UnitId;
  /** STR-ADD.2: the turn in which it would be back. */
  due: number;
  back: Back;
};

/** STR-ADD.1. */
export type Leaving = 'withdraw' | 'return';

export type LimitMenu = { kind: Kind; safe: number; most: number };

/** STR-CMP.4, STR-CMP.5: missiles of one kind. 3 dice are light, 4 medium, 6 heavy. */
export type Loadout = { dice: number; count: number; feature: Guidance };

/** STR-4.3: a numbered pair of tokens (STR-CMP.4). */
export type Lock = {
  target: UnitId;
  /** The turn it was made in; a missile may be launched from the next. */
  turn: number;
};

export type LockMenu = { target: UnitId; ready: boolean };

export type Manoeuvre = {
  kind: Kind;
  /** STR-2.19: whole numbers; 0 is no manoeuvre (STR-2.2). */
  thrust: number;
};

export type ManoeuvreEvent = {
  stopped?: { side: number };
  flown?: {
    unit: UnitId;
    plan: Plan;
    via: Point[];
    to: Point;
    course: Hour;
    facing: Hour;
    speed: number;
    yawed: boolean;
  };
  crashed?: { unit: UnitId };
  left?: { unit: UnitId; at: Point; edge: Edge; safe: boolean };
  pushed?: { unit: UnitId; to: Point };
  yawed?: { unit: UnitId; facing: Hour };
  lock_lost?: { unit: UnitId; target: UnitId };
  declared?: { unit: UnitId; leaving: Leaving };
};

/** The choices of one decision, for one seat. Only what belongs to the phase is there. */
export type Menu = {
  muster: MusterMenu | null;
  reserve: ReserveMenu | null;
  cards: CardsMenu | null;
  place: PlaceMenu | null;
  arrive: ArriveMenu[];
  /** STR-ADD.3: the hand. */
  duel: [number, number] | null;
  plan: PlanMenu | null;
  yaw: YawMenu | null;
  leave: LeaveMenu | null;
  at_will: WillMenu | null;
  combat: CombatMenu | null;
  /** STR-5.4, STR-5.6. */
  ranges: RangeMenu[];
};

/** STR-FEAT.1: one of these goes with a salvo. */
export type MissileStep = { lock: { target: UnitId } } | { launch: { missile: number } };

export type MusterMenu = { points: number; most_units: number; cards: string[]; default: string[] };

export type OffTableCheck = 'end' | 'path';

/**
 * Agreed before play (STR-SET.10). The defaults are the book's, with our
 * rulings where it is silent.
 */
export type Options = {
  /** STR-SET.2: another table than the scenario's, where units are placed by cards. */
  table: TableSize | null;
  /** STR-SET.3: other edges than the scenario's, where units are placed by cards. */
  edges: EdgeChoice;
  /** STR-SET.3: how far from its edge a unit may be placed. */
  deploy_depth: number;
  /** STR-SET.5: the owner's choice, or this speed for all. */
  start_speed: number | null;
  /** STR-SET.9: a side may hold back all its units. */
  reserve_all: boolean;
  /** STR-SET.10: in forces chosen by points, no more Vultures than Guardians. */
  roster_mix: boolean;
  /** STR-SET.7: so many turns; none: six, and a seventh on a die of 4 or more. */
  turns: number | null;
  /** STR-1.4: both units' combat actions at once, or one after the other. */
  segment_combat: SegmentCombat;
  /** STR-FEAT.4: the lost die counts in the front arc, too. */
  turret_always_minus: boolean;
  /** STR-FEAT.7: pods roll the dice of one range further. */
  fragshell_shift: boolean;
  /** STR-4.7: fire at will takes any enemy in the arc, whether it moved or not. */
  faw_any_target: boolean;
  /** STR-4.8: an empty machine is removed at once. */
  eject_autodestroy: boolean;
  /** STR-6.4: a wreck stays as an obstacle. */
  wreck_stays_as_obstacle: boolean;
  /** STR-ADD.1: judged where a move ends, or all along its path. */
  off_table_check: OffTableCheck;
  /** STR-ADD.3: the duel of the last two has rules of its own. */
  dogfight: boolean;
  /** STR-ADD.5: how near two pegs may be. */
  min_separation: number;
  /** STR-ADD.6: who plans first shoots first; the clock is the host's. */
  arcade: boolean;
  /** STR-END.5: at equal points, whoever took more structure off the enemy wins. */
  tie_break: TieBreak;
};

/** One seat's submission for one decision. */
export type Order = {
  action: Action;
  /** STR-END.6: an offer of a draw goes with any order and stands for the turn. */
  draw?: boolean;
};

export type Outcome = { won: number[] } | 'draw';

/** Where in the game the battle is. Every phase but the first waits for seats. */
export type Phase =
  | 'setup'
  | { muster: { seats: number[] } }
  | { reserve: { seats: number[] } }
  | { deploy_cards: { seats: number[] } }
  | { place: { unit: UnitId } }
  | { arrive: { seat: number } }
  | { initiative: { seats: number[] } }
  | 'duel'
  | { plan: { seats: number[] } }
  | { yaw: { seats: number[] } }
  | { leave: { seats: number[] } }
  | { at_will: { seats: number[] } }
  | { combat: { seats: number[] } }
  | { over: { outcome: Outcome } };

export type PhaseEvent =
  | 'actions_ended'
  | {
      entered?: { phase: Phase };
      turn_began?: { turn: number };
      segment_began?: { segment: number; active: [UnitId | null, UnitId | null] };
    };

/** STR-4.8: where a pilot landed. */
export type Pilot = { unit: UnitId; at: Point };

export type PlaceMenu = {
  unit: UnitId;
  zones: Zone[];
  default: Placement;
  speeds: [number, number];
  /** The course is as given. */
  fixed_course: boolean;
};

/** STR-SET.5: where a unit is put, on which course and how fast; it faces its course. */
export type Placement = { unit: UnitId; at: Point; course: Hour; speed: number };

/** STR-2.1: two different cards in their order, and one additional manoeuvre at most. */
export type Plan = {
  first: Manoeuvre;
  second: Manoeuvre;
  /** STR-2.11. */
  evasive?: boolean;
  /**
   * STR-2.12: hours clockwise before the action; 0 for none, as 12 is (STR-2.18). A unit
   * off its course that uses thrust yaws back by itself (STR-2.14).
   */
  yaw?: number;
  /** STR-ADD.6: this player said stop. */
  stop?: boolean;
};

/** One pair of manoeuvres and what comes of it. */
export type PlanChoice = {
  first: Manoeuvre;
  second: Manoeuvre;
  /** From where it starts, through its bends, to where it ends. */
  path: Point[];
  course: Hour;
  facing: Hour;
  speed: number;
  /** Stress dice, all counted; and with a yaw after it, if that is still to be had. */
  stress: number;
  stress_with_yaw: number | null;
  /** STR-2.13, STR-2.14: stress dice with a yaw before it, if that can be had: only of a drift. */
  stress_yaw_first: number | null;
  /** STR-2.11, STR-2.17: it may be flown evasively. */
  evasive: boolean;
  /** STR-ADD.1. */
  leaves: boolean;
  /** STR-ADD.4. */
  crashes: boolean;
};

/** STR-2.1: what the unit may fly. */
export type PlanMenu = {
  unit: UnitId;
  limits: LimitMenu[];
  /** STR-2.14: hours by which it yaws back to its course as soon as it uses thrust. */
  realigns: number;
  choices: PlanChoice[];
  /** STR-3.3: by number of dice. */
  stress: StressOdds[];
  /** STR-2.13, STR-2.14: stress dice of a drift with a yaw before it. */
  yaw_first: number;
  /** Enemies that have still to fly, and where they can be. */
  others: ReachMenu[];
  /** STR-2.11, STR-2.17: allowed with every choice, or only without thrust. */
  evasive_with_thrust: boolean;
  /** STR-ADD.6: who is first with his plan shoots first. */
  arcade: boolean;
};

export type Point = { x: number; y: number };

export type RangeMenu = {
  band: Band;
  klicks: number;
  /** None at visual range. */
  dice: number | null;
  highest: boolean;
};

/** Where a unit that has still to fly can be next. */
export type ReachMenu = {
  unit: UnitId;
  /** STR-2.2: if it drifts. */
  drift: Point;
  /** Corners round every place it reaches without stress, in order. */
  safe: Point[];
};

export type Reason = 'points' | 'structure' | 'annihilation' | 'absence' | 'conceded' | 'agreed';

export type ReserveMenu = { units: UnitId[]; most: number };

export type RosterEvent = { mustered?: { side: number; cards: number[] } };

/** STR-CARD.1: thrust that causes no stress. */
export type Safe = { acceleration: number; deceleration: number; turn: number; slide: number };

export type Salvo = {
  weapon: Weapon;
  /** None for a pod, which strikes all it can. */
  target?: UnitId;
  /** STR-FEAT.3: a Linked weapon rolls its deciding die again after a miss, unless this declines it. */
  keep?: boolean;
};

/** A battle to be fought, as a file has it. */
export type Scenario = {
  name: string;
  blurb: string;
  /** STR-SET.2. */
  table: TableSize;
  deployment: Deployment;
  /** Two of them; the first comes first in everything (STR-1.6). */
  sides: Side[];
  /** STR-SET.1: forces are chosen by the players up to this total. */
  points?: number;
  terrain: Terrain[];
  /** House designs; the same name replaces a supplied card. */
  cards: Card[];
  /** STR-SCN.B. */
  convoy?: Convoy;
  options: Options;
};

export type SegmentCombat = 'simultaneous' | 'alternate';

export type Shape = { circle: { centre: Point; radius: number } } | { polygon: { corners: Point[] } };

/** One attack with its exact odds. */
export type ShotMenu = {
  target: UnitId;
  weapon: Weapon;
  band: Band;
  range: number;
  /** STR-5.5: above 6 it cannot hit. */
  threshold: number;
  /** What the threshold is the sum of. */
  sum: Addend[];
  dice: number;
  highest: boolean;
  /** STR-FEAT.3. */
  linked: boolean;
  chance: Chance;
  /** STR-FEAT.3: the chance if the second roll is declined. */
  kept: Chance | null;
  aspect: Aspect;
  damage: number;
  armour: number;
  /** Shield levels that would count. */
  shields: number;
  /** STR-6.2: ways, out of 6 to the number of damage dice, that 0, 1, 2 ... of them reach the armour. */
  through: number[];
  /**
   * STR-4.5: the chance that a locked missile that hit is not stopped, if
   * its target has countermeasures out.
   */
  unstopped: Chance | null;
};

export type Side = {
  name: string;
  /** STR-SET.10: whose cards it may choose; empty for all. */
  faction: string;
  /** Where it deploys in turn; by cards the edge says. */
  zones: Zone[];
  /** STR-SET.6: how many units it may hold back; as many as it likes if left out. */
  reserves?: number;
  /** Its units; empty if they are chosen by points. */
  units: Berth[];
};

/** STR-CARD.2. */
export type Source = 'text' | 'recon' | 'own';

export type Status =
  | 'waiting'
  | 'reserve'
  | 'arriving'
  | 'active'
  | { empty: { since: number } }
  | { away: { since: number } }
  | 'withdrawn'
  | 'wrecked'
  | 'destroyed'
  | 'removed'
  | 'safe';

/** STR-3.3: what the failures mean. */
export type Strain = 'held' | 'greyout' | 'blackout' | 'damage' | 'wrecked' | 'destroyed';

export type StressEvent = {
  tested?: { unit: UnitId; base: number; dice: number[]; failures: number; strain: Strain };
};

/** STR-3.3: exact odds, in ways out of `of`, of 0, 1, 2, 3 and more failures. */
export type StressOdds = { dice: number; of: number; ways: number[] };

export type TableSize = { width: number; height: number };

/** STR-ADD.4, STR-5.8: something on the table. */
export type Terrain = {
  name: string;
  /** STR-5.8: it does not block; it changes the threshold of shots across it. */
  threshold?: number;
  shape: Shape;
};

export type TieBreak = 'none' | 'structure';

/** One unit. STR-CARD.5: everything here is open. */
export type Unit = {
  /** Which card of the field. */
  card: number;
  side: number;
  /** Which berth of the scenario; none in forces chosen by points. */
  berth: number | null;
  status: Status;
  /** Off the table: the point where it left (STR-ADD.2). */
  at: Point;
  course: Hour;
  facing: Hour;
  speed: number;
  structure: number;
  shields: number;
  missiles: number[];
  /** STR-1.2: its initiative card of this turn; 0 for none. */
  initiative: number;
  /** STR-2.15: what it flew this turn. */
  flown: Plan | null;
  /** STR-2.12: it has yawed this turn. */
  yawed: boolean;
  /** STR-2.11, STR-3.3: greyouts of this turn, +2 each. */
  greyouts: number;
  blackout: boolean;
  evasive: boolean;
  countermeasures: boolean;
  /** STR-4.7: the segment it began to hold its fire in. */
  at_will: number | null;
  lock: Lock | null;
};

/** Units are numbered through both sides, those of side 0 first. */
export type UnitId = number;

export type VictoryEvent = {
  draw_offered?: { seat: number };
  conceded?: { seat: number };
  seventh_rolled?: { die: number; granted: boolean };
  ended?: { outcome: Outcome; reason: Reason; half_points: [number, number] };
};

/** What one viewer sees. */
export type View = {
  viewer: Viewer;
  field: Field;
  turn: number;
  phase: Phase;
  units: Unit[];
  first: number;
  segment: number;
  active: [UnitId | null, UnitId | null];
  stopped: number | null;
  incoming: Incoming[];
  pilots: Pilot[];
  duel: DuelView | null;
  taken: [number, number];
  present: [boolean, boolean];
  seventh: boolean;
  conceded: number[];
  draw_offers: number[];
  /** Points so far, in halves (STR-END.2). */
  half_points: [number, number];
  /** STR-5.3: how far a front arc reaches to each side, in degrees. */
  arc: number;
  /** STR-6.4: how far each wreck that stays as an obstacle reaches; none where none stays. */
  wreck: number | null;
};

export type Viewer = { seat: number } | 'spectator' | 'referee';

/** What is fired. */
export type Weapon = 'gun' | 'turret' | { dumb: number } | { pod: number } | { locked: number };

export type Why =
  | 'target_speed'
  | 'own_speed'
  | 'targeting'
  | 'pulse'
  | 'fragshell'
  | 'sensors'
  | 'greyout'
  | 'evasive'
  | 'haze';

export type WillChoice = { unit: UnitId; shot: ShotMenu };

export type WillMenu = { shots: WillChoice[] };

/** STR-4.10: a unit that held its fire, and what it shoots at. */
export type WillShot = { unit: UnitId; target: UnitId; keep?: boolean };

export type YawChoice = {
  /** 0 is no yaw. */
  hours: number;
  facing: Hour;
  stress: number;
  /** Enemies that would be in the front arc, as things stand. */
  bears: UnitId[];
};

export type YawMenu = { unit: UnitId; choices: YawChoice[]; stress: StressOdds[] };

export type Zone = { rectangle: { from: Point; to: Point } } | { disc: { centre: Point; radius: number } };

/** STR-CMP.2: the card of each manoeuvre, and which of its two uses is the plus. */
export const USES: Record<Kind, { card: 'A' | 'B' | 'C'; plus: boolean }> = {
  accelerate: { card: 'A', plus: true },
  decelerate: { card: 'A', plus: false },
  slide_port: { card: 'C', plus: false },
  slide_starboard: { card: 'C', plus: true },
  turn_port: { card: 'B', plus: false },
  turn_starboard: { card: 'B', plus: true },
};

/** STR-2.2: inertia flight. */
export const DRIFT: Plan = {
  first: { kind: 'accelerate', thrust: 0 },
  second: { kind: 'turn_port', thrust: 0 },
};

/** STR-CMP.4: what missiles are called, by their damage dice. */
export const MISSILE_SIZES: ('light' | 'medium' | 'heavy')[] = [
  'light',
  'light',
  'light',
  'light',
  'medium',
  'medium',
  'heavy',
  'heavy',
  'heavy',
  'heavy',
  'heavy',
  'heavy',
  'heavy',
];
