// The ships that come with the game, read from the same file the rules use,
// for what a view does not repeat: class, full strengths, crew places.
import source from '../../../../crates/rules-asfos/data/ships.toml?raw';
import type { ArcName, DesignData, View, WeaponsBox } from './types';

/** Reads the plain part of TOML that the file is written in. */
export function readShips(text: string): DesignData[] {
  return text
    .split(/^\[\[ship\]\]\s*$/m)
    .slice(1)
    .map((block) => {
      const out: Record<string, unknown> = {};
      for (const line of block.split('\n')) {
        const found = /^(\w+)\s*=\s*(.+?)\s*$/.exec(line);
        if (found) out[found[1]!] = value(found[2]!);
      }
      return out as unknown as DesignData;
    });
}

function value(text: string): unknown {
  if (!text.startsWith('{')) return JSON.parse(text);
  return JSON.parse(text.replace(/(\w+)\s*=/g, '"$1":'));
}

const supplied = readShips(source);

export function designNamed(view: View | null, name: string): DesignData | null {
  const own = view?.field.scenario.designs?.find((it) => it.name === name);
  return own ?? supplied.find((it) => it.name === name) ?? null;
}

/** The display's numbers with so many boxes left, as printed on it. */
export function boxOf(design: DesignData, left: number): WeaponsBox {
  const n = design.hull;
  const part = (full: number | undefined) => Math.floor((2 * (full ?? 0) * left + n) / (2 * n));
  const arcs: ArcName[] = ['forward', 'left', 'right', 'rear'];
  return {
    primaries: Object.fromEntries(arcs.map((arc) => [arc, part(design.primaries[arc])])) as Record<
      ArcName,
      number
    >,
    secondaries: part(design.secondaries),
    specials: part(design.special?.count),
  };
}

/** Which hull boxes, counted from 1, carry a crew icon. */
export function crewBoxes(hull: number): number[] {
  const crew = Math.max(1, Math.floor(hull / 4 + 0.5));
  return Array.from({ length: crew }, (_, k) => hull - 4 * k).filter((it) => it > 0);
}
