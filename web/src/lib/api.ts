// The server's requests, typed. A failure is thrown with the words for people.
import type {
  Branch,
  CaseList,
  CasePage,
  Checked,
  Created,
  Done,
  Export,
  Failure,
  FailureBody,
  GameList,
  LessonMoment,
  Glossary,
  HowTo,
  Line,
  LineList,
  MatchInfo,
  MatchList,
  Me,
  NewMatch,
  NewSeats,
  OrderRequest,
  PuzzleList,
  PuzzlePage,
  Reach,
  RuleIndex,
  ScenarioPage,
  SessionList,
  Submitted,
  Suggestion,
  Tried,
  TryRequest,
  PresenceList,
  Rematch,
  ReplaceRequest,
  Table,
  ViewPage,
  Written,
} from '../wire';
import { texts } from '../texts';
import { offline } from './offline.svelte';
import { upgrade } from './upgrade.svelte';

export class ApiError extends Error {
  readonly status: number;
  readonly body: FailureBody;
  /** After how many seconds the server wants to be asked again, if it said so. */
  readonly again: number | null;
  constructor(status: number, body: FailureBody, again: number | null = null) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.again = again;
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Who asks too fast is told when to ask again; nothing was done until then. Longer than this nobody waits unasked. */
const PATIENCE = { tries: 4, seconds: 2 };

/** One request; whoever asks too fast waits and asks again. */
export async function ask<T>(
  method: string,
  path: string,
  secret?: string,
  body?: unknown,
  longest?: number,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce<T>(method, path, secret, body, longest);
    } catch (error) {
      const wait = error instanceof ApiError && error.status === 429 ? error.again : null;
      if (wait === null || PATIENCE.seconds < wait || PATIENCE.tries <= tries) throw error;
      await pause(wait * 1000);
    }
  }
}

/** A connection may hang without breaking. Whoever has waited this long asks again; the server answers sooner. */
const LONGEST = 30_000;
/** An order has a key, so it can be sent again at no risk: nobody is left to wait for long. */
const LONGEST_ORDER = 6_000;

