// Edits of a design: plain functions from one file to the next, so that undo is
// only an older file. Nothing here knows what is allowed; findings say that.
import type { Fields, Json, Place, Ship } from './types';
import { isFields, listOf, textOf } from './types';

export type Path = readonly string[];

/** The value at a path of names; undefined if it is not there. */
export function valueAt(of: Json | undefined, path: Path): Json | undefined {
  let now: Json | undefined = of;
  for (const name of path) now = isFields(now) ? now[name] : undefined;
  return now;
}

/** The choice that a value stands for. A field that the file leaves out stands for its empty choice. */
export function chosenOf(choices: { value: Json }[], value: Json | undefined): Json | undefined {
  if (value !== undefined && value !== null) return value;
  const empty = choices.find((it) => it.value === null) ?? choices.find((it) => it.value === '');
  return empty ? empty.value : value;
}

/** The same with another value at a path; undefined takes it away, and emptied objects with it. */
export function withValue(of: Fields, path: Path, value: Json | undefined): Fields {
  const [name, ...rest] = path;
  if (name === undefined) return of;
  const { [name]: old, ...others } = of;
  if (rest.length > 0) {
    const inner = withValue(isFields(old) ? old : {}, rest, value);
    return Object.keys(inner).length === 0 && value === undefined ? others : { ...of, [name]: inner };
  }
  return value === undefined ? others : { ...of, [name]: value };
}

/** What it was said to cost is no longer true once it is changed. */
export function touched(ship: Ship): Ship {
  const { points: _points, cpv: _cpv, ...rest } = ship;
  return rest;
}

export const set = (ship: Ship, path: Path, value: Json | undefined): Ship =>
  touched(withValue(ship, path, value));

export const partsOf = (ship: Ship, list: string): Fields[] => listOf(ship[list]);
export const partAt = (ship: Ship, place: Place): Fields | undefined => partsOf(ship, place.list)[place.at];

const withList = (ship: Ship, list: string, parts: Fields[]): Ship => touched({ ...ship, [list]: parts });

/** An id that no system of the ship has. */
export function freshId(ship: Ship, lists: readonly string[], name: string): string {
  const taken = new Set(lists.flatMap((list) => partsOf(ship, list)).map((it) => textOf(it['id'])));
  for (let n = 1; ; n += 1) if (!taken.has(`${name}-${n}`)) return `${name}-${n}`;
}

/** Adds a part at the end of its list, or after a place in it. */
export function addPart(
  ship: Ship,
  lists: readonly string[],
  list: string,
  part: Fields,
  after?: number,
): { ship: Ship; place: Place } {
  const parts = partsOf(ship, list);
  const at = after === undefined ? parts.length : Math.min(after + 1, parts.length);
  const named = { ...part, id: freshId(ship, lists, textOf(part['name']) || list) };
  return {
    ship: withList(ship, list, [...parts.slice(0, at), named, ...parts.slice(at)]),
    place: { list, at },
  };
}

export function changePart(ship: Ship, place: Place, change: (part: Fields) => Fields): Ship {
  const parts = partsOf(ship, place.list);
  if (!parts[place.at]) return ship;
  return withList(
    ship,
    place.list,
    parts.map((it, k) => (k === place.at ? change(it) : it)),
  );
}

/** Takes a part away, and whatever named it forgets it. */
export function removePart(ship: Ship, lists: readonly string[], place: Place): Ship {
  const parts = partsOf(ship, place.list);
  const gone = textOf(parts[place.at]?.['id']);
  let next = withList(
    ship,
    place.list,
    parts.filter((_, k) => k !== place.at),
  );
  if (gone) {
    for (const list of lists) {
      const before = partsOf(next, list);
      const after = before.map((it) => forget(it, gone));
      if (after.some((it, k) => it !== before[k])) next = { ...next, [list]: after };
    }
  }
  return next;
}

/** The same part without mention of an id, in any of its fields but its own. */
function forget(part: Fields, id: string): Fields {
  let next = part;
  for (const [name, value] of Object.entries(part)) {
    if (name === 'id' || name === 'name') continue;
    if (value === id) next = withValue(next, [name], undefined);
    else if (Array.isArray(value) && value.includes(id))
      next = { ...next, [name]: value.filter((it) => it !== id) };
  }
  return next;
}

export function copyPart(ship: Ship, lists: readonly string[], place: Place): { ship: Ship; place: Place } {
  const part = partAt(ship, place);
  return part ? addPart(ship, lists, place.list, part, place.at) : { ship, place };
}

