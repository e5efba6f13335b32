//! The lab: studies asked for, watched, stopped and gone on with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::yard::{Fleet, Interval};

/// What somebody wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum StudyQuestion {
    /// Is this scenario fair?
    Fair,
    /// Which of these fleets is better?
    Fleets,
    /// Which of these two players is better?
    Players,
    /// How do all of these players compare?
    Matrix,
    /// A study of one's own, written as a file (docs/lab.md).
    Free,
}

/// A question for the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    pub question: StudyQuestion,
    /// Everywhere but in a free study.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub game: Option<String>,
    /// Ids of scenarios, or `all`; the introductory one if there are none. With fleets none means open space.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub scenarios: Vec<String>,
    #[serde(default)]
    #[ts(optional = nullable, type = "Record<string, unknown>")]
    pub options: Option<Map<String, Value>>,
    /// Two or more, if that is the question.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<Fleet>>")]
    pub fleets: Vec<Fleet>,
    /// One for a question about scenarios or fleets, two or more for one about players.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub players: Vec<String>,
    /// What it is called; the server has a name for it otherwise.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub title: Option<String>,
    /// The most battles of each kind.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub battles: Option<u32>,
    /// Enough once the 95 % interval of the first player's score is no wider: 0.06 is from 47 to 53 %.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub width: Option<f64>,
    /// Enough once a sequential test knows whether the first of two players is better.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub test: bool,
    #[serde(default)]
    #[ts(optional = nullable)]
    pub seed: Option<u32>,
    /// The file of a free study.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub toml: Option<String>,
}

/// A study that has been taken up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyMade {
    pub id: String,
    /// What stops it, lets it go on and deletes it, for a guest of a public server. It is told once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub secret: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum StudyState {
    /// Others are before it.
    Waiting,
    Running,
    /// Somebody stopped it, or its time was up; it can go on.
    Stopped,
    /// It has seen enough.
    Done,
    /// It cannot go on; `why` says why not.
    Failed,
}

/// A study in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyCard {
    pub id: String,
    pub title: String,
    pub question: StudyQuestion,
    pub games: Vec<String>,
    pub state: StudyState,
    /// Why it has stopped or failed, if there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<String>,
    pub battles: u64,
    /// How many it will have had at the most.
    pub most: u64,
    /// In milliseconds since 1970.
    pub created: u64,
    /// Whether whoever asks may stop it, let it go on, and delete it.
    pub mine: bool,
}

/// How much a study may be on this server; nothing is said where there are no limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyLimits {
    /// Battles of a study at the most, of all kinds together.
    pub battles: u64,
    pub kinds: u64,
    /// Minutes of work on one study.
    pub minutes: u64,
    /// Nodes an admiral may search for an order.
    pub nodes: u64,
    /// Studies of one person or address that run or wait.
    pub open: u64,
    /// Days after which a study is removed that nobody has looked at.
    pub days: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyList {
    /// Those of whoever asks; on somebody's own table all of them. The newest first.
    pub studies: Vec<StudyCard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limits: Option<StudyLimits>,
}

/// One kind of battle of a study, and what has come of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyKind {
    pub game: String,
    pub scenario: String,
    /// What people call it.
    pub title: String,
    pub players: Vec<String>,
    pub seats: Vec<String>,
    pub fleets: Vec<String>,
    /// Whether players change sides from battle to battle.
    pub swap: bool,
    pub seed: u64,
    pub battles: u64,
    /// By player.
    pub wins: Vec<u64>,
    pub draws: u64,
    pub score: Vec<Interval>,
    pub turns: f64,
    /// Why it has seen enough: `battles`, `width`, `better`, `not_better`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ended: Option<String>,
    /// The command that fights the same battles.
    pub command: String,
}

/// What a player or a fleet has come to in all battles of a study together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyStanding {
    pub name: String,
    pub battles: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub score: Interval,
}

/// A figure of the report: `svg` needs nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyFigure {
    pub id: String,
    pub title: String,
    /// How to read it.
    pub words: String,
    pub battles: u64,
    /// In units of the screen; its width is 760.
    pub height: f64,
    pub svg: String,
}

/// One battle that can be watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyBattle {
    pub kind: usize,
    pub battle: u64,
    /// Who won, by the names of the seats; nobody in a draw.
    pub winners: Vec<String>,
    pub turns: u32,
}

/// A study as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyPage {
    pub card: StudyCard,
    /// How many studies come before it, if it waits.
    pub ahead: usize,
    /// Battles a second, while it runs.
    pub rate: f64,
    /// Seconds until it is over at the latest, while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left: Option<f64>,
    /// What the battles say, in sentences.
    pub answers: Vec<String>,
    /// Where players or fleets are compared: what each has come to.
    pub standings: Vec<StudyStanding>,
    pub kinds: Vec<StudyKind>,
    /// The last battles that were fought.
    pub latest: Vec<StudyBattle>,
    /// Left out by a push where they are the same as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub figures: Option<Vec<StudyFigure>>,
    /// What can be fetched under `files/`.
    pub files: Vec<String>,
}

/// What a table needs on which one fights a battle of a study oneself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudySetup {
    pub game: String,
    pub title: String,
    pub seats: Vec<String>,
    /// The supplied scenario, if it is one as it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scenario: Option<String>,
    /// The scenario itself otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub setup: Option<Value>,
    #[ts(type = "Record<string, unknown>")]
    pub options: Map<String, Value>,
    /// Who fought there, by seat, in the first battle.
    pub players: Vec<String>,
}
