// Who is logged in, on servers that are open to the public. A server that is
// somebody's own table does not even ask.
import type { MatchSummary, Me, PersonCard } from '../wire';
import { api } from './api';
import { allKeys, hasPeople, setGuestPass, setOwned } from './keys';
import { heldPass } from './meeting';

export class Account {
  /** Whether this server has people at all. The page says so. */
  readonly open = hasPeople();
  /** Nobody for a guest; undefined until the server has said. */
  person = $state<PersonCard | null | undefined>(undefined);
  signUp = $state(true);
  /** How many seats of this browser became theirs when they came in. */
  taken = $state(0);

  async load(): Promise<void> {
    if (!this.open) return;
    try {
      this.took(await api.me());
    } catch {
      // Asked again when somebody opens a page that needs it; a guest plays on.
    }
  }

  /** What the server says of whoever asks. */
  took(me: Me): void {
    this.person = me.person ?? null;
    this.signUp = me.sign_up;
    setGuestPass(this.person ? '' : (heldPass() ?? ''));
    if (!this.person) setOwned([]);
  }

  /** The battles of whoever is logged in; none for a guest. */
  async battles(): Promise<MatchSummary[]> {
    if (!this.open || this.person === null) return [];
    if (this.person === undefined) await this.load();
    if (!this.person) return [];
    const { matches } = await api.ownBattles();
    setOwned(matches);
    return matches;
  }

  /** What this browser played as a guest becomes theirs; how many seats those were. */
  async takeSeats(): Promise<number> {
    const secrets = allKeys()
      .filter((it) => !it.forFriend && it.seat !== null && it.secret)
      .map((it) => it.secret);
    return secrets.length === 0 ? 0 : (await api.takeSeats(secrets.slice(-500))).taken;
  }
}

export const account = new Account();
