// Worlds, suns and holes in space, and rocks: each is painted once for its size and
// then copied. Light falls from the upper left, on everything.
import type { Palette } from '../renderer';
import type { Disc, Point } from '../types';
import { FLAME, HOT, WHITE, isDark, lit, noise, seedOf, spot } from './light';

type Context = CanvasRenderingContext2D;

export type Look = NonNullable<Disc['look']>;

/** Ground and seas of worlds, as their names fall. */
const WORLDS: [string, string, string][] = [
  ['#27507a', '#3f7a5a', '#b9d3e6'],
  ['#7a5236', '#a9774a', '#e2c39a'],
  ['#5c6a78', '#8f9ba8', '#dfe6ec'],
  ['#6b3a34', '#9a5a44', '#d9a27e'],
  ['#3a5f66', '#6f8f6a', '#cfe3d2'],
];
const GIANTS: [string, string, string][] = [
  ['#8a6a4a', '#c79f6c', '#e6d2ac'],
  ['#4a6288', '#7f9cc0', '#cfdced'],
  ['#7a5a70', '#b48a9a', '#e0c6cf'],
];

/** Pictures for sizes in steps, so that a zoom paints few. */
const STEP = Math.log(1.25);
/** Round a sun or a hole there is light: so many radii. */
const HALO = 2.4;
const kept = new Map<string, HTMLCanvasElement>();

export function drawBody(ctx: Context, palette: Palette, x: number, y: number, r: number, disc: Disc): void {
  const look = disc.look ?? 'world';
  const step = Math.ceil(Math.log(Math.max(2, Math.min(r, 420))) / STEP);
  const key = `${look} ${disc.label ?? ''} ${step} ${palette.theme}`;
  let picture = kept.get(key);
  if (!picture) {
    if (kept.size > 60) kept.clear();
    kept.set(key, (picture = painted(palette, Math.exp(step * STEP), look, seedOf(disc.label ?? look))));
  }
  const wide = r * 2 * HALO;
  ctx.drawImage(picture, x - wide / 2, y - wide / 2, wide, wide);
}

function painted(palette: Palette, r: number, look: Look, seed: number): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  picture.width = picture.height = Math.ceil(r * 2 * HALO);
  const ctx = picture.getContext('2d')!;
  ctx.translate(picture.width / 2, picture.height / 2);
  if (look === 'star') star(ctx, palette, r);
  else if (look === 'hole') hole(ctx, palette, r);
  else if (look === 'rift') rift(ctx, palette, r);
  else world(ctx, palette, r, look, seed);
  return picture;
}

function pick<T>(all: T[], seed: number): T {
  return all[Math.abs(seed) % all.length]!;
}

