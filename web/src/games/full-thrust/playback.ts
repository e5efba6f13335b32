// What events look like: ships that move together, shots from gun to target with
// their figures, threshold checks, repairs, while the shown view catches up.
import { ease } from '../../board/camera';
import { along, bearing, distance, onPath, turnBetween } from '../../board/geometry';
import type { Effect, Kill, Surface, Volley, Weapon } from '../../board/effects';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import { played, stepwise } from '../../lib/patch';
import type { Line } from '../../wire';
import { dying, firing, headingOn, sixes, trail } from '../shared/playback';
import type { Stage } from '../shared/playback';
import { warheadShape } from './counters';
import { degrees } from './flight';
import { placesOf } from './flying';
import { vessels } from './model';
import type { Vessel } from './model';
import { blastOf } from './figures';
import { tone } from './scene';
import { words } from './texts';
import { flightWay, wingId, wingPlaces } from './wings';
import { defenceOf, pointsOf, said } from './playback/said';
import type { GameEvent, Marker, View, Warhead } from './types';
import type { FireEvent, Look } from './wire';

type Fired = NonNullable<FireEvent['fired']>;

export { said } from './playback/said';

/** Which lines are played together. */
export function kindOf(event: GameEvent): string {
  if (
    event.movement?.moved ||
    event.movement?.left ||
    event.movement?.returned ||
    event.wings?.carried ||
    event.wings?.flew
  )
    return 'move';
  if (duels(event)) return 'duel';
  if (
    event.hangars &&
    !event.hangars.merged &&
    !event.hangars.released &&
    !event.hangars.armed &&
    !event.hangars.shaken &&
    !event.hangars.wrecked
  )
    return 'figures';
  if (event.deploy?.placed) return 'placed';
  if (event.fire?.fired) return 'fire';
  if (event.damage?.destroyed || event.blasts?.detonated) return 'dead';
  if (event.damage?.struck) return 'struck';
  if (event.ordnance?.placed || event.ordnance?.rockets) return 'launch';
  if (event.ordnance?.homed || event.ordnance?.lost) return 'home';
  const defence = defenceOf(event);
  if (defence?.defended) return 'defend';
  if (defence?.hit || defence?.burst) return 'strike';
  if (defence?.strayed) return 'figures';
  if (event.checks) return 'checks';
  if (event.repairs) return 'repairs';
  if (event.sensors && !event.sensors.mustered) return 'figures';
  if (event.scramble?.tried || event.runs?.boarded || event.evasion?.locked) return 'figures';
  if (
    event.links ||
    event.ramming ||
    event.gates ||
    event.riders?.detached ||
    event.riders?.stowed ||
    event.ftl?.warmed_up ||
    event.ftl?.arrived ||
    event.ftl?.departed
  )
    return 'figures';
  if (event.planets && !event.planets.tested) return 'figures';
  if (event.rounds?.came_round) return 'figures';
  if (event.mines?.went_off || event.mines?.swept || event.opening?.grazed) return 'figures';
  if (event.boarding && !event.boarding.matched) return 'figures';
  if (event.terrain && !event.terrain.drifted && !event.terrain.dispersed) return 'figures';
  if (
    event.damage ||
    event.blasts ||
    event.orders?.strained ||
    event.movement?.worn ||
    event.fire?.reflected ||
    event.fire?.scorched ||
    event.sweeps ||
    event.bases
  )
    return 'figures';
  if (event.cloaks && !event.cloaks.switched && !event.cloaks.stole) return 'figures';
  return '';
}

/** The ship a figure of it would stand over, so that figures do not hide each other. */
function over(event: GameEvent): number | null {
  for (const chapter of Object.values(event) as Record<string, { ship?: number }>[]) {
    for (const it of Object.values(chapter ?? {})) if (typeof it?.ship === 'number') return it.ship;
  }
  return null;
}

/** These share a cue even if they concern the same ship. */
const TOGETHER = new Set(['move', 'launch', 'home', 'defend', 'duel']);

/** Fire from and at small craft. */
function duels(event: GameEvent): boolean {
  const { dogfights, group_defence: guard, runs, evasion, gunboats, attacks, craft_launch: launch } = event;
  return !!(
    dogfights?.fought ||
    dogfights?.intercepted ||
    dogfights?.wavered ||
    guard?.repelled ||
    guard?.blasted ||
    guard?.raked ||
    event.blasts?.engulfed ||
    runs?.ran ||
    evasion?.fired ||
    evasion?.evaded ||
    gunboats?.fired ||
    attacks?.declared ||
    launch?.launched
  );
}

