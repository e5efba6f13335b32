// Composing movement: plots, the helm, squadrons, where ships are placed or come back.
import { distance } from '../../../board/geometry';
import type { Point } from '../../../board/types';
import type { Draft } from './draft';
import { HOLD, readPlot, writePlot } from '../flight';
import type { Burn, Helm } from '../flight';
import type {
  DeployMenu,
  Entry,
  Formation,
  Menu,
  Motion,
  Need,
  PlotChoice,
  PlotMenu,
  ShipOrder,
} from '../types';

// Movement.

export function plotMenu(menu: Menu | null, ship: number): PlotMenu | null {
  return menu?.plots.find((it) => it.ship === ship) ?? riderMenu(menu, ship);
}

/** A carried ship that may part now: an order for it is the order to part. */
export function riderMenu(menu: Menu | null, ship: number): PlotMenu | null {
  return menu?.riders?.find((it) => it.ship === ship) ?? null;
}

export function withoutOrder(draft: Draft, ship: number): Draft {
  const { [ship]: _gone, ...ships } = draft.ships;
  return { ...draft, ships };
}

export function choiceOf(menu: PlotMenu, plot: string | undefined): PlotChoice | null {
  const wanted = plot ?? HOLD;
  return menu.choices.find((it) => it.plot === wanted) ?? null;
}

export function orderOf(draft: Draft, ship: number): ShipOrder {
  return draft.ships[ship] ?? { ship, plot: HOLD };
}

/** A ship with nothing to decide: it drifts, or its drive is out. */
export function isBound(menu: PlotMenu): boolean {
  return menu.choices.length < 2 && !menu.can_roll;
}

/** What a plot takes of the drive, with a roll or without. */
export function costOf(menu: PlotMenu, cost: Need, roll = false): Need {
  if (!roll) return cost;
  return { total: cost.total + menu.roll.total, turning: cost.turning + menu.roll.turning };
}

/** Whether the menu's limits hold with what a roll takes. */
export function fits(menu: PlotMenu, cost: Need, roll = false, strained = false): boolean {
  const need = costOf(menu, cost, roll);
  const limit = strained ? (menu.strain ?? menu) : menu;
  return need.total <= limit.rating && need.turning <= limit.turning;
}

/** Moves that the menu does not list, as the server flies them: by ship and plot. */
export type Flights = ReadonlyMap<string, PlotChoice>;

export const flightId = (ship: number, plot: string) => `${ship} ${plot}`;

/** One move as it will be drawn: the menu's, or one that was typed. */
export interface Planned extends PlotChoice {
  /** It stands in the menu, so it is possible. */
  offered: boolean;
  to: Point;
}

/** Null as long as nobody has said where a typed plot leads. */
export function planned(menu: PlotMenu, order: ShipOrder | undefined, flights: Flights): Planned | null {
  const plot = order?.plot ?? HOLD;
  const listed = choiceOf(menu, plot);
  const choice = listed ?? flights.get(flightId(menu.ship, plot));
  if (!choice) return null;
  const possible =
    plot === HOLD ||
    fits(menu, choice.cost, !!order?.roll) ||
    (!!order?.emergency && fits(menu, choice.cost, !!order.roll, true));
  return { ...choice, plot, offered: !!listed && possible, to: choice.path[choice.path.length - 1]! };
}

export function helmOf(plot: string): Helm {
  const it = readPlot(plot);
  return it && 'helm' in it ? it.helm : { turn: 0, second: null, thrust: 0 };
}

/** What may be steered to: the menu's choices, and with a strained drive those beyond. */
export interface Reach {
  menu: PlotMenu;
  motion: Motion;
  roll: boolean;
  strained: boolean;
}

export function can(reach: Reach, plot: string): boolean {
  const { menu, roll, strained } = reach;
  const listed = choiceOf(menu, plot);
  if (listed) return fits(menu, listed.cost, roll, strained);
  const vector = vectorOf(plot);
  const without = choiceOf(menu, vectorPlot({ ...vector, by: 0 }));
  if (menu.push === undefined || vector.by === 0 || !without || menu.choices.length < 2) return false;
  const { total, turning } = without.cost;
  return fits(menu, { total, turning: turning + vector.by * menu.push }, roll, strained);
}

