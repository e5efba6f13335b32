// Who holds the camera while events play: it frames the action, comes closer for
// a kill, and gives the picture back. The player may take it at any time.
// Between decisions nobody moves it.
import { boundsOf, fitted, toScreen } from './camera';
import type { Camera } from './camera';
import { flyTo } from './state';
import type { BoardState } from './state';
import type { Cue, Framing, Weight } from './timeline';
import type { Point } from './types';

export interface Director {
  /** The player's own picture, from before the events. */
  home: { camera: Camera; fitting: boolean } | null;
  /** The player has taken the camera: it stays where it is put until the events are over. */
  taken: boolean;
  /** The cue that is framed. */
  cue: Cue | null;
}

export function freshDirector(): Director {
  return { home: null, taken: false, cue: null };
}

/** How much closer than the player's own picture it may come. */
const CLOSER: Record<Weight, number> = { wide: 1, brisk: 1.8, kill: 2.6, last: 3.2 };
/** Milliseconds of a flight at single speed. */
const FLIGHT: Record<Weight, number> = { wide: 480, brisk: 480, kill: 620, last: 900 };
/** Pixels about the action. */
const ROOM = 96;
/** The share of the fitting scale that is close enough, so that the camera does not fidget. */
const ENOUGH = 0.62;

/** Events begin: the player's picture is kept. */
export function takeOver(director: Director, state: BoardState): void {
  if (director.home) return;
  director.home = { camera: state.flight?.to ?? state.camera, fitting: state.fitting };
  director.taken = false;
  director.cue = null;
}

/** Events are over: whose picture it was has it back. True if it is to follow the battle again. */
export function giveBack(director: Director, state: BoardState, now: number, length: number): boolean {
  const { home, taken } = director;
  director.home = null;
  director.cue = null;
  if (!home || taken) return false;
  state.fitting = home.fitting;
  if (!home.fitting) flyTo(state, home.camera, now, length);
  return home.fitting;
}

/** The player moves the camera. */
export function handsOff(director: Director): void {
  if (director.home) director.taken = true;
}

/** Pixels that a dying ship should be long, where the camera may come so close. */
const LARGE = { kill: 96, last: 120 };
/** However small a ship is, no closer than this; however large, a little. */
const CLOSEST = 6;
const LEAST = 1.15;

/** How close one may look: by the player's own picture, and for a kill by the size of the ship. */
function closest(home: Camera, weight: Weight, size: number | undefined): number {
  if (size === undefined || weight === 'wide' || weight === 'brisk') return home.scale * CLOSER[weight];
  return Math.min(home.scale * CLOSEST, Math.max(home.scale * LEAST, LARGE[weight] / size));
}

/** The camera that has the places in sight, no closer than may be. */
export function framed(
  state: BoardState,
  { places, weight, size }: Pick<Framing, 'places' | 'weight' | 'size'>,
  home: Camera,
): Camera {
  const { view, insets } = state;
  const box = boundsOf(places)!;
  // On a small screen there is less to give away.
  const room = Math.min(ROOM, (view.width - insets.left - insets.right) / 5);
  const to = fitted(view, box, insets, room);
  const most = closest(home, weight, size);
  if (to.scale <= most) return to;
  const middle = { x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2 };
  return {
    scale: most,
    x: middle.x - (insets.left - insets.right) / 2 / most,
    y: middle.y + (insets.top - insets.bottom) / 2 / most,
  };
}

/** Whether all places lie in the free part of the screen. */
export function inSight(state: BoardState, camera: Camera, places: Point[], margin = 40): boolean {
  const { view, insets } = state;
  return places.every((it) => {
    const at = toScreen(camera, view, it);
    return (
      at.x >= insets.left + margin &&
      at.x <= view.width - insets.right - margin &&
      at.y >= insets.top + margin &&
      at.y <= view.height - insets.bottom - margin
    );
  });
}

/** Looks at what plays now. `speed` shortens the flights; 0 cuts instead of flying, and only where it must. */
export function direct(
  director: Director,
  state: BoardState,
  frame: Framing | null,
  now: number,
  speed: number,
): void {
  if (!director.home || director.taken || !frame || frame.cue === director.cue) return;
  director.cue = frame.cue;
  const here = state.flight?.to ?? state.camera;
  const to = framed(state, frame, director.home.camera);
  const seen = inSight(state, here, frame.places);
  const close = frame.weight === 'wide' || (frame.weight === 'brisk' && here.scale >= to.scale * ENOUGH);
  if (seen && (speed === 0 || close)) return;
  state.fitting = false;
  flyTo(state, to, now, speed === 0 ? 0 : FLIGHT[frame.weight] / speed);
}

/** While the camera flies the story waits. */
export function waits(director: Director, state: BoardState): boolean {
  return director.home !== null && !director.taken && director.cue !== null && state.flight !== null;
}
