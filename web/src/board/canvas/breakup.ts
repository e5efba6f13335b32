// A ship dies: small fires run along it, it bursts, and its pieces drift apart.
import { drawnLength } from '../state';
import { blast } from './impacts';
import { EMBER, FLAME, HOT, SMOKE, WHITE, lit, noise, pulse, ramp, seedOf, slowing, spot } from './light';
import { onScreen } from './set';
import type { Stage } from './set';
import { toneOf } from './tokens';
import { drawPieces } from './wrecks';

/** The share at which it bursts. */
const BURSTS = 0.2;

/** While ships die the rest of the board steps back. */
export function drawVeil(set: Stage, deaths: { t: number; last?: boolean }[]): void {
  if (deaths.length === 0) return;
  const { ctx, frame } = set;
  const dark = deaths.map(({ t, last }) => (last ? 0.5 : 0.36) * ramp(t, 0, 0.12) * (1 - ramp(t, 0.8, 1)));
  ctx.fillStyle = frame.palette.ground;
  ctx.globalAlpha = Math.max(...dark);
  ctx.fillRect(0, 0, frame.state.view.width, frame.state.view.height);
  ctx.globalAlpha = 1;
}

export function breakUp(set: Stage, it: { t: number; whom: string; last?: boolean }): void {
  const token = set.tokens.get(it.whom);
  if (!token) return;
  const { ctx, frame, lens } = set;
  const { t } = it;
  const at = onScreen(set, token.at);
  const long = drawnLength(token.shape, lens.scale);
  const half = long / 2;
  const seed = seedOf(token.id);
  const colour = frame.palette.tones[toneOf(token.side)];
  const angle = (token.heading * Math.PI) / 180;
  const u = ramp(t, BURSTS, 1);
  const apart = u > 0 ? slowing(u) : 0;
  const shake = u > 0 ? 0 : ramp(t, 0.02, BURSTS) * 1.8;
  const jolt = (n: number) => (noise(seed + n, Math.floor(t * 70)) - 0.5) * shake;
  // Smoke lies under the pieces.
  for (let k = 0; k < 8 && u > 0; k++) {
    const way = noise(seed, k + 100) * Math.PI * 2;
    const out = half * 1.7 * slowing(u) * noise(seed, k + 110);
    spot(
      ctx,
      SMOKE,
      at.x + Math.cos(way) * out,
      at.y + Math.sin(way) * out,
      half * (0.6 + u),
      0.55 * ramp(u, 0.04, 0.2) * (1 - u * 0.45),
    );
  }
  const glow = u > 0 ? 1 - ramp(u, 0.1, 0.95) * 0.84 : 0;
  drawPieces(ctx, frame, token, at.x + jolt(1), at.y + jolt(2), long, apart, glow, 1, colour);

  // Before it bursts: fires run along the hull.
  for (let k = 0; k < 7; k++) {
    const begin = k * 0.026;
    const own = (t - begin) / 0.17;
    if (own <= 0 || own >= 1) continue;
    const out = (noise(seed, k) - 0.5) * 1.5 * half;
    const x = at.x + Math.sin(angle) * out + (noise(seed, k + 20) - 0.5) * half * 0.4;
    const y = at.y - Math.cos(angle) * out + (noise(seed, k + 30) - 0.5) * half * 0.4;
    blast(set, { x, y }, half * 0.32 + 5, own, 0.5, seed + k);
  }
  if (u <= 0) return;
  const big = it.last ? 1.5 : 1;
  blast(set, at, (half * 1.5 + 18) * big, Math.min(0.999, u * 1.6), 1, seed);
  if (it.last && u > 0.16)
    blast(set, at, (half * 1.1 + 14) * big, Math.min(0.999, (u - 0.16) * 1.6), 1, seed + 9);
  lit(ctx, frame.palette, () => {
    // One white moment.
    const white = pulse(u, 0.035);
    if (u < 0.16) {
      spot(ctx, WHITE, at.x, at.y, (half * 2 + 36) * big, white * (1 - u / 0.16));
      spot(ctx, HOT, at.x, at.y, (half * 4 + 70) * big, white * 0.35 * (1 - u / 0.16));
      // A streak across, as through a lens.
      ctx.globalAlpha = 0.6 * (1 - u / 0.16);
      ctx.strokeStyle = HOT;
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.moveTo(at.x - (half * 4 + 120) * big, at.y);
      ctx.lineTo(at.x + (half * 4 + 120) * big, at.y);
      ctx.stroke();
    }
    for (const [late, far, alpha] of [
      [0, 3.1, 0.8],
      [0.07, 2.1, 0.5],
    ] as const) {
      const ring = ramp(u, late, 0.75 + late);
      if (ring <= 0 || ring >= 1) continue;
      ctx.globalAlpha = alpha * (1 - ring) ** 1.6;
      ctx.strokeStyle = late ? FLAME : HOT;
      ctx.lineWidth = 1 + 5 * (1 - ring);
      ctx.beginPath();
      ctx.ellipse(
        at.x,
        at.y,
        (half * far + 40) * big * slowing(ring),
        (half * far + 40) * big * slowing(ring) * 0.62,
        angle,
        0,
        Math.PI * 2,
      );
      ctx.stroke();
    }
    embers(set, at.x, at.y, half, u, seed, it.last ? 70 : 44);
  });
}

/** Glowing splinters on their way out. */
function embers(set: Stage, x: number, y: number, half: number, u: number, seed: number, n: number): void {
  const { ctx } = set;
  const out = slowing(u);
  ctx.lineCap = 'round';
  for (const [colour, from, to] of [
    [HOT, 0, n / 3],
    [FLAME, n / 3, (2 * n) / 3],
    [EMBER, (2 * n) / 3, n],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.globalAlpha = (1 - u) ** 0.8;
    ctx.lineWidth = 1.6;
    ctx.beginPath();
    for (let k = Math.floor(from); k < to; k++) {
      const way = noise(seed, k + 200) * Math.PI * 2;
      const far = (half * 1.2 + 30) * (0.4 + 2 * noise(seed, k + 300));
      const head = far * out;
      const tail = far * Math.max(0, out - 0.05 - 0.1 * (1 - u));
      ctx.moveTo(x + Math.cos(way) * tail, y + Math.sin(way) * tail);
      ctx.lineTo(x + Math.cos(way) * head, y + Math.sin(way) * head);
    }
    ctx.stroke();
  }
  ctx.lineCap = 'butt';
}
