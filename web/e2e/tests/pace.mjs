// A battle with a pace between two people, one of them on a phone: clocks that run, somebody who leaves, a
// captain in the seat until its player is back.
import { PHONE, accept, atTable, create, expect, join, openBrowser, settle, suggested } from '../lib.mjs';

// Whoever closes the page has left at once.
export const settings = ['--limit', 'left=1'];

export default async function pace(url) {
  const host = await openBrowser();
  const guest = await openBrowser(PHONE);
  const { page } = host;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await settle(guest.page, url, { speed: 'all', motion: 'none' });
    await page.goto(`${url}#/new/asfos`);
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    await page.locator('.seat select').nth(1).selectOption('friend');
    expect((await page.locator('[data-testid=late]').count()) === 0, 'without a pace nobody can be late');
    await page.selectOption('[data-testid=pace]', {
      label: '30 minutes each, and 30 seconds more with each decision',
    });
    await page.selectOption('[data-testid=late]', { label: 'A captain takes over' });
    await page.click('[data-testid=begin]');
    await page.waitForSelector('.made input');
    const link = await page.locator('.made input').first().inputValue();
    await page.click('text=To the table');
    await page.waitForSelector('[data-testid=missing]');
    await guest.page.goto(link);
    await accept(guest.page);
    await atTable(guest.page);
    await atTable(page);

    // Both see both clocks, and whoever is awaited sees one run.
    for (const it of [page, guest.page])
      for (const seat of [0, 1]) await it.waitForSelector(`[data-testid=clock-${seat}]`);
    const running = await page.locator('[role=timer].running').first();
    const before = await running.innerText();
    await page.waitForFunction(
      (was) => document.querySelector('[role=timer].running')?.textContent !== was,
      before,
    );

    // The guest offers a draw; it is declined, and offered by the other side.
    await guest.page.click('[aria-label="More"]');
    await guest.page.getByRole('button', { name: 'Offer a draw', exact: true }).click();
    await guest.page.waitForSelector('[data-testid=draw-waits]');
    await page.waitForSelector('[data-testid=draw-offered]');
    await page.click('[data-testid=draw-offered] >> text=Decline');
    await page.waitForSelector('[data-testid=draw-offered]', { state: 'detached' });
    await guest.page.waitForSelector('[data-testid=draw-waits]', { state: 'detached' });

    // My battles says who has to move by when, and how long there is.
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('[data-testid=due]');
    expect(/30 minutes each/.test(await page.locator('main').innerText()), 'the list has no pace');
    const due = await page.locator('[data-testid=due]').innerText();
    expect(/by .*\d/.test(due), `by when: ${due}`);

    // The guest closes the table. Whoever waits for him sees it, and gives the seat to a captain.
    const table = guest.page.url();
    await guest.page.goto(`${url}#/settings`);
    await page.goBack();
    await atTable(page);
    const away = page.locator('[data-testid=away]');
    const seal = page.locator('[data-testid=seal]');
    await away.or(seal).first().waitFor();
    if (await seal.isVisible()) {
      await suggested(page);
      await seal.click();
    }
    await away.waitFor();
    await page.click('text=Let a captain play that seat');
    await page.waitForSelector('.seats >> text=captain');

    // Back again, he is told so and takes it back.
    await guest.page.goto(table);
    await guest.page.waitForSelector('[data-testid=replaced]');
    await guest.page.click('[data-testid=replaced] >> text=Take it back');
    await guest.page.waitForSelector('[data-testid=replaced]', { state: 'detached' });
    await page.waitForSelector('.seats >> text=captain', { state: 'detached' });

    for (const it of [host, guest]) await holidays(it.page, url);

    const errors = [...host.errors, ...guest.errors];
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    await host.close();
    await guest.close();
  }
}

/** Days on which a clock stands, in a battle over days: taken, seen, and ended before they are over. */
async function holidays(page, url) {
  const pace = { decision: 86_400, bank: 3 * 86_400, holidays: 7, late: 'captain' };
  const made = await create(url, [{ kind: 'me' }, { kind: 'me' }], 'intro', { pace });
  await join(page, url, made.id, made.seats[0].secret);
  await atTable(page);
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Holidays' }) });
  const open = async () => {
    if (!(await section.isVisible()))
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await section.waitFor();
  };
  // The dialog closes when the server has answered: the clock may know of it before.
  const closed = () => section.waitFor({ state: 'detached' });
  await open();
  await section.getByRole('button', { name: '3 days' }).click();
  await closed();
  await page.waitForSelector('[data-testid=clock-0] >> text=⏸');
  await open();
  await section.getByRole('button').first().click();
  await closed();
  await page.waitForSelector('[data-testid=clock-0] >> text=⏸', { state: 'detached' });
  await open();
  expect(/[4-7]/.test(await section.innerText()), `how many are left: ${await section.innerText()}`);
}
