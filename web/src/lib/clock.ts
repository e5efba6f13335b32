// How long a decision has been open, as this browser saw it: no rule, only to
// be looked at. Kept over a reload.

const STORE = 'flagbridge.opened';

interface Kept {
  [match: string]: { decision: number; at: number };
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

/** When this decision of a match was first seen here. */
export function openedAt(match: string, decision: number, now: number): number {
  const kept = read();
  const found = kept[match];
  if (found?.decision === decision && found.at <= now) return found.at;
  kept[match] = { decision, at: now };
  // The newest few are enough.
  const newest = Object.entries(kept)
    .sort((a, b) => b[1].at - a[1].at)
    .slice(0, 40);
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage the clock begins anew after a reload.
  }
  return now;
}

/** 0:07, 12:30, 1:02:30, and from two days on whole days. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
