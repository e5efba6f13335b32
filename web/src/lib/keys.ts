// The secrets this browser holds: seats and spectators' places, by match.
// They stay in this browser's storage and travel only in headers.
import type { Created, Viewer } from '../wire';

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
  const others = allKeys().filter((it) => it.secret !== key.secret);
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

/** What this browser plays in a match: own seats first, else a spectator's place. */
export function keysOf(match: string): Key[] {
  return allKeys().filter((it) => it.match === match && !it.forFriend);
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
