//! Phase 9: point defence is assigned, then rolled; phase 10: what is left strikes
//! (FT-6.4, FT-6.5, FT-6.6.11, FT-6.7.2, FT-6.8.2, FT-7.10 to FT-7.15, table D5).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use geometry::{Length, Offset};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::{Act, Barred},
    battle::heading,
    craft::{
        self,
        runs::{self, Run},
        wings::GroupId,
    },
    damage::{
        self, Tally,
        kills::{self, Mark, Reading, Scale, Shooter},
    },
    fire::gunnery::{is_aft, is_one_shot},
    narrate,
    options::{AntimatterClass, ScatterShot},
    ordnance::{Marker, Warhead, clearing},
    phases::{self, Phase, Step},
    sensors::{self, Found},
    ship::{IconId, ShipId},
    weapons::{Gun, Weapon},
    yard::design::Kind,
};

/// FT-6.4.1, FT-8.8.1: one weapon on one marker or group; an ADS may stand twice, once for each of its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Guard {
    pub ship: ShipId,
    pub weapon: IconId,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub marker: u16,
    /// FT-8.8.1: a group instead of a marker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    /// FT-9.2.9: a boat of this squadron fires instead of the ship it came with; `weapon` is its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boats: Option<GroupId>,
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

impl Guard {
    pub fn at_marker(ship: ShipId, weapon: IconId, marker: u16) -> Guard {
        Guard { ship, weapon, marker, group: None, boats: None }
    }

    /// Whether two fire at the same thing.
    fn shares(&self, other: &Guard) -> bool {
        (self.marker, self.group) == (other.marker, other.group)
    }

    /// Whether two are the same weapon.
    fn is_same(&self, other: &Guard) -> bool {
        (self.ship, self.weapon, self.boats) == (other.ship, other.weapon, other.boats)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "DefenceEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-2.6.9: everything is announced before any die.
    /// FT-5.8.3: ships that set an advanced fire control aside for their phasers.
    Assigned {
        seat: Seat,
        guards: Vec<Guard>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        aside: Vec<ShipId>,
    },
    /// FT-6.4.2, FT-6.4.3: first dice and re-rolls of all weapons on one marker, and what they stop.
    Defended {
        marker: u16,
        guards: Vec<Guard>,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        stopped: u8,
    },
    /// FT-7.14.2: a scattergun fired for another ship showed a 1.
    Strayed { guard: Guard, ship: ShipId },
    /// FT-6.4.4, FT-6.5.1, FT-6.7.2: missiles on target, and the damage dice of those that get through;
    /// `off` each die by advanced screens.
    Hit { marker: u16, ship: ShipId, on_target: Option<u8>, dice: Vec<u8>, off: u8 },
    /// FT-6.6.11, FT-6.8.3: a blast, and its dice at one ship.
    Burst { marker: u16, ship: ShipId, dice: Vec<u8>, off: u8 },
    /// FT-2.6.10: it has struck, where defence and strikes go ship by ship.
    Spent { marker: u16 },
    /// All markers are off the table but those in flight (FT-6.6.5).
    Cleared,
}

/// D5: how a weapon counts in defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shield {
    /// So many PDS dice.
    Pds(u8),
    /// FT-7.13.1.
    Ads,
    /// FT-5.8.3: one PDS die; an ADS with an advanced fire control.
    Phaser,
    /// FT-5.3.3, FT-5.16.2: Beam-1 and K-1.
    Light { aft: bool },
    /// FT-5.4.5.
    Emp,
    /// FT-7.14.1.
    Scatter,
}

pub(crate) fn shield(kind: &Kind) -> Option<Shield> {
    kind.weapon().and_then(Weapon::shield)
}

/// What a weapon fires for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// Its own ship is in danger.
    Own,
    /// FT-7.10.1.
    Friend(ShipId),
    /// FT-6.6.6: a missile that threatens nobody yet.
    Flight,
    /// FT-8.8.3: a group that is not engaged.
    Area,
}

impl Cover {
    fn friend(self) -> Option<ShipId> {
        if let Cover::Friend(id) = self { Some(id) } else { None }
    }
}

impl Battle {
    pub(crate) fn marker(&self, number: u16) -> Option<&Marker> {
        self.markers.iter().find(|it| it.number == number)
    }

