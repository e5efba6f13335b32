// Composing orders: plain functions from the menu and a draft to a new draft,
// so that undo is only an older draft. No rules here: the menu has the choices.
import type { PhaseKind } from './model';
import { sameTarget } from './model';
import { same } from './hexes';
import type {
  Action,
  Adjust,
  ChargeMenu,
  DeployShip,
  Facing,
  FireGroup,
  HexPair,
  Menu,
  Move,
  MoveChoice,
  Mover,
  MoverMenu,
  Order,
  Placed,
  PullMenu,
  Pulled,
  Shot,
  Spend,
  Target,
  TargetMenu,
  Use,
  Volley,
} from './types';

export interface Draft {
  /** In the order in which they are carried out. */
  uses: Use[];
  moves: Move[];
  volleys: Volley[];
  /** Ask again when these are done, where something is left to do. */
  again: boolean;
  adjust: Record<number, Adjust>;
  places: Record<number, Placed>;
  pulls: Record<number, Facing>;
  /** Ships in the order they are pulled; those left out come after them. */
  pulling: number[];
  jumps: number[];
  buy: string[];
  holder: number | null;
  piece: HexPair | null;
  /** Which fighter or missile is hit. */
  pick: Target | null;
  rank: number[];
}

export function emptyDraft(kind: PhaseKind | null = null): Draft {
  return {
    uses: [],
    moves: [],
    volleys: [],
    again: kind === 'fire',
    adjust: {},
    places: {},
    pulls: {},
    pulling: [],
    jumps: [],
    buy: [],
    holder: null,
    piece: null,
    pick: null,
    rank: [],
  };
}

/** The draft that a fresh menu begins with: its defaults where something must be chosen. */
export function freshDraft(menu: Menu | null, kind: PhaseKind | null): Draft {
  const draft = emptyDraft(kind);
  const places = menu?.deploy ?? menu?.reinforce;
  if (places) draft.places = defaultPlaces(places.ships);
  if (menu?.buy) draft.buy = [...menu.buy.default];
  if (menu?.initiative) draft.holder = menu.initiative[0] ?? null;
  if (menu?.terrain) draft.piece = menu.terrain.hexes[0] ?? null;
  if (menu?.pick) draft.pick = menu.pick.default;
  return draft;
}

// Power.

export const isDrop = (on: Spend): boolean => typeof on !== 'string' && 'drop' in on;
export const sameSpend = (a: Spend, b: Spend): boolean => JSON.stringify(a) === JSON.stringify(b);

export function useOf(draft: Draft, ship: number): Spend | null {
  return draft.uses.find((it) => it.ship === ship && !isDrop(it.on))?.on ?? null;
}

export function drops(draft: Draft, ship: number): Spend[] {
  return draft.uses.filter((it) => it.ship === ship && isDrop(it.on)).map((it) => it.on);
}

/** What a ship's AP buys: one thing, in place of another. */
export function withUse(draft: Draft, ship: number, on: Spend | null): Draft {
  const others = draft.uses.filter((it) => it.ship !== ship || isDrop(it.on));
  return { ...draft, uses: on === null ? others : [...others, { ship, on }] };
}

/** Takes a reinforcement away, or keeps it after all; what leaned on that goes, too. */
export function withDrop(draft: Draft, ship: number, on: Spend): Draft {
  const has = draft.uses.some((it) => it.ship === ship && sameSpend(it.on, on));
  if (!has) return { ...draft, uses: [{ ship, on }, ...draft.uses] };
  return {
    ...draft,
    uses: draft.uses.filter((it) => !(it.ship === ship && (sameSpend(it.on, on) || renews(it.on, on)))),
  };
}

function renews(on: Spend, drop: Spend): boolean {
  return (
    typeof on !== 'string' &&
    'reinforce' in on &&
    typeof drop !== 'string' &&
    'drop' in drop &&
    on.reinforce.arc === drop.drop.arc
  );
}

// Movement.

