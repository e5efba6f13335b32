// A program of one's own in a seat: chosen for a new battle, played against, and one that fails, in whose place a
// captain plays and the table says so.
import path from 'node:path';
import { PHONE, expect, here, myTurn, openBrowser, sealOrder, settle, shoot, suggested } from '../lib.mjs';

const example = path.join(here, '../../examples/exec_player.py');
export const settings = ['--exec', `example=python3 ${example}`, '--exec', 'silent=false'];

/** New battle against this program, up to the first decision of one's own. */
async function against(page, url, name) {
  await page.goto(`${url}#/new/talon/intro`);
  await page.waitForSelector('[data-testid=begin]:not([disabled])');
  await page
    .locator('.seats select')
    .nth(1)
    .selectOption({ label: `Program: ${name}` });
  await page.click('[data-testid=begin]');
  await page.waitForFunction(() => location.hash.startsWith('#/table/'));
}

export default async function program(url) {
  for (const [screen, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ]) {
    const browser = await openBrowser(options);
    const { page } = browser;
    try {
      await settle(page, url, { speed: 'all', motion: 'none' });
      await against(page, url, 'example');
      for (let k = 0; k < 3; k++) {
        await myTurn(page);
        expect(!(await page.isVisible('[data-testid=program-failed]')), 'the example is said to fail');
        await suggested(page);
        await sealOrder(page);
      }
      await against(page, url, 'silent');
      const note = page.locator('[data-testid=program-failed]').first();
      for (let k = 0; k < 8; k++) {
        await myTurn(page);
        if (await note.filter({ hasText: 'A captain plays on' }).isVisible()) break;
        await suggested(page);
        await sealOrder(page);
      }
      await note.waitFor();
      const words = await note.innerText();
      expect(/failed three times in a row\. A captain plays on/.test(words), `the table says: ${words}`);
      await shoot(page, `program-${screen}`);
      expect(browser.errors.length === 0, browser.errors.join('\n'));
    } finally {
      await browser.close();
    }
  }
}
