// The one small note on the screen: what a word or mark means, or why
// something could not be done. Whoever shows another replaces it.
import type { GlossaryEntry } from '../wire';
import { glossary } from './glossary.svelte';

/** Where it points at, in pixels of the window. */
export interface Place {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** One thing a note says. */
export interface Said {
  title: string;
  /** About this one: "Hull 7 of 12". */
  says: string;
  text: string;
  rule: string;
}

export interface Note {
  kind: 'word' | 'why';
  said: Said[];
  place: Place;
}

/** How long a reason stays that nobody looks away from. */
const LINGERS = 7000;
/** As many as fit on a small screen. */
const MOST = 6;

class Notes {
  open = $state.raw<Note | null>(null);
  #closing: ReturnType<typeof setTimeout> | undefined;

  /** Explains an element and, for whoever comes by keyboard, all that stands in it. */
  explain(element: Element, within = false): boolean {
    const said = saidOf(element, within);
    if (said.length === 0) return false;
    this.show({ kind: 'word', said, place: element.getBoundingClientRect() });
    return true;
  }

  /** Says why something could not be done, where it was tried. */
  refuse(text: string, rule: string, place: Place): void {
    if (!text) return;
    this.show({ kind: 'why', said: [{ title: '', says: '', text, rule }], place });
    this.#closing = setTimeout(() => this.close(), LINGERS);
  }

  private show(note: Note): void {
    clearTimeout(this.#closing);
    this.open = note;
  }

  close(): void {
    clearTimeout(this.#closing);
    this.open = null;
  }
}

export const notes = new Notes();

/** What can be said of an element: of itself, or of everything in it. */
export function saidOf(element: Element, within: boolean): Said[] {
  const marked = [element, ...(within ? element.querySelectorAll('[data-term], [data-says]') : [])];
  const all: Said[] = [];
  for (const it of marked) {
    const { term, says } = (it as HTMLElement).dataset;
    const entry = term === undefined ? null : glossary.find(term);
    if (!entry && !says) continue;
    if (all.some((other) => other.title === (entry?.term ?? '') && other.says === (says ?? ''))) continue;
    all.push(said(entry, says ?? ''));
  }
  return all.slice(0, MOST);
}

function said(entry: GlossaryEntry | null, says: string): Said {
  return { title: entry?.term ?? '', says, text: entry?.text ?? '', rule: entry?.rule ?? '' };
}

/** What makes a button say why it does nothing, in place of being dead: `<button {...off(reason)}>`. */
export function off(reason: string | false | null | undefined, rule = ''): Record<string, string> {
  if (!reason) return {};
  return { 'aria-disabled': 'true', 'data-why': reason, ...(rule ? { 'data-rule': rule } : {}) };
}
