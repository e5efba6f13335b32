// Frame times of the board in headless Chromium with 100 and 500 ships, while
// it pans and zooms and while every ship moves. Prints a table, and the same as
// one line of JSON at its end.
import path from 'node:path';
import { createServer } from 'vite';
import { here, openBrowser } from './lib.mjs';

const vite = await createServer({
  root: path.join(here, '..'),
  server: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
});
await vite.listen();
const { port } = vite.httpServer.address();
const browser = await openBrowser({ viewport: { width: 1280, height: 800 } });
try {
  await browser.page.goto(`http://127.0.0.1:${port}/e2e/bench.html`);
  await browser.page.waitForFunction(() => window.results, undefined, { timeout: 120_000 });
  const results = await browser.page.evaluate(() => window.results);
  console.table(results);
  console.log(JSON.stringify(results));
} finally {
  await browser.close();
  await vite.close();
}
