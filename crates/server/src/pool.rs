//! Long work on request, each kind on threads of its own, with a queue that
//! has an end: what one asks for never holds up what another needs.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::oneshot;

use crate::{
    error::{AppError, Result},
    turns::{Owner, Turns},
};

/// What takes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Matches made and taken up from the store, rules of thumb.
    Making,
    /// Orders searched for: suggestions, and puzzles that are tried.
    Advising,
    /// Looking far back: events and views of long ago.
    Reading,
    /// Designs and fleets checked.
    Checking,
    /// Ship displays.
    Drawing,
    Duels,
    /// Lessons, which are played from their start at every request.
    Lessons,
    /// Records brought along and branched.
    Records,
    /// Battles that were taken up from their events.
    Proving,
    /// Passwords tried and kept: costly on purpose.
    Passwords,
    /// What is looked up in studies: rows and figures to take home, battles to watch.
    Studies,
}

/// How many at once, how many may wait, and how many of both may be one address's.
#[derive(Clone, Copy, Debug)]
struct Size {
    slots: usize,
    places: usize,
    each: usize,
    /// Seconds after which to try again when it is full.
    retry: u64,
    /// What is being waited for, in words.
    words: &'static str,
}

impl Work {
    const ALL: [Work; 11] = [
        Work::Making,
        Work::Advising,
        Work::Reading,
        Work::Checking,
        Work::Drawing,
        Work::Duels,
        Work::Lessons,
        Work::Records,
        Work::Proving,
        Work::Passwords,
        Work::Studies,
    ];

    /// For whoever runs the server.
    fn name(self) -> &'static str {
        match self {
            Work::Making => "making",
            Work::Advising => "advising",
            Work::Reading => "reading",
            Work::Checking => "checking",
            Work::Drawing => "drawing",
            Work::Duels => "duels",
            Work::Lessons => "lessons",
            Work::Records => "records",
            Work::Proving => "proving",
            Work::Passwords => "passwords",
            Work::Studies => "studies",
        }
    }

    fn size(self) -> Size {
        let size = |slots, places, each, retry, words| Size { slots, places, each, retry, words };
        match self {
            Work::Making => size(2, 96, 24, 2, "matches are being opened and made for others"),
            // Whoever does not get in is told a rule of thumb instead.
            Work::Advising => size(2, 12, 3, 2, "orders are being searched for others"),
            Work::Reading => size(2, 64, 8, 2, "long logs are being read for others"),
            Work::Checking => size(1, 64, 8, 2, "designs are being checked for others"),
            // A place in drawing is one's own until the drawing is done.
            Work::Drawing => size(1, 16, 1, 5, "ship displays are being drawn"),
            Work::Duels => size(1, 4, 1, 20, "duels are being fought"),
            Work::Lessons => size(2, 64, 8, 2, "lessons are being played for others"),
            Work::Records => size(1, 16, 2, 5, "records are being verified"),
            Work::Passwords => size(2, 64, 4, 2, "passwords of others are being checked"),
            Work::Studies => size(2, 32, 4, 2, "studies of others are being looked up"),
            Work::Proving => size(1, 1024, 1, 2, "battles are being proved"),
        }
    }
}

/// All of them.
#[derive(Debug)]
pub(crate) struct Pools([Arc<Pool>; 11]);

impl Default for Pools {
    fn default() -> Pools {
        Pools(Work::ALL.map(|work| Arc::new(Pool::new(work.size()))))
    }
}

impl Pools {
    /// How many wait, by the kind of work.
    pub(crate) fn waiting(&self) -> Vec<(&'static str, usize)> {
        let waiting = |it: &Arc<Pool>| it.state.lock().unwrap_or_else(PoisonError::into_inner).waiting.len();
        Work::ALL.iter().zip(&self.0).map(|(work, pool)| (work.name(), waiting(pool))).collect()
    }

    /// Waits for a turn, unless too many wait already.
    pub(crate) async fn enter(&self, work: Work, owner: &Owner) -> Result<Permit> {
        Pool::enter(&self.0[work as usize], owner).await
    }
}

#[derive(Debug)]
struct Pool {
    size: Size,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: HashMap<Owner, usize>,
    waiting: Turns<oneshot::Sender<Permit>>,
}

/// A slot, free again when dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    pool: Arc<Pool>,
    owner: Owner,
}

