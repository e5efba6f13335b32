// Generated from crates/rules-asfos; do not edit. `cargo xtask types` writes it again.

export type Action =
  | { deploy: Deploy }
  | { plot: PlotOrder[] }
  | { fire: Volley[] }
  | { repair: Party[] }
  | 'concede';

/** ASF-ARC.2: one of the four 90-degree arcs. */
export type Arc = 'forward' | 'left' | 'right' | 'rear';

export type ArcBoundary = 'firer' | 'forward_first' | 'exclude';

/** ASF-ARC.2: where an arc begins and ends, in degrees clockwise from dead ahead. */
export type ArcMenu = { arc: Arc; from: number; to: number };

/** Attacks with the same odds, each with dice of its own. */
export type Attacks = { times: number; odds: Odds };

/** One ship of a side before the battle. */
export type Berth = {
  /** The name of a design. */
  design: string;
  /** The ship's own name; class and number if left out. */
  name: string;
  /** ASF-SET.2: which of the side's players owns it, from 0. */
  seat: number;
  /** The default place; evenly spaced if left out. */
  at: Point | null;
  /** The default heading; towards the centre if left out. */
  heading: number | null;
  speed: number;
  /** ASF-SCN.B: a speed it may never plot above. */
  max_speed: number | null;
  /** ASF-SCN.C: stays where the scenario puts it. */
  fixed: boolean;
};

export type CloudShape = 'fixed' | 'random';

/** ASF-RAT.1: a column of the combat chart. */
export type Column = '1:3' | '1:2' | '1:1' | '3:2' | '2:1' | '3:1' | '4:1' | '5:1' | '6:1';

export type Corner = 'south_west' | 'south_east' | 'north_west' | 'north_east';

/** ASF-CRIT.1: doubles that did damage. */
export type Critical = {
  die: number;
  location: Location;
  /** ASF-CRIT.2: the location was marked already. */
  wasted: boolean;
};

/** The marked critical locations of a ship. */
export type Criticals = Location[];

/** Where one seat puts its ships. */
export type Deploy = {
  /** ASF-SCN.3: chosen by the side that deploys first. */
  corner?: Corner;
  /** Ships left out take their default places. */
  places: Placed[];
};

export type DeployEvent = {
  cloud_drawn?: { terrain: number; dice: number[]; outline: Point[] };
  corner_rolled?: { dice: [number, number] };
  corner_chosen?: { side: number; corner: Corner };
  deployed?: { placed: Placed };
};

export type DeployMenu = {
  /** ASF-SCN.3: whether the corner is this seat's to choose. */
  corner_choice: boolean;
  corners: Corner[];
  ships: DeployShip[];
  zones: Zone[];
  /** The default places, by corner if there is one to choose. */
  defaults_by_corner: Record<string, Placed[]>;
};

export type DeployShip = { ship: ShipId; default: Placed; fixed: boolean; free_heading: boolean };

/** How the fleets come onto the table. */
export type Deployment = 'as_given' | { corners: { within: number } } | { zones: { spacing: number } };

/**
 * A class of ships. Never changes in play.
 *
 * Every field may be missing, so that a half-built ship is a value with
 * findings and never an error.
 */
export type Design = {
  name: string;
  /** What people call the type: `BB`, `freighter`. By mass if left out. */
  class?: string;
  /** ASF-DES.1: mass, the number of hull boxes. */
  hull: number;
  /** ASF-DES.3: natural hull strength. */
  natural: number;
  /** ASF-DES.4: electronic defences. */
  ed: number;
  /** ASF-DES.5: engine rating. */
  engine: number;
  primaries: Primaries;
  secondaries: number;
  special?: Special;
  /** Published points, where the book prints them; else ASF-DES.9. */
  points?: number;
  /** Where it comes from: `book`, `own`. */
  origin?: string;
};

/** ASF-DISP.8, ASF-DISP.9: what the display reads now. */
export type Display = {
  /** ASF-DISP.2: the active box. */
  weapons: WeaponsBox;
  weapons_left: number;
  hull_left: number;
  defence: number;
  natural: number;
  /** ASF-CRIT.7: 0 while the engine is out. */
  engine: number;
  crew: number;
  points: number;
};

