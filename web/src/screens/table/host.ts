// Where a battle on the table comes from: the server's match, or a lesson,
// which is played by the same table.
import { api } from '../../lib/api';
import { keysOf } from '../../lib/keys';
import type { Key } from '../../lib/keys';
import { openLive } from '../../lib/live';

type Asked =
  | 'match'
  | 'join'
  | 'allEvents'
  | 'view'
  | 'submit'
  | 'confirm'
  | 'check'
  | 'draft'
  | 'withdraw'
  | 'suggestion'
  | 'hurry'
  | 'concede';

export interface Host extends Pick<typeof api, Asked> {
  /** What this browser plays there. */
  keys(match: string): Key[];
  live: typeof openLive;
  /** Where the way out leads. */
  exit: string;
  /** A lesson: nothing is filled in unasked, and nothing is left of it afterwards. */
  taught: boolean;
  /** Takes the key that seals, while there is something to be read first. */
  enter?: () => boolean;
}

export const server: Host = { ...api, keys: keysOf, live: openLive, exit: '#/battles', taught: false };
