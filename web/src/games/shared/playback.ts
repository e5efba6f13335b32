// What the games' playbacks have in common: what they draw on, which lines of the
// log they show at once, ships on their way along a path.
import { KILL, kills, salvo } from '../../board/effects';
import type { Die, Kill, Salvo, Volley } from '../../board/effects';
import { onPath, pathLength, turnBetween } from '../../board/geometry';
import type { Cue } from '../../board/timeline';
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

/** Dice with six faces; `good` says which of them counted, where the game tells. */
export function sixes(values: number[], good?: (value: number) => boolean): Die[] {
  return values.map((value) => ({ value, sides: 6, good: good?.(value) }));
}

/** A cue made of shots, from the view as it is when the cue begins: only then is its length known.
 * Lay more over it with `Object.assign`, since a copy would not learn the length. */
export function firing(volleys: () => (Volley | null)[], finish: () => void, pace = 1): Cue {
  let made: Salvo | null = null;
  const all = () => (made ??= salvo(volleys(), pace));
  const cue: Cue = {
    length: 0,
    begin: () => (cue.length = all().length),
    show: (t, now) => all().show(t, now),
    sounds: () => all().sounds,
    places: () => all().places,
    end: finish,
  };
  return cue;
}

/** A cue in which ships die. They are on the table until it is over. */
export function dying(dead: () => Kill[], finish: () => void): Cue {
  let made: Salvo | null = null;
  let last = false;
  const all = () => (made ??= kills(dead(), last));
  const cue: Cue = {
    length: KILL,
    weight: 'kill',
    begin: () => (cue.length = all().length),
    show: (t, now) => all().show(t, now),
    sounds: () => all().sounds,
    places: () => all().places,
    end: finish,
    atLast: () => (last = true),
    still: 0.4,
  };
  return cue;
}
