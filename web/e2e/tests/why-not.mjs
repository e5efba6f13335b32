// Whatever cannot be done says why, where it was tried, with the rule: clicks on the map, keys, buttons.
import { accessible } from '../axe.mjs';
import { expect, myTurn, openBrowser, PHONE, sealOrder, settle, shoot, startIntro } from '../lib.mjs';

const note = (page) => page.locator('[data-testid=note]');

/** The note says this, and leads to a rule, if one is asked for. */
async function said(page, words, rule = null) {
  await note(page).getByText(words).waitFor();
  if (rule) await note(page).getByText(rule).waitFor();
}

/** A place of the map where nothing lies, and near which the note must stand. */
async function pointAt(page, phone) {
  const box = await page.locator('canvas').first().boundingBox();
  const at = phone ? { x: box.x + 40, y: box.y + 150 } : { x: box.x + 120, y: box.y + 150 };
  if (phone) await page.touchscreen.tap(at.x, at.y);
  else await page.mouse.click(at.x, at.y);
  return at;
}

async function near(page, at) {
  const box = await note(page).boundingBox();
  const dx = Math.max(box.x - at.x, 0, at.x - box.x - box.width);
  const dy = Math.max(box.y - at.y, 0, at.y - box.y - box.height);
  expect(Math.hypot(dx, dy) < 60, `the note is ${Math.hypot(dx, dy)} pixels away`);
}

const ready = (page) => page.waitForSelector('[data-testid=table][data-thinking=false]');

async function at(url, game, phone, walk) {
  const browser = await openBrowser(phone ? PHONE : {});
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await startIntro(page, url, game);
    await myTurn(page);
    await ready(page);
    await walk(page);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function whyNot(url) {
  for (const phone of [false, true]) {
    const seal = async (page) => {
      await sealOrder(page, phone ? 'tap' : 'click');
      await myTurn(page);
      await ready(page);
    };
    await at(url, 'asfos', phone, async (page) => {
      await seal(page);
      // A place that no plot leads to.
      const place = await pointAt(page, phone);
      await said(page, /cannot be there after its move/, 'ASF-MOV.3');
      await near(page, place);
      await shoot(page, `why-not${phone ? '-phone' : ''}`);
      await accessible(page, 'why not');
      if (phone) return;
      // A key beyond the engine.
      for (let k = 0; k < 4; k++) await page.keyboard.press('w');
      await said(page, /engine point/, 'ASF-MOV.3');
      // A button beyond it, and a rule that opens.
      await page.locator('button[aria-label^="Faster by"]').click({ force: true });
      await said(page, /engine point/);
      await note(page).locator('a').click();
      await page.locator('dialog[open]').getByText('ASF-MOV.3').first().waitFor();
    });
    await at(url, 'full-thrust', phone, async (page) => {
      const place = await pointAt(page, phone);
      await said(page, /only in the marked strip/, 'FT-4.12.2');
      await near(page, place);
    });
    await at(url, 'talon', phone, async (page) => {
      if (!phone) {
        await page.keyboard.press('9');
        await said(page, 'There is no offer 9');
        await page.keyboard.press('w');
        await said(page, 'This key does nothing in this phase');
        // Gone with whatever is done next.
        await page.keyboard.press('n');
        await note(page).waitFor({ state: 'hidden' });
      }
      await seal(page);
      await pointAt(page, phone);
      await said(page, /one of the marked ones/, 'TAL-7.1.1');
      if (phone) return;
      // Not offered: the rules are asked, and answer.
      await page.keyboard.press('q');
      await said(page, /slip/i, /TAL-7\.3/);
    });
  }
}
