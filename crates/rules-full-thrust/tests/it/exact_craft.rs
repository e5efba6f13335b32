//! Odds of point defence and of small craft against the book's tables, counted here once more: nothing of the game's
//! own counting is used.

use crate::{
    case::{Case, beam},
    dogfights::{at_group, at_ship, attack, flies, name, phase, sky, to_attacks, wing},
    gunboats::{boats, until},
    ordnance::{launch, rack, strike},
};
use engine::{Assist, Odds, Seat, Ways};
use rules_full_thrust::Order;
use serde_json::{Value, json};
use testkit::chance::Chance;

/// What was counted; nothing where a weapon is no use.
type Counted = Option<Chance<u32>>;

/// FT-4.6.1: dice for sixes end here; what is left is less than can be told.
const LONGEST: u32 = 22;

/// D1: without screens.
const BEAM: [u32; 6] = [0, 0, 0, 1, 1, 2];

/// FT-8.8.6: first dice by one table, and by another while natural sixes come.
fn chain(first: [u32; 6], next: [u32; 6]) -> Chance<u32> {
    fn again(next: [u32; 6], depth: u32) -> Chance<u32> {
        if depth == LONGEST {
            return Chance::sure(0);
        }
        let rest = again(next, depth + 1);
        Chance::die(6, |face| match face {
            6 => rest.read(|more| next[5] + more),
            _ => Chance::sure(next[usize::from(face) - 1]),
        })
    }
    let more = again(next, 0);
    Chance::die(6, |face| match face {
        6 if 0 < first[5] => more.read(|it| first[5] + it),
        _ => Chance::sure(first[usize::from(face) - 1]),
    })
}

/// FT-8.15.3: a table read with so much added to the die, never beyond 1 to 6.
fn shifted(table: [u32; 6], by: i32) -> [u32; 6] {
    [1, 2, 3, 4, 5, 6].map(|die: i32| table[((die + by).clamp(1, 6) - 1) as usize])
}

fn at_most(chance: &Chance<u32>, most: u32) -> Chance<u32> {
    chance.read(|it| (*it).min(most))
}

fn told(case: &Case, seat: u8, order: &Value) -> Vec<Odds> {
    let battle = case.table.state();
    let order: Order = plain::from_value(order).expect("an order");
    battle.odds(Seat(seat), &battle.menu(Seat(seat)), &order)
}

fn of<'a>(told: &'a [Odds], unit: &str) -> Option<&'a Ways> {
    told.iter().find(|it| it.unit == unit).map(|it| &it.ways)
}

#[track_caller]
fn holds(what: &str, told: &[Odds], unit: &str, counted: &Chance<u32>) {
    let ways = of(told, unit).unwrap_or_else(|| panic!("{what}: no {unit} in {told:?}"));
    counted.is_told(what, ways);
}

