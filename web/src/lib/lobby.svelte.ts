// The live lobby: one connection for the whole page, opened where there is somebody it could tell something.
// In the lobby it tells everything; elsewhere only what is one's own.
import type { Invitation, InvitationList, LobbyPage, LobbyPush, Met } from '../wire';
import { account } from './account.svelte';
import { ApiError } from './api';
import { addKey } from './keys';
import { changed } from './lobby';
import { Meeting, heldPass, pass } from './meeting';
import { bell } from './notices.svelte';

/** The longest pause before a lost connection is made anew, in milliseconds. */
const LONGEST = 8_000;

class Lobby {
  /** All of it, in the lobby. */
  page = $state.raw<LobbyPage | null>(null);
  made = $state.raw<Invitation[]>([]);
  received = $state.raw<Invitation[]>([]);
  status = $state<'off' | 'connecting' | 'open' | 'lost'>('off');
  #socket: WebSocket | null = null;
  #lobbies = 0;
  #pause = 500;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Tables of one's own that were seen open here: when one of them begins, whoever waits goes there. */
  readonly #awaited = new Set<string>();
  #begins: ((it: Invitation) => void) | null = null;

  /** As whom one meets others: as a guest only if nobody is logged in. */
  get meeting(): Meeting {
    return new Meeting(!account.person);
  }

  /** Those that wait for somebody. */
  readonly waiting = $derived(this.made.filter((it) => it.state === 'open'));

  /** From now on all of it is wanted, until what is returned is called. `begins` hears of a table one waits at. */
  enter(begins: (it: Invitation) => void): () => void {
    this.#lobbies += 1;
    this.#begins = begins;
    this.#connect();
    return () => {
      this.#lobbies -= 1;
      this.#begins = null;
      this.page = null;
      if (this.#isWanted()) this.#connect();
      else this.close();
    };
  }

  /** What is one's own is wanted on every page, if there can be anything. */
  async attend(): Promise<void> {
    if (!account.open || this.#lobbies > 0) return;
    if (!account.person && heldPass()) {
      try {
        this.#own(await this.meeting.mine());
      } catch {
        // A guest who waits for nobody misses nothing.
      }
    }
    if (this.#isWanted()) this.#connect();
    else this.close();
  }

  #isWanted(): boolean {
    return this.#lobbies > 0 || !!account.person || this.waiting.length > 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#socket = null;
    this.status = 'off';
    old?.close();
  }

  #connect(): void {
    if (!account.open) return;
    this.close();
    this.status = 'connecting';
    const tables = this.#lobbies > 0;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/lobby/live`);
    this.#socket = socket;
    socket.onopen = () => {
      const guest = account.person ? null : heldPass();
      socket.send(JSON.stringify({ ...(guest ? { pass: guest } : {}), tables }));
    };
    socket.onmessage = (message) => {
      if (this.#socket === socket) this.#heard(String(message.data));
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.status = 'lost';
      this.#timer = setTimeout(() => this.#connect(), this.#pause);
      this.#pause = Math.min(LONGEST, this.#pause * 2);
    };
  }

  #heard(data: string): void {
    let push: LobbyPush;
    try {
      push = JSON.parse(data) as LobbyPush;
    } catch {
      return;
    }
    if (push.type === 'error') return;
    this.status = 'open';
    this.#pause = 500;
    if (push.type === 'lobby') this.page = push;
    else if (push.type === 'mine') this.#own(push);
    else if (push.type === 'notices') void bell.load();
    else if (this.page) {
      const after = changed(this.page, push);
      if (after) this.page = after;
      // Something is missing: all of it is told anew.
      else this.#connect();
    }
  }

  #own({ made, received }: InvitationList): void {
    for (const it of made) {
      if (it.state === 'open') this.#awaited.add(it.id);
      if (it.state === 'begun') this.#seated(it.id, it.seat ?? 0);
    }
    const begun = made.find((it) => it.state === 'begun' && this.#awaited.has(it.id));
    [this.made, this.received] = [made, received];
    if (begun && this.#begins) {
      this.#awaited.delete(begun.id);
      this.#begins(begun);
    }
  }

  /** A guest's seat is opened by the pass; somebody who is logged in needs nothing. */
  #seated(match: string, seat: number, name = ''): void {
    if (!account.person) addKey({ match, secret: pass(), seat, name });
  }

  /** The seat one has come to; of a mirror match both. */
  met(it: Met): void {
    this.#seated(it.id, it.seat, it.name);
    if (it.mirror) this.#seated(it.mirror, 1 - it.seat);
  }

  /** Lets go of a table, a challenge or a wish of one's own, or of what came of it. */
  async withdraw(id: string): Promise<void> {
    this.#awaited.delete(id);
    try {
      this.#own(await this.meeting.withdraw(id));
    } catch (error) {
      // Gone already is as good.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      this.made = this.made.filter((it) => it.id !== id);
    }
  }

  async decline(id: string): Promise<void> {
    this.#own(await this.meeting.decline(id));
  }

  /** Something new of one's own waits. */
  async waits(it: Invitation): Promise<void> {
    this.#awaited.add(it.id);
    this.made = [it, ...this.made.filter(({ id }) => id !== it.id)];
    // A guest's first table: the connection does not know yet whose it is.
    if (!account.person) this.#connect();
  }
}

export const lobby = new Lobby();
