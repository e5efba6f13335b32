// A battle looked at again, from any of its moments: a scrubber's state. The
// views come from the server, each as its viewer saw it; events between them
// are played back. A finished battle and a running one are looked at alike.
import type { Card } from '../../board/card';
import { cardOf, isOver, moment, play, timeline, withLastBlow } from '../../board/timeline';
import { withoutMotion } from './cards';
import type { Moment, Timeline } from '../../board/timeline';
import type { GameModule, GameSession } from '../../games/types';
import { wordsOf } from '../../lib/api';
import { isKill, turnsOf } from '../../lib/debrief';
import { moves, settings } from '../../lib/settings.svelte';
import { hear } from '../../lib/sound/sound.svelte';
import type { Line, SeatCard } from '../../wire';

export interface FilmSource {
  game: GameModule;
  seats: SeatCard[];
  /** The seat that looks, or null. */
  seat: number | null;
  lines: Line[];
  /** The log as other eyes saw it, where there may be others. */
  told?: (as: string) => Promise<Line[]>;
  /** The table after n events; `as` names other eyes. */
  view: (n: number, as: string) => Promise<unknown>;
  /** Says what went wrong, in its own words. */
  fails?: (error: unknown) => string;
}

/** So many lines further on are looked at for the end of the battle. */
const AHEAD = 24;
/** So many views are kept. */
const KEPT = 300;

export class Film {
  readonly session: GameSession;
  lines = $state.raw<Line[]>([]);
  /** How many events have happened. */
  at = $state(0);
  as = $state('');
  running = $state(false);
  failed = $state('');
  line = $state.raw<Timeline | null>(null);
  /** What is told beside the map while it plays. */
  card = $state.raw<Card | null>(null);
  #source: FilmSource;
  #most = $state(0);
  #views = new Map<string, unknown>();
  /** Where what is being played ends. */
  #goal = 0;
  /** Stopped in the middle of it. */
  #held = false;
  #wanted = 0;
  #fetching = false;

