// Film strips: one kill of each game, in eight pictures, at a desk and on a phone.
// The page's clock is stepped by hand, so that the same pictures come out each run.
import fs from 'node:fs';
import path from 'node:path';
import { finished } from './finished.mjs';
import { PHONE, api, atTable, expect, here, join, openBrowser, settle, startServer } from './lib.mjs';

const out = process.env.FILM ?? path.join(here, '../../docs/film');
fs.mkdirSync(out, { recursive: true });

/** Which events are a kill, and which battle shows one. */
const GAMES = {
  asfos: { scenario: 'intro', kill: (it) => it.fire?.marked?.destroyed || it.phase?.exploded?.destroyed },
  talon: { scenario: 'intro', kill: (it) => it.damage?.destroyed },
  'full-thrust': { scenario: 'intro', kill: (it) => it.damage?.destroyed },
  ftb: { scenario: 'intro', kill: (it) => it.destroyed, lead: 24 },
  stratoyager: { scenario: 'intro', kill: (it) => it.damage?.damaged?.fate },
};

/** Milliseconds of one step, and how many pictures from before the kill are kept. */
const STEP = 60;
const BEFORE = 30;
/** Which pictures of those before the kill are shown, counted back from it, and which of it: milliseconds into it. */
const EARLIER = [26, 18, 10];
const LATER = [240, 480, 660, 1080, 1800];

/** All events of a battle. */
async function eventsOf(url, made) {
  const lines = [];
  for (;;) {
    const { data } = await api(url, 'GET', `matches/${made.id}/events?from=${lines.length}`, made.secret);
    const fresh = data.events ?? data.lines ?? data;
    if (fresh.length === 0) return lines;
    lines.push(...fresh);
  }
}

async function strip(url, made, game, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  try {
    await page.clock.install();
    await settle(page, url, { speed: '1', soundOffered: true });
    await join(page, url, made.id, made.secret);
    await atTable(page);
    await page.goto(`${url}#/replay/${made.id}`);
    await page.waitForSelector('.scrub');
    const lines = await eventsOf(url, made);
    const at = lines.findIndex((it) => GAMES[game].kill(it.event));
    expect(at >= 0, `nobody dies in ${game}`);
    await page.locator('.scrub').fill(String(Math.max(0, lines[at].n - (GAMES[game].lead ?? 8))));
    await page.waitForTimeout(500);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.click('button[aria-label="Play"]');
    const take = () => page.locator('canvas').screenshot({ type: 'png' });
    const earlier = [];
    let stage = '';
    for (let k = 0; k < 900 && !/kill|last/.test(stage); k++) {
      await page.clock.runFor(STEP);
      stage = await page.evaluate(() => document.querySelector('canvas').dataset.scene ?? '');
      // Of what comes before, the last shots.
      if (stage !== 'brisk') continue;
      earlier.push(await take());
      if (earlier.length > BEFORE) earlier.shift();
    }
    expect(/kill|last/.test(stage), `no kill was played in ${game}: ${browser.errors.join('\n')}`);
    // The camera flies first, and the ship dies when it has arrived.
    await page.clock.runFor(stage === 'last' ? 900 : 640);
    const pictures = EARLIER.map((back) => earlier[Math.max(0, earlier.length - back)]);
    let passed = 0;
    const slow = stage === 'last' ? 2 : 1;
    for (const when of LATER) {
      while (passed < when * slow) {
        await page.clock.runFor(STEP);
        passed += STEP;
      }
      pictures.push(await take());
    }
    await page.clock.resume();
    await compose(browser, pictures, path.join(out, `${game}-${name}`), !!options.isMobile);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
    console.log(`${game}-${name}`);
  } finally {
    await browser.close();
  }
}

/** Pictures side by side, as one file. */
async function compose(browser, pictures, file, phone) {
  const page = await browser.context.newPage();
  const [wide, across] = phone ? [230, 8] : [480, 4];
  const data = await page.evaluate(
    async ({ all, wide, across }) => {
      const images = await Promise.all(
        all.map(
          (it) =>
            new Promise((resolve) => {
              const image = new Image();
              image.onload = () => resolve(image);
              image.src = `data:image/png;base64,${it}`;
            }),
        ),
      );
      const high = Math.round((wide * images[0].height) / images[0].width);
      const canvas = document.createElement('canvas');
      canvas.width = across * (wide + 4) - 4;
      canvas.height = Math.ceil(images.length / across) * (high + 4) - 4;
      const ctx = canvas.getContext('2d');
      ctx.imageSmoothingQuality = 'high';
      images.forEach((image, k) =>
        ctx.drawImage(image, (k % across) * (wide + 4), Math.floor(k / across) * (high + 4), wide, high),
      );
      return { webp: canvas.toDataURL('image/webp', 0.82), png: canvas.toDataURL('image/png') };
    },
    { all: pictures.map((it) => it.toString('base64')), wide, across },
  );
  fs.writeFileSync(`${file}.webp`, Buffer.from(data.webp.split(',')[1], 'base64'));
  if (process.env.FILM_PNG) fs.writeFileSync(`${file}.png`, Buffer.from(data.png.split(',')[1], 'base64'));
}

const wanted = process.argv.slice(2);
for (const game of Object.keys(GAMES)) {
  if (wanted.length > 0 && !wanted.includes(game)) continue;
  const server = await startServer();
  try {
    const made = await finished(server.url, GAMES[game].scenario, { game });
    await strip(server.url, made, game, 'desk', {});
    await strip(server.url, made, game, 'phone', { ...PHONE, deviceScaleFactor: 1 });
  } finally {
    await server.stop();
  }
}
