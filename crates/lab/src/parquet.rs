//! Parquet, as much of it as rows of battles need: flat columns, each page
//! plain values behind gzip. What it leaves out (dictionaries, nesting,
//! indexes) readers do without; what it writes they all read.
//!
//! <https://parquet.apache.org/docs/file-format/>

use std::io::{self, Write};

use flate2::{Compression, write::GzEncoder};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Flag,
    Whole,
    Number,
    Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    None,
    Flag(bool),
    Whole(i64),
    Number(f64),
    Text(String),
}

/// Rows that are held before they are written: so much memory it takes, however many there are.
const GROUP: usize = 50_000;

/// A file being written. Every column may have nothing in a row.
#[derive(Debug)]
pub(crate) struct Writer<W: Write> {
    to: W,
    at: u64,
    columns: Vec<Column>,
    held: Vec<Held>,
    rows: usize,
    groups: Vec<Group>,
    total: u64,
}

/// The values of one column that are not written yet.
#[derive(Debug, Default)]
struct Held {
    /// For every row whether it has a value.
    there: Vec<bool>,
    bytes: Vec<u8>,
    flags: Vec<bool>,
}

#[derive(Debug)]
struct Group {
    rows: u64,
    /// Where each column begins, its bytes, and its bytes unpacked.
    chunks: Vec<(u64, u64, u64)>,
}

const MAGIC: &[u8] = b"PAR1";

impl<W: Write> Writer<W> {
    /// # Errors
    ///
    /// If it cannot be written to.
    pub(crate) fn new(mut to: W, columns: Vec<Column>) -> io::Result<Writer<W>> {
        to.write_all(MAGIC)?;
        let held = columns.iter().map(|_| Held::default()).collect();
        Ok(Writer { to, at: 4, columns, held, rows: 0, groups: Vec::new(), total: 0 })
    }

    /// One more row.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    ///
    /// # Panics
    ///
    /// If it has other columns than the file.
    pub(crate) fn add(&mut self, row: &[Cell]) -> io::Result<()> {
        assert_eq!(row.len(), self.columns.len(), "a value for every column");
        for ((cell, column), held) in row.iter().zip(&self.columns).zip(&mut self.held) {
            held.there.push(*cell != Cell::None);
            match (cell, column.kind) {
                (Cell::None, _) => {}
                (Cell::Flag(it), Kind::Flag) => held.flags.push(*it),
                (Cell::Whole(it), Kind::Whole) => held.bytes.extend_from_slice(&it.to_le_bytes()),
                (Cell::Number(it), Kind::Number) => held.bytes.extend_from_slice(&it.to_le_bytes()),
                (Cell::Text(it), Kind::Text) => {
                    held.bytes.extend_from_slice(&(it.len() as u32).to_le_bytes());
                    held.bytes.extend_from_slice(it.as_bytes());
                }
                (cell, kind) => panic!("{}: {cell:?} is not a {kind:?}", column.name),
            }
        }
        self.rows += 1;
        self.total += 1;
        if self.rows == GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut chunks = Vec::new();
        for (held, column) in self.held.iter_mut().zip(&self.columns) {
            let mut page = levels(&held.there);
            match column.kind {
                Kind::Flag => page.extend(bits(&held.flags)),
                Kind::Whole | Kind::Number | Kind::Text => page.extend_from_slice(&held.bytes),
            }
            let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
            packer.write_all(&page)?;
            let packed = packer.finish()?;
            let header = page_header(page.len(), packed.len(), self.rows);
            let unpacked = (header.len() + page.len()) as u64;
            self.to.write_all(&header)?;
            self.to.write_all(&packed)?;
            let bytes = (header.len() + packed.len()) as u64;
            chunks.push((self.at, bytes, unpacked));
            self.at += bytes;
            *held = Held::default();
        }
        self.groups.push(Group { rows: self.rows as u64, chunks });
        self.rows = 0;
        Ok(())
    }

    /// Writes what is held and the end of the file, with words about it beside the columns.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn finish(mut self, about: &[(&str, &str)]) -> io::Result<W> {
        if 0 < self.rows {
            self.write_group()?;
        }
        let footer = self.footer(about);
        self.to.write_all(&footer)?;
        self.to.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.to.write_all(MAGIC)?;
        self.to.flush()?;
        Ok(self.to)
    }

    fn footer(&self, about: &[(&str, &str)]) -> Vec<u8> {
        let mut it = Thrift::default();
        it.whole32(1, 1);
        it.list(2, STRUCT, self.columns.len() + 1);
        it.begin();
        it.text(4, "battles");
        it.whole32(5, self.columns.len() as i64);
        it.end();
        for column in &self.columns {
            it.begin();
            it.whole32(1, physical(column.kind));
            it.whole32(3, OPTIONAL);
            it.text(4, &column.name);
            if column.kind == Kind::Text {
                it.whole32(6, UTF8);
                // The same, as newer readers want it: a string.
                it.open(10);
                it.open(1);
                it.end();
                it.end();
            }
            it.end();
        }
        it.whole64(3, self.total as i64);
        it.list(4, STRUCT, self.groups.len());
        for group in &self.groups {
            it.begin();
            it.list(1, STRUCT, self.columns.len());
            for (column, &(from, bytes, unpacked)) in self.columns.iter().zip(&group.chunks) {
                it.begin();
                it.whole64(2, from as i64);
                it.open(3);
                it.whole32(1, physical(column.kind));
                it.list(2, I32, 2);
                it.item(PLAIN);
                it.item(RLE);
                it.list(3, BINARY, 1);
                it.item_text(&column.name);
                it.whole32(4, GZIP);
                it.whole64(5, group.rows as i64);
                it.whole64(6, unpacked as i64);
                it.whole64(7, bytes as i64);
                it.whole64(9, from as i64);
                it.end();
                it.end();
            }
            it.whole64(2, group.chunks.iter().map(|it| it.2).sum::<u64>() as i64);
            it.whole64(3, group.rows as i64);
            it.end();
        }
        it.list(5, STRUCT, about.len());
        for (key, value) in about {
            it.begin();
            it.text(1, key);
            it.text(2, value);
            it.end();
        }
        it.text(6, concat!("flagbridge ", env!("CARGO_PKG_VERSION")));
        it.end();
        it.bytes
    }
}

