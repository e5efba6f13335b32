//! Where a study is kept: what was asked, and every battle as a line, so that
//! a run that was broken off anywhere goes on where it was.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use rulesets::Fault;
use serde::{Deserialize, Serialize};

use crate::{
    row::Row,
    run::Course,
    stop::{Enough, Stop},
    study::{Cell, Field, Measure, Study},
    sums::Sums,
};

/// What was asked, all of it resolved. A folder holds the battles of one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    pub format: String,
    /// Of the program.
    pub version: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The command that makes it again.
    pub command: String,
    pub stop: Stop,
    pub measure: Measure,
    pub cells: Vec<Cell>,
}

const FORMAT: &str = "flagbridge-study-1";

impl Asked {
    pub fn new(study: &Study, fields: &[Field], command: &str) -> Asked {
        Asked {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            title: study.title.clone(),
            question: study.question.clone(),
            command: command.to_owned(),
            stop: study.stop.clone(),
            measure: study.measure.clone(),
            cells: fields.iter().map(|it| it.cell.clone()).collect(),
        }
    }

    pub fn course(&self) -> Course {
        Course::new(&self.stop, self.cells.iter().map(|it| (it.seats.len(), it.swap)))
    }

    /// Whether the battles of one are those of the other. How it is called and what it is
    /// asked for does not matter.
    fn is_same(&self, other: &Asked) -> bool {
        let plain = |it: &Asked| Asked {
            title: String::new(),
            question: String::new(),
            command: String::new(),
            ..it.clone()
        };
        plain(self) == plain(other)
    }
}

/// The folder of a study.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

pub const ASKED: &str = "study.json";
pub const BATTLES: &str = "battles.jsonl";

impl Folder {
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder(path.into())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Another one, called as this one with `part` behind it.
    #[must_use]
    pub fn beside(&self, part: &str) -> Folder {
        let name = self.0.file_name().map_or_else(String::new, |it| format!("{}-", it.to_string_lossy()));
        Folder(self.0.with_file_name(name + part))
    }

    /// What its battles were asked for.
    ///
    /// # Errors
    ///
    /// If no study is kept there.
    pub fn asked(&self) -> Result<Asked, Fault> {
        let path = self.file(ASKED);
        let text = fs::read_to_string(&path).map_err(|err| failed(&path, "no study is kept here", &err))?;
        let asked: Asked =
            plain::from_json(&text).map_err(|err| Fault::Failed(format!("{}:{err}", path.display())))?;
        if asked.format != FORMAT {
            let (name, format) = (path.display(), asked.format);
            return Err(Fault::Failed(format!("{name}: format {format:?}, expected {FORMAT:?}")));
        }
        Ok(asked)
    }

