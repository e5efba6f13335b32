// What a seat may choose, what comes of it and the odds, phase by phase.
import type { Point } from '../../../board/types';
import type { ArcName, Peril, Warhead, WingTarget } from './state';
import type {
  Arming,
  CraftLaunch,
  Crossing,
  Deploy,
  Door,
  Duty,
  Entry,
  FireLine,
  GateEntry,
  GroupShot,
  Guard,
  Launched,
  Mode,
  Opening,
  Party,
  Plan,
  Return,
  RunWith,
  Scramble,
  Share,
  Stance,
  Stand,
  WingAction,
} from './orders';

export interface DeployMenu {
  default: Deploy;
  from: Point;
  to: Point;
  most_velocity: number;
  /** The courses it may be placed on, where not all are. */
  facings?: number[];
}

/** Points of thrust, and of them those that turn; of a vector ship main drive and thrusters. */
export interface Need {
  total: number;
  turning: number;
}

export interface PlotChoice {
  plot: string;
  cost: Need;
  path: Point[];
  facing: number;
  velocity: number;
  leaves: boolean;
  /** Only by straining the drive. */
  emergency?: boolean;
  /** What terrain would do to it. */
  perils?: Peril[];
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
  /** What a roll takes beside the plot. */
  roll: Need;
  /** Thruster points for each point of a push; pushes are not listed one by one. */
  push?: number;
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
  /** Chances that 0, 1, 2 … units come aboard. */
  boards?: number[];
  /** Only as a raid, at one of its aims. */
  raids?: boolean;
  /** It may send damage-control parties instead. */
  crew?: boolean;
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
  /** In dust: what a die must show before anything is fired at it. */
  lock?: number;
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
  lines?: { line: FireLine; name: string; caught: number[]; to?: Point; template?: Point[] }[];
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
  /** A missile of two stages flies at least so far. */
  least?: number;
  /** How near it looks for a ship. */
  lock: number;
  /** How far round it bursts, and how far if it is fused. */
  blast?: number;
  fused?: number;
}

export interface LaunchMenu {
  ship: number;
  launchers: LauncherMenu[];
  /** Launches that lead an enemy who holds his course. */
  choices: Launched[];
}

export interface DefenceMenu {
  /** Against groups with the chances of 0, 1, 2 … kills. */
  guards: { guard: Guard; name: string; kills?: number[]; dice: number; once: boolean }[];
  usual: Guard[];
}

/** A carrier with craft aboard, while orders are written. */
export interface DeckMenu {
  ship: number;
  groups: {
    group: number;
    name: string;
    rack?: boolean;
    refused?: [string, string];
    role?: Arming;
    arm?: Arming[];
  }[];
  /** Groups that its tubes can launch; those on racks do not count. */
  most?: number | null;
  catapults?: boolean;
  merges?: [number, number][];
  usual?: number[];
  /** Marines and parties aboard, and those that go if nothing is said. */
  troops?: [number, number];
  usual_troops?: [number, number];
}

/** Small craft in a fight; chances are parts of 1e12. */
export interface FightsMenu {
  launches?: {
    group: number;
    name: string;
    missiles: number;
    rockets: number;
    bombs: number;
    places: Point[];
    usual?: CraftLaunch;
    prey?: [number, number][];
  }[];
  attacks?: {
    group: number;
    name: string;
    targets: {
      target: WingTarget;
      screen?: number[];
      kills?: number[];
      odds?: [number, number];
      boards?: [number, number];
    }[];
  }[];
  stances?: {
    group: number;
    name: string;
    foes: { group: number; kills: number[]; losses: number[]; duel?: boolean }[];
    run?: WingTarget;
    may_hold: boolean;
    usual: Stance;
  }[];
  runs?: {
    group: number;
    name: string;
    ship: number;
    with: [RunWith, number, number, number][];
    aims?: number[];
  }[];
  evade?: { group: number; name: string; weapons: number; losses: number[] }[];
  shots?: { ship: number; shot: GroupShot; name: string; kills: number[]; lock?: number }[];
  boats?: {
    group: number;
    name: string;
    ship: number;
    boats: [number, number, number][];
    singly?: boolean;
    aims?: number[];
  }[];
  odds?: Outcome[][];
  usual?: unknown;
}

export interface ScrambleMenu {
  ship: number;
  groups: number[];
  raiders: number[];
  most: number;
  /** Of six: a mishap, nothing, one too late, one, two. */
  faces: number[];
  usual: Scramble;
}

export interface FlakMenu {
  ship: number;
  weapon: number;
  name: string;
  class: number;
  reach: number;
  /** How far it bursts. */
  radius: number;
}

export interface OpeningMenu {
  flak: FlakMenu[];
  stages: { marker: number; at: Point; facing: number; least: number; reach: number }[];
  usual: Opening;
}

export interface BoardingMenu {
  crossings: { ship: number; targets: number[]; marines: number; parties: number }[];
  fights: { ship: number; boarders: [number, Party][]; parties: number; marines: number; hull: number }[];
  usual_crossings: Crossing[];
  usual_duties: Duty[];
  usual_stands: Stand[];
  /** Of six, on which 1, 2, 3 parties and a Marine kill. */
  faces: number[];
}

/** One group that may move. */
export interface WingMenu {
  group: number;
  name: string;
  from: Point;
  reach: number;
  /** Endurance that a move costs. */
  cost: number;
  pursuers?: number[];
  /** What can be done at a click, the usual one first. */
  choices: WingAction[];
  refused?: [number, string, string][];
}

export interface GateMenu {
  gate: Door;
  name: string;
  open: boolean;
  opens?: number;
  /** The mass it still takes this turn; any if left out. */
  capacity?: number;
  activate: boolean;
  deactivate: boolean;
  /** Somebody else's: it may take longer. */
  foreign: boolean;
}

export interface ShareMenu {
  ship: number;
  points: number;
  /** Armour and hull left of the ship, and of each on her. */
  bears: number;
  riders: [number, number][];
  usual: Share;
}

export interface MusterMenu {
  /** What stands on the marker of each place. */
  letters: string[];
  names: string[];
  signatures: string[];
  /** Places whose ships stay. */
  fixed: number[];
  usual: number[];
}

export interface ScanMenu {
  ship: number;
  most: number;
  reach: number;
  targets: number[];
  usual: number[];
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
  muster?: MusterMenu | null;
  scans?: ScanMenu[];
  decks?: DeckMenu[];
  wings?: WingMenu[];
  fights?: FightsMenu | null;
  boarding?: BoardingMenu | null;
  opening?: OpeningMenu | null;
  /** Groups that may shoot at one that slips away. */
  parting?: number[];
  /** Arrivals by FTL, as the scenario proposes them. */
  plans?: Plan[];
  scramble?: ScrambleMenu[];
  /** Whether to follow those who have left. */
  chase?: boolean;
  /** Carried ships that may part now; without an order they stay aboard. */
  riders?: PlotMenu[];
  gates?: GateMenu[];
  arrivals?: { usual: GateEntry; most_velocity: number; any_course: boolean }[];
  shares?: ShareMenu[];
  /** Features to place, with a place that will do. */
  features?: [number, Point][];
  /** Ships that may come round, anywhere between two places. */
  rounds?: { usual: Return; from: Point; to: Point }[];
}
