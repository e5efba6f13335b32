// Lengths that are drawn round things, as view and menu tell them.
import type { LauncherMenu, Marker, View } from './types';

/** How far round it a marker bursts; null for what flies at one ship. */
export function blastOf(view: View, marker: Marker): number | null {
  const index = view.markers?.findIndex((it) => it.number === marker.number) ?? -1;
  return view.chart.blasts[index] ?? null;
}

/** How far round its place a load bursts, or looks for a ship. */
export function roundLoad(load: LauncherMenu, fused: boolean): { radius: number; harm: boolean } {
  const blast = fused ? (load.fused ?? load.blast) : load.blast;
  return blast === undefined ? { radius: load.lock, harm: false } : { radius: blast, harm: true };
}
