// A reload in mid-phase: a sealed order stays sealed and can be taken back, an
// unsealed one begins again, and the table is the same.
import {
  api,
  atTable,
  create,
  decision,
  expect,
  join,
  myTurn,
  openBrowser,
  settle,
  suggested,
  until,
} from '../lib.mjs';

export default async function reload(url) {
  // The other seat is a friend who never comes, so that the phase stays open.
  const made = await create(url, [{ kind: 'me' }, { kind: 'friend' }], 'lantern-straits');
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await join(page, url, made.id, made.seats[0].secret);
    await atTable(page);
    await myTurn(page);
    await suggested(page);
    const before = await decision(page);
    await page.reload();
    await atTable(page);
    expect((await decision(page)) === before, 'another decision after the reload');
    await myTurn(page);
    // The friend deploys by the interface; then both plot.
    await page.click('[data-testid=seal]');
    await until('nobody plots', async () => {
      const { data } = await api(url, 'GET', `matches/${made.id}`, made.seats[1].secret);
      if (data.table.phase === 'plot movement') return true;
      if (data.table.awaiting.includes(1)) {
        const { data: hint } = await api(url, 'GET', `matches/${made.id}/suggestion`, made.seats[1].secret);
        await api(
          url,
          'POST',
          `matches/${made.id}/decisions/${data.table.decision}/order`,
          made.seats[1].secret,
          { order: hint.order },
        );
      }
      return false;
    });
    await page.waitForSelector('.task h2:has-text("Plot")');
    await suggested(page);
    await page.click('[data-testid=seal]');
    await page.waitForSelector('.task h2:has-text("Sealed")');
    await page.reload();
    await atTable(page);
    await page.waitForSelector('.task h2:has-text("Sealed")');
    await page.click('text=Take it back');
    await page.waitForSelector('[data-testid=seal]');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
