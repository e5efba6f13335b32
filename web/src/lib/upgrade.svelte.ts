// Notices that the server brings another client than the one in this tab, and
// loads it as soon as nothing unsent is lost by that.

export interface Situation {
  /** Which client this page was loaded as; null where the server did not bring it. */
  own: string | null;
  /** Which client the server last said it has. */
  served: string | null;
  /** The client this tab has been loaded again for. */
  tried: string | null;
  /** Whether something was begun here that the server does not know. */
  unsent: boolean;
}

/** `stale`: loading it again has not helped. */
export type Step = 'none' | 'wait' | 'stale' | 'reload';

export function stepFor({ own, served, tried, unsent }: Situation): Step {
  // A client that somebody works on has no name, and must not be replaced by the server's.
  if (own === null || served === null || own === served) return 'none';
  // Something on the way keeps old pages. Loading again and again would not end.
  if (tried === served) return 'stale';
  return unsent ? 'wait' : 'reload';
}

const TRIED = 'flagbridge.reloaded';
/** Not at once: an answer that tells of the upgrade is first taken in. */
const PAUSE = 400;

export class Upgrade {
  served = $state<string | null>(null);
  step = $state<Step>('none');
  #own: string | null = null;
  #touched = false;
  #asking = 0;
  #holders = new Set<() => boolean>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** The name of this client; empty where somebody works on it. */
  get build(): string {
    return this.#own ?? '';
  }

  /** Begins to watch a page. */
  start(): void {
    this.#own = document.querySelector<HTMLMetaElement>('meta[name=flagbridge-build]')?.content ?? null;
    // The network was away when this page was asked for, and it is the one that was kept: nothing was tried by that.
    if (document.querySelector('meta[name=flagbridge-kept]')) sessionStorage.removeItem(TRIED);
    document.addEventListener('input', () => (this.#touched = true), true);
    document.addEventListener(
      'click',
      (event) => {
        // At the table the battle itself knows whether something is unsent.
        const pressed = (event.target as Element | null)?.closest?.('main button');
        if (pressed && !pressed.closest('[data-testid=table]')) this.#touched = true;
      },
      true,
    );
    window.addEventListener('hashchange', () => this.sent());
    // A part of the client that is not there any more: most likely the server has another one.
    window.addEventListener('vite:preloadError', () => {
      void fetch('/health')
        .then((it) => this.noticed(it.headers.get('x-flagbridge-build')))
        .catch(() => {});
    });
  }

  /** The server said which client it has. */
  noticed(build: string | null | undefined): void {
    if (!build || build === this.served) return;
    this.served = build;
    clearInterval(this.#timer);
    if (this.#look() !== 'none') this.#timer = setInterval(() => this.#act(), PAUSE);
  }

  /** Somebody who knows of unsent things is asked before the page is loaded again. */
  hold(unsent: () => boolean): () => void {
    this.#holders.add(unsent);
    return () => this.#holders.delete(unsent);
  }

  /** What was typed here has been taken, or left behind. */
  sent(): void {
    this.#touched = false;
  }

  /** A request that changes something is waited for; the result says when it was answered. */
  asks(method: string): () => void {
    if (method === 'GET') return () => {};
    this.#asking += 1;
    return () => (this.#asking -= 1);
  }

  reload(): void {
    if (this.served) sessionStorage.setItem(TRIED, this.served);
    location.reload();
  }

  #look(): Step {
    const unsent =
      this.#touched ||
      this.#asking > 0 ||
      document.querySelector('dialog[open]') !== null ||
      [...this.#holders].some((it) => it());
    this.step = stepFor({
      own: this.#own,
      served: this.served,
      tried: sessionStorage.getItem(TRIED),
      unsent,
    });
    return this.step;
  }

  #act(): void {
    if (this.#look() !== 'reload') return;
    clearInterval(this.#timer);
    this.reload();
  }
}

export const upgrade = new Upgrade();
