//! Weapons: one file each, with all that other rooms ask of it (FT-5, FT-7.12 to FT-7.15, FT-7.23, FT-7.24).
//!
//! A new weapon is a file beside the others, a `mod` line and a line in the list below. Price,
//! display, ship files, menus, odds and fire ask [`Weapon`] and know no weapon by name, apart from
//! the rules that name one.

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
mod profile;
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

use serde_json::Value;

use crate::{
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
    profile::{Attack, Hit, Profile, Response, Shell},
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

    /// Its mass by class and arcs; `None` if there is no such mount.
    fn mass(&self, fitting: &Fitting<'_>) -> Option<Halves>;

    fn points(&self, mass: Halves, fitting: &Fitting<'_>) -> u32;

    /// FT-15.0.4.
    fn tech(&self) -> Tech;

    /// What a display shows.
    fn symbol(&self) -> Symbol;

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

/// Taken from a ship file by its name there.
trait Read: Sized {
    fn read(name: &str, fields: &mut Fields) -> Option<Self>;
}

macro_rules! weapons {
    ($($file:ident::$weapon:ident,)+) => {
        $(pub use self::$file::$weapon;)+

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
            screens: Default::default(),
            holofield: false,
            bonus: 0,
            sixes: false,
            veiled: false,
        };
        (crate::fire::odds::usual(&Options::default(), &attack), profile.is_screened())
    })
}
