// Generated from crates/rules-talon; do not edit. `cargo xtask types` writes it again.

/**
 * Items are carried out one after the other. One that has become impossible by
 * what the earlier ones brought about ends the list, and its owner is asked
 * again. After the last item he is asked again, too, as long as there is
 * something left to do, unless `done`. An empty list means done.
 */
export type Action =
  | { buy: { ships: string[] } }
  | { initiative: { holder: number } }
  | { terrain: { at: Hex } }
  | { deploy: { places: Placed[] } }
  | { power: { uses: Use[]; done: boolean } }
  | { move: { moves: Move[]; done: boolean } }
  | { fire: { volleys: Volley[]; done: boolean } }
  | { charge: { ships: Adjust[] } }
  | { pull: { ships: Pulled[] } }
  | { reinforce: { places: Placed[] } }
  | { retreat: { ships: ShipId[] } }
  | { pick: { target: Target } }
  | 'resign';

/** TAL-9.2.1, TAL-9.3.1: one ship in the Power Phase. */
export type Adjust = {
  ship: ShipId;
  /** TAL-9.2.3: boxes to charge on each bar; all that is allowed if left out. */
  charge?: [number, number, number];
  /** The Speed to take, at most one from the present one; kept if left out. */
  speed?: number;
};

/** TAL-5.3.1, TAL-5.3.2: the four regions round a unit, for fire and for shields. */
export type Arc = 'forward' | 'right' | 'rear' | 'left';

/** Hexes by arc, up to range 4. */
export type ArcMap = { ship: ShipId; forward: Hex[]; right: Hex[]; rear: Hex[]; left: Hex[] };

/** A set of arcs, in data as letters: `"FLR"`. */
export type Arcs = string;

/** TAL-8.1.1a: boxes marked on a charge bar. */
export type Bar = {
  red: number;
  yellow: number;
  /** TAL-CRIT.5; of a fighter, that it is dead. */
  destroyed?: boolean;
};

export type BarMenu = { red: number; yellow: number };

/** One ship before the battle. */
export type Berth = {
  /** TAL-5.2: a class of the side's faction. */
  class: string;
  /** The next free name of the class if left out. */
  name: string;
  /** Deployed by its owner if left out. */
  at: Hex | null;
  /** Towards the enemy if left out. */
  facing: Facing | null;
  /** The owner chooses the facing at set-up. */
  free_facing: boolean;
  /** TAL-4.1.4: comes in the Reinforcement Phase of this Round. */
  arrives: number | null;
  /** TAL-3.2.7: where it may come in. */
  entry: Hex[];
  /** The Battery starts charged. */
  battery: boolean;
};

/** TAL-8.4.2, TAL-8.4.3: one hull box. */
export type BoxView = {
  critical: boolean;
  /** What it takes from the Power once it is marked. */
  power: number;
};

/** TAL-DYO.1 to TAL-DYO.5. */
export type BuyMenu = {
  budget: number;
  /** TAL-DYO.3: how many BB, DN and Bases. */
  heavies: number;
  classes: ClassMenu[];
  /** What is bought by default. */
  default: string[];
};

/** Where damage or a loss comes from. */
export type Cause =
  | { weapon: Weapon }
  | 'collision'
  | 'asteroid'
  | 'explosion'
  | 'planet'
  | 'black_hole'
  | 'overload'
  | 'core_breach'
  | 'hull'
  | 'carrier'
  | 'off_map'
  | 'resigned';

/** One ship in the Power Phase. */
export type ChargeMenu = {
  ship: ShipId;
  /** For each bar what it may charge: red or yellow boxes, not both. */
  bars: BarMenu[];
  /** TAL-5.4.3: the rows it may take, the present one first. */
  rows: RowMenu[];
  /** TAL-9.3.3: Power Loss leaves no choice. */
  frozen: boolean;
};

export type ClassMenu = {
  class: string;
  points: number;
  /** TAL-DYO.2: how many at most. */
  most: number;
  heavy: boolean;
  fighters: boolean;
  powers_fighters: boolean;
};

