//! People to each other: profiles, who follows whom, and talk at the table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What everybody may know of somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Profile {
    pub name: String,
    /// Whose bot it is; nothing for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub owner: Option<String>,
    /// In milliseconds since 1970.
    pub created: u64,
    /// Whether they look after order here.
    pub moderator: bool,
    /// Whether it is whoever asks.
    pub mine: bool,
    /// Whether whoever asks follows or has blocked them.
    pub followed: bool,
    pub blocked: bool,
    /// By game, those played most first.
    pub results: Vec<GameResults>,
    /// Battles that are over, the last first.
    pub battles: Vec<PlayedBattle>,
    pub clubs: Vec<ClubLink>,
}

/// How somebody's battles in one game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameResults {
    pub game: String,
    /// What the game is called.
    pub title: String,
    pub people: Tally,
    /// Those in which only computers sat in the other seats.
    pub computers: Tally,
    /// What they have played most often, if anything more than once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub favourite: Option<Favourite>,
    /// The ships they have had most often, as far as that was noted when a battle ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ShipsFlown>>")]
    pub ships: Vec<ShipsFlown>,
}

/// Ships of one class that somebody has had in battles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ShipsFlown {
    pub class: String,
    pub battles: u32,
    /// How many of them, in all battles together.
    pub number: u32,
    /// How many of those were destroyed.
    pub lost: u32,
    /// Whether it is none of those that come with the game.
    pub own_design: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Favourite {
    /// What the battles are called.
    pub title: String,
    /// The side they mostly had in them.
    pub side: String,
    pub battles: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayedBattle {
    pub id: String,
    pub game: String,
    pub title: String,
    /// The side they had.
    pub side: String,
    /// `won`, `drawn`, `lost`, `called_off`.
    pub result: String,
    pub others: Vec<Opponent>,
    /// When it ended, in milliseconds since 1970.
    pub ended: u64,
    /// Whether whoever asks may watch it.
    pub watch: bool,
}

/// Who else sat there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Opponent {
    pub side: String,
    /// Somebody with an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// A computer of this level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubLink {
    pub id: String,
    pub name: String,
}

/// Something switched on or off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    pub on: bool,
}

/// What somebody is to whoever asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Bond {
    pub followed: bool,
    pub blocked: bool,
}

/// The people whom whoever asks follows and has blocked, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Circles {
    pub followed: Vec<CircleCard>,
    pub blocked: Vec<CircleCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CircleCard {
    pub name: String,
    /// In milliseconds since 1970.
    pub since: u64,
}

/// Who hears what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// Those who play speak; everybody with a place at the table hears it.
    Players,
    /// Those who look on speak; players hear it when the battle is over.
    Onlookers,
}

/// The number of what was said last, in each room that the viewer hears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Heard {
    pub players: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub onlookers: Option<u64>,
}

/// What was said in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TalkPage {
    pub room: Room,
    pub words: Vec<Words>,
    /// The number to ask from next time. What those have said whom one has blocked is left out.
    pub heard: u64,
    /// Why whoever asks can say nothing here; nothing if they can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mute: Option<String>,
    /// What can be said by number.
    pub phrases: Vec<Phrase>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Words {
    pub n: u64,
    /// In milliseconds since 1970.
    pub at: u64,
    /// From which seat, if whoever said it plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// Somebody with an account, or what a guest's seat is called.
    pub name: String,
    /// Whether that is the name of an account.
    pub person: bool,
    pub mine: bool,
    /// Plain text; nothing if it was taken away.
    pub text: String,
    pub removed: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Phrase {
    pub n: u8,
    pub text: String,
}

/// Something to be said: words, or a phrase by its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Say {
    pub room: Room,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub phrase: Option<u8>,
}

/// What somebody has to say of something or somebody, for the moderators.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportWords {
    pub why: String,
    /// In which room it was said, if it was said at a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub room: Option<Room>,
}

/// A report has been taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Reported {
    /// Whether it is the first of this by whoever asks.
    pub fresh: bool,
}
