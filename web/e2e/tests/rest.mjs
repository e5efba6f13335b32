// The rest of a phase is left to the suggestions: one click places a whole fleet, and the next phase asks again.
import { atTable, create, expect, join, myTurn, openBrowser, settle, story, suggested } from '../lib.mjs';

export default async function rest(url) {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }], 'intro', {
      game: 'full-thrust',
    });
    await join(page, url, made.id, made.seats[0].secret);
    await atTable(page);
    await myTurn(page);
    await suggested(page);
    await page.waitForSelector('.task h2:has-text("Place")');
    const before = story.length;
    await page.click('[data-testid=rest]');
    await page.waitForSelector('.task h2:has-text("Write orders")', { timeout: 60_000 });
    expect(story.length - before === 5, `${story.length - before} orders for five ships`);
    // What was said of one phase is not said of the next.
    await suggested(page);
    await page.waitForTimeout(500);
    expect(await page.locator('[data-testid=seal]').isVisible(), 'the next phase was sealed, too');
    expect(story.length - before === 5, 'an order nobody gave');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
