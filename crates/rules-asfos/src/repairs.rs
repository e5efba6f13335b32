//! Damage control: crew units and repairs (ASF-DC).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    phases::{self, Phase},
    ship::{Location, ShipId},
};

/// Crew units of one ship at work on one critical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Party {
    pub ship: ShipId,
    pub location: Location,
    pub crew: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "RepairsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// ASF-DC.3: one attempt; repaired on the number of crew or less.
    Attempted { ship: ShipId, location: Location, crew: u16, die: u8, repaired: bool },
}

/// ASF-DC.2: at most this many on one critical.
const MOST: u16 = 5;

/// ASF-DC.3: sides of the die that must not exceed the crew at work.
const SIDES: u32 = 6;

/// ASF-DC.2, ASF-DC.3: the chance of a repair in parts of a million, by 0, 1, 2 … crew units, as many
/// as may work.
pub(crate) fn chances() -> Vec<u32> {
    (0..=u32::from(MOST)).map(|crew| crew.min(SIDES) * 1_000_000 / SIDES).collect()
}

/// The order in which crews are sent unless their owner says otherwise.
pub(crate) const URGENCY: [Location; 6] = [
    Location::Reactor,
    Location::Munitions,
    Location::FireControl,
    Location::Engine,
    Location::Electronics,
    Location::Bridge,
];

/// Opens the repairs phase, or passes over it if nobody has anything to repair.
pub(crate) fn open(table: &mut Table<Battle>) {
    let seats = able(table.state());
    if seats.is_empty() {
        phases::end_turn(table);
    } else {
        phases::enter(table, Phase::Repairs { seats });
    }
}

/// Who has something to repair, and crew to do it.
pub(crate) fn able(battle: &Battle) -> Seats {
    let damaged = battle.field.ship_ids().filter(|&id| can_repair(battle, id));
    damaged.map(|id| battle.ship(id).owner).collect()
}

/// ASF-DC.4, ASF-CRIT.11: any active ship with crew and a critical, bridge or no bridge.
fn can_repair(battle: &Battle, id: ShipId) -> bool {
    let ship = battle.ship(id);
    ship.is_active() && !ship.criticals.is_empty() && 0 < battle.crew_left(ship)
}

pub(crate) fn check(battle: &Battle, seat: Seat, parties: &[Party], found: &mut Findings) {
    for (n, party) in parties.iter().enumerate() {
        if !battle.is_own(seat, party.ship, "ASF-SET.2", found) {
            continue;
        }
        let (ship, tag) = (battle.ship(party.ship), battle.field.tag(party.ship));
        let Party { location, crew, .. } = *party;
        let name = location.name();
        found.require(ship.criticals.has(location), "ASF-DC.2", || format!("{tag}: {name} is not damaged"));
        found.require(crew <= MOST, "ASF-DC.2", || {
            format!("{tag}: {crew} crew units on {name}, at most {MOST} work")
        });
        found.require(0 < crew, "ASF-DC.2", || format!("{tag}: nobody works on {name}"));
        let before = parties[..n].iter().filter(|it| it.ship == party.ship);
        found.require(!before.clone().any(|it| it.location == location), "ASF-DC.2", || {
            format!("{tag}: {name} is attempted twice")
        });
        // Told once, at the last party of the ship.
        let last = !parties[n + 1..].iter().any(|it| it.ship == party.ship);
        let all: u32 = before.map(|it| u32::from(it.crew)).sum::<u32>() + u32::from(crew);
        let aboard = battle.crew_left(ship);
        found.require(!last || all <= u32::from(aboard), "ASF-DC.2", || {
            format!("{tag}: {all} crew units at work, {aboard} aboard")
        });
    }
}

/// ASF-DC.3: all declared before any roll; ships by number, parties as declared.
pub(crate) fn resolve<'a>(table: &mut Table<Battle>, parties: &(impl Iterator<Item = &'a Party> + Clone)) {
    for id in table.state().field.ship_ids() {
        for party in parties.clone().filter(|it| it.ship == id) {
            let die = table.roll(6);
            let Party { ship, location, crew } = *party;
            let repaired = u16::from(die) <= crew;
            table.emit(crate::Event::Repairs(Event::Attempted { ship, location, crew, die, repaired }));
        }
    }
    phases::end_turn(table);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let Event::Attempted { ship, location, repaired, .. } = event;
    if *repaired {
        battle.ship_mut(*ship).criticals.clear(*location);
    }
}

/// Up to five on the most urgent critical, the rest on the next, and so on.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Vec<Party> {
    let mut parties = Vec::new();
    for id in battle.own_ships(seat).filter(|&id| can_repair(battle, id)) {
        let ship = battle.ship(id);
        let mut crew = battle.crew_left(ship);
        for location in URGENCY.into_iter().filter(|&it| ship.criticals.has(it)) {
            let sent = crew.min(MOST);
            if 0 < sent {
                parties.push(Party { ship: id, location, crew: sent });
                crew -= sent;
            }
        }
    }
    parties
}

/// Random crews on random criticals.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Party> {
    let mut parties = Vec::new();
    for id in battle.own_ships(seat).filter(|&id| can_repair(battle, id)) {
        let ship = battle.ship(id);
        let mut crew = battle.crew_left(ship);
        for location in ship.criticals.iter() {
            let sent = dice.index(usize::from(crew.min(MOST)) + 1) as u16;
            if 0 < sent {
                parties.push(Party { ship: id, location, crew: sent });
                crew -= sent;
            }
        }
    }
    parties
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ASF-DC.2, ASF-DC.3: what a screen is told of 0 to 5 crew units.
    #[test]
    fn rule_dc_3_chances() {
        assert_eq!(chances(), [0, 166_666, 333_333, 500_000, 666_666, 833_333]);
    }
}
