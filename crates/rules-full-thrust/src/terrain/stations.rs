//! Starbases and monster ships, built of sections (FT-13.15).

use engine::Table;
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    damage::{self, Tally},
    setup::scenario::Field,
    ship::{ShipId, Status},
    terrain::{self, Body, Thing},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "StationsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-13.15.7: the die times the boxes that the ship had left.
    Struck { section: ShipId, ship: ShipId, die: u8, boxes: u16 },
    /// FT-13.15.4: dice at a section beside one that blew up.
    Torn { from: ShipId, section: ShipId, dice: Vec<u8> },
}

/// FT-13.15.4: as far apart are sections that hang together, where the scenario does not say.
const LINK: i32 = 4;

impl Field {
    /// FT-13.15.1: whether there are sections at all.
    pub fn has_sections(&self) -> bool {
        self.scenario.sides.iter().any(|side| side.ships.iter().any(|berth| berth.station.is_some()))
    }

    /// FT-13.15.1: the station a ship is a section of.
    pub fn station(&self, id: ShipId) -> Option<&str> {
        self.berth(id).station.as_deref()
    }

    /// FT-13.15.2: 1 MU, or as the scenario says.
    pub fn section_radius(&self, id: ShipId) -> Length {
        self.berth(id).radius.unwrap_or(Length::units(1))
    }

    /// FT-13.15.8: one of its sections has a main drive.
    pub fn is_monster(&self, id: ShipId) -> bool {
        0 < self.blueprint(id).thrust || self.sections_of(id).any(|it| 0 < self.blueprint(it).thrust)
    }

    /// FT-13.15.4: other sections of the same station.
    pub fn sections_of(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        let (side, station) = (self.side_of(id), self.station(id));
        self.ship_ids().filter(move |&it| {
            it != id && station.is_some() && self.side_of(it) == side && self.station(it) == station
        })
    }
}

impl Battle {
    /// FT-13.15.2: sections that still stand, with their place and size.
    pub(crate) fn sections(&self) -> impl Iterator<Item = (ShipId, Point, Length)> {
        let there = |id: &ShipId| {
            self.field.station(*id).is_some()
                && matches!(self.ship(*id).status, Status::Active | Status::Struck | Status::Hulk)
        };
        let ids = if self.has_sections { Some(self.field.ship_ids()) } else { None };
        let ids = ids.into_iter().flatten().filter(there);
        ids.map(|id| (id, self.ship(id).motion.at, self.field.section_radius(id)))
    }

    /// FT-13.15.2: sections in the way of fire and of ships; those of a monster ship are not.
    pub(crate) fn walls(&self) -> impl Iterator<Item = (ShipId, Point, Length)> {
        self.sections().filter(|it| !self.field.is_monster(it.0))
    }

    /// FT-13.15.4: sections that hang together with one.
    fn linked(&self, id: ShipId) -> Vec<ShipId> {
        let listed = &self.field.berth(id).links;
        let near = |other: ShipId| self.way(id, other).within(Length::units(LINK));
        let names = |of: ShipId, other: ShipId| {
            let links = &self.field.berth(of).links;
            links.iter().any(|name| *name == self.field.berth(other).name)
        };
        self.field
            .sections_of(id)
            .filter(|&other| self.ship(other).is_active())
            .filter(|&other| {
                let silent = listed.is_empty() && self.field.berth(other).links.is_empty();
                if silent { near(other) } else { names(id, other) || names(other, id) }
            })
            .collect()
    }

    /// FT-13.15.8: the section with the main drive that a section hangs on.
    pub(crate) fn hauler(&self, id: ShipId) -> Option<ShipId> {
        if !self.has_sections || 0 < self.field.blueprint(id).thrust {
            return None;
        }
        self.field
            .sections_of(id)
            .find(|&it| 0 < self.field.blueprint(it).thrust && self.ship(it).is_active())
    }

    /// FT-13.15.8: what a drive gives that moves a whole monster ship.
    pub(crate) fn share_of_drive(&self, id: ShipId, full: u8) -> u8 {
        if !self.has_sections || full == 0 {
            return full;
        }
        let mass = |it: ShipId| self.field.blueprint(it).design.mass;
        let whole: u32 = mass(id) + self.field.sections_of(id).map(mass).sum::<u32>();
        (u32::from(full) * mass(id) / whole.max(1)) as u8
    }

