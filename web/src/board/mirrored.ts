// Ships as vectors from above: bow up, in a box from -1 to 1, drawn from their right half.

export type Spot = [number, number];

/** A hull from its right half, bow to stern. */
export function hull(right: Spot[]): string {
  const left = right
    .filter(([x]) => x !== 0)
    .reverse()
    .map(([x, y]): Spot => [-x, y]);
  return `M${[...right, ...left].map(([x, y]) => `${x},${y}`).join('L')}Z`;
}

/** Lines on the right, and the same on the left. */
export function lines(right: Spot[][]): string {
  const mirrored = right.map((line) => line.map(([x, y]): Spot => [-x, y]));
  return [...right, ...mirrored].map((line) => `M${line.map(([x, y]) => `${x},${y}`).join('L')}`).join('');
}
