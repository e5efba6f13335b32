// An account from its making to its end: what was played before is in it, on another device too; another
// password, logged out and in again; its data taken along, and gone. At a desk and on a phone.
import fs from 'node:fs';
import path from 'node:path';
import { accessible } from '../axe.mjs';
import { PHONE, atTable, emptyData, expect, openBrowser, settle, startIntro } from '../lib.mjs';

// Little work before an account: how long much of it takes hangs on the machine.
const config = path.join(emptyData(), 'flagbridge.toml');
fs.writeFileSync(config, 'public = true\n[people]\nwork = 8\n');
export const settings = ['--config', config];

async function enter(page, name, password) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.click('[data-testid=enter]');
}

async function round(url, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  try {
    await settle(page, url, { motion: 'none' });
    // Played as a guest.
    await startIntro(page, url);
    const battle = page.url().split('/').pop();
    await page.goto(`${url}#/account`);
    await page.getByRole('radio', { name: 'Create an account' }).click();
    await accessible(page, 'making an account');
    // A name that is is reserved is refused in words, and nothing that was typed is lost.
    await enter(page, 'Admin', 'six small moons');
    await page.waitForSelector('[data-testid=failed] >> text=is reserved');
    expect((await page.getByLabel('Password', { exact: true }).inputValue()) !== '', 'the password was lost');
    await enter(page, name, 'six small moons');
    await page.waitForSelector(`h1:has-text("${name}")`);
    await page.waitForSelector(`nav >> text=${name}`);
    await page.waitForSelector('[data-testid=taken] >> text=1 battle');
    await page.waitForSelector('[data-testid=sessions] li');
    expect((await page.locator('[data-testid=sessions] li').count()) === 1, 'one session');
    await accessible(page, 'the account');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide <= 0, `the account is ${wide} pixels too wide`);
    const change = page.locator('section', { hasText: 'Change password' });
    await change.getByLabel('Current password').fill('six small moons');
    await change.getByLabel('New password').fill('six other moons');
    await page.click('[data-testid=change-password]');
    await page.waitForSelector('[data-testid=changed]');
    await page.reload();
    await page.waitForSelector(`h1:has-text("${name}")`);
    await page.click('[data-testid=log-out]');
    await page.waitForSelector('nav >> text=Log in');
    await enter(page, name, 'six small moons');
    await page.waitForSelector('[data-testid=failed] >> text=nobody by that name with that password');
    await enter(page, name.toLowerCase(), 'six other moons');
    await page.waitForSelector(`h1:has-text("${name}")`);
    // Another device: the battle is there, without any secret.
    const other = await openBrowser(options);
    await settle(other.page, url, { motion: 'none', speed: 'all' });
    await other.page.goto(`${url}#/account`);
    await enter(other.page, name, 'six other moons');
    await other.page.waitForSelector(`h1:has-text("${name}")`);
    await other.page.goto(`${url}#/battles`);
    await other.page.click(`a[href="#/table/${battle}"]`);
    await atTable(other.page);
    await other.page.reload();
    await atTable(other.page);
    expect(other.errors.length === 0, other.errors.join('\n'));
    await other.close();
    // The secret of a session is nothing that a script of the page can read.
    expect((await page.evaluate(() => document.cookie)) === '', 'the cookie can be read');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-testid=export]')]);
    expect(file.suggestedFilename() === `flagbridge-${name}.json`, file.suggestedFilename());
    await page.click('[data-testid=delete]');
    await accessible(page, 'deleting an account');
    await page.locator('dialog').getByLabel('Current password').fill('six other moons');
    await page.click('[data-testid=delete-now]');
    await page.waitForSelector('nav >> text=Log in');
    await enter(page, name, 'six other moons');
    await page.waitForSelector('[data-testid=failed] >> text=nobody by that name');
    const refused = (it) => /status of (401|422)/.test(it);
    const errors = browser.errors.filter((it) => !refused(it));
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function account(url) {
  await round(url, 'Nelson', {});
  await round(url, 'Hardy', PHONE);
}
