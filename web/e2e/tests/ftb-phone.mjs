// Fuel to Burn by touch on a phone-sized screen: a ship, an end point, a target
// and a protocol tapped, the sheets, and the battle to its end.
import { expect, myTurn, openBrowser, over, PHONE, sealOrder, settle, suggested } from '../lib.mjs';
import { aimed, beside, pointing, shows } from './ftb.mjs';

/** The dice of a battle in which every phase below comes up. */
export const seed = 3;

export default async function ftbPhone(url) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  const hand = pointing(page, url);
  const steps = {
    activation: async (menu, view) => {
      const own = menu.choices.map((it) => it.order.pick?.activate).filter((it) => it !== undefined);
      if (own.length === 0) return false;
      const ship = own.at(-1);
      await page.touchscreen.tap(...(await hand.spot(view.ships[ship].hull.at)));
      await page.waitForSelector(`[data-testid=seal]:has-text("Activate ${view.tags[ship]}")`);
      await page.tap('#tab-ship');
      await page.waitForSelector('#sheet-body >> text=Manifest');
      await page.tap('#tab-fleet');
      await page.waitForSelector(`#sheet-body >> text=${view.tags[ship]}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide <= 390, `the page is ${wide} px wide`);
      await page.tap('#tab-orders');
    },
    'order and plot': async (menu) => {
      const { helm } = menu;
      const order = helm.orders.find((it) => it.order === 'burn' && !it.extra);
      if (!order) return false;
      await page.tap('#tab-orders');
      await page.locator('.kinds button', { hasText: /^Burn/ }).first().tap();
      const at = beside(helm, order, 0.5);
      const [x, y] = await hand.spot(at);
      const under = await page.locator('.task').boundingBox();
      // The end point must be in the free part of the screen.
      expect(y < under.y && y > 50 && x > 0 && x < 390, `the end point is hidden at ${x}, ${y}`);
      await page.touchscreen.tap(x, y);
      await shows(hand, aimed(helm.from, at), 'tapped');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide <= 390, `the page is ${wide} px wide`);
    },
    attack: async (menu, view) => {
      const target = menu.aim.targets.find((it) => it.target.ship !== undefined);
      if (!target) return false;
      await page.tap('#tab-orders');
      await page.locator('.targets button').first().tap();
      await page.waitForSelector('[data-testid=seal]:has-text("No attack")');
      await page.touchscreen.tap(...(await hand.spot(view.ships[target.target.ship].hull.at)));
      await page.waitForSelector(`[data-testid=seal]:has-text("Attack ${target.name}")`);
    },
    protocols: async () => {
      await page.tap('#tab-orders');
      await page.locator('.cards button:has(b:text-is("Broadside"))').tap();
      await page.waitForSelector('.cards button[aria-pressed=true]:has(b:text-is("Broadside"))');
      await page.locator('button', { hasText: 'Show advice' }).tap();
      await page.waitForSelector('section.advice >> text=/Value/');
    },
  };
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    const done = new Set();
    await page.goto(url);
    await page.tap('[data-testid=start-ftb]');
    await page.waitForSelector('.phone');
    for (let k = 0; (await myTurn(page)) === 'mine'; k++) {
      expect(k < 400, 'the battle does not end');
      await suggested(page);
      const { menu, view, phase } = await hand.table();
      expect(menu, 'nothing to decide');
      if (steps[phase] && !done.has(phase) && (await steps[phase](menu, view)) !== false) done.add(phase);
      await sealOrder(page, 'tap');
    }
    expect(await over(page), 'the battle is not over');
    expect(
      Object.keys(steps).every((it) => done.has(it)),
      `tried by touch: ${[...done].join(', ')}`,
    );
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
