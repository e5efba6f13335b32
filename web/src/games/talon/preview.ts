// A scenario before it begins, and a picture for the game's card.
import { LAYOUT, bearingOf, boundsOfHexes, centreOf, hexOf } from './hexes';
import { emptyDraft } from './compose';
import { shapeOf } from './counter';
import { vessels } from './model';
import { focusOf, sceneOf, tone } from './scene';
import type { Scene } from '../../board/types';
import { fromOffset } from '../../board/hex';
import type { HexPair, View } from './types';

function still(view: View): Scene {
  return sceneOf({
    view,
    menu: null,
    draft: emptyDraft(),
    selected: null,
    hovered: null,
    group: null,
    pinnedArcs: false,
    tracks: false,
    open: false,
    playing: true,
  });
}

export function preview(data: unknown): Scene {
  const view = data as View;
  const scene = still(view);
  // Ships that are not on the map yet, where the scenario puts them.
  const all = vessels(view);
  let index = 0;
  view.field.scenario.sides.forEach((side, s) => {
    if (side.ships.length === 0 || side.ships.some((it) => !it.at)) zone(view, s, scene);
    for (const berth of side.ships) {
      const ship = all[index++];
      if (!ship || ship.active || !berth.at || berth.arrives) continue;
      scene.tokens.push({
        id: ship.id,
        at: centreOf(berth.at),
        heading: bearingOf(berth.facing ?? (s === 0 ? 0 : 3)),
        side: s,
        shape: shapeOf(ship),
        label: '',
        boxes: 0,
        lost: 0,
      });
    }
  });
  return scene;
}

/** Where a side deploys. */
function zone(view: View, side: number, scene: Scene): void {
  const found = view.field.scenario.sides[side]?.zone;
  if (!found) return;
  const { cols, rows } = found;
  for (let row = rows[0]; row <= rows[1]; row++)
    for (let col = cols[0]; col <= cols[1]; col++)
      scene.cells.push({ hex: fromOffset(LAYOUT, col, row), tone: tone(side), fill: 0.1 });
}

/** The two sides closing in on each other, near enough to be seen. */
export function poster(data: unknown): Scene {
  const view = data as View;
  const scene = preview(view);
  const spots: HexPair[][] = [
    [
      [-2, 1],
      [-2, 0],
      [-4, 2],
    ],
    [
      [1, 0],
      [2, -2],
      [1, 1],
    ],
  ];
  const all = vessels(view);
  scene.tokens = [];
  scene.cells = [];
  scene.paths = [];
  for (const side of [0, 1]) {
    const ships = all.filter((it) => it.side === side).slice(0, 3);
    ships.forEach((ship, k) => {
      const at = spots[side]![k]!;
      const facing = side === 0 ? 0 : 3;
      scene.tokens.push({
        id: ship.id,
        at: centreOf(at),
        heading: bearingOf(facing),
        side,
        shape: shapeOf(ship),
        label: '',
        boxes: 0,
        lost: 0,
      });
      const ahead: HexPair = side === 0 ? [at[0] + 1, at[1]] : [at[0] - 1, at[1]];
      if (k === 0) scene.cells.push({ hex: hexOf(ahead), tone: tone(side), fill: 0.18, outline: true });
      const back = side === 0 ? -2 : 2;
      scene.paths.push({
        points: [centreOf([at[0] + back, at[1]]), centreOf(at)],
        tone: tone(side),
        kind: 'past',
      });
    });
  }
  scene.discs = [];
  scene.terrain = [];
  scene.rings = [];
  scene.grid = { kind: 'hex', layout: LAYOUT };
  scene.table =
    boundsOfHexes(
      [
        [-3, 1],
        [1, 1],
      ],
      2.2,
    ) ??
    focusOf(view) ??
    scene.table;
  return scene;
}
