// What flies or is about to: markers on the table, launches as they are
// drafted, point defence as it is assigned.
import { along, bearing, distance } from '../../board/geometry';
import type { Point, Scene, Token, Tone } from '../../board/types';
import { markerShape, warheadShape } from './counters';
import { blastOf, roundLoad } from './figures';
import { degrees } from './flight';
import type { Vessel } from './model';
import {
  isRockets,
  launchedBy,
  launchMenu,
  loadsOf,
  markerId,
  markerOf,
  threatOf,
  threatsOf,
} from './ordnance';
import type { Looking } from './scene';
import { words } from './texts';
import type { Marker, View } from './types';
import { wingId, wingOf, wingPlaces } from './wings';

const tone = (side: number): Tone => `side-${side}` as Tone;

/** How far apart markers of one place are drawn. */
const APART = 1.6;
/** How far rockets are drawn before the pod they come from. */
const BEFORE = 2;

/** Things that share a place are drawn round it. */
function spread(at: Point, k: number, n: number): Point {
  return n === 1 ? at : along(at, (360 / n) * k, n === 2 ? APART / 2 : APART);
}

/** Where each marker is drawn: its place, set apart where several share it. */
export function placesOf(view: View): Map<number, Point> {
  const out = new Map<number, Point>();
  const markers = view.markers ?? [];
  const at = (it: Marker): Point => {
    const target = it.target === undefined ? undefined : view.ships[it.target];
    return isRockets(it.what) && target
      ? along(
          it.at,
          bearing(it.at, target.motion.at),
          Math.min(BEFORE, distance(it.at, target.motion.at) / 2),
        )
      : it.at;
  };
  for (const it of markers) {
    const mates = markers.filter((other) => distance(at(other), at(it)) < 0.5);
    out.set(it.number, spread(at(it), mates.indexOf(it), mates.length));
  }
  return out;
}

/** The way a marker points: at its target, or on from where it was launched. */
export function headingOf(view: View, it: Marker): number {
  const target = it.target === undefined ? undefined : view.ships[it.target];
  if (target && distance(it.at, target.motion.at) > 1e-6) return bearing(it.at, target.motion.at);
  if (it.flies !== undefined) return degrees(it.flies);
  const from = view.ships[it.ship]?.motion.at;
  return from && distance(from, it.at) > 1e-6
    ? bearing(from, it.at)
    : // turned: up the table.
      degrees(view.ships[it.ship]?.motion.facing ?? 12);
}

export function markerToken(view: View, it: Marker, at: Point): Token {
  return {
    id: markerId(it.number),
    at,
    heading: headingOf(view, it),
    side: it.side,
    shape: markerShape(it),
    label: words.markers.tag(it.number),
    boxes: 1,
    lost: 0,
  };
}

export function markersOn(it: Looking, scene: Scene): void {
  const places = placesOf(it.view);
  for (const marker of it.view.markers ?? []) {
    const at = places.get(marker.number)!;
    scene.tokens.push(markerToken(it.view, marker, at));
    const blast = blastOf(it.view, marker);
    if (blast !== null) {
      scene.discs.push({ at: marker.at, radius: blast, tone: 'harm' });
      scene.rings.push({ at: marker.at, radius: blast, tone: 'harm' });
    } else if (marker.target !== undefined) {
      scene.links.push({
        from: at,
        to: String(marker.target),
        tone: 'harm',
        end: 'arrow',
        dash: true,
        width: 1.2,
        faint: it.hovered !== null && it.hovered !== marker.target,
      });
    }
  }
}

