// What every end-to-end test needs: a real server on its own data, real
// Chromium, and a few words for what a person does at the table. Servers and
// pages draw from fixed numbers, so that a script sees the same battle each run.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const here = path.dirname(fileURLToPath(import.meta.url));
const program = process.env.FLAGBRIDGE_BIN ?? path.join(here, '../../target/play/flagbridge');
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // More of them, a line each.
  ...(process.env.CHROMIUM_FLAGS?.split('\n') ?? []),
];

/** What every server draws from, unless its script says otherwise. */
const SEED = process.env.FLAGBRIDGE_E2E_SEED ?? '1';
/** What the pages of this script sealed, in order: `run.mjs --again` compares it between runs. */
export const story = [];
let browsers = 0;

/** How long anything may take, in milliseconds. It only keeps a script from waiting for ever: nothing is proven by it,
 * and a machine that also builds and tests takes its time. */
export const PATIENCE = 180_000;

/** A captain suggests, in no time and always the same, unless the script is about suggestions. */
const seeded = (settings) => [
  ...(settings.includes('--seed') ? [] : ['--seed', SEED]),
  ...(settings.some((it) => it.startsWith('advice=')) ? [] : ['--limit', 'advice=1']),
  ...settings,
];

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port for servers that come and go: below those that the system hands out, so that nobody else is given it in
 * between, and another one in each process. */
export async function freePort() {
  const [first, count] = [20_000, 10_000];
  for (let k = 0; k < count; k++) {
    const port = first + ((process.pid * 37 + k) % count);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How a folder is removed: what was closed a moment ago may still write into it. */
const GONE = { recursive: true, force: true, maxRetries: 40, retryDelay: 100 };

const answers = async (port) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
};

/** A folder for what a server keeps. */
export const emptyData = () => fs.mkdtempSync(path.join(os.tmpdir(), 'flagbridge-data-'));

/** What whoever runs the server does on its command line: `flagbridge admin …`, while it is at work. */
export function admin(data, ...args) {
  const { status, stdout, stderr } = spawnSync(program, ['admin', ...args, '--data', data], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`admin ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** Starts `flagbridge serve` on empty data; FLAGBRIDGE_URL names one that runs already, with settings of its own.
 * On `kept` data and at a `port` of one's own choosing it goes on where another one stopped. */
export async function startServer(settings = [], kept = null, at = null) {
  if (process.env.FLAGBRIDGE_URL && !kept)
    return { url: process.env.FLAGBRIDGE_URL.replace(/\/?$/, '/'), stop: async () => {} };
  const data = kept ?? emptyData();
  // Without a port of one's own the system chooses one, and the server says which.
  const child = spawn(program, ['serve', '--port', String(at ?? 0), '--data', data, ...seeded(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (it) => (said += it));
  child.stderr.on('data', (it) => (complained += it));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  const within = (time) => Promise.race([ended, new Promise((resolve) => setTimeout(resolve, time).unref())]);
  const stop = async () => {
    if (!gone()) {
      child.kill('SIGTERM');
      // What it still writes is wanted: data that is kept is opened again.
      await within(60_000);
      if (!gone()) child.kill('SIGKILL');
      await within(10_000);
    }
    if (!kept) fs.rmSync(data, GONE);
  };
  let port = at;
  for (const end = Date.now() + PATIENCE; ; await pause(50)) {
    port ??= /^http:\/\/.*:(\d+)\//m.exec(said)?.[1] ?? null;
    if (port && (await answers(port))) break;
    if (Date.now() < end && !gone()) continue;
    await stop();
    throw new Error(`the server did not start:\n${said}${complained}`);
  }
  const url = `http://127.0.0.1:${port}/`;
  const front =
    process.env.FLAGBRIDGE_CLIENT && !at ? await startFront(process.env.FLAGBRIDGE_CLIENT, port) : null;
  return {
    url: front?.url ?? url,
    stop: async () => {
      front?.stop();
      await stop();
    },
  };
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** The client as it lies in a folder, before a program that was built with another one: FLAGBRIDGE_CLIENT=dist. */
async function startFront(folder, behind) {
  const own = await fetch(`http://127.0.0.1:${behind}/`);
  const policy = own.headers.get('content-security-policy');
  // What the program says of itself in its own page, it says in this one.
  const [said] = /<head>(<meta name="flagbridge-[^>]*>)*/.exec(await own.text());
  const forward = (request) => ({
    host: '127.0.0.1',
    port: behind,
    method: request.method,
    path: request.url,
    headers: request.headers,
  });
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://front');
    const file = path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname));
    if (/^\/(api|health)/.test(pathname) || !fs.existsSync(file)) {
      const passed = http.request(forward(request), (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      request.pipe(passed);
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      ...(policy ? { 'content-security-policy': policy } : {}),
    });
    if (file.endsWith('index.html')) response.end(fs.readFileSync(file, 'utf8').replace('<head>', said));
    else fs.createReadStream(file).pipe(response);
  });
  server.on('upgrade', (request, socket, head) => {
    const passed = http.request(forward(request));
    passed.on('upgrade', (answer, other, first) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\n${Object.entries(answer.headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      );
      if (first.length > 0) socket.write(first);
      if (head.length > 0) other.write(head);
      other.pipe(socket).pipe(other);
      other.on('error', () => socket.destroy());
      socket.on('error', () => other.destroy());
    });
    passed.on('error', () => socket.destroy());
    passed.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Random numbers of a page, counted instead of drawn: what it adds to the dice is the same each run. The count is
 * kept over a reload and shared by tabs, since two orders must not have the same name. */
function countedNumbers(seed) {
  const COUNT = 'e2e.drawn';
  crypto.getRandomValues = (array) => {
    const drawn = Number(localStorage.getItem(COUNT) ?? 0);
    localStorage.setItem(COUNT, String(drawn + 1));
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(drawn + 1, 0x85ebca6b)) >>> 0;
    for (let k = 0; k < bytes.length; k++) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      bytes[k] = (mixed ^ (mixed >>> 14)) & 0xff;
    }
    return array;
  };
  crypto.randomUUID = () => {
    const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((it) => it.toString(16).padStart(2, '0'));
    const text = hex.join('');
    return [
      [0, 8],
      [8, 12],
      [12, 16],
      [16, 20],
      [20, 32],
    ]
      .map(([a, b]) => text.slice(a, b))
      .join('-');
  };
}

/** A browser of its own, with empty storage. Errors in the page fail the test. */
export async function openBrowser(options = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'flagbridge-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath,
    headless: true,
    args: FLAGS,
    viewport: { width: 1440, height: 900 },
    timeout: PATIENCE,
    // What is kept from one page to the next would hide what the next one asks for: only scripts about that allow it.
    serviceWorkers: 'block',
    ...options,
  });
  const name = browsers++;
  await context.addInitScript(countedNumbers, name);
  // Scripts read no briefing, answer no offer and mean what they seal, unless they are about that.
  const left = { briefing: false, soundOffered: true, hold: false };
  await context.addInitScript((it) => {
    if (!localStorage.getItem('flagbridge.settings'))
      localStorage.setItem('flagbridge.settings', JSON.stringify(it));
  }, left);
  context.on('request', (request) => {
    const where = /\/decisions\/(\d+)\/order$/.exec(request.url());
    if (!where || request.method() !== 'POST') return;
    const { order, text } = request.postDataJSON();
    story.push(`browser ${name}, decision ${where[1]}: ${JSON.stringify(order ?? text)}`);
  });
  context.setDefaultTimeout(PATIENCE);
  const page = context.pages()[0] ?? (await context.newPage());
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A refused request is an answer, not an error of the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text());
  });
  return {
    context,
    page,
    errors,
    close: async () => {
      await context.close();
      fs.rmSync(folder, GONE);
    },
  };
}

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** A picture into the folder SHOTS, if somebody wants one. */
export async function shoot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
}