/// FT-6.4.2, FT-6.4.3, FT-6.8.2, FT-7.13.1, FT-7.14.1, FT-7.15.1: point defence against salvoes, missiles and bolts.
#[test]
fn rule_6_4_2_point_defence() {
    let six = [0, 0, 0, 0, 0, 1];
    let light = [0, 0, 0, 0, 1, 1];
    let face = [1, 2, 3, 4, 5, 6];
    let emp = json!({ "name": "emp", "class": 1, "leftArc": "F", "numArcs": 6 });
    let ads = json!({ "name": "ads", "leftArc": "F", "numArcs": 6 });
    let pds = json!({ "name": "pds" });
    let scatter = json!({ "name": "scatterGun" });
    let grape = json!({ "name": "grapeshot" });
    let weapons = json!([pds, beam(1), emp, scatter, grape, ads]);
    let heavy = json!({ "name": "missile", "leftArc": "FP", "numArcs": 3 });
    let bolt = json!({ "name": "pbl", "class": 3, "leftArc": "FP", "numArcs": 3 });
    let star = chain(BEAM, BEAM);
    let five = Chance::d6(light);
    let rows: [(Value, u32, Vec<Counted>); 3] = [
        (
            rack(),
            6,
            vec![
                Some(star.clone()),
                Some(chain(light, light)),
                Some(five.clone()),
                Some(Chance::d6(face)),
                Some(star.times(4)),
                Some(star),
            ],
        ),
        (
            heavy,
            1,
            vec![
                Some(five.clone()),
                Some(Chance::d6(six)),
                Some(Chance::d6(six)),
                Some(Chance::sure(1)),
                Some(five.times(4)),
                Some(five),
            ],
        ),
        (
            bolt,
            3,
            vec![
                Some(Chance::d6(six)),
                None,
                None,
                Some(Chance::d6(BEAM)),
                Some(Chance::d6(six).times(4)),
                Some(Chance::d6(six)),
            ],
        ),
    ];
    for (ordnance, most, guards) in rows {
        let mut case = strike(json!([ordnance]), json!([]), weapons.clone(), 0, &[(0, 20)], &json!({}));
        case.play(&[], &[4, 3]);
        case.play(&[(0, launch(&[2], 0, 18))], &[]);
        assert_eq!(phase(&case), "point defence");
        for (weapon, counted) in guards.into_iter().enumerate() {
            let what = format!("{} at {ordnance}", weapons[weapon]);
            let order = json!({ "defend": [{ "ship": 1, "weapon": weapon, "marker": 1 }] });
            let told = told(&case, 1, &order);
            match counted {
                Some(counted) => holds(&what, &told, "kills", &at_most(&counted, most)),
                None => assert!(told.is_empty(), "{what}: {told:?}"),
            }
        }
    }
}

/// What a group is, as a design has it, and what it adds to dice at it (FT-8.15.4, FT-8.15.12). Light ones fly in
/// groups of eight.
fn marks() -> [(Value, i32); 3] {
    [(wing("standard"), 0), (json!({ "type": "standard", "mods": ["heavy"] }), -1), (wing("light"), 1)]
}

/// FT-8.8.6, FT-7.14.1: point defence against fighters; FT-8.15.4: heavy ones make a Beam-1 no weaker.
#[test]
fn rule_8_8_6_point_defence_at_fighters() {
    let emp = json!({ "name": "emp", "class": 1, "leftArc": "F", "numArcs": 6 });
    let weapons = json!([{ "name": "pds" }, beam(1), emp, { "name": "scatterGun" }, { "name": "grapeshot" }]);
    for (group, more) in marks() {
        let groups = json!([flies(0, 50, 46, json!({}))]);
        let mut case = sky(std::slice::from_ref(&group), &[], json!([]), weapons.clone(), groups, &json!({}));
        to_attacks(&mut case);
        name(&mut case, 0, attack(&[(0, at_ship(2))]), &[]);
        assert_eq!(phase(&case), "point defence");
        let light = shifted(BEAM, -1 + more.max(0));
        let star = chain(shifted(BEAM, more), BEAM);
        let scatter = Chance::die(6, |die| {
            let die = u32::from(die);
            Chance::sure(match more {
                -1 => die.div_ceil(2),
                0 => die,
                _ => die + 1,
            })
        });
        let counted =
            [star.clone(), chain(light, shifted(BEAM, -1)), Chance::d6(light), scatter, star.times(4)];
        for (weapon, counted) in counted.iter().enumerate() {
            let order = json!({ "defend": [{ "ship": 2, "weapon": weapon, "group": 0 }] });
            let what = format!("{} at {group}", weapons[weapon]);
            let most = if more == 1 { 8 } else { 6 };
            holds(&what, &told(&case, 1, &order), "kills", &at_most(counted, most));
        }
    }
}

