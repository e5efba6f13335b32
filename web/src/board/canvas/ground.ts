// The chart under the ships: grid that thins out, table edge, terrain, scale bar.
import { seen, toScreen } from '../camera';
import type { Frame } from '../renderer';
import { isSeen } from '../state';
import type { Grid, Point, Terrain } from '../types';
import { drawHexGrid } from './hexes';
import type { Lens } from './lens';
import { isDark } from './light';
import { rock } from './bodies';
import { drawSky } from './sky';

export type Context = CanvasRenderingContext2D;

/** How much of the sky the table hides: the plot lies on dark glass. */
const GLASS = 0.5;

/** Grid steps so that lines are never closer than this many pixels. */
const CLOSEST = 22;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

type Squares = Grid & { kind: 'square' };

export function gridStep({ step, steps = STEPS }: Squares, scale: number): number {
  return (steps.find((it) => it * step * scale >= CLOSEST) ?? steps[steps.length - 1]! * 2) * step;
}

/** The step at which lines are drawn stronger: the next that this one divides. */
function coarseStep(grid: Squares, fine: number): number {
  const major = (grid.major ?? 0) * grid.step;
  if (major >= 2 * fine - 1e-9 && Math.abs(major / fine - Math.round(major / fine)) < 1e-9) return major;
  const steps = (grid.steps ?? STEPS).map((it) => it * grid.step);
  return (
    steps.find((it) => it >= 2 * fine - 1e-9 && Math.abs(it / fine - Math.round(it / fine)) < 1e-9) ??
    2 * fine
  );
}

export function drawGround(ctx: Context, frame: Frame, lens: Lens): void {
  const { scene, state, palette } = frame;
  const { width, height } = state.view;
  const night = isDark(palette) && !frame.bare;
  if (night) drawSky(ctx, frame);
  else {
    ctx.fillStyle = palette.ground;
    ctx.fillRect(0, 0, width, height);
  }

  const { table } = scene;
  const a = toScreen(state.camera, state.view, { x: table.left, y: table.top });
  const b = toScreen(state.camera, state.view, { x: table.right, y: table.bottom });
  if (scene.grid.kind === 'hex') {
    drawHexGrid(ctx, frame, lens, scene.grid, night ? GLASS : 1);
    return;
  }
  ctx.fillStyle = palette.sea;
  ctx.globalAlpha = night ? GLASS : 1;
  ctx.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
  ctx.globalAlpha = 1;
  if (scene.grid.kind === 'square') drawGrid(ctx, frame, scene.grid);
  if (!frame.poster) drawEdge(ctx, frame, a, b);
}

function drawGrid(ctx: Context, frame: Frame, grid: Squares): void {
  const { scene, state, palette } = frame;
  const { table } = scene;
  const box = seen(state.camera, state.view);
  const step = gridStep(grid, state.camera.scale);
  const coarse = coarseStep(grid, step);
  const left = Math.max(table.left, box.left);
  const right = Math.min(table.right, box.right);
  const bottom = Math.max(table.bottom, box.bottom);
  const top = Math.min(table.top, box.top);
  if (left >= right || bottom >= top) return;
  const lines = (every: number, colour: string, skip: number | null) => {
    ctx.beginPath();
    for (let k = Math.ceil(left / every); k * every <= right; k++) {
      if (skip && k % Math.round(skip / every) === 0) continue;
      const x = Math.round(toScreen(state.camera, state.view, { x: k * every, y: 0 }).x) + 0.5;
      ctx.moveTo(x, toScreen(state.camera, state.view, { x: 0, y: top }).y);
      ctx.lineTo(x, toScreen(state.camera, state.view, { x: 0, y: bottom }).y);
    }
    for (let k = Math.ceil(bottom / every); k * every <= top; k++) {
      if (skip && k % Math.round(skip / every) === 0) continue;
      const y = Math.round(toScreen(state.camera, state.view, { x: 0, y: k * every }).y) + 0.5;
      ctx.moveTo(toScreen(state.camera, state.view, { x: left, y: 0 }).x, y);
      ctx.lineTo(toScreen(state.camera, state.view, { x: right, y: 0 }).x, y);
    }
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1;
    ctx.stroke();
  };
  lines(step, palette.gridFine, coarse);
  lines(coarse, palette.gridCoarse, null);
}

