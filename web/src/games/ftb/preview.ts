// A scenario before it begins, and a picture for the game's card.
import type { Scene } from '../../board/types';
import { along } from '../../board/geometry';
import { SHAPES } from './classes';
import { ahead, headingOf, isOnMap, tone } from './model';
import { sceneOf, tableOf } from './scene';
import type { View } from './types';

function still(view: View): Scene {
  return sceneOf({ view, menu: null, draft: null, system: 0, selected: null, hovered: null, ranges: false, reach: false, vectors: true, open: false, playing: true });
}

export function preview(data: unknown): Scene {
  const view = data as View;
  const scene = still(view);
  if (view.ships.some((it) => isOnMap(it.hull.place))) return scene;
  // Ships that are not on the map yet, where the scenario puts them.
  view.field.scenario.sides.forEach((side, s) =>
    side.ships.forEach((berth, k) => {
      if (!berth.at || (berth.system ?? 0) !== 0) return;
      const to = berth.vector ? { x: berth.at.x + berth.vector.x, y: berth.at.y + berth.vector.y } : berth.at;
      scene.links.push({ from: berth.at, to, tone: tone(s), start: 'dot' });
      scene.tokens.push({ id: `b${s}-${k}`, at: to, heading: berth.vector ? headingOf(berth.vector) : 0, side: s, shape: SHAPES[berth.class], label: '', boxes: 0, lost: 0 });
    }),
  );
  return scene;
}

/** A vector bent round a planet, and who waits for it. */
export function poster(data: unknown): Scene {
  const view = data as View;
  const scene = still({ ...view, ships: [], tags: [], act: null, fight: null });
  const star = view.map.systems[0];
  const well = star?.wells[star.wells.length > 2 ? 2 : 0] ?? { at: { x: 0, y: 0 }, influence: 3 };
  const at = (bearing: number, length: number) => along(well.at, bearing, length);
  const path = [at(255, 10), at(232, well.influence), at(110, 8)];
  scene.paths.push({ points: path, tone: 'side-0', kind: 'plan' });
  scene.spots.push({ at: path[1]!, tone: 'side-0', kind: 'ring', size: 5 }, { at: at(60, 9), tone: 'side-1', kind: 'diamond', size: 20 });
  scene.links.push({ from: at(128, 6.6), to: at(60, 9), tone: 'harm', end: 'arrow', start: 'ring' });
  const last = { x: path[2]!.x - path[1]!.x, y: path[2]!.y - path[1]!.y };
  scene.tokens.push(
    { id: 'a', at: path[2]!, heading: headingOf(last), side: 0, shape: SHAPES.battleship, label: '', boxes: 0, lost: 0 },
    { id: 'b', at: at(60, 9), heading: 250, side: 1, shape: SHAPES.cruiser, label: '', boxes: 0, lost: 0, vector: ahead(at(60, 9), { x: -0.94, y: -0.34 }, 5) },
  );
  const table = tableOf(view, 0);
  scene.table = { left: Math.max(table.left, well.at.x - 12), right: Math.min(table.right, well.at.x + 12), bottom: well.at.y - 8, top: well.at.y + 8 };
  return scene;
}
