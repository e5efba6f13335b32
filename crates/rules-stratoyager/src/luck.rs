//! What the dice of an event gave, and what they might have given.

use engine::Stake;

use crate::{
    Event, View,
    card::Feature,
    combat, damage,
    gunnery::{self, Band, Weapon},
    menu, stress,
    unit::{Unit, UnitId},
};

#[expect(clippy::wildcard_enum_match_arm, reason = "luck is told of throws alone")]
pub(crate) fn stakes(view: &View, event: &Event) -> Vec<Stake> {
    match event {
        Event::Combat(combat::Event::Attacked {
            by,
            weapon,
            band,
            threshold,
            dice,
            reroll,
            hit,
            armour,
            damage,
            through,
            ..
        }) => {
            let Some(unit) = view.units.get(by.index()) else { return Vec::new() };
            // A linked weapon that missed without a second roll was told to keep its dice.
            let again = linked(view, unit, *weapon) && (*hit || reroll.is_some());
            let n = dice.len() as u8;
            let highest = n == 1 || matches!(band, Band::PointBlank | Band::Close);
            let mut out = Vec::new();
            if 0 < n {
                let chance = gunnery::chance(i32::from(*threshold), n, highest, again);
                let ways = vec![chance.of - chance.ways, chance.ways];
                out.push(Stake { side: unit.side, unit: "hits", rolled: u32::from(*hit), ways });
            }
            out.extend(blow(view, *by, damage.len(), *armour, *through));
            out
        }
        // STR-7.1: what a locked missile does.
        Event::Damage(damage::Event::Struck { by, armour, damage, through, .. }) => {
            blow(view, *by, damage.len(), *armour, *through).into_iter().collect()
        }
        // STR-7.2: the target's luck.
        Event::Damage(damage::Event::Jammed { target, stopped, .. }) => side_of(view, *target)
            .map(|side| Stake {
                side,
                unit: "missiles stopped",
                rolled: u32::from(*stopped),
                ways: vec![1, 1],
            })
            .into_iter()
            .collect(),
        Event::Stress(stress::Event::Tested { unit, dice, failures, .. }) => {
            strained(view, *unit, dice.len() as u32, u32::from(*failures)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn side_of(view: &View, id: UnitId) -> Option<u8> {
    view.units.get(id.index()).map(|it| it.side)
}

/// STR-FEAT.3, STR-FEAT.8.
fn linked(view: &View, unit: &Unit, weapon: Weapon) -> bool {
    let card = view.field.card(unit.card);
    matches!(weapon, Weapon::Gun | Weapon::Turret) && card.features.contains(&Feature::Linked)
}

/// STR-6.2: damage dice against the armour.
fn blow(view: &View, by: UnitId, dice: usize, armour: u8, through: u8) -> Option<Stake> {
    // Ways are told in 32 bits: twelve dice go in.
    if dice == 0 || 12 < dice {
        return None;
    }
    let ways = menu::through(dice as u8, armour).into_iter().map(|it| it as u32).collect();
    Some(Stake { side: side_of(view, by)?, unit: "damage", rolled: u32::from(through), ways })
}

/// STR-3.2: stress dice that held.
fn strained(view: &View, id: UnitId, dice: u32, failures: u32) -> Option<Stake> {
    let unit = view.units.get(id.index())?;
    let stats = view.field.card(unit.card).stats();
    let faces = (1..=6).filter(|&die| !stress::fails(&stats, die)).count() as u32;
    // In lowest terms, so that many dice go into 32 bits.
    let (hold, fail) = (faces, 6 - faces);
    let common = if hold == fail { hold } else { 2 };
    let (hold, fail) = (hold / common, fail / common);
    if dice == 0 || 19 < dice {
        return None;
    }
    let mut ways = vec![1_u32];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + 1];
        for (n, &it) in ways.iter().enumerate() {
            next[n] += it * fail;
            next[n + 1] += it * hold;
        }
        ways = next;
    }
    Some(Stake { side: unit.side, unit: "stress dice held", rolled: dice - failures, ways })
}

#[cfg(test)]
mod tests {
    use engine::{Game, Viewer};

    use super::*;
    use crate::{Battle, Options, combat::ToHit, gunnery::Aspect};

    fn intro() -> Battle {
        Battle::set_up(&Options::default(), &crate::scenario("intro")).expect("the book's battle")
    }

    /// STR-5.6, STR-FEAT.3, STR-6.2: a linked gun at medium range that needs 4, and two dice against armour 4.
    #[test]
    fn a_shot_has_its_hit_and_its_damage_at_stake() {
        let battle = intro();
        let view = crate::view::view(&battle, Viewer::Spectator);
        let attacked = |hit: bool, reroll: Option<(u8, u8)>| {
            Event::Combat(combat::Event::Attacked {
                by: UnitId(0),
                at: UnitId(4),
                weapon: Weapon::Gun,
                band: Band::Medium,
                threshold: 4,
                dice: ToHit::from_iter([if hit { 5 } else { 2 }]),
                reroll,
                hit,
                aspect: Aspect::Fore,
                armour: 4,
                damage: if hit { [6, 1].into_iter().collect() } else { [].into_iter().collect() },
                through: u8::from(hit),
            })
        };
        let [hit, damage] = stakes(&view, &attacked(true, None)).try_into().expect("two stakes");
        assert_eq!((hit.side, hit.unit, hit.rolled, hit.ways), (0, "hits", 1, vec![9, 27]));
        assert_eq!((damage.unit, damage.rolled, damage.ways), ("damage", 1, vec![9, 18, 9]));
        let [missed] = stakes(&view, &attacked(false, Some((0, 1)))).try_into().expect("one stake");
        assert_eq!((missed.rolled, missed.ways), (0, vec![9, 27]));
        let [kept] = stakes(&view, &attacked(false, None)).try_into().expect("one stake");
        assert_eq!(kept.ways, vec![3, 3], "its second roll was declined");
    }

    /// STR-3.2, STR-HIN.4: an Evo's dice hold by 1 and 2.
    #[test]
    fn stress_is_the_luck_of_whoever_flies() {
        let battle = intro();
        let view = crate::view::view(&battle, Viewer::Spectator);
        let evo = UnitId(8);
        let held = strained(&view, evo, 2, 1).expect("a stake");
        assert_eq!((held.side, held.rolled, held.ways), (1, 1, vec![4, 4, 1]));
        let guardian = strained(&view, UnitId(0), 2, 0).expect("a stake");
        assert_eq!((guardian.rolled, guardian.ways), (2, vec![1, 2, 1]));
    }
}
