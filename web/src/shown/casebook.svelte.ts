// The examples of each game's rules, asked for once.
import { api } from '../lib/api';
import type { CaseCard } from '../wire';

/** What shows the most comes first. */
const ORDER: CaseCard['kind'][] = ['played', 'refused', 'still', 'design', 'impossible'];

/** The examples of a rule: those first that are about it before all, and among them those that show the most. */
export function casesOf(cases: CaseCard[], rule: string): CaseCard[] {
  const worth = (it: CaseCard) =>
    (it.id.startsWith('howto-') ? -100 : 0) +
    Math.min(9, it.rules.indexOf(rule)) * 10 +
    ORDER.indexOf(it.kind) * 2 +
    Math.min(1, (it.rules.length - 1) / 10);
  return cases.filter((it) => it.rules.includes(rule)).sort((a, b) => worth(a) - worth(b));
}

class Casebook {
  books = $state.raw<Record<string, CaseCard[]>>({});
  #asked = new Map<string, Promise<CaseCard[]>>();

  load(game: string): Promise<CaseCard[]> {
    let asked = this.#asked.get(game);
    if (!asked) {
      asked = api.cases(game).then(({ cases }) => {
        this.books = { ...this.books, [game]: cases };
        return cases;
      });
      this.#asked.set(game, asked);
      // The network may be back when it is asked for again.
      asked.catch(() => this.#asked.delete(game));
    }
    return asked;
  }

  of(game: string, rule: string): CaseCard[] {
    return casesOf(this.books[game] ?? [], rule);
  }
}

export const casebook = new Casebook();
