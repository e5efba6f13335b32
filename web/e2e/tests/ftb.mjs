// Fuel to Burn from the first screen to its end: a duel in which every kind of
// decision is made by pointing once, and a patrol on its own page of a new
// battle; on by the large button and the captain's suggestions. axe looks at
// every kind of screen on the way.
import { serious } from '../axe.mjs';
import {
  api,
  atTable,
  expect,
  myTurn,
  openBrowser,
  over,
  sealOrder,
  settle,
  spot,
  suggested,
  until,
} from '../lib.mjs';

const bearing = (from, to) =>
  Math.round((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI + 360) % 360;

/** A table one can ask and point at. */
export function pointing(page, url) {
  const key = () => page.evaluate(() => JSON.parse(localStorage.getItem('flagbridge.keys') ?? '[]').at(-1));
  return {
    table: async () => {
      const { match, secret } = await key();
      return (await api(url, 'GET', `matches/${match}`, secret)).data.table;
    },
    /** Where a place of the map is on the screen, once the camera rests. */
    spot: (at) => spot(page, at),
    said: async () => (await page.locator('[data-testid=seal]').innerText()).trim(),
    /** The vector that the panel shows: speed and bearing. */
    vector: async () => {
      const words = (await page.locator('.steer .now').allInnerTexts()).join(' ');
      const [speed, course] = words.match(/\d+/g)?.map(Number) ?? [];
      return course === undefined ? null : { speed, course };
    },
  };
}

/** A place within the circle of a burn, to one side of where the ship would coast to. */
export function beside(helm, order, share = 0.7) {
  const { from, centre } = helm;
  const length = Math.hypot(centre.x - from.x, centre.y - from.y) || 1;
  const side = order.accel * share;
  return {
    x: centre.x - ((centre.y - from.y) / length) * side,
    y: centre.y + ((centre.x - from.x) / length) * side,
  };
}

export const aimed = (from, at) => ({
  speed: Math.round(Math.hypot(at.x - from.x, at.y - from.y)),
  course: bearing(from, at),
});

/** Waits until the panel shows a vector, within what snapping to whole speeds allows. */
export async function shows(desk, wanted, words) {
  let now = null;
  await until(
    () => `${words}: ${JSON.stringify(now)} for ${JSON.stringify(wanted)}`,
    async () => {
      now = await desk.vector();
      const off = now ? Math.abs(((now.course - wanted.course + 540) % 360) - 180) : 360;
      return now && off <= 2 && Math.abs(now.speed - wanted.speed) <= 1;
    },
  );
}

/** Goes on with the captain's suggestion. */
async function captain(page) {
  await page.keyboard.press('h');
  await suggested(page);
}

/** A duel: each kind of decision once by hand, the rest by the captain. */
async function duel(page, url, found) {
  const desk = pointing(page, url);
  const look = async (name) => void found.push(...(await serious(page, name)));
  const steps = {
    activation: async (menu, view) => {
      const own = menu.choices.map((it) => it.order.pick?.activate).filter((it) => it !== undefined);
      if (own.length === 0) return false;
      const ship = own.at(-1);
      await page.mouse.click(...(await desk.spot(view.ships[ship].hull.at)));
      await page.waitForSelector(`[data-testid=seal]:has-text("Activate ${view.tags[ship]}")`);
      await look('activation');
    },
    'order and plot': async (menu) => {
      const { helm } = menu;
      const order = helm.orders.find((it) => it.order === 'burn' && !it.extra);
      if (!order) return false;
      await page.locator('.kinds button', { hasText: /^Burn/ }).first().click();
      await page.waitForSelector('.steer .now');
      const before = await desk.vector();
      // Drawn out from the ship into the circle.
      const at = beside(helm, order);
      const [fx, fy] = await desk.spot(helm.from);
      await page.mouse.move(fx, fy);
      await page.mouse.down();
      const [x, y] = await desk.spot(at);
      await page.mouse.move((fx + x) / 2, (fy + y) / 2, { steps: 3 });
      await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.up();
      await shows(desk, aimed(helm.from, at), 'dragged');
      await page.keyboard.press('u');
      await shows(desk, before, 'undone');
      // By a click in the circle, on the other side.
      const other = beside(helm, order, -0.6);
      await page.mouse.click(...(await desk.spot(other)));
      await shows(desk, aimed(helm.from, other), 'clicked');
      expect(/^Burn/.test(await desk.said()), `the button says: ${await desk.said()}`);
      // By the keyboard: the next order and back, another vector.
      await page.keyboard.press('x');
      await page.waitForSelector('.kinds button[aria-pressed=true]:has-text("Coast")');
      await page.keyboard.press('e');
      await page.waitForSelector('.kinds button[aria-pressed=true]:has-text("Burn")');
      await page.keyboard.press('w');
      // In writing: the vector becomes the draft.
      await page.keyboard.press('t');
      await page.fill('#order-text', `burn to ${at.x.toFixed(2)},${at.y.toFixed(2)}`);
      await page.click('dialog >> text=Check');
      await page.waitForSelector('dialog >> text=Legal.');
      await page.keyboard.press('Escape');
      await shows(desk, aimed(helm.from, at), 'written');
      await look('order and plot');
      // The captain's order is flown, not this one.
      await captain(page);
    },
    attack: async (menu, view) => {
      const target = menu.aim.targets.find((it) => it.target.ship !== undefined);
      if (!target) return false;
      await page.keyboard.press('x');
      await page.waitForSelector('[data-testid=seal]:has-text("No attack")');
      await page.mouse.click(...(await desk.spot(view.ships[target.target.ship].hull.at)));
      await page.waitForSelector(`[data-testid=seal]:has-text("Attack ${target.name}")`);
      await look('attack');
    },
    protocols: async () => {
      await page.keyboard.press('i');
      await page.waitForSelector('section.advice >> text=/Value/');
      await page.keyboard.press('2');
      await page.waitForSelector('.cards button[aria-pressed=true]:has(b:text-is("Railgun"))');
      await look('protocols');
    },
  };
  const done = new Set();
  let sealed = 0;
  while ((await myTurn(page)) === 'mine') {
    const { menu, view, phase } = await desk.table();
    expect(menu, 'nothing to decide');
    if (!steps[phase] || done.has(phase)) await captain(page);
    else if ((await steps[phase](menu, view)) === false) await captain(page);
    else done.add(phase);
    await sealOrder(page);
    sealed += 1;
    expect(sealed < 400, 'the duel does not end');
  }
  expect(
    Object.keys(steps).every((it) => done.has(it)),
    `tried by hand: ${[...done].join(', ')}`,
  );
}

/** Plays on to the end with the captain's suggestions, as they are filled in. */
async function toEnd(page) {
  for (let sealed = 0; (await myTurn(page)) === 'mine'; sealed++) {
    await suggested(page);
    await sealOrder(page);
    expect(sealed < 900, 'the battle does not end');
  }
}

async function ended(page) {
  expect(await over(page), 'the battle is not over');
  const words = await page.locator('.task h2').innerText();
  expect(/wins?|draw/i.test(words), `no outcome: ${words}`);
}

export default async function ftb(url) {
  const browser = await openBrowser();
  const { page } = browser;
  const found = [];
  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
    await page.click('[data-testid=start-ftb]');
    await atTable(page);
    await duel(page, url, found);
    await ended(page);
    found.push(...(await serious(page, 'over')));
    await page.keyboard.press('l');
    await page.waitForSelector('text=/Day [0-9]+/');
    await page.click('text=Watch the replay');
    await page.waitForSelector('.scrub');
    const total = Number(await page.getAttribute('[data-testid=replay]', 'data-total'));
    expect(total > 20, `a replay of ${total} events`);
    await page.locator('.scrub').fill(String(Math.floor(total / 2)));
    await page.waitForFunction(
      (n) => Number(document.querySelector('[data-testid=replay]')?.getAttribute('data-at')) >= n - 1,
      Math.floor(total / 2),
    );

    await settle(page, url, { speed: 'all', motion: 'none', theme: 'light' });
    await page.goto(`${url}#/new/ftb/circuits`);
    await page.waitForSelector('.force');
    found.push(...(await serious(page, 'new battle')));
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    await page.click('[data-testid=begin]');
    await atTable(page);
    await page.waitForSelector('section.goals >> text=/Patrol/');
    await myTurn(page);
    found.push(...(await serious(page, 'patrol')));
    await toEnd(page);
    await ended(page);
    expect(found.length === 0, found.join('\n'));
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
