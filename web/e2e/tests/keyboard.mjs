// A whole turn with the keyboard alone, from the first screen on.
import { atTable, decision, expect, myTurn, openBrowser, settle, suggested } from '../lib.mjs';

export default async function keyboard(url) {
  const browser = await openBrowser();
  const { page } = browser;
  const press = (key) => page.keyboard.press(key);
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.waitForSelector('[data-testid=start-asfos]');
    const onStart = () =>
      page.evaluate(() => document.activeElement?.getAttribute('data-testid') === 'start-asfos');
    for (let k = 0; k < 30 && !(await onStart()); k++) await press('Tab');
    expect(await onStart(), 'the button is not reached by Tab');
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    expect(ring !== 'none', 'the focus cannot be seen');
    await press('Enter');
    await atTable(page);
    await myTurn(page);
    await suggested(page);
    await press('q');
    await press('Enter');
    await page.waitForSelector('.task h2:has-text("Plot")');
    await suggested(page);
    const before = await page.locator('.now b').innerText();
    await press('n');
    await press('x');
    await press('d');
    const turned = await page.locator('.now b').innerText();
    expect(/R/.test(turned), `D did not turn: ${before} to ${turned}`);
    await press('u');
    expect(!/R/.test(await page.locator('.now b').innerText()), 'U did not undo');
    await press('w');
    await press('g');
    await press('r');
    await press('+');
    await press('ArrowLeft');
    await press('f');
    await press('?');
    await page.waitForSelector('dialog[open]');
    await press('Escape');
    // Not only closed: the table reads keys again when the dialog is gone.
    await page.waitForSelector('dialog', { state: 'detached' });
    const now = await decision(page);
    await press('Enter');
    await page.waitForFunction(
      (n) => Number(document.querySelector('[data-testid=table]')?.getAttribute('data-decision')) > n,
      now,
    );
    // The order as text, for those who cannot point.
    await myTurn(page);
    await press('t');
    await page.waitForSelector('dialog[open] textarea');
    await page.fill('dialog[open] textarea', 'A1 99');
    await page.click('dialog[open] >> text=Check');
    await page.waitForSelector('dialog[open] .warn, dialog[open] [aria-live] p');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
