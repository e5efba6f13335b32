//! The shipyard: parts, designs, fleets, duels.
//!
//! A design is the game's own data. It comes back in two forms: `design` as one
//! edits it, with everything in its plain place, and `file` as players exchange it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

/// Everything a ship can be made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Shipyard {
    pub game: String,
    /// A ship with little in it yet.
    #[ts(type = "unknown")]
    pub blank: Value,
    /// What is chosen for the ship itself; paths begin at the design.
    pub ship: Vec<Field>,
    pub groups: Vec<PartGroup>,
    pub parts: Vec<Part>,
    pub techs: Vec<TechCard>,
    /// The first are the ships of the book, which no navy owns.
    pub navies: Vec<NavyCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PartGroup {
    pub id: String,
    pub name: String,
}

/// One system that a ship may have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Part {
    pub id: String,
    pub name: String,
    /// The id of a group.
    pub group: String,
    /// The list of the design that a copy of `template` is added to.
    pub list: String,
    pub rule: String,
    pub about: String,
    /// Mass and points, in words.
    pub price: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<String>,
    /// SVG to put inside a square of 24 units, in the current colour.
    pub symbol: String,
    /// A new one, but for its id.
    #[ts(type = "Record<string, unknown>")]
    pub template: Value,
    pub fields: Vec<Field>,
    /// Every form with arcs that exists.
    pub mounts: Vec<Mount>,
    /// Technology that one or another form of it needs.
    pub techs: Vec<String>,
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Field {
    /// Where it stands; empty for `arcs`, which sets several fields.
    pub path: Vec<String>,
    pub name: String,
    /// `number`, `text`, `flag`, `choice`, `set`, `items`, `arcs`, `arc`, `link`, `links`, `layers`.
    pub kind: String,
    pub choices: Vec<Choice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub least: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub most: Option<u32>,
    /// Names of the systems a link may lead to.
    pub to: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Choice {
    /// `null` leaves the field out.
    #[ts(type = "unknown")]
    pub value: Value,
    pub name: String,
}

/// A form of a part that exists, with its price.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Mount {
    /// The fields that make the form; `null` for one that is left out.
    #[ts(type = "Record<string, unknown>")]
    pub set: Map<String, Value>,
    pub name: String,
    /// How many arcs.
    pub arcs: u8,
    /// The only arcs it may begin at, if not any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left: Option<Vec<String>>,
    pub mass: f64,
    pub points: u32,
}

/// One technology, and what it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TechCard {
    pub id: String,
    pub name: String,
    pub group: String,
    pub cost: u32,
    /// All of these are needed.
    pub all: Vec<String>,
    /// And one of these, if there are any.
    pub any: Vec<String>,
}

/// A navy with its supplied ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NavyCard {
    pub id: String,
    pub name: String,
    pub about: String,
    pub techs: Vec<String>,
    pub ships: Vec<DesignCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DesignCard {
    pub name: String,
    pub class: String,
    pub mass: u32,
    pub points: u32,
    pub cpv: Option<u32>,
    /// As one edits it.
    #[ts(type = "unknown")]
    pub design: Value,
}

/// A design to be looked over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DesignRequest {
    #[ts(type = "unknown")]
    pub design: Value,
    /// Options that differ from the game's own, by name.
    #[serde(default)]
    #[ts(optional = nullable, type = "Record<string, unknown>")]
    pub options: Option<Map<String, Value>>,
    /// The technology it may use; anything, if left out.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub techs: Option<Vec<String>>,
}

/// Everything about a design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DesignReport {
    pub name: String,
    pub class: String,
    pub mass: u32,
    /// What is taken up, rounded up.
    pub used: f64,
    /// What is left; below 0 if there is too much in it.
    pub spare: f64,
    pub points: u32,
    pub cpv: Option<u32>,
    /// Whether a battle under these options would take it.
    pub legal: bool,
    pub findings: Vec<DesignFinding>,
    /// Adds up to the points.
    pub lines: Vec<BillLine>,
    pub facts: Vec<Fact>,
    /// Technology it uses.
    pub needs: Vec<String>,
    /// As one edits it.
    #[ts(type = "unknown")]
    pub design: Value,
    /// As players exchange it.
    #[ts(type = "unknown")]
    pub file: Value,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DesignFinding {
    /// `note`, `warning`, `error`.
    #[ts(type = "'note' | 'warning' | 'error'")]
    pub severity: String,
    pub rule: String,
    pub message: String,
}

