import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Line } from '../../wire';
import { applied, cuesFor, grouped } from './playback';
import { ship, view } from './sample';
import type { GameEvent, View } from './types';

const lines = (events: GameEvent[]): Line[] =>
  events.map((event, n) => ({ n, turn: 1, event, text: '', rule: '', dice: [] }) as unknown as Line);

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

describe('the shown view', () => {
  it('follows moves, shields, hull and criticals', () => {
    let now = view({
      ships: [ship(), ship({ side: 1, reinforced: ['A', null, null, null], afterburners: 2 })],
    });
    now = applied(now, {
      movement: {
        moved: { ship: 1, how: 'turn_left', to: [12, 8], facing: 2, turn_left: 1, afterburner: true },
      },
    });
    expect(now.ships[1]!.ship).toMatchObject({ at: [12, 8], facing: 2, turn_left: 1, afterburners: 1 });
    now = applied(now, {
      damage: {
        hit: { ship: 1, arc: 'forward', cause: 'collision', points: 3, reinforcement: true, shields: 2 },
      },
    });
    expect(now.ships[1]!.ship.shields).toEqual([4, 5, 4, 5]);
    expect(now.ships[1]!.ship.reinforced[0]).toBeNull();
    now = applied(now, { damage: { hull_marked: { ship: 1, boxes: 2, critical: true } } });
    expect(now.ships[1]!.display.hull_left).toBe(4);
    now = applied(now, {
      damage: { critical: { ship: 1, dice: [1, 2], result: 'shields_down', wasted: false } },
    });
    expect(now.ships[1]!.display.shields_up).toBe(false);
    now = applied(now, { power: { repaired: { ship: 1, marker: 'shields_down', die: 5 } } });
    expect(now.ships[1]!.ship.criticals.shields_down).toBe(true);
    now = applied(now, { power: { repaired: { ship: 1, marker: 'shields_down', die: 6 } } });
    expect(now.ships[1]!.ship.criticals.shields_down).toBe(false);
    now = applied(now, { damage: { destroyed: { ship: 1, cause: 'hull' } } });
    expect(now.ships[1]!.ship.status).toBe('destroyed');
  });

  it('follows charges, AP and the curve', () => {
    let now = applied(view(), { fire: { opened: { ship: 0, group: 0 } } });
    expect(now.ships[0]!.display.groups[0]).toMatchObject({ red: 0, yellow: 0, charged: false });
    now = applied(now, { power: { spent: { ship: 0, on: { charge: { group: 0 } }, battery: false } } });
    expect(now.ships[0]!.display.groups[0]!.yellow).toBe(1);
    now = applied(now, { power: { spent: { ship: 0, on: { reinforce: { arc: 'rear' } }, battery: false } } });
    expect(now.ships[0]!.ship.reinforced).toEqual([null, null, 'B', null]);
    now = applied(now, {
      round: {
        adjusted: {
          ship: 0,
          charged: [
            [1, 0],
            [0, 0],
            [0, 0],
          ],
          row: 1,
          power: 2,
        },
      },
    });
    expect(now.ships[0]!.display.curve).toEqual([2, 4, 2]);
    now = applied(now, { phase: { initiative_checked: { change: 1, defend: 0, holder: 0 } } });
    expect(now.initiative).toBe(0);
  });

  it('follows missiles from launch to hit', () => {
    let now = applied(view(), {
      fire: { launched: { ship: 1, group: 0, missile: 4, at: [12, 7], facing: 3, target: 0 } },
    });
    expect(now.missiles).toEqual([{ number: 4, side: 1, at: [12, 7], facing: 3, target: 0 }]);
    now = applied(now, { movement: { missile_moved: { missile: 4, to: [11, 7], facing: 3 } } });
    now = applied(now, {
      damage: { missile_hit: { missile: 4, cause: { weapon: 'phaser' }, points: 2, destroyed: false } },
    });
    expect(now.missiles[0]).toMatchObject({ at: [11, 7], damaged: true });
    expect(applied(now, { damage: { missile_detonated: { missile: 4, ship: 0 } } }).missiles).toEqual([]);
  });
});

describe('cues', () => {
  it('end with every event shown, and say how far the log has come', () => {
    const set = stage(view());
    const cues = cuesFor(
      lines([
        moved(0, [6, 7]),
        { phase: { impulse_began: { impulse: 'C' } } },
        { damage: { destroyed: { ship: 1, cause: 'hull' } } },
        { damage: { exploded: { ship: 1, at: [13, 7], rating: 3 } } },
      ]),
      set,
    );
    expect(cues.map((it) => it.upTo)).toEqual([0, 1, 2, 3]);
    skip(timeline(cues));
    expect(set.view().impulse).toBe('C');
    expect(set.view().ships[0]!.ship.at).toEqual([6, 7]);
    expect(set.view().ships[1]!.ship.status).toBe('destroyed');
  });

  it('move a ship from hex to hex and turn it the short way', () => {
    const set = stage(view());
    const [cue] = cuesFor(lines([moved(0, [6, 6], 5)]), set);
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
  });
});
