// Drafts and unsent orders come back for the decision they were made for, and for no other.
import { beforeEach, expect, test } from 'vitest';
import { Drawer, pauseAfter } from './unsent';

let kept: Map<string, string>;
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

beforeEach(() => {
  kept = new Map();
});

test('a draft comes back to its seat and its decision', () => {
  const drawer = new Drawer(store, 'one');
  drawer.keepDraft('m', 0, 7, { plots: { 3: 'P2' } });
  expect(drawer.draft('m', 0, 7)).toEqual({ plots: { 3: 'P2' } });
  expect(drawer.draft('m', 1, 7)).toBeNull();
  expect(drawer.draft('other', 0, 7)).toBeNull();
  // The decision has gone by: nothing is left behind.
  expect(drawer.draft('m', 0, 8)).toBeNull();
  expect(kept.size).toBe(0);
});

test('another client does not read a draft that it did not write', () => {
  new Drawer(store, 'one').keepDraft('m', 0, 7, {});
  expect(new Drawer(store, 'two').draft('m', 0, 7)).toBeNull();
});

test('an unsent order is kept with its key until it is dropped', () => {
  const drawer = new Drawer(store, 'one');
  const order = { decision: 7, request: { order: { hold: true }, key: 'abc' } };
  drawer.keepOrder('m', 0, order);
  expect(new Drawer(store, 'two').order('m', 0)).toEqual(order);
  drawer.dropOrder('m', 0);
  expect(drawer.order('m', 0)).toBeNull();
});

test('storage that is closed or broken costs nothing but the keeping', () => {
  const broken = {
    getItem: () => '{',
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('closed');
    },
  };
  const drawer = new Drawer(broken, 'one');
  drawer.keepDraft('m', 0, 1, {});
  drawer.dropOrder('m', 0);
  expect(drawer.draft('m', 0, 1)).toBeNull();
  expect(new Drawer(null, 'one').order('m', 0)).toBeNull();
});

test('tries come seldom in the end, but never stop', () => {
  expect([0, 1, 2, 9, 1000].map(pauseAfter)).toEqual([500, 1000, 2000, 8000, 8000]);
});
