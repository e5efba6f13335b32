// The lobby: two people meet at a table, play with a clock until one gives up, and play again; quick pairing; a
// challenge that is declined and one that is accepted on another page; a table by link; a mirror match. One of
// the two sits at a desk, the other has a phone.
import fs from 'node:fs';
import path from 'node:path';
import { accessible } from '../axe.mjs';
import { PHONE, atTable, emptyData, expect, openBrowser, settle, shoot } from '../lib.mjs';
import { fits, giveUp, signUp } from '../people.mjs';

const config = path.join(emptyData(), 'flagbridge.toml');
fs.writeFileSync(config, 'public = true\n[people]\nwork = 8\n');
export const settings = ['--config', config];

async function look(page, where) {
  await accessible(page, where);
  await fits(page, where);
  await shoot(page, `lobby ${where}`);
}

/** The form of a new table, with a pace. */
async function form(page, whom) {
  await page.click('[data-testid=open-table]');
  const dialog = page.locator('dialog[open]');
  if (whom) await dialog.getByRole('radio', { name: whom }).click();
  await choosePace(dialog);
  return dialog;
}

const choosePace = (dialog) =>
  dialog
    .locator('[data-testid=pace]')
    .selectOption({ label: '15 minutes each, and 15 seconds more with each decision' });

