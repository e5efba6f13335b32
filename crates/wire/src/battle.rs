//! Matches: made, looked at, ordered in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{Deadline, Heard, Mirror, NameCard, Offers, Pace, Raw, SeatClock};

/// Who looks: `{"seat": 0}`, `"spectator"`, `"referee"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    Seat(u8),
    Spectator,
    Referee,
}

/// How a battle ended: `"draw"`, `{"won": [0]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Won(Vec<u8>),
    Draw,
}

/// What ended a battle that its rules did not end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Ended {
    /// `concession`, `clock`, `moderator`, `limit`.
    pub by: String,
    /// Who conceded, or whose clock it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// In a sentence.
    pub words: String,
}

/// A match to be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    pub game: String,
    /// The id of a supplied scenario. Either this or `setup`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scenario: Option<String>,
    /// A scenario of one's own: the game's own data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub setup: Option<Value>,
    /// What the list of battles calls it; otherwise the scenario's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub title: Option<String>,
    /// Options that differ from the scenario's, by name.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub options: Map<String, Value>,
    /// One for each seat, in order.
    pub seats: Vec<NewSeat>,
    /// Whether there is to be a link for spectators.
    #[serde(default)]
    pub spectators: bool,
    /// Whether nobody is to have suggestions in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub unaided: bool,
    /// How long seats have for their decisions, if not for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pace: Option<Pace>,
}

/// Who is to sit in a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// The host. `contribution` goes into the seed of the dice; if it is left
    /// out the host joins like a friend, having seen the commitment first.
    Me {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        contribution: Option<String>,
    },
    /// Somebody the host sends the link to.
    Friend {},
    Computer {
        /// `cadet`, `captain`, `admiral`, or with a budget `admiral:nodes=400`; on somebody's own table also
        /// `exec:` and the name of a program that the server was told of.
        level: String,
    },
}

/// A match that has just been made. The secrets are told here and never again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Created {
    pub id: String,
    /// Of the seats held by people, in order.
    pub seats: Vec<SeatSecret>,
    /// The spectators' secret, if there are to be spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub spectator: Option<String>,
    /// How many events have happened already: more than 0 in a branch.
    pub events: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatSecret {
    pub seat: u8,
    /// The seat's name in this battle: `Cobalt`.
    pub name: String,
    /// Whether the host sits here; otherwise it is for a friend.
    pub mine: bool,
    pub secret: String,
}

/// A seat joins: the battle begins when every person has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// What the seat adds to the seed of the dice: any text of 1 to 200 bytes.
    pub contribution: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    pub secrets: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchList {
    /// The newest first.
    pub matches: Vec<MatchSummary>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchSummary {
    pub id: String,
    pub game: String,
    pub title: String,
    pub seats: Vec<SeatCard>,
    /// What the given secrets open here.
    pub holds: Vec<Holding>,
    pub turn: u32,
    /// The phase now open, while the battle lasts.
    pub phase: Option<String>,
    pub decision: usize,
    /// Seats the battle is waiting for.
    pub awaiting: Vec<u8>,
    /// Seats that have still to join before the battle begins.
    #[serde(default)]
    pub missing: Vec<u8>,
    pub outcome: Option<Outcome>,
    /// What ended it, where the rules did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ended: Option<Ended>,
    /// Milliseconds since 1970.
    pub created: u64,
    /// When something last happened on the table. Sealing does not count.
    pub changed: u64,
    /// How long seats have for their decisions, if not for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pace: Option<Pace>,
    /// Until when those the battle waits for have to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Deadline>>")]
    pub deadlines: Vec<Deadline>,
    /// The other battle, if the two are a mirror match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mirror: Option<Mirror>,
    /// Nobody has opened it for so long that it was put away. Opening it brings it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub put_away: bool,
    /// Why nothing can be changed here any more, where that is known: what is stored does not fit together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub frozen: Option<String>,
}

/// What one of the given secrets opens, or whoever asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Holding {
    pub viewer: Viewer,
    /// Its place in the list that was sent; nothing for a seat of whoever is logged in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub secret: Option<usize>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatCard {
    pub seat: u8,
    pub name: String,
    /// `human`, or the computer's level.
    pub player: String,
    /// Whose seat it is, if it is that of somebody with an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub person: Option<NameCard>,
}

/// A program of one's own that gave no order, or none that the rules take, or is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ProgramFailure {
    pub seat: u8,
    /// How often, one after the other; 0 if the server knows no program of that name.
    pub times: u32,
    /// Whether it is not asked any more.
    pub given_up: bool,
}

/// A match as the bearer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchInfo {
    pub id: String,
    pub game: String,
    /// The supplied scenario's id, if it is one.
    pub scenario: Option<String>,
    pub title: String,
    /// The game's own data.
    #[ts(type = "unknown")]
    pub options: Value,
    pub seats: Vec<SeatCard>,
    pub viewer: Viewer,
    /// Whether there is a link for spectators.
    pub spectators: bool,
    /// Whether nobody has suggestions in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub unaided: bool,
    /// How long seats have for their decisions, if not for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pace: Option<Pace>,
    /// The other battle, if the two are a mirror match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mirror: Option<Mirror>,
    /// The version of the rules it was fought under, if the server's is another:
    /// then it can be looked at and conceded, but neither recomputed nor played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub other_rules: Option<u32>,
    /// Why the server's rules cannot take it over, if it is not over: in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub other_rules_why: Option<String>,
    /// The hash of the secret that the dice come from, and of all that was
    /// settled before the battle.
    pub commitment: String,
    /// The public key that this server signs the ends of its battles with.
    pub key: String,
    /// What each seat has added to the dice, as far as it has joined.
    pub contributions: Vec<Option<String>>,
    /// That secret, once the battle is over.
    pub secret: Option<String>,
    pub created: u64,
    pub table: Table,
}

