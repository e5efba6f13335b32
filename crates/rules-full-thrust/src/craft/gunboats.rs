//! Phase 11: gunboats fire at ships (FT-9.1.3 to FT-9.1.5, FT-9.1.12, FT-9.1.13, FT-9.2.6, FT-9.2.7).

use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::Length;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::{
        arms::{BoatGun, boat_gun, boat_packs, boat_reach},
        wings::{Craft, Group, GroupId},
    },
    damage::{self, Tally},
    fire::{self, reflex},
    ship::{IconId, ShipId},
    weapons::{Attack, Lay, Profile},
    yard::design::Boat,
};

/// FT-9.1.3: a squadron at one ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BoatFire {
    pub group: GroupId,
    pub target: ShipId,
    /// FT-5.13.1: the system needle boats aim at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<IconId>,
    /// FT-9.2.7: one pack of each boat instead of all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub singly: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "GunboatsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-9.1.5: one squadron, one activation; the boats that fire, with the packs they use.
    Fired {
        group: GroupId,
        ship: ShipId,
        boats: Vec<(u8, u8)>,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        damage: Vec<u8>,
        tally: Tally,
        cef: u8,
    },
    /// FT-9.2.9, FT-9.1.4: boats have defended.
    Defended { group: GroupId, packs: Vec<u8>, cef: u8 },
    /// FT-9.1.9: boats killed in phase 11 are gone when it ends.
    Sank { lost: Vec<(GroupId, u8)> },
}

impl Group {
    /// FT-9.2.7: packs, missiles, rockets or bombs a boat has left.
    pub fn packs_of(&self, boat: usize) -> u8 {
        let Craft::Gunboats { boats, .. } = &self.craft else { return 0 };
        let used = self.packs.get(boat).copied().unwrap_or(0);
        boats.get(boat).map_or(0, |it| boat_packs(*it).saturating_sub(used))
    }

    /// Marks packs as used; the caller is an `apply`.
    pub(crate) fn use_packs(&mut self, boat: usize, n: u8) {
        if self.packs.len() <= boat {
            self.packs.resize(boat + 1, 0);
        }
        self.packs[boat] = self.packs[boat].saturating_add(n);
    }
}

type Refused = (&'static str, &'static str);

impl Battle {
    /// FT-9.1.12: how near gunboats must be to fire at a ship.
    pub fn gunboat_reach(&self, ship: ShipId) -> Length {
        boat_reach(self.stealth(ship), self.ecm(ship), self.holofield(ship))
    }

    /// FT-9.1.3: the boats of a squadron that could fire at a ship, with what they roll.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub fn boats_at(&self, id: GroupId, to: ShipId) -> Result<Vec<(u8, BoatGun, Attack)>, Refused> {
        let group = self.group(id);
        let Craft::Gunboats { boats, .. } = &group.craft else {
            return Err(("FT-9.1.5", "is not a gunboat squadron"));
        };
        if !group.is_flying() {
            return Err(("FT-9.1.5", "is not in flight"));
        }
        if 0 < group.warm {
            return Err(("FT-9.2.3", "charges its FTL drive"));
        }
        if group.deeds.guns {
            return Err(("FT-2.6.14", "has fired its guns this turn"));
        }
        if group.cef == 0 && !group.deeds.fired {
            return Err(("FT-9.1.4", "has no endurance left"));
        }
        match self.ships.get(to.index()) {
            Some(it) if it.is_active() && it.side != group.side => (),
            _ => return Err(("FT-9.1.3", "needs an enemy ship")),
        }
        // FT-9.1.12.
        if self.ship(to).cloaked {
            return Err(("FT-9.1.12", "cannot fire at a cloaked ship"));
        }
        if self.ship(to).bogey {
            return Err(("FT-12.1.4", "cannot fire at what nobody has made out"));
        }
        let way = self.ship(to).motion.at - group.at;
        if !way.within(self.gunboat_reach(to)) {
            return Err(("FT-9.1.3", "is too far away"));
        }
        if !group.faces(way) {
            return Err(("FT-9.1.3", "does not have it in its front half"));
        }
        let lay = Lay {
            way,
            stealth: self.stealth(to),
            velocity: self.ship(to).motion.velocity,
            mode: None,
            edge: self.field.options.band_edge,
        };
        let ahead = group.faces_ahead(way);
        let holofield = self.holofield(to) && !way.within(Length::units(6));
        let (plain, dim, bonus) = (self.screens(to), self.run_screens(id, to), self.kinship());
        let gun = |(n, boat): (usize, &Boat)| {
            let gun = boat_gun(*boat, &lay, ahead, group.packs_of(n))?;
            // FT-17.2.3: dust counts against rays.
            let screens = if matches!(boat, Boat::Beam | Boat::Graser) { dim } else { plain };
            let attack =
                Attack { profile: gun.profile, screens, holofield, bonus, sixes: false, veiled: false };
            Some((n as u8, gun, attack))
        };
        let guns: Vec<_> = boats.iter().enumerate().filter_map(gun).collect();
        if guns.is_empty() { Err(("FT-9.1.3", "has no gun that bears")) } else { Ok(guns) }
    }

    /// Squadrons of a seat with the ships they could fire at now.
    pub(crate) fn boat_targets(&self, seat: Seat) -> Vec<(GroupId, ShipId)> {
        let mut found = Vec::new();
        for id in self.own_groups(seat).filter(|&id| self.group(id).craft.is_gunboats()) {
            let ships = self.active_ships().filter(|&to| self.boats_at(id, to).is_ok());
            found.extend(ships.map(|to| (id, to)));
        }
        found
    }
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &BoatFire, found: &mut Findings) {
    if battle.groups.get(order.group.index()).is_none_or(|it| it.owner != seat) {
        found.add("FT-9.1.5", format!("group {} is not yours to command", order.group.0));
        return;
    }
    let name = battle.group_name(order.group);
    match battle.boats_at(order.group, order.target) {
        Err((rule, why)) => found.add(rule, format!("{name} {why}")),
        Ok(guns) => {
            let Some(aim) = order.aim else { return };
            let needle = guns.iter().any(|it| matches!(it.1.profile, Profile::Needle { .. }));
            found.require(needle, "FT-5.13.1", || format!("{name} has no needle boats"));
            found.require(damage::needle_target(battle, order.target, aim), "FT-5.13.3", || {
                format!("{name} cannot aim at system {}", aim.0)
            });
        }
    }
}

