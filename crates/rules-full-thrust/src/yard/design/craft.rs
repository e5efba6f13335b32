//! Fighters and gunboats that a ship carries: what they are and what they cost
//! (FT-13.12; prices of 14.7 and 14.8). How they fly is a later chapter.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One group of fighters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wing {
    pub kind: WingType,
    pub mods: Vec<WingMod>,
    /// FT-8.15.2: cannon instead of beams.
    pub cannon: bool,
    /// The id of its bay; empty if it has none.
    pub hangar: String,
    /// Fields of the file that these rules do not know, kept as they are.
    pub other: Map<String, Value>,
}

/// Types of fighters, by their names in ship files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum WingType {
    #[default]
    Standard,
    Interceptor,
    Attack,
    Torpedo,
    Graser,
    Plasma,
    Mkp,
    Missile,
    MultiRole,
    Light,
    LightInterceptor,
    LightAttack,
    LightMissile,
    Assault,
    /// FT-8.15.16: these three are our own, where the option allows them.
    Emp,
    Needle,
    Rocket,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum WingMod {
    Heavy,
    Fast,
    LongRange,
    Ftl,
    Robot,
}

/// A squadron of up to six gunboats.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Squadron {
    pub boats: Vec<Boat>,
    pub ftl: bool,
    pub heavy: bool,
    /// Screened costs and protects as heavy does.
    pub screened: bool,
    pub ecm: u8,
    /// The id of its rack; empty if it has none.
    pub rack: String,
    /// Fields of the file that these rules do not know, kept as they are.
    pub other: Map<String, Value>,
}

/// Types of gunboats, by their names in ship files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Boat {
    Beam,
    Plasma,
    Graser,
    Needle,
    PointDefence,
    PulseTorpedo,
    Submunition,
    KGun,
    Missile,
    Rocket,
    Ads,
    Gatling,
    Mkp,
    Scatterpack,
    PlasmaBomber,
}

