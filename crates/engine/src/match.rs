//! One running battle. Sealed orders live here and nowhere else.

use std::fmt;

use dice::{
    Dice,
    fair::{self, Commitment, Contribution, Secret},
};

use crate::{
    Decision, DecisionRecord, Game, Orders, Outcome, Pending, Record, Refusal, Seat, SeatInfo, Seats,
    SetupError, Table, Viewer, record,
};

/// Everything that is settled before the first die.
#[derive(Clone, Debug)]
pub struct Opening<G: Game> {
    pub options: G::Options,
    pub scenario: G::Scenario,
    /// Who sits where, for the record. May be empty.
    pub seats: Vec<SeatInfo>,
    pub secret: Secret,
    /// One for each seat.
    pub contributions: Vec<Contribution>,
}

/// A battle with its log, its dice and what the seats have sealed.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    opening: Opening<G>,
    commitment: Commitment,
    start: G,
    table: Table<G>,
    sealed: Orders<G::Order>,
    decisions: Vec<DecisionRecord<G::Order>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Other seats have still to submit.
    Sealed,
    /// All orders are in; this many events happened.
    Resolved(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub enum SubmitError {
    Over,
    /// The order was meant for another decision than the one now open.
    Stale {
        meant: usize,
        open: usize,
    },
    NotYourDecision(Seat),
    AlreadySealed(Seat),
    Refused(Refusal),
}

impl fmt::Display for SubmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubmitError::Over => write!(f, "the battle is over"),
            SubmitError::Stale { meant, open } => {
                write!(f, "the order is for decision {meant}, but decision {open} is open")
            }
            SubmitError::NotYourDecision(seat) => write!(f, "{seat} has nothing to decide now"),
            SubmitError::AlreadySealed(seat) => write!(f, "{seat} has already sealed its orders"),
            SubmitError::Refused(refusal) => write!(f, "{refusal}"),
        }
    }
}

impl std::error::Error for SubmitError {}

impl<G: Game> Match<G> {
    /// Sets up the battle, seeds the dice from secret and contributions, and
    /// plays to the first decision.
    ///
    /// # Errors
    ///
    /// If the scenario cannot be set up, or the contributions do not match the seats.
    pub fn begin(opening: Opening<G>) -> Result<Self, SetupError> {
        let dice = Dice::from_seed(fair::seed(&opening.secret, &opening.contributions));
        Self::begin_with(opening, dice)
    }

    /// Like [`Match::begin`], with dice of the caller's own: for tests.
    ///
    /// # Errors
    ///
    /// As [`Match::begin`].
    pub fn begin_with(opening: Opening<G>, dice: Dice) -> Result<Self, SetupError> {
        let start = G::set_up(&opening.options, &opening.scenario)?;
        let seats = usize::from(start.seats());
        if opening.contributions.len() != seats {
            let n = opening.contributions.len();
            return Err(SetupError::one(format!("{n} contributions to the dice, but {seats} seats")));
        }
        let mut table = Table::new(start.clone(), dice);
        table.open();
        let commitment = opening.secret.commitment();
        Ok(Match { opening, commitment, start, table, sealed: Orders::default(), decisions: Vec::new() })
    }

    /// A battle that is over, as its events tell it; nothing is recomputed.
    pub(crate) fn told(
        opening: Opening<G>,
        start: G,
        decisions: Vec<DecisionRecord<G::Order>>,
        events: &[G::Event],
    ) -> Self {
        let mut table = Table::new(start.clone(), Dice::from_seed([0; 32]));
        table.replay(events);
        let commitment = opening.secret.commitment();
        Match { opening, commitment, start, table, sealed: Orders::default(), decisions }
    }

    pub fn state(&self) -> &G {
        self.table.state()
    }

    /// The state before the first event.
    pub fn start(&self) -> &G {
        &self.start
    }

    pub fn opening(&self) -> &Opening<G> {
        &self.opening
    }

    pub fn commitment(&self) -> &Commitment {
        &self.commitment
    }

    pub fn log(&self) -> &[G::Event] {
        self.table.log()
    }

    /// The decisions resolved so far.
    pub fn decisions(&self) -> &[DecisionRecord<G::Order>] {
        &self.decisions
    }

    pub fn dice(&self) -> &Dice {
        self.table.dice()
    }

