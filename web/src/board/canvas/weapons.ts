// Weapons by their look, from the muzzle to the blow. Misses pass by.
import { ARRIVES } from '../effects';
import type { Shooting } from '../effects';
import type { Point } from '../types';
import { impact } from './impacts';
import { EMBER, FLAME, HOT, WHITE, lit, noise, pulse, ramp, slowing, spot } from './light';
import { onScreen, reachOf } from './set';
import type { Stage } from './set';

/** A shot on the screen. */
interface Flight {
  set: Stage;
  from: Point;
  /** Where it ends: on its target, or past it. */
  to: Point;
  /** The way it flies, and its length in pixels. */
  angle: number;
  long: number;
  colour: string;
  t: number;
  /** The share of the way that is behind it: 1 when it arrives. */
  way: number;
  power: number;
  guns: number;
  hit: boolean;
  /** Half the length of target and firer. */
  reach: number;
  own: number;
  /** Where the firer's bow points on the screen. */
  bow: number;
  seed: number;
}

export function fire(set: Stage, it: { t: number } & Shooting, seed: number): void {
  const from = onScreen(set, it.from);
  const aim = onScreen(set, it.to);
  const straight = Math.atan2(aim.y - from.y, aim.x - from.x);
  const away = Math.hypot(aim.x - from.x, aim.y - from.y);
  const reach = reachOf(set, it.whom);
  const own = reachOf(set, it.by);
  // A miss goes by on one side and on into the dark.
  const side = noise(seed, 3) < 0.5 ? -1 : 1;
  const off = it.hit ? 0 : (side * (reach * 1.25 + 8)) / Math.max(60, away);
  const long = it.hit ? away : away * 1.05 + 90 + reach * 2;
  const angle = straight + off;
  const heading = set.tokens.get(it.by ?? '')?.heading ?? 0;
  const arrives = ARRIVES[it.weapon];
  const flight: Flight = {
    set,
    from,
    to: { x: from.x + Math.cos(angle) * long, y: from.y + Math.sin(angle) * long },
    angle,
    long,
    colour: set.frame.palette.tones[it.tone],
    t: it.t,
    way: it.t / arrives,
    power: it.power ?? 0.5,
    guns: Math.max(1, Math.min(12, Math.round(it.guns ?? 1))),
    hit: it.hit,
    reach,
    own,
    bow: ((heading - 90) * Math.PI) / 180,
    seed,
  };
  LOOKS[it.weapon](flight);
  if (it.hit && it.struck)
    impact(
      set,
      aim,
      straight + Math.PI,
      reach,
      it.struck,
      (it.t - arrives) / (1 - arrives),
      flight.power,
      seed,
    );
}

const LOOKS: Record<Shooting['weapon'], (flight: Flight) => void> = {
  beam: (it) => rays(it, 2.6 + it.power * 2.4, 9),
  lance: (it) => rays(it, 0.8 + it.power * 0.6, 5),
  gun: guns,
  torpedo,
  missile: missiles,
  fighters,
  spray,
  wave,
};

/** A place on the way, a share of it from the muzzle, and so many pixels aside. */
function along({ from, angle, long }: Flight, share: number, aside = 0): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { x: from.x + c * long * share - s * aside, y: from.y + s * long * share + c * aside };
}

function line(ctx: CanvasRenderingContext2D, a: Point, b: Point, width: number, alpha: number): void {
  ctx.globalAlpha = Math.min(1, alpha);
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(b.x, b.y);
  ctx.stroke();
}

/** Rays: they stand for a while and flicker; several leave from along the hull and meet at the target. */
function rays(it: Flight, width: number, halo: number): void {
  const { set, t, colour, seed } = it;
  const { ctx, frame } = set;
  const n = Math.min(5, it.guns);
  lit(ctx, frame.palette, () => {
    ctx.lineCap = 'round';
    for (let k = 0; k < n; k++) {
      const late = n > 1 ? (k / n) * 0.12 : 0;
      const own = ramp(t, late, 1);
      const head = Math.min(1, ramp(own, 0.08, 0.26));
      const fade = 1 - ramp(own, 0.5, 0.78);
      if (head <= 0 || fade <= 0) continue;
      const flicker = 0.82 + 0.18 * noise(seed + k, Math.floor(t * 60));
      const along_ = n > 1 ? (k / (n - 1) - 0.5) * it.own * 1.2 : 0;
      const a = { x: it.from.x + Math.cos(it.bow) * along_, y: it.from.y + Math.sin(it.bow) * along_ };
      const aim = it.hit ? (noise(seed, k + 5) - 0.5) * it.reach * 0.5 : 0;
      const end = along(it, 1, aim);
      const b = { x: a.x + (end.x - a.x) * head, y: a.y + (end.y - a.y) * head };
      const strong = fade * flicker;
      ctx.strokeStyle = colour;
      if (!it.hit) {
        // What strikes nothing thins out into the dark.
        const gradient = ctx.createLinearGradient(a.x, a.y, end.x, end.y);
        gradient.addColorStop(0, colour);
        gradient.addColorStop(0.7, colour);
        gradient.addColorStop(1, 'transparent');
        ctx.strokeStyle = gradient;
      }
      line(ctx, a, b, width * halo * 0.55, 0.1 * strong);
      line(ctx, a, b, width * 2.2, 0.3 * strong);
      line(ctx, a, b, width, strong);
      if (it.hit) {
        ctx.strokeStyle = WHITE;
        line(ctx, a, b, Math.max(0.8, width * 0.45), 0.9 * strong);
      }
      spot(ctx, colour, a.x, a.y, 8 + width * 3, strong * 0.9);
      spot(ctx, WHITE, a.x, a.y, 3 + width, strong);
      if (it.hit && head >= 1) {
        spot(ctx, colour, b.x, b.y, 10 + width * 4, strong);
        spot(ctx, WHITE, b.x, b.y, 4 + width * 1.6, strong);
      }
    }
    ctx.lineCap = 'butt';
  });
}

