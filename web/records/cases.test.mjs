// Every case of every game as the server tells it, played through the client line by line and as whole steps:
// after each the table must show what the patches say, and nobody may be nowhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadGame } from '../src/games';
import { played } from '../src/lib/patch';
import { frameOf, tracesOf } from '../src/shown/frame';
import { expectShown, run } from './cues.mjs';
import { seated } from './told.mjs';

process.env.FLAGBRIDGE_BIN ??= process.env.FLAGBRIDGE;
const { startServer } = await import('../e2e/lib.mjs');
let server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
});

const ask = async (where) => {
  for (;;) {
    const answer = await fetch(`${server.url}api/games/${where}`);
    if (answer.status !== 429 && answer.status !== 503) return answer.json();
    // One address may not ask for everything at once.
    await new Promise((resolve) =>
      setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 1)),
    );
  }
};

describe.each(['asfos', 'talon', 'full-thrust', 'ftb', 'stratoyager'])('%s', (id) => {
  it('shows every case', { timeout: 600_000 }, async () => {
    const game = await loadGame(id);
    const { cases } = await ask(`${id}/cases`);
    expect(cases.length).toBeGreaterThan(100);
    for (const card of cases) {
      const page = await ask(`${id}/cases/${encodeURIComponent(card.id)}`);
      if (page.start === null) {
        expect(page.design !== null || page.impossible.length > 0, card.id).toBe(true);
        continue;
      }
      try {
        const slow = seated(game, page, 'referee');
        let view = page.start;
        for (const step of page.steps) {
          const traced = seated(game, { start: view }, 'referee');
          for (const line of step.lines) {
            for (const cue of slow.cues([line])) run(cue);
            view = played(view, [line]);
            expectShown(slow, view, line);
          }
          tracesOf(traced, step.lines);
        }
        for (const token of slow.scene.tokens)
          if (!Number.isFinite(token.at.x + token.at.y + token.heading))
            throw new Error(`${token.id} is nowhere`);
        frameOf(
          game,
          page,
          page.steps.flatMap((step) => step.lines),
        );
      } catch (error) {
        throw new Error(`${card.id}: ${error.message}`, { cause: error });
      }
    }
  });
});
