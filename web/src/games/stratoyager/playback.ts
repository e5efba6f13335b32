// What events look like: both units of a segment fly at once, shots are drawn
// from gun to target, figures linger, and the shown view catches up.
import { ease } from '../../board/camera';
import { onPath, pathLength, turnBetween } from '../../board/geometry';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import type { Line } from '../../wire';
import { crafts, degrees, onTable } from './model';
import { words } from './texts';
import type { Flown, GameEvent, Status, Unit, View } from './types';

function change(view: View, index: number, part: Partial<Unit>): View {
  return { ...view, units: view.units.map((it, i) => (i === index ? { ...it, ...part } : it)) };
}

/** A unit that goes loses its lock, and locks on one that is off the table are lost. */
function removed(view: View, index: number, status: Status): View {
  const gone = change(view, index, { status, lock: null, at_will: null });
  if (onTable(status)) return gone;
  return { ...gone, units: gone.units.map((it) => (it.lock?.target === index ? { ...it, lock: null } : it)) };
}

/** The view after an event, as far as the table shows it. The server's view is the truth. */
export function applied(view: View, event: GameEvent): View {
  if (event.roster) return mustered(view, event.roster.mustered);
  if (event.deploy) return deployed(view, event.deploy);
  if (event.initiative) {
    const { duel_dealt: dealt, duel_chosen: chosen, duel_revealed: open } = event.initiative;
    if (dealt)
      return {
        ...view,
        duel: { hands: dealt.hands, spare: dealt.spare, movement: null, revealed: false, step: 0 },
      };
    if (chosen && view.duel) return { ...view, duel: { ...view.duel, movement: chosen.cards } };
    if (open && view.duel) return { ...view, duel: { ...view.duel, revealed: true } };
    const cards = event.initiative.revealed?.cards ?? [];
    return cards.reduce((it, dealt) => change(it, dealt.unit, { initiative: dealt.card }), view);
  }
  if (event.phase) return phased(view, event.phase);
  if (event.manoeuvre) return flew(view, event.manoeuvre);
  if (event.stress) return strained(view, event.stress.tested);
  if (event.combat) return acted(view, event.combat);
  if (event.damage) return hurt(view, event.damage);
  if (event.victory?.ended)
    return {
      ...view,
      phase: { over: { outcome: event.victory.ended.outcome } },
      half_points: event.victory.ended.half_points,
    };
  return view;
}

function mustered(view: View, { side, cards }: { side: number; cards: number[] }): View {
  const fresh = cards.map((card): Unit => {
    const it = view.field.cards[card]!;
    return {
      card,
      side,
      berth: null,
      status: 'waiting',
      at: { x: 0, y: 0 },
      course: 0,
      facing: 0,
      speed: 0,
      structure: it.structure,
      shields: it.shields ?? 0,
      missiles: (it.missiles ?? []).map((kind) => kind.count),
      initiative: 0,
      flown: null,
      yawed: false,
      greyouts: 0,
      blackout: false,
      evasive: false,
      countermeasures: false,
      at_will: null,
      lock: null,
    };
  });
  return { ...view, units: side === 0 ? [...fresh, ...view.units] : [...view.units, ...fresh] };
}

function deployed(view: View, event: NonNullable<GameEvent['deploy']>): View {
  if (event.held_back)
    return event.held_back.units.reduce((it, unit) => change(it, unit, { status: 'reserve' }), view);
  if (event.first_settled) return { ...view, first: event.first_settled.side };
  if (event.revealed)
    return event.revealed.cards.reduce(
      (it, dealt) => change(it, dealt.unit, { initiative: dealt.card }),
      view,
    );
  if (event.placed) {
    const { unit, at, course, speed } = event.placed.placement;
    return change(view, unit, { status: 'active', at, course, facing: course, speed });
  }
  if (event.reserve_rolled?.arrives) return change(view, event.reserve_rolled.unit, { status: 'arriving' });
  if (event.returned)
    return change(view, event.returned.unit, {
      status: 'active',
      course: event.returned.course,
      facing: event.returned.course,
    });
  if (event.stays_away) return change(view, event.stays_away.unit, { status: 'withdrawn' });
  return view;
}

