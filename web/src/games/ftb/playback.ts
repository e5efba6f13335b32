// What events look like: vectors drawn, ships flying along them, beams, cover
// fire, torpedoes, rings, while the shown view catches up with the truth.
import { ease } from '../../board/camera';
import { distance, onPath, pathLength } from '../../board/geometry';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import type { Line } from '../../wire';
import { TORPEDO } from './classes';
import { COAST } from './compose';
import { ahead, atLength, harbourPlace, headingOf, hueOf, placeOf, pointsOf, slice, tone } from './model';
import { words } from './texts';
import type { GameEvent, Hull, Manifest, Place, ShipView, View } from './types';

/** The view after an event, as far as the table shows it. The server's view is the truth. */
export function applied(view: View, event: GameEvent): View {
  if (typeof event === 'string')
    return event === 'combat_ended' || event === 'strike_ended' ? { ...view, fight: null } : view;
  const ship = (index: number, change: (it: ShipView) => ShipView): View => ({
    ...view,
    ships: view.ships.map((it, k) => (k === index ? change(it) : it)),
  });
  const hull = (index: number, part: Partial<Hull>): View =>
    ship(index, (it) => ({ ...it, hull: { ...it.hull, ...part } }));
  const own = (index: number, part: Partial<Manifest>): View =>
    ship(index, (it) => ({ ...it, own: it.own ? { ...it.own, ...part } : null }));
  const gone = (index: number, place: Place): View =>
    hull(index, { place, torpedo: null, armed: null, refit: null, tracked: false });
  const e = event;
  if (e.drawn)
    return {
      ...view,
      turns: e.drawn.turns,
      goals: e.drawn.goals,
      map: { ...view.map, homes: [[e.drawn.homes[0]], [e.drawn.homes[1]]] },
    };
  if (e.asked) return { ...view, stage: e.asked.stage };
  if (e.station_placed)
    return {
      ...view,
      map: { ...view.map, stations: [...view.map.stations, e.station_placed.station] },
      slots: [...view.slots, 'free'],
    };
  if (e.placed) {
    const { ship: index, at, dir, speed } = e.placed;
    const to = ahead(at, dir, speed);
    return hull(index, { place: 'free', at: to, dir, speed, trail: [at, to] });
  }
  if (e.held_back) return hull(e.held_back.ship, { place: 'held_back' });
  if (e.day_began)
    return {
      ...view,
      day: e.day_began.day,
      ships: view.ships.map((it) => ({ ...it, hull: { ...it.hull, activated: false, refuelled: false } })),
    };
  if (e.tanker_gone)
    return {
      ...view,
      tankers: view.tankers.map((it, k) =>
        k === e.tanker_gone!.tanker ? { ...it, at: { away: { from: view.day + 5 } } } : it,
      ),
    };
  if (e.tanker_deployed) {
    const { tanker, system, at } = e.tanker_deployed;
    return {
      ...view,
      tankers: view.tankers.map((it, k) =>
        k === tanker
          ? { ...it, hidden: false, at: { deployed: { system, at, day: view.day, attacks: 0, given: 0 } } }
          : it,
      ),
    };
  }
  if (e.initiative) return { ...view, holder: [e.initiative.side, e.initiative.by] };
  if (e.picked) {
    const { ship: index } = e.picked;
    return {
      ...view,
      act: { ship: index, step: 'start', path: { legs: [] }, attacks: [], covered: false, helm: COAST },
    };
  }
  if (e.step) return view.act ? { ...view, act: { ...view.act, step: e.step.step } } : view;
  if (e.torpedo_flew) {
    const { ship: index, path, dir, speed, deflected } = e.torpedo_flew;
    const points = pointsOf(path);
    const at = points[points.length - 1];
    return at ? hull(index, { torpedo: { from: points[0]!, at, dir, speed, deflected } }) : view;
  }
  if (e.torpedo_lost) {
    const guide = e.torpedo_lost.ship;
    const at = view.ships[guide]?.hull.torpedo?.at;
    return { ...hull(guide, { torpedo: null }), burst: at ? { guide, at } : null };
  }
  if (e.ordered)
    return view.act && e.ordered.helm ? { ...view, act: { ...view.act, helm: e.ordered.helm } } : view;
  if (e.plotted) {
    const { ship: index, path, dir, speed, deflected } = e.plotted;
    const points = pointsOf(path);
    const next = view.act ? { ...view, act: { ...view.act, path, step: 'plotted' } } : view;
    if (points.length === 0) return next;
    // The ship itself flies when it goes along.
    return {
      ...next,
      ships: next.ships.map((it, k) =>
        k === index
          ? {
              ...it,
              hull: {
                ...it.hull,
                place: 'free',
                at: points[0]!,
                trail: points,
                dir,
                speed,
                deflected,
                departing: false,
                refit: null,
              },
            }
          : it,
      ),
    };
  }
  if (e.aimed) {
    if (!view.act) return view;
    const start = view.act.path.legs[0]?.from;
    const next = { ...view, act: { ...view.act, attacks: e.aimed.attacks, step: 'path' } };
    return start
      ? {
          ...next,
          ships: next.ships.map((it, k) =>
            k === view.act!.ship ? { ...it, hull: { ...it.hull, at: start } } : it,
          ),
        }
      : next;
  }
  if (e.along)
    return view.act && view.act.path.legs.length > 0
      ? hull(view.act.ship, { at: atLength(pointsOf(view.act.path), e.along.t) })
      : view;
  if (e.left_map)
    return gone(
      e.left_map.ship,
      e.left_map.due === null
        ? 'withdrawn'
        : { lane: { lane: e.left_map.lane, end: 0, due: e.left_map.due, tested: false } },
    );
  if (e.withdrew) return gone(e.withdrew.ship, 'withdrawn');
  if (e.docked) {
    const { ship: index, harbour } = e.docked;
    const at = harbourPlace(view, view.ships[index]?.hull.system ?? 0, harbour);
    return hull(index, {
      at,
      speed: 0,
      deflected: 0,
      armed: null,
      place: 'body' in harbour ? { orbit: harbour.body } : { dock: harbour.station },
    });
  }
  if (e.combat_began) return { ...view, fight: { combat: { ...e.combat_began, stage: 'choose' } } };
  if (e.strike_began) return { ...view, fight: { strike: { ...e.strike_began, evasive: null } } };
  if (e.gauged) return own(e.gauged.ship, { [e.gauged.gauge]: e.gauged.to });
  if (e.system_set) return own(e.system_set.ship, { damage: e.system_set.damage });
  if (e.tracked) return hull(e.tracked.ship, { tracked: e.tracked.tracked });
  if (e.hit) return ship(e.hit.ship, (it) => ({ ...it, hull: { ...it.hull, hits: it.hull.hits + 1 } }));
  if (e.destroyed) return gone(e.destroyed.ship, 'destroyed');
  if (e.refit_begun)
    return {
      ...hull(e.refit_begun.ship, { refit: { turns: 0, repaired: e.refit_begun.repaired } }),
      slots: view.slots.map((it, k) =>
        k === e.refit_begun!.station ? { reserved: e.refit_begun!.ship } : it,
      ),
    };
  if (e.refit_done)
    return {
      ...hull(e.refit_done.ship, { refit: null }),
      slots: view.slots.map((it, k) => (k === e.refit_done!.station ? 'spent' : it)),
    };
  if (e.extra_used)
    return {
      ...view,
      extras: view.extras.map((it, k) => (k === e.extra_used!.side ? null : it)) as View['extras'],
    };
  if (e.goal_settled)
    return {
      ...view,
      goals: view.goals.map((it, k) =>
        k === e.goal_settled!.goal ? { ...it, settled: e.goal_settled!.achieved } : it,
      ),
    };
  if (e.blockade_counted) {
    const { goal, turns } = e.blockade_counted;
    return {
      ...view,
      goals: view.goals.map((it, k) =>
        k === goal && typeof it.kind === 'object' && 'blockade' in it.kind
          ? { ...it, kind: { blockade: { ...it.kind.blockade, done: turns } } }
          : it,
      ),
    };
  }
  if (e.activated) return { ...hull(e.activated.ship, { activated: true }), act: null };
  return view;
}

