// The game's own data as the server sends it: view, menu, orders, events.
import type { Point } from '../../board/types';

export type Corner = 'south_west' | 'south_east' | 'north_west' | 'north_east';
export type ArcName = 'forward' | 'left' | 'right' | 'rear';
export type Location = 'Br' | 'FC' | 'R' | 'E' | 'ED' | 'Mn';
export type Step = 'primaries' | 'specials' | 'secondaries';

export interface Plot {
  dv: number;
  turns: string;
}

export interface Placed {
  ship: number;
  at: Point;
  heading: number;
}

export interface Volley {
  ship: number;
  arc?: ArcName;
  target: number;
  then?: number[];
  unsplit?: boolean;
}

export interface Party {
  ship: number;
  location: Location;
  crew: number;
}

export type Action =
  | { deploy: { corner?: Corner; places: Placed[] } }
  | { plot: { ship: number; with?: number[]; plot: Plot }[] }
  | { fire: Volley[] }
  | { repair: Party[] }
  | 'concede';

export interface Order {
  action: Action;
  draw?: boolean;
}

export interface WeaponsBox {
  primaries: Record<ArcName, number>;
  secondaries: number;
  specials: number;
}

export interface ShipState {
  design: number;
  side: number;
  owner: number;
  status: 'waiting' | 'active' | 'destroyed' | 'withdrawn' | { left: string };
  at: Point;
  heading: number;
  speed: number;
  weapons_marked: number;
  hull_marked: number;
  criticals: Location[];
  /** Rolled in this step and not yet marked. */
  struck?: { hull: number; weapons: number };
  tied: boolean;
  primary_targets: number[];
  special_targets: number[];
}

export interface Display {
  weapons: WeaponsBox;
  weapons_left: number;
  hull_left: number;
  defence: number;
  natural: number;
  engine: number;
  crew: number;
  points: number;
}

export interface ShipView {
  ship: ShipState;
  display: Display;
}

export type Phase =
  | 'setup'
  | 'plot'
  | { deploy: { seat: number } }
  | { fire: { step: Step; seats: number[] } }
  | { repairs: { seats: number[] } }
  | { over: { outcome: { won: number[] } | 'draw' } };

export interface Berth {
  design: string;
  name?: string;
  seat?: number;
}

export interface Scenario {
  name: string;
  blurb: string;
  table: { width: number; height: number };
  edges: 'fixed' | 'floating';
  sides: { name: string; seats?: number; ships: Berth[] }[];
  designs: DesignData[];
  victory: unknown;
}

export interface DesignData {
  name: string;
  class?: string;
  hull: number;
  natural: number;
  ed: number;
  engine: number;
  primaries: Partial<Record<ArcName, number>>;
  secondaries: number;
  special?: { kind: 'mass_driver' | 'particle_cannon'; count: number };
  points?: number;
}

export interface View {
  field: { options: Record<string, unknown>; scenario: Scenario };
  terrain: ['gas' | 'solid', Point[]][];
  turn: number;
  phase: Phase;
  ships: ShipView[];
  corner: [number, Corner] | null;
  points: [number, number];
  draw_offers: number[];
  conceded: number[];
}

export interface Choice {
  plot: Plot;
  cost: number;
  speed: number;
  path: Point[];
  to: Point;
  heading: number;
  notation: string;
  leaves?: boolean;
}

export interface PlotMenu {
  ship: number;
  engine: number;
  /** Ships of the same rating may share a plot. */
  rating?: number;
  forced: Choice | null;
  choices: Choice[];
}

export interface Odds {
  of: number;
  hull: number[];
  weapons: number[];
  both?: number[][];
  critical: number;
}

export interface Shot {
  arc?: ArcName | null;
  target: number;
  strength: number;
  defence: number;
  column: string;
  modifiers: { speed: number; range: number; gas: number };
  range: number;
  to_hit?: { in: number; hits: number } | null;
  /** Of one attack; for a mass driver, of one hit. */
  odds: Odds;
  /** For mass drivers: the attacks that one hit comes to, two hits, and so on. */
  odds_by_hits?: Attacks[][];
  can_split?: boolean;
  /** What exceeds 6:1, and every part it may be aimed in, by what is left then. */
  left?: number;
  rests?: Rest[];
}

/** Attacks with the same odds, each with its own dice. */
export interface Attacks {
  times: number;
  odds: Odds;
}

export interface Rest {
  strength: number;
  target: number;
  defence: number;
  column: string;
  odds: Odds;
  left?: number;
}

export interface FireShip {
  ship: number;
  weapon?: string;
  drivers?: number;
  rest?: number | null;
  shots: Shot[];
}

export type Zone = { rectangle: { from: Point; to: Point } } | { disc: { centre: Point; radius: number } };

export interface DeployMenu {
  corner_choice?: boolean;
  corners?: Corner[];
  ships: { ship: number; default: Placed; fixed?: boolean; free_heading?: boolean }[];
  zones?: Zone[];
  defaults_by_corner?: Record<string, Placed[]>;
}

export interface Menu {
  deploy?: DeployMenu | null;
  plots?: PlotMenu[];
  fire?: { step: Step; ships: FireShip[] } | null;
  repairs?: { ship: number; crew: number; criticals: Location[] }[] | null;
  reach?: { ship: number; ends: (Point & { heading: number })[] }[];
  ranges?: { bands: number[]; secondary: number };
}

export interface Modifiers {
  speed: number;
  range: number;
  gas: number;
}

export interface Fired {
  by: number;
  at: number;
  weapon: string;
  strength: number;
  defence: number;
  column: string;
  modifiers: Modifiers;
  dice: [number, number];
  hull: number;
  weapons: number;
  critical?: { die: number; location: Location; wasted: boolean };
}

/** Events by chapter; only what playback needs is spelled out. */
export interface GameEvent {
  deploy?: {
    deployed?: { placed: Placed };
    corner_rolled?: { dice: number[] };
    cloud_drawn?: { terrain: number; outline: Point[] };
  };
  phase?: {
    entered?: { phase: Phase };
    turn_began?: { turn: number };
    burned?: { ship: number; destroyed: boolean };
    exploded?: { ship: number; die: number; destroyed: boolean };
  };
  movement?: {
    moved?: { ship: number; plot: Plot; speed: number; via: Point[]; to: Point; heading: number };
    left?: { ship: number; edge: string };
  };
  fire?: {
    aimed?: { by: number; at: number; die: number; hit: boolean; modifiers: Modifiers };
    fired?: Fired;
    marked?: { ship: number; hull: number; weapons: number; criticals: Location[]; destroyed: boolean };
  };
  repairs?: {
    attempted?: { ship: number; location: Location; crew: number; die: number; repaired: boolean };
  };
  victory?: { ended?: { outcome: { won: number[] } | 'draw'; reason: string; points: [number, number] } };
}
