// Generated from crates/wire; do not edit. `cargo xtask types` writes it again.

/**
 * Whether the server can do its work.
 */
export type Health = {
/**
 * `ok`, or `degraded` while the database is away.
 */
status: string,
/**
 * `ok`, or `away`.
 */
database: string, };

/**
 * Where others can reach the server: what links for friends begin with.
 */
export type Reach = {
/**
 * The best first; none if nobody but its own machine can, and for all who have come from elsewhere.
 */
addresses: Array<string>, };

export type GameList = { games: Array<GameCard>, };

/**
 * One game, with everything a new battle can be made of.
 */
export type GameCard = { id: string, name: string, edition: string,
/**
 * Whose game it is.
 */
by: string,
/**
 * One sentence on what it is like.
 */
nature: string, rules_version: number, scenarios: Array<ScenarioCard>, options: Array<OptionCard>,
/**
 * What a turn is called: `day`.
 */
turn: string,
/**
 * In the order in which one takes them.
 */
lessons: Array<LessonCard>,
/**
 * The groups that options stand in, in order.
 */
groups: Array<string>,
/**
 * The computer players, the weakest first: `cadet`, `captain`, `admiral`.
 */
levels: Array<string>,
/**
 * Whether one can design ships for it.
 */
shipyard: boolean, };

/**
 * A supplied scenario, as it stands in a list.
 */
export type ScenarioCard = { id: string, title: string, blurb: string,
/**
 * The names of the seats, in order.
 */
seats: Array<string>,
/**
 * About how long it takes a person.
 */
minutes: number,
/**
 * For whom it is: `first` for beginners, then `next`, then `hard`.
 */
level: string,
/**
 * Its place in the order in which one learns the game, from 0.
 */
place: number,
/**
 * What each seat is told before the battle, in order.
 */
briefs: Array<Brief>,
/**
 * The options it is meant to be played with: the game's own data.
 */
options: unknown, };

/**
 * A seat's task in a scenario.
 */
export type Brief = {
/**
 * How it wins.
 */
win: string,
/**
 * What to try first.
 */
start: string, };

/**
 * One scenario whole, for a preview.
 */
export type ScenarioPage = {
/**
 * The game's own data, as `NewMatch.setup` takes it.
 */
scenario: unknown,
/**
 * What a spectator sees before the first decision.
 */
view: unknown, id: string, title: string, blurb: string,
/**
 * The names of the seats, in order.
 */
seats: Array<string>,
/**
 * About how long it takes a person.
 */
minutes: number,
/**
 * For whom it is: `first` for beginners, then `next`, then `hard`.
 */
level: string,
/**
 * Its place in the order in which one learns the game, from 0.
 */
place: number,
/**
 * What each seat is told before the battle, in order.
 */
briefs: Array<Brief>,
/**
 * The options it is meant to be played with: the game's own data.
 */
options: unknown, };

/**
 * A scenario looked at before it is begun.
 */
export type PreviewRequest = {
/**
 * Options that differ from the scenario's, by name.
 */
options: Record<string, unknown>, };

/**
 * One rule switch.
 */
export type OptionCard = {
/**
 * The field in the game's options.
 */
name: string,
/**
 * What people call it.
 */
title: string,
/**
 * The group it stands in.
 */
group: string, meaning: string, rule: string,
/**
 * The rulebook's default.
 */
default: unknown,
/**
 * Values to choose from; for a number, examples.
 */
choices: Array<unknown>,
/**
 * What the choices are called, in their order.
 */
labels: Array<string>,
/**
 * What may be chosen, in words.
 */
values: string, };

export type RuleIndex = { game: string, rules: Array<Rule>, };

/**
 * One rule in our own words, and where it lives.
 */
export type Rule = { id: string,
/**
 * `core`, `optional`, `scenario`, `inferred`.
 */
tag: string,
/**
 * The title of the chapter it stands in.
 */
chapter: string,
/**
 * What it does, in short.
 */
summary: string, text: string,
/**
 * Edges, examples and gaps with their rulings.
 */
notes: Array<string>,
/**
 * `file:line` of the code that carries the id.
 */
code: Array<string>,
/**
 * `file:line` of tests and cases that carry it.
 */
tests: Array<string>, };

/**
 * All cases of a game.
 */
