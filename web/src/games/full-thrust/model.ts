// A view as people speak of it: names, tags, classes, displays with their marks.
import type { Shape } from '../../board/types';
import { bogeyShape } from './counters';
import { gateShape, shapeOf } from './silhouettes';
import { displayOf } from './ssd/display';
import type { Display } from './ssd/display';
import { words } from './texts';
import type { Motion, NameOf, Phase, ShipState, Status, View } from './types';
import type { Plate, ShipChart } from './wire';

export interface Vessel {
  index: number;
  id: string;
  /** A1, B2: as orders name it. */
  tag: string;
  name: string;
  design: Plate;
  kind: string;
  mass: number;
  hull: number;
  hullLeft: number;
  armour: number;
  armourLeft: number;
  thrust: number;
  shape: Shape;
  side: number;
  owner: number;
  state: ShipState;
  active: boolean;
  /** With somebody aboard to take orders, on the table or behind a cloaking field. */
  manned: boolean;
  /** All that the viewer knows of it is its class; its display is made up. */
  unknown: boolean;
  /** Where it really is, as far as the viewer knows. */
  motion: Motion;
  display: Display;
  chart: ShipChart;
}

/** Behind a cloaking field a ship is where its owner has steered it. */
export function motionOf(view: View, index: number): Motion {
  const shadow = view.ships[index]?.status === 'cloaked' ? view.secrets[index]?.shadow : undefined;
  return shadow?.motion ?? view.ships[index]!.motion;
}

const KNOWN = new WeakMap<View, Vessel[]>();

export function vessels(view: View): Vessel[] {
  const known = KNOWN.get(view);
  if (known) return known;
  const out: Vessel[] = [];
  view.field.scenario.sides.forEach((side, s) => {
    side.ships.forEach((berth, k) => {
      const index = out.length;
      const state = view.ships[index];
      if (!state) return;
      const { displays } = view.field;
      const design = displays.designs[displays.ships[index]!]!;
      const chart = view.chart.ships[index]!;
      const display = displayOf(displays, design, state, chart);
      const hull = display.rows.reduce((a, b) => a + b, 0);
      const { contact } = design;
      const tag = `${String.fromCharCode(65 + s)}${k + 1}`;
      out.push({
        index,
        id: String(index),
        tag,
        name: berth.name || `${berth.design} ${k + 1}`,
        design,
        unknown: !!contact,
        kind: contact
          ? state.bogey
            ? words.contact(contact.class)
            : words.closed(contact.class)
          : [berth.design === berth.name ? '' : berth.design, design.class]
              .filter(
                (it, n, all) =>
                  it && all.findIndex((other) => other.toLowerCase() === it.toLowerCase()) === n,
              )
              .join(', '),
        mass: display.mass,
        hull,
        hullLeft: Math.max(0, hull - state.hull_lost),
        armour: display.armour.reduce((sum, it) => sum + it.standard + it.regenerative, 0),
        armourLeft: state.armour.reduce((sum, it) => sum + it.standard + it.regenerative, 0),
        thrust: design.thrust,
        shape:
          contact && state.bogey
            ? bogeyShape(berth.letter || tag, contact.loud, state.side)
            : berth.gate
              ? gateShape(design)
              : shapeOf(design),
        side: state.side,
        owner: state.owner,
        state,
        active: state.status === 'active',
        manned: state.status === 'active' || state.status === 'cloaked',
        motion: motionOf(view, index),
        display,
        chart,
      });
    });
  });
  KNOWN.set(view, out);
  return out;
}

export function iconName(ship: Vessel | null | undefined, icon: number): string {
  return ship?.display.icons[icon]?.name ?? words.icon(icon);
}

export function statusText(status: Status): string {
  if (typeof status === 'string') return words.status[status];
  if ('carried' in status) return words.carried;
  if (!('left' in status)) return words.captured;
  return status.left.back === null
    ? words.left(status.left.edge)
    : words.back(status.left.edge, status.left.back);
}

/** A phase by its name; `other` for one that has no screen here. */
export type PhaseKind = NameOf<Phase> | 'other';

const KINDS: Record<NameOf<Phase>, true> = {
  setup: true,
  deploy: true,
  orders: true,
  replot: true,
  fire: true,
  emp: true,
  repairs: true,
  cores: true,
  settings: true,
  arrange: true,
  launch: true,
  defence: true,
  muster: true,
  scan: true,
  wings: true,
  attacks: true,
  dogfights: true,
  runs: true,
  evade: true,
  plans: true,
  parting: true,
  scramble: true,
  chase: true,
  share: true,
  opening: true,
  rounds: true,
  features: true,
  cross: true,
  duties: true,
  repel: true,
  over: true,
};

export function phaseKind(phase: Phase): PhaseKind {
  const name = typeof phase === 'string' ? phase : (Object.keys(phase)[0] ?? '');
  return Object.hasOwn(KINDS, name) ? (name as NameOf<Phase>) : 'other';
}
