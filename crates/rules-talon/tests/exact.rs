//! Odds against the printed tables, counted here once more: nothing of the game's own counting is used.

use engine::{Assist, Game, Library, Odds, Seat, Spoken, Viewer, Ways};
use rules_talon::{Battle, Options, Situation};
use serde_json::{Value, json};
use testkit::chance::Chance;

/// A range, and what each face of the die does there.
type Row = (i32, [u32; 6]);

/// The weapons as the player aid prints them, range by range.
const TABLES: [(&str, &[Row]); 5] = [
    ("phaser", &[(1, [1, 2, 2, 2, 2, 2]), (2, [1, 1, 1, 2, 2, 2]), (3, [0, 0, 0, 0, 1, 1])]),
    ("torpedo", &[(2, [0, 4, 4, 4, 4, 4]), (3, [0, 0, 4, 4, 4, 4]), (4, [0, 0, 0, 0, 4, 4])]),
    (
        "wave_motion_gun",
        &[(2, [0, 10, 10, 10, 10, 10]), (3, [0, 0, 10, 10, 10, 10]), (4, [0, 0, 10, 10, 10, 10])],
    ),
    (
        "disruptor",
        &[(1, [0, 0, 0, 0, 2, 2]), (2, [0, 2, 2, 2, 2, 2]), (3, [0, 0, 2, 2, 2, 2]), (4, [0, 0, 0, 0, 2, 2])],
    ),
    ("fusion_cannon", &[(1, [7, 7, 9, 9, 11, 11]), (2, [4, 4, 6, 6, 8, 8]), (3, [0, 0, 2, 2, 4, 4])]),
];

fn class(faction: &str, name: &str, hull: &[&str], shields: u8, groups: &Value) -> Value {
    json!({
        "faction": faction, "class": name, "kind": "ship", "names": [], "points": 1, "explosion": 0,
        "curve": [[1, 5, 1], [1, 4, 1]], "start": 1, "hull": hull,
        "shields": { "forward": shields, "right": shields, "rear": shields, "left": shields },
        "battery": false, "afterburners": 0, "groups": groups,
    })
}

/// What is told of a volley at a range, the target with this hull and these shields.
fn told(weapon: &str, count: u32, range: i32, hull: &[&str], shields: u8, terrain: &Value) -> Vec<Odds> {
    let gun = json!([{ "weapon": weapon, "count": count, "arcs": "FLR", "red": 1, "yellow": 1 }]);
    let situation = json!({
        "impulse": "C", "phase": "fire", "side": 1, "initiative": 0, "terrain": terrain,
        "designs": [class("terran", "Hulk", hull, shields, &json!([])), class("talon", "Gun", &["H"], 0, &gun)],
        "ships": [
            { "side": 0, "class": "Hulk", "at": [7, 6], "facing": 3 },
            { "side": 1, "class": "Gun", "at": [7 + range, 6], "facing": 3 },
        ],
    });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let battle = Battle::from_situation(&Options::default(), &situation)
        .unwrap_or_else(|err| panic!("{weapon}: {err}"));
    let text = format!("B1 1{}; done", " A1".repeat(count as usize));
    let order = Battle::read_order(&battle.view(Viewer::Seat(Seat(1))), Seat(1), &text).expect("an order");
    battle.check(Seat(1), &order).unwrap_or_else(|err| panic!("{weapon} at {range}: {err}"));
    battle.odds(Seat(1), &battle.menu(Seat(1)), &order)
}

fn of<'a>(told: &'a [Odds], unit: &str) -> &'a Ways {
    &told.iter().find(|it| it.unit == unit).unwrap_or_else(|| panic!("no {unit} in {told:?}")).ways
}

/// TAL-8.3.1, TAL-15.1.1, TAL-15.2.1: every weapon at every range, one and two of them.
#[test]
fn rule_8_3_1_every_weapon_at_every_range() {
    let hull = ["H"; 30];
    for (weapon, rows) in TABLES {
        for &(range, damage) in rows {
            for count in [1, 2] {
                let what = format!("{count} {weapon} at {range}");
                let told = told(weapon, count, range, &hull, 0, &json!([]));
                let counted = Chance::d6(damage).times(count);
                counted.is_told(&what, of(&told, "damage points"));
                counted.is_told(&what, of(&told, "hull boxes"));
            }
        }
    }
}

