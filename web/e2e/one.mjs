// Runs one end-to-end test against a server of its own, and says what its pages
// sealed where somebody wants to know. `run.mjs` starts it; by hand it is
// `node e2e/one.mjs replay`.
import fs from 'node:fs';
import { startServer, story } from './lib.mjs';

const [name, told] = process.argv.slice(2);
// A test that starts and stops servers of its own says so.
const { default: test, settings, seed, ownServers } = await import(`./tests/${name}.mjs`);
let server = null;
try {
  if (!ownServers)
    server = await startServer([...(settings ?? []), ...(seed ? ['--seed', String(seed)] : [])]);
  await test(server?.url);
} catch (error) {
  console.log(error.stack ?? error);
  process.exitCode = 1;
} finally {
  await server?.stop();
  if (told) fs.writeFileSync(told, story.join('\n') + '\n');
}
