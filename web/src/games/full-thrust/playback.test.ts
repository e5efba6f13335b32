import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Line } from '../../wire';
import { vessels } from './model';
import { applied, cuesFor, grouped, said } from './playback';
import { view } from './sample';
import type { GameEvent, View } from './types';

const line = (n: number, event: GameEvent): Line => ({ n, turn: 1, text: '', rules: [], event });
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
    const [cue] = cuesFor([line(0, moved(0))], { view: () => shown, show: (next) => (shown = next) });
    cue!.begin?.();
    const now = emptyMoment();
    cue!.show(0.9, now);
    expect(now.poses.get('0')!.heading).toBeCloseTo(116.565, 2);
    cue!.end?.();
    expect(shown.ships[0]!.motion.facing).toBe(4);
  });

  it('brings the view to where the events lead', () => {
    let shown: View = view();
    const events: GameEvent[] = [
      fired,
      struck,
      { checks: { checked: { ship: 3, row: 1, extra: 0, rolls: [], damaged: [12], gone: [], drive: 1 } } },
      { repairs: { worked: { ship: 3, icon: 12, parties: 2, die: 1, repaired: true } } },
      { damage: { destroyed: { ship: 4 } } },
      { checks: { course_tested: { ship: 0, way: 5 } } },
    ];
    skip(
      timeline(
        cuesFor(
          events.map((it, n) => line(n, it)),
          { view: () => shown, show: (next) => (shown = next) },
        ),
      ),
    );
    expect(shown.ships[0]!.used).toEqual([12, 13]);
    expect([shown.ships[3]!.hull_lost, shown.ships[3]!.damaged, shown.ships[3]!.drive_hits]).toEqual([
      2,
      [],
      1,
    ]);
    expect(shown.ships[4]!.status).toBe('destroyed');
    expect(shown.ships[0]!.motion.facing).toBe(2);
    expect(vessels(shown)[3]!.hullLeft).toBe(24);
  });

  it('says what has happened over the ship', () => {
    expect(said(struck, view())).toEqual({ ship: 3, text: '−3 armour, −2 hull', tone: 'harm' });
    const icons = vessels(view())[3]!.display.icons;
    const beam = icons.find((it) => it.symbol === 'beam')!.id;
    expect(
      said(
        {
          checks: { checked: { ship: 3, row: 1, extra: 0, rolls: [], damaged: [beam], gone: [], drive: 1 } },
        },
        view(),
      )?.text,
    ).toBe('out: Beam, Main drive');
    expect(
      applied(view(), { repairs: { regenerated: { ship: 3, layer: 0, healed: 1, dead: 0 } } }).ships[3]!
        .armour[0]!.regenerative,
    ).toBe(1);
  });
});
