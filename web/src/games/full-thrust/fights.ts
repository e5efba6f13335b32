// Fighters and gunboats in a fight: whom a group attacks, how it stands in a
// dogfight, what it strikes with. The menu has every choice with its chances.
import type { Scene, Tone } from '../../board/types';
import type { Draft } from './compose';
import type { Looking } from './scene';
import type { Outcome, Run, RunWith, Stance, WingTarget } from './types';
import { wingOf, wingPlaces } from './wings';

const WHOLE = 1e12;
const tone = (side: number): Tone => `side-${side}` as Tone;

/** The id of the counter an attack goes at. */
export function targetId(it: WingTarget): string {
  return 'ship' in it ? String(it.ship) : 'group' in it ? `g${it.group}` : `m${it.marker}`;
}

/** Chances of 0, 1, 2 … as shares. */
export function shares(chances: number[] | undefined): number[] {
  return (chances ?? []).map((it) => it / WHOLE);
}

/**
 * Kills of several weapons together out of so many, or out of as many as each can reach;
 * nothing if the menu has no chances for one of them.
 */
export function killsOf(each: number[][], left: number | null): number[] {
  if (each.length === 0 || each.some((it) => it.length === 0)) return [];
  const most = left ?? Math.max(...each.map((it) => it.length - 1));
  return each.map(shares).reduce<number[]>(
    (sum, it) => {
      const out = Array.from({ length: most + 1 }, () => 0);
      sum.forEach((p, n) => it.forEach((q, k) => (out[Math.min(most, n + k)]! += p * q)));
      return out;
    },
    [1],
  );
}

/** Average points of so many dice, before armour. */
export function meanPoints(odds: Outcome[] | undefined, dice: number): number {
  const sum = (all: number[] | undefined) => (all ?? []).reduce((a, b) => a + b, 0);
  return (
    dice * (odds ?? []).reduce((total, it) => total + (it.chance / WHOLE) * (sum(it.fills) + sum(it.ap)), 0)
  );
}

export function attackOf(draft: Draft, group: number): WingTarget | null {
  return draft.attacks.find((it) => it.group === group)?.target ?? null;
}

/** A group attacks something, or after all not. */
export function withAttack(draft: Draft, group: number, target: WingTarget): Draft {
  const now = attackOf(draft, group);
  const others = draft.attacks.filter((it) => it.group !== group);
  return {
    ...draft,
    attacks: now && targetId(now) === targetId(target) ? others : [...others, { group, target }],
  };
}

export function stanceOf(draft: Draft, group: number): Stance {
  return draft.stances.find((it) => it.group === group) ?? { group, at: [] };
}

export function withStance(draft: Draft, stance: Stance): Draft {
  const plain: Stance = {
    group: stance.group,
    ...(stance.at?.length ? { at: stance.at } : {}),
    ...(stance.duel && stance.at?.length ? { duel: true } : {}),
  };
  return {
    ...draft,
    stances: [...draft.stances.filter((it) => it.group !== stance.group), plain].sort(
      (a, b) => a.group - b.group,
    ),
  };
}

/** A group shoots at one more of its foes, or one less. */
export function withFoe(draft: Draft, group: number, foe: number): Draft {
  const now = stanceOf(draft, group);
  const at = now.at ?? [];
  return withStance(draft, { ...now, at: at.includes(foe) ? at.filter((it) => it !== foe) : [...at, foe] });
}

export function runOf(draft: Draft, group: number): Run {
  return draft.runs.find((it) => it.group === group) ?? { group, with: 'main' };
}

export function withRun(draft: Draft, group: number, how: RunWith, aim?: number): Draft {
  const run: Run = aim === undefined || how === 'nothing' ? { group, with: how } : { group, with: how, aim };
  return {
    ...draft,
    runs: [...draft.runs.filter((it) => it.group !== group), run].sort((a, b) => a.group - b.group),
  };
}

export function withEvading(draft: Draft, group: number): Draft {
  return {
    ...draft,
    evade: draft.evade.includes(group) ? draft.evade.filter((it) => it !== group) : [...draft.evade, group],
  };
}

/** Lines of the attacks that are being declared. */
export function fightsOn(it: Looking, scene: Scene): void {
  const places = wingPlaces(it.view);
  const side = (group: number) => it.view.groups?.[group]?.side ?? 0;
  const end = (target: WingTarget) => ('group' in target ? places.get(target.group) : targetId(target));
  for (const { group, target } of it.draft.attacks) {
    const [from, to] = [places.get(group), end(target)];
    if (from && to) scene.links.push({ from, to, tone: tone(side(group)), end: 'arrow', width: 2 });
  }
  for (const { group, at } of it.draft.stances) {
    for (const foe of at ?? []) {
      const [from, to] = [places.get(group), places.get(foe)];
      if (from && to) scene.links.push({ from, to, tone: tone(side(group)), end: 'arrow', width: 2 });
    }
  }
  const chosen = wingOf(it.picked);
  const menu = it.menu?.fights?.attacks?.find((other) => other.group === chosen);
  for (const quarry of menu?.targets ?? []) {
    const id = targetId(quarry.target);
    const at =
      'group' in quarry.target
        ? places.get(quarry.target.group)
        : 'ship' in quarry.target
          ? it.view.ships[quarry.target.ship]?.motion.at
          : scene.tokens.find((token) => token.id === id)?.at;
    const on = it.draft.attacks.some((other) => other.group === chosen && targetId(other.target) === id);
    if (at) scene.marks.push({ at, tone: on ? 'harm' : 'neutral', kind: on ? 'target' : 'offer' });
  }
}
