// A view as people speak of it: tags, names, cards, what has become of a unit.
import { distance } from '../../board/geometry';
import type { Point, Shape } from '../../board/types';
import { shapeOf } from './silhouettes';
import { words } from './texts';
import type { Card, Combat, KindName, Menu, Phase, Plan, Status, Unit, View, Weapon, Zone } from './types';
import { USES } from './wire';

export interface Craft {
  index: number;
  id: string;
  tag: string;
  name: string;
  card: Card;
  shape: Shape;
  side: number;
  state: Unit;
  active: boolean;
  /** Has a peg on the table. */
  there: boolean;
}

const KNOWN = new WeakMap<View, Craft[]>();

export function crafts(view: View): Craft[] {
  const known = KNOWN.get(view);
  if (known) return known;
  const letters = lettersOf(view);
  const count = [0, 0];
  const out = view.units.map((state, index): Craft => {
    const card = view.field.cards[state.card]!;
    const berth =
      state.berth === null ? undefined : view.field.scenario.sides[state.side]?.units?.[state.berth];
    count[state.side] = (count[state.side] ?? 0) + 1;
    return {
      index,
      id: String(index),
      tag: `${letters[state.side]}${count[state.side]}`,
      name: berth?.name || card.name,
      card,
      shape: shapeOf(card),
      side: state.side,
      state,
      active: state.status === 'active',
      there: onTable(state.status),
    };
  });
  KNOWN.set(view, out);
  return out;
}

/** The first letters of the sides, or A and B if they are alike. */
export function lettersOf(view: View): string[] {
  const first = view.field.scenario.sides.map((it) => it.name.charAt(0).toUpperCase());
  const told = first.every((it) => /[A-Z]/.test(it)) && first[0] !== first[1];
  return told ? first : ['A', 'B'];
}

export function onTable(status: Status): boolean {
  return status === 'active' || (typeof status === 'object' && 'empty' in status);
}

export function isAway(status: Status): boolean {
  return typeof status === 'object' && 'away' in status;
}

export function statusText(status: Status): string {
  if (typeof status === 'string') return words.status[status] ?? status;
  return 'empty' in status ? words.empty(status.empty.since) : words.away(status.away.since);
}

export type PhaseKind =
  | 'setup'
  | 'muster'
  | 'reserve'
  | 'deploy_cards'
  | 'place'
  | 'arrive'
  | 'initiative'
  | 'duel'
  | 'plan'
  | 'yaw'
  | 'leave'
  | 'at_will'
  | 'combat'
  | 'over';

export function phaseKind(phase: Phase): PhaseKind {
  return typeof phase === 'string' ? phase : (Object.keys(phase)[0] as PhaseKind);
}

export function hourText(hour: number): string {
  return words.hour(((hour % 12) + 12) % 12);
}

/** Degrees of an hour of the dial. */
export function degrees(hour: number): number {
  // turned: degrees of an hour.
  return (((hour % 12) + 12) % 12) * 30;
}

export function halves(n: number): string {
  return n % 2 === 0 ? String(n / 2) : `${Math.floor(n / 2)}.5`;
}

export type CardName = (typeof USES)[KindName]['card'];

const KINDS = Object.keys(USES) as KindName[];

export function cardOf(kind: KindName): CardName {
  return USES[kind].card;
}

/** A use of a card: plus is faster or to starboard. */
export function useOf(card: CardName, signed: number): { kind: KindName; thrust: number } {
  const kind = KINDS.find((it) => USES[it].card === card && USES[it].plus === signed >= 0)!;
  return { kind, thrust: Math.abs(signed) };
}

export function signedOf(it: { kind: KindName; thrust: number }): number {
  return it.thrust === 0 ? 0 : USES[it.kind].plus ? it.thrust : -it.thrust;
}

const signs = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** "A+3 B−2", as it is written at the table. */
export function planText(plan: Plan): string {
  const used = [plan.first, plan.second]
    .filter((it) => it.thrust > 0)
    .map((it) => `${cardOf(it.kind)}${signs(signedOf(it))}`);
  const parts = used.length > 0 ? used : [words.drift];
  if (plan.evasive) parts.push(words.evade);
  if (plan.yaw) parts.push(words.yawBy(plan.yaw));
  return parts.join(' ');
}

