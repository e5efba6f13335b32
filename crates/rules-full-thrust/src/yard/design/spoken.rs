//! What a system is called in English; its name in ship files is in `exchange`.

use std::fmt;

use super::{Kind, exchange::label};

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
