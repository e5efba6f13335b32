//! Phase 9 against fighters and gunboats: point defence, and ship weapons at gunboats
//! (FT-8.8, FT-9.1.6 to FT-9.1.8, FT-9.2.9).

use engine::{Seat, Table};
use geometry::{Length, Offset, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    battle::heading,
    craft::{
        gunboats,
        wings::{Craft, Group, GroupId, Target},
    },
    damage::{
        self, Tally,
        kills::{self, Reading, Scale, Shooter, scale},
    },
    fire::gunnery::{is_aft, is_gun},
    options::{Intercepted, ScatterShot},
    ordnance::{
        Marker, Warhead,
        defence::{Cover, Guard, Shield, shield},
    },
    ship::ShipId,
    weapons::Gun,
    yard::design::{Boat, Kind, SpinalBeam},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "GroupDefenceEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-8.8.6: first dice and re-rolls of all weapons on one group, and what it loses.
    Repelled {
        group: GroupId,
        guards: Vec<Guard>,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        killed: u8,
    },
    /// FT-6.8.3, FT-6.6.16: a blast over one group; gunboats need no dice in a bolt.
    Blasted { group: GroupId, marker: u16, dice: Vec<u8>, killed: u8 },
    /// FT-9.2.8: rockets of gunboats arrive, each a boat.
    Rocketed { group: GroupId, killed: u8 },
    /// FT-5.23.7: in the strip of a spinal mount.
    Raked {
        ship: ShipId,
        group: GroupId,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        killed: u8,
    },
}

type Refused = (&'static str, &'static str);

impl Battle {
    /// FT-8.8.4: engaged by fighters, or in a dogfight of its own.
    pub fn is_dogfighting(&self, id: GroupId) -> bool {
        let group = self.group(id);
        let fights = |it: GroupId| !self.group(it).craft.is_gunboats();
        if matches!(group.deeds.target, Some(Target::Group(_))) && !group.deeds.late {
            return true;
        }
        let pressed = matches!(group.deeds.target, Some(Target::Ship(_)))
            && self.field.options.pd_vs_intercepted == Intercepted::Allow;
        !pressed && self.attackers_of(id).any(fights)
    }

