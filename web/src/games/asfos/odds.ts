// What a shot and a volley will do, exactly, out of the menu's counts.
import { anyOf, capped, convolve, fromCounts, sumOf } from '../../lib/dist';
import type { Dist } from '../../lib/dist';
import { shotsOf } from './compose';
import type { Draft } from './compose';
import type { FireShip, Menu, Odds, Shot, Volley } from './types';

export interface Result {
  hull: Dist;
  weapons: Dist;
  critical: number;
}

function plain(odds: Odds): Result {
  return { hull: fromCounts(odds.hull, odds.of), weapons: fromCounts(odds.weapons, odds.of), critical: odds.of ? odds.critical / odds.of : 0 };
}

const NOTHING: Result = { hull: [1], weapons: [1], critical: 0 };

/** Chances of 0, 1 … n hits of n equal throws. */
export function hitsOf(n: number, p: number): Dist {
  return sumOf(Array.from({ length: n }, () => [1 - p, p]));
}

function mixed(parts: { p: number; result: Result }[]): Result {
  const mix = (pick: (it: Result) => Dist): Dist => {
    const out: number[] = [];
    for (const { p, result } of parts) pick(result).forEach((q, k) => (out[k] = (out[k] ?? 0) + p * q));
    return Array.from(out, (it) => it ?? 0);
  };
  return { hull: mix((it) => it.hull), weapons: mix((it) => it.weapons), critical: parts.reduce((sum, { p, result }) => sum + p * result.critical, 0) };
}

/** One shot; with `drivers` dice to hit first where the weapon needs them. */
export function resultOf(shot: Shot, drivers: number): Result {
  if (!shot.to_hit) return plain(shot.odds);
  const hits = hitsOf(Math.max(1, drivers), shot.to_hit.hits / shot.to_hit.in);
  const by = shot.odds_by_hits ?? [shot.odds];
  return mixed(hits.map((p, k) => ({ p, result: k === 0 ? NOTHING : plain(by[Math.min(k, by.length) - 1]!) })));
}

export interface VolleyOn {
  target: number;
  shots: { ship: number; shot: Shot; result: Result }[];
  hull: Dist;
  weapons: Dist;
  critical: number;
  destroyed: number;
}

function driversAt(volley: Volley, target: number): number {
  return [volley.target, ...(volley.then ?? [])].filter((it) => it === target).length;
}

export function resultsOf(ship: FireShip, volley: Volley): { ship: number; shot: Shot; result: Result }[] {
  const first = shotsOf(ship, volley).map((shot) => ({ ship: ship.ship, shot, result: resultOf(shot, driversAt(volley, shot.target)) }));
  // What exceeds 6:1 is an attack of its own, at whomever it was given to.
  const rest = (ship.drivers ?? 0) === 0 ? volley.then?.[0] : undefined;
  const part = rest === undefined ? undefined : first[0]?.shot.rests?.find((it) => it.target === rest);
  const into = rest === undefined ? undefined : ship.shots.find((it) => it.target === rest);
  return part && into ? [...first, { ship: ship.ship, shot: into, result: plain(part.odds) }] : first;
}

/** All drafted fire, by target, put together. */
export function volleys(menu: Menu | null, draft: Draft, hullLeft: (ship: number) => number): VolleyOn[] {
  const by = new Map<number, VolleyOn['shots']>();
  for (const volley of Object.values(draft.fire)) {
    const ship = menu?.fire?.ships.find((it) => it.ship === volley.ship);
    if (!ship) continue;
    for (const it of resultsOf(ship, volley)) by.set(it.shot.target, [...(by.get(it.shot.target) ?? []), it]);
  }
  return [...by].map(([target, shots]) => {
    const left = hullLeft(target);
    const hull = capped(shots.map((it) => it.result.hull).reduce(convolve, [1]), left);
    const weapons = shots.map((it) => it.result.weapons).reduce(convolve, [1]);
    return { target, shots, hull, weapons, critical: anyOf(shots.map((it) => it.result.critical)), destroyed: hull[left] ?? 0 };
  });
}
