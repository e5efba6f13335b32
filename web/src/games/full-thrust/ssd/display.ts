// A ship status display as the table draws it: the description that the server
// makes of a design, with the marks of a ship in play. What it is made of, how it
// looks and what it is called is all in the description.
import type { ShipState } from '../types';
import type { Arc, Displays, Face, Plate, ShipChart } from '../wire';

/** What has become of a place on the display. */
export type Mark =
  | 'sound'
  /** Knocked out; parties may bring it back. */
  | 'damaged'
  /** Lost for good. */
  | 'gone'
  /** Used up. */
  | 'spent';

/** One icon. */
export interface DisplayIcon extends Face {
  /** Its number, as orders name it. */
  id: number;
  /** Which of the six arcs it bears into, clockwise from dead ahead; all false for what has no arcs. */
  arcs: boolean[];
  /** The six parts of the ring that shows them. */
  segments: string[];
  /** The turret it stands in. */
  turret?: number;
  mark: Mark;
  /** Fired already this turn, or switched off. */
  used?: boolean;
}

export interface ArmourLayer {
  standard: number;
  regenerative: number;
  /** Boxes that are left of each, and those that may heal. */
  left: { standard: number; regenerative: number; hurt: number };
}

export interface Display {
  name: string;
  className: string;
  mass: number;
  /** Boxes of each hull row, from the top. */
  rows: number[];
  /** By row: the die from which its loss knocks a system out; the last row has none. */
  checks: number[];
  hullLost: number;
  /** Which boxes, counted from 1, carry a crew factor, and how many of them. */
  crew: Map<number, number>;
  crewLeft: number;
  /** The inner layer first. */
  armour: ArmourLayer[];
  icons: DisplayIcon[];
  /** Arcs lie 30 degrees further round. */
  beta: boolean;
  stealth: number;
}

export const ARCS: Arc[] = ['F', 'FS', 'AS', 'A', 'AP', 'FP'];

const bearing = (arcs: Arc[]) => ARCS.map((it) => arcs.includes(it));

/** The display of a design with the marks of a ship. */
export function displayOf(all: Displays, plate: Plate, state: ShipState, chart: ShipChart): Display {
  const beta = plate.orientation === 'beta';
  const turned = new Map(chart.arcs);
  const crew = new Map<number, number>();
  for (const box of plate.crew) crew.set(box, (crew.get(box) ?? 0) + 1);
  return {
    name: plate.name,
    className: plate.class,
    mass: plate.mass,
    rows: plate.rows,
    checks: plate.checks,
    hullLost: state.hull_lost,
    crew,
    crewLeft: chart.crew,
    armour: plate.armour.map(([standard, regenerative], k) => ({
      standard,
      regenerative,
      left: state.armour[k] ?? { standard, regenerative, hurt: 0 },
    })),
    icons: plate.icons.map((it, id): DisplayIcon => {
      const face = all.faces[it.face]!;
      const icon: DisplayIcon = {
        ...face,
        id,
        arcs: bearing(turned.get(id) ?? it.arcs),
        segments: all.rings[beta ? 1 : 0],
        turret: it.turret,
        mark: markOf(id, face, state),
        used: state.used.includes(id) || !!state.off?.includes(id),
      };
      if (face.symbol !== 'drive') return icon;
      const text = String(chart.thrust);
      return { ...icon, text, name: state.drive_hits > 0 ? `${face.name}, now ${text}` : face.name };
    }),
    beta,
    stealth: plate.stealth,
  };
}

function markOf(id: number, face: Face, state: ShipState): Mark {
  // A drive fails by halves, and has counts of its own.
  if (face.symbol === 'drive')
    return state.drive_gone > 1 ? 'gone' : state.drive_hits > 0 ? 'damaged' : 'sound';
  if (state.gone.includes(id)) return 'gone';
  if (state.damaged.includes(id)) return 'damaged';
  return state.spent.includes(id) ? 'spent' : 'sound';
}

export const ARC_NAMES = {
  alpha: ['F', 'FS', 'AS', 'A', 'AP', 'FP'],
  beta: ['FS', 'S', 'AS', 'AP', 'P', 'FP'],
};

/** "FP/F/FS", "all arcs", or nothing; from the left end of a run. */
export function arcsText(arcs: boolean[], beta: boolean): string {
  const n = arcs.filter(Boolean).length;
  if (n === 0) return '';
  // turned: sixths of a turn.
  if (n === 6) return 'all arcs';
  // turned: the one before.
  const first = arcs.findIndex((it, k) => it && !arcs[(k + 5) % 6]);
  const names = beta ? ARC_NAMES.beta : ARC_NAMES.alpha;
  return Array.from({ length: 6 }, (_, k) => (first + k) % 6)
    .filter((k) => arcs[k])
    .map((k) => names[k]!)
    .join('/');
}
