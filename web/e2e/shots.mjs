// Screenshots of every screen, at a desk and on a phone, for the docs.
import fs from 'node:fs';
import path from 'node:path';
import { finished } from './finished.mjs';
import {
  PHONE,
  atTable,
  create,
  here,
  join,
  myTurn,
  openBrowser,
  settle,
  startServer,
  suggested,
} from './lib.mjs';
import { people } from './shots-people.mjs';

const out = process.env.SHOTS ?? path.join(here, '../../docs/screenshots');
fs.mkdirSync(out, { recursive: true });

/** Plays on until a phase with this name is open. */
async function until(page, phase, turns) {
  for (let k = 0; k < turns; k++) {
    if ((await myTurn(page)) === 'over') break;
    await suggested(page);
    const words = await page.locator('.task h2').innerText();
    if (phase.test(words) && k > 4) return;
    await page.click('[data-testid=seal]');
    await page.waitForTimeout(60);
  }
  // An old picture that stays would be taken for one of today.
  throw new Error(`never came to ${phase}`);
}

async function take(page, name) {
  // What the pointer came to rest on would explain itself in the picture.
  await page.mouse.move(1, 1);
  await page.waitForTimeout(600);
  await page.screenshot({ path: path.join(out, `${name}.png`) });
  console.log(`${name}.png`);
}

async function round(url, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const shot = (what) => take(page, `${what}-${name}`);
  try {
    await settle(page, url, { speed: 'all' });
    await page.waitForSelector('[data-testid=start-asfos]');
    await shot('home');
    await page.goto(`${url}#/new/asfos/lantern-straits`);
    await page.waitForSelector('.force');
    await shot('new-battle');
    await page.goto(`${url}#/rules/asfos/ASF-TURN.2`);
    await page.waitForSelector('article.on');
    await shot('rules');
    await page.goto(`${url}#/settings`);
    await shot('settings');
    const shared = await create(url, [{ kind: 'me' }, { kind: 'friend' }], 'intro', {}, false);
    await page.goto(`${url}#/join/${shared.id}/${shared.seats[1].secret}`);
    await page.waitForSelector('[data-testid=join]');
    await shot('join');

    const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'captain' }]);
    await join(page, url, made.id, made.seats[0].secret);
    await atTable(page);
    await myTurn(page);
    await suggested(page);
    await shot('table-deployment');
    if (options.isMobile) await page.tap('#tab-fleet');
    await page.click('[data-testid=goal]');
    await shot('briefing');
    await page.keyboard.press('Escape');
    if (options.isMobile) {
      await page.tap('#tab-orders');
      await page.tap('.handle');
      await page.tap('.handle');
    }
    await until(page, /^Primaries: [2-9]/, 80);
    if (options.isMobile) await page.tap('#tab-orders');
    await shot('table-fire');
    if (options.isMobile) {
      await page.tap('#tab-ship');
      await shot('table-ship');
      await page.tap('#tab-log');
      await shot('table-log');
      await page.tap('#tab-orders');
      await page.tap('.handle');
      await page.tap('.handle');
    }
    await page.click('[data-testid=seal]');
    await until(page, /^Plot [2-9]/, 80);
    await shot('table-plot');
    if (options.isMobile) {
      await page.click('button[aria-label="Look back"]');
      await page.waitForSelector('.scrub');
      await shot('table-back');
      await page.click('text=Back to now');
    } else {
      await page.locator('canvas').focus();
      await page.keyboard.press('PageUp');
      await page.waitForSelector('.scrub');
      await shot('table-back');
      await page.keyboard.press('Escape');
      await page.locator('canvas').blur();
      await page.keyboard.press('l');
      await shot('table-log');
      await page.keyboard.press('l');
      await page.keyboard.press('?');
      await shot('commands');
      await page.keyboard.press('Escape');
      await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
      await shot('table-light');
      await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
    }
    const done = await finished(url);
    await join(page, url, done.id, done.secret);
    await atTable(page);
    await page.waitForSelector('text=Watch the replay');
    await shot('table-over');
    await page.click('text=Watch the replay');
    await page.waitForSelector('.scrub');
    const total = Number(await page.getAttribute('[data-testid=replay]', 'data-total'));
    await page.locator('.scrub').fill(String(Math.floor(total * 0.6)));
    await shot('replay');
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('li.card');
    await shot('my-battles');
  } finally {
    await browser.close();
  }
}

