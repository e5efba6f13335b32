// One match as this browser plays it: the seat in use, the live connection,
// the log, the playback, and what is being sealed.
import type { GameModule, GameSession } from '../../games/types';
import { loadGame } from '../../games';
import { api, ApiError, isUnsure, wordsOf } from '../../lib/api';
import { addKey, drawContribution, drawKey, seatOf } from '../../lib/keys';
import type { Key } from '../../lib/keys';
import type { Live, LiveStatus } from '../../lib/live';
import { upgrade } from '../../lib/upgrade.svelte';
import { settings } from '../../lib/settings.svelte';
import { sound } from '../../lib/sound/sound.svelte';
import { playerName, texts } from '../../texts';
import { openedAt } from '../../lib/clock';
import { Drawer, pauseAfter } from '../../lib/unsent';
import type { Unsent } from '../../lib/unsent';
import { Film } from './film.svelte';
import { server } from './host';
import { PaceWatch } from './pace.svelte';
import { Playback } from './playback.svelte';
import type { Host } from './host';
import type {
  Checked,
  Finding,
  Line,
  MatchInfo,
  OrderRequest,
  ScenarioCard,
  Suggestion,
  Table,
  Update,
} from '../../wire';

/** An update that says otherwise so long after an order was taken is right, in milliseconds. */
const LATE = 2_000;

export class Match {
  readonly id: string;
  readonly host: Host;
  keys = $state.raw<Key[]>([]);
  key = $state.raw<Key | null>(null);
  info = $state.raw<MatchInfo | null>(null);
  table = $state.raw<Table | null>(null);
  lines = $state.raw<Line[]>([]);
  game = $state.raw<GameModule | null>(null);
  session = $state.raw<GameSession | null>(null);
  status = $state<LiveStatus>('connecting');
  failed = $state('');
  problem = $state('');
  findings = $state.raw<Finding[]>([]);
  busy = $state(false);
  suggesting = $state(false);
  suggested = $state(false);
  /** Why what is filled in was suggested. */
  advice = $state.raw<(Pick<Suggestion, 'reason' | 'by'> & { order: string }) | null>(null);
  /** The seat the screen waits to be handed to. */
  curtain = $state.raw<Key | null>(null);
  offerDraw = $state(false);
  readonly playback = new Playback(
    () => this.lines[this.lines.length - 1]?.n,
    () => {
      this.session?.settle();
      this.afterPlayback();
    },
  );
  /** Ships that a lesson speaks of. */
  pointed = $state.raw<string[]>([]);
  /** Earlier moments of this battle, while the player looks back at them. */
  past = $state.raw<Film | null>(null);
  /** When the open decision was first seen, and when each seat sealed. */
  opened = $state(Date.now());
  sealedAt = $state.raw<Record<number, number>>({});
  /** A clock the rules have on the open decision: when it runs down, and when a computer has finished. */
  clockEnds = $state<number | null>(null);
  computerEnds = $state<number | null>(null);
  readonly pace = new PaceWatch();
  /** How many thoughts of other computers come first, while this table's computer stands in line. */
  queued = $state<number | null>(null);
  /** The phase, or the set-up, whose remaining decisions are left to the suggestions. */
  resting = $state<string | null>(null);
  /** An order that the server has taken, before it tells the table: there is nothing to seal any more. */
  taken = $state.raw<{ decision: number; at: number } | null>(null);
  /** The phase that was passed last because there was nothing to choose in it. */
  passed = $state<string | null>(null);
  /** When a held order counts; until then it can be taken back or confirmed. */
  holdEnds = $state<number | null>(null);
  /** An order that is sealed here and has not reached the server: it is sent until it has. */
  unsent = $state.raw<Unsent | null>(null);
  #sending: ReturnType<typeof setTimeout> | undefined;
  #drafting: ReturnType<typeof setTimeout> | undefined;
  readonly #drawer: Drawer;
  #lining: ReturnType<typeof setInterval> | null = null;
  #live: Live | null = null;
  #asked = -1;
  /** What was last asked of the server on this seat's behalf: over as soon as it is answered. */
  #trying: Promise<unknown> = Promise.resolve();
  #closed = false;
  #laid = '';
  #laying: ReturnType<typeof setInterval> | null = null;
  #release: () => void;

