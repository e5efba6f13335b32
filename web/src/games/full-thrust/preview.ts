// A scenario before it begins: strips to deploy in, and the fleets about where they start.
import { along } from '../../board/geometry';
import type { Point, Scene, Tone } from '../../board/types';
import { still } from '../shared/sight';
import { emptyDraft } from './compose';
import { degrees } from './flight';
import { vessels } from './model';
import { sceneOf } from './scene';
import type { EdgeName, View } from './types';

const INWARD: Record<EdgeName, number> = { north: 6, east: 9, south: 12, west: 3 };

function strip(
  edge: EdgeName,
  depth: number,
  { width, height }: { width: number; height: number },
): [Point, Point] {
  switch (edge) {
    case 'west':
      return [
        { x: 0, y: 0 },
        { x: depth, y: height },
      ];
    case 'east':
      return [
        { x: width - depth, y: 0 },
        { x: width, y: height },
      ];
    case 'south':
      return [
        { x: 0, y: 0 },
        { x: width, y: depth },
      ];
    case 'north':
      return [
        { x: 0, y: height - depth },
        { x: width, y: height },
      ];
  }
}

export function preview(data: unknown): Scene {
  const view = data as View;
  const scene = sceneOf({
    ...still(view, emptyDraft()),
    picked: null,
    hoveredIcon: null,
    armed: null,
    placing: null,
    flights: new Map(),
    squadron: [],
  });
  const { table, deployment, sides } = view.field.scenario;
  const all = vessels(view);
  scene.tokens = scene.tokens.map((it) => ({ ...it, shape: { ...it.shape, length: it.shape.length * 1.2 } }));
  if (deployment === 'as_given') return scene;
  const named = 'alternating' in deployment ? deployment.alternating.depth : null;
  // Where no strip is set aside none is shown: the ships stand near their edge.
  const depth = named ?? Math.min(table.width, table.height) / 12; // drawn: how near
  sides.forEach((side, s) => {
    const edge = side.edge ?? 'west';
    const [from, to] = strip(edge, depth, table);
    if (named !== null)
      scene.regions.push({
        points: [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }],
        tone: `side-${s}` as Tone,
        kind: 'zone',
      });
    const own = all.filter((it) => it.side === s);
    own.forEach((ship, k) => {
      const share = (k + 1) / (own.length + 1);
      const upright = edge === 'west' || edge === 'east';
      const at = upright
        ? { x: (from.x + to.x) / 2, y: table.height * share }
        : { x: table.width * share, y: (from.y + to.y) / 2 };
      scene.tokens.push({
        id: ship.id,
        at,
        heading: degrees(INWARD[edge]),
        side: s,
        shape: { ...ship.shape, length: ship.shape.length * 1.4 },
        label: ship.tag,
        boxes: ship.hull,
        lost: 0,
      });
    });
  });
  return scene;
}

/** A picture for the game's card: two lines that bend towards each other. */
export function poster(data: unknown): Scene {
  const view = data as View;
  const scene = preview(data);
  const { width, height } = view.field.scenario.table;
  const centre = { x: width / 2, y: height / 2 };
  const all = vessels(view);
  scene.regions = [];
  scene.tokens = [];
  scene.table = { left: centre.x - 15, right: centre.x + 15, bottom: centre.y - 14, top: centre.y + 13 };
  view.field.scenario.sides.forEach((_, s) => {
    const clock = s === 0 ? 2 : 8;
    const tone = `side-${s}` as Tone;
    // As many as there is room for.
    const own = all.filter((it) => it.side === s).slice(0, 4);
    own.forEach((ship, k) => {
      const across = (k - (own.length - 1) / 2) * 4.2;
      const back = along(centre, degrees(clock) + 180, 6.5 + Math.abs(across) * 0.25);
      const at = along(back, degrees(clock) + 90, across);
      const turn = (k + s) % 2 === 0 ? 60 : -60;
      const middle = along(at, degrees(clock) + turn / 2, 3);
      scene.paths.push({ points: [along(at, degrees(clock) + 180, 9), at], tone, kind: 'past' });
      scene.paths.push({ points: [at, middle, along(middle, degrees(clock) + turn, 3)], tone, kind: 'hint' });
      scene.tokens.push({
        id: ship.id,
        at,
        heading: degrees(clock),
        side: s,
        shape: { ...ship.shape, length: ship.shape.length * 1.15 },
        label: ship.tag,
        boxes: Math.max(1, ship.hull),
        lost: 0,
      });
    });
    const lead = scene.tokens.find((it) => it.side === s);
    if (lead) {
      for (const k of [-1, 0, 1])
        scene.arcs.push({
          at: lead.at,
          from: degrees(clock) + k * 60 - 30,
          to: degrees(clock) + k * 60 + 30,
          radius: 7,
          tone,
          active: k === 0,
        });
    }
  });
  return scene;
}
