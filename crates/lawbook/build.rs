//! Finds where every rule of every game is coded and tested.

/// Each game with the letters its rules begin with.
const GAMES: [(&str, &str); 5] =
    [("asfos", "ASF"), ("talon", "TAL"), ("full-thrust", "FT"), ("ftb", "FTB"), ("stratoyager", "STR")];

fn main() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    citations::generate_places(&GAMES.map(|(game, prefix)| (game, prefix, format!("{crates}/rules-{game}"))));
}
