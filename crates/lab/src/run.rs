//! Battles fought on many cores and taken in their order.
//!
//! The order is fixed by the study alone: batch by batch, each kind of battle
//! in turn, a kind that has seen enough left out. Cores fight ahead of it, on
//! the guess that nothing ends; what was fought of a kind that had ended by
//! then is thrown away, so that the same battles count on one core and on many.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use rulesets::{Bout, Clock, Fault, Prepared, Ring, Seen};

use crate::{
    stop::{Enough, Record, Stop},
    study::Field,
};

/// One battle that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// Which kind, by its number in the study.
    pub cell: usize,
    pub battle: u64,
    pub seen: Seen,
}

/// How far a study has come.
#[derive(Clone, Debug)]
pub struct Course {
    stop: Stop,
    records: Vec<Record>,
    ended: Vec<Option<Enough>>,
    /// How many have not ended.
    open: usize,
    /// Whose turn it is, and in which batch.
    cell: usize,
    batch: u64,
}

impl Course {
    /// At its beginning. Each kind by its number of seats and whether players change them.
    pub fn new(stop: &Stop, kinds: impl IntoIterator<Item = (usize, bool)>) -> Course {
        let records: Vec<Record> = kinds.into_iter().map(|(seats, swap)| Record::new(seats, swap)).collect();
        Course {
            stop: stop.clone(),
            ended: vec![None; records.len()],
            open: records.len(),
            records,
            cell: 0,
            batch: 0,
        }
    }

    pub fn of(stop: &Stop, fields: &[Field]) -> Course {
        Course::new(stop, fields.iter().map(|it| (it.cell.seats.len(), it.cell.swap)))
    }

    /// The battle that counts next: its kind, and its number among them. Nothing once
    /// every kind has ended.
    pub fn next(&self) -> Option<(usize, u64)> {
        (0 < self.open).then(|| (self.cell, self.records[self.cell].battles))
    }

    /// Counts the next battle, by the first player's share of it; says if its kind has ended with it.
    ///
    /// # Panics
    ///
    /// If nothing is next.
    pub fn count(&mut self, share: f64) -> Option<Enough> {
        let (cell, _) = self.next().expect("a battle is to be fought");
        let record = &mut self.records[cell];
        record.add(share);
        let whole = (self.batch + 1) * self.stop.batch;
        if record.battles < whole.min(self.stop.battles) {
            return None;
        }
        let ended = record.judge(&self.stop);
        if ended.is_some() {
            self.close(cell, ended);
        }
        self.move_on();
        ended
    }

    fn close(&mut self, cell: usize, why: Option<Enough>) {
        self.open -= usize::from(self.ended[cell].is_none());
        self.ended[cell] = why;
    }

    fn move_on(&mut self) {
        while 0 < self.open {
            self.cell += 1;
            if self.cell == self.records.len() {
                self.cell = 0;
                self.batch += 1;
            }
            if self.ended[self.cell].is_none() {
                return;
            }
        }
    }

    pub fn ended(&self) -> &[Option<Enough>] {
        &self.ended
    }

    pub fn records(&self) -> &[Record] {
        &self.records
    }

    pub fn battles(&self) -> u64 {
        self.records.iter().map(|it| it.battles).sum()
    }

    /// How many are left at the most.
    pub fn most_left(&self) -> u64 {
        let open = self.records.iter().zip(&self.ended).filter(|(_, ended)| ended.is_none());
        open.map(|(record, _)| self.stop.battles.saturating_sub(record.battles)).sum()
    }
}

/// What is to be fought, shared by all cores.
pub struct Plan {
    prepared: Vec<(Box<dyn Prepared>, Bout)>,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} kinds of battles", self.prepared.len())
    }
}

impl Plan {
    pub fn new(prepared: Vec<(Box<dyn Prepared>, Bout)>) -> Arc<Plan> {
        Arc::new(Plan { prepared })
    }
}

/// How it came to an end.
#[derive(Clone, Debug)]
pub struct Run {
    pub course: Course,
    /// Whether it was halted before it had seen enough.
    pub halted: bool,
    /// By kind: how long those who think have thought. Not reproducible.
    pub clocks: BTreeMap<usize, Clock>,
}

/// Battles that may be fought ahead of the one that counts next.
const AHEAD: usize = 4_096;
/// The most that a core takes together, and how long such a lot may take: somebody is watching.
const TOGETHER: usize = 64;
const BRIEF: Duration = Duration::from_millis(10);
const WATCHED: Duration = Duration::from_millis(50);
/// Rings that a core keeps open; more kinds than that take each other's places.
const RINGS: usize = 64;

/// What the cores agree upon.
struct Claims {
    /// As far as battles have been given out, if nothing had ended since.
    ahead: Course,
    /// Battles given out of which nothing has been heard yet, or that wait for earlier ones.
    open: usize,
}

struct Desk {
    claims: Mutex<Claims>,
    room: Condvar,
    over: AtomicBool,
}

