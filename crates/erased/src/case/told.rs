//! A case played from beginning to end, for people who want to see a rule at work.

use engine::{Audit, Finding, Library, Orders, Pending, Spoken, Table, Viewer};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    Run, SetUp, begun, changes,
    format::{Case, SeatKey, Step},
    judged, own, script, set_up,
};
use crate::{
    Fault, Rejection, Source,
    guard::guarded,
    tell::{self, Line, Telling},
};

/// What a case shows: a battle step by step, a design and what is wrong with it, or why something
/// cannot be set up.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CaseTold {
    /// In one line.
    pub name: String,
    /// What to look at, in more words.
    pub about: Option<String>,
    pub rules: Vec<String>,
    /// The options it is played with, where they are not those of the book.
    pub options: Map<String, Value>,
    /// The names of the seats, in order; none if there is no battle.
    pub seats: Vec<String>,
    /// What the referee sees at first.
    pub start: Option<Value>,
    pub steps: Vec<StepTold>,
    /// Why it cannot be set up, where that is what it shows.
    pub impossible: Vec<String>,
    pub design: Option<DesignTold>,
}

/// What was ordered, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepTold {
    /// What to look at.
    pub about: Option<String>,
    /// The phase in which it was ordered; nothing before the first decision.
    pub phase: Option<&'static str>,
    pub orders: Vec<OrderTold>,
    pub dice: Vec<Die>,
    /// What happened, with what each event changed of the referee's view. Numbered through all steps.
    pub lines: Vec<Line>,
    /// How the battle ended with it, by the names of those who won. Nobody: a draw.
    pub won: Option<Vec<String>>,
}

/// One seat's order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderTold {
    pub seat: usize,
    /// In the notation of the book.
    pub text: String,
    /// Why the rules refuse it, if they do.
    pub refused: Vec<Reason>,
}

/// Why something is refused or found fault with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// Empty where no rule speaks of it.
    pub rule: &'static str,
    pub reason: String,
}

/// A die as it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    pub face: u8,
    pub sides: u8,
}

/// A design, and everything there is to say of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DesignTold {
    pub design: Value,
    pub audit: Audit,
}

/// A step before it is played.
struct Given<'a> {
    about: Option<&'a String>,
    phase: Option<&'static str>,
    orders: Vec<OrderTold>,
    dice: &'a [u8],
}

/// Plays the case in `source`.
pub(crate) fn told<G: Spoken + Library>(source: &Source<'_>) -> Result<CaseTold, Fault> {
    let case: Case<G> = source.parse()?;
    own::<G>(source, &case)?;
    let failed = |words: String| Fault::Failed(format!("{}: {words}", source.name));
    match guarded(|| tell(&case)) {
        Ok(told) => told.map_err(failed),
        Err(words) => Err(failed(format!("the rules stopped short: {words}"))),
    }
}

fn tell<G: Spoken + Library>(case: &Case<G>) -> Result<CaseTold, String> {
    let mut told = CaseTold {
        name: case.name.clone(),
        about: case.about.clone(),
        rules: case.rules.clone(),
        options: case.options.clone().into_iter().collect(),
        ..CaseTold::default()
    };
    let changes = changes(case);
    if let Some(design) = &case.design {
        let options = crate::options::merge::<G>(&G::Options::default(), &changes);
        let audit = G::audit_under(design, &options.map_err(|err| err.to_string())?);
        told.design = Some(DesignTold { design: plain::to_value(design), audit });
    }
    if case.scenario.is_none() && case.situation.is_none() {
        return Ok(told);
    }
    let state = match set_up(case, &changes) {
        Ok(state) => state,
        Err(SetUp::Fault(err)) => return Err(err.to_string()),
        Err(SetUp::Contradiction(err)) => {
            told.impossible = err.0;
            return Ok(told);
        }
    };
    let view = state.view(Viewer::Referee);
    told.seats = (0..state.seats()).map(|n| G::seat_name(&view, engine::Seat(n))).collect();
    told.start = Some(plain::to_value(&view));
    let mut table = begun(case, state.clone());
    if !table.log().is_empty() {
        let opening = Given { about: None, phase: None, orders: Vec::new(), dice: &case.dice };
        told.steps.push(came_of(opening, state, &table, 0));
    }
    for step in &case.step {
        told.steps.push(play(step, &mut table)?);
    }
    Ok(told)
}

