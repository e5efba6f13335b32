//! Weapons: one file each, with all that other rooms ask of it (FT-5, FT-7.12 to FT-7.15, FT-7.23, FT-7.24).
//!
//! A new weapon is a file beside the others, a `mod` line and a line in the list below. Price,
//! display, ship files, menus, odds and fire ask [`Weapon`] and know no weapon by name, apart from
//! the rules that name one. What a weapon rolls at one target is an [`Attack`], as events keep it
//! (tables D1 to D3 and D11): a stored form, so names and fields stay.

mod ads;
pub(crate) mod beam;
mod boarding_launcher;
mod bolt_launcher;
mod emp;
mod fusion;
mod gatling;
mod grapeshot;
mod graser;
mod gravitic;
mod k_gun;
mod lay;
mod meson;
mod mkp;
mod mount;
mod needle;
mod nova;
mod particle;
mod pds;
mod phaser;
mod plasma;
mod pulser;
mod scatter_gun;
pub(crate) mod spinal;
pub(crate) mod strip;
mod submunition;
pub(crate) mod throw;
mod torpedo;
mod transporter;
mod variable_torpedo;
mod wave;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::throw::{Led, Throw, layers};
use crate::{
    damage::kills::{Mark, Reading, Scale},
    fire::gunnery::Screens,
    options::{BandEdge, Options},
    orders::Mode,
    ordnance::defence::Shield,
    yard::{
        design::{Arcs, Halves, Kind, exchange::Fields, tech::Tech},
        sheet::symbols::Symbol,
    },
};

pub use self::{
    beam::beam_hits,
    fusion::FusionMode,
    lay::{Reach, shortened},
    pulser::PulserSetting,
    spinal::{Size, SpinalBeam, strip},
};
pub(crate) use self::{
    lay::{Lay, twice},
    mount::Fitting,
};

/// What the other rooms ask of a weapon. What is not answered here by default has to be thought
/// about for each.
pub(crate) trait Weapon {
    /// FT-13.1.1: its name in ship files.
    fn name(&self) -> &'static str;

    /// What people call it.
    fn spoken(&self) -> &'static str;

    fn class(&self) -> Option<u8> {
        None
    }

    /// The rule that says what exists of it.
    fn rule(&self) -> &'static str;

    /// FT-4.2.4: the arcs of its mount; all round for what has no direction, none for what fires
    /// along the keel.
    fn arcs(&self) -> Option<Arcs>;

    /// Turns a mount to other arcs.
    fn set_arcs(&mut self, _to: Arcs) {}

    /// Its mass by class and arcs; `None` if there is no such mount, whatever its fire control.
    fn mass(&self, fitting: &Fitting<'_>) -> Option<Halves>;

    fn points(&self, mass: Halves, fitting: &Fitting<'_>) -> u32;

    /// FT-15.0.4.
    fn tech(&self) -> Tech;

    /// What a display shows.
    fn symbol(&self) -> Symbol;

    /// What its fire looks like on a table.
    fn look(&self) -> Look {
        if self.only_defends() { Look::Burst } else { Look::Ray }
    }

    /// What people call it where it stands by itself: `Short-range K-gun`.
    fn title(&self) -> String {
        capital(self.spoken())
    }

    /// Whether the exchanged ship format has a place for it.
    fn is_shared(&self) -> bool;

    /// Fields of a ship file beside name and arcs.
    fn write(&self, _put: &mut dyn FnMut(&str, Value)) {}

    /// Whether its arcs stand in ship files in the common way.
    fn writes_arcs(&self) -> bool {
        true
    }

    /// FT-5.0.1: what it rolls at a ship; `None` out of reach.
    fn profile(&self, lay: &Lay) -> Option<Profile>;

    /// FT-5.13.1, FT-5.8.2: what it rolls when it names a system of its target.
    fn as_needle(&self, _lay: &Lay) -> Option<Profile> {
        None
    }

    /// FT-5.0.1, FT-4.1.1: fires at ships in phase 11.
    fn is_gun(&self) -> bool {
        true
    }

    /// FT-4.4.2: point defence needs no fire control.
    fn only_defends(&self) -> bool {
        false
    }

    /// FT-5.15.1, FT-5.17.1, FT-7.14.1: used up when fired.
    fn is_one_shot(&self) -> bool {
        false
    }

    /// FT-5.23.1, FT-7.23.1, FT-7.24.5.
    fn is_spinal(&self) -> bool {
        false
    }

    /// FT-17.2.2: thinned by dust.
    fn is_ray(&self) -> bool {
        false
    }

    /// D5: how it counts in defence.
    fn shield(&self) -> Option<Shield> {
        None
    }

    /// The ways in which it may be ordered to work this turn.
    fn modes(&self, _ready: &Readiness) -> &'static [Mode] {
        &[]
    }

    /// FT-5.21.1, FT-5.19.1: the ways in which it may be set before the battle.
    fn settings(&self) -> &'static [Mode] {
        &[]
    }
}

/// What fire looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub enum Look {
    Ray,
    Shell,
    Burst,
}

