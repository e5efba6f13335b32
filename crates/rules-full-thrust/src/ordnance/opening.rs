//! Phase 3 opens: flak is fired, and missiles of two stages fly on (FT-5.16.4, FT-5.16.5, FT-6.6.5, FT-6.6.6).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use geometry::{Length, Point, Sector, Within};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    craft::{hangars, wings::GroupId},
    damage::{
        self, Tally,
        kills::{self, Mark, Scale, Shooter},
    },
    movement::{
        clock::Clock,
        paths::{self, Track},
    },
    narrate,
    options::LaunchControl,
    ordnance::{self, Marker},
    phases::{self, Phase},
    ship::{IconId, ShipId},
    weapons::{Gun, KGun},
    yard::design::{Kind, Reach},
};

/// FT-5.16.5: how near to its marker flak bursts.
pub(crate) const SPREAD: Length = Length::units(2);
/// FT-6.6.5: how far a stage flies.
pub(crate) const STAGE: (Length, Length) = (Length::units(16), Length::units(24));

/// What one player does before anything else is launched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Opening {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flak: Vec<Barrage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
}

/// FT-5.16.4: one gun, and where its shells burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Barrage {
    pub ship: ShipId,
    pub weapon: IconId,
    pub at: Point,
}

/// FT-6.6.5: the second aim point of a missile in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Stage {
    pub marker: u16,
    pub at: Point,
}

/// FT-5.16.4: a blast marker, there until the turn ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Flak {
    pub number: u16,
    pub ship: ShipId,
    pub class: u8,
    pub at: Point,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "OpeningEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-5.16.4.
    Barrage { weapon: IconId, flak: Flak },
    /// FT-6.6.5: on to its second aim point.
    FlewOn { marker: u16, at: Point },
    /// FT-5.16.5: PDS dice at -1 on a missile that flies through.
    Peppered {
        flak: u16,
        marker: u16,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        stopped: u8,
    },
    /// FT-5.16.5: the same on a group of small craft, of either side; each blast marker once a turn.
    Scourged {
        flak: u16,
        group: GroupId,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        killed: u8,
    },
    /// FT-5.16.5: a ship in the way; a 1 does a point.
    Grazed { flak: u16, ship: ShipId, die: u8 },
}

impl Battle {
    /// FT-5.16.4: how far a gun puts its flak, if it fires any now.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub(crate) fn flak_reach(
        &self,
        id: ShipId,
        icon: IconId,
    ) -> Result<(u8, Length), (&'static str, &'static str)> {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        let Some(&Kind::Gun(Gun::KGun(KGun { class: class @ 2.., reach, .. }))) =
            blueprint.kind(icon).filter(|_| blueprint.has_flak)
        else {
            return Err(("FT-5.16.4", "fires no flak"));
        };
        if let Some(why) = self.barred(id, Act::Flak) {
            return Err(why);
        }
        if let Some(why) = self.has_great_gun_ready(id) {
            return Err(why);
        }
        if !ship.works(icon) || ship.used.contains(icon) {
            return Err(("FT-2.6.14", "does not work or has been used this turn"));
        }
        if self.fire_controls(id) == 0 {
            return Err(("FT-5.16.4", "needs a working fire control"));
        }
        let units = match reach {
            Reach::Long => 24,
            Reach::Standard => 18,
            Reach::Short => 12,
        };
        Ok((class, Length::units(units)))
    }

    /// Guns of a seat that could fire flak now, apart from whether they may.
    fn flak_guns(&self, seat: Seat) -> impl Iterator<Item = (ShipId, IconId)> {
        let able = |id: &ShipId| self.field.blueprint(*id).has_flak && !self.is_barred_openly(*id, Act::Flak);
        let ships = self.own_ships(seat).filter(able);
        ships.flat_map(|id| {
            let guns = self
                .field
                .blueprint(id)
                .icons_of(|kind| matches!(kind, Kind::Gun(Gun::KGun(KGun { class: 2.., .. }))));
            guns.map(move |icon| (id, icon))
        })
    }

    /// FT-6.6.5: missiles of a seat on their first leg.
    pub(crate) fn in_flight(&self, seat: Seat) -> impl Iterator<Item = &Marker> {
        self.markers.iter().filter(move |it| it.is_in_flight() && it.side == seat.0)
    }

    /// FT-5.16.5: blast markers that a missile or a wing on this path comes within 2 MU of.
    pub(crate) fn flak_on(&self, path: &[Point]) -> Vec<Flak> {
        self.flak.iter().filter(|it| paths::meets(path, it.at, SPREAD).is_some()).cloned().collect()
    }
}

