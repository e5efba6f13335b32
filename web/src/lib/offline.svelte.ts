// The client without its server: whether that answers, and the service worker, which keeps what can be shown
// meanwhile (public/sw.js).
import { upgrade } from './upgrade.svelte';

/** How often a server that did not answer is asked again. */
const AGAIN = 10_000;

export class Offline {
  /** The last request had no answer, or an old one that was kept. */
  away = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Whether there is a page whose server is asked again. */
  #watched = false;

  /** Begins to watch a page, and has the browser keep it. */
  start(): void {
    this.#watched = true;
    if (document.querySelector('meta[name=flagbridge-kept]')) this.missed();
    window.addEventListener('online', () => void this.#ask());
    // A client that somebody works on is kept by nobody.
    if (!('serviceWorker' in navigator) || upgrade.build === '') return;
    const keep = () => void this.#keep().catch(() => {});
    // After the page has what it needs for itself.
    if (document.readyState === 'complete') keep();
    else window.addEventListener('load', keep, { once: true });
    window.addEventListener('appinstalled', keep);
  }

  /** The server answered. */
  heard(kept: boolean): void {
    if (kept) return this.missed();
    this.away = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** It did not. */
  missed(): void {
    this.away = true;
    if (this.#watched) this.#timer ??= setInterval(() => void this.#ask(), AGAIN);
  }

  async #ask(): Promise<void> {
    if (document.hidden || !this.away) return;
    try {
      const answer = await fetch('/health', { signal: AbortSignal.timeout(AGAIN / 2) });
      if (!answer.ok) return;
      this.heard(false);
      upgrade.noticed(answer.headers.get('x-flagbridge-build'));
    } catch {
      // Still away.
    }
  }

  async #keep(): Promise<void> {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // A visitor keeps what he has seen; who has put it on the home screen keeps all of it.
    if (matchMedia('(display-mode: standalone)').matches) active?.postMessage({ type: 'keep-all' });
  }
}

export const offline = new Offline();
