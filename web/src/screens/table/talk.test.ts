import { expect, test } from 'vitest';
import type { Words } from '../../wire';
import { newIn, speakerOf } from './talk.svelte';

const words = (n: number, more: Partial<Words> = {}): Words => ({
  n,
  at: n,
  name: 'Ada',
  person: true,
  mine: false,
  text: 'x',
  removed: false,
  ...more,
});

test('a seat is remembered by its number, an onlooker by name', () => {
  expect(speakerOf(words(1, { seat: 0 }))).toBe('0');
  expect(speakerOf(words(1))).toBe('@Ada');
});

test('new is what others have said since one looked, and what one wants to hear', () => {
  const said = [
    words(1, { seat: 1 }),
    words(2, { seat: 0, mine: true }),
    words(3, { seat: 1, removed: true }),
    words(4, { seat: 1 }),
    words(5, { name: 'Bob' }),
  ];
  expect(newIn(said, 0, [])).toBe(3);
  expect(newIn(said, 1, [])).toBe(2);
  expect(newIn(said, 0, ['1'])).toBe(1);
  expect(newIn(said, 0, ['@Bob'])).toBe(2);
  expect(newIn(said, 5, [])).toBe(0);
});
