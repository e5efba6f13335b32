// What the tests of kept records share: the records, their telling by the program
// that FLAGBRIDGE names, and a seat that looks on.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const crates = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../crates');
/** Who looks, in the words of the program, which counts seats from 1. */
export const VIEWERS = ['referee', '1'];

/** Records below a folder, those in folders of their own too. */
function recordsIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((it) => {
    const file = path.join(folder, it.name);
    return it.isDirectory() ? recordsIn(file) : it.name.endsWith('.json') ? [file] : [];
  });
}

export const records = fs
  .readdirSync(crates)
  .filter((it) => it.startsWith('rules-'))
  .flatMap((it) => recordsIn(path.join(crates, it, 'tests/records')));

/** The log as one viewer is told it, with the view after each line. */
export function told(file, viewer) {
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

export function seated(game, log, viewer) {
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
