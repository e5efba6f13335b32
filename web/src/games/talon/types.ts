// The shapes of crate rules-talon's View, Menu, Order and events, as far as the
// table uses them. Written by hand: rules crates know nothing of this client.

/** Axial: q to the east, r to the south-east. */
export type HexPair = [number, number];
export type Impulse = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';
/** 0 to 5: E, SE, SW, W, NW, NE. */
export type Facing = number;
export type ArcName = 'forward' | 'right' | 'rear' | 'left';
export type WeaponName = 'phaser' | 'torpedo' | 'wave_motion_gun' | 'disruptor' | 'fusion_cannon' | 'missile';
export type TerrainKind = 'planet' | 'asteroid' | 'nebula' | 'black_hole' | 'worm_hole';
export type ShipKind = 'ship' | 'base' | 'fighters' | 'carrier' | 'transport';
export type Exit = 'ftl' | 'worm_hole' | 'map' | 'drifted' | 'resigned';
export type Status = 'waiting' | 'active' | 'destroyed' | 'landed' | { retreated: Exit } | { docked: number };
export type Outcome = 'draw' | { won: number[] };

export interface OpenVolley {
  ship: number;
  group: number;
  done: number;
}

export type Phase =
  | 'setup'
  | 'buy'
  | { initiative: { side: number } }
  | { terrain: { side: number } }
  | { deploy: { side: number; bases: boolean } }
  | { power: { side: number } }
  | { move: { side: number } }
  | { fire: { side: number; volley: OpenVolley | null } }
  | { charge: { side: number } }
  | { pull: { side: number } }
  | { reinforce: { side: number } }
  | { retreat: { side: number } }
  | { over: { outcome: Outcome; reason: string; degree: string | null } };

export interface Criticals {
  shields_down: boolean;
  helm_down: boolean;
  power_loss: boolean;
  turn: number;
  power: number;
  ftl_offline: boolean;
}

export interface Bar {
  red: number;
  yellow: number;
  destroyed?: boolean;
}

export interface ShipState {
  side: number;
  status: Status;
  at: HexPair;
  facing: Facing;
  row: number;
  power: number;
  turn_left: number;
  slip: boolean;
  /** Forward, right, rear, left. */
  shields: number[];
  reinforced: (Impulse | null)[];
  hull_marked: number;
  fighters: number[];
  bars: Bar[];
  battery: boolean;
  afterburners: number;
  criticals: Criticals;
  marker: 'change' | 'defend' | null;
  spooled: boolean;
  spent: boolean;
  moved: boolean;
  fired: boolean;
}

export interface GroupView {
  weapon: WeaponName;
  count: number;
  /** Letters of F, L, R, A. */
  arcs: string;
  red: number;
  yellow: number;
  red_of: number;
  yellow_of: number;
  charged: boolean;
  destroyed: boolean;
}

export interface Display {
  id: number;
  tag: string;
  name: string;
  class: string;
  kind: ShipKind;
  /** Power, Speed, Turn Radius. */
  curve: number[];
  rows: number[][];
  shields_of: number[];
  shields_up: boolean;
  /** `H`, `C`, `-1`, `C-1`, left to right. */
  hull: string[];
  hull_left: number;
  power_modifier: number;
  has_battery: boolean;
  afterburners_of: number;
  groups: GroupView[];
  explosion: number;
  points: number;
  ap_in: string;
  moves_in: string;
  spools_in: number | null;
}

export interface ShipView {
  ship: ShipState;
  display: Display;
}

export interface MissileView {
  number: number;
  side: number;
  at: HexPair;
  facing: Facing;
  target: number | null;
  damaged?: boolean;
  moved?: boolean;
}

export interface TerrainView {
  kind: TerrainKind;
  at: HexPair;
  only?: string[];
  objective?: boolean;
}

export interface Window {
  col: number;
  row: number;
  cols: number;
  rows: number;
}

export interface SideData {
  name: string;
  faction: 'terran' | 'talon';
  zone?: { cols: [number, number]; rows: [number, number] } | null;
  ships: { class: string; at?: HexPair | null; facing?: Facing | null; arrives?: number | null }[];
}

