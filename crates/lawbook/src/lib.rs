//! Where each rule of each game is coded and tested, what its chapter is called, and the cases
//! that show it.
//!
//! In a crate of its own, on which no game depends: a line moved in a source or
//! a case added would otherwise compile the game again.

#[cfg(test)]
mod title;

use std::{collections::BTreeMap, io::Read as _, sync::LazyLock};

/// Places that carry a rule, as `file:line` from the root of the workspace: code, then tests.
pub type Places = (&'static [&'static str], &'static [&'static str]);

type Book = &'static [(&'static str, Places)];

static BOOKS: &[(&str, Book)] = include!(concat!(env!("OUT_DIR"), "/places.rs"));

static CHAPTERS: &[(&str, &[(&str, &str)])] = include!(concat!(env!("OUT_DIR"), "/chapters.rs"));

/// The title of the chapter that a rule stands in; empty for a rule or a game that is not there.
pub fn chapter(game: &str, rule: &str) -> &'static str {
    let book = CHAPTERS.iter().find(|(id, _)| *id == game).map_or(&[][..], |(_, book)| book);
    book.iter().find(|(id, _)| *id == rule).map_or("", |(_, title)| *title)
}

static PACKED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// The files of cases by their names without the ending.
pub type Cases = BTreeMap<String, String>;

static CASES: LazyLock<BTreeMap<&str, Cases>> =
    LazyLock::new(|| PACKED.iter().map(|(game, packed)| (*game, unpacked(packed))).collect());

/// All cases of a game; none for a game that is not there.
pub fn cases(game: &str) -> &'static Cases {
    static NONE: Cases = Cases::new();
    CASES.get(game).unwrap_or(&NONE)
}

/// `name NUL text NUL`, as the build script packs them.
fn unpacked(packed: &[u8]) -> Cases {
    let mut text = String::new();
    flate2::read::DeflateDecoder::new(packed).read_to_string(&mut text).expect("packed by the build script");
    let mut parts = text.split_terminator('\0');
    let mut cases = Cases::new();
    while let (Some(id), Some(text)) = (parts.next(), parts.next()) {
        cases.insert(id.to_owned(), text.to_owned());
    }
    cases
}

/// The places of one rule; none for a rule or a game that is not there.
pub fn places(game: &str, rule: &str) -> Places {
    let book = BOOKS.iter().find(|(id, _)| *id == game).map_or(&[][..], |(_, book)| book);
    book.iter().find(|(id, _)| *id == rule).map_or((&[], &[]), |(_, places)| *places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_every_game_is_coded_and_tested() {
        assert_eq!(BOOKS.len(), 5);
        for (game, book) in BOOKS {
            assert!(50 < book.len(), "{game} has {} rules", book.len());
            for (id, (code, tests)) in *book {
                assert!(!code.is_empty(), "{game}: nothing carries {id} out");
                assert!(!tests.is_empty(), "{game}: nothing tests {id}");
            }
        }
    }

    #[test]
    fn cases_are_there_word_for_word() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        for (game, _) in BOOKS {
            let cases = cases(game);
            assert!(100 < cases.len(), "{game} has {} cases", cases.len());
            let (id, text) = cases.iter().next().unwrap();
            let file = std::fs::read_to_string(format!("{root}/rules-{game}/cases/{id}.toml"));
            assert_eq!(file.unwrap(), *text);
        }
        assert!(super::cases("chess").is_empty());
    }

    #[test]
    fn every_rule_stands_in_a_chapter_with_a_name() {
        for (game, book) in BOOKS {
            for (id, _) in *book {
                let title = chapter(game, id);
                assert!(!title.is_empty(), "{game}: {id} has no chapter");
                assert!(!title.contains(['(', '[', '#', '`']), "{game}: {id} stands in {title:?}");
            }
        }
        assert_eq!(chapter("asfos", "ASF-NONE"), "");
    }

    #[test]
    fn places_name_files_that_are_there() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let (code, tests) = places("asfos", BOOKS[0].1[0].0);
        for place in code.iter().chain(tests) {
            let (file, line) = place.rsplit_once(':').unwrap();
            let text = std::fs::read_to_string(format!("{root}/{file}")).unwrap();
            assert!(line.parse::<usize>().unwrap() <= text.lines().count(), "{place}");
        }
        assert_eq!(places("asfos", "ASF-NONE"), (&[][..], &[][..]));
        assert_eq!(places("chess", "CH-1"), (&[][..], &[][..]));
    }
}
