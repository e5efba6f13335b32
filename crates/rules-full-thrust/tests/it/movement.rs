//! The worked examples of movement, with scripted dice, all of them used.

use crate::case::{Case, flying, plot};
use engine::{Game as _, Pending, Seat, Spoken as _, Viewer};
use rules_full_thrust::{Battle, Order, ShipId};
use serde_json::{Value, json};

/// FT-3.2.1, FT-3.2.2: thrust 4 turns by 2 at most, and spends 4 in all.
#[test]
fn rule_3_2_2_limits() {
    let case = flying(4, 10, 6, &json!({}), &json!({}));
    for good in ["+4", "-4", "P2+2", "S2-2", "P1S1+2"] {
        let order: Order = plain::from_value(&plot(0, good)).expect("an order");
        assert!(case.table.state().check(Seat(0), &order).is_ok(), "{good}");
    }
    case.refused(0, &plot(0, "P3"), "FT-3.2.2");
    case.refused(0, &plot(0, "P2S1"), "FT-3.2.2");
    case.refused(0, &plot(0, "P2+3"), "FT-3.2.1");
    case.refused(0, &plot(0, "MD2"), "FT-3.5.1");
    flying(8, 10, 6, &json!({}), &json!({})).refused(0, &plot(0, "-7"), "FT-3.2.2");
    // FT-3.3.1: an advanced drive turns with all of it.
    let mut advanced = flying(6, 12, 8, &json!({ "advanced": true }), &json!({}));
    advanced.play(&[(0, plot(0, "S6"))], &[3, 4]);
    assert_eq!(format!("{}", advanced.ship(0).motion.at), "(54.0, 46.0)");
}

/// FT-3.2.3, FT-3.2.4: a drive of 1, also one halved to it, turns every other turn.
#[test]
fn rule_3_2_3_thrust_one() {
    let mut case = flying(3, 12, 2, &json!({ "drive_hits": 1 }), &json!({ "repairs": false }));
    case.refused(0, &plot(0, "P1+1"), "FT-3.2.1");
    case.play(&[(0, plot(0, "P1"))], &[3, 4]);
    case.refused(0, &plot(0, "P1"), "FT-3.2.3");
    case.play(&[(0, plot(0, "+1"))], &[3, 4]);
    case.play(&[(0, plot(0, "S1"))], &[3, 4]);
    assert_eq!(case.ship(0).motion.velocity, 3);
    // FT-3.2.4: rounded the other way it has 2.
    let up = flying(3, 12, 2, &json!({ "drive_hits": 1 }), &json!({ "drive_half": "ceil" }));
    assert_eq!(up.table.state().rating(ShipId(0)), 2);
}

/// FT-3.5.2: without an order straight on at the same speed.
#[test]
fn rule_3_5_2_no_order() {
    let mut case = flying(4, 3, 5, &json!({}), &json!({}));
    case.play(&[], &[3, 4]);
    assert_eq!(format!("{}", case.ship(0).motion.at), "(55.0, 50.0)");
}

