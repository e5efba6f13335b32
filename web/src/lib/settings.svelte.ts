// What the player has set, kept in this browser.

export interface Settings {
  theme: 'dark' | 'light' | 'system';
  motion: 'system' | 'full' | 'none';
  speed: '1' | '4' | 'all';
  suggest: boolean;
  /** The briefing opens before the first decision. */
  briefing: boolean;
  sound: boolean;
  /** 0 to 1. */
  volume: number;
  /** Sound was offered once; it is not offered again. */
  soundOffered: boolean;
  /** The clock in the strip. */
  clock: boolean;
  /** Orders against the computer wait for a moment in which they can be taken back. */
  hold: boolean;
  /** Decisions with nothing to choose are passed. */
  pass: boolean;
  log: boolean;
  /** What the log shows. */
  hits: 'all' | 'hits';
}

const DEFAULTS: Settings = {
  theme: 'dark',
  motion: 'system',
  speed: '1',
  suggest: true,
  briefing: true,
  sound: false,
  volume: 0.6,
  soundOffered: false,
  clock: true,
  hold: true,
  pass: true,
  log: false,
  hits: 'all',
};
const STORE = 'flagbridge.settings';

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(load());

export function saveSettings(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing still plays.
  }
}

const media = (query: string) => typeof matchMedia !== 'undefined' && matchMedia(query).matches;

/** Whether things may move. */
export function moves(): boolean {
  if (settings.motion === 'none') return false;
  return settings.motion === 'full' || !media('(prefers-reduced-motion: reduce)');
}

/** The theme that is shown. */
export function theme(): 'dark' | 'light' {
  if (settings.theme !== 'system') return settings.theme;
  return media('(prefers-color-scheme: light)') ? 'light' : 'dark';
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme();
  document.documentElement.dataset['motion'] = moves() ? 'full' : 'none';
}