/** What a roll on the Critical Damage Table does. */
export type Critical =
  | 'secondary_explosion'
  | 'shields_down'
  | 'helm_down'
  | 'weapon_group'
  | 'thrusters'
  | 'none'
  | 'power_relay'
  | 'ftl_offline'
  | 'power_loss'
  | 'core_breach';

/** TAL-2.9b: critical markers. */
export type Criticals = {
  shields_down: boolean;
  helm_down: boolean;
  power_loss: boolean;
  /** TAL-8.7.2: taken this Impulse, so not yet repairable. */
  shields_fresh: boolean;
  helm_fresh: boolean;
  power_fresh: boolean;
  /** TAL-CRIT.6: added to the Turn Radius. */
  turn: number;
  /** TAL-CRIT.8: taken from the Power. */
  power: number;
  /** TAL-CRIT.10. */
  ftl_offline: boolean;
};

/** TAL-8.4.1a and after. */
export type DamageEvent = {
  hit?: {
    ship: ShipId;
    arc: Arc | null;
    cause: Cause;
    points: number;
    reinforcement: boolean;
    shields: number;
  };
  hull_marked?: { ship: ShipId; boxes: number; critical: boolean };
  critical?: { ship: ShipId; dice: [number, number]; result: Critical; wasted: boolean };
  group_destroyed?: { ship: ShipId; group: number; rolls: [number, number, number][] };
  fighter_hit?: { ship: ShipId; fighter: number; cause: Cause; points: number; boxes: number };
  destroyed?: { ship: ShipId; cause: Cause };
  exploded?: { ship: ShipId; at: Hex; rating: number };
  arc_rolled?: { ship: ShipId; rolls: [number, number, number, number][]; arc: Arc };
  owed?: Owed;
  picked?: { target: Target | null };
  missile_hit?: { missile: number; cause: Cause; points: number; destroyed: boolean };
  missile_detonated?: { missile: number; ship: ShipId };
};

/** TAL-VIC.3. */
export type Degree = 'pyrrhic' | 'minor' | 'great' | 'devastating';

export type DeployMenu = { ships: DeployShip[] };

export type DeployShip = {
  ship: ShipId;
  default: Placed;
  /** Where it may stand; a single one if only its facing is free. */
  hexes: Hex[];
  free_facing: boolean;
};

/** One class. Rows of the curve are `[power, speed, turn radius]`, fastest first. */
export type Design = {
  faction: Faction;
  /** TAL-5.2: `CA`, `FTR`, `Base`. */
  class: string;
  kind: Kind;
  /** TAL-DYO.2: one counter for each name. */
  names: string[];
  points: number;
  explosion: number;
  curve: [number, number, number][];
  /** The highlighted row, from 0 (TAL-5.4.1). */
  start: number;
  /** Left to right: `H`, `C`, `-1`, `C-1`. */
  hull: HullBox[];
  shields: Shields;
  battery: boolean;
  afterburners: number;
  groups: Group[];
};

/** TAL-DYO.1: forces by points. */
export type DesignYourOwn = {
  /** 150, 300, 500, 750 or 1000. */
  points: number;
  /** TAL-DYO.5: the side that may buy a Base and defends it. */
  defender: number | null;
  /** TAL-DYO.6: roll for terrain. */
  terrain: boolean;
};

/** What the laminated counter shows, and what this Round brings. */
export type Display = {
  id: ShipId;
  /** `A1`. */
  tag: string;
  /** `Patton`. */
  name: string;
  /** `CA`. */
  class: string;
  kind: Kind;
  /** TAL-5.4.2: Power, Speed, Turn Radius as written. */
  curve: [number, number, number];
  /** All rows, fastest first. */
  rows: [number, number, number][];
  /** Shield boxes printed: forward, right, rear, left. */
  shields_of: [number, number, number, number];
  /** TAL-5.3.2: the sides of its hex that each shield covers, clockwise from 0 ahead. */
  shield_sides: [number[], number[], number[], number[]];
  /** Whether they protect now (TAL-CRIT.3, TAL-17.4.1a). */
  shields_up: boolean;
  /** Hull boxes left to right, in the notation of the data. */
  hull: HullBox[];
  /** The same as numbers. */
  boxes: BoxView[];
  /** TAL-12.1.4: hull boxes printed; of a squadron, those of all its fighters. */
  hull_of: number;
  hull_left: number;
  /** TAL-8.4.2, TAL-CRIT.8: what the next Power Phase will take from the Power. */
  power_modifier: number;
  has_battery: boolean;
  afterburners_of: number;
  groups: GroupView[];
  explosion: number;
  points: number;
  /** TAL-4.1.1: Impulses with AP, as letters. */
  ap_in: string;
  /** Impulses in which it moves or rotates. */
  moves_in: string;
  /** TAL-11.1.3: the Round in whose Power Phase its FTL is spooled; none without FTL. */
  spools_in: number | null;
};

