// Composing orders: plain functions from the menu and a draft to a new draft,
// so that undo is only an older draft. No rules here: the menu has the choices,
// and what is typed beyond them the server judges.
import { distance } from '../../board/geometry';
import type { Point } from '../../board/types';
import { canonical, HOLD, readPlot, writePlot } from './flight';
import type { Burn, Helm } from './flight';
import type { PhaseKind } from './model';
import type {
  BoatFire,
  CoreChoice,
  CraftLaunch,
  Crossing,
  Declared,
  Deploy,
  DeployMenu,
  Door,
  Duty,
  EmpTest,
  Entry,
  Fire,
  FireLine,
  FireMenu,
  Formation,
  GateEntry,
  GateOrder,
  Guard,
  Job,
  Launch,
  LayMenu,
  Menu,
  Mode,
  ModeMenu,
  Motion,
  Need,
  Opening,
  Order,
  Plan,
  PlotChoice,
  PlotMenu,
  Return,
  Run,
  Scan,
  Scramble,
  Setting,
  Share,
  ShipOrder,
  Shot,
  ShotMenu,
  Sortie,
  Stance,
  Stand,
  SwitchMenu,
  TurretMenu,
} from './types';

export interface Squadron {
  ships: number[];
  formation: Formation;
}

export interface Draft {
  /** Ships that have been given an order; the others fly straight on. */
  ships: Record<number, ShipOrder>;
  squadrons: Squadron[];
  entries: Record<number, Entry>;
  launch: Launch | null;
  /** Point defence; it begins with the menu's proposal. */
  defend: Guard[];
  fire: Fire | null;
  emp: Record<string, EmpTest>;
  repairs: Record<string, Job>;
  cores: Record<number, CoreChoice>;
  settings: Record<string, Setting>;
  /** The other sides in the order they are wanted. */
  arrange: number[];
  place: Deploy | null;
  /** Ships by their numbers in the fleet list, place by place; null for as the menu has it. */
  muster: number[] | null;
  scans: Scan[];
  wing: Sortie | null;
  attacks: Declared[];
  stances: Stance[];
  runs: Run[];
  evade: number[];
  boats: BoatFire | null;
  craftLaunch: CraftLaunch | null;
  plans: Plan[];
  parting: number[];
  scramble: Scramble | null;
  chase: boolean;
  shares: Share[];
  gates: GateOrder[];
  arrivals: GateEntry[];
  opening: Opening;
  rounds: Return[];
  features: [number, Point][];
  crossings: Crossing[];
  duties: Duty[];
  stands: Stand[];
  /** An order this client has no controls for: as it was read. */
  raw: unknown;
}

export function emptyDraft(): Draft {
  return {
    ships: {},
    squadrons: [],
    entries: {},
    launch: null,
    defend: [],
    fire: null,
    emp: {},
    repairs: {},
    cores: {},
    settings: {},
    arrange: [],
    place: null,
    muster: null,
    scans: [],
    wing: null,
    attacks: [],
    stances: [],
    runs: [],
    evade: [],
    boats: null,
    craftLaunch: null,
    plans: [],
    parting: [],
    scramble: null,
    chase: true,
    shares: [],
    gates: [],
    arrivals: [],
    opening: {},
    rounds: [],
    features: [],
    crossings: [],
    duties: [],
    stands: [],
    raw: null,
  };
}

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

