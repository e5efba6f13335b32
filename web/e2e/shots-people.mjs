// Screenshots of a server that is open to the public: the way in, lobby, account, notices, invitation, profile, talk,
// clubs, shelf and the page of moderators. Two people and a moderator are there, and a guest.
import fs from 'node:fs';
import path from 'node:path';
import { admin, atTable, create, emptyData, join, openBrowser, settle, startServer } from './lib.mjs';

/** Something asked of the server by whoever is logged in on this page. */
const ask = (page, method, where, body) =>
  page.evaluate(
    async ([method, where, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`/api/${where}`, { method, headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
      return answer.json().catch(() => null);
    },
    [method, where, body],
  );

async function come(url, name, options) {
  const browser = await openBrowser(options);
  await settle(browser.page, url, { speed: 'all', motion: 'none' });
  await ask(browser.page, 'POST', 'people', { name, password: 'six small moons' });
  await browser.page.reload();
  await browser.page.waitForSelector(`nav >> text=${name}`);
  return browser;
}

const OPEN = { game: 'talon', scenario: 'squadron', to: { kind: 'everybody' } };

/** All of it at one size; `take` makes a picture of a page. */
export async function people(name, options, take) {
  const data = emptyData();
  const config = path.join(data, 'flagbridge.toml');
  fs.writeFileSync(config, 'public = true\n[people]\nwork = 0\n');
  const server = await startServer(['--config', config, '--limit', 'advice=10000'], data);
  const { url } = server;
  const open = [];
  try {
    const [ada, bob, mona] = [
      await come(url, 'Ada', options),
      await come(url, 'Bob', {}),
      await come(url, 'Mona', options),
    ];
    open.push(ada, bob, mona);
    const { page } = ada;
    const shot = (what) => take(page, `${what}-${name}`);

    await ask(bob.page, 'POST', 'lobby/tables', OPEN);
    await bob.page.goto(`${url}#/lobby`);
    await page.goto(`${url}#/lobby`);
    await page.waitForSelector('[data-testid=table-row]');
    await shot('lobby');

    const guest = await openBrowser(options);
    open.push(guest);
    await settle(guest.page, url, { speed: 'all', motion: 'none' });
    await guest.page.goto(`${url}#/account`);
    await guest.page.waitForSelector('[data-testid=enter]');
    await take(guest.page, `enter-${name}`);
    await guest.page.goto(`${url}#/kept`);
    await guest.page.waitForSelector('[data-testid=kept-rows]');
    await take(guest.page, `kept-${name}`);
    const link = await ask(bob.page, 'POST', 'lobby/tables', { ...OPEN, to: { kind: 'link' }, guests: true });
    await guest.page.goto(`${url}#/challenge/${link.table.id}/${link.link}`);
    await guest.page.waitForSelector('[data-testid=landing-join]');
    await take(guest.page, `challenge-${name}`);

    const made = await create(url, [{ kind: 'me' }, { kind: 'friend' }], 'intro', { spectators: true });
    for (const [it, seat] of [
      [ada, 0],
      [bob, 1],
    ]) {
      await ask(it.page, 'POST', 'me/seats', { secrets: [made.seats[seat].secret] });
      await join(it.page, url, made.id, made.seats[seat].secret);
      await atTable(it.page);
    }
    await ask(bob.page, 'POST', `matches/${made.id}/talk`, { room: 'players', text: 'Good luck, Ada.' });
    await ask(page, 'POST', `matches/${made.id}/talk`, { room: 'players', text: 'Mind the freighters.' });
    await page.click(options.isMobile ? '[role=tab] >> text=Talk' : '[data-testid=open-talk]');
    await page.waitForSelector('[data-testid=talk] >> text=freighters');
    await shot('talk');

    await ask(bob.page, 'POST', `matches/${made.id}/concede`, { sure: true });
    await page.goto(`${url}#/people/Ada`);
    await page.waitForSelector('[data-testid=battles] >> text=won');
    await shot('profile');
    await page.goto(`${url}#/account`);
    await page.waitForSelector('h1:has-text("Ada")');
    await shot('account');

    const { club } = await ask(page, 'POST', 'clubs', {
      name: 'Tuesday Night',
      about: 'A battle a week, and tea.',
      entry: 'open',
    });
    await ask(bob.page, 'POST', `clubs/${club.id}/join`, {});
    await ask(bob.page, 'POST', `clubs/${club.id}/posts`, {
      text: 'Tonight at eight, @Ada. Bring your own fleet.',
    });
    await page.goto(`${url}#/clubs`);
    await page.click('main >> text=Tuesday Night');
    await page.waitForSelector('[data-testid=board] >> text=Tonight at eight');
    await shot('club');
    await page.goto(`${url}#/clubs`);
    await page.waitForSelector('main >> text=Tuesday Night');
    await shot('clubs');
    const { scenario } = await ask(page, 'GET', 'games/asfos/scenarios/intro');
    const title = 'The narrow strait';
    const kept = await ask(page, 'POST', 'me/shelf', {
      kind: 'scenario',
      game: 'asfos',
      title,
      body: scenario,
    });
    await ask(page, 'POST', `me/shelf/${kept.card.id}`, { title, shared: false, club: club.id });
    await page.goto(`${url}#/shelf`);
    await page.waitForSelector(`[data-testid=shelf] >> text=${title}`);
    await shot('shelf');
    await page.goto(`${url}#/notices`);
    await page.waitForSelector('[data-testid=notices] >> text=You were mentioned');
    await shot('notices');

    await ask(bob.page, 'POST', 'people/Ada/report', { why: 'Never brings tea.' });
    admin(data, 'people', 'appoint', 'Mona');
    await mona.page.goto(`${url}#/moderation`);
    await mona.page.reload();
    await mona.page.waitForSelector('[data-testid=reports] >> text=Bob reports Ada');
    await take(mona.page, `moderation-${name}`);
  } finally {
    for (const it of open) await it.close();
    await server.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
}