export type CaseList = { cases: Array<CaseCard>, };

/**
 * A case in a list: an example of one rule or of several.
 */
export type CaseCard = { id: string,
/**
 * What it shows, in one line.
 */
name: string,
/**
 * The rules it shows, the most important first.
 */
rules: Array<string>,
/**
 * `played`, `still` (nothing is ordered), `refused` (nothing but that), `design`, `impossible`.
 */
kind: 'played' | 'still' | 'refused' | 'design' | 'impossible', };

/**
 * A case, played.
 */
export type CasePage = { game: string, id: string, name: string,
/**
 * What to look at, in more words.
 */
about: string | null, rules: Array<string>,
/**
 * Options in words, where they are not those of the book.
 */
options: Array<Fact>,
/**
 * The names of the seats, in order; none if there is no battle.
 */
seats: Array<string>,
/**
 * What the referee sees at first: the game's own data.
 */
start: unknown, steps: Array<CaseStep>,
/**
 * Why it cannot be set up, where that is what it shows.
 */
impossible: Array<string>, design: CaseDesign | null, };

/**
 * What was ordered, and what came of it.
 */
export type CaseStep = {
/**
 * What to look at.
 */
about: string | null,
/**
 * The phase in which it was ordered; nothing before the first decision.
 */
phase: string | null, orders: Array<CaseOrder>,
/**
 * In the order rolled.
 */
dice: Array<CaseDie>,
/**
 * What happened, as the referee saw it. Numbered through all steps.
 */
lines: Array<Line>,
/**
 * Who won with it; nobody: a draw. Left out while the battle goes on.
 */
won: Array<string> | null, };

/**
 * One seat's order.
 */
export type CaseOrder = { seat: number,
/**
 * In the notation of the book.
 */
text: string,
/**
 * Why the rules refuse it, if they do. A rule may be empty.
 */
refused: Array<Finding>, };

/**
 * A die as it fell.
 */
export type CaseDie = { face: number, sides: number, };

/**
 * A design, and everything there is to say of it.
 */
export type CaseDesign = { name: string, mass: number, points: number,
/**
 * Combat points, in games that have them.
 */
cpv: number | null, findings: Array<DesignFinding>,
/**
 * What it has.
 */
parts: Array<Fact>,
/**
 * The game's own data for its shipyard, where it has one.
 */
design: unknown, };

/**
 * What every word and mark on the screens of a game means.
 */
export type Glossary = { game: string,
/**
 * In the order in which one meets them.
 */
entries: Array<GlossaryEntry>, };

/**
 * One word or mark, explained in a sentence or two.
 */
export type GlossaryEntry = { term: string,
/**
 * Other forms that stand in texts.
 */
forms: Array<string>,
/**
 * Names of marks on the screen that it explains; never looked for in texts.
 */
marks: Array<string>,
/**
 * The term itself is too common to be marked in texts.
 */
quiet: boolean, text: string, rule: string, };

/**
 * How to play a game, for people.
 */
export type HowTo = { game: string,
/**
 * In the order in which one needs them.
 */
chapters: Array<HowToChapter>,
/**
 * Words that people use, for a search.
 */
synonyms: Array<Synonym>, };

/**
 * One chapter of it.
 */
export type HowToChapter = { id: string, title: string,
/**
 * Paragraphs apart by an empty line, lists of lines that begin with a dash, `**strong words**`,
 * and links to `rule:ID`, `chapter:id`, `play:scenario`, `rules` or `yard`.
 */
text: string,
/**
 * The rules behind it.
 */
rules: Array<string>, diagrams: Array<HowToDiagram>, };

/**
 * A picture: a case after some of its steps.
 */
export type HowToDiagram = {
/**
 * The id of the case.
 */
case: string,
/**
 * All of them, if there is no number.
 */
steps: number | null, caption: string, };

/**
 * A word that people use, and the words that the rules have for it.
 */
export type Synonym = { word: string, meant: Array<string>, };

/**
 * One event as the viewer saw it.
 */