export interface Stage {
  view: () => View;
  show: (view: View) => void;
  /** Something happens in another star system: one looks there. */
  look: (system: number) => void;
}

const VECTOR = 450;
const FLIGHT = 900;
const BEAM = 1100;
const FIGURE = 850;
const REVEAL = 1500;
/** Nothing to see: the view goes on at once. */
const SHORT = 0;

/** What befalls ships at the same moment belongs together. */
export function grouped(lines: Line[]): Line[][] {
  const kind = (line: Line): string => {
    const event = line.event as GameEvent;
    if (typeof event === 'string') return `other-${line.n}`;
    if (event.hit || event.splashed || event.destroyed || event.gauged || event.system_set || event.tracked)
      return 'harm';
    return `other-${line.n}`;
  };
  const groups: Line[][] = [];
  let last = '';
  for (const line of lines) {
    const now = kind(line);
    if (now === last) groups[groups.length - 1]!.push(line);
    else groups.push([line]);
    last = now;
  }
  return groups;
}

export function cuesFor(lines: Line[], stage: Stage): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(events.reduce(applied, stage.view()));
    const upTo = group[group.length - 1]!.n;
    // Not a copy: a cue may learn its length as it begins.
    return Object.assign(cue(events, stage, finish), { upTo });
  });
}

