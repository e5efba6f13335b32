//! Scrambles and parting shots (FT-8.3, FT-8.10.3).

use crate::case::{Case, design};
use rules_full_thrust::{Group, Post};
use serde_json::{Value, json};

/// A carrier of side 0 at 50,50 with three groups and two tubes; two groups of side 1 in front of it.
fn raid(groups: &Value, options: &Value) -> Case {
    let drive = json!({ "name": "drive", "thrust": 4 });
    let bay = |id: &str| json!({ "name": "hangar", "id": id });
    let tube = json!({ "name": "launchTube" });
    let systems = json!([drive, bay("a"), bay("b"), bay("c"), tube, tube]);
    let mut carrier = design("Carrier", 200, 40, json!([]), systems, json!([]));
    carrier["fighters"] =
        json!([{ "type": "standard" }, { "type": "torpedo", "mods": ["longRange"] }, { "type": "standard" }]);
    let mut foe = design("Foe", 200, 20, json!([]), json!([drive, bay("x"), bay("y"), tube]), json!([]));
    foe["fighters"] = json!([{ "type": "standard" }, { "type": "standard" }]);
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    let mut all = json!([
        { "group": 3, "at": { "x": 50, "y": 55 }, "facing": 6 }, { "group": 4, "at": { "x": 52, "y": 55 },
            "facing": 6 },
    ]);
    all.as_array_mut().expect("a list").extend(groups.as_array().expect("a list").iter().cloned());
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [carrier, foe],
            "ships": [
                { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Foe", "at": { "x": 150, "y": 150 } },
            ],
            "groups": all,
        }),
    )
}

fn scramble(groups: &[(u8, u8)]) -> Value {
    json!({ "scramble": { "ship": 0, "groups": groups } })
}

/// Up to the scramble: both groups attack the carrier.
fn attacked(mut case: Case, order: &Value, dice: &[u8]) -> Case {
    case.play(&[(0, order.clone())], &[4, 3]);
    while phase(&case) != "attacks" {
        case.play(&[], &[]);
    }
    let at = |group: u8| json!({ "group": group, "target": { "ship": 0 } });
    case.play(&[(1, json!({ "attack": [at(3), at(4)] }))], dice);
    case
}

fn phase(case: &Case) -> &'static str {
    match engine::Game::pending(case.table.state()) {
        engine::Pending::Orders(decision) => decision.phase,
        engine::Pending::Over(_) => "over",
    }
}

fn hold() -> Value {
    json!({ "orders": {} })
}

