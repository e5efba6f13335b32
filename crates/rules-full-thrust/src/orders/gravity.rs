//! What an order may say about planets (FT-17.8.2, FT-17.9.4).

use super::*;

pub(super) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    check_pull(battle, order, found);
    let chooses = order.round.is_none() || planets::may_go_round(battle, order.ship);
    found.require(chooses, "FT-17.8.2", || {
        format!("{} meets no orbit track to choose its way round", battle.field.tag(order.ship))
    });
}

/// FT-17.9.4: unused points of turning raise or lower the turn of a gravity zone.
pub(super) fn check_pull(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    if order.pull == 0 {
        return;
    }
    let tag = || battle.field.tag(order.ship);
    found.require(0 < battle.most_pull(order.ship), "FT-17.9.4", || {
        format!("{} feels no gravity that it could use", tag())
    });
    let used = need(&order.plot, order.roll).turning + u32::from(order.pull.unsigned_abs());
    let turning = battle.drive(order.ship).turning;
    found.require(used <= u32::from(turning), "FT-17.9.4", || {
        format!("{}: {used} points of turning exceed {turning}", tag())
    });
}
