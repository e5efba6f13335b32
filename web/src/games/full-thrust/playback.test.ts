import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import { patched } from '../../lib/patch';
import type { Change, Line } from '../../wire';
import { vessels } from './model';
import { cuesFor, grouped, kindOf, said } from './playback';
import { pointsOf } from './playback/said';
import { view } from './sample';
import type { GameEvent, View } from './types';

const line = (n: number, event: GameEvent, changes?: Change[]): Line => ({
  n,
  turn: 1,
  text: '',
  rules: [],
  event,
  changes,
});
const set = (path: string, value: unknown): Change => ({ op: 'replace', path, value });
const moved = (ship: number): GameEvent => ({
  movement: {
    moved: {
      ship,
      by: 'ordered',
      plot: 'S1',
      path: [
        { x: 23, y: 24 },
        { x: 25, y: 23 },
      ],
      to: { at: { x: 25, y: 23 }, facing: 4, velocity: 6 },
    },
  },
});
const fired: GameEvent = {
  fire: {
    fired: {
      ship: 0,
      target: 3,
      weapons: [12, 13],
      dice: [4, 6],
      again: [2],
      tally: { normal: 3, penetrating: 0, emp: 0 },
    },
  },
};
const struck: GameEvent = {
  damage: { struck: { ship: 3, armour: [{ standard: 2, regenerative: 0, hurt: 0 }], hull: 2 } },
};

describe('playback', () => {
  it('counts every point of an attack, however deep it goes', () => {
    expect(
      pointsOf({ normal: 3, penetrating: 1, deeper: [1, 2], direct: 4, sap: [2], ap: [5], emp: 9 }),
    ).toBe(18);
  });

  it('shows nothing when all markers are taken off', () => {
    expect(kindOf({ defence: 'cleared' })).toBe('');
    expect(said({ defence: 'cleared' }, view(), view())).toBeNull();
  });

  it('moves all ships at once, and shows shots before what they do', () => {
    const groups = grouped([
      line(0, moved(0)),
      line(1, moved(1)),
      line(2, { fire: { chosen: { ship: 0 } } }),
      line(3, fired),
      line(4, struck),
      line(5, struck),
    ]);
    expect(groups.map((it) => it.length)).toEqual([2, 1, 1, 1, 1]);
  });

  it('carries ships along their legs', () => {
    let shown: View = view();
    const changes = [set('/ships/0/motion', { at: { x: 25, y: 23 }, facing: 4, velocity: 6 })];
    const [cue] = cuesFor([line(0, moved(0), changes)], {
      view: () => shown,
      show: (next) => (shown = next),
    });
    cue!.begin?.();
    const now = emptyMoment();
    cue!.show(0.9, now);
    expect(now.poses.get('0')!.heading).toBeCloseTo(116.565, 2);
    cue!.end?.();
    expect(shown.ships[0]!.motion.facing).toBe(4);
  });

  it('draws what fires, rolls its dice at the target, and lights what it meets first', () => {
    const cues = cuesFor([line(0, fired), line(1, struck), line(2, { damage: { destroyed: { ship: 3 } } })], {
      view: () => view(),
      show: () => {},
    });
    const seen = cues.map((cue) => {
      cue.begin?.();
      const now = emptyMoment();
      cue.show(0.3, now);
      return now.effects;
    });
    expect(seen[0]).toMatchObject([
      { kind: 'dice', whom: '3', dice: [{ value: 4 }, { value: 6 }, { value: 2 }] },
      { kind: 'fire', by: '0', whom: '3', guns: 2, hit: true, struck: 'armour' },
    ]);
    expect(seen[1]).toMatchObject([{ kind: 'strike', whom: '3', surface: 'hull' }]);
    expect(seen[2]).toMatchObject([{ kind: 'break', whom: '3' }]);
    expect(cues[2]!.weight).toBe('kill');
  });

  it('brings the view to where the events lead', () => {
    let shown: View = view();
    const told: [GameEvent, Change[]][] = [
      [fired, [set('/ships/0/used', [12, 13])]],
      [struck, [set('/ships/3/armour/0/standard', 2), set('/ships/3/hull_lost', 2)]],
      [{ damage: { destroyed: { ship: 4 } } }, [set('/ships/4/status', 'destroyed')]],
      [{ checks: { course_tested: { ship: 0, die: 6, way: 5 } } }, [set('/ships/0/motion/facing', 2)]],
    ];
    skip(
      timeline(
        cuesFor(
          told.map(([it, changes], n) => line(n, it, changes)),
          { view: () => shown, show: (next) => (shown = next) },
        ),
      ),
    );
    expect(shown.ships[0]!.used).toEqual([12, 13]);
    expect(shown.ships[4]!.status).toBe('destroyed');
    expect(shown.ships[0]!.motion.facing).toBe(2);
    expect(vessels(shown)[3]!.hullLeft).toBe(24);
  });

  it('says what has happened over the ship', () => {
    const after = patched(view(), [set('/ships/3/armour/0/standard', 2), set('/ships/3/hull_lost', 2)]);
    expect(said(struck, view(), after)).toEqual({ ship: 3, text: '−3 armour, −2 hull', tone: 'harm' });
    const icons = vessels(view())[3]!.display.icons;
    const beam = icons.find((it) => it.symbol === 'beam')!.id;
    expect(
      said(
        {
          checks: { checked: { ship: 3, row: 1, extra: 0, rolls: [], damaged: [beam], gone: [], drive: 1 } },
        },
        view(),
        view(),
      )?.text,
    ).toBe('out: Beam, Main drive');
  });

  it('tells from the view whether a mine was swept', () => {
    const laid = view({ mines: [{ number: 7, ship: 3, side: 1, at: { x: 3, y: 3 }, turn: 1 }] });
    const tried: GameEvent = { mines: { swept: { mine: 7, ship: 0, die: 3 } } };
    const gone = patched(laid, [{ op: 'remove', path: '/mines/0' }]);
    expect([said(tried, laid, gone)?.tone, said(tried, laid, laid)?.tone]).toEqual(['text', 'warn']);
  });
});
