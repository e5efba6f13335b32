// What a game must bring to the table: its own folder, and one line in index.ts.
import type { Component } from 'svelte';
import type { Cue } from '../board/timeline';
import type { Hit, Pointing } from '../board/state';
import type { Bounds, Point, Scene } from '../board/types';
import type { LegendEntry } from '../explain/legend';
import type { Checked, Finding, Line, OrderRequest, SeatCard } from '../wire';

/** One ship in the list on the left. */
export interface FleetShip {
  id: string;
  tag: string;
  name: string;
  kind: string;
  /** Path data for its silhouette, in a box from -1 to 1. */
  hull: string;
  /** What is left of it: the first bar is the tall one, in the side's colour. */
  bars: FleetBar[];
  /** Short marks: criticals and the like, each with its meaning. */
  troubles: Trouble[];
  status: 'active' | 'waiting' | 'gone';
  statusText: string;
  own: boolean;
  owes: boolean;
  /** What has been ordered so far. */
  order: string;
  /** It is ordered together with others. */
  picked?: boolean;
}

export interface Trouble {
  mark: string;
  meaning: string;
  /** The name of the mark in the glossary, if not the mark itself. */
  term?: string;
}

export interface FleetBar {
  /** 0 to 1. */
  share: number;
  /** "Hull 7 of 12". */
  text: string;
  /** The word or mark of the glossary that explains it. */
  term: string;
}

export interface FleetSide {
  side: number;
  name: string;
  score: string;
  ships: FleetShip[];
}

/** What there is to do now. */
export interface Task {
  /** "Plot 3 ships". */
  title: string;
  /** What the phase is for, in one line. */
  hint: string;
  rule: string;
  /** What the large button says. */
  seal: string;
  /** How far the order has come: "2 of 5 ships". */
  progress: string;
  /** Where an order is composed in several steps: all of them, in order. */
  steps?: TaskStep[];
}

/** One step of an order, such as power, then movement, then fire. */
export interface TaskStep {
  id: string;
  label: string;
  state: 'open' | 'now' | 'done';
  /** May be gone to; the session's `step` is asked. */
  ready: boolean;
}

/** Something that can be laid over the map and stays while it is switched on. */
export interface Overlay {
  id: string;
  label: string;
  /** The key that switches it, handled by the session's `key`. */
  key: string;
  /** A name from the icon set. */
  icon: string;
  on: boolean;
}

export interface Forces {
  side: number;
  name: string;
  total: string;
  ships: { name: string; kind: string; count: number; hull: string }[];
}

export interface TableInput {
  view: unknown;
  menu: unknown;
  /** The seat that looks, or null. */
  seat: number | null;
  decision: number;
  phase: string | null;
  /** May this seat compose an order now? */
  deciding: boolean;
  sealed: boolean;
  seats: SeatCard[];
  /** Asks what the server says of an order of this decision; null if it says nothing. Only while composing. */
  ask?: (request: OrderRequest) => Promise<Checked | null>;
}

/** Why something could not be done, and where on the map it was tried. */
export interface Refusal {
  text: string;
  rule: string;
  /** Left out: at what is selected. */
  at: Point | null;
}

/** One seat's table: what it shows and the order that is being composed. */
export interface GameSession {
  /** The view on the table: the truth, or as far as playback has come. */
  readonly shown: unknown;
  readonly scene: Scene;
  /** Where the battle is, for screens too small to show the whole table. */
  readonly focus: Bounds | null;
  /** Counters must be read: a large screen keeps to the focus, too. */
  readonly closeUp?: boolean;
  readonly fleet: FleetSide[];
  readonly task: Task;
  readonly turnText: string;
  selected: string | null;
  readonly overlays: Overlay[];
  toggle(overlay: string): void;
  /** Whether several ships can be ordered as one now: then the map has a lasso. */
  readonly gathers: boolean;
  /** The side a seat plays for. */
  sideOf(seat: number): number;
  /** A sentence about what the pointer is on. */
  readonly explain: string;
  /** Something the others have said, such as an offer of a draw. */
  readonly notice: string;
  /** Why the last click, key or drop came to nothing. */
  readonly refusal: Refusal | null;
  refuse(text: string, at?: Point | null, rule?: string): void;
  readonly canUndo: boolean;
  readonly edited: boolean;
  /** How often something was picked that is a whole order: it need not be sealed by another click. */
  readonly picks: number;
  update(input: TableInput): void;
  /** Sets what is shown without changing the truth, as while events play. */
  select(id: string | null, how?: Pointing): void;
  hover(hit: Hit | null, world?: Point): void;
  click(hit: Hit | null, world: Point, how?: Pointing): void;
  /** Ships that were ringed on the map. */
  gather(ids: string[], how: Pointing): void;
  /** Goes to a step of the task. */
  step(id: string): void;
  /** True if a drag of this takes hold of something. */
  dragStart(hit: Hit | null): boolean;
  dragTo(world: Point): void;
  dragEnd(): void;
  key(event: KeyboardEvent): boolean;
  undo(): void;
  clear(): void;
  load(order: unknown): void;
  /** The draft as plain data, if the player has changed anything: kept over a reload. */
  kept(): unknown;
  /** Takes a kept draft up again. */
  restore(kept: unknown): void;
  /** The order as it stands; `draw` offers a draw with it, where the game has that. */
  order(draw: boolean): unknown;
  readonly offersDraws: boolean;
  /** The order that gives the battle up, or null if the game has none. */
  concede(): unknown;
  /** Cues for events; they advance what is shown from the old view to the new. */
  cues(lines: Line[]): Cue[];
  /** Ends playback: shows the truth. */
  settle(): void;
}

/** Reads an order in writing: a legal one is filled in, of another one it says what is wrong. */
export type Check = (text: string) => Promise<{ legal: boolean; message: string; findings: Finding[] }>;

export interface Command {
  keys: string[];
  does: string;
}

/** Still scenes of a scenario, in a game's `preview.ts`: fetched without the rest of the folder. */
export interface Pictures {
  /** The map before the first decision. */
  preview(view: unknown): Scene;
  /** A picture for its card on the first screen. */
  poster(view: unknown): Scene;
}

export interface GameModule {
  id: string;
  session(): GameSession;
  /** The selected ship's own display. */
  Sheet: Component<{ session: GameSession }>;
  /** The orders of the open phase. */
  Orders: Component<{ session: GameSession; check: Check }>;
  /** What each side has. */
  forces(view: unknown): Forces[];
  /** A few facts about a scenario, for the preview. */
  facts(view: unknown): { label: string; value: string }[];
  commands: Command[];
  /** What everything on its map means. */
  legend: LegendEntry[];
}
