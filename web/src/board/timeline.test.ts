// Playback: order, speed, skipping, and what a moment does to a scene.
import { describe, expect, it } from 'vitest';
import { emptyMoment, isOver, moment, play, skip, step, timeline, withMoment } from './timeline';
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
