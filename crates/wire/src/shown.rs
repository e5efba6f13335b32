//! Rules that show themselves: the guide to a game, and cases played step by step.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{DesignFinding, Fact, Finding, Line};

/// All cases of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CaseList {
    pub cases: Vec<CaseCard>,
}

/// A case in a list: an example of one rule or of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CaseCard {
    pub id: String,
    /// What it shows, in one line.
    pub name: String,
    /// The rules it shows, the most important first.
    pub rules: Vec<String>,
    /// `played`, `still` (nothing is ordered), `refused` (nothing but that), `design`, `impossible`.
    #[ts(type = "'played' | 'still' | 'refused' | 'design' | 'impossible'")]
    pub kind: String,
}

/// A case, played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CasePage {
    pub game: String,
    pub id: String,
    pub name: String,
    /// What to look at, in more words.
    pub about: Option<String>,
    pub rules: Vec<String>,
    /// Options in words, where they are not those of the book.
    pub options: Vec<Fact>,
    /// The names of the seats, in order; none if there is no battle.
    pub seats: Vec<String>,
    /// What the referee sees at first: the game's own data.
    #[ts(type = "unknown")]
    pub start: Option<Value>,
    pub steps: Vec<CaseStep>,
    /// Why it cannot be set up, where that is what it shows.
    pub impossible: Vec<String>,
    pub design: Option<CaseDesign>,
}

/// What was ordered, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CaseStep {
    /// What to look at.
    pub about: Option<String>,
    /// The phase in which it was ordered; nothing before the first decision.
    pub phase: Option<String>,
    pub orders: Vec<CaseOrder>,
    /// In the order rolled.
    pub dice: Vec<CaseDie>,
    /// What happened, as the referee saw it. Numbered through all steps.
    pub lines: Vec<Line>,
    /// Who won with it; nobody: a draw. Left out while the battle goes on.
    pub won: Option<Vec<String>>,
}

/// One seat's order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CaseOrder {
    pub seat: usize,
    /// In the notation of the book.
    pub text: String,
    /// Why the rules refuse it, if they do. A rule may be empty.
    pub refused: Vec<Finding>,
}

/// A die as it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CaseDie {
    pub face: u8,
    pub sides: u8,
}

/// A design, and everything there is to say of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CaseDesign {
    pub name: String,
    pub mass: u32,
    pub points: u32,
    /// Combat points, in games that have them.
    pub cpv: Option<u32>,
    pub findings: Vec<DesignFinding>,
    /// What it has.
    pub parts: Vec<Fact>,
    /// The game's own data for its shipyard, where it has one.
    #[ts(type = "unknown")]
    pub design: Option<Value>,
}

/// How to play a game, for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HowTo {
    pub game: String,
    /// In the order in which one needs them.
    pub chapters: Vec<HowToChapter>,
    /// Words that people use, for a search.
    pub synonyms: Vec<Synonym>,
}

/// One chapter of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HowToChapter {
    pub id: String,
    pub title: String,
    /// Paragraphs apart by an empty line, lists of lines that begin with a dash, `**strong words**`,
    /// and links to `rule:ID`, `chapter:id`, `play:scenario`, `rules` or `yard`.
    pub text: String,
    /// The rules behind it.
    pub rules: Vec<String>,
    pub diagrams: Vec<HowToDiagram>,
}

/// A picture: a case after some of its steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HowToDiagram {
    /// The id of the case.
    pub case: String,
    /// All of them, if there is no number.
    pub steps: Option<usize>,
    pub caption: String,
}

/// A word that people use, and the words that the rules have for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Synonym {
    pub word: String,
    pub meant: Vec<String>,
}
