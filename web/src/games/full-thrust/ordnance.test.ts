import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Change, Line } from '../../wire';
import { emptyDraft, fromOrder, toOrder } from './compose';
import {
  choiceAt,
  launchedBy,
  loadFor,
  withAllLaunched,
  withGuard,
  withLaunched,
  withThreat,
} from './ordnance';
import { cuesFor, grouped } from './playback';
import { view, looking } from './sample';
import { sceneOf } from './scene';
import type { DefenceMenu, GameEvent, LaunchMenu, Marker, View } from './types';

const launch: LaunchMenu = {
  ship: 0,
  launchers: [
    { weapon: 8, name: 'launcher', extended: false, what: 'salvo', reach: 24, lock: 6 },
    { weapon: 8, name: 'launcher', extended: true, what: 'salvo', reach: 36, lock: 6 },
    { weapon: 9, name: 'bolt', extended: false, what: { bolt: 3 }, reach: 30, lock: 6, blast: 6 },
    { weapon: 12, name: 'pod', extended: false, what: { rockets: 2 }, reach: 18, lock: 6 },
  ],
  choices: [
    { weapon: 8, at: { x: 34, y: 24 } },
    { weapon: 9, at: { x: 34, y: 24 } },
    { weapon: 9, at: { x: 34, y: 28 } },
    { weapon: 12, target: 3 },
  ],
};
const defence: DefenceMenu = {
  guards: [1, 2].flatMap((marker) =>
    [4, 5].map((weapon) => ({ guard: { ship: 0, weapon, marker }, name: 'pds', dice: 1, once: false })),
  ),
  usual: [
    { ship: 0, weapon: 4, marker: 1 },
    { ship: 0, weapon: 5, marker: 2 },
  ],
};
const marker = (number: number, part: Partial<Marker> = {}): Marker => ({
  number,
  ship: 3,
  side: 1,
  what: 'salvo',
  at: { x: 22, y: 24 },
  stopped: 0,
  ...part,
});
const line = (n: number, event: GameEvent): Line => ({ n, turn: 1, text: '', rules: [], event });

describe('launches', () => {
  it('go where an enemy will be, each launcher once', () => {
    const lead = { x: 34, y: 24 };
    expect(choiceAt(launch, 9, 3, lead)).toEqual({ weapon: 9, at: lead });
    expect(choiceAt(launch, 8, 4, { x: 34, y: 28 })).toBeNull();
    const draft = withAllLaunched(emptyDraft(), launch, 3, lead);
    expect(draft.launch?.launches.map((it) => it.weapon)).toEqual([8, 9, 12]);
    expect(toOrder(draft, 'launch', null)).toEqual({
      launch: {
        ship: 0,
        launches: [
          { weapon: 8, at: lead },
          { weapon: 9, at: lead },
          { weapon: 12, target: 3 },
        ],
      },
    });
    expect(fromOrder(toOrder(draft, 'launch', null)).launch).toEqual(draft.launch);
  });

  it('take the load that reaches, and pass when nothing is left', () => {
    expect(loadFor(launch, 8, 20)?.extended).toBe(false);
    expect(loadFor(launch, 8, 30)?.extended).toBe(true);
    const one = withLaunched(emptyDraft(), 0, 8, {
      weapon: 8,
      at: { x: 1, y: 1 },
      extended: false,
      fused: false,
    });
    expect(launchedBy(one, 0, 8)).toEqual({ weapon: 8, at: { x: 1, y: 1 } });
    expect(toOrder(withLaunched(one, 0, 8, null), 'launch', null)).toBe('pass');
  });
});

