// Ships that are hurt, and what is left of them: smoke and fire on a cripple, a
// hull in pieces. Nothing here moves by itself: smoke drifts while events play.
import type { Frame } from '../renderer';
import { drawnLength } from '../state';
import type { Token } from '../types';
import { isIn, screenX, screenY } from './lens';
import type { Lens } from './lens';
import { EMBER, FLAME, HOT, SMOKE, isDark, lit, noise, seedOf, spot } from './light';

type Context = CanvasRenderingContext2D;

/** From these shares of damage on a ship smokes, and burns. */
const SMOKES = 0.34;
const BURNS = 0.6;

export function hurtOf(token: Token): number {
  if (token.wreck) return 0;
  return token.hurt ?? (token.boxes > 0 ? token.lost / token.boxes : 0);
}

/** Where the stern is, in pixels from the middle, `out` half lengths behind it. */
function astern(token: Token, half: number, out: number, aside: number): [number, number] {
  const angle = (token.heading * Math.PI) / 180;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return [-s * half * out + c * aside, c * half * out + s * aside];
}

/** Smoke behind cripples, under the ships. */
export function drawSmoke(ctx: Context, frame: Frame, lens: Lens, tokens: Token[]): void {
  const time = frame.alive && !frame.still ? frame.now / 1000 : 0;
  const smoke = isDark(frame.palette) ? '#5b6577' : '#6b6a63';
  for (const token of tokens) {
    const hurt = hurtOf(token);
    if (hurt < SMOKES) continue;
    const seed = seedOf(token.id);
    const half = drawnLength(token.shape, lens.scale) / 2;
    const x = screenX(lens, token.at.x);
    const y = screenY(lens, token.at.y);
    const puffs = hurt < BURNS ? 6 : 10;
    const long = 0.9 + 1.9 * hurt;
    for (let k = 0; k < puffs; k++) {
      const old = (k / puffs + noise(seed, k) * 0.08 + time * 0.35) % 1;
      const aside =
        (noise(seed, k + 20) - 0.5) * half * (0.3 + old * 0.75) + Math.sin(old * 5 + seed) * half * 0.14;
      const [dx, dy] = astern(token, half, 0.25 + old * long, aside);
      const size = half * (0.2 + old * 0.42) + 2;
      spot(
        ctx,
        smoke,
        x + dx,
        y + dy,
        size,
        (token.dim ? 0.3 : 0.62) * (1 - old) * Math.min(1, 0.35 + old * 5),
      );
    }
  }
  ctx.globalAlpha = 1;
}

/** Fires on the hulls of cripples, and drives that are dead. */
export function drawFires(ctx: Context, frame: Frame, lens: Lens, tokens: Token[]): void {
  const time = frame.alive && !frame.still ? frame.now / 1000 : 0;
  for (const token of tokens) {
    const hurt = hurtOf(token);
    const half = drawnLength(token.shape, lens.scale) / 2;
    const x = screenX(lens, token.at.x);
    const y = screenY(lens, token.at.y);
    if (token.adrift && !token.wreck && half > 7) deadDrive(ctx, frame, token, x, y, half);
    if (hurt < BURNS) continue;
    const seed = seedOf(token.id);
    lit(ctx, frame.palette, () => {
      const fires = hurt > 0.8 ? 4 : 2;
      for (let k = 0; k < fires; k++) {
        const [dx, dy] = astern(
          token,
          half,
          (noise(seed, k + 40) - 0.45) * 1.1,
          (noise(seed, k + 50) - 0.5) * half * 0.5,
        );
        const beat = 0.75 + 0.25 * Math.sin(time * (7 + k) + k * 2);
        const size = (half * 0.24 + 3) * beat;
        spot(ctx, EMBER, x + dx, y + dy, size * 1.5, 0.8);
        spot(ctx, FLAME, x + dx, y + dy, size * 0.9, 0.95);
        spot(ctx, HOT, x + dx, y + dy, size * 0.4, 1);
      }
    });
  }
  ctx.globalAlpha = 1;
}

/** Two short bars across the stern. */
function deadDrive(ctx: Context, frame: Frame, token: Token, x: number, y: number, half: number): void {
  ctx.strokeStyle = frame.palette.tones.harm;
  ctx.globalAlpha = token.dim ? 0.5 : 0.95;
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  for (const out of [1.02, 1.2]) {
    const [ax, ay] = astern(token, half, out, -half * 0.26);
    const [bx, by] = astern(token, half, out, half * 0.26);
    ctx.moveTo(x + ax, y + ay);
    ctx.lineTo(x + bx, y + by);
  }
  ctx.stroke();
}

const hulls = new Map<string, Path2D>();

function hullOf(data: string): Path2D {
  let path = hulls.get(data);
  if (!path) hulls.set(data, (path = new Path2D(data)));
  return path;
}

