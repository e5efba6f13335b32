// The rule indexes, asked for once, and the rule that lies open over the table.
import { api } from '../lib/api';
import type { Rule } from '../wire';

class Rulebook {
  open = $state<{ game: string; id: string } | null>(null);
  books = $state.raw<Record<string, Rule[]>>({});
  failed = $state('');

  async load(game: string): Promise<Rule[]> {
    const known = this.books[game];
    if (known) return known;
    const { rules } = await api.rules(game);
    this.books = { ...this.books, [game]: rules };
    return rules;
  }

  async show(game: string, id: string): Promise<void> {
    this.open = { game, id };
    this.failed = '';
    try {
      await this.load(game);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  find(game: string, id: string): Rule | null {
    return this.books[game]?.find((it) => it.id === id) ?? null;
  }
}

export const rulebook = new Rulebook();
