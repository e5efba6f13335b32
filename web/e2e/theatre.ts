// Every effect of the board at several moments, one row each, to be looked at:
// `npm run dev` shows it at /e2e/theatre.html (with ?light on paper).
import '../src/app.css';
import { canvasRenderer } from '../src/board/canvas/renderer';
import * as theatre from '../src/board/canvas/theatre';
import type { Effect, Weapon } from '../src/board/effects';
import { paletteOf } from '../src/board/palette';
import { freshState, resize } from '../src/board/state';
import { emptyScene } from '../src/board/types';
import type { Scene, Token } from '../src/board/types';
import { shapeOf } from '../src/games/asfos/silhouettes';

if (location.search.includes('light')) document.documentElement.dataset['theme'] = 'light';
const TIMES = [0.08, 0.2, 0.32, 0.45, 0.6, 0.8];
const WIDE = 260;
const HIGH = 190;

const HULL = shapeOf({ class: 'BB', boxes: [], engine: 1 } as unknown as Parameters<typeof shapeOf>[0]);

const token = (id: string, x: number, y: number, heading: number, side: number, lost = 0): Token => ({
  id,
  at: { x, y },
  heading,
  side,
  shape: { ...HULL, length: 3 },
  label: '',
  boxes: 10,
  lost,
});

type Row = (t: number) => { effects: Effect[]; tokens?: Token[] };
const shot =
  (weapon: Weapon, more: Partial<Effect & { kind: 'fire' }> = {}): Row =>
  (t) => ({
    effects: [
      {
        kind: 'fire',
        t,
        weapon,
        from: { x: -8, y: -3 },
        to: { x: 8, y: 3 },
        tone: 'side-0',
        by: 'a',
        whom: 'b',
        hit: true,
        struck: 'hull',
        power: 0.6,
        guns: 3,
        ...more,
      },
    ],
  });
const rows: Row[] = [
  shot('beam', { struck: 'shield' }),
  shot('lance', { struck: 'armour', guns: 4 }),
  shot('gun', { guns: 5 }),
  shot('gun', { hit: false, guns: 5 }),
  shot('torpedo', { guns: 1 }),
  shot('missile', { guns: 5 }),
  shot('fighters', { guns: 6 }),
  shot('spray'),
  shot('wave', { power: 1, guns: 1 }),
  shot('lance', { hit: false, guns: 2 }),
  (t) => ({ effects: [{ kind: 'break', t, whom: 'b' }] }),
  (t) => ({ effects: [{ kind: 'break', t: t * 0.5, whom: 'b', last: true }] }),
  (t) => ({
    effects: [
      { kind: 'blast', t, at: { x: 0, y: 0 }, radius: 5 },
      { kind: 'lock', t, at: { x: 8, y: 3 }, whom: 'b', tone: 'warn' },
      { kind: 'heat', t, at: { x: -8, y: -3 }, whom: 'a', amount: 1 },
    ],
  }),
  (t) => ({
    effects: [
      {
        kind: 'dice',
        t,
        at: { x: 8, y: 3 },
        whom: 'b',
        dice: [1, 2, 3, 4, 5, 6].map((value) => ({ value, sides: 6, good: value > 3 })),
      },
      {
        kind: 'dice',
        t,
        at: { x: -8, y: -3 },
        whom: 'a',
        dice: [
          { value: 9, sides: 10, good: true },
          { value: 11, sides: 12 },
        ],
      },
      { kind: 'card', t, at: { x: 8, y: 0 }, title: 'Evade', mark: '♠', tone: 'side-1' },
    ],
  }),
  (t) => ({
    effects: [
      {
        kind: 'wake',
        t,
        points: [
          { x: -9, y: -3 },
          { x: -2, y: 0 },
          { x: 4, y: -4 },
        ],
        tone: 'side-0',
        manner: 'drive',
      },
      {
        kind: 'wake',
        t,
        points: [
          { x: -9, y: 3 },
          { x: 5, y: 5 },
        ],
        tone: 'side-1',
        manner: 'contrail',
      },
      { kind: 'jump', t, at: { x: 9, y: -3 }, tone: 'side-1' },
    ],
    tokens: [token('c', 4, -4, 120, 0, 5), token('d', 5, 5, 90, 1, 8)],
  }),
];

const canvas = document.getElementById('c') as HTMLCanvasElement;
canvas.width = TIMES.length * WIDE;
canvas.height = rows.length * HIGH;
const out = canvas.getContext('2d')!;
const palette = paletteOf(document.documentElement);
const one = document.createElement('canvas');
const renderer = canvasRenderer(one);
renderer.perform(theatre);
renderer.resize(WIDE, HIGH, 1);
rows.forEach((row, r) =>
  TIMES.forEach((t, c) => {
    const { effects, tokens } = row(t);
    const scene: Scene = {
      ...emptyScene(),
      table: { left: -11, right: 11, bottom: -8, top: 8 },
      compass: [],
      detail: 4,
      sky: (['deep', 'nebula', 'orbit', 'dusk'] as const)[r % 4]!,
      tokens: tokens ?? [token('a', -8, -3, 30, 0), token('b', 8, 3, 250, 1, 4)],
      effects,
    };
    const state = freshState();
    resize(state, { width: WIDE, height: HIGH }, scene.table, { left: 0, right: 0, top: 0, bottom: 0 });
    renderer.draw({ scene, state, palette, now: 0, still: false, alive: true, bare: false, poster: false });
    out.drawImage(one, c * WIDE, r * HIGH);
  }),
);
(window as unknown as { drawn: boolean }).drawn = true;
