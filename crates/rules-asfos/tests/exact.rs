//! Odds against the printed combat chart, counted here once more: nothing of the game's counting is used.

use engine::{Assist, Game, Library, Odds, Seat, Spoken, Viewer, Ways};
use rules_asfos::{Battle, Options, Situation};
use serde_json::{Value, json};
use testkit::chance::Chance;

/// ASF-CHT.6: rows by modified die from 0, columns 1:3, 1:2, 1:1, 3:2, 2:1, 3:1, 4:1, 5:1, 6:1.
const CHART: [[u32; 9]; 7] = [
    [0; 9],
    [0, 0, 0, 0, 0, 1, 1, 1, 2],
    [0, 0, 0, 0, 1, 1, 1, 2, 2],
    [0, 0, 0, 1, 1, 1, 2, 2, 3],
    [0, 0, 1, 1, 1, 2, 2, 3, 3],
    [0, 1, 1, 1, 2, 2, 3, 3, 4],
    [1, 1, 1, 2, 2, 3, 3, 4, 4],
];

/// ASF-RAT.1: the column of a strength against a defence.
fn column(strength: u32, defence: u32) -> Option<usize> {
    let reached = [
        defence <= 3 * strength,
        defence <= 2 * strength,
        defence <= strength,
        3 * defence <= 2 * strength,
        2 * defence <= strength,
        3 * defence <= strength,
        4 * defence <= strength,
        5 * defence <= strength,
        6 * defence <= strength,
    ];
    reached.iter().rposition(|it| *it)
}

/// Boxes of hull, boxes of weapons, critical hits.
type Blow = (u32, u32, u32);

/// ASF-RAT.3, ASF-CHT.4, ASF-CRIT.1: two dice in one column; natural doubles that hurt are critical.
fn attack(column: usize, modifier: i32) -> Chance<Blow> {
    let boxes = |die: u8| CHART[(i32::from(die) + modifier).clamp(0, 6) as usize][column];
    Chance::die(6, |hull| {
        Chance::die(6, |weapons| {
            let (lost, silenced) = (boxes(hull), boxes(weapons));
            Chance::sure((lost, silenced, u32::from(hull == weapons && 0 < lost + silenced)))
        })
    })
}

fn sum(one: &Chance<Blow>, other: &Chance<Blow>) -> Chance<Blow> {
    one.then(|a| other.read(|b| (a.0 + b.0, a.1 + b.1, a.2 + b.2)))
}

fn options() -> Options {
    plain::from_value(&json!({ "criticals": true, "specials": true })).expect("options")
}

struct Range {
    phase: &'static str,
    distance: u32,
    /// The target's speed.
    speed: u32,
    defence: u32,
}

fn told(range: &Range, firer: &Value, order: &str) -> Vec<Odds> {
    through_gas(range, 0, firer, order)
}

/// The same with a cloud so many inches deep between the two.
fn through_gas(range: &Range, inches: u32, firer: &Value, order: &str) -> Vec<Odds> {
    let mut gun = json!({
        "name": "Gun", "hull": 12, "natural": 3, "ed": 2, "engine": 1,
        "primaries": { "forward": 0, "left": 0, "right": 0, "rear": 0 }, "secondaries": 0,
    });
    gun.as_object_mut().expect("fields").extend(firer.as_object().expect("fields").clone());
    let target = json!({
        "name": "Target", "hull": 24, "engine": 1,
        "natural": range.defence.min(5), "ed": range.defence.saturating_sub(5),
        "primaries": { "forward": 8, "left": 8, "right": 8, "rear": 8 }, "secondaries": 0,
    });
    let corners: Vec<Value> = [(-5, 2), (5, 2), (5, 2 + inches as i32), (-5, 2 + inches as i32)]
        .iter()
        .map(|(x, y)| json!({ "x": x, "y": y }))
        .collect();
    let cloud = json!([{ "kind": "gas", "shape": { "polygon": { "corners": corners } } }]);
    let situation = json!({
        "terrain": if inches == 0 { json!([]) } else { cloud },
        "phase": range.phase, "designs": [gun, target],
        "ships": [
            { "side": 0, "design": "Gun", "at": [0, 0], "heading": 0, "speed": 6 },
            { "side": 1, "design": "Target", "at": [0, range.distance], "heading": 0, "speed": range.speed },
        ],
    });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let battle = Battle::from_situation(&options(), &situation).unwrap_or_else(|err| panic!("{err}"));
    let read = Battle::read_order(&battle.view(Viewer::Seat(Seat(0))), Seat(0), order).expect("an order");
    battle.check(Seat(0), &read).unwrap_or_else(|err| panic!("{order}: {err}"));
    battle.odds(Seat(0), &battle.menu(Seat(0)), &read)
}

