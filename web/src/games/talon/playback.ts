// What events look like: ships of one step move together, shots fly from gun to
// target, figures rise where something is lost, while the shown view catches up.
import { ease } from '../../board/camera';
import { turnBetween } from '../../board/geometry';
import { hexesWithin } from '../../board/hex';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import type { Line } from '../../wire';
import { bearingOf, centreOf, hexOf, same } from './hexes';
import { targetToken, vessels } from './model';
import { placeOf, tone } from './scene';
import { words } from './texts';
import type {
  ArcName,
  GameEvent,
  HexPair,
  MissileView,
  ShipState,
  ShipView,
  View,
  WeaponName,
} from './types';

const arcIndex = (arc: ArcName): number => words.arcNames.indexOf(arc);

/** The view after an event, as far as the table shows it. The server's view is the truth. */
export function applied(view: View, event: GameEvent): View {
  const ship = (index: number, change: (it: ShipView) => ShipView): View => ({
    ...view,
    ships: view.ships.map((it, i) => (i === index ? change(it) : it)),
  });
  const state = (index: number, part: Partial<ShipState>) =>
    ship(index, (it) => ({ ...it, ship: { ...it.ship, ...part } }));
  const missiles = (change: (it: MissileView) => MissileView | null): View => ({
    ...view,
    missiles: view.missiles.flatMap((it) => change(it) ?? []),
  });
  const { setup, phase, power, movement, fire, damage, round } = event;
  if (setup?.deployed)
    return state(setup.deployed.ship, {
      status: 'active',
      at: setup.deployed.at,
      facing: setup.deployed.facing,
    });
  if (setup?.terrain_placed) return { ...view, terrain: [...view.terrain, setup.terrain_placed] };
  if (phase?.round_began) return { ...view, round: phase.round_began.round };
  if (phase?.impulse_began) return { ...view, impulse: phase.impulse_began.impulse };
  if (phase?.entered) return { ...view, phase: phase.entered.phase };
  if (phase?.initiative_checked)
    return {
      ...view,
      initiative: phase.initiative_checked.holder,
      markers: [0, 0],
      ships: view.ships.map((it) => (it.ship.marker ? { ...it, ship: { ...it.ship, marker: null } } : it)),
    };
  if (phase?.expired) return unreinforced(view, phase.expired.ship, phase.expired.arc);
  if (power?.dropped) return unreinforced(view, power.dropped.ship, power.dropped.arc);
  if (power?.spent) return spent(view, power.spent);
  if (power?.repaired && power.repaired.die === 6)
    return ship(power.repaired.ship, (it) => ({
      ...it,
      ship: { ...it.ship, criticals: { ...it.ship.criticals, [power.repaired!.marker]: false } },
    }));
  if (movement?.moved) {
    const { ship: index, to, facing, turn_left, afterburner } = movement.moved;
    return ship(index, (it) => ({
      ...it,
      ship: {
        ...it.ship,
        at: to,
        facing,
        turn_left,
        slip: false,
        afterburners: it.ship.afterburners - (afterburner ? 1 : 0),
      },
    }));
  }
  if (movement?.rotated) return state(movement.rotated.ship, { facing: movement.rotated.facing });
  if (movement?.displaced) return state(movement.displaced.ship, { at: movement.displaced.to });
  if (movement?.floated) return { ...view, window: movement.floated.window };
  if (movement?.terrain_dropped)
    return { ...view, terrain: view.terrain.filter((it) => !same(it.at, movement.terrain_dropped!.at)) };
  if (movement?.left) return state(movement.left.ship, { status: { retreated: movement.left.exit } });
  if (movement?.docked) return state(movement.docked.ship, { status: { docked: movement.docked.host } });
  if (movement?.landed) return state(movement.landed.ship, { status: 'landed' });
  if (movement?.nebula_entered)
    return ship(movement.nebula_entered.ship, (it) => ({
      ship: { ...it.ship, reinforced: [null, null, null, null] },
      display: { ...it.display, shields_up: false },
    }));
  if (movement?.missile_moved)
    return missiles((it) =>
      it.number === movement.missile_moved!.missile
        ? { ...it, at: movement.missile_moved!.to, facing: movement.missile_moved!.facing }
        : it,
    );
  if (movement?.missile_pulled)
    return missiles((it) =>
      it.number === movement.missile_pulled!.missile ? { ...it, at: movement.missile_pulled!.to } : it,
    );
  if (movement?.missile_lost)
    return missiles((it) => (it.number === movement.missile_lost!.missile ? null : it));
  if (fire?.opened) {
    const { ship: index, group } = fire.opened;
    return ship(index, (it) => ({
      ...it,
      display: {
        ...it.display,
        groups: it.display.groups.map((bar, k) =>
          k === group ? { ...bar, red: 0, yellow: 0, charged: false } : bar,
        ),
      },
    }));
  }
  if (fire?.launched) {
    const { missile, at, facing, target, ship: by } = fire.launched;
    return {
      ...view,
      missiles: [
        ...view.missiles,
        { number: missile, side: view.ships[by]?.ship.side ?? 0, at, facing, target },
      ],
    };
  }
  if (damage?.hit) {
    const { ship: index, arc, shields, reinforcement } = damage.hit;
    if (!arc) return view;
    const k = arcIndex(arc);
    return ship(index, (it) => ({
      ...it,
      ship: {
        ...it.ship,
        shields: it.ship.shields.map((n, i) => (i === k ? Math.max(0, n - shields) : n)),
        reinforced: it.ship.reinforced.map((n, i) => (i === k && reinforcement ? null : n)),
      },
    }));
  }
  if (damage?.hull_marked) {
    const { ship: index, boxes } = damage.hull_marked;
    return ship(index, (it) => {
      const marked = Math.min(it.display.hull.length, it.ship.hull_marked + boxes);
      return {
        ship: { ...it.ship, hull_marked: marked },
        display: { ...it.display, hull_left: it.display.hull.length - marked },
      };
    });
  }
  if (damage?.critical && !damage.critical.wasted)
    return withCritical(view, damage.critical.ship, damage.critical.result);
  if (damage?.group_destroyed) {
    const { ship: index, group } = damage.group_destroyed;
    return ship(index, (it) => ({
      ...it,
      display: {
        ...it.display,
        groups: it.display.groups.map((bar, k) =>
          k === group ? { ...bar, destroyed: true, charged: false } : bar,
        ),
      },
    }));
  }
  if (damage?.fighter_hit) {
    const { ship: index, fighter, boxes } = damage.fighter_hit;
    return ship(index, (it) => {
      const fighters = it.ship.fighters.map((n, k) => (k === fighter ? Math.max(0, n - boxes) : n));
      return {
        ship: { ...it.ship, fighters },
        display: { ...it.display, hull_left: fighters.reduce((a, b) => a + b, 0) },
      };
    });
  }
  if (damage?.destroyed)
    return {
      ...state(damage.destroyed.ship, { status: 'destroyed' }),
      missiles: view.missiles.map((it) =>
        it.target === damage.destroyed!.ship ? { ...it, target: null } : it,
      ),
    };
  if (damage?.missile_hit)
    return missiles((it) =>
      it.number === damage.missile_hit!.missile
        ? damage.missile_hit!.destroyed
          ? null
          : { ...it, damaged: true }
        : it,
    );
  if (damage?.missile_detonated)
    return missiles((it) => (it.number === damage.missile_detonated!.missile ? null : it));
  if (round?.adjusted) {
    const { ship: index, charged, row, power: written } = round.adjusted;
    return ship(index, (it) => ({
      ship: { ...it.ship, row, power: written },
      display: {
        ...it.display,
        curve: [
          written,
          it.display.rows[row]?.[1] ?? it.display.curve[1] ?? 0,
          it.display.rows[row]?.[2] ?? it.display.curve[2] ?? 0,
        ],
        groups: it.display.groups.map((bar, k) => ({
          ...bar,
          red: bar.red + (charged[k]?.[0] ?? 0),
          yellow: bar.yellow + (charged[k]?.[1] ?? 0),
        })),
      },
    }));
  }
  if (round?.spooled) return state(round.spooled.ship, { spooled: true });
  if (round?.arrived)
    return state(round.arrived.ship, {
      status: 'active',
      at: round.arrived.at,
      facing: round.arrived.facing,
    });
  return view;
}

