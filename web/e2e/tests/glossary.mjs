// Words and marks explain themselves: whatever the table of each game marks is in its glossary, and nothing that
// looks like a code is left unmarked; a note opens by pointer, keyboard and a press that lasts, and lets clicks be.
import { accessible } from '../axe.mjs';
import { calm, expect, myTurn, openBrowser, PHONE, sealOrder, settle, shoot, startIntro } from '../lib.mjs';

const GAMES = ['asfos', 'talon', 'full-thrust', 'ftb', 'stratoyager'];
/** How many decisions are looked at: enough for every phase of a turn. */
const DECISIONS = { asfos: 6, talon: 8, 'full-thrust': 13, ftb: 7, stratoyager: 9 };
const TABS = ['Orders', 'Ship', 'Fleet', 'Log'];

/** What the page shows and the glossary does not know. */
function unexplained({ entries, tags }) {
  const names = new Set(
    entries.flatMap((it) => [...it.marks, ...[it.term, ...it.forms].map((w) => w.toLowerCase())]),
  );
  const known = (name) => names.has(name) || names.has(name.trim().toLowerCase());
  const found = [];
  for (const it of document.querySelectorAll('[data-term]'))
    if (!known(it.dataset.term)) found.push(`no entry for the mark ${JSON.stringify(it.dataset.term)}`);
  const main = document.querySelector('main');
  // Ships are called by their tags, keys by their names, rules by their numbers.
  const skipped = '[data-term], .sr, kbd, .rule, h1, h2, .title, .ticker, option, [aria-hidden=true]';
  const CODE = /(?<![\p{L}\d])(?:[A-Z]{2,4}[+−\d]*|\d+-\d+(?:-\d+)?|[↻⇖⇗◇♦♣♠♥★☆])(?![\p{L}\d]|-\d)/gu;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (holder.closest(skipped)) continue;
    for (const [code] of node.data.matchAll(CODE))
      if (!tags.includes(code) && !/^[IVX]+$/.test(code))
        found.push(`${JSON.stringify(code)} in ${JSON.stringify(node.data.trim())}`);
  }
  for (const it of main.querySelectorAll('[title]:not(.rule), abbr'))
    found.push(`a title: ${it.outerHTML.slice(0, 80)}`);
  for (const it of main.querySelectorAll('[role=img]'))
    if (!it.closest('[data-term], canvas') && !it.querySelector('[data-term]'))
      found.push(`a drawing: ${it.getAttribute('aria-label')}`);
  return [...new Set(found)];
}

async function look(page, known, where, found) {
  for (const it of await page.evaluate(unexplained, known)) found.add(`${where}: ${it}`);
}

/** Plays some decisions of a game and looks at everything that stands on the table meanwhile. */
async function marks(url, game, phone, found) {
  const browser = await openBrowser(phone ? PHONE : {});
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    const { entries } = await (await fetch(`${url}api/games/${game}/glossary`)).json();
    await startIntro(page, url, game);
    for (let k = 0; k < DECISIONS[game] && (await myTurn(page)) === 'mine'; k++) {
      await page.waitForSelector('[data-testid=table][data-thinking=false]');
      const where = `${game}${phone ? ', phone' : ''}`;
      if (phone) {
        await page.locator('[role=tab]', { hasText: 'Fleet' }).first().tap();
        await page.locator('.ship').first().waitFor();
      }
      const tags = await page.locator('.ship .name b').allTextContents();
      const known = { entries, tags };
      if (phone) {
        for (const tab of TABS) {
          await page.locator('[role=tab]', { hasText: tab }).first().tap();
          await page.locator('[role=tab][aria-selected=true]', { hasText: tab }).waitFor();
          await look(page, known, where, found);
        }
        await page.locator('[role=tab]', { hasText: TABS[0] }).first().tap();
      } else {
        await page.locator('.ship').first().click();
        await look(page, known, where, found);
      }
      await sealOrder(page, phone ? 'tap' : 'click');
    }
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

const note = (page) => page.locator('[data-testid=note]');

async function pointer(url) {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await startIntro(page, url, 'talon');
    await myTurn(page);
    await page.locator('.ship').first().click();
    const curve = page.locator('.term', { hasText: 'Curve' });
    await curve.hover();
    await note(page).getByText('In the power phase it may go one row up or down').waitFor();
    await shoot(page, 'glossary');
    await page.mouse.move(700, 450);
    await note(page).waitFor({ state: 'hidden' });
    // A click on a word keeps the note, and its rule opens.
    await curve.click();
    await accessible(page, 'glossary');
    await note(page).locator('a').click();
    await page.locator('dialog[open]').getByText('TAL-5.4.3').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    // By keyboard: Enter asks, and seals nothing.
    const before = await page.getAttribute('[data-testid=table]', 'data-decision');
    await curve.focus();
    await page.keyboard.press('Enter');
    await note(page).waitFor();
    await page.keyboard.press('Escape');
    await note(page).waitFor({ state: 'hidden' });
    expect(
      (await page.getAttribute('[data-testid=table]', 'data-decision')) === before,
      'Enter on a word sealed',
    );
    // A whole row says what stands in it, for whoever comes by keyboard.
    await page.locator('.ship').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await note(page).getByText('Hull', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    // A button that does nothing says why.
    await page.locator('.task button[aria-label=Undo]').click({ force: true });
    await note(page).getByText('There is nothing to undo').waitFor();
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

async function finger(url) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await startIntro(page, url, 'talon');
    await myTurn(page);
    await page.locator('[role=tab]', { hasText: 'Fleet' }).tap();
    const ship = page.locator('.ship').nth(1);
    const before = await ship.getAttribute('aria-current');
    await ship.locator('.bars').scrollIntoViewIfNeeded();
    await calm(page);
    const bars = await ship.locator('.bars').boundingBox();
    const touch = await page.context().newCDPSession(page);
    const point = { x: bars.x + bars.width / 2, y: bars.y + bars.height / 2 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await note(page).getByText('Hull', { exact: true }).waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await shoot(page, 'glossary-phone');
    expect((await ship.getAttribute('aria-current')) === before, 'a press that asks is no click');
    await accessible(page, 'glossary, phone');
    // A tap elsewhere puts it away, and is a tap.
    await page.locator('[role=tab]', { hasText: 'Ship' }).tap();
    await note(page).waitFor({ state: 'hidden' });
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function glossary(url) {
  await pointer(url);
  await finger(url);
  const found = new Set();
  for (const game of GAMES) for (const phone of [false, true]) await marks(url, game, phone, found);
  expect(found.size === 0, [...found].join('\n'));
}
