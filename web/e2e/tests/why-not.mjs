// Whatever cannot be done says why, where it was tried, with the rule: clicks on the map, keys, buttons, and
// whatever is dragged to where it cannot be.
import { accessible } from '../axe.mjs';
import {
  api,
  atTable,
  calm,
  create,
  expect,
  join,
  lens,
  myTurn,
  openBrowser,
  PHONE,
  sealOrder,
  settle,
  shoot,
  spot,
  startIntro,
  until as come,
} from '../lib.mjs';

const note = (page) => page.locator('[data-testid=note]');

/** The note says this, and leads to a rule, if one is asked for. Where it stands is looked up at the same moment: it
 * goes by itself after a while. */
async function said(page, words, rule = null) {
  const wanted = [words, ...(rule ? [rule] : [])].map((it) =>
    it instanceof RegExp ? [it.source, it.flags] : [it.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), ''],
  );
  const found = await page.waitForFunction((all) => {
    const box = document.querySelector('[data-testid=note]');
    if (!box?.matches(':popover-open')) return null;
    if (!all.every(([source, flags]) => new RegExp(source, flags).test(box.textContent))) return null;
    const { x, y, width, height } = box.getBoundingClientRect();
    return width > 0 && (x > 0 || y > 0) ? { x, y, width, height } : null;
  }, wanted);
  return found.jsonValue();
}

/** A place of the map where nothing lies, and near which the note must stand. */
async function pointAt(page, phone) {
  const box = await page.locator('canvas').first().boundingBox();
  const at = phone ? { x: box.x + 40, y: box.y + 150 } : { x: box.x + 120, y: box.y + 150 };
  if (phone) await page.touchscreen.tap(at.x, at.y);
  else await page.mouse.click(at.x, at.y);
  return at;
}

function near(box, at) {
  const dx = Math.max(box.x - at.x, 0, at.x - box.x - box.width);
  const dy = Math.max(box.y - at.y, 0, at.y - box.y - box.height);
  expect(Math.hypot(dx, dy) < 60, `the note is ${Math.hypot(dx, dy)} pixels away`);
}

const ready = (page) => page.waitForSelector('[data-testid=table][data-thinking=false]');

async function at(url, game, phone, walk) {
  const browser = await openBrowser(phone ? PHONE : {});
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await startIntro(page, url, game);
    await myTurn(page);
    await ready(page);
    await walk(page);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

const HIGH = Math.sqrt(3) / 2;
/** Where the middle of a hex is on the map of Talon. */
const hexAt = ([q, r]) => ({ x: q + r / 2, y: -r * HIGH });
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** How long a finger rests before it lets go, in milliseconds. One that is lifted as it moves flings, and the browser
 * takes a tap that follows at once for the one that stops the fling: no click comes of it, whatever the page does. */
const RESTS = 150;

/** Draws from one pixel to another, as a mouse or a finger does. */
async function dragged(page, phone, from, to) {
  const steps = 6;
  const way = Array.from({ length: steps }, (_, k) => ({
    x: from.x + ((to.x - from.x) * (k + 1)) / steps,
    y: from.y + ((to.y - from.y) * (k + 1)) / steps,
  }));
  if (!phone) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of way) await page.mouse.move(x, y);
  } else {
    const finger = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [from]);
    for (const it of way) await touch('touchMove', [it]);
    // Nobody is told on the way.
    expect(!(await note(page).isVisible()), 'it speaks while something is dragged');
    await page.waitForTimeout(RESTS);
    await touch('touchEnd', []);
    await finger.detach();
    return;
  }
  expect(!(await note(page).isVisible()), 'it speaks while something is dragged');
  await page.mouse.up();
}

/** A battle that is played on until its menu has what is asked for; then something is dragged. */
async function drops(url, phone, game, scenario, walk) {
  const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }], scenario, { game });
  const { secret } = made.seats[0];
  const table = async () => (await api(url, 'GET', `matches/${made.id}`, secret)).data.table;
  const browser = await openBrowser(phone ? PHONE : {});
  const { page } = browser;
  const until = async (wanted) => {
    for (let k = 0; k < 30; k++) {
      await myTurn(page);
      await ready(page);
      const now = await table();
      if (now.menu && wanted(now.menu)) return now;
      await sealOrder(page, phone ? 'tap' : 'click');
    }
    throw new Error(`${game} never came to it`);
  };
  /** Drags what lies at a place of the map to somewhere that is far enough from all that is allowed. */
  const pixelAt = async (at) => {
    const [x, y] = await spot(page, at);
    return { x, y };
  };
  const drag = async (from, outside) => {
    const see = await lens(page);
    const [[left, top], [right]] = [see({ x: 0, y: 0 }), see({ x: 1, y: 0 })];
    const scale = right - left;
    const box = await page.locator('canvas').boundingBox();
    const start = { x: left + from.x * scale, y: top - from.y * scale };
    const free = await page.evaluate(
      ({ left, top, width, height }) => {
        const out = [];
        for (let y = top + 8; y < top + height; y += 16)
          for (let x = left + 8; x < left + width; x += 16)
            if (document.elementFromPoint(x, y)?.tagName === 'CANVAS') out.push({ x, y });
        return out;
      },
      { left: box.x, top: box.y, width: box.width, height: box.height },
    );
    const world = (at) => ({ x: (at.x - left) / scale, y: (top - at.y) / scale });
    const end = free
      .filter((at) => outside(world(at)) && apart(at, start) > 20)
      .sort((a, b) => apart(a, start) - apart(b, start))[0];
    expect(end, `${game}: no place in sight is out of bounds`);
    await dragged(page, phone, start, end);
    return end;
  };
  /** It is said at the place, with the rule, and undone like any other change. */
  const refused = async (at, words, rule) => {
    near(await said(page, words, rule), at);
    await shoot(page, `drop-${game}${phone ? '-phone' : ''}-${rule.source ?? rule}`);
    await page.keyboard.press('Escape');
    await note(page).waitFor({ state: 'hidden' });
  };
  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
    await join(page, url, made.id, secret);
    await atTable(page);
    await walk({ page, table, until, drag, refused, pixelAt });
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

