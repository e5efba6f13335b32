//! Clocks of live play. Where the rules have one on a decision, its first
//! order starts it for everybody else; when it has run down, what they have
//! laid out so far counts.
//!
//! A clock is kept beside the battle and written down with every change of it,
//! so it is the same on every server and goes on after a restart. Every server
//! on which the battle is looked at watches it; whichever is first when it has
//! run down gives the orders, and the others come too late.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use engine::{Clock, Seat, Viewer};
use rulesets::{AnyMatch, Submission};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use crate::{
    app::{App, until_closed},
    deadline,
    error::{AppError, Result},
    host::{self, Handed},
    table::{Held, Stage, Table},
};

/// One decision under a clock, as it is kept beside the battle. Times are
/// milliseconds as [`App::served`] counts them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    decision: usize,
    /// When planning began, for the first time or again.
    opened: i64,
    /// When the first order came in.
    started: Option<i64>,
    /// How often each seat has taken its order back.
    taken_back: BTreeMap<u8, u8>,
}

impl Run {
    fn left_to(&self, seat: Seat, clock: Clock) -> u8 {
        clock.restarts.saturating_sub(self.taken_back.get(&seat.0).copied().unwrap_or(0))
    }
}

/// The clock that is watched here: of which decision, and when it was started.
#[derive(Default)]
pub(crate) struct Timer(Mutex<Option<(usize, i64)>>);

