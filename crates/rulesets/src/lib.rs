//! The registry of games.
//!
//! A new game adds one line to [`RULESETS`]. What can be done with a game is
//! the crate `erased`'s, and reachable from here.

mod glossary;
mod guide;
mod lessons;
mod luck;
mod plainly;
mod puzzles;
mod shapes;
mod shown;
mod wording;

use std::sync::LazyLock;

pub use erased::*;
pub use glossary::{Explanation, glossary};
pub use guide::{Chapter, Diagram, Guide, guide};
pub use lessons::{SuppliedLesson, check_lesson, lesson, lessons};
pub use luck::{seeded_bytes, usual_contribution};
pub use plainly::plainly;
pub use puzzles::{puzzle, puzzle_ids};
pub use shapes::{OddsTold, OddsWay, mean_of, not_recomputed, share, told_odds, told_verdict, ways_of};
pub use shown::{CaseCard, CaseKind, case_cards, design_words, told_case};
pub use wording::{Hardness, Outing, Wording, wording};

/// Every game there is, in the order people see them.
pub static RULESETS: LazyLock<[&dyn Ruleset; 5]> = LazyLock::new(|| {
    [
        any_asfos::ruleset(),
        any_talon::ruleset(),
        any_full_thrust::ruleset(),
        any_ftb::ruleset(),
        any_stratoyager::ruleset(),
    ]
});

/// The rules of a game in our own words, each with the places that carry it.
pub fn rules(game: &dyn Ruleset) -> Vec<engine::Rule> {
    let mut rules = game.rules();
    for rule in &mut rules {
        let (code, tests) = lawbook::places(game.id(), &rule.id);
        let owned = |places: &[&str]| places.iter().map(|it| (*it).to_owned()).collect();
        (rule.code, rule.tests) = (owned(code), owned(tests));
    }
    rules
}

/// The title of the chapter that a rule stands in.
pub fn chapter(game: &str, rule: &str) -> &'static str {
    lawbook::chapter(game, rule)
}

/// What a rule does, in short: its first sentence, or as many as say something. Where the book leaves
/// a gap it is the ruling.
pub fn summary(text: &str) -> &str {
    const ENOUGH: usize = 60;
    const TOO_LITTLE: usize = 40;
    let text = match text.split_once("Ruling: ") {
        Some((before, ruling)) if before.find("Gap").is_some_and(|at| at < TOO_LITTLE) => ruling,
        Some(_) | None => text,
    };
    let ends = |(at, _): &(usize, &str)| {
        let (before, rest) = (&text[..*at], &text[at + 2..]);
        let begins = rest.starts_with(|it: char| it.is_uppercase() || it.is_ascii_digit() || it == '`');
        begins && !before.ends_with("e.g") && (ENOUGH <= *at || rest.starts_with("Gap"))
    };
    text.match_indices(". ").find(ends).map_or(text, |(at, _)| &text[..=at])
}

/// # Errors
///
/// The games there are, if `id` is none of them.
pub fn find(id: &str) -> Result<&'static dyn Ruleset, Fault> {
    find_in(&*RULESETS, id)
}

/// Opens a match file of any game.
///
/// # Errors
///
/// The place in the file and what was expected there.
pub fn open_record(source: &Source<'_>) -> Result<Box<dyn AnyRecord>, Fault> {
    let peek: Peek = source.parse()?;
    if engine::Format::read(&peek.format).is_none() {
        let (name, format) = (source.name, peek.format);
        return Err(Fault::Failed(format!("{name}: format {format:?}, expected {}", engine::Format::ALL)));
    }
    let game = find(&peek.game).map_err(|err| Fault::Failed(format!("{}: {err}", source.name)))?;
    game.open_record(source)
}

/// Runs a conformance case of any game.
///
/// # Errors
///
/// The place in the file and what was expected there.
pub fn run_case(source: &Source<'_>) -> Result<CaseReport, Fault> {
    run_case_in(&*RULESETS, source)
}

/// Like [`run_case`], over games of the caller's own choosing.
///
/// # Errors
///
/// As [`run_case`].
pub fn run_case_in(games: &[&'static dyn Ruleset], source: &Source<'_>) -> Result<CaseReport, Fault> {
    of_named_game(games, source)?.run_case(source)
}

/// The same case, told moment by moment: what is asked, of whom, and the view.
///
/// # Errors
///
/// As [`run_case`].
pub fn show_case(source: &Source<'_>) -> Result<CaseShow, Fault> {
    game_of(source)?.show_case(source)
}

/// The game that the file itself names.
///
/// # Errors
///
/// If it names none, or one that is not there.
pub fn game_of(source: &Source<'_>) -> Result<&'static dyn Ruleset, Fault> {
    of_named_game(&*RULESETS, source)
}

fn of_named_game(games: &[&'static dyn Ruleset], source: &Source<'_>) -> Result<&'static dyn Ruleset, Fault> {
    let Some(id) = source.game()? else {
        let known = list(games.iter().map(|game| game.id()));
        let name = source.name;
        return Err(Fault::Failed(format!("{name}: no field `game`, expected one of: {known}")));
    };
    find_in(games, &id).map_err(|err| Fault::Failed(format!("{}: {err}", source.name)))
}

fn find_in(games: &[&'static dyn Ruleset], id: &str) -> Result<&'static dyn Ruleset, Fault> {
    let found = games.iter().copied().find(|game| game.id() == id);
    found.ok_or_else(|| {
        let known = list(games.iter().map(|game| game.id()));
        Fault::misuse(format!("unknown game {id:?}; the games are: {known}"))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_sentence_says_it_in_short() {
        let long = "A ship, e.g. a cruiser, keeps the speed of 2.5 MU that it had in the turn before.";
        let more = format!("{long} It turns.");
        for (text, short) in [
            ("One. Two.", "One. Two."),
            (more.as_str(), long),
            ("No end", "No end"),
            ("Timing. Gap. Ruling: at once.", "at once."),
            ("Gap: unclear. Ruling: by number.", "by number."),
            (
                "The ship is told where to fly and flies. Gap: when? Ruling: now.",
                "The ship is told where to fly and flies.",
            ),
        ] {
            assert_eq!(super::summary(text), short);
        }
    }
}
