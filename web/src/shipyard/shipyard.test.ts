import { describe, expect, it } from 'vitest';
import {
  ARCS,
  countArcs,
  leftOf,
  mirrorArcs,
  noArcs,
  readArcs,
  runOf,
  toggleArc,
  turnArcs,
  widenArcs,
  writeArcs,
} from './arcs';
import type { Mount, Part } from './api';
import {
  addPart,
  begin,
  change,
  chosenOf,
  copyPart,
  layersOf,
  linkUp,
  movePart,
  partsOf,
  redo,
  removePart,
  set,
  setLayer,
  shipsIn,
  undo,
  valueAt,
  withValue,
} from './draft';
import {
  addShip,
  designOf,
  everySheet,
  freeze,
  fromFile,
  looksLikeFleet,
  muster,
  setNames,
  setNumber,
  toFile,
} from './fleet';
import type { KeptFleet } from './fleet';
import { clickArc, exists, fitArcs, mountsOf, widths } from './mounts';
import { pack, unpack } from './share';
import { designs, dropDesign, fileName, fleets, freeName, NotKept, putDesign, putFleet } from './store';
import type { Kept, Ship } from './types';

const names = (set: readonly boolean[]) => ARCS.filter((_, k) => set[k]).join(' ');
const LISTS = ['systems', 'weapons', 'ordnance', 'fighters'];

describe('arcs', () => {
  it('reads runs, lists and single arcs', () => {
    expect(names(readArcs({ leftArc: 'FP', numArcs: 3 }))).toBe('F FS FP');
    expect(names(readArcs({ arcs: ['F', 'A'], leftArc: 'F', numArcs: 2 }))).toBe('F A');
    expect(names(readArcs({ arc: 'AS' }))).toBe('AS');
    expect(names(readArcs({ numArcs: 6 }))).toBe(ARCS.join(' '));
    expect(names(readArcs({}, runOf(5, 3)))).toBe('F FS FP');
    expect(names(readArcs({ leftArc: 'nowhere' }))).toBe('');
  });
  it('writes what it reads, and keeps other fields', () => {
    for (let bits = 0; bits < 64; bits += 1) {
      const set = ARCS.map((_, k) => ((bits >> k) & 1) === 1);
      const part = writeArcs({ name: 'beam', class: 3, leftArc: 'A', numArcs: 1 }, set);
      expect(readArcs(part)).toEqual(set);
      expect(part['class']).toBe(3);
      expect('arcs' in part).toBe(countArcs(set) === 0 || leftOf(set) < 0);
    }
    expect(writeArcs({ name: 'mkp', arc: 'F' }, runOf(2, 1))).toEqual({ name: 'mkp', arc: 'AS' });
    expect(writeArcs({ name: 'mkp', arc: 'F' }, runOf(2, 2))).toEqual({
      name: 'mkp',
      leftArc: 'AS',
      numArcs: 2,
    });
  });
  it('turns, widens, mirrors', () => {
    expect(names(turnArcs(runOf(5, 3), 1))).toBe('F FS AS');
    expect(names(turnArcs(runOf(5, 3), -1))).toBe('F AP FP');
    expect(names(widenArcs(runOf(0, 1), 3))).toBe('F FS FP');
    expect(names(widenArcs(runOf(5, 3), 1))).toBe('F');
    expect(names(widenArcs(noArcs, 3))).toBe('F FS FP');
    expect(names(mirrorArcs(runOf(0, 3), false))).toBe('F AP FP');
    expect(names(mirrorArcs(runOf(0, 1), true))).toBe('FP');
    expect(leftOf(toggleArc(toggleArc(noArcs, 0), 2))).toBe(-1);
  });
});