    /// Ships a marker threatens: its target, or those in its blast (FT-6.6.13, FT-6.8.2).
    pub fn threatened(&self, marker: &Marker) -> Vec<ShipId> {
        let Some(blast) = marker.what.blast() else {
            return marker.target.into_iter().filter(|&id| self.ship(id).is_active()).collect();
        };
        let near = |id: &ShipId| (self.ship(*id).motion.at - marker.at).within(blast);
        self.active_ships().filter(near).collect()
    }

    /// FT-7.13.1, FT-5.8.3: whether a weapon has the two dice and the reach of an ADS.
    pub(crate) fn is_ads(&self, id: ShipId, weapon: IconId) -> bool {
        let advanced = |kind: &Kind| matches!(kind, Kind::FireControl { advanced: true });
        match self.field.blueprint(id).kind(weapon).and_then(shield) {
            Some(Shield::Ads) => true,
            Some(Shield::Phaser) => self.working(id, advanced).next().is_some(),
            _ => false,
        }
    }

    /// FT-6.4.1, FT-9.2.9: how many shots a guard has, to divide as it likes.
    pub(crate) fn shots_of(&self, guard: &Guard) -> usize {
        match guard.boats {
            Some(boats) => self.boat_shots(boats, guard.weapon.index()),
            // FT-7.13.1: two dice within 6 MU.
            None if self.is_ads(guard.ship, guard.weapon) => 2,
            None => 1,
        }
    }