#[track_caller]
fn compare(what: &str, told: &[Odds], counted: &Chance<Blow>) {
    let of = |unit: &str| -> &Ways {
        &told.iter().find(|it| it.unit == unit).unwrap_or_else(|| panic!("no {unit} in {told:?}")).ways
    };
    counted.read(|it| it.0).is_told(what, of("hull boxes"));
    counted.read(|it| it.1).is_told(what, of("weapons boxes"));
    counted.read(|it| it.2).is_told(what, of("critical hits"));
}

/// ASF-CHT.2: by the target's speed.
fn speed_modifier(speed: u32) -> i32 {
    match speed {
        0 => 2,
        1..=4 => 1,
        5..=11 => 0,
        _ => -1,
    }
}

/// ASF-CHT.1, ASF-CHT.2, ASF-CHT.3, ASF-RAT.1: primaries in every column, at every range and speed.
#[test]
fn rule_rat_3_primaries() {
    for strength in 2..=24 {
        for (distance, by_range) in [(8, 0), (18, -1), (30, -2)] {
            for speed in [0, 3, 6, 12] {
                let Some(column) = column(strength, 4) else { continue };
                let range = Range { phase: "primaries", distance, speed, defence: 4 };
                let firer = json!({ "primaries": { "forward": strength, "left": 0, "right": 0, "rear": 0 } });
                let what = format!("primaries of {strength} at {distance}, speed {speed}");
                let counted = attack(column, by_range + speed_modifier(speed));
                compare(&what, &told(&range, &firer, "A1 F B1"), &counted);
            }
        }
    }
}

/// ASF-RAT.4: what exceeds 6:1 strikes again, in its own column.
#[test]
fn rule_rat_4_split_fire() {
    let range = Range { phase: "primaries", distance: 8, speed: 6, defence: 2 };
    let firer = json!({ "primaries": { "forward": 17, "left": 0, "right": 0, "rear": 0 } });
    // 12 for 6:1, and 5 against 2 is 2:1.
    let counted = sum(&attack(8, 0), &attack(4, 0));
    compare("split", &told(&range, &firer, "A1 F B1 B1"), &counted);
}

/// ASF-CHT.8: nothing modifies secondaries.
#[test]
fn rule_cht_8_secondaries() {
    for strength in 2..=24 {
        for speed in [0, 3, 12] {
            let Some(column) = column(strength, 4) else { continue };
            let range = Range { phase: "secondaries", distance: 5, speed, defence: 4 };
            let what = format!("secondaries of {strength}, speed {speed}");
            compare(&what, &told(&range, &json!({ "secondaries": strength }), "A1 B1"), &attack(column, 0));
        }
    }
}

