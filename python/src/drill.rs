//! One battle by numbers, for an environment that is stepped from Python.

use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::Seat;
use pyo3::{prelude::*, types::PyByteArray};
use rulesets::{Drilled, Level, Menu, OUTLOOK, Sight, Table, ViewPath, guarded};

use crate::{
    games::{Asked, prepare},
    told,
    wrong::Wrong,
};

/// What environments ask for, whether of one battle or of many.
#[derive(FromPyObject)]
pub(crate) struct Settings<'py> {
    game: String,
    scenario: Bound<'py, PyAny>,
    /// A level for each seat; `None` where somebody outside plays.
    players: Option<Vec<Option<String>>>,
    seed: u64,
    menu: String,
    candidates: usize,
    units: bool,
    judgement: bool,
    paths: Vec<String>,
    options: Option<Bound<'py, PyAny>>,
    fleets: Vec<String>,
}

/// Set up: the first battle of many, and how they are shown.
pub(crate) struct Ready {
    pub(crate) drill: Box<dyn rulesets::Drill>,
    pub(crate) seats: Vec<String>,
    /// Those played from outside.
    pub(crate) agents: Vec<Seat>,
    pub(crate) candidates: usize,
}

impl Settings<'_> {
    pub(crate) fn ready(&self) -> Result<Ready, Wrong> {
        let scenario = Asked::read(&self.scenario)?;
        let prepared = prepare(&self.game, &scenario, &self.fleets, self.options.as_ref(), Table::Computers)?;
        let seats = prepared.seats().to_vec();
        let level = |name: &Option<String>| match name {
            None => Ok(None),
            Some(name) => {
                name.parse::<Level>().map(Some).map_err(|err| Wrong::Misuse(format!("{err}, or None")))
            }
        };
        let players = match &self.players {
            None => vec![None; seats.len()],
            Some(names) => names.iter().map(level).collect::<Result<_, Wrong>>()?,
        };
        let agents: Vec<Seat> =
            (0_u8..).zip(&players).filter(|it| it.1.is_none()).map(|it| Seat(it.0)).collect();
        if agents.is_empty() {
            let words = "nobody is played from outside: put None in place of one of the players at least";
            return Err(Wrong::Misuse(words.to_owned()));
        }
        let menu = match self.menu.as_str() {
            "drawn" => Menu::Drawn,
            "listed" => Menu::Listed,
            "worth" => Menu::Worth,
            other => return Err(Wrong::Misuse(format!("menu {other:?}: expected drawn, listed or worth"))),
        };
        let paths: Vec<ViewPath> = self
            .paths
            .iter()
            .map(|it| ViewPath::read(it))
            .collect::<Result<_, _>>()
            .map_err(Wrong::Misuse)?;
        let sight = Sight { units: self.units, judgement: self.judgement, paths };
        let plan = Drilled { players, seed: self.seed, menu, most: self.candidates, sight };
        Ok(Ready { drill: prepared.drill(&plan)?, seats, agents, candidates: self.candidates })
    }
}

/// Numbers as their bytes, one part after the other, for numpy to lay its hands on.
pub(crate) fn bytes<'py, 'a, N: Copy + 'a, const SIZE: usize>(
    py: Python<'py>,
    parts: impl Iterator<Item = &'a [N]> + Clone,
    written: impl Fn(N) -> [u8; SIZE],
) -> PyResult<Bound<'py, PyByteArray>> {
    let many: usize = parts.clone().map(<[N]>::len).sum();
    PyByteArray::new_with(py, SIZE * many, |to| {
        let (mut to, _) = to.as_chunks_mut::<SIZE>();
        for part in parts {
            let (here, rest) = to.split_at_mut(part.len());
            here.iter_mut().zip(part).for_each(|(to, it)| *to = written(*it));
            to = rest;
        }
        Ok(())
    })
}

