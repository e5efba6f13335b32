import { describe, expect, it } from 'vitest';
import { mirrorWords, scoreOf } from './mirror';

describe('a mirror match', () => {
  it('tells its score in points', () => {
    expect(scoreOf([4, 0], 0)).toBe('2 : 0');
    expect(scoreOf([4, 0], 1)).toBe('0 : 2');
    expect(scoreOf([3, 1], null)).toBe('1½ : ½');
    expect(scoreOf([2, 2], 1)).toBe('1 : 1');
  });

  it('says what comes next and what came of it', () => {
    expect(mirrorWords({ id: 'b', leg: 1 }, 0, false)).toHaveLength(1);
    expect(mirrorWords({ id: 'b', leg: 1 }, 0, true)[1]).toMatch(/second battle/);
    const result = { halves: [3, 1], outcome: { won: [0] } };
    expect(mirrorWords({ id: 'b', leg: 2, result }, 0, true)[1]).toMatch(/won.*1½ : ½/);
    expect(mirrorWords({ id: 'b', leg: 2, result }, 1, true)[1]).toMatch(/lost.*½ : 1½/);
    const words = 'Amber did not come.';
    expect(mirrorWords({ id: 'b', leg: 2, result: { ...result, words } }, 1, true)[1]).toBe(words);
    expect(mirrorWords({ id: 'b', leg: 2, void: 'Called off.' }, 1, true)[1]).toBe('Called off.');
  });
});