/** Every turn that is possible with some thrust, port first. */
export function turnsOf(reach: Reach): number[] {
  const most = (reach.strained ? reach.menu.strain : undefined)?.turning ?? reach.menu.turning;
  return Array.from({ length: 2 * most + 1 }, (_, k) => k - most).filter(
    (turn) => withTurn(reach, HOLD, turn) !== null,
  );
}

/** Every change of velocity that is possible with this turn. */
export function thrustsOf(reach: Reach, turn: number): number[] {
  const most = (reach.strained ? reach.menu.strain : undefined)?.rating ?? reach.menu.rating;
  return Array.from({ length: 2 * most + 1 }, (_, k) => k - most).filter((thrust) =>
    can(reach, writePlot({ helm: { turn, second: null, thrust } })),
  );
}

/** Another turn, with as much of the thrust as is left for it. */
export function withTurn(reach: Reach, plot: string, turn: number): string | null {
  const { thrust } = helmOf(plot);
  for (let less = 0; less <= Math.abs(thrust); less++) {
    const found = writePlot({ helm: { turn, second: null, thrust: thrust - Math.sign(thrust) * less } });
    if (can(reach, found)) return found;
  }
  return null;
}

/** Another change of velocity; a turn that leaves no room for it gives way. */
export function withThrust(reach: Reach, plot: string, thrust: number): string | null {
  const { turn } = helmOf(plot);
  for (let less = 0; less <= Math.abs(turn); less++) {
    const found = writePlot({ helm: { turn: turn - Math.sign(turn) * less, second: null, thrust } });
    if (can(reach, found)) return found;
  }
  return null;
}

/** A vector ship's plot as its controls show it. */
export interface Vector {
  rotate: number;
  main: number;
  push: 'port' | 'starboard' | 'rear';
  by: number;
  /** The main drive burns before the ship turns. */
  burnFirst: boolean;
}

export function vectorOf(plot: string): Vector {
  const out: Vector = { rotate: 0, main: 0, push: 'port', by: 0, burnFirst: false };
  const it = readPlot(plot);
  if (!it || !('burns' in it)) return out;
  it.burns.forEach((burn) => {
    if ('main' in burn) {
      out.main = burn.main;
      out.burnFirst = it.burns.some((other, k) => 'rotate' in other && k > it.burns.indexOf(burn));
    } else if ('rotate' in burn) out.rotate = burn.rotate;
    else {
      out.push = burn.push;
      out.by = burn.by;
    }
  });
  return out;
}

export function vectorPlot(it: Vector): string {
  const rotate: Burn[] = it.rotate !== 0 ? [{ rotate: it.rotate }] : [];
  const main: Burn[] = it.main > 0 ? [{ main: it.main }] : [];
  const push: Burn[] = it.by > 0 ? [{ push: it.push, by: it.by }] : [];
  return writePlot({ burns: [...(it.burnFirst ? [...main, ...rotate] : [...rotate, ...main]), ...push] });
}

/** The next rotation that the menu lists, round the clock. */
function rotated(menu: PlotMenu, now: number, by: number): number {
  const all = [...new Set(menu.choices.map((it) => vectorOf(it.plot).rotate))].sort((a, b) => a - b);
  return all[(all.indexOf(now) + by + all.length) % all.length] ?? now;
}

export type HelmMove = 'port' | 'starboard' | 'faster' | 'slower' | 'straight';

/** The plot after a touch of the helm; null if there is no such choice. */
export function helm(reach: Reach, plot: string, move: HelmMove): string | null {
  if (move === 'straight') return HOLD;
  if (reach.motion.drift) {
    const now = vectorOf(plot);
    const next = { ...now };
    if (move === 'port') next.rotate = rotated(reach.menu, now.rotate, -1);
    else if (move === 'starboard') next.rotate = rotated(reach.menu, now.rotate, 1);
    else next.main = now.main + (move === 'faster' ? 1 : -1);
    if (next.main < 0) return null;
    const found = vectorPlot(next);
    return can(reach, found) ? found : null;
  }
  const { turn, thrust } = helmOf(plot);
  switch (move) {
    case 'port':
      return withTurn(reach, plot, turn - 1);
    case 'starboard':
      return withTurn(reach, plot, turn + 1);
    case 'faster':
      return withThrust(reach, plot, thrust + 1);
    case 'slower':
      return withThrust(reach, plot, thrust - 1);
  }
}

