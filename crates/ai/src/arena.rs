//! Where computer players meet: many battles, in parallel, without a log.
//!
//! A battle's dice and its players' dice depend on the seed and on its number
//! alone, so the results are the same on any number of threads. Only totals
//! are kept.

mod summary;

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Instant,
};

use dice::Dice;
use engine::{Game, Library, Loss, Orders, Outcome, Pending, Seat, SetupError, Table, Tactics, Viewer};
use serde::Serialize;

use crate::{Level, Player, player};
use summary::{Clock, Tally};
pub use summary::{Losses, Score, Summary, Thinking, Turns};

/// What is to be fought.
#[derive(Clone, Debug)]
pub struct Plan<'a, G: Game> {
    pub options: &'a G::Options,
    pub scenario: &'a G::Scenario,
    /// One player for each seat of the scenario.
    pub levels: Vec<Level>,
    pub battles: u64,
    pub seed: u64,
    /// Whether the players move on by one seat from battle to battle; two
    /// exchange sides every other battle.
    pub swap: bool,
    /// How many threads; 0 for all there are.
    pub jobs: usize,
}

/// One battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BattleReport {
    /// From 0.
    pub index: u64,
    pub outcome: Outcome,
    /// By player: 1 for a win, a half for a draw, 0 for a loss.
    pub shares: Vec<f64>,
    /// By seat: which player sat there.
    pub seats: Vec<usize>,
    pub turns: u32,
    pub decisions: u32,
    /// What became of every unit, by seat.
    pub losses: Vec<Loss>,
}

impl BattleReport {
    /// The players who won, none in a draw.
    pub fn winners(&self) -> impl Iterator<Item = usize> {
        let Outcome::Won(seats) = self.outcome else { return Vec::new().into_iter() };
        let winners: Vec<usize> = seats.iter().map(|seat| self.seats[seat.index()]).collect();
        winners.into_iter()
    }
}

/// Fights every battle of `plan`, on all its threads, and hands in each report
/// in the order of the battles.
///
/// # Errors
///
/// If the scenario cannot be set up, or has another number of seats.
pub fn run<G: Tactics + Library>(
    plan: &Plan<'_, G>,
    report: &mut dyn FnMut(&BattleReport),
) -> Result<Summary, SetupError> {
    let start = set_up(plan)?;
    let begun = Instant::now();
    let mut tally = Tally::new(plan.levels.len());
    let mut take = |it: &BattleReport| {
        tally.add(it);
        report(it);
    };
    let jobs = match plan.jobs {
        0 => thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let mut clock = Clock::new(plan.levels.len());
    if jobs == 1 {
        for index in 0..plan.battles {
            take(&fight(plan, &start, index, &mut clock));
        }
    } else {
        run_on(jobs, plan, &mut take, &mut clock);
    }
    Ok(tally.summary(begun.elapsed().as_secs_f64(), &clock))
}

/// Fights battle number `index` of `plan`, the same as in [`run`].
///
/// # Errors
///
/// As [`run`].
pub fn battle<G: Tactics + Library>(plan: &Plan<'_, G>, index: u64) -> Result<BattleReport, SetupError> {
    let start = set_up(plan)?;
    Ok(fight(plan, &start, index, &mut Clock::new(plan.levels.len())))
}

fn set_up<G: Game>(plan: &Plan<'_, G>) -> Result<G, SetupError> {
    let start = G::set_up(plan.options, plan.scenario)?;
    let (seats, players) = (usize::from(start.seats()), plan.levels.len());
    if seats != players {
        return Err(SetupError::one(format!("{players} players for {seats} seats")));
    }
    Ok(start)
}

/// Battles that may be fought ahead of the one that is reported next.
const AHEAD: u64 = 4_096;

fn run_on<G: Tactics + Library>(
    jobs: usize,
    plan: &Plan<'_, G>,
    take: &mut dyn FnMut(&BattleReport),
    clock: &mut Clock,
) {
    let next = AtomicU64::new(0);
    let reported = AtomicU64::new(0);
    // A panic in one thread must not leave the others waiting.
    let stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<BattleReport>| {
        let _stop = StopOnPanic(&stopped);
        let mut clock = Clock::new(plan.levels.len());
        // Each thread has a start of its own: games share what never changes by
        // counted references, and two cores counting the same ones slow each other down.
        let start = set_up(plan).expect("the scenario has been set up before");
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if plan.battles <= index {
                return clock;
            }
            // One long battle must not let the finished ones pile up behind it.
            while reported.load(Ordering::Acquire) + AHEAD < index {
                if stopped.load(Ordering::Relaxed) {
                    return clock;
                }
                thread::yield_now();
            }
            if sender.send(fight(plan, &start, index, &mut clock)).is_err() {
                return clock;
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|_| {
                let sender = sender.clone();
                let work = &work;
                scope.spawn(move || work(sender))
            })
            .collect();
        drop(sender);
        let mut early: BTreeMap<u64, BattleReport> = BTreeMap::new();
        let mut due = 0;
        for it in receiver {
            early.insert(it.index, it);
            while let Some(it) = early.remove(&due) {
                take(&it);
                due += 1;
                reported.store(due, Ordering::Release);
            }
        }
        for worker in workers {
            clock.merge(&worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
}

struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn fight<G: Tactics + Library>(plan: &Plan<'_, G>, start: &G, index: u64, clock: &mut Clock) -> BattleReport {
    let n = plan.levels.len();
    let shift = if plan.swap { (index % n as u64) as usize } else { 0 };
    let seats: Vec<usize> = (0..n).map(|seat| (seat + shift) % n).collect();
    let mut players: Vec<Box<dyn Player<G>>> = plan
        .levels
        .iter()
        .enumerate()
        .map(|(number, level)| player(level, Dice::numbered(plan.seed ^ player_key(number), index)))
        .collect();
    // Reading the clock costs more than a rule of thumb does.
    let timed: Vec<bool> = plan.levels.iter().map(Level::searches).collect();

    let mut table = Table::without_log(start.clone(), Dice::numbered(plan.seed, index));
    table.open();
    let mut orders = Orders::for_seats(n);
    let mut decisions = 0;
    let outcome = loop {
        let state = table.state();
        let decision = match state.pending() {
            Pending::Over(outcome) => break outcome,
            Pending::Orders(decision) => decision,
        };
        orders.clear();
        for seat in decision.seats.iter() {
            let view = state.view(Viewer::Seat(seat));
            let number = seats[seat.index()];
            let begun = timed[number].then(Instant::now);
            let order = players[number].decide(&view, seat);
            if let Some(begun) = begun {
                clock.add(number, begun.elapsed());
            }
            orders.insert(seat, order);
        }
        table.resolve(&orders);
        decisions += 1;
    };

    let state = table.state();
    let mut shares = vec![0.0; n];
    for (seat, &number) in seats.iter().enumerate() {
        shares[number] = outcome.share(Seat(seat as u8));
    }
    BattleReport { index, outcome, shares, seats, turns: state.turn(), decisions, losses: state.losses() }
}

/// Sets a player's dice apart from the battle's and from the other players'.
fn player_key(number: usize) -> u64 {
    (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
