// A scenario before it begins: zones, obstacles, and the forces about where they start.
import { along } from '../../board/geometry';
import type { Point, Scene } from '../../board/types';
import { still } from '../shared/sight';
import { emptyDraft } from './compose';
import { crafts, degrees } from './model';
import { outlineOf, sceneOf, tone } from './scene';
import { shapeOf } from './silhouettes';
import type { View, Zone } from './types';

function middle(zone: Zone): { from: Point; to: Point } {
  if ('rectangle' in zone) return zone.rectangle;
  const { centre, radius } = zone.disc;
  return {
    from: { x: centre.x - radius / 2, y: centre.y - radius / 2 },
    to: { x: centre.x + radius / 2, y: centre.y + radius / 2 },
  };
}

export function preview(data: unknown): Scene {
  const view = data as View;
  const scene = sceneOf(still(view, emptyDraft()));
  const { width, height } = view.field.table;
  const all = crafts(view);
  const within = (at: Point): Point => ({
    x: Math.min(width, Math.max(0, at.x)),
    y: Math.min(height, Math.max(0, at.y)),
  });
  view.field.scenario.sides.forEach((side, s) => {
    const zones = view.field.zones[s] ?? [];
    for (const zone of zones) {
      const points =
        'rectangle' in zone
          ? [
              zone.rectangle.from,
              { x: zone.rectangle.to.x, y: zone.rectangle.from.y },
              zone.rectangle.to,
              { x: zone.rectangle.from.x, y: zone.rectangle.to.y },
            ]
          : outlineOf({ circle: zone.disc }).map(within);
      scene.regions.push({ points, tone: tone(s), kind: 'zone' });
    }
    const own = all.filter((it) => it.side === s);
    own.forEach((unit, k) => {
      if (unit.there) return;
      const berth = unit.state.berth === null ? undefined : side.units?.[unit.state.berth];
      const box = zones[0]
        ? middle(zones[0])
        : {
            from: { x: width * 0.2, y: s === 0 ? 1 : height - 1 },
            to: { x: width * 0.8, y: s === 0 ? 1 : height - 1 },
          };
      const share = (k + 0.5) / own.length;
      const at =
        berth?.at ??
        within({
          x: box.from.x + (box.to.x - box.from.x) * share,
          y:
            box.from.y +
            (box.to.y - box.from.y) * (box.to.x - box.from.x > box.to.y - box.from.y ? 0.5 : share),
        });
      const heading =
        berth?.course === undefined
          ? (Math.atan2(width / 2 - at.x, height / 2 - at.y) * 180) / Math.PI
          : degrees(berth.course);
      scene.tokens.push({
        id: unit.id,
        at,
        heading,
        side: s,
        shape: unit.shape,
        label: unit.tag,
        boxes: unit.card.structure,
        lost: 0,
      });
    });
  });
  return scene;
}

/** A picture for the game's card: two pairs in a turning fight, near enough to be seen. */
export function poster(data: unknown): Scene {
  const scene = preview(data);
  const view = data as View;
  const { width, height } = view.field.table;
  const centre = { x: width / 2, y: height / 2 };
  const all = crafts(view);
  scene.regions = [];
  scene.terrain = [];
  scene.tokens = [];
  scene.links = [];
  scene.table = { left: centre.x - 9, right: centre.x + 9, bottom: centre.y - 8.5, top: centre.y + 8.5 };
  view.field.scenario.sides.forEach((_, s) => {
    const own = all.filter((it) => it.side === s).slice(0, 2);
    // Where forces are still to be chosen, two cards of the faction stand for them.
    const faction = view.field.scenario.sides[s]?.faction;
    const cards = view.field.cards.filter((it) => !faction || it.faction === faction).slice(0, 2);
    const shown =
      own.length > 0
        ? own
        : cards.map((card, k) => ({ id: `card-${s}-${k}`, tag: '', card, shape: shapeOf(card) }));
    shown.forEach((unit, k) => {
      const facing = (s === 0 ? 60 : 240) + (k === 0 ? 0 : 30);
      const course = facing + (k === 0 ? 0 : s === 0 ? -60 : 60);
      const at = along(centre, (s === 0 ? 240 : 60) + (k ? 30 : -25), 5);
      scene.paths.push({
        points: [along(along(at, course + 180, 4), course + 120, 4), along(at, course + 180, 4), at],
        tone: tone(s),
        kind: 'past',
      });
      scene.links.push({
        from: at,
        to: along(at, course, 3.5),
        tone: tone(s),
        end: 'arrow',
        dash: true,
        faint: true,
      });
      if (k === 0)
        scene.arcs.push({
          at,
          from: facing - 30,
          to: facing + 30,
          radius: 6,
          tone: tone(s),
          active: s === 0,
        });
      scene.tokens.push({
        id: unit.id,
        at,
        heading: facing,
        side: s,
        shape: { ...unit.shape, length: unit.shape.length * 1.4 },
        label: unit.tag,
        boxes: unit.card.structure,
        lost: 0,
      });
    });
  });
  return scene;
}
