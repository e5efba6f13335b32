// How cards come to the cues of a playback: a game says which lines of the log one
// card tells, with the views before and after them, and every cue that shows
// these lines carries the card.
import { card, readingTime } from '../../board/card';
import type { Card, Layer, Party } from '../../board/card';
import type { Cue } from '../../board/timeline';
import { count } from '../../lib/count';
import { stepwise } from '../../lib/patch';
import type { Line } from '../../wire';
import type { Stage } from './playback';

/** A line of the log with the view it was told in, and the one it led to. */
export interface Told<View, Event> {
  line: Line;
  event: Event;
  before: View;
  after: View;
}

/** A card, and the lines it tells: their places in the list, both included. */
export interface Laid {
  card: Card;
  from: number;
  to: number;
  /** It is read before the first of its lines plays, as sealed orders are opened before they are carried out. */
  ahead?: boolean;
}

export type Cards<View, Event> = (told: Told<View, Event>[]) => Laid[];

export function toldOf<View, Event>(view: View, lines: Line[]): Told<View, Event>[] {
  const views = stepwise(view, lines);
  return lines.map((line, k) => ({
    line,
    event: line.event as Event,
    before: views[k]!,
    after: views[k + 1]!,
  }));
}

/** What is told without a card of its own speaks for itself, where there is time to read it. */
const LONG = 300; // drawn: milliseconds
const MOST = 6; // drawn: lines

/** Lays cards beside cues. They are made when the first cue begins: only then is it certain what the view is. */
export function withCards<View, Event>(
  cues: Cue[],
  lines: Line[],
  stage: Stage<View>,
  make: Cards<View, Event>,
): Cue[] {
  let laid: Laid[] | null = null;
  const all = (): Laid[] => {
    if (laid) return laid;
    try {
      laid = make(toldOf<View, Event>(stage.view(), lines));
    } catch (error) {
      // Without cards the battle can still be watched.
      console.error(error);
      laid = [];
    }
    return laid;
  };
  /** For how long each card has been seen. */
  const seen = new Map<Card, number>();
  let next = 0;
  return cues.flatMap((cue) => {
    const from = next;
    while (next < lines.length && lines[next]!.n <= (cue.upTo ?? -1)) next += 1;
    const to = next - 1;
    const begin = cue.begin;
    const pause: Cue = {
      length: 0,
      show: () => {},
      begin: () => {
        const own = all().filter((it) => it.ahead && it.from >= from && it.from <= to);
        if (own.length === 0) return;
        pause.cards = own.map((it) => it.card);
        pause.length = own.reduce((sum, it) => sum + readingTime(it.card), 0);
      },
    };
    cue.begin = () => {
      const own = all().filter((it) => it.from <= to && it.to >= from);
      begin?.();
      if (own.length > 0) {
        cue.cards = own.map((it) => it.card);
        // A card that other cues go on with is read there, too.
        const wanted = own.map((it) =>
          it.to > to || it.ahead ? 0 : readingTime(it.card) - (seen.get(it.card) ?? 0),
        );
        rest(
          cue,
          wanted.reduce((sum, it) => sum + Math.max(0, it), 0),
        );
        for (const it of own) seen.set(it.card, (seen.get(it.card) ?? 0) + cue.length / own.length);
      } else if (cue.length >= LONG) {
        const texts = lines.slice(from, to + 1).flatMap((it) => (it.aside ? [] : [it.text]));
        if (texts.length > 0) cue.cards = [card('told', '', { lines: texts.slice(0, MOST) })];
      }
    };
    return [pause, cue];
  });
}

/** Lets a cue rest at its end until it has lasted so long. */
function rest(cue: Cue, length: number): void {
  if (length <= cue.length) return;
  const { show, length: shown } = cue;
  cue.length = length;
  cue.show = (t, now) => show(shown === 0 ? 1 : Math.min(1, (t * length) / shown), now);
}

/** How a ship stands now. */
export interface Standing {
  layers: { kind: Layer['kind']; label: string; left: number; of: number }[];
  /** What is out of order, by its name. */
  out: string[];
  lost: boolean;
}

/** A ship as a party to a card: what went down and what broke between two moments. */
export function party(
  it: { name: string; kind: string; side: number; hull: string },
  before?: Standing,
  after?: Standing,
): Party {
  const { name, kind, side, hull } = it;
  if (!before || !after) return { name, kind, side, hull, layers: [], broke: [] };
  const layers = before.layers.map((layer, k) => ({
    kind: layer.kind,
    label: layer.label,
    before: layer.left,
    after: after.layers[k]?.left ?? layer.left,
    of: layer.of,
  }));
  const left = [...before.out];
  const broke = after.out.filter((one) => {
    const at = left.indexOf(one);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
  return { name, kind, side, hull, layers, broke, lost: after.lost && !before.lost };
}

/** What was at stake in a line, in words: how often such dice do anything, and what they do on average. */
export function chance(line: Line, nth = 0): { share: string; mean: string } {
  const stake = line.luck?.[nth];
  const of = stake?.ways.reduce((a, b) => a + b, 0) ?? 0;
  if (!stake || of === 0) return { share: '', mean: '' };
  const some = of - (stake.ways[0] ?? 0);
  const t = chanceWords;
  return {
    share: of <= MOST_WAYS ? t.ways(some, of) : t.percent(Math.round((some / of) * 100)),
    mean: t.mean((stake.ways.reduce((sum, n, k) => sum + n * k, 0) / of).toFixed(1)),
  };
}

const MOST_WAYS = 36; // drawn: ways that are still counted in words

export const chanceWords = {
  ways: (some: number, of: number) => `succeeds ${some} times in ${of}`,
  percent: (n: number) => `succeeds ${n} times in 100`,
  mean: (n: string) => `${n} expected`,
};

/** How many attacks of a phase can be remembered without a summary. */
const FEW = 3; // drawn: cards

/** The words of a summary are shared by all games. */
export const summaryWords = {
  title: (n: number) => `${n} attacks`,
  hits: (n: number) => (n === 0 ? 'No hits' : count(n, 'hit')),
  lost: (names: string[]) => `${names.join(', ')} lost`,
  nobody: 'no ship lost',
  broke: (name: string, what: string) => `${name}: ${what}`,
};

/** A card that sums attacks up, at the line where their phase ends; none for a few. */
export function summary(cards: Card[], at: number): Laid[] {
  if (cards.length <= FEW) return [];
  const t = summaryWords;
  const hits = cards.filter((it) => it.tone === 'harm').length;
  const parties = cards.flatMap((it) => [it.by, it.at]).filter((it) => it !== null);
  const lost = [...new Set(parties.filter((it) => it.lost).map((it) => it.name))];
  const broke = parties
    .filter((it) => it.broke.length > 0 && !lost.includes(it.name))
    .map((it) => t.broke(it.name, it.broke.join(', ')));
  return [
    {
      card: card('summary', t.title(cards.length), {
        result: [t.hits(hits), lost.length > 0 ? t.lost(lost) : t.nobody].join(', '),
        tone: hits > 0 ? 'harm' : 'plain',
        lines: broke.slice(0, MOST),
      }),
      from: at,
      to: at,
    },
  ];
}

/** Of the cards before the line that ends the battle, the last kill is the last blow. */
export function withLastBlow(laid: Laid[], end: number): Laid[] {
  if (end < 0) return laid;
  const blow = laid.filter((it) => it.from <= end).findLast((it) => it.card.moment === 'kill');
  if (!blow) return laid;
  const last: Card = { ...blow.card, moment: 'last' };
  return laid.map((it) => (it.card === blow.card ? { ...it, card: last } : it));
}
