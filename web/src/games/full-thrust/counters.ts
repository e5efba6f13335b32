// Counters that are no ships: missiles, rockets and bolts in flight. They are
// painted by kind, so that six missiles read as six and a bolt as a bolt.
import type { PaintHow, Shape } from '../../board/types';
import type { Marker, Warhead } from './types';

type Context = CanvasRenderingContext2D;

const DART = 'M0,-1L0.36,-0.1L0.28,0.78L0,0.6L-0.28,0.78L-0.36,-0.1Z';

const paths = new Map<string, Path2D>();
export function pathOf(data: string): Path2D {
  let path = paths.get(data);
  if (!path) paths.set(data, (path = new Path2D(data)));
  return path;
}

/** Where the missiles of one marker stand, in a box from -1 to 1, and how large each is. */
function swarm(n: number): { x: number; y: number; size: number }[] {
  if (n <= 1) return [{ x: 0, y: 0, size: 0.9 }];
  if (n === 2) return [-0.4, 0.4].map((x) => ({ x, y: 0, size: 0.62 }));
  const rows = n <= 3 ? [[0], [-0.5, 0.5]] : [[0], [-0.45, 0.45], [-0.85, 0, 0.85]];
  return rows
    .flatMap((row, k) =>
      row.map((x) => ({ x, y: -0.62 + k * (n <= 3 ? 0.8 : 0.6), size: n <= 3 ? 0.52 : 0.4 })),
    )
    .slice(0, n);
}

/** How many darts stand for a load. */
export function dartsOf(what: Warhead): number {
  if (what === 'salvo') return 6;
  if (typeof what === 'string') return 1;
  if ('spread' in what) return Math.min(6, Math.max(1, what.spread));
  return 'rockets' in what ? Math.min(6, Math.max(1, what.rockets)) : 1;
}

function dart(ctx: Context, how: PaintHow, half: number, hollow: boolean): void {
  const path = pathOf(DART);
  ctx.lineWidth = 1.2 / half;
  ctx.strokeStyle = hollow || how.ghost ? how.colour : how.palette.sea;
  ctx.fillStyle = hollow || how.ghost ? how.palette.panel : how.colour;
  ctx.fill(path);
  ctx.stroke(path);
}

function drawDarts(ctx: Context, how: PaintHow, n: number, stopped: number): void {
  const half = how.long / 2;
  ctx.rotate((how.heading * Math.PI) / 180);
  swarm(n).forEach((it, k) => {
    ctx.save();
    ctx.translate(it.x * half * 0.9, it.y * half * 0.9);
    ctx.scale(half * it.size, half * it.size);
    dart(ctx, how, half * it.size, k >= n - stopped);
    ctx.restore();
  });
}

