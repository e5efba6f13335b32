// A battle whose stored orders were altered while no server ran: it opens, says
// that it is frozen and why, and offers no orders; the list says so as well.
import fs from 'node:fs';
import path from 'node:path';
import {
  PHONE,
  api,
  atTable,
  caughtUp,
  create,
  emptyData,
  expect,
  join,
  openBrowser,
  settle,
  shoot,
  startServer,
} from '../lib.mjs';

export const ownServers = true;

const WORDS = /does not add up.*You can look at it, but nobody can play on/s;

/** Both seats plot once, by the interface. */
async function plotOnce(url, made) {
  for (let k = 0; k < 4; k++) {
    const { seat, secret } = made.seats[k % 2];
    const { data } = await api(url, 'GET', `matches/${made.id}`, secret);
    expect(data.table.awaiting.includes(seat), `seat ${seat} is not awaited in ${data.table.phase}`);
    const { data: hint } = await api(url, 'GET', `matches/${made.id}/suggestion`, secret);
    const where = `matches/${made.id}/decisions/${data.table.decision}/order`;
    expect((await api(url, 'POST', where, secret, { order: hint.order })).status === 200, 'not sealed');
  }
}

/** Another acceleration in a stored plot, as long as it was: rows keep their places in the file. */
function alter(data) {
  const file = path.join(data, 'flagbridge.sqlite');
  const bytes = fs.readFileSync(file);
  const order = '{"action":{"plot":[{"plot":{"dv":1';
  const at = bytes.indexOf(order);
  expect(at >= 0, 'no such plot is stored');
  bytes[at + order.length - 1] = '0'.charCodeAt(0);
  fs.writeFileSync(file, bytes);
}

export default async function frozen() {
  const data = emptyData();
  let server = await startServer([], data);
  try {
    const made = await create(server.url, [{ kind: 'me' }, { kind: 'friend' }]);
    await plotOnce(server.url, made);
    await server.stop();
    alter(data);
    server = await startServer([], data);
    await round(server.url, made, 'desktop', {});
    await round(server.url, made, 'phone', PHONE);
  } finally {
    await server.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
}

async function round(url, made, name, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const asked = [];
  page.on('request', (it) => {
    if (/\/(order|suggestion|check|draft)$/.test(it.url())) asked.push(it.url());
  });
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await join(page, url, made.id, made.seats[0].secret);
    await atTable(page);
    const task = page.locator('.task');
    await task.locator('h2', { hasText: 'This battle is frozen' }).waitFor();
    expect(WORDS.test(await task.innerText()), `the table says: ${await task.innerText()}`);
    expect((await page.locator('[data-testid=seal]').count()) === 0, 'there is something to seal');
    await page.locator('canvas').first().waitFor();
    const before = asked.length;
    await page.keyboard.press('h');
    await page.keyboard.press('Enter');
    await caughtUp(page);
    expect(asked.length === before, `an order was asked for: ${asked.slice(before).join(' ')}`);
    expect((await page.locator('.helm, fieldset').count()) === 0, 'orders can be composed');
    await shoot(page, `frozen-table-${name}`);
    await page.goto(`${url}#/battles`);
    await page.waitForSelector('li.card');
    const card = await page.locator('li.card').innerText();
    expect(/Frozen/.test(card) && WORDS.test(card), `the list says: ${card}`);
    await shoot(page, `frozen-list-${name}`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
