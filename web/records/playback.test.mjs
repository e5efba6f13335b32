// Every kept record of every game, played through the client as the server tells
// it: line by line and as whole stretches of cues. After each step the table must
// show what the server shows. FLAGBRIDGE names the program that tells the records.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { emptyMoment } from '../src/board/timeline';
import { loadGame } from '../src/games';

const crates = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../crates');
/** Who looks, in the words of the program, which counts seats from 1. */
const VIEWERS = ['referee', '1'];

/** Records below a folder, those in folders of their own too. */
function recordsIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((it) => {
    const file = path.join(folder, it.name);
    return it.isDirectory() ? recordsIn(file) : it.name.endsWith('.json') ? [file] : [];
  });
}

const records = fs
  .readdirSync(crates)
  .filter((it) => it.startsWith('rules-'))
  .flatMap((it) => recordsIn(path.join(crates, it, 'tests/records')));

/** The log as one viewer is told it, with the view after each line. */
function told(file, viewer) {
  const program = process.env.FLAGBRIDGE;
  if (!program)
    throw new Error(
      'FLAGBRIDGE must name the program: FLAGBRIDGE=../target/debug/flagbridge npm run records',
    );
  const args = ['replay', file, '--json', '--views', '--as', viewer];
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    maxBuffer: 2 ** 31 - 1,
    encoding: 'utf8',
  });
  if (error) throw new Error(`${program}: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Where two values differ, as a pointer; null if they are the same. */
function difference(a, b, at = '') {
  if (a === b) return null;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return `${at || '/'}: shown ${JSON.stringify(a)}, but it is ${JSON.stringify(b)}`;
  if (Array.isArray(a) !== Array.isArray(b)) return `${at || '/'}: one is a list`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(a[key], b[key], `${at}/${key}`);
    if (found) return found;
  }
  return null;
}

function seated(game, log, viewer) {
  const session = game.session();
  session.update({
    view: log.start,
    menu: null,
    seat: viewer === 'referee' ? null : Number(viewer) - 1,
    decision: 0,
    phase: null,
    deciding: false,
    sealed: false,
    seats: [],
  });
  session.settle();
  return session;
}

/** Runs one cue as the board does: drawn on the way, and over. */
function run(cue) {
  cue.begin?.();
  for (const t of [0, 0.5, 1]) {
    const now = emptyMoment();
    cue.show(t, now);
    for (const [id, pose] of now.poses)
      if (!Number.isFinite(pose.at.x + pose.at.y + pose.heading)) throw new Error(`${id} is nowhere`);
  }
  cue.end?.();
}

function expectShown(session, view, line) {
  const found = difference(session.shown, view);
  if (found) throw new Error(`after event ${line.n} (${line.text}) ${found}`);
}

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
      const line = after.get(cue.upTo);
      expectShown(whole, line.view, line);
    }
    expect(cues.at(-1).upTo).toBe(log.events.at(-1).n);
  });
});
