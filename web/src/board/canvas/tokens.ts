// Ships: base by side, silhouette by class, a damage ring that breaks, a label
// where there is room. Far away only the silhouette is left.
import { toScreen } from '../camera';
import type { Frame } from '../renderer';
import { drawnLength, isSeen } from '../state';
import type { Ghost, Shape, Token, Tone } from '../types';
import type { Context } from './ground';

/** Pixels per unit below which a ship is only its silhouette. */
const CLOSE = 8;
/** From so many ships on the screen on, bodies are copied and not drawn. */
const MANY = 40;

const paths = new Map<string, Path2D>();

/** Path data becomes a path once. */
function pathOf(data: string): Path2D {
  let path = paths.get(data);
  if (!path) {
    path = new Path2D(data);
    paths.set(data, path);
  }
  return path;
}

export function toneOf(side: number): Tone {
  return (['side-0', 'side-1', 'side-2', 'side-3'] as Tone[])[side] ?? 'neutral';
}

/** Corners of the base: round, angular, triangular, square, so that sides
 * differ without colour. */
const CORNERS = [0, 6, 3, 4];

/** The place on the base's outline at a share of the way round, from the top. */
function onBase(side: number, r: number, t: number): [number, number] {
  const corners = CORNERS[side] ?? 0;
  const turn = t * Math.PI * 2;
  if (corners === 0) return [Math.sin(turn) * r, -Math.cos(turn) * r];
  const wide = corners === 3 ? r * 1.3 : corners === 4 ? r * 1.2 : r * 1.07;
  const shift = corners === 4 ? 0.5 : 0;
  const at = t * corners + shift;
  const k = Math.floor(at);
  const part = at - k;
  const corner = (n: number): [number, number] => {
    const angle = ((n - shift) / corners) * Math.PI * 2;
    return [Math.sin(angle) * wide, -Math.cos(angle) * wide];
  };
  const [ax, ay] = corner(k);
  const [bx, by] = corner(k + 1);
  return [ax + (bx - ax) * part, ay + (by - ay) * part];
}

/** A stretch of the base's outline. */
function stretch(ctx: Context, side: number, r: number, from: number, to: number): void {
  const corners = CORNERS[side] ?? 0;
  if (corners === 0) {
    ctx.arc(0, 0, r, from * Math.PI * 2 - Math.PI / 2, to * Math.PI * 2 - Math.PI / 2);
    return;
  }
  ctx.moveTo(...onBase(side, r, from));
  const shift = corners === 4 ? 0.5 : 0;
  for (let k = Math.floor(from * corners + shift) + 1; k < to * corners + shift - 1e-9; k++) ctx.lineTo(...onBase(side, r, (k - shift) / corners));
  ctx.lineTo(...onBase(side, r, to));
}

function base(ctx: Context, side: number, r: number): void {
  ctx.beginPath();
  stretch(ctx, side, r, 0, 1);
  ctx.closePath();
}

function silhouette(ctx: Context, frame: Frame, shape: Shape, long: number, colour: string, solid: boolean): void {
  const half = long / 2;
  ctx.save();
  ctx.scale(half, half);
  const hull = pathOf(shape.hull);
  if (solid) {
    ctx.fillStyle = colour;
    ctx.fill(hull);
    if (shape.detail && long > 24) {
      ctx.strokeStyle = frame.palette.sea;
      ctx.lineWidth = 1.3 / half;
      ctx.stroke(pathOf(shape.detail));
    }
    ctx.strokeStyle = frame.palette.sea;
    ctx.lineWidth = 1 / half;
    ctx.stroke(hull);
  } else {
    ctx.fillStyle = frame.palette.sea;
    ctx.fill(hull);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1.6 / half;
    ctx.stroke(hull);
  }
  ctx.restore();
}

