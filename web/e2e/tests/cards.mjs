// The combat card, on both screens and where nothing may move: sealed orders are
// turned in words, an attack is told with both ships, dice and what came of it,
// Skip stays small, and the replay tells it with the same card.
import { accessible } from '../axe.mjs';
import { finished } from '../finished.mjs';
import {
  atTable,
  calm,
  expect,
  join,
  openBrowser,
  PHONE,
  sealable,
  sealOrder,
  settle,
  shoot,
  startIntro,
  suggested,
  until,
} from '../lib.mjs';

const CARD = '[data-testid=card]';

/** Lets the playback stand still at the first card of a kind that is asked for: it would lie there for a moment only.
 * The board goes on with each picture, so it is kept waiting for the next one. */
function standing(card) {
  const next = window.requestAnimationFrame.bind(window);
  const waiting = [];
  const stands = () => window.stopAt?.includes(document.querySelector(card)?.dataset.kind);
  // For whoever counts pictures all the same.
  window.nextPicture = next;
  window.requestAnimationFrame = (then) => next((now) => (stands() ? waiting.push(then) : then(now)));
  window.goOn = () => {
    window.stopAt = null;
    for (const it of waiting.splice(0)) window.requestAnimationFrame(it);
  };
}

const goOn = (page) => page.evaluate(() => window.goOn());

/** Plays on with what is suggested until a card of this kind lies there, and stays. */
async function cardOf(page, kinds) {
  await page.evaluate((it) => (window.stopAt = it), kinds);
  await until(`no card of ${kinds.join(', ')}`, async () => {
    const kind = await page.evaluate((it) => document.querySelector(it)?.dataset.kind ?? '', CARD);
    if (kinds.includes(kind)) return true;
    if (await sealable(page)) {
      await suggested(page);
      await sealOrder(page);
    }
    return false;
  });
}

/** What lies on the card now. */
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
    await page.addInitScript(standing, CARD);
    await settle(page, url, settings);
    await startIntro(page, url, 'full-thrust');
    await cardOf(page, ['orders']);
    const orders = await read(page);
    expect(orders.chosen.length >= 4, `${name}: only ${orders.chosen.length} orders are turned`);
    for (const it of orders.chosen)
      expect(/[a-z]{4}/.test(it) && !/\b[PS]\d|[+-]\d/.test(it), `${name}: "${it}" is no order in words`);
    expect(orders.skip && !orders.skip.main && orders.skip.height <= 48, `${name}: Skip is large, or gone`);
    await shoot(page, `cards-orders-${name}`);
    await goOn(page);

    await cardOf(page, ['shot', 'kill']);
    const shot = await read(page);
    expect(shot.ships.length === 2, `${name}: ships are ${shot.ships.join(' and ')}`);
    expect(shot.dice > 0 && shot.result !== '', `${name}: ${shot.dice} dice, "${shot.result}"`);
    if (settings.motion === 'none') expect(shot.running === 0, `${name}: ${shot.running} things move`);
    await accessible(page, `the card, ${name}`);
    // The sheet of a phone has come up by now.
    await calm(page);
    await shoot(page, `cards-shot-${name}`);
    const below = (await read(page)).bottom - page.viewportSize().height;
    expect(below <= 0, `${name}: the card ends ${below} px below the screen`);

    await goOn(page);
    // Found and pressed in one go: the playback may be over by itself in between.
    await page.evaluate(() =>
      [...document.querySelectorAll('.task button')].find((it) => it.textContent.trim() === 'Skip')?.click(),
    );
    const left = await page.waitForFunction(
      (it) =>
        document.querySelector('[data-testid=table]').dataset.playing === 'false' && {
          cards: document.querySelectorAll(it).length,
        },
      CARD,
    );
    expect((await left.jsonValue()).cards === 0, `${name}: the card outlasts its playback`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

async function replayed(url) {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await page.addInitScript(standing, CARD);
    await settle(page, url, { speed: '4' });
    const made = await finished(url);
    await join(page, url, made.id, made.secret);
    await atTable(page);
    await page.goto(`${url}#/replay/${made.id}`);
    await page.waitForSelector('.scrub');
    await page.evaluate(() => (window.stopAt = ['orders']));
    await page.click('button[aria-label="Play"]');
    await page.waitForSelector(`.side ${CARD}[data-kind=orders]`);
    await goOn(page);
    await page.evaluate(() => (window.stopAt = ['shot']));
    await page.waitForSelector(`.side ${CARD}[data-kind=shot]`);
    await page.click('button[aria-label="Pause"]');
    await goOn(page);
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
