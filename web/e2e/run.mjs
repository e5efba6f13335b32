// Runs the end-to-end tests against a real server: all of them, or those whose
// names are given. `node e2e/run.mjs replay phone`
import fs from 'node:fs';
import path from 'node:path';
import { here, startServer } from './lib.mjs';

const wanted = process.argv.slice(2);
const files = fs
  .readdirSync(path.join(here, 'tests'))
  .filter((it) => it.endsWith('.mjs'))
  .sort();
const chosen = files.filter((it) => wanted.length === 0 || wanted.some((name) => it.includes(name)));
let failed = 0;
for (const file of chosen) {
  const { default: test, settings } = await import(`./tests/${file}`);
  const began = Date.now();
  const server = await startServer(settings);
  try {
    await test(server.url);
    console.log(`ok    ${file.replace('.mjs', '')} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${file.replace('.mjs', '')}: ${error.stack ?? error}`);
  } finally {
    await server.stop();
  }
}
console.log(`${chosen.length - failed} of ${chosen.length} passed`);
process.exit(failed === 0 ? 0 : 1);
