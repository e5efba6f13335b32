// Generated from crates/wire; do not edit. `cargo xtask types` writes it again.

/**
 * Whether the server can do its work.
 */
export type Health = {
/**
 * `ok`, `degraded` while the database is away, or `stopping`.
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

export type GameList = { games: Array<GameCard>,
/**
 * Programs of one's own that may be given a seat, on somebody's own table: a computer of level
 * `exec:` and the name.
 */
programs?: Array<string>, };

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
unaided?: boolean,
/**
 * How long seats have for their decisions, if not for ever.
 */
pace?: Pace, };

/**
 * How long each seat has, as the table agreed before the battle. A decision
 * is thought about in its own time first, then in that of the whole battle.
 * Without a pace everybody has all the time in the world.
 */
export type Pace = {
/**
 * Seconds for one decision; what is left of them is gone with it.
 */
decision?: number,
/**
 * Seconds for the whole battle.
 */
bank?: number,
/**
 * Seconds by which those for the whole battle grow with each decision.
 */
increment?: number,
/**
 * Days on which a seat may stop its clock.
 */
holidays?: number, late: Late, };

/**
 * What becomes of a seat whose time is up.
 */
export type Late = "draft" | "captain" | "lost";

/**
 * The clock of one seat.
 */
export type SeatClock = { seat: number,
/**
 * Milliseconds it has for this decision, from both its times together.
 */
left: number,
/**
 * How many of these are of the time for the whole battle.
 */
bank: number,
/**
 * Whether it runs: the battle waits for this seat.
 */
running: boolean,
/**
 * Milliseconds for which it is stopped, while it is.
 */
stopped?: number,
/**
 * Days on which it may still be stopped.
 */
holidays: number, };

/**
 * A program of one's own that gave no order, or none that the rules take, or is not there.
 */
export type ProgramFailure = { seat: number,
/**
 * How often, one after the other; 0 if the server knows no program of that name.
 */
times: number,
/**
 * Whether it is not asked any more.
 */
given_up: boolean, };

/**
 * Until when a seat has to move.
 */
export type Deadline = { seat: number,
/**
 * Milliseconds since 1970.
 */
at: number, };

/**
 * A seat stops its clock.
 */
export type HolidayRequest = {
/**
 * For so many days; 0 lets it run again.
 */
days: number, };

/**
 * What people at a table have proposed to each other. It stands until the next decision is taken.
 */
export type Offers = {
/**
 * Seats that agree on a draw, if anybody has offered one.
 */
draw?: Array<number>,
/**
 * Who would give a seat that was left to a computer.
 */
replace?: Replacing,
/**
 * The match in which the battle is fought again with sides exchanged, once it is over and somebody wants that.
 */
rematch?: string, };

export type Replacing = { seat: number,
/**
 * The computer's level.
 */
level: string,
/**
 * Seats that agree.
 */
agreed: Array<number>, };

/**
 * The same battle once more. The secret of the old seat opens the new one.
 */
export type Rematch = { id: string,
/**
 * The bearer's seat there.
 */
seat: number, name: string, };

/**
 * Something that cannot be taken back.
 */
export type SureRequest = {
/**
 * Without it nothing happens.
 */
sure: boolean, };

/**
 * Offers a draw or agrees to one; declines it or takes the offer back.
 */
export type DrawRequest = { agree: boolean, };

/**
 * Proposes that a computer plays a seat that was left, or agrees to it; or declines.
 */
export type ReplaceRequest = { seat: number,
/**
 * The computer's level: `cadet`, `captain`.
 */
level: string, agree: boolean, };

/**
 * Who is at the table.
 */
export type PresenceList = {
/**
 * Of the seats that belong to people.
 */
seats: Array<SeatPresence>,
/**
 * After how many milliseconds the others may give a seat to a computer.
 */
left: number, };

export type SeatPresence = { seat: number,
/**
 * Whether its holder has the table open.
 */
here: boolean,
/**
 * If not: how many milliseconds ago something was last heard from there. Nothing if it is not known.
 */
away?: number, };

/**
 * Who is to sit in a seat.
 */
export type NewSeat = { "kind": "me", contribution?: string, } | { "kind": "friend", } | { "kind": "computer",
/**
 * `cadet`, `captain`, `admiral`, or with a budget `admiral:nodes=400`; on somebody's own table also
 * `exec:` and the name of a program that the server was told of.
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
 * How long seats have for their decisions, if not for ever.
 */
pace?: Pace,
/**
 * Until when those the battle waits for have to move.
 */
deadlines?: Array<Deadline>,
/**
 * The other battle, if the two are a mirror match.
 */
mirror?: Mirror,
/**
 * Nobody has opened it for so long that it was put away. Opening it brings it back.
 */
put_away?: boolean,
/**
 * Why nothing can be changed here any more, where that is known: what is stored does not fit together.
 */
frozen?: string, };

/**
 * What one of the given secrets opens, or whoever asks.
 */
export type Holding = { viewer: Viewer,
/**
 * Its place in the list that was sent; nothing for a seat of whoever is logged in.
 */
secret?: number, };

