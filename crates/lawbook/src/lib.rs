//! Where each rule of each game is coded and tested.
//!
//! In a crate of its own, on which no game depends: a line moved in a source or
//! a case added would otherwise compile the game again.

/// Places that carry a rule, as `file:line` from the root of the workspace: code, then tests.
pub type Places = (&'static [&'static str], &'static [&'static str]);

type Book = &'static [(&'static str, Places)];

static BOOKS: &[(&str, Book)] = include!(concat!(env!("OUT_DIR"), "/places.rs"));

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
