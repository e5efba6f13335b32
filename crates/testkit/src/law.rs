//! The laws by name, and how a broken one is told.

use std::{fmt, path::PathBuf};

use serde_json::Value;

/// What every game keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Every supplied scenario sets up with its presets.
    SetsUp,
    /// Every value of every option, and every pair of them, can be set up.
    Options,
    /// Options, rules and scenarios are described fully and without duplicates.
    Shelf,
    /// Battles end; those that end by themselves do so within the turns that are stated.
    Ends,
    /// Somebody decides, and the sampled orders of all who do are legal.
    Samples,
    /// A list of orders holds every legal one once, and none other.
    Lists,
    /// The computer players' orders are legal though they see only views.
    Tactics,
    /// What a screen offers is legal, and the same for whatever truth is behind the view.
    Offers,
    /// What is legal does not hang on what a seat cannot know.
    Legality,
    /// A refused order changes nothing.
    Refused,
    /// No order and no text from outside makes the program panic.
    Hostile,
    /// Orders out of turn are turned away with the right reason.
    Submits,
    /// The same seed and orders give the same log.
    Repeats,
    /// The log alone rebuilds the state.
    Rebuilds,
    /// It does not matter who submits first.
    SubmissionOrder,
    /// Nobody can tell what another has sealed.
    Sealed,
    /// Only those who win and lose together confide in each other.
    Confides,
    /// A withdrawn order is as if it had never been sealed.
    Withdraws,
    /// What is imagined from a view gives the same view and decision.
    Imagines,
    /// What was witnessed alike is viewed alike.
    Leaks,
    /// A view changes only by an event that its viewer witnessed.
    Witnessed,
    /// The referee witnesses everything; what is witnessed is not cut twice.
    Witnesses,
    /// Everything stored is the same after a trip through JSON.
    Json,
    /// The match file proves the battle.
    Record,
    /// Every event cites rules of the index.
    Rules,
    /// Every refusal cites rules of the index, in words.
    Refusals,
    /// Every event is told in one line.
    Narrates,
    /// Situations, prompts and names have words.
    Describes,
    /// An order written down is read back as the same order.
    Notation,
    /// The winner is not thought to stand worse than the loser.
    Scores,
    /// A battle without a log goes like one with it.
    WithoutLog,
    /// What can never be right does not happen: the dead act, guns fire twice.
    Sense,
    /// Odds that are told are how often it happens.
    Odds,
    /// Neither side is favoured.
    Mirror,
    /// The rules do not panic.
    Panics,
}

/// As it stands in file names: `submission-order`.
impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, letter) in format!("{self:?}").chars().enumerate() {
            if 0 < i && letter.is_uppercase() {
                write!(f, "-")?;
            }
            write!(f, "{}", letter.to_lowercase())?;
        }
        Ok(())
    }
}

/// A law that was not kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    pub law: Law,
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law `{}` is broken: {}", self.law, self.what)
    }
}

pub(crate) type Kept = Result<(), Broken>;

/// The words are only found if `holds` is false.
pub(crate) fn require(holds: bool, law: Law, what: impl FnOnce() -> String) -> Kept {
    if holds { Ok(()) } else { Err(Broken { law, what: what() }) }
}

pub(crate) fn broken(law: Law, what: impl Into<String>) -> Kept {
    Err(Broken { law, what: what.into() })
}

/// A broken law, and all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct Failure {
    pub broken: Broken,
    pub game: &'static str,
    pub scenario: &'static str,
    pub options: Value,
    /// The number of the playout, if it was found in one.
    pub seed: Option<u64>,
    /// The number of the decision then open.
    pub decision: Option<usize>,
    /// The battle so far.
    pub record: Option<PathBuf>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { broken, game, scenario, options, .. } = self;
        writeln!(f, "{broken}")?;
        write!(f, "  game {game}, scenario {scenario}, options {options}")?;
        if let Some(seed) = self.seed {
            write!(f, "\n  seed {seed}")?;
            if let Some(decision) = self.decision {
                write!(f, ", decision {decision}")?;
            }
            write!(f, "; this battle alone: FLAGBRIDGE_ONLY={seed}")?;
        }
        if let Some(record) = &self.record {
            write!(f, "\n  see it: flagbridge replay {}", record.display())?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

/// Every law found broken, each the first time it was. Never empty.
#[derive(Clone, Debug)]
pub struct Failures(pub Vec<Failure>);

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, failure) in self.0.iter().enumerate() {
            write!(f, "{}{failure}", if 0 < i { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Failures {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_go_by_their_names() {
        assert_eq!(Law::SubmissionOrder.to_string(), "submission-order");
        assert_eq!(Law::Json.to_string(), "json");
    }
}
