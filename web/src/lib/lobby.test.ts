import { describe, expect, it } from 'vitest';
import type { LobbyPage, OpenTable } from '../wire';
import { changed, fits, followedFirst } from './lobby';

const table = (id: string, created: number, more: Partial<OpenTable> = {}): OpenTable => ({
  id,
  maker: { name: 'Ada' },
  game: 'asfos',
  scenario: 'intro',
  title: `Table ${id}`,
  guests: true,
  created,
  ...more,
});

const page: LobbyPage = {
  seq: 4,
  here: 3,
  people: [{ name: 'Ada' }, { name: 'Bob' }],
  tables: [table('b', 2), table('a', 1)],
  waiting: [],
  paces: [],
};

describe('the page of the lobby', () => {
  it('takes a change in its turn', () => {
    const after = changed(page, {
      seq: 5,
      here: 4,
      tables: [table('c', 3), table('a', 1, { title: 'Another' })],
      closed: ['b'],
      came: [{ name: 'Carol' }, { name: 'Robot', owner: 'Ada' }],
      left: [{ name: 'Ada' }],
      waiting: [{ game: 'talon', pace: '1d', people: 1 }],
    })!;
    expect(after.tables.map((it) => it.title)).toEqual(['Table c', 'Another']);
    expect(after.people.map((it) => it.name)).toEqual(['Bob', 'Carol', 'Robot']);
    expect([after.seq, after.here, after.waiting.length]).toEqual([5, 4, 1]);
    // What is not said stays.
    const next = changed(after, { seq: 6, here: 5 })!;
    expect([next.tables, next.people, next.waiting]).toEqual([after.tables, after.people, after.waiting]);
  });

  it('notices that something is missing', () => {
    expect(changed(page, { seq: 6, here: 4 })).toBeNull();
    expect(changed(page, { seq: 4, here: 4 })).toBeNull();
  });

  it('names those first whom one follows', () => {
    const people = [{ name: 'Ada' }, { name: 'Bob' }, { name: 'Carol' }, {}];
    const names = (followed: string[]) => followedFirst(people, new Set(followed)).map((it) => it.name);
    expect(names(['Carol', 'Dan'])).toEqual(['Carol', 'Ada', 'Bob', undefined]);
    expect(names([])).toEqual(people.map((it) => it.name));
  });

  it('is looked through by game, pace and words', () => {
    const live = table('l', 1, { pace: { bank: 900, increment: 15, late: 'lost' } });
    const slow = table('s', 1, { pace: { decision: 86400, late: 'captain' }, game: 'talon' });
    const by = (game: string, pace: '' | 'live' | 'slow', words = '') =>
      [live, slow, page.tables[0]!].filter((it) => fits(it, { game, pace, words })).map((it) => it.id);
    expect(by('', '')).toEqual(['l', 's', 'b']);
    expect(by('talon', '')).toEqual(['s']);
    expect(by('', 'live')).toEqual(['l']);
    // Without a clock nobody has to sit through it.
    expect(by('', 'slow')).toEqual(['s', 'b']);
    expect(by('', '', ' table L ')).toEqual(['l']);
    expect(by('', '', 'ada')).toEqual(['l', 's', 'b']);
  });
});
