//! The meeting place: open tables, challenges, quick pairing, and bots.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{FailureBody, Outcome, Pace, Table};

/// Somebody, as others see them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS)]
pub struct NameCard {
    /// Nothing for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// Whose bot it is; nothing for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub owner: Option<String>,
}

/// The lobby as everybody sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LobbyPage {
    /// Counts up with every change.
    pub seq: u64,
    /// How many are here, guests among them.
    pub here: usize,
    /// Those of them who have a name, at most 200.
    pub people: Vec<NameCard>,
    /// Tables that anybody may join, the newest first.
    pub tables: Vec<OpenTable>,
    /// How many wait to be paired, by game and pace.
    pub waiting: Vec<PairsWaiting>,
    /// The paces of quick pairing.
    pub paces: Vec<PacePreset>,
}

/// What has changed in the lobby since the message before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LobbyChange {
    pub seq: u64,
    pub here: usize,
    /// New, or another than before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OpenTable>>")]
    pub tables: Vec<OpenTable>,
    /// The ids of those that are closed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub closed: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NameCard>>")]
    pub came: Vec<NameCard>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NameCard>>")]
    pub left: Vec<NameCard>,
    /// All of them, if anything changed about them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub waiting: Option<Vec<PairsWaiting>>,
}

/// A battle that waits for somebody to fight it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OpenTable {
    /// The match has the same once it begins.
    pub id: String,
    pub maker: NameCard,
    pub game: String,
    /// The id of a supplied scenario.
    pub scenario: String,
    pub title: String,
    /// Options that differ from the scenario's, by name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pace: Option<Pace>,
    /// The seat of whoever joins; nothing if it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<u8>,
    /// Whether it is fought twice, with sides exchanged, for one result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub mirror: bool,
    /// Whether people without an account may join.
    pub guests: bool,
    /// Whether nobody has suggestions in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub unaided: bool,
    /// In milliseconds since 1970.
    pub created: u64,
}

/// People who wait for the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PairsWaiting {
    pub game: String,
    /// The id of a [`PacePreset`].
    pub pace: String,
    pub people: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PacePreset {
    pub id: String,
    pub pace: Pace,
}

/// Whom a table is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Whom {
    /// It stands in the lobby.
    Everybody {},
    /// Whoever has the link.
    Link {},
    /// A challenge.
    Person { name: String },
    /// Whoever wants to be paired for the same game and pace. Made by pairing alone.
    Pair { pace: String },
}

/// How far an invitation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum InvitationState {
    Open,
    /// Somebody has joined: the match is there.
    Begun,
    /// Whoever was challenged does not want to.
    Declined,
    /// Nobody came in time, or its maker was gone for too long.
    Expired,
}

/// A table, a challenge or a wish to be paired, as those see it whom it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Invitation {
    #[serde(flatten)]
    pub table: OpenTable,
    pub to: Whom,
    pub state: InvitationState,
    /// When it runs out at the latest, in milliseconds since 1970.
    pub expires: u64,
    /// Its maker's seat, once it has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// The invitations of whoever asks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct InvitationList {
    /// Made by them, and what came of each within the last hour.
    pub made: Vec<Invitation>,
    /// Challenges to them that are open.
    pub received: Vec<Invitation>,
}

/// A table to be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Everybody, a person, or by link.
    pub to: Whom,
    pub game: String,
    /// The id of a supplied scenario for two.
    pub scenario: String,
    /// Options that differ from the scenario's, by name.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub options: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pace: Option<Pace>,
    /// The seat its maker wants; nothing to have it drawn. In a mirror match the seat in the first battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub mirror: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub guests: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub unaided: bool,
}

/// A table that has just been made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MadeTable {
    pub table: Invitation,
    /// The secret of its link, if it is by link: told here and never again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub link: Option<String>,
}

/// Somebody looks at a table by its link, or joins it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LinkRequest {
    /// The secret of the link, for a table by link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub link: Option<String>,
}

/// Two have met: the match is there, and begins when both have joined it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Met {
    /// Of the match.
    pub id: String,
    /// The seat of whoever asks.
    pub seat: u8,
    /// What that seat is called there.
    pub name: String,
    /// The second battle, in a mirror match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mirror: Option<String>,
}

/// Somebody wants to be paired with whoever wants the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PairRequest {
    pub game: String,
    /// The id of a [`PacePreset`].
    pub pace: String,
    /// Whether it may be somebody without an account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub guests: bool,
}

/// One of the two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Paired {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub met: Option<Met>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub waiting: Option<Invitation>,
}

/// The other battle of a mirror match, and what comes of both together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Mirror {
    /// The other battle.
    pub id: String,
    /// Which of the two this one is: 1 or 2.
    pub leg: u8,
    /// How the other one ended, by its own seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outcome: Option<Outcome>,
    /// The result of both, by the seats of this one: its sides are its players. Nothing while one goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<MirrorResult>,
    /// Why the two count for nobody, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub void: Option<String>,
}

/// What came of two battles together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MirrorResult {
    /// Half points by seat: two for a battle won, one for a draw.
    pub halves: Vec<u8>,
    /// Who has more, or a draw.
    pub outcome: Outcome,
    /// Why a battle that was not fought counts as it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<String>,
}

/// The first message of a client to the live lobby, and its only one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LobbyHello {
    /// A guest's pass. Nothing for somebody who is logged in, or who only looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pass: Option<String>,
    /// Whether they are in the lobby, and so want all of it; otherwise only what is their own.
    #[serde(default)]
    pub tables: bool,
}

/// What the live lobby sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyPush {
    /// All of it: at first, and whenever too much has been missed.
    Lobby(LobbyPage),
    /// What has changed since the last message of either kind.
    Change(LobbyChange),
    /// One's own invitations: at first, and whenever something came of one.
    Mine(InvitationList),
    /// How much of what one was told one has not read, whenever that has changed.
    Notices { unread: u64 },
    /// The connection is about to be closed by the server.
    Error(FailureBody),
}

/// A bot, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotCard {
    pub id: String,
    pub name: String,
    /// In milliseconds since 1970.
    pub created: u64,
    /// When its token was last used; 0 if it never was.
    pub seen: u64,
    /// Whether it has a token.
    pub token: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotList {
    pub bots: Vec<BotCard>,
    /// How many one may have.
    pub most: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// As for people.
    pub name: String,
}

/// A token is told once, when it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotToken {
    pub bot: BotCard,
    pub token: String,
}

/// One line of a bot's stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotLine {
    /// The first line: who the bot is.
    Hello { name: String, owner: String },
    /// Somebody challenges it. It is told again in every stream while it is open.
    Challenge { table: Box<Invitation> },
    /// A battle wants what the bot adds to the dice (`…/join`).
    Join { id: String, seat: u8, game: String, commitment: String },
    /// A battle waits for an order of the bot.
    Decision { id: String, seat: u8, game: String, table: Box<Table> },
    /// A battle of the bot is over.
    Over { id: String, seat: u8, game: String, outcome: Outcome },
    /// Nothing has happened for a while.
    Ping {},
}