/** Lines that happen at the same time belong together. */
export function grouped(lines: Line[]): Line[][] {
  const groups: Line[][] = [];
  let last = '';
  let ships = new Set<number | null>();
  for (const line of lines) {
    const event = line.event as GameEvent;
    const now = kindOf(event);
    const ship = over(event);
    // Fire is told attack by attack.
    const together = now !== '' && now !== 'fire' && now === last && (TOGETHER.has(now) || !ships.has(ship));
    if (together) groups[groups.length - 1]!.push(line);
    else {
      groups.push([line]);
      ships = new Set();
    }
    ships.add(ship);
    last = now;
  }
  return groups;
}

const MOVE = 1600;
const SHOT = 1100;
const FIGURE = 1000;
const FLIGHT = 1200;

export function cuesFor(lines: Line[], stage: Stage<View>): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(played(stage.view(), group));
    const upTo = group[group.length - 1]!.n;
    const kind = kindOf(events[0]!);
    if (kind === 'move') return { ...movement(group, stage, finish), upTo };
    if (kind === 'fire') return Object.assign(shooting(events, stage, finish), { upTo });
    if (kind === 'dead') return Object.assign(death(events, stage, finish), { upTo });
    if (kind === 'launch') return { ...launching(group, stage, finish), upTo };
    if (kind === 'home') return { ...homing(events, stage, finish), upTo };
    if (kind === 'defend') return Object.assign(defending(events, stage, finish), { upTo });
    if (kind === 'strike') return { ...striking(events, stage, finish), upTo };
    if (kind === 'duel') return Object.assign(duelling(events, stage, finish), { upTo });
    if (kind === 'placed') return { length: 500, show: () => {}, begin: finish, upTo };
    if (kind !== '') return { ...figures(group, stage), upTo };
    const length = events[0]!.victory ? 500 : events[0]!.phase?.turn_began ? 250 : 60;
    return { length, show: () => {}, begin: finish, upTo, final: !!events[0]!.victory };
  });
}

function movement(group: Line[], stage: Stage<View>, finish: () => void): Cue {
  const events = group.map((it) => it.event as GameEvent);
  const sorties = events.flatMap(({ wings }) =>
    wings?.flew
      ? [{ group: wings.flew.group, way: flightWay(wings.flew) }]
      : wings?.carried
        ? [{ group: wings.carried.group, way: degrees(wings.carried.facing) }]
        : [],
  );
  let flown: { id: string; from: Point; to: Point; heading: number; side: number }[] = [];
  const moves = events.flatMap((it) => (it.movement?.moved ? [it.movement.moved] : []));
  let starts: { path: Point[]; from: number; side: number; glides: boolean }[] = [];
  return {
    length: moves.length > 0 ? MOVE : sorties.length > 0 ? FLIGHT : 300,
    begin: () => {
      const before = wingPlaces(stage.view());
      const after = wingPlaces(played(stage.view(), group));
      flown = sorties.flatMap((it) => {
        const [from, to] = [before.get(it.group), after.get(it.group)];
        return from && to
          ? [
              {
                id: wingId(it.group),
                from,
                to,
                heading: it.way,
                side: stage.view().groups?.[it.group]?.side ?? 0,
              },
            ]
          : [];
      });
      const all = vessels(stage.view());
      starts = moves.map((it) => {
        const motion = all[it.ship]?.state.motion;
        return {
          path: [motion?.at ?? it.to.at, ...it.path],
          from: degrees(motion?.facing ?? it.to.facing),
          side: all[it.ship]?.side ?? 0,
          glides: !!it.to.drift,
        };
      });
    },
    show: (t, now) => {
      for (const it of flown) {
        const k = ease(t);
        const at = { x: it.from.x + (it.to.x - it.from.x) * k, y: it.from.y + (it.to.y - it.from.y) * k };
        now.poses.set(it.id, { at, heading: it.heading });
        now.paths.push({ points: [it.from, at], tone: tone(it.side), kind: 'past' });
        now.effects.push({ kind: 'wake', t, points: [it.from, at], tone: tone(it.side), manner: 'drive' });
      }
      moves.forEach((it, i) => {
        const start = starts[i];
        if (!start) return;
        const k = ease(t);
        const { at, leg } = onPath(start.path, k);
        now.poses.set(String(it.ship), { at, heading: poseHeading(start, leg, degrees(it.to.facing), k) });
        const way = trail(start.path, k);
        now.paths.push({ points: way, tone: tone(start.side), kind: 'past' });
        now.effects.push({ kind: 'wake', t, points: way, tone: tone(start.side), manner: 'drive' });
      });
    },
    end: finish,
    places: () => [...starts.flatMap((it) => it.path), ...flown.flatMap((it) => [it.from, it.to])],
    weight: 'wide',
  };
}

