// What playback tells beside the map, in words that no game owns: who does what
// to whom, what was chosen in secret, the dice, what goes down and what breaks.
// A game makes a card of the lines of its log; the screens only draw it.

/** What a card is about, for its look. */
export type CardKind =
  | 'shot'
  | 'missile'
  | 'blast'
  | 'ram'
  | 'boarding'
  | 'dogfight'
  | 'check'
  | 'repair'
  | 'duel'
  | 'kill'
  | 'orders'
  | 'summary'
  | 'told';

/** One layer of a ship that blows go through, before and after. */
export interface Layer {
  kind: 'shield' | 'armour' | 'hull' | 'system' | 'heat';
  label: string;
  before: number;
  after: number;
  /** With nothing lost. */
  of: number;
}

/** One ship, or whatever else takes part. */
export interface Party {
  name: string;
  /** What it is: "heavy cruiser". */
  kind: string;
  /** Its hue. */
  side: number;
  /** A silhouette in a box from -1 to 1, bow up, as path data. */
  hull: string;
  layers: Layer[];
  /** What broke, in words a person uses. */
  broke: string[];
  lost?: boolean;
}

export interface CardDie {
  face: number;
  /** Whether it did anything; left out where no single die decides. */
  counts?: boolean;
  /** It was rolled after others: again, or for what they had hit. */
  after?: boolean;
  /** What it was rolled for, where each has a purpose of its own. */
  label?: string;
}

/** Dice that are rolled together for one thing. */
export interface Throw {
  /** What is rolled for. */
  label: string;
  /** What is needed. */
  needs: string;
  dice: CardDie[];
  /** What it came to. */
  result: string;
}

/** Something chosen in secret: it lies face down, then it is turned. */
export interface Chosen {
  who: string;
  side: number;
  /** A sign for its face, where there is one. */
  mark: string;
  text: string;
}

export type Tone = 'harm' | 'good' | 'plain';

export interface Card {
  kind: CardKind;
  /** What happens, in a few words. */
  title: string;
  /** With what. */
  weapon: string;
  by: Party | null;
  at: Party | null;
  chosen: Chosen[];
  throws: Throw[];
  /** What came of it, in a few words. */
  result: string;
  tone: Tone;
  /** A ship was lost by it, or the battle ended with it. */
  moment: 'kill' | 'last' | null;
  /** Single lines: of a summary, or of the log where it has to speak for itself. */
  lines: string[];
}

export function card(kind: CardKind, title: string, more: Partial<Card> = {}): Card {
  return {
    kind,
    title,
    weapon: '',
    by: null,
    at: null,
    chosen: [],
    throws: [],
    result: '',
    tone: 'plain',
    moment: null,
    lines: [],
    ...more,
  };
}

const fallen = (it: Party | null) =>
  !!it && (it.broke.length > 0 || it.layers.some((l) => l.after < l.before));

/** Milliseconds at single speed that a card needs to be read. */
export function readingTime(it: Card): number {
  if (it.moment === 'last') return 4000;
  if (it.moment === 'kill') return 2000;
  if (it.kind === 'told') return 0;
  if (it.kind === 'orders') return 900 + Math.min(1500, it.chosen.length * 180);
  if (it.kind === 'summary') return 1600;
  const dice = it.throws.some((one) => one.dice.length > 0) ? 500 : 0;
  const chosen = it.chosen.length > 0 ? 1000 : 0;
  const harm = fallen(it.by) || fallen(it.at) ? 500 : 0;
  return 700 + dice + chosen + harm;
}
