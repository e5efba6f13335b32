// Cues run as the board runs them, and what is shown compared with the truth.
import { emptyMoment } from '../src/board/timeline';

/** Where two values differ, as a pointer; null if they are the same. */
function difference(a, b, at = '') {
  if (a === b) return null;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return `${at || '/'}: shown ${JSON.stringify(a)}, but it is ${JSON.stringify(b)}`;
  if (Array.isArray(a) !== Array.isArray(b)) return `${at || '/'}: one is a list`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(a[key], b[key], `${at}/${key}`);
    if (found) return found;
  }
  return null;
}

/** Runs one cue as the board does: drawn on the way, and over. */
export function run(cue) {
  cue.begin?.();
  for (const t of [0, 0.5, 1]) {
    const now = emptyMoment();
    cue.show(t, now);
    for (const [id, pose] of now.poses)
      if (!Number.isFinite(pose.at.x + pose.at.y + pose.heading)) throw new Error(`${id} is nowhere`);
  }
  cue.end?.();
}

export function expectShown(session, view, line) {
  const found = difference(session.shown, view);
  if (found) throw new Error(`after event ${line.n} (${line.text}) ${found}`);
}