/**
 * Who sits in a seat.
 */
export type SeatCard = { seat: number, name: string,
/**
 * `human`, or the computer's level.
 */
player: string,
/**
 * Whose seat it is, if it is that of somebody with an account.
 */
person?: NameCard, };

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
 * How long seats have for their decisions, if not for ever.
 */
pace?: Pace,
/**
 * The other battle, if the two are a mirror match.
 */
mirror?: Mirror,
/**
 * The version of the rules it was fought under, if the server's is another:
 * then it can be looked at and conceded, but neither recomputed nor played on.
 */
other_rules?: number,
/**
 * Why the server's rules cannot take it over, if it is not over: in words.
 */
other_rules_why?: string,
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
 * The clocks of the seats in which people sit, if the table has a pace.
 */
clocks?: Array<SeatClock>,
/**
 * Seats that a computer has taken over from the people they belong to, and which.
 */
replaced?: Array<SeatCard>,
/**
 * What has been proposed at this table, if anything has.
 */
offers?: Offers,
/**
 * Whether the battle can still be called off: then it counts for nobody.
 */
call_off?: boolean,
/**
 * Milliseconds in which the viewer's seat can still take back or confirm its held order.
 */
hold?: number,
/**
 * How many thoughts of other admirals come first, while this match's wait for their turn.
 */
queued?: number,
/**
 * Seats whose programs have failed since they last gave an order, or are not known to this server: a
 * captain gives their orders.
 */
programs?: Array<ProgramFailure>,
/**
 * Why nothing can be changed here any more: what is stored does not fit together.
 */
frozen?: string,
/**
 * How much was said at the table, as far as the viewer hears it; nothing where nothing was.
 */
talk?: Heard, };

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
export type Hello = {
/**
 * Empty for somebody who is logged in and comes to a seat of theirs.
 */
secret: string,
/**
 * Which of several seats of theirs.
 */
seat?: number,
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
 * The clocks of the seats in which people sit, if the table has a pace.
 */
clocks?: Array<SeatClock>,
/**
 * Seats that a computer has taken over from the people they belong to, and which.
 */
replaced?: Array<SeatCard>,
/**
 * What has been proposed at this table, if anything has.
 */
offers?: Offers,
/**
 * Whether the battle can still be called off: then it counts for nobody.
 */
call_off?: boolean,
/**
 * Milliseconds in which the viewer's seat can still take back or confirm its held order.
 */
hold?: number,
/**
 * How many thoughts of other admirals come first, while this match's wait for their turn.
 */
queued?: number,
/**
 * Seats whose programs have failed since they last gave an order, or are not known to this server: a
 * captain gives their orders.
 */
programs?: Array<ProgramFailure>,
/**
 * Why nothing can be changed here any more: what is stored does not fit together.
 */
frozen?: string,
/**
 * How much was said at the table, as far as the viewer hears it; nothing where nothing was.
 */
talk?: Heard, };

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

/**
 * Whoever asks, and what this server lets them do.
 */
export type Me = {
/**
 * Nobody for guests.
 */
person?: PersonCard,
/**
 * Whether an account can be made here.
 */
sign_up: boolean,
/**
 * What is to be done before one is made, for guests: nothing if nothing is.
 */
work?: Task, };

/**
 * Somebody with an account.
 */
export type PersonCard = {
/**
 * Stays the same when the name is changed.
 */
id: string, name: string,
/**
 * In milliseconds since 1970.
 */
created: number, };

/**
 * An account to be made.
 */
export type SignUp = {
/**
 * 3 to 20 letters, digits, hyphens and underscores.
 */
name: string,
/**
 * 10 to 200 characters.
 */
password: string,
/**
 * What `Me.work` asked for, if it asked for anything.
 */
work?: Done, };

export type LogIn = { name: string, password: string,
/**
 * Of the second factor, or one on paper; asked for (`code_wanted`) where there is one.
 */
code?: string, };

export type NewPassword = { old: string, new: string, };

/**
 * Where somebody is logged in, the last seen first.
 */
export type SessionList = { sessions: Array<SessionCard>, };

export type SessionCard = { id: string,
/**
 * In milliseconds since 1970.
 */
begun: number,
/**
 * To within an hour.
 */
seen: number,
/**
 * What the browser calls itself.
 */
browser: string,
/**
 * Whether it is the one that asks.
 */
here: boolean, };

/**
 * A number is wanted that together with the challenge (`challenge:number`)
 * has a SHA-256 that begins with so many zero bits.
 */
export type Task = { challenge: string, bits: number, };

/**
 * The number that was found.
 */
export type Done = { challenge: string, answer: string, };

/**
 * Said again by whoever wants what only the owner of an account may do.
 */
export type Password = { password: string, };

/**
 * A link that works once, and the password that is wanted by it.
 */
export type Reset = {
/**
 * The secret that stands in the link.
 */
link: string, password: string,
/**
 * As for logging in.
 */
code?: string, };

/**
 * How many seats have become somebody's.
 */
export type NewSeats = { taken: number, };

