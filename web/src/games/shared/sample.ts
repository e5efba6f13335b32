// For tests of cards: events as the server tells them, each with what it changed.
import type { Change, Line } from '../../wire';
import { toldOf } from './cards';
import type { Told } from './cards';

export function toldTo<View, Event>(
  view: View,
  events: Event[],
  changes: Change[][] = [],
  luck: (event: Event) => Line['luck'] = () => undefined,
): Told<View, Event>[] {
  const lines = events.map((event, n): Line => ({
    n,
    turn: 1,
    event,
    text: '',
    rules: [],
    changes: changes[n],
    luck: luck(event),
  }));
  return toldOf<View, Event>(view, lines);
}

export const set = (path: string, value: unknown): Change => ({ op: 'replace', path, value });
