// A whole battle as crate rules-ftb has recorded it: orders in their true shape.
// `npm run records` plays its events.
import { describe, expect, it } from 'vitest';
import raw from '../../../../crates/rules-ftb/tests/records/intro.json?raw';
import { attacksOf, guideOf, helmOf } from './compose';
import type { Order } from './types';

const record = JSON.parse(raw) as { decisions: unknown[] };

describe('a recorded battle', () => {
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
