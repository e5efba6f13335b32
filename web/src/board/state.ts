// The headless state of the board: camera, pointer, selection, measuring.
// No DOM here, so that all of it can be tested; the component only feeds it.
import {
  between,
  fitted,
  held,
  panned,
  scaleLimits,
  seen,
  toScreen,
  toWorld,
  zoomed,
  NO_INSETS,
} from './camera';
import type { Camera, Insets, Viewport } from './camera';
import { bearing, distance, inside } from './geometry';
import { hexAt, hexCentre, hexKey } from './hex';
import type { Bounds, Cell, Ghost, Point, Scene, Shape, Spot, Token } from './types';

export interface Measure {
  from: Point;
  to: Point;
}

export interface BoardState {
  camera: Camera;
  view: Viewport;
  insets: Insets;
  hover: string | null;
  selected: string | null;
  measuring: boolean;
  measure: Measure | null;
  /** A line drawn round tokens to gather them, in screen places. */
  lasso: Point[] | null;
  /** A camera move under way. */
  flight: { from: Camera; to: Camera; start: number; length: number } | null;
  /** Wrecks of this turn and the last. */
  fresh: Set<string>;
  /** Whether the camera still follows the fit, so that a resize fits again. */
  fitting: boolean;
}

export type Hit =
  | { kind: 'token'; id: string; token: Token }
  | { kind: 'ghost'; id: string; ghost: Ghost }
  | { kind: 'spot'; id: string; spot: Spot }
  | { kind: 'cell'; id: string; cell: Cell };

/** How something was pointed at. */
export interface Pointing {
  /** With shift, or in the mode that gathers: to what is chosen already. */
  extend: boolean;
  touch: boolean;
}

export function freshState(): BoardState {
  return {
    camera: { x: 0, y: 0, scale: 10 },
    view: { width: 100, height: 100 },
    insets: NO_INSETS,
    hover: null,
    selected: null,
    measuring: false,
    measure: null,
    lasso: null,
    flight: null,
    fresh: new Set(),
    fitting: true,
  };
}

export function resize(state: BoardState, view: Viewport, table: Bounds, insets: Insets): void {
  state.view = view;
  state.insets = insets;
  if (state.fitting) {
    state.flight = null;
    state.camera = fitted(view, table, insets);
  }
}

export function pan(state: BoardState, dx: number, dy: number, table: Bounds): void {
  state.flight = null;
  state.fitting = false;
  state.camera = held(panned(state.camera, dx, dy), state.view, table);
}

export function zoom(state: BoardState, focus: Point, factor: number, table: Bounds): void {
  state.flight = null;
  state.fitting = false;
  const limits = scaleLimits(state.view, table);
  state.camera = held(zoomed(state.camera, state.view, focus, factor, limits), state.view, table);
}

/** Moves the camera, at once if `length` is 0. */
export function flyTo(state: BoardState, to: Camera, now: number, length: number): void {
  if (length <= 0) {
    state.camera = to;
    state.flight = null;
    return;
  }
  state.flight = { from: state.camera, to, start: now, length };
}

export function fit(state: BoardState, bounds: Bounds, now: number, length: number): void {
  flyTo(state, fitted(state.view, bounds, state.insets), now, length);
}

/** Brings a place into the free part of the screen, if it is not there already. */
export function reveal(state: BoardState, at: Point, now: number, length: number): void {
  const spot = toScreen(state.camera, state.view, at);
  const { left, right, top, bottom } = state.insets;
  const margin = 48;
  const dx = Math.max(0, left + margin - spot.x) - Math.max(0, spot.x - (state.view.width - right - margin));
  const dy = Math.max(0, top + margin - spot.y) - Math.max(0, spot.y - (state.view.height - bottom - margin));
  if (dx === 0 && dy === 0) return;
  state.fitting = false;
  flyTo(state, panned(state.camera, dx, dy), now, length);
}

/** Advances a camera move; true while there is one. */
export function advance(state: BoardState, now: number): boolean {
  const flight = state.flight;
  if (!flight) return false;
  const t = (now - flight.start) / flight.length;
  state.camera = between(flight.from, flight.to, t);
  if (t >= 1) {
    state.camera = flight.to;
    state.flight = null;
  }
  return true;
}

/** How many pixels long a shape is drawn: true to scale, but always legible. */
export function drawnLength(shape: Pick<Shape, 'length' | 'least' | 'most'>, scale: number): number {
  const least = shape.least ?? 13 + shape.length * 5;
  return Math.max(least, Math.min(shape.length * scale, shape.most ?? 220));
}

