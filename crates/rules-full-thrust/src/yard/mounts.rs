//! Designs as a battle takes them: what is bought with a ship, its turrets, and what its mounts come to.

use crate::{
    fire::gunnery,
    yard::design::{Arc, Design, Kind, Loads, Missile, System},
};

/// FT-13.13.2: with units that the scenario buys for it.
pub(crate) fn with_marines(design: &Design, units: u8) -> Design {
    let mut design = design.clone();
    design
        .systems
        .extend((0..units).map(|n| System::new(format!("marines-aboard-{}", n + 1), Kind::Marines)));
    design
}

/// FT-6.6.4.
pub(crate) fn is_two_stage(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::SalvoRack { missile: Missile::TwoStage, .. }
            | Kind::HeavyMissile { missile: Missile::TwoStage, .. }
            | Kind::Magazine { loads: Loads { two_stage: 1.., .. } }
    )
}

/// What all mounts together do at a bare target, by arc and range; nothing goes aft.
pub(crate) fn firepower(design: &Design) -> [[[u32; 12]; 6]; 2] {
    let mut tables = [[[0; 12]; 6]; 2];
    for kind in design.systems.iter().map(|system| &system.kind) {
        let Some(arcs) = kind.arcs() else { continue };
        for arc in arcs.iter().filter(|arc| *arc != Arc::A) {
            for band in 0..12 {
                let (mean, screened) = gunnery::usual_mean(kind, 6 * band + 3);
                tables[usize::from(!screened)][arc.index()][band as usize] += mean;
            }
        }
    }
    tables
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only turrets turn")]
pub(crate) fn turrets(design: &Design) -> Vec<Option<u8>> {
    let holds = design.systems.iter().filter_map(|system| match &system.kind {
        Kind::Turret { weapons, .. } => Some(weapons),
        _ => None,
    });
    let holds: Vec<&Vec<String>> = holds.collect();
    let stands_in =
        |id: &String| holds.iter().position(|it| !id.is_empty() && it.contains(id)).map(|n| n as u8);
    design.systems.iter().map(|system| stands_in(&system.id)).collect()
}
