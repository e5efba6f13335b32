import { describe, expect, it } from 'vitest';
import type { StudyPage } from '../wire';
import { roughly, withFigures } from './lab';

const page = (mine: boolean, figures?: string[]): StudyPage => ({
  card: {
    id: 'a',
    title: 'A',
    question: 'fair',
    games: [],
    state: 'running',
    battles: 1,
    most: 2,
    created: 0,
    mine,
  },
  ahead: 0,
  rate: 1,
  answers: [],
  standings: [],
  kinds: [],
  latest: [],
  files: [],
  ...(figures
    ? { figures: figures.map((id) => ({ id, title: id, words: '', battles: 1, height: 9, svg: '' })) }
    : {}),
});

describe('a study as it goes on', () => {
  it('keeps its figures until there are others', () => {
    const first = withFigures(page(true, ['scores']), null);
    const second = withFigures(page(false), first);
    expect(second.figures?.map((it) => it.id)).toEqual(['scores']);
    expect(withFigures(page(false, ['lengths']), second).figures?.map((it) => it.id)).toEqual(['lengths']);
  });

  it('stays one’s own though a push does not know who reads it', () => {
    const first = withFigures(page(true), null);
    expect(withFigures(page(false), first).card.mine).toBe(true);
  });

  it('says times roughly', () => {
    expect(roughly(0.4)).toEqual({ n: 1, unit: 'second' });
    expect(roughly(33)).toEqual({ n: 35, unit: 'second' });
    expect(roughly(240)).toEqual({ n: 4, unit: 'minute' });
    expect(roughly(3 * 3600)).toEqual({ n: 3, unit: 'hour' });
  });
});
