// After a battle: who won and why, losses over time, luck, a rematch and playing on from a turn, at both sizes;
// and the log by turns, with dice and rules on demand.
import { api, atTable, expect, join, openBrowser, PHONE, settle, shoot } from '../lib.mjs';
import { accessible } from '../axe.mjs';
import { finished } from '../finished.mjs';

const SIZES = [{ viewport: { width: 1440, height: 900 } }, PHONE];

async function read(page, phone) {
  await page.waitForSelector('[data-testid=headline]');
  expect(/^(You won|You lost|A draw)$/.test(await page.innerText('[data-testid=headline]')), 'no headline');
  const why = await page.locator('.why li').allInnerTexts();
  expect(why.length === 3 && why.every((it) => /^[A-Z].*\.$/s.test(it)), `why: ${why.join(' | ')}`);
  const drawn = await page.locator('[data-testid=debrief] path.line').count();
  expect(drawn === 2, `${drawn} lines are drawn`);
  const turns = await page.locator('[data-testid=debrief] table tbody tr').count();
  expect(turns > 2, `only ${turns} turns`);
  expect((await page.locator('.throw').count()) > 0, 'no throw is named');
  if (!phone) {
    await page.locator('[data-testid=debrief] rect.pick').nth(2).click({ force: true });
    expect((await page.inputValue('[data-testid=debrief] select')) === '2', 'the plot chooses no turn');
  }
}

async function log(page) {
  const dice = await page.locator('[data-testid=dice] svg').count();
  expect(dice > 0, 'no dice in the log');
  const all = await page.locator('.log .line').count();
  await page.click('[role=radio]:has-text("Hits only")');
  const hits = await page.locator('.log .line').count();
  expect(hits > 0 && hits < all, `${hits} of ${all} lines are hits`);
  expect((await page.locator('.log a.rule').count()) === 0, 'rules are cited unasked');
  await page.locator('.log .cite').last().click();
  expect((await page.locator('.log a.rule').count()) > 0, 'no rules on demand');
  const open = page.locator('.log h3 button[aria-expanded=true]');
  const before = await open.count();
  await open.first().click();
  expect((await open.count()) === before - 1, 'a turn does not fold');
  await page.click('[role=radio]:has-text("Everything")');
}

export default async function debrief(url) {
  const made = await finished(url);
  for (const size of SIZES) {
    const { width } = size.viewport;
    const phone = size === PHONE;
    const browser = await openBrowser(size);
    const { page } = browser;
    try {
      await settle(page, url, { speed: 'all' });
      await join(page, url, made.id, made.secret);
      await atTable(page);
      await read(page, phone);
      await accessible(page, `debrief at ${width}`);
      await shoot(page, `debrief-${width}`);
      await page.click('[role=tab]:has-text("Log"), .foot button:has-text("Log")');
      await log(page);
      await accessible(page, `log at ${width}`);
      await shoot(page, `log-${width}`);
      if (phone) continue;

      // The replay has the same, and goes from hit to hit.
      await page.click('text=Watch the replay');
      await page.waitForSelector('.scrub');
      const at = async () => Number(await page.getAttribute('[data-testid=replay]', 'data-at'));
      await page.click('button[aria-label="Forward to the next hit"]');
      const first = await at();
      await page.click('button[aria-label="Forward to the next hit"]');
      expect(first > 0 && (await at()) > first, 'no way from hit to hit');
      await page.click('button[aria-label="Back to the last hit"]');
      expect((await at()) === first, 'no way back to a hit');
      expect((await page.locator('[data-testid=marks] .turnmark').count()) > 2, 'no marks for turns');
      expect((await page.locator('[data-testid=marks] .kill').count()) > 0, 'no marks for losses');
      await page.click('[role=radio]:has-text("Debrief")');
      await read(page, true);
      await shoot(page, `replay-debrief`);

      // On from a turn, and the same battle with the sides changed.
      await page.selectOption('[data-testid=debrief] select', '2');
      await page.click('text=Play on from here >> nth=-1');
      await page.waitForFunction(
        (id) => location.hash.startsWith('#/table/') && !location.hash.includes(id),
        made.id,
      );
      await atTable(page);
      await page.goto(`${url}#/table/${made.id}`);
      await page.waitForSelector('[data-testid=headline]');
      await page.click('text=Swap sides');
      await page.waitForFunction(
        (id) => location.hash.startsWith('#/table/') && !location.hash.includes(id),
        made.id,
      );
      await atTable(page);
      const next = new URL(page.url()).hash.split('/')[2];
      const key = await page.evaluate(
        (id) => JSON.parse(localStorage.getItem('flagbridge.keys')).find((it) => it.match === id),
        next,
      );
      expect(key.seat === 1, 'the sides are not changed');
      const { data } = await api(url, 'GET', `matches/${next}`, key.secret);
      expect(data.seats[0].player === 'cadet', `${data.seats[0].player} sits there`);

      // Whoever has won against a cadet is offered a captain.
      await page.goto(`${url}#/table/${made.id}`);
      await page.waitForSelector('[data-testid=headline]');
      const won = (await page.innerText('[data-testid=headline]')) === 'You won';
      const harder = page.locator('[data-testid=another-level]');
      expect((await harder.count()) === (won ? 1 : 0), `${await harder.count()} other levels are offered`);
      if (won) {
        expect((await harder.innerText()) === 'Rematch against a captain', await harder.innerText());
      }
      expect(browser.errors.length === 0, browser.errors.join('\n'));
    } finally {
      await browser.close();
    }
  }
}