export type Line = {
/**
 * Its number, from 0: while the battle lasts among those the viewer has
 * seen, afterwards in the record, where unseen ones leave gaps.
 */
n: number, turn: number,
/**
 * In words.
 */
text: string,
/**
 * The ids of the rules that made it happen.
 */
rules: Array<string>,
/**
 * The game's own data.
 */
event: unknown,
/**
 * What its dice gave and might have given; left out where none count.
 */
luck?: Array<Stake>,
/**
 * The faces of its dice, in the order they fell.
 */
dice?: Array<number>,
/**
 * A blow struck home, whatever it cost.
 */
hit?: boolean,
/**
 * Who lost what by it.
 */
tolls?: Array<Toll>,
/**
 * Why the battle is over, if it says so, in a clause.
 */
verdict?: string,
/**
 * It only moves the sequence of play on: logs for people leave it out.
 */
aside?: boolean,
/**
 * What takes the viewer's view before it to the view after it: a JSON Patch
 * (RFC 6902). Left out where nothing changed.
 */
changes?: Array<Change>, };

export type LineList = { events: Array<Line>,
/**
 * The number to ask from next time.
 */
next: number, };

/**
 * One operation of a JSON Patch. `path` is a JSON pointer into the view.
 */
export type Change = { "op": "add", path: string, value: unknown, } | { "op": "replace", path: string, value: unknown, } | { "op": "remove", path: string, };

/**
 * One throw of dice, with everything it could have come to.
 */
export type Stake = {
/**
 * Whose luck it was.
 */
side: number,
/**
 * What is counted, as many: `boxes`.
 */
unit: string, rolled: number,
/**
 * In how many equally likely ways it comes to 0, 1, 2 and so on.
 */
ways: Array<number>, };

/**
 * What an event cost one ship, or whatever else can be lost.
 */
export type Toll = { side: number,
/**
 * As the log names it.
 */
name: string, points: number,
/**
 * What the points are, as many: `boxes`.
 */
unit: string,
/**
 * `destroyed` or `left`, if that was the end of it.
 */
gone?: string, };

/**
 * Who looks: `{"seat": 0}`, `"spectator"`, `"referee"`.
 */
export type Viewer = { "seat": number } | "spectator" | "referee";

/**
 * How a battle ended: `"draw"`, `{"won": [0]}`.
 */
export type Outcome = { "won": Array<number> } | "draw";

/**
 * What ended a battle that its rules did not end.
 */
export type Ended = {
/**
 * `concession`, `clock`, `moderator`, `limit`.
 */
by: string,
/**
 * Who conceded, or whose clock it was.
 */
seat?: number,
/**
 * In a sentence.
 */
words: string, };

/**
 * A match to be made.
 */
export type NewMatch = { game: string,
/**
 * The id of a supplied scenario. Either this or `setup`.
 */
scenario?: string,
/**
 * A scenario of one's own: the game's own data.
 */
setup?: unknown,
/**
 * What the list of battles calls it; otherwise the scenario's title.
 */
title?: string,
/**
 * Options that differ from the scenario's, by name.
 */
options: Record<string, unknown>,
/**
 * One for each seat, in order.
 */
seats: Array<NewSeat>,
/**
 * Whether there is to be a link for spectators.
 */
spectators: boolean,
/**
 * Whether nobody is to have suggestions in it.
 */
unaided?: boolean, };

/**
 * Who is to sit in a seat.
 */
export type NewSeat = { "kind": "me", contribution?: string, } | { "kind": "friend", } | { "kind": "computer",
/**
 * `cadet`, `captain`, `admiral`, or with a budget `admiral:nodes=400`.
 */
level: string, };

/**
 * A match that has just been made. The secrets are told here and never again.
 */
export type Created = { id: string,
/**
 * Of the seats held by people, in order.
 */
seats: Array<SeatSecret>,
/**
 * The spectators' secret, if there are to be spectators.
 */
spectator?: string,
/**
 * How many events have happened already: more than 0 in a branch.
 */
events: number, };

export type SeatSecret = { seat: number,
/**
 * The seat's name in this battle: `Cobalt`.
 */
name: string,
/**
 * Whether the host sits here; otherwise it is for a friend.
 */
mine: boolean, secret: string, };

/**
 * A seat joins: the battle begins when every person has.
 */
export type JoinRequest = {
/**
 * What the seat adds to the seed of the dice: any text of 1 to 200 bytes.
 */
contribution: string, };

export type ListRequest = { secrets: Array<string>, };

