//! What a player may decide, as plain data.

use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    helm::Helm,
    ship::{Class, Extra, ShipId, System},
    space::Pass,
};

/// One seat's submission for one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// FTB-35: the fleet, in secret.
    Fleet(Fleet),
    /// FTB-25.3: one station.
    Station(Point),
    /// FTB-34: the station of an objective, by number.
    Name(u8),
    /// FTB-36: one ship with its first vector.
    Deploy(Deploy),
    /// FTB-33.3: a ship for the Stealth run, or no (further) one.
    HoldBack(Option<Deploy>),
    /// FTB-34.3: whether the transport leaves today.
    Depart(bool),
    /// FTB-8.2, FTB-13.2: one of three.
    Duel(Protocol),
    Pick(Pick),
    /// FTB-8.6: the side that forces.
    Forcer(u8),
    /// FTB-11.1: what the guided torpedo does.
    Guide(Guide),
    /// FTB-19.1: Evasive against a torpedo.
    Evade(bool),
    /// FTB-17.3: the system that is hit.
    System(System),
    /// FTB-11.2, FTB-11.3: order and plot.
    Helm(Helm),
    /// FTB-14.5: which torpedo goes first, by its ship.
    Fuse(ShipId),
    /// FTB-14.2: targets and points, none for no attack.
    Attack(Vec<Attack>),
    /// FTB-29.8: which of several ships in one place is the target.
    Target(ShipId),
    /// FTB-14.3: cover fire, yes or no.
    Cover(bool),
    /// FTB-16.1.
    Protocol(Protocol),
    /// FTB-17.4, FTB-17.6: heat in place of the Hit.
    Heat(bool),
    /// FTB-10.1: whom to scan.
    Scan(Option<ShipId>),
    /// FTB-25.9.
    Benefit(Benefit),
    /// FTB-END.7.
    Concede,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    pub ships: Vec<Class>,
    #[serde(default)]
    pub extra: Option<Extra>,
    #[serde(default)]
    pub tankers: u8,
}

/// A whole-LU vector: a course of any length, and a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Plot {
    pub course: Point,
    pub speed: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Deploy {
    pub ship: ShipId,
    pub at: Point,
    pub plot: Plot,
}

/// FTB-16.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    Defensive,
    Railgun,
    Broadside,
    Evasive,
}

impl Protocol {
    pub const ALL: [Protocol; 4] =
        [Protocol::Defensive, Protocol::Railgun, Protocol::Broadside, Protocol::Evasive];

    pub fn name(self) -> &'static str {
        match self {
            Protocol::Defensive => "Defensive",
            Protocol::Railgun => "Railgun",
            Protocol::Broadside => "Broadside",
            Protocol::Evasive => "Evasive",
        }
    }

    /// FTB-16.8: the suit on the cards of the book; for display.
    pub fn suit(self) -> &'static str {
        match self {
            Protocol::Defensive => "diamond",
            Protocol::Railgun => "club",
            Protocol::Broadside => "spade",
            Protocol::Evasive => "heart",
        }
    }
}

/// FTB-8.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Pick {
    Activate(ShipId),
    Force(ShipId),
    /// FTB-21.2.
    Tanker {
        tanker: u8,
        #[serde(default)]
        system: u8,
        at: Point,
    },
    /// FTB-8.12: only where a Stealth run is all that is left.
    Pass,
}

/// What an active torpedo does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// FTB-15.4: only where the option lets it steer; for a launch, FTB-15.2.
    #[serde(default)]
    pub plot: Option<Plot>,
    #[serde(default)]
    pub attack: Option<Attack>,
    #[serde(default)]
    pub side: Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Target {
    Ship(ShipId),
    Tanker(u8),
    /// The torpedo guided by that ship.
    Torpedo(ShipId),
}

/// FTB-14.2: a target, and how far along the path; the nearest point if not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Attack {
    pub target: Target,
    #[serde(default)]
    pub at: Option<Length>,
}

/// FTB-25.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Benefit {
    Fuel,
    EraseDamage,
    Shield,
    Torpedoes,
}

impl Benefit {
    /// In the order of the default.
    pub const ALL: [Benefit; 4] = [Benefit::Fuel, Benefit::EraseDamage, Benefit::Shield, Benefit::Torpedoes];
}
