// What has happened, as it is shown at the table: cue after cue, with the log and the cards that go with it.
import type { Card } from '../../board/card';
import { cardOf, emptyMoment, isOver, moment, play, skip, step, timeline } from '../../board/timeline';
import type { Cue, Moment, Timeline } from '../../board/timeline';
import { moves, settings } from '../../lib/settings.svelte';
import { hear } from '../../lib/sound/sound.svelte';
import { withoutMotion } from './cards';

export class Playback {
  line = $state.raw<Timeline | null>(null);
  /** What is told beside the map while playback runs; it stays until there is something else. */
  card = $state.raw<Card | null>(null);
  /** The log is told as far as playback has come: the line of the event that is being shown is the last. */
  told = $state(0);
  /** As far as playback is through: what is being shown has not come out yet. */
  through = $state(0);
  /** When playback last ended: a key pressed then was meant for it. */
  endedAt = 0;
  readonly #last: () => number | undefined;
  readonly #ended: () => void;

  /** The number of the log's last line, if it has any; and what follows when playback is over. */
  constructor(last: () => number | undefined, ended: () => void) {
    this.#last = last;
    this.#ended = ended;
  }

  /** Nothing of it is shown any more. */
  clear(): void {
    this.line = null;
    this.card = null;
  }

  /** What the log has now was not seen to happen. */
  begin(): void {
    this.told = this.through = this.#last() ?? -1;
  }

  /** Shows these after what is still to be seen. Whether all of it is over already. */
  show(told: () => Cue[]): boolean {
    if (settings.speed === 'all') {
      // At once: the log still tells everything.
      this.#run(() => skip(timeline(told())));
      this.line = null;
      this.told = this.through = this.#last() ?? 0;
      return true;
    }
    const cues = moves() ? told() : withoutMotion(told());
    if (this.line && !isOver(this.line)) this.line.cues.push(...cues);
    else this.line = timeline(cues);
    return false;
  }

  /** Lets playback run; asked once a frame by the board. */
  tick = (elapsed: number): Moment | null => {
    const line = this.line;
    if (!line) return null;
    if (!this.#run(() => play(line, elapsed * (settings.speed === '4' ? 4 : 1), hear))) {
      this.#end();
      return emptyMoment();
    }
    // A cue that tells nothing, such as a pause, leaves the log where it is.
    this.told = Math.max(this.told, line.cues[line.index]?.upTo ?? 0);
    this.through = Math.max(this.through, line.cues[line.index - 1]?.upTo ?? 0);
    if (isOver(line)) {
      this.#end();
      return emptyMoment();
    }
    this.card = cardOf(line) ?? this.card;
    return moment(line, !moves());
  };

  /** Goes on to the next card, or to the end where there is none. */
  nextCard(): void {
    const { line, card } = this;
    if (!line) return;
    this.#run(() => {
      do step(line);
      while (!isOver(line) && (cardOf(line) ?? card) === card);
    });
    if (isOver(line)) this.#end();
  }

  skip(): void {
    const { line } = this;
    if (!line) return;
    this.#run(() => skip(line));
    this.#end();
  }

  /** Playback that fails costs no more than what was still to be seen: the truth is shown. */
  #run(action: () => void): boolean {
    try {
      action();
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }

  #end(): void {
    this.clear();
    this.told = this.through = this.#last() ?? 0;
    this.endedAt = Date.now();
    this.#ended();
  }
}
