// The order being composed. A decision of this game is a single order, so the
// draft is the order itself; these functions change it without touching it.
import { bearing, distance, turnBetween } from '../../board/geometry';
import type { Point } from '../../board/types';
import type { Finding } from '../../wire';
import { headingOf, sameTarget } from './model';
import type {
  Attack,
  ClassName,
  Deploy,
  ExtraName,
  Fleet,
  Guide,
  GuideMenu,
  Harbour,
  Helm,
  HelmMenu,
  Kind,
  Menu,
  Order,
  OrderChoice,
  Pick,
  Plot,
  PlotChoice,
  Target,
  TargetChoice,
  TorpedoChoice,
} from './types';
import { COAST, FREE_GUIDE } from './wire';

export type Draft = Order | null;

/** What the server says comes of one order: for every vector, not only the offered ones. */
export interface Preview {
  /** The order it is about. */
  key: string;
  order: OrderChoice | null;
  plot: PlotChoice | null;
  torpedo: TorpedoChoice | null;
  guide: GuideMenu | null;
  legal: boolean;
  findings: Finding[];
}

export const keyOf = (draft: Draft): string => JSON.stringify(draft);

/** Reads an answer of the server about an order. */
export function previewOf(
  draft: Draft,
  answer: { legal: boolean; findings: Finding[]; preview?: unknown },
): Preview {
  const menu = (answer.preview ?? null) as Menu | null;
  const order = menu?.helm?.orders[0] ?? null;
  return {
    key: keyOf(draft),
    order,
    plot: order?.plots[0] ?? null,
    torpedo: order?.torpedoes[0] ?? null,
    guide: menu?.guide ?? null,
    legal: answer.legal,
    findings: answer.findings,
  };
}

/** What the large button gives if nothing is changed. */
export function defaultOrder(menu: Menu | null): Draft {
  if (!menu) return null;
  if (menu.fleet) return { fleet: menu.fleet.default };
  if (menu.site) return { station: menu.site };
  if (menu.deploy[0]) return { deploy: menu.deploy[0] };
  if (menu.guide) return { guide: FREE_GUIDE };
  if (menu.helm) return { helm: defaultHelm(menu.helm) };
  if (menu.aim) return { attack: [] };
  if (menu.phase === 'protocols' && menu.advice) {
    const best = [...menu.advice.own].sort((a, b) => b.millionths - a.millionths)[0];
    const found = menu.choices.find((it) => same(it.order, best ? { protocol: best.protocol } : null));
    if (found) return found.order;
  }
  return menu.choices[0]?.order ?? null;
}

function defaultHelm(menu: HelmMenu): Helm {
  const coast = menu.orders.find((it) => it.order === 'coast') ?? menu.orders[0];
  return coast ? helmFor(menu, coast, COAST) : COAST;
}

