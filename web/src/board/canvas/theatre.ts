// Everything that happens on the board, drawn over it. Fetched when a battle
// opens: still pictures of a table need none of it.
import type { Effect } from '../effects';
import type { Frame } from '../renderer';
import type { Point } from '../types';
import { breakUp, drawVeil } from './breakup';
import { blast, strike } from './impacts';
import { EMBER, FLAME, HOT, WHITE, lit, noise, pulse, ramp, slowing, spot } from './light';
import type { Lens } from './lens';
import { onScreen, reachOf } from './set';
import type { Stage } from './set';
import { card, dice, lock } from './tablets';
import { fire } from './weapons';

type Context = CanvasRenderingContext2D;

/** Effects that lie under the ships: what drives leave behind, hexes that glow, hot air. */
export function drawEffectsUnder(ctx: Context, frame: Frame, lens: Lens): void {
  if (frame.scene.effects.length === 0) return;
  const set = stageOf(ctx, frame, lens);
  for (const it of frame.scene.effects) {
    if (it.kind === 'wake') wake(set, it);
    else if (it.kind === 'glow') glow(set, it);
    else if (it.kind === 'heat') heat(set, it);
  }
  ctx.globalAlpha = 1;
}

/** Effects over the ships. What is read stands over what burns. */
export function drawEffectsOver(ctx: Context, frame: Frame, lens: Lens): void {
  if (frame.scene.effects.length === 0) return;
  const set = stageOf(ctx, frame, lens);
  const deaths = frame.scene.effects.filter((it) => it.kind === 'break');
  drawVeil(set, deaths);
  for (const it of deaths) breakUp(set, it);
  frame.scene.effects.forEach((it, n) => over(set, it, n));
  frame.scene.effects.forEach((it, n) => {
    if (it.kind === 'dice') dice(set, it, seedAt(it.at) + n);
    else if (it.kind === 'card') card(set, it);
    else if (it.kind === 'lock') lock(set, it);
  });
  ctx.globalAlpha = 1;
}

function stageOf(ctx: Context, frame: Frame, lens: Lens): Stage {
  return { ctx, frame, lens, tokens: new Map(frame.scene.tokens.map((it) => [it.id, it])) };
}

/** The same place has the same sparks. */
function seedAt(at: Point): number {
  return Math.round(at.x * 131 + at.y * 977);
}

function over(set: Stage, it: Effect, n: number): void {
  switch (it.kind) {
    case 'fire':
      fire(set, it, seedAt(it.to) + seedAt(it.from) * 7 + n);
      break;
    case 'strike':
      strike(set, it, seedAt(it.at) + n);
      break;
    case 'blast': {
      const radius = it.radius === undefined ? reachOf(set, undefined) * 1.6 : it.radius * set.lens.scale;
      blast(set, onScreen(set, it.at), radius, it.t, it.power ?? 0.6, seedAt(it.at) + n);
      break;
    }
    case 'jump':
      jump(set, it.at, it.t, set.frame.palette.tones[it.tone]);
  }
  set.ctx.globalAlpha = 1;
}

/** A flash that opens to a ring, and streaks into it. */
function jump(set: Stage, where: Point, t: number, colour: string): void {
  const { ctx, frame } = set;
  const at = onScreen(set, where);
  lit(ctx, frame.palette, () => {
    const hot = pulse(t, 0.25);
    spot(ctx, colour, at.x, at.y, 46, hot);
    spot(ctx, WHITE, at.x, at.y, 20, hot);
    ctx.strokeStyle = colour;
    ctx.globalAlpha = (1 - t) * ramp(t, 0, 0.2);
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.arc(at.x, at.y, 8 + 40 * slowing(t), 0, Math.PI * 2);
    ctx.stroke();
    ctx.lineWidth = 1.2;
    ctx.beginPath();
    for (let k = 0; k < 10; k++) {
      const way = noise(k, 3) * Math.PI * 2;
      const out = 70 * (1 - t) + 10;
      ctx.moveTo(at.x + Math.cos(way) * out, at.y + Math.sin(way) * out);
      ctx.lineTo(at.x + Math.cos(way) * (out - 14), at.y + Math.sin(way) * (out - 14));
    }
    ctx.stroke();
  });
}

