// The map as telemetry: bodies with their gravity and radiation, lanes and
// stations, vectors with their ends, rings of hits, diamonds of tracked ships,
// lines of attack and cover fire, and what is being plotted.
import { boundsOf } from '../../board/camera';
import { along, pathLength, softHull } from '../../board/geometry';
import type { Bounds, Point, Scene, Tone } from '../../board/types';
import { emptyScene } from '../../board/types';
import { TORPEDO } from './silhouettes';
import {
  attacksOf,
  circleOf,
  deployOf,
  endOf,
  guideOf,
  helmOf,
  orderChoice,
  plotChoice,
  siteOf,
  tankerOf,
  torpedoChoice,
} from './compose';
import type { Draft, Preview } from './compose';
import {
  ahead,
  atLength,
  fighters,
  harbourName,
  harbourPlace,
  headingOf,
  hueOf,
  isOnMap,
  isStationary,
  number,
  orderTarget,
  placeOf,
  pointsOf,
  sameTarget,
  slice,
  targetId,
  targetPlace,
  tone,
  vessels,
} from './model';
import type { Vessel } from './model';
import { words } from './texts';
import type {
  Attack,
  Circle,
  HelmMenu,
  Menu,
  PlotChoice,
  Target,
  TargetChoice,
  TorpedoChoice,
  View,
} from './types';

export interface Looking {
  view: View;
  menu: Menu | null;
  draft: Draft;
  /** What the server says of the draft. */
  seen?: Preview | null;
  /** Where the pointer holds the end of a vector. */
  aiming?: Point | null;
  /** The star system that is looked at. */
  system: number;
  seat?: number | null;
  selected: string | null;
  hovered: string | null;
  ranges: boolean;
  reach: boolean;
  vectors: boolean;
  /** The order may still be changed. */
  open: boolean;
  playing: boolean;
  /** Where a torpedo went off, while events play. */
  burst?: { guide: number; at: Point } | null;
  /** A small picture. */
  still?: boolean;
}

const ROCKS = 260;

export function sceneOf(it: Looking): Scene {
  const { view, system } = it;
  const all = vessels(view).filter((ship) => ship.hull.system === system);
  const scene: Scene = {
    ...emptyScene(),
    table: tableOf(view, system),
    edge: view.field.options.edge ? 'hard' : 'soft',
    unit: 'LU',
    sky: 'orbit',
    turn: view.day,
    grid: { kind: 'square', step: 1, steps: [1, 5, 10, 20, 50], major: 5 },
    detail: 9,
  };
  heavens(view, system, scene, !it.still);
  lanes(view, system, scene, !it.menu?.zone && !it.menu?.fleet);
  goals(it, scene);
  stations(view, system, scene);
  tankers(it, scene);
  for (const ship of all) if (ship.onMap || ship.hull.place === 'destroyed') vessel(it, scene, ship);
  if (it.ranges) ranges(it, scene, all);
  activation(it, scene);
  if (it.playing) return scene;
  if (it.menu?.helm && it.view.ships[it.menu.helm.ship]?.hull.system === system)
    helm(it, scene, it.menu.helm);
  if (it.menu?.guide) guide(it, scene);
  if (it.menu?.aim)
    targets(it, scene, it.menu.aim.path, it.menu.aim.targets, attacksOf(it.draft), it.menu.aim.ship);
  if (it.menu?.aim) coverLines(it, scene, it.menu.aim.path, it.menu.aim.cover);
  setup(it, scene);
  choices(it, scene);
  return scene;
}

/** The edge of the map, or room round everything that is on it. */
export function tableOf(view: View, system: number): Bounds {
  const edge = view.field.options.edge;
  if (edge) return { left: -edge, right: edge, bottom: -edge, top: edge };
  const star = view.map.systems[system];
  const places = [
    ...(star?.wells ?? []).flatMap((well) =>
      [-1, 1].map((k) => ({ x: well.at.x + k * well.influence, y: well.at.y + k * well.influence })),
    ),
    ...view.map.stations.filter((it) => it.system === system).map((it) => it.at),
    ...view.ships.filter((it) => it.hull.system === system).map((it) => it.hull.at),
  ];
  const far = Math.max(
    30,
    (star?.belt?.[1] ?? 0) + 4,
    ...places.map((at) => Math.max(Math.abs(at.x), Math.abs(at.y)) + 8),
  );
  return { left: -far, right: far, bottom: -far, top: far };
}