export function expect(truth, words) {
  if (!truth) throw new Error(words);
}

/** Settings as a player may have left them. */
export async function settle(page, url, settings) {
  await page.goto(url);
  const all = { briefing: false, soundOffered: true, hold: false, ...settings };
  await page.evaluate((it) => localStorage.setItem('flagbridge.settings', JSON.stringify(it)), all);
  await page.reload();
}

export async function startIntro(page, url, game = 'asfos') {
  await page.goto(url);
  await page.click(`[data-testid=start-${game}]`);
  await atTable(page);
}

/** Opens an invitation, and accepts it where the browser does not hold the seat yet. */
export async function join(page, url, id, secret) {
  await page.goto(`${url}#/join/${id}/${secret}`);
  await accept(page);
}

/** Accepts the invitation that lies there; a seat that is held already opens by itself. */
export async function accept(page) {
  const button = page.locator('[data-testid=join]');
  await page.waitForFunction(
    () => document.querySelector('[data-testid=join]') || /#\/table\//.test(location.hash),
  );
  if (await button.isVisible()) await button.click();
}

export async function atTable(page) {
  await page.waitForSelector('[data-testid=table]');
}

export async function decision(page) {
  return Number(await page.getAttribute('[data-testid=table]', 'data-decision'));
}

export const over = (page) => page.locator('.task a', { hasText: 'Watch the replay' }).isVisible();

/** Whether there is something to seal at this moment. */
export const sealable = (page) => page.locator('[data-testid=seal]:enabled').first().isVisible();

