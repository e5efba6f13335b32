//! What everything weighs and costs (FT-13 and section 14; conflicts K1 to K49).
//!
//! Nothing here allocates: designs are priced by the million.

use std::{
    fmt,
    ops::{Add, AddAssign},
};

use super::{
    Arcs, Design, Gate, Gun, Holds, KGun, Kind, Loads, Missile, Orientation, Reach, Streamlining, System,
    Torpedo, Wing, WingMod, audit::hangar_model, exchange::decimal, tally::Tally,
};
use crate::options::{Cloak, HangarModel, Options, Price};
use crate::weapons::Fitting;

/// Mass in halves (FT-13.5.1: half masses are kept, the ship's total rounds up).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Halves(pub u32);

/// What one system weighs and costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub mass: Halves,
    pub points: u32,
}

/// The whole bill of a ship (FT-13.1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bill {
    /// What hull, armour and systems take up.
    pub used: Halves,
    /// Basic hull, boxes, armour, systems; after the discount of FT-13.13.13.
    pub ship: u32,
    /// The same with the basic hull of FT-18.3.1.
    pub ship_cpv: u32,
    /// Fighters and gunboats aboard.
    pub craft: u32,
}

impl Bill {
    pub fn points(self) -> u32 {
        self.ship.saturating_add(self.craft)
    }

    pub fn cpv(self) -> u32 {
        self.ship_cpv.saturating_add(self.craft)
    }
}

impl Halves {
    pub const fn whole(mass: u32) -> Halves {
        Halves(mass.saturating_mul(2))
    }

    /// FT-13.5.1.
    pub const fn up(self) -> u32 {
        self.0.div_ceil(2)
    }

    /// At so many points for each mass, rounded half up.
    pub(crate) const fn at(self, points: u32) -> u32 {
        self.0.saturating_mul(points).saturating_add(1) / 2
    }
}

impl Add for Halves {
    type Output = Halves;
    fn add(self, other: Halves) -> Halves {
        Halves(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Halves {
    fn add_assign(&mut self, other: Halves) {
        *self = *self + other;
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 / 2, if self.0 % 2 == 1 { ".5" } else { "" })
    }
}

/// FT-13.5.1: so many thousandths of the mass, rounded half up, never below 1.
const fn share(mass: u32, thousandths: u32) -> u32 {
    let rounded = (mass.saturating_mul(thousandths).saturating_add(500)) / 1000;
    if rounded == 0 { 1 } else { rounded }
}

/// FT-13.7.1: the least number of hull boxes.
pub fn least_hull(mass: u32, options: &Options) -> u32 {
    match options.hull_min {
        crate::options::HullMinimum::Rounded => share(mass, 100),
        crate::options::HullMinimum::Up => mass.div_ceil(10).max(1),
    }
}

/// FT-5.22.2, FT-5.23.1, FT-6.8.1: how many turrets, spinal mounts or bolt launchers fit.
pub fn per_fifty(mass: u32) -> u32 {
    mass.div_ceil(50)
}

/// What a price depends on beside the system itself.
#[derive(Clone, Copy, Debug)]
pub struct Yard<'a> {
    pub design: &'a Design,
    pub options: &'a Options,
    /// FT-5.8.4: phasers cost more beside an advanced fire control.
    advanced_control: bool,
    /// FT-13.12.3.
    hangars: HangarModel,
}

impl<'a> Yard<'a> {
    pub fn new(design: &'a Design, options: &'a Options) -> Yard<'a> {
        Yard::counted(design, options, &Tally::of(design))
    }

