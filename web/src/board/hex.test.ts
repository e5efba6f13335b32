// Hexes: there and back, neighbours by bearing, what lies in a box.
import { describe, expect, it } from 'vitest';
import { bearing, distance } from './geometry';
import {
  eachHex,
  fromOffset,
  hexAt,
  hexBearing,
  hexBounds,
  hexCentre,
  hexCorner,
  hexDirection,
  hexDistance,
  hexesWithin,
  hexKey,
  hexLayout,
  hexNeighbour,
  hexOutline,
  toOffset,
} from './hex';

describe.each(['pointy', 'flat'] as const)('%s hexes', (orientation) => {
  const layout = hexLayout(orientation, 2, { x: 5, y: -3 });

  it('finds the hex of a place', () => {
    for (const hex of hexesWithin({ q: 3, r: -2 }, 6)) {
      const at = hexCentre(layout, hex);
      expect(hexAt(layout, at)).toEqual(hex);
      // Anywhere inside, short of the corners.
      for (let k = 0; k < 6; k++) {
        const corner = hexCorner(layout, k);
        expect(hexAt(layout, { x: at.x + corner.x * 0.95, y: at.y + corner.y * 0.95 })).toEqual(hex);
      }
    }
  });

  it('has neighbours at one size, each at its bearing', () => {
    const here = { q: 1, r: 1 };
    for (let d = 0; d < 6; d++) {
      const there = hexNeighbour(layout, here, d);
      const [a, b] = [hexCentre(layout, here), hexCentre(layout, there)];
      expect(distance(a, b)).toBeCloseTo(2);
      expect(bearing(a, b)).toBeCloseTo(hexBearing(layout, d));
      expect(hexDirection(layout, bearing(a, b) + 20)).toBe(d);
      expect(hexNeighbour(layout, there, d + 3)).toEqual(here);
      // Side d lies between corners d and d + 1, half way to the neighbour.
      const [c, e] = [hexCorner(layout, d), hexCorner(layout, d + 1)];
      expect(a.x + (c.x + e.x) / 2).toBeCloseTo((a.x + b.x) / 2);
      expect(a.y + (c.y + e.y) / 2).toBeCloseTo((a.y + b.y) / 2);
    }
  });

  it('counts distances and columns', () => {
    expect(hexesWithin({ q: 0, r: 0 }, 3)).toHaveLength(37);
    expect(hexDistance({ q: 0, r: 0 }, { q: 3, r: -5 })).toBe(5);
    for (const pushed of ['odd', 'even'] as const) {
      for (let column = -3; column < 4; column++) {
        for (let row = -3; row < 4; row++)
          expect(toOffset(layout, fromOffset(layout, column, row, pushed), pushed)).toEqual({ column, row });
      }
    }
  });

  it('visits every hex of a box once', () => {
    const box = { left: -4, right: 11, bottom: -9, top: 6 };
    const seen = new Set<string>();
    eachHex(layout, box, (hex, at) => {
      expect(seen.has(hexKey(hex))).toBe(false);
      seen.add(hexKey(hex));
      expect(hexCentre(layout, hex)).toEqual(at);
    });
    for (let x = box.left; x <= box.right; x += 0.5)
      for (let y = box.bottom; y <= box.top; y += 0.5)
        expect(seen.has(hexKey(hexAt(layout, { x, y })))).toBe(true);
    const bounds = hexBounds(layout, [{ q: 0, r: 0 }]);
    for (const corner of hexOutline(layout, { q: 0, r: 0 })) {
      expect(corner.x).toBeGreaterThanOrEqual(bounds.left);
      expect(corner.y).toBeLessThanOrEqual(bounds.top);
    }
  });
});