impl WingType {
    pub const ALL: [(WingType, &'static str); 13] = [
        (WingType::Standard, "standard"),
        (WingType::Interceptor, "interceptor"),
        (WingType::Attack, "attack"),
        (WingType::Torpedo, "torpedo"),
        (WingType::Graser, "graser"),
        (WingType::Plasma, "plasma"),
        (WingType::Mkp, "MKP"),
        (WingType::Missile, "missile"),
        (WingType::MultiRole, "multiRole"),
        (WingType::Light, "light"),
        (WingType::LightInterceptor, "lightInterceptor"),
        (WingType::LightAttack, "lightAttack"),
        (WingType::Assault, "assault"),
    ];

    /// FT-8.15.12: in ship files missile fighters with a mark of ours, since the format has no name for them.
    pub const LIGHT_MISSILE: (WingType, &'static str) = (WingType::LightMissile, "lightMissile");

    /// FT-8.15.16: craft that only the technology list of the book names; gun fighters are standard ones with cannon.
    pub const UNLISTED: [(WingType, &'static str); 3] =
        [(WingType::Emp, "emp"), (WingType::Needle, "needle"), (WingType::Rocket, "rocket")];

    /// FT-8.15.16.
    pub fn is_unlisted(self) -> bool {
        WingType::UNLISTED.iter().any(|it| it.0 == self)
    }

    /// What ship files call it.
    pub fn name(self) -> &'static str {
        let mut all = WingType::ALL.iter().chain(&WingType::UNLISTED).chain([&WingType::LIGHT_MISSILE]);
        all.find(|it| it.0 == self).map_or("", |it| it.1)
    }

    pub fn is_light(self) -> bool {
        match self {
            WingType::Light | WingType::LightInterceptor | WingType::LightAttack | WingType::LightMissile => {
                true
            }
            WingType::Standard
            | WingType::Interceptor
            | WingType::Attack
            | WingType::Torpedo
            | WingType::Graser
            | WingType::Plasma
            | WingType::Mkp
            | WingType::Missile
            | WingType::MultiRole
            | WingType::Assault
            | WingType::Emp
            | WingType::Needle
            | WingType::Rocket => false,
        }
    }

    /// FT-8.15.10, FT-8.15.12: it comes with missiles.
    pub fn has_missiles(self) -> bool {
        matches!(self, WingType::Missile | WingType::LightMissile)
    }

    /// A whole wing without its modifications.
    fn points(self) -> i32 {
        match self {
            WingType::Standard | WingType::Interceptor | WingType::Light | WingType::LightInterceptor => 18,
            WingType::Attack
            | WingType::Missile
            | WingType::MultiRole
            | WingType::LightAttack
            | WingType::LightMissile
            | WingType::Rocket => 24,
            WingType::Torpedo | WingType::Mkp | WingType::Emp | WingType::Needle => 36,
            WingType::Graser | WingType::Plasma => 42,
            WingType::Assault => 6,
        }
    }
}

impl WingMod {
    pub const ALL: [(WingMod, &'static str); 5] = [
        (WingMod::Heavy, "heavy"),
        (WingMod::Fast, "fast"),
        (WingMod::LongRange, "longRange"),
        (WingMod::Ftl, "ftl"),
        (WingMod::Robot, "robot"),
    ];

    fn points(self) -> i32 {
        match self {
            WingMod::Heavy => 18,
            WingMod::Fast | WingMod::LongRange | WingMod::Ftl => 6,
            WingMod::Robot => -6,
        }
    }
}

impl Wing {
    pub fn has(&self, of: WingMod) -> bool {
        self.mods.contains(&of)
    }

    pub fn points(&self) -> u32 {
        let mods: i32 = self.mods.iter().map(|it| it.points()).sum();
        u32::try_from(self.kind.points() + mods).unwrap_or(0)
    }
}

impl Boat {
    pub const ALL: [(Boat, &'static str); 15] = [
        (Boat::Beam, "beam"),
        (Boat::Plasma, "plasma"),
        (Boat::Graser, "graser"),
        (Boat::Needle, "needle"),
        (Boat::PointDefence, "pointDefense"),
        (Boat::PulseTorpedo, "pulseTorpedo"),
        (Boat::Submunition, "submunition"),
        (Boat::KGun, "kGun"),
        (Boat::Missile, "missile"),
        (Boat::Rocket, "rocket"),
        (Boat::Ads, "ads"),
        (Boat::Gatling, "gatling"),
        (Boat::Mkp, "mkp"),
        (Boat::Scatterpack, "scatterpack"),
        (Boat::PlasmaBomber, "plasmaBomber"),
    ];

    fn points(self) -> u32 {
        match self {
            Boat::Beam | Boat::Plasma | Boat::Graser | Boat::Needle | Boat::PointDefence => 9,
            Boat::PulseTorpedo
            | Boat::Submunition
            | Boat::KGun
            | Boat::Missile
            | Boat::Rocket
            | Boat::Ads => 12,
            Boat::Gatling | Boat::Mkp | Boat::Scatterpack | Boat::PlasmaBomber => 15,
        }
    }
}

impl Squadron {
    pub fn points(&self) -> u32 {
        let boats: u32 = self.boats.iter().map(|it| it.points()).sum();
        let ftl = if self.ftl { 6 } else { 0 };
        let protection = if self.heavy || self.screened { 12 } else { 0 };
        boats + ftl + protection + 3 * u32::from(self.ecm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FT-13.12.1 and table 14.7: wings are bought whole.
    #[test]
    fn rule_13_12_1_prices_of_wings() {
        let wing = |kind, mods: &[WingMod]| Wing { kind, mods: mods.to_vec(), ..Wing::default() }.points();
        assert_eq!(wing(WingType::Standard, &[]), 18);
        assert_eq!(wing(WingType::Torpedo, &[WingMod::Heavy]), 54);
        assert_eq!(wing(WingType::Attack, &[WingMod::Robot, WingMod::Fast]), 24);
        assert_eq!(wing(WingType::Assault, &[WingMod::Robot]), 0);
        assert_eq!(wing(WingType::LightMissile, &[WingMod::Fast]), 30);
    }

    /// FT-13.12.6 and table 14.8: boats one by one, modifications by squadron.
    #[test]
    fn rule_13_12_6_prices_of_gunboats() {
        let boats = vec![Boat::Beam, Boat::KGun, Boat::Mkp];
        let plain = Squadron { boats, ..Squadron::default() };
        assert_eq!(plain.points(), 36);
        assert_eq!(Squadron { ftl: true, heavy: true, ecm: 2, ..plain }.points(), 60);
    }
}