/** Something of each kind that can be dragged is let go where it cannot be. */
async function everyDrop(url, phone) {
  await drops(url, phone, 'asfos', 'lantern-straits', async ({ until, drag, refused }) => {
    const { menu } = await until((it) => it.deploy);
    const first = menu.deploy.ships[0].default.at;
    await refused(await drag(first, (at) => at.x > 16 && at.x < 70), /zone/, 'ASF-');
    const { menu: plots } = await until((it) => it.plots?.length > 0);
    const { choices } = plots.plots[0];
    const still = choices.find((it) => it.plot.dv === 0 && it.plot.turns === '');
    await refused(
      await drag(still.to, (at) => choices.every((it) => apart(it.to, at) > 3)),
      /cannot be there after its move/,
      'ASF-MOV.3',
    );
  });
  await drops(url, phone, 'full-thrust', 'intro', async ({ until, drag, refused }) => {
    const { menu } = await until((it) => it.deploy?.length > 0);
    const zone = menu.deploy[0];
    const beyond = (at) =>
      at.x < zone.from.x - 4 || at.x > zone.to.x + 4 || at.y < zone.from.y - 4 || at.y > zone.to.y + 4;
    await refused(await drag(zone.default.at, beyond), /outside the zone/, 'FT-4.12.2');
    const { menu: orders, view } = await until((it) => it.plots?.length > 0);
    const ends = orders.plots[0].choices.map((it) => it.path.at(-1));
    const { at: from } = view.ships[orders.plots[0].ship].motion;
    await refused(
      await drag(from, (at) => ends.every((it) => apart(it, at) > 4)),
      /cannot be there after its move/,
      'FT-3.2.1',
    );
  });
  await drops(url, phone, 'full-thrust', 'second-battle', async ({ until, drag, refused }) => {
    const { menu } = await until((it) => it.wings?.length > 0);
    const [wing] = menu.wings;
    const { to } = wing.choices.find((it) => it.fly).fly;
    await refused(await drag(to, (at) => apart(at, wing.from) > wing.reach + 3), /./, 'FT-8');
  });
  await drops(url, phone, 'talon', 'meeting', async ({ until, drag, refused }) => {
    const { menu } = await until((it) => it.deploy);
    const [ship] = menu.deploy.ships;
    await refused(
      await drag(hexAt(ship.default.at), (at) => ship.hexes.every((it) => apart(hexAt(it), at) > 1.5)),
      /only in the marked hexes/,
      'TAL-',
    );
  });
  // A ship is drawn to the hex it moves to, and to none other.
  await drops(url, phone, 'talon', 'intro', async ({ page, table, until, drag, refused, pixelAt }) => {
    const { menu, view } = await until((it) => it.moves?.some(({ choices }) => choices[0].how !== 'rotate'));
    const { mover, choices } = menu.moves[0];
    const from = hexAt(view.ships[mover.ship].ship.at);
    const beyond = (at) => choices.every((it) => apart(hexAt(it.to), at) > 1.5) && apart(from, at) > 1.5;
    await refused(await drag(from, beyond), /one of the marked ones/, 'TAL-7.1.1');
    const sidelong = choices.find((it) => it.how === 'turn_left') ?? choices[0];
    await dragged(page, phone, await pixelAt(from), await pixelAt(hexAt(sidelong.to)));
    expect(!(await note(page).isVisible()), 'a move that is legal is refused');
    // And it counts: sealed, it brings the ship there.
    await sealOrder(page, phone ? 'tap' : 'click');
    let at = null;
    await come(
      () => `the ship is at ${at}, and not at ${sidelong.to}`,
      async () => {
        at = (await table()).view.ships[mover.ship].ship.at;
        return at.join() === sidelong.to.join();
      },
    );
  });
  await drops(url, phone, 'ftb', 'intro', async ({ page, until, drag, refused }) => {
    const { menu, view } = await until((it) => it.helm);
    const { helm } = menu;
    // As long as it coasts, nothing of it can be drawn anywhere.
    const coast = helm.orders.findIndex((it) => it.plots.length === 0 && it.torpedoes.length === 0);
    await page.keyboard.press(String(coast + 1));
    const { at: here } = view.ships[helm.ship].hull;
    await refused(await drag(here, (at) => apart(at, here) > 3), /choose a burn/, 'FTB-12.9');
    const burn = helm.orders.findIndex((it) => it.plots.length > 0);
    await page.keyboard.press(String(burn + 1));
    await refused(
      await drag(helm.coast.to, (at) => apart(at, helm.centre) > helm.orders[burn].accel + 3),
      /end point must lie within/,
      'FTB-28.2',
    );
  });
  // A station, and then a ship, where the star is.
  await drops(url, phone, 'ftb', 'generic', async ({ page, until, drag, refused }) => {
    const nearStar = (at) => Math.hypot(at.x, at.y) < 2;
    const { menu } = await until((it) => it.site);
    await refused(await drag(menu.site, nearStar), /./, 'FTB-');
    await page.keyboard.press('u');
    const { menu: later } = await until((it) => it.deploy?.length > 0);
    await refused(await drag(later.deploy[0].at, nearStar), /./, 'FTB-');
  });
  await drops(url, phone, 'stratoyager', 'intro', async ({ page, until, drag, refused }) => {
    await until((it) => it.cards);
    // A card beside the units, on the map.
    if (phone) await page.tap('#tab-orders');
    await calm(page);
    const first = page.locator('.rows .card').first();
    await first.scrollIntoViewIfNeeded();
    await calm(page);
    const card = await first.boundingBox();
    const canvas = await page.locator('canvas').boundingBox();
    const beside = { x: canvas.x + 60, y: canvas.y + 160 };
    await dragged(page, phone, { x: card.x + 20, y: card.y + 26 }, beside);
    await refused(beside, /drop this one on a unit/, 'STR-');
    const { menu } = await until((it) => it.place);
    const { zones, default: usual } = menu.place;
    const beyond = (at) =>
      zones.every(({ rectangle: { from, to } }) => at.x > to.x + 3 || at.y > to.y + 3 || at.y < from.y - 3);
    await refused(await drag(usual.at, beyond), /only in the marked zone/, 'STR-');
    if (!phone) {
      const { speeds } = menu.place;
      for (let k = speeds[0]; k <= speeds[1] + 1; k++) await page.keyboard.press('w');
      await said(page, new RegExp(`speed from ${speeds[0]} to ${speeds[1]}`), 'STR-SET.5');
      await page.keyboard.press('Escape');
    }
    const { menu: plans } = await until((it) => it.plan);
    const ends = plans.plan.choices.map((it) => it.path.at(-1));
    const drift = plans.plan.choices.find((it) => it.first.thrust === 0 && it.second.thrust === 0);
    await refused(
      await drag(drift.path.at(-1), (at) => ends.every((it) => apart(it, at) > 2.5)),
      /cannot end its move there/,
      'STR-2.4',
    );
  });
}