export function weaponText(weapon: Weapon): string {
  if (typeof weapon === 'string') return words.weapons[weapon]!;
  return words.weapons[Object.keys(weapon)[0]!]!;
}

export function combatText(combat: Combat, tag: (unit: number) => string): string {
  if (typeof combat === 'string') return words.combat[combat]!;
  if ('salvo' in combat)
    return combat.salvo.target === undefined
      ? weaponText(combat.salvo.weapon)
      : `${weaponText(combat.salvo.weapon)} → ${tag(combat.salvo.target)}`;
  if ('lock' in combat) return words.lockOn(tag(combat.lock.target));
  if ('launch' in combat) return words.combat['launch']!;
  if ('gunner' in combat)
    return `${combatText(combat.gunner.step, tag)}, ${combatText({ salvo: combat.gunner.salvo }, tag)}`;
  return words.ejectTo(hourText(combat.eject.bearing));
}

/** The same for a narrow column. */
export function shortCombat(combat: Combat, tag: (unit: number) => string): string {
  if (typeof combat === 'string') return words.shortCombat[combat]!;
  const salvo = 'salvo' in combat ? combat.salvo : 'gunner' in combat ? combat.gunner.salvo : null;
  if (salvo)
    return [
      words.shortWeapons[typeof salvo.weapon === 'string' ? salvo.weapon : Object.keys(salvo.weapon)[0]!],
      salvo.target === undefined ? '' : tag(salvo.target),
    ]
      .filter(Boolean)
      .join('\u00a0');
  if ('lock' in combat) return words.lockOn(tag(combat.lock.target)).replace(' ', '\u00a0');
  return 'launch' in combat ? words.combat['launch']! : words.eject;
}

/** Of some hours the one nearest to another; that itself if there are none. */
export function nearestHour(hours: number[], hour: number): number {
  const off = (it: number) => Math.min((it - hour + 12) % 12, (hour - it + 12) % 12);
  return (
    hours.reduce<number | null>((best, it) => (best === null || off(it) < off(best) ? it : best), null) ??
    hour
  );
}

export function inZone(zone: Zone, at: Point): boolean {
  const hair = 1e-6;
  if ('disc' in zone) return distance(zone.disc.centre, at) <= zone.disc.radius + hair;
  const { from, to } = zone.rectangle;
  return from.x - hair <= at.x && at.x <= to.x + hair && from.y - hair <= at.y && at.y <= to.y + hair;
}

/** The nearest place within zones, in tenths of a Klick where that stays inside. */
export function intoZones(zones: Zone[], at: Point): Point {
  let best: Point | null = null;
  for (const zone of zones) {
    const spot = intoZone(zone, at);
    if (!best || distance(spot, at) < distance(best, at)) best = spot;
  }
  return best ?? tenths(at);
}

export function tenths(at: Point): Point {
  return { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10 };
}

function intoZone(zone: Zone, at: Point): Point {
  const near = tenths(at);
  if ('rectangle' in zone) {
    const { from, to } = zone.rectangle;
    return { x: Math.min(to.x, Math.max(from.x, near.x)), y: Math.min(to.y, Math.max(from.y, near.y)) };
  }
  const { centre, radius } = zone.disc;
  const away = distance(centre, near);
  if (away <= radius) return near;
  // A little inside, so that rounding never leads out.
  const part = (radius - 0.08) / away;
  return tenths({ x: centre.x + (near.x - centre.x) * part, y: centre.y + (near.y - centre.y) * part });
}

/** The unit that is asked for now, where it is one. */
export function asked(menu: Menu | null): number | null {
  return (
    menu?.plan?.unit ??
    menu?.yaw?.unit ??
    menu?.combat?.unit ??
    menu?.place?.unit ??
    menu?.leave?.unit ??
    null
  );
}
