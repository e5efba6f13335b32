// What the shipyard works on. A design is the file that players exchange, kept
// as it is: fields nobody here knows stay where they are.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Fields = { [name: string]: Json };

/** A design as it stands in a file. */
export type Ship = Fields;

/** A design kept in this browser. */
export interface Kept {
  id: string;
  game: string;
  ship: Ship;
  /** The navy whose technology it is built from: an id, `own` for a choice of one's own, empty for anything. */
  navy: string;
  /** The choice of one's own. */
  techs?: string[] | null;
  /** What the server last said of it, for lists. */
  figures?: { mass: number; points: number };
  /** Milliseconds. */
  changed: number;
}

/** Where a system stands: the list of the file and its place in it. */
export interface Place {
  list: string;
  at: number;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: Json | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
export const listOf = (value: Json | undefined): Fields[] =>
  Array.isArray(value) ? value.filter(isFields) : [];