    /// The same where what is aboard has been counted.
    pub(crate) fn counted(design: &'a Design, options: &'a Options, tally: &Tally) -> Yard<'a> {
        let advanced_control = 0 < tally.advanced_controls;
        Yard { design, options, advanced_control, hangars: hangar_model(tally, options) }
    }

    /// FT-13.1.1: everything added up; FT-13.15.9: a section of a starbase is a hull with its systems, without drives.
    pub fn bill(&self) -> Bill {
        self.bill_and_mounts().0
    }

    /// The same, and whether there are mounts like all of its guns (FT-4.2.4).
    pub(crate) fn bill_and_mounts(&self) -> (Bill, bool) {
        let mut all_exist = true;
        let Design { mass, hull, .. } = *self.design;
        let mut bill = Bill { used: Halves::whole(hull.boxes), ..Bill::default() };
        let mut points = hull_points(hull.boxes, hull.rows);
        for (i, layer) in self.design.armour.iter().enumerate() {
            // FT-7.6.1: 2 for the inner layer, 2 more for every shell, 2 more if it regenerates.
            let each = 2 * (i as u32 + 1);
            bill.used += Halves::whole(layer.boxes());
            points += each * layer.standard + (each + 2) * layer.regenerative;
        }
        // FT-7.4.5.
        points += 2 * u32::from(hull.stealth) * (hull.boxes + self.design.armour_boxes());
        let smooth = self.streamlining();
        bill.used += smooth.mass;
        points += smooth.points;
        for system in &self.design.systems {
            let cost = if let Kind::Gun(gun) = &system.kind {
                let (cost, exists) = self.mount(gun);
                all_exist &= exists;
                cost
            } else {
                self.cost(system)
            };
            bill.used += cost.mass;
            points = points.saturating_add(cost.points);
        }
        // FT-5.14.2, FT-5.16.4: upgrades of all tubes or guns of the ship.
        points += self.upgrades();
        bill.craft = self.design.wings.iter().map(super::Wing::points).sum::<u32>()
            + self.design.squadrons.iter().map(super::Squadron::points).sum::<u32>();
        // FT-11.9.7: gates have fittings, but no basic hull.
        let ship = self.design.gate.is_none();
        bill.ship = self.discounted(points.saturating_add(if ship { mass } else { 0 }));
        bill.ship_cpv = self.discounted(points.saturating_add(if ship { combat_hull(mass) } else { 0 }));
        (bill, all_exist)
    }

    /// FT-13.11.1.
    pub fn streamlining(&self) -> Cost {
        let mass = match self.design.hull.streamlining {
            Streamlining::None => return Cost::default(),
            Streamlining::Partial => share(self.design.mass, 50),
            Streamlining::Full => share(self.design.mass, 100),
        };
        priced(mass, 2)
    }

    /// FT-5.14.2, FT-5.16.4: of all tubes and guns together.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the two upgrades name these weapons")]
    pub(crate) fn upgrades(&self) -> u32 {
        let Design { overload, flak, .. } = *self.design;
        if !overload && !flak {
            return 0;
        }
        let extra = |system: &System| match system.kind {
            Kind::Gun(Gun::Torpedo(Torpedo { reach: Reach::Standard | Reach::Long, .. })) if overload => {
                self.cost(system).mass.at(1)
            }
            Kind::Gun(Gun::KGun(KGun { class: 2.., .. })) if flak => 2,
            _ => 0,
        };
        self.design.systems.iter().map(extra).sum()
    }

    /// FT-13.13.13: four fifths, rounded half up, without what it carries.
    fn discounted(&self, points: u32) -> u32 {
        if self.design.flawed { (points.saturating_mul(8) + 5) / 10 } else { points }
    }

    /// What one system weighs and costs. A mount that does not exist with these
    /// arcs is priced as the nearest that does, so that a half-built ship adds up.
    pub fn cost(&self, system: &System) -> Cost {
        let mass = self.design.mass;
        let options = self.options;
        match &system.kind {
            Kind::Drive { thrust: 0, .. } => Cost::default(),
            // FT-13.9.1, FT-13.9.2: percentages are added before they are rounded; the better kind is always paid for.
            Kind::Drive { thrust, advanced } => {
                priced(share(mass, 50 * u32::from(*thrust)), if *advanced { 3 } else { 2 })
            }
            // FT-11.9.2: a gate moves ten times its drive's mass, a portal only as much.
            Kind::Ftl { transfer, .. } if self.design.gate.is_some() => {
                let portal = self.design.gate == Some(Gate::Portal);
                priced(if portal { *transfer } else { transfer.div_ceil(10) }, 2)
            }
            // FT-11.6.2: a tug takes five mass along for each mass of drive beyond its own.
            Kind::Ftl { advanced, transfer } => {
                priced(share(mass, 100) + transfer.div_ceil(5), if *advanced { 3 } else { 2 })
            }
            Kind::FireControl { advanced: false } => fixed(1, 4),
            Kind::FireControl { advanced: true } => fixed(1, options.afc_points.get()),
            Kind::Adfc { advanced } => {
                let points = if *advanced { 10 } else { 8 };
                let free = !advanced && options.adfc_zero_mass && 20 < mass;
                let mass = if *advanced { 2 } else { options.adfc_mass.get() };
                fixed(if free { 0 } else { mass }, points)
            }
            Kind::Sensors { superior } => match (options.sensor_price, superior) {
                (Price::Body, false) => fixed(4, 24),
                (Price::Body, true) => fixed(8, 48),
                (Price::Table, false) => fixed(2, 8),
                (Price::Table, true) => fixed(4, 16),
            },
            Kind::Hangar { rack: true } => fixed(6, options.rack_points.get()),
            Kind::Hangar { rack: false } => {
                let mass = if self.hangars == HangarModel::Combined { 9 } else { 6 };
                priced(mass, if options.hangar_crits { 2 } else { 3 })
            }
            Kind::GunboatRack => fixed(18, 0),
            Kind::LaunchTube { catapult } => fixed(3, 9 + u32::from(*catapult)),
            Kind::Screen { advanced, area, level } => self.screen(*advanced, *area, *level),
            Kind::StealthField => priced(share(mass, 50), 6),
            Kind::Holofield => priced(share(mass, 100), 5),
            // FT-7.25.3.
            Kind::Reflex => priced(share(mass, 100), 6),
            Kind::Ecm { area } => fixed(1 + u32::from(*area), if *area { 6 } else { 3 }),
            Kind::CloakDevice => match options.cloak_price {
                Price::Body => fixed(1, share(mass, 250)),
                Price::Table => fixed(share(mass, 50), share(mass, 500)),
            },
            Kind::CloakField => fixed(1, mass),
            Kind::CloakTuffley => priced(share(mass, 100), 10),
            Kind::Suicide => fixed(1, 5),
            Kind::MineSweeper => fixed(5, 15),
            Kind::Ortillery => fixed(3, 9),
            Kind::Decoy { capital } => {
                if *capital {
                    fixed(4, 16)
                } else {
                    fixed(2, 8)
                }
            }
            Kind::DamageControl | Kind::Marines => fixed(0, 5),
            Kind::MineLayer { mines } => fixed(2 + mines, 6 + 2 * mines),
            Kind::Bay { holds, capacity, ratio } => {
                bay(*holds, capacity.hundredths, ratio.map(|it| it.hundredths))
            }
            Kind::Magazine { loads } => magazine(*loads),
            Kind::BoardingMagazine { torpedoes } => fixed(*torpedoes, 3 * torpedoes),
            Kind::Turret { arcs, weapons, .. } => self.turret(*arcs, weapons),
            Kind::Shipyard { mass } => priced(*mass, 2),
            Kind::Antimatter { .. } => fixed(2, 10),
            Kind::RocketPod { .. } => fixed(1, 3),
            // FT-6.6.3, FT-6.6.4: two stages are two mass more and double the points.
            Kind::HeavyMissile { missile, .. } => match missile {
                Missile::Standard => fixed(2, 6),
                Missile::Extended => fixed(3, 9),
                Missile::TwoStage => fixed(4, 12),
            },
            Kind::SalvoRack { missile, .. } => match missile {
                Missile::Standard => fixed(4, 12),
                Missile::Extended => fixed(5, 15),
                Missile::TwoStage => fixed(6, 24),
            },
            Kind::SalvoLauncher { .. } => fixed(3, 9),
            Kind::Gun(gun) => self.mount(gun).0,
            Kind::Unknown { .. } => given(system),
        }
    }

    /// FT-18.3.1: combat points by the finer way that other programs have: room for freight and craft is no
    /// fighting hull, hangars and tubes count a point for each mass, fighters for more. Ship and craft apart.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is counted otherwise")]
    pub(crate) fn finer_cpv(&self) -> (u32, u32) {
        let (mut apart, mut less) = (0, 0);
        for system in &self.design.systems {
            let Cost { mass, points } = self.cost(system);
            match system.kind {
                Kind::Bay { .. } => apart += mass.up(),
                Kind::Hangar { .. } | Kind::LaunchTube { .. } => {
                    apart += mass.up();
                    less += points.saturating_sub(mass.up());
                }
                _ => (),
            }
        }
        let bill = self.bill();
        let hull = |mass: u32| i64::from(combat_hull(mass));
        let freed = hull(self.design.mass) - hull(self.design.mass.saturating_sub(apart)) + i64::from(less);
        let ship = u32::try_from(i64::from(bill.ship_cpv) - freed).unwrap_or(0);
        (ship, bill.craft + self.design.wings.iter().map(finer_wing).sum::<u32>())
    }

    /// FT-7.2.3, FT-7.3.2, FT-7.16.2: each level rounded by itself.
    fn screen(&self, advanced: bool, area: bool, level: u8) -> Cost {
        let thousandths = match (advanced, area) {
            (false, false) => 50,
            (true, false) => 75,
            (false, true) => 200,
            (true, true) => 300,
        };
        let each = share(self.design.mass, thousandths).max(self.options.screen_min.get());
        let mass = each * u32::from(level.max(1));
        match (area, advanced) {
            // FT-7.16.2: 3.5 points for each mass, half up.
            (true, _) => fixed(mass, (7 * mass).div_ceil(2)),
            (false, false) => priced(mass, 3),
            (false, true) => priced(mass, 4),
        }
    }

    /// FT-5.22.3: mass by what is inside and how far it turns.
    fn turret(&self, arcs: Arcs, weapons: &[String]) -> Cost {
        let inside = weapons
            .iter()
            .filter_map(|id| self.design.systems.iter().find(|it| it.id == *id && !it.id.is_empty()))
            .filter(|it| !matches!(it.kind, Kind::Turret { .. }))
            .fold(Halves::default(), |sum, it| sum + self.cost(it).mass);
        let each = 8 - u32::from(arcs.len().clamp(2, 6));
        priced(inside.0.div_ceil(2 * each), 3)
    }

    /// A mount that does not exist with these arcs is priced as the nearest that does. Whether it exists, too.
    fn mount(&self, gun: &Gun) -> (Cost, bool) {
        let fitting = Fitting {
            orientation: self.design.orientation,
            options: self.options,
            advanced_control: self.advanced_control,
        };
        let weapon = gun.weapon();
        let listed = weapon.mass(&fitting);
        let mass = listed.or_else(|| nearest(gun, &fitting)).unwrap_or_default();
        (Cost { mass, points: weapon.points(mass, &fitting) }, listed.is_some())
    }
}

