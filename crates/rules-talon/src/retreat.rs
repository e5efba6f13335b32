//! Leaving the battle by FTL (TAL-11.1.1 to TAL-11.1.6).

use engine::{Findings, Table};

use crate::{
    battle::Battle,
    events::{Event, MovementEvent},
    ship::{Exit, Ship, ShipId},
};

/// TAL-11.1.3: the Round in whose Power Phase the FTL is spooled, by the hull
/// boxes printed. Bases and fighters have none (TAL-11.1.4b, TAL-11.1.4c).
pub(crate) fn spool_round(battle: &Battle, ship: &Ship) -> Option<u16> {
    let design = battle.field.design_of(ship);
    if design.is_base() || design.is_fighters() {
        return None;
    }
    let from = if battle.field.options.spool_from_arrival { ship.arrived } else { 0 };
    Some(from.saturating_add(design.hull.len() as u16))
}

/// TAL-11.1.3: whether it becomes spooled in this Power Phase.
pub(crate) fn spools_now(battle: &Battle, id: ShipId) -> bool {
    let ship = battle.ship(id);
    !ship.spooled && spool_round(battle, ship).is_some_and(|round| round <= battle.board.round)
}

/// TAL-11.1.4a, TAL-11.1.5: why a ship may not jump.
pub(crate) fn objection(battle: &Battle, id: ShipId) -> Option<(&'static str, &'static str)> {
    let (ship, design) = (battle.ship(id), battle.design_of(id));
    let rules = &battle.field.scenario.retreat;
    if !rules.allowed || rules.forbidden_to.iter().any(|it| it.eq_ignore_ascii_case(&design.class)) {
        return Some(("TAL-11.1.2", "the scenario forbids it to retreat"));
    }
    if design.is_base() {
        return Some(("TAL-11.1.4b", "Bases never retreat"));
    }
    // TAL-12.1.2c.
    if design.is_fighters() {
        return Some(("TAL-11.1.4c", "fighters have no FTL"));
    }
    if !ship.spooled {
        return Some(("TAL-11.1.3", "its FTL is not spooled"));
    }
    if ship.criticals.ftl_offline {
        return Some(("TAL-CRIT.10", "its FTL is offline"));
    }
    // A worm hole is none: it is empty space for whom it does not take (TAL-19.2).
    let held = battle.kind_at(ship.at).is_some_and(|it| it.weakens());
    held.then_some(("TAL-11.1.4a", "no jump from a hex with terrain"))
}

pub(crate) fn eligible(battle: &Battle, side: u8) -> impl Iterator<Item = ShipId> + '_ {
    battle.active(side).filter(|&id| objection(battle, id).is_none())
}

pub(crate) fn check(battle: &Battle, side: u8, ships: &[ShipId], found: &mut Findings) {
    for (n, &id) in ships.iter().enumerate() {
        if !battle.is_own(side, id, "TAL-11.1.2", found) {
            continue;
        }
        if let Some((rule, reason)) = objection(battle, id) {
            found.add(rule, format!("{}: {reason}", battle.tag(id)));
        }
        found.require(!ships[..n].contains(&id), "TAL-11.1.2", || {
            format!("{}: it jumps twice", battle.tag(id))
        });
    }
}

pub(crate) fn perform(table: &mut Table<Battle>, ships: &[ShipId]) {
    for &ship in ships {
        table.emit(Event::Movement(MovementEvent::Left { ship, exit: Exit::Ftl }));
    }
}

/// TAL-SC6: who is too far from the Black Hole at the Retreat Phase has retreated.
pub(crate) fn drift(table: &mut Table<Battle>) {
    let Some(beyond) = table.state().field.scenario.retreat.beyond else { return };
    for ship in table.state().ship_ids() {
        let battle = table.state();
        let at = battle.ship(ship).at;
        let far = battle.black_hole(at).is_some_and(|hole| i16::from(beyond) < hole.distance(at));
        if battle.ship(ship).is_active() && far {
            table.emit(Event::Movement(MovementEvent::Left { ship, exit: Exit::Drifted }));
        }
    }
}