    /// FT-13.15.7: sections as something to run into, with the way of this turn; where they will be
    /// if `then`, else where they are.
    pub(crate) fn section_bodies(&self, then: bool) -> Vec<(Thing, Body)> {
        let body = |(id, at, radius): (ShipId, Point, Length)| {
            let next = if then { 1 } else { -1 };
            let other = self.round(id, next).unwrap_or(at);
            let (from, to) = if then { (at, other) } else { (other, at) };
            let drift = Point::default() + (to - from);
            (Thing::Section(id), Body { drift, ..terrain::plain(to, radius) })
        };
        self.walls().map(body).collect()
    }
}

/// FT-13.15.7: the section takes a die times the boxes the ship had left; armour counts.
pub(crate) fn struck(table: &mut Table<Battle>, section: ShipId, ship: ShipId) {
    let boxes = table.state().hull_left(ship);
    let die = table.roll(6);
    table.emit(crate::Event::Stations(Event::Struck { section, ship, die, boxes }));
    let tally = Tally { normal: u16::from(die).saturating_mul(boxes), ..Tally::default() };
    damage::strike(table, section, None, &tally);
}

/// FT-13.15.4: three dice at each section beside one that its reactor blew up; again for those that
/// are destroyed by it.
pub(crate) fn tear(table: &mut Table<Battle>, from: ShipId) {
    if table.state().field.station(from).is_none() {
        return;
    }
    let mut blown = vec![from];
    while let Some(from) = blown.pop() {
        for section in table.state().linked(from) {
            if !table.state().ship(section).is_active() {
                continue;
            }
            let dice: Vec<u8> = (0..3).map(|_| table.roll(6)).collect();
            let penetrating = dice.iter().map(|die| u16::from(*die)).sum();
            table.emit(crate::Event::Stations(Event::Torn { from, section, dice }));
            damage::strike(table, section, None, &Tally { penetrating, ..Tally::default() });
            if table.state().hull_left(section) == 0 {
                table.emit(crate::Event::Damage(damage::Event::Destroyed { ship: section }));
                blown.insert(0, section);
            }
        }
    }
}

pub(crate) fn apply(_battle: &mut Battle, event: &Event) {
    match event {
        // The damage has an event of its own.
        Event::Struck { .. } | Event::Torn { .. } => (),
    }
}

/// Everything that is wrong with the stations of a scenario.
pub(crate) fn findings(field: &Field, wrong: &mut Vec<String>) {
    for id in field.ship_ids() {
        let berth = field.berth(id);
        if berth.station.is_none() && (berth.radius.is_some() || !berth.links.is_empty()) {
            wrong.push(format!(
                "{}: only sections of a station have a radius and links (FT-13.15.2)",
                field.tag(id)
            ));
        }
        if berth.radius.is_some_and(|it| it <= Length::ZERO || Length::units(100) < it) {
            wrong.push(format!("{}: a radius is more than 0 (FT-13.15.2)", field.tag(id)));
        }
        for name in &berth.links {
            if !field.sections_of(id).any(|it| field.berth(it).name == *name) {
                wrong
                    .push(format!("{}: there is no section {name:?} to hang on (FT-13.15.4)", field.tag(id)));
            }
        }
        if berth.station.is_some() && field.blueprint(id).design.has_ftl() {
            let ftl = field.sections_of(id).any(|it| field.blueprint(it).design.has_ftl());
            let monster = field.is_monster(id);
            if ftl || !monster && !is_innermost(field, id) {
                let tag = field.tag(id);
                wrong.push(format!("{tag}: one FTL drive for all, in the innermost section (FT-13.15.6)"));
            }
        }
        let drives = field.sections_of(id).filter(|&it| 0 < field.blueprint(it).thrust).count();
        if 0 < drives && 0 < field.blueprint(id).thrust {
            wrong.push(format!("{}: one section holds the drive of all (FT-13.15.8)", field.tag(id)));
        }
    }
}

/// FT-13.15.6: nobody lies nearer to the middle of its station; where places are open, anybody may.
fn is_innermost(field: &Field, id: ShipId) -> bool {
    let all: Vec<(ShipId, Point)> =
        field.sections_of(id).chain([id]).filter_map(|it| Some((it, field.berth(it).at?))).collect();
    let n = all.len().max(1) as i64;
    let sum = |of: fn(&Point) -> Length| all.iter().map(|it| of(&it.1).0).sum::<i64>() / n;
    let middle = Point { x: Length(sum(|it| it.x)), y: Length(sum(|it| it.y)) };
    let far = |at: &Point| (*at - middle).length();
    let Some(own) = all.iter().find(|it| it.0 == id).map(|it| far(&it.1)) else { return true };
    all.iter().all(|it| own.at_most(far(&it.1)))
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Struck { .. } => vec!["FT-13.15.7"],
        Event::Torn { .. } => vec!["FT-13.15.4"],
    }
}
