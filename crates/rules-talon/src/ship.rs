//! A ship's record, a Missile's record (TAL-2.11, TAL-2.9a, TAL-2.9b, TAL-2.9c).

use serde::{Deserialize, Serialize};

use crate::{
    design::Design,
    hex::{Arc, Facing, Hex},
    tables::Impulse,
};

/// Ships are numbered from 0 through both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct ShipId(pub u8);

impl ShipId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where a ship is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Not yet placed, or a reinforcement still to come.
    Waiting,
    /// On the map.
    Active,
    /// TAL-8.6.1.
    Destroyed,
    /// TAL-11.1.2, TAL-7.5.2, TAL-19.1: left the battle alive.
    Retreated(Exit),
    /// TAL-16.1: in a Base or Carrier.
    Docked(ShipId),
    /// TAL-16.2c: on a Planet.
    Landed,
}

/// How a ship left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// TAL-11.1.2.
    Ftl,
    /// TAL-19.1.
    WormHole,
    /// TAL-7.5.2.
    Map,
    /// TAL-SC6: too far from the Black Hole.
    Drifted,
    /// TAL-VIC.6.
    Resigned,
}

/// TAL-8.1.1a: boxes marked on a charge bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Bar {
    pub red: u8,
    pub yellow: u8,
    /// TAL-CRIT.5; of a fighter, that it is dead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub destroyed: bool,
}

/// TAL-2.9b: critical markers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Criticals {
    pub shields_down: bool,
    pub helm_down: bool,
    pub power_loss: bool,
    /// TAL-8.7.2: taken this Impulse, so not yet repairable.
    pub shields_fresh: bool,
    pub helm_fresh: bool,
    pub power_fresh: bool,
    /// TAL-CRIT.6: added to the Turn Radius.
    pub turn: u8,
    /// TAL-CRIT.8: taken from the Power.
    pub power: u8,
    /// TAL-CRIT.10.
    pub ftl_offline: bool,
}

/// TAL-4.2.1: a marker on a ship, for this Impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Marker {
    Change,
    Defend,
}

/// One ship, Base or squadron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// Its class, as a number in the battle's list of designs.
    pub design: u8,
    /// Its name, as a number in the battle's list of names.
    pub name: u16,
    pub side: u8,
    pub status: Status,
    pub at: Hex,
    pub facing: Facing,
    /// TAL-5.4.1: the row of the curve, 0 the fastest.
    pub row: u8,
    /// TAL-5.4.4: Power as written in the last Power Phase.
    pub power: i8,
    /// TAL-7.2.2b: hexes of the Turn Radius marker still to go; 0 is no marker.
    pub turn_left: u8,
    /// TAL-6.1.3: a Side Slip marker.
    pub slip: bool,
    /// Shield boxes left: forward, right, rear, left.
    pub shields: [u8; 4],
    /// TAL-6.2.3a: reinforcements by arc, with the Impulse of placement.
    pub reinforced: [Option<Impulse>; 4],
    /// Hull boxes marked; of a squadron, 0.
    pub hull_marked: u8,
    /// TAL-12.1.4: hull boxes left of each fighter; of other ships, 0.
    pub fighters: [u8; 3],
    /// In the order G1, G2, G3; of a squadron, one for each fighter.
    pub bars: [Bar; 3],
    /// TAL-10.1.1: the Battery is charged.
    pub battery: bool,
    /// TAL-10.2.1: Afterburners left.
    pub afterburners: u8,
    pub criticals: Criticals,
    pub marker: Option<Marker>,
    /// TAL-11.1.3: the Round before its first full one, 0 for those there from the start.
    pub arrived: u16,
    /// TAL-11.1.3.
    pub spooled: bool,
    /// This Turn: its AP is spent; of a squadron, it was given one (TAL-12.2.3a).
    pub spent: bool,
    /// This Turn: it has moved or rotated.
    pub moved: bool,
    /// This Turn: it has fired, and another ship after it (TAL-8.2.1a).
    pub fired: bool,
}

impl Ship {
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }

    /// TAL-2.11: as it starts, on the start row with full bars, shields and
    /// Afterburners (TAL-8.1.3) and an empty Battery (TAL-10.1.4).
    pub(crate) fn new(design: &Design, number: u8, name: u16, side: u8) -> Ship {
        let mut bars = [Bar::default(); 3];
        for (i, bar) in bars.iter_mut().enumerate() {
            if let Some(group) = design.group(i) {
                *bar = Bar { red: group.red, yellow: group.yellow, destroyed: false };
            }
        }
        Ship {
            design: number,
            name,
            side,
            status: Status::Waiting,
            at: Hex::default(),
            facing: Facing::default(),
            row: design.start,
            power: design.power(design.start),
            turn_left: 0,
            slip: false,
            shields: design.shields.by_arc(),
            reinforced: [None; 4],
            hull_marked: 0,
            fighters: if design.is_fighters() { [design.hull.len() as u8; 3] } else { [0; 3] },
            bars,
            battery: false,
            afterburners: design.afterburners,
            criticals: Criticals::default(),
            marker: None,
            arrived: 0,
            spooled: false,
            spent: false,
            moved: false,
            fired: false,
        }
    }

    pub fn shield(&self, arc: Arc) -> u8 {
        self.shields[arc.index()]
    }

    /// TAL-8.1.1a: whether every box of a bar is marked.
    pub fn is_charged(&self, design: &Design, bar: usize) -> bool {
        let Some(group) = design.group(bar) else { return false };
        let Bar { red, yellow, destroyed } = self.bars[bar];
        !destroyed && red == group.red && yellow == group.yellow
    }

    /// TAL-8.6.4: the fighter that suffers unless somebody chooses: the weakest, the lowest number.
    pub(crate) fn weakest_fighter(&self) -> Option<u8> {
        (0..3)
            .filter(|&it| 0 < self.fighters[usize::from(it)])
            .min_by_key(|&it| self.fighters[usize::from(it)])
    }

    pub fn fighters_left(&self) -> u8 {
        self.fighters.iter().filter(|&&it| 0 < it).count() as u8
    }
}

/// TAL-2.9c: a Missile in flight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Missile {
    pub number: u16,
    pub side: u8,
    pub at: Hex,
    pub facing: Facing,
    /// TAL-13.3b: none, once its target is gone.
    pub target: Option<ShipId>,
    #[serde(default)]
    pub damaged: bool,
    /// This Turn: it has moved.
    #[serde(default)]
    pub moved: bool,
}
