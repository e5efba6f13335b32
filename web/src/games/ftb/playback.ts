// What events look like: vectors drawn, ships flying along them, beams, cover
// fire, torpedoes, rings, while the shown view catches up with the truth.
import { ease } from '../../board/camera';
import { distance, onPath, pathLength } from '../../board/geometry';
import type { Effect, Kill } from '../../board/effects';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import { stepwise } from '../../lib/patch';
import type { Line } from '../../wire';
import { alike, dying, trail } from '../shared/playback';
import type { Stage as Plain } from '../shared/playback';
import { TORPEDO } from './silhouettes';
import { headingOf, hueOf, placeOf, pointsOf, slice, tone } from './model';
import { words } from './texts';
import type { GameEvent, View } from './types';

/** What is drawn for a while and stands in no view. */
export interface Aside {
  /** A ship whose vector is drawn before it flies: the rules have it at the end already. */
  held: { ship: number; at: Point } | null;
  /** Where a torpedo went off. */
  burst: { guide: number; at: Point } | null;
}

export const NOTHING: Aside = { held: null, burst: null };

/** The view as it is drawn. */
export function drawn(view: View, { held }: Aside): View {
  if (!held || !view.ships[held.ship]) return view;
  const ships = view.ships.map((it, k) =>
    k === held.ship ? { ...it, hull: { ...it.hull, at: held.at } } : it,
  );
  return { ...view, ships };
}

/** What an event leaves to be drawn beside the view that was before it. */
function asideAfter(aside: Aside, event: GameEvent, before: View): Aside {
  if (typeof event === 'string') return aside;
  if (event.plotted) {
    const [at] = pointsOf(event.plotted.path);
    return { ...aside, held: at ? { ship: event.plotted.ship, at } : null };
  }
  if (event.torpedo_lost) {
    const guide = event.torpedo_lost.ship;
    const at = before.ships[guide]?.hull.torpedo?.at;
    return { ...aside, burst: at ? { guide, at } : null };
  }
  if (!aside.held) return aside;
  const place = event.docked ?? event.left_map ?? event.withdrew ?? event.destroyed ?? event.activated;
  return event.aimed || event.along || place?.ship === aside.held.ship ? { ...aside, held: null } : aside;
}

export interface Stage extends Plain<View> {
  aside: () => Aside;
  leave: (aside: Aside) => void;
  /** Something happens in another star system: one looks there. */
  look: (system: number) => void;
}

const VECTOR = 450;
const FLIGHT = 900;
const BEAM = 1100;
const FIGURE = 850;
const HIT = 1400;
const REVEAL = 2200;
/** Nothing to see: the view goes on at once. */
const SHORT = 0;

/** What befalls ships at the same moment belongs together. */
export function grouped(lines: Line[]): Line[][] {
  return alike(lines, (line) => {
    const event = line.event as GameEvent;
    if (typeof event === 'string') return null;
    if (event.destroyed) return 'dead';
    if (event.hit || event.splashed || event.gauged || event.system_set || event.tracked) return 'harm';
    return null;
  });
}

export function cuesFor(lines: Line[], stage: Stage): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => {
      const views = stepwise(stage.view(), group);
      stage.leave(events.reduce((now, it, k) => asideAfter(now, it, views[k]!), stage.aside()));
      stage.show(views[group.length]!);
    };
    const upTo = group[group.length - 1]!.n;
    // Not a copy: a cue may learn its length as it begins.
    return Object.assign(cue(events, stage, finish), { upTo });
  });
}

function cue(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const event = events[0]!;
  const quiet: Cue = { length: SHORT, show: () => {}, begin: finish };
  if (typeof event === 'string') return event === 'blasted' ? { ...quiet, length: 200 } : quiet;
  if (event.over) return { ...quiet, length: 400, final: true };
  if (event.plotted) return vector(event.plotted.ship, pointsOf(event.plotted.path), stage, finish);
  if (event.along) return flight(event.along.t, stage, finish);
  if (event.torpedo_flew)
    return torpedo(event.torpedo_flew.ship, pointsOf(event.torpedo_flew.path), stage, finish);
  if (event.combat_began)
    return beam(
      String(event.combat_began.attacker),
      event.combat_began.defender,
      event.combat_began.cover ? words.figures.cover : '',
      stage,
      finish,
    );
  if (event.strike_began)
    return beam(`t${event.strike_began.guide}`, event.strike_began.target, '', stage, finish);
  if (event.revealed) return revealed(event.revealed, stage, finish);
  if (event.destroyed) return death(events, stage, finish);
  return (
    figures(events, stage, finish) ??
    (event.day_began || event.picked || event.tanker_deployed ? { ...quiet, length: 350 } : quiet)
  );
}