export const moverKey = (mover: Mover): string =>
  'ship' in mover ? String(mover.ship) : `m${mover.missile}`;

export function moverMenu(menu: Menu | null, key: string | null): MoverMenu | null {
  return menu?.moves?.find((it) => moverKey(it.mover) === key) ?? null;
}

export function moveOf(draft: Draft, key: string): Move | null {
  return draft.moves.find((it) => moverKey(it.mover) === key) ?? null;
}

export function choiceOf(menu: MoverMenu, move: Move | null): MoveChoice | null {
  return move ? (menu.choices.find((it) => it.how === move.how) ?? null) : null;
}

/** A mover's move, at its old place in the order or at the end. */
export function withMove(draft: Draft, mover: Mover, move: Move | null): Draft {
  const key = moverKey(mover);
  const at = draft.moves.findIndex((it) => moverKey(it.mover) === key);
  if (!move) return { ...draft, moves: draft.moves.filter((_, k) => k !== at) };
  if (at < 0) return { ...draft, moves: [...draft.moves, move] };
  return { ...draft, moves: draft.moves.map((it, k) => (k === at ? move : it)) };
}

/** The choices that end in a hex; the one after the present one, so that clicks go through all. */
export function choiceAt(menu: MoverMenu, at: HexPair, now: Move | null): MoveChoice | null {
  const here = menu.choices.filter((it) => same(it.to, at));
  const present = here.findIndex((it) => it.how === now?.how);
  return here[(present + 1) % here.length] ?? null;
}

export function moveFor(mover: Mover, choice: MoveChoice): Move {
  return { mover, how: choice.how };
}

/** One place earlier in a list: the order matters. */
export function earlier<T>(list: T[], k: number): T[] {
  if (k <= 0 || k >= list.length) return list;
  const next = [...list];
  [next[k - 1], next[k]] = [next[k]!, next[k - 1]!];
  return next;
}

/** Movers that must move and have no move yet: they will go straight on. */
export function leftToMove(menu: Menu | null, draft: Draft): MoverMenu[] {
  return (menu?.moves ?? []).filter((it) => it.required && !moveOf(draft, moverKey(it.mover)));
}

// Fire.

export function volleyOf(draft: Draft, ship: number, group: number): Volley | null {
  return draft.volleys.find((it) => it.ship === ship && it.group === group) ?? null;
}

/** A volley in place of another; one ship finishes before the next, so its volleys stay together. */
export function withVolley(draft: Draft, ship: number, group: number, shots: Shot[] | null): Draft {
  const others = draft.volleys.filter((it) => it.ship !== ship || it.group !== group);
  if (!shots || shots.every((it) => !it.target)) return { ...draft, volleys: others };
  const volley: Volley = { ship, group, shots };
  const before = draft.volleys.findIndex((it) => it.ship === ship && it.group === group);
  if (before >= 0) return { ...draft, volleys: draft.volleys.map((it, k) => (k === before ? volley : it)) };
  const last = others.findLastIndex((it) => it.ship === ship);
  return last < 0
    ? { ...draft, volleys: [...others, volley] }
    : { ...draft, volleys: [...others.slice(0, last + 1), volley, ...others.slice(last + 1)] };
}

export function fireGroup(menu: Menu | null, ship: number, group: number): FireGroup | null {
  return menu?.fire?.ships.find((it) => it.ship === ship)?.groups.find((it) => it.group === group) ?? null;
}

export function targetMenu(group: FireGroup, target: Target | undefined): TargetMenu | null {
  return target ? (group.targets.find((it) => sameTarget(it.target, target)) ?? null) : null;
}

export function allAt(group: FireGroup, target: Target): Shot[] {
  return Array.from({ length: group.weapons }, () => ({ target }));
}

/** One weapon of a volley; those never mentioned hold their fire. */
export function withShot(shots: Shot[], weapons: number, k: number, shot: Shot): Shot[] {
  return Array.from({ length: Math.min(weapons, Math.max(shots.length, k + 1)) }, (_, n) =>
    n === k ? shot : (shots[n] ?? {}),
  );
}

