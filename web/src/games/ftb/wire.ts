// Generated from crates/rules-ftb; do not edit. `cargo xtask types` writes it again.

/** The ship whose turn it is. */
export type Activation = {
  ship: ShipId;
  step: Step;
  helm: Helm;
  path: Path;
  agenda: Item[];
  next: number;
  /** FTB-14.3: the one cover fire is spent. */
  covered: boolean;
  attacks: Attack[];
  fuses: ShipId[];
  /** Where it will be stationary at the end of its vector. */
  arrives: Harbour | null;
  /** The lane by which it means to leave. */
  leaves: number | null;
  /** FTB-31.3: an exit vector meets no zone. */
  exempt: boolean;
  scanned: boolean;
  /** FTB-34.4: it was Untracked when its vector was plotted. */
  untracked?: boolean;
  /** FTB-28.10: wells that had bent it before this vector. */
  before?: Wells;
  /** FTB-31.4: the way into a lane has closed, and the vector is flown on from here. */
  resumes?: number;
};

/** ALG-13: the solution of the matrix game. */
export type Advice = {
  own: Mixed[];
  enemy: Mixed[];
  /** What the Combat is worth to this seat, in hundredths of a point. */
  value: number;
  /** This seat's gain in each cell: own protocol by enemy protocol. */
  cells: number[][];
};

export type Aim =
  | { blockade: { station: string | null; turns: number | null } }
  | { transport: { civilian: Class | null; to: string | null } }
  | { patrol: { home: string | null; hostile: string | null; friendly: string | null } }
  | 'attrition'
  | { board: { station: string } };

export type AimMenu = {
  ship: ShipId;
  path: Point[];
  targets: TargetChoice[];
  /** FTB-14.3: who would be asked for cover fire if nothing is attacked. */
  cover: ShipId[];
  /** FTB-35.2: two targets by Tracking probes. */
  probes: boolean;
};

/** FTB-14.2: a target, and how far along the path; the nearest point if not given. */
export type Attack = { target: Target; at: number | null };

/** FTB-25.9. */
export type Benefit = 'fuel' | 'erase_damage' | 'shield' | 'torpedoes';

export type Berth = {
  class: Class;
  /** Start of its first vector. */
  at: Point | null;
  vector: Point | null;
  system: number;
  /** FTB-4.1: fewer than its class carries, where a scenario is made fairer by it. */
  torpedoes?: number;
};

/** One Hit on its way. All that wait together land together. */
export type Blow = {
  target: ShipId;
  /** The side that picks the system, if there is one to pick. */
  chooser: number | null;
  /** FTB-4.4: a shield goes and the ship is damaged all the same. */
  focus: boolean;
  /** FTB-19.2: past the shields. */
  pierce: boolean;
  /** What it will do; none while the system is not chosen. */
  fate: Fate | null;
};

export type BodySpec = { name: string; at: Point; influence: number; radiation: number };

export type Cause = 'hit' | 'meltdown' | 'crash' | 'hostile_orbit' | 'tunnel';

export type Choice = { order: Order; text: string };

export type Circle = {
  at: Point;
  radius: number;
  /** Whose circle it is. */
  name: string;
};

export type CivilianCountermeasures = 'as_offline' | 'normal';

/** FTB-4.1 to FTB-4.5, FTB-24: the classes that fly vectors. */
export type Class = 'destroyer' | 'cruiser' | 'battleship' | 'liner' | 'runner';

/** One line of the ship table. */
export type ClassData = {
  class: Class;
  name: string;
  points: number;
  shields: number;
  torpedoes: number;
  fuel: number;
  burn: number;
  hard_burn: number;
  overheat: number;
};

export type CombatStage = 'choose' | { effects: Effect[] };

/** FTB-8.2, FTB-8.8: by what Initiative was won. */
export type Criterion = 'untracked' | 'ships' | 'duel' | 'coin';

/** FTB-18.1: the record stays though the system works again. */
export type Damage = { system: SystemName; offline: boolean };

