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

export type Status = { captured: { away?: boolean; [word: string]: unknown } } | 'waiting' | 'active' | 'cloaked' | 'destroyed' | 'struck' | 'hulk' | 'landed' | 'jumped' | { left: { edge: EdgeName; back: number | null } };

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
  /** Nobody else knows yet what it is. */
  bogey?: boolean;
  /** It makes an active scan this turn. */
  scanning?: boolean;
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
  /** What stands on its marker while it is a bogey. */
  letter?: string;
}

export type Deployment = 'as_given' | { alternating?: { depth: number; most_velocity: number }; [other: string]: unknown };

export interface Scenario {
  name: string;
  blurb?: string;
  table: { width: number; height: number };
  deployment: Deployment;
  turns: number;
  sides: { name: string; edge?: EdgeName; ships: Berth[] }[];
  designs?: DesignData[];
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
export type Peril = { collision: { with: Thing; needs: number } } | { battering: { body: number; dice: number } } | { dust: { body: number } } | { orbit: { body: number } } | { atmosphere: { body: number; lost: number } } | { crash: { body: number } };

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
  | { parting: { seats: number[] } }
  | { scramble: { seat: number } }
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
export type Warhead = 'salvo' | 'heavy' | { spread: number } | { antimatter: { fused: boolean } } | { rockets: number } | { bolt: number };

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
  bodies?: Body[];
  groups?: Group[];
  mines?: Mine[];
  flak?: { number: number; ship: number; class: number; at: Point }[];
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
  /** Groups to launch, and groups that fill up others. */
  launch?: number[];
  merge?: [number, number][];
  /** So many points of turning more or less in a gravity zone. */
  pull?: number;
  /** Mines to lay: at the end of the move, or so far along it. */
  mines?: { layer: number; after?: number }[];
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
  bombs?: number;
}

export type WingAction =
  | 'hold'
  | { fly: { to: Point; facing: number; engage?: number } }
  | { screen: { ship: number; facing?: number } }
  | { guard: { group: number } }
  | { pursue: { ship: number } }
  | { land: { ship: number; combat?: boolean } };

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

// The menu.

export interface DeployMenu {
  default: Deploy;
  from: Point;
  to: Point;
  most_velocity: number;
  /** The courses it may be placed on, where not all are. */
  facings?: number[];
}

export interface PlotChoice {
  plot: string;
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
  /** Against groups with the chances of 0, 1, 2 … kills. */
  guards: { guard: Guard; name: string; kills?: number[] }[];
  usual: Guard[];
}

/** A carrier with craft aboard, while orders are written. */
export interface DeckMenu {
  ship: number;
  groups: { group: number; name: string; rack?: boolean; refused?: [string, string] }[];
  /** Groups that its tubes can launch; those on racks do not count. */
  most?: number | null;
  catapults?: boolean;
  merges?: [number, number][];
  usual?: number[];
}