interface Piece {
  /** Its outline in the box of the hull, from -1 to 1. */
  outline: Path2D;
  /** Where it drifts to, and how far it turns. */
  to: [number, number];
  turn: number;
}

const cuts = new Map<number, Piece[]>();

/** A hull cut across into slanted pieces, one of them lengthwise too. */
function piecesOf(seed: number): Piece[] {
  let found = cuts.get(seed);
  if (found) return found;
  if (cuts.size > 200) cuts.clear();
  found = [];
  const n = 4;
  const cut = (k: number): [number, number] => {
    if (k === 0) return [-1.4, -1.4];
    if (k === n) return [1.4, 1.4];
    const middle = -1 + (2 * k) / n + (noise(seed, k) - 0.5) * 0.24;
    const slant = (noise(seed, k + 9) - 0.5) * 0.7;
    return [middle - slant, middle + slant];
  };
  for (let k = 0; k < n; k++) {
    const [a, b] = [cut(k), cut(k + 1)];
    const middle = (a[0] + a[1] + b[0] + b[1]) / 4;
    const halves: [number, number][] =
      k === 1 || k === 2
        ? [
            [-1.4, 0.04],
            [0.04, 1.4],
          ]
        : [[-1.4, 1.4]];
    halves.forEach(([left, right], h) => {
      const at = (line: [number, number], x: number) => line[0] + ((line[1] - line[0]) * (x + 1.4)) / 2.8;
      const way = halves.length > 1 ? (h === 0 ? -1 : 1) : (noise(seed, k + 20) - 0.5) * 1.2;
      found!.push({
        outline: new Path2D(
          `M${left},${at(a, left)}L${right},${at(a, right)}L${right},${at(b, right)}L${left},${at(b, left)}Z`,
        ),
        to: [way * (0.45 + 0.5 * noise(seed, k * 3 + h + 30)), middle * (0.55 + 0.45 * noise(seed, k + 40))],
        turn: (noise(seed, k * 5 + h + 50) - 0.5) * 2.6,
      });
    });
  }
  cuts.set(seed, found);
  return found;
}

/** A hull in pieces: `apart` from 0, whole, to 1, as it will lie; `heat` is the glow of its edges. */
export function drawPieces(
  ctx: Context,
  frame: Frame,
  token: Token,
  x: number,
  y: number,
  long: number,
  apart: number,
  heat: number,
  alpha: number,
  colour: string,
): void {
  const half = long / 2;
  const hull = hullOf(token.shape.hull);
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate((token.heading * Math.PI) / 180);
  for (const piece of piecesOf(seedOf(token.id))) {
    ctx.save();
    ctx.translate(piece.to[0] * apart * half, piece.to[1] * apart * half);
    ctx.rotate(piece.turn * apart);
    ctx.scale(half, half);
    ctx.clip(piece.outline);
    ctx.clip(hull);
    ctx.globalAlpha = alpha;
    ctx.fillStyle = colour;
    ctx.fill(hull);
    ctx.fillStyle = isDark(frame.palette) ? '#05080d' : '#4a463c';
    ctx.globalAlpha = alpha * (0.25 + 0.5 * (1 - heat)) * Math.min(1, apart * 3);
    ctx.fill(hull);
    if (heat > 0.02) {
      ctx.strokeStyle = EMBER;
      ctx.globalAlpha = heat * alpha;
      ctx.lineWidth = 7 / half;
      ctx.stroke(piece.outline);
      ctx.strokeStyle = HOT;
      ctx.lineWidth = 2.4 / half;
      ctx.stroke(piece.outline);
    }
    ctx.restore();
  }
  ctx.restore();
  ctx.globalAlpha = 1;
}

/** A fresh wreck: its pieces, with embers in them. */
export function drawWreckage(ctx: Context, frame: Frame, lens: Lens, token: Token, colour: string): void {
  if (!isIn(lens, token.at, token.shape.length)) return;
  const x = screenX(lens, token.at.x);
  const y = screenY(lens, token.at.y);
  const long = drawnLength(token.shape, lens.scale);
  const seed = seedOf(token.id);
  for (let k = 0; k < 5; k++)
    spot(
      ctx,
      SMOKE,
      x + (noise(seed, k + 60) - 0.5) * long * 1.2,
      y + (noise(seed, k + 70) - 0.5) * long * 1.2,
      long * 0.45,
      0.45,
    );
  drawPieces(ctx, frame, token, x, y, long, 1, 0.16, 0.85, colour);
  lit(ctx, frame.palette, () => {
    for (let k = 0; k < 4; k++)
      spot(
        ctx,
        EMBER,
        x + (noise(seed, k + 80) - 0.5) * long,
        y + (noise(seed, k + 90) - 0.5) * long,
        2 + long * 0.06,
        0.7,
      );
  });
}
