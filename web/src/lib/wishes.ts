// How somebody wants to be told: the hours of a day as a page writes them, and the zone this browser is in.
import type { Wishes } from '../wire';

export const KINDS = ['turn', 'clock', 'over', 'offer', 'challenge', 'mention'] as const;
export const WAYS = ['page', 'push', 'mail', 'hook'] as const;
export type Kind = (typeof KINDS)[number];
export type Way = (typeof WAYS)[number];

/** `08:30` of 510. */
export const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((it) => String(it).padStart(2, '0')).join(':');

/** 510 of `08:30`; null while somebody is typing. */
export function minuteOf(time: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const all = Number(hour) * 60 + Number(minute);
  return all < 24 * 60 ? all : null;
}

/** Where this browser is. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** All there are, with `more` among them. */
export function zones(more: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', more, ...known])].sort();
}

/** Somebody who never chose a zone means the one they are in. */
export const settled = (wishes: Wishes): Wishes =>
  wishes.zone === 'UTC' && !wishes.quiet && wishes.daily === undefined
    ? { ...wishes, zone: ownZone() }
    : wishes;
