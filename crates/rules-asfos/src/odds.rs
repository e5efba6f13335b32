//! What an attack may do, counted exactly over its dice (ASF-RAT.3, ASF-MD.2).

use engine::Stake;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event,
    design::SpecialKind,
    fire::{self, Rest},
    gunnery::{self, Column, Shot, Weapon},
    repairs,
    scenario::Field,
    ship::ShipId,
};

/// ASF-RAT.3: the exact distribution of one attack, in ways out of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Odds {
    pub of: u8,
    /// Ways to destroy 0, 1, 2, 3, 4 hull boxes.
    pub hull: [u8; 5],
    pub weapons: [u8; 5],
    /// Ways by hull boxes and weapons boxes together.
    pub both: [[u8; 5]; 5],
    /// ASF-CRIT.1: ways that are a critical hit.
    pub critical: u8,
}

/// ASF-MD.1: hits out of so many faces, for one mass driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ToHit {
    #[serde(rename = "in")]
    pub of: u8,
    pub hits: u8,
}

/// Attacks with the same odds, each with dice of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Attacks {
    pub times: u16,
    pub odds: Odds,
}

/// ASF-RAT.4: what exceeds 6:1, aimed at a further target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RestMenu {
    /// What is left over when it comes to this part.
    pub strength: u16,
    pub target: ShipId,
    pub defence: u16,
    pub column: Column,
    pub odds: Odds,
    /// What is left over again, if this part is made at exactly 6:1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u16>,
}

/// More parts than any ship of sense can make; a menu ends there.
const MOST_RESTS: usize = 240;

/// ASF-RAT.3, ASF-CHT.4: all 36 throws of the two dice.
pub(crate) fn attack(column: Column, modifier: i8, criticals: bool) -> Odds {
    let mut odds = Odds { of: 36, hull: [0; 5], weapons: [0; 5], both: [[0; 5]; 5], critical: 0 };
    for first in 1..=6 {
        for second in 1..=6 {
            let [hull, weapons] = [first, second].map(|die| usize::from(column.boxes(die, modifier)));
            odds.hull[hull] += 1;
            odds.weapons[weapons] += 1;
            odds.both[hull][weapons] += 1;
            odds.critical += u8::from(criticals && first == second && 0 < hull + weapons);
        }
    }
    odds
}

/// ASF-MD.1: there is no natural 6.
pub(crate) fn to_hit(shot: Shot) -> ToHit {
    let hits = (1..=6).filter(|&die| 4 <= die + shot.modifiers.total()).count();
    ToHit { of: 6, hits: hits as u8 }
}

/// ASF-MD.2, ASF-RAT.4: the attacks that 1, 2, … `drivers` hits on one target
/// come to. What exceeds 6:1 goes into the same target; left unsplit, only
/// the first attack of each is made.
pub(crate) fn by_hits(defence: u16, drivers: u16, criticals: bool) -> Vec<Vec<Attacks>> {
    let of_hits = |hits: u16| {
        let strength = hits * gunnery::attack_factor(SpecialKind::MassDriver);
        let full = strength.saturating_sub(1) / (6 * defence).max(1);
        let last = strength - full * 6 * defence;
        let sixes = Attacks { times: full, odds: attack(Column::SixToOne, 0, criticals) };
        let rest = Column::of(last, defence).map(|it| Attacks { times: 1, odds: attack(it, 0, criticals) });
        [sixes].into_iter().filter(|it| 0 < it.times).chain(rest).collect()
    };
    (1..=drivers).map(of_hits).collect()
}

/// ASF-RAT.4: strength left beyond an attack at exactly 6:1.
pub(crate) fn left(strength: u16, defence: u16) -> Option<u16> {
    (6 * defence < strength).then(|| strength - 6 * defence)
}

/// ASF-RAT.4: every part that a shot beyond 6:1 can go on with, by what is
/// left over then. With `split_after_roll` they are aimed later.
pub(crate) fn rests(battle: &Battle, id: ShipId, shot: Shot) -> Vec<RestMenu> {
    let defence = battle.defence(battle.ship(shot.target));
    let options = &battle.field.options;
    let mut open: Vec<u16> = left(shot.strength, defence).into_iter().collect();
    if shot.weapon == Weapon::MassDrivers || options.split_after_roll {
        open.clear();
    }
    let mut menu: Vec<RestMenu> = Vec::new();
    let mut done: Vec<u16> = Vec::new();
    while let Some(strength) = open.pop() {
        if done.contains(&strength) {
            continue;
        }
        done.push(strength);
        let rest = Rest { ship: id, weapon: shot.weapon, arc: shot.arc, strength };
        for target in fire::rest_shots(battle, rest) {
            if menu.len() == MOST_RESTS {
                return menu;
            }
            let (firer, ship) = (battle.ship(id), battle.ship(target));
            let sight = gunnery::sight(battle, firer, ship).expect("in sight, since it was listed");
            let defence = battle.defence(ship);
            let shift = gunnery::column_shift(rest.weapon, sight);
            let column = Column::of(strength, defence).and_then(|it| it.shifted_left(shift));
            let column = column.expect("it can hurt, since it was listed");
            let modifier = gunnery::modifiers(battle, rest.weapon, sight, ship).total();
            let odds = attack(column, modifier, options.criticals);
            let left = left(strength, defence);
            open.extend(left);
            menu.push(RestMenu { strength, target, defence, column, odds, left });
        }
    }
    menu
}

