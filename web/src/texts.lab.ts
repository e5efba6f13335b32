// The words of the lab.
import type { StudyLimits, StudyQuestion, StudyState } from './wire';

const some = (n: number, one: string, more: string) => `${n.toLocaleString('en')} ${n === 1 ? one : more}`;

export const labTexts = {
  title: 'Lab',
  lead: 'Ask a question about a game, and let computer players fight until the answer is clear.',
  ask: 'Ask a question',
  studies: 'Studies',
  none: 'Nothing has been asked yet. The first question takes less than a minute.',
  noneHere: 'This browser has asked nothing yet.',
  limits: (it: StudyLimits) =>
    `On this server a study has at most ${some(it.battles, 'battle', 'battles')} and ` +
    `${some(it.minutes, 'minute', 'minutes')} of work at a time; studies take turns.`,
  questions: {
    fair: { label: 'Is it fair?', lead: 'The same player on every side. Does one side win more often?' },
    fleets: { label: 'Which fleet?', lead: 'Fleets or single ships meet, each on both sides.' },
    players: { label: 'Who is better?', lead: 'Two computer players, with sides exchanged.' },
    matrix: { label: 'Rank them all', lead: 'Every player against every other, with ratings.' },
    free: {
      label: 'My own study',
      lead: 'A study file, as on the command line: any combination of everything.',
    },
  } satisfies Record<StudyQuestion, { label: string; lead: string }>,
  question: 'Question',
  game: 'Game',
  scenario: 'Scenario',
  all: 'All scenarios',
  open: 'Open space',
  player: 'Who plays every side',
  players: 'Players',
  first: 'First',
  second: 'Second',
  fleets: 'Fleets',
  addFleet: 'Add a fleet or a ship',
  ownFleets: 'My fleets',
  ownDesigns: 'My designs',
  removeFleet: (name: string) => `Remove ${name}`,
  noYard: 'Only Full Thrust has fleets of your own.',
  twoFleets: 'Choose at least two.',
  levels: {
    random: 'Random',
    cadet: 'Cadet',
    captain: 'Captain',
    'admiral:nodes=100': 'Admiral, quick',
    'admiral:nodes=400': 'Admiral',
  } as Record<string, string>,
  precision: 'Precision',
  precisions: {
    look: { label: 'A quick look', lead: 'within about 10% either way, some 100 battles' },
    good: { label: 'Good', lead: 'within about 5% either way, some 400 battles' },
    fine: { label: 'Fine', lead: 'within about 3% either way, some 1,100 battles' },
    sure: { label: 'Until it is clear', lead: 'a sequential test, wrong one time in twenty' },
    number: { label: 'A fixed number', lead: 'exactly this many battles, whatever the result' },
  },
  battles: 'Battles',
  more: 'Name and seed',
  name: 'Name',
  seed: 'Seed',
  seedLead: 'The same seed gives the same battles. Leave it empty for a random one.',
  toml: 'The study',
  tomlLead: 'As described in docs/lab.md; it can use only scenarios that come with the games.',
  example: `title = "Who is better in the Duel"
seeds = [7]

[stop]
battles = 400
batch = 24
width = 0.1

[measure]
harm = true
turns = true
decided = true

[[contest]]
game = "talon"
scenario = ["intro", "squadron"]
everybody = ["random", "cadet", "captain"]
`,
  begin: 'Begin',
  beginning: 'Beginning',
  state: {
    waiting: 'Waiting',
    running: 'Running',
    stopped: 'Stopped',
    done: 'Done',
    failed: 'Failed',
  } satisfies Record<StudyState, string>,
  ahead: (n: number) => (n === 0 ? 'It is next.' : `${some(n, 'study', 'studies')} before it.`),
  progress: (n: number, most: number) =>
    `${n.toLocaleString('en')} of at most ${some(most, 'battle', 'battles')}`,
  fought: (n: number) => some(n, 'battle', 'battles'),
  rate: (n: number) => `${n < 10 ? n.toFixed(1) : Math.round(n).toLocaleString('en')} a second`,
  left: (n: number, unit: 'second' | 'minute' | 'hour') => `${some(n, unit, `${unit}s`)} left at most`,
  stop: 'Stop',
  go: 'Go on',
  remove: 'Delete',
  removeSure: 'Delete this study and all its battles?',
  keep: 'Keep it',
  share: 'Share',
  shareLead: 'Anybody with this link can follow the study.',
  copy: 'Copy',
  copied: 'Copied',
  take: 'Download',
  takeLead:
    'The rows have a line for every battle, the turns one for every turn, and harm one for every blow.',
  files: {
    'report.html': 'The report, one page with all figures',
    'study.toml': 'The study, for flagbridge lab run',
  } as Record<string, string>,
  answer: 'What the battles say',
  answerWaits: 'The first battles are being fought.',
  answerStopped: 'No battle has been fought yet.',
  means: 'What the figures mean',
  meanings: [
    ['Score', 'The share of points a side or player has won: a win counts one, a draw one half.'],
    [
      '95% interval',
      'Luck makes the score of any number of battles a little wrong. In nineteen of twenty studies like this one ' +
        'the true score lies within the interval; four times as many battles make it half as wide.',
    ],
    ['Even', 'A scenario counts as even if the whole interval lies between 42% and 58%.'],
    [
      'Elo',
      'A measure of strength: 100 more means 64% of the points, 200 more 76%. Only differences count, ' +
        'so the mean of all is 0.',
    ],
    ['Survival', 'The share of a side’s ships that are left at the end of each turn, over all battles.'],
    [
      'What it does and does not say',
      'It is how these computer players fare. People may fare otherwise; a better player finds what ' +
        'a captain does not see.',
    ],
  ],
  standings: 'Results',
  kinds: 'Kinds of battles',
  where: 'Where',
  who: 'Who',
  fought1: 'Battles',
  won: 'Won',
  drawn: 'Drawn',
  lost: 'Lost',
  score: 'Score',
  interval: '95% interval',
  ofFirst: 'Scores are for the player named first.',
  turns: 'Turns',
  side: (name: string, player: string) => `${name} (${player})`,
  figures: 'Figures',
  figureFiles: (title: string) => `${title} as a file`,
  latest: 'Watch one of these battles',
  latestLead: 'The latest ones, with the dice and orders they had.',
  wonBy: (who: string) => `${who} won`,
  draw: 'Draw',
  inTurns: (n: number) => some(n, 'turn', 'turns'),
  watch: 'Watch',
  fight: 'Fight it myself',
  fightLead: 'A new table with the same forces. Choose your side and who plays the other.',
  fightAs: 'You play',
  fightAgainst: 'Against',
  fightKind: 'Which battle',
  gone: 'There is no such study. It may have been deleted.',
  back: 'All studies',
};
