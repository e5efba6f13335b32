// The words of the debrief and of the log, beside those of texts.ts.

const listed = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

const ONE: Record<string, string> = {
  boxes: 'box',
  points: 'point',
  hits: 'hit',
  repairs: 'repair',
  criticals: 'critical',
  cores: 'core',
  'missiles stopped': 'missile stopped',
  'points in tests': 'point in tests',
  'stress dice held': 'stress die held',
  'systems kept': 'system kept',
};

/** `3 boxes`, `1 box`: the rules name what is counted as many. */
export const counted = (n: number, unit: string): string =>
  unit === 'structure'
    ? `${n} ${n === 1 ? 'point' : 'points'} of structure`
    : `${n} ${n === 1 ? (ONE[unit] ?? unit) : unit}`;

/** `in turn`, but `on day`. */
const at = (turn: string) => `${turn === 'day' ? 'on' : 'in'} ${turn}`;

export const debriefTexts = {
  title: 'Debrief',
  won: 'You won',
  lost: 'You lost',
  draw: 'A draw',
  wonBy: (names: string[]) => `${listed(names)} won`,
  noReason: 'the rules say so',
  ended: (turn: string, n: number, why: string) => `the battle ended ${at(turn)} ${n}: ${why}`,
  /** `who` is null for the reader. */
  losses: (who: string | null, names: string[], lost: number, unit: string) => {
    const ships = names.length <= 3 ? listed(names) : `${names.length} ships`;
    const all = lost > 0 ? `${counted(lost, unit)} in all` : '';
    const name = who ?? 'you';
    // Whoever is hit loses no hits.
    if (unit === 'hits' && all) return `${name} ${ships ? `lost ${ships} and ` : ''}took ${all}`;
    return `${name} lost ${[ships, all].filter(Boolean).join(', ') || 'nothing'}`;
  },
  together: (losses: string[]) => losses.join('; '),
  ahead: (who: string | null, turn: string, n: number) =>
    `${who ?? 'you'} had lost less from ${turn} ${n} on`,
  neverAhead: (who: string | null) =>
    `${who ?? 'you'} lost no less than the other side, and won all the same`,
  blow: (turn: string, n: number, toll: { name: string; points: number; unit: string; gone?: string }) =>
    toll.gone
      ? `the heaviest loss was ${toll.name}, ${at(turn)} ${n}`
      : `the heaviest blow was ${counted(toll.points, toll.unit)} of ${toll.name}, ${at(turn)} ${n}`,
  noBlow: 'nobody was hurt',
  plot: 'Losses over time',
  plotLead: (unit: string, turn: string) =>
    `All ${unit} ${unit === 'hits' ? 'taken' : 'lost'} by the end of each ${turn}; a cross is a ship lost`,
  turnHead: (turn: string) => turn.charAt(0).toUpperCase() + turn.slice(1),
  throws: 'Luck',
  luckiest: 'Luckiest throw',
  unluckiest: 'Unluckiest throw',
  thrown: (rolled: number, unit: string, expected: string) =>
    `${counted(rolled, unit)}, ${expected} expected`,
  chance: (p: string, lucky: boolean) =>
    `${p} of such throws turn out this ${lucky ? 'well or better' : 'badly or worse'}`,
  noThrows: 'No throw was out of the ordinary.',
  reading: 'Reading the battle',
  from: (turn: string) => `From ${turn}`,
  watch: 'Watch from here',
  playOn: 'Play on from here',
  playOnLead: 'A new battle begins there, with the same players.',
  rematch: 'Rematch',
  swap: 'Swap sides',
  against: (level: string) => `Rematch against ${/^[aeiou]/.test(level) ? 'an' : 'a'} ${level}`,
  replay: 'Watch the replay',
  links: 'Invitation links',
  go: 'To the table',
  open: 'Debrief',
};

export const logTexts = {
  filter: 'What the log shows',
  all: 'Everything',
  hits: 'Hits only',
  none: 'No hits yet.',
  start: 'Before the battle',
  rules: 'Rules for this',
  turnHits: (hits: number, lost: number) =>
    [hits > 0 ? `${hits} ${hits === 1 ? 'hit' : 'hits'}` : '', lost > 0 ? `${lost} lost` : '']
      .filter(Boolean)
      .join(', '),
  prevHit: 'Back to the last hit',
  nextHit: 'Forward to the next hit',
  marks: 'Turns and losses',
};
