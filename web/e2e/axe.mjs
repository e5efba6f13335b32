// axe on a page as it stands: only what is serious or critical counts.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from './lib.mjs';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is seriously wrong, a line for each thing; for whoever looks at many screens before complaining. */
export async function serious(page, where) {
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