impl Pool {
    fn new(size: Size) -> Pool {
        Pool { size, state: Mutex::default() }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn enter(pool: &Arc<Pool>, owner: &Owner) -> Result<Permit> {
        let granted = {
            let mut state = pool.lock();
            state.waiting.retain(|it| !it.is_closed());
            let Size { places, each, retry, words, .. } = pool.size;
            let own = state.waiting.len_of(owner) + state.running.get(owner).copied().unwrap_or(0);
            if each <= own {
                let words = format!("{words}, {own} of them for you: one after the other, please");
                return Err(AppError::busy(retry, words));
            }
            if places <= state.waiting.len() {
                let n = state.waiting.len();
                return Err(AppError::busy(
                    retry,
                    format!("{words}, and {n} more are waiting; try again in a moment"),
                ));
            }
            let (grant, granted) = oneshot::channel();
            state.waiting.push(owner, "", grant);
            granted
        };
        Pool::call(pool);
        granted.await.map_err(|_| AppError::internal())
    }

    /// Calls in as many as there is room for.
    fn call(pool: &Arc<Pool>) {
        let mut called = Vec::new();
        {
            let mut state = pool.lock();
            let State { running, waiting } = &mut *state;
            // Nobody has the last slot as well: somebody else may come.
            let most = (pool.size.slots - 1).max(1);
            while running.values().sum::<usize>() < pool.size.slots {
                let may = |owner: &Owner| running.get(owner).is_none_or(|n| *n < most);
                let Some((owner, grant)) = waiting.pop(may) else { break };
                if grant.is_closed() {
                    continue;
                }
                *running.entry(owner.clone()).or_default() += 1;
                called.push((grant, Permit { pool: Arc::clone(pool), owner }));
            }
        }
        for (grant, permit) in called {
            // Whoever has left meanwhile gives the slot back by not taking it.
            let _ = grant.send(permit);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        {
            let mut state = self.pool.lock();
            if let Some(n) = state.running.get_mut(&self.owner) {
                *n -= 1;
                if *n == 0 {
                    state.running.remove(&self.owner);
                }
            }
        }
        Pool::call(&self.pool);
    }
}

/// Told to work when whoever asked for it has left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abandoned(Arc<AtomicBool>);

impl Abandoned {
    pub(crate) fn is(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Dropped with the request.
    pub(crate) fn watch(&self) -> Watch {
        Watch(self.clone())
    }
}

#[derive(Debug)]
pub(crate) struct Watch(Abandoned);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn owner(n: u8) -> Owner {
        Owner::Address(IpAddr::from([10, 0, 0, n]))
    }

    /// Polled once, so that it stands in the queue.
    async fn queued(pools: &Arc<Pools>, work: Work, n: u8) -> tokio::task::JoinHandle<Result<Permit>> {
        let pools = Arc::clone(pools);
        let task = tokio::spawn(async move { pools.enter(work, &owner(n)).await });
        tokio::task::yield_now().await;
        task
    }

    fn code(refused: Result<Permit>) -> String {
        refused.map(drop).unwrap_err().body().code
    }

    #[tokio::test]
    async fn one_address_draws_one_thing_at_a_time() {
        let pools = Arc::new(Pools::default());
        let drawing = pools.enter(Work::Drawing, &owner(1)).await.unwrap();
        assert_eq!(code(pools.enter(Work::Drawing, &owner(1)).await), "busy");
        // Others wait, and other work goes on.
        let second = queued(&pools, Work::Drawing, 2).await;
        assert!(!second.is_finished());
        drop(pools.enter(Work::Making, &owner(1)).await.unwrap());
        drop(drawing);
        drop(second.await.unwrap().unwrap());
        drop(pools.enter(Work::Drawing, &owner(1)).await.unwrap());
    }

    #[tokio::test]
    async fn one_address_never_has_every_slot_and_owners_take_turns() {
        let pools = Arc::new(Pools::default());
        let first = pools.enter(Work::Making, &owner(1)).await.unwrap();
        let mut more = Vec::new();
        for _ in 1..24 {
            more.push(queued(&pools, Work::Making, 1).await);
        }
        assert!(more.iter().all(|it| !it.is_finished()));
        assert_eq!(code(pools.enter(Work::Making, &owner(1)).await), "busy");
        // Though 23 wait, the last slot is free for somebody else.
        let other = pools.enter(Work::Making, &owner(2)).await.unwrap();
        let third = queued(&pools, Work::Making, 3).await;
        drop(first);
        let next = more.remove(0).await.unwrap().unwrap();
        drop(other);
        drop(third.await.unwrap().unwrap());
        drop(next);
    }

    #[tokio::test]
    async fn a_full_queue_says_so_and_those_who_leave_make_room() {
        let pools = Arc::new(Pools::default());
        let running = pools.enter(Work::Duels, &owner(0)).await.unwrap();
        let mut waiting = Vec::new();
        for n in 1..=4 {
            waiting.push(queued(&pools, Work::Duels, n).await);
        }
        let full = pools.enter(Work::Duels, &owner(9)).await.map(drop).unwrap_err();
        assert!(full.body().message.contains("duels are being fought, and 4 more are waiting"));
        let leaver = waiting.pop().unwrap();
        leaver.abort();
        assert!(leaver.await.is_err());
        let last = queued(&pools, Work::Duels, 9).await;
        drop(running);
        for task in waiting {
            drop(task.await.unwrap().unwrap());
        }
        drop(last.await.unwrap().unwrap());
    }

    #[test]
    fn work_hears_when_nobody_waits() {
        let abandoned = Abandoned::default();
        let watch = abandoned.watch();
        assert!(!abandoned.is());
        drop(watch);
        assert!(abandoned.is());
    }
}