/** Cinematic ships point along their leg; vector ships turn while they drift. */
function poseHeading(
  start: { path: Point[]; from: number; glides: boolean },
  leg: number,
  to: number,
  t: number,
): number {
  return start.glides
    ? start.from + turnBetween(start.from, to) * t
    : headingOn(start.path, leg, start.from, to, t);
}

/** Rays are long and thin, torpedoes and slugs heavy. */
const LOOKS: Record<Look, Weapon> = { ray: 'lance', shell: 'torpedo', burst: 'gun' };

/** What fire meets first: screens, armour, or the bare hull. */
function meets(fired: Fired, at: Vessel): Surface {
  if (fired.attacks?.some((it) => it.screens.all > 0)) return 'shield';
  return at.state.armour.some((it) => it.standard + it.regenerative > 0) ? 'armour' : 'hull';
}

function shooting(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  return firing(() => {
    const all = vessels(stage.view());
    return events.map((event): Volley | null => {
      const fired = event.fire?.fired;
      const by = all[fired?.ship ?? -1];
      const at = all[fired?.target ?? -1];
      if (!fired || !by || !at) return null;
      const points = pointsOf(fired.tally);
      const hit = points + fired.tally.emp > 0;
      const t = words.figures;
      return {
        weapon: LOOKS[by.display.icons[fired.weapons[0] ?? -1]?.look ?? 'ray'],
        from: by.state.motion.at,
        to: at.state.motion.at,
        by: by.id,
        whom: at.id,
        tone: tone(by.side),
        hit,
        struck: meets(fired, at),
        power: Math.min(1, 0.25 + points / 12),
        guns: fired.weapons.length,
        dice: sixes([...fired.dice, ...(fired.again ?? [])]),
        said: {
          text: fired.tally.emp > 0 ? t.emp(fired.tally.emp) : points > 0 ? t.points(points) : t.none,
          tone: hit ? 'harm' : 'muted',
        },
      };
    });
  }, finish);
}

function death(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  return dying(() => {
    const all = vessels(stage.view());
    return events.flatMap(({ damage, blasts }): Kill[] => {
      const ship = all[(damage?.destroyed ?? blasts?.detonated)?.ship ?? -1];
      return ship
        ? [{ whom: ship.id, at: ship.state.motion.at, said: { text: words.figures.destroyed, tone: 'harm' } }]
        : [];
    });
  }, finish);
}

/** Of a marker of rockets those that have hit. */
const rocketsIn = (what: Warhead) => (typeof what !== 'string' && 'rockets' in what ? what.rockets : 0);

/** Loads leave their launchers for the places they were given; rockets go straight at their ship. */
function launching(group: Line[], stage: Stage<View>, finish: () => void): Cue {
  let places = new Map<number, Point>();
  return {
    length: FLIGHT,
    begin: () => (places = placesOf(played(stage.view(), group))),
    show: (t, now) => {
      const view = stage.view();
      for (const line of group) {
        const { ordnance } = line.event as GameEvent;
        const marker = ordnance?.placed?.marker ?? ordnance?.rockets?.marker;
        const rockets = ordnance?.rockets;
        const from = view.ships[marker?.ship ?? rockets?.ship ?? -1]?.motion.at;
        const to = rockets ? view.ships[rockets.target]?.motion.at : marker && places.get(marker.number);
        if (!from || !to) continue;
        const side = marker?.side ?? view.ships[rockets!.ship]!.side;
        const k = ease(t);
        const at = { x: from.x + (to.x - from.x) * k, y: from.y + (to.y - from.y) * k };
        now.paths.push({ points: [from, at], tone: tone(side), kind: 'past' });
        now.effects.push({ kind: 'wake', t, points: [from, at], tone: tone(side), manner: 'heat' });
        now.tokens.push({
          id: `launched-${marker?.number ?? rockets!.weapon}`,
          at,
          heading: bearing(from, to),
          side,
          shape: warheadShape(marker?.what ?? { rockets: 2 }),
          label: '',
          boxes: 1,
          lost: 0,
        });
        if (rockets && t > 0.6) {
          const hits = marker ? rocketsIn(marker.what) : 0;
          now.figures.push({
            at: to,
            text: hits > 0 ? words.figures.rocketsHit(hits) : words.figures.misses,
            tone: hits > 0 ? 'harm' : 'muted',
            age: (t - 0.6) / 0.4,
          });
        }
      }
    },
    end: finish,
  };
}

