// Sound is off until it is switched on; then what is asked for arrives, as loud as it is set.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../settings.svelte';
import { hear, sound, soundTo } from './sound.svelte';

const heard: unknown[][] = [];
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  heard.length = 0;
  soundTo({ play: (...all) => void heard.push(all) });
});
afterEach(() => {
  Object.assign(settings, { sound: false, volume: 0.6 });
  soundTo(null);
});

describe('sound', () => {
  it('is off by default', async () => {
    sound('seal');
    await settled();
    expect(heard).toEqual([]);
  });

  it('is asked for by name, with its power and the volume', async () => {
    Object.assign(settings, { sound: true, volume: 0.3 });
    sound('turn');
    hear({ at: 0, sound: 'fire-gun', power: 0.9 });
    await settled();
    expect(heard).toEqual([
      ['turn', 0.5, 0.3],
      ['fire-gun', 0.9, 0.3],
    ]);
  });

  it('is silent at no volume', async () => {
    Object.assign(settings, { sound: true, volume: 0 });
    sound('kill');
    await settled();
    expect(heard).toEqual([]);
  });
});
