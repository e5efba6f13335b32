// The clock of a decision.
import { expect, it } from 'vitest';
import { clockText } from './clock';

it('tells time as clocks do', () => {
  expect(clockText(-5)).toBe('0:00');
  expect(clockText(7_400)).toBe('0:07');
  expect(clockText(750_000)).toBe('12:30');
  expect(clockText(3_750_000)).toBe('1:02:30');
  expect(clockText(3 * 86_400_000)).toBe('3 d');
});
