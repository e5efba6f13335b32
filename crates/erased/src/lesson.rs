//! Lessons: a situation, steps with words, and which orders do what a step
//! asks. Nothing of a lesson is kept: it is played from its start with the
//! orders given so far. docs/lessons.md describes the file for those who
//! write one.

mod check;
mod format;

use ai::{Level, Stop};
use dice::Dice;
use engine::{
    Assist, Decision, Finding, Game, Library, Orders, Outcome, Pending, PhaseName, Seat, SeatInfo, Seats,
    Spoken, SubmitError, Table, Tactics, Viewer,
};
use serde::Serialize;
use serde_json::Value;

pub use check::LessonReport;
pub(crate) use check::check;
pub use format::Page;

use crate::{
    Fault, Override, Rejection, Source, Submission, WrittenOrder,
    any_match::{read_order, written},
    case::{self, SeatKey, compare},
    guard::guarded,
    ruleset::seat_names,
    tell::{Line, Telling, lines},
};
use format::{Lesson, Step};

/// So many orders a lesson takes: several times as many as the longest asks for.
pub const MOST_ORDERS: usize = 300;
/// So many decisions go by without the learner before something must be wrong.
const MOST_UNATTENDED: usize = 60;
/// Dice of the computer players come from other streams than those of the battle.
const THOUGHTS: u64 = 1 << 32;

/// A lesson as it stands in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonCard {
    pub title: String,
    pub blurb: String,
    pub minutes: u8,
    /// How many tasks it has; a battle at the end is one.
    pub tasks: usize,
}

/// Where a lesson stands after some orders of the learner.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonMoment {
    /// How many of the orders were taken.
    pub taken: usize,
    /// The number of the task, from 0; as many as there are when all is done.
    pub task: usize,
    pub coach: Coach,
    /// Why the next of the orders was not taken.
    pub answer: Option<Answer>,
    /// What is remarked on what has just happened.
    pub remarks: Vec<String>,
    pub seats: Vec<SeatInfo>,
    pub seat: Seat,
    pub decision: usize,
    pub turn: u32,
    pub phase: Option<&'static str>,
    pub deciding: Seats,
    pub outcome: Option<Outcome>,
    pub view: Value,
    pub menu: Option<Value>,
    pub prompt: Option<String>,
    pub words: String,
    /// What has happened, from the asked event on, as the learner saw it.
    pub lines: Vec<Line>,
    /// How many events have happened.
    pub next: usize,
    /// The learner's view before anything had happened.
    pub start: Option<Value>,
}

/// What is said about the open task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coach {
    pub pages: Vec<Page>,
    pub task: String,
    pub why: String,
    pub rule: Option<String>,
    pub point: Vec<String>,
    /// An order that does it.
    pub show: Option<WrittenOrder>,
}

/// Why an order was not taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub words: String,
    /// What the rules have against it; nothing if only the lesson wants another.
    pub findings: Vec<Finding>,
}

/// An order that a person asks about.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonCheck {
    pub written: Option<WrittenOrder>,
    pub judged: Result<(), Rejection>,
    pub preview: Option<Value>,
}

pub(crate) fn card<G: Library>(source: &Source<'_>) -> Result<LessonCard, Fault> {
    let lesson = read::<G>(source)?;
    Ok(LessonCard {
        tasks: tasks(&lesson),
        title: lesson.title,
        blurb: lesson.blurb,
        minutes: lesson.minutes,
    })
}

/// Plays the lesson with these orders and says where it stands; events are told from number `from` on.
pub(crate) fn play<G: Game + Spoken + Tactics + Assist + Library>(
    source: &Source<'_>,
    orders: &[Value],
    from: usize,
) -> Result<LessonMoment, Fault> {
    let lesson = read::<G>(source)?;
    within(source, || {
        let run = reached(&lesson, orders)?;
        Ok(run.moment(from))
    })
}

