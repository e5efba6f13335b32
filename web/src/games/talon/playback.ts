// What events look like: ships of one step move together, shots fly from gun to
// target, figures rise where something is lost, while the shown view catches up.
import { ease } from '../../board/camera';
import { along, turnBetween } from '../../board/geometry';
import type { Surface, Weapon } from '../../board/effects';
import { hexCentre, hexDistance, hexOutline, hexesWithin } from '../../board/hex';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import { played, stepwise } from '../../lib/patch';
import type { Line } from '../../wire';
import { dying, firing, sixes } from '../shared/playback';
import type { Stage } from '../shared/playback';
import { LAYOUT, bearingOf, centreOf, hexOf } from './hexes';
import { targetToken, vessels } from './model';
import { placeOf, tone } from './scene';
import { words } from './texts';
import type { ArcName, GameEvent, HexPair, View, WeaponName } from './types';

const MOVE = 420;
/** Talon has many single shots: each is told quickly. */
const QUICKLY = 1.7;
const FIGURE = 620;
const BLAST = 1100;

type Kind = 'move' | 'shot' | 'launch' | 'figure' | 'dead' | 'blast' | 'quick';

function kindOf(event: GameEvent): Kind {
  const { movement, fire, damage, power, round, phase } = event;
  if (
    movement?.moved ||
    movement?.rotated ||
    movement?.displaced ||
    movement?.missile_moved ||
    movement?.missile_pulled
  )
    return 'move';
  if (fire?.shot) return 'shot';
  if (fire?.launched) return 'launch';
  if (damage?.exploded) return 'blast';
  if (damage?.destroyed) return 'dead';
  if (damage && !damage.arc_rolled && !(damage.critical && damage.critical.result === 'none'))
    return 'figure';
  if (
    movement?.left ||
    movement?.docked ||
    movement?.landed ||
    movement?.collided ||
    movement?.nebula_entered ||
    movement?.missile_lost
  )
    return 'figure';
  if (power?.spent || power?.repaired || round?.spooled || round?.arrived) return 'figure';
  if (phase?.initiative_checked && phase.initiative_checked.change > 0) return 'quick';
  return 'quick';
}

/** Who moves in an event. */
function moverOf({ movement }: GameEvent): string {
  if (movement?.missile_moved) return `m${movement.missile_moved.missile}`;
  if (movement?.missile_pulled) return `m${movement.missile_pulled.missile}`;
  return String(movement?.moved?.ship ?? movement?.rotated?.ship ?? movement?.displaced?.ship ?? '');
}

/** Lines that are shown together: moves of different units, what befalls one ship, AP of one step. */
export function grouped(lines: Line[]): Line[][] {
  const groups: Line[][] = [];
  let last: Kind | null = null;
  let movers = new Set<string>();
  let whom = '';
  for (const line of lines) {
    const event = line.event as GameEvent;
    const kind = kindOf(event);
    const mover = kind === 'move' ? moverOf(event) : '';
    const on = kind === 'figure' ? (event.power?.spent ? 'power' : String(figureOf(event)?.id ?? '')) : '';
    const joins =
      kind === last &&
      ((kind === 'move' && !movers.has(mover)) ||
        (kind === 'figure' && on === whom) ||
        kind === 'quick' ||
        kind === 'dead' ||
        kind === 'launch');
    if (joins) groups[groups.length - 1]!.push(line);
    else {
      groups.push([line]);
      movers = new Set();
    }
    movers.add(mover);
    whom = on;
    last = kind;
  }
  return groups;
}

export function cuesFor(lines: Line[], stage: Stage<View>): Cue[] {
  const groups = grouped(lines);
  return groups.map((group, k) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(played(stage.view(), group));
    const upTo = group[group.length - 1]!.n;
    switch (kindOf(events[0]!)) {
      case 'move':
        return { ...movement(group, stage, finish), upTo };
      case 'shot':
        return Object.assign(shot(events[0]!, groups[k + 1] ?? [], stage, finish), { upTo });
      case 'dead':
        return Object.assign(death(events, stage, finish), { upTo });
      case 'launch':
        return { ...launch(events, stage, finish), upTo };
      case 'blast':
        return { ...blast(events[0]!, stage, finish), upTo };
      case 'figure':
        return { ...figures(group, stage), upTo };
      default: {
        const pause = events.some((it) => it.phase?.round_began)
          ? 320
          : events.some((it) => it.phase?.impulse_began)
            ? 140
            : events.some((it) => it.victory)
              ? 500
              : 0;
        return { length: pause, show: () => {}, begin: finish, upTo, final: events.some((it) => it.victory) };
      }
    }
  });
}

