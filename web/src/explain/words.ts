// Which words of a text are explained, and by which entry of the glossary.
// Plain functions: what they are given, they do not keep.
import type { GlossaryEntry } from '../wire';

/** A glossary ready to be asked. */
export interface Index {
  /** By the name of a mark, and by every word and form in small letters. */
  marks: Map<string, GlossaryEntry>;
  words: Map<string, GlossaryEntry>;
  /** Finds words in texts; null if there are none to find. */
  finder: RegExp | null;
}

/** Part of a text; with an entry, it can be asked about. */
export interface Piece {
  text: string;
  entry: GlossaryEntry | null;
}

/** Codes such as AP are found as they are written, words in small and capital letters. */
const isCode = (word: string) => word.length <= 3 || word === word.toUpperCase();

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Bounds of a word: letters and digits end none, and signs at the end of a code belong to it. */
const bounded = (word: string) =>
  `${/^[\p{L}\d]/u.test(word) ? '(?<![\\p{L}\\d])' : ''}${escaped(word)}${
    /[\p{L}\d]$/u.test(word) ? '(?![\\p{L}\\d])' : ''
  }`;

export function indexOf(entries: GlossaryEntry[]): Index {
  const marks = new Map<string, GlossaryEntry>();
  const words = new Map<string, GlossaryEntry>();
  const looked: string[] = [];
  for (const entry of entries) {
    for (const mark of entry.marks) marks.set(mark, entry);
    for (const word of [entry.term, ...entry.forms]) words.set(word.toLowerCase(), entry);
    looked.push(...(entry.quiet ? entry.forms : [entry.term, ...entry.forms]));
  }
  // The longest first, so that a name wins over the words in it.
  looked.sort((a, b) => b.length - a.length);
  const finder = looked.length === 0 ? null : new RegExp(looked.map((it) => bounded(it)).join('|'), 'giu');
  return { marks, words, finder };
}

/** The entry of a mark or a word; null if the glossary has none. */
export function entryOf(index: Index, name: string): GlossaryEntry | null {
  return index.marks.get(name) ?? index.words.get(name.trim().toLowerCase()) ?? null;
}

/** A text in pieces; each entry is offered once, where it is met first. */
export function piecesOf(index: Index, text: string): Piece[] {
  if (!index.finder) return [{ text, entry: null }];
  const pieces: Piece[] = [];
  const met = new Set<GlossaryEntry>();
  let from = 0;
  for (const found of text.matchAll(index.finder)) {
    const word = found[0];
    const entry = index.words.get(word.toLowerCase());
    if (!entry || met.has(entry)) continue;
    const known = [entry.term, ...entry.forms].find((it) => it.toLowerCase() === word.toLowerCase())!;
    if (isCode(known) && known !== word) continue;
    met.add(entry);
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), entry: null });
    pieces.push({ text: word, entry });
    from = found.index + word.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), entry: null });
  return pieces;
}