function drawBall(ctx: Context, how: PaintHow, text: string, spikes: boolean): void {
  const r = how.long * 0.34;
  ctx.lineWidth = 1.6;
  ctx.strokeStyle = how.colour;
  ctx.fillStyle = how.palette.panel;
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  ctx.beginPath();
  for (let k = 0; k < 8; k++) {
    const angle = (k * Math.PI) / 4 + (spikes ? 0 : Math.PI / 8);
    ctx.moveTo(Math.cos(angle) * r * 1.12, Math.sin(angle) * r * 1.12);
    ctx.lineTo(Math.cos(angle) * r * (spikes ? 1.5 : 1.3), Math.sin(angle) * r * (spikes ? 1.5 : 1.3));
  }
  ctx.stroke();
  if (how.long < 20 || !text) return;
  ctx.fillStyle = how.palette.tones.text;
  ctx.font = `600 ${Math.max(9, Math.round(how.long * 0.34))}px ${how.palette.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, 0, 0.5);
}

/** A load in flight; what has been stopped of it is hollow. */
export function warheadShape(what: Warhead, stopped = 0): Shape {
  const n = dartsOf(what);
  const ball = typeof what !== 'string' && !('rockets' in what) && !('spread' in what);
  const text = typeof what !== 'string' && 'bolt' in what ? String(Math.max(0, what.bolt - stopped)) : '';
  return {
    hull: DART,
    length: what === 'salvo' ? 1.1 : 0.9,
    least: what === 'salvo' || ball ? 28 : 22,
    most: 48,
    outline: 'M0,-1.25L1.08,-0.62L1.08,0.62L0,1.25L-1.08,0.62L-1.08,-0.62Z',
    paint: {
      key: `load-${JSON.stringify(what)}-${stopped}`,
      draw: (ctx, how) => {
        ctx.save();
        if (how.dim) ctx.globalAlpha *= 0.5;
        if (ball) drawBall(ctx, how, text, typeof what !== 'string' && 'antimatter' in what);
        else drawDarts(ctx, how, n, Math.min(n, stopped));
        ctx.restore();
      },
    },
  };
}

export function markerShape(it: Marker): Shape {
  return warheadShape(it.what, it.stopped);
}

const FIGHTER =
  'M0,-1L0.2,-0.2L0.85,0.45L0.85,0.7L0.2,0.5L0.14,0.85L-0.14,0.85L-0.2,0.5L-0.85,0.7L-0.85,0.45L-0.2,-0.2Z';
const BOAT =
  'M0,-1L0.3,-0.55L0.36,0.2L0.7,0.45L0.7,0.85L0.3,0.75L0,0.9L-0.3,0.75L-0.7,0.85L-0.7,0.45L-0.36,0.2L-0.3,-0.55Z';
/** Corners of a group's base by side, as ships have them; the first is round. */
const CORNERS = [0, 6, 3, 4];

function wingBase(ctx: Context, side: number, r: number): void {
  const n = CORNERS[side] ?? 5;
  ctx.beginPath();
  if (n === 0) ctx.arc(0, 0, r, 0, 2 * Math.PI);
  else {
    const wide = n === 3 ? r * 1.25 : n === 4 ? r * 1.12 : r * 1.04;
    for (let k = 0; k < n; k++) {
      const angle = (2 * Math.PI * k) / n - Math.PI / 2 + (n === 4 ? Math.PI / 4 : 0);
      if (k === 0) ctx.moveTo(Math.cos(angle) * wide, Math.sin(angle) * wide);
      else ctx.lineTo(Math.cos(angle) * wide, Math.sin(angle) * wide);
    }
    ctx.closePath();
  }
}

/** Rows of craft in a formation that fits into its base. */
function formation(n: number): { x: number; y: number }[] {
  const rows = n <= 1 ? [1] : n <= 3 ? [1, n - 1] : n <= 6 ? [1, 2, n - 3] : [2, 3, n - 5];
  const out: { x: number; y: number }[] = [];
  rows
    .filter((wide) => wide > 0)
    .forEach((wide, k, all) => {
      for (let i = 0; i < wide; i++)
        out.push({ x: (i - (wide - 1) / 2) * 0.58, y: (k - (all.length - 1) / 2) * 0.5 });
    });
  return out;
}

export interface WingLook {
  side: number;
  boats: boolean;
  left: number;
  full: number;
  cef: number;
  /** Aces stand out, turkeys do not. */
  ace: boolean;
  /** It can do no more this turn. */
  done: boolean;
}

/** A group: as many craft as are left, and how much endurance they have. */
export function wingShape(it: WingLook): Shape {
  return {
    hull: it.boats ? BOAT : FIGHTER,
    length: 1.6,
    least: 30,
    most: 56,
    paint: {
      key: `wing-${JSON.stringify(it)}`,
      draw: (ctx, how) => {
        const r = how.long * 0.5;
        ctx.save();
        if (how.dim) ctx.globalAlpha *= 0.55;
        wingBase(ctx, it.side, r);
        ctx.fillStyle = how.palette.panel;
        ctx.globalAlpha *= how.ghost ? 0.5 : 0.92;
        ctx.fill();
        ctx.globalAlpha = how.dim ? 0.55 : 1;
        ctx.lineWidth = it.ace ? 2.4 : 1.4;
        ctx.strokeStyle = how.colour;
        ctx.setLineDash(how.ghost ? [3, 3] : []);
        ctx.stroke();
        ctx.setLineDash([]);
        ctx.save();
        ctx.rotate((how.heading * Math.PI) / 180);
        const size = r * (it.left <= 1 ? 0.5 : 0.27);
        const path = pathOf(it.boats ? BOAT : FIGHTER);
        for (const spot of formation(it.left)) {
          ctx.save();
          ctx.translate(spot.x * r, spot.y * r);
          ctx.scale(size, size);
          ctx.fillStyle = how.colour;
          ctx.fill(path);
          ctx.restore();
        }
        // Which way they look.
        ctx.beginPath();
        ctx.moveTo(0, -r * 1.22);
        ctx.lineTo(r * 0.2, -r * 1.02);
        ctx.lineTo(-r * 0.2, -r * 1.02);
        ctx.closePath();
        ctx.fillStyle = how.colour;
        ctx.fill();
        ctx.restore();
        if (!how.ghost && how.long >= 26) badge(ctx, how, r, String(it.cef), it.cef === 0);
        ctx.restore();
      },
    },
  };
}

/** A number at the lower right. */
function badge(ctx: Context, how: PaintHow, r: number, text: string, warn: boolean): void {
  const size = Math.max(9, Math.round(how.long * 0.26));
  const [x, y] = [r * 0.82, r * 0.72];
  ctx.beginPath();
  ctx.arc(x, y, size * 0.62, 0, 2 * Math.PI);
  ctx.fillStyle = how.palette.sea;
  ctx.fill();
  ctx.lineWidth = 1;
  ctx.strokeStyle = warn ? how.palette.tones.warn : how.colour;
  ctx.stroke();
  ctx.fillStyle = warn ? how.palette.tones.warn : how.palette.tones.text;
  ctx.font = `600 ${size - 1}px ${how.palette.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y + 0.5);
}

