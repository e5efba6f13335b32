//! The match file: everything needed to open a battle for ever, and to prove it.

use std::fmt;

use dice::{
    Dice,
    fair::{self, Commitment, Contribution, Secret},
};
use serde::{Deserialize, Serialize};

use crate::{Game, Match, Opening, Outcome, Pending, Seat, SetupError};

/// The format written today. Formats once written are read for ever.
pub const FORMAT: &str = "flagbridge-record/1";

/// One battle as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Record<G: Game> {
    pub format: String,
    pub game: String,
    /// [`Game::RULES_VERSION`] when it was played.
    pub rules_version: u32,
    pub options: G::Options,
    pub scenario: G::Scenario,
    pub seats: Vec<SeatInfo>,
    /// The hash of the secret, published before the first decision.
    pub commitment: Commitment,
    pub contributions: Vec<Contribution>,
    /// Revealed when the battle is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    pub decisions: Vec<DecisionRecord<G::Order>>,
    pub events: Vec<G::Event>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Who sat in a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatInfo {
    /// A name for people: `Cobalt`.
    pub name: String,
    /// `human`, or the computer level: `captain`.
    pub player: String,
}

/// The orders of one decision, once all were in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionRecord<O> {
    pub phase: String,
    /// How many events had happened before.
    pub after: usize,
    pub orders: Vec<(Seat, O)>,
}

/// What a verification found to be true.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Every die and every event came out again.
    Proven { events: usize, dice: u64, outcome: Option<Outcome> },
    /// The events fold into a battle, but its secret is not revealed yet.
    Unrevealed { events: usize },
}

/// The first thing in a record that is not so.
#[derive(Clone, Debug, PartialEq)]
pub enum Discrepancy {
    Format(String),
    OtherGame(String),
    OtherRules { recorded: u32, ours: u32 },
    SetUp(SetupError),
    Commitment,
    Order { decision: usize, reason: String },
    Event { n: usize, recorded: Option<String>, recomputed: Option<String> },
    Outcome { recorded: Option<Outcome>, recomputed: Option<Outcome> },
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Discrepancy::Format(format) => write!(f, "format {format:?}, expected {FORMAT:?}"),
            Discrepancy::OtherGame(game) => write!(f, "a record of game {game:?}"),
            Discrepancy::OtherRules { recorded, ours } => {
                write!(f, "played under rules version {recorded}, this program recomputes version {ours}")
            }
            Discrepancy::SetUp(err) => write!(f, "{err}"),
            Discrepancy::Commitment => write!(f, "the revealed secret does not match the commitment"),
            Discrepancy::Order { decision, reason } => write!(f, "decision {decision}: {reason}"),
            Discrepancy::Event { n, recorded, recomputed } => {
                let or_nothing = |it: &Option<String>| it.clone().unwrap_or_else(|| "nothing".to_owned());
                let (recorded, recomputed) = (or_nothing(recorded), or_nothing(recomputed));
                write!(f, "event {n} differs: recorded {recorded}, recomputed {recomputed}")
            }
            Discrepancy::Outcome { recorded, recomputed } => {
                write!(f, "outcome differs: recorded {recorded:?}, recomputed {recomputed:?}")
            }
        }
    }
}

impl std::error::Error for Discrepancy {}

/// Why a record cannot be opened.
pub type OpenError = Discrepancy;

impl<G: Game> Record<G> {
    /// The state at the start, and whether the file is ours to read.
    ///
    /// # Errors
    ///
    /// If the record is of another format or game, or its scenario is broken.
    pub fn start(&self) -> Result<G, OpenError> {
        if self.format != FORMAT {
            return Err(Discrepancy::Format(self.format.clone()));
        }
        if self.game != G::ID {
            return Err(Discrepancy::OtherGame(self.game.clone()));
        }
        G::set_up(&self.options, &self.scenario).map_err(Discrepancy::SetUp)
    }

    /// The state after the first `n` events: events are the record, so this
    /// needs neither dice nor the rules of the time.
    ///
    /// # Errors
    ///
    /// As [`Record::start`].
    pub fn state_after(&self, n: usize) -> Result<G, OpenError> {
        let mut state = self.start()?;
        self.events.iter().take(n).for_each(|event| state.apply(event));
        Ok(state)
    }

