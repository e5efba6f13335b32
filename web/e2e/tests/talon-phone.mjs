// Talon by touch on a phone-sized screen: power, a hex tapped, a shot, the
// ship's sheet and the power phase.
import {
  api,
  expect,
  myTurn,
  openBrowser,
  PHONE,
  sealOrder,
  settle,
  spot as placeOf,
  suggested,
} from '../lib.mjs';

const HIGH = Math.sqrt(3) / 2;

export default async function talonPhone(url) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  const seal = page.locator('[data-testid=seal]');
  const table = () =>
    page
      .evaluate(() => JSON.parse(localStorage.getItem('flagbridge.keys') ?? '[]').at(-1))
      .then(async ({ match, secret }) => (await api(url, 'GET', `matches/${match}`, secret)).data.table);
  const spot = ([q, r]) => placeOf(page, { x: q + r / 2, y: -r * HIGH });
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.tap('[data-testid=start-talon]');
    await page.waitForSelector('.phone');
    const done = new Set();
    for (let k = 0; k < 150 && done.size < 4; k++) {
      if ((await myTurn(page)) === 'over') break;
      await suggested(page);
      const { menu, view } = await table();
      expect(menu, 'nothing to decide');
      if (menu.power && !done.has('power')) {
        await page.tap('#tab-orders');
        await page.locator('.offers .offer').first().tap();
        await seal.filter({ hasText: /^Spend 1 AP/ }).waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide <= 390, `the page is ${wide} px wide`);
        await page.tap('#tab-ship');
        await page.waitForSelector('section.sheet >> text=Patton');
        done.add('power');
      } else if (menu.moves && !done.has('move')) {
        const { choices } = menu.moves[0];
        const to = choices.find((it) => it.how !== 'straight')?.to;
        if (to) {
          await page.tap('#tab-orders');
          await page.locator('.helm button', { hasText: 'Straight' }).tap();
          await page.touchscreen.tap(...(await spot(to)));
          await page.waitForSelector('.helm button[aria-pressed=true] >> text=/Turn|Slip/');
          done.add('move');
        }
      } else if (menu.fire && !done.has('fire')) {
        await page.tap('#tab-orders');
        await page.evaluate(() => document.querySelector('#sheet-body')?.scrollTo(0, 0));
        const { target } = menu.fire.ships[0].groups[0].targets[0];
        if (target.ship !== undefined) {
          await page.keyboard.press('u');
          const before = await page.locator('.targets li.on').count();
          await page.touchscreen.tap(...(await spot(view.ships[target.ship].ship.at)));
          await page.waitForFunction((n) => document.querySelectorAll('.targets li.on').length !== n, before);
          done.add('fire');
        }
      } else if (menu.charge && !done.has('charge')) {
        await page.tap('#tab-orders');
        await page.locator('.rows .row').last().tap();
        await page.waitForSelector('.rows .row:last-child[aria-pressed=true]');
        done.add('charge');
      }
      await sealOrder(page, 'tap');
    }
    expect(done.size === 4, `tried by touch: ${[...done].join(', ')}`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