describe('mounts', () => {
  const mount = (arcs: number, klass: number, left?: string[]): Mount => ({
    set: { class: klass },
    name: '',
    arcs,
    mass: arcs,
    points: 3 * arcs,
    ...(left ? { left } : {}),
  });
  const part = {
    template: { name: 'beam', class: 2 },
    mounts: [
      mount(6, 1),
      mount(3, 2),
      mount(6, 2),
      mount(2, 2, ['FS', 'AP']),
      mount(1, 3),
      mount(2, 3),
      mount(3, 3),
    ],
  } as unknown as Part;
  it('are those of the form', () => {
    expect(widths(mountsOf(part, { class: 2 })).map((it) => it.arcs)).toEqual([2, 3, 6]);
    expect(mountsOf(part, {})).toEqual([]);
    const reach = {
      ...part,
      mounts: [
        { ...mount(1, 2), set: { modifier: null, heavy: false } },
        { ...mount(2, 2), set: { modifier: 'long', heavy: false } },
      ],
    };
    expect(mountsOf(reach, {}).map((it) => it.arcs)).toEqual([1]);
    expect(mountsOf(reach, { modifier: 'long', heavy: false }).map((it) => it.arcs)).toEqual([2]);
    expect(mountsOf(undefined, {})).toEqual([]);
    const two = mountsOf(part, { class: 2 });
    expect(exists(runOf(1, 2), two)).toBe(true);
    expect(exists(runOf(0, 2), two)).toBe(false);
  });
  it('a click joins or leaves where it can, else turns the mount', () => {
    const two = mountsOf(part, { class: 2 });
    const three = mountsOf(part, { class: 3 });
    expect(names(clickArc(runOf(5, 3), 2, two))).toBe('F FS AS');
    expect(names(clickArc(runOf(0, 1), 1, three))).toBe('F FS');
    expect(names(clickArc(runOf(0, 1), 3, three))).toBe('A');
    expect(names(clickArc(runOf(0, 2), 1, three))).toBe('F');
    expect(clickArc(runOf(0, 6), 2, mountsOf(part, { class: 1 }))).toEqual(runOf(0, 6));
    expect(names(clickArc(runOf(0, 1), 3, []))).toBe('F A');
    // Whatever is clicked, what comes of it exists.
    for (let left = 0; left < 6; left += 1)
      for (let k = 0; k < 6; k += 1) expect(exists(clickArc(runOf(left, 3), k, two), two)).toBe(true);
  });
  it('arcs fit the form they are given', () => {
    expect(names(fitArcs(runOf(0, 6), mountsOf(part, { class: 3 })))).toHaveLength(7);
    expect(fitArcs(runOf(5, 3), mountsOf(part, { class: 1 }))).toEqual(runOf(0, 6));
    expect(fitArcs(runOf(5, 3), mountsOf(part, { class: 2 }))).toEqual(runOf(5, 3));
  });
});

