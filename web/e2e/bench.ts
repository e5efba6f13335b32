// The scene and the clock of the frame-time benchmark.
import '../src/app.css';
import * as theatre from '../src/board/canvas/theatre';
import { ARRIVES } from '../src/board/effects';
import type { Effect, Weapon } from '../src/board/effects';
import { canvasRenderer } from '../src/board/canvas/renderer';
import { along } from '../src/board/geometry';
import { paletteOf } from '../src/board/palette';
import { freshState, pan, resize, zoom } from '../src/board/state';
import { emptyScene } from '../src/board/types';
import type { Scene } from '../src/board/types';
import { shapeOf } from '../src/games/asfos/silhouettes';

const WIDTH = 1280;
const HEIGHT = 800;
const FRAMES = 120;
/** Frames before the clock counts: the browser has yet to compile what it runs. */
const WARM = 20;
const paletteIn = (theme: string) => {
  document.documentElement.dataset['theme'] = theme;
  return paletteOf(document.documentElement);
};
const paper = paletteIn('light');
const palette = paletteIn('dark');

/** As much of a ship's sheet as its silhouette needs. */
const sheet = (mass: number) =>
  ({ class: '', boxes: Array.from({ length: mass }), engine: 1 }) as unknown as Parameters<typeof shapeOf>[0];

function scene(ships: number): Scene {
  const out = {
    ...emptyScene(),
    table: { left: 0, right: 144, bottom: 0, top: 96 },
    unit: 'in',
    grid: { kind: 'square' as const, step: 1, steps: [1, 2, 3, 6, 12, 24, 48, 96], major: 6 },
  };
  for (let k = 0; k < ships; k++) {
    const at = { x: 4 + ((k * 37) % 136), y: 4 + ((k * 53) % 88) };
    const heading = (k * 45) % 360;
    const side = k % 2;
    out.tokens.push({
      id: String(k),
      at,
      heading,
      side,
      shape: shapeOf(sheet(3 + (k % 18))),
      label: `${side ? 'B' : 'A'}${k}`,
      boxes: 3 + (k % 18),
      lost: k % 4,
      vector: along(at, heading, 6),
      trouble: k % 3,
    });
    out.paths.push({
      points: [along(at, heading + 180, 6), at],
      tone: side ? 'side-1' : 'side-0',
      kind: 'past',
    });
  }
  for (let k = 0; k < 30; k++)
    out.rings.push({ at: out.tokens[k % ships]!.at, radius: 12, tone: 'side-0', label: '12' });
  for (let k = 0; k < 4; k++)
    out.terrain.push({
      id: `t${k}`,
      kind: 'gas',
      outline: Array.from({ length: 12 }, (_, n) => along({ x: 30 + k * 28, y: 48 }, n * 30, 3 + (n % 3))),
    });
  return out;
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** A battle at its height: four weapons at once out of all there are, dice, and a ship that breaks up. */
function fight(shown: Scene, t: number, turn: number): Effect[] {
  const all = Object.keys(ARRIVES) as Weapon[];
  const weapons = all.filter((_, k) => (k + turn) % 2 === 0);
  const shots = weapons.map((weapon, k): Effect => {
    const [by, whom] = [shown.tokens[k * 2]!, shown.tokens[k * 2 + 1]!];
    const share = (t + k / weapons.length) % 1;
    return {
      kind: 'fire',
      t: share,
      weapon,
      from: by.at,
      to: whom.at,
      by: by.id,
      whom: whom.id,
      tone: 'side-0',
      hit: k % 3 > 0,
      struck: (['shield', 'armour', 'hull'] as const)[k % 3],
      guns: 5,
    };
  });
  const [first] = shown.tokens;
  return [
    ...shots,
    {
      kind: 'dice',
      t,
      at: first!.at,
      whom: first!.id,
      dice: [1, 3, 6].map((value) => ({ value, sides: 6 })),
    },
    { kind: 'break', t, whom: shown.tokens[30]!.id },
  ];
}

/** `plain` is the board as it was without a sky, smoke and effects, to hold the others against. */
async function measure(ships: number, kind: 'pan' | 'overview' | 'anim' | 'plain' | 'battle') {
  const canvas = document.getElementById('c') as HTMLCanvasElement;
  const renderer = canvasRenderer(canvas);
  renderer.resize(WIDTH, HEIGHT, 1);
  renderer.perform(theatre);
  const state = freshState();
  const shown = scene(ships);
  resize(state, { width: WIDTH, height: HEIGHT }, shown.table, { left: 0, right: 0, top: 0, bottom: 0 });
  // Without damage nobody smokes.
  if (kind === 'plain') for (const token of shown.tokens) token.hurt = 0;
  const gaps: number[] = [];
  const work: number[] = [];
  const script: number[] = [];
  let last = await frame();
  for (let n = -WARM; n < FRAMES; n++) {
    if (kind === 'pan') {
      pan(state, Math.cos(n / 9) * 14, Math.sin(n / 9) * 14, shown.table);
      zoom(state, { x: WIDTH / 2, y: HEIGHT / 2 }, n < FRAMES / 2 ? 1.03 : 1 / 1.03, shown.table);
    }
    if (kind === 'battle')
      shown.effects = fight(shown, (((n + WARM) * 16) / 1350) % 1, Math.floor((n + WARM) / 20));
    if (kind !== 'pan' && kind !== 'overview')
      for (const token of shown.tokens) token.at = along(token.at, token.heading, 0.05);
    const began = performance.now();
    renderer.draw({
      scene: shown,
      state,
      palette: kind === 'plain' ? paper : palette,
      now: began,
      still: false,
      alive: true,
      bare: false,
      poster: false,
    });
    const scripted = performance.now() - began;
    // Reading a pixel waits until everything is drawn.
    canvas.getContext('2d')!.getImageData(0, 0, 1, 1);
    const took = performance.now() - began;
    const now = await frame();
    if (n >= 0) {
      work.push(took);
      script.push(scripted);
      gaps.push(now - last);
    }
    last = now;
  }
  const mean = (all: number[]) => all.reduce((a, b) => a + b, 0) / all.length;
  const part = (all: number[], share: number) =>
    +[...all].sort((a, b) => a - b)[Math.floor(all.length * share)]!.toFixed(1);
  return {
    ships,
    kind,
    'frame ms': +mean(gaps).toFixed(1),
    fps: Math.round(1000 / mean(gaps)),
    'script p50': part(script, 0.5),
    'draw ms': +mean(work).toFixed(1),
    'draw p50': part(work, 0.5),
    'draw p95': part(work, 0.95),
  };
}

const results = [];
for (const ships of [100, 500])
  for (const kind of ['pan', 'overview', 'anim', 'plain', 'battle'] as const)
    results.push(await measure(ships, kind));
(window as unknown as { results: unknown }).results = results;
