// Which words of a text are found, and where the note goes.
import { describe, expect, it } from 'vitest';
import type { GlossaryEntry } from '../wire';
import { beside } from './place';
import { entryOf, indexOf, piecesOf } from './words';

const entry = (term: string, more: Partial<GlossaryEntry> = {}): GlossaryEntry => ({
  term,
  forms: [],
  marks: [],
  quiet: false,
  text: `${term} is explained.`,
  rule: 'X-1',
  ...more,
});
const index = indexOf([
  entry('Action point', { forms: ['AP', 'action points'] }),
  entry('Shield', { forms: ['shields'], marks: ['S'] }),
  entry('Shield arc'),
  entry('Power-Speed-Turn', { forms: ['P-S-T', 'T+'] }),
  entry('Turn', { quiet: true, forms: ['turn radius'] }),
]);
const found = (text: string) =>
  piecesOf(index, text)
    .filter((it) => it.entry)
    .map((it) => `${it.text}=${it.entry!.term}`);

describe('words of a text', () => {
  it('are found with their forms, whole, once each, the longest first', () => {
    expect(found('One AP buys a shield; two AP do not.')).toEqual(['AP=Action point', 'shield=Shield']);
    expect(found('The shield arc and its Shields')).toEqual(['shield arc=Shield arc', 'Shields=Shield']);
    expect(found('CAPS, ap, unshielded, APs')).toEqual([]);
  });
  it('may have signs in them', () => {
    expect(found('Its P-S-T is 3-3-2')).toEqual(['P-S-T=Power-Speed-Turn']);
    expect(found('marked T+, twice')).toEqual(['T+=Power-Speed-Turn']);
  });
  it('are left alone where they are too common', () => {
    expect(found('Turn left: the turn radius is 2')).toEqual(['turn radius=Turn']);
  });
  it('come in pieces that make the text again', () => {
    const text = 'Spend 1 AP on shields, then turn.';
    expect(
      piecesOf(index, text)
        .map((it) => it.text)
        .join(''),
    ).toBe(text);
  });
  it('are looked up by mark, term and form', () => {
    expect(entryOf(index, 'S')?.term).toBe('Shield');
    expect(entryOf(index, 'ap')?.term).toBe('Action point');
    expect(entryOf(index, 'Turn')?.term).toBe('Turn');
    expect(entryOf(index, 'Q')).toBeNull();
  });
});

describe('a note', () => {
  const window = { width: 400, height: 300 };
  const box = { width: 200, height: 80 };
  it('stands below what it is about, else above, and in the window', () => {
    expect(beside({ left: 190, right: 210, top: 50, bottom: 60 }, box, window)).toEqual({
      left: 100,
      top: 67,
    });
    expect(beside({ left: 390, right: 398, top: 250, bottom: 260 }, box, window)).toEqual({
      left: 192,
      top: 163,
    });
    expect(beside({ left: 0, right: 400, top: 0, bottom: 300 }, box, window).top).toBe(212);
  });
});
