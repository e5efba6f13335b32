//! What a system is called in English; its name in ship files is in `exchange`.

use std::fmt;

use super::{Family, Kind, RapidGun, SpinalBeam, exchange::label};

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
        Kind::Pds => "PDS",
        Kind::ScatterGun => "scattergun",
        Kind::Grapeshot => "grapeshot",
        Kind::Ads { .. } => "ADS",
        Kind::Nova => "nova cannon",
        Kind::Wave => "wave gun",
        Kind::Spinal { beam, .. } => match beam {
            SpinalBeam::Beam => "spinal beam",
            SpinalBeam::Plasma => "spinal plasma",
            SpinalBeam::Singularity => "point singularity projector",
        },
        Kind::Submunition { .. } => "submunition pack",
        Kind::Pulser { .. } => "pulser",
        Kind::Battery { family, .. } => match family {
            Family::Beam => "beam",
            Family::Emp => "EMP projector",
            Family::Plasma => "plasma cannon",
            Family::Phaser => "phaser",
            Family::Transporter => "transporter",
            Family::Needle => "needle beam",
            Family::Gravitic => "gravitic gun",
        },
        Kind::Graser { .. } => "graser",
        Kind::Rapid { gun, .. } => match gun {
            RapidGun::Gatling => "Gatling battery",
            RapidGun::Particle => "twin particle array",
            RapidGun::Meson => "meson projector",
        },
        Kind::Fusion { .. } => "fusion array",
        Kind::Torpedo { .. } => "pulse torpedo",
        Kind::VariableTorpedo { .. } => "variable torpedo",
        Kind::BoardingLauncher { .. } => "boarding torpedo launcher",
        Kind::KGun { .. } => "K-gun",
        Kind::BoltLauncher { .. } => "plasma bolt launcher",
        Kind::Mkp { .. } => "MKP",
        Kind::Unknown { name, .. } => name,
    }
}
