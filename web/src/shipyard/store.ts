// Designs and fleets, kept in this browser: one entry of its storage each, so
// that two windows do not overwrite each other's work.
import type { KeptFleet } from './fleet';
import { isFields } from './types';
import type { Kept } from './types';

export const PREFIX = 'flagbridge.yard.';
const DESIGNS = `${PREFIX}design.`;
const FLEETS = `${PREFIX}fleet.`;

type Shelf = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The browser would not keep it: it is full, or keeps nothing. */
export class NotKept extends Error {}

function all<T extends { id: string; changed: number }>(
  shelf: Shelf,
  prefix: string,
  fits: (value: unknown) => value is T,
): T[] {
  const found: T[] = [];
  for (let k = 0; k < shelf.length; k += 1) {
    const key = shelf.key(k);
    if (!key?.startsWith(prefix)) continue;
    try {
      const value: unknown = JSON.parse(shelf.getItem(key) ?? 'null');
      if (fits(value)) found.push(value);
    } catch {
      // What cannot be read is left alone.
    }
  }
  return found.sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1));
}

function put(shelf: Shelf, key: string, value: unknown): void {
  try {
    shelf.setItem(key, JSON.stringify(value));
  } catch (error) {
    throw new NotKept(String(error));
  }
}

const isKept = (value: unknown): value is Kept =>
  isFields(value) &&
  typeof value['id'] === 'string' &&
  typeof value['game'] === 'string' &&
  isFields(value['ship']);
const isFleet = (value: unknown): value is KeptFleet =>
  isFields(value) &&
  typeof value['id'] === 'string' &&
  typeof value['game'] === 'string' &&
  Array.isArray(value['ships']);

export const designs = (shelf: Shelf): Kept[] => all(shelf, DESIGNS, isKept);
export const fleets = (shelf: Shelf): KeptFleet[] => all(shelf, FLEETS, isFleet);
export const putDesign = (shelf: Shelf, kept: Kept): void => put(shelf, DESIGNS + kept.id, kept);
export const putFleet = (shelf: Shelf, fleet: KeptFleet): void => put(shelf, FLEETS + fleet.id, fleet);
export const dropDesign = (shelf: Shelf, id: string): void => shelf.removeItem(DESIGNS + id);
export const dropFleet = (shelf: Shelf, id: string): void => shelf.removeItem(FLEETS + id);

/** A name like another, but not taken: "Swift 2". */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const stem = name.replace(/ \d+$/, '');
  for (let n = 2; ; n += 1) if (!taken.includes(`${stem} ${n}`)) return `${stem} ${n}`;
}

/** A name for a file. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'ship'}.${ending}`;
}
