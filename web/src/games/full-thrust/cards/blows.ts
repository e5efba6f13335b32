// What begins with one line of the log: who does what to whom, with which dice.
import type { Line } from '../../../wire';
import { checks, table } from './checks';
import { close, craft } from './close';
import type { Blow } from './dice';
import { ordnance, shooting, sweeping } from './gunnery';
import type { GameEvent, View } from '../types';

/** What begins with a line, if anything that is worth a card. */
export function blowOf(event: GameEvent, before: View, after: View, line: Line): Blow | null {
  for (const make of [shooting, ordnance, sweeping, craft, close, checks, table]) {
    const it = make(event, before, line, after);
    if (it) return it;
  }
  return null;
}
