//! Ship designs as data (FT-13): what a class of ships is made of.
//!
//! A half-built ship is a value with findings, never an error: every field may
//! be missing or odd, and [`Design::inspect`] says what is wrong with it. The
//! stored form is the file that players of this game exchange ([`exchange`]).

pub mod arcs;
pub mod audit;
pub mod craft;
pub mod exchange;
pub mod flat;
pub mod hull;
pub mod price;
pub mod remarks;
pub mod spoken;
pub(crate) mod tally;
pub mod tech;
pub mod transport;

use serde_json::{Map, Value};

pub use arcs::{Arc, Arcs, Orientation};
pub use craft::{Boat, Squadron, Wing, WingMod, WingType};
pub use hull::{Group, Rows};
pub use price::{Bill, Cost, Halves};
pub use transport::Gate;

use crate::weapons::Weapon;
pub use crate::weapons::{FusionMode, Gun, PulserSetting, Reach, Size, SpinalBeam, guns::*};

/// A class of ships. Never changes in play.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", type = "Record<string, unknown>"))]
pub struct Design {
    pub name: String,
    pub class: String,
    /// FT-2.3.2: what it may hold, and what the basic hull costs.
    pub mass: u32,
    /// FT-13.13.2: a smaller crew.
    pub civilian: bool,
    pub orientation: Orientation,
    /// FT-13.13.13.
    pub flawed: bool,
    /// FT-5.14.2: every standard and long-range tube can overload.
    pub overload: bool,
    /// FT-5.16.4: every K-gun of class 2 and more can fire flak.
    pub flak: bool,
    /// FT-11.9.2: an artificial gate, not a ship.
    pub gate: Option<Gate>,
    pub hull: Hull,
    /// FT-7.6.1: the inner layer first.
    pub armour: Vec<Layer>,
    /// In the order of the display: systems, weapons, ordnance (FT-4.11.7).
    pub systems: Vec<System>,
    pub wings: Vec<Wing>,
    pub squadrons: Vec<Squadron>,
    /// What the file says it costs, to be compared with what it does.
    pub claimed_points: Option<u32>,
    pub claimed_cpv: Option<u32>,
    pub notes: String,
    /// Fields of the file that these rules do not know, kept as they are.
    pub other: Map<String, Value>,
}

/// FT-13.7.1: hull boxes in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hull {
    pub boxes: u32,
    /// 3 is an advanced hull, 4 the usual one, 5 and 6 are cheaper.
    pub rows: u8,
    /// FT-7.4.1: level of a stealth hull.
    pub stealth: u8,
    pub streamlining: Streamlining,
}

impl Default for Hull {
    fn default() -> Hull {
        Hull { boxes: 0, rows: 4, stealth: 0, streamlining: Streamlining::None }
    }
}

/// FT-13.11.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Streamlining {
    #[default]
    None,
    Partial,
    Full,
}

/// FT-7.6.1, FT-7.8.1: one layer of armour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    pub standard: u32,
    pub regenerative: u32,
}

/// One system with its own place on the display.
#[derive(Clone, Debug, PartialEq)]
pub struct System {
    /// By which turrets, launchers and wings name it; may be empty.
    pub id: String,
    pub kind: Kind,
    /// Fields of the file that these rules do not know, kept as they are.
    pub other: Map<String, Value>,
}

