// What events look like: cues that move ships together, draw shots from gun to
// target and let their figures linger, while the shown view catches up.
import { onPath, pathLength, turnBetween } from '../../board/geometry';
import { ease } from '../../board/camera';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import type { Line } from '../../wire';
import { boxOf } from './designs';
import { vessels } from './model';
import { words } from './texts';
import type { GameEvent, ShipView, View } from './types';

/** The view after an event, as far as the table shows it. The server's view is the truth. */
export function applied(view: View, event: GameEvent): View {
  const ship = (index: number, change: (it: ShipView) => ShipView): View => ({
    ...view,
    ships: view.ships.map((it, i) => (i === index ? change(it) : it)),
  });
  const state = (index: number, part: Partial<ShipView['ship']>) =>
    ship(index, (it) => ({ ...it, ship: { ...it.ship, ...part } }));
  if (event.deploy?.deployed) {
    const { placed } = event.deploy.deployed;
    return state(placed.ship, { at: placed.at, heading: placed.heading, status: 'active' });
  }
  if (event.deploy?.cloud_drawn) {
    const { terrain, outline } = event.deploy.cloud_drawn;
    return { ...view, terrain: view.terrain.map((it, i) => (i === terrain ? [it[0], outline] : it)) };
  }
  if (event.phase?.entered) return { ...view, phase: event.phase.entered.phase };
  if (event.phase?.turn_began) return { ...view, turn: event.phase.turn_began.turn };
  if (event.movement?.moved) {
    const { ship: index, to, heading, speed } = event.movement.moved;
    return state(index, { at: to, heading, speed });
  }
  if (event.movement?.left)
    return state(event.movement.left.ship, { status: { left: event.movement.left.edge } });
  if (event.fire?.marked) {
    const { ship: index, hull, weapons, criticals, destroyed } = event.fire.marked;
    return damaged(view, index, hull, weapons, criticals, destroyed);
  }
  if (event.phase?.burned)
    return damaged(view, event.phase.burned.ship, 1, 0, [], event.phase.burned.destroyed);
  if (event.phase?.exploded) {
    const { ship: index, die, destroyed } = event.phase.exploded;
    return damaged(view, index, die, 0, [], destroyed);
  }
  const attempt = event.repairs?.attempted;
  if (attempt?.repaired) {
    return ship(attempt.ship, (it) => ({
      ...it,
      ship: { ...it.ship, criticals: it.ship.criticals.filter((c) => c !== attempt.location) },
    }));
  }
  return view;
}

function damaged(
  view: View,
  index: number,
  hull: number,
  weapons: number,
  criticals: ShipView['ship']['criticals'],
  destroyed: boolean,
): View {
  const vessel = vessels(view)[index];
  return {
    ...view,
    ships: view.ships.map((it, i) => {
      if (i !== index) return it;
      const mass = it.display.hull_left + it.ship.hull_marked;
      const hullMarked = Math.min(mass, it.ship.hull_marked + hull);
      const weaponsMarked = Math.min(mass, it.ship.weapons_marked + weapons);
      const left = mass - weaponsMarked;
      return {
        ship: {
          ...it.ship,
          hull_marked: hullMarked,
          weapons_marked: weaponsMarked,
          criticals: [...new Set([...it.ship.criticals, ...criticals])],
          status: destroyed ? 'destroyed' : it.ship.status,
        },
        display: {
          ...it.display,
          hull_left: mass - hullMarked,
          weapons_left: left,
          weapons: vessel?.design ? boxOf(vessel.design, left) : it.display.weapons,
        },
      };
    }),
  };
}

/** Lines that happen at the same time belong together. */
export function grouped(lines: Line[]): Line[][] {
  const kind = (line: Line): string => {
    const event = line.event as GameEvent;
    if (event.movement) return 'move';
    if (event.deploy?.deployed) return 'deploy';
    if (event.fire?.marked) return 'marked';
    if (event.fire) return 'fire';
    if (event.repairs) return 'repairs';
    if (event.phase?.burned || event.phase?.exploded) return 'start';
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

export interface Stage {
  view: () => View;
  show: (view: View) => void;
}

const MOVE = 1500;
const SHOT = 1300;
const BETWEEN = 420;
const FIGURE = 1100;

export function cuesFor(lines: Line[], stage: Stage): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(events.reduce(applied, stage.view()));
    const first = events[0]!;
    const upTo = group[group.length - 1]!.n;
    if (first.movement) return { ...movement(events, stage, finish), upTo };
    if (first.fire && !first.fire.marked) return { ...fire(events, stage, finish), upTo };
    if (first.fire?.marked || first.repairs || first.phase?.burned || first.phase?.exploded) {
      return { ...figures(events, stage, finish), upTo };
    }
    const length = first.deploy?.deployed ? 700 : first.victory ? 600 : 120;
    return { length, show: () => {}, begin: finish, upTo };
  });
}