function phased(view: View, event: NonNullable<GameEvent['phase']>): View {
  if (typeof event === 'string')
    return { ...view, segment: 0, active: [null, null], duel: null, stopped: null };
  if (event.entered) return { ...view, phase: event.entered.phase };
  if (event.turn_began) {
    const clean = {
      initiative: 0,
      flown: null,
      yawed: false,
      greyouts: 0,
      blackout: false,
      evasive: false,
      countermeasures: false,
      at_will: null,
    };
    return {
      ...view,
      turn: event.turn_began.turn,
      segment: 0,
      draw_offers: [],
      units: view.units.map((it) => ({ ...it, ...clean })),
    };
  }
  if (event.segment_began)
    return {
      ...view,
      segment: event.segment_began.segment,
      active: event.segment_began.active,
      stopped: null,
      duel: view.duel && { ...view.duel, step: event.segment_began.segment },
    };
  return view;
}

function flew(view: View, event: NonNullable<GameEvent['manoeuvre']>): View {
  if (event.flown) {
    const { unit, to, course, facing, speed, yawed, plan } = event.flown;
    const before = view.units[unit];
    return change(view, unit, {
      at: to,
      course,
      facing,
      speed,
      yawed,
      flown: plan,
      evasive: plan.evasive || (before?.evasive ?? false),
      greyouts: (before?.greyouts ?? 0) + (plan.evasive ? 1 : 0),
    });
  }
  if (event.crashed) return removed(view, event.crashed.unit, 'destroyed');
  if (event.left)
    return change(
      removed(view, event.left.unit, event.left.safe ? 'safe' : { away: { since: view.turn } }),
      event.left.unit,
      { at: event.left.at },
    );
  if (event.pushed) return change(view, event.pushed.unit, { at: event.pushed.to });
  if (event.yawed) return change(view, event.yawed.unit, { facing: event.yawed.facing, yawed: true });
  if (event.lock_lost) return change(view, event.lock_lost.unit, { lock: null });
  if (event.declared?.leaving === 'withdraw')
    return change(view, event.declared.unit, { status: 'withdrawn' });
  return view;
}

function strained(view: View, { unit, strain }: NonNullable<GameEvent['stress']>['tested']): View {
  const before = view.units[unit];
  if (!before) return view;
  switch (strain) {
    case 'greyout':
      return change(view, unit, { greyouts: before.greyouts + 1 });
    case 'blackout':
      return change(view, unit, { blackout: true });
    case 'damage':
      return change(view, unit, { blackout: true, structure: Math.max(0, before.structure - 1) });
    case 'wrecked':
      return removed(
        change(view, unit, { structure: 0 }),
        unit,
        onTable(before.status) ? 'wrecked' : 'destroyed',
      );
    case 'destroyed':
      return removed(view, unit, 'destroyed');
    default:
      return view;
  }
}

function acted(view: View, event: NonNullable<GameEvent['combat']>): View {
  if (event.ejected) {
    const { unit, at } = event.ejected;
    const pilots = [...view.pilots, { unit, at }];
    return {
      ...removed(view, unit, event.ejected.removed ? 'removed' : { empty: { since: view.turn } }),
      pilots,
    };
  }
  if (event.shields_raised)
    return change(view, event.shields_raised.unit, { shields: event.shields_raised.level });
  if (event.countermeasures_out)
    return change(view, event.countermeasures_out.unit, { countermeasures: true });
  if (event.holds_fire) return change(view, event.holds_fire.unit, { at_will: view.segment });
  if (event.fires_at_will) return change(view, event.fires_at_will.unit, { at_will: null });
  if (event.spent) {
    const { unit, entry } = event.spent;
    const before = view.units[unit];
    const feature = before && view.field.cards[before.card]?.missiles?.[entry]?.feature;
    const guided = feature === undefined || feature === 'guided' || feature === 'tracker';
    return change(view, unit, {
      missiles: (before?.missiles ?? []).map((n, k) => (k === entry ? Math.max(0, n - 1) : n)),
      ...(guided ? { lock: null } : {}),
    });
  }
  const hit = event.attacked;
  if (hit?.hit && typeof hit.weapon === 'object' && 'locked' in hit.weapon) {
    const dice = view.field.cards[view.units[hit.by]?.card ?? -1]?.missiles?.[hit.weapon.locked]?.dice ?? 0;
    return {
      ...view,
      incoming: [...view.incoming, { by: hit.by, target: hit.at, dice, aspect: hit.aspect }],
    };
  }
  if (event.locked)
    return change(view, event.locked.unit, {
      lock: event.locked.void ? null : { target: event.locked.target, turn: view.turn },
    });
  return view;
}

