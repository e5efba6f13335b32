import { describe, expect, it } from 'vitest';
import { patched, played, stepwise } from './patch';
import type { Change } from '../wire';
import type { Changed } from './patch';

const view = () => ({
  turn: 1,
  ships: [
    { name: 'Ann', at: { x: 0, y: 0 }, marks: [1, 2, 3] },
    { name: 'Bob', at: { x: 5, y: 5 }, marks: [] as number[] },
  ],
  odd: { 'a/b': 1, 'c~d': 2, 'e~1f': 3, '': 4 } as Record<string, number>,
  notes: null as unknown,
});
const line = (changes?: Change[]): Changed => (changes ? { changes } : {});

describe('patches', () => {
  it('replace a value and leave everything else the same object', () => {
    const before = view();
    const after = patched(before, [{ op: 'replace', path: '/ships/1/at/x', value: 9 }]);
    expect(after.ships[1]!.at).toEqual({ x: 9, y: 5 });
    expect(before).toEqual(view());
    expect(after.ships[0]).toBe(before.ships[0]);
    expect(after.ships[1]!.marks).toBe(before.ships[1]!.marks);
    expect(after.odd).toBe(before.odd);
    expect(after.ships).not.toBe(before.ships);
  });

  it('give back the very same view where nothing changed', () => {
    const before = view();
    expect(patched(before, undefined)).toBe(before);
    expect(patched(before, [])).toBe(before);
    expect(played(before, [line(), line()])).toBe(before);
  });

  it('read the escapes of pointers', () => {
    const after = patched(view(), [
      { op: 'replace', path: '/odd/a~1b', value: 10 },
      { op: 'remove', path: '/odd/c~0d' },
      { op: 'replace', path: '/odd/e~01f', value: 30 },
      { op: 'replace', path: '/odd/', value: 40 },
    ]);
    expect(after.odd).toEqual({ 'a/b': 10, 'e~1f': 30, '': 40 });
  });

  it('insert into arrays, at their end too, and take out of them', () => {
    const add = (path: string) =>
      patched(view(), [{ op: 'add', path: `/ships/0/marks/${path}`, value: 7 }]).ships[0]!.marks;
    expect(add('0')).toEqual([7, 1, 2, 3]);
    expect(add('2')).toEqual([1, 2, 7, 3]);
    expect(add('3')).toEqual([1, 2, 3, 7]);
    expect(add('-')).toEqual([1, 2, 3, 7]);
    const less = patched(view(), [
      { op: 'remove', path: '/ships/0/marks/1' },
      { op: 'remove', path: '/ships/0/marks/1' },
    ]);
    expect(less.ships[0]!.marks).toEqual([1]);
    expect(patched(view(), [{ op: 'remove', path: '/ships/0' }]).ships.map((it) => it.name)).toEqual(['Bob']);
  });

  it('add members, over others too, and see null as a value', () => {
    const after = patched(view(), [
      { op: 'add', path: '/notes', value: { kept: true } },
      { op: 'add', path: '/fresh', value: null },
      { op: 'replace', path: '/fresh', value: 3 },
    ]) as ReturnType<typeof view> & { fresh: unknown };
    expect(after.notes).toEqual({ kept: true });
    expect(after.fresh).toBe(3);
  });

  it('replace the whole view', () => {
    expect(patched<unknown>(view(), [{ op: 'replace', path: '', value: { over: true } }])).toEqual({
      over: true,
    });
    expect(patched<unknown>(null, [{ op: 'add', path: '', value: 1 }])).toBe(1);
  });

  it('say which place is missing', () => {
    const wrong = (change: Change) => () => patched(view(), [change]);
    expect(wrong({ op: 'replace', path: '/ships/2/at', value: 0 })).toThrow(
      'replace /ships/2/at: there is no ships/2',
    );
    expect(wrong({ op: 'replace', path: '/fresh', value: 0 })).toThrow('there is no fresh');
    expect(wrong({ op: 'remove', path: '/ships/0/crew' })).toThrow('there is no ships/0/crew');
    expect(wrong({ op: 'add', path: '/ships/3', value: 0 })).toThrow('there is no ships/3');
    expect(wrong({ op: 'replace', path: '/ships/-', value: 0 })).toThrow('there is no ships/-');
    expect(wrong({ op: 'replace', path: '/ships/01', value: 0 })).toThrow('there is no ships/01');
    expect(wrong({ op: 'replace', path: '/turn/x', value: 0 })).toThrow('there is no turn/x');
    expect(wrong({ op: 'add', path: '/notes/x', value: 0 })).toThrow('there is no notes/x');
    expect(wrong({ op: 'replace', path: 'turn', value: 0 })).toThrow('does not begin with a slash');
    expect(wrong({ op: 'remove', path: '' })).toThrow('cannot remove the whole view');
    // What every object inherits is not its own.
    expect(wrong({ op: 'replace', path: '/toString', value: 0 })).toThrow('there is no toString');
  });

  it('tell the view before every line and after the last', () => {
    const lines = [
      line([{ op: 'replace', path: '/turn', value: 2 }]),
      line(),
      line([{ op: 'replace', path: '/turn', value: 3 }]),
    ];
    const all = stepwise(view(), lines);
    expect(all.map((it) => it.turn)).toEqual([1, 2, 2, 3]);
    expect(all[2]).toBe(all[1]);
    expect(played(view(), lines).turn).toBe(3);
  });
});