export type Deploy = { ship: ShipId; at: Point; plot: Plot };

export type Deployment = 'as_given' | 'free';

/** A unit vector. */
export type Dir = { x: number; y: number };

/** What a winner does to a loser. */
export type Effect = {
  from: ShipId;
  to: ShipId;
  by: Protocol;
  against: Protocol;
  form: Form;
  /** FTB-4.4. */
  focus: boolean;
};

/** Which protocol beats Evasive; the other two lose to it. */
export type EvasiveRelations = 'loses_to_railgun' | 'loses_to_broadside' | 'loses_to_defensive';

/** FTB-35.2: at most one for each player, used once. */
export type Extra = 'engineering_bay' | 'overdrive' | 'tracking_probes';

/** What one Hit does. */
export type Fate = 'shield' | { damaged: SystemName } | 'destroyed';

/** A scenario with its options, checked and laid out. */
export type Field = { scenario: Scenario; options: Options };

/** An attack under way. */
export type Fight =
  | { combat: { attacker: ShipId; defender: ShipId; cover: boolean; stage: CombatStage } }
  | { strike: { guide: ShipId; target: ShipId; evasive: boolean | null } };

/** Words of an order that mean something for this ship now. */
export type Flags = { off_patrol: boolean; no_refuel: boolean; stay_tracked: boolean };

export type Fleet = { ships: Class[]; extra: Extra | null; tankers: number };

export type FleetMenu = { points: number; costs: [string, number][]; default: Fleet };

export type Form = 'winner_chooses' | 'target_chooses' | 'hit' | 'heat';

export type GameEvent =
  | 'combat_ended'
  | 'strike_ended'
  | 'blows_landed'
  | 'blasted'
  | 'scan_passed'
  | {
      drawn?: { turns: number; homes: [number, number]; goals: Goal[] };
      asked?: { stage: Stage };
      fleet_chosen?: { side: number; ships: Class[]; extra: Extra | null; tankers: number | null };
      station_placed?: { station: Station };
      station_named?: { goal: number; slot: number; station: number };
      chartered?: { goal: number; side: number; class: Class };
      placed?: { ship: ShipId; at: Point; dir: Dir; speed: number };
      held_back?: { ship: ShipId; at: Point | null; dir: Dir | null; speed: number | null };
      day_began?: { day: number };
      tanker_gone?: { tanker: number; destroyed: boolean };
      lane_due?: { ship: ShipId; due: number | null };
      departure?: { ship: ShipId; departs: boolean };
      duel_drawn?: { choices: [Protocol, Protocol] };
      initiative?: { side: number; by: Criterion; choices: [Protocol, Protocol] | null };
      picked?: { side: number | null; ship: ShipId };
      tanker_deployed?: { tanker: number; system: number; at: Point };
      passed?: { side: number };
      step?: { step: Step };
      torpedo_flew?: { ship: ShipId; path: Path; speed: number; dir: Dir; deflected: Wells; launch: boolean };
      torpedo_lost?: { ship: ShipId; why: Lost };
      ordered?: { ship: ShipId; helm: Helm | null };
      extra_used?: { side: number; extra: Extra };
      plotted?: {
        ship: ShipId;
        path: Path;
        dir: Dir;
        speed: number;
        deflected: Wells;
        to: Point;
        arrives: Harbour | null;
        leaves: number | null;
        fuses: ShipId[];
        exempt: boolean;
      };
      aimed?: { attacks: Attack[] };
      went_on?: { ship: ShipId; t: number };
      along?: { t: number };
      fuse_lit?: { ship: ShipId };
      cover_fire?: { firer: ShipId; fires: boolean };
      fly_by_target?: { attack: number; ship: ShipId };
      tanker_attacked?: { tanker: number };
      refuelled?: { ship: ShipId; tanker: number };
      tunnel_paid?: { ship: ShipId; lane: number };
      left_map?: { ship: ShipId; lane: number; due: number | null };
      docked?: { ship: ShipId; harbour: Harbour };
      withdrew?: { ship: ShipId };
      combat_began?: { attacker: ShipId; defender: ShipId; cover: boolean };
      revealed?: { protocols: [Protocol, Protocol]; effects: Effect[] };
      heat_chosen?: { effect: number; heat: boolean };
      strike_began?: { guide: ShipId; target: ShipId };
      evaded?: { ship: ShipId; evades: boolean };
      testing?: { test: Test };
      tested?: { test: Test; result: Re; choices: [Protocol, Protocol] | null };
      gauged?: { ship: ShipId; gauge: Gauge; to: number };
      system_set?: { ship: ShipId; damage: Damage | null };
      tracked?: { ship: ShipId; tracked: boolean };
      blows?: { blows: Blow[] };
      system_chosen?: { blow: number; system: SystemName | null };
      hit?: { ship: ShipId; fate: Fate | null };
      splashed?: { ship: ShipId };
      destroyed?: { ship: ShipId; cause: Cause };
      refit_begun?: { ship: ShipId; station: number; repaired: boolean };
      refit_turn?: { ship: ShipId; turns: number };
      refit_done?: { ship: ShipId; station: number; benefit: Benefit | null };
      blockade_counted?: { goal: number; turns: number };
      patrol_started?: { goal: number; ship: ShipId; at: Point };
      patrol_leg?: { goal: number; ship: ShipId; at: Point; next: number; around: boolean };
      goal_settled?: { goal: number; achieved: boolean };
      activated?: { ship: ShipId };
      over?: { outcome: Outcome; why: WhyOver };
    };

