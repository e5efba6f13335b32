// The symbols of a display as vectors, each in a box from -10 to 10 about the
// origin, bow up. Plain data: whoever draws them says in which colours.

export interface Stroke {
  d: string;
  /** Filled with ink, with the ground, or only a line. */
  fill?: 'ink' | 'ground';
  thin?: boolean;
  dash?: boolean;
}

export interface Symbol {
  strokes: Stroke[];
  /** Where its number or letters stand, and how large. */
  text?: { y: number; size: number; letters?: string };
}

const circle = (r: number, x = 0, y = 0): string =>
  `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
const box = (w: number, h: number, y = 0): string => `M${-w},${y - h}H${w}V${y + h}H${-w}Z`;

/** Rays from one radius to another, `n` of them. */
function rays(n: number, from: number, to: number, turn = 0): string {
  return Array.from({ length: n }, (_, k) => {
    const a = ((turn + (k * 360) / n) * Math.PI) / 180;
    const at = (r: number) => `${(Math.sin(a) * r).toFixed(2)},${(-Math.cos(a) * r).toFixed(2)}`;
    return `M${at(from)}L${at(to)}`;
  }).join('');
}

/** Small discs on a circle. */
function dots(n: number, radius: number, r: number, turn = 0): string {
  return Array.from({ length: n }, (_, k) => {
    const a = ((turn + (k * 360) / n) * Math.PI) / 180;
    return circle(
      r,
      Math.round(Math.sin(a) * radius * 100) / 100,
      Math.round(-Math.cos(a) * radius * 100) / 100,
    );
  }).join('');
}

const HOUSE = 'M-8.5,8.5V-2.5L0,-9.5L8.5,-2.5V8.5Z';
const TRAPEZE = 'M-8.5,-8.5H8.5L5,8.5H-5Z';
const DIAMOND = 'M0,-9.8L9.8,0L0,9.8L-9.8,0Z';
const HEXAGON = 'M0,-9.8L8.5,-4.9V4.9L0,9.8L-8.5,4.9V-4.9Z';
const BOLT = 'M2,-8L-4.5,1.5H-0.5L-2,8L4.5,-1.5H0.5Z';
const centre = { y: 0, size: 12 };
const small = { y: 0, size: 10 };

/** A crescent that screens are known by, at a distance from the middle. */
const screen = (y: number): string => `M-8.5,${y + 6}Q0,${y - 6} 8.5,${y + 6}`;

const SYMBOLS: Record<string, Symbol> = {
  beam: { strokes: [{ d: circle(9.5), fill: 'ground' }], text: centre },
  graser: {
    strokes: [
      { d: circle(9.5), fill: 'ground' },
      { d: circle(7.2), thin: true },
    ],
    text: small,
  },
  phaser: {
    strokes: [
      { d: circle(9.5), fill: 'ground' },
      { d: 'M-8,5H8', thin: true },
    ],
    text: { y: -1.5, size: 10 },
  },
  emp: { strokes: [{ d: DIAMOND, fill: 'ground' }], text: small },
  plasmaCannon: {
    strokes: [
      { d: 'M-8.5,8.5V-5Q-8.5,-8.5 -5,-8.5H5Q8.5,-8.5 8.5,-5V8.5Z', fill: 'ground' },
      { d: 'M-8.5,5H8.5', thin: true },
    ],
    text: { y: -1.5, size: 10 },
  },
  needle: { strokes: [{ d: circle(9.5), fill: 'ground' }, { d: 'M0,7V-7M-3,-3L0,-7.5L3,-3' }] },
  gravitic: { strokes: [{ d: HEXAGON, fill: 'ground' }], text: centre },
  transporter: {
    strokes: [
      { d: circle(9.5), fill: 'ground' },
      { d: 'M-5,-4H5M-5,0H5M-5,4H5', thin: true },
    ],
  },
  kgun: { strokes: [{ d: HOUSE, fill: 'ground' }], text: { y: 2, size: 12 } },
  torpedoPulse: { strokes: [{ d: circle(9.5), fill: 'ground' }, { d: rays(8, 0, 7.4) }] },
  torpedoVariable: {
    strokes: [
      { d: circle(9.5), fill: 'ground' },
      { d: rays(8, 3.5, 7.6) },
      { d: circle(2, 0, 0), fill: 'ink' },
    ],
  },
  submunition: {
    strokes: [
      { d: TRAPEZE, fill: 'ground' },
      { d: circle(1.6, -3.6, -4) + circle(1.6, 3.6, -4) + circle(1.6, 0, 0.8), fill: 'ink', thin: true },
    ],
  },
  mkp: { strokes: [{ d: TRAPEZE, fill: 'ground' }, { d: 'M-3,-6L-2,5M0,-6V5M3,-6L2,5' }] },
  gatling: {
    strokes: [
      { d: circle(9.5), fill: 'ground' },
      { d: dots(6, 5.6, 1.7), fill: 'ink', thin: true },
    ],
  },
  particle: {
    strokes: [
      { d: circle(9.5), fill: 'ground' },
      { d: circle(2.8, -3.9, 0) + circle(2.8, 3.9, 0), fill: 'ink', thin: true },
    ],
  },
  meson: { strokes: [{ d: circle(9.5), fill: 'ground' }], text: { ...small, letters: 'M' } },
  pulser: { strokes: [{ d: circle(9.5), fill: 'ground' }], text: { ...small, letters: 'P' } },
  fusion: {
    strokes: [
      { d: circle(9.5), fill: 'ground' },
      { d: 'M0,-7Q5,-1 3.5,3.5Q2,7 0,7Q-2,7 -3.5,3.5Q-5,-1 0,-7Z', fill: 'ink', thin: true },
    ],
  },
  pbl: {
    strokes: [
      { d: box(8.5, 8.5), fill: 'ground' },
      { d: circle(6.5), thin: true },
    ],
    text: small,
  },
  boardingTorpedoLauncher: {
    strokes: [{ d: box(6, 9), fill: 'ground' }, { d: 'M0,6V-6M-3.5,-2.5L0,-6.5L3.5,-2.5' }],
  },
  spinalBeam: {
    strokes: [{ d: 'M-5,9.5V-5L0,-9.8L5,-5V9.5Z', fill: 'ground' }],
    text: { y: 2, size: 9, letters: 'B' },
  },
  spinalPlasma: {
    strokes: [{ d: 'M-5,9.5V-5L0,-9.8L5,-5V9.5Z', fill: 'ground' }],
    text: { y: 2, size: 9, letters: 'P' },
  },
  spinalSingularity: {
    strokes: [
      { d: 'M-5,9.5V-5L0,-9.8L5,-5V9.5Z', fill: 'ground' },
      { d: circle(2.6, 0, 2), fill: 'ink' },
    ],
  },
  spinalNova: {
    strokes: [{ d: 'M-5,9.5V-5L0,-9.8L5,-5V9.5Z', fill: 'ground' }, { d: `${rays(8, 1, 4.2)}` }],
  },
  spinalWave: {
    strokes: [
      { d: 'M-5,9.5V-5L0,-9.8L5,-5V9.5Z', fill: 'ground' },
      { d: 'M-3,-2Q0,-5 3,-2M-3,2Q0,-1 3,2M-3,6Q0,3 3,6' },
    ],
  },
  turret: {
    strokes: [
      { d: circle(9.5), fill: 'ground', dash: true },
      { d: circle(3), fill: 'ink' },
      { d: 'M0,-3V-9.5' },
    ],
  },
  rocketPod: {
    strokes: [
      { d: box(7.5, 8.5), fill: 'ground' },
      {
        d: circle(2, -3.2, -3.6) + circle(2, 3.2, -3.6) + circle(2, -3.2, 3.6) + circle(2, 3.2, 3.6),
        thin: true,
      },
    ],
  },
  missile: { strokes: [{ d: 'M0,-9.8L4,-4V5L7.5,9.5H-7.5L-4,5V-4Z', fill: 'ground' }] },
  salvo: { strokes: [{ d: box(8.5, 8.5), fill: 'ground' }, { d: 'M-4.5,5V-4M0,5V-6M4.5,5V-4' }] },
  salvoLauncher: { strokes: [{ d: box(8.5, 8.5), fill: 'ground' }, { d: 'M0,6V-6M-4,-2L0,-6.5L4,-2' }] },
  amt: { strokes: [{ d: circle(9.5), fill: 'ground' }, { d: 'M0,-6V6M-6,0H6' }] },
  pds: { strokes: [{ d: rays(8, 4, 9) }, { d: circle(4), fill: 'ground' }] },
  ads: { strokes: [{ d: circle(9.5), fill: 'ground' }, { d: rays(8, 3, 6.5) }, { d: circle(3) }] },
  scatterGun: {
    strokes: [
      { d: 'M0,8.5L-8.5,-4Q0,-11 8.5,-4Z', fill: 'ground' },
      {
        d: circle(1.3, -3.5, -3.5) + circle(1.3, 3.5, -3.5) + circle(1.3, 0, -5) + circle(1.3, 0, 0),
        fill: 'ink',
        thin: true,
      },
    ],
  },
  grapeshot: {
    strokes: [
      { d: 'M0,8.5L-8.5,-4Q0,-11 8.5,-4Z', fill: 'ground' },
      { d: 'M-3,-5L0,4L3,-5', thin: true },
    ],
  },
  fireControl: { strokes: [{ d: box(8.5, 8.5), fill: 'ground' }, { d: circle(4.5) }, { d: rays(4, 2, 7) }] },
  adfc: {
    strokes: [
      { d: box(8.5, 8.5), fill: 'ground' },
      { d: circle(6.2), thin: true },
    ],
    text: { ...small, letters: 'A' },
  },
  sensors: { strokes: [{ d: box(8.5, 8.5), fill: 'ground' }, { d: 'M-5.5,3Q0,-8 5.5,3M0,0V6' }] },
  screen: { strokes: [{ d: screen(-4) }, { d: screen(2) }] },
  holofield: { strokes: [{ d: 'M-3,-8L3,0L-3,8L-9,0Z' }, { d: 'M3,-8L9,0L3,8L-3,0Z' }] },
  stealthField: {
    strokes: [
      { d: circle(8.5), dash: true },
      { d: circle(4), dash: true },
    ],
  },
  reflex: { strokes: [{ d: screen(-3) }, { d: 'M0,8V-1M-3,2L0,-2L3,2' }] },
  ecm: { strokes: [{ d: 'M-9,0L-6,-6L-2,6L2,-6L6,6L9,0' }] },
  cloakDevice: { strokes: [{ d: circle(8.5), dash: true }], text: { ...small, letters: 'C' } },
  cloakField: { strokes: [{ d: box(8, 8), dash: true }], text: { ...small, letters: 'C' } },
  cloakTuffley: { strokes: [{ d: HEXAGON, dash: true }], text: { ...small, letters: 'C' } },
  decoy: { strokes: [{ d: DIAMOND, dash: true }], text: { ...small, letters: 'D' } },
  hangar: {
    strokes: [
      { d: box(9, 7), fill: 'ground' },
      { d: 'M0,-4L4,4L0,2L-4,4Z', fill: 'ink', thin: true },
    ],
  },
  gunboatRack: { strokes: [{ d: box(9, 7), fill: 'ground' }, { d: 'M-5,4L0,-4L5,4Z' }] },
  launchTube: { strokes: [{ d: box(5, 9), fill: 'ground' }, { d: 'M-2.5,4L0,0L2.5,4M-2.5,-1L0,-5L2.5,-1' }] },
  suicide: { strokes: [{ d: circle(6), fill: 'ground' }, { d: rays(4, 2, 9, 45) }] },
  mineSweeper: {
    strokes: [
      { d: box(8.5, 8.5), fill: 'ground' },
      { d: 'M-6,5L6,-5M-6,-1L0,-6M0,6L6,1', thin: true },
    ],
  },
  mineLayer: {
    strokes: [
      { d: box(8.5, 8.5), fill: 'ground' },
      { d: circle(3, 0, 3) + rays(6, 3, 3), thin: true },
    ],
    text: { y: -4, size: 7 },
  },
  ortillery: { strokes: [{ d: box(8.5, 8.5), fill: 'ground' }, { d: 'M0,-6V4M-3,1L0,5L3,1M-6,7H6' }] },
  damageControl: {
    strokes: [{ d: box(8.5, 8.5), fill: 'ground' }],
    text: { ...small, size: 8.5, letters: 'DC' },
  },
  marines: {
    strokes: [
      { d: box(8.5, 8.5), fill: 'ground' },
      { d: 'M-5,2Q-5,-5 0,-5Q5,-5 5,2Z', fill: 'ink', thin: true },
      { d: 'M-6.5,4.5H6.5' },
    ],
  },
  bay: { strokes: [{ d: box(9, 7), fill: 'ground' }], text: { ...small, size: 9 } },
  magazine: {
    strokes: [
      { d: box(9, 7), fill: 'ground' },
      { d: 'M-9,3H9', thin: true },
    ],
    text: { y: -2, size: 8.5 },
  },
  boardingTorpedoMagazine: {
    strokes: [
      { d: box(9, 7), fill: 'ground' },
      { d: 'M-9,3H9', thin: true },
    ],
  },
  shipyard: { strokes: [{ d: box(9, 9), fill: 'ground' }, { d: 'M-6,6V-6H6V6M0,-6V6' }] },
  drive: {
    strokes: [
      { d: 'M-9,-7H9V2L5.5,9H-5.5L-9,2Z', fill: 'ground' },
      { d: 'M-9,2H9', thin: true },
    ],
    text: { y: -2.4, size: 10 },
  },
  ftl: { strokes: [{ d: box(8.5, 8.5), fill: 'ground' }, { d: 'M-5,-6H5L-5,6H5Z' }] },
  bridge: {
    strokes: [
      { d: circle(9), fill: 'ground' },
      { d: 'M0,-6L1.8,-2L6,-1.8L2.8,1L3.8,5.5L0,3L-3.8,5.5L-2.8,1L-6,-1.8L-1.8,-2Z', thin: true },
    ],
  },
  powerCore: {
    strokes: [
      { d: circle(9), fill: 'ground' },
      { d: BOLT, fill: 'ink', thin: true },
    ],
  },
  lifeSupport: {
    strokes: [
      { d: circle(9), fill: 'ground' },
      { d: 'M-2,-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z', thin: true },
    ],
  },
  flaw: { strokes: [{ d: DIAMOND, fill: 'ground' }], text: { ...small, letters: '?' } },
};

const UNKNOWN: Symbol = {
  strokes: [{ d: box(8.5, 8.5), fill: 'ground', dash: true }],
  text: { ...small, letters: '?' },
};

/** Better kinds have one line more. */
const BETTER: Record<string, Stroke> = {
  fireControl: { d: circle(6.6), thin: true },
  screen: { d: screen(8) },
  drive: { d: 'M-6.5,5H6.5', thin: true },
  ftl: { d: 'M-6.5,0H6.5', thin: true },
  graser: { d: circle(8.4), thin: true },
};

export function symbolOf(name: string, better = false): Symbol {
  const it = SYMBOLS[name] ?? UNKNOWN;
  const more = better ? BETTER[name] : undefined;
  return more ? { ...it, strokes: [...it.strokes, more] } : it;
}

/** One of the six segments of the ring round a mount; 0 lies dead ahead, or to its right on a beta ship. */
export function segment(k: number, beta: boolean, inner: number, outer: number): string {
  const from = k * 60 - 30 + (beta ? 30 : 0) + 3;
  const to = from + 54;
  const at = (degrees: number, r: number) => {
    const a = (degrees * Math.PI) / 180;
    return `${(Math.sin(a) * r).toFixed(2)},${(-Math.cos(a) * r).toFixed(2)}`;
  };
  const out = `M${at(from, inner)}L${at(from, outer)}A${outer},${outer} 0 0 1 ${at(to, outer)}`;
  return `${out}L${at(to, inner)}A${inner},${inner} 0 0 0 ${at(from, inner)}Z`;
}

/** A star in a hull box, for a crew factor. */
export function star(r: number): string {
  return `M${Array.from({ length: 10 }, (_, k) => {
    const a = (k * 36 * Math.PI) / 180;
    const at = k % 2 === 0 ? r : r * 0.42;
    return `${(Math.sin(a) * at).toFixed(2)},${(-Math.cos(a) * at).toFixed(2)}`;
  }).join('L')}Z`;
}
