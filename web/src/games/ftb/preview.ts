// A scenario before it begins, and a picture for the game's card.
import type { Bounds, Scene } from '../../board/types';
import { boundsOf } from '../../board/camera';
import { SHAPES } from './silhouettes';
import { ahead, headingOf, isOnMap, tone } from './model';
import { sceneOf, tableOf } from './scene';
import type { View } from './types';

function still(view: View): Scene {
  return sceneOf({
    view,
    menu: null,
    draft: null,
    system: 0,
    selected: null,
    hovered: null,
    ranges: false,
    reach: false,
    vectors: true,
    open: false,
    playing: true,
    still: true,
  });
}

export function preview(data: unknown): Scene {
  const view = data as View;
  const scene = still(view);
  scene.table = around(view);
  scene.edge = 'soft';
  if (view.ships.some((it) => isOnMap(it.hull.place))) return scene;
  // Ships that are not on the map yet, where the scenario puts them.
  view.field.scenario.sides.forEach((side, s) =>
    side.ships.forEach((berth, k) => {
      if (!berth.at || (berth.system ?? 0) !== 0) return;
      const to = berth.vector ? { x: berth.at.x + berth.vector.x, y: berth.at.y + berth.vector.y } : berth.at;
      scene.links.push({ from: berth.at, to, tone: tone(s), start: 'dot' });
      scene.tokens.push({
        id: `b${s}-${k}`,
        at: to,
        heading: berth.vector ? headingOf(berth.vector) : 0,
        side: s,
        shape: SHAPES[berth.class],
        label: '',
        boxes: 0,
        lost: 0,
      });
    }),
  );
  return scene;
}

/** Planets, stations and ships; the belt may be cut off. */
function around(view: View): Bounds {
  const berths = view.field.scenario.sides.flatMap((side) =>
    side.ships.flatMap((it) => (it.at ? [it.at] : [])),
  );
  const places = [
    ...(view.map.systems[0]?.wells.map((it) => it.at) ?? []),
    ...view.map.stations.filter((it) => it.system === 0).map((it) => it.at),
    ...view.ships.filter((it) => it.hull.system === 0 && isOnMap(it.hull.place)).map((it) => it.hull.at),
    ...berths,
  ];
  const box = boundsOf(places, 6) ?? tableOf(view, 0);
  // As wide as the picture.
  const more = Math.max(0, (box.top - box.bottom) * 1.45 - (box.right - box.left)) / 2;
  return { ...box, left: box.left - more, right: box.right + more };
}

/** A vector bent by a planet, and an attack from it on a Tracked ship. */
export function poster(data: unknown): Scene {
  const view = data as View;
  const scene = still({ ...view, ships: [], tags: [], act: null, fight: null });
  const star = view.map.systems[0];
  const well = star?.wells[star.wells.length > 2 ? 2 : 0] ?? { at: { x: 0, y: 0 }, influence: 3 };
  const at = (x: number, y: number) => ({ x: well.at.x + x, y: well.at.y + y });
  const path = [at(-9, -2), at(0, -2), at(7.6, 0.53)];
  const enemy = at(5.2, 2.5);
  scene.paths.push(
    { points: path, tone: 'side-0', kind: 'plan' },
    { points: [path[1]!, at(9, -2)], tone: 'side-0', kind: 'hint' },
  );
  scene.spots.push(
    { at: path[0]!, tone: 'side-0', kind: 'dot', size: 3 },
    { at: path[1]!, tone: 'side-0', kind: 'ring', size: 5 },
    { at: enemy, tone: 'side-1', kind: 'diamond', size: 24 },
  );
  scene.links.push({ from: at(4.8, -0.4), to: enemy, tone: 'harm', dash: true, end: 'arrow', start: 'ring' });
  scene.tokens.push(
    {
      id: 'a',
      at: path[2]!,
      heading: headingOf({ x: 3, y: 1 }),
      side: 0,
      shape: SHAPES.battleship,
      label: '',
      boxes: 0,
      lost: 0,
    },
    {
      id: 'b',
      at: enemy,
      heading: 250,
      side: 1,
      shape: SHAPES.cruiser,
      label: '',
      boxes: 0,
      lost: 0,
      vector: ahead(enemy, { x: -0.94, y: -0.34 }, 4),
    },
  );
  const table = tableOf(view, 0);
  scene.table = {
    left: Math.max(table.left, well.at.x - 10),
    right: Math.min(table.right, well.at.x + 10),
    bottom: well.at.y - 7,
    top: well.at.y + 7,
  };
  return scene;
}