/// What the rules say of an order at the point where the lesson stands after `orders`.
pub(crate) fn ask<G: Game + Spoken + Tactics + Assist + Library>(
    source: &Source<'_>,
    orders: &[Value],
    order: &Submission,
) -> Result<LessonCheck, Fault> {
    let lesson = read::<G>(source)?;
    within(source, || {
        let run = reached(&lesson, orders)?;
        let (state, seat) = (run.table.state(), run.seat);
        if !run.decides(seat) {
            let judged = Err(Rejection::Submit(SubmitError::NotYourDecision(seat)));
            return Ok(LessonCheck { written: None, judged, preview: None });
        }
        Ok(match read_order(state, seat, order) {
            Err(rejection) => LessonCheck { written: None, judged: Err(rejection), preview: None },
            Ok(order) => LessonCheck {
                written: Some(written::<G>(&state.view(Viewer::Seat(seat)), &order)),
                preview: state.preview(seat, &order).map(|it| plain::to_value(&it)),
                judged: case::legal(state, seat, order).map(drop),
            },
        })
    })
}

fn reached<'a, G: Game + Spoken + Tactics + Assist + Library>(
    lesson: &'a Lesson<G>,
    orders: &[Value],
) -> Result<Run<'a, G>, String> {
    let mut run = Run::begin(lesson)?;
    for order in orders.iter().take(MOST_ORDERS) {
        run.remarks.clear();
        if let Some(answer) = run.take(order)? {
            run.answer = Some(answer);
            break;
        }
        run.taken += 1;
    }
    Ok(run)
}

fn read<G: Library>(source: &Source<'_>) -> Result<Lesson<G>, Fault> {
    let lesson: Lesson<G> = source.parse()?;
    if lesson.game == G::ID {
        return Ok(lesson);
    }
    Err(Fault::Failed(format!("{}: a lesson of {:?}, not of {:?}", source.name, lesson.game, G::ID)))
}

fn within<T>(source: &Source<'_>, work: impl FnOnce() -> Result<T, String>) -> Result<T, Fault> {
    let failed = |words: String| Fault::Failed(format!("{}: {words}", source.name));
    match guarded(work) {
        Ok(result) => result.map_err(failed),
        Err(stopped) => Err(failed(format!("the rules stopped short: {stopped}"))),
    }
}

fn tasks<G: Library>(lesson: &Lesson<G>) -> usize {
    lesson.step.iter().filter(|it| it.show.is_some()).count() + usize::from(lesson.battle.is_some())
}

/// A lesson under way.
struct Run<'a, G: Library> {
    lesson: &'a Lesson<G>,
    start: G,
    table: Table<G>,
    seat: Seat,
    level: Option<Level>,
    /// The step that waits for the learner, or one past the last.
    step: usize,
    task: usize,
    /// Decisions resolved.
    decision: usize,
    taken: usize,
    answer: Option<Answer>,
    remarks: Vec<String>,
    /// Which remarks have been made.
    made: Vec<bool>,
}

impl<'a, G: Game + Spoken + Tactics + Assist + Library> Run<'a, G> {
    fn begin(lesson: &'a Lesson<G>) -> Result<Self, String> {
        let changes = lesson.options.iter();
        let changes: Vec<Override> =
            changes.map(|(name, value)| Override { name: name.clone(), value: value.clone() }).collect();
        let start = case::state_of::<G>(lesson.situation.as_ref(), lesson.scenario.as_ref(), &changes)?;
        let mut table = Table::counting(start.clone(), case::script(&lesson.dice));
        if lesson.scenario.is_some() || lesson.open || !case::waits(table.state()) {
            table.open();
        }
        let key = lesson.seat.clone().unwrap_or(SeatKey::Number(1));
        let seat = case::seat_of(table.state(), &key).ok_or_else(|| format!("there is no seat {key}"))?;
        let level = match &lesson.opponent {
            Some(level) => Some(level.parse().map_err(|err: ai::LevelError| err.to_string())?),
            None => None,
        };
        let remarks = lesson.battle.as_ref().map_or(0, |it| it.remark.len());
        let mut run = Run {
            lesson,
            start,
            table,
            seat,
            level,
            step: 0,
            task: 0,
            decision: 0,
            taken: 0,
            answer: None,
            remarks: Vec::new(),
            made: vec![false; remarks],
        };
        run.go_on()?;
        Ok(run)
    }

