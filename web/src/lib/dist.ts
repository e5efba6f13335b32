// Exact distributions: counts over a whole, put together by convolution.

/** Chances of 0, 1, 2 … ; they sum to 1. */
export type Dist = number[];

export function fromCounts(counts: number[], of: number): Dist {
  return of > 0 ? counts.map((it) => it / of) : [1];
}

export function convolve(a: Dist, b: Dist): Dist {
  const out = new Array<number>(a.length + b.length - 1).fill(0);
  a.forEach((p, i) => b.forEach((q, j) => (out[i + j]! += p * q)));
  return out;
}

export function sumOf(all: Dist[]): Dist {
  return all.reduce(convolve, [1]);
}

export function mean(dist: Dist): number {
  return dist.reduce((sum, p, k) => sum + p * k, 0);
}

/** The chance of at least `k`. */
export function atLeast(dist: Dist, k: number): number {
  return dist.reduce((sum, p, i) => (i >= k ? sum + p : sum), 0);
}

/** The chance that at least one of independent things happens. */
export function anyOf(chances: number[]): number {
  return 1 - chances.reduce((none, p) => none * (1 - p), 1);
}

/** Everything from `most` on becomes `most`: boxes beyond the last are lost. */
export function capped(dist: Dist, most: number): Dist {
  if (dist.length <= most + 1) return dist;
  return [...dist.slice(0, most), atLeast(dist, most)];
}

/** As text: whole per cent, with the ends honest. */
export function percent(p: number): string {
  if (p <= 0) return '0%';
  if (p >= 1) return '100%';
  if (p < 0.01) return '<1%';
  if (p > 0.99) return '>99%';
  return `${Math.round(p * 100)}%`;
}
