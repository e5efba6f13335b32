//! What tournament fleets are made up of (FT-18.2).

use crate::{options::FleetLimits, yard::design::Group};

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
