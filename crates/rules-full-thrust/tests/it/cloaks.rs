//! Cloaks of all three kinds, ECM and fields on and off (FT-7.5, FT-7.18 to FT-7.22).

use crate::case::{Case, design, order};
use engine::{Seat, Viewer};
use rules_full_thrust::{Cloak, IconId, ShipId, Status};
use serde_json::{Value, json};

const OTHERS: [Viewer; 2] = [Viewer::Seat(Seat(0)), Viewer::Spectator];

/// A gunship with a Beam-3 (icon 2) and a needle (icon 3) at 50,50, and a ship with `systems` from
/// icon 2 on, so far ahead of it; `more` are fields of the second ship.
fn hunt(systems: &Value, distance: u32, more: &Value, situation: &Value, options: &Value) -> Case {
    let control = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let beam = json!({ "name": "beam", "class": 3, "leftArc": "F", "numArcs": 6 });
    let needle = json!({ "name": "needle", "class": 2, "leftArc": "F", "numArcs": 1 });
    let gunship = design("Gunship", 200, 30, json!([]), control.clone(), json!([beam, needle]));
    let mut all = control.as_array().expect("systems").clone();
    all.extend(systems.as_array().expect("systems").iter().cloned());
    let sneak = design("Sneak", 200, 40, json!([]), json!(all), json!([beam]));
    let mut ship = json!({ "side": 1, "design": "Sneak", "at": { "x": 50, "y": 50 + distance } });
    for (name, value) in more.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    let mut all = json!({
        "table": { "width": 200, "height": 200 },
        "designs": [gunship, sneak],
        "ships": [{ "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } }, ship],
    });
    for (name, value) in situation.as_object().expect("fields") {
        all[name] = value.clone();
    }
    Case::new(&options, &all)
}

fn fire(weapon: u8) -> Value {
    json!({ "fire": { "ship": 0, "shots": [{ "weapon": weapon, "target": 1 }] } })
}

/// FT-7.20.1, FT-7.20.2, FT-7.20.3, FT-5.13.6: for two turns the ship is on the table, fires nothing and
/// has no screens; fire counts twice the range and 2 less, on re-rolls too.
#[test]
fn rule_7_20_1_cloaking_device() {
    let systems = json!([{ "name": "cloakDevice" }, { "name": "screen" }, { "name": "screen" }]);
    let mut case = hunt(&systems, 6, &json!({ "facing": 6 }), &json!({}), &json!({}));
    case.refused(0, &order(0, json!({ "cloak": 1 })), "FT-7.20.1");
    case.refused(1, &order(1, json!({ "cloak": 0 })), "FT-7.20.1");
    case.play(&[(1, order(1, json!({ "cloak": 2 })))], &[4, 3]);
    assert!(case.ship(1).cloaked && case.ship(1).is_active());
    assert_eq!(case.table.state().screens(ShipId(1)).all, 0);
    case.refused(
        0,
        &json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1, "aim": 0 }] } }),
        "FT-7.20.3",
    );
    // 6 MU count as 12: three dice. 6 is 4, a hit and a re-roll; 6 again the same; 3 is nothing.
    case.play(&[(0, fire(2))], &[6, 5, 4, 6, 3]);
    assert_eq!(case.ship(1).hull_lost, 2);
    case.refused(1, &order(1, json!({ "cloak": 1 })), "FT-7.20.1");
    case.play(&[], &[4, 3]);
    assert!(case.ship(1).cloaked, "the second turn");
    // Only the gunship is asked.
    case.play(&[], &[]);
    case.play(&[], &[4, 3]);
    assert!(!case.ship(1).cloaked, "over at the end of phase 5");
    case.play(&[(0, fire(2))], &[3, 3, 3]);
    // It may fire again itself.
    let back = json!({ "fire": { "ship": 1, "shots": [{ "weapon": 5, "target": 0 }] } });
    case.play(&[(1, back)], &[1, 1, 1]);
}

/// FT-7.20.2: a cloaking device fails above velocity 24.
#[test]
fn rule_7_20_2_too_fast() {
    let systems = json!([{ "name": "cloakDevice" }]);
    let fast = json!({ "velocity": 24, "cloaked_until": 9 });
    let mut case = hunt(&systems, 6, &fast, &json!({}), &json!({}));
    case.play(&[], &[4, 3]);
    assert!(case.ship(1).cloaked);
    case.play(&[], &[4, 3]);
    let mut case = hunt(&systems, 6, &fast, &json!({}), &json!({}));
    case.play(&[(1, order(1, json!({ "plot": "+1" })))], &[4, 3]);
    assert!(!case.ship(1).cloaked);
}