/** The rooms of one game: a browser, and a word for taking a picture. */
async function visit(url, name, options, work) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const shot = (what) => take(page, `${what}-${name}`);
  try {
    await settle(page, url, { speed: 'all' });
    await work(page, shot, !!options.isMobile);
  } finally {
    await browser.close();
  }
}

/** A table of its own against a captain. */
async function sit(url, page, game, scenario, seat = 0) {
  const seats = [0, 1].map((it) => (it === seat ? { kind: 'me' } : { kind: 'computer', level: 'captain' }));
  const made = await create(url, seats, scenario, { game });
  const { secret } = made.seats.find((it) => it.seat === seat) ?? made.seats[0];
  await join(page, url, made.id, secret);
  await atTable(page);
}

/** A picture of each phase with such a title, as the battle comes to them. */
async function phases(page, shot, phone, wanted, turns = 120) {
  const left = new Map(Object.entries(wanted));
  for (let k = 0; left.size > 0 && k < turns; k++) {
    if ((await myTurn(page)) === 'over') break;
    await suggested(page);
    const words = await page.locator('.task h2').innerText();
    const [name] = [...left].find(([, title]) => title.test(words)) ?? [];
    if (name) {
      left.delete(name);
      if (phone) await page.tap('#tab-orders');
      await shot(name);
    }
    await page.click('[data-testid=seal]');
    await page.waitForTimeout(60);
  }
  // An old picture that stays would be taken for one of today.
  if (left.size > 0) throw new Error(`never came to ${[...left.keys()].join(', ')}`);
}

/** Fuel to Burn: a plot with the captain's vector, and a protocol with its advice. */
async function fuel(url, name, options) {
  await visit(url, name, options, async (page, shot, phone) => {
    await sit(url, page, 'ftb', 'siege');
    await until(page, /^Order and plot/, 40);
    const burn = page.locator('.kinds button', { hasText: /^Hard burn/ }).first();
    if (phone) await page.tap('#tab-orders');
    if (await burn.isVisible()) await burn.click();
    await shot('ftb-plot');
    await until(page, /^Choose a protocol/, 120);
    if (phone) await page.tap('#tab-orders');
    await page.locator('button', { hasText: 'Show advice' }).click();
    await shot('ftb-protocol');
  });
}

/** The shipyard: the yard, a design open on the slip, a fleet. */
async function yard(url, name, options) {
  await visit(url, name, options, async (page, shot, phone) => {
    await page.goto(`${url}#/yard/full-thrust`);
    await page.waitForSelector('[data-testid=yard]');
    if (!phone) await page.waitForSelector('.detail .paper svg');
    await shot('shipyard');
    await page.locator('.lists .pick', { hasText: 'Aviary' }).first().click();
    await page.click('[data-testid=take-over]');
    await page.waitForSelector('[data-testid=bill][data-checked=true]');
    await shot('shipyard-design');
    await page.click('button:has-text("Add to a fleet")');
    await page.click('.menu >> text=New fleet');
    await page.fill('[data-testid=fleet-name]', 'Home Squadron');
    await page.waitForSelector('[data-testid=fleet-bill][data-checked=true]');
    await shot('shipyard-fleet');
  });
}

