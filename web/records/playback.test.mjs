// Every kept record of every game, played through the client as the server tells
// it: line by line and as whole stretches of cues. After each step the table must
// show what the server shows. FLAGBRIDGE names the program that tells the records.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGame } from '../src/games';
import { expectShown, run } from './cues.mjs';
import { crates, records, seated, told, VIEWERS } from './told.mjs';

it('there are records of every game', () => {
  expect(new Set(records.map((it) => path.relative(crates, it).split(path.sep)[0])).size).toBe(5);
});

describe.each(records.map((it) => [path.relative(crates, it), it]))('%s', (_, file) => {
  it.each(VIEWERS)('is shown as seen by %s', async (viewer) => {
    const log = told(file, viewer);
    const game = await loadGame(log.game);
    expect(log.events.length).toBeGreaterThan(0);

    const slow = seated(game, log, viewer);
    for (const line of log.events) {
      for (const cue of slow.cues([line])) run(cue);
      expectShown(slow, line.view, line);
      for (const it of slow.scene.tokens)
        if (!Number.isFinite(it.at.x + it.at.y + it.heading))
          throw new Error(`${it.id} is nowhere, event ${line.n}`);
    }

    // All at once: events that are shown together end where the last of them does.
    const whole = seated(game, log, viewer);
    const after = new Map(log.events.map((it) => [it.n, it]));
    const cues = whole.cues(log.events);
    for (const cue of cues) {
      run(cue);
      // A pause tells nothing.
      if (cue.upTo === undefined) continue;
      const line = after.get(cue.upTo);
      expectShown(whole, line.view, line);
    }
    expect(cues.at(-1).upTo).toBe(log.events.at(-1).n);
  });
});
