// Which puzzles were solved in this browser, and which one is today's.
import type { PuzzleCard } from '../wire';

const STORE = 'flagbridge.puzzles';

/** How a puzzle went: found by oneself, or after the solution was shown. */
export type Solved = 'found' | 'shown';

export function solved(): Record<string, Solved> {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    return typeof data === 'object' && data !== null ? (data as Record<string, Solved>) : {};
  } catch {
    return {};
  }
}

const nameOf = (game: string, id: string) => `${game}/${id}`;

export const stateOf = (game: string, id: string, all = solved()): Solved | null =>
  all[nameOf(game, id)] ?? null;

/** What was found once stays found. */
export function notes(game: string, id: string, how: Solved): void {
  const all = solved();
  if (all[nameOf(game, id)] === 'found') return;
  try {
    localStorage.setItem(STORE, JSON.stringify({ ...all, [nameOf(game, id)]: how }));
  } catch {
    // A browser that stores nothing still solves.
  }
}

const DAY = 24 * 60 * 60 * 1000;

/** The puzzle of a day: every day another game, and of it another puzzle. */
export function ofDay(byGame: PuzzleCard[][], now: Date): PuzzleCard | null {
  const games = byGame.filter((it) => it.length > 0);
  if (games.length === 0) return null;
  // The day of the place where the player is.
  const day = Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);
  const game = games[day % games.length]!;
  return game[Math.floor(day / games.length) % game.length]!;
}

/** The next one after `id` that was not solved yet; any other if all were. */
export function nextPuzzle(puzzles: PuzzleCard[], id: string, all = solved()): PuzzleCard | null {
  const at = puzzles.findIndex((it) => it.id === id);
  const others = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return others.find((it) => stateOf(it.game, it.id, all) === null) ?? others[0] ?? null;
}