/**
 * Everything that is kept of somebody, but for the password.
 */
export type Export = { person: PersonCard, sessions: Array<SessionCard>, seats: Array<ExportSeat>, bots: Array<BotCard>,
/**
 * Tables and challenges of theirs, and challenges to them.
 */
invitations: Array<Invitation>, together: ExportTogether, mail: MailPage, second_factor: FactorPage, wishes: Wishes, devices: Array<DeviceCard>, hook?: HookCard, notices: Array<NoticeCard>,
/**
 * What they have asked the lab. The answers are on the pages of the studies.
 */
studies: Array<StudyCard>, };

export type ExportSeat = {
/**
 * The id of the match.
 */
battle: string, title: string, seat: number,
/**
 * Since when the seat is theirs, in milliseconds since 1970.
 */
since: number, };

/**
 * Somebody, as others see them.
 */
export type NameCard = {
/**
 * Nothing for a guest.
 */
name?: string,
/**
 * Whose bot it is; nothing for people.
 */
owner?: string, };

/**
 * The lobby as everybody sees it.
 */
export type LobbyPage = {
/**
 * Counts up with every change.
 */
seq: number,
/**
 * How many are here, guests among them.
 */
here: number,
/**
 * Those of them who have a name, at most 200.
 */
people: Array<NameCard>,
/**
 * Tables that anybody may join, the newest first.
 */
tables: Array<OpenTable>,
/**
 * How many wait to be paired, by game and pace.
 */
waiting: Array<PairsWaiting>,
/**
 * The paces of quick pairing.
 */
paces: Array<PacePreset>, };

/**
 * What has changed in the lobby since the message before.
 */
export type LobbyChange = { seq: number, here: number,
/**
 * New, or another than before.
 */
tables?: Array<OpenTable>,
/**
 * The ids of those that are closed.
 */
closed?: Array<string>, came?: Array<NameCard>, left?: Array<NameCard>,
/**
 * All of them, if anything changed about them.
 */
waiting?: Array<PairsWaiting>, };

/**
 * A battle that waits for somebody to fight it.
 */
export type OpenTable = {
/**
 * The match has the same once it begins.
 */
id: string, maker: NameCard, game: string,
/**
 * The id of a supplied scenario.
 */
scenario: string, title: string,
/**
 * Options that differ from the scenario's, by name.
 */
options?: Record<string, unknown>, pace?: Pace,
/**
 * The seat of whoever joins; nothing if it is drawn.
 */
side?: number,
/**
 * Whether it is fought twice, with sides exchanged, for one result.
 */
mirror?: boolean,
/**
 * Whether people without an account may join.
 */
guests: boolean,
/**
 * Whether nobody has suggestions in it.
 */
unaided?: boolean,
/**
 * In milliseconds since 1970.
 */
created: number, };

/**
 * People who wait for the same.
 */
export type PairsWaiting = { game: string,
/**
 * The id of a [`PacePreset`].
 */
pace: string, people: number, };

export type PacePreset = { id: string, pace: Pace, };

/**
 * Whom a table is for.
 */
export type Whom = { "kind": "everybody", } | { "kind": "link", } | { "kind": "person", name: string, } | { "kind": "pair", pace: string, };

/**
 * How far an invitation has come.
 */
export type InvitationState = "open" | "begun" | "declined" | "expired";

/**
 * A table, a challenge or a wish to be paired, as those see it whom it is about.
 */
export type Invitation = { to: Whom, state: InvitationState,
/**
 * When it runs out at the latest, in milliseconds since 1970.
 */
expires: number,
/**
 * Its maker's seat, once it has begun.
 */
seat?: number,
/**
 * The match has the same once it begins.
 */
id: string, maker: NameCard, game: string,
/**
 * The id of a supplied scenario.
 */
scenario: string, title: string,
/**
 * Options that differ from the scenario's, by name.
 */
options?: Record<string, unknown>, pace?: Pace,
/**
 * The seat of whoever joins; nothing if it is drawn.
 */
side?: number,
/**
 * Whether it is fought twice, with sides exchanged, for one result.
 */
mirror?: boolean,
/**
 * Whether people without an account may join.
 */
guests: boolean,
/**
 * Whether nobody has suggestions in it.
 */
unaided?: boolean,
/**
 * In milliseconds since 1970.
 */
created: number, };

/**
 * The invitations of whoever asks.
 */
export type InvitationList = {
/**
 * Made by them, and what came of each within the last hour.
 */
made: Array<Invitation>,
/**
 * Challenges to them that are open.
 */
received: Array<Invitation>, };

/**
 * A table to be made.
 */
export type NewTable = {
/**
 * Everybody, a person, or by link.
 */
to: Whom, game: string,
/**
 * The id of a supplied scenario for two.
 */
scenario: string,
/**
 * Options that differ from the scenario's, by name.
 */
options: Record<string, unknown>, pace?: Pace,
/**
 * The seat its maker wants; nothing to have it drawn. In a mirror match the seat in the first battle.
 */
side?: number, mirror?: boolean, guests?: boolean, unaided?: boolean, };

