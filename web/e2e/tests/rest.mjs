// The rest of the set-up is left to the suggestions: one click places a whole fleet, and the first turn asks again.
// So with reserves, cards and placements; later it is the rest of a phase.
import {
  atTable,
  caughtUp,
  create,
  expect,
  join,
  myTurn,
  openBrowser,
  settle,
  story,
  suggested,
} from '../lib.mjs';

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
    await page.waitForSelector('.task h2:has-text("Write orders")');
    expect(story.length - before === 5, `${story.length - before} orders for five ships`);
    // What was said of the set-up is not said of the battle.
    await suggested(page);
    await myTurn(page);
    await caughtUp(page);
    expect(story.length - before === 5, 'an order nobody gave');
    expect(/of this phase/.test(await page.innerText('[data-testid=rest]')), 'the set-up is over');

    // Reserves, cards, and four units one after the other: one decision for whoever wants to fly.
    const dogfight = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }], 'intro', {
      game: 'stratoyager',
    });
    await join(page, url, dogfight.id, dogfight.seats[0].secret);
    await atTable(page);
    await myTurn(page);
    await suggested(page);
    const asked = story.length;
    await page.click('[data-testid=rest]');
    await page.waitForSelector('.strip >> text=Turn 1');
    await myTurn(page);
    await suggested(page);
    expect(story.length - asked === 6, `${story.length - asked} orders before the first turn`);
    expect(await page.locator('[data-testid=seal]').isVisible(), 'the first turn was sealed, too');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