export type Gate = { marks: [Point, Point, Point] } | { star: { dir: Dir; mark: Point } } | 'nowhere';

/** A counter of a manifest. */
export type Gauge = 'shields' | 'fuel' | 'torpedoes' | 'heat';

/** FTB-32.1: how long a generic scenario lasts. */
export type Generic = 'normal' | 'quick';

/** FTB-34.7: all of it is public. */
export type Goal = {
  side: number;
  kind: GoalKind;
  /** Achieved, or impossible. */
  settled: boolean | null;
};

export type GoalKind =
  | { blockade: { station: number | null; needed: number; done: number } }
  | { transport: { class: Class; ship: ShipId | null; to: number | null } }
  | {
      patrol: {
        home: number;
        hostile: number | null;
        friendly: number | null;
        /** Waypoints reached since home, 0 to 2. */
        leg: number;
        flying: PatrolLeg[];
        /** The legs flown up to now. */
        track: Point[];
      };
    }
  | 'attrition'
  | { board: { station: number } };

/** What an active torpedo does. */
export type Guide = {
  /** FTB-15.4: only where the option lets it steer; for a launch, FTB-15.2. */
  plot: Plot | null;
  attack: Attack | null;
  side: Pass;
};

export type GuideMenu = {
  ship: ShipId;
  path: Point[];
  targets: TargetChoice[];
  /** FTB-15.4: other vectors, if the option lets it steer. */
  plots: TorpedoChoice[];
};

/** FTB-29: where a ship can be stationary. Bodies and stations by number. */
export type Harbour = { body: number } | { station: number };

/** Everything said in steps 2 and 3. */
export type Helm = {
  order: Kind;
  /** FTB-28.2: for a burn. */
  plot: Plot | null;
  /** FTB-15.2: for a launch. */
  torpedo: Guide | null;
  /** FTB-29.1: where it means to stop. */
  declare: Harbour | null;
  /** FTB-31.4: the lane it means to enter. */
  enter: number | null;
  /** FTB-28.5. */
  side: Pass;
  /** FTB-35.2: the extra goes with this order. */
  extra: boolean;
  /** FTB-34.4: not on patrol, though it might be. */
  off_patrol: boolean;
  /** FTB-22.1: takes no fuel on the way. */
  no_refuel: boolean;
  /** FTB-11.6: does not mask. */
  stay_tracked: boolean;
};

