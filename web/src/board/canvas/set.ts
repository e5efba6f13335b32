// What every effect is drawn with: the canvas, where the world falls on it, and
// the tokens that an effect names.
import type { Frame } from '../renderer';
import { drawnLength } from '../state';
import type { Point, Token } from '../types';
import { screenX, screenY } from './lens';
import type { Lens } from './lens';

export interface Stage {
  ctx: CanvasRenderingContext2D;
  frame: Frame;
  lens: Lens;
  /** Tokens by their ids. */
  tokens: Map<string, Token>;
}

/** Half the pixels a ship is drawn long, if nothing is known of it. */
const UNKNOWN = 14;

export function onScreen(set: Stage, at: Point): Point {
  return { x: screenX(set.lens, at.x), y: screenY(set.lens, at.y) };
}

/** Half the length of a token on the screen. */
export function reachOf(set: Stage, id: string | undefined): number {
  const token = id === undefined ? undefined : set.tokens.get(id);
  return token ? drawnLength(token.shape, set.lens.scale) / 2 : UNKNOWN;
}
