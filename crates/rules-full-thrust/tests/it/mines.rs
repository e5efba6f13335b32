//! Mines laid, swept and met (FT-6.9, FT-6.10, FT-12.5).

use crate::case::{Case, design, order};
use serde_json::{Value, json};

/// A minelayer and a sweeper of side 0 at 50,50 and 60,50; a runner of side 1 with these systems at 50,80, coming
/// south at velocity 10. All fly straight on unless told otherwise.
fn field(mines: &Value, systems: Value, more: &[Value], options: &Value) -> Case {
    armed(mines, systems, more, options, false)
}

/// As [`field`]; `rack` says whether the sweeper still has a salvo to launch.
fn armed(mines: &Value, systems: Value, more: &[Value], options: &Value, rack: bool) -> Case {
    let spent = if rack { json!([]) } else { json!([4]) };
    let layer = json!([
        { "name": "drive", "thrust": 4 }, { "name": "fireControl" },
        { "name": "mineLayer", "capacity": 2 }, { "name": "mineLayer", "capacity": 2 },
    ]);
    let sweeper =
        json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }, { "name": "mineSweeper" }]);
    let beam = json!([{ "name": "beam", "class": 3, "leftArc": "F", "numArcs": 6 }]);
    let rack = json!([{ "name": "salvo", "leftArc": "FP", "numArcs": 3 }]);
    let mut sweeper = design("Sweeper", 100, 20, json!([]), sweeper, beam);
    sweeper["ordnance"] = rack;
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    let mut ships = vec![
        json!({ "side": 0, "design": "Layer", "at": { "x": 50, "y": 50 }, "velocity": 8 }),
        json!({ "side": 0, "design": "Sweeper", "at": { "x": 60, "y": 50 }, "velocity": 8, "spent": spent }),
    ];
    ships.extend(more.iter().cloned());
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [
                design("Layer", 100, 20, json!([]), layer, json!([])),
                sweeper,
                design("Runner", 100, 20, json!([]), systems, json!([])),
            ],
            "mines": mines,
            "ships": ships,
        }),
    )
}

fn runner(x: i32, y: i32, velocity: u16) -> Value {
    json!({ "side": 1, "design": "Runner", "at": { "x": x, "y": y }, "facing": 6, "velocity": velocity })
}

fn at(x: i32, y: i32) -> Value {
    json!([{ "side": 0, "at": { "x": x, "y": y } }])
}

/// FT-6.10.1, FT-6.10.2: one mine from each layer in a turn, anywhere on the path, active from the next
/// turn; the rack runs
/// dry.
#[test]
fn rule_6_10_1_laying_mines() {
    let mut case = field(&json!([]), json!([]), &[runner(50, 150, 0)], &json!({}));
    let lay = |mines: Value| order(0, json!({ "mines": mines }));
    case.refused(0, &lay(json!([{ "layer": 2 }, { "layer": 2 }])), "FT-6.10.1");
    case.refused(0, &lay(json!([{ "layer": 1 }])), "FT-6.10.1");
    case.play(&[(0, lay(json!([{ "layer": 2, "after": 3 }, { "layer": 3 }])))], &[4, 3]);
    // The layer itself sits on its mines, and nothing happens: they are its own.
    let view = plain::to_value(&engine::Game::view(case.table.state(), engine::Viewer::Spectator));
    let places: Vec<&Value> = view["mines"].as_array().expect("mines").iter().map(|it| &it["at"]).collect();
    assert_eq!(places, [&json!({ "x": 50, "y": 53 }), &json!({ "x": 50, "y": 58 })]);
    while engine::Game::turn(case.table.state()) < 2 {
        case.play(&[], &[]);
    }
    case.play(&[(0, lay(json!([{ "layer": 2 }])))], &[4, 3]);
    while engine::Game::turn(case.table.state()) < 3 {
        case.play(&[], &[]);
    }
    case.refused(0, &lay(json!([{ "layer": 2 }])), "FT-6.10.1");
    let off = field(&json!([]), json!([]), &[runner(50, 150, 0)], &json!({ "mines": false }));
    off.refused(0, &lay(json!([{ "layer": 2 }])), "FT-6.10.1");
}

