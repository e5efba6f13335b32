//! Clubs, and what people have made and keep on the server.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::MatchSummary;

/// How one gets into a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Whoever wants to.
    Open,
    /// Whoever asks and is let in.
    Request,
    /// Whoever has the link.
    Link,
}

/// What somebody is in a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClubRank {
    /// Kept out.
    Barred,
    /// Has asked to be let in.
    Asking,
    Member,
    Officer,
    Owner,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubList {
    /// Those in which whoever asks is, or at whose door.
    pub mine: Vec<ClubCard>,
    /// The largest first.
    pub clubs: Vec<ClubCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubCard {
    pub id: String,
    pub name: String,
    pub about: String,
    pub entry: Entry,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub members: Option<u32>,
    /// What whoever asks is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rank: Option<ClubRank>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewClub {
    /// 3 to 40 letters, digits, spaces and marks.
    pub name: String,
    #[serde(default)]
    pub about: String,
    pub entry: Entry,
}

/// What a club says of itself, and how one gets in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubChange {
    pub about: String,
    pub entry: Entry,
}

/// A club as whoever asks sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubPage {
    pub club: ClubCard,
    /// In milliseconds since 1970.
    pub created: u64,
    /// By rank and name; those at the door are shown to officers.
    pub members: Vec<MemberCard>,
    /// The last first; nothing for strangers.
    pub posts: Vec<PostCard>,
    /// What members have put here.
    pub shelf: Vec<ShelfCard>,
    /// Why whoever asks can write nothing, if they are a member and cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mute: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MemberCard {
    pub name: String,
    pub rank: ClubRank,
    /// In milliseconds since 1970.
    pub since: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PostCard {
    pub n: u64,
    /// In milliseconds since 1970.
    pub at: u64,
    /// Nothing if whoever wrote it is gone.
    pub name: String,
    pub mine: bool,
    /// Plain text; nothing if it was taken away.
    pub text: String,
    pub removed: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PostList {
    pub posts: Vec<PostCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPost {
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct JoinClub {
    /// The secret that stands in the club's link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub link: Option<String>,
}

/// A link by which one gets in; it is shown once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubInvitation {
    pub link: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewRank {
    pub rank: ClubRank,
}

/// The tables of a club, those in which something last happened first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubTables {
    pub tables: Vec<ClubTable>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubTable {
    /// As in a list of matches; it says nothing of who holds what.
    pub summary: MatchSummary,
    /// Who sits where, as far as they have accounts.
    pub sitters: Vec<ClubSitter>,
    /// Seats that any member may take.
    pub free: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubSitter {
    pub seat: u8,
    pub name: String,
    pub mine: bool,
}

/// Takes a seat at a table of a club.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SitDown {
    pub seat: u8,
}

/// What is on a shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ShelfKind {
    /// As `NewMatch.setup`.
    Scenario,
    /// As in the shipyard.
    Fleet,
    Design,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ShelfList {
    pub shelf: Vec<ShelfCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ShelfCard {
    pub id: String,
    pub kind: ShelfKind,
    pub game: String,
    pub title: String,
    /// Whose it is.
    pub by: String,
    pub mine: bool,
    /// The club whose members see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub club: Option<String>,
    /// Whether whoever has the link sees it.
    pub shared: bool,
    /// In milliseconds since 1970.
    pub changed: u64,
}

/// The same with what it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ShelfPage {
    pub card: ShelfCard,
    /// The names of its seats, if it is a scenario.
    pub seats: Vec<String>,
    /// The game's own data.
    #[ts(type = "unknown")]
    pub body: Value,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewShelf {
    pub kind: ShelfKind,
    pub game: String,
    pub title: String,
    /// The game's own data.
    #[ts(type = "unknown")]
    pub body: Value,
}

/// Who sees it from now on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ShelfChange {
    pub title: String,
    pub shared: bool,
    /// The id of a club of theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub club: Option<String>,
}
