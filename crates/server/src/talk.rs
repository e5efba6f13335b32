//! Talk at the table, beside the battle and no part of it.
//!
//! There are two rooms. What players say is heard by everybody who has a
//! place at the table; what onlookers say is heard by players when the battle
//! is over and no sooner. A live connection is only told how much has been
//! said in the rooms its viewer hears, and each room counts for itself, so
//! that what is said in one leaves no trace in the other.

use std::sync::{Mutex, PoisonError};

use engine::{Seat, Viewer};
use people::words::Measure;
use wire::{Heard, Phrase, Room};

use crate::{app::App, error::Result, table::Table};

/// What a message may be.
pub(crate) const MESSAGE: Measure = Measure { what: "a message", most: 500, lines: 1 };

/// What can be said by number: a phone has no keyboard that one would like to use in a battle.
pub(crate) const PHRASES: [&str; 14] = [
    "Hello.",
    "Good luck.",
    "Have fun.",
    "Well played.",
    "Nice shot.",
    "Close call.",
    "Thank you.",
    "Sorry.",
    "One moment, please.",
    "Take your time.",
    "I will be back in a while.",
    "I am back.",
    "I have to go.",
    "Good game.",
];

/// By number, from 1 on.
pub(crate) fn phrase(n: u8) -> Option<&'static str> {
    PHRASES.get(usize::from(n).checked_sub(1)?).copied()
}

pub(crate) fn phrases() -> Vec<Phrase> {
    (1..).zip(PHRASES).map(|(n, text)| Phrase { n, text: text.to_owned() }).collect()
}

/// As the store numbers them.
pub(crate) fn number(room: Room) -> i64 {
    match room {
        Room::Players => 0,
        Room::Onlookers => 1,
    }
}

/// The numbers of what was said last in each room, once somebody has asked the store.
#[derive(Debug, Default)]
pub(crate) struct Ear(Mutex<Option<[i64; 2]>>);

impl Ear {
    fn known(&self) -> std::sync::MutexGuard<'_, Option<[i64; 2]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something was said. Whoever says something has asked before what was said last.
    pub(crate) fn said(&self, room: Room, n: i64) {
        if let Some(known) = &mut *self.known() {
            let last = &mut known[number(room) as usize];
            *last = n.max(*last);
        }
    }

    /// Somebody may have said something elsewhere.
    pub(crate) fn forget(&self) {
        *self.known() = None;
    }
}

/// What was said last in each room; nothing where nobody talks.
pub(crate) async fn heard(app: &App, table: &Table) -> Result<Option<[i64; 2]>> {
    if app.house().is_none() {
        return Ok(None);
    }
    if let Some(known) = *table.ear.known() {
        return Ok(Some(known));
    }
    let found = app.store().heard(&table.about.id).await?;
    Ok(Some(*table.ear.known().get_or_insert(found)))
}

/// The same as a viewer may know it; nothing where nothing was said.
pub(crate) fn shown(heard: Option<[i64; 2]>, viewer: Viewer, over: bool) -> Option<Heard> {
    let [players, onlookers] = heard?.map(i64::unsigned_abs);
    let onlookers = hears(viewer, Room::Onlookers, over).then_some(onlookers).filter(|it| 0 < *it);
    (0 < players || onlookers.is_some()).then_some(Heard { players, onlookers })
}

/// Whether this place at the table hears what is said in a room.
pub(crate) fn hears(viewer: Viewer, room: Room, over: bool) -> bool {
    match (room, viewer) {
        (Room::Players, _) | (Room::Onlookers, Viewer::Spectator | Viewer::Referee) => true,
        (Room::Onlookers, Viewer::Seat(_)) => over,
    }
}

/// Whether this place at the table may speak in a room.
pub(crate) fn speaks(viewer: Viewer, room: Room) -> Option<Option<Seat>> {
    match (room, viewer) {
        (Room::Players, Viewer::Seat(seat)) => Some(Some(seat)),
        (Room::Onlookers, Viewer::Spectator) => Some(None),
        (Room::Players, Viewer::Spectator | Viewer::Referee)
        | (Room::Onlookers, Viewer::Seat(_) | Viewer::Referee) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_hear_onlookers_when_the_battle_is_over() {
        let seat = Viewer::Seat(Seat(0));
        assert_eq!(shown(Some([0, 7]), seat, false), None);
        assert_eq!(shown(Some([3, 7]), seat, false), Some(Heard { players: 3, onlookers: None }));
        assert_eq!(shown(Some([3, 7]), seat, true), Some(Heard { players: 3, onlookers: Some(7) }));
        let looks = Viewer::Spectator;
        assert_eq!(shown(Some([0, 7]), looks, false), Some(Heard { players: 0, onlookers: Some(7) }));
        assert_eq!(shown(None, looks, true), None);
        assert!(speaks(seat, Room::Onlookers).is_none() && speaks(looks, Room::Players).is_none());
    }

    #[test]
    fn phrases_are_numbered_from_one() {
        assert_eq!(phrase(1), Some("Hello."));
        assert_eq!((phrase(0), phrase(15)), (None, None));
        let told = phrases();
        assert_eq!((told.len(), told[13].n, told[13].text.as_str()), (14, 14, "Good game."));
    }
}
