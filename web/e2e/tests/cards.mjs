// The combat card, on both screens and where nothing may move: sealed orders are
// turned in words, an attack is told with both ships, dice and what came of it,
// Skip stays small, and the replay tells it with the same card.
import { accessible } from '../axe.mjs';
import { finished } from '../finished.mjs';
import {
  atTable,
  expect,
  join,
  openBrowser,
  PHONE,
  sealOrder,
  settle,
  shoot,
  startIntro,
  suggested,
} from '../lib.mjs';

const CARD = '[data-testid=card]';

/** Plays on with what is suggested until a card of this kind lies there. */
async function cardOf(page, kinds) {
  const end = Date.now() + 90_000;
  while (Date.now() < end) {
    const kind = await page.evaluate((it) => document.querySelector(it)?.dataset.kind ?? '', CARD);
    if (kinds.includes(kind)) return kind;
    const seal = page.locator('[data-testid=seal]');
    if (await seal.isEnabled({ timeout: 20 }).catch(() => false)) {
      await suggested(page);
      await sealOrder(page);
    }
    await page.waitForTimeout(25);
  }
  throw new Error(`no card of ${kinds.join(', ')}`);
}

/** What lies on the card now, in one look: it may be gone in the next. */
const read = (page) =>
  page.evaluate((it) => {
    const card = document.querySelector(it);
    const skip = [...document.querySelectorAll('.task button')].find(
      (one) => one.textContent.trim() === 'Skip',
    );
    const texts = (inside) => [...card.querySelectorAll(inside)].map((one) => one.textContent.trim());
    return card
      ? {
          chosen: texts('.chosen .text'),
          ships: texts('.ship b'),
          dice: card.querySelectorAll('.die').length,
          result: texts('.result').join(),
          bottom: card.getBoundingClientRect().bottom,
          running: card.getAnimations({ subtree: true }).length,
          skip: skip ? { height: skip.getBoundingClientRect().height, main: skip.matches('.main') } : null,
        }
      : null;
  }, CARD);

async function watched(url, options, settings, name) {
  const browser = await openBrowser(options);
  const { page } = browser;
  try {
    await settle(page, url, settings);
    await startIntro(page, url, 'full-thrust');
    await cardOf(page, ['orders']);
    const orders = await read(page);
    expect(orders.chosen.length >= 4, `${name}: only ${orders.chosen.length} orders are turned`);
    for (const it of orders.chosen)
      expect(/[a-z]{4}/.test(it) && !/\b[PS]\d|[+-]\d/.test(it), `${name}: "${it}" is no order in words`);
    expect(orders.skip && !orders.skip.main && orders.skip.height <= 48, `${name}: Skip is large, or gone`);
    await shoot(page, `cards-orders-${name}`);

    await cardOf(page, ['shot', 'kill']);
    const shot = await read(page);
    expect(shot.ships.length === 2, `${name}: ships are ${shot.ships.join(' and ')}`);
    expect(shot.dice > 0 && shot.result !== '', `${name}: ${shot.dice} dice, "${shot.result}"`);
    if (settings.motion === 'none') expect(shot.running === 0, `${name}: ${shot.running} things move`);
    await accessible(page, `the card, ${name}`);
    // The sheet of a phone has come up by now.
    await page.waitForTimeout(600);
    await shoot(page, `cards-shot-${name}`);
    const below = ((await read(page))?.bottom ?? 0) - page.viewportSize().height;
    expect(below <= 0, `${name}: the card ends ${below} px below the screen`);

    // Found and pressed in one go: the playback may be over by itself in between.
    await page.evaluate(() =>
      [...document.querySelectorAll('.task button')].find((it) => it.textContent.trim() === 'Skip')?.click(),
    );
    await page.waitForSelector('[data-testid=table][data-playing=false]');
    expect((await page.locator(CARD).count()) === 0, `${name}: the card outlasts its playback`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

async function replayed(url) {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await settle(page, url, { speed: '4' });
    const made = await finished(url);
    await join(page, url, made.id, made.secret);
    await atTable(page);
    await page.goto(`${url}#/replay/${made.id}`);
    await page.waitForSelector('.scrub');
    await page.click('button[aria-label="Play"]');
    await page.waitForSelector(`.side ${CARD}[data-kind=orders]`);
    await page.waitForSelector(`.side ${CARD}[data-kind=shot]`, { timeout: 60_000 });
    await page.click('button[aria-label="Pause"]');
    const at = await page.getAttribute('[data-testid=replay]', 'data-at');
    await page.waitForTimeout(400);
    expect(at === (await page.getAttribute('[data-testid=replay]', 'data-at')), 'a paused replay goes on');
    expect(await page.locator(`.side ${CARD}`).isVisible(), 'a paused replay loses its card');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function cards(url) {
  await watched(url, {}, { speed: '4', motion: 'full' }, 'desktop');
  await watched(url, PHONE, { speed: '4', motion: 'full' }, 'phone');
  await watched(url, {}, { speed: '4', motion: 'none', theme: 'light' }, 'still');
  await replayed(url);
}
