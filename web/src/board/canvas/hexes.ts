// The hex map: its net, shaded and labelled hexes, and sides of hexes.
import { eachHex, hexCentre, hexCorner } from '../hex';
import type { HexLayout } from '../hex';
import type { Frame } from '../renderer';
import type { Cell, Edge, Grid, Point } from '../types';
import type { Context } from './ground';
import { isIn, screenX, screenY } from './lens';
import type { Lens } from './lens';

/** Pixels from centre to centre below which the net is left out, and below which labels are. */
const NET = 7;
const LABELS = 24;

/** Screen offsets of the six corners, for this zoom. */
function corners(layout: HexLayout, lens: Lens): Point[] {
  return Array.from({ length: 6 }, (_, k) => {
    const it = hexCorner(layout, k);
    return { x: it.x * lens.scale, y: -it.y * lens.scale };
  });
}

function trace(ctx: Context, at: Point, around: Point[], shrink = 1): void {
  around.forEach((it, k) => {
    if (k === 0) ctx.moveTo(at.x + it.x * shrink, at.y + it.y * shrink);
    else ctx.lineTo(at.x + it.x * shrink, at.y + it.y * shrink);
  });
  ctx.closePath();
}

export function drawHexGrid(
  ctx: Context,
  frame: Frame,
  lens: Lens,
  grid: Grid & { kind: 'hex' },
  opaque: number,
): void {
  const { palette, scene } = frame;
  const { layout } = grid;
  const wide = layout.size * lens.scale;
  const { table } = scene;
  const inTable = (at: Point) =>
    at.x >= table.left && at.x <= table.right && at.y >= table.bottom && at.y <= table.top;
  const has = grid.has ?? ((hex) => inTable(hexCentre(layout, hex)));
  const box = {
    left: Math.max(lens.left, table.left),
    right: Math.min(lens.right, table.right),
    bottom: Math.max(lens.bottom, table.bottom),
    top: Math.min(lens.top, table.top),
  };
  if (box.left >= box.right || box.bottom >= box.top) return;
  const around = corners(layout, lens);
  const labelled: { at: Point; text: string }[] = [];
  ctx.beginPath();
  eachHex(layout, box, (hex, centre) => {
    if (!has(hex)) return;
    const at = { x: screenX(lens, centre.x), y: screenY(lens, centre.y) };
    trace(ctx, at, around);
    if (grid.label && wide >= LABELS * 1.8 && !frame.bare && !frame.poster)
      labelled.push({ at, text: grid.label(hex) });
  });
  ctx.fillStyle = palette.sea;
  ctx.globalAlpha = opaque;
  ctx.fill();
  ctx.globalAlpha = 1;
  if (wide >= NET) {
    ctx.strokeStyle = palette.edge;
    // Fainter the closer the lines are.
    ctx.globalAlpha = Math.min(0.7, 0.2 + wide / 120);
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
  if (labelled.length === 0) return;
  ctx.font = `10px ${palette.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = palette.tones.muted;
  ctx.globalAlpha = 0.55;
  // At the northern rim, where counters leave room.
  const up = layout.orientation === 'flat' ? wide * 0.41 : wide * 0.4;
  for (const it of labelled) ctx.fillText(it.text, it.at.x, it.at.y - up);
  ctx.globalAlpha = 1;
}

export function drawCells(ctx: Context, frame: Frame, lens: Lens): void {
  const { scene } = frame;
  if (scene.grid.kind !== 'hex') return;
  const { layout } = scene.grid;
  const around = corners(layout, lens);
  for (const it of scene.cells) cell(ctx, frame, lens, layout, around, it);
  for (const it of scene.edges) edge(ctx, frame, lens, layout, around, it);
}

function cell(ctx: Context, frame: Frame, lens: Lens, layout: HexLayout, around: Point[], it: Cell): void {
  const centre = hexCentre(layout, it.hex);
  if (!isIn(lens, centre, layout.size)) return;
  const { palette, state } = frame;
  const colour = palette.tones[it.tone];
  const at = { x: screenX(lens, centre.x), y: screenY(lens, centre.y) };
  const hovered = it.id !== undefined && state.hover === it.id;
  ctx.beginPath();
  trace(ctx, at, around);
  ctx.fillStyle = colour;
  ctx.globalAlpha = Math.min(1, (it.fill ?? 0.16) + (hovered ? 0.14 : 0));
  ctx.fill();
  if (it.outline || it.strong || hovered) {
    ctx.beginPath();
    trace(ctx, at, around, it.strong || hovered ? 0.93 : 0.97);
    ctx.strokeStyle = hovered ? palette.tones.text : colour;
    ctx.globalAlpha = it.strong || hovered ? 0.95 : 0.5;
    ctx.lineWidth = it.strong || hovered ? 2 : 1;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  const wide = layout.size * lens.scale;
  if (wide < LABELS || frame.bare || (!it.label && !it.note)) return;
  ctx.font = `11px ${palette.font}`;
  // A note that would reach beyond its hex, or find no room below the label, is left out.
  const note =
    it.note && (!it.label || wide >= 40) && ctx.measureText(it.note).width <= wide * 1.02 ? it.note : '';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colour;
  if (it.label) {
    ctx.font = `600 ${Math.round(Math.min(16, Math.max(11, wide * 0.2)))}px ${palette.mono}`;
    ctx.fillText(it.label, at.x, at.y + (note ? -5 : 0.5));
  }
  if (note) {
    ctx.font = `11px ${palette.font}`;
    ctx.globalAlpha = 0.85;
    ctx.fillText(note, at.x, at.y + (it.label ? 10 : 0));
    ctx.globalAlpha = 1;
  }
}

function edge(ctx: Context, frame: Frame, lens: Lens, layout: HexLayout, around: Point[], it: Edge): void {
  const centre = hexCentre(layout, it.hex);
  if (!isIn(lens, centre, layout.size)) return;
  const x = screenX(lens, centre.x);
  const y = screenY(lens, centre.y);
  const side = ((it.side % 6) + 6) % 6;
  const a = around[side]!;
  const b = around[(side + 1) % 6]!;
  const wide = it.width ?? 3;
  // A little inside, so that the sides of two hexes lie beside each other.
  const k = 1 - wide / (layout.size * lens.scale);
  ctx.strokeStyle = frame.palette.tones[it.tone];
  ctx.lineWidth = wide;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(x + a.x * k, y + a.y * k);
  ctx.lineTo(x + b.x * k, y + b.y * k);
  ctx.stroke();
  ctx.lineCap = 'butt';
  if (!it.label || layout.size * lens.scale < LABELS) return;
  ctx.font = `600 11px ${frame.palette.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = frame.palette.tones[it.tone];
  ctx.fillText(it.label, x + ((a.x + b.x) / 2) * 0.74, y + ((a.y + b.y) / 2) * 0.74);
}