/** FTB-28.2: the circle, its centre, and every order with a fan of vectors. */
export type HelmMenu = {
  ship: ShipId;
  from: Point;
  /** The temporary end point: where a coast leads without gravity. */
  centre: Point;
  coast: PlotChoice | null;
  orders: OrderChoice[];
  refused: [Kind, string][];
  /** Where it may declare, and whether that is deadly. */
  harbours: [Harbour, string, boolean][];
  lanes: [number, string][];
  flags: Flags;
};

/** What everybody sees of a ship. */
export type Hull = {
  class: Class;
  /** 0 and 1; 2 is nobody's (FTB-24.4). */
  side: number;
  /** The system by its number in the battle. */
  system: number;
  place: Place;
  /** The end point of its vector. */
  at: Point;
  dir: Dir;
  speed: number;
  /** The last vector as drawn: start, bends, end. */
  trail: Point[];
  deflected: Wells;
  tracked: boolean;
  activated: boolean;
  torpedo: Torpedo | null;
  /** FTB-31.2: the lane whose tunnel it has paid for. */
  armed: number | null;
  refit: Refit | null;
  /** FTB-22.1: took fuel this turn. */
  refuelled: boolean;
  /** FTB-26.1: rings drawn round it. */
  hits: number;
  /** FTB-34.3: placed today, must leave. */
  departing: boolean;
};

/** One thing that happens on the path (ALG-7). */
export type Item = { t: number; what: What };

/** FTB-12: one order for each activation. */
export type Kind =
  | 'coast'
  | 'burn'
  | 'hard_burn'
  | 'heat_dump'
  | 'repair'
  | 'launch'
  | 'refit'
  | 'recharge'
  | 'board';

export type Lane = { ends: [LaneEnd, LaneEnd]; turns: number; safe: boolean };

/** One end of a lane. */
export type LaneEnd = {
  /** `None`: out of the scenario; who goes there is withdrawn (FTB-31.3). */
  system: number | null;
  name: string;
  gate: Gate;
};

/** FTB-31: a way out of a system, and perhaps into another. */
export type LaneSpec =
  | {
      transfer: {
        system: string;
        to: string;
        marks: [Point, Point, Point];
        back: [Point, Point, Point] | null;
        turns: number;
      };
    }
  | {
      tunnel: {
        a: string;
        dir_a: [number, number];
        b: string;
        dir_b: [number, number];
        turns: number;
        safe: boolean;
      };
    };

/** One straight piece of a path. */
export type Leg = { from: Point; dir: Dir; length: number };

/** Why a torpedo is gone. */
export type Lost = 'spent' | 'out_of_range' | 'radiation' | 'crash' | 'edge' | 'shot_down' | 'unguided';

/** FTB-6.1: what only the owner sees if manifests are hidden. */
export type Manifest = {
  shields: number;
  fuel: number;
  torpedoes: number;
  heat: number;
  damage: Damage | null;
};

/** ALG-7: something on the way, at a length along the drawn path. */
export type Meeting = { t: number; at: Point; what: What };

/** The choices of one seat in the open decision. */
export type Menu = {
  phase: string;
  /** The ship it is about, if it is about one. */
  ship: ShipId | null;
  /** Where the choices are few: all of them. */
  choices: Choice[];
  fleet: FleetMenu | null;
  /** A site for a station that is legal. */
  site: Point | null;
  /** Where a station, a ship of the deployment or a Stealth run may start. */
  zone: Zone | null;
  /** A place for each ship still to be deployed. */
  deploy: Deploy[];
  /** FTB-33.3: ships that may be held back, and one point that would do. */
  hold: Deploy[];
  /** FTB-21.2: a Tanker that is ready, and where it might go. */
  tanker: TankerMenu | null;
  /** The same in the battle's other systems. */
  tanker_elsewhere: TankerMenu[];
  guide: GuideMenu | null;
  helm: HelmMenu | null;
  aim: AimMenu | null;
  /** FTB-16.1: the mix the computer would play, and what it is worth. */
  advice: Advice | null;
  /** FTB-16.1: the protocols this seat may play. */
  protocols: ProtocolMenu[];
  /** FTB-17.4, FTB-17.6: what "hit or heat" is about. */
  effect: Effect | null;
  /** The Hit that "system hit" is about. */
  blow: Blow | null;
  /** FTB-13.2: what is tested. */
  test: Test | null;
};