export function withFire(draft: Draft, fire: Fire): Draft {
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

// EMP, damage control, power cores.

const key = (ship: number, icon: number) => `${ship}:${icon}`;

export function testsAt(draft: Draft, ship: number, icon: number): number {
  return draft.emp[key(ship, icon)]?.tests ?? 0;
}

export function testsUsed(draft: Draft, ship: number): number {
  return Object.values(draft.emp)
    .filter((it) => it.ship === ship)
    .reduce((sum, it) => sum + it.tests, 0);
}

export function withTests(draft: Draft, ship: number, icon: number, tests: number): Draft {
  const emp = { ...draft.emp };
  if (tests > 0) emp[key(ship, icon)] = { ship, icon, tests };
  else delete emp[key(ship, icon)];
  return { ...draft, emp };
}

export function partiesAt(draft: Draft, ship: number, icon: number): number {
  return draft.repairs[key(ship, icon)]?.parties ?? 0;
}

export function partiesUsed(draft: Draft, ship: number): number {
  return Object.values(draft.repairs)
    .filter((it) => it.ship === ship)
    .reduce((sum, it) => sum + it.parties, 0);
}

export function withParties(draft: Draft, ship: number, icon: number, parties: number): Draft {
  const repairs = { ...draft.repairs };
  if (parties > 0) repairs[key(ship, icon)] = { ship, icon, parties };
  else delete repairs[key(ship, icon)];
  return { ...draft, repairs };
}

export function withCore(draft: Draft, ship: number, choice: CoreChoice): Draft {
  return { ...draft, cores: { ...draft.cores, [ship]: choice } };
}

export function withSetting(draft: Draft, ship: number, icon: number, mode: Mode | null): Draft {
  const settings = { ...draft.settings };
  if (mode) settings[key(ship, icon)] = { ship, icon, mode };
  else delete settings[key(ship, icon)];
  return { ...draft, settings };
}

// Contacts.

/** A ship takes a place; the one that stood there goes where the other was. */
export function swapped(places: number[], place: number, ship: number): number[] {
  const from = places.indexOf(ship);
  return places.map((it, n) => (n === place ? ship : n === from ? places[place]! : it));
}

export function scansOf(draft: Draft, ship: number): number[] {
  return draft.scans.filter((it) => it.ship === ship).map((it) => it.target);
}

/** A ship names a contact, or no longer does. */
export function withScan(draft: Draft, ship: number, target: number): Draft {
  const others = draft.scans.filter((it) => it.ship !== ship || it.target !== target);
  return { ...draft, scans: others.length < draft.scans.length ? others : [...others, { ship, target }] };
}

// What goes with a move.

export interface Extras {
  toggles: string[];
  turrets: TurretMenu[];
  modes: ModeMenu[];
  fields: SwitchMenu[];
  cloak: boolean;
  healFirst: boolean | null;
  layers: LayMenu[];
  /** By how much the turn of a gravity zone may be changed. */
  pull: number;
  /** Ways round a planet to choose from. */
  rounds: NonNullable<ShipOrder['round']>[];
  /** Ships that would jump along. */
  takes: number[];
  /** Gates it may leave through. */
  exits: Door[];
  /** Words that name another ship, and which may be named. */
  others: { word: string; ships: number[] }[];
}

export function extrasOf(menu: PlotMenu): Extras {
  const it = menu.switches;
  return {
    toggles: [
      ...(menu.can_roll ? ['roll'] : []),
      ...(menu.strain && menu.rating > 0 ? ['emergency'] : []),
      ...Object.entries(it).flatMap(([word, on]) => (on === true && word !== 'heal_first' ? [word] : [])),
    ],
    turrets: it.turrets ?? [],
    modes: it.modes ?? [],
    fields: it.switch ?? [],
    cloak: it.cloak !== undefined,
    healFirst: it.heal_first ?? null,
    layers: it.mines ?? [],
    pull: it.pull ?? 0,
    rounds: it.round ?? [],
    takes: it.takes ?? [],
    exits: it.exit ?? [],
    others: Object.entries(it).flatMap(([word, ships]) =>
      word !== 'takes' &&
      Array.isArray(ships) &&
      ships.length > 0 &&
      ships.every((one) => typeof one === 'number')
        ? [{ word, ships: ships as number[] }]
        : [],
    ),
  };
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

// Orders.

function isEmpty(value: unknown): boolean {
  return (
    value === false || value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  );
}

/** Words that say nothing are left out. */
function plain(order: ShipOrder, menu: PlotMenu | null, rider: boolean): ShipOrder {
  const out = Object.fromEntries(
    Object.entries(order).filter(
      ([word, value]) => !isEmpty(value) || (word === 'heal_first' && value === false),
    ),
  ) as ShipOrder;
  out.ship = order.ship;
  out.plot = order.plot;
  // A drive is strained only for what it cannot do otherwise.
  if (rider) out.detach = true;
  const listed = menu && choiceOf(menu, out.plot);
  if (out.emergency && menu && listed && fits(menu, listed.cost, !!out.roll)) delete out.emergency;
  return out;
}

/** Words that move a ship, or part it from its squadron. */
const MOVES = ['plot', 'emergency', 'roll', 'ram', 'tow', 'dock', 'exit', 'cast_off', 'detach', 'pull'];

/** An order without all that moves the ship: what a ship of a squadron says for itself. */
function standing(order: ShipOrder): ShipOrder {
  const still = Object.entries(order).filter(([word]) => !MOVES.includes(word));
  return { ...Object.fromEntries(still), ship: order.ship, plot: HOLD };
}

/** What goes with a move of the squadron: nothing that moves this ship alone. */
export function standingExtras(extras: Extras): Extras {
  return {
    ...extras,
    toggles: extras.toggles.filter((word) => !MOVES.includes(word)),
    others: extras.others.filter((it) => !MOVES.includes(it.word)),
    exits: [],
    pull: 0,
  };
}

export function toOrder(draft: Draft, kind: PhaseKind, menu: Menu | null): unknown {
  if (draft.raw !== null) return draft.raw;
  switch (kind) {
    case 'deploy':
      return draft.place ? { deploy: draft.place } : 'pass';
    case 'fire':
      if (draft.boats) return { fire_boats: draft.boats };
      return draft.fire ? { fire: draft.fire } : 'pass';
    case 'opening':
      return { opening: draft.opening };
    case 'plans':
      return { plans: draft.plans };
    case 'parting':
      return { parting: draft.parting };
    case 'scramble':
      return draft.scramble ? { scramble: draft.scramble } : 'pass';
    case 'chase':
      return { chase: draft.chase };
    case 'share':
      return { share: draft.shares };
    case 'rounds':
      return { rounds: draft.rounds };
    case 'features':
      return { features: draft.features };
    case 'cross':
      return { cross: draft.crossings };
    case 'duties':
      return { duties: draft.duties };
    case 'repel':
      return { repel: draft.stands };
    case 'attacks':
      return draft.attacks.length > 0 ? { attack: draft.attacks } : 'pass';
    case 'dogfights':
      return { dogfight: draft.stances };
    case 'runs':
      return { run: draft.runs };
    case 'evade':
      return { evade: draft.evade };
    case 'launch':
      if (draft.craftLaunch) return { craft_launch: draft.craftLaunch };
      return draft.launch ? { launch: draft.launch } : 'pass';
    case 'defence':
      return { defend: draft.defend };
    case 'wings':
      return draft.wing ? { wing: draft.wing } : 'pass';
    case 'muster':
      return { muster: draft.muster ?? menu?.muster?.usual ?? [] };
    case 'scan':
      return { scan: draft.scans };
    case 'emp':
      return { emp: Object.values(draft.emp) };
    case 'repairs':
      return { repair: Object.values(draft.repairs) };
    case 'cores':
      return { cores: Object.entries(draft.cores).map(([ship, choice]) => [Number(ship), choice]) };
    case 'settings':
      return { settings: Object.values(draft.settings) };
    case 'arrange':
      return { arrange: draft.arrange.length > 0 ? draft.arrange : (menu?.arrange ?? []) };
    case 'orders':
    case 'replot': {
      const given = Object.values(draft.ships).flatMap((it) => {
        const order = plain(it, plotMenu(menu, it.ship), !!riderMenu(menu, it.ship));
        if (squadronOf(draft, it.ship).length === 1) return [order];
        // A ship of a squadron says only what does not move it, if anything.
        const still = standing(order);
        return Object.keys(still).some((word) => word !== 'ship' && word !== 'plot') ? [still] : [];
      });
      const squadrons = draft.squadrons.map((it) => ({ ...it, plot: orderOf(draft, it.ships[0]!).plot }));
      const entries = Object.values(draft.entries);
      return {
        orders: {
          ...(squadrons.length > 0 ? { squadrons } : {}),
          ...(given.length > 0 ? { ships: given } : {}),
          ...(entries.length > 0 ? { entries } : {}),
          ...(draft.gates.length > 0 ? { gates: draft.gates } : {}),
          ...(draft.arrivals.length > 0 ? { arrivals: draft.arrivals } : {}),
        },
      };
    }
    default:
      return 'pass';
  }
}

/** A draft out of an order: a suggestion, text that was read, what was sealed before a reload. */
export function fromOrder(data: unknown): Draft {
  const draft = emptyDraft();
  if (data === 'pass' || data === 'concede' || data === null || typeof data !== 'object') return draft;
  const order = data as Exclude<Order, string>;
  if ('deploy' in order) draft.place = order.deploy;
  else if ('fire' in order) draft.fire = order.fire;
  else if ('opening' in order) draft.opening = order.opening;
  else if ('plans' in order) draft.plans = order.plans;
  else if ('parting' in order) draft.parting = order.parting;
  else if ('scramble' in order) draft.scramble = order.scramble;
  else if ('chase' in order) draft.chase = order.chase;
  else if ('share' in order) draft.shares = order.share;
  else if ('rounds' in order) draft.rounds = order.rounds;
  else if ('features' in order) draft.features = order.features;
  else if ('cross' in order)
    draft.crossings = order.cross.map((it) => ({
      ...it,
      marines: it.marines ?? 0,
      parties: it.parties ?? 0,
    }));
  else if ('duties' in order) draft.duties = order.duties;
  else if ('repel' in order)
    draft.stands = order.repel.map((it) => ({ ...it, marines: it.marines ?? 0, parties: it.parties ?? 0 }));
  else if ('attack' in order) draft.attacks = order.attack;
  else if ('dogfight' in order) draft.stances = order.dogfight;
  else if ('run' in order) draft.runs = order.run;
  else if ('evade' in order) draft.evade = order.evade;
  else if ('fire_boats' in order) draft.boats = order.fire_boats;
  else if ('craft_launch' in order) draft.craftLaunch = order.craft_launch;
  else if ('wing' in order) draft.wing = order.wing;
  else if ('muster' in order) draft.muster = order.muster;
  else if ('scan' in order) draft.scans = order.scan;
  else if ('launch' in order) draft.launch = order.launch;
  else if ('defend' in order) draft.defend = order.defend;
  else if ('emp' in order) for (const it of order.emp) draft.emp[key(it.ship, it.icon)] = it;
  else if ('repair' in order) for (const it of order.repair) draft.repairs[key(it.ship, it.icon)] = it;
  else if ('cores' in order) draft.cores = Object.fromEntries(order.cores);
  else if ('settings' in order) for (const it of order.settings) draft.settings[key(it.ship, it.icon)] = it;
  else if ('arrange' in order) draft.arrange = order.arrange;
  else if ('orders' in order) {
    const { ships = [], squadrons = [], entries = [] } = order.orders;
    for (const it of ships) draft.ships[it.ship] = { ...it, plot: canonical(it.plot) ?? it.plot };
    for (const it of squadrons) {
      draft.squadrons.push({ ships: it.ships, formation: it.formation ?? 'line_ahead' });
      for (const ship of it.ships)
        draft.ships[ship] = { ...draft.ships[ship], ship, plot: canonical(it.plot) ?? it.plot };
    }
    for (const it of entries) draft.entries[it.ship] = it;
    draft.gates = order.orders.gates ?? [];
    draft.arrivals = order.orders.arrivals ?? [];
  } else draft.raw = data;
  return draft;
}
