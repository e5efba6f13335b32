//! What a system is called in English; its name in ship files is in `exchange`.

use std::fmt;

use super::{Holds, Kind, Missile, exchange::label};
use crate::weapons::capital;

/// A system by name and class: `beam 3`.
#[derive(Debug)]
pub struct Named<'a>(pub &'a Kind);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = spoken(self.0);
        match label(self.0) {
            (_, Some(class)) => write!(f, "{name} {class}"),
            (_, None) => f.write_str(name),
        }
    }
}

/// What a system is called where it stands by itself, as on a display; without its class or rating.
pub(crate) fn title(kind: &Kind) -> String {
    let stages = |missile: Missile, what: &str| match missile {
        Missile::Standard => capital(what),
        Missile::Extended => format!("Extended-range {what}"),
        Missile::TwoStage => format!("Two-stage {what}"),
    };
    let name = match kind {
        Kind::Drive { advanced: true, .. } => "Advanced main drive",
        Kind::Ftl { advanced: true, .. } => "Advanced FTL drive",
        Kind::FireControl { advanced: true } => "Advanced fire control",
        Kind::Adfc { advanced: false } => "Area defence fire control",
        Kind::Adfc { advanced: true } => "Advanced area defence fire control",
        Kind::Sensors { superior: false } => "Enhanced sensors",
        Kind::Sensors { superior: true } => "Superior sensors",
        Kind::Hangar { rack: false } => "Hangar bay",
        Kind::Hangar { rack: true } => "Fighter rack",
        Kind::LaunchTube { catapult: true } => "Catapult",
        Kind::Screen { advanced: true, area: false, .. } => "Advanced screen",
        Kind::Screen { advanced: false, area: true, .. } => "Area screen",
        Kind::Screen { advanced: true, area: true, .. } => "Advanced area screen",
        Kind::Ecm { area: true } => "Area ECM",
        Kind::Decoy { capital: true } => "Capital weasel emitters",
        Kind::Bay { holds, .. } => match holds {
            Holds::Cargo => "Cargo bay",
            Holds::Passengers => "Passenger bay",
            Holds::Troops => "Troop bay",
            Holds::Boats => "Boat bay",
            Holds::Tender => "Tender bay",
        },
        Kind::HeavyMissile { missile, .. } => return stages(*missile, "heavy missile"),
        Kind::SalvoRack { missile, .. } => return stages(*missile, "salvo missile rack"),
        Kind::SalvoLauncher { .. } => "Salvo missile launcher",
        Kind::Gun(gun) => return gun.weapon().title(),
        Kind::Drive { .. }
        | Kind::Ftl { .. }
        | Kind::FireControl { .. }
        | Kind::GunboatRack
        | Kind::LaunchTube { .. }
        | Kind::Screen { .. }
        | Kind::StealthField
        | Kind::Holofield
        | Kind::Reflex
        | Kind::Ecm { .. }
        | Kind::CloakDevice
        | Kind::CloakField
        | Kind::CloakTuffley
        | Kind::Suicide
        | Kind::MineSweeper
        | Kind::Ortillery
        | Kind::Decoy { .. }
        | Kind::DamageControl
        | Kind::Marines
        | Kind::MineLayer { .. }
        | Kind::Magazine { .. }
        | Kind::BoardingMagazine { .. }
        | Kind::Turret { .. }
        | Kind::Shipyard { .. }
        | Kind::Antimatter { .. }
        | Kind::RocketPod { .. }
        | Kind::Unknown { .. } => return capital(spoken(kind)),
    };
    name.to_owned()
}

fn spoken(kind: &Kind) -> &str {
    match kind {
        Kind::Drive { .. } => "main drive",
        Kind::Ftl { .. } => "FTL drive",
        Kind::FireControl { .. } => "fire control",
        Kind::Adfc { .. } => "ADFC",
        Kind::Sensors { .. } => "sensors",
        Kind::Hangar { .. } => "hangar",
        Kind::GunboatRack => "gunboat rack",
        Kind::LaunchTube { .. } => "launch tube",
        Kind::Screen { .. } => "screen",
        Kind::StealthField => "stealth field",
        Kind::Holofield => "holofield",
        Kind::Reflex => "reflex field",
        Kind::Ecm { .. } => "ECM",
        Kind::CloakDevice => "cloaking device",
        Kind::CloakField => "cloaking field",
        Kind::CloakTuffley => "Tuffley cloak",
        Kind::Suicide => "suicide charge",
        Kind::MineSweeper => "minesweeper",
        Kind::Ortillery => "ortillery",
        Kind::Decoy { .. } => "weasel emitters",
        Kind::DamageControl => "damage-control party",
        Kind::Marines => "Marines",
        Kind::MineLayer { .. } => "minelayer",
        Kind::Bay { .. } => "bay",
        Kind::Magazine { .. } => "magazine",
        Kind::BoardingMagazine { .. } => "boarding torpedo magazine",
        Kind::Turret { .. } => "turret",
        Kind::Shipyard { .. } => "shipyard",
        Kind::Antimatter { .. } => "antimatter missile",
        Kind::RocketPod { .. } => "rocket pod",
        Kind::HeavyMissile { .. } => "heavy missile",
        Kind::SalvoRack { .. } => "salvo rack",
        Kind::SalvoLauncher { .. } => "salvo launcher",
        Kind::Gun(gun) => gun.weapon().spoken(),
        Kind::Unknown { name, .. } => name,
    }
}
