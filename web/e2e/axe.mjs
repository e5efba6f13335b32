// axe on a page as it stands: only what is serious or critical counts.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { calm, expect, openBrowser, settle } from './lib.mjs';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is seriously wrong, a line for each thing; for whoever looks at many screens before complaining. */
export async function serious(page, where) {
  // Amid a transition colours are not what they will be.
  await calm(page);
  // Evaluated, not injected as a tag: the page's policy forbids inline script.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations
    .filter((it) => it.impact === 'serious' || it.impact === 'critical')
    .map(
      (it) =>
        `${where}: ${it.id} (${it.impact}) ${it.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`)
          .join(' | ')}`,
    );
}

/** Fails if anything is. */
export async function accessible(page, where) {
  const found = await serious(page, where);
  expect(found.length === 0, found.join('\n'));
}

/** Walks through screens in a browser of its own: what is seriously wrong on any that was looked at. */
export async function tour(url, options, theme, walk) {
  const browser = await openBrowser(options);
  const { page } = browser;
  const found = [];
  const look = async (name) => {
    found.push(...(await serious(page, `${name}, ${theme}${options.isMobile ? ', phone' : ''}`)));
  };
  try {
    await settle(page, url, { speed: 'all', motion: 'none', theme });
    await walk(page, look);
    return found;
  } finally {
    await browser.close();
  }
}