/**
 * A table that has just been made.
 */
export type MadeTable = { table: Invitation,
/**
 * The secret of its link, if it is by link: told here and never again.
 */
link?: string, };

/**
 * Somebody looks at a table by its link, or joins it.
 */
export type LinkRequest = {
/**
 * The secret of the link, for a table by link.
 */
link?: string, };

/**
 * Two have met: the match is there, and begins when both have joined it.
 */
export type Met = {
/**
 * Of the match.
 */
id: string,
/**
 * The seat of whoever asks.
 */
seat: number,
/**
 * What that seat is called there.
 */
name: string,
/**
 * The second battle, in a mirror match.
 */
mirror?: string, };

/**
 * Somebody wants to be paired with whoever wants the same.
 */
export type PairRequest = { game: string,
/**
 * The id of a [`PacePreset`].
 */
pace: string,
/**
 * Whether it may be somebody without an account.
 */
guests?: boolean, };

/**
 * One of the two.
 */
export type Paired = { met?: Met, waiting?: Invitation, };

/**
 * The other battle of a mirror match, and what comes of both together.
 */
export type Mirror = {
/**
 * The other battle.
 */
id: string,
/**
 * Which of the two this one is: 1 or 2.
 */
leg: number,
/**
 * How the other one ended, by its own seats.
 */
outcome?: Outcome,
/**
 * The result of both, by the seats of this one: its sides are its players. Nothing while one goes on.
 */
result?: MirrorResult,
/**
 * Why the two count for nobody, if they do.
 */
void?: string, };

/**
 * What came of two battles together.
 */
export type MirrorResult = {
/**
 * Half points by seat: two for a battle won, one for a draw.
 */
halves: Array<number>,
/**
 * Who has more, or a draw.
 */
outcome: Outcome,
/**
 * Why a battle that was not fought counts as it does.
 */
words?: string, };

/**
 * The first message of a client to the live lobby, and its only one.
 */
export type LobbyHello = {
/**
 * A guest's pass. Nothing for somebody who is logged in, or who only looks.
 */
pass?: string,
/**
 * Whether they are in the lobby, and so want all of it; otherwise only what is their own.
 */
tables: boolean, };

/**
 * What the live lobby sends.
 */
export type LobbyPush = { "type": "lobby" } & LobbyPage | { "type": "change" } & LobbyChange | { "type": "mine" } & InvitationList | { "type": "notices", unread: number, } | { "type": "error" } & FailureBody;

/**
 * A bot, as its owner sees it.
 */
export type BotCard = { id: string, name: string,
/**
 * In milliseconds since 1970.
 */
created: number,
/**
 * When its token was last used; 0 if it never was.
 */
seen: number,
/**
 * Whether it has a token.
 */
token: boolean, };

export type BotList = { bots: Array<BotCard>,
/**
 * How many one may have.
 */
most: number, };

export type NewBot = {
/**
 * As for people.
 */
name: string, };

/**
 * A token is told once, when it is made.
 */
export type BotToken = { bot: BotCard, token: string, };

/**
 * One line of a bot's stream.
 */
export type BotLine = { "type": "hello", name: string, owner: string, } | { "type": "challenge", table: Invitation, } | { "type": "join", id: string, seat: number, game: string, commitment: string, } | { "type": "decision", id: string, seat: number, game: string, table: Table, } | { "type": "over", id: string, seat: number, game: string, outcome: Outcome, } | { "type": "ping", };

/**
 * What somebody is to others, and has said, written and made here.
 */
export type ExportTogether = { circles: Circles,
/**
 * At tables: the id of the match, and the words.
 */
said: Array<ExportWords>,
/**
 * On the boards of clubs: the id of the club, and the words.
 */
posts: Array<ExportWords>,
/**
 * Clubs by name, and what they are in them.
 */
clubs: Array<[string, ClubRank]>,
/**
 * Whether they look after order here, and until when they may not speak.
 */
moderator: boolean, muted?: Muted,
/**
 * What moderators have told them.
 */
warnings: Array<ExportWords>,
/**
 * Of whom they told the moderators, and what.
 */
reports: Array<ExportWords>,
/**
 * What they keep here.
 */
shelf: Array<ExportMade>, };

export type ExportWords = { place: string,
/**
 * In milliseconds since 1970.
 */
at: number, text: string, };

export type ExportMade = { kind: string, game: string, title: string,
/**
 * The game's own data.
 */
body: unknown, };

/**
 * What everybody may know of somebody.
 */
export type Profile = { name: string,
/**
 * Whose bot it is; nothing for people.
 */
owner?: string,
/**
 * In milliseconds since 1970.
 */
created: number,
/**
 * Whether they look after order here.
 */
moderator: boolean,
/**
 * Whether it is whoever asks.
 */
mine: boolean,
/**
 * Whether whoever asks follows or has blocked them.
 */
followed: boolean, blocked: boolean,
/**
 * By game, those played most first.
 */
results: Array<GameResults>,
/**
 * Battles that are over, the last first.
 */
battles: Array<PlayedBattle>, clubs: Array<ClubLink>, };

