//! What comes with the game: ships, scenarios, rules.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::{design::Design, scenario::Scenario};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipFile {
    ship: Vec<Design>,
}

static SHIPS: LazyLock<Vec<Design>> = LazyLock::new(|| {
    toml::from_str::<ShipFile>(include_str!("../data/ships.toml")).expect("the supplied ships").ship
});

/// TAL-2.11: the supplied classes.
pub fn ships() -> &'static [Design] {
    &SHIPS
}

/// TAL-SC1 to TAL-SC6, and TAL-DYO.1: the supplied scenarios by id.
pub(crate) const SCENARIOS: [(&str, &str); 7] = [
    ("intro", include_str!("../data/scenarios/intro.toml")),
    ("squadron", include_str!("../data/scenarios/squadron.toml")),
    ("fleet", include_str!("../data/scenarios/fleet.toml")),
    ("base", include_str!("../data/scenarios/base.toml")),
    ("convoy", include_str!("../data/scenarios/convoy.toml")),
    ("black-hole", include_str!("../data/scenarios/black-hole.toml")),
    ("meeting", include_str!("../data/scenarios/meeting.toml")),
];

/// A supplied scenario.
///
/// # Panics
///
/// Panics if there is none of that id.
pub fn scenario(id: &str) -> Scenario {
    let (_, text) = SCENARIOS.iter().find(|(it, _)| *it == id).expect("a supplied scenario");
    toml::from_str(text).expect("the supplied scenarios")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Battle, Field, deploy, victory};

    /// TAL-SC1 to TAL-SC6: the forces add up to the points of the index, and stand where they may.
    #[test]
    fn rule_sc_forces_add_up() {
        let points = [
            ("intro", [115, 115]),
            ("squadron", [295, 299]),
            ("fleet", [689, 686]),
            ("base", [415, 505]),
            ("convoy", [321, 224]),
            ("black-hole", [258, 251]),
        ];
        for (id, expected) in points {
            let scenario = scenario(id);
            let battle = Battle::ready(Field::new(&scenario.options, &scenario).expect(id));
            assert_eq!(victory::starting(&battle), expected, "{id}");
            assert_eq!(deploy::findings(&battle), Vec::<String>::new(), "{id}");
        }
    }

    /// TAL-2.11: the Talon BC as the book shows it; TAL-5.4.1: the Terran CA's start row.
    #[test]
    fn rule_2_11_the_counters_of_the_book() {
        let find = |faction: &str, class: &str| {
            ships().iter().find(|it| it.title() == format!("{faction} {class}")).unwrap()
        };
        let cruiser = find("Talon", "BC");
        let mut groups: Vec<(u8, u8, u8)> =
            cruiser.groups.iter().map(|it| (it.count, it.red, it.yellow)).collect();
        groups.sort_unstable();
        assert_eq!(groups, [(1, 1, 2), (2, 1, 4), (3, 2, 0)]);
        assert_eq!((cruiser.afterburners, cruiser.hull.iter().filter(|it| it.critical).count()), (2, 2));
        let heavy = find("Terran", "CA");
        assert_eq!(heavy.curve[usize::from(heavy.start)], [3, 3, 2]);
        assert_eq!(heavy.curve[1], [2, 4, 2]);
        assert!(ships().iter().all(|it| it.findings().is_empty()));
        assert_eq!(ships().len(), 19);
    }
}
