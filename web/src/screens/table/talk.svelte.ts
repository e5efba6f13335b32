// What is said at a table, as this browser has heard it: the rooms it hears, what is new in them, and whom it
// does not want to hear here.
import { untrack } from 'svelte';
import { ApiError, wordsOf } from '../../lib/api';
import { house } from '../../lib/house';
import { hasPeople } from '../../lib/keys';
import { houseTexts } from '../../texts.house';
import type { Heard, Phrase, Room, TalkPage, Words } from '../../wire';
import { server } from './host';
import type { Match } from './match.svelte';

const STORE = 'flagbridge.quiet';

/** Who is not to be heard at which table: seats by number, others by name. */
function quietAt(match: string): string[] {
  try {
    const all = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Record<string, string[]>;
    return all[match] ?? [];
  } catch {
    return [];
  }
}

function keepQuiet(match: string, who: string[]): void {
  let all: Record<string, string[]> = {};
  try {
    all = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Record<string, string[]>;
  } catch {
    // Whatever stood there was nothing of ours.
  }
  if (who.length > 0) all[match] = who;
  else delete all[match];
  localStorage.setItem(STORE, JSON.stringify(all));
}

/** Who said it, as this browser remembers whom it does not want to hear. */
export const speakerOf = (it: Words): string => (it.seat === undefined ? `@${it.name}` : `${it.seat}`);

/** What is new in a room: how many of its words nobody has looked at. */
export const newIn = (words: Words[], seen: number, quiet: string[]): number =>
  words.filter((it) => it.n > seen && !it.mine && !it.removed && !quiet.includes(speakerOf(it))).length;

class RoomTalk {
  words = $state.raw<Words[]>([]);
  heard = $state(0);
  /** The number up to which somebody has looked; nothing before it was first asked for. */
  seen = $state<number | null>(null);
  mute = $state('');
  failed = $state('');

  took(page: TalkPage): void {
    const known = this.words.filter((it) => !page.words.some((fresh) => fresh.n === it.n));
    this.words = [...known, ...page.words].sort((a, b) => a.n - b.n);
    this.heard = Math.max(this.heard, page.heard);
    this.mute = page.mute ?? '';
    this.failed = '';
  }
}

export class Talk {
  readonly match: Match;
  readonly rooms: Record<Room, RoomTalk> = { players: new RoomTalk(), onlookers: new RoomTalk() };
  phrases = $state.raw<Phrase[]>([]);
  quiet = $state.raw<string[]>([]);
  room = $state<Room>('players');
  /** Whether somebody is looking at it. */
  open = $state(false);
  #asking = false;

  constructor(match: Match) {
    this.match = match;
    this.quiet = quietAt(match.id);
    $effect(() => {
      // Asked for when the table says that something was said, or that there is another room to hear.
      void this.heard?.players;
      void this.heard?.onlookers;
      void this.heardRooms.length;
      if (this.possible) untrack(() => void this.listen());
    });
  }

  /** Whether there is anybody to talk to: not where one person holds all seats. */
  readonly possible = $derived.by(() => {
    if (!hasPeople() || this.match.host !== server || !this.match.key) return false;
    const held = this.match.keys.filter((it) => it.seat !== null).length;
    return this.match.people > held || this.match.seat === null || !!this.match.info?.spectators;
  });
  readonly heard = $derived.by<Heard | undefined>(() => this.match.table?.talk);
  /** The rooms that this viewer hears. */
  readonly heardRooms = $derived.by<Room[]>(() =>
    this.match.seat === null || (this.match.table?.outcome !== null && this.heard?.onlookers)
      ? ['players', 'onlookers']
      : ['players'],
  );
  readonly fresh = $derived(
    this.heardRooms.reduce((sum, it) => {
      const { words, seen } = this.rooms[it];
      return sum + newIn(words, seen ?? Number.MAX_SAFE_INTEGER, this.quiet);
    }, 0),
  );

  /** Hears what is new, if the table says that anything is. */
  async listen(): Promise<void> {
    if (!this.possible || this.#asking) return;
    this.#asking = true;
    try {
      for (const room of this.heardRooms) {
        const { heard, seen, failed } = this.rooms[room];
        const said = (room === 'players' ? this.heard?.players : this.heard?.onlookers) ?? 0;
        if (seen === null || said > heard || failed) await this.ask(room);
      }
    } finally {
      this.#asking = false;
    }
  }

  async ask(room: Room): Promise<void> {
    const it = this.rooms[room];
    try {
      const page = await house.talk(this.match.id, this.match.key?.secret ?? '', room, it.heard);
      this.phrases = page.phrases;
      it.took(page);
      // What was said before one came is nothing new.
      if (it.seen === null || this.open) it.seen = it.heard;
    } catch (error) {
      // Onlookers without a name hear players alone; that is nothing to try again.
      if (error instanceof ApiError && [401, 403].includes(error.status)) it.mute = houseTexts.talk.logIn;
      else it.failed = wordsOf(error);
      it.seen ??= it.heard;
    }
  }

  look(): void {
    this.open = true;
    for (const room of this.heardRooms) this.rooms[room].seen = this.rooms[room].heard;
  }

  /** Says whether it was said. */
  async say(words: { text?: string; phrase?: number }): Promise<boolean> {
    const it = this.rooms[this.room];
    try {
      it.took(await house.say(this.match.id, this.match.key?.secret ?? '', { room: this.room, ...words }));
      it.seen = it.heard;
      return true;
    } catch (error) {
      it.failed = wordsOf(error);
      return false;
    }
  }

  /** Hears somebody no more at this table, or again. */
  turn(who: string): void {
    this.quiet = this.quiet.includes(who) ? this.quiet.filter((it) => it !== who) : [...this.quiet, who];
    keepQuiet(this.match.id, this.quiet);
  }
}
