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
 * The computer players, the weakest first: `cadet`, `captain`, `admiral`.
 */
levels: Array<string>, };

/**
 * A supplied scenario, as it stands in a list.
 */
export type ScenarioCard = { id: string, title: string, blurb: string,
/**
 * The names of the seats, in order.
 */
seats: Array<string>,
/**
 * The options it is meant to be played with: the game's own data.
 */
options: unknown, };

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
 * The options it is meant to be played with: the game's own data.
 */
options: unknown, };

/**
 * One rule switch.
 */
export type OptionCard = {
/**
 * The field in the game's options.
 */
name: string, meaning: string, rule: string,
/**
 * The rulebook's default.
 */
default: unknown,
/**
 * Values to choose from; for a number, examples.
 */
choices: Array<unknown>,
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
tag: string, text: string,
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
 * One event as the viewer saw it.
 */
export type Line = {
/**
 * Its number in the whole log, from 0. Unseen events leave gaps.
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
luck?: Array<Stake>, };

export type LineList = { events: Array<Line>,
/**
 * The number to ask from next time.
 */
next: number, };

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
 * Who looks: `{"seat": 0}`, `"spectator"`, `"referee"`.
 */
export type Viewer = { "seat": number } | "spectator" | "referee";

/**
 * How a battle ended: `"draw"`, `{"won": [0]}`.
 */
export type Outcome = { "won": Array<number> } | "draw";

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
spectators: boolean, };

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
 * Milliseconds since 1970.
 */
created: number,
/**
 * When something last happened on the table. Sealing does not count.
 */
changed: number, };

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
 * The version of the rules it was fought under, if the server's is another:
 * then it can be looked at, but neither recomputed nor played on.
 */
other_rules?: number,
/**
 * The hash of the secret that the dice come from.
 */
commitment: string,
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
 * How many events have happened: the number to come back with.
 */
next: number, outcome: Outcome | null,
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
clock?: Clock, };

/**
 * An order in both its forms.
 */
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

export type Written = {
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
export type OrderRequest = { order?: unknown, text?: string, };

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
 * `sealed`, `over`, `not_yours`, `not_yet`, `waiting`, `joined`, `other_rules`, `too_large`, `refused`, `too_many`,
 * `away`, `corrupted`, `internal`.
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
 * How many events have happened: the number to come back with.
 */
next: number, outcome: Outcome | null,
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
 * What the viewer's seat may type now, with an example. Left out with the view.
 */
prompt?: string,
/**
 * The situation in words. Left out with the view.
 */
words?: string, };
