//! What there is: games, scenarios, options, rules; and files that stand for themselves.

use std::{collections::BTreeMap, path::Path};

use engine::Seat;
use pyo3::prelude::*;
use rulesets::{Format, Moment, Override, Prepared, Ruleset, ScenarioRef, Source, Submission, Table};
use serde_json::{Value, json};

use crate::{read, told, wrong::Wrong};

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(scenarios, module)?)?;
    module.add_function(wrap_pyfunction!(scenario, module)?)?;
    module.add_function(wrap_pyfunction!(options, module)?)?;
    module.add_function(wrap_pyfunction!(rules, module)?)?;
    module.add_function(wrap_pyfunction!(case, module)?)?;
    module.add_function(wrap_pyfunction!(designs, module)?)?;
    module.add_function(wrap_pyfunction!(odds, module)?)
}

#[pyfunction]
fn games(py: Python<'_>) -> Result<Bound<'_, PyAny>, Wrong> {
    let about = |game: &&dyn Ruleset| {
        let mut about = plain::to_value(&game.about());
        about["rules_version"] = game.rules_version().into();
        about
    };
    told(py, &rulesets::RULESETS.iter().map(about).collect::<Vec<Value>>())
}

#[pyfunction]
fn scenarios<'py>(py: Python<'py>, game: &str) -> Result<Bound<'py, PyAny>, Wrong> {
    told(py, &rulesets::find(game)?.scenarios())
}

/// The scenario itself, as a file may hold it.
#[pyfunction]
fn scenario<'py>(py: Python<'py>, game: &str, scenario: &str) -> Result<Bound<'py, PyAny>, Wrong> {
    told(py, &prepare(game, &Asked::Named(scenario.to_owned()), &[], None, Table::People)?.scenario())
}

#[pyfunction]
fn options<'py>(py: Python<'py>, game: &str) -> Result<Bound<'py, PyAny>, Wrong> {
    told(py, &rulesets::find(game)?.options())
}

#[pyfunction]
fn rules<'py>(py: Python<'py>, game: &str) -> Result<Bound<'py, PyAny>, Wrong> {
    told(py, &rulesets::rules(rulesets::find(game)?))
}

/// A conformance case, by the name and the text of its file.
#[pyfunction]
fn case<'py>(py: Python<'py>, name: &str, text: &str) -> Result<Bound<'py, PyAny>, Wrong> {
    let report = py.detach(|| Ok::<_, Wrong>(rulesets::run_case(&Source::new(name, text)?)?))?;
    let passed = report.differences.is_empty();
    told(
        py,
        &json!({ "file": name, "name": report.name, "rules": report.rules, "passed": passed,
                 "differences": report.differences }),
    )
}

/// The designs in a file, priced and checked.
#[pyfunction]
#[pyo3(signature = (name, text, game=None, options=None))]
fn designs<'py>(
    py: Python<'py>,
    name: &str,
    text: &str,
    game: Option<&str>,
    options: Option<&Bound<'_, PyAny>>,
) -> Result<Bound<'py, PyAny>, Wrong> {
    let source = Source::new(name, text)?;
    let game = match game {
        Some(game) => rulesets::find(game)?,
        None => rulesets::game_of(&source)?,
    };
    let audits = game.audit(&source, &overrides(options)?)?;
    let shape = audits.iter().map(|audit| {
        let finding = |(severity, finding): &(engine::Severity, engine::Finding)| {
            json!({ "rule": finding.rule, "severity": severity, "message": finding.reason })
        };
        json!({
            "file": name, "name": audit.name, "mass": audit.mass, "points": audit.points, "cpv": audit.cpv,
            "findings": audit.findings.iter().map(finding).collect::<Vec<Value>>(),
        })
    });
    told(py, &shape.collect::<Vec<Value>>())
}

/// What dice may come to in a situation, a case or a record.
#[pyfunction]
#[pyo3(signature = (name, text, at=None, seat=None, order=None, options=None))]
fn odds<'py>(
    py: Python<'py>,
    name: &str,
    text: &str,
    at: Option<usize>,
    seat: Option<&Bound<'_, PyAny>>,
    order: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyAny>>,
) -> Result<Bound<'py, PyAny>, Wrong> {
    let source = Source { name, text, format: Format::of(name).unwrap_or(Format::Json) };
    let changes = overrides(options)?;
    let fields: Value = source.parse()?;
    let (decision, moment) = if fields.get("format").is_none() {
        (None, rulesets::game_of(&source)?.moment(&source, at.unwrap_or(0), &changes)?)
    } else {
        let record = rulesets::open_record(&source)?;
        let (decision, moment) = record.moment_after(at.unwrap_or(record.events()))?;
        (Some(decision), moment)
    };
    let seat = seat.map(|it| seat_of(it, moment.seats())).transpose()?;
    let order = order.map(submission).transpose()?;
    told_odds(py, &*moment, decision, seat, order.as_ref())
}

