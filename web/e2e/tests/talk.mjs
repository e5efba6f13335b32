// People and each other: talk at a table between a desk and a phone, what onlookers say, a report and what
// comes of it, profiles, and a club with a scenario of its own. At both sizes, each screen looked at by axe.
import fs from 'node:fs';
import path from 'node:path';
import { accessible } from '../axe.mjs';
import {
  PHONE,
  admin,
  api,
  atTable,
  create,
  emptyData,
  expect,
  join,
  openBrowser,
  settle,
  shoot,
  startServer,
} from '../lib.mjs';

export const ownServers = true;

/** Somebody with an account, in a browser of their own. */
async function person(url, name, options = {}) {
  const browser = await openBrowser(options);
  await settle(browser.page, url, { speed: 'all', motion: 'none' });
  const made = await browser.page.evaluate(
    async (body) =>
      (
        await fetch('/api/people', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    { name, password: 'six small moons' },
  );
  expect(made === 201, `${name} has no account: ${made}`);
  await browser.page.reload();
  await browser.page.waitForSelector(`nav >> text=${name}`);
  return browser;
}

/** A seat becomes theirs who are logged in here. */
const own = (page, secret) =>
  page.evaluate(
    (secrets) =>
      fetch('/api/me/seats', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secrets }),
      }),
    [secret],
  );

async function fits(page, where) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide <= 0, `${where} is ${wide} pixels too wide`);
}

