//! The ship display (ASF-DISP): a ship in play and what is marked on it.

use std::fmt;

use engine::Seat;
use geometry::{Course, Point};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::movement::Plot;

/// A ship's number in the battle, from 0, through both sides. Dice are rolled
/// in this order (ASF-FIRE.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(transparent)]
pub struct ShipId(pub u8);

impl ShipId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of ships, small enough to copy.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", type = "Array<number>"))]
pub struct ShipSet(u128);

impl ShipSet {
    /// The most ships a battle has.
    pub const MOST: usize = 128;

    pub fn contains(self, ship: ShipId) -> bool {
        ship.index() < ShipSet::MOST && self.0 >> ship.0 & 1 == 1
    }

    pub fn insert(&mut self, ship: ShipId) -> bool {
        let new = !self.contains(ship);
        self.0 |= 1 << ship.0;
        new
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = ShipId> {
        (0..ShipSet::MOST as u8).map(ShipId).filter(move |&ship| self.contains(ship))
    }
}

impl fmt::Debug for ShipSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|it| it.0)).finish()
    }
}

impl Serialize for ShipSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for ShipSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ShipSet, D::Error> {
        let mut set = ShipSet::default();
        for ship in Vec::<ShipId>::deserialize(deserializer)? {
            if ShipSet::MOST <= ship.index() {
                return Err(serde::de::Error::custom(format!("ship number {} is beyond the fleet", ship.0)));
            }
            set.insert(ship);
        }
        Ok(set)
    }
}

/// ASF-DISP.6: the six critical locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub enum Location {
    #[serde(rename = "Br")]
    Bridge,
    #[serde(rename = "FC")]
    FireControl,
    #[serde(rename = "R")]
    Reactor,
    #[serde(rename = "E")]
    Engine,
    #[serde(rename = "ED")]
    Electronics,
    #[serde(rename = "Mn")]
    Munitions,
}

impl Location {
    pub const ALL: [Location; 6] = [
        Location::Bridge,
        Location::FireControl,
        Location::Reactor,
        Location::Engine,
        Location::Electronics,
        Location::Munitions,
    ];

    /// ASF-CRIT.1: the location die.
    pub fn of_die(die: u8) -> Location {
        Location::ALL[usize::from(die - 1)]
    }

    /// As printed on the display.
    pub fn symbol(self) -> &'static str {
        ["Br", "FC", "R", "E", "ED", "Mn"][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["bridge", "fire control", "reactor", "engine", "electronic defences", "munitions"][self as usize]
    }

    /// The rule that says what it does.
    pub fn rule(self) -> &'static str {
        ["ASF-CRIT.4", "ASF-CRIT.5", "ASF-CRIT.6", "ASF-CRIT.7", "ASF-CRIT.8", "ASF-CRIT.9"][self as usize]
    }
}

/// The marked critical locations of a ship.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", type = "Array<Location>"))]
pub struct Criticals(u8);

impl Criticals {
    pub fn has(self, location: Location) -> bool {
        self.0 >> location as u8 & 1 == 1
    }

    /// ASF-CRIT.2: marks the location; false if it was marked already.
    pub fn mark(&mut self, location: Location) -> bool {
        let new = !self.has(location);
        self.0 |= 1 << location as u8;
        new
    }

    pub fn clear(&mut self, location: Location) {
        self.0 &= !(1 << location as u8);
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn with(self, other: Criticals) -> Criticals {
        Criticals(self.0 | other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Location> {
        Location::ALL.into_iter().filter(move |&it| self.has(it))
    }
}

impl FromIterator<Location> for Criticals {
    fn from_iter<I: IntoIterator<Item = Location>>(locations: I) -> Criticals {
        let mut criticals = Criticals::default();
        for location in locations {
            criticals.mark(location);
        }
        criticals
    }
}

impl fmt::Debug for Criticals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Location::symbol)).finish()
    }
}

impl Serialize for Criticals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Criticals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Criticals, D::Error> {
        Ok(Vec::<Location>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// What has become of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Not yet deployed.
    Waiting,
    /// On the table.
    Active,
    /// ASF-DISP.4.
    Destroyed,
    /// ASF-MOV.7: off a fixed table, by this edge.
    Left(Edge),
    /// ASF-END.4: its owner gave up.
    Withdrawn,
}

/// An edge of the table. East goes before the others at a corner (ASF-SCN.B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    East,
    West,
    North,
    South,
}

/// Damage of the running step of fire, not marked before its end (ASF-FIRE.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Struck {
    pub hull: u16,
    pub weapons: u16,
    pub criticals: Criticals,
}

/// One ship in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// Which design of the battle's list.
    pub design: u8,
    pub side: u8,
    pub owner: Seat,
    pub status: Status,
    pub at: Point,
    pub heading: Course,
    /// ASF-CHT.7: the speed flown this turn.
    pub speed: u16,
    /// ASF-DISP.2: weapons boxes marked, from the left.
    pub weapons_marked: u16,
    /// ASF-DISP.4: hull boxes marked, from the left.
    pub hull_marked: u16,
    pub criticals: Criticals,
    pub struck: Struck,
    /// ASF-CRIT.4: what it flew last, to be repeated without a bridge.
    pub flown: Plot,
    /// ASF-CRIT.4: the bridge was out when the turn began.
    pub tied: bool,
    /// ASF-CRIT.10: whom the primaries shot at this turn, or are tied to.
    pub primary_targets: ShipSet,
    /// ASF-CRIT.10: the same for the specials.
    pub special_targets: ShipSet,
}

impl Ship {
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }

    /// ASF-CRIT.6, ASF-CRIT.9: marks hull boxes; surplus is lost (ASF-DISP.4).
    pub(crate) fn mark_hull(&mut self, boxes: u16, of: u16) {
        self.hull_marked = self.hull_marked.saturating_add(boxes).min(of);
    }

    /// ASF-DISP.2: marks weapons boxes; surplus is lost.
    pub(crate) fn mark_weapons(&mut self, boxes: u16, of: u16) {
        self.weapons_marked = self.weapons_marked.saturating_add(boxes).min(of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ASF-DISP.6: the order of the row is the order of the die.
    #[test]
    fn rule_disp_6_locations() {
        let row: Vec<&str> = (1..=6).map(|die| Location::of_die(die).symbol()).collect();
        assert_eq!(row, ["Br", "FC", "R", "E", "ED", "Mn"]);
        assert_eq!(serde_json::to_string(&Location::FireControl).unwrap(), "\"FC\"");
    }

    #[test]
    fn sets_survive_json() {
        let mut set = ShipSet::default();
        assert!(set.insert(ShipId(127)) && !set.insert(ShipId(127)));
        assert_eq!(serde_json::to_string(&set).unwrap(), "[127]");
        assert!(serde_json::from_str::<ShipSet>("[128]").is_err());
        let criticals: Criticals = [Location::Reactor, Location::Bridge].into_iter().collect();
        assert_eq!(serde_json::to_string(&criticals).unwrap(), r#"["Br","R"]"#);
    }
}