/** An edge of the table. East goes before the others at a corner (ASF-SCN.B). */
export type Edge = 'east' | 'west' | 'north' | 'south';

export type Edges = 'fixed' | 'floating';

/** Everything about a battle that never changes, with what can be computed beforehand. */
export type Field = { options: Options; scenario: Scenario };

export type FireDeclaration = 'simultaneous' | 'sequential';

export type FireEvent = {
  aimed?: { by: ShipId; at: ShipId; modifiers: Modifiers; die: number; hit: boolean };
  fired?: {
    by: ShipId;
    weapon: Weapon;
    arc?: Arc;
    at: ShipId;
    strength: number;
    defence: number;
    column: Column;
    modifiers: Modifiers;
    dice: [number, number];
    hull: number;
    weapons: number;
    critical?: Critical;
  };
  marked?: { ship: ShipId; hull: number; weapons: number; criticals: Criticals; destroyed: boolean };
};

export type FireMenu = { step: Step; ships: FireShip[] };

export type FireShip = {
  ship: ShipId;
  weapon: Weapon;
  /** ASF-MD.1: how many mass drivers may be aimed. */
  drivers: number;
  /** ASF-RAT.4: strength left of an attack already begun. */
  rest: number | null;
  shots: ShotMenu[];
};

/** What happened, by chapter. */
export type GameEvent = {
  deploy?: DeployEvent;
  phase?: PhaseEvent;
  movement?: MovementEvent;
  fire?: FireEvent;
  repairs?: RepairsEvent;
  victory?: VictoryEvent;
};

export type GasRound = 'down' | 'up';

/** ASF-DISP.6: the six critical locations. */
export type Location = 'Br' | 'FC' | 'R' | 'E' | 'ED' | 'Mn';

/** The choices of one seat in the open phase. */
export type Menu = {
  deploy: DeployMenu | null;
  plots: PlotMenu[];
  fire: FireMenu | null;
  repairs: RepairMenu[] | null;
  /** Where every ship on the table may end its next move (ASF-ARC.1: all is open). */
  reach: Reach[];
  ranges: Ranges;
};

/** ASF-CHT.5: what is added to a die, by its reasons. */
export type Modifiers = {
  /** ASF-CHT.2. */
  speed: number;
  /** ASF-CHT.3. */
  range: number;
  /** ASF-SCN.4. */
  gas: number;
};

export type MovementEvent = {
  squadron_plotted?: { ships: ShipSet };
  moved?: { ship: ShipId; by: Steering; plot: Plot; speed: number; via: Point[]; to: Point; heading: number };
  left?: { ship: ShipId; edge: Edge };
};

/** ASF-RAT.3: the exact distribution of one attack, in ways out of `of`. */
export type Odds = {
  of: number;
  /** Ways to destroy 0, 1, 2, 3, 4 hull boxes. */
  hull: number[];
  weapons: number[];
  /** Ways by hull boxes and weapons boxes together. */
  both: number[][];
  /** ASF-CRIT.1: ways that are a critical hit. */
  critical: number;
};

export type OffTableCheck = 'end' | 'path';

/**
 * Chosen before play; a record carries the values it was played with (ASF-OPT.2).
 * The defaults are the basic game.
 */
