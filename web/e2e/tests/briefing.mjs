// The briefing before the first decision, for every game on both screens: who one is and in which colour, what one
// has, how one wins, what to try first; once, and any time after. Axe has no serious finding in it.
import { accessible } from '../axe.mjs';
import {
  PHONE,
  accept,
  atTable,
  caughtUp,
  create,
  expect,
  openBrowser,
  settle,
  shoot,
  story,
} from '../lib.mjs';

const GAMES = ['asfos', 'talon', 'full-thrust', 'ftb', 'stratoyager'];

async function round(url, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none', briefing: true });
    for (const game of GAMES) {
      await page.goto(url);
      await page.click(`[data-testid=start-${game}]`);
      await atTable(page);
      await page.waitForSelector('[data-testid=briefing]');
      const said = await page.locator('[data-testid=briefing]').innerText();
      for (const part of ['You command the blue side', 'How you win', 'What to try first', 'minutes'])
        expect(new RegExp(part, 'i').test(said), `${game}: no word of “${part}” in ${said}`);
      await shoot(page, `briefing-${game}-${name}`);
      await accessible(page, `the briefing of ${game}`);
      await page.waitForSelector('[data-testid=seal]:enabled');
      const sent = story.length;
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-testid=briefing]', { state: 'detached' });
      await caughtUp(page);
      expect(story.length === sent, `${game}: Enter sealed behind the briefing`);
      // Once; from then on the objective is in sight and leads back to it.
      await page.reload();
      await atTable(page);
      if (name === 'phone') await page.click('[role=tab]:has-text("Fleets")');
      await page.waitForSelector('[data-testid=goal]');
      expect(
        !(await page.locator('[data-testid=briefing]').isVisible()),
        `${game}: the briefing comes again`,
      );
      await page.click('[data-testid=goal]');
      await page.waitForSelector('[data-testid=briefing]');
      await page.keyboard.press('Escape');
    }
    // A side called Amber is orange, although it sits first.
    const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }], 'convoy-raid', {
      game: 'full-thrust',
    });
    await page.goto(`${url}#/join/${made.id}/${made.seats[0].secret}`);
    await accept(page);
    await atTable(page);
    await page.waitForSelector('[data-testid=briefing]');
    const said = await page.locator('[data-testid=briefing]').innerText();
    expect(/You command the orange side:\s+Amber/.test(said), said);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function briefing(url) {
  await round(url, 'desk', {});
  await round(url, 'phone', PHONE);
}
