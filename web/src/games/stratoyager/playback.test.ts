import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Line } from '../../wire';
import { applied, cuesFor, grouped, said } from './playback';
import { unit, view } from './sample';
import type { Attacked, Flown, GameEvent, View } from './types';

const lines = (events: GameEvent[]): Line[] =>
  events.map((event, n) => ({ n, turn: 1, event, text: '', rule: '', dice: [] }) as unknown as Line);
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

describe('the shown view', () => {
  it('follows flights, evasion and yaw', () => {
    let now = applied(view(), flown());
    expect(now.units[0]).toMatchObject({
      at: { x: 16, y: 6 },
      course: 3,
      facing: 3,
      evasive: true,
      greyouts: 1,
    });
    now = applied(now, { manoeuvre: { yawed: { unit: 0, facing: 9 } } });
    expect(now.units[0]).toMatchObject({ course: 3, facing: 9, yawed: true });
  });
  it('follows stress to its end', () => {
    const tested = (strain: 'greyout' | 'damage' | 'wrecked' | 'destroyed') =>
      applied(view(), { stress: { tested: { unit: 0, base: 2, dice: [4, 5], failures: 2, strain } } })
        .units[0]!;
    expect(tested('greyout').greyouts).toBe(1);
    expect(tested('damage')).toMatchObject({ blackout: true, structure: 2 });
    expect(tested('wrecked').status).toBe('wrecked');
    expect(tested('destroyed').status).toBe('destroyed');
  });
  it('follows locks, missiles and what stops them', () => {
    let now = applied(view(), { combat: { locked: { unit: 0, target: 1, void: false } } });
    expect(now.units[0]!.lock).toEqual({ target: 1, turn: 2 });
    now = applied(now, { combat: { spent: { unit: 0, entry: 0 } } });
    expect(now.units[0]).toMatchObject({ lock: null, missiles: [1] });
    now = applied(now, attacked({ weapon: { locked: 0 } }));
    expect(now.incoming).toEqual([{ by: 0, target: 1, dice: 4, aspect: 'side' }]);
    expect(
      applied(now, { damage: { jammed: { target: 1, by: 0, die: 3, stopped: false } } }).incoming,
    ).toHaveLength(1);
    expect(
      applied(now, { damage: { jammed: { target: 1, by: 0, die: 4, stopped: true } } }).incoming,
    ).toHaveLength(0);
    expect(
      applied(now, {
        damage: { struck: { target: 1, by: 0, aspect: 'side', armour: 4, damage: [4, 4, 1, 1], through: 2 } },
      }).incoming,
    ).toHaveLength(0);
  });
  it('follows damage, and loses locks on what is gone', () => {
    const locked = view({
      units: [unit({ lock: { target: 1, turn: 1 } }), unit({ side: 1, card: 2, structure: 1 })],
    });
    const hit = applied(locked, {
      damage: { damaged: { unit: 1, by: 0, absorbed: 2, lost: 1, fate: 'wrecked' } },
    });
    expect(hit.units[1]).toMatchObject({ shields: 0, structure: 0, status: 'wrecked' });
    expect(hit.units[0]!.lock).toBeNull();
  });
  it('follows those who eject, leave, return and come out of the reserve', () => {
    const out = applied(view(), { combat: { ejected: { unit: 0, at: { x: 12, y: 3 }, removed: false } } });
    expect(out.units[0]!.status).toEqual({ empty: { since: 2 } });
    expect(out.pilots).toEqual([{ unit: 0, at: { x: 12, y: 3 } }]);
    const left = applied(view(), {
      manoeuvre: { left: { unit: 0, at: { x: 0, y: 4 }, edge: 'west', safe: false } },
    });
    expect(left.units[0]).toMatchObject({ status: { away: { since: 2 } }, at: { x: 0, y: 4 } });
    expect(applied(left, { deploy: { returned: { unit: 0, course: 3 } } }).units[0]).toMatchObject({
      status: 'active',
      facing: 3,
    });
    expect(
      applied(left, { manoeuvre: { declared: { unit: 0, leaving: 'withdraw' } } }).units[0]!.status,
    ).toBe('withdrawn');
    const placed = applied(view({ units: [unit({ status: 'arriving' })] }), {
      deploy: { placed: { placement: { unit: 0, at: { x: 3, y: 0 }, course: 1, speed: 2 } } },
    });
    expect(placed.units[0]).toMatchObject({ status: 'active', course: 1, facing: 1, speed: 2 });
  });
  it('begins a turn with a clean table', () => {
    const now = applied(view({ units: [unit({ initiative: 2, greyouts: 1, evasive: true, at_will: 1 })] }), {
      phase: { turn_began: { turn: 3 } },
    });
    expect(now.turn).toBe(3);
    expect(now.units[0]).toMatchObject({ initiative: 0, greyouts: 0, evasive: false, at_will: null });
    expect(applied(now, { phase: 'actions_ended' }).active).toEqual([null, null]);
  });
  it('shows forces as they are chosen', () => {
    const now = applied(view({ units: [unit({ side: 1, card: 2 })] }), {
      roster: { mustered: { side: 0, cards: [0, 1] } },
    });
    expect(now.units.map((it) => [it.side, it.card])).toEqual([
      [0, 0],
      [0, 1],
      [1, 2],
    ]);
  });
});

describe('cues', () => {
  it('fly along the path and turn before or after it', () => {
    const from = stage(view());
    const [cue] = cuesFor(lines([flown()]), from);
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
      return [now.shots.length, now.figures[0]?.text];
    };
    expect(text(attacked())).toEqual([1, '1']);
    expect(text(attacked({ hit: false, damage: [], through: 0 }))).toEqual([1, 'miss']);
    expect(text(attacked({ hit: false, dice: [], threshold: 8, damage: [], through: 0 }))).toEqual([
      1,
      'no chance',
    ]);
    expect(text(attacked({ weapon: { locked: 0 }, damage: [], through: 0 }))).toEqual([1, 'missile away']);
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
        lines([
          { phase: { segment_began: { segment: 2, active: [0, null] } } },
          flown(),
          { combat: { shields_raised: { unit: 0, level: 2 } } },
          { phase: 'actions_ended' },
        ]),
        from,
      ),
    );
    skip(line);
    expect(from.view()).toMatchObject({ segment: 0, active: [null, null] });
    expect(from.view().units[0]!.speed).toBe(4);
  });
});