// The numbers that the format gives its names.
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const GZIP: i64 = 2;
const OPTIONAL: i64 = 1;
const UTF8: i64 = 0;

fn physical(kind: Kind) -> i64 {
    match kind {
        Kind::Flag => 0,
        Kind::Whole => 2,
        Kind::Number => 5,
        Kind::Text => 6,
    }
}

fn page_header(unpacked: usize, packed: usize, rows: usize) -> Vec<u8> {
    let mut it = Thrift::default();
    it.whole32(1, 0);
    it.whole32(2, unpacked as i64);
    it.whole32(3, packed as i64);
    it.open(5);
    it.whole32(1, rows as i64);
    it.whole32(2, PLAIN);
    it.whole32(3, RLE);
    it.whole32(4, RLE);
    it.end();
    it.end();
    it.bytes
}

/// Which rows have a value, as runs, behind their length.
fn levels(there: &[bool]) -> Vec<u8> {
    let mut runs = Vec::new();
    let mut rest = there;
    while let Some(&first) = rest.first() {
        let n = rest.iter().take_while(|it| **it == first).count();
        varint(&mut runs, (n as u64) << 1);
        runs.push(u8::from(first));
        rest = &rest[n..];
    }
    let mut all = (runs.len() as u32).to_le_bytes().to_vec();
    all.extend(runs);
    all
}

fn bits(flags: &[bool]) -> Vec<u8> {
    let byte = |eight: &[bool]| eight.iter().enumerate().fold(0, |byte, (n, it)| byte | u8::from(*it) << n);
    flags.chunks(8).map(byte).collect()
}

fn varint(to: &mut Vec<u8>, mut number: u64) {
    while 0x7f < number {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

// The types of Thrift's compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// Thrift's compact protocol, in which the file describes itself.
#[derive(Debug, Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: i16,
    outer: Vec<i16>,
}

impl Thrift {
    fn field(&mut self, id: i16, kind: u8) {
        let step = id - self.last;
        if 0 < step && step <= 15 {
            self.bytes.push((step as u8) << 4 | kind);
        } else {
            self.bytes.push(kind);
            self.item(id.into());
        }
        self.last = id;
    }

    fn item(&mut self, number: i64) {
        varint(&mut self.bytes, ((number << 1) ^ (number >> 63)) as u64);
    }

    fn item_text(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn whole32(&mut self, id: i16, number: i64) {
        self.field(id, I32);
        self.item(number);
    }

    fn whole64(&mut self, id: i16, number: i64) {
        self.field(id, I64);
        self.item(number);
    }

    fn text(&mut self, id: i16, text: &str) {
        self.field(id, BINARY);
        self.item_text(text);
    }

    fn list(&mut self, id: i16, kind: u8, n: usize) {
        self.field(id, LIST);
        if n < 15 {
            self.bytes.push((n as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            varint(&mut self.bytes, n as u64);
        }
    }

    /// A structure in a list.
    fn begin(&mut self) {
        self.outer.push(self.last);
        self.last = 0;
    }

    /// A structure in a field.
    fn open(&mut self, id: i16) {
        self.field(id, STRUCT);
        self.begin();
    }

    fn end(&mut self) {
        self.bytes.push(0);
        self.last = self.outer.pop().unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_a_value_are_runs() {
        assert_eq!(levels(&[true, true, false]), [4, 0, 0, 0, 4, 1, 2, 0]);
        assert_eq!(bits(&[true, false, true, false, false, false, false, false, true]), [0b101, 1]);
        let mut bytes = Vec::new();
        varint(&mut bytes, 300);
        assert_eq!(bytes, [0xac, 2]);
    }

    /// Read back by Arrow and DuckDB when it was made; whoever changes the writer reads it again.
    #[test]
    fn a_small_file_is_what_readers_have_read() {
        let column = |name: &str, kind| Column { name: name.to_owned(), kind };
        let columns = vec![
            column("battle", Kind::Whole),
            column("score", Kind::Number),
            column("swap", Kind::Flag),
            column("scenario", Kind::Text),
        ];
        let mut writer = Writer::new(Vec::new(), columns).unwrap();
        for n in 0..20 {
            let score = if n % 3 == 0 { Cell::None } else { Cell::Number(f64::from(n) / 2.0) };
            let text = Cell::Text(format!("duel {n}"));
            writer.add(&[Cell::Whole(i64::from(n)), score, Cell::Flag(n % 2 == 0), text]).unwrap();
        }
        let bytes = writer.finish(&[("study", "{}")]).unwrap();
        if let Ok(path) = std::env::var("FLAGBRIDGE_PARQUET") {
            std::fs::write(path, &bytes).unwrap();
        }
        let sum = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, sum);
        assert_eq!((bytes.len(), format!("{hash:016x}").as_str()), (600, "0a90e465e1adf484"));
    }
}