    /// Takes the battle up again where the record ends.
    ///
    /// # Errors
    ///
    /// If the secret is not in the record, or anything recomputes otherwise.
    pub fn resume(&self) -> Result<Match<G>, Discrepancy> {
        self.start()?;
        if self.rules_version != G::RULES_VERSION {
            return Err(Discrepancy::OtherRules { recorded: self.rules_version, ours: G::RULES_VERSION });
        }
        let Some(secret) = &self.secret else {
            return Err(Discrepancy::Format(format!("{} without its secret", self.format)));
        };
        if secret.commitment() != self.commitment {
            return Err(Discrepancy::Commitment);
        }
        let opening = Opening {
            options: self.options.clone(),
            scenario: self.scenario.clone(),
            seats: self.seats.clone(),
            secret: secret.clone(),
            contributions: self.contributions.clone(),
        };
        let dice = Dice::from_seed(fair::seed(secret, &self.contributions));
        let mut game = Match::begin_with(opening, dice).map_err(Discrepancy::SetUp)?;
        let mut compared = self.compare(&game, 0)?;
        for (n, decision) in self.decisions.iter().enumerate() {
            let wrong = |reason: String| Discrepancy::Order { decision: n, reason };
            if decision.after != game.log().len() {
                return Err(wrong(format!(
                    "said to come after event {}, but {} events had happened",
                    decision.after,
                    game.log().len()
                )));
            }
            for (seat, order) in &decision.orders {
                game.submit_for(n, *seat, order.clone()).map_err(|err| wrong(err.to_string()))?;
            }
            if game.decision_number() != n + 1 {
                return Err(wrong("an order is missing".to_owned()));
            }
            compared = self.compare(&game, compared)?;
        }
        if compared < self.events.len() {
            return Err(self.differs(&game, compared));
        }
        if self.outcome != game.outcome() {
            return Err(Discrepancy::Outcome { recorded: self.outcome, recomputed: game.outcome() });
        }
        Ok(game)
    }

    /// The battle as its events tell it, to be looked at and not played on.
    ///
    /// # Errors
    ///
    /// As [`Record::start`], and if the secret is not in the record.
    pub fn fold(&self) -> Result<Match<G>, OpenError> {
        let start = self.start()?;
        let Some(secret) = &self.secret else {
            return Err(Discrepancy::Format(format!("{} without its secret", self.format)));
        };
        let opening = Opening {
            options: self.options.clone(),
            scenario: self.scenario.clone(),
            seats: self.seats.clone(),
            secret: secret.clone(),
            contributions: self.contributions.clone(),
        };
        Ok(Match::told(opening, start, self.decisions.clone(), &self.events))
    }

    /// Recomputes every die and every event.
    ///
    /// # Errors
    ///
    /// The first thing that differs.
    pub fn verify(&self) -> Result<Verdict, Discrepancy> {
        if self.secret.is_none() {
            let state = self.state_after(self.events.len())?;
            if matches!(state.pending(), Pending::Over(_)) {
                return Err(Discrepancy::Format(format!(
                    "{} of a finished battle without its secret",
                    self.format
                )));
            }
            return Ok(Verdict::Unrevealed { events: self.events.len() });
        }
        let game = self.resume()?;
        let (events, dice) = (self.events.len(), game.dice().rolled());
        Ok(Verdict::Proven { events, dice, outcome: game.outcome() })
    }

    /// Compares the events from number `from` that have been recomputed so far.
    fn compare(&self, game: &Match<G>, from: usize) -> Result<usize, Discrepancy> {
        for (n, event) in game.log().iter().enumerate().skip(from) {
            if self.events.get(n) != Some(event) {
                return Err(self.differs(game, n));
            }
        }
        Ok(game.log().len())
    }

    fn differs(&self, game: &Match<G>, n: usize) -> Discrepancy {
        let show = |event: Option<&G::Event>| event.map(|it| serde_json::to_string(it).expect("plain data"));
        Discrepancy::Event { n, recorded: show(self.events.get(n)), recomputed: show(game.log().get(n)) }
    }
}
