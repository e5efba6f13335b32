// Luck is reckoned against the exact ways dice can fall.
import { expect, it } from 'vitest';
import { counted } from '../texts.debrief';
import { luckOf } from './luck';

it('sums what was at stake by side and unit', () => {
  const die = [0, 1, 1, 1, 1, 1, 1];
  const [boxes, hits, other] = luckOf([
    { side: 0, unit: 'boxes', rolled: 6, ways: die },
    { side: 0, unit: 'boxes', rolled: 5, ways: die },
    { side: 0, unit: 'hits', rolled: 1, ways: [1, 1] },
    { side: 1, unit: 'boxes', rolled: 0, ways: [36] },
  ]);
  expect(boxes).toMatchObject({ side: 0, unit: 'boxes', throws: 2, rolled: 11 });
  expect(boxes!.expected).toBeCloseTo(7);
  // 33 of 36 ways give less than 11, two give 11.
  expect(boxes!.better).toBeCloseTo((33 + 1) / 36);
  expect(hits!.better).toBeCloseTo(0.75);
  expect(other).toBeUndefined();
  expect(luckOf([])).toEqual([]);
});

it('is told in words', () => {
  expect(counted(1, 'criticals')).toBe('1 critical');
  expect(counted(1, 'stress dice held')).toBe('1 stress die held');
  expect(counted(2, 'criticals')).toBe('2 criticals');
  expect(counted(1, 'damage')).toBe('1 damage');
});