function hurt(view: View, event: NonNullable<GameEvent['damage']>): View {
  if (event.damaged) {
    const { unit, absorbed, lost, fate } = event.damaged;
    const before = view.units[unit];
    if (!before) return view;
    const now = change(view, unit, {
      shields: Math.max(0, before.shields - absorbed),
      structure: Math.max(0, before.structure - lost),
    });
    if (!fate) return now;
    return removed(now, unit, fate === 'wrecked' && onTable(before.status) ? 'wrecked' : 'destroyed');
  }
  if (event.drifted) {
    const moved = change(view, event.drifted.unit, { at: event.drifted.to });
    return event.drifted.gone ? removed(moved, event.drifted.unit, 'removed') : moved;
  }
  if (event.struck || event.wasted || event.jammed?.stopped)
    return { ...view, incoming: view.incoming.slice(1) };
  return view;
}

/** Flights of one segment belong together, and so do the dice of its stress; shots come one by one. */
export function grouped(lines: Line[]): Line[][] {
  const kind = (line: Line): string => {
    const event = line.event as GameEvent;
    if (event.manoeuvre?.flown) return 'fly';
    if (event.manoeuvre?.yawed) return 'yaw';
    if (event.manoeuvre) return 'ends';
    if (event.stress) return 'stress';
    if (event.deploy?.placed || event.deploy?.returned) return 'deploy';
    if (event.deploy?.reserve_rolled) return 'rolls';
    if (event.damage?.drifted) return 'drift';
    if (event.damage?.damaged) return 'damage';
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
const YAW = 450;
const SHOT = 1200;
const FIGURE = 1000;

const toneOf = (side: number): Tone => `side-${side}` as Tone;

export function cuesFor(lines: Line[], stage: Stage): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(events.reduce(applied, stage.view()));
    const first = events[0]!;
    return { ...cueOf(events, first, stage, finish), upTo: group[group.length - 1]!.n };
  });
}

function cueOf(events: GameEvent[], first: GameEvent, stage: Stage, finish: () => void): Cue {
  if (first.manoeuvre?.flown) return flights(events, stage, finish);
  if (first.manoeuvre?.yawed) return turns(events, stage, finish);
  if (first.damage?.drifted) return drifts(events, stage, finish);
  if (first.combat?.attacked) return attack(first.combat.attacked, stage, finish);
  if (first.damage?.struck) return strike(first.damage.struck, stage, finish);
  if (events.some((it) => said(it))) return figures(events, stage, finish);
  return {
    length: first.deploy?.placed || first.deploy?.returned ? 500 : first.victory ? 600 : 80,
    show: () => {},
    begin: finish,
  };
}

interface Start {
  path: Point[];
  from: number;
  side: number;
}

function flights(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const moves = events.flatMap((it): Flown[] => (it.manoeuvre?.flown ? [it.manoeuvre.flown] : []));
  let starts: Start[] = [];
  return {
    length: MOVE,
    begin: () => {
      const all = crafts(stage.view());
      starts = moves.map((it) => ({
        path: [all[it.unit]?.state.at ?? it.to, ...it.via, it.to],
        from: degrees(all[it.unit]?.state.facing ?? it.facing),
        side: all[it.unit]?.side ?? 0,
      }));
    },
    show: (t, now) => {
      moves.forEach((it, i) => {
        const start = starts[i];
        if (!start) return;
        const k = ease(t);
        now.poses.set(String(it.unit), {
          at: onPath(start.path, k).at,
          heading: headingAt(it, start.from, k),
        });
        now.paths.push({ points: trail(start.path, k), tone: toneOf(start.side), kind: 'past' });
        if (it.plan.evasive && t > 0.6)
          now.figures.push({
            at: onPath(start.path, k).at,
            text: words.figures.evade,
            tone: 'text',
            age: (t - 0.6) / 0.4,
          });
      });
    },
    end: finish,
  };
}

