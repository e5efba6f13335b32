//! What fleets are made up of: in tournaments (FT-18.2), and what all ships of a fleet have in common
//! (FT-5.14.2, FT-13.12.3).

use crate::{
    options::{FleetLimits, HangarModel, Options},
    weapons::{Gun, Reach, Torpedo},
    yard::design::{Design, Group, Kind},
};

/// FT-18.2.1: fleets of a tournament, in points: the least, the best from, the best to, the most.
pub(crate) const SIZES: [u32; 4] = [500, 1_000, 1_500, 3_000];

/// FT-18.2.2: everything that is wrong with forces, given by group and points, carried craft counted in.
pub(crate) fn findings(limits: FleetLimits, forces: &[(Group, u32)]) -> Vec<String> {
    let of = |group: Group| forces.iter().filter(move |it| it.0 == group);
    let count = |group: Group| of(group).count();
    let points = |group: Group| of(group).map(|it| u64::from(it.1)).sum::<u64>();
    let all: u64 = forces.iter().map(|it| u64::from(it.1)).sum();
    let capitals = count(Group::Capital);
    let mut wrong = Vec::new();
    let mut half = |group: Group, what: &str| {
        if all < 2 * points(group) {
            wrong.push(format!("{} of {all} points on {what} are more than half", points(group)));
        }
    };
    match limits {
        FleetLimits::Free => (),
        FleetLimits::Patrol => {
            half(Group::Cruiser, "cruisers");
            if 0 < capitals {
                wrong.push(format!("{capitals} capital ships, but a patrol has none"));
            }
        }
        FleetLimits::Battle => half(Group::Capital, "capital ships"),
        FleetLimits::Escorted => {
            for (group, what) in [(Group::Cruiser, "cruisers"), (Group::Escort, "escorts")] {
                let n = count(group);
                if !(capitals..=2 * capitals).contains(&n) {
                    wrong.push(format!("{n} {what} for {capitals} capital ships; one or two for each"));
                }
            }
        }
        FleetLimits::Capitals => {
            if capitals < forces.len() {
                wrong.push("only capital ships fight in a fleet action".to_owned());
            }
        }
    }
    wrong
}

/// FT-5.14.2: every tube of a fleet can overload, short-range ones aside, or none can.
pub(crate) fn half_overloaded<'a>(fleet: impl Iterator<Item = &'a Design>) -> Option<String> {
    let tube = |kind: &Kind| {
        matches!(kind, Kind::Gun(Gun::Torpedo(Torpedo { reach: Reach::Standard | Reach::Long, .. })))
    };
    let (with, without): (Vec<&Design>, Vec<&Design>) =
        fleet.filter(|it| it.has(tube)).partition(|it| it.overload);
    let (with, without) = (with.first()?, without.first()?);
    Some(format!(
        "the tubes of {} overload, those of {} do not: all of a fleet or none",
        with.name, without.name
    ))
}

/// FT-13.12.3: combined hangars and launch tubes in one fleet.
pub(crate) fn half_combined(fleet: &[&Design], options: &Options) -> Option<String> {
    let bays = |it: &&Design| it.has(|kind| matches!(kind, Kind::Hangar { rack: false }));
    let (combined, tubes): (Vec<&Design>, Vec<&Design>) =
        fleet.iter().copied().filter(bays).partition(|it| it.hangar_model(options) == HangarModel::Combined);
    let (combined, tubes) = (combined.first()?, tubes.first()?);
    Some(format!(
        "{} has combined hangars, {} launch tubes: agree on both in one fleet first",
        combined.name, tubes.name
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FT-18.2.2: patrols, battles with half their points on capitals, escorts for each, capitals only.
    #[test]
    fn rule_18_2_2_fleet_limits() {
        use FleetLimits::{Battle, Capitals, Escorted, Free, Patrol};
        let (small, medium, large) = ((Group::Escort, 100), (Group::Cruiser, 200), (Group::Capital, 400));
        let sound = |limits, forces: &[(Group, u32)]| findings(limits, forces).is_empty();
        assert!(sound(Free, &[large, large]));
        assert!(sound(Patrol, &[small, small, medium]) && !sound(Patrol, &[small, medium]));
        assert!(!sound(Patrol, &[large, small, small, small, small]));
        assert!(sound(Battle, &[large, medium, medium]) && !sound(Battle, &[large, medium, small]));
        assert!(
            sound(Escorted, &[large, medium, small])
                && sound(Escorted, &[large, medium, medium, small, small])
        );
        assert!(
            !sound(Escorted, &[large, medium]) && !sound(Escorted, &[large, medium, small, small, small])
        );
        assert!(sound(Capitals, &[large, large]) && !sound(Capitals, &[large, medium]));
    }
}
