// Plain questions to the view: who is where, what is it called.
import { along, bearing, distance, lerp, pathLength } from '../../board/geometry';
import type { Point, Shape, Tone } from '../../board/types';
import { SHAPES } from './silhouettes';
import { words } from './texts';
import type {
  ClassData,
  ClassName,
  Fight,
  Goal,
  Harbour,
  Hull,
  Manifest,
  Menu,
  Order,
  PathData,
  Place,
  ProtocolMenu,
  Target,
  View,
} from './types';

export interface Vessel {
  id: string;
  index: number;
  tag: string;
  side: number;
  hull: Hull;
  own: Manifest | null;
  data: ClassData;
  shape: Shape;
  onMap: boolean;
  gone: boolean;
}

/** Nobody's ships have no hue of a side. */
export const NOBODY = 4; // drawn: the number of a hue

export const hueOf = (side: number): number => (side < 2 ? side : NOBODY);
export const tone = (side: number): Tone => (side < 2 ? (`side-${side}` as Tone) : 'neutral');

export function isOnMap(place: Place): boolean {
  return place === 'free' || (typeof place === 'object' && ('orbit' in place || 'dock' in place));
}

export function isStationary(place: Place): boolean {
  return typeof place === 'object' && ('orbit' in place || 'dock' in place);
}

/** The line of the ship table for a class. */
export function classOf(view: View, name: ClassName): ClassData {
  return view.classes.find((it) => it.class === name)!;
}

export function vessels(view: View): Vessel[] {
  return view.ships.map(({ hull, own }, index) => ({
    id: String(index),
    index,
    tag: view.tags[index] ?? String(index + 1),
    side: hueOf(hull.side),
    hull,
    own,
    data: classOf(view, hull.class),
    shape: SHAPES[hull.class],
    onMap: isOnMap(hull.place),
    gone: hull.place === 'destroyed' || hull.place === 'withdrawn',
  }));
}

/** Degrees clockwise from north. */
export function headingOf(dir: Point): number {
  return bearing({ x: 0, y: 0 }, dir);
}

export function ahead(at: Point, dir: Point, length: number): Point {
  return { x: at.x + dir.x * length, y: at.y + dir.y * length };
}

/** Where it is drawn: ships in one harbour are set apart round it. */
export function placeOf(view: View, index: number): Point {
  const ship = view.ships[index]?.hull;
  if (!ship) return { x: 0, y: 0 };
  if (!isStationary(ship.place)) return ship.at;
  const mates = view.ships.flatMap(({ hull }, k) =>
    isStationary(hull.place) && hull.system === ship.system && distance(hull.at, ship.at) < 1e-6 ? [k] : [],
  );
  // drawn: those in one place, side by side.
  return along(ship.at, 45 + (mates.indexOf(index) * 360) / Math.max(mates.length, 4), 1.1);
}

export function targetPlace(view: View, target: Target): Point | null {
  if ('ship' in target) return view.ships[target.ship] ? placeOf(view, target.ship) : null;
  if ('torpedo' in target) return view.ships[target.torpedo]?.hull.torpedo?.at ?? null;
  const tanker = view.tankers[target.tanker]?.at;
  return tanker && 'deployed' in tanker ? tanker.deployed.at : null;
}

export function targetTag(view: View, target: Target): string {
  if ('ship' in target) return view.tags[target.ship] ?? '';
  if ('torpedo' in target) return words.torpedoOf(view.tags[target.torpedo] ?? '');
  return words.tanker(target.tanker + 1);
}

/** The id of what is pointed at on the map, and back. */
export function targetId(target: Target): string {
  return 'ship' in target
    ? String(target.ship)
    : 'torpedo' in target
      ? `t${target.torpedo}`
      : `tanker-${target.tanker}`;
}

export const sameTarget = (a: Target, b: Target): boolean => targetId(a) === targetId(b);

export function pointsOf(path: PathData): Point[] {
  const first = path.legs[0]?.from;
  return first ? [first, ...path.legs.map((leg) => ahead(leg.from, leg.dir, leg.length))] : [];
}

/** The place after so many LU of a path. */
export function atLength(points: Point[], length: number): Point {
  let left = length;
  for (let k = 1; k < points.length; k++) {
    const step = distance(points[k - 1]!, points[k]!);
    if (left <= step && step > 0) return lerp(points[k - 1]!, points[k]!, Math.max(0, left / step));
    left -= step;
  }
  return points[points.length - 1] ?? { x: 0, y: 0 };
}