/// FT-8.10.1, FT-8.15.3, FT-8.15.6: dogfights: what shooter and target add, sixes again and unmodified.
#[test]
fn rule_8_10_1_dogfights() {
    for (kind, own) in [("standard", 0), ("interceptor", 1), ("torpedo", -2)] {
        for (foe, more) in marks() {
            for left in [1, 4, 6] {
                let groups =
                    json!([flies(0, 100, 100, json!({ "left": left })), flies(1, 100, 102, json!({}))]);
                let both = [wing(kind)];
                let mut case =
                    sky(&both, std::slice::from_ref(&foe), json!([]), json!([]), groups, &json!({}));
                to_attacks(&mut case);
                until_asked(&mut case, 0);
                let counted = chain(shifted(BEAM, own + more), BEAM).times(left);
                let order = attack(&[(0, at_group(1))]);
                let what = format!("{left} {kind} at {foe}");
                let most = if more == 1 { 8 } else { 6 };
                holds(&what, &told(&case, 0, &order), "kills", &at_most(&counted, most));
            }
        }
    }
}

#[track_caller]
fn until_asked(case: &mut Case, seat: u8) {
    for _ in 0..4 {
        let engine::Pending::Orders(it) = engine::Game::pending(case.table.state()) else { break };
        if it.seats.contains(Seat(seat)) {
            return;
        }
        case.play(&[], &[]);
    }
    panic!("seat {seat} is not asked");
}

/// FT-8.9.1, FT-8.15.6: attack runs of standard and of torpedo fighters, behind screens.
#[test]
fn rule_8_9_1_attack_runs() {
    let hits = [[0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 1]];
    for (level, advanced) in [(0, false), (1, false), (2, false), (1, true), (2, true)] {
        let screens: Vec<Value> =
            (0..level).map(|_| json!({ "name": "screen", "advanced": advanced })).collect();
        let less = if advanced { level as u32 } else { 0 };
        let torpedo = Chance::d6([0, 0, 0, 4, 5, 6].map(|it: u32| it.saturating_sub(less)));
        for (kind, die) in [("standard", chain(hits[level], BEAM)), ("torpedo", torpedo)] {
            let groups = json!([flies(0, 50, 46, json!({ "left": 4 }))]);
            let systems = json!(screens);
            let mut case = sky(&[wing(kind)], &[], systems, json!([]), groups, &json!({}));
            to_attacks(&mut case);
            until_asked(&mut case, 0);
            let told_of = told(&case, 0, &attack(&[(0, at_ship(2))]));
            let what = format!("{kind} at {level} {advanced}");
            holds(&what, &told_of, "points before armour", &die.times(4));
            // Only who has a choice is asked what to attack with.
            if kind == "torpedo" {
                name(&mut case, 0, attack(&[(0, at_ship(2))]), &[]);
                assert_eq!(phase(&case), "attack runs");
                let order = json!({ "run": [{ "group": 0 }] });
                holds(&what, &told(&case, 0, &order), "points before armour", &die.times(4));
            }
        }
    }
}

/// FT-8.6.7: guns of ships at fighters; FT-8.6.8: what those lose that do not evade.
#[test]
fn rule_8_6_7_guns_at_fighters() {
    let plasma = json!({ "name": "plasmaCannon", "class": 2, "leftArc": "F", "numArcs": 6 });
    let systems = json!([{ "name": "fireControl" }]);
    for (group, more) in marks() {
        let groups = json!([flies(0, 50, 58, json!({ "left": 2 }))]);
        let weapons = json!([beam(3), plasma, beam(2)]);
        let mut case = sky(std::slice::from_ref(&group), &[], systems.clone(), weapons, groups, &json!({}));
        to_attacks(&mut case);
        until(&mut case, "ships fire");
        until_asked(&mut case, 1);
        let at = |weapon: u8| json!({ "weapon": weapon, "group": 0 });
        let order = json!({ "fire": { "ship": 2, "groups": [at(1), at(2), at(3)] } });
        let one = Chance::d6([0, 0, 0, 0, u32::from(more == 1), 1]);
        let counted = at_most(&one.times(3), 2);
        holds(&format!("guns at {group}"), &told(&case, 1, &order), "craft", &counted);
        case.play(&[(1, order)], &[]);
        assert_eq!(phase(&case), "evasion");
        holds(&format!("{group} stays"), &told(&case, 0, &json!({ "evade": [] })), "craft lost", &counted);
    }
}