interface Way {
  id: string;
  from: Point;
  to: Point;
  turnFrom: number;
  turnTo: number;
  side: number;
}

function movement(group: Line[], stage: Stage<View>, finish: () => void): Cue {
  let ways: Way[] = [];
  return {
    length: MOVE,
    begin: () => {
      const view = stage.view();
      const after = played(view, group);
      ways = group.flatMap((line) => {
        const id = moverOf(line.event as GameEvent);
        const from = placeOf(view, id);
        const to = placeOf(after, id);
        return from && to
          ? [
              {
                id,
                from,
                to,
                turnFrom: bearingOf(facingOf(view, id)),
                turnTo: bearingOf(facingOf(after, id)),
                side: sideOf(view, id),
              },
            ]
          : [];
      });
    },
    show: (t, now) => {
      const k = ease(t);
      for (const it of ways) {
        const at = { x: it.from.x + (it.to.x - it.from.x) * k, y: it.from.y + (it.to.y - it.from.y) * k };
        // A turn comes before the move along the new facing.
        const turned = it.turnFrom + turnBetween(it.turnFrom, it.turnTo) * Math.min(1, k * 1.8);
        now.poses.set(it.id, { at, heading: (turned + 360) % 360 });
        now.paths.push({ points: [it.from, at], tone: tone(it.side), kind: 'past' });
        now.effects.push({ kind: 'wake', t, points: [it.from, at], tone: tone(it.side), manner: 'drive' });
      }
    },
    end: finish,
    places: () => ways.flatMap((it) => [it.from, it.to]),
    weight: 'wide',
  };
}

function facingOf(view: View, id: string): number {
  return id.startsWith('m')
    ? (view.missiles.find((it) => `m${it.number}` === id)?.facing ?? 0)
    : (view.ships[Number(id)]?.ship.facing ?? 0);
}

function sideOf(view: View, id: string): number {
  return id.startsWith('m')
    ? (view.missiles.find((it) => `m${it.number}` === id)?.side ?? 0)
    : (view.ships[Number(id)]?.ship.side ?? 0);
}

const LOOKS: Record<WeaponName, Weapon> = {
  phaser: 'beam',
  torpedo: 'torpedo',
  wave_motion_gun: 'wave',
  disruptor: 'gun',
  fusion_cannon: 'torpedo',
  missile: 'missile',
};
const POWERS: Record<WeaponName, number> = {
  phaser: 0.3,
  torpedo: 0.6,
  wave_motion_gun: 1,
  disruptor: 0.4,
  fusion_cannon: 1,
  missile: 0.5,
};

/** What a shot lands on, as the lines after it tell. */
function landsOn(next: Line[]): Surface {
  const hit = next.map((it) => (it.event as GameEvent).damage?.hit).find((it) => it !== undefined);
  const marked = next.some((it) => (it.event as GameEvent).damage?.hull_marked);
  return !marked && hit && (hit.shields > 0 || hit.reinforcement) ? 'shield' : 'hull';
}