    /// Every battle that is kept, in order; what was being written when it was broken off is
    /// left out. Says how many bytes are whole.
    ///
    /// # Errors
    ///
    /// The line that is no battle of this study.
    pub fn read(
        &self,
        asked: &Asked,
        each: &mut dyn FnMut(Row, Option<Enough>) -> Result<(), Fault>,
    ) -> Result<(Course, u64), Fault> {
        let mut course = asked.course();
        let path = self.file(BATTLES);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok((course, 0)),
            Err(err) => return Err(failed(&path, "cannot be read", &err)),
        };
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let (mut line, mut n, mut whole) = (String::new(), 0, 0);
        loop {
            line.clear();
            n += 1;
            let read = reader.read_line(&mut line).map_err(|err| failed(&path, "cannot be read", &err))?;
            // The last line may have been cut off.
            if read == 0 || !line.ends_with('\n') {
                return Ok((course, whole));
            }
            let place = |words: String| Fault::Failed(format!("{}:{n}: {words}", path.display()));
            let row: Row = serde_json::from_str(&line).map_err(|err| place(format!("no battle: {err}")))?;
            let due = course.next();
            if due != Some((row.cell, row.battle)) {
                let due = due
                    .map_or("no more".to_owned(), |(cell, battle)| format!("battle {battle} of kind {cell}"));
                let (cell, battle) = (row.cell, row.battle);
                return Err(place(format!("battle {battle} of kind {cell}, expected {due}")));
            }
            let shares = row.shares();
            let ended = course.count(shares[0]);
            each(row, ended)?;
            whole += read as u64;
        }
    }

    /// What the battles that are kept come to, by kind.
    ///
    /// # Errors
    ///
    /// As [`Folder::read`].
    pub fn sums(&self, asked: &Asked) -> Result<Vec<Sums>, Fault> {
        let mut sums = asked.sums();
        self.read(asked, &mut |row, ended| {
            sums[row.cell].add(&row);
            sums[row.cell].ended = ended;
            Ok(())
        })?;
        Ok(sums)
    }

    /// Opens it for more battles; makes it if it is not there. Says where the battles stand.
    ///
    /// # Errors
    ///
    /// If another study is kept there, another process writes to it, or it cannot be written to.
    pub fn open(
        &self,
        asked: &Asked,
        each: &mut dyn FnMut(Row, Option<Enough>) -> Result<(), Fault>,
    ) -> Result<(Course, Journal), Fault> {
        fs::create_dir_all(&self.0).map_err(|err| failed(&self.0, "cannot be made", &err))?;
        let path = self.file(BATTLES);
        let unwritable = |err: &io::Error| failed(&path, "cannot be written", err);
        let file = File::options().create(true).read(true).write(true).truncate(false).open(&path);
        let mut file = file.map_err(|err| unwritable(&err))?;
        file.try_lock().map_err(|_| {
            Fault::Failed(format!("{}: another process is working on this study", self.0.display()))
        })?;
        if self.file(ASKED).exists() {
            let kept = self.asked()?;
            if !kept.is_same(asked) {
                return Err(Fault::Failed(format!(
                    "{}: the battles kept here are those of another study ({}); give another folder with --out, \
                     or remove this one",
                    self.0.display(),
                    difference(&kept, asked)
                )));
            }
        }
        let text = serde_json::to_string_pretty(asked).expect("plain data");
        write_whole(&self.file(ASKED), text.as_bytes())?;
        let (course, whole) = self.read(asked, each)?;
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|err| unwritable(&err))?;
        Ok((course, Journal { to: BufWriter::with_capacity(1 << 16, file), path }))
    }
}

/// Where two studies part, in words.
fn difference(kept: &Asked, asked: &Asked) -> String {
    if kept.version != asked.version {
        return format!("made by version {}, this is {}", kept.version, asked.version);
    }
    if kept.stop != asked.stop {
        return "it stops elsewhere".to_owned();
    }
    if kept.measure != asked.measure {
        return "it measures something else".to_owned();
    }
    if kept.cells.len() != asked.cells.len() {
        return format!("of {} kinds of battles, this has {}", kept.cells.len(), asked.cells.len());
    }
    match kept.cells.iter().zip(&asked.cells).position(|(a, b)| a != b) {
        Some(n) => format!("its kind {n} of battles is another one"),
        None => "it is written otherwise".to_owned(),
    }
}

/// Battles being written down.
#[derive(Debug)]
pub struct Journal {
    to: BufWriter<File>,
    path: PathBuf,
}

impl Journal {
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, row: &Row) -> Result<(), Fault> {
        let line = row.line() + "\n";
        self.to.write_all(line.as_bytes()).map_err(|err| failed(&self.path, "cannot be written", &err))
    }

    /// What has been added is in the file, whatever becomes of this process.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<(), Fault> {
        self.to.flush().map_err(|err| failed(&self.path, "cannot be written", &err))
    }
}

/// A file that is there whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let part = path.with_extension("part");
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.map_err(|err| failed(path, "cannot be written", &err))
}

pub(crate) fn failed(path: &Path, what: &str, err: &io::Error) -> Fault {
    Fault::Failed(format!("{}: {what}: {err}", path.display()))
}
