// Playback where nothing may move: the same story as cards that stand still.
import type { Cue } from '../../board/timeline';

/** Somebody who reads instead of watching needs longer. */
const READING = 1.5;

/** Only what has a card takes time, and only to be read; the map shows a picture of it. */
export function withoutMotion(cues: Cue[]): Cue[] {
  for (const cue of cues) {
    const { begin, show } = cue;
    cue.begin = () => {
      begin?.();
      const told = cue.cards?.some((it) => it.kind !== 'told') ?? false;
      if (!told) cue.cards = undefined;
      cue.length = told ? cue.length * READING : 0;
      // One picture, however long it lies there.
      cue.show = show;
    };
  }
  return cues;
}