/// ASF-MD.1, ASF-MD.2: each hits on 4 and more, modified; hits of factor 12 add up; damage is not modified.
#[test]
fn rule_md_1_mass_drivers() {
    for count in 1..=3 {
        for (distance, by_range) in [(8, 0), (18, -1), (30, -2)] {
            for speed in [0, 3, 6] {
                let range = Range { phase: "specials", distance, speed, defence: 9 };
                let firer = json!({ "special": { "kind": "mass_driver", "count": count } });
                let modifier = by_range + speed_modifier(speed);
                let hits = Chance::die(6, |die| Chance::sure(u32::from(4 <= i32::from(die) + modifier)));
                // 12, 24 and 36 against 9 are 1:1, 2:1 and 4:1.
                let counted = hits.times(count).then(|hits| match hits {
                    0 => Chance::sure((0, 0, 0)),
                    _ => attack(column(12 * hits, 9).expect("1:1 and more"), 0),
                });
                let what = format!("{count} mass drivers at {distance}, speed {speed}");
                let told = told(&range, &firer, "A1 B1");
                hits.times(count)
                    .is_told(&what, &told.iter().find(|it| it.unit == "hits").expect("hits").ways);
                compare(&what, &told, &counted);
            }
        }
    }
}

/// ASF-PC.1, ASF-PC.2: factor 8 each, added; speed modifies the dice, range moves the column left.
#[test]
fn rule_pc_2_particle_cannons() {
    for count in 1..=3_u32 {
        for (distance, left) in [(8, 0), (18, 2), (30, 4)] {
            for speed in [0, 3, 6, 12] {
                let Some(column) = column(8 * count, 5).and_then(|it| it.checked_sub(left)) else { continue };
                let range = Range { phase: "specials", distance, speed, defence: 5 };
                let firer = json!({ "special": { "kind": "particle_cannon", "count": count } });
                let what = format!("{count} particle cannons at {distance}, speed {speed}");
                compare(&what, &told(&range, &firer, "A1 B1"), &attack(column, speed_modifier(speed)));
            }
        }
    }
}

/// ASF-DC.3: a die of no more than the crew at work.
#[test]
fn rule_dc_3_repairs() {
    for crew in 1..=3_u32 {
        let situation = json!({
            "phase": "repairs",
            "ships": [
                { "side": 0, "design": "Warrior", "at": [0, 0], "criticals": ["R"] },
                { "side": 1, "design": "Warrior", "at": [0, 50] },
            ],
        });
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let battle = Battle::from_situation(&options(), &situation).expect("set up");
        let text = format!("A1 R{crew}");
        let read = Battle::read_order(&battle.view(Viewer::Seat(Seat(0))), Seat(0), &text).expect("an order");
        let told = battle.odds(Seat(0), &battle.menu(Seat(0)), &read);
        let counted = Chance::die(6, |die| Chance::sure(u32::from(u32::from(die) <= crew)));
        counted.is_told(&text, &told[0].ways);
    }
}

/// ASF-SCN.4: each inch of gas takes 1 off the damage of primaries and particle cannons, and off the aim of mass
/// drivers.
#[test]
fn rule_scn_4_gas() {
    for inches in 1..=4 {
        let less = -(inches as i32);
        let range = |phase| Range { phase, distance: 8, speed: 6, defence: 4 };
        let guns = json!({ "primaries": { "forward": 12, "left": 0, "right": 0, "rear": 0 } });
        let primaries = through_gas(&range("primaries"), inches, &guns, "A1 F B1");
        compare(&format!("primaries through {inches}"), &primaries, &attack(5, less));
        let cannons = json!({ "special": { "kind": "particle_cannon", "count": 1 } });
        let cannon = through_gas(&range("specials"), inches, &cannons, "A1 B1");
        compare(&format!("a particle cannon through {inches}"), &cannon, &attack(4, less));
        // From -3 on no mass driver hits, and none is offered.
        if 2 < inches {
            continue;
        }
        let drivers = json!({ "special": { "kind": "mass_driver", "count": 1 } });
        let driver = through_gas(&range("specials"), inches, &drivers, "A1 B1");
        let hits = Chance::die(6, |die| Chance::sure(u32::from(4 <= i32::from(die) + less)));
        let told = driver.iter().find(|it| it.unit == "hits").expect("hits");
        hits.is_told(&format!("a mass driver through {inches}"), &told.ways);
    }
}
