// Terrain on the table: rocks, fields, dust, planets with their rings and zones.
import { along } from '../../board/geometry';
import type { Point, Scene } from '../../board/types';
import { words } from './texts';
import type { Body, PlotChoice, TerrainData, View } from './types';

/** Always the same numbers for one body, so that its outline never crawls. */
function noise(seed: number, k: number): number {
  // drawn: noise.
  const x = Math.sin((seed + 1) * 127.1 + k * 311.7) * 43758.5453;
  return x - Math.floor(x);
}

function circle(at: Point, radius: number, rough = 0, seed = 0): Point[] {
  return Array.from({ length: 48 }, (_, k) =>
    // drawn: a rough edge.
    along(at, k * 7.5, radius * (1 - rough * noise(seed, Math.floor(k / (rough > 0 ? 2 : 1))))),
  );
}

/** Out along one circle and back along the other. */
function annulus(at: Point, outer: number, inner: number): Point[] {
  const out = circle(at, outer);
  const back = circle(at, inner).reverse();
  return [...out, out[0]!, back[back.length - 1]!, ...back];
}

export function bodyName(view: View, index: number): string {
  const body = view.bodies?.[index];
  const told = view.field.scenario.terrain?.[index]?.name;
  return told || (body ? words.terrain.kinds[body.kind] : words.terrain.body);
}

export function terrainOn(view: View, scene: Scene): void {
  (view.bodies ?? []).forEach((body, n) => {
    if (!body.gone) drawBody(view, scene, body, n, view.field.scenario.terrain?.[n]);
  });
  for (const { at, edge, strength } of view.chart.zones)
    scene.rings.push({ at, radius: edge, tone: 'neutral', label: words.terrain.zone(strength) });
}

function drawBody(view: View, scene: Scene, body: Body, n: number, data: TerrainData | undefined): void {
  const { at, radius, kind } = body;
  const label = bodyName(view, n);
  switch (kind) {
    case 'asteroid':
      scene.terrain.push({
        id: `body-${n}`,
        outline: circle(at, radius, 0.14, n),
        kind: 'solid',
        label: data?.name,
      });
      break;
    case 'asteroid_field':
    case 'meteor_swarm':
    case 'debris_field':
      scene.terrain.push({ id: `body-${n}`, outline: circle(at, radius), kind: 'debris', label });
      break;
    case 'rings':
      scene.terrain.push({
        id: `body-${n}`,
        outline: body.inner ? annulus(at, radius, body.inner) : circle(at, radius),
        kind: 'debris',
        label,
      });
      break;
    case 'dust_cloud':
      scene.terrain.push({ id: `body-${n}`, outline: circle(at, radius), kind: 'gas', label });
      break;
    case 'flare_zone':
      scene.discs.push({ at, radius, tone: 'warn', label });
      break;
    case 'hyper_limit':
    case 'jump_point':
      scene.rings.push({ at, radius, tone: 'neutral', label });
      break;
    default:
      scene.discs.push({
        at,
        radius,
        tone: data?.sun ? 'warn' : 'neutral',
        solid: true,
        look: data?.sun ? 'star' : 'world',
        label,
      });
      if (data?.fringe) scene.discs.push({ at, radius: radius + data.fringe, tone: 'neutral' });
  }
  const { drift } = body;
  if (drift && (drift.x !== 0 || drift.y !== 0))
    scene.links.push({
      from: at,
      to: { x: at.x + drift.x, y: at.y + drift.y },
      tone: 'muted',
      end: 'arrow',
      faint: true,
      dash: true,
    });
}

/** What terrain would do to a ship on a move, in words. */
export function perilsOf(view: View, choice: Pick<PlotChoice, 'perils'>): { text: string; rule: string }[] {
  const t = words.terrain;
  return (choice.perils ?? []).map((it) => {
    if ('collision' in it) {
      const { with: thing, needs } = it.collision;
      const name = 'body' in thing ? bodyName(view, thing.body) : t.station;
      // counted: faces of a die.
      return { text: needs > 6 ? t.crash(name) : t.collision(name, needs), rule: 'FT-17.6.2' };
    }
    if ('battering' in it)
      return { text: t.battering(bodyName(view, it.battering.body), it.battering.dice), rule: 'FT-17.4.1' };
    if ('dust' in it) return { text: t.dust(bodyName(view, it.dust.body)), rule: 'FT-17.2.1' };
    if ('orbit' in it) return { text: t.orbit(bodyName(view, it.orbit.body)), rule: 'FT-17.8.2' };
    if ('atmosphere' in it)
      return {
        text: t.atmosphere(bodyName(view, it.atmosphere.body), it.atmosphere.lost),
        rule: 'FT-17.11.3',
      };
    if ('crash' in it) return { text: t.planet(bodyName(view, it.crash.body)), rule: 'FT-17.8.2' };
    return { text: t.peril(Object.keys(it)[0] ?? ''), rule: 'FT-17.1.1' };
  });
}
