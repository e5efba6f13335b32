//! One running battle. Sealed orders live here and nowhere else.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, OnceLock},
};

use dice::{
    Dice,
    fair::{self, Commitment, Contribution, Secret},
};

use proof::{Parts, Setting};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    Decision, DecisionRecord, Ending, Format, Game, Giver, History, Orders, Outcome, Pending, Record,
    Refusal, Seat, SeatInfo, Seating, Seats, SetupError, Stretch, Table, Viewer,
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
    /// Who sealed for whom, where that was not the player.
    given: Vec<(Seat, Giver)>,
    decisions: Vec<DecisionRecord<G::Order>>,
    history: History,
    told: Arc<Told>,
    /// Its record says so. Of rules that are not ours only that counts, whatever ours make of it.
    unfinished: bool,
}

/// What was read from a file, as it stood there. It is written back like that:
/// hashes are of the file, not of what we would make of it today.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    options: Value,
    scenario: Value,
    /// The file's own text, to be looked through when somebody asks for what is
    /// written otherwise. A battle that is only played on never does, and looking
    /// through a long one takes longer than taking it up.
    file: Option<Arc<str>>,
    /// As many as there were in the file: what comes after is ours.
    decisions: usize,
    events: usize,
    otherwise: OnceLock<Otherwise>,
}

/// What we would write otherwise today, by its number in the file.
#[derive(Clone, Debug, Default)]
struct Otherwise {
    decisions: BTreeMap<usize, Value>,
    events: BTreeMap<usize, Value>,
}

impl Otherwise {
    /// Than `file`, its decisions and its events.
    fn than<D: Serialize, E: Serialize>(file: [&[Value]; 2], decisions: &[D], events: &[E]) -> Otherwise {
        Otherwise {
            decisions: written_otherwise(file[0], decisions),
            events: written_otherwise(file[1], events),
        }
    }
}

/// The lists of a record's file.
#[derive(Default, Deserialize)]
struct Lists {
    #[serde(default)]
    decisions: Vec<Value>,
    #[serde(default)]
    events: Vec<Value>,
}

fn written_otherwise<T: Serialize>(file: &[Value], ours: &[T]) -> BTreeMap<usize, Value> {
    let pairs = file.iter().zip(ours).enumerate();
    pairs
        .filter(|(_, (told, ours))| **told != plain::to_value(ours))
        .map(|(n, (told, _))| (n, told.clone()))
        .collect()
}

impl Told {
    /// Of a battle that was never in a file.
    pub(crate) fn of<O: Serialize, S: Serialize>(options: &O, scenario: &S) -> Told {
        Told { options: plain::to_value(options), scenario: plain::to_value(scenario), ..Told::default() }
    }

    /// Of a record that was read from `file`.
    pub(crate) fn read<D: Serialize, E: Serialize>(file: &Value, decisions: &[D], events: &[E]) -> Told {
        let list = |name: &str| file[name].as_array().map(Vec::as_slice).unwrap_or_default();
        let otherwise = Otherwise::than([list("decisions"), list("events")], decisions, events);
        let (options, scenario) = (file["options"].clone(), file["scenario"].clone());
        Told {
            options,
            scenario,
            file: None,
            decisions: decisions.len(),
            events: events.len(),
            otherwise: OnceLock::from(otherwise),
        }
    }

    /// Of a record whose file has this text. Its lists are looked at when they are asked for.
    pub(crate) fn lies_in(file: &Arc<str>, decisions: usize, events: usize) -> Result<Told, plain::Error> {
        #[derive(Deserialize)]
        struct Head {
            options: Value,
            scenario: Value,
        }
        let Head { options, scenario } = plain::from_json(file)?;
        let file = Some(Arc::clone(file));
        Ok(Told { options, scenario, file, decisions, events, otherwise: OnceLock::new() })
    }

    /// `decisions` and `events` begin with those of the file.
    fn otherwise<D: Serialize, E: Serialize>(&self, decisions: &[D], events: &[E]) -> &Otherwise {
        self.otherwise.get_or_init(|| {
            let lists = self.file.as_ref().map(|text| plain::from_json(text));
            let lists: Lists = lists.transpose().expect("it was read before").unwrap_or_default();
            Otherwise::than([&lists.decisions, &lists.events], decisions, events)
        })
    }

