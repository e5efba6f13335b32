// The moving picture on the front page: some seconds of a real battle as the replay tells them, out of its record. The
// page's clock is stepped by hand, so that the same pictures come out each run.
import fs from 'node:fs';
import path from 'node:path';
import { finished } from './finished.mjs';
import { api, atTable, expect, here, join, openBrowser, settle, startServer } from './lib.mjs';
import { moving } from './webp.mjs';

const out = process.env.FILM ?? path.join(here, '../../docs/film');
fs.mkdirSync(out, { recursive: true });

const GAME = 'full-thrust';
/** Milliseconds of one frame, how many there are, and how long the last one stays. */
const [STEP, FRAMES, REST] = [150, 88, 1500];
/** How many events before the first kill it begins. */
const LEAD = 10;
const SIZE = { width: 1200, height: 750 };
const SHOWN = { width: 800, height: 500 };

/** The number of the first event in which a ship dies. */
async function firstKill(url, made) {
  for (let from = 0; ;) {
    const { data } = await api(url, 'GET', `matches/${made.id}/events?from=${from}`, made.secret);
    const kill = data.events.find((it) => it.event.damage?.destroyed);
    if (kill) return kill.n;
    expect(data.events.length > 0, 'nobody dies in this battle');
    from += data.events.length;
  }
}

const server = await startServer();
const browser = await openBrowser({ viewport: SIZE });
try {
  const { page } = browser;
  const made = await finished(server.url, 'intro', { game: GAME });
  const kill = await firstKill(server.url, made);
  await page.clock.install();
  await settle(page, server.url, { speed: '1', soundOffered: true });
  await join(page, server.url, made.id, made.secret);
  await atTable(page);
  await page.goto(`${server.url}#/replay/${made.id}`);
  await page.waitForSelector('.scrub');
  await page.locator('.scrub').fill(String(Math.max(0, kill - LEAD)));
  await page.waitForTimeout(500);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.click('button[aria-label="Play"]');

  const shrinks = await browser.context.newPage();
  const shrunk = (png) =>
    shrinks.evaluate(
      async ([data, { width, height }]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [width, height];
        const ctx = canvas.getContext('2d', { alpha: false });
        ctx.imageSmoothingQuality = 'high';
        ctx.drawImage(image, 0, 0, width, height);
        return canvas.toDataURL('image/webp', 0.5).split(',')[1];
      },
      [png.toString('base64'), SHOWN],
    );
  const frames = [];
  for (let k = 0; k < FRAMES; k++) {
    await page.clock.runFor(STEP);
    const file = Buffer.from(await shrunk(await page.screenshot({ type: 'png' })), 'base64');
    // What does not move is shown longer instead of twice.
    const last = frames.at(-1);
    if (last && last.file.equals(file)) last.time += STEP;
    else frames.push({ file, time: STEP });
  }
  frames.at(-1).time += REST;
  const picture = moving(frames, SHOWN.width, SHOWN.height);
  fs.writeFileSync(path.join(out, 'battle.webp'), picture);
  expect(browser.errors.length === 0, browser.errors.join('\n'));
  console.log(`battle.webp: ${frames.length} frames, ${picture.length} bytes`);
} finally {
  await browser.close();
  await server.stop();
}
