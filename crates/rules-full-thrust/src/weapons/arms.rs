//! What each weapon rolls, by range (FT-4.3, FT-5, tables D1 to D3 and D11).

use geometry::{Length, Offset};
use serde::{Deserialize, Serialize};

use crate::{
    fire::gunnery::Screens,
    options::BandEdge,
    orders::Mode,
    yard::design::{Family, FusionMode, Kind, PulserSetting, RapidGun, Reach, Size, SpinalBeam},
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

/// FT-5.23.3: how long and how wide.
pub fn strip(size: Size) -> (Length, Length) {
    match size {
        Size::Small => (Length::units(24), Length::units(1)),
        Size::Medium => (Length::units(36), Length::ratio(3, 2)),
        Size::Large => (Length::units(48), Length::units(2)),
    }
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

/// FT-5.0.1, FT-4.1.1: weapons that fire at ships in phase 11.
pub fn is_gun(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Battery {
            family: Family::Beam
                | Family::Emp
                | Family::Plasma
                | Family::Phaser
                | Family::Needle
                | Family::Transporter
                | Family::Gravitic,
            ..
        } | Kind::Graser { .. }
            | Kind::Rapid { .. }
            | Kind::Pulser { .. }
            | Kind::Torpedo { .. }
            | Kind::VariableTorpedo { .. }
            | Kind::Submunition { .. }
            | Kind::KGun { .. }
            | Kind::Mkp { .. }
            | Kind::Fusion { .. }
            | Kind::Spinal { .. }
            | Kind::BoardingLauncher { .. }
            | Kind::Pds
            | Kind::Ads { .. }
            | Kind::ScatterGun
    )
}

/// FT-5.15.1, FT-5.17.1, FT-7.14.1, FT-6.6.1: used up when fired.
pub fn is_one_shot(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Submunition { .. }
            | Kind::Mkp { .. }
            | Kind::ScatterGun
            | Kind::Grapeshot
            | Kind::SalvoRack { .. }
            | Kind::HeavyMissile { .. }
            | Kind::Antimatter { .. }
            | Kind::RocketPod { .. }
    )
}

/// FT-7.4.2: a distance as stealth shortens it, exactly.
pub fn shortened(units: i64, stealth: u8) -> Length {
    match stealth {
        0 => Length::ratio(units, 1),
        1 => Length::ratio(5 * units, 6),
        _ => Length::ratio(2 * units, 3),
    }
}

/// How a weapon is laid on a target.
pub(crate) struct Lay {
    /// As far as it counts.
    pub(crate) way: Offset,
    /// FT-7.4.2: of the target.
    pub(crate) stealth: u8,
    /// FT-5.20.1: of the target.
    pub(crate) velocity: u16,
    pub(crate) mode: Option<Mode>,
    pub(crate) edge: BandEdge,
}

impl Lay {
    /// FT-4.3.1, FT-4.3.2, FT-GEO.4, FT-GEO.14: the band, from 1, of bands so wide; `None` beyond the last. FT-4.3.3:
    /// stealth narrows them first.
    pub(crate) fn band(&self, width: i64, bands: u8) -> Option<u8> {
        let width = shortened(width, self.stealth);
        match self.edge {
            BandEdge::Closer => self.way.band(width, bands),
            BandEdge::Farther => (1..=bands).find(|&band| {
                let limit = i128::from((width * i64::from(band)).0) - i128::from(geometry::TOLERANCE.0);
                self.way.square() < limit * limit
            }),
        }
    }

    /// FT-4.5.1: dice of a weapon that loses one with each band.
    pub(crate) fn falling(&self, width: i64, class: u8) -> Option<u8> {
        self.band(width, class).map(|band| class + 1 - band)
    }

    /// D2: the number a projectile needs.
    pub(crate) fn to_hit(&self, reach: Reach) -> Option<u8> {
        let width = match reach {
            Reach::Short => 4,
            Reach::Standard => 6,
            Reach::Long => 9,
        };
        self.band(width, 5).map(|band| band + 1)
    }
}

/// FT-7.20.3.
pub(crate) fn twice(way: Offset) -> Offset {
    Offset { east: way.east * 2, north: way.north * 2 }
}

/// FT-5.13.1, FT-5.8.2: a battery that names a system of its target.
pub(crate) fn as_needle(kind: &Kind, lay: &Lay) -> Option<Profile> {
    match kind {
        Kind::Battery { family: Family::Needle | Family::Phaser, class, .. } => {
            Some(Profile::Needle { dice: lay.falling(12, *class)?, kills: false })
        }
        _ => None,
    }
}

