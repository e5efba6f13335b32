// How each class looks from above: bow up, in a box from -1 to 1. Terrans are
// straight and blocky, Talons swept blades: one tells them apart
// without colour.
import { hull, type Spot } from '../../board/mirrored';

export interface Silhouette {
  hull: string;
  /** How long it is drawn, against the largest. */
  size: number;
}

/** Three small ones make a squadron. */
function three(one: Spot[]): string {
  const at = (dx: number, dy: number) => {
    const full: Spot[] = [
      ...one,
      ...one
        .filter(([x]) => x !== 0)
        .reverse()
        .map(([x, y]): Spot => [-x, y]),
    ];
    return `M${full.map(([x, y]) => `${(x * 0.46 + dx).toFixed(3)},${(y * 0.46 + dy).toFixed(3)}`).join('L')}Z`;
  };
  return at(0, -0.48) + at(-0.54, 0.42) + at(0.54, 0.42);
}

const ring = (r: number) => `M${r},0A${r},${r} 0 1 1 ${-r},0A${r},${r} 0 1 1 ${r},0Z`;

const TERRAN: Record<string, Silhouette> = {
  SC: {
    size: 0.6,
    hull: hull([
      [0, -1],
      [0.14, -0.7],
      [0.18, -0.1],
      [0.36, 0.3],
      [0.36, 0.8],
      [0.18, 0.8],
      [0.16, 0.6],
      [0, 0.6],
    ]),
  },
  DD: {
    size: 0.7,
    hull: hull([
      [0, -1],
      [0.12, -0.86],
      [0.18, -0.4],
      [0.18, 0.1],
      [0.44, 0.3],
      [0.44, 0.92],
      [0.26, 0.92],
      [0.24, 0.66],
      [0.1, 0.66],
      [0.1, 0.84],
      [0, 0.84],
    ]),
  },
  CL: {
    size: 0.78,
    hull: hull([
      [0, -1],
      [0.13, -0.9],
      [0.2, -0.5],
      [0.2, -0.1],
      [0.34, 0],
      [0.5, 0.2],
      [0.5, 0.88],
      [0.32, 0.88],
      [0.3, 0.62],
      [0.14, 0.62],
      [0.14, 0.94],
      [0, 0.94],
    ]),
  },
  CA: {
    size: 0.88,
    hull: hull([
      [0, -1],
      [0.13, -0.92],
      [0.22, -0.56],
      [0.22, -0.24],
      [0.36, -0.14],
      [0.36, 0.18],
      [0.54, 0.32],
      [0.54, 0.94],
      [0.34, 0.94],
      [0.32, 0.66],
      [0.16, 0.66],
      [0.16, 0.96],
      [0, 0.96],
    ]),
  },
  BC: {
    size: 0.95,
    hull: hull([
      [0, -1],
      [0.14, -0.94],
      [0.24, -0.66],
      [0.24, -0.36],
      [0.4, -0.26],
      [0.4, 0.16],
      [0.6, 0.26],
      [0.6, 0.96],
      [0.4, 0.96],
      [0.36, 0.66],
      [0.2, 0.66],
      [0.2, 1],
      [0, 1],
    ]),
  },
  BB: {
    size: 1.02,
    hull: hull([
      [0, -1],
      [0.2, -0.94],
      [0.3, -0.66],
      [0.3, -0.44],
      [0.5, -0.36],
      [0.5, 0.1],
      [0.68, 0.2],
      [0.68, 0.98],
      [0.46, 0.98],
      [0.42, 0.64],
      [0.26, 0.64],
      [0.26, 1],
      [0, 1],
    ]),
  },
  CV: {
    size: 0.95,
    hull:
      hull([
        [0, -0.9],
        [0.34, -0.9],
        [0.44, -0.76],
        [0.44, 0.1],
        [0.66, 0.18],
        [0.66, 0.86],
        [0.46, 0.86],
        [0.44, 0.7],
        [0.3, 0.7],
        [0.3, 0.94],
        [0, 0.94],
      ]) +
      hull([
        [0, -0.6],
        [0.14, -0.6],
        [0.14, 0.3],
        [0, 0.3],
      ]),
  },
  FTR: {
    size: 0.8,
    hull: three([
      [0, -0.95],
      [0.22, -0.1],
      [0.75, 0.5],
      [0.75, 0.75],
      [0.2, 0.6],
      [0, 0.8],
    ]),
  },
  Tran: {
    size: 0.78,
    hull: hull([
      [0, -0.92],
      [0.2, -0.86],
      [0.24, -0.62],
      [0.14, -0.5],
      [0.46, -0.44],
      [0.46, 0.02],
      [0.2, 0.1],
      [0.46, 0.16],
      [0.46, 0.62],
      [0.2, 0.68],
      [0.26, 0.92],
      [0, 0.92],
    ]),
  },
  Base: { size: 1, hull: `${ring(0.42)}${[0, 90, 180, 270].map((deg) => arm(deg)).join('')}` },
};