const seen = (stage: Stage): View => drawn(stage.view(), stage.aside());

/** The vector is drawn from its start, bend by bend. */
function vector(ship: number, points: Point[], stage: Stage, finish: () => void): Cue {
  const length = pathLength(points);
  let side = 0;
  return {
    length: points.length > 1 ? VECTOR : SHORT,
    begin: () => {
      const hull = seen(stage).ships[ship]?.hull;
      side = hull?.side ?? 0;
      if (hull) stage.look(hull.system);
    },
    show: (t, now) => {
      if (points.length > 1)
        now.paths.push({ points: slice(points, 0, length * ease(t)), tone: tone(side), kind: 'plan' });
    },
    end: finish,
  };
}

function flight(t: number, stage: Stage, finish: () => void): Cue {
  let way: Point[] = [];
  let id = '';
  let heading = 0;
  let side = 0;
  const cue: Cue = {
    length: FLIGHT,
    begin: () => {
      const view = seen(stage);
      const act = view.act;
      const hull = act ? view.ships[act.ship]?.hull : undefined;
      way = [];
      cue.length = SHORT;
      if (!act || !hull) return;
      const points = pointsOf(act.path);
      if (points.length < 2) return;
      id = String(act.ship);
      heading = headingOf(hull.dir);
      side = hull.side;
      way = slice(points, lengthOf(points, hull.at), t);
      const far = pathLength(way);
      if (far > 1e-6) cue.length = Math.min(FLIGHT, 200 + far * 110);
    },
    show: (k, now) => {
      if (way.length < 2 || pathLength(way) <= 1e-6) return;
      now.poses.set(id, { at: onPath(way, ease(k)).at, heading: headingOn(way, ease(k), heading) });
      now.effects.push({ kind: 'wake', t: k, points: trail(way, ease(k)), tone: tone(side), manner: 'heat' });
    },
    end: finish,
    places: () => way,
    weight: 'wide',
  };
  return cue;
}

/** How far along its path a ship is that lies on it. */
function lengthOf(points: Point[], at: Point): number {
  let run = 0;
  for (let k = 1; k < points.length; k++) {
    const [a, b] = [points[k - 1]!, points[k]!];
    const leg = distance(a, b);
    if (Math.abs(distance(a, at) + distance(at, b) - leg) < 1e-4) return run + distance(a, at);
    run += leg;
  }
  return 0;
}

function headingOn(points: Point[], t: number, otherwise: number): number {
  const { leg } = onPath(points, t);
  const [a, b] = [points[leg], points[leg + 1]];
  return a && b && distance(a, b) > 1e-6 ? headingOf({ x: b.x - a.x, y: b.y - a.y }) : otherwise;
}

function torpedo(ship: number, points: Point[], stage: Stage, finish: () => void): Cue {
  let side = 0;
  let known = false;
  return {
    length: points.length > 1 ? FLIGHT : SHORT,
    begin: () => {
      const hull = seen(stage).ships[ship]?.hull;
      side = hull?.side ?? 0;
      known = !!hull?.torpedo;
      if (hull) stage.look(hull.system);
    },
    show: (t, now) => {
      if (points.length < 2) return;
      const { at } = onPath(points, ease(t));
      const pose = { at, heading: headingOn(points, ease(t), 0) };
      now.paths.push({
        points: slice(points, 0, pathLength(points) * ease(t)),
        tone: tone(side),
        kind: 'past',
      });
      now.effects.push({ kind: 'wake', t, points: trail(points, ease(t)), tone: tone(side), manner: 'heat' });
      if (known) now.poses.set(`t${ship}`, pose);
      else
        now.tokens.push({
          id: `flying-${ship}`,
          ...pose,
          side: hueOf(side),
          shape: TORPEDO,
          label: '',
          boxes: 0,
          lost: 0,
        });
    },
    end: finish,
  };
}