function cue(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const event = events[0]!;
  const quiet: Cue = { length: SHORT, show: () => {}, begin: finish };
  if (typeof event === 'string') return event === 'blasted' ? { ...quiet, length: 200 } : quiet;
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
  return (
    figures(events, stage, finish) ??
    (event.day_began || event.picked || event.tanker_deployed ? { ...quiet, length: 350 } : quiet)
  );
}

/** The vector is drawn from its start, bend by bend. */
function vector(ship: number, points: Point[], stage: Stage, finish: () => void): Cue {
  const length = pathLength(points);
  let side = 0;
  return {
    length: points.length > 1 ? VECTOR : SHORT,
    begin: () => {
      const hull = stage.view().ships[ship]?.hull;
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
  const cue: Cue = {
    length: FLIGHT,
    begin: () => {
      const view = stage.view();
      const act = view.act;
      const hull = act ? view.ships[act.ship]?.hull : undefined;
      way = [];
      cue.length = SHORT;
      if (!act || !hull) return;
      const points = pointsOf(act.path);
      if (points.length < 2) return;
      id = String(act.ship);
      heading = headingOf(hull.dir);
      way = slice(points, lengthOf(points, hull.at), t);
      const far = pathLength(way);
      if (far > 1e-6) cue.length = Math.min(FLIGHT, 200 + far * 110);
    },
    show: (k, now) => {
      if (way.length > 1 && pathLength(way) > 1e-6)
        now.poses.set(id, { at: onPath(way, ease(k)).at, heading: headingOn(way, ease(k), heading) });
    },
    end: finish,
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
      const hull = stage.view().ships[ship]?.hull;
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
      const view = stage.view();
      const by = Number(from.replace('t', ''));
      const ship = view.ships[by]?.hull;
      if (!ship || !view.ships[to]) return;
      stage.look(ship.system);
      ends = {
        a: from.startsWith('t')
          ? (ship.torpedo?.at ?? (view.burst?.guide === by ? view.burst.at : placeOf(view, by)))
          : placeOf(view, by),
        b: placeOf(view, to),
        side: ship.side,
      };
    },
    show: (t, now) => {
      if (!ends) return;
      now.shots.push({
        from: ends.a,
        to: ends.b,
        tone: tone(ends.side),
        kind: from.startsWith('t') ? 'shell' : 'beam',
        progress: Math.min(1, t * 1.5),
        width: 2,
      });
      if (said) now.figures.push({ at: ends.a, text: said, tone: 'text', age: t });
    },
  };
}

function revealed(event: { protocols: [string, string] }, stage: Stage, finish: () => void): Cue {
  let pair: [Point, Point] | null = null;
  return {
    length: REVEAL,
    begin: () => {
      const view = stage.view();
      const fight = view.fight;
      if (fight && 'combat' in fight)
        pair = [placeOf(view, fight.combat.attacker), placeOf(view, fight.combat.defender)];
      finish();
    },
    show: (t, now) => {
      pair?.forEach((at, k) => {
        const name = event.protocols[k] as keyof typeof words.protocols;
        now.figures.push({ at, text: `${words.suits[name]} ${words.protocols[name]}`, tone: 'text', age: t });
      });
    },
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
  return {
    length: FIGURE,
    begin: () => {
      const view = stage.view();
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
      for (const it of shown) now.figures.push({ ...it, age: t });
    },
  };
}