/** Small craft in a fight; chances are parts of 1e12. */
export interface FightsMenu {
  launches?: { group: number; name: string; missiles: number; rockets: number; bombs: number; places: Point[]; usual?: CraftLaunch }[];
  attacks?: { group: number; name: string; targets: { target: WingTarget; screen?: number[]; kills?: number[]; odds?: [number, number] }[] }[];
  stances?: { group: number; name: string; foes: { group: number; kills: number[]; losses: number[]; duel?: boolean }[]; run?: WingTarget; may_hold: boolean; usual: Stance }[];
  runs?: { group: number; name: string; ship: number; with: [RunWith, number, number, number][]; aims?: number[] }[];
  evade?: { group: number; name: string; weapons: number; losses: number[] }[];
  shots?: { ship: number; shot: GroupShot; name: string; kills: number[] }[];
  boats?: { group: number; name: string; ship: number; boats: [number, number, number][]; singly?: boolean; aims?: number[] }[];
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

export interface OpeningMenu {
  flak: { ship: number; weapon: number; name: string; class: number; reach: number }[];
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
  /** Features to place, with a place that will do. */
  features?: [number, Point][];
  /** Ships that may come round, anywhere between two places. */
  rounds?: { usual: Return; from: Point; to: Point }[];
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
  planets?: {
    orbiting?: { ship: number };
    left_orbit?: { ship: number };
    crashed?: { ship: number };
    entered?: { ship: number; fate: string };
    tested?: { ship: number; decays: boolean };
  };
  rounds?: { went_round?: { ship: number }; came_round?: { ship: number; at: Point }; stayed_away?: { ship: number } };
  mines?: {
    laid?: { layer: number; mine: Mine };
    sweeping?: { ship: number };
    swept?: { mine: number; ship: number; die: number };
    went_off?: { mine: number; ship: number; dice: number[]; tally: Tally };
  };
  opening?: {
    barrage?: { weapon: number; flak: { number: number; ship: number; class: number; at: Point } };
    flew_on?: { marker: number; at: Point };
    peppered?: { flak: number; marker: number; dice: number[]; stopped: number };
    grazed?: { flak: number; ship: number; die: number };
  };
  clearing?: { blasted?: { marker: number }; burnt?: { marker: number }; mine_cleared?: { mine: number } };
  boarding?: {
    matched?: { pairs: [number, number][] };
    raided?: { ship: number; icons: number[] };
    crossed?: { ship: number; target: number; crew: number };
    fought?: { ship: number; killed: number[]; boxes: number; captured?: number };
  };
  scramble?: { passed?: { seat: number }; tried?: { ship: number; die: number; mishap?: number; out?: [number, number][]; late?: boolean } };
  attacks?: { declared?: { attacks: Declared[] }; passed?: { seat: number } };
  craft_launch?: { launched?: { group: number; markers: Marker[]; rockets?: [number, number, number[]]; cef: number } };
  dogfights?: {
    chosen?: { seat: number };
    wavered?: { group: number; die: number; held: boolean };
    fought?: { group: number; at: number[]; dice: number[]; kills: number[]; cef: number };
    fell?: { lost: [number, number][]; aces?: number[] };
    intercepted?: { group: number; marker: number; dice: number[]; kills: number; toll?: number[]; cef: number };
  };
  group_defence?: { blasted?: { group: number; marker: number; killed: number }; raked?: { ship: number; group: number; killed: number }; repelled?: { group: number; guards: Guard[]; dice: number[]; killed: number } };
  runs?: { chosen?: { seat: number }; ran?: { group: number; ship: number; ordnance?: boolean; dice: number[]; tally: Tally; cef: number } };
  evasion?: { evaded?: { group: number }; fired?: { ship: number; group: number; weapons: number[]; dice?: number[]; killed: number } };
  gunboats?: { fired?: { group: number; ship: number; dice: number[]; tally: Tally; cef: number }; defended?: { group: number; cef: number }; sank?: { lost: [number, number][] } };
  hangars?: {
    launched?: { ship: number; groups: number[] };
    landed?: { group: number; ship: number; bays: [number, number][]; combat?: boolean; die?: number };
    merged?: { from: number; into: number };
    perished?: { group: number; craft: number };
    released?: { group: number };
  };
  wings?: {
    held?: { group: number };
    finished?: { seat: number };
    flew?: { group: number; to: Point; facing: number; contact?: number; cost: number };
    screened?: { group: number; ship: number; facing: number | null; cost: number };
    guarded?: { group: number; of: number; cost: number };
    pursued?: { group: number; ship: number };
    carried?: { group: number; to: Point; facing: number };
    left?: { group: number };
    slipped?: { group: number };
  };
  sensors?: {
    mustered?: { seat: number };
    /** With a closed book neither design nor display is told. */
    revealed?: { ship: number; found: string; name: string; design?: string; display?: ShipState };
    swept?: { ship: number };
    scanned?: { ship: number; target: number; found: boolean };
  };
  terrain?: {
    drifted?: { body: number; to: Point };
    risked?: { ship: number; thing: Thing; needs: number; die: number | null; crashed: boolean };
    battered?: { ship: number; body: number; dice: number[] };
    scoured?: { ship: number; body: number; dice: number[]; points: number };
    locked?: { ship: number; target: number; die: number };
    flared?: { die: number; comes: boolean };
    dazzled?: { ship: number; damaged: number[] };
    wreck_tested?: { ship: number; over: number; die: number; debris: Body | null };
    dispersed?: { body: number };
  };
  bases?: { fell_behind?: { ship: number } };
  victory?: { scored?: { points: number[] }; conceded?: { seat: number } };
}