/** What is under a screen place. Ghosts one can click go before ships beneath them. */
export function hitTest(scene: Scene, state: BoardState, at: Point, slack = 0): Hit | null {
  let best: Hit | null = null;
  let bestScore = Infinity;
  const consider = (hit: Hit, where: Point, reach: number, bias: number) => {
    const away = distance(toScreen(state.camera, state.view, where), at);
    if (away > reach + slack) return;
    const score = away - bias;
    if (score < bestScore) {
      best = hit;
      bestScore = score;
    }
  };
  for (const ghost of scene.ghosts) {
    const reach = ghost.kind === 'offered' ? 11 : drawnLength(ghost.shape, state.camera.scale) * 0.55;
    consider({ kind: 'ghost', id: ghost.id, ghost }, ghost.at, reach, ghost.kind === 'chosen' ? 6 : 4);
  }
  for (const token of scene.tokens) {
    if (token.wreck) continue;
    consider(
      { kind: 'token', id: token.id, token },
      token.at,
      drawnLength(token.shape, state.camera.scale) * 0.62,
      0,
    );
  }
  for (const spot of scene.spots) {
    if (spot.id !== undefined)
      consider({ kind: 'spot', id: spot.id, spot }, spot.at, (spot.size ?? 5) + 5, 5);
  }
  return best ?? cellAt(scene, state, at);
}

/** A hex lies under everything else. */
function cellAt(scene: Scene, state: BoardState, at: Point): Hit | null {
  if (scene.grid.kind !== 'hex' || scene.cells.length === 0) return null;
  const here = hexKey(hexAt(scene.grid.layout, toWorld(state.camera, state.view, at)));
  const cell = scene.cells.find((it) => it.id !== undefined && hexKey(it.hex) === here);
  return cell ? { kind: 'cell', id: cell.id!, cell } : null;
}

/** Tokens inside an outline on the screen. */
export function tokensIn(scene: Scene, state: BoardState, outline: Point[]): string[] {
  return scene.tokens
    .filter((it) => !it.wreck && inside(outline, toScreen(state.camera, state.view, it.at)))
    .map((it) => it.id);
}

/** The nearest of some places to a pointer, for snapping. */
export function nearest<T extends { at: Point }>(items: T[], world: Point): T | null {
  let best: T | null = null;
  let bestAway = Infinity;
  for (const item of items) {
    const away = distance(item.at, world);
    if (away < bestAway) {
      best = item;
      bestAway = away;
    }
  }
  return best;
}

/** The next token in a direction on the screen, for the arrow keys. */
export function neighbour(scene: Scene, from: Point, degrees: number): Token | null {
  let best: Token | null = null;
  let bestScore = Infinity;
  for (const token of scene.tokens) {
    const away = distance(from, token.at);
    if (token.wreck || away < 1e-6) continue;
    const off = Math.abs(((bearing(from, token.at) - degrees + 540) % 360) - 180);
    if (off > 60) continue;
    const score = away * (1 + off / 45);
    if (score < bestScore) {
      best = token;
      bestScore = score;
    }
  }
  return best;
}

export function measured(state: BoardState): { length: number; bearing: number } | null {
  if (!state.measure) return null;
  const { from, to } = state.measure;
  return { length: distance(from, to), bearing: bearing(from, to) };
}

/** Measuring snaps to the centre of a ship near the pointer, or of the hex under it. */
export function snapped(scene: Scene, state: BoardState, at: Point): Point {
  const hit = hitTest(scene, state, at, 4);
  if (hit?.kind === 'token') return hit.token.at;
  if (hit?.kind === 'ghost') return hit.ghost.at;
  if (hit?.kind === 'spot') return hit.spot.at;
  const world = toWorld(state.camera, state.view, at);
  return scene.grid.kind === 'hex' ? hexCentre(scene.grid.layout, hexAt(scene.grid.layout, world)) : world;
}

/** What the measuring line says. */
export function measureText(scene: Scene, state: BoardState): string {
  const found = measured(state);
  if (!found || !state.measure) return '';
  if (scene.measure) return scene.measure(state.measure.from, state.measure.to);
  return `${found.length.toFixed(1)} ${scene.unit} · ${String(Math.round(found.bearing) % 360).padStart(3, '0')}°`;
}

/** Whether a circle in the world is on the screen, with a margin in pixels. */
export function isSeen(state: BoardState, at: Point, radius: number, margin = 60): boolean {
  const box = seen(state.camera, state.view);
  const pad = radius + margin / state.camera.scale;
  return (
    at.x >= box.left - pad && at.x <= box.right + pad && at.y >= box.bottom - pad && at.y <= box.top + pad
  );
}
