//! A running battle of whatever game: JSON and words in, JSON and words out.

use std::{collections::VecDeque, fmt};

use ai::{Level, Stop};
use dice::Dice;
use engine::{
    Assist, Clock, EndedBy, Ending, Finding, Format, Game, Giver, Library, Loss, Match, Outcome, Progress,
    Refusal, Seat, SeatInfo, Seats, Spoken, SubmitError, Tactics, Viewer, outside,
};
use proof::{Digest, Signature};
use serde::Serialize;
use serde_json::{Value, value::RawValue};

use crate::{
    Moment, Question,
    any_record::seated,
    guard::{Stopped, guarded},
    moment::Still,
    offer::{self, Drawn, Offer},
    ruleset::endless,
    tally::Tally,
    tell::{Line, Telling, lines},
};

/// An order as it comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Submission {
    /// In the game's own notation, as a person types it.
    Text(String),
    Data(Value),
}

/// Why a submission was not taken. Nothing has changed, unless the rules broke.
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
    /// A fault of the rules, which stopped short. If they did while an order was
    /// carried out, [`AnyMatch::broken`] says so from now on, and the battle has
    /// to be read again from what is stored of it.
    Broken(Stopped),
    /// The host has ended it: it had grown as long as a battle may.
    Closed(Ending),
}

impl From<Stopped> for Rejection {
    fn from(stopped: Stopped) -> Rejection {
        Rejection::Broken(stopped)
    }
}