/// FT-18.3.1: what a group counts for beyond its points in the finer way.
fn finer_wing(wing: &Wing) -> u32 {
    30 + if wing.has(WingMod::LongRange) { 12 } else { 0 }
}

/// FT-13.1.1: what the file says of a system that these rules do not know.
pub(crate) fn given(system: &System) -> Cost {
    let number = |name: &str| system.other.get(name).and_then(decimal).map_or(0, |it| it.hundredths);
    Cost { mass: Halves(number("mass").div_ceil(50)), points: (number("points") + 50) / 100 }
}

/// FT-13.7.1: points of the hull boxes by the number of rows.
pub(crate) fn hull_points(boxes: u32, rows: u8) -> u32 {
    match rows {
        0..=3 => 3 * boxes,
        4 => 2 * boxes,
        5 => (3 * boxes).div_ceil(2),
        6.. => boxes,
    }
}

/// FT-18.3.1: what the basic hull counts for in combat points.
pub fn combat_hull(mass: u32) -> u32 {
    (mass.saturating_mul(mass).saturating_add(50) / 100).max(1)
}

const fn fixed(mass: u32, points: u32) -> Cost {
    Cost { mass: Halves::whole(mass), points }
}

const fn priced(mass: u32, each: u32) -> Cost {
    Cost { mass: Halves::whole(mass), points: mass.saturating_mul(each) }
}

