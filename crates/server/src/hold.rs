//! An order against computers may be held for a moment before it counts, so
//! that a slip can be taken back.
//!
//! A held order is sealed and written down like any other. What is put off is
//! only what comes of it: a decision for which all orders are in waits until
//! the hold is over or confirmed. The hold itself lives in memory only: after a
//! restart of the server it begins anew.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use engine::{Seat, Viewer};
use rulesets::AnyMatch;
use tokio::time::{Instant, sleep};

use crate::{
    app::{App, until_closed},
    host,
    table::Table,
};

/// The hold of one table.
#[derive(Default)]
pub(crate) struct Hold(Mutex<Option<Held>>);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Held {
    decision: usize,
    /// Who may take back or confirm.
    seat: Seat,
    until: Instant,
}

impl Hold {
    fn with<T>(&self, look: impl FnOnce(&mut Option<Held>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn is_on(&self) -> bool {
        self.with(|held| held.is_some())
    }

    /// Whether what comes of this decision waits.
    pub(crate) fn is_on_for(&self, decision: usize) -> bool {
        self.with(|held| held.is_some_and(|it| it.decision == decision))
    }

    /// Taken back, confirmed, or over.
    pub(crate) fn lift(&self) {
        self.with(|held| *held = None);
    }
}

/// Whether an order of `seat` may be held: nobody but computers waits for it,
/// and the rules have no clock of their own on the decision.
pub(crate) fn may_hold(table: &Table, battle: &dyn AnyMatch, seat: Seat) -> bool {
    let mut people = table.about.levels.iter().filter(|it| it.is_none());
    let alone = people.next().is_some() && people.next().is_none();
    alone && table.about.level(seat).is_none() && battle.clock().is_none()
}

/// All orders are in, and what comes of them waits.
pub(crate) fn is_full(battle: &dyn AnyMatch) -> bool {
    battle.outcome().is_none() && !battle.deciding().is_empty() && battle.awaiting().is_empty()
}

/// Holds the open decision from now on.
pub(crate) fn begin(app: &App, table: &Arc<Table>, decision: usize, seat: Seat) {
    let held = Held { decision, seat, until: app.clock().now() + app.limits().hold };
    table.hold.with(|it| *it = Some(held));
    tokio::spawn(run_out(app.clone(), Arc::clone(table), held));
}

/// Looks at the open decision: one that was held when the server stopped is held again.
pub(crate) fn watch(app: &App, table: &Arc<Table>, battle: &dyn AnyMatch) {
    if !is_full(battle) || table.hold.is_on() || app.frozen(&table.about.id).is_some() {
        return;
    }
    let person = battle.deciding().iter().find(|&seat| table.about.level(seat).is_none());
    begin(app, table, battle.decision_number(), person.unwrap_or(Seat(0)));
}

/// Milliseconds that are left, for whoever may take the order back.
pub(crate) fn shown(app: &App, table: &Table, battle: &dyn AnyMatch, viewer: Viewer) -> Option<u64> {
    let held = table.hold.with(|it| *it)?;
    let own = viewer == Viewer::Seat(held.seat) && held.decision == battle.decision_number();
    let left = held.until.saturating_duration_since(app.clock().now());
    own.then(|| u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
}

/// What was put off happens when the time is up, unless the hold is another one by then.
async fn run_out(app: App, table: Arc<Table>, held: Held) {
    let mut closing = app.closing();
    tokio::select! {
        () = until_closed(&mut closing) => return,
        () = app.clock().sleep_until(held.until) => {}
    }
    let same = table.hold.with(|it| {
        let same = *it == Some(held);
        if same {
            *it = None;
        }
        same
    });
    if !same {
        return;
    }
    let mut pause = PAUSE;
    loop {
        match host::resolve(&app, &table, held.decision).await {
            Ok(()) => return,
            Err(err) if err.is_away() => {
                tokio::select! {
                    () = until_closed(&mut closing) => return,
                    () = sleep(pause) => {}
                }
                pause = LONGEST_PAUSE.min(2 * pause);
            }
            Err(err) if err.is_too_late() => return,
            Err(err) => {
                let (id, error) = (&table.about.id, err.body().message);
                return tracing::error!(%id, decision = held.decision, error, "a held order came to nothing");
            }
        }
    }
}

/// How long to wait when the database is away.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