/// Of one order, or of everything that could be ordered.
pub(crate) fn told_odds<'py>(
    py: Python<'py>,
    moment: &dyn Moment,
    decision: Option<usize>,
    seat: Option<Seat>,
    order: Option<&Submission>,
) -> Result<Bound<'py, PyAny>, Wrong> {
    let Some(phase) = moment.phase() else { return told(py, &[(); 0]) };
    let seats: Vec<Seat> = seat.map_or_else(|| moment.deciding().iter().collect(), |it| vec![it]);
    let mut attacks = Vec::new();
    let mut refused = None;
    for seat in seats {
        match order {
            None => attacks.extend(moment.attacks(seat)?),
            Some(order) => match moment.odds(seat, order) {
                Ok(attack) => {
                    attacks.push(attack);
                    break;
                }
                Err(err) => refused = refused.or(Some(err)),
            },
        }
    }
    match refused {
        Some(err) if attacks.is_empty() => Err(err.into()),
        _ => {
            let all = attacks.iter().flat_map(|it| rulesets::told_odds(moment, phase, decision, it));
            told(py, &all.collect::<Vec<_>>())
        }
    }
}

/// A seat by its number from 0, or by its name.
pub(crate) fn seat_of(asked: &Bound<'_, PyAny>, names: &[String]) -> Result<Seat, Wrong> {
    let found = match asked.extract::<usize>() {
        Ok(number) => Some(number).filter(|it| *it < names.len()),
        Err(_) => {
            let name: String = asked.extract()?;
            names.iter().position(|it| it.eq_ignore_ascii_case(&name))
        }
    };
    found.map(|it| Seat(it as u8)).ok_or_else(|| {
        let (last, all) = (names.len().saturating_sub(1), names.join(", "));
        Wrong::Misuse(format!("no seat {asked}; expected 0 to {last}, or {all}"))
    })
}

/// An order: text in the game's notation, data, or an `Order`, which has both.
pub(crate) fn submission(order: &Bound<'_, PyAny>) -> Result<Submission, Wrong> {
    if let Ok(text) = order.extract::<String>() {
        return Ok(Submission::Text(text));
    }
    let data = order.getattr("data").unwrap_or_else(|_| order.clone());
    Ok(Submission::Data(read(&data)?))
}

/// Options by name; values as data or as people write them.
pub(crate) fn changes(options: Option<&Bound<'_, PyAny>>) -> Result<BTreeMap<String, Value>, Wrong> {
    let Some(options) = options else { return Ok(BTreeMap::new()) };
    match read(options)? {
        Value::Null => Ok(BTreeMap::new()),
        Value::Object(fields) => Ok(fields.into_iter().collect()),
        other => Err(Wrong::Misuse(format!("options are a dict of names and values, not {other}"))),
    }
}

fn overrides(options: Option<&Bound<'_, PyAny>>) -> Result<Vec<Override>, Wrong> {
    Ok(changes(options)?.into_iter().map(|(name, value)| Override { name, value }).collect())
}

/// Which scenario is meant.
pub(crate) enum Asked {
    /// An id, or a file.
    Named(String),
    /// The scenario itself.
    Data(Value),
}

impl Asked {
    pub(crate) fn read(scenario: &Bound<'_, PyAny>) -> Result<Asked, Wrong> {
        match scenario.extract::<String>() {
            Ok(name) => Ok(Asked::Named(name)),
            Err(_) => Ok(Asked::Data(read(scenario)?)),
        }
    }
}

pub(crate) fn prepare(
    game: &str,
    scenario: &Asked,
    fleets: &[String],
    options: Option<&Bound<'_, PyAny>>,
    table: Table,
) -> Result<Box<dyn Prepared>, Wrong> {
    let game = rulesets::find(game)?;
    let changes = changes(options)?;
    match scenario {
        Asked::Named(name) => Ok(lab::prepare(game, name, fleets, &changes, Path::new("."), table)?),
        Asked::Data(_) if !fleets.is_empty() => {
            Err(Wrong::Misuse("fleets go with a scenario by its name, not with one as data".to_owned()))
        }
        Asked::Data(data) => {
            let text = data.to_string();
            let source = Source { name: "scenario", text: &text, format: Format::Json };
            Ok(game.prepare(ScenarioRef::File(source), &overrides(options)?, table)?)
        }
    }
}
