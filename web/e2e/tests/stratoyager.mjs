// A battle of Basic Stratoyager from the first screen to its end: reserves,
// cards laid by dragging, a unit placed on the map, plans by pointing, dragging
// and keys, a yaw, a shot; then on by the captain's suggestions, to the replay.
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
  until as come,
} from '../lib.mjs';

export default async function stratoyager(url) {
  const browser = await openBrowser();
  const { page } = browser;
  const seal = page.locator('[data-testid=seal]');
  const table = () =>
    page
      .evaluate(() => JSON.parse(localStorage.getItem('flagbridge.keys') ?? '[]').at(-1))
      .then(async ({ match, secret }) => (await api(url, 'GET', `matches/${match}`, secret)).data.table);
  const spot = (at) => placeOf(page, at);
  const drag = async (from, to) => {
    const [start, end] = [await spot(from), await spot(to)];
    await page.mouse.move(...start);
    await page.mouse.down();
    await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 3 });
    await page.mouse.move(...end, { steps: 3 });
    await page.mouse.up();
  };
  const said = async () => (await seal.innerText()).trim();
  const dice = async () =>
    (await page.locator('.slot output b').allInnerTexts()).map((it) => it.trim()).join(' ');
  /** Waits until the words on the screen are these, and says what they were if they never are. */
  const until = async (read, wanted, what) => {
    let last = '';
    await come(
      () => `${what}: ${last}`,
      async () => wanted.test((last = await read())),
    );
  };

  const steps = {
    reserve: async () => {
      expect(/^No reserve/.test(await said()), `nobody is held back yet: ${await said()}`);
      await page.locator('button', { hasText: 'On the table' }).first().click();
      await until(said, /^Hold back 1/, 'one is held back');
      await page.keyboard.press('u');
      await until(said, /^No reserve/, 'undo');
    },
    cards: async () => {
      // The last unit's card is dragged to the first: the two change places.
      const rows = page.locator('.rows li');
      const card = (k) => rows.nth(k).locator('.card').innerText();
      const last = (await rows.count()) - 1;
      const before = [await card(0), await card(last)];
      const [from, to] = [
        await rows.nth(last).locator('.card').boundingBox(),
        await rows.nth(0).boundingBox(),
      ];
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
      await page.mouse.up();
      await until(
        async () => `${await card(0)} ${await card(last)}`,
        new RegExp(`^${before[1]} ${before[0]}$`),
        'the cards have changed places',
      );
      // The number of a card lays it at the chosen unit.
      await rows.nth(0).locator('.who').click();
      await page.keyboard.press(before[0]);
      await until(() => card(0), new RegExp(`^${before[0]}$`), 'the key lays a card');
    },
    place: async (menu) => {
      const { at, course } = menu.place.default;
      await drag(at, { x: at.x + 2, y: at.y });
      await until(
        () => page.locator('.line b').first().innerText(),
        new RegExp(`^${String(Math.round((at.x + 2) * 10) / 10).replace('.', '\\.')} :`),
        'the unit was dragged',
      );
      await page.keyboard.press('e');
      await page.waitForSelector(`.dial button[aria-pressed=true] >> text="${(course + 1) % 12}"`);
      await page.keyboard.press('q');
      await page.waitForSelector(`.dial button[aria-pressed=true] >> text="${course}"`);
    },
    plan: async (menu, view) => {
      await page.keyboard.press('x');
      const faster = menu.plan.choices.find(
        (it) => it.first.kind === 'accelerate' && it.first.thrust === 2 && it.second.thrust === 0,
      );
      if (!faster || view.units[menu.plan.unit].course !== view.units[menu.plan.unit].facing) return false;
      await page.mouse.click(...(await spot(faster.path.at(-1))));
      await until(dice, /^\+2 0$/, 'the place that was pointed at is the plan');
      // Beyond the safe value stress is risked, and its odds are told.
      await page.locator('.slot').first().locator('.faces button.over').last().click();
      await page.waitForSelector('.strain .bar');
      expect(/stress di/.test(await page.locator('.sum').innerText()), 'no word of the stress');
      await page.keyboard.press('u');
      await until(dice, /^\+2 0$/, 'undo');
      // The unit itself is dragged to where it should be.
      const slide =
        menu.plan.choices.find(
          (it) =>
            it.first.kind === 'accelerate' &&
            it.first.thrust === 1 &&
            it.second.kind === 'slide_starboard' &&
            it.second.thrust === 2,
        ) ?? faster;
      await drag(view.units[menu.plan.unit].at, slide.path.at(-1));
      await until(dice, /[1-9]/, 'the plan was dragged');
      expect(!/^\+2 0$/.test(await dice()), `dragging changed nothing: ${await dice()}`);
      // In writing.
      await page.keyboard.press('t');
      await page.fill('#order-text', 'A+1 B-1');
      await page.click('dialog >> text=Check');
      await page.waitForSelector('dialog >> text=Legal.');
      await page.keyboard.press('Escape');
      await until(dice, /^\+1 −1$/, 'what was written is the plan');
    },
    yaw: async (menu, view) => {
      const { facing } = menu.yaw.choices[1];
      const { at } = view.units[menu.yaw.unit];
      const turn = (facing * Math.PI) / 6;
      await page.mouse.click(
        ...(await spot({ x: at.x + 1.9 * Math.sin(turn), y: at.y + 1.9 * Math.cos(turn) })),
      );
      await until(said, /^Yaw 1 h/, 'the hour that was pointed at');
      await page.keyboard.press('x');
      await until(said, /^No yaw/, 'no yaw');
    },
    combat: async (menu, view) => {
      const shot = menu.combat.choices.flatMap((it) => it.shots).find((it) => it.chance.ways > 0);
      if (!shot) return false;
      await page.keyboard.press('x');
      await until(said, /^No action/, 'no action');
      await page.mouse.click(...(await spot(view.units[shot.target].at)));
      await page.waitForSelector('.list li.on, .chip[aria-pressed=true]');
      const words = await page.locator('fieldset').innerText();
      expect(/needs \d\+|always hits/.test(words), `no threshold: ${words}`);
      expect(/own speed/.test(words), `what the threshold is made of is not told: ${words}`);
    },
  };

  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
    await page.click('[data-testid=start-stratoyager]');
    await atTable(page);
    const done = new Set();
    let sealed = 0;
    let captain = false;
    while ((await myTurn(page)) === 'mine') {
      const { menu, view } = await table();
      expect(menu, 'nothing to decide');
      const kind = Object.keys(steps).find((it) => menu[it]) ?? '';
      if (!captain) {
        await page.waitForSelector('fieldset');
        if (steps[kind] && !done.has(kind) && (await steps[kind](menu, view)) !== false) done.add(kind);
        // Towards the enemy, so that there is something to shoot at.
        else if (kind === 'plan' && menu.plan.choices[0].leaves) await page.keyboard.press('h');
        if (done.size === Object.keys(steps).length || sealed > 50) {
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
      }
      await suggested(page);
      await sealOrder(page);
      sealed += 1;
      expect(sealed < 400, 'the battle does not end');
    }
    for (const kind of Object.keys(steps))
      expect(done.has(kind), `not tried by hand: ${kind}; only ${[...done].join(', ')}`);
    expect(await over(page), 'the battle is not over');
    const words = await page.locator('.task h2').innerText();
    expect(/wins?|draw/i.test(words), `no outcome: ${words}`);
    await page.keyboard.press('l');
    await page.waitForSelector('text=/salvo|Salvo|fires|gun/i');
    await page.click('text=Watch the replay');
    await page.waitForSelector('.scrub');
    const total = Number(await page.getAttribute('[data-testid=replay]', 'data-total'));
    expect(total > 100, `a replay of ${total} events`);
    const later = Math.floor(total * 0.6);
    await page.locator('.scrub').fill(String(later));
    await page.waitForSelector(`[data-testid=replay][data-at="${later}"]`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
