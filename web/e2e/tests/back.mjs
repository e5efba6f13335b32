// Looking back in a running battle: by turns and events, only what this seat
// saw, with the draft untouched, and back to now. The clock runs meanwhile.
import { atTable, create, expect, join, myTurn, openBrowser, sealOrder, settle, suggested } from '../lib.mjs';

export default async function back(url) {
  const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }]);
  const browser = await openBrowser();
  const { page } = browser;
  const asked = [];
  page.on('request', (it) => {
    if (/\/views\//.test(it.url())) asked.push(it.url());
  });
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await join(page, url, made.id, made.seats[0].secret);
    await atTable(page);
    let plots = 0;
    for (let k = 0; k < 30 && plots < 3; k++) {
      expect((await myTurn(page)) === 'mine', 'over too soon');
      await suggested(page);
      if (/^Plot/.test(await page.locator('.task h2').innerText())) plots += 1;
      if (plots === 3) break;
      await sealOrder(page);
    }
    const turn = await page.locator('.strip .turn').innerText();
    const orders = await page.locator('aside.rail .order').allInnerTexts();
    expect(/^\d+:\d\d$/.test(await page.locator('.strip .clock').first().innerText()), 'no clock');
    // A turn back: the map and the fleets are of then, and nothing can be sealed.
    await page.locator('canvas').focus();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await page.waitForSelector('.strip .scrub');
    await page.waitForFunction(
      (now) => document.querySelector('.strip .turn')?.textContent?.trim() !== now,
      turn,
    );
    expect(!(await page.locator('[data-testid=seal]').isVisible()), 'an order can be sealed in the past');
    const at = async () => Number(await page.locator('.strip .scrub').inputValue());
    const before = await at();
    await page.click('.strip button[aria-label="Forward one event"]');
    expect((await at()) === before + 1, 'no step by an event');
    await page.locator('.strip .scrub').fill('0');
    await page.waitForFunction(() =>
      /Before the battle/.test(document.querySelector('.strip .turn')?.textContent ?? ''),
    );
    expect(
      asked.length > 0 && asked.every((it) => !/as=/.test(it)),
      `other eyes were asked for: ${asked.join(' ')}`,
    );
    // Now: the draft is as it was left.
    await page.click('.task button:has-text("Back to now")');
    await page.waitForSelector('[data-testid=seal]');
    expect((await page.locator('.strip .turn').innerText()) === turn, 'not back in the present');
    expect(
      JSON.stringify(await page.locator('aside.rail .order').allInnerTexts()) === JSON.stringify(orders),
      'the draft has changed',
    );
    // A line of the log leads to its moment.
    await page.locator('canvas').focus();
    await page.keyboard.press('l');
    await page.locator('.logpanel .log button.text').nth(2).click();
    await page.waitForSelector('.strip .scrub');
    await page.click('.strip >> text=Back to now');
    await page.waitForSelector('[data-testid=seal]');
    // The clock can be switched off.
    await page.evaluate(() =>
      localStorage.setItem(
        'flagbridge.settings',
        JSON.stringify({ soundOffered: true, speed: 'all', motion: 'none', clock: false }),
      ),
    );
    await page.reload();
    await atTable(page);
    await myTurn(page);
    expect((await page.locator('.strip .clock').count()) === 0, 'the clock is not off');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
