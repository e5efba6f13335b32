// Which arcs a mount may have, by the catalogue's list of mounts that exist.
import { ARCS, countArcs, leftOf, runOf, toggleArc } from './arcs';
import type { ArcSet } from './arcs';
import type { Mount, Part } from './api';
import type { Fields, Json } from './types';

/** The mounts of a part as its other fields stand. */
export function mountsOf(part: Part | undefined, item: Fields): Mount[] {
  if (!part) return [];
  // What is left out of a file is null in a form; a flag that is left out is off.
  const said = (value: Json | undefined) => JSON.stringify(value || null);
  return part.mounts.filter((it) =>
    Object.entries(it.set).every(([name, value]) => said(item[name]) === said(value)),
  );
}

/** Runs that exist. */
function runs(mounts: Mount[]): { set: ArcSet; n: number }[] {
  const all = mounts.flatMap((mount) =>
    ARCS.map((name, k) => ({ name, k }))
      .filter(({ name, k }) =>
        mount.arcs >= ARCS.length ? k === 0 : !mount.left || mount.left.includes(name),
      )
      .map(({ k }) => ({ set: runOf(k, mount.arcs), n: mount.arcs })),
  );
  return all;
}

/** The numbers of arcs that exist, each once and in order, with what it costs. */
export function widths(mounts: Mount[]): { arcs: number; mass: number; points: number }[] {
  const found = new Map<number, { arcs: number; mass: number; points: number }>();
  for (const { arcs, mass, points, left } of mounts)
    if (!found.has(arcs) || !left) found.set(arcs, { arcs, mass, points });
  return [...found.values()].sort((a, b) => a.arcs - b.arcs);
}

export function exists(set: ArcSet, mounts: Mount[]): boolean {
  const left = leftOf(set);
  const n = countArcs(set);
  return mounts.some(
    (it) => it.arcs === n && (!it.left || n === ARCS.length || (left >= 0 && it.left.includes(ARCS[left]!))),
  );
}

const apart = (a: ArcSet, b: ArcSet): number => a.filter((on, k) => on !== b[k]).length;

/** The nearest run that exists, of the same width if there is one. */
function nearest(wanted: ArcSet, width: number, among: { set: ArcSet; n: number }[]): ArcSet | null {
  let best: ArcSet | null = null;
  let least = Infinity;
  for (const { set, n } of among) {
    const far = Math.abs(n - width) * 10 + apart(set, wanted);
    if (far < least) [best, least] = [set, far];
  }
  return best;
}

/** A click on arc `k`: it joins or leaves if such a mount exists, else the mount turns towards it. */
export function clickArc(set: ArcSet, k: number, mounts: Mount[]): ArcSet {
  const toggled = toggleArc(set, k);
  if (mounts.length === 0) return toggled;
  if (exists(toggled, mounts) && leftOf(toggled) >= 0) return toggled;
  const on = toggled[k]!;
  return (
    nearest(
      toggled,
      countArcs(set),
      runs(mounts).filter((it) => it.set[k] === on),
    ) ?? set
  );
}

/** After a change of class or kind: the arcs stay if they can, else the nearest. */
export function fitArcs(set: ArcSet, mounts: Mount[]): ArcSet {
  if (mounts.length === 0 || countArcs(set) === 0 || exists(set, mounts)) return set;
  return nearest(set, countArcs(set), runs(mounts)) ?? set;
}