/// How things stand on the table, for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Table {
    /// Seats that have still to join. The battle begins when there are none;
    /// until then there is no view and nothing to decide.
    pub missing: Vec<u8>,
    /// The number of the open decision; orders are meant for it.
    pub decision: usize,
    pub turn: u32,
    /// The open phase by its name in the rulebook, while the battle lasts.
    pub phase: Option<String>,
    /// All seats of the open decision, sealed or not.
    pub deciding: Vec<u8>,
    /// Those who have still to submit.
    pub awaiting: Vec<u8>,
    /// Sealed orders that the viewer may read: its own.
    pub sealed: Vec<SealedOrder>,
    /// How many events the viewer has seen, or once it is over how many there
    /// are: the number to come back with.
    pub next: usize,
    pub outcome: Option<Outcome>,
    /// What ended it, where the rules did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ended: Option<Ended>,
    /// The game's own data. Left out of an update if it is the same as in the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    #[schemars(with = "Option<Value>")]
    pub view: Option<Raw>,
    /// What the viewer's seat may choose now: the game's own data. Left out
    /// with the view, and where there is nothing to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    #[schemars(with = "Option<Value>")]
    pub menu: Option<Raw>,
    /// The order to give if there is nothing to choose in the menu: one thing only, or nothing that could
    /// come to anything. Left out with the view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub moot: Option<Value>,
    /// What the viewer's seat may type now, with an example. Left out with the view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub prompt: Option<String>,
    /// The situation in words. Left out with the view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<String>,
    /// The clock on the open decision, if the rules have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<Clock>,
    /// The clocks of the seats in which people sit, if the table has a pace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SeatClock>>")]
    pub clocks: Vec<SeatClock>,
    /// Seats that a computer has taken over from the people they belong to, and which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SeatCard>>")]
    pub replaced: Vec<SeatCard>,
    /// What has been proposed at this table, if anything has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub offers: Option<Offers>,
    /// Whether the battle can still be called off: then it counts for nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub call_off: bool,
    /// Milliseconds in which the viewer's seat can still take back or confirm its held order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hold: Option<u64>,
    /// How many thoughts of other admirals come first, while this match's wait for their turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub queued: Option<usize>,
    /// Seats whose programs have failed since they last gave an order, or are not known to this server: a
    /// captain gives their orders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ProgramFailure>>")]
    pub programs: Vec<ProgramFailure>,
    /// Why nothing can be changed here any more: what is stored does not fit together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub frozen: Option<String>,
    /// How much was said at the table, as far as the viewer hears it; nothing where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub talk: Option<Heard>,
}

/// A clock that the first order of a decision starts for everybody else. What
/// they have laid out by its end counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Clock {
    /// How long it runs.
    pub seconds: u16,
    /// Milliseconds that are left, while it runs.
    pub left: Option<u64>,
    /// Milliseconds until a computer says that it has finished.
    pub computer: Option<u64>,
    /// How often the viewer's seat may still take its order back, which stops the clock.
    pub restarts: u8,
    pub rule: String,
}

/// An order in both its forms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Written {
    /// In the book's notation.
    pub notation: String,
    /// The game's own data.
    #[ts(type = "unknown")]
    pub order: Value,
}

/// An order worth giving, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Suggestion {
    #[serde(flatten)]
    pub written: Written,
    /// In one line.
    pub reason: String,
    /// `search`, or `captain` where there was no time for one: a rule of thumb.
    pub by: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SealedOrder {
    pub seat: u8,
    #[serde(flatten)]
    pub written: Written,
}

/// An order handed in: either its data or its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OrderRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub order: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// A name of the client's own for this order, 1 to 64 letters, digits, `-` or `_`. Sent again
    /// with the same key, an order that was taken is answered as it was the first time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// Against computers: nothing comes of it for a moment, in which it can be taken back, unless it is
    /// confirmed. Elsewhere this is not looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub hold: bool,
}

/// The order is written down for good.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Submitted {
    /// The decision it was sealed for.
    pub decision: usize,
    /// Whether it was the last one out, so that the decision is resolved.
    pub resolved: bool,
    pub written: Written,
}

/// What came of asking whether an order may be given. Refusals are a 200 here:
/// the question was answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Checked {
    pub legal: bool,
    /// The order in both forms, if it could be read at all.
    pub written: Option<Written>,
    /// Everything wrong with it, in one line; empty if it is legal.
    pub message: String,
    pub findings: Vec<Finding>,
    /// What comes of it, in the shape of the menu; left out where the game does
    /// not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub preview: Option<Value>,
}

/// The table after so many events, for a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ViewPage {
    /// After how many events.
    pub events: usize,
    pub viewer: Viewer,
    #[ts(type = "unknown")]
    pub view: Value,
}

/// A new match out of an old one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// After how many events; the last decision before that is open again.
    pub events: usize,
    pub seats: Vec<NewSeat>,
    #[serde(default)]
    pub spectators: bool,
}

/// One thing wrong with an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Finding {
    pub rule: String,
    pub reason: String,
}

/// The body of every answer that is no success.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Failure {
    pub error: FailureBody,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FailureBody {
    /// For programs: `malformed`, `unauthorised`, `forbidden`, `not_found`, `stale`,
    /// `sealed`, `over`, `not_yours`, `not_yet`, `waiting`, `joined`, `other_rules`, `too_large`, `too_slow`,
    /// `misdirected`, `refused`, `too_many`, `away`, `unsure`, `corrupted`, `internal`.
    pub code: String,
    /// For people.
    pub message: String,
    pub findings: Vec<Finding>,
}
