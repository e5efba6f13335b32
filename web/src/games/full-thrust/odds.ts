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

/** Totals of points by how many layers further in than the outermost they begin. */
function fillsOf(rolls: Roll[]): { fills: number[]; p: number }[] {
  const filling = rolls.filter(({ odds }) => odds.some((it) => it.fills));
  const deep = Math.max(1, ...filling.flatMap(({ odds }) => odds.map((it) => it.fills?.length ?? 0)));
  // Totals are the digits of one number, each with room for all there can be, so that adding them is adding.
  const most = ({ odds, times }: Roll, k: number) =>
    times * Math.max(...odds.map((it) => it.fills?.[k] ?? 0));
  const rooms = Array.from({ length: deep }, (_, k) => 1 + sum(filling.map((it) => most(it, k))));
  const places = rooms.map((_, k) => rooms.slice(0, k).reduce((all, it) => all * it, 1));
  let now = new Map<number, number>([[0, 1]]);
  for (const { odds, times } of filling) {
    const one = odds.map((it) => ({
      more: sum((it.fills ?? []).map((points, k) => points * places[k]!)),
      p: it.chance / WHOLE,
    }));
    for (let n = 0; n < times; n++) {
      const next = new Map<number, number>();
      for (const [had, p] of now)
        for (const it of one) next.set(had + it.more, (next.get(had + it.more) ?? 0) + p * it.p);
      now = next;
    }
  }
  const read = (all: number) => places.map((place, k) => Math.floor(all / place) % rooms[k]!);
  return [...now].map(([all, p]) => ({ fills: read(all), p }));
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
function attacked(states: State[], rolls: Roll[], hull: number): State[] {
  const totals = fillsOf(rolls);
  const out: State[] = [];
  for (const state of states) {
    const top = topOf(state.armour);
    let now: State[] = totals.map(({ fills, p }) => {
      const armour = [...state.armour];
      const lost = sum(fills.map((points, k) => filled(armour, points, Math.max(0, top - k))));
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
  const states = attacked([{ armour: [...defence.armour], lost: 0, p: 1 }], rolls, hull);
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
