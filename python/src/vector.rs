//! Many battles at once, stepped together on threads of their own, without Python's lock.

use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use engine::{Seat, Seats};
use pyo3::{prelude::*, types::PyByteArray};
use rulesets::{Drill, Fault, OUTLOOK, guarded};

use crate::{
    drill::{Ready, Settings, bytes},
    wrong::Wrong,
};

/// What a step shows, battle by battle and agent by agent.
#[derive(Default)]
struct Block {
    observations: Vec<f32>,
    /// How many orders have numbers; none where nothing is to be chosen.
    counts: Vec<i32>,
    outlook: Vec<f32>,
    rewards: Vec<f32>,
    /// By battle: it has ended with this step, and the next has begun in its place.
    over: Vec<u8>,
}

impl Block {
    fn join(&mut self, mut more: Block) {
        self.observations.append(&mut more.observations);
        self.counts.append(&mut more.counts);
        self.outlook.append(&mut more.outlook);
        self.rewards.append(&mut more.rewards);
        self.over.append(&mut more.over);
    }
}

/// How battles are shown.
#[derive(Clone)]
struct Shown {
    agents: Vec<Seat>,
    width: usize,
    /// Room for what orders lead to; nothing if nobody wants to know.
    outlook: usize,
    /// How many battles there are at once.
    stride: u64,
}

struct Battle {
    drill: Box<dyn Drill>,
    number: u64,
}

/// So many battles in a row that nobody outside has anything to decide in are no accident.
const IDLE: usize = 1_000;

/// The battles of one thread.
struct Lot {
    battles: Vec<Battle>,
    shown: Shown,
    /// The number of its first battle, counted from that of all.
    offset: u64,
}

impl Lot {
    /// With nothing in it yet.
    fn block(&self) -> Block {
        let places = self.battles.len() * self.shown.agents.len();
        Block {
            observations: vec![0.0; places * self.shown.width],
            counts: vec![0; places],
            outlook: vec![0.0; places * self.shown.outlook],
            rewards: vec![0.0; places],
            over: vec![0; self.battles.len()],
        }
    }

    fn begin(&mut self, first: u64) -> Result<Block, Fault> {
        let mut block = self.block();
        for (n, it) in self.battles.iter_mut().enumerate() {
            it.begin(first + self.offset + n as u64, &self.shown)?;
            it.show(&self.shown, n, &mut block);
        }
        Ok(block)
    }

    fn step(&mut self, actions: &[i32]) -> Result<Block, Fault> {
        let mut block = self.block();
        let Lot { battles, shown, .. } = self;
        let many = shown.agents.len();
        for (n, (it, actions)) in battles.iter_mut().zip(actions.chunks_exact(many)).enumerate() {
            // Those who were shown something to choose from. When they have chosen the battle goes on, and
            // whoever decides next has not been asked yet.
            let asked: Seats = shown.agents.iter().copied().filter(|seat| it.drill.waits(*seat)).collect();
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
            it.show(shown, n, &mut block);
        }
        Ok(block)
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
        for (place, &seat) in (n * agents.len()..).zip(agents) {
            // Whoever has nothing to decide need not look.
            if self.drill.waits(seat) {
                block.counts[place] = self.drill.choices(seat) as i32;
                self.drill.observe(seat, &mut block.observations[place * width..][..*width]);
                if 0 < *outlook {
                    self.drill.weigh(seat, &mut block.outlook[place * outlook..][..*outlook]);
                }
            }
        }
    }
}

enum Job {
    Begin(u64),
    Step(Vec<i32>),
}

impl Lot {
    fn work(&mut self, job: &Job) -> Result<Block, Fault> {
        guarded(|| match job {
            Job::Begin(first) => self.begin(*first),
            Job::Step(actions) => self.step(actions),
        })
        .unwrap_or_else(|stopped| Err(Fault::Failed(format!("the rules stopped short: {stopped}"))))
    }
}

/// A thread and its battles; it ends when nobody asks any more.
struct Worker {
    jobs: Sender<Job>,
    done: Receiver<Result<Block, Fault>>,
    battles: usize,
}

impl Worker {
    fn start(mut lot: Lot) -> Worker {
        let battles = lot.battles.len();
        let (jobs, asked) = mpsc::channel::<Job>();
        let (answers, done) = mpsc::channel();
        thread::spawn(move || {
            for job in asked {
                if answers.send(lot.work(&job)).is_err() {
                    return;
                }
            }
        });
        Worker { jobs, done, battles }
    }
}

/// Who steps them: the caller, and other threads beside him.
struct Crew {
    own: Lot,
    others: Vec<Worker>,
}

