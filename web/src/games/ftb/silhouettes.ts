// Silhouettes of the classes. What a class has and may do comes with the view
// and the menu.
import { hull, lines } from '../../board/mirrored';
import type { Shape } from '../../board/types';
import type { ClassName } from './types';

export const SHAPES: Record<ClassName, Shape> = {
  destroyer: {
    length: 0.8,
    least: 17,
    most: 60,
    hull: hull([
      [0, -1],
      [0.13, -0.62],
      [0.16, 0.1],
      [0.4, 0.42],
      [0.4, 0.7],
      [0.18, 0.64],
      [0.14, 0.92],
      [0, 0.86],
    ]),
    detail: lines([
      [
        [0, -0.6],
        [0, 0.4],
      ],
      [
        [0.16, 0.1],
        [0.16, 0.6],
      ],
    ]),
  },
  cruiser: {
    length: 1,
    least: 20,
    most: 72,
    hull: hull([
      [0, -1],
      [0.15, -0.8],
      [0.18, -0.35],
      [0.34, -0.2],
      [0.34, 0.26],
      [0.2, 0.38],
      [0.46, 0.62],
      [0.46, 0.84],
      [0.2, 0.8],
      [0.16, 0.95],
      [0, 0.9],
    ]),
    detail: lines([
      [
        [0, -0.7],
        [0, 0.1],
      ],
      [
        [0.18, -0.3],
        [0.18, 0.75],
      ],
    ]),
  },
  battleship: {
    length: 1.25,
    least: 24,
    most: 84,
    hull: hull([
      [0, -1],
      [0.2, -0.84],
      [0.26, -0.45],
      [0.46, -0.3],
      [0.5, 0.26],
      [0.36, 0.38],
      [0.48, 0.56],
      [0.48, 0.84],
      [0.26, 0.86],
      [0.2, 0.98],
      [0, 0.92],
    ]),
    detail: lines([
      [
        [0, -0.78],
        [0, -0.3],
      ],
      [
        [0.26, -0.35],
        [0.26, 0.82],
      ],
      [
        [0.48, -0.05],
        [0.26, -0.05],
      ],
      [
        [0.48, 0.14],
        [0.26, 0.14],
      ],
    ]),
  },
  liner: {
    length: 1.2,
    least: 22,
    most: 80,
    hull: hull([
      [0, -0.96],
      [0.22, -0.8],
      [0.34, -0.5],
      [0.34, 0.6],
      [0.22, 0.68],
      [0.22, 0.9],
      [0, 0.9],
    ]),
    detail: lines([
      [
        [0.34, -0.25],
        [0.06, -0.25],
      ],
      [
        [0.34, 0.05],
        [0.06, 0.05],
      ],
      [
        [0.34, 0.35],
        [0.06, 0.35],
      ],
    ]),
  },
  runner: {
    length: 0.75,
    least: 16,
    most: 56,
    hull: hull([
      [0, -1],
      [0.2, -0.2],
      [0.2, 0.3],
      [0.62, 0.86],
      [0.2, 0.72],
      [0, 0.84],
    ]),
    detail: lines([
      [
        [0, -0.5],
        [0, 0.5],
      ],
    ]),
  },
};

export const TORPEDO: Shape = {
  length: 0.4,
  least: 11,
  most: 30,
  hull: hull([
    [0, -1],
    [0.16, -0.5],
    [0.16, 0.5],
    [0.4, 0.95],
    [0, 0.75],
  ]),
};
