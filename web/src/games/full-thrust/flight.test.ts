import { describe, expect, it } from 'vitest';
import { canonical, turned } from './flight';

describe('notation', () => {
  it('is read in the ways people write it', () => {
    expect(canonical('8p2+4:12')).toBe('P2+4');
    expect(canonical(' s3 -1 ')).toBe('S3-1');
    expect(canonical('')).toBe('0');
    expect(canonical('ts1 md3 pr2')).toBe('TS1 MD3 PR2');
    for (const text of ['P', 'Q2', 'P1S1P1', 'MD']) expect(canonical(text), text).toBeNull();
  });

  it('goes round the clock', () => {
    expect([turned(12, 1), turned(1, -1), turned(3, -6), turned(9, 12)]).toEqual([1, 12, 9, 9]);
  });
});