function drawEdge(ctx: Context, frame: Frame, a: Point, b: Point): void {
  const { scene, state, palette } = frame;
  const { table } = scene;
  ctx.strokeStyle = palette.edge;
  ctx.lineWidth = scene.edge === 'hard' ? 1.5 : 1;
  ctx.setLineDash(scene.edge === 'hard' ? [] : [6, 6]);
  ctx.strokeRect(Math.round(a.x) + 0.5, Math.round(a.y) + 0.5, Math.round(b.x - a.x), Math.round(b.y - a.y));
  ctx.setLineDash([]);

  const { grid } = scene;
  if (frame.bare || grid.kind !== 'square' || grid.numbers === false) return;
  // A chart's frame: numbers along the edges, at the coarse lines.
  const every = coarseStep(grid, gridStep(grid, state.camera.scale));
  ctx.fillStyle = palette.tones.muted;
  ctx.globalAlpha = 0.8;
  ctx.font = `11px ${palette.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  // Numbers give way to what stands fixed on the glass.
  const fixed = frame.poster ? [] : furniture(frame);
  const free = (left: number, top: number, wide: number, high: number) =>
    fixed.every((it) => left + wide < it.left || it.right < left || top + high < it.top || it.bottom < top);
  for (let x = Math.ceil(table.left / every) * every; x <= table.right; x += every) {
    const at = toScreen(state.camera, state.view, { x, y: 0 }).x;
    const wide = 7 * String(x).length;
    if (free(at - wide / 2, b.y + 6, wide, 11)) ctx.fillText(String(x), at, b.y + 6);
  }
  ctx.textBaseline = 'middle';
  for (let y = Math.ceil(table.bottom / every) * every; y <= table.top; y += every) {
    if (y === table.bottom) continue;
    const at = toScreen(state.camera, state.view, { x: 0, y }).y;
    const wide = 7 * String(y).length;
    // Beside the table; within it where there is no room beside it.
    const inside = a.x - 8 - wide < 0;
    ctx.textAlign = inside ? 'left' : 'right';
    const left = inside ? a.x + 6 : a.x - 6 - wide;
    if (free(left, at - 6, wide, 12)) ctx.fillText(String(y), inside ? left : a.x - 6, at);
  }
  ctx.globalAlpha = 1;
}

/** A fixed sequence from a seed, so that texture never crawls. */
function scatter(seed: number): () => number {
  let s = seed * 2654435761 + 1;
  return () => {
    s = (Math.imul(s ^ (s >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((s ^ (s >>> 13)) >>> 0) / 4294967296;
  };
}

export function drawTerrain(ctx: Context, frame: Frame): void {
  frame.scene.terrain.forEach((piece, n) => drawPiece(ctx, frame, piece, n));
}

function trace(ctx: Context, frame: Frame, outline: Point[]): void {
  const { state } = frame;
  ctx.beginPath();
  outline.forEach((corner, i) => {
    const at = toScreen(state.camera, state.view, corner);
    if (i === 0) ctx.moveTo(at.x, at.y);
    else ctx.lineTo(at.x, at.y);
  });
  ctx.closePath();
}

/** Pieces are painted once, in world proportions, and then only scaled. */
const pieces = new Map<string, HTMLCanvasElement>();
const PIECE = 384;

function pieceOf(frame: Frame, piece: Terrain, n: number, box: Box): HTMLCanvasElement {
  const key = `${piece.kind} ${JSON.stringify(piece.outline)}|${frame.palette.theme}`;
  const known = pieces.get(key);
  if (known) return known;
  if (pieces.size > 80) pieces.clear();
  const size = Math.max(box.right - box.left, box.top - box.bottom);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PIECE;
  const ctx = canvas.getContext('2d')!;
  ctx.beginPath();
  piece.outline.forEach((corner, i) => {
    const x = ((corner.x - box.left) / size) * PIECE;
    const y = ((box.top - corner.y) / size) * PIECE;
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  ctx.closePath();
  const [wide, high] = [(box.right - box.left) / size, (box.top - box.bottom) / size];
  if (piece.kind === 'gas') gas(ctx, frame, n);
  else if (piece.kind === 'debris') rubble(ctx, frame, n, wide * PIECE, high * PIECE);
  else massif(ctx, frame, n, wide * PIECE, high * PIECE);
  pieces.set(key, canvas);
  return canvas;
}

/** Gas in the outline that was traced: billows, lit from one side, and dust in it. */
function gas(ctx: Context, frame: Frame, n: number): void {
  const random = scatter(n + 7);
  const { palette } = frame;
  ctx.fillStyle = palette.gas;
  ctx.globalAlpha = 0.2;
  ctx.fill();
  ctx.clip();
  const billow = (colour: string, alpha: number, least: number, most: number, shift: number) => {
    const x = random() * PIECE;
    const y = random() * PIECE;
    const radius = (least + random() * (most - least)) * PIECE;
    const blot = ctx.createRadialGradient(x - shift, y - shift, 0, x, y, radius);
    blot.addColorStop(0, colour);
    blot.addColorStop(1, 'transparent');
    ctx.globalAlpha = alpha * (0.5 + random());
    ctx.fillStyle = blot;
    ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  };
  for (let i = 0; i < 30; i++) billow(palette.gas, 0.14, 0.08, 0.28, 0);
  for (let i = 0; i < 16; i++) billow(palette.ground, 0.22, 0.05, 0.16, 0);
  for (let i = 0; i < 14; i++) billow(palette.tones.text, 0.1, 0.03, 0.1, PIECE * 0.02);
  ctx.fillStyle = palette.tones.text;
  for (let i = 0; i < 70; i++) {
    ctx.globalAlpha = 0.08 + random() * 0.22;
    ctx.fillRect(random() * PIECE, random() * PIECE, 2, 2);
  }
}

/** Rocks of all sizes strewn over the outline that was traced. */
function rubble(ctx: Context, frame: Frame, n: number, wide: number, high: number): void {
  const random = scatter(n + 31);
  ctx.fillStyle = frame.palette.rock;
  ctx.globalAlpha = 0.2;
  ctx.fill();
  ctx.clip();
  for (let i = 0; i < 60; i++) {
    const at = { x: random() * wide, y: random() * high };
    rock(ctx, frame.palette, at, (0.008 + random() ** 3 * 0.07) * PIECE, n * 100 + i);
  }
}

/** One great rock: a lit and a dark side, and craters. */
function massif(ctx: Context, frame: Frame, n: number, wide: number, high: number): void {
  const random = scatter(n + 53);
  const { palette } = frame;
  const dark = isDark(palette);
  ctx.clip();
  const light = ctx.createLinearGradient(0, 0, wide, high);
  light.addColorStop(0, dark ? '#55617a' : '#ded6c0');
  light.addColorStop(0.5, palette.rock);
  light.addColorStop(1, dark ? '#10161f' : '#a79f88');
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, PIECE, PIECE);
  for (let i = 0; i < 46; i++) {
    const [x, y, r] = [random() * wide, random() * high, (0.01 + random() ** 2 * 0.06) * PIECE];
    ctx.globalAlpha = 0.35;
    ctx.fillStyle = dark ? '#0b1018' : '#8f8772';
    ctx.beginPath();
    ctx.arc(x, y, r, 0, Math.PI * 2);
    ctx.fill();
    ctx.globalAlpha = 0.3;
    ctx.strokeStyle = dark ? '#8d9ab0' : '#fffaf0';
    ctx.lineWidth = Math.max(1, r * 0.16);
    ctx.beginPath();
    ctx.arc(x, y, r, Math.PI * 0.1, Math.PI * 0.75);
    ctx.stroke();
  }
}

type Box = { left: number; right: number; bottom: number; top: number };

function drawPiece(ctx: Context, frame: Frame, piece: Terrain, n: number): void {
  const { state, palette } = frame;
  const xs = piece.outline.map((it) => it.x);
  const ys = piece.outline.map((it) => it.y);
  const box = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
  const centre = { x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2 };
  const size = Math.max(box.right - box.left, box.top - box.bottom);
  if (!isSeen(state, centre, size)) return;
  const corner = toScreen(state.camera, state.view, { x: box.left, y: box.top });
  const span = size * state.camera.scale;
  ctx.drawImage(pieceOf(frame, piece, n, box), corner.x, corner.y, span, span);
  trace(ctx, frame, piece.outline);
  ctx.strokeStyle = piece.kind === 'gas' ? palette.gas : palette.tones.muted;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 1;
  ctx.setLineDash(piece.kind === 'gas' ? [2, 4] : []);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
  if (piece.label && size * state.camera.scale > 70) {
    const mid = toScreen(state.camera, state.view, { x: centre.x, y: box.bottom });
    ctx.font = `12px ${palette.font}`;
    ctx.fillStyle = palette.tones.muted;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    ctx.fillText(piece.label, mid.x, mid.y + 4);
  }
}

/** Where the scale bar lies: what it measures, its length in pixels, its left end. */
function scaleBar({ scene, state }: Frame): { x: number; y: number; wide: number; text: string } {
  // The compass stands beside it.
  const room = state.view.width < 600 ? 56 : 115;
  const { grid } = scene;
  const one = grid.kind === 'square' ? grid.step : grid.kind === 'hex' ? grid.layout.size : 1;
  const steps = (grid.kind === 'square' && grid.steps) || STEPS;
  const length =
    [...steps]
      .reverse()
      .map((it) => it * one)
      .find((it) => it * state.camera.scale <= room) ?? one;
  const wide = length * state.camera.scale;
  // Below the chart on a desk; at the top on a phone, where the panel is below.
  const phone = state.view.width < 600;
  const x = phone ? 14 : 20;
  const y = phone && state.insets.top > 60 ? 118 : state.view.height - 14;
  const text = `${grid.kind === 'hex' ? length / one : length} ${scene.unit}`.trim();
  return { x, y, wide, text };
}

/** Where the middle of the compass is; nowhere on a small screen. */
function compassAt({ scene, state }: Frame): Point | null {
  if (state.view.width < 600 || scene.compass.length === 0) return null;
  // Room for a label below it.
  const low = scene.compass.some((it) => Math.abs(it.bearing - 180) < 60);
  return { x: 240, y: state.view.height - (low ? 30 : 20) };
}

/** What stands fixed on the glass whatever the camera does, in pixels from the upper left. */
export function furniture(frame: Frame): { left: number; right: number; top: number; bottom: number }[] {
  const { x, y, wide, text } = scaleBar(frame);
  const bar = { left: x - 4, right: x + wide + 12 + 7.5 * text.length, top: y - 12, bottom: y + 5 };
  const rose = compassAt(frame);
  return rose
    ? [bar, { left: rose.x - 34, right: rose.x + 40, top: rose.y - 30, bottom: rose.y + 30 }]
    : [bar];
}

/** A bar of a round length at the lower left, and which way is north. */
export function drawScale(ctx: Context, frame: Frame): void {
  const { palette } = frame;
  const { x, y, wide, text } = scaleBar(frame);
  ctx.strokeStyle = palette.tones.muted;
  ctx.fillStyle = palette.tones.muted;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let i = 0; i <= 2; i++) {
    ctx.moveTo(Math.round(x + (wide * i) / 2) + 0.5, y - (i === 1 ? 4 : 7));
    ctx.lineTo(Math.round(x + (wide * i) / 2) + 0.5, y);
  }
  ctx.moveTo(x, y + 0.5);
  ctx.lineTo(x + wide, y + 0.5);
  ctx.stroke();
  ctx.font = `12px ${palette.mono}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(text, x + wide + 8, y + 1);
}

