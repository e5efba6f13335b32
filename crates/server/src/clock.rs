//! Clocks of live play. Where the rules have one on a decision, its first
//! order starts it for everybody else; when it has run down, what they have
//! laid out so far counts.
//!
//! A clock lives in memory only: after a restart of the server it begins anew.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use engine::{Clock, Seat, Viewer};
use rulesets::{AnyMatch, Submission};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::{
    app::{App, until_closed},
    error::{AppError, Result},
    host::{self, Handed},
    table::Table,
};

/// The clock of one table.
#[derive(Default)]
pub(crate) struct Timer(Mutex<Option<Run>>);

/// One decision under a clock.
struct Run {
    decision: usize,
    clock: Clock,
    /// When planning began, for the first time or again.
    opened: Instant,
    /// When the first order came in.
    started: Option<Instant>,
    /// How often each seat has taken its order back.
    taken_back: BTreeMap<u8, u8>,
    /// What those who have not sealed have laid out.
    drafts: BTreeMap<u8, Value>,
}

impl Timer {
    fn with<T>(&self, look: impl FnOnce(&mut Option<Run>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The clock of this decision, if there is one.
    fn of<T>(&self, decision: usize, look: impl FnOnce(&mut Run) -> T) -> Option<T> {
        self.with(|run| run.as_mut().filter(|it| it.decision == decision).map(look))
    }

    pub(crate) fn is_running(&self) -> bool {
        self.with(|run| run.as_ref().is_some_and(|it| it.started.is_some()))
    }
}

/// The clock of the open decision. Computers among themselves need none.
fn clock_of(table: &Table, battle: &dyn AnyMatch) -> Option<Clock> {
    battle.clock().filter(|_| table.about.has_people())
}

/// Looks at the open decision, and starts its clock if somebody has sealed.
pub(crate) fn watch(app: &App, table: &Arc<Table>, battle: &dyn AnyMatch) {
    let decision = battle.decision_number();
    let Some(clock) = clock_of(table, battle) else {
        return table.timer.with(|run| *run = None);
    };
    let sealed = battle.awaiting() != battle.deciding();
    let started = table.timer.with(|run| {
        if run.as_ref().is_none_or(|it| it.decision != decision) {
            let (taken_back, drafts) = (BTreeMap::new(), BTreeMap::new());
            let opened = app.clock().now();
            *run = Some(Run { decision, clock, opened, started: None, taken_back, drafts });
        }
        let run = run.as_mut().expect("just made");
        (sealed && run.started.is_none()).then(|| *run.started.insert(app.clock().now()))
    });
    if let Some(started) = started {
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

/// Keeps what a seat has laid out, for when its time is up.
pub(crate) fn keep_draft(table: &Table, decision: usize, seat: Seat, order: Value) -> Result<()> {
    let kept = table.timer.of(decision, |run| run.drafts.insert(seat.0, order));
    kept.map(drop).ok_or_else(|| AppError::not_yours("no clock is running on that decision"))
}

/// Whether `seat` may take its order back; without a clock it always may.
pub(crate) fn may_take_back(table: &Table, decision: usize, seat: Seat) -> Result<()> {
    let left = table.timer.of(decision, |run| (run.left_to(seat), run.clock));
    match left {
        Some((0, clock)) => Err(AppError::refused(format!(
            "{seat} has taken this order back {} times already ({})",
            clock.restarts, clock.rule
        ))),
        Some(_) | None => Ok(()),
    }
}

/// The order was taken back: the clock stops, and all plan again.
pub(crate) fn taken_back(app: &App, table: &Table, decision: usize, seat: Seat) {
    table.timer.of(decision, |run| {
        *run.taken_back.entry(seat.0).or_default() += 1;
        run.started = None;
        run.opened = app.clock().now();
    });
}

impl Run {
    fn left_to(&self, seat: Seat) -> u8 {
        self.clock.restarts.saturating_sub(self.taken_back.get(&seat.0).copied().unwrap_or(0))
    }
}

/// The clock as a viewer sees it.
pub(crate) fn shown(app: &App, table: &Table, battle: &dyn AnyMatch, viewer: Viewer) -> Option<wire::Clock> {
    let computers = || battle.awaiting().iter().any(|it| table.about.level(it).is_some());
    let millis = |until: Instant| until.saturating_duration_since(app.clock().now()).as_millis() as u64;
    table.timer.of(battle.decision_number(), |run| {
        let long = length(app, run.clock);
        wire::Clock {
            seconds: run.clock.seconds,
            left: run.started.map(|it| millis(it + long)),
            computer: (run.started.is_none() && computers()).then(|| millis(run.opened + long)),
            restarts: match viewer {
                Viewer::Seat(seat) => run.left_to(seat),
                Viewer::Spectator | Viewer::Referee => 0,
            },
            rule: run.clock.rule.to_owned(),
        }
    })
}

fn length(app: &App, clock: Clock) -> Duration {
    app.limits().second * u32::from(clock.seconds)
}

/// Waits until it is a computer's turn to say that it has finished: when
/// somebody else has, or when it has thought for as long as the clock runs.
/// Otherwise a computer, which thinks in no time, would always be first.
pub(crate) async fn hold_back(app: &App, table: &Table, decision: usize) {
    let mut changes = table.subscribe();
    let mut closing = app.closing();
    loop {
        changes.mark_unchanged();
        let waits = table
            .timer
            .of(decision, |run| (run.started.is_none()).then(|| run.opened + length(app, run.clock)));
        let Some(until) = waits.flatten() else { return };
        tokio::select! {
            () = until_closed(&mut closing) => return,
            () = app.clock().sleep_until(until) => return,
            changed = changes.changed() => if changed.is_err() { return },
        }
    }
}

/// Whether a computer's order for this decision has to be held back.
pub(crate) fn holds_back(table: &Table, decision: usize) -> bool {
    table.timer.of(decision, |run| run.started.is_none()).unwrap_or(false)
}

/// Whoever has not sealed when the time is up plays what he has laid out, or
/// if that will not do, what the rules have for him who laid nothing.
async fn run_down(app: App, table: Arc<Table>, decision: usize, clock: Clock, started: Instant) {
    let mut closing = app.closing();
    tokio::select! {
        () = until_closed(&mut closing) => return,
        () = app.clock().sleep_until(started + length(&app, clock)) => {}
    }
    loop {
        match lapse(&app, &table, decision, started).await {
            Err(err) if err.is_away() => sleep(app.limits().second).await,
            Err(err) if !err.is_too_late() => {
                let (id, error) = (&table.about.id, err.body().message);
                return tracing::error!(%id, decision, error, "a clock ran out, but no order could be given for it");
            }
            Ok(()) | Err(_) => return,
        }
    }
}

async fn lapse(app: &App, table: &Arc<Table>, decision: usize, started: Instant) -> Result<()> {
    let late: Vec<(Seat, Submission)> = {
        let slot = table.lock(app).await?;
        let battle = slot.battle()?;
        let same = table.timer.of(decision, |run| run.started == Some(started)).unwrap_or(false);
        if !same || battle.decision_number() != decision {
            return Ok(());
        }
        let people = battle.awaiting().iter().filter(|&it| table.about.level(it).is_none());
        people.filter_map(|seat| Some((seat, as_it_lies(table, battle, decision, seat)?))).collect()
    };
    for (seat, order) in late {
        host::submit(app, table, decision, seat, Handed::lapsed(order)).await?;
    }
    Ok(())
}

fn as_it_lies(table: &Table, battle: &dyn AnyMatch, decision: usize, seat: Seat) -> Option<Submission> {
    let draft = table.timer.of(decision, |run| run.drafts.get(&seat.0).cloned()).flatten();
    let draft = draft.map(Submission::Data).filter(|it| battle.check(decision, seat, it).1.is_ok());
    draft.or_else(|| battle.lapsed(seat).map(Submission::Data))
}