export interface View {
  field: {
    options: Record<string, unknown>;
    scenario: {
      name: string;
      sides: SideData[];
      rounds?: number | null;
      victory: unknown;
      design_your_own?: { points: number } | null;
    };
  };
  round: number;
  impulse: Impulse;
  initiative: number;
  phase: Phase;
  ships: ShipView[];
  missiles: MissileView[];
  terrain: TerrainView[];
  window: Window;
  gunner?: number | null;
  destroyed: number[];
  points: number[];
  markers: number[];
  last_round: number | null;
}

// The menu.

export interface Odds {
  of: number;
  damage: number[];
  /** In parts of a million. */
  shields: number[];
  hull: number[];
  destroyed: number;
}

export interface Launch {
  at: HexPair;
  facings: Facing[];
}

export interface TargetMenu {
  target: Target;
  at: HexPair;
  range: number;
  arc: ArcName | null;
  modifier: number;
  push: Facing[];
  launch: Launch[];
  cone: Target[];
  one: Odds;
  /** Of 2, 3 … weapons, up to one fewer than all. */
  some: Odds[];
  all: Odds;
}

export interface FireGroup {
  group: number;
  weapon: WeaponName;
  weapons: number;
  targets: TargetMenu[];
}

export interface FireShip {
  ship: number;
  groups: FireGroup[];
}

export interface MoveChoice {
  how: How;
  to: HexPair;
  facing: Facing;
  turn_left: number;
  dock: boolean;
  collides: number[];
  terrain: TerrainKind | null;
  fatal: boolean;
  leaves: boolean;
  hits: number;
  floats: boolean;
}

export interface MoverMenu {
  mover: Mover;
  required: boolean;
  choices: MoveChoice[];
}

export interface RowMenu {
  speed: number;
  power: number;
  turn_radius: number;
  deadly: boolean;
  /** The Impulses that row would have. */
  ap_in: string;
  moves_in: string;
}

export interface ChargeMenu {
  ship: number;
  bars: { red: number; yellow: number }[];
  rows: RowMenu[];
  frozen: boolean;
}

export interface DeployShip {
  ship: number;
  default: Placed;
  hexes: HexPair[];
  free_facing: boolean;
}

export interface ClassMenu {
  class: string;
  points: number;
  most: number;
  heavy: boolean;
  fighters: boolean;
  powers_fighters: boolean;
}

export type ArcMap = { ship: number } & Record<ArcName, HexPair[]>;

export interface Menu {
  buy?: { budget: number; heavies: number; classes: ClassMenu[]; default: string[] } | null;
  initiative?: number[] | null;
  terrain?: { kind: TerrainKind; pieces: TerrainKind[]; hexes: HexPair[] } | null;
  deploy?: { ships: DeployShip[] } | null;
  power?: { ship: number; battery: boolean; uses: Spend[] }[] | null;
  moves?: MoverMenu[] | null;
  fire?: { open: OpenVolley | null; ships: FireShip[] } | null;
  charge?: ChargeMenu[] | null;
  pull?: { ship: number; ways: Facing[] }[] | null;
  reinforce?: { ships: DeployShip[] } | null;
  retreat?: number[] | null;
  arcs: ArcMap[];
}

// Orders.

export type Gift = { charge: { fighter: number } } | 'power_through' | 'side_slip';

export type Spend =
  | 'side_slip'
  | 'power_through'
  | 'battery'
  | 'change'
  | 'defend'
  | { charge: { group: number } }
  | { reinforce: { arc: ArcName } }
  | { drop: { arc: ArcName } }
  | { transmit: { to: number; gift: Gift } }
  | { retarget: { missile: number; target: number; fighter?: number } };

export interface Use {
  ship: number;
  on: Spend;
}

export type How = 'straight' | 'turn_left' | 'turn_right' | 'slip_left' | 'slip_right' | 'rotate';
export type Mover = { ship: number } | { missile: number };

export interface Move {
  mover: Mover;
  how: How;
  dock?: boolean;
  other_first?: boolean;
  fighter?: number;
}

