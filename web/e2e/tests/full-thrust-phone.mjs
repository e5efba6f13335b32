// Full Thrust by touch on a phone-sized screen: a ship placed, a course tapped,
// a volley, the ship's display; axe on each; then to the end.
import { accessible } from '../axe.mjs';
import {
  api,
  expect,
  lens as lensOf,
  myTurn,
  openBrowser,
  over,
  PHONE,
  sealOrder,
  settle,
  suggested,
} from '../lib.mjs';

export default async function fullThrustPhone(url) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  const seal = page.locator('[data-testid=seal]');
  const table = () =>
    page
      .evaluate(() => JSON.parse(localStorage.getItem('flagbridge.keys') ?? '[]').at(-1))
      .then(async ({ match, secret }) => (await api(url, 'GET', `matches/${match}`, secret)).data.table);
  /** Where places of the map are on the screen, as the camera stands now. */
  const lens = () => lensOf(page);
  /** The click that a tap becomes comes a moment after it. */
  const says = (words) => seal.filter({ hasText: words }).waitFor();
  const spot = async (place) => (await lens())(place);
  const fits = async (where) => {
    await accessible(page, where);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide <= 390, `${where}: the page is ${wide} px wide`);
  };
  /** A tap on the map only counts where the sheet does not cover it. */
  const uncovered = async ([x, y]) =>
    y < (await page.locator('#sheet-body').boundingBox()).y - 60 && y > 100 && x > 0 && x < 390;
  /** An end of a plot that can be tapped. */
  const within = async (choices) => {
    const see = await lens();
    for (const it of choices) {
      const at = see(it.path.at(-1));
      if (it.plot !== '0' && (await uncovered(at))) return at;
    }
    return null;
  };

  const steps = {
    deploy: async () => {
      await page.tap('#tab-orders');
      await page.locator('button[aria-label="Velocity: +1"]').tap();
      await page.locator('button[aria-label^="Turn to port"]').tap();
      await page.locator('button[aria-label^="Turn to starboard"]').tap();
      await says(/^Place A/);
    },
    orders: async (menu) => {
      await page.tap('#tab-orders');
      await page.locator('button.chip[data-turn="-1"]').tap();
      await page.waitForFunction(() =>
        /^P1/.test(document.querySelector('[data-testid=plot]')?.textContent ?? ''),
      );
      await page.tap('.now');
      await page.waitForFunction(() => document.querySelector('[data-testid=plot]')?.textContent === '0');
      const { choices } = menu.plots[0];
      const ends = [...choices.filter((it) => it.plot === '+2'), ...choices];
      let at = await within(ends);
      if (!at) {
        // The camera is elsewhere: the whole table is shown.
        await page.keyboard.press('f');
        at = await within(ends);
      }
      expect(at, 'no end of a plot can be tapped above the sheet');
      await page.touchscreen.tap(...at);
      await page.waitForFunction(() => document.querySelector('[data-testid=plot]')?.textContent !== '0');
      await fits('orders');
      await page.tap('#tab-ship');
      await page.waitForSelector('svg.ssd');
      await fits('ship');
      await page.tap('#tab-fleet');
      await fits('fleet');
      await page.tap('#tab-orders');
    },
    fire: async (menu, view) => {
      await page.tap('#tab-orders');
      await page.evaluate(() => document.querySelector('#sheet-body')?.scrollTo(0, 0));
      await page.locator('[aria-label="Ships that can fire"] button').first().tap();
      await page.waitForSelector('.targets');
      // Each tap takes one off the list.
      const aimed = page.locator('.targets li.on .head');
      for (let left = await aimed.count(); 0 < left; left--) {
        await aimed.first().tap();
        await page.waitForFunction(
          (before) => document.querySelectorAll('.targets li.on .head').length < before,
          left,
        );
      }
      await says(/^Pass/);
      const at = await spot(view.ships[menu.fire[0].shots[0].target].motion.at);
      if (await uncovered(at)) await page.touchscreen.tap(...at);
      else await page.locator('.targets .head').first().tap();
      await page.waitForSelector('.targets li.on .volley');
      await says(/^Fire A\d/);
      await fits('fire');
    },
  };

  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.tap('[data-testid=start-full-thrust]');
    await page.waitForSelector('.phone');
    const done = new Set();
    for (let k = 0; k < 300; k++) {
      if ((await myTurn(page)) === 'over') break;
      await suggested(page);
      const { menu, view } = await table();
      expect(menu, 'nothing to decide');
      const kind = menu.deploy?.length
        ? 'deploy'
        : menu.plots?.length
          ? 'orders'
          : menu.fire?.length
            ? 'fire'
            : '';
      if (steps[kind] && !done.has(kind)) {
        await steps[kind](menu, view);
        done.add(kind);
      }
      await sealOrder(page, 'tap');
    }
    expect(done.size === 3, `tried by touch: ${[...done].join(', ')}`);
    expect(await over(page), 'the battle is not over');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
