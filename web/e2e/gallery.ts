// Two made-up scenes with everything the board draws: counters on hexes, and
// bodies, vectors and burns in the open. An example for new games.
import '../src/app.css';
import { canvasRenderer } from '../src/board/canvas/renderer';
import { along } from '../src/board/geometry';
import {
  hexBearing,
  hexBounds,
  hexCentre,
  hexDistance,
  hexesWithin,
  hexLayout,
  hexNeighbour,
  hexOutline,
  fromOffset,
} from '../src/board/hex';
import type { Hex } from '../src/board/hex';
import { paletteOf } from '../src/board/palette';
import { freshState, resize } from '../src/board/state';
import { emptyScene } from '../src/board/types';
import type { Paint, Scene, Token } from '../src/board/types';

/** A counter with a bow, a name and numbers: the kind of thing a game paints itself. */
function counter(name: string, power: number, shields: number[]): Paint {
  return {
    key: `counter ${name} ${power} ${shields.join('.')}`,
    draw: (ctx, { long, heading, palette, colour, ghost, far, chosen }) => {
      const r = long / 2;
      ctx.rotate((heading * Math.PI) / 180);
      ctx.beginPath();
      for (let k = 0; k < 6; k++)
        ctx.lineTo(
          Math.sin((k * Math.PI) / 3 + Math.PI / 6) * r,
          -Math.cos((k * Math.PI) / 3 + Math.PI / 6) * r,
        );
      ctx.closePath();
      ctx.globalAlpha = ghost ? 0.4 : 1;
      ctx.fillStyle = palette.panel;
      ctx.fill();
      ctx.strokeStyle = colour;
      ctx.lineWidth = chosen ? 2.5 : 1.5;
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(0, -r * 0.72);
      ctx.lineTo(r * 0.3, r * 0.2);
      ctx.lineTo(0, r * 0.05);
      ctx.lineTo(-r * 0.3, r * 0.2);
      ctx.closePath();
      ctx.fillStyle = colour;
      ctx.fill();
      if (far) return;
      ctx.fillStyle = palette.tones.text;
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.font = `600 ${Math.round(long * 0.15)}px ${palette.mono}`;
      ctx.fillText(String(power), 0, r * 0.62);
      ctx.font = `${Math.round(long * 0.11)}px ${palette.mono}`;
      shields.forEach((it, k) => {
        const angle = (k * Math.PI) / 3;
        ctx.fillText(String(it), Math.sin(angle) * r * 0.74, -Math.cos(angle) * r * 0.74);
      });
    },
  };
}

function hexScene(): Scene {
  const layout = hexLayout('flat', 1);
  const map: Hex[] = [];
  for (let column = 0; column < 14; column++)
    for (let row = 0; row < 9; row++) map.push(fromOffset(layout, column, row));
  const has = new Set(map.map((it) => `${it.q},${it.r}`));
  const ship = (id: string, hex: Hex, d: number, side: number, power: number): Token => ({
    id,
    at: hexCentre(layout, hex),
    heading: hexBearing(layout, d),
    side,
    label: id,
    boxes: 0,
    lost: 0,
    shape: {
      hull: '',
      length: 0.86,
      least: 12,
      most: 400,
      paint: counter(id, power, [3, 2, 2, 1, 2, 2]),
      outline: 'M-0.5,-0.87H0.5L1,0L0.5,0.87H-0.5L-1,0Z',
    },
  });
  const here = fromOffset(layout, 4, 4);
  const there = fromOffset(layout, 9, 4);
  const arc = hexesWithin(here, 4).filter((it) => {
    const at = hexCentre(layout, it);
    const from = hexCentre(layout, here);
    const bearing = (Math.atan2(at.x - from.x, at.y - from.y) * 180) / Math.PI;
    return hexDistance(it, here) > 0 && Math.abs(bearing - 60) <= 31;
  });
  const ahead = [1, 2, 3].reduce<Hex[]>(
    (path) => [...path, hexNeighbour(layout, path[path.length - 1]!, 1)],
    [here],
  );
  return {
    ...emptyScene(),
    table: hexBounds(layout, map),
    unit: 'hexes',
    grid: {
      kind: 'hex',
      layout,
      has: (it) => has.has(`${it.q},${it.r}`),
      label: (it) =>
        `${String(it.q + 1).padStart(2, '0')}${String(it.r + Math.floor(it.q / 2) + 1).padStart(2, '0')}`,
    },
    detail: 20,
    compass: [0, 60, 120, 180, 240, 300].map((bearing, k) => ({ bearing, label: String(k + 1) })),
    cells: [
      ...arc.map((hex) => ({ hex, tone: 'side-0' as const, fill: 0.14 - 0.02 * hexDistance(hex, here) })),
      ...ahead.slice(1).map((hex, k) => ({
        id: `move-${k}`,
        hex,
        tone: 'text' as const,
        fill: 0.06,
        outline: true,
        label: String(k + 1),
        note: 'power',
        strong: k === 0,
      })),
    ],
    edges: [0, 1, 5].map((side) => ({
      hex: there,
      side,
      tone: 'side-1' as const,
      width: 4,
      label: String(side + 2),
    })),
    terrain: [
      {
        id: 'rocks',
        kind: 'debris',
        outline: hexOutline(layout, fromOffset(layout, 7, 2)),
        label: 'Asteroids',
      },
      { id: 'cloud', kind: 'gas', outline: hexOutline(layout, fromOffset(layout, 6, 6)), label: 'Nebula' },
    ],
    discs: [
      {
        at: hexCentre(layout, fromOffset(layout, 11, 2)),
        radius: 0.42,
        tone: 'side-2',
        solid: true,
        label: 'Haven',
      },
    ],
    tokens: [
      ship('Talon', here, 1, 0, 6),
      ship('Kite', fromOffset(layout, 3, 6), 0, 0, 4),
      ship('Heron', there, 4, 1, 5),
    ],
    ghosts: [
      {
        id: 'plan',
        at: hexCentre(layout, ahead[2]!),
        heading: 60,
        side: 0,
        shape: ship('Talon', here, 1, 0, 6).shape,
        kind: 'chosen',
        owner: 'Talon',
      },
    ],
    links: [{ from: 'Talon', to: 'Heron', tone: 'harm', end: 'arrow', dash: true, label: '5 hexes' }],
  };
}

