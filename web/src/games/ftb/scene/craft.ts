// Ships and Tankers with their vectors, and who attacks or covers whom.
import type { Looking } from '../scene';
import { along, pathLength } from '../../../board/geometry';
import type { Point, Scene, Tone } from '../../../board/types';
import {
  ahead,
  atLength,
  fighters,
  headingOf,
  isStationary,
  number,
  orderTarget,
  placeOf,
  pointsOf,
  targetPlace,
  tone,
} from '../model';
import type { Vessel } from '../model';
import { TORPEDO } from '../silhouettes';
import { words } from '../texts';
import type { Attack, View } from '../types';

export function tankers(it: Looking, scene: Scene): void {
  it.view.tankers.forEach((tanker, n) => {
    if (!('deployed' in tanker.at) || tanker.at.deployed.system !== it.system) return;
    const { at } = tanker.at.deployed;
    scene.spots.push(
      { at, tone: tone(tanker.side), kind: 'ring', size: 9 },
      {
        id: `tanker-${n}`,
        at,
        tone: tone(tanker.side),
        kind: 'plus',
        size: 7,
        strong: true,
        label: words.tanker(n + 1),
      },
    );
  });
}

export function vessel(it: Looking, scene: Scene, ship: Vessel): void {
  const { view } = it;
  const { hull } = ship;
  const at = placeOf(view, ship.index);
  const hue = tone(hull.side);
  const wreck = !ship.onMap;
  if (wreck) {
    scene.spots.push({ at, tone: 'muted', kind: 'cross', size: 5, label: ship.tag });
    scene.tokens.push({
      id: ship.id,
      at,
      heading: headingOf(hull.dir),
      side: ship.side,
      shape: ship.shape,
      label: '',
      boxes: 0,
      lost: 0,
      wreck: true,
      cleared: true,
    });
    return;
  }
  // The last vector: where it began, where it was bent, where it ends.
  if (hull.trail.length > 1 && !isStationary(hull.place)) {
    scene.paths.push({ points: hull.trail, tone: hue, kind: 'past' });
    scene.spots.push({ at: hull.trail[0]!, tone: hue, kind: 'dot', size: 2 });
    if (hull.activated) stroke(scene, hull.trail, hue);
    hull.trail
      .slice(1, -1)
      .forEach((bend) => scene.spots.push({ at: bend, tone: hue, kind: 'ring', size: 3 }));
  }
  if (hull.tracked) scene.spots.push({ at, tone: hue, kind: 'diamond', size: 17 });
  // drawn: pixels.
  for (let k = 0; k < hull.hits; k++) scene.spots.push({ at, tone: 'harm', kind: 'ring', size: 13 + k * 4 });
  const chosen = it.selected === ship.id || it.hovered === ship.id;
  const plotting = it.menu?.helm?.ship === ship.index && !it.playing;
  scene.tokens.push({
    id: ship.id,
    at,
    heading: headingOf(hull.dir),
    side: ship.side,
    shape: ship.shape,
    label: ship.tag,
    boxes: 0,
    lost: 0,
    hurt: hull.hits > 0 || ship.own?.damage ? Math.min(1, 0.4 + 0.25 * hull.hits) : 0,
    adrift: ship.own?.damage?.offline && ship.own.damage.system === 'drive',
    trouble: ship.own ? (ship.own.damage ? 1 : 0) + (ship.own.heat >= ship.data.overheat ? 1 : 0) : 0,
    dim: hull.activated && !chosen,
    owes:
      it.open &&
      !it.playing &&
      (it.menu?.ship === ship.index ||
        it.menu?.choices.some(
          (choice) => orderTarget(choice.order) === ship.id && isActivation(choice.order),
        )),
    vector:
      hull.speed > 0 && !isStationary(hull.place) && !plotting && (it.vectors || chosen)
        ? ahead(at, hull.dir, hull.speed)
        : undefined,
  });
  const torpedo = hull.torpedo;
  if (!torpedo) return;
  scene.links.push({ from: torpedo.from, to: torpedo.at, tone: hue, width: 1, faint: true, start: 'dot' });
  scene.links.push({ from: ship.id, to: `t${ship.index}`, tone: hue, width: 1, dash: true, faint: true });
  scene.tokens.push({
    id: `t${ship.index}`,
    at: torpedo.at,
    heading: headingOf(torpedo.dir),
    side: ship.side,
    shape: TORPEDO,
    label: '',
    boxes: 0,
    lost: 0,
    vector:
      it.vectors || chosen || it.hovered === `t${ship.index}`
        ? ahead(torpedo.at, torpedo.dir, torpedo.speed)
        : undefined,
  });
}