/** How a ship left. */
export type Exit = 'ftl' | 'worm_hole' | 'map' | 'drifted' | 'resigned';

/** TAL-GEO.1: one of the six hexsides, clockwise from 0 (east). */
export type Facing = number;

/** TAL-2.3: blue or red counters. */
export type Faction = 'terran' | 'talon';

/** Everything about a battle that never changes. */
export type Field = { options: Options; scenario: Scenario };

/** TAL-DYO.7. */
export type FighterDeploy = 'within6' | 'adjacent';

/** TAL-8.3.1. */
export type FireEvent = {
  opened?: { ship: ShipId; group: number };
  shot?: {
    ship: ShipId;
    group: number;
    weapon: Weapon;
    target: Target;
    range: number;
    die: number;
    modifier: number;
    damage: number;
  };
  launched?: { ship: ShipId; group: number; missile: number; at: Hex; facing: Facing; target: ShipId };
  closed?: { ship: ShipId; group: number };
};

export type FireGroup = {
  /** From 0; of a squadron, the fighter. */
  group: number;
  weapon: Weapon;
  /** Weapons that may still shoot. */
  weapons: number;
  targets: TargetMenu[];
};

export type FireMenu = {
  /** TAL-8.3.1: a volley begun, which must be finished first. */
  open: OpenVolley | null;
  ships: FireShip[];
};

export type FireShip = { ship: ShipId; groups: FireGroup[] };

/** TAL-4.2.5. */
export type FirstInitiative = 'scenario' | 'side_a' | 'side_b';

export type GameEvent = {
  setup?: SetupEvent;
  phase?: PhaseEvent;
  power?: PowerEvent;
  movement?: MovementEvent;
  fire?: FireEvent;
  damage?: DamageEvent;
  round?: RoundEvent;
  victory?: VictoryEvent;
};

/** TAL-12.2.2: what a transmitted AP does for a squadron. */
export type Gift = { charge: { fighter: number } } | 'power_through' | 'side_slip';

/** What brings a convoy ship through. */
export type Goal = 'worm_hole' | 'dock' | 'land';

/** TAL-5.1.4: weapons that share a charge bar and arcs. */
export type Group = { weapon: Weapon; count: number; arcs: Arcs; red: number; yellow: number };

/** A Weapon Group; of a squadron, one fighter's. */
export type GroupView = {
  weapon: Weapon;
  count: number;
  arcs: Arcs;
  /** The same as a list. */
  covers: Arc[];
  red: number;
  yellow: number;
  red_of: number;
  yellow_of: number;
  charged: boolean;
  destroyed: boolean;
};

/**
 * TAL-GEO.1: one hex in axial coordinates; the third cube coordinate is `-q - r`.
 * In data a pair: `[5, 7]`.
 */
export type Hex = [number, number];

export type How = 'straight' | 'turn_left' | 'turn_right' | 'slip_left' | 'slip_right' | 'rotate';

/** TAL-8.4.2, TAL-8.4.3: one hull box. */
export type HullBox = string;

/** TAL-3.1.1: one of the six Impulses of a Round. */
export type Impulse = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

/** What the rules treat apart. */
export type Kind = 'ship' | 'base' | 'fighters' | 'carrier' | 'transport';

/** TAL-VIC.3, TAL-VIC.8. */
export type Ladder = 'share' | 'ratio';

export type Launch = { at: Hex; facings: Facing[] };

/** TAL-4.2.1: a marker on a ship, for this Impulse. */
export type Marker = 'change' | 'defend';

