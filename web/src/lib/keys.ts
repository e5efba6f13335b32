// The secrets this browser holds: seats and spectators' places, by match.
// They stay in this browser's storage and travel only in headers.
import type { Created, MatchSummary, Viewer } from '../wire';

export interface Key {
  match: string;
  secret: string;
  /** A seat's number, or null for a spectator. */
  seat: number | null;
  name: string;
  /** For a friend: kept here only to show the link again. */
  forFriend?: boolean;
  /** What this browser added to the dice, and the commitment it saw before. */
  contribution?: string;
  commitment?: string;
}

const STORE = 'flagbridge.keys';

export function allKeys(): Key[] {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(data) ? (data as Key[]) : [];
  } catch {
    return [];
  }
}

function save(keys: Key[]): void {
  localStorage.setItem(STORE, JSON.stringify(keys));
}

export function addKey(key: Key): void {
  const others = allKeys().filter((it) => it.secret !== key.secret || it.match !== key.match);
  save([...others, key]);
}

export function addCreated(created: Created): void {
  for (const seat of created.seats) {
    addKey({
      match: created.id,
      secret: seat.secret,
      seat: seat.seat,
      name: seat.name,
      forFriend: !seat.mine,
    });
  }
  if (created.spectator)
    addKey({ match: created.id, secret: created.spectator, seat: null, name: '', forFriend: true });
}

/** Seats of whoever is logged in, as far as this page has heard of them. They need no secret. */
let owned: Key[] = [];

export function setOwned(matches: MatchSummary[]): void {
  owned = matches.flatMap(({ id, seats, holds }) => {
    // Of several seats in one battle the server opens the first.
    const seat = holds[0] ? seatOf(holds[0].viewer) : null;
    const name = seats.find((it) => it.seat === seat)?.name ?? '';
    return seat === null ? [] : [{ match: id, secret: '', seat, name }];
  });
}

/** What opens the seats a guest has come to by way of the lobby; nothing for somebody who is logged in. */
let guestPass = '';

export function setGuestPass(pass: string): void {
  guestPass = pass;
}

/** Whether this server has people at all. The page says so. */
export const hasPeople = (): boolean =>
  typeof document !== 'undefined' && document.querySelector('meta[name=flagbridge-people]') !== null;

/** What this browser plays in a match: own seats first, else a spectator's place. */
export function keysOf(match: string): Key[] {
  const held = allKeys().filter((it) => it.match === match && !it.forFriend);
  if (held.length > 0 || !hasPeople()) return held;
  // Somebody who is logged in may have a seat there; the server knows.
  const own = owned.filter((it) => it.match === match);
  return own.length > 0 ? own : [{ match, secret: guestPass, seat: null, name: '' }];
}

export function friendKeysOf(match: string): Key[] {
  return allKeys().filter((it) => it.match === match && it.forFriend);
}

/** 16 random bytes as text. */
export function drawKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((it) => it.toString(16).padStart(2, '0'))
    .join('');
}

export const drawContribution = drawKey;

export function forget(match: string): void {
  save(allKeys().filter((it) => it.match !== match));
}

export function seatOf(viewer: Viewer): number | null {
  return typeof viewer === 'object' ? viewer.seat : null;
}

/** `base` is where friends can reach the server. */
export function joinLink(key: Key, base: string): string {
  return `${base.replace(/\/$/, '')}${location.pathname}#/join/${key.match}/${key.secret}`;
}

/** An address that means another machine on every machine. */
export function isOwnMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}