/// FT-6.6.5: why a missile cannot be sent there.
fn aim(from: Point, facing: Clock, at: Point) -> Result<(), &'static str> {
    let way = at - from;
    let course = facing.course();
    let far = way.length();
    if !(STAGE.0.at_most(far) && far.at_most(STAGE.1)) {
        return Err("flies 16 to 24 MU further");
    }
    if Sector::new(course.turned(-2), course.turned(2)).place(way) == Within::Outside {
        return Err("flies into the 60 degrees before it");
    }
    Ok(())
}

/// Seats with flak to fire or missiles to send on; true if somebody is asked.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    if !battle.field.has_opening() {
        return false;
    }
    // Whatever has been written and nobody has seen yet must not show in who is asked.
    let ready = |(id, icon): (ShipId, IconId)| battle.ship(id).works(icon) && 0 < battle.fire_controls(id);
    let able = |seat: &Seat| battle.flak_guns(*seat).any(ready) || battle.in_flight(*seat).next().is_some();
    let seats: Seats = battle.initiative.iter().copied().filter(able).collect();
    if seats.is_empty() {
        fly_on(table, &[]);
        return false;
    }
    phases::enter(table, Phase::Opening { seats });
    true
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &Opening, found: &mut Findings) {
    for (i, it) in order.flak.iter().enumerate() {
        if !battle.is_own(seat, it.ship, "FT-5.16.4", found) {
            continue;
        }
        let what = || format!("{}: system {}", battle.field.tag(it.ship), it.weapon.0);
        let once = !order.flak[..i].iter().any(|other| (other.ship, other.weapon) == (it.ship, it.weapon));
        found.require(once, "FT-2.6.14", || format!("{} fires twice", what()));
        let aimed = battle
            .flak_reach(it.ship, it.weapon)
            .and_then(|(_, reach)| battle.aim(it.ship, it.weapon, Length::ZERO, reach, it.at));
        if let Err((rule, why)) = aimed {
            found.add(rule, format!("{} {why}", what()));
        }
        // FT-5.2.1: one for all of them, or one each.
        let guns = order.flak.iter().filter(|other| other.ship == it.ship).count();
        let each = battle.field.options.firecon_per_launch == LaunchControl::Marker;
        let controls = usize::from(battle.fire_controls(it.ship));
        found.require(!each || guns <= controls, "FT-5.2.1", || {
            let controls = narrate::count(controls, "fire control", "fire controls");
            format!("{} fires {guns} guns with {controls}", battle.field.tag(it.ship))
        });
    }
    for (i, it) in order.stages.iter().enumerate() {
        let once = !order.stages[..i].iter().any(|other| other.marker == it.marker);
        found.require(once, "FT-6.6.5", || format!("marker {} is sent twice", it.marker));
        match battle.in_flight(seat).find(|marker| marker.number == it.marker) {
            None => found.add("FT-6.6.5", format!("marker {} is not yours to send on", it.marker)),
            Some(marker) => {
                let facing = marker.flies.unwrap_or(Clock::TWELVE);
                if let Err(why) = aim(marker.at, facing, it.at) {
                    found.add("FT-6.6.5", format!("marker {} {why}", it.marker));
                }
            }
        }
    }
}

/// FT-5.16.4: all flak first; then missiles fly on, through it.
pub(crate) fn resolve(table: &mut Table<Battle>, orders: &[(Seat, Opening)]) {
    for (_, order) in orders {
        for it in &order.flak {
            let battle = table.state();
            let Ok((class, _)) = battle.flak_reach(it.ship, it.weapon) else { continue };
            let number = battle.flak.last().map_or(1, |flak| flak.number + 1);
            let flak = Flak { number, ship: it.ship, class, at: it.at };
            table.emit(crate::Event::Opening(Event::Barrage { weapon: it.weapon, flak }));
        }
    }
    let stages: Vec<Stage> = orders.iter().flat_map(|it| it.1.stages.iter().copied()).collect();
    fly_on(table, &stages);
    if !ordnance::open(table) {
        phases::play_after(table, phases::Step::Launch);
    }
}