/**
 * How somebody's battles in one game ended.
 */
export type GameResults = { game: string,
/**
 * What the game is called.
 */
title: string, people: Tally,
/**
 * Those in which only computers sat in the other seats.
 */
computers: Tally,
/**
 * What they have played most often, if anything more than once.
 */
favourite?: Favourite,
/**
 * The ships they have had most often, as far as that was noted when a battle ended.
 */
ships?: Array<ShipsFlown>, };

export type Tally = { won: number, drawn: number, lost: number, };

export type Favourite = {
/**
 * What the battles are called.
 */
title: string,
/**
 * The side they mostly had in them.
 */
side: string, battles: number, };

/**
 * Ships of one class that somebody has had in battles.
 */
export type ShipsFlown = { class: string, battles: number,
/**
 * How many of them, in all battles together.
 */
number: number,
/**
 * How many of those were destroyed.
 */
lost: number,
/**
 * Whether it is none of those that come with the game.
 */
own_design: boolean, };

export type PlayedBattle = { id: string, game: string, title: string,
/**
 * The side they had.
 */
side: string,
/**
 * `won`, `drawn`, `lost`, `called_off`.
 */
result: string, others: Array<Opponent>,
/**
 * When it ended, in milliseconds since 1970.
 */
ended: number,
/**
 * Whether whoever asks may watch it.
 */
watch: boolean, };

/**
 * Who else sat there.
 */
export type Opponent = { side: string,
/**
 * Somebody with an account.
 */
name?: string,
/**
 * A computer of this level.
 */
level?: string, };

export type ClubLink = { id: string, name: string, };

/**
 * Something switched on or off.
 */
export type Switch = { on: boolean, };

/**
 * What somebody is to whoever asks.
 */
export type Bond = { followed: boolean, blocked: boolean, };

/**
 * The people whom whoever asks follows and has blocked, by name.
 */
export type Circles = { followed: Array<CircleCard>, blocked: Array<CircleCard>, };

export type CircleCard = { name: string,
/**
 * In milliseconds since 1970.
 */
since: number, };

/**
 * Who hears what is said.
 */
export type Room = "players" | "onlookers";

/**
 * The number of what was said last, in each room that the viewer hears.
 */
export type Heard = { players: number, onlookers?: number, };

/**
 * What was said in a room.
 */
export type TalkPage = { room: Room, words: Array<Words>,
/**
 * The number to ask from next time. What those have said whom one has blocked is left out.
 */
heard: number,
/**
 * Why whoever asks can say nothing here; nothing if they can.
 */
mute?: string,
/**
 * What can be said by number.
 */
phrases: Array<Phrase>, };

export type Words = { n: number,
/**
 * In milliseconds since 1970.
 */
at: number,
/**
 * From which seat, if whoever said it plays.
 */
seat?: number,
/**
 * Somebody with an account, or what a guest's seat is called.
 */
name: string,
/**
 * Whether that is the name of an account.
 */
person: boolean, mine: boolean,
/**
 * Plain text; nothing if it was taken away.
 */
text: string, removed: boolean, };

export type Phrase = { n: number, text: string, };

/**
 * Something to be said: words, or a phrase by its number.
 */
export type Say = { room: Room, text?: string, phrase?: number, };

/**
 * What somebody has to say of something or somebody, for the moderators.
 */
export type ReportWords = { why: string,
/**
 * In which room it was said, if it was said at a table.
 */
room?: Room, };

/**
 * A report has been taken.
 */
export type Reported = {
/**
 * Whether it is the first of this by whoever asks.
 */
fresh: boolean, };

/**
 * How whoever asks stands in the house.
 */
export type Conduct = { moderator: boolean,
/**
 * Reports that wait to be decided, for moderators.
 */
reports?: number,
/**
 * What they have still to say that they have read, the first first.
 */
warnings: Array<WarningCard>, muted?: Muted, };

export type WarningCard = { id: string,
/**
 * In milliseconds since 1970.
 */
at: number, words: string,
/**
 * Whether they have said that they have read it.
 */
seen: boolean, };

/**
 * Somebody may say nothing until then.
 */
export type Muted = {
/**
 * In milliseconds since 1970.
 */
until: number, why: string, };

export type ReportList = { reports: Array<ReportCard>, };

export type ReportCard = { id: string,
/**
 * In milliseconds since 1970.
 */
at: number,
/**
 * Who reports it.
 */
by: string,
/**
 * `talk`, `post`, `person`.
 */
kind: string,
/**
 * Of whom.
 */
name: string,
/**
 * Whether that is the name of an account that is still there.
 */
person: boolean, why: string,
/**
 * What was written, with what stood round it, when it was reported.
 */
context: Array<ContextLine>,
/**
 * Where it was said: a match and perhaps a seat, or a club.
 */
battle?: ReportBattle, club?: string,
/**
 * How it was decided, if it was.
 */
decided?: Decided, };

export type ReportBattle = { id: string, room: Room, n: number, seat?: number, };

export type ContextLine = { at: number, name: string, text: string,
/**
 * Whether this is what was reported.
 */
reported: boolean, };

