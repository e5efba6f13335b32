// A battle that was under way when the rules changed: it comes as a record, goes
// on under the rules of today, is conceded, and played on from its replay in a
// new battle.
import path from 'node:path';
import { atTable, expect, here, openBrowser, PHONE, settle, until } from '../lib.mjs';

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
    // It is not over, so it opens at the table and not as a replay: both sides' seats are here.
    const lift = async () => {
      const curtain = page.locator('.curtain');
      await curtain.waitFor();
      const whose = await curtain.locator('h1').innerText();
      await shot('curtain');
      await curtain.locator('button').click();
      await curtain.waitFor({ state: 'hidden' });
      return whose;
    };
    const first = await lift();
    await atTable(page);
    await page.locator('[data-testid=seal]').click();
    const second = await lift();
    expect(first !== second, `${first} decides twice`);
    await shot('table');
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('li.card');
    const card = await page.locator('li.card').innerText();
    expect(!card.includes('different rules'), `the list says: ${card}`);
    await shot('battles');
    await page.click('li.card a:has-text("Open")');
    await lift();
    await atTable(page);

    const concede = page.getByRole('button', { name: 'Concede', exact: true });
    if (!(await concede.first().isVisible()))
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await concede.first().click();
    await page.getByRole('button', { name: 'Concede', exact: true }).last().click();
    // It counts when the other side has given its order, too.
    const replay = task.locator('a', { hasText: 'Watch the replay' });
    const curtain = page.locator('.curtain button');
    const seal = page.locator('[data-testid=seal]:enabled');
    await until('the battle goes on', async () => {
      for (const it of [curtain, seal])
        if (await it.isVisible()) await it.click({ timeout: 1000 }).catch(() => {});
      return replay.isVisible();
    });
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
