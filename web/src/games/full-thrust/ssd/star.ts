/** A star in a hull box, for a crew factor. */
export function star(r: number): string {
  return `M${Array.from({ length: 10 }, (_, k) => {
    const a = (k * 36 * Math.PI) / 180;
    const at = k % 2 === 0 ? r : r * 0.42;
    return `${(Math.sin(a) * at).toFixed(2)},${(-Math.cos(a) * at).toFixed(2)}`;
  }).join('L')}Z`;
}