export type Decided = { at: number, by: string, verdict: string, };

/**
 * A report is decided; all others about the same thing with it.
 */
export type Verdict = {
/**
 * In words, for the other moderators.
 */
verdict: string,
/**
 * Whether what was reported is to be taken away.
 */
remove: boolean, };

export type FoundPeople = { people: Array<FoundPerson>, };

export type FoundPerson = { name: string, created: number, moderator: boolean, muted?: Muted, banned?: Muted, };

/**
 * What a moderator should know of somebody before doing anything about them.
 */
export type Dossier = { person: FoundPerson, warnings: Array<WarningCard>, acts: Array<ActCard>, reports: Array<ReportCard>,
/**
 * Battles of theirs that are not over.
 */
battles: Array<OpenBattle>, };

export type OpenBattle = { id: string, title: string, seat: number, };

export type ActList = { acts: Array<ActCard>, };

/**
 * Something that was done.
 */
export type ActCard = {
/**
 * In milliseconds since 1970.
 */
at: number, by: string, act: string,
/**
 * What they were called then.
 */
name: string, words: string, };

/**
 * Something to be done about somebody.
 */
export type Measure = { "act": "warn", why: string, } | { "act": "mute", why: string, days: number, } | { "act": "unmute", why: string, } | { "act": "ban", why: string, days: number, } | { "act": "unban", why: string, } | { "act": "rename", why: string, to: string, } | { "act": "reset", why: string, };

/**
 * What was done.
 */
export type Measured = { person: FoundPerson,
/**
 * The secret of a link for another password, if one was made.
 */
link?: string, };

/**
 * Why something is done.
 */
export type Why = { why: string, };

export type Silence = {
/**
 * From which seat nothing is to be heard any more.
 */
seat: number, why: string, };

export type HandOver = {
/**
 * The name of whoever is its owner from now on.
 */
to: string, why: string, };

/**
 * How one gets into a club.
 */
export type Entry = "open" | "request" | "link";

/**
 * What somebody is in a club.
 */
export type ClubRank = "barred" | "asking" | "member" | "officer" | "owner";

export type ClubList = {
/**
 * Those in which whoever asks is, or at whose door.
 */
mine: Array<ClubCard>,
/**
 * The largest first.
 */
clubs: Array<ClubCard>, };

export type ClubCard = { id: string, name: string, about: string, entry: Entry, members?: number,
/**
 * What whoever asks is in it.
 */
rank?: ClubRank, };

export type NewClub = {
/**
 * 3 to 40 letters, digits, spaces and marks.
 */
name: string, about: string, entry: Entry, };

/**
 * What a club says of itself, and how one gets in.
 */
export type ClubChange = { about: string, entry: Entry, };

/**
 * A club as whoever asks sees it.
 */
export type ClubPage = { club: ClubCard,
/**
 * In milliseconds since 1970.
 */
created: number,
/**
 * By rank and name; those at the door are shown to officers.
 */
members: Array<MemberCard>,
/**
 * The last first; nothing for strangers.
 */
posts: Array<PostCard>,
/**
 * What members have put here.
 */
shelf: Array<ShelfCard>,
/**
 * Why whoever asks can write nothing, if they are a member and cannot.
 */
mute?: string, };

export type MemberCard = { name: string, rank: ClubRank,
/**
 * In milliseconds since 1970.
 */
since: number, };

export type PostCard = { n: number,
/**
 * In milliseconds since 1970.
 */
at: number,
/**
 * Nothing if whoever wrote it is gone.
 */
name: string, mine: boolean,
/**
 * Plain text; nothing if it was taken away.
 */
text: string, removed: boolean, };

export type PostList = { posts: Array<PostCard>, };

export type NewPost = { text: string, };

export type JoinClub = {
/**
 * The secret that stands in the club's link.
 */
link?: string, };

/**
 * A link by which one gets in; it is shown once.
 */
export type ClubInvitation = { link: string, };

/**
 * The tables of a club, those in which something last happened first.
 */
export type ClubTables = { tables: Array<ClubTable>, };

export type ClubTable = {
/**
 * As in a list of matches; it says nothing of who holds what.
 */
summary: MatchSummary,
/**
 * Who sits where, as far as they have accounts.
 */
sitters: Array<ClubSitter>,
/**
 * Seats that any member may take.
 */
free: Array<number>, };

export type ClubSitter = { seat: number, name: string, mine: boolean, };

/**
 * Takes a seat at a table of a club.
 */
export type SitDown = { seat: number, };

export type NewRank = { rank: ClubRank, };

/**
 * What is on a shelf.
 */
export type ShelfKind = "scenario" | "fleet" | "design";

export type ShelfList = { shelf: Array<ShelfCard>, };

export type ShelfCard = { id: string, kind: ShelfKind, game: string, title: string,
/**
 * Whose it is.
 */
by: string, mine: boolean,
/**
 * The club whose members see it.
 */
club?: string,
/**
 * Whether whoever has the link sees it.
 */
shared: boolean,
/**
 * In milliseconds since 1970.
 */
changed: number, };

