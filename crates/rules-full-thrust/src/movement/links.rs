//! Ships that move together: towing (FT-16.3) and docking (FT-16.6).

use dice::Dice;
use engine::{Findings, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    movement::{
        clock::Clock,
        plot::{self, Plot},
    },
    orders::ShipOrder,
    ship::{Ship, ShipId},
    yard::design::Kind,
};

/// What holds a ship to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// FT-16.3.1.
    Tow,
    /// FT-16.6.1.
    Dock,
}

/// A ship held by `lead`, from turn `ready` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Link {
    pub lead: ShipId,
    pub hold: Hold,
    pub ready: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "LinksEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-16.3.1, FT-16.6.1: the link is begun; it holds from turn `ready` on.
    Linked { ship: ShipId, link: Link },
    /// FT-16.3.1, FT-16.6.1: the ships go their own ways again.
    Parted { ship: ShipId, hold: Hold, broken: bool },
}

impl Battle {
    /// The ship that holds this one now.
    pub fn held(&self, id: ShipId) -> Option<Link> {
        let link = self.ship(id).link?;
        (link.ready <= self.turn && self.ship(link.lead).is_active() && self.ship(id).is_active())
            .then_some(link)
    }

    /// FT-13.15.5: the section of a starbase that a ship is docked with, outside.
    pub(crate) fn berthed(&self, id: ShipId) -> Option<ShipId> {
        self.ship(id).link?;
        let link = self.held(id).filter(|it| it.hold == Hold::Dock)?;
        self.field.station(link.lead).map(|_| link.lead)
    }

    /// FT-13.15.5: docked with a starbase, where docked ships do not fire.
    pub(crate) fn is_moored(&self, id: ShipId) -> bool {
        !self.field.options.docked_ships_fire && self.berthed(id).is_some()
    }

    /// Ships that `lead` tows now.
    fn towed(&self, lead: ShipId) -> impl Iterator<Item = ShipId> {
        let by = move |id: &ShipId| self.held(*id).is_some_and(|it| it.lead == lead && it.hold == Hold::Tow);
        self.field.ship_ids().filter(move |_| self.field.options.towing).filter(by)
    }

    /// FT-16.3.2, FT-16.3.3: the thrust of a ship with others in tow.
    pub(crate) fn tow_rating(&self, id: ShipId) -> Option<u8> {
        let mass = |id: ShipId| self.field.blueprint(id).design.mass;
        let towed: u32 = self.towed(id).map(mass).sum();
        if towed == 0 {
            return None;
        }
        let own = mass(id);
        Some((own * u32::from(self.rating(id)) / (own + towed)) as u8)
    }

    /// FT-16.3.1: built to tow: an FTL drive with room for others.
    fn is_tug(&self, id: ShipId) -> bool {
        self.field.blueprint(id).design.has(|kind| matches!(kind, Kind::Ftl { transfer: 1.., .. }))
    }

    /// Everybody this ship holds or is about to.
    fn holds(&self, lead: ShipId) -> impl Iterator<Item = (ShipId, Link)> {
        let link = move |id: ShipId| Some((id, self.ship(id).link.filter(|it| it.lead == lead)?));
        self.active_ships().filter_map(link)
    }
}

pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let id = order.ship;
    let (ship, tag) = (battle.ship(id), || battle.field.tag(id));
    let friend = |other: ShipId| {
        let it = battle.ships.get(other.index());
        other != id && it.is_some_and(|it| it.is_active() && it.side == ship.side)
    };
    // FT-16.3.2, FT-16.6.1: it goes where its lead goes.
    let idle = order.cloak.is_none() && order.tow.is_none() && order.dock.is_none() && order.ram.is_none();
    if let Some(link) = battle.held(id).filter(|_| !idle) {
        let rule = if link.hold == Hold::Tow { "FT-16.3.2" } else { "FT-16.6.1" };
        found.add(rule, format!("{} is held by {} and goes with it", tag(), battle.field.tag(link.lead)));
    }
    if let Some(target) = order.tow {
        let rule = "FT-16.3.1";
        found.require(battle.field.options.towing, rule, || "towing is switched off".to_owned());
        let free = |other: ShipId| battle.ship(other).link.is_none() && battle.holds(other).next().is_none();
        // An enemy that can do nothing about it as well; FT-12.1.4: of a bogey nobody knows.
        let adrift = |it: &&Ship| {
            it.is_active() && !it.bogey && (it.is_adrift(battle.turn) || battle.rating(target) == 0)
        };
        let helpless = battle.ships.get(target.index()).filter(adrift).is_some();
        let fit = target != id && (friend(target) || helpless) && free(target) && ship.link.is_none();
        found.require(fit, rule, || format!("{} cannot take that ship in tow", tag()));
        // FT-13.15.5: sections of a starbase are towed by nobody, and tow nobody.
        let free = |it: ShipId| it.index() < battle.ships.len() && battle.field.station(it).is_none();
        // Among themselves it makes no difference: they hang together anyway.
        let one = battle.field.sections_of(id).any(|it| it == target);
        found.require(one || free(target) && free(id), "FT-13.15.5", || {
            "sections of a starbase are neither towed nor do they tow".to_owned()
        });
        if fit {
            found.require(battle.is_beside(id, target), rule, || {
                format!("{} has not matched course and speed within 3 MU", tag())
            });
        }
        found.require(battle.is_tug(id) || battle.holds(id).next().is_none(), rule, || {
            format!("{} is not built to tow more than one ship", tag())
        });
    }
    if let Some(target) = order.dock {
        let rule = "FT-16.6.1";
        found.require(battle.field.options.docking, rule, || "docking is switched off".to_owned());
        let fit = friend(target) && ship.link.is_none() && battle.holds(id).next().is_none();
        let fit = fit && battle.ship(target).link.is_none();
        found.require(fit, rule, || format!("{} cannot dock there", tag()));
        let one = battle.field.sections_of(id).any(|it| it == target);
        found.require(one || battle.field.station(id).is_none(), "FT-13.15.5", || {
            format!("{} is a section: ships dock with it", tag())
        });
    }
    found.require(order.tow.is_none() || order.dock.is_none(), "FT-16.6.1", || {
        format!("{} tows or docks, not both", tag())
    });
    let linked = ship.link.is_some() || battle.holds(id).next().is_some();
    found.require(!order.cast_off || linked, "FT-16.6.1", || format!("{} is not held to anything", tag()));
}

/// What ships were ordered to do, before they move.
pub(crate) struct Noted {
    tow: Vec<(ShipId, ShipId)>,
    dock: Vec<(ShipId, ShipId)>,
    cast_off: Vec<ShipId>,
}

pub(crate) fn noted(battle: &Battle) -> Noted {
    let mut noted = Noted { tow: Vec::new(), dock: Vec::new(), cast_off: Vec::new() };
    for id in battle.active_ships() {
        let written = &battle.written[id.index()];
        noted.tow.extend(written.tow.map(|it| (id, it)));
        noted.dock.extend(written.dock.map(|it| (id, it)));
        noted.cast_off.extend(written.cast_off.then_some(id));
    }
    noted
}

/// FT-16.3.1, FT-16.6.1: at the end of phase 5: links that break, end and begin.
pub(crate) fn after_moves(table: &mut Table<Battle>, noted: &Noted) {
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let Some(link) = battle.ship(id).link else { continue };
        let both = battle.ship(id).is_active() && battle.ship(link.lead).is_active();
        let broken = !both || (battle.turn < link.ready && !battle.is_beside(id, link.lead));
        let freed = noted.cast_off.contains(&id) || noted.cast_off.contains(&link.lead);
        if broken || freed {
            table.emit(crate::Event::Links(Event::Parted { ship: id, hold: link.hold, broken }));
        }
    }
    for &(lead, ship) in &noted.tow {
        let battle = table.state();
        // One complete turn for ships built to tow, two for others.
        let ready = battle.turn + if battle.is_tug(lead) { 1 } else { 2 };
        begin(table, ship, Link { lead, hold: Hold::Tow, ready });
    }
    for &(ship, lead) in &noted.dock {
        let ready = table.state().turn + 1;
        begin(table, ship, Link { lead, hold: Hold::Dock, ready });
    }
}

