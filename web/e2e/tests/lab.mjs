// The lab: a question asked by choosing, its study filling in, stopped and gone on with, shared, taken home, a
// battle of it watched and one fought; fleets compared; a study of one's own, also a wrong one. Both sizes, with axe.
import path from 'node:path';
import { accessible } from '../axe.mjs';
import { PHONE, expect, openBrowser, settle } from '../lib.mjs';

/** Battles are fought by the dozen, and whatever else the machine does comes first. */
const LONG = 600_000;

export default async function lab(url) {
  for (const [name, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ]) {
    const browser = await openBrowser(options);
    const { page } = browser;
    const shot = async (what) => {
      if (!process.env.SHOTS) return;
      await page.screenshot({
        path: path.join(process.env.SHOTS, `lab-${what}-${name}.png`),
        fullPage: true,
      });
    };
    const state = (it) =>
      page.waitForSelector(`[data-testid=study-progress][data-state=${it}]`, { timeout: LONG });
    const number = async (n) => {
      await page.check('[data-testid=ask-number]');
      await page.fill('[data-testid=ask-battles]', String(n));
    };
    try {
      await settle(page, url, { speed: 'all', motion: 'none' });

      // Is it fair? Answered, with figures, and taken home.
      await page.goto(`${url}#/lab`);
      await page.waitForSelector('[data-testid=ask-scenario] option[value=all]', { state: 'attached' });
      await accessible(page, `lab, ${name}`);
      await shot('ask');
      await page.click('[role=radio]:has-text("Talon")');
      await number(48);
      await page.click('[data-testid=ask-begin]');
      await state('done');
      await page.waitForSelector('[data-testid=study-answer] >> text=/with 95% certainty between/');
      for (const figure of ['scores', 'lengths', 'survival', 'damage', 'graves'])
        await page.waitForSelector(`[data-testid=figure-${figure}] svg`);
      await page.click('[data-testid=study-answer] summary');
      await accessible(page, `study, ${name}`);
      await shot('study');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide <= 0, `the page is ${wide} pixels too wide`);
      const study = page.url();
      await page.click('[data-testid=study-take]');
      await page.waitForSelector('[data-testid=study-files] a');
      const files = await page
        .locator('[data-testid=study-files] a')
        .evaluateAll((all) => all.map((it) => it.href));
      expect(files.length >= 11, `${files.length} files`);
      for (const file of files) {
        const { status, headers } = await fetch(file);
        expect(
          status === 200 && /^attachment/.test(headers.get('content-disposition')),
          `${file}: ${status}`,
        );
      }
      await shot('take');
      await page.click('[data-testid=study-share]');
      const link = await page.inputValue('[data-testid=study-link]');
      expect(link.endsWith(new URL(study).hash), `${link} does not lead to ${study}`);

      // One of its battles, watched to the end.
      await page.locator('[data-testid=watch-battle]').first().click();
      await page.waitForSelector('[data-testid=replay]:not([data-total="0"])');
      await page.keyboard.press('End');
      await page.waitForFunction(() => {
        const { at, total } = document.querySelector('[data-testid=replay]').dataset;
        return at === total;
      });
      await accessible(page, `a battle of a study, ${name}`);
      await shot('watch');

      // The same forces, oneself.
      await page.goto(study);
      await page.click('[data-testid=study-fight]');
      await page.selectOption('[data-testid=fight-seat]', '1');
      await accessible(page, `fight it myself, ${name}`);
      await page.click('[data-testid=fight-begin]');
      await page.waitForFunction(() => location.hash.startsWith('#/table/'));

      // Stopped, gone on with, deleted.
      await page.goto(`${url}#/lab`);
      await page.click('[data-testid=ask-players]');
      await page.click('[role=radio]:has-text("Talon")');
      await number(1_000_000);
      await page.click('[data-testid=ask-begin]');
      await state('running');
      await page.click('[data-testid=study-stop]');
      await state('stopped');
      await shot('stopped');
      await page.click('[data-testid=study-go]');
      await state('running');
      await page.click('[data-testid=study-remove]');
      await page.click('[data-testid=study-removed]');
      await page.waitForSelector('[data-testid=lab]');

      // Fleets meet on both sides.
      await page.click('[data-testid=ask-fleets]');
      const options_ = page.locator('[data-testid=add-fleet] optgroup option');
      await options_.first().waitFor({ state: 'attached' });
      for (const k of [0, 1])
        await page.selectOption('[data-testid=add-fleet]', await options_.nth(k).getAttribute('value'));
      await page.selectOption('[data-testid=ask-player]', 'random');
      await number(24);
      await accessible(page, `a question about fleets, ${name}`);
      await shot('fleets');
      await page.click('[data-testid=ask-begin]');
      await state('done');
      await page.waitForSelector('#standings');

      // Everybody, and a study of one's own that is wrong first.
      await page.goto(`${url}#/lab`);
      await page.click('[data-testid=ask-matrix]');
      await page.click('[role=radio]:has-text("Talon")');
      await number(24);
      await page.click('[data-testid=ask-begin]');
      await state('done');
      await page.waitForSelector('[data-testid=figure-ratings-talon] svg');
      await shot('matrix');
      await page.goto(`${url}#/lab`);
      await page.click('[data-testid=ask-free]');
      const toml = await page.inputValue('[data-testid=ask-toml]');
      await page.fill('[data-testid=ask-toml]', toml.replace('battles = 400', 'battels = 400'));
      await page.click('[data-testid=ask-begin]');
      await page.waitForSelector('[role=alert] >> text=/study.toml:5/');
      await shot('wrong');
      await page.fill('[data-testid=ask-toml]', toml.replace('battles = 400', 'battles = 24'));
      await page.click('[data-testid=ask-begin]');
      await state('done');
      await page.goto(`${url}#/lab`);
      await page.waitForSelector('[data-testid=study-card]');
      await shot('list');
      expect(browser.errors.length === 0, browser.errors.join('\n'));
    } finally {
      await browser.close();
    }
  }
}
