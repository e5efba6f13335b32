// Runs the end-to-end tests, each in a process and on a real server of its own:
// all of them, or those whose names are given. `node e2e/run.mjs replay phone`
//
// Two run at a time; `--jobs 1` has them one after the other. `--again 3` runs
// each three times and asks that its pages sealed the same orders every time.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { here } from './lib.mjs';

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '2' }, again: { type: 'string', default: '1' } },
});
const [jobs, times] = [Number(values.jobs), Number(values.again)];
if (!(jobs >= 1 && times >= 1)) throw new Error('--jobs and --again want a number from 1');
const out = path.join(here, 'out');
fs.mkdirSync(out, { recursive: true });

/** The longest first, so that none of them is left for the end; a name that is not here takes its place after them. */
const LONG = [
  'accessibility',
  'ftb',
  'full-thrust-dialogues',
  'shipyard',
  'notices',
  'stratoyager-arcade',
  'stratoyager-axe',
  'full-thrust-carrier',
  'glossary',
  'lessons',
];
const place = (name) => (LONG.includes(name) ? LONG.indexOf(name) : LONG.length);
const chosen = fs
  .readdirSync(path.join(here, 'tests'))
  .filter((it) => it.endsWith('.mjs'))
  .map((it) => it.slice(0, -'.mjs'.length))
  .filter((it) => wanted.length === 0 || wanted.some((name) => it.includes(name)))
  .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));

/** Runs a test to its end. What it says is printed in one piece, so that two do not talk at once. */
function run(name, told) {
  return new Promise((resolve) => {
    const began = Date.now();
    const child = spawn(process.execPath, [path.join(here, 'one.mjs'), name, told]);
    let said = '';
    child.stdout.on('data', (it) => (said += it));
    child.stderr.on('data', (it) => (said += it));
    child.on('close', (code) => resolve({ passed: code === 0, said, seconds: (Date.now() - began) / 1000 }));
  });
}

/** Runs a test as often as was asked, and compares what its pages sealed. */
async function tried(name) {
  let first = '';
  for (let k = 1; k <= times; k++) {
    const told = path.join(out, `${name}.${k}.txt`);
    const { passed, said, seconds } = await run(name, told);
    const which = times > 1 ? `, run ${k}` : '';
    if (!passed) {
      console.log(`FAIL  ${name}${which} (${seconds.toFixed(1)} s): ${said.trim()}`);
      return false;
    }
    const sealed = fs.readFileSync(told, 'utf8');
    const orders = sealed.trim() === '' ? 0 : sealed.trim().split('\n').length;
    console.log(`ok    ${name}${which} (${seconds.toFixed(1)} s)${times > 1 ? `, ${orders} orders` : ''}`);
    if (k === 1) first = sealed;
    else if (sealed !== first) {
      const at = sealed.split('\n').findIndex((line, n) => line !== first.split('\n')[n]);
      console.log(
        `FAIL  ${name}: run ${k} sealed something else than the first, from line ${at + 1} of ${told}`,
      );
      return false;
    }
  }
  return true;
}

const began = Date.now();
const left = [...chosen];
let passed = 0;
async function work() {
  for (let name = left.shift(); name !== undefined; name = left.shift()) if (await tried(name)) passed += 1;
}
await Promise.all(Array.from({ length: jobs }, work));
const seconds = ((Date.now() - began) / 1000).toFixed(0);
console.log(`${passed} of ${chosen.length} passed in ${seconds} s, ${jobs} at a time`);
process.exit(passed === chosen.length && chosen.length > 0 ? 0 : 1);