/// FT-6.6.5: those that are sent nowhere fly straight on.
fn fly_on(table: &mut Table<Battle>, stages: &[Stage]) {
    let flying: Vec<Marker> = table.state().markers.iter().filter(|it| it.is_in_flight()).cloned().collect();
    for marker in flying {
        let ordered = stages.iter().find(|it| it.marker == marker.number).map(|it| it.at);
        let at = ordered.unwrap_or_else(|| straight_on(&marker));
        let number = marker.number;
        table.emit(crate::Event::Opening(Event::FlewOn { marker: number, at }));
        pepper(table, number, &[marker.at, at]);
    }
}

fn straight_on(marker: &Marker) -> Point {
    marker.at.moved(marker.flies.unwrap_or(Clock::TWELVE).course(), Length::units(20))
}

/// FT-5.16.5: a PDS at -1, its re-rolls too.
fn weaker(pds: Scale) -> Scale {
    Scale { bonus: pds.bonus - 1, after: pds.after - 1, ..pds }
}

/// FT-5.16.5: flak on a missile, one attack for each blast marker.
pub(crate) fn pepper(table: &mut Table<Battle>, number: u16, path: &[Point]) {
    for flak in table.state().flak_on(path) {
        let Some(marker) = table.state().marker(number) else { return };
        // D5: bolts are never hurt.
        if marker.mark() == Mark::Bolt {
            return;
        }
        let scale = kills::scale(Shooter::Pds, marker.mark()).map(weaker);
        let kills::Volley { dice, again, kills: stopped } = kills::roll(table, &[(scale, flak.class)]);
        let (flak, marker) = (flak.number, number);
        table.emit(crate::Event::Opening(Event::Peppered { flak, marker, dice, again, stopped }));
    }
}

/// FT-5.16.5: how a die of flak is read at a group, if it can hurt it at all: a PDS at -1, its re-rolls too.
pub(crate) fn flak_scale(battle: &Battle, group: GroupId) -> Option<Scale> {
    let scale = weaker(kills::scale(Shooter::Pds, battle.group(group).mark())?);
    Some(scale.behind(battle.layers_over(group))).filter(|it| it.bites())
}

/// FT-5.16.5: flak on a group that flies along a path, one attack for each blast marker it has not met yet.
pub(crate) fn scourge(table: &mut Table<Battle>, group: GroupId, path: &[Point]) {
    if table.state().flak.is_empty() {
        return;
    }
    for flak in table.state().flak_on(path) {
        let battle = table.state();
        let there = battle.group(group);
        if !there.is_flying() || there.deeds.flak.contains(&flak.number) {
            continue;
        }
        let Some(scale) = flak_scale(battle, group) else { return };
        let kills::Volley { dice, again, kills } = kills::roll(table, &[(Some(scale), flak.class)]);
        let killed = kills.min(table.state().group(group).left);
        let flak = flak.number;
        table.emit(crate::Event::Opening(Event::Scourged { flak, group, dice, again, killed }));
    }
}

/// FT-5.16.5: groups that have stayed where flak bursts.
pub(crate) fn linger(table: &mut Table<Battle>) {
    if table.state().flak.is_empty() {
        return;
    }
    let groups: Vec<GroupId> = table.state().flying().collect();
    for group in groups {
        let at = table.state().group(group).at;
        scourge(table, group, &[at]);
    }
    hangars::settle(table);
}

/// FT-5.16.5: ships that moved through flak. True if one was hurt.
pub(crate) fn graze(table: &mut Table<Battle>, tracks: &[Track]) -> bool {
    let mut hurt = false;
    for track in tracks {
        for flak in table.state().flak_on(&track.path) {
            if !table.state().ship(track.ship).is_active() {
                continue;
            }
            let (ship, die) = (track.ship, table.roll(6));
            table.emit(crate::Event::Opening(Event::Grazed { flak: flak.number, ship, die }));
            if die == 1 {
                damage::strike(table, ship, None, &Tally { normal: 1, ..Tally::default() });
                hurt = true;
            }
        }
    }
    hurt
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Barrage { weapon, flak } => {
            battle.ship_mut(flak.ship).used.insert(*weapon);
            battle.flak.push(flak.clone());
        }
        Event::FlewOn { marker, at } => {
            if let Some(it) = battle.markers.iter_mut().find(|it| it.number == *marker) {
                it.at = *at;
                it.flies = None;
            }
        }
        Event::Peppered { marker, stopped, .. } => {
            ordnance::fire_at(battle, *marker);
            ordnance::stop(battle, *marker, *stopped);
        }
        Event::Scourged { flak, group, killed, .. } => {
            let group = battle.group_mut(*group);
            group.deeds.flak.push(*flak);
            group.lose(*killed);
        }
        Event::Grazed { .. } => (),
    }
}