impl Rejection {
    /// What was wrong with the order itself, each with its rule.
    pub fn findings(&self) -> &[Finding] {
        match self {
            Rejection::Submit(SubmitError::Refused(refusal)) => &refusal.findings,
            Rejection::Malformed(_)
            | Rejection::Submit(_)
            | Rejection::OtherRules { .. }
            | Rejection::Broken(_)
            | Rejection::Closed(_) => &[],
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
            Rejection::Broken(stopped) => write!(f, "the rules stopped short: {stopped}"),
            Rejection::Closed(Ending { after, .. }) => {
                write!(
                    f,
                    "this battle reached the server's limit after {after} events and is closed as a draw"
                )
            }
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

/// A decision that has been resolved, as the record keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    pub phase: String,
    /// How many events had happened before.
    pub after: usize,
    pub orders: Vec<(Seat, Value)>,
    /// Who gave the orders that the players did not give themselves.
    pub by: Vec<(Seat, Giver)>,
}

/// What a finished record of format 2 proves itself with.
#[derive(Clone, Debug, PartialEq)]
pub struct Sealed {
    /// The fields `parts` and `chain` of the record.
    pub parts: Value,
    pub chain: Value,
    /// The last link: what is signed.
    pub end: Digest,
    /// If the battle came finished and signed, by whom.
    pub signature: Option<Signature>,
}

/// Thinks by itself, on whatever thread, about a view it took along. Once the
/// stop is pulled it comes back with the best it has.
pub type Thinker = Box<dyn FnOnce(Stop) -> WrittenOrder + Send>;

/// What a person is advised, and why in a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advised {
    #[serde(flatten)]
    pub order: WrittenOrder,
    pub reason: String,
}

/// Thinks like a [`Thinker`], and says why.
pub type Adviser = Box<dyn FnOnce(Stop) -> Advised + Send>;

/// Tells a part of the log that it took along.
pub type Teller = Box<dyn FnOnce() -> Vec<Line> + Send>;

/// One battle, its game forgotten.
///
/// Whatever is sent to [`AnyMatch::submit`] and [`AnyMatch::check`], neither
/// panics: they answer [`Rejection::Broken`] instead. The others take the rules
/// at their word; [`crate::guarded`] around a call makes a value of a panic there.
pub trait AnyMatch: Send {
    fn game(&self) -> &'static str;
    /// The version of the rules that counts now. If it is not ours, the
    /// battle can only be looked at: nobody has anything to decide.
    fn rules_version(&self) -> u32;
    /// The form its record is written in.
    fn format(&self) -> Format;
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
    /// Why nothing that this battle says can be relied on any more: the rules
    /// stopped short while an order was carried out.
    fn broken(&self) -> Option<&Stopped>;
    /// Seals an order for decision `n`, and resolves it if it was the last out.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the order; nothing has changed. After
    /// [`Rejection::Broken`], [`AnyMatch::broken`] says whether anything has; if so,
    /// the battle takes no more orders.
    fn submit(&mut self, n: usize, seat: Seat, order: &Submission) -> Result<Progress, Rejection> {
        self.submit_by(n, seat, order, None)
    }
    /// Like [`AnyMatch::submit`], where somebody else than the player may have
    /// given the order.
    ///
    /// # Errors
    ///
    /// As [`AnyMatch::submit`].
    fn submit_by(
        &mut self,
        n: usize,
        seat: Seat,
        order: &Submission,
        giver: Option<Giver>,
    ) -> Result<Progress, Rejection>;
    /// Like [`AnyMatch::submit_by`], and gives the order back in both forms: read and judged once.
    ///
    /// # Errors
    ///
    /// As [`AnyMatch::submit`].
    fn hand_in(
        &mut self,
        n: usize,
        seat: Seat,
        order: &Submission,
        giver: Option<Giver>,
    ) -> Result<(WrittenOrder, Progress), Rejection>;
    /// Like [`AnyMatch::hand_in`], but resolves nothing, even if it was the last
    /// order out: until [`AnyMatch::resolve`] it can be taken back.
    ///
    /// # Errors
    ///
    /// As [`AnyMatch::submit`].
    fn seal(
        &mut self,
        n: usize,
        seat: Seat,
        order: &Submission,
        giver: Option<Giver>,
    ) -> Result<WrittenOrder, Rejection>;
    /// Resolves the open decision, if all its orders are in.
    ///
    /// # Errors
    ///
    /// [`Rejection::Broken`] if the rules stopped short.
    fn resolve(&mut self) -> Result<Progress, Rejection>;
    /// Ends the battle, whatever the rules think of it: nobody has anything to
    /// decide any more.
    ///
    /// # Errors
    ///
    /// If it is over already.
    fn end(&mut self, ending: Ending) -> Result<(), Rejection>;
    /// What ended the battle, if the rules did not.
    fn ending(&self) -> Option<Ending>;
    /// Notes that what has happened so far was played elsewhere.
    fn mark_brought(&mut self);
    /// Lets other players sit down from the open decision on, by level or
    /// `human`; as many as there are seats.
    fn reseat(&mut self, players: &[String]);
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
    fn view(&self, viewer: Viewer) -> Value {
        plain::tree(&self.view_text(viewer))
    }
    /// The same as it was written, to be passed on.
    fn view_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// What a screen may offer `seat` now (choices, previews and odds), as it was written; and the order to
    /// give if there is nothing to choose in it.
    fn offer(&self, seat: Seat) -> (Box<RawValue>, Option<Value>);
    /// Legal orders of `seat` for the open decision: all there are, if they are no more than `most`,
    /// otherwise so many drawn by chance. They are found in a world imagined from what the seat sees.
    ///
    /// # Errors
    ///
    /// If the seat has nothing to decide, or the rules stop short.
    fn orders(&self, seat: Seat, most: usize, dice: Dice) -> Result<Offer, Rejection>;
    /// The open decision standing still, as `seat` may imagine it: what dice might bring there.
    ///
    /// # Errors
    ///
    /// If the rules stop short.
    fn moment(&self, seat: Seat, dice: Dice) -> Result<Box<dyn Moment>, Rejection>;
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
    /// The open decision as it is put to a program of one's own. `battle` is the number by which
    /// the program knows this battle.
    fn question(&self, seat: Seat, battle: u64, dice: Dice) -> Question;
    /// What a person in this seat is advised, to be thought out later and elsewhere: the order
    /// that level `suggestion` gives, from a search of at most so many nodes.
    fn adviser(&self, seat: Seat, most: u32, dice: Dice) -> Adviser;
    /// Whether the battle ends by itself, whoever plays. Nobody else ends one in
    /// which no person sits.
    ///
    /// # Errors
    ///
    /// Which option lets it go on, what is allowed, and the rule.
    fn ends_by_itself(&self) -> Result<(), String>;
    /// What became of every unit, seen or not: to be told when the battle is over.
    fn losses(&self) -> Vec<Loss>;
    fn events(&self) -> usize;
    /// How far the dice have been rolled: what [`crate::AnyRecord::take_up`] goes on from.
    fn dice(&self) -> String;
    /// The numbers in the whole log of the events that `viewer` has witnessed.
    /// How many there are between them is not for the viewer to know while
    /// the battle lasts.
    fn witnessed(&self, viewer: Viewer) -> &[usize];
    /// What `viewer` saw after the first `n` events.
    fn view_after(&self, n: usize, viewer: Viewer) -> Value;
    /// The log as `viewer` saw it, from event number `from` on, in words.
    fn log(&self, viewer: Viewer, from: usize) -> Vec<Line>;
    /// The same with what each event changed of the view, to be told later and
    /// elsewhere: a long story holds up nobody who wants to play on.
    fn teller(&self, viewer: Viewer, from: usize) -> Teller;
    /// The hash of the secret, to be shown before the first decision.
    fn commitment(&self) -> String;
    /// What every seat added to the dice.
    fn contributions(&self) -> Vec<String>;
    /// The secret itself, once the battle is over.
    fn secret(&self) -> Option<String>;
    /// The match file. `reveal` puts the secret in before the end, for the
    /// host who wants to take the battle up again.
    fn record(&self, reveal: bool) -> String;
    /// The record with its secret but without decisions, events and how it
    /// ended: what never changes.
    fn record_head(&self) -> Value;
    /// What the record of the battle proves itself with, once it is over; nothing
    /// in format 1.
    fn sealed_record(&self) -> Option<Sealed>;
    /// Keeps the signature of whoever hosted the battle to its end.
    fn sign(&mut self, signature: Signature);
    /// The decisions from number `decisions` and the events from number
    /// `events` on, as they stand in the record.
    fn record_since(&self, decisions: usize, events: usize) -> (Vec<Resolved>, Vec<Value>);
}

pub(crate) struct Live<G: Game> {
    battle: Match<G>,
    seats: Vec<SeatInfo>,
    /// Why nothing of this can be relied on any more.
    broken: Option<Stopped>,
    /// The states before the last decisions, with the number of events before
    /// each: whoever tells what has just happened begins there, however long
    /// the battle is.
    marks: VecDeque<(usize, G)>,
    signature: Option<Signature>,
    tally: Tally<G>,
}

/// As many decisions as somebody who is told of every one may lag behind.
const MARKS: usize = 8;

impl<G: Spoken> Live<G> {
    /// A battle as it goes on, or as its events tell it if it was fought under
    /// rules that are not ours.
    pub(crate) fn new(battle: Match<G>) -> Self {
        let seats = seated(battle.start(), &battle.opening().seats);
        let signature = battle.signature().cloned();
        let tally = Tally::of(&battle);
        Live { battle, seats, broken: None, marks: VecDeque::new(), signature, tally }
    }