export type MatchList = {
/**
 * The newest first.
 */
matches: Array<MatchSummary>, };

export type MatchSummary = { id: string, game: string, title: string, seats: Array<SeatCard>,
/**
 * What the given secrets open here.
 */
holds: Array<Holding>, turn: number,
/**
 * The phase now open, while the battle lasts.
 */
phase: string | null, decision: number,
/**
 * Seats the battle is waiting for.
 */
awaiting: Array<number>,
/**
 * Seats that have still to join before the battle begins.
 */
missing: Array<number>, outcome: Outcome | null,
/**
 * What ended it, where the rules did not.
 */
ended?: Ended,
/**
 * Milliseconds since 1970.
 */
created: number,
/**
 * When something last happened on the table. Sealing does not count.
 */
changed: number,
/**
 * Nobody has opened it for so long that it was put away. Opening it brings it back.
 */
put_away?: boolean,
/**
 * Why nothing can be changed here any more, where that is known: what is stored does not fit together.
 */
frozen?: string, };

/**
 * What one of the given secrets opens.
 */
export type Holding = { viewer: Viewer,
/**
 * Its place in the list that was sent.
 */
secret: number, };

/**
 * Who sits in a seat.
 */
export type SeatCard = { seat: number, name: string,
/**
 * `human`, or the computer's level.
 */
player: string, };

/**
 * A match as the bearer sees it.
 */
export type MatchInfo = { id: string, game: string,
/**
 * The supplied scenario's id, if it is one.
 */
scenario: string | null, title: string,
/**
 * The game's own data.
 */
options: unknown, seats: Array<SeatCard>, viewer: Viewer,
/**
 * Whether there is a link for spectators.
 */
spectators: boolean,
/**
 * Whether nobody has suggestions in it.
 */
unaided?: boolean,
/**
 * The version of the rules it was fought under, if the server's is another:
 * then it can be looked at and conceded, but neither recomputed nor played on.
 */
other_rules?: number,
/**
 * The hash of the secret that the dice come from, and of all that was
 * settled before the battle.
 */
commitment: string,
/**
 * The public key that this server signs the ends of its battles with.
 */
key: string,
/**
 * What each seat has added to the dice, as far as it has joined.
 */
contributions: Array<string | null>,
/**
 * That secret, once the battle is over.
 */
secret: string | null, created: number, table: Table, };

/**
 * How things stand on the table, for one viewer.
 */
export type Table = {
/**
 * Seats that have still to join. The battle begins when there are none;
 * until then there is no view and nothing to decide.
 */
missing: Array<number>,
/**
 * The number of the open decision; orders are meant for it.
 */
decision: number, turn: number,
/**
 * The open phase by its name in the rulebook, while the battle lasts.
 */
phase: string | null,
/**
 * All seats of the open decision, sealed or not.
 */
deciding: Array<number>,
/**
 * Those who have still to submit.
 */
awaiting: Array<number>,
/**
 * Sealed orders that the viewer may read: its own.
 */
sealed: Array<SealedOrder>,
/**
 * How many events the viewer has seen, or once it is over how many there
 * are: the number to come back with.
 */
next: number, outcome: Outcome | null,
/**
 * What ended it, where the rules did not.
 */
ended?: Ended,
/**
 * The game's own data. Left out of an update if it is the same as in the last.
 */
view?: unknown,
/**
 * What the viewer's seat may choose now: the game's own data. Left out
 * with the view, and where there is nothing to choose.
 */
menu?: unknown,
/**
 * The order to give if there is nothing to choose in the menu: one thing only, or nothing that could
 * come to anything. Left out with the view.
 */
moot?: unknown,
/**
 * What the viewer's seat may type now, with an example. Left out with the view.
 */
prompt?: string,
/**
 * The situation in words. Left out with the view.
 */
words?: string,
/**
 * The clock on the open decision, if the rules have one.
 */
clock?: Clock,
/**
 * Milliseconds in which the viewer's seat can still take back or confirm its held order.
 */
hold?: number,
/**
 * How many thoughts of other admirals come first, while this match's wait for their turn.
 */
queued?: number,
/**
 * Why nothing can be changed here any more: what is stored does not fit together.
 */
frozen?: string, };

/**
 * A clock that the first order of a decision starts for everybody else. What
 * they have laid out by its end counts.
 */