export default async function talk() {
  const data = emptyData();
  const config = path.join(data, 'flagbridge.toml');
  fs.writeFileSync(config, 'public = true\n[people]\nwork = 0\n');
  const server = await startServer(['--config', config], data);
  const { url } = server;
  const open = [];
  const come = async (name, options) => {
    const browser = await person(url, name, options);
    open.push(browser);
    return browser;
  };
  try {
    const ada = await come('Ada');
    const bob = await come('Bob', PHONE);
    const olga = await come('Olga');
    const made = await create(url, [{ kind: 'me' }, { kind: 'friend' }], 'intro', { spectators: true });
    await own(ada.page, made.seats[0].secret);
    await own(bob.page, made.seats[1].secret);
    for (const [it, secret] of [
      [ada, made.seats[0].secret],
      [bob, made.seats[1].secret],
      [olga, made.spectator],
    ]) {
      await join(it.page, url, made.id, secret);
      await atTable(it.page);
    }

    // A word from the desk is a number on the phone's tab, and the phone answers with a phrase.
    await ada.page.click('[data-testid=open-talk]');
    await ada.page.getByLabel('Say something').fill('Good evening, <b>Bob</b>.');
    await ada.page.click('[data-testid=say]');
    await ada.page.waitForSelector('[data-testid=talk] >> text=Good evening, <b>Bob</b>.');
    await bob.page.waitForSelector('[role=tab] >> text=/Talk ?1/');
    await shoot(bob.page, 'talk-new-phone');
    await bob.page.click('[role=tab] >> text=Talk');
    await bob.page.waitForSelector('[data-testid=talk] >> text=Good evening, <b>Bob</b>.');
    await accessible(bob.page, 'talk on a phone');
    await fits(bob.page, 'talk on a phone');
    await bob.page.click('[data-testid=phrases] >> text=Good luck.');
    await ada.page.waitForSelector('[data-testid=talk] >> text=Good luck.');
    await shoot(bob.page, 'talk-phone');
    await bob.page.getByLabel('Say something').fill('You fight like a freighter.');
    await bob.page.click('[data-testid=say]');
    await ada.page.waitForSelector('[data-testid=talk] >> text=like a freighter');
    await accessible(ada.page, 'talk at a desk');
    await shoot(ada.page, 'talk-desk');

    // Onlookers hear players, and are heard by each other alone.
    await olga.page.click('[data-testid=open-talk]');
    await olga.page.waitForSelector('[data-testid=talk] >> text=like a freighter');
    await olga.page.getByRole('radio', { name: 'Spectators' }).click();
    await olga.page.getByLabel('Say something').fill('She has the better ships.');
    await olga.page.click('[data-testid=say]');
    await olga.page.waitForSelector('[data-testid=talk] >> text=better ships');
    await shoot(olga.page, 'talk-onlookers-desk');
    const heard = await api(url, 'GET', `matches/${made.id}/talk?room=players`, made.seats[0].secret);
    expect(!JSON.stringify(heard.data).includes('better ships'), 'a player hears onlookers');
    expect((await ada.page.locator('text=better ships').count()) === 0, 'a player sees what onlookers say');

    // Muted here, and heard again.
    await ada.page.getByRole('button', { name: 'About what Bob said' }).last().click();
    await ada.page.click('text=Mute at this table');
    await ada.page.waitForSelector('[data-testid=talk] >> text=from somebody you have muted');
    expect((await ada.page.locator('text=like a freighter').count()) === 0, 'a muted word is shown');
    await ada.page.click('[data-testid=talk] >> text=Show');
    await ada.page.waitForSelector('[data-testid=talk] >> text=like a freighter');

    // Reported, with what was said before.
    await ada.page.getByRole('button', { name: 'About what Bob said' }).last().click();
    await ada.page.click('[data-testid=report-words]');
    await ada.page.getByLabel('What is wrong with it?').fill('Unkind to freighters.');
    await accessible(ada.page, 'reporting');
    await shoot(ada.page, 'report-desk');
    await ada.page.click('[data-testid=send-report]');
    await ada.page.waitForSelector('[data-testid=reported]');

    // A moderator, at a desk and then on a phone: takes it away, warns, mutes.
    for (const [name, options, size] of [
      ['Mona', {}, 'desk'],
      ['Maxi', PHONE, 'phone'],
    ]) {
      const mo = await come(name, options);
      admin(data, 'people', 'appoint', name);
      await mo.page.goto(`${url}#/moderation`);
      await mo.page.reload();
      await mo.page.waitForSelector('[role=radiogroup]');
      if (size === 'desk') {
        await mo.page.waitForSelector('[data-testid=reports] >> text=Ada reports Bob');
        await accessible(mo.page, 'reports');
        await shoot(mo.page, 'moderation-desk');
        await mo.page.click('[data-testid=about-battle]');
        await mo.page.waitForSelector('[data-testid=silence]');
        await accessible(mo.page, 'about a battle');
        await mo.page.keyboard.press('Escape');
        await mo.page.getByLabel('Your decision').fill('Took it away, and warned him.');
        await mo.page.click('[data-testid=decide-remove]');
        await mo.page.waitForSelector('text=There is nothing to decide.');
        await mo.page.goto(`${url}#/moderation/Bob`);
        await mo.page.getByLabel('Why', { exact: true }).fill('Freighters are people, too.');
        await mo.page.click('[data-testid=do]');
        await mo.page.waitForSelector('[data-testid=done]');
        await accessible(mo.page, 'about somebody');
        await shoot(mo.page, 'dossier-desk');
        continue;
      }
      await mo.page.getByRole('radio', { name: 'People' }).click();
      await mo.page.getByLabel('Part of a name').fill('bo');
      await mo.page.click('text=Search');
      await mo.page.click('main >> a:has-text("Bob")');
      await mo.page.getByLabel('What to do').selectOption('mute');
      await mo.page.getByLabel('Why', { exact: true }).fill('Until it is late.');
      await mo.page.click('[data-testid=do]');
      await mo.page.waitForSelector('text=/muted until/');
      await accessible(mo.page, 'about somebody, on a phone');
      await fits(mo.page, 'about somebody');
      await shoot(mo.page, 'dossier-phone');
      await mo.page.goto(`${url}#/moderation`);
      await mo.page.getByRole('radio', { name: 'Log' }).click();
      await mo.page.waitForSelector('[data-testid=log] >> text=Until it is late.');
      await fits(mo.page, 'the log');
      await shoot(mo.page, 'moderation-log-phone');
    }
    await ada.page.reload();
    await atTable(ada.page);
    await ada.page.click('[data-testid=open-talk]');
    await ada.page.waitForSelector('[data-testid=talk] >> text=removed by a moderator');

    // He can say nothing, and is told why; away from the table the warning waits until it is read.
    await bob.page.getByLabel('Say something').fill('What?');
    await bob.page.click('[data-testid=say]');
    await bob.page.waitForSelector('[data-testid=talk] >> text=/muted you for .*Until it is late/');
    await shoot(bob.page, 'talk-muted-phone');
    await bob.page.goto(`${url}#/account`);
    await bob.page.reload();
    await bob.page.waitForSelector('[data-testid=warning] >> text=Freighters are people, too.');
    await accessible(bob.page, 'a warning');
    await shoot(bob.page, 'warning-phone');
    await bob.page.keyboard.press('Escape');
    expect(await bob.page.locator('[data-testid=warning]').isVisible(), 'a warning can be waved away');
    await bob.page.click('[data-testid=warning-read]');
    await bob.page.waitForSelector('[data-testid=warning]', { state: 'detached' });
    await bob.page.reload();
    await bob.page.waitForSelector('h1:has-text("Bob")');
    expect(
      (await bob.page.locator('[data-testid=warning]').count()) === 0,
      'a warning that was read came back',
    );

    // The battle ends; profiles tell of it, and anybody may watch it.
    await api(url, 'POST', `matches/${made.id}/concede`, made.seats[1].secret, { sure: true });
    await olga.page.goto(`${url}#/people/Ada`);
    await olga.page.waitForSelector('[data-testid=battles] >> text=won');
    await olga.page.click('[data-testid=follow]');
    await olga.page.waitForSelector('[data-testid=follow][aria-pressed=true]');
    await accessible(olga.page, 'a profile');
    await shoot(olga.page, 'profile-desk');
    await bob.page.goto(`${url}#/people/Ada`);
    await bob.page.waitForSelector('[data-testid=battles]');
    await accessible(bob.page, 'a profile on a phone');
    await fits(bob.page, 'a profile');
    await shoot(bob.page, 'profile-phone');
    const anybody = await openBrowser();
    open.push(anybody);
    await settle(anybody.page, url, { speed: 'all', motion: 'none' });
    await anybody.page.goto(`${url}#/people/Ada`);
    await anybody.page.click('[data-testid=battles] >> text=Watch');
    await anybody.page.waitForSelector('input[type=range]');
    await olga.page.goto(`${url}#/account`);
    await olga.page.waitForSelector('[data-testid=circles] >> text=Ada');
    await shoot(olga.page, 'account-circles-desk');

    await club(url, ada, bob);
    // The owner is gone for good: a moderator finds the club another one.
    const keeper = await come('Keeper');
    admin(data, 'people', 'appoint', 'Keeper');
    await keeper.page.goto(`${url}#/clubs`);
    await keeper.page.reload();
    await keeper.page.click('main >> text=Tuesday Night');
    await keeper.page.click('[data-testid=hand-over]');
    await accessible(keeper.page, 'handing over a club');
    await keeper.page.getByLabel('New owner').selectOption('Bob');
    await keeper.page.getByLabel('Why', { exact: true }).fill('Ada has gone to sea.');
    await keeper.page.click('[data-testid=hand-over-now]');
    await keeper.page.waitForSelector('[data-testid=members] li:has-text("Bob") >> text=owner');
    await shoot(keeper.page, 'club-handed-over-desk');
    for (const { errors } of open) expect(errors.length === 0, errors.join('\n'));
  } finally {
    for (const it of open) await it.close();
    await server.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
}

/** A club is founded at a desk and joined from a phone by its link; it has a scenario of its own, which is played. */
async function club(url, ada, bob) {
  const { page } = ada;
  await page.goto(`${url}#/clubs`);
  await page.click('[data-testid=found-club]');
  await page.getByLabel('Name', { exact: true }).fill('Tuesday Night');
  await page.getByLabel('What it is about').fill('A battle a week, and tea.');
  await page.getByRole('radio', { name: 'By link only' }).click();
  await accessible(page, 'founding a club');
  await page.click('[data-testid=found]');
  await page.waitForSelector('h1:has-text("Tuesday Night")');
  await page.getByLabel('Write on the board').fill('Tonight at eight.\n\nBring your own fleet.');
  await page.click('[data-testid=post]');
  await page.waitForSelector('[data-testid=board] >> text=Bring your own fleet.');
  await page.click('[data-testid=invitation]');
  await page.click('[data-testid=invite]');
  const link = await page.locator('[data-testid=link]').inputValue();
  await page.locator('dialog').getByRole('button', { name: 'Close' }).click();

  // A scenario of one's own: brought as a file, shown to the club.
  const scenario = await page.evaluate(async () => (await fetch('/api/games/asfos/scenarios/intro')).json());
  const file = scenario.scenario;
  await page.goto(`${url}#/shelf`);
  await page.waitForSelector('select');
  await page.locator('select').first().selectOption('asfos');
  await page.locator('input[type=file]').setInputFiles({
    name: 'strait.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await page.waitForSelector('[data-testid=begin]');
  await accessible(page, 'a scenario on the shelf');
  await shoot(page, 'kept-desk');
  await page.goto(`${url}#/shelf`);
  await page.click('[data-testid=shelf] >> text=Who can see it');
  await page.getByLabel('Name', { exact: true }).fill('The narrow strait');
  await page.getByLabel('Members of a club can see it').selectOption({ label: 'Tuesday Night' });
  await accessible(page, 'who sees it');
  await page.click('text=Save');
  await page.waitForSelector('[data-testid=shelf] >> text=Tuesday Night');

  const phone = bob.page;
  await phone.goto(link);
  await phone.reload();
  await phone.click('[data-testid=join]');
  await phone.waitForSelector('[data-testid=board] >> text=Bring your own fleet.');
  expect(!phone.url().includes(link.split('/').pop()), 'the secret of the link stays in the address');
  await accessible(phone, 'a club on a phone');
  await fits(phone, 'a club');
  await shoot(phone, 'club-phone');
  await page.goto(`${url}#/clubs`);
  await page.click('main >> text=Tuesday Night');
  await page.waitForSelector('[data-testid=members] >> text=Bob');
  await accessible(page, 'a club');
  await shoot(page, 'club-desk');

  // A table of the club: laid out at the desk, and a seat taken from the phone.
  await page.click('[data-testid=new-table]');
  await page.waitForFunction(() => document.querySelectorAll('dialog[open] select')[2]?.length > 1);
  await accessible(page, 'a new table');
  await page.click('[data-testid=make-table]');
  await page.waitForSelector('[data-testid=missing]');
  await phone.reload();
  await phone.waitForSelector('[data-testid=tables] >> text=waiting for an opponent');
  await accessible(phone, 'tables of a club');
  await shoot(phone, 'club-tables-phone');
  await phone.click('[data-testid=sit]');
  await atTable(phone);
  await atTable(page);
  await phone.goBack();
  await phone.click('text=The narrow strait');
  await phone.click('[data-testid=begin]');
  await atTable(phone);
}
