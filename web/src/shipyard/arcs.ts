// Arcs of fire as a file has them: the left end of a run clockwise and its
// length, or a list where there are gaps.
import type { Fields, Json } from './types';

/** Clockwise from dead ahead, by their names in files. */
export const ARCS = ['F', 'FS', 'AS', 'A', 'AP', 'FP'] as const;
export type ArcSet = readonly boolean[];

const SIX = ARCS.length;
const indexOf = (name: Json | undefined): number =>
  typeof name === 'string' ? ARCS.findIndex((it) => it === name) : -1;

export const noArcs: ArcSet = ARCS.map(() => false);
export const countArcs = (set: ArcSet): number => set.filter(Boolean).length;

/** `n` arcs clockwise from the one of index `left`. */
export function runOf(left: number, n: number): ArcSet {
  return ARCS.map((_, k) => (k - left + SIX) % SIX < n);
}

/** Where a run begins; -1 if the arcs are not side by side, or none. */
export function leftOf(set: ArcSet): number {
  const n = countArcs(set);
  if (n === SIX) return 0;
  const begins = ARCS.map((_, k) => k).filter((k) => set[k] && !set[(k + SIX - 1) % SIX]);
  return begins.length === 1 ? begins[0]! : -1;
}

/** What a part of a file bears on. `unsaid` is what it has if nothing is said. */
export function readArcs(part: Fields, unsaid: ArcSet = noArcs): ArcSet {
  const listed = part['arcs'];
  if (Array.isArray(listed) && listed.every((it) => indexOf(it) >= 0))
    return ARCS.map((name) => listed.includes(name));
  const alone = indexOf(part['arc']);
  if (alone >= 0) return runOf(alone, 1);
  const left = indexOf(part['leftArc']);
  const n = part['numArcs'];
  const many = typeof n === 'number' && n >= 1 && n <= SIX ? Math.floor(n) : 0;
  if (left >= 0) return runOf(left, many || 1);
  return many === SIX ? runOf(0, SIX) : unsaid;
}

/** The same part with other arcs. */
export function writeArcs(part: Fields, set: ArcSet): Fields {
  const { arcs: _arcs, arc: _arc, leftArc: _left, numArcs: _num, ...rest } = part;
  const n = countArcs(set);
  if (n === 0) return { ...rest, arcs: [] };
  const left = leftOf(set);
  if (left >= 0) {
    // A file that names a single arc in its own way goes on doing so.
    if ('arc' in part && n === 1) return { ...rest, arc: ARCS[left]! };
    return { ...rest, leftArc: ARCS[left]!, numArcs: n };
  }
  const names = ARCS.filter((_, k) => set[k]);
  return { ...rest, leftArc: names[0]!, numArcs: n, arcs: [...names] };
}

/** What a click on one arc makes of the set: it joins, or it leaves. */
export function toggleArc(set: ArcSet, k: number): ArcSet {
  return set.map((on, i) => (i === k ? !on : on));
}

/** The same arcs, so many sixths further clockwise. */
export function turnArcs(set: ArcSet, by: number): ArcSet {
  return set.map((_, k) => set[(((k - by) % SIX) + SIX) % SIX]!);
}

/** So many arcs about the middle of those there are, or about the bow. */
export function widenArcs(set: ArcSet, n: number): ArcSet {
  if (n >= SIX) return runOf(0, SIX);
  const left = leftOf(set);
  const now = countArcs(set);
  if (left < 0 || now === SIX) return runOf((SIX - Math.floor((n - 1) / 2)) % SIX, n);
  return runOf((left + Math.floor((now - n) / 2) + SIX) % SIX, n);
}

/** Port for starboard. `shifted` ships have a line and not an arc dead ahead. */
export function mirrorArcs(set: ArcSet, shifted: boolean): ArcSet {
  return set.map((_, k) => set[shifted ? SIX - 1 - k : (SIX - k) % SIX]!);
}

/** Degrees clockwise from the bow at which arc `k` begins. */
export function arcStart(k: number, shifted: boolean): number {
  return k * 60 - 30 + (shifted ? 30 : 0);
}

/** Path data of one sixth of a ring about the origin, bow up. */
export function wedge(k: number, shifted: boolean, inner: number, outer: number): string {
  const at = (degrees: number, r: number) => {
    const a = ((degrees - 90) * Math.PI) / 180;
    return `${(r * Math.cos(a)).toFixed(3)} ${(r * Math.sin(a)).toFixed(3)}`;
  };
  const from = arcStart(k, shifted);
  const to = from + 60;
  const out = `M${at(from, inner)}L${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}`;
  return `${out}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}Z`;
}
