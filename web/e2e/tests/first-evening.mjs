// A phone from the first screen to the end of a first battle: an account, the lobby, the computer, every order by
// touch, and what it says of the battle afterwards. It runs against a place on the net as well (FLAGBRIDGE_URL).
import fs from 'node:fs';
import path from 'node:path';
import { accessible } from '../axe.mjs';
import { PHONE, emptyData, expect, openBrowser, over, settle, shoot, toTheEnd } from '../lib.mjs';
import { PASSWORD, fits } from '../people.mjs';

const config = path.join(emptyData(), 'flagbridge.toml');
fs.writeFileSync(config, 'public = true\n[people]\nwork = 8\n');
export const settings = ['--config', config];

const NAME = 'Nelson';

async function look(page, where) {
  await accessible(page, `${where}, phone`);
  await fits(page, where);
  await shoot(page, `first evening, ${where}`);
}

export default async function firstEvening(url) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.tap('nav >> text=Log in');
    await page.getByRole('radio', { name: 'Create an account' }).tap();
    await look(page, 'signing up');
    // What is kept of whoever signs up is said before they do.
    await page.tap('text=What we keep about you, for how long and why');
    await page.waitForSelector('[data-testid=kept-rows] >> text=Argon2id');
    await look(page, 'what is kept');
    await page.goBack();
    await page.getByRole('radio', { name: 'Create an account' }).tap();
    await page.getByLabel('Name').fill(NAME);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.tap('[data-testid=enter]');
    // The work before an account takes its time on a phone.
    await page.waitForSelector(`h1:has-text("${NAME}")`);
    await look(page, 'account');

    await page.tap('[data-testid=to-lobby]');
    await page.waitForSelector('[data-testid=computer-start]');
    await look(page, 'lobby');
    await page.selectOption('[data-testid=computer-level]', 'cadet');
    await page.tap('[data-testid=computer-start]');
    await page.waitForSelector('.phone');
    const sealed = await toTheEnd(page, 'tap');
    expect((await over(page)) && sealed > 3, `over after ${sealed} orders`);
    await page.waitForSelector('[data-testid=headline]', { state: 'attached' });
    await fits(page, 'the end of the battle');
    await shoot(page, 'first evening, over');

    // Their page tells of it to everybody.
    await page.goto(`${url}#/people/${NAME}`);
    await page.waitForSelector('[data-testid=battles] >> text=/won|lost|draw/');
    await page.waitForSelector('[data-testid=ships] >> text=/1 battle/');
    const results = /1 won, 0 drawn, 0 lost|0 won, 1 drawn, 0 lost|0 won, 0 drawn, 1 lost/;
    expect(results.test(await page.innerText('main')), 'it is not counted');
    await look(page, 'profile');
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('a[href*="#/replay/"], a[href*="#/table/"]');
    await look(page, 'my battles');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
