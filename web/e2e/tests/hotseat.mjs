// Two seats in one browser: a curtain between secret phases.
import { expect, openBrowser, sealable, settle, until } from '../lib.mjs';

export default async function hotseat(url) {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: true });
    await page.goto(`${url}#/new/asfos`);
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    for (const select of await page.locator('.seat select').all()) await select.selectOption('me');
    await page.click('[data-testid=begin]');
    const seen = [];
    const curtain = page.locator('.curtain');
    while (seen.length < 7) {
      await until(
        'neither a curtain nor an order',
        async () => (await curtain.isVisible()) || sealable(page),
      );
      if (await curtain.isVisible()) {
        const name = await curtain.locator('button').innerText();
        expect(/I am/.test(name), `the curtain says ${name}`);
        seen.push(name);
        const covered = await page.evaluate(() => {
          const { width, height } = document.querySelector('.curtain').getBoundingClientRect();
          return width >= innerWidth && height >= innerHeight;
        });
        expect(covered, 'the curtain leaves some of the table open');
        await curtain.locator('button').click();
        await curtain.waitFor({ state: 'hidden' });
      } else {
        const now = await page.getAttribute('[data-testid=table]', 'data-decision');
        await page.click('[data-testid=seal]');
        // Taken: the other seat is asked, or this one for something else.
        await page.waitForFunction((before) => {
          const table = document.querySelector('[data-testid=table]');
          return !table?.querySelector('[data-testid=seal]') || table.dataset.decision !== before;
        }, now);
      }
    }
    expect(new Set(seen).size === 2, `handed over to ${seen.join(', ')}`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