/// TAL-17.5a: a hex of asteroids takes 1 off the die, and less than 1 misses.
#[test]
fn rule_17_5_a_asteroids() {
    let rocks = json!([{ "kind": "asteroid", "at": [8, 6] }]);
    let told = told("disruptor", 1, 2, &["H"; 30], 0, &rocks);
    Chance::d6([0, 0, 2, 2, 2, 2]).is_told("a disruptor through asteroids", of(&told, "damage points"));
}

/// A ship under fire: shields left on the arc, boxes marked, whether shields are down.
type Hull = (u8, usize, bool);

/// TAL-8.4.1a, TAL-8.4.3, TAL-8.4.4: so many points one by one, each critical box rolled for at once.
fn struck(boxes: &[&str], from: Hull, points: u32, past_shields: bool) -> Chance<Hull> {
    let (shields, marked, down) = from;
    if points == 0 || boxes.len() <= marked {
        return Chance::sure(from);
    }
    let rest = |hull: &Hull| struck(boxes, *hull, points - 1, past_shields);
    if !past_shields && !down && 0 < shields {
        return rest(&(shields - 1, marked, down));
    }
    let after = (shields, marked + 1, down);
    if !boxes[marked].starts_with('C') {
        return rest(&after);
    }
    // The table of criticals, by the sum of two dice.
    let critical = |sum: u8| match sum {
        2 => struck(boxes, after, 3, true),
        3 => Chance::sure((shields, marked + 1, true)),
        10 => struck(boxes, after, 1, true),
        12 => Chance::sure((shields, boxes.len(), down)),
        _ => Chance::sure(after),
    };
    Chance::die(6, |a| Chance::die(6, |b| critical(a + b))).then(rest)
}

/// TAL-CRIT.2, TAL-CRIT.3, TAL-CRIT.10, TAL-CRIT.12: shields, hull, criticals and the end of a ship.
#[test]
fn rule_8_4_3_criticals() {
    let hull = ["H", "C", "H", "C-1", "H"];
    for (weapon, rows) in TABLES.into_iter().filter(|it| it.0 != "wave_motion_gun") {
        for &(range, damage) in rows {
            for (count, shields) in [(1, 0), (1, 2), (2, 1)] {
                let what = format!("{count} {weapon} at {range} against {shields}");
                let told = told(weapon, count, range, &hull, shields, &json!([]));
                let shot =
                    |from: &Hull| Chance::d6(damage).then(|points| struck(&hull, *from, *points, false));
                let fresh: Chance<Hull> = Chance::sure((shields, 0, false));
                let after = (0..count).fold(fresh, |all, _| all.then(shot));
                after.read(|it| it.1 as u32).is_told(&what, of(&told, "hull boxes"));
                after.read(|it| u32::from(it.1 == hull.len())).is_told(&what, of(&told, "destroyed"));
                let lost = after.read(|it| u32::from(shields - it.0));
                if let Some(told) = told.iter().find(|it| it.unit == "shield boxes") {
                    lost.is_told(&what, &told.ways);
                }
            }
        }
    }
}

/// What is told of `text`, ordered by a ship with this weapon at [7 + range, 6] against what stands at [7, 6].
fn told_of(weapon: &str, range: i32, against: &Value, text: &str) -> Vec<Odds> {
    let gun = json!([{ "weapon": weapon, "count": 2, "arcs": "FLR", "red": 1, "yellow": 1 }]);
    let mut situation = json!({
        "impulse": "C", "phase": "fire", "side": 1, "initiative": 0,
        "designs": [
            class("terran", "Hulk", &["H", "C", "H"], 1, &json!([])), class("talon", "Gun", &["H"], 0, &gun),
        ],
        "ships": [
            { "side": 0, "class": "Hulk", "at": [2, 2], "facing": 0 },
            { "side": 1, "class": "Gun", "at": [7 + range, 6], "facing": 3 },
        ],
    });
    for (name, value) in against.as_object().expect("fields") {
        situation[name] = value.clone();
    }
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let battle = Battle::from_situation(&Options::default(), &situation)
        .unwrap_or_else(|err| panic!("{weapon}: {err}"));
    let order = Battle::read_order(&battle.view(Viewer::Seat(Seat(1))), Seat(1), text).expect("an order");
    battle.check(Seat(1), &order).unwrap_or_else(|err| panic!("{weapon} at {range}: {err}"));
    battle.odds(Seat(1), &battle.menu(Seat(1)), &order)
}