function movement(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const moves = events.flatMap((it) => (it.movement?.moved ? [it.movement.moved] : []));
  let starts: { path: Point[]; from: number; side: number }[] = [];
  return {
    length: moves.length > 0 ? MOVE : 300,
    begin: () => {
      const all = vessels(stage.view());
      starts = moves.map((it) => ({
        path: [all[it.ship]?.state.at ?? it.to, ...it.via, it.to],
        from: all[it.ship]?.state.heading ?? it.heading,
        side: all[it.ship]?.side ?? 0,
      }));
    },
    show: (t, now) => {
      moves.forEach((it, i) => {
        const start = starts[i];
        if (!start) return;
        const k = ease(t);
        const { at, leg } = onPath(start.path, k);
        now.poses.set(String(it.ship), {
          at,
          heading: headingOn(start.path, leg, start.from, it.heading, k),
        });
        now.paths.push({ points: trail(start.path, k), tone: toneOf(start.side), kind: 'past' });
      });
    },
    end: finish,
  };
}

/** Headings follow the legs; at the last leg the end is known exactly. */
function headingOn(path: Point[], leg: number, from: number, to: number, t: number): number {
  const a = path[leg];
  const b = path[leg + 1];
  if (!a || !b || pathLength([a, b]) < 1e-6) return from + turnBetween(from, to) * t;
  return ((Math.atan2(b.x - a.x, b.y - a.y) * 180) / Math.PI + 360) % 360;
}

function trail(path: Point[], t: number): Point[] {
  const { at, leg } = onPath(path, t);
  return [...path.slice(0, leg + 1), at];
}

function toneOf(side: number): Tone {
  return `side-${side}` as Tone;
}

function fire(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const length = (events.length - 1) * BETWEEN + SHOT;
  return {
    length,
    show: (t, now) => {
      const all = vessels(stage.view());
      events.forEach((event, i) => {
        const into = t * length - i * BETWEEN;
        if (into < 0 || into > SHOT) return;
        const k = into / SHOT;
        const { aimed, fired } = event.fire ?? {};
        const by = all[(aimed ?? fired)?.by ?? -1];
        const at = all[(aimed ?? fired)?.at ?? -1];
        if (!by || !at) return;
        const kind =
          aimed || fired?.weapon === 'mass_drivers'
            ? 'shell'
            : fired?.weapon === 'secondaries'
              ? 'burst'
              : 'beam';
        const width = fired ? 1.2 + Math.min(3, fired.strength / 6) : 1.5;
        now.shots.push({
          from: by.state.at,
          to: at.state.at,
          tone: toneOf(by.side),
          kind,
          progress: Math.min(1, k * 1.6),
          width,
        });
        if (k < 0.3) return;
        const age = (k - 0.3) / 0.7;
        if (aimed)
          now.figures.push({
            at: at.state.at,
            text: aimed.hit ? words.hit : words.miss,
            tone: aimed.hit ? 'harm' : 'muted',
            age,
          });
        else if (fired) {
          const boxes = words.boxesFigure(fired.hull, fired.weapons);
          const crit = fired.critical && !fired.critical.wasted ? ` ${fired.critical.location}` : '';
          now.figures.push({
            at: at.state.at,
            text: boxes ? `${boxes}${crit}` : words.noDamage,
            tone: boxes ? 'harm' : 'muted',
            age,
          });
        }
      });
    },
    end: finish,
  };
}

function figures(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const said = (event: GameEvent): { ship: number; text: string; tone: Tone } | null => {
    const { marked } = event.fire ?? {};
    if (marked) {
      const parts = [
        marked.hull ? words.hullFigure(marked.hull) : '',
        marked.weapons ? words.gunsFigure(marked.weapons) : '',
        ...marked.criticals,
      ];
      return {
        ship: marked.ship,
        text: marked.destroyed ? words.destroyed : parts.filter(Boolean).join(' '),
        tone: 'harm',
      };
    }
    const { attempted } = event.repairs ?? {};
    if (attempted) {
      const text = attempted.repaired
        ? words.repaired(attempted.location)
        : words.stillOut(attempted.location);
      return { ship: attempted.ship, text, tone: attempted.repaired ? 'text' : 'muted' };
    }
    const burnt = event.phase?.burned;
    if (burnt)
      return {
        ship: burnt.ship,
        text: burnt.destroyed ? words.destroyed : words.hullFigure(1),
        tone: 'harm',
      };
    const blown = event.phase?.exploded;
    if (blown)
      return {
        ship: blown.ship,
        text: blown.destroyed ? words.destroyed : words.hullFigure(blown.die),
        tone: 'harm',
      };
    return null;
  };
  let where: Point[] = [];
  return {
    length: FIGURE,
    begin: () => {
      const all = vessels(stage.view());
      where = events.map((it) => all[said(it)?.ship ?? -1]?.state.at ?? { x: 0, y: 0 });
      finish();
    },
    show: (t, now: Moment) => {
      events.forEach((event, i) => {
        const it = said(event);
        if (it) now.figures.push({ at: where[i]!, text: it.text, tone: it.tone, age: t });
      });
    },
  };
}