/** A turn before the move is seen before it, one after the move at its end; a slide turns nothing. */
function headingAt(it: Flown, from: number, k: number): number {
  const to = degrees(it.facing);
  const by = turnBetween(from, to);
  const before = it.plan.first.kind.startsWith('turn') && it.plan.first.thrust > 0;
  return from + by * (before ? Math.min(1, k / 0.18) : Math.max(0, (k - 0.82) / 0.18));
}

function trail(path: Point[], t: number): Point[] {
  const { at, leg } = onPath(path, t);
  return [...path.slice(0, leg + 1), at];
}

function turns(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const yaws = events.flatMap((it) => (it.manoeuvre?.yawed ? [it.manoeuvre.yawed] : []));
  return {
    length: YAW,
    show: (t, now) => {
      const all = crafts(stage.view());
      for (const it of yaws) {
        const unit = all[it.unit];
        if (!unit) continue;
        const from = degrees(unit.state.facing);
        now.poses.set(unit.id, {
          at: unit.state.at,
          heading: from + turnBetween(from, degrees(it.facing)) * ease(t),
        });
      }
    },
    end: finish,
  };
}

function drifts(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const moves = events.flatMap((it) => (it.damage?.drifted ? [it.damage.drifted] : []));
  let paths: Point[][] = [];
  return {
    length: 900,
    begin: () => {
      const all = crafts(stage.view());
      paths = moves.map((it) => [all[it.unit]?.state.at ?? it.to, it.to]);
    },
    show: (t, now) => {
      const all = crafts(stage.view());
      moves.forEach((it, i) => {
        const path = paths[i];
        if (path && pathLength(path) > 0)
          now.poses.set(String(it.unit), {
            at: onPath(path, ease(t)).at,
            heading: degrees(all[it.unit]?.state.facing ?? 0),
          });
      });
    },
    end: finish,
  };
}

function attack(
  it: NonNullable<NonNullable<GameEvent['combat']>['attacked']>,
  stage: Stage,
  finish: () => void,
): Cue {
  const locked = typeof it.weapon === 'object' && 'locked' in it.weapon;
  const kind =
    it.weapon === 'gun'
      ? 'beam'
      : it.weapon === 'turret'
        ? 'beam'
        : typeof it.weapon === 'object' && 'pod' in it.weapon
          ? 'burst'
          : 'shell';
  const f = words.figures;
  const text = it.hit
    ? locked
      ? f.missile
      : it.through > 0
        ? `${it.through}`
        : f.armour
    : it.dice.length === 0
      ? f.noWay
      : f.miss;
  return {
    length: SHOT,
    show: (t, now) => {
      const all = crafts(stage.view());
      const [by, at] = [all[it.by], all[it.at]];
      if (!by || !at) return;
      now.shots.push({
        from: by.state.at,
        to: at.state.at,
        tone: toneOf(by.side),
        kind,
        progress: Math.min(1, t * 1.6),
        width: 1.2 + Math.min(3, it.damage.length / 2),
      });
      if (t >= 0.3)
        now.figures.push({
          at: at.state.at,
          text,
          tone: it.hit && (locked || it.through > 0) ? 'harm' : 'muted',
          age: (t - 0.3) / 0.7,
        });
    },
    end: finish,
  };
}

