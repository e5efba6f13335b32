//! Technology bases (FT-15): what a navy can build.

use std::collections::BTreeSet;

use engine::Severity;
use serde::{Deserialize, Serialize};

use super::{Boat, Design, Hull, Kind, Missile, Wing, WingMod, WingType};

/// The technology one navy owns (FT-15.0.1).
pub type TechBase = BTreeSet<Tech>;

macro_rules! techs {
    ($($tech:ident = $name:literal, $cost:literal, $group:ident, [$($all:ident),*], [$($any:ident),*];)+) => {
        /// One line of the list D15 (FT-15.0.4).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
        #[serde(rename_all = "snake_case")]
        pub enum Tech {
            $($tech,)+
        }

        impl Tech {
            pub const ALL: &'static [Tech] = &[$(Tech::$tech,)+];

            pub fn name(self) -> &'static str {
                match self { $(Tech::$tech => $name,)+ }
            }

            /// FT-15.0.1: technology choices; what costs none is free to all.
            pub fn cost(self) -> u32 {
                match self { $(Tech::$tech => $cost,)+ }
            }

            pub fn group(self) -> TechGroup {
                match self { $(Tech::$tech => TechGroup::$group,)+ }
            }

            /// All of the first and, if there are any, one of the second.
            pub fn needs(self) -> (&'static [Tech], &'static [Tech]) {
                match self { $(Tech::$tech => (&[$(Tech::$all,)*], &[$(Tech::$any,)*]),)+ }
            }
        }
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TechGroup {
    Primary,
    Defence,
    Targeting,
    Direct,
    Spinal,
    Ordnance,
    Fighters,
    Gunboats,
    Secondary,
}

techs! {
    AdvancedHull = "advanced hull", 1, Primary, [], [];
    StealthHull = "stealth hull", 1, Primary, [], [];
    Catapult = "catapults", 1, Primary, [], [];
    AdvancedDrive = "advanced drive", 3, Primary, [], [];
    AdvancedFtl = "advanced FTL", 1, Primary, [], [];
    Armour = "armour", 1, Defence, [], [];
    Shells = "shells", 1, Defence, [Armour], [];
    Regenerative = "regenerative armour", 2, Defence, [], [];
    AdvancedAdfc = "advanced ADFC", 1, Defence, [], [];
    Pds = "PDS", 1, Defence, [], [];
    Ads = "ADS", 1, Defence, [Pds], [];
    Grapeshot = "grapeshot", 1, Defence, [], [];
    ScatterGun = "scattergun", 1, Defence, [Grapeshot], [];
    Screens = "screens", 1, Defence, [], [];
    AdvancedScreens = "advanced screens", 2, Defence, [Screens], [];
    AreaScreens = "area screens", 3, Defence, [AdvancedScreens], [];
    Holofield = "holofield", 1, Defence, [], [];
    StealthFields = "stealth fields", 1, Defence, [], [];
    Ecm = "ECM", 2, Defence, [], [];
    AreaEcm = "area ECM", 0, Defence, [Ecm], [];
    CloakDevice = "cloaking device", 1, Defence, [StealthFields], [];
    CloakField = "cloaking field", 1, Defence, [StealthFields], [];
    CloakTuffley = "Tuffley cloak", 1, Defence, [StealthFields], [];
    SuicideCharge = "suicide charge", 1, Defence, [], [];
    ReflexField = "reflex field", 1, Defence, [], [];
    AdvancedFireControl = "advanced fire control", 1, Targeting, [], [];
    Beams = "beams 1-3", 1, Direct, [], [];
    HeavyBeams = "beams 4-5", 1, Direct, [Beams], [];
    Emp = "EMP projectors", 1, Direct, [], [];
    Plasma = "plasma cannon", 1, Direct, [], [];
    Grasers = "grasers", 1, Direct, [Beams], [];
    HeavyGrasers = "heavy grasers", 1, Direct, [Grasers], [];
    Phasers = "phasers", 1, Direct, [Beams, Grasers], [];
    Transporters = "transporters", 1, Direct, [], [];
    Gatling = "Gatling battery", 1, Direct, [Beams], [];
    Particle = "twin particle array", 1, Direct, [Beams], [];
    Meson = "meson projector", 0, Direct, [], [Gatling, Particle];
    Needle = "needle beams", 1, Direct, [], [];
    Torpedo = "pulse torpedo", 1, Direct, [], [];
    OverloadTorpedo = "overloaded torpedo", 1, Direct, [Torpedo], [];
    LongTorpedo = "long-range torpedo", 1, Direct, [Torpedo], [];
    VariableTorpedo = "variable torpedo", 1, Direct, [Torpedo], [];
    Fusion = "fusion array", 1, Direct, [], [];
    Submunition = "submunition packs", 1, Direct, [], [];
    KGuns = "K-guns", 1, Direct, [], [];
    LongKGuns = "long-range K-guns", 1, Direct, [KGuns], [];
    Flak = "flak", 1, Direct, [], [];
    Gravitic = "gravitic guns", 1, Direct, [], [];
    BoardingTorpedo = "boarding torpedoes", 1, Direct, [], [];
    Pulsers = "pulsers", 2, Direct, [Beams], [];
    Turrets = "turrets", 1, Direct, [], [];
    SpinalSingularity = "point singularity projector", 2, Spinal, [Gravitic], [];
    SpinalBeam = "spinal beam", 1, Spinal, [Beams], [];
    SpinalPlasma = "spinal plasma", 1, Spinal, [Plasma], [];
    NovaCannon = "nova cannon", 1, Spinal, [], [];
    WaveGun = "wave gun", 1, Spinal, [], [];
    Antimatter = "antimatter missiles", 1, Ordnance, [], [];
    SalvoLauncher = "salvo missile launcher", 1, Ordnance, [], [];
    SalvoRack = "salvo missile rack", 0, Ordnance, [SalvoLauncher], [];
    ExtendedSalvo = "extended-range missiles", 1, Ordnance, [], [];
    Rockets = "rocket pods", 1, Ordnance, [], [];
    HeavyMissiles = "heavy missiles", 1, Ordnance, [], [];
    MineRack = "mine racks", 1, Ordnance, [], [];
    Mkp = "MKP", 1, Ordnance, [KGuns], [];
    PlasmaBolts = "plasma bolt launcher", 1, Ordnance, [], [];
    BeamFighter = "standard fighter, beams", 1, Fighters, [Beams], [];
    GunFighter = "standard fighter, guns", 1, Fighters, [KGuns], [];
    HeavyFighter = "heavy fighter", 1, Fighters, [], [];
    FastFighter = "fast fighter", 1, Fighters, [], [];
    LongRangeFighter = "long-range fighter", 1, Fighters, [], [];
    Interceptor = "interceptor", 0, Fighters, [], [BeamFighter, GunFighter];
    AttackFighter = "attack fighter", 1, Fighters, [], [];
    TorpedoFighter = "torpedo fighter", 1, Fighters, [Torpedo], [];
    GraserFighter = "graser fighter", 1, Fighters, [Grasers], [];
    PlasmaFighter = "plasma fighter", 1, Fighters, [Plasma], [];
    MkpFighter = "MKP fighter", 1, Fighters, [Mkp], [];
    MissileFighter = "missile fighter", 1, Fighters, [SalvoLauncher], [];
    MultiRole = "multi-role fighter", 3, Fighters, [AttackFighter], [BeamFighter, GunFighter];
    RobotFighter = "robot fighter", 1, Fighters, [], [];
    RobotRacks = "robot fighter racks", 0, Fighters, [RobotFighter], [];
    FtlFighter = "FTL fighter", 1, Fighters, [], [];
    AssaultShuttle = "assault shuttles", 1, Fighters, [], [];
    Gunboats = "gunboats", 1, Gunboats, [], [];
    FtlGunboats = "FTL gunboats", 1, Gunboats, [Gunboats], [];
    HeavyGunboats = "heavy and screened gunboats", 1, Gunboats, [], [];
    SuperiorSensors = "superior sensors", 1, Secondary, [], [];
    MineSweeper = "minesweeper", 1, Secondary, [], [];
}

/// FT-15.0.1, FT-15.0.2: what a base costs. Three choices of fighters buy six.
pub fn cost(base: &TechBase) -> u32 {
    let (fighters, rest): (Vec<Tech>, Vec<Tech>) =
        base.iter().partition(|tech| tech.group() == TechGroup::Fighters);
    let fighters: u32 = fighters.into_iter().map(Tech::cost).sum();
    // A package is worth taking for more than three choices.
    let packed = (fighters / 6) * 3 + (fighters % 6).min(3);
    rest.into_iter().map(Tech::cost).sum::<u32>() + packed
}

/// What is wrong with a base of at most `choices`: FT-15.0.1 to FT-15.0.3.
pub fn findings(base: &TechBase, choices: Option<u8>, gunboats: crate::options::Gunboats) -> Vec<String> {
    let mut found = Vec::new();
    let cost = cost(base);
    if let Some(choices) = choices
        && u32::from(choices) < cost
    {
        found.push(format!("{cost} technology choices, but {choices} are allowed (FT-15.0.1)"));
    }
    for tech in base.iter().filter(|tech| !is_open(base, **tech)) {
        let (all, any) = tech.needs();
        let names =
            |techs: &[Tech], word: &str| techs.iter().map(|it| it.name()).collect::<Vec<_>>().join(word);
        let needs = [names(all, " and "), names(any, " or ")];
        let needs = needs.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" and ");
        found.push(format!("{} needs {needs} (FT-15.0.1)", tech.name()));
    }
    let flies = base.iter().any(|tech| tech.group() == TechGroup::Fighters && 0 < tech.cost());
    let boats = base.iter().any(|tech| tech.group() == TechGroup::Gunboats);
    if flies && boats && gunboats == crate::options::Gunboats::NotWithFighters {
        found.push("a navy with fighters builds no gunboats (FT-15.0.3)".to_owned());
    }
    found
}