/** TAL-DYO.2, TAL-DYO.6: what was bought, and the terrain still to place. */
export type Market = { spent: [number, number]; pieces: TerrainKind[] };

/** The choices of one seat in the open decision; what is not open is absent. */
export type Menu = {
  buy: BuyMenu | null;
  /** TAL-DYO.8: the sides that may be named. */
  initiative: number[] | null;
  terrain: TerrainMenu | null;
  deploy: DeployMenu | null;
  power: PowerMenu[] | null;
  moves: MoverMenu[] | null;
  fire: FireMenu | null;
  charge: ChargeMenu[] | null;
  pull: PullMenu[] | null;
  reinforce: DeployMenu | null;
  retreat: ShipId[] | null;
  pick: PickMenu | null;
  /** TAL-5.3.1: the arcs of every ship on the map, for showing. */
  arcs: ArcMap[];
};

/** TAL-2.9c: a Missile in flight. */
export type Missile = {
  number: number;
  side: number;
  at: Hex;
  facing: Facing;
  /** TAL-13.3b: none, once its target is gone. */
  target: ShipId | null;
  damaged: boolean;
  /** This Turn: it has moved. */
  moved: boolean;
};

/** One mover. A ship that is not scheduled burns an Afterburner (TAL-10.2.2). */
export type Move = {
  mover: Mover;
  how: How;
  /** TAL-16.2a: dock or land in the hex entered. */
  dock?: boolean;
  /** TAL-7.4.3: the ship moved into resolves its collision damage first. */
  other_first?: boolean;
  /** TAL-13.2d: the fighter that a Missile hits. */
  fighter?: number;
};

/** One move and what comes of it. */
export type MoveChoice = {
  how: How;
  to: Hex;
  facing: Facing;
  /** TAL-7.2.2b: the Turn Radius marker afterwards. */
  turn_left: number;
  /** TAL-16.2a: it may dock or land there. */
  dock: boolean;
  /** TAL-7.4.1: friends it would collide with. */
  collides: ShipId[];
  terrain: TerrainKind | null;
  /** TAL-17.2.1a, TAL-18.1a: it would be destroyed. */
  fatal: boolean;
  /** TAL-19.1: it would leave by the worm hole. */
  leaves: boolean;
  /** TAL-13.5a: enemy Missiles that wait for it there; of a Missile, whether it hits. */
  hits: number;
  /** TAL-7.5.1: the map floats. */
  floats: boolean;
};

/** TAL-7.1.1 and TAL-7.6.1. */
export type MovementEvent = {
  moved?: { ship: ShipId; how: How; to: Hex; facing: Facing; turn_left: number; afterburner: boolean };
  rotated?: { ship: ShipId; facing: Facing };
  displaced?: { ship: ShipId; to: Hex; by: Cause };
  floated?: { window: Window };
  terrain_dropped?: { at: Hex };
  left?: { ship: ShipId; exit: Exit };
  docked?: { ship: ShipId; host: ShipId };
  landed?: { ship: ShipId };
  nebula_entered?: { ship: ShipId };
  collided?: { ship: ShipId; with: ShipId };
  missile_moved?: { missile: number; to: Hex; facing: Facing };
  missile_pulled?: { missile: number; to: Hex };
  missile_lost?: { missile: number; by: Cause };
};

export type Mover = { ship: ShipId } | { missile: number };

export type MoverMenu = {
  mover: Mover;
  /** It must move; otherwise it may, by an Afterburner (TAL-10.2.2). */
  required: boolean;
  /** The first is the default. */
  choices: MoveChoice[];
};

/**
 * Exact odds against this target: damage in ways out of `of`; boxes and
 * destruction, criticals included (TAL-8.4.4), in parts of a million.
 */
export type Odds = {
  of: number;
  /** Ways to roll 0, 1, 2 … points. */
  damage: number[];
  /** Chance of 0, 1, 2 … shield boxes and reinforcements lost. */
  shields: number[];
  /** Chance of 0, 1, 2 … hull boxes marked; of a fighter, its hull. */
  hull: number[];
  destroyed: number;
};