/** A protocol with its share in millionths. */
export type Mixed = { protocol: Protocol; millionths: number };

/** FTB-24.4: nobody's civilian on a script. */
export type Neutral = {
  class: Class;
  at: Point;
  vector: Point;
  system: number;
  /** Day by day: the vector it wants, or none for a coast. */
  script: (Point | null)[];
  /** Whether both sides may attack it. */
  target: boolean;
};

/** FTB-34: what a side is after. */
export type Objective = { side: number; goal: Aim };

/** Every switch of the game. */
export type Options = {
  re_mode: ReMode;
  range_rounding: RangeRounding;
  evasive_relations: EvasiveRelations;
  railgun_heat: RailgunHeat;
  launch_accel: number;
  attack_on_launch: boolean;
  guided_accel: number;
  /** Forward, sideways. */
  deflection_slow: [number, number];
  deflection_fast: [number, number];
  civilian_countermeasures: CivilianCountermeasures;
  tanker_min_enemy_dist: number;
  elimination_ends_game: boolean;
  patrol_station_radius: number;
  hidden_manifests: boolean;
  shield_recharge: ShieldRecharge;
  stealth_run: boolean;
  hidden_stealth_run: boolean;
  /** FTB-27.3: ships beyond this distance from the star are withdrawn. */
  edge: number | null;
};

/** One seat's submission for one decision. */
export type Order =
  | { fleet: Fleet }
  | { station: Point }
  | { name: number }
  | { deploy: Deploy }
  | { hold_back: Deploy | null }
  | { depart: boolean }
  | { duel: Protocol }
  | { pick: Pick }
  | { forcer: number }
  | { guide: Guide }
  | { evade: boolean }
  | { system: SystemName }
  | { helm: Helm }
  | { fuse: ShipId }
  | { attack: Attack[] }
  | { target: ShipId }
  | { cover: boolean }
  | { protocol: Protocol }
  | { heat: boolean }
  | { scan: ShipId | null }
  | { benefit: Benefit }
  | 'concede';

export type OrderChoice = {
  order: Kind;
  /** With the extra of the side. */
  extra: boolean;
  /** Radius of the acceleration circle. */
  accel: number;
  /** What it costs. */
  heat: number;
  fuel: number;
  /** The ship's heat once it is paid for. */
  hot: number;
  /** FTB-9.2: that heat makes it Tracked. */
  tracked: boolean;
  /** FTB-12.4: the heat would destroy the ship. */
  fatal: boolean;
  /** FTB-12.10: it changes nothing. */
  useless: boolean;
  plots: PlotChoice[];
  /** FTB-15.2: vectors for the torpedo of a launch. */
  torpedoes: TorpedoChoice[];
};

export type Outcome = { won: number[] } | 'draw';

/** FTB-28.5: on which side a vector passes a well it is aimed straight at. */
export type Pass = 'left' | 'right';

/** A vector as it is drawn, bent at every point of deflection. */
export type Path = { legs: Leg[] };

/** One ship on a leg of a patrol, with its way since the start. */
export type PatrolLeg = { ship: ShipId; track: Point[] };

/** FTB-8.4. */
export type Pick =
  | { activate: ShipId }
  | { force: ShipId }
  | { tanker: { tanker: number; system: number; at: Point } }
  | 'pass';

/** FTB-0.3: where a ship is. */
export type Place =
  | 'waiting'
  | 'free'
  | { orbit: number }
  | { dock: number }
  | {
      lane: {
        lane: number;
        end: number;
        due: number;
        /** FTB-31.3: no second test. */
        tested: boolean;
      };
    }
  | { at_entry: { lane: number; end: number } }
  | 'held_back'
  | 'undeparted'
  | 'destroyed'
  | 'withdrawn';

