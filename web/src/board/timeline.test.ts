// Playback: order, speed, skipping, and what a moment does to a scene.
import { describe, expect, it } from 'vitest';
import {
  emptyMoment,
  isOver,
  moment,
  play,
  sized,
  skip,
  step,
  timeline,
  withLastBlow,
  withMoment,
} from './timeline';
import type { Cue, Weight } from './timeline';
import { emptyScene } from './types';

function recorded() {
  const said: string[] = [];
  const cue = (name: string, length: number) => ({
    length,
    show: (t: number) => void said.push(`${name} ${t}`),
    begin: () => void said.push(`${name} begins`),
    end: () => void said.push(`${name} ends`),
  });
  return { said, line: timeline([cue('a', 100), cue('b', 50)]) };
}

describe('timeline', () => {
  it('plays cues one after the other', () => {
    const { said, line } = recorded();
    play(line, 40);
    moment(line);
    play(line, 60);
    expect(said).toEqual(['a begins', 'a 0.4', 'a ends', 'b begins']);
    play(line, 1000);
    expect(isOver(line)).toBe(true);
    expect(said.at(-1)).toBe('b ends');
  });

  it('skips to the end, and every cue still begins and ends', () => {
    const { said, line } = recorded();
    play(line, 10);
    skip(line);
    expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(moment(line).shots).toEqual([]);
  });

  it('steps over one cue', () => {
    const { line } = recorded();
    step(line);
    expect(line.index).toBe(1);
  });

  it('moves tokens for the moment only', () => {
    const shape = { hull: '', length: 1 };
    const scene = {
      ...emptyScene(),
      tokens: [{ id: 'a', at: { x: 0, y: 0 }, heading: 0, side: 0, shape, label: '', boxes: 1, lost: 0 }],
    };
    const now = emptyMoment();
    now.poses.set('a', { at: { x: 5, y: 5 }, heading: 90 });
    expect(withMoment(scene, now).tokens[0]).toMatchObject({ at: { x: 5, y: 5 }, heading: 90 });
    expect(scene.tokens[0]!.at.x).toBe(0);
    expect(withMoment(scene, null)).toBe(scene);
  });
});

describe('theatre', () => {
  it('is heard as it plays, each sound once and none of what is skipped', () => {
    const heard: string[] = [];
    const cue = {
      length: 100,
      show: () => {},
      sounds: () => [
        { at: 0, sound: 'fire-beam' as const },
        { at: 60, sound: 'hit-hull' as const },
      ],
    };
    const line = timeline([cue, cue]);
    const hear = (it: { sound: string }) => heard.push(it.sound);
    play(line, 0, hear);
    play(line, 50, hear);
    expect(heard).toEqual(['fire-beam']);
    play(line, 30, hear);
    expect(heard).toEqual(['fire-beam', 'hit-hull']);
    play(line, 30, hear);
    skip(line);
    expect(heard).toEqual(['fire-beam', 'hit-hull', 'fire-beam']);
  });

  it('is told in stills where nothing may move', () => {
    const shares: number[] = [];
    const line = timeline([{ length: 100, show: (t) => void shares.push(t) }]);
    for (let k = 0; k < 3; k++) {
      play(line, 20);
      moment(line, true);
    }
    expect(new Set(shares).size).toBe(1);
  });

  it('knows the last blow by the end of the battle after it, also where that comes later', () => {
    const kill = () => ({ length: 1, show: () => {}, weight: 'kill' as Weight });
    const end = { length: 1, show: () => {}, final: true };
    const weights = (cues: Cue[]) => cues.map((it) => it.weight);
    expect(weights(withLastBlow([kill(), kill(), end]))).toEqual(['kill', 'last', undefined]);
    expect(weights(withLastBlow([kill()], [end]))).toEqual(['last']);
    expect(weights(withLastBlow([kill()], [kill(), end]))).toEqual(['kill']);
    expect(weights(withLastBlow([kill()]))).toEqual(['kill']);
  });

  it('tells the camera how large the ship is that dies', () => {
    const shape = { hull: '', length: 3 };
    const scene = {
      ...emptyScene(),
      tokens: [{ id: 'a', at: { x: 0, y: 0 }, heading: 0, side: 0, shape, label: '', boxes: 1, lost: 0 }],
    };
    const line = timeline([
      {
        length: 10,
        show: (t, now) => now.effects.push({ kind: 'break', t, whom: 'a' }),
        places: () => [{ x: 0, y: 0 }],
        weight: 'kill',
      },
    ]);
    play(line, 1);
    expect(sized(moment(line), scene)).toMatchObject({ weight: 'kill', size: 3 });
  });
});