/** Reach and arcs of the launcher that is being placed, and where loads are to go. */
export function launching(it: Looking, scene: Scene, all: Vessel[]): void {
  const menu = launchMenu(it.menu, it.selected);
  const drafted = it.draft.launch;
  const by = drafted ? all[drafted.ship] : undefined;
  const from = drafted ? launchMenu(it.menu, drafted.ship) : null;
  if (drafted && by && from) {
    for (const one of drafted.launches) {
      const load =
        loadsOf(from, one.weapon).find((other) => other.extended === !!one.extended) ??
        loadsOf(from, one.weapon)[0];
      if (!load) continue;
      if (one.target !== undefined) {
        const to = all[one.target];
        if (to)
          scene.shots.push({
            from: by.motion.at,
            to: to.motion.at,
            tone: tone(by.side),
            kind: 'aim',
            width: 2,
          });
        continue;
      }
      if (!one.at) continue;
      const { radius, harm } = roundLoad(load, !!one.fused);
      const far = distance(by.motion.at, one.at) > load.reach + 1e-6;
      const mates = drafted.launches.filter((other) => other.at && distance(other.at, one.at!) < 0.5);
      const at = spread(one.at, mates.indexOf(one), mates.length);
      if (!scene.discs.some((other) => other.radius === radius && distance(other.at, one.at!) < 0.5))
        scene.discs.push({ at: one.at, radius, tone: harm ? 'harm' : tone(by.side) });
      scene.links.push({
        from: by.id,
        to: at,
        tone: far ? 'warn' : tone(by.side),
        dash: true,
        end: 'none',
        width: 1.4,
      });
      scene.ghosts.push({
        id: `load-${drafted.ship}-${one.weapon}`,
        at,
        heading: bearing(by.motion.at, one.at),
        side: by.side,
        shape: warheadShape(load.what),
        kind: 'chosen',
        owner: by.id,
        drag: it.open,
        warn: far,
      });
    }
  }
  const mine = menu ? all[menu.ship] : undefined;
  if (!menu || !mine || !it.open || it.armed === null) return;
  const loads = loadsOf(menu, it.armed);
  const icon = mine.display.icons[it.armed];
  const reach = Math.max(0, ...loads.map((load) => load.reach));
  // turned: sixths of a turn; half of one aside.
  const bow = degrees(mine.motion.facing) + (mine.display.beta ? 30 : 0);
  (icon?.arcs ?? []).forEach((on, k) => {
    if (on)
      scene.arcs.push({
        at: mine.motion.at,
        // turned: a sixth of a turn.
        from: bow + k * 60 - 30,
        // turned: a sixth of a turn.
        to: bow + k * 60 + 30,
        radius: reach,
        tone: tone(mine.side),
        active: true,
      });
  });
  for (const load of loads)
    scene.rings.push({
      at: mine.motion.at,
      radius: load.reach,
      tone: tone(mine.side),
      label: String(load.reach),
    });
  const placed = launchedBy(it.draft, menu.ship, it.armed);
  for (const choice of menu.choices.filter((other) => other.weapon === it.armed)) {
    const target = choice.target === undefined ? undefined : all[choice.target];
    if (target)
      scene.marks.push({
        at: target.motion.at,
        tone: placed?.target === choice.target ? 'harm' : 'neutral',
        kind: placed?.target === choice.target ? 'target' : 'offer',
      });
    // Places that lead somebody who holds his course.
    else if (choice.at && !(placed?.at && distance(placed.at, choice.at) < 0.3))
      scene.spots.push({
        id: `lead-${choice.at.x}-${choice.at.y}`,
        at: choice.at,
        tone: 'harm',
        kind: 'ring',
        size: 7,
      });
  }
}

/** Which weapon fires at which marker. */
export function defending(it: Looking, scene: Scene, all: Vessel[]): void {
  const menu = it.menu?.defence;
  if (!menu) return;
  const places = placesOf(it.view);
  const lines = new Map<string, number>();
  const groups = wingPlaces(it.view);
  const where = (id: string) => places.get(markerOf(id) ?? -1) ?? groups.get(wingOf(id) ?? -1);
  for (const guard of it.draft.defend) {
    const key = `${guard.boats === undefined ? guard.ship : wingId(guard.boats)}:${threatOf(guard)}`;
    lines.set(key, (lines.get(key) ?? 0) + 1);
  }
  for (const [key, n] of lines) {
    const [from, threat] = key.split(':') as [string, string];
    const at = where(threat);
    const by = all[Number(from)] ?? null;
    const side = by?.side ?? it.view.groups?.[wingOf(from) ?? -1]?.side ?? 0;
    if (at)
      scene.links.push({
        from: by?.id ?? where(from) ?? at,
        to: at,
        tone: tone(side),
        end: 'dot',
        // drawn: thicker for more.
        width: 1 + Math.min(3, n * 0.6),
        label: n > 1 ? `×${n}` : undefined,
      });
  }
  if (!it.open) return;
  for (const threat of threatsOf(menu)) {
    const at = where(threat);
    // A line shows what is fired at already.
    if (at && !it.draft.defend.some((other) => threatOf(other) === threat))
      scene.marks.push({ at, tone: 'neutral', kind: 'offer' });
  }
}
