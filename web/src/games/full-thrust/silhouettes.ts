// How ships look from above, by size and trade, with a line of its own for each
// navy: vectors, bow up, in a box from -1 to 1.
import { hull, lines, type Spot } from '../../board/mirrored';
import type { Shape } from '../../board/types';
import type { Plate } from './wire';

type Size = 'scout' | 'escort' | 'destroyer' | 'cruiser' | 'heavy' | 'battleship' | 'dreadnought';

const SIZES: [number, Size, number][] = [
  [15, 'scout', 1.25],
  [28, 'escort', 1.5],
  [44, 'destroyer', 1.75],
  [65, 'cruiser', 2.05],
  [90, 'heavy', 2.35],
  [135, 'battleship', 2.75],
  [Infinity, 'dreadnought', 3.2],
];

const HULLS: Record<Size, { hull: string; detail: string }> = {
  scout: {
    hull: hull([
      [0, -0.95],
      [0.14, -0.4],
      [0.2, 0.1],
      [0.5, 0.62],
      [0.2, 0.5],
      [0.16, 0.8],
      [0, 0.72],
    ]),
    detail: lines([
      [
        [0, -0.5],
        [0, 0.3],
      ],
    ]),
  },
  escort: {
    hull: hull([
      [0, -1],
      [0.13, -0.62],
      [0.17, -0.05],
      [0.36, 0.2],
      [0.4, 0.7],
      [0.2, 0.6],
      [0.17, 0.86],
      [0, 0.8],
    ]),
    detail: lines([
      [
        [0, -0.6],
        [0, 0.2],
      ],
      [
        [0.17, 0.1],
        [0.17, 0.6],
      ],
    ]),
  },
  destroyer: {
    hull: hull([
      [0, -1],
      [0.1, -0.85],
      [0.15, -0.3],
      [0.28, -0.1],
      [0.28, 0.3],
      [0.5, 0.52],
      [0.5, 0.74],
      [0.22, 0.66],
      [0.19, 0.9],
      [0, 0.84],
    ]),
    detail: lines([
      [
        [0, -0.7],
        [0, 0.1],
      ],
      [
        [0.15, -0.2],
        [0.16, 0.62],
      ],
    ]),
  },
  cruiser: {
    hull: hull([
      [0, -1],
      [0.12, -0.84],
      [0.17, -0.36],
      [0.34, -0.16],
      [0.34, 0.22],
      [0.24, 0.36],
      [0.42, 0.56],
      [0.42, 0.8],
      [0.2, 0.84],
      [0.16, 0.95],
      [0, 0.9],
    ]),
    detail: lines([
      [
        [0, -0.75],
        [0, -0.1],
      ],
      [
        [0.17, -0.3],
        [0.17, 0.8],
      ],
      [
        [0.34, 0.02],
        [0.17, 0.02],
      ],
    ]),
  },
  heavy: {
    hull: hull([
      [0, -1],
      [0.14, -0.86],
      [0.2, -0.5],
      [0.36, -0.36],
      [0.42, 0.06],
      [0.3, 0.2],
      [0.5, 0.4],
      [0.5, 0.78],
      [0.26, 0.8],
      [0.21, 0.95],
      [0, 0.9],
    ]),
    detail: lines([
      [
        [0, -0.78],
        [0, -0.2],
      ],
      [
        [0.2, -0.4],
        [0.21, 0.8],
      ],
      [
        [0.4, -0.1],
        [0.2, -0.1],
      ],
      [
        [0.07, 0.05],
        [0.07, 0.6],
      ],
    ]),
  },
  battleship: {
    hull: hull([
      [0, -1],
      [0.18, -0.86],
      [0.24, -0.5],
      [0.44, -0.38],
      [0.48, 0.14],
      [0.34, 0.26],
      [0.52, 0.46],
      [0.52, 0.82],
      [0.3, 0.86],
      [0.24, 0.97],
      [0, 0.92],
    ]),
    detail: lines([
      [
        [0, -0.8],
        [0, -0.3],
      ],
      [
        [0.24, -0.42],
        [0.25, 0.84],
      ],
      [
        [0.46, -0.12],
        [0.24, -0.12],
      ],
      [
        [0.08, -0.1],
        [0.08, 0.6],
      ],
    ]),
  },
  dreadnought: {
    hull: hull([
      [0, -1],
      [0.24, -0.85],
      [0.3, -0.52],
      [0.52, -0.42],
      [0.58, 0.08],
      [0.44, 0.2],
      [0.62, 0.42],
      [0.62, 0.82],
      [0.36, 0.86],
      [0.3, 0.98],
      [0, 0.93],
    ]),
    detail: lines([
      [
        [0, -0.8],
        [0, -0.25],
      ],
      [
        [0.3, -0.44],
        [0.31, 0.84],
      ],
      [
        [0.1, -0.1],
        [0.1, 0.7],
      ],
      [
        [0.56, -0.18],
        [0.3, -0.18],
      ],
      [
        [0.57, 0.02],
        [0.3, 0.02],
      ],
    ]),
  },
};

