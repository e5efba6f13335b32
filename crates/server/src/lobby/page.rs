//! The page that everybody sees, and what of it is another than before.

use std::collections::BTreeMap;

use wire::{Late, LobbyChange, LobbyPage, NameCard, Pace, PacePreset, PairsWaiting};

use super::invite;
use crate::{app::App, error::Result};

/// More tables than anybody looks through.
const MOST_TABLES: u32 = 300;
/// More than can wait for the same at once for longer than a moment.
const MOST_PAIRINGS: u32 = 1_000;
/// More names than anybody reads.
const MOST_PEOPLE: usize = 200;

const MINUTE: u32 = 60;
const DAY: u32 = 24 * 60 * MINUTE;

/// The paces of quick pairing: few, so that people find each other.
pub(super) fn paces() -> Vec<PacePreset> {
    let pace = |id: &str, pace: Pace| PacePreset { id: id.to_owned(), pace };
    let none = Pace { decision: 0, bank: 0, increment: 0, holidays: 0, late: Late::Lost };
    vec![
        pace("15+15", Pace { bank: 15 * MINUTE, increment: 15, ..none }),
        pace("30+30", Pace { bank: 30 * MINUTE, increment: 30, ..none }),
        pace("1d", Pace { decision: DAY, bank: 3 * DAY, holidays: 7, late: Late::Captain, ..none }),
    ]
}

pub(super) fn empty() -> LobbyPage {
    LobbyPage { paces: paces(), ..LobbyPage::default() }
}

/// As it is now.
pub(super) async fn read(app: &App, people: (usize, Vec<NameCard>), seq: u64) -> Result<LobbyPage> {
    let tables = app.store().open_tables(MOST_TABLES).await?;
    let mut waiting: BTreeMap<(String, String), usize> = BTreeMap::new();
    for it in app.store().pairings(MOST_PAIRINGS).await? {
        *waiting.entry((it.game, it.pace)).or_insert(0) += 1;
    }
    let (here, mut people) = people;
    people.truncate(MOST_PEOPLE);
    Ok(LobbyPage {
        seq,
        here,
        people,
        tables: tables.iter().filter_map(invite::table).collect(),
        waiting: waiting
            .into_iter()
            .map(|((game, pace), people)| PairsWaiting { game, pace, people })
            .collect(),
        paces: paces(),
    })
}

/// What is another; nothing if all is as before.
pub(super) fn change(before: &LobbyPage, after: &LobbyPage) -> Option<LobbyChange> {
    let without = |these: &[NameCard], those: &[NameCard]| -> Vec<NameCard> {
        these.iter().filter(|it| !those.contains(it)).cloned().collect()
    };
    let tables = after.tables.iter().filter(|it| !before.tables.contains(it)).cloned();
    let is_gone = |id: &&String| !after.tables.iter().any(|it| it.id == **id);
    let change = LobbyChange {
        seq: after.seq,
        here: after.here,
        tables: tables.collect(),
        closed: before.tables.iter().map(|it| &it.id).filter(is_gone).cloned().collect(),
        came: without(&after.people, &before.people),
        left: without(&before.people, &after.people),
        waiting: (before.waiting != after.waiting).then(|| after.waiting.clone()),
    };
    let nothing = LobbyChange { seq: after.seq, here: before.here, ..LobbyChange::default() };
    (change != nothing).then_some(change)
}

#[cfg(test)]
mod tests {
    use wire::OpenTable;

    use super::*;

    fn card(name: &str) -> NameCard {
        NameCard { name: Some(name.to_owned()), owner: None }
    }

    fn table(id: &str, title: &str) -> OpenTable {
        OpenTable {
            id: id.to_owned(),
            maker: card("Ada"),
            game: "asfos".to_owned(),
            scenario: "intro".to_owned(),
            title: title.to_owned(),
            options: serde_json::Map::new(),
            pace: None,
            side: None,
            mirror: false,
            guests: true,
            unaided: false,
            created: 1,
        }
    }

    #[test]
    fn a_change_has_what_is_another_and_nothing_else() {
        let before = LobbyPage {
            seq: 1,
            here: 2,
            people: vec![card("Ada"), card("Bob")],
            tables: vec![table("b", "B"), table("a", "A")],
            ..empty()
        };
        assert_eq!(change(&before, &LobbyPage { seq: 2, ..before.clone() }), None);
        let after = LobbyPage {
            seq: 2,
            here: 3,
            people: vec![card("Bob"), card("Carol")],
            tables: vec![table("c", "C"), table("b", "Another")],
            waiting: vec![PairsWaiting { game: "talon".to_owned(), pace: "1d".to_owned(), people: 1 }],
            ..empty()
        };
        let told = change(&before, &after).unwrap();
        assert_eq!((told.seq, told.here), (2, 3));
        assert_eq!(told.tables, [table("c", "C"), table("b", "Another")]);
        assert_eq!(told.closed, ["a"]);
        assert_eq!((told.came, told.left), (vec![card("Carol")], vec![card("Ada")]));
        assert_eq!(told.waiting, Some(after.waiting.clone()));
        // Guests are only counted.
        let guest = LobbyPage { seq: 3, here: 4, ..after.clone() };
        let told = change(&after, &guest).unwrap();
        assert_eq!(told, LobbyChange { seq: 3, here: 4, ..LobbyChange::default() });
    }
}
