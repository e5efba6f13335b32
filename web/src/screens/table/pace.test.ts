import { expect, it } from 'vitest';
import type { SeatClock, Table } from '../../wire';
import { PaceWatch } from './pace.svelte';

const HOUR = 3_600_000;

it('leaves alone whoever has time for a decision', () => {
  const watch = new PaceWatch();
  const clock = (more: Partial<SeatClock>): SeatClock => ({
    seat: 1,
    left: 3 * HOUR,
    bank: 2 * HOUR,
    running: true,
    holidays: 0,
    ...more,
  });
  const told = (more: Partial<SeatClock>) =>
    watch.hear(null, { clocks: [clock(more)] } as unknown as Table, 0);
  told({});
  expect(watch.isInTime(1, HOUR - 1)).toBe(true);
  expect(watch.isInTime(1, HOUR)).toBe(false);
  // On holiday nothing runs.
  told({ left: 2 * HOUR, stopped: 5 * HOUR });
  expect(watch.isInTime(1, 4 * HOUR)).toBe(true);
  expect(watch.isInTime(1, 6 * HOUR)).toBe(false);
  // Time for the whole battle alone keeps nobody waiting, nor does none at all.
  told({ left: 2 * HOUR });
  expect(watch.isInTime(1, 0)).toBe(false);
  expect(watch.isInTime(0, 0)).toBe(false);
});
