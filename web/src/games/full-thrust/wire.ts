// Generated from crates/rules-full-thrust; do not edit. `cargo xtask types` writes it again.

/** FT-8.18.1. */
export type Aces = 'off' | 'random' | 'bought';

export type Action =
  | 'hold'
  | {
      fly: {
        to: Point;
        facing: Clock;
        engage?: GroupId;
        /** Where it looks to exactly, where facings are free; `facing` is then the course nearest to that. */
        look?: Point;
      };
    }
  | { screen: { ship: ShipId; facing?: Clock } }
  | { guard: { group: GroupId } }
  | { pursue: { ship: ShipId } }
  | { charge: { to: Point; facing: Clock } }
  | { land: { ship: ShipId; combat?: boolean } };

/** FT-4.2.5. */
export type AftOrdnance = 'banned' | 'allowed';

/** FT-6.6.11. */
export type AntimatterClass = 'SAP' | 'normal';

/**
 * One sixth of the circle round a ship, by its name on an alpha ship
 * (FT-4.2.1). On a beta ship the same six lie 30 degrees further clockwise
 * (FT-4.2.3) and are called FS, S, AS, AP, P, FP.
 */
export type Arc = 'F' | 'FS' | 'AS' | 'A' | 'AP' | 'FP';

/** FT-4.2.2. */
export type ArcEdge = 'roll' | 'firer_choice' | 'clockwise';

/** One group and the role it is armed for. */
export type Arming = {
  group: GroupId;
  role: WingType;
  /** FT-8.15.2. */
  cannon?: boolean;
};

/** FT-11.9.6: a ship that may come through a gate this turn. */
export type ArrivalMenu = {
  usual: GateEntry;
  most_velocity: number;
  /** Whether the player chooses the course. */
  any_course: boolean;
};

/** What one weapon does to one target. */
export type Attack = {
  profile: Profile;
  screens: Screens;
  holofield: boolean;
  /** FT-12.10.1, FT-13.13.11: added to dice, never beyond 1 to 6. */
  bonus: number;
  /** FT-13.13.9: first dice count only if they show 6, re-rolls from 5. */
  sixes: boolean;
  /** FT-7.20.3: the target is cloaked: 2 less on re-rolls too. */
  veiled: boolean;
};

export type AttackMenu = { group: GroupId; name: string; targets: QuarryMenu[] };

export type AttacksEvent = {
  declared?: { attacks: Declared[] };
  passed?: { seat: number };
  pilots?: { dice: [GroupId, number][] };
};

/** FT-4.3.2: where a range exactly between two bands belongs. */
export type BandEdge = 'closer' | 'farther';

/** FT-4.3.2: up to this range it rolls so. */
export type BandMenu = {
  to: number;
  dice: number;
  /** What the first die must show, where one has to hit. */
  needs?: number;
};

/** FT-5.16.4: one gun, and where its shells burst. */
export type Barrage = { ship: ShipId; weapon: IconId; at: Point };

/** One group of a side that no ship carries. */
export type BaseWing = {
  type: WingType;
  mods?: WingMod[];
  cannon?: boolean;
  /** Within 6 MU of its side's edge; along it, 3 MU from it, if left out. */
  at?: Point;
  facing?: Clock;
};

export type BasesEvent = { fell_behind?: { ship: ShipId } };

export type BeamingEvent = {
  beamed?: {
    ship: ShipId;
    weapon: IconId;
    target: ShipId;
    dice: number[];
    hits: number;
    marines: IconSet;
    bought: IconSet;
    crew: number;
    attack: Attack;
  };
  raid?: {
    ship: ShipId;
    weapon: IconId;
    target: ShipId;
    aim: IconId;
    dice: number[];
    hits: number;
    /** The unit that goes, its die, and the die for its return after a 4. */
    went?: [IconId, number, number | null];
    attack: Attack;
  };
  embarked?: { ship: ShipId; marines: IconSet; bought: IconSet; crew: number };
  landed?: { ship: ShipId; seat: number; rolls: [Troop, number][]; landed: Troop[] };
};

/** One ship of a side before the battle. */
export type Berth = {
  /** The name of a design. */
  design: string;
  /** The ship's own name; class and number if left out. */
  name: string;
  at?: Point;
  facing?: Clock;
  velocity: number;
  /** FT-12.12.1: in a mixed game it moves by vectors. */
  vector: boolean;
  /** FT-3.7.5: ships of a side with the same number share a base. */
  base?: number;
  /** FT-12.1.1: what stands on its marker while it is a bogey; its code if left out. */
  letter?: string;
  /** FT-11.5.1: it comes by FTL, in a turn and at a place that only its owner knows. */
  ftl?: boolean;
  /** FT-11.7.1: the name of the ship that carries it when the battle begins. */
  rides?: string;
  /** FT-11.9.6: the name of the gate it comes through, in a turn of its owner's choice. */
  through?: string;
  /** FT-11.9.1: how a gate stands. */
  gate?: GateSpec;
  /** FT-13.15.1: the starbase or monster ship that it is a section of. */
  station?: string;
  /** FT-13.15.2: the radius of a section; 1 MU if left out. */
  radius?: number;
  /** FT-13.15.4: names of the sections it hangs together with; those within 4 MU if left out. */
  links?: string[];
  /** FT-17.8.2: the name of the planet it goes round from the start. */
  orbit?: string;
  /** What the enemy has on top of its points once it is crippled or worse. */
  bonus?: number;
  /** It comes in this turn, in phase 5, instead of moving. */
  enters?: number;
  /** FT-16.7.2: its crew rams without a die to dare it, for a point more for each mass. */
  rams?: boolean;
  /** FT-13.13.2: Marines beyond those of its design, bought with it. */
  marines?: number;
  /** FT-8.18.1: fighter groups, counted from 1, whose ace is bought. */
  aces?: number[];
  /** Hull boxes lost before the battle, their rows already checked for. */
  hull_lost?: number;
  /** What is left of each layer of armour, standard and regenerative, the inner one first; all if left out. */
  armour?: [number, number][];
  /** Systems, by their ids in the design, that are out and may be repaired; a drive once or twice. */
  damaged?: string[];
};

/** What has gone off. */
export type BlastCause = 'charge' | 'rack' | 'core';

export type BlastsEvent = {
  detonated?: { ship: ShipId; charges: number };
  charge_tested?: { ship: ShipId; icon: IconId; die: number; dice: number[] };
  rack_exploded?: { ship: ShipId; icon: IconId; die: number };
  caught?: { from: ShipId; ship: ShipId; dice: number[] };
  engulfed?: { from: ShipId; group: GroupId; cause: BlastCause; dice: number[]; killed: number };
};

/** FT-12.7.1. */
export type Boarding = 'troops' | 'on' | 'off';

export type BoardingEvent = {
  matched?: { pairs: [ShipId, ShipId][] };
  raided?: { ship: ShipId; icons: IconSet };
  crossed?: { ship: ShipId; target: ShipId; marines: IconSet; bought: IconSet; crew: number };
  assigned?: { seat: number; duties: Duty[] };
  fought?: {
    ship: ShipId;
    /** Boarder, parties against it, die. */
    teams: [number, number, number][];
    /** Boarder and die of each defending Marine that still found one. */
    marines: [number, number][];
    /** Boarders, by what they are worth (1 to 3 parties, or 4 for a Marine), and their dice. */
    boarders: [number, number][];
    /** Boarders killed, by their numbers. */
    killed: number[];
    /** Defending Marines killed: the ship's own, and friends by their numbers. */
    fallen: IconSet;
    friends?: number[];
    /** Hull boxes taken. */
    boxes: number;
    captured?: number;
  };
  parties_checked?: { ship: ShipId; rolls: [number, number][]; killed: number[] };
};

/** The choices of one seat in phase 12. */
export type BoardingMenu = {
  /** FT-12.7.1: ships alongside enemies, and what could cross. */
  crossings: CrossingMenu[];
  /** FT-12.7.2: boarded ships where the seat has a choice. */
  fights: FightMenu[];
  /** Proposals that can be accepted as they are. */
  usual_crossings: Crossing[];
  usual_duties: Duty[];
  usual_stands: Stand[];
  /** FT-12.7.2: faces out of six on which 1, 2, 3 parties, and a Marine, kill. */
  faces: [number, number, number, number];
};

/** Types of gunboats, by their names in ship files. */
export type Boat =
  | 'beam'
  | 'plasma'
  | 'graser'
  | 'needle'
  | 'point_defence'
  | 'pulse_torpedo'
  | 'submunition'
  | 'k_gun'
  | 'missile'
  | 'rocket'
  | 'ads'
  | 'gatling'
  | 'mkp'
  | 'scatterpack'
  | 'plasma_bomber';

/** FT-9.1.3: a squadron at one ship. */
export type BoatFire = {
  group: GroupId;
  target: ShipId;
  /** FT-5.13.1: the system needle boats aim at. */
  aim?: IconId;
  /** FT-9.2.7: one pack of each boat instead of all. */
  singly?: boolean;
};

export type BoatMenu = {
  group: GroupId;
  name: string;
  ship: ShipId;
  /** Each boat that fires: its number, place in the table of odds, how many dice or shots. */
  boats: [number, number, number][];
  /** FT-9.2.7: it may fire one pack of each boat. */
  singly?: boolean;
  /** FT-5.13.1. */
  aims?: IconId[];
};

/** A feature as it now is. */
export type Body = {
  kind: Shape;
  at: Point;
  radius: number;
  inner?: number;
  /** Its way in one turn. */
  drift?: Point;
  /** FT-17.1.3: damage it still bears, where that is counted. */
  points?: number;
  /** FT-17.5.2, FT-17.1.3: the last turn it is there. */
  until?: number;
  gone?: boolean;
};

/** A feature's number in the battle, from 0: those of the scenario in its order, then debris. */
export type BodyId = number;

/** FT-S8: a ship is caught that is identified and has warships of a side near it at the end of a phase 5. */
export type Catch = {
  ships: string[];
  /** The side that catches. */
  by: string;
  /** In MU. */
  within: number;
  /** So many warships. */
  least: number;
};

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

export type ChecksEvent = {
  checked?: {
    ship: ShipId;
    row: number;
    extra: number;
    rolls: [IconId, number][];
    /** Knocked out, to be repaired. */
    damaged: IconSet;
    /** Lost for good. */
    gone: IconSet;
    drive: number;
  };
  hangars_checked?: { ship: ShipId; row: number; extra: number; rolls: [IconId, number][]; damaged: IconSet };
  hangar_tested?: { ship: ShipId; icon: IconId; die: number; damage: number | null; points: number };
  bridge_hit?: { ship: ShipId; die: number };
  life_support_hit?: { ship: ShipId; die: number };
  colours_tested?: { ship: ShipId; die: number; struck: boolean };
  course_tested?: { ship: ShipId; die: number; way: number | null; drift?: [number, number | null] };
};

export type ClearingEvent = {
  blasted?: { marker: number; dice: number[] };
  burnt?: { marker: number };
  mine_cleared?: { mine: number };
  swept?: { ship: ShipId; weapon: IconId; mine?: number; marker?: number; dice: number[]; hits: number };
};

/** What kind of cloak works on a ship. */
export type Cloak = 'device' | 'field';

/** FT-7.20.1, FT-7.21.1, FT-7.22.1. */
export type CloakKind = 'device' | 'field' | 'tuffley';

export type CloaksEvent = {
  switched?: { ship: ShipId; off: IconSet; heal_first: boolean };
  cloaked?: { ship: ShipId; until: number | null };
  uncloaked?: { ship: ShipId; why: Why };
  vanished?: { ship: ShipId; until: number | null };
  stole?: { ship: ShipId; shadow: Shadow | null };
  appeared?: { ship: ShipId; to: Motion; turned: boolean; rolled: boolean; turrets: Arc[]; path: Point[] };
};

/** FT-GEO.11: 12 is up the table, 3 to the right; 30 degrees each. */
export type Clock = number;

/** FT-12.9.1. */
export type Colours = 'off' | 'normal' | 'core';

/** Ships that have met one of some fates, or a side that leads. */
export type Condition = {
  ships?: string[];
  /** Any of these. */
  fate?: Fate[];
  /** For those that left: by this edge. */
  edge?: Edge;
  /** So many of the ships; all of them if left out. */
  least?: number;
  /** A side with more points than any other. */
  leads?: string;
};

/** FT-12.1.1: what the drive emissions tell. */
export type Contact = {
  class: string;
  /** From 1, quiet, to 4. */
  loud: number;
};

/** FT-10.3: what is wrong at the core. */
export type Core = {
  /** FT-10.3.2: out of control up to and including this turn. */
  adrift_until: number;
  /** FT-10.3.4: the turn at whose end life support fails. */
  air_until?: number;
  /** FT-10.3.6: no power for the rest of the game. */
  dumped: boolean;
  /** FT-10.3.7: the turn in which the crew left. */
  abandoned?: number;
};

/** FT-10.3.6. */
export type CoreChoice = 'hold' | 'dump' | 'abandon';

/** What flies in a group. */
export type Craft =
  | { fighters: { kind: WingType; mods?: WingMod[]; cannon?: boolean } }
  | {
      gunboats: {
        boats: Boat[];
        ftl?: boolean;
        /** FT-9.2.5: heavy or screened. */
        heavy?: boolean;
        ecm?: number;
      };
    };

export type CraftFate = 'clean' | 'lost' | 'never';

/** Everything one group launches. */
export type CraftLaunch = {
  group: GroupId;
  /** FT-8.15.10: spreads of missiles and where they go. */
  missiles?: Spread[];
  /** FT-9.2.8: the ship that rockets are fired at, and how many. */
  rockets?: [ShipId, number];
  /** FT-9.2.8: or the gunboats they are fired at. */
  rockets_at?: [GroupId, number];
  /** FT-9.2.11: bombs dropped where the squadron is. */
  bombs?: number;
};

