//! Orders that set weapons and fields: torpedoes, fusion arrays, reflex fields, suicide charges.

use crate::{
    case::{Case, design, order},
    dogfights::{at_ship, attack, name},
    gunboats::until,
};
use rules_full_thrust::IconId;
use serde_json::{Value, json};

/// Two ships, 12 MU apart, the first with one weapon at icon 2.
fn facing(weapon: &Value, systems: &Value, distance: u32, options: &Value) -> Case {
    let own = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let mut gunship = design("Gunship", 300, 30, json!([]), own, json!([weapon]));
    gunship["extras"] = json!({ "flagbridge": { "overload": true } });
    let target = design("Target", 200, 40, json!([]), systems.clone(), json!([]));
    let mut options = options.clone();
    for (name, value) in
        [("core_systems", json!(false)), ("repairs", json!(false)), ("overloaded_torpedo", json!(true))]
    {
        options[name] = value;
    }
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [gunship, target],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + distance } },
            ],
        }),
    )
}

fn set(mode: &str) -> Value {
    json!({ "orders": { "ships": [{ "ship": 0, "modes": [[2, mode]] }] } })
}

fn fire() -> Value {
    json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } })
}

/// FT-5.14.2: an overloaded torpedo uses the shorter table and does 1d6 + 2; after two ones the tube
/// is gone; not if it fired last turn, nor if it was overloaded and did not fire.
#[test]
fn rule_5_14_2_overload() {
    let torpedo = json!({ "name": "torpedoPulse", "leftArc": "F", "numArcs": 1 });
    let mut case = facing(&torpedo, &json!([]), 12, &json!({}));
    case.play(&[(0, set("overload"))], &[4, 3]);
    // 12 MU on the short table needs 4.
    case.play(&[(0, fire())], &[4, 1, 1]);
    assert_eq!(case.ship(1).hull_lost, 3);
    assert!(case.ship(0).gone.contains(IconId(2)));
    let mut case = facing(&torpedo, &json!([]), 12, &json!({}));
    case.play(&[(0, set("overload"))], &[4, 3]);
    case.play(&[], &[]);
    case.refused(0, &set("overload"), "FT-5.14.2");
    case.refused(0, &set("long"), "FT-5.14.3");
}

/// FT-5.14.3: long 1d3 SAP, short 1d6 + 2 AP past all screens.
#[test]
fn rule_5_14_3_variable_torpedo() {
    let torpedo = json!({ "name": "torpedoVariable", "leftArc": "F", "numArcs": 1 });
    let weapon = |mode: &str, dice: &[u8]| {
        let screens = json!([{ "name": "screen", "advanced": true }]);
        let mut case = facing(&torpedo, &screens, 12, &json!({}));
        case.play(&[(0, set(mode))], &[4, 3]);
        case.play(&[(0, fire())], dice);
        case.ship(1).hull_lost
    };
    // 12 MU: 3 on the long table, 4 on the short.
    assert_eq!(weapon("long", &[3, 5]), 2);
    assert_eq!(weapon("short", &[4, 5]), 7);
}

/// FT-5.19.1: switching takes a fusion array off line for the turn.
#[test]
fn rule_5_19_1_switching() {
    let fusion = json!({ "name": "fusion", "leftArc": "F", "numArcs": 1, "mode": "flare" });
    let mut case = facing(&fusion, &json!([]), 12, &json!({}));
    // Nobody can fire this turn.
    case.play(&[(0, set("torpedo"))], &[4, 3]);
    case.play(&[], &[4, 3]);
    // As a torpedo at 12 MU: 5 to hit, five dice.
    case.play(&[(0, fire())], &[5, 4, 1, 1, 1, 1]);
    assert_eq!(case.ship(1).hull_lost, 1);
}

