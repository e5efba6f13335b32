//! A running battle of whatever game: JSON and words in, JSON and words out.

use std::fmt;

use ai::Level;
use dice::Dice;
use engine::{
    Assist, Clock, Finding, Game, Match, Outcome, Progress, Refusal, Seat, SeatInfo, Seats, Spoken, Stake,
    SubmitError, Tactics, Viewer,
};
use serde::Serialize;
use serde_json::Value;

use crate::tally::Tally;

/// An order as it comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Submission {
    /// In the game's own notation, as a person types it.
    Text(String),
    Data(Value),
}

/// Why a submission was not taken. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejection {
    /// It is no order of this game at all.
    Malformed(String),
    Submit(SubmitError),
    /// The battle was fought under other rules: it can only be looked at.
    OtherRules {
        recorded: u32,
        ours: u32,
    },
}

impl Rejection {
    /// What was wrong with the order itself, each with its rule.
    pub fn findings(&self) -> &[Finding] {
        match self {
            Rejection::Submit(SubmitError::Refused(refusal)) => &refusal.findings,
            Rejection::Malformed(_) | Rejection::Submit(_) | Rejection::OtherRules { .. } => &[],
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Malformed(text) => write!(f, "{text}"),
            Rejection::Submit(err) => write!(f, "{err}"),
            Rejection::OtherRules { recorded, ours } => write!(
                f,
                "fought under rules version {recorded} and these are version {ours}: \
                 it can be looked at, but neither recomputed nor played on"
            ),
        }
    }
}

impl std::error::Error for Rejection {}

/// An order in both its forms.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WrittenOrder {
    pub notation: String,
    pub order: Value,
}

/// One event as a viewer saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its number in the whole log, from 0. Unseen events leave gaps.
    pub n: usize,
    pub turn: u32,
    pub text: String,
    pub rules: Vec<&'static str>,
    pub event: Value,
    /// What its dice gave and might have given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<Stake>,
    /// It only moves the sequence of play on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
}

/// A decision that has been resolved, as the record keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    pub phase: String,
    /// How many events had happened before.
    pub after: usize,
    pub orders: Vec<(Seat, Value)>,
}

/// Thinks by itself, on whatever thread, about a view it took along.
pub type Thinker = Box<dyn FnOnce() -> WrittenOrder + Send>;

