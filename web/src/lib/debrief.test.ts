import { describe, expect, it } from 'vitest';
import type { Line } from '../wire';
import { aheadSince, headline, heaviest, sentences, talliesOf, throwsOf, turnsOf } from './debrief';
import type { Story } from './debrief';
import { byTurns } from './log';
import { namerOf, partsOf, sideOf } from './named';

const line = (n: number, turn: number, text: string, more: Partial<Line> = {}): Line => ({
  n,
  turn,
  text,
  rules: ['X-1'],
  event: {},
  ...more,
});
const toll = (side: number, name: string, points: number, gone?: string) => ({
  side,
  name,
  points,
  unit: 'boxes',
  ...(gone ? { gone } : {}),
});

/** The line that begins a turn is told before the turn is counted. */
const LINES: Line[] = [
  line(0, 0, 'A1 Fox deploys'),
  line(1, 0, 'Turn 1'),
  line(2, 1, 'A1 Fox fires', { hit: true, dice: [6] }),
  line(3, 1, 'A1 Fox loses 3', { hit: true, tolls: [toll(0, 'A1 Fox', 3)] }),
  line(4, 1, 'Turn 2'),
  line(5, 2, 'Fire', { aside: true }),
  line(6, 2, 'B1 Hare loses 5', { hit: true, tolls: [toll(1, 'B1 Hare', 5)] }),
  line(7, 2, 'Turn 3'),
  line(8, 3, 'B1 Hare loses 2', { hit: true, tolls: [toll(1, 'B1 Hare', 2, 'destroyed')] }),
  line(9, 3, 'Cobalt wins', { verdict: 'no enemy is left' }),
];
const SIDES = [
  { side: 0, name: 'Cobalt' },
  { side: 1, name: 'Amber' },
];
const STORY: Story = { lines: LINES, sides: SIDES, won: [0], own: 0, turn: 'turn', ended: null };

describe('turns', () => {
  it('begin with the line that announces them', () => {
    expect(turnsOf(LINES)).toEqual([
      { turn: 0, from: 0 },
      { turn: 1, from: 1 },
      { turn: 2, from: 4 },
      { turn: 3, from: 7 },
    ]);
  });

  it('head the log, with what happened in them', () => {
    const groups = byTurns(LINES, false);
    expect(groups.map((it) => it.head?.text ?? null)).toEqual([null, 'Turn 1', 'Turn 2', 'Turn 3']);
    expect(groups.map((it) => [it.hits, it.lost])).toEqual([
      [0, 0],
      [2, 0],
      [1, 0],
      [1, 1],
    ]);
    // What only moves the sequence of play on is left out.
    expect(groups[2]!.lines.map((it) => it.n)).toEqual([6]);
    expect(byTurns(LINES, true).flatMap((it) => it.lines.map((one) => one.n))).toEqual([2, 3, 6, 8, 9]);
  });
});

describe('losses', () => {
  it('add up by turn and side', () => {
    const tallies = talliesOf(LINES, SIDES);
    expect(tallies.map((it) => [it.lost[0], it.lost[1]])).toEqual([
      [0, 0],
      [3, 0],
      [3, 5],
      [3, 7],
    ]);
    expect(tallies[3]!.gone).toEqual([{ side: 1, name: 'B1 Hare', left: false }]);
    expect(aheadSince(tallies, [0])).toBe(2);
    expect(aheadSince(tallies, [1])).toBeNull();
  });

  it('have a heaviest among them', () => {
    expect(heaviest(LINES, [1])?.line.n).toBe(8);
    expect(heaviest(LINES, [0])?.toll.points).toBe(3);
    expect(heaviest([], [0])).toBeNull();
  });

  it('are told in three sentences', () => {
    expect(headline(STORY)).toBe('You won');
    expect(headline({ ...STORY, own: 1 })).toBe('You lost');
    expect(headline({ ...STORY, own: null })).toBe('Cobalt won');
    expect(headline({ ...STORY, won: [] })).toBe('A draw');
    expect(sentences(STORY)).toEqual([
      'The battle ended in turn 3: no enemy is left.',
      'You lost 3 boxes in all; Amber lost B1 Hare, 7 boxes in all.',
      'You had lost less from turn 2 on; the heaviest loss was B1 Hare, in turn 3.',
    ]);
    expect(sentences({ ...STORY, lines: [], won: [], own: null })).toHaveLength(3);
  });
});

describe('throws', () => {
  it('are the luckier the rarer they are', () => {
    const die = (n: number, rolled: number) =>
      line(n, 1, 'die', { luck: [{ side: 0, unit: 'points', rolled, ways: [3, 2, 1] }] });
    const { lucky, unlucky } = throwsOf([die(0, 0), die(1, 2), die(2, 1)], 0, 2);
    // Half of all throws are no better or no worse: that is nothing to talk about.
    expect(lucky.map((it) => [it.line.n, it.chance])).toEqual([[1, 1 / 6]]);
    expect(unlucky).toEqual([]);
    expect(throwsOf([die(0, 0)], 1, 2)).toEqual({ lucky: [], unlucky: [] });
  });

  it('that can come to one thing only are no luck', () => {
    const sure = line(0, 1, 'sure', { luck: [{ side: 0, unit: 'points', rolled: 1, ways: [0, 6] }] });
    expect(throwsOf([sure], 0, 1)).toEqual({ lucky: [], unlucky: [] });
  });
});

describe('names', () => {
  const ship = (tag: string, name: string) => ({ tag, name }) as never;
  const namer = namerOf([
    { side: 0, name: 'Cobalt', ships: [ship('A1', 'Fox'), ship('A11', 'Fox (2)')] },
    { side: 1, name: 'Amber', ships: [ship('B1', 'Hare')] },
  ]);

  it('are found whole, the longest first', () => {
    expect(partsOf('A11 Fox (2) fires at B1 Hare', namer)).toEqual([
      { text: 'A11 Fox (2)', side: 0 },
      { text: ' fires at ', side: null },
      { text: 'B1 Hare', side: 1 },
    ]);
    expect(partsOf('XA1 and A1', namer).filter((it) => it.side !== null)).toEqual([{ text: 'A1', side: 0 }]);
  });

  it('say whose line it is', () => {
    expect(sideOf(partsOf('Amber rolls against Cobalt', namer))).toBe(1);
    expect(sideOf(partsOf('Turn 3', namer))).toBeNull();
    expect(partsOf('plain', namerOf([]))).toEqual([{ text: 'plain', side: null }]);
  });
});