export type CraftLaunchEvent = {
  launched?: {
    group: GroupId;
    markers: Marker[];
    /** FT-9.2.8: what rockets need, and their dice. */
    rockets?: [ShipId, number, number[]];
    /** FT-9.2.8: the same at gunboats; those that hit arrive in phase 10. */
    rockets_at?: [GroupId, number, number[]];
    /** Packs used, by boat. */
    packs?: [number, number][];
    cef: number;
  };
};

export type CraftLaunchMenu = {
  group: GroupId;
  name: string;
  missiles: number;
  /** FT-8.15.10: missiles of one marker at most. */
  salvo: number;
  rockets: number;
  bombs: number;
  /** Where enemies will be that hold their course. */
  places: Point[];
  /** FT-9.2.8: gunboats its rockets may be fired at, and the least die that hits. */
  prey?: [GroupId, number][];
  usual?: CraftLaunch;
};

/** FT-12.7.1: units that cross to a ship alongside. */
export type Crossing = { ship: ShipId; target: ShipId; marines: number; parties: number };

export type CrossingMenu = { ship: ShipId; targets: ShipId[]; marines: number; parties: number };

export type DamageEvent = {
  struck?: {
    ship: ShipId;
    armour: LayerLeft[];
    hull: number;
    /** FT-17.5.1: points beyond the last box, where that is counted. */
    over?: number;
  };
  destroyed?: { ship: ShipId };
  fire_ended?: { killed: [ShipId, IconSet][] };
  emp_tested?: { ship: ShipId; icon: IconId; needs: number; dice: number[]; failed: number };
  core_chosen?: { ship: ShipId; choice: CoreChoice };
  core_rolled?: { ship: ShipId; needs: number; die: number; blown: boolean };
  breached?: { from: ShipId; ship: ShipId; dice: number[] };
  suffocated?: { ship: ShipId };
};

/** FT-8.1, FT-8.2: flight operations of a ship. */
export type Deck = {
  /** FT-8.1.7: launches and recoveries through tubes this turn, and the recoveries among them. */
  operations?: number;
  recoveries?: number;
  /** FT-8.1.8: bays that have served a group this turn. */
  served?: IconSet;
  /** FT-8.1.9: it has launched, scrambled or recovered this turn, from wherever. */
  busy?: boolean;
  /** FT-8.3.1: it has tried to scramble this turn. */
  scrambled?: boolean;
  /** FT-8.3.2: bays that a mishap has blocked, with whoever is in them. */
  jammed?: IconSet;
  /** FT-8.4.2: a combat landing has fouled it. */
  fouled?: boolean;
};

export type DeckGroup = {
  group: GroupId;
  name: string;
  /** FT-8.1.11: on a rack. */
  rack?: boolean;
  /** FT-8.15.11: what it is armed as, and what else it may be armed as, for multi-role groups. */
  role?: Arming;
  arm?: Arming[];
  /** Why it cannot be launched, with the rule. */
  refused?: [string, string];
};

/** FT-8.1.1: one ship with craft aboard, while orders are written. */
export type DeckMenu = {
  ship: ShipId;
  groups: DeckGroup[];
  /** FT-8.1.7: groups that its tubes can launch; those on racks do not count. Left out if there is no limit. */
  most?: number;
  /** FT-8.2.3: it may use its drive and launch. */
  catapults?: boolean;
  /** FT-8.16.4: the first may fill up the second. */
  merges?: [GroupId, GroupId][];
  /**
   * FT-8.15.14: Marines and parties aboard, where there are assault shuttles for them; `usual_troops` go if nothing
   * is said and all shuttles are launched.
   */
  troops?: [number, number];
  usual_troops?: [number, number];
  /** What a captain would launch now. */
  usual?: GroupId[];
};

/** FT-8.7.1: one group and what it attacks. */
export type Declared = { group: GroupId; target: Target };

/** What a group has done this turn; all of it is wiped when the next one begins. */
export type Deeds = {
  /** FT-8.1.4: it left its carrier this turn. */
  launched?: boolean;
  /** FT-8.5.2: it has had its turn in phase 4. */
  moved?: boolean;
  /** FT-8.5.3: it has had its turn for a secondary move; `hurried` if it made one. */
  asked?: boolean;
  hurried?: boolean;
  /** FT-8.6.3: how far it has flown in phase 4. */
  flown?: number;
  /** FT-8.10.2: the enemy group it has moved onto. */
  contact?: GroupId;
  /** FT-8.7.1: what it attacks this turn. */
  target?: Target;
  /** FT-8.7.3: it attacks, or fighters attack it. */
  engaged?: boolean;
  /** FT-8.13.1: it has fired, and paid for it. */
  fired?: boolean;
  /** FT-8.6.8. */
  evaded?: boolean;
  /** FT-8.6.5: the enemy ship it attacked, or whose screen it attacked. */
  quarry?: ShipId;
  /** FT-8.3.3: a scrambled group keeps it from its attack. */
  pinned?: boolean;
  /** FT-8.3.4: scrambled too late; it fights after the strike. */
  late?: boolean;
  /** FT-9.1.5: gunboats have fired their guns. */
  guns?: boolean;
  /** FT-8.15.15: the ship it screened has crashed; it must get clear. */
  shaken?: boolean;
  /** FT-9.2.8: rockets that will hit it in phase 10. */
  rocketed?: number;
  /** FT-5.16.5: blast markers it has met. */
  flak?: number[];
  /** FT-9.1.9: gunboats shot down in phase 11, gone when it ends. */
  doomed?: number;
};

/** What one attack meets, and what it would take (FT-DMG.1, FT-4.11.1). */
export type Defence = {
  /** Boxes of each layer, the inner one first; none where fire passes them by (FT-4.10.1). */
  armour: number[];
  /** Hull boxes left. */
  hull: number;
  /** FT-4.11.4: rows complete since the last check, by what has hit already. */
  due: number;
  /** The rows to come but the last. */
  checks: RowMenu[];
};

export type DefenceEvent =
  | 'cleared'
  | {
      assigned?: { seat: number; guards: Guard[]; aside?: ShipId[] };
      defended?: { marker: number; guards: Guard[]; dice: number[]; again?: number[]; stopped: number };
      strayed?: { guard: Guard; ship: ShipId };
      hit?: { marker: number; ship: ShipId; on_target: number | null; dice: number[]; off: number };
      burst?: { marker: number; ship: ShipId; dice: number[]; off: number };
      spent?: { marker: number };
    };

/** FT-2.6.9: every weapon with every marker it can fire at, and a sensible plan. */
export type DefenceMenu = { guards: GuardMenu[]; usual: Guard[] };

/** One ship comes onto the table. */
export type Deploy = { ship: ShipId; at: Point; facing: Clock; velocity: number };

export type DeployEvent = {
  order_rolled?: { rolls: [number, number[]][]; order: number[] };
  placed?: { ship: ShipId; at: Point; facing: Clock; velocity: number };
  entered?: { ship: ShipId };
  attack?: { order: number[] };
  feature?: { body: BodyId; at: Point };
};

/** FT-4.12.2: a ship to place, with a place that will do. */
export type DeployMenu = {
  default: Deploy;
  /** The zone, by two corners, and the highest velocity. */
  from: Point;
  to: Point;
  most_velocity: number;
  /** FT-18.1.2, FT-18.1.3: the courses it may be placed on, where not all are. */
  facings?: Clock[];
};

/** How the fleets come onto the table. */
export type Deployment =
  | 'as_given'
  | { alternating: { depth: number; most_velocity: number } }
  | { meeting: { most_velocity: number; each: number } }
  | { converging: { most_velocity: number } }
  | { attack: { most_velocity: number; defender: number } };

/** A class of ships. Never changes in play. */
export type Design = Record<string, unknown>;

