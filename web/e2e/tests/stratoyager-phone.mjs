// Basic Stratoyager by touch on a phone-sized screen: cards by two taps, a
// place, a plan tapped on the map, a yaw, an attack, and the parameter card.
import {
  api,
  expect,
  myTurn,
  openBrowser,
  PHONE,
  sealOrder,
  settle,
  spot as placeOf,
  suggested,
} from '../lib.mjs';

export default async function stratoyagerPhone(url) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  const table = () =>
    page
      .evaluate(() => JSON.parse(localStorage.getItem('flagbridge.keys') ?? '[]').at(-1))
      .then(async ({ match, secret }) => (await api(url, 'GET', `matches/${match}`, secret)).data.table);
  const spot = (at) => placeOf(page, at);
  const orders = async () => {
    await page.tap('#tab-orders');
    await page.waitForSelector('#tab-orders[aria-selected=true]');
    await page.evaluate(() => document.querySelector('#sheet-body')?.scrollTo(0, 0));
  };
  const steps = {
    cards: async () => {
      await orders();
      const rows = page.locator('.rows li');
      const before = await rows.nth(0).locator('.card').innerText();
      await rows.nth(1).locator('.card').tap();
      await page.waitForSelector('.rows .card[aria-pressed=true]');
      await rows.nth(0).locator('.who').tap();
      await page.waitForFunction(
        (it) => document.querySelector('.rows li .card')?.textContent?.trim() !== it,
        before,
      );
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide <= 390, `the page is ${wide} px wide`);
      await page.tap('#tab-ship');
      await page.waitForSelector('section >> text=Safe thrusts');
    },
    place: async (menu) => {
      await orders();
      const { speeds, default: it } = menu.place;
      const faster = it.speed < speeds[1];
      await page.locator(`button[aria-label$=${faster ? 'Faster' : 'Slower'}]`).tap();
      await page.waitForSelector(`.line >> text=/^Speed ${it.speed + (faster ? 1 : -1)}$/`);
      const next = (it.course + 1) % 12;
      await page.locator('.dial button', { hasText: new RegExp(`^${next}$`) }).tap();
      await page.waitForSelector(`.dial button[aria-pressed=true] >> text="${next}"`);
      await page.locator('.dial button', { hasText: new RegExp(`^${it.course}$`) }).tap();
    },
    plan: async (menu, view) => {
      const unit = view.units[menu.plan.unit];
      const faster = menu.plan.choices.find(
        (it) =>
          it.first.kind === 'accelerate' && it.first.thrust === 2 && it.second.thrust === 0 && !it.leaves,
      );
      if (!faster || unit.course !== unit.facing) return false;
      await orders();
      const first = page.locator('.slot').first();
      await first.locator('.seg button').first().tap();
      await first.locator('.faces button.zero').tap();
      await page.locator('.slot').nth(1).locator('.seg button').nth(1).tap();
      await page.locator('.slot').nth(1).locator('.faces button.zero').tap();
      await page.evaluate(() => document.querySelector('#sheet-body')?.scrollTo(0, 0));
      await page.touchscreen.tap(...(await spot(faster.path.at(-1))));
      await page.waitForFunction(() => document.querySelector('.slot output b')?.textContent === '+2');
      await first.locator('.faces button.over').last().tap();
      await page.waitForSelector('.strain .bar', { state: 'attached' });
      await page.keyboard.press('u');
      await page.waitForFunction(() => document.querySelector('.slot output b')?.textContent === '+2');
      await first.locator('.die button').first().tap();
      await page.waitForFunction(() => document.querySelector('.slot output b')?.textContent === '+1');
    },
    yaw: async (menu) => {
      await orders();
      const { facing } = menu.yaw.choices[2];
      await page.locator('.dial button', { hasText: new RegExp(`^${facing}$`) }).tap();
      await page.waitForFunction(() =>
        /^Yaw 2 h/.test(document.querySelector('[data-testid=seal]')?.textContent ?? ''),
      );
      await page.locator('fieldset button', { hasText: 'No yaw' }).tap();
    },
    combat: async (menu) => {
      if (!menu.combat.choices.some((it) => it.shots.some((shot) => shot.chance.ways > 0))) return false;
      await orders();
      await page.locator('.others button', { hasText: 'No action' }).tap();
      await page.locator('.list .pick').first().tap();
      await page.waitForSelector('.list li.on');
      expect(
        /own speed/.test(await page.locator('.list li.on').innerText()),
        'what the threshold is made of is not told',
      );
    },
  };
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.tap('[data-testid=start-stratoyager]');
    await page.waitForSelector('.phone');
    const done = new Set();
    const all = Object.keys(steps);
    for (let k = 0; k < 150 && done.size < all.length; k++) {
      if ((await myTurn(page)) === 'over') break;
      await suggested(page);
      const { menu, view } = await table();
      expect(menu, 'nothing to decide');
      const kind = all.find((it) => menu[it]);
      if (kind && !done.has(kind) && (await steps[kind](menu, view)) !== false) {
        done.add(kind);
        // What was tried by hand need not be wise.
        await page.keyboard.press('h');
        await suggested(page);
      }
      await sealOrder(page, 'tap');
    }
    expect(done.size === all.length, `tried by touch: ${[...done].join(', ')}`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