/** The part of a path between two lengths. */
export function slice(points: Point[], from: number, to: number): Point[] {
  let run = 0;
  const bends: Point[] = [];
  for (let k = 1; k < points.length; k++) {
    run += distance(points[k - 1]!, points[k]!);
    if (run > from && run < to) bends.push(points[k]!);
  }
  return [atLength(points, from), ...bends, atLength(points, to)];
}

/** How far along a path the place nearest to a pointer is. */
export function lengthAt(points: Point[], world: Point): number {
  let best = 0;
  let bestAway = Infinity;
  let run = 0;
  for (let k = 1; k < points.length; k++) {
    const [a, b] = [points[k - 1]!, points[k]!];
    const step = distance(a, b);
    const t =
      step === 0
        ? 0
        : Math.min(
            1,
            Math.max(0, ((world.x - a.x) * (b.x - a.x) + (world.y - a.y) * (b.y - a.y)) / (step * step)),
          );
    const away = distance(lerp(a, b, t), world);
    if (away < bestAway) {
      bestAway = away;
      best = run + t * step;
    }
    run += step;
  }
  return Math.min(best, pathLength(points));
}

export function harbourName(view: View, system: number, harbour: Harbour): string {
  return 'body' in harbour
    ? (view.map.systems[system]?.names[harbour.body] ?? '')
    : (view.map.stations[harbour.station]?.name ?? '');
}

export function harbourPlace(view: View, system: number, harbour: Harbour): Point {
  const at =
    'body' in harbour
      ? view.map.systems[system]?.wells[harbour.body]?.at
      : view.map.stations[harbour.station]?.at;
  return at ?? { x: 0, y: 0 };
}

export function placeText(view: View, ship: Vessel): string {
  const { place, system } = ship.hull;
  if (typeof place === 'string') return words.places[place] ?? place;
  if ('orbit' in place) return words.inOrbit(harbourName(view, system, { body: place.orbit }));
  if ('dock' in place) return words.docked(harbourName(view, system, { station: place.dock }));
  const lane = 'lane' in place ? place.lane : place.at_entry;
  const name = view.map.lanes[lane.lane]?.ends[lane.end]?.name ?? '';
  return 'lane' in place ? words.inLane(name, place.lane.due) : words.atEntry(name);
}

export function sideName(view: View, side: number): string {
  return view.field.scenario.sides[side]?.name ?? words.nobody;
}

/** The rule that says how an objective is counted. */
export function goalRule({ kind }: Goal): string {
  if (kind === 'attrition') return 'FTB-34.5';
  if ('blockade' in kind) return 'FTB-34.2';
  if ('transport' in kind) return 'FTB-34.3';
  return 'patrol' in kind ? 'FTB-34.4' : 'FTB-34.7';
}

export function goalText(view: View, goal: Goal): string {
  const station = (n: number | null) => (n === null ? words.goals.open : (view.map.stations[n]?.name ?? ''));
  const { kind } = goal;
  if (kind === 'attrition') return words.goals.attrition;
  if ('blockade' in kind)
    return words.goals.blockade(station(kind.blockade.station), kind.blockade.done, kind.blockade.needed);
  if ('transport' in kind)
    return words.goals.transport(words.classes[kind.transport.class], station(kind.transport.to));
  if ('board' in kind) return words.goals.board(station(kind.board.station));
  const { home, hostile, friendly, leg } = kind.patrol;
  return words.goals.patrol(
    [view.map.systems[0]?.names[home] ?? '', station(hostile), station(friendly)],
    leg,
  );
}

/** How a side stands, in a few figures. */
export function scoreText(view: View, side: number): string {
  const t = words.score;
  const score = view.scores[side];
  const said = view.goals.flatMap(({ side: of, kind, settled }): string[] => {
    if (kind === 'attrition') return score ? [t.attrition(score.attrition ?? score.destroyed)] : [];
    if (of !== side) return [];
    if (settled !== null) return [settled ? t.done : t.failed];
    if ('blockade' in kind) return [t.days(kind.blockade.done, kind.blockade.needed)];
    return 'patrol' in kind ? [t.leg(kind.patrol.leg)] : [];
  });
  return [...new Set(said)].join(', ') || (score && view.day > 0 ? t.left(score.surviving) : '');
}

/** The two ships of the fight, attacker first. */
export function fighters(fight: Fight | null): [number, number] | null {
  if (!fight) return null;
  return 'combat' in fight
    ? [fight.combat.attacker, fight.combat.defender]
    : [fight.strike.guide, fight.strike.target];
}