    /// FT-6.4.1, FT-7.10.1: whether a weapon may fire at a marker, and what for.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub(crate) fn guards(&self, guard: &Guard) -> Result<Cover, (&'static str, &'static str)> {
        let id = guard.ship;
        // FT-8.8.
        if let Some(group) = guard.group {
            return self.covers_group(guard, group);
        }
        if let Some(boats) = guard.boats {
            return self.boat_covers_marker(guard, boats).map(|()| Cover::Own);
        }
        let Some(marker) = self.marker(guard.marker) else { return Err(("FT-6.4.1", "has no such target")) };
        let (ship, kind) = (self.ship(id), self.field.blueprint(id).kind(guard.weapon));
        let Some(shield) = kind.and_then(shield) else { return Err(("FT-6.4.2", "is not point defence")) };
        if let Some(why) = self.barred(id, Act::Defend) {
            return Err(why);
        }
        if !ship.works(guard.weapon) || ship.used.contains(guard.weapon) {
            return Err(("FT-2.6.14", "does not work or has been used this turn"));
        }
        let bolt = matches!(marker.what, Warhead::Bolt(_));
        if bolt && matches!(shield, Shield::Light { .. } | Shield::Emp) {
            return Err(("FT-6.8.2", "does nothing against a plasma bolt"));
        }
        let way = marker.at - ship.motion.at;
        if !self.covers(id, guard.weapon, way) {
            return Err(("FT-6.4.5", "does not bear"));
        }
        // FT-5.16.2: a K-1 does not fire aft.
        if shield == (Shield::Light { aft: false }) && is_aft(heading(ship), way) == Some(true) {
            return Err(("FT-5.16.2", "does not fire aft"));
        }
        // FT-6.6.13: only an enemy shoots at a missile that is fused.
        if marker.what == (Warhead::Antimatter { fused: true }) && marker.side == ship.side {
            return Err(("FT-6.6.13", "does not fire at a missile of its own side"));
        }
        let threatened = self.threatened(marker);
        if threatened.contains(&id) {
            return Ok(Cover::Own);
        }
        if matches!(shield, Shield::Light { .. } | Shield::Emp) {
            return Err(("FT-7.10.1", "never defends another ship"));
        }
        let adfc = |kind: &Kind| matches!(kind, Kind::Adfc { .. });
        // FT-7.14.1: a scattergun needs no ADFC.
        let helps = shield == Shield::Scatter || self.working(id, adfc).next().is_some();
        // FT-6.6.6: a missile on its first leg, for a ship with ADFC within 6 MU.
        let supports = self.supports(id, shield);
        if marker.is_in_flight() {
            supports?;
            return if marker.side == ship.side || !helps || !way.within(Length::units(6)) {
                Err(("FT-6.6.6", "needs an ADFC within 6 MU to fire at a missile in flight"))
            } else {
                Ok(Cover::Flight)
            };
        }
        let ads = self.is_ads(id, guard.weapon);
        let reach = if ads { self.field.options.ads_support.get() as i32 } else { 6 };
        let friend = threatened
            .into_iter()
            .find(|&it| self.ship(it).side == ship.side && self.way(id, it).within(Length::units(reach)));
        let Some(friend) = friend else { return Err(("FT-7.10.1", "has no friend in reach to defend")) };
        if !helps {
            return Err(("FT-7.10.1", "needs an ADFC to defend another ship"));
        }
        supports?;
        Ok(Cover::Friend(friend))
    }

    /// FT-7.10.1, FT-8.8.3: whether a ship may defend others, and fire at what attacks nobody.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub(crate) fn supports(&self, id: ShipId, shield: Shield) -> Result<(), Barred> {
        match self.barred(id, Act::Support) {
            // FT-7.14.1: flight operations take up an ADFC, and a scattergun needs none.
            Some((rule, _)) if shield == Shield::Scatter && rule == "FT-8.1.9" => Ok(()),
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    /// How a guard shoots.
    fn shield_of(&self, guard: &Guard) -> Option<Shield> {
        let shield = match guard.boats {
            Some(boats) => self.boat_shield(boats, guard.weapon.index()),
            None => self.field.blueprint(guard.ship).kind(guard.weapon).and_then(shield),
        };
        // FT-7.14.1: the other reading of its dice; it still needs no ADFC.
        let four = self.field.options.scattergun == ScatterShot::Pds;
        shield.map(|it| if four && it == Shield::Scatter { Shield::Pds(4) } else { it })
    }

    /// D5: what one die stops of a marker, if anything can be stopped.
    fn scale_at(&self, shield: Shield, marker: &Marker) -> Option<Scale> {
        // FT-8.15.12: light missiles as light fighters are shot at.
        if marker.mark() == Mark::LightSalvo {
            let by = match shield {
                Shield::Pds(_) | Shield::Ads | Shield::Phaser => Shooter::Pds,
                Shield::Light { .. } => Shooter::Light { again: true },
                Shield::Emp => Shooter::Light { again: false },
                Shield::Scatter => Shooter::Scatter,
            };
            return kills::scale(by, Mark::LightSalvo);
        }
        let what = marker.what;
        let from = |needs: u8| Some(Scale::plain(Reading::From(needs)));
        let beam = |again: bool| Some(Scale { again, ..Scale::plain(Reading::Beam) });
        let full = matches!(shield, Shield::Pds(_) | Shield::Ads | Shield::Phaser);
        match (what, shield) {
            (Warhead::Salvo | Warhead::Spread(_) | Warhead::Rockets(_), Shield::Light { .. }) => {
                Some(Scale { again: true, ..Scale::plain(Reading::From(5)) })
            }
            (Warhead::Salvo | Warhead::Spread(_) | Warhead::Rockets(_), Shield::Emp) => from(5),
            (Warhead::Salvo | Warhead::Spread(_) | Warhead::Rockets(_), _) if full => beam(true),
            // FT-6.4.3, FT-6.6.11: as against heavy missiles, each success one hit.
            (Warhead::Heavy | Warhead::Antimatter { .. }, _) if full => from(5),
            (Warhead::Heavy, Shield::Scatter) => from(1),
            (Warhead::Bolt(_), Shield::Scatter) => beam(self.field.options.scatter_bolt_reroll),
            (_, Shield::Scatter) => Some(Scale::plain(Reading::Face)),
            (Warhead::Heavy | Warhead::Antimatter { .. }, _) => from(6),
            // FT-6.8.2.
            (Warhead::Bolt(_), _) if full => from(6),
            (Warhead::Salvo | Warhead::Spread(_) | Warhead::Rockets(_) | Warhead::Bolt(_), _) => None,
        }
    }

    /// FT-6.4.2: chances that a guard stops 0, 1, … of a marker, if all its dice go there, as fine as they are
    /// counted.
    pub(crate) fn stop_chances(&self, guard: &Guard) -> Vec<u128> {
        let (Some(marker), Some(shield)) = (self.marker(guard.marker), self.shield_of(guard)) else {
            return Vec::new();
        };
        let Some(scale) = self.scale_at(shield, marker) else { return Vec::new() };
        let most = match marker.what {
            Warhead::Salvo | Warhead::Antimatter { .. } => 6,
            Warhead::Heavy => 1,
            Warhead::Rockets(n) | Warhead::Bolt(n) | Warhead::Spread(n) => n,
        };
        kills::fine(&[(scale, if let Shield::Pds(n) = shield { n } else { 1 })], most)
    }

    /// Everything a seat could assign.
    pub(crate) fn possible_guards(&self, seat: Seat) -> Vec<Guard> {
        let mut found = self.group_guards(seat);
        if self.markers.is_empty() {
            return found;
        }
        for id in self.own_ships(seat) {
            for weapon in self.field.blueprint(id).icons_of(|kind| shield(kind).is_some()) {
                for marker in &self.markers {
                    let guard = Guard::at_marker(id, weapon, marker.number);
                    // Nobody defends against his own but in a blast.
                    if self.guards(&guard).is_ok() && (marker.side != self.ship(id).side || is_blast(marker))
                    {
                        found.push(guard);
                    }
                }
            }
        }
        found
    }
}

