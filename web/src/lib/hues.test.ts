import { expect, test } from 'vitest';
import { huesOf } from './hues';

test('Cobalt is blue and Amber orange, whoever sits first', () => {
  expect(huesOf(['Cobalt', 'Amber'])).toBeUndefined();
  expect(huesOf(['Cobalt', 'Ochre', 'Jade'])).toBeUndefined();
  expect(huesOf(['Amber', 'Cobalt'])).toBe('swapped');
  expect(huesOf(['Amber', 'Terra'])).toBeUndefined();
  expect(huesOf([])).toBeUndefined();
});
