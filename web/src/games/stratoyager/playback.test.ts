import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Change, Line } from '../../wire';
import { cuesFor, grouped, said } from './playback';
import { view } from './sample';
import type { Attacked, Flown, GameEvent, View } from './types';

/** Events as the server tells them, each with what it changed. */
const lines = (events: GameEvent[], changes: Change[][] = []): Line[] =>
  events.map((event, n) => ({ n, turn: 1, event, text: '', rules: [], changes: changes[n] }));
const set = (path: string, value: unknown): Change => ({ op: 'replace', path, value });
const flown = (part: Partial<Flown> = {}): GameEvent => ({
  manoeuvre: {
    flown: {
      unit: 0,
      plan: {
        first: { kind: 'turn_starboard', thrust: 3 },
        second: { kind: 'slide_port', thrust: 2 },
        evasive: true,
      },
      via: [{ x: 16, y: 4 }],
      to: { x: 16, y: 6 },
      course: 3,
      facing: 3,
      speed: 4,
      yawed: false,
      ...part,
    },
  },
});
const attacked = (part: Partial<Attacked> = {}): GameEvent => ({
  combat: {
    attacked: {
      by: 0,
      at: 1,
      weapon: 'gun',
      band: 'close',
      threshold: 3,
      dice: [4, 2],
      reroll: null,
      hit: true,
      aspect: 'side',
      armour: 4,
      damage: [5, 1],
      through: 1,
      ...part,
    },
  },
});

function stage(from: View) {
  let now = from;
  return { view: () => now, show: (it: View) => (now = it) };
}

describe('groups of events', () => {
  it('fly both units of a segment at once and show each attack by itself', () => {
    const groups = grouped(
      lines([
        flown(),
        flown({ unit: 1 }),
        { stress: { tested: { unit: 0, base: 1, dice: [4], failures: 1, strain: 'greyout' } } },
        attacked(),
        attacked({ by: 1, at: 0 }),
      ]),
    );
    expect(groups.map((it) => it.length)).toEqual([2, 1, 1, 1]);
  });
});

describe('cues', () => {
  it('fly along the path and turn before or after it', () => {
    const from = stage(view());
    const [cue] = cuesFor(lines([flown()], [[set('/units/0/at', { x: 16, y: 6 })]]), from);
    cue!.begin?.();
    const half = emptyMoment();
    cue!.show(0.5, half);
    expect(half.poses.get('0')).toMatchObject({ heading: 90 });
    expect(half.poses.get('0')!.at.x).toBeGreaterThan(12);
    expect(half.paths[0]!.points[0]).toEqual({ x: 12, y: 4 });
    cue!.end?.();
    expect(from.view().units[0]!.at).toEqual({ x: 16, y: 6 });
  });
  it('tell hits, misses and shots that could not hit', () => {
    const text = (event: GameEvent) => {
      const [cue] = cuesFor(lines([event]), stage(view()));
      const now = emptyMoment();
      cue!.show(0.6, now);
      return [now.effects.filter((it) => it.kind === 'fire').length, now.figures[0]?.text];
    };
    expect(text(attacked())).toEqual([1, '1']);
    expect(text(attacked({ hit: false, damage: [], through: 0 }))).toEqual([1, 'miss']);
    expect(text(attacked({ hit: false, dice: [], threshold: 8, damage: [], through: 0 }))).toEqual([
      1,
      'no chance',
    ]);
    expect(text(attacked({ weapon: { locked: 0 }, damage: [], through: 0 }))).toEqual([1, 'missile away']);
  });
  it('leave contrails, roll dice at the target, light what is struck, and let the dead break up', () => {
    const on = stage(view());
    const dead: GameEvent = {
      damage: { damaged: { unit: 1, by: 0, absorbed: 0, lost: 3, fate: 'destroyed' } },
    };
    const cues = cuesFor(lines([flown(), attacked({ weapon: { pod: 0 } }), dead]), on);
    const seen = cues.map((cue, k) => {
      cue.begin?.();
      const now = emptyMoment();
      cue.show(k === 1 ? 0.3 : 0.5, now);
      return now.effects;
    });
    expect(seen[0]).toMatchObject([{ kind: 'wake', manner: 'contrail' }]);
    expect(seen[1]).toMatchObject([
      { kind: 'dice', dice: [{ value: 4 }, { value: 2 }] },
      { kind: 'fire', weapon: 'missile', by: '0', whom: '1', hit: true, struck: 'hull' },
    ]);
    expect(seen[2]).toMatchObject([{ kind: 'break', whom: '1' }]);
    expect(cues.map((it) => it.weight)).toEqual(['wide', undefined, 'kill']);
  });
  it('say what befell a unit', () => {
    expect(said({ damage: { damaged: { unit: 1, by: 0, absorbed: 1, lost: 2, fate: null } } })).toEqual({
      unit: 1,
      text: 'shields −1 −2',
      tone: 'harm',
    });
    expect(
      said({ stress: { tested: { unit: 0, base: 2, dice: [1, 3], failures: 0, strain: 'held' } } })?.text,
    ).toBe('1 3: holds');
    expect(said({ phase: 'actions_ended' })).toBeNull();
  });
  it('end with every event applied', () => {
    const from = stage(view());
    const line = timeline(
      cuesFor(
        lines(
          [
            { phase: { segment_began: { segment: 2, active: [0, null] } } },
            flown(),
            { combat: { shields_raised: { unit: 0, level: 2 } } },
            { phase: 'actions_ended' },
          ],
          [
            [set('/segment', 2), set('/active', [0, null])],
            [set('/units/0/speed', 4)],
            [set('/units/0/shields', 2)],
            [set('/segment', 0), set('/active', [null, null])],
          ],
        ),
        from,
      ),
    );
    skip(line);
    expect(from.view()).toMatchObject({ segment: 0, active: [null, null] });
    expect(from.view().units[0]).toMatchObject({ speed: 4, shields: 2 });
  });
});
