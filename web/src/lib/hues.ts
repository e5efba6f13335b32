// A side that is named after a colour has that colour, whichever seat it sits in.

/** The colours of the first two sides, by what such sides are called. */
const NAMED: Record<string, number> = { Cobalt: 0, Amber: 1, Ochre: 1 };

/** For `data-hues`: `swapped` if the first two sides are called after each other's colours. */
export function huesOf(names: string[]): 'swapped' | undefined {
  const [first, second] = names.map((it) => NAMED[it]);
  return first === 1 && second === 0 ? 'swapped' : undefined;
}