function shot(event: GameEvent, next: Line[], stage: Stage<View>, finish: () => void): Cue {
  const fired = event.fire!.shot!;
  const whom = targetToken(fired.target);
  const by = String(fired.ship);
  return firing(
    () => {
      const view = stage.view();
      const from = placeOf(view, by);
      const to = placeOf(view, whom);
      const hit = fired.damage > 0;
      if (!from || !to) return [];
      return [
        {
          weapon: LOOKS[fired.weapon] ?? 'beam',
          from,
          to,
          by,
          whom,
          tone: tone(sideOf(view, by)),
          hit,
          struck: landsOn(next),
          power: POWERS[fired.weapon] ?? 0.5,
          dice: sixes([fired.die]),
          said: {
            text: hit ? words.figures.points(fired.damage) : words.figures.miss,
            tone: hit ? 'harm' : 'muted',
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
    const view = stage.view();
    return events.flatMap(({ damage }) => {
      const whom = String(damage?.destroyed?.ship ?? '');
      const at = placeOf(view, whom);
      return at ? [{ whom, at, said: { text: words.figures.destroyed, tone: 'harm' as const } }] : [];
    });
  }, finish);
}

function launch(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  let ways: { id: string; from: Point; to: Point; heading: number }[] = [];
  return {
    length: MOVE,
    begin: () => {
      const before = stage.view();
      finish();
      const after = stage.view();
      ways = events.flatMap(({ fire }) => {
        const it = fire?.launched;
        const from = it && placeOf(before, String(it.ship));
        const to = it && placeOf(after, `m${it.missile}`);
        return it && from && to ? [{ id: `m${it.missile}`, from, to, heading: bearingOf(it.facing) }] : [];
      });
    },
    show: (t, now) => {
      const k = ease(t);
      for (const it of ways)
        now.poses.set(it.id, {
          at: { x: it.from.x + (it.to.x - it.from.x) * k, y: it.from.y + (it.to.y - it.from.y) * k },
          heading: it.heading,
        });
    },
  };
}

function blast(event: GameEvent, stage: Stage<View>, finish: () => void): Cue {
  const { at } = event.damage!.exploded!;
  const reach = stage.view().blast;
  const around = hexesWithin(hexOf(at), reach);
  return {
    length: BLAST,
    show: (t, now: Moment) => {
      for (const hex of around) {
        // It runs outwards from hex to hex.
        const away = hexDistance(hex, hexOf(at));
        const core = away === 0;
        const k = core ? 1 - t : t < 0.25 ? t * 4 : (1 - t) / 0.75;
        now.cells.push({ hex, tone: core ? 'warn' : 'harm', fill: Math.max(0, k) * (core ? 0.6 : 0.25) });
        const own = (t * 1.5 - away * 0.3) / (1.5 - 0.3 * reach);
        if (own <= 0 || own >= 1) continue;
        now.effects.push({
          kind: 'glow',
          t: own,
          outline: hexOutline(LAYOUT, hex),
          tone: core ? 'warn' : 'harm',
        });
        now.effects.push({ kind: 'blast', t: own, at: hexCentre(LAYOUT, hex), radius: core ? 0.55 : 0.4 });
      }
    },
    begin: finish,
    places: () => around.map((hex) => hexCentre(LAYOUT, hex)),
    sounds: () => [{ at: 0, sound: 'blast', power: 0.8 }],
  };
}

interface FigureOf {
  id: string;
  text: string;
  tone: Tone;
  hex?: HexPair;
}

/** What is said about an event; the views before and after it tell what came of a repair. */
function figureOf(event: GameEvent, before?: View, after?: View): FigureOf | null {
  const { damage, movement, power, round } = event;
  const f = words.figures;
  if (damage?.hit) {
    const { ship, arc, shields, reinforcement } = damage.hit;
    const name = arc ? words.arcs[arc]! : '';
    const parts = [
      reinforcement ? f.reinforcement(name) : '',
      shields > 0 ? f.shield(shields, name) : '',
    ].filter(Boolean);
    return { id: String(ship), text: parts.join(', '), tone: 'warn' };
  }
  if (damage?.hull_marked)
    return { id: String(damage.hull_marked.ship), text: f.hull(damage.hull_marked.boxes), tone: 'harm' };
  if (damage?.critical)
    return {
      id: String(damage.critical.ship),
      text: words.results[damage.critical.result] ?? damage.critical.result,
      tone: 'harm',
    };
  if (damage?.group_destroyed)
    return {
      id: String(damage.group_destroyed.ship),
      text: f.groupLost(damage.group_destroyed.group + 1),
      tone: 'harm',
    };
  if (damage?.fighter_hit)
    return {
      id: String(damage.fighter_hit.ship),
      text: `${f.fighter(damage.fighter_hit.fighter + 1)} ${f.hull(damage.fighter_hit.boxes)}`,
      tone: 'harm',
    };
  if (damage?.destroyed) return { id: String(damage.destroyed.ship), text: f.destroyed, tone: 'harm' };
  if (damage?.missile_hit)
    return {
      id: `m${damage.missile_hit.missile}`,
      text: damage.missile_hit.destroyed ? f.destroyed : words.sheet.damaged,
      tone: 'harm',
    };
  if (damage?.missile_detonated)
    return {
      id: String(damage.missile_detonated.ship),
      text: words.missile(damage.missile_detonated.missile),
      tone: 'harm',
    };
  if (movement?.left)
    return { id: String(movement.left.ship), text: words.exits[movement.left.exit] ?? f.gone, tone: 'warn' };
  if (movement?.docked) return { id: String(movement.docked.ship), text: words.docked(''), tone: 'text' };
  if (movement?.landed)
    return { id: String(movement.landed.ship), text: words.status['landed']!, tone: 'text' };
  if (movement?.collided) return { id: String(movement.collided.ship), text: f.collided, tone: 'harm' };
  if (movement?.nebula_entered)
    return { id: String(movement.nebula_entered.ship), text: f.nebula, tone: 'warn' };
  if (movement?.missile_lost) return { id: `m${movement.missile_lost.missile}`, text: f.gone, tone: 'muted' };
  if (power?.spent) {
    const { on, ship } = power.spent;
    const said =
      typeof on === 'string'
        ? words.spend[on]
        : 'charge' in on
          ? words.spend.charge(String(on.charge.group + 1))
          : 'reinforce' in on
            ? words.spend.reinforce(words.arcs[on.reinforce.arc]!)
            : 'retarget' in on
              ? words.missile(on.retarget.missile)
              : '';
    return { id: String(ship), text: said, tone: 'text' };
  }
  if (power?.repaired) {
    const { ship, marker } = power.repaired;
    const name = words.criticals[marker]?.name ?? '';
    const down = (view?: View) => !!view?.ships[ship]?.ship.criticals[marker];
    const done = down(before) && !down(after);
    return {
      id: String(ship),
      text: done ? f.repaired(name) : f.stillDown(name, power.repaired.die),
      tone: done ? 'text' : 'muted',
    };
  }
  if (round?.spooled) return { id: String(round.spooled.ship), text: f.spooled, tone: 'text' };
  if (round?.arrived)
    return { id: String(round.arrived.ship), text: f.arrives, tone: 'text', hex: round.arrived.at };
  return null;
}

function figures(group: Line[], stage: Stage<View>): Cue {
  const events = group.map((it) => it.event as GameEvent);
  let where: { at: Point; text: string; tone: Tone }[] = [];
  let struck: HexPair[] = [];
  let blows: Blow[] = [];
  const mild = events.every((it) => it.power?.spent);
  return {
    length: mild ? 420 : FIGURE,
    begin: () => {
      const view = stage.view();
      const views = stepwise(view, group);
      const by = new Map<string, { at: Point; text: string; tone: Tone }>();
      events.forEach((event, k) => {
        const it = figureOf(event, views[k], views[k + 1]);
        if (!it || !it.text) return;
        const at = it.hex ? centreOf(it.hex) : placeOf(view, it.id);
        if (!at) return;
        const known = by.get(it.id);
        by.set(
          it.id,
          known
            ? { at, text: `${known.text}, ${it.text}`, tone: known.tone === 'harm' ? 'harm' : it.tone }
            : { at, text: it.text, tone: it.tone },
        );
      });
      where = [...by.values()];
      struck = events.flatMap(({ damage }) => {
        const hit = damage?.hull_marked?.ship ?? damage?.destroyed?.ship ?? damage?.hit?.ship;
        const ship = hit === undefined ? undefined : vessels(view)[hit];
        return ship ? [ship.state.at] : [];
      });
      blows = events.flatMap((it) => blowOf(it, view));
      stage.show(views[group.length]!);
    },
    show: (t, now) => {
      for (const it of where) now.figures.push({ ...it, age: t });
      for (const hex of struck)
        now.effects.push({ kind: 'glow', t, outline: hexOutline(LAYOUT, hexOf(hex)), tone: 'harm' });
      for (const it of blows) now.effects.push({ kind: 'strike', t, ...it });
    },
    sounds: () =>
      blows.map((it) => ({ at: 0, sound: it.surface === 'shield' ? 'hit-shield' : 'hit-hull', power: 0.4 })),
  };
}

interface Blow {
  at: Point;
  whom: string;
  from?: Point;
  surface: Surface;
  power: number;
}

/** Where each arc lies, clockwise from the bow. */
const ARCS: Record<ArcName, number> = { forward: 0, right: 90, rear: 180, left: 270 };

/** What an event strikes: a shield on its own side, or the hull. */
function blowOf({ damage }: GameEvent, view: View): Blow[] {
  const hit = damage?.hit;
  const whom = String(hit?.ship ?? damage?.hull_marked?.ship ?? '');
  const at = placeOf(view, whom);
  if (!at) return [];
  if (!hit) return [{ at, whom, surface: 'hull', power: 0.6 }];
  if (hit.shields === 0 && !hit.reinforcement) return [];
  const from = hit.arc ? along(at, bearingOf(facingOf(view, whom)) + ARCS[hit.arc], 1) : undefined;
  return [{ at, whom, from, surface: 'shield', power: Math.min(1, 0.4 + hit.shields / 5) }];
}