function unreinforced(view: View, index: number, arc: ArcName): View {
  const k = arcIndex(arc);
  return {
    ...view,
    ships: view.ships.map((it, i) =>
      i === index
        ? { ...it, ship: { ...it.ship, reinforced: it.ship.reinforced.map((n, j) => (j === k ? null : n)) } }
        : it,
    ),
  };
}

function spent(
  view: View,
  { ship: index, on, battery }: { ship: number; on: unknown; battery: boolean },
): View {
  const change = (it: ShipView): ShipView => {
    const ship: ShipState = { ...it.ship, spent: true, battery: battery ? false : it.ship.battery };
    if (on === 'side_slip') return { ...it, ship: { ...ship, slip: true } };
    if (on === 'power_through')
      return { ...it, ship: { ...ship, turn_left: Math.max(0, ship.turn_left - 1) } };
    if (on === 'battery') return { ...it, ship: { ...ship, battery: true } };
    if (on === 'change' || on === 'defend') return { ...it, ship: { ...ship, marker: on } };
    const what = on as { charge?: { group: number }; reinforce?: { arc: ArcName } };
    if (what.reinforce)
      return {
        ...it,
        ship: {
          ...ship,
          reinforced: ship.reinforced.map((n, k) => (k === arcIndex(what.reinforce!.arc) ? view.impulse : n)),
        },
      };
    if (what.charge) {
      const groups = it.display.groups.map((bar, k) =>
        k === what.charge!.group
          ? {
              ...bar,
              yellow: bar.yellow + 1,
              charged: bar.red === bar.red_of && bar.yellow + 1 === bar.yellow_of,
            }
          : bar,
      );
      return { ship, display: { ...it.display, groups } };
    }
    return { ...it, ship };
  };
  return { ...view, ships: view.ships.map((it, i) => (i === index ? change(it) : it)) };
}

