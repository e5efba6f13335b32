// A view as people speak of it: ships with tag, class and state, what the phase
// is, who decides.
import { silhouetteOf } from './silhouettes';
import type { Silhouette } from './silhouettes';
import { words } from './texts';
import type { Display, GroupView, Menu, Phase, ShipState, Spend, Status, Target, View } from './types';

export interface Vessel {
  index: number;
  id: string;
  tag: string;
  name: string;
  className: string;
  faction: 'terran' | 'talon';
  side: number;
  look: Silhouette;
  state: ShipState;
  display: Display;
  active: boolean;
  /** Hull boxes it had at the start; of a squadron, of all fighters. */
  hullOf: number;
}

const FAMILY = new WeakMap<View, Vessel[]>();

export function vessels(view: View): Vessel[] {
  const known = FAMILY.get(view);
  if (known) return known;
  const out = view.ships.map(({ ship, display }, index): Vessel => {
    const faction = view.field.scenario.sides[ship.side]?.faction ?? 'terran';
    return {
      index,
      id: String(index),
      tag: display.tag,
      name: display.name || display.class,
      className: words.classes[display.class] ?? display.class,
      faction,
      side: ship.side,
      look: silhouetteOf(faction, display.class, display.kind),
      state: ship,
      display,
      active: ship.status === 'active',
      hullOf: display.hull_of,
    };
  });
  FAMILY.set(view, out);
  return out;
}

export function statusText(status: Status, all: Vessel[]): string {
  if (typeof status === 'string') return words.status[status] ?? status;
  if ('retreated' in status) return words.exits[status.retreated] ?? words.exits['map']!;
  return words.docked(all[status.docked]?.tag ?? '');
}

export type PhaseKind =
  | 'setup'
  | 'buy'
  | 'initiative'
  | 'terrain'
  | 'deploy'
  | 'power'
  | 'move'
  | 'fire'
  | 'charge'
  | 'pull'
  | 'reinforce'
  | 'retreat'
  | 'pick'
  | 'over';

export function phaseKind(phase: Phase): PhaseKind {
  return typeof phase === 'string' ? phase : (Object.keys(phase)[0] as PhaseKind);
}

/** The side that decides in a phase, if it is one alone. */
export function phaseSide(phase: Phase): number | null {
  if (typeof phase === 'string') return null;
  const inside = Object.values(phase)[0] as { side?: number };
  return inside.side ?? null;
}

/** What is open for this seat, by its menu. */
export function menuKind(menu: Menu | null): PhaseKind | null {
  if (!menu) return null;
  if (menu.buy) return 'buy';
  if (menu.initiative) return 'initiative';
  if (menu.terrain) return 'terrain';
  if (menu.deploy) return 'deploy';
  if (menu.power) return 'power';
  if (menu.moves) return 'move';
  if (menu.fire) return 'fire';
  if (menu.charge) return 'charge';
  if (menu.pull) return 'pull';
  if (menu.reinforce) return 'reinforce';
  if (menu.retreat) return 'retreat';
  if (menu.pick) return 'pick';
  return null;
}

/** The token a target is. */
export function targetToken(target: Target): string {
  if ('ship' in target) return String(target.ship);
  if ('fighter' in target) return String(target.fighter[0]);
  return `m${target.missile}`;
}

export function targetTag(target: Target, all: Vessel[]): string {
  if ('ship' in target) return all[target.ship]?.tag ?? '';
  if ('fighter' in target) return `${all[target.fighter[0]]?.tag ?? ''}.${target.fighter[1] + 1}`;
  return `M${target.missile}`;
}

export function sameTarget(a: Target | undefined, b: Target | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

export function groupText(group: GroupView): string {
  return `${group.count > 1 ? `${group.count} × ` : ''}${words.weapons[group.weapon] ?? group.weapon}`;
}

/** What an AP buys, in words. */
export function spendText(on: Spend, ship: Vessel | undefined, all: Vessel[]): string {
  const w = words.spend;
  if (typeof on === 'string') return w[on];
  if ('charge' in on) return w.charge(groupName(ship, on.charge.group));
  if ('reinforce' in on) return w.reinforce(words.arcs[on.reinforce.arc]!);
  if ('drop' in on) return w.drop(words.arcs[on.drop.arc]!);
  if ('transmit' in on) {
    const { to, gift } = on.transmit;
    const what =
      typeof gift === 'string' ? w[gift] : w.charge(`${all[to]?.tag ?? ''}.${gift.charge.fighter + 1}`);
    return w.transmit(all[to]?.tag ?? '', what);
  }
  return w.retarget(on.retarget.missile, all[on.retarget.target]?.tag ?? '');
}

export function groupName(ship: Vessel | undefined, group: number): string {
  if (ship?.display.kind === 'fighters') return words.fighter(group + 1);
  const found = ship?.display.groups[group];
  return found ? `${group + 1} ${words.weapons[found.weapon] ?? ''}` : String(group + 1);
}
