//! Which ships somebody flew. They are noted with what lists show of a battle when it is over, so
//! that nobody has to open its record for a profile.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use serde::{Deserialize, Serialize};
use wire::{MatchSummary, ShipsFlown};

use crate::table::{About, Stage};

/// So many classes of a game stand on a profile.
const SHOWN: usize = 3;

/// Ships of one class that one seat had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flown {
    seat: u8,
    class: String,
    number: u32,
    lost: u32,
}

/// What is kept beside what a list shows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Note {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flown: Vec<Flown>,
    /// Whether the forces are none that come with the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    own_forces: bool,
}

#[derive(Serialize)]
struct Noted {
    #[serde(flatten)]
    summary: MatchSummary,
    #[serde(flatten)]
    note: Note,
}

/// What is kept to be shown in lists, and who flew what if the battle is over. A reader who knows
/// nothing of ships reads over them.
pub(crate) fn noted(about: &About, stage: &Stage, summary: MatchSummary) -> String {
    let note = match stage {
        Stage::Battle(battle) if battle.outcome().is_some() => {
            Note { flown: count(&battle.losses()), own_forces: about.scenario.is_none() }
        }
        Stage::Battle(_) | Stage::Waiting(_) => Note::default(),
    };
    serde_json::to_string(&Noted { summary, note }).expect("plain data")
}

fn count(losses: &[engine::Loss]) -> Vec<Flown> {
    let mut classes: BTreeMap<(u8, &str), (u32, u32)> = BTreeMap::new();
    for it in losses {
        let (number, lost) = classes.entry((it.seat.0, &it.class)).or_default();
        *number += 1;
        *lost += u32::from(it.fate == engine::Fate::Destroyed);
    }
    let flown = |((seat, class), (number, lost)): ((u8, &str), (u32, u32))| Flown {
        seat,
        class: class.to_owned(),
        number,
        lost,
    };
    classes.into_iter().map(flown).collect()
}

/// As [`noted`] wrote it; nothing where it is not known.
pub(crate) fn read(body: &str) -> Note {
    serde_json::from_str(body).unwrap_or_default()
}

/// The classes that one seat in each of these battles of a game had most often.
pub(crate) fn favourites<'a>(
    game: &str,
    battles: impl IntoIterator<Item = (&'a Note, u8)>,
) -> Vec<ShipsFlown> {
    let mut classes: BTreeMap<&str, ShipsFlown> = BTreeMap::new();
    for (note, seat) in battles {
        for it in note.flown.iter().filter(|it| it.seat == seat) {
            let class = classes.entry(&it.class).or_insert_with(|| ShipsFlown {
                class: it.class.clone(),
                battles: 0,
                number: 0,
                lost: 0,
                own_design: note.own_forces && is_own_design(game, &it.class),
            });
            class.battles += 1;
            class.number += it.number;
            class.lost += it.lost;
        }
    }
    let mut all: Vec<ShipsFlown> = classes.into_values().collect();
    all.sort_by(|a, b| (b.battles, b.number, &a.class).cmp(&(a.battles, a.number, &b.class)));
    all.truncate(SHOWN);
    all
}

/// Whether no ship that comes with the game is called so. Games without a shipyard do not tell.
fn is_own_design(game: &str, class: &str) -> bool {
    static SUPPLIED: OnceLock<BTreeMap<&'static str, BTreeSet<String>>> = OnceLock::new();
    let supplied = SUPPLIED.get_or_init(|| {
        let yards = rulesets::RULESETS.iter().filter_map(|it| Some((it.id(), it.shipyard()?.catalogue())));
        let ships = |navies: Vec<engine::NavyCard>| -> BTreeSet<String> {
            navies.into_iter().flat_map(|navy| navy.ships).map(|ship| ship.name).collect()
        };
        yards.map(|(id, catalogue)| (id, ships(catalogue.navies))).collect()
    });
    supplied.get(game).is_some_and(|ships| !ships.contains(class))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(own_forces: bool, flown: &[(u8, &str, u32, u32)]) -> Note {
        let flown = flown.iter().map(|&(seat, class, number, lost)| Flown {
            seat,
            class: class.to_owned(),
            number,
            lost,
        });
        Note { flown: flown.collect(), own_forces }
    }

    #[test]
    fn ships_of_the_own_seat_count_and_the_most_battles_come_first() {
        let battles = [
            note(false, &[(0, "Frigate", 2, 1), (0, "Cruiser", 1, 0), (1, "Freighter", 9, 9)]),
            note(false, &[(0, "Freighter", 5, 5), (1, "Frigate", 1, 1)]),
            note(false, &[(0, "Scout", 3, 0), (0, "Base", 1, 0)]),
        ];
        let seats = battles.iter().zip([0, 1, 0]);
        let found = favourites("talon", seats);
        let found: Vec<(&str, u32, u32, u32)> =
            found.iter().map(|it| (it.class.as_str(), it.battles, it.number, it.lost)).collect();
        assert_eq!(found, [("Frigate", 2, 3, 2), ("Scout", 1, 3, 0), ("Base", 1, 1, 0)]);
    }

    #[test]
    fn a_design_is_ones_own_where_a_yard_knows_none_of_that_name() {
        let own = |game: &str, own_forces: bool, class: &str| {
            favourites(game, [(&note(own_forces, &[(0, class, 1, 0)]), 0)])[0].own_design
        };
        let navies = rulesets::find("full-thrust").unwrap().shipyard().unwrap().catalogue().navies;
        assert!(own("full-thrust", true, "Six small moons"));
        assert!(!own("full-thrust", false, "Six small moons"), "it came with a scenario");
        assert!(!own("full-thrust", true, &navies[0].ships[0].name));
        assert!(!own("talon", true, "Six small moons"), "there is no yard");
    }

    #[test]
    fn what_was_kept_before_ships_were_noted_says_nothing() {
        assert!(read("{\"id\": \"x\"}").flown.is_empty() && read("no JSON").flown.is_empty());
    }
}
