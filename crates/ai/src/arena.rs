//! Where computer players meet: many battles, in parallel, without a log.
//!
//! A battle's dice and its players' dice depend on the seed and on its number
//! alone, so the results are the same on any number of threads. Only totals
//! are kept.

mod summary;

use std::{
    collections::BTreeMap,
    mem,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use dice::Dice;
use engine::{Game, Library, Loss, Orders, Outcome, Pending, Seat, Seen, SetupError, Table, Tactics};
use serde::Serialize;

use crate::{Level, Player, player};
pub use summary::{Clock, Losses, Score, Summary, Tally, Thinking, Turns};

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
/// Reports are handed over some at a time: to wake another thread costs as much as a short battle.
const TOGETHER: usize = 64;
/// But never so late that somebody who watches would notice.
const WATCHED: Duration = Duration::from_millis(50);

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
    let work = |sender: mpsc::Sender<Vec<BattleReport>>| {
        let _stop = StopOnPanic(&stopped);
        let mut clock = Clock::new(plan.levels.len());
        let mut fought = Vec::with_capacity(TOGETHER);
        let mut sent = Instant::now();
        // Each thread has a start of its own: games share what never changes by
        // counted references, and two cores counting the same ones slow each other down.
        let start = set_up(plan).expect("the scenario has been set up before");
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if plan.battles <= index {
                // Whoever does not hear it any more has stopped listening for good.
                let _ = sender.send(fought);
                return clock;
            }
            // One long battle must not let the finished ones pile up behind it.
            while reported.load(Ordering::Acquire) + AHEAD < index {
                if stopped.load(Ordering::Relaxed)
                    || (!fought.is_empty() && sender.send(mem::take(&mut fought)).is_err())
                {
                    return clock;
                }
                thread::yield_now();
            }
            fought.push(fight(plan, &start, index, &mut clock));
            if TOGETHER <= fought.len() || WATCHED <= sent.elapsed() {
                if sender.send(mem::replace(&mut fought, Vec::with_capacity(TOGETHER))).is_err() {
                    return clock;
                }
                sent = Instant::now();
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
        for it in receiver.into_iter().flatten() {
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
    let mut players: Vec<Box<dyn Player<G>>> = plan
        .levels
        .iter()
        .enumerate()
        .map(|(number, level)| player(level, player_dice(plan.seed, number, index)))
        .collect();
    // Reading the clock costs more than a rule of thumb does.
    let timed: Vec<bool> = plan.levels.iter().map(Level::searches).collect();
    let round = Round { seed: plan.seed, index, swap: plan.swap, timed: &timed };
    fight_between(start, round, &mut players, clock, &mut ())
}

/// Which battle of a contest is to be fought.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    pub seed: u64,
    /// From 0.
    pub index: u64,
    /// As in [`Plan::swap`].
    pub swap: bool,
    /// By player: whose thinking is timed.
    pub timed: &'a [bool],
}

/// Looks on while a battle is fought, and may end it.
pub trait Onlooker<G: Game> {
    /// Whether the table is to keep its log.
    fn wants_log(&self) -> bool {
        false
    }

    /// Called once a battle has been opened, and after every decision of it. An
    /// outcome ends the battle there, whatever the rules say.
    fn look(&mut self, table: &Table<G>) -> Option<Outcome>;
}

/// Nobody looks on.
impl<G: Game> Onlooker<G> for () {
    fn look(&mut self, _table: &Table<G>) -> Option<Outcome> {
        None
    }
}

/// Fights one battle from `start` between players who have their dice already
/// ([`player_dice`]).
pub fn fight_between<G: Library, O: Onlooker<G>>(
    start: &G,
    round: Round<'_>,
    players: &mut [Box<dyn Player<G>>],
    clock: &mut Clock,
    onlooker: &mut O,
) -> BattleReport {
    let (n, index) = (players.len(), round.index);
    let shift = if round.swap { (index % n as u64) as usize } else { 0 };
    let seats: Vec<usize> = (0..n).map(|seat| (seat + shift) % n).collect();
    let dice = Dice::numbered(round.seed, index);
    let mut table = match onlooker.wants_log() {
        true => Table::new(start.clone(), dice),
        false => Table::without_log(start.clone(), dice),
    };
    table.open();
    let mut orders = Orders::for_seats(n);
    let mut decisions = 0;
    let outcome = loop {
        if let Some(outcome) = onlooker.look(&table) {
            break outcome;
        }
        let state = table.state();
        let decision = match state.pending() {
            Pending::Over(outcome) => break outcome,
            Pending::Orders(decision) => decision,
        };
        orders.clear();
        for seat in decision.seats.iter() {
            let number = seats[seat.index()];
            let begun = round.timed[number].then(Instant::now);
            let order = players[number].decide_seen(&Seen::by(seat, state));
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

/// The luck of player `number` in battle `index`: apart from the battle's dice
/// and from the other players'.
pub fn player_dice(seed: u64, number: usize, index: u64) -> Dice {
    Dice::numbered(seed ^ player_key(number), index)
}

fn player_key(number: usize) -> u64 {
    (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
