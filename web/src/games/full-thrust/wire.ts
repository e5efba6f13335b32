// Generated from crates/rules-full-thrust; do not edit. `cargo xtask types` writes it again.

/**
 * One sixth of the circle round a ship, by its name on an alpha ship
 * (FT-4.2.1). On a beta ship the same six lie 30 degrees further clockwise
 * (FT-4.2.3) and are called FS, S, AS, AP, P, FP.
 */
export type Arc = 'F' | 'FS' | 'AS' | 'A' | 'AP' | 'FP';

export type Chart = {
  ships: ShipChart[];
  groups: GroupChart[];
  /** FT-6.8.2, FT-6.6.13: how far round it each marker bursts, if it does. */
  blasts: (number | null)[];
  /** FT-7.23.2: the corners of each template in this turn. */
  novas: Point[][];
  /** FT-17.9.1: gravity zones. */
  zones: ZoneChart[];
};

/** FT-12.1.1: what the drive emissions tell. */
export type Contact = {
  class: string;
  /** From 1, quiet, to 4. */
  loud: number;
};

/**
 * All that a table needs to draw the ships of a battle. It never changes while the viewer learns nothing
 * new, so that it is sent once.
 */
export type Displays = {
  /** What icons look like and are called; icons name them by number. */
  faces: Face[];
  designs: Plate[];
  /** By ship: its design. */
  ships: number[];
  /**
   * The six parts of the ring of arcs, clockwise from dead ahead, in a square of 24: of alpha and of
   * beta ships (FT-4.2.3).
   */
  rings: [string[], string[]];
  measures: Measures;
};

/** What an icon shows. */
export type Face = {
  /** The name ship files have for it: `beam`, `pds`, `bridge`. */
  symbol: string;
  /** SVG in a square of 24, drawn with the colour of whatever holds it. */
  shape: string;
  /** In the middle of it. */
  text: string;
  /** The text stands on a dark ground. */
  light: boolean;
  /** `Beam`, and `Beam, class 2`. */
  short: string;
  name: string;
  place: Place;
  /** FT-4.2.4: arcs are drawn round it. */
  ring: boolean;
  reach?: number;
  /** What its fire looks like. */
  look?: Look;
};

/** A group when it is whole and rested. */
export type GroupChart = {
  /** FT-8.0.1: how many craft it has. */
  full: number;
  /** FT-8.0.2: its combat endurance. */
  endurance: number;
};

/** An icon's number on its ship's display, from 0, in the order of checks (FT-4.11.7). */
export type IconId = number;

/** What fire looks like. */
export type Look = 'ray' | 'shell' | 'burst';

/** Lengths of the rulebook that are drawn round things. */
export type Measures = {
  /** FT-4.3.1: ranges that people count in, and the one that most weapons are counted by. */
  bands: [number, number, number, number];
  band: number;
  /** FT-6.9.1: how near a mine goes off. */
  mine: number;
  /** FT-5.16.5: how far flak bursts about its marker. */
  flak: number;
};

/** FT-4.2.3: how the arcs lie, chosen for each ship at design. */
export type Orientation = 'alpha' | 'beta';

/** Which part of a display something stands in. */
export type Place = 'weapon' | 'ordnance' | 'guard' | 'shield' | 'system' | 'engine' | 'core';

/** A design as it is drawn. */
export type Plate = {
  name: string;
  class: string;
  /** Who built it; nobody in particular for a design of the scenario's own. */
  navy?: string;
  trade?: Trade;
  mass: number;
  thrust: number;
  /** FT-7.4.1. */
  stealth: number;
  orientation: Orientation;
  /** FT-13.7.2: boxes of each row, from the top. */
  rows: number[];
  /** FT-4.11.3: the die from which the loss of each row but the last knocks a system out. */
  checks: number[];
  /** FT-10.5.1: the box, counted from 1, of each crew factor. */
  crew: number[];
  /** FT-7.6.1: standard and regenerative boxes of each layer, the inner one first. */
  armour: [number, number][];
  icons: PlateIcon[];
  /** FT-12.1.1, FT-12.2.1: all that is known of it; the rest of the plate is made up. */
  contact?: Contact;
};

/** One icon of a design; its number is its place in the list. */
export type PlateIcon = {
  face: number;
  /** FT-4.2.1: the arcs it bears into. */
  arcs: Arc[];
  /** FT-5.22.1: the turret it stands in. */
  turret?: number;
};

export type Point = { x: number; y: number };

export type ShipChart = {
  /** FT-3.2.4, FT-4.11.8: thrust as it is now. */
  thrust: number;
  /** FT-10.5.1: crew factors that are left. */
  crew: number;
  /** FT-5.22.1, FT-16.2.1: arcs of mounts that turrets or a roll have turned. */
  arcs: [IconId, Arc[]][];
  /**
   * Where it may be after its next move, as corners `x,y x,y`: one text, so that a patch replaces it
   * as one.
   */
  reach: string;
};

/** What a ship is built for, as far as it shows from outside. */
export type Trade = 'carrier' | 'merchant';

/** FT-17.9.1: a gravity zone. */
export type ZoneChart = {
  at: Point;
  /** Its outer edge. */
  edge: number;
  strength: number;
};
