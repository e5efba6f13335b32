// The game's hexes in the world: one unit from centre to centre, corners to the
// north. Facing 0 is east; the board counts its directions from north-east.
import { hexCentre, hexLayout, toOffset } from '../../board/hex';
import type { Hex, HexLayout } from '../../board/hex';
import type { Bounds, Point } from '../../board/types';
import type { Facing, HexPair, Window } from './types';

export const LAYOUT: HexLayout = hexLayout('pointy', 1);

export const hexOf = ([q, r]: HexPair): Hex => ({ q, r });
export const pairOf = ({ q, r }: Hex): HexPair => [q, r];
export const centreOf = (at: HexPair): Point => hexCentre(LAYOUT, hexOf(at));
export const same = (a: HexPair, b: HexPair): boolean => a[0] === b[0] && a[1] === b[1];
export const keyOf = ([q, r]: HexPair): string => `${q},${r}`;

/** Degrees clockwise from north. */
export const bearingOf = (facing: Facing): number => (90 + 60 * facing) % 360;

/** The board's direction of a facing. */
export const directionOf = (facing: Facing): number => (facing + 1) % 6;

export const compassOf = (facing: Facing): string =>
  ['E', 'SE', 'SW', 'W', 'NW', 'NE'][((facing % 6) + 6) % 6]!;

export function inWindow(window: Window, hex: Hex): boolean {
  const { column, row } = toOffset(LAYOUT, hex);
  return (
    column >= window.col &&
    column < window.col + window.cols &&
    row >= window.row &&
    row < window.row + window.rows
  );
}

/** The box round the map. */
export function boundsOfWindow({ col, row, cols, rows }: Window): Bounds {
  // turned: the height of a hexagon.
  const high = Math.sqrt(3) / 2;
  return {
    left: col - 0.5,
    right: col + cols,
    bottom: -(row + rows - 1) * high - 0.6,
    top: -row * high + 0.6,
  };
}

/** The box round some hexes, with so many hexes of room. */
export function boundsOfHexes(hexes: HexPair[], room: number): Bounds | null {
  if (hexes.length === 0) return null;
  const all = hexes.map(centreOf);
  return {
    left: Math.min(...all.map((it) => it.x)) - room,
    right: Math.max(...all.map((it) => it.x)) + room,
    bottom: Math.min(...all.map((it) => it.y)) - room,
    top: Math.max(...all.map((it) => it.y)) + room,
  };
}