    /// FT-8.8.2 to FT-8.8.5, FT-9.1.6: whether a weapon may fire at a group, and for whom.
    pub(crate) fn covers_group(&self, guard: &Guard, foe: GroupId) -> Result<Cover, Refused> {
        if let Some(boats) = guard.boats {
            return self.boat_covers_group(guard, boats, foe);
        }
        let id = guard.ship;
        let (ship, kind) = (self.ship(id), self.field.blueprint(id).kind(guard.weapon));
        let group = match self.groups.get(foe.index()) {
            Some(it) if it.is_flying() && it.side != ship.side => it,
            _ => return Err(("FT-8.8.2", "has no such target")),
        };
        if let Some(why) = self.barred(id, Act::Defend) {
            return Err(why);
        }
        if !ship.works(guard.weapon) || ship.used.contains(guard.weapon) {
            return Err(("FT-2.6.14", "does not work or has been used this turn"));
        }
        if self.is_dogfighting(foe) {
            return Err(("FT-8.8.4", "cannot fire into a dogfight"));
        }
        let shield = kind.and_then(shield);
        let way = group.at - ship.motion.at;
        let six = Length::units(6);
        if group.craft.is_gunboats() {
            return match (shield, kind) {
                // FT-9.1.8: what defends and nothing else.
                (Some(_), Some(Kind::Gun(Gun::Pds(_) | Gun::Grapeshot(_) | Gun::ScatterGun(_))))
                    if way.within(six) =>
                {
                    Ok(Cover::Own)
                }
                (Some(_), Some(Kind::Gun(Gun::Ads(_))))
                    if way.within(Length::units(12)) && self.covers(id, guard.weapon, way) =>
                {
                    Ok(Cover::Own)
                }
                (
                    Some(_),
                    Some(Kind::Gun(Gun::Pds(_) | Gun::Grapeshot(_) | Gun::ScatterGun(_) | Gun::Ads(_))),
                ) => Err(("FT-9.1.6", "does not reach so far")),
                // FT-9.1.6: ship weapons as in phase 11.
                _ => match self.barred(id, Act::Engage) {
                    Some(why) => Err(why),
                    None => self.at_group(id, guard.weapon, foe).map(|_| Cover::Own),
                },
            };
        }
        let Some(shield) = shield else { return Err(("FT-8.8.6", "is not point defence")) };
        // FT-8.8.1: by its bearing where it declared the attack.
        if !self.covers(id, guard.weapon, way) {
            return Err(("FT-8.8.1", "does not bear"));
        }
        // FT-5.16.2: a K-1 does not fire aft.
        if shield == (Shield::Light { aft: false }) && is_aft(heading(ship), way) == Some(true) {
            return Err(("FT-5.16.2", "does not fire aft"));
        }
        if group.deeds.target == Some(Target::Ship(id)) {
            return Ok(Cover::Own);
        }
        if matches!(shield, Shield::Light { .. } | Shield::Emp) {
            return Err(("FT-8.8.5", "defends only its own ship"));
        }
        if shield != Shield::Scatter && !self.has_adfc(id) {
            return Err(("FT-8.8.2", "needs an ADFC to fire at what does not attack it"));
        }
        self.supports(id, shield)?;
        let reach =
            if self.is_ads(id, guard.weapon) { self.field.options.ads_support.get() as i32 } else { 6 };
        let near = Length::units(reach);
        match group.deeds.target {
            Some(Target::Ship(friend))
                if self.ship(friend).side == ship.side && self.way(id, friend).within(near) =>
            {
                Ok(Cover::Friend(friend))
            }
            None if !group.deeds.engaged && way.within(near) => Ok(Cover::Area),
            _ => Err(("FT-8.8.3", "has neither a friend to help nor an idle group in reach")),
        }
    }

    /// FT-8.8.3: a working ADFC.
    pub(crate) fn has_adfc(&self, id: ShipId) -> bool {
        self.working(id, |kind| matches!(kind, Kind::Adfc { .. })).next().is_some()
    }

    /// FT-9.2.9: defence boats count as ADFC for friends within 6 MU.
    fn boat_covers_group(&self, guard: &Guard, boats: GroupId, foe: GroupId) -> Result<Cover, Refused> {
        let (squadron, reach) = self.defends(guard, boats)?;
        let group = match self.groups.get(foe.index()) {
            Some(it) if it.is_flying() && it.side != squadron.side => it,
            _ => return Err(("FT-8.8.2", "has no such target")),
        };
        if group.deeds.target == Some(Target::Group(boats)) {
            return Ok(Cover::Own);
        }
        if self.is_dogfighting(foe) {
            return Err(("FT-8.8.4", "cannot fire into a dogfight"));
        }
        is_cold(squadron)?;
        let helped = match group.deeds.target {
            Some(Target::Ship(friend)) => {
                self.ship(friend).side == squadron.side
                    && (self.ship(friend).motion.at - squadron.at).within(Length::units(6))
            }
            _ => false,
        };
        let near =
            (group.at - squadron.at).within(reach) && (!group.deeds.engaged || group.craft.is_gunboats());
        if helped || near { Ok(Cover::Own) } else { Err(("FT-9.2.9", "has nothing in reach to defend")) }
    }

    /// FT-9.2.9, FT-9.1.4: a boat that can defend now, and how far it reaches.
    fn defends(&self, guard: &Guard, boats: GroupId) -> Result<(&Group, Length), Refused> {
        let squadron = match self.groups.get(boats.index()) {
            Some(it) if it.is_flying() && it.home == guard.ship => it,
            _ => return Err(("FT-9.2.9", "is not a squadron in flight")),
        };
        let Craft::Gunboats { boats, .. } = &squadron.craft else {
            return Err(("FT-9.2.9", "is not a gunboat"));
        };
        let n = guard.weapon.index();
        let reach = match boats.get(n) {
            Some(Boat::PointDefence) => 6,
            Some(Boat::Ads) => 12,
            Some(Boat::Scatterpack) if 0 < squadron.packs_of(n) => 6,
            _ => return Err(("FT-9.2.9", "is not a boat for defence")),
        };
        if squadron.cef == 0 && !squadron.deeds.fired {
            return Err(("FT-9.1.4", "has no endurance left"));
        }
        Ok((squadron, Length::units(reach)))
    }

