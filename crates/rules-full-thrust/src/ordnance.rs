//! Phase 3: missiles, rockets and bolts are launched; phase 7: missiles home (FT-6.2, FT-6.3, FT-6.6 to FT-6.8).

pub(crate) mod clearing;
pub(crate) mod defence;
pub(crate) mod menu;
pub(crate) mod mines;
pub(crate) mod notation;
pub(crate) mod opening;
pub(crate) mod tactics;
pub(crate) mod words;

use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Offset, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    battle::heading,
    fire::gunnery::{Bearing, bearing, is_aft, shortened},
    movement::{
        clock::Clock,
        plot::{self, Plot},
    },
    narrate,
    options::{AftOrdnance, LaunchControl},
    orders::Mode,
    phases::{self, Phase, Step},
    setup::scenario::Part,
    ship::{IconId, ShipId},
    terrain::line_is_clear,
    weapons::{BoltLauncher, Gun},
    yard::design::{Kind, Loads, Missile},
};

/// Something in flight, or about to burst.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// By which it is called for the rest of the turn.
    pub number: u16,
    pub ship: ShipId,
    pub side: u8,
    pub what: Warhead,
    pub at: Point,
    /// FT-6.3.3: the ship it has locked on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<ShipId>,
    /// FT-6.4.1, FT-6.6.11, FT-6.8.2: what point defence has taken off it.
    #[serde(default)]
    pub stopped: u8,
    /// FT-6.6.5: a missile of two stages on its first leg, and the way it points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flies: Option<Clock>,
    /// FT-8.15.12: missiles of light fighters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub light: bool,
    /// FT-8.15.10: somebody has fired at it, whatever came of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fired_at: bool,
}

impl Marker {
    /// A marker as it leaves its launcher.
    pub(crate) fn new(number: u16, ship: ShipId, side: u8, what: Warhead, at: Point) -> Marker {
        Marker {
            number,
            ship,
            side,
            what,
            at,
            target: None,
            stopped: 0,
            flies: None,
            light: false,
            fired_at: false,
        }
    }

    /// FT-6.6.5: on its first leg, with nothing to home on.
    pub fn is_in_flight(&self) -> bool {
        self.flies.is_some() && self.target.is_none()
    }
}

/// What a marker stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Warhead {
    /// FT-6.2.1: up to six missiles.
    Salvo,
    Heavy,
    /// FT-6.6.10; FT-6.6.13: fused, it bursts where it lies.
    Antimatter {
        fused: bool,
    },
    /// FT-6.7.1: so many rockets have hit, if nobody stops them.
    Rockets(u8),
    /// FT-6.8.1: its class.
    Bolt(u8),
    /// FT-8.15.10: so many missiles of fighters or gunboats.
    Spread(u8),
}

/// FT-2.6.3: everything one ship launches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Launch {
    pub ship: ShipId,
    pub launches: Vec<Launched>,
}

/// One launcher, and where its load goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Launched {
    pub weapon: IconId,
    /// FT-6.3.1: the place of the marker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// FT-6.7.1: the ship rockets are fired at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<ShipId>,
    /// FT-6.6.2: an extended-range load of a mixed magazine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub extended: bool,
    /// FT-6.6.13.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fused: bool,
}

impl Launched {
    pub fn at(weapon: IconId, at: Point) -> Launched {
        Launched { weapon, at: Some(at), target: None, extended: false, fused: false }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "OrdnanceEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-2.6.3: the ship has had its turn in phase 3.
    Chosen {
        ship: ShipId,
    },
    Passed {
        seat: Seat,
    },
    /// FT-6.3.1: a marker is placed; the load comes out of `magazine`, if it does.
    Placed {
        weapon: IconId,
        marker: Marker,
        magazine: Option<(IconId, Missile)>,
    },
    /// FT-6.7.1: dice of a pod; those that hit become a marker.
    Rockets {
        ship: ShipId,
        weapon: IconId,
        target: ShipId,
        needs: u8,
        dice: [u8; 2],
        marker: Option<Marker>,
    },
    /// FT-6.3.3: the nearest ship in reach; with the die that decided between equals.
    Homed {
        marker: u16,
        target: ShipId,
        die: Option<u8>,
    },
    /// FT-6.3.3: nothing in reach.
    Lost {
        marker: u16,
    },
}

/// What a launcher would send, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    pub what: Warhead,
    pub reach: Length,
    /// FT-6.6.5: nor nearer than this.
    pub least: Length,
    /// FT-6.2.1, FT-6.6.4.
    pub missile: Missile,
}