fn is_blast(marker: &Marker) -> bool {
    marker.what.blast().is_some()
}

/// FT-2.6.9: seats that can defend against something.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    if battle.markers.is_empty() && battle.groups.is_empty() {
        return false;
    }
    let able = |seat: &Seat| battle.is_asked(*seat, |it| !it.possible_guards(*seat).is_empty());
    let seats: Seats = battle.initiative.iter().copied().filter(able).collect();
    if seats.is_empty() {
        return false;
    }
    phases::enter(table, Phase::Defence { seats });
    true
}

pub(crate) fn check(battle: &Battle, seat: Seat, guards: &[Guard], found: &mut Findings) {
    // FT-7.10.1, FT-6.6.6: ships and missiles that take an ADFC each.
    let mut helped: Vec<(ShipId, Result<ShipId, u16>)> = Vec::new();
    for (i, guard) in guards.iter().enumerate() {
        let own_boats = |id: GroupId| {
            let squadron = battle.groups.get(id.index());
            squadron.is_some_and(|it| it.owner == seat && it.home == guard.ship)
        };
        if guard.boats.is_some_and(|id| !own_boats(id)) {
            found.add("FT-2.6.9", "those gunboats are not yours to command");
            continue;
        }
        if guard.boats.is_none() && !battle.is_own(seat, guard.ship, "FT-2.6.9", found) {
            continue;
        }
        let tag = battle.field.tag(guard.ship);
        let what = || format!("{tag}: system {}", guard.weapon.0);
        let cover = match battle.guards(guard) {
            Ok(cover) => cover,
            Err((rule, why)) => {
                found.add(rule, format!("{} {why}", what()));
                continue;
            }
        };
        // FT-5.22.1: all weapons of a turret at one target, here too.
        let turret = |it: &Guard| it.boats.map_or_else(|| battle.turret_of(it.ship, it.weapon), |_| None);
        let mate = |it: &&Guard| it.ship == guard.ship && turret(it).is_some() && turret(it) == turret(guard);
        let trained = guards[..i].iter().find(mate).map(|it| (it.marker, it.group));
        found.require(trained.is_none_or(|it| it == (guard.marker, guard.group)), "FT-5.22.1", || {
            format!("{} fires at another target than the rest of its turret", what())
        });
        let same = guards[..i].iter().filter(|it| it.is_same(guard)).count();
        let twice = guards.iter().filter(|it| it.is_same(guard)).count();
        found.require(same < battle.shots_of(guard), "FT-6.4.1", || format!("{} defends twice", what()));
        // FT-7.13.1, FT-9.2.9: two dice reach 6 MU.
        let far = guard.group.is_some_and(|group| {
            let from = guard.boats.map_or(battle.ship(guard.ship).motion.at, |boats| battle.group(boats).at);
            !(battle.group(group).at - from).within(Length::units(6))
                && battle.group(group).deeds.target.is_none()
        });
        found.require(!far || twice == 1, "FT-7.13.2", || format!("{} has one die so far away", what()));
        if let Cover::Friend(friend) = cover {
            let near = battle.way(guard.ship, friend).within(Length::units(6));
            found.require(near || twice == 1, "FT-7.13.2", || format!("{} has one die so far away", what()));
        }
        let scatter = matches!(
            battle.field.blueprint(guard.ship).kind(guard.weapon),
            Some(Kind::Gun(Gun::ScatterGun(_)))
        );
        let help = match cover {
            Cover::Own | Cover::Area => continue,
            Cover::Friend(friend) => (guard.ship, Ok(friend)),
            Cover::Flight => (guard.ship, Err(guard.marker)),
        };
        if !scatter && !helped.contains(&help) {
            helped.push(help);
        }
    }
    // FT-7.10.1, FT-7.11.1: one ship for each ADFC, any number with an advanced one.
    for id in battle.own_ships(seat) {
        let ships = helped.iter().filter(|it| it.0 == id).count() + battle.idle_groups_fired_at(id, guards);
        let squadrons = battle.squadrons_fired_at(id, guards);
        let controls = usize::from(battle.fire_controls(id));
        found.require(squadrons <= controls, "FT-9.1.6", || {
            let controls = narrate::count(controls, "fire control", "fire controls");
            format!("{} fires at {squadrons} squadrons with {controls}", battle.field.tag(id))
        });
        let count = |wanted: bool| {
            battle
                .working(id, move |kind| matches!(kind, Kind::Adfc { advanced } if *advanced == wanted))
                .count()
        };
        let covered = 0 < count(true) || ships <= count(false);
        found.require(covered, "FT-7.10.1", || {
            format!("{} defends {ships} others with {} ADFC", battle.field.tag(id), count(false))
        });
    }
}

