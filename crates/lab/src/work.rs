//! A study at work: taken up where it was, fought on, kept and counted.

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use rulesets::Fault;

use crate::{
    folder::{Asked, Folder, Journal},
    row::Row,
    run::{Course, Plan, run},
    study::{Field, Study},
    sums::{Line, Sums},
};

/// A study that can be gone on with.
#[derive(Debug)]
pub struct Work {
    pub asked: Asked,
    /// By kind of battle.
    pub sums: Vec<Sums>,
    course: Course,
    plan: Arc<Plan>,
    journal: Option<Journal>,
    /// How many battles were there when it was taken up.
    pub taken_up: u64,
}

/// No more than that is lost if the process is killed.
const FLUSH: Duration = Duration::from_millis(500);

impl Work {
    /// Sets up every kind of battle, and takes up what the folder has of them already.
    ///
    /// # Errors
    ///
    /// What is wrong with the study, or with the folder.
    pub fn begin(study: &Study, files: &Path, command: &str, folder: Option<&Folder>) -> Result<Work, Fault> {
        Work::over(study, study.fields(files)?, command, folder)
    }

    /// The same with kinds of battles of the caller's own.
    ///
    /// # Errors
    ///
    /// As [`Work::begin`].
    pub fn over(
        study: &Study,
        fields: Vec<Field>,
        command: &str,
        folder: Option<&Folder>,
    ) -> Result<Work, Fault> {
        let asked = Asked::new(study, &fields, command);
        let mut sums = asked.sums();
        let (course, journal) = match folder {
            None => (asked.course(), None),
            Some(folder) => {
                let (course, journal) = folder.open(&asked, &mut |row, ended| {
                    sums[row.cell].add(&row);
                    sums[row.cell].ended = ended;
                    Ok(())
                })?;
                (course, Some(journal))
            }
        };
        let watch = study.measure.watch();
        let battles = fields.into_iter().map(|field| {
            let bout = field.bout(&watch);
            (field.prepared, bout)
        });
        let plan = Plan::new(battles.collect());
        let taken_up = course.battles();
        Ok(Work { asked, sums, course, plan, journal, taken_up })
    }

    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Fights on until every kind has seen enough or `halt` is pulled; says which it was: yes if
    /// it has come to its end. `each` hears of every battle.
    ///
    /// # Errors
    ///
    /// The battle that could not be fought or kept.
    pub fn go(
        &mut self,
        jobs: usize,
        halt: &AtomicBool,
        each: &mut dyn FnMut(&Course, &[Sums], &Row),
    ) -> Result<bool, Fault> {
        let Work { asked, sums, course, plan, journal, .. } = self;
        let mut flushed = Instant::now();
        let ran = run(plan, course.clone(), jobs, halt, &mut |fought, ended| {
            let share = fought.seen.report.shares[0];
            let row = Row::of(fought, &asked.measure);
            course.count(share);
            sums[row.cell].add(&row);
            sums[row.cell].ended = ended;
            if let Some(journal) = journal {
                journal.add(&row)?;
                if FLUSH < flushed.elapsed() {
                    journal.flush()?;
                    flushed = Instant::now();
                }
            }
            each(course, sums, &row);
            Ok::<(), Fault>(())
        });
        if let Some(journal) = journal {
            journal.flush()?;
        }
        Ok(!ran?.halted)
    }

    /// What has come of it, kind by kind.
    pub fn lines(&self) -> Vec<Line> {
        self.asked.lines(&self.sums)
    }
}

impl Asked {
    pub fn sums(&self) -> Vec<Sums> {
        self.cells.iter().map(|it| Sums::new(it.seats.len())).collect()
    }

    pub fn lines(&self, sums: &[Sums]) -> Vec<Line> {
        self.cells.iter().zip(sums).enumerate().map(|(n, (cell, sums))| Line::of(n, cell, sums)).collect()
    }
}