/** Built by somebody who thinks otherwise: the same sizes, another line. */
const DARTS: Record<Size, { hull: string; detail: string }> = Object.fromEntries(
  (Object.keys(HULLS) as Size[]).map((size, k) => {
    const w = 0.42 + k * 0.055;
    return [
      size,
      {
        hull: hull([
          [0, -1],
          [0.08, -0.6],
          [w * 0.55, 0.1],
          [w, 0.86],
          [w * 0.5, 0.6],
          [0.14, 0.74],
          [0, 0.62],
        ]),
        detail: lines([
          [
            [0, -0.6],
            [0, 0.4],
          ],
          [
            [w * 0.35, 0.1],
            [w * 0.6, 0.62],
          ],
          ...(k > 3
            ? [
                [
                  [w * 0.18, -0.1],
                  [w * 0.25, 0.58],
                ] as Spot[],
              ]
            : []),
        ]),
      },
    ];
  }),
) as Record<Size, { hull: string; detail: string }>;

const SLABS: Record<Size, { hull: string; detail: string }> = Object.fromEntries(
  (Object.keys(HULLS) as Size[]).map((size, k) => {
    const w = 0.24 + k * 0.05;
    return [
      size,
      {
        hull: hull([
          [0, -0.9],
          [w * 0.5, -0.96],
          [w, -0.6],
          [w, 0.1],
          [w + 0.16, 0.2],
          [w + 0.16, 0.7],
          [w, 0.78],
          [w * 0.7, 0.95],
          [0, 0.9],
        ]),
        detail: lines([
          [
            [w * 0.5, -0.9],
            [w * 0.5, 0.85],
          ],
          [
            [w, 0.15],
            [w, 0.7],
          ],
          [
            [0, -0.5],
            [0, 0.1],
          ],
          ...(k > 3
            ? [
                [
                  [w, -0.2],
                  [w * 0.5, -0.2],
                ] as Spot[],
                [
                  [w, -0.4],
                  [w * 0.5, -0.4],
                ] as Spot[],
              ]
            : []),
        ]),
      },
    ];
  }),
) as Record<Size, { hull: string; detail: string }>;

const PODS: Record<Size, { hull: string; detail: string }> = Object.fromEntries(
  (Object.keys(HULLS) as Size[]).map((size, k) => {
    const w = 0.3 + k * 0.05;
    const side = (x: number) =>
      `M0,-0.92C${x * 0.9},-0.8 ${x * 1.25},-0.2 ${x},0.2C${x * 0.8},0.5 ${x * 1.5},0.62 ${x * 1.1},0.9` +
      `C${x * 0.6},0.66 ${x * 0.4},0.74 0,0.86`;
    const back = (x: number) =>
      `C${x * 0.4},0.74 ${x * 0.6},0.66 ${x * 1.1},0.9C${x * 1.5},0.62 ${x * 0.8},0.5 ${x},0.2` +
      `C${x * 1.25},-0.2 ${x * 0.9},-0.8 0,-0.92Z`;
    return [
      size,
      {
        hull: `${side(w)}${back(-w)}`,
        detail: `${lines([
          [
            [0, -0.6],
            [0, 0.5],
          ],
        ])}M${-w * 0.6},-0.3Q0,-0.1 ${w * 0.6},-0.3M${-w * 0.65},0.05Q0,0.25 ${w * 0.65},0.05`,
      },
    ];
  }),
) as Record<Size, { hull: string; detail: string }>;

const CARRIER = {
  hull: hull([
    [0, -0.95],
    [0.34, -0.95],
    [0.34, -0.3],
    [0.52, -0.1],
    [0.52, 0.6],
    [0.34, 0.72],
    [0.34, 0.92],
    [0, 0.9],
  ]),
  detail: lines([
    [
      [0.12, -0.9],
      [0.12, 0.85],
    ],
    [
      [0.34, -0.3],
      [0.34, 0.7],
    ],
    [
      [0, -0.7],
      [0, -0.5],
    ],
    [
      [0, -0.2],
      [0, 0],
    ],
    [
      [0, 0.3],
      [0, 0.5],
    ],
  ]),
};
const FREIGHTER = {
  hull: hull([
    [0, -0.95],
    [0.18, -0.84],
    [0.18, -0.64],
    [0.42, -0.6],
    [0.42, 0.62],
    [0.2, 0.66],
    [0.22, 0.92],
    [0, 0.88],
  ]),
  detail: lines([
    [
      [0.42, -0.18],
      [0.06, -0.18],
    ],
    [
      [0.42, 0.22],
      [0.06, 0.22],
    ],
    [
      [0.06, -0.55],
      [0.06, 0.6],
    ],
  ]),
};

const LINES: Record<string, Record<Size, { hull: string; detail: string }>> = {
  veshar: DARTS,
  korvath: SLABS,
  nhal: PODS,
};

export function shapeOf({ mass, trade, navy }: Plate): Shape {
  const [, size, length] = SIZES.find(([most]) => mass <= most)!;
  const drawn =
    trade === 'carrier' ? CARRIER : trade === 'merchant' ? FREIGHTER : (LINES[navy ?? ''] ?? HULLS)[size];
  return { ...drawn, length };
}

/** An arch to fly through: two pylons with a bow over them, open between. */
const GATE = {
  hull: 'M-0.95,0.9L-0.95,0A0.95,0.95 0 0 1 0.95,0L0.95,0.9L0.62,0.9L0.62,0A0.62,0.62 0 0 0 -0.62,0L-0.62,0.9Z',
  detail: 'M-0.78,0.85L-0.78,0A0.78,0.78 0 0 1 0.78,0L0.78,0.85M-0.95,0.35L-0.62,0.35M0.62,0.35L0.95,0.35',
};

export function gateShape(plate: Plate): Shape {
  return { ...GATE, length: shapeOf(plate).length };
}