impl Timer {
    fn with<T>(&self, look: impl FnOnce(&mut Option<(usize, i64)>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn is_running(&self) -> bool {
        self.with(|armed| armed.is_some())
    }
}

/// The clock of the open decision. Computers among themselves need none.
pub(crate) fn clock_of(table: &Table, battle: &dyn AnyMatch) -> Option<Clock> {
    battle.clock().filter(|_| table.about.has_people())
}

/// The clock of this decision, if there is one.
fn run_of(held: &Held, decision: usize) -> Option<&Run> {
    held.aside.arcade.as_ref().filter(|it| it.decision == decision)
}

/// Turns the clock after a change: it is set for the open decision, and started if somebody has sealed.
pub(crate) fn turn(app: &App, table: &Table, held: &mut Held) {
    let Stage::Battle(battle) = &held.stage else { return };
    held.aside.arcade = turned(app, table, &**battle, held.aside.arcade.take());
}

pub(crate) fn turned(app: &App, table: &Table, battle: &dyn AnyMatch, before: Option<Run>) -> Option<Run> {
    clock_of(table, battle)?;
    let (decision, now) = (battle.decision_number(), app.served());
    let new = || Run { decision, opened: now, started: None, taken_back: BTreeMap::new() };
    let mut run = before.filter(|it| it.decision == decision).unwrap_or_else(new);
    if battle.awaiting() != battle.deciding() && run.started.is_none() {
        run.started = Some(now);
        app.ticks();
    }
    Some(run)
}

/// Looks at the open decision, and watches its clock if it runs.
pub(crate) fn watch(app: &App, table: &Arc<Table>, held: &mut Held) {
    turn(app, table, held);
    let Stage::Battle(battle) = &held.stage else { return };
    let decision = battle.decision_number();
    let armed = run_of(held, decision).and_then(|run| Some((decision, run.started?)));
    let fresh = table.timer.with(|it| std::mem::replace(it, armed) != armed);
    if fresh && let (Some((_, started)), Some(clock)) = (armed, battle.clock()) {
        tokio::spawn(run_down(app.clone(), Arc::clone(table), decision, clock, started));
    }
}

/// An order as it counts under the clock, if there is one.
pub(crate) fn stamped(
    table: &Table,
    battle: &dyn AnyMatch,
    seat: Seat,
    order: &Submission,
) -> Option<Submission> {
    clock_of(table, battle)?;
    let first = battle.awaiting() == battle.deciding();
    battle.clocked(seat, order, first).map(Submission::Data)
}

/// Whether `seat` may take its order back; without a clock it always may.
pub(crate) fn may_take_back(held: &Held, battle: &dyn AnyMatch, seat: Seat) -> Result<()> {
    let (run, clock) = (run_of(held, battle.decision_number()), battle.clock());
    match run.zip(clock) {
        Some((run, clock)) if run.left_to(seat, clock) == 0 => Err(AppError::refused(format!(
            "{seat} has taken this order back {} times already ({})",
            clock.restarts, clock.rule
        ))),
        Some(_) | None => Ok(()),
    }
}

/// The order was taken back: the clock stops, and all plan again.
pub(crate) fn taken_back(app: &App, held: &mut Held, decision: usize, seat: Seat) {
    if let Some(run) = held.aside.arcade.as_mut().filter(|it| it.decision == decision) {
        *run.taken_back.entry(seat.0).or_default() += 1;
        (run.started, run.opened) = (None, app.served());
    }
}

/// The clock as a viewer sees it.
pub(crate) fn shown(app: &App, table: &Table, held: &Held, viewer: Viewer) -> Option<wire::Clock> {
    let Stage::Battle(battle) = &held.stage else { return None };
    let clock = clock_of(table, &**battle)?;
    let run = run_of(held, battle.decision_number())?;
    let computers = || battle.awaiting().iter().any(|it| table.about.level(it).is_some());
    let millis = |until: i64| u64::try_from(until.saturating_sub(app.served())).unwrap_or(0);
    let long = length(app, clock);
    Some(wire::Clock {
        seconds: clock.seconds,
        left: run.started.map(|it| millis(it + long)),
        computer: (run.started.is_none() && computers()).then(|| millis(run.opened + long)),
        restarts: match viewer {
            Viewer::Seat(seat) => run.left_to(seat, clock),
            Viewer::Spectator | Viewer::Referee => 0,
        },
        rule: clock.rule.to_owned(),
    })
}

/// In milliseconds.
fn length(app: &App, clock: Clock) -> i64 {
    let long = app.limits().second * u32::from(clock.seconds);
    i64::try_from(long.as_millis()).unwrap_or(i64::MAX)
}

/// Waits until it is a computer's turn to say that it has finished: when
/// somebody else has, or when it has thought for as long as the clock runs.
/// Otherwise a computer, which thinks in no time, would always be first.
pub(crate) async fn hold_back(app: &App, table: &Table, decision: usize) {
    let mut changes = table.subscribe();
    let mut closing = app.closing();
    loop {
        changes.mark_unchanged();
        let waits = match table.lock(app).await {
            Ok(slot) => waits(app, slot.held(), decision),
            Err(_) => None,
        };
        let Some(until) = waits else { return };
        tokio::select! {
            () = until_closed(&mut closing) => return,
            () = app.clock().reaches(app.wall(until)) => return,
            changed = changes.changed() => if changed.is_err() { return },
        }
    }
}

/// Until when a computer's order for this decision has to be held back.
fn waits(app: &App, held: &Held, decision: usize) -> Option<i64> {
    let Stage::Battle(battle) = &held.stage else { return None };
    let run = run_of(held, decision).filter(|it| it.started.is_none())?;
    battle.clock().map(|clock| run.opened + length(app, clock))
}

/// Whoever has not sealed when the time is up plays what he has laid out, or
/// if that will not do, what the rules have for him who laid nothing.
async fn run_down(app: App, table: Arc<Table>, decision: usize, clock: Clock, started: i64) {
    let mut closing = app.closing();
    tokio::select! {
        () = until_closed(&mut closing) => return,
        () = app.clock().reaches(app.wall(started + length(&app, clock))) => {}
    }
    loop {
        match lapse(&app, &table, decision, started).await {
            Err(err) if err.is_away() => sleep(app.limits().second).await,
            Err(err) if !err.is_too_late() => {
                let (id, error) = (&table.about.id, err.body().message);
                tracing::error!(%id, decision, error, "a clock ran out, but no order could be given for it");
                break;
            }
            Ok(()) | Err(_) => break,
        }
    }
    table.timer.with(|it| it.take_if(|it| *it == (decision, started)));
}

async fn lapse(app: &App, table: &Arc<Table>, decision: usize, started: i64) -> Result<()> {
    let late: Vec<Seat> = {
        let slot = table.lock(app).await?;
        let battle = slot.battle()?;
        let same = run_of(slot.held(), decision).is_some_and(|run| run.started == Some(started));
        if !same || battle.decision_number() != decision {
            return Ok(());
        }
        battle.awaiting().iter().filter(|&it| table.about.level(it).is_none()).collect()
    };
    for seat in late {
        if let Some(order) = deadline::as_it_lies(app, table, decision, seat).await? {
            host::submit(app, table, decision, seat, Handed::lapsed(order)).await?;
        }
    }
    Ok(())
}
