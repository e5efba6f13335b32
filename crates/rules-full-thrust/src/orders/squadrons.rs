//! Squadrons, which fly one plot (FT-3.7).

use super::*;

/// FT-3.7.1: a ship of a squadron writes one order of its own, which moves nothing; true if it is its only one.
pub(super) fn check_member(
    battle: &Battle,
    orders: &Orders,
    order: &ShipOrder,
    found: &mut Findings,
) -> bool {
    let tag = || battle.field.tag(order.ship);
    found.require(standing(order) == *order, "FT-3.7.1", || {
        format!("{} flies the order of its squadron and keeps its place", tag())
    });
    let once = orders.ships.iter().filter(|it| it.ship == order.ship).count() == 1;
    found.require(once, "FT-2.6.1", || format!("ship number {} has two orders", order.ship.0))
}

/// FT-3.7.1: the same order without all that moves the ship.
pub(super) fn standing(order: &ShipOrder) -> ShipOrder {
    ShipOrder {
        plot: Plot::Hold,
        emergency: false,
        roll: false,
        pull: 0,
        ram: None,
        tow: None,
        dock: None,
        exit: None,
        cast_off: false,
        detach: false,
        ..order.clone()
    }
}

/// FT-3.7.1, FT-3.7.4, FT-3.7.6, FT-12.12.8.
pub(super) fn check(battle: &Battle, order: &SquadronOrder, found: &mut Findings) {
    let Some((&first, others)) = order.ships.split_first() else {
        found.add("FT-3.7.1", "a squadron without ships");
        return;
    };
    found.require(battle.field.options.squadrons, "FT-3.7.1", || "squadrons are switched off".to_owned());
    let most = if order.formation == Formation::Ring { 7 } else { 4 };
    let n = order.ships.len();
    found.require(2 <= n && n <= most, "FT-3.7.1", || format!("a squadron has 2 to {most} ships, not {n}"));
    found.require(order.ships.iter().all(|&id| battle.carrier(id).is_none()), "FT-11.7.2", || {
        "a ship that is carried cannot fly in a squadron".to_owned()
    });
    found.require(order.ships.iter().all(|&id| battle.ship(id).is_active()), "FT-7.21.2", || {
        "a ship behind a cloaking field flies alone".to_owned()
    });
    let lead = battle.ship(first).motion;
    let way = |id: ShipId| {
        let motion = battle.ship(id).motion;
        (motion.facing, motion.velocity, motion.drift)
    };
    for &id in others {
        let tag = battle.field.tag(id);
        found.require(way(id) == (lead.facing, lead.velocity, lead.drift), "FT-3.7.6", || {
            format!("{tag} does not fly the course and velocity of its squadron")
        });
        let kinds = [first, id].map(|it| battle.field.blueprint(it).advanced);
        found.require(kinds[0] == kinds[1], "FT-3.7.4", || {
            format!("{tag} has another kind of drive than its squadron")
        });
    }
    found.require(order.ships.iter().all(|&id| battle.held(id).is_none()), "FT-16.3.2", || {
        "a ship that is held goes with its lead".to_owned()
    });
    let spacing = Length::units(battle.field.options.squadron_spacing.get() as i32);
    for &id in &order.ships {
        let at = battle.ship(id).motion.at;
        let near = |other: &ShipId| *other != id && (battle.ship(*other).motion.at - at).within(spacing);
        found.require(n < 2 || order.ships.iter().any(near), "FT-3.7.6", || {
            format!("{} is more than {spacing} MU from its squadron", battle.field.tag(id))
        });
        found.require(!battle.is_leaving(id), "FT-11.4.2", || {
            format!("{} is about to jump and goes straight on", battle.field.tag(id))
        });
        // FT-3.7.4: limited by the weakest.
        let mut plotted = Findings::default();
        check_plot(battle, id, &order.plot, false, false, &mut plotted);
        if let Err(refusal) = plotted.into_result() {
            found.add("FT-3.7.4", format!("{} cannot follow its squadron", battle.field.tag(id)));
            found.take(refusal);
        }
    }
}
