// The clocks that the table has agreed on, as they were told last.
import type { MatchInfo, PresenceList, SeatCard, SeatClock, SeatPresence, Table } from '../../wire';

export class PaceWatch {
  clocks = $state.raw<SeatClock[]>([]);
  replaced = $state.raw<SeatCard[]>([]);
  /** Who had the table open when that was asked last, and how long away is too long. */
  present = $state.raw<SeatPresence[]>([]);
  leftAfter = $state(0);
  /** When they were told. */
  #at = 0;

  /** Also says who sits at the table now: a computer may have taken a seat over, and its player may be back. */
  hear(info: MatchInfo | null, table: Table, now: number): MatchInfo | null {
    this.clocks = table.clocks ?? [];
    this.#at = now;
    const before = this.replaced;
    this.replaced = table.replaced ?? [];
    if (!info) return info;
    const player = (it: SeatCard) => {
      const taken = this.replaced.find((card) => card.seat === it.seat);
      if (taken) return taken.player;
      return before.some((card) => card.seat === it.seat) ? 'human' : it.player;
    };
    if (info.seats.every((it) => player(it) === it.player)) return info;
    return { ...info, seats: info.seats.map((it) => ({ ...it, player: player(it) })) };
  }

  meet(list: PresenceList): void {
    this.present = list.seats;
    this.leftAfter = list.left;
  }

  isAway(seat: number): boolean {
    return !this.isReplaced(seat) && this.present.some((it) => it.seat === seat && !it.here);
  }

  isReplaced(seat: number | null): boolean {
    return this.replaced.some((it) => it.seat === seat);
  }

  of(seat: number): SeatClock | undefined {
    return this.clocks.find((it) => it.seat === seat);
  }

  /** Milliseconds that a seat has left now. */
  left(clock: SeatClock, now: number): number {
    if (!clock.running) return clock.left;
    const gone = Math.max(0, now - this.#at - (clock.stopped ?? 0));
    return Math.max(0, clock.left - gone);
  }

  /** Whether nobody has to be in a seat yet: it is on holiday, or its time for this decision is not over. */
  isInTime(seat: number, now: number): boolean {
    const clock = this.of(seat);
    return !!clock && (this.stopped(clock, now) || this.left(clock, now) > clock.bank);
  }

  /** Whether its holiday still lasts. */
  stopped(clock: SeatClock, now: number): boolean {
    return now - this.#at < (clock.stopped ?? 0);
  }
}