    fn parts<G: Game>(&self, history: &History, secret: &Secret, seats: usize) -> Parts {
        let (game, rules_version) = (Value::from(G::ID), Value::from(history.rules_version));
        let (options, scenario) = (&self.options, &self.scenario);
        Parts::of(secret, &Setting { game: &game, rules_version: &rules_version, options, scenario, seats })
    }

    /// What is published before the battle.
    pub(crate) fn commitment<G: Game>(&self, history: &History, secret: &Secret, seats: usize) -> Commitment {
        match history.format {
            Format::One => secret.commitment(),
            Format::Two => self.parts::<G>(history, secret, seats).commitment(secret),
        }
    }
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
        let told = Told::of(&opening.options, &opening.scenario);
        let history = History::begins(Format::NEWEST, G::RULES_VERSION);
        let mut game = Match::laid_out(opening, history, told, dice)?;
        game.open();
        Ok(game)
    }

    /// Begins the battle of a record in which nothing has happened yet, and
    /// which was read from `file`. It was committed to under rules version
    /// `promised`; if ours are another, they take over before anything happens.
    ///
    /// # Errors
    ///
    /// As [`Match::begin`].
    pub fn begin_from(
        opening: Opening<G>,
        format: Format,
        promised: u32,
        file: &Value,
    ) -> Result<Self, SetupError> {
        let mut history = History::begins(format, promised);
        if promised != G::RULES_VERSION {
            history.versions.push(Stretch { decision: 0, event: 0, rules_version: G::RULES_VERSION });
        }
        let stretch = history.versions.len();
        let dice = Dice::from_seed(fair::stretch_seed(&opening.secret, &opening.contributions, stretch));
        let mut game = Match::laid_out(opening, history, Told::read::<(), ()>(file, &[], &[]), dice)?;
        game.open();
        Ok(game)
    }

    /// The table before anything has happened.
    pub(crate) fn laid_out(
        opening: Opening<G>,
        history: History,
        told: Told,
        dice: Dice,
    ) -> Result<Self, SetupError> {
        let start = G::set_up(&opening.options, &opening.scenario)?;
        let seats = usize::from(start.seats());
        if opening.contributions.len() != seats {
            let n = opening.contributions.len();
            return Err(SetupError::one(format!("{n} contributions to the dice, but {seats} seats")));
        }
        let table = Table::new(start.clone(), dice);
        let commitment = told.commitment::<G>(&history, &opening.secret, seats);
        let (sealed, given, decisions) = (Orders::default(), Vec::new(), Vec::new());
        let told = Arc::new(told);
        Ok(Match {
            opening,
            commitment,
            start,
            table,
            sealed,
            given,
            decisions,
            history,
            told,
            unfinished: false,
        })
    }

    pub(crate) fn open(&mut self) {
        self.table.open();
    }

    /// Takes over what is said to have happened; nothing is recomputed.
    pub(crate) fn follow(&mut self, decisions: &[DecisionRecord<G::Order>], events: &[G::Event]) {
        self.table.replay(events);
        self.decisions.extend_from_slice(decisions);
    }

    /// A battle of other rules that is not over, whatever ours think of it.
    pub(crate) fn mark_unfinished(&mut self) {
        self.unfinished = true;
    }

    pub(crate) fn set_dice(&mut self, dice: Dice) {
        self.table.set_dice(dice);
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// Notes that what has happened so far was played elsewhere.
    pub fn mark_brought(&mut self) {
        let here = self.decision_number();
        if self.history.format == Format::Two && self.history.brought.last() != Some(&here) {
            self.history.brought.push(here);
        }
    }

    /// Lets other players sit down from the open decision on.
    pub fn reseat(&mut self, players: &[String]) {
        let sitting = || self.opening.seats.iter().map(|info| info.player.clone());
        if players.len() != self.opening.seats.len() || sitting().eq(players.iter().cloned()) {
            return;
        }
        // Format 1 says only who sat there last.
        if self.history.format == Format::Two {
            if self.history.seatings.is_empty() {
                self.history.seatings.push(Seating { decision: 0, players: sitting().collect() });
            }
            let (decision, players) = (self.decision_number(), players.to_vec());
            self.history.seatings.push(Seating { decision, players });
        }
        for (info, player) in self.opening.seats.iter_mut().zip(players) {
            info.player.clone_from(player);
        }
    }

    /// Ends the battle, whatever the rules think of it.
    ///
    /// # Errors
    ///
    /// If it is over already.
    pub fn end(&mut self, ending: Ending) -> Result<(), SubmitError> {
        if self.outcome().is_some() {
            return Err(SubmitError::Over);
        }
        self.sealed = Orders::default();
        self.given.clear();
        self.history.ending = Some(ending);
        Ok(())
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
        if self.history.ending.is_some() {
            return None;
        }
        match self.state().pending() {
            Pending::Orders(decision) => Some(decision),
            Pending::Over(_) => None,
        }
    }

    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(ending) = &self.history.ending {
            return Some(ending.outcome);
        }
        match self.state().pending() {
            Pending::Over(outcome) if !self.unfinished => Some(outcome),
            Pending::Over(_) | Pending::Orders(_) => None,
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
        self.submit_by(n, seat, order, None)
    }

    /// Like [`Match::submit_for`], where somebody else than the player may
    /// have given the order.
    ///
    /// # Errors
    ///
    /// A refused order changes nothing.
    pub fn submit_by(
        &mut self,
        n: usize,
        seat: Seat,
        order: G::Order,
        giver: Option<Giver>,
    ) -> Result<Progress, SubmitError> {
        self.seal_by(n, seat, order, giver)?;
        Ok(self.resolve())
    }

    /// Seals `order` like [`Match::submit_by`], but resolves nothing, even if it
    /// was the last one out: until [`Match::resolve`] it can be taken back.
    ///
    /// # Errors
    ///
    /// A refused order changes nothing.
    pub fn seal_by(
        &mut self,
        n: usize,
        seat: Seat,
        order: G::Order,
        giver: Option<Giver>,
    ) -> Result<(), SubmitError> {
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
        // Format 1 has no place for it.
        let giver = giver.filter(|_| self.history.format == Format::Two);
        self.given.extend(giver.map(|giver| (seat, giver)));
        Ok(())
    }

    /// Resolves the open decision, if all its orders are in.
    pub fn resolve(&mut self) -> Progress {
        let Some(decision) = self.decision() else { return Progress::Sealed };
        if self.sealed.len() < decision.seats.len() {
            return Progress::Sealed;
        }
        let orders = std::mem::take(&mut self.sealed);
        let before = self.log().len();
        self.table.resolve(&orders);
        let orders = orders.iter().map(|(seat, order)| (seat, order.clone())).collect();
        let mut by = std::mem::take(&mut self.given);
        by.sort_unstable_by_key(|(seat, _)| *seat);
        self.decisions.push(DecisionRecord { phase: decision.phase.to_owned(), after: before, orders, by });
        Progress::Resolved(self.log().len() - before)
    }

    /// Takes back a sealed order whose decision is not resolved yet.
    pub fn withdraw(&mut self, seat: Seat) -> Option<G::Order> {
        self.given.retain(|(it, _)| *it != seat);
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
        let secret = self.revealed(reveal).cloned();
        let (parts, chain) = self.proof(reveal).unzip();
        let History { format, rules_version, .. } = self.history;
        Record {
            format: format.name().to_owned(),
            game: G::ID.to_owned(),
            rules_version,
            options: self.opening.options.clone(),
            scenario: self.opening.scenario.clone(),
            seats: self.opening.seats.clone(),
            commitment: self.commitment.clone(),
            contributions: self.opening.contributions.clone(),
            secret,
            parts,
            versions: self.history.versions.clone(),
            seatings: self.history.seatings.clone(),
            brought: self.history.brought.clone(),
            decisions: self.decisions.clone(),
            events: self.log().to_vec(),
            ending: self.history.ending,
            outcome: self.outcome(),
            chain: chain.unwrap_or_default(),
            signature: self.signature().cloned(),
            names: self.history.names.clone(),
        }
    }

    fn revealed(&self, reveal: bool) -> Option<&Secret> {
        (reveal || self.outcome().is_some()).then_some(&self.opening.secret)
    }

    /// The signature the battle came with; one that goes on has none.
    pub fn signature(&self) -> Option<&proof::Signature> {
        self.history.signature.as_ref().filter(|_| self.outcome().is_some())
    }

    /// What a record of format 2 proves itself with, once its secret is in it:
    /// the hashes of its opening, and the chain.
    ///
    /// # Panics
    ///
    /// Never: a battle that runs fits together.
    pub fn proof(&self, reveal: bool) -> Option<(Parts, Vec<Value>)> {
        let secret = self.revealed(reveal)?;
        match self.history.format {
            Format::One => None,
            Format::Two => {
                let seats = self.opening.contributions.len();
                let parts = self.told.parts::<G>(&self.history, secret, seats);
                let chain = proof::chain(&self.pieces(reveal), secret).expect("a battle fits together");
                Some((parts, chain))
            }
        }
    }

    /// The match file as JSON, with whatever came from a file as it stood there.
    pub fn file(&self, reveal: bool) -> Value {
        let mut file = self.pieces(reveal);
        if let Some((parts, chain)) = self.proof(reveal) {
            file["parts"] = plain::to_value(&parts);
            file["chain"] = Value::from(chain);
        }
        if let Some(signature) = self.signature() {
            file["signature"] = plain::to_value(signature);
        }
        file
    }

    /// The match file without decisions, events and how it ended: what never
    /// changes. The host's own, with the secret in it.
    pub fn head(&self) -> Value {
        let mut file = Map::new();
        let mut put = |field: &str, value: Value| drop(file.insert(field.to_owned(), value));
        let History { format, rules_version, versions, seatings, brought, ending: _, names, signature: _ } =
            &self.history;
        put("format", Value::from(format.name()));
        put("game", Value::from(G::ID));
        put("rules_version", Value::from(*rules_version));
        put("options", self.told.options.clone());
        put("scenario", self.told.scenario.clone());
        put("seats", plain::to_value(&self.opening.seats));
        put("commitment", plain::to_value(&self.commitment));
        put("contributions", plain::to_value(&self.opening.contributions));
        put("secret", plain::to_value(&self.opening.secret));
        if !versions.is_empty() {
            put("versions", plain::to_value(versions));
        }
        if !seatings.is_empty() {
            put("seatings", plain::to_value(seatings));
        }
        if !brought.is_empty() {
            put("brought", plain::to_value(brought));
        }
        if !names.is_empty() {
            put("names", plain::to_value(names));
        }
        Value::from(file)
    }

    /// The decisions from number `from` on, as they stand in the file.
    pub fn decisions_in_file(&self, from: usize) -> Vec<Value> {
        if self.told.decisions <= from {
            return self.decisions.iter().skip(from).map(plain::to_value).collect();
        }
        let otherwise = &self.told.otherwise(&self.decisions, self.log()).decisions;
        let write = |n: usize, it| otherwise.get(&n).cloned().unwrap_or_else(|| plain::to_value(it));
        self.decisions.iter().enumerate().skip(from).map(|(n, it)| write(n, it)).collect()
    }

    /// The events from number `from` on, as they stand in the file.
    pub fn events_in_file(&self, from: usize) -> Vec<Value> {
        if self.told.events <= from {
            return self.log().iter().skip(from).map(plain::to_value).collect();
        }
        let otherwise = &self.told.otherwise(&self.decisions, self.log()).events;
        let write = |n: usize, it| otherwise.get(&n).cloned().unwrap_or_else(|| plain::to_value(it));
        self.log().iter().enumerate().skip(from).map(|(n, it)| write(n, it)).collect()
    }

    /// Everything that a proof is made from.
    fn pieces(&self, reveal: bool) -> Value {
        let mut file = self.head();
        if self.revealed(reveal).is_none()
            && let Some(fields) = file.as_object_mut()
        {
            fields.remove("secret");
        }
        file["decisions"] = Value::from(self.decisions_in_file(0));
        file["events"] = Value::from(self.events_in_file(0));
        if let Some(ending) = &self.history.ending {
            file["ending"] = plain::to_value(ending);
        }
        if let Some(outcome) = &self.outcome() {
            file["outcome"] = plain::to_value(outcome);
        }
        file
    }
}