fn begin(table: &mut Table<Battle>, ship: ShipId, link: Link) {
    let battle = table.state();
    let both = battle.ship(ship).is_active() && battle.ship(link.lead).is_active();
    let free = battle.ship(ship).link.is_none() && battle.ship(link.lead).link.is_none();
    if both && free && battle.is_beside(ship, link.lead) {
        table.emit(crate::Event::Links(Event::Linked { ship, link }));
    }
}

/// FT-16.3.1: a hull box lost to the fire of the other breaks a tow.
pub(crate) fn after_hit(table: &mut Table<Battle>, hit: ShipId, from: ShipId, hull: u16) {
    let Some(link) = table.state().ship(from).link else { return };
    if 0 < hull && link.lead == hit && link.hold == Hold::Tow {
        table.emit(crate::Event::Links(Event::Parted { ship: from, hold: link.hold, broken: true }));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Linked { ship, link } => battle.ship_mut(*ship).link = Some(*link),
        Event::Parted { ship, .. } => battle.ship_mut(*ship).link = None,
    }
}

/// Ships that could be taken in tow now, and those to dock with by one of these plots' ends if they hold their course.
pub(crate) fn choices(
    battle: &Battle,
    id: ShipId,
    ends: &[(Point, Clock, u16)],
) -> (Vec<ShipId>, Vec<ShipId>) {
    let fits = |order: &ShipOrder| {
        let mut found = Findings::default();
        check(battle, order, &mut found);
        found.is_empty()
    };
    let near = |other: &ShipId| *other != id && battle.way(id, *other).within(Length::units(40));
    let meets = |other: &ShipId| {
        let then = plot::fly(battle.ship(*other).motion, &Plot::Hold).motion;
        let alike = |facing: Clock, velocity: u16| {
            velocity == then.velocity && (velocity == 0 || facing == then.facing)
        };
        ends.iter().any(|it| alike(it.1, it.2) && (it.0 - then.at).within(Length::units(3)))
    };
    let plain = || ShipOrder::new(id, Plot::Hold);
    let beside = |other: &ShipId| battle.is_beside(id, *other);
    let others = || battle.active_ships().filter(near);
    let tow = others().filter(beside).filter(|&it| fits(&ShipOrder { tow: Some(it), ..plain() })).collect();
    let dock = others().filter(meets).filter(|&it| fits(&ShipOrder { dock: Some(it), ..plain() })).collect();
    (tow, dock)
}

/// Whether an order to cast off would do anything.
pub(crate) fn may_cast_off(battle: &Battle, id: ShipId) -> bool {
    battle.ship(id).is_active() && (battle.ship(id).link.is_some() || battle.holds(id).next().is_some())
}

/// Now and then a link, or an end to one.
pub(crate) fn sample(battle: &Battle, order: &mut ShipOrder, dice: &mut Dice) {
    let id = order.ship;
    let options = &battle.field.options;
    // Where nobody boards nobody tows either, so that battles of guns stay as they were.
    if !(options.towing || options.docking) || !battle.ship(id).is_active() || !battle.field.has_boarding {
        return;
    }
    let linked = battle.ship(id).link.is_some() || battle.holds(id).next().is_some();
    if linked {
        order.cast_off = dice.one_in(4);
        return;
    }
    let beside: Vec<ShipId> =
        battle.active_ships().filter(|&it| it != id && battle.is_beside(id, it)).collect();
    if beside.is_empty() || !dice.one_in(6) {
        return;
    }
    let target = *dice.pick(&beside);
    let mut wanted = order.clone();
    if dice.one_in(2) {
        wanted.tow = Some(target);
    } else {
        wanted.dock = Some(target);
    }
    let mut found = Findings::default();
    check(battle, &wanted, &mut found);
    if found.is_empty() {
        *order = wanted;
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    let hold = match event {
        Event::Linked { link, .. } => link.hold,
        Event::Parted { hold, .. } => *hold,
    };
    match hold {
        Hold::Tow => vec!["FT-16.3.1"],
        Hold::Dock => vec!["FT-16.6.1"],
    }
}
