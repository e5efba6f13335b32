//! Rows as tables, for everything that reads Parquet, CSV or lines of JSON.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use engine::Outcome;
use rulesets::{Fault, Harm, TurnSeen};
use serde_json::{Map, Value};

use crate::{
    folder::{Asked, Folder, failed},
    parquet::{Cell as Item, Column, Kind, Writer},
    row::Row,
};

/// In which form rows are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Parquet,
    Csv,
    Lines,
}

impl Form {
    fn end(self) -> &'static str {
        match self {
            Form::Parquet => "parquet",
            Form::Csv => "csv",
            Form::Lines => "jsonl",
        }
    }
}

/// Which rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Battles,
    Turns,
    Harm,
}

impl Sort {
    /// `battles.jsonl` is the journal itself; its rows flattened are `rows`.
    fn name(self) -> &'static str {
        match self {
            Sort::Battles => "rows",
            Sort::Turns => "turns",
            Sort::Harm => "harm",
        }
    }
}

/// Writes the rows of a study beside its battles, and says which files they are.
///
/// # Errors
///
/// If a battle cannot be read or a file not be written.
pub fn export(folder: &Folder, asked: &Asked, forms: &[Form]) -> Result<Vec<PathBuf>, Fault> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for sort in sorts(asked) {
        for &form in forms {
            let path = folder.file(&format!("{}.{}", sort.name(), form.end()));
            sheets.push(Sheet::begin(&path, sort, form, asked)?);
        }
    }
    folder.read(asked, &mut |row, _| sheets.iter_mut().try_for_each(|sheet| sheet.add(&row, asked)))?;
    let about = serde_json::to_string(asked).expect("plain data");
    sheets.into_iter().map(|sheet| sheet.finish(&about)).collect()
}

/// Which rows there are of what was measured.
fn sorts(asked: &Asked) -> Vec<Sort> {
    let mut sorts = vec![Sort::Battles];
    if asked.measure.turns || !asked.measure.paths.is_empty() {
        sorts.push(Sort::Turns);
    }
    if asked.measure.harm {
        sorts.push(Sort::Harm);
    }
    sorts
}

/// Rows of some battles of a study, where its battles are fought in many places: files named
/// `rows-MARK.parquet` and so on, each whole in itself, the study in its metadata.
pub struct Part<'a> {
    asked: &'a Asked,
    sheets: Vec<Sheet>,
}

impl std::fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.sheets.iter().map(|it| &it.path)).finish()
    }
}

impl<'a> Part<'a> {
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn begin(folder: &Path, mark: &str, asked: &'a Asked) -> Result<Part<'a>, Fault> {
        std::fs::create_dir_all(folder).map_err(|err| failed(folder, "cannot be made", &err))?;
        let sheet = |sort: Sort| {
            let path = folder.join(format!("{}-{mark}.{}", sort.name(), Form::Parquet.end()));
            Sheet::begin(&path, sort, Form::Parquet, asked)
        };
        Ok(Part { asked, sheets: sorts(asked).into_iter().map(sheet).collect::<Result<_, _>>()? })
    }

    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, row: &Row) -> Result<(), Fault> {
        self.sheets.iter_mut().try_for_each(|sheet| sheet.add(row, self.asked))
    }

    /// Puts the files in their place, each whole.
    ///
    /// # Errors
    ///
    /// If one cannot be written.
    pub fn finish(self) -> Result<Vec<PathBuf>, Fault> {
        let about = serde_json::to_string(self.asked).expect("plain data");
        self.sheets.into_iter().map(|sheet| sheet.finish(&about)).collect()
    }
}

/// One file being written.
struct Sheet {
    sort: Sort,
    columns: Vec<Column>,
    to: To,
    part: PathBuf,
    path: PathBuf,
}

enum To {
    Parquet(Box<Writer<BufWriter<File>>>),
    Csv(BufWriter<File>),
    Lines(BufWriter<File>),
}

