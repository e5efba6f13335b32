//! What a weapon rolls at one target, as events keep it (FT-5.0.1, tables D1 to D3 and D11).
//!
//! A profile is a stored form: records hold it, so names and fields stay. What its dice do is
//! described by the weapon that has them for its own ([`Profile::throws`]).

use serde::{Deserialize, Serialize};

use crate::{
    damage::kills::{Mark, Reading, Scale},
    fire::gunnery::Screens,
    weapons::{
        Size, SpinalBeam, beam, boarding_launcher, bolt_launcher, fusion, k_gun, mkp, needle, pds, plasma,
        spinal,
        throw::{Led, Throw, layers},
        torpedo,
    },
};

/// What one weapon does to one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    pub profile: Profile,
    pub screens: Screens,
    pub holofield: bool,
    /// FT-12.10.1, FT-13.13.11: added to dice, never beyond 1 to 6.
    pub bonus: i8,
    /// FT-13.13.9: first dice count only if they show 6, re-rolls from 5.
    pub sixes: bool,
    /// FT-7.20.3: the target is cloaked: 2 less on re-rolls too.
    pub veiled: bool,
}

/// FT-5.0.1: what is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Profile {
    /// Beam dice, read by screens of one kind; what a hit is.
    Beams { dice: u8, again: bool, screens: Response, hit: Hit },
    /// FT-5.5.1.
    Plasma { dice: u8 },
    /// FT-5.13.1: kills systems within reach of its sensors.
    Needle { dice: u8, kills: bool },
    /// FT-5.14.1, FT-5.16.1: hits on `needs` and more.
    Projectile { needs: u8, hit: Shell },
    /// FT-5.19.1: one die to hit, then beam dice.
    Fusion { needs: u8, dice: u8 },
    /// FT-5.17.1.
    Mkp,
    /// FT-7.12.2: a 6 does 1.
    PointDefence,
    /// FT-7.14.1: one beam die that no screen stops.
    Scatter,
    /// FT-5.23.3: the same dice at everybody in a strip.
    Spinal { beam: SpinalBeam, size: Size },
}

/// FT-5.0.2, FT-7.2.2: which screens shift beam dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Response {
    /// Kind B.
    Any,
    /// Kind A.
    Advanced,
    /// Kind N.
    None,
}

/// What a beam hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Hit {
    /// FT-4.5.2: one point.
    Point,
    /// FT-5.6.1, FT-1.7.1: 1d3, semi armour piercing.
    D3,
    /// FT-5.7.1: 1d6, semi armour piercing.
    D6,
    /// FT-5.20.1: so many points.
    Points(u8),
    /// FT-5.4.1: no damage, but a test.
    Emp,
    /// FT-5.23.5: so many dice, armour piercing.
    Singularity(u8),
    /// FT-5.9.1: no damage, but a unit goes aboard.
    Party,
}

/// What a projectile does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shell {
    /// FT-5.14.1: 1d6 SAP, advanced screens off each die.
    Torpedo,
    /// FT-5.14.3: 1d3 SAP, advanced screens off each die.
    Long,
    /// FT-5.14.3: 1d6 + 2 AP, past all screens.
    Heavy,
    /// FT-5.14.2: 1d6 + 2 AP, and a tube that may burst.
    Overload,
    /// FT-5.16.1: class points AP, doubled on a die up to the class.
    KGun(u8),
    /// FT-5.18.1: 1 point to the hull, and two Marines aboard.
    Boarding,
    /// FT-6.8.5: 1d3 for each class, one SAP hit, advanced screens off each die.
    Shaped(u8),
}

impl Attack {
    /// Its first dice and how many of them there are; `None` where they are rolled by the unit in
    /// the strip (FT-5.23.3).
    pub(crate) fn throws(&self) -> Option<(Throw, u8)> {
        Some(match self.profile {
            Profile::Beams { dice, again, screens, hit } => {
                (beam::die(hit, layers(screens, self), again), dice)
            }
            Profile::Plasma { dice } => (plasma::die(), dice),
            Profile::Needle { dice, .. } => (needle::die(), dice),
            Profile::Projectile { .. } => (torpedo::die(), 1),
            Profile::Fusion { .. } => (fusion::die(), 1),
            Profile::Mkp => (mkp::die(), 1),
            Profile::PointDefence => (pds::die(), 1),
            Profile::Scatter => (beam::die(Hit::Point, 0, true), 1),
            Profile::Spinal { .. } => return None,
        })
    }

