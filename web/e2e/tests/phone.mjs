// A battle by touch on a phone-sized screen, to its end.
import { calm, expect, myTurn, openBrowser, over, PHONE, settle, suggested, toTheEnd } from '../lib.mjs';

export default async function phone(url) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.tap('[data-testid=start-asfos]');
    await page.waitForSelector('.phone');
    await myTurn(page);
    await suggested(page);
    await page.tap('[data-testid=seal]');
    await page.waitForSelector('.task h2:has-text("Plot")');
    for (const tab of ['ship', 'fleet', 'log', 'orders']) {
      await page.tap(`#tab-${tab}`);
      await page.waitForSelector(`#tab-${tab}[aria-selected=true]`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide <= 390, `the page is ${wide} px wide`);
    await page.tap('#tab-fleet');
    await calm(page);
    await page.locator('.body .ship').first().tap();
    await page.tap('#tab-orders');
    await page.tap('button[aria-label^="Turn right"]');
    // The click that a tap becomes comes a moment after it.
    await page.locator('.now b').filter({ hasText: /R/ }).waitFor();
    // One finger moves the map, two pinch it.
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, points) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch('touchStart', [
      [120, 250],
      [220, 250],
    ]);
    await touch('touchMove', [
      [70, 250],
      [270, 250],
    ]);
    await touch('touchEnd', []);
    await touch('touchStart', [[150, 220]]);
    await touch('touchMove', [[150, 260]]);
    // It rests before it is lifted: the tap after a fling stops that, and is no click.
    await page.waitForTimeout(150);
    await touch('touchEnd', []);
    await page.tap('.handle');
    await toTheEnd(page, 'tap');
    expect(await over(page), 'the battle is not over');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