export type Clock = {
/**
 * How long it runs.
 */
seconds: number,
/**
 * Milliseconds that are left, while it runs.
 */
left: number | null,
/**
 * Milliseconds until a computer says that it has finished.
 */
computer: number | null,
/**
 * How often the viewer's seat may still take its order back, which stops the clock.
 */
restarts: number, rule: string, };

/**
 * An order in both its forms.
 */
export type Written = {
/**
 * In the book's notation.
 */
notation: string,
/**
 * The game's own data.
 */
order: unknown, };

/**
 * An order worth giving, and why.
 */
export type Suggestion = {
/**
 * In one line.
 */
reason: string,
/**
 * `search`, or `captain` where there was no time for one: a rule of thumb.
 */
by: string,
/**
 * In the book's notation.
 */
notation: string,
/**
 * The game's own data.
 */
order: unknown, };

export type SealedOrder = { seat: number,
/**
 * In the book's notation.
 */
notation: string,
/**
 * The game's own data.
 */
order: unknown, };

/**
 * An order handed in: either its data or its text.
 */
export type OrderRequest = { order?: unknown, text?: string,
/**
 * A name of the client's own for this order, 1 to 64 letters, digits, `-` or `_`. Sent again
 * with the same key, an order that was taken is answered as it was the first time.
 */
key?: string,
/**
 * Against computers: nothing comes of it for a moment, in which it can be taken back, unless it is
 * confirmed. Elsewhere this is not looked at.
 */
hold?: boolean, };

/**
 * The order is written down for good.
 */
export type Submitted = {
/**
 * The decision it was sealed for.
 */
decision: number,
/**
 * Whether it was the last one out, so that the decision is resolved.
 */
resolved: boolean, written: Written, };

/**
 * What came of asking whether an order may be given. Refusals are a 200 here:
 * the question was answered.
 */
export type Checked = { legal: boolean,
/**
 * The order in both forms, if it could be read at all.
 */
written: Written | null,
/**
 * Everything wrong with it, in one line; empty if it is legal.
 */
message: string, findings: Array<Finding>,
/**
 * What comes of it, in the shape of the menu; left out where the game does
 * not tell.
 */
preview?: unknown, };

export type PuzzleList = { puzzles: Array<PuzzleCard>, };

/**
 * A puzzle as it stands in a list.
 */
export type PuzzleCard = { id: string, game: string,
/**
 * The scenario it comes from.
 */
title: string,
/**
 * Whose order it is, by name.
 */
side: string, turn: number,
/**
 * What is to be decided: the phase by its name in the rulebook.
 */
theme: string,
/**
 * From 1, easy, to 3.
 */
hard: number,
/**
 * The rules it turns on.
 */
rules: Array<string>,
/**
 * How many orders there are to choose from, as far as they were counted.
 */
legal: number, };

/**
 * A puzzle to be solved: the table as its seat sees it.
 */
export type PuzzlePage = { card: PuzzleCard,
/**
 * In the shape of a match, so that the same table can show it.
 */
info: MatchInfo, };

/**
 * An order to be tried: its data, or its text, or neither to be told the solution.
 */
export type TryRequest = { order?: unknown, text?: string, };

/**
 * What came of trying an order.
 */
export type Tried = {
/**
 * `right`, `good` or `worse`.
 */
verdict: string, written: Written,
/**
 * How the side stands after the order, on average: 0 is lost, 100 is won.
 */
worth: number,
/**
 * The same after the solution.
 */
best: number,
/**
 * In how many imagined battles that was tried.
 */
worlds: number,
/**
 * One way it may go on, as the seat would see it.
 */
story: Array<string>,
/**
 * What it was, once it was found or asked for.
 */
solution?: Solution, };

export type Solution = {
/**
 * Why, in one line.
 */
reason: string,
/**
 * The orders that were weighed, the best first.
 */
orders: Array<WeighedOrder>,
/**
 * In the book's notation.
 */
notation: string,
/**
 * The game's own data.
 */
order: unknown, };

export type WeighedOrder = { notation: string,
/**
 * As [`Tried::worth`].
 */
worth: number,
/**
 * Whether a captain would give it by rule of thumb.
 */
captains: boolean, };

