// A battle that was under way when the rules changed: it comes as a record, is
// looked at, kept, given up, and played on from its replay in a new battle.
import path from 'node:path';
import { atTable, expect, here, openBrowser, PHONE, settle } from '../lib.mjs';

const RECORD = path.join(here, '../../crates/rules-full-thrust/tests/records/unfinished.json');

export default async function olderRules(url) {
  await round(url, 'desktop', {});
  await round(url, 'phone', PHONE);
}

async function round(url, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const shot = async (what) => {
    if (!process.env.SHOTS) return;
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(process.env.SHOTS, `older-rules-${what}-${name}.png`) });
  };
  const task = page.locator('.task');
  try {
    await settle(page, url, { speed: 'all' });
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('input[type=file]', { state: 'attached' });
    await page.setInputFiles('input[type=file]', RECORD);
    // It is not over, so it opens at the table and not as a replay.
    await atTable(page);
    await task.locator('h2', { hasText: 'Fought under different rules' }).waitFor();
    expect((await task.innerText()).includes('since version 1'), 'it does not say which rules it had');
    expect(!(await page.locator('[data-testid=seal]').isVisible()), 'there is something to seal');
    await shot('table');
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('li.card');
    const card = await page.locator('li.card').innerText();
    expect(card.includes('Fought under different rules'), `the list says: ${card}`);
    await shot('battles');
    await page.click('li.card a:has-text("Open")');
    await atTable(page);

    await task.locator('button', { hasText: 'Give it up' }).click();
    await task.locator('button', { hasText: 'Give up the battle' }).waitFor();
    await shot('sure');
    await task.locator('button', { hasText: 'Cancel' }).click();
    await task.locator('button', { hasText: 'Give it up' }).click();
    await task.locator('button', { hasText: 'Give up the battle' }).click();
    const replay = task.locator('a', { hasText: 'Watch the replay' });
    await replay.waitFor();
    const said = await task.innerText();
    expect(said.includes('Ochre wins') && said.includes('Cobalt gave the battle up.'), `it says: ${said}`);
    await shot('over');

    await replay.click();
    await page.waitForSelector('.scrub');
    const total = Number(await page.getAttribute('[data-testid=replay]', 'data-total'));
    await page.locator('.scrub').fill(String(total));
    await page.waitForFunction(
      (n) => document.querySelector('[data-testid=replay]')?.getAttribute('data-at') === String(n),
      total,
    );
    await shot('replay');
    await page.click('button[aria-label="Play on from here"]');
    await page.waitForSelector('dialog[open]');
    await shot('branch');
    await page.click('dialog[open] .btn.main');
    await atTable(page);
    await page.waitForSelector('[data-testid=seal]');
    await shot('branched');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
