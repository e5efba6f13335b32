// What playback draws on, and which lines of the log it shows at once.
import type { Line } from '../../wire';

export interface Stage<View> {
  /** The view as far as playback has come. */
  view: () => View;
  show: (view: View) => void;
}

/** Lines of one kind that follow each other are shown together. A line without a kind stands alone. */
export function alike(lines: Line[], kindOf: (line: Line) => string | null): Line[][] {
  const groups: Line[][] = [];
  let last: string | null = null;
  for (const line of lines) {
    const now = kindOf(line);
    if (now !== null && now === last) groups[groups.length - 1]!.push(line);
    else groups.push([line]);
    last = now;
  }
  return groups;
}
