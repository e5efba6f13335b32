// The camera: which part of the world is on the screen. Plain functions.
import type { Bounds, Point } from './types';

export interface Camera {
  x: number;
  y: number;
  /** Pixels per world unit. */
  scale: number;
}

export interface Viewport {
  width: number;
  height: number;
}

/** Room that panels take from the map, in pixels. */
export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const NO_INSETS: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

export function toScreen(camera: Camera, view: Viewport, at: Point): Point {
  return {
    x: view.width / 2 + (at.x - camera.x) * camera.scale,
    y: view.height / 2 - (at.y - camera.y) * camera.scale,
  };
}

export function toWorld(camera: Camera, view: Viewport, at: Point): Point {
  return {
    x: camera.x + (at.x - view.width / 2) / camera.scale,
    y: camera.y - (at.y - view.height / 2) / camera.scale,
  };
}

export function seen(camera: Camera, view: Viewport): Bounds {
  const halfWidth = view.width / 2 / camera.scale;
  const halfHeight = view.height / 2 / camera.scale;
  return {
    left: camera.x - halfWidth,
    right: camera.x + halfWidth,
    bottom: camera.y - halfHeight,
    top: camera.y + halfHeight,
  };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y + dy / camera.scale };
}

/** Zooms so that what is under `focus` stays under it. */
export function zoomed(
  camera: Camera,
  view: Viewport,
  focus: Point,
  factor: number,
  limits: [number, number],
): Camera {
  const scale = Math.min(limits[1], Math.max(limits[0], camera.scale * factor));
  const before = toWorld(camera, view, focus);
  const after = toWorld({ ...camera, scale }, view, focus);
  return { scale, x: camera.x + before.x - after.x, y: camera.y + before.y - after.y };
}

export function fitted(view: Viewport, bounds: Bounds, insets: Insets = NO_INSETS, margin = 28): Camera {
  const width = Math.max(40, view.width - insets.left - insets.right - 2 * margin);
  const height = Math.max(40, view.height - insets.top - insets.bottom - 2 * margin);
  const spanX = Math.max(1e-6, bounds.right - bounds.left);
  const spanY = Math.max(1e-6, bounds.top - bounds.bottom);
  const scale = Math.min(width / spanX, height / spanY);
  return {
    scale,
    x: (bounds.left + bounds.right) / 2 - (insets.left - insets.right) / 2 / scale,
    y: (bounds.bottom + bounds.top) / 2 + (insets.top - insets.bottom) / 2 / scale,
  };
}

/** How far one may zoom out and in for a table of this size. */
export function scaleLimits(view: Viewport, table: Bounds): [number, number] {
  const whole = fitted(view, table).scale;
  return [whole * 0.35, Math.max(whole * 12, 60)];
}

/** Keeps some of the table in sight, so that nobody loses it. */
export function held(camera: Camera, view: Viewport, table: Bounds): Camera {
  const reachX = view.width / 2 / camera.scale;
  const reachY = view.height / 2 / camera.scale;
  return {
    ...camera,
    x: Math.min(table.right + reachX * 0.7, Math.max(table.left - reachX * 0.7, camera.x)),
    y: Math.min(table.top + reachY * 0.7, Math.max(table.bottom - reachY * 0.7, camera.y)),
  };
}

export function ease(t: number): number {
  const k = Math.min(1, Math.max(0, t));
  return k < 0.5 ? 4 * k * k * k : 1 - (-2 * k + 2) ** 3 / 2;
}

/** Between two cameras; scale moves by ratio so that a zoom feels even. */
export function between(from: Camera, to: Camera, t: number): Camera {
  const k = ease(t);
  return {
    x: from.x + (to.x - from.x) * k,
    y: from.y + (to.y - from.y) * k,
    scale: from.scale * (to.scale / from.scale) ** k,
  };
}

export function boundsOf(points: Point[], pad = 0): Bounds | null {
  if (points.length === 0) return null;
  const xs = points.map((it) => it.x);
  const ys = points.map((it) => it.y);
  return {
    left: Math.min(...xs) - pad,
    right: Math.max(...xs) + pad,
    bottom: Math.min(...ys) - pad,
    top: Math.max(...ys) + pad,
  };
}

/** The box round two others. */
export function joined(a: Bounds, b: Bounds): Bounds {
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
    top: Math.max(a.top, b.top),
  };
}

/** A box made larger about its middle until it takes this share of the table, and moved onto it. */
export function widened(box: Bounds, table: Bounds, share: number): Bounds {
  const side = (low: number, high: number, edge: number, other: number): [number, number] => {
    const [from, to] = [Math.min(edge, low), Math.max(other, high)];
    const long = Math.min(to - from, Math.max(high - low, (to - from) * share));
    const start = Math.min(to - long, Math.max(from, (low + high) / 2 - long / 2));
    return [start, start + long];
  };
  const [left, right] = side(box.left, box.right, table.left, table.right);
  const [bottom, top] = side(box.bottom, box.top, table.bottom, table.top);
  return { left, right, bottom, top };
}
