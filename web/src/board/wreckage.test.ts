// Wrecks are fresh in the turn they were made and the next.
import { describe, expect, it } from 'vitest';
import { emptyScene } from './types';
import { freshWrecks, noteWrecks } from './wreckage';

const scene = (turn: number, ...wrecks: boolean[]) => ({
  ...emptyScene(),
  turn,
  tokens: wrecks.map((wreck, k) => ({
    id: String(k),
    at: { x: 0, y: 0 },
    heading: 0,
    side: 0,
    shape: { hull: '', length: 1 },
    label: '',
    boxes: 1,
    lost: 0,
    wreck,
  })),
});

describe('wreckage', () => {
  it('lies about for a turn; what was found when the page opened is old', () => {
    const wrecks = freshWrecks();
    expect([...noteWrecks(wrecks, scene(3, true, false))]).toEqual([]);
    expect([...noteWrecks(wrecks, scene(3, true, true))]).toEqual(['1']);
    expect([...noteWrecks(wrecks, scene(4, true, true))]).toEqual(['1']);
    expect([...noteWrecks(wrecks, scene(5, true, true))]).toEqual([]);
  });

  it('is made anew when a replay has gone back', () => {
    const wrecks = freshWrecks();
    noteWrecks(wrecks, scene(3, false));
    noteWrecks(wrecks, scene(4, true));
    noteWrecks(wrecks, scene(2, false));
    expect([...noteWrecks(wrecks, scene(6, true))]).toEqual(['0']);
  });
});