/// FT-7.20.3: a device lost in a check is off at the end of the turn.
#[test]
fn rule_7_20_3_cloak_lost() {
    let systems = json!([{ "name": "cloakDevice" }]);
    let hurt = json!({ "cloaked_until": 9, "hull_lost": 9 });
    let mut case = hunt(&systems, 6, &hurt, &json!({ "phase": "fire" }), &json!({}));
    // One hit completes the row; drive, control, device and beam are checked.
    case.play(&[(0, fire(2))], &[6, 1, 1, 1, 1, 1, 6, 1]);
    assert!(case.ship(1).damaged.contains(IconId(2)) && !case.ship(1).cloaked);
}

/// FT-7.21.1, FT-7.21.2, FT-7.22.1: behind a cloaking field a ship is off the table for two turns and moves
/// in secret; then it appears where that has led it, and moves openly.
#[test]
fn rule_7_21_1_cloaking_field() {
    for cloak in ["cloakField", "cloakTuffley"] {
        let options = json!({ "cloaks": ["device", "field", "tuffley"], "emergency_thrust": true });
        let mut case = hunt(&json!([{ "name": cloak }]), 10, &json!({ "velocity": 4 }), &json!({}), &options);
        let marker = case.ship(1).motion;
        // Nobody has anything to fire at, so the next turn follows at once.
        case.play(&[(1, order(1, json!({ "cloak": 2 })))], &[4, 3]);
        assert_eq!((case.ship(1).status, case.ship(1).motion), (Status::Cloaked, marker));
        for hidden in [json!({ "cloak": 1 }), json!({ "plot": "+6", "emergency": true })] {
            assert!(!case.refusal(1, &order(1, hidden)).findings.is_empty());
        }
        case.refused(1, &order(1, json!({ "plot": "+6", "emergency": true })), "FT-7.21.2");
        case.refused(1, &order(1, json!({ "plot": "+6" })), "FT-3.2.1");
        case.play(&[(1, order(1, json!({ "plot": "+2" })))], &[4, 3]);
        assert_eq!((case.ship(1).status, case.ship(1).motion), (Status::Cloaked, marker));
        // 4, then 6, and now 6 more in the open: from 60 to 76.
        case.play(&[], &[4, 3]);
        assert!(case.ship(1).is_active());
        assert_eq!(case.ship(1).motion.at, geometry::Point::units(50, 76));
    }
}

/// FT-7.21.3: with one of its two boxes lost a cloaking field works as a device, with none not at all.
#[test]
fn rule_7_21_3_two_boxes() {
    let field = json!([{ "name": "cloakField" }]);
    let mut case = hunt(&field, 10, &json!({ "damaged": [3] }), &json!({}), &json!({}));
    assert_eq!(case.table.state().cloak(ShipId(1)), Some(Cloak::Device));
    case.play(&[(1, order(1, json!({ "cloak": 1 })))], &[4, 3]);
    assert!(case.ship(1).is_active() && case.ship(1).cloaked);
    let case = hunt(&field, 10, &json!({ "damaged": [2, 3] }), &json!({}), &json!({}));
    case.refused(1, &order(1, json!({ "cloak": 1 })), "FT-7.20.1");
}

/// FT-VIC.1: a ship still cloaked at the end counts as destroyed.
#[test]
fn rule_vic_1_still_cloaked() {
    for cloak in ["cloakDevice", "cloakField"] {
        let last = json!({ "turn": 12 });
        let mut case = hunt(&json!([{ "name": cloak }]), 60, &json!({}), &last, &json!({}));
        case.play(&[(1, order(1, json!({ "cloak": 3 })))], &[4, 3]);
        assert_eq!(case.ship(1).status, Status::Destroyed, "{cloak}");
    }
}

