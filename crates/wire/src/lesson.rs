//! Lessons: what one says, and where it stands after some orders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Finding, Line, SeatCard, Table, Written};

/// A lesson, as it stands in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LessonCard {
    pub id: String,
    pub title: String,
    /// What one learns, in a sentence.
    pub blurb: String,
    /// How long it takes, about.
    pub minutes: u8,
    /// How many tasks it has.
    pub tasks: usize,
}

/// Where does a lesson stand after these orders? Nothing of it is kept by the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LessonRequest {
    /// The learner's orders from the start on: the game's own data, or text in its notation.
    #[ts(type = "unknown[]")]
    pub orders: Vec<Value>,
    /// The number of the first event wanted.
    #[serde(default)]
    pub from: usize,
}

/// What do the rules say of an order there?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LessonAsk {
    #[ts(type = "unknown[]")]
    pub orders: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub order: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
}

/// Where a lesson stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LessonMoment {
    pub card: LessonCard,
    /// How many of the orders were taken.
    pub taken: usize,
    /// The number of the open task, from 0; as many as there are when all is done.
    pub task: usize,
    pub coach: Coach,
    /// Why the next of the orders was not taken.
    pub answer: Option<CoachAnswer>,
    /// What is remarked on what has just happened.
    pub remarks: Vec<String>,
    pub seats: Vec<SeatCard>,
    /// The learner's.
    pub seat: u8,
    pub table: Table,
    /// What has happened, as the learner saw it; numbered in the whole log.
    pub events: Vec<Line>,
    /// The learner's view before anything had happened, if everything was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub start: Option<Value>,
}

/// What is said about the open task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Coach {
    /// To be read first, one after the other.
    pub pages: Vec<CoachPage>,
    /// What to do; empty when there is nothing left to do.
    pub task: String,
    /// What it is good for.
    pub why: String,
    pub rule: Option<String>,
    /// What on the screen it is about.
    pub point: Vec<String>,
    /// An order that does it.
    pub show: Option<Written>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CoachPage {
    pub text: String,
    pub point: Vec<String>,
    pub rule: Option<String>,
}

/// Why an order was not taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CoachAnswer {
    pub words: String,
    /// What the rules have against it; none if only the lesson wants another.
    pub findings: Vec<Finding>,
}