    /// A state near the one after the first `n` events, not after it, and how
    /// many events had happened then.
    fn near(&self, n: usize) -> (usize, &G) {
        match self.marks.iter().rfind(|(after, _)| *after <= n) {
            Some((after, state)) => (*after, state),
            None => self.tally.near(n).unwrap_or((0, self.battle.start())),
        }
    }

    /// Changes the battle; a fault of the rules meanwhile may cost it.
    fn change<T>(&mut self, change: impl FnOnce(&mut Match<G>) -> T) -> Result<T, Rejection> {
        let before = traces(&self.battle);
        guarded(|| change(&mut self.battle)).map_err(|stopped| {
            // It survives a check that stops short, too.
            if guarded(|| traces(&self.battle)).as_ref() != Ok(&before) {
                self.broken = Some(stopped.clone());
            }
            Rejection::Broken(stopped)
        })
    }

    fn keep(&mut self, n: usize, seat: Seat, order: G::Order, giver: Option<Giver>) -> Result<(), Rejection> {
        self.change(|battle| battle.seal_by(n, seat, order, giver))?.map_err(Rejection::Submit)
    }

    /// With the last order out, something happens.
    fn carry_out(&mut self) -> Result<Progress, Rejection> {
        let last = self.battle.decision().is_some() && self.battle.awaiting().is_empty();
        let mark = last.then(|| (self.battle.log().len(), self.battle.state().clone()));
        let progress = self.change(Match::resolve)?;
        if let (Progress::Resolved(_), Some(mark)) = (&progress, mark) {
            self.marks.push_back(mark);
            if MARKS < self.marks.len() {
                self.marks.pop_front();
            }
        }
        self.tally.catch_up(&self.battle);
        Ok(progress)
    }

    /// An order that was read, in both its forms.
    fn read(&self, seat: Seat, order: &Submission) -> Result<(G::Order, WrittenOrder), Rejection> {
        // Reading changes nothing, so that a battle survives what breaks it.
        guarded(|| {
            let order = read_order::<G>(self.battle.state(), seat, order)?;
            let form = written::<G>(&self.battle.view(Viewer::Seat(seat)), &order);
            Ok((order, form))
        })?
    }

