// A battle of Full Thrust from the first screen to its end: a ship placed by
// dragging, courses by pointing, keys and notation, a volley by pointing with
// its odds, undo; axe on every phase; then on by the captain's suggestions.
import { accessible } from '../axe.mjs';
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

export default async function fullThrust(url) {
  const browser = await openBrowser();
  const { page } = browser;
  const seal = page.locator('[data-testid=seal]');
  const table = () =>
    page
      .evaluate(() => JSON.parse(localStorage.getItem('flagbridge.keys') ?? '[]').at(-1))
      .then(async ({ match, secret }) => (await api(url, 'GET', `matches/${match}`, secret)).data.table);
  const spot = (at) => placeOf(page, at);
  const said = async () => (await seal.innerText()).trim();
  const reads = (locator, wanted) =>
    page.waitForFunction(
      ([at, text]) => document.querySelector(at)?.textContent?.trim() === text,
      [locator, wanted],
    );
  const plotIs = (wanted) => reads('[data-testid=plot]', wanted);
  const end = (choice) => choice.path.at(-1);

  const steps = {
    deploy: async (menu) => {
      const { at, ship } = menu.deploy[0].default;
      expect(/^Place A/.test(await said()), `a ship to place: ${await said()}`);
      const from = await spot(at);
      const to = await spot({ x: at.x, y: at.y + 4 });
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
      const where = async () => (await page.locator('dl dd.mono').first().innerText()).split(',').map(Number);
      await page.waitForFunction(
        (y) => Math.abs(Number(document.querySelector('dl dd.mono')?.textContent?.split(',')[1]) - y) < 0.6,
        at.y + 4,
      );
      await page.keyboard.press('u');
      await page.waitForFunction(
        (y) => Math.abs(Number(document.querySelector('dl dd.mono')?.textContent?.split(',')[1]) - y) < 0.06,
        at.y,
      );
      await page.keyboard.press('e');
      await page.keyboard.press('q');
      await page.keyboard.press('w');
      expect(Math.abs((await where())[0] - at.x) < 0.06, `ship ${ship} stays where it was`);
    },
    orders: async (menu) => {
      const { ship, choices } = menu.plots[0];
      await page.locator('button.ship', { hasText: 'A1' }).first().click();
      await plotIs('0');
      // By pointing at a place within reach.
      const faster = choices.find((it) => it.plot === '+2');
      await page.mouse.click(...(await spot(end(faster))));
      await plotIs('+2');
      // By keys, and undone.
      await page.locator('canvas').focus();
      await page.keyboard.press('a');
      await plotIs('P1+2');
      await page.keyboard.press('u');
      await plotIs('+2');
      // By a button, then in writing.
      await page.locator('button.chip[data-turn="1"]').click();
      await plotIs('S1+2');
      await page.fill('.write input', 'p1-1');
      await page.press('.write input', 'Enter');
      await plotIs('P1-1');
      await page.fill('.write input', 'nonsense');
      await page.press('.write input', 'Enter');
      await page.waitForSelector('text=/cannot be read/');
      await page.fill('.write input', '');
      // By dragging the end of its path.
      const from = await spot(end(choices.find((it) => it.plot === 'P1-1')));
      const to = await spot(end(choices.find((it) => it.plot === 'S1+1')));
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
      await plotIs('S1+1');
      expect(menu.plots[0].can_roll, 'the first ship cannot roll');
      await page.check('label.tick:has-text("Roll") input');
      await page.keyboard.press('Escape');
      await page.locator('button.ship', { hasText: 'A1' }).first().click();
      await page.waitForSelector('label.tick:has-text("Roll") input:checked');
      // Several orders in words are read into the draft.
      await page.locator('canvas').focus();
      await page.keyboard.press('t');
      await page.fill('#order-text', 'A1 S1+1; A2 +1');
      await page.click('dialog >> text=Check');
      await page.waitForSelector('dialog >> text=Legal.');
      await page.keyboard.press('Escape');
      await plotIs('S1+1');
      expect(ship === 0, `the first ship is ${ship}`);
    },
    fire: async (menu, view) => {
      const { ship, shots } = menu.fire[0];
      const target = shots[0].target;
      await page.locator('[aria-label="Ships that can fire"] button').first().click();
      expect(/^Pass/.test(await said()), `nothing is aimed yet: ${await said()}`);
      await page.mouse.click(...(await spot(view.ships[target].motion.at)));
      await page.waitForSelector('.targets li.on');
      expect(/^Fire A\d: \d+ weapon/.test(await said()), `the volley is drafted: ${await said()}`);
      await page.waitForSelector('.targets li.on .volley');
      expect(menu.odds?.length > 0, 'the menu has no odds');
      await page.waitForSelector('.targets li.on .volley .bars');
      // One weapon held, and taken back.
      const gun = page.locator('.targets li.on .gun[aria-pressed=true]').first();
      await gun.click();
      await page.keyboard.press('u');
      await page.waitForSelector('.targets li.on .gun[aria-pressed=true]');
      expect(ship < 5, 'an own ship fires');
    },
  };

  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
    await page.click('[data-testid=start-full-thrust]');
    await atTable(page);
    const done = new Set();
    let sealed = 0;
    while ((await myTurn(page)) === 'mine') {
      const { menu, view } = await table();
      expect(menu, 'nothing to decide');
      const kind =
        ['deploy', 'plots', 'fire', 'emp', 'repairs', 'cores'].find((it) => menu[it]?.length) ?? '';
      const step = kind === 'plots' ? 'orders' : kind;
      if (steps[step] && !done.has(step)) {
        await steps[step](menu, view);
        await accessible(page, step);
        done.add(step);
      } else if (step === 'orders' && !done.has('fire')) {
        // Straight at each other, until the guns speak.
        await page.keyboard.press('w');
      } else {
        await page.keyboard.press('h');
        await suggested(page);
      }
      await sealOrder(page);
      sealed += 1;
      expect(sealed < 300, 'the battle does not end');
    }
    expect(
      ['deploy', 'orders', 'fire'].every((it) => done.has(it)),
      `tried by hand: ${[...done].join(', ')}`,
    );
    expect(await over(page), 'the battle is not over');
    const words = await page.locator('.task h2').innerText();
    expect(/wins?|draw/i.test(words), `no outcome: ${words}`);
    // A ship's display carries its marks, and the log tells the dice.
    await page.locator('.ship').first().click();
    await page.waitForSelector('svg.ssd');
    await accessible(page, 'over');
    await page.keyboard.press('l');
    await page.waitForSelector('text=/beam .* at .*: rolled/');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
