// The order being composed, as plain values: every change gives a new draft.
import { distance } from '../../board/geometry';
import type { Point } from '../../board/types';
import { cardOf, signedOf, useOf } from './model';
import type { CardName, PhaseKind } from './model';
import { harmOf } from './odds';
import type {
  Arrival,
  Combat,
  CombatChoice,
  Dealt,
  Manoeuvre,
  Menu,
  MissileStep,
  Order,
  Placement,
  Plan,
  PlanChoice,
  PlanMenu,
  Salvo,
  WillShot,
} from './types';
import { DRIFT } from './wire';

export interface Draft {
  muster: string[];
  reserve: number[];
  /** Card by unit. */
  cards: Record<number, number>;
  place: Placement | null;
  arrive: Record<number, Arrival>;
  duel: number | null;
  plan: Plan;
  yaw: number;
  leave: 'withdraw' | 'return';
  will: Record<number, WillShot>;
  combat: Combat;
}

export function emptyDraft(): Draft {
  return {
    muster: [],
    reserve: [],
    cards: {},
    place: null,
    arrive: {},
    duel: null,
    plan: DRIFT,
    yaw: 0,
    leave: 'return',
    will: {},
    combat: 'none',
  };
}

/** What Enter seals if nothing is touched: the menu's defaults, the best shot, no way off the table. */
export function defaultDraft(menu: Menu | null, centre: Point = { x: 0, y: 0 }): Draft {
  const draft = emptyDraft();
  if (!menu) return draft;
  if (menu.muster) draft.muster = [...menu.muster.default];
  if (menu.cards) draft.cards = byUnit(menu.cards.default);
  if (menu.place) draft.place = menu.place.default;
  for (const it of menu.arrive ?? []) draft.arrive[it.unit] = it.default;
  if (menu.leave)
    draft.leave = menu.leave.back === 'sure' || menu.leave.back === 'seventh' ? 'return' : 'withdraw';
  if (menu.duel) draft.duel = Math.min(...menu.duel);
  if (menu.plan) draft.plan = defaultPlan(menu.plan, centre);
  for (const it of menu.at_will?.shots ?? []) {
    const best = bestWill(menu, it.unit);
    if (best !== null) draft.will[it.unit] = { unit: it.unit, target: best };
  }
  if (menu.combat) draft.combat = defaultCombat(menu.combat.choices);
  return draft;
}

function byUnit(dealt: Dealt[]): Record<number, number> {
  return Object.fromEntries(dealt.map((it) => [it.unit, it.card]));
}

/** Straight on; if that ends badly, what causes no stress and stays nearest to the middle. */
export function defaultPlan(menu: PlanMenu, centre: Point): Plan {
  const drift = choiceOf(menu, DRIFT);
  if (drift && !drift.leaves && !drift.crashes) return DRIFT;
  const good = menu.choices.filter((it) => !it.leaves && !it.crashes);
  const least = Math.min(...good.map((it) => it.stress));
  const safe = good.filter((it) => it.stress === least);
  const best = safe.reduce<PlanChoice | null>(
    (a, b) => (!a || distance(endOf(b), centre) < distance(endOf(a), centre) ? b : a),
    null,
  );
  return best ? { first: best.first, second: best.second } : DRIFT;
}

/** The most harm to be expected; then shields; then nothing. */
export function defaultCombat(choices: CombatChoice[]): Combat {
  let best: CombatChoice | null = null;
  let most = 0;
  for (const it of choices) {
    const harm = it.shots.reduce((sum, shot) => sum + harmOf(shot), 0);
    // A lock costs the gunner nothing, so at equal harm the longer action is the better.
    const worth = harm + (typeof it.combat === 'object' && 'gunner' in it.combat && harm > 0 ? 1e-6 : 0);
    if (worth > most + 1e-12) [best, most] = [it, worth];
  }
  if (best) return best.combat;
  const lock = choices.find((it) => typeof it.combat === 'object' && 'lock' in it.combat);
  const shields = choices.find((it) => it.combat === 'raise_shields');
  return (lock ?? shields)?.combat ?? 'none';
}

function bestWill(menu: Menu, unit: number): number | null {
  const shots = (menu.at_will?.shots ?? []).filter((it) => it.unit === unit && it.shot.chance.ways > 0);
  const best = shots.reduce<(typeof shots)[number] | null>(
    (a, b) => (!a || harmOf(b.shot) > harmOf(a.shot) ? b : a),
    null,
  );
  return best?.shot.target ?? null;
}

export function endOf(choice: PlanChoice): Point {
  return choice.path[choice.path.length - 1]!;
}

const same = (a: Manoeuvre, b: Manoeuvre) =>
  signedOf(a) === signedOf(b) && (a.thrust === 0 || cardOf(a.kind) === cardOf(b.kind));

