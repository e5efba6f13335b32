// Which scenarios have been begun in this browser, for what to play next; and
// which seats have had their briefing.
const STORE = 'flagbridge.begun';

const BRIEFED = 'flagbridge.briefed';
/** So many battles are remembered to have been explained. */
const MOST = 200;

function all(store = STORE): string[] {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(store) ?? '[]');
    return Array.isArray(data) ? data.filter((it) => typeof it === 'string') : [];
  } catch {
    return [];
  }
}

export function begins(game: string, scenario: string): void {
  try {
    localStorage.setItem(STORE, JSON.stringify([...new Set([...all(), `${game}/${scenario}`])]));
  } catch {
    // A browser that stores nothing still plays.
  }
}

/** Whether no battle of a game was begun in this browser. */
export function isNew(game: string): boolean {
  return !all().some((it) => it.startsWith(`${game}/`));
}

/** The scenario to play next: the first on the way through the game that was not begun yet. */
export function nextOf<T extends { id: string; place: number }>(game: string, scenarios: T[]): T | null {
  const begun = new Set(all());
  const way = [...scenarios].sort((a, b) => a.place - b.place);
  return way.find((it) => !begun.has(`${game}/${it.id}`)) ?? null;
}

/** Whether a seat has not been briefed yet; from now on it has. */
export function firstTime(seat: string): boolean {
  const briefed = all(BRIEFED);
  if (briefed.includes(seat)) return false;
  try {
    localStorage.setItem(BRIEFED, JSON.stringify([...briefed, seat].slice(-MOST)));
  } catch {
    // Then it is told again after a reload.
  }
  return true;
}