/** What a protocol beats and costs. */
export function protocolText(it: ProtocolMenu): string {
  const c = words.protocolCosts;
  const change = [
    it.fuel > 0 ? c.fuel(-it.fuel) : '',
    it.heat > 0 || it.cools > 0 ? c.heat(it.heat - it.cools) : '',
  ];
  const parts = [
    words.beats(it.beats.map((other) => words.protocols[other])),
    it.harmless ? c.harmless : '',
    change.filter(Boolean).join(', '),
  ];
  return parts.filter(Boolean).join('; ');
}

/** What is going on that a decision may be about: the fight, hits, a test. */
export function situation(view: View): string[] {
  const s = words.situation;
  const tag = (n: number) => view.tags[n] ?? '';
  const said: string[] = [];
  const { fight, test } = view;
  if (fight && 'strike' in fight) said.push(s.strike(tag(fight.strike.guide), tag(fight.strike.target)));
  if (fight && 'combat' in fight) {
    const { attacker, defender, cover, stage } = fight.combat;
    said.push((cover ? s.cover : words.duel)(tag(attacker), tag(defender)));
    if (stage !== 'choose')
      said.push(
        ...stage.effects.map((it) =>
          s.effect(tag(it.from), words.protocols[it.by], tag(it.to), words.protocols[it.against]),
        ),
      );
  }
  for (const blow of view.blows)
    if (blow.fate === null) said.push(s.blow(tag(blow.target), sideName(view, blow.chooser ?? 2)));
  if (test)
    said.push(
      s.test(
        tag(test.ship),
        s.trials[typeof test.trial === 'string' ? test.trial : Object.keys(test.trial)[0]!] ?? '',
        test.easy,
      ),
    );
  return said;
}

/** The ship an order of few choices is about, to be pointed at on the map. */
export function orderTarget(order: Order): string | null {
  if (typeof order === 'string') return null;
  if ('pick' in order)
    return typeof order.pick === 'string'
      ? null
      : 'activate' in order.pick
        ? String(order.pick.activate)
        : 'force' in order.pick
          ? String(order.pick.force)
          : null;
  if ('scan' in order) return order.scan === null ? null : String(order.scan);
  if ('target' in order) return String(order.target);
  if ('fuse' in order) return `t${order.fuse}`;
  if ('name' in order) return `station-${order.name}`;
  return null;
}

/** One of few choices in words; the book's notation stands beside it. */
export function choiceText(view: View, order: Order, text: string): string {
  const c = words.choice;
  if (typeof order === 'string') return text;
  const tag = (n: number) => view.tags[n] ?? '';
  for (const key of ['depart', 'cover', 'evade', 'heat'] as const) {
    const value = (order as Record<string, unknown>)[key];
    if (typeof value === 'boolean') return words.yesNo[key]![value ? 1 : 0];
  }
  if ('pick' in order) {
    const { pick } = order;
    if (pick === 'pass') return c.pass;
    if ('activate' in pick) return `${c.activate} ${tag(pick.activate)}`;
    if ('force' in pick) return `${c.force} ${tag(pick.force)}`;
    return words.tanker(pick.tanker.tanker + 1);
  }
  if ('duel' in order) return `${words.suits[order.duel]} ${words.protocols[order.duel]}`;
  if ('forcer' in order) return c.forcer(sideName(view, order.forcer));
  if ('scan' in order) return order.scan === null ? c.scanNone : c.scan(tag(order.scan));
  if ('fuse' in order) return c.fuse(tag(order.fuse));
  if ('target' in order) return c.target(tag(order.target));
  if ('name' in order) return view.map.stations[order.name]?.name ?? text;
  if ('system' in order) return words.systems[order.system];
  if ('benefit' in order) return words.benefits[order.benefit];
  return text;
}

export const number = (n: number): string => (Number.isInteger(n) ? String(n) : n.toFixed(1));
export const spot = (at: Point): string => `${number(at.x)},${number(at.y)}`;

/** Hundredths of a point as points. */
export function worth(value: number): string {
  const text = (Math.abs(value) / 100).toFixed(2);
  return value < 0 ? `−${text}` : value > 0 ? `+${text}` : text;
}

export type Panel =
  'fleet' | 'station' | 'deploy' | 'hold' | 'guide' | 'helm' | 'aim' | 'protocols' | 'choices' | 'none';

export function panelOf(menu: Menu | null): Panel {
  if (!menu) return 'none';
  if (menu.fleet) return 'fleet';
  if (menu.phase === 'stations') return 'station';
  if (menu.phase === 'deployment') return 'deploy';
  if (menu.phase === 'stealth run') return 'hold';
  if (menu.guide) return 'guide';
  if (menu.helm) return 'helm';
  if (menu.aim) return 'aim';
  if (menu.advice) return 'protocols';
  return menu.choices.length > 0 ? 'choices' : 'none';
}
