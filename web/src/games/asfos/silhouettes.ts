// How each class looks from above, as vectors: bow up, in a box from -1 to 1.
import type { Shape } from '../../board/types';
import type { DesignData } from './types';

type Spot = [number, number];

/** A hull from its right half, bow to stern. */
function hull(right: Spot[]): string {
  const left = right.filter(([x]) => x !== 0).reverse().map(([x, y]): Spot => [-x, y]);
  return `M${[...right, ...left].map(([x, y]) => `${x},${y}`).join('L')}Z`;
}

/** Lines on the right, and the same on the left. */
function lines(right: Spot[][]): string {
  const mirrored = right.map((line) => line.map(([x, y]): Spot => [-x, y]));
  return [...right, ...mirrored].map((line) => `M${line.map(([x, y]) => `${x},${y}`).join('L')}`).join('');
}

const shapes: Record<string, Shape> = {
  CL: {
    length: 0.95,
    hull: hull([[0, -1], [0.12, -0.55], [0.15, -0.05], [0.44, 0.5], [0.44, 0.74], [0.17, 0.62], [0.13, 0.86], [0, 0.8]]),
    detail: lines([[[0, -0.55], [0, 0.3]], [[0.15, 0.05], [0.15, 0.6]]]),
  },
  CA: {
    length: 1.15,
    hull: hull([[0, -1], [0.09, -0.8], [0.16, -0.3], [0.3, -0.12], [0.3, 0.2], [0.56, 0.46], [0.56, 0.72], [0.24, 0.66], [0.2, 0.9], [0, 0.84]]),
    detail: lines([[[0, -0.7], [0, -0.1]], [[0.16, -0.2], [0.16, 0.6]], [[0.3, 0.2], [0.2, 0.6]]]),
  },
  BC: {
    length: 1.35,
    hull: hull([[0, -1], [0.12, -0.78], [0.19, -0.3], [0.34, -0.1], [0.34, 0.3], [0.46, 0.42], [0.46, 0.78], [0.24, 0.84], [0.16, 0.95], [0, 0.9]]),
    detail: lines([[[0, -0.7], [0, 0.1]], [[0.19, -0.2], [0.19, 0.75]]]),
  },
  BB: {
    length: 1.55,
    hull: hull([[0, -1], [0.17, -0.82], [0.23, -0.42], [0.4, -0.26], [0.44, 0.3], [0.32, 0.42], [0.4, 0.58], [0.4, 0.84], [0.2, 0.86], [0.16, 0.97], [0, 0.93]]),
    detail: lines([[[0, -0.78], [0, -0.35]], [[0.23, -0.3], [0.23, 0.8]], [[0.05, -0.1], [0.05, 0.5]], [[0.44, 0.02], [0.23, 0.02]]]),
  },
  broadside: {
    length: 1.55,
    hull: hull([[0, -0.96], [0.2, -0.86], [0.24, -0.55], [0.5, -0.42], [0.5, 0.42], [0.3, 0.52], [0.36, 0.8], [0.18, 0.95], [0, 0.9]]),
    detail: lines([[[0.24, -0.5], [0.24, 0.5]], [[0.5, -0.2], [0.24, -0.2]], [[0.5, 0], [0.24, 0]], [[0.5, 0.2], [0.24, 0.2]], [[0, -0.7], [0, -0.2]]]),
  },
  DN: {
    length: 1.85,
    hull: hull([[0, -1], [0.2, -0.86], [0.27, -0.5], [0.46, -0.36], [0.5, 0.18], [0.38, 0.3], [0.52, 0.5], [0.52, 0.8], [0.3, 0.86], [0.24, 0.98], [0, 0.92]]),
    detail: lines([[[0, -0.8], [0, -0.3]], [[0.27, -0.4], [0.27, 0.82]], [[0.08, -0.1], [0.08, 0.6]], [[0.48, -0.1], [0.27, -0.1]], [[0.48, 0.1], [0.27, 0.1]]]),
  },
  SDN: {
    length: 2.1,
    hull: hull([[0, -1], [0.26, -0.84], [0.32, -0.5], [0.54, -0.4], [0.6, 0.1], [0.46, 0.24], [0.62, 0.44], [0.62, 0.82], [0.36, 0.86], [0.3, 0.98], [0, 0.92]]),
    detail: lines([[[0, -0.8], [0, -0.2]], [[0.32, -0.4], [0.32, 0.84]], [[0.1, -0.1], [0.1, 0.7]], [[0.58, -0.15], [0.32, -0.15]], [[0.58, 0.05], [0.32, 0.05]]]),
  },
  freighter: {
    length: 1.3,
    hull: hull([[0, -0.95], [0.18, -0.82], [0.18, -0.62], [0.42, -0.58], [0.42, 0.62], [0.2, 0.66], [0.2, 0.9], [0, 0.9]]),
    detail: lines([[[0.42, -0.18], [0.06, -0.18]], [[0.42, 0.22], [0.06, 0.22]], [[0.06, -0.55], [0.06, 0.6]]]),
  },
  station: {
    length: 2.0,
    hull: hull([[0, -0.95], [0.22, -0.9], [0.3, -0.62], [0.62, -0.3], [0.92, -0.2], [0.92, 0.2], [0.62, 0.3], [0.3, 0.62], [0.22, 0.9], [0, 0.95]]),
    detail: `${lines([[[0.62, -0.3], [0.62, 0.3]], [[0, -0.62], [0.3, -0.62]], [[0, 0.62], [0.3, 0.62]]])}M0.32,0A0.32,0.32 0 1 1 -0.32,0A0.32,0.32 0 1 1 0.32,0`,
  },
};

const BY_MASS: [number, string][] = [[4, 'CL'], [6, 'CA'], [9, 'BC'], [12, 'BB'], [18, 'DN'], [Infinity, 'SDN']];

export function shapeOf(design: DesignData | null, mass: number): Shape {
  const name = design?.class ?? '';
  // A battleship that fires best to the sides looks like one.
  const wide = design && (design.primaries.left ?? 0) > (design.primaries.forward ?? 0) && design.engine > 0;
  if (wide && name === 'BB') return shapes['broadside']!;
  return shapes[name] ?? shapes[BY_MASS.find(([most]) => mass <= most)![1]]!;
}
