// What stands over the map for a moment and is read: dice as faces, cards turned
// over, a lock that closes.
import type { Die } from '../effects';
import type { Frame } from '../renderer';
import type { Point, Tone } from '../types';
import { lit, noise, pulse, ramp, slowing, spot } from './light';
import { onScreen, reachOf } from './set';
import type { Stage } from './set';

type Context = CanvasRenderingContext2D;

const SIDE = 19;
const GAP = 4;
/** More dice than these are counted. */
const MOST = 10;

/** The share of its time in which a die rolls. */
const ROLLS = 0.42;

/** Pips of the faces of a common die, on a grid from -1 to 1. */
const PIPS: [number, number][][] = [
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

export function dice(
  set: Stage,
  it: { t: number; at: Point; whom?: string; dice: Die[] },
  seed: number,
): void {
  const at = onScreen(set, it.at);
  const { ctx, frame } = set;
  const shown = it.dice.slice(0, MOST);
  const more = it.dice.length - shown.length;
  const y = at.y + reachOf(set, it.whom) * 1.15 + 26;
  const wide = shown.length * (SIDE + GAP) - GAP;
  // Beside a target at the edge they stay on the glass.
  const room = frame.state.view.width - wide / 2 - (more > 0 ? 36 : 8);
  const middle = Math.max(wide / 2 + 8, Math.min(room, at.x));
  const alpha = ramp(it.t, 0, 0.08) * (1 - ramp(it.t, 0.88, 1));
  if (alpha <= 0) return;
  shown.forEach((die, k) => {
    const falls = ramp(it.t, k * 0.015, ROLLS + k * 0.015);
    const rolling = falls < 1;
    const x = middle - wide / 2 + SIDE / 2 + k * (SIDE + GAP);
    const hop = rolling && !frame.still ? -Math.abs(Math.sin(falls * Math.PI * 2.5)) * 16 * (1 - falls) : 0;
    const turn = rolling && !frame.still ? (1 - falls) * (4 + noise(seed, k) * 5) : 0;
    const face = rolling ? 1 + Math.floor(noise(seed + k, Math.floor(falls * 9)) * die.sides) : die.value;
    const landed = ramp(it.t, ROLLS + k * 0.015, ROLLS + 0.12 + k * 0.015);
    ctx.save();
    ctx.translate(x, y + hop);
    ctx.rotate(turn);
    if (landed > 0 && landed < 1) ctx.scale(1 + 0.25 * (1 - landed), 1 + 0.25 * (1 - landed));
    drawDie(ctx, frame, { ...die, value: face, good: rolling ? undefined : die.good }, alpha);
    ctx.restore();
  });
  if (more > 0) {
    ctx.globalAlpha = alpha;
    ctx.fillStyle = frame.palette.tones.text;
    ctx.font = `600 12px ${frame.palette.mono}`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillText(`+${more}`, middle + wide / 2 + 6, y);
  }
  ctx.globalAlpha = 1;
}

/** One die about the origin: pips where it has six faces, a number where it has others. */
export function drawDie(ctx: Context, frame: Pick<Frame, 'palette'>, die: Die, alpha = 1): void {
  const half = SIDE / 2;
  const { palette } = frame;
  const face = die.good === false ? palette.tones.muted : palette.tones.text;
  ctx.globalAlpha = alpha;
  ctx.fillStyle = face;
  ctx.strokeStyle = palette.ground;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  if (die.sides === 6) ctx.roundRect(-half, -half, SIDE, SIDE, 4.5);
  else {
    const corners = die.sides === 4 ? 3 : die.sides === 8 ? 4 : die.sides === 10 ? 5 : 6;
    for (let k = 0; k < corners; k++) {
      const angle = (k / corners) * Math.PI * 2 - Math.PI / 2;
      const out = half * (corners === 3 ? 1.35 : 1.18);
      if (k === 0) ctx.moveTo(Math.cos(angle) * out, Math.sin(angle) * out);
      else ctx.lineTo(Math.cos(angle) * out, Math.sin(angle) * out);
    }
    ctx.closePath();
  }
  ctx.fill();
  ctx.stroke();
  if (die.good) {
    ctx.strokeStyle = palette.tones.harm;
    ctx.lineWidth = 2;
    ctx.stroke();
  }
  ctx.fillStyle = palette.ground;
  const pips = die.sides === 6 ? PIPS[die.value - 1] : undefined;
  if (!pips) {
    ctx.font = `700 11.5px ${palette.mono}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(String(die.value), 0, die.sides === 4 ? 2.5 : 0.8);
    return;
  }
  ctx.beginPath();
  for (const [px, py] of pips) {
    const [x, y] = [px * half * 0.52, py * half * 0.52];
    ctx.moveTo(x + 1.9, y);
    ctx.arc(x, y, 1.9, 0, Math.PI * 2);
  }
  ctx.fill();
}

/** A card that was laid face down and is turned over. */
export function card(
  set: Stage,
  it: { t: number; at: Point; whom?: string; title: string; mark?: string; tone: Tone },
): void {
  const at = onScreen(set, it.at);
  const { ctx, frame } = set;
  const { palette } = frame;
  const [wide, high] = [92, 54];
  const rise = slowing(ramp(it.t, 0, 0.16));
  const turn = frame.still ? 1 : ramp(it.t, 0.3, 0.48);
  const alpha = ramp(it.t, 0, 0.08) * (1 - ramp(it.t, 0.92, 1));
  const y = at.y - reachOf(set, it.whom) - 14 - (high / 2 + 12) * rise;
  // Half way round it is seen from its edge.
  const squeeze = Math.abs(Math.cos(turn * Math.PI));
  const open = turn > 0.5;
  const colour = palette.tones[it.tone];
  ctx.save();
  ctx.translate(at.x, y);
  ctx.scale(Math.max(0.03, squeeze), 1);
  ctx.globalAlpha = alpha;
  ctx.fillStyle = palette.panel;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.roundRect(-wide / 2, -high / 2, wide, high, 7);
  ctx.fill();
  ctx.stroke();
  ctx.clip();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  if (open) {
    ctx.fillStyle = colour;
    ctx.font = `600 20px ${palette.font}`;
    if (it.mark) ctx.fillText(it.mark, 0, -9);
    ctx.fillStyle = palette.tones.text;
    ctx.font = `600 13px ${palette.font}`;
    ctx.fillText(it.title, 0, it.mark ? 14 : 0, wide - 10);
  } else {
    // The back: lines crossing.
    ctx.globalAlpha = alpha * 0.4;
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let k = -wide; k < wide; k += 9) {
      ctx.moveTo(k, -high / 2);
      ctx.lineTo(k + high, high / 2);
      ctx.moveTo(k + high, -high / 2);
      ctx.lineTo(k, high / 2);
    }
    ctx.stroke();
  }
  ctx.restore();
  if (open)
    lit(ctx, palette, () => spot(ctx, colour, at.x, y, wide * 0.8, 0.5 * pulse(ramp(it.t, 0.39, 0.7), 0.1)));
  ctx.globalAlpha = 1;
}

/** Four corners that close round a target, and hold. */
export function lock(set: Stage, it: { t: number; at: Point; whom?: string; tone: Tone }): void {
  const at = onScreen(set, it.at);
  const { ctx, frame } = set;
  const close = slowing(ramp(it.t, 0, 0.4));
  const r = reachOf(set, it.whom) * 1.2 + 8 + (1 - close) * 46;
  const blink = it.t > 0.4 && it.t < 0.62 && !frame.still ? (Math.floor(it.t * 28) % 2 ? 0.35 : 1) : 1;
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.rotate(((1 - close) * Math.PI) / 4);
  ctx.strokeStyle = frame.palette.tones[it.tone];
  ctx.globalAlpha = ramp(it.t, 0, 0.1) * (1 - ramp(it.t, 0.85, 1)) * blink;
  ctx.lineWidth = 2;
  ctx.beginPath();
  for (const sx of [-1, 1])
    for (const sy of [-1, 1]) {
      ctx.moveTo(sx * r, sy * r * 0.55);
      ctx.lineTo(sx * r, sy * r);
      ctx.lineTo(sx * r * 0.55, sy * r);
    }
  ctx.stroke();
  ctx.restore();
  ctx.globalAlpha = 1;
}
