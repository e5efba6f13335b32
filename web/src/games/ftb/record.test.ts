// A whole battle as crate rules-ftb has recorded it: every event in its true
// shape goes through playback.
import { describe, expect, it } from 'vitest';
import raw from '../../../../crates/rules-ftb/tests/records/intro.json?raw';
import { emptyMoment } from '../../board/timeline';
import type { Line } from '../../wire';
import { attacksOf, guideOf, helmOf } from './compose';
import { classOf } from './model';
import { applied, cuesFor } from './playback';
import { ship, view } from './sample';
import { sceneOf } from './scene';
import type { ClassName, GameEvent, Order, View } from './types';
import type { Point } from '../../board/types';

interface RecordFile {
  scenario: { turns: number; sides: { ships: { class: ClassName; at: Point; vector: Point }[] }[] };
  decisions: unknown[];
  events: GameEvent[];
}

const record = JSON.parse(raw) as RecordFile;

function opening(): View {
  const berths = record.scenario.sides.flatMap((side, k) => side.ships.map((it) => ({ ...it, side: k })));
  const ships = berths.map((it) => {
    const speed = Math.hypot(it.vector.x, it.vector.y);
    const to = { x: it.at.x + it.vector.x, y: it.at.y + it.vector.y };
    const { shields, fuel, torpedoes } = classOf(view(), it.class);
    return ship(
      {
        class: it.class,
        side: it.side,
        at: to,
        dir: { x: it.vector.x / speed, y: it.vector.y / speed },
        speed,
        trail: [it.at, to],
      },
      { shields, fuel, torpedoes },
    );
  });
  return view({
    ships,
    tags: berths.map((it, n) => `${it.side}${n}`),
    day: 0,
    turns: record.scenario.turns,
    holder: null,
  });
}

const nameOf = (event: GameEvent): string => (typeof event === 'string' ? event : Object.keys(event)[0]!);

describe('a recorded battle', () => {
  it('ends as its events say', () => {
    const end = record.events.reduce(applied, opening());
    const destroyed = new Set(
      record.events.flatMap((it) => (typeof it === 'object' && it.destroyed ? [it.destroyed.ship] : [])),
    );
    const hits = record.events.filter((it) => nameOf(it) === 'hit').length;
    expect(end.ships.flatMap((it, n) => (it.hull.place === 'destroyed' ? [n] : []))).toEqual(
      [...destroyed].sort(),
    );
    expect(end.ships.reduce((sum, it) => sum + it.hull.hits, 0)).toBe(hits);
    expect(end.day).toBe(record.scenario.turns);
    expect(end.fight).toBeNull();
  });
  it('leaves every ship at the end of its last vector', () => {
    let now = opening();
    let seen = 0;
    for (const event of record.events) {
      now = applied(now, event);
      if (typeof event !== 'object' || !event.activated) continue;
      const { hull } = now.ships[event.activated.ship]!;
      if (hull.place !== 'free') continue;
      const end = hull.trail[hull.trail.length - 1]!;
      expect(hull.at.x).toBeCloseTo(end.x, 6);
      expect(hull.at.y).toBeCloseTo(end.y, 6);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(5);
  });
  it('can be watched from the first cue to the last', () => {
    let now = opening();
    const lines = record.events.map((event, n) => ({ n, turn: 1, text: '', rules: [], event }) as Line);
    let figures = 0;
    let moved = 0;
    for (const cue of cuesFor(lines, {
      view: () => now,
      show: (it) => {
        now = it;
      },
      look: () => {},
    })) {
      cue.begin?.();
      const half = emptyMoment();
      cue.show(0.5, half);
      figures += half.figures.length;
      for (const pose of half.poses.values()) {
        moved += 1;
        expect(Number.isFinite(pose.at.x + pose.at.y + pose.heading)).toBe(true);
      }
      cue.end?.();
    }
    expect(figures).toBeGreaterThan(5);
    expect(moved).toBeGreaterThan(5);
    const scene = sceneOf({
      view: now,
      menu: null,
      draft: null,
      system: 0,
      selected: null,
      hovered: null,
      ranges: true,
      reach: true,
      vectors: true,
      open: false,
      playing: false,
    });
    expect(scene.tokens.length).toBeGreaterThan(0);
    expect(scene.tokens.every((it) => Number.isFinite(it.at.x) && Number.isFinite(it.heading))).toBe(true);
  });
  it('has orders that this client can read', () => {
    const orders: Order[] = [];
    const walk = (it: unknown): void => {
      if (Array.isArray(it)) it.forEach(walk);
      else if (it && typeof it === 'object') {
        if ('order' in it && it.order && typeof it.order === 'object') orders.push(it.order as Order);
        else if ('helm' in it || 'guide' in it || 'attack' in it) orders.push(it as Order);
        else Object.values(it).forEach(walk);
      }
    };
    walk(record.decisions);
    const helms = orders.flatMap((it) => helmOf(it) ?? []);
    expect(helms.length).toBeGreaterThan(5);
    expect(helms.every((it) => typeof it.order === 'string')).toBe(true);
    expect(
      orders.flatMap((it) => guideOf(it) ?? []).every((it) => it.side === 'left' || it.side === 'right'),
    ).toBe(true);
    expect(orders.every((it) => Array.isArray(attacksOf(it)))).toBe(true);
  });
});
