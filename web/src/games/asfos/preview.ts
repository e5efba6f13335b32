// A scenario before it begins: zones, terrain, and the fleets about where they start.
import { along } from '../../board/geometry';
import type { Point, Scene, Tone } from '../../board/types';
import { still } from '../shared/sight';
import { emptyDraft } from './compose';
import { vessels } from './model';
import { sceneOf } from './scene';
import type { View, Zone } from './types';

interface Side {
  zones?: Zone[];
  ships: { at?: Point | null; heading?: number | null }[];
}

export function preview(data: unknown): Scene {
  const view = data as View;
  const scene = sceneOf(still(view, emptyDraft()));
  const { width, height } = view.field.scenario.table;
  const deployment = (view.field.scenario as unknown as { deployment: unknown }).deployment;
  const within = (deployment as { corners?: { within: number } }).corners?.within;
  const all = vessels(view);
  let index = 0;
  (view.field.scenario.sides as unknown as Side[]).forEach((side, s) => {
    const tone = `side-${s}` as Tone;
    const corner = s === 0 ? { x: 0, y: 0 } : { x: width, y: height };
    if (within) {
      const points = Array.from({ length: 25 }, (_, k) =>
        along(corner, (s === 0 ? 0 : 180) + k * 3.75, within),
      );
      scene.regions.push({ points: [corner, ...points], tone, kind: 'zone' });
    }
    for (const zone of side.zones ?? []) {
      if ('rectangle' in zone) {
        const { from, to } = zone.rectangle;
        scene.regions.push({
          points: [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }],
          tone,
          kind: 'zone',
        });
      } else {
        scene.discs.push({ at: zone.disc.centre, radius: zone.disc.radius, tone });
      }
    }
    side.ships.forEach((berth, k) => {
      const ship = all[index++];
      if (!ship) return;
      const bearing = (s === 0 ? 0 : 180) + 90 * ((k + 0.5) / side.ships.length);
      const at = berth.at ?? along(corner, bearing, (within ?? 6) * 0.72);
      const heading = berth.heading ?? (s === 0 ? 45 : 225);
      scene.tokens = scene.tokens.filter((it) => it.id !== ship.id);
      scene.tokens.push({
        id: ship.id,
        at,
        heading,
        side: ship.side,
        shape: { ...ship.shape, length: ship.shape.length * 1.5 },
        label: ship.tag,
        boxes: ship.mass,
        lost: 0,
      });
    });
  });
  return scene;
}

/** A picture for the game's card: the two fleets closing in on each other, near enough to be seen. */
export function poster(data: unknown): Scene {
  const scene = preview(data);
  const view = data as View;
  const { width, height } = view.field.scenario.table;
  const centre = { x: width / 2, y: height / 2 };
  const all = vessels(view);
  scene.regions = [];
  scene.discs = [];
  scene.tokens = [];
  scene.table = { left: centre.x - 13, right: centre.x + 13, bottom: centre.y - 12.3, top: centre.y + 11.3 };
  view.field.scenario.sides.forEach((side, s) => {
    const heading = s === 0 ? 68 : 248;
    const tone = `side-${s}` as Tone;
    all
      .filter((it) => it.side === s)
      .forEach((ship, k) => {
        const across = (k - (side.ships.length - 1) / 2) * 2.9;
        const back = along(centre, heading + 180, 7.5 + Math.abs(across) * 0.35);
        const at = along(back, heading + 90, across);
        scene.paths.push({ points: [along(at, heading + 180, 9), at], tone, kind: 'past' });
        scene.paths.push({
          points: [
            at,
            along(at, heading, 3.4),
            along(along(at, heading, 3.4), heading + (k % 2 ? 45 : -45), 2),
          ],
          tone,
          kind: 'hint',
        });
        scene.tokens.push({
          id: ship.id,
          at,
          heading,
          side: s,
          shape: { ...ship.shape, length: ship.shape.length * 1.35 },
          label: ship.tag,
          boxes: ship.mass,
          lost: 0,
        });
      });
    const lead = scene.tokens.find((it) => it.side === s);
    if (lead) scene.rings.push({ at: lead.at, radius: 6, tone, strong: false });
  });
  return scene;
}
