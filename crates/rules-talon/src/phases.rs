//! The sequence of play (TAL-3.1.1 to TAL-3.2.6).

use crate::{battle::Battle, ship::Marker};

/// TAL-4.2.3, TAL-4.2.6: Change and Defend markers of both sides on the map.
pub(crate) fn markers(battle: &Battle) -> [u8; 2] {
    let mut count = [0; 2];
    for ship in battle.board.ships.iter().filter(|it| it.is_active()) {
        match ship.marker {
            Some(Marker::Change) => count[0] += 1,
            Some(Marker::Defend) => count[1] += 1,
            None => (),
        }
    }
    count
}