export type Target = { ship: number } | { fighter: [number, number] } | { missile: number };

export interface Shot {
  target?: Target;
  push?: Facing;
  launch?: HexPair;
  facing?: Facing;
  fighter?: number;
}

export interface Volley {
  ship: number;
  group: number;
  shots: Shot[];
}

export interface Placed {
  ship: number;
  at: HexPair;
  facing: Facing;
}

export interface Adjust {
  ship: number;
  charge?: [number, number, number];
  speed?: number;
}

export type Action =
  | { buy: { ships: string[] } }
  | { initiative: { holder: number } }
  | { terrain: { at: HexPair } }
  | { deploy: { places: Placed[] } }
  | { reinforce: { places?: Placed[] } }
  | { power: { uses?: Use[]; done?: boolean } }
  | { move: { moves?: Move[]; done?: boolean } }
  | { fire: { volleys?: Volley[]; done?: boolean } }
  | { charge: { ships?: Adjust[] } }
  | { pull: { ships?: { ship: number; way?: Facing }[] } }
  | { retreat: { ships?: number[] } }
  | 'resign';

export interface Order {
  action: Action;
  rank?: number[];
}

// Events, each with one chapter and one kind in it.

export type Cause = { weapon: WeaponName } | string;

export interface GameEvent {
  setup?: {
    deployed?: Placed;
    terrain_placed?: { kind: TerrainKind; at: HexPair };
  };
  phase?: {
    entered?: { phase: Phase };
    round_began?: { round: number };
    impulse_began?: { impulse: Impulse };
    turn_began?: { side: number };
    expired?: { ship: number; arc: ArcName };
    passed?: { side: number };
    initiative_checked?: { change: number; defend: number; holder: number };
  };
  power?: {
    spent?: { ship: number; on: Spend; battery: boolean };
    dropped?: { ship: number; arc: ArcName };
    repaired?: { ship: number; marker: 'shields_down' | 'helm_down' | 'power_loss'; die: number };
  };
  movement?: {
    moved?: { ship: number; how: How; to: HexPair; facing: Facing; turn_left: number; afterburner: boolean };
    rotated?: { ship: number; facing: Facing };
    displaced?: { ship: number; to: HexPair; by: Cause };
    floated?: { window: Window };
    terrain_dropped?: { at: HexPair };
    left?: { ship: number; exit: Exit };
    docked?: { ship: number; host: number };
    landed?: { ship: number };
    nebula_entered?: { ship: number };
    collided?: { ship: number; with: number };
    missile_moved?: { missile: number; to: HexPair; facing: Facing };
    missile_pulled?: { missile: number; to: HexPair };
    missile_lost?: { missile: number; by: Cause };
  };
  fire?: {
    opened?: { ship: number; group: number };
    shot?: {
      ship: number;
      group: number;
      weapon: WeaponName;
      target: Target;
      range: number;
      die: number;
      modifier: number;
      damage: number;
    };
    launched?: { ship: number; group: number; missile: number; at: HexPair; facing: Facing; target: number };
    closed?: { ship: number; group: number };
  };
  damage?: {
    hit?: {
      ship: number;
      arc: ArcName | null;
      cause: Cause;
      points: number;
      reinforcement: boolean;
      shields: number;
    };
    hull_marked?: { ship: number; boxes: number; critical: boolean };
    critical?: { ship: number; dice: [number, number]; result: string; wasted: boolean };
    group_destroyed?: { ship: number; group: number };
    fighter_hit?: { ship: number; fighter: number; cause: Cause; points: number; boxes: number };
    destroyed?: { ship: number; cause: Cause };
    exploded?: { ship: number; at: HexPair; rating: number };
    arc_rolled?: { ship: number; arc: ArcName };
    missile_hit?: { missile: number; cause: Cause; points: number; destroyed: boolean };
    missile_detonated?: { missile: number; ship: number };
  };
  round?: {
    adjusted?: { ship: number; charged: [number, number][]; row: number; power: number };
    spooled?: { ship: number };
    arrived?: Placed;
    delayed?: { ship: number };
  };
  victory?: Record<string, unknown>;
}