/// FT-6.9.1, FT-7.2.2, FT-4.11.4, FT-12.12.6: four beam dice with re-rolls at an enemy whose path comes
/// within 3 MU; screens
/// of kind B; checks at the end of phase 5; then the mine is gone.
#[test]
fn rule_6_9_1_mines_go_off() {
    // Passing at exactly 3 MU: 4, 5, 6 and a re-roll of 4: five points complete row 1, and the drive holds.
    let mut case =
        field(&at(53, 75), json!([{ "name": "drive", "thrust": 2 }]), &[runner(50, 80, 10)], &json!({}));
    case.play(&[], &[4, 3, 4, 5, 6, 1, 4, 5]);
    assert_eq!((case.ship(2).hull_lost, case.ship(2).rows_checked), (5, 1));
    assert!(mines(&case).is_empty());
    // A screen takes the 4 away.
    let screen = json!([{ "name": "screen" }]);
    let mut case = field(&at(53, 75), screen, &[runner(50, 80, 10)], &json!({}));
    case.play(&[], &[4, 3, 4, 5, 1, 1]);
    assert_eq!(case.ship(2).hull_lost, 1);
    // Beyond 3 MU, and a mine of its own side.
    for mine in [at(54, 75), json!([{ "side": 1, "at": { "x": 50, "y": 75 } }])] {
        let mut case = field(&mine, json!([]), &[runner(50, 80, 10)], &json!({}));
        case.play(&[], &[4, 3]);
        assert_eq!((case.ship(2).hull_lost, mines(&case).len()), (0, 1));
    }
    // By vectors the path is the straight line from start to end.
    let mut case = field(&at(53, 75), json!([]), &[runner(50, 80, 10)], &json!({ "movement": "vector" }));
    case.play(&[], &[4, 3, 1, 1, 1, 5]);
    assert_eq!(case.ship(2).hull_lost, 1);
}

fn mines(case: &Case) -> Vec<Value> {
    let view = plain::to_value(&engine::Game::view(case.table.state(), engine::Viewer::Spectator));
    view["mines"].as_array().cloned().unwrap_or_default()
}

/// FT-6.9.1: of several ships the one that comes first; at the very same moment a die.
#[test]
fn rule_6_9_1_the_first_of_several() {
    let mut case = field(&at(50, 72), json!([]), &[runner(50, 90, 20), runner(51, 80, 10)], &json!({}));
    case.play(&[], &[4, 3, 5, 5, 1, 1]);
    assert_eq!([2, 3].map(|id| case.ship(id).hull_lost), [0, 2]);
    let mut case = field(&at(50, 72), json!([]), &[runner(49, 80, 10), runner(51, 80, 10)], &json!({}));
    case.play(&[], &[4, 3, 2, 5, 5, 1, 1]);
    assert_eq!([2, 3].map(|id| case.ship(id).hull_lost), [0, 2]);
}

/// FT-12.5.1: a die for each mine: 1 it goes off at the sweeper, 2 nothing, 3 and more it is gone;
/// whoever sweeps does not attack.
#[test]
fn rule_12_5_1_sweeping() {
    let mine = json!([{ "side": 1, "at": { "x": 60, "y": 55 } }]);
    let sweep = order(1, json!({ "sweep": true }));
    for (dice, lost, left) in [(&[1, 4, 5, 1, 1][..], 2, 0), (&[2], 0, 1), (&[3], 0, 0)] {
        let mut case = armed(&mine, json!([]), &[runner(60, 75, 0)], &json!({}), true);
        case.refused(0, &order(0, json!({ "sweep": true })), "FT-12.5.1");
        case.play(&[(0, sweep.clone())], &[4, 3]);
        let launch =
            json!({ "launch": { "ship": 1, "launches": [{ "weapon": 4, "at": { "x": 60, "y": 70 } }] } });
        case.refused(0, &launch, "FT-12.5.1");
        case.play(&[], dice);
        assert_eq!((case.ship(1).hull_lost, mines(&case).len()), (lost, left));
        // Nobody else has a gun, and it may not fire: the turn is over.
        assert_eq!(engine::Game::turn(case.table.state()), 2);
    }
    let off = field(&mine, json!([]), &[runner(60, 75, 0)], &json!({ "minesweeping": false }));
    off.refused(0, &sweep, "FT-12.5.1");
}