    fn pending(&self) -> Option<Decision> {
        match self.table.state().pending() {
            Pending::Orders(decision) => Some(decision),
            Pending::Over(_) => None,
        }
    }

    fn decides(&self, seat: Seat) -> bool {
        self.pending().is_some_and(|it| it.seats.contains(seat))
    }

    /// The step whose task is open.
    fn open_step(&self) -> Option<&'a Step> {
        self.lesson.step.get(self.step)
    }

    fn is_done(&self) -> bool {
        self.step == self.lesson.step.len() && (self.lesson.battle.is_none() || self.pending().is_none())
    }

    /// Plays on to the next decision that is the learner's task.
    fn go_on(&mut self) -> Result<(), String> {
        for _ in 0..MOST_UNATTENDED {
            let there = match self.open_step().map(|step| (step, self.pending())) {
                None if self.is_done() => return Ok(()),
                // In a battle at the end every decision is the learner's.
                None => self.decides(self.seat),
                Some((_, None)) => return Err(format!("{}the battle is over", self.place())),
                Some((step, Some(decision))) => {
                    let phase = step.phase.as_deref().is_none_or(|it| is_phase::<G>(decision.phase, it));
                    phase && (step.show.is_none() || decision.seats.contains(self.seat))
                }
            };
            match self.open_step() {
                Some(step) if there && step.show.is_none() => {
                    self.resolve(None, step.dice.as_deref(), Some(step))?;
                    self.step += 1;
                }
                _ if there => return Ok(()),
                _ => self.resolve(None, None, None)?,
            }
        }
        Err(format!("{}{MOST_UNATTENDED} decisions went by without the learner", self.place()))
    }

    fn place(&self) -> String {
        format!("step {}: ", self.step + 1)
    }

    /// Resolves the open decision: with the learner's order, those that the step has, and the computer's.
    fn resolve(
        &mut self,
        own: Option<G::Order>,
        dice: Option<&[u8]>,
        step: Option<&Step>,
    ) -> Result<(), String> {
        let Some(decision) = self.pending() else {
            return Err(format!("{}the battle is over", self.place()));
        };
        let state = self.table.state();
        let mut orders = Orders::default();
        if let Some(own) = own {
            orders.insert(self.seat, own);
        }
        for (key, order) in step.iter().flat_map(|it| &it.orders) {
            let key = SeatKey::Name(key.clone());
            let Some(seat) = case::seat_of(state, &key) else {
                return Err(format!("{}there is no seat {key}", self.place()));
            };
            let order = case::judge(state, seat, order)
                .map_err(|err| format!("{}the order of {seat} was refused: {err}", self.place()))?;
            orders.insert(seat, order);
        }
        for seat in decision.seats.iter() {
            if orders.get(seat).is_some() {
                continue;
            }
            // Whatever goes by unattended, the learner's own orders are a captain's.
            let level = if seat == self.seat { Some(Level::Captain) } else { self.level };
            let Some(level) = level else {
                let phase = decision.phase;
                return Err(format!("{}{seat} has to decide ({phase}), but has no order", self.place()));
            };
            orders.insert(seat, self.thought(seat, &level));
        }
        let from = self.table.log().len();
        let seed = self.lesson.seed;
        let dice = dice.map_or_else(|| Dice::numbered(seed, self.decision as u64), case::script);
        self.table.set_dice(dice);
        self.table.resolve(&orders);
        self.decision += 1;
        self.remark(from);
        Ok(())
    }

    /// What a computer of this level would order.
    fn thought(&self, seat: Seat, level: &Level) -> G::Order {
        let stream = THOUGHTS + (self.decision as u64) * 16 + seat.index() as u64;
        let dice = Dice::numbered(self.lesson.seed, stream);
        ai::player_until::<G>(level, dice, Stop::default())
            .decide(&self.table.state().view(Viewer::Seat(seat)), seat)
    }

    /// Remarks on events from number `from` on, each once.
    fn remark(&mut self, from: usize) {
        let Some(battle) = &self.lesson.battle else { return };
        if self.step < self.lesson.step.len() || self.made.iter().all(|it| *it) {
            return;
        }
        let viewer = Viewer::Seat(self.seat);
        for event in &self.table.log()[from..] {
            let Some(seen) = self.table.state().witness(event, viewer) else { continue };
            let event = plain::to_value(&seen);
            for (remark, made) in battle.remark.iter().zip(&mut self.made) {
                if !*made && compare::is_kind(&event, &remark.event) {
                    *made = true;
                    self.remarks.push(remark.say.clone());
                }
            }
        }
    }

    /// Takes an order of the learner, or says why not. Then plays on to his next task.
    fn take(&mut self, order: &Value) -> Result<Option<Answer>, String> {
        let (state, seat) = (self.table.state(), self.seat);
        if self.is_done() || !self.decides(seat) {
            return Ok(Some(Answer {
                words: "There is nothing to order now.".to_owned(),
                findings: Vec::new(),
            }));
        }
        let order = match case::judge(state, seat, order) {
            Ok(order) => order,
            Err(rejection) => {
                let findings = rejection.findings().to_vec();
                return Ok(Some(Answer { words: rejection.to_string(), findings }));
            }
        };
        let Some(step) = self.open_step() else {
            self.resolve(Some(order), None, None)?;
            self.go_on()?;
            return Ok(None);
        };
        let data = plain::to_value(&order);
        let fits = |pattern: &Value| match pattern {
            // In writing: the same order.
            Value::String(_) => {
                case::judge(state, seat, pattern).is_ok_and(|wanted| plain::to_value(&wanted) == data)
            }
            _ => compare::values(&data, pattern, "").is_empty(),
        };
        let wanted = step.any || step.show.as_ref().is_some_and(|it| self.is_shown(it, &data));
        let mut wanted = wanted || step.accept.iter().any(fits);
        if !wanted && !step.reach.is_empty() {
            wanted = self.reaches(&order, step)?;
        }
        if !wanted {
            let special = step.other.iter().find(|it| fits(&it.order)).map(|it| &it.say);
            let words = special.unwrap_or(&step.otherwise).clone();
            return Ok(Some(Answer { words, findings: Vec::new() }));
        }
        self.resolve(Some(order), step.dice.as_deref(), Some(step))?;
        self.step += 1;
        self.task += 1;
        self.go_on()?;
        Ok(None)
    }

    fn is_shown(&self, show: &Value, data: &Value) -> bool {
        case::judge(self.table.state(), self.seat, show).is_ok_and(|it| plain::to_value(&it) == *data)
    }

    /// The same moment once more, to try something out.
    fn again(&self) -> Self {
        Run {
            lesson: self.lesson,
            start: self.start.clone(),
            table: self.table.clone(),
            seat: self.seat,
            level: self.level,
            step: self.step,
            task: self.task,
            decision: self.decision,
            taken: self.taken,
            answer: None,
            remarks: Vec::new(),
            made: self.made.clone(),
        }
    }

    /// Whether the order leads where the step wants the learner to get.
    fn reaches(&self, order: &G::Order, step: &Step) -> Result<bool, String> {
        let mut trial = self.again();
        trial.resolve(Some(order.clone()), step.dice.as_deref(), Some(step))?;
        let view = plain::to_value(&trial.table.state().view(Viewer::Seat(self.seat)));
        Ok(step.reach.iter().all(|(path, wanted)| {
            compare::at(&view, path).is_ok_and(|found| compare::values(found, wanted, path).is_empty())
        }))
    }

    fn coach(&self) -> Coach {
        let state = self.table.state();
        let view = state.view(Viewer::Seat(self.seat));
        if self.is_done() {
            let end = &self.lesson.end;
            let by = match state.pending() {
                Pending::Over(Outcome::Draw) => end.drawn.as_ref(),
                Pending::Over(Outcome::Won(seats)) if seats.contains(self.seat) => end.won.as_ref(),
                Pending::Over(Outcome::Won(_)) => end.lost.as_ref(),
                Pending::Orders(_) => None,
            };
            let first = by.map(|text| Page { text: text.clone(), point: Vec::new(), rule: None });
            return Coach {
                pages: first.into_iter().chain(end.say.iter().cloned()).collect(),
                ..Coach::default()
            };
        }
        if let Some(step) = self.open_step() {
            let show = step.show.as_ref().and_then(|it| case::judge(state, self.seat, it).ok());
            return Coach {
                pages: step.say.clone(),
                task: step.task.clone(),
                why: step.why.clone(),
                rule: step.rule.clone(),
                point: step.point.clone(),
                show: show.map(|order| written::<G>(&view, &order)),
            };
        }
        let Some(battle) = &self.lesson.battle else { return Coach::default() };
        let phase = self.pending().map_or("", |it| it.phase);
        let said = battle.phases.iter().find(|(name, _)| is_phase::<G>(phase, name));
        Coach {
            task: battle.task.clone(),
            why: said.map_or_else(|| battle.why.clone(), |(_, words)| words.clone()),
            show: Some(written::<G>(&view, &self.thought(self.seat, &Level::Captain))),
            ..Coach::default()
        }
    }

    fn moment(self, from: usize) -> LessonMoment {
        let (state, viewer) = (self.table.state(), Viewer::Seat(self.seat));
        let view = state.view(viewer);
        let decision = self.pending();
        let asks = !self.is_done() && self.decides(self.seat);
        let names = seat_names(state).into_iter().enumerate();
        let player = |n: usize| {
            let level = self.lesson.opponent.as_deref().unwrap_or("cadet");
            if n == self.seat.index() { "human" } else { level }
        };
        let outcome = match state.pending() {
            Pending::Orders(_) => None,
            Pending::Over(outcome) => Some(outcome),
        };
        LessonMoment {
            taken: self.taken,
            task: if self.is_done() { tasks(self.lesson) } else { self.task },
            coach: self.coach(),
            seats: names.map(|(n, name)| SeatInfo { name, player: player(n).to_owned() }).collect(),
            seat: self.seat,
            decision: self.decision,
            turn: state.turn(),
            phase: decision.map(|it| it.phase),
            deciding: if asks { decision.map_or(Seats::default(), |it| it.seats) } else { Seats::default() },
            outcome,
            menu: asks.then(|| plain::to_value(&state.menu(self.seat))),
            prompt: asks.then(|| G::prompt(&view, self.seat)),
            words: G::describe(&view),
            view: plain::to_value(&view),
            lines: lines(self.start.clone(), 0, self.table.log(), viewer, from, Telling::Changes),
            next: self.table.log().len(),
            start: (from == 0).then(|| plain::to_value(&self.start.view(viewer))),
            answer: self.answer,
            remarks: self.remarks,
        }
    }
}

/// Whether a phase is the one that a lesson calls so, by its name or by its word.
fn is_phase<G: Library>(phase: &str, called: &str) -> bool {
    phase.eq_ignore_ascii_case(called)
        || PhaseName::meant(G::phases(), called).iter().any(|it| it.name == phase)
}
