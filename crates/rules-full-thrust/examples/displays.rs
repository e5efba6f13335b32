//! Draws status displays for a few seconds and says how many a second:
//! `cargo run --release -p rules-full-thrust --example displays`; with a name, that
//! ship's display goes to stdout instead.

use std::time::Instant;

use rules_full_thrust::{Design, Options, library, sheet};

const DISPLAYS: usize = 40_000;

fn main() {
    let options = Options::default();
    if let Some(name) = std::env::args().nth(1) {
        let ship = library::ship(&name).expect("the name of a supplied ship");
        print!("{}", sheet::draw(ship, &options));
        return;
    }
    let ships: Vec<&Design> = library::navies().iter().flat_map(|navy| &navy.ships).collect();
    let begun = Instant::now();
    let mut bytes = 0;
    for ship in ships.iter().cycle().take(DISPLAYS) {
        bytes += sheet::draw(ship, &options).len();
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{DISPLAYS} displays of {} bytes on average, {:.0} a second",
        bytes / DISPLAYS,
        DISPLAYS as f64 / seconds
    );
}