/// FT-9.1.7, FT-9.1.8, FT-9.2.5: everything at gunboats: guns as at ships and a boat for each hit, point defence at -2.
#[test]
fn rule_9_1_7_at_gunboats() {
    let classed = |name: &str, arcs: u8| json!({ "name": name, "class": 2, "leftArc": "F", "numArcs": arcs });
    let torpedo = json!({ "name": "torpedoPulse", "leftArc": "F", "numArcs": 1 });
    let systems = json!([{ "name": "fireControl" }]);
    let (pds, scatter) = (json!({ "name": "pds" }), json!({ "name": "scatterGun" }));
    let weapons = json!([pds, beam(2), classed("plasmaCannon", 6), classed("kgun", 1), torpedo, scatter]);
    for (protection, more) in [(json!({}), 0), (json!({ "protection": "heavy" }), -1)] {
        let mut case =
            boats(&["beam"; 6], protection, (50, 55), systems.clone(), weapons.clone(), &json!({}));
        until(&mut case, "point defence");
        let at = |table: [u32; 6]| shifted(table, more);
        let two = [0, 1, 1, 1, 1, 1];
        let counted = [
            (more == 0).then(|| chain(shifted(BEAM, -2), BEAM)),
            Some(chain(at(BEAM), BEAM).times(2)),
            Some(chain(at([0, 0, 1, 2, 3, 4]), [0, 0, 1, 2, 3, 4]).times(2)),
            Some(Chance::d6(at(two))),
            Some(Chance::d6(at(two))),
            Some(chain(at(BEAM), BEAM)),
        ];
        for (weapon, counted) in counted.iter().enumerate() {
            let what = format!("{} at boats, {more}", weapons[weapon]);
            let order = json!({ "defend": [{ "ship": 1, "weapon": weapon + 1, "group": 0 }] });
            let told = told(&case, 1, &order);
            match counted {
                Some(counted) => holds(&what, &told, "kills", &at_most(counted, 6)),
                None => assert!(told.is_empty(), "{what}: {told:?}"),
            }
        }
    }
}

/// FT-9.1.5, FT-9.1.13, FT-9.2.6, FT-9.2.7: gunboats at a ship 8 MU away, behind screens.
#[test]
fn rule_9_1_5_gunboats_at_ships() {
    let hits = [[0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 1]];
    let d3 = Chance::d6([1, 1, 2, 2, 3, 3]);
    for (level, advanced) in [(0, false), (1, false), (2, false), (1, true), (2, true)] {
        let screens: Vec<Value> =
            (0..level).map(|_| json!({ "name": "screen", "advanced": advanced })).collect();
        let less = if advanced { level as u32 } else { 0 };
        let plasma = [0, 0, 1, 2, 3, 4_u32];
        let ray = chain(hits[level], BEAM);
        let if_hit =
            |harm: Chance<u32>| Chance::die(6, |die| if 3 <= die { harm.clone() } else { Chance::sure(0) });
        let rows = [
            ("beam", ray.times(2)),
            ("plasma", chain(plasma.map(|it| it.saturating_sub(level as u32)), plasma)),
            ("graser", ray.then(|hits| d3.times(*hits))),
            ("gatling", ray.times(2)),
            ("needle", Chance::d6([0, 0, 0, 1, 1, 1])),
            ("kGun", if_hit(Chance::d6([4, 4, 2, 2, 2, 2]))),
            ("pulseTorpedo", if_hit(Chance::d6([1, 2, 3, 4, 5, 6].map(|it: u32| it.saturating_sub(less))))),
            ("submunition", chain(hits[if advanced { level } else { 0 }], BEAM).times(4)),
            ("mkp", Chance::d6([0, 0, 0, 4, 4, 8]).times(2)),
        ];
        for (boat, counted) in rows {
            let mut case = boats(&[boat; 2], json!({}), (50, 42), json!(screens), json!([]), &json!({}));
            until(&mut case, "ships fire");
            until_asked(&mut case, 0);
            let order = json!({ "fire_boats": { "group": 0, "target": 1 } });
            let what = format!("{boat} boats at {level} {advanced}");
            holds(&what, &told(&case, 0, &order), "points before armour", &counted.times(2));
        }
    }
}
