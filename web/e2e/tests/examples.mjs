// Rules that show themselves: from a rule to its example on the board, step by step and back, at
// both sizes; examples of every kind; and a citation at the table that leads to one.
import { accessible } from '../axe.mjs';
import { PHONE, expect, openBrowser, settle, startIntro } from '../lib.mjs';

/** One of each game that plays, and one of every other kind. */
const SAMPLE = [
  ['asfos', 'rat-3-fourteen-against-four'],
  ['talon', 'blast-8-6-3-chain'],
  ['full-thrust', 'mkp-5-17-1-two-hits'],
  ['ftb', '30-5-derived-slow'],
  ['stratoyager', '1-1-six-against-seven'],
];

async function number(page, name) {
  return Number(await page.getAttribute('[data-testid=show]', `data-${name}`));
}

async function opened(page) {
  await page.waitForFunction(
    () => Number(document.querySelector('[data-testid=show]')?.getAttribute('data-steps') ?? -1) >= 0,
  );
}

async function walk(page, url, game, id) {
  await page.goto(`${url}#/show/${game}/${id}`);
  await page.waitForSelector(`[data-testid=show]`);
  await opened(page);
  const steps = await number(page, 'steps');
  for (let n = 1; n <= steps; n += 1) {
    await page.click('[data-testid=next]');
    expect((await number(page, 'at')) === n, `${game} ${id}: not at step ${n}`);
  }
  return steps;
}

async function round(url, options) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const where = options.isMobile ? 'phone' : 'desk';
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    // From a rule to its example and back.
    await page.goto(`${url}#/rules/ftb/FTB-30.2`);
    await page.waitForSelector('[id="FTB-30.2"] details[open]');
    await accessible(page, `rules, ${where}`);
    await page.click('[data-testid="show-FTB-30.2"]');
    await page.waitForSelector('[data-testid=show]');
    await opened(page);
    await accessible(page, `example, ${where}`);
    await page.click('[data-testid=next]');
    expect((await number(page, 'events')) > 0, 'nothing happened on the board');
    expect((await page.locator('.steps code').count()) > 0, 'no order is shown');
    await page.click('[data-testid=prev]');
    expect((await number(page, 'at')) === 0, 'not back at the beginning');
    // By keys alone.
    await page.locator('#main').focus();
    await page.keyboard.press('ArrowRight');
    expect((await number(page, 'at')) === 1, 'the arrow does not go on');
    await page.click('header a[aria-label="Back to the rule"]');
    await page.waitForSelector('[id="FTB-30.2"]');
    for (const [game, id] of SAMPLE) {
      const steps = await walk(page, url, game, id);
      expect(steps > 0, `${game} ${id} has no steps`);
      expect((await page.locator('.steps .line').count()) > 0, `${game} ${id} tells nothing`);
    }
    await accessible(page, `example at its end, ${where}`);
    // A refused order says why, and by which rule.
    await walk(page, url, 'asfos', 'plot-3-wrong-paths');
    expect((await page.locator('.steps .why .rule').count()) > 0, 'a refusal without its rule');
    // A design, drawn by the shipyard, with what is wrong with it; and what cannot be set up.
    const { cases } = await (await fetch(`${url}api/games/full-thrust/cases`)).json();
    const design = cases.find((it) => it.kind === 'design');
    await page.goto(`${url}#/show/full-thrust/${design.id}`);
    await page.waitForSelector('.design .paper svg');
    await accessible(page, `design, ${where}`);
    const talon = (await (await fetch(`${url}api/games/talon/cases`)).json()).cases;
    await page.goto(`${url}#/show/talon/${talon.find((it) => it.kind === 'impossible').id}`);
    await page.waitForSelector('.reasons li');
    await page.goto(`${url}#/show/talon/none`);
    await page.waitForSelector('[role=alert]');
    // A citation at the table leads to the example.
    if (!options.isMobile) {
      await startIntro(page, url, 'asfos');
      await page.locator('.rule').first().click();
      await page.waitForSelector('dialog[open] .showme a');
      await page.click('dialog[open] .showme a');
      await page.waitForSelector('[data-testid=show]');
      await opened(page);
    }
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function examples(url) {
  await round(url, {});
  await round(url, PHONE);
}