/// FT-8.3.1, FT-8.3.2, FT-8.3.5: what the die says; only under attack, once, and without thrust.
#[test]
fn rule_8_3_2_scramble() {
    let case = attacked(raid(&json!([]), &json!({})), &hold(), &[]);
    assert_eq!(phase(&case), "scramble");
    case.refused(0, &scramble(&[]), "FT-8.3.2");
    case.refused(0, &scramble(&[(0, 3), (1, 3), (2, 4)]), "FT-8.3.2");
    case.refused(0, &scramble(&[(3, 4)]), "FT-8.3.1");
    case.refused(0, &scramble(&[(0, 2)]), "FT-8.3.3");
    let flies = |case: &Case| [0, 1, 2].map(|id| case.group(id).is_flying());
    // 1: the bay is blocked, and so is the group, until it is repaired.
    let mut case = attacked(raid(&json!([]), &json!({})), &hold(), &[]);
    case.play(&[(0, scramble(&[(0, 3), (2, 4)]))], &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!((flies(&case), case.group(0).left), ([false; 3], 6));
    case.refused(0, &json!({ "repair": [{ "ship": 0, "icon": 2, "parties": 3 }] }), "FT-10.4.4");
    case.play(&[(0, json!({ "repair": [{ "ship": 0, "icon": 1, "parties": 3 }] }))], &[2]);
    let launch = json!({ "orders": { "ships": [{ "ship": 0, "launch": [0] }] } });
    case.play(&[(0, launch)], &[4, 3]);
    assert!(case.group(0).is_flying());
    // 2 and 3: nothing.
    let mut case = attacked(raid(&json!([]), &json!({})), &hold(), &[]);
    case.play(&[(0, scramble(&[(0, 3)]))], &[3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(flies(&case), [false; 3]);
}

/// FT-8.3.2, FT-8.3.3: 5 and 6 in time: a dogfight instead of the attack.
#[test]
fn rule_8_3_3_in_time() {
    let mut case = attacked(raid(&json!([]), &json!({})), &hold(), &[]);
    case.play(&[(0, scramble(&[(0, 3), (2, 4)]))], &[6]);
    let pinned = |group: &Group| group.deeds.pinned;
    assert_eq!([3, 4].map(|id| pinned(case.group(id))), [true, true]);
    assert_eq!([0, 1, 2].map(|id| case.group(id).is_flying()), [true, false, true]);
}

/// FT-8.3.3: each scrambled group fights the attacker it was sent against, who cannot press on; the
/// carrier is not attacked.
#[test]
fn rule_8_3_3_attack_is_prevented() {
    let mut case = attacked(raid(&json!([]), &json!({})), &hold(), &[]);
    case.play(&[(0, scramble(&[(0, 3), (2, 4)]))], &[6]);
    assert_eq!(phase(&case), "dogfights");
    case.refused(1, &json!({ "dogfight": [{ "group": 3 }] }), "FT-8.3.3");
    case.refused(1, &json!({ "dogfight": [{ "group": 3, "at": [2] }] }), "FT-8.11.1");
    let stand = |group: u8, at: u8| json!({ "group": group, "at": [at] });
    // The scrambled group, its attacker, then the other pair; a kill for each of the first two.
    let dice: Vec<u8> = [[4, 1, 1, 1, 1, 1], [5, 1, 1, 1, 1, 1], [1; 6], [1; 6]].concat();
    case.play(&[(1, json!({ "dogfight": [stand(3, 0), stand(4, 2)] }))], &dice);
    assert_eq!([0, 2, 3, 4].map(|id| case.group(id).left), [5, 6, 5, 6]);
    assert_eq!([0, 2, 3, 4].map(|id| case.group(id).cef), [5, 5, 5, 5]);
    assert_eq!((case.ship(0).hull_lost, phase(&case)), (0, "write orders"));
}

/// FT-8.3.4: too late: both attackers strike, and then the scrambled group fights one of them, who
/// shoots again for nothing.
#[test]
fn rule_8_3_4_too_late() {
    let mut case = attacked(raid(&json!([]), &json!({})), &hold(), &[]);
    let strikes: [[u8; 6]; 2] = [[4, 4, 1, 1, 1, 1], [5, 1, 1, 1, 1, 1]];
    let fight: [[u8; 6]; 2] = [[4, 5, 1, 1, 1, 1], [4, 1, 1, 1, 1, 1]];
    let dice: Vec<u8> = [vec![4], strikes.concat(), fight.concat()].concat();
    case.play(&[(0, scramble(&[(0, 3), (2, 4)]))], &dice);
    assert_eq!(case.ship(0).hull_lost, 3);
    assert_eq!([0, 3, 4].map(|id| case.group(id).left), [5, 4, 6]);
    assert_eq!([0, 3, 4].map(|id| case.group(id).cef), [5, 5, 5]);
    assert_eq!(case.group(2).carrier(), Some(rules_full_thrust::ShipId(0)), "a 4 brings out one");
}

/// FT-8.3.6: out of the workshop with half the fuel and no torpedoes; long-range fighters 4.
#[test]
fn rule_8_3_6_scrambled_while_rearming() {
    let groups = json!([{ "group": 0, "ready": 3, "cef": 0 }, { "group": 1, "ready": 3, "cef": 9 }]);
    let mut case = attacked(raid(&groups, &json!({})), &hold(), &[]);
    case.play(&[(0, scramble(&[(0, 3), (1, 4)]))], &[6]);
    assert_eq!((case.group(0).cef, case.group(1).cef, case.group(1).is_armed()), (3, 4, false));
}

/// FT-8.3.5: a ship that has used its drive scrambles nobody.
#[test]
fn rule_8_3_5_no_scramble_under_thrust() {
    let plot = json!({ "orders": { "ships": [{ "ship": 0, "plot": "+2" }] } });
    // Twelve craft miss.
    let case = attacked(raid(&json!([]), &json!({})), &plot, &[1; 12]);
    assert_ne!(phase(&case), "scramble");
}

/// FT-8.10.3: who slips away is shot at first, unless it is faster; the attacker may decline, and pays.
#[test]
fn rule_8_10_3_slipping_away() {
    let contact = || {
        let groups = json!([{ "group": 0, "at": { "x": 60, "y": 55 } }]);
        let mut case = raid(&groups, &json!({}));
        case.play(&[], &[4, 3]);
        let onto = json!({ "fly": { "to": { "x": 60, "y": 55 }, "facing": 12, "engage": 0 } });
        case.play(&[(1, json!({ "wing": { "group": 3, "action": onto } }))], &[]);
        let away = json!({ "fly": { "to": { "x": 70, "y": 55 }, "facing": 12 } });
        case.play(&[(0, json!({ "wing": { "group": 0, "action": away } }))], &[]);
        assert_eq!(phase(&case), "parting shots");
        case
    };
    let mut case = contact();
    case.refused(1, &json!({ "parting": [4] }), "FT-8.10.3");
    case.play(&[(1, json!({ "parting": [3] }))], &[4, 1, 1, 5, 1, 1]);
    assert_eq!((case.group(0).left, case.group(0).at.to_string()), (4, "(70.0, 55.0)".to_owned()));
    assert_eq!((case.group(3).cef, case.group(3).deeds.fired, case.group(3).deeds.contact), (5, true, None));
    let mut case = contact();
    case.play(&[(1, json!({ "parting": [] }))], &[]);
    assert_eq!((case.group(0).left, case.group(3).cef), (6, 6));
    // Shot down, it goes nowhere.
    let mut case = contact();
    case.play(&[(1, json!({ "parting": [3] }))], &[6, 6, 6, 1, 1, 1, 1, 1, 1]);
    assert_eq!(case.group(0).post, Post::Destroyed);
}