describe('draft', () => {
  it('takes a field that is left out for its empty choice, and never shows it as null', () => {
    const gate = [{ value: '' }, { value: 'jump' }];
    expect(chosenOf(gate, undefined)).toBe('');
    expect(chosenOf(gate, 'jump')).toBe('jump');
    expect(chosenOf(gate, 'portal')).toBe('portal');
    const modifier = [{ value: null }, { value: 'long' }];
    expect(chosenOf(modifier, undefined)).toBe(null);
    expect(chosenOf(modifier, null)).toBe(null);
  });

  const ship: Ship = {
    name: 'Swift',
    points: 40,
    hull: { points: 3, odd: 1 },
    systems: [{ name: 'magazine', id: 'magazine-1' }],
    weapons: [],
    strange: [1],
  };
  it('changes a value and nothing else', () => {
    const next = set(ship, ['hull', 'points'], 4);
    expect(next).toEqual({
      name: 'Swift',
      hull: { points: 4, odd: 1 },
      systems: ship['systems'],
      weapons: [],
      strange: [1],
    });
    expect(ship['hull']).toEqual({ points: 3, odd: 1 });
    expect(valueAt(set(ship, ['extras', 'flagbridge', 'flak'], true), ['extras', 'flagbridge', 'flak'])).toBe(
      true,
    );
    expect(withValue({ a: { b: 1 } }, ['a', 'b'], undefined)).toEqual({});
  });
  it('adds, copies, moves and removes parts; references go with the part', () => {
    let { ship: next, place } = addPart(ship, LISTS, 'ordnance', {
      name: 'salvoLauncher',
      magazine: 'magazine-1',
    });
    expect(partsOf(next, 'ordnance')).toEqual([
      { name: 'salvoLauncher', magazine: 'magazine-1', id: 'salvoLauncher-1' },
    ]);
    ({ ship: next, place } = copyPart(next, LISTS, place));
    expect(place).toEqual({ list: 'ordnance', at: 1 });
    expect(partsOf(next, 'ordnance')[1]!['id']).toBe('salvoLauncher-2');
    next = addPart(next, LISTS, 'systems', {
      name: 'turret',
      weapons: ['salvoLauncher-1', 'salvoLauncher-2'],
    }).ship;
    next = removePart(next, LISTS, { list: 'systems', at: 0 });
    expect(partsOf(next, 'ordnance').every((it) => !('magazine' in it))).toBe(true);
    next = removePart(next, LISTS, { list: 'ordnance', at: 0 });
    expect(partsOf(next, 'systems')[0]!['weapons']).toEqual(['salvoLauncher-2']);
    const two = addPart(next, LISTS, 'systems', { name: 'pds' }).ship;
    const moved = movePart(two, { list: 'systems', at: 1 }, -1);
    expect(partsOf(moved.ship, 'systems').map((it) => it['name'])).toEqual(['pds', 'turret']);
    expect(movePart(two, { list: 'systems', at: 0 }, -1).ship).toBe(two);
  });
  it('finds the ships of any file, each once', () => {
    const blank: Ship = { name: '', class: '', mass: 20, hull: {}, systems: [], weapons: [] };
    const one = { name: 'One', mass: 10, hull: { points: 3 } };
    const found = (value: unknown) => shipsIn(value, blank, looksLikeFleet).map((it) => it['name']);
    expect(found(one)).toEqual(['One']);
    expect(found([one, { ...one, name: 'Two' }])).toEqual(['One', 'Two']);
    expect(found({ id: 'navy', ships: [one], tech: ['beams'] })).toEqual(['One']);
    expect(
      found({
        map: {},
        placements: [
          { id: 'a', ship: one },
          { id: 'b', ship: one },
        ],
      }),
    ).toEqual(['One']);
    expect(found({ name: 'Fleet', ships: [{ design: one }] })).toEqual(['Fleet']);
    expect(found({ name: 'package', scripts: { hull: '1' } })).toEqual([]);
    expect(found(null)).toEqual([]);
  });
  it('links what is new to what is free', () => {
    const links = (_list: string, item: Record<string, unknown>) =>
      item['name'] === 'salvoLauncher' ? [{ path: ['magazine'], to: ['magazine'] }] : [];
    const put = (from: Ship, list: string, name: string) => {
      const { ship: next, place } = addPart(from, LISTS, list, { name });
      return linkUp(next, LISTS, place, links);
    };
    let next = put(ship, 'ordnance', 'salvoLauncher');
    expect(partsOf(next, 'ordnance')[0]!['magazine']).toBe('magazine-1');
    // The only magazine is taken: the second launcher waits for the next.
    next = put(next, 'ordnance', 'salvoLauncher');
    expect(partsOf(next, 'ordnance')[1]!['magazine']).toBe(undefined);
    next = put(next, 'systems', 'magazine');
    expect(partsOf(next, 'ordnance').map((it) => it['magazine'])).toEqual(['magazine-1', 'magazine-2']);
  });
  it('keeps armour in layers', () => {
    expect(layersOf([[4, 0], 3])).toEqual([
      [4, 0],
      [3, 0],
    ]);
    expect(setLayer([[4, 0]], 1, 1, 2)).toEqual([
      [4, 0],
      [0, 2],
    ]);
    expect(
      setLayer(
        [
          [4, 0],
          [0, 2],
        ],
        1,
        1,
        0,
      ),
    ).toEqual([[4, 0]]);
    expect(
      setLayer(
        [
          [4, 0],
          [2, 0],
        ],
        0,
        0,
        0,
      ),
    ).toEqual([
      [0, 0],
      [2, 0],
    ]);
  });
  it('undoes and redoes; typing is one step', () => {
    let history = begin('');
    for (const text of ['S', 'Sw', 'Swift']) history = change(history, text, 'name');
    history = change(history, 'Swift, heavier');
    expect(history.past).toEqual(['', 'Swift']);
    history = undo(history);
    expect(history.now).toBe('Swift');
    expect(redo(history).now).toBe('Swift, heavier');
    history = undo(history);
    expect([history.now, undo(history)]).toEqual(['', history]);
    expect(change(history, 'new').future).toEqual([]);
  });
});

const kept: Kept = { id: 'k1', game: 'g', ship: { name: 'Mine' }, navy: '', changed: 5 };
const fleet: KeptFleet = {
  id: 'f1',
  game: 'g',
  name: 'First',
  navy: 'aurelia',
  limit: 500,
  ships: [],
  changed: 1,
};