  readonly seat = $derived(this.info ? seatOf(this.info.viewer) : null);
  /** What is known of the scenario, if it is a supplied one. */
  outing = $state.raw<ScenarioCard | null>(null);
  /** This seat's task in it. */
  readonly brief = $derived(this.seat === null ? null : (this.outing?.briefs?.[this.seat] ?? null));
  /** Why nothing can be changed here any more; what is stored does not fit together. */
  readonly frozen = $derived(this.table?.frozen ?? null);
  readonly deciding = $derived(
    this.seat !== null &&
      !this.pace.isReplaced(this.seat) &&
      !!this.table?.deciding.includes(this.seat) &&
      this.table.outcome === null &&
      this.frozen === null,
  );
  /** Nothing is laid out yet: what comes in a moment has not been seen by anybody. */
  readonly unready = $derived(this.suggesting && !this.session?.edited);
  readonly sealed = $derived(
    this.deciding &&
      (!this.table?.awaiting.includes(this.seat!) || this.taken?.decision === this.table.decision),
  );
  /** Forces are still being placed: the first turn has not begun. */
  readonly settingUp = $derived(this.table?.turn === 0);
  /** How many people play here. */
  readonly people = $derived(this.info?.seats.filter((it) => it.player === 'human').length ?? 0);
  readonly playing = $derived(this.playback.line !== null);
  readonly logged = $derived(
    this.playing ? this.lines.filter((it) => it.n <= this.playback.told) : this.lines,
  );
  /** The lines whose dice have been seen to fall. */
  readonly fallen = $derived(
    this.playing ? this.lines.filter((it) => it.n <= this.playback.through) : this.lines,
  );

