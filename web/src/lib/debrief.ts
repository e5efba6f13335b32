// What a finished battle came to, from its lines: who lost what and when, what
// decided it, and which throws were out of the ordinary. The rules say what
// each line cost; the words are put together here, once for all games.
import { mean } from './dist';
import type { Line, Stake, Toll } from '../wire';
import { debriefTexts as t } from '../texts.debrief';

export interface Side {
  side: number;
  name: string;
}

/** One turn, and what every side had lost by its end. */
export interface Tally {
  turn: number;
  /** The first event of the turn. */
  from: number;
  lost: Record<number, number>;
  gone: { side: number; name: string; left: boolean }[];
}

/** A line begins another turn if the next one is in it: it was told before the turn was counted. */
export function turnsOf(lines: Line[]): { turn: number; from: number }[] {
  const all: { turn: number; from: number }[] = [];
  lines.forEach((line, k) => {
    const now = lines[k + 1]?.turn ?? line.turn;
    if (all.length === 0 || now > all[all.length - 1]!.turn) all.push({ turn: now, from: line.n });
  });
  return all;
}

const tollsOf = (line: Line): Toll[] => line.tolls ?? [];
/** Whether somebody was lost by it; whoever left is not. */
export const isKill = (line: Line): boolean => tollsOf(line).some((it) => it.gone === 'destroyed');

export function talliesOf(lines: Line[], sides: Side[]): Tally[] {
  const turns = turnsOf(lines);
  const lost: Record<number, number> = Object.fromEntries(sides.map((it) => [it.side, 0]));
  let k = 0;
  return turns.map(({ turn, from }, n) => {
    const end = turns[n + 1]?.from ?? Infinity;
    const gone: Tally['gone'] = [];
    for (; k < lines.length && lines[k]!.n < end; k++) {
      for (const it of tollsOf(lines[k]!)) {
        lost[it.side] = (lost[it.side] ?? 0) + it.points;
        if (it.gone) gone.push({ side: it.side, name: it.name, left: it.gone === 'left' });
      }
    }
    return { turn, from, lost: { ...lost }, gone };
  });
}

/** What one unit lost in all. */
function totals(lines: Line[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const it of lines.flatMap(tollsOf)) {
    const key = `${it.side} ${it.name}`;
    all.set(key, (all.get(key) ?? 0) + it.points);
  }
  return all;
}

export interface Blow {
  line: Line;
  turn: number;
  toll: Toll;
}

/** The loss of the unit that took most, or if none was lost the heaviest single blow, among these sides. */
export function heaviest(lines: Line[], sides: number[]): Blow | null {
  const all = totals(lines);
  let best: Blow | null = null;
  let most = 0;
  for (const line of lines) {
    for (const toll of tollsOf(line)) {
      if (!sides.includes(toll.side) || toll.gone === 'left') continue;
      const worth = toll.gone ? 1_000_000 + (all.get(`${toll.side} ${toll.name}`) ?? 0) : toll.points;
      if (worth <= most) continue;
      most = worth;
      best = { line, turn: turnOf(lines, line), toll };
    }
  }
  return best;
}

/** The turn a line is in, as people count: the line that begins a turn belongs to it. */
export function turnOf(lines: Line[], line: Line): number {
  return turnsOf(lines).findLast((it) => it.from <= line.n)?.turn ?? line.turn;
}

/** The first turn from whose end on these sides had lost less than the others, to the end; null if they never had.
 * Ships count first, then what they had lost. */
export function aheadSince(tallies: Tally[], sides: number[]): number | null {
  const ships = { mine: 0, theirs: 0 };
  const leads = tallies.map((it) => {
    for (const { side, left } of it.gone) if (!left) ships[sides.includes(side) ? 'mine' : 'theirs'] += 1;
    const sum = (mine: boolean) =>
      Object.entries(it.lost).reduce((n, [side, lost]) => (sides.includes(+side) === mine ? n + lost : n), 0);
    return ships.mine === ships.theirs ? sum(true) < sum(false) : ships.mine < ships.theirs;
  });
  const last = leads.lastIndexOf(false);
  return last === tallies.length - 1 ? null : tallies[last + 1]!.turn;
}

