// What a player has made and the server does not have yet, kept in this
// browser over a reload: the draft of an order, and an order that was sealed
// while the server could not be reached. One of each for a seat.
import type { OrderRequest } from '../wire';

/** An order on its way: sent again under its key it is sealed once. */
export interface Unsent {
  decision: number;
  request: OrderRequest & { key: string };
}

interface KeptDraft {
  decision: number;
  /** The client that wrote it: another one may shape its drafts otherwise. */
  build: string;
  draft: unknown;
}

type Kept = 'draft' | 'order';
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const name = (what: Kept, match: string, seat: number) => `flagbridge.${what}.${match}.${seat}`;

export class Drawer {
  readonly #store: Store | null;
  readonly #build: string;

  constructor(store: Store | null, build: string) {
    this.#store = store;
    this.#build = build;
  }

  /** The draft of this decision, if one was left; those of other decisions are thrown away. */
  draft(match: string, seat: number, decision: number): unknown {
    const kept = this.#read(name('draft', match, seat)) as KeptDraft | null;
    if (kept && (kept.decision !== decision || kept.build !== this.#build)) {
      this.dropDraft(match, seat);
      return null;
    }
    return kept?.draft ?? null;
  }

  keepDraft(match: string, seat: number, decision: number, draft: unknown): void {
    this.#write(name('draft', match, seat), { decision, build: this.#build, draft });
  }

  dropDraft(match: string, seat: number): void {
    this.#drop(name('draft', match, seat));
  }

  order(match: string, seat: number): Unsent | null {
    return this.#read(name('order', match, seat)) as Unsent | null;
  }

  keepOrder(match: string, seat: number, order: Unsent): void {
    this.#write(name('order', match, seat), order);
  }

  dropOrder(match: string, seat: number): void {
    this.#drop(name('order', match, seat));
  }

  #read(key: string): unknown {
    try {
      return JSON.parse(this.#store?.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  }

  #write(key: string, value: unknown): void {
    try {
      this.#store?.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that stores nothing still plays.
    }
  }

  #drop(key: string): void {
    try {
      this.#store?.removeItem(key);
    } catch {
      // There is nothing to drop.
    }
  }
}

/** How long to wait before the next try, in milliseconds: longer each time, never very long. */
export function pauseAfter(tries: number): number {
  return Math.min(8000, 500 * 2 ** Math.min(tries, 4));
}