function heavens(view: View, system: number, scene: Scene, close: boolean): void {
  const star = view.map.systems[system];
  if (!star) return;
  const homes = system === 0 ? view.map.homes : [[], []];
  star.wells.forEach((well, n) => {
    const radiation = star.radiation[n] ?? 0;
    if (radiation > 0) {
      scene.discs.push({ at: well.at, radius: radiation, tone: 'harm' });
      // Triangles that point inwards, as the book draws radiation.
      for (let k = 0; close && k < 8; k++)
        scene.links.push({
          from: along(well.at, k * 45, radiation),
          to: along(well.at, k * 45, radiation - 0.01),
          tone: 'harm',
          width: 1,
          faint: true,
          end: 'arrow',
        });
    }
    scene.rings.push({ at: well.at, radius: well.influence, tone: 'muted' });
    scene.discs.push({
      at: well.at,
      radius: n === 0 ? 0.9 : 0.5,
      tone: n === 0 ? 'text' : 'neutral',
      solid: true,
      look: n === 0 ? 'star' : 'world',
      label: star.names[n],
    });
    scene.spots.push({ id: `body-${n}`, at: well.at, tone: 'muted', kind: 'dot', size: 2 });
    homes.forEach((list, side) => {
      if (list.includes(n)) scene.rings.push({ at: well.at, radius: 0.8, tone: tone(side), strong: true });
    });
  });
  if (star.belt) {
    const [inner, outer] = star.belt;
    // Rocks strewn evenly, always the same ones.
    for (let k = 0; k < ROCKS; k++) {
      const radius = Math.sqrt(inner * inner + (outer * outer - inner * inner) * strewn(k * 2));
      scene.spots.push({
        at: along({ x: 0, y: 0 }, strewn(k * 2 + 1) * 360, radius),
        tone: 'muted',
        kind: 'dot',
        size: 0.8 + (k % 3) * 0.4,
      });
    }
    scene.rings.push(
      { at: { x: 0, y: 0 }, radius: inner, tone: 'muted', label: words.asteroids },
      { at: { x: 0, y: 0 }, radius: outer, tone: 'muted' },
    );
  }
}

/** A number from 0 to 1, as if drawn. */
function strewn(k: number): number {
  const x = Math.sin(k * 12.9898 + 4.1) * 43758.5453;
  return x - Math.floor(x);
}

function lanes(view: View, system: number, scene: Scene, named: boolean): void {
  for (const lane of view.map.lanes) {
    lane.ends.forEach((end, k) => {
      if (end.system !== system || typeof end.gate === 'string') return;
      const name = named ? words.laneTo(lane.ends[1 - k]?.name ?? '') : undefined;
      if ('marks' in end.gate) {
        const { marks } = end.gate;
        marks.forEach((at, n) =>
          scene.spots.push({ at, tone: 'muted', kind: 'plus', size: 5, label: n === 1 ? name : undefined }),
        );
        scene.links.push({
          from: marks[0],
          to: marks[2],
          tone: 'muted',
          dash: true,
          faint: true,
          width: 1,
          start: 'bar',
          end: 'bar',
        });
      } else {
        const { mark, dir } = end.gate.star;
        scene.links.push({
          from: { x: 0, y: 0 },
          to: ahead(mark, dir, 3),
          tone: 'muted',
          dash: true,
          faint: true,
          width: 1,
          end: 'arrow',
        });
        scene.spots.push({ at: mark, tone: 'muted', kind: 'plus', size: 6, label: name });
      }
    });
  }
}