export default async function whyNot(url) {
  for (const phone of [false, true]) {
    await everyDrop(url, phone);
    const seal = async (page) => {
      await sealOrder(page, phone ? 'tap' : 'click');
      await myTurn(page);
      await ready(page);
    };
    await at(url, 'asfos', phone, async (page) => {
      await seal(page);
      // A place that no plot leads to.
      const place = await pointAt(page, phone);
      near(await said(page, /cannot be there after its move/, 'ASF-MOV.3'), place);
      await shoot(page, `why-not${phone ? '-phone' : ''}`);
      await accessible(page, 'why not');
      if (phone) return;
      // A key beyond the engine.
      for (let k = 0; k < 4; k++) await page.keyboard.press('w');
      await said(page, /engine point/, 'ASF-MOV.3');
      // A button beyond it, and a rule that opens.
      await page.locator('button[aria-label^="Faster by"]').click({ force: true });
      await said(page, /engine point/);
      await note(page).locator('a').click();
      await page.locator('dialog[open]').getByText('ASF-MOV.3').first().waitFor();
    });
    await at(url, 'full-thrust', phone, async (page) => {
      const place = await pointAt(page, phone);
      near(await said(page, /outside the zone/, 'FT-4.12.2'), place);
    });
    await at(url, 'talon', phone, async (page) => {
      if (!phone) {
        await page.keyboard.press('9');
        await said(page, 'There is no offer 9');
        await page.keyboard.press('w');
        await said(page, 'This key does nothing in this phase');
        // Gone with whatever is done next.
        await page.keyboard.press('n');
        await note(page).waitFor({ state: 'hidden' });
      }
      await seal(page);
      await pointAt(page, phone);
      await said(page, /one of the marked ones/, 'TAL-7.1.1');
      if (phone) return;
      // Not offered: the rules are asked, and answer.
      await page.keyboard.press('q');
      await said(page, /slip/i, /TAL-7\.3/);
    });
  }
}
