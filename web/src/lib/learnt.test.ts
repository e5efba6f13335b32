import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishes, learnt, nextLesson } from './learnt';

const cards = ['01-a', '02-b'].map((id) => ({ id, title: id, blurb: '', minutes: 5, tasks: 1 }));

describe('lessons', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('offers the first that was not finished', () => {
    expect(nextLesson('x', cards)?.id).toBe('01-a');
    finishes('x', '01-a');
    finishes('x', '01-a');
    expect(nextLesson('x', cards)?.id).toBe('02-b');
    expect(nextLesson('y', cards)?.id).toBe('01-a');
    finishes('x', '02-b');
    expect(nextLesson('x', cards)).toBeNull();
    expect([...learnt()]).toEqual(['x/01-a', 'x/02-b']);
  });

  it('takes nonsense in the store for nothing', () => {
    localStorage.setItem('flagbridge.lessons', '{');
    expect(learnt().size).toBe(0);
  });
});
