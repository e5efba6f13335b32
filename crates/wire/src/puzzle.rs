//! Puzzles: positions in which one order is clearly the best.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{MatchInfo, Written};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleList {
    pub puzzles: Vec<PuzzleCard>,
}

/// A puzzle as it stands in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleCard {
    pub id: String,
    pub game: String,
    /// The scenario it comes from.
    pub title: String,
    /// Whose order it is, by name.
    pub side: String,
    pub turn: u32,
    /// What is to be decided: the phase by its name in the rulebook.
    pub theme: String,
    /// From 1, easy, to 3.
    pub hard: u8,
    /// The rules it turns on.
    pub rules: Vec<String>,
    /// How many orders there are to choose from, as far as they were counted.
    pub legal: usize,
}

/// A puzzle to be solved: the table as its seat sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzlePage {
    pub card: PuzzleCard,
    /// In the shape of a match, so that the same table can show it.
    pub info: MatchInfo,
}

/// An order to be tried: its data, or its text, or neither to be told the solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TryRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub order: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
}

/// What came of trying an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Tried {
    /// `right`, `good` or `worse`.
    pub verdict: String,
    pub written: Written,
    /// How the side stands after the order, on average: 0 is lost, 100 is won.
    pub worth: f64,
    /// The same after the solution.
    pub best: f64,
    /// In how many imagined battles that was tried.
    pub worlds: usize,
    /// One way it may go on, as the seat would see it.
    pub story: Vec<String>,
    /// What it was, once it was found or asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub solution: Option<Solution>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Solution {
    #[serde(flatten)]
    pub written: Written,
    /// Why, in one line.
    pub reason: String,
    /// The orders that were weighed, the best first.
    pub orders: Vec<WeighedOrder>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WeighedOrder {
    pub notation: String,
    /// As [`Tried::worth`].
    pub worth: f64,
    /// Whether a captain would give it by rule of thumb.
    pub captains: bool,
}
