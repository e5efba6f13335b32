// How to play, and the search: every chapter of every game with its pictures drawn, the way through a
// guide to its first battle, and what people look for found by the words they use, with keys alone.
import { accessible } from '../axe.mjs';
import { PHONE, expect, openBrowser, settle } from '../lib.mjs';

const GAMES = ['asfos', 'talon', 'full-thrust', 'ftb', 'stratoyager'];

/** A word that people use, and a rule or a chapter it must lead to. */
const ASKED = [
  ['ftb', 'gravity', 'gravity'],
  ['ftb', 'slingshot', 'FTB-30.1'],
  ['full-thrust', 'shields', 'FT-4.7.1'],
  ['talon', 'sideways', 'TAL-7.3.1'],
  ['stratoyager', 'overwatch', 'STR-4.7'],
  ['asfos', 'nebula', 'ASF-SCN.4'],
];

async function drawn(page, where) {
  await page
    .waitForFunction(() => {
      const all = [...document.querySelectorAll('[data-testid=diagram]')];
      return all.length > 0 && all.every((it) => it.dataset.drawn === 'true');
    })
    .catch(() => {
      throw new Error(`${where}: a picture is missing`);
    });
}

async function round(url, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const where = options.isMobile ? 'phone' : 'desk';
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    // From the rules to the guide, through it, and into its first battle.
    await page.goto(`${url}#/rules/talon`);
    await page.click('.start a');
    await page.waitForSelector('[data-testid=howto] article h2');
    await drawn(page, 'the first chapter');
    await accessible(page, `how to play, ${where}`);
    const chapters = await page.locator('nav[aria-label="Chapters"] li').count();
    for (let n = 1; n < chapters; n += 1) {
      const title = await page.locator('article h2').innerText();
      await page.click('[data-testid=next-chapter]');
      await page.waitForFunction(
        (before) => document.querySelector('article h2')?.textContent !== before,
        title,
      );
      await drawn(page, `talon, chapter ${n + 1}`);
    }
    await page.click('.turn .btn.main');
    await page.waitForSelector('[data-testid=begin]');
    // Every chapter of the other games on the desk, the first on the phone.
    for (const game of GAMES.filter((it) => it !== 'talon')) {
      const { chapters: all } = await (await fetch(`${url}api/games/${game}/howto`)).json();
      for (const it of options.isMobile ? all.slice(0, 1) : all) {
        await page.goto(`${url}#/howto/${game}/${it.id}`);
        await page.waitForFunction(
          (title) => document.querySelector('article h2')?.textContent === title,
          it.title,
        );
        await drawn(page, `${game}, ${it.id}`);
      }
    }
    // A picture plays step by step; a rule behind the chapter opens over it.
    await page.goto(`${url}#/howto/ftb/gravity`);
    await drawn(page, 'gravity');
    await page.locator('.behind .rule').first().click();
    await page.waitForSelector('dialog[open] .showme a');
    await page.keyboard.press('Escape');
    await page.locator('[data-testid=diagram] a').first().click();
    await page.waitForSelector('[data-testid=show]');
    // The search.
    for (const [game, asked, wanted] of ASKED) {
      await page.goto(`${url}#/rules/${game}`);
      await page.fill('[data-testid=search]', asked);
      await page.waitForSelector(`.found a[data-id="${wanted}"]`).catch(async () => {
        throw new Error(`${asked} does not find ${wanted}: ${await page.locator('.search').innerText()}`);
      });
    }
    await accessible(page, `search, ${where}`);
    await page.focus('[data-testid=search]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const first = await page.locator('.found a').first().getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForFunction((hash) => location.hash === hash, first);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function howto(url) {
  await round(url, {});
  await round(url, PHONE);
}
