// The counters: a hex as large as its place on the map, with what the printed
// one carries. Shields lie along its sides, the rest stands upright. What would
// not be legible at a size is left out.
import type { PaintHow, Shape } from '../../board/types';
import type { Vessel } from './model';
import { MISSILE } from './silhouettes';
import { words } from './texts';
import type { MissileView } from './types';

type Context = CanvasRenderingContext2D;

/** Pixels from which more is shown. */
const SHIELDS = 24;
const TAGS = 28;
/** Below this the hull makes room for the name below it. */
const ROOMY = 44;
const NUMBERS = 60;
const BOXES = 118;
/** From the centre to a corner, as a share of the length. */
const CORNER = 0.545;
const MOST = 900;

const paths = new Map<string, Path2D>();
function pathOf(data: string): Path2D {
  let path = paths.get(data);
  if (!path) paths.set(data, (path = new Path2D(data)));
  return path;
}

function hexPath(r: number): string {
  const corners = Array.from({ length: 6 }, (_, k) => {
    const a = ((30 + 60 * k) * Math.PI) / 180;
    return `${(Math.sin(a) * r).toFixed(3)},${(-Math.cos(a) * r).toFixed(3)}`;
  });
  return `M${corners.join('L')}Z`;
}
const OUTLINE = hexPath(1.1);

export function shapeOf(ship: Vessel, length = 1, owes = false): Shape {
  return {
    hull: ship.look.hull,
    length,
    least: 13,
    most: MOST,
    outline: OUTLINE,
    paint: {
      key: counterKey(ship, owes),
      named: TAGS,
      draw: (ctx, how) => drawCounter(ctx, how, ship, owes),
    },
  };
}

/** Everything a counter's picture depends on. */
export function counterKey(ship: Vessel, owes: boolean): string {
  const { state, display } = ship;
  const { criticals: c } = state;
  return JSON.stringify([
    ship.tag,
    display.class,
    ship.faction,
    ship.side,
    state.shields,
    display.shields_of,
    display.shields_up,
    state.reinforced,
    display.hull,
    display.hull_left,
    state.fighters,
    display.curve,
    state.turn_left,
    state.slip,
    state.battery,
    state.afterburners,
    state.marker,
    display.groups.map((it) => [it.red, it.yellow, it.red_of, it.yellow_of, it.destroyed, it.weapon]),
    c.shields_down,
    c.helm_down,
    c.power_loss,
    owes,
  ]);
}

/** A corner of the counter's hex; side `k` lies between corners `k - 1` and `k`, side 0 ahead. */
function corner(k: number, r: number): [number, number] {
  const angle = ((30 + 60 * k) * Math.PI) / 180;
  return [Math.sin(angle) * r, -Math.cos(angle) * r];
}

/** A place along a shield's sides, at a share of the way. */
export function along(sides: number[], t: number, r: number): [number, number] {
  const at = Math.min(sides.length - 1e-9, Math.max(0, t * sides.length));
  const side = sides[Math.floor(at)]!;
  const part = at - Math.floor(at);
  const [ax, ay] = corner(side - 1, r);
  const [bx, by] = corner(side, r);
  return [ax + (bx - ax) * part, ay + (by - ay) * part];
}

function stretch(ctx: Context, sides: number[], from: number, to: number, r: number): void {
  ctx.beginPath();
  ctx.moveTo(...along(sides, from, r));
  for (let k = 1; k < sides.length; k++) {
    const bend = k / sides.length;
    if (from < bend && bend < to) ctx.lineTo(...along(sides, bend, r));
  }
  ctx.lineTo(...along(sides, to, r));
  ctx.stroke();
}

