// The chart under the ships: grid that thins out, table edge, terrain, scale bar.
import { seen, toScreen } from '../camera';
import type { Frame } from '../renderer';
import { isSeen } from '../state';
import type { Grid, Point, Terrain } from '../types';
import { drawHexGrid } from './hexes';
import type { Lens } from './lens';

export type Context = CanvasRenderingContext2D;

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
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, width, height);

  const { table } = scene;
  const a = toScreen(state.camera, state.view, { x: table.left, y: table.top });
  const b = toScreen(state.camera, state.view, { x: table.right, y: table.bottom });
  if (scene.grid.kind === 'hex') {
    drawHexGrid(ctx, frame, lens, scene.grid);
    return;
  }
  ctx.fillStyle = palette.sea;
  ctx.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
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
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (let y = Math.ceil(table.bottom / every) * every; y <= table.top; y += every) {
    if (y === table.bottom) continue;
    const at = toScreen(state.camera, state.view, { x: 0, y }).y;
    const wide = 7 * String(y).length;
    if (free(a.x - 6 - wide, at - 6, wide, 12)) ctx.fillText(String(y), a.x - 6, at);
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

/** Clouds are painted once, in world proportions, and then only scaled. */
const clouds = new Map<string, HTMLCanvasElement>();
const CLOUD = 384;

function cloud(frame: Frame, piece: Terrain, n: number, box: Box): HTMLCanvasElement {
  const key = `${JSON.stringify(piece.outline)}|${frame.palette.gas}`;
  const known = clouds.get(key);
  if (known) return known;
  if (clouds.size > 60) clouds.clear();
  const size = Math.max(box.right - box.left, box.top - box.bottom);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = CLOUD;
  const ctx = canvas.getContext('2d')!;
  const random = scatter(n + 7);
  ctx.beginPath();
  piece.outline.forEach((corner, i) => {
    const x = ((corner.x - box.left) / size) * CLOUD;
    const y = ((box.top - corner.y) / size) * CLOUD;
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  ctx.closePath();
  ctx.fillStyle = frame.palette.gas;
  ctx.globalAlpha = 0.2;
  ctx.fill();
  ctx.clip();
  for (let i = 0; i < 34; i++) {
    const x = random() * CLOUD;
    const y = random() * CLOUD;
    const radius = (0.08 + random() * 0.2) * CLOUD;
    const blot = ctx.createRadialGradient(x, y, 0, x, y, radius);
    blot.addColorStop(0, frame.palette.gas);
    blot.addColorStop(1, 'transparent');
    ctx.globalAlpha = 0.1 + random() * 0.12;
    ctx.fillStyle = blot;
    ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }
  ctx.fillStyle = frame.palette.tones.text;
  for (let i = 0; i < 70; i++) {
    ctx.globalAlpha = 0.08 + random() * 0.22;
    ctx.fillRect(random() * CLOUD, random() * CLOUD, 2.5, 2.5);
  }
  clouds.set(key, canvas);
  return canvas;
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
  if (piece.kind === 'gas') {
    const corner = toScreen(state.camera, state.view, { x: box.left, y: box.top });
    const wide = size * state.camera.scale;
    ctx.drawImage(cloud(frame, piece, n, box), corner.x, corner.y, wide, wide);
  } else if (piece.kind === 'debris') {
    debris(ctx, frame, piece, n, box, size);
  } else {
    ctx.save();
    trace(ctx, frame, piece.outline);
    ctx.fillStyle = palette.rock;
    ctx.globalAlpha = 0.9;
    ctx.fill();
    ctx.clip();
    ctx.strokeStyle = palette.tones.muted;
    ctx.globalAlpha = 0.25;
    ctx.lineWidth = 1;
    const span = size * state.camera.scale;
    const mid = toScreen(state.camera, state.view, centre);
    ctx.beginPath();
    for (let k = -span; k < span; k += 7) {
      ctx.moveTo(mid.x + k - span / 2, mid.y + span / 2);
      ctx.lineTo(mid.x + k + span / 2, mid.y - span / 2);
    }
    ctx.stroke();
    ctx.restore();
  }
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

/** Rocks strewn over the piece, always the same ones. */
function debris(ctx: Context, frame: Frame, piece: Terrain, n: number, box: Box, size: number): void {
  const { state, palette } = frame;
  const random = scatter(n + 31);
  ctx.save();
  trace(ctx, frame, piece.outline);
  ctx.fillStyle = palette.rock;
  ctx.globalAlpha = 0.28;
  ctx.fill();
  ctx.clip();
  ctx.strokeStyle = palette.tones.muted;
  ctx.lineWidth = 1;
  for (let i = 0; i < 46; i++) {
    const at = toScreen(state.camera, state.view, {
      x: box.left + random() * (box.right - box.left),
      y: box.bottom + random() * (box.top - box.bottom),
    });
    const r = (0.012 + random() * 0.04) * size * state.camera.scale;
    const sides = 5 + Math.floor(random() * 3);
    const turn = random() * Math.PI;
    ctx.beginPath();
    for (let k = 0; k < sides; k++) {
      const angle = turn + (k / sides) * Math.PI * 2;
      const out = r * (0.75 + random() * 0.4);
      if (k === 0) ctx.moveTo(at.x + Math.cos(angle) * out, at.y + Math.sin(angle) * out);
      else ctx.lineTo(at.x + Math.cos(angle) * out, at.y + Math.sin(angle) * out);
    }
    ctx.closePath();
    ctx.globalAlpha = 0.9;
    ctx.fill();
    ctx.globalAlpha = 0.35;
    ctx.stroke();
  }
  ctx.restore();
}

/** Where the scale bar lies: what it measures, its length in pixels, its left end. */
function scaleBar({ scene, state }: Frame): { x: number; y: number; wide: number; text: string } {
  const room = state.view.width < 600 ? 56 : 130;
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