function stations(view: View, system: number, scene: Scene): void {
  view.map.stations.forEach((it, n) => {
    if (it.system !== system) return;
    const slot = view.slots[n];
    const blocked = it.blocked && view.day >= it.blocked[0] && view.day <= it.blocked[1];
    // A circle on four legs; filled while it can still refit a ship.
    scene.spots.push({ at: it.at, tone: tone(it.side), kind: 'plus', size: 9 });
    scene.spots.push({
      id: `station-${n}`,
      at: it.at,
      tone: tone(it.side),
      kind: slot === 'spent' ? 'cross' : 'ring',
      size: 5,
      label: it.name,
      strong: slot === 'free' || slot === undefined,
    });
    if (blocked || (typeof slot === 'object' && slot !== null))
      scene.spots.push({ at: it.at, tone: blocked ? 'harm' : tone(it.side), kind: 'ring', size: 9 });
  });
}

function goals(it: Looking, scene: Scene): void {
  if (it.system !== 0) return;
  const { view } = it;
  const station = (n: number | null | undefined) =>
    n === null || n === undefined ? undefined : view.map.stations[n]?.at;
  for (const goal of view.goals) {
    const { kind } = goal;
    if (kind === 'attrition' || goal.settled !== null) continue;
    const mark = (at: Point | undefined) =>
      at && scene.spots.push({ at, tone: tone(goal.side), kind: 'ring', size: 12 });
    if ('blockade' in kind) mark(station(kind.blockade.station));
    else if ('transport' in kind) mark(station(kind.transport.to));
    else if ('board' in kind) mark(station(kind.board.station));
    else {
      const stops = [
        view.map.systems[0]?.wells[kind.patrol.home]?.at,
        station(kind.patrol.hostile),
        station(kind.patrol.friendly),
      ];
      mark(stops[(kind.patrol.leg + 1) % 3]);
      for (const track of [kind.patrol.track, ...kind.patrol.flying.map((leg) => leg.track)])
        if (track.length > 1) scene.paths.push({ points: track, tone: tone(goal.side), kind: 'hint' });
    }
  }
}

