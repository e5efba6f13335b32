// What the map of a table without hexes is drawn from, whatever the game.
import type { Point } from '../../board/types';

export interface Sight<View, Menu, Draft> {
  view: View;
  menu: Menu | null;
  draft: Draft;
  seat: number | null;
  selected: number | null;
  hovered: number | null;
  pinnedRanges: boolean;
  pinnedReach: boolean;
  /** The order may still be changed. */
  open: boolean;
  /** Paths that were flown last, by ship. */
  flown: Map<number, Point[]>;
  playing: boolean;
}

/** A still picture: nobody looks from a seat, nothing is selected, nothing is asked. */
export function still<View, Draft>(view: View, draft: Draft): Sight<View, never, Draft> {
  return {
    view,
    menu: null,
    draft,
    seat: null,
    selected: null,
    hovered: null,
    pinnedRanges: false,
    pinnedReach: false,
    open: false,
    flown: new Map(),
    playing: true,
  };
}