function beam(from: string, to: number, said: string, stage: Stage, finish: () => void): Cue {
  let ends: { a: Point; b: Point; side: number } | null = null;
  return {
    length: BEAM,
    begin: () => {
      finish();
      const view = seen(stage);
      const { burst } = stage.aside();
      const by = Number(from.replace('t', ''));
      const ship = view.ships[by]?.hull;
      if (!ship || !view.ships[to]) return;
      stage.look(ship.system);
      ends = {
        a: from.startsWith('t')
          ? (ship.torpedo?.at ?? (burst?.guide === by ? burst.at : placeOf(view, by)))
          : placeOf(view, by),
        b: placeOf(view, to),
        side: ship.side,
      };
    },
    show: (t, now) => {
      if (!ends) return;
      const { a, b, side } = ends;
      if (from.startsWith('t'))
        now.effects.push({
          kind: 'fire',
          t,
          weapon: 'torpedo',
          from: a,
          to: b,
          tone: tone(side),
          whom: String(to),
          hit: true,
          power: 0.6,
        });
      else {
        // Who attacks holds the target; what comes of it is chosen next.
        now.effects.push({ kind: 'lock', t, at: b, whom: String(to), tone: tone(side) });
        now.links.push({ from: a, to: b, tone: tone(side), dash: true, faint: true });
      }
      if (said) now.figures.push({ at: ends.a, text: said, tone: 'text', age: t });
    },
    places: () => (ends ? [ends.a, ends.b] : []),
    sounds: () => [{ at: 0, sound: from.startsWith('t') ? 'fire-torpedo' : 'lock', power: 0.4 }],
  };
}

function revealed(event: { protocols: [string, string] }, stage: Stage, finish: () => void): Cue {
  let pair: { at: Point; ship: number; side: number }[] | null = null;
  return {
    length: REVEAL,
    begin: () => {
      const view = seen(stage);
      const fight = view.fight;
      if (fight && 'combat' in fight)
        pair = [fight.combat.attacker, fight.combat.defender].map((ship) => ({
          at: placeOf(view, ship),
          ship,
          side: view.ships[ship]?.hull.side ?? 0,
        }));
      finish();
    },
    show: (t, now) => {
      pair?.forEach((at, k) => {
        const name = event.protocols[k] as keyof typeof words.protocols;
        now.effects.push({
          kind: 'card',
          t,
          at: at.at,
          whom: String(at.ship),
          title: words.protocols[name],
          mark: words.suits[name],
          tone: tone(at.side),
        });
      });
    },
    places: () => (pair ?? []).map((it) => it.at),
    sounds: () => [{ at: REVEAL * 0.35, sound: 'card' }],
    still: 0.7,
  };
}

interface Said {
  ship: number;
  text: string;
  tone: Tone;
}

/** The small figure an event leaves at its ship. */
export function said(view: View, event: GameEvent): Said | null {
  const f = words.figures;
  if (typeof event === 'string') return null;
  const e = event;
  if (e.hit) return { ship: e.hit.ship, text: e.hit.fate === 'shield' ? f.shield : f.hit, tone: 'harm' };
  if (e.destroyed) return { ship: e.destroyed.ship, text: f.destroyed, tone: 'harm' };
  if (e.splashed) return { ship: e.splashed.ship, text: f.splash, tone: 'muted' };
  if (e.gauged && e.gauged.gauge === 'heat') {
    const before = view.ships[e.gauged.ship]?.own?.heat ?? 0;
    return { ship: e.gauged.ship, text: f.heat(e.gauged.to), tone: e.gauged.to > before ? 'warn' : 'muted' };
  }
  if (e.system_set?.damage) {
    const { ship, damage } = e.system_set;
    return {
      ship,
      text: damage.offline ? f.offline(words.systems[damage.system]) : f.online(words.systems[damage.system]),
      tone: damage.offline ? 'harm' : 'text',
    };
  }
  if (e.tracked)
    return { ship: e.tracked.ship, text: e.tracked.tracked ? f.tracked : f.masked, tone: 'text' };
  if (e.tested)
    return {
      ship: e.tested.test.ship,
      text: e.tested.result === 'win' ? f.win : e.tested.result === 'draw' ? f.draw : f.lose,
      tone: 'text',
    };
  if (e.refuelled) return { ship: e.refuelled.ship, text: f.refuelled, tone: 'text' };
  if (e.evaded?.evades) return { ship: e.evaded.ship, text: f.evades, tone: 'text' };
  if (e.cover_fire?.fires) return { ship: e.cover_fire.firer, text: f.cover, tone: 'text' };
  if (e.docked) return { ship: e.docked.ship, text: f.docked, tone: 'text' };
  if (e.torpedo_lost && e.torpedo_lost.why !== 'spent')
    return { ship: e.torpedo_lost.ship, text: f.lost, tone: 'muted' };
  return null;
}