function openScene(): Scene {
  const star = { x: 0, y: 0 };
  const at = { x: -24, y: 14 };
  const drift = { x: -6, y: 22 };
  const burn = { x: 0, y: 10 };
  return {
    ...emptyScene(),
    table: { left: -60, right: 60, bottom: -36, top: 36 },
    unit: 'Mm',
    grid: { kind: 'square', step: 10, numbers: true },
    detail: 3,
    compass: [0, 90, 180, 270].map((bearing, k) => ({ bearing, label: ['12', '3', '6', '9'][k]! })),
    discs: [
      { at: star, radius: 5, tone: 'warn', solid: true, label: 'Vesta' },
      { at: star, radius: 11, tone: 'neutral' },
      { at: { x: 38, y: -14 }, radius: 3, tone: 'side-2', solid: true, label: 'Moon' },
    ],
    rings: [
      { at: star, radius: 22, tone: 'neutral', label: '1 g' },
      { at: star, radius: 32, tone: 'neutral', label: '½ g', strong: true },
    ],
    regions: [
      {
        points: Array.from({ length: 24 }, (_, k) => along(drift, k * 15, 9)),
        tone: 'side-0',
        kind: 'reach',
      },
    ],
    tokens: [
      {
        id: 'a',
        at,
        heading: 66,
        side: 0,
        label: 'Ajax',
        boxes: 6,
        lost: 1,
        shape: { hull: 'M0,-1L0.4,0.8L0,0.5L-0.4,0.8Z', length: 5 },
      },
      {
        id: 'b',
        at: { x: 30, y: 20 },
        heading: 250,
        side: 1,
        label: 'Boreas',
        boxes: 5,
        lost: 0,
        picked: true,
        shape: { hull: 'M0,-1L0.4,0.8L0,0.5L-0.4,0.8Z', length: 5 },
      },
    ],
    links: [
      { from: 'a', to: drift, tone: 'side-0', end: 'ring', label: 'drift' },
      { from: drift, to: burn, tone: 'warn', end: 'arrow', width: 2.5, label: '2 fuel' },
      { from: 'a', to: burn, tone: 'side-0', end: 'dot', dash: true, faint: true },
      { from: 'b', to: 'a', tone: 'harm', start: 'bar', end: 'cross', dash: true, label: 'lock' },
    ],
    spots: [
      { id: 'offer', at: burn, tone: 'side-0', kind: 'diamond', label: 'offered' },
      { at: { x: -40, y: -20 }, tone: 'neutral', kind: 'plus' },
      { at: { x: -30, y: -20 }, tone: 'harm', kind: 'cross' },
      { at: { x: -20, y: -20 }, tone: 'warn', kind: 'square' },
      { at: { x: -10, y: -20 }, tone: 'side-3', kind: 'ring', size: 8 },
      { at: { x: 0, y: -20 }, tone: 'side-2', kind: 'dot' },
    ],
  };
}

const palette = paletteOf(document.documentElement);
for (const [id, scene] of [
  ['hex', hexScene()],
  ['open', openScene()],
] as const) {
  const renderer = canvasRenderer(document.getElementById(id) as HTMLCanvasElement);
  renderer.resize(900, 620, 1);
  const state = freshState();
  resize(state, { width: 900, height: 620 }, scene.table, { left: 0, right: 0, top: 0, bottom: 40 });
  state.selected = id === 'hex' ? 'Talon' : 'a';
  renderer.draw({ scene, state, palette, now: 0, still: true, bare: false, poster: false });
}
(window as unknown as { drawn: boolean }).drawn = true;
