//! Computer players against each other, some of them written in Python.

use std::{
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::{Duration, Instant},
};

use lab::{Course, Fought, Plan, Stop};
use pyo3::prelude::*;
use rulesets::{Bout, Clock, Entrant, Fault, Program, Table, Talk, Tally, Watch};
use serde_json::{Value, json};

use crate::{
    games::{Asked, prepare},
    told,
    wrong::Wrong,
};

/// What somebody's player has raised.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// A player written in Python, as a program that talks in lines of JSON.
struct Own {
    name: String,
    /// Called with nothing, it gives what answers lines of one core.
    line: Py<PyAny>,
    raised: Raised,
}

impl Program for Own {
    fn name(&self) -> &str {
        &self.name
    }

    /// It runs within this process and cannot be broken off.
    fn patience(&self) -> Duration {
        Duration::from_secs(60 * 60)
    }

    fn start(&self) -> Result<Box<dyn Talk>, String> {
        let answers = Python::attach(|py| self.line.call0(py)).map_err(|err| keep(&self.raised, err))?;
        Ok(Box::new(Line { answers, raised: Arc::clone(&self.raised), answer: None }))
    }
}

/// The first that was raised is kept, for whoever asked for the battles.
fn keep(raised: &Raised, err: PyErr) -> String {
    let words = err.to_string();
    raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(err);
    words
}

struct Line {
    answers: Py<PyAny>,
    raised: Raised,
    answer: Option<String>,
}

impl Talk for Line {
    fn say(&mut self, line: &str) -> Result<(), String> {
        let answer = Python::attach(|py| self.answers.call1(py, (line,))?.extract::<Option<String>>(py));
        self.answer = answer.map_err(|err| keep(&self.raised, err))?;
        Ok(())
    }

    fn hear(&mut self, _within: Duration) -> Result<Option<String>, String> {
        // It has answered while it was spoken to, or it never will.
        self.answer.take().map(Some).ok_or_else(|| "it has not answered".to_owned())
    }
}

/// Whether anybody wants it to stop is asked so often.
const LISTEN: Duration = Duration::from_millis(100);

enum Broken {
    Fault(Fault),
    Raised(PyErr),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Broken {
        Broken::Fault(fault)
    }
}

/// `players` are levels, programs (`exec:./program`) or pairs of a name and a maker of lines.
#[pyfunction]
#[pyo3(signature = (game, scenario, players, battles, seed, swap, jobs, seconds, options, fleets, each))]
#[allow(clippy::too_many_arguments, reason = "one for each option of `flagbridge sim`")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    scenario: &Bound<'py, PyAny>,
    players: Vec<Bound<'py, PyAny>>,
    battles: u64,
    seed: u64,
    swap: bool,
    jobs: usize,
    seconds: Option<f64>,
    options: Option<&Bound<'py, PyAny>>,
    fleets: Vec<String>,
    each: bool,
) -> Result<(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>), Wrong> {
    let raised = Raised::default();
    let entrants = players
        .iter()
        .map(|player| match player.extract::<String>() {
            Ok(name) => Ok(lab::player(&name, seconds)?),
            Err(_) => {
                let (name, line): (String, Py<PyAny>) = player.extract()?;
                Ok(Entrant::Program(Arc::new(Own { name, line, raised: Arc::clone(&raised) })))
            }
        })
        .collect::<Result<Vec<Entrant>, Wrong>>()?;
    let prepared = prepare(game, &Asked::read(scenario)?, &fleets, options, Table::Computers)?;
    let seats = prepared.seats().to_vec();
    if seats.len() != entrants.len() {
        let (given, names) = (entrants.len(), seats.join(", "));
        return Err(Wrong::Misuse(format!("{given} players, but the scenario's seats are {names}")));
    }
    let names: Vec<String> = entrants.iter().map(Entrant::to_string).collect();
    let bout = Bout { entrants, seed, swap, watch: Watch::default() };
    let stop = Stop { battles, batch: battles, ..Stop::default() };
    let course = Course::new(&stop, [(seats.len(), swap)]);
    let plan = Plan::new(vec![(prepared, bout)]);
    let mut tally = Tally::new(seats.len());
    let mut faults: Option<(u64, usize, String)> = None;
    let mut reports = Vec::new();
    let ran = py.detach(|| {
        let (begun, mut listened) = (Instant::now(), Instant::now());
        let ran = lab::run(&plan, course, jobs, &AtomicBool::new(false), &mut |Fought { seen, .. }, _| {
            if let Some(err) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
                return Err(Broken::Raised(err));
            }
            tally.add(&seen.report);
            if let Some((player, why)) = seen.fault {
                faults.get_or_insert((0, player, why)).0 += 1;
            }
            if each {
                reports.push(seen.report);
            }
            if LISTEN < listened.elapsed() {
                listened = Instant::now();
                Python::attach(|py| py.check_signals()).map_err(Broken::Raised)?;
            }
            Ok(())
        })?;
        let clock = ran.clocks.into_values().next().unwrap_or_else(|| Clock::new(seats.len()));
        Ok::<_, Broken>(tally.summary(begun.elapsed().as_secs_f64(), &clock))
    });
    let summary = match (ran, raised.lock().unwrap_or_else(PoisonError::into_inner).take()) {
        (_, Some(err)) | (Err(Broken::Raised(err)), None) => return Err(err.into()),
        (Err(Broken::Fault(fault)), None) => return Err(fault.into()),
        (Ok(summary), None) => summary,
    };
    let mut shape = plain::to_value(&summary);
    let about: [(&str, Value); 6] = [
        ("game", json!(game)),
        ("sides", json!(seats)),
        ("seats", json!(names)),
        ("swap", json!(swap)),
        ("seed", json!(seed)),
        ("battles_per_second", json!(summary.battles_per_second())),
    ];
    about.into_iter().for_each(|(name, value)| shape[name] = value);
    if let Some((battles, player, why)) = faults {
        shape["faults"] = json!({ "battles": battles, "player": player, "why": why });
    }
    let reports = each.then(|| told(py, &reports)).transpose()?;
    Ok((told(py, &shape)?, reports))
}