impl Desk {
    fn hold(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next battles to be fought, so many at the most, as soon as there is room for one.
    /// None at the end.
    fn claim(&self, most: usize) -> Vec<(usize, u64)> {
        let mut claims = self.hold();
        loop {
            if self.over.load(Ordering::Acquire) {
                return Vec::new();
            }
            let room = AHEAD.saturating_sub(claims.open).min(most);
            let next: Vec<(usize, u64)> = (0..room).map_while(|_| claims.next()).collect();
            if !next.is_empty() {
                claims.open += next.len();
                return next;
            }
            claims = self.room.wait(claims).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        let claims = self.hold();
        self.over.store(true, Ordering::Release);
        drop(claims);
        self.room.notify_all();
    }
}

impl Claims {
    /// The next on the guess that nothing ends but by the number of battles.
    fn next(&mut self) -> Option<(usize, u64)> {
        let next = self.ahead.next()?;
        self.ahead.pass();
        Some(next)
    }

    fn close(&mut self, cell: usize, why: Enough) {
        self.ahead.end(cell, why);
    }
}

impl Course {
    /// Goes on by one battle of which nothing is known.
    fn pass(&mut self) {
        let record = &mut self.records[self.cell];
        record.battles += 1;
        let whole = (self.batch + 1) * self.stop.batch;
        if record.battles < whole.min(self.stop.battles) {
            return;
        }
        if self.stop.battles <= record.battles {
            self.close(self.cell, Some(Enough::Battles));
        }
        self.move_on();
    }

    /// A kind has ended, whatever was guessed.
    fn end(&mut self, cell: usize, why: Enough) {
        let was_its_turn = self.ended[self.cell].is_none() && self.cell == cell;
        self.close(cell, Some(why));
        if was_its_turn {
            self.move_on();
        }
    }
}

/// Battles of one core, in the order in which it fought them.
type Lot = Vec<((usize, u64), Result<Box<Seen>, Fault>)>;

enum News {
    Fought(Lot),
    Gone(BTreeMap<usize, Clock>),
}

/// Fights on from where `course` stands and hands in every battle that counts, in order,
/// until every kind has ended or `halt` is pulled. With `jobs` 0 on all cores.
///
/// # Errors
///
/// The first battle that could not be fought, or what `take` answers.
pub fn run<E: From<Fault>>(
    plan: &Arc<Plan>,
    course: Course,
    jobs: usize,
    halt: &AtomicBool,
    take: &mut dyn FnMut(Fought, Option<Enough>) -> Result<(), E>,
) -> Result<Run, E> {
    let jobs = match jobs {
        0 => thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let mut run = Run { course, halted: false, clocks: BTreeMap::new() };
    if run.course.next().is_none() {
        return Ok(run);
    }
    let claims = Claims { ahead: run.course.clone(), open: 0 };
    let desk =
        Arc::new(Desk { claims: Mutex::new(claims), room: Condvar::new(), over: AtomicBool::new(false) });
    let (sender, receiver) = mpsc::channel();
    for _ in 0..jobs {
        let (plan, desk, sender) = (Arc::clone(plan), Arc::clone(&desk), sender.clone());
        // Nobody waits for a battle that is being fought when the study is halted.
        thread::spawn(move || work(&plan, &desk, &sender));
    }
    drop(sender);
    let result = collect(&mut run, &desk, &receiver, halt, take);
    desk.close();
    result?;
    if !run.halted {
        // What was fought in vain is over soon, and then it is known how long they thought.
        while let Ok(news) = receiver.recv_timeout(PATIENCE) {
            if let News::Gone(clocks) = news {
                run.add(clocks);
            }
        }
    }
    Ok(run)
}

/// How long to wait for cores that fight in vain.
const PATIENCE: Duration = Duration::from_secs(2);

impl Run {
    fn add(&mut self, clocks: BTreeMap<usize, Clock>) {
        for (cell, clock) in clocks {
            match self.clocks.get_mut(&cell) {
                Some(sum) => sum.merge(&clock),
                None => drop(self.clocks.insert(cell, clock)),
            }
        }
    }
}

fn collect<E: From<Fault>>(
    run: &mut Run,
    desk: &Desk,
    receiver: &mpsc::Receiver<News>,
    halt: &AtomicBool,
    take: &mut dyn FnMut(Fought, Option<Enough>) -> Result<(), E>,
) -> Result<(), E> {
    // What failed counts as an error only when it is its turn: it may turn out to be in vain.
    let mut early: BTreeMap<(usize, u64), Result<Box<Seen>, Fault>> = BTreeMap::new();
    while let Some(mut due) = run.course.next() {
        if halt.load(Ordering::Relaxed) {
            run.halted = true;
            return Ok(());
        }
        let news = match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(news) => news,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Fault::Failed("the battles stopped short".to_owned()).into());
            }
        };
        let lot = match news {
            News::Gone(clocks) => {
                run.add(clocks);
                continue;
            }
            News::Fought(lot) => lot,
        };
        let mut done = 0;
        for ((cell, battle), seen) in lot {
            match run.course.ended[cell] {
                Some(_) => done += 1,
                None => drop(early.insert((cell, battle), seen)),
            }
        }
        let mut closed = Vec::new();
        while let Some(seen) = early.remove(&due) {
            done += 1;
            let (cell, battle) = due;
            let seen = seen?;
            let ended = run.course.count(seen.report.shares[0]);
            take(Fought { cell, battle, seen: *seen }, ended)?;
            if let Some(why) = ended {
                closed.push((cell, why));
                // Fought ahead in vain.
                let vain: Vec<_> = early.range((cell, 0)..=(cell, u64::MAX)).map(|(&it, _)| it).collect();
                done += vain.len();
                vain.iter().for_each(|it| drop(early.remove(it)));
            }
            match run.course.next() {
                Some(_) if halt.load(Ordering::Relaxed) => {
                    run.halted = true;
                    return Ok(());
                }
                Some(next) => due = next,
                None => break,
            }
        }
        if 0 < done {
            let mut claims = desk.hold();
            claims.open -= done;
            closed.into_iter().for_each(|(cell, why)| claims.close(cell, why));
            drop(claims);
            desk.room.notify_all();
        }
    }
    Ok(())
}

