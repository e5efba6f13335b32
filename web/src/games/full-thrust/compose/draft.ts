// The order being composed, as plain values: undo is only an older draft.
import type { Point } from '../../../board/types';
import type {
  BoatFire,
  CoreChoice,
  CraftLaunch,
  Crossing,
  Declared,
  Deploy,
  Duty,
  EmpTest,
  Entry,
  Fire,
  Formation,
  GateEntry,
  GateOrder,
  Guard,
  Job,
  Launch,
  Opening,
  Plan,
  Return,
  Run,
  Scan,
  Scramble,
  Setting,
  Share,
  ShipOrder,
  Sortie,
  Stance,
  Stand,
} from '../types';

interface Squadron {
  ships: number[];
  formation: Formation;
}

export interface Draft {
  /** Ships that have been given an order; the others fly straight on. */
  ships: Record<number, ShipOrder>;
  squadrons: Squadron[];
  entries: Record<number, Entry>;
  launch: Launch | null;
  /** Point defence; it begins with the menu's proposal. */
  defend: Guard[];
  fire: Fire | null;
  emp: Record<string, EmpTest>;
  repairs: Record<string, Job>;
  cores: Record<number, CoreChoice>;
  settings: Record<string, Setting>;
  /** The other sides in the order they are wanted. */
  arrange: number[];
  place: Deploy | null;
  /** Ships by their numbers in the fleet list, place by place; null for as the menu has it. */
  muster: number[] | null;
  scans: Scan[];
  wing: Sortie | null;
  attacks: Declared[];
  stances: Stance[];
  runs: Run[];
  evade: number[];
  boats: BoatFire | null;
  craftLaunch: CraftLaunch | null;
  plans: Plan[];
  parting: number[];
  scramble: Scramble | null;
  chase: boolean;
  shares: Share[];
  gates: GateOrder[];
  arrivals: GateEntry[];
  opening: Opening;
  rounds: Return[];
  features: [number, Point][];
  crossings: Crossing[];
  duties: Duty[];
  stands: Stand[];
  /** An order this client has no controls for: as it was read. */
  raw: unknown;
}

export function emptyDraft(): Draft {
  return {
    ships: {},
    squadrons: [],
    entries: {},
    launch: null,
    defend: [],
    fire: null,
    emp: {},
    repairs: {},
    cores: {},
    settings: {},
    arrange: [],
    place: null,
    muster: null,
    scans: [],
    wing: null,
    attacks: [],
    stances: [],
    runs: [],
    evade: [],
    boats: null,
    craftLaunch: null,
    plans: [],
    parting: [],
    scramble: null,
    chase: true,
    shares: [],
    gates: [],
    arrivals: [],
    opening: {},
    rounds: [],
    features: [],
    crossings: [],
    duties: [],
    stands: [],
    raw: null,
  };
}
