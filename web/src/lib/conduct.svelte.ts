// How whoever is logged in stands in the house: words from a moderator that
// they have still to read, and for moderators how much waits.
import type { Conduct } from '../wire';
import { account } from './account.svelte';
import { house } from './house';

/** It is asked at most this often, in milliseconds. */
const SELDOM = 60_000;

class Standing {
  now = $state.raw<Conduct | null>(null);
  #asked = 0;
  #whom = '';

  /** Asks the server, unless it has just said. */
  async look(): Promise<void> {
    const whom = account.person?.id ?? '';
    if (!whom) {
      this.now = null;
      this.#whom = '';
      return;
    }
    if (whom === this.#whom && Date.now() - this.#asked < SELDOM) return;
    this.#whom = whom;
    this.#asked = Date.now();
    try {
      this.now = await house.conduct();
    } catch {
      // Asked again on the next page.
    }
  }

  async read(id: string): Promise<void> {
    this.now = await house.seeWarning(id);
  }
}

export const standing = new Standing();
