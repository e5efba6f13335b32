// What lies behind the table: a haze painted once, and stars in three depths that
// follow the camera the less the farther they are. On paper there is no sky.
import type { Frame } from '../renderer';
import type { Sky } from '../types';
import { noise, spot } from './light';

type Context = CanvasRenderingContext2D;

/** Clouds of each sky: colours and how strongly they are seen. */
const HAZES: Record<Sky, { colours: string[]; strength: number }> = {
  deep: { colours: ['#16305c', '#0f2a4a', '#1d2450'], strength: 0.5 },
  nebula: { colours: ['#3a1f63', '#123f5e', '#51224f', '#1b2f6b'], strength: 0.62 },
  orbit: { colours: ['#2a2230', '#1c2a3c', '#3a2a22'], strength: 0.42 },
  dusk: { colours: ['#173a5c', '#1f4f6a', '#47324a', '#5c3b3a'], strength: 0.62 },
};

/** How much larger the haze is than the screen, so that it can move. */
const MARGIN = 1.16;

interface Backdrop {
  picture: HTMLCanvasElement;
  key: string;
}

let kept: Backdrop | null = null;

/** Painted at half its size: there is nothing sharp in it. */
const SOFT = 2;

function backdrop(frame: Frame): HTMLCanvasElement {
  const { width, height } = frame.state.view;
  const { sky } = frame.scene;
  const key = `${width}x${height} ${sky} ${frame.palette.theme}`;
  if (kept?.key === key) return kept.picture;
  const soft = document.createElement('canvas');
  soft.width = Math.ceil((width * MARGIN) / SOFT / 2);
  soft.height = Math.ceil((height * MARGIN) / SOFT / 2);
  const ctx = soft.getContext('2d')!;
  ctx.fillStyle = frame.palette.ground;
  ctx.fillRect(0, 0, soft.width, soft.height);
  const { colours, strength } = HAZES[sky];
  for (let k = 0; k < 90; k++) {
    // Clouds lie along a band across the picture, the small ones near its middle.
    const u = noise(k, 1);
    const off = (noise(k, 2) - 0.5) * (noise(k, 9) + 0.25);
    const x = u * soft.width;
    const y = (0.72 - 0.46 * u + off) * soft.height;
    const size = (0.07 + (0.12 + Math.abs(off) * 0.4) * noise(k, 3)) * soft.width;
    spot(ctx, colours[k % colours.length]!, x, y, size, strength * (0.12 + 0.3 * noise(k, 4)));
  }
  const picture = document.createElement('canvas');
  picture.width = Math.ceil(width * MARGIN);
  picture.height = Math.ceil(height * MARGIN);
  const large = picture.getContext('2d', { alpha: false })!;
  large.imageSmoothingQuality = 'high';
  large.drawImage(soft, 0, 0, picture.width, picture.height);
  // The farthest stars are dust on it.
  large.fillStyle = '#c9d8ee';
  const many = Math.round((picture.width * picture.height) / 5200);
  for (let k = 0; k < many; k++) {
    large.globalAlpha = 0.1 + 0.4 * noise(k, 7) ** 2;
    large.fillRect(noise(k, 5) * picture.width, noise(k, 6) * picture.height, 1, 1);
  }
  kept = { picture, key };
  return picture;
}

/** The nearer stars: how far they follow the camera, how many, how large. */
const DEPTHS = [
  { follows: 0.06, zooms: 0.05, stars: 70, size: 1.2, alpha: 0.5 },
  { follows: 0.14, zooms: 0.12, stars: 34, size: 1.8, alpha: 0.7 },
];

const TINTS = ['#dfe9ff', '#ffe9cf', '#cfe0ff'];

/** The sky behind the whole picture; it takes the place of the plain ground. */
export function drawSky(ctx: Context, frame: Frame): void {
  const { state, scene } = frame;
  const { width, height } = state.view;
  const { table } = scene;
  const across = Math.max(1e-6, table.right - table.left);
  const middle = { x: (table.left + table.right) / 2, y: (table.bottom + table.top) / 2 };
  // The camera's way from the middle of the table, as a share of the table.
  const dx = (state.camera.x - middle.x) / across;
  const dy = (state.camera.y - middle.y) / across;
  const whole = width / across;
  const picture = backdrop(frame);
  const room = (MARGIN - 1) / 2;
  const shift = (share: number) => Math.max(-room, Math.min(room, share * room));
  ctx.drawImage(picture, Math.round(-(room + shift(dx)) * width), Math.round((-room + shift(dy)) * height));
  const near = Math.max(0.5, Math.min(6, state.camera.scale / whole));
  for (let depth = 0; depth < DEPTHS.length; depth++) {
    const { follows, zooms, stars, size, alpha } = DEPTHS[depth]!;
    const zoom = near ** zooms;
    const [wide, high] = [width * 1.25, height * 1.25];
    ctx.globalAlpha = alpha;
    for (let tint = 0; tint < TINTS.length; tint++) {
      ctx.fillStyle = TINTS[tint]!;
      for (let k = tint; k < stars; k += TINTS.length) {
        const sx = mod(noise(k + depth * 500, 11) * wide - dx * width * follows * near, wide);
        const sy = mod(noise(k + depth * 500, 12) * high + dy * width * follows * near, high);
        const x = width / 2 + (sx - wide / 2) * zoom;
        const y = height / 2 + (sy - high / 2) * zoom;
        const s = size * (0.6 + 0.6 * noise(k, 13));
        ctx.fillRect(x, y, s, s);
      }
    }
  }
  ctx.globalAlpha = 1;
}

function mod(a: number, n: number): number {
  return ((a % n) + n) % n;
}