/// Whether what `tech` rests on is there.
fn is_open(base: &TechBase, tech: Tech) -> bool {
    let (all, any) = tech.needs();
    all.iter().all(|it| owns(base, *it)) && (any.is_empty() || any.iter().any(|it| owns(base, *it)))
}

/// FT-15.0.1: bought, or free to all and open.
pub fn owns(base: &TechBase, tech: Tech) -> bool {
    base.contains(&tech) || (tech.cost() == 0 && is_open(base, tech))
}

impl Kind {
    /// What a navy must own to mount it. FT-15.0.4: what is not listed is free, or
    /// comes with its like.
    pub fn tech(&self) -> Option<Tech> {
        Some(match self {
            Kind::Drive { advanced: true, .. } => Tech::AdvancedDrive,
            Kind::Ftl { advanced: true, .. } => Tech::AdvancedFtl,
            Kind::FireControl { advanced: true } => Tech::AdvancedFireControl,
            Kind::Adfc { advanced: true } => Tech::AdvancedAdfc,
            Kind::Sensors { superior: true } => Tech::SuperiorSensors,
            Kind::Hangar { rack: true } => Tech::RobotRacks,
            Kind::LaunchTube { catapult: true } => Tech::Catapult,
            Kind::Screen { area: true, .. } => Tech::AreaScreens,
            Kind::Screen { advanced: true, .. } => Tech::AdvancedScreens,
            Kind::Screen { .. } => Tech::Screens,
            Kind::StealthField => Tech::StealthFields,
            Kind::Holofield => Tech::Holofield,
            Kind::Reflex => Tech::ReflexField,
            Kind::Ecm { area: true } => Tech::AreaEcm,
            Kind::Ecm { area: false } => Tech::Ecm,
            Kind::CloakDevice => Tech::CloakDevice,
            Kind::CloakField => Tech::CloakField,
            Kind::CloakTuffley => Tech::CloakTuffley,
            Kind::Suicide => Tech::SuicideCharge,
            Kind::MineSweeper => Tech::MineSweeper,
            Kind::MineLayer { .. } => Tech::MineRack,
            Kind::Magazine { loads } if 0 < loads.extended => Tech::ExtendedSalvo,
            Kind::Magazine { .. } | Kind::SalvoLauncher { .. } => Tech::SalvoLauncher,
            Kind::BoardingMagazine { .. } => Tech::BoardingTorpedo,
            Kind::Turret { .. } => Tech::Turrets,
            Kind::GunboatRack => Tech::Gunboats,
            Kind::Antimatter { .. } => Tech::Antimatter,
            Kind::RocketPod { .. } => Tech::Rockets,
            Kind::HeavyMissile { missile: Missile::Extended, .. }
            | Kind::SalvoRack { missile: Missile::Extended, .. } => Tech::ExtendedSalvo,
            Kind::HeavyMissile { .. } => Tech::HeavyMissiles,
            Kind::SalvoRack { .. } => Tech::SalvoRack,
            Kind::Gun(gun) => gun.weapon().tech(),
            Kind::Drive { advanced: false, .. }
            | Kind::Ftl { advanced: false, .. }
            | Kind::FireControl { advanced: false }
            | Kind::Adfc { advanced: false }
            | Kind::Sensors { superior: false }
            | Kind::Hangar { rack: false }
            | Kind::LaunchTube { catapult: false }
            | Kind::Ortillery
            | Kind::Decoy { .. }
            | Kind::DamageControl
            | Kind::Marines
            | Kind::Bay { .. }
            | Kind::Shipyard { .. }
            | Kind::Unknown { .. } => return None,
        })
    }
}