export type Options = {
  /** ASF-OPT.1: critical hits, crew units and repairs. */
  criticals: boolean;
  /** ASF-OPT.1: special weapons and their step of fire. */
  specials: boolean;
  /** ASF-MOV.6: what the edge of the table means. */
  table: TableKind;
  /** ASF-MOV.6: whether a ship is judged where it ends or all along its path. */
  off_table_check: OffTableCheck;
  /** ASF-MOV.2: what one unit is called. For display only. */
  unit: Unit;
  /** ASF-TURN.3: earlier legs rounded down to whole inches, the last takes the rest. */
  whole_inch_legs: boolean;
  /** ASF-ARC.5: the width of a range band. */
  range_band: number;
  /** ASF-ARC.5: whether the limits for fast and slow go with the band width. */
  speed_limits_scale: boolean;
  /** ASF-ARC.2: a target exactly on the boundary of two arcs. */
  arc_boundary: ArcBoundary;
  /** ASF-FIRE.3: all at once in secret, or ship by ship. */
  fire_declaration: FireDeclaration;
  /** ASF-RAT.4: parts of a split attack are chosen after the dice of the part before. */
  split_after_roll: boolean;
  /** ASF-MD.1: all mass drivers of a ship fire at one target. */
  md_one_target: boolean;
  /** ASF-SCN.4: how fractions of an inch of gas count. */
  gas_round: GasRound;
  /** ASF-SCN.1: the cloud as given, or drawn at random. */
  cloud_shape: CloudShape;
  /** ASF-END.3: the battle ends after this many turns. */
  turn_limit: number | null;
  /** ASF-END.2: it ends after this many turns in a row without a box marked. */
  stalemate_turns: number | null;
  /** ASF-SET.2: allies do not see each other's sealed orders. */
  allied_secrecy: boolean;
  /** ASF-DES.8: designs must keep to the power budget. */
  power_budget: boolean;
  /** ASF-DES.2: hulls of 1, 2, and 25 and more. */
  allow_escorts_titans: boolean;
  /** ASF-DES.3: the strongest natural hull, 5 to 8. */
  max_natural_strength: number;
};

/** One seat's submission for one decision. */
export type Order = {
  action: Action;
  /** ASF-END.4: an offer of a draw goes with any order and stands for the turn. */
  draw?: boolean;
};

export type Outcome = { won: number[] } | 'draw';

/** Crew units of one ship at work on one critical. */
export type Party = { ship: ShipId; location: Location; crew: number };

/** Where in the turn the battle is. Every phase but the first waits for seats. */
export type Phase =
  | 'setup'
  | { deploy: { seat: number } }
  | 'plot'
  | { fire: { step: Step; seats: number[]; acting?: ShipId; rests?: Rest[] } }
  | { repairs: { seats: number[] } }
  | { over: { outcome: Outcome } };

export type PhaseEvent = {
  entered?: { phase: Phase };
  turn_began?: { turn: number };
  burned?: { ship: ShipId; destroyed: boolean };
  exploded?: { ship: ShipId; die: number; destroyed: boolean };
};

export type Placed = { ship: ShipId; at: Point; heading: number };

/** ASF-MOV.3: a change of speed and turns, each costing an engine point. */
export type Plot = { dv: number; turns: Turns };

/** One plot and what comes of it. */
export type PlotChoice = {
  plot: Plot;
  cost: number;
  speed: number;
  /** From where it starts, through its bends, to where it ends. */
  path: Point[];
  to: Point;
  heading: number;
  notation: string;
  /** ASF-MOV.6: it would take the ship off a fixed table. */
  leaves: boolean;
};

export type PlotMenu = {
  ship: ShipId;
  engine: number;
  /** ASF-PLOT.2: ships of the same rating may share a plot. */
  rating: number;
  /** ASF-CRIT.4: without a bridge there is no choice. */
  forced: PlotChoice | null;
  choices: PlotChoice[];
};

/** What one ship, or one squadron, is to do this turn. */
export type PlotOrder = {
  ship: ShipId;
  /** ASF-PLOT.2: others of the squadron that share the plot. */
  with?: ShipId[];
  plot: Plot;
};

export type Point = { x: number; y: number };

/** ASF-DES.6: one strength for each 90-degree arc. */
export type Primaries = { forward: number; left: number; right: number; rear: number };

/** ASF-ARC.4, ASF-ARC.5: how far weapons reach. */
export type Ranges = {
  bands: [number, number, number];
  secondary: number;
  arcs: [ArcMenu, ArcMenu, ArcMenu, ArcMenu];
};

export type Reach = { ship: ShipId; ends: ReachEnd[] };

export type ReachEnd = { x: number; y: number; heading: number };

export type Reason =
  | 'side_gone'
  | 'stalemate'
  | 'turn_limit'
  | 'conceded'
  | 'agreed'
  | 'convoy_gone'
  | 'station_destroyed';

export type RepairMenu = {
  ship: ShipId;
  crew: number;
  criticals: Location[];
  /**
   * ASF-DC.2, ASF-DC.3: the chance of a repair in parts of a million, by crew units at work on one
   * critical: 0, 1, 2 … up to as many as may.
   */
  chances: number[];
};

