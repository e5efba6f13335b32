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
  return rows.flatMap((row, k) => row.map((x) => ({ x, y: -0.62 + k * (n <= 3 ? 0.8 : 0.6), size: n <= 3 ? 0.52 : 0.4 }))).slice(0, n);
}

/** How many darts stand for a load. */
export function dartsOf(what: Warhead): number {
  if (what === 'salvo') return 6;
  return typeof what !== 'string' && 'rockets' in what ? Math.max(1, what.rockets) : 1;
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
  const ball = typeof what !== 'string' && !('rockets' in what);
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