/// FT-2.6.9, FT-1.7.5: all is announced, then marker by marker as declared.
pub(crate) fn resolve(table: &mut Table<Battle>, orders: &[(Seat, Vec<Guard>)]) {
    let battle = table.state();
    let all: Vec<(Guard, Option<ShipId>)> = orders
        .iter()
        .flat_map(|it| it.1.iter().map(|guard| (*guard, battle.guards(guard).ok().and_then(Cover::friend))))
        .collect();
    let asides: Vec<Vec<ShipId>> = orders.iter().map(|it| set_aside(battle, &it.1)).collect();
    for ((seat, guards), aside) in orders.iter().zip(asides) {
        let (seat, guards) = (*seat, guards.clone());
        table.emit(crate::Event::Defence(Event::Assigned { seat, guards, aside }));
    }
    craft::defence::pay(table, &all);
    if table.state().field.options.combine_pd_strike {
        return by_ship(table, &all);
    }
    let mut numbers: Vec<u16> = Vec::new();
    for (guard, _) in all.iter().filter(|it| it.0.group.is_none()) {
        if !numbers.contains(&guard.marker) {
            numbers.push(guard.marker);
        }
    }
    for number in numbers {
        let on: Vec<_> =
            all.iter().copied().filter(|it| it.0.group.is_none() && it.0.marker == number).collect();
        defend(table, number, &on);
    }
    craft::defence::resolve(table, &all);
    phases::play_after(table, Step::PointDefence);
}

/// FT-5.8.3: ships whose phasers do what only an ADS can: two dice, or one beyond 6 MU.
fn set_aside(battle: &Battle, guards: &[Guard]) -> Vec<ShipId> {
    let mut ships = Vec::new();
    for guard in guards {
        let kind = battle.field.blueprint(guard.ship).kind(guard.weapon);
        let phaser = guard.boats.is_none() && kind.and_then(shield) == Some(Shield::Phaser);
        let dice = guards.iter().filter(|it| it.is_same(guard)).count();
        let friend = battle.guards(guard).ok().and_then(Cover::friend);
        let far = friend.is_some_and(|id| !battle.way(guard.ship, id).within(Length::units(6)));
        if phaser && (1 < dice || far) && !ships.contains(&guard.ship) {
            ships.push(guard.ship);
        }
    }
    ships
}

/// FT-2.6.10: defence and strike at one ship after the other; then blasts, in phase 10.
fn by_ship(table: &mut Table<Battle>, all: &[(Guard, Option<ShipId>)]) {
    let markers: Vec<Marker> = table.state().markers.clone();
    let on = |number: u16| -> Vec<_> { all.iter().copied().filter(|it| it.0.marker == number).collect() };
    let blows = |it: &Marker| {
        matches!(it.what, Warhead::Salvo | Warhead::Spread(_) | Warhead::Heavy | Warhead::Rockets(_))
    };
    for id in table.state().field.ship_ids() {
        let own: Vec<u16> =
            markers.iter().filter(|it| it.target == Some(id) && blows(it)).map(|it| it.number).collect();
        for &number in &own {
            defend(table, number, &on(number));
        }
        for number in own {
            if let Some(marker) = table.state().marker(number).cloned() {
                hit(table, &marker);
                table.emit(crate::Event::Defence(Event::Spent { marker: number }));
            }
        }
    }
    for marker in markers.iter().filter(|it| !blows(it) || it.target.is_none()) {
        defend(table, marker.number, &on(marker.number));
    }
    craft::defence::resolve(table, all);
    phases::play_after(table, Step::PointDefence);
}

