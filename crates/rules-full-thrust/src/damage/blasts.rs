//! Suicide charges and racks that explode, and what ships that blow up do to small craft, missiles and mines
//! (FT-7.9, FT-6.6.15, FT-6.6.16, FT-10.3.8).

use engine::Table;
use geometry::{Length, Offset};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::wings::GroupId,
    damage::{self, Tally},
    options::AntimatterClass,
    ordnance::clearing,
    sensors::{self, Found},
    ship::{IconId, ShipId, Status},
    yard::design::Kind,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "BlastsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-7.9.1: by order; the ship is gone with it.
    Detonated { ship: ShipId, charges: u8 },
    /// FT-7.9.2: the die of a damaged charge; 5 and 6 set it off.
    ChargeTested { ship: ShipId, icon: IconId, die: u8, dice: Vec<u8> },
    /// FT-6.6.15: a rack that failed its check, and what it does to its own ship.
    RackExploded { ship: ShipId, icon: IconId, die: u8 },
    /// Dice at one ship nearby.
    Caught { from: ShipId, ship: ShipId, dice: Vec<u8> },
    /// FT-6.6.15, FT-6.6.16, FT-10.3.8: dice at one group nearby; each point is a craft.
    Engulfed { from: ShipId, group: GroupId, cause: Cause, dice: Vec<u8>, killed: u8 },
}

/// What has gone off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "BlastCause"))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// FT-7.9.1, FT-7.9.2.
    Charge,
    /// FT-6.6.15.
    Rack,
    /// FT-10.3.8.
    Core,
}

/// FT-7.9.1: ships ordered to, at the start of phase 13; those destroyed before, at once.
pub(crate) fn detonate(table: &mut Table<Battle>, wrecks: bool) {
    for id in crate::damage::checks::order(table.state()) {
        let battle = table.state();
        let ship = battle.ship(id);
        let wreck = ship.status == Status::Destroyed;
        // Taken in phase 12, it goes off under those who have taken it.
        let there = ship.is_active() || matches!(ship.status, Status::Captured { away: false, .. });
        let charges = battle.working(id, |kind| *kind == Kind::Suicide).count() as u8;
        if !battle.secrets[id.index()].detonate || wreck != wrecks || !(wreck || there) || charges == 0 {
            continue;
        }
        sensors::reveal(table, id, Found::Fired);
        table.emit(crate::Event::Blasts(Event::Detonated { ship: id, charges }));
        blast(table, id, charges);
    }
}

/// FT-6.6.11, FT-7.9.1: three dice within 1 MU, two within 2, one within 3, for each charge.
fn blast(table: &mut Table<Battle>, from: ShipId, charges: u8) {
    let battle = table.state();
    let rings =
        |id: ShipId| (1..=3_u8).find(|&ring| battle.way(from, id).within(Length::units(i32::from(ring))));
    let mut near: Vec<(ShipId, u8)> =
        battle.active_ships().filter(|&id| id != from).filter_map(|id| Some((id, rings(id)?))).collect();
    near.sort_by_key(|&(id, _)| (battle.way(from, id).square(), id));
    for (id, ring) in near {
        catch(table, from, id, charges.saturating_mul(4 - ring));
    }
    engulf(table, from, Cause::Charge, &|way| {
        let ring = (1..=3_u8).find(|&ring| way.within(Length::units(i32::from(ring))));
        ring.map_or(0, |ring| charges.saturating_mul(4 - ring))
    });
}

/// FT-6.6.15, FT-6.6.16, FT-10.3.8: small craft of either side about a ship that blows up, near ones first, then
/// missiles and mines, with so many dice by distance.
pub(crate) fn engulf(table: &mut Table<Battle>, from: ShipId, cause: Cause, dice_at: &dyn Fn(Offset) -> u8) {
    let battle = table.state();
    let centre = battle.ship(from).motion.at;
    let way = |id: GroupId| battle.group(id).at - centre;
    let mut near: Vec<(i128, GroupId, u8)> =
        battle.flying().map(|id| (way(id).square(), id, dice_at(way(id)))).filter(|it| 0 < it.2).collect();
    near.sort();
    for (_, group, n) in near {
        let dice: Vec<u8> = (0..n).map(|_| table.roll(6)).collect();
        let points: u32 = dice.iter().map(|die| u32::from(*die)).sum();
        let killed = points.min(table.state().group(group).left.into()) as u8;
        table.emit(crate::Event::Blasts(Event::Engulfed { from, group, cause, dice, killed }));
    }
    // Whatever is a marker now has not struck yet.
    clearing::blast(table, centre, 0, dice_at);
}