export function same(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

// Reading a draft.

const part = <K extends string>(draft: Draft, key: K): unknown =>
  draft !== null && typeof draft === 'object' && key in draft
    ? (draft as Record<string, unknown>)[key]
    : undefined;

export const helmOf = (draft: Draft): Helm | null => {
  const it = part(draft, 'helm') as Partial<Helm> | undefined;
  return it ? { ...COAST, ...it } : null;
};
export const guideOf = (draft: Draft): Guide | null => {
  const it = part(draft, 'guide') as Partial<Guide> | undefined;
  return it ? { ...FREE_GUIDE, ...it } : null;
};
export const attacksOf = (draft: Draft): Attack[] => (part(draft, 'attack') as Attack[] | undefined) ?? [];
export const fleetOf = (draft: Draft): Fleet | null => (part(draft, 'fleet') as Fleet | undefined) ?? null;
export const siteOf = (draft: Draft): Point | null => (part(draft, 'station') as Point | undefined) ?? null;
export const deployOf = (draft: Draft): Deploy | null =>
  (part(draft, 'deploy') as Deploy | undefined) ??
  (part(draft, 'hold_back') as Deploy | null | undefined) ??
  null;

/** The place of a Tanker that is to be deployed. */
export function tankerOf(draft: Draft): { tanker: number; system: number; at: Point } | null {
  const pick = part(draft, 'pick') as Pick | undefined;
  return typeof pick === 'object' && 'tanker' in pick ? pick.tanker : null;
}

/** The order of the menu that a helm gives, with or without the extra. */
export function orderChoice(menu: HelmMenu | null | undefined, helm: Helm | null): OrderChoice | null {
  if (!menu || !helm) return null;
  return (
    menu.orders.find((it) => it.order === helm.order && it.extra === helm.extra) ??
    menu.orders.find((it) => it.order === helm.order) ??
    null
  );
}

const close = (a: Plot, b: Plot): boolean =>
  a.speed === b.speed &&
  (a.speed === 0 || Math.abs(turnBetween(headingOf(a.course), headingOf(b.course))) < 0.01);

/** What is known of a helm's vector; null for one's own that has not been answered yet. */
export function plotChoice(
  menu: HelmMenu | null | undefined,
  helm: Helm | null,
  seen: Preview | null = null,
): PlotChoice | null {
  if (seen?.plot) return seen.plot;
  const order = orderChoice(menu, helm);
  if (!menu || !order || !helm) return null;
  if (order.plots.length === 0) return menu.coast;
  const { plot } = helm;
  return plot ? (order.plots.find((it) => close(it.plot, plot)) ?? null) : menu.coast;
}

export function torpedoChoice(
  list: TorpedoChoice[],
  guide: Guide | null | undefined,
  seen: Preview | null = null,
): TorpedoChoice | null {
  if (seen?.torpedo) return seen.torpedo;
  const plot = guide?.plot;
  return plot ? (list.find((it) => close(it.plot, plot)) ?? null) : null;
}

// Order and plot.

/** A helm with another order: the vector stays as near as it can. */
export function helmFor(
  menu: HelmMenu,
  choice: OrderChoice,
  before: Helm,
  seen: Preview | null = null,
): Helm {
  const helm: Helm = {
    ...before,
    order: choice.order,
    extra: choice.extra,
    plot: null,
    torpedo: null,
    declare: null,
    enter: null,
  };
  if (choice.plots.length > 0) {
    const wanted = plotChoice(menu, before, seen)?.to ?? menu.coast?.to ?? menu.centre;
    helm.plot = nearestPlot(choice.plots, wanted)?.plot ?? null;
  }
  if (choice.torpedoes.length > 0) {
    const best = [...choice.torpedoes].sort((a, b) => worthOf(b) - worthOf(a))[0]!;
    helm.torpedo = { ...FREE_GUIDE, plot: best.plot };
  }
  return kept(menu, helm, before);
}

const worthOf = (it: TorpedoChoice): number => (it.lost ? -10 : 0) + it.reaches.length;

/** What was declared stays as long as the vector still allows it. */
function kept(menu: HelmMenu, helm: Helm, before: Helm): Helm {
  const choice = plotChoice(menu, helm);
  const declare =
    before.declare && choice?.harbours.some((it) => sameHarbour(it, before.declare)) ? before.declare : null;
  const enter = before.enter !== null && choice?.lanes.includes(before.enter) ? before.enter : null;
  return { ...helm, declare, enter, side: choice?.head_on ? before.side : 'left' };
}

export function sameHarbour(a: Harbour | null, b: Harbour | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function withPlot(menu: HelmMenu, helm: Helm, plot: Plot): Helm {
  return kept(menu, { ...helm, plot }, helm);
}

export function withTorpedo(helm: Helm, plot: Plot): Helm {
  return { ...helm, torpedo: { ...FREE_GUIDE, ...helm.torpedo, plot } };
}

/** The offered vector that ends nearest to a place; doomed ones only if meant. */
export function nearestPlot<T extends { to: Point; crash?: boolean; off_map?: boolean; lost?: boolean }>(
  plots: T[],
  world: Point,
): T | null {
  let best: T | null = null;
  let bestAway = Infinity;
  for (const it of plots) {
    const away = distance(it.to, world) + (it.crash || it.off_map || it.lost ? 0.35 : 0);
    if (away < bestAway) {
      best = it;
      bestAway = away;
    }
  }
  return best;
}

export type Steer = 'left' | 'right' | 'faster' | 'slower';

/** The next vector by a key: to a side at about the same speed, or another speed at about the same bearing. */
export function steered<T extends { plot: Plot }>(plots: T[], now: Plot | null, way: Steer): T | null {
  const from = now ?? plots[0]?.plot;
  if (!from) return null;
  const heading = headingOf(from.course);
  const scored = plots.flatMap((it) => {
    if (close(it.plot, from)) return [];
    const turn = turnBetween(heading, headingOf(it.plot.course));
    const faster = it.plot.speed - from.speed;
    if (way === 'left' || way === 'right') {
      const off = way === 'right' ? turn : -turn;
      // counted: a step of speed weighs as much as so many degrees, to pick the nearest.
      return off > 0.5 ? [{ it, cost: off + Math.abs(faster) * 12 }] : [];
    }
    const more = way === 'faster' ? faster : -faster;
    // counted: as above.
    return more > 0 ? [{ it, cost: Math.abs(turn) + more * 12 }] : [];
  });
  return scored.sort((a, b) => a.cost - b.cost)[0]?.it ?? null;
}

/** The order after this one in the list, for a key. */
export function nextOrder(menu: HelmMenu, helm: Helm, by: number): OrderChoice | null {
  const now = menu.orders.indexOf(orderChoice(menu, helm)!);
  return menu.orders[(now + by + menu.orders.length) % menu.orders.length] ?? null;
}

// Attacks.

/** Chooses a target, or lets it go; with probes there is room for two. */
export function withTarget(attacks: Attack[], target: Target, room: number): Attack[] {
  if (attacks.some((it) => sameTarget(it.target, target)))
    return attacks.filter((it) => !sameTarget(it.target, target));
  return [...attacks, { target, at: null }].slice(-room);
}

export function withPoint(attacks: Attack[], target: Target, at: number | null): Attack[] {
  return attacks.map((it) => (sameTarget(it.target, target) ? { ...it, at } : it));
}

/** A point of the path kept within what is in range. */
export function inWindow(choice: TargetChoice, at: number): number {
  return Math.round(Math.min(choice.window[1], Math.max(choice.window[0], at)) * 100) / 100;
}

// Set-up.

export function fleetCost(fleet: Fleet, costs: [string, number][]): number {
  const of = (name: string) => costs.find(([it]) => it.toLowerCase() === name.toLowerCase())?.[1] ?? 0;
  return (
    fleet.ships.reduce((sum, it) => sum + of(it), 0) +
    fleet.tankers * of('Tanker') +
    (fleet.extra ? of(EXTRA_NAMES[fleet.extra]) : 0)
  );
}

const EXTRA_NAMES: Record<ExtraName, string> = {
  engineering_bay: 'Engineering bay',
  overdrive: 'Overdrive module',
  tracking_probes: 'Tracking probes',
};

export function withShip(fleet: Fleet, name: ClassName, by: number): Fleet {
  if (by > 0) return { ...fleet, ships: [...fleet.ships, name] };
  const at = fleet.ships.lastIndexOf(name);
  return at < 0 ? fleet : { ...fleet, ships: fleet.ships.filter((_, k) => k !== at) };
}

/** Places are given in tenths of an LU. */
export const rounded = (at: Point): Point => ({
  x: Math.round(at.x * 10) / 10,
  y: Math.round(at.y * 10) / 10,
});

export function endOf(deploy: Deploy): Point {
  const { course, speed } = deploy.plot;
  const length = Math.hypot(course.x, course.y) || 1;
  return { x: deploy.at.x + (course.x / length) * speed, y: deploy.at.y + (course.y / length) * speed };
}

/** The first vector towards a place, in whole LU. */
export function towards(deploy: Deploy, world: Point): Deploy {
  const speed = Math.max(1, Math.round(distance(deploy.at, world)));
  const course = rounded({ x: world.x - deploy.at.x, y: world.y - deploy.at.y });
  return course.x === 0 && course.y === 0 ? deploy : { ...deploy, plot: { course, speed } };
}

/** In the book's notation: a vector towards a point; the rules find the whole speed. */
export function notation(kind: Kind, at: Point, extra: boolean): string {
  const order = kind === 'hard_burn' ? 'hardburn' : kind === 'launch' ? 'launch' : 'burn';
  return `${order}${extra ? ' extra' : ''} to ${fine(at.x)},${fine(at.y)}`;
}

const fine = (n: number): number => Math.round(n * 100) / 100;

/** The circle an end point is dragged in: the ship's, or the torpedo's it launches. */
export function circleOf(menu: HelmMenu, order: OrderChoice): { at: Point; radius: number } | null {
  if (order.plots.length > 0) return { at: menu.centre, radius: order.accel };
  if (order.torpedoes.length === 0) return null;
  const end = ({ course, speed }: Plot): Point => {
    const length = Math.hypot(course.x, course.y) || 1;
    return { x: menu.from.x + (course.x / length) * speed, y: menu.from.y + (course.y / length) * speed };
  };
  return {
    at: menu.centre,
    radius: Math.max(...order.torpedoes.map((it) => distance(menu.centre, end(it.plot)))),
  };
}

/** A point pulled back into a circle. */
export function inCircle(at: Point, centre: Point, radius: number): Point {
  const away = distance(at, centre);
  if (away <= radius) return at;
  return {
    x: centre.x + ((at.x - centre.x) * radius) / away,
    y: centre.y + ((at.y - centre.y) * radius) / away,
  };
}

/** Nothing but the vector has been said, so that an answer about the vector is one about the order. */
export function isPlain(helm: Helm): boolean {
  return (
    helm.declare === null &&
    helm.enter === null &&
    helm.side === 'left' &&
    !helm.off_patrol &&
    !helm.no_refuel &&
    !helm.stay_tracked
  );
}

/** Degrees in three figures. */
export function bearingText(from: Point, to: Point): string {
  return String(Math.round(bearing(from, to)) % 360).padStart(3, '0');
}

/** A place as people write it: `12,-3`, `12; -3`, `(12 -3)`. */
export function pointIn(text: string): { x: number; y: number } | null {
  const found = /^\s*\(?\s*([+-]?\d+(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*\)?\s*$/.exec(
    text.replaceAll('−', '-'),
  );
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}
