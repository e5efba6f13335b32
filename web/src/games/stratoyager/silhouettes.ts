// How each fighter looks from above, as vectors: nose up, in a box from -1 to 1.
import { hull, lines } from '../../board/mirrored';
import type { Shape } from '../../board/types';
import type { Card } from './types';

const SIZE = { least: 24, most: 72 };

const shapes: Record<string, Shape> = {
  // Two seats and a turret: long and broad.
  heavy: {
    length: 1.3,
    ...SIZE,
    hull: hull([
      [0, -1],
      [0.14, -0.78],
      [0.18, -0.3],
      [0.5, 0],
      [0.8, 0.12],
      [0.8, 0.42],
      [0.36, 0.44],
      [0.36, 0.86],
      [0.16, 0.78],
      [0, 0.86],
    ]),
    detail: `${lines([
      [
        [0, -0.7],
        [0, -0.34],
      ],
      [
        [0.36, 0.1],
        [0.36, 0.6],
      ],
    ])}M0.14,0.16A0.14,0.14 0 1 1 -0.14,0.16A0.14,0.14 0 1 1 0.14,0.16`,
  },
  // Wings swept back.
  swept: {
    length: 1.1,
    ...SIZE,
    hull: hull([
      [0, -1],
      [0.1, -0.66],
      [0.15, -0.15],
      [0.78, 0.5],
      [0.78, 0.72],
      [0.22, 0.52],
      [0.26, 0.9],
      [0, 0.76],
    ]),
    detail: lines([
      [
        [0, -0.6],
        [0, -0.2],
      ],
      [
        [0.15, 0],
        [0.5, 0.5],
      ],
    ]),
  },
  // Wings swept forward, with the nose well before them: no doubt where it points.
  horned: {
    length: 1.1,
    ...SIZE,
    hull: hull([
      [0, -1],
      [0.11, -0.55],
      [0.17, -0.08],
      [0.62, -0.02],
      [0.74, -0.3],
      [0.82, -0.3],
      [0.8, 0.24],
      [0.34, 0.44],
      [0.3, 0.86],
      [0.14, 0.7],
      [0, 0.78],
    ]),
    detail: lines([
      [
        [0, -0.6],
        [0, -0.2],
      ],
      [
        [0.2, 0.16],
        [0.6, 0.14],
      ],
    ]),
  },
  // A civil hull with pods hung on.
  podded: {
    length: 1.1,
    ...SIZE,
    hull: hull([
      [0, -0.9],
      [0.2, -0.7],
      [0.24, -0.1],
      [0.46, 0],
      [0.46, -0.3],
      [0.66, -0.3],
      [0.66, 0.5],
      [0.46, 0.5],
      [0.46, 0.28],
      [0.24, 0.36],
      [0.24, 0.8],
      [0, 0.86],
    ]),
    detail: lines([
      [
        [0, -0.6],
        [0, -0.2],
      ],
      [
        [0.24, 0.1],
        [0.46, 0.12],
      ],
    ]),
  },
  freighter: {
    length: 1.4,
    ...SIZE,
    hull: hull([
      [0, -0.95],
      [0.18, -0.82],
      [0.18, -0.62],
      [0.44, -0.56],
      [0.44, 0.6],
      [0.2, 0.66],
      [0.2, 0.9],
      [0, 0.9],
    ]),
    detail: lines([
      [
        [0.44, -0.18],
        [0.06, -0.18],
      ],
      [
        [0.44, 0.22],
        [0.06, 0.22],
      ],
    ]),
  },
};

/** By what the card can do, so that own cards have a shape, too. */
export function shapeOf(card: Card | undefined): Shape {
  if (!card) return shapes['swept']!;
  if (!card.gun && !card.missiles?.length) return shapes['freighter']!;
  if (card.features?.includes('turret360') || card.features?.includes('gunner')) return shapes['heavy']!;
  if (card.hindrances?.includes('retrofitted_civilian')) return shapes['podded']!;
  return card.faction === 'Pirates' ? shapes['horned']! : shapes['swept']!;
}
