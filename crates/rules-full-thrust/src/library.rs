//! What comes with the game: navies and their ships.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::design::{Design, tech::TechBase};

/// A navy, what it can build, and what it has built.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Navy {
    pub id: String,
    pub name: String,
    pub about: String,
    /// FT-15.0.1; empty for the ships of the book, which no navy owns.
    pub tech: TechBase,
    pub ships: Vec<Design>,
}

const FILES: [&str; 7] = [
    include_str!("../data/navies/book.json"),
    include_str!("../data/navies/aurelia.json"),
    include_str!("../data/navies/veshar.json"),
    include_str!("../data/navies/korvath.json"),
    include_str!("../data/navies/tessaline.json"),
    include_str!("../data/navies/ostrava.json"),
    include_str!("../data/navies/nhal.json"),
];

/// The ships of the book first, then our own six navies.
pub fn navies() -> &'static [Navy] {
    static NAVIES: OnceLock<Vec<Navy>> = OnceLock::new();
    NAVIES.get_or_init(|| {
        FILES.iter().map(|file| serde_json::from_str(file).expect("a navy of the library")).collect()
    })
}

/// A supplied ship by its name.
pub fn ship(name: &str) -> Option<&'static Design> {
    navies().iter().flat_map(|navy| &navy.ships).find(|ship| ship.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        design::{audit::Terms, tech},
        options::{Gunboats, Options},
    };

    /// FT-13.1.1, FT-15.0.1: at least forty designs over six navies, all legal under the
    /// rulebook's options and built from what their navy owns.
    #[test]
    fn rule_13_1_1_the_library_is_legal() {
        let (options, own) = (Options::default(), &navies()[1..]);
        assert_eq!(own.len(), 6);
        assert!(40 <= own.iter().map(|navy| navy.ships.len()).sum::<usize>());
        for navy in navies() {
            let tech = Some(&navy.tech).filter(|tech| !tech.is_empty());
            assert_eq!(
                tech::findings(&navy.tech, Some(14), Gunboats::On),
                Vec::<String>::new(),
                "{}",
                navy.id
            );
            for ship in &navy.ships {
                let audit = ship.audit(Terms { options: &options, tech, battle: true });
                let wrong: Vec<_> = audit
                    .findings
                    .iter()
                    .filter(|(severity, _)| *severity != engine::Severity::Note)
                    .collect();
                assert!(wrong.is_empty(), "{} of {}: {wrong:?}", ship.name, navy.name);
                assert!(ship.is_legal(&options, tech));
                assert_eq!(ship.mass, ship.bill(&options).used.up(), "{}: all mass is used", ship.name);
            }
        }
        let mut names: Vec<_> = own.iter().flat_map(|navy| &navy.ships).map(|ship| &ship.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), own.iter().map(|navy| navy.ships.len()).sum::<usize>(), "one name, one ship");
    }

    /// FT-4.12.1, FT-13.14.1: mass, points and combat points of the book's ships.
    #[test]
    fn rule_13_14_1_ships_of_the_book() {
        for (name, mass, points, cpv) in
            [("Heavy Cruiser", 89, 300, 290), ("Frigate", 16, 55, 42), ("Worked Example", 86, 294, 282)]
        {
            let ship = ship(name).expect("a ship of the book");
            let bill = ship.bill(&Options::default());
            assert_eq!((bill.used.up(), bill.points(), bill.cpv()), (mass, points, cpv), "{name}");
            assert_eq!((ship.claimed_points, ship.claimed_cpv), (None, None));
        }
        assert_eq!(ship("Heavy Cruiser").expect("there").rows()[..], [7, 7, 6, 6]);
    }
}