/// FT-7.25.1, FT-7.25.2: behind a reflex field nobody fires, and beams may come back.
#[test]
fn rule_7_25_2_reflex_field() {
    let beam = json!({ "name": "beam", "class": 3, "leftArc": "F", "numArcs": 6 });
    let on = json!({ "orders": { "ships": [{ "ship": 1, "reflex": true }] } });
    for (die, through, back) in [(1, 3, 0), (2, 2, 0), (4, 0, 0), (5, 0, 2), (6, 0, 3)] {
        let mut case = facing(&beam, &json!([{ "name": "reflex" }]), 12, &json!({ "reflex_field": true }));
        case.refused(0, &json!({ "orders": { "ships": [{ "ship": 0, "reflex": true }] } }), "FT-7.25.1");
        case.play(&[(1, on.clone())], &[4, 3]);
        case.play(&[(0, fire())], &[4, 4, 4, die]);
        assert_eq!((case.ship(1).hull_lost, case.ship(0).hull_lost), (through, back), "rolled {die}");
    }
}

/// FT-7.9.1: three charges are nine dice within 1 MU; screens of any kind take their level off each.
#[test]
fn rule_7_9_1_suicide_charges() {
    let charges = json!([{ "name": "suicide" }, { "name": "suicide" }, { "name": "suicide" }]);
    let pds = json!({ "name": "grapeshot" });
    let order = json!({ "orders": { "ships": [{ "ship": 1, "detonate": true }] } });
    for (distance, dice) in [(1, 9), (2, 6), (3, 3), (4, 0)] {
        let mut case = facing(&pds, &charges, distance, &json!({}));
        let mut rolls = vec![4, 3];
        rolls.extend(vec![1; dice]);
        // Nine points complete the first row of eight: three icons are checked.
        rolls.extend(vec![1; if dice == 9 { 3 } else { 0 }]);
        case.play(&[(1, order.clone())], &rolls);
        assert!(!case.ship(1).is_active());
        assert_eq!(usize::from(case.ship(0).hull_lost), dice, "{distance}");
    }
}

/// FT-7.25.2: a field against fighters and gunboats: one die for the group, and with a 5 or 6 all that did
/// damage are lost; torpedoes pass it.
#[test]
fn rule_7_25_2_small_craft() {
    let target = || design("Target", 120, 40, json!([]), json!([{ "name": "reflex" }]), json!([]));
    let sky = |carrier: Value| {
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "reflex_field": true }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [carrier, target()],
                "ships": [
                    { "side": 0, "design": "Eyrie", "at": { "x": 10, "y": 10 } },
                    { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 } },
                ],
                "groups": [{ "group": 0, "at": { "x": 50, "y": 46 } }],
            }),
        );
        case.play(&[(1, order(1, json!({ "reflex": true })))], &[4, 3]);
        case
    };
    let wings = |kind: &str| {
        let mut it = design("Eyrie", 300, 60, json!([]), json!([{ "name": "hangar" }]), json!([]));
        it["fighters"] = json!([{ "type": kind }]);
        it
    };
    for (die, through, left) in [(1, 3, 6), (2, 2, 6), (3, 0, 6), (5, 0, 4), (6, 0, 4)] {
        let mut case = sky(wings("standard"));
        until(&mut case, "attacks");
        name(&mut case, 0, attack(&[(0, at_ship(1))]), &[5, 1, 6, 2, 3, 1, 2, die]);
        assert_eq!((case.ship(1).hull_lost, case.group(0).left), (through, left), "{die}");
    }
    let mut case = sky(wings("torpedo"));
    until(&mut case, "attacks");
    name(&mut case, 0, attack(&[(0, at_ship(1))]), &[]);
    case.play(&[(0, json!({ "run": [{ "group": 0, "with": "main" }] }))], &[4, 1, 1, 1, 1, 1]);
    assert_eq!((case.ship(1).hull_lost, case.group(0).left), (4, 6));
    let mut tender = design("Eyrie", 300, 60, json!([]), json!([{ "name": "gunboatRack" }]), json!([]));
    tender["gunboatSquadrons"] = json!([{ "boats": [{ "type": "beam" }, { "type": "beam" }] }]);
    let mut case = sky(tender);
    until(&mut case, "ships fire");
    case.play(&[(0, json!({ "fire_boats": { "group": 0, "target": 1 } }))], &[4, 1, 1, 1, 6]);
    assert_eq!((case.ship(1).hull_lost, case.group(0).left), (0, 1));
}
