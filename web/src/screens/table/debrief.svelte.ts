// What a debrief offers to do: the same battle again, the sides changed, or on from a turn.
import { api, wordsOf } from '../../lib/api';
import { addCreated, addKey, friendKeysOf, keysOf, seatOf } from '../../lib/keys';
import type { Key } from '../../lib/keys';
import { router } from '../../lib/router.svelte';
import type { Created, MatchInfo, NewSeat } from '../../wire';

/** Who sat where: whoever plays in this browser is me again, other people are sent a link. */
export function seatsOf(info: MatchInfo, mine: number[]): NewSeat[] {
  return info.seats.map((it): NewSeat => {
    if (it.player !== 'human') return { kind: 'computer', level: it.player };
    return mine.includes(it.seat) ? { kind: 'me' } : { kind: 'friend' };
  });
}

/** Everybody moves on by one seat. */
export const swapped = (seats: NewSeat[]): NewSeat[] => [...seats.slice(1), ...seats.slice(0, 1)];

/** Computer players, from weak to strong. */
const LADDER = ['cadet', 'captain', 'admiral'];

/** The same seats against stronger computers, or weaker ones; null where nobody is a step away. */
export function stepped(seats: NewSeat[], by: 1 | -1): { seats: NewSeat[]; level: string } | null {
  const places = seats.flatMap((it) => (it.kind === 'computer' ? [LADDER.indexOf(it.level)] : []));
  // Whoever met a mixed crowd, or none, chooses on the page of a new battle.
  if (places.length === 0 || places.some((it) => it < 0 || it !== places[0])) return null;
  const level = LADDER[places[0]! + by];
  if (level === undefined) return null;
  return { level, seats: seats.map((it) => (it.kind === 'computer' ? { kind: 'computer', level } : it)) };
}

/** Whether somebody has to be asked before these seats are taken. */
export const asksOthers = (seats: NewSeat[]): boolean => seats.some((it) => it.kind === 'friend');

/** For a battle that goes on from a turn: nobody else is asked, so a captain takes the seats of other people. */
export function seatsToPlayOn(info: MatchInfo, mine: number[]): NewSeat[] {
  const seats = seatsOf(info, mine).map((it): NewSeat =>
    it.kind === 'friend' ? { kind: 'computer', level: 'captain' } : it,
  );
  return seats.some((it) => it.kind === 'me') ? seats : [{ kind: 'me' }, ...seats.slice(1)];
}

export class Again {
  busy = $state(false);
  failed = $state('');
  /** Links of a new battle that must be handed out before it begins. */
  links = $state.raw<Key[]>([]);
  made = $state.raw<Created | null>(null);
  readonly #info: MatchInfo;
  readonly #mine: number[];
  readonly #secret: string;

  constructor(info: MatchInfo, secret: string) {
    this.#info = info;
    this.#secret = secret;
    const own = seatOf(info.viewer);
    this.#mine = keysOf(info.id).flatMap((it) => it.seat ?? (it.secret === '' ? own : null) ?? []);
  }

  private async make(make: () => Promise<Created>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failed = '';
    try {
      const made = await make();
      addCreated(made);
      if (made.seats.every((it) => !it.mine) && made.spectator)
        addKey({ match: made.id, secret: made.spectator, seat: null, name: '' });
      this.links = friendKeysOf(made.id);
      if (this.links.length > 0) this.made = made;
      else router.go('table', made.id);
    } catch (error) {
      this.failed = wordsOf(error);
    } finally {
      this.busy = false;
    }
  }

  /** Whether other people sat there: at the table they are asked for a rematch, and need no links. */
  get others(): boolean {
    return asksOthers(seatsOf(this.#info, this.#mine));
  }

  /** The level of the same battle against stronger computers, or weaker ones. */
  level(by: 1 | -1): string | null {
    return stepped(seatsOf(this.#info, this.#mine), by)?.level ?? null;
  }

  rematch(swap: boolean, by?: 1 | -1): Promise<void> {
    const info = this.#info;
    const same = seatsOf(info, this.#mine);
    const seats = by === undefined ? same : (stepped(same, by)?.seats ?? same);
    return this.make(async () => {
      // A battle that was laid out by hand has its scenario in its record, which is open now.
      const record = info.scenario === null ? await api.record(info.id, this.#secret) : null;
      const setup = (record as { scenario?: unknown } | null)?.scenario;
      return api.create({
        game: info.game,
        ...(info.scenario === null ? { setup, title: info.title } : { scenario: info.scenario }),
        options: (info.options ?? {}) as Record<string, unknown>,
        seats: swap ? swapped(seats) : seats,
        spectators: info.spectators || seats.every((it) => it.kind === 'computer'),
      });
    });
  }

  playOn(events: number): Promise<void> {
    const seats = seatsToPlayOn(this.#info, this.#mine);
    return this.make(() => api.branch(this.#info.id, this.#secret, { events, seats, spectators: false }));
  }
}
