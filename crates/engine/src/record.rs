//! The match file: everything needed to open a battle for ever, and to prove it.

use std::{fmt, ops::Range, sync::Arc};

use dice::{
    Dice, Position,
    fair::{self, Commitment, Contribution, Secret},
};
use proof::{Checked, Place, Refused};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Ending, Format, Game, Giver, History, Match, Opening, Outcome, Pending, Seat, Seating, SetupError,
    Stretch, r#match::Told,
};

/// One battle as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Record<G: Game> {
    pub format: String,
    pub game: String,
    /// [`Game::RULES_VERSION`] when it began.
    pub rules_version: u32,
    pub options: G::Options,
    pub scenario: G::Scenario,
    pub seats: Vec<SeatInfo>,
    /// Published before the first decision: the hash of the secret, from
    /// format 2 on with everything that was settled by then.
    pub commitment: Commitment,
    pub contributions: Vec<Contribution>,
    /// Revealed when the battle is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// The hash of each part of the opening, once the secret is revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<proof::Parts>,
    /// Rules that took over later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<Stretch>,
    /// Everybody who sat down, from the start on; empty if nobody did later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seatings: Vec<Seating>,
    /// The decisions before which the record was brought in from outside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brought: Vec<usize>,
    pub decisions: Vec<DecisionRecord<G::Order>>,
    pub events: Vec<G::Event>,
    /// What ended the battle, if the rules did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Everything that was ordered and changed hands, link by link, once the
    /// secret is revealed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<proof::Signature>,
    /// The names of accounts by seat: outside of every proof.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
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
    /// Who gave the orders that the players did not give themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<(Seat, Giver)>,
}

/// What a verification found to be true.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Every die and every event came out again.
    Proven { events: usize, dice: u64, outcome: Option<Outcome>, proof: Proof },
    /// Nothing speaks against it, but some of it was played under rules that
    /// are not ours and could only be followed, not recomputed.
    Followed { events: usize, dice: u64, outcome: Option<Outcome>, proof: Proof },
    /// The events fold into a battle, but its secret is not revealed yet.
    Unrevealed { events: usize },
}

/// What stands behind a verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    pub format: Format,
    pub stretches: Vec<Judged>,
    /// Opening and orders against commitment and chain; nothing in format 1.
    pub checked: Option<Checked>,
    /// The key that signed the end. Only those who can check a signature say so:
    /// crate `rulesets`.
    pub signed_by: Option<String>,
}

/// Decisions and events under one version of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub rules_version: u32,
    pub decisions: Range<usize>,
    pub events: Range<usize>,
    /// Whether the rules were ours, so that every die came out again.
    pub recomputed: bool,
}

/// The first thing in a record that is not so.
#[derive(Clone, Debug, PartialEq)]
pub enum Discrepancy {
    Format(String),
    OtherGame(String),
    OtherRules {
        recorded: u32,
        ours: u32,
    },
    SetUp(SetupError),
    Commitment,
    /// Something is not what was committed to, chained or signed.
    Altered(Refused),
    Order {
        decision: usize,
        reason: String,
    },
    Event {
        n: usize,
        recorded: Option<String>,
        recomputed: Option<String>,
    },
    Outcome {
        recorded: Option<Outcome>,
        recomputed: Option<Outcome>,
    },
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Discrepancy::Format(format) => write!(f, "format {format:?}, expected {}", Format::ALL),
            Discrepancy::OtherGame(game) => write!(f, "a record of game {game:?}"),
            Discrepancy::OtherRules { recorded, ours } => {
                write!(f, "played under rules version {recorded}, this program recomputes version {ours}")
            }
            Discrepancy::SetUp(err) => write!(f, "{err}"),
            Discrepancy::Commitment => write!(f, "the revealed secret does not match the commitment"),
            Discrepancy::Altered(refused) => write!(f, "{refused}"),
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

impl From<Refused> for Discrepancy {
    fn from(refused: Refused) -> Discrepancy {
        Discrepancy::Altered(refused)
    }
}

impl<G: Game> Record<G> {
    /// The record of a battle before anything has happened in it and before
    /// any seat has added to its dice.
    ///
    /// # Errors
    ///
    /// If it cannot be set up.
    pub fn unbegun(
        options: G::Options,
        scenario: G::Scenario,
        seats: Vec<SeatInfo>,
        secret: Secret,
    ) -> Result<Self, SetupError> {
        let count = usize::from(G::set_up(&options, &scenario)?.seats());
        let told = Told::of(&options, &scenario);
        let history = History::begins(Format::NEWEST, G::RULES_VERSION);
        Ok(Record {
            format: history.format.name().to_owned(),
            game: G::ID.to_owned(),
            rules_version: G::RULES_VERSION,
            options,
            scenario,
            seats,
            commitment: told.commitment::<G>(&history, &secret, count),
            contributions: Vec::new(),
            secret: Some(secret),
            parts: None,
            versions: Vec::new(),
            seatings: Vec::new(),
            brought: Vec::new(),
            decisions: Vec::new(),
            events: Vec::new(),
            ending: None,
            outcome: None,
            chain: Vec::new(),
            signature: None,
            names: Vec::new(),
        })
    }

