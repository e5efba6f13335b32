//! Odds of every test against the rules' own words: nature draws one of three, and an easy test counts a
//! Draw as a Success (FTB-13.1). Nothing of the game's own counting is used.

use engine::{Assist, Game, Library, Odds, Seat, Spoken, Table, Viewer, Ways};
use rules_ftb::{Battle, Options, Order, Situation};
use serde_json::{Value, json};
use testkit::chance::Chance;

/// Somebody far away, so that both sides have a ship.
fn far() -> Value {
    json!({ "side": 1, "class": "destroyer", "at": { "x": 0, "y": 350 }, "vector": { "x": 1, "y": 0 },
        "activated": true })
}

fn start(options: &Value, more: &Value, ships: &Value) -> Battle {
    let mut situation = json!({ "at": { "ship": 0 }, "ships": ships });
    situation.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let options: Options = plain::from_value(options).expect("options");
    let battle = Battle::from_situation(&options, &situation).unwrap_or_else(|err| panic!("{err}"));
    let mut table = Table::new(battle, dice::Dice::scripted([]));
    table.open();
    table.into_state()
}

fn empty() -> Value {
    json!({ "systems": [{ "id": "VOID", "name": "Void", "influence": 0.5, "bodies": [] }] })
}

#[track_caller]
fn told(battle: &Battle, text: &str) -> Vec<Odds> {
    let order: Order =
        Battle::read_order(&battle.view(Viewer::Seat(Seat(0))), Seat(0), text).expect("an order");
    battle.check(Seat(0), &order).unwrap_or_else(|err| panic!("{text}: {err}"));
    battle.odds(Seat(0), &battle.menu(Seat(0)), &order)
}

/// What a Lose, a Draw and a Win come to.
#[track_caller]
fn compare(what: &str, told: &[Odds], rule: &str, when: &str, [lose, draw, win]: [&str; 3]) {
    let fits = |it: &&Odds| it.rule == rule && it.unit == "result" && it.what.ends_with(when);
    let odds = told.iter().find(fits).unwrap_or_else(|| panic!("{what}: no {rule} in {told:?}"));
    let number = |name: &str| {
        let at = odds.names.iter().position(|it| *it == name);
        at.unwrap_or_else(|| panic!("{what}: no {name:?} in {:?}", odds.names)) as u32
    };
    let faces = [number(lose), number(draw), number(win)];
    let counted = Chance::die(3, |face| Chance::sure(faces[usize::from(face) - 1]));
    counted.is_told(what, &odds.ways);
}

fn flyer(class: &str, more: &Value) -> Value {
    let mut ship =
        json!({ "side": 0, "class": class, "at": { "x": 100, "y": 0 }, "vector": { "x": 6, "y": 0 } });
    ship.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
    ship
}

/// FTB-12.6, FTB-11.6, FTB-33.2: tests of a ship with itself.
#[test]
fn ftb_12_6_repairs_masks_and_shields() {
    let none = json!({});
    let hurt = flyer("cruiser", &json!({ "damage": { "system": "drive", "offline": true } }));
    let repair = told(&start(&none, &empty(), &json!([hurt, far()])), "repair");
    compare("repair", &repair, "FTB-12.6", "", ["not repaired", "repaired, 1 heat", "repaired"]);
    let seen = flyer("cruiser", &json!({ "tracked": true }));
    let mask = told(&start(&none, &empty(), &json!([seen, far()])), "coast");
    compare("masking", &mask, "FTB-11.6", "", ["stays Tracked", "Untracked", "Untracked"]);
    let bare = flyer("cruiser", &json!({ "shields": 0 }));
    let battle = start(&json!({ "shield_recharge": "repair" }), &empty(), &json!([bare, far()]));
    compare("recharge", &told(&battle, "recharge"), "FTB-33.2", "", ["no shield", "a shield", "a shield"]);
}

/// FTB-23.2: from speed 13 on a Draw is 1 heat, below it is a Success.
#[test]
fn ftb_23_2_asteroids() {
    let homes = json!({ "homes": [["Earth"], ["Mars"]] });
    for (speed, draw) in [(5, "unharmed"), (14, "1 heat")] {
        let ship = json!({ "side": 0, "class": "cruiser", "at": { "x": 25, "y": -19 },
            "vector": { "x": 0, "y": -speed } });
        let rocks = told(&start(&json!({}), &homes, &json!([ship, far()])), "launch");
        compare(&format!("asteroids at {speed}"), &rocks, "FTB-23.2", "", ["a Hit", draw, "unharmed"]);
        // FTB-17.2: and the Hit itself.
        let hits = rocks.iter().find(|it| it.unit == "Hits").expect("Hits are told");
        assert_eq!(hits.ways, Ways::of([2_u8, 1]));
    }
}

