// Where on the table an example takes place, and where its steps end. Examples put whoever must
// be there and plays no part far away, so that the whole table would show little.
import { boundsOf } from '../board/camera';
import { emptyMoment } from '../board/timeline';
import type { Bounds, Path, Point, Scene, Shot, Tone } from '../board/types';
import type { GameModule, GameSession } from '../games/types';
import { played } from '../lib/patch';
import type { CasePage, CaseStep, Line } from '../wire';

/** How many events have happened before the first step and after each. */
export function endsOf(steps: CaseStep[]): number[] {
  return steps.reduce((all, it) => [...all, all[all.length - 1]! + it.lines.length], [0]);
}

/** Nothing was ordered, nothing rolled, and nothing told. */
export function isQuiet(step: CaseStep): boolean {
  return step.orders.length === 0 && step.dice.length === 0 && step.lines.every((it) => it.aside);
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text speaks of a ship by its tag or its name. */
export function named(text: string, tag: string, name: string): boolean {
  return [tag, name].some((it) => it !== '' && new RegExp(`(^|\\W)${escaped(it)}(\\W|$)`).test(text));
}

/** A session that shows one view, as the referee sees it. */
export function seated(game: GameModule, page: CasePage, view: unknown): GameSession {
  const session = game.session();
  shows(session, page, view);
  return session;
}

/** Lets a session show a view, whatever it showed before. */
export function shows(session: GameSession, page: CasePage, view: unknown): void {
  const seats = page.seats.map((name, seat) => ({ seat, name, player: 'human' }));
  const still = { menu: null, seat: null, decision: 0, phase: null, deciding: false, sealed: false };
  session.update({ ...still, view, seats });
  session.settle();
}

/** The part of the table in which something happens; null if everybody takes part. */
export function frameOf(game: GameModule, page: CasePage, lines: Line[]): Bounds | null {
  const session = game.session();
  const tokens = new Map<string, Point[]>();
  const ships = new Map<string, { tag: string; name: string }>();
  for (const end of endsOf(page.steps)) {
    shows(session, page, played(page.start, lines.slice(0, end)));
    for (const it of session.fleet.flatMap((side) => side.ships)) ships.set(it.id, it);
    for (const it of session.scene.tokens) tokens.set(it.id, [...(tokens.get(it.id) ?? []), it.at]);
  }
  const orders = page.steps.flatMap((it) => it.orders.map((order) => order.text));
  const told = [...lines.filter((it) => !it.aside).map((it) => it.text), ...orders];
  const mentions = told.map((text) =>
    [...ships].filter(([, it]) => named(text, it.tag, it.name)).map(([id]) => id),
  );
  // Who moves, and who has to do with somebody else. Where nobody does, whoever is spoken of.
  const moves = [...tokens].filter(([, places]) => places.some((at) => apart(at, places[0]!) > STIRRED));
  const busy = new Set([...moves.map(([id]) => id), ...mentions.filter((it) => it.length > 1).flat()]);
  const part = busy.size > 0 ? busy : new Set(mentions.flat());
  const seen = [...tokens].filter(([id]) => part.has(id) || !ships.has(id));
  if (part.size === 0 || seen.length === tokens.size) return null;
  const places = seen.flatMap(([, it]) => it);
  const box = boundsOf(places);
  if (!box) return null;
  // Room around them, and never closer than a good part of what they span.
  const span = Math.max(box.right - box.left, box.top - box.bottom);
  return boundsOf(places, Math.max(span * 0.35, ROOM));
}

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Where ships flew and who fired at whom in these lines, found by letting playback run: for a picture that
 * stands still. `session` shows the view before them, and the view after them when this is done. */
export function tracesOf(session: GameSession, lines: Line[]): Pick<Scene, 'paths' | 'shots'> {
  const trails = new Map<string, Point[]>();
  const sides = new Map(session.scene.tokens.map((it) => [it.id, it.side]));
  const shots = new Map<string, Shot>();
  for (const cue of session.cues(lines)) {
    cue.begin?.();
    for (let k = 0; k <= SAMPLES; k += 1) {
      const now = emptyMoment();
      cue.show(k / SAMPLES, now);
      for (const [id, pose] of now.poses) {
        const trail = trails.get(id) ?? [];
        if (trail.length === 0 || apart(trail[trail.length - 1]!, pose.at) > STIRRED) trail.push(pose.at);
        trails.set(id, trail);
      }
      for (const shot of now.shots) {
        const { progress: _, ...still } = shot;
        shots.set(JSON.stringify([shot.from, shot.to, shot.kind]), still);
      }
    }
    cue.end?.();
  }
  session.settle();
  const paths = [...trails]
    .filter(([, points]) => points.length > 1)
    .map(([id, points]): Path => ({ points, tone: `side-${sides.get(id) ?? 0}` as Tone, kind: 'past' }));
  return { paths, shots: [...shots.values()] };
}

/** So little is no movement. */
const STIRRED = 0.01;
const SAMPLES = 20;
/** Units of the table around whoever stands alone. */
const ROOM = 3;