/// FT-7.20.1, FT-7.21.1: how long a cloak lasts, and what is done behind it, is a secret.
#[test]
fn rule_7_21_1_nobody_else_knows() {
    let twins = |systems: &Value, orders: [Value; 2]| {
        let twins = orders.map(|given| {
            let mut case = hunt(systems, 10, &json!({ "velocity": 4 }), &json!({}), &json!({}));
            case.play(&[(1, order(1, given))], &[4, 3]);
            case.table.state().clone()
        });
        for viewer in OTHERS {
            testkit::indistinguishable(&twins[0], &twins[1], viewer);
        }
    };
    twins(&json!([{ "name": "cloakDevice" }]), [json!({ "cloak": 1 }), json!({ "cloak": 3 })]);
    twins(&json!([{ "name": "cloakField" }]), [json!({ "cloak": 2 }), json!({ "cloak": 5 })]);
    twins(
        &json!([{ "name": "cloakField" }]),
        [json!({ "cloak": 2, "plot": "P2+1" }), json!({ "cloak": 2, "plot": "S1", "roll": true })],
    );
}

/// FT-7.18.1, FT-7.19.1: ECM is on from the start unless the option says otherwise, area ECM off; three
/// levels at most count; while area ECM is on its carrier has no fire control.
#[test]
fn rule_7_19_1_ecm() {
    let systems = json!([
        { "name": "ecm" }, { "name": "ecm" }, { "name": "ecm", "area": true }, { "name": "ecm", "area": true },
    ]);
    let mut case = hunt(&systems, 10, &json!({}), &json!({}), &json!({}));
    assert_eq!(case.table.state().ecm(ShipId(1)), 2);
    case.refused(1, &order(1, json!({ "switch": [[0, false]] })), "FT-7.5.1");
    case.play(&[(1, order(1, json!({ "switch": [[4, true], [5, true]] })))], &[4, 3]);
    assert_eq!((case.table.state().ecm(ShipId(1)), case.table.state().ecm(ShipId(0))), (3, 0));
    assert_eq!(case.table.state().fire_controls(ShipId(1)), 0);
    let case = hunt(&systems, 10, &json!({}), &json!({}), &json!({ "ecm_default": false }));
    assert_eq!(case.table.state().ecm(ShipId(1)), 0);
}

/// FT-7.19.1: area ECM covers friends within 6 MU.
#[test]
fn rule_7_19_1_area_ecm() {
    let systems = json!([{ "name": "fireControl" }, { "name": "ecm", "area": true }]);
    let carrier = design("Carrier", 100, 20, json!([]), systems, json!([]));
    let plain = design("Plain", 100, 20, json!([]), json!([]), json!([]));
    let ship = |side: u8, design: &str, x: u32| {
        json!({ "side": side, "design": design, "at": { "x": x,
        "y": 9 }, "off": [] })
    };
    let case = Case::new(
        &json!({}),
        &json!({
            "designs": [carrier, plain],
            "ships": [ship(0, "Carrier", 10), ship(0, "Plain", 16), ship(0, "Plain", 17), ship(1, "Plain", 12)],
        }),
    );
    assert_eq!([0, 1, 2, 3].map(|id| case.table.state().ecm(ShipId(id))), [1, 1, 0, 0]);
}

/// FT-7.5.1, FT-7.4.1: a stealth field counts while it is on, and stays as it was last switched.
#[test]
fn rule_7_5_1_stealth_fields() {
    let systems = json!([{ "name": "stealthField" }, { "name": "stealthField" }]);
    let mut case = hunt(&systems, 90, &json!({}), &json!({}), &json!({}));
    assert_eq!(case.table.state().stealth(ShipId(1)), 2);
    case.play(&[(1, order(1, json!({ "switch": [[2, false]] })))], &[4, 3]);
    assert_eq!(case.table.state().stealth(ShipId(1)), 1);
    case.refused(1, &order(1, json!({ "active": true })), "FT-7.4.4");
    case.play(&[(1, order(1, json!({ "switch": [[2, true]] })))], &[4, 3]);
    assert_eq!(case.table.state().stealth(ShipId(1)), 2);
    // FT-7.4.4: active, it is at level 1 for the turn, and may go active again in the next.
    case.play(&[(1, order(1, json!({ "active": true })))], &[4, 3]);
    assert_eq!(case.table.state().stealth(ShipId(1)), 1);
    case.play(&[(1, order(1, json!({ "active": true })))], &[4, 3]);
    assert_eq!(case.table.state().stealth(ShipId(1)), 1);
}