function drawCounter(ctx: Context, how: PaintHow, ship: Vessel, owes: boolean): void {
  const { long, palette, colour } = how;
  const R = long * CORNER;
  ctx.save();
  ctx.save();
  ctx.rotate((how.heading * Math.PI) / 180);
  if (long >= SHIELDS || how.ghost) plate(ctx, how, ship, R);
  ctx.restore();
  const big = long < SHIELDS ? 0.95 : long < NUMBERS ? 0.6 : 0.42;
  const cramped = !how.ghost && long >= TAGS && long < ROOMY;
  const up = cramped ? -0.07 * long : long < NUMBERS ? 0 : 0.02 * long;
  ctx.save();
  ctx.translate(0, up);
  ctx.rotate((how.heading * Math.PI) / 180);
  const half = (long * big * (0.35 + 0.65 * ship.look.size)) / 2;
  ctx.scale(half, half);
  const hull = pathOf(ship.look.hull);
  ctx.globalAlpha = how.dim ? 0.55 : 1;
  if (how.ghost) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1.6 / half;
    ctx.stroke(hull);
  } else {
    ctx.fillStyle = colour;
    ctx.fill(hull, 'evenodd');
    ctx.strokeStyle = palette.sea;
    ctx.lineWidth = 1 / half;
    ctx.stroke(hull);
  }
  ctx.restore();
  if (!how.ghost) {
    if (long >= TAGS) tags(ctx, how, ship);
    if (long >= NUMBERS) {
      charges(ctx, how, ship);
      hullRow(ctx, how, ship);
      curve(ctx, how, ship);
    }
    if (owes && long >= SHIELDS) {
      ctx.fillStyle = palette.tones.warn;
      ctx.beginPath();
      ctx.arc(0, -R * 0.8, Math.max(2.4, long * 0.035), 0, Math.PI * 2);
      ctx.fill();
    }
  }
  ctx.restore();
}

