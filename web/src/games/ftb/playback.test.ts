import { describe, expect, it } from 'vitest';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Line } from '../../wire';
import { applied, cuesFor, grouped, said } from './playback';
import { at, view } from './sample';
import type { GameEvent, View } from './types';

const lines = (events: GameEvent[]): Line[] =>
  events.map((event, n) => ({ n, turn: 1, event, text: '', rules: [] }) as unknown as Line);
const path = {
  legs: [
    { from: at(17, -16), dir: at(-1, 0), length: 3 },
    { from: at(14, -16), dir: at(0, 1), length: 2 },
  ],
};
const plotted: GameEvent = {
  plotted: { ship: 0, path, dir: at(0, 1), speed: 5, deflected: 2, to: at(14, -14) },
};

function stage(from: View) {
  let now = from;
  const looked: number[] = [];
  return {
    view: () => now,
    show: (it: View) => {
      now = it;
    },
    look: (it: number) => looked.push(it),
    looked,
  };
}

describe('the shown view', () => {
  it('draws the vector first and flies it along its bends', () => {
    let now = applied(view(), { picked: { side: 0, ship: 0 } });
    now = applied(now, plotted);
    expect(now.ships[0]!.hull).toMatchObject({
      at: at(17, -16),
      speed: 5,
      trail: [at(17, -16), at(14, -16), at(14, -14)],
    });
    now = applied(now, { aimed: { attacks: [{ target: { ship: 1 }, at: 3 }] } });
    now = applied(now, { along: { t: 4 } });
    expect(now.ships[0]!.hull.at).toEqual(at(14, -15));
    expect(now.act!.attacks).toHaveLength(1);
    now = applied(now, { activated: { ship: 0 } });
    expect(now.act).toBeNull();
    expect(now.ships[0]!.hull.activated).toBe(true);
    expect(applied(now, { day_began: { day: 2 } }).ships[0]!.hull.activated).toBe(false);
  });
  it('follows hits, gauges, tracking and destruction', () => {
    let now = applied(view(), { hit: { ship: 0, fate: 'shield' } });
    now = applied(now, { gauged: { ship: 0, gauge: 'shields', to: 1 } });
    now = applied(now, { system_set: { ship: 0, damage: { system: 'core', offline: true } } });
    expect(now.ships[0]).toMatchObject({
      hull: { hits: 1 },
      own: { shields: 1, damage: { system: 'core', offline: true } },
    });
    expect(applied(now, { tracked: { ship: 1, tracked: false } }).ships[1]!.hull.tracked).toBe(false);
    expect(applied(now, { destroyed: { ship: 1, cause: 'meltdown' } }).ships[1]!.hull).toMatchObject({
      place: 'destroyed',
      tracked: false,
    });
  });
  it('has a torpedo strike from where it went off', () => {
    const flight = { legs: [{ from: at(17, -16), dir: at(-1, 0), length: 7 }] };
    let now = applied(view(), {
      torpedo_flew: { ship: 0, path: flight, speed: 7, dir: at(-1, 0), deflected: 0, launch: false },
    });
    now = applied(now, { torpedo_lost: { ship: 0, why: 'spent' } });
    expect(now).toMatchObject({ burst: { guide: 0, at: at(10, -16) } });
    const [cue] = cuesFor(lines([{ strike_began: { guide: 0, target: 1 } }]), stage(now));
    const moment = emptyMoment();
    cue!.begin!();
    cue!.show(0.5, moment);
    expect(moment.shots[0]).toMatchObject({ from: at(10, -16), to: at(-17, -16) });
  });
  it('keeps a hidden manifest hidden', () => {
    const now = view();
    const hidden = { ...now, ships: [now.ships[0]!, { ...now.ships[1]!, own: null }] };
    expect(applied(hidden, { gauged: { ship: 1, gauge: 'heat', to: 3 } }).ships[1]!.own).toBeNull();
  });
  it('follows torpedoes, docks, tankers and refits', () => {
    let now = applied(view({ tankers: [{ side: 0, hidden: true, real: true, at: { away: { from: 0 } } }] }), {
      torpedo_flew: { ship: 0, path, speed: 9, dir: at(0, 1), deflected: 0, launch: true },
    });
    expect(now.ships[0]!.hull.torpedo).toMatchObject({ from: at(17, -16), at: at(14, -14), speed: 9 });
    now = applied(now, { torpedo_lost: { ship: 0, why: 'spent' } });
    expect(now.ships[0]!.hull.torpedo).toBeNull();
    now = applied(now, { docked: { ship: 0, harbour: { station: 0 } } });
    expect(now.ships[0]!.hull).toMatchObject({ at: at(20, 16), place: { dock: 0 }, speed: 0 });
    now = applied(now, { tanker_deployed: { tanker: 0, system: 0, at: at(30, 0) } });
    expect(now.tankers[0]).toMatchObject({ hidden: false, at: { deployed: { at: at(30, 0) } } });
    now = applied(now, { refit_begun: { ship: 0, station: 0, repaired: false } });
    expect(now.slots[0]).toEqual({ reserved: 0 });
    expect(applied(now, { refit_done: { ship: 0, station: 0, benefit: 'fuel' } }).slots[0]).toBe('spent');
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
      lines([{ picked: { side: 0, ship: 0 } }, plotted, { aimed: { attacks: [] } }, { along: { t: 5 } }]),
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
    const cues = cuesFor(lines([{ picked: { side: 0, ship: 0 } }, plotted, { along: { t: 0 } }]), on);
    for (const cue of cues) {
      cue.begin?.();
      cue.end?.();
    }
    expect(cues[2]!.length).toBeLessThan(100);
  });
  it('draw beams and name the protocols at their ships', () => {
    const on = stage(view());
    const cues = cuesFor(
      lines([
        { combat_began: { attacker: 0, defender: 1, cover: false } },
        { revealed: { protocols: ['railgun', 'defensive'], effects: [] } },
      ]),
      on,
    );
    cues[0]!.begin?.();
    const shot = emptyMoment();
    cues[0]!.show(0.5, shot);
    expect(shot.shots).toMatchObject([{ from: at(17, -16), to: at(-17, -16), kind: 'beam', tone: 'side-0' }]);
    cues[1]!.begin?.();
    const names = emptyMoment();
    cues[1]!.show(0.5, names);
    expect(names.figures.map((it) => it.text)).toEqual(['♣ Railgun', '♦ Defensive']);
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
          lines([
            plotted,
            { along: { t: 5 } },
            'combat_ended',
            { destroyed: { ship: 1, cause: 'hit' } },
            { over: { outcome: { won: [0] }, why: 'elimination' } },
          ]),
          on,
        ),
      ),
    );
    expect(on.view().ships[1]!.hull.place).toBe('destroyed');
  });
});