/** Which way the headings run, in the game's own terms, beside the scale. */
export function drawCompass(ctx: Context, frame: Frame): void {
  const { scene, palette } = frame;
  const middle = compassAt(frame);
  if (!middle) return;
  const r = 13;
  ctx.save();
  ctx.translate(middle.x, middle.y);
  ctx.strokeStyle = palette.tones.muted;
  ctx.fillStyle = palette.tones.muted;
  ctx.lineWidth = 1;
  ctx.beginPath();
  const ticks =
    scene.compass.length > 2 ? scene.compass.map((it) => it.bearing) : [0, 45, 90, 135, 180, 225, 270, 315];
  for (const bearing of ticks) {
    const angle = (bearing * Math.PI) / 180;
    const inner = bearing % 90 === 0 ? r - 5 : r - 3;
    ctx.moveTo(Math.sin(angle) * inner, -Math.cos(angle) * inner);
    ctx.lineTo(Math.sin(angle) * r, -Math.cos(angle) * r);
  }
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(0, -r + 4);
  ctx.lineTo(3, 4);
  ctx.lineTo(0, 2);
  ctx.lineTo(-3, 4);
  ctx.fill();
  ctx.font = `10px ${palette.mono}`;
  ctx.textBaseline = 'middle';
  for (const it of scene.compass) {
    const angle = (it.bearing * Math.PI) / 180;
    const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
    ctx.textAlign = dx > 0.4 ? 'left' : dx < -0.4 ? 'right' : 'center';
    ctx.fillText(it.label, dx * (r + 4), dy * (r + 6) + 0.5);
  }
  ctx.restore();
}
