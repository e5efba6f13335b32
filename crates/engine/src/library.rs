//! What comes with a game: its rules, options, scenarios, situations, designs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Data, Finding, Game, Seat, SetupError, Shipyard};

/// A battle without people lasts no more turns than this, whatever game it is.
pub const MOST_TURNS: u16 = 100;

/// The shelf a game's boxes stand on. All of it is plain data.
pub trait Library: Game {
    /// Any mid-battle situation, as a person writes it down.
    type Situation: Data;
    /// One ship or unit design, as players exchange it.
    type Design: Data;

    fn about() -> About;
    /// The supplied scenarios; the introductory one has the id `intro`.
    fn scenarios() -> Vec<ScenarioInfo<Self::Scenario>>;
    /// Every switch, with what it means and which values are worth trying.
    fn option_infos() -> Vec<OptionInfo>;
    /// The rule index, in our own words.
    fn rule_index() -> Vec<Rule>;
    /// The options a scenario is meant to be played with.
    fn preset(scenario: &Self::Scenario) -> Self::Options;
    /// The same, between computer players that would not stop by themselves.
    fn computer_preset(scenario: &Self::Scenario) -> Self::Options;
    /// Whether a battle of this scenario under these options ends by itself within
    /// [`MOST_TURNS`] turns, whoever plays. Where no person sits, nobody else would end it.
    ///
    /// # Errors
    ///
    /// The option, or the part of the scenario, that lets it go on; what is allowed; and the rule.
    fn ends_by_itself(options: &Self::Options, scenario: &Self::Scenario) -> Result<(), String>;
    /// Every phase that a battle may wait in, with the word by which a situation begins there.
    fn phases() -> &'static [PhaseName];
    /// # Errors
    ///
    /// Everything that contradicts itself.
    fn from_situation(options: &Self::Options, situation: &Self::Situation) -> Result<Self, SetupError>;
    fn audit(design: &Self::Design) -> Audit;
    /// The same under these options, in games whose options change what may be built.
    fn audit_under(design: &Self::Design, _options: &Self::Options) -> Audit {
        Self::audit(design)
    }
    /// The yard, in games whose players design ships.
    fn shipyard() -> Option<Shipyard<Self>> {
        None
    }
    /// What became of every unit, for the statistics of a simulation.
    fn losses(&self) -> Vec<Loss>;
}

/// A phase by both of its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseName {
    /// As [`crate::Decision::phase`] has it.
    pub name: &'static str,
    /// As situations have it; nothing where none can begin, since only play leads there.
    pub word: Option<&'static str>,
}

impl PhaseName {
    /// Those of `phases` that a person who writes `text` means: by name, or by word if none has the name.
    pub fn meant<'a>(phases: &'a [PhaseName], text: &str) -> Vec<&'a PhaseName> {
        let alike = |known: &str| {
            known.len() == text.len()
                && known.chars().zip(text.chars()).all(|(a, b)| plain_letter(a) == plain_letter(b))
        };
        let named: Vec<&PhaseName> = phases.iter().filter(|it| alike(it.name)).collect();
        if named.is_empty() { phases.iter().filter(|it| it.word.is_some_and(alike)).collect() } else { named }
    }
}

/// `Point defence` and `point_defence` are the same words.
fn plain_letter(letter: char) -> char {
    if matches!(letter, '_' | '-') { ' ' } else { letter.to_ascii_lowercase() }
}

/// Phases as [`Library::phases`] gives them: `name` or `name = word`, in order.
#[macro_export]
macro_rules! phases {
    ($($name:literal $(= $word:literal)?),+ $(,)?) => {
        &[$($crate::PhaseName { name: $name, word: $crate::phases!(@ $($word)?) }),+]
    };
    (@) => { None };
    (@ $word:literal) => { Some($word) };
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct About {
    pub id: &'static str,
    pub name: &'static str,
    pub edition: &'static str,
    /// Whose game it is.
    pub by: &'static str,
    /// One sentence on what it is like.
    pub nature: &'static str,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioInfo<S> {
    pub id: &'static str,
    pub title: String,
    pub blurb: String,
    pub scenario: S,
}

/// One rule switch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionInfo {
    /// The field in the game's options.
    pub name: &'static str,
    pub meaning: &'static str,
    pub rule: &'static str,
    /// The rulebook's default.
    pub default: Value,
    /// Values to choose from; for a number, examples worth testing.
    pub choices: Vec<Value>,
    /// What may be chosen, in words: `on, off` or `any number above 0`.
    pub values: &'static str,
}

/// One rule of the index and where it lives.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rule {
    pub id: String,
    /// `core`, `optional`, `scenario`, `inferred`.
    pub tag: String,
    pub text: String,
    /// Edges, examples and gaps with their rulings.
    pub notes: Vec<String>,
    /// `file:line` of the code that carries the id. The game itself does not know: the registry does.
    pub code: Vec<String>,
    /// `file:line` of tests and cases that carry it, likewise.
    pub tests: Vec<String>,
}

/// A rule as a crate's build script leaves it: id, tag, text, notes.
pub type RuleEntry = (&'static str, &'static str, &'static str, &'static [&'static str]);

impl From<&RuleEntry> for Rule {
    fn from(&(id, tag, text, notes): &RuleEntry) -> Rule {
        Rule {
            id: id.to_owned(),
            tag: tag.to_owned(),
            text: text.to_owned(),
            notes: notes.iter().map(|it| (*it).to_owned()).collect(),
            code: Vec::new(),
            tests: Vec::new(),
        }
    }
}

/// A design checked: what it costs and everything there is to say about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Audit {
    pub name: String,
    pub mass: u32,
    pub points: u32,
    /// Combat points, in games that have them.
    pub cpv: Option<u32>,
    pub findings: Vec<(Severity, Finding)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// What became of one unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Loss {
    pub seat: Seat,
    pub class: String,
    pub fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    Survived,
    Destroyed,
    Left,
}