    /// FT-9.2.9: boats at a missile that threatens a friend within 6 MU.
    pub(crate) fn boat_covers_marker(&self, guard: &Guard, boats: GroupId) -> Result<(), Refused> {
        let (squadron, _) = self.defends(guard, boats)?;
        is_cold(squadron)?;
        let marker = self.marker(guard.marker).filter(|it| it.side != squadron.side);
        let Some(marker) = marker else { return Err(("FT-6.4.1", "has no such target")) };
        let helps = |&id: &ShipId| {
            self.ship(id).side == squadron.side
                && (self.ship(id).motion.at - squadron.at).within(Length::units(6))
        };
        if self.threatened(marker).iter().any(helps) {
            Ok(())
        } else {
            Err(("FT-9.2.9", "has no friend in reach to defend"))
        }
    }

    /// FT-7.16.1, FT-7.16.3: layers of area screens over a group.
    pub(crate) fn layers_over(&self, id: GroupId) -> u8 {
        let group = self.group(id);
        let mut layers = 0;
        for friend in self.active_ships().filter(|&it| self.ship(it).side == group.side) {
            if self.field.blueprint(friend).has_area_screen
                && self.is_shielding(friend)
                && (self.ship(friend).motion.at - group.at).within(Length::units(3))
            {
                let area = |kind: &Kind| matches!(kind, Kind::Screen { area: true, .. });
                layers += (self.working(friend, area).count() as u8).min(2);
            }
        }
        layers.min(3)
    }

    /// What a guard rolls at a group.
    pub(crate) fn guard_dice(&self, guard: &Guard, foe: GroupId) -> Vec<(Scale, u8)> {
        let (mark, layers) = (self.group(foe).mark(), self.layers_over(foe));
        let boats = self.group(foe).craft.is_gunboats();
        let again = !boats || self.field.options.pds_gunboat_reroll;
        let with = |by: Shooter, n: u8| -> Vec<(Scale, u8)> {
            let mut found = scale(by, mark).map(|it| (it.behind(layers), n));
            if let Some((scale, _)) = &mut found {
                scale.again &= again;
            }
            found.into_iter().collect()
        };
        if let Some(boats) = guard.boats {
            let Craft::Gunboats { boats, .. } = &self.group(boats).craft else { return Vec::new() };
            return match boats.get(guard.weapon.index()) {
                Some(Boat::Scatterpack) => with(Shooter::Scatter, 1),
                _ => with(Shooter::Pds, 1),
            };
        }
        let Some(kind) = self.field.blueprint(guard.ship).kind(guard.weapon) else { return Vec::new() };
        let only_defends =
            matches!(kind, Kind::Gun(Gun::Pds(_) | Gun::Grapeshot(_) | Gun::ScatterGun(_) | Gun::Ads(_)));
        if self.group(foe).craft.is_gunboats() && !only_defends {
            return self.rolls_at_group(guard.ship, guard.weapon, foe).into_iter().collect();
        }
        match shield(kind) {
            Some(Shield::Pds(n)) => with(Shooter::Pds, n),
            Some(Shield::Ads | Shield::Phaser) => with(Shooter::Pds, 1),
            Some(Shield::Scatter) if self.field.options.scattergun == ScatterShot::Pds => {
                with(Shooter::Pds, 4)
            }
            Some(Shield::Light { .. }) => with(Shooter::Light { again: true }, 1),
            Some(Shield::Emp) => with(Shooter::Light { again: false }, 1),
            Some(Shield::Scatter) => with(Shooter::Scatter, 1),
            None => Vec::new(),
        }
    }