/// FT-3.6.1 to FT-3.6.3: thrust 4 plots P3+3, with every outcome of the example.
#[test]
fn rule_3_6_3_emergency_thrust() {
    let options = json!({ "emergency_thrust": true });
    let order =
        |text: &str| json!({ "orders": { "ships": [{ "ship": 0, "plot": text, "emergency": true }] } });
    let fresh = || flying(4, 12, 6, &json!({}), &options);
    let mut case = fresh();
    case.play(&[(0, order("P3+3"))], &[2, 3, 3, 4]);
    assert_eq!((case.ship(0).motion.velocity, case.ship(0).drive_hits), (9, 0));
    // Next turn S3+1: over half, and one use before: two dice again.
    case.play(&[(0, order("S3+1"))], &[1, 1, 3, 4]);
    assert_eq!(case.ship(0).motion.velocity, 10);
    let mut case = fresh();
    case.play(&[(0, order("P3+3"))], &[1, 5, 3, 4]);
    assert_eq!((case.ship(0).motion.velocity, case.ship(0).drive_hits), (9, 1));
    for (dice, hits, rating) in [([4, 5], 1, 2), ([6, 6], 2, 0)] {
        let mut case = fresh();
        case.play(&[(0, order("P3+3"))], &dice);
        assert_eq!((case.ship(0).drive_hits, case.table.state().rating(ShipId(0))), (hits, rating));
        case.refused(0, &plot(0, "P2+2"), "FT-3.2.1");
        case.play(&[], &[3, 4]);
        assert_eq!(case.ship(0).motion.velocity, 6);
    }
    fresh().refused(0, &order("P2"), "FT-3.6.1");
    fresh().refused(0, &order("P3+4"), "FT-3.6.1");
    fresh().refused(0, &order("P5"), "FT-3.6.1");
    flying(4, 12, 6, &json!({}), &json!({})).refused(0, &order("P3+3"), "FT-3.6.1");
    // FT-3.6.1: thrust 3 has up to 4 points, thrust 6 may turn 6.
    let three = flying(3, 12, 6, &json!({}), &options);
    three.refused(0, &order("+5"), "FT-3.6.1");
    flying(3, 12, 6, &json!({}), &options).play(&[(0, order("+4"))], &[1, 3, 4]);
    flying(6, 12, 6, &json!({}), &options).play(&[(0, order("P6"))], &[1, 3, 4]);
    // FT-3.6.3: the re-plot with the undamaged drive, the damage after the move.
    let mut late =
        flying(4, 12, 6, &json!({}), &json!({ "emergency_thrust": true, "et_replot": "undamaged" }));
    late.play(&[(0, order("P3+3"))], &[6, 6]);
    late.play(&[(0, plot(0, "P2+2"))], &[3, 4]);
    assert_eq!((late.ship(0).motion.velocity, late.ship(0).drive_hits), (8, 2));
}

/// FT-16.2.1: thrust 4: a roll, one point of turn and two of speed; mounts change sides.
#[test]
fn rule_16_2_1_rolling() {
    let roll = |text: &str| json!({ "orders": { "ships": [{ "ship": 0, "plot": text, "roll": true }] } });
    let mut case = flying(4, 12, 6, &json!({}), &json!({}));
    case.refused(0, &roll("P2"), "FT-3.2.2");
    case.play(&[(0, roll("P1+2"))], &[3, 4]);
    assert!(case.ship(0).rolled);
    flying(4, 12, 6, &json!({}), &json!({ "rolling": false })).refused(0, &roll("0"), "FT-16.2.1");
}

/// FT-3.7.1 to FT-3.7.6: a line abreast wheels round its outermost ship.
#[test]
fn rule_3_7_2_squadrons() {
    let ship =
        |x: u32, y: u32| json!({ "side": 0, "design": "Frigate", "at": { "x": x, "y": y }, "velocity": 6 });
    let situation = |xs: &[u32]| {
        let mut ships: Vec<Value> = xs.iter().map(|&x| ship(x, 20)).collect();
        ships.push(json!({ "side": 1, "design": "Frigate", "at": { "x": 70, "y": 1 }, "facing": 3 }));
        json!({ "table": { "width": 90, "height": 90 }, "ships": ships })
    };
    let order = |ships: &[u8], formation: &str, plot: &str| {
        let squadron = json!({ "ships": ships, "formation": formation, "plot": plot });
        json!({ "orders": { "squadrons": [squadron] } })
    };
    let core = json!({ "core_systems": false });
    let mut case = Case::new(&core, &situation(&[20, 24]));
    case.play(&[(0, order(&[0, 1], "line_abreast", "S3"))], &[3, 4]);
    // The left ship leads: 3 MU on course 1, 3 on course 3; the other keeps its place on the right.
    let at = |id: u8| case.ship(id).motion.at;
    assert!((at(0).x - at(1).x).abs().0 < 1_000, "{} {}", at(0), at(1));
    assert!(((at(0).y - at(1).y).0 - 4_000_000_000).abs() < 1_000, "{} {}", at(0), at(1));
    assert_eq!(format!("{}", at(0)), "(24.5, 22.6)");
    let case = Case::new(&core, &situation(&[20, 24, 40]));
    case.refused(0, &order(&[0, 2], "wedge", "0"), "FT-3.7.6");
    case.refused(0, &order(&[0], "wedge", "0"), "FT-3.7.1");
    case.refused(0, &order(&[0, 1], "wedge", "S4"), "FT-3.2.2");
    case.refused(0, &order(&[0, 3], "wedge", "0"), "FT-3.7.1");
    Case::new(&json!({ "squadrons": false }), &situation(&[20, 24])).refused(
        0,
        &order(&[0, 1], "wedge", "0"),
        "FT-3.7.1",
    );
}