/** The menu lists speed and slide in both orders, but cards without thrust only once. */
export function choiceOf(menu: PlanMenu, plan: Plan): PlanChoice | null {
  const { first, second } = plan;
  const found = menu.choices.find((it) => same(it.first, first) && same(it.second, second));
  if (found) return found;
  const turns = [first, second].some((it) => it.thrust > 0 && cardOf(it.kind) === 'B');
  return turns ? null : (menu.choices.find((it) => same(it.first, second) && same(it.second, first)) ?? null);
}

export type Slot = 'first' | 'second';

const other = (slot: Slot): Slot => (slot === 'first' ? 'second' : 'first');

/** Lays a card; if it lies in the other place, the two change places. */
export function withCard(plan: Plan, slot: Slot, card: CardName): Plan {
  if (cardOf(plan[slot].kind) === card) return plan;
  if (cardOf(plan[other(slot)].kind) === card) return { ...plan, first: plan.second, second: plan.first };
  return { ...plan, [slot]: useOf(card, 0) };
}

export function withThrust(plan: Plan, slot: Slot, signed: number): Plan {
  return { ...plan, [slot]: useOf(cardOf(plan[slot].kind), signed) };
}

/** Evasion and yaw exclude each other; what the menu rules out falls away. */
export function settled(menu: PlanMenu, plan: Plan): Plan {
  const out = { ...plan };
  const choice = choiceOf(menu, out);
  if (!choice || choice.stress_yaw_first === null) delete out.yaw;
  if (out.yaw || !choice?.evasive) delete out.evasive;
  return out;
}

/** How far each card's die goes, both ways, with what is safe. */
export function diceOf(menu: PlanMenu, card: CardName): { signed: number; safe: boolean }[] {
  const limit = (signed: number) =>
    menu.limits.find((it) => it.kind === useOf(card, signed).kind) ?? { safe: 0, most: 0 };
  const [minus, plus] = [limit(-1), limit(1)];
  const out: { signed: number; safe: boolean }[] = [];
  for (let n = -minus.most; n <= plus.most; n++)
    out.push({ signed: n, safe: n < 0 ? -n <= minus.safe : n <= plus.safe });
  return out;
}

/** Stress dice of a plan; a yaw before it counts. */
export function stressOf(choice: PlanChoice, plan: Plan): number {
  return (plan.yaw ? choice.stress_yaw_first : null) ?? choice.stress;
}

/** The hour it will face. */
export function facingOf(choice: PlanChoice, plan: Plan, now: number): number {
  return plan.yaw && choice.stress_yaw_first !== null ? now + plan.yaw : choice.facing;
}

export interface Offer {
  choice: PlanChoice;
  /** With the cards that lie there now. */
  plan: Plan;
}

/** Plans that differ in one die only: what is offered on the map. */
export function nearChoices(menu: PlanMenu, plan: Plan): Offer[] {
  const now = choiceOf(menu, plan);
  const out = new Map<PlanChoice, Plan>();
  for (const slot of ['first', 'second'] as const) {
    for (const die of diceOf(menu, cardOf(plan[slot].kind))) {
      const changed = withThrust(plan, slot, die.signed);
      const choice = choiceOf(menu, changed);
      if (choice && choice !== now && !out.has(choice)) out.set(choice, changed);
    }
  }
  return [...out].map(([choice, offered]) => ({ choice, plan: offered }));
}

/** The choice that ends nearest to a place; of equals the least stress, then the present course. */
export function nearestChoice(menu: PlanMenu, world: Point, course: number): PlanChoice | null {
  let best: PlanChoice | null = null;
  let least = Infinity;
  for (const it of menu.choices) {
    if (it.crashes) continue;
    const off = Math.min((it.course - course + 12) % 12, (course - it.course + 12) % 12);
    const score = distance(endOf(it), world) + it.stress * 0.35 + off * 0.02;
    if (score < least - 1e-9) [best, least] = [it, score];
  }
  return best;
}

/** Lays a card at a unit; whoever had it takes what the unit had, or nothing of it is left over. */
export function withDealt(cards: Record<number, number>, unit: number, card: number): Record<number, number> {
  const before = cards[unit];
  const out = { ...cards, [unit]: card };
  for (const [id, has] of Object.entries(cards)) {
    if (Number(id) === unit || has !== card) continue;
    if (before === undefined) delete out[Number(id)];
    else out[Number(id)] = before;
  }
  return out;
}

/** Cards that lie at no unit. */
export function putAway(cards: Record<number, number>, n: number): number[] {
  const laid = Object.values(cards);
  return Array.from({ length: n }, (_, k) => k + 1).filter((it) => !laid.includes(it));
}

/** Units by their cards, as they will act. */
export function inOrder(cards: Record<number, number>): Dealt[] {
  return Object.entries(cards)
    .map(([unit, card]) => ({ unit: Number(unit), card }))
    .sort((a, b) => a.card - b.card);
}

export function arrivalUnit(it: Arrival): number {
  return 'enter' in it ? it.enter.unit : 'back' in it ? it.back.unit : it.withdraw.unit;
}

