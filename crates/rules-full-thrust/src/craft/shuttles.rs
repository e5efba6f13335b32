//! Assault shuttles: who goes aboard them, and how they land on an enemy (FT-8.15.14).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    Battle,
    boarding::{Troop, beaming},
    craft::{
        runs,
        wings::{Group, GroupId},
    },
    orders::ShipOrder,
    ship::ShipId,
    yard::design::WingType,
};

impl Group {
    /// FT-8.15.14.
    pub fn is_shuttles(&self) -> bool {
        self.fights_as() == Some(WingType::Assault)
    }
}

impl Battle {
    /// FT-8.15.14: units that shuttles among these groups could take aboard.
    fn shuttle_room(&self, groups: &[GroupId]) -> u16 {
        let free = |it: &&GroupId| self.group(**it).is_shuttles() && self.group(**it).troops.is_empty();
        groups.iter().filter(free).map(|it| u16::from(self.group(*it).left)).sum()
    }

    /// FT-8.15.14: Marines and parties that go if nothing is said: all Marines there is room for; parties where there
    /// are no Marines.
    pub(crate) fn usual_troops(&self, ship: ShipId, groups: &[GroupId]) -> (u16, u16) {
        let room = self.shuttle_room(groups);
        match (self.marines(ship), self.parties(ship) as u16) {
            (0, parties) => (0, parties.min(room)),
            (marines, _) => (marines.min(room), 0),
        }
    }
}

/// FT-8.15.14: no more than there are, and one in each shuttle that is launched.
pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let Some((marines, parties)) = order.embark else { return };
    let tag = battle.field.tag(order.ship);
    let known = |it: &GroupId| battle.groups.get(it.index()).is_some();
    let launched: Vec<GroupId> = order.launch.iter().copied().filter(known).collect();
    let room = battle.shuttle_room(&launched);
    found.require(u32::from(marines) + u32::from(parties) <= u32::from(room), "FT-8.15.14", || {
        format!("{tag} launches shuttles for {room} units, not {marines} and {parties}")
    });
    found.require(marines <= battle.marines(order.ship), "FT-8.15.14", || {
        format!("{tag} has {} Marines, not {marines}", battle.marines(order.ship))
    });
    found.require(u32::from(parties) <= battle.parties(order.ship), "FT-8.15.14", || {
        format!("{tag} has {} parties, not {parties}", battle.parties(order.ship))
    });
}

/// FT-8.15.14: whoever rides in shuttles just launched leaves the ship.
pub(crate) fn embark(table: &mut Table<Battle>, ship: ShipId, groups: &[GroupId]) {
    let battle = table.state();
    let room = battle.shuttle_room(groups);
    if room == 0 || !battle.field.has_boarding {
        return;
    }
    let wanted = battle.written[ship.index()].embark;
    let (marines, parties) = wanted.unwrap_or_else(|| battle.usual_troops(ship, groups));
    let marines = marines.min(room);
    let mut troops = beaming::embark(table, ship, marines, parties.min(room - marines));
    for &group in groups {
        let there = table.state().group(group);
        if !there.is_shuttles() || !there.troops.is_empty() || troops.is_empty() {
            continue;
        }
        let rest = troops.split_off(troops.len().min(usize::from(there.left)));
        let aboard: Vec<Troop> = std::mem::replace(&mut troops, rest);
        table.emit(crate::Event::Runs(runs::Event::Embarked { group, troops: aboard }));
    }
}

/// FT-8.15.14: what is left of the shuttles lands, and they are used up.
pub(crate) fn board(table: &mut Table<Battle>, group: GroupId, ship: ShipId) {
    let there = table.state().group(group);
    let (seat, troops) = (there.owner, there.troops.clone());
    table.emit(crate::Event::Runs(runs::Event::Boarded { group, ship }));
    beaming::land(table, seat, ship, &troops);
}

/// Now and then with parties, too.
pub(crate) fn sample(battle: &Battle, order: &mut ShipOrder, dice: &mut Dice) {
    let room = battle.shuttle_room(&order.launch);
    if 0 < room && dice.one_in(2) {
        let marines = battle.marines(order.ship).min(room);
        let parties = (battle.parties(order.ship) as u16).min(room - marines);
        let some = |most: u16, dice: &mut Dice| dice.index(usize::from(most) + 1) as u16;
        order.embark = Some((some(marines, dice), some(parties, dice)));
    }
}