/**
 * The same with what it is.
 */
export type ShelfPage = { card: ShelfCard,
/**
 * The names of its seats, if it is a scenario.
 */
seats: Array<string>,
/**
 * The game's own data.
 */
body: unknown, };

export type NewShelf = { kind: ShelfKind, game: string, title: string,
/**
 * The game's own data.
 */
body: unknown, };

/**
 * Who sees it from now on.
 */
export type ShelfChange = { title: string, shared: boolean,
/**
 * The id of a club of theirs.
 */
club?: string, };

/**
 * Something somebody was told.
 */
export type NoticeCard = { id: string,
/**
 * `turn`, `clock`, `over`, `offer`, `challenge`, `mention`.
 */
kind: string,
/**
 * In a few words, and in a sentence.
 */
title: string, text: string,
/**
 * Where in the client it leads.
 */
link: string,
/**
 * The battle it is about, if it is about one.
 */
battle?: string,
/**
 * Milliseconds since 1970.
 */
at: number,
/**
 * Read, or settled without.
 */
read: boolean, };

/**
 * The last first.
 */
export type NoticeList = { notices: Array<NoticeCard>,
/**
 * How many of all are unread.
 */
unread: number, };

/**
 * Which notices were read: one of them, those about a battle, or all if neither is said.
 */
export type ReadRequest = { id?: string, battle?: string, };

/**
 * By which ways somebody is told one kind of thing.
 */
export type Ways = {
/**
 * In the list on the page.
 */
page: boolean, push: boolean, mail: boolean, hook: boolean, };

/**
 * How somebody wants to be told what.
 */
export type Wishes = { turn: Ways, clock: Ways, over: Ways, offer: Ways, challenge: Ways, mention: Ways,
/**
 * Mail comes once a day at this full hour, and not at once.
 */
daily?: number,
/**
 * When nothing is to leave the page.
 */
quiet?: Quiet,
/**
 * Where those hours are counted: `Europe/Berlin`.
 */
zone: string, };

/**
 * From one minute of the day to another, over midnight if the second comes first.
 */
export type Quiet = { from: number, to: number, };

/**
 * How somebody is told, and by what it can reach them.
 */
export type WishPage = { wishes: Wishes,
/**
 * What a browser wants to know before it takes pushes from this server.
 */
push_key: string, devices: Array<DeviceCard>, hook?: HookCard,
/**
 * Whether there is an address of theirs to write to.
 */
mail: boolean, };

/**
 * A browser that takes pushes.
 */
export type DeviceCard = { id: string,
/**
 * What it calls itself.
 */
browser: string,
/**
 * Milliseconds since 1970.
 */
since: number,
/**
 * Where its pushes go, by which it knows itself again.
 */
endpoint: string, };

/**
 * A browser wants to take pushes: what its `PushSubscription` says.
 */
export type NewDevice = { endpoint: string,
/**
 * Its key and its secret, in base64url.
 */
p256dh: string, auth: string, };

export type HookCard = { url: string,
/**
 * What its messages are signed with: told once, when it is set up.
 */
secret?: string,
/**
 * Milliseconds since 1970.
 */
since: number, };

export type NewHook = { url: string, };

/**
 * What a webhook hears of a notice.
 */
export type HookCall = {
/**
 * Of the notice: the same if it is sent again.
 */
id: string, kind: string, title: string, text: string,
/**
 * A whole address.
 */
link: string, battle?: string,
/**
 * Milliseconds since 1970.
 */
at: number, };

/**
 * Where somebody can be written to.
 */
export type MailPage = {
/**
 * Whether this server sends mail at all.
 */
sends: boolean, address?: string,
/**
 * What waits for the link in a mail to be opened.
 */
wanted?: string, };

export type NewMail = { address: string, password: string, };

/**
 * A link out of a mail: the secret that stands in it.
 */
export type ProofRequest = { link: string, };

/**
 * What a link proved.
 */
export type Proven = { address: string, };

/**
 * Somebody has forgotten their password.
 */
export type Forgotten = { address: string, };

/**
 * The same whether anybody has that address or not.
 */
export type Posted = {
/**
 * For how many minutes a link will work, if one comes.
 */
minutes: number, };

/**
 * A second factor.
 */
export type FactorPage = {
/**
 * Since when it is asked for, in milliseconds since 1970; nothing if it is not.
 */
since?: number,
/**
 * How many codes on paper are left.
 */
codes: number, };

/**
 * What a phone needs to show codes.
 */
export type NewFactor = {
/**
 * To be typed where no camera is at hand.
 */
secret: string,
/**
 * `otpauth://…`
 */
uri: string,
/**
 * The same as a square of dots: how many on each side, and the dark ones as the path of an SVG in which
 * each is 1 by 1.
 */
size: number, path: string, };

export type CodeRequest = { code: string, };

/**
 * Said again by whoever changes what guards the account.
 */
export type PasswordAndCode = { password: string,
/**
 * Of the second factor, or one on paper.
 */
code: string, };

/**
 * Codes on paper, told once.
 */
