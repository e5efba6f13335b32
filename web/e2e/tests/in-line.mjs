// What a busy server and a long silence look like: a computer admiral that
// stands in line to think, and a battle that was put away.
import path from 'node:path';
import { PHONE, api, atTable, create, expect, join, openBrowser, settle } from '../lib.mjs';

// They think for longer than anything here takes: the line is there until it is left.
const SLOW = [{ kind: 'me' }, { kind: 'computer', level: 'admiral:ms=120000' }];
export const settings = ['--limit', 'thought=120000'];
const OTHERS = 6;

export default async function inLine(url) {
  await round(url, 'desktop', {});
  await round(url, 'phone', PHONE);
}

/** Decides for the person until the computer has to think. */
async function untilItThinks(url, made) {
  const { secret } = made.seats[0];
  for (let k = 0; k < 40; k++) {
    const { data } = await api(url, 'GET', `matches/${made.id}`, secret);
    const { awaiting, decision } = data.table;
    if (awaiting.includes(0)) {
      const { data: hint } = await api(url, 'GET', `matches/${made.id}/suggestion`, secret);
      await api(url, 'POST', `matches/${made.id}/decisions/${decision}/order`, secret, { order: hint.order });
    } else if (awaiting.includes(1)) return;
  }
  throw new Error('the computer has nothing to think about');
}

async function round(url, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const shot = async (what) => {
    if (!process.env.SHOTS) return;
    await page.screenshot({ path: path.join(process.env.SHOTS, `in-line-${what}-${name}.png`) });
  };
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    const others = [];
    for (let k = 0; k < OTHERS; k++) others.push(await create(url, SLOW));
    const mine = await create(url, SLOW);
    // At the table first: the line must not be gone before the page is there.
    await join(page, url, mine.id, mine.seats[0].secret);
    await atTable(page);
    for (const it of others) await untilItThinks(url, it);
    await untilItThinks(url, mine);
    const task = page.locator('.task');
    await task.getByText(/waiting for a turn to think/).waitFor();
    await task
      .getByText(/The server is busy: \d+ other computer admirals? (is|are) ahead in line\./)
      .waitFor();
    await shot('table');
    // Whoever will not wait has it decide at once, and the line is left.
    await task.locator('button', { hasText: 'Hurry' }).click();
    await page.waitForFunction(
      () => !/turn to think|next in line/.test(document.querySelector('.task')?.textContent ?? ''),
    );

    // Nobody needs what the others are still thinking about.
    for (const it of others) await api(url, 'POST', `matches/${it.id}/hurry`, it.seats[0].secret);

    // The days that pass until then are the server's own tests' matter.
    await page.route('**/api/matches/list', async (route) => {
      const answer = await route.fetch();
      const list = await answer.json();
      for (const it of list.matches) it.put_away = true;
      await route.fulfill({ response: answer, json: list });
    });
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('li.card');
    const card = await page.locator('li.card').innerText();
    expect(/Put away, .* Opening it brings it back\./.test(card), `the list says: ${card}`);
    await shot('put-away');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
