// What the games' playbacks have in common: what they draw on, which lines of the
// log they show at once, ships on their way along a path.
import { onPath, pathLength, turnBetween } from '../../board/geometry';
import type { Point } from '../../board/types';
import type { Line } from '../../wire';

export interface Stage<View> {
  /** The view as far as playback has come. */
  view: () => View;
  show: (view: View) => void;
}

/** Lines of one kind that follow each other are shown together. A line without a kind stands alone. */
export function alike(lines: Line[], kindOf: (line: Line) => string | null): Line[][] {
  const groups: Line[][] = [];
  let last: string | null = null;
  for (const line of lines) {
    const now = kindOf(line);
    if (now !== null && now === last) groups[groups.length - 1]!.push(line);
    else groups.push([line]);
    last = now;
  }
  return groups;
}

/** The part of a path that has been flown. */
export function trail(path: Point[], t: number): Point[] {
  const { at, leg } = onPath(path, t);
  return [...path.slice(0, leg + 1), at];
}

/** Headings follow the legs; where there is none to follow, a ship turns from one heading to the other. */
export function headingOn(path: Point[], leg: number, from: number, to: number, t: number): number {
  const a = path[leg];
  const b = path[leg + 1];
  if (!a || !b || pathLength([a, b]) < 1e-6) return from + turnBetween(from, to) * t;
  return ((Math.atan2(b.x - a.x, b.y - a.y) * 180) / Math.PI + 360) % 360;
}
