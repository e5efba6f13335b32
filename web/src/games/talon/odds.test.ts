import { describe, expect, it } from 'vitest';
import { resultOf, weaponsAt } from './odds';
import { target } from './sample';

describe('odds', () => {
  const one = { of: 6, damage: [2, 0, 4], shields: [333_333, 0, 666_667], hull: [1_000_000], destroyed: 0 };
  const all = {
    of: 216,
    damage: [8, 0, 48, 0, 96, 0, 64],
    shields: [37_037, 0, 222_222, 740_741],
    hull: [259_259, 0, 0, 740_741],
    destroyed: 296_296,
  };
  const two = {
    of: 36,
    damage: [4, 0, 16, 0, 16],
    shields: [111_111, 0, 444_444, 444_445],
    hull: [555_556, 444_444],
    destroyed: 12_345,
  };
  const it3 = target({ ship: 1 }, { one, some: [two], all });

  it("are the menu's for one weapon and for all of them", () => {
    expect(resultOf(it3, 1, 3).damage).toEqual([2 / 6, 0, 4 / 6]);
    expect(resultOf(it3, 3, 3).destroyed).toBeCloseTo(0.296296, 6);
    expect(resultOf(it3, 3, 3).hull[3]).toBeCloseTo(0.740741, 6);
  });

  it("are the menu's for some of them, too", () => {
    const some = resultOf(it3, 2, 3);
    [4 / 36, 0, 16 / 36, 0, 16 / 36].forEach((p, k) => expect(some.damage[k]).toBeCloseTo(p, 12));
    expect(some.hull[1]).toBeCloseTo(0.444444, 6);
    expect(some.destroyed).toBeCloseTo(0.012345, 6);
  });

  it('count the weapons at one target', () => {
    const volley = {
      ship: 0,
      group: 0,
      shots: [
        { target: { ship: 1 } },
        {},
        { target: { fighter: [1, 0] as [number, number] } },
        { target: { ship: 1 } },
      ],
    };
    expect(weaponsAt(volley, { ship: 1 })).toBe(2);
    expect(weaponsAt(volley, { fighter: [1, 0] })).toBe(1);
    expect(weaponsAt(null, { ship: 1 })).toBe(0);
  });
});
