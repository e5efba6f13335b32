//! What a scenario is about beyond FT-VIC.1: points for fates of ships, and fates that decide the
//! battle (FT-VIC.2, FT-VIC.4). A scenario file lists them; nothing here knows a scenario.

use engine::{Seat, Table};
use geometry::Length;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    setup::{
        scenario::Scenario,
        victory::{self, Ruin},
    },
    ship::{Edge, ShipId, Status},
    yard::design::{Kind, List},
};

/// The objectives of a scenario. Ships and sides are called by their names in the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Objectives {
    /// For the players, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Looked at in this order when the battle ends: the first that holds decides it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<Verdict>,
    /// The first line that fits a ship says what it is worth; one that none fits counts by FT-VIC.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Worth>,
    /// Ships that are caught when enough enemies stand near them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub catches: Vec<Catch>,
    /// The lead in points that wins; less is a draw.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub margin: u32,
}

/// FT-S8: a ship is caught that is identified and has warships of a side near it at the end of a phase 5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Catch {
    pub ships: Vec<String>,
    /// The side that catches.
    pub by: String,
    /// In MU.
    pub within: Length,
    /// So many warships.
    #[serde(default = "two")]
    pub least: u8,
}

fn two() -> u8 {
    2
}

fn one() -> u32 {
    1
}

fn is_one(it: &u32) -> bool {
    *it == 1
}

/// Something that decides the battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// All of them together; none is always true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// The side that wins; nobody does if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decisive: bool,
    /// The battle ends with the turn in which it first holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_once: bool,
}

/// Ships that have met one of some fates, or a side that leads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Condition {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ships: Vec<String>,
    /// Any of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fate: Vec<Fate>,
    /// For those that left: by this edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// So many of the ships; all of them if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u8>,
    /// A side with more points than any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads: Option<String>,
}

/// What a ship is worth to a side once it has met one of some fates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Worth {
    pub ships: Vec<String>,
    /// Any of these.
    pub fate: Vec<Fate>,
    /// For those that left: by this edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// The side that scores.
    pub to: String,
    /// Of the ship's points.
    #[serde(default = "hundred", skip_serializing_if = "is_hundred")]
    pub percent: u32,
    /// Points beside those of the ship.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bonus: u32,
    /// On top of whatever else counts for the ship.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub also: bool,
}

fn hundred() -> u32 {
    100
}

fn is_hundred(it: &u32) -> bool {
    *it == 100
}

fn is_zero(it: &u32) -> bool {
    *it == 0
}

/// What may have become of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Destroyed,
    /// FT-12.7.6: and it still stands.
    Captured,
    /// FT-12.9.1.
    Surrendered,
    /// FT-10.3.4, FT-10.3.7.
    Abandoned,
    /// Any of the four before.
    Lost,
    /// FT-3.9.1: over the edge of the table, and not to come back.
    Left,
    /// FT-11.4.2: gone by FTL.
    Jumped,
    /// FT-S8: by one of the scenario's `catches`.
    Caught,
    /// FT-VIC.1, and still in action.
    Crippled,
    Damaged,
    /// On the table and in action.
    Here,
    Any,
}

impl Objectives {
    /// Names that the scenario does not have.
    pub(crate) fn findings(&self, scenario: &Scenario, wrong: &mut Vec<String>) {
        let side = |name: &String| scenario.sides.iter().any(|it| it.name == *name);
        let ship = |name: &String| {
            scenario.sides.iter().flat_map(|it| &it.ships).any(|it| !name.is_empty() && it.name == *name)
        };
        let conditions = || self.verdicts.iter().flat_map(|it| &it.when);
        let sides = self.points.iter().map(|it| &it.to).chain(self.catches.iter().map(|it| &it.by));
        let sides = sides.chain(self.verdicts.iter().filter_map(|it| it.wins.as_ref()));
        for name in sides.chain(conditions().filter_map(|it| it.leads.as_ref())) {
            if !side(name) {
                wrong.push(format!("objectives: there is no side called {name:?}"));
            }
        }
        let caught = self.catches.iter().flat_map(|it| &it.ships);
        let ships = self.points.iter().flat_map(|it| &it.ships).chain(caught);
        for name in ships.chain(conditions().flat_map(|it| &it.ships)) {
            if !ship(name) {
                wrong.push(format!("objectives: there is no ship called {name:?}"));
            }
        }
        if conditions().any(|it| it.leads.is_none() && it.ships.is_empty()) {
            wrong.push("objectives: a condition names ships or a side that leads".to_owned());
        }
        if self.margin == 0 {
            wrong.push("objectives: a lead is 1 point at least".to_owned());
        }
    }

