// The glossary of the game on the screen, asked for once a game.
import { api } from '../lib/api';
import type { GlossaryEntry } from '../wire';
import { entryOf, indexOf, piecesOf } from './words';
import type { Index, Piece } from './words';

class Glossary {
  /** The game whose words stand on the screen. */
  game = $state('');
  #books = $state.raw<Record<string, { entries: GlossaryEntry[]; index: Index }>>({});
  readonly #book = $derived(this.#books[this.game] ?? null);

  readonly entries = $derived(this.#book?.entries ?? []);
  /** Whether the words have come. */
  readonly ready = $derived(this.#book !== null);

  /** A battle is played without it, too: should it not come, nothing is marked. */
  async use(game: string): Promise<void> {
    this.game = game;
    if (this.#books[game]) return;
    // Should it not come, it is asked for again when the next table opens.
    const found = await api.glossary(game).catch(() => null);
    if (found) this.take(game, found.entries);
  }

  take(game: string, entries: GlossaryEntry[]): void {
    this.#books = { ...this.#books, [game]: { entries, index: indexOf(entries) } };
  }

  find(name: string): GlossaryEntry | null {
    return this.#book ? entryOf(this.#book.index, name) : null;
  }

  pieces(text: string): Piece[] {
    return this.#book ? piecesOf(this.#book.index, text) : [{ text, entry: null }];
  }
}

export const glossary = new Glossary();