/// One battle, its game forgotten.
pub trait AnyMatch: Send {
    fn game(&self) -> &'static str;
    /// The version of the rules it was fought under. If it is not ours, the
    /// battle can only be looked at: nobody has anything to decide.
    fn rules_version(&self) -> u32;
    /// Who sits where, by name and player.
    fn seats(&self) -> &[SeatInfo];
    fn turn(&self) -> u32;
    /// The number of the open decision, from 0.
    fn decision_number(&self) -> usize;
    /// The name of the open phase, while the battle lasts.
    fn phase(&self) -> Option<&'static str>;
    /// All seats of the open decision, sealed or not.
    fn deciding(&self) -> Seats;
    /// Those who have still to submit.
    fn awaiting(&self) -> Seats;
    fn outcome(&self) -> Option<Outcome>;
    /// Seals an order for decision `n`, and resolves it if it was the last out.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the order; nothing has changed.
    fn submit(&mut self, n: usize, seat: Seat, order: &Submission) -> Result<Progress, Rejection>;
    /// Whether `seat` might give this order for decision `n`, with the order in
    /// both forms if it could be read. An order already sealed is no hindrance.
    fn check(
        &self,
        n: usize,
        seat: Seat,
        order: &Submission,
    ) -> (Option<WrittenOrder>, Result<(), Rejection>);
    /// What comes of an order of `seat`, in the shape of the menu, where the game
    /// can tell.
    fn preview(&self, seat: Seat, order: &Submission) -> Option<Value>;
    /// Takes back a sealed order; false if there was none.
    fn withdraw(&mut self, seat: Seat) -> bool;
    /// Sealed orders that `viewer` may read.
    fn sealed(&self, viewer: Viewer) -> Vec<(Seat, WrittenOrder)>;
    fn view(&self, viewer: Viewer) -> Value;
    /// What a screen may offer `seat` now: choices, previews and odds.
    fn menu(&self, seat: Seat) -> Value;
    /// A clock on the open decision, for live play.
    fn clock(&self) -> Option<Clock>;
    /// An order as it counts under the clock: the first of its decision, or a
    /// later one. Nothing if it cannot be read.
    fn clocked(&self, seat: Seat, order: &Submission, first: bool) -> Option<Value>;
    /// What counts for a seat that has laid nothing out when its time is up.
    fn lapsed(&self, seat: Seat) -> Option<Value>;
    /// The situation in words.
    fn describe(&self, viewer: Viewer) -> String;
    /// What `seat` may type now.
    fn prompt(&self, seat: Seat) -> String;
    /// What a computer player of this level would order, seeing what the seat sees.
    fn suggest(&self, seat: Seat, level: &Level, dice: Dice) -> WrittenOrder;
    /// The same, to be done later and elsewhere.
    fn thinker(&self, seat: Seat, level: &Level, dice: Dice) -> Thinker;
    fn events(&self) -> usize;
    /// The numbers in the whole log of the events that `viewer` has witnessed.
    /// How many there are between them is not for the viewer to know while
    /// the battle lasts.
    fn witnessed(&self, viewer: Viewer) -> &[usize];
    /// What `viewer` saw after the first `n` events.
    fn view_after(&self, n: usize, viewer: Viewer) -> Value;
    /// The log as `viewer` saw it, from event number `from` on.
    fn log(&self, viewer: Viewer, from: usize) -> Vec<Line>;
    /// The hash of the secret, to be shown before the first decision.
    fn commitment(&self) -> String;
    /// What every seat added to the dice.
    fn contributions(&self) -> Vec<String>;
    /// The secret itself, once the battle is over.
    fn secret(&self) -> Option<String>;
    /// The match file. `reveal` puts the secret in before the end, for the
    /// host who wants to take the battle up again.
    fn record(&self, reveal: bool) -> String;
    /// The record with its secret but without decisions, events and outcome:
    /// what never changes.
    fn record_head(&self) -> Value;
    /// The decisions from number `decisions` and the events from number
    /// `events` on, as they stand in the record.
    fn record_since(&self, decisions: usize, events: usize) -> (Vec<Resolved>, Vec<Value>);
}

pub(crate) struct Live<G: Game>(Match<G>, Vec<SeatInfo>, u32, Tally<G>);

impl<G: Spoken> Live<G> {
    pub(crate) fn new(battle: Match<G>) -> Self {
        Live::under(battle, G::RULES_VERSION)
    }

    /// A battle as its events tell it, fought under rules that may not be ours.
    pub(crate) fn under(battle: Match<G>, rules_version: u32) -> Self {
        let seats = seated(battle.start(), &battle.opening().seats);
        let tally = Tally::of(&battle);
        Live(battle, seats, rules_version, tally)
    }

    fn playable(&self) -> Result<(), Rejection> {
        if self.2 == G::RULES_VERSION {
            return Ok(());
        }
        Err(Rejection::OtherRules { recorded: self.2, ours: G::RULES_VERSION })
    }
}

/// Who sits where. A record need not say; then the game knows the names.
pub(crate) fn seated<G: Spoken>(start: &G, recorded: &[SeatInfo]) -> Vec<SeatInfo> {
    if recorded.len() == usize::from(start.seats()) {
        return recorded.to_vec();
    }
    let view = start.view(Viewer::Spectator);
    let info = |n| SeatInfo { name: G::seat_name(&view, Seat(n)), player: "human".to_owned() };
    (0..start.seats()).map(info).collect()
}

