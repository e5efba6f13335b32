//! Computer players think on threads of their own, a fixed number of them,
//! and hand their orders in like everybody else.
//!
//! There are two lanes. Rules of thumb (random, cadet, captain) take moments
//! and never wait behind an admiral, who may take seconds. In each lane
//! battles with people in them go before battles among computers, and then
//! owners take turns, so that thirty admirals of one address cost nobody else
//! more than one of them does.
//!
//! That a battle waits for its computers is a job in the database (`KIND`),
//! written with the change that made it so. The server that wrote that thinks,
//! and puts the job off as long as it does; if it dies, the job falls due and
//! whichever server claims it thinks instead. Should two think of the same,
//! they come to the same order, and one of them comes too late.

use std::{
    collections::{HashMap, VecDeque},
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use dice::Dice;
use engine::Seat;
use rulesets::{AnyMatch, Level, Stop, Submission, Thinker};
use store::{Claimed, Thinking};
use tokio::runtime::Handle;

use crate::{
    app::{App, until_closed},
    clock,
    error::{AppError, Result},
    hold,
    host::{self, Handed},
    jobs::Done,
    programs,
    table::{Held, Stage, Table},
    turns::{Owner, Turns},
};

/// The kind of job of a match whose computers have to move.
pub(crate) const KIND: &str = Thinking::JOB;
/// Whoever thinks has so long, in milliseconds, before another server may: he
/// puts it off again and again while he does.
pub(crate) const GRACE: i64 = 10_000;
const PUT_OFF: Duration = Duration::from_secs(3);
/// How long to wait where there is no room in line, in milliseconds.
const LATER_AGAIN: i64 = 60_000;
/// A look at a match whose computers another server sees to asks for them so often at most.
const ASKED_AGAIN: i64 = 10_000;

/// Why the computers of a match are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// This server has opened the decision, or has taken the job over.
    Own,
    /// Somebody looks; another server may see to them already.
    Look,
}

/// What there is to think about.
#[derive(Clone, Default)]
pub(crate) struct Thinkers(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    more: Condvar,
}

#[derive(Default)]
struct Queue {
    quick: Line,
    deep: Line,
    /// Matches whose owner has enough in line already, by id.
    later: HashMap<Owner, VecDeque<String>>,
    /// What is being thought about now.
    running: Vec<Stop>,
    stopped: bool,
}

/// People do not wait for computers that play among themselves.
#[derive(Default)]
struct Line {
    for_people: Turns<Job>,
    among_computers: Turns<Job>,
}

struct Job {
    table: Arc<Table>,
    decision: usize,
    seat: Seat,
    thinker: Thinker,
    /// Whether it is a program's: an order that nobody waits for any more is not given in its place.
    program: bool,
    /// Whether the rules have a clock on the decision: then it may have to be held back.
    clocked: bool,
    stop: Stop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    Quick,
    Deep,
}

impl Lane {
    /// For whoever runs the server.
    fn name(self) -> &'static str {
        match self {
            Lane::Quick => "quick",
            Lane::Deep => "deep",
        }
    }

    fn of(level: &Level) -> Lane {
        if level.searches() { Lane::Deep } else { Lane::Quick }
    }
}

/// How long to wait when the database is away.
const PAUSE: Duration = Duration::from_secs(1);
/// More matches of one owner than this are asked again when somebody looks at them.
const LATER: usize = 1_000;

impl Line {
    fn turns(&mut self, people: bool) -> &mut Turns<Job> {
        if people { &mut self.for_people } else { &mut self.among_computers }
    }

    fn pop(&mut self) -> Option<(Owner, Job)> {
        self.for_people.pop(|_| true).or_else(|| self.among_computers.pop(|_| true))
    }

    fn len_of(&self, owner: &Owner) -> usize {
        self.for_people.len_of(owner) + self.among_computers.len_of(owner)
    }

    fn clear(&mut self) {
        *self = Line::default();
    }
}

impl Queue {
    fn line(&mut self, lane: Lane) -> &mut Line {
        match lane {
            Lane::Quick => &mut self.quick,
            Lane::Deep => &mut self.deep,
        }
    }