/** Missiles find their ships, or nobody. */
function homing(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  return {
    length: FIGURE,
    show: (t, now) => {
      const view = stage.view();
      const places = placesOf(view);
      for (const { ordnance } of events) {
        const from = places.get(ordnance?.homed?.marker ?? ordnance?.lost?.marker ?? -1);
        if (!from) continue;
        const to = ordnance?.homed ? view.ships[ordnance.homed.target]?.motion.at : undefined;
        const k = ease(Math.min(1, t * 1.5));
        if (to)
          now.links.push({
            from,
            to: { x: from.x + (to.x - from.x) * k, y: from.y + (to.y - from.y) * k },
            tone: 'harm',
            end: 'arrow',
            width: 1.5,
          });
        else now.figures.push({ at: from, text: words.figures.strays, tone: 'muted', age: t });
      }
    },
    end: finish,
  };
}

/** Point defence: tracers from every ship that fires at a marker, and what they stop. */
function defending(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  return firing(() => {
    const view = stage.view();
    const places = placesOf(view);
    return events.flatMap((event): Volley[] => {
      const it = defenceOf(event)?.defended;
      const at = places.get(it?.marker ?? -1);
      if (!it || !at) return [];
      const ships = [...new Set(it.guards.map((guard) => guard.ship))];
      return ships.flatMap((ship, k): Volley[] => {
        const by = view.ships[ship];
        return by
          ? [
              {
                weapon: 'spray',
                from: by.motion.at,
                to: at,
                by: String(ship),
                tone: tone(by.side),
                hit: it.stopped > 0,
                guns: it.guards.filter((guard) => guard.ship === ship).length,
                power: 0.3,
                // Said once, whoever fires.
                said:
                  k === 0
                    ? { text: words.figures.stops(it.stopped), tone: it.stopped > 0 ? 'text' : 'muted' }
                    : undefined,
              },
            ]
          : [];
      });
    });
  }, finish);
}

interface Exchange {
  from: Point[];
  to: Point[];
  side: number;
  text: string;
  at: Point | undefined;
  harm: boolean;
  /** Small craft shoot, and are not shot at by ships. */
  craft?: boolean;
}

