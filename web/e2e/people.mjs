// What people with accounts do on the page, for the scripts about them.
import { expect, over, sealable, until } from './lib.mjs';

export const PASSWORD = 'six small moons';

/** Makes an account, as somebody does on the page. */
export async function signUp(page, url, name) {
  await page.goto(`${url}#/account`);
  await page.getByRole('radio', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.click('[data-testid=enter]');
  await page.waitForSelector(`h1:has-text("${name}")`);
}

/** Nothing is wider than the screen. */
export async function fits(page, where) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide <= 0, `${where} is ${wide} pixels too wide`);
}

/** One gives up. Where that is an order, it counts when the other has given one, too. */
export async function giveUp(page, other) {
  // The page of the battle before may still be there for a moment.
  for (const it of [page, other])
    await it.locator('.task a', { hasText: 'Watch the replay' }).waitFor({ state: 'detached' });
  const concede = page.getByRole('button', { name: 'Concede', exact: true });
  // A rematch is at the same page, where the menu may still be open.
  if (!(await concede.first().isVisible()))
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await concede.first().click();
  await page.getByRole('button', { name: 'Concede', exact: true }).last().click();
  // Who has something to decide gives up by an order; who has not, gives up at once, and the other need do nothing.
  const sealed = page.locator('.task h2', { hasText: 'Sealed' });
  const seal = other.locator('[data-testid=seal]:enabled');
  await until('the battle goes on', async () => {
    if ((await over(page)) && (await over(other))) return true;
    if ((await sealed.isVisible()) && (await sealable(other)))
      await seal.click({ timeout: 1000 }).catch(() => {});
    return false;
  });
}