impl Crew {
    fn work(&mut self, agents: usize, job: &Job) -> Result<Block, Fault> {
        let gone = || Fault::Failed("a thread has ended".to_owned());
        let own = self.own.battles.len() * agents;
        let mut at = own;
        for it in &self.others {
            let to = at + it.battles * agents;
            let part = match job {
                Job::Begin(first) => Job::Begin(*first),
                Job::Step(actions) => Job::Step(actions[at..to].to_vec()),
            };
            it.jobs.send(part).map_err(|_| gone())?;
            at = to;
        }
        let mut result = match job {
            Job::Begin(first) => self.own.work(&Job::Begin(*first)),
            Job::Step(actions) => self.own.work(&Job::Step(actions[..own].to_vec())),
        };
        // All are heard, whatever the first says, so that the next question gets its own answers.
        for it in &self.others {
            let part = it.done.recv().map_err(|_| gone()).flatten();
            result = match (result, part) {
                (Ok(mut block), Ok(part)) => {
                    block.join(part);
                    Ok(block)
                }
                (Err(err), _) | (Ok(_), Err(err)) => Err(err),
            };
        }
        result
    }
}

/// Observations, counts, outlook, rewards and who is over, each as bytes.
type Told<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

#[pyclass(module = "flagbridge._native")]
pub(crate) struct Vector {
    crew: Mutex<Crew>,
    seats: Vec<String>,
    features: Vec<String>,
    agents: Vec<Seat>,
    battles: usize,
}

#[pymethods]
impl Vector {
    #[new]
    fn new(settings: Settings<'_>, battles: usize, threads: usize, outlook: bool) -> Result<Vector, Wrong> {
        if battles == 0 {
            return Err(Wrong::Misuse("no battles: expected 1 at least".to_owned()));
        }
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
        .min(battles);
        let Ready { drill, seats, agents, candidates } = settings.ready()?;
        let features = drill.names().to_vec();
        let outlook = if outlook { candidates * OUTLOOK.len() } else { 0 };
        let shown = Shown { agents: agents.clone(), width: features.len(), outlook, stride: battles as u64 };
        let mut lots = Vec::new();
        let mut offset = 0;
        for thread in 0..threads {
            // Each thread has a start of its own, of which its battles are copies: two cores that
            // count the same references slow each other down.
            let first = settings.ready()?.drill;
            let many = battles / threads + usize::from(thread < battles % threads);
            let mut drills: Vec<Box<dyn Drill>> = (1..many).map(|_| first.fork()).collect();
            drills.push(first);
            let battles = drills.into_iter().map(|drill| Battle { drill, number: 0 }).collect();
            lots.push(Lot { battles, shown: shown.clone(), offset });
            offset += many as u64;
        }
        let own = lots.remove(0);
        let others = lots.into_iter().map(Worker::start).collect();
        Ok(Vector { crew: Mutex::new(Crew { own, others }), seats, features, agents, battles })
    }

    #[getter]
    fn seats(&self) -> Vec<String> {
        self.seats.clone()
    }

    #[getter]
    fn agents(&self) -> Vec<usize> {
        self.agents.iter().map(|it| it.index()).collect()
    }

    #[getter]
    fn features(&self) -> Vec<String> {
        self.features.clone()
    }

    fn begin<'py>(&self, py: Python<'py>, first: u64) -> Result<Told<'py>, Wrong> {
        self.work(py, &Job::Begin(first))
    }

    /// `actions` are 32-bit numbers, one for each agent of each battle.
    fn step<'py>(&self, py: Python<'py>, actions: &[u8]) -> Result<Told<'py>, Wrong> {
        let wanted = self.battles * self.agents.len();
        if actions.len() != 4 * wanted {
            let given = actions.len() / 4;
            return Err(Wrong::Misuse(format!("{given} actions, expected {wanted}")));
        }
        let (numbers, _) = actions.as_chunks::<4>();
        self.work(py, &Job::Step(numbers.iter().map(|it| i32::from_ne_bytes(*it)).collect()))
    }
}

impl Vector {
    fn work<'py>(&self, py: Python<'py>, job: &Job) -> Result<Told<'py>, Wrong> {
        let block = py.detach(|| {
            let mut crew = self.crew.lock().unwrap_or_else(PoisonError::into_inner);
            crew.work(self.agents.len(), job)
        })?;
        Ok((
            bytes(py, &block.observations, f32::to_ne_bytes)?,
            bytes(py, &block.counts, i32::to_ne_bytes)?,
            bytes(py, &block.outlook, f32::to_ne_bytes)?,
            bytes(py, &block.rewards, f32::to_ne_bytes)?,
            PyByteArray::new(py, &block.over),
        ))
    }
}