/** TAL-8.3.1: a group whose bar is erased and whose later weapons may still be aimed. */
export type OpenVolley = {
  ship: ShipId;
  group: number;
  /** Weapons that have shot or passed. */
  done: number;
};

/** Chosen before play. The defaults are those of the rule index. */
export type Options = {
  /** TAL-4.2.5: who holds the Initiative at the start. */
  initiative: FirstInitiative;
  /** TAL-7.5.3: columns of the floating window. */
  map_cols: number;
  /** TAL-7.5.3: rows of the floating window. */
  map_rows: number;
  /** TAL-7.5.3: no window at all. */
  map_unbounded: boolean;
  /** TAL-7.5.5: without a window, a Missile further than this from every ship is lost. */
  missile_lost_beyond: number;
  /** TAL-CRIT.6: the most that Thruster criticals add to the Turn Radius. */
  crit_turn_cap: number;
  /** TAL-CRIT.8: the most that Power Relay criticals take from the Power. */
  crit_power_cap: number;
  /** TAL-CRIT.11: a ship under Power Loss gets no AP of any kind. */
  power_loss_blocks_ap: boolean;
  /** TAL-11.1.3: reinforcements count the Rounds for their FTL from their arrival. */
  spool_from_arrival: boolean;
  /** TAL-15.1.3: whether a Wave Motion Gun displaces Bases. */
  wmg_displaces_bases: boolean;
  /** TAL-17.2.2a: whether two Planets on both sides of a spine block it. */
  two_planets_block_spine: boolean;
  /** TAL-17.5b: whether terrain on one side of a spine counts. */
  single_side_counts: boolean;
  /** TAL-18.2b: whether Missiles are pulled as well. */
  black_hole_pulls_missiles: boolean;
  /** TAL-DYO.2: no more of a class than it has counters. */
  counter_mix: boolean;
  /** TAL-DYO.7: where fighters start. */
  fighter_deploy: FighterDeploy;
  /** TAL-DYO.11: both sides may be of one race. */
  same_faction: boolean;
  /** TAL-VIC.3, TAL-VIC.8: how the degree of a victory is found. */
  victory_ladder: Ladder;
  /** TAL-VIC.5: ends the battle after so many Rounds; as the scenario says if none. */
  round_limit: number | null;
};

/** One seat's submission for one decision. */
export type Order = {
  action: Action;
  /**
   * TAL-8.6.3, TAL-15.2.2c: from now on one's own ships suffer and explode in this
   * order where several do at once; those not named come after them, by number.
   */
  rank?: ShipId[];
};

export type Outcome = { won: number[] } | 'draw';

/** A hit that has fallen on one of several, until somebody has said on which. */
export type Owed = {
  /** Who chooses: in a blast the owner of what is hit, else the owner of the Missile. */
  side: number;
  of: Struck;
  cause: Cause;
  points: number;
};

/** What the battle waits for. Turn steps and phases are those of TAL-3.2.1 and after. */
export type Phase =
  | 'setup'
  | 'buy'
  | { initiative: { side: number } }
  | { terrain: { side: number } }
  | { deploy: { side: number; bases: boolean } }
  | { power: { side: number } }
  | { move: { side: number } }
  | { fire: { side: number; volley: OpenVolley | null } }
  | { charge: { side: number } }
  | { pull: { side: number } }
  | { reinforce: { side: number } }
  | { retreat: { side: number } }
  | { pick: { side: number; then: Stage } }
  | { over: { outcome: Outcome; reason: Reason; degree: Degree | null } };

/** The sequence of play (TAL-3.1.1). */
export type PhaseEvent = {
  entered?: { phase: Phase };
  round_began?: { round: number };
  impulse_began?: { impulse: Impulse };
  turn_began?: { side: number };
  expired?: { ship: ShipId; arc: Arc };
  passed?: { side: number };
  initiative_checked?: { change: number; defend: number; holder: number };
  ranked?: { side: number; ships: ShipId[] };
  lapsed?: { side: number };
  interrupted?: { side: number };
};

export type PickChoice = {
  target: Target;
  /** It would be destroyed. */
  dies: boolean;
};

