// Looking for rules, chapters of the guide and words by the words that people use. Everything is
// in the browser already or asked for once; the index is made when somebody looks for something.
import MiniSearch from 'minisearch';
import type { HowTo, Rule } from '../wire';

export type Kind = 'chapter' | 'word' | 'rule';

export interface Found {
  kind: Kind;
  id: string;
  title: string;
  /** A line below the title. */
  text: string;
}

/** A word with what it means. */
export interface Word {
  term: string;
  forms: string[];
  text: string;
  rule: string;
}

interface Entry extends Found {
  key: string;
  body: string;
}

/** So many of a kind are shown. */
const MOST: Record<Kind, number> = { chapter: 4, word: 4, rule: 30 };
/** What a word that stands for another is worth. */
const MEANT = 0.6;

/** Text without links and marks. */
export const bare = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', '');

const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .map((it) => it.replace(/^[.-]+|[.-]+$/g, ''))
    .filter(Boolean);

export class Finder {
  #index: MiniSearch<Entry>;
  #entries = new Map<string, Entry>();
  #synonyms: Record<string, string[]>;

  constructor(guide: HowTo | null, rules: Rule[], glossary: Word[] = []) {
    this.#synonyms = Object.fromEntries((guide?.synonyms ?? []).map((it) => [it.word, it.meant]));
    this.#index = new MiniSearch<Entry>({
      idField: 'key',
      fields: ['title', 'text', 'body'],
      tokenize: words,
      searchOptions: {
        boost: { title: 4, text: 2 },
        prefix: (term) => term.length > 2,
        fuzzy: (term) => (term.length > 4 && /^\p{L}+$/u.test(term) ? 0.2 : false),
        weights: { fuzzy: 0.2, prefix: 0.5 },
      },
    });
    const chapters = (guide?.chapters ?? []).map((it): Entry => ({
      kind: 'chapter',
      key: `chapter:${it.id}`,
      id: it.id,
      title: it.title,
      text: /^.+?\.(?=\s|$)/s.exec(bare(it.text).trim())?.[0] ?? '',
      body: `${bare(it.text)} ${it.diagrams.map((diagram) => diagram.caption).join(' ')}`,
    }));
    const terms = glossary.map((it): Entry => ({
      kind: 'word',
      key: `word:${it.term}`,
      id: it.rule,
      title: it.term,
      text: it.text,
      body: it.forms.join(' '),
    }));
    const entries = rules.map((it): Entry => ({
      kind: 'rule',
      key: `rule:${it.id}`,
      id: it.id,
      title: `${it.id} ${it.chapter}`,
      text: it.summary,
      body: `${it.text} ${it.notes.join(' ')}`,
    }));
    for (const it of [...chapters, ...terms, ...entries]) this.#entries.set(it.key, it);
    this.#index.addAll([...this.#entries.values()]);
  }

  /** What fits, the best first, of each kind by itself. */
  find(query: string): Found[] {
    const asked = words(query);
    if (asked.length === 0) return [];
    const scores = new Map<string, number>();
    const look = (text: string, worth: number) => {
      for (const it of this.#index.search(text, { combineWith: 'AND' })) {
        const before = scores.get(it.id as string) ?? 0;
        scores.set(it.id as string, Math.max(before, it.score * worth));
      }
    };
    look(query, 1);
    // A word that the rules do not use is looked for by those that they use.
    asked.forEach((word, k) => {
      for (const meant of this.#synonyms[word] ?? [])
        look([...asked.slice(0, k), meant, ...asked.slice(k + 1)].join(' '), MEANT);
    });
    const ranked = [...scores].sort((a, b) => b[1] - a[1]).map(([key]) => this.#entries.get(key)!);
    return (['chapter', 'word', 'rule'] as const).flatMap((kind) =>
      ranked.filter((it) => it.kind === kind).slice(0, MOST[kind]),
    );
  }
}