  constructor(id: string, host: Host = server) {
    this.id = id;
    this.host = host;
    this.#drawer = new Drawer(typeof localStorage === 'undefined' ? null : localStorage, upgrade.build);
    this.#release = upgrade.hold(
      () => this.busy || (this.deciding && !this.sealed && !!this.session?.edited),
    );
    window.addEventListener('online', this.#resend);
    window.addEventListener('pagehide', this.#saveDraft);
  }

  /** Who plays a side, where it is somebody with an account. */
  playerOf(side: number): string {
    const seat = this.info?.seats.find((it) => this.session?.sideOf(it.seat) === side);
    return seat?.person ? playerName(seat.person) : '';
  }

  async open(): Promise<void> {
    this.keys = this.host.keys(this.id);
    if (this.keys.length === 0) {
      this.failed = texts.errors.noMatch;
      return;
    }
    const held = this.keys.filter((it) => it.seat !== null);
    if (held.length > 1) {
      // With several seats nothing is shown before somebody says who is there.
      try {
        let { table } = await this.host.match(this.id, held[0]!.secret);
        if (table.missing.length > 0) for (const key of held) table = (await this.join(key)).table;
        const awaited = held.find((it) => table.awaiting.includes(it.seat!));
        if (table.outcome === null && awaited) {
          this.curtain = awaited;
          return;
        }
      } catch (error) {
        this.failed = wordsOf(error);
        return;
      }
    }
    await this.sit(held[0] ?? this.keys[0]!);
  }

  /** Takes a seat: everything another seat saw is let go first. */
  async sit(key: Key): Promise<void> {
    this.#saveDraft();
    clearTimeout(this.#sending);
    this.unsent = null;
    this.taken = null;
    this.#live?.close();
    this.layOut(false);
    this.watchQueue(undefined);
    this.playback.clear();
    this.resting = null;
    this.advice = null;
    this.toNow();
    this.key = key;
    this.failed = '';
    this.problem = '';
    this.findings = [];
    this.suggested = false;
    this.#asked = -1;
    try {
      const info = await this.join(key);
      if (info.table.missing.length > 0) return this.wait(key, info);
      const [game, events] = await Promise.all([
        loadGame(info.game),
        this.host.allEvents(this.id, key.secret),
      ]);
      if (this.#closed || this.key !== key) return;
      this.game = game;
      if (!this.game) {
        this.failed = texts.errors.noGame(info.game);
        return;
      }
      this.session = this.game.session();
      this.info = info;
      this.table = info.table;
      this.lines = events.filter((it) => it.n < info.table.next);
      this.playback.begin();
      this.watchClock(null, info.table);
      this.watchQueue(info.table.queued);
      this.feed();
      this.takeUp();
      this.curtain = null;
      void this.prepare();
      this.checkDice(info);
      void this.lookUp(info);
      this.#live = this.host.live(this.id, key.secret, {
        update: (update) => this.took(update),
        status: (status) => {
          this.status = status;
          if (status === 'open') this.#resend();
        },
        refused: (message) => (this.problem = message),
        from: () => this.table?.next ?? 0,
      });
    } catch (error) {
      this.failed = wordsOf(error);
    }
  }

  /** Looks up what the scenario is about; a battle is played without it, too. */
  private async lookUp(info: MatchInfo): Promise<void> {
    if (info.scenario === null) return;
    try {
      const { games } = await api.games();
      const game = games.find((it) => it.id === info.game);
      this.outing = game?.scenarios.find((it) => it.id === info.scenario) ?? null;
    } catch {
      this.outing = null;
    }
  }

  /** Takes the seat, if nobody has: what this browser adds to the dice, no server can choose. */
  private async join(key: Key): Promise<MatchInfo> {
    const info = await this.host.match(this.id, key.secret);
    // Somebody who is let in by name may not know yet where they sit.
    key.seat ??= seatOf(info.viewer);
    if (key.seat === null || !info.table.missing.includes(key.seat)) return info;
    // Kept before it is sent: should the answer be lost, the same is sent again.
    key.contribution ??= drawContribution();
    key.commitment ??= info.commitment;
    addKey(key);
    return this.host.join(this.id, key.secret, key.contribution);
  }

  /** Nothing lies on the table until everybody has joined. */
  private wait(key: Key, info: MatchInfo): void {
    if (this.#closed || this.key !== key) return;
    this.session = null;
    this.info = info;
    this.table = info.table;
    this.curtain = null;
    this.#live = this.host.live(this.id, key.secret, {
      update: (update) => {
        if (update.missing.length > 0) this.table = update;
        else void (this.keys.filter((it) => it.seat !== null).length > 1 ? this.open() : this.sit(key));
      },
      status: (status) => (this.status = status),
      refused: (message) => (this.problem = message),
      from: () => 0,
    });
  }

  /** When it is over: the dice must be those that this browser had a part in. */
  private checkDice(info: MatchInfo): void {
    const { key } = this;
    if (info.table.outcome === null || key?.seat == null || key.contribution === undefined) return;
    const same = info.commitment === key.commitment && info.contributions[key.seat] === key.contribution;
    if (!same) this.problem = texts.table.otherDice;
  }

