// What the ids of tokens and spots stand for, and where that is.
import type { Point } from '../../../board/types';
import { targetPlace } from '../model';
import type { Target, View } from '../types';

export function placeOfId(view: View, id: string): Point | null {
  if (id.startsWith('station-')) return view.map.stations[Number(id.slice(8))]?.at ?? null;
  return targetPlace(view, idTarget(id));
}

export function systemOfId(view: View, id: string): number {
  if (id.startsWith('station-')) return view.map.stations[Number(id.slice(8))]?.system ?? 0;
  const target = idTarget(id);
  if ('tanker' in target) {
    const at = view.tankers[target.tanker]?.at;
    return at && 'deployed' in at ? at.deployed.system : 0;
  }
  return view.ships['ship' in target ? target.ship : target.torpedo]?.hull.system ?? 0;
}

export function idTarget(id: string): Target {
  if (id.startsWith('tanker-')) return { tanker: Number(id.slice(7)) };
  return id.startsWith('t') ? { torpedo: Number(id.slice(1)) } : { ship: Number(id) };
}