impl Wing {
    fn techs(&self) -> Vec<Tech> {
        let of_type = match self.kind {
            WingType::Standard | WingType::Light => Tech::BeamFighter,
            WingType::Interceptor | WingType::LightInterceptor => Tech::Interceptor,
            WingType::Attack | WingType::LightAttack => Tech::AttackFighter,
            WingType::Torpedo => Tech::TorpedoFighter,
            WingType::Graser => Tech::GraserFighter,
            WingType::Plasma => Tech::PlasmaFighter,
            WingType::Mkp => Tech::MkpFighter,
            WingType::Missile | WingType::LightMissile => Tech::MissileFighter,
            WingType::MultiRole => Tech::MultiRole,
            WingType::Assault => Tech::AssaultShuttle,
            WingType::Emp => Tech::Emp,
            WingType::Needle => Tech::Needle,
            WingType::Rocket => Tech::Rockets,
        };
        let of_mod = |it: &WingMod| match it {
            WingMod::Heavy => Tech::HeavyFighter,
            WingMod::Fast => Tech::FastFighter,
            WingMod::LongRange => Tech::LongRangeFighter,
            WingMod::Ftl => Tech::FtlFighter,
            WingMod::Robot => Tech::RobotFighter,
        };
        std::iter::once(of_type).chain(self.mods.iter().map(of_mod)).collect()
    }
}

