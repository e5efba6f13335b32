// Puzzles: today's on the home page, the list by theme, an order that is tried on the real table, the
// solution and why, and the next one; what was solved is remembered. At both sizes, with axe.
import path from 'node:path';
import { accessible } from '../axe.mjs';
import { PHONE, expect, openBrowser, settle } from '../lib.mjs';

const GAMES = ['asfos', 'talon', 'full-thrust', 'ftb', 'stratoyager'];

export default async function puzzles(url) {
  for (const [name, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ]) {
    const browser = await openBrowser(options);
    const { page } = browser;
    const shot = async (what) => {
      if (!process.env.SHOTS) return;
      await page.screenshot({ path: path.join(process.env.SHOTS, `puzzles-${what}-${name}.png`) });
    };
    try {
      await settle(page, url, { speed: 'all', motion: 'none' });
      await page.goto(url);
      await page.waitForSelector('[data-testid=puzzle-of-the-day]');
      await shot('home');
      await page.click('[data-testid=puzzle-of-the-day]');
      await page.waitForSelector('[data-testid=puzzle]');
      for (const game of GAMES) {
        await page.goto(`${url}#/puzzles/${game}`);
        await page.waitForSelector('[data-testid=puzzle-card]');
        const n = await page.locator('[data-testid=puzzle-card]').count();
        expect(n >= 30, `${game}: ${n} puzzles`);
        const names = await page.locator('[data-testid=puzzle-card] b').allInnerTexts();
        expect(new Set(names).size === n, `${game}: two puzzles have the same name`);
        if (game === 'asfos') {
          await accessible(page, `list of puzzles, ${name}`);
          await shot('list');
        }
        await page.locator('[data-testid=puzzle-card]').first().click();
        await page.waitForSelector('[data-testid=puzzle]');
        await page.waitForSelector('[data-testid=seal]:not([disabled])');
        await shot(`${game}-open`);
        // Whatever lies there: a puzzle is none that gives its solution away.
        const { status, data } = await tried(url, page, {});
        expect(status === 200 && data.solution, `${game}: no solution`);
        await page.click('[data-testid=seal]');
        const panel = page.locator('[data-testid=puzzle]');
        await page.waitForFunction(
          () =>
            document.querySelector('[data-testid=puzzle]')?.dataset.verdict ||
            document.querySelector('.problem'),
        );
        if ((await panel.getAttribute('data-verdict')) === '') {
          // Nothing was laid out that may be ordered: the rules say so as at any table.
          expect(await page.locator('.problem').isVisible(), `${game}: neither verdict nor reason`);
        } else if ((await panel.getAttribute('data-verdict')) !== 'right') {
          await shot(`${game}-tried`);
          await page.click('[data-testid=puzzle-reveal]');
          await page.waitForSelector('[data-testid=puzzle][data-verdict=right]');
        }
        if (await page.locator('[data-testid=puzzle-next]').count()) {
          await accessible(page, `${game}, solved, ${name}`);
          await shot(`${game}-solved`);
          const before = page.url();
          await page.click('[data-testid=puzzle-next]');
          await page.waitForFunction((it) => location.href !== it, before);
          await page.waitForSelector('[data-testid=puzzle][data-verdict=""]');
        }
      }
      await page.goto(`${url}#/puzzles/asfos`);
      await page.waitForSelector('[data-testid=puzzle-card]');
      expect(browser.errors.length === 0, browser.errors.join('\n'));
    } finally {
      await browser.close();
    }
  }
}

async function tried(url, page, body) {
  const [, , game, id] = new URL(page.url()).hash.split('/');
  const answer = await fetch(`${url}api/games/${game}/puzzles/${id}/try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, data: await answer.json() };
}