/** Looks again and again until something is there, and says what it is. */
export async function until(what, look, timeout = PATIENCE) {
  for (const end = Date.now() + timeout; Date.now() < end; await pause(40)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(typeof what === 'string' ? what : await what());
}

/** Waits until there is something to seal, or the battle is over. */
export async function myTurn(page, timeout = PATIENCE) {
  const skip = page.locator('.task button', { hasText: /^Skip$/ });
  const look = async () => {
    if (await over(page)) return 'over';
    // Found and pressed in one go: what follows the playback may come at any moment.
    if (await skip.isVisible())
      await skip.evaluate((it) => it.click(), null, { timeout: 1000 }).catch(() => {});
    else if (await sealable(page)) return 'mine';
    return null;
  };
  const why = async () => `nothing to do for too long: ${await page.locator('.task').innerText()}`;
  return until(why, look, timeout);
}

/** Everything that the page has asked for so far has been noticed here: what is missing now was not asked for. */
export const caughtUp = (page) => page.evaluate(async () => void (await (await fetch('/health')).text()));

/** Waits until nothing on the page comes or goes any more: no transition runs, and nothing has moved for three pictures
 * in a row. What moves for ever, such as a pulse, does not count. */
export async function calm(page) {
  await page.evaluate(async () => {
    const picture = () => new Promise((done) => (window.nextPicture ?? requestAnimationFrame)(() => done()));
    const ends = (it) =>
      it.playState === 'running' && Number.isFinite(it.effect?.getComputedTiming().endTime ?? Infinity);
    const looks = () => {
      const boxes = document.querySelectorAll('main, canvas, .sheet, .task, [data-testid=seal]');
      const places = [...boxes].map((it) => JSON.stringify(it.getBoundingClientRect()));
      return [document.querySelector('canvas')?.dataset.camera, ...places].join();
    };
    await document.fonts?.ready;
    for (let [last, same] = ['', 0]; same < 3;) {
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(ends)
          .map((it) => it.finished),
      );
      await picture();
      const now = looks();
      same = now === last ? same + 1 : 0;
      last = now;
    }
  });
}

/** Where places of the map are on the screen, once the camera rests. */
export async function lens(page) {
  for (;;) {
    // The board says where its camera is only while that rests.
    await page.waitForSelector('canvas[data-camera]');
    await calm(page);
    const found = await page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const box = canvas?.getBoundingClientRect();
      const camera = canvas?.dataset.camera;
      return camera
        ? [...camera.split(',').map(Number), box.x + box.width / 2, box.y + box.height / 2]
        : null;
    });
    if (!found) continue;
    const [x, y, scale, left, top] = found;
    return (at) => [left + (at.x - x) * scale, top - (at.y - y) * scale];
  }
}

/** Where one place of the map is on the screen. */
export const spot = async (page, at) => (await lens(page))(at);

/** Waits for the captain's suggestion to be filled in. */
export async function suggested(page) {
  await page.waitForSelector('[data-testid=table][data-thinking=false]');
}

/** Seals what lies there, and waits until the table has taken it: the button may outlast its decision by a moment. */
export async function sealOrder(page, how = 'click') {
  const before = await page.getAttribute('[data-testid=table]', 'data-decision');
  await page.locator('[data-testid=seal]')[how]();
  const taken = page.waitForFunction((decision) => {
    const table = document.querySelector('[data-testid=table]');
    return table?.dataset.decision !== decision || !table.querySelector('[data-testid=seal]');
  }, before);
  await taken.catch(async (error) => {
    throw new Error(`not sealed: ${await page.locator('.task').innerText()}\n${error.message}`);
  });
}

/** Seals what is suggested until the battle is over, and says how often. */
export async function toTheEnd(page, how = 'click') {
  let sealed = 0;
  while ((await myTurn(page)) === 'mine') {
    await suggested(page);
    await sealOrder(page, how);
    sealed += 1;
    expect(sealed < 600, 'the battle does not end');
  }
  return sealed;
}

/** Creates a match by the interface, as another program would; everybody has joined it, if not said otherwise. */
export async function create(url, seats, scenario = 'intro', more = {}, join = true) {
  const answer = await fetch(`${url}api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game: 'asfos', scenario, options: {}, seats, spectators: false, ...more }),
  });
  if (!answer.ok) throw new Error(`no match: ${answer.status} ${await answer.text()}`);
  const made = await answer.json();
  for (const { secret, seat } of join ? made.seats : []) {
    const joined = await api(url, 'POST', `matches/${made.id}/join`, secret, {
      contribution: `seat ${seat}`,
    });
    if (joined.status !== 200) throw new Error(`not joined: ${joined.status}`);
  }
  return made;
}

export async function api(url, method, where, secret, body) {
  const headers = { authorization: `Bearer ${secret}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(`${url}api/${where}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, data: text ? JSON.parse(text) : null };
}
