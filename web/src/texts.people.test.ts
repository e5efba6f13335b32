// Browsers say of themselves what nobody wants to read.
import { expect, test } from 'vitest';
import { browserName, peopleTexts } from './texts.people';

test('a browser is told in two words', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
  expect(browserName(chrome)).toBe('Chrome on Linux');
  expect(browserName(`${chrome} Edg/156.0`)).toBe('Edge on Linux');
  expect(
    browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'),
  ).toBe('Safari on iOS');
  expect(browserName('a program of my own/1.0')).toBe('a program of my own/1.0');
  expect(browserName('')).toBe(peopleTexts.own.unknown);
});
