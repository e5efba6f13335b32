// What a shot and a volley will do, exactly, out of the menu's counts.
import { anyOf, capped, fromCounts, sumOf } from '../../lib/dist';
import type { Dist } from '../../lib/dist';
import { shotsOf } from './compose';
import type { Draft } from './compose';
import type { Attacks, FireShip, Menu, Odds, Rest, Shot, Volley } from './types';

export interface Result {
  hull: Dist;
  weapons: Dist;
  critical: number;
}

function plain(odds: Odds): Result {
  return {
    hull: fromCounts(odds.hull, odds.of),
    weapons: fromCounts(odds.weapons, odds.of),
    critical: odds.of ? odds.critical / odds.of : 0,
  };
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
  return {
    hull: mix((it) => it.hull),
    weapons: mix((it) => it.weapons),
    critical: parts.reduce((sum, { p, result }) => sum + p * result.critical, 0),
  };
}

/** Attacks one after another, each with dice of its own. */
function inTurn(parts: Result[]): Result {
  return {
    hull: sumOf(parts.map((it) => it.hull)),
    weapons: sumOf(parts.map((it) => it.weapons)),
    critical: anyOf(parts.map((it) => it.critical)),
  };
}

function ofAttacks(attacks: Attacks[], unsplit: boolean): Result {
  const all = attacks.flatMap((it) => new Array<Result>(it.times).fill(plain(it.odds)));
  return inTurn(unsplit ? all.slice(0, 1) : all);
}

/** One shot; with `drivers` dice to hit first where the weapon needs them. */
export function resultOf(shot: Shot, drivers: number, unsplit = false): Result {
  if (!shot.to_hit) return plain(shot.odds);
  const by = shot.odds_by_hits ?? [];
  const hits = hitsOf(Math.max(1, Math.min(drivers, by.length)), shot.to_hit.hits / shot.to_hit.in);
  return mixed(hits.map((p, k) => ({ p, result: k === 0 ? NOTHING : ofAttacks(by[k - 1] ?? [], unsplit) })));
}

/** What is left over when it comes to part `n` of a volley, if anything. */
export function leftAt(shot: Shot, then: number[], n: number): number | null {
  let left = shot.left ?? null;
  for (const target of then.slice(0, n))
    left = shot.rests?.find((it) => it.target === target && it.strength === left)?.left ?? null;
  return left;
}

/** Whom part `n` may be aimed at, with its odds. */
export function restsAt(shot: Shot, then: number[], n: number): Rest[] {
  const left = leftAt(shot, then, n);
  return left === null ? [] : (shot.rests ?? []).filter((it) => it.strength === left);
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
  const first = shotsOf(ship, volley).map((shot) => ({
    ship: ship.ship,
    shot,
    result: resultOf(shot, driversAt(volley, shot.target), volley.unsplit),
  }));
  if ((ship.drivers ?? 0) > 0 || !first[0]) return first;
  // What exceeds 6:1 is an attack of its own, at whomever it was given to.
  const then = volley.then ?? [];
  const { shot } = first[0];
  const rest = then.flatMap((target, n) => {
    const part = restsAt(shot, then, n).find((it) => it.target === target);
    return part
      ? [
          {
            ship: ship.ship,
            shot: {
              ...shot,
              target,
              strength: part.strength,
              defence: part.defence,
              column: part.column,
              odds: part.odds,
            },
            result: plain(part.odds),
          },
        ]
      : [];
  });
  return [...first, ...rest];
}

/** What a target can still lose. */
export interface Left {
  hull: number;
  weapons: number;
}

/** All drafted fire, by target, put together: every attack has its own dice, and fire is marked after
    the last of them. */
export function volleys(
  menu: Menu | null,
  draft: Pick<Draft, 'fire'>,
  leftOf: (ship: number) => Left,
): VolleyOn[] {
  const by = new Map<number, VolleyOn['shots']>();
  for (const volley of Object.values(draft.fire)) {
    const ship = menu?.fire?.ships.find((it) => it.ship === volley.ship);
    if (!ship) continue;
    for (const it of resultsOf(ship, volley)) by.set(it.shot.target, [...(by.get(it.shot.target) ?? []), it]);
  }
  return [...by].map(([target, shots]) => {
    const left = leftOf(target);
    const all = inTurn(shots.map((it) => it.result));
    const hull = capped(all.hull, left.hull);
    return {
      target,
      shots,
      hull,
      weapons: capped(all.weapons, left.weapons),
      critical: all.critical,
      destroyed: hull[left.hull] ?? 0,
    };
  });
}