function tankers(it: Looking, scene: Scene): void {
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

function vessel(it: Looking, scene: Scene, ship: Vessel): void {
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

function ranges(it: Looking, scene: Scene, all: Vessel[]): void {
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
function activation(it: Looking, scene: Scene): void {
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

function attackLine(view: View, scene: Scene, path: Point[], attack: Attack, hue: Tone, from?: number): void {
  const to = targetPlace(view, attack.target);
  const t = attack.at ?? from;
  if (!to) return;
  const at = t === undefined || t === null ? nearestOn(path, to) : atLength(path, t);
  scene.links.push({ from: at, to, tone: hue, width: 1.5, dash: true, start: 'ring', end: 'arrow' });
}

function coverLines(it: Looking, scene: Scene, path: Point[], cover: number[]): void {
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

function nearestOn(path: Point[], to: Point): Point {
  const length = pathLength(path);
  let best = path[0] ?? to;
  for (let k = 0; k <= 40; k++) {
    const at = atLength(path, (length * k) / 40);
    if (Math.hypot(at.x - to.x, at.y - to.y) < Math.hypot(best.x - to.x, best.y - to.y)) best = at;
  }
  return best;
}

// What is being decided.

function helm(it: Looking, scene: Scene, menu: HelmMenu): void {
  const { view, draft } = it;
  const ship = vessels(view)[menu.ship];
  const now = helmOf(draft);
  if (!ship || !now) return;
  const order = orderChoice(menu, now);
  const choice = plotChoice(menu, now, it.seen);
  const hue = tone(ship.hull.side);
  if (menu.coast && choice !== menu.coast)
    scene.paths.push({ points: menu.coast.path, tone: hue, kind: 'hint' });
  if (order && order.plots.length > 0) {
    // The temporary end point and the circle of acceleration round it.
    scene.spots.push({ at: menu.centre, tone: hue, kind: 'plus', size: 6 });
    if (order.accel > 0)
      scene.rings.push({
        at: menu.centre,
        radius: order.accel,
        tone: order.fatal ? 'harm' : hue,
        label: number(order.accel),
        strong: true,
      });
    if (it.reach) reach(scene, order.plots, circleOf(menu, order), hue);
    if (it.open) {
      order.plots.forEach((plot, k) => {
        // Ends that mean something; any other place in the circle can be clicked, too.
        const kind =
          plot.harbours.length > 0
            ? 'square'
            : plot.lanes.length > 0
              ? 'plus'
              : plot.targets.length > 0
                ? 'ring'
                : null;
        if (plot !== choice && kind)
          scene.spots.push({
            id: `plot-${k}`,
            at: plot.to,
            tone: plot.crash || plot.off_map ? 'warn' : hue,
            kind,
            size: 3,
          });
      });
    }
  }
  if (it.aiming) scene.spots.push({ at: it.aiming, tone: hue, kind: 'plus', size: 9 });
  if (choice) plotted(it, scene, ship, choice, it.open && !!order && order.plots.length > 0);
  else if (now.plot) {
    // One's own vector: what gravity does to it is not known beforehand.
    const length = Math.hypot(now.plot.course.x, now.plot.course.y) || 1;
    const to = ahead(
      menu.from,
      { x: now.plot.course.x / length, y: now.plot.course.y / length },
      now.plot.speed,
    );
    scene.links.push({ from: menu.from, to, tone: 'warn', dash: true, end: 'arrow' });
    scene.ghosts.push({
      id: 'plan',
      at: to,
      heading: headingOf(now.plot.course),
      side: ship.side,
      shape: ship.shape,
      kind: 'chosen',
      owner: ship.id,
      drag: it.open,
      warn: true,
    });
  }
  if (now.declare) {
    scene.marks.push({
      at: harbourPlace(view, ship.hull.system, now.declare),
      tone: hue,
      kind: 'offer',
      label: harbourName(view, ship.hull.system, now.declare),
    });
  }
  const circle = order && order.torpedoes.length > 0 ? circleOf(menu, order) : null;
  if (circle && order && it.reach) reach(scene, order.torpedoes, circle, hue);
  if (circle)
    scene.rings.push({
      ...circle,
      tone: hue,
      label: number(Math.round(circle.radius * 10) / 10),
      strong: true,
    });
  if (order && order.torpedoes.length > 0)
    launch(it, scene, ship, order.torpedoes, torpedoChoice(order.torpedoes, now.torpedo, it.seen));
}

/** The circle, or what gravity makes of it. */
function reach(
  scene: Scene,
  ends: { to: Point; path: Point[] }[],
  circle: { at: Point; radius: number } | null,
  hue: Tone,
): void {
  if (circle && ends.every((end) => end.path.length < 3))
    scene.discs.push({ at: circle.at, radius: circle.radius, tone: hue });
  else
    scene.regions.push({
      points: softHull(
        ends.map((end) => end.to),
        0.25,
      ),
      tone: hue,
      kind: 'reach',
    });
}

function plotted(it: Looking, scene: Scene, ship: Vessel, choice: PlotChoice, free: boolean): void {
  const { view } = it;
  const doomed = choice.crash || choice.off_map;
  const hue = tone(ship.hull.side);
  scene.paths.push({ points: choice.path, tone: doomed ? 'warn' : hue, kind: 'plan' });
  choice.path
    .slice(1, -1)
    .forEach((bend) => scene.spots.push({ at: bend, tone: hue, kind: 'ring', size: 4 }));
  const [a, b] = [choice.path[choice.path.length - 2], choice.path[choice.path.length - 1]];
  scene.ghosts.push({
    id: 'plan',
    at: choice.to,
    heading: a && b ? headingOf({ x: b.x - a.x, y: b.y - a.y }) : headingOf(ship.hull.dir),
    side: ship.side,
    shape: ship.shape,
    kind: 'chosen',
    owner: ship.id,
    label: `${choice.plot.speed}`,
    drag: free,
    warn: doomed,
  });
  for (const target of choice.targets) {
    const at = targetPlace(view, target);
    if (at)
      scene.links.push({
        from: nearestOn(choice.path, at),
        to: at,
        tone: 'harm',
        width: 1,
        dash: true,
        faint: true,
        end: 'arrow',
      });
  }
  for (const { at, what } of choice.way) {
    const harm = typeof what === 'object' && 'radiation' in what;
    const warn = what === 'asteroids' || (typeof what === 'object' && 'leave' in what);
    scene.spots.push({
      at,
      tone: harm ? 'harm' : warn ? 'warn' : 'text',
      kind: harm || warn ? 'cross' : 'diamond',
      size: 5,
    });
  }
  coverLines(it, scene, choice.path, choice.cover);
  for (const fuse of choice.fuses) {
    const at = view.ships[fuse]?.hull.torpedo?.at;
    if (at) scene.links.push({ from: at, to: choice.to, tone: 'harm', width: 1.5, end: 'cross' });
  }
}

/** Where the torpedo may go, and what it would come near to after that. */
function launch(
  it: Looking,
  scene: Scene,
  ship: Vessel,
  list: TorpedoChoice[],
  choice: TorpedoChoice | null,
): void {
  const hue = tone(ship.hull.side);
  if (it.open) {
    list.forEach((plot, k) => {
      if (plot !== choice && plot.reaches.length > 0)
        scene.spots.push({
          id: `torpedo-${k}`,
          at: plot.to,
          tone: plot.lost ? 'warn' : hue,
          kind: 'ring',
          size: 3,
        });
    });
  }
  if (!choice) return;
  scene.paths.push({ points: choice.path, tone: choice.lost ? 'warn' : hue, kind: 'plan' });
  scene.ghosts.push({
    id: 'torpedo',
    at: choice.to,
    heading: headingOf(choice.plot.course),
    side: ship.side,
    shape: TORPEDO,
    kind: 'chosen',
    owner: ship.id,
    label: `${choice.plot.speed}`,
    drag: it.open,
    warn: choice.lost,
  });
  for (const target of choice.reaches) {
    const at = targetPlace(it.view, target);
    if (!at) continue;
    scene.links.push({
      from: choice.to,
      to: at,
      tone: 'harm',
      width: 1,
      dash: true,
      faint: true,
      end: 'arrow',
    });
    scene.marks.push({ at, tone: 'neutral', kind: 'offer' });
  }
}

function guide(it: Looking, scene: Scene): void {
  const menu = it.menu!.guide!;
  const now = guideOf(it.draft);
  const ship = vessels(it.view)[menu.ship];
  if (!ship) return;
  if (menu.plots.length > 0) launch(it, scene, ship, menu.plots, torpedoChoice(menu.plots, now));
  if (!now?.plot) scene.paths.push({ points: menu.path, tone: tone(ship.hull.side), kind: 'plan' });
  targets(it, scene, menu.path, menu.targets, now?.attack ? [now.attack] : [], menu.ship);
}

function targets(
  it: Looking,
  scene: Scene,
  path: Point[],
  list: TargetChoice[],
  attacks: Attack[],
  ship: number,
): void {
  const side = it.view.ships[ship]?.hull.side ?? 0;
  if (path.length > 1) scene.paths.push({ points: path, tone: tone(side), kind: 'plan' });
  for (const choice of list) {
    const at = targetPlace(it.view, choice.target);
    if (!at) continue;
    const attack = attacks.find((other) => sameTarget(other.target, choice.target));
    const pointed = it.hovered === targetId(choice.target);
    if (attack || pointed)
      scene.paths.push({
        points: slice(path, choice.window[0], choice.window[1]),
        tone: 'harm',
        kind: 'plan',
      });
    scene.marks.push({
      at,
      tone: attack ? 'harm' : 'neutral',
      kind: attack ? 'target' : 'offer',
      label: 'ship' in choice.target ? undefined : choice.name,
    });
    if (!attack) {
      scene.links.push({
        from: atLength(path, choice.nearest),
        to: at,
        tone: 'muted',
        width: 1,
        dash: true,
        faint: true,
      });
      continue;
    }
    attackLine(it.view, scene, path, attack, 'harm', choice.nearest);
    scene.spots.push({
      id: `aim-${targetId(choice.target)}`,
      at: atLength(path, attack.at ?? choice.nearest),
      tone: 'harm',
      kind: 'ring',
      size: 7,
      strong: true,
      drag: it.open,
    });
  }
}

function setup(it: Looking, scene: Scene): void {
  const { menu, draft, view } = it;
  if (!menu) return;
  const site = siteOf(draft);
  const own = it.view.stage;
  if (menu.zone && it.system === 0) {
    const { within, clear, outer, edge } = menu.zone;
    zone(scene, within, clear, tone(it.seat ?? 0));
    const star = { x: 0, y: 0 };
    if (outer !== null)
      scene.rings.push({ at: star, radius: outer, tone: 'warn', strong: true, label: number(outer) });
    if (edge !== null) scene.rings.push({ at: star, radius: edge, tone: 'muted', strong: true });
  }
  if (site && menu.phase === 'stations' && it.system === 0) {
    const side = typeof own === 'object' && 'stations' in own ? own.stations.side : 0;
    scene.spots.push({
      id: 'site',
      at: site,
      tone: tone(side),
      kind: 'square',
      size: 8,
      strong: true,
      drag: it.open,
    });
  }
  const deploy = deployOf(draft);
  const ship = deploy ? vessels(view)[deploy.ship] : null;
  if (deploy && ship && ship.hull.system === it.system) {
    const end = endOf(deploy);
    scene.links.push({
      from: deploy.at,
      to: end,
      tone: tone(ship.hull.side),
      start: 'dot',
      end: 'none',
      width: 2,
      label: String(deploy.plot.speed),
    });
    scene.spots.push({
      id: 'start',
      at: deploy.at,
      tone: tone(ship.hull.side),
      kind: 'ring',
      size: 8,
      strong: true,
      drag: it.open,
    });
    scene.ghosts.push({
      id: 'end',
      at: end,
      heading: headingOf(deploy.plot.course),
      side: hueOf(ship.hull.side),
      shape: ship.shape,
      kind: 'chosen',
      owner: ship.id,
      label: ship.tag,
      drag: it.open,
    });
  }
  const ready = [menu.tanker, ...menu.tanker_elsewhere].find((tanker) => tanker?.system === it.system);
  if (ready) {
    const picked = tankerOf(draft);
    const side = view.tankers[ready.tanker]?.side ?? 0;
    if (picked && picked.system === it.system) {
      zone(scene, [], ready.clear, tone(side));
      scene.spots.push(
        { at: picked.at, tone: tone(side), kind: 'ring', size: 11 },
        {
          id: 'tanker-site',
          at: picked.at,
          tone: tone(side),
          kind: 'plus',
          size: 9,
          strong: true,
          drag: it.open,
          label: words.tanker(ready.tanker + 1),
        },
      );
    }
  }
}

/** Where something may be placed: in one of these, outside all of those. */
function zone(scene: Scene, within: Circle[], clear: Circle[], hue: Tone): void {
  for (const it of within) scene.discs.push({ at: it.at, radius: it.radius, tone: hue });
  for (const it of clear) scene.discs.push({ at: it.at, radius: it.radius, tone: 'harm' });
}

/** Few choices that name a ship or a station: marks on them. */
function choices(it: Looking, scene: Scene): void {
  if (!it.open || !it.menu || it.menu.helm || it.menu.aim || it.menu.guide) return;
  const chosen = it.draft ? orderTarget(it.draft) : null;
  for (const { order } of it.menu.choices) {
    const id = orderTarget(order);
    const at = id === null ? null : placeOfId(it.view, id);
    if (id === null || !at || systemOfId(it.view, id) !== it.system) continue;
    scene.marks.push({
      at,
      tone: id === chosen ? 'text' : 'muted',
      kind: id === chosen ? 'target' : 'offer',
    });
  }
}

export function placeOfId(view: View, id: string): Point | null {
  if (id.startsWith('station-')) return view.map.stations[Number(id.slice(8))]?.at ?? null;
  return targetPlace(view, idTarget(id));
}

export function systemOfId(view: View, id: string): number {
  if (id.startsWith('station-')) return view.map.stations[Number(id.slice(8))]?.system ?? 0;
  const target = idTarget(id);
  if ('tanker' in target) {
    const at = view.tankers[target.tanker]?.at;
    return at && 'deployed' in at ? at.deployed.system : 0;
  }
  return view.ships['ship' in target ? target.ship : target.torpedo]?.hull.system ?? 0;
}

export function idTarget(id: string): Target {
  if (id.startsWith('tanker-')) return { tanker: Number(id.slice(7)) };
  return id.startsWith('t') ? { torpedo: Number(id.slice(1)) } : { ship: Number(id) };
}

/** Where the battle is: what the decision is about, or everything. */
export function focusOf(view: View, system: number, menu: Menu | null = null): Bounds | null {
  const all = roomy(
    boundsOf(
      view.ships.flatMap((_, k) => extent(view, system, k)),
      3,
    ),
  );
  const near = roomy(boundsOf(matter(view, system, menu), 3));
  if (!near) return all;
  // Where that is not much smaller, the camera rests.
  return all && !menu?.zone && size(all) < size(near) * 1.3 ? all : near;
}

const size = (it: Bounds): number => Math.max((it.right - it.left) / 1.4, it.top - it.bottom);

/** Never so near that one loses the way. */
function roomy(it: Bounds | null): Bounds | null {
  if (!it) return null;
  const [dx, dy] = [Math.max(0, 22 - (it.right - it.left)) / 2, Math.max(0, 16 - (it.top - it.bottom)) / 2];
  return { left: it.left - dx, right: it.right + dx, bottom: it.bottom - dy, top: it.top + dy };
}

function extent(view: View, system: number, index: number): Point[] {
  const hull = view.ships[index]?.hull;
  if (!hull || hull.system !== system || !isOnMap(hull.place)) return [];
  return [
    hull.at,
    ...(hull.torpedo ? [hull.torpedo.at] : []),
    ...(isStationary(hull.place) ? [] : [ahead(hull.at, hull.dir, hull.speed)]),
  ];
}

const round = (at: Point, radius: number): Point[] => [
  { x: at.x - radius, y: at.y - radius },
  { x: at.x + radius, y: at.y + radius },
];

function matter(view: View, system: number, menu: Menu | null): Point[] {
  const targets = (list: TargetChoice[]) => list.flatMap((it) => targetPlace(view, it.target) ?? []);
  if (menu?.zone && system === 0) {
    const { within, clear } = menu.zone;
    return (within.length > 0 ? within : clear).flatMap((it) => round(it.at, it.radius));
  }
  if (menu?.helm && view.ships[menu.helm.ship]?.hull.system === system) {
    const { from, centre, coast, orders } = menu.helm;
    const reach = Math.max(
      3,
      ...orders
        .filter((it) => it.plots.length > 0 || it.torpedoes.length > 0)
        .map((it) => Math.max(it.accel, it.torpedoes.length > 0 ? 7 : 0)),
    );
    const far = ({ at }: { at: Point }) => Math.hypot(at.x - centre.x, at.y - centre.y);
    const side = view.ships[menu.helm.ship]?.hull.side;
    // Whoever is near, and the nearest enemy in any case.
    const enemies = view.ships
      .filter(
        ({ hull }) => hull.side < 2 && hull.side !== side && hull.system === system && isOnMap(hull.place),
      )
      .map((it) => far(it.hull));
    const within = Math.max(reach + 6, Math.min(30, ...enemies) + 0.1);
    const close = view.ships.flatMap(({ hull }, k) =>
      far(hull) < within ? extent(view, system, k).slice(0, 1) : [],
    );
    return [from, ...(coast?.path ?? []), ...round(centre, reach), ...close];
  }
  if (menu?.aim) return [...menu.aim.path, ...targets(menu.aim.targets)];
  if (menu?.guide) return [...menu.guide.path, ...targets(menu.guide.targets)];
  const pair = fighters(view.fight);
  return pair && view.ships[pair[1]]?.hull.system === system ? pair.map((it) => placeOf(view, it)) : [];
}