function world(ctx: Context, palette: Palette, r: number, look: Look, seed: number): void {
  const [deep, land, ice] = pick(look === 'giant' ? GIANTS : WORLDS, seed);
  // Air, brighter towards the light.
  lit(ctx, palette, () => spot(ctx, ice, -r * 0.12, -r * 0.12, r * 1.5, isDark(palette) ? 0.35 : 0.2));
  ctx.save();
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, Math.PI * 2);
  ctx.clip();
  ctx.fillStyle = deep;
  ctx.fillRect(-r, -r, r * 2, r * 2);
  if (look === 'giant') bands(ctx, r, land, ice, seed);
  else continents(ctx, r, land, ice, seed);
  // The dark side.
  const shade = ctx.createRadialGradient(-r * 0.45, -r * 0.45, r * 0.2, -r * 0.1, -r * 0.1, r * 1.35);
  shade.addColorStop(0, 'rgb(255 255 255 / 16%)');
  shade.addColorStop(0.4, 'rgb(0 0 0 / 0%)');
  shade.addColorStop(0.72, 'rgb(2 5 12 / 62%)');
  shade.addColorStop(1, 'rgb(2 5 12 / 92%)');
  ctx.fillStyle = shade;
  ctx.fillRect(-r, -r, r * 2, r * 2);
  ctx.restore();
  ctx.strokeStyle = ice;
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = Math.max(1, r * 0.035);
  ctx.beginPath();
  ctx.arc(0, 0, r, Math.PI * 0.85, Math.PI * 1.65);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function continents(ctx: Context, r: number, land: string, ice: string, seed: number): void {
  for (let k = 0; k < 46; k++) {
    const way = noise(seed, k % 7) * Math.PI * 2 + noise(seed, k + 10) * 1.6;
    const out = r * (0.25 + 0.7 * noise(seed, (k % 7) + 20));
    const x = Math.cos(way) * out;
    const y = Math.sin(way) * out;
    ctx.fillStyle = land;
    ctx.globalAlpha = 0.34;
    ctx.beginPath();
    ctx.ellipse(x, y, r * (0.06 + 0.17 * noise(seed, k + 30)), r * 0.09, way, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.fillStyle = ice;
  for (const pole of [-1, 1]) {
    ctx.globalAlpha = 0.5;
    ctx.beginPath();
    ctx.ellipse(r * 0.2 * pole, r * 0.95 * pole, r * 0.5, r * 0.17, -0.2, 0, Math.PI * 2);
    ctx.fill();
  }
  // Weather.
  ctx.strokeStyle = ice;
  for (let k = 0; k < 9; k++) {
    ctx.globalAlpha = 0.16;
    ctx.lineWidth = r * (0.03 + 0.06 * noise(seed, k + 60));
    const y = r * (noise(seed, k + 70) * 1.7 - 0.85);
    ctx.beginPath();
    ctx.ellipse(r * (noise(seed, k + 80) - 0.5), y, r * 0.6, r * 0.12, 0.2, Math.PI, Math.PI * 1.9);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

function bands(ctx: Context, r: number, land: string, ice: string, seed: number): void {
  ctx.save();
  ctx.rotate(-0.3);
  for (let k = 0; k < 11; k++) {
    const y = -r + (k / 11) * r * 2;
    ctx.fillStyle = k % 2 ? land : ice;
    ctx.globalAlpha = 0.25 + 0.4 * noise(seed, k);
    ctx.fillRect(-r * 1.2, y, r * 2.4, (r * 2 * (0.5 + noise(seed, k + 20))) / 11);
  }
  ctx.globalAlpha = 0.7;
  ctx.fillStyle = land;
  ctx.beginPath();
  ctx.ellipse(r * 0.3, r * 0.28, r * 0.22, r * 0.11, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
  ctx.globalAlpha = 1;
}

function star(ctx: Context, palette: Palette, r: number): void {
  lit(ctx, palette, () => {
    spot(ctx, FLAME, 0, 0, r * HALO, isDark(palette) ? 0.6 : 0.35);
    spot(ctx, FLAME, 0, 0, r * 1.7, 0.8);
  });
  const body = ctx.createRadialGradient(0, 0, r * 0.1, 0, 0, r);
  body.addColorStop(0, WHITE);
  body.addColorStop(0.55, HOT);
  body.addColorStop(1, FLAME);
  ctx.fillStyle = body;
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, Math.PI * 2);
  ctx.fill();
}

/** A black hole: nothing, and light bent round it. */
function hole(ctx: Context, palette: Palette, r: number): void {
  lit(ctx, palette, () => {
    for (const [wide, high, alpha] of [
      [1.9, 0.62, 0.5],
      [1.55, 0.46, 0.8],
    ] as const) {
      ctx.strokeStyle = FLAME;
      ctx.globalAlpha = alpha;
      ctx.lineWidth = r * 0.22;
      ctx.beginPath();
      ctx.ellipse(0, 0, r * wide * 0.6, r * high * 0.6, -0.35, 0, Math.PI * 2);
      ctx.stroke();
    }
    spot(ctx, FLAME, 0, 0, r * 1.5, 0.4);
  });
  ctx.globalAlpha = 1;
  ctx.fillStyle = '#000000';
  ctx.beginPath();
  ctx.arc(0, 0, r * 0.5, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = HOT;
  ctx.lineWidth = Math.max(1, r * 0.05);
  ctx.stroke();
  // The near side of the ring passes before it.
  ctx.strokeStyle = FLAME;
  ctx.lineWidth = r * 0.12;
  ctx.beginPath();
  ctx.ellipse(0, 0, r * 1.05, r * 0.32, -0.35, 0.15, Math.PI - 0.15);
  ctx.stroke();
}

/** A hole to elsewhere: light that winds into it. */
function rift(ctx: Context, palette: Palette, r: number): void {
  lit(ctx, palette, () => {
    spot(ctx, '#8f6bff', 0, 0, r * 1.5, 0.6);
    for (let arm = 0; arm < 4; arm++) {
      ctx.strokeStyle = arm % 2 ? '#b79bff' : '#6fd0ff';
      ctx.lineWidth = Math.max(1, r * 0.06);
      ctx.globalAlpha = 0.8;
      ctx.beginPath();
      for (let k = 0; k <= 30; k++) {
        const turn = (k / 30) * 4.2 + (arm * Math.PI) / 2;
        const out = r * (1 - k / 32);
        const [x, y] = [Math.cos(turn) * out, Math.sin(turn) * out * 0.8];
        if (k === 0) ctx.moveTo(x, y);
        else ctx.lineTo(x, y);
      }
      ctx.stroke();
    }
    spot(ctx, WHITE, 0, 0, r * 0.35, 0.9);
  });
  ctx.globalAlpha = 1;
}

/** A rock: dark, with a face that is in the light. */
export function rock(ctx: Context, palette: Palette, at: Point, r: number, seed: number): void {
  const sides = 6 + Math.floor(noise(seed, 1) * 3);
  const turn = noise(seed, 2) * Math.PI;
  const trace = (shrink: number, shift: number) => {
    ctx.beginPath();
    for (let k = 0; k < sides; k++) {
      const angle = turn + (k / sides) * Math.PI * 2;
      const out = r * shrink * (0.72 + noise(seed, k + 5) * 0.45);
      const [x, y] = [at.x + Math.cos(angle) * out - shift, at.y + Math.sin(angle) * out - shift];
      if (k === 0) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
    }
    ctx.closePath();
  };
  trace(1, 0);
  ctx.fillStyle = isDark(palette) ? '#161d29' : palette.rock;
  ctx.globalAlpha = 0.95;
  ctx.fill();
  ctx.save();
  ctx.clip();
  trace(0.92, r * 0.24);
  ctx.fillStyle = isDark(palette) ? '#4b566a' : '#e3dcc8';
  ctx.fill();
  trace(0.55, r * 0.36);
  ctx.fillStyle = isDark(palette) ? '#7a869b' : '#f6f1e2';
  ctx.globalAlpha = 0.7;
  ctx.fill();
  ctx.restore();
  ctx.globalAlpha = 1;
}
