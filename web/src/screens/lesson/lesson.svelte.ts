// A lesson as a host of the table: the server plays it from its start with
// the orders given so far, and keeps nothing of it.
import { api, ApiError } from '../../lib/api';
import type { Key } from '../../lib/keys';
import type { LiveHandlers } from '../../lib/live';
import { played } from '../../lib/patch';
import { finishes } from '../../lib/learnt';
import type { CoachAnswer, LessonMoment, Line, MatchInfo, OrderRequest, Submitted } from '../../wire';
import type { Host } from '../table/host';

const STORE = 'flagbridge.lesson';

export class Lesson implements Host {
  readonly taught = true;
  readonly exit: string;
  readonly game: string;
  readonly id: string;
  moment = $state.raw<LessonMoment | null>(null);
  /** Which page is being read; as many as there are pages once the task is in sight. */
  page = $state(0);
  answer = $state.raw<CoachAnswer | null>(null);
  orders = $state.raw<unknown[]>([]);
  #lines: Line[] = [];
  #start: unknown = null;
  #handlers: LiveHandlers | null = null;

  readonly pages = $derived(this.moment?.coach.pages ?? []);
  readonly done = $derived(!!this.moment && this.moment.task >= this.moment.card.tasks);
  /** Whether there is something left to read before the task. */
  readonly reads = $derived(this.page < this.pages.length - (this.done ? 1 : 0));

  constructor(game: string, id: string) {
    this.game = game;
    this.id = id;
    this.exit = `#/learn/${game}`;
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(`${STORE}.${game}.${id}`) ?? '[]');
      if (Array.isArray(kept)) this.orders = kept;
    } catch {
      // It begins anew.
    }
  }

  /** Plays to where the orders lead; those that are not taken any more are let go. */
  async begin(orders: unknown[] = this.orders): Promise<void> {
    const moment = await api.lesson(this.game, this.id, orders, 0);
    this.#lines = moment.events;
    this.#start = moment.start;
    this.keep(orders.slice(0, moment.taken));
    this.show(moment);
  }

  private keep(orders: unknown[]): void {
    this.orders = orders;
    try {
      sessionStorage.setItem(`${STORE}.${this.game}.${this.id}`, JSON.stringify(orders));
    } catch {
      // Then a reload begins anew.
    }
  }

  private show(moment: LessonMoment): void {
    this.moment = moment;
    this.page = 0;
    this.answer = null;
    if (moment.task < moment.card.tasks) return;
    finishes(this.game, this.id);
    // Whoever comes back begins at the beginning.
    sessionStorage.removeItem(`${STORE}.${this.game}.${this.id}`);
  }

  turn(by: number): void {
    this.page = Math.min(this.pages.length, Math.max(0, this.page + by));
  }

  enter = (): boolean => {
    if (!this.reads) return this.done;
    this.turn(1);
    return true;
  };

  keys = (match: string): Key[] => {
    const seat = this.moment?.seat ?? 0;
    return [{ match, secret: '', seat, name: this.moment?.seats[seat]?.name ?? '' }];
  };

  // What waits for orders between requests is the learner's alone.
  live: Host['live'] = (_match, _secret, handlers) => {
    this.#handlers = handlers;
    handlers.status('open');
    return { close: () => (this.#handlers = null) };
  };

  match = async (id: string): Promise<MatchInfo> => {
    const { moment } = this;
    if (!moment) throw new Error('a lesson is begun before it is shown');
    return {
      id,
      game: this.game,
      scenario: null,
      title: moment.card.title,
      options: {},
      seats: moment.seats,
      viewer: { seat: moment.seat },
      spectators: false,
      commitment: '',
      key: '',
      contributions: [],
      secret: null,
      created: 0,
      table: moment.table,
    };
  };

  join = (id: string): Promise<MatchInfo> => this.match(id);
  allEvents = async (): Promise<Line[]> => this.#lines;

  view: Host['view'] = async (_id, _secret, n) => ({
    events: n,
    viewer: { seat: this.moment?.seat ?? 0 },
    view: played(
      this.#start,
      this.#lines.filter((it) => it.n < n),
    ),
  });

  submit = async (
    _id: string,
    _secret: string,
    decision: number,
    request: OrderRequest,
  ): Promise<Submitted> => {
    const order = request.order ?? request.text;
    const from = this.moment?.table.next ?? 0;
    const moment = await api.lesson(this.game, this.id, [...this.orders, order], from);
    if (moment.taken <= this.orders.length) {
      this.answer = moment.answer;
      // The coach answers; what the rules have against it stands where it always does.
      const { words, findings } = moment.answer ?? { words: '', findings: [] };
      throw new ApiError(422, { code: 'refused', message: findings.length > 0 ? words : '', findings });
    }
    this.keep([...this.orders, order]);
    this.#lines = [...this.#lines, ...moment.events];
    this.show(moment);
    this.#handlers?.update({ ...moment.table, events: moment.events });
    return { decision, resolved: true, written: { notation: '', order } };
  };
  confirm = async (): Promise<never> => {
    throw new Error('a lesson holds no order');
  };

  check: Host['check'] = (_id, _secret, _decision, request) =>
    api.lessonCheck(this.game, this.id, this.orders, request);

  suggestion: Host['suggestion'] = async () => {
    const show = this.moment?.coach.show;
    if (!show) throw new Error('');
    return show;
  };

  // None of these comes up: orders are played at once, and no clock runs.
  draft = async (): Promise<unknown> => null;
  withdraw = async (): Promise<unknown> => null;
  hurry = async (): Promise<unknown> => null;
  concede = async (): Promise<unknown> => null;
}