function strike(
  it: { target: number; by: number; through: number; damage: number[] },
  stage: Stage,
  finish: () => void,
): Cue {
  return {
    length: SHOT,
    show: (t, now) => {
      const all = crafts(stage.view());
      const [by, at] = [all[it.by], all[it.target]];
      if (!by || !at) return;
      now.shots.push({
        from: by.state.at,
        to: at.state.at,
        tone: toneOf(by.side),
        kind: 'shell',
        progress: Math.min(1, t * 1.5),
        width: 2,
      });
      if (t >= 0.4)
        now.figures.push({
          at: at.state.at,
          text: it.through > 0 ? `${it.through}` : words.figures.armour,
          tone: it.through > 0 ? 'harm' : 'muted',
          age: (t - 0.4) / 0.6,
        });
    },
    end: finish,
  };
}

/** What is said at a unit, if anything. */
export function said(event: GameEvent): { unit: number; text: string; tone: Tone } | null {
  const f = words.figures;
  const { manoeuvre: m, stress, combat: c, damage: d, deploy } = event;
  if (m?.crashed) return { unit: m.crashed.unit, text: f.crashed, tone: 'harm' };
  if (m?.left)
    return { unit: m.left.unit, text: m.left.safe ? f.safe : f.left, tone: m.left.safe ? 'text' : 'warn' };
  if (m?.lock_lost) return { unit: m.lock_lost.unit, text: f.lockLost, tone: 'muted' };
  if (m?.declared?.leaving === 'withdraw') return { unit: m.declared.unit, text: f.withdraws, tone: 'harm' };
  if (stress) {
    const { unit, dice, strain } = stress.tested;
    return {
      unit,
      text: `${dice.join(' ')}: ${f.strain[strain]}`,
      tone: strain === 'held' ? 'text' : strain === 'greyout' ? 'warn' : 'harm',
    };
  }
  if (c?.shields_raised)
    return { unit: c.shields_raised.unit, text: f.raised(c.shields_raised.level), tone: 'text' };
  if (c?.countermeasures_out)
    return { unit: c.countermeasures_out.unit, text: f.countermeasures, tone: 'text' };
  if (c?.holds_fire) return { unit: c.holds_fire.unit, text: f.holds, tone: 'text' };
  if (c?.locked) return c.locked.void ? null : { unit: c.locked.target, text: f.lock, tone: 'warn' };
  if (c?.ejected) return { unit: c.ejected.unit, text: f.eject, tone: 'warn' };
  if (d?.damaged) {
    const { unit, absorbed, lost, fate } = d.damaged;
    const parts = [absorbed ? f.shields(absorbed) : '', fate ? f[fate] : lost ? f.structure(lost) : ''];
    return { unit, text: parts.filter(Boolean).join(' '), tone: 'harm' };
  }
  if (d?.jammed)
    return {
      unit: d.jammed.target,
      text: `${d.jammed.die}: ${d.jammed.stopped ? f.jammed : f.passed}`,
      tone: d.jammed.stopped ? 'text' : 'warn',
    };
  if (d?.wasted) return { unit: d.wasted.target, text: f.wasted, tone: 'muted' };
  if (deploy?.reserve_rolled)
    return {
      unit: deploy.reserve_rolled.unit,
      text: deploy.reserve_rolled.arrives ? f.arrives : f.notYet(deploy.reserve_rolled.die ?? 0),
      tone: 'text',
    };
  return null;
}

function figures(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  let where: (Point | null)[] = [];
  return {
    length: FIGURE,
    begin: () => {
      const all = crafts(stage.view());
      where = events.map((it) => {
        const unit = all[said(it)?.unit ?? -1];
        // Who has never been on the table has no place to be spoken of.
        return !unit || unit.state.status === 'reserve' ? null : unit.state.at;
      });
      finish();
    },
    show: (t, now: Moment) => {
      const heaped = new Map<number, number>();
      events.forEach((event, i) => {
        const it = said(event);
        const at = where[i];
        if (!it || !at) return;
        const n = heaped.get(it.unit) ?? 0;
        heaped.set(it.unit, n + 1);
        now.figures.push({ at: { x: at.x, y: at.y - 0.6 * n }, text: it.text, tone: it.tone, age: t });
      });
    },
  };
}
