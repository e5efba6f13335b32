//! A ship in play: the marks on its display (FT-2.4).

use std::fmt;

use arrayvec::ArrayVec;
use engine::Seat;
use geometry::Point;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    boarding::Party,
    damage::Tally,
    jumps::gates::Door,
    movement::{clock::Clock, links::Link},
    orders::Mode,
    terrain::planets::Orbit,
    yard::design::{Arc, Missile},
};

/// A ship's number in the battle, from 0, through all sides: the order of the fleet lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(transparent)]
pub struct ShipId(pub u8);

impl ShipId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// An icon's number on its ship's display, from 0, in the order of checks (FT-4.11.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct IconId(pub u8);

impl IconId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of icons of one ship, small enough to copy.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "Vec<IconId>"))]
pub struct IconSet(u128);

impl IconSet {
    /// The most icons a display has.
    pub const MOST: usize = 128;

    pub fn contains(self, icon: IconId) -> bool {
        icon.index() < IconSet::MOST && self.0 >> icon.0 & 1 == 1
    }

    pub fn insert(&mut self, icon: IconId) {
        self.0 |= 1 << icon.0;
    }

    pub fn remove(&mut self, icon: IconId) {
        self.0 &= !(1 << icon.0);
    }

    pub fn is_none(&self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = IconId> {
        (0..IconSet::MOST as u8).map(IconId).filter(move |&icon| self.contains(icon))
    }

    #[must_use]
    pub fn union(self, other: IconSet) -> IconSet {
        IconSet(self.0 | other.0)
    }
}

impl FromIterator<IconId> for IconSet {
    fn from_iter<I: IntoIterator<Item = IconId>>(icons: I) -> IconSet {
        let mut set = IconSet::default();
        icons.into_iter().for_each(|icon| set.insert(icon));
        set
    }
}

impl fmt::Debug for IconSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|it| it.0)).finish()
    }
}

impl Serialize for IconSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for IconSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<IconSet, D::Error> {
        let icons = Vec::<IconId>::deserialize(deserializer)?;
        match icons.iter().find(|icon| IconSet::MOST <= icon.index()) {
            Some(icon) => Err(serde::de::Error::custom(format!("system {} is beyond the display", icon.0))),
            None => Ok(icons.into_iter().collect()),
        }
    }
}

/// What has become of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Status {
    /// Not yet on the table.
    Waiting,
    Active,
    /// FT-2.4.2.
    Destroyed,
    /// FT-3.9.1: off the table, over `edge`; FT-3.9.2: back on `back`, if it may.
    Left {
        edge: Edge,
        back: Option<u16>,
    },
    /// FT-12.9.1.
    Struck,
    /// FT-10.3.4, FT-10.3.7: still there, with nobody aboard.
    Hulk,
    /// FT-17.11.1: safe on the ground, and out of the battle.
    Landed,
    /// FT-7.21.1: behind a cloaking field; a marker stands where it went.
    Cloaked,
    /// FT-11.4.2, FT-11.5.2: gone by FTL, or never come out of it.
    Jumped,
    /// FT-11.7.2: with the ship that carries it; only that one can be fired at.
    Carried {
        by: ShipId,
    },
    /// FT-12.7.6: taken by boarders, out of action; the next point of damage destroys it.
    Captured {
        by: Seat,
        /// FT-12.7.7: after it had left the table.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        away: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    North,
    East,
    South,
    West,
}

/// FT-7.7.1: what is left of one layer of armour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LayerLeft {
    pub standard: u16,
    pub regenerative: u16,
    /// FT-7.8.1: crossed off, and may heal.
    #[serde(default)]
    pub hurt: u16,
}

impl LayerLeft {
    pub fn boxes(self) -> u16 {
        self.standard + self.regenerative
    }
}

/// The inner layer first.
pub type Armour = ArrayVec<LayerLeft, 5>;

/// FT-2.1.2, FT-3.1.1, FT-12.12.1: where a ship is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Motion {
    pub at: Point,
    /// FT-3.1.1: in cinematic movement the course as well.
    pub facing: Clock,
    pub velocity: u16,
    /// FT-12.12.1: a vector ship's way in one turn; its length is the velocity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<Point>,
}