/// Plays one step. An order that is refused against the expectation of the case ends the telling.
fn play<G: Spoken + Library>(step: &Step, table: &mut Table<G>) -> Result<StepTold, String> {
    let (before, state) = (table.log().len(), table.state().clone());
    let phase = match state.pending() {
        Pending::Orders(decision) => Some(decision.phase),
        Pending::Over(_) => None,
    };
    table.set_dice(script(&step.dice));
    let (mut orders, mut given) = (Orders::default(), Vec::new());
    for (key, order) in &step.orders {
        // One that only looks things up.
        let mut run = Run::default();
        let seat = run.seat(&state, &SeatKey::Name(key.clone())).ok_or_else(|| run.differences.join("; "))?;
        let view = state.view(Viewer::Seat(seat));
        let (text, refused) = match judged(&state, seat, order) {
            Ok(order) => {
                let text = G::write_order(&view, &order);
                orders.insert(seat, order);
                (text, Vec::new())
            }
            Err(rejection) => (as_given::<G>(&view, order), reasons(&rejection)),
        };
        given.push(OrderTold { seat: seat.index(), text, refused });
    }
    if step.refused.is_none() {
        if let Some(order) = given.iter().find(|it| !it.refused.is_empty()) {
            return Err(format!("{:?} is refused: {}", order.text, order.refused[0].reason));
        }
        let Pending::Orders(decision) = state.pending() else { return Err("the battle is over".to_owned()) };
        if decision.seats.iter().any(|seat| orders.get(seat).is_none()) {
            return Err(format!("{}: not everybody has an order", decision.phase));
        }
        table.resolve(&orders);
    }
    let given = Given { about: step.about.as_ref(), phase, orders: given, dice: &step.dice };
    Ok(came_of(given, state, table, before))
}

/// An order that nobody takes, as it was given.
fn as_given<G: Spoken>(view: &G::View, order: &Value) -> String {
    match order {
        Value::String(text) => text.clone(),
        _ => plain::from_value::<G::Order>(order)
            .map_or_else(|_| order.to_string(), |order| G::write_order(view, &order)),
    }
}

fn reasons(rejection: &Rejection) -> Vec<Reason> {
    let reason = |Finding { rule, reason }: &Finding| Reason { rule, reason: reason.clone() };
    match rejection.findings() {
        [] => vec![Reason { rule: "", reason: rejection.to_string() }],
        findings => findings.iter().map(reason).collect(),
    }
}

/// What happened from event number `from` on, over the state before it.
fn came_of<G: Spoken>(given: Given<'_>, state: G, table: &Table<G>, from: usize) -> StepTold {
    let die = |(face, n): (&u8, u64)| Die { face: *face, sides: table.dice().sides_of(n).unwrap_or(6) };
    let won = match table.state().pending() {
        Pending::Orders(_) => None,
        Pending::Over(engine::Outcome::Draw) => Some(Vec::new()),
        Pending::Over(engine::Outcome::Won(seats)) => {
            let view = table.state().view(Viewer::Referee);
            Some(seats.iter().map(|seat| G::seat_name(&view, seat)).collect())
        }
    };
    StepTold {
        about: given.about.cloned(),
        phase: given.phase,
        orders: given.orders,
        dice: given.dice.iter().zip(1..).map(die).collect(),
        lines: tell::lines(state, from, &table.log()[from..], Viewer::Referee, from, Telling::Changes),
        won,
    }
}
