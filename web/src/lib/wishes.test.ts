import { describe, expect, it } from 'vitest';
import { bytes } from './push';
import { minuteOf, timeOf, zones } from './wishes';

describe('hours of a day', () => {
  it('are written and read', () => {
    for (const minute of [0, 59, 60, 510, 1439]) expect(minuteOf(timeOf(minute))).toBe(minute);
    for (const odd of ['', '8:30', '24:00', 'aa:bb']) expect(minuteOf(odd)).toBeNull();
  });
});

describe('zones', () => {
  it('have what somebody chose, and each once', () => {
    const all = zones('Europe/Berlin');
    expect(all).toContain('Europe/Berlin');
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the key of a server', () => {
  it('is read from base64url', () => {
    expect([...bytes('__4')]).toEqual([255, 254]);
  });
});
