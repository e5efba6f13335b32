// The designs that come with the game, read from the same files the rules use:
// a view names a ship's class and does not repeat what it is made of.
import aurelia from '../../../../crates/rules-full-thrust/data/navies/aurelia.json';
import book from '../../../../crates/rules-full-thrust/data/navies/book.json';
import exercise from '../../../../crates/rules-full-thrust/data/navies/exercise.json';
import korvath from '../../../../crates/rules-full-thrust/data/navies/korvath.json';
import nhal from '../../../../crates/rules-full-thrust/data/navies/nhal.json';
import ostrava from '../../../../crates/rules-full-thrust/data/navies/ostrava.json';
import tessaline from '../../../../crates/rules-full-thrust/data/navies/tessaline.json';
import veshar from '../../../../crates/rules-full-thrust/data/navies/veshar.json';
import type { DesignData, View } from './types';

interface Navy {
  id: string;
  ships: DesignData[];
}

const navies = [book, aurelia, veshar, korvath, tessaline, ostrava, nhal, exercise] as unknown as Navy[];

export interface Known {
  design: DesignData;
  /** The navy that built it; empty for a design of the scenario's own. */
  navy: string;
}

const supplied = new Map<string, Known>();
for (const navy of navies)
  for (const design of navy.ships)
    if (!supplied.has(design.name)) supplied.set(design.name, { design, navy: navy.id });

/** A scenario's own design goes before a supplied one of the same name. */
export function designNamed(view: View, name: string): Known | null {
  const own = view.field.scenario.designs?.find((it) => it.name === name);
  return own ? { design: own, navy: '' } : (supplied.get(name) ?? null);
}
