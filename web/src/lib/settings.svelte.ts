// What the player has set, kept in this browser.

export interface Settings {
  theme: 'dark' | 'light' | 'system';
  motion: 'system' | 'full' | 'none';
  speed: '1' | '4' | 'all';
  suggest: boolean;
  /** The briefing opens before the first decision. */
  briefing: boolean;
  sound: boolean;
  /** The clock in the strip. */
  clock: boolean;
  log: boolean;
}

const DEFAULTS: Settings = {
  theme: 'dark',
  motion: 'system',
  speed: '1',
  suggest: true,
  briefing: true,
  sound: false,
  clock: true,
  log: false,
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

export function applyTheme(): void {
  const theme =
    settings.theme === 'system'
      ? media('(prefers-color-scheme: light)')
        ? 'light'
        : 'dark'
      : settings.theme;
  document.documentElement.dataset['theme'] = theme;
  document.documentElement.dataset['motion'] = moves() ? 'full' : 'none';
}

/** A soft cue for "your turn"; only if it was switched on. */
export function chime(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 523.25;
  volume.gain.setValueAtTime(0.0001, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.08, audio.currentTime + 0.05);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.7);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.75);
  tone.onended = () => void audio.close();
}