function withCritical(view: View, index: number, result: string): View {
  const change = (it: ShipView): ShipView => {
    const c = { ...it.ship.criticals };
    if (result === 'shields_down')
      return {
        ship: { ...it.ship, criticals: { ...c, shields_down: true }, reinforced: [null, null, null, null] },
        display: { ...it.display, shields_up: false },
      };
    if (result === 'helm_down') c.helm_down = true;
    else if (result === 'power_loss') c.power_loss = true;
    else if (result === 'thrusters') c.turn += 1;
    else if (result === 'power_relay') c.power += 1;
    else if (result === 'ftl_offline') c.ftl_offline = true;
    return { ...it, ship: { ...it.ship, criticals: c } };
  };
  return { ...view, ships: view.ships.map((it, i) => (i === index ? change(it) : it)) };
}

// Cues.

export interface Stage {
  view: () => View;
  show: (view: View) => void;
}

const MOVE = 420;
const SHOT = 520;
const FIGURE = 620;
const BLAST = 700;

type Kind = 'move' | 'shot' | 'launch' | 'figure' | 'blast' | 'quick';

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

export function cuesFor(lines: Line[], stage: Stage): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(events.reduce(applied, stage.view()));
    const upTo = group[group.length - 1]!.n;
    switch (kindOf(events[0]!)) {
      case 'move':
        return { ...movement(events, stage, finish), upTo };
      case 'shot':
        return { ...shot(events[0]!, stage, finish), upTo };
      case 'launch':
        return { ...launch(events, stage, finish), upTo };
      case 'blast':
        return { ...blast(events[0]!, finish), upTo };
      case 'figure':
        return { ...figures(events, stage, finish), upTo };
      default: {
        const pause = events.some((it) => it.phase?.round_began)
          ? 320
          : events.some((it) => it.phase?.impulse_began)
            ? 140
            : events.some((it) => it.victory)
              ? 500
              : 0;
        return { length: pause, show: () => {}, begin: finish, upTo };
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

function movement(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  let ways: Way[] = [];
  return {
    length: MOVE,
    begin: () => {
      const view = stage.view();
      const after = events.reduce(applied, view);
      ways = events.flatMap((event) => {
        const id = moverOf(event);
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
      }
    },
    end: finish,
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

const LOOKS: Record<WeaponName, 'beam' | 'shell' | 'burst'> = {
  phaser: 'beam',
  torpedo: 'shell',
  wave_motion_gun: 'beam',
  disruptor: 'shell',
  fusion_cannon: 'burst',
  missile: 'shell',
};
const WIDTHS: Record<WeaponName, number> = {
  phaser: 1.8,
  torpedo: 2.6,
  wave_motion_gun: 6,
  disruptor: 1.8,
  fusion_cannon: 4,
  missile: 2,
};

function shot(event: GameEvent, stage: Stage, finish: () => void): Cue {
  const fired = event.fire!.shot!;
  return {
    length: SHOT,
    show: (t, now) => {
      const view = stage.view();
      const from = placeOf(view, String(fired.ship));
      const to = placeOf(view, targetToken(fired.target));
      if (!from || !to) return;
      now.shots.push({
        from,
        to,
        tone: tone(sideOf(view, String(fired.ship))),
        kind: LOOKS[fired.weapon] ?? 'beam',
        progress: Math.min(1, t * 1.6),
        width: WIDTHS[fired.weapon] ?? 2,
      });
      if (t > 0.45)
        now.figures.push({
          at: to,
          text: fired.damage === 0 ? words.figures.miss : words.figures.points(fired.damage),
          tone: fired.damage === 0 ? 'muted' : 'harm',
          age: (t - 0.45) / 0.55,
        });
    },
    end: finish,
  };
}

function launch(events: GameEvent[], stage: Stage, finish: () => void): Cue {
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

function blast(event: GameEvent, finish: () => void): Cue {
  const { at } = event.damage!.exploded!;
  const around = hexesWithin(hexOf(at), 1);
  return {
    length: BLAST,
    show: (t, now: Moment) => {
      for (const hex of around) {
        const core = hex.q === at[0] && hex.r === at[1];
        const k = core ? 1 - t : t < 0.25 ? t * 4 : (1 - t) / 0.75;
        now.cells.push({ hex, tone: core ? 'warn' : 'harm', fill: Math.max(0, k) * (core ? 0.8 : 0.4) });
      }
    },
    begin: finish,
  };
}

interface FigureOf {
  id: string;
  text: string;
  tone: Tone;
  hex?: HexPair;
}

function figureOf({ damage, movement, power, round }: GameEvent): FigureOf | null {
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
    const name = words.criticals[power.repaired.marker]?.name ?? '';
    const done = power.repaired.die === 6;
    return {
      id: String(power.repaired.ship),
      text: done ? f.repaired(name) : f.stillDown(name, power.repaired.die),
      tone: done ? 'text' : 'muted',
    };
  }
  if (round?.spooled) return { id: String(round.spooled.ship), text: f.spooled, tone: 'text' };
  if (round?.arrived)
    return { id: String(round.arrived.ship), text: f.arrives, tone: 'text', hex: round.arrived.at };
  return null;
}

function figures(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  let where: { at: Point; text: string; tone: Tone }[] = [];
  let struck: HexPair[] = [];
  const mild = events.every((it) => it.power?.spent);
  return {
    length: mild ? 420 : FIGURE,
    begin: () => {
      const view = stage.view();
      const by = new Map<string, { at: Point; text: string; tone: Tone }>();
      for (const event of events) {
        const it = figureOf(event);
        if (!it || !it.text) continue;
        const at = it.hex ? centreOf(it.hex) : placeOf(view, it.id);
        if (!at) continue;
        const known = by.get(it.id);
        by.set(
          it.id,
          known
            ? { at, text: `${known.text}, ${it.text}`, tone: known.tone === 'harm' ? 'harm' : it.tone }
            : { at, text: it.text, tone: it.tone },
        );
      }
      where = [...by.values()];
      struck = events.flatMap(({ damage }) => {
        const hit = damage?.hull_marked?.ship ?? damage?.destroyed?.ship ?? damage?.hit?.ship;
        const ship = hit === undefined ? undefined : vessels(view)[hit];
        return ship ? [ship.state.at] : [];
      });
      finish();
    },
    show: (t, now) => {
      for (const it of where) now.figures.push({ ...it, age: t });
      for (const hex of struck) now.cells.push({ hex: hexOf(hex), tone: 'harm', fill: 0.3 * (1 - t) });
    },
  };
}
