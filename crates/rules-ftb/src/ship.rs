//! Ship types, systems and manifests (FTB-4, FTB-5, FTB-6).

use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, LazyLock},
};

use arrayvec::ArrayVec;
use engine::Seat;
use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::space::{Dir, MOST_WELLS, Path, Wells};

/// FTB-4.1 to FTB-4.5, FTB-24: the classes that fly vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Destroyer,
    Cruiser,
    Battleship,
    Liner,
    Runner,
}

/// One line of the ship table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ClassData {
    pub class: Class,
    pub name: String,
    pub points: u32,
    pub shields: u8,
    pub torpedoes: u8,
    pub fuel: u8,
    pub burn: u8,
    pub hard_burn: u8,
    pub overheat: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipTable {
    destroyer: ClassData,
    cruiser: ClassData,
    battleship: ClassData,
    liner: ClassData,
    runner: ClassData,
    tanker_points: u32,
    engineering_bay_points: u32,
    overdrive_points: u32,
    tracking_probes_points: u32,
}

static SHIPS: LazyLock<ShipTable> =
    LazyLock::new(|| plain::from_toml(include_str!("../data/ships.toml")).expect("the supplied ship table"));

/// FTB-35.1: what a Tanker costs.
pub(crate) fn tanker_points() -> u32 {
    SHIPS.tanker_points
}

impl Class {
    pub const ALL: [Class; 5] =
        [Class::Destroyer, Class::Cruiser, Class::Battleship, Class::Liner, Class::Runner];
    pub const MILITARY: [Class; 3] = [Class::Battleship, Class::Cruiser, Class::Destroyer];

    pub fn data(self) -> &'static ClassData {
        match self {
            Class::Destroyer => &SHIPS.destroyer,
            Class::Cruiser => &SHIPS.cruiser,
            Class::Battleship => &SHIPS.battleship,
            Class::Liner => &SHIPS.liner,
            Class::Runner => &SHIPS.runner,
        }
    }

    /// The whole table, for whoever looks at a battle.
    pub(crate) fn table() -> Arc<Vec<ClassData>> {
        static TABLE: LazyLock<Arc<Vec<ClassData>>> =
            LazyLock::new(|| Arc::new(Class::ALL.iter().map(|it| it.data().clone()).collect()));
        Arc::clone(&TABLE)
    }

    pub fn letter(self) -> char {
        match self {
            Class::Destroyer => 'D',
            Class::Cruiser => 'C',
            Class::Battleship => 'B',
            Class::Liner => 'L',
            Class::Runner => 'R',
        }
    }

    /// FTB-24.1: no weapons and no torpedoes.
    pub fn is_civilian(self) -> bool {
        matches!(self, Class::Liner | Class::Runner)
    }

    /// FTB-17.3: civilians have no Weapons.
    pub fn systems(self) -> &'static [System] {
        if self.is_civilian() { &[System::Core, System::Drive] } else { &System::ALL }
    }
}

/// FTB-5.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "SystemName"))]
#[serde(rename_all = "snake_case")]
pub enum System {
    Core,
    Weapons,
    Drive,
}

impl System {
    pub const ALL: [System; 3] = [System::Core, System::Weapons, System::Drive];

    pub fn name(self) -> &'static str {
        match self {
            System::Core => "Core",
            System::Weapons => "Weapons",
            System::Drive => "Drive",
        }
    }
}

/// FTB-35.2: at most one for each player, used once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Extra {
    EngineeringBay,
    Overdrive,
    TrackingProbes,
}

impl Extra {
    pub const ALL: [Extra; 3] = [Extra::EngineeringBay, Extra::Overdrive, Extra::TrackingProbes];

    pub fn points(self) -> u32 {
        match self {
            Extra::EngineeringBay => SHIPS.engineering_bay_points,
            Extra::Overdrive => SHIPS.overdrive_points,
            Extra::TrackingProbes => SHIPS.tracking_probes_points,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Extra::EngineeringBay => "Engineering bay",
            Extra::Overdrive => "Overdrive module",
            Extra::TrackingProbes => "Tracking probes",
        }
    }
}