async function askOnce<T>(
  method: string,
  path: string,
  secret?: string,
  body?: unknown,
  longest = LONGEST,
): Promise<T> {
  const headers: Record<string, string> = {};
  if (secret) headers['authorization'] = `Bearer ${secret}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  // The name of an order is that of its request in the server's logs.
  const key = (body as { key?: unknown } | undefined)?.key;
  if (typeof key === 'string') headers['x-request-id'] = key;
  let response: Response;
  const answered = upgrade.asks(method);
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(longest),
    });
  } catch {
    answered();
    offline.missed();
    throw new ApiError(0, { code: 'away', message: texts.errors.offline, findings: [] });
  }
  const kept = response.headers.has('x-flagbridge-kept');
  offline.heard(kept);
  if (!kept) upgrade.noticed(response.headers.get('x-flagbridge-build'));
  const text = await response.text().finally(answered);
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!response.ok) {
    const failure = (data as Failure | null)?.error;
    const again = Number(response.headers.get('retry-after') ?? NaN);
    throw new ApiError(
      response.status,
      failure ?? { code: 'internal', message: texts.errors.status(response.status), findings: [] },
      Number.isFinite(again) ? again : null,
    );
  }
  return data as T;
}

/** Whether nobody knows if what was asked has been done. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || ['unsure', 'too_slow'].includes(error.body.code));

/** Whether the server wants a code of the second factor as well. */
export const wantsCode = (error: unknown): boolean =>
  error instanceof ApiError && error.body.code === 'code_wanted';

/** Seals an order once. It has a key: where nobody knows whether it arrived, whoever sent it sends it again. */
const submit = (id: string, secret: string, decision: number, order: OrderRequest & { key: string }) =>
  ask<Submitted>('POST', `${match(id)}/decisions/${decision}/order`, secret, order, LONGEST_ORDER);

const lesson = (game: string, id: string) =>
  `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}`;
const match = (id: string) => `/api/matches/${encodeURIComponent(id)}`;

export const api = {
  games: () => ask<GameList>('GET', '/api/games'),
  scenario: (game: string, id: string) =>
    ask<ScenarioPage>('GET', `/api/games/${encodeURIComponent(game)}/scenarios/${encodeURIComponent(id)}`),
  /** Where a lesson stands after these orders, told from event `from` on. */
  lesson: (game: string, id: string, orders: unknown[], from: number) =>
    ask<LessonMoment>('POST', lesson(game, id), undefined, { orders, from }),
  lessonCheck: (game: string, id: string, orders: unknown[], { order, text }: OrderRequest) =>
    ask<Checked>('POST', `${lesson(game, id)}/check`, undefined, { orders, order, text }),
  preview: (game: string, id: string, options: Record<string, unknown>) =>
    ask<ScenarioPage>(
      'POST',
      `/api/games/${encodeURIComponent(game)}/scenarios/${encodeURIComponent(id)}/preview`,
      undefined,
      { options },
    ),
  /** Where friends can reach the server; only its own machine is told. */
  reach: () => ask<Reach>('GET', '/api/reach'),
  rules: (game: string) => ask<RuleIndex>('GET', `/api/games/${encodeURIComponent(game)}/rules`),
  howto: (game: string) => ask<HowTo>('GET', `/api/games/${encodeURIComponent(game)}/howto`),
  cases: (game: string) => ask<CaseList>('GET', `/api/games/${encodeURIComponent(game)}/cases`),
  case: (game: string, id: string) =>
    ask<CasePage>('GET', `/api/games/${encodeURIComponent(game)}/cases/${encodeURIComponent(id)}`),
  glossary: (game: string) => ask<Glossary>('GET', `/api/games/${encodeURIComponent(game)}/glossary`),
  create: (order: NewMatch) => ask<Created>('POST', '/api/matches', undefined, order),
  list: (secrets: string[]) => ask<MatchList>('POST', '/api/matches/list', undefined, { secrets }),
  /** `at` is where a battle is that is no match: one of a study. */
  match: (id: string, secret: string, at = match(id)) => ask<MatchInfo>('GET', at, secret),
  join: (id: string, secret: string, contribution: string) =>
    ask<MatchInfo>('POST', `${match(id)}/join`, secret, { contribution }),
  events: (id: string, secret: string, from: number, as = '', at = match(id)) =>
    ask<LineList>('GET', `${at}/events?from=${from}${as ? `&as=${as}` : ''}`, secret),
  /** The whole log; `as` names other eyes. */
  allEvents: async (id: string, secret: string, as = '', at = match(id)): Promise<Line[]> => {
    const all: Line[] = [];
    for (let from = 0; ;) {
      const { events, next } = await api.events(id, secret, from, as, at);
      all.push(...events);
      if (next <= from || events.length === 0) return all;
      from = next;
    }
  },
  view: (id: string, secret: string, n: number, as: string, at = match(id)) =>
    ask<ViewPage>('GET', `${at}/views/${n}${as ? `?as=${as}` : ''}`, secret),
  submit,
  /** Lets a held order count at once. */
  confirm: (id: string, secret: string, decision: number) =>
    ask<Table>('POST', `${match(id)}/decisions/${decision}/confirm`, secret),
  check: (id: string, secret: string, decision: number, order: OrderRequest) =>
    ask<Checked>('POST', `${match(id)}/decisions/${decision}/check`, secret, order),
  rematch: (id: string, secret: string) => ask<Rematch>('POST', `${match(id)}/rematch`, secret, {}),
  callOff: (id: string, secret: string) =>
    ask<Table>('POST', `${match(id)}/call-off`, secret, { sure: true }),
  draw: (id: string, secret: string, agree: boolean) =>
    ask<Table>('POST', `${match(id)}/draw`, secret, { agree }),
  replace: (id: string, secret: string, request: ReplaceRequest) =>
    ask<Table>('POST', `${match(id)}/replace`, secret, request),
  presence: (id: string, secret: string) => ask<PresenceList>('GET', `${match(id)}/presence`, secret),
  back: (id: string, secret: string) => ask<Table>('POST', `${match(id)}/return`, secret, {}),
  holiday: (id: string, secret: string, days: number) =>
    ask<Table>('POST', `${match(id)}/holiday`, secret, { days }),
  draft: (id: string, secret: string, decision: number, order: unknown) =>
    ask<unknown>('POST', `${match(id)}/decisions/${decision}/draft`, secret, { order }),
  withdraw: (id: string, secret: string, decision: number) =>
    ask<unknown>('DELETE', `${match(id)}/decisions/${decision}/order`, secret),
  suggestion: (id: string, secret: string) =>
    ask<Written & Partial<Suggestion>>('GET', `${match(id)}/suggestion`, secret),
  hurry: (id: string, secret: string) => ask<unknown>('POST', `${match(id)}/hurry`, secret),
  concede: (id: string, secret: string) =>
    ask<unknown>('POST', `${match(id)}/concede`, secret, { sure: true }),
  puzzles: (game: string) => ask<PuzzleList>('GET', `/api/games/${game}/puzzles`),
  puzzle: (game: string, id: string) => ask<PuzzlePage>('GET', `/api/games/${game}/puzzles/${id}`),
  checkPuzzle: (game: string, id: string, order: OrderRequest) =>
    ask<Checked>('POST', `/api/games/${game}/puzzles/${id}/check`, undefined, order),
  tryPuzzle: (game: string, id: string, order: TryRequest) =>
    ask<Tried>('POST', `/api/games/${game}/puzzles/${id}/try`, undefined, order),
  record: (id: string, secret: string) => ask<unknown>('GET', `${match(id)}/record`, secret),
  me: () => ask<Me>('GET', '/api/me'),
  signUp: (name: string, password: string, work?: Done) =>
    ask<Me>('POST', '/api/people', undefined, { name, password, work }),
  logIn: (name: string, password: string, code?: string) =>
    ask<Me>('POST', '/api/session', undefined, { name, password, code }),
  logOut: () => ask<Me>('DELETE', '/api/session'),
  sessions: () => ask<SessionList>('GET', '/api/me/sessions'),
  endSession: (id: string) => ask<SessionList>('DELETE', `/api/me/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => ask<SessionList>('DELETE', '/api/me/sessions'),
  changePassword: (old: string, fresh: string) =>
    ask<Me>('POST', '/api/me/password', undefined, { old, new: fresh }),
  ownBattles: () => ask<MatchList>('GET', '/api/me/battles'),
  takeSeats: (secrets: string[]) => ask<NewSeats>('POST', '/api/me/seats', undefined, { secrets }),
  exportAll: () => ask<Export>('GET', '/api/me/export'),
  deleteAccount: (password: string) => ask<Me>('POST', '/api/me/delete', undefined, { password }),
  reset: (link: string, password: string, code?: string) =>
    ask<Me>('POST', '/api/reset', undefined, { link, password, code }),
  upload: (record: unknown) => ask<Created>('POST', '/api/records', undefined, record),
  branch: (id: string, secret: string, branch: Branch) =>
    ask<Created>('POST', `${match(id)}/branch`, secret, branch),
};

/** One line for people, with the rules that were broken. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
