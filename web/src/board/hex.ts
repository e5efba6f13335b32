// Hexes for games that are played on them: axial places, directions, corners.
// Directions are numbered clockwise from the one nearest to north.
import type { Bounds, Point } from './types';

export interface Hex {
  q: number;
  r: number;
}

export interface HexLayout {
  /** `pointy` hexes have a corner to the north, `flat` ones a side. */
  orientation: 'pointy' | 'flat';
  /** World units from the centre of a hex to the centre of its neighbour. */
  size: number;
  /** Where hex 0, 0 is. */
  origin: Point;
}

const STEPS = {
  pointy: [
    [1, -1],
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
  ],
  flat: [
    [0, -1],
    [1, -1],
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
  ],
} as const;
const HALF = Math.sqrt(3) / 2;
const RADIANS = Math.PI / 180;

export function hexLayout(
  orientation: HexLayout['orientation'],
  size = 1,
  origin: Point = { x: 0, y: 0 },
): HexLayout {
  return { orientation, size, origin };
}

export function hexKey({ q, r }: Hex): string {
  return `${q},${r}`;
}

export function sameHex(a: Hex, b: Hex): boolean {
  return a.q === b.q && a.r === b.r;
}

export function hexCentre(layout: HexLayout, { q, r }: Hex): Point {
  const { size, origin } = layout;
  return layout.orientation === 'pointy'
    ? { x: origin.x + size * (q + r / 2), y: origin.y - size * HALF * r }
    : { x: origin.x + size * HALF * q, y: origin.y - size * (r + q / 2) };
}

/** The hex a place lies in. */
export function hexAt(layout: HexLayout, at: Point): Hex {
  const x = (at.x - layout.origin.x) / layout.size;
  const y = (layout.origin.y - at.y) / layout.size;
  return layout.orientation === 'pointy'
    ? rounded(x - y / HALF / 2, y / HALF)
    : rounded(x / HALF, y - x / HALF / 2);
}

function rounded(q: number, r: number): Hex {
  const s = -q - r;
  let a = Math.round(q);
  let b = Math.round(r);
  const c = Math.round(s);
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c - s)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return { q: a + 0, r: b + 0 };
}

/** The bearing of direction `d`, in degrees clockwise from north. */
export function hexBearing(layout: HexLayout, d: number): number {
  return ((((d % 6) + 6) % 6) * 60 + (layout.orientation === 'pointy' ? 30 : 0)) % 360;
}

/** The direction whose bearing is nearest. */
export function hexDirection(layout: HexLayout, bearing: number): number {
  return ((Math.round((bearing - (layout.orientation === 'pointy' ? 30 : 0)) / 60) % 6) + 6) % 6;
}

export function hexNeighbour(layout: HexLayout, { q, r }: Hex, d: number): Hex {
  const [dq, dr] = STEPS[layout.orientation][((d % 6) + 6) % 6]!;
  return { q: q + dq, r: r + dr };
}

export function hexDistance(a: Hex, b: Hex): number {
  const [q, r] = [a.q - b.q, a.r - b.r];
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}

/** From the centre to corner `k`; side `d` lies between corners `d` and `d + 1`. */
export function hexCorner(layout: HexLayout, k: number): Point {
  const angle = (k * 60 - (layout.orientation === 'pointy' ? 0 : 30)) * RADIANS;
  const radius = layout.size / Math.sqrt(3);
  return { x: Math.sin(angle) * radius, y: Math.cos(angle) * radius };
}

/** The six corners of a hex in the world. */
export function hexOutline(layout: HexLayout, hex: Hex): Point[] {
  const at = hexCentre(layout, hex);
  return Array.from({ length: 6 }, (_, k) => {
    const corner = hexCorner(layout, k);
    return { x: at.x + corner.x, y: at.y + corner.y };
  });
}

/** All hexes within a distance, nearest rows first. */
export function hexesWithin(centre: Hex, distance: number): Hex[] {
  const all: Hex[] = [];
  for (let q = -distance; q <= distance; q++) {
    for (let r = Math.max(-distance, -q - distance); r <= Math.min(distance, distance - q); r++)
      all.push({ q: centre.q + q, r: centre.r + r });
  }
  return all;
}

/** Columns and rows as printed on a map: every other row or column is pushed by half a hex. */
export function fromOffset(
  layout: HexLayout,
  column: number,
  row: number,
  pushed: 'odd' | 'even' = 'odd',
): Hex {
  const shift = (n: number) => (pushed === 'odd' ? (n - (n & 1)) / 2 : (n + (n & 1)) / 2);
  return layout.orientation === 'pointy'
    ? { q: column - shift(row), r: row }
    : { q: column, r: row - shift(column) };
}

export function toOffset(
  layout: HexLayout,
  { q, r }: Hex,
  pushed: 'odd' | 'even' = 'odd',
): { column: number; row: number } {
  const shift = (n: number) => (pushed === 'odd' ? (n - (n & 1)) / 2 : (n + (n & 1)) / 2);
  return layout.orientation === 'pointy'
    ? { column: q + shift(r), row: r }
    : { column: q, row: r + shift(q) };
}

/** The box round some hexes, for the scene's table. */
export function hexBounds(layout: HexLayout, hexes: Hex[]): Bounds {
  const points = hexes.flatMap((it) => hexOutline(layout, it));
  return {
    left: Math.min(...points.map((it) => it.x)),
    right: Math.max(...points.map((it) => it.x)),
    bottom: Math.min(...points.map((it) => it.y)),
    top: Math.max(...points.map((it) => it.y)),
  };
}

/** Calls `visit` for every hex whose centre lies in a box or within one hex of it. */
export function eachHex(layout: HexLayout, box: Bounds, visit: (hex: Hex, at: Point) => void): void {
  const pad = layout.size;
  const low =
    layout.orientation === 'pointy'
      ? hexAt(layout, { x: box.left, y: box.top + pad }).r
      : hexAt(layout, { x: box.left - pad, y: box.top }).q;
  const high =
    layout.orientation === 'pointy'
      ? hexAt(layout, { x: box.left, y: box.bottom - pad }).r
      : hexAt(layout, { x: box.right + pad, y: box.top }).q;
  for (let line = low; line <= high; line++) {
    if (layout.orientation === 'pointy') {
      const y = layout.origin.y - layout.size * HALF * line;
      const from = hexAt(layout, { x: box.left - pad, y }).q;
      const to = hexAt(layout, { x: box.right + pad, y }).q;
      for (let q = from; q <= to; q++) visit({ q, r: line }, hexCentre(layout, { q, r: line }));
    } else {
      const x = layout.origin.x + layout.size * HALF * line;
      const from = hexAt(layout, { x, y: box.top + pad }).r;
      const to = hexAt(layout, { x, y: box.bottom - pad }).r;
      for (let r = from; r <= to; r++) visit({ q: line, r }, hexCentre(layout, { q: line, r }));
    }
  }
}
