//! Units on the table and what changes about them (STR-CARD.5).

use arrayvec::ArrayVec;
use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::{Hour, manoeuvre::Plan};

/// Units are numbered through both sides, those of side 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct UnitId(pub u8);

impl UnitId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Status {
    /// Not placed yet, but it will be before turn 1.
    Waiting,
    /// STR-SET.6: off the table until its roll.
    Reserve,
    /// STR-SET.6: its roll succeeded, it is to be placed.
    Arriving,
    /// Manned and on the table.
    Active,
    /// STR-4.8: its pilot has left it in this turn; it flies on.
    Empty { since: u16 },
    /// STR-ADD.2: off the table since this turn, to return where it left.
    Away { since: u16 },
    /// STR-ADD.1: counts as destroyed.
    Withdrawn,
    /// STR-6.4: structure 0.
    Wrecked,
    /// STR-6.4, STR-3.3, STR-ADD.4.
    Destroyed,
    /// STR-4.8: an empty machine that is gone.
    Removed,
    /// STR-SCN.B: it left where it was to go.
    Safe,
}

impl Status {
    /// Has a peg on the table.
    pub fn on_table(self) -> bool {
        matches!(self, Status::Active | Status::Empty { .. })
    }

    /// STR-END.1: manned, and on the table or to come.
    pub fn is_capable(self) -> bool {
        matches!(
            self,
            Status::Waiting | Status::Reserve | Status::Arriving | Status::Active | Status::Away { .. }
        )
    }

    /// STR-END.2: lost whatever the cause.
    pub fn is_lost(self) -> bool {
        matches!(
            self,
            Status::Empty { .. } | Status::Withdrawn | Status::Wrecked | Status::Destroyed | Status::Removed
        )
    }
}

/// STR-4.3: a numbered pair of tokens (STR-CMP.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Lock {
    pub target: UnitId,
    /// The turn it was made in; a missile may be launched from the next.
    pub turn: u16,
}

/// Missiles left, entry by entry of the card.
pub type Left = ArrayVec<u8, 4>;

/// One unit. STR-CARD.5: everything here is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Which card of the field.
    pub card: u8,
    pub side: u8,
    /// Which berth of the scenario; none in forces chosen by points.
    pub berth: Option<u8>,
    pub status: Status,
    /// Off the table: the point where it left (STR-ADD.2).
    pub at: Point,
    pub course: Hour,
    pub facing: Hour,
    pub speed: u16,
    pub structure: u8,
    pub shields: u8,
    pub missiles: Left,
    /// STR-1.2: its initiative card of this turn; 0 for none.
    pub initiative: u8,
    /// STR-2.15: what it flew this turn.
    pub flown: Option<Plan>,
    /// STR-2.12: it has yawed this turn.
    pub yawed: bool,
    /// STR-2.11, STR-3.3: greyouts of this turn, +2 each.
    pub greyouts: u8,
    pub blackout: bool,
    pub evasive: bool,
    pub countermeasures: bool,
    /// STR-4.7: the segment it began to hold its fire in.
    pub at_will: Option<u8>,
    pub lock: Option<Lock>,
}

impl Unit {
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }

    /// STR-2.14: facing its course.
    pub fn is_aligned(&self) -> bool {
        self.course == self.facing
    }

    /// Clean-up: the tokens of a turn are taken off.
    pub(crate) fn clear_tokens(&mut self) {
        self.initiative = 0;
        self.flown = None;
        self.yawed = false;
        self.greyouts = 0;
        self.blackout = false;
        self.evasive = false;
        self.countermeasures = false;
        self.at_will = None;
    }
}

/// STR-4.8: where a pilot landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Pilot {
    pub unit: UnitId,
    pub at: Point,
}

/// STR-4.4: a missile that will strike in the locked missile phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Incoming {
    pub by: UnitId,
    pub target: UnitId,
    pub dice: u8,
    /// STR-HIN.4: it keeps the arc of its launch.
    pub aspect: crate::gunnery::Aspect,
}
