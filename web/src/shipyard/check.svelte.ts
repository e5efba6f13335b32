// Asks the server about a design as it is edited: one question at a time, the
// newest last, and the last answer stays in sight until the next is there.
import { wordsOf } from '../lib/api';
import { yardApi } from './api';
import type { DesignReport, Sheet } from './api';
import type { Ship } from './types';

const PAUSE = 140;

export class Checker {
  report = $state.raw<DesignReport | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  busy = $state(false);
  failed = $state('');
  /** The ship the report is about. */
  about = $state.raw<Ship | null>(null);
  #game: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;
  #tries = 0;

  constructor(game: string) {
    this.#game = game;
  }

  ask(ship: Ship, techs: string[] | null): void {
    this.busy = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#go(ship, techs), this.report === null ? 0 : PAUSE);
  }

  async #go(ship: Ship, techs: string[] | null): Promise<void> {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    try {
      const [report, sheets] = await Promise.all([
        yardApi.check(this.#game, ship, techs, running.signal),
        yardApi.sheets(this.#game, [ship], running.signal).catch(() => null),
      ]);
      if (running.signal.aborted) return;
      this.report = report;
      this.about = ship;
      if (sheets?.[0]) this.sheet = sheets[0];
      this.failed = '';
      this.#tries = 0;
      this.busy = false;
    } catch (error) {
      if (running.signal.aborted) return;
      this.failed = wordsOf(error);
      this.#tries += 1;
      this.#timer = setTimeout(() => void this.#go(ship, techs), Math.min(15_000, 1000 * 2 ** this.#tries));
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }
}