function arm(degrees: number): string {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const spots: Spot[] = [
    [-0.14, -0.36],
    [-0.14, -0.66],
    [-0.34, -0.74],
    [-0.24, -0.98],
    [0.24, -0.98],
    [0.34, -0.74],
    [0.14, -0.66],
    [0.14, -0.36],
  ];
  return `M${spots.map(([x, y]) => `${(x * c - y * s).toFixed(3)},${(x * s + y * c).toFixed(3)}`).join('L')}Z`;
}

function blade(degrees: number): string {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const spots: Spot[] = [
    [-0.3, -0.3],
    [0, -1],
    [0.3, -0.3],
  ];
  return `M${spots.map(([x, y]) => `${(x * c - y * s).toFixed(3)},${(x * s + y * c).toFixed(3)}`).join('L')}Z`;
}

const TALON: Record<string, Silhouette> = {
  FF: {
    size: 0.64,
    hull: hull([
      [0, -0.95],
      [0.14, -0.2],
      [0.55, -0.5],
      [0.3, 0.5],
      [0.1, 0.35],
      [0, 0.8],
    ]),
  },
  DD: {
    size: 0.7,
    hull: hull([
      [0, -0.98],
      [0.16, -0.3],
      [0.62, -0.62],
      [0.44, 0.3],
      [0.24, 0.36],
      [0.26, 0.84],
      [0.08, 0.6],
      [0, 0.86],
    ]),
  },
  CL: {
    size: 0.78,
    hull: hull([
      [0, -1],
      [0.18, -0.36],
      [0.38, -0.3],
      [0.74, -0.72],
      [0.62, 0.36],
      [0.3, 0.3],
      [0.36, 0.84],
      [0.1, 0.62],
      [0, 0.9],
    ]),
  },
  CA: {
    size: 0.86,
    hull: hull([
      [0, -1],
      [0.14, -0.5],
      [0.3, -0.26],
      [0.46, -0.32],
      [0.8, -0.84],
      [0.74, 0.2],
      [0.5, 0.5],
      [0.34, 0.36],
      [0.46, 0.94],
      [0.14, 0.7],
      [0, 0.95],
    ]),
  },
  BC: {
    size: 0.93,
    hull: hull([
      [0, -1],
      [0.18, -0.56],
      [0.34, -0.3],
      [0.5, -0.36],
      [0.72, -0.94],
      [0.92, -0.2],
      [0.76, 0.34],
      [0.46, 0.44],
      [0.58, 0.96],
      [0.2, 0.72],
      [0, 0.96],
    ]),
  },
  BB: {
    size: 1,
    hull: hull([
      [0, -0.9],
      [0.16, -0.62],
      [0.3, -0.98],
      [0.36, -0.4],
      [0.56, -0.4],
      [0.84, -0.9],
      [0.96, 0],
      [0.78, 0.42],
      [0.5, 0.46],
      [0.66, 1],
      [0.24, 0.74],
      [0, 0.96],
    ]),
  },
  DN: {
    size: 1.06,
    hull: hull([
      [0, -1],
      [0.2, -0.6],
      [0.34, -1],
      [0.44, -0.42],
      [0.66, -0.5],
      [0.9, -1],
      [1, 0],
      [0.86, 0.36],
      [0.96, 0.8],
      [0.6, 0.5],
      [0.6, 1],
      [0.3, 0.78],
      [0, 1],
    ]),
  },
  FTR: {
    size: 0.8,
    hull: three([
      [0, -0.95],
      [0.2, 0],
      [0.8, -0.3],
      [0.5, 0.7],
      [0, 0.45],
    ]),
  },
  CV: {
    size: 0.95,
    hull: hull([
      [0, -0.8],
      [0.3, -0.9],
      [0.42, -0.3],
      [0.84, -0.5],
      [0.8, 0.6],
      [0.5, 0.94],
      [0.3, 0.7],
      [0, 0.86],
    ]),
  },
  Tran: {
    size: 0.78,
    hull: hull([
      [0, -0.9],
      [0.26, -0.5],
      [0.5, -0.56],
      [0.42, 0.1],
      [0.56, 0.66],
      [0.26, 0.6],
      [0, 0.92],
    ]),
  },
  Base: {
    size: 1,
    hull: `${hull([
      [0, -0.5],
      [0.43, -0.25],
      [0.43, 0.25],
      [0, 0.5],
    ])}${[0, 60, 120, 180, 240, 300].map((deg) => blade(deg)).join('')}`,
  },
};

const OTHER: Record<string, string> = {
  fighters: 'FTR',
  base: 'Base',
  carrier: 'CV',
  transport: 'Tran',
  ship: 'CA',
};

/** A class of one's own looks like others of its kind. */
export function silhouetteOf(faction: 'terran' | 'talon', name: string, kind: string): Silhouette {
  const family = faction === 'terran' ? TERRAN : TALON;
  return family[name] ?? (faction === 'terran' ? TALON : TERRAN)[name] ?? family[OTHER[kind] ?? 'CA']!;
}

export const MISSILE = hull([
  [0, -1],
  [0.3, -0.4],
  [0.3, 0.4],
  [0.62, 0.9],
  [0, 0.62],
]);