/** The damage ring is the base's own outline: one part a box, broken where boxes are gone. */
function ring(ctx: Context, frame: Frame, token: Token, r: number, colour: string): void {
  const n = token.boxes;
  if (n === 0) return;
  const gap = n > 1 ? Math.min(0.022, 0.22 / n) : 0;
  const alpha = token.dim ? 0.45 : 1;
  for (const gone of [true, false]) {
    ctx.beginPath();
    for (let k = 0; k < n; k++) {
      if (k >= n - token.lost !== gone) continue;
      const [x, y] = onBase(token.side, r, k / n + gap);
      ctx.moveTo(x, y);
      stretch(ctx, token.side, r, k / n + gap, (k + 1) / n - gap);
    }
    ctx.strokeStyle = gone ? frame.palette.tones.harm : colour;
    ctx.globalAlpha = (gone ? 0.4 : 0.95) * alpha;
    ctx.lineWidth = gone ? 1 : 2;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/** Base, ring, bow mark and silhouette about the origin. */
function drawBody(ctx: Context, frame: Frame, token: Token, long: number, near: boolean, chosen: boolean): void {
  const { palette } = frame;
  const colour = palette.tones[toneOf(token.side)];
  const r = long * 0.56;
  if (near) {
    base(ctx, token.side, r + 1);
    ctx.fillStyle = palette.panel;
    ctx.globalAlpha = token.dim ? 0.4 : 0.78;
    ctx.fill();
    ctx.fillStyle = colour;
    ctx.globalAlpha = chosen ? 0.3 : 0.14;
    ctx.fill();
    ctx.globalAlpha = 1;
    ring(ctx, frame, token, r + 1, colour);
  }
  ctx.rotate((token.heading * Math.PI) / 180);
  if (near) {
    // A bow mark outside the ring: heading must be unmistakable.
    ctx.fillStyle = colour;
    ctx.globalAlpha = token.dim ? 0.5 : 1;
    ctx.beginPath();
    ctx.moveTo(0, -r - 8);
    ctx.lineTo(3.6, -r - 2.5);
    ctx.lineTo(-3.6, -r - 2.5);
    ctx.fill();
  }
  ctx.globalAlpha = token.dim ? 0.55 : 1;
  silhouette(ctx, frame, token.shape, long, colour, true);
  ctx.globalAlpha = 1;
}

const sprites = new Map<string, HTMLCanvasElement>();
const MOST_SPRITES = 2500;
/** Sizes come in steps of this ratio, so that a zoom does not paint everything anew. */
const SIZE_STEP = 1.12;

/** With many ships on the screen the same body is drawn once and copied. */
function sprite(frame: Frame, token: Token, long: number, near: boolean, chosen: boolean, ratio: number): { body: HTMLCanvasElement; size: number } {
  const heading = Math.round(token.heading / 3) * 3;
  const size = Math.round(SIZE_STEP ** Math.ceil(Math.log(long) / Math.log(SIZE_STEP)));
  const key = `${token.shape.hull}|${token.side}|${size}|${heading}|${token.boxes}|${token.lost}|${near}|${chosen}|${token.dim}|${frame.palette.sea}|${ratio}`;
  const known = sprites.get(key);
  if (known) return { body: known, size };
  if (sprites.size >= MOST_SPRITES) sprites.clear();
  const canvas = document.createElement('canvas');
  const wide = Math.ceil(size * 1.3 + 22);
  canvas.width = canvas.height = wide * ratio;
  const ctx = canvas.getContext('2d')!;
  ctx.setTransform(ratio, 0, 0, ratio, (wide * ratio) / 2, (wide * ratio) / 2);
  drawBody(ctx, frame, { ...token, heading }, size, near, chosen);
  sprites.set(key, canvas);
  return { body: canvas, size };
}

function drawToken(ctx: Context, frame: Frame, token: Token, many: boolean): void {
  const { state, palette } = frame;
  const at = toScreen(state.camera, state.view, token.at);
  const long = drawnLength(token.shape.length, state.camera.scale);
  const colour = palette.tones[toneOf(token.side)];
  const near = state.camera.scale > CLOSE && !frame.bare;
  const chosen = state.selected === token.id;
  const hovered = state.hover === token.id;
  const r = long * 0.56;

  if (token.wreck) {
    ctx.strokeStyle = palette.tones.muted;
    ctx.globalAlpha = 0.5;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.moveTo(at.x - 5, at.y - 5);
    ctx.lineTo(at.x + 5, at.y + 5);
    ctx.moveTo(at.x + 5, at.y - 5);
    ctx.lineTo(at.x - 5, at.y + 5);
    ctx.stroke();
    ctx.globalAlpha = 1;
    return;
  }

  if (token.vector && near) {
    const tip = toScreen(state.camera, state.view, token.vector);
    ctx.strokeStyle = colour;
    ctx.globalAlpha = token.dim ? 0.2 : 0.55;
    ctx.lineWidth = 1.25;
    ctx.beginPath();
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(tip.x, tip.y);
    const angle = Math.atan2(tip.y - at.y, tip.x - at.x);
    ctx.moveTo(tip.x - Math.cos(angle - 0.5) * 6, tip.y - Math.sin(angle - 0.5) * 6);
    ctx.lineTo(tip.x, tip.y);
    ctx.lineTo(tip.x - Math.cos(angle + 0.5) * 6, tip.y - Math.sin(angle + 0.5) * 6);
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  if (many) {
    const ratio = ctx.getTransform().a;
    const { body, size } = sprite(frame, token, long, near, chosen, ratio);
    const wide = (body.width / ratio) * (long / size);
    ctx.drawImage(body, Math.round((at.x - wide / 2) * ratio) / ratio, Math.round((at.y - wide / 2) * ratio) / ratio, wide, wide);
  } else {
    ctx.save();
    ctx.translate(at.x, at.y);
    drawBody(ctx, frame, token, long, near, chosen);
    ctx.restore();
  }
  if (chosen || hovered) {
    ctx.save();
    ctx.translate(at.x, at.y);
    ctx.strokeStyle = palette.tones.text;
    ctx.globalAlpha = chosen ? 1 : 0.55;
    ctx.lineWidth = 1.5;
    base(ctx, token.side, r + 6);
    ctx.stroke();
    ctx.restore();
  }

  if (token.owes && near) {
    ctx.fillStyle = palette.tones.warn;
    ctx.beginPath();
    ctx.arc(at.x + r * 0.8 + 4, at.y - r * 0.8 - 4, 3.5, 0, Math.PI * 2);
    ctx.fill();
  }
  if (token.trouble && near) {
    ctx.fillStyle = palette.tones.harm;
    for (let k = 0; k < token.trouble; k++) {
      ctx.beginPath();
      ctx.arc(at.x - r * 0.8 - 4, at.y - r * 0.8 - 4 + k * 7, 2.6, 0, Math.PI * 2);
      ctx.fill();
    }
  }
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const widths = new Map<string, number>();

function labelWidth(ctx: Context, label: string): number {
  const key = `${ctx.font}|${label}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = ctx.measureText(label).width;
    widths.set(key, width);
  }
  return width;
}

/** Labels go below, above, right or left of the ship, wherever no other is. */
function drawLabels(ctx: Context, frame: Frame, tokens: Token[]): void {
  const { state, palette } = frame;
  if (state.camera.scale <= CLOSE || frame.bare) return;
  const taken: Box[] = [];
  const overlaps = (box: Box) => taken.some((it) => box.x < it.x + it.w && it.x < box.x + box.w && box.y < it.y + it.h && it.y < box.y + box.h);
  const first = (token: Token) => (token.id === state.selected || token.id === state.hover ? 0 : 1);
  ctx.font = `600 11.5px ${palette.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const token of [...tokens].sort((a, b) => first(a) - first(b))) {
    if (token.wreck) continue;
    const at = toScreen(state.camera, state.view, token.at);
    const r = drawnLength(token.shape.length, state.camera.scale) * 0.56 + 8;
    const wide = labelWidth(ctx, token.label) + 6;
    const spots = [
      { x: at.x, y: at.y + r + 6 },
      { x: at.x, y: at.y - r - 6 },
      { x: at.x + r + wide / 2, y: at.y },
      { x: at.x - r - wide / 2, y: at.y },
    ];
    for (const spot of spots) {
      const box = { x: spot.x - wide / 2, y: spot.y - 7, w: wide, h: 14 };
      if (overlaps(box)) continue;
      taken.push(box);
      if (tokens.length <= 3 * MANY) {
        ctx.globalAlpha = 0.7;
        ctx.fillStyle = palette.sea;
        ctx.fillRect(box.x, box.y, box.w, box.h);
      }
      ctx.globalAlpha = token.dim ? 0.6 : 1;
      ctx.fillStyle = token.id === state.selected ? palette.tones.text : palette.tones[toneOf(token.side)];
      ctx.fillText(token.label, spot.x, spot.y + 0.5);
      ctx.globalAlpha = 1;
      break;
    }
  }
}

function drawGhost(ctx: Context, frame: Frame, ghost: Ghost): void {
  const { state, palette } = frame;
  const at = toScreen(state.camera, state.view, ghost.at);
  const colour = ghost.warn ? palette.tones.warn : palette.tones[toneOf(ghost.side)];
  ctx.save();
  ctx.translate(at.x, at.y);
  const hovered = state.hover === ghost.id;
  if (ghost.kind === 'offered') {
    ctx.rotate((ghost.heading * Math.PI) / 180);
    ctx.fillStyle = palette.sea;
    ctx.strokeStyle = colour;
    ctx.globalAlpha = hovered ? 1 : 0.75;
    ctx.lineWidth = hovered ? 2 : 1.25;
    const s = hovered ? 1.35 : 1;
    ctx.beginPath();
    ctx.moveTo(0, -7.5 * s);
    ctx.lineTo(4.5 * s, 5 * s);
    ctx.lineTo(0, 2.5 * s);
    ctx.lineTo(-4.5 * s, 5 * s);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  } else {
    const long = drawnLength(ghost.shape.length, state.camera.scale);
    base(ctx, ghost.side, long * 0.56 + 2);
    ctx.fillStyle = palette.sea;
    ctx.globalAlpha = 0.55;
    ctx.fill();
    ctx.setLineDash([3, 3]);
    ctx.strokeStyle = hovered ? palette.tones.text : colour;
    ctx.lineWidth = hovered ? 1.75 : 1.25;
    ctx.globalAlpha = 0.95;
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.rotate((ghost.heading * Math.PI) / 180);
    silhouette(ctx, frame, ghost.shape, long, colour, false);
  }
  ctx.restore();
  if (ghost.label && (ghost.kind === 'chosen' || hovered)) {
    const r = ghost.kind === 'offered' ? 10 : drawnLength(ghost.shape.length, state.camera.scale) * 0.56 + 6;
    ctx.font = `11.5px ${palette.mono}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    const wide = ctx.measureText(ghost.label).width + 8;
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = palette.panel;
    ctx.fillRect(at.x + r, at.y - 9, wide, 18);
    ctx.globalAlpha = 1;
    ctx.fillStyle = colour;
    ctx.fillText(ghost.label, at.x + r + 4, at.y + 0.5);
  }
  ctx.globalAlpha = 1;
}

export function drawShips(ctx: Context, frame: Frame): void {
  const { scene, state } = frame;
  const visible = scene.tokens.filter((it) => isSeen(state, it.at, it.shape.length));
  // The chosen ship last, so that it is never under another.
  const order = (it: Token) => (it.wreck ? -1 : it.id === state.selected ? 2 : it.id === state.hover ? 1 : 0);
  visible.sort((a, b) => order(a) - order(b));
  const many = visible.length > MANY;
  for (const token of visible) drawToken(ctx, frame, token, many);
  for (const ghost of scene.ghosts) {
    if (ghost.id !== state.hover && isSeen(state, ghost.at, 1)) drawGhost(ctx, frame, ghost);
  }
  const hovered = scene.ghosts.find((it) => it.id === state.hover);
  if (hovered) drawGhost(ctx, frame, hovered);
  drawLabels(ctx, frame, visible);
}