function figures(events: GameEvent[], stage: Stage, finish: () => void): Cue | null {
  const spoken = events.filter(
    (it) =>
      typeof it !== 'string' &&
      (it.hit ||
        it.destroyed ||
        it.splashed ||
        it.gauged?.gauge === 'heat' ||
        it.system_set?.damage ||
        it.tracked ||
        it.tested ||
        it.refuelled ||
        it.evaded?.evades ||
        it.cover_fire?.fires ||
        it.docked ||
        it.torpedo_lost),
  );
  if (spoken.length === 0) return null;
  let shown: { at: Point; text: string; tone: Tone }[] = [];
  let acts: Act[] = [];
  const hits = events.some((it) => typeof it !== 'string' && it.hit);
  return {
    length: hits ? HIT : FIGURE,
    begin: () => {
      const view = seen(stage);
      acts = events.flatMap((it) => actsOf(it, view));
      const rows = new Map<number, number>();
      shown = spoken.flatMap((event) => {
        const it = said(view, event);
        if (!it || !view.ships[it.ship]) return [];
        const row = rows.get(it.ship) ?? 0;
        rows.set(it.ship, row + 1);
        const lost =
          typeof event !== 'string' && event.torpedo_lost ? view.ships[it.ship]!.hull.torpedo?.at : undefined;
        const at = lost ?? placeOf(view, it.ship);
        return [{ at: { x: at.x, y: at.y - row * 0.9 }, text: it.text, tone: it.tone }];
      });
      finish();
    },
    show: (t, now: Moment) => {
      for (const it of shown)
        if (!hits || t > 0.3) now.figures.push({ ...it, age: hits ? (t - 0.3) / 0.7 : t });
      for (const it of acts) now.effects.push({ ...it, t });
    },
    places: () => acts.flatMap((it) => (it.kind === 'fire' ? [it.from, it.to] : [it.at])),
    sounds: () =>
      acts.flatMap((it) =>
        it.kind === 'fire'
          ? [
              { at: 0, sound: 'fire-lance' as const, power: 0.4 },
              { at: HIT * 0.28, sound: 'hit-hull' as const, power: 0.5 },
            ]
          : [],
      ),
  };
}

/** An effect without its time. */
type Act = Timeless<Extract<Effect, { kind: 'fire' | 'strike' | 'heat' }>>;
type Timeless<T> = T extends unknown ? Omit<T, 't'> : never;

/** What is seen of an event: the ray of whoever fights the ship that is hit, and heat. */
function actsOf(event: GameEvent, view: View): Act[] {
  if (typeof event === 'string') return [];
  if (event.gauged?.gauge === 'heat') {
    const { ship, to } = event.gauged;
    const before = view.ships[ship]?.own?.heat ?? 0;
    if (to <= before || !view.ships[ship]) return [];
    return [{ kind: 'heat', at: placeOf(view, ship), whom: String(ship), amount: Math.min(1, 0.4 + to / 8) }];
  }
  const ship = event.hit?.ship;
  if (ship === undefined || !view.ships[ship]) return [];
  const at = placeOf(view, ship);
  const surface = event.hit?.fate === 'shield' ? 'shield' : 'hull';
  const { fight } = view;
  const pair = fight && 'combat' in fight ? [fight.combat.attacker, fight.combat.defender] : [];
  const other = pair.includes(ship) ? pair.find((it) => it !== ship) : undefined;
  if (other === undefined || !view.ships[other])
    return [{ kind: 'strike', at, whom: String(ship), surface, power: 0.7 }];
  return [
    {
      kind: 'fire',
      weapon: 'lance',
      from: placeOf(view, other),
      to: at,
      by: String(other),
      whom: String(ship),
      tone: tone(view.ships[other]!.hull.side),
      hit: true,
      struck: surface,
      power: 0.7,
    },
  ];
}

function death(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  return dying(() => {
    const view = seen(stage);
    return events.flatMap((event): Kill[] => {
      const ship = typeof event === 'string' ? undefined : event.destroyed?.ship;
      return ship !== undefined && view.ships[ship]
        ? [
            {
              whom: String(ship),
              at: placeOf(view, ship),
              said: { text: words.figures.destroyed, tone: 'harm' },
            },
          ]
        : [];
    });
  }, finish);
}