/// What the dice of an event gave and might have given: boxes of an attack, hits
/// of mass drivers, repairs.
pub(crate) fn stakes(field: &Field, event: &Event) -> Vec<Stake> {
    let side = |ship: ShipId| field.side_of(ship);
    let stake = match event {
        Event::Fire(fire::Event::Fired { by, column, modifiers, hull, weapons, .. }) => {
            let mut ways = vec![0; 9];
            for first in 1..=6 {
                for second in 1..=6 {
                    let boxes = [first, second].map(|die| usize::from(column.boxes(die, modifiers.total())));
                    ways[boxes[0] + boxes[1]] += 1;
                }
            }
            let last = ways.iter().rposition(|&it| 0 < it).unwrap_or(0);
            ways.truncate(last + 1);
            Stake { side: side(*by), unit: "boxes", rolled: u32::from(hull + weapons), ways }
        }
        Event::Fire(fire::Event::Aimed { by, modifiers, hit, .. }) => {
            let hits = (1..=6).filter(|&die| 4 <= die + modifiers.total()).count() as u32;
            Stake { side: side(*by), unit: "hits", rolled: u32::from(*hit), ways: vec![6 - hits, hits] }
        }
        Event::Repairs(repairs::Event::Attempted { ship, crew, repaired, .. }) => {
            let crew = u32::from(*crew).min(6);
            Stake {
                side: side(*ship),
                unit: "repairs",
                rolled: u32::from(*repaired),
                ways: vec![6 - crew, crew],
            }
        }
        Event::Fire(fire::Event::Marked { .. })
        | Event::Deploy(_)
        | Event::Phase(_)
        | Event::Movement(_)
        | Event::Victory(_) => return Vec::new(),
    };
    vec![stake]
}

#[cfg(test)]
mod tests {
    use engine::Game;

    use super::*;

    /// ASF-RAT.3, ASF-CRIT.1: 3:1 unmodified, by counting the chart by hand.
    #[test]
    fn rule_rat_3_odds_are_exact() {
        let odds = attack(Column::ThreeToOne, 0, true);
        assert_eq!(odds.hull, [0, 18, 12, 6, 0]);
        assert_eq!(odds.weapons, odds.hull);
        assert_eq!(odds.both[1][2], 6);
        assert_eq!(odds.critical, 6);
        let long = attack(Column::Even, -2, true);
        assert_eq!(long.hull, [30, 6, 0, 0, 0]);
        assert_eq!(long.critical, 1);
        assert_eq!(attack(Column::Even, -2, false).critical, 0);
    }

    /// ASF-RAT.3: 3:1 gives 2 boxes in 9 ways of 36, 3 in 12, and so on to 6 in 1.
    #[test]
    fn rule_rat_3_stakes_count_every_way() {
        let field =
            crate::Battle::set_up(&Default::default(), &crate::scenario("intro")).expect("set up").field;
        let fired = fire::Event::Fired {
            by: ShipId(0),
            weapon: Weapon::Primaries,
            arc: Some(gunnery::Arc::Forward),
            at: ShipId(2),
            strength: 12,
            defence: 4,
            column: Column::ThreeToOne,
            modifiers: Default::default(),
            dice: [1, 6],
            hull: 1,
            weapons: 3,
            critical: None,
        };
        let stake = &stakes(&field, &Event::Fire(fired))[0];
        assert_eq!((stake.side, stake.unit, stake.rolled), (0, "boxes", 4));
        assert_eq!(stake.ways, [0, 0, 9, 12, 10, 4, 1]);
        assert_eq!(stake.ways.iter().sum::<u32>(), 36);
        let modifiers = gunnery::Modifiers { speed: 1, range: -2, gas: 0 };
        let aimed = fire::Event::Aimed { by: ShipId(0), at: ShipId(2), modifiers, die: 4, hit: false };
        assert_eq!(stakes(&field, &Event::Fire(aimed))[0].ways, [4, 2]);
    }

    /// ASF-MD.2, ASF-RAT.4: 12 a hit against 4 is 3:1, then 6:1, then one of each.
    #[test]
    fn rule_md_2_hits_become_attacks() {
        let three = attack(Column::ThreeToOne, 0, true);
        let six = attack(Column::SixToOne, 0, true);
        let one = |odds: Odds| Attacks { times: 1, odds };
        assert_eq!(by_hits(4, 3, true), [vec![one(three)], vec![one(six)], vec![one(six), one(three)]]);
        assert_eq!(by_hits(1, 1, true), [vec![one(six), one(six)]]);
        assert_eq!(by_hits(40, 1, true), [Vec::new()], "below a third");
    }
}