export interface Story {
  /** Everything the referee saw. */
  lines: Line[];
  sides: Side[];
  /** The sides that won; none in a draw. */
  won: number[];
  /** The side of whoever reads it, or null. */
  own: number | null;
  /** What a turn is called: `round`. */
  turn: string;
  /** Who ended it, where the rules did not. */
  ended: string | null;
}

/** You won, you lost, or who did. */
export function headline({ sides, won, own }: Story): string {
  if (won.length === 0) return t.draw;
  if (own !== null) return won.includes(own) ? t.won : t.lost;
  return t.wonBy(sides.filter((it) => won.includes(it.side)).map((it) => it.name));
}

/** Why, in three sentences. */
export function sentences(story: Story): string[] {
  const { lines, sides, won, own, turn } = story;
  const tallies = talliesOf(lines, sides);
  const last = tallies[tallies.length - 1];
  const name = (side: number) => sides.find((it) => it.side === side)?.name ?? '';
  const verdicts = [...new Set(lines.flatMap((it) => (it.verdict ? [it.verdict] : [])))];
  const why = story.ended ?? (verdicts.join(', ') || t.noReason);
  const told = [t.ended(turn, last?.turn ?? 0, why)];
  const unit = lines.flatMap(tollsOf)[0]?.unit ?? 'points';
  const losses = sides.map((it) => {
    const names = lines.flatMap(tollsOf).filter((toll) => toll.side === it.side && toll.gone === 'destroyed');
    const lost = last?.lost[it.side] ?? 0;
    return t.losses(
      it.side === own ? null : it.name,
      names.map((toll) => toll.name),
      lost,
      unit,
    );
  });
  told.push(t.together(losses));
  const losers = won.length > 0 ? sides.map((it) => it.side).filter((it) => !won.includes(it)) : [];
  const blow = heaviest(lines, losers.length > 0 ? losers : sides.map((it) => it.side));
  const since = won.length > 0 ? aheadSince(tallies, won) : null;
  const winner = own !== null && won.includes(own) ? null : won.map(name).join(', ');
  told.push(
    [
      won.length === 0 ? '' : since === null ? t.neverAhead(winner) : t.ahead(winner, turn, since),
      blow ? t.blow(turn, blow.turn, blow.toll) : t.noBlow,
    ]
      .filter(Boolean)
      .join('; '),
  );
  return told.map((it) => `${it.charAt(0).toUpperCase()}${it.slice(1).replace(/\.$/, '')}.`);
}

/** One throw, and how likely it was to come out as well or as badly. */
export interface Throw {
  line: Line;
  turn: number;
  stake: Stake;
  expected: number;
  /** The chance of a result at least as far out on the same side. */
  chance: number;
  lucky: boolean;
}

function throwOf(line: Line, stake: Stake): Omit<Throw, 'turn'> | null {
  const all = stake.ways.reduce((a, b) => a + b, 0);
  if (all === 0 || stake.ways.filter((it) => it > 0).length < 2) return null;
  const dist = stake.ways.map((it) => it / all);
  const expected = mean(dist);
  if (stake.rolled === expected) return null;
  const lucky = stake.rolled > expected;
  const chance = dist.reduce((sum, p, k) => {
    const asFar = lucky ? k >= stake.rolled : k <= stake.rolled;
    return asFar ? sum + p : sum;
  }, 0);
  return { line, stake, expected, chance, lucky };
}

/** What happens more often than one time in three is nothing to talk about. */
const SELDOM = 0.34;

/** The luckiest and the unluckiest throws of a side, the rarest first. */
export function throwsOf(lines: Line[], side: number, most: number): { lucky: Throw[]; unlucky: Throw[] } {
  const all = lines.flatMap((line) =>
    (line.luck ?? [])
      .filter((it) => it.side === side)
      .flatMap((stake) => {
        const it = throwOf(line, stake);
        return it ? [it] : [];
      }),
  );
  const out = (it: Omit<Throw, 'turn'>) => Math.abs(it.stake.rolled - it.expected);
  all.sort((a, b) => a.chance - b.chance || out(b) - out(a));
  const dated = (it: Omit<Throw, 'turn'>): Throw => ({ ...it, turn: turnOf(lines, it.line) });
  const pick = (lucky: boolean) =>
    all
      .filter((it) => it.lucky === lucky && it.chance <= SELDOM)
      .slice(0, most)
      .map(dated);
  return { lucky: pick(true), unlucky: pick(false) };
}