/// What a system is. Names of files stand in [`exchange`].
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// FT-13.9.1.
    Drive { thrust: u8, advanced: bool },
    /// FT-13.9.1: `transfer` is the extra mass a tug can take along.
    Ftl { advanced: bool, transfer: u32 },
    /// FT-5.2.4, FT-5.2.3.
    FireControl { advanced: bool },
    /// FT-7.10.1, FT-7.11.1.
    Adfc { advanced: bool },
    /// FT-13.13.8 enhanced, FT-13.13.11 superior.
    Sensors { superior: bool },
    /// FT-13.12.1; a rack for robot fighters is FT-13.12.5.
    Hangar { rack: bool },
    /// FT-13.12.6.
    GunboatRack,
    /// FT-13.12.1, FT-13.12.2.
    LaunchTube { catapult: bool },
    /// FT-7.2.1, FT-7.3.1, FT-7.16.1: `level` generators under one name.
    Screen { advanced: bool, area: bool, level: u8 },
    /// FT-7.5.1.
    StealthField,
    /// FT-7.17.1.
    Holofield,
    /// FT-7.25.1.
    Reflex,
    /// FT-7.18.1, FT-7.19.1: one level.
    Ecm { area: bool },
    /// FT-7.20.1.
    CloakDevice,
    /// FT-7.21.1.
    CloakField,
    /// FT-7.22.1.
    CloakTuffley,
    /// FT-7.9.1.
    Suicide,
    /// FT-13.13.12.
    MineSweeper,
    /// FT-13.13.12; FT-12.6.1: of no use in space.
    Ortillery,
    /// FT-13.13.12: weasel emitters.
    Decoy { capital: bool },
    /// FT-13.13.2: one party beyond the crew's own.
    DamageControl,
    /// FT-13.13.2: one unit.
    Marines,
    /// FT-6.10.2.
    MineLayer { mines: u32 },
    /// FT-13.12.6, FT-13.13.1.
    Bay { holds: Holds, capacity: Number, ratio: Option<Number> },
    /// FT-6.6.2.
    Magazine { loads: Loads },
    /// FT-5.18.2.
    BoardingMagazine { torpedoes: u32 },
    /// FT-5.22.1.
    Turret { arcs: Arcs, facing: Option<Arc>, weapons: Vec<String> },
    /// FT-13.13.3.
    Shipyard { mass: u32 },
    /// FT-6.6.10.
    Antimatter { arcs: Arcs },
    /// FT-6.7.1.
    RocketPod { arcs: Arcs },
    /// FT-6.2.1: a heavy missile in its rack.
    HeavyMissile { missile: Missile, arcs: Arcs },
    /// FT-6.2.1: a salvo in its rack.
    SalvoRack { missile: Missile, arcs: Arcs },
    /// FT-6.2.1: fed from a magazine.
    SalvoLauncher { arcs: Arcs, magazine: String },
    /// FT-5, FT-7.12 to FT-7.15: everything in the list of weapons.
    Gun(Gun),
    /// A name these rules do not have; it stands where the file had it.
    Unknown { name: String, list: List },
}

/// FT-13.12.6, FT-13.13.4: what a bay holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Cargo,
    Passengers,
    Troops,
    Boats,
    Tender,
}

/// A number with up to two decimals, as files have them for bays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number {
    pub hundredths: u32,
}

/// FT-6.6.2: the salvoes in a magazine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loads {
    pub standard: u32,
    pub extended: u32,
    pub two_stage: u32,
}

/// FT-6.2.1, FT-6.6.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Missile {
    #[default]
    Standard,
    Extended,
    TwoStage,
}

/// Which list of a ship file a system stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    Systems,
    Weapons,
    Ordnance,
}

impl System {
    pub fn new(id: impl Into<String>, kind: Kind) -> System {
        System { id: id.into(), kind, other: Map::new() }
    }
}

impl Kind {
    pub fn list(&self) -> List {
        use Kind::*;
        match self {
            Drive { .. }
            | Ftl { .. }
            | FireControl { .. }
            | Adfc { .. }
            | Sensors { .. }
            | Hangar { .. }
            | GunboatRack
            | LaunchTube { .. }
            | Screen { .. }
            | StealthField
            | Holofield
            | Reflex
            | Ecm { .. }
            | CloakDevice
            | CloakField
            | CloakTuffley
            | Suicide
            | MineSweeper
            | Ortillery
            | Decoy { .. }
            | DamageControl
            | Marines
            | MineLayer { .. }
            | Bay { .. }
            | Magazine { .. }
            | BoardingMagazine { .. }
            | Turret { .. }
            | Shipyard { .. } => List::Systems,
            Antimatter { .. }
            | RocketPod { .. }
            | HeavyMissile { .. }
            | SalvoRack { .. }
            | SalvoLauncher { .. } => List::Ordnance,
            Gun(_) => List::Weapons,
            Unknown { list, .. } => *list,
        }
    }