/// FTB-20.1: torpedo against torpedo, an easy test.
#[test]
fn ftb_20_1_torpedo_against_torpedo() {
    let torpedo = json!([{ "x": 110, "y": 0 }, { "x": 8, "y": 0 }]);
    let mut foe = far();
    foe["torpedo"] = json!([{ "x": 116, "y": 5 }, { "x": 0, "y": 1 }]);
    let ships = json!([flyer("destroyer", &json!({ "torpedo": torpedo })), foe]);
    let shot = told(&start(&json!({}), &empty(), &ships), "guide attack torpedo:AD1");
    compare("a torpedo", &shot, "FTB-20.1", "", ["it flies on", "shot down", "shot down"]);
}

/// FTB-19.2, FTB-19.3: a torpedo at a ship, armed or not, evading or not.
#[test]
fn ftb_19_3_countermeasures() {
    let torpedo = json!([{ "x": 110, "y": 0 }, { "x": 8, "y": 0 }]);
    let (past, hit, none) = ("a Hit past the shields", "a Hit", "no Hit");
    for (armed, evades, results) in [
        (true, false, [past, hit, none]),
        (true, true, [past, none, none]),
        (false, false, [past, hit, hit]),
        (false, true, [past, hit, hit]),
    ] {
        let mut foe = json!({ "side": 1, "class": "destroyer", "at": { "x": 116, "y": 4 },
            "vector": { "x": 1, "y": 0 } });
        if !armed {
            foe["damage"] = json!({ "system": "weapons", "offline": true });
        }
        let ships = json!([flyer("destroyer", &json!({ "torpedo": torpedo })), foe]);
        let shot = told(&start(&json!({}), &empty(), &ships), "guide attack AD1");
        let when = if evades { "if it evades" } else { "if it does not evade" };
        compare(&format!("armed {armed}, {when}"), &shot, "FTB-19.2", when, results);
    }
}

/// FTB-10.2: a scan, an easy test.
#[test]
fn ftb_10_2_scans() {
    let foe =
        json!({ "side": 1, "class": "destroyer", "at": { "x": 106, "y": 15 }, "vector": { "x": 1, "y": 0 } });
    let ships = json!([flyer("cruiser", &json!({})), foe]);
    let mut table = Table::new(start(&json!({}), &empty(), &ships), dice::Dice::scripted([]));
    let coast =
        Battle::read_order(&table.state().view(Viewer::Seat(Seat(0))), Seat(0), "coast").expect("an order");
    table.resolve(&[(Seat(0), coast)].into_iter().collect());
    let scan = told(table.state(), "scan AD1");
    compare("a scan", &scan, "FTB-10.2", "", ["1 heat", "Tracked", "Tracked"]);
}

/// FTB-31.3: an unsafe tunnel rolls by itself, when the day of arrival is set: no order has odds, every throw counts.
#[test]
fn ftb_31_3_unsafe_tunnels() {
    let situation = json!({
        "systems": ["PRO", "BAR"], "day": 5, "at": "dawn",
        "lanes": [{ "tunnel": {
            "a": "PRO", "dir_a": [-1, 0], "b": "BAR", "dir_b": [-3, 4], "turns": 2, "safe": false,
        } }],
        "ships": [
            { "side": 0, "class": "cruiser", "lane": [0, 1, 5], "vector": { "x": 12, "y": 0 } },
            { "side": 0, "class": "destroyer", "at": { "x": 100, "y": 0 }, "vector": { "x": 1, "y": 0 } },
            far(),
        ],
    });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let battle = Battle::from_situation(&Options::default(), &situation).expect("set up");
    let came = |face: u8| {
        let mut table = Table::new(battle.clone(), dice::Dice::scripted([face]));
        table.open();
        assert!(table.dice().trouble().is_none() && table.dice().is_spent());
        match table.state().ship(rules_ftb::ShipId(0)).place {
            rules_ftb::Place::Destroyed => "destroyed",
            rules_ftb::Place::Lane { due: 6, .. } => "a turn late",
            _ => "arrives",
        }
    };
    let seen: Vec<(u128, &str)> = (1..=3).map(|face| (3, came(face))).collect();
    // FTB-13.1: nature draws one of three.
    let counted =
        Chance::die(3, |face| Chance::sure(["destroyed", "a turn late", "arrives"][usize::from(face) - 1]));
    counted.is_thrown("an unsafe tunnel", &seen);
}