    /// Puts a job in line; false if its owner has enough there, and it is asked for later.
    fn push(&mut self, lane: Lane, owner: &Owner, people: bool, job: Job, most: usize) -> bool {
        let id = job.table.about.id.clone();
        if lane == Lane::Deep && most <= self.deep.len_of(owner) {
            let later = self.later.entry(owner.clone()).or_default();
            if !later.contains(&id) && later.len() < LATER {
                later.push_back(id);
            }
            return false;
        }
        self.line(lane).turns(people).push(owner, &id, job);
        true
    }

    /// The next job that is still wanted, and a match of its owner that now has room in line.
    fn pop(&mut self, lane: Lane) -> Option<(Job, Option<String>)> {
        loop {
            let (owner, job) = self.line(lane).pop()?;
            if job.stop.is_pulled() {
                job.table.unclaim(job.decision, job.seat);
                continue;
            }
            let mut next = None;
            if lane == Lane::Deep
                && let Some(later) = self.later.get_mut(&owner)
            {
                next = later.pop_front();
                if later.is_empty() {
                    self.later.remove(&owner);
                }
            }
            return Some((job, next));
        }
    }
}

impl Thinkers {
    /// So many threads for admirals and so many for the others, one of each at least.
    pub(crate) fn start(&self, app: &App, threads: usize) {
        let deep = (threads / 2).max(1);
        let quick = threads.saturating_sub(deep).max(1);
        for (lane, name, n) in [(Lane::Quick, "thinker", quick), (Lane::Deep, "admiral", deep)] {
            for n in 0..n {
                self.start_one(app, lane, format!("{name}-{n}"));
            }
        }
    }

    fn start_one(&self, app: &App, lane: Lane, name: String) {
        let (thinkers, app, handle) = (self.clone(), app.clone(), Handle::current());
        let worker = move || {
            while let Some((job, next)) = thinkers.next(lane) {
                if let Some(id) = next {
                    let app = app.clone();
                    handle.spawn(async move { app.wake(&id).await });
                }
                let stop = job.stop.clone();
                let begun = Instant::now();
                work(&app, &handle, job);
                app.metrics().thought(lane.name(), begun.elapsed());
                thinkers.done(&stop);
            }
        };
        thread::Builder::new().name(name).spawn(worker).expect("the system gives us a thread");
    }

    /// Whoever thinks breaks off, and nothing new is begun.
    pub(crate) fn stop(&self) {
        let mut queue = self.lock();
        queue.stopped = true;
        queue.quick.clear();
        queue.deep.clear();
        queue.running.iter().for_each(Stop::pull);
        self.0.more.notify_all();
    }

    /// How many thoughts come before those of this match's admirals; nothing if
    /// none of them waits.
    pub(crate) fn before(&self, table: &Table) -> Option<usize> {
        let queue = self.lock();
        let (owner, id) = (table.owner(), table.about.id.as_str());
        if queue.later.get(&owner).is_some_and(|it| it.iter().any(|it| it == id)) {
            return Some(queue.deep.for_people.len() + queue.deep.among_computers.len());
        }
        if table.about.has_people() {
            return queue.deep.for_people.before(&owner, id);
        }
        let others = queue.deep.for_people.len();
        queue.deep.among_computers.before(&owner, id).map(|n| n + others)
    }