    /// The same, with what a spinal mount does to a usual unit in its strip.
    pub(crate) fn usual(&self) -> Attack {
        match self.profile {
            Profile::Spinal { beam, .. } => Attack { profile: spinal::at_unit(beam, 100), ..*self },
            Profile::Beams { .. }
            | Profile::Plasma { .. }
            | Profile::Needle { .. }
            | Profile::Projectile { .. }
            | Profile::Fusion { .. }
            | Profile::Mkp
            | Profile::PointDefence
            | Profile::Scatter => *self,
        }
    }
}

impl Profile {
    /// Dice, and the number that the first has to show, as a screen tells them.
    pub(crate) fn shown(&self) -> (u8, Option<u8>) {
        match *self {
            Profile::Beams { dice, .. } | Profile::Plasma { dice } | Profile::Needle { dice, .. } => {
                (dice, None)
            }
            Profile::Projectile { needs, .. } => (1, Some(needs)),
            Profile::Fusion { needs, dice } => (dice, Some(needs)),
            Profile::Mkp => (1, Some(4)),
            Profile::PointDefence => (1, Some(6)),
            Profile::Scatter | Profile::Spinal { .. } => (1, None),
        }
    }

    /// FT-9.1.7: at gunboats every hit kills a boat, whatever its damage; FT-9.2.5: heavy ones are hit 1 worse.
    pub(crate) fn at_boats(&self, mark: Mark) -> (Scale, u8) {
        let bonus = if mark == Mark::HeavyGunboat { -1 } else { 0 };
        let plain = |table: Reading, again: bool| Scale { bonus, again, ..Scale::plain(table) };
        match *self {
            Profile::Beams { dice, again, .. } => (plain(Reading::Beam, again), dice),
            Profile::Plasma { dice } => (plain(Reading::Less(2), true), dice),
            Profile::Needle { dice, .. } => (plain(Reading::From(4), false), dice),
            Profile::Projectile { needs, .. } | Profile::Fusion { needs, .. } => {
                (plain(Reading::From(needs), false), 1)
            }
            Profile::Mkp => (plain(Reading::Beam, false), 1),
            Profile::PointDefence | Profile::Scatter | Profile::Spinal { .. } => {
                (plain(Reading::From(6), false), 0)
            }
        }
    }

    /// FT-7.12.2, FT-7.14.1: weapons of defence that may be turned on ships.
    pub(crate) fn is_point_defence(&self) -> bool {
        matches!(self, Profile::PointDefence | Profile::Scatter)
    }

    /// FT-7.25.2: what screens of any kind stop.
    pub(crate) fn is_screened(&self) -> bool {
        matches!(self, Profile::Beams { screens: Response::Any, .. } | Profile::Plasma { .. })
    }

    /// FT-5.9.1, FT-5.18.1: what puts units aboard.
    pub(crate) fn boards(&self) -> bool {
        matches!(
            self,
            Profile::Beams { hit: Hit::Party, .. } | Profile::Projectile { hit: Shell::Boarding, .. }
        )
    }
}

impl Shell {
    /// What it does once it has hit.
    pub(crate) fn strikes(self, led: &mut Led) {
        match self {
            Shell::Torpedo => led.then(torpedo::shell()),
            Shell::Long => led.then(torpedo::long_shell()),
            Shell::Heavy => led.then(torpedo::heavy_shell()),
            Shell::Overload => led.then(torpedo::overloaded_shell()),
            Shell::KGun(class) => led.then(k_gun::shell(class)),
            Shell::Boarding => boarding_launcher::lands(led),
            Shell::Shaped(class) => led.then(bolt_launcher::shaped(class)),
        }
    }
}
