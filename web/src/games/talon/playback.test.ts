import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Change, Line } from '../../wire';
import { cuesFor, grouped } from './playback';
import { bearingOf, centreOf } from './hexes';
import { ship, view } from './sample';
import type { GameEvent, View } from './types';

/** Events as the server tells them, each with what it changed. */
const lines = (events: GameEvent[], changes: Change[][] = []): Line[] =>
  events.map((event, n) => ({ n, turn: 1, event, text: '', rules: [], changes: changes[n] }));
const set = (path: string, value: unknown): Change => ({ op: 'replace', path, value });

const moved = (index: number, to: [number, number], facing = 0): GameEvent => ({
  movement: { moved: { ship: index, how: 'straight', to, facing, turn_left: 0, afterburner: false } },
});

function stage(from: View) {
  let now = from;
  return { view: () => now, show: (it: View) => (now = it) };
}

describe('groups of events', () => {
  it('move different ships at once, one ship twice in a row', () => {
    const groups = grouped(lines([moved(0, [6, 7]), moved(1, [12, 7], 3), moved(0, [7, 7])]));
    expect(groups.map((it) => it.length)).toEqual([2, 1]);
  });
  it('show every shot by itself and what befalls one ship together', () => {
    const shot: GameEvent = {
      fire: {
        shot: {
          ship: 0,
          group: 1,
          weapon: 'phaser',
          target: { ship: 1 },
          range: 2,
          die: 5,
          modifier: 0,
          damage: 2,
        },
      },
    };
    const groups = grouped(
      lines([
        shot,
        {
          damage: {
            hit: {
              ship: 1,
              arc: 'forward',
              cause: { weapon: 'phaser' },
              points: 2,
              reinforcement: false,
              shields: 1,
            },
          },
        },
        { damage: { hull_marked: { ship: 1, boxes: 1, critical: false } } },
        shot,
      ]),
    );
    expect(groups.map((it) => it.length)).toEqual([1, 2, 1]);
  });
});

describe('what is said', () => {
  const texts = (event: GameEvent, changes: Change[]) => {
    const down = view({ ships: [ship(), ship({ side: 1 })] });
    down.ships[1]!.ship.criticals.helm_down = true;
    const [cue] = cuesFor(lines([event], [changes]), stage(down));
    cue!.begin?.();
    const now = emptyMoment();
    cue!.show(0.5, now);
    return now.figures.map((it) => [it.text, it.tone]);
  };

  it('tells from the view whether a repair has worked', () => {
    const tried: GameEvent = { power: { repaired: { ship: 1, marker: 'helm_down', die: 4 } } };
    const [[done]] = texts(tried, [set('/ships/1/ship/criticals/helm_down', false)]) as [[string]];
    const [[still]] = texts(tried, []) as [[string]];
    expect(done).not.toBe(still);
    expect(still).toContain('4');
  });
});

describe('cues', () => {
  it('end with every event shown, and say how far the log has come', () => {
    const on = stage(view());
    const cues = cuesFor(
      lines(
        [
          moved(0, [6, 7]),
          { phase: { impulse_began: { impulse: 'C' } } },
          { damage: { destroyed: { ship: 1, cause: 'hull' } } },
          { damage: { exploded: { ship: 1, at: [13, 7], rating: 3 } } },
        ],
        [
          [set('/ships/0/ship/at', [6, 7])],
          [set('/impulse', 'C')],
          [set('/ships/1/ship/status', 'destroyed')],
        ],
      ),
      on,
    );
    expect(cues.map((it) => it.upTo)).toEqual([0, 1, 2, 3]);
    skip(timeline(cues));
    expect(on.view().impulse).toBe('C');
    expect(on.view().ships[0]!.ship.at).toEqual([6, 7]);
    expect(on.view().ships[1]!.ship.status).toBe('destroyed');
  });

  it('move a ship from hex to hex and turn it the short way', () => {
    const on = stage(view());
    const changes = [set('/ships/0/ship/at', [6, 6]), set('/ships/0/ship/facing', 5)];
    const [cue] = cuesFor(lines([moved(0, [6, 6], 5)], [changes]), on);
    cue!.begin?.();
    const middle = emptyMoment();
    cue!.show(1, middle);
    const pose = middle.poses.get('0')!;
    expect(pose.heading).toBeCloseTo(30, 5);
    expect(pose.at.x).toBeCloseTo(9, 5);
  });

  it('let a blast fill its hex and those round it', () => {
    const [cue] = cuesFor(
      lines([{ damage: { exploded: { ship: 1, at: [13, 7], rating: 3 } } }]),
      stage(view()),
    );
    const now = emptyMoment();
    cue!.show(0.3, now);
    expect(now.cells).toHaveLength(7);
    expect(now.effects.filter((it) => it.kind === 'glow').length).toBeGreaterThan(0);
  });

  it('light the shield on the side that is struck, or the hull', () => {
    const hit: GameEvent = {
      damage: {
        hit: {
          ship: 1,
          arc: 'rear',
          cause: { weapon: 'phaser' },
          points: 1,
          reinforcement: false,
          shields: 1,
        },
      },
    };
    const on = stage(view());
    const { at, facing } = on.view().ships[1]!.ship;
    const [cue] = cuesFor(lines([hit]), on);
    cue!.begin?.();
    const now = emptyMoment();
    cue!.show(0.3, now);
    const blow = now.effects.find((it) => it.kind === 'strike');
    expect(blow).toMatchObject({ whom: '1', surface: 'shield' });
    // From behind: where its stern points.
    const centre = centreOf(at);
    const astern = (((bearingOf(facing) + 180) % 360) * Math.PI) / 180;
    expect(blow?.kind === 'strike' ? blow.from!.x - centre.x : NaN).toBeCloseTo(Math.sin(astern), 5);
    expect(cue!.sounds?.().map((it) => it.sound)).toEqual(['hit-shield']);
  });

  it('know of a shot whether shields will take it, and give a kill its own time', () => {
    const shot: GameEvent = {
      fire: {
        shot: {
          ship: 0,
          group: 1,
          weapon: 'torpedo',
          target: { ship: 1 },
          range: 2,
          die: 5,
          modifier: 0,
          damage: 2,
        },
      },
    };
    const marked: GameEvent = { damage: { hull_marked: { ship: 1, boxes: 1, critical: false } } };
    const dead: GameEvent = { damage: { destroyed: { ship: 1, cause: 'hull' } } };
    const cues = cuesFor(lines([shot, marked, dead]), stage(view()));
    cues[0]!.begin?.();
    const now = emptyMoment();
    cues[0]!.show(0.4, now);
    expect(now.effects.find((it) => it.kind === 'fire')).toMatchObject({ weapon: 'torpedo', struck: 'hull' });
    expect(cues[2]!.weight).toBe('kill');
  });
});
