//! What there is to play, and what is told of a battle line by line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

/// Whether the server can do its work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Health {
    /// `ok`, `degraded` while the database is away, or `stopping`.
    pub status: String,
    /// `ok`, or `away`.
    pub database: String,
}

/// Where others can reach the server: what links for friends begin with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Reach {
    /// The best first; none if nobody but its own machine can, and for all who have come from elsewhere.
    pub addresses: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameList {
    pub games: Vec<GameCard>,
    /// Programs of one's own that may be given a seat, on somebody's own table: a computer of level
    /// `exec:` and the name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub programs: Vec<String>,
}

/// One game, with everything a new battle can be made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameCard {
    pub id: String,
    pub name: String,
    pub edition: String,
    /// Whose game it is.
    pub by: String,
    /// One sentence on what it is like.
    pub nature: String,
    pub rules_version: u32,
    pub scenarios: Vec<ScenarioCard>,
    pub options: Vec<OptionCard>,
    /// What a turn is called: `day`.
    #[serde(default)]
    pub turn: String,
    /// In the order in which one takes them.
    #[serde(default)]
    pub lessons: Vec<crate::LessonCard>,
    /// The groups that options stand in, in order.
    #[serde(default)]
    pub groups: Vec<String>,
    /// The computer players, the weakest first: `cadet`, `captain`, `admiral`.
    pub levels: Vec<String>,
    /// Whether one can design ships for it.
    #[serde(default)]
    pub shipyard: bool,
}

/// A supplied scenario, as it stands in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ScenarioCard {
    pub id: String,
    pub title: String,
    pub blurb: String,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// About how long it takes a person.
    #[serde(default)]
    pub minutes: u16,
    /// For whom it is: `first` for beginners, then `next`, then `hard`.
    #[serde(default)]
    pub level: String,
    /// Its place in the order in which one learns the game, from 0.
    #[serde(default)]
    pub place: usize,
    /// What each seat is told before the battle, in order.
    #[serde(default)]
    pub briefs: Vec<Brief>,
    /// The options it is meant to be played with: the game's own data.
    #[ts(type = "unknown")]
    pub options: Value,
}

/// A seat's task in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Brief {
    /// How it wins.
    pub win: String,
    /// What to try first.
    pub start: String,
}

/// One scenario whole, for a preview.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ScenarioPage {
    #[serde(flatten)]
    pub card: ScenarioCard,
    /// The game's own data, as `NewMatch.setup` takes it.
    #[ts(type = "unknown")]
    pub scenario: Value,
    /// What a spectator sees before the first decision.
    #[ts(type = "unknown")]
    pub view: Value,
}

/// A scenario looked at before it is begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PreviewRequest {
    /// Options that differ from the scenario's, by name.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub options: Map<String, Value>,
}

/// One rule switch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OptionCard {
    /// The field in the game's options.
    pub name: String,
    /// What people call it.
    #[serde(default)]
    pub title: String,
    /// The group it stands in.
    #[serde(default)]
    pub group: String,
    pub meaning: String,
    pub rule: String,
    /// The rulebook's default.
    #[ts(type = "unknown")]
    pub default: Value,
    /// Values to choose from; for a number, examples.
    #[ts(type = "Array<unknown>")]
    pub choices: Vec<Value>,
    /// What the choices are called, in their order.
    #[serde(default)]
    pub labels: Vec<String>,
    /// What may be chosen, in words.
    pub values: String,
}

/// What every word and mark on the screens of a game means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Glossary {
    pub game: String,
    /// In the order in which one meets them.
    pub entries: Vec<GlossaryEntry>,
}

/// One word or mark, explained in a sentence or two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GlossaryEntry {
    pub term: String,
    /// Other forms that stand in texts.
    pub forms: Vec<String>,
    /// Names of marks on the screen that it explains; never looked for in texts.
    pub marks: Vec<String>,
    /// The term itself is too common to be marked in texts.
    pub quiet: bool,
    pub text: String,
    pub rule: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RuleIndex {
    pub game: String,
    pub rules: Vec<Rule>,
}

/// One rule in our own words, and where it lives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Rule {
    pub id: String,
    /// `core`, `optional`, `scenario`, `inferred`.
    pub tag: String,
    /// The title of the chapter it stands in.
    #[serde(default)]
    pub chapter: String,
    /// What it does, in short.
    #[serde(default)]
    pub summary: String,
    pub text: String,
    /// Edges, examples and gaps with their rulings.
    pub notes: Vec<String>,
    /// `file:line` of the code that carries the id.
    pub code: Vec<String>,
    /// `file:line` of tests and cases that carry it.
    pub tests: Vec<String>,
}

/// One event as the viewer saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Line {
    /// Its number, from 0: while the battle lasts among those the viewer has
    /// seen, afterwards in the record, where unseen ones leave gaps.
    pub n: usize,
    pub turn: u32,
    /// In words.
    pub text: String,
    /// The ids of the rules that made it happen.
    pub rules: Vec<String>,
    /// The game's own data.
    #[ts(type = "unknown")]
    pub event: Value,
    /// What its dice gave and might have given; left out where none count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Stake>>", optional)]
    pub luck: Vec<Stake>,
    /// The faces of its dice, in the order they fell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u8>>", optional)]
    pub dice: Vec<u8>,
    /// A blow struck home, whatever it cost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub hit: bool,
    /// Who lost what by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Toll>>", optional)]
    pub tolls: Vec<Toll>,
    /// Why the battle is over, if it says so, in a clause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub verdict: Option<String>,
    /// It only moves the sequence of play on: logs for people leave it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub aside: bool,
    /// What takes the viewer's view before it to the view after it: a JSON Patch
    /// (RFC 6902). Left out where nothing changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Change>>", optional)]
    pub changes: Vec<Change>,
}

/// What an event cost one ship, or whatever else can be lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Toll {
    pub side: u8,
    /// As the log names it.
    pub name: String,
    pub points: u32,
    /// What the points are, as many: `boxes`.
    pub unit: String,
    /// `destroyed` or `left`, if that was the end of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gone: Option<String>,
}

/// One operation of a JSON Patch. `path` is a JSON pointer into the view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Change {
    Add {
        path: String,
        #[ts(type = "unknown")]
        value: Value,
    },
    Replace {
        path: String,
        #[ts(type = "unknown")]
        value: Value,
    },
    Remove {
        path: String,
    },
}

/// One throw of dice, with everything it could have come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Stake {
    /// Whose luck it was.
    pub side: u8,
    /// What is counted, as many: `boxes`.
    pub unit: String,
    pub rolled: u32,
    /// In how many equally likely ways it comes to 0, 1, 2 and so on.
    pub ways: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LineList {
    pub events: Vec<Line>,
    /// The number to ask from next time.
    pub next: usize,
}