/// One ship, with everything marked on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Ship {
    pub owner: Seat,
    pub side: u8,
    pub status: Status,
    pub motion: Motion,
    /// FT-16.2.1: port and starboard mounts have changed places.
    pub rolled: bool,
    pub hull_lost: u16,
    pub armour: Armour,
    /// FT-4.11.3: rows that have already been checked for.
    pub rows_checked: u8,
    /// FT-4.11.9: rows complete when the turn began.
    pub rows_at_start: u8,
    /// Knocked out, and can be repaired (FT-4.11.5).
    pub damaged: IconSet,
    /// Lost for the battle (FT-10.4.4).
    pub gone: IconSet,
    /// FT-2.5.2: one-shot weapons used up.
    pub spent: IconSet,
    /// FT-2.6.14: used this turn.
    pub used: IconSet,
    /// FT-4.11.8: failures of the main drive, and how many of them are for good.
    pub drive_hits: u8,
    pub drive_gone: u8,
    /// FT-3.2.3: it turned in the turn before.
    pub turned: bool,
    /// FT-4.2.6: it used its main drive this turn.
    pub thrusted: bool,
    /// FT-3.6.2: how often it has tried emergency thrust.
    pub strained: u8,
    /// FT-3.6.3: failures of the drive that come after the move.
    pub wear: u8,
    /// FT-2.6.12: it has been chosen to fire this turn.
    pub fired: bool,
    /// FT-5.22.1: where each turret points, in the order of the display.
    pub turrets: ArrayVec<Arc, 8>,
    /// FT-7.4.4: it gives up a level of stealth to see further.
    pub active: bool,
    /// FT-5.23.2: the turn in which a spinal mount last fired.
    pub spinal_turn: u16,
    /// The mounts that fired in that turn.
    pub spinal_fired: IconSet,
    /// FT-5.13.1: killed by needle beams, out when phase 11 ends.
    pub doomed: IconSet,
    /// FT-5.4.2: EMP hits of this turn, by the seat that scored them.
    pub emp: ArrayVec<(Seat, u16), 16>,
    pub core: Core,
    /// FT-7.5.1, FT-7.19.1: fields and ECM that are switched off.
    #[serde(default, skip_serializing_if = "IconSet::is_none")]
    pub off: IconSet,
    /// FT-7.20.1: behind a cloaking device, still on the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cloaked: bool,
    /// FT-7.23.1, FT-7.24.1: what is armed, charged or to be discharged this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ready: Vec<(IconId, Mode)>,
    /// FT-7.24.1: points stored in wave guns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charges: Vec<(IconId, u8)>,
    /// FT-5.21.1: pulsers that were set otherwise than they were built.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<(IconId, Mode)>,
    /// FT-DMG.8: regenerative boxes are to be lost first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heal_first: bool,
    /// FT-2.6.3: it has been chosen to launch this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub launched: bool,
    /// FT-8.1.7, FT-8.4.2: what the flight deck has done.
    #[serde(default, skip_serializing_if = "Deck::is_none")]
    pub deck: Deck,
    /// FT-6.6.2: loads that have left each magazine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired_loads: Vec<(IconId, Missile)>,
    /// FT-6.8.1: when each plasma bolt launcher last fired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bolts: Vec<(IconId, u16)>,
    /// FT-12.1.1: nobody else knows yet what it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bogey: bool,
    /// FT-11.4.1: the turn in which its FTL drive was warmed up; 0 while it is cold.
    #[serde(default, skip_serializing_if = "is_cold")]
    pub warm: u16,
    /// FT-11.5.1: its arrival has been announced, and a marker stands there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub arriving: bool,
    /// FT-11.7.2: damage that is yet to be shared with its riders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pool: Vec<Tally>,
    /// FT-11.9.3: of a gate: it may be used from that turn on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_from: Option<u16>,
    /// FT-11.9.4: the gate it goes through when the turn ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passing: Option<Door>,
    /// FT-11.9.6: the gate it came through, and in which turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<(Door, u16)>,
    /// FT-S8: enough enemies have stood near it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub caught: bool,
    /// FT-12.1.3: it makes an active scan this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scanning: bool,
    /// FT-16.3.1, FT-16.6.1: what holds it, or is about to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// FT-12.7.1: boarders, and friends who came to help.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aboard: Vec<Party>,
    /// FT-5.9.4: damage-control parties of the crew that have left the ship.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub sent: u16,
    /// FT-10.4.2: damage-control parties that have fought boarders this turn.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub fought: u16,
    /// FT-12.7.4: hull boxes that boarders have taken this turn.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub sacked: u16,
    /// FT-5.9.3: destroyed by raiders, out when phase 11 ends.
    #[serde(default, skip_serializing_if = "IconSet::is_none")]
    pub raided: IconSet,
    /// FT-5.18.1: boarding torpedoes that have left each magazine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub torpedoes: Vec<(IconId, u8)>,
    /// FT-17.8.2: the planet it goes round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<Orbit>,
    /// FT-17.5.1: points beyond its last box, where that is counted.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub over: u16,
    /// FT-6.10.1: the minelayer of every mine it has laid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub laid: Vec<IconId>,
    /// FT-12.5.1: it sweeps mines this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sweeping: bool,
    /// FT-5.8.3: advanced fire controls that serve its phasers as ADS this turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub set_aside: u8,
    /// FT-4.11.4: rows complete after each attack that completed one, where attacks are checked singly.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    pub marks: ArrayVec<u8, 8>,
}

