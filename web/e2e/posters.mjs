// The pictures of the home page: each game's first battle as the board draws it, for a desk and for a phone, dark and
// light. They are pictures so that the home page need not fetch the boards of five games. `npm run posters` after a
// change of the board.
import fs from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { here, openBrowser, startServer } from './lib.mjs';

const GAMES = ['asfos', 'talon', 'full-thrust', 'ftb', 'stratoyager'];
/** Sizes in pixels of the page; the pictures have twice as many. */
const SHAPES = { tall: [264, 300], wide: [366, 150] };
const out = path.join(here, '../src/posters');
fs.mkdirSync(out, { recursive: true });

const server = await startServer();
const vite = await createServer({
  root: path.join(here, '..'),
  server: { port: 0, host: '127.0.0.1', proxy: { '/api': server.url } },
  logLevel: 'error',
});
await vite.listen();
const { port } = vite.httpServer.address();
const browser = await openBrowser({ viewport: { width: 800, height: 600 }, deviceScaleFactor: 2 });
try {
  const { page } = browser;
  await page.goto(`http://127.0.0.1:${port}/e2e/posters.html`);
  await page.waitForFunction(() => window.poster, undefined, { timeout: 120_000 });
  for (const game of GAMES)
    for (const theme of ['dark', 'light'])
      for (const [shape, [width, height]] of Object.entries(SHAPES)) {
        await page.evaluate((it) => window.poster(...it), [game, theme, width, height]);
        await page.waitForSelector('#picture canvas[data-camera]');
        await page.waitForTimeout(800);
        const png = await page.locator('#picture').screenshot({ type: 'png' });
        const webp = await page.evaluate(async (data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.width, image.height];
          canvas.getContext('2d').drawImage(image, 0, 0);
          return canvas.toDataURL('image/webp', 0.6);
        }, png.toString('base64'));
        const bytes = Buffer.from(webp.split(',')[1], 'base64');
        fs.writeFileSync(path.join(out, `${game}-${shape}-${theme}.webp`), bytes);
        console.log(`${game}-${shape}-${theme}: ${bytes.length}`);
      }
} finally {
  await browser.close();
  await vite.close();
  await server.stop();
}