/// FT-6.4.2, FT-6.4.3, FT-6.6.11, FT-6.8.2: weapons in the order assigned: first dice, then re-rolls.
fn defend(table: &mut Table<Battle>, number: u16, guards: &[(Guard, Option<ShipId>)]) {
    let Some(marker) = table.state().marker(number).cloned() else { return };
    if guards.is_empty() {
        return;
    }
    let (mut dice, mut again, mut stopped) = (Vec::new(), Vec::new(), 0_u8);
    let mut waves: Vec<Scale> = Vec::new();
    let mut strays: Vec<(Guard, ShipId)> = Vec::new();
    for &(guard, friend) in guards {
        let battle = table.state();
        let Some(shield) = battle.shield_of(&guard) else { continue };
        let scale = battle.scale_at(shield, &marker);
        let n = match shield {
            Shield::Pds(n) => n,
            // FT-7.14.1: kills a heavy missile outright.
            Shield::Scatter if marker.what == Warhead::Heavy => {
                stopped = stopped.saturating_add(1);
                0
            }
            Shield::Ads | Shield::Phaser | Shield::Light { .. } | Shield::Emp | Shield::Scatter => 1,
        };
        for _ in 0..n {
            let die = table.roll(6);
            dice.push(die);
            stopped = stopped.saturating_add(scale.map_or(0, |it| it.first(die)));
            waves.extend(scale.filter(|it| it.again && die == 6));
            if let (Shield::Scatter, 1, Some(friend)) = (shield, die, friend) {
                strays.push((guard, friend));
            }
        }
    }
    while !waves.is_empty() {
        for scale in std::mem::take(&mut waves) {
            let die = table.roll(6);
            again.push(die);
            stopped = stopped.saturating_add(scale.next(die));
            waves.extend((die == 6).then_some(scale));
        }
    }
    let (marker, guards) = (number, guards.iter().map(|it| it.0).collect());
    table.emit(crate::Event::Defence(Event::Defended { marker, guards, dice, again, stopped }));
    for (guard, ship) in strays {
        table.emit(crate::Event::Defence(Event::Strayed { guard, ship }));
        damage::strike(table, ship, None, &Tally { normal: 1, ..Tally::default() });
    }
}

/// Phase 10, FT-2.6.10: what is left strikes, in the order it was launched; then the checks.
pub(crate) fn strike(table: &mut Table<Battle>, runs: &[Run]) {
    let flying = table.state().flying().next().is_some();
    if table.state().markers.is_empty() && !flying {
        if table.state().field.options.combine_pd_strike {
            damage::end_of_phase(table);
        }
        return;
    }
    craft::defence::rockets(table);
    let numbers: Vec<u16> = table.state().markers.iter().map(|it| it.number).collect();
    for number in numbers {
        // A blast may have taken it.
        let Some(marker) = table.state().marker(number).cloned() else { continue };
        match marker.what {
            Warhead::Salvo | Warhead::Spread(_) | Warhead::Heavy | Warhead::Rockets(_) => hit(table, &marker),
            Warhead::Antimatter { .. } | Warhead::Bolt(_) => burst(table, &marker),
        }
    }
    if !table.state().markers.is_empty() {
        table.emit(crate::Event::Defence(Event::Cleared));
    }
    runs::strike(table, runs);
    damage::end_of_phase(table);
}

