//! The puzzles that come with a game: `data/puzzles` of its crate, one file each. They are packed
//! when this crate is built, so that no game depends on them.

use std::{collections::BTreeMap, io::Read as _, sync::LazyLock};

use erased::{Fault, Format, Puzzle, Source};
use flate2::read::GzDecoder;
use serde::Deserialize;

macro_rules! packed {
    ($($game:literal),+) => {
        [$(($game, include_bytes!(concat!(env!("OUT_DIR"), "/", $game, ".gz")).as_slice())),+]
    };
}

/// One line for each puzzle, by game, in the order of their ids.
static TEXTS: LazyLock<BTreeMap<&'static str, Vec<(String, String)>>> = LazyLock::new(|| {
    let all = packed!["asfos", "talon", "full-thrust", "ftb", "stratoyager"];
    all.into_iter().map(|(game, packed)| (game, unpacked(packed))).collect()
});

#[derive(Deserialize)]
struct Named {
    id: String,
}

fn unpacked(packed: &[u8]) -> Vec<(String, String)> {
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("packed when this was built");
    let named = |line: &str| {
        let Named { id } = plain::from_json(line).expect("a puzzle has an id");
        (id, line.to_owned())
    };
    text.lines().map(named).collect()
}

/// The ids of a game's puzzles.
pub fn puzzle_ids(game: &str) -> impl Iterator<Item = &'static str> {
    TEXTS.get(game).into_iter().flatten().map(|(id, _)| id.as_str())
}

/// One of them.
///
/// # Errors
///
/// If there is no such game or puzzle, or the puzzle does not open.
pub fn puzzle(game: &str, id: &str) -> Result<Box<dyn Puzzle>, Fault> {
    let rules = crate::find(game)?;
    let text = TEXTS.get(game).into_iter().flatten().find(|it| it.0 == id).map(|it| it.1.as_str());
    let text = text.ok_or_else(|| Fault::misuse(format!("{game} has no puzzle {id:?}")))?;
    rules.puzzle(&Source { name: id, text, format: Format::Json })
}
