//! What only one of the two knows about a ship: the file format or the rules.

use std::fmt;

use engine::Severity;
use serde_json::{Map, Value};

use super::{Arcs, Design, Kind, System, audit::Sink, exchange::LEAST_MASS, spoken::Named};

/// Fields that say nothing about the rules: how a ship looks, or a match in play.
const DECORATION: [&str; 6] = ["uuid", "silhouette", "hashseed", "layout", "size", "extras"];
const IN_PLAY: [&str; 4] = ["number", "skill", "endurance", "id"];

/// What only one of the two, file format or rules, knows about this ship.
pub fn remarks(design: &Design, found: &mut Sink<'_>) {
    let mut strange = |fields: &Map<String, Value>, of: &dyn fmt::Display| {
        for (name, value) in fields {
            if !DECORATION.contains(&name.as_str()) && !IN_PLAY.contains(&name.as_str()) {
                let reason = format_args!("{of}: \"{name}\": {value} is not understood; it is kept as it is");
                found(Severity::Warning, "FT-13.1.1", reason);
            }
        }
    };
    strange(&design.other, &"ship");
    for system in &design.systems {
        if !matches!(system.kind, Kind::Unknown { .. }) {
            strange(&system.other, &Named(&system.kind));
        }
    }
    for wing in &design.wings {
        strange(&wing.other, &"fighters");
    }
    for squadron in &design.squadrons {
        strange(&squadron.other, &"gunboats");
    }
    let mut unseen = |what: fmt::Arguments<'_>| {
        let reason =
            format_args!("{what} has no place in the exchanged format; other programs will not see it");
        found(Severity::Note, "FT-13.1.1", reason);
    };
    for system in design.systems.iter().filter(|it| !is_shared(&it.kind)) {
        unseen(format_args!("{}", Named(&system.kind)));
    }
    let scattered = |it: &&System| it.kind.arcs().is_some_and(|arcs| !arcs.is_run());
    for system in design.systems.iter().filter(scattered) {
        unseen(format_args!("the gap in the arcs of {}", Named(&system.kind)));
    }
    let mixed =
        |kind: &Kind| matches!(kind, Kind::Magazine { loads } if 0 < loads.standard && 0 < loads.extended);
    if design.has(mixed) {
        unseen(format_args!("a magazine with two kinds of salvo"));
    }
    if design.wings.iter().any(|wing| wing.cannon) {
        unseen(format_args!("fighters armed with cannon"));
    }
    if design.overload {
        unseen(format_args!("the overload of torpedoes"));
    }
    if design.flak {
        unseen(format_args!("flak"));
    }
    if design.gate.is_some() {
        unseen(format_args!("a gate"));
    }
    if design.mass < LEAST_MASS {
        unseen(format_args!("a mass below {LEAST_MASS}"));
    }
}

/// Whether the format has a place for it.
pub(super) fn is_shared(kind: &Kind) -> bool {
    let arcs = kind.arcs().unwrap_or(Arcs::ALL);
    if arcs.is_empty() {
        return false;
    }
    match kind {
        Kind::CloakTuffley | Kind::Shipyard { .. } => false,
        Kind::Gun(gun) => gun.weapon().is_shared(),
        Kind::Screen { level, .. } => *level <= 2,
        Kind::Ftl { transfer, .. } => transfer % 5 == 0,
        Kind::Magazine { loads } => {
            2 <= loads.total() && (loads.two_stage == 0 || loads.standard + loads.extended == 0)
        }
        Kind::BoardingMagazine { torpedoes } => 2 <= *torpedoes,
        Kind::Bay { capacity, .. } => 100 <= capacity.hundredths,
        Kind::Antimatter { .. }
        | Kind::RocketPod { .. }
        | Kind::HeavyMissile { .. }
        | Kind::SalvoRack { .. }
        | Kind::SalvoLauncher { .. } => arcs.len() == 3,
        Kind::Drive { .. }
        | Kind::FireControl { .. }
        | Kind::Adfc { .. }
        | Kind::Sensors { .. }
        | Kind::Hangar { .. }
        | Kind::GunboatRack
        | Kind::LaunchTube { .. }
        | Kind::StealthField
        | Kind::Holofield
        | Kind::Reflex
        | Kind::Ecm { .. }
        | Kind::CloakDevice
        | Kind::CloakField
        | Kind::Suicide
        | Kind::MineSweeper
        | Kind::Ortillery
        | Kind::Decoy { .. }
        | Kind::DamageControl
        | Kind::Marines
        | Kind::MineLayer { .. }
        | Kind::Turret { .. } => true,
        // A strange name is put back where it was found, valid or not.
        Kind::Unknown { .. } => true,
    }
}