    /// Everything a seat could assign against groups, and its boats against anything.
    pub(crate) fn group_guards(&self, seat: Seat) -> Vec<Guard> {
        let mut found = Vec::new();
        if self.groups.is_empty() {
            return found;
        }
        let foes: Vec<GroupId> =
            self.flying().filter(|&it| self.group(it).owner != seat && !self.is_dogfighting(it)).collect();
        for ship in self.own_ships(seat).filter(|_| !foes.is_empty()) {
            for weapon in self.field.blueprint(ship).icons_of(|kind| shield(kind).is_some() || is_gun(kind)) {
                for &foe in &foes {
                    let guard = Guard { ship, weapon, marker: 0, group: Some(foe), boats: None };
                    if self.covers_group(&guard, foe).is_ok() && !self.guard_dice(&guard, foe).is_empty() {
                        found.push(guard);
                    }
                }
            }
        }
        for boats in self.own_groups(seat).filter(|&it| self.group(it).craft.is_gunboats()) {
            let squadron = self.group(boats);
            for n in 0..squadron.left {
                let of = |marker: u16, group: Option<GroupId>| Guard {
                    ship: squadron.home,
                    weapon: crate::IconId(n),
                    marker,
                    group,
                    boats: Some(boats),
                };
                for &foe in &foes {
                    let guard = of(0, Some(foe));
                    if self.covers_group(&guard, foe).is_ok() && !self.guard_dice(&guard, foe).is_empty() {
                        found.push(guard);
                    }
                }
                for marker in self.markers.iter().filter(|it| it.side != squadron.side) {
                    let guard = of(marker.number, None);
                    if self.boat_covers_marker(&guard, boats).is_ok() {
                        found.push(guard);
                    }
                }
            }
        }
        found
    }

    /// FT-9.2.9: how often a boat may defend in a turn.
    pub(crate) fn boat_shots(&self, boats: GroupId, n: usize) -> usize {
        let squadron = self.group(boats);
        let Craft::Gunboats { boats, .. } = &squadron.craft else { return 0 };
        match boats.get(n) {
            Some(Boat::PointDefence | Boat::Ads) => 2,
            Some(Boat::Scatterpack) => usize::from(squadron.packs_of(n)),
            _ => 0,
        }
    }

    /// FT-9.2.9: how a boat counts in defence.
    pub(crate) fn boat_shield(&self, boats: GroupId, n: usize) -> Option<Shield> {
        let Craft::Gunboats { boats, .. } = &self.group(boats).craft else { return None };
        match boats.get(n)? {
            Boat::PointDefence => Some(Shield::Pds(1)),
            Boat::Ads => Some(Shield::Ads),
            Boat::Scatterpack => Some(Shield::Scatter),
            Boat::Beam
            | Boat::Plasma
            | Boat::Graser
            | Boat::Needle
            | Boat::PulseTorpedo
            | Boat::Submunition
            | Boat::KGun
            | Boat::Missile
            | Boat::Rocket
            | Boat::Gatling
            | Boat::Mkp
            | Boat::PlasmaBomber => None,
        }
    }

    /// Whether a guard is only worth it if there is nothing better: a gun that could fire at ships, or an
    /// idle group.
    pub(crate) fn is_second_best(&self, guard: &Guard) -> bool {
        let Some(group) = guard.group else { return false };
        let kind = self.field.blueprint(guard.ship).kind(guard.weapon);
        let gun = guard.boats.is_none() && kind.is_some_and(|kind| shield(kind).is_none());
        gun || self.covers_group(guard, group) == Ok(Cover::Area)
    }

