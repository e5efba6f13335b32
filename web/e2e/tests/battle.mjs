// From the first screen to a finished battle against the computer, by the
// large button alone.
import { expect, openBrowser, over, settle, startIntro, toTheEnd } from '../lib.mjs';

export default async function battle(url) {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await startIntro(page, url);
    await toTheEnd(page);
    expect(await over(page), 'the battle is not over');
    const words = await page.locator('.task h2').innerText();
    expect(/wins?|draw/i.test(words), `no outcome: ${words}`);
    const lines = await page.locator('.ticker p').allInnerTexts();
    expect(lines.length > 0, 'the log is empty');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
