// Where a small box goes that must not cover what it is about.
import type { Place } from './note.svelte';

interface Size {
  width: number;
  height: number;
}

const GAP = 7;
const MARGIN = 8;

/** Below what it points at, or above where there is no room; within the window. */
export function beside(place: Place, box: Size, window: Size): { left: number; top: number } {
  const middle = (place.left + place.right) / 2 - box.width / 2;
  const left = Math.max(MARGIN, Math.min(middle, window.width - MARGIN - box.width));
  const below = place.bottom + GAP;
  const above = place.top - GAP - box.height;
  const fits = below + box.height <= window.height - MARGIN;
  const top = fits || above < MARGIN ? Math.min(below, window.height - MARGIN - box.height) : above;
  return { left: Math.round(left), top: Math.round(Math.max(MARGIN, top)) };
}
