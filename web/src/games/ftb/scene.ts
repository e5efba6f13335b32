// The map as telemetry: what there is to see, and which part of it. The sky, the ships and what is being
// decided are in `scene/`.
import { boundsOf } from '../../board/camera';
import { emptyScene } from '../../board/types';
import type { Bounds, Point, Scene } from '../../board/types';
import { attacksOf } from './compose';
import type { Draft, Preview } from './compose';
import { ahead, fighters, isOnMap, isStationary, placeOf, targetPlace, vessels } from './model';
import { activation, coverLines, ranges, tankers, vessel } from './scene/craft';
import { choices, guide, helm, setup, targets } from './scene/plans';
import { goals, heavens, lanes, stations } from './scene/sky';
import type { Menu, TargetChoice, View } from './types';

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