impl Boat {
    /// FT-15.0.3: a boat comes with the weapon of ships it carries.
    fn tech(self) -> Tech {
        match self {
            Boat::Beam => Tech::Beams,
            Boat::Plasma => Tech::Plasma,
            Boat::Graser => Tech::Grasers,
            Boat::Needle => Tech::Needle,
            Boat::PointDefence => Tech::Pds,
            Boat::PulseTorpedo => Tech::Torpedo,
            Boat::Submunition => Tech::Submunition,
            Boat::KGun => Tech::KGuns,
            Boat::Missile => Tech::SalvoLauncher,
            Boat::Rocket => Tech::Rockets,
            Boat::Ads => Tech::Ads,
            Boat::Gatling => Tech::Gatling,
            Boat::Mkp => Tech::Mkp,
            Boat::Scatterpack => Tech::ScatterGun,
            Boat::PlasmaBomber => Tech::PlasmaBolts,
        }
    }
}

impl Design {
    /// All technology a ship needs, each once.
    pub fn techs(&self) -> TechBase {
        let mut needed: TechBase = self.systems.iter().filter_map(|system| system.kind.tech()).collect();
        let Hull { rows, stealth, .. } = self.hull;
        let boxes = |of: fn(&super::Layer) -> u32| self.armour.iter().any(|layer| 0 < of(layer));
        let switched = [
            (rows == 3, Tech::AdvancedHull),
            (0 < stealth, Tech::StealthHull),
            (boxes(|it| it.standard), Tech::Armour),
            (1 < self.armour.len(), Tech::Shells),
            (boxes(|it| it.regenerative), Tech::Regenerative),
            (self.overload, Tech::OverloadTorpedo),
            (self.flak, Tech::Flak),
        ];
        needed.extend(switched.into_iter().filter(|(on, _)| *on).map(|(_, tech)| tech));
        needed.extend(self.wings.iter().flat_map(Wing::techs));
        for squadron in &self.squadrons {
            needed.insert(Tech::Gunboats);
            needed.extend(squadron.boats.iter().map(|boat| boat.tech()));
            if squadron.ftl {
                needed.insert(Tech::FtlGunboats);
            }
            if squadron.heavy || squadron.screened {
                needed.insert(Tech::HeavyGunboats);
            }
        }
        needed
    }

