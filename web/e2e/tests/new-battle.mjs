// The page of a new battle, for every game on both screens: Begin in reach, the game that is chosen in sight, what
// to play next, options by names; and no screen that is wider than a phone.
import { fits } from '../fits.mjs';
import { PHONE, expect, openBrowser, settle, shoot } from '../lib.mjs';

const GAMES = ['asfos', 'talon', 'full-thrust', 'ftb', 'stratoyager'];

async function wide(page, where) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over <= 0, `${where} is ${over} pixels too wide`);
}

async function inSight(page, what, where) {
  const box = await page.locator(what).first().boundingBox();
  const { width, height } = page.viewportSize();
  const seen = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  expect(seen, `${where}: ${what} is out of sight, at ${JSON.stringify(box)}`);
}

async function round(url, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.waitForSelector('[data-testid=start-stratoyager]');
    await wide(page, `home on a ${name}`);
    await inSight(page, 'nav a:has-text("Settings")', `home on a ${name}`);
    if (name === 'desk')
      for (const game of GAMES) await inSight(page, `[data-testid=start-${game}]`, 'home on a laptop');
    await shoot(page, `home-${name}`);
    for (const game of GAMES) {
      await page.goto(`${url}#/new/${game}`);
      await page.waitForSelector('[data-testid=begin]:not([disabled])');
      await page.waitForSelector('.facts');
      await wide(page, `a new battle of ${game} on a ${name}`);
      await inSight(page, '[data-testid=begin]', `${game} on a ${name}`);
      await inSight(page, '.games a[aria-current=page]', `${game} on a ${name}`);
      await inSight(page, '.scenario[aria-pressed=true]', `${game} on a ${name}`).catch((error) => {
        // On a small screen the map may come first.
        if (name === 'desk') throw error;
      });
      expect((await page.locator('.scenario .next').count()) === 1, `${game}: nothing to play next`);
      await shoot(page, `new-${game}-${name}`);
      await page.click('details.options summary');
      const said = await page.locator('details.options').innerText();
      expect(!/\[object|undefined|_/.test(said), `${game}: ${/.*(\[object|undefined|_).*/.exec(said)?.[0]}`);
      await wide(page, `the options of ${game} on a ${name}`);
      await shoot(page, `options-${game}-${name}`);
    }
    for (const where of ['battles', 'settings', 'lab', 'rules/ftb']) {
      await page.goto(`${url}#/${where}`);
      await page.waitForSelector('main h1');
      await wide(page, `${where} on a ${name}`);
      if (where === 'settings' || where === 'lab') await page.waitForSelector('.seg');
      await fits(page, `${where} on a ${name}`, '.seg', 'button');
      await inSight(page, 'nav a:has-text("Settings")', `${where} on a ${name}`);
    }
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

/** Facts follow the options; a scenario that was begun is not the next one any more; battles name their game. */
async function choices(url) {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.goto(`${url}#/new/asfos/intro`);
    await page.waitForSelector('.facts');
    const facts = () => page.locator('.facts').innerText();
    expect(!/12 turns/.test(await facts()), 'the introduction has a limit');
    await page.click('details.options summary');
    await page.locator('#o-turn_limit').selectOption('12');
    await page.waitForFunction(() => /12/.test(document.querySelector('.facts')?.textContent ?? ''));
    await page.fill('input[type=search]', 'gas');
    await page.waitForFunction(() => document.querySelectorAll('details.options li').length < 5);
    // Stratoyager's table is words, and changes the map.
    await page.goto(`${url}#/new/stratoyager/intro`);
    await page.waitForSelector('.facts');
    await page.click('details.options summary');
    const table = page.locator('#o-table');
    const labels = await table.locator('option').allInnerTexts();
    expect(labels.includes('24 × 24 Klicks'), `tables: ${labels.join(', ')}`);
    await table.selectOption({ label: '18 × 18 Klicks' });
    await page.waitForFunction(() => /18.*×.*18/.test(document.querySelector('.facts')?.textContent ?? ''));
    await page.goto(`${url}#/new/talon`);
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    const first = await page.locator('.scenario:has(.next) b').innerText();
    await page.click('[data-testid=begin]');
    await page.waitForSelector('[data-testid=table]');
    await page.goto(`${url}#/new/talon`);
    await page.waitForSelector('.scenario .next');
    expect(
      (await page.locator('.scenario:has(.next) b').innerText()) !== first,
      `${first} is still the next`,
    );
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('.game:has-text("Talon")');
    expect(/round \d/.test(await page.locator('main').innerText()), 'a battle of Talon counts turns');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function newBattle(url) {
  await round(url, 'desk', { viewport: { width: 1366, height: 700 } });
  await round(url, 'phone', PHONE);
  await choices(url);
}