/** Full Thrust: orders among the rocks, fire, fighters, point defence. */
async function thrust(url, name, options) {
  await visit(url, name, options, async (page, shot, phone) => {
    await sit(url, page, 'full-thrust', 'carrier-strike');
    await phases(page, shot, phone, {
      'full-thrust-wings': /^Move one of [3-9]/,
      'full-thrust-attacks': /^Name targets/,
    });
    await sit(url, page, 'full-thrust', 'line-of-battle');
    await phases(page, shot, phone, {
      'full-thrust-orders': /^Write orders/,
      'full-thrust-fire': /^Fire with/,
    });
    await sit(url, page, 'full-thrust', 'slingshot');
    await phases(page, shot, phone, { 'full-thrust-planet': /^Write orders/ });
  });
}

async function talon(url, name, options) {
  await visit(url, name, options, async (page, shot, phone) => {
    await sit(url, page, 'talon', 'squadron');
    await phases(page, shot, phone, { 'talon-power': /^Spend power/, 'talon-fire': /^\d+ ships? can fire/ });
  });
}

async function stratoyager(url, name, options) {
  await visit(url, name, options, async (page, shot, phone) => {
    await sit(url, page, 'stratoyager', 'intro');
    await phases(page, shot, phone, { 'stratoyager-plan': /^Plan /, 'stratoyager-combat': /^Action of / });
  });
}

/** What there is to learn from: lessons, the guide, puzzles, examples. */
async function learning(url, name, options) {
  await visit(url, name, options, async (page, shot) => {
    await page.goto(`${url}#/learn`);
    await page.waitForSelector('main h1');
    await shot('learn');
    await page.goto(`${url}#/lesson/asfos/01-moving`);
    await page.waitForSelector('[data-testid=coach-on]');
    await shot('lesson');
    await page.goto(`${url}#/howto/ftb/gravity`);
    await page.waitForSelector('[data-testid=diagram][data-drawn=true]');
    await shot('howto');
    await page.goto(`${url}#/puzzles/talon`);
    await page.waitForSelector('[data-testid=puzzle-card]');
    await shot('puzzles');
    await page.locator('[data-testid=puzzle-card]').first().click();
    await page.waitForSelector('[data-testid=seal]:not([disabled])');
    await shot('puzzle');
    await page.goto(`${url}#/rules/ftb/FTB-30.2`);
    await page.click('[data-testid="show-FTB-30.2"]');
    await page.waitForSelector('[data-testid=show]:not([data-steps="-1"])');
    await page.click('[data-testid=next]');
    await shot('example');
  });
}

/** The lab: a question, and a study that has answered it. */
async function lab(url, name, options) {
  await visit(url, name, options, async (page, shot) => {
    await page.goto(`${url}#/lab`);
    await page.waitForSelector('[data-testid=ask-scenario] option[value=all]', { state: 'attached' });
    await page.click('[role=radio]:has-text("Talon")');
    await shot('lab');
    await page.check('[data-testid=ask-number]');
    await page.fill('[data-testid=ask-battles]', '400');
    await page.click('[data-testid=ask-begin]');
    await page.waitForSelector('[data-testid=study-progress][data-state=done]', { timeout: 240_000 });
    await page.waitForSelector('[data-testid=figure-scores] svg');
    await shot('study');
  });
}

// All of them, or those whose names are given: `node e2e/shots.mjs talon`.
const ROUNDS = { screens: round, learning, fuel, yard, thrust, talon, stratoyager, lab };
const wanted = process.argv.slice(2);
// Suggestions as people get them.
const server = await startServer(['--limit', 'advice=10000']);
try {
  for (const [name, goRound] of Object.entries(ROUNDS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await goRound(server.url, 'desk', {});
    await goRound(server.url, 'phone', { ...PHONE, deviceScaleFactor: 1 });
  }
  if (wanted.length === 0 || wanted.includes('people')) {
    await people('desk', {}, take);
    await people('phone', { ...PHONE, deviceScaleFactor: 1 }, take);
  }
} finally {
  await server.stop();
}
