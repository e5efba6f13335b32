// Finds in a line of the log the ships and sides it names, so that they can be
// shown in their colours. The names come from the lists of the table.
import type { FleetSide } from '../games/types';

export interface Part {
  text: string;
  /** Whose it is, or null. */
  side: number | null;
}

export interface Namer {
  pattern: RegExp | null;
  sides: Map<string, number>;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Everything that has a side, the longest names first. */
export function namerOf(fleet: Pick<FleetSide, 'side' | 'name' | 'ships'>[]): Namer {
  const sides = new Map<string, number>();
  for (const it of fleet) {
    sides.set(it.name, it.side);
    for (const ship of it.ships) {
      for (const name of [`${ship.tag} ${ship.name}`, ship.tag]) {
        if (name.trim().length > 1) sides.set(name.trim(), it.side);
      }
    }
  }
  sides.delete('');
  const names = [...sides.keys()].sort((a, b) => b.length - a.length);
  if (names.length === 0) return { pattern: null, sides };
  return { pattern: new RegExp(`(?<![\\w-])(${names.map(escaped).join('|')})(?![\\w-])`, 'g'), sides };
}

export function partsOf(text: string, { pattern, sides }: Namer): Part[] {
  if (!pattern) return [{ text, side: null }];
  return text
    .split(pattern)
    .map((it) => ({ text: it, side: sides.get(it) ?? null }))
    .filter((it) => it.text !== '');
}

/** The side a line speaks of: whoever it names first. */
export const sideOf = (parts: Part[]): number | null => parts.find((it) => it.side !== null)?.side ?? null;
