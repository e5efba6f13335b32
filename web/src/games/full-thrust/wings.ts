// Fighter groups and gunboat squadrons: names, counters on the table, and the
// order of one of them as it is composed.
import { along, bearing, distance } from '../../board/geometry';
import type { Point, Scene, Token, Tone } from '../../board/types';
import { wingShape } from './counters';
import { degrees, turned } from './flight';
import type { Looking } from './scene';
import { words } from './texts';
import type { Group, NameOf, View, WingAction, WingMenu } from './types';

export const wingId = (index: number) => `g${index}`;

export function wingOf(id: string | null): number | null {
  const found = /^g(\d+)$/.exec(id ?? '');
  return found ? Number(found[1]) : null;
}

const tone = (side: number): Tone => `side-${side}` as Tone;

/** A1, B2: as orders name ships. */
export function tagOf(view: View, ship: number): string {
  let at = ship;
  for (let s = 0; s < view.field.scenario.sides.length; s++) {
    const n = view.field.scenario.sides[s]!.ships.length;
    if (at < n) return `${String.fromCharCode(65 + s)}${at + 1}`;
    at -= n;
  }
  return String(ship);
}

/** A1.2: the second group of ship A1. */
export function wingTag(view: View, index: number): string {
  const group = view.groups?.[index];
  if (!group) return wingId(index);
  const nth = view.groups!.slice(0, index).filter((it) => it.home === group.home).length;
  return `${tagOf(view, group.home)}.${nth + 1}`;
}

export function isBoats(group: Group): boolean {
  return 'gunboats' in group.craft;
}

export function wingKind(group: Group): string {
  const t = words.wings;
  if ('gunboats' in group.craft)
    return t.boats([...new Set(group.craft.gunboats.boats.map((it) => t.boat(it)))].join(', '));
  const { kind, mods = [] } = group.craft.fighters;
  return t.fighters([...mods.map((it) => t.mods[it]), t.kinds[group.role ?? kind]].join(' '));
}

/** Craft of a group when it is whole. */
export function fullOf(view: View, index: number): number {
  return view.chart.groups[index]?.full ?? view.groups?.[index]?.left ?? 0;
}

/** Its endurance when it is rested. */
export function enduranceOf(view: View, index: number): number {
  return view.chart.groups[index]?.endurance ?? view.groups?.[index]?.cef ?? 0;
}

export function postName({ post }: Group): NameOf<Group['post']> {
  return typeof post === 'string' ? post : (Object.keys(post)[0] as NameOf<typeof post>);
}

export function isFlying(group: Group): boolean {
  return group.left > 0 && ['flying', 'screening', 'guarding', 'pursuing'].includes(postName(group));
}

/** The ship it is aboard of, screens or pursues. */
export function withShipOf(group: Group): number | null {
  if (typeof group.post === 'string') return null;
  if ('aboard' in group.post) return group.post.aboard.ship;
  if ('screening' in group.post) return group.post.screening.ship;
  if ('pursuing' in group.post) return group.post.pursuing.ship;
  return null;
}

/** How far groups of one ship are drawn from it, and from each other. */
const ROUND = 2.2; // drawn: how far apart those in one place stand

/** Where groups are drawn: their place, or round the ship they fly with. */
export function wingPlaces(view: View): Map<number, Point> {
  const out = new Map<number, Point>();
  const flying = (view.groups ?? []).flatMap((it, n) => (isFlying(it) ? [{ it, n }] : []));
  for (const { it, n } of flying) {
    const mates = flying.filter((other) => distance(other.it.at, it.at) < 0.6);
    const crowded =
      mates.length > 1 ||
      view.ships.some((ship) => ship.status === 'active' && distance(ship.motion.at, it.at) < 0.6);
    const k = mates.findIndex((other) => other.n === n);
    // The first one stands where it looks.
    out.set(
      n,
      // drawn: round the place.
      crowded ? along(it.at, wayOf(it) + (360 / Math.max(3, mates.length)) * k, ROUND) : it.at,
    );
  }
  return out;
}

export function wingToken(view: View, index: number, at: Point, dim: boolean): Token {
  const it = view.groups![index]!;
  return {
    id: wingId(index),
    at,
    heading: wayOf(it),
    side: it.side,
    label: wingTag(view, index),
    boxes: 1,
    lost: 0,
    dim,
    shape: wingShape({
      side: it.side,
      boats: isBoats(it),
      left: it.left,
      full: fullOf(view, index),
      cef: it.cef,
      ace: it.pilots === 'ace',
      done: dim,
    }),
  };
}

export function wingsOn(it: Looking, scene: Scene): void {
  const { view } = it;
  const places = wingPlaces(view);
  (view.groups ?? []).forEach((group, index) => {
    if (group.arriving && !places.has(index))
      scene.spots.push({
        at: group.at,
        tone: tone(group.side),
        kind: 'diamond',
        size: 8,
        label: wingTag(view, index),
      });
  });
  for (const [index, at] of places) {
    const group = view.groups![index]!;
    const moving = it.menu?.wings?.some((other) => other.group === index);
    scene.tokens.push({ ...wingToken(view, index, at, false), owes: it.open && !it.playing && !!moving });
    const escorted = withShipOf(group);
    if (escorted !== null)
      scene.links.push({
        from: at,
        to: String(escorted),
        tone: tone(group.side),
        faint: true,
        dash: postName(group) === 'pursuing',
        width: 1,
        end: postName(group) === 'pursuing' ? 'arrow' : 'none',
      });
    const target = group.deeds?.target;
    const to =
      target === undefined
        ? null
        : 'ship' in target
          ? String(target.ship)
          : 'group' in target
            ? places.get(target.group)
            : undefined;
    if (to) scene.links.push({ from: at, to, tone: 'harm', end: 'arrow', width: 1.4 });
    const foe = group.deeds?.contact;
    const there = foe === undefined ? undefined : places.get(foe);
    if (there && !target)
      scene.links.push({ from: at, to: there, tone: 'harm', start: 'cross', end: 'cross', width: 1.4 });
  }
}