/// FT-8.1, FT-8.2: flight operations of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Deck {
    /// FT-8.1.7: launches and recoveries through tubes this turn, and the recoveries among them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub operations: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub recoveries: u8,
    /// FT-8.1.8: bays that have served a group this turn.
    #[serde(default, skip_serializing_if = "IconSet::is_none")]
    pub served: IconSet,
    /// FT-8.1.9: it has launched, scrambled or recovered this turn, from wherever.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub busy: bool,
    /// FT-8.3.1: it has tried to scramble this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scrambled: bool,
    /// FT-8.3.2: bays that a mishap has blocked, with whoever is in them.
    #[serde(default, skip_serializing_if = "IconSet::is_none")]
    pub jammed: IconSet,
    /// FT-8.4.2: a combat landing has fouled it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fouled: bool,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl Deck {
    pub fn is_none(&self) -> bool {
        *self == Deck::default()
    }

    /// The deck as a new turn finds it.
    #[must_use]
    pub fn rested(self) -> Deck {
        Deck { jammed: self.jammed, fouled: self.fouled, ..Deck::default() }
    }
}

fn is_cold(turn: &u16) -> bool {
    *turn == 0
}

fn is_nought(n: &u16) -> bool {
    *n == 0
}

/// FT-10.3: what is wrong at the core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Core {
    /// FT-10.3.2: out of control up to and including this turn.
    pub adrift_until: u16,
    /// FT-10.3.4: the turn at whose end life support fails.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub air_until: Option<u16>,
    /// FT-10.3.6: no power for the rest of the game.
    pub dumped: bool,
    /// FT-10.3.7: the turn in which the crew left.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub abandoned: Option<u16>,
}

impl Ship {
    /// On the table and in the fight.
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }

    /// With somebody aboard to take orders, on the table or behind a cloaking field (FT-7.21.1).
    pub fn is_manned(&self) -> bool {
        matches!(self.status, Status::Active | Status::Cloaked)
    }

    /// FT-7.23.1, FT-7.24.2: whether a mount is to be used so this turn.
    pub fn is_ready(&self, mode: Mode) -> bool {
        self.ready.iter().any(|it| it.1 == mode)
    }

    /// FT-7.24.1: points stored in a wave gun.
    pub fn charge(&self, icon: IconId) -> u8 {
        self.charges.iter().find(|it| it.0 == icon).map_or(0, |it| it.1)
    }

    /// FT-5.21.1: how a pulser was set before the battle, if it was.
    pub fn setting(&self, icon: IconId) -> Option<Mode> {
        self.settings.iter().find(|it| it.0 == icon).map(|it| it.1)
    }

    /// Whether an icon does its work.
    pub fn works(&self, icon: IconId) -> bool {
        !self.damaged.contains(icon) && !self.gone.contains(icon) && !self.spent.contains(icon)
    }

    /// FT-10.3.3, FT-10.3.6: nobody or nothing to carry out orders.
    pub fn is_adrift(&self, turn: u16) -> bool {
        turn <= self.core.adrift_until || self.core.dumped
    }
}
