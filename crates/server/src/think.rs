//! Computer players think on threads of their own, a fixed number of them,
//! and hand their orders in like everybody else.

use std::{
    collections::VecDeque,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::Duration,
};

use dice::Dice;
use engine::Seat;
use rulesets::{AnyMatch, Level, Submission, Thinker};
use tokio::runtime::Handle;

use crate::{
    app::{App, until_closed},
    clock,
    error::{AppError, Result},
    host::{self, Handed},
    table::Table,
};

/// What there is to think about. People do not wait for computers that play
/// among themselves.
#[derive(Clone, Default)]
pub(crate) struct Thinkers(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    more: Condvar,
}

#[derive(Default)]
struct Queue {
    for_people: VecDeque<Job>,
    among_computers: VecDeque<Job>,
    stopped: bool,
}

struct Job {
    table: Arc<Table>,
    decision: usize,
    seat: Seat,
    thinker: Thinker,
}

/// How long to wait when the database is away.
const PAUSE: Duration = Duration::from_secs(1);

impl Thinkers {
    pub(crate) fn start(&self, app: &App, threads: usize) {
        let handle = Handle::current();
        for n in 0..threads.max(1) {
            let (thinkers, app, handle) = (self.clone(), app.clone(), handle.clone());
            let worker = move || {
                while let Some(job) = thinkers.next() {
                    work(&app, &handle, job);
                }
            };
            thread::Builder::new()
                .name(format!("thinker-{n}"))
                .spawn(worker)
                .expect("the system gives us a thread");
        }
    }

    pub(crate) fn stop(&self) {
        let mut queue = self.lock();
        queue.stopped = true;
        queue.for_people.clear();
        queue.among_computers.clear();
        self.0.more.notify_all();
    }

    /// Puts every computer to work that the battle waits for.
    pub(crate) fn ask(&self, table: &Arc<Table>, battle: &dyn AnyMatch) {
        let decision = battle.decision_number();
        for seat in battle.awaiting().iter() {
            let Some(level) = table.about.level(seat) else { continue };
            if !table.claim(decision, seat) {
                continue;
            }
            let thinker = battle.thinker(seat, &level, dice(table, decision, seat));
            let job = Job { table: Arc::clone(table), decision, seat, thinker };
            let mut queue = self.lock();
            if queue.stopped {
                return;
            }
            if table.about.has_people() {
                queue.for_people.push_back(job);
            } else {
                queue.among_computers.push_back(job);
            }
            self.0.more.notify_one();
        }
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.stopped {
                return None;
            }
            if let Some(job) = queue.for_people.pop_front() {
                return Some(job);
            }
            if let Some(job) = queue.among_computers.pop_front() {
                return Some(job);
            }
            queue = self.0.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The computer's luck follows from the secret, so that it thinks the same
/// again after a restart.
pub(crate) fn dice(table: &Table, decision: usize, seat: Seat) -> Dice {
    Dice::numbered(table.about.luck, decision as u64 * 32 + u64::from(seat.0))
}

fn work(app: &App, handle: &Handle, job: Job) {
    let Job { table, decision, seat, thinker } = job;
    let thought = panic::catch_unwind(AssertUnwindSafe(thinker));
    let Ok(written) = thought else {
        return handle.block_on(done(app, &table, decision, seat, Err(AppError::internal())));
    };
    let order = Submission::Data(written.order);
    if clock::holds_back(&table, decision) {
        // Somebody else may think meanwhile.
        let app = app.clone();
        handle.spawn(async move {
            clock::hold_back(&app, &table, decision).await;
            let given = host::submit(&app, &table, decision, seat, Handed::new(order)).await.map(drop);
            done(&app, &table, decision, seat, given).await;
        });
    } else {
        handle.block_on(async {
            let given = host::submit(app, &table, decision, seat, Handed::new(order)).await.map(drop);
            done(app, &table, decision, seat, given).await;
        });
    }
}

async fn done(app: &App, table: &Arc<Table>, decision: usize, seat: Seat, given: Result<()>) {
    let id = table.about.id.clone();
    table.unclaim(decision, seat);
    match given {
        Ok(()) => {}
        // Somebody hurried it along, or the order came in another way.
        Err(err) if err.is_too_late() => {}
        Err(err) if err.is_away() => app.wake_again(&id),
        Err(err) => {
            tracing::error!(%id, decision, %seat, error = ?err.body().message, "a computer gave no order that was taken");
            // Better any order than a battle that stands still.
            any_order(app, table, decision, seat).await;
        }
    }
}

async fn any_order(app: &App, table: &Arc<Table>, decision: usize, seat: Seat) {
    let thinker = match table.lock(app).await {
        Ok(slot) => slot
            .battle()
            .ok()
            .filter(|battle| battle.decision_number() == decision && battle.awaiting().contains(seat))
            .map(|battle| battle.thinker(seat, &Level::Random, dice(table, decision, seat))),
        Err(_) => None,
    };
    let Some(thinker) = thinker else { return };
    if let Ok(written) = panic::catch_unwind(AssertUnwindSafe(thinker)) {
        let order = Submission::Data(written.order);
        if let Err(err) = host::submit(app, table, decision, seat, Handed::new(order)).await {
            tracing::error!(id = %table.about.id, error = ?err.body().message, "the battle stands still");
        }
    }
}

/// A match that cannot be looked at is tried so often again, the last times
/// minutes later: a database may be away for a while.
const TRIES: u32 = 12;
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

impl App {
    /// The same, without waiting for it.
    pub(crate) fn wake_later(&self, id: &str) {
        let (app, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move { app.wake(&id).await });
    }

    /// Asks the computers of a match for what it waits for.
    pub(crate) async fn wake(&self, id: &str) {
        if !self.wakes(id, 0).await {
            self.wake_again(id);
        }
    }

    /// The same after a pause, and again after longer ones if it cannot be done then.
    fn wake_again(&self, id: &str) {
        let (app, id) = (self.clone(), id.to_owned());
        let mut closing = self.closing();
        tokio::spawn(async move {
            let mut pause = PAUSE;
            for tried in 1..=TRIES {
                tokio::select! {
                    () = until_closed(&mut closing) => return,
                    () = tokio::time::sleep(pause) => {}
                }
                if app.wakes(&id, tried).await {
                    return;
                }
                pause = LONGEST_PAUSE.min(2 * pause);
            }
            tracing::error!(%id, "the computers of this match stand still until somebody looks at it");
        });
    }

    /// False if it is worth another try.
    async fn wakes(&self, id: &str, tried: u32) -> bool {
        match self.rouse(id).await {
            Ok(()) => true,
            // It is gone, and so are its computers.
            Err(err) if err.is_not_found() => true,
            Err(err) => {
                let error = err.body().message;
                tracing::warn!(%id, tried, error, "the computers of this match cannot be asked; tried again");
                false
            }
        }
    }

    async fn rouse(&self, id: &str) -> Result<()> {
        let table = self.table(id).await?;
        let slot = table.lock(self).await?;
        // One that waits for somebody to join has nobody to wake.
        if let Ok(battle) = slot.battle() {
            clock::watch(self, &table, battle);
            self.thinkers().ask(&table, battle);
        }
        Ok(())
    }
}
