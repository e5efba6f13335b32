// The legend of each board: whatever lies on the map is explained, in pictures that the board itself draws; by a tool
// of the map and by a key, on both sizes.
import { accessible } from '../axe.mjs';
import { expect, myTurn, openBrowser, PHONE, sealOrder, settle, shoot, startIntro } from '../lib.mjs';

const DECISIONS = { asfos: 4, talon: 4, 'full-thrust': 12, ftb: 5, stratoyager: 8 };

async function look(page, phone, where) {
  if (phone) await page.locator('[data-testid=open-legend]').tap();
  else await page.keyboard.press('j');
  const legend = page.locator('[data-testid=legend]');
  await legend.waitFor();
  const unknown = await legend.getAttribute('data-unknown');
  expect(unknown === '', `${where}: the legend does not explain ${unknown}`);
  expect((await legend.locator('.signs li').count()) > 5, `${where}: hardly anything is explained`);
}

export default async function legend(url) {
  for (const game of Object.keys(DECISIONS))
    for (const phone of [false, true]) {
      const browser = await openBrowser(phone ? PHONE : {});
      const { page } = browser;
      const where = `${game}${phone ? ', phone' : ''}`;
      try {
        await settle(page, url, { speed: 'all', motion: 'none' });
        await startIntro(page, url, game);
        for (let k = 0; k < (phone ? 1 : DECISIONS[game]) && (await myTurn(page)) === 'mine'; k++) {
          await page.waitForSelector('[data-testid=table][data-thinking=false]');
          await look(page, phone, where);
          if (k === 0) {
            await page.getByText('Also in this game').waitFor();
            await shoot(page, `legend-${game}${phone ? '-phone' : ''}`);
            if (game === 'talon') await accessible(page, where);
            // Its words can be searched.
            await page.locator('[data-testid=legend] input').fill('zzzz');
            expect((await page.locator('[data-testid=legend] dt').count()) === 0, `${where}: finds anything`);
          }
          await page.locator('dialog[open] button[aria-label=Close]').click();
          await sealOrder(page, phone ? 'tap' : 'click');
        }
        expect(browser.errors.length === 0, `${where}: ${browser.errors.join('\n')}`);
      } finally {
        await browser.close();
      }
    }
}