/// FT-3.9.1, FT-3.9.2: off the table is gone, unless ships may come back or the table has no edge.
#[test]
fn rule_3_9_1_leaving_the_table() {
    let near = json!({ "at": { "x": 50, "y": 96 } });
    let mut case = flying(4, 12, 5, &near, &json!({}));
    case.play(&[], &[3, 4]);
    assert!(!case.ship(0).is_active());
    assert!(
        matches!(case.table.state().pending(), Pending::Over(_)),
        "FT-VIC.5: nobody is left on that side"
    );
    // Exactly on the edge is on the table.
    let mut edge = flying(4, 12, 4, &near, &json!({}));
    edge.play(&[], &[3, 4]);
    assert!(edge.ship(0).is_active());
    let mut floating = flying(4, 12, 5, &near, &json!({ "edge": "floating" }));
    floating.play(&[], &[3, 4]);
    assert!(floating.ship(0).is_active());
    let mut back = flying(4, 12, 5, &near, &json!({ "edge": "return_roll" }));
    back.play(&[], &[3, 4, 4]);
    for _ in 0..3 {
        back.play(&[], &[3, 4]);
    }
    let entry = |x: u32, y: u32, facing: u8| {
        json!({ "orders": { "entries": [{ "ship": 0, "at": { "x": x,
        "y": y }, "facing": facing }] } })
    };
    back.refused(0, &entry(50, 50, 6), "FT-3.9.2");
    back.refused(0, &entry(50, 100, 12), "FT-3.9.2");
    back.play(&[(0, entry(30, 100, 6))], &[3, 4]);
    assert_eq!(format!("{}", back.ship(0).motion.at), "(30.0, 95.0)");
}

/// FT-12.12.2, FT-12.12.3, FT-12.12.7: vector orders within their limits.
#[test]
fn rule_12_12_3_vector_limits() {
    let vector = json!({ "movement": "vector" });
    let case = flying(6, 12, 10, &json!({}), &vector);
    case.refused(0, &plot(0, "MD7"), "FT-3.2.1");
    case.refused(0, &plot(0, "TP1 PS3"), "FT-12.12.2");
    case.refused(0, &plot(0, "MD1 TP1 MD1"), "FT-12.12.3");
    case.refused(0, &plot(0, "P2"), "FT-12.12.2");
    let mut case = flying(6, 12, 10, &json!({}), &vector);
    case.play(&[(0, plot(0, "TP3 MD6 PS2"))], &[3, 4]);
    assert_eq!(format!("{}", case.ship(0).motion.at), "(44.0, 62.0)");
    case.play(&[], &[3, 4]);
    assert_eq!(case.ship(0).motion.facing.get(), 9);
    // FT-12.12.1: in a mixed game each by its own system.
    let mixed = flying(6, 12, 10, &json!({ "vector": true }), &json!({ "movement": "mixed" }));
    mixed.refused(0, &plot(0, "P2"), "FT-12.12.2");
}

/// FT-3.5.1: orders in words come back as they were written.
#[test]
fn rule_3_5_1_orders_in_words() {
    let case = flying(4, 12, 6, &json!({}), &json!({ "emergency_thrust": true }));
    let view = case.table.state().view(Viewer::Seat(Seat(0)));
    for text in ["A1 P2+2", "A1 8S1-1:7 roll", "A1 P3+3 et", "hold", "A1 0", "concede"] {
        let order = Battle::read_order(&view, Seat(0), text).unwrap_or_else(|err| panic!("{text}: {err}"));
        let written = Battle::write_order(&view, &order);
        assert_eq!(
            Battle::read_order(&view, Seat(0), &written).expect("what was written"),
            order,
            "{written}"
        );
    }
    for text in ["Z9 P2", "A1 Q2", "A1 enter 5 5"] {
        assert!(Battle::read_order(&view, Seat(0), text).is_err(), "{text}");
    }
}
