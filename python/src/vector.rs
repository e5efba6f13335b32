//! Many battles at once, stepped together on threads of their own, without Python's lock.

use std::{
    borrow::Cow,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use engine::Seat;
use pyo3::{prelude::*, types::PyByteArray};
use rulesets::{Drill, Fault, OUTLOOK};

use crate::{
    drill::{Ready, Settings, bytes},
    lot::{Block, Job, Lot, Shown},
    wrong::Wrong,
};

/// A thread and its battles; it ends when nobody asks any more.
struct Worker {
    jobs: Sender<(Job<'static>, Block)>,
    done: Receiver<(Result<(), Fault>, Block)>,
    battles: usize,
}

impl Worker {
    fn start(mut lot: Lot) -> Worker {
        let battles = lot.len();
        let (jobs, asked) = mpsc::channel();
        let (answers, done) = mpsc::channel();
        thread::spawn(move || {
            for (job, mut block) in asked {
                let result = lot.work(&job, &mut block);
                if answers.send((result, block)).is_err() {
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
    /// What was shown before and has been read: the next is written in its place.
    spare: Vec<Block>,
}

impl Crew {
    /// What all of them show, in the order of the battles.
    fn work(&mut self, agents: usize, job: &Job<'_>) -> Result<Vec<Block>, Fault> {
        let gone = || Fault::Failed("a thread has ended".to_owned());
        let part = |from: usize, to: usize| match job {
            Job::Begin(first) => Job::Begin(*first),
            Job::Step(actions) => Job::Step(Cow::Borrowed(&actions[from..to])),
        };
        let own = self.own.len() * agents;
        let mut at = own;
        for it in &self.others {
            let to = at + it.battles * agents;
            let block = self.spare.pop().unwrap_or_default();
            it.jobs.send((part(at, to).into_owned(), block)).map_err(|_| gone())?;
            at = to;
        }
        let mut block = self.spare.pop().unwrap_or_default();
        let mut result = self.own.work(&part(0, own), &mut block);
        let mut blocks = vec![block];
        // All are heard, whatever the first says, so that the next question gets its own answers.
        for it in &self.others {
            let part = match it.done.recv() {
                Ok((part, block)) => {
                    blocks.push(block);
                    part
                }
                Err(_) => Err(gone()),
            };
            result = result.and(part);
        }
        result.map(|()| blocks)
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
            lots.push(Lot::new(drills, shown.clone(), offset));
            offset += many as u64;
        }
        let own = lots.remove(0);
        let others = lots.into_iter().map(Worker::start).collect();
        Ok(Vector {
            crew: Mutex::new(Crew { own, others, spare: Vec::new() }),
            seats,
            features,
            agents,
            battles,
        })
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
    fn work<'py>(&self, py: Python<'py>, job: &Job<'_>) -> Result<Told<'py>, Wrong> {
        let blocks = py.detach(|| {
            let mut crew = self.crew.lock().unwrap_or_else(PoisonError::into_inner);
            crew.work(self.agents.len(), job)
        })?;
        let told = (
            bytes(py, blocks.iter().map(|it| &it.observations[..]), f32::to_ne_bytes)?,
            bytes(py, blocks.iter().map(|it| &it.counts[..]), i32::to_ne_bytes)?,
            bytes(py, blocks.iter().map(|it| &it.outlook[..]), f32::to_ne_bytes)?,
            bytes(py, blocks.iter().map(|it| &it.rewards[..]), f32::to_ne_bytes)?,
            bytes(py, blocks.iter().map(|it| &it.over[..]), |it| [it])?,
        );
        // If somebody else steps them at this moment, he has room of his own.
        if let Ok(mut crew) = self.crew.try_lock() {
            crew.spare = blocks;
        }
        Ok(told)
    }
}