    /// FT-15.0.1: ships mount only what their navy owns.
    pub fn check_tech(&self, base: &TechBase, found: &mut super::audit::Sink<'_>) {
        for tech in self.techs().into_iter().filter(|tech| !owns(base, *tech)) {
            found(Severity::Error, "FT-15.0.1", format_args!("the navy does not own {}", tech.name()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Gunboats;

    /// FT-15.0.4: the two navies of the book, interceptors free.
    #[test]
    fn rule_15_0_4_navies_of_the_book() {
        let nac = TechBase::from([
            Tech::Beams,
            Tech::HeavyBeams,
            Tech::Grasers,
            Tech::Pds,
            Tech::Screens,
            Tech::AdvancedScreens,
            Tech::SalvoLauncher,
            Tech::Torpedo,
            Tech::Submunition,
            Tech::BeamFighter,
            Tech::TorpedoFighter,
        ]);
        assert_eq!(cost(&nac), 12);
        assert_eq!(findings(&nac, Some(12), Gunboats::On), Vec::<String>::new());
        assert_eq!(findings(&nac, Some(11), Gunboats::On).len(), 1);
        let esu = TechBase::from([
            Tech::Beams,
            Tech::HeavyBeams,
            Tech::Pds,
            Tech::Screens,
            Tech::SpinalBeam,
            Tech::AttackFighter,
            Tech::BeamFighter,
            Tech::Interceptor,
            Tech::LongRangeFighter,
            Tech::FastFighter,
            Tech::AssaultShuttle,
        ]);
        // FT-15.0.2: with the package of fighters five choices cost three.
        assert_eq!(esu.iter().map(|tech| tech.cost()).sum::<u32>(), 10);
        assert_eq!(cost(&esu), 8);
    }

    /// FT-15.0.1, FT-15.0.3: prerequisites, free items, gunboats beside fighters.
    #[test]
    fn rule_15_0_1_prerequisites() {
        let base = TechBase::from([Tech::Phasers, Tech::Grasers, Tech::BeamFighter, Tech::Gunboats]);
        let found = findings(&base, None, Gunboats::NotWithFighters);
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[0].contains("beams 1-3"), "{found:?}");
        assert!(owns(&base, Tech::Interceptor));
        assert!(!owns(&base, Tech::Meson) && !owns(&base, Tech::SalvoRack));
        assert!(owns(&TechBase::from([Tech::Particle, Tech::Beams]), Tech::Meson));
    }
}