export type RepairsEvent = {
  attempted?: { ship: ShipId; location: Location; crew: number; die: number; repaired: boolean };
};

/** ASF-RAT.4 with `split_after_roll`: strength left after a 6:1 attack. */
export type Rest = { ship: ShipId; weapon: Weapon; arc: Arc; strength: number };

/** ASF-RAT.4: what exceeds 6:1, aimed at a further target. */
export type RestMenu = {
  /** What is left over when it comes to this part. */
  strength: number;
  target: ShipId;
  defence: number;
  column: Column;
  odds: Odds;
  /** What is left over again, if this part is made at exactly 6:1. */
  left?: number;
};

/** A scenario as players write it down. */
export type Scenario = {
  name: string;
  blurb: string;
  table: TableSize;
  /** ASF-MOV.6: what the edge means, unless the option says otherwise. */
  edges: Edges;
  deployment: Deployment;
  victory: Victory;
  /** ASF-SET.2: two sides. */
  sides: Side[];
  terrain: Terrain[];
  /** Designs beyond those supplied; the same name replaces a supplied one. */
  designs: Design[];
  /** ASF-OPT.1: the options it is meant to be played with. */
  options: Options;
};

export type Shape =
  | { polygon: { corners: Point[] } }
  | { circle: { centre: Point; radius: number } }
  | { round: { centre: Point; radii: number[] } };

/** ASF-DISP.1: a display as it is printed, for a class in play. */
export type Sheet = {
  /** Ships that give this number as their `design` have this display. */
  design: number;
  name: string;
  /** What people call the type; by mass where the design does not say (ASF-DES.1). */
  class: string;
  /** ASF-DES.5: the engine rating, whatever has been damaged since. */
  engine: number;
  /** ASF-DISP.2, ASF-DISP.3: the weapons boxes from left to right, as many as hull boxes. */
  boxes: WeaponsBox[];
  /** ASF-DC.1: hull boxes with a crew unit, counted from 1 at the left; none without criticals. */
  crew: number[];
  /** ASF-DISP.6: the row of criticals; none without criticals. */
  criticals: Location[];
  /** ASF-SPC.1: what the count of special weapons is of. */
  special: SpecialKind | null;
};

/** One ship in play. */
export type Ship = {
  /** Which design of the battle's list. */
  design: number;
  side: number;
  owner: number;
  status: Status;
  at: Point;
  heading: number;
  /** ASF-CHT.7: the speed flown this turn. */
  speed: number;
  /** ASF-DISP.2: weapons boxes marked, from the left. */
  weapons_marked: number;
  /** ASF-DISP.4: hull boxes marked, from the left. */
  hull_marked: number;
  criticals: Criticals;
  struck: Struck;
  /** ASF-CRIT.4: what it flew last, to be repeated without a bridge. */
  flown: Plot;
  /** ASF-CRIT.4: the bridge was out when the turn began. */
  tied: boolean;
  /** ASF-CRIT.10: whom the primaries shot at this turn, or are tied to. */
  primary_targets: ShipSet;
  /** ASF-CRIT.10: the same for the specials. */
  special_targets: ShipSet;
};

/**
 * A ship's number in the battle, from 0, through both sides. Dice are rolled
 * in this order (ASF-FIRE.6).
 */
export type ShipId = number;

/** A set of ships, small enough to copy. */
export type ShipSet = number[];

/** A ship and its display (ASF-DISP). */
export type ShipView = { ship: Ship; display: Display };

export type ShotMenu = {
  arc: Arc | null;
  target: ShipId;
  strength: number;
  defence: number;
  column: Column;
  modifiers: Modifiers;
  range: number;
  /** ASF-MD.1: for one mass driver. */
  to_hit: ToHit | null;
  /** Of one attack with all the strength; for a mass driver, of one hit. */
  odds: Odds;
  /** ASF-MD.2: for mass drivers, the attacks that 1, 2, … hits come to. */
  odds_by_hits?: Attacks[][];
  /** ASF-RAT.4: there is strength beyond 6:1 that may be aimed now. */
  can_split: boolean;
  /** That strength, to be looked up in `rests`. */
  left?: number;
  /** ASF-RAT.4: every further part, by what is left over when it comes to it. */
  rests?: RestMenu[];
};

