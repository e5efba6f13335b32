//! A record: looked at through the eyes of a seat, verified, taken up again.

use engine::Viewer;
use pyo3::prelude::*;
use rulesets::{AnyRecord, Expected, Format, Source};
use serde_json::{Value, json};

use crate::{battle::Battle, games::seat_of, told, wrong::Wrong};

/// A record by its text. It is opened anew for every question: records are read once and asked
/// little.
#[pyclass(module = "flagbridge._native", frozen)]
pub(crate) struct Record {
    name: String,
    text: String,
}

impl Record {
    fn open(&self) -> Result<Box<dyn AnyRecord>, Wrong> {
        let source = Source { name: &self.name, text: &self.text, format: Format::Json };
        Ok(rulesets::open_record(&source)?)
    }
}

/// Whose eyes. A record may be looked at by whoever has it, so that a referee sees all of it.
fn viewer(record: &dyn AnyRecord, asked: Option<&Bound<'_, PyAny>>) -> Result<Viewer, Wrong> {
    let Some(asked) = asked else { return Ok(Viewer::Spectator) };
    if asked.extract::<String>().is_ok_and(|it| it == "referee") {
        return Ok(Viewer::Referee);
    }
    let names: Vec<String> = record.seats().iter().map(|it| it.name.clone()).collect();
    Ok(Viewer::Seat(seat_of(asked, &names)?))
}

#[pymethods]
impl Record {
    #[new]
    fn new(name: String, text: String) -> Result<Record, Wrong> {
        let record = Record { name, text };
        record.open()?;
        Ok(record)
    }

    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// What it says of itself, but for events and views.
    fn about<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Wrong> {
        let record = self.open()?;
        let decision = |(phase, after): &(String, usize)| json!({ "phase": phase, "after": after });
        let about = json!({
            "file": self.name, "format": record.format().name(), "game": record.game(),
            "rules_version": record.rules_version(), "seats": record.seats(),
            "commitment": record.commitment(), "events": record.events(), "outcome": record.outcome(),
            "decisions": record.decisions().iter().map(decision).collect::<Vec<Value>>(),
        });
        told(py, &about)
    }

    fn events<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Wrong> {
        let record = self.open()?;
        let log = record.log(viewer(&*record, seat)?)?;
        told(py, &log)
    }

    fn view<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
        after: Option<usize>,
    ) -> Result<Bound<'py, PyAny>, Wrong> {
        let record = self.open()?;
        let last = record.events();
        let after = after.unwrap_or(last);
        if last < after {
            return Err(Wrong::Misuse(format!("after {after} events, but {} has {last}", self.name)));
        }
        let view = record.view_after(after, viewer(&*record, seat)?)?;
        told(py, &view)
    }

    fn verify<'py>(
        &self,
        py: Python<'py>,
        commitment: Option<String>,
        key: Option<String>,
    ) -> Result<Bound<'py, PyAny>, Wrong> {
        let shape = py.detach(|| {
            let record = self.open()?;
            let verdict = record.verify_against(&Expected { commitment, key });
            Ok::<_, Wrong>(rulesets::told_verdict(&self.name, &*record, &verdict))
        })?;
        told(py, &shape)
    }

    /// The battle, to be gone on with.
    fn battle(&self) -> Result<Battle, Wrong> {
        let record = self.open()?;
        let secret = record.secret().ok_or_else(|| {
            Wrong::Failed(format!(
                "{}: the secret is not in the record, so nobody can go on with it",
                self.name
            ))
        })?;
        let luck = secret.get(..16).and_then(|it| u64::from_str_radix(it, 16).ok()).unwrap_or_default();
        Ok(Battle::of(record.resume()?, luck))
    }
}