impl Loaded {
    fn new(what: Warhead, reach: i32) -> Loaded {
        Loaded { what, reach: Length::units(reach), least: Length::ZERO, missile: Missile::Standard }
    }

    /// FT-6.3.1, FT-6.6.5: how far each kind flies.
    fn of(what: Warhead, missile: Missile) -> Loaded {
        let reach = if missile == Missile::Extended { 36 } else { 24 };
        let least = if missile == Missile::TwoStage { opening::STAGE.0 } else { Length::ZERO };
        Loaded { least, missile, ..Loaded::new(what, reach) }
    }

    /// What a launcher sends as it was built; one that is fed from a magazine may find other loads there.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else launches anything")]
    pub(crate) fn usual(kind: &Kind) -> Option<Loaded> {
        match kind {
            Kind::SalvoRack { missile, .. } => Some(Loaded::of(Warhead::Salvo, *missile)),
            Kind::HeavyMissile { missile, .. } => Some(Loaded::of(Warhead::Heavy, *missile)),
            Kind::SalvoLauncher { .. } => Some(Loaded::of(Warhead::Salvo, Missile::Standard)),
            Kind::Antimatter { .. } => Some(Loaded::new(Warhead::Antimatter { fused: false }, 18)),
            Kind::RocketPod { .. } => Some(Loaded::new(Warhead::Rockets(ROCKETS), 18)),
            Kind::Gun(Gun::BoltLauncher(BoltLauncher { class, .. })) => {
                Some(Loaded::new(Warhead::Bolt(*class), 30))
            }
            _ => None,
        }
    }
}

/// FT-6.7.1: rockets in a pod.
pub(crate) const ROCKETS: u8 = 2;
/// FT-6.3.3: how near a missile must be to lock on in cinematic movement.
pub(crate) const LOCK: i64 = 6;
/// FT-6.8.2, FT-6.6.13: how far round it a marker bursts.
pub(crate) const BOLT: Length = Length::units(6);
pub(crate) const ANTIMATTER: Length = Length::units(3);

impl Warhead {
    /// FT-6.8.2, FT-6.6.13: how far round it bursts; what flies at one ship does not.
    pub fn blast(self) -> Option<Length> {
        match self {
            Warhead::Bolt(_) => Some(BOLT),
            Warhead::Antimatter { fused: true } => Some(ANTIMATTER),
            Warhead::Salvo
            | Warhead::Heavy
            | Warhead::Antimatter { fused: false }
            | Warhead::Rockets(_)
            | Warhead::Spread(_) => None,
        }
    }
}

impl Battle {
    /// FT-5.2.1: fire controls that flak has taken, where each place needs its own.
    fn aimed_flak(&self, id: ShipId) -> usize {
        match self.field.options.firecon_per_launch {
            LaunchControl::Ship => 0,
            LaunchControl::Marker => self.flak.iter().filter(|it| it.ship == id).count(),
        }
    }

    /// FT-6.6.2: the magazine a launcher draws from, and what is left in it.
    pub(crate) fn magazine(&self, id: ShipId, icon: IconId) -> Option<(IconId, Loads)> {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        let Some(Kind::SalvoLauncher { magazine, .. }) = blueprint.kind(icon) else { return None };
        let is_it = |it: &IconId| match blueprint.icons[it.index()] {
            Part::System { index, .. } => blueprint.design.systems[usize::from(index)].id == *magazine,
            Part::Bridge | Part::PowerCore | Part::LifeSupport | Part::Flaw => false,
        };
        let store = blueprint.icons_of(|kind| matches!(kind, Kind::Magazine { .. })).find(is_it)?;
        let Some(Kind::Magazine { loads }) = blueprint.kind(store) else { return None };
        let mut left = *loads;
        for (_, missile) in ship.fired_loads.iter().filter(|it| it.0 == store) {
            match missile {
                Missile::Standard => left.standard = left.standard.saturating_sub(1),
                Missile::Extended => left.extended = left.extended.saturating_sub(1),
                Missile::TwoStage => left.two_stage = left.two_stage.saturating_sub(1),
            }
        }
        ship.works(store).then_some((store, left))
    }

