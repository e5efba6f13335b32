//! An order against computers may be held for a moment before it counts, so
//! that a slip can be taken back.
//!
//! A held order is sealed and written down like any other. What is put off is
//! only what comes of it: a decision for which all orders are in waits until
//! the hold is over or confirmed. The hold is kept beside the battle, so it is
//! the same on every server and over a restart; whichever server looks at the
//! battle when it is over lets the decision be resolved.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use engine::{Seat, Viewer};
use rulesets::AnyMatch;
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use crate::{
    app::{App, until_closed},
    beside,
    error::Result,
    host,
    table::{Held, Stage, Table},
};

/// An order that is held, as it is kept beside the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hold {
    decision: usize,
    /// Who may take back or confirm.
    seat: Seat,
    /// In milliseconds, as [`App::served`] counts them.
    until: i64,
}

impl Hold {
    /// From now on.
    pub(crate) fn new(app: &App, decision: usize, seat: Seat) -> Hold {
        let long = i64::try_from(app.limits().hold.as_millis()).unwrap_or(i64::MAX);
        Hold { decision, seat, until: app.served().saturating_add(long) }
    }
}

/// What waits here for the end of a hold: the decision, and when that is.
#[derive(Default)]
pub(crate) struct Armed(Mutex<Option<(usize, i64)>>);

impl Armed {
    fn with<T>(&self, look: impl FnOnce(&mut Option<(usize, i64)>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn is_on(&self) -> bool {
        self.with(|armed| armed.is_some())
    }
}

/// Whether an order of `seat` may be held: nobody but computers waits for it,
/// and the rules have no clock of their own on the decision.
pub(crate) fn may_hold(table: &Table, battle: &dyn AnyMatch, seat: Seat) -> bool {
    table.about.people() == 1 && table.about.level(seat).is_none() && battle.clock().is_none()
}

/// All orders are in, and what comes of them waits.
pub(crate) fn is_full(battle: &dyn AnyMatch) -> bool {
    battle.outcome().is_none() && !battle.deciding().is_empty() && battle.awaiting().is_empty()
}

/// Whether what comes of this decision waits.
pub(crate) fn is_on_for(app: &App, held: &Held, decision: usize) -> bool {
    held.aside.hold.is_some_and(|it| it.decision == decision && app.served() < it.until)
}

/// Forgets a hold on what is open no longer, or on an order that was taken back.
pub(crate) fn expire(held: &mut Held) {
    let Stage::Battle(battle) = &held.stage else { return };
    let (over, open) = (battle.outcome().is_some(), battle.decision_number());
    let (deciding, awaiting) = (battle.deciding(), battle.awaiting());
    let sealed = |seat: Seat| deciding.contains(seat) && !awaiting.contains(seat);
    held.aside.hold.take_if(|it| over || it.decision != open || !sealed(it.seat));
}

/// Nothing is held any more.
pub(crate) async fn lift(app: &App, table: &Arc<Table>, decision: usize) -> Result<()> {
    let on = table.lock(app).await?.held().aside.hold.is_some_and(|it| it.decision == decision);
    if !on {
        return Ok(());
    }
    let lifted = beside::stand(app, table, move |_, held| {
        held.aside.hold.take_if(|it| it.decision == decision);
        Ok(())
    });
    // Whoever was quicker has resolved it.
    lifted.await.or_else(|err| if err.is_too_late() { Ok(()) } else { Err(err) })
}

/// Looks at the open decision: where all orders are in, what comes of them comes when the hold is over.
pub(crate) fn watch(app: &App, table: &Arc<Table>, held: &Held) {
    let Stage::Battle(battle) = &held.stage else { return };
    if !is_full(&**battle) || app.frozen(&table.about.id).is_some() {
        return;
    }
    let decision = battle.decision_number();
    let hold = held.aside.hold.filter(|it| it.decision == decision);
    let armed = (decision, hold.map_or(0, |it| it.until));
    let fresh = table.held.with(|it| it.replace(armed) != Some(armed));
    if fresh {
        tokio::spawn(run_out(app.clone(), Arc::clone(table), armed));
    }
}

/// Milliseconds that are left, for whoever may take the order back.
pub(crate) fn shown(app: &App, held: &Held, viewer: Viewer) -> Option<u64> {
    let Stage::Battle(battle) = &held.stage else { return None };
    let hold = held.aside.hold?;
    let own = viewer == Viewer::Seat(hold.seat) && hold.decision == battle.decision_number();
    let left = u64::try_from(hold.until.saturating_sub(app.served())).ok().filter(|left| 0 < *left);
    left.filter(|_| own)
}

/// What was put off happens when the time is up, unless something else is waited for by then.
async fn run_out(app: App, table: Arc<Table>, armed: (usize, i64)) {
    let mut closing = app.closing();
    tokio::select! {
        () = until_closed(&mut closing) => return,
        () = app.clock().reaches(app.wall(armed.1)) => {}
    }
    if table.held.with(|it| *it != Some(armed)) {
        return;
    }
    let mut pause = PAUSE;
    loop {
        match host::resolve(&app, &table, armed.0, Some(armed.1)).await {
            Ok(()) => break,
            Err(err) if err.is_away() => {
                tokio::select! {
                    () = until_closed(&mut closing) => return,
                    () = sleep(pause) => {}
                }
                pause = LONGEST_PAUSE.min(2 * pause);
            }
            Err(err) if err.is_too_late() => break,
            Err(err) => {
                let (id, error) = (&table.about.id, err.body().message);
                tracing::error!(%id, decision = armed.0, error, "a held order came to nothing");
                break;
            }
        }
    }
    table.held.with(|it| it.take_if(|it| *it == armed));
}

/// How long to wait when the database is away.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