/// FTB-6.1: ships are numbered through the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct ShipId(pub u8);

impl ShipId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// FTB-18.1: the record stays though the system works again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Damage {
    pub system: System,
    pub offline: bool,
}

/// FTB-6.1: what only the owner sees if manifests are hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub shields: u8,
    pub fuel: u8,
    pub torpedoes: u8,
    pub heat: u8,
    pub damage: Option<Damage>,
}

impl Manifest {
    /// FTB-4.1: as built.
    pub fn full(class: Class) -> Manifest {
        let data = class.data();
        Manifest { shields: data.shields, fuel: data.fuel, torpedoes: data.torpedoes, heat: 0, damage: None }
    }

    pub fn works(&self, system: System) -> bool {
        !matches!(self.damage, Some(Damage { system: hurt, offline: true }) if hurt == system)
    }
}

/// FTB-0.3: where a ship is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Place {
    /// Not yet deployed.
    Waiting,
    Free,
    /// The body by its number in the system; the star is 0.
    Orbit(u8),
    Dock(u8),
    /// FTB-31.3: in a lane, due on a day.
    Lane {
        lane: u8,
        end: u8,
        due: u16,
        /// FTB-31.3: no second test.
        tested: bool,
    },
    /// FTB-8.11: back today, not yet on the map.
    AtEntry {
        lane: u8,
        end: u8,
    },
    /// FTB-33.3.
    HeldBack,
    /// FTB-34.3: a transport before its day.
    Undeparted,
    Destroyed,
    Withdrawn,
}

impl Place {
    /// What has become of whoever is there, for those who count losses.
    pub(crate) fn fate(self) -> engine::Fate {
        match self {
            Place::Destroyed => engine::Fate::Destroyed,
            Place::Withdrawn => engine::Fate::Left,
            Place::Waiting
            | Place::Free
            | Place::Orbit(_)
            | Place::Dock(_)
            | Place::Lane { .. }
            | Place::AtEntry { .. }
            | Place::HeldBack
            | Place::Undeparted => engine::Fate::Survived,
        }
    }
}

/// FTB-15: a torpedo belongs to the ship that guides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Torpedo {
    pub from: Point,
    pub at: Point,
    pub dir: Dir,
    pub speed: u16,
    pub deflected: Wells,
}

/// FTB-25.8: a refit under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Refit {
    /// Turns done, that of the order included.
    pub turns: u8,
    /// FTB-25.9: the damage was repaired before the order.
    pub repaired: bool,
}

/// What everybody sees of a ship.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Hull {
    pub class: Class,
    /// 0 and 1; 2 is nobody's (FTB-24.4).
    pub side: u8,
    /// The system by its number in the battle.
    pub system: u8,
    pub place: Place,
    /// The end point of its vector.
    pub at: Point,
    pub dir: Dir,
    pub speed: u16,
    /// The last vector as drawn: start, bends, end.
    pub trail: ArrayVec<Point, { MOST_WELLS + 2 }>,
    pub deflected: Wells,
    pub tracked: bool,
    pub activated: bool,
    pub torpedo: Option<Torpedo>,
    /// FTB-31.2: the lane whose tunnel it has paid for.
    pub armed: Option<u8>,
    pub refit: Option<Refit>,
    /// FTB-22.1: took fuel this turn.
    pub refuelled: bool,
    /// FTB-26.1: rings drawn round it.
    pub hits: u8,
    /// FTB-34.3: placed today, must leave.
    pub departing: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ship {
    pub hull: Hull,
    pub own: Manifest,
}

impl Deref for Ship {
    type Target = Hull;
    fn deref(&self) -> &Hull {
        &self.hull
    }
}

impl DerefMut for Ship {
    fn deref_mut(&mut self) -> &mut Hull {
        &mut self.hull
    }
}