#[pyclass(module = "flagbridge._native")]
pub(crate) struct Drill {
    drill: Mutex<Box<dyn rulesets::Drill>>,
    seats: Vec<String>,
    agents: Vec<Seat>,
    candidates: usize,
}

impl Drill {
    fn hold(&self) -> MutexGuard<'_, Box<dyn rulesets::Drill>> {
        self.drill.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, seat: u8) -> Result<Seat, Wrong> {
        let seat = Seat(seat);
        match self.agents.contains(&seat) {
            true => Ok(seat),
            false => Err(Wrong::Misuse(format!("{seat} is not played from outside"))),
        }
    }
}

#[pymethods]
impl Drill {
    #[new]
    fn new(settings: Settings<'_>) -> Result<Drill, Wrong> {
        let Ready { drill, seats, agents, candidates } = settings.ready()?;
        Ok(Drill { drill: Mutex::new(drill), seats, agents, candidates })
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
        self.hold().names().to_vec()
    }

    #[getter]
    fn turn(&self) -> u32 {
        self.hold().turn()
    }

    #[getter]
    fn phase(&self) -> Option<&'static str> {
        self.hold().phase()
    }

    #[getter]
    fn decisions(&self) -> u32 {
        self.hold().decisions()
    }

    fn begin(&self, py: Python<'_>, battle: u64) -> Result<(), Wrong> {
        Ok(py.detach(|| guarded(|| self.hold().begin(battle)))?)
    }

    fn waits(&self, seat: u8) -> Result<bool, Wrong> {
        let seat = self.seat(seat)?;
        Ok(self.hold().waits(seat))
    }

    /// By agent what the battle was worth to it, 1, a half or 0, once it is over.
    #[getter]
    fn shares(&self) -> Option<Vec<f64>> {
        let outcome = self.hold().outcome()?;
        Some(self.agents.iter().map(|it| outcome.share(*it)).collect())
    }

    fn observe<'py>(&self, py: Python<'py>, seat: u8) -> Result<Bound<'py, PyByteArray>, Wrong> {
        let seat = self.seat(seat)?;
        let mut drill = self.hold();
        let mut numbers = vec![0.0; drill.names().len()];
        guarded(|| drill.observe(seat, &mut numbers))?;
        Ok(bytes(py, [&numbers[..]].into_iter(), f32::to_ne_bytes)?)
    }

    fn choices(&self, seat: u8) -> Result<usize, Wrong> {
        let seat = self.seat(seat)?;
        Ok(guarded(|| self.hold().choices(seat))?)
    }

    fn weigh<'py>(&self, py: Python<'py>, seat: u8) -> Result<Bound<'py, PyByteArray>, Wrong> {
        let seat = self.seat(seat)?;
        let mut numbers = vec![0.0; self.candidates * OUTLOOK.len()];
        py.detach(|| guarded(|| self.hold().weigh(seat, &mut numbers)))?;
        Ok(bytes(py, [&numbers[..]].into_iter(), f32::to_ne_bytes)?)
    }

    fn order<'py>(&self, py: Python<'py>, seat: u8, number: usize) -> Result<Bound<'py, PyAny>, Wrong> {
        let seat = self.seat(seat)?;
        let order = guarded(|| self.hold().order(seat, number))?;
        told(py, &order)
    }

    fn choose(&self, py: Python<'_>, seat: u8, number: usize) -> Result<(), Wrong> {
        let seat = self.seat(seat)?;
        Ok(py.detach(|| guarded(|| self.hold().choose(seat, number)))??)
    }

    fn view<'py>(&self, py: Python<'py>, seat: u8) -> Result<Bound<'py, PyAny>, Wrong> {
        let seat = self.seat(seat)?;
        let view = self.hold().view(seat);
        told(py, &view)
    }

    fn describe(&self, seat: u8) -> Result<String, Wrong> {
        let seat = self.seat(seat)?;
        Ok(self.hold().describe(seat))
    }
}