impl<G: Game + Spoken + Tactics + Assist> AnyMatch for Live<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn rules_version(&self) -> u32 {
        self.2
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.1
    }

    fn turn(&self) -> u32 {
        self.0.state().turn()
    }

    fn decision_number(&self) -> usize {
        self.0.decision_number()
    }

    fn phase(&self) -> Option<&'static str> {
        self.0.decision().map(|decision| decision.phase)
    }

    fn deciding(&self) -> Seats {
        if self.playable().is_err() {
            return Seats::default();
        }
        self.0.decision().map_or(Seats::default(), |decision| decision.seats)
    }

    fn awaiting(&self) -> Seats {
        if self.playable().is_err() {
            return Seats::default();
        }
        self.0.awaiting()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn submit(&mut self, n: usize, seat: Seat, order: &Submission) -> Result<Progress, Rejection> {
        self.playable()?;
        let order = read_order::<G>(self.0.state(), seat, order)?;
        let progress = self.0.submit_for(n, seat, order).map_err(Rejection::Submit)?;
        self.3.catch_up(&self.0);
        Ok(progress)
    }

    fn check(
        &self,
        n: usize,
        seat: Seat,
        order: &Submission,
    ) -> (Option<WrittenOrder>, Result<(), Rejection>) {
        if let Err(rejection) = self.playable() {
            return (None, Err(rejection));
        }
        let order = match read_order::<G>(self.0.state(), seat, order) {
            Ok(order) => order,
            Err(rejection) => return (None, Err(rejection)),
        };
        let form = written::<G>(&self.0.view(Viewer::Seat(seat)), &order);
        let judged = match self.0.decision() {
            None => Err(SubmitError::Over),
            Some(_) if n != self.0.decision_number() => {
                Err(SubmitError::Stale { meant: n, open: self.0.decision_number() })
            }
            Some(decision) if !decision.seats.contains(seat) => Err(SubmitError::NotYourDecision(seat)),
            Some(_) => self.0.state().check(seat, &order).map_err(SubmitError::Refused),
        };
        (Some(form), judged.map_err(Rejection::Submit))
    }

    fn preview(&self, seat: Seat, order: &Submission) -> Option<Value> {
        self.0.decision().filter(|it| it.seats.contains(seat))?;
        let order = read_order::<G>(self.0.state(), seat, order).ok()?;
        self.0.state().preview(seat, &order).map(|it| to_value(&it))
    }

    fn withdraw(&mut self, seat: Seat) -> bool {
        self.0.withdraw(seat).is_some()
    }

    fn sealed(&self, viewer: Viewer) -> Vec<(Seat, WrittenOrder)> {
        let view = self.0.view(viewer);
        self.0
            .sealed_for(viewer)
            .into_iter()
            .map(|(seat, order)| (seat, written::<G>(&view, order)))
            .collect()
    }

    fn view(&self, viewer: Viewer) -> Value {
        to_value(&self.0.view(viewer))
    }

    fn menu(&self, seat: Seat) -> Value {
        to_value(&self.0.state().menu(seat))
    }

    fn clock(&self) -> Option<Clock> {
        self.0.decision().filter(|_| self.playable().is_ok())?;
        self.0.state().clock()
    }

    fn clocked(&self, seat: Seat, order: &Submission, first: bool) -> Option<Value> {
        let order = read_order::<G>(self.0.state(), seat, order).ok()?;
        Some(to_value(&self.0.state().clocked(&order, first)))
    }

    fn lapsed(&self, seat: Seat) -> Option<Value> {
        self.0.state().lapsed(seat).map(|it| to_value(&it))
    }

    fn describe(&self, viewer: Viewer) -> String {
        G::describe(&self.0.view(viewer))
    }

    fn prompt(&self, seat: Seat) -> String {
        G::prompt(&self.0.view(Viewer::Seat(seat)), seat)
    }

    fn suggest(&self, seat: Seat, level: &Level, dice: Dice) -> WrittenOrder {
        self.thinker(seat, level, dice)()
    }

    fn thinker(&self, seat: Seat, level: &Level, dice: Dice) -> Thinker {
        let view = self.0.view(Viewer::Seat(seat));
        let level = *level;
        Box::new(move || {
            let order = ai::player::<G>(&level, dice).decide(&view, seat);
            written::<G>(&view, &order)
        })
    }

    fn events(&self) -> usize {
        self.0.log().len()
    }

    fn witnessed(&self, viewer: Viewer) -> &[usize] {
        self.3.seen(viewer)
    }

    fn view_after(&self, n: usize, viewer: Viewer) -> Value {
        let mut state = self.0.start().clone();
        self.0.log().iter().take(n).for_each(|event| state.apply(event));
        to_value(&state.view(viewer))
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<Line> {
        lines(self.0.start().clone(), self.0.log(), viewer, from)
    }

    fn commitment(&self) -> String {
        self.0.commitment().to_string()
    }

    fn contributions(&self) -> Vec<String> {
        self.0.opening().contributions.iter().map(|it| it.0.clone()).collect()
    }

    fn secret(&self) -> Option<String> {
        self.0.outcome()?;
        Some(self.0.opening().secret.clone().into())
    }

    fn record(&self, reveal: bool) -> String {
        let mut record = self.0.record(reveal);
        record.rules_version = self.2;
        let mut text = serde_json::to_string_pretty(&record).expect("records are plain data");
        text.push('\n');
        text
    }

    fn record_head(&self) -> Value {
        let mut record = self.0.record(true);
        record.rules_version = self.2;
        record.decisions = Vec::new();
        record.events = Vec::new();
        record.outcome = None;
        to_value(&record)
    }

    fn record_since(&self, decisions: usize, events: usize) -> (Vec<Resolved>, Vec<Value>) {
        let resolved = |it: &engine::DecisionRecord<G::Order>| Resolved {
            phase: it.phase.clone(),
            after: it.after,
            orders: it.orders.iter().map(|(seat, order)| (*seat, to_value(order))).collect(),
        };
        let decisions = self.0.decisions().iter().skip(decisions).map(resolved).collect();
        (decisions, self.0.log().iter().skip(events).map(to_value).collect())
    }
}

/// The game's own order out of text or JSON. Legality is not judged here.
pub(crate) fn read_order<G: Spoken>(
    state: &G,
    seat: Seat,
    order: &Submission,
) -> Result<G::Order, Rejection> {
    match order {
        Submission::Data(data) => serde_json::from_value(data.clone())
            .map_err(|err| Rejection::Malformed(format!("not an order of {}: {err}", G::ID))),
        Submission::Text(text) => G::read_order(&state.view(Viewer::Seat(seat)), seat, text)
            .map_err(|refusal: Refusal| Rejection::Submit(SubmitError::Refused(refusal))),
    }
}

/// Plays `events` over `state` and says what `viewer` saw of them.
pub(crate) fn lines<G: Spoken>(mut state: G, events: &[G::Event], viewer: Viewer, from: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (n, event) in events.iter().enumerate() {
        let seen = if from <= n { state.witness(event, viewer) } else { None };
        if let Some(seen) = seen {
            let view = state.view(viewer);
            let (text, luck) = (G::narrate(&view, &seen), G::stakes(&view, &seen));
            let (rules, event, aside) = (G::rules_of(&seen), to_value(&seen), G::is_aside(&seen));
            lines.push(Line { n, turn: state.turn(), text, rules, event, luck, aside });
        }
        state.apply(event);
    }
    lines
}

pub(crate) fn to_value<T: Serialize>(data: &T) -> Value {
    serde_json::to_value(data).expect("plain data goes into JSON")
}

fn written<G: Spoken>(view: &G::View, order: &G::Order) -> WrittenOrder {
    WrittenOrder { notation: G::write_order(view, order), order: to_value(order) }
}