/**
 * The table after so many events, for a replay.
 */
export type ViewPage = {
/**
 * After how many events.
 */
events: number, viewer: Viewer, view: unknown, };

/**
 * A new match out of an old one.
 */
export type Branch = {
/**
 * After how many events; the last decision before that is open again.
 */
events: number, seats: Array<NewSeat>, spectators: boolean, };

/**
 * One thing wrong with an order.
 */
export type Finding = { rule: string, reason: string, };

/**
 * The body of every answer that is no success.
 */
export type Failure = { error: FailureBody, };

export type FailureBody = {
/**
 * For programs: `malformed`, `unauthorised`, `forbidden`, `not_found`, `stale`,
 * `sealed`, `over`, `not_yours`, `not_yet`, `waiting`, `joined`, `other_rules`, `too_large`, `too_slow`,
 * `misdirected`, `refused`, `too_many`, `away`, `unsure`, `corrupted`, `internal`.
 */
code: string,
/**
 * For people.
 */
message: string, findings: Array<Finding>, };

/**
 * The first message of the client, and its only one.
 */
export type Hello = { secret: string,
/**
 * The number of the first event not seen yet: `Table.next` of the last message.
 */
from: number, };

/**
 * What the server sends.
 */
export type Push = { "type": "update" } & Update | { "type": "error" } & FailureBody;

/**
 * Events animate; the view is the truth the board ends at.
 */
export type Update = {
/**
 * Everything witnessed since the last message.
 */
events: Array<Line>,
/**
 * Which client this server brings, in the first message of a connection: a hash of its files. A page
 * that was loaded as another one is out of date.
 */
build?: string,
/**
 * Seats that have still to join. The battle begins when there are none;
 * until then there is no view and nothing to decide.
 */
missing: Array<number>,
/**
 * The number of the open decision; orders are meant for it.
 */
decision: number, turn: number,
/**
 * The open phase by its name in the rulebook, while the battle lasts.
 */
phase: string | null,
/**
 * All seats of the open decision, sealed or not.
 */
deciding: Array<number>,
/**
 * Those who have still to submit.
 */
awaiting: Array<number>,
/**
 * Sealed orders that the viewer may read: its own.
 */
sealed: Array<SealedOrder>,
/**
 * How many events the viewer has seen, or once it is over how many there
 * are: the number to come back with.
 */
next: number, outcome: Outcome | null,
/**
 * What ended it, where the rules did not.
 */
ended?: Ended,
/**
 * The game's own data. Left out of an update if it is the same as in the last.
 */
view?: unknown,
/**
 * What the viewer's seat may choose now: the game's own data. Left out
 * with the view, and where there is nothing to choose.
 */
menu?: unknown,
/**
 * The order to give if there is nothing to choose in the menu: one thing only, or nothing that could
 * come to anything. Left out with the view.
 */
moot?: unknown,
/**
 * What the viewer's seat may type now, with an example. Left out with the view.
 */
prompt?: string,
/**
 * The situation in words. Left out with the view.
 */
words?: string,
/**
 * The clock on the open decision, if the rules have one.
 */
clock?: Clock,
/**
 * Milliseconds in which the viewer's seat can still take back or confirm its held order.
 */
hold?: number,
/**
 * How many thoughts of other admirals come first, while this match's wait for their turn.
 */
queued?: number,
/**
 * Why nothing can be changed here any more: what is stored does not fit together.
 */
frozen?: string, };

/**
 * A lesson, as it stands in a list.
 */
export type LessonCard = { id: string, title: string,
/**
 * What one learns, in a sentence.
 */
blurb: string,
/**
 * How long it takes, about.
 */
minutes: number,
/**
 * How many tasks it has.
 */
tasks: number, };

/**
 * Where does a lesson stand after these orders? Nothing of it is kept by the server.
 */
export type LessonRequest = {
/**
 * The learner's orders from the start on: the game's own data, or text in its notation.
 */
orders: unknown[],
/**
 * The number of the first event wanted.
 */
from: number, };

/**
 * What do the rules say of an order there?
 */
export type LessonAsk = { orders: unknown[], order?: unknown, text?: string, };

/**
 * Where a lesson stands.
 */
