// Composing what a ship does for itself: EMP tests, damage control, power cores, settings, scans; and the words
// that go with a move.
import type { Draft } from './draft';
import type {
  CoreChoice,
  Door,
  LayMenu,
  Mode,
  ModeMenu,
  PlotMenu,
  ShipOrder,
  SwitchMenu,
  TurretMenu,
} from '../types';

// EMP, damage control, power cores.

export const key = (ship: number, icon: number) => `${ship}:${icon}`;

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
