// Playback of what happened: cues one after the other, at a speed, skippable.
// Simultaneous things share a cue and so move at the same time.
import type { Cell, Figure, Link, Path, Point, Scene, Shot, Spot, Token } from './types';

/** Where a token is for the moment, in place of where the scene has it. */
export interface Pose {
  at: Point;
  heading: number;
}

export interface Moment {
  poses: Map<string, Pose>;
  shots: Shot[];
  figures: Figure[];
  paths: Path[];
  links: Link[];
  spots: Spot[];
  cells: Cell[];
  /** Things that are there only while they fly, such as missiles. */
  tokens: Token[];
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
  return { poses: new Map(), shots: [], figures: [], paths: [], links: [], spots: [], cells: [], tokens: [] };
}

export function isOver(line: Timeline): boolean {
  return line.index >= line.cues.length;
}

/** Lets `elapsed` milliseconds pass; what falls into them begins and ends in order. */
export function play(line: Timeline, elapsed: number): void {
  let left = elapsed;
  while (!isOver(line)) {
    const cue = line.cues[line.index]!;
    if (!line.begun) {
      line.begun = true;
      cue.begin?.();
    }
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

/** Ends every cue at once. */
export function skip(line: Timeline): void {
  play(line, Infinity);
}

/** Ends the present cue. */
export function step(line: Timeline): void {
  const cue = line.cues[line.index];
  if (cue) play(line, cue.length - line.into);
}

export function moment(line: Timeline): Moment {
  const now = emptyMoment();
  const cue = line.cues[line.index];
  if (cue) cue.show(cue.length === 0 ? 1 : Math.min(1, line.into / cue.length), now);
  return now;
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
    figures: both(scene.figures, now.figures),
    paths: both(scene.paths, now.paths),
    links: both(scene.links, now.links),
    spots: both(scene.spots, now.spots),
    cells: both(scene.cells, now.cells),
  };
}
