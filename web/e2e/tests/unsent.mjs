// What a player has made and the server has not: an order sealed without a network is sent when there is one,
// also after a reload; a draft survives a reload; Enter after a click on a choice seals it.
import {
  api,
  atTable,
  caughtUp,
  create,
  decision,
  expect,
  join,
  myTurn,
  openBrowser,
  settle,
  story,
  suggested,
} from '../lib.mjs';

const me = 0;

/** The friend does by the interface what a captain would, until both have to plot. */
async function untilPlots(url, made) {
  for (let k = 0; k < 40; k++) {
    const { data } = await api(url, 'GET', `matches/${made.id}`, made.seats[1].secret);
    if (data.table.phase === 'plot movement') return;
    for (const { seat, secret } of made.seats) {
      if (!data.table.awaiting.includes(seat)) continue;
      const { data: hint } = await api(url, 'GET', `matches/${made.id}/suggestion`, secret);
      await api(url, 'POST', `matches/${made.id}/decisions/${data.table.decision}/order`, secret, {
        order: hint.order,
      });
    }
  }
  throw new Error('nobody plots');
}

const sealedAt = async (url, made) => {
  const { data } = await api(url, 'GET', `matches/${made.id}`, made.seats[me].secret);
  return !data.table.awaiting.includes(me);
};

export default async function unsent(url) {
  const made = await create(url, [{ kind: 'me' }, { kind: 'friend' }]);
  await untilPlots(url, made);
  const browser = await openBrowser();
  const { context, page } = browser;
  const orders = () => page.locator('aside.rail .order').allInnerTexts();
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await join(page, url, made.id, made.seats[me].secret);
    await atTable(page);
    await myTurn(page);
    await suggested(page);

    // A draft survives a reload, and no suggestion is laid over it.
    const before = await orders();
    const chips = page.locator('.orders .choices .chip');
    await page.locator('.orders .choices .chip[aria-pressed=false]').nth(1).click();
    const drafted = await orders();
    expect(
      JSON.stringify(drafted) !== JSON.stringify(before),
      `the click changed nothing: ${JSON.stringify(before)}`,
    );
    await page.waitForTimeout(300);
    await page.reload();
    await atTable(page);
    await myTurn(page);
    await suggested(page);
    expect(
      JSON.stringify(await orders()) === JSON.stringify(drafted),
      `the draft is gone: ${JSON.stringify(await orders())} instead of ${JSON.stringify(drafted)}`,
    );
    expect(
      await page.locator('.task button[aria-label=Undo]').isEnabled(),
      'a draft that came back cannot be taken back',
    );

    // Without a network: the order is kept, the page says so, and it goes when the network is back.
    const now = await decision(page);
    await context.setOffline(true);
    await page.click('[data-testid=seal]');
    await page.waitForSelector('[data-testid=unsent]');
    expect(!(await sealedAt(url, made)), 'the server has it without a network');
    await context.setOffline(false);
    await page.waitForSelector('[data-testid=unsent]', { state: 'detached' });
    await page.waitForSelector('.task h2:has-text("Sealed")');
    expect(await sealedAt(url, made), 'the order was not sent when the network was back');
    expect((await decision(page)) === now, 'another decision');
    await page.click('text=Take it back');
    await page.waitForSelector('[data-testid=seal]');

    // The same over a reload: the page that comes back sends what the other one could not.
    await context.route('**/decisions/*/order', (route) => route.abort());
    await page.click('[data-testid=seal]');
    await page.waitForSelector('[data-testid=unsent]');
    await page.reload();
    await atTable(page);
    await page.waitForSelector('[data-testid=unsent]');
    expect(!(await sealedAt(url, made)), 'an aborted request arrived');
    await context.unroute('**/decisions/*/order');
    await page.waitForSelector('[data-testid=unsent]', { state: 'detached' });
    expect(await sealedAt(url, made), 'the order was not sent after the reload');
    await page.click('text=Take it back');
    await page.waitForSelector('[data-testid=seal]');

    // What cannot be sent can be taken back and changed.
    await context.route('**/decisions/*/order', (route) => route.abort());
    await page.click('[data-testid=seal]');
    await page.waitForSelector('[data-testid=unsent]');
    await page.click('text=Take it back');
    await page.waitForSelector('[data-testid=seal]');
    await context.unroute('**/decisions/*/order');

    // Enter after a click on a choice seals what was chosen; by keyboard, Enter presses the button it is on.
    await chips.nth(1).click();
    const chosen = await orders();
    const sent = story.length;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await caughtUp(page);
    expect(
      story.length === sent && !(await sealedAt(url, made)),
      'Enter on a button reached by keyboard sealed',
    );
    await chips.nth(1).click();
    expect(JSON.stringify(await orders()) === JSON.stringify(chosen), 'the choice is another one');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.task h2:has-text("Sealed")');
    expect(await sealedAt(url, made), 'Enter after a click did not seal');
    const errors = browser.errors.filter((it) => !/WebSocket/.test(it));
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    await browser.close();
  }
}