/** The clock point from one place to another. */
export function clockTo(from: Point, to: Point, fallback: number): number {
  if (distance(from, to) < 0.05) return fallback;
  // turned: degrees of an hour.
  const hour = Math.round(bearing(from, to) / 30) % 12;
  // turned: up the table.
  return hour === 0 ? 12 : hour;
}

/** Which way a group looks, in degrees clockwise from north. */
export function wayOf({ facing, look }: Pick<Group, 'facing' | 'look'>): number {
  return look ? bearing({ x: 0, y: 0 }, look) : degrees(facing);
}

/** How far from a group the mark is drawn that it looks at. */
const GAZE = 6; // drawn: how far ahead

type Flight = Extract<WingAction, { fly: unknown }>['fly'];

/** The same for where it is to fly. */
export function flightWay({ to, facing, look }: Pick<Flight, 'to' | 'facing' | 'look'>): number {
  return look ? bearing(to, look) : degrees(facing);
}

/** A flight that ends looking along a bearing; one of the twelve courses is written as such. */
export function lookingAlong(flight: Flight, way: number): Flight {
  const { look: _, ...rest } = flight;
  // turned: degrees of an hour.
  if (way % 30 === 0) return { ...rest, facing: turned(12, way / 30) };
  const { x, y } = along(flight.to, way, GAZE);
  const look = { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
  return { ...rest, facing: clockTo(flight.to, look, flight.facing), look };
}

export const gazeId = (group: number) => `gaze-${group}`;

/** The group whose mark this is. */
export function gazeOf(id: string | null): number | null {
  const found = /^gaze-(\d+)$/.exec(id ?? '');
  return found ? Number(found[1]) : null;
}

/** The farthest a group gets towards a place, on tenths. */
export function within(from: Point, to: Point, reach: number): Point {
  const away = distance(from, to);
  const at = away <= reach ? to : along(from, bearing(from, to), reach - 0.05);
  return { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10 };
}

export function sameAction(a: WingAction, b: WingAction): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What pointing at a ship means for a group: the first choice that names it. */
export function choiceForShip(menu: WingMenu, ship: number): WingAction | null {
  const names = (it: WingAction) =>
    it !== 'hold' &&
    (('screen' in it && it.screen.ship === ship) ||
      ('pursue' in it && it.pursue.ship === ship) ||
      ('land' in it && it.land.ship === ship));
  return menu.choices.find(names) ?? null;
}

/** What pointing at a group means: to fight it, or to escort it. */
export function choiceForGroup(menu: WingMenu, group: number): WingAction | null {
  const names = (it: WingAction) =>
    it !== 'hold' &&
    (('fly' in it && it.fly.engage === group) || ('guard' in it && it.guard.group === group));
  return menu.choices.find(names) ?? null;
}

/** Reach of the group that moves, and where it is to go. */
export function flying(it: Looking, scene: Scene): void {
  const drafted = it.draft.wing;
  const chosen = wingOf(it.picked) ?? drafted?.group ?? null;
  const menu = it.menu?.wings?.find((other) => other.group === chosen);
  const places = wingPlaces(it.view);
  if (menu && it.open)
    scene.rings.push({
      at: menu.from,
      radius: menu.reach,
      tone: tone(it.view.groups![menu.group]!.side),
      label: String(menu.reach),
      strong: true,
    });
  if (!drafted) return;
  const group = it.view.groups?.[drafted.group];
  const from = places.get(drafted.group);
  if (!group || !from || drafted.action === 'hold') return;
  const { action } = drafted;
  const flight =
    'fly' in action
      ? action.fly
      : 'charge' in action
        ? { ...action.charge, engage: undefined, look: undefined }
        : null;
  if (flight) {
    const look = wingToken(it.view, drafted.group, flight.to, false);
    scene.links.push({ from, to: flight.to, tone: tone(group.side), dash: true, width: 1.4 });
    scene.ghosts.push({
      id: `wing-${drafted.group}`,
      at: flight.to,
      heading: flightWay(flight),
      side: group.side,
      shape: look.shape,
      kind: 'chosen',
      owner: wingId(drafted.group),
      label: look.label,
      drag: it.open,
    });
    const foe = flight.engage === undefined ? undefined : places.get(flight.engage);
    if (menu?.free && it.open && 'fly' in action) {
      const at = along(flight.to, flightWay(flight), GAZE);
      scene.links.push({ from: flight.to, to: at, tone: tone(group.side), dash: true, faint: true });
      scene.spots.push({
        id: gazeId(drafted.group),
        at,
        tone: tone(group.side),
        kind: 'square',
        size: 8,
        drag: true,
      });
    }
    if (foe) scene.links.push({ from: flight.to, to: foe, tone: 'harm', start: 'cross', end: 'cross' });
    return;
  }
  const to =
    'screen' in action
      ? String(action.screen.ship)
      : 'pursue' in action
        ? String(action.pursue.ship)
        : 'land' in action
          ? String(action.land.ship)
          : 'guard' in action
            ? places.get(action.guard.group)
            : undefined;
  if (to)
    scene.links.push({
      from,
      to,
      tone: tone(group.side),
      end: 'land' in action ? 'bar' : 'pursue' in action ? 'arrow' : 'ring',
      width: 1.6,
    });
}
