// A hunt for bogeys: contacts by letter and class, nothing of what they are in
// what the server sends, places noted in secret, scans by hand, and ships under
// their own names once they are identified; then to the end.
import { accessible } from '../axe.mjs';
import {
  api,
  atTable,
  create,
  expect,
  myTurn,
  openBrowser,
  over,
  sealOrder,
  settle,
  suggested,
} from '../lib.mjs';

export default async function fullThrustBogeys(url) {
  const browser = await openBrowser();
  const { page } = browser;
  /** The captain's orders, and an active scan of one ship with them. */
  const orderScan = async ({ ship }) => {
    await page.keyboard.press('h');
    await suggested(page);
    await page
      .locator('button.ship', { hasText: `A${ship + 1}` })
      .first()
      .click();
    await page.check('label.tick:has-text("Active scan") input');
  };
  const steps = {
    // Two ships change places, so that nobody knows which is which.
    muster: async (menu) => {
      const { usual, fixed } = menu.muster;
      expect(
        usual.length > 1 && fixed.length === 0,
        `nobody can change places: ${JSON.stringify(menu.muster)}`,
      );
      await page.locator('li select').first().selectOption(String(usual[1]));
      await page.waitForFunction(
        (wanted) => document.querySelectorAll('li select')[1]?.value === wanted,
        String(usual[0]),
      );
    },
    orders: async (menu) => {
      const able = menu.plots.find((it) => it.switches?.scan);
      expect(able, 'no ship can scan');
      await orderScan(able);
    },
    scan: async (menu) => {
      const { usual } = menu.scans[0];
      const chips = page.locator('section .chips button');
      // Without a contact to scan the wait runs out, and the test fails.
      await chips.first().waitFor();
      if (usual.length > 0) {
        const on = page.locator('section .chips button[aria-pressed=true]').first();
        await on.click();
        await page.keyboard.press('u');
      } else await chips.first().click();
      await page.waitForSelector('section .chips button[aria-pressed=true]');
    },
  };
  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
    const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'captain' }], 'bogey-hunt', {
      game: 'full-thrust',
    });
    const { secret, seat, name } = made.seats[0];
    await page.evaluate((key) => localStorage.setItem('flagbridge.keys', JSON.stringify([key])), {
      match: made.id,
      secret,
      seat,
      name,
    });
    await page.goto(`${url}#/table/${made.id}`);
    await page.reload();
    await atTable(page);
    const done = new Set();
    let hidden = 0;
    let identified = 0;
    for (let sealed = 0; (await myTurn(page)) === 'mine'; sealed++) {
      expect(sealed < 500, 'the battle does not end');
      const { menu, view } = (await api(url, 'GET', `matches/${made.id}`, secret)).data.table;
      expect(menu, 'nothing to decide');
      const kind = typeof view.phase === 'string' ? view.phase : Object.keys(view.phase)[0];
      const berths = view.field.scenario.sides.flatMap((it) => it.ships);
      const bogeys = view.ships.flatMap((it, k) => (it.owner !== 0 && it.bogey ? [berths[k]] : []));
      for (const it of bogeys)
        expect(/^Bogey/.test(it.design) && /^Bogey/.test(it.name), `a contact shows ${it.design} ${it.name}`);
      hidden = Math.max(hidden, bogeys.length);
      identified = Math.max(identified, view.ships.filter((it) => it.owner !== 0 && !it.bogey).length);
      if (bogeys.length > 0 && !done.has('contact')) {
        await page.locator('button.ship', { hasText: 'Bogey' }).first().click();
        await page.waitForSelector('text=/unidentified/');
        await accessible(page, 'contact');
        done.add('contact');
      }
      // Nothing is in reach at first: one ship scans every turn until it finds a contact.
      const scanner = kind === 'orders' && !done.has('scan') && menu.plots.find((it) => it.switches?.scan);
      if (steps[kind] && !done.has(kind)) {
        await steps[kind](menu);
        await accessible(page, kind);
        done.add(kind);
      } else if (scanner) {
        await orderScan(scanner);
      } else {
        await page.keyboard.press('h');
        await suggested(page);
      }
      await sealOrder(page);
    }
    expect(done.has('contact') && hidden > 0, `no contact was ever hidden: ${[...done].join(', ')}`);
    expect(
      Object.keys(steps).every((it) => done.has(it)),
      `tried by hand: ${[...done].join(', ')}`,
    );
    expect(identified > 0, 'no contact was ever identified');
    expect(await over(page), 'the battle is not over');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
