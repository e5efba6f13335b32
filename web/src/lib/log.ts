// The log, turn by turn, for people.
import { isKill, turnsOf } from './debrief';
import type { Line } from '../wire';

export interface TurnOfLog {
  turn: number;
  /** The line that says so, or null before the first. */
  head: Line | null;
  lines: Line[];
  hits: number;
  lost: number;
}

/** Lines that people read, under the line that begins their turn. */
export function byTurns(lines: Line[], hitsOnly: boolean): TurnOfLog[] {
  const heads = new Map(turnsOf(lines).map((it) => [it.from, it.turn]));
  const all: TurnOfLog[] = [];
  lines.forEach((line, k) => {
    const turn = heads.get(line.n);
    // The first line heads a group only if the count of turns goes up with it.
    const begins = turn !== undefined && turn > line.turn;
    if (begins || k === 0)
      all.push({ turn: turn ?? line.turn, head: begins ? line : null, lines: [], hits: 0, lost: 0 });
    if (begins) return;
    const now = all[all.length - 1]!;
    if (line.hit) now.hits += 1;
    if (isKill(line)) now.lost += 1;
    if (!line.aside && (!hitsOnly || line.hit || line.verdict)) now.lines.push(line);
  });
  return all.filter((it) => it.head !== null || it.lines.length > 0);
}
