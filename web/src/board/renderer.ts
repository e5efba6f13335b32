// What the board asks of whatever draws it. Canvas2D does it today.
import type { Lens } from './canvas/lens';
import type { BoardState } from './state';
import type { Scene, Tone } from './types';

/** Colours as the theme's tokens have them. */
export interface Palette {
  ground: string;
  sea: string;
  panel: string;
  line: string;
  gridFine: string;
  gridCoarse: string;
  edge: string;
  gas: string;
  rock: string;
  font: string;
  mono: string;
  tones: Record<Tone, string>;
  /** Tells one set of colours from another, for pictures that are kept. */
  theme: string;
}

export interface Frame {
  scene: Scene;
  state: BoardState;
  palette: Palette;
  now: number;
  /** Still pictures only: no drifting, no pulsing. */
  still: boolean;
  /** Events play: smoke drifts, fires flicker. Otherwise nothing moves that nobody asked for. */
  alive?: boolean;
  /** A picture in a page: no scale, no compass, no labels. */
  bare: boolean;
  /** Such a picture without an edge, ships drawn as on the table. */
  poster: boolean;
}

/** Draws what happens; fetched when it is first needed. */
export interface Theatre {
  drawEffectsUnder: (ctx: CanvasRenderingContext2D, frame: Frame, lens: Lens) => void;
  drawEffectsOver: (ctx: CanvasRenderingContext2D, frame: Frame, lens: Lens) => void;
}

export interface Renderer {
  /** From now on effects are drawn, too. */
  perform(theatre: Theatre): void;
  resize(width: number, height: number, ratio: number): void;
  draw(frame: Frame): void;
  /** Paints anew what it keeps, as when fonts have come. */
  refresh(): void;
  dispose(): void;
}