impl Sheet {
    fn begin(path: &Path, sort: Sort, form: Form, asked: &Asked) -> Result<Sheet, Fault> {
        // Each form has one of its own.
        let part = path.with_extension(format!("{}.part", form.end()));
        let columns = columns(sort, asked);
        let begin = || {
            let file = BufWriter::new(File::create(&part)?);
            Ok(match form {
                Form::Parquet => To::Parquet(Box::new(Writer::new(file, columns.clone())?)),
                Form::Csv => {
                    let mut file = file;
                    let names: Vec<&str> = columns.iter().map(|it| it.name.as_str()).collect();
                    writeln!(file, "{}", names.join(","))?;
                    To::Csv(file)
                }
                Form::Lines => To::Lines(file),
            })
        };
        let to = begin().map_err(|err: io::Error| failed(path, "cannot be written", &err))?;
        Ok(Sheet { sort, columns, to, part, path: path.to_owned() })
    }

    fn add(&mut self, row: &Row, asked: &Asked) -> Result<(), Fault> {
        let rows = match self.sort {
            Sort::Battles => vec![battle(row, asked)],
            Sort::Turns => row.by_turn.iter().map(|it| turn(row, it, asked)).collect(),
            Sort::Harm => row.harm.iter().map(|it| harm(row, it)).collect(),
        };
        for items in rows {
            let written = match &mut self.to {
                To::Parquet(writer) => writer.add(&items),
                To::Csv(file) => {
                    let fields: Vec<String> = items.iter().map(csv).collect();
                    writeln!(file, "{}", fields.join(","))
                }
                To::Lines(file) => {
                    let named =
                        self.columns.iter().map(|it| it.name.clone()).zip(items.into_iter().map(json));
                    writeln!(file, "{}", Value::Object(named.collect::<Map<_, _>>()))
                }
            };
            written.map_err(|err| failed(&self.path, "cannot be written", &err))?;
        }
        Ok(())
    }

    fn finish(self, about: &str) -> Result<PathBuf, Fault> {
        let Sheet { to, part, path, .. } = self;
        let finish = || {
            match to {
                To::Parquet(writer) => drop(writer.finish(&[("study", about)])?),
                To::Csv(mut file) | To::Lines(mut file) => file.flush()?,
            }
            std::fs::rename(&part, &path)
        };
        finish().map_err(|err| failed(&path, "cannot be written", &err))?;
        Ok(path)
    }
}

/// The most seats at any of its tables.
fn seats(asked: &Asked) -> usize {
    asked.cells.iter().map(|it| it.seats.len()).max().unwrap_or(0)
}

fn columns(sort: Sort, asked: &Asked) -> Vec<Column> {
    let mut all = vec![("cell".to_owned(), Kind::Whole), ("battle".to_owned(), Kind::Whole)];
    let mut add = |name: &str, kind| all.push((name.to_owned(), kind));
    let seats = seats(asked);
    match sort {
        Sort::Battles => {
            for name in ["game", "scenario", "options", "fleets", "players"] {
                add(name, Kind::Text);
            }
            add("seed", Kind::Whole);
            (1..=seats).for_each(|n| add(&format!("score_{n}"), Kind::Number));
            (1..=seats).for_each(|n| add(&format!("seat_{n}"), Kind::Whole));
            add("draw", Kind::Flag);
            add("turns", Kind::Whole);
            add("decisions", Kind::Whole);
            for name in ["decided", "fault", "losses"] {
                add(name, Kind::Text);
            }
        }
        Sort::Turns => {
            add("turn", Kind::Whole);
            for n in 1..=seats {
                add(&format!("left_{n}"), Kind::Whole);
                add(&format!("units_{n}"), Kind::Whole);
                add(&format!("points_{n}"), Kind::Whole);
                add(&format!("player_{n}"), Kind::Whole);
            }
            asked.measure.paths.iter().for_each(|path| add(&path.to_string(), Kind::Text));
        }
        Sort::Harm => {
            add("turn", Kind::Whole);
            add("seat", Kind::Whole);
            add("player", Kind::Whole);
            add("unit", Kind::Text);
            add("points", Kind::Whole);
            for name in ["gone", "by", "arc"] {
                add(name, Kind::Text);
            }
            for name in ["range", "x", "y"] {
                add(name, Kind::Number);
            }
        }
    }
    all.into_iter().map(|(name, kind)| Column { name, kind }).collect()
}