    /// How many thoughts are in line, by lane.
    pub(crate) fn waiting(&self) -> [(&'static str, usize); 2] {
        let queue = self.lock();
        let all = |line: &Line| line.for_people.len() + line.among_computers.len();
        [(Lane::Quick.name(), all(&queue.quick)), (Lane::Deep.name(), all(&queue.deep))]
    }

    fn put(&self, lane: Lane, job: Job, most: usize) {
        let table = Arc::clone(&job.table);
        let (decision, seat) = (job.decision, job.seat);
        let mut queue = self.lock();
        if queue.stopped {
            return;
        }
        let taken = queue.push(lane, &table.owner(), table.about.has_people(), job, most);
        drop(queue);
        if !taken {
            table.unclaim(decision, seat);
        }
        // Threads of the other lane look and sleep on.
        self.0.more.notify_all();
    }

    fn next(&self, lane: Lane) -> Option<(Job, Option<String>)> {
        let mut queue = self.lock();
        loop {
            if queue.stopped {
                return None;
            }
            if let Some((job, next)) = queue.pop(lane) {
                queue.running.push(job.stop.clone());
                return Some((job, next));
            }
            queue = self.0.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn done(&self, stop: &Stop) {
        self.lock().running.retain(|it| !it.is_same(stop));
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
    let Job { table, decision, seat, thinker, program, clocked, stop } = job;
    // No thought lasts longer, whatever it was told to spend.
    let within = stop.within(app.limits().thought);
    let thought = panic::catch_unwind(AssertUnwindSafe(|| thinker(within)));
    if program && stop.is_pulled() {
        return table.unclaim(decision, seat);
    }
    let Ok(written) = thought else {
        return handle.block_on(done(app, &table, decision, seat, Err(AppError::internal())));
    };
    let order = Submission::Data(written.order);
    if clocked {
        // Somebody else may think meanwhile.
        let app = app.clone();
        handle.spawn(async move {
            clock::hold_back(&app, &table, decision).await;
            let given = host::submit(&app, &table, decision, seat, Handed::thought(order)).await.map(drop);
            done(&app, &table, decision, seat, given).await;
        });
    } else {
        handle.block_on(async {
            let given = host::submit(app, &table, decision, seat, Handed::thought(order)).await.map(drop);
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
            let error = err.body().message;
            tracing::error!(%id, decision, %seat, error, "the order of a computer was refused");
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
    if let Ok(written) = panic::catch_unwind(AssertUnwindSafe(|| thinker(Stop::default()))) {
        let order = Submission::Data(written.order);
        if let Err(err) = host::submit(app, table, decision, seat, Handed::thought(order)).await {
            tracing::error!(id = %table.about.id, error = ?err.body().message, "the battle is stuck");
        }
    }
}

/// A match that cannot be looked at is tried so often again, the last times
/// minutes later: a database may be away for a while.
const TRIES: u32 = 12;
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

impl App {
    /// Sees to everything that is under way in a match: clocks, holds, computers.
    pub(crate) fn attend(&self, table: &Arc<Table>, held: &mut Held, why: Asked) {
        clock::watch(self, table, held);
        hold::watch(self, table, held);
        if let Stage::Battle(battle) = &held.stage {
            self.ask(table, &**battle, why);
        }
    }

    /// Puts every computer to work that the battle waits for, if that is for this server to do.
    /// Computers among themselves rest while nobody has looked for long.
    pub(crate) fn ask(&self, table: &Arc<Table>, battle: &dyn AnyMatch, why: Asked) {
        if self.is_unattended(table) || self.frozen(&table.about.id).is_some() {
            return;
        }
        if let Some(outcome) = battle.outcome() {
            return self.hired().over(&table.about.id, &outcome);
        }
        let decision = battle.decision_number();
        let computers = battle.awaiting().iter().filter_map(|it| Some((it, table.about.level(it)?)));
        let computers: Vec<(Seat, Level)> = computers.collect();
        if computers.is_empty() {
            return;
        }
        if why == Asked::Own || self.store().is_alone() {
            table.mind(decision);
        }
        if !table.minds(decision) {
            return self.leave_to_others(table, decision);
        }
        let clocked = clock::clock_of(table, battle).is_some();
        for (seat, level) in computers {
            let Some(stop) = table.claim(decision, seat) else { continue };
            let name = table.about.program(seat);
            let program = name.is_some();
            let thinker = match name {
                Some(name) => programs::thinker(self, table, battle, seat, name, &stop),
                None => battle.thinker(seat, &level, dice(table, decision, seat)),
            };
            // A program takes its time as an admiral does.
            let lane = if program { Lane::Deep } else { Lane::of(&level) };
            let job = Job { table: Arc::clone(table), decision, seat, thinker, program, clocked, stop };
            self.thinkers().put(lane, job, self.limits().admirals);
        }
    }

    /// Makes sure that some server sees to the computers of a match, after they have rested.
    fn leave_to_others(&self, table: &Arc<Table>, decision: usize) {
        let now = self.clock().millis();
        if !table.asks_others(decision, now, ASKED_AGAIN) {
            return;
        }
        let (app, name) = (self.clone(), table.about.id.clone());
        tokio::spawn(async move {
            let payload = decision.to_string();
            let job = store::Job { kind: KIND.to_owned(), name, due: now, payload };
            let _writing = app.writing().read().await;
            match app.store().post_job(&job).await {
                Ok(true) => app.jobs().due(now),
                Ok(false) => {}
                Err(err) => tracing::warn!(id = job.name, %err, "no computer player is asked to think"),
            }
        });
    }

    /// A match that another server has changed while something is under way here.
    pub(crate) async fn refresh(&self, table: &Arc<Table>) -> Result<()> {
        let mut slot = table.lock(self).await?;
        if let Ok(battle) = slot.battle() {
            table.break_off(battle.decision_number(), battle.awaiting());
        }
        self.attend(table, slot.held_mut(), Asked::Look);
        Ok(())
    }

    /// The names of all matches that are thought about here.
    fn thought_about(&self) -> Vec<String> {
        let busy = self.attended().into_iter().filter(|it| it.is_thinking());
        busy.map(|it| it.about.id.clone()).collect()
    }

    /// Lets others think about what was thought about here.
    pub(crate) async fn hand_over(&self) {
        let names = self.thought_about();
        if self.store().is_alone() || names.is_empty() {
            return;
        }
        let now = self.clock().millis();
        match self.store().put_off_jobs(KIND, &names, now).await {
            Ok(()) => self.wakes().owed(now),
            Err(err) => tracing::warn!(%err, "thoughts in hand pass to other servers a little later"),
        }
    }

    /// Asks the computers of a match for what it waits for.
    pub(crate) async fn wake(&self, id: &str) {
        if !self.woken(id, 0).await {
            self.wake_again(id);
        }
    }

    /// The same, without waiting for it.
    pub(crate) fn wake_later(&self, id: &str) {
        let (app, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move { app.wake(&id).await });
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
                if app.woken(&id, tried).await {
                    return;
                }
                pause = LONGEST_PAUSE.min(2 * pause);
            }
            tracing::error!(%id, "the computers of this match wait until somebody looks at it");
        });
    }

    /// False if it is worth another try.
    async fn woken(&self, id: &str, tried: u32) -> bool {
        match self.rouse(id).await {
            Ok(()) => true,
            // It is gone, and so are its computers.
            Err(err) if err.is_not_found() => true,
            Err(_) if self.not_left_to_newer(id).is_err() => true,
            Err(err) => {
                let error = err.body().message;
                tracing::warn!(%id, tried, error, "the computers of this match cannot be asked; tried again");
                false
            }
        }
    }

    async fn rouse(&self, id: &str) -> Result<()> {
        let table = self.table(id, &Owner::Match(id.to_owned())).await?;
        // One that waits for somebody to join has nobody to wake.
        self.attend(&table, table.lock(self).await?.held_mut(), Asked::Own);
        Ok(())
    }
}

/// The computers of this match have to move, and whoever should have seen to that has not.
pub(crate) async fn take_over(app: &App, id: &str) -> Done {
    let table = match app.table(id, &Owner::Match(id.to_owned())).await {
        Ok(table) => table,
        Err(err) if err.is_not_found() => return Ok(()),
        Err(err) => return Err(err),
    };
    // Somebody may look on at another server.
    if let Some(touched) = app.store().touched(id).await? {
        table.was_looked_at(touched);
    }
    // Put away, it waits until somebody opens it.
    if table.looked_at() < app.put_away_before() { Ok(()) } else { app.rouse(id).await }
}

/// What becomes of the job when the match has been taken over: it is owed until the computers have
/// moved, or nobody is asked to.
pub(crate) async fn taken_over(app: &App, it: &Claimed) -> store::StoreResult<bool> {
    let Some(table) = app.in_memory(&it.job.name) else { return app.store().drop_claimed(it).await };
    let rests = app.is_unattended(&table)
        || table.looked_at() < app.put_away_before()
        || app.frozen(&table.about.id).is_some();
    // If that cannot be told, it is asked again.
    let owed = !rests
        && table.lock(app).await.map_or(true, |slot| host::computer_to_move(slot.stage(), app.limits()));
    match (owed, table.is_busy()) {
        (false, _) => app.store().drop_claimed(it).await,
        (true, true) => app.store().retry_job(it, app.clock().millis() + GRACE).await,
        // There is no room in line, here.
        (true, false) => app.store().retry_job(it, app.clock().millis() + LATER_AGAIN).await,
    }
}

/// Puts off again and again what is thought about here, so that nobody else begins.
pub(crate) async fn put_off(app: App) {
    let mut closing = app.closing();
    loop {
        tokio::select! {
            () = until_closed(&mut closing) => return,
            () = tokio::time::sleep(PUT_OFF) => {}
        }
        let names = app.thought_about();
        if names.is_empty() {
            continue;
        }
        let due = app.clock().millis() + GRACE;
        let _writing = app.writing().read().await;
        if let Err(err) = app.store().put_off_jobs(KIND, &names, due).await {
            tracing::warn!(%err, "the thoughts in hand could not be kept from other servers");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use engine::Viewer;
    use store::Store;

    use super::*;
    use crate::{
        edge::Edge,
        limits::Limits,
        programs,
        seating::Seating,
        secret::Chance,
        table::{Stage, Waiting},
        time::{Clock, Stepped},
    };

    /// A server whose thinkers have gone home: what it asks for stays in hand.
    async fn app(name: &str, limits: Limits, clock: Clock) -> (App, std::path::PathBuf) {
        let folder = std::env::temp_dir().join(format!("flagbridge-think-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open_file(&folder.join("think.sqlite")).await.unwrap();
        let key = signet::Key::from_bytes(&[7; 32]);
        let node = "here".to_owned();
        let studies = crate::studies::Studies::new(None);
        let (chance, none) = (Chance::new(None), programs::Programs::default());
        (App::new(store, node, key, limits, Edge::default(), 1, chance, clock, studies, none), folder)
    }

    async fn made(app: &App, levels: [&str; 2]) -> String {
        let seats = levels.map(|level| match level {
            "me" => wire::NewSeat::Me { contribution: Some("x".to_owned()) },
            level => wire::NewSeat::Computer { level: level.to_owned() },
        });
        let seating = Seating::read(app, &seats, true).unwrap();
        let game = rulesets::find("asfos").unwrap();
        let id = rulesets::ScenarioRef::Id("intro");
        let ready = game.prepare(id, &[], rulesets::Table::Computers).unwrap();
        let record = ready.unbegun(&seating.players, host::draw_seed(app.chance())).unwrap();
        let waiting = Waiting::read(record, seating.contributions.clone()).unwrap();
        let given = waiting.contributions.iter().cloned().collect::<Option<Vec<String>>>().unwrap();
        let stage = Stage::Battle(waiting.begin(given).unwrap());
        host::keep(app, &owner(1), stage, &seating, None, String::new()).await.unwrap().id
    }

    fn address(n: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, n])
    }

    fn owner(n: u8) -> Owner {
        Owner::Address(address(n))
    }

    async fn table(app: &App, id: &str) -> Arc<Table> {
        app.table(id, &owner(9)).await.unwrap()
    }

    /// One thread: what is spawned runs when the test waits, and not before.
    #[tokio::test]
    async fn computers_rest_while_nobody_looks_and_go_on_when_somebody_does() {
        let clock = Stepped::default();
        let limits = Limits { unattended: Duration::from_secs(60), ..Limits::default() };
        let (app, folder) = app("unattended", limits, Clock::Stepped(clock.clone())).await;
        app.thinkers().stop();
        let busy = made(&app, ["random", "random"]).await;
        app.wake(&busy).await;
        assert!(table(&app, &busy).await.is_thinking(), "just made, they play");

        let mine = made(&app, ["me", "random"]).await;
        let quiet = made(&app, ["random", "random"]).await;
        clock.step(Duration::from_secs(61));
        app.wake(&quiet).await;
        let resting = table(&app, &quiet).await;
        assert!(!resting.is_thinking(), "nobody has looked for a minute");
        let watcher = resting.subscribe();
        app.wake(&quiet).await;
        assert!(resting.is_thinking(), "somebody watches");
        drop(watcher);
        let mine = table(&app, &mine).await;
        assert!(!app.is_unattended(&mine), "a person has all the time in the world");

        let other = made(&app, ["random", "random"]).await;
        clock.step(Duration::from_secs(61));
        let other = table(&app, &other).await;
        app.wake(&other.about.id).await;
        assert!(!other.is_thinking());
        app.looks(&other, Viewer::Spectator, address(3));
        app.wake(&other.about.id).await;
        assert!(other.is_thinking(), "somebody has opened it");
        app.finish().await;
        let _ = std::fs::remove_dir_all(folder);
    }

    /// A thought that goes on until somebody breaks it off.
    fn endless(table: &Arc<Table>, decision: usize) -> Job {
        let thinker: Thinker = Box::new(|stop| {
            while !stop.is_pulled() {
                thread::yield_now();
            }
            rulesets::WrittenOrder { notation: String::new(), order: serde_json::Value::Null }
        });
        let stop = table.claim(decision, Seat(0)).unwrap();
        Job {
            table: Arc::clone(table),
            decision,
            seat: Seat(0),
            thinker,
            program: false,
            clocked: false,
            stop,
        }
    }

    #[tokio::test]
    async fn no_more_battles_stay_open_than_there_is_room_for() {
        let limits = Limits { open: 3, ..Limits::default() };
        let (app, folder) = app("open", limits, Clock::System).await;
        let looked = made(&app, ["me", "me"]).await;
        let watcher = table(&app, &looked).await.subscribe();
        let mut ids = Vec::new();
        for _ in 0..8 {
            ids.push(made(&app, ["me", "me"]).await);
        }
        for id in ids.iter().chain(&ids) {
            let open = table(&app, id).await;
            assert_eq!(open.lock(&app).await.unwrap().battle().unwrap().decision_number(), 0);
            assert!(app.open_battles() <= 4, "three, and the one in hand");
        }
        // Whoever looks on is not sent away, whatever is let go of.
        assert!(app.in_memory(&looked).is_some_and(|it| it.is_watched()));
        drop(watcher);
        app.finish().await;
        let _ = std::fs::remove_dir_all(folder);
    }

    #[tokio::test]
    async fn lanes_classes_and_owners_take_turns() {
        let (app, folder) = app("turns", Limits::default(), Clock::System).await;
        app.thinkers().stop();
        let (attack, mine) = (made(&app, ["me", "me"]).await, made(&app, ["me", "me"]).await);
        let (attack, mine) = (table(&app, &attack).await, table(&app, &mine).await);
        let mut queue = Queue::default();
        for n in 100..130 {
            assert!(queue.push(Lane::Deep, &owner(1), true, endless(&attack, n), 30));
        }
        assert!(!queue.push(Lane::Deep, &owner(1), true, endless(&attack, 130), 30), "enough in line");
        assert!(queue.push(Lane::Deep, &owner(3), false, endless(&mine, 1), 30));
        assert!(queue.push(Lane::Deep, &owner(2), true, endless(&mine, 2), 30));
        assert!(queue.push(Lane::Quick, &owner(2), true, endless(&mine, 3), 30));
        // A captain has a lane of his own.
        assert_eq!(queue.pop(Lane::Quick).map(|(job, _)| job.decision), Some(3));
        assert!(queue.pop(Lane::Quick).is_none());
        // Whoever waited for room is asked again.
        let (first, next) = queue.pop(Lane::Deep).unwrap();
        assert_eq!((first.decision, next), (100, Some(attack.about.id.clone())));
        assert_eq!(queue.pop(Lane::Deep).map(|(job, next)| (job.decision, next)), Some((2, None)));
        // What is no longer wanted is passed over, and computers among themselves come last.
        attack.break_off(129, engine::Seats::from_iter([Seat(0)]));
        let rest: Vec<usize> =
            std::iter::from_fn(|| queue.pop(Lane::Deep)).map(|(job, _)| job.decision).collect();
        assert_eq!(rest, [129, 1]);
        app.finish().await;
        let _ = std::fs::remove_dir_all(folder);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_quick_thought_is_answered_while_thirty_deep_ones_never_end() {
        let (app, folder) = app("lanes", Limits::default(), Clock::System).await;
        // No computer of its own has a say in what is still wanted.
        let id = made(&app, ["me", "me"]).await;
        let table = table(&app, &id).await;
        for n in 100..130 {
            app.thinkers().put(Lane::Deep, endless(&table, n), 30);
        }
        let (answer, answered) = tokio::sync::oneshot::channel();
        let thinker: Thinker = Box::new(move |_| {
            let _ = answer.send(());
            rulesets::WrittenOrder { notation: String::new(), order: serde_json::Value::Null }
        });
        let stop = table.claim(99, Seat(0)).unwrap();
        let job = Job {
            table: Arc::clone(&table),
            decision: 99,
            seat: Seat(0),
            thinker,
            program: false,
            clocked: false,
            stop,
        };
        app.thinkers().put(Lane::Quick, job, 30);
        answered.await.unwrap();
        // Stopping breaks off the one that is being thought, and forgets the others.
        app.finish().await;
        let _ = std::fs::remove_dir_all(folder);
    }
}