/// FT-13.12.6, FT-13.13.1, FT-11.6.1: boats and ships keep their half, berths round up.
fn bay(holds: Holds, capacity: u32, ratio: Option<u32>) -> Cost {
    let halves = match (ratio, holds) {
        (Some(ratio), _) => (u64::from(capacity) * u64::from(ratio)).div_ceil(10_000) * 2,
        (None, Holds::Cargo) => u64::from(capacity.div_ceil(100)) * 2,
        (None, Holds::Passengers) => u64::from(capacity.div_ceil(400)) * 2,
        (None, Holds::Troops) => u64::from(capacity.div_ceil(300)) * 2,
        (None, Holds::Boats | Holds::Tender) => (u64::from(capacity) * 3).div_ceil(100),
    };
    let mass = Halves(u32::try_from(halves).unwrap_or(u32::MAX));
    Cost { mass, points: if holds == Holds::Tender { mass.at(3) } else { 0 } }
}

/// FT-6.6.2, FT-6.6.4.
fn magazine(loads: Loads) -> Cost {
    let Loads { standard, extended, two_stage } = loads;
    fixed(2 * standard + 3 * extended + 4 * two_stage, 6 * standard + 9 * extended + 12 * two_stage)
}

/// FT-4.2.4: whether there is such a mount.
pub fn is_mount(gun: &Gun, orientation: Orientation, options: &Options) -> bool {
    gun.weapon().mass(&Fitting { orientation, options, advanced_control: false }).is_some()
}