/// FT-9.1.5: the squadron fires; its target may still fire back.
pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &BoatFire) {
    let battle = table.state();
    let (group, ship) = (order.group, order.target);
    let guns = battle.boats_at(group, ship).unwrap_or_default();
    let cef = u8::from(!battle.group(group).deeds.fired);
    let (mut shots, mut boats) = (Vec::new(), Vec::new());
    for (n, gun, attack) in guns {
        let times = if order.singly { gun.times.min(1) } else { gun.times };
        let aim = order.aim.filter(|_| matches!(gun.profile, Profile::Needle { .. }));
        shots.extend((0..times).map(|_| (IconId(n), attack, aim)));
        boats.push((n, if gun.once { times } else { 0 }));
    }
    // FT-7.25.2: what a reflex field can turn, then all the rest.
    let (beams, shots): (Vec<_>, Vec<_>) = shots.into_iter().partition(|it| reflex::is_screened(&it.1));
    let turned = fire::roll_family(table, &beams);
    let scored = reflex::scored(table.state(), &beams, &turned.dice);
    let rest = fire::roll_family(table, &shots);
    let all = |one: &[u8], other: &[u8]| [one, other].concat();
    let dice = all(&turned.dice, &rest.dice);
    let (again, damage) = (all(&turned.again, &rest.again), all(&turned.damage, &rest.damage));
    let mut tally = turned.tally.clone();
    tally.add(&rest.tally);
    table.emit(crate::Event::Gunboats(Event::Fired { group, ship, boats, dice, again, damage, tally, cef }));
    let mut struck = reflex::scorch(table, group, ship, turned.tally, scored);
    struck.add(&rest.tally);
    damage::strike(table, ship, None, &struck);
    fire::go_on(table, seat, 0);
}

/// FT-9.1.9: what was shot down in phase 11 falls out when it is over.
pub(crate) fn end_of_fire(table: &mut Table<Battle>) {
    let battle = table.state();
    let doomed = |id: &GroupId| (*id, battle.group(*id).deeds.doomed);
    let lost: Vec<(GroupId, u8)> = battle.flying().map(|id| doomed(&id)).filter(|it| 0 < it.1).collect();
    if !lost.is_empty() {
        table.emit(crate::Event::Gunboats(Event::Sank { lost }));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Fired { group, ship, boats, tally, cef, .. } => {
            let group = battle.group_mut(*group);
            group.pay(*cef);
            group.deeds.fired = true;
            group.deeds.guns = true;
            group.deeds.quarry = Some(*ship);
            for (boat, packs) in boats {
                group.use_packs(usize::from(*boat), *packs);
            }
            let ship = battle.ship_mut(*ship);
            ship.doomed = ship.doomed.union(tally.kills);
        }
        Event::Defended { group, packs, cef } => {
            let group = battle.group_mut(*group);
            group.pay(*cef);
            group.deeds.fired = true;
            for boat in packs {
                group.use_packs(usize::from(*boat), 1);
            }
        }
        Event::Sank { lost } => {
            for (id, n) in lost {
                let group = battle.group_mut(*id);
                group.deeds.doomed = 0;
                group.lose(*n);
            }
        }
    }
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Option<BoatFire> {
    let all = battle.boat_targets(seat);
    if all.is_empty() {
        return None;
    }
    let (group, target) = *dice.pick(&all);
    Some(BoatFire { group, target, aim: None, singly: dice.one_in(3) })
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    vec![match event {
        Event::Fired { .. } => "FT-9.1.5",
        Event::Defended { .. } => "FT-9.2.9",
        Event::Sank { .. } => "FT-9.1.9",
    }]
}