/** A broadside: rounds from all along the hull, one battery after the other, and powder light. */
function guns(it: Flight): void {
  const { set, t, seed } = it;
  const { ctx, frame } = set;
  const n = Math.min(9, Math.max(3, it.guns + 2));
  const rounds = 3;
  lit(ctx, frame.palette, () => {
    ctx.lineCap = 'round';
    for (let k = 0; k < n; k++) {
      const share = n > 1 ? k / (n - 1) - 0.5 : 0;
      const muzzle = {
        x: it.from.x + Math.cos(it.bow) * share * it.own * 1.4,
        y: it.from.y + Math.sin(it.bow) * share * it.own * 1.4,
      };
      for (let m = 0; m < rounds; m++) {
        const late = (k / n) * 0.16 + m * 0.07;
        const way = (t - late) / (ARRIVES.gun - 0.1);
        if (way <= 0) continue;
        const flash = 1 - ramp(way, 0, 0.28);
        if (flash > 0) {
          spot(ctx, FLAME, muzzle.x, muzzle.y, 7 + 6 * it.power, flash * 0.9);
          spot(ctx, WHITE, muzzle.x, muzzle.y, 3.5, flash);
        }
        const past = it.hit ? 1 : 1.25;
        if (way > past) continue;
        const aside = (noise(seed, k * 7 + m) - 0.5) * it.reach * (it.hit ? 0.9 : 2.4);
        const end = along(it, 1, aside);
        const place = (u: number) => ({
          x: muzzle.x + (end.x - muzzle.x) * u,
          y: muzzle.y + (end.y - muzzle.y) * u,
        });
        const fade = it.hit ? 1 : 1 - ramp(way, 0.75, past);
        const head = place(way);
        ctx.strokeStyle = it.colour;
        line(ctx, place(Math.max(0, way - 0.16)), head, 2.6 + it.power * 1.6, 0.35 * fade);
        ctx.strokeStyle = HOT;
        line(ctx, place(Math.max(0, way - 0.07)), head, 1.6 + it.power, fade);
      }
    }
    ctx.lineCap = 'butt';
  });
}

/** One heavy ball of light with a halo that beats and a tail that burns out. */
function torpedo(it: Flight): void {
  const { set, way, colour, seed } = it;
  const { ctx, frame } = set;
  const n = Math.min(4, it.guns);
  lit(ctx, frame.palette, () => {
    for (let k = 0; k < n; k++) {
      const late = k * 0.09;
      const own = way - late;
      const most = it.hit ? 1 : 1.5;
      if (own <= 0 || own > most) continue;
      const eased = Math.min(most, own * own * 0.55 + own * 0.45);
      const aside = n > 1 ? (k - (n - 1) / 2) * 9 * (1 - Math.min(1, eased)) : 0;
      const head = along(it, eased, aside);
      const fade = it.hit ? 1 : 1 - ramp(own, 1, most);
      for (let m = 1; m <= 6; m++) {
        const back = along(it, Math.max(0, eased - m * 0.026), aside);
        spot(ctx, colour, back.x, back.y, (10 + it.power * 5) * (1 - m / 8), 0.4 * fade * (1 - m / 7));
      }
      const beat = 0.85 + 0.15 * Math.sin(it.t * 70 + k);
      spot(ctx, colour, head.x, head.y, (20 + 13 * it.power) * beat, 0.85 * fade);
      spot(ctx, HOT, head.x, head.y, 9 + 5 * it.power, fade);
      spot(ctx, WHITE, head.x, head.y, 5.5 + 2.5 * it.power, fade);
      if (own < 0.25) spot(ctx, WHITE, it.from.x, it.from.y, 16, 1 - own * 4);
    }
    const boom = (it.t - ARRIVES.torpedo) / (1 - ARRIVES.torpedo);
    if (!it.hit || boom <= 0) return;
    // It lands like a hammer: a ball of fire, and a ring.
    const size = it.reach * 0.9 + 16 + it.power * 12;
    const hot = pulse(boom, 0.1);
    spot(ctx, colour, it.to.x, it.to.y, size * (0.8 + 0.5 * boom), hot * 0.9);
    spot(ctx, HOT, it.to.x, it.to.y, size * 0.55, hot);
    ctx.strokeStyle = HOT;
    ctx.globalAlpha = (1 - boom) ** 2;
    ctx.lineWidth = 2.4 * (1 - boom) + 0.4;
    ctx.beginPath();
    ctx.arc(it.to.x, it.to.y, size * slowing(boom) * 1.3, 0, Math.PI * 2);
    ctx.stroke();
  });
  void seed;
}

