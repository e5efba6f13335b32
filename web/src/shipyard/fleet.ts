// Fleets: numbers of designs under a limit. A ship of one's own yard is followed
// as it changes; a copy is kept in case it is deleted.
import type { DesignCard, Fleet, FleetShip } from './api';
import type { Kept, Ship } from './types';
import { isFields, textOf } from './types';

export interface FleetEntry {
  /** The name of a supplied design, or a design. */
  design: string | Ship;
  /** The id of the kept design it follows. */
  from?: string;
  number: number;
  names?: string[];
}

export interface KeptFleet {
  id: string;
  game: string;
  name: string;
  navy: string;
  /** Points; null for none. */
  limit: number | null;
  ships: FleetEntry[];
  changed: number;
}

export const MOST_OF_ONE = 100;
const clamp = (n: number): number => Math.max(1, Math.min(MOST_OF_ONE, Math.floor(n) || 1));

/** The design an entry stands for now. */
export function designOf(entry: FleetEntry, kept: readonly Kept[]): string | Ship {
  return kept.find((it) => it.id === entry.from)?.ship ?? entry.design;
}

const same = (a: FleetEntry, b: FleetEntry): boolean =>
  a.from || b.from ? a.from === b.from : JSON.stringify(a.design) === JSON.stringify(b.design);

/** One more of a design: a new line, or a larger number. */
export function addShip(fleet: KeptFleet, entry: FleetEntry): KeptFleet {
  const at = fleet.ships.findIndex((it) => same(it, entry));
  if (at < 0) return { ...fleet, ships: [...fleet.ships, { ...entry, number: clamp(entry.number) }] };
  return setNumber(fleet, at, fleet.ships[at]!.number + entry.number);
}

/** Names beyond the number fall away. */
export function setNumber(fleet: KeptFleet, at: number, number: number): KeptFleet {
  if (number < 1) return removeShip(fleet, at);
  const cut = (it: FleetEntry): FleetEntry => {
    const n = clamp(number);
    const { names, ...rest } = it;
    return names && names.slice(0, n).some(Boolean)
      ? { ...rest, number: n, names: names.slice(0, n) }
      : { ...rest, number: n };
  };
  return { ...fleet, ships: fleet.ships.map((it, k) => (k === at ? cut(it) : it)) };
}

export function removeShip(fleet: KeptFleet, at: number): KeptFleet {
  return { ...fleet, ships: fleet.ships.filter((_, k) => k !== at) };
}

/** Names for the ships of one line, in order; empty ones at the end are left out. */
export function setNames(fleet: KeptFleet, at: number, names: string[]): KeptFleet {
  const trimmed = names.map((it) => it.trim());
  while (trimmed.length > 0 && !trimmed.at(-1)) trimmed.pop();
  const named = ({ names: _names, ...it }: FleetEntry): FleetEntry =>
    trimmed.length > 0 ? { ...it, names: trimmed.slice(0, it.number) } : it;
  return { ...fleet, ships: fleet.ships.map((it, k) => (k === at ? named(it) : it)) };
}

/** The fleet as the server and files have it. */
export function toFile(fleet: KeptFleet, kept: readonly Kept[]): Fleet {
  const ships = fleet.ships.map((it): FleetShip => ({
    design: designOf(it, kept),
    number: it.number,
    ...(it.names?.some(Boolean) ? { names: it.names } : {}),
  }));
  return {
    name: fleet.name,
    ...(fleet.navy ? { navy: fleet.navy } : {}),
    ...(fleet.limit !== null ? { limit: fleet.limit } : {}),
    ships,
  };
}

/** Whether a file is a fleet and not a ship. */
export function looksLikeFleet(value: unknown): boolean {
  return (
    isFields(value) &&
    Array.isArray(value['ships']) &&
    value['ships'].every((it) => isFields(it) && 'design' in it)
  );
}

/** Reads a fleet file; null if it is none. */
export function fromFile(value: unknown): Omit<KeptFleet, 'id' | 'game' | 'changed'> | null {
  if (!isFields(value) || !looksLikeFleet(value)) return null;
  const ships = (value['ships'] as Ship[]).flatMap((it): FleetEntry[] => {
    const design = it['design'];
    if (typeof design !== 'string' && !isFields(design)) return [];
    const names = Array.isArray(it['names']) ? it['names'].map((name) => textOf(name)) : [];
    return [
      {
        design,
        number: clamp(typeof it['number'] === 'number' ? it['number'] : 1),
        ...(names.some(Boolean) ? { names } : {}),
      },
    ];
  });
  const limit = value['limit'];
  return {
    name: textOf(value['name']),
    navy: textOf(value['navy']),
    limit: typeof limit === 'number' && limit >= 0 ? limit : null,
    ships,
  };
}

/** A kept design goes: fleets that follow it keep it as it was. */
export function freeze(fleet: KeptFleet, gone: Kept): KeptFleet {
  if (!fleet.ships.some((it) => it.from === gone.id)) return fleet;
  const ships = fleet.ships.map(({ from, ...it }): FleetEntry =>
    from === gone.id ? { ...it, design: gone.ship } : from ? { ...it, from } : it,
  );
  return { ...fleet, ships };
}

/** Some of a navy's ships that come as near to so many points as they can: one of each from the
    dearest, round and round. */
export function muster(
  name: string,
  ships: readonly DesignCard[],
  points: number,
): { fleet: Fleet; points: number } {
  const dear = [...ships].filter((it) => it.points > 0).sort((a, b) => b.points - a.points);
  const numbers = new Map<DesignCard, number>();
  let left = points;
  for (let more = true; more;) {
    more = false;
    for (const ship of dear) {
      if (ship.points > left || (numbers.get(ship) ?? 0) >= MOST_OF_ONE) continue;
      numbers.set(ship, (numbers.get(ship) ?? 0) + 1);
      left -= ship.points;
      more = true;
    }
  }
  return {
    fleet: { name, ships: [...numbers].map(([ship, number]) => ({ design: ship.name, number })) },
    points: points - left,
  };
}

/** The most sheets the server draws at once. */
const MOST_SHEETS = 100;

/** A design for each ship of a fleet, for its sheet: a ship with a name of its own bears it, and its
    design's name as its class. */
export function everySheet(fleet: KeptFleet, designs: readonly Ship[]): Ship[] {
  const all = fleet.ships.flatMap((it, k) => {
    const design = designs[k];
    if (!design) return [];
    const kind = [textOf(design['name']), textOf(design['class'])].filter(Boolean).join(', ');
    return Array.from({ length: it.number }, (_, n): Ship =>
      it.names?.[n] ? { ...design, name: it.names[n]!, class: kind } : design,
    );
  });
  return all.slice(0, MOST_SHEETS);
}
