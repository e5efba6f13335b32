import { describe, expect, it } from 'vitest';
import { card, readingTime } from '../../board/card';
import type { Card } from '../../board/card';
import { cardOf, play, timeline } from '../../board/timeline';
import type { Cue } from '../../board/timeline';
import type { Line } from '../../wire';
import { chance, party, summary, withCards, withLastBlow } from './cards';
import type { Laid } from './cards';

const line = (n: number, more: Partial<Line> = {}): Line => ({
  n,
  turn: 1,
  text: `line ${n}`,
  rules: [],
  event: {},
  ...more,
});
const cue = (upTo: number, length = 100): Cue => ({ length, show: () => {}, upTo });
const shot = (result: string, more: Partial<Card> = {}) => card('shot', 'Fire', { result, ...more });
const stage = { view: () => 1, show: () => {} };
const lines = [line(0), line(1), line(2)];

describe('cards beside cues', () => {
  it('lie with every cue that shows their lines, and long enough to be read', () => {
    const one = shot('a hit');
    const cues = withCards([cue(0), cue(2)], lines, stage, () => [{ card: one, from: 0, to: 2 }]);
    const now = timeline(cues);
    play(now, 1);
    expect(cardOf(now)).toBe(one);
    play(now, 120);
    expect([now.index, cardOf(now)]).toEqual([3, one]);
    const all = cues.reduce((sum, it) => sum + it.length, 0);
    expect(all).toBeGreaterThanOrEqual(readingTime(one));
  });

  it('come before the first of their lines where something sealed is opened', () => {
    const orders = card('orders', 'Orders', { chosen: [{ who: 'A', side: 0, mark: '', text: 'left' }] });
    const now = timeline(
      withCards([cue(2)], lines, stage, () => [{ card: orders, from: 0, to: 2, ahead: true }]),
    );
    play(now, 1);
    expect([now.index, now.cues[0]!.upTo, cardOf(now)]).toEqual([0, undefined, orders]);
    play(now, readingTime(orders));
    expect([now.index, now.cues[1]!.length]).toEqual([1, 100]);
  });

  it('come one after the other where a cue shows several', () => {
    const [a, b] = [shot('first'), shot('second')];
    const now = timeline(
      withCards([cue(2)], lines, stage, () => [
        { card: a, from: 0, to: 0 },
        { card: b, from: 1, to: 1 },
      ]),
    );
    play(now, 1);
    expect(cardOf(now)).toBe(a);
    play(now, readingTime(a) + 1);
    expect(cardOf(now)).toBe(b);
  });

  it('are the log itself where nothing else is said', () => {
    const now = timeline(withCards([cue(1, 900), cue(2, 20)], lines, stage, () => []));
    play(now, 1);
    expect(cardOf(now)).toMatchObject({ kind: 'told', lines: ['line 0', 'line 1'] });
    play(now, 901);
    expect(cardOf(now)).toBeNull();
  });
});

describe('what a card says', () => {
  it('tells what went down and what broke from how a ship stood before and after', () => {
    const standing = (left: number, out: string[], lost = false) => ({
      layers: [{ kind: 'hull' as const, label: 'Hull', left, of: 8 }],
      out,
      lost,
    });
    const ship = { name: 'A1', kind: 'cruiser', side: 0, hull: 'M0,0' };
    const it = party(ship, standing(5, ['Beam']), standing(3, ['Beam', 'Beam', 'Bridge']));
    expect(it.layers).toEqual([{ kind: 'hull', label: 'Hull', before: 5, after: 3, of: 8 }]);
    expect([it.broke, it.lost]).toEqual([['Beam', 'Bridge'], false]);
  });

  it('has the odds in words people use', () => {
    const odds = (ways: number[]) => chance(line(0, { luck: [{ side: 0, unit: 'hits', rolled: 1, ways }] }));
    expect(odds([4, 0, 2])).toEqual({ share: 'succeeds 2 times in 6', mean: '0.7 expected' });
    expect(odds([250, 750]).share).toBe('succeeds 75 times in 100');
    expect(chance(line(0))).toEqual({ share: '', mean: '' });
  });

  it('is summed up after more than a few attacks', () => {
    const hit = shot('a hit', { tone: 'harm', at: { ...party(SHIP), broke: ['Bridge'] } });
    const kill = shot('lost', { tone: 'harm', at: { ...party({ ...SHIP, name: 'Emerald' }), lost: true } });
    expect(summary([hit, hit, kill], 7)).toEqual([]);
    const [it] = summary([hit, shot('a miss'), kill, hit], 7);
    expect([it!.from, it!.to, it!.card.result]).toEqual([7, 7, '3 hits, Emerald lost']);
    expect(it!.card.lines).toEqual(['A1: Bridge', 'A1: Bridge']);
  });

  it('knows the last blow: the last kill before the end', () => {
    const laid: Laid[] = ['kill', 'kill', null].map((moment, k) => ({
      card: shot(String(k), { moment: moment as Card['moment'] }),
      from: k,
      to: k,
    }));
    const moments = (end: number) => withLastBlow(laid, end).map((it) => it.card.moment);
    expect(moments(-1)).toEqual(['kill', 'kill', null]);
    expect(moments(3)).toEqual(['kill', 'last', null]);
  });
});

const SHIP = { name: 'A1', kind: 'cruiser', side: 0, hull: 'M0,0' };