export type DisengageEvent = {
  tried?: { seat: number; dice: [number, number]; bonus: [number, number]; escaped: boolean };
  chosen?: { seat: number; chase: boolean };
  chased?: { places: [ShipId, Motion][] };
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

export type DogfightsEvent = {
  chosen?: { seat: number; stances: Stance[] };
  wavered?: { group: GroupId; die: number; held: boolean };
  fought?: {
    group: GroupId;
    at: GroupId[];
    dice: number[];
    again?: number[];
    kills: number[];
    /** FT-8.18.3: the die of the ace, and whether it finds the other. */
    duel?: [number, boolean];
    /** FT-8.13.1. */
    cef: number;
  };
  fell?: { lost: [GroupId, number][]; aces?: GroupId[] };
  intercepted?: {
    group: GroupId;
    marker: number;
    dice: number[];
    again?: number[];
    kills: number;
    toll?: number[];
    cef: number;
  };
};

/** FT-11.9.1: something ships go through: an artificial gate, or a natural one. */
export type Door = { ship: ShipId } | { body: BodyId };

/** FT-12.7.2: a boarder, by its number aboard, that is to fight the defending Marines. */
export type Duty = { ship: ShipId; boarder: number };

export type Edge = 'north' | 'east' | 'south' | 'west';

/** FT-3.9.1, FT-16.4.1, FT-17.7.1: what lies beyond the edge of the table. */
export type Edges = 'retreat' | 'return_roll' | 'floating' | 'orbital';

/** FT-5.4.3. */
export type EmpMenu = {
  ship: ShipId;
  hits: number;
  icons: IconId[];
  /** What the icons are called, in the same order. */
  names: string[];
  /** FT-5.4.2: faces out of six on which one test knocks a system out. */
  faces: number;
};

/** FT-5.4.3: how many of the seat's hits test one system. */
export type EmpTest = { ship: ShipId; icon: IconId; tests: number };

/** FT-3.9.2: any point of the edge it left by, any course into the table. */
export type Entry = { ship: ShipId; at: Point; facing: Clock };

export type EvadeMenu = {
  group: GroupId;
  name: string;
  weapons: number;
  /** Chances to lose 0, 1, … craft, if it does not evade. */
  losses: number[];
};

export type EvasionEvent = {
  evaded?: { group: GroupId };
  locked?: { ship: ShipId; group: GroupId; die: number; lost?: IconSet };
  fired?: {
    ship: ShipId;
    group: GroupId;
    weapons: IconId[];
    dice?: number[];
    again?: number[];
    killed: number;
  };
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

/** What may have become of a ship. */
export type Fate =
  | 'destroyed'
  | 'captured'
  | 'surrendered'
  | 'abandoned'
  | 'lost'
  | 'left'
  | 'jumped'
  | 'caught'
  | 'crippled'
  | 'damaged'
  | 'here'
  | 'any';

/**
 * Everything about a battle that never changes: options, scenario, and the
 * numbers drawn from them.
 */
export type Field = { options: Options; scenario: Scenario; displays: Displays };

/** One boarded ship. */
export type FightMenu = {
  ship: ShipId;
  /** Enemies aboard, by their numbers. */
  boarders: [number, Party][];
  /** What can stand against them. */
  parties: number;
  marines: number;
  hull: number;
};

/** FT-8.5.1: how finely a group of small craft is turned. */
export type FighterFacing = 'clock' | 'free';

/** The choices of one seat for its small craft, and against others'. */
export type FightsMenu = {
  /** FT-8.15.10, FT-9.2.8, FT-9.2.11. */
  launches?: CraftLaunchMenu[];
  /** FT-8.7.1. */
  attacks?: AttackMenu[];
  /** FT-8.9.4, FT-8.11.1. */
  stances?: StanceMenu[];
  /** FT-8.15.6, FT-8.15.9, FT-8.18.2. */
  runs?: RunMenu[];
  /** FT-8.6.8. */
  evade?: EvadeMenu[];
  /** FT-8.6.6, FT-9.1.6: shots of ships at groups. */
  shots?: GroupShotMenu[];
  /** FT-9.1.5. */
  boats?: BoatMenu[];
  /** What one die of an attack on a ship may do; attacks name their place in this list. */
  odds?: RollOutcome[][];
  /** A plan that can be accepted at once. */
  usual?: Order;
};

/** FT-2.6.11: everything one ship fires, declared before any die. */
export type Fire = {
  ship: ShipId;
  shots: Shot[];
  /** FT-5.23.3, FT-7.23.2, FT-7.24.3: what is fired along a line instead of at a ship. */
  lines?: Line[];
  /** FT-5.9.4: transporters that send damage-control parties though there are Marines. */
  crews?: IconId[];
  /** FT-8.6.6, FT-9.1.6: at fighters and gunboats. */
  groups?: GroupShot[];
};

export type FireEvent = {
  side_rolled?: { from: ShipId; to: ShipId; die: number; side: LineSide };
  chosen?: { ship: ShipId };
  spinal_fired?: { ship: ShipId; weapon: IconId };
  passed?: { seat: number };
  reflected?: { ship: ShipId; target: ShipId; die: number; full: number; back: number };
  scorched?: { group: GroupId; target: ShipId; die: number; full: number; lost: number };
  fired?: {
    ship: ShipId;
    target: ShipId;
    weapons: IconId[];
    dice: number[];
    again?: number[];
    damage?: number[];
    tally: Tally;
    /** FT-5.14.2: overloaded tubes that burst. */
    burst?: IconSet;
    /** FT-5.0.1: what each weapon rolled with. */
    attacks?: Attack[];
  };
};

export type FireMenu = {
  ship: ShipId;
  /** FT-4.4.1: how many targets it may engage. */
  controls: number;
  shots: ShotMenu[];
  /** Everybody that `shots` name. */
  targets: TargetMenu[];
  refused: RefusedMenu[];
  /** Nova cannons and wave guns along the bow, spinal mounts straight ahead. */
  lines?: LineMenu[];
};

/** FT-5.16.4: a blast marker, there until the turn ends. */
export type Flak = { number: number; ship: ShipId; class: number; at: Point };

/** A gun that may fire flak. */
export type FlakMenu = {
  ship: ShipId;
  weapon: IconId;
  name: string;
  class: number;
  reach: number;
  /** FT-5.16.5: how far it bursts about its marker. */
  radius: number;
};

/** FT-18.2.2. */
export type FleetLimits = 'free' | 'patrol' | 'battle' | 'escorted' | 'capitals';

export type FoeMenu = {
  group: GroupId;
  /** Chances of 0, 1, … kills, if all dice go there. */
  kills: number[];
  /** What it would do to the group. */
  losses: number[];
  /** FT-8.18.3: both have an ace. */
  duel?: boolean;
};

export type Formation = 'line_ahead' | 'line_abreast' | 'wedge' | 'diamond' | 'ring';

/** FT-8.4.2: which groups a combat landing keeps aboard. */
export type FouledDeck = 'recovered_only' | 'all';

/** Why a bogey is no longer one. */
export type Found = 'passive' | 'scanned' | 'scanning' | 'fired' | 'shown' | 'hit';

export type FtlCraftEvent = {
  set_out?: { groups: GroupId[] };
  deployed?: { group: GroupId; at: Point; facing: Clock };
  escorts?: { group: GroupId; ship: ShipId };
  announced?: { group: GroupId; at: Point };
  arrived?: { group: GroupId; scatter?: number[]; out: Point; to: Point; facing: Clock; fate: CraftFate };
  charged?: { group: GroupId; to: Point; facing: Clock };
  departed?: { group: GroupId; at: Point; fate: CraftFate };
};

export type FtlEvent = {
  planned?: { seat: number; plans: Plan[] | null };
  announced?: { ship: ShipId; at: Point };
  warmed_up?: { ship: ShipId };
  cooled?: { ship: ShipId };
  arrived?: {
    ship: ShipId;
    to: Motion;
    scatter?: number[];
    dice?: number[];
    fate: FtlFate;
    near?: [ShipId, [number, number]][];
    /** FT-11.5.4: what becomes of small craft and markers about it is an event of its own. */
    apart?: boolean;
  };
  swept?: { ship: ShipId; groups?: GroupId[]; markers?: number[] };
  departed?: {
    ship: ShipId;
    at: Point;
    to: Motion;
    dice?: number[];
    fate: FtlFate;
    near?: [ShipId, [number, number]][];
    /** FT-11.4.4: who goes along, and shares its fate. */
    train?: ShipId[];
  };
};

/** What an arrival or a departure too close to others does to the ship itself. */
export type FtlFate = 'clean' | 'stays' | { hurt: number } | 'lost' | 'never';

/** What happened, by chapter. */
export type GameEvent = {
  deploy?: DeployEvent;
  phase?: PhaseEvent;
  orders?: OrdersEvent;
  movement?: MovementEvent;
  links?: LinksEvent;
  ramming?: RammingEvent;
  disengage?: DisengageEvent;
  terrain?: TerrainEvent;
  planets?: PlanetsEvent;
  stations?: StationsEvent;
  rounds?: RoundsEvent;
  riders?: RidersEvent;
  gates?: GatesEvent;
  specials?: SpecialsEvent;
  cloaks?: CloaksEvent;
  sensors?: SensorsEvent;
  ftl?: FtlEvent;
  ftl_craft?: FtlCraftEvent;
  sweeps?: SweepsEvent;
  bases?: BasesEvent;
  hangars?: HangarsEvent;
  wings?: WingsEvent;
  mines?: MinesEvent;
  opening?: OpeningEvent;
  scramble?: ScrambleEvent;
  ordnance?: OrdnanceEvent;
  clearing?: ClearingEvent;
  defence?: DefenceEvent;
  attacks?: AttacksEvent;
  craft_launch?: CraftLaunchEvent;
  dogfights?: DogfightsEvent;
  group_defence?: GroupDefenceEvent;
  runs?: RunsEvent;
  evasion?: EvasionEvent;
  gunboats?: GunboatsEvent;
  fire?: FireEvent;
  beaming?: BeamingEvent;
  boarding?: BoardingEvent;
  damage?: DamageEvent;
  checks?: ChecksEvent;
  blasts?: BlastsEvent;
  repairs?: RepairsEvent;
  victory?: VictoryEvent;
};

/** FT-11.9.6: a ship comes through a gate. */
export type GateEntry = {
  ship: ShipId;
  gate: Door;
  velocity: number;
  /** Its course, where the gate does not say. */
  facing?: Clock;
};

/** FT-11.9.3: a gate that may be switched, or gone through. */
export type GateMenu = {
  gate: Door;
  name: string;
  /** It may be used this turn. */
  open: boolean;
  /** From then on it may be used, if it is not yet open. */
  opens?: number;
  /** FT-11.9.2: the mass it still transfers this turn; any if left out. */
  capacity?: number;
  activate: boolean;
  deactivate: boolean;
  /** FT-11.9.3: turns of delay on a die of 1 to 3: it is not one's own. */
  foreign: boolean;
};

/** FT-11.9.3: to activate a gate, or to deactivate one's own. */
export type GateOrder = { gate: ShipId; open: boolean };

/** How a gate stands, as the scenario has it. */
export type GateSpec = {
  /** FT-11.9.4: the course on which ships go in, a point to either side; any if left out. */
  entry?: Clock;
  /** FT-11.9.1: the gate on this table that it leads to; hyperspace or a far place if left out. */
  partner?: string;
  /** FT-11.9.3: active from the start. */
  open?: boolean;
};

export type GatesEvent = {
  activated?: { gate: ShipId; by: number; die?: number; from: number };
  deactivated?: { gate: ShipId };
  came?: { ship: ShipId; gate: Door; at: Point; to: Motion; shocked?: boolean };
  approached?: { ship: ShipId; gate: Door };
  passed?: { ship: ShipId; gate: Door; die?: number; fate: Passage };
};

/** One group or squadron. */
export type Group = {
  owner: number;
  side: number;
  /** The ship it came with. */
  home: ShipId;
  craft: Craft;
  /** FT-8.0.1: craft left. */
  left: number;
  /** FT-8.0.2. */
  cef: number;
  post: Post;
  /** Its carrier's place while it is aboard. */
  at: Point;
  /** FT-8.5.1. */
  facing: Clock;
  /** FT-8.5.1: its exact way, where facings are free and it is not along one of the twelve courses. */
  look?: Point;
  deeds?: Deeds;
  /** FT-8.6.5: whom it attacked, or whose screen, in the turn before. */
  hunted?: ShipId;
  /** FT-8.15.6, FT-8.15.9, FT-8.15.10, FT-9.2.7: how much of its ordnance is used up. */
  spent?: number;
  /** FT-9.2.7: packs, missiles, rockets or bombs used up, by boat. */
  packs?: number[];
  /** FT-8.15.14: who rides in assault shuttles. */
  troops?: Troop[];
  pilots?: Pilots;
  /** FT-8.15.11: what a multi-role group is armed as. */
  role?: WingType;
  /** FT-9.2.3: the turn in which its FTL drive was charged, and its way in that turn. */
  warm?: number;
  run?: Point;
  /** FT-9.2.2: its arrival has been announced. */
  arriving?: boolean;
  /** FT-8.4.2: it came back by a combat landing and stays aboard. */
  fouled?: boolean;
  /** FT-VIC.3: craft killed, those it took over from other groups included. */
  killed?: number;
};

/** A group when it is whole and rested. */
export type GroupChart = {
  /** FT-8.0.1: how many craft it has. */
  full: number;
  /** FT-8.0.2: its combat endurance. */
  endurance: number;
};

export type GroupDefenceEvent = {
  repelled?: { group: GroupId; guards: Guard[]; dice: number[]; again?: number[]; killed: number };
  blasted?: { group: GroupId; marker: number; dice: number[]; killed: number };
  rocketed?: { group: GroupId; killed: number };
  raked?: { ship: ShipId; group: GroupId; dice: number[]; again?: number[]; killed: number };
};

/** A group's number in the battle, from 0: ship by ship, fighters before gunboats. */
export type GroupId = number;

/** One weapon at one group. */
export type GroupShot = { weapon: IconId; group: GroupId };

export type GroupShotMenu = {
  ship: ShipId;
  shot: GroupShot;
  name: string;
  /** Chances of 0, 1, … kills, once there is a lock. */
  kills: number[];
  /** FT-17.2.2: in dust a die must show this before anything is fired at the group. */
  lock?: number;
};

/** FT-6.4.1, FT-8.8.1: one weapon on one marker or group; an ADS may stand twice, once for each of its dice. */
export type Guard = {
  ship: ShipId;
  weapon: IconId;
  marker?: number;
  /** FT-8.8.1: a group instead of a marker. */
  group?: GroupId;
  /** FT-9.2.9: a boat of this squadron fires instead of the ship it came with; `weapon` is its number. */
  boats?: GroupId;
};

export type GuardMenu = {
  guard: Guard;
  name: string;
  /** FT-6.4.2, FT-8.8.6: chances of 0, 1, … kills. */
  kills?: number[];
  /** FT-7.13.1: shots to divide. */
  dice: number;
  /** FT-7.14.1: used up when it fires. */
  once: boolean;
};

/** FT-15.0.3. */
export type Gunboats = 'on' | 'off' | 'not_with_fighters';

export type GunboatsEvent = {
  fired?: {
    group: GroupId;
    ship: ShipId;
    boats: [number, number][];
    dice: number[];
    again?: number[];
    damage?: number[];
    tally: Tally;
    cef: number;
  };
  defended?: { group: GroupId; packs: number[]; cef: number };
  sank?: { lost: [GroupId, number][] };
};

/** FT-3.2.4. */
export type Halving = 'floor' | 'ceil';

/** FT-13.12.3. */
export type HangarModel = 'tubes' | 'combined';

/** FT-10.2.3: which rows count. */
export type HangarRows = 'every' | 'extra';

/** FT-10.2.3: what rows lost this turn do to the die of a burning bay. */
export type HangarSign = 'widen' | 'literal';

export type HangarsEvent = {
  launched?: { ship: ShipId; groups: GroupId[] };
  landed?: { group: GroupId; ship: ShipId; bays: [IconId, number][]; combat?: boolean; die?: number };
  merged?: { from: GroupId; into: GroupId };
  armed?: { arming: Arming };
  escaped?: { ship: ShipId; groups: GroupId[] };
  shaken?: { group: GroupId; ship: ShipId };
  wrecked?: { group: GroupId; craft: number };
  perished?: { group: GroupId; craft: number };
  released?: { group: GroupId };
};

/** What a beam hit does. */
export type Hit = 'point' | 'd3' | 'd6' | { points: number } | 'emp' | { singularity: number } | 'party';

/** What holds a ship to another. */
export type Hold = 'tow' | 'dock';

/** FT-13.7.1. */
export type HullMinimum = 'rounded' | 'ceil';

/** FT-11.2.1: where FTL drives do not work. */
export type HyperLimit = { at: Point; radius: number };

/** FT-11.2.1. */
export type HyperLimits = 'none' | 'radius' | 'table';

/** An icon's number on its ship's display, from 0, in the order of checks (FT-4.11.7). */
export type IconId = number;

/** A set of icons of one ship, small enough to copy. */
export type IconSet = IconId[];

/** FT-8.8.4. */
export type Intercepted = 'forbid' | 'allow';

/** FT-10.4.2: so many parties on one system. */
export type Job = { ship: ShipId; icon: IconId; parties: number };

/** FT-5.16.2: what a K-1 needs at fighters that attack nobody. */
export type K1Shot = 'six' | 'table';

/** FT-17.11.1, FT-17.11.3. */
export type Landfall = 'landed' | 'crash_landed' | 'burnt_up' | 'all_lost';

/** FT-2.6.3: everything one ship launches. */
export type Launch = { ship: ShipId; launches: Launched[] };

/** FT-5.2.1: what one fire control launches in phase 3. */
export type LaunchControl = 'ship' | 'marker';

/** FT-2.6.3: one ship in phase 3. */
export type LaunchMenu = {
  ship: ShipId;
  launchers: LauncherMenu[];
  /** Launches that lead an enemy who holds his course. */
  choices: Launched[];
};

/** One launcher, and where its load goes. */
export type Launched = {
  weapon: IconId;
  /** FT-6.3.1: the place of the marker. */
  at?: Point;
  /** FT-6.7.1: the ship rockets are fired at. */
  target?: ShipId;
  /** FT-6.6.2: an extended-range load of a mixed magazine. */
  extended?: boolean;
  /** FT-6.6.13. */
  fused?: boolean;
};

export type LauncherMenu = {
  weapon: IconId;
  name: string;
  /** FT-6.6.2: with an extended-range load. */
  extended: boolean;
  what: Warhead;
  reach: number;
  /** FT-6.6.5: a missile of two stages flies at least so far. */
  least?: number;
  /** FT-6.3.3: how near it looks for a ship, as long as neither stealth nor ECM shortens that. */
  lock: number;
  /** FT-6.8.2: how far round it bursts; FT-6.6.13: the same, if it is fused. */
  blast?: number;
  fused?: number;
};

/** FT-6.10.1: one mine from one minelayer. */
export type Lay = {
  layer: IconId;
  /** MU along the path; at the end of the move if left out. */
  after?: number;
};

/** A minelayer, and how many mines it has left. */
export type LayMenu = { layer: IconId; name: string; left: number };

/** FT-7.7.1: what is left of one layer of armour. */
export type LayerLeft = {
  standard: number;
  regenerative: number;
  /** FT-7.8.1: crossed off, and may heal. */
  hurt: number;
};

/** FT-DMG.8. */
export type LayerOrder = 'standard_first' | 'owner_choice';

/** A weapon that is fired along a line, not at a ship. */
export type Line = {
  weapon: IconId;
  /** FT-5.23.3: a spinal mount's point; the others fire along the bow. */
  at?: Point;
  /** FT-17.1.3: a rock to shoot at, with any gun. */
  rock?: BodyId;
};

/** FT-5.23.3, FT-7.23.2, FT-7.24.3: a weapon fired along a line, and who would be hit. */
export type LineMenu = {
  line: Line;
  name: string;
  caught: ShipId[];
  /** Where the line ends; a rock is where it is. */
  to?: Point;
  /** FT-7.23.2: the corners of the template it leaves. */
  template?: Point[];
};

/** FT-4.2.2: on which side of a dividing line. */
export type LineSide = 'counter_clockwise' | 'clockwise';

/** A ship held by `lead`, from turn `ready` on. */
export type Link = { lead: ShipId; hold: Hold; ready: number };

export type LinksEvent = {
  linked?: { ship: ShipId; link: Link };
  parted?: { ship: ShipId; hold: Hold; broken: boolean };
};

/** What fire looks like. */
export type Look = 'ray' | 'shell' | 'burst';

/** FT-12.2.1: how much a seat has been told of an enemy's ship. */
export type Lore = 'nothing' | 'mass' | 'drives' | 'systems' | 'all';

/** Something in flight, or about to burst. */
export type Marker = {
  /** By which it is called for the rest of the turn. */
  number: number;
  ship: ShipId;
  side: number;
  what: Warhead;
  at: Point;
  /** FT-6.3.3: the ship it has locked on. */
  target?: ShipId;
  /** FT-6.4.1, FT-6.6.11, FT-6.8.2: what point defence has taken off it. */
  stopped: number;
  /** FT-6.6.5: a missile of two stages on its first leg, and the way it points. */
  flies?: Clock;
  /** FT-8.15.12: missiles of light fighters. */
  light?: boolean;
  /** FT-8.15.10: somebody has fired at it, whatever came of it. */
  fired_at?: boolean;
};

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

/** The choices of one seat in the open phase. */
export type Menu = {
  deploy: DeployMenu[];
  plots: PlotMenu[];
  entries: Entry[];
  /** FT-11.7.2: ships that may part from the one that carries them; with `detach` they fly one of these. */
  riders?: PlotMenu[];
  /** FT-11.9.3: gates on the table. */
  gates?: GateMenu[];
  /** FT-11.9.6: ships that may come through a gate. */
  arrivals?: ArrivalMenu[];
  /** FT-11.7.2: damage to share out. */
  shares?: ShareMenu[];
  /** FT-5.21.1, FT-5.19.1: weapons to set before the battle, and how. */
  settings: SettingMenu[];
  /** FT-12.1.1: which ship stands where. */
  muster?: MusterMenu;
  /** FT-11.5.1: arrivals to plan, as the scenario proposes them. */
  plans?: Plan[];
  /** FT-12.1.3: what may be scanned. */
  scans?: ScanMenu[];
  /** FT-2.6.2: the sides to put in order. */
  arrange: number[];
  /** FT-17.7.1: ships that may come round the planet. */
  rounds?: RoundMenu[];
  /** FT-18.1.3: features to place, with a place that will do. */
  features?: [BodyId, Point][];
  /** FT-5.16.4, FT-6.6.5: flak, and missiles to send on. */
  opening?: OpeningMenu;
  /** FT-2.6.3: what may be launched. */
  launch?: LaunchMenu[];
  /** FT-8.1.1: ships with fighters or gunboats aboard. */
  decks?: DeckMenu[];
  /** FT-8.10.3: groups that may shoot at the one that slips away. */
  parting?: GroupId[];
  /** FT-8.3.1: carriers that may scramble, and whom. */
  scramble?: ScrambleMenu[];
  /** FT-2.6.4, FT-2.6.6: groups that may move now; `pass` is for none of them. */
  wings?: WingMenu[];
  /** FT-2.6.9: what may defend against what. */
  defence?: DefenceMenu;
  /** FT-16.5.1: to follow or not. */
  chase?: boolean;
  /** FT-12.7. */
  boarding?: BoardingMenu;
  /** FT-8.6 to FT-8.18, FT-9: fighters and gunboats in a fight. */
  fights?: FightsMenu;
  fire: FireMenu[];
  /** Ships that cannot fire now. */
  silent: SilentMenu[];
  /** What one roll of a shot may do; shots name their place in this list. */
  odds: RollOutcome[][];
  /** Guns of one's own ships, while orders are written and while ships fire. */
  weapons: WeaponMenu[];
  emp: EmpMenu[];
  repairs: RepairMenu[];
  /** FT-10.3.6: ships whose power core may blow, and on what: this and more. */
  cores: ShipId[];
  core_needs: number[];
};

/** A mine on the table. It never moves. */
export type Mine = {
  number: number;
  ship: ShipId;
  side: number;
  at: Point;
  /** FT-6.10.1: the turn it was laid in; it is active from the next one on. */
  turn: number;
};

export type MinesEvent = {
  laid?: { layer: IconId; mine: Mine };
  sweeping?: { ship: ShipId };
  swept?: { mine: number; ship: ShipId; die: number };
  drawn?: { mine: number; ships: ShipId[]; die: number };
  went_off?: {
    mine: number;
    ship: ShipId;
    dice: number[];
    again?: number[];
    tally: Tally;
    /** FT-7.25.2: the die of a reflex field; what it would throw back meets nobody. */
    reflex?: number;
  };
};

/** FT-6.2.1, FT-6.6.4. */
export type Missile = 'standard' | 'extended' | 'two_stage';

/** How a weapon with a choice is set. */
export type Mode =
  | 'overload'
  | 'short'
  | 'long'
  | 'flare'
  | 'torpedo'
  | 'medium'
  | 'arm'
  | 'charge'
  | 'discharge'
  | 'shaped';

/** FT-5.14.2, FT-5.14.3, FT-5.19.1, FT-7.23.1, FT-7.24.1. */
export type ModeMenu = { weapon: IconId; name: string; now?: Mode; modes: Mode[] };

/** FT-2.1.2, FT-3.1.1, FT-12.12.1: where a ship is and how it moves. */
export type Motion = {
  at: Point;
  /** FT-3.1.1: in cinematic movement the course as well. */
  facing: Clock;
  velocity: number;
  /** FT-12.12.1: a vector ship's way in one turn; its length is the velocity. */
  drift?: Point;
};

/** FT-3.10.1. */
export type Movement = 'cinematic' | 'vector' | 'mixed';

export type MovementEvent = {
  moved?: {
    ship: ShipId;
    by: Steering;
    plot: Plot;
    /** FT-16.2.1. */
    roll?: boolean;
    /** FT-7.4.4. */
    active?: boolean;
    /** FT-5.22.1: shown when the ship has moved. */
    turrets?: [number, Arc][];
    path: Point[];
    to: Motion;
  };
  left?: { ship: ShipId; edge: Edge; die: number | null; back: number | null };
  returned?: { ship: ShipId; at: Point; facing: Clock };
  worn?: { ship: ShipId; hits: number };
};

/** FT-12.1.1: one's own ships by their numbers in the fleet list, to be given to the places. */
export type MusterMenu = {
  /** What stands on the marker of each place. */
  letters: string[];
  names: string[];
  /** What each ship looks like from afar. */
  signatures: Signature[];
  /** Places whose ships stay: those that are known, and those that share a base (FT-3.7.5). */
  fixed: number[];
  /** As the scenario has them, which the enemy may know. */
  usual: number[];
};

/** What a plot asks of a drive. */
export type Need = {
  /** Main-drive points beside turning in vector movement, all points in cinematic. */
  total: number;
  turning: number;
};

/** FT-5.8.2: a place in the list of odds, thrown so many times. */
export type NeedleMenu = { odds: number; times: number };

/** FT-7.23.2: a template that is on its way for three turns. */
export type Nova = {
  ship: ShipId;
  from: Point;
  facing: Clock;
  /** The turn in which it was fired. */
  turn: number;
};

/** The objectives of a scenario. Ships and sides are called by their names in the file. */
export type Objectives = {
  /** For the players, in words. */
  text?: string;
  /** Looked at in this order when the battle ends: the first that holds decides it. */
  verdicts?: Verdict[];
  /** The first line that fits a ship says what it is worth; one that none fits counts by FT-VIC.1. */
  points?: Worth[];
  /** Ships that are caught when enough enemies stand near them. */
  catches?: Catch[];
  /** The lead in points that wins; less is a draw. */
  margin?: number;
};

/** What one player does before anything else is launched. */
export type Opening = { flak?: Barrage[]; stages?: Stage[] };

export type OpeningEvent = {
  barrage?: { weapon: IconId; flak: Flak };
  flew_on?: { marker: number; at: Point };
  peppered?: { flak: number; marker: number; dice: number[]; again?: number[]; stopped: number };
  scourged?: { flak: number; group: GroupId; dice: number[]; again?: number[]; killed: number };
  grazed?: { flak: number; ship: ShipId; die: number };
};

/** FT-5.16.4, FT-6.6.5: how phase 3 may begin, and a sensible plan. */
export type OpeningMenu = { flak: FlakMenu[]; stages: StageMenu[]; usual: Opening };

/**
 * Chosen before play; a record carries the values it was played with (FT-1.5.1).
 * The defaults are the book's, or our ruling where the book is silent.
 */
export type Options = {
  /** FT-3.10.1: how ships move: cinematic, by vectors, or each as the scenario says */
  movement: Movement;
  /** FT-3.6.1: drives may be strained beyond their rating */
  emergency_thrust: boolean;
  /** FT-3.6.3: the drive that counts after emergency thrust has failed */
  et_replot: Replot;
  /** FT-3.7.1: ships may fly in squadrons under one order */
  squadrons: boolean;
  /** FT-3.7.6: how near to each other the ships of a squadron are */
  squadron_spacing: 6 | 12;
  /** FT-3.2.4: how half of an odd rating is rounded */
  drive_half: Halving;
  /** FT-16.2.1: ships may roll to bring the other side to bear */
  rolling: boolean;
  /** FT-16.3.1: ships may take others in tow */
  towing: boolean;
  /** FT-16.6.1: ships may dock with others */
  docking: boolean;
  /** FT-16.5.1: a fleet that has left by one edge may be followed */
  abstract_disengage: boolean;
  /** FT-16.7.1: ships may be ordered to ram */
  ramming: boolean;
  /** FT-16.7.2: the least die that dares to ram */
  ram_number: 6 | 4;
  /** FT-3.9.1: a ship that leaves the table has retreated, may come back, the table has no edge, or lies above a planet */
  edge: Edges;
  /** FT-3.9.1: leaving is judged by the end of a move or by its whole path */
  table_edge: TableEdge;
  /** FT-4.2.2: a target exactly on the line between two arcs */
  arc_edge: ArcEdge;
  /** FT-4.3.2: a range exactly between two bands belongs to the closer or the farther */
  band_edge: BandEdge;
  /** FT-1.7.2: the least that screens leave of a damage die */
  damage_die_floor: 0 | 1;
  /** FT-DMG.3: re-rolls of re-rolls reach the next layer of armour, or one layer deeper each time */
  reroll_depth: RerollDepth;
  /** FT-DMG.8: which boxes of a mixed layer are lost first */
  layer_order: LayerOrder;
  /** FT-4.11.4: rows lost in one phase are checked together, or those of each attack by themselves */
  threshold_unit: ThresholdUnit;
  /** FT-5.14.2: the die whose 1 endangers an overloaded tube */
  overload_risk: OverloadRisk;
  /** FT-6.6.11: damage of antimatter blasts */
  amt_class: AntimatterClass;
  /** FT-6.3.4: lock range of missiles on vector ships */
  missile_radius_vector: 3 | 6;
  /** FT-5.2.1: one fire control for all markers of a ship, or one each */
  firecon_per_launch: LaunchControl;
  /** FT-4.2.5: whether ordnance may be launched through the aft arc */
  aft_ordnance: AftOrdnance;
  /** FT-6.8.2: scatterguns roll sixes again against plasma bolts */
  scatter_bolt_reroll: boolean;
  /** FT-7.13.2: how far an area defence system reaches for others with one die */
  ads_support: 12 | 6;
  /** FT-GEO.7: how near counts as contact */
  contact_mu: 1 | 2;
  /** FT-8.1.4: secondary moves of groups in the turn of their launch */
  launch_turn_secondary: SecondaryLaunch;
  /** FT-8.5.1: small craft look along one of the twelve courses, or at any place */
  fighter_facing: FighterFacing;
  /** FT-5.16.2: class 1 K-guns hit fighters that attack nobody on a 6, or by their range */
  k1_vs_fighters: K1Shot;
  /** FT-8.1.6: groups may land by a secondary move */
  secondary_landing: boolean;
  /** FT-8.4.2: a combat landing keeps aboard those who landed so, or everybody */
  fouled_deck: FouledDeck;
  /** FT-8.8.4: point defence at fighters that press on past others */
  pd_vs_intercepted: Intercepted;
  /** FT-9.1.8: sixes of point defence roll again against gunboats */
  pds_gunboat_reroll: boolean;
  /** FT-8.17.1: fighters that have lost craft may turn away from an attack */
  fighter_morale: boolean;
  /** FT-8.18.1: aces among the pilots: none, found by a die with turkeys, or bought in the scenario */
  aces: Aces;
  /** FT-8.15.11: multi-role fighters have the three roles that the scenario names */
  multirole_any3: boolean;
  /** FT-8.15.16: EMP, needle and rocket fighters, which the book names without rules for them, may be built by ours */
  unlisted_craft: boolean;
  /** FT-8.3.5: ships with catapults may scramble under thrust */
  catapult_scramble: boolean;
  /** FT-3.7.5: tiny ships may share a base */
  shared_base: boolean;
  /** FT-11.2.1: FTL drives work everywhere, outside the limit of the scenario, or nowhere */
  hyper_limit: HyperLimits;
  /** FT-11.10.1: ships that come through a natural jump point are out of control for that turn */
  jump_point_shock: boolean;
  /** FT-13.15.5: ships that are docked with a starbase may fire */
  docked_ships_fire: boolean;
  /** FT-11.8.1: ships without FTL may fight although no mothership brings them */
  non_ftl_ships: boolean;
  /** FT-11.5.3: ships that come by FTL may be far off */
  wild_ftl_scatter: boolean;
  /** FT-12.1.1: ships come onto the table as bogeys, until sensors identify them */
  sensors: boolean;
  /** FT-12.3.1: sides may have dummies among their bogeys */
  dummy_bogeys: boolean;
  /** FT-12.2.1: displays are closed to the enemy, where sensors are played */
  closed_book: boolean;
  /** FT-12.1.2: passive sensors identify bogeys where they end their moves, or anywhere on their way */
  passive_check: PassiveCheck;
  /** FT-12.2.1: better sensors tell of closed displays by the roll of an active scan, by range, or both */
  sensor_info: SensorInfo;
  /** FT-12.4.1: ECM jams the rolls of active scans, and works only in turns whose orders switch it on */
  ecm_jamming: boolean;
  /** FT-12.3.2: weasel emitters give their ships the drive signature of larger ones */
  weasels: boolean;
  /** FT-7.19.1: ECM is on at the start of the battle */
  ecm_default: boolean;
  /** FT-12.8.1: a side that has lost half its mass withdraws */
  fleet_morale: boolean;
  /** FT-4.2.6: ships that used no thrust may fire through their aft arc */
  aft_arc_if_no_thrust: boolean;
  /** FT-4.3.4: fire controls see 54 MU, advanced ones 72 */
  firecon_range: boolean;
  /** FT-12.7.1: boarding: in battles where somebody has Marines, transporters, boarding torpedoes or assault shuttles, in every battle, or never */
  boarding: Boarding;
  /** FT-5.9.2: transporters may send Marines against single systems */
  commando_raids: boolean;
  /** FT-12.10.1: both fleets know each other: 1 is added to all dice of direct fire */
  civil_war: boolean;
  /** FT-4.10.1: fire from behind ignores armour */
  rear_arc_ignores_armour: boolean;
  /** FT-7.16.1: what a 6 scores through three layers of screens */
  third_layer_six: 1 | 2;
  /** FT-4.11.9: a drive rolls twice when two rows are lost in a turn */
  double_drive_check: boolean;
  /** FT-5.13.3: a needle beam disables a drive at once */
  needle_drive_destroys: boolean;
  /** FT-10.3.8: a power core that blows hurts everybody within 3 MU */
  reactor_breach: boolean;
  /** FT-10.3.8: dice of a breach below mass 25 */
  breach_min_dice: 1 | 0;
  /** FT-12.9.1: ships may surrender when a row is lost */
  strike_colours: Colours;
  /** FT-12.11.1: ships may be turned when a row is lost */
  knocked_off_course: boolean;
  /** FT-17.1.3: asteroids can be shot to pieces */
  asteroid_damage: boolean;
  /** FT-17.3.1: the star may flare and blind fire controls and sensors */
  flares: boolean;
  /** FT-17.3.1: a flare comes on this or more, each turn */
  flare_number: 6 | 5;
  /** FT-17.5.1: ships that are shot to pieces may burst into debris */
  battle_debris: boolean;
  /** FT-17.8.5: enemies may share a marker of an orbit track */
  share_orbit_marker: boolean;
  /** FT-10.4.5: damage control */
  repairs: boolean;
  /** FT-VIC.1: a ship with exactly one row gone counts as damaged */
  damaged_until_two_rows: boolean;
  /** FT-10.3.1: bridge, power core and life support can be hit */
  core_systems: boolean;
  /** FT-4.2.3: ships may have their arcs turned by 30 degrees */
  beta_arcs: boolean;
  /** FT-5.14.2: pulse torpedoes may be built to overload */
  overloaded_torpedo: boolean;
  /** FT-5.14.2: some ships of a fleet may go without the overload that the others have */
  overload_exceptions: boolean;
  /** FT-5.14.3: variable pulse torpedoes may be built */
  variable_torpedo: boolean;
  /** FT-5.16.4: K-guns of class 2 or more may be built to fire flak */
  flak: boolean;
  /** FT-5.16.3: short-range K-1 guns: any number, in pairs, or none */
  srk1: ShortKGuns;
  /** FT-5.16.3: K-guns above class 6, three mass more for each class */
  kgun_any: boolean;
  /** FT-6.10.1: minelayers may lay mines */
  mines: boolean;
  /** FT-12.5.1: ships with the gear may sweep mines */
  minesweeping: boolean;
  /** FT-6.8.5: plasma bolt launchers may fire a shaped bolt at one ship */
  pbl_shaped: boolean;
  /** FT-7.14.1: a scattergun in defence: a die of kills, or four PDS dice */
  scattergun: ScatterShot;
  /** FT-2.6.10: point defence and strikes are rolled ship by ship once all point defence is assigned */
  combine_pd_strike: boolean;
  /** FT-6.6.4: two-stage missiles may be built */
  multistage_missiles: boolean;
  /** FT-7.10.2: an ADFC takes no mass on ships above mass 20 */
  adfc_zero_mass: boolean;
  /** FT-7.10.1: mass of an ADFC */
  adfc_mass: 2 | 1;
  /** FT-5.2.3: points of an advanced fire control */
  afc_points: 5 | 8;
  /** FT-7.22.1: which cloaks may be built */
  cloaks: CloakKind[];
  /** FT-7.20.4: price of a cloaking device, by its chapter or by table 14.2 */
  cloak_price: Price;
  /** FT-7.23.1: nova cannons may be built */
  nova_cannon: boolean;
  /** FT-7.24.1: wave guns may be built */
  wave_gun: boolean;
  /** FT-7.25.1: reflex fields may be built */
  reflex_field: boolean;
  /** FT-7.2.3: least mass of a screen generator */
  screen_min: 1 | 3;
  /** FT-13.7.1: how the least hull, a tenth of the mass, is rounded */
  hull_min: HullMinimum;
  /** FT-13.12.2: launch tubes may have catapults */
  catapults: boolean;
  /** FT-13.12.3: bays with launch tubes, or combined hangars that need none */
  hangar_model: HangarModel;
  /** FT-13.12.4: hangars may explode, and cost a third less */
  hangar_crits: boolean;
  /** FT-10.2.3: rows lost this turn make hangar explosions likelier, or are added to the die as printed */
  hangar_crit_sign: HangarSign;
  /** FT-10.2.3: every row lost this turn counts, or only those beyond the first */
  hangar_crit_rows: HangarRows;
  /** FT-13.12.5: points of a rack for robot fighters */
  rack_points: 6 | 18;
  /** FT-13.13.8: price of better sensors, by their chapter or by table 14.3 */
  sensor_price: Price;
  /** FT-13.13.13: flawed designs may be built for four fifths of their points */
  flawed_designs: boolean;
  /** FT-13.4.1: ships above mass 300 are built in sections only */
  mass_limit: boolean;
  /** FT-15.0.3: whether gunboats may be built */
  gunboats: Gunboats;
  /** FT-15.0.1: technology choices of each navy */
  tech_base: number | null;
  /** FT-18.2.2: what fleets are made up of */
  fleet_limits: FleetLimits;
  /** FT-18.3.1: which points forces and scores are counted in */
  points: Points;
};

/** FT-17.8.2, FT-17.10.1: about which planet a ship goes round, and which way. */
export type Orbit = { body: BodyId; anticlockwise?: boolean };

/** One seat's submission for one decision. */
export type Order =
  | { deploy: Deploy }
  | { settings: Setting[] }
  | { muster: number[] }
  | { scan: Scan[] }
  | { plans: Plan[] }
  | { arrange: number[] }
  | { rounds: Return[] }
  | { features: [BodyId, Point][] }
  | { orders: ShipOrders }
  | { opening: Opening }
  | { launch: Launch }
  | { wing: Sortie }
  | { parting: GroupId[] }
  | { scramble: Scramble }
  | { defend: Guard[] }
  | { craft_launch: CraftLaunch }
  | { attack: Declared[] }
  | { dogfight: Stance[] }
  | { run: Run[] }
  | { fire: Fire }
  | { fire_boats: BoatFire }
  | { evade: GroupId[] }
  | 'pass'
  | { cross: Crossing[] }
  | { duties: Duty[] }
  | { repel: Stand[] }
  | { share: Share[] }
  | { emp: EmpTest[] }
  | { repair: Job[] }
  | { cores: [ShipId, CoreChoice][] }
  | { chase: boolean }
  | 'concede';

export type OrdersEvent = {
  wrote?: { seat: number; orders: ShipOrders | null };
  strained?: { ship: ShipId; dice: number[]; works: boolean; hits: number; wear: number };
};

export type OrdnanceEvent = {
  chosen?: { ship: ShipId };
  passed?: { seat: number };
  placed?: { weapon: IconId; marker: Marker; magazine: [IconId, Missile] | null };
  rockets?: {
    ship: ShipId;
    weapon: IconId;
    target: ShipId;
    needs: number;
    dice: [number, number];
    marker: Marker | null;
  };
  homed?: { marker: number; target: ShipId; die: number | null };
  lost?: { marker: number };
};

/** FT-4.2.3: how the arcs lie, chosen for each ship at design. */
export type Orientation = 'alpha' | 'beta';

export type Outcome = { won: number[] } | 'draw';

/** FT-5.14.2: the die whose 1 endangers the tube. */
export type OverloadRisk = 'damage' | 'to_hit';

/** One unit aboard a ship that is not its own. */
export type Party = {
  seat: number;
  troop: Troop;
  /** FT-12.7.5: the turn in which it came. */
  since: number;
  /** FT-12.7.2: it fights the Marines this turn, not the hull. */
  fights?: boolean;
};

/** Who moves (FT-8.1.3, FT-8.5.2, FT-8.15.15, FT-8.5.3). */
export type Pass = 'launched' | 'others' | 'robots' | 'secondary';

/** FT-11.9.5: what becomes of a ship that goes through. */
export type Passage = 'gone' | { through: Motion } | 'back' | 'lost';

/** FT-12.1.2: where passive sensors look for bogeys. */
export type PassiveCheck = 'end' | 'path';

/** What a move would bring upon a ship. */
export type Peril =
  | { collision: { with: Thing; needs: number } }
  | { battering: { body: BodyId; dice: number } }
  | { dust: { body: BodyId } }
  | { orbit: { body: BodyId } }
  | { atmosphere: { body: BodyId; lost: number } }
  | { crash: { body: BodyId } };

/** Where in the turn the battle waits. */
export type Phase =
  | 'setup'
  | { deploy: { seat: number; order: number[] } }
  | { muster: { seats: number[] } }
  | { scan: { seats: number[] } }
  | { plans: { seats: number[] } }
  | { settings: { seats: number[] } }
  | { rounds: { seats: number[] } }
  | { features: { seat: number } }
  | 'orders'
  | { arrange: { seat: number } }
  | { opening: { seats: number[] } }
  | { launch: { seat: number; passes: number } }
  | { wings: { seat: number; pass: Pass } }
  | { parting: { seats: number[]; by: number; pass: Pass; sortie: Sortie } }
  | { scramble: { seat: number; done: number[] } }
  | { defence: { seats: number[] } }
  | { attacks: { seat: number; done: number[] } }
  | { dogfights: { seats: number[] } }
  | { runs: { seats: number[] } }
  | { evade: { seats: number[]; by: number; fire: Fire } }
  | { replot: { ships: ShipId[] } }
  | { fire: { seat: number; passes: number } }
  | { cross: { seats: number[] } }
  | { duties: { seats: number[] } }
  | { repel: { seats: number[] } }
  | { share: { seats: number[]; then: Step | null } }
  | { emp: { seats: number[] } }
  | { repairs: { seats: number[] } }
  | { cores: { seats: number[] } }
  | { chase: { seat: number } }
  | { over: { outcome: Outcome } };

export type PhaseEvent = {
  entered?: { phase: Phase };
  turn_began?: { turn: number };
  initiative?: { rolls: [number, number[]][]; order: number[] };
  arranged?: { order: number[] };
};

/** FT-8.18.1. */
export type Pilots = 'average' | 'ace' | 'turkey';

/** Which part of a display something stands in. */
export type Place = 'weapon' | 'ordnance' | 'guard' | 'shield' | 'system' | 'engine' | 'core';

/** FT-11.5.1: how a ship is to come onto the table; written before the battle. */
export type Plan = {
  ship: ShipId;
  /** FT-8.15.13, FT-9.2.2: a group of that ship, which comes by itself; in turn 0 it is in flight from the start. */
  group?: GroupId;
  turn: number;
  at: Point;
  facing: Clock;
  velocity: number;
};

export type PlanetsEvent = {
  orbiting?: { ship: ShipId; orbit: Orbit };
  left_orbit?: { ship: ShipId };
  crashed?: { ship: ShipId; body: BodyId };
  entered?: { ship: ShipId; body: BodyId; die: number | null; total: number; fate: Landfall };
  tested?: { ship: ShipId; dice: number[]; decays: boolean };
};

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

/**
 * What a ship is to do with its drive. In data the book's own notation: `P2+4`,
 * `S1P1`, `TP3 MD6`; `0` for straight on.
 */
export type Plot = string;

/** One plot and what comes of it. */
export type PlotChoice = {
  plot: Plot;
  /** FT-3.2.1, FT-12.12.2: points of thrust it takes. */
  cost: Need;
  /** From where it starts, through its bend, to where it ends; to a thousandth, for drawing. */
  path: Point[];
  facing: Clock;
  velocity: number;
  /** FT-3.9.1: it would take the ship off the table. */
  leaves: boolean;
  /** FT-3.6.1: only by straining the drive. */
  emergency?: boolean;
  /** FT-17.6.2, FT-17.4.1, FT-17.2.1: what terrain would do to it. */
  perils?: Peril[];
};

export type PlotMenu = {
  ship: ShipId;
  rating: number;
  /** Points that may turn it, or thruster points. */
  turning: number;
  can_roll: boolean;
  /** FT-16.2.1: what a roll takes beside the plot. */
  roll: Need;
  /** FT-12.12.3: thruster points that each point of a push takes; pushes are not listed one by one. */
  push?: number;
  choices: PlotChoice[];
  /** FT-3.6.1: where drives may be strained. */
  strain?: StrainMenu;
  switches: Switches;
};

export type Point = { x: number; y: number };

/** FT-18.3.1. */
export type Points = 'npv' | 'cpv';

/** Where a group is and what it does there. */
export type Post =
  | { aboard: { ship: ShipId; bays: [IconId, number][]; ready: number } }
  | 'flying'
  | { screening: { ship: ShipId; facing?: Clock } }
  | { guarding: { group: GroupId } }
  | { pursuing: { ship: ShipId } }
  | 'destroyed'
  | { hyperspace: { with?: ShipId } }
  | 'away';

/** FT-7.20.4, FT-13.13.8: the text of the chapter, or the table of section 14. */
export type Price = 'body' | 'table';

/** FT-5.0.1: what is rolled. */
export type Profile =
  | { beams: { dice: number; again: boolean; screens: Response; hit: Hit } }
  | { plasma: { dice: number } }
  | { needle: { dice: number; kills: boolean } }
  | { projectile: { needs: number; hit: Shell } }
  | { fusion: { needs: number; dice: number } }
  | 'mkp'
  | 'point_defence'
  | 'scatter'
  | { spinal: { beam: SpinalBeam; size: Size } };

/** One thing a group could attack. */
export type QuarryMenu = {
  target: Target;
  /** FT-8.6.4: groups of its screen that must be taken on first. */
  screen?: GroupId[];
  /** At small craft and missiles: chances of 0, 1, … kills. */
  kills?: number[];
  /** FT-8.15.14: Marines and parties that shuttles would land, each on 2 or 3 and more. */
  boards?: [number, number];
  /** At a ship: place in the table of odds, and how many dice, if all arrive. */
  odds?: [number, number];
};

export type RammingEvent = {
  tried?: {
    ship: ShipId;
    target: ShipId;
    /** The die to dare it; none is needed by those who always do. */
    dare?: number;
    /** Of ship and target, with their thrust added. */
    race?: [number, number];
    thrust: [number, number];
    /** Of ship and target, times their hull boxes. */
    impact?: [number, number];
    /** Points of ship and target. */
    damage: [number, number];
  };
  missed?: { ship: ShipId; target: ShipId };
};

/** Why a weapon may not fire at these. */
export type RefusedMenu = { weapon: IconId; rule: string; why: string; targets: ShipId[] };

/** FT-10.4.2. */
export type RepairMenu = {
  ship: ShipId;
  parties: number;
  icons: IconId[];
  /** What the icons are called, in the same order. */
  names: string[];
  /** Faces out of six on which 1, 2, … parties repair a system; no more work on one. */
  faces: number[];
};

export type RepairsEvent = {
  regenerated?: { ship: ShipId; layer: number; dice: number[]; healed: number; dead: number };
  worked?: { ship: ShipId; icon: IconId; parties: number; die: number; repaired: boolean };
};

/** FT-3.6.3. */
export type Replot = 'damaged' | 'undamaged';

/** FT-DMG.3. */
export type RerollDepth = 'one' | 'chain';

/** FT-5.0.2, FT-7.2.2: which screens shift beam dice. */
export type Response = 'any' | 'advanced' | 'none';

/** FT-17.7.1: a ship that comes back, and where. */
export type Return = { ship: ShipId; at: Point };

export type RidersEvent = {
  detached?: { ship: ShipId; from: ShipId; to: Motion };
  stowed?: { ship: ShipId; by: ShipId };
  pooled?: { ship: ShipId; tally: Tally };
  shared?: { ship: ShipId; parts: [ShipId, number][] };
  settled?: { ship: ShipId; from: ShipId; status: Status; to: Motion };
};

/** One outcome of a roll, with its chance. */
export type RollOutcome = {
  /** Out of [`WHOLE`]. */
  chance: number;
  /** FT-DMG.1: points that begin at the outermost layer, at the next one in, and so on. */
  fills?: number[];
  /** FT-DMG.4: points of each armour-piercing hit. */
  ap?: number[];
  /** FT-5.4.1. */
  emp?: number;
};

/** FT-17.7.1: a ship that may come back, usually there, anywhere between two places. */
export type RoundMenu = { usual: Return; from: Point; to: Point };

export type RoundsEvent = {
  went_round?: { ship: ShipId; exit: Point };
  came_round?: { ship: ShipId; at: Point };
  stayed_away?: { ship: ShipId; back: number };
};

/** FT-4.11.2, FT-4.11.3: with so many boxes more a row is complete, and the check is on `needs`. */
export type RowMenu = {
  boxes: number;
  /** Systems are lost on this and more. */
  needs: number;
};

/** What a group does when it reaches its ship. */
export type Run = {
  group: GroupId;
  with: With;
  /** FT-8.18.2: the system its ace goes for, as a needle beam. */
  aim?: IconId;
};

export type RunMenu = {
  group: GroupId;
  name: string;
  ship: ShipId;
  /** With what, place in the table of odds, number of dice, endurance. */
  with: [With, number, number, number][];
  /** FT-8.18.2: systems an ace may aim at. */
  aims?: IconId[];
};

export type RunsEvent = {
  chosen?: { seat: number; runs: Run[] };
  ran?: {
    group: GroupId;
    ship: ShipId;
    /** FT-8.15.6, FT-8.15.9. */
    ordnance?: boolean;
    dice: number[];
    again?: number[];
    damage?: number[];
    tally: Tally;
    cef: number;
  };
  embarked?: { group: GroupId; troops: Troop[] };
  boarded?: { group: GroupId; ship: ShipId };
};

/** FT-12.1.3: one bogey named by one ship that makes an active scan. */
export type Scan = { ship: ShipId; target: ShipId };

/** FT-12.1.3: one ship that makes an active scan. */
export type ScanMenu = {
  ship: ShipId;
  /** FT-12.1.5: how many bogeys it may name. */
  most: number;
  reach: number;
  /** Near ones first. */
  targets: ShipId[];
  usual: ShipId[];
};

/** FT-7.14.1: what a scattergun does in defence. */
export type ScatterShot = 'd6' | '4pds';

/** A scenario as players write it down. */
export type Scenario = {
  name: string;
  blurb: string;
  table: TableSize;
  deployment: Deployment;
  /** FT-4.12.3: the battle ends after this many turns. */
  turns: number;
  /** FT-13.1.1, FT-18.3.1: the most points a side may have, where forces are chosen by points. */
  points?: number;
  /** FT-17.1.1: what else is on the table. */
  terrain?: Terrain[];
  /** FT-11.2.1: where FTL drives do not work, if the option asks for it. */
  hyper_limit?: HyperLimit;
  /** What it is about beyond FT-VIC.1. */
  objectives?: Objectives;
  /** FT-8.15.11: the three roles of multi-role fighters, where any three may be agreed on. */
  roles?: WingType[];
  /** FT-8.18.1: the agreed price of an ace. */
  ace_points?: number;
  /** Two or more. */
  sides: Side[];
  /** Designs beyond those supplied; the same name replaces a supplied one. */
  designs: Design[];
  /** FT-1.5.1: the options it is meant to be played with. */
  options: Options;
};

/** FT-8.3.1: one carrier, the groups that would go, and the attacker each would take on. */
export type Scramble = { ship: ShipId; groups: [GroupId, GroupId][] };

export type ScrambleEvent = {
  passed?: { seat: number };
  tried?: {
    ship: ShipId;
    die: number;
    /** The group whose bay is blocked by a mishap. */
    mishap?: GroupId;
    out?: [GroupId, GroupId][];
    /** FT-8.3.4: after the strike. */
    late?: boolean;
  };
};

/** FT-8.3.1: one carrier under attack. */
export type ScrambleMenu = {
  ship: ShipId;
  groups: GroupId[];
  raiders: GroupId[];
  /** FT-8.3.2: groups that may be named. */
  most: number;
  /** Faces out of six: a mishap, nothing, one too late, one, two or what may be launched. */
  faces: number[];
  usual: Scramble;
};

/** FT-7.16.1: layers of screens, all of them and the advanced ones. */
export type Screens = { all: number; advanced: number };

/** FT-8.1.4: secondary moves of groups launched this turn. */
export type SecondaryLaunch = 'full' | 'half' | 'none';

/** What only its owner knows of a ship beyond its movement. */
export type Secret = {
  modes?: [IconId, Mode][];
  /** FT-5.19.1: switched this turn, and off line. */
  switching?: IconSet;
  /** FT-5.14.2: fired, or overloaded and not fired, in the turn before. */
  tired?: IconSet;
  detonate?: boolean;
  reflex?: boolean;
  /** FT-7.20.1: the turn in which a cloaking device is to be switched off; 0 for none. */
  cloak_until?: number;
  /** FT-7.21.1: what a ship does behind its cloaking field. */
  shadow?: Shadow;
  /** FT-11.5.1: when, where and how it comes out of FTL. */
  plan?: Plan;
  /** FT-8.15.13, FT-9.2.2: the same of its groups. */
  craft?: Plan[];
};

/** FT-17.8.2: which way round a ship goes that flies straight at the centre of a planet. */
export type Sense = 'clockwise' | 'anticlockwise';

/** FT-12.2.1, FT-13.13.10. */
export type SensorInfo = 'both' | 'roll' | 'range';

export type SensorsEvent = {
  mustered?: { seat: number; signatures: Signature[]; places: number[] | null };
  revealed?: { ship: ShipId; found: Found; name: string; design?: string; display?: Ship };
  swept?: { ship: ShipId };
  scanned?: {
    ship: ShipId;
    target: ShipId;
    found: boolean;
    /** FT-12.2.1: the die of better sensors, and what it came to. */
    die?: number;
    /** FT-12.4.1: dice of ECM at either end. */
    jams?: number[];
  };
  told?: { by: ShipId; icon: IconId | null; told: Told };
};

/** FT-5.21.1, FT-5.19.1: how one weapon is set before the battle. */
export type Setting = { ship: ShipId; icon: IconId; mode: Mode };

export type SettingMenu = { ship: ShipId; weapon: IconId; name: string; modes: Mode[] };

/** FT-7.21.1: a ship that is off the table, as only its owner knows it. */
export type Shadow = {
  /** The turn in which it is to be seen again. */
  until: number;
  motion: Motion;
  turned: boolean;
  rolled: boolean;
  turrets: Arc[];
  /** Everywhere it has been since, to be traced when it appears. */
  path: Point[];
};

/** What a feature is. */
export type Shape =
  | 'asteroid'
  | 'asteroid_field'
  | 'meteor_swarm'
  | 'debris_field'
  | 'rings'
  | 'dust_cloud'
  | 'flare_zone'
  | 'planet_simple'
  | 'planet_medium'
  | 'planet_large'
  | 'hyper_limit'
  | 'jump_point';

/** FT-11.7.2: how the damage of a mothership is shared: so many points to each rider, the rest to her. */
export type Share = { ship: ShipId; parts?: [ShipId, number][] };

/** FT-11.7.2: a mothership whose damage is to be shared out. */
export type ShareMenu = {
  ship: ShipId;
  /** All points, before armour. */
  points: number;
  /** Armour and hull boxes left of the mothership. */
  bears: number;
  /** Riders, with the same of each. */
  riders: [ShipId, number][];
  usual: Share;
};

/** What a projectile does. */
export type Shell =
  | 'torpedo'
  | 'long'
  | 'heavy'
  | 'overload'
  | { k_gun: number }
  | 'boarding'
  | { shaped: number };

/** One ship, with everything marked on it. */
export type Ship = {
  owner: number;
  side: number;
  status: Status;
  motion: Motion;
  /** FT-16.2.1: port and starboard mounts have changed places. */
  rolled: boolean;
  hull_lost: number;
  armour: LayerLeft[];
  /** FT-4.11.3: rows that have already been checked for. */
  rows_checked: number;
  /** FT-4.11.9: rows complete when the turn began. */
  rows_at_start: number;
  /** Knocked out, and can be repaired (FT-4.11.5). */
  damaged: IconSet;
  /** Lost for the battle (FT-10.4.4). */
  gone: IconSet;
  /** FT-2.5.2: one-shot weapons used up. */
  spent: IconSet;
  /** FT-2.6.14: used this turn. */
  used: IconSet;
  /** FT-4.11.8: failures of the main drive, and how many of them are for good. */
  drive_hits: number;
  drive_gone: number;
  /** FT-3.2.3: it turned in the turn before. */
  turned: boolean;
  /** FT-4.2.6: it used its main drive this turn. */
  thrusted: boolean;
  /** FT-3.6.2: how often it has tried emergency thrust. */
  strained: number;
  /** FT-3.6.3: failures of the drive that come after the move. */
  wear: number;
  /** FT-2.6.12: it has been chosen to fire this turn. */
  fired: boolean;
  /** FT-5.22.1: where each turret points, in the order of the display. */
  turrets: Arc[];
  /** FT-7.4.4: it gives up a level of stealth to see further. */
  active: boolean;
  /** FT-5.23.2: the turn in which a spinal mount last fired. */
  spinal_turn: number;
  /** The mounts that fired in that turn. */
  spinal_fired: IconSet;
  /** FT-5.13.1: killed by needle beams, out when phase 11 ends. */
  doomed: IconSet;
  /** FT-5.4.2: EMP hits of this turn, by the seat that scored them. */
  emp: [number, number][];
  core: Core;
  /** FT-7.5.1, FT-7.19.1: fields and ECM that are switched off. */
  off?: IconSet;
  /** FT-7.20.1: behind a cloaking device, still on the table. */
  cloaked?: boolean;
  /** FT-7.23.1, FT-7.24.1: what is armed, charged or to be discharged this turn. */
  ready?: [IconId, Mode][];
  /** FT-7.24.1: points stored in wave guns. */
  charges?: [IconId, number][];
  /** FT-5.21.1: pulsers that were set otherwise than they were built. */
  settings?: [IconId, Mode][];
  /** FT-DMG.8: regenerative boxes are to be lost first. */
  heal_first?: boolean;
  /** FT-2.6.3: it has been chosen to launch this turn. */
  launched?: boolean;
  /** FT-8.1.7, FT-8.4.2: what the flight deck has done. */
  deck?: Deck;
  /** FT-6.6.2: loads that have left each magazine. */
  fired_loads?: [IconId, Missile][];
  /** FT-6.8.1: when each plasma bolt launcher last fired. */
  bolts?: [IconId, number][];
  /** FT-12.1.1: nobody else knows yet what it is. */
  bogey?: boolean;
  /** FT-11.4.1: the turn in which its FTL drive was warmed up; 0 while it is cold. */
  warm?: number;
  /** FT-11.5.1: its arrival has been announced, and a marker stands there. */
  arriving?: boolean;
  /** FT-11.7.2: damage that is yet to be shared with its riders. */
  pool?: Tally[];
  /** FT-11.9.3: of a gate: it may be used from that turn on. */
  open_from?: number;
  /** FT-11.9.4: the gate it goes through when the turn ends. */
  passing?: Door;
  /** FT-11.9.6: the gate it came through, and in which turn. */
  came?: [Door, number];
  /** FT-S8: enough enemies have stood near it. */
  caught?: boolean;
  /** FT-12.1.3: it makes an active scan this turn. */
  scanning?: boolean;
  /** FT-16.3.1, FT-16.6.1: what holds it, or is about to. */
  link?: Link;
  /** FT-12.7.1: boarders, and friends who came to help. */
  aboard?: Party[];
  /** FT-5.9.4: damage-control parties of the crew that have left the ship. */
  sent?: number;
  /** FT-10.4.2: damage-control parties that have fought boarders this turn. */
  fought?: number;
  /** FT-12.7.4: hull boxes that boarders have taken this turn. */
  sacked?: number;
  /** FT-5.9.3: destroyed by raiders, out when phase 11 ends. */
  raided?: IconSet;
  /** FT-5.18.1: boarding torpedoes that have left each magazine. */
  torpedoes?: [IconId, number][];
  /** FT-17.8.2: the planet it goes round. */
  orbit?: Orbit;
  /** FT-17.5.1: points beyond its last box, where that is counted. */
  over?: number;
  /** FT-6.10.1: the minelayer of every mine it has laid. */
  laid?: IconId[];
  /** FT-12.5.1: it sweeps mines this turn. */
  sweeping?: boolean;
  /** FT-5.8.3: advanced fire controls that serve its phasers as ADS this turn. */
  set_aside?: number;
  /** FT-4.11.4: rows complete after each attack that completed one, where attacks are checked singly. */
  marks?: number[];
};

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

/** A ship's number in the battle, from 0, through all sides: the order of the fleet lists. */
export type ShipId = number;

/** What one ship is to do. */
export type ShipOrder = {
  ship: ShipId;
  plot: Plot;
  /** FT-3.6.1. */
  emergency?: boolean;
  /** FT-16.2.1. */
  roll?: boolean;
  /** FT-16.7.1: the ship to ram. */
  ram?: ShipId;
  /** FT-16.3.1: the ship to take in tow. */
  tow?: ShipId;
  /** FT-16.6.1: the ship to dock with. */
  dock?: ShipId;
  /** FT-16.3.1, FT-16.6.1: let go of what it holds, or of what holds it. */
  cast_off?: boolean;
  /** FT-11.7.2: part from the ship that carries it, and fly by itself. */
  detach?: boolean;
  /** FT-11.9.4: the gate to leave by, at the end of its move. */
  exit?: Door;
  /** FT-7.4.4: go active. */
  active?: boolean;
  /** FT-5.22.1: turrets, by number, and where they are to point. */
  turrets?: [number, Arc][];
  /** FT-5.14.2, FT-5.14.3, FT-5.19.1: weapons that are to fire in another way. */
  modes?: [IconId, Mode][];
  /** FT-7.9.1. */
  detonate?: boolean;
  /** FT-7.25.1. */
  reflex?: boolean;
  /** FT-7.5.1, FT-7.18.1, FT-7.19.1: fields and ECM to switch on or off, until they are switched again. */
  switch?: [IconId, boolean][];
  /** FT-7.20.1, FT-7.21.1: cloak for so many turns. */
  cloak?: number;
  /** FT-11.4.1: warm up the FTL drive, to jump in the next turn. */
  ftl?: boolean;
  /** FT-12.1.3: make an active scan. */
  scan?: boolean;
  /** FT-12.1.4: be no bogey any more, before phase 3. */
  show?: boolean;
  /** FT-DMG.8: which boxes of a layer are lost first from now on. */
  heal_first?: boolean;
  /** FT-6.10.1. */
  mines?: Lay[];
  /** FT-12.5.1. */
  sweep?: boolean;
  /** FT-8.1.1: groups to launch. */
  launch?: GroupId[];
  /** FT-8.16.4: groups to merge, the first into the second. */
  merge?: [GroupId, GroupId][];
  /** FT-8.15.11: roles of multi-role groups aboard. */
  arm?: Arming[];
  /** FT-8.15.14: Marines and parties that go in the assault shuttles launched now. */
  embark?: [number, number];
  /** FT-17.9.4: so many points of turning more or less in a gravity zone. */
  pull?: number;
  /** FT-17.8.2: which way round a planet, if it flies straight at the centre. */
  round?: Sense;
};

/**
 * FT-2.6.1: everything one player writes in phase 1. Ships that are not named
 * hold their course (FT-3.5.2).
 */
export type ShipOrders = {
  squadrons?: SquadronOrder[];
  ships?: ShipOrder[];
  /** FT-3.9.2: ships that come back. */
  entries?: Entry[];
  /** FT-11.9.3: gates to switch. */
  gates?: GateOrder[];
  /** FT-11.9.6: ships that come through a gate. */
  arrivals?: GateEntry[];
};

/** FT-5.16.3. */
export type ShortKGuns = 'any' | 'pairs' | 'none';

/** One weapon at one target. */
export type Shot = {
  weapon: IconId;
  target: ShipId;
  /** FT-5.13.1, FT-5.8.2: the system a needle beam, or a phaser used as one, aims at. */
  aim?: IconId;
};

export type ShotMenu = {
  weapon: IconId;
  name: string;
  /** FT-1.7.4: weapons of one family roll together, families in the order they are first named. */
  family: string;
  target: ShipId;
  range: number;
  /** Dice it rolls, re-rolls and damage dice aside. */
  dice: number;
  /** What the first die must show, where one has to hit. */
  needs?: number;
  /** FT-4.4.2: it takes a fire control. */
  control: boolean;
  /** Average points before armour (hits, for EMP), in thousandths. */
  mean: number;
  /** FT-5.13.3: what it may aim at. */
  aims: IconId[];
  /** FT-5.13.1: the chance that it kills what it aims at. */
  kill?: number;
  /** FT-5.14.2: the chance that its tube bursts. */
  burst?: number;
  /** Its place in the list of odds, thrown so many times; a spinal mount has its own. */
  odds: number;
  times: number;
  /** FT-5.8.2: the odds of a phaser that names a system instead. */
  needle?: NeedleMenu;
  /** FT-5.23.3: everybody a spinal mount would hit, each by an attack of its own. */
  strip?: StripMenu[];
  /** FT-5.9.1, FT-5.18.1: chances that 0, 1, 2, … units come aboard. */
  boards?: number[];
  /** FT-5.9.2: it may be fired only as a raid, at one of `aims`. */
  raids?: boolean;
  /** FT-5.22.1: the other weapons of its turret; they fire at the same target or not at all. */
  together?: IconId[];
  /** FT-5.9.4: it may send damage-control parties though there are Marines. */
  crew?: boolean;
};

/** One side and its fleet. */
export type Side = {
  name: string;
  /** FT-4.12.2: the edge it deploys at. */
  edge?: Edge;
  /** FT-15.0.1: the technology it is built with, where that matters. */
  tech: Tech[];
  /** FT-12.1.1: where sensors are played, its ships are known from the start. */
  open?: boolean;
  ships: Berth[];
  /** FT-4.12.4: fighters from a base near by, in flight from the start. */
  wings?: BaseWing[];
};

/** FT-12.1.1: all that the drive emissions of a bogey tell. */
export type Signature = 'merchant' | 'escort' | 'cruiser' | 'capital';

/** A ship that cannot fire, and why. */
export type SilentMenu = { ship: ShipId; rule: string; why: string; refused: RefusedMenu[] };

/** FT-5.23.3. */
export type Size = 'small' | 'medium' | 'large';

/** FT-2.6.4, FT-2.6.6: what one group does. */
export type Sortie = { group: GroupId; action: Action };

export type SpecialsEvent = { set?: { seat: number; pulsers: Setting[]; arrays: Setting[] | null } };

/** FT-5.23.5. */
export type SpinalBeam = 'beam' | 'plasma' | 'singularity';

/** So many missiles to one place. */
export type Spread = { missiles: number; at: Point };

/** FT-3.7.1: one order for all of them. */
export type SquadronOrder = { ships: ShipId[]; formation: Formation; plot: Plot };

/** FT-6.6.5: the second aim point of a missile in flight. */
export type Stage = { marker: number; at: Point };

/** A missile in flight: into the 60 degrees before it, no nearer and no further than this. */
export type StageMenu = { marker: number; at: Point; facing: Clock; least: number; reach: number };

/** How one group fights this turn. */
export type Stance = {
  group: GroupId;
  /** FT-8.11.1: whom it shoots at, in order; nobody if it presses on (FT-8.9.4) or saves its endurance (FT-8.13.1). */
  at?: GroupId[];
  /** FT-8.18.3: its ace goes for the ace of the first of them. */
  duel?: boolean;
};

export type StanceMenu = {
  group: GroupId;
  name: string;
  foes: FoeMenu[];
  /** FT-8.9.4: what it would go on with; it may press on. */
  run?: Target;
  /** FT-8.9.4, FT-8.13.1: it may let the others shoot without an answer. */
  may_hold: boolean;
  usual: Stance;
};

/** FT-12.7.2: who stands against one boarder. */
export type Stand = {
  ship: ShipId;
  boarder: number;
  /** Damage-control parties. */
  parties: number;
  marines: number;
};

export type StationsEvent = {
  struck?: { section: ShipId; ship: ShipId; die: number; boxes: number };
  torn?: { from: ShipId; section: ShipId; dice: number[] };
};

/** What has become of a ship. */
export type Status =
  | 'waiting'
  | 'active'
  | 'destroyed'
  | { left: { edge: Edge; back: number | null } }
  | 'struck'
  | 'hulk'
  | 'landed'
  | 'cloaked'
  | 'jumped'
  | { carried: { by: ShipId } }
  | {
      captured: {
        by: number;
        /** FT-12.7.7: after it had left the table. */
        away?: boolean;
      };
    };

/** Why a ship flew what it flew. */
export type Steering =
  | 'ordered'
  | 'squadron'
  | 'no_order'
  | 'adrift'
  | 'fixed'
  | 'orbit'
  | 'section'
  | 'held';

/** FT-2.6.0, FT-2.6.13: the fifteen phases of a turn. */
export type Step =
  | 'orders'
  | 'initiative'
  | 'launch'
  | 'fighters'
  | 'movement'
  | 'secondary_moves'
  | 'attacks'
  | 'dogfights'
  | 'point_defence'
  | 'strikes'
  | 'fire'
  | 'boarding'
  | 'thresholds'
  | 'damage_control'
  | 'reactors';

/** FT-3.6.1: what a strained drive gives. */
export type StrainMenu = {
  rating: number;
  turning: number;
  /** FT-3.6.2: how often it has been tried; each adds a die. */
  before: number;
};

/** FT-5.23.3: one unit in the strip. */
export type StripMenu = { target: ShipId; odds: number; times: number; defence: Defence };

export type SweepsEvent = {
  readied?: { ship: ShipId; ready: [IconId, Mode][] };
  nova_fired?: { weapon: IconId; nova: Nova };
  swept?: { nova: Nova; ship: ShipId; dice: number[] };
  wave_fired?: { ship: ShipId; weapon: IconId };
  washed?: { from: ShipId; ship: ShipId; dice: number[]; off: number };
  charged?: { ship: ShipId; weapon: IconId; die: number };
  burst?: { ship: ShipId; weapon: IconId; points: number };
};

/** A field or ECM that can be switched, and whether it is on. */
export type SwitchMenu = { icon: IconId; name: string; on: boolean };

/** What a ship may be ordered to do besides its plot. */
export type Switches = {
  /** FT-7.4.4. */
  active: boolean;
  /** FT-7.25.1. */
  reflex: boolean;
  /** FT-7.9.1. */
  detonate: boolean;
  turrets?: TurretMenu[];
  modes?: ModeMenu[];
  /** FT-7.20.1, FT-7.21.1: which kind of cloak an order would switch on. */
  cloak?: Cloak;
  /** FT-7.5.1, FT-7.19.1. */
  switch?: SwitchMenu[];
  /** FT-11.4.1: it may warm up its FTL drive. */
  ftl?: boolean;
  /** FT-12.1.3: it may make an active scan. */
  scan?: boolean;
  /** FT-12.1.4: it may show itself. */
  show?: boolean;
  /** FT-DMG.8: whether regenerative boxes go first now, where that may be chosen. */
  heal_first?: boolean;
  /**
   * FT-17.9.4: by how much the turn of a gravity zone may be raised or lowered, if the plot does
   * not turn.
   */
  pull?: number;
  /** FT-17.8.2: the ways round a planet it may choose from, should it fly straight at the centre. */
  round?: Sense[];
  /** FT-6.10.1: minelayers with mines left. */
  mines?: LayMenu[];
  /** FT-12.5.1. */
  sweep?: boolean;
  /** FT-16.7.1: enemies it may be ordered to ram. */
  ram?: ShipId[];
  /** FT-16.3.1: ships it may begin to take in tow. */
  tow?: ShipId[];
  /** FT-16.6.1: ships that one of its plots would bring it alongside, to dock with. */
  dock?: ShipId[];
  /** FT-11.9.4: gates that one of its plots would bring it into. */
  exit?: Door[];
  /** FT-11.4.4: who would go along, if it jumped now. */
  takes?: ShipId[];
  /** FT-16.6.1: it may let go, or be let go. */
  cast_off?: boolean;
};

/** FT-3.9.1: what counts as leaving. */
export type TableEdge = 'end' | 'path';

/** FT-2.1.1: from (0, 0) at the lower left. */
export type TableSize = { width: number; height: number };

/** What one attack does, before armour. */
export type Tally = {
  /** FT-DMG.2. */
  normal: number;
  /** FT-DMG.3. */
  penetrating: number;
  /** FT-DMG.3: of re-rolls of re-rolls, by how much deeper they start. */
  deeper?: number[];
  /** FT-DMG.6: past all armour. */
  direct?: number;
  /** FT-DMG.5: by hit. */
  sap?: number[];
  /** FT-DMG.4: by hit. */
  ap?: number[];
  /** FT-5.4.1. */
  emp: number;
  /** FT-5.13.1. */
  kills?: IconSet;
  /** FT-5.18.1: units that boarding torpedoes bring aboard. */
  landed?: number;
};

/** What a group may attack (FT-8.7.1). */
export type Target = { ship: ShipId } | { group: GroupId } | { marker: number };

/** A target as the firing ship finds it. */
export type TargetMenu = {
  target: ShipId;
  range: number;
  arc: Arc;
  /** FT-4.2.5. */
  aft: boolean;
  /** FT-7.16.1: layers of screens, and how many of them are advanced. */
  screens: number;
  advanced: number;
  /** FT-7.17.1: in force at this range. */
  holofield: boolean;
  /** FT-7.4.1. */
  stealth: number;
  /** FT-17.2.2: in dust a die must show this before anything is fired at it. */
  lock?: number;
  defence: Defence;
};

/** One line of the list D15 (FT-15.0.4). */
export type Tech =
  | 'advanced_hull'
  | 'stealth_hull'
  | 'catapult'
  | 'advanced_drive'
  | 'advanced_ftl'
  | 'armour'
  | 'shells'
  | 'regenerative'
  | 'advanced_adfc'
  | 'pds'
  | 'ads'
  | 'grapeshot'
  | 'scatter_gun'
  | 'screens'
  | 'advanced_screens'
  | 'area_screens'
  | 'holofield'
  | 'stealth_fields'
  | 'ecm'
  | 'area_ecm'
  | 'cloak_device'
  | 'cloak_field'
  | 'cloak_tuffley'
  | 'suicide_charge'
  | 'reflex_field'
  | 'advanced_fire_control'
  | 'beams'
  | 'heavy_beams'
  | 'emp'
  | 'plasma'
  | 'grasers'
  | 'heavy_grasers'
  | 'phasers'
  | 'transporters'
  | 'gatling'
  | 'particle'
  | 'meson'
  | 'needle'
  | 'torpedo'
  | 'overload_torpedo'
  | 'long_torpedo'
  | 'variable_torpedo'
  | 'fusion'
  | 'submunition'
  | 'k_guns'
  | 'long_k_guns'
  | 'flak'
  | 'gravitic'
  | 'boarding_torpedo'
  | 'pulsers'
  | 'turrets'
  | 'spinal_singularity'
  | 'spinal_beam'
  | 'spinal_plasma'
  | 'nova_cannon'
  | 'wave_gun'
  | 'antimatter'
  | 'salvo_launcher'
  | 'salvo_rack'
  | 'extended_salvo'
  | 'rockets'
  | 'heavy_missiles'
  | 'mine_rack'
  | 'mkp'
  | 'plasma_bolts'
  | 'beam_fighter'
  | 'gun_fighter'
  | 'heavy_fighter'
  | 'fast_fighter'
  | 'long_range_fighter'
  | 'interceptor'
  | 'attack_fighter'
  | 'torpedo_fighter'
  | 'graser_fighter'
  | 'plasma_fighter'
  | 'mkp_fighter'
  | 'missile_fighter'
  | 'multi_role'
  | 'robot_fighter'
  | 'robot_racks'
  | 'ftl_fighter'
  | 'assault_shuttle'
  | 'gunboats'
  | 'ftl_gunboats'
  | 'heavy_gunboats'
  | 'superior_sensors'
  | 'mine_sweeper';

/** One feature of a scenario, as players write it down. What a kind has no use for is refused. */
export type Terrain = {
  kind: Shape;
  name?: string;
  /** Its centre; left out where the defender places it (FT-18.1.3). */
  at?: Point;
  radius: number;
  /** FT-17.1.1, FT-17.4.1: how it moves, if it does. */
  course?: Clock;
  velocity?: number;
  /** FT-17.4.2: the inner edge of rings. */
  inner?: number;
  /** FT-17.1.3: damage a rock bears, where rocks can be shot to pieces; by its size if left out. */
  points?: number;
  /** FT-17.8.1: the velocity at which ships come into orbit. */
  entry?: number;
  /** FT-17.8.1: markers of the orbit track in a turn. */
  markers?: number;
  /** FT-17.8.1: what is in orbit from the start goes round the other way. */
  anticlockwise?: boolean;
  /** FT-17.8.1: nobody lands. */
  deadly?: boolean;
  /** FT-17.11.1: in G. */
  gravity?: number;
  /** FT-17.9.1: the width of each gravity zone. */
  zone?: number;
  /** FT-17.9.1: a fourth zone of strength 8. */
  sun?: boolean;
  /** FT-11.9.1, FT-11.10.1: how a natural gate stands. */
  gate?: GateSpec;
  /** FT-17.2.4: how far above a planet the rules for dust hold. */
  fringe?: number;
};

export type TerrainEvent = {
  drifted?: { body: BodyId; to: Point };
  risked?: { ship: ShipId; thing: Thing; needs: number; die: number | null; crashed: boolean };
  battered?: { ship: ShipId; body: BodyId; dice: number[] };
  scoured?: { ship: ShipId; body: BodyId; dice: number[]; points: number };
  locked?: { ship: ShipId; target: ShipId; die: number; lost: IconSet };
  flared?: { die: number; comes: boolean };
  dazzled?: { ship: ShipId; screens: number; rolls: [IconId, number][]; damaged: IconSet };
  wreck_tested?: { ship: ShipId; over: number; die: number; debris: Body | null };
  chipped?: { ship: ShipId; weapon: IconId; rock: BodyId; dice: number[]; points: number };
  shattered?: { rock: BodyId; number: number; chunks: Body[] };
  dispersed?: { body: BodyId };
};

/** Something a ship can run into. */
export type Thing = { body: BodyId } | { section: ShipId };

/** FT-4.11.4. */
export type ThresholdUnit = 'phase' | 'attack';

/** FT-12.2.1: what a seat knows of one ship. */
export type Told = {
  seat: number;
  ship: ShipId;
  lore: Lore;
  turn: number;
  mass?: number;
  thrust?: number;
  screens?: number;
  /** Its display as it was in that turn. */
  display?: Ship;
};

/** What a ship is built for, as far as it shows from outside. */
export type Trade = 'carrier' | 'merchant';

/** FT-12.7.1: Marines, or a damage-control party that boards. */
export type Troop = 'marine' | 'dcp';

/** FT-5.22.1. */
export type TurretMenu = { turret: number; now: Arc; arcs: Arc[] };

/** Something that decides the battle. */
export type Verdict = {
  /** All of them together; none is always true. */
  when?: Condition[];
  /** The side that wins; nobody does if left out. */
  wins?: string;
  decisive?: boolean;
  /** The battle ends with the turn in which it first holds. */
  at_once?: boolean;
};

export type VictoryEvent = {
  conceded?: { seat: number };
  scored?: { points: number[] };
  never_seen?: { ship: ShipId };
  decided?: { verdict: number; wins: number | null; decisive: boolean };
  caught?: { ship: ShipId; by: number };
  marooned?: { ship: ShipId };
  withdrew?: { seat: number };
};

/** What one viewer sees. */
export type View = {
  viewer: Viewer;
  field: Field;
  turn: number;
  phase: Phase;
  ships: Ship[];
  /** FT-2.6.1: only one's own; straight on for all the others. */
  written: Written[];
  secrets: Secret[];
  initiative: number[];
  sides: [ShipId, ShipId, LineSide][];
  /** FT-VIC.1: by seat. */
  points: number[];
  conceded: number[];
  /** FT-12.2.1: what the viewer was told of closed displays. */
  told?: Told[];
  /** FT-7.23.2. */
  novas?: Nova[];
  /** FT-6.2.1. */
  markers?: Marker[];
  /** FT-8.0.1. */
  groups?: Group[];
  /** FT-17.1.1: in the order of the scenario, then debris. */
  bodies?: Body[];
  /** FT-12.7.1. */
  beside?: [ShipId, ShipId, number][];
  /** FT-6.9.1. */
  mines?: Mine[];
  /** FT-5.16.4. */
  flak?: Flak[];
  /** Whoever reads a view works this out for himself. */
  chart: Chart;
};

export type Viewer = { seat: number } | 'spectator' | 'referee';

/** What a marker stands for. */
export type Warhead =
  | 'salvo'
  | 'heavy'
  | { antimatter: { fused: boolean } }
  | { rockets: number }
  | { bolt: number }
  | { spread: number };

/** A gun as it stands now (FT-4.2.1, FT-4.3.2). */
export type WeaponMenu = {
  ship: ShipId;
  weapon: IconId;
  name: string;
  /** FT-5.22.1, FT-16.2.1: the arcs it bears into, turret and roll counted in. */
  arcs: Arc[];
  /** At targets without stealth, near to far. */
  bands: BandMenu[];
  /** FT-4.4.2: it fires only at targets that a fire control engages. */
  control: boolean;
  one_shot: boolean;
  works: boolean;
};

/** Why a cloaking device is off. */
export type Why = 'time' | 'speed' | 'damage';

/** FT-2.6.4, FT-2.6.6: one group that may move. */
export type WingMenu = {
  group: GroupId;
  name: string;
  from: Point;
  /** How far it may fly, to any place. */
  reach: number;
  /** FT-8.5.3: endurance that a move costs. */
  cost: number;
  /** FT-8.5.1: it may look at any place, and not only along one of the twelve courses. */
  free?: boolean;
  /** FT-8.10.3: enemies that may shoot if it slips away from them. */
  pursuers?: GroupId[];
  /** What can be done at a click; the usual one first. */
  choices: Action[];
  /** Ships it cannot land on, and why, with the rule. */
  refused?: [ShipId, string, string][];
};

export type WingMod = 'heavy' | 'fast' | 'long_range' | 'ftl' | 'robot';

/** Types of fighters, by their names in ship files. */
export type WingType =
  | 'standard'
  | 'interceptor'
  | 'attack'
  | 'torpedo'
  | 'graser'
  | 'plasma'
  | 'mkp'
  | 'missile'
  | 'multi_role'
  | 'light'
  | 'light_interceptor'
  | 'light_attack'
  | 'light_missile'
  | 'assault'
  | 'emp'
  | 'needle'
  | 'rocket';

export type WingsEvent = {
  held?: { group: GroupId };
  finished?: { seat: number };
  flew?: { group: GroupId; to: Point; facing: Clock; contact?: GroupId; look?: Point; cost: number };
  screened?: { group: GroupId; ship: ShipId; facing: Clock | null; cost: number };
  guarded?: { group: GroupId; of: GroupId; cost: number };
  pursued?: { group: GroupId; ship: ShipId };
  carried?: { group: GroupId; to: Point; facing: Clock };
  left?: { group: GroupId };
  slipped?: { group: GroupId };
};

/** FT-8.15.6, FT-8.15.9. */
export type With = 'main' | 'guns' | 'nothing';

/** What a ship is worth to a side once it has met one of some fates. */
export type Worth = {
  ships: string[];
  /** Any of these. */
  fate: Fate[];
  /** For those that left: by this edge. */
  edge?: Edge;
  /** The side that scores. */
  to: string;
  /** Of the ship's points. */
  percent?: number;
  /** Points beside those of the ship. */
  bonus?: number;
  /** On top of whatever else counts for the ship. */
  also?: boolean;
};

/** FT-3.5.3: an order from the moment it is written until it is carried out. */
export type Written = {
  plot: Plot;
  emergency?: boolean;
  roll?: boolean;
  /** FT-16.7.1, FT-16.3.1, FT-16.6.1. */
  ram?: ShipId;
  tow?: ShipId;
  dock?: ShipId;
  cast_off?: boolean;
  detach?: boolean;
  /** FT-11.9.3, FT-11.9.4, FT-11.9.6: what its side does with gates is noted with its first ship. */
  exit?: Door;
  arrival?: GateEntry;
  gates?: GateOrder[];
  /** FT-3.7.1: the first-named ship of its squadron, and the formation. */
  squadron?: [ShipId, Formation];
  entry?: [Point, Clock];
  active?: boolean;
  turrets?: [number, Arc][];
  switch?: [IconId, boolean][];
  cloak?: number;
  ftl?: boolean;
  scan?: boolean;
  show?: boolean;
  heal_first?: boolean;
  /** FT-17.9.4. */
  pull?: number;
  /** FT-17.8.2. */
  round?: Sense;
  /** FT-6.10.1: secret until the ship moves. */
  mines?: Lay[];
  sweep?: boolean;
  /** FT-7.23.1, FT-7.24.1. */
  ready?: [IconId, Mode][];
  launch?: GroupId[];
  merge?: [GroupId, GroupId][];
  arm?: Arming[];
  embark?: [number, number];
};

/** FT-17.9.1: a gravity zone. */
export type ZoneChart = {
  at: Point;
  /** Its outer edge. */
  edge: number;
  strength: number;
};
