//! Ramming (FT-16.7).

use dice::Dice;
use engine::{Findings, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    damage::{self, Tally, checks},
    orders::ShipOrder,
    ship::ShipId,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "RammingEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-16.7.1: the ship tries to ram another. Dice that were not reached are missing.
    Tried {
        ship: ShipId,
        target: ShipId,
        /// The die to dare it; none is needed by those who always do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dare: Option<u8>,
        /// Of ship and target, with their thrust added.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        race: Option<[u8; 2]>,
        thrust: [u8; 2],
        /// Of ship and target, times their hull boxes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        impact: Option<[u8; 2]>,
        /// Points of ship and target.
        damage: [u16; 2],
    },
    /// FT-16.7.1: the target is out of reach.
    Missed { ship: ShipId, target: ShipId },
}

/// FT-16.7.1: the ship that is to be rammed is named in the orders.
pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let Some(target) = order.ram else { return };
    let rule = "FT-16.7.1";
    let tag = || battle.field.tag(order.ship);
    found.require(battle.field.options.ramming, rule, || "ramming is switched off".to_owned());
    let there = battle.ships.get(target.index()).filter(|it| it.is_active());
    let foe = there.is_some_and(|it| it.side != battle.ship(order.ship).side);
    found.require(foe, rule, || format!("{} has no such ship to ram", tag()));
    found.require(battle.ship(order.ship).is_active(), rule, || format!("{} is not on the table", tag()));
    found.require(!battle.ship(order.ship).is_adrift(battle.turn), "FT-10.3.3", || {
        format!("{} is out of control", tag())
    });
}

/// Orders to ram, before the ships move.
pub(crate) fn noted(battle: &Battle) -> Vec<(ShipId, ShipId)> {
    if !battle.field.options.ramming {
        return Vec::new();
    }
    let order = |id: ShipId| Some((id, battle.written[id.index()].ram?));
    checks::order(battle).into_iter().filter_map(order).collect()
}

/// FT-16.7.1: at the end of phase 5.
pub(crate) fn resolve(table: &mut Table<Battle>, rams: &[(ShipId, ShipId)]) {
    for &(ship, target) in rams {
        let battle = table.state();
        if !battle.ship(ship).is_active() || battle.ship(ship).is_adrift(battle.turn) {
            continue;
        }
        let near =
            battle.ship(target).is_active() && battle.way(ship, target).within(geometry::Length::units(2));
        if !near {
            table.emit(crate::Event::Ramming(Event::Missed { ship, target }));
            continue;
        }
        // FT-16.7.2: the number may be lowered, and some need none.
        let always = battle.field.berth(ship).rams;
        let least = battle.field.options.ram_number.get() as u8;
        let thrust = [battle.rating(ship), battle.rating(target)];
        let hull = [battle.hull_left(ship), battle.hull_left(target)];
        let dare = (!always).then(|| table.roll(6));
        let race = dare.is_none_or(|die| least <= die).then(|| [table.roll(6), table.roll(6)]);
        let hit = race.is_some_and(|dice| dice[1] + thrust[1] < dice[0] + thrust[0]);
        let impact = hit.then(|| [table.roll(6), table.roll(6)]);
        let damage = impact.map_or([0, 0], |dice| [0, 1].map(|i| u16::from(dice[1 - i]) * hull[1 - i]));
        table.emit(crate::Event::Ramming(Event::Tried { ship, target, dare, race, thrust, impact, damage }));
        // Armour counts, screens do not; both at once.
        for (id, points) in [(ship, damage[0]), (target, damage[1])] {
            damage::strike(table, id, None, &Tally { normal: points, ..Tally::default() });
        }
    }
    if !rams.is_empty() {
        damage::remove_wrecks(table);
        checks::all(table);
    }
}

/// At somebody near.
pub(crate) fn sample(battle: &Battle, order: &mut ShipOrder, dice: &mut Dice) {
    let id = order.ship;
    if !battle.field.options.ramming || !dice.one_in(3) {
        return;
    }
    let near = |it: &ShipId| battle.way(id, *it).within(geometry::Length::units(30));
    let foes = battle.active_ships().filter(|&it| battle.ship(it).side != battle.ship(id).side);
    let foes: Vec<ShipId> = foes.filter(near).collect();
    if foes.is_empty() || battle.held(id).is_some() {
        return;
    }
    let wanted = ShipOrder { ram: Some(*dice.pick(&foes)), ..order.clone() };
    let mut found = Findings::default();
    check(battle, &wanted, &mut found);
    if found.is_empty() {
        *order = wanted;
    }
}

/// FT-16.7.1: enemies that could be near enough after the move.
pub(crate) fn choices(battle: &Battle, id: ShipId) -> Vec<ShipId> {
    if !battle.field.options.ramming || battle.held(id).is_some() || battle.bound(id).is_some() {
        return Vec::new();
    }
    let near = |it: &ShipId| battle.way(id, *it).within(geometry::Length::units(60));
    let foes = battle.active_ships().filter(|&it| battle.ship(it).side != battle.ship(id).side);
    foes.filter(near).filter(|_| battle.ship(id).is_active()).collect()
}
