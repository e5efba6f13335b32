// How the world falls on the screen in one frame, as plain numbers, so that
// thousands of places cost no objects.
import type { BoardState } from '../state';
import type { Point } from '../types';

export interface Lens {
  scale: number;
  originX: number;
  originY: number;
  /** What is seen, in world units. */
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export function freshLens(): Lens {
  return { scale: 1, originX: 0, originY: 0, left: 0, right: 0, bottom: 0, top: 0 };
}

export function focus(lens: Lens, { camera, view }: BoardState): Lens {
  const { scale } = camera;
  lens.scale = scale;
  lens.originX = view.width / 2 - camera.x * scale;
  lens.originY = view.height / 2 + camera.y * scale;
  lens.left = camera.x - view.width / 2 / scale;
  lens.right = camera.x + view.width / 2 / scale;
  lens.bottom = camera.y - view.height / 2 / scale;
  lens.top = camera.y + view.height / 2 / scale;
  return lens;
}

export function screenX(lens: Lens, x: number): number {
  return lens.originX + x * lens.scale;
}

export function screenY(lens: Lens, y: number): number {
  return lens.originY - y * lens.scale;
}

/** Whether a circle is on the screen; `margin` pixels round it count too. */
export function isIn(lens: Lens, at: Point, radius: number, margin = 40): boolean {
  const pad = radius + margin / lens.scale;
  return (
    at.x >= lens.left - pad && at.x <= lens.right + pad && at.y >= lens.bottom - pad && at.y <= lens.top + pad
  );
}

/** Whether the box round some places touches the screen: a line may cross it with both ends outside. */
export function anyIn(lens: Lens, points: Point[], margin = 12): boolean {
  const pad = margin / lens.scale;
  let left = Infinity;
  let right = -Infinity;
  let bottom = Infinity;
  let top = -Infinity;
  for (const it of points) {
    if (it.x < left) left = it.x;
    if (it.x > right) right = it.x;
    if (it.y < bottom) bottom = it.y;
    if (it.y > top) top = it.y;
  }
  return (
    right >= lens.left - pad &&
    left <= lens.right + pad &&
    top >= lens.bottom - pad &&
    bottom <= lens.top + pad
  );
}