/** One side and its fleet. */
export type Side = {
  name: string;
  /** ASF-SET.2, ASF-SCN.6: how many players share the side. */
  seats: number;
  /** Where its ships may deploy: anywhere in any of these. */
  zones: Zone[];
  /** Whether ships choose their heading when they deploy. */
  free_headings: boolean;
  ships: Berth[];
};

/** ASF-SPC.1: one type of special weapon and how many. */
export type Special = { kind: SpecialKind; count: number };

export type SpecialKind = 'mass_driver' | 'particle_cannon';

/** What has become of a ship. */
export type Status = 'waiting' | 'active' | 'destroyed' | { left: Edge } | 'withdrawn';

/** Why a ship flew what it flew. */
export type Steering = 'plotted' | 'no_order' | 'no_bridge' | 'straggling';

/** The three simultaneous steps of fire (ASF-SEQ.2). */
export type Step = 'primaries' | 'specials' | 'secondaries';

/** Damage of the running step of fire, not marked before its end (ASF-FIRE.3). */
export type Struck = { hull: number; weapons: number; criticals: Criticals };

export type TableKind = 'by_scenario' | 'fixed' | 'floating';

/** ASF-SET.1. */
export type TableSize = { width: number; height: number };

/** ASF-SCN.4, ASF-LOS.2: something on the table. */
export type Terrain = { kind: TerrainKind; shape: Shape };

export type TerrainKind = 'gas' | 'solid';

/** ASF-MD.1: hits out of so many faces, for one mass driver. */
export type ToHit = { in: number; hits: number };

/** Turns of 45 degrees in the order they are flown; `LRR` in data. */
export type Turns = string;

export type Unit = 'in' | 'cm' | '2cm';

/** How the battle is decided. */
export type Victory =
  | 'last_side'
  | { points: { turns: number } }
  | { convoy: { turns: number; side: number; design: string; value: number; exit: Edge } }
  | { station: { turns: number; side: number; design: string } };

export type VictoryEvent = {
  draw_offered?: { seat: number };
  conceded?: { seat: number };
  ended?: { outcome: Outcome; reason: Reason; points: [number, number] };
};

/** What one viewer sees, with the numbers a display would show. */
export type View = {
  viewer: Viewer;
  field: Field;
  terrain: [TerrainKind, Point[]][];
  /** ASF-MOV.6: whether the edges of the table count. */
  fixed: boolean;
  /** ASF-ARC.4, ASF-ARC.5: how far weapons reach. */
  ranges: Ranges;
  /** ASF-DISP.1: the displays of the classes in play. */
  sheets: Sheet[];
  turn: number;
  phase: Phase;
  ships: ShipView[];
  corner: [number, Corner] | null;
  points: [number, number];
  blood: boolean;
  marked: boolean;
  quiet: number;
  conceded: number[];
  draw_offers: number[];
};

export type Viewer = { seat: number } | 'spectator' | 'referee';

/** What one ship fires at in one step. */
export type Volley = {
  ship: ShipId;
  /**
   * ASF-ARC.2: the arc the primaries fire through. Specials fire forward,
   * secondaries all round: they need none.
   */
  arc?: Arc;
  target: ShipId;
  /**
   * ASF-RAT.4: targets of the further parts. For mass drivers: the targets
   * of the second driver, the third, and so on (ASF-MD.1).
   */
  then?: ShipId[];
  /**
   * ASF-RAT.4: mass drivers put what exceeds 6:1 into the same target
   * unless this is set.
   */
  unsplit?: boolean;
};

/** What is fired. */
export type Weapon = 'primaries' | 'mass_drivers' | 'particle_cannons' | 'secondaries';

/** ASF-DISP.8: the six numbers of one weapons box. */
export type WeaponsBox = {
  primaries: Primaries;
  secondaries: number;
  /** ASF-SPC.1: a count, not a strength. */
  specials: number;
};

/** A part of the table. */
export type Zone = { rectangle: { from: Point; to: Point } } | { disc: { centre: Point; radius: number } };
