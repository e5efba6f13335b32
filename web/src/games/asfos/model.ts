// A view as people speak of it: names, tags, classes, what has become of a ship.
import type { Shape } from '../../board/types';
import { shapeOf } from './silhouettes';
import { words } from './texts';
import type { Phase, PrintedSheet, ShipView, View } from './types';

export interface Vessel {
  index: number;
  id: string;
  tag: string;
  name: string;
  sheet: PrintedSheet;
  kind: string;
  mass: number;
  shape: Shape;
  side: number;
  owner: number;
  state: ShipView['ship'];
  display: ShipView['display'];
  active: boolean;
}

const FAMILY = new WeakMap<View, Vessel[]>();

export function vessels(view: View): Vessel[] {
  const known = FAMILY.get(view);
  if (known) return known;
  const out: Vessel[] = [];
  view.field.scenario.sides.forEach((side, s) => {
    side.ships.forEach((berth, k) => {
      const index = out.length;
      const it = view.ships[index];
      if (!it) return;
      const alike = (other: typeof berth) => other.design === berth.design && !other.name;
      const many = side.ships.filter(alike).length;
      const nth = side.ships.slice(0, k + 1).filter(alike).length;
      const sheet = view.sheets.find((other) => other.design === it.ship.design);
      if (!sheet) return;
      out.push({
        index,
        id: String(index),
        tag: `${String.fromCharCode(65 + s)}${k + 1}`,
        name: berth.name || (many === 1 ? berth.design : `${berth.design} ${nth}`),
        sheet,
        kind: words.classes[sheet.class] ?? sheet.class,
        mass: sheet.boxes.length,
        shape: shapeOf(sheet),
        side: it.ship.side,
        owner: it.ship.owner,
        state: it.ship,
        display: it.display,
        active: it.ship.status === 'active',
      });
    });
  });
  FAMILY.set(view, out);
  return out;
}

export function statusText(status: ShipView['ship']['status']): string {
  return typeof status === 'string' ? words.status[status] : words.left(status.left);
}

export function heading3(degrees: number): string {
  return String(Math.round(degrees) % 360).padStart(3, '0');
}

export type PhaseKind = 'setup' | 'deploy' | 'plot' | 'fire' | 'repairs' | 'over';

export function phaseKind(phase: Phase): PhaseKind {
  return typeof phase === 'string' ? phase : (Object.keys(phase)[0] as PhaseKind);
}

export function unitOf(view: View): string {
  const unit = view.field.options['unit'];
  return unit === 'in' || unit === undefined ? 'in' : unit === 'cm' ? 'cm' : '× 2 cm';
}

/** The name of the side a seat belongs to. */
export function seatName(view: View, seat: number): string {
  let first = 0;
  for (const side of view.field.scenario.sides) {
    first += side.seats ?? 1;
    if (seat < first) return side.name;
  }
  return String(seat + 1);
}

/** The side a seat plays for. */
export function sideOfSeat(view: View, seat: number): number {
  let first = 0;
  const found = view.field.scenario.sides.findIndex((side) => {
    first += side.seats ?? 1;
    return seat < first;
  });
  return found < 0 ? 0 : found;
}
