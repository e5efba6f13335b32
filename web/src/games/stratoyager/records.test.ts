// Orders of whole battles as the rules recorded them. `npm run records` plays their events.
import { describe, expect, it } from 'vitest';
import freeForces from '../../../../crates/rules-stratoyager/tests/records/free-forces.json';
import fortDox from '../../../../crates/rules-stratoyager/tests/records/fuel-for-fort-dox.json';
import intro from '../../../../crates/rules-stratoyager/tests/records/intro.json';
import khione from '../../../../crates/rules-stratoyager/tests/records/khione-ring.json';
import boreas from '../../../../crates/rules-stratoyager/tests/records/wings-over-boreas.json';
import { emptyDraft, fromOrder, toOrder } from './compose';
import type { PhaseKind } from './model';
import type { Order } from './types';

interface Recorded {
  decisions: { phase: string; orders: [number, Order][] }[];
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
});
