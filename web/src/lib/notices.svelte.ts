// What somebody was told and has not read: looked at now and then while the page is seen, and when a push has come.
import type { NoticeCard, NoticeList, ReadRequest } from '../wire';
import { account } from './account.svelte';
import { own } from './own';

/** How often it is asked, in milliseconds. */
const OFTEN = 45_000;

class Bell {
  notices = $state.raw<NoticeCard[]>([]);
  unread = $state(0);
  /** Whether the list has been asked for at all. */
  known = $state(false);

  private took({ notices, unread }: NoticeList): void {
    this.notices = notices;
    this.unread = unread;
    this.known = true;
  }

  forget(): void {
    this.notices = [];
    this.unread = 0;
    this.known = false;
  }

  async load(): Promise<void> {
    if (!account.person || document.hidden) return;
    try {
      this.took(await own.notices());
    } catch {
      // Asked again the next time.
    }
  }

  async read(which: ReadRequest): Promise<void> {
    try {
      this.took(await own.read(which));
    } catch {
      // It stays unread.
    }
  }

  /** Somebody is at a table: what they were told about it they see for themselves. */
  async at(battle: string): Promise<void> {
    if (!this.known) await this.load();
    if (this.notices.some((it) => it.battle === battle && !it.read)) await this.read({ battle });
  }

  /** Looks from now on; what it gives back ends that. */
  watch(): () => void {
    const load = () => void this.load();
    const told = (event: MessageEvent) => {
      const said = event.data as { notice?: boolean; go?: string } | null;
      if (said?.notice) load();
      if (said?.go?.startsWith('#/')) location.hash = said.go;
    };
    const timer = setInterval(load, OFTEN);
    document.addEventListener('visibilitychange', load);
    navigator.serviceWorker?.addEventListener('message', told);
    load();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', load);
      navigator.serviceWorker?.removeEventListener('message', told);
    };
  }
}

export const bell = new Bell();
