// What a blow does where it lands: a shield lights up on the side that is struck,
// armour flakes, a hull burns; and blasts that strike all about them.
import type { Surface } from '../effects';
import type { Point } from '../types';
import { EMBER, FLAME, HOT, SHIELD, SMOKE, WHITE, lit, noise, pulse, ramp, slowing, spot } from './light';
import { onScreen, reachOf } from './set';
import type { Stage } from './set';

/** A blow on a place of the screen, from an angle; `r` is half the ship's length. */
export function impact(
  set: Stage,
  at: Point,
  angle: number,
  r: number,
  surface: Surface,
  t: number,
  power: number,
  seed: number,
): void {
  if (t <= 0 || t >= 1) return;
  if (surface === 'shield') shield(set, at, angle, r, t, power);
  else sparks(set, at, angle, r, t, power, seed, surface);
  if (surface === 'hull') flash(set, at, angle, r, t, power, seed);
}

/** The side of the shield that faces the blow, with a ripple that runs along it. */
function shield(set: Stage, at: Point, angle: number, r: number, t: number, power: number): void {
  const { ctx, frame } = set;
  const out = r * 1.22 + 7;
  const wide = 0.55 + 0.5 * power + 0.35 * slowing(t);
  const glow = pulse(t, 0.12);
  lit(ctx, frame.palette, () => {
    ctx.strokeStyle = SHIELD;
    ctx.lineCap = 'round';
    for (const [width, alpha, share] of [
      [11, 0.14, 1],
      [5, 0.3, 0.92],
      [2, 0.95, 0.8],
    ] as const) {
      ctx.globalAlpha = alpha * glow;
      ctx.lineWidth = width;
      ctx.beginPath();
      ctx.arc(at.x, at.y, out, angle - wide * share, angle + wide * share);
      ctx.stroke();
    }
    // The ripple: short arcs inside and outside of the first, running apart.
    ctx.lineWidth = 1.2;
    for (let k = 1; k <= 3; k++) {
      const way = slowing(t) * k * 0.32;
      ctx.globalAlpha = glow * (0.6 - k * 0.13);
      for (const side of [-1, 1]) {
        ctx.beginPath();
        ctx.arc(at.x, at.y, out + (k - 2) * 3.5, angle + side * way - 0.12, angle + side * way + 0.12);
        ctx.stroke();
      }
    }
    const x = at.x + Math.cos(angle) * out;
    const y = at.y + Math.sin(angle) * out;
    spot(ctx, SHIELD, x, y, 14 + 22 * power, glow * 0.8);
    spot(ctx, WHITE, x, y, 7 + 9 * power, glow);
    ctx.lineCap = 'butt';
  });
}

/** Sparks fly back the way the blow came; off armour with flakes of it. */
function sparks(
  set: Stage,
  at: Point,
  angle: number,
  r: number,
  t: number,
  power: number,
  seed: number,
  surface: Surface,
): void {
  const { ctx, frame } = set;
  const x = at.x + Math.cos(angle) * r * 0.45;
  const y = at.y + Math.sin(angle) * r * 0.45;
  const n = Math.round(9 + power * 16);
  const far = (r * 1.5 + 26) * (0.6 + power * 0.6);
  lit(ctx, frame.palette, () => {
    ctx.strokeStyle = surface === 'armour' ? HOT : FLAME;
    ctx.lineWidth = 1.4;
    ctx.globalAlpha = 1 - t * t;
    ctx.beginPath();
    for (let k = 0; k < n; k++) {
      const way = angle + (noise(seed, k) - 0.5) * 2.1;
      const out = far * (0.25 + 0.75 * noise(seed, k + 50)) * slowing(t);
      const tail = Math.max(0, out - 9 * (1 - t));
      ctx.moveTo(x + Math.cos(way) * tail, y + Math.sin(way) * tail);
      ctx.lineTo(x + Math.cos(way) * out, y + Math.sin(way) * out);
    }
    ctx.stroke();
    spot(ctx, HOT, x, y, 10 + 14 * power, pulse(t, 0.08));
  });
  if (surface !== 'armour') return;
  // Flakes of armour tumble away and turn dark.
  ctx.fillStyle = frame.palette.tones.neutral;
  for (let k = 0; k < n / 2; k++) {
    const way = angle + (noise(seed, k + 90) - 0.5) * 2.6;
    const out = far * (0.2 + 0.5 * noise(seed, k + 130)) * slowing(t);
    const size = 1.5 + 2.5 * noise(seed, k + 170);
    ctx.globalAlpha = 0.9 * (1 - t);
    ctx.save();
    ctx.translate(x + Math.cos(way) * out, y + Math.sin(way) * out);
    ctx.rotate(noise(seed, k + 210) * 6 + t * 7);
    ctx.fillRect(-size, -size / 2.5, size * 2, size / 1.25);
    ctx.restore();
  }
  ctx.globalAlpha = 1;
}