fn hit(table: &mut Table<Battle>, marker: &Marker) {
    let Some(ship) = marker.target.filter(|&id| table.state().ship(id).is_active()) else { return };
    let number = marker.number;
    let off = table.state().screens(ship).advanced.min(2);
    let floor = table.state().field.options.damage_die_floor;
    let (on_target, n) = match marker.what {
        // FT-6.4.4: on target, less those that were stopped.
        Warhead::Salvo => {
            let die = table.roll(6);
            (Some(die), die.saturating_sub(marker.stopped))
        }
        // FT-8.15.10: fewer missiles, fewer on target; one at least, if nothing fired at them.
        Warhead::Spread(missiles) => {
            let die = table.roll(6);
            let least = u8::from(!marker.fired_at && marker.stopped == 0);
            let on_target = (die + missiles).saturating_sub(6).clamp(least.min(missiles), missiles);
            (Some(on_target), on_target.saturating_sub(marker.stopped))
        }
        Warhead::Rockets(hits) => (None, hits.saturating_sub(marker.stopped)),
        // FT-6.5.1: three dice, if nobody stopped it.
        Warhead::Heavy | Warhead::Antimatter { .. } | Warhead::Bolt(_) => {
            (None, if marker.stopped == 0 { 3 } else { 0 })
        }
    };
    let dice: Vec<u8> = (0..n).map(|_| table.roll(6)).collect();
    let points = dice.iter().map(|die| match marker.what {
        // FT-6.7.2: 1d3.
        Warhead::Rockets(_) => floor.less(die.div_ceil(2), off),
        Warhead::Salvo
        | Warhead::Heavy
        | Warhead::Antimatter { .. }
        | Warhead::Bolt(_)
        | Warhead::Spread(_) => floor.less(*die, off),
    });
    // FT-DMG.5: each missile is a hit; a heavy missile is one.
    let sap: Vec<u8> = match marker.what {
        Warhead::Heavy if !dice.is_empty() => vec![points.sum()],
        Warhead::Salvo
        | Warhead::Heavy
        | Warhead::Antimatter { .. }
        | Warhead::Rockets(_)
        | Warhead::Bolt(_)
        | Warhead::Spread(_) => points.collect(),
    };
    table.emit(crate::Event::Defence(Event::Hit { marker: number, ship, on_target, dice, off }));
    damage::strike(table, ship, None, &Tally { sap, ..Tally::default() });
}

/// FT-6.6.11, FT-6.8.3, FT-1.7.5: the aimed ship first, then near to far; either side.
fn burst(table: &mut Table<Battle>, marker: &Marker) {
    let battle = table.state();
    let centre = match marker.target.filter(|_| !is_blast(marker)) {
        Some(id) if battle.ship(id).is_active() => battle.ship(id).motion.at,
        Some(_) => return,
        None => marker.at,
    };
    let dice_at = |way: Offset| {
        match marker.what {
            Warhead::Bolt(class) if way.within(super::BOLT) => class.saturating_sub(marker.stopped),
            Warhead::Antimatter { .. } => {
                // One ring weaker for each hit: 3, 2, 1; then 2, 1; then 1.
                let ring = (1..=3_u8).find(|&ring| way.within(Length::units(i32::from(ring))));
                ring.map_or(0, |ring| (4 - ring).saturating_sub(marker.stopped))
            }
            Warhead::Salvo | Warhead::Heavy | Warhead::Rockets(_) | Warhead::Bolt(_) | Warhead::Spread(_) => {
                0
            }
        }
    };
    let mut caught: Vec<(bool, i128, ShipId, u8)> = battle
        .active_ships()
        .map(|id| (id, battle.ship(id).motion.at - centre))
        .map(|(id, way)| (marker.target != Some(id), way.square(), id, dice_at(way)))
        .filter(|it| 0 < it.3)
        .collect();
    caught.sort();
    for (.., id, n) in caught {
        if sensors::reveal(table, id, Found::Hit) {
            continue;
        }
        // FT-6.6.12, FT-6.8.3: any screen takes its level off each die.
        let off = table.state().screens(id).all.min(2);
        let floor = table.state().field.options.damage_die_floor;
        let dice: Vec<u8> = (0..n).map(|_| table.roll(6)).collect();
        let points: u16 = dice.iter().map(|die| u16::from(floor.less(*die, off))).sum();
        let sap = matches!(marker.what, Warhead::Antimatter { .. })
            && table.state().field.options.amt_class == AntimatterClass::Sap;
        let tally = if sap {
            Tally { sap: vec![points as u8], ..Tally::default() }
        } else {
            Tally { normal: points, ..Tally::default() }
        };
        table.emit(crate::Event::Defence(Event::Burst { marker: marker.number, ship: id, dice, off }));
        damage::strike(table, id, None, &tally);
    }
    craft::defence::blast(table, marker, centre, dice_at);
    // FT-6.6.16, FT-6.8.3: what else is caught.
    match marker.what {
        Warhead::Bolt(class) if marker.stopped < class => clearing::burn(table, centre, marker.number),
        Warhead::Antimatter { .. } => clearing::blast(table, centre, marker.number, &dice_at),
        Warhead::Salvo | Warhead::Heavy | Warhead::Rockets(_) | Warhead::Bolt(_) | Warhead::Spread(_) => (),
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Assigned { guards, aside, .. } => {
            for id in aside {
                battle.ship_mut(*id).set_aside = 1;
            }
            let field = std::sync::Arc::clone(&battle.field);
            for guard in guards.iter().filter(|it| it.boats.is_none()) {
                let kind = field.blueprint(guard.ship).kind(guard.weapon);
                let ship = battle.ship_mut(guard.ship);
                ship.used.insert(guard.weapon);
                if kind.is_some_and(is_one_shot) {
                    ship.spent.insert(guard.weapon);
                }
            }
        }
        Event::Defended { marker, stopped, .. } => {
            super::fire_at(battle, *marker);
            if let Some(it) = battle.markers.iter_mut().find(|it| it.number == *marker) {
                it.stopped = it.stopped.saturating_add(*stopped);
            }
        }
        Event::Spent { marker } => battle.markers.retain(|it| it.number != *marker),
        Event::Cleared => battle.markers.retain(Marker::is_in_flight),
        Event::Strayed { .. } | Event::Hit { .. } | Event::Burst { .. } => (),
    }
}

