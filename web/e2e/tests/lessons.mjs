// Every lesson of every game, from its first word to its last, with the orders that it shows; the first of each game
// by touch on a phone. What a lesson points at is on the screen, an order it does not ask for is answered and not
// played, and home offers the next one. Axe has no serious finding.
import { accessible } from '../axe.mjs';
import { fits } from '../fits.mjs';
import { PHONE, atTable, expect, openBrowser, settle, shoot } from '../lib.mjs';

/** More presses than any lesson needs. */
const MOST = 300;

const state = (page) =>
  page.evaluate(() => {
    const there = (name) => !!document.querySelector(`[data-testid=${name}]`);
    const table = document.querySelector('[data-testid=table]');
    return {
      coach: document.querySelector('[data-testid=coach]')?.textContent ?? '',
      playing: table?.getAttribute('data-playing') === 'true' || there('coach-watch'),
      next: there('coach-next'),
      on: there('coach-on'),
      task: document.querySelector('[data-testid=coach-task]')?.textContent ?? '',
      answer: document.querySelector('[data-testid=coach-answer]')?.textContent ?? '',
      problem: document.querySelector('.problem')?.textContent ?? '',
      decision: table?.getAttribute('data-decision') ?? '',
      pointers: document.querySelectorAll('[data-testid=pointer]').length,
    };
  });

/** Reads, is shown what to do, and does it, until the lesson is over. */
async function finish(page, press, name) {
  for (let k = 0; k < MOST; k++) {
    await page
      .waitForFunction(
        () =>
          document.querySelector(
            '[data-testid=coach-next],[data-testid=coach-on],[data-testid=coach-show]',
          ) && document.querySelector('[data-testid=table]')?.getAttribute('data-playing') !== 'true',
      )
      .catch(async () => {
        throw new Error(`${name}: nothing to press: ${JSON.stringify(await state(page))}`);
      });
    const now = await state(page);
    if (now.next) {
      await fits(page, `${name}, at the end`, '[data-testid=coach]', 'a, button, .dots');
      return;
    }
    if (now.on) {
      await press('[data-testid=coach-on]');
      continue;
    }
    await press('[data-testid=coach-show]');
    await page.waitForFunction(
      () => document.querySelector('[data-testid=table]')?.getAttribute('data-thinking') !== 'true',
    );
    await press('[data-testid=seal]');
    await page
      .waitForFunction(
        (decision) =>
          document.querySelector('[data-testid=table]')?.getAttribute('data-decision') !== decision ||
          document.querySelector('[data-testid=coach-next]'),
        now.decision,
      )
      .catch(async () => {
        const after = await state(page);
        throw new Error(
          `${name}: the shown order did not go through at “${now.task}”: ${after.answer} ${after.problem}`,
        );
      });
  }
  throw new Error(`${name}: not over after ${MOST} presses`);
}

async function desk(url, games) {
  const browser = await openBrowser({});
  const { page } = browser;
  const press = (what) => page.click(what);
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.goto(`${url}#/learn`);
    await page.waitForSelector('[data-testid^=lesson-]');
    await accessible(page, 'the list of lessons');
    for (const game of games) {
      for (const lesson of game.lessons) {
        const name = `${game.id} ${lesson.id}`;
        await page.goto(`${url}#/lesson/${game.id}/${lesson.id}`);
        await atTable(page);
        if (lesson === game.lessons[0]) {
          await accessible(page, name);
          await shoot(page, `lesson-${game.id}-desk`);
        }
        await finish(page, press, name);
      }
    }
    // Home says which comes next, or that there is none left.
    await page.evaluate((id) => {
      const kept = JSON.parse(localStorage.getItem('flagbridge.lessons') ?? '[]');
      localStorage.setItem('flagbridge.lessons', JSON.stringify(kept.filter((it) => it !== id)));
    }, `${games[0].id}/${games[0].lessons[1].id}`);
    await page.goto(url);
    await page.reload();
    const offer = await page.locator(`[data-testid=learn-${games[0].id}]`).innerText();
    expect(offer.includes(games[0].lessons[1].title), `home offers “${offer}”`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

/** An order that the lesson does not ask for is answered; back and start again do what they say; Enter reads on. */
async function astray(url) {
  const browser = await openBrowser({});
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.goto(`${url}#/lesson/asfos/01-moving`);
    await atTable(page);
    for (let k = 0; k < 3; k++) await page.keyboard.press('Enter');
    await page.waitForSelector('[data-testid=coach-task]');
    await page.waitForSelector('[data-testid=pointer]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-testid=coach-answer]');
    expect((await state(page)).decision === '0', 'an order that was not asked for was played');
    await page.click('[data-testid=coach-show]');
    await page.click('[data-testid=seal]');
    await page.waitForSelector('[data-testid=table][data-decision="1"]');
    await page.reload();
    await page.waitForSelector('[data-testid=table][data-decision="1"]');
    await page.click('[data-testid=coach-back]');
    await page.waitForSelector('[data-testid=table][data-decision="0"]');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

async function phone(url, games) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.goto(`${url}#/learn`);
    await page.waitForSelector('[data-testid^=lesson-]');
    await accessible(page, 'the list of lessons on a phone');
    for (const game of games) {
      await page.goto(`${url}#/lesson/${game.id}/${game.lessons[0].id}`);
      await atTable(page);
      await accessible(page, `${game.id} on a phone`);
      await shoot(page, `lesson-${game.id}-phone`);
      await finish(page, (what) => page.tap(what), `${game.id} on a phone`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide <= 390, `the page is ${wide} px wide`);
    }
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function lessons(url) {
  const { games } = await (await fetch(`${url}api/games`)).json();
  const taught = games.filter((it) => it.lessons.length > 0);
  await astray(url);
  await desk(url, taught);
  await phone(url, taught);
}
