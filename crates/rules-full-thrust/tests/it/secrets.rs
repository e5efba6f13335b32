//! Twins that differ in one secret look alike to everybody who may not know it.

use crate::case::{Case, design};
use engine::{Seat, Viewer};
use serde_json::{Value, json};

const OTHERS: [Viewer; 2] = [Viewer::Seat(Seat(0)), Viewer::Spectator];

/// Side 1 has a ship with everything that can be kept secret; side 0 a gun.
fn battle(options: &Value) -> Case {
    let fire = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let beam = json!({ "name": "beam", "class": 3, "leftArc": "F", "numArcs": 6 });
    let gunship = design("Gunship", 200, 30, json!([]), fire, json!([beam]));
    let systems = json!([
        { "name": "drive", "thrust": 4 }, { "name": "fireControl" }, { "name": "reflex" }, { "name": "suicide" },
    ]);
    let weapons = json!([
        { "name": "torpedoPulse", "leftArc": "F", "numArcs": 1 },
        { "name": "fusion", "leftArc": "F", "numArcs": 1 },
        beam,
    ]);
    let mut riddle = design("Riddle", 200, 30, json!([]), systems, weapons);
    riddle["extras"] = json!({ "flagbridge": { "overload": true } });
    let mut options = options.clone();
    for name in ["reflex_field", "overloaded_torpedo", "emergency_thrust"] {
        options[name] = json!(true);
    }
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [gunship, riddle],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Riddle", "at": { "x": 50, "y": 60 }, "facing": 6, "velocity": 4 },
                { "side": 1, "design": "Riddle", "at": { "x": 70, "y": 60 }, "facing": 6, "velocity": 4 },
            ],
        }),
    )
}

fn orders(ships: &Value) -> Value {
    json!({ "orders": { "ships": ships } })
}

/// FT-7.25.1, FT-7.9.1, FT-5.14.2, FT-5.19.1: fields, charges and settings are secret while guns wait.
#[test]
fn rule_7_25_1_settings_are_secret() {
    let plain = json!([{ "ship": 1 }]);
    for secret in [
        json!([{ "ship": 1, "detonate": true }]),
        json!([{ "ship": 1, "modes": [[4, "overload"]] }]),
        json!([{ "ship": 1, "modes": [[5, "torpedo"]] }]),
        json!([{ "ship": 1, "reflex": true }]),
    ] {
        let twins = [&plain, &secret].map(|ships| {
            let mut case = battle(&json!({ "core_systems": false }));
            case.play(&[(1, orders(ships))], &[4, 3]);
            case.table.state().clone()
        });
        for viewer in OTHERS {
            testkit::indistinguishable(&twins[0], &twins[1], viewer);
        }
    }
}

/// FT-7.25.1: a ship that is silent behind its field is asked all the same, in point defence and when ships fire:
/// whoever waits for it sees the same decisions as if the field were down.
#[test]
fn rule_7_25_1_who_is_asked_tells_nothing() {
    let control = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let mut launcher = design("Launcher", 200, 30, json!([]), control, json!([]));
    launcher["ordnance"] = json!([{ "name": "salvo", "leftArc": "FP", "numArcs": 3 }]);
    let systems = json!([
        { "name": "drive", "thrust": 4 }, { "name": "fireControl" }, { "name": "reflex" },
    ]);
    let beam = json!({ "name": "beam", "class": 3, "leftArc": "F", "numArcs": 6 });
    let riddle = design("Riddle", 200, 30, json!([]), systems, json!([{ "name": "pds" }, beam]));
    let mut twins = [false, true].map(|reflex| {
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "reflex_field": true }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [launcher.clone(), riddle.clone()],
                "ships": [
                    { "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Riddle", "at": { "x": 50, "y": 70 }, "facing": 6 },
                ],
            }),
        );
        // The field's owner has the initiative, and fires first.
        case.play(&[(1, orders(&json!([{ "ship": 1, "reflex": reflex }])))], &[3, 4]);
        case
    });
    let launch =
        json!({ "launch": { "ship": 0, "launches": [{ "weapon": 2, "at": { "x": 50, "y": 68 } }] } });
    let mut seen = Vec::new();
    for _ in 0..8 {
        let [down, up] = &twins;
        let engine::Pending::Orders(decision) = engine::Game::pending(down.table.state()) else { break };
        if decision.phase == "write orders" {
            break;
        }
        for viewer in OTHERS {
            testkit::indistinguishable(down.table.state(), up.table.state(), viewer);
        }
        let given = if seen.is_empty() { vec![(0, launch.clone())] } else { Vec::new() };
        // One missile is on target, and rolls 1.
        let dice: &[u8] = if decision.phase == "point defence" { &[1, 1] } else { &[] };
        seen.push(decision.phase);
        twins.iter_mut().for_each(|twin| twin.play(&given, dice));
    }
    assert!(seen.contains(&"point defence") && seen.contains(&"ships fire"), "{seen:?}");
}

/// FT-2.6.1, FT-3.6.3: orders already written stay secret while another ship plots again.
#[test]
fn rule_2_6_1_written_orders_are_secret() {
    let twins = ["P2", "S2+1"].map(|plot| {
        let mut case = battle(&json!({ "core_systems": false }));
        let strained = json!({ "ship": 1, "plot": "P3+3", "emergency": true });
        case.play(&[(1, orders(&json!([strained, { "ship": 2, "plot": plot }])))], &[4, 5]);
        case.table.state().clone()
    });
    for viewer in OTHERS {
        testkit::indistinguishable(&twins[0], &twins[1], viewer);
    }
}

/// FT-6.10.1, FT-12.5.1, FT-6.8.5: nobody knows of mines, sweeping or a shaped bolt before the ship moves or fires.
#[test]
fn rule_6_10_1_mines_and_sweeping_are_secret() {
    let rack = json!([{ "name": "salvo", "leftArc": "FP", "numArcs": 3 }]);
    let control = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let mut launcher = design("Launcher", 100, 20, json!([]), control, json!([]));
    launcher["ordnance"] = rack.clone();
    let systems = json!([
        { "name": "drive", "thrust": 4 }, { "name": "fireControl" },
        { "name": "mineLayer", "capacity": 2 }, { "name": "mineSweeper" },
    ]);
    let bolt = json!([{ "name": "pbl", "class": 2, "leftArc": "FP", "numArcs": 3 }]);
    let layer = design("Layer", 100, 20, json!([]), systems, bolt);
    let battle = || {
        Case::new(
            &json!({ "core_systems": false, "pbl_shaped": true }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [launcher.clone(), layer.clone()],
                "ships": [
                    { "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Layer", "at": { "x": 50, "y": 90 }, "facing": 6, "velocity": 4 },
                ],
            }),
        )
    };
    for secret in [
        json!([{ "ship": 1, "mines": [{ "layer": 2 }] }]),
        json!([{ "ship": 1, "sweep": true }]),
        json!([{ "ship": 1, "modes": [[4, "shaped"]] }]),
    ] {
        let twins = [&json!([{ "ship": 1 }]), &secret].map(|ships| {
            let mut case = battle();
            case.play(&[(1, orders(ships))], &[4, 3]);
            case.table.state().clone()
        });
        for viewer in OTHERS {
            testkit::indistinguishable(&twins[0], &twins[1], viewer);
        }
    }
}