    /// The number of the decision now open, from 0. Orders are submitted
    /// against it, so that another seat's sealing makes nothing stale.
    pub fn decision_number(&self) -> usize {
        self.decisions.len()
    }

    pub fn decision(&self) -> Option<Decision> {
        match self.state().pending() {
            Pending::Orders(decision) => Some(decision),
            Pending::Over(_) => None,
        }
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.state().pending() {
            Pending::Orders(_) => None,
            Pending::Over(outcome) => Some(outcome),
        }
    }

    /// Seats the battle is still waiting for.
    pub fn awaiting(&self) -> Seats {
        let decided = self.decision().map_or(Seats::default(), |decision| decision.seats);
        self.sealed.iter().fold(decided, |seats, (seat, _)| seats.without(seat))
    }

    /// Seals `order`, and resolves the decision if it was the last one out.
    ///
    /// # Errors
    ///
    /// A refused order changes nothing.
    pub fn submit(&mut self, seat: Seat, order: G::Order) -> Result<Progress, SubmitError> {
        self.submit_for(self.decision_number(), seat, order)
    }

    /// Like [`Match::submit`], for decision number `n` and no other.
    ///
    /// # Errors
    ///
    /// A refused order changes nothing.
    pub fn submit_for(&mut self, n: usize, seat: Seat, order: G::Order) -> Result<Progress, SubmitError> {
        let Some(decision) = self.decision() else { return Err(SubmitError::Over) };
        if n != self.decision_number() {
            return Err(SubmitError::Stale { meant: n, open: self.decision_number() });
        }
        if !decision.seats.contains(seat) {
            return Err(SubmitError::NotYourDecision(seat));
        }
        if self.sealed.get(seat).is_some() {
            return Err(SubmitError::AlreadySealed(seat));
        }
        self.state().check(seat, &order).map_err(SubmitError::Refused)?;
        self.sealed.insert(seat, order);
        if self.sealed.len() < decision.seats.len() {
            return Ok(Progress::Sealed);
        }
        let orders = std::mem::take(&mut self.sealed);
        let before = self.log().len();
        self.table.resolve(&orders);
        let orders = orders.iter().map(|(seat, order)| (seat, order.clone())).collect();
        self.decisions.push(DecisionRecord { phase: decision.phase.to_owned(), after: before, orders });
        Ok(Progress::Resolved(self.log().len() - before))
    }

    /// Takes back a sealed order while others are still deciding.
    pub fn withdraw(&mut self, seat: Seat) -> Option<G::Order> {
        self.sealed.remove(seat)
    }

    pub fn view(&self, viewer: Viewer) -> G::View {
        self.state().view(viewer)
    }

    /// Sealed orders that `viewer` may read: a seat's own and those of allies
    /// who confide in it. The referee waits for the seal like everybody else.
    pub fn sealed_for(&self, viewer: Viewer) -> Vec<(Seat, &G::Order)> {
        let Viewer::Seat(reader) = viewer else { return Vec::new() };
        let may_read = |from: Seat| from == reader || self.state().confides(from, reader);
        self.sealed.iter().filter(|(seat, _)| may_read(*seat)).collect()
    }

    /// The whole log as `viewer` witnessed it, event by event.
    pub fn log_for(&self, viewer: Viewer) -> Vec<G::Event> {
        let mut state = self.start.clone();
        let mut seen = Vec::new();
        for event in self.log() {
            seen.extend(state.witness(event, viewer));
            state.apply(event);
        }
        seen
    }

    /// The match file. The secret is in it only once the battle is over, or
    /// if `reveal` says that the reader is the host.
    pub fn record(&self, reveal: bool) -> Record<G> {
        Record {
            format: record::FORMAT.to_owned(),
            game: G::ID.to_owned(),
            rules_version: G::RULES_VERSION,
            options: self.opening.options.clone(),
            scenario: self.opening.scenario.clone(),
            seats: self.opening.seats.clone(),
            commitment: self.commitment.clone(),
            contributions: self.opening.contributions.clone(),
            secret: (reveal || self.outcome().is_some()).then(|| self.opening.secret.clone()),
            decisions: self.decisions.clone(),
            events: self.log().to_vec(),
            outcome: self.outcome(),
        }
    }
}
