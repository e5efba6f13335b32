// A carrier battle of Full Thrust to its end: groups launched from the deck, one
// dragged to a place within its reach and made to look aside, one sent by a button,
// undone and sent again; then their attacks; axe on each. The other side has neither craft nor
// ordnance: dogfights and point defence are in full-thrust-dialogues.mjs.
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
  spot as placeOf,
  suggested,
  until,
} from '../lib.mjs';

export default async function fullThrustCarrier(url) {
  const browser = await openBrowser();
  const { page } = browser;
  const seal = page.locator('[data-testid=seal]');
  const spot = (at) => placeOf(page, at);
  const inside = async ([x, y]) => {
    const box = await page.locator('canvas').boundingBox();
    return x > box.x + 60 && x < box.x + box.width - 60 && y > box.y + 60 && y < box.y + box.height - 60;
  };

  const steps = {
    // The carrier holds its course and launches what its tubes take.
    orders: async (menu) => {
      const deck = menu.decks?.[0];
      expect(deck, 'no deck in the menu');
      await page
        .locator('button.ship', { hasText: `A${deck.ship + 1}` })
        .first()
        .click();
      const boxes = page.locator('section[aria-label="Flight deck"] input[type=checkbox]:not([disabled])');
      expect((await boxes.count()) > 0, 'nothing can be launched');
      await boxes.first().check();
      await page.waitForSelector('text=/1 of \\d+ launch tubes/');
      await page.keyboard.press('Escape');
      await page
        .locator('button.ship', { hasText: `A${deck.ship + 1}` })
        .first()
        .click();
      const more = page.locator(
        'section[aria-label="Flight deck"] input[type=checkbox]:not([disabled]):not(:checked)',
      );
      expect((await more.count()) > 0, 'nothing is left for the other tubes');
      await more.first().check();
      await page.waitForSelector('text=/2 of \\d+ launch tubes/');
    },
    wings: async (menu, view) => {
      const { group, from, reach, choices } = menu.wings[0];
      await page.locator('.chips button').first().click();
      // By pointing at a place within reach.
      const to = { x: from.x + Math.min(8, reach / 2), y: from.y + 3 };
      // If the camera is elsewhere, the whole table is shown.
      if (!(await inside(await spot(to)))) await page.keyboard.press('f');
      const at = await spot(to);
      expect(await inside(at), `the place is off the screen at ${at}`);
      const fliesTo = (wanted) =>
        page.waitForFunction((x) => {
          const text = document.querySelector('.choice[aria-pressed=true]')?.textContent ?? '';
          return Math.abs(Number(/Fly to ([\d.]+)/.exec(text)?.[1]) - x) < 0.5;
        }, wanted);
      await page.mouse.click(...at);
      await fliesTo(to.x);
      // By dragging the end of its flight.
      const end = await spot({ x: to.x + 3, y: to.y });
      await page.mouse.move(...(await spot(to)));
      await page.mouse.down();
      await page.mouse.move(...end, { steps: 4 });
      await page.mouse.up();
      await fliesTo(to.x + 3);
      await page.keyboard.press('u');
      await fliesTo(to.x);
      // It may look any way: by figures, and by the mark ahead of it.
      const ways = page.getByLabel('Faces, in degrees');
      const looks = (wanted) =>
        until(
          async () => `it faces ${await ways.inputValue()}, not ${wanted}`,
          async () => Math.abs(Number(await ways.inputValue()) - wanted) <= 3,
        );
      await ways.fill('97');
      await ways.press('Tab');
      await looks(97);
      const ahead = (way) => ({
        x: to.x + 6 * Math.sin((way * Math.PI) / 180),
        y: to.y + 6 * Math.cos((way * Math.PI) / 180),
      });
      await page.mouse.move(...(await spot(ahead(97))));
      await page.mouse.down();
      await page.mouse.move(...(await spot(ahead(200))), { steps: 4 });
      await page.mouse.up();
      await looks(200);
      // By a button, the usual one first.
      await page.locator('.choice').first().click();
      expect(/^Move A\d\.\d/.test(await seal.innerText()), `a group to move: ${await seal.innerText()}`);
      expect(choices.length > 0 && view.groups[group].owner === 0, 'one of our groups');
    },
    attacks: async (menu) => {
      expect(menu.fights?.attacks?.length > 0, 'nobody attacks');
      await page.waitForSelector('section .chips button');
    },
  };

  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
    const made = await create(
      url,
      [{ kind: 'me' }, { kind: 'computer', level: 'captain' }],
      'carrier-strike',
      { game: 'full-thrust', options: { fighter_facing: 'free' } },
    );
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
    let flown = false;
    for (let sealed = 0; (await myTurn(page)) === 'mine'; sealed++) {
      expect(sealed < 600, 'the battle does not end');
      const { menu, view } = (await api(url, 'GET', `matches/${made.id}`, secret)).data.table;
      expect(menu, 'nothing to decide');
      const kind = typeof view.phase === 'string' ? view.phase : Object.keys(view.phase)[0];
      flown ||= view.groups.some((it) => it.owner === 0 && it.post === 'flying');
      if (steps[kind] && !done.has(kind)) {
        await steps[kind](menu, view);
        await accessible(page, kind);
        done.add(kind);
      } else {
        await page.keyboard.press('h');
        await suggested(page);
      }
      await sealOrder(page);
    }
    expect(
      Object.keys(steps).every((it) => done.has(it)),
      `tried by hand: ${[...done].join(', ')}`,
    );
    expect(flown, 'no group of ours was ever on the table');
    expect(await over(page), 'the battle is not over');
    await page.keyboard.press('l');
    await page.waitForSelector('text=/launch/');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
