// Playback of what happened: cues one after the other, at a speed, skippable.
// Simultaneous things share a cue and so move at the same time.
import type { Card } from './card';
import type { Effect, Heard } from './effects';
import type { Cell, Figure, Link, Path, Point, Scene, Shot, Spot, Token } from './types';

/** Where a token is for the moment, in place of where the scene has it. */
export interface Pose {
  at: Point;
  heading: number;
}

export interface Moment {
  poses: Map<string, Pose>;
  shots: Shot[];
  effects: Effect[];
  figures: Figure[];
  paths: Path[];
  links: Link[];
  spots: Spot[];
  cells: Cell[];
  /** Things that are there only while they fly, such as missiles. */
  tokens: Token[];
  /** What the camera should have in sight, and how much of an event it is. */
  frame: Framing | null;
}

/** How much a cue weighs: movement need only be in sight, a shot is framed, a kill is looked at closely and the
 * blow that ends the battle more so. */
export type Weight = 'wide' | 'brisk' | 'kill' | 'last';

export interface Framing {
  /** Tells one cue's framing from another's. */
  cue: Cue;
  places: Point[];
  weight: Weight;
  /** How long the ship is that it is about, in world units. */
  size?: number;
}

export interface Cue {
  /** Milliseconds at single speed. */
  length: number;
  /** What is seen at a share of the cue, 0 to 1. */
  show: (t: number, moment: Moment) => void;
  /** When it begins and when it is over. */
  begin?: () => void;
  /** The number of the last log line it tells. */
  upTo?: number;
  end?: () => void;
  /** Where it happens, once it has begun: the camera frames it. */
  places?: () => Point[];
  weight?: Weight;
  /** What is heard, once it has begun. */
  sounds?: () => Heard[];
  /** The battle ends here. */
  final?: boolean;
  /** Makes of a kill the last blow. */
  atLast?: () => void;
  /** The share at which a still picture tells most of it. */
  still?: number;
  /** What is told beside the map, once it has begun: one after the other while it lasts. */
  cards?: Card[];
}

export interface Timeline {
  cues: Cue[];
  index: number;
  /** Milliseconds into the present cue. */
  into: number;
  begun: boolean;
}

export function timeline(cues: Cue[]): Timeline {
  return { cues, index: 0, into: 0, begun: false };
}

export function emptyMoment(): Moment {
  return {
    poses: new Map(),
    shots: [],
    effects: [],
    figures: [],
    paths: [],
    links: [],
    spots: [],
    cells: [],
    tokens: [],
    frame: null,
  };
}

export function isOver(line: Timeline): boolean {
  return line.index >= line.cues.length;
}

/** The last kill before the end of the battle is the last blow. What comes after these cues may be given, too:
 * a replay plays them piece by piece. */
export function withLastBlow(cues: Cue[], after: Cue[] = []): Cue[] {
  const all = [...cues, ...after];
  const end = all.findIndex((it) => it.final);
  const blow = all.slice(0, Math.max(0, end)).findLast((it) => it.weight === 'kill');
  if (blow) {
    blow.weight = 'last';
    blow.atLast?.();
  }
  return cues;
}

/** Lets `elapsed` milliseconds pass; what falls into them begins and ends in order, and is heard. */
export function play(line: Timeline, elapsed: number, hear?: (it: Heard) => void): void {
  let left = elapsed;
  while (!isOver(line)) {
    const cue = line.cues[line.index]!;
    if (!line.begun) {
      line.begun = true;
      cue.begin?.();
    }
    if (hear) sounding(cue, line.into, line.into + left, hear);
    if (line.into + left < cue.length) {
      line.into += left;
      return;
    }
    left -= cue.length - line.into;
    cue.end?.();
    line.index += 1;
    line.into = 0;
    line.begun = false;
  }
}

function sounding(cue: Cue, from: number, to: number, hear: (it: Heard) => void): void {
  for (const it of cue.sounds?.() ?? []) if (it.at >= from && it.at < to) hear(it);
}

/** Ends every cue at once, in silence. */
export function skip(line: Timeline): void {
  play(line, Infinity);
}

/** Ends the present cue. */
export function step(line: Timeline): void {
  const cue = line.cues[line.index];
  if (cue) play(line, cue.length - line.into);
}

/** The share of a cue that tells most of it, where nothing is said of it. */
const TELLING = 0.62;

/** What is seen now. Where nothing may move, each cue is one picture. */
export function moment(line: Timeline, still = false): Moment {
  const now = emptyMoment();
  const cue = line.cues[line.index];
  if (!cue) return now;
  const t = cue.length === 0 ? 1 : Math.min(1, line.into / cue.length);
  cue.show(still ? (cue.still ?? TELLING) : t, now);
  const places = cue.places?.() ?? [];
  if (places.length > 0) now.frame = { cue, places, weight: cue.weight ?? 'brisk' };
  return now;
}

/** What the camera should frame, with the size of the ships that die in it. */
export function sized(now: Moment, scene: Scene): Framing | null {
  if (!now.frame) return null;
  const dead = new Set(now.effects.flatMap((it) => (it.kind === 'break' ? [it.whom] : [])));
  if (dead.size === 0) return now.frame;
  const lengths = scene.tokens.filter((it) => dead.has(it.id)).map((it) => it.shape.length);
  return lengths.length > 0 ? { ...now.frame, size: Math.max(...lengths) } : now.frame;
}

/** The card of this moment; null where the cue has none. */
export function cardOf(line: Timeline): Card | null {
  const cue = line.cues[line.index];
  const cards = cue?.cards ?? [];
  if (!cue || cards.length === 0) return null;
  const t = cue.length === 0 ? 0 : Math.min(1, line.into / cue.length);
  return cards[Math.min(cards.length - 1, Math.floor(t * cards.length))]!;
}

/** A scene with a moment of playback laid over it. */
export function withMoment(scene: Scene, now: Moment | null): Scene {
  if (!now) return scene;
  const tokens =
    now.poses.size === 0
      ? scene.tokens
      : scene.tokens.map((token) => {
          const pose = now.poses.get(token.id);
          return pose ? { ...token, at: pose.at, heading: pose.heading, vector: undefined } : token;
        });
  const both = <T>(a: T[], b: T[]) => (b.length ? [...a, ...b] : a);
  return {
    ...scene,
    tokens: both(tokens, now.tokens),
    shots: both(scene.shots, now.shots),
    effects: now.effects,
    figures: both(scene.figures, now.figures),
    paths: both(scene.paths, now.paths),
    links: both(scene.links, now.links),
    spots: both(scene.spots, now.spots),
    cells: both(scene.cells, now.cells),
  };
}
