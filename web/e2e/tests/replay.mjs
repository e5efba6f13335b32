// A finished battle again: scrubber, steps, views, the record down and up, and
// playing on from a turn.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { atTable, expect, join, openBrowser, settle } from '../lib.mjs';
import { finished } from '../finished.mjs';

export default async function replay(url) {
  const browser = await openBrowser({ acceptDownloads: true });
  const { page } = browser;
  const at = async () => Number(await page.getAttribute('[data-testid=replay]', 'data-at'));
  try {
    await settle(page, url, { speed: '4' });
    const made = await finished(url);
    await join(page, url, made.id, made.secret);
    await atTable(page);
    await page.click('text=Watch the replay');
    await page.waitForSelector('.scrub');
    const total = Number(await page.getAttribute('[data-testid=replay]', 'data-total'));
    expect(total > 20, `only ${total} events`);
    await page.click('button[aria-label="Forward one turn"]');
    await page.click('button[aria-label="Forward one event"]');
    expect((await at()) > 1, 'no step');
    await page.locator('.scrub').fill(String(Math.floor(total / 2)));
    expect((await at()) === Math.floor(total / 2), 'the scrubber did not move');
    await page.selectOption('.view select', 'seat-1');
    await page.selectOption('.view select', 'referee');
    const before = await at();
    await page.click('button[aria-label="Play"]');
    await page.waitForFunction(
      (n) => Number(document.querySelector('[data-testid=replay]')?.getAttribute('data-at')) > n + 1,
      before,
    );
    await page.click('button[aria-label="Pause"]');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('button[aria-label="Download the record"]'),
    ]);
    const file = path.join(os.tmpdir(), `flagbridge-record-${process.pid}.json`);
    await download.saveAs(file);
    const third = Math.floor(total / 3);
    await page.locator('.scrub').fill(String(third));
    await page.waitForSelector(`[data-testid=replay][data-at="${third}"]`);
    await page.click('text=Play on from here');
    await page.click('dialog[open] .btn.main');
    await atTable(page);
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('input[type=file]', { state: 'attached' });
    await page.setInputFiles('input[type=file]', file);
    await page.waitForSelector('.scrub');
    fs.rmSync(file, { force: true });
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
