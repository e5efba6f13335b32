import { describe, expect, it } from 'vitest';
import { canonical, costOf, fly, turned } from './flight';
import { motion } from './sample';

const end = (plot: string, facing: number, velocity: number) => {
  const flight = fly(motion(0, 0, facing, velocity), plot)!;
  const at = flight.path[flight.path.length - 1]!;
  return [at.x.toFixed(4), at.y.toFixed(4), flight.facing, flight.velocity];
};

describe('the path of an order', () => {
  it('turns half before the move and half in its middle', () => {
    expect(end('P3', 3, 10)).toEqual(['4.3301', '7.5000', 12, 10]);
    expect(end('S1+5', 7, 6)).toEqual(['-7.6962', '-7.3301', 8, 11]);
    expect(end('P1S1', 12, 8)).toEqual(['-2.0000', '7.4641', 12, 8]);
    expect(end('S3', 12, 1).slice(2)).toEqual([3, 1]);
    expect(fly(motion(0, 0, 12, 8), 'S1')!.path).toHaveLength(3);
    expect(fly(motion(0, 0, 12, 8), '+2')!.path).toHaveLength(2);
  });

  it('drifts and burns by vectors, in the order written', () => {
    const from = { ...motion(0, 0, 12, 10), drift: { x: 0, y: 10 } };
    const to = (plot: string) => fly(from, plot)!;
    expect(to('TP3 MD6').path[1]!.x).toBeCloseTo(-6);
    expect(to('TP3 MD6').velocity).toBe(12);
    expect(to('PS2').path[1]).toEqual({ x: expect.closeTo(2, 6), y: expect.closeTo(10, 6) });
    const still = { ...from, drift: { x: 0, y: 0 }, velocity: 0 };
    expect(fly(still, 'MD6 TP2')!.path[1]!.y).toBeCloseTo(6);
    expect(fly(still, 'TP2 MD6')!.path[1]!.y).toBeCloseTo(3);
  });
});

describe('notation', () => {
  it('is read in the ways people write it', () => {
    expect(canonical('8p2+4:12')).toBe('P2+4');
    expect(canonical(' s3 -1 ')).toBe('S3-1');
    expect(canonical('')).toBe('0');
    expect(canonical('ts1 md3 pr2')).toBe('TS1 MD3 PR2');
    for (const text of ['P', 'Q2', 'P1S1P1', 'MD', 'MD1 MD2 MD3 MD4'])
      expect(canonical(text), text).toBeNull();
  });

  it('is counted in points', () => {
    expect(costOf('P2+4')).toEqual({ total: 6, turning: 2 });
    expect(costOf('P1S1-2', true)).toEqual({ total: 5, turning: 3 });
    expect(costOf('TP3 MD6 PS2')).toEqual({ total: 6, turning: 3 });
  });

  it('goes round the clock', () => {
    expect([turned(12, 1), turned(1, -1), turned(3, -6), turned(9, 12)]).toEqual([1, 12, 9, 9]);
  });
});
