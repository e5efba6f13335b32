// Composing fire: which weapon at whom.
import type { Draft } from './draft';
import type { Fire, FireLine, FireMenu, Menu, Shot, ShotMenu } from '../types';

// Fire.

export function fireMenu(menu: Menu | null, ship: number | null): FireMenu | null {
  return menu?.fire.find((it) => it.ship === ship) ?? null;
}

export function targetsOf(menu: FireMenu): number[] {
  return [...new Set(menu.shots.map((it) => it.target))];
}

export function shotAt(menu: FireMenu, weapon: number, target: number): ShotMenu | null {
  return menu.shots.find((it) => it.weapon === weapon && it.target === target) ?? null;
}

export function shotOf(fire: Fire | null, weapon: number): Shot | null {
  return fire?.shots.find((it) => it.weapon === weapon) ?? null;
}

/** The shots of one ship; those drafted for another are given up, since one ship fires at a time. */
export function fireOf(draft: Draft, ship: number): Fire {
  return draft.fire?.ship === ship ? draft.fire : { ship, shots: [] };
}

function withFire(draft: Draft, fire: Fire): Draft {
  return {
    ...draft,
    boats: null,
    fire: fire.shots.length + (fire.lines?.length ?? 0) + (fire.groups?.length ?? 0) > 0 ? fire : null,
  };
}

/** What the menu says fires together goes with it to its target, or holds its fire if it cannot. */
function together(menu: FireMenu, shots: Shot[], weapon: number, target: number): Shot[] {
  const mates = shotAt(menu, weapon, target)?.together ?? [];
  return shots.flatMap((it): Shot[] => {
    if (!mates.includes(it.weapon) || it.target === target) return [it];
    return shotAt(menu, it.weapon, target) ? [{ weapon: it.weapon, target }] : [];
  });
}

/** One weapon at a target, or at none. */
export function withShot(
  draft: Draft,
  menu: FireMenu,
  weapon: number,
  target: number | null,
  aim?: number,
): Draft {
  const fire = { ...fireOf(draft, menu.ship) };
  const rest = fire.shots.filter((it) => it.weapon !== weapon);
  const others = target === null ? rest : together(menu, rest, weapon, target);
  if (fire.groups?.some((it) => it.weapon === weapon))
    fire.groups = fire.groups.filter((it) => it.weapon !== weapon);
  if (target === null && fire.crews?.includes(weapon)) fire.crews = fire.crews.filter((it) => it !== weapon);
  if (target === null) return withFire(draft, { ...fire, shots: others });
  const shot: Shot = aim === undefined ? { weapon, target } : { weapon, target, aim };
  return withFire(draft, { ...fire, shots: [...others, shot].sort((a, b) => a.weapon - b.weapon) });
}

/** Everything that bears and is free fires at one target; `keep` holds back what is used up by firing. */
export function withAllAt(
  draft: Draft,
  menu: FireMenu,
  target: number,
  keep: (weapon: number) => boolean,
): Draft {
  const fire = fireOf(draft, menu.ship);
  const free = menu.shots.filter(
    (it) =>
      it.target === target &&
      !it.raids &&
      !shotOf(fire, it.weapon) &&
      !fire.groups?.some((other) => other.weapon === it.weapon) &&
      !keep(it.weapon),
  );
  // What fires together with a weapon that is aimed elsewhere is not free.
  const bound = (it: ShotMenu) =>
    it.together?.some((mate) => (shotOf(fire, mate)?.target ?? target) !== target) ?? false;
  const added = free.filter((it) => !bound(it)).map((it): Shot => ({ weapon: it.weapon, target }));
  const shots = [...fire.shots, ...added].sort((a, b) => a.weapon - b.weapon);
  return withFire(draft, { ...fire, shots });
}

export function withoutTarget(draft: Draft, ship: number, target: number): Draft {
  const fire = fireOf(draft, ship);
  return withFire(draft, { ...fire, shots: fire.shots.filter((it) => it.target !== target) });
}

/** A transporter sends damage-control parties, or Marines. */
export function withCrew(draft: Draft, ship: number, weapon: number, on: boolean): Draft {
  const fire = fireOf(draft, ship);
  const { crews = [], ...rest } = fire;
  const next = on ? [...crews.filter((it) => it !== weapon), weapon] : crews.filter((it) => it !== weapon);
  return withFire(draft, next.length > 0 ? { ...rest, crews: next } : rest);
}

/** A weapon at a group, or no longer. */
export function withGroupShot(draft: Draft, ship: number, weapon: number, group: number): Draft {
  const fire = fireOf(draft, ship);
  const on = fire.groups?.some((it) => it.weapon === weapon && it.group === group);
  const others = (fire.groups ?? []).filter((it) => it.weapon !== weapon);
  const { groups: _, ...rest } = { ...fire, shots: fire.shots.filter((it) => it.weapon !== weapon) };
  const groups = on ? others : [...others, { weapon, group }];
  return withFire(draft, groups.length > 0 ? { ...rest, groups } : rest);
}

export function sameLine(a: FireLine, b: FireLine): boolean {
  return (
    a.weapon === b.weapon &&
    (a.rock ?? null) === (b.rock ?? null) &&
    (a.at?.x ?? null) === (b.at?.x ?? null) &&
    (a.at?.y ?? null) === (b.at?.y ?? null)
  );
}

/** A weapon is fired along a line, or not after all. */
export function withLine(draft: Draft, ship: number, line: FireLine): Draft {
  const fire = fireOf(draft, ship);
  const on = (fire.lines ?? []).some((it) => sameLine(it, line));
  const others = (fire.lines ?? []).filter((it) => it.weapon !== line.weapon);
  const { lines: _, ...rest } = { ...fire, shots: fire.shots.filter((it) => it.weapon !== line.weapon) };
  const lines = on ? others : [...others, line];
  return withFire(draft, lines.length > 0 ? { ...rest, lines } : rest);
}

/** Targets that a fire control is used for: one each, and one for every system aimed at. */
export function engaged(
  fire: Fire,
  guided: (weapon: number) => boolean,
): { target: number; aim: number | null }[] {
  const out: { target: number; aim: number | null }[] = [];
  for (const shot of fire.shots) {
    if (!guided(shot.weapon)) continue;
    const aim = shot.aim ?? null;
    if (!out.some((it) => it.target === shot.target && it.aim === aim))
      out.push({ target: shot.target, aim });
  }
  return out.filter(
    (it) => it.aim !== null || !out.some((other) => other.target === it.target && other.aim !== null),
  );
}
