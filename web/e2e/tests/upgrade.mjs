// A tab left open while the server is upgraded: it loads itself again when there
// is nothing to lose, and waits with a word while orders lie on the table.
import fs from 'node:fs';
import {
  emptyData,
  expect,
  freePort,
  myTurn,
  openBrowser,
  PHONE,
  sealOrder,
  settle,
  shoot,
  startIntro,
  startServer,
  suggested,
  until,
} from '../lib.mjs';

export const ownServers = true;

export default async function upgrade() {
  await round('desktop', {});
  await round('phone', PHONE);
}

async function round(name, options) {
  const [data, port] = [emptyData(), await freePort()];
  const serve = (build) => startServer(['--build', build], data, port);
  let server = await serve('one');
  const browser = await openBrowser(options);
  const { page } = browser;
  const upgradeTo = async (build) => {
    await server.stop();
    server = await serve(build);
  };
  const mark = () => page.evaluate(() => (window.sameDocument = true));
  const marked = () => page.evaluate(() => window.sameDocument === true);
  const build = () => page.getAttribute('meta[name=flagbridge-build]', 'content', { strict: true });
  const reloaded = (wanted) =>
    page.waitForFunction(
      (it) => !window.sameDocument && document.querySelector('meta[name=flagbridge-build]')?.content === it,
      wanted,
    );
  const bar = page.locator('[data-testid=upgrade]');
  try {
    await settle(page, server.url, { speed: 'all', motion: 'none' });
    expect((await build()) === 'one', `the page says it is ${await build()}`);
    await startIntro(page, server.url);
    await myTurn(page);
    await suggested(page);

    // Nothing was begun by hand: it is the same table in a new page.
    await mark();
    await upgradeTo('two');
    await reloaded('two');
    await myTurn(page);
    await suggested(page);
    await sealOrder(page);

    // A connection that was lost and found the same client again is nothing.
    await myTurn(page);
    await suggested(page);
    await mark();
    let heard = 0;
    page.on('websocket', (socket) => socket.on('framereceived', () => (heard += 1)));
    await upgradeTo('two');
    await until('the page does not come back', () => heard > 0);
    await page.waitForTimeout(1000);
    expect((await marked()) && !(await bar.isVisible()), 'the same client was loaded again');

    // A plot changed by hand stays until it is sealed.
    if (options.isMobile) await page.tap('#tab-orders');
    await page.locator('button[aria-label^="Turn right"]').first().click();
    const plotted = await page.locator('.now b').innerText();
    await upgradeTo('three');
    await bar.waitFor();
    expect(await marked(), 'the page was loaded again under an unsent order');
    expect((await page.locator('.now b').innerText()) === plotted, 'the plot has changed');
    expect(/has been updated/.test(await bar.innerText()), `the bar says: ${await bar.innerText()}`);
    await shoot(page, `upgrade-${name}`);
    await page.locator('[data-testid=seal]').click();
    await reloaded('three');
    await myTurn(page);

    // Elsewhere: what is typed waits for its writer, who may load it at once.
    await page.goto(`${server.url}#/new/asfos`);
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    await mark();
    await upgradeTo('four');
    await page.locator('.seat select').nth(1).selectOption('friend');
    await page.click('[data-testid=begin]');
    await page.waitForSelector('.made input');
    await bar.waitFor();
    expect(await marked(), 'the page was loaded again under a new battle');
    await bar.locator('button').click();
    await reloaded('four');
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    expect(!(await bar.isVisible()), 'the bar stays');
    // A server that is away is no error of the page.
    const errors = browser.errors.filter((it) => !/WebSocket connection to/.test(it));
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
}