/// As at the beginning of a sentence.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What the ways of working may depend on.
pub(crate) struct Readiness {
    pub(crate) works: bool,
    /// Of the ship.
    pub(crate) active: bool,
    /// FT-5.14.2: the ship's tubes can overload, and whether this one did.
    pub(crate) overload: bool,
    pub(crate) tired: bool,
    /// FT-6.8.5: shaped bolts are allowed, and whether a bolt was fired last turn.
    pub(crate) shaped: bool,
    pub(crate) spent: bool,
    /// FT-7.24.1.
    pub(crate) charge: u8,
}

impl Readiness {
    /// Of a weapon that can be used in every way it has.
    pub(crate) const WHOLE: Readiness = Readiness {
        works: true,
        active: true,
        overload: true,
        tired: false,
        shaped: true,
        spent: false,
        charge: 6,
    };
}

/// Taken from a ship file by its name there.
trait Read: Sized {
    fn read(name: &str, fields: &mut Fields) -> Option<Self>;
}

macro_rules! weapons {
    ($($file:ident::$weapon:ident,)+) => {
        /// Every weapon by name.
        pub(crate) mod guns {
            $(pub use super::$file::$weapon;)+
        }
        pub(crate) use guns::*;

        /// What stands in the list of weapons of a ship.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Gun {
            $($weapon($weapon),)+
        }

        impl Gun {
            pub(crate) fn weapon(&self) -> &dyn Weapon {
                match self { $(Gun::$weapon(it) => it,)+ }
            }

            pub(crate) fn weapon_mut(&mut self) -> &mut dyn Weapon {
                match self { $(Gun::$weapon(it) => it,)+ }
            }

            /// As [`Weapon::is_spinal`], without a call to each weapon.
            pub(crate) fn is_spinal(&self) -> bool {
                match self { $(Gun::$weapon(it) => Weapon::is_spinal(it),)+ }
            }

            /// As [`Weapon::only_defends`], without a call to each weapon.
            pub(crate) fn only_defends(&self) -> bool {
                match self { $(Gun::$weapon(it) => Weapon::only_defends(it),)+ }
            }

            /// The weapon that files call so.
            pub(crate) fn read(name: &str, fields: &mut Fields) -> Option<Gun> {
                $(if let Some(it) = <$weapon as Read>::read(name, fields) {
                    return Some(Gun::$weapon(it));
                })+
                None
            }
        }

        $(impl From<$weapon> for Kind {
            fn from(it: $weapon) -> Kind {
                Kind::Gun(Gun::$weapon(it))
            }
        })+
    };
}

weapons! {
    beam::Beam,
    emp::Emp,
    plasma::Plasma,
    graser::Graser,
    phaser::Phaser,
    transporter::Transporter,
    gatling::Gatling,
    particle::Particle,
    meson::Meson,
    needle::Needle,
    torpedo::Torpedo,
    variable_torpedo::VariableTorpedo,
    submunition::Submunition,
    k_gun::KGun,
    mkp::Mkp,
    boarding_launcher::BoardingLauncher,
    fusion::Fusion,
    gravitic::Gravitic,
    pulser::Pulser,
    spinal::Spinal,
    bolt_launcher::BoltLauncher,
    pds::Pds,
    ads::Ads,
    scatter_gun::ScatterGun,
    grapeshot::Grapeshot,
    nova::Nova,
    wave::Wave,
}

impl Kind {
    /// What stands in the list of weapons; nothing else does.
    pub(crate) fn weapon(&self) -> Option<&dyn Weapon> {
        if let Kind::Gun(gun) = self { Some(gun.weapon()) } else { None }
    }
}

/// What one weapon does to one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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

/// FT-5.0.1, FT-4.1.1: weapons that fire at ships in phase 11.
pub fn is_gun(kind: &Kind) -> bool {
    kind.weapon().is_some_and(Weapon::is_gun)
}

/// FT-5.15.1, FT-5.17.1, FT-7.14.1, FT-6.6.1: used up when fired.
pub fn is_one_shot(kind: &Kind) -> bool {
    match kind.weapon() {
        Some(weapon) => weapon.is_one_shot(),
        None => matches!(
            kind,
            Kind::SalvoRack { .. }
                | Kind::HeavyMissile { .. }
                | Kind::Antimatter { .. }
                | Kind::RocketPod { .. }
        ),
    }
}

/// FT-5.0.1: what a system rolls at a ship.
pub(crate) fn profile(kind: &Kind, lay: &Lay) -> Option<Profile> {
    kind.weapon()?.profile(lay)
}

/// FT-5.13.1, FT-5.8.2: a battery that names a system of its target.
pub(crate) fn as_needle(kind: &Kind, lay: &Lay) -> Option<Profile> {
    kind.weapon()?.as_needle(lay)
}

/// Average points of a weapon at a bare target so far away, and whether screens stop it; for judgement.
pub(crate) fn usual_mean(kind: &Kind, units: i32) -> (u32, bool) {
    let way = geometry::Point::units(units, 0) - geometry::Point::default();
    let lay = Lay { way, stealth: 0, velocity: 8, mode: None, edge: BandEdge::Closer };
    profile(kind, &lay).filter(|it| !it.is_point_defence()).map_or((0, false), |profile| {
        let attack = Attack {
            profile,
            screens: Screens::default(),
            holofield: false,
            bonus: 0,
            sixes: false,
            veiled: false,
        };
        (crate::fire::odds::usual(&Options::default(), &attack), profile.is_screened())
    })
}
