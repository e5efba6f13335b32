import { describe, expect, it } from 'vitest';
import type { HowTo, Rule } from '../wire';
import { addressOf, blocksOf, spansOf } from './prose';
import { bare, Finder } from './search';

const rule = (id: string, chapter: string, text: string): Rule => ({
  id,
  tag: 'core',
  chapter,
  summary: text,
  text,
  notes: [],
  code: [],
  tests: [],
});
const rules = [
  rule('F-30.1', 'Bends', 'Deflection comes after acceleration.'),
  rule('F-12.3', 'Orders', 'A burn adds one heat.'),
  rule('F-1.1', 'Introduction', 'Two sides.'),
];
const guide: HowTo = {
  game: 'f',
  chapters: [
    {
      id: 'bend',
      title: 'Planets bend courses',
      text: 'The **deflection** is [free](rule:F-30.1).',
      rules: [],
      diagrams: [],
    },
  ],
  synonyms: [{ word: 'gravity', meant: ['deflection'] }],
};
const ids = (query: string) => new Finder(guide, rules).find(query).map((it) => `${it.kind} ${it.id}`);

describe('the search', () => {
  it('finds by words, beginnings of words and numbers', () => {
    expect(ids('heat')).toEqual(['rule F-12.3']);
    expect(ids('deflec')).toEqual(['chapter bend', 'rule F-30.1']);
    expect(ids('F-1.1')[0]).toBe('rule F-1.1');
  });
  it('finds by the words people use', () => {
    expect(ids('gravity')).toEqual(['chapter bend', 'rule F-30.1']);
    expect(ids('Gravity acceleration')).toEqual(['rule F-30.1']);
  });
  it('forgives a slip of the finger, and finds nothing for nothing', () => {
    expect(ids('accelaration')).toEqual(['rule F-30.1']);
    expect(ids('  ')).toEqual([]);
    expect(ids('xylophone')).toEqual([]);
  });
  it('finds words of the glossary, too', () => {
    const words = [{ term: 'Heat', forms: ['hot'], text: 'What burns make.', rule: 'F-12.3' }];
    const found = new Finder(guide, rules, words).find('hot');
    expect(found.map((it) => it.title)).toEqual(['Heat']);
  });
});

describe('the text of a chapter', () => {
  it('has strong words, links and lists', () => {
    expect(spansOf('a **b** [c](rule:F-1.1).')).toEqual([
      { kind: 'plain', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'plain', text: ' ' },
      { kind: 'link', text: 'c', to: 'rule:F-1.1' },
      { kind: 'plain', text: '.' },
    ]);
    expect(blocksOf('one\ntwo\n\n- a\n- b\n').map((it) => it.kind)).toEqual(['paragraph', 'list']);
    expect(bare('a **b** [c](rules)')).toBe('a b c');
  });
  it('leads to rules, chapters, battles and the yard', () => {
    expect(addressOf('f', 'rule:F-1.1')).toBe('#/rules/f/F-1.1');
    expect(addressOf('f', 'chapter:bend')).toBe('#/howto/f/bend');
    expect(addressOf('f', 'play:intro')).toBe('#/new/f/intro');
    expect(addressOf('f', 'yard')).toBe('#/yard');
    expect(addressOf('f', 'rules')).toBe('#/rules/f');
  });
});
