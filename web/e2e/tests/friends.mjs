// Links for a friend and for spectators; two computers to watch.
import { accept, api, atTable, expect, openBrowser, settle } from '../lib.mjs';

export default async function friends(url) {
  const [host, guest] = [await openBrowser(), await openBrowser()];
  const { page } = host;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await settle(guest.page, url, { speed: 'all', motion: 'none' });
    await page.goto(`${url}#/new/asfos`);
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    await page.locator('.seat select').nth(1).selectOption('friend');
    await page.getByRole('checkbox', { name: 'Allow spectators by link' }).check();
    await page.click('[data-testid=begin]');
    await page.waitForSelector('.made input');
    const links = await page.locator('.made input').evaluateAll((all) => all.map((it) => it.value));
    expect(links.length === 2 && links.every((it) => it.includes('#/join/')), `links: ${links.join(' ')}`);
    await page.click('text=To the table');
    // Nothing begins before the friend is there; the link is at hand until then.
    await page.waitForSelector('[data-testid=missing] >> text=to join');
    const shown = await page
      .locator('[data-testid=missing] input')
      .evaluateAll((all) => all.map((it) => it.value));
    expect(
      links.every((it) => shown.includes(it)),
      `the waiting screen shows ${shown.join(' ')}`,
    );
    await page.reload();
    await page.waitForSelector('[data-testid=missing]');
    // The friend's seat, then in the same browser the spectators' place.
    await guest.page.goto(links[0]);
    // Opening the link only asks: the seat is still to be taken, and who looks at it learns whose it is.
    await guest.page.waitForSelector('[data-testid=join]');
    expect(/Amber/.test(await guest.page.locator('main').innerText()), 'the invitation names no side');
    expect(await page.locator('[data-testid=missing]').isVisible(), 'looking at a link took the seat');
    await accept(guest.page);
    await atTable(guest.page);
    await atTable(page);
    // Each browser has added its own words to the dice.
    const own = async (it) =>
      it.evaluate(() => JSON.parse(localStorage.getItem('flagbridge.keys')).find((key) => !key.forFriend));
    const [mine, theirs] = [await own(page), await own(guest.page)];
    const { data: info } = await api(url, 'GET', `matches/${mine.match}`, mine.secret);
    expect(
      info.contributions[0] === mine.contribution && info.contributions[1] === theirs.contribution,
      'the dice have no part of each browser',
    );
    expect(
      /^[0-9a-f]{32}$/.test(mine.contribution) && mine.contribution !== theirs.contribution,
      'the contributions are not drawn',
    );
    expect(!/You are watching/.test(await guest.page.locator('.task').innerText()), 'the friend has no seat');
    await guest.page.evaluate(() => localStorage.removeItem('flagbridge.keys'));
    await guest.page.goto(url);
    await guest.page.goto(links[1]);
    await accept(guest.page);
    await atTable(guest.page);
    await guest.page.waitForSelector('.task >> text=You are watching');
    expect((await guest.page.locator('[data-testid=seal]').count()) === 0, 'a spectator may seal');
    // A wrong secret opens nothing.
    await guest.page.goto(`${links[0].replace(/[^/]+$/, '')}${'A'.repeat(43)}`);
    await guest.page.waitForSelector('[role=alert]');
    // Two computers.
    await page.goto(`${url}#/new/asfos/lantern-straits`);
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    for (const select of await page.locator('.seat select').all()) await select.selectOption('cadet');
    await page.click('[data-testid=begin]');
    await atTable(page);
    await page.waitForSelector('text=Watch the replay');
    const errors = [...host.errors, ...guest.errors];
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    await host.close();
    await guest.close();
  }
}
