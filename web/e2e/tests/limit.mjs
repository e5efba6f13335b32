// A battle that has grown as long as the server lets battles grow: everybody is
// told that it is a draw, and why.
import path from 'node:path';
import { PHONE, api, atTable, create, expect, join, openBrowser, settle, until } from '../lib.mjs';

export const settings = ['--limit', 'events=60'];

const WORDS = /grown as long as this server lets battles grow\. It was closed as a draw\./;

export default async function limit(url) {
  const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }]);
  const { secret } = made.seats[0];
  await until('the battle has not reached the limit', async () => {
    const { data } = await api(url, 'GET', `matches/${made.id}`, secret);
    if (data.table.awaiting.includes(0)) {
      const { data: hint } = await api(url, 'GET', `matches/${made.id}/suggestion`, secret);
      await api(url, 'POST', `matches/${made.id}/decisions/${data.table.decision}/order`, secret, {
        order: hint.order,
      });
    }
    return data.table.outcome;
  });
  await round(url, made, 'desktop', {});
  await round(url, made, 'phone', PHONE);
}

async function round(url, made, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const shot = async (what) => {
    if (!process.env.SHOTS) return;
    await page.screenshot({ path: path.join(process.env.SHOTS, `limit-${what}-${name}.png`) });
  };
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await join(page, url, made.id, made.seats[0].secret);
    await atTable(page);
    await page.locator('.task a', { hasText: 'Watch the replay' }).waitFor();
    const words = await page.locator('.task').innerText();
    expect(words.includes('A draw') && WORDS.test(words), `the table says: ${words}`);
    await shot('table');
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('li.card');
    const card = await page.locator('li.card').innerText();
    expect(card.includes('Draw') && WORDS.test(card), `the list says: ${card}`);
    await shot('battles');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
