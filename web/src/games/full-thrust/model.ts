// A view as people speak of it: names, tags, classes, displays with their marks.
import type { Shape } from '../../board/types';
import { bogeyShape } from './counters';
import { designNamed } from './designs';
import { shapeOf } from './silhouettes';
import { ARCS, displayOf, mirrored, NAMES, systemsOf } from './ssd/display';
import type { Display, DisplayIcon } from './ssd/display';
import { words } from './texts';
import type { DesignData, Motion, Phase, ShipState, Status, View } from './types';

export interface Vessel {
  index: number;
  id: string;
  /** A1, B2: as orders name it. */
  tag: string;
  name: string;
  design: DesignData | null;
  navy: string;
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
  /** A contact of this class that nobody has identified. */
  unknown: string | null;
  /** Where it really is, as far as the viewer knows. */
  motion: Motion;
  display: Display;
}

/** Behind a cloaking field a ship is where its owner has steered it. */
export function motionOf(view: View, index: number): Motion {
  const shadow = view.ships[index]?.status === 'cloaked' ? view.secrets[index]?.shadow : undefined;
  return shadow?.motion ?? view.ships[index]!.motion;
}

/** Drives by what they give away, the quiet ones first. */
const LOUD = ['merchant', 'escort', 'cruiser', 'capital'];

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
      const found = designNamed(view, berth.design);
      const design = found?.design ?? null;
      const display = marked(design, state, view.field.options['core_systems'] !== false);
      const hull = display.rows.reduce((a, b) => a + b, 0);
      const unknown = state.bogey ? (/^Bogey: (.*)$/.exec(berth.design)?.[1] ?? null) : null;
      const tag = `${String.fromCharCode(65 + s)}${k + 1}`;
      const rated = display.icons.find((it) => it.symbol === 'drive');
      out.push({
        index,
        id: String(index),
        tag,
        name: berth.name || `${berth.design} ${index + 1}`,
        design,
        navy: found?.navy ?? '',
        unknown,
        kind: unknown
          ? words.contact(unknown)
          : [berth.design === berth.name ? '' : berth.design, design?.class ?? '']
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
        thrust: Number(rated?.text ?? 0),
        shape: unknown
          ? bogeyShape(berth.letter || tag, 1 + Math.max(0, LOUD.indexOf(unknown)), state.side)
          : shapeOf(design, found?.navy ?? ''),
        side: state.side,
        owner: state.owner,
        state,
        active: state.status === 'active',
        manned: state.status === 'active' || state.status === 'cloaked',
        motion: motionOf(view, index),
        display,
      });
    });
  });
  KNOWN.set(view, out);
  return out;
}

/** A display with the marks of a ship in play. */
export function marked(design: DesignData | null, state: ShipState, coreSystems: boolean): Display {
  const plain = displayOf(
    design ?? { name: '', mass: 0, hull: { points: state.hull_lost + 1, rows: 4 } },
    coreSystems,
  );
  const turrets = design ? turretOf(design) : new Map<number, number>();
  const icons = plain.icons.map((it): DisplayIcon => {
    const turret = turrets.get(it.id);
    const facing = turret === undefined ? undefined : state.turrets[turret];
    const arcs = facing ? ARCS.map((name) => name === facing) : it.arcs;
    const out: DisplayIcon = {
      ...it,
      arcs: state.rolled ? mirrored(arcs, plain.beta) : arcs,
      used: state.used.includes(it.id) || !!state.off?.includes(it.id),
    };
    if (it.symbol === 'drive') {
      out.text = String(rating(Number(it.text), state));
      if (state.drive_gone >= 2) out.mark = 'gone';
      else if (state.drive_hits > 0) out.mark = 'damaged';
      if (state.drive_hits > 0) out.name = `${it.name}, now ${out.text}`;
    } else if (state.gone.includes(it.id)) out.mark = 'gone';
    else if (state.damaged.includes(it.id)) out.mark = 'damaged';
    else if (state.spent.includes(it.id)) out.mark = 'spent';
    return out;
  });
  const armour = plain.armour.map((it, k) => ({ ...it, left: state.armour[k] ?? it.left }));
  return { ...plain, icons, armour, hullLost: state.hull_lost, rolled: state.rolled };
}

/** Thrust as the drive's own symbol shows it after failures; the menu has what counts. */
function rating(full: number, state: ShipState): number {
  if (state.core.dumped || state.drive_hits >= 2) return 0;
  return state.drive_hits === 1 ? Math.floor(full / 2) : full;
}

/** By icon: which turret it stands in. */
export function turretOf(design: DesignData): Map<number, number> {
  const out = new Map<number, number>();
  const systems = systemsOf(design);
  const turrets = systems.filter((it) => it.name === 'turret');
  if (turrets.length === 0) return out;
  let icon = 0;
  for (const it of systems) {
    if (!(it.name in NAMES)) continue;
    const n = it.id ? turrets.findIndex((turret) => turret.weapons?.includes(it.id!)) : -1;
    if (n >= 0) out.set(icon, n);
    icon += it.name === 'screen' ? Math.max(1, it.level ?? 0) : it.name === 'cloakField' ? 2 : 1;
  }
  return out;
}

export function iconName(ship: Vessel | null | undefined, icon: number): string {
  return ship?.display.icons[icon]?.name ?? words.icon(icon);
}

export function statusText(status: Status): string {
  if (typeof status === 'string') return (words.status as Record<string, string>)[status] ?? status;
  if ('carried' in status) return words.carried;
  if (!('left' in status)) return words.captured;
  return status.left.back === null
    ? words.left(status.left.edge)
    : words.back(status.left.edge, status.left.back);
}

export type PhaseKind =
  | 'setup'
  | 'deploy'
  | 'orders'
  | 'replot'
  | 'fire'
  | 'emp'
  | 'repairs'
  | 'cores'
  | 'settings'
  | 'arrange'
  | 'launch'
  | 'defence'
  | 'muster'
  | 'scan'
  | 'wings'
  | 'attacks'
  | 'dogfights'
  | 'runs'
  | 'evade'
  | 'plans'
  | 'parting'
  | 'scramble'
  | 'chase'
  | 'share'
  | 'opening'
  | 'rounds'
  | 'features'
  | 'cross'
  | 'duties'
  | 'repel'
  | 'over'
  | 'other';

const KINDS = new Set([
  'setup',
  'deploy',
  'orders',
  'replot',
  'fire',
  'emp',
  'repairs',
  'cores',
  'settings',
  'arrange',
  'launch',
  'defence',
  'muster',
  'scan',
  'wings',
  'attacks',
  'dogfights',
  'runs',
  'evade',
  'plans',
  'parting',
  'scramble',
  'chase',
  'share',
  'opening',
  'rounds',
  'features',
  'cross',
  'duties',
  'repel',
  'over',
]);

export function phaseKind(phase: Phase): PhaseKind {
  const name = typeof phase === 'string' ? phase : (Object.keys(phase)[0] ?? '');
  return KINDS.has(name) ? (name as PhaseKind) : 'other';
}