/** Missiles fan out, weave in and leave smoke. */
function missiles(it: Flight): void {
  const { set, way, seed } = it;
  const { ctx, frame } = set;
  const n = Math.min(8, it.guns);
  const most = it.hit ? 1 : 1.45;
  const bend = (k: number) => (n > 1 ? (k / (n - 1) - 0.5) * 2 : noise(seed, 9) - 0.5);
  const place = (k: number, u: number): Point => {
    const arch = Math.sin(Math.min(1, u) * Math.PI) * bend(k) * Math.min(120, it.long * 0.22);
    const weave = Math.sin(u * 11 + noise(seed, k) * 6) * 3 * (1 - u);
    return along(
      it,
      u,
      arch + weave + (it.hit ? (noise(seed, k + 40) - 0.5) * it.reach * (u > 0.9 ? 1 : 0.4) : 0),
    );
  };
  for (let k = 0; k < n; k++) {
    const late = n > 1 ? noise(seed, k + 20) * 0.16 : 0;
    const own = way - late;
    if (own <= 0) continue;
    const u = Math.min(most, own * (0.55 + 0.45 * Math.min(1, own)));
    // Smoke stays where it was left and thins out.
    for (let m = 0; m < 9; m++) {
      const back = u - 0.03 - m * 0.065;
      if (back <= 0) break;
      const at = place(k, back);
      const old = m / 9 + ramp(own, 1, 2.2);
      if (old >= 1) break;
      spot(ctx, frame.palette.tones.neutral, at.x, at.y, 3 + m, 0.36 * (1 - old));
    }
    if (own > most) continue;
    lit(ctx, frame.palette, () => {
      const head = place(k, u);
      const tail = place(k, Math.max(0, u - 0.03));
      ctx.strokeStyle = HOT;
      ctx.lineCap = 'round';
      line(ctx, tail, head, 2.2, 1);
      ctx.lineCap = 'butt';
      spot(ctx, EMBER, tail.x, tail.y, 8, 0.9);
      spot(ctx, FLAME, tail.x, tail.y, 5, 1);
      spot(ctx, it.colour, head.x, head.y, 6, 0.9);
    });
  }
}

/** Small craft come in a swarm, sweep round their target with guns going, and away. */
function fighters(it: Flight): void {
  const { set, t, seed } = it;
  const { ctx, frame } = set;
  const n = Math.min(10, Math.max(3, it.guns));
  const arrive = ARRIVES.fighters * 0.8;
  const circle = it.reach * 1.1 + 20;
  const target = along({ ...it, to: it.to }, it.hit ? 1 : Math.max(0.2, (it.long - 90) / it.long));
  const place = (k: number, u: number): Point => {
    const lane = (k / (n - 1) - 0.5) * 2;
    const come = ramp(u, 0, arrive);
    const spin = (noise(seed, k) < 0.5 ? -1 : 1) * (u - arrive) * 5.2;
    const start = it.angle + Math.PI + lane * 0.9;
    const turn = start + (u > arrive ? spin : 0);
    const away = circle * (0.75 + 0.5 * noise(seed, k + 30)) * (1 + Math.max(0, u - 0.8) * 4);
    const goal = { x: target.x + Math.cos(turn) * away, y: target.y + Math.sin(turn) * away };
    if (come >= 1) return goal;
    const wave = Math.sin(come * Math.PI) * lane * 26;
    return {
      x: it.from.x + (goal.x - it.from.x) * come - Math.sin(it.angle) * wave,
      y: it.from.y + (goal.y - it.from.y) * come + Math.cos(it.angle) * wave,
    };
  };
  const fade = 1 - ramp(t, 0.86, 1);
  for (let k = 0; k < n; k++) {
    const here = place(k, t);
    const before = place(k, Math.max(0, t - 0.02));
    const turn = Math.atan2(here.y - before.y, here.x - before.x);
    lit(ctx, frame.palette, () => {
      for (let m = 1; m < 4; m++) {
        const back = place(k, Math.max(0, t - m * 0.02));
        spot(ctx, it.colour, back.x, back.y, 5 - m * 0.8, 0.4 * fade * (1 - m / 4));
      }
      const firing = t > arrive * 0.9 && t < 0.84 && noise(seed + k, Math.floor(t * 26)) > 0.45;
      if (firing) {
        ctx.strokeStyle = HOT;
        const u = noise(seed + k, Math.floor(t * 40));
        const a = { x: here.x + (target.x - here.x) * u * 0.7, y: here.y + (target.y - here.y) * u * 0.7 };
        const b = {
          x: here.x + (target.x - here.x) * (u * 0.7 + 0.3),
          y: here.y + (target.y - here.y) * (u * 0.7 + 0.3),
        };
        line(ctx, a, b, 1.4, 0.9);
      }
    });
    ctx.save();
    ctx.translate(here.x, here.y);
    ctx.rotate(turn);
    ctx.globalAlpha = fade;
    ctx.fillStyle = it.colour;
    ctx.beginPath();
    ctx.moveTo(5, 0);
    ctx.lineTo(-3.5, 3);
    ctx.lineTo(-2, 0);
    ctx.lineTo(-3.5, -3);
    ctx.fill();
    ctx.restore();
  }
  ctx.globalAlpha = 1;
}

