// Flak and missiles of two stages at the start of phase 3, and mines on the table.
import { along, distance } from '../../board/geometry';
import type { Point, Scene, Tone } from '../../board/types';
import type { Draft } from './compose';
import { degrees } from './flight';
import type { Looking } from './scene';
import type { Opening } from './types';

const tone = (side: number): Tone => `side-${side}` as Tone;

export const flakId = (it: { ship: number; weapon: number }) => `flak-${it.ship}-${it.weapon}`;
export const stageId = (it: { marker: number }) => `stage-${it.marker}`;

export const roundId = (ship: number) => `round-${ship}`;
export const planId = (it: { ship: number; group?: number }) =>
  it.group === undefined ? `plan-${it.ship}` : `plan-${it.ship}.${it.group}`;
export const featureId = (body: number) => `feature-${body}`;

export function placedAt(draft: Draft, id: string): Point | null {
  const { flak = [], stages = [] } = draft.opening;
  const other =
    draft.rounds.find((it) => roundId(it.ship) === id)?.at ??
    draft.features.find((it) => featureId(it[0]) === id)?.[1];
  const plan = draft.plans.find((it) => planId(it) === id)?.at;
  return (
    plan ??
    other ??
    flak.find((it) => flakId(it) === id)?.at ??
    stages.find((it) => stageId(it) === id)?.at ??
    null
  );
}

/** A barrage or a missile is given a place, or none. */
export function withPlace(draft: Draft, id: string, at: Point | null): Draft {
  const flak = (draft.opening.flak ?? []).filter((it) => flakId(it) !== id);
  const stages = (draft.opening.stages ?? []).filter((it) => stageId(it) !== id);
  const [, what, n] = /^(round|feature|plan)-(\d+)(?:\.\d+)?$/.exec(id) ?? [];
  if (what === 'round')
    return {
      ...draft,
      rounds: [
        ...draft.rounds.filter((it) => it.ship !== Number(n)),
        ...(at ? [{ ship: Number(n), at }] : []),
      ],
    };
  if (what === 'plan')
    return at
      ? { ...draft, plans: draft.plans.map((it) => (planId(it) === id ? { ...it, at } : it)) }
      : draft;
  if (what === 'feature')
    return at
      ? {
          ...draft,
          features: draft.features.map((it): [number, Point] => (it[0] === Number(n) ? [it[0], at] : it)),
        }
      : draft;
  const gun = /^flak-(\d+)-(\d+)$/.exec(id);
  const missile = /^stage-(\d+)$/.exec(id);
  if (at && gun) flak.push({ ship: Number(gun[1]), weapon: Number(gun[2]), at });
  if (at && missile) stages.push({ marker: Number(missile[1]), at });
  const opening: Opening = { ...(flak.length > 0 ? { flak } : {}), ...(stages.length > 0 ? { stages } : {}) };
  return { ...draft, opening };
}

export function openingOn(it: Looking, scene: Scene): void {
  const side = (ship: number) => it.view.ships[ship]?.side ?? 0;
  for (const one of it.draft.opening.flak ?? []) {
    scene.discs.push({
      at: one.at,
      radius:
        it.menu?.opening?.flak.find((other) => flakId(other) === flakId(one))?.radius ??
        it.view.field.displays.measures.flak,
      tone: tone(side(one.ship)),
    });
    scene.links.push({ from: String(one.ship), to: one.at, tone: tone(side(one.ship)), dash: true });
    scene.spots.push({
      id: flakId(one),
      at: one.at,
      tone: tone(side(one.ship)),
      kind: 'cross',
      size: 7,
      drag: it.open,
    });
  }
  for (const one of it.draft.opening.stages ?? []) {
    const marker = it.view.markers?.find((other) => other.number === one.marker);
    if (!marker) continue;
    scene.links.push({ from: marker.at, to: one.at, tone: tone(marker.side), dash: true, end: 'arrow' });
    scene.spots.push({
      id: stageId(one),
      at: one.at,
      tone: tone(marker.side),
      kind: 'diamond',
      size: 7,
      drag: it.open,
    });
  }
  const menu = it.menu?.opening;
  const gun = menu?.flak.find((other) => flakId(other) === it.placing);
  const from = gun ? it.view.ships[gun.ship]?.motion.at : undefined;
  if (gun && from)
    scene.rings.push({ at: from, radius: gun.reach, tone: tone(side(gun.ship)), label: String(gun.reach) });
  const stage = menu?.stages.find((other) => stageId(other) === it.placing);
  if (stage) {
    const bow = degrees(stage.facing);
    scene.arcs.push({
      at: stage.at,
      // turned: a sixth of a turn.
      from: bow - 30,
      // turned: a sixth of a turn.
      to: bow + 30,
      radius: stage.reach,
      tone: 'neutral',
      active: true,
    });
    scene.rings.push({ at: stage.at, radius: stage.least, tone: 'neutral', label: String(stage.least) });
  }
}

/** The nearest place between two. */
export function between(from: Point, to: Point, at: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const k =
    square === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / square));
  return { x: Math.round((from.x + dx * k) * 10) / 10, y: Math.round((from.y + dy * k) * 10) / 10 };
}

/** Features to place, ships that come round. */
export function placesOn(it: Looking, scene: Scene): void {
  for (const [body, at] of it.draft.features) {
    const { radius = 1 } = it.view.bodies?.[body] ?? {};
    scene.discs.push({ at, radius, tone: 'neutral' });
    scene.spots.push({
      id: featureId(body),
      at,
      tone: 'text',
      kind: 'plus',
      size: 8,
      drag: it.open,
      strong: it.placing === featureId(body),
    });
  }
  for (const plan of it.draft.plans) {
    const side = it.view.ships[plan.ship]?.side ?? 0;
    scene.spots.push({
      id: planId(plan),
      at: plan.at,
      tone: tone(side),
      kind: 'diamond',
      size: 9,
      drag: it.open,
      strong: it.placing === planId(plan),
      label: String(plan.turn),
    });
    scene.links.push({
      from: plan.at,
      to: along(plan.at, degrees(plan.facing), Math.max(2, plan.velocity)),
      tone: tone(side),
      end: 'arrow',
      dash: true,
    });
  }
  for (const round of it.menu?.rounds ?? []) {
    const side = it.view.ships[round.usual.ship]?.side ?? 0;
    scene.links.push({
      from: round.from,
      to: round.to,
      tone: tone(side),
      start: 'bar',
      end: 'bar',
      width: 2,
      faint: true,
    });
  }
  for (const { ship, at } of it.draft.rounds)
    scene.spots.push({
      id: roundId(ship),
      at,
      tone: tone(it.view.ships[ship]?.side ?? 0),
      kind: 'diamond',
      size: 9,
      drag: it.open,
      strong: true,
    });
}

/** Mines, and flak that hangs in the air. */
export function fieldOn(it: Looking, scene: Scene): void {
  for (const mine of it.view.mines ?? []) {
    scene.spots.push({
      at: mine.at,
      tone: tone(mine.side),
      kind: 'diamond',
      size: 6,
      strong: mine.turn < it.view.turn,
    });
    // drawn: rings of mines near what is pointed at.
    if (it.hovered !== null && distance(mine.at, it.view.ships[it.hovered]?.motion.at ?? mine.at) < 12)
      scene.rings.push({ at: mine.at, radius: it.view.field.displays.measures.mine, tone: tone(mine.side) });
  }
  for (const flak of it.view.flak ?? [])
    scene.discs.push({
      at: flak.at,
      radius: it.view.field.displays.measures.flak,
      tone: tone(it.view.ships[flak.ship]?.side ?? 0),
    });
}