/** A contact nobody has identified: its letter, and as many bars as its drive is loud. */
export function bogeyShape(letter: string, loud: number, side: number): Shape {
  return {
    hull: 'M0,-1L0.9,0L0,1L-0.9,0Z',
    length: 2,
    least: 32,
    most: 60,
    paint: {
      key: `bogey-${letter}-${loud}-${side}`,
      draw: (ctx, how) => {
        const r = how.long * 0.48;
        ctx.save();
        if (how.dim) ctx.globalAlpha *= 0.55;
        wingBase(ctx, side, r);
        ctx.fillStyle = how.palette.panel;
        ctx.fill();
        ctx.lineWidth = 1.6;
        ctx.strokeStyle = how.colour;
        ctx.setLineDash([4, 3]);
        ctx.stroke();
        ctx.setLineDash([]);
        ctx.fillStyle = how.colour;
        const height = Math.max(11, Math.round(how.long * (letter.length > 2 ? 0.28 : 0.38)));
        ctx.font = `600 ${height}px ${how.palette.mono}`;
        ctx.textAlign = 'center';
        ctx.textBaseline = 'middle';
        ctx.fillText(letter, 0, -r * 0.12);
        for (let k = 0; k < loud; k++)
          ctx.fillRect((k - loud / 2) * r * 0.3 + r * 0.04, r * 0.4, r * 0.22, r * 0.16);
        ctx.rotate((how.heading * Math.PI) / 180);
        ctx.beginPath();
        ctx.moveTo(0, -r * 1.24);
        ctx.lineTo(r * 0.2, -r * 1.04);
        ctx.lineTo(-r * 0.2, -r * 1.04);
        ctx.closePath();
        ctx.fill();
        ctx.restore();
      },
    },
  };
}
