// What the board can draw. It knows no game: a game gives it items in world
// units with y to the north and headings in degrees clockwise from north.

export interface Point {
  x: number;
  y: number;
}

export interface Bounds {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Colours are named by meaning; the theme says what they look like. */
export type Tone = 'side-0' | 'side-1' | 'side-2' | 'side-3' | 'neutral' | 'harm' | 'warn' | 'text' | 'muted';

/** A silhouette, pointing up in a box from -1 to 1, as path data. */
export interface Shape {
  hull: string;
  /** Lines drawn over the hull when there is room for them. */
  detail?: string;
  /** Length in world units; the board never draws it smaller than is legible. */
  length: number;
}

export interface Token {
  id: string;
  at: Point;
  heading: number;
  side: number;
  shape: Shape;
  label: string;
  /** Of how many parts the damage ring is made, and how many are gone. */
  boxes: number;
  lost: number;
  /** Where it goes at its present speed. */
  vector?: Point;
  /** A small mark at the ring: something is out of order. */
  trouble?: number;
  /** It still owes an order. */
  owes?: boolean;
  dim?: boolean;
  wreck?: boolean;
}

export interface Ghost {
  id: string;
  at: Point;
  heading: number;
  side: number;
  shape: Shape;
  label?: string;
  /** `chosen` is drawn as a ship, `offered` as a small mark one can click. */
  kind: 'chosen' | 'offered';
  owner: string;
  drag?: boolean;
  warn?: boolean;
}

export interface Path {
  points: Point[];
  tone: Tone;
  kind: 'past' | 'plan' | 'hint';
}

export interface Ring {
  at: Point;
  radius: number;
  tone: Tone;
  label?: string;
  strong?: boolean;
}

export interface Arc {
  at: Point;
  /** Bearings clockwise from north, from the one to the other. */
  from: number;
  to: number;
  radius: number;
  tone: Tone;
  label?: string;
  active?: boolean;
}

export interface Region {
  points: Point[];
  tone: Tone;
  kind: 'reach' | 'zone';
}

export interface Disc {
  at: Point;
  radius: number;
  tone: Tone;
}

export interface Terrain {
  id: string;
  outline: Point[];
  kind: 'gas' | 'solid';
  label?: string;
}

export interface Shot {
  from: Point;
  to: Point;
  tone: Tone;
  kind: 'beam' | 'shell' | 'burst' | 'aim';
  /** 0 to 1; left out for a shot that is only planned. */
  progress?: number;
  width?: number;
}

export interface Figure {
  at: Point;
  text: string;
  tone: Tone;
  /** 0 to 1: rises and fades. */
  age: number;
}

export interface Mark {
  at: Point;
  tone: Tone;
  kind: 'target' | 'offer';
  label?: string;
}

export interface Scene {
  table: Bounds;
  /** A hard edge is a wall or a way out; a soft one only paper. */
  edge: 'hard' | 'soft';
  unit: string;
  terrain: Terrain[];
  regions: Region[];
  discs: Disc[];
  rings: Ring[];
  arcs: Arc[];
  paths: Path[];
  ghosts: Ghost[];
  tokens: Token[];
  shots: Shot[];
  figures: Figure[];
  marks: Mark[];
  /** World units between two fine grid lines. */
  grid: number;
}

export function emptyScene(): Scene {
  return {
    table: { left: 0, right: 48, bottom: 0, top: 48 },
    edge: 'soft',
    unit: '',
    terrain: [],
    regions: [],
    discs: [],
    rings: [],
    arcs: [],
    paths: [],
    ghosts: [],
    tokens: [],
    shots: [],
    figures: [],
    marks: [],
    grid: 1,
  };
}
