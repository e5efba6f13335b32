// What events look like: both units of a segment fly at once, shots are drawn
// from gun to target, figures linger, and the shown view catches up.
import { ease } from '../../board/camera';
import { onPath, pathLength, turnBetween } from '../../board/geometry';
import type { Kill, Weapon } from '../../board/effects';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import { played } from '../../lib/patch';
import type { Line } from '../../wire';
import { alike, dying, firing, sixes, trail } from '../shared/playback';
import type { Stage } from '../shared/playback';
import { crafts, degrees } from './model';
import { words } from './texts';
import type { Flown, GameEvent, View } from './types';

/** Flights of one segment belong together, and so do the dice of its stress; shots come one by one. */
export function grouped(lines: Line[]): Line[][] {
  return alike(lines, (line) => {
    const event = line.event as GameEvent;
    if (event.manoeuvre?.flown) return 'fly';
    if (event.manoeuvre?.yawed) return 'yaw';
    if (event.damage?.damaged?.fate || event.manoeuvre?.crashed) return 'dead';
    if (event.manoeuvre) return 'ends';
    if (event.stress) return 'stress';
    if (event.deploy?.placed || event.deploy?.returned) return 'deploy';
    if (event.deploy?.reserve_rolled) return 'rolls';
    if (event.damage?.drifted) return 'drift';
    if (event.damage?.damaged) return 'damage';
    return null;
  });
}

const MOVE = 1500;
const YAW = 450;
/** Close and fast. */
const QUICKLY = 1.35;
const FIGURE = 1000;

const toneOf = (side: number): Tone => `side-${side}` as Tone;

export function cuesFor(lines: Line[], stage: Stage<View>): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(played(stage.view(), group));
    const first = events[0]!;
    // Not a copy: a cue may learn its length as it begins.
    return Object.assign(cueOf(events, first, stage, finish), { upTo: group[group.length - 1]!.n });
  });
}

function cueOf(events: GameEvent[], first: GameEvent, stage: Stage<View>, finish: () => void): Cue {
  if (first.manoeuvre?.flown) return flights(events, stage, finish);
  if (first.manoeuvre?.yawed) return turns(events, stage, finish);
  if (first.damage?.damaged?.fate || first.manoeuvre?.crashed) return death(events, stage, finish);
  if (first.damage?.drifted) return drifts(events, stage, finish);
  if (first.combat?.attacked) return attack(first.combat.attacked, stage, finish);
  if (first.damage?.struck) return strike(first.damage.struck, stage, finish);
  if (events.some((it) => said(it))) return figures(events, stage, finish);
  return {
    length: first.deploy?.placed || first.deploy?.returned ? 500 : first.victory ? 600 : 80,
    show: () => {},
    begin: finish,
    final: !!first.victory,
  };
}

interface Start {
  path: Point[];
  from: number;
  side: number;
}

function flights(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
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
        const flown = trail(start.path, k);
        now.paths.push({ points: flown, tone: toneOf(start.side), kind: 'past' });
        now.effects.push({ kind: 'wake', t, points: flown, tone: toneOf(start.side), manner: 'contrail' });
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
    places: () => starts.flatMap((it) => it.path),
    weight: 'wide',
  };
}

/** A turn before the move is seen before it, one after the move at its end; a slide turns nothing. */
function headingAt(it: Flown, from: number, k: number): number {
  const to = degrees(it.facing);
  const by = turnBetween(from, to);
  const before = it.plan.first.kind.startsWith('turn') && it.plan.first.thrust > 0;
  return from + by * (before ? Math.min(1, k / 0.18) : Math.max(0, (k - 0.82) / 0.18));
}

function turns(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
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

function drifts(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
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

type Attacked = NonNullable<NonNullable<GameEvent['combat']>['attacked']>;

/** Guns and turrets fire bursts, pods a swarm of rockets, rails one missile. */
function lookOf({ weapon }: Attacked): { weapon: Weapon; guns: number } {
  if (weapon === 'gun') return { weapon: 'gun', guns: 4 };
  if (weapon === 'turret') return { weapon: 'gun', guns: 1 };
  return { weapon: 'missile', guns: 'pod' in weapon ? 6 : 1 };
}

function attack(it: Attacked, stage: Stage<View>, finish: () => void): Cue {
  const locked = typeof it.weapon === 'object' && 'locked' in it.weapon;
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
  return firing(
    () => {
      const all = crafts(stage.view());
      const [by, at] = [all[it.by], all[it.at]];
      if (!by || !at) return [];
      return [
        {
          ...lookOf(it),
          from: by.state.at,
          to: at.state.at,
          by: by.id,
          whom: at.id,
          tone: toneOf(by.side),
          // A locked missile is on its way and strikes later.
          hit: it.hit,
          struck: locked ? undefined : it.through > 0 ? 'hull' : 'armour',
          power: Math.min(1, 0.25 + it.damage.length / 8),
          dice: sixes(
            it.reroll ? it.dice.map((die, k) => (k === it.reroll![0] ? it.reroll![1] : die)) : it.dice,
          ),
          said: { text, tone: it.hit && (locked || it.through > 0) ? 'harm' : 'muted' },
        },
      ];
    },
    finish,
    QUICKLY,
  );
}

function strike(
  it: { target: number; by: number; through: number; damage: number[] },
  stage: Stage<View>,
  finish: () => void,
): Cue {
  return firing(
    () => {
      const all = crafts(stage.view());
      const [by, at] = [all[it.by], all[it.target]];
      if (!by || !at) return [];
      return [
        {
          weapon: 'missile',
          from: by.state.at,
          to: at.state.at,
          by: by.id,
          whom: at.id,
          tone: toneOf(by.side),
          hit: true,
          struck: it.through > 0 ? 'hull' : 'armour',
          power: Math.min(1, 0.3 + it.damage.length / 6),
          dice: sixes(it.damage),
          said: {
            text: it.through > 0 ? `${it.through}` : words.figures.armour,
            tone: it.through > 0 ? 'harm' : 'muted',
          },
        },
      ];
    },
    finish,
    QUICKLY,
  );
}

function death(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  return dying(() => {
    const all = crafts(stage.view());
    return events.flatMap((event): Kill[] => {
      const it = said(event);
      const unit = all[it?.unit ?? -1];
      return it && unit ? [{ whom: unit.id, at: unit.state.at, said: { text: it.text, tone: 'harm' } }] : [];
    });
  }, finish);
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
  if (stress?.tested) {
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

function figures(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  let where: (Point | null)[] = [];
  const locks = events.flatMap((it) =>
    it.combat?.locked && !it.combat.locked.void ? [it.combat.locked] : [],
  );
  const absorbed = events.filter((it) => (it.damage?.damaged?.absorbed ?? 0) > 0);
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
        const whom = String(it.unit);
        if (event.combat?.locked) now.effects.push({ kind: 'lock', t, at, whom, tone: 'warn' });
        const damaged = event.damage?.damaged;
        if (damaged)
          now.effects.push({
            kind: 'strike',
            t,
            at,
            whom,
            from: crafts(stage.view())[damaged.by]?.state.at,
            surface: damaged.absorbed > 0 && damaged.lost === 0 ? 'shield' : 'hull',
            power: Math.min(1, 0.3 + damaged.lost / 4),
          });
      });
    },
    sounds: () => [
      ...locks.map(() => ({ at: 0, sound: 'lock' as const })),
      ...absorbed.map(() => ({ at: 0, sound: 'hit-shield' as const })),
    ],
  };
}