    /// What `icon` could launch now, or why not; `extended` asks for that load of a mixed magazine.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub fn loaded(
        &self,
        id: ShipId,
        icon: IconId,
        extended: bool,
    ) -> Result<Loaded, (&'static str, &'static str)> {
        let ship = self.ship(id);
        let kind = self.field.blueprint(id).kind(icon);
        let found = match kind {
            // FT-6.6.2, FT-6.6.4: the player picks of a mixed magazine; two-stage loads lie alone.
            Some(Kind::SalvoLauncher { .. }) => match self.magazine(id, icon) {
                Some((_, left)) if extended && 0 < left.extended => {
                    Ok(Loaded::of(Warhead::Salvo, Missile::Extended))
                }
                Some((_, left)) if !extended && 0 < left.standard => {
                    Ok(Loaded::of(Warhead::Salvo, Missile::Standard))
                }
                Some((_, left)) if !extended && 0 < left.two_stage => {
                    Ok(Loaded::of(Warhead::Salvo, Missile::TwoStage))
                }
                _ => Err(("FT-6.6.2", "has no such load in a working magazine")),
            },
            // FT-6.8.1: at most every other turn.
            Some(Kind::Gun(Gun::BoltLauncher(_)))
                if ship.bolts.contains(&(icon, self.turn.saturating_sub(1))) =>
            {
                Err(("FT-6.8.1", "fired last turn"))
            }
            _ => kind.and_then(Loaded::usual).ok_or(("FT-6.2.1", "launches nothing")),
        }?;
        if extended && !matches!(kind, Some(Kind::SalvoLauncher { .. })) {
            return Err(("FT-6.6.2", "has no choice of loads"));
        }
        if !ship.works(icon) || ship.used.contains(icon) {
            return Err(("FT-2.6.14", "does not work or has been used this turn"));
        }
        // FT-6.3.2, FT-6.6.14.
        if self.fire_controls(id) == 0 {
            return Err(("FT-6.3.2", "needs a working fire control"));
        }
        Ok(found)
    }

    /// FT-6.8.5: a launcher that waits for phase 11; nobody else knows before it fires.
    pub(crate) fn is_shaped(&self, id: ShipId, icon: IconId) -> bool {
        self.secrets[id.index()].mode(icon) == Some(Mode::Shaped)
    }

    /// FT-6.3.1: whether a mount covers a direction; the line between two arcs counts for both.
    pub(crate) fn covers(&self, id: ShipId, icon: IconId, way: Offset) -> bool {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        let orientation = blueprint.design.orientation;
        let Some(arcs) = self.arcs_of(id, icon) else { return false };
        let arcs = if ship.rolled { arcs.mirrored(orientation) } else { arcs };
        match bearing(heading(ship), orientation, way) {
            Bearing::In(arc) => arcs.contains(arc),
            Bearing::Line(arc) => arcs.contains(arc) || arcs.contains(arc.turned(1)),
        }
    }

    /// Every launcher of a ship that could launch something somewhere.
    pub(crate) fn launchers(&self, id: ShipId) -> Vec<(IconId, bool, Loaded)> {
        if self.barred(id, Act::Launch).is_some() { Vec::new() } else { self.loaded_launchers(id) }
    }

    /// The same, whatever has been written and nobody has seen yet.
    fn loaded_launchers(&self, id: ShipId) -> Vec<(IconId, bool, Loaded)> {
        let blueprint = self.field.blueprint(id);
        if !blueprint.has_ordnance || self.ship(id).launched || self.is_barred_openly(id, Act::Launch) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for icon in blueprint.icon_ids() {
            for extended in [false, true] {
                if let Ok(loaded) = self.loaded(id, icon, extended) {
                    found.push((icon, extended, loaded));
                }
            }
        }
        found
    }

    /// FT-6.3.1, FT-4.2.5: why a marker cannot be placed there.
    pub(crate) fn aim(
        &self,
        id: ShipId,
        icon: IconId,
        least: Length,
        reach: Length,
        at: Point,
    ) -> Result<(), (&'static str, &'static str)> {
        let way = at - self.ship(id).motion.at;
        if !least.at_most(way.length()) {
            return Err(("FT-6.6.5", "flies further than that"));
        }
        if !way.within(reach) {
            return Err(("FT-6.3.1", "does not reach so far"));
        }
        if !self.covers(id, icon, way) {
            return Err(("FT-6.3.1", "does not bear there"));
        }
        if self.has_terrain() && !line_is_clear(self, self.ship(id).motion.at, at) {
            return Err(("FT-17.1.1", "has no clear line there"));
        }
        let banned =
            self.field.options.aft_ordnance == AftOrdnance::Banned && self.field.station(id).is_none();
        if banned && is_aft(heading(self.ship(id)), way) == Some(true) {
            return Err(("FT-4.2.5", "does not launch through the aft arc"));
        }
        Ok(())
    }

    /// FT-6.7.1: the number rockets need against a ship now, if they reach it; stealth shortens the
    /// brackets, and a holofield beyond 6 MU leaves only sixes (FT-6.7.3).
    pub(crate) fn rocket_needs(&self, id: ShipId, target: ShipId) -> Option<u8> {
        let way = self.way(id, target);
        let needs = way.band(shortened(6, self.stealth(target)), 3)? + 1;
        let far = !way.within(Length::units(6));
        Some(if far && self.holofield(target) { 6 } else { needs })
    }

    /// FT-6.3.3, FT-6.3.4, FT-7.18.1, FT-7.17.2: how near a missile must be to lock on.
    pub fn lock_range(&self, id: ShipId) -> Length {
        let base = if self.ship(id).motion.drift.is_some() {
            i64::from(self.field.options.missile_radius_vector.get())
        } else {
            LOCK
        };
        let off = i32::from(self.ecm(id)) + i32::from(self.holofield(id));
        (shortened(base, self.stealth(id)) - Length::units(off)).max(Length::ZERO)
    }

    /// FT-6.3.3: the nearest enemy ships within their own lock range, equally near; cloaked ones never.
    fn locks(&self, marker: &Marker) -> Vec<ShipId> {
        let way = |id: ShipId| self.ship(id).motion.at - marker.at;
        let mut near: Vec<(i128, ShipId)> = self
            .active_ships()
            .filter(|&id| self.ship(id).side != marker.side && !self.ship(id).cloaked && !self.ship(id).bogey)
            .filter(|&id| way(id).within(self.lock_range(id)))
            .map(|id| (way(id).square(), id))
            .collect();
        near.sort();
        let best = near.first().map(|it| it.0);
        near.into_iter().filter(|it| Some(it.0) == best).map(|it| it.1).collect()
    }
}