const key = (it: unknown) => JSON.stringify(it);

/** Without the word about the second roll, which changes nothing about the choice. */
export function plainCombat(combat: Combat): Combat {
  if (typeof combat !== 'object') return combat;
  const plain = (salvo: Salvo): Salvo =>
    salvo.target === undefined ? { weapon: salvo.weapon } : { weapon: salvo.weapon, target: salvo.target };
  if ('salvo' in combat) return { salvo: plain(combat.salvo) };
  if ('gunner' in combat) return { gunner: { step: combat.gunner.step, salvo: plain(combat.gunner.salvo) } };
  return combat;
}

export function sameCombat(a: Combat, b: Combat): boolean {
  return key(plainCombat(a)) === key(plainCombat(b));
}

export function combatChoice(choices: CombatChoice[], combat: Combat): CombatChoice | null {
  return choices.find((it) => sameCombat(it.combat, combat)) ?? null;
}

/** STR-FEAT.1: what a gunner adds to a salvo, a lock or a launch. */
export function gunnerWith(choices: CombatChoice[], combat: Combat): CombatChoice[] {
  if (typeof combat !== 'object') return [];
  const salvo = 'salvo' in combat ? combat.salvo : 'gunner' in combat ? combat.gunner.salvo : null;
  const step: MissileStep | null = 'lock' in combat || 'launch' in combat ? combat : null;
  return choices.filter((it) => {
    if (typeof it.combat !== 'object' || !('gunner' in it.combat)) return false;
    const { gunner } = it.combat;
    if (salvo) return key(plainCombat({ salvo: gunner.salvo })) === key(plainCombat({ salvo }));
    return step !== null && key(gunner.step) === key(step);
  });
}

/** The salvo in an action, with or without a missile step. */
export function salvoOf(combat: Combat): Salvo | null {
  if (typeof combat !== 'object') return null;
  return 'salvo' in combat ? combat.salvo : 'gunner' in combat ? combat.gunner.salvo : null;
}

export function withKeep(combat: Combat, keep: boolean): Combat {
  const plain = plainCombat(combat);
  if (!keep || typeof plain !== 'object') return plain;
  if ('salvo' in plain) return { salvo: { ...plain.salvo, keep: true } };
  if ('gunner' in plain)
    return { gunner: { step: plain.gunner.step, salvo: { ...plain.gunner.salvo, keep: true } } };
  return plain;
}

/** Whom an action is aimed at. */
export function targetsOf(combat: Combat): number[] {
  if (typeof combat !== 'object') return [];
  const salvo = salvoOf(combat);
  const step = 'gunner' in combat ? combat.gunner.step : 'lock' in combat ? combat : null;
  const out = salvo?.target !== undefined ? [salvo.target] : [];
  if (step && 'lock' in step && !out.includes(step.lock.target)) out.push(step.lock.target);
  return out;
}

export function toOrder(draft: Draft, kind: PhaseKind, draw: boolean): Order {
  const order = (action: Order['action']): Order => (draw ? { action, draw: true } : { action });
  switch (kind) {
    case 'muster':
      return order({ muster: draft.muster });
    case 'reserve':
      return order({ reserve: draft.reserve });
    case 'deploy_cards':
    case 'initiative':
      return order({
        cards: Object.entries(draft.cards).map(([unit, card]) => ({ unit: Number(unit), card })),
      });
    case 'place':
      return order({ place: draft.place! });
    case 'arrive':
      return order({ arrive: Object.values(draft.arrive) });
    case 'duel':
      return order({ duel: draft.duel ?? 0 });
    case 'yaw':
      return order({ yaw: draft.yaw });
    case 'leave':
      return order({ leave: draft.leave });
    case 'at_will':
      return order({ at_will: Object.values(draft.will) });
    case 'combat':
      return order({ combat: draft.combat });
    default:
      return order({ plan: draft.plan });
  }
}

export function fromOrder(order: Order, base: Draft): Draft {
  const { action } = order;
  if (typeof action === 'string') return base;
  if ('muster' in action) return { ...base, muster: action.muster };
  if ('reserve' in action) return { ...base, reserve: action.reserve };
  if ('cards' in action) return { ...base, cards: byUnit(action.cards) };
  if ('place' in action) return { ...base, place: action.place };
  if ('arrive' in action)
    return {
      ...base,
      arrive: { ...base.arrive, ...Object.fromEntries(action.arrive.map((it) => [arrivalUnit(it), it])) },
    };
  if ('duel' in action) return { ...base, duel: action.duel };
  if ('plan' in action) return { ...base, plan: action.plan };
  if ('yaw' in action) return { ...base, yaw: action.yaw };
  if ('leave' in action) return { ...base, leave: action.leave };
  if ('at_will' in action)
    return { ...base, will: Object.fromEntries(action.at_will.map((it) => [it.unit, it])) };
  return { ...base, combat: action.combat };
}