/** A whole-LU vector: a course of any length, and a speed. */
export type Plot = { course: Point; speed: number };

/** One vector and what comes of it. */
export type PlotChoice = {
  plot: Plot;
  /** Start, bends, end. */
  path: Point[];
  to: Point;
  /** FTB-28.9. */
  crash: boolean;
  /** FTB-27.3. */
  off_map: boolean;
  /** FTB-28.5: the side matters. */
  head_on: boolean;
  /** FTB-14.5: ships whose torpedoes it sets off. */
  fuses: ShipId[];
  /** FTB-14.3: who could give cover fire. */
  cover: ShipId[];
  /** FTB-14.2: what could be attacked on the way. */
  targets: Target[];
  /** FTB-29.2: harbours it would reach if declared. */
  harbours: Harbour[];
  /** FTB-31.4: lanes it may enter. */
  lanes: number[];
  /** FTB-31.2: those of them whose mark it would pass with no fuel left to pay, as things stand. */
  unpaid: number[];
  /** FTB-28.5: the path that passes on the right, if the side matters. */
  right: Point[];
  /** What lies on the way, Combats apart. */
  way: Meeting[];
  /** Heat at the end of the activation if nobody fires and no test is failed. */
  heat: number;
  /** FTB-18.2: radiation on the way would destroy it. */
  melts: boolean;
  /** FTB-9.1: Tracked at the end of the vector, before it masks. */
  tracked: boolean;
};

export type Point = { x: number; y: number };

/** FTB-16.1. */
export type Protocol = 'defensive' | 'railgun' | 'broadside' | 'evasive';

/** FTB-16.2, FTB-16.3, FTB-16.6: a protocol, what it beats, and what it costs this seat. */
export type ProtocolMenu = {
  protocol: Protocol;
  beats: Protocol[];
  /** FTB-17.1: it does no harm even where it wins. */
  harmless: boolean;
  heat: number;
  /** Heat that it takes away. */
  cools: number;
  fuel: number;
};

export type RailgunHeat = 'user' | 'attacker_only';

export type RangeRounding = 'exact' | 'floor';

/** How far things reach, in LU. */
export type Ranges = {
  /** FTB-14.1. */
  weapon: number;
  torpedo: number;
  /** FTB-14.5: a torpedo's fuse. */
  proximity: number;
  /** FTB-15.8. */
  guidance: number;
  /** FTB-10.1. */
  scan: number;
  /** FTB-18.3, FTB-18.4. */
  splash: number;
  /** FTB-22.1. */
  refuel: number;
  /** FTB-29.2: how near a harbour is passed, at what speed. */
  harbour: number;
  harbour_speed: number;
  /** FTB-12.4: no Hard burn within this of a planet or station. */
  no_hard_burn: number;
};

/** FTB-13.1. */
export type Re = 'win' | 'draw' | 'lose';

export type ReMode = 'nature' | 'duel';

/** FTB-25.8: a refit under way. */
export type Refit = {
  /** Turns done, that of the order included. */
  turns: number;
  /** FTB-25.9: the damage was repaired before the order. */
  repaired: boolean;
};

/** A battle before it is fought. */
export type Scenario = {
  name: string;
  blurb: string;
  points: number;
  turns: number;
  /** Systems in play; the first holds the homes. */
  systems: SystemRef[];
  /** Lanes of one's own; the supplied ones between systems in play otherwise. */
  lanes: LaneSpec[] | null;
  stations: Station[];
  sides: [Side, Side];
  objectives: Objective[];
  neutrals: Neutral[];
  deployment: Deployment;
  /** FTB-32.1: turns, homes and objectives are drawn, stations placed by the players. */
  generic: Generic | null;
  /** FTB-29.4: bodies of the first system that everybody may orbit. */
  safe_orbits: string[];
  options: Options;
};

