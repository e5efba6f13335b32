// Against the computer a sealed order can be taken back for a moment; a second press of Enter confirms it, and
// Enter that skips the playback seals nothing.
import { accessible } from '../axe.mjs';
import {
  caughtUp,
  decision,
  expect,
  myTurn,
  openBrowser,
  PHONE,
  settle,
  shoot,
  startIntro,
  suggested,
} from '../lib.mjs';

/** Long enough for whatever a slow machine does between sealing and taking back. */
export const settings = ['--limit', 'hold=300'];

async function held(page) {
  await page.waitForSelector('[data-testid=confirm]:not([disabled])');
}

export default async function hold(url) {
  for (const size of [{ viewport: { width: 1440, height: 900 } }, PHONE]) {
    const browser = await openBrowser(size);
    const { page } = browser;
    const refused = [];
    page.on('response', (it) => {
      if (/\/decisions\//.test(it.url()) && it.status() >= 400) refused.push(`${it.status()} ${it.url()}`);
    });
    try {
      await settle(page, url, { speed: 'all', motion: 'none', hold: true });
      await startIntro(page, url);
      await myTurn(page);
      await suggested(page);
      const first = await decision(page);
      // Twice in one breath: the second press finds nothing to seal, and nothing is refused. The answer to the first
      // waits for it: where that is quick, the second press confirms.
      let pressed;
      const twice = new Promise((resolve) => (pressed = resolve));
      await page.route('**/decisions/*/order', async (route) => {
        await twice;
        await route.continue();
      });
      await page.locator('[data-testid=seal]').dblclick();
      pressed();
      await held(page);
      await page.unroute('**/decisions/*/order');
      expect((await decision(page)) === first, 'it counts already');
      await accessible(page, `a held order at ${size.viewport.width}`);
      await shoot(page, `hold-${size.viewport.width}`);
      await page.click('[data-testid=take-back]');
      await page.waitForSelector('[data-testid=seal]');
      expect((await decision(page)) === first, 'taken back, but counted');
      await page.click('[data-testid=seal]');
      await held(page);
      await page.click('[data-testid=confirm]');
      await page.waitForFunction(
        (n) => Number(document.querySelector('[data-testid=table]')?.dataset.decision) > n,
        first,
      );
      if (size === PHONE) continue;

      // The same by keyboard.
      await myTurn(page);
      await suggested(page);
      const second = await decision(page);
      await page.keyboard.press('Enter');
      await held(page);
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        (n) => Number(document.querySelector('[data-testid=table]')?.dataset.decision) > n,
        second,
      );

      // Enter skips the playback; what comes after it waits for a press of its own.
      await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('flagbridge.settings'));
        localStorage.setItem('flagbridge.settings', JSON.stringify({ ...kept, speed: '1', motion: 'full' }));
      });
      await page.reload();
      await page.waitForSelector('[data-testid=table]');
      let skipped = false;
      for (let k = 0; k < 6; k++) {
        await myTurn(page);
        await suggested(page);
        const now = await decision(page);
        await page.click('[data-testid=seal]');
        await held(page);
        await page.click('[data-testid=confirm]');
        await page.waitForFunction(
          (n) => Number(document.querySelector('[data-testid=table]')?.dataset.decision) > n,
          now,
        );
        if ((await page.getAttribute('[data-testid=table]', 'data-playing')) !== 'true') continue;
        // The battle goes on meanwhile, and what has nothing to choose passes by itself, unheld: what counts is
        // whether an order is sealed.
        const sent = [];
        const note = (it) => /\/order$/.test(it.url()) && /"hold"/.test(it.postData()) && sent.push(it.url());
        page.on('request', note);
        // In one breath: a moment later the second press would be one of its own.
        await page.evaluate(() => {
          document.activeElement?.blur();
          for (let k = 0; k < 2; k++)
            document.body.dispatchEvent(
              new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
            );
        });
        await caughtUp(page);
        page.off('request', note);
        expect(!(await page.isVisible('[data-testid=confirm]')), 'Enter skipped and held an order');
        expect(sent.length === 0, 'Enter skipped and sealed');
        skipped = true;
        break;
      }
      expect(skipped, 'no playback was skipped');
      expect(refused.length === 0, refused.join('\n'));
      expect(browser.errors.length === 0, browser.errors.join('\n'));
    } finally {
      await browser.close();
    }
  }
}
