// What a game must bring to the table: its own folder, and one line in index.ts.
import type { Component } from 'svelte';
import type { Cue } from '../board/timeline';
import type { Hit } from '../board/state';
import type { Bounds, Point, Scene } from '../board/types';
import type { Line, SeatCard } from '../wire';

/** One ship in the list on the left. */
export interface FleetShip {
  id: string;
  tag: string;
  name: string;
  kind: string;
  /** Path data for its silhouette, in a box from -1 to 1. */
  hull: string;
  /** Share of its structure and of its guns that is left. */
  structure: number;
  guns: number;
  structureText: string;
  /** Short marks: criticals and the like, each with its meaning. */
  troubles: { mark: string; meaning: string }[];
  status: 'active' | 'waiting' | 'gone';
  statusText: string;
  own: boolean;
  owes: boolean;
  /** What has been ordered so far. */
  order: string;
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
}

export interface Forces {
  side: number;
  name: string;
  total: string;
  ships: { name: string; kind: string; count: number; hull: string }[];
}

export interface Luck {
  side: number;
  name: string;
  dice: number;
  rolled: number;
  expected: number;
  /** Share of all ways the dice could have fallen that are no better. */
  better: number;
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
}

/** One seat's table: what it shows and the order that is being composed. */
export interface GameSession {
  readonly scene: Scene;
  /** Where the battle is, for screens too small to show the whole table. */
  readonly focus: Bounds | null;
  readonly fleet: FleetSide[];
  readonly task: Task;
  readonly turnText: string;
  selected: string | null;
  /** Overlays that stay while they are switched on. */
  pinnedRanges: boolean;
  pinnedReach: boolean;
  /** A sentence about what the pointer is on. */
  readonly explain: string;
  /** Something the others have said, such as an offer of a draw. */
  readonly notice: string;
  readonly canUndo: boolean;
  readonly edited: boolean;
  update(input: TableInput): void;
  /** Sets what is shown without changing the truth, as while events play. */
  select(id: string | null): void;
  hover(hit: Hit | null): void;
  click(hit: Hit | null, world: Point): void;
  /** True if a drag of this takes hold of something. */
  dragStart(hit: Hit | null): boolean;
  dragTo(world: Point): void;
  dragEnd(): void;
  key(event: KeyboardEvent): boolean;
  undo(): void;
  clear(): void;
  load(order: unknown): void;
  /** The order as it stands. */
  order(draw: boolean): unknown;
  concede(): unknown;
  /** Cues for events; they advance what is shown from the old view to the new. */
  cues(lines: Line[]): Cue[];
  /** Ends playback: shows the truth. */
  settle(): void;
}

export interface Command {
  keys: string[];
  does: string;
}

export interface GameModule {
  id: string;
  session(): GameSession;
  /** The selected ship's own display. */
  Sheet: Component<{ session: GameSession }>;
  /** The orders of the open phase. */
  Orders: Component<{ session: GameSession; check: (text: string) => void }>;
  luck(lines: Line[], view: unknown): Luck[];
  /** The map before the first decision. */
  preview(view: unknown): Scene;
  /** A picture for its card on the first screen. */
  poster(view: unknown): Scene;
  /** What each side has. */
  forces(view: unknown): Forces[];
  /** A few facts about a scenario, for the preview. */
  facts(view: unknown): { label: string; value: string }[];
  commands: Command[];
}