fn whole(number: impl TryInto<i64>) -> Item {
    number.try_into().map_or(Item::None, Item::Whole)
}

fn text(words: Option<impl ToString>) -> Item {
    words.map_or(Item::None, |it| Item::Text(it.to_string()))
}

/// Players and seats are numbered from 1, as people count.
fn battle(row: &Row, asked: &Asked) -> Vec<Item> {
    let cell = &asked.cells[row.cell];
    let seats = seats(asked);
    let shares = row.shares();
    let options = serde_json::to_string(&cell.changes).expect("plain data");
    let mut items = vec![whole(row.cell as u64), whole(row.battle)];
    items.extend([&cell.game, &cell.scenario, &options].map(|it| Item::Text(it.clone())));
    items.extend([&cell.fleets, &cell.players].map(|it| Item::Text(it.join(" "))));
    items.push(whole(cell.seed));
    items.extend((0..seats).map(|player| shares.get(player).map_or(Item::None, |it| Item::Number(*it))));
    let seat_of = |player: usize| row.seats.iter().position(|it| *it == player);
    items.extend((0..seats).map(|player| seat_of(player).map_or(Item::None, |seat| whole(seat as u64 + 1))));
    items.push(Item::Flag(row.outcome == Outcome::Draw));
    items.push(whole(row.turns));
    items.push(whole(row.decisions));
    items.push(text(row.decided.as_ref()));
    items.push(text(row.fault.as_ref().map(|(player, why)| format!("{}: {why}", player + 1))));
    let losses = (!row.losses.is_empty()).then(|| serde_json::to_string(&row.losses).expect("plain data"));
    items.push(text(losses));
    items
}

fn player_in(row: &Row, seat: usize) -> Item {
    row.seats.get(seat).map_or(Item::None, |player| whole(*player as u64 + 1))
}

fn turn(row: &Row, it: &TurnSeen, asked: &Asked) -> Vec<Item> {
    let mut items = vec![whole(row.cell as u64), whole(row.battle), whole(it.turn)];
    for seat in 0..seats(asked) {
        items.push(it.left.get(seat).map_or(Item::None, |n| whole(*n)));
        items.push(it.units.get(seat).map_or(Item::None, |n| whole(*n)));
        items.push(it.score.get(seat).map_or(Item::None, |n| whole(*n)));
        items.push(player_in(row, seat));
    }
    // A number, a word or a list: as JSON has them, so that one column holds any of them.
    let value = |n: usize| it.values.get(n).filter(|it| !it.is_null());
    items.extend((0..asked.measure.paths.len()).map(|n| text(value(n))));
    items
}

fn harm(row: &Row, it: &Harm) -> Vec<Item> {
    let number = |it: Option<f64>| it.map_or(Item::None, Item::Number);
    let gone = it.gone.map(|fate| plain::to_value(&fate).as_str().unwrap_or_default().to_owned());
    vec![
        whole(row.cell as u64),
        whole(row.battle),
        whole(it.turn),
        whole(it.seat + 1),
        player_in(row, it.seat.into()),
        Item::Text(it.unit.clone()),
        whole(it.points),
        text(gone),
        Item::Text(it.by.clone()),
        text(it.arc.as_ref()),
        number(it.range),
        number(it.at.map(|it| it.0)),
        number(it.at.map(|it| it.1)),
    ]
}

fn csv(item: &Item) -> String {
    match item {
        Item::None => String::new(),
        Item::Flag(it) => it.to_string(),
        Item::Whole(it) => it.to_string(),
        Item::Number(it) => it.to_string(),
        Item::Text(it) if it.contains([',', '"', '\n']) => format!("\"{}\"", it.replace('"', "\"\"")),
        Item::Text(it) => it.clone(),
    }
}

fn json(item: Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Flag(it) => it.into(),
        Item::Whole(it) => it.into(),
        Item::Number(it) => it.into(),
        Item::Text(it) => it.into(),
    }
}