/** A double course change is meant only where a single one ends clearly further away. */
const DOUBLE = 0.75;

/** The choice whose end is nearest to a place; the cheaper where several end there. */
export function nearestChoice(reach: Reach, at: Point): PlotChoice | null {
  let best: { choice: PlotChoice; away: number; cost: number } | null = null;
  for (const choice of reach.menu.choices) {
    if (!can(reach, choice.plot)) continue;
    const away =
      distance(choice.path[choice.path.length - 1]!, at) + (helmOf(choice.plot).second === null ? 0 : DOUBLE);
    const cost = choice.cost.total + choice.cost.turning / 100;
    if (!best || away < best.away - 1e-6 || (away < best.away + 1e-6 && cost < best.cost))
      best = { choice, away, cost };
  }
  return best?.choice ?? null;
}

/** A part of a ship's order changes; its whole squadron flies the same plot. */
export function withShip(draft: Draft, ship: number, part: Partial<ShipOrder>): Draft {
  const ships = { ...draft.ships };
  ships[ship] = { ...orderOf(draft, ship), ...part };
  if (part.plot !== undefined)
    for (const mate of squadronOf(draft, ship))
      if (mate !== ship) ships[mate] = { ...orderOf(draft, mate), plot: part.plot };
  return { ...draft, ships };
}

export function withoutShip(draft: Draft, ship: number): Draft {
  const ships = { ...draft.ships };
  for (const mate of squadronOf(draft, ship)) delete ships[mate];
  return { ...draft, ships };
}

/** A pair of a list by its first member is set, or taken out. */
export function withPair<K, V>(pairs: [K, V][] | undefined, key: K, value: V | null): [K, V][] {
  const others = (pairs ?? []).filter((it) => it[0] !== key);
  return value === null ? others : [...others, [key, value]];
}

export function squadronOf(draft: Draft, ship: number): number[] {
  return draft.squadrons.find((it) => it.ships.includes(ship))?.ships ?? [ship];
}

/** These ships fly under one order from now on; other squadrons lose them. */
export function withSquadron(draft: Draft, ships: number[], formation: Formation): Draft {
  const members = [...new Set(ships)];
  const others = draft.squadrons
    .map((it) => ({ ...it, ships: it.ships.filter((ship) => !members.includes(ship)) }))
    .filter((it) => it.ships.length > 1);
  if (members.length < 2) return { ...draft, squadrons: others };
  const { plot } = orderOf(draft, members[0]!);
  const orders = { ...draft.ships };
  for (const member of members) orders[member] = { ...orderOf(draft, member), plot };
  return { ...draft, squadrons: [...others, { ships: members, formation }], ships: orders };
}

export function withoutMate(draft: Draft, ship: number): Draft {
  const squadrons = draft.squadrons
    .map((it) => ({ ...it, ships: it.ships.filter((other) => other !== ship) }))
    .filter((it) => it.ships.length > 1);
  return { ...draft, squadrons };
}

// Deployment and coming back.

/** The nearest place inside the zone, on tenths. */
export function intoZone(zone: DeployMenu, at: Point): Point {
  const hold = (it: number, from: number, to: number) =>
    Math.min(to, Math.max(from, Math.round(it * 10) / 10));
  return { x: hold(at.x, zone.from.x, zone.to.x), y: hold(at.y, zone.from.y, zone.to.y) };
}

/** The nearest place on the edge a ship comes back by. */
export function ontoEdge(entry: Entry, at: Point, table: { width: number; height: number }): Point {
  const round = (it: number, most: number) => Math.min(most, Math.max(0, Math.round(it * 10) / 10));
  const upright = entry.at.x === 0 || entry.at.x === table.width;
  return upright
    ? { x: entry.at.x, y: round(at.y, table.height) }
    : { x: round(at.x, table.width), y: entry.at.y };
}