/** TAL-8.6.4, TAL-13.2d: one of several is hit. */
export type PickMenu = {
  cause: Cause;
  points: number;
  choices: PickChoice[];
  /** What is chosen by default. */
  default: Target;
};

/** A ship on a hex. */
export type Placed = { ship: ShipId; at: Hex; facing: Facing };

/** AP and repairs (TAL-6.1.1, TAL-8.7.1). */
export type PowerEvent = {
  spent?: { ship: ShipId; on: Spend; battery: boolean };
  dropped?: { ship: ShipId; arc: Arc };
  repaired?: { ship: ShipId; marker: Repairable; die: number };
};

/** A ship with an AP to spend. */
export type PowerMenu = {
  ship: ShipId;
  /** TAL-10.1.2: the AP would come from the Battery. */
  battery: boolean;
  /** Drops of reinforcements included, which cost nothing. */
  uses: Spend[];
};

export type PullMenu = {
  ship: ShipId;
  /** The ways it may be pulled; the first is the default. */
  ways: Facing[];
};

/** TAL-18.2a: a ship and, on a spine, the way it is pulled. */
export type Pulled = { ship: ShipId; way?: Facing };

/** Why a battle ended. */
export type Reason = 'last_ship' | 'round_limit' | 'base_destroyed' | 'base_held' | 'convoy' | 'resigned';

/** TAL-8.7.1. */
export type Repairable = 'shields_down' | 'helm_down' | 'power_loss';

/** TAL-11.1.2: who may jump. */
export type Retreat = {
  allowed: boolean;
  /** Classes that may not. */
  forbidden_to: string[];
  /** TAL-SC6: a ship further than this from the Black Hole at the Retreat Phase has retreated. */
  beyond: number | null;
};

/** The end of a Round: TAL-9.1, TAL-18.2a, TAL-3.2.4, TAL-3.2.5. */
export type RoundEvent = {
  adjusted?: {
    ship: ShipId;
    charged: [[number, number], [number, number], [number, number]];
    row: number;
    power: number;
  };
  spooled?: { ship: ShipId };
  arrived?: { ship: ShipId; at: Hex; facing: Facing };
  delayed?: { ship: ShipId };
};

export type RowMenu = {
  speed: number;
  /** As it would be written, modifiers included. */
  power: number;
  turn_radius: number;
  /** TAL-5.4.5: it would explode. */
  deadly: boolean;
  /** TAL-4.1.1: Impulses of the next Round with AP, as letters. */
  ap_in: string;
  /** Impulses of the next Round in which it would move or rotate. */
  moves_in: string;
};

/** A scenario as players write it down. */
export type Scenario = {
  name: string;
  blurb: string;
  /** TAL-2.3: two sides, A and B. */
  sides: Side[];
  terrain: Terrain[];
  /** TAL-4.2.5: the side that holds the Initiative first, 0 or 1. */
  initiative: number;
  /** TAL-VIC.5: the last Round. */
  rounds: number | null;
  victory: Victory;
  retreat: Retreat;
  /** TAL-DYO.1: forces are bought and terrain is rolled. */
  design_your_own: DesignYourOwn | null;
  /** Classes beyond those supplied; the same faction and class replaces a supplied one. */
  designs: Design[];
  /** The options it is meant to be played with. */
  options: Options;
};

/** TAL-DYO.9: before the first Round. */
export type SetupEvent = {
  bought?: { side: number; ships: string[]; points: number };
  initiative_given?: { holder: number };
  terrain_rolled?: { die: number; dice: number[]; pieces: TerrainKind[] };
  terrain_placed?: { kind: TerrainKind; at: Hex };
  terrain_skipped?: { kind: TerrainKind };
  deployed?: { ship: ShipId; at: Hex; facing: Facing };
};

/** Boxes by shield arc. */
export type Shields = { forward: number; right: number; rear: number; left: number };

