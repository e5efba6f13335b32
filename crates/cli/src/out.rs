//! Where words go: stdout for results, stderr for messages; width and colour.

use std::{
    fmt::{self, Display},
    io::{self, BufWriter, IsTerminal, Stdout, Write},
};

use serde::Serialize;

/// Standard output, and what it can do.
#[derive(Debug)]
pub(crate) struct Out {
    to: BufWriter<Stdout>,
    pub(crate) terminal: bool,
    pub(crate) width: usize,
    colour: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    Bold,
    Dim,
    Good,
    Bad,
    /// A side of a battle, from 0: each its own colour, as on the board.
    Side(usize),
}

/// Blue, orange, green, violet; as near as a terminal comes.
const SIDES: [&str; 4] = ["94", "33", "32", "35"];

/// Text that is not for a terminal is as wide as a page.
const PAGE: usize = 100;

impl Out {
    pub(crate) fn stdout() -> Out {
        let terminal = io::stdout().is_terminal();
        let asked_off = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let width = if terminal { usize::from(console::Term::stdout().size().1).max(40) } else { PAGE };
        Out { to: BufWriter::new(io::stdout()), terminal, width, colour: terminal && !asked_off && !dumb }
    }

    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.to, "{}", text.as_ref())
    }

    pub(crate) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.to)
    }

    /// Text without a line's end, shown at once: somebody is about to answer.
    pub(crate) fn ask(&mut self, text: &str) -> io::Result<()> {
        write!(self.to, "{text}")?;
        self.to.flush()
    }

    /// A paragraph, broken to the width, every line after `indent` spaces.
    pub(crate) fn wrapped(&mut self, text: &str, indent: usize) -> io::Result<()> {
        for line in wrap(text, self.width.saturating_sub(indent)) {
            writeln!(self.to, "{:indent$}{line}", "")?;
        }
        Ok(())
    }

    pub(crate) fn json<T: Serialize>(&mut self, data: &T) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.to, data)?;
        writeln!(self.to)
    }

    /// One value on one line, shown at once.
    pub(crate) fn json_line<T: Serialize>(&mut self, data: &T) -> io::Result<()> {
        serde_json::to_writer(&mut self.to, data)?;
        writeln!(self.to)?;
        self.to.flush()
    }

    pub(crate) fn paint(&self, style: Style, text: impl fmt::Display) -> String {
        if !self.colour {
            return text.to_string();
        }
        let code = match style {
            Style::Bold => "1",
            Style::Dim => "2",
            Style::Good => "32",
            Style::Bad => "31",
            Style::Side(n) => SIDES[n % SIDES.len()],
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// Text with the names of the sides in their colours, wherever they stand as words of their own.
    pub(crate) fn sided<'a>(&self, text: &str, names: impl Iterator<Item = &'a str>) -> String {
        let mut text = text.to_owned();
        if !self.colour {
            return text;
        }
        for (n, name) in names.enumerate().filter(|(_, name)| !name.is_empty()) {
            text = whole_words(&text, name, &self.paint(Style::Side(n), name));
        }
        text
    }

    /// Wipes the screen, so that the next to look sees nothing of the last.
    pub(crate) fn clear_screen(&mut self) -> io::Result<()> {
        // Clears what has scrolled away too.
        if self.terminal { write!(self.to, "\x1b[3J\x1b[2J\x1b[H") } else { Ok(()) }
    }

    /// Columns as wide as their widest cell; the last takes what is left and
    /// is broken within it.
    pub(crate) fn table(&mut self, head: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
        let last = head.len() - 1;
        let mut widths: Vec<usize> = head.iter().map(|cell| count(cell)).collect();
        for row in rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(count(cell));
            }
        }
        let before: usize = widths[..last].iter().map(|width| width + 2).sum();
        // On a narrow screen the last column goes below the others.
        let beside = before + 24 <= self.width || before + widths[last] <= self.width;
        let room = if beside { self.width - before } else { self.width - 4 };
        let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
        for (n, row) in std::iter::once(&head).chain(rows).enumerate() {
            let mut line = String::new();
            for (cell, width) in row[..last].iter().zip(&widths) {
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', width + 2 - count(cell)));
            }
            let mut parts = wrap(&row[last], room).into_iter();
            if beside {
                line.push_str(&parts.next().unwrap_or_default());
            }
            let line = line.trim_end();
            let line = if n == 0 { self.paint(Style::Dim, line) } else { line.to_owned() };
            self.line(line)?;
            let indent = if beside { before } else { 4 };
            for part in parts.filter(|_| beside || 0 < n) {
                self.line(format!("{:indent$}{part}", ""))?;
            }
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Every `word` that is not a part of a longer one, replaced.
fn whole_words(text: &str, word: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        let joined = before.chars().next_back().is_some_and(char::is_alphanumeric)
            || after.chars().next().is_some_and(char::is_alphanumeric);
        out.push_str(before);
        out.push_str(if joined { word } else { by });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A message for the person, beside the results. Nothing is left to be done
/// if even that cannot be written.
pub(crate) fn complain(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "flagbridge: {text}");
}

/// A number of things, or one thing: `1 ship`, `2 ships`.
pub(crate) fn several<N: Copy + Display + PartialEq + From<u8>>(n: N, thing: &str) -> String {
    let end = if n == N::from(1) { "" } else { "s" };
    format!("{n} {thing}{end}")
}

/// How many columns text takes. Colours take none.
fn count(text: &str) -> usize {
    let mut in_colour = false;
    let visible = text.chars().filter(|&c| {
        let hidden = in_colour || c == '\x1b';
        in_colour = hidden && c != 'm';
        !hidden
    });
    visible.count()
}

/// Breaks text between words; a longer word stays whole. Line ends are kept.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let indent: String = paragraph.chars().take_while(|c| *c == ' ').collect();
        let mut line = indent.clone();
        let mut empty = true;
        for word in paragraph.split_whitespace() {
            if !empty && width < count(&line) + 1 + count(word) {
                lines.push(std::mem::replace(&mut line, indent.clone()));
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        lines.push(line.trim_end().to_owned());
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{count, several, whole_words, wrap};

    #[test]
    fn names_are_coloured_as_words_of_their_own() {
        assert_eq!(
            whole_words("Terra's ships; Terran ships, Terra", "Terra", "<T>"),
            "<T>'s ships; Terran ships, <T>"
        );
        assert_eq!(whole_words("nobody", "Terra", "<T>"), "nobody");
        assert_eq!(whole_words("ÄTerra Terra", "Terra", "<T>"), "ÄTerra <T>");
    }

    #[test]
    fn one_thing_is_not_written_like_many() {
        assert_eq!(several(1_u32, "ship"), "1 ship");
        assert_eq!(several(0_usize, "ship"), "0 ships");
        assert_eq!(several(11_u64, "event"), "11 events");
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("  one two three", 8), ["  one", "  two", "  three"]);
        assert_eq!(wrap("incomprehensible", 8), ["incomprehensible"]);
        assert_eq!(wrap("a\n\nb", 8), ["a", "", "b"]);
        assert_eq!(wrap("", 8), [""]);
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(count("\x1b[2m[ASF-SCN.3]\x1b[0m"), 11);
        assert_eq!(wrap("\x1b[1mone\x1b[0m two", 7), ["\x1b[1mone\x1b[0m two"]);
    }
}