/** How a side stands. */
export type Score = {
  /** FTB-END.4: points of its surviving ships. */
  surviving: number;
  /** Points of enemy ships it has destroyed. */
  destroyed: number;
  /** FTB-34.5: with half of those it has damaged; none if that is not for this viewer to know. */
  attrition: number | null;
};

export type ShieldRecharge = 'off' | 'fuel' | 'repair';

/** FTB-6.1: ships are numbered through the battle. */
export type ShipId = number;

export type ShipView = {
  hull: Hull;
  /** None: not for this viewer to know. */
  own: Manifest | null;
};

export type Side = {
  name: string;
  homes: string[];
  /** Empty: chosen in secret for the scenario's points (FTB-35.1). */
  ships: Berth[];
  extra: Extra | null;
  tankers: number;
};

/** FTB-25.10, FTB-25.12: a station's one refit. */
export type Slot = 'free' | { reserved: ShipId } | 'spent';

/** Where in the turn the battle is. */
export type Stage =
  | 'setup'
  | 'fleets'
  | { stations: { side: number } }
  | { naming: { side: number; goal: number; slot: number } }
  | { deploy: { side: number } }
  | { hold_back: { side: number } }
  | 'dawn'
  | { depart: { side: number; ship: ShipId } }
  | { duel: { draws: number } }
  | 'neutrals'
  | { pick: { side: number } }
  | { forcer: { side: number } }
  | { force: { side: number } }
  | { between: { last: number } }
  | 'administration'
  | { benefit: { ship: ShipId } }
  | { over: { outcome: Outcome } };

/** Everything that does not move. */
export type StarMap = {
  systems: StarSystem[];
  stations: Station[];
  lanes: Lane[];
  /** FTB-25.5: home planets of each side, in system 0. */
  homes: [number[], number[]];
  /** FTB-29.4: bodies the scenario lets everybody orbit, by system and number. */
  safe_orbits: [number, number][];
};

/** A system in play. The star is body 0. */
export type StarSystem = {
  id: string;
  name: string;
  class: string;
  wells: Well[];
  names: string[];
  /** Radiation radius of each body; 0 for none. */
  radiation: number[];
  belt: [number, number] | null;
  tunnel_mark: number;
};

/** FTB-25.1, FTB-25.5: a station belongs to a side for the whole game. */
export type Station = {
  name: string;
  side: number;
  system: number;
  at: Point;
  /** FTB-25.11: days, first and last, on which the scenario has it blockaded. */
  blocked: [number, number] | null;
};

/** FTB-11: where the active ship is in its activation. */
export type Step =
  | 'start'
  | 'guide'
  | 'ready'
  | 'helm'
  | 'launched'
  | 'plotted'
  | 'fuse'
  | 'aim'
  | 'path'
  | { offer: ShipId }
  | { fly_by: number }
  | 'arrived'
  | 'scan'
  | 'cooling'
  | 'done';

/** FTB-5.1. */
export type SystemName = 'core' | 'weapons' | 'drive';

/** A supplied system by its id, or one of the file's own (FTB-27.4). */
export type SystemRef = string | SystemSpec;

/** A star system as a file has it: the editor's format. */
export type SystemSpec = {
  id: string;
  name: string;
  /** FTB-26.1: giant, average or dwarf; for display. */
  class: string;
  influence: number;
  radiation: number;
  bodies: BodySpec[];
  /** FTB-23.2: inner and outer radius of the asteroid ring. */
  belt: [number, number] | null;
  /** FTB-31.2: how far from the star the tunnel marks lie. */
  tunnel_mark: number;
};

export type TankerMenu = {
  tanker: number;
  system: number;
  /** Some points that would do. */
  points: Point[];
  /** FTB-21.2: it keeps out of these. */
  clear: Circle[];
};

export type TankerPlace =
  | { away: { from: number } }
  | { deployed: { system: number; at: Point; day: number; attacks: number; given: number } };

