// Light and smoke: soft round pictures painted once and copied, and numbers that
// look random and are the same in every frame.
import type { Palette } from '../renderer';

type Context = CanvasRenderingContext2D;

/** The colours of fire, from the hottest. */
export const WHITE = '#ffffff';
export const HOT = '#fff1c9';
export const FLAME = '#ffb347';
export const EMBER = '#ff6a2b';
export const SMOKE = '#39414f';
export const SHIELD = '#9fe0ff';

const SIZE = 64;
type Picture = HTMLCanvasElement | ImageBitmap;
const soft = new Map<string, Picture>();

function painted(colour: string): Picture {
  const found = soft.get(colour);
  if (found) return found;
  if (soft.size > 80) soft.clear();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const ctx = canvas.getContext('2d')!;
  const half = SIZE / 2;
  const fade = ctx.createRadialGradient(half, half, 0, half, half, half);
  // Light falls off quickly and then long.
  fade.addColorStop(0, `color-mix(in srgb, ${colour} 100%, transparent)`);
  fade.addColorStop(0.25, `color-mix(in srgb, ${colour} 55%, transparent)`);
  fade.addColorStop(0.55, `color-mix(in srgb, ${colour} 16%, transparent)`);
  fade.addColorStop(1, `color-mix(in srgb, ${colour} 0%, transparent)`);
  ctx.fillStyle = fade;
  ctx.fillRect(0, 0, SIZE, SIZE);
  const picture = fixed(canvas);
  soft.set(colour, picture);
  return picture;
}

/** A picture that is never painted on again is cheaper to copy. */
function fixed(canvas: HTMLCanvasElement): Picture {
  if (typeof OffscreenCanvas === 'undefined') return canvas;
  const off = new OffscreenCanvas(canvas.width, canvas.height);
  off.getContext('2d')!.drawImage(canvas, 0, 0);
  return off.transferToImageBitmap();
}

/** A soft round spot of a colour. */
export function spot(ctx: Context, colour: string, x: number, y: number, r: number, alpha: number): void {
  if (alpha <= 0.004 || r <= 0.2) return;
  ctx.globalAlpha = Math.min(1, alpha);
  ctx.drawImage(painted(colour), x - r, y - r, r * 2, r * 2);
}

const dark = new Map<string, boolean>();

/** Whether the theme is a night: there light adds up, on paper it is ink. */
export function isDark(palette: Palette): boolean {
  let found = dark.get(palette.sea);
  if (found === undefined) {
    const hex = /^#(..)(..)(..)/.exec(palette.sea);
    const [r, g, b] = hex ? hex.slice(1, 4).map((it) => parseInt(it, 16)) : [0, 0, 0];
    found = r! * 0.3 + g! * 0.59 + b! * 0.11 < 128;
    dark.set(palette.sea, found);
  }
  return found;
}

/** What is drawn within adds up like light, where the theme is dark. */
export function lit(ctx: Context, palette: Palette, draw: () => void): void {
  const before = ctx.globalCompositeOperation;
  if (isDark(palette)) ctx.globalCompositeOperation = 'lighter';
  draw();
  ctx.globalCompositeOperation = before;
  ctx.globalAlpha = 1;
}

/** The n-th number of a seed, from 0 to 1. */
export function noise(seed: number, n: number): number {
  let s = Math.imul(seed | 0, 374761393) + Math.imul(n + 1, 668265263);
  s = Math.imul(s ^ (s >>> 13), 1274126177);
  s ^= s >>> 16;
  return (s >>> 0) / 4294967296;
}

/** A seed from a name, so that every ship breaks up in its own way. */
export function seedOf(name: string): number {
  let s = 7;
  for (let k = 0; k < name.length; k++) s = (Math.imul(s, 31) + name.charCodeAt(k)) | 0;
  return s;
}

/** From 0 at `from` to 1 at `to`, and no further. */
export function ramp(t: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (t - from) / (to - from)));
}

/** Up quickly and down slowly, with its peak at a share `peak`. */
export function pulse(t: number, peak: number): number {
  if (t <= 0 || t >= 1) return 0;
  return t < peak ? t / peak : (1 - t) / (1 - peak);
}

/** Fast at first, slower and slower. */
export function slowing(t: number): number {
  return 1 - (1 - t) ** 3;
}