/// The mass of the same weapon with the next more arcs that exist, else the most.
fn nearest(gun: &Gun, fitting: &Fitting<'_>) -> Option<Halves> {
    let arcs = gun.weapon().arcs()?;
    let more = (arcs.len() + 1..=6).chain((1..arcs.len()).rev());
    more.into_iter().find_map(|n| {
        let mut other = gun.clone();
        other.weapon_mut().set_arcs(Arcs::run(arcs.left(), n));
        other.weapon().mass(fitting)
    })
}

impl Kind {
    /// Turns a mount to other arcs; nothing else has any.
    pub fn set_arcs(&mut self, to: Arcs) {
        use Kind::*;
        match self {
            Turret { arcs, .. }
            | Antimatter { arcs }
            | RocketPod { arcs }
            | HeavyMissile { arcs, .. }
            | SalvoRack { arcs, .. }
            | SalvoLauncher { arcs, .. } => *arcs = to,
            Gun(gun) => gun.weapon_mut().set_arcs(to),
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
            | Unknown { .. } => (),
        }
    }

    /// FT-7.22.1: which kind of cloak it is, if one.
    pub fn cloak(&self) -> Option<Cloak> {
        match self {
            Kind::CloakDevice => Some(Cloak::Device),
            Kind::CloakField => Some(Cloak::Field),
            Kind::CloakTuffley => Some(Cloak::Tuffley),
            Kind::Drive { .. }
            | Kind::Ftl { .. }
            | Kind::FireControl { .. }
            | Kind::Adfc { .. }
            | Kind::Sensors { .. }
            | Kind::Hangar { .. }
            | Kind::GunboatRack
            | Kind::LaunchTube { .. }
            | Kind::Screen { .. }
            | Kind::StealthField
            | Kind::Holofield
            | Kind::Reflex
            | Kind::Ecm { .. }
            | Kind::Suicide
            | Kind::MineSweeper
            | Kind::Ortillery
            | Kind::Decoy { .. }
            | Kind::DamageControl
            | Kind::Marines
            | Kind::MineLayer { .. }
            | Kind::Bay { .. }
            | Kind::Magazine { .. }
            | Kind::BoardingMagazine { .. }
            | Kind::Turret { .. }
            | Kind::Shipyard { .. }
            | Kind::Antimatter { .. }
            | Kind::RocketPod { .. }
            | Kind::HeavyMissile { .. }
            | Kind::SalvoRack { .. }
            | Kind::SalvoLauncher { .. }
            | Kind::Gun(_)
            | Kind::Unknown { .. } => None,
        }
    }
}

#[cfg(test)]
#[path = "price_tests.rs"]
mod tests;