/** The hex itself with its shields, bow up. */
function plate(ctx: Context, how: PaintHow, ship: Vessel, R: number): void {
  const { palette, colour, long } = how;
  const { state, display } = ship;
  ctx.beginPath();
  for (let k = 0; k < 6; k++) ctx.lineTo(...corner(k, R));
  ctx.closePath();
  if (how.ghost) {
    ctx.fillStyle = palette.sea;
    ctx.globalAlpha = 0.5;
    ctx.fill();
    ctx.globalAlpha = 0.9;
    ctx.strokeStyle = colour;
    ctx.lineWidth = how.chosen ? 2 : 1.25;
    ctx.setLineDash([4, 3]);
    ctx.stroke();
    ctx.setLineDash([]);
  } else {
    ctx.fillStyle = palette.panel;
    ctx.globalAlpha = how.dim ? 0.5 : 0.94;
    ctx.fill();
    // Sides differ in shape, too: a round plate and an angular one.
    ctx.beginPath();
    if (ship.side === 0) ctx.arc(0, 0, R * 0.72, 0, Math.PI * 2);
    else for (let k = 0; k < 6; k++) ctx.lineTo(...corner(k, R * 0.76));
    ctx.closePath();
    ctx.fillStyle = colour;
    ctx.globalAlpha = how.chosen ? 0.26 : 0.13;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  // The bow, ahead of the hex's middle side.
  const bow = R * 0.866;
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(0, -bow - long * 0.075);
  ctx.lineTo(long * 0.055, -bow + 1);
  ctx.lineTo(-long * 0.055, -bow + 1);
  ctx.fill();
  if (how.ghost) return;
  const wide = Math.max(2, long * 0.045);
  const r = R - wide * 0.62;
  ctx.lineCap = 'butt';
  for (let arc = 0; arc < 4; arc++) {
    const of = display.shields_of[arc] ?? 0;
    const left = state.shields[arc] ?? 0;
    ctx.lineWidth = 1;
    ctx.strokeStyle = palette.line;
    const sides = display.shield_sides[arc]!;
    stretch(ctx, sides, 0.02, 0.98, R);
    if (of > 0) {
      const up = display.shields_up;
      if (long < NUMBERS) {
        // As a bar that shortens about its middle.
        const share = left / of / 2;
        ctx.lineWidth = wide;
        ctx.globalAlpha = up ? 1 : 0.35;
        if (left > 0) {
          ctx.strokeStyle = colour;
          stretch(ctx, sides, 0.5 - share * 0.94, 0.5 + share * 0.94, r);
        } else {
          ctx.strokeStyle = palette.tones.harm;
          ctx.lineWidth = 1.2;
          stretch(ctx, sides, 0.1, 0.9, r);
        }
      } else {
        const gap = Math.min(0.02, 0.1 / of);
        for (let k = 0; k < of; k++) {
          const gone = k >= left;
          ctx.globalAlpha = gone ? 0.55 : up ? 1 : 0.35;
          ctx.strokeStyle = gone ? palette.tones.harm : colour;
          ctx.lineWidth = gone ? Math.max(1, wide * 0.28) : wide;
          const from = 0.03 + (k / of) * 0.94;
          stretch(ctx, sides, from + gap, 0.03 + ((k + 1) / of) * 0.94 - gap, r);
        }
      }
      ctx.globalAlpha = 1;
    }
    const until = state.reinforced[arc];
    if (until) {
      const [x, y] = along(sides, 0.5, R * 0.8);
      ctx.fillStyle = palette.tones.text;
      ctx.beginPath();
      const s = Math.max(2.4, long * 0.04);
      ctx.moveTo(x, y - s);
      ctx.lineTo(x + s, y);
      ctx.lineTo(x, y + s);
      ctx.lineTo(x - s, y);
      ctx.fill();
      if (long >= BOXES) {
        ctx.save();
        ctx.translate(x, y);
        ctx.rotate((-how.heading * Math.PI) / 180);
        text(ctx, palette.panel, `600 ${Math.round(long * 0.055)}px ${palette.mono}`, until, 0, 0.5);
        ctx.restore();
      }
    }
  }
}

function text(
  ctx: Context,
  colour: string,
  font: string,
  words: string,
  x: number,
  y: number,
  align: CanvasTextAlign = 'center',
): void {
  ctx.font = font;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colour;
  ctx.fillText(words, x, y);
}

const px = (long: number, share: number, least: number) => Math.round(Math.max(least, long * share) * 2) / 2;

function tags(ctx: Context, how: PaintHow, ship: Vessel): void {
  const { long, palette, colour } = how;
  const { state, display } = ship;
  const small = long < NUMBERS;
  const font = `600 ${px(long, 0.092, 9)}px ${palette.mono}`;
  if (small) {
    ctx.font = font;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.lineWidth = 3;
    ctx.strokeStyle = palette.panel;
    ctx.strokeText(ship.tag, 0, long * 0.36);
    text(ctx, colour, font, ship.tag, 0, long * 0.36);
    return;
  }
  text(ctx, colour, font, ship.tag, -long * 0.29, -long * 0.05);
  const narrow = display.class.length > 3 ? `600 ${px(long, 0.072, 8)}px ${palette.mono}` : font;
  text(ctx, palette.tones.muted, narrow, display.class.slice(0, 5), long * 0.29, -long * 0.05);
  const note = `600 ${px(long, 0.072, 8)}px ${palette.mono}`;
  const left: [string, string][] = [];
  const right: [string, string][] = [];
  if (state.turn_left > 0) right.push([`↻${state.turn_left}`, palette.tones.warn]);
  if (state.slip) right.push(['⇖⇗', palette.tones.text]);
  if (state.marker) left.push([state.marker === 'change' ? '⇄' : '⛨', palette.tones.text]);
  if (state.battery) left.push(['▮', palette.tones.text]);
  if (display.afterburners_of > 0)
    left.push([`»${state.afterburners}`, state.afterburners > 0 ? palette.tones.muted : palette.line]);
  if (state.criticals.helm_down) right.push(['He', palette.tones.harm]);
  if (state.criticals.power_loss) left.push(['Po', palette.tones.harm]);
  left.forEach(([it, tone], k) => text(ctx, tone, note, it, -long * 0.3, long * (0.045 + 0.075 * k)));
  right.forEach(([it, tone], k) => text(ctx, tone, note, it, long * 0.3, long * (0.045 + 0.075 * k)));
}

/** Charge bars, a row a group: squares are red boxes, dots yellow ones. */
function charges(ctx: Context, how: PaintHow, ship: Vessel): void {
  const { long, palette, colour } = how;
  const { groups } = ship.display;
  const step = long * 0.044;
  const size = step * 0.72;
  groups.forEach((group, row) => {
    const n = group.red_of + group.yellow_of;
    const y = long * (-0.2 - 0.058 * (groups.length - 1 - row));
    const left = (-(n - 1) / 2) * step;
    const full = group.charged && !group.destroyed;
    for (let k = 0; k < n; k++) {
      const red = k < group.red_of;
      const on = red ? k < group.red : k - group.red_of < group.yellow;
      const x = left + k * step;
      ctx.beginPath();
      if (red) ctx.rect(x - size / 2, y - size / 2, size, size);
      else ctx.arc(x, y, size / 2, 0, Math.PI * 2);
      if (on && !group.destroyed) {
        ctx.fillStyle = full ? palette.tones.text : colour;
        ctx.fill();
      } else {
        ctx.strokeStyle = palette.tones.muted;
        ctx.lineWidth = 1;
        ctx.globalAlpha = 0.6;
        ctx.stroke();
        ctx.globalAlpha = 1;
      }
    }
    if (group.destroyed) {
      ctx.strokeStyle = palette.tones.harm;
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.moveTo(left - size, y);
      ctx.lineTo(-left + size, y);
      ctx.stroke();
    } else if (long >= BOXES * 1.3) {
      text(
        ctx,
        palette.tones.muted,
        `${px(long, 0.045, 8)}px ${palette.mono}`,
        words.weaponCodes[group.weapon] ?? '',
        left - size,
        y + 0.5,
        'right',
      );
    }
  });
}

/** Hull boxes, the critical ones notched, with their power modifiers. */
function hullRow(ctx: Context, how: PaintHow, ship: Vessel): void {
  const { long, palette, colour } = how;
  const { display, state } = ship;
  const squadron = display.kind === 'fighters';
  const boxes = squadron ? state.fighters.flatMap(() => display.boxes) : display.boxes;
  const n = boxes.length;
  const step = Math.min(0.082, 0.6 / n) * long;
  const high = long * 0.075;
  const y = long * 0.235;
  const each = display.boxes.length;
  const shift = (k: number) => (squadron ? (Math.floor(k / each) - 1) * step * 0.5 : 0);
  boxes.forEach((box, k) => {
    const gone = squadron ? k % each >= (state.fighters[Math.floor(k / each)] ?? 0) : k < state.hull_marked;
    const x = (k - n / 2) * step + shift(k);
    const wide = step * 0.82;
    ctx.beginPath();
    ctx.rect(x, y - high / 2, wide, high);
    ctx.fillStyle = gone ? palette.tones.harm : colour;
    ctx.globalAlpha = gone ? 0.25 : 0.9;
    ctx.fill();
    ctx.globalAlpha = 1;
    if (box.critical) {
      // A critical box has a thick foot.
      ctx.fillStyle = gone ? palette.tones.harm : palette.tones.text;
      ctx.fillRect(x, y + high / 2 + 1, wide, Math.max(1.2, long * 0.014));
    }
    if (box.power > 0 && long >= BOXES && !gone)
      text(
        ctx,
        palette.panel,
        `600 ${px(long, 0.055, 7)}px ${palette.mono}`,
        String(box.power),
        x + wide / 2,
        y + 0.5,
      );
    if (gone && long >= BOXES) {
      ctx.strokeStyle = palette.tones.harm;
      ctx.lineWidth = 1.2;
      ctx.beginPath();
      ctx.moveTo(x + 1, y + high / 2 - 1);
      ctx.lineTo(x + wide - 1, y - high / 2 + 1);
      ctx.stroke();
    }
  });
}

/** Power, Speed, Turn Radius. */
function curve(ctx: Context, how: PaintHow, ship: Vessel): void {
  const { long, palette } = how;
  const [power = 0, speed = 0, turn = 0] = ship.display.curve;
  const said = ship.display.kind === 'base' ? `${power}-${speed}` : `${power}-${speed}-${turn}`;
  text(ctx, palette.tones.text, `600 ${px(long, 0.098, 9)}px ${palette.mono}`, said, 0, long * 0.345);
}

export function missileShape(missile: MissileView, length = 0.42): Shape {
  return {
    hull: MISSILE,
    length,
    least: 9,
    most: 120,
    outline: 'M0,-1.2L0.8,0L0,1.2L-0.8,0Z',
    paint: {
      key: `missile-${missile.number}-${missile.side}-${missile.damaged}-${missile.target === null}`,
      draw: (ctx, how) => {
        const half = how.long / 2;
        ctx.save();
        ctx.rotate((how.heading * Math.PI) / 180);
        ctx.scale(half, half);
        const path = pathOf(MISSILE);
        ctx.lineWidth = 1.5 / half;
        ctx.strokeStyle = how.ghost || missile.damaged ? how.colour : how.palette.sea;
        ctx.fillStyle = missile.damaged || how.ghost ? how.palette.panel : how.colour;
        ctx.globalAlpha = missile.target === null ? 0.6 : 1;
        ctx.fill(path);
        ctx.stroke(path);
        ctx.restore();
        if (how.long >= 26 && !how.ghost) {
          ctx.globalAlpha = 0.75;
          ctx.fillStyle = how.palette.sea;
          const font = `600 ${px(how.long, 0.3, 9)}px ${how.palette.mono}`;
          ctx.font = font;
          const said = `M${missile.number}`;
          const wide = ctx.measureText(said).width + 4;
          ctx.fillRect(-wide / 2, how.long * 0.36, wide, 12);
          ctx.globalAlpha = 1;
          text(ctx, how.colour, font, said, 0, how.long * 0.36 + 6.5);
        }
      },
    },
  };
}
