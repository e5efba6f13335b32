// Two browsers in one match: neither can see the other's plot before both have
// sealed, on the screen or in any message.
import {
  atTable,
  caughtUp,
  create,
  expect,
  join,
  myTurn,
  openBrowser,
  sealable,
  sealOrder,
  settle,
  suggested,
  until,
} from '../lib.mjs';

function listen(page) {
  const heard = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response
        .text()
        .then((it) => heard.push(it))
        .catch(() => {});
  });
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => heard.push(String(frame.payload))));
  return heard;
}

export default async function sealed(url) {
  const made = await create(url, [{ kind: 'me' }, { kind: 'friend' }]);
  const [a, b] = [await openBrowser(), await openBrowser()];
  const heard = listen(b.page);
  try {
    for (const [n, browser] of [a, b].entries()) {
      await settle(browser.page, url, { speed: 'all', motion: 'none', suggest: false });
      await join(browser.page, url, made.id, made.seats[n].secret);
      await atTable(browser.page);
      expect(!browser.page.url().includes(made.seats[n].secret), 'the secret stays in the address');
    }
    const inPhase = async (page) => (await page.locator('.phase').innerText()).toLowerCase();
    await until('nobody plots', async () => {
      for (const { page } of [a, b])
        if (/deploy/.test(await inPhase(page)) && (await sealable(page))) await sealOrder(page);
      return /plot/.test(await inPhase(a.page)) && /plot/.test(await inPhase(b.page));
    });
    await myTurn(a.page);
    await myTurn(b.page);
    // A plot that nobody would fly by default: every ship turns left.
    const ships = await a.page.locator('aside.rail section').first().locator('.ship').count();
    expect(ships > 0, 'nobody has a ship');
    for (let k = 0; k < ships; k++) {
      await a.page.locator('aside.rail section').first().locator('.ship').nth(k).click();
      await a.page.locator('button[aria-label^="Turn left"]').click();
    }
    heard.length = 0;
    await a.page.click('[data-testid=seal]');
    await a.page.waitForSelector('.task h2:has-text("Sealed")');
    // B sees that A has sealed, and nothing else.
    await b.page.waitForSelector('.strip li:first-child .sr:has-text("Sealed")', { state: 'attached' });
    await caughtUp(b.page);
    expect(heard.length > 0, 'nothing was heard of it at all');
    const before = heard.join('\n');
    expect(
      !/"turns":"L"[^}]*}[^[]*"sealed"/.test(before) && !before.includes('"plotted"'),
      'the plot was told before both sealed',
    );
    const view = await b.page.evaluate(() => document.body.innerText);
    expect(!/flies 3L3/.test(view), 'the plot is on the screen');
    const orders = heard.flatMap((it) => {
      try {
        return JSON.parse(it).sealed ?? [];
      } catch {
        return [];
      }
    });
    expect(orders.length === 0, `an order of another seat was sent: ${JSON.stringify(orders)}`);
    await b.page.click('[data-testid=seal]');
    await b.page.keyboard.press('l');
    await b.page.waitForSelector('.logpanel .line:has-text("flies")');
    const told = await b.page.locator('.logpanel').innerText();
    expect(/flies \S*L\S* to/.test(told), 'the plots were not flown');
    await suggested(b.page);
    expect(a.errors.length + b.errors.length === 0, [...a.errors, ...b.errors].join('\n'));
  } finally {
    await a.close();
    await b.close();
  }
}
