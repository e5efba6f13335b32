//! A program of one's own in a seat: lines of JSON out and in (docs/json.md, exec).
//!
//! It is shown what any player is shown, a view, and its orders are judged by
//! the rules before they count. Whoever answers too late, not at all or three
//! times against the rules has failed: in a ring that loses the battle, at a
//! table somebody else gives the order.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use ai::{Player, Stop};
use dice::Dice;
use engine::{Game, Match, Outcome, Pending, Seat, SeatInfo, Spoken, Tactics, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Program, Talk};
use crate::{
    Rejection, Submission, WrittenOrder, any_match::read_order, any_match::written, guard::guarded, offer,
    offer::Drawn,
};

/// So many answers against the rules lose a battle.
const TRIES: usize = 3;
/// Orders that are listed for a program, where there are no more.
const LISTED: usize = 64;
/// Orders drawn by chance for it, where there are.
const DRAWN: usize = 16;
/// For its first line, in which it may load whatever it needs.
const GREETING: Duration = Duration::from_secs(60);
/// Whether anybody still waits for an answer is asked so often.
const LOOK: Duration = Duration::from_millis(50);

/// A program that runs between two battles, too.
#[derive(Clone, Default)]
pub(super) struct Line(Arc<Mutex<Option<Box<dyn Talk>>>>);

impl Line {
    fn hold(&self) -> MutexGuard<'_, Option<Box<dyn Talk>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the program if it does not run.
    pub(super) fn open(&self, program: &dyn Program) -> Result<(), String> {
        let mut talk = self.hold();
        if talk.is_none() {
            *talk = Some(program.start()?);
        }
        Ok(())
    }

    /// Says something that wants no answer.
    pub(super) fn tell(&self, line: &Value) {
        let mut talk = self.hold();
        if talk.as_mut().is_some_and(|it| it.say(&line.to_string()).is_err()) {
            *talk = None;
        }
    }

    fn ask(&self, line: &Value, within: Duration, stop: &Stop) -> Result<String, String> {
        let mut held = self.hold();
        let talk = held.as_mut().ok_or("it does not run")?;
        talk.say(&line.to_string())?;
        let begun = Instant::now();
        loop {
            let left = within.saturating_sub(begun.elapsed());
            if let Some(answer) = talk.hear(left.min(LOOK))? {
                return Ok(answer);
            }
            if stop.is_pulled() {
                return Err("nobody waits for its answer any more".to_owned());
            }
            if left.is_zero() {
                return Err(format!("it has not answered within {} s", within.as_secs_f64()));
            }
        }
    }

    fn close(&self) {
        *self.hold() = None;
    }
}

/// Who has failed in this battle, and why.
#[derive(Clone, Debug, Default)]
pub(super) struct Failing(Arc<Mutex<Option<(usize, String)>>>);

impl Failing {
    fn hold(&self) -> MutexGuard<'_, Option<(usize, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn who(&self) -> Option<usize> {
        self.hold().as_ref().map(|(number, _)| *number)
    }

    pub(super) fn take(&self) -> Option<(usize, String)> {
        self.hold().take()
    }

    /// That of one player.
    pub(super) fn of(&self, number: usize) -> OwnFailing {
        OwnFailing { number, all: self.clone() }
    }
}

#[derive(Debug)]
pub(super) struct OwnFailing {
    number: usize,
    all: Failing,
}

impl OwnFailing {
    fn has_failed(&self) -> bool {
        self.all.who() == Some(self.number)
    }

    /// The first to fail has lost.
    fn fail(&self, why: String) {
        self.all.hold().get_or_insert((self.number, why));
    }
}

/// What it is told before its first decision of a battle.
pub(super) fn hello<G: Game>(options: &Value, names: &[String], battle: u64) -> Value {
    json!({
        "type": "battle", "protocol": 1, "game": G::ID, "rules_version": G::RULES_VERSION, "battle": battle,
        "seats": names, "options": options,
    })
}

/// What it is told at the end.
pub(super) fn over(outcome: &Outcome) -> Value {
    json!({ "type": "over", "outcome": outcome })
}

pub(super) struct Outsider {
    line: Line,
    patience: Duration,
    dice: Dice,
    failing: OwnFailing,
    hello: Option<Value>,
}

/// What it may answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// One of the orders that it was shown.
    #[serde(default)]
    pick: Option<usize>,
    /// An order as data, or in the game's notation.
    #[serde(default)]
    order: Option<Value>,
}

impl Outsider {
    pub(super) fn new(
        line: Line,
        patience: Duration,
        dice: Dice,
        failing: OwnFailing,
        hello: Value,
    ) -> Outsider {
        Outsider { line, patience, dice, failing, hello: Some(hello) }
    }

    /// An order of its own, or why it has none.
    fn answer<G: Spoken + Tactics>(&mut self, view: &G::View, seat: Seat) -> Result<G::Order, String> {
        let Outsider { line, patience, dice, hello, .. } = self;
        let (patience, stop) = (*patience, Stop::default());
        if let Some(hello) = hello.take() {
            greet(line, &hello, patience, &stop)?;
        }
        put::<G>(line, patience, view, seat, dice, &stop)
    }
}

/// Tells it of a battle, and waits until it is ready.
fn greet(line: &Line, hello: &Value, patience: Duration, stop: &Stop) -> Result<(), String> {
    let ready = line.ask(hello, GREETING.max(patience), stop)?;
    let said: Value = serde_json::from_str(&ready).map_err(|_| not_json(&ready))?;
    match said["ready"] == true {
        true => Ok(()),
        false => Err(format!("expected {{\"ready\": true}}, it said {}", short(&ready))),
    }
}

