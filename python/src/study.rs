//! Studies: fought here, or a part of them at a time wherever somebody has a core to spare.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use lab::{Asked, Enough, Field, Folder, Form, Fought, Part, Record, Row, Stop, Sums, Totals, Work};
use pyo3::{prelude::*, types::PyBytes};
use rulesets::Source;
use serde_json::json;

use crate::{told, wrong::Wrong};

/// How often somebody who waits is asked whether he still does.
const LISTEN: Duration = Duration::from_millis(100);

/// A study, set up: every kind of battle in it.
#[pyclass(module = "flagbridge._native", frozen)]
pub(crate) struct Study {
    study: lab::Study,
    fields: Vec<Field>,
    asked: Asked,
    files: PathBuf,
    command: String,
}

/// By how many halves a battle was shared, for the first player.
fn halves(row: &Row) -> u8 {
    (row.shares()[0] * 2.0) as u8
}

#[pymethods]
impl Study {
    /// By the name and the text of its file; other files are looked for in `files`.
    #[new]
    fn new(py: Python<'_>, name: &str, text: &str, files: PathBuf, command: String) -> Result<Study, Wrong> {
        let study = lab::Study::read(&Source::new(name, text)?)?;
        let fields = py.detach(|| study.fields(&files))?;
        let asked = Asked::new(&study, &fields, &command);
        Ok(Study { study, fields, asked, files, command })
    }

    /// What is kept of a study in a folder, kind by kind.
    #[staticmethod]
    fn kept(py: Python<'_>, folder: PathBuf) -> Result<Bound<'_, PyAny>, Wrong> {
        let lines = py.detach(|| {
            let folder = Folder::new(folder);
            let asked = folder.asked()?;
            let sums = folder.sums(&asked)?;
            Ok::<_, Wrong>(asked.lines(&sums))
        })?;
        told(py, &lines)
    }

    /// What is asked, all of it resolved.
    fn asked<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Wrong> {
        told(py, &self.asked)
    }

    /// Fights it to its end, or until somebody stops it, and keeps it in `folder`. Says whether it
    /// has come to its end, and what has come of it.
    fn run<'py>(
        &self,
        py: Python<'py>,
        folder: Option<PathBuf>,
        jobs: usize,
        each: Option<&Bound<'py, PyAny>>,
    ) -> Result<(bool, Bound<'py, PyAny>), Wrong> {
        let folder = folder.map(Folder::new);
        let each = each.map(|it| it.clone().unbind());
        let fought = py.detach(|| {
            let mut work = Work::begin(&self.study, &self.files, &self.command, folder.as_ref())?;
            let (halt, mut raised, mut listened) = (AtomicBool::new(false), None, Instant::now());
            let complete = work.go(jobs, &halt, &mut |course, _, _| {
                if listened.elapsed() < LISTEN {
                    return;
                }
                listened = Instant::now();
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    if let Some(each) = &each {
                        each.call1(py, (course.battles(), course.most_left()))?;
                    }
                    Ok::<(), PyErr>(())
                });
                if let Err(err) = heard {
                    halt.store(true, Ordering::Relaxed);
                    raised.get_or_insert(err);
                }
            })?;
            if let Some(err) = raised {
                return Err(Wrong::Raised(err));
            }
            if let Some(folder) = folder.as_ref().filter(|_| complete) {
                lab::export(folder, &work.asked, &[Form::Parquet])?;
            }
            Ok::<_, Wrong>((complete, work.lines()))
        })?;
        Ok((fought.0, told(py, &fought.1)?))
    }

    /// Fights the battles of one kind from one number to before another, on the core that asks, and
    /// writes their rows as files of their own. Says what they come to, and the first player's halves
    /// of each.
    fn fight<'py>(
        &self,
        py: Python<'py>,
        cell: usize,
        from: u64,
        to: u64,
        folder: Option<PathBuf>,
    ) -> Result<(Bound<'py, PyAny>, Bound<'py, PyBytes>), Wrong> {
        let field = self.fields.get(cell).ok_or_else(|| {
            Wrong::Misuse(format!("kind {cell} of battles, but there are {} from 0", self.fields.len()))
        })?;
        let (totals, shares) = py.detach(|| {
            let measure = &self.study.measure;
            let mut ring = field.prepared.ring(&field.bout(&measure.watch()))?;
            let mut sums = Sums::new(field.cell.seats.len());
            let mut shares = Vec::with_capacity((to - from.min(to)) as usize);
            let mark = format!("{cell:05}-{from:012}");
            let mut part =
                folder.as_deref().map(|it: &Path| Part::begin(it, &mark, &self.asked)).transpose()?;
            let mut listened = Instant::now();
            for battle in from..to {
                let row = Row::of(Fought { cell, battle, seen: ring.fight(battle)? }, measure);
                sums.add(&row);
                shares.push(halves(&row));
                if let Some(part) = &mut part {
                    part.add(&row)?;
                }
                if LISTEN < listened.elapsed() {
                    listened = Instant::now();
                    Python::attach(|py| py.check_signals())?;
                }
            }
            if let Some(part) = part {
                part.finish()?;
            }
            Ok::<_, Wrong>((sums.totals(), shares))
        })?;
        Ok((told(py, &totals)?, PyBytes::new(py, &shares)))
    }

    /// Who says when battles of one kind are enough.
    fn judge(&self, cell: usize) -> Result<Judge, Wrong> {
        let about = self.asked.cells.get(cell).ok_or_else(|| Wrong::Misuse(format!("no kind {cell}")))?;
        let stop = self.study.stop.clone();
        Ok(Judge { record: Record::new(about.seats.len(), about.swap), stop })
    }

    /// Totals of every kind, as the study's own result has them. Each with the word why it ended.
    fn lines<'py>(&self, py: Python<'py>, totals: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>, Wrong> {
        let given: Vec<(Vec<Totals>, Option<Enough>)> = serde_json::from_value(crate::read(totals)?)
            .map_err(|err| Wrong::Misuse(format!("no totals: {err}")))?;
        let lines = self.asked.cells.iter().zip(given).enumerate().map(|(n, (cell, (parts, ended)))| {
            let seats = cell.seats.len();
            let mut sum = Sums::new(seats).totals();
            parts.iter().for_each(|part| sum.add(part));
            sum.line(n, cell, ended)
        });
        told(py, &json!(lines.collect::<Vec<_>>()))
    }
}

/// Counts the battles of one kind in their order, and knows when they are enough.
#[pyclass(module = "flagbridge._native")]
pub(crate) struct Judge {
    record: Record,
    stop: Stop,
}

#[pymethods]
impl Judge {
    /// Counts on, by the first player's halves of each. Once they are enough: how many that were in
    /// all, and why.
    fn count<'py>(
        &mut self,
        py: Python<'py>,
        halves: &[u8],
    ) -> Result<Option<(u64, Bound<'py, PyAny>)>, Wrong> {
        for half in halves {
            self.record.add(f64::from(*half) / 2.0);
            let battles = self.record.battles;
            let whole = battles.is_multiple_of(self.stop.batch) || self.stop.battles <= battles;
            if whole && let Some(why) = self.record.judge(&self.stop) {
                return Ok(Some((battles, told(py, &why)?)));
            }
        }
        Ok(None)
    }
}