/** The way a ship has come, brightest at its stern. */
function wake(set: Stage, it: Effect & { kind: 'wake' }): void {
  const { ctx, frame } = set;
  if (it.points.length < 2) return;
  const places = resampled(it.points.map((at) => onScreen(set, at)));
  const n = places.length;
  const colour = frame.palette.tones[it.tone];
  const fade = 1 - ramp(it.t, 0.88, 1);
  ctx.lineCap = 'round';
  if (it.manner === 'contrail') {
    // Two white threads that part and thin out.
    ctx.strokeStyle = frame.palette.tones.text;
    for (const side of [-1, 1])
      for (let k = 1; k < n; k++) {
        const old = 1 - k / n;
        const [a, b] = [places[k - 1]!, places[k]!];
        const angle = Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2;
        const off = side * (2.4 + old * 4);
        ctx.globalAlpha = 0.5 * (1 - old) ** 1.3 * fade;
        ctx.lineWidth = 1 + old * 3.4;
        ctx.beginPath();
        ctx.moveTo(a.x + Math.cos(angle) * off, a.y + Math.sin(angle) * off);
        ctx.lineTo(b.x + Math.cos(angle) * off, b.y + Math.sin(angle) * off);
        ctx.stroke();
      }
  }
  lit(ctx, frame.palette, () => {
    if (it.manner !== 'contrail') {
      ctx.strokeStyle = it.manner === 'heat' ? EMBER : colour;
      for (let k = 1; k < n; k++) {
        const young = (k / n) ** 2;
        const [a, b] = [places[k - 1]!, places[k]!];
        ctx.globalAlpha = 0.5 * young * fade;
        ctx.lineWidth = 1 + 3.5 * young;
        ctx.beginPath();
        ctx.moveTo(a.x, a.y);
        ctx.lineTo(b.x, b.y);
        ctx.stroke();
      }
    }
    const head = places[n - 1]!;
    const before = places[Math.max(0, n - 3)]!;
    const angle = Math.atan2(head.y - before.y, head.x - before.x);
    const burn = fade * Math.min(1, it.t * 8) * Math.min(1, (1 - it.t) * 6);
    const x = head.x - Math.cos(angle) * 9;
    const y = head.y - Math.sin(angle) * 9;
    spot(ctx, it.manner === 'heat' ? FLAME : colour, x, y, 13, burn * 0.9);
    spot(ctx, it.manner === 'heat' ? HOT : WHITE, x, y, 5, burn);
  });
  ctx.lineCap = 'butt';
}

/** Some two dozen places along a line, evenly apart. */
function resampled(points: Point[]): Point[] {
  let total = 0;
  for (let k = 1; k < points.length; k++)
    total += Math.hypot(points[k]!.x - points[k - 1]!.x, points[k]!.y - points[k - 1]!.y);
  const n = Math.max(3, Math.min(24, Math.ceil(total / 7)));
  const out: Point[] = [points[0]!];
  let leg = 1;
  let run = 0;
  for (let k = 1; k <= n; k++) {
    const want = (total * k) / n;
    while (leg < points.length) {
      const [a, b] = [points[leg - 1]!, points[leg]!];
      const long = Math.hypot(b.x - a.x, b.y - a.y);
      if (run + long >= want - 1e-9 || leg === points.length - 1) {
        const u = long > 0 ? Math.min(1, (want - run) / long) : 1;
        out.push({ x: a.x + (b.x - a.x) * u, y: a.y + (b.y - a.y) * u });
        break;
      }
      run += long;
      leg += 1;
    }
  }
  return out;
}

/** A hex lights up from its rim. */
function glow(set: Stage, it: Effect & { kind: 'glow' }): void {
  const { ctx, frame } = set;
  const colour = frame.palette.tones[it.tone];
  const strong = pulse(it.t, 0.22);
  const corners = it.outline.map((at) => onScreen(set, at));
  const trace = () => {
    ctx.beginPath();
    corners.forEach((at, k) => (k === 0 ? ctx.moveTo(at.x, at.y) : ctx.lineTo(at.x, at.y)));
    ctx.closePath();
  };
  lit(ctx, frame.palette, () => {
    trace();
    ctx.fillStyle = colour;
    ctx.globalAlpha = 0.22 * strong;
    ctx.fill();
    ctx.strokeStyle = colour;
    ctx.lineJoin = 'round';
    for (const [width, alpha] of [
      [12, 0.14],
      [6, 0.28],
      [2, 0.9],
    ] as const) {
      ctx.lineWidth = width;
      ctx.globalAlpha = alpha * strong;
      ctx.stroke();
    }
    ctx.lineJoin = 'miter';
  });
}

/** Rings of hot light that waver about a ship. */
function heat(set: Stage, it: Effect & { kind: 'heat' }): void {
  const { ctx, frame } = set;
  const at = onScreen(set, it.at);
  const r = reachOf(set, it.whom);
  const strong = pulse(it.t, 0.3) * Math.min(1, it.amount);
  lit(ctx, frame.palette, () => {
    spot(ctx, EMBER, at.x, at.y, r * 2.1, strong * 0.6);
    spot(ctx, FLAME, at.x, at.y, r * 1.2, strong * 0.5);
    ctx.strokeStyle = FLAME;
    ctx.lineWidth = 1.3;
    for (let k = 0; k < 4; k++) {
      const grown = (it.t + k / 4) % 1;
      ctx.globalAlpha = strong * 0.55 * (1 - grown);
      ctx.beginPath();
      for (let a = 0; a <= 40; a++) {
        const turn = (a / 40) * Math.PI * 2;
        const out = r * (0.9 + grown * 1.3) + Math.sin(turn * 7 + it.t * 24 + k * 2) * (1.5 + grown * 3);
        const [x, y] = [at.x + Math.cos(turn) * out, at.y + Math.sin(turn) * out];
        if (a === 0) ctx.moveTo(x, y);
        else ctx.lineTo(x, y);
      }
      ctx.stroke();
    }
  });
}