export function movePart(ship: Ship, place: Place, by: number): { ship: Ship; place: Place } {
  const parts = [...partsOf(ship, place.list)];
  const to = Math.max(0, Math.min(parts.length - 1, place.at + by));
  const [part] = parts.splice(place.at, 1);
  if (!part || to === place.at) return { ship, place };
  parts.splice(to, 0, part);
  return { ship: withList(ship, place.list, parts), place: { list: place.list, at: to } };
}

/** A field of a part that names another part by its id. */
export interface Link {
  path: Path;
  /** Names of the parts it may name. */
  to: readonly string[];
}

/** A new part and what is free find each other: a launcher its magazine, a bay its fighters. */
export function linkUp(
  ship: Ship,
  lists: readonly string[],
  place: Place,
  links: (list: string, item: Fields) => Link[],
): Ship {
  const fresh = partAt(ship, place);
  if (!fresh) return ship;
  const all = lists.flatMap((list) => partsOf(ship, list).map((item, at) => ({ list, at, item })));
  const named = (item: Fields, link: Link) => textOf(valueAt(item, link.path));
  const taken = new Set(all.flatMap(({ list, item }) => links(list, item).map((it) => named(item, it))));
  let next = ship;
  for (const link of links(place.list, fresh)) {
    const free = all.find(
      ({ item }) =>
        link.to.includes(textOf(item['name'])) && textOf(item['id']) && !taken.has(textOf(item['id'])),
    );
    if (!named(fresh, link) && free)
      next = changePart(next, place, (it) => withValue(it, link.path, free.item['id']));
  }
  const id = textOf(fresh['id']);
  for (const { list, at, item } of id ? all : []) {
    const link = links(list, item).find((it) => it.to.includes(textOf(fresh['name'])) && !named(item, it));
    if (link) return changePart(next, { list, at }, (it) => withValue(it, link.path, id));
  }
  return next;
}

/** So many alike: parts equal but for their ids, for a short list. */
export function alike(a: Fields, b: Fields): boolean {
  return JSON.stringify({ ...a, id: '' }) === JSON.stringify({ ...b, id: '' });
}

/** Every ship and fleet in a file, each once: a file may be one, a list, a navy, or a whole table.
    `blank` is what a ship has. */
export function shipsIn(value: unknown, blank: Ship, isFleet: (it: unknown) => boolean): Fields[] {
  const names = Object.keys(blank).filter((it) => typeof blank[it] !== 'string');
  const found = new Map<string, Fields>();
  const look = (it: unknown, deep: number) => {
    if (deep > 8 || typeof it !== 'object' || it === null) return;
    const ship = isFields(it) && names.filter((name) => name in it).length >= 2;
    if (isFields(it) && (ship || isFleet(it))) found.set(JSON.stringify(it), it);
    else for (const inner of Object.values(it)) look(inner, deep + 1);
  };
  look(value, 0);
  return [...found.values()];
}

/** Layers of armour as pairs of numbers; older files have plain numbers. */
export function layersOf(value: Json | undefined): [number, number][] {
  if (!Array.isArray(value)) return [];
  return value.map((it): [number, number] => {
    const [a, b] = Array.isArray(it) ? it : [it, 0];
    return [typeof a === 'number' ? a : 0, typeof b === 'number' ? b : 0];
  });
}

/** One layer changed; layers that end up empty at the outside fall away. */
export function setLayer(
  layers: readonly [number, number][],
  at: number,
  which: 0 | 1,
  boxes: number,
): [number, number][] {
  const next = layers.map(([a, b]): [number, number] => [a, b]);
  while (next.length <= at) next.push([0, 0]);
  next[at]![which] = Math.max(0, Math.floor(boxes) || 0);
  while (next.length > 0 && next[next.length - 1]![0] + next[next.length - 1]![1] === 0) next.pop();
  return next;
}

// Undo and redo.

export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
  /** What the last change was about: typing on goes into the same step. */
  tag: string;
}

const DEEP = 300;

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [], tag: '' });

export function change<T>(history: History<T>, now: T, tag = ''): History<T> {
  if (now === history.now) return history;
  if (tag && tag === history.tag) return { ...history, now, future: [] };
  return { past: [...history.past, history.now].slice(-DEEP), now, future: [], tag };
}

export function undo<T>(history: History<T>): History<T> {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future], tag: '' };
}

export function redo<T>(history: History<T>): History<T> {
  const [now, ...future] = history.future;
  if (now === undefined) return history;
  return { past: [...history.past, history.now], now, future, tag: '' };
}
