//! What dice gave and what they might have given, for a report of luck.

use engine::Stake;

use crate::{
    Event,
    damage::{self, checks, repairs},
    fire::{self, gunnery::Attack, odds},
    setup::scenario::Field,
    ship::ShipId,
};

/// Chains of re-rolls have no end: ways are counted out of this many.
const WAYS: u128 = 1_000_000_000;

/// Fire, threshold checks, repairs, power cores.
#[expect(clippy::wildcard_enum_match_arm, reason = "luck is told of fire, checks, repairs and cores alone")]
pub(crate) fn stakes(field: &Field, event: &Event) -> Vec<Stake> {
    let side = |ship: ShipId| field.side_of(ship);
    let stake = match event {
        Event::Fire(fire::Event::Fired { ship, tally, attacks, .. }) if !attacks.is_empty() => {
            let emp = tally.emp;
            let (unit, rolled) =
                if 0 < emp || is_emp(attacks) { ("EMP hits", emp) } else { ("damage", tally.points()) };
            Stake { side: side(*ship), unit, rolled: u32::from(rolled), ways: fired(field, attacks) }
        }
        // FT-4.11.2: every system by itself; what survives is luck for its owner.
        Event::Checks(checks::Event::Checked { ship, row, extra, rolls, .. }) if !rolls.is_empty() => {
            let (thing, blueprint) = (checks::Threshold { row: *row, extra: *extra }, field.blueprint(*ship));
            let modifier = |icon| checks::modifier(blueprint, icon);
            let kept = rolls.iter().filter(|(icon, die)| !thing.fails(*die, modifier(*icon))).count();
            let mut ways = vec![WAYS];
            for (icon, _) in rolls {
                let safe = (1..=6).filter(|&die| !thing.fails(die, modifier(*icon))).count() as u128;
                ways = joined(&ways, &[(0, WAYS * (6 - safe) / 6), (1, WAYS * safe / 6)]);
            }
            Stake { side: side(*ship), unit: "systems kept", rolled: kept as u32, ways: whole(&ways) }
        }
        Event::Repairs(repairs::Event::Worked { ship, parties, repaired, .. }) => {
            let faces = u32::from(*parties).min(6);
            Stake {
                side: side(*ship),
                unit: "repairs",
                rolled: u32::from(*repaired),
                ways: vec![6 - faces, faces],
            }
        }
        Event::Damage(damage::Event::CoreRolled { ship, needs, blown, .. }) => {
            let holds = u32::from(*needs).saturating_sub(1).min(6);
            Stake {
                side: side(*ship),
                unit: "cores",
                rolled: u32::from(!*blown),
                ways: vec![6 - holds, holds],
            }
        }
        _ => return Vec::new(),
    };
    vec![stake]
}

fn is_emp(attacks: &[Attack]) -> bool {
    use crate::fire::gunnery::{Hit, Profile};
    attacks.iter().all(|it| matches!(it.profile, Profile::Beams { hit: Hit::Emp, .. }))
}

/// Outcomes of one die by what they add, with their ways.
type Roll = Vec<(usize, u128)>;

/// Points of all weapons of a family together, whatever stops them.
fn fired(field: &Field, attacks: &[Attack]) -> Vec<u32> {
    let mut ways = vec![WAYS];
    let mut last: Option<(Attack, Roll, u8)> = None;
    for attack in attacks {
        if last.as_ref().is_none_or(|it| it.0 != *attack) {
            let (outcomes, times) = odds::weapon(&field.options, attack);
            let part = |it: &odds::Outcome| {
                (usize::from(it.points()), u128::from(it.chance) * WAYS / u128::from(odds::WHOLE))
            };
            last = Some((*attack, outcomes.iter().map(part).collect(), times));
        }
        let Some((_, roll, times)) = &last else { continue };
        for _ in 0..*times {
            ways = joined(&ways, roll);
        }
    }
    whole(&ways)
}

/// One more roll, its outcomes by what they add.
fn joined(ways: &[u128], roll: &[(usize, u128)]) -> Vec<u128> {
    let most = roll.iter().map(|it| it.0).max().unwrap_or(0);
    let mut all = vec![0; ways.len() + most];
    for (had, chance) in ways.iter().enumerate() {
        for (more, share) in roll {
            all[had + more] += chance * share / WAYS;
        }
    }
    all
}

fn whole(ways: &[u128]) -> Vec<u32> {
    let last = ways.iter().rposition(|&it| 0 < it).unwrap_or(0);
    ways[..=last].iter().map(|&it| it as u32).collect()
}

#[cfg(test)]
mod tests {
    use engine::Game as _;

    use super::*;
    use crate::{
        Battle,
        damage::Tally,
        fire::gunnery::{Hit, Profile, Response, Screens},
        library,
        ship::{IconId, IconSet},
    };

    fn field() -> std::sync::Arc<Field> {
        let scenario = library::scenario("intro");
        Battle::set_up(&scenario.options, &scenario).expect("the introductory scenario").field
    }

    /// FT-4.5.2, FT-4.6.1: a beam die does nothing on three faces, one point on two, and on a 6 two
    /// and what a re-roll brings.
    #[test]
    fn rule_4_5_2_stakes_of_a_beam() {
        let profile = Profile::Beams { dice: 1, again: true, screens: Response::Any, hit: Hit::Point };
        let attack = Attack {
            profile,
            screens: Screens::default(),
            holofield: false,
            bonus: 0,
            sixes: false,
            veiled: false,
        };
        let fired = |attacks: Vec<Attack>| fire::Event::Fired {
            ship: ShipId(5),
            target: ShipId(0),
            weapons: vec![IconId(3); attacks.len()],
            dice: vec![5],
            again: Vec::new(),
            damage: Vec::new(),
            tally: Tally { normal: 1, ..Tally::default() },
            burst: IconSet::default(),
            attacks,
        };
        let stake = stakes(&field(), &Event::Fire(fired(vec![attack]))).pop().expect("dice fell");
        assert_eq!((stake.side, stake.unit, stake.rolled), (1, "damage", 1));
        // Out of 36 ways.
        let near = |told: u32, ways: u32| assert!(told.abs_diff(WAYS as u32 / 36 * ways) < 1_000, "{told}");
        near(stake.ways[0], 18);
        near(stake.ways[1], 12);
        near(stake.ways[2], 3);
        near(stake.ways[3], 2);
        let two = stakes(&field(), &Event::Fire(fired(vec![attack; 2]))).pop().expect("dice fell");
        near(two.ways[0], 9);
    }

    /// FT-4.11.2: two systems at row 1 both survive in 25 of 36 ways.
    #[test]
    fn rule_4_11_2_stakes_of_a_check() {
        let event = checks::Event::Checked {
            ship: ShipId(0),
            row: 1,
            extra: 0,
            rolls: vec![(IconId(1), 6), (IconId(2), 3)],
            damaged: [IconId(1)].into_iter().collect(),
            gone: IconSet::default(),
            drive: 0,
        };
        let stake = stakes(&field(), &Event::Checks(event)).pop().expect("dice fell");
        assert_eq!((stake.unit, stake.rolled, stake.ways.len()), ("systems kept", 1, 3));
        assert!(stake.ways[2].abs_diff(WAYS as u32 / 36 * 25) < 1_000, "{:?}", stake.ways);
        let worked =
            repairs::Event::Worked { ship: ShipId(0), icon: IconId(1), parties: 2, die: 3, repaired: false };
        assert_eq!(stakes(&field(), &Event::Repairs(worked))[0].ways, [4, 2]);
    }
}
