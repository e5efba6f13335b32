// Two people meet in the lobby and play with a clock. One leaves the table: the other sees it, whoever left is told
// that it is their turn and then that their time is running low, and a captain takes over when it is up. Back again,
// they give up and play once more; there the other one leaves, is told, and is back in time. A desk and a phone.
import fs from 'node:fs';
import path from 'node:path';
import {
  PHONE,
  atTable,
  emptyData,
  expect,
  openBrowser,
  sealable,
  settle,
  shoot,
  suggested,
  until,
} from '../lib.mjs';
import { fits, giveUp, signUp } from '../people.mjs';

const config = path.join(emptyData(), 'flagbridge.toml');
fs.writeFileSync(config, 'public = true\n[people]\nwork = 8\n');
// Whoever leaves a table is away at once, and short decisions are worth a warning.
export const settings = ['--config', config, '--limit', 'away=1', '--limit', 'warned=20'];

// Long enough for somebody on a busy machine to come back in time, and short enough to wait for the end of it.
const PACE = { decision: 75, late: 'captain' };

/** A table of the lobby at a pace that no form offers: nobody is to wait for minutes here. */
async function openTable(page, url) {
  await page.goto(`${url}#/lobby`);
  const status = await page.evaluate(async (pace) => {
    const body = { to: { kind: 'everybody' }, game: 'asfos', scenario: 'intro', side: 0, pace };
    const answer = await fetch('/api/lobby/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.status;
  }, PACE);
  expect(status === 201, `no table: ${status}`);
  await page.waitForSelector('[data-testid=own-table]');
}

/** Orders whatever is to be ordered at this page until `done`. */
async function orderUntil(page, done) {
  const seal = page.locator('[data-testid=seal]:enabled');
  await until('nothing comes of it', async () => {
    if (await done()) return true;
    if (await sealable(page)) {
      await suggested(page);
      await seal.click({ timeout: 1000 }).catch(() => {});
    }
    return false;
  });
}

/** Leaves the table, and is told that it is their turn. The other one sees that they are away. */
async function told(leaver, other, url, shot) {
  await leaver.goto(`${url}#/learn`);
  const bell = leaver.locator('[data-testid=bell]');
  const unread = async () => /unread/.test((await bell.getAttribute('aria-label')) ?? '');
  await orderUntil(other, unread);
  await leaver.goto(`${url}#/notices`);
  await leaver.waitForSelector('[data-testid=notices] >> text=Your turn');
  await other.waitForSelector('[data-testid=away]');
  await shoot(other, `left alone, somebody is away, ${shot}`);
}

export default async function leftAlone(url) {
  const desk = await openBrowser();
  const hand = await openBrowser(PHONE);
  const [ada, bob] = [desk.page, hand.page];
  try {
    for (const [page, name] of [
      [ada, 'Ada'],
      [bob, 'Bob'],
    ]) {
      await settle(page, url, { speed: 'all', motion: 'none' });
      await signUp(page, url, name);
    }
    await openTable(ada, url);
    await bob.goto(`${url}#/lobby`);
    await bob.click('[data-testid=table-row] >> [data-testid=join-table]');
    await atTable(bob);
    await atTable(ada);
    const table = bob.url();

    // The phone goes elsewhere and does not come back in time.
    await told(bob, ada, url, 'phone');
    const low = bob.locator('[data-testid=notices] >> text=Your time is running low');
    await orderUntil(ada, () => low.isVisible());
    await fits(bob, 'notices');
    await shoot(bob, 'left alone, warned');
    await orderUntil(ada, () => ada.locator('.seats >> text=captain').isVisible());
    // The notice leads back to the table.
    await bob.locator('[data-testid=notices] a').first().click();
    await atTable(bob);
    expect(bob.url() === table, `the notice leads to ${bob.url()}`);
    await bob.waitForSelector('[data-testid=replaced]');
    await shoot(bob, 'left alone, replaced');
    await bob.click('[data-testid=replaced] >> text=Take it back');
    await bob.waitForSelector('[data-testid=replaced]', { state: 'detached' });

    // He gives up, and both want to play again.
    await giveUp(bob, ada);
    for (const page of [bob, ada]) {
      await page.waitForSelector('[data-testid=rematch]');
      await page.click('[data-testid=rematch]');
    }
    for (const page of [bob, ada]) await page.waitForURL((it) => it.href !== table);
    await atTable(ada);
    await atTable(bob);
    expect(ada.url() === bob.url(), 'they are at different tables');

    // This time the desk goes away, and is back before a captain comes.
    await told(ada, bob, url, 'desk');
    await ada.locator('[data-testid=notices] >> text=Your turn').first().click();
    await atTable(ada);
    await ada.waitForSelector('[data-testid=seal]');
    await suggested(ada);
    await ada.click('[data-testid=seal]');
    expect((await ada.locator('[data-testid=replaced]').count()) === 0, 'a captain was there already');

    const errors = [...desk.errors, ...hand.errors];
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    await desk.close();
    await hand.close();
  }
}
