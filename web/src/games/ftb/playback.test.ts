import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Change, Line } from '../../wire';
import { cuesFor, drawn, grouped, NOTHING, said } from './playback';
import { at, view } from './sample';
import type { GameEvent, View } from './types';

/** Events as the server tells them, each with what it changed. */
const lines = (events: GameEvent[], changes: Change[][] = []): Line[] =>
  events.map((event, n) => ({ n, turn: 1, event, text: '', rules: [], changes: changes[n] }));
const set = (path: string, value: unknown): Change => ({ op: 'replace', path, value });
const path = {
  legs: [
    { from: at(17, -16), dir: at(-1, 0), length: 3 },
    { from: at(14, -16), dir: at(0, 1), length: 2 },
  ],
};
const plotted: GameEvent = {
  plotted: {
    ship: 0,
    path,
    dir: at(0, 1),
    speed: 5,
    deflected: 2,
    to: at(14, -14),
    arrives: null,
    leaves: null,
    fuses: [],
    exempt: false,
  },
};

/** What picking a ship, plotting and aiming change: the rules move a ship when it plots, and back when it aims. */
const picks = [
  set('/act', { ship: 0, step: 'start', path: { legs: [] }, attacks: [], covered: false, helm: null }),
];
const plots = [
  set('/ships/0/hull/at', at(14, -14)),
  set('/ships/0/hull/trail', [at(17, -16), at(14, -16), at(14, -14)]),
  set('/act/path', path),
];
const aims = [set('/ships/0/hull/at', at(17, -16))];

function stage(from: View) {
  let now = from;
  let aside = NOTHING;
  const looked: number[] = [];
  return {
    aside: () => aside,
    leave: (it: typeof NOTHING) => {
      aside = it;
    },
    view: () => now,
    show: (it: View) => {
      now = it;
    },
    look: (it: number) => looked.push(it),
    looked,
  };
}

describe('what is drawn beside the view', () => {
  const seen = (on: ReturnType<typeof stage>) => drawn(on.view(), on.aside()).ships[0]!.hull.at;

  it('is a ship at the start of its vector until it flies', () => {
    const on = stage(view());
    const events: GameEvent[] = [
      { picked: { side: 0, ship: 0 } },
      plotted,
      { gauged: { ship: 0, gauge: 'heat', to: 2 } },
      { aimed: { attacks: [] } },
      { along: { t: 4 } },
    ];
    const flown = [set('/ships/0/hull/at', at(14, -15))];
    const cues = cuesFor(lines(events, [picks, plots, [], aims, flown]), on);
    const places: unknown[] = [];
    for (const cue of cues) {
      cue.begin?.();
      const now = emptyMoment();
      cue.show(0.5, now);
      if (now.figures.length > 0) expect(now.figures[0]!.at).toEqual(at(17, -16));
      cue.end?.();
      places.push([seen(on), on.view().ships[0]!.hull.at]);
    }
    expect(places.slice(1)).toEqual([
      [at(17, -16), at(14, -14)],
      [at(17, -16), at(14, -14)],
      [at(17, -16), at(17, -16)],
      [at(14, -15), at(14, -15)],
    ]);
  });

  it('is no longer held when it has gone where no vector leads', () => {
    for (const event of [
      { docked: { ship: 0, harbour: { station: 0 } } },
      { destroyed: { ship: 0, cause: 'meltdown' } },
      { activated: { ship: 0 } },
    ] as GameEvent[]) {
      const on = stage(view());
      skip(timeline(cuesFor(lines([{ picked: { side: 0, ship: 0 } }, plotted, event], [picks, plots]), on)));
      expect(seen(on)).toEqual(at(14, -14));
    }
  });

  it('has a torpedo strike from where it went off', () => {
    const now = view();
    now.ships[0]!.hull.torpedo = {
      from: at(17, -16),
      at: at(10, -16),
      dir: at(-1, 0),
      speed: 7,
      deflected: 0,
    };
    const on = stage(now);
    skip(
      timeline(
        cuesFor(
          lines([{ torpedo_lost: { ship: 0, why: 'spent' } }], [[set('/ships/0/hull/torpedo', null)]]),
          on,
        ),
      ),
    );
    expect(on.aside().burst).toEqual({ guide: 0, at: at(10, -16) });
    const [cue] = cuesFor(lines([{ strike_began: { guide: 0, target: 1 } }]), on);
    const moment = emptyMoment();
    cue!.begin!();
    cue!.show(0.5, moment);
    expect(moment.effects).toMatchObject([
      { kind: 'fire', weapon: 'torpedo', from: at(10, -16), to: at(-17, -16), whom: '1' },
    ]);
  });
});