export type RecoveryCodes = { codes: Array<string>, };

/**
 * What somebody wants to know.
 */
export type StudyQuestion = "fair" | "fleets" | "players" | "matrix" | "free";

/**
 * A question for the lab.
 */
export type NewStudy = { question: StudyQuestion,
/**
 * Everywhere but in a free study.
 */
game?: string | null,
/**
 * Ids of scenarios, or `all`; the introductory one if there are none. With fleets none means open space.
 */
scenarios?: Array<string>, options?: Record<string, unknown>,
/**
 * Two or more, if that is the question.
 */
fleets?: Array<Fleet>,
/**
 * One for a question about scenarios or fleets, two or more for one about players.
 */
players?: Array<string>,
/**
 * What it is called; the server has a name for it otherwise.
 */
title?: string | null,
/**
 * The most battles of each kind.
 */
battles?: number | null,
/**
 * Enough once the 95 % interval of the first player's score is no wider: 0.06 is from 47 to 53 %.
 */
width?: number | null,
/**
 * Enough once a sequential test knows whether the first of two players is better.
 */
test?: boolean, seed?: number | null,
/**
 * The file of a free study.
 */
toml?: string | null, };

/**
 * A study that has been taken up.
 */
export type StudyMade = { id: string,
/**
 * What stops it, lets it go on and deletes it, for a guest of a public server. It is told once.
 */
secret?: string, };

export type StudyState = "waiting" | "running" | "stopped" | "done" | "failed";

/**
 * A study in short.
 */
export type StudyCard = { id: string, title: string, question: StudyQuestion, games: Array<string>, state: StudyState,
/**
 * Why it has stopped or failed, if there is more to say.
 */
why?: string, battles: number,
/**
 * How many it will have had at the most.
 */
most: number,
/**
 * In milliseconds since 1970.
 */
created: number,
/**
 * Whether whoever asks may stop it, let it go on, and delete it.
 */
mine: boolean, };

/**
 * How much a study may be on this server; nothing is said where there are no limits.
 */
export type StudyLimits = {
/**
 * Battles of a study at the most, of all kinds together.
 */
battles: number, kinds: number,
/**
 * Minutes of work on one study.
 */
minutes: number,
/**
 * Nodes an admiral may search for an order.
 */
nodes: number,
/**
 * Studies of one person or address that run or wait.
 */
open: number,
/**
 * Days after which a study is removed that nobody has looked at.
 */
days: number, };

export type StudyList = {
/**
 * Those of whoever asks; on somebody's own table all of them. The newest first.
 */
studies: Array<StudyCard>, limits?: StudyLimits, };

/**
 * One kind of battle of a study, and what has come of it.
 */
export type StudyKind = { game: string, scenario: string,
/**
 * What people call it.
 */
title: string, players: Array<string>, seats: Array<string>, fleets: Array<string>,
/**
 * Whether players change sides from battle to battle.
 */
swap: boolean, seed: number, battles: number,
/**
 * By player.
 */
wins: Array<number>, draws: number, score: Array<Interval>, turns: number,
/**
 * Why it has seen enough: `battles`, `width`, `better`, `not_better`.
 */
ended?: string,
/**
 * The command that fights the same battles.
 */
command: string, };

/**
 * What a player or a fleet has come to in all battles of a study together.
 */
export type StudyStanding = { name: string, battles: number, wins: number, draws: number, losses: number, score: Interval, };

/**
 * A figure of the report: `svg` needs nothing else.
 */
export type StudyFigure = { id: string, title: string,
/**
 * How to read it.
 */
words: string, battles: number,
/**
 * In units of the screen; its width is 760.
 */
height: number, svg: string, };

/**
 * One battle that can be watched.
 */
export type StudyBattle = { kind: number, battle: number,
/**
 * Who won, by the names of the seats; nobody in a draw.
 */
winners: Array<string>, turns: number, };

/**
 * A study as it stands.
 */
export type StudyPage = { card: StudyCard,
/**
 * How many studies come before it, if it waits.
 */
ahead: number,
/**
 * Battles a second, while it runs.
 */
rate: number,
/**
 * Seconds until it is over at the latest, while it runs.
 */
left?: number,
/**
 * What the battles say, in sentences.
 */
answers: Array<string>,
/**
 * Where players or fleets are compared: what each has come to.
 */
standings: Array<StudyStanding>, kinds: Array<StudyKind>,
/**
 * The last battles that were fought.
 */
latest: Array<StudyBattle>,
/**
 * Left out by a push where they are the same as before.
 */
figures?: Array<StudyFigure>,
/**
 * What can be fetched under `files/`.
 */
files: Array<string>, };

/**
 * What a table needs on which one fights a battle of a study oneself.
 */
export type StudySetup = { game: string, title: string, seats: Array<string>,
/**
 * The supplied scenario, if it is one as it stands.
 */
scenario?: string,
/**
 * The scenario itself otherwise.
 */
setup?: unknown, options: Record<string, unknown>,
/**
 * Who fought there, by seat, in the first battle.
 */
players: Array<string>, };
