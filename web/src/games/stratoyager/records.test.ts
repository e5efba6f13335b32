// Whole battles as the rules recorded them, played through this client.
import { describe, expect, it } from 'vitest';
import { along, distance } from '../../board/geometry';
import { emptyMoment, skip, timeline } from '../../board/timeline';
import type { Line } from '../../wire';
import cardsSource from '../../../../crates/rules-stratoyager/data/fighters.toml?raw';
import freeForces from '../../../../crates/rules-stratoyager/tests/records/free-forces.json';
import fortDox from '../../../../crates/rules-stratoyager/tests/records/fuel-for-fort-dox.json';
import intro from '../../../../crates/rules-stratoyager/tests/records/intro.json';
import khione from '../../../../crates/rules-stratoyager/tests/records/khione-ring.json';
import boreas from '../../../../crates/rules-stratoyager/tests/records/wings-over-boreas.json';
import { emptyDraft, fromOrder, toOrder, usesThrust } from './compose';
import { degrees } from './model';
import type { PhaseKind } from './model';
import { applied, cuesFor } from './playback';
import { unit, view } from './sample';
import { sceneOf } from './scene';
import type { Card, GameEvent, Order, Scenario, Unit, View } from './types';

interface Recorded {
  scenario: Scenario & { table: { width: number; height: number }; cards?: Card[] };
  options: Record<string, unknown>;
  decisions: { phase: string; orders: [number, Order][] }[];
  events: GameEvent[];
  outcome: { won: number[] } | 'draw';
}

/** The plain part of TOML that the file of cards is written in. */
function readCards(text: string): Card[] {
  const value = (source: string): unknown => JSON.parse(source.replace(/(\w+)\s*=/g, '"$1":'));
  return text
    .split(/^\[\[card\]\]\s*$/m)
    .slice(1)
    .map((block) => {
      const lines = block.split(/^\[card\.source\]\s*$/m)[0]!.split('\n');
      const pairs = lines.flatMap((line) => {
        const found = /^(\w+)\s*=\s*(.+?)\s*$/.exec(line);
        return found ? [[found[1]!, value(found[2]!)] as const] : [];
      });
      return Object.fromEntries(pairs) as unknown as Card;
    });
}

/** The table before the first event. */
function start(record: Recorded): View {
  const own = record.scenario.cards ?? [];
  const cards = [
    ...readCards(cardsSource).filter((it) => !own.some((other) => other.name === it.name)),
    ...own,
  ];
  const units = record.scenario.sides.flatMap((side, s) =>
    (side.units ?? []).map((berth, k): Unit => {
      const card = cards.findIndex((it) => it.name === berth.card);
      const it = cards[card]!;
      return unit({
        card,
        side: s,
        berth: k,
        status: record.scenario.deployment === 'as_given' ? 'active' : 'waiting',
        at: berth.at ?? { x: 0, y: 0 },
        course: berth.course ?? 0,
        facing: berth.course ?? 0,
        speed: berth.speed ?? 0,
        structure: it.structure,
        shields: it.shields ?? 0,
        missiles: (it.missiles ?? []).map((kind) => kind.count),
      });
    }),
  );
  return view({
    field: {
      options: record.options,
      scenario: record.scenario,
      cards,
      table: record.scenario.table,
      zones: [[], []],
      home: [null, null],
    },
    turn: 0,
    phase: 'setup',
    segment: 0,
    active: [null, null],
    units,
  });
}

const KINDS: Record<string, PhaseKind> = {
  'force show': 'muster',
  reserves: 'reserve',
  'deployment cards': 'deploy_cards',
  deployment: 'place',
  arrivals: 'arrive',
  initiative: 'initiative',
  'dogfight cards': 'duel',
  manoeuvre: 'plan',
  yaw: 'yaw',
  'leaving the table': 'leave',
  'fire at will': 'at_will',
  'combat action': 'combat',
};

const sorted = (order: Order): unknown => {
  const action = order.action;
  if (typeof action !== 'object' || !('cards' in action)) return order;
  return { ...order, action: { cards: [...action.cards].sort((a, b) => a.unit - b.unit) } };
};

const records = { freeForces, fortDox, intro, khione, boreas } as unknown as Record<string, Recorded>;

describe.each(Object.entries(records))('the battle %s', (_, record) => {
  it('has orders that are drafts and orders again', () => {
    for (const { phase, orders } of record.decisions) {
      const kind = KINDS[phase];
      expect(kind, phase).toBeDefined();
      for (const [, order] of orders) {
        if (order.action === 'concede') continue;
        expect(sorted(toOrder(fromOrder(order, emptyDraft()), kind!, order.draw ?? false))).toEqual(
          sorted(order),
        );
      }
    }
  });

  it('is followed event by event', () => {
    let now = start(record);
    let flights = 0;
    for (const event of record.events) {
      const flown = event.manoeuvre?.flown;
      const before = flown && now.units[flown.unit]!;
      if (flown && before && !usesThrust(flown.plan)) {
        // Who drifts ends where the shown course and speed lead: the shown view has kept up.
        expect(distance(along(before.at, degrees(before.course), before.speed), flown.to)).toBeLessThan(1e-6);
        expect(flown.speed).toBe(before.speed);
      }
      if (flown) flights += 1;
      now = applied(now, event);
      for (const it of now.units) {
        expect(it.structure).toBeGreaterThanOrEqual(0);
        expect(it.missiles.every((n) => n >= 0)).toBe(true);
        expect(it.lock === null || now.units[it.lock.target]!.side !== it.side).toBe(true);
      }
      const scene = sceneOf({
        view: now,
        menu: null,
        draft: emptyDraft(),
        seat: 0,
        selected: 0,
        hovered: 1,
        pinnedRanges: true,
        pinnedReach: true,
        open: false,
        flown: new Map(),
        playing: false,
      });
      expect(scene.tokens.every((it) => Number.isFinite(it.at.x) && Number.isFinite(it.heading))).toBe(true);
    }
    expect(now.phase).toEqual({ over: { outcome: record.outcome } });
    expect(flights).toBeGreaterThan(0);
  });

  it('plays as cues to the same end', () => {
    const lines = record.events.map((event, n) => ({ n, turn: 1, event }) as unknown as Line);
    let now = start(record);
    const cues = cuesFor(lines, { view: () => now, show: (it) => (now = it) });
    for (const cue of cues) {
      cue.begin?.();
      for (const t of [0, 0.5, 1]) cue.show(t, emptyMoment());
      cue.end?.();
    }
    expect(now).toEqual(record.events.reduce(applied, start(record)));
    expect(cues[cues.length - 1]!.upTo).toBe(lines.length - 1);
    skip(timeline(cuesFor(lines, { view: () => start(record), show: () => {} })));
  });
});