/** The hull boxes and the end that a shot means, for choosing among targets. */
export function worth(target: TargetMenu): number {
  const { all } = target;
  const hull = all.hull.reduce((sum, p, k) => sum + p * k, 0) / 1e6;
  const damage = all.of > 0 ? all.damage.reduce((sum, n, k) => sum + n * k, 0) / all.of : 0;
  return damage + hull * 2 + (all.destroyed / 1e6) * 10;
}

export function bestTarget(group: FireGroup): TargetMenu | null {
  return [...group.targets].sort((a, b) => worth(b) - worth(a))[0] ?? null;
}

// The Power Phase.

export function mostCharge(menu: ChargeMenu): [number, number, number] {
  const most = (k: number) => {
    const bar = menu.bars[k];
    return bar ? Math.max(bar.red, bar.yellow) : 0;
  };
  return [most(0), most(1), most(2)];
}

export function adjustOf(
  draft: Draft,
  menu: ChargeMenu,
): { charge: [number, number, number]; speed: number } {
  const found = draft.adjust[menu.ship];
  return { charge: found?.charge ?? mostCharge(menu), speed: found?.speed ?? menu.rows[0]?.speed ?? 0 };
}

export function withAdjust(
  draft: Draft,
  menu: ChargeMenu,
  part: { charge?: [number, number, number]; speed?: number },
): Draft {
  const now = adjustOf(draft, menu);
  return { ...draft, adjust: { ...draft.adjust, [menu.ship]: { ship: menu.ship, ...now, ...part } } };
}

// Places.

export function defaultPlaces(ships: DeployShip[]): Record<number, Placed> {
  return Object.fromEntries(ships.map((it) => [it.ship, it.default]));
}

/** A ship on a hex; whoever of one's own stands there changes places with it. */
export function withPlace(draft: Draft, ships: DeployShip[], ship: number, at: HexPair): Draft {
  const entry = ships.find((it) => it.ship === ship);
  const now = draft.places[ship] ?? entry?.default;
  if (!entry || !now || !entry.hexes.some((it) => same(it, at))) return draft;
  const places = { ...draft.places, [ship]: { ...now, at } };
  const other = ships.find(
    (it) => it.ship !== ship && draft.places[it.ship] && same(draft.places[it.ship]!.at, at),
  );
  if (other) {
    if (!other.hexes.some((it) => same(it, now.at))) return draft;
    places[other.ship] = { ...draft.places[other.ship]!, at: now.at };
  }
  return { ...draft, places };
}

export function withFacing(draft: Draft, entry: DeployShip, by: number): Draft {
  const now = draft.places[entry.ship] ?? entry.default;
  return {
    ...draft,
    places: { ...draft.places, [entry.ship]: { ...now, facing: (now.facing + by + 6) % 6 } },
  };
}

// Purchase.

export function spentOn(menu: Menu | null, buy: string[]): { points: number; heavies: number } {
  const of = (name: string) => menu?.buy?.classes.find((it) => it.class === name);
  return {
    points: buy.reduce((sum, it) => sum + (of(it)?.points ?? 0), 0),
    heavies: buy.filter((it) => of(it)?.heavy).length,
  };
}

export function withBought(draft: Draft, name: string, by: number): Draft {
  if (by > 0) return { ...draft, buy: [...draft.buy, name] };
  const at = draft.buy.lastIndexOf(name);
  return at < 0 ? draft : { ...draft, buy: draft.buy.filter((_, k) => k !== at) };
}

// The black hole's pull.

/** The menu's ships in the order of the draft. */
export function pullOrder(menu: Menu | null, draft: Draft): PullMenu[] {
  const all = menu?.pull ?? [];
  const named = draft.pulling.flatMap((ship) => all.filter((it) => it.ship === ship));
  return [...named, ...all.filter((it) => !draft.pulling.includes(it.ship))];
}

