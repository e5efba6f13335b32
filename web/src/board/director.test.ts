// The camera during playback: it frames the action, stays where it can, and is given back.
import { describe, expect, it } from 'vitest';
import { direct, framed, freshDirector, giveBack, handsOff, inSight, takeOver, waits } from './director';
import { advance, freshState, pan, resize } from './state';
import type { Cue, Framing, Weight } from './timeline';

const table = { left: 0, right: 100, bottom: 0, top: 100 };
const at = (x: number, y: number) => ({ x, y });

function board() {
  const state = freshState();
  resize(state, { width: 1000, height: 1000 }, table, { left: 0, right: 0, top: 0, bottom: 0 });
  const director = freshDirector();
  takeOver(director, state);
  return { state, director, home: state.camera };
}

const frame = (weight: Weight, ...places: { x: number; y: number }[]): Framing => ({
  cue: { length: 1, show: () => {} } satisfies Cue,
  places,
  weight,
});

describe('the director', () => {
  it('flies to what is out of sight, and the story waits meanwhile', () => {
    const { state, director } = board();
    direct(director, state, frame('brisk', at(120, 50), at(130, 50)), 0, 1);
    expect(waits(director, state)).toBe(true);
    advance(state, 10_000);
    expect(waits(director, state)).toBe(false);
    expect(inSight(state, state.camera, [at(120, 50), at(130, 50)])).toBe(true);
  });

  it('stays where movement and shots are seen well enough', () => {
    const { state, director } = board();
    direct(director, state, frame('wide', at(20, 20), at(30, 20)), 0, 1);
    direct(director, state, frame('brisk', at(20, 20), at(80, 80)), 0, 1);
    expect(state.flight).toBeNull();
  });

  it('comes close for a kill, closer for the last blow, as close as the ship is small', () => {
    const { state, home } = board();
    const scale = (weight: Weight, size?: number) =>
      framed(state, { places: [at(50, 50)], weight, size }, home).scale;
    expect(scale('kill')).toBeGreaterThan(scale('brisk'));
    expect(scale('last')).toBeGreaterThan(scale('kill'));
    expect(scale('kill', 1)).toBeGreaterThan(scale('kill', 40));
  });

  it('shortens its flights with the speed, and cuts only where it must if nothing may move', () => {
    const { state, director } = board();
    direct(director, state, frame('kill', at(50, 50)), 0, 4);
    expect(state.flight!.length).toBeLessThan(200);
    const still = board();
    direct(still.director, still.state, frame('kill', at(50, 50)), 0, 0);
    expect(still.state.camera).toEqual(still.home);
    direct(still.director, still.state, frame('kill', at(150, 50)), 0, 0);
    expect(still.state.flight).toBeNull();
    expect(inSight(still.state, still.state.camera, [at(150, 50)])).toBe(true);
  });

  it('gives the picture back, unless the player has taken it', () => {
    const { state, director, home } = board();
    state.fitting = false;
    director.home!.fitting = false;
    direct(director, state, frame('kill', at(50, 50)), 0, 1);
    expect(giveBack(director, state, 0, 0)).toBe(false);
    expect(state.camera).toEqual(home);

    const taken = board();
    pan(taken.state, 40, 0, table);
    handsOff(taken.director);
    const own = taken.state.camera;
    direct(taken.director, taken.state, frame('kill', at(50, 50)), 0, 1);
    expect(giveBack(taken.director, taken.state, 0, 0)).toBe(false);
    expect(taken.state.camera).toEqual(own);
  });

  it('says when the camera is to follow the battle again', () => {
    const { state, director } = board();
    direct(director, state, frame('kill', at(50, 50)), 0, 1);
    expect(state.fitting).toBe(false);
    expect(giveBack(director, state, 0, 0)).toBe(true);
    expect(state.fitting).toBe(true);
  });

  it('leaves the camera alone between decisions', () => {
    const { state } = board();
    direct(freshDirector(), state, frame('kill', at(150, 50)), 0, 1);
    expect(state.flight).toBeNull();
  });
});