    fn playable(&self) -> Result<(), Rejection> {
        if let Some(stopped) = &self.broken {
            return Err(Rejection::Broken(stopped.clone()));
        }
        if let Some(ending @ Ending { by: EndedBy::Limit, .. }) = self.battle.history().ending {
            return Err(Rejection::Closed(ending));
        }
        let recorded = self.battle.history().rules_now();
        if recorded == G::RULES_VERSION {
            return Ok(());
        }
        Err(Rejection::OtherRules { recorded, ours: G::RULES_VERSION })
    }
}

impl<G: Game + Spoken + Tactics + Assist + Library> AnyMatch for Live<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn rules_version(&self) -> u32 {
        self.battle.history().rules_now()
    }

    fn format(&self) -> Format {
        self.battle.history().format
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn turn(&self) -> u32 {
        self.battle.state().turn()
    }

    fn decision_number(&self) -> usize {
        self.battle.decision_number()
    }

    fn phase(&self) -> Option<&'static str> {
        self.battle.decision().map(|decision| decision.phase)
    }

    fn deciding(&self) -> Seats {
        if self.playable().is_err() {
            return Seats::default();
        }
        self.battle.decision().map_or(Seats::default(), |decision| decision.seats)
    }

    fn awaiting(&self) -> Seats {
        if self.playable().is_err() {
            return Seats::default();
        }
        self.battle.awaiting()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.battle.outcome()
    }

    fn submit_by(
        &mut self,
        n: usize,
        seat: Seat,
        order: &Submission,
        giver: Option<Giver>,
    ) -> Result<Progress, Rejection> {
        self.playable()?;
        // Reading changes nothing, so that a battle survives what breaks it.
        let order = guarded(|| read_order::<G>(self.battle.state(), seat, order))??;
        self.keep(n, seat, order, giver)?;
        self.carry_out()
    }

    fn hand_in(
        &mut self,
        n: usize,
        seat: Seat,
        order: &Submission,
        giver: Option<Giver>,
    ) -> Result<(WrittenOrder, Progress), Rejection> {
        let form = self.seal(n, seat, order, giver)?;
        Ok((form, self.carry_out()?))
    }

    fn seal(
        &mut self,
        n: usize,
        seat: Seat,
        order: &Submission,
        giver: Option<Giver>,
    ) -> Result<WrittenOrder, Rejection> {
        self.playable()?;
        let (order, form) = self.read(seat, order)?;
        self.keep(n, seat, order, giver)?;
        Ok(form)
    }

    fn resolve(&mut self) -> Result<Progress, Rejection> {
        self.playable()?;
        self.carry_out()
    }

    fn broken(&self) -> Option<&Stopped> {
        self.broken.as_ref()
    }

    fn end(&mut self, ending: Ending) -> Result<(), Rejection> {
        self.battle.end(ending).map_err(Rejection::Submit)
    }

    fn ending(&self) -> Option<Ending> {
        self.battle.history().ending
    }

    fn mark_brought(&mut self) {
        self.battle.mark_brought();
    }

    fn reseat(&mut self, players: &[String]) {
        self.battle.reseat(players);
        self.seats = seated(self.battle.start(), &self.battle.opening().seats);
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
        let read = guarded(|| {
            let order = read_order::<G>(self.battle.state(), seat, order)?;
            let form = written::<G>(&self.battle.view(Viewer::Seat(seat)), &order);
            Ok((order, form))
        });
        let (order, form) = match read.map_err(Rejection::Broken).flatten() {
            Ok(read) => read,
            Err(rejection) => return (None, Err(rejection)),
        };
        let judged = guarded(|| match self.battle.decision() {
            None => Err(SubmitError::Over),
            Some(_) if n != self.battle.decision_number() => {
                Err(SubmitError::Stale { meant: n, open: self.battle.decision_number() })
            }
            Some(decision) if !decision.seats.contains(seat) => Err(SubmitError::NotYourDecision(seat)),
            Some(_) => self.battle.state().check(seat, &order).map_err(SubmitError::Refused),
        });
        let judged = judged.map_err(Rejection::Broken).and_then(|it| it.map_err(Rejection::Submit));
        (Some(form), judged)
    }

