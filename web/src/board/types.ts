// What the board can draw. It knows no game: a game gives it items in world
// units with y to the north and headings in degrees clockwise from north.

import type { Effect } from './effects';
import type { Palette } from './renderer';
import type { Hex, HexLayout } from './hex';

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

/** What a ship or counter looks like. */
export interface Shape {
  /** A silhouette, pointing up in a box from -1 to 1, as path data. */
  hull: string;
  /** Lines drawn over the hull when there is room for them. */
  detail?: string;
  /** Length in world units; the board never draws it smaller than is legible. */
  length: number;
  /** The least and the most pixels it is drawn long; by its length if left out. */
  least?: number;
  most?: number;
  /** The game draws it itself, in place of base, ring and silhouette. */
  paint?: Paint;
  /** Its outline for choosing and hovering, as path data in a box from -1 to 1; the side's base if left out. */
  outline?: string;
}

/** A game's own drawing of a token, such as a counter with its numbers. */
export interface Paint {
  /** Everything the picture depends on but size, heading and theme: what has the same key looks the
      same and is painted once. */
  key: string;
  /** From so many pixels on the picture has the token's name in it: below that the board writes it beside it. */
  named?: number;
  /** Draws about the origin, north up; `long` pixels are the shape's length. */
  draw: (ctx: CanvasRenderingContext2D, how: PaintHow) => void;
}

export interface PaintHow {
  long: number;
  heading: number;
  palette: Palette;
  colour: string;
  chosen: boolean;
  dim: boolean;
  /** Drawn as the ghost of a plan. */
  ghost: boolean;
  /** Far away: numbers would not be legible. */
  far: boolean;
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
  /** It belongs to the group that is being ordered together. */
  picked?: boolean;
  dim?: boolean;
  wreck?: boolean;
  /** Its wreck is cleared away after a turn. */
  cleared?: boolean;
  /** How badly it is hurt, 0 to 1, where its ring does not tell: from a half on it smokes, then burns. */
  hurt?: number;
  /** Its drives are dead. */
  adrift?: boolean;
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
  /** A body with a lit and a dark side, such as a planet, in place of a zone. */
  solid?: boolean;
  /** What a body is; a world if left out. */
  look?: 'world' | 'giant' | 'star' | 'hole' | 'rift';
  label?: string;
}

/** How a line ends. */
export type End = 'none' | 'arrow' | 'dot' | 'ring' | 'bar' | 'cross';

/** A straight line with ends: a vector, a burn, a lock, a tow. */
export interface Link {
  /** A place, or the id of a token that it follows. */
  from: Point | string;
  to: Point | string;
  tone: Tone;
  start?: End;
  end?: End;
  width?: number;
  dash?: boolean;
  faint?: boolean;
  label?: string;
}

/** A small mark of a fixed size in pixels; with an id one can point at it. */
export interface Spot {
  id?: string;
  at: Point;
  tone: Tone;
  kind: 'dot' | 'ring' | 'cross' | 'diamond' | 'square' | 'plus';
  /** Pixels; 5 if left out. */
  size?: number;
  label?: string;
  strong?: boolean;
  drag?: boolean;
}

/** A hex that is shaded, outlined or labelled; with an id one can point at it. */
export interface Cell {
  id?: string;
  hex: Hex;
  tone: Tone;
  /** How strongly it is filled, 0 to 1; 0.16 if left out. */
  fill?: number;
  outline?: boolean;
  /** In the middle: a cost, a range, a number of the map. */
  label?: string;
  /** Small, below the label. */
  note?: string;
  /** Chosen ones are outlined strongly. */
  strong?: boolean;
}

/** A side of a hex: a shield, a border, an arc's edge. Side `d` faces direction `d`. */
export interface Edge {
  hex: Hex;
  side: number;
  tone: Tone;
  width?: number;
  label?: string;
}

export type Grid =
  | { kind: 'none' }
  /** `steps` are the multiples of `step` that lines may be apart when one zooms away; every `major`th is stronger. */
  | { kind: 'square'; step: number; steps?: number[]; major?: number; numbers?: boolean }
  /** `has` says which hexes the map has, all on the table if left out; `label` numbers them. */
  | { kind: 'hex'; layout: HexLayout; has?: (hex: Hex) => boolean; label?: (hex: Hex) => string };

export interface CompassPoint {
  bearing: number;
  label: string;
}

export interface Terrain {
  id: string;
  outline: Point[];
  kind: 'gas' | 'solid' | 'debris';
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

/** What lies behind the table: deep space, a nebula, the light of a near world, or air. */
export type Sky = 'deep' | 'nebula' | 'orbit' | 'dusk';

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
  /** What is seen to happen; only while events play. */
  effects: Effect[];
  figures: Figure[];
  marks: Mark[];
  links: Link[];
  spots: Spot[];
  cells: Cell[];
  edges: Edge[];
  grid: Grid;
  /** Pixels per world unit from which ships show base, ring and name. */
  detail: number;
  /** Which bearings the compass names; none leaves it out. */
  compass: CompassPoint[];
  sky: Sky;
  /** The turn, round or day: wreckage lies about in the one it was made in and the next. */
  turn?: number;
  /** What the measuring line says, if not length and bearing. */
  measure?: (from: Point, to: Point) => string;
}

/** Degrees clockwise from north. */
export const DEGREES: CompassPoint[] = [
  { bearing: 0, label: '000' },
  { bearing: 90, label: '090' },
];

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
    effects: [],
    figures: [],
    marks: [],
    links: [],
    spots: [],
    cells: [],
    edges: [],
    grid: { kind: 'square', step: 1 },
    detail: 8,
    compass: DEGREES,
    sky: 'deep',
  };
}
