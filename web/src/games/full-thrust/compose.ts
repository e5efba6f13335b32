// Composing orders: plain functions from the menu and a draft to a new draft. No rules here: the menu has the
// choices, and what is typed beyond them the server judges. This file writes and reads whole orders.
import { key } from './compose/care';
import type { Extras } from './compose/care';
import { emptyDraft } from './compose/draft';
import type { Draft } from './compose/draft';
import { choiceOf, fits, orderOf, plotMenu, riderMenu, squadronOf } from './compose/movement';
import { HOLD, canonical } from './flight';
import type { PhaseKind } from './model';
import type { Menu, Order, PlotMenu, ShipOrder } from './types';
export * from './compose/draft';
export * from './compose/movement';
export * from './compose/fire';
export * from './compose/care';

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