/** Point defence: a fan of fine tracers. */
function spray(it: Flight): void {
  const { set, t, seed } = it;
  const { ctx, frame } = set;
  const n = 10 + it.guns * 3;
  lit(ctx, frame.palette, () => {
    ctx.strokeStyle = HOT;
    ctx.lineWidth = 1;
    ctx.globalAlpha = 0.9 * (1 - ramp(t, 0.55, 0.8));
    ctx.beginPath();
    for (let k = 0; k < n; k++) {
      const way = (t - noise(seed, k) * 0.4) / 0.22;
      if (way <= 0 || way >= 1.15) continue;
      const aside = (noise(seed, k + 60) - 0.5) * it.long * 0.22;
      const a = along(it, Math.max(0, way - 0.13), aside * way);
      const b = along(it, way, aside * way);
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
    }
    ctx.stroke();
    if (t < 0.6) spot(ctx, it.colour, it.from.x, it.from.y, 9, 0.7 * noise(seed, Math.floor(t * 40)));
    for (let k = 0; k < 4; k++) {
      const own = pulse(ramp(t, 0.24 + k * 0.08, 0.6 + k * 0.08), 0.2);
      const way = noise(seed, k + 80) * 6;
      spot(ctx, FLAME, it.to.x + Math.cos(way) * 9, it.to.y + Math.sin(way) * 9, 7, own);
    }
  });
}

/** A wall of light: it gathers at the bow, and then there is nothing else. */
function wave(it: Flight): void {
  const { set, t, colour, seed } = it;
  const { ctx, frame } = set;
  const gather = ramp(t, 0, 0.24);
  const head = ramp(t, 0.22, ARRIVES.wave);
  const fade = 1 - ramp(t, 0.62, 0.95);
  const wide = (it.own * 0.7 + 9) * (0.7 + 0.6 * it.power);
  lit(ctx, frame.palette, () => {
    if (t < 0.34)
      for (let k = 0; k < 12; k++) {
        const way = noise(seed, k) * Math.PI * 2;
        const out = (1 - ramp(t, noise(seed, k + 20) * 0.12, 0.24)) * (it.own + 34);
        spot(ctx, colour, it.from.x + Math.cos(way) * out, it.from.y + Math.sin(way) * out, 4, gather);
      }
    spot(ctx, colour, it.from.x, it.from.y, wide * (0.6 + gather), gather * fade);
    spot(ctx, WHITE, it.from.x, it.from.y, wide * 0.6 * gather, gather * fade);
    if (head <= 0) return;
    const end = along(it, head);
    const beat = 0.9 + 0.1 * noise(seed, Math.floor(t * 50));
    ctx.lineCap = 'round';
    ctx.strokeStyle = colour;
    line(ctx, it.from, end, wide * 2.3 * beat, 0.13 * fade);
    line(ctx, it.from, end, wide * 1.4 * beat, 0.3 * fade);
    ctx.strokeStyle = WHITE;
    line(ctx, it.from, end, wide * 0.7 * beat, 0.85 * fade);
    ctx.lineCap = 'butt';
    spot(ctx, colour, end.x, end.y, wide * 2.6, 0.8 * fade);
    spot(ctx, WHITE, end.x, end.y, wide * 1.2, fade);
  });
}
