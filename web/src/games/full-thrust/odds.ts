// What a whole volley does to a ship, exactly, out of the menu's rolls: points
// fill armour from outside, armour-piercing hits go through it, rows are lost.
import type { Dist } from '../../lib/dist';
import type { Defence, Fire, FireMenu, Outcome, ShotMenu } from './types';

const WHOLE = 1e12;

export interface Prospect {
  /** By boxes of armour crossed off, by hull boxes lost, by EMP hits. */
  armour: Dist;
  hull: Dist;
  emp: Dist;
  /** By rows completed, the ship not destroyed. */
  rows: Dist;
  destroyed: number;
}

interface Roll {
  odds: Outcome[];
  times: number;
}

interface State {
  armour: number[];
  lost: number;
  p: number;
}

/** The outermost layer that has boxes, counted from 1. */
function topOf(armour: number[]): number {
  for (let k = armour.length; k > 0; k--) if ((armour[k - 1] ?? 0) > 0) return k;
  return 0;
}

/** Totals of points by where they begin: at the outermost layer, or one further in. */
function fillsOf(rolls: Roll[], cap: number): { outer: number; inner: number; p: number }[] {
  const wide = cap + 1;
  let now = new Float64Array(wide * wide);
  now[0] = 1;
  for (const { odds, times } of rolls) {
    if (!odds.some((it) => it.fills)) continue;
    for (let n = 0; n < times; n++) {
      const next = new Float64Array(wide * wide);
      for (let at = 0; at < now.length; at++) {
        const p = now[at]!;
        if (p === 0) continue;
        const outer = Math.floor(at / wide);
        const inner = at % wide;
        for (const it of odds) {
          const a = Math.min(cap, outer + (it.fills?.[0] ?? 0));
          const b = Math.min(cap, inner + (it.fills?.[1] ?? 0));
          next[a * wide + b]! += (p * it.chance) / WHOLE;
        }
      }
      now = next;
    }
  }
  const out: { outer: number; inner: number; p: number }[] = [];
  now.forEach((p, at) => {
    if (p > 0) out.push({ outer: Math.floor(at / wide), inner: at % wide, p });
  });
  return out;
}

function gathered(states: State[]): State[] {
  const by = new Map<string, State>();
  for (const it of states) {
    const key = `${it.lost};${it.armour.join()}`;
    const known = by.get(key);
    if (known) known.p += it.p;
    else by.set(key, { ...it });
  }
  return [...by.values()];
}

/** Points from layer `from` inwards; what is left of them reaches the hull. */
function filled(armour: number[], points: number, from: number): number {
  let left = points;
  for (let k = from - 1; k >= 0 && left > 0; k--) {
    const taken = Math.min(left, armour[k]!);
    armour[k]! -= taken;
    left -= taken;
  }
  return left;
}

/** One attack: all that rolls together, marked once, then the armour-piercing hits in turn. */
function attacked(states: State[], rolls: Roll[], hull: number, cap: number): State[] {
  const totals = fillsOf(rolls, cap);
  const out: State[] = [];
  for (const state of states) {
    const top = topOf(state.armour);
    let now: State[] = totals.map(({ outer, inner, p }) => {
      const armour = [...state.armour];
      const lost = filled(armour, outer, top) + filled(armour, inner, Math.max(0, top - 1));
      return { armour, lost: Math.min(hull, state.lost + lost), p: state.p * p };
    });
    now = gathered(now);
    for (const { odds, times } of rolls) {
      if (!odds.some((it) => it.ap)) continue;
      for (let n = 0; n < times; n++)
        now = gathered(
          now.flatMap((it) => odds.map((roll) => pierced(it, roll.ap ?? [], top, hull, roll.chance / WHOLE))),
        );
    }
    out.push(...now);
  }
  return gathered(out);
}

function pierced(state: State, hits: number[], top: number, hull: number, p: number): State {
  const armour = [...state.armour];
  let { lost } = state;
  for (const points of hits) {
    let left = points;
    for (let k = top - 1; k >= 0 && left > 0; k--) {
      if (armour[k]! <= 0) continue;
      armour[k]! -= 1;
      left -= 1;
    }
    lost += left;
  }
  return { armour, lost: Math.min(hull, lost), p: state.p * p };
}

const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);

/** All rolls count together, as one attack. */
export function prospectOf(defence: Defence, rolls: Roll[]): Prospect {
  const { hull } = defence;
  const had = sum(defence.armour);
  const cap = had + hull;
  const states = attacked([{ armour: [...defence.armour], lost: 0, p: 1 }], rolls, hull, cap);
  const out: Prospect = {
    armour: new Array<number>(had + 1).fill(0),
    hull: new Array<number>(hull + 1).fill(0),
    emp: [1],
    rows: new Array<number>(defence.checks.length + 1).fill(0),
    destroyed: 0,
  };
  for (const { armour, lost, p } of states) {
    out.armour[had - sum(armour)]! += p;
    out.hull[lost]! += p;
    if (lost >= hull) out.destroyed += p;
    else out.rows[defence.checks.filter((it) => it.boxes <= lost).length]! += p;
  }
  for (const { odds, times } of rolls) {
    if (!odds.some((it) => it.emp)) continue;
    for (let n = 0; n < times; n++) {
      const next: number[] = [];
      out.emp.forEach((p, k) =>
        odds.forEach(
          (it) => (next[k + (it.emp ?? 0)] = (next[k + (it.emp ?? 0)] ?? 0) + (p * it.chance) / WHOLE),
        ),
      );
      out.emp = Array.from(next, (it) => it ?? 0);
    }
  }
  return out;
}

/** The families in the order in which they are first named, each with its shots. */
function byFamily(shots: ShotMenu[], order: string[]): ShotMenu[] {
  return [...shots].sort((a, b) => order.indexOf(a.family) - order.indexOf(b.family));
}

/** What a ship's fire does to everybody it hits; empty where the menu has no odds. */
export function prospects(menu: FireMenu, fire: Fire, odds: Outcome[][] | undefined): Map<number, Prospect> {
  const out = new Map<number, Prospect>();
  if (!odds) return out;
  const shots = fire.shots.flatMap((shot) => {
    const it = menu.shots.find((other) => other.weapon === shot.weapon && other.target === shot.target);
    if (!it) return [];
    // FT-5.8.2: a phaser that names a system rolls as a needle beam.
    return [shot.aim !== undefined ? { ...it, ...it.needle } : it];
  });
  const order = [...new Set(shots.map((it) => it.family))];
  const roll = (it: { odds: number; times: number }): Roll => ({
    odds: odds[it.odds] ?? [],
    times: it.times,
  });
  const targets = new Set([
    ...shots.map((it) => it.target),
    ...shots.flatMap((it) => (it.strip ?? []).map((other) => other.target)),
  ]);
  for (const target of targets) {
    const plain = shots.filter((it) => it.target === target && !it.strip?.length);
    // A spinal mount strikes everybody in its way, with what else the ship fires at them.
    const swept = shots.flatMap((it) => {
      const own = it.strip?.find((other) => other.target === target);
      return own ? [own] : [];
    });
    const defence = menu.targets.find((it) => it.target === target)?.defence ?? swept[0]?.defence;
    if (!defence) continue;
    const rolls = [...byFamily(plain, order).map(roll), ...swept.map(roll)];
    out.set(target, prospectOf(defence, rolls));
  }
  return out;
}