export type LessonMoment = { card: LessonCard,
/**
 * How many of the orders were taken.
 */
taken: number,
/**
 * The number of the open task, from 0; as many as there are when all is done.
 */
task: number, coach: Coach,
/**
 * Why the next of the orders was not taken.
 */
answer: CoachAnswer | null,
/**
 * What is remarked on what has just happened.
 */
remarks: Array<string>, seats: Array<SeatCard>,
/**
 * The learner's.
 */
seat: number, table: Table,
/**
 * What has happened, as the learner saw it; numbered in the whole log.
 */
events: Array<Line>,
/**
 * The learner's view before anything had happened, if everything was asked for.
 */
start?: unknown, };

/**
 * What is said about the open task.
 */
export type Coach = {
/**
 * To be read first, one after the other.
 */
pages: Array<CoachPage>,
/**
 * What to do; empty when there is nothing left to do.
 */
task: string,
/**
 * What it is good for.
 */
why: string, rule: string | null,
/**
 * What on the screen it is about.
 */
point: Array<string>,
/**
 * An order that does it.
 */
show: Written | null, };

export type CoachPage = { text: string, point: Array<string>, rule: string | null, };

/**
 * Why an order was not taken.
 */
export type CoachAnswer = { words: string,
/**
 * What the rules have against it; none if only the lesson wants another.
 */
findings: Array<Finding>, };

/**
 * Everything a ship can be made of.
 */
export type Shipyard = { game: string,
/**
 * A ship with little in it yet.
 */
blank: unknown,
/**
 * What is chosen for the ship itself; paths begin at the design.
 */
ship: Array<Field>, groups: Array<PartGroup>, parts: Array<Part>, techs: Array<TechCard>,
/**
 * The first are the ships of the book, which no navy owns.
 */
navies: Array<NavyCard>, };

export type PartGroup = { id: string, name: string, };

/**
 * One system that a ship may have.
 */
export type Part = { id: string, name: string,
/**
 * The id of a group.
 */
group: string,
/**
 * The list of the design that a copy of `template` is added to.
 */
list: string, rule: string, about: string,
/**
 * Mass and points, in words.
 */
price: string, limit?: string,
/**
 * SVG to put inside a square of 24 units, in the current colour.
 */
symbol: string,
/**
 * A new one, but for its id.
 */
template: Record<string, unknown>, fields: Array<Field>,
/**
 * Every form with arcs that exists.
 */
mounts: Array<Mount>,
/**
 * Technology that one or another form of it needs.
 */
techs: Array<string>, };

/**
 * Something to choose.
 */
export type Field = {
/**
 * Where it stands; empty for `arcs`, which sets several fields.
 */
path: Array<string>, name: string,
/**
 * `number`, `text`, `flag`, `choice`, `set`, `items`, `arcs`, `arc`, `link`, `links`, `layers`.
 */
kind: string, choices: Array<Choice>, least?: number, most?: number,
/**
 * Names of the systems a link may lead to.
 */
to: Array<string>, about?: string, };

export type Choice = {
/**
 * `null` leaves the field out.
 */
value: unknown, name: string, };

/**
 * A form of a part that exists, with its price.
 */
export type Mount = {
/**
 * The fields that make the form; `null` for one that is left out.
 */
set: Record<string, unknown>, name: string,
/**
 * How many arcs.
 */
arcs: number,
/**
 * The only arcs it may begin at, if not any.
 */
left?: Array<string>, mass: number, points: number, };

/**
 * One technology, and what it rests on.
 */
export type TechCard = { id: string, name: string, group: string, cost: number,
/**
 * All of these are needed.
 */
all: Array<string>,
/**
 * And one of these, if there are any.
 */
any: Array<string>, };

/**
 * A navy with its supplied ships.
 */
export type NavyCard = { id: string, name: string, about: string, techs: Array<string>, ships: Array<DesignCard>, };

export type DesignCard = { name: string, class: string, mass: number, points: number, cpv: number | null,
/**
 * As one edits it.
 */
design: unknown, };

/**
 * A design to be looked over.
 */
export type DesignRequest = { design: unknown,
/**
 * Options that differ from the game's own, by name.
 */
options?: Record<string, unknown>,
/**
 * The technology it may use; anything, if left out.
 */
techs?: Array<string> | null, };

/**
 * Everything about a design.
 */