/// What one thing weighs and costs aboard this ship.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BillLine {
    /// A list of the design, or `hull`, `armour`, `streamlining`, `upgrades`.
    pub list: String,
    /// The place in that list.
    pub index: Option<usize>,
    pub name: String,
    pub mass: f64,
    /// Below 0 for a discount.
    pub points: i64,
}

/// Something worth knowing: `crew`, `5`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Fact {
    pub name: String,
    pub value: String,
}

/// Designs to be drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SheetRequest {
    #[ts(type = "Array<unknown>")]
    pub designs: Vec<Value>,
    #[serde(default)]
    #[ts(as = "Option<Paper>", optional)]
    pub paper: Paper,
    /// What the document is called.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub title: Option<String>,
}

/// Displays are A5; two of them lie side by side on A4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    #[default]
    A5,
    A4,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SheetList {
    pub sheets: Vec<Sheet>,
}

/// A display, in millimetres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Sheet {
    pub name: String,
    pub svg: String,
    pub width: u32,
    pub height: u32,
}

/// A fleet as players write it down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    pub name: String,
    /// The id of a supplied navy, whose technology it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub navy: Option<String>,
    /// Its own technology.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub techs: Option<Vec<String>>,
    /// The most points it may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub limit: Option<u32>,
    pub ships: Vec<FleetShip>,
}

/// Ships of one design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FleetShip {
    /// The name of a supplied design, or a design.
    #[ts(type = "unknown")]
    pub design: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<u32>,
    /// What the ships are called, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub names: Option<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FleetRequest {
    pub fleet: Fleet,
    #[serde(default)]
    #[ts(optional = nullable, type = "Record<string, unknown>")]
    pub options: Option<Map<String, Value>>,
}

/// Everything about a fleet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FleetReport {
    pub name: String,
    pub mass: u32,
    pub points: u32,
    pub cpv: Option<u32>,
    /// How many.
    pub ships: u32,
    pub limit: Option<u32>,
    /// Whether a battle under these options would take it.
    pub legal: bool,
    /// In the order of the fleet's ships.
    pub lines: Vec<FleetLine>,
    /// What concerns the fleet as a whole.
    pub findings: Vec<DesignFinding>,
    pub fleet: Fleet,
}

/// Ships of one design in a fleet; mass and points are those of one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FleetLine {
    pub name: String,
    pub class: String,
    pub number: u32,
    pub mass: u32,
    pub points: u32,
    pub cpv: Option<u32>,
    pub legal: bool,
    pub findings: Vec<DesignFinding>,
}

/// Fleets that are to meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BattleRequest {
    pub fleets: Vec<Fleet>,
    #[serde(default)]
    #[ts(optional = nullable, type = "Record<string, unknown>")]
    pub options: Option<Map<String, Value>>,
    #[serde(default)]
    #[ts(optional = nullable)]
    pub turns: Option<u16>,
}

/// A scenario of their own, for `NewMatch`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BattleSetup {
    pub title: String,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    #[ts(type = "unknown")]
    pub setup: Value,
}

/// Two fleets, or two ships, that computers fight with again and again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DuelRequest {
    /// Two.
    pub fleets: Vec<Fleet>,
    /// At most 200, which is also what is meant if it is left out.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub battles: Option<u32>,
    /// `captain` if left out; `cadet`, `random`.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub level: Option<String>,
    #[serde(default)]
    #[ts(optional = nullable)]
    pub seed: Option<u32>,
    #[serde(default)]
    #[ts(optional = nullable, type = "Record<string, unknown>")]
    pub options: Option<Map<String, Value>>,
}

/// How it went; by fleet, which change sides every other battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DuelResult {
    /// Fewer than asked for, if time ran out.
    pub battles: u64,
    pub wins: Vec<u64>,
    pub draws: u64,
    pub score: Vec<Interval>,
    /// The mean length.
    pub turns: f64,
    pub points: Vec<u32>,
    pub level: String,
    pub seed: u32,
    pub seconds: f64,
}

/// A mean with its 95 % interval; a draw counts half.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Interval {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}