  /** With the end events get their numbers in the record; until then one counts what one has seen. */
  private async renumber(): Promise<void> {
    const { key } = this;
    if (!key) return;
    try {
      const lines = await this.host.allEvents(this.id, key.secret);
      if (this.#closed || this.key !== key) return;
      this.lines = lines;
      if (this.past) this.past.lines = lines;
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  close(): void {
    this.#saveDraft();
    this.#closed = true;
    clearTimeout(this.#sending);
    window.removeEventListener('online', this.#resend);
    window.removeEventListener('pagehide', this.#saveDraft);
    this.#release();
    this.layOut(false);
    this.watchQueue(undefined);
    this.#live?.close();
  }

  private took(update: Update): void {
    const { events, ...rest } = update;
    const before = this.table;
    const withView = rest.view !== undefined;
    const { view, menu, moot, prompt, words } = before ?? rest;
    const table: Table = withView ? rest : { ...rest, view, menu, moot, prompt, words };
    // Told before the order arrived, it may say that it is awaited; said later, somebody took it back.
    if (this.taken && (!table.awaiting.includes(this.seat!) || Date.now() - this.taken.at > LATE))
      this.taken = null;
    const seen = this.lines[this.lines.length - 1]?.n ?? -1;
    const fresh = events.filter((it) => it.n > seen);
    this.table = table;
    this.watchClock(before, table);
    this.watchQueue(table.queued);
    if (before && before.outcome === null && table.outcome !== null) void this.renumber();
    if (fresh.length > 0 && this.session) {
      this.lines = [...this.lines, ...fresh];
      if (this.past) this.past.lines = this.lines;
      this.stage(fresh);
    }
    this.feed();
    if (this.unsent && (this.sealed || table.decision !== this.unsent.decision)) this.sent();
    if (this.resting !== null && (this.resting !== this.stretch || table.outcome !== null))
      this.resting = null;
    if (table.decision !== before?.decision) {
      this.problem = '';
      this.findings = [];
      this.suggested = false;
      this.advice = null;
      this.offerDraw = false;
      upgrade.sent();
    }
    if (table.outcome !== null && before?.outcome === null && this.key) {
      this.host
        .match(this.id, this.key.secret)
        .then((info) => this.checkDice(info))
        .catch(() => {});
    }
    if (!this.playing) this.afterPlayback();
  }

  private watchClock(before: Table | null, table: Table): void {
    const now = Date.now();
    if (before?.decision !== table.decision) {
      this.opened = openedAt(this.id, table.decision, now);
      this.sealedAt = {};
    }
    const times: Record<number, number> = {};
    for (const seat of table.deciding)
      if (!table.awaiting.includes(seat)) times[seat] = this.sealedAt[seat] ?? now;
    this.sealedAt = times;
    const { clock } = table;
    this.clockEnds = clock?.left == null ? null : now + clock.left;
    this.holdEnds = table.hold === undefined ? null : now + table.hold;
    this.computerEnds = clock?.computer == null ? null : now + clock.computer;
    this.info = this.pace.hear(this.info, table, now);
    this.layOut((clock !== undefined || !!table.clocks) && this.deciding && !this.sealed);
  }

  /** Nobody is told when others have finished thinking, so a place in line is asked for now and then. */
  private watchQueue(queued: number | undefined): void {
    this.queued = queued ?? null;
    if (this.queued === null) {
      if (this.#lining !== null) clearInterval(this.#lining);
      this.#lining = null;
      return;
    }
    this.#lining ??= setInterval(() => {
      const { key, table } = this;
      if (!key || !table) return;
      this.host
        .match(this.id, key.secret)
        .then((info) => {
          if (this.key === key && this.#lining !== null && this.table?.decision === info.table.decision)
            this.watchQueue(info.table.queued);
        })
        .catch(() => {});
    }, 3000);
  }

  /** Under a clock the server is told what lies there: that counts when the time is up. */
  private layOut(on: boolean): void {
    if (!on) {
      if (this.#laying !== null) clearInterval(this.#laying);
      this.#laying = null;
      return;
    }
    this.#laying ??= setInterval(() => {
      const { key, table, session } = this;
      if (!key || !table || !session || !this.deciding || this.sealed || this.busy) return;
      const order = session.order(false);
      const text = `${table.decision} ${JSON.stringify(order)}`;
      if (text === this.#laid) return;
      this.#laid = text;
      this.host.draft(this.id, key.secret, table.decision, order).catch(() => (this.#laid = ''));
    }, 500);
  }

  /** Looks at the table as this seat saw it after n events. The draft stays as it is. */
  lookBack(n: number): void {
    const { key, game, info } = this;
    if (!key || !game || !info || this.lines.length === 0) return;
    if (!this.past) {
      const film = new Film({
        game,
        seats: info.seats,
        seat: this.seat,
        lines: this.lines,
        view: async (at, as) => (await this.host.view(this.id, key.secret, at, as)).view,
      });
      film.session.select(this.session?.selected ?? null);
      this.past = film;
    }
    this.past.go(n);
  }

  /** A turn or an event back or on; past the last event the present is shown again. */
  lookBy(by: number, turns: boolean): void {
    const total = (this.lines[this.lines.length - 1]?.n ?? -1) + 1;
    if (!this.past) {
      if (by > 0 || total === 0) return;
      this.lookBack(total);
    }
    const film = this.past;
    if (!film) return;
    if (by > 0 && film.at >= total) this.toNow();
    else if (turns) film.turn(by);
    else film.step(by);
  }

  toNow(): void {
    this.past?.stop();
    this.past = null;
  }

  private stage(lines: Line[]): void {
    const { session } = this;
    if (session && this.playback.show(() => session.cues(lines))) session.settle();
  }

  private afterPlayback(): void {
    if (this.#asked !== this.table?.decision && this.deciding && !this.sealed) {
      if (this.#asked !== -1) sound('turn');
      void this.prepare();
    }
    this.handOver();
  }

  /** In a hot-seat battle the next held seat that is awaited gets the screen. */
  private handOver(): void {
    const table = this.table;
    const held = this.keys.filter((it) => it.seat !== null);
    if (!table || held.length < 2 || table.outcome !== null || this.curtain) return;
    if (this.deciding && !this.sealed) return;
    const next = held.find((it) => table.awaiting.includes(it.seat!));
    if (next && next !== this.key) this.curtain = next;
  }

  private feed(): void {
    const { table, info, session } = this;
    if (!table || !info || !session) return;
    session.update({
      view: table.view,
      menu: this.frozen ? null : (table.menu ?? null),
      seat: this.seat,
      decision: table.decision,
      phase: table.phase,
      deciding: this.deciding,
      sealed: this.sealed || this.unsent !== null,
      seats: info.seats,
      ask: (request) => this.ask(table.decision, request),
    });
    const own = table.sealed.find((it) => it.seat === this.seat);
    if (own && this.sealed) session.load(own.order);
  }

  /** What is decided in one go: the open phase of this turn, and before the first turn the whole set-up. */
  private get stretch(): string {
    return this.settingUp ? 'set-up' : `${this.table?.turn} ${this.table?.phase}`;
  }

  /** Seals what lies there, and until this phase or the set-up is over whatever is suggested. */
  async acceptRest(): Promise<void> {
    this.resting = this.stretch;
    if (!(await this.seal())) this.resting = null;
  }

  /** Fills in the suggestion, unless the player has begun. */
  private async prepare(): Promise<void> {
    const decision = this.table?.decision ?? -1;
    const { key } = this;
    if (!this.deciding || this.sealed || this.#asked === decision) return;
    this.#asked = decision;
    // The table may have gone on before the last order is answered; until then no other can be sent.
    await this.#trying;
    if (this.key !== key || this.table?.decision !== decision || this.sealed) return;
    if (await this.passes()) return;
    const rest = this.resting !== null;
    if (((settings.suggest && !this.host.taught) || rest) && !this.session?.edited) await this.suggest(false);
    // Only what was suggested, and only while nobody has said otherwise.
    if (!rest || this.resting === null || this.table?.decision !== decision) return;
    if (!this.suggested || this.session?.edited || !(await this.seal())) this.resting = null;
  }

  /** Where there is nothing to choose the table goes on by itself. Not where people wait: they would learn from it. */
  private async passes(): Promise<boolean> {
    const { table } = this;
    if (!settings.pass || this.host.taught || this.people > 1 || this.session?.edited) return false;
    if (!table || table.moot === undefined) return false;
    const { phase } = table;
    if (!(await this.send({ order: table.moot }))) return false;
    this.passed = phase ?? '';
    return true;
  }

  async suggest(always = true): Promise<void> {
    const { key, session } = this;
    const decision = this.table?.decision;
    if (!key || !session || !this.deciding || this.sealed || this.info?.unaided) return;
    this.suggesting = true;
    try {
      const advice = await this.host.suggestion(this.id, key.secret);
      if (
        this.key === key &&
        this.table?.decision === decision &&
        !this.sealed &&
        (always || !session.edited)
      ) {
        session.load(advice.order);
        this.suggested = true;
        const { reason, by = 'search' } = advice;
        this.advice = reason ? { reason, by, order: JSON.stringify(session.order(false)) } : null;
      }
    } catch (error) {
      if (always) this.problem = wordsOf(error);
    } finally {
      this.suggesting = false;
    }
  }

  private attempt(action: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return Promise.resolve(false);
    return (this.#trying = this.carryOut(action));
  }

  private async carryOut(action: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = '';
    this.findings = [];
    try {
      await action();
      return true;
    } catch (error) {
      this.problem = wordsOf(error);
      if (error instanceof ApiError) this.findings = error.body.findings;
      return false;
    } finally {
      this.busy = false;
    }
  }

  async seal(order?: unknown): Promise<boolean> {
    const { session } = this;
    if (!session || !this.deciding || this.sealed || this.unsent) return false;
    if (order === undefined && this.unready) return false;
    this.passed = null;
    // What a captain orders for the rest of a phase nobody means to take back.
    const hold = settings.hold && !this.host.taught && this.resting === null;
    return this.send({ order: order ?? session.order(this.offerDraw), ...(hold ? { hold } : {}) });
  }

  /** What was picked is a whole order. Where a slip can be taken back, it is sealed without another click. */
  picked(): void {
    if (settings.hold && !this.host.taught && this.people < 2) void this.seal();
  }

  /** Lets a held order count at once. */
  async confirm(): Promise<void> {
    const { key, table } = this;
    if (!key || !table || this.holdEnds === null) return;
    await this.attempt(() => this.host.confirm(this.id, key.secret, table.decision));
  }

  async sealText(text: string): Promise<boolean> {
    return this.send({ text });
  }

  /** Hands an order in. One that nobody answers for is kept, and sent again until somebody does. */
  private async send(order: OrderRequest): Promise<boolean> {
    const { key, table, seat } = this;
    if (!key || !table || seat === null || this.busy) return false;
    const unsent: Unsent = { decision: table.decision, request: { ...order, key: drawKey() } };
    // Before it is sent: should the page be closed meanwhile, it is sent when it opens again.
    this.#drawer.keepOrder(this.id, seat, unsent);
    return this.attempt(async () => {
      try {
        await this.host.submit(this.id, key.secret, unsent.decision, unsent.request);
        // A lesson may want another order.
        // Of another seat that has sat down meanwhile it says nothing.
        if (!this.host.taught && this.key === key) this.taken = { decision: unsent.decision, at: Date.now() };
        this.sent();
        sound('seal');
      } catch (error) {
        if (!isUnsure(error)) {
          this.sent();
          throw error;
        }
        if (this.#closed || this.key !== key || this.table?.decision !== unsent.decision) return;
        this.unsent = unsent;
        this.feed();
        this.sendLater(0);
      }
    });
  }

  private sendLater(tries: number): void {
    clearTimeout(this.#sending);
    this.#sending = setTimeout(() => void this.sendAgain(tries), pauseAfter(tries));
  }

  private async sendAgain(tries: number): Promise<void> {
    const { key, unsent } = this;
    if (!key || !unsent || this.#closed) return;
    try {
      await this.host.submit(this.id, key.secret, unsent.decision, unsent.request);
      if (this.unsent === unsent) this.sent();
    } catch (error) {
      if (this.unsent !== unsent) return;
      if (isUnsure(error)) return this.sendLater(tries + 1);
      this.sent();
      this.problem = wordsOf(error);
      if (error instanceof ApiError) this.findings = error.body.findings;
    }
  }

  /** The network is back, or says so: an order that waits goes at once. */
  #resend = (): void => {
    if (!this.unsent) return;
    clearTimeout(this.#sending);
    void this.sendAgain(0);
  };

  /** Nothing is on its way any more: it was taken, refused, or came too late. */
  private sent(): void {
    clearTimeout(this.#sending);
    const waited = this.unsent !== null;
    this.unsent = null;
    if (this.seat !== null) this.#drawer.dropOrder(this.id, this.seat);
    if (waited) this.feed();
  }

  /** What was left here before the page was loaded: a sealed order that never arrived, or a draft. */
  private takeUp(): void {
    const { table, session, seat } = this;
    if (!table || !session || seat === null) return;
    const order = this.#drawer.order(this.id, seat);
    if (order && this.deciding && !this.sealed && order.decision === table.decision) {
      this.unsent = order;
      this.feed();
      if (order.request.order !== undefined) session.load(order.request.order);
      void this.sendAgain(0);
      return;
    }
    this.#drawer.dropOrder(this.id, seat);
    const draft = this.#drawer.draft(this.id, seat, table.decision);
    if (draft !== null && this.deciding && !this.sealed) session.restore(draft);
  }

  /** Keeps the draft over a reload; not at every step of a drag. */
  draftChanged(): void {
    clearTimeout(this.#drafting);
    this.#drafting = setTimeout(this.#saveDraft, 200);
  }

  #saveDraft = (): void => {
    clearTimeout(this.#drafting);
    const { table, session, seat } = this;
    if (!table || !session || seat === null || this.#closed || this.curtain) return;
    const draft = this.deciding && !this.sealed ? session.kept() : null;
    if (draft === null) this.#drawer.dropDraft(this.id, seat);
    else this.#drawer.keepDraft(this.id, seat, table.decision, draft);
  };

  async checkText(text: string): Promise<{ legal: boolean; message: string; findings: Finding[] }> {
    const { key, table } = this;
    if (!key || !table) return { legal: false, message: '', findings: [] };
    try {
      const found = await this.host.check(this.id, key.secret, table.decision, { text });
      if (found.legal && found.written) this.session?.load(found.written.order);
      return found;
    } catch (error) {
      return { legal: false, message: wordsOf(error), findings: [] };
    }
  }

  /** What the server says of an order, for whoever composes it; nothing is changed by it. */
  private async ask(decision: number, request: OrderRequest): Promise<Checked | null> {
    const { key } = this;
    if (!key || this.table?.decision !== decision) return null;
    return this.host.check(this.id, key.secret, decision, request).catch(() => null);
  }

  async withdraw(): Promise<void> {
    const { key, table } = this;
    // If it had arrived after all, the next update says so, and it can be taken back there.
    if (this.unsent) return this.sent();
    if (!key || !table) return;
    await this.attempt(() => this.host.withdraw(this.id, key.secret, table.decision));
    this.taken = null;
  }

  /** Ends a battle that these rules cannot go on with; what it was can then be read and branched. */
  async giveUp(): Promise<void> {
    const { key } = this;
    if (key) await this.attempt(() => this.host.concede(this.id, key.secret));
  }

  async hurry(): Promise<void> {
    const { key } = this;
    if (key) await this.attempt(() => this.host.hurry(this.id, key.secret));
  }

  /** Whom the table waits for, in words. */
  waiting(): string {
    const { table, info } = this;
    if (!table || !info) return '';
    const names = table.awaiting
      .filter((it) => it !== this.seat)
      .map((it) => info.seats.find((seat) => seat.seat === it)?.name ?? String(it + 1));
    return names.join(', ');
  }

  /** Whether other people hold seats here: against computers the debrief has the rematch. */
  readonly company = $derived(
    (this.info?.seats ?? []).some((it) => it.player === 'human' && it.seat !== this.seat),
  );

  computersAwaited(): boolean {
    const { table, info } = this;
    return !!table?.awaiting.some((it) => info?.seats.find((seat) => seat.seat === it)?.player !== 'human');
  }
}
