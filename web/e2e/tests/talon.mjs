// A battle of Talon from the first screen to its end: power by buttons, moves
// and fire by pointing at hexes, undo, the power phase; then on by the large
// button and the captain's suggestions.
import { fits } from '../fits.mjs';
import {
  api,
  atTable,
  expect,
  myTurn,
  openBrowser,
  over,
  sealOrder,
  settle,
  spot as placeOf,
  suggested,
} from '../lib.mjs';

const HIGH = Math.sqrt(3) / 2;

export default async function talon(url) {
  const browser = await openBrowser();
  const { page } = browser;
  const seal = page.locator('[data-testid=seal]');
  const table = () =>
    page
      .evaluate(() => JSON.parse(localStorage.getItem('flagbridge.keys') ?? '[]').at(-1))
      .then(async ({ match, secret }) => (await api(url, 'GET', `matches/${match}`, secret)).data.table);
  const spot = ([q, r]) => placeOf(page, { x: q + r / 2, y: -r * HIGH });
  const said = async () => (await seal.innerText()).trim();

  const steps = {
    power: async (menu) => {
      expect(/^Spend nothing/.test(await said()), `nothing is spent yet: ${await said()}`);
      await page.locator('.offers .offer').first().click();
      expect(/^Spend 1 AP/.test(await said()), `after a click: ${await said()}`);
      await page.keyboard.press('u');
      expect(/^Spend nothing/.test(await said()), `undo: ${await said()}`);
      // The same by the keyboard.
      await page.keyboard.press('1');
      expect(/^Spend 1 AP/.test(await said()), `after the key: ${await said()}`);
      expect(menu.power.length > 0, 'no ship has power');
    },
    move: async (menu) => {
      const turn = menu.moves[0].choices.find((it) => /^turn/.test(it.how));
      if (!turn) return false;
      await page.mouse.click(...(await spot(turn.to)));
      await page.waitForSelector('.helm button[aria-pressed=true] >> text=/Turn/');
      await page.keyboard.press('w');
      await page.waitForSelector('.helm button[aria-pressed=true] >> text=Straight');
      await page.keyboard.press('u');
      await page.waitForSelector('.helm button[aria-pressed=true] >> text=/Turn/');
      const { to } = menu.moves[0].choices[0];
      await page.mouse.click(...(await spot(to)));
      await page.waitForSelector('.helm button[aria-pressed=true] >> text=Straight');
      expect(/^Move 1/.test(await said()), `a move is chosen: ${await said()}`);
      // In writing: what is read becomes the draft.
      await page.keyboard.press('t');
      await page.fill('#order-text', `A1 ${turn.how === 'turn_left' ? 'left' : 'right'}`);
      await page.click('dialog >> text=Check');
      await page.waitForSelector('dialog >> text=Legal.');
      await page.keyboard.press('Escape');
      await page.waitForSelector('.helm button[aria-pressed=true] >> text=/Turn/');
    },
    fire: async (menu, view) => {
      const group = menu.fire.ships[0].groups.find((it) => it.targets.length > 0);
      const target = group?.targets[0].target.ship;
      if (target === undefined) return false;
      await page.mouse.click(...(await spot(view.ships[target].ship.at)));
      await page.waitForSelector('.targets li.on');
      expect(/^Fire 1 volley/.test(await said()), `the volley is drafted: ${await said()}`);
      expect(await page.locator('.targets li.on .bars').first().isVisible(), 'no odds for the volley');
    },
    charge: async () => {
      await page.locator('.rows .row').first().click();
      await page.waitForSelector('.rows .row[aria-pressed=true]');
    },
  };

  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
    await page.click('[data-testid=start-talon]');
    await atTable(page);
    await fits(page, 'Luck so far', 'section[aria-label="Luck so far"]');
    const done = new Set();
    let sealed = 0;
    let captain = false;
    while ((await myTurn(page)) === 'mine') {
      const { menu, view } = await table();
      expect(menu, 'nothing to decide');
      const kind = menu.power
        ? 'power'
        : menu.moves
          ? 'move'
          : menu.fire
            ? 'fire'
            : menu.charge
              ? 'charge'
              : '';
      if (!captain) {
        await page.waitForSelector('section.track th.now, section.track');
        if (steps[kind] && !done.has(kind) && (await steps[kind](menu, view)) !== false) done.add(kind);
        // As a captain would, so that there is something to fire at, whoever sits on the other side.
        else if (kind === 'move') {
          await page.keyboard.press('h');
          await suggested(page);
        } else if (kind === 'fire') await page.keyboard.press('d');
        // When all has been tried by hand, or it takes too long, the captain goes on.
        if (done.size === 4 || sealed > 60) {
          captain = true;
          await page.evaluate(() =>
            localStorage.setItem(
              'flagbridge.settings',
              JSON.stringify({ briefing: false, soundOffered: true, speed: 'all', motion: 'none' }),
            ),
          );
        }
      } else {
        await page.keyboard.press('h');
        await suggested(page);
      }
      await sealOrder(page);
      sealed += 1;
      expect(sealed < 500, 'the battle does not end');
    }
    expect(
      ['power', 'move', 'fire', 'charge'].every((it) => done.has(it)),
      `tried by hand: ${[...done].join(', ')}`,
    );
    expect(await over(page), 'the battle is not over');
    const words = await page.locator('.task h2').innerText();
    expect(/wins?|draw/i.test(words), `no outcome: ${words}`);
    // The whole log opens, and the luck of both sides has been counted.
    await page.keyboard.press('l');
    await page.waitForSelector('text=/Disruptor on its|Torpedo on its|Phaser on its/');
    await page.waitForSelector('text=/damage, [0-9.]+ expected/');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