/// Missiles are sent where the nearest enemy in their way will be; flak is put between the nearest launcher of
/// the enemy and the ship that fires it.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Opening {
    let mut order = Opening::default();
    for marker in battle.in_flight(seat) {
        let facing = marker.flies.unwrap_or(Clock::TWELVE);
        let leads = ordnance::leads_of(battle, marker.side);
        let near = leads
            .into_iter()
            .map(|it| leg(marker.at, it.1))
            .filter(|at| aim(marker.at, facing, *at).is_ok())
            .min_by_key(|at| (*at - marker.at).square());
        order.stages.push(Stage { marker: marker.number, at: near.unwrap_or_else(|| straight_on(marker)) });
    }
    let launches = |id: &ShipId| battle.field.blueprint(*id).has_ordnance && battle.ship(*id).side != seat.0;
    let threats: Vec<Point> =
        battle.active_ships().filter(launches).map(|id| battle.ship(id).motion.at).collect();
    for (ship, weapon) in battle.flak_guns(seat) {
        let from = battle.ship(ship).motion.at;
        let Some(threat) = threats.iter().min_by_key(|at| (**at - from).square()) else { continue };
        // One gun of a ship is enough: the others are for phase 11.
        if order.flak.iter().any(|it| it.ship == ship) || !(*threat - from).within(Length::units(42)) {
            continue;
        }
        let Ok((_, reach)) = battle.flak_reach(ship, weapon) else { continue };
        let Some(at) = paths::along(&[from, *threat], reach.min((*threat - from).length().part(2))) else {
            continue;
        };
        if battle.aim(ship, weapon, Length::ZERO, reach, at).is_ok() {
            order.flak.push(Barrage { ship, weapon, at });
        }
    }
    let mut found = Findings::default();
    check(battle, seat, &order, &mut found);
    if !found.is_empty() {
        order.flak.clear();
    }
    order
}

/// A place towards a target, so far as a stage flies.
pub(crate) fn leg(from: Point, target: Point) -> Point {
    let way = target - from;
    let far = way.length();
    if far.0 == 0 {
        return target;
    }
    // A lock reaches 6 MU: a place short of the target or beyond it will do.
    let wanted = far.max(STAGE.0).min(STAGE.1 - Length(1_000));
    let part = |it: Length| Length((i128::from(it.0) * i128::from(wanted.0) / i128::from(far.0)) as i64);
    Point { x: from.x + part(way.east), y: from.y + part(way.north) }
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Opening {
    let mut order = Opening::default();
    for (ship, weapon) in battle.flak_guns(seat) {
        let Ok((_, reach)) = battle.flak_reach(ship, weapon) else { continue };
        let facing = Clock::TWELVE.turned(dice.index(12) as i32);
        let at = battle.ship(ship).motion.at.moved(facing.course(), reach.part(1 + dice.index(3) as i64));
        if battle.aim(ship, weapon, Length::ZERO, reach, at).is_ok() {
            order.flak.push(Barrage { ship, weapon, at });
        }
    }
    for marker in battle.in_flight(seat) {
        let facing = marker.flies.unwrap_or(Clock::TWELVE).turned(dice.index(3) as i32 - 1);
        let at = marker.at.moved(facing.course(), Length::units(17 + dice.index(7) as i32));
        if !dice.one_in(4) {
            order.stages.push(Stage { marker: marker.number, at });
        }
    }
    let mut found = Findings::default();
    check(battle, seat, &order, &mut found);
    if found.is_empty() { order } else { usual(battle, seat) }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Barrage { .. } => vec!["FT-5.16.4"],
        Event::FlewOn { .. } => vec!["FT-6.6.5", "FT-6.6.6"],
        Event::Peppered { .. } | Event::Scourged { .. } | Event::Grazed { .. } => {
            vec!["FT-5.16.5"]
        }
    }
}