describe('cues', () => {
  it('tell what befalls ships at one moment together', () => {
    const groups = grouped(
      lines([
        plotted,
        { hit: { ship: 0, fate: 'shield' } },
        { gauged: { ship: 0, gauge: 'shields', to: 1 } },
        'blows_landed',
        { tracked: { ship: 0, tracked: true } },
      ]),
    );
    expect(groups.map((it) => it.length)).toEqual([1, 2, 1, 1]);
  });
  it('move the ship along its vector and end at the truth', () => {
    const on = stage(view());
    const cues = cuesFor(
      lines(
        [{ picked: { side: 0, ship: 0 } }, plotted, { aimed: { attacks: [] } }, { along: { t: 5 } }],
        [picks, plots, aims, [set('/ships/0/hull/at', at(14, -14))]],
      ),
      on,
    );
    for (const cue of cues.slice(0, 3)) {
      cue.begin?.();
      cue.end?.();
    }
    const fly = cues[3]!;
    fly.begin?.();
    const half = emptyMoment();
    fly.show(1, half);
    expect(half.poses.get('0')!.at).toEqual(at(14, -14));
    expect(fly.length).toBe(750);
    fly.end?.();
    expect(on.view().ships[0]!.hull.at).toEqual(at(14, -14));
    expect(on.looked).toContain(0);
  });
  it('do not wait where a ship is already', () => {
    const on = stage(view());
    const cues = cuesFor(
      lines([{ picked: { side: 0, ship: 0 } }, plotted, { along: { t: 0 } }], [picks, plots]),
      on,
    );
    for (const cue of cues) {
      cue.begin?.();
      cue.end?.();
    }
    expect(cues[2]!.length).toBeLessThan(100);
  });
  it('lock on the target and turn the protocols over at their ships', () => {
    const on = stage(view());
    const cues = cuesFor(
      lines(
        [
          { combat_began: { attacker: 0, defender: 1, cover: false } },
          { revealed: { protocols: ['railgun', 'defensive'], effects: [] } },
        ],
        [[set('/fight', { combat: { attacker: 0, defender: 1, cover: false, stage: 'choose' } })]],
      ),
      on,
    );
    cues[0]!.begin?.();
    const shot = emptyMoment();
    cues[0]!.show(0.5, shot);
    expect(shot.effects).toMatchObject([{ kind: 'lock', at: at(-17, -16), whom: '1', tone: 'side-0' }]);
    expect(shot.links).toMatchObject([{ from: at(17, -16), to: at(-17, -16) }]);
    cues[1]!.begin?.();
    const names = emptyMoment();
    cues[1]!.show(0.5, names);
    expect(names.effects).toMatchObject([
      { kind: 'card', at: at(17, -16), mark: '♣', title: 'Railgun', tone: 'side-0' },
      { kind: 'card', at: at(-17, -16), mark: '♦', title: 'Defensive', tone: 'side-1' },
    ]);
    expect(cues[1]!.sounds?.().map((it) => it.sound)).toEqual(['card']);
  });
  it('hit with the ray of whoever fights the ship, shimmer with heat, and break up', () => {
    const fighting = view();
    fighting.fight = { combat: { attacker: 0, defender: 1, cover: false, stage: 'choose' } };
    const cues = cuesFor(
      lines([
        { hit: { ship: 1, fate: 'shield' } },
        { gauged: { ship: 0, gauge: 'heat', to: 9 } },
        { destroyed: { ship: 1, cause: 'hit' } as never },
        { over: { outcome: null, why: 'fled' } as never },
      ]),
      stage(fighting),
    );
    cues[0]!.begin?.();
    const hit = emptyMoment();
    cues[0]!.show(0.5, hit);
    expect(hit.effects).toMatchObject([
      { kind: 'fire', by: '0', whom: '1', hit: true, struck: 'shield' },
      { kind: 'heat', whom: '0' },
    ]);
    expect(cues.map((it) => [it.weight, !!it.final])).toEqual([
      [undefined, false],
      ['kill', false],
      [undefined, true],
    ]);
  });
  it('say nothing where nothing shows, and survive being skipped', () => {
    expect(said(view(), { step: { step: 'ready' } })).toBeNull();
    expect(said(view(), { gauged: { ship: 0, gauge: 'heat', to: 2 } })).toMatchObject({
      text: 'Heat 2',
      tone: 'warn',
    });
    const on = stage(view());
    skip(
      timeline(
        cuesFor(
          lines(
            [
              plotted,
              { along: { t: 5 } },
              'combat_ended',
              { destroyed: { ship: 1, cause: 'hit' } },
              { over: { outcome: { won: [0] }, why: 'elimination' } },
            ],
            [[], [], [], [set('/ships/1/hull/place', 'destroyed')]],
          ),
          on,
        ),
      ),
    );
    expect(on.view().ships[1]!.hull.place).toBe('destroyed');
  });
});
