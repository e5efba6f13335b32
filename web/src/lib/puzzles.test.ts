import { beforeEach, describe, expect, it } from 'vitest';
import { nextPuzzle, notes, ofDay, stateOf } from './puzzles';
import type { PuzzleCard } from '../wire';

const card = (game: string, id: string): PuzzleCard => ({
  id,
  game,
  title: '',
  side: '',
  turn: 1,
  theme: '',
  hard: 1,
  rules: [],
  legal: 9,
});
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
  });
});

describe('the puzzle of the day', () => {
  const games = [[card('a', '1'), card('a', '2')], [], [card('b', '1'), card('b', '2'), card('b', '3')]];
  const at = (day: number) => {
    const now = new Date(2026, 5, 1 + day, 12);
    return ofDay(games, now)!;
  };

  it('is another game and another puzzle every day', () => {
    const week = Array.from({ length: 12 }, (_, k) => at(k));
    for (let k = 0; k + 1 < week.length; k++) expect(week[k]!.game).not.toBe(week[k + 1]!.game);
    expect(new Set(week.map((it) => it.game + it.id)).size).toBe(5);
  });
  it('stays the same all day, and there is none where there are no puzzles', () => {
    const [early, late] = [0, 23].map((hour) => ofDay(games, new Date(2026, 5, 1, hour, 30)));
    expect(early).toBe(late);
    expect(ofDay([[]], new Date())).toBeNull();
  });
});

describe('what was solved', () => {
  it('is kept, and what was found stays found', () => {
    notes('a', '1', 'shown');
    expect(stateOf('a', '1')).toBe('shown');
    notes('a', '1', 'found');
    notes('a', '1', 'shown');
    expect([stateOf('a', '1'), stateOf('a', '2')]).toEqual(['found', null]);
  });
  it('is passed over for the next, round the end', () => {
    const all = [card('a', '1'), card('a', '2'), card('a', '3')];
    notes('a', '3', 'found');
    expect(nextPuzzle(all, '2')?.id).toBe('1');
    notes('a', '1', 'shown');
    expect(nextPuzzle(all, '2')?.id).toBe('3');
    expect(nextPuzzle([card('a', '1')], '1')).toBeNull();
  });
});
