// An order is sent once under its name; whether its fate is known is told.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, isUnsure } from './api';

const answers: (() => Promise<Response>)[] = [];
let sent: { path: string; key: string }[] = [];

const lost = () => Promise.reject(new TypeError('connection lost'));
const says = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const fails = (status: number, code: string) =>
  says(status, { error: { code, message: code, findings: [] } });
const taken = { decision: 3, resolved: true, written: { notation: 'P2', order: {} } };

beforeEach(() => {
  sent = [];
  answers.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, key: JSON.parse(init.body as string).key });
    return answers.shift()!();
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function outcome(): Promise<unknown> {
  const order = api.submit('m', 's', 3, { text: 'P2', key: 'k' }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return order;
}

test('an answer that was lost leaves its fate open: whoever sent it sends it again', async () => {
  for (const answer of [lost, fails(503, 'unsure'), fails(408, 'too_slow')]) {
    answers.push(answer);
    expect(isUnsure(await outcome())).toBe(true);
  }
  expect(sent.map((it) => it.key)).toEqual(['k', 'k', 'k']);
});

test('a connection that hangs is given up after some seconds', async () => {
  let given: AbortSignal | null = null;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((after) => {
    expect(after).toBeLessThan(10_000);
    given = AbortSignal.abort();
    return given;
  });
  answers.push(lost);
  expect(isUnsure(await outcome())).toBe(true);
  expect(given).not.toBeNull();
});

test('what is certain is told at once', async () => {
  for (const [status, code] of [
    [422, 'refused'],
    [409, 'sealed'],
    [503, 'away'],
  ] as const) {
    answers.push(fails(status, code));
    const error = await outcome();
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).body.code).toBe(code);
    expect(isUnsure(error)).toBe(false);
  }
  expect(sent).toHaveLength(3);
});

test('who asks too fast waits as long as the server says, and no longer than a moment', async () => {
  const busy = (seconds?: string) => () =>
    Promise.resolve(
      new Response(JSON.stringify({ error: { code: 'too_many', message: 'wait', findings: [] } }), {
        status: 429,
        headers: seconds === undefined ? {} : { 'retry-after': seconds },
      }),
    );
  answers.push(busy('1'), busy('2'), says(200, taken));
  expect(await outcome()).toEqual(taken);
  expect(sent).toHaveLength(3);
  for (const seconds of ['10', undefined]) {
    answers.push(busy(seconds));
    expect(((await outcome()) as ApiError).status).toBe(429);
  }
  expect(sent).toHaveLength(5);
  answers.push(busy('1'), busy('1'), busy('1'), busy('1'));
  expect(((await outcome()) as ApiError).body.code).toBe('too_many');
  expect(sent).toHaveLength(9);
});