/** A short stroke beside a vector: it has been flown today. */
function stroke(scene: Scene, trail: Point[], hue: Tone): void {
  const length = pathLength(trail);
  if (length < 1) return;
  const [a, b] = [atLength(trail, length * 0.42), atLength(trail, length * 0.58)];
  const aside = headingOf({ x: b.x - a.x, y: b.y - a.y }) + 90;
  scene.links.push({
    from: along(a, aside, 0.3),
    to: along(b, aside, 0.3),
    tone: hue,
    width: 2,
    faint: true,
  });
}

/** A torpedo's attack is a wave. */
function wave(from: Point, to: Point): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const aside = headingOf({ x: to.x - from.x, y: to.y - from.y }) + 90;
  // drawn: points of a line.
  const steps = Math.max(8, Math.round(length * 8));
  return Array.from({ length: steps + 1 }, (_, k) =>
    along(
      { x: from.x + ((to.x - from.x) * k) / steps, y: from.y + ((to.y - from.y) * k) / steps },
      aside,
      k === steps ? 0 : Math.sin(k * 1.6) * 0.14,
    ),
  );
}

const isActivation = (order: unknown): boolean =>
  typeof (order as { pick?: { activate?: number } }).pick?.activate === 'number';

export function ranges(it: Looking, scene: Scene, all: Vessel[]): void {
  for (const ship of all) {
    if (!ship.onMap || (ship.id !== it.selected && ship.id !== it.hovered)) continue;
    const at = placeOf(it.view, ship.index);
    const { weapon, torpedo, scan } = it.view.ranges;
    scene.rings.push({
      at,
      radius: weapon,
      tone: tone(ship.hull.side),
      label: words.range.weapon(number(weapon)),
      strong: true,
    });
    scene.rings.push({
      at,
      radius: torpedo,
      tone: tone(ship.hull.side),
      label: words.range.torpedo(number(torpedo)),
    });
    if (ship.hull.class === 'cruiser')
      scene.rings.push({
        at,
        radius: scan,
        tone: tone(ship.hull.side),
        label: words.range.scan(number(scan)),
      });
  }
}

/** What the active ship does: its vector, its attacks, the fight under way. */
export function activation(it: Looking, scene: Scene): void {
  const { view } = it;
  const { act, fight } = view;
  if (act && view.ships[act.ship]?.hull.system === it.system) {
    const path = pointsOf(act.path);
    const side = view.ships[act.ship]!.hull.side;
    if (path.length > 1) {
      scene.paths.push({ points: path, tone: tone(side), kind: 'plan' });
      if (!fight) for (const attack of act.attacks) attackLine(view, scene, path, attack, 'harm');
    }
    if (typeof act.step === 'object' && 'offer' in act.step)
      scene.links.push({
        from: String(act.step.offer),
        to: String(act.ship),
        tone: 'harm',
        dash: true,
        end: 'arrow',
        label: words.figures.cover,
      });
  }
  const pair = fighters(fight);
  if (pair && fight && view.ships[pair[1]]?.hull.system === it.system) {
    const burst = it.burst?.guide === pair[0] ? it.burst.at : undefined;
    const torpedo = 'strike' in fight ? (view.ships[pair[0]]?.hull.torpedo?.at ?? burst) : undefined;
    if (torpedo)
      scene.paths.push({ points: wave(torpedo, placeOf(view, pair[1])), tone: 'harm', kind: 'hint' });
    else if (!('strike' in fight))
      scene.links.push({
        from: String(pair[0]),
        to: String(pair[1]),
        tone: 'harm',
        end: 'arrow',
        dash: true,
        width: 2,
      });
    scene.marks.push({ at: placeOf(view, pair[1]), tone: 'harm', kind: 'target' });
  }
}

export function attackLine(
  view: View,
  scene: Scene,
  path: Point[],
  attack: Attack,
  hue: Tone,
  from?: number,
): void {
  const to = targetPlace(view, attack.target);
  const t = attack.at ?? from;
  if (!to) return;
  const at = t === undefined || t === null ? nearestOn(path, to) : atLength(path, t);
  scene.links.push({ from: at, to, tone: hue, width: 1.5, dash: true, start: 'ring', end: 'arrow' });
}

export function coverLines(it: Looking, scene: Scene, path: Point[], cover: number[]): void {
  for (const firer of cover) {
    const from = placeOf(it.view, firer);
    scene.links.push({
      from,
      to: nearestOn(path, from),
      tone: 'harm',
      width: 1,
      dash: true,
      faint: true,
      end: 'bar',
    });
  }
}

export function nearestOn(path: Point[], to: Point): Point {
  const length = pathLength(path);
  let best = path[0] ?? to;
  // drawn: points of a line.
  for (let k = 0; k <= 40; k++) {
    // drawn: as above.
    const at = atLength(path, (length * k) / 40);
    if (Math.hypot(at.x - to.x, at.y - to.y) < Math.hypot(best.x - to.x, best.y - to.y)) best = at;
  }
  return best;
}
