// What a browser that was never here fetches for the home page, as it comes over the network: the boards and tables of
// the games are not among it, and it stays small.
import { expect, openBrowser } from '../lib.mjs';

/** In bytes, compressed. */
const MOST = 250_000;

export default async function firstLoad(url) {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    const fetched = new Map();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    network.on('Network.responseReceived', (it) =>
      fetched.set(it.requestId, { url: it.response.url, size: 0 }),
    );
    network.on('Network.loadingFinished', (it) => {
      const one = fetched.get(it.requestId);
      if (one) one.size = it.encodedDataLength;
    });
    await page.goto(url);
    await page.waitForSelector('[data-testid=start-stratoyager]');
    await page.waitForSelector('[data-testid=puzzle-of-the-day]');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.pic img')].every((it) => it.naturalWidth > 0),
    );
    await page.waitForLoadState('networkidle');
    const all = [...fetched.values()];
    const sum = all.reduce((n, it) => n + it.size, 0);
    const told = all.map((it) => `${it.size} ${it.url}`).join('\n');
    expect(sum < MOST, `${sum} bytes:\n${told}`);
    expect(!/\/(Table|Board|scene)-/.test(told), `a table without a battle:\n${told}`);
    const pictures = await page.locator('.pic img').evaluateAll((all) => all.map((it) => it.naturalWidth));
    expect(pictures.length === 5 && pictures.every((it) => it > 0), `pictures: ${pictures.join(', ')}`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
