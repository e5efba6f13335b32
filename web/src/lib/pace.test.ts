import { expect, test } from 'vitest';
import { LATES, PACES, isLow, lateWords, paceOf, paceWords } from './pace';

test('every pace on offer has words of its own', () => {
  const words = PACES.map((it) => paceWords(it.time));
  expect(new Set(words).size).toBe(PACES.length);
  expect(words[1]).toBe('15 minutes each, and 15 seconds more with each decision');
  expect(words[3]).toBe('1 minute for each decision');
  expect(words[5]).toBe('1 day for each decision, and 3 days in hand');
});

test('a pace goes with what happens when time is up', () => {
  expect(paceOf('none', 'lost')).toBeUndefined();
  expect(paceOf('1m', 'captain')).toEqual({ decision: 60, late: 'captain' });
});

test('whoever joins reads what happens when time is up', () => {
  const words = LATES.map((late) => lateWords(paceOf('1m', late)));
  expect(new Set(words).size).toBe(LATES.length);
  expect(words[2]).toBe('if time runs out, the battle is lost');
  expect(lateWords(undefined)).toBe('');
});

test('a clock warns in time', () => {
  expect(isLow(29_000, paceOf('1m', 'lost'))).toBe(true);
  expect(isLow(31_000, paceOf('1m', 'lost'))).toBe(false);
  expect(isLow(2 * 3_600_000, paceOf('1d', 'lost'))).toBe(true);
  expect(isLow(3 * 3_600_000, paceOf('1d', 'lost'))).toBe(false);
});