/// TAL-13.6a: one source of 3 and more destroys a Missile, less damages it, and anything destroys a damaged one.
#[test]
fn rule_13_6_a_missiles_under_fire() {
    let guns = || TABLES.into_iter().filter(|it| matches!(it.0, "phaser" | "torpedo" | "disruptor"));
    for (weapon, rows) in guns() {
        for &(range, damage) in rows {
            for (damaged, text) in
                [(false, "B1 1 M1 -; done"), (false, "B1 1 M1 M1; done"), (true, "B1 1 M1 -; done")]
            {
                let missile = json!({ "missiles": [
                    { "number": 1, "side": 0, "at": [7, 6], "facing": 0, "target": 1, "damaged": damaged },
                ] });
                let told = told_of(weapon, range, &missile, text);
                // 0 as it was launched, 1 damaged, 2 gone.
                let shot = |was: &u32| {
                    let was = *was;
                    Chance::d6(damage).read(|points| match (was, *points) {
                        (_, 0) => was,
                        (0, 1 | 2) => 1,
                        _ => 2,
                    })
                };
                let times = text.matches("M1").count();
                let after = (0..times).fold(Chance::sure(u32::from(damaged)), |all, _| all.then(shot));
                let what = format!("{text} with {weapon} at {range}, damaged: {damaged}");
                after.read(|it| u32::from(*it == 2)).is_told(&what, of(&told, "destroyed"));
            }
        }
    }
}

/// TAL-12.1.2b, TAL-12.1.3: fire at a fighter of two boxes: one point leaves it one, more kill it.
#[test]
fn rule_12_1_3_fighters_under_fire() {
    for (weapon, rows) in TABLES.into_iter().filter(|it| matches!(it.0, "phaser" | "torpedo" | "disruptor")) {
        for &(range, damage) in rows {
            for (left, text) in
                [(2, "B1 1 A2.1 -; done"), (2, "B1 1 A2.1 A2.1; done"), (1, "B1 1 A2.1 -; done")]
            {
                let squadron = json!({ "ships": [
                    { "side": 0, "class": "Hulk", "at": [2, 2], "facing": 0 },
                    { "side": 0, "class": "FTR", "at": [7, 6], "facing": 0, "fighters": [left, 2, 2] },
                    { "side": 1, "class": "Gun", "at": [7 + range, 6], "facing": 3 },
                ] });
                let told = told_of(weapon, range, &squadron, text);
                let times = text.matches("A2.1").count() as u32;
                let lost = Chance::d6(damage).times(times).read(|points| (*points).min(left));
                let what = format!("{text} with {weapon} at {range}, {left} boxes");
                lost.is_told(&what, of(&told, "hull boxes"));
                lost.read(|it| u32::from(*it == left)).is_told(&what, of(&told, "destroyed"));
            }
        }
    }
}

/// TAL-13.5a, TAL-17.5c: a Missile does 2 points whatever is rolled; what they come to is a matter of criticals.
#[test]
fn rule_13_5_a_missiles_that_strike() {
    for (shields, hull) in
        [(0, ["C", "H", "C"]), (1, ["C", "H", "C"]), (3, ["C", "C-1", "H"]), (0, ["H", "C", "C"])]
    {
        let launcher = json!([{ "weapon": "missile", "count": 1, "arcs": "FLR", "red": 1, "yellow": 1 }]);
        let against = json!({
            "designs": [
                class("terran", "Hulk", &hull, shields, &json!([])),
                class("talon", "Gun", &["H"], 0, &launcher),
            ],
            "ships": [
                { "side": 0, "class": "Hulk", "at": [7, 6], "facing": 3 },
                { "side": 1, "class": "Gun", "at": [9, 6], "facing": 3 },
            ],
        });
        let told = told_of("missile", 2, &against, "B1 1 A1; done");
        let after = struck(&hull, (shields, 0, false), 2, false);
        let what = format!("a Missile at {shields} shields and {hull:?}");
        after.read(|it| it.1 as u32).is_told(&what, of(&told, "hull boxes"));
        after.read(|it| u32::from(it.1 == hull.len())).is_told(&what, of(&told, "destroyed"));
    }
}