/// FT-2.6.3: opens phase 3; the loser of the initiative is first.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    next(table, None, 0)
}

/// The next seat with something to launch, in reverse order of initiative.
fn next(table: &mut Table<Battle>, last: Option<Seat>, passes: u8) -> bool {
    let battle = table.state();
    if !battle.field.has_ordnance() && battle.groups.is_empty() {
        return false;
    }
    let order: Vec<Seat> = battle.initiative.iter().rev().copied().collect();
    let able = |seat: Seat| {
        battle.own_ships(seat).any(|id| !battle.loaded_launchers(id).is_empty())
            || !battle.launching_groups(seat).is_empty()
    };
    let able: Vec<Seat> = order.iter().copied().filter(|&seat| able(seat)).collect();
    if able.len() <= usize::from(passes) {
        return false;
    }
    let after = last.and_then(|last| order.iter().position(|it| *it == last)).map_or(0, |at| at + 1);
    let seat = (0..order.len())
        .map(|i| order[(after + i) % order.len()])
        .find(|seat| able.contains(seat))
        .expect("somebody is able");
    phases::enter(table, Phase::Launch { seat, passes });
    true
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &Launch, found: &mut Findings) {
    let id = order.ship;
    if !battle.is_own(seat, id, "FT-2.6.3", found) {
        return;
    }
    let (ship, tag) = (battle.ship(id), battle.field.tag(id));
    found.require(!ship.launched, "FT-2.6.3", || format!("{tag} has had its turn"));
    if let Some((rule, why)) = battle.barred(id, Act::Launch) {
        found.add(rule, format!("{tag} {why}"));
    }
    found.require(!order.launches.is_empty(), "FT-2.6.3", || "launch something, or pass".to_owned());
    let mut rocket_targets: Vec<ShipId> = Vec::new();
    let (mut markers, mut drawn) = (0, Vec::new());
    for (i, it) in order.launches.iter().enumerate() {
        let what = || format!("{tag}: system {}", it.weapon.0);
        let once = !order.launches[..i].iter().any(|other| other.weapon == it.weapon);
        found.require(once, "FT-2.6.14", || format!("{} launches twice", what()));
        let loaded = match battle.loaded(id, it.weapon, it.extended) {
            Ok(loaded) => loaded,
            Err((rule, why)) => {
                found.add(rule, format!("{} {why}", what()));
                continue;
            }
        };
        found.require(!battle.is_shaped(id, it.weapon), "FT-6.8.5", || {
            format!("{} is to fire a shaped bolt", what())
        });
        found.require(!it.fused || matches!(loaded.what, Warhead::Antimatter { .. }), "FT-6.6.13", || {
            format!("{} cannot be fused", what())
        });
        if let Some((store, left)) = battle.magazine(id, it.weapon) {
            drawn.push((store, it.extended));
            let taken = drawn.iter().filter(|other| **other == (store, it.extended)).count() as u32;
            let there = if it.extended { left.extended } else { left.standard + left.two_stage };
            found.require(taken <= there, "FT-6.6.2", || format!("{}: its magazine is empty", what()));
        }
        if let Warhead::Rockets(_) = loaded.what {
            let target = it.target.filter(|to| battle.ships.get(to.index()).is_some_and(|it| it.is_active()));
            let Some(target) = target.filter(|&to| battle.ship(to).side != ship.side) else {
                found.add("FT-6.7.1", format!("{} needs an enemy ship to fire at", what()));
                continue;
            };
            found.require(it.at.is_none(), "FT-6.7.1", || format!("{} is fired at a ship", what()));
            if battle.ship(target).bogey {
                found.add("FT-12.1.4", format!("{} cannot be aimed at a bogey", what()));
                continue;
            }
            found.require(battle.rocket_needs(id, target).is_some(), "FT-6.7.1", || {
                format!("{} does not reach its target", what())
            });
            // FT-7.20.3: twice as far, and hard to see: nobody locks on.
            found.require(!battle.ship(target).cloaked, "FT-7.20.3", || {
                format!("{}: its target is cloaked", what())
            });
            let there = battle.ship(target).motion.at;
            if let Err((rule, why)) = battle.aim(id, it.weapon, loaded.least, loaded.reach, there) {
                found.add(rule, format!("{} {why}", what()));
            }
            if !rocket_targets.contains(&target) {
                rocket_targets.push(target);
            }
            continue;
        }
        markers += 1;
        match it.at {
            Some(at) if it.target.is_none() => {
                if let Err((rule, why)) = battle.aim(id, it.weapon, loaded.least, loaded.reach, at) {
                    found.add(rule, format!("{} {why}", what()));
                }
            }
            _ => found.add("FT-6.3.1", format!("{} needs a place for its marker", what())),
        }
    }
    // FT-5.2.1: one covers all markers, or one each; rockets one for each target.
    let aimed = match battle.field.options.firecon_per_launch {
        LaunchControl::Ship => markers.min(1),
        LaunchControl::Marker => markers + battle.aimed_flak(id),
    };
    let needed = aimed + rocket_targets.len();
    let controls = usize::from(battle.fire_controls(id));
    found.require(needed <= controls, "FT-5.2.1", || {
        let needed = narrate::count(needed, "fire control", "fire controls");
        format!("{tag} would need {needed} and has {controls}")
    });
}

pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &Launch) {
    let id = order.ship;
    table.emit(crate::Event::Ordnance(Event::Chosen { ship: id }));
    for it in &order.launches {
        let battle = table.state();
        let Ok(loaded) = battle.loaded(id, it.weapon, it.extended) else { continue };
        let number = battle.markers.last().map_or(1, |marker| marker.number + 1);
        let side = battle.ship(id).side;
        let magazine = battle.magazine(id, it.weapon).map(|(store, _)| (store, loaded.missile));
        let from = battle.ship(id).motion.at;
        match (loaded.what, it.at, it.target) {
            (Warhead::Rockets(_), _, Some(target)) => {
                let needs = battle.rocket_needs(id, target).unwrap_or(7);
                let there = battle.ship(target).motion.at;
                let dice = [table.roll(6), table.roll(6)];
                let hits = dice.iter().filter(|die| needs <= **die).count() as u8;
                // The side they come from is where the pod stands now.
                let marker = (0 < hits).then(|| Marker {
                    target: Some(target),
                    ..Marker::new(number, id, side, Warhead::Rockets(hits), from)
                });
                let weapon = it.weapon;
                table.emit(crate::Event::Ordnance(Event::Rockets {
                    ship: id,
                    weapon,
                    target,
                    needs,
                    dice,
                    marker,
                }));
                opening::pepper(table, number, &[from, there]);
            }
            (what, Some(at), _) => {
                let what = match what {
                    Warhead::Antimatter { .. } => Warhead::Antimatter { fused: it.fused },
                    other @ Warhead::Salvo
                    | other @ Warhead::Heavy
                    | other @ Warhead::Rockets(_)
                    | other @ Warhead::Bolt(_)
                    | other @ Warhead::Spread(_) => other,
                };
                // FT-6.6.5: the clock point nearest to the way it has flown.
                let flies = (loaded.missile == Missile::TwoStage).then(|| Clock::nearest(at - from));
                let marker = Marker { flies, ..Marker::new(number, id, side, what, at) };
                let weapon = it.weapon;
                table.emit(crate::Event::Ordnance(Event::Placed { weapon, marker, magazine }));
                opening::pepper(table, number, &[from, at]);
            }
            _ => (),
        }
    }
    go_on(table, seat, 0);
}