    /// FT-8.8.3: groups that are not engaged and fired at, each an ADFC of the ship.
    pub(crate) fn idle_groups_fired_at(&self, id: ShipId, guards: &[Guard]) -> usize {
        let mut groups: Vec<GroupId> = Vec::new();
        for guard in guards.iter().filter(|it| it.ship == id && it.boats.is_none()) {
            let scatter =
                matches!(self.field.blueprint(id).kind(guard.weapon), Some(Kind::Gun(Gun::ScatterGun(_))));
            let Some(group) = guard.group.filter(|_| !scatter) else { continue };
            if self.covers_group(guard, group) == Ok(Cover::Area) && !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups.len()
    }

    /// FT-9.1.6: squadrons that ship weapons of a ship fire at: each takes a fire control.
    pub(crate) fn squadrons_fired_at(&self, id: ShipId, guards: &[Guard]) -> usize {
        let mut groups: Vec<GroupId> = Vec::new();
        for guard in guards.iter().filter(|it| it.ship == id && it.boats.is_none()) {
            let kind = self.field.blueprint(id).kind(guard.weapon);
            let gun = kind.is_some_and(Kind::needs_fire_control);
            // A hostile order may name groups that are not there.
            let boats = |it: &GroupId| self.groups.get(it.index()).is_some_and(|it| it.craft.is_gunboats());
            let Some(group) = guard.group.filter(|it| gun && boats(it)) else {
                continue;
            };
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups.len()
    }
}

/// FT-9.2.3, FT-11.4.1: boats that charge their FTL drives defend nobody but themselves.
fn is_cold(squadron: &Group) -> Result<(), Refused> {
    if squadron.warm == 0 { Ok(()) } else { Err(("FT-9.2.3", "charges its FTL drive")) }
}

/// FT-8.8.1, FT-8.8.6, FT-8.8.7: group by group as declared; what is too much is lost.
pub(crate) fn resolve(table: &mut Table<Battle>, all: &[(Guard, Option<ShipId>)]) {
    let mut groups: Vec<GroupId> = Vec::new();
    for group in all.iter().filter_map(|it| it.0.group) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    for group in groups {
        let on: Vec<_> = all.iter().filter(|it| it.0.group == Some(group)).collect();
        let battle = table.state();
        let (mut shots, mut strays) = (Vec::new(), Vec::new());
        for (guard, friend) in &on {
            let place = shots.iter().map(|it: &(Option<Scale>, u8)| usize::from(it.1)).sum::<usize>();
            let scatter = guard.boats.is_none()
                && matches!(
                    battle.field.blueprint(guard.ship).kind(guard.weapon),
                    Some(Kind::Gun(Gun::ScatterGun(_)))
                );
            if let (true, Some(friend)) = (scatter, friend) {
                strays.push((place, *guard, *friend));
            }
            shots.extend(battle.guard_dice(guard, group).into_iter().map(|(scale, n)| (Some(scale), n)));
        }
        let kills::Volley { dice, again, kills } = kills::roll(table, &shots);
        let killed = kills.min(table.state().group(group).left);
        let guards = on.iter().map(|it| it.0).collect();
        // FT-7.14.2: a 1 of a scattergun fired for another ship.
        strays.retain(|(place, ..)| dice.get(*place) == Some(&1));
        table.emit(crate::Event::GroupDefence(Event::Repelled { group, guards, dice, again, killed }));
        for (_, guard, ship) in strays {
            table.emit(crate::Event::Defence(crate::ordnance::defence::Event::Strayed { guard, ship }));
            damage::strike(table, ship, None, &Tally { normal: 1, ..Tally::default() });
        }
    }
}

/// FT-6.8.3, FT-6.6.16: everything that flies in a blast, near to far, of either side.
pub(crate) fn blast(
    table: &mut Table<Battle>,
    marker: &Marker,
    centre: Point,
    dice_at: impl Fn(Offset) -> u8,
) {
    let battle = table.state();
    let way = |id: GroupId| battle.group(id).at - centre;
    let mut caught: Vec<(i128, GroupId, u8)> =
        battle.flying().map(|id| (way(id).square(), id, dice_at(way(id)))).filter(|it| 0 < it.2).collect();
    caught.sort();
    for (_, group, n) in caught {
        let there = table.state().group(group);
        let left = there.left;
        let bolt = matches!(marker.what, Warhead::Bolt(_));
        let (dice, killed) = if bolt && there.craft.is_gunboats() {
            (Vec::new(), left)
        } else {
            let dice: Vec<u8> = (0..n).map(|_| table.roll(6)).collect();
            let sum = dice.iter().sum::<u8>().min(left);
            (dice, sum)
        };
        let marker = marker.number;
        table.emit(crate::Event::GroupDefence(Event::Blasted { group, marker, dice, killed }));
    }
}

/// FT-9.2.8: phase 10: rockets at gunboats, all at once.
pub(crate) fn rockets(table: &mut Table<Battle>) {
    let battle = table.state();
    let hit: Vec<GroupId> = battle.flying().filter(|&id| 0 < battle.group(id).deeds.rocketed).collect();
    for group in hit {
        let there = table.state().group(group);
        let killed = there.deeds.rocketed.min(there.left);
        table.emit(crate::Event::GroupDefence(Event::Rocketed { group, killed }));
    }
}

/// FT-5.23.7: groups in the strip of a spinal mount roll like ships without screens of their own; each hit, and each
/// point of plasma, is a craft.
pub(crate) fn rake(table: &mut Table<Battle>, ship: ShipId, beam: SpinalBeam, groups: &[GroupId]) {
    for &group in groups {
        let battle = table.state();
        let layers = battle.layers_over(group);
        let bonus = battle.kinship();
        let plain = |table: Reading, again: bool| Scale { bonus, again, ..Scale::plain(table) };
        let (scale, n) = match beam {
            SpinalBeam::Beam => (plain(Reading::Beam, true).behind(layers), 12),
            SpinalBeam::Plasma => (plain(Reading::Less(2), true).behind(layers), 6),
            SpinalBeam::Singularity => (plain(Reading::Beam, false), 2),
        };
        sweep(table, ship, group, scale, n);
    }
}

/// FT-7.23.2, FT-7.24.3: a group in the way of a great gun of `ship`: each hit is a craft.
pub(crate) fn sweep(table: &mut Table<Battle>, ship: ShipId, group: GroupId, scale: Scale, n: u8) {
    let kills::Volley { dice, again, kills } = kills::roll(table, &[(Some(scale), n)]);
    let killed = kills.min(table.state().group(group).left);
    table.emit(crate::Event::GroupDefence(Event::Raked { ship, group, dice, again, killed }));
}

/// FT-9.1.4, FT-9.2.9: squadrons whose boats defend pay for it, and use up their packs.
pub(crate) fn pay(table: &mut Table<Battle>, all: &[(Guard, Option<ShipId>)]) {
    let battle = table.state();
    let mut squadrons: Vec<(GroupId, Vec<u8>)> = Vec::new();
    for guard in all.iter().map(|it| it.0) {
        let Some(boats) = guard.boats else { continue };
        let packs = battle.boat_shield(boats, guard.weapon.index()) == Some(Shield::Scatter);
        let used = packs.then_some(guard.weapon.0);
        match squadrons.iter_mut().find(|it| it.0 == boats) {
            Some(it) => it.1.extend(used),
            None => squadrons.push((boats, used.into_iter().collect())),
        }
    }
    for (group, packs) in squadrons {
        let cef = u8::from(!table.state().group(group).deeds.fired);
        table.emit(crate::Event::Gunboats(gunboats::Event::Defended { group, packs, cef }));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Repelled { group, killed, .. }
        | Event::Blasted { group, killed, .. }
        | Event::Raked { group, killed, .. } => battle.group_mut(*group).lose(*killed),
        Event::Rocketed { group, killed } => {
            let group = battle.group_mut(*group);
            group.deeds.rocketed = 0;
            group.lose(*killed);
        }
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Repelled { .. } => vec!["FT-8.8.1", "FT-8.8.6"],
        Event::Blasted { .. } => vec!["FT-6.8.3", "FT-6.6.16"],
        Event::Raked { .. } => vec!["FT-5.23.7", "FT-7.23.2"],
        Event::Rocketed { .. } => vec!["FT-9.2.8"],
    }
}
