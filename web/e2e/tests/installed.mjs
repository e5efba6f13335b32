// The client as it is put on a home screen: its manifest, what it shows without a server, and that an upgrade comes
// through all the same.
import fs from 'node:fs';
import { accessible } from '../axe.mjs';
import { emptyData, expect, freePort, openBrowser, PHONE, settle, shoot, startServer } from '../lib.mjs';

export const ownServers = true;

export default async function installed() {
  await round('desktop', {});
  await round('phone', PHONE);
}

async function round(name, options) {
  const [data, port] = [emptyData(), await freePort()];
  const serve = (build) => startServer(['--build', build], data, port);
  let server = await serve('one');
  const browser = await openBrowser({ ...options, serviceWorkers: 'allow' });
  const { page } = browser;
  const build = () => page.getAttribute('meta[name=flagbridge-build]', 'content', { strict: true });
  const away = page.locator('[data-testid=away]');
  try {
    await settle(page, server.url, { motion: 'none' });
    await page.waitForSelector('[data-testid=start-asfos]');
    await manifest(page, server.url);

    // What a client on the home screen asks its worker for.
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const done = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('message', (it) => it.data.type === 'kept-all' && resolve()),
      );
      navigator.serviceWorker.startMessages();
      active.postMessage({ type: 'keep-all' });
      await done;
    });
    const kept = await page.evaluate(async () => {
      const cache = await caches.open('flagbridge-1');
      return (await cache.keys()).map((it) => new URL(it.url).pathname);
    });
    const parts = await (await fetch(`${server.url}offline.json`)).json();
    expect(parts.length > 50, `${parts.length} parts`);
    for (const part of [...parts, '/', '/api/games', '/api/games/ftb/rules'])
      expect(kept.includes(part), `not kept: ${part}`);
    const theirs = kept.filter((it) => /^\/api\/(?!games)/.test(it));
    expect(theirs.length === 0, `kept, and should not be: ${theirs.join(', ')}`);

    // Without a server: the page, the home page, the rules and the guide of a game that was never opened.
    await server.stop();
    await page.reload();
    await page.waitForSelector('[data-testid=start-asfos]');
    await away.waitFor();
    expect(/cannot be reached/.test(await away.innerText()), await away.innerText());
    await accessible(page, `home without a server, ${name}`);
    await shoot(page, `offline-home-${name}`);
    await page.goto(`${server.url}#/rules/ftb`);
    await page.waitForSelector('article');
    await shoot(page, `offline-rules-${name}`);
    await page.goto(`${server.url}#/howto/talon`);
    await page.waitForSelector('main h1');
    // What needs the server says so.
    await page.goto(`${server.url}#/new/asfos`);
    await page.waitForSelector('main');
    expect((await build()) === 'one', `the page says it is ${await build()}`);

    // It comes back as another one: the page notices by itself, loads itself once, and is whole.
    server = await serve('two');
    await page.waitForFunction(
      () => document.querySelector('meta[name=flagbridge-build]')?.content === 'two',
    );
    await away.waitFor({ state: 'detached' });
    expect(!(await page.locator('[data-testid=upgrade]').isVisible()), 'the page calls itself old');
    await page.goto(server.url);
    await page.waitForSelector('[data-testid=start-asfos]');
    const errors = browser.errors.filter((it) => !/WebSocket connection to|ERR_CONNECTION/.test(it));
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
}

/** What a browser asks of a client before it offers to install it. */
async function manifest(page, url) {
  const devtools = await page.context().newCDPSession(page);
  const told = await devtools.send('Page.getAppManifest');
  expect(told.errors.length === 0, JSON.stringify(told.errors));
  const { name, start_url, display, icons } = JSON.parse(told.data);
  expect(name === 'Flagbridge' && start_url === '/' && display === 'standalone', told.data);
  const answer = await fetch(`${url}manifest.webmanifest`);
  const kind = answer.headers.get('content-type');
  expect(/application\/manifest\+json/.test(kind), `the manifest is ${kind}`);
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (it) => {
      const image = new Image();
      image.src = it;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(sizes === 'any' || sizes === size, `${src} is ${size}, told as ${sizes}`);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const hindered = installabilityErrors.filter((it) => it.errorId !== 'in-incognito');
  expect(hindered.length === 0, JSON.stringify(hindered));
}