pub(crate) fn pass(table: &mut Table<Battle>, seat: Seat) {
    let Phase::Launch { passes, .. } = table.state().phase else { return };
    table.emit(crate::Event::Ordnance(Event::Passed { seat }));
    go_on(table, seat, passes + 1);
}

pub(crate) fn go_on(table: &mut Table<Battle>, seat: Seat, passes: u8) {
    if !next(table, Some(seat), passes) {
        phases::play_after(table, Step::Launch);
    }
}

/// Phase 7, FT-2.6.7: every missile with a legal target homes on it.
pub(crate) fn home(table: &mut Table<Battle>) {
    for marker in table.state().markers.clone() {
        let homes = matches!(
            marker.what,
            Warhead::Salvo | Warhead::Spread(_) | Warhead::Heavy | Warhead::Antimatter { fused: false }
        );
        if !homes {
            continue;
        }
        let near = table.state().locks(&marker);
        let event = match near.len() {
            // FT-6.6.5: it stays, to fly on in the next turn.
            0 if marker.flies.is_some() => continue,
            0 => Event::Lost { marker: marker.number },
            1 => Event::Homed { marker: marker.number, target: near[0], die: None },
            n => {
                let die = table.roll(n as u8);
                Event::Homed { marker: marker.number, target: near[usize::from(die) - 1], die: Some(die) }
            }
        };
        table.emit(crate::Event::Ordnance(event));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let one_shot = |kind: Option<&Kind>| {
        matches!(
            kind,
            Some(
                Kind::SalvoRack { .. }
                    | Kind::HeavyMissile { .. }
                    | Kind::Antimatter { .. }
                    | Kind::RocketPod { .. }
            )
        )
    };
    let fire = |battle: &mut Battle, id: ShipId, icon: IconId| {
        let spent = one_shot(battle.field.blueprint(id).kind(icon));
        let ship = battle.ship_mut(id);
        ship.used.insert(icon);
        // FT-6.6.1: fired racks are crossed off.
        if spent {
            ship.spent.insert(icon);
        }
    };
    match event {
        Event::Chosen { ship } => battle.ship_mut(*ship).launched = true,
        Event::Passed { .. } => (),
        Event::Placed { weapon, marker, magazine } => {
            fire(battle, marker.ship, *weapon);
            let turn = battle.turn;
            let ship = battle.ship_mut(marker.ship);
            ship.fired_loads.extend(*magazine);
            if matches!(marker.what, Warhead::Bolt(_)) {
                ship.bolts.retain(|it| it.0 != *weapon);
                ship.bolts.push((*weapon, turn));
            }
            battle.markers.push(marker.clone());
        }
        Event::Rockets { ship, weapon, marker, .. } => {
            fire(battle, *ship, *weapon);
            battle.markers.extend(marker.clone());
        }
        Event::Homed { marker, target, .. } => {
            if let Some(it) = battle.markers.iter_mut().find(|it| it.number == *marker) {
                it.target = Some(*target);
            }
        }
        Event::Lost { marker } => battle.markers.retain(|it| it.number != *marker),
    }
}

/// FT-8.15.10: somebody fires at a marker; for `apply`.
pub(crate) fn fire_at(battle: &mut Battle, number: u16) {
    if let Some(it) = battle.markers.iter_mut().find(|it| it.number == number) {
        it.fired_at = true;
    }
}

/// Takes so many hits off a marker; one with nothing left is gone (FT-5.16.5, FT-6.6.16).
pub(crate) fn stop(battle: &mut Battle, number: u16, hits: u8) {
    let Some(it) = battle.markers.iter_mut().find(|it| it.number == number) else { return };
    it.stopped = it.stopped.saturating_add(hits);
    let most = match it.what {
        Warhead::Salvo => 6,
        Warhead::Heavy => 1,
        Warhead::Antimatter { .. } => 3,
        Warhead::Rockets(n) | Warhead::Bolt(n) | Warhead::Spread(n) => n,
    };
    if most <= it.stopped {
        battle.markers.retain(|it| it.number != number);
    }
}

/// Where enemies will be if they hold their course: the usual places for a marker.
pub(crate) fn leads_of(battle: &Battle, side: u8) -> Vec<(ShipId, Point)> {
    let foes = battle.active_ships().filter(|&it| battle.ship(it).side != side);
    foes.map(|it| (it, plot::fly(battle.ship(it).motion, &Plot::Hold).motion.at)).collect()
}

/// Launches of a ship at enemies it can lead, one of each launcher.
pub(crate) fn choices(battle: &Battle, id: ShipId) -> Vec<Launched> {
    let mut found = Vec::new();
    // FT-5.2.1: flak may have taken the fire controls already.
    if usize::from(battle.fire_controls(id)) <= battle.aimed_flak(id) {
        return found;
    }
    let leads = leads_of(battle, battle.ship(id).side);
    for (weapon, extended, loaded) in battle.launchers(id) {
        for (foe, at) in leads.iter().filter(|_| !battle.is_shaped(id, weapon)) {
            let first = opening::leg(battle.ship(id).motion.at, *at);
            let at = if loaded.missile == Missile::TwoStage { &first } else { at };
            if let Warhead::Rockets(_) = loaded.what {
                let there = battle.ship(*foe).motion.at;
                let hits = battle.rocket_needs(id, *foe).is_some() && !battle.ship(*foe).cloaked;
                if hits && battle.aim(id, weapon, loaded.least, loaded.reach, there).is_ok() {
                    found.push(Launched { target: Some(*foe), at: None, ..Launched::at(weapon, there) });
                }
            } else if battle.aim(id, weapon, loaded.least, loaded.reach, *at).is_ok() {
                found.push(Launched { extended, ..Launched::at(weapon, *at) });
            }
        }
    }
    found
}

/// As many of the given launches as are legal together.
pub(crate) fn legal(battle: &Battle, seat: Seat, ship: ShipId, wanted: Vec<Launched>) -> Option<Launch> {
    let mut launch = Launch { ship, launches: Vec::new() };
    for it in wanted {
        launch.launches.push(it);
        let mut found = Findings::default();
        check(battle, seat, &launch, &mut found);
        if !found.is_empty() {
            launch.launches.pop();
        }
    }
    (!launch.launches.is_empty()).then_some(launch)
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Option<Launch> {
    let ships: Vec<ShipId> = battle.own_ships(seat).filter(|&id| !battle.launchers(id).is_empty()).collect();
    if ships.is_empty() || dice.one_in(3) {
        return None;
    }
    let ship = *dice.pick(&ships);
    let mut wanted = choices(battle, ship);
    wanted.retain(|_| dice.one_in(2));
    for it in &mut wanted {
        it.fused = matches!(
            battle.loaded(ship, it.weapon, it.extended),
            Ok(Loaded { what: Warhead::Antimatter { .. }, .. })
        ) && dice.one_in(3);
    }
    legal(battle, seat, ship, wanted)
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Chosen { .. } | Event::Passed { .. } => vec!["FT-2.6.3"],
        Event::Placed { marker, .. } => match marker.what {
            Warhead::Bolt(_) => vec!["FT-6.8.1"],
            Warhead::Antimatter { fused: true } => vec!["FT-6.6.13"],
            Warhead::Antimatter { fused: false } => vec!["FT-6.6.10", "FT-6.3.1"],
            Warhead::Salvo | Warhead::Heavy | Warhead::Rockets(_) | Warhead::Spread(_) => {
                vec!["FT-6.2.1", "FT-6.3.1"]
            }
        },
        Event::Rockets { .. } => vec!["FT-6.7.1"],
        Event::Homed { .. } | Event::Lost { .. } => vec!["FT-2.6.7", "FT-6.3.3"],
    }
}