describe('fleets', () => {
  it('count what is added', () => {
    let next = addShip(fleet, { design: 'Swift', number: 1 });
    next = addShip(next, { design: 'Swift', number: 2 });
    next = addShip(next, { design: { name: 'Old' }, from: 'k1', number: 1 });
    next = addShip(next, { design: { name: 'Other' }, from: 'k1', number: 1 });
    expect(next.ships.map((it) => it.number)).toEqual([3, 2]);
    next = setNames(next, 0, ['One', ' Two ', '']);
    expect(next.ships[0]!.names).toEqual(['One', 'Two']);
    next = setNumber(next, 0, 1);
    expect(next.ships[0]).toEqual({ design: 'Swift', number: 1, names: ['One'] });
    expect(setNumber(next, 0, 0).ships).toHaveLength(1);
    expect(setNumber(next, 0, 1e9).ships[0]!.number).toBe(100);
  });
  it('follow a kept design, and keep it when it goes', () => {
    const next = addShip(fleet, { design: { name: 'Old' }, from: 'k1', number: 2 });
    expect(designOf(next.ships[0]!, [kept])).toEqual({ name: 'Mine' });
    expect(designOf(next.ships[0]!, [])).toEqual({ name: 'Old' });
    expect(freeze(next, kept).ships[0]).toEqual({ design: { name: 'Mine' }, number: 2 });
    expect(freeze(fleet, kept)).toBe(fleet);
    expect(toFile(next, [kept])).toEqual({
      name: 'First',
      navy: 'aurelia',
      limit: 500,
      ships: [{ design: { name: 'Mine' }, number: 2 }],
    });
  });
  it('have a sheet for every ship', () => {
    const named: KeptFleet = {
      ...fleet,
      ships: [
        { design: 'Swift', number: 2, names: ['', 'Arrow'] },
        { design: 'Big', number: 99 },
      ],
    };
    const sheets = everySheet(named, [{ name: 'Swift', class: 'scout' }, { name: 'Big' }]);
    expect(sheets).toHaveLength(100);
    expect(sheets.slice(0, 3)).toEqual([
      { name: 'Swift', class: 'scout' },
      { name: 'Arrow', class: 'Swift, scout' },
      { name: 'Big' },
    ]);
  });
  it('are read from files', () => {
    const read = fromFile({
      name: 'X',
      ships: [{ design: 'Swift' }, { design: { name: 'Own' }, number: 3, names: ['A'] }, { design: 7 }],
    });
    expect(read).toEqual({
      name: 'X',
      navy: '',
      limit: null,
      ships: [
        { design: 'Swift', number: 1 },
        { design: { name: 'Own' }, number: 3, names: ['A'] },
      ],
    });
    expect(fromFile({ name: 'ship', systems: [] })).toBe(null);
    expect(fromFile(toFile({ ...fleet, ships: [{ design: 'Swift', number: 2 }] }, []))?.ships).toEqual([
      { design: 'Swift', number: 2 },
    ]);
  });
});

describe('a navy musters', () => {
  const card = (name: string, points: number) => ({
    name,
    class: '',
    mass: 1,
    points,
    cpv: null,
    design: {},
  });
  it('as many ships as the points allow, the dearest first', () => {
    const found = muster('Navy', [card('small', 50), card('big', 300), card('free', 0)], 720);
    expect(found.fleet.ships).toEqual([
      { design: 'big', number: 2 },
      { design: 'small', number: 2 },
    ]);
    expect(found.points).toBe(700);
    expect(muster('Navy', [card('big', 300)], 200)).toEqual({
      fleet: { name: 'Navy', ships: [] },
      points: 0,
    });
  });
});

class Shelf {
  readonly items = new Map<string, string>();
  full = false;
  get length() {
    return this.items.size;
  }
  key(k: number) {
    return [...this.items.keys()][k] ?? null;
  }
  getItem(key: string) {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw new Error('quota');
    this.items.set(key, value);
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
}

describe('storage', () => {
  it('keeps each by itself, the newest first, and passes over what it cannot read', () => {
    const shelf = new Shelf();
    shelf.setItem('flagbridge.settings', '{}');
    shelf.setItem('flagbridge.yard.design.broken', '{');
    shelf.setItem('flagbridge.yard.design.odd', '{"id":3}');
    putDesign(shelf, kept);
    putDesign(shelf, { ...kept, id: 'k2', changed: 9 });
    putFleet(shelf, fleet);
    expect(designs(shelf).map((it) => it.id)).toEqual(['k2', 'k1']);
    expect(fleets(shelf)).toEqual([fleet]);
    dropDesign(shelf, 'k2');
    expect(designs(shelf)).toEqual([kept]);
    shelf.full = true;
    expect(() => putDesign(shelf, kept)).toThrow(NotKept);
  });
  it('finds names that are free', () => {
    expect(freeName('Swift', [])).toBe('Swift');
    expect(freeName('Swift', ['Swift', 'Swift 2'])).toBe('Swift 3');
    expect(freeName('Swift 2', ['Swift 2'])).toBe('Swift 3');
    expect(fileName('Überschwer / II', 'json')).toBe('überschwer-ii.json');
    expect(fileName('  ', 'svg')).toBe('ship.svg');
  });
  it('puts a design into a link and out again', async () => {
    const text = await pack({ ship: { name: 'Ärger', systems: [1, 2, 3] } });
    expect(text).toMatch(/^[\w-]+$/);
    expect(await unpack(text)).toEqual({ ship: { name: 'Ärger', systems: [1, 2, 3] } });
    expect(await unpack('nonsense')).toBe(null);
    expect(await unpack(await pack('x'.repeat(2_000_000)))).toBe(null);
  });
});