    fn preview(&self, seat: Seat, order: &Submission) -> Option<Value> {
        self.playable().ok()?;
        self.battle.decision().filter(|it| it.seats.contains(seat))?;
        let order = read_order::<G>(self.battle.state(), seat, order).ok()?;
        // Of an order that breaks the rules nothing can be shown; the check says the rest.
        guarded(|| self.battle.state().preview(seat, &order).map(|it| plain::to_value(&it))).ok().flatten()
    }

    fn withdraw(&mut self, seat: Seat) -> bool {
        self.playable().is_ok() && self.battle.withdraw(seat).is_some()
    }

    fn sealed(&self, viewer: Viewer) -> Vec<(Seat, WrittenOrder)> {
        let view = self.battle.view(viewer);
        self.battle
            .sealed_for(viewer)
            .into_iter()
            .map(|(seat, order)| (seat, written::<G>(&view, order)))
            .collect()
    }

    fn view_text(&self, viewer: Viewer) -> Box<RawValue> {
        plain::to_raw(&self.battle.view(viewer))
    }

    fn offer(&self, seat: Seat) -> (Box<RawValue>, Option<Value>) {
        let menu = self.battle.state().menu(seat);
        (plain::to_raw(&menu), G::moot(&menu).map(|order| plain::to_value(&order)))
    }

    fn orders(&self, seat: Seat, most: usize, mut dice: Dice) -> Result<Offer, Rejection> {
        self.playable()?;
        let decision = self.battle.decision().ok_or(Rejection::Submit(SubmitError::Over))?;
        if !decision.seats.contains(seat) {
            return Err(Rejection::Submit(SubmitError::NotYourDecision(seat)));
        }
        let view = self.battle.view(Viewer::Seat(seat));
        let offered = guarded(|| {
            let world = G::imagine(&view, &mut dice);
            let drawn = Drawn { captain: false, draws: most };
            let (orders, complete) = offer::orders(&world, seat, most, drawn, &mut dice);
            Offer { orders: orders.iter().map(|order| written::<G>(&view, order)).collect(), complete }
        });
        Ok(offered?)
    }

    fn moment(&self, seat: Seat, mut dice: Dice) -> Result<Box<dyn Moment>, Rejection> {
        self.playable()?;
        let view = self.battle.view(Viewer::Seat(seat));
        let world = guarded(|| G::imagine(&view, &mut dice))?;
        Ok(Box::new(Still::new(world)))
    }

    fn clock(&self) -> Option<Clock> {
        self.battle.decision().filter(|_| self.playable().is_ok())?;
        self.battle.state().clock()
    }

    fn clocked(&self, seat: Seat, order: &Submission, first: bool) -> Option<Value> {
        let order = read_order::<G>(self.battle.state(), seat, order).ok()?;
        Some(plain::to_value(&self.battle.state().clocked(&order, first)))
    }

    fn lapsed(&self, seat: Seat) -> Option<Value> {
        self.battle.state().lapsed(seat).map(|it| plain::to_value(&it))
    }

    fn describe(&self, viewer: Viewer) -> String {
        G::describe(&self.battle.view(viewer))
    }

    fn prompt(&self, seat: Seat) -> String {
        G::prompt(&self.battle.view(Viewer::Seat(seat)), seat)
    }

    fn suggest(&self, seat: Seat, level: &Level, dice: Dice) -> WrittenOrder {
        self.thinker(seat, level, dice)(Stop::default())
    }

    fn thinker(&self, seat: Seat, level: &Level, dice: Dice) -> Thinker {
        let view = self.battle.view(Viewer::Seat(seat));
        let level = *level;
        Box::new(move |stop| {
            let order = ai::player_until::<G>(&level, dice, stop).decide(&view, seat);
            written::<G>(&view, &order)
        })
    }

    fn question(&self, seat: Seat, battle: u64, dice: Dice) -> Question {
        Question::of(&self.battle, &self.seats, seat, battle, dice)
    }

    fn adviser(&self, seat: Seat, most: u32, dice: Dice) -> Adviser {
        let view = self.battle.view(Viewer::Seat(seat));
        Box::new(move |stop| {
            let ai::Advice { order, reason } = ai::advise::<G>(&view, seat, most, dice, &stop);
            Advised { order: written::<G>(&view, &order), reason }
        })
    }

    fn ends_by_itself(&self) -> Result<(), String> {
        let opening = self.battle.opening();
        endless::<G>(&opening.options, &opening.scenario)
    }

