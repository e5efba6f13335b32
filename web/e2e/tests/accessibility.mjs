// axe on every screen, in both themes where colours matter: nothing serious.
import { tour } from '../axe.mjs';
import { finished } from '../finished.mjs';
import { PHONE, atTable, create, expect, join, myTurn, sealOrder, startIntro, suggested } from '../lib.mjs';

const round = (url, options, theme, done) =>
  tour(url, options, theme, async (page, look) => {
    await page.waitForSelector('[data-testid=start-asfos]');
    await look('home');
    await page.goto(`${url}#/new/asfos`);
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    await page.click('summary');
    await look('new battle');
    await page.goto(`${url}#/rules/asfos/ASF-TURN.2`);
    await page.waitForSelector('article');
    await look('rules');
    await page.goto(`${url}#/settings`);
    await look('settings');
    await startIntro(page, url);
    for (const phase of ['deployment', 'plot', 'later', 'later still']) {
      await myTurn(page);
      await suggested(page);
      await look(`table: ${phase}`);
      await sealOrder(page);
    }
    await myTurn(page);
    await page.click(options.isMobile ? 'button[aria-label="Look back"]' : '.strip >> text=Look back');
    await page.waitForSelector('.scrub');
    await look('table: looking back');
    await page.click('.task >> text=Back to now');
    if (options.isMobile) {
      for (const tab of ['ship', 'fleet', 'log']) {
        await page.click(`#tab-${tab}`);
        await look(`table: ${tab}`);
      }
    } else {
      await page.keyboard.press('l');
      await look('table: log');
      await page.keyboard.press('?');
      await look('table: commands');
      await page.keyboard.press('Escape');
    }
    // Every step of Talon's first impulses, and its own ship display.
    await startIntro(page, url, 'talon');
    for (let n = 0; n < 6; n += 1) {
      await myTurn(page);
      await suggested(page);
      await look(`talon: ${(await page.locator('.task h2').first().innerText()).trim()}`);
      await sealOrder(page);
    }
    if (options.isMobile) {
      await myTurn(page);
      await page.click('#tab-ship');
      await look('talon: ship');
    }
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('li.card');
    await look('my battles');
    await join(page, url, done.id, done.secret);
    await atTable(page);
    await look('table: over');
    await page.goto(`${url}#/replay/${done.id}`);
    await page.waitForSelector('.scrub');
    await page.locator('.scrub').fill('40');
    await look('replay');
    const alone = await create(url, [{ kind: 'me' }, { kind: 'friend' }], 'intro', {}, false);
    await join(page, url, alone.id, alone.seats[0].secret);
    await page.waitForSelector('[data-testid=missing]');
    await look('waiting for a friend');
    const two = await create(url, [{ kind: 'me' }, { kind: 'me' }]);
    for (const seat of two.seats) {
      await join(page, url, two.id, seat.secret);
      await page.waitForSelector('[data-testid=table], .curtain');
    }
    await page.reload();
    await page.waitForSelector('.curtain');
    await look('curtain');
    await page.click('.curtain button');
    await atTable(page);
    await myTurn(page);
    if (!options.isMobile) {
      await page.locator('canvas').focus();
      await page.keyboard.press('t');
      await page.waitForSelector('dialog[open]');
      await look('more');
    }
  });

export default async function accessibility(url) {
  const done = await finished(url);
  const found = [
    ...(await round(url, {}, 'dark', done)),
    ...(await round(url, {}, 'light', done)),
    ...(await round(url, PHONE, 'dark', done)),
  ];
  expect(found.length === 0, found.join('\n'));
}