/** One ship is pulled before the one that was before it. */
export function withPulledEarlier(menu: Menu | null, draft: Draft, k: number): Draft {
  return { ...draft, pulling: earlier(pullOrder(menu, draft), k).map((it) => it.ship) };
}

function pulledBy(draft: Draft): Pulled[] {
  const others = Object.keys(draft.pulls).map(Number);
  const ships = [...draft.pulling, ...others.filter((it) => !draft.pulling.includes(it))];
  return ships.map((ship) => {
    const way = draft.pulls[ship];
    return way === undefined ? { ship } : { ship, way };
  });
}

// Orders.

export function toOrder(draft: Draft, kind: PhaseKind, menu: Menu | null): Order {
  const action = actionOf(draft, kind, menu);
  return draft.rank.length > 0 ? { action, rank: draft.rank } : { action };
}

function actionOf(draft: Draft, kind: PhaseKind, menu: Menu | null): Action {
  switch (kind) {
    case 'buy':
      return { buy: { ships: draft.buy } };
    case 'initiative':
      return { initiative: { holder: draft.holder ?? menu?.initiative?.[0] ?? 0 } };
    case 'terrain':
      return { terrain: { at: draft.piece ?? menu?.terrain?.hexes[0] ?? [0, 0] } };
    case 'deploy':
      return { deploy: { places: Object.values(draft.places) } };
    case 'reinforce':
      return { reinforce: { places: Object.values(draft.places) } };
    case 'power':
      return { power: { uses: draft.uses, done: !draft.again || draft.uses.length === 0 } };
    case 'fire':
      return { fire: { volleys: draft.volleys, done: !draft.again || draft.volleys.length === 0 } };
    case 'charge':
      return { charge: { ships: Object.values(draft.adjust) } };
    case 'pull':
      return { pull: { ships: pulledBy(draft) } };
    case 'pick':
      return { pick: { target: draft.pick ?? menu?.pick?.default ?? { missile: 0 } } };
    case 'retreat':
      return { retreat: { ships: draft.jumps } };
    default:
      return { move: { moves: draft.moves, done: !draft.again || draft.moves.length === 0 } };
  }
}

/** A draft out of an order: the suggestion, text that was read, what was sealed before a reload. */
export function fromOrder(order: Order, menu: Menu | null, kind: PhaseKind | null): Draft {
  const draft = { ...freshDraft(menu, kind), rank: order.rank ?? [] };
  const { action } = order;
  if (action === 'resign') return draft;
  if ('buy' in action) return { ...draft, buy: action.buy.ships };
  if ('initiative' in action) return { ...draft, holder: action.initiative.holder };
  if ('terrain' in action) return { ...draft, piece: action.terrain.at };
  if ('deploy' in action) return { ...draft, places: placesOf(draft, action.deploy.places) };
  if ('reinforce' in action) return { ...draft, places: placesOf(draft, action.reinforce.places ?? []) };
  if ('power' in action) return { ...draft, uses: action.power.uses ?? [], again: !action.power.done };
  if ('move' in action) return { ...draft, moves: action.move.moves ?? [], again: !action.move.done };
  if ('fire' in action) return { ...draft, volleys: action.fire.volleys ?? [], again: !action.fire.done };
  if ('charge' in action)
    return { ...draft, adjust: Object.fromEntries((action.charge.ships ?? []).map((it) => [it.ship, it])) };
  if ('pull' in action)
    return {
      ...draft,
      pulling: (action.pull.ships ?? []).map((it) => it.ship),
      pulls: Object.fromEntries(
        (action.pull.ships ?? []).flatMap((it) => (it.way === undefined ? [] : [[it.ship, it.way]])),
      ),
    };
  if ('pick' in action) return { ...draft, pick: action.pick.target };
  return { ...draft, jumps: action.retreat.ships ?? [] };
}

function placesOf(draft: Draft, places: Placed[]): Record<number, Placed> {
  return { ...draft.places, ...Object.fromEntries(places.map((it) => [it.ship, it])) };
}