    /// The arcs of a mount; all round for what has no direction (FT-4.2.4), none
    /// for what is no mount or fires along the keel.
    pub fn arcs(&self) -> Option<Arcs> {
        use Kind::*;
        match self {
            Turret { arcs, .. }
            | Antimatter { arcs }
            | RocketPod { arcs }
            | HeavyMissile { arcs, .. }
            | SalvoRack { arcs, .. }
            | SalvoLauncher { arcs, .. } => Some(*arcs),
            Gun(gun) => gun.weapon().arcs(),
            Drive { .. }
            | Ftl { .. }
            | FireControl { .. }
            | Adfc { .. }
            | Sensors { .. }
            | Hangar { .. }
            | GunboatRack
            | LaunchTube { .. }
            | Screen { .. }
            | StealthField
            | Holofield
            | Reflex
            | Ecm { .. }
            | CloakDevice
            | CloakField
            | CloakTuffley
            | Suicide
            | MineSweeper
            | Ortillery
            | Decoy { .. }
            | DamageControl
            | Marines
            | MineLayer { .. }
            | Bay { .. }
            | Magazine { .. }
            | BoardingMagazine { .. }
            | Shipyard { .. }
            | Unknown { .. } => None,
        }
    }

    /// FT-5.23.1, FT-7.23.1, FT-7.24.5: what counts as a spinal mount.
    pub fn is_spinal(&self) -> bool {
        self.weapon().is_some_and(Weapon::is_spinal)
    }

    /// FT-4.4.2: what cannot fire or launch without a fire control.
    pub fn needs_fire_control(&self) -> bool {
        match self.list() {
            List::Systems => false,
            List::Ordnance => true,
            List::Weapons => self.weapon().is_some_and(|it| !it.only_defends()),
        }
    }
}

impl Design {
    pub fn count(&self, of: impl Fn(&Kind) -> bool) -> u32 {
        self.systems.iter().filter(|system| of(&system.kind)).count() as u32
    }

    pub fn has(&self, of: impl Fn(&Kind) -> bool) -> bool {
        self.systems.iter().any(|system| of(&system.kind))
    }

    /// FT-3.2.1: the rating of the undamaged drive.
    pub fn thrust(&self) -> u8 {
        self.drive().map_or(0, |(thrust, _)| thrust)
    }

    /// FT-3.3.1.
    pub fn advanced_drive(&self) -> bool {
        self.drive().is_some_and(|(_, advanced)| advanced)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only a drive has a rating")]
    fn drive(&self) -> Option<(u8, bool)> {
        self.systems.iter().find_map(|system| match system.kind {
            Kind::Drive { thrust, advanced } => Some((thrust, advanced)),
            _ => None,
        })
    }

    /// In the order of the display, as files are read.
    pub fn sort(&mut self) {
        self.systems.sort_by_key(|system| system.kind.list());
    }

    pub fn armour_boxes(&self) -> u32 {
        self.armour.iter().fold(0, |sum, it| sum.saturating_add(it.boxes()))
    }
}

impl Layer {
    pub fn boxes(self) -> u32 {
        self.standard.saturating_add(self.regenerative)
    }
}

impl Loads {
    pub fn total(self) -> u32 {
        self.standard.saturating_add(self.extended).saturating_add(self.two_stage)
    }
}

impl Number {
    pub const fn whole(units: u32) -> Number {
        Number { hundredths: units * 100 }
    }

    /// Rounded up.
    pub fn up(self) -> u32 {
        self.hundredths.div_ceil(100)
    }
}
