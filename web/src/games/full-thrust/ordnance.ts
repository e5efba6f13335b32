// Composing launches and point defence: which launcher sends its load where,
// which weapon fires at which marker. The menu says what is possible.
import { distance } from '../../board/geometry';
import type { Point } from '../../board/types';
import type { Draft } from './compose';
import { wingId } from './wings';
import type { DefenceMenu, Guard, Launch, Launched, LauncherMenu, LaunchMenu, Menu, Warhead } from './types';

export function launchMenu(menu: Menu | null, ship: number | null): LaunchMenu | null {
  return menu?.launch?.find((it) => it.ship === ship) ?? null;
}

/** The launches of one ship; those drafted for another are given up, since one ship launches at a time. */
export function launchOf(draft: Draft, ship: number): Launch {
  return draft.launch?.ship === ship ? draft.launch : { ship, launches: [] };
}

export function launchedBy(draft: Draft, ship: number, weapon: number): Launched | null {
  return launchOf(draft, ship).launches.find((it) => it.weapon === weapon) ?? null;
}

export function withLaunched(draft: Draft, ship: number, weapon: number, launched: Launched | null): Draft {
  const others = launchOf(draft, ship).launches.filter((it) => it.weapon !== weapon);
  const launches = launched ? [...others, plain(launched)].sort((a, b) => a.weapon - b.weapon) : others;
  return { ...draft, craftLaunch: null, launch: launches.length > 0 ? { ship, launches } : null };
}

/** Words that say nothing are left out. */
function plain(it: Launched): Launched {
  const { weapon, at, target, extended, fused } = it;
  return {
    weapon,
    ...(at ? { at } : {}),
    ...(target === undefined ? {} : { target }),
    ...(extended ? { extended } : {}),
    ...(fused ? { fused } : {}),
  };
}

/** A launcher with its loads: one, or the plain and the extended one. */
export function loadsOf(menu: LaunchMenu, weapon: number): LauncherMenu[] {
  return menu.launchers.filter((it) => it.weapon === weapon);
}

export function weaponsOf(menu: LaunchMenu): number[] {
  return [...new Set(menu.launchers.map((it) => it.weapon))];
}

export function isRockets(what: Warhead): boolean {
  return typeof what !== 'string' && 'rockets' in what;
}

export function isAntimatter(what: Warhead): boolean {
  return typeof what !== 'string' && 'antimatter' in what;
}

/** On tenths, as places are written. */
export function tenths(at: Point): Point {
  return { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10 };
}

/** The load of a launcher that reaches a place, the shorter one if both do. */
export function loadFor(menu: LaunchMenu, weapon: number, away: number): LauncherMenu | null {
  const loads = [...loadsOf(menu, weapon)].sort((a, b) => a.reach - b.reach);
  return loads.find((it) => away <= it.reach + 1e-6) ?? loads[loads.length - 1] ?? null;
}

/** What the menu offers a launcher against somebody who holds his course and will be at `lead`. */
export function choiceAt(menu: LaunchMenu, weapon: number, target: number, lead: Point): Launched | null {
  const own = menu.choices.filter((it) => it.weapon === weapon);
  return (
    own.find((it) => it.target === target) ?? own.find((it) => it.at && distance(it.at, lead) < 0.3) ?? null
  );
}

/** Everything that is loaded and free goes where this enemy will be. */
export function withAllLaunched(draft: Draft, menu: LaunchMenu, target: number, lead: Point): Draft {
  let next = draft;
  for (const weapon of weaponsOf(menu)) {
    const choice = launchedBy(next, menu.ship, weapon) ? null : choiceAt(menu, weapon, target, lead);
    if (choice) next = withLaunched(next, menu.ship, weapon, choice);
  }
  return next;
}

// Point defence.

/** What a weapon fires at, by its counter's id: a marker, or a group. */
export function threatOf(guard: Guard): string {
  return guard.group === undefined ? markerId(guard.marker ?? 0) : wingId(guard.group);
}

export function threatsOf(menu: DefenceMenu): string[] {
  return [...new Set(menu.guards.map((it) => threatOf(it.guard)))];
}

const same = (a: Guard, b: Guard) =>
  a.ship === b.ship && a.weapon === b.weapon && (a.boats ?? null) === (b.boats ?? null);

/** How many of a weapon's dice are on a threat. */
export function diceOn(guards: Guard[], guard: Guard): number {
  return guards.filter((it) => same(it, guard) && threatOf(it) === threatOf(guard)).length;
}

/** Where a weapon fires now. */
export function guardOf(guards: Guard[], guard: Guard): Guard | null {
  return guards.find((it) => same(it, guard)) ?? null;
}

/** A weapon is put on a threat, taken to it from another, or held; one with several dice gets one more each time. */
export function withGuard(draft: Draft, guard: Guard, most: number): Draft {
  const now = diceOn(draft.defend, guard);
  const rest = draft.defend.filter(
    (it) => !same(it, guard) || (most > 1 && threatOf(it) !== threatOf(guard)),
  );
  const used = rest.filter((it) => same(it, guard)).length;
  if (now + used >= most && now > 0) return { ...draft, defend: rest };
  const room = used + now < most ? rest : rest.filter((it) => !same(it, guard));
  return { ...draft, defend: [...room, ...Array.from({ length: now + 1 }, () => guard)] };
}

/** All that is free fires at a threat; once more, and it holds. */
export function withThreat(
  draft: Draft,
  menu: DefenceMenu,
  threat: string,
  spare: (guard: Guard) => boolean,
): Draft {
  if (draft.defend.some((it) => threatOf(it) === threat))
    return { ...draft, defend: draft.defend.filter((it) => threatOf(it) !== threat) };
  const free = menu.guards
    .map((it) => it.guard)
    .filter((it) => threatOf(it) === threat && !guardOf(draft.defend, it));
  const wanted = free.filter((it) => !spare(it));
  return { ...draft, defend: [...draft.defend, ...(wanted.length > 0 ? wanted : free)] };
}

// Markers.

export const markerId = (number: number) => `m${number}`;

export function markerOf(id: string | null): number | null {
  const found = /^m(\d+)$/.exec(id ?? '');
  return found ? Number(found[1]) : null;
}