/// FT-6.6.12: any screen takes its level off each die; the dice are one SAP hit.
fn catch(table: &mut Table<Battle>, from: ShipId, id: ShipId, n: u8) {
    if sensors::reveal(table, id, Found::Hit) {
        return;
    }
    let off = table.state().screens(id).all.min(2);
    let floor = table.state().field.options.damage_die_floor;
    let dice: Vec<u8> = (0..n).map(|_| table.roll(6)).collect();
    let points: u32 = dice.iter().map(|die| u32::from(floor.less(*die, off))).sum();
    table.emit(crate::Event::Blasts(Event::Caught { from, ship: id, dice }));
    let tally = match table.state().field.options.amt_class {
        AntimatterClass::Sap => Tally { sap: vec![points.min(255) as u8], ..Tally::default() },
        AntimatterClass::Normal => Tally { normal: points as u16, ..Tally::default() },
    };
    damage::strike(table, id, None, &tally);
}

/// FT-7.9.2: damaged charges that nobody repaired, in phase 15.
pub(crate) fn test_charges(table: &mut Table<Battle>) {
    for id in crate::damage::checks::order(table.state()) {
        let battle = table.state();
        let ship = battle.ship(id);
        let loose: Vec<IconId> = battle
            .field
            .blueprint(id)
            .icons_of(|kind| *kind == Kind::Suicide)
            .filter(|&icon| ship.damaged.contains(icon) && !ship.gone.contains(icon))
            .collect();
        for icon in loose {
            if !table.state().ship(id).is_active() {
                break;
            }
            let die = table.roll(6);
            let dice: Vec<u8> = if 5 <= die { (0..3).map(|_| table.roll(6)).collect() } else { Vec::new() };
            table.emit(crate::Event::Blasts(Event::ChargeTested { ship: id, icon, die, dice }));
            if 5 <= die {
                blast(table, id, 1);
                damage::remove_wrecks(table);
            }
        }
    }
}

/// FT-6.6.15: 1d6 straight to the carrier, 1d6 to everybody within 1 MU.
pub(crate) fn racks(table: &mut Table<Battle>, id: ShipId, lost: &[IconId]) {
    for &icon in lost {
        let die = table.roll(6);
        table.emit(crate::Event::Blasts(Event::RackExploded { ship: id, icon, die }));
        let battle = table.state();
        let mut near: Vec<ShipId> = battle
            .active_ships()
            .filter(|&other| other != id && battle.way(id, other).within(Length::units(1)))
            .collect();
        // FT-1.7.5.
        near.sort_by_key(|&other| (battle.way(id, other).square(), other));
        for other in near {
            catch(table, id, other, 1);
        }
        engulf(table, id, Cause::Rack, &|way| u8::from(way.within(Length::units(1))));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let hurt = |battle: &mut Battle, id: ShipId, points: u16| {
        let left = battle.hull_left(id);
        battle.ship_mut(id).hull_lost += points.min(left);
    };
    match event {
        Event::Detonated { ship, .. } => {
            battle.secrets[ship.index()].detonate = false;
            battle.ship_mut(*ship).status = Status::Destroyed;
        }
        Event::ChargeTested { ship, icon, dice, .. } => {
            if !dice.is_empty() {
                battle.ship_mut(*ship).gone.insert(*icon);
            }
            // FT-DMG.6: nothing stops it.
            hurt(battle, *ship, dice.iter().map(|die| u16::from(*die)).sum());
        }
        Event::RackExploded { ship, die, .. } => hurt(battle, *ship, u16::from(*die)),
        Event::Caught { .. } => (),
        Event::Engulfed { group, killed, .. } => battle.group_mut(*group).lose(*killed),
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Detonated { .. } => vec!["FT-7.9.1"],
        Event::ChargeTested { .. } => vec!["FT-7.9.2"],
        Event::RackExploded { .. } => vec!["FT-6.6.15"],
        Event::Caught { .. } => vec!["FT-6.6.11"],
        Event::Engulfed { cause: Cause::Charge, .. } => vec!["FT-7.9.1", "FT-6.6.16"],
        Event::Engulfed { cause: Cause::Rack, .. } => vec!["FT-6.6.15", "FT-6.6.16"],
        Event::Engulfed { cause: Cause::Core, .. } => vec!["FT-10.3.8"],
    }
}
