//! Leaving the battle by FTL (TAL-11.1.1 to TAL-11.1.6).

use crate::{battle::Battle, ship::Ship};

/// TAL-11.1.3: the Round in whose Power Phase the FTL is spooled. Bases and
/// fighters have none (TAL-11.1.4b, TAL-11.1.4c).
pub(crate) fn spool_round(battle: &Battle, ship: &Ship) -> Option<u16> {
    let design = battle.field.design_of(ship);
    if design.is_base() || design.is_fighters() {
        return None;
    }
    let from = if battle.field.options.spool_from_arrival { ship.arrived } else { 0 };
    Some(from + design.hull.len() as u16)
}
