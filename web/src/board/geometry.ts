// Small geometry the board needs to draw and to point: no rules of any game.
import type { Point } from './types';

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Degrees clockwise from north, 0 to 360. */
export function bearing(from: Point, to: Point): number {
  const degrees = (Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

export function along(from: Point, degrees: number, length: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return { x: from.x + Math.sin(radians) * length, y: from.y + Math.cos(radians) * length };
}

export function lerp(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** The shorter way round. */
export function turnBetween(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}

export function pathLength(points: Point[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += distance(points[i - 1]!, points[i]!);
  return sum;
}

/** The place at a share `t` of a path, and the number of the leg it is on. */
export function onPath(points: Point[], t: number): { at: Point; leg: number } {
  const first = points[0] ?? { x: 0, y: 0 };
  if (points.length < 2) return { at: first, leg: 0 };
  let left = pathLength(points) * Math.min(1, Math.max(0, t));
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]!;
    const b = points[i]!;
    const length = distance(a, b);
    if (left <= length || i === points.length - 1) {
      return { at: length === 0 ? b : lerp(a, b, Math.min(1, left / length)), leg: i - 1 };
    }
    left -= length;
  }
  return { at: points[points.length - 1]!, leg: points.length - 2 };
}

/** Andrew's monotone chain. */
export function convexHull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const cross = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (input: Point[]) => {
    const out: Point[] = [];
    for (const point of input) {
      while (out.length >= 2 && cross(out[out.length - 2]!, out[out.length - 1]!, point) <= 0) out.pop();
      out.push(point);
    }
    out.pop();
    return out;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The hull of points, pushed out by `pad`, rounded at its corners. */
export function softHull(points: Point[], pad: number): Point[] {
  const around: Point[] = [];
  for (const point of points) {
    for (let k = 0; k < 12; k++) around.push(along(point, k * 30, pad));
  }
  return convexHull(around);
}

export function inside(outline: Point[], at: Point): boolean {
  let within = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i]!;
    const b = outline[j]!;
    if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x)
      within = !within;
  }
  return within;
}
