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
key?: string, };

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
 * How many thoughts of other admirals come first, while this match's wait for their turn.
 */
queued?: number,
/**
 * Why nothing can be changed here any more: what is stored does not fit together.
 */
frozen?: string, };

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