/** Who shoots at whom, and what comes of it. */
function exchangeOf(event: GameEvent, view: View): Exchange | null {
  const places = wingPlaces(view);
  const t = words.figures;
  const at = (groups: number[]) => groups.flatMap((it) => places.get(it) ?? []);
  const ships = (all: number[]) => all.flatMap((it) => view.ships[it]?.motion.at ?? []);
  const side = (group: number) => view.groups?.[group]?.side ?? 0;
  const sideOf = ([first]: { ship: number; boats?: number }[]) =>
    first?.boats === undefined ? (view.ships[first?.ship ?? -1]?.side ?? 0) : side(first.boats);
  const { dogfights, runs, evasion, gunboats, attacks } = event;
  if (dogfights?.fought) {
    const { group, at: foes, kills } = dogfights.fought;
    const n = kills.reduce((a, b) => a + b, 0);
    return {
      from: at([group]),
      to: at(foes),
      side: side(group),
      text: t.killed(n),
      at: at(foes)[0],
      harm: n > 0,
      craft: true,
    };
  }
  if (dogfights?.intercepted) {
    const { group, marker, kills } = dogfights.intercepted;
    const there = placesOf(view).get(marker);
    return {
      from: at([group]),
      to: there ? [there] : [],
      side: side(group),
      text: t.stops(kills),
      at: there,
      harm: false,
      craft: true,
    };
  }
  if (dogfights?.wavered && !dogfights.wavered.held)
    return { from: [], to: [], side: 0, text: t.wavers, at: at([dogfights.wavered.group])[0], harm: false };
  if (event.group_defence?.repelled) {
    const { group, guards, killed } = event.group_defence.repelled;
    const from = [
      ...ships([...new Set(guards.filter((it) => it.boats === undefined).map((it) => it.ship))]),
      ...at([...new Set(guards.flatMap((it) => it.boats ?? []))]),
    ];
    return {
      from,
      to: at([group]),
      side: sideOf(guards),
      text: t.killed(killed),
      at: at([group])[0],
      harm: killed > 0,
    };
  }
  const caught = event.group_defence?.blasted ?? event.group_defence?.raked ?? event.blasts?.engulfed;
  if (caught)
    return {
      from: ships(event.group_defence?.raked ? [event.group_defence.raked.ship] : []),
      to: at([caught.group]),
      side: event.group_defence?.raked ? (view.ships[event.group_defence.raked.ship]?.side ?? 0) : 0,
      text: t.killed(caught.killed),
      at: at([caught.group])[0],
      harm: caught.killed > 0,
    };
  const strike = runs?.ran ?? gunboats?.fired;
  if (strike) {
    const points = pointsOf(strike.tally);
    return {
      from: at([strike.group]),
      to: ships([strike.ship]),
      side: side(strike.group),
      text: points > 0 ? t.points(points) : t.none,
      at: ships([strike.ship])[0],
      harm: points > 0,
      craft: true,
    };
  }
  if (evasion?.fired) {
    const { ship, group, killed } = evasion.fired;
    return {
      from: ships([ship]),
      to: at([group]),
      side: view.ships[ship]?.side ?? 0,
      text: t.killed(killed),
      at: at([group])[0],
      harm: killed > 0,
    };
  }
  if (evasion?.evaded)
    return { from: [], to: [], side: 0, text: t.evades, at: at([evasion.evaded.group])[0], harm: false };
  if (attacks?.declared) {
    const first = attacks.declared.attacks[0];
    return first
      ? { from: [], to: [], side: side(first.group), text: t.declares, at: at([first.group])[0], harm: false }
      : null;
  }
  return null;
}

/** Small craft swarm about what they attack; what shoots at them sprays. */
function duelling(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  let quiet: Exchange[] = [];
  const cue = firing(() => {
    const all = events.flatMap((it) => exchangeOf(it, stage.view()) ?? []);
    quiet = all.filter((it) => it.from.length === 0 || it.to.length === 0);
    return all.flatMap((it) =>
      it.from.flatMap((from, n) =>
        it.to.map((to, k): Volley => ({
          weapon: it.craft ? 'fighters' : 'spray',
          from,
          to,
          tone: tone(it.side),
          hit: it.harm,
          struck: 'hull',
          guns: it.craft ? 6 : 2,
          power: 0.4,
          said: n === 0 && k === 0 ? { text: it.text, tone: it.harm ? 'harm' : 'muted' } : undefined,
        })),
      ),
    );
  }, finish);
  const { begin, show } = cue;
  return Object.assign(cue, {
    begin: () => {
      begin?.();
      cue.length = Math.max(cue.length, FIGURE);
    },
    show: (t: number, now: Moment) => {
      show(t, now);
      for (const it of quiet)
        if (it.at) now.figures.push({ at: it.at, text: it.text, tone: it.harm ? 'harm' : 'muted', age: t });
    },
  });
}

/** A circle in the world as a line, for blasts that grow. */
function circle(at: Point, radius: number): Point[] {
  return Array.from({ length: 41 }, (_, k) => along(at, k * 9, radius));
}