    fn losses(&self) -> Vec<Loss> {
        self.battle.state().losses()
    }

    fn events(&self) -> usize {
        self.battle.log().len()
    }

    fn dice(&self) -> String {
        self.battle.dice().position().map_or(String::new(), |it| it.to_string())
    }

    fn witnessed(&self, viewer: Viewer) -> &[usize] {
        self.tally.seen(viewer)
    }

    fn view_after(&self, n: usize, viewer: Viewer) -> Value {
        let (after, state) = self.near(n);
        let mut state = state.clone();
        self.battle.log().iter().take(n).skip(after).for_each(|event| state.apply(event));
        plain::to_value(&state.view(viewer))
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<Line> {
        let (first, state) = self.near(from);
        lines(state.clone(), first, &self.battle.log()[first..], viewer, from, Telling::Words)
    }

    fn teller(&self, viewer: Viewer, from: usize) -> Teller {
        let (first, state) = self.near(from);
        let (state, events) = (state.clone(), self.battle.log()[first..].to_vec());
        Box::new(move || lines(state, first, &events, viewer, from, Telling::Changes))
    }

    fn commitment(&self) -> String {
        self.battle.commitment().to_string()
    }

    fn contributions(&self) -> Vec<String> {
        self.battle.opening().contributions.iter().map(|it| it.0.clone()).collect()
    }

    fn secret(&self) -> Option<String> {
        self.outcome()?;
        Some(self.battle.opening().secret.clone().into())
    }

    fn record(&self, reveal: bool) -> String {
        let mut file = self.battle.file(reveal);
        if let Some(signature) = self.signature.as_ref().filter(|_| self.battle.outcome().is_some()) {
            file["signature"] = plain::to_value(signature);
        }
        engine::in_order(&file)
    }

    fn record_head(&self) -> Value {
        self.battle.head()
    }

    fn sealed_record(&self) -> Option<Sealed> {
        let (parts, chain) = self.battle.proof(false)?;
        let end = proof::end(&chain)?;
        let signature = self.signature.clone();
        Some(Sealed { parts: plain::to_value(&parts), chain: Value::from(chain), end, signature })
    }

    fn sign(&mut self, signature: Signature) {
        self.signature = Some(signature);
    }

    fn record_since(&self, decisions: usize, events: usize) -> (Vec<Resolved>, Vec<Value>) {
        let resolved = |(it, file): (&engine::DecisionRecord<G::Order>, Value)| Resolved {
            phase: it.phase.clone(),
            after: it.after,
            // As they stand in the file: that is what was sealed.
            orders: (it.orders.iter().enumerate())
                .map(|(n, (seat, _))| (*seat, file["orders"][n][1].clone()))
                .collect(),
            by: it.by.clone(),
        };
        let told = self.battle.decisions_in_file(decisions);
        let decisions = self.battle.decisions().iter().skip(decisions).zip(told).map(resolved).collect();
        (decisions, self.battle.events_in_file(events))
    }
}

/// The game's own order out of text or JSON, if it is not too large for any
/// battle. Legality is not judged here.
pub(crate) fn read_order<G: Spoken>(
    state: &G,
    seat: Seat,
    order: &Submission,
) -> Result<G::Order, Rejection> {
    match order {
        Submission::Data(data) => {
            outside::fits(data).map_err(too_large)?;
            plain::from_value(data)
                .map_err(|err| Rejection::Malformed(format!("not an order of {}: {err}", G::ID)))
        }
        Submission::Text(text) => {
            outside::fits_text(text).map_err(too_large)?;
            let order = G::read_order(&state.view(Viewer::Seat(seat)), seat, text)
                .map_err(|refusal: Refusal| Rejection::Submit(SubmitError::Refused(refusal)))?;
            outside::fits(&plain::to_value(&order)).map_err(too_large)?;
            Ok(order)
        }
    }
}

/// What changes as soon as an order is taken: who is waited for, dice and events.
fn traces<G: Game>(battle: &Match<G>) -> (Seats, u64, usize) {
    (battle.awaiting(), battle.dice().rolled(), battle.log().len())
}

fn too_large(err: outside::TooLarge) -> Rejection {
    Rejection::Malformed(err.to_string())
}

pub(crate) fn written<G: Spoken>(view: &G::View, order: &G::Order) -> WrittenOrder {
    WrittenOrder { notation: G::write_order(view, order), order: plain::to_value(order) }
}
