// Suggestions: found by a search, with a line of reasons; gone once the order is changed; turned off
// in the settings; and barred for a whole match, where the server gives none either.
import path from 'node:path';
import { accessible } from '../axe.mjs';
import {
  PHONE,
  api,
  atTable,
  caughtUp,
  create,
  expect,
  join,
  myTurn,
  openBrowser,
  sealOrder,
  settle,
  suggested,
} from '../lib.mjs';

// A real search, though a short one.
export const settings = ['--limit', 'advice=150'];

const GAMES = ['asfos', 'talon', 'full-thrust', 'ftb', 'stratoyager'];
const COMPUTER = { kind: 'computer', level: 'captain' };

export default async function advice(url) {
  for (const [name, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ]) {
    const browser = await openBrowser(options);
    const { page } = browser;
    const shot = async (what) => {
      if (!process.env.SHOTS) return;
      await page.screenshot({ path: path.join(process.env.SHOTS, `advice-${what}-${name}.png`) });
    };
    try {
      await settle(page, url, { speed: 'all', motion: 'none', suggest: true, briefing: false });
      for (const game of GAMES) {
        const made = await create(url, [{ kind: 'me' }, COMPUTER], 'intro', { game });
        await join(page, url, made.id, made.seats[0].secret);
        await atTable(page);
        for (let n = 0; n < 4; n++) {
          await myTurn(page);
          await suggested(page);
          const told = page.locator('[data-testid=advice]');
          await told.waitFor();
          const words = await told.innerText();
          expect(/^suggestion/i.test(words) && words.trim().length > 24, `${game}: ${words}`);
          if (n === 0) await accessible(page, `${game} suggestion, ${name}`);
          await shot(`${game}-${n}`);
          await sealOrder(page);
        }
      }
      await edited(page, url);
      await barred(page, url);
      expect(browser.errors.length === 0, browser.errors.join('\n'));
    } finally {
      await browser.close();
    }
  }
}

/** Whoever changes the order gives one of his own: nothing says that it was suggested. */
async function edited(page, url) {
  const made = await create(url, [{ kind: 'me' }, COMPUTER], 'intro', { game: 'asfos' });
  await join(page, url, made.id, made.seats[0].secret);
  await atTable(page);
  await myTurn(page);
  await suggested(page);
  await sealOrder(page);
  await myTurn(page);
  await suggested(page);
  await page.waitForSelector('[data-testid=advice]');
  // Another speed for the first ship, whatever the search has found.
  await page
    .locator('.choices .chip[aria-pressed=false]')
    .first()
    .evaluate((it) => it.click());
  await page.waitForSelector('[data-testid=advice]', { state: 'detached' });
  await page.keyboard.press('h');
  await page.waitForSelector('[data-testid=advice]');
}

/** Where they are barred nobody has any, and the page does not ask. */
async function barred(page, url) {
  const made = await create(url, [{ kind: 'me' }, COMPUTER], 'intro', { game: 'talon', unaided: true });
  const { secret } = made.seats[0];
  const asked = [];
  page.on('request', (it) => it.url().endsWith('/suggestion') && asked.push(it.url()));
  await join(page, url, made.id, secret);
  await atTable(page);
  await myTurn(page);
  await suggested(page);
  await page.keyboard.press('h');
  await caughtUp(page);
  expect(asked.length === 0, 'the page asked for what is barred');
  expect((await page.locator('[data-testid=advice]').count()) === 0, 'a suggestion where none is allowed');
  const { status } = await api(url, 'GET', `matches/${made.id}/suggestion`, secret);
  expect(status === 403, `the server answers ${status}`);
  await page.goto(`${url}#/new/talon`);
  await page.waitForSelector('[data-testid=unaided]');
}