/// Puts a decision to it, and takes an order that the rules take.
fn put<G: Spoken + Tactics>(
    line: &Line,
    patience: Duration,
    view: &G::View,
    seat: Seat,
    dice: &mut Dice,
    stop: &Stop,
) -> Result<G::Order, String> {
    // What the rules say of an order hangs on nothing that its seat cannot know, so that
    // they may be asked in a world that is only imagined.
    let world = G::imagine(view, dice);
    let Pending::Orders(decision) = world.pending() else {
        return Err("nothing is to be decided".into());
    };
    let drawn = Drawn { captain: true, draws: DRAWN };
    let (orders, complete) = offer::orders(&world, seat, LISTED, drawn, dice);
    let told: Vec<_> = orders.iter().map(|order| written::<G>(view, order)).collect();
    let mut question = json!({
        "type": "decide", "seat": seat.0, "phase": decision.phase, "turn": world.turn(),
        "view": plain::to_value(view), "orders": told, "complete": complete,
    });
    let mut last = String::new();
    for _ in 0..TRIES {
        let text = line.ask(&question, patience, stop)?;
        last = match read::<G>(&world, seat, &text, &orders) {
            Ok(order) => return Ok(order),
            Err(why) => why,
        };
        question = json!({ "type": "refused", "why": last });
    }
    Err(format!("{TRIES} answers that the rules refuse, the last: {last}"))
}

impl<G: Spoken + Tactics> Player<G> for Outsider {
    fn decide(&mut self, view: &G::View, seat: Seat) -> G::Order {
        if !self.failing.has_failed() {
            match self.answer::<G>(view, seat) {
                Ok(order) => return order,
                Err(why) => {
                    self.failing.fail(why);
                    // It may still be thinking about the last question, so that its next answer
                    // would be to another one.
                    self.line.close();
                }
            }
        }
        // The battle ends after this decision; something has to be resolved until then.
        G::imagine(view, &mut self.dice).sample_order(seat, &mut self.dice)
    }
}

/// A program in one seat of a battle that people play. It is started when it is first asked, and
/// again after it has failed; whoever asks says who gives the order then.
pub struct Seated {
    program: Arc<dyn Program>,
    line: Line,
    /// Whether it has been told of the battle since it was started.
    greeted: bool,
}

impl fmt::Debug for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.program.name())
    }
}

/// A decision, to be put to a program later and elsewhere.
pub struct Question {
    hello: Value,
    put: Put,
}

type Put = Box<dyn FnOnce(&Line, Duration, &Stop) -> Result<WrittenOrder, String> + Send>;

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.hello)
    }
}

impl Question {
    pub(crate) fn of<G: Spoken + Tactics>(
        battle: &Match<G>,
        seats: &[SeatInfo],
        seat: Seat,
        number: u64,
        mut dice: Dice,
    ) -> Question {
        let names: Vec<String> = seats.iter().map(|it| it.name.clone()).collect();
        let hello = hello::<G>(&plain::to_value(&battle.opening().options), &names, number);
        let view = battle.view(Viewer::Seat(seat));
        let put = move |line: &Line, patience, stop: &Stop| {
            let order = put::<G>(line, patience, &view, seat, &mut dice, stop)?;
            Ok(written::<G>(&view, &order))
        };
        Question { hello, put: Box::new(put) }
    }
}

impl Seated {
    pub fn new(program: Arc<dyn Program>) -> Seated {
        Seated { program, line: Line::default(), greeted: false }
    }

    /// The order it gives, which is a legal one.
    ///
    /// # Errors
    ///
    /// Why there is none, in words: it cannot be started, is too slow, has ended, or answers
    /// against the rules; or the stop was pulled. It does not run any more then.
    pub fn decide(&mut self, question: Question, stop: &Stop) -> Result<WrittenOrder, String> {
        let decided = self.try_to(question, stop);
        if decided.is_err() {
            // Its next answer would be to another question.
            self.line.close();
            self.greeted = false;
        }
        decided
    }

    fn try_to(&mut self, Question { hello, put }: Question, stop: &Stop) -> Result<WrittenOrder, String> {
        let patience = self.program.patience();
        self.line.open(self.program.as_ref())?;
        if !self.greeted {
            greet(&self.line, &hello, patience, stop)?;
            self.greeted = true;
        }
        put(&self.line, patience, stop)
    }

    /// Tells it how the battle ended.
    pub fn farewell(&self, outcome: &Outcome) {
        self.line.tell(&over(outcome));
    }
}

/// An order that may be given.
fn read<G: Spoken>(world: &G, seat: Seat, text: &str, orders: &[G::Order]) -> Result<G::Order, String> {
    let answer: Answer = serde_json::from_str(text).map_err(|err| {
        format!("expected {{\"pick\": N}} or {{\"order\": …}}: {err}; it said {}", short(text))
    })?;
    let submission = match answer {
        Answer { pick: Some(n), order: None } => {
            let orders_there = orders.len();
            return orders.get(n).cloned().ok_or(format!("pick {n}, but there are {orders_there}, from 0"));
        }
        Answer { pick: None, order: Some(Value::String(text)) } => Submission::Text(text),
        Answer { pick: None, order: Some(data) } => Submission::Data(data),
        Answer { .. } => return Err("expected either pick or order".to_owned()),
    };
    let judged = guarded(|| {
        let order = read_order::<G>(world, seat, &submission).map_err(|err: Rejection| err.to_string())?;
        world.check(seat, &order).map_err(|refusal| refusal.to_string())?;
        Ok(order)
    });
    judged.map_err(|stopped| stopped.to_string())?
}

fn not_json(text: &str) -> String {
    format!("expected a line of JSON, it said {}", short(text))
}

/// As much of what it said as anybody wants to read.
fn short(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        format!("{text:?}")
    } else {
        format!("{:?}…", text.chars().take(MOST).collect::<String>())
    }
}
