// What lies between the chart and the ships, and what flies over them:
// regions, rings, arcs, paths, shots, figures, the measuring line.
import { toScreen } from '../camera';
import { along, lerp } from '../geometry';
import type { Frame } from '../renderer';
import { measureText } from '../state';
import type { Arc, Disc, End, Figure, Link, Mark, Path, Point, Region, Ring, Shot, Spot } from '../types';
import { drawBody } from './bodies';
import type { Context } from './ground';
import { anyIn, isIn, screenX, screenY } from './lens';
import type { Lens } from './lens';

const RADIANS = Math.PI / 180;

function on(frame: Frame, at: Point): Point {
  return toScreen(frame.state.camera, frame.state.view, at);
}

function polyline(ctx: Context, frame: Frame, points: Point[]): void {
  ctx.beginPath();
  points.forEach((point, i) => {
    const at = on(frame, point);
    if (i === 0) ctx.moveTo(at.x, at.y);
    else ctx.lineTo(at.x, at.y);
  });
}

function region(ctx: Context, frame: Frame, it: Region): void {
  const colour = frame.palette.tones[it.tone];
  polyline(ctx, frame, it.points);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.globalAlpha = it.kind === 'zone' ? 0.1 : 0.13;
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.globalAlpha = it.kind === 'zone' ? 0.55 : 0.3;
  ctx.setLineDash(it.kind === 'zone' ? [5, 5] : []);
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

function ring(ctx: Context, frame: Frame, it: Ring): void {
  const at = on(frame, it.at);
  const radius = it.radius * frame.state.camera.scale;
  ctx.strokeStyle = frame.palette.tones[it.tone];
  ctx.globalAlpha = it.strong ? 0.6 : 0.34;
  ctx.lineWidth = 1;
  // Dashes are dear: with very many rings plain lines must do.
  ctx.setLineDash(it.strong || frame.scene.rings.length > 12 ? [] : [2, 5]);
  ctx.beginPath();
  ctx.arc(at.x, at.y, radius, 0, Math.PI * 2);
  ctx.stroke();
  ctx.setLineDash([]);
  if (it.label) text(ctx, frame, it.label, { x: at.x, y: at.y - radius }, frame.palette.tones[it.tone], 0.9);
  ctx.globalAlpha = 1;
}

/** Small mono text on a piece of ground, so that lines do not cross it. */
function text(ctx: Context, frame: Frame, words: string, at: Point, colour: string, alpha: number): void {
  ctx.font = `11px ${frame.palette.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const half = ctx.measureText(words).width / 2 + 4;
  ctx.globalAlpha = 0.85 * alpha;
  ctx.fillStyle = frame.palette.sea;
  ctx.fillRect(at.x - half, at.y - 8, half * 2, 16);
  ctx.globalAlpha = alpha;
  ctx.fillStyle = colour;
  ctx.fillText(words, at.x, at.y + 0.5);
}

function arc(ctx: Context, frame: Frame, it: Arc): void {
  const at = on(frame, it.at);
  const radius = it.radius * frame.state.camera.scale;
  const colour = frame.palette.tones[it.tone];
  const from = (it.from - 90) * RADIANS;
  const to = (it.to - 90) * RADIANS;
  ctx.beginPath();
  ctx.moveTo(at.x, at.y);
  ctx.arc(at.x, at.y, radius, from, to);
  ctx.closePath();
  if (it.active) {
    const fade = ctx.createRadialGradient(at.x, at.y, 0, at.x, at.y, radius);
    fade.addColorStop(0, colour);
    fade.addColorStop(1, 'transparent');
    ctx.fillStyle = fade;
    ctx.globalAlpha = 0.16;
    ctx.fill();
  }
  ctx.strokeStyle = colour;
  ctx.globalAlpha = it.active ? 0.4 : 0.2;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.globalAlpha = 1;
  if (it.label) {
    const middle = it.from + ((it.to - it.from + 360) % 360 || 360) / 2;
    const spot = on(frame, along(it.at, middle, Math.min(it.radius * 0.55, 90 / frame.state.camera.scale)));
    text(ctx, frame, it.label, spot, colour, it.active ? 1 : 0.7);
  }
}

/** Paths that look alike are one stroke: with hundreds of them that is what counts. */
const groups = new WeakMap<Path[], Path[][]>();

function alike(paths: Path[]): Path[][] {
  let found = groups.get(paths);
  if (!found) {
    const by = new Map<string, Path[]>();
    for (const it of paths) {
      if (it.points.length < 2) continue;
      const key = `${it.kind} ${it.tone}`;
      const same = by.get(key);
      if (same) same.push(it);
      else by.set(key, [it]);
    }
    found = [...by.values()];
    groups.set(paths, found);
  }
  return found;
}

function drawPaths(ctx: Context, frame: Frame, lens: Lens): void {
  for (const group of alike(frame.scene.paths)) {
    const { kind, tone } = group[0]!;
    let any = 0;
    ctx.beginPath();
    for (const it of group) {
      if (!anyIn(lens, it.points)) continue;
      any += 1;
      for (let k = 0; k < it.points.length; k++) {
        const at = it.points[k]!;
        if (k === 0) ctx.moveTo(screenX(lens, at.x), screenY(lens, at.y));
        else ctx.lineTo(screenX(lens, at.x), screenY(lens, at.y));
      }
    }
    if (any === 0) continue;
    ctx.strokeStyle = frame.palette.tones[tone];
    ctx.globalAlpha = kind === 'past' ? 0.4 : kind === 'plan' ? 0.95 : 0.45;
    // Dashes and round ends are dear: with very many paths plain hairlines must do.
    const many = any > 60;
    const plain = kind === 'plan' || many;
    ctx.lineWidth = many ? 1 : kind === 'plan' ? 2 : 1.25;
    ctx.lineCap = many ? 'butt' : 'round';
    ctx.lineJoin = many ? 'miter' : 'round';
    ctx.setLineDash(plain ? [] : kind === 'hint' ? [3, 5] : [1.5, 4]);
    ctx.stroke();
    ctx.setLineDash([]);
    if (kind !== 'plan') continue;
    ctx.fillStyle = frame.palette.tones[tone];
    ctx.beginPath();
    for (const it of group) {
      for (let k = 1; k < it.points.length - 1; k++) {
        const [x, y] = [screenX(lens, it.points[k]!.x), screenY(lens, it.points[k]!.y)];
        ctx.moveTo(x + 3, y);
        ctx.arc(x, y, 3, 0, Math.PI * 2);
      }
    }
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  ctx.lineCap = 'butt';
  ctx.lineJoin = 'miter';
}

function disc(ctx: Context, frame: Frame, lens: Lens, it: Disc): void {
  if (!isIn(lens, it.at, it.radius)) return;
  const { palette } = frame;
  const colour = palette.tones[it.tone];
  const x = screenX(lens, it.at.x);
  const y = screenY(lens, it.at.y);
  const r = Math.max(it.solid ? 3 : 0, it.radius * lens.scale);
  if (it.solid) drawBody(ctx, palette, x, y, r, it);
  else {
    ctx.beginPath();
    ctx.arc(x, y, r, 0, Math.PI * 2);
    ctx.fillStyle = colour;
    ctx.globalAlpha = 0.1;
    ctx.fill();
    ctx.globalAlpha = 0.5;
    ctx.strokeStyle = colour;
    ctx.setLineDash([5, 5]);
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.setLineDash([]);
  }
  ctx.globalAlpha = 1;
  if (it.label && !frame.bare) text(ctx, frame, it.label, { x, y: y + r + 12 }, colour, 0.95);
}

/** The end of a line at a place, for a line that comes from `angle`. */
function drawEnd(ctx: Context, end: End, x: number, y: number, angle: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  ctx.beginPath();
  switch (end) {
    case 'none':
      return;
    case 'arrow':
      ctx.moveTo(x, y);
      ctx.lineTo(x - Math.cos(angle - 0.45) * 9, y - Math.sin(angle - 0.45) * 9);
      ctx.lineTo(x - Math.cos(angle + 0.45) * 9, y - Math.sin(angle + 0.45) * 9);
      ctx.closePath();
      ctx.fill();
      return;
    case 'dot':
      ctx.arc(x, y, 3.5, 0, Math.PI * 2);
      ctx.fill();
      return;
    case 'ring':
      ctx.arc(x, y, 5, 0, Math.PI * 2);
      ctx.stroke();
      return;
    case 'bar':
      ctx.moveTo(x - s * 5, y + c * 5);
      ctx.lineTo(x + s * 5, y - c * 5);
      ctx.stroke();
      return;
    case 'cross':
      ctx.moveTo(x - 4, y - 4);
      ctx.lineTo(x + 4, y + 4);
      ctx.moveTo(x + 4, y - 4);
      ctx.lineTo(x - 4, y + 4);
      ctx.stroke();
  }
}

function drawLinks(ctx: Context, frame: Frame, lens: Lens): void {
  const { links, tokens } = frame.scene;
  if (links.length === 0) return;
  const place = (it: Point | string): Point | null =>
    typeof it === 'string' ? (tokens.find((token) => token.id === it)?.at ?? null) : it;
  for (const it of links) link(ctx, frame, lens, it, place(it.from), place(it.to));
  ctx.globalAlpha = 1;
}

function link(ctx: Context, frame: Frame, lens: Lens, it: Link, a: Point | null, b: Point | null): void {
  if (!a || !b || !anyIn(lens, [a, b])) return;
  const [ax, ay, bx, by] = [screenX(lens, a.x), screenY(lens, a.y), screenX(lens, b.x), screenY(lens, b.y)];
  const colour = frame.palette.tones[it.tone];
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.globalAlpha = it.faint ? 0.45 : 0.95;
  ctx.lineWidth = it.width ?? 1.5;
  ctx.setLineDash(it.dash ? [5, 4] : []);
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx, by);
  ctx.stroke();
  ctx.setLineDash([]);
  const angle = Math.atan2(by - ay, bx - ax);
  drawEnd(ctx, it.end ?? 'none', bx, by, angle);
  drawEnd(ctx, it.start ?? 'none', ax, ay, angle + Math.PI);
  if (it.label)
    text(ctx, frame, it.label, { x: (ax + bx) / 2, y: (ay + by) / 2 }, colour, it.faint ? 0.7 : 1);
}

function spot(ctx: Context, frame: Frame, lens: Lens, it: Spot): void {
  if (!isIn(lens, it.at, 0)) return;
  const x = screenX(lens, it.at.x);
  const y = screenY(lens, it.at.y);
  const hovered = it.id !== undefined && frame.state.hover === it.id;
  const r = (it.size ?? 5) * (hovered ? 1.3 : 1);
  const colour = frame.palette.tones[it.tone];
  ctx.strokeStyle = colour;
  ctx.fillStyle = it.strong || it.kind === 'dot' ? colour : frame.palette.sea;
  ctx.lineWidth = hovered || it.strong ? 2 : 1.4;
  ctx.beginPath();
  switch (it.kind) {
    case 'dot':
    case 'ring':
      ctx.arc(x, y, r, 0, Math.PI * 2);
      break;
    case 'diamond':
      ctx.moveTo(x, y - r);
      ctx.lineTo(x + r, y);
      ctx.lineTo(x, y + r);
      ctx.lineTo(x - r, y);
      ctx.closePath();
      break;
    case 'square':
      ctx.rect(x - r, y - r, r * 2, r * 2);
      break;
    case 'cross':
      ctx.moveTo(x - r, y - r);
      ctx.lineTo(x + r, y + r);
      ctx.moveTo(x + r, y - r);
      ctx.lineTo(x - r, y + r);
      break;
    case 'plus':
      ctx.moveTo(x - r, y);
      ctx.lineTo(x + r, y);
      ctx.moveTo(x, y - r);
      ctx.lineTo(x, y + r);
  }
  if (it.kind !== 'cross' && it.kind !== 'plus') ctx.fill();
  if (it.kind !== 'dot') ctx.stroke();
  if (it.label && !frame.bare) text(ctx, frame, it.label, { x, y: y - r - 11 }, colour, 1);
}

export function drawUnder(ctx: Context, frame: Frame, lens: Lens): void {
  const { scene } = frame;
  for (const it of scene.regions) if (anyIn(lens, it.points)) region(ctx, frame, it);
  for (const it of scene.discs) disc(ctx, frame, lens, it);
  for (const it of scene.arcs) if (isIn(lens, it.at, it.radius)) arc(ctx, frame, it);
  for (const it of scene.rings) if (isIn(lens, it.at, it.radius)) ring(ctx, frame, it);
  drawPaths(ctx, frame, lens);
  drawLinks(ctx, frame, lens);
  for (const it of scene.spots) spot(ctx, frame, lens, it);
  ctx.globalAlpha = 1;
}

function shot(ctx: Context, frame: Frame, it: Shot): void {
  const from = on(frame, it.from);
  const to = on(frame, it.to);
  ctx.strokeStyle = frame.palette.tones[it.tone];
  ctx.fillStyle = frame.palette.tones[it.tone];
  if (it.progress === undefined) {
    // Planned: a thin aim line with a head that stops short of the target.
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const tip = { x: to.x - Math.cos(angle) * 18, y: to.y - Math.sin(angle) * 18 };
    ctx.globalAlpha = 0.9;
    ctx.lineWidth = it.width ?? 1.5;
    ctx.setLineDash([7, 4]);
    ctx.lineDashOffset = frame.still ? 0 : -(frame.now / 60) % 11;
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(tip.x, tip.y);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(tip.x + Math.cos(angle) * 7, tip.y + Math.sin(angle) * 7);
    ctx.lineTo(tip.x + Math.cos(angle + 2.4) * 6, tip.y + Math.sin(angle + 2.4) * 6);
    ctx.lineTo(tip.x + Math.cos(angle - 2.4) * 6, tip.y + Math.sin(angle - 2.4) * 6);
    ctx.fill();
    ctx.globalAlpha = 1;
    return;
  }
  const t = it.progress;
  const head = Math.min(1, t * 2.2);
  const fade = t < 0.5 ? 1 : Math.max(0, 1 - (t - 0.5) * 2);
  const tip = lerp(from, to, head);
  const wide = it.width ?? 2;
  if (it.kind === 'shell') {
    const tail = lerp(from, to, Math.max(0, head - 0.12));
    ctx.globalAlpha = head < 1 ? 1 : fade * 0.4;
    ctx.lineWidth = wide + 1;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(tail.x, tail.y);
    ctx.lineTo(tip.x, tip.y);
    ctx.stroke();
    ctx.lineCap = 'butt';
  } else {
    ctx.globalAlpha = 0.22 * fade;
    ctx.lineWidth = wide * 4;
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(tip.x, tip.y);
    ctx.stroke();
    ctx.globalAlpha = fade;
    ctx.lineWidth = wide;
    ctx.stroke();
  }
  if (head >= 1 && fade > 0) {
    ctx.globalAlpha = fade * 0.8;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.arc(to.x, to.y, 6 + (1 - fade) * 16, 0, Math.PI * 2);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

interface Placed {
  x: number;
  y: number;
  half: number;
}

/** Figures on one ship stand above each other, the older ones higher. */
function figure(ctx: Context, frame: Frame, it: Figure, taken: Placed[]): void {
  const at = on(frame, it.at);
  const { palette } = frame;
  ctx.font = `600 14px ${palette.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  let y = at.y - 26 - (frame.still ? 0 : Math.min(1, it.age * 4) * 6);
  const alpha = it.age > 0.8 ? (1 - it.age) / 0.2 : 1;
  const half = ctx.measureText(it.text).width / 2 + 7;
  // Beside a ship at the edge it is still read whole.
  const { width } = frame.state.view;
  const x = 0 < at.x && at.x < width ? Math.max(half + 4, Math.min(at.x, width - half - 4)) : at.x;
  for (
    let tries = 0;
    tries < 12 &&
    taken.some((other) => Math.abs(other.y - y) < 25 && Math.abs(other.x - x) < other.half + half);
    tries++
  )
    y -= 25;
  taken.push({ x, y, half });
  ctx.globalAlpha = 0.92 * alpha;
  ctx.fillStyle = palette.panel;
  ctx.beginPath();
  ctx.roundRect(x - half, y - 11, half * 2, 22, 5);
  ctx.fill();
  ctx.strokeStyle = palette.tones[it.tone];
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.globalAlpha = alpha;
  ctx.fillStyle = palette.tones[it.tone];
  ctx.fillText(it.text, x, y + 0.5);
  ctx.globalAlpha = 1;
}

function mark(ctx: Context, frame: Frame, it: Mark): void {
  const at = on(frame, it.at);
  const colour = frame.palette.tones[it.tone];
  const r = it.kind === 'target' ? 24 : 21;
  ctx.strokeStyle = colour;
  ctx.lineWidth = it.kind === 'target' ? 2 : 1.25;
  ctx.globalAlpha = it.kind === 'target' ? 1 : 0.7;
  ctx.beginPath();
  for (let k = 0; k < 4; k++) {
    const angle = (k * 90 + 45) * RADIANS;
    const wide = it.kind === 'target' ? 0.36 : 0.22;
    ctx.moveTo(at.x + Math.cos(angle - wide) * r, at.y + Math.sin(angle - wide) * r);
    ctx.arc(at.x, at.y, r, angle - wide, angle + wide);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
  if (it.label) text(ctx, frame, it.label, { x: at.x, y: at.y - r - 10 }, colour, 1);
}

export function drawOver(ctx: Context, frame: Frame, lens: Lens): void {
  const { scene } = frame;
  for (const it of scene.marks) if (isIn(lens, it.at, 0)) mark(ctx, frame, it);
  for (const it of scene.shots) if (anyIn(lens, [it.from, it.to], 30)) shot(ctx, frame, it);
  const taken: Placed[] = [];
  // Youngest first: the newest result is nearest to its ship.
  for (const it of [...scene.figures].sort((a, b) => a.age - b.age))
    if (isIn(lens, it.at, 0)) figure(ctx, frame, it, taken);
  drawMeasure(ctx, frame);
  drawLasso(ctx, frame);
}

/** The line that gathers ships. */
function drawLasso(ctx: Context, frame: Frame): void {
  const { lasso } = frame.state;
  if (!lasso || lasso.length < 2) return;
  const colour = frame.palette.tones.text;
  ctx.beginPath();
  lasso.forEach((at, k) => (k === 0 ? ctx.moveTo(at.x, at.y) : ctx.lineTo(at.x, at.y)));
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.globalAlpha = 0.06;
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.globalAlpha = 0.8;
  ctx.lineWidth = 1.25;
  ctx.setLineDash([4, 4]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

function drawMeasure(ctx: Context, frame: Frame): void {
  const { measure } = frame.state;
  if (!measure) return;
  const from = on(frame, measure.from);
  const to = on(frame, measure.to);
  const colour = frame.palette.tones.text;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
  for (const end of [from, to]) {
    ctx.beginPath();
    ctx.arc(end.x, end.y, 3.5, 0, Math.PI * 2);
    ctx.stroke();
  }
  text(
    ctx,
    frame,
    measureText(frame.scene, frame.state),
    { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 14 },
    colour,
    1,
  );
}
