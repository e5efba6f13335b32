// Which lessons have been finished in this browser.
import type { LessonCard } from '../wire';

const STORE = 'flagbridge.lessons';

export function learnt(): Set<string> {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return new Set(Array.isArray(data) ? data.filter((it) => typeof it === 'string') : []);
  } catch {
    return new Set();
  }
}

export function finishes(game: string, lesson: string): void {
  try {
    localStorage.setItem(STORE, JSON.stringify([...learnt().add(`${game}/${lesson}`)]));
  } catch {
    // A browser that stores nothing still learns.
  }
}

/** The first lesson of a game that was not finished yet. */
export function nextLesson(game: string, lessons: LessonCard[], done = learnt()): LessonCard | null {
  return lessons.find((it) => !done.has(`${game}/${it.id}`)) ?? null;
}