export type TankerView = {
  side: number;
  hidden: boolean;
  /** None: the enemy may have bought it, or not. */
  real: boolean | null;
  at: TankerPlace;
};

export type Target = { ship: ShipId } | { tanker: number } | { torpedo: ShipId };

export type TargetChoice = {
  target: Target;
  name: string;
  /** In range from and to, along the path; and the nearest point. */
  window: [number, number];
  nearest: number;
  distance: number;
  /** ALG-13: what the Combat is worth to the attacker, in hundredths of a point. */
  value: number;
};

export type Test = {
  /** Whose test it is. */
  ship: ShipId;
  trial: Trial;
  /** FTB-13.1: a Draw is a Success. */
  easy: boolean;
};

/** FTB-15: a torpedo belongs to the ship that guides it. */
export type Torpedo = { from: Point; at: Point; dir: Dir; speed: number; deflected: Wells };

export type TorpedoChoice = {
  plot: Plot;
  path: Point[];
  to: Point;
  /** What its coasting vector would come within 6 LU of, as things stand. */
  reaches: Target[];
  lost: boolean;
};

/** What is tested. */
export type Trial =
  | { scan: { target: ShipId } }
  | 'mask'
  | 'repair'
  | 'recharge'
  | { countermeasures: { guide: ShipId } }
  | { torpedo: { target: ShipId } }
  | 'asteroids'
  | 'tunnel';

/** What one viewer may know. */
export type View = {
  viewer: Viewer;
  field: Field;
  map: StarMap;
  turns: number;
  day: number;
  stage: Stage;
  holder: [number, Criterion] | null;
  ships: ShipView[];
  /** FTB-6.1: the ids of the ships, in order. */
  tags: string[];
  tankers: TankerView[];
  extras: [Extra | null, Extra | null];
  passed: [boolean, boolean];
  asked: number;
  goals: Goal[];
  slots: Slot[];
  act: Activation | null;
  fight: Fight | null;
  blows: Blow[];
  splash: ShipId[];
  /** ALG-9: those that have given their splash in this batch. */
  splashed?: ShipId[];
  dead: ShipId[];
  test: Test | null;
  /** FTB-34.5, FTB-END.4: how each side stands. */
  scores: [Score, Score];
  /** FTB-4, FTB-24: the table of classes. */
  classes: ClassData[];
  /** FTB-18.2: the heat that destroys a ship. */
  meltdown: number;
  ranges: Ranges;
};

export type Viewer = { seat: number } | 'spectator' | 'referee';

/** One gravity well. */
export type Well = { at: Point; influence: number };

/** A set of a system's wells. */
export type Wells = number;

export type What =
  | { refuel: number }
  | { mark: number }
  | { leave: number }
  | { radiation: number }
  | 'asteroids'
  | { patrol: [number, number] }
  | { cover: ShipId }
  | { late_cover: ShipId }
  | { attack: number };

export type WhyOver = 'last_turn' | 'objectives' | 'elimination' | 'conceded';

/** Where something may be placed. */
export type Zone = {
  rule: string;
  /** In one of these, edge included; empty: anywhere. */
  within: Circle[];
  /** Outside all of these, and off their edges. */
  clear: Circle[];
  /** FTB-25.4: in the belt, or at least so far from the star. */
  outer: number | null;
  /** No farther from the star than this. */
  edge: number | null;
  /** FTB-36.3: the first vector keeps clear of these as well. */
  vector_clear: Circle[];
  /** Least and greatest speed of the first vector; none for a station. */
  speeds: [number, number] | null;
};

/** FTB-12.2: the order of a ship that is told nothing. */
export const COAST: Helm = {
  order: 'coast',
  plot: null,
  torpedo: null,
  declare: null,
  enter: null,
  side: 'left',
  extra: false,
  off_patrol: false,
  no_refuel: false,
  stay_tracked: false,
};

/** FTB-11.1: a torpedo that flies on and attacks nothing. */
export const FREE_GUIDE: Guide = { plot: null, attack: null, side: 'left' };
