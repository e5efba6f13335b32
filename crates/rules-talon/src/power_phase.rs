//! The Power Phase: charging and the Power Curve (TAL-9.1 to TAL-9.4, TAL-5.4.3).

use crate::{battle::Battle, ship::Ship};

/// TAL-8.4.2, TAL-CRIT.8: what hull and criticals take from the Power.
pub(crate) fn modifier(battle: &Battle, ship: &Ship) -> i8 {
    let design = battle.field.design_of(ship);
    if design.is_fighters() { 0 } else { design.hull_modifier(ship.hull_marked) - ship.criticals.power as i8 }
}

/// TAL-5.4.4: Power as it would be written on `row`.
pub(crate) fn modified(battle: &Battle, ship: &Ship, row: u8) -> i8 {
    battle.field.design_of(ship).power(row) + modifier(battle, ship)
}