    /// The form it is written in, if that can hold what is in it.
    ///
    /// # Errors
    ///
    /// If it is of no format we know, or has what its format does not have.
    pub fn form(&self) -> Result<Format, OpenError> {
        let Some(format) = Format::read(&self.format) else {
            return Err(Discrepancy::Format(self.format.clone()));
        };
        let later = self.parts.is_some()
            || !self.chain.is_empty()
            || self.signature.is_some()
            || !self.seatings.is_empty()
            || !self.brought.is_empty()
            || self.decisions.iter().any(|it| !it.by.is_empty());
        if format == Format::One && later {
            return Err(Discrepancy::Format(format!("{} with fields of a later one", self.format)));
        }
        Ok(format)
    }

    /// The state at the start, and whether the file is ours to read.
    ///
    /// # Errors
    ///
    /// If the record is of another format or game, or its scenario is broken.
    pub fn start(&self) -> Result<G, OpenError> {
        self.form()?;
        if self.game != G::ID {
            return Err(Discrepancy::OtherGame(self.game.clone()));
        }
        G::set_up(&self.options, &self.scenario).map_err(Discrepancy::SetUp)
    }

    /// The rules that count where the record ends.
    pub fn rules_now(&self) -> u32 {
        self.versions.last().map_or(self.rules_version, |it| it.rules_version)
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

    /// How the battle stands where the record ends.
    ///
    /// # Errors
    ///
    /// As [`Record::start`].
    pub fn outcome_by_events(&self) -> Result<Option<Outcome>, OpenError> {
        if let Some(ending) = self.ending {
            return Ok(Some(ending.outcome));
        }
        Ok(match self.state_after(self.events.len())?.pending() {
            Pending::Orders(_) => None,
            Pending::Over(outcome) => Some(outcome),
        })
    }

    /// The record as a file, for one that was never in any.
    fn as_file(&self) -> Value {
        plain::to_value(self)
    }

    /// Takes the battle up again where the record ends.
    ///
    /// # Errors
    ///
    /// If the secret is not in the record, or anything recomputes otherwise.
    pub fn resume(&self) -> Result<Match<G>, Discrepancy> {
        self.resume_from(&self.as_file())
    }

    /// Like [`Record::resume`], for a record that was read from `file`: what
    /// was hashed is what stands there, whatever we would write today.
    ///
    /// # Errors
    ///
    /// As [`Record::resume`].
    pub fn resume_from(&self, file: &Value) -> Result<Match<G>, Discrepancy> {
        self.start()?;
        self.checked(file)?;
        if self.rules_now() != G::RULES_VERSION {
            return Err(Discrepancy::OtherRules { recorded: self.rules_now(), ours: G::RULES_VERSION });
        }
        Ok(self.again(self.told(file), true)?.0)
    }

    /// Takes the battle up where its events have led it, without playing its
    /// orders again: its dice have been rolled as far as `dice` says. Whoever
    /// does this trusts what is written; [`Record::resume_from`] does not.
    /// `file` is the text that the record was read from, as JSON.
    ///
    /// # Errors
    ///
    /// If it cannot be set up, was played under other rules, or ended otherwise
    /// than it says.
    pub fn take_up_from(&self, file: &Arc<str>, dice: Position) -> Result<Match<G>, Discrepancy> {
        self.start()?;
        if self.rules_now() != G::RULES_VERSION {
            return Err(Discrepancy::OtherRules { recorded: self.rules_now(), ours: G::RULES_VERSION });
        }
        let told = Told::lies_in(file, self.decisions.len(), self.events.len())
            .map_err(|err| Discrepancy::Format(err.to_string()))?;
        let (mut game, stretches, _) = self.again(told, false)?;
        if self.outcome != game.outcome() {
            return Err(Discrepancy::Outcome { recorded: self.outcome, recomputed: game.outcome() });
        }
        let last = stretches.len().saturating_sub(1);
        let seed = fair::stretch_seed(self.known_secret()?, &self.contributions, last);
        game.set_dice(Dice::from_seed_at(seed, dice));
        Ok(game)
    }

    /// The battle as its events tell it, to be looked at and not played on.
    ///
    /// # Errors
    ///
    /// As [`Record::start`], and if the secret is not in the record or was not
    /// what was committed to.
    pub fn fold(&self) -> Result<Match<G>, OpenError> {
        self.fold_from(&self.as_file())
    }

    /// Like [`Record::fold`], for a record that was read from `file`.
    ///
    /// # Errors
    ///
    /// As [`Record::fold`].
    pub fn fold_from(&self, file: &Value) -> Result<Match<G>, OpenError> {
        self.start()?;
        self.checked(file)?;
        let mut game = self.again(self.told(file), false)?.0;
        if self.outcome.is_none() && self.rules_now() != G::RULES_VERSION {
            game.mark_unfinished();
        }
        Ok(game)
    }

    /// Recomputes every die and every event.
    ///
    /// # Errors
    ///
    /// The first thing that differs.
    pub fn verify(&self) -> Result<Verdict, Discrepancy> {
        self.verify_from(&self.as_file())
    }

    /// Like [`Record::verify`], for a record that was read from `file`.
    ///
    /// # Errors
    ///
    /// As [`Record::verify`].
    pub fn verify_from(&self, file: &Value) -> Result<Verdict, Discrepancy> {
        self.start()?;
        let (format, events) = (self.form()?, self.events.len());
        if self.secret.is_none() {
            if self.outcome_by_events()?.is_some() {
                return Err(Discrepancy::Format(format!(
                    "{} of a finished battle without its secret",
                    self.format
                )));
            }
            return Ok(Verdict::Unrevealed { events });
        }
        let checked = self.checked(file)?;
        let ours = |it: &Judged| it.rules_version == G::RULES_VERSION;
        if format == Format::One && !self.stretches()?.iter().any(ours) {
            // Without a chain there is nothing left that could be proven.
            return Err(Discrepancy::OtherRules { recorded: self.rules_now(), ours: G::RULES_VERSION });
        }
        let (game, stretches, dice) = self.again(self.told(file), true)?;
        let whole = stretches.iter().all(|it| it.recomputed);
        let (outcome, proof) = (game.outcome(), Proof { format, stretches, checked, signed_by: None });
        Ok(if whole {
            Verdict::Proven { events, dice, outcome, proof }
        } else {
            Verdict::Followed { events, dice, outcome, proof }
        })
    }

    /// Plays everything again that can be, whatever was committed to: names an
    /// altered event where a chain has only the hash of several.
    ///
    /// # Errors
    ///
    /// The first thing that differs.
    pub fn recompute_from(&self, file: &Value) -> Result<(), Discrepancy> {
        self.start()?;
        self.again(self.told(file), true).map(drop)
    }

    fn known_secret(&self) -> Result<&Secret, Discrepancy> {
        let missing = || Discrepancy::Format(format!("{} without its secret", self.format));
        self.secret.as_ref().ok_or_else(missing)
    }

    /// The record against its commitment, and from format 2 on its chain.
    fn checked(&self, file: &Value) -> Result<Option<Checked>, Discrepancy> {
        let secret = self.known_secret()?;
        match self.form()? {
            Format::One if secret.commitment() != self.commitment => Err(Discrepancy::Commitment),
            Format::One => Ok(None),
            Format::Two => Ok(Some(proof::check(file)?)),
        }
    }

    /// The stretches of the battle, each under one version of the rules.
    fn stretches(&self) -> Result<Vec<Judged>, Discrepancy> {
        let first = Stretch { decision: 0, event: 0, rules_version: self.rules_version };
        let last = Stretch { decision: self.decisions.len(), event: self.events.len(), rules_version: 0 };
        let begins: Vec<Stretch> = [first].into_iter().chain(self.versions.iter().copied()).collect();
        let ends = begins.iter().skip(1).copied().chain([last]);
        let mut stretches = Vec::new();
        for (from, to) in begins.iter().zip(ends) {
            if to.decision < from.decision || to.event < from.event {
                let reason = "a stretch that ends before it begins";
                return Err(Refused::new(Place::Versions, reason).into());
            }
            let opens = self.decisions.get(from.decision).map_or(self.events.len(), |it| it.after);
            // Rules that took over before anything had happened play the opening, too.
            let from_the_start = (from.decision, from.event) == (0, 0);
            if !stretches.is_empty() && !from_the_start && opens != from.event {
                let (n, said) = (from.decision, from.event);
                let reason =
                    format!("decision {n} came after event {opens}, but the rules after event {said}");
                return Err(Refused::new(Place::Versions, reason).into());
            }
            stretches.push(Judged {
                rules_version: from.rules_version,
                decisions: from.decision..to.decision,
                events: from.event..to.event,
                recomputed: false,
            });
        }
        Ok(stretches)
    }

    fn told(&self, file: &Value) -> Told {
        Told::read(file, &self.decisions, &self.events)
    }

    /// Lays the battle out once more from its beginning. With `recompute`,
    /// what was played under our rules is played again, with every die;
    /// everything else is followed event by event.
    fn again(&self, told: Told, recompute: bool) -> Result<(Match<G>, Vec<Judged>, u64), Discrepancy> {
        let secret = self.known_secret()?;
        let opening = Opening {
            options: self.options.clone(),
            scenario: self.scenario.clone(),
            seats: self.seats.clone(),
            secret: secret.clone(),
            contributions: self.contributions.clone(),
        };
        let dice_of = |n: usize| Dice::from_seed(fair::stretch_seed(secret, &self.contributions, n));
        let mut game = Match::laid_out(opening, self.history(self.form()?), told, dice_of(0))
            .map_err(Discrepancy::SetUp)?;
        let (mut stretches, mut dice) = (self.stretches()?, 0);
        // The last to begin at the start: whatever was to count before was never played.
        let opening = stretches.iter().rposition(|it| (it.decisions.start, it.events.start) == (0, 0));
        let opening = opening.unwrap_or(0);
        for (n, stretch) in stretches.iter_mut().enumerate() {
            stretch.recomputed = recompute && stretch.rules_version == G::RULES_VERSION;
            if !stretch.recomputed {
                game.follow(&self.decisions[stretch.decisions.clone()], &self.events[stretch.events.clone()]);
                // Of nothing there is nothing to recompute.
                stretch.recomputed = recompute && stretch.decisions.is_empty() && stretch.events.is_empty();
                continue;
            }
            game.set_dice(dice_of(n));
            if n == opening {
                game.open();
            }
            self.replay(&mut game, stretch)?;
            dice += game.dice().rolled();
        }
        if let Some(ending) = self.ending {
            self.judge_ending(&ending, &game)?;
            if self.rules_now() != G::RULES_VERSION {
                game.mark_unfinished();
            }
            game.end(ending)
                .map_err(|_| Discrepancy::Outcome { recorded: self.outcome, recomputed: game.outcome() })?;
        }
        // Of rules that are not ours only the events say how it ended.
        if recompute && self.outcome != game.outcome() {
            return Err(Discrepancy::Outcome { recorded: self.outcome, recomputed: game.outcome() });
        }
        Ok((game, stretches, dice))
    }

    /// Plays the orders of one stretch again.
    fn replay(&self, game: &mut Match<G>, stretch: &Judged) -> Result<(), Discrepancy> {
        let recorded = &self.events[..stretch.events.end];
        let mut compared = compare(recorded, game, stretch.events.start)?;
        for n in stretch.decisions.clone() {
            let decision = &self.decisions[n];
            let wrong = |reason: String| Discrepancy::Order { decision: n, reason };
            if decision.after != game.log().len() {
                return Err(wrong(format!(
                    "said to come after event {}, but {} events had happened",
                    decision.after,
                    game.log().len()
                )));
            }
            for (seat, order) in &decision.orders {
                let giver = decision.by.iter().find(|(it, _)| it == seat).map(|(_, giver)| *giver);
                game.submit_by(n, *seat, order.clone(), giver).map_err(|err| wrong(err.to_string()))?;
            }
            if game.decision_number() != n + 1 {
                return Err(wrong("an order is missing".to_owned()));
            }
            if game.decisions()[n].by != decision.by {
                return Err(wrong("orders are said to be given for those who gave none".to_owned()));
            }
            compared = compare(recorded, game, compared)?;
        }
        if compared < recorded.len() {
            return Err(differs(recorded, game, compared));
        }
        Ok(())
    }

    /// Whether the battle can have been ended as it is said to have been.
    fn judge_ending(&self, ending: &Ending, game: &Match<G>) -> Result<(), Discrepancy> {
        let wrong = |reason: String| Err(Refused::new(Place::Ending, reason).into());
        let Ending { by, seat, after, outcome } = ending;
        if *after != self.events.len() {
            return wrong(format!("after {after} events, but {} had happened", self.events.len()));
        }
        if seat.is_some_and(|it| game.start().seats() <= it.0) {
            return wrong("by a seat that is not at the table".to_owned());
        }
        let conceded = seat.map(|it| Ending::conceded(it, game.start().seats(), *after));
        if *by == crate::EndedBy::Concession && conceded.map(|it| it.outcome) != Some(*outcome) {
            return wrong("whoever concedes loses to everybody else".to_owned());
        }
        if *by == crate::EndedBy::Agreement && Ending::agreed(*after) != *ending {
            return wrong("what everybody agrees on is a draw, and nobody's alone".to_owned());
        }
        if *by == crate::EndedBy::CalledOff {
            if seat.map(|it| Ending::called_off(it, *after)) != Some(*ending) {
                return wrong("a battle that somebody calls off is nobody's".to_owned());
            }
            let (taken, most) = (self.decisions.len(), crate::EndedBy::CALLED_OFF_BEFORE);
            if most <= taken {
                return wrong(format!(
                    "called off after {taken} decisions, but that ends with decision {most}"
                ));
            }
        }
        let late = Ending::out_of_time(*seat, game.start().seats(), *after);
        if *by == crate::EndedBy::Clock && late.outcome != *outcome {
            return wrong("whose time is up loses to everybody else".to_owned());
        }
        Ok(())
    }

    fn history(&self, format: Format) -> History {
        History {
            format,
            rules_version: self.rules_version,
            versions: self.versions.clone(),
            seatings: self.seatings.clone(),
            brought: self.brought.clone(),
            ending: None,
            names: self.names.clone(),
            signature: self.signature.clone(),
        }
    }
}

/// Compares the events from number `from` that have been recomputed so far.
fn compare<G: Game>(recorded: &[G::Event], game: &Match<G>, from: usize) -> Result<usize, Discrepancy> {
    for (n, event) in game.log().iter().enumerate().skip(from) {
        if recorded.get(n) != Some(event) {
            return Err(differs(recorded, game, n));
        }
    }
    Ok(game.log().len())
}

fn differs<G: Game>(recorded: &[G::Event], game: &Match<G>, n: usize) -> Discrepancy {
    let show = |event: Option<&G::Event>| event.map(plain::to_json);
    Discrepancy::Event { n, recorded: show(recorded.get(n)), recomputed: show(game.log().get(n)) }
}
