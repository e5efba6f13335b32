//! People: accounts, and where they are logged in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Circles, ClubRank};

/// Whoever asks, and what this server lets them do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Me {
    /// Nobody for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub person: Option<PersonCard>,
    /// Whether an account can be made here.
    pub sign_up: bool,
    /// What is to be done before one is made, for guests: nothing if nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub work: Option<Task>,
}

/// A number is wanted that together with the challenge (`challenge:number`)
/// has a SHA-256 that begins with so many zero bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Task {
    pub challenge: String,
    pub bits: u32,
}

/// The number that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Done {
    pub challenge: String,
    pub answer: String,
}

/// Somebody with an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PersonCard {
    /// Stays the same when the name is changed.
    pub id: String,
    pub name: String,
    /// In milliseconds since 1970.
    pub created: u64,
}

/// An account to be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SignUp {
    /// 3 to 20 letters, digits, hyphens and underscores.
    pub name: String,
    /// 10 to 200 characters.
    pub password: String,
    /// What `Me.work` asked for, if it asked for anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub work: Option<Done>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LogIn {
    pub name: String,
    pub password: String,
    /// Of the second factor, or one on paper; asked for (`code_wanted`) where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    pub old: String,
    pub new: String,
}

/// Where somebody is logged in, the last seen first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionList {
    pub sessions: Vec<SessionCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionCard {
    pub id: String,
    /// In milliseconds since 1970.
    pub begun: u64,
    /// To within an hour.
    pub seen: u64,
    /// What the browser calls itself.
    pub browser: String,
    /// Whether it is the one that asks.
    pub here: bool,
}

/// Said again by whoever wants what only the owner of an account may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Password {
    pub password: String,
}

/// A link that works once, and the password that is wanted by it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    /// The secret that stands in the link.
    pub link: String,
    pub password: String,
    /// As for logging in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
}

/// How many seats have become somebody's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NewSeats {
    pub taken: usize,
}

/// Everything that is kept of somebody, but for the password.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Export {
    pub person: PersonCard,
    pub sessions: Vec<SessionCard>,
    pub seats: Vec<ExportSeat>,
    #[serde(default)]
    pub bots: Vec<crate::BotCard>,
    /// Tables and challenges of theirs, and challenges to them.
    #[serde(default)]
    pub invitations: Vec<crate::Invitation>,
    pub together: ExportTogether,
    pub mail: crate::MailPage,
    pub second_factor: crate::FactorPage,
    pub wishes: crate::Wishes,
    pub devices: Vec<crate::DeviceCard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hook: Option<crate::HookCard>,
    pub notices: Vec<crate::NoticeCard>,
    /// What they have asked the lab. The answers are on the pages of the studies.
    #[serde(default)]
    pub studies: Vec<crate::StudyCard>,
}

/// What somebody is to others, and has said, written and made here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExportTogether {
    pub circles: Circles,
    /// At tables: the id of the match, and the words.
    pub said: Vec<ExportWords>,
    /// On the boards of clubs: the id of the club, and the words.
    pub posts: Vec<ExportWords>,
    /// Clubs by name, and what they are in them.
    pub clubs: Vec<(String, ClubRank)>,
    /// Whether they look after order here, and until when they may not speak.
    #[serde(default)]
    pub moderator: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub muted: Option<crate::Muted>,
    /// What moderators have told them.
    pub warnings: Vec<ExportWords>,
    /// Of whom they told the moderators, and what.
    pub reports: Vec<ExportWords>,
    /// What they keep here.
    pub shelf: Vec<ExportMade>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExportWords {
    pub place: String,
    /// In milliseconds since 1970.
    pub at: u64,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExportMade {
    pub kind: String,
    pub game: String,
    pub title: String,
    /// The game's own data.
    #[ts(type = "unknown")]
    pub body: Value,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExportSeat {
    /// The id of the match.
    pub battle: String,
    pub title: String,
    pub seat: u8,
    /// Since when the seat is theirs, in milliseconds since 1970.
    pub since: u64,
}
