// Two battles with sides exchanged that count as one, in words.
import type { Mirror } from '../wire';
import { texts } from '../texts';

const t = texts.mirror;
const half = (n: number) => `${Math.floor(n / 2) || (n === 1 ? '' : '0')}${n % 2 ? '½' : ''}`;

/** "2½ : 1½", one's own points first where one has a seat. */
export function scoreOf(halves: number[], seat: number | null): string {
  const own = seat ?? 0;
  return `${half(halves[own] ?? 0)} : ${half(halves[1 - own] ?? 0)}`;
}

/** What is to be said of the pair at one of its tables: `over` if that battle is. */
export function mirrorWords(mirror: Mirror, seat: number | null, over: boolean): string[] {
  const words = [t.leg(mirror.leg)];
  if (mirror.void) return [...words, mirror.void];
  const { result } = mirror;
  if (result) {
    const score = scoreOf(result.halves, seat);
    const won = result.outcome === 'draw' ? null : result.outcome.won;
    if (result.words) words.push(result.words);
    if (won === null) words.push(t.drawn(score));
    else if (seat === null) words.push(t.ended(score));
    else words.push(won.includes(seat) ? t.won(score) : t.lost(score));
    return words;
  }
  if (over) words.push(mirror.leg === 1 ? t.next : t.waits);
  return words;
}
