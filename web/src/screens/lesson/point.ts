// Finds on the screen what a lesson speaks of, by the names that its file has:
// a part of the table (`orders`, `sheet`, `fleet`, `log`, `seal`, …), or
// `button:` with what stands on it.

/** Parts that a phone shows under a tab. */
const TABS: Record<string, string> = { orders: 'orders', sheet: 'ship', fleet: 'fleet', log: 'log' };

function isSeen(it: Element): boolean {
  const { width, height } = it.getBoundingClientRect();
  return width > 0 && height > 0 && !it.closest('[inert]');
}

export function found(name: string, compact: boolean): HTMLElement | null {
  const main = document.getElementById('main');
  if (!main) return null;
  const words = name.startsWith('button:') ? name.slice('button:'.length) : null;
  const all =
    words === null
      ? main.querySelectorAll<HTMLElement>(`[data-coach="${name}"], [data-testid="${name}"]`)
      : main.querySelectorAll<HTMLElement>('button, summary, label, a');
  const says = (it: HTMLElement) =>
    words === null ||
    (it.textContent ?? '').replace(/\s+/g, ' ').trim().startsWith(words) ||
    !!it.getAttribute('aria-label')?.startsWith(words);
  const thing = [...all].find((it) => says(it) && isSeen(it)) ?? null;
  if (thing || !compact) return thing;
  // On a phone what is not in sight lies behind a tab.
  return document.getElementById(`tab-${TABS[name] ?? 'orders'}`);
}
