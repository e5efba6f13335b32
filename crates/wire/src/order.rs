//! Order in the house: what somebody is told about their own conduct, and
//! what moderators see and do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Room;

/// How whoever asks stands in the house.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Conduct {
    pub moderator: bool,
    /// Reports that wait to be decided, for moderators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reports: Option<u32>,
    /// What they have still to say that they have read, the first first.
    pub warnings: Vec<WarningCard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub muted: Option<Muted>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WarningCard {
    pub id: String,
    /// In milliseconds since 1970.
    pub at: u64,
    pub words: String,
    /// Whether they have said that they have read it.
    pub seen: bool,
}

/// Somebody may say nothing until then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Muted {
    /// In milliseconds since 1970.
    pub until: u64,
    pub why: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportList {
    pub reports: Vec<ReportCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportCard {
    pub id: String,
    /// In milliseconds since 1970.
    pub at: u64,
    /// Who reports it.
    pub by: String,
    /// `talk`, `post`, `person`.
    pub kind: String,
    /// Of whom.
    pub name: String,
    /// Whether that is the name of an account that is still there.
    pub person: bool,
    pub why: String,
    /// What was written, with what stood round it, when it was reported.
    pub context: Vec<ContextLine>,
    /// Where it was said: a match and perhaps a seat, or a club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub battle: Option<ReportBattle>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub club: Option<String>,
    /// How it was decided, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub decided: Option<Decided>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportBattle {
    pub id: String,
    pub room: Room,
    pub n: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ContextLine {
    pub at: u64,
    pub name: String,
    pub text: String,
    /// Whether this is what was reported.
    pub reported: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Decided {
    pub at: u64,
    pub by: String,
    pub verdict: String,
}

/// A report is decided; all others about the same thing with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// In words, for the other moderators.
    pub verdict: String,
    /// Whether what was reported is to be taken away.
    #[serde(default)]
    pub remove: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FoundPeople {
    pub people: Vec<FoundPerson>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FoundPerson {
    pub name: String,
    pub created: u64,
    pub moderator: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub muted: Option<Muted>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub banned: Option<Muted>,
}

/// What a moderator should know of somebody before doing anything about them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Dossier {
    pub person: FoundPerson,
    pub warnings: Vec<WarningCard>,
    pub acts: Vec<ActCard>,
    pub reports: Vec<ReportCard>,
    /// Battles of theirs that are not over.
    pub battles: Vec<OpenBattle>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OpenBattle {
    pub id: String,
    pub title: String,
    pub seat: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ActList {
    pub acts: Vec<ActCard>,
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ActCard {
    /// In milliseconds since 1970.
    pub at: u64,
    pub by: String,
    pub act: String,
    /// What they were called then.
    pub name: String,
    pub words: String,
}

/// Something to be done about somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Measure {
    /// They see the words and have to say that they have.
    Warn {
        why: String,
    },
    /// They can say and write nothing.
    Mute {
        why: String,
        days: u32,
    },
    Unmute {
        why: String,
    },
    /// They are shut out.
    Ban {
        why: String,
        days: u32,
    },
    Unban {
        why: String,
    },
    Rename {
        why: String,
        to: String,
    },
    /// A link by which they choose another password; the answer has it.
    Reset {
        why: String,
    },
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Measured {
    pub person: FoundPerson,
    /// The secret of a link for another password, if one was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub link: Option<String>,
}

/// Why something is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Why {
    pub why: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Silence {
    /// From which seat nothing is to be heard any more.
    pub seat: u8,
    pub why: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct HandOver {
    /// The name of whoever is its owner from now on.
    pub to: String,
    pub why: String,
}