  /** As many as any of the eyes has seen: others may have seen fewer at the end. */
  readonly total = $derived(Math.max(this.#most, ...this.lines.slice(-1).map((it) => it.n + 1)));
  readonly turns = $derived(
    this.lines.filter((it, k) => k > 0 && it.turn !== this.lines[k - 1]!.turn).map((it) => it.n),
  );
  /** Lines after which somebody was hit, as places to go to. */
  readonly hits = $derived(this.lines.filter((it) => it.hit).map((it) => it.n + 1));
  /** Where turns begin and where somebody was lost, as shares of the whole, for the scrubber. */
  readonly marks = $derived.by(() => {
    const all = Math.max(1, this.total);
    const turns = turnsOf(this.lines).map((it) => ({ at: it.from / all, n: it.from, turn: it.turn }));
    const kills = this.lines.filter(isKill).map((it) => ({
      at: (it.n + 1) / all,
      n: it.n + 1,
      side: it.tolls?.find((toll) => toll.gone === 'destroyed')?.side ?? 0,
      text: it.text,
    }));
    return { turns, kills };
  });
  readonly current = $derived(this.lines.findLast((it) => it.n < this.at));
  readonly told = $derived(this.lines.filter((it) => it.n < this.at));

  constructor(source: FilmSource, as = '') {
    this.#source = source;
    this.lines = source.lines;
    this.as = as;
    this.session = source.game.session();
  }

  private async viewAt(n: number): Promise<unknown> {
    const key = `${this.as}:${n}`;
    if (!this.#views.has(key)) {
      const view = await this.#source.view(n, this.as);
      if (this.#views.size > KEPT) this.#views.clear();
      this.#views.set(key, view);
    }
    return this.#views.get(key);
  }

  /** Looks with other eyes, at the same moment. What a line changed depends on who saw it. */
  async lookAs(as: string): Promise<void> {
    this.stop();
    const wish = this.#wanted;
    try {
      const lines = await this.#source.told?.(as);
      if (wish !== this.#wanted) return;
      this.#most = this.total;
      this.as = as;
      if (lines) this.lines = lines;
      await this.show(this.at);
    } catch (error) {
      this.fail(error);
    }
  }

  private put(view: unknown): void {
    const { seat, seats } = this.#source;
    this.session.update({
      view,
      menu: null,
      seat,
      decision: 0,
      phase: null,
      deciding: false,
      sealed: false,
      seats,
    });
  }

  private fail(error: unknown): void {
    this.running = false;
    this.failed = this.#source.fails?.(error) ?? wordsOf(error);
  }

  /** Shows the table after n events. While one view is on its way only the
   * last wish is kept, so that a quick hand at the scrubber asks for little. */
  async show(n: number): Promise<void> {
    const wish = ++this.#wanted;
    this.at = Math.min(this.total, Math.max(0, n));
    if (this.#fetching && !this.#views.has(`${this.as}:${this.at}`)) return;
    this.#fetching = true;
    try {
      const view = await this.viewAt(this.at);
      if (wish === this.#wanted) {
        this.line = null;
        this.card = null;
        this.session.settle();
        this.put(view);
        this.session.settle();
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.#fetching = false;
    }
    if (wish !== this.#wanted && !this.failed && !this.line) await this.show(this.at);
  }

  /** Plays the events from here to n, then stands still or goes on. */
  async playTo(n: number): Promise<void> {
    const wish = ++this.#wanted;
    const fresh = this.lines.filter((it) => it.n >= this.at && it.n < n);
    let view: unknown;
    try {
      view = await this.viewAt(n);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (wish !== this.#wanted) return;
    if (settings.speed === 'all' || fresh.length === 0) {
      await this.show(n);
      if (this.running) setTimeout(() => this.running && this.next(), 250);
      return;
    }
    const after = this.lines.filter((it) => it.n >= n).slice(0, AHEAD);
    const cues = withLastBlow(this.session.cues(fresh), this.session.cues(after));
    this.put(view);
    this.#goal = n;
    this.#held = false;
    this.card = null;
    this.line = timeline(moves() ? cues : withoutMotion(cues));
  }

  /** Lets playback run; asked once a frame by the board. */
  tick = (elapsed: number): Moment | null => {
    const now = this.line;
    if (!now) return null;
    if (this.#held) return moment(now, !moves());
    try {
      play(now, elapsed * (settings.speed === '4' ? 4 : 1), hear);
    } catch (error) {
      // Playback that fails costs no more than what was still to be seen: the truth is shown.
      console.error(error);
      now.index = now.cues.length;
    }
    if (isOver(now)) {
      this.line = null;
      this.card = null;
      this.at = this.#goal;
      this.session.settle();
      if (this.running) this.next();
      return null;
    }
    // As far as it has come: the log and the scrubber go along.
    this.at = Math.max(this.at, (now.cues[now.index]?.upTo ?? -1) + 1);
    this.card = cardOf(now) ?? this.card;
    return moment(now, !moves());
  };

  /** Where the turn ends that is played next: what an attack leads to belongs to its card. */
  private turnEnd(from: number): number {
    return this.turns.find((it) => it > from) ?? this.total;
  }

  private next(): void {
    if (this.at >= this.total) {
      this.running = false;
      return;
    }
    void this.playTo(this.turnEnd(this.at));
  }

  toggle(): void {
    this.running = !this.running;
    this.#held = !this.running;
    if (!this.running) return;
    if (this.at >= this.total) void this.show(0).then(() => this.next());
    else if (!this.line) this.next();
  }

  go(n: number): void {
    this.running = false;
    void this.show(n);
  }

  step(by: number): void {
    this.go(this.at + by);
  }

  turn(by: number): void {
    const marks = [0, ...this.turns, this.total];
    this.go(
      (by > 0 ? marks.find((it) => it > this.at) : marks.findLast((it) => it < this.at)) ??
        (by > 0 ? this.total : 0),
    );
  }

  /** The next line that tells of a hit, or the one before. */
  hit(by: number): void {
    const to = by > 0 ? this.hits.find((it) => it > this.at) : this.hits.findLast((it) => it < this.at);
    if (to !== undefined) this.go(to);
  }

  stop(): void {
    this.running = false;
    this.line = null;
    this.card = null;
    this.#wanted += 1;
  }
}