    /// The verdict that holds now; only those at once while the battle goes on.
    pub(crate) fn verdict(&self, battle: &Battle, over: bool) -> Option<usize> {
        let holds = |it: &Verdict| (over || it.at_once) && it.when.iter().all(|it| it.holds(battle));
        self.verdicts.iter().position(holds)
    }

    /// Points of a ship for a seat.
    pub(crate) fn points(&self, battle: &Battle, id: ShipId, seat: Seat) -> u32 {
        let name = &battle.field.berth(id).name;
        let fits = |it: &&Worth| {
            it.ships.contains(name) && !name.is_empty() && has_met(battle, id, &it.fate, it.edge)
        };
        let own = |it: &Worth| {
            let worth = battle.field.blueprint(id).points * it.percent / 100 + it.bonus;
            if side_called(battle, &it.to) == Some(seat) { worth } else { 0 }
        };
        let also: u32 = self.points.iter().filter(|it| it.also).filter(fits).map(own).sum();
        match self.points.iter().filter(|it| !it.also).find(fits) {
            Some(it) => own(it) + also,
            None => victory::plain_points(battle, id, seat) + also,
        }
    }
}

impl Condition {
    fn holds(&self, battle: &Battle) -> bool {
        let ships = battle.field.ship_ids().filter(|&id| self.ships.contains(&battle.field.berth(id).name));
        let met = ships.filter(|&id| has_met(battle, id, &self.fate, self.edge)).count();
        let least = self.least.map_or(self.ships.len(), usize::from);
        let leads = |name: &String| {
            let points = |seat: u8| victory::points(battle, Seat(seat));
            let Some(leader) = side_called(battle, name) else { return false };
            let others = (0..battle.field.seats()).filter(|it| *it != leader.0);
            others.map(points).max().unwrap_or(0) < points(leader.0)
        };
        least <= met && self.leads.as_ref().is_none_or(leads)
    }
}

pub(crate) fn side_called(battle: &Battle, name: &str) -> Option<Seat> {
    battle.field.scenario.sides.iter().position(|it| it.name == name).map(|at| Seat(at as u8))
}

/// Whether a ship has met one of these fates, over that edge if one is named.
fn has_met(battle: &Battle, id: ShipId, fates: &[Fate], over: Option<Edge>) -> bool {
    let status = battle.ship(id).status;
    let ruin = || victory::ruin(battle, id);
    let is = |fate: &Fate| match fate {
        Fate::Destroyed => status == Status::Destroyed,
        Fate::Captured => matches!(status, Status::Captured { .. }),
        Fate::Surrendered => status == Status::Struck,
        Fate::Abandoned => status == Status::Hulk,
        Fate::Lost => {
            matches!(status, Status::Destroyed | Status::Captured { .. } | Status::Struck | Status::Hulk)
        }
        Fate::Left => match status {
            Status::Left { edge, back: None } => over.is_none_or(|it| it == edge),
            Status::Waiting
            | Status::Active
            | Status::Destroyed
            | Status::Left { .. }
            | Status::Struck
            | Status::Hulk
            | Status::Landed
            | Status::Cloaked
            | Status::Jumped
            | Status::Carried { .. }
            | Status::Captured { .. } => false,
        },
        Fate::Jumped => status == Status::Jumped,
        Fate::Caught => battle.ship(id).caught,
        Fate::Crippled => battle.ship(id).is_manned() && ruin() == Ruin::Crippled,
        Fate::Damaged => battle.ship(id).is_manned() && ruin() == Ruin::Damaged,
        Fate::Here => battle.ship(id).is_manned(),
        Fate::Any => true,
    };
    fates.iter().any(is)
}

/// FT-S8: who is caught, at the end of phase 5, when all scans are over.
pub(crate) fn catch(table: &mut Table<Battle>) {
    let Some(objectives) = &table.state().field.scenario.objectives else { return };
    for catch in objectives.catches.clone() {
        for id in table.state().field.ship_ids() {
            let battle = table.state();
            let (ship, name) = (battle.ship(id), &battle.field.berth(id).name);
            let known = ship.is_active() && !ship.bogey && !ship.caught && catch.ships.contains(name);
            let Some(by) = side_called(battle, &catch.by).filter(|_| known) else { continue };
            let near = |it: &ShipId| is_warship(battle, *it) && battle.way(*it, id).within(catch.within);
            if usize::from(catch.least) <= battle.own_ships(by).filter(near).count() {
                table.emit(crate::Event::Victory(victory::Event::Caught { ship: id, by }));
            }
        }
    }
}

/// Something that can shoot, and no dummy.
fn is_warship(battle: &Battle, id: ShipId) -> bool {
    let armed = |kind: &Kind| kind.list() != List::Systems && kind.needs_fire_control();
    !battle.is_dummy(id) && battle.field.blueprint(id).design.has(armed)
}
