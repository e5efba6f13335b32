// Nothing sticks out of its box, and no word is cut off.
import { expect } from './lib.mjs';

/** Whatever can be seen of `inner` lies within the box of `outer`, and no text in it is cut off. */
export async function fits(page, name, outer, inner = 'a, button, span, b') {
  const faults = await page.evaluate(
    ([outer, inner]) => {
      const found = [];
      for (const box of document.querySelectorAll(outer)) {
        const around = box.getBoundingClientRect();
        for (const it of box.querySelectorAll(inner)) {
          const own = it.getBoundingClientRect();
          // Words for screen readers alone take no room.
          if (own.width <= 1 || own.height <= 1) continue;
          const words = (it.getAttribute('aria-label') ?? it.textContent ?? '').trim();
          const room = Math.min(around.right, document.documentElement.clientWidth);
          if (own.right > room + 1 || own.left < around.left - 1) found.push(`“${words}” sticks out`);
          const style = getComputedStyle(it);
          if (
            style.display !== 'inline' &&
            style.overflowX !== 'visible' &&
            it.scrollWidth > it.clientWidth + 1
          )
            found.push(`“${words}” is cut off`);
        }
      }
      return found;
    },
    [outer, inner],
  );
  expect(faults.length === 0, `${name}: ${faults.join(', ')}`);
}