/** One ship, Base or squadron. */
export type Ship = {
  /** Its class, as a number in the battle's list of designs. */
  design: number;
  /** Its name, as a number in the battle's list of names. */
  name: number;
  side: number;
  status: Status;
  at: Hex;
  facing: Facing;
  /** TAL-5.4.1: the row of the curve, 0 the fastest. */
  row: number;
  /** TAL-5.4.4: Power as written in the last Power Phase. */
  power: number;
  /** TAL-7.2.2b: hexes of the Turn Radius marker still to go; 0 is no marker. */
  turn_left: number;
  /** TAL-6.1.3: a Side Slip marker. */
  slip: boolean;
  /** Shield boxes left: forward, right, rear, left. */
  shields: [number, number, number, number];
  /** TAL-6.2.3a: reinforcements by arc, with the Impulse of placement. */
  reinforced: [Impulse | null, Impulse | null, Impulse | null, Impulse | null];
  /** Hull boxes marked; of a squadron, 0. */
  hull_marked: number;
  /** TAL-12.1.4: hull boxes left of each fighter; of other ships, 0. */
  fighters: [number, number, number];
  /** In the order G1, G2, G3; of a squadron, one for each fighter. */
  bars: [Bar, Bar, Bar];
  /** TAL-10.1.1: the Battery is charged. */
  battery: boolean;
  /** TAL-10.2.1: Afterburners left. */
  afterburners: number;
  criticals: Criticals;
  marker: Marker | null;
  /** TAL-11.1.3: the Round before its first full one, 0 for those there from the start. */
  arrived: number;
  /** TAL-11.1.3. */
  spooled: boolean;
  /** This Turn: its AP is spent; of a squadron, it was given one (TAL-12.2.3a). */
  spent: boolean;
  /** This Turn: it has moved or rotated. */
  moved: boolean;
  /** This Turn: it has fired, and another ship after it (TAL-8.2.1a). */
  fired: boolean;
};

/** Ships are numbered from 0 through both sides. */
export type ShipId = number;

/** A ship and its counter. */
export type ShipView = { ship: Ship; display: Display };

/** What one weapon does. */
export type Shot = {
  /** None: it holds its fire (TAL-8.1.1b). Of a Fusion Cannon, any enemy ship in the cone (TAL-15.2.2b). */
  target?: Target;
  /** TAL-15.1.2a: where a Wave Motion Gun pushes along a spine; the lower facing if left out. */
  push?: Facing;
  /** TAL-13.2a: the hex a Missile is put in; the straightest if left out. */
  launch?: Hex;
  /** TAL-13.2a: the way it faces. */
  facing?: Facing;
  /** TAL-13.5b: the fighter hit by a Missile that detonates at once. */
  fighter?: number;
};

/** One side and its ships. */
export type Side = {
  name: string;
  faction: Faction;
  /** TAL-DYO.7: where ships without a place deploy; the book's columns if left out. */
  zone: Zone | null;
  ships: Berth[];
};

/** TAL-6.1.1: the list of what an AP buys. */
export type Spend =
  | 'side_slip'
  | 'power_through'
  | { charge: { group: number } }
  | 'battery'
  | { reinforce: { arc: Arc } }
  | 'change'
  | 'defend'
  | { transmit: { to: ShipId; gift: Gift } }
  | { retarget: { missile: number; target: ShipId; fighter?: number } }
  | { drop: { arc: Arc } };

/** Where the rules stand between two decisions. */
export type Stage =
  | 'round'
  | { impulse: Impulse }
  | { turn: number }
  | { power: number }
  | { move: number }
  | { finish: number }
  | { fire: number }
  | { volley: [number, OpenVolley] }
  | { repair: number }
  | { end_turn: number }
  | 'end_impulse'
  | { charge: number }
  | 'overload'
  | { pull: number }
  | { reinforce: number }
  | { retreat: number }
  | 'end_round';

/** Where a ship is. */
export type Status = 'waiting' | 'active' | 'destroyed' | { retreated: Exit } | { docked: ShipId } | 'landed';

/** Those of whom one is hit. */
export type Struck = { squadron: ShipId } | { missiles: number[] };

/** TAL-8.2.1b, TAL-12.1.3: the exact unit. Planets are never among them (TAL-17.2.1c). */
export type Target = { ship: ShipId } | { fighter: [ShipId, number] } | { missile: number };

