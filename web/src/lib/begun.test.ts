// What to play next is the first scenario on the way that was not begun.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { begins, firstTime, isNew, nextOf } from './begun';

const scenarios = [
  { id: 'fleet', place: 2 },
  { id: 'intro', place: 0 },
  { id: 'duel', place: 1 },
];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the way through a game is its own', () => {
  expect(nextOf('g', scenarios)?.id).toBe('intro');
  expect(isNew('g')).toBe(true);
  begins('g', 'intro');
  begins('other', 'duel');
  expect([isNew('g'), isNew('others')]).toEqual([false, true]);
  expect(nextOf('g', scenarios)?.id).toBe('duel');
  begins('g', 'duel');
  begins('g', 'fleet');
  expect(nextOf('g', scenarios)).toBeNull();
});

test('without storage everything is new', () => {
  vi.stubGlobal('localStorage', undefined);
  begins('g', 'intro');
  expect(nextOf('g', scenarios)?.id).toBe('intro');
});

test('a seat is briefed once', () => {
  expect([firstTime('m/0'), firstTime('m/1'), firstTime('m/0')]).toEqual([true, true, false]);
});
