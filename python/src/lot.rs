//! The battles of one thread, stepped together.

use std::borrow::Cow;

use engine::Seat;
use rulesets::{Drill, Fault, guarded};

/// What a step shows, battle by battle and agent by agent. It is filled anew step after step.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) observations: Vec<f32>,
    /// How many orders have numbers; none where nothing is to be chosen.
    pub(crate) counts: Vec<i32>,
    pub(crate) outlook: Vec<f32>,
    pub(crate) rewards: Vec<f32>,
    /// By battle: it has ended with this step, and the next has begun in its place.
    pub(crate) over: Vec<u8>,
}

impl Block {
    /// With nothing in it yet, for so many battles.
    fn wipe(&mut self, battles: usize, shown: &Shown) {
        let places = battles * shown.agents.len();
        renew(&mut self.observations, places * shown.width);
        renew(&mut self.counts, places);
        renew(&mut self.outlook, places * shown.outlook);
        renew(&mut self.rewards, places);
        renew(&mut self.over, battles);
    }
}

/// So many zeros.
fn renew<T: Clone + Default>(numbers: &mut Vec<T>, many: usize) {
    numbers.clear();
    numbers.resize(many, T::default());
}

/// How battles are shown.
#[derive(Clone)]
pub(crate) struct Shown {
    pub(crate) agents: Vec<Seat>,
    pub(crate) width: usize,
    /// Room for what orders lead to; nothing if nobody wants to know.
    pub(crate) outlook: usize,
    /// How many battles there are at once.
    pub(crate) stride: u64,
}

struct Battle {
    drill: Box<dyn Drill>,
    number: u64,
}

/// So many battles in a row that nobody outside has anything to decide in are no accident.
const IDLE: usize = 1_000;

/// The battles of one thread.
pub(crate) struct Lot {
    battles: Vec<Battle>,
    shown: Shown,
    /// The number of its first battle, counted from that of all.
    offset: u64,
}

impl Lot {
    /// `offset` is the number of its first battle, counted from that of all.
    pub(crate) fn new(drills: Vec<Box<dyn Drill>>, shown: Shown, offset: u64) -> Lot {
        let battles = drills.into_iter().map(|drill| Battle { drill, number: 0 }).collect();
        Lot { battles, shown, offset }
    }

    pub(crate) fn len(&self) -> usize {
        self.battles.len()
    }

    fn begin(&mut self, first: u64, block: &mut Block) -> Result<(), Fault> {
        for (n, it) in self.battles.iter_mut().enumerate() {
            it.begin(first + self.offset + n as u64, &self.shown)?;
            it.show(&self.shown, n, block);
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i32], block: &mut Block) -> Result<(), Fault> {
        let Lot { battles, shown, .. } = self;
        let many = shown.agents.len();
        for (n, (it, actions)) in battles.iter_mut().zip(actions.chunks_exact(many)).enumerate() {
            // Those who were shown something to choose from. When they have chosen the battle goes on, and
            // whoever decides next has not been asked yet.
            let asked = it.drill.waiting();
            for (&seat, &action) in
                shown.agents.iter().zip(actions).filter(|(seat, _)| asked.contains(**seat))
            {
                let number = usize::try_from(action).unwrap_or(usize::MAX);
                it.drill.choose(seat, number).map_err(|err| {
                    let number = it.number;
                    Fault::Misuse(format!("battle {number}: {err}"))
                })?;
            }
            if let Some(outcome) = it.drill.outcome() {
                let rewards = &mut block.rewards[n * many..];
                for (reward, &seat) in rewards.iter_mut().zip(&shown.agents) {
                    *reward = 2.0 * outcome.share(seat) as f32 - 1.0;
                }
                block.over[n] = 1;
                it.begin(it.number + shown.stride, shown)?;
            }
            it.show(shown, n, block);
        }
        Ok(())
    }
}

impl Battle {
    fn begin(&mut self, number: u64, shown: &Shown) -> Result<(), Fault> {
        self.number = number;
        for _ in 0..IDLE {
            self.drill.begin(self.number);
            if self.drill.outcome().is_none() {
                return Ok(());
            }
            self.number += shown.stride;
        }
        Err(Fault::Failed(format!("nobody outside had anything to decide in {IDLE} battles")))
    }

    /// As number `n` of those in the block, in which there are zeros.
    fn show(&mut self, shown: &Shown, n: usize, block: &mut Block) {
        let Shown { agents, width, outlook, .. } = shown;
        let asked = self.drill.waiting();
        for (place, &seat) in (n * agents.len()..).zip(agents) {
            // Whoever has nothing to decide need not look.
            if asked.contains(seat) {
                block.counts[place] = self.drill.choices(seat) as i32;
                self.drill.observe(seat, &mut block.observations[place * width..][..*width]);
                if 0 < *outlook {
                    self.drill.weigh(seat, &mut block.outlook[place * outlook..][..*outlook]);
                }
            }
        }
    }
}

pub(crate) enum Job<'a> {
    Begin(u64),
    Step(Cow<'a, [i32]>),
}

impl Job<'_> {
    pub(crate) fn into_owned(self) -> Job<'static> {
        match self {
            Job::Begin(first) => Job::Begin(first),
            Job::Step(actions) => Job::Step(Cow::Owned(actions.into_owned())),
        }
    }
}

impl Lot {
    pub(crate) fn work(&mut self, job: &Job<'_>, block: &mut Block) -> Result<(), Fault> {
        guarded(|| {
            block.wipe(self.battles.len(), &self.shown);
            match job {
                Job::Begin(first) => self.begin(*first, block),
                Job::Step(actions) => self.step(actions, block),
            }
        })
        .unwrap_or_else(|stopped| Err(Fault::Failed(format!("the rules stopped short: {stopped}"))))
    }
}