impl Hull {
    pub fn new(class: Class, side: u8, place: Place) -> Hull {
        Hull {
            class,
            side,
            system: 0,
            place,
            at: Point::default(),
            dir: Dir::EAST,
            speed: 0,
            trail: ArrayVec::new(),
            deflected: Wells::default(),
            tracked: false,
            activated: false,
            torpedo: None,
            armed: None,
            refit: None,
            refuelled: false,
            hits: 0,
            departing: false,
        }
    }

    /// On the map: a point that can be seen.
    pub fn on_map(&self) -> bool {
        matches!(self.place, Place::Free | Place::Orbit(_) | Place::Dock(_))
    }

    pub fn is_free(&self) -> bool {
        self.place == Place::Free
    }

    pub fn is_stationary(&self) -> bool {
        matches!(self.place, Place::Orbit(_) | Place::Dock(_))
    }

    /// FTB-END.6: neither destroyed nor withdrawn.
    pub fn in_play(&self) -> bool {
        !matches!(self.place, Place::Destroyed | Place::Withdrawn)
    }

    pub(crate) fn draw(&mut self, path: &Path) {
        self.trail.clear();
        self.trail.extend(path.legs.first().map(|leg| leg.from));
        self.trail.extend(path.legs.iter().map(|leg| leg.to()));
    }

    pub fn seat(&self) -> Option<Seat> {
        (self.side < 2).then_some(Seat(self.side))
    }
}

impl Ship {
    pub fn new(class: Class, side: u8, place: Place) -> Ship {
        Ship { hull: Hull::new(class, side, place), own: Manifest::full(class) }
    }

    /// FTB-5.7: 3 heat, a civilian 2.
    pub fn is_overheated(&self) -> bool {
        self.class.data().overheat <= self.own.heat
    }

    /// FTB-5.2: abilities and cooling need the Core.
    pub fn core(&self) -> bool {
        self.own.works(System::Core)
    }

    /// FTB-5.3, FTB-24.1: whether its Hits count.
    pub fn can_hurt(&self) -> bool {
        !self.class.is_civilian() && self.own.works(System::Weapons)
    }

    /// FTB-5.4, FTB-16.5, FTB-29.7: Drive, fuel, and not stationary.
    pub fn can_evade(&self) -> bool {
        self.own.works(System::Drive) && 0 < self.own.fuel && self.is_free()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FTB-4.1, FTB-4.2, FTB-4.3, FTB-4.4, FTB-24.1: the capacities of the classes.
    #[test]
    fn ftb_4_1_the_table_of_ships() {
        let line = |class: Class| {
            let it = class.data();
            (it.points, it.shields, it.torpedoes, it.fuel, it.burn, it.hard_burn, it.overheat)
        };
        assert_eq!(line(Class::Destroyer), (12, 1, 2, 3, 3, 7, 3));
        assert_eq!(line(Class::Cruiser), (18, 1, 3, 2, 3, 7, 3));
        assert_eq!(line(Class::Battleship), (26, 2, 2, 2, 3, 7, 3));
        assert_eq!(line(Class::Liner), (0, 1, 0, 2, 2, 5, 2));
        assert_eq!(line(Class::Runner), (0, 1, 0, 2, 4, 7, 2));
        assert_eq!((tanker_points(), Extra::ALL.map(Extra::points)), (7, [4, 2, 3]));
    }

    /// FTB-5.1, FTB-5.5, FTB-17.3: what can be hurt.
    #[test]
    fn ftb_17_3_civilians_have_two_systems() {
        assert_eq!(Class::Liner.systems(), [System::Core, System::Drive]);
        assert_eq!(Class::Cruiser.systems().len(), 3);
        let hurt = Manifest {
            damage: Some(Damage { system: System::Drive, offline: true }),
            ..Manifest::full(Class::Destroyer)
        };
        assert!(!hurt.works(System::Drive) && hurt.works(System::Core));
    }
}
