// Exact distributions.
import { describe, expect, it } from 'vitest';
import { anyOf, atLeast, capped, convolve, fromCounts, mean, percent, sumOf } from './dist';

describe('distributions', () => {
  it('come from counts', () => {
    expect(fromCounts([18, 12, 6], 36)).toEqual([0.5, 1 / 3, 1 / 6]);
    expect(fromCounts([], 0)).toEqual([1]);
  });

  it('are put together by convolution', () => {
    const coin = [0.5, 0.5];
    expect(convolve(coin, coin)).toEqual([0.25, 0.5, 0.25]);
    const four = sumOf([coin, coin, coin, coin]);
    expect(four[2]).toBeCloseTo(6 / 16);
    expect(mean(four)).toBeCloseTo(2);
    expect(four.reduce((a, b) => a + b)).toBeCloseTo(1);
  });

  it('know tails and caps', () => {
    const dist = [0.1, 0.2, 0.3, 0.4];
    expect(atLeast(dist, 2)).toBeCloseTo(0.7);
    expect(capped(dist, 2)).toEqual([0.1, 0.2, expect.closeTo(0.7)]);
    expect(capped(dist, 9)).toBe(dist);
    expect(anyOf([0.5, 0.5])).toBeCloseTo(0.75);
  });

  it('are honest at the ends', () => {
    expect(percent(0)).toBe('0%');
    expect(percent(0.001)).toBe('<1%');
    expect(percent(0.999)).toBe('>99%');
    expect(percent(1)).toBe('100%');
    expect(percent(0.505)).toBe('51%');
  });
});