export type TargetMenu = {
  target: Target;
  at: Hex;
  range: number;
  /** TAL-5.3.2: the shield arc hit; none for fighters and Missiles. */
  arc: Arc | null;
  /** TAL-17.5a, TAL-18.1c: added to the die. */
  modifier: number;
  /** TAL-15.1.2a: where a hit may push it; one entry if there is no choice. */
  push: Facing[];
  /** TAL-13.2a: where a Missile may be put, with its facings; the first is the default. */
  launch: Launch[];
  /** TAL-15.2.1: of a Fusion Cannon, everything in the cone. */
  cone: Target[];
  /**
   * Of one weapon. Of a Wave Motion Gun this and the others leave out what the
   * push brings (TAL-15.1.3): collisions, terrain, Missiles that wait there.
   */
  one: Odds;
  /** Of 2, 3 … weapons, up to one fewer than all. */
  some: Odds[];
  /** Of all the weapons left, one after the other. */
  all: Odds;
};

/** TAL-17.1: one counter, one hex. */
export type Terrain = {
  kind: TerrainKind;
  at: Hex;
  /** TAL-19.1: of a worm hole, the classes that may use it; all if empty. */
  only?: string[];
  /** TAL-2.9d, TAL-7.5.5: an Objective marker: never dropped from the map. */
  objective?: boolean;
};

export type TerrainKind = 'planet' | 'asteroid' | 'nebula' | 'black_hole' | 'worm_hole';

export type TerrainMenu = {
  kind: TerrainKind;
  /** Pieces left, this one first. */
  pieces: TerrainKind[];
  /** The first is the default. */
  hexes: Hex[];
};

/**
 * One AP and what it buys. In an Impulse without AP of its own the ship burns its
 * Battery (TAL-10.1.2).
 */
export type Use = { ship: ShipId; on: Spend };

/** How the battle is decided. */
export type Victory =
  | 'last_ship'
  | { base: { side: number } }
  | { convoy: { side: number; class: string; goal: Goal } };

export type VictoryEvent = {
  resigned?: { side: number };
  ended?: {
    outcome: Outcome;
    reason: Reason;
    degree: Degree | null;
    destroyed: [number, number];
    score: [number, number];
  };
};

/** What one viewer sees. In data it has the shape of [`ViewData`]. */
export type View = {
  viewer: Viewer;
  /** Options and scenario. */
  field: Field;
  round: number;
  impulse: Impulse;
  /** The side that holds the Initiative. */
  initiative: number;
  phase: Phase;
  ships: ShipView[];
  missiles: Missile[];
  next_missile: number;
  terrain: Terrain[];
  window: Window;
  asked: boolean;
  rank: ShipId[];
  /** TAL-8.2.1a: the ship that fired last in this Turn. */
  gunner: ShipId | null;
  /** TAL-8.6.4, TAL-13.2d: hits on one of several that are still to be settled, in the order they came. */
  owed?: Owed[];
  market: Market | null;
  /** TAL-VIC.2: points of each side's ships destroyed so far. */
  destroyed: [number, number];
  /** TAL-VIC.2: points each side started with. */
  points: [number, number];
  /** TAL-4.2.3: Change and Defend markers on the map. */
  markers: [number, number];
  /** TAL-VIC.5: the last Round, if any. */
  last_round: number | null;
  /** TAL-8.6.2b: how many hexes away an explosion is still felt. */
  blast: number;
};

export type Viewer = { seat: number } | 'spectator' | 'referee';

/**
 * TAL-8.3.1: the fire of one group. Weapons beyond the list hold their fire, unless
 * this is the last volley of an order that is not `done`: then they may be aimed next.
 */
export type Volley = {
  ship: ShipId;
  /** From 0; of a squadron, the fighter. */
  group: number;
  /** One for each weapon. */
  shots: Shot[];
};

/** TAL-2.10. */
export type Weapon = 'phaser' | 'torpedo' | 'wave_motion_gun' | 'disruptor' | 'fusion_cannon' | 'missile';

/**
 * TAL-7.5.5: the part of the endless hex plane that is the map now. To
 * re-centre it by agreement (TAL-7.5.4) is a matter of display only.
 */
export type Window = { col: number; row: number; cols: number; rows: number };

/** Columns and rows, both ends included. */
export type Zone = { cols: [number, number]; rows: [number, number] };