pub(crate) fn profile(kind: &Kind, lay: &Lay) -> Option<Profile> {
    let Lay { way, stealth, velocity, mode, .. } = *lay;
    let beams =
        |dice: u8, again: bool, screens: Response, hit: Hit| Profile::Beams { dice, again, screens, hit };
    let within = |units: i64| way.within(shortened(units, stealth));
    Some(match kind {
        Kind::Battery { family, class, .. } => {
            let dice = lay.falling(12, *class)?;
            match family {
                // FT-5.3.1.
                Family::Beam => beams(dice, true, Response::Any, Hit::Point),
                Family::Emp => beams(dice, true, Response::Advanced, Hit::Emp),
                Family::Plasma => Profile::Plasma { dice },
                // FT-5.8.1.
                Family::Phaser => beams(dice, true, Response::Any, Hit::D3),
                Family::Needle => Profile::Needle { dice, kills: way.within(Length::units(12)) },
                Family::Gravitic => {
                    let points = (velocity / 6).min(4) as u8;
                    beams(dice, false, Response::Any, Hit::Points(points))
                }
                Family::Transporter => beams(dice, false, Response::Any, Hit::Party),
            }
        }
        Kind::Graser { heavy: false, class, .. } => {
            beams(lay.falling(12, *class)?, true, Response::Any, Hit::D3)
        }
        // FT-5.7.1, FT-5.7.2.
        Kind::Graser { heavy: true, class, high_intensity, .. } => {
            beams(lay.falling(18, *class)?, *high_intensity, Response::Any, Hit::D6)
        }
        // FT-5.10.1.
        Kind::Rapid { gun, .. } => {
            let (dice, range) = match gun {
                RapidGun::Gatling => (6, 12),
                RapidGun::Particle => (2, 24),
                RapidGun::Meson => (1, 48),
            };
            within(range).then(|| beams(dice, true, Response::Any, Hit::Point))?
        }
        // FT-5.21.1: as it was set before the battle, else as it was built.
        Kind::Pulser { setting, .. } => {
            let (dice, range) = match (mode, setting.unwrap_or(PulserSetting::Medium)) {
                (Some(Mode::Short), _) | (None, PulserSetting::Short) => (6, 12),
                (Some(Mode::Long), _) | (None, PulserSetting::Long) => (1, 48),
                _ => (2, 24),
            };
            within(range).then(|| beams(dice, true, Response::Any, Hit::Point))?
        }
        // FT-5.14.2: the next shorter table.
        Kind::Torpedo { reach, .. } if mode == Some(Mode::Overload) => {
            let reach = if *reach == Reach::Long { Reach::Standard } else { Reach::Short };
            Profile::Projectile { needs: lay.to_hit(reach)?, hit: Shell::Overload }
        }
        Kind::Torpedo { reach, .. } => {
            Profile::Projectile { needs: lay.to_hit(*reach)?, hit: Shell::Torpedo }
        }
        // FT-5.14.3.
        Kind::VariableTorpedo { .. } => {
            let (reach, hit) = match mode {
                Some(Mode::Long) => (Reach::Long, Shell::Long),
                Some(Mode::Short) => (Reach::Short, Shell::Heavy),
                _ => (Reach::Standard, Shell::Torpedo),
            };
            Profile::Projectile { needs: lay.to_hit(reach)?, hit }
        }
        Kind::Submunition { .. } => beams(lay.falling(6, 3)?, true, Response::Advanced, Hit::Point),
        Kind::KGun { class, reach, .. } => {
            Profile::Projectile { needs: lay.to_hit(*reach)?, hit: Shell::KGun(*class) }
        }
        Kind::BoardingLauncher { .. } => {
            Profile::Projectile { needs: lay.to_hit(Reach::Standard)?, hit: Shell::Boarding }
        }
        // FT-6.8.5.
        Kind::BoltLauncher { class, .. } if mode == Some(Mode::Shaped) => {
            Profile::Projectile { needs: lay.to_hit(Reach::Standard)?, hit: Shell::Shaped(*class) }
        }
        Kind::Mkp { .. } => within(12).then_some(Profile::Mkp)?,
        Kind::Fusion { mode: set, .. } => {
            let band = lay.band(6, 6)?;
            let built = set.unwrap_or(FusionMode::Flare);
            match mode
                .map_or(built, |it| if it == Mode::Torpedo { FusionMode::Torpedo } else { FusionMode::Flare })
            {
                FusionMode::Flare => Profile::Fusion { needs: band, dice: band },
                FusionMode::Torpedo => Profile::Fusion { needs: 7 - band, dice: 7 - band },
            }
        }
        Kind::Pds => within(6).then_some(Profile::PointDefence)?,
        // FT-7.13.1: as PDS, to 12 MU.
        Kind::Ads { .. } => within(12).then_some(Profile::PointDefence)?,
        Kind::ScatterGun => within(6).then_some(Profile::Scatter)?,
        // FT-5.23.4: stealth does not shorten it.
        Kind::Spinal { beam, size } if 0 < way.square() && way.within(strip(*size).0) => {
            Profile::Spinal { beam: *beam, size: *size }
        }
        _ => return None,
    })
}

/// Average points of a weapon at a bare target so far away, and whether screens stop it; for judgement.
pub(crate) fn usual_mean(kind: &Kind, units: i32) -> (u32, bool) {
    let way = geometry::Point::units(units, 0) - geometry::Point::default();
    let point_defence = |it: &Profile| matches!(it, Profile::PointDefence | Profile::Scatter);
    let lay = Lay { way, stealth: 0, velocity: 8, mode: None, edge: BandEdge::Closer };
    profile(kind, &lay).filter(|it| !point_defence(it)).map_or((0, false), |profile| {
        let attack = Attack {
            profile,
            screens: Screens::default(),
            holofield: false,
            bonus: 0,
            sixes: false,
            veiled: false,
        };
        let screened =
            matches!(profile, Profile::Beams { screens: Response::Any, .. } | Profile::Plasma { .. });
        (crate::menu::mean(&attack), screened)
    })
}

/// D1, FT-4.7.1: hits of a beam die, after its modifiers.
pub fn beam_hits(die: u8, layers: u8, holofield: bool) -> u8 {
    match (die, layers) {
        (0..=3, _) => 0,
        (5 | 6, _) if holofield => 1,
        (_, _) if holofield => 0,
        (4, 0) => 1,
        (4, _) => 0,
        (5, _) => 1,
        (_, 0 | 1) => 2,
        (_, _) => 1,
    }
}
