// The catalogue of a game, and what this browser keeps, as screens read them.
import { yardApi } from './api';
import type { NavyCard, Part, Shipyard } from './api';
import { freeze } from './fleet';
import type { FleetEntry, KeptFleet } from './fleet';
import * as store from './store';
import { words } from './texts';
import type { Fields, Kept, Ship } from './types';
import { textOf } from './types';

/** Where a design comes from: this browser, or a navy's list. */
export interface Source {
  key: string;
  name: string;
  class: string;
  /** Known for supplied ones. */
  mass?: number;
  points?: number;
  ship: Ship;
  kept?: Kept;
  navy?: NavyCard;
}

class Yard {
  catalogues = $state.raw<Record<string, Shipyard>>({});
  designs = $state.raw<Kept[]>([]);
  fleets = $state.raw<KeptFleet[]>([]);
  /** Why something was not kept. */
  trouble = $state('');
  #asked = new Map<string, Promise<Shipyard>>();

  constructor() {
    if (typeof window === 'undefined') return;
    this.read();
    // Another window has changed something.
    window.addEventListener('storage', (event) => {
      if (event.key === null || event.key.startsWith(store.PREFIX)) this.read();
    });
  }

  read(): void {
    try {
      this.designs = store.designs(localStorage);
      this.fleets = store.fleets(localStorage);
    } catch {
      this.trouble = words.yard.notKept;
    }
  }

  async load(game: string): Promise<Shipyard> {
    let asked = this.#asked.get(game);
    if (!asked) this.#asked.set(game, (asked = yardApi.shipyard(game)));
    try {
      const found = await asked;
      if (!this.catalogues[game]) this.catalogues = { ...this.catalogues, [game]: found };
      return found;
    } catch (error) {
      this.#asked.delete(game);
      throw error;
    }
  }

  #try(what: () => void): boolean {
    try {
      what();
      this.trouble = '';
      return true;
    } catch {
      this.trouble = words.yard.notKept;
      return false;
    }
  }

  #sorted<T extends { id: string; changed: number }>(all: T[], one: T): T[] {
    return [...all.filter((it) => it.id !== one.id), one].sort((a, b) => b.changed - a.changed);
  }

  /** Keeps it, whether or not the browser's storage takes it. */
  keep(kept: Kept): boolean {
    this.designs = this.#sorted(this.designs, kept);
    return this.#try(() => store.putDesign(localStorage, kept));
  }

  keepFleet(fleet: KeptFleet): boolean {
    this.fleets = this.#sorted(this.fleets, fleet);
    return this.#try(() => store.putFleet(localStorage, fleet));
  }

  make(
    game: string,
    ship: Ship,
    navy = '',
    techs: string[] | null = null,
    of?: { mass?: number; points?: number },
  ): Kept {
    const taken = this.designs.filter((it) => it.game === game).map((it) => textOf(it.ship['name']));
    const name = textOf(ship['name']);
    const kept: Kept = {
      id: fresh(),
      game,
      ship: name ? { ...ship, name: store.freeName(name, taken) } : ship,
      navy,
      techs,
      changed: Date.now(),
    };
    if (of?.mass !== undefined && of.points !== undefined)
      kept.figures = { mass: of.mass, points: of.points };
    this.keep(kept);
    return kept;
  }

  makeFleet(game: string, from: Omit<KeptFleet, 'id' | 'game' | 'changed'>): KeptFleet {
    const taken = this.fleets.filter((it) => it.game === game).map((it) => it.name);
    const fleet: KeptFleet = {
      ...from,
      name: store.freeName(from.name || words.fleet.freshName, taken),
      id: fresh(),
      game,
      changed: Date.now(),
    };
    this.keepFleet(fleet);
    return fleet;
  }

  /** Takes it away; the answer puts everything back. */
  drop(kept: Kept): () => void {
    const before = this.fleets.filter((it) => it.ships.some((ship) => ship.from === kept.id));
    for (const fleet of before) this.keepFleet(freeze(fleet, kept));
    this.designs = this.designs.filter((it) => it.id !== kept.id);
    this.#try(() => store.dropDesign(localStorage, kept.id));
    return () => {
      this.keep(kept);
      for (const fleet of before) this.keepFleet(fleet);
    };
  }

  dropFleet(fleet: KeptFleet): () => void {
    this.fleets = this.fleets.filter((it) => it.id !== fleet.id);
    this.#try(() => store.dropFleet(localStorage, fleet.id));
    return () => void this.keepFleet(fleet);
  }

  /** My designs first, then every navy's. */
  sources(game: string): Source[] {
    const mine = this.designs
      .filter((it) => it.game === game)
      .map((kept): Source => ({
        key: `my:${kept.id}`,
        name: textOf(kept.ship['name']) || words.unnamed,
        class: textOf(kept.ship['class']),
        ship: kept.ship,
        kept,
        ...kept.figures,
      }));
    const navies = this.catalogues[game]?.navies ?? [];
    return [
      ...mine,
      ...navies.flatMap((navy) =>
        navy.ships.map((it): Source => ({
          key: `${navy.id}:${it.name}`,
          name: it.name,
          class: it.class,
          mass: it.mass,
          points: it.points,
          ship: it.design,
          navy,
        })),
      ),
    ];
  }
}

export const fresh = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((it) => it.toString(16).padStart(2, '0')).join('');

export const yard = new Yard();

/** One of a design, for a fleet. */
export function entryOf(source: Source): FleetEntry {
  return source.kept
    ? { design: source.ship, from: source.kept.id, number: 1 }
    : { design: source.name, number: 1 };
}

export function searched(sources: Source[], query: string): Source[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return sources;
  return sources.filter((it) => {
    const text = `${it.name} ${it.class} ${it.navy?.name ?? ''}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}

/** The lists of a design that hold systems with ids. */
export function listsOf(catalogue: Shipyard): string[] {
  return [...new Set(catalogue.parts.map((it) => it.list))];
}

/** What the catalogue says of an item of a list. */
export function partFor(catalogue: Shipyard, list: string, item: Fields): Part | undefined {
  const name = textOf(item['name']);
  const inList = catalogue.parts.filter((it) => it.list === list);
  return (
    inList.find((it) => it.id === name) ??
    (name ? undefined : inList[0]) ??
    (name ? catalogue.parts.find((it) => it.id === name) : undefined)
  );
}

/** The technology a kept design is checked against; null for anything. */
export function techsOf(kept: Kept, catalogue: Shipyard): string[] | null {
  if (kept.navy === 'own') return kept.techs ?? [];
  const navy = catalogue.navies.find((it) => it.id === kept.navy);
  return navy && navy.techs.length > 0 ? navy.techs : null;
}

/** Numbers with at most one decimal. */
export const plain = (n: number): string => (Math.round(n * 10) / 10).toString();