export type DesignReport = { name: string, class: string, mass: number,
/**
 * What is taken up, rounded up.
 */
used: number,
/**
 * What is left; below 0 if there is too much in it.
 */
spare: number, points: number, cpv: number | null,
/**
 * Whether a battle under these options would take it.
 */
legal: boolean, findings: Array<DesignFinding>,
/**
 * Adds up to the points.
 */
lines: Array<BillLine>, facts: Array<Fact>,
/**
 * Technology it uses.
 */
needs: Array<string>,
/**
 * As one edits it.
 */
design: unknown,
/**
 * As players exchange it.
 */
file: unknown, };

export type DesignFinding = {
/**
 * `note`, `warning`, `error`.
 */
severity: 'note' | 'warning' | 'error', rule: string, message: string, };

/**
 * What one thing weighs and costs aboard this ship.
 */
export type BillLine = {
/**
 * A list of the design, or `hull`, `armour`, `streamlining`, `upgrades`.
 */
list: string,
/**
 * The place in that list.
 */
index: number | null, name: string, mass: number,
/**
 * Below 0 for a discount.
 */
points: number, };

/**
 * Something worth knowing: `crew`, `5`.
 */
export type Fact = { name: string, value: string, };

/**
 * Designs to be drawn.
 */
export type SheetRequest = { designs: Array<unknown>, paper?: Paper,
/**
 * What the document is called.
 */
title?: string | null, };

/**
 * Displays are A5; two of them lie side by side on A4.
 */
export type Paper = "a5" | "a4";

export type SheetList = { sheets: Array<Sheet>, };

/**
 * A display, in millimetres.
 */
export type Sheet = { name: string, svg: string, width: number, height: number, };

/**
 * A fleet as players write it down.
 */
export type Fleet = { name: string,
/**
 * The id of a supplied navy, whose technology it has.
 */
navy?: string | null,
/**
 * Its own technology.
 */
techs?: Array<string> | null,
/**
 * The most points it may have.
 */
limit?: number | null, ships: Array<FleetShip>, };

/**
 * Ships of one design.
 */
export type FleetShip = {
/**
 * The name of a supplied design, or a design.
 */
design: unknown, number?: number,
/**
 * What the ships are called, in order.
 */
names?: Array<string>, };

export type FleetRequest = { fleet: Fleet, options?: Record<string, unknown>, };

/**
 * Everything about a fleet.
 */
export type FleetReport = { name: string, mass: number, points: number, cpv: number | null,
/**
 * How many.
 */
ships: number, limit: number | null,
/**
 * Whether a battle under these options would take it.
 */
legal: boolean,
/**
 * In the order of the fleet's ships.
 */
lines: Array<FleetLine>,
/**
 * What concerns the fleet as a whole.
 */
findings: Array<DesignFinding>, fleet: Fleet, };

/**
 * Ships of one design in a fleet; mass and points are those of one of them.
 */
export type FleetLine = { name: string, class: string, number: number, mass: number, points: number, cpv: number | null, legal: boolean, findings: Array<DesignFinding>, };

/**
 * Fleets that are to meet.
 */
export type BattleRequest = { fleets: Array<Fleet>, options?: Record<string, unknown>, turns?: number | null, };

/**
 * A scenario of their own, for `NewMatch`.
 */
export type BattleSetup = { title: string,
/**
 * The names of the seats, in order.
 */
seats: Array<string>, setup: unknown, };

/**
 * Two fleets, or two ships, that computers fight with again and again.
 */
export type DuelRequest = {
/**
 * Two.
 */
fleets: Array<Fleet>,
/**
 * At most 200, which is also what is meant if it is left out.
 */
battles?: number | null,
/**
 * `captain` if left out; `cadet`, `random`.
 */
level?: string | null, seed?: number | null, options?: Record<string, unknown>, };

/**
 * How it went; by fleet, which change sides every other battle.
 */
export type DuelResult = {
/**
 * Fewer than asked for, if time ran out.
 */
battles: number, wins: Array<number>, draws: number, score: Array<Interval>,
/**
 * The mean length.
 */
turns: number, points: Array<number>, level: string, seed: number, seconds: number, };

/**
 * A mean with its 95 % interval; a draw counts half.
 */
export type Interval = { mean: number, low: number, high: number, };