/** A burst of fire out of a hull, and the smoke that is left. */
function flash(
  set: Stage,
  at: Point,
  angle: number,
  r: number,
  t: number,
  power: number,
  seed: number,
): void {
  const { ctx, frame } = set;
  const x = at.x + Math.cos(angle) * r * 0.3;
  const y = at.y + Math.sin(angle) * r * 0.3;
  const size = (r * 0.5 + 9) * (0.7 + power * 0.8);
  for (let k = 0; k < 4; k++) {
    const way = noise(seed, k + 300) * Math.PI * 2;
    const out = size * 0.9 * slowing(t) * noise(seed, k + 310);
    spot(
      ctx,
      SMOKE,
      x + Math.cos(way) * out,
      y + Math.sin(way) * out - t * 5,
      size * (0.5 + t * 0.9),
      0.5 * ramp(t, 0.1, 0.3) * (1 - t),
    );
  }
  lit(ctx, frame.palette, () => {
    const hot = pulse(t, 0.06);
    spot(ctx, EMBER, x, y, size * (1.2 + t * 0.9), hot * 0.9);
    spot(ctx, FLAME, x, y, size * (0.8 + t * 0.5), hot);
    spot(ctx, WHITE, x, y, size * 0.5, pulse(t, 0.04) * (t < 0.5 ? 1 : 0));
  });
}

/** An explosion with its ring; `radius` in pixels. */
export function blast(set: Stage, at: Point, radius: number, t: number, power: number, seed: number): void {
  if (t <= 0 || t >= 1) return;
  const { ctx, frame } = set;
  const grown = radius * (0.25 + 0.75 * slowing(ramp(t, 0, 0.7)));
  for (let k = 0; k < 4; k++) {
    const way = noise(seed, k) * Math.PI * 2;
    const out = grown * 0.6 * noise(seed, k + 10);
    spot(
      ctx,
      SMOKE,
      at.x + Math.cos(way) * out,
      at.y + Math.sin(way) * out,
      grown * 0.7,
      0.4 * ramp(t, 0.25, 0.5) * (1 - t),
    );
  }
  lit(ctx, frame.palette, () => {
    const hot = pulse(t, 0.1);
    for (let k = 0; k < 7; k++) {
      const way = noise(seed, k + 20) * Math.PI * 2;
      const out = grown * 0.75 * Math.sqrt(noise(seed, k + 30));
      const size = grown * (0.3 + 0.35 * noise(seed, k + 40));
      const late = noise(seed, k + 60) * 0.18;
      const own = pulse(ramp(t, late, 1), 0.16);
      spot(ctx, EMBER, at.x + Math.cos(way) * out, at.y + Math.sin(way) * out, size * 1.3, own * 0.8);
      spot(ctx, FLAME, at.x + Math.cos(way) * out, at.y + Math.sin(way) * out, size * 0.8, own * 0.8);
    }
    spot(ctx, WHITE, at.x, at.y, grown * 0.55, hot * (t < 0.3 ? 0.8 : 0.3) * (0.5 + power / 2));
    ctx.strokeStyle = HOT;
    ctx.globalAlpha = 0.8 * (1 - t) ** 2;
    ctx.lineWidth = 1 + 3 * (1 - t);
    ctx.beginPath();
    ctx.arc(at.x, at.y, radius * slowing(t) * 1.15, 0, Math.PI * 2);
    ctx.stroke();
  });
}

/** A blow named by its places in the world. */
export function strike(
  set: Stage,
  it: { t: number; at: Point; whom?: string; from?: Point; surface: Surface; power?: number },
  seed: number,
): void {
  const at = onScreen(set, it.at);
  const from = it.from ? onScreen(set, it.from) : null;
  const angle = from ? Math.atan2(from.y - at.y, from.x - at.x) : noise(seed, 1) * Math.PI * 2;
  impact(set, at, angle, reachOf(set, it.whom), it.surface, it.t, it.power ?? 0.5, seed);
}
