// The icons of the installed client, drawn from favicon.svg: `npm run icons` after a change of it.
import fs from 'node:fs';
import path from 'node:path';
import { here, openBrowser } from './lib.mjs';

const out = path.join(here, '../public/icons');
fs.mkdirSync(out, { recursive: true });
const drawn = fs.readFileSync(path.join(here, '../public/favicon.svg'), 'utf8');
// Phones cut a maskable icon to a shape of their own: no corners of ours, and all that matters in the middle.
const maskable = drawn
  .replace(/ rx="\d+"/, '')
  .replace(/(<rect[^>]*>)(.*)(<\/svg>)/s, '$1<g transform="translate(4.8 4.8) scale(.7)">$2</g>$3');

const browser = await openBrowser({ viewport: { width: 600, height: 600 } });
try {
  const { page } = browser;
  for (const [name, size, svg] of [
    ['180', 180, drawn.replace(/ rx="\d+"/, '')],
    ['192', 192, drawn],
    ['512', 512, drawn],
    ['maskable', 512, maskable],
  ]) {
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    const file = path.join(out, `${name}.png`);
    await page.locator('svg').screenshot({ path: file, omitBackground: true });
    console.log(`${name}.png: ${fs.statSync(file).size}`);
  }
} finally {
  await browser.close();
}
