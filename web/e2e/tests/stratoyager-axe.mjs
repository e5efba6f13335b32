// axe on every screen of Basic Stratoyager, in both themes: nothing serious.
import { tour } from '../axe.mjs';
import { PHONE, api, atTable, create, expect, join, myTurn, sealOrder, suggested } from '../lib.mjs';

const round = (url, options, theme, scenarios) =>
  tour(url, options, theme, async (page, look) => {
    await page.goto(`${url}#/new/stratoyager/free-forces`);
    await page.waitForSelector('[data-testid=begin]:not([disabled])');
    await look('new battle');
    for (const scenario of scenarios) {
      const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }], scenario, {
        game: 'stratoyager',
      });
      await join(page, url, made.id, made.seats[0].secret);
      await atTable(page);
      const seen = new Set();
      for (let k = 0; k < 24 && seen.size < 7 && (await myTurn(page)) === 'mine'; k++) {
        await suggested(page);
        const { data } = await api(url, 'GET', `matches/${made.id}`, made.seats[0].secret);
        const { menu } = data.table;
        expect(menu, 'nothing to decide');
        const kind =
          Object.keys(menu).find((it) => it !== 'ranges' && menu[it] && menu[it].length !== 0) ?? '';
        if (!seen.has(kind)) {
          seen.add(kind);
          if (options.isMobile) await page.click('#tab-orders');
          await look(`${scenario}: ${kind}`);
          if (options.isMobile && seen.size === 1) {
            await page.click('#tab-ship');
            await look(`${scenario}: ship`);
          }
        }
        await sealOrder(page);
      }
      expect(seen.size >= 4, `phases of ${scenario}: ${[...seen].join(', ')}`);
    }
  });

export default async function stratoyagerAxe(url) {
  const found = [
    ...(await round(url, {}, 'dark', ['free-forces', 'wings-over-boreas'])),
    ...(await round(url, {}, 'light', ['free-forces'])),
    ...(await round(url, PHONE, 'dark', ['free-forces'])),
  ];
  expect(found.length === 0, found.join('\n'));
}