export default async function lobby(url) {
  const desk = await openBrowser();
  const hand = await openBrowser(PHONE);
  const [ada, bob] = [desk.page, hand.page];
  try {
    await settle(ada, url, { speed: 'all', motion: 'none' });
    await settle(bob, url, { speed: 'all', motion: 'none' });
    // An empty lobby says what to do, to a guest on a phone as well.
    await bob.click('[data-testid=to-lobby]');
    await bob.waitForSelector('[data-testid=no-tables]');
    await look(bob, 'empty, phone');
    await signUp(ada, url, 'Ada');
    await ada.goto(`${url}#/lobby`);
    await ada.waitForSelector('[data-testid=people] >> text=Ada');
    await look(ada, 'empty, desk');

    // She opens a table, he sees it at once and sits down.
    const dialog = await form(ada);
    await look(ada, 'a new table, desk');
    await dialog.locator('[data-testid=fresh-make]').click();
    await ada.waitForSelector('[data-testid=own-table]');
    await bob.waitForSelector('[data-testid=table-row] >> text=Ada');
    // What one agrees to by joining stands there, what happens when time is up among it.
    await bob.waitForSelector('[data-testid=table-row] >> text=if time runs out, the battle is lost');
    await bob.selectOption('[data-testid=filter-pace]', 'slow');
    await bob.waitForSelector('[data-testid=table-row]', { state: 'detached' });
    await bob.selectOption('[data-testid=filter-pace]', 'live');
    await bob.waitForSelector('[data-testid=table-row]');
    await look(bob, 'a table, phone');
    await look(ada, 'a table, desk');
    await bob.click('[data-testid=join-table]');
    await atTable(bob);
    await atTable(ada);
    for (const page of [ada, bob])
      for (const seat of [0, 1]) await page.waitForSelector(`[data-testid=clock-${seat}]`);
    await ada.waitForSelector('.seats >> text=Ada');
    const first = ada.url();
    // She gives up; both want to play again, and do.
    await giveUp(ada, bob);
    for (const page of [ada, bob]) {
      await page.waitForSelector('[data-testid=rematch]');
      await page.click('[data-testid=rematch]');
    }
    for (const page of [ada, bob]) await page.waitForURL((it) => it.href !== first);
    await atTable(ada);
    await atTable(bob);
    await ada.waitForSelector('[data-testid=clock-0]');
    expect(ada.url() === bob.url(), 'they are at different tables');
    await giveUp(ada, bob);
    await bob.waitForSelector('[data-testid=rematch]');

    // Quick pairing: who waits is told, and whoever wants the same is the opponent.
    await ada.goto(`${url}#/lobby`);
    await ada.click('[data-testid="pair-15+15"]');
    await ada.waitForSelector('[data-testid=looking]');
    await look(ada, 'looking, desk');
    await bob.goto(`${url}#/lobby`);
    await bob.waitForSelector('[data-testid="pair-15+15"] >> text=1 person waiting');
    await bob.click('[data-testid="pair-15+15"]');
    await atTable(bob);
    await atTable(ada);
    await giveUp(ada, bob);

    // A challenge reaches him on whatever page he is; he declines one and accepts another: a mirror match.
    await signUp(bob, url, 'Bob');
    await bob.goto(`${url}#/learn`);
    await ada.goto(`${url}#/lobby`);
    await ada.getByRole('button', { name: 'Challenge Bob' }).click();
    await ada.click('[data-testid=fresh-make]');
    await bob.waitForSelector('[data-testid=toast] >> text=Ada challenges you');
    await bob.waitForSelector('[data-testid=toast] >> text=if time runs out, the battle is lost');
    await look(bob, 'a challenge, phone');
    await bob.click('[data-testid=decline]');
    await ada.waitForSelector('[data-testid=own-table] >> text=Bob declined');
    await ada.click('[data-testid=withdraw]');
    // A name leads to its page, where one follows somebody, and from there to a challenge.
    await ada.click('[data-testid=people] >> text=Bob');
    await ada.click('[data-testid=follow]');
    await ada.waitForSelector('[data-testid=follow][aria-pressed=true]');
    await ada.click('[data-testid=challenge-them]');
    const again = ada.locator('dialog[open]');
    const rival = again.locator('[data-testid=fresh-name]');
    expect((await rival.inputValue()) === 'Bob', 'the challenge is for nobody');
    await ada.waitForSelector('[data-testid=people] >> text=you follow');
    await rival.fill('bob');
    await choosePace(again);
    await again.locator('[data-testid=fresh-mirror]').check();
    await again.locator('[data-testid=fresh-make]').click();
    await bob.click('[data-testid=accept]');
    await atTable(bob);
    await atTable(ada);
    await bob.waitForSelector('[data-testid=mirror]');
    await giveUp(ada, bob);
    await ada.waitForSelector('[data-testid=mirror] >> text=second battle');
    await ada.click('[data-testid=mirror] >> text=To the second battle');
    await ada.waitForSelector('[data-testid=missing]');
    await bob.click('[data-testid=mirror] >> text=To the second battle');
    await ada.waitForSelector('[data-testid=missing]', { state: 'detached' });
    await atTable(ada);
    await atTable(bob);
    await giveUp(ada, bob);
    await ada.waitForSelector('[data-testid=mirror] >> text=You lost the mirror match, 0 : 2');
    await ada.goto(`${url}#/battles`);
    await ada.waitForSelector('[data-testid=mirror] >> text=0 : 2');
    await shoot(ada, 'lobby battles, desk');

    // By link: a guest opens it on a page of their own.
    await ada.goto(`${url}#/lobby`);
    const link = await form(ada, 'By link only');
    await link.locator('[data-testid=fresh-make]').click();
    const address = await ada.locator('[data-testid=challenge-link]').inputValue();
    const guest = await openBrowser(PHONE);
    await settle(guest.page, url, { speed: 'all', motion: 'none' });
    await guest.page.goto(address);
    await guest.page.waitForSelector('text=Ada invites you to a battle');
    await look(guest.page, 'a link, phone');
    await guest.page.click('[data-testid=landing-join]');
    await atTable(guest.page);
    await atTable(ada);
    expect(!guest.page.url().includes('challenge'), 'the link stays in the address');
    expect(guest.errors.length === 0, guest.errors.join('\n'));
    await guest.close();

    // A bot: its token is shown once, and can be taken back.
    await ada.goto(`${url}#/account`);
    await ada.fill('[data-testid=bot-name]', 'Robot-7');
    await ada.click('[data-testid=make-bot]');
    const token = await ada.locator('[data-testid=token]').inputValue();
    const told = () => fetch(`${url}api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await (await told()).json()).person.name === 'Robot-7', 'the token lets nobody in');
    await look(ada, 'a bot, desk');
    await ada.reload();
    await ada.waitForSelector('[data-testid=bots] >> text=Robot-7');
    expect((await ada.locator('[data-testid=token]').count()) === 0, 'the token is shown again');
    await ada.click('[data-testid=revoke-bot]');
    await ada.waitForSelector('[data-testid=bots] >> text=no token');
    expect((await told()).status === 401, 'the token still lets the bot in');

    await ada.goto(`${url}#/people/Robot-7`);
    await ada.waitForSelector('[data-testid=standing]:has-text("Bot of Ada")');

    const errors = [...desk.errors, ...hand.errors];
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    await desk.close();
    await hand.close();
  }
}