fn work(plan: &Plan, desk: &Desk, sender: &mpsc::Sender<News>) {
    let mut rings: BTreeMap<usize, Box<dyn Ring>> = BTreeMap::new();
    let mut clocks: BTreeMap<usize, Clock> = BTreeMap::new();
    let mut keep = |rings: &mut BTreeMap<usize, Box<dyn Ring>>| {
        for (cell, ring) in std::mem::take(rings) {
            match clocks.get_mut(&cell) {
                Some(sum) => sum.merge(ring.clock()),
                None => drop(clocks.insert(cell, ring.clock().clone())),
            }
        }
    };
    // To wake another thread costs as much as a short battle, so of these some are taken together.
    let mut together = 1;
    loop {
        let claimed = desk.claim(together);
        if claimed.is_empty() {
            break;
        }
        let begun = Instant::now();
        let mut lot = Lot::with_capacity(claimed.len());
        for (cell, battle) in claimed {
            if RINGS <= rings.len() && !rings.contains_key(&cell) {
                keep(&mut rings);
            }
            let ring = match rings.entry(cell) {
                Entry::Occupied(ring) => Ok(ring.into_mut()),
                Entry::Vacant(place) => {
                    // Each core has a start of its own: games share what never changes by counted
                    // references, and two cores counting the same ones slow each other down.
                    let (prepared, bout) = &plan.prepared[cell];
                    prepared.ring(bout).map(|ring| place.insert(ring))
                }
            };
            lot.push(((cell, battle), ring.and_then(|ring| ring.fight(battle)).map(Box::new)));
        }
        if sender.send(News::Fought(lot)).is_err() {
            break;
        }
        together = match begun.elapsed() {
            short if short < BRIEF => (2 * together).min(TOGETHER),
            long if WATCHED < long => (together / 2).max(1),
            _ => together,
        };
    }
    keep(&mut rings);
    let _ = sender.send(News::Gone(clocks));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(kinds: usize, battles: u64, width: Option<f64>) -> Course {
        let stop = Stop { battles, batch: 10, width, sprt: None };
        Course::new(&stop, vec![(2, false); kinds])
    }

    #[test]
    fn kinds_take_turns_by_batches() {
        let mut it = course(2, 15, None);
        let mut order = Vec::new();
        while let Some((cell, battle)) = it.next() {
            order.push((cell, battle));
            it.count(0.5);
        }
        let batch = |cell, from: u64, to: u64| (from..to).map(move |n| (cell, n));
        let expected: Vec<_> =
            batch(0, 0, 10).chain(batch(1, 0, 10)).chain(batch(0, 10, 15)).chain(batch(1, 10, 15)).collect();
        assert_eq!(order, expected);
        assert_eq!(it.ended(), [Some(Enough::Battles); 2]);
        assert_eq!((it.battles(), it.most_left()), (30, 0));
    }

    #[test]
    fn a_kind_that_has_seen_enough_is_left_out() {
        let mut it = course(2, 1_000, Some(0.3));
        while let Some((cell, battle)) = it.next() {
            // The first is one-sided, the second is even.
            it.count(if cell == 0 { 1.0 } else { (battle % 2) as f64 });
        }
        assert_eq!(it.ended(), [Some(Enough::Width); 2]);
        assert_eq!(it.records().iter().map(|it| it.battles).collect::<Vec<_>>(), [10, 40]);
    }

    /// What is given out ahead is what will count, as long as nothing ends.
    #[test]
    fn the_guess_goes_the_same_way() {
        let mut real = course(3, 25, None);
        let mut guess = Claims { ahead: real.clone(), open: 0 };
        while let Some(next) = real.next() {
            assert_eq!(guess.next(), Some(next));
            real.count(1.0);
        }
        assert_eq!(guess.next(), None);
    }
}