describe('point defence', () => {
  it('moves a weapon from one marker to another, and holds it', () => {
    const draft = { ...emptyDraft(), defend: defence.usual };
    const moved = withGuard(draft, { ship: 0, weapon: 5, marker: 1 }, 1);
    expect(moved.defend).toEqual([
      { ship: 0, weapon: 4, marker: 1 },
      { ship: 0, weapon: 5, marker: 1 },
    ]);
    expect(withGuard(moved, { ship: 0, weapon: 5, marker: 1 }, 1).defend).toHaveLength(1);
  });

  it('splits the dice of a weapon that has two', () => {
    const guard = { ship: 0, weapon: 4, marker: 1 };
    const twice = withGuard(withGuard(emptyDraft(), guard, 2), guard, 2);
    expect(twice.defend).toEqual([guard, guard]);
    expect(withGuard(twice, guard, 2).defend).toEqual([]);
    expect(withGuard(withGuard(emptyDraft(), guard, 2), { ...guard, marker: 2 }, 2).defend).toHaveLength(2);
  });

  it('puts all that is free on a marker, or takes it off', () => {
    const all = withThreat(emptyDraft(), defence, 'm2', () => false);
    expect(all.defend).toHaveLength(2);
    expect(withThreat(all, defence, 'm2', () => false).defend).toEqual([]);
    expect(toOrder(all, 'defence', null)).toEqual({ defend: all.defend });
  });
});

describe('markers', () => {
  const events: GameEvent[] = [
    { ordnance: { placed: { weapon: 8, marker: marker(1), magazine: null } } },
    { ordnance: { placed: { weapon: 9, marker: marker(2, { what: { bolt: 3 } }), magazine: null } } },
    { ordnance: { homed: { marker: 1, target: 0, die: null } } },
    {
      defence: {
        defended: {
          marker: 1,
          guards: [{ ship: 0, weapon: 4, marker: 1 }],
          dice: [6],
          again: [1],
          stopped: 2,
        },
      },
    },
    { defence: { hit: { marker: 1, ship: 0, on_target: 3, dice: [4], off: 0 } } },
    { defence: { burst: { marker: 2, ship: 0, dice: [1, 2, 3], off: 0 } } },
  ];

  it('are followed from launch to strike', () => {
    let shown: View = view();
    const stage = { view: () => shown, show: (next: View) => (shown = next) };
    const changes: Change[][] = [
      [{ op: 'add', path: '/markers', value: [marker(1)] }],
      [{ op: 'add', path: '/markers/-', value: marker(2, { what: { bolt: 3 } }) }],
      [{ op: 'add', path: '/markers/0/target', value: 0 }],
      [{ op: 'replace', path: '/markers/0/stopped', value: 2 }],
    ];
    const cues = cuesFor(
      events.slice(0, 4).map((it, n) => ({ ...line(n, it), changes: changes[n] })),
      stage,
    );
    expect(cues).toHaveLength(3);
    skip(timeline(cues));
    expect(shown.markers).toEqual([marker(1, { target: 0, stopped: 2 }), marker(2, { what: { bolt: 3 } })]);
    expect(grouped(events.slice(4).map((it, n) => line(n, it)))).toHaveLength(2);
    const [strike] = cuesFor([line(0, events[4]!)], stage);
    strike!.begin?.();
    const now = emptyMoment();
    strike!.show(0.7, now);
    expect(now.figures[0]?.text).toBe('1 on target');
  });

  it('stand on the table with their blast, set apart', () => {
    const seen = sceneOf(
      looking({
        view: view({
          markers: [marker(1, { target: 0 }), marker(2, { what: { bolt: 3 } })],
          chart: { ...view().chart, blasts: [null, 6] },
        }),
        open: false,
      }),
    );
    const tokens = seen.tokens.filter((it) => it.id.startsWith('m'));
    expect(tokens.map((it) => it.label)).toEqual(['#1', '#2']);
    expect(tokens[0]!.at).not.toEqual(tokens[1]!.at);
    expect(seen.discs).toMatchObject([{ radius: 6, at: { x: 22, y: 24 } }]);
    expect(seen.links.some((it) => it.to === '0')).toBe(true);
  });
});
