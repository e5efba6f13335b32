// Events by chapter; only what playback shows is spelled out.
import type { Point } from '../../../board/types';
import type {
  ArcName,
  Body,
  EdgeName,
  LayerLeft,
  Link,
  Marker,
  Motion,
  Nova,
  Phase,
  ShipState,
  Status,
  Thing,
} from './state';
import type { Arming, CoreChoice, Declared, Deploy, Door, Guard, Mine, Mode } from './orders';

/** What becomes of a ship that comes or goes by FTL. */
export type FtlFate = 'clean' | 'stays' | { hurt: number } | 'lost' | 'never';

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
  phase?: {
    entered?: { phase: Phase };
    turn_began?: { turn: number };
    initiative?: { order: number[] };
    arranged?: { order: number[] };
  };
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
    rockets?: {
      ship: number;
      weapon: number;
      target: number;
      needs: number;
      dice: number[];
      marker: Marker | null;
    };
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
  rounds?: {
    went_round?: { ship: number };
    came_round?: { ship: number; at: Point };
    stayed_away?: { ship: number };
  };
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
    scourged?: { flak: number; group: number; killed: number };
  };
  clearing?: { blasted?: { marker: number }; burnt?: { marker: number }; mine_cleared?: { mine: number } };
  boarding?: {
    matched?: { pairs: [number, number][] };
    raided?: { ship: number; icons: number[] };
    crossed?: { ship: number; target: number; crew: number };
    fought?: { ship: number; killed: number[]; boxes: number; captured?: number };
  };
  scramble?: {
    passed?: { seat: number };
    tried?: { ship: number; die: number; mishap?: number; out?: [number, number][]; late?: boolean };
  };
  attacks?: { declared?: { attacks: Declared[] }; passed?: { seat: number } };
  craft_launch?: {
    launched?: { group: number; markers: Marker[]; rockets?: [number, number, number[]]; cef: number };
  };
  dogfights?: {
    chosen?: { seat: number };
    wavered?: { group: number; die: number; held: boolean };
    fought?: { group: number; at: number[]; dice: number[]; kills: number[]; cef: number };
    fell?: { lost: [number, number][]; aces?: number[] };
    intercepted?: {
      group: number;
      marker: number;
      dice: number[];
      kills: number;
      toll?: number[];
      cef: number;
    };
  };
  group_defence?: {
    rocketed?: { group: number; killed: number };
    blasted?: { group: number; marker: number; killed: number };
    raked?: { ship: number; group: number; killed: number };
    repelled?: { group: number; guards: Guard[]; dice: number[]; killed: number };
  };
  runs?: {
    chosen?: { seat: number };
    embarked?: { group: number };
    boarded?: { group: number; ship: number };
    ran?: { group: number; ship: number; ordnance?: boolean; dice: number[]; tally: Tally; cef: number };
  };
  evasion?: {
    evaded?: { group: number };
    locked?: { ship: number };
    fired?: { ship: number; group: number; weapons: number[]; dice?: number[]; killed: number };
  };
  gunboats?: {
    fired?: { group: number; ship: number; dice: number[]; tally: Tally; cef: number };
    defended?: { group: number; cef: number };
    sank?: { lost: [number, number][] };
  };
  hangars?: {
    launched?: { ship: number; groups: number[] };
    landed?: { group: number; ship: number; bays: [number, number][]; combat?: boolean; die?: number };
    merged?: { from: number; into: number };
    perished?: { group: number; craft: number };
    released?: { group: number };
    armed?: { arming: Arming };
    escaped?: { ship: number; groups: number[] };
    shaken?: { group: number; ship: number };
    wrecked?: { group: number; craft: number };
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
  ftl?: {
    announced?: { ship: number; at: Point };
    warmed_up?: { ship: number };
    cooled?: { ship: number };
    arrived?: { ship: number; to: Motion; fate: FtlFate };
    departed?: { ship: number; at: Point; to: Motion; fate: FtlFate };
  };
  links?: { linked?: { ship: number; link: Link }; parted?: { ship: number; hold: string; broken: boolean } };
  ramming?: {
    tried?: { ship: number; target: number; impact?: number[]; damage: number[] };
    missed?: { ship: number; target: number };
  };
  riders?: {
    detached?: { ship: number; from: number; to: Motion };
    stowed?: { ship: number; by: number };
    settled?: { ship: number; from: number; status: Status; to: Motion };
  };
  gates?: {
    activated?: { gate: number; from: number };
    deactivated?: { gate: number };
    came?: { ship: number; gate: Door; to: Motion };
    approached?: { ship: number; gate: Door };
    passed?: { ship: number; gate: Door; fate: unknown };
  };
  disengage?: {
    tried?: { seat: number; escaped: boolean };
    chosen?: { seat: number; chase: boolean };
    chased?: { places: [number, Motion][] };
  };
  bases?: { fell_behind?: { ship: number } };
  victory?: { scored?: { points: number[] }; conceded?: { seat: number } };
}