/// Weapons spread evenly over what they can stop; one-shots are kept for what has nothing else on it.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Vec<Guard> {
    let mut all = battle.possible_guards(seat);
    // Guns are kept for ships, if there are any.
    all.retain(|it| {
        it.boats.is_some() || battle.field.blueprint(it.ship).kind(it.weapon).and_then(shield).is_some()
    });
    let mut guards: Vec<Guard> = Vec::new();
    let one_shot = |guard: &Guard| {
        matches!(
            battle.field.blueprint(guard.ship).kind(guard.weapon),
            Some(Kind::Gun(Gun::ScatterGun(_) | Gun::Grapeshot(_)))
        )
    };
    for last in [false, true] {
        for guard in all.iter().filter(|it| one_shot(it) == last) {
            if guards.iter().any(|it| it.is_same(guard)) {
                continue;
            }
            let on = |guard: &Guard| guards.iter().filter(|it| it.shares(guard)).count();
            let rivals = all.iter().filter(|it| it.is_same(guard));
            let rank = |guard: &Guard| {
                (battle.is_second_best(guard), battle.guards(guard) != Ok(Cover::Own), on(guard))
            };
            let Some(best) = rivals.min_by_key(|it| rank(it)) else {
                continue;
            };
            if !last || on(best) == 0 {
                let kind = battle.field.blueprint(best.ship).kind(best.weapon);
                let ads = best.boats.is_some() || matches!(kind, Some(Kind::Gun(Gun::Ads(_))));
                // Both dice of an ADS, if it may.
                for _ in 0..if ads { 2 } else { 1 } {
                    guards.push(*best);
                    let mut found = Findings::default();
                    check(battle, seat, &guards, &mut found);
                    if !found.is_empty() {
                        guards.pop();
                    }
                }
            }
        }
    }
    guards
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Guard> {
    let mut guards: Vec<Guard> = Vec::new();
    for guard in battle.possible_guards(seat) {
        if dice.one_in(2) {
            guards.push(guard);
            let mut found = Findings::default();
            check(battle, seat, &guards, &mut found);
            if !found.is_empty() {
                guards.pop();
            }
        }
    }
    guards
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Assigned { .. } => vec!["FT-2.6.9", "FT-6.4.1"],
        Event::Defended { .. } => vec!["FT-6.4.2", "FT-6.4.3"],
        Event::Strayed { .. } => vec!["FT-7.14.2"],
        Event::Hit { on_target: Some(_), .. } => vec!["FT-6.4.4", "FT-6.5.1"],
        Event::Hit { .. } => vec!["FT-6.5.1", "FT-6.7.2"],
        Event::Burst { .. } => vec!["FT-6.6.11", "FT-6.8.3"],
        Event::Spent { .. } | Event::Cleared => vec!["FT-2.6.10"],
    }
}