/** What is left strikes: missiles fly home, blasts spread. */
function striking(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  let starts: { marker: Marker | undefined; from: Point | undefined; radius: number | null }[] = [];
  return {
    length: SHOT,
    begin: () => {
      const view = stage.view();
      const places = placesOf(view);
      starts = events.map((event) => {
        const defence = defenceOf(event);
        const number = defence?.hit?.marker ?? defence?.burst?.marker ?? -1;
        const marker = view.markers?.find((it) => it.number === number);
        return { marker, from: places.get(number), radius: marker ? blastOf(view, marker) : null };
      });
    },
    show: (t, now) => {
      const view = stage.view();
      events.forEach((event, i) => {
        const defence = defenceOf(event);
        const it = defence?.hit ?? defence?.burst;
        const { marker, from, radius = null } = starts[i] ?? {};
        const to = it ? view.ships[it.ship]?.motion.at : undefined;
        if (!it || !to) return;
        if (marker && from && defence?.hit && t < 0.5) {
          const k = ease(t * 2);
          const at = { x: from.x + (to.x - from.x) * k, y: from.y + (to.y - from.y) * k };
          if (distance(from, to) > 1e-6)
            now.poses.set(`m${marker.number}`, { at, heading: bearing(from, to) });
          now.effects.push({ kind: 'wake', t: t * 2, points: [from, at], tone: 'warn', manner: 'heat' });
        }
        if (defence?.hit && it.dice.length > 0 && t >= 0.5)
          now.effects.push({
            kind: 'strike',
            t: (t - 0.5) * 2,
            at: to,
            whom: String(it.ship),
            from,
            surface: 'hull',
            power: Math.min(1, 0.4 + it.dice.length / 6),
          });
        if (defence?.burst && radius !== null)
          now.effects.push({ kind: 'blast', t, at: marker?.at ?? to, radius, power: 0.8 });
        if (defence?.burst) {
          if (radius !== null)
            now.paths.push({
              points: circle(marker?.at ?? to, radius * ease(Math.min(1, t * 1.6))),
              tone: 'harm',
              kind: 'plan',
            });
        }
        if (t < 0.4) return;
        const t2 = words.figures;
        const text = defence?.burst
          ? t2.bursts(it.dice.length)
          : it.dice.length > 0
            ? defence?.hit?.on_target == null
              ? t2.strikes
              : t2.flies(it.dice.length)
            : marker && marker.stopped > 0
              ? t2.allStopped
              : t2.misses;
        now.figures.push({ at: to, text, tone: it.dice.length > 0 ? 'harm' : 'muted', age: (t - 0.4) / 0.6 });
      });
    },
    end: finish,
  };
}

function figures(group: Line[], stage: Stage<View>): Cue {
  let shown: { at: Point; text: string; tone: Tone }[] = [];
  let acts: Act[] = [];
  const begin = () => {
    const views = stepwise(stage.view(), group);
    const all = vessels(stage.view());
    acts = group.flatMap((line, k) => actsOf(line.event as GameEvent, views[k]!, views[k + 1]!));
    shown = group.flatMap((line, k) => {
      const it = said(line.event as GameEvent, views[k]!, views[k + 1]!);
      const at = it ? all[it.ship]?.state.motion.at : undefined;
      return it && at ? [{ at, text: it.text, tone: it.tone }] : [];
    });
    stage.show(views[group.length]!);
  };
  return {
    length: FIGURE,
    begin,
    show: (t, now: Moment) => {
      for (const it of shown) now.figures.push({ ...it, age: t });
      for (const it of acts) now.effects.push({ ...it, t });
    },
    sounds: () =>
      acts.map((it) => ({ at: 0, sound: it.kind === 'strike' ? 'hit-hull' : 'blast', power: 0.4 })),
  };
}

/** What is seen of an event beside its words: damage, blasts, jumps. */
function actsOf({ damage, blasts, ftl, gates, mines }: GameEvent, before: View, after: View): Act[] {
  const place = (ship: number | undefined) =>
    (before.ships[ship ?? -1] ?? after.ships[ship ?? -1])?.motion.at;
  const struck = damage?.struck;
  const at = place(struck?.ship);
  if (struck && at)
    return [
      {
        kind: 'strike',
        at,
        whom: String(struck.ship),
        surface: struck.hull > 0 ? 'hull' : 'armour',
        power: Math.min(1, 0.3 + struck.hull / 8),
      },
    ];
  const burst = place((damage?.breached ?? blasts?.caught ?? blasts?.rack_exploded ?? mines?.went_off)?.ship);
  if (burst) return [{ kind: 'blast', at: burst, power: 0.6 }];
  const jumper = ftl?.arrived ?? ftl?.departed ?? gates?.came ?? gates?.passed;
  const door = jumper && (after.ships[jumper.ship]?.motion.at ?? place(jumper.ship));
  return door ? [{ kind: 'jump', at: door, tone: tone(after.ships[jumper.ship]?.side ?? 0) }] : [];
}

/** An effect without its time. */
type Act = Timeless<Extract<Effect, { kind: 'strike' | 'blast' | 'jump' }>>;
type Timeless<T> = T extends unknown ? Omit<T, 't'> : never;
