//! Terrain (FT-17): rocks, clouds, fields, collisions.

#![allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]

use crate::case::{Case, beam, design, plot};
use engine::{Assist, Seat, Tactics};
use rules_full_thrust::{Peril, Status};
use serde_json::{Value, json};

/// A gunship of thrust 4 at 50,50 facing north at `velocity`, another 20 MU north of it, and these features.
fn battle(velocity: u16, terrain: Value, options: Value) -> Case {
    let systems = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let gunship = design("Gunship", 200, 40, json!([[4, 0]]), systems, json!([beam(3)]));
    let mut options = options;
    options["core_systems"] = json!(false);
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "terrain": terrain,
            "designs": [gunship],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 }, "velocity": velocity },
                { "side": 1, "design": "Gunship", "at": { "x": 50, "y": 70 }, "facing": 6 },
            ],
        }),
    )
}

fn rock(x: i32, y: i32, radius: i32) -> Value {
    json!({ "kind": "asteroid", "at": { "x": x, "y": y }, "radius": radius })
}

fn shot(target: u8) -> Value {
    json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": target }] } })
}

/// FT-17.1.1, FT-GEO.6: figure 29: a rock hides who is behind it, and nobody else; a tangent line is clear.
#[test]
fn rule_17_1_1_lines_of_fire() {
    let fire = |terrain: Value| {
        let mut case = battle(0, terrain, json!({}));
        case.play(&[], &[4, 3]);
        case
    };
    // Nobody has anything to fire: the turn is over.
    assert_eq!(engine::Game::turn(fire(json!([rock(50, 60, 2)])).table.state()), 2);
    for clear in [json!([rock(53, 60, 3)]), json!([rock(50, 75, 3)]), json!([rock(54, 60, 3)])] {
        let mut case = fire(clear);
        case.play(&[(0, shot(1))], &[1, 1]);
    }
    let mut three = battle(0, json!([rock(50, 60, 2)]), json!({}));
    three.play(&[], &[4, 3]);
    let battle = three.table.state();
    assert!(!rules_full_thrust::line_is_clear(
        battle,
        battle.ship(rules_full_thrust::ShipId(0)).motion.at,
        battle.ship(rules_full_thrust::ShipId(1)).motion.at
    ));
}

/// FT-17.1.1: no missile is placed along a blocked line.
#[test]
fn rule_17_1_1_missiles() {
    let rack = json!({ "name": "salvo", "leftArc": "FP", "numArcs": 3 });
    let mut launcher = design("Launcher", 100, 20, json!([]), json!([{ "name": "fireControl" }]), json!([]));
    launcher["ordnance"] = json!([rack]);
    let mut case = Case::new(
        &json!({ "core_systems": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "terrain": [rock(50, 60, 2)],
            "designs": [launcher],
            "ships": [
                { "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Launcher", "at": { "x": 80, "y": 70 } },
            ],
        }),
    );
    case.play(&[], &[4, 6]);
    let launch = |x: i32, y: i32| {
        let at = json!({ "x": x, "y": y });
        json!({ "launch": { "ship": 0, "launches": [{ "weapon": 1, "at": at }] } })
    };
    case.refused(0, &launch(50, 70), "FT-17.1.1");
    // Beside the rock, and before it.
    for (x, y) in [(60, 65), (50, 57)] {
        let order = plain::from_value(&launch(x, y)).expect("an order");
        engine::Game::check(case.table.state(), Seat(0), &order).expect("a clear line");
    }
}

/// FT-17.6.1, FT-17.6.2: velocity 9 and thrust 4: 5 and 6 save it; on a 4 it is lost.
#[test]
fn rule_17_6_2_collisions() {
    for (die, lost) in [(4, true), (5, false), (6, false)] {
        let mut case = battle(9, json!([rock(50, 55, 2)]), json!({}));
        case.play(&[], &[4, 3, die]);
        assert_eq!(case.ship(0).status == Status::Destroyed, lost, "rolled {die}");
        assert_eq!(case.ship(0).motion.at.y, geometry::Length::units(59), "it flies on");
    }
    // 5 - 4 is 1: no danger at all; 11 - 4 is 7: no hope. A tangent touches nothing.
    let mut case = battle(5, json!([rock(50, 55, 2)]), json!({}));
    case.play(&[], &[4, 3]);
    assert_eq!(case.ship(0).status, Status::Active);
    let mut case = battle(11, json!([rock(50, 55, 2)]), json!({}));
    case.play(&[], &[4, 3]);
    assert_eq!(case.ship(0).status, Status::Destroyed);
    let mut case = battle(11, json!([rock(52, 55, 2)]), json!({}));
    case.play(&[], &[4, 3]);
    assert_eq!(case.ship(0).status, Status::Active);
    // One roll for each body.
    let mut case = battle(7, json!([rock(50, 52, 1), rock(50, 56, 1)]), json!({}));
    case.play(&[], &[4, 3, 3, 3]);
    assert_eq!(case.ship(0).status, Status::Active);
}

/// FT-17.6.2: an advanced drive counts twice, a damaged one half.
#[test]
fn rule_17_6_2_drives() {
    for (advanced, hits, dice) in [(true, 0, vec![]), (false, 1, vec![5])] {
        let systems = json!([{ "name": "drive", "thrust": 4, "advanced": advanced }]);
        let flyer = design("Flyer", 60, 12, json!([]), systems, json!([]));
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "terrain": [rock(50, 55, 2)],
                "designs": [flyer],
                "ships": [
                    { "side": 0, "design": "Flyer", "at": { "x": 50, "y": 50 }, "velocity": 7, "drive_hits": hits },
                    { "side": 1, "design": "Flyer", "at": { "x": 150, "y": 70 } },
                ],
            }),
        );
        let rolled: Vec<u8> = [4, 3].into_iter().chain(dice).collect();
        case.play(&[], &rolled);
        assert_eq!(case.ship(0).status, Status::Active);
    }
}

/// FT-17.6.1, FT-16.1.1: a moving rock endangers whom it runs over and who ends in it; paths that cross do not.
#[test]
fn rule_17_6_1_moving_bodies() {
    let moving = |x: i32, y: i32, course: u8, velocity: u16| {
        json!([{ "kind": "asteroid", "at": { "x": x,
        "y": y }, "radius": 2, "course": course, "velocity": velocity }])
    };
    // Over the ship, before it moves; the die is 9 - 4.
    let mut case = battle(9, moving(46, 50, 3, 8), json!({}));
    case.play(&[], &[4, 3, 4]);
    assert_eq!(case.ship(0).status, Status::Destroyed);
    // Where the ship ends.
    let mut case = battle(9, moving(40, 59, 3, 10), json!({}));
    case.play(&[], &[4, 3, 5]);
    assert_eq!(case.ship(0).status, Status::Active);
    // Across its path, but not there any more.
    let mut case = battle(9, moving(45, 55, 3, 10), json!({}));
    case.play(&[], &[4, 3]);
    assert_eq!(case.ship(0).status, Status::Active);
    assert_eq!(case.table.state().body(rules_full_thrust::BodyId(0)).at, geometry::Point::units(55, 55));
}

/// FT-17.4.1, FT-17.4.2: 0 to 5 nothing, 6 to 11 one die, 12 to 17 two; past the outer layer; once a turn;
/// rings hurt only between their edges.
#[test]
fn rule_17_4_1_fields() {
    let field = |kind: &str| json!([{ "kind": kind, "at": { "x": 50, "y": 54 }, "radius": 4 }]);
    for kind in ["debris_field", "asteroid_field", "meteor_swarm"] {
        for (velocity, dice) in [(5, vec![]), (6, vec![3]), (11, vec![3]), (12, vec![3, 5]), (17, vec![3, 5])]
        {
            let mut case = battle(velocity, field(kind), json!({}));
            let rolled: Vec<u8> = [4, 3].into_iter().chain(dice.clone()).collect();
            case.play(&[], &rolled);
            let sum: u8 = dice.iter().sum();
            assert_eq!((case.ship(0).armour[0].boxes(), case.ship(0).hull_lost), (4, u16::from(sum)));
        }
    }
    let rings =
        |inner: i32| json!([{ "kind": "rings", "at": { "x": 50, "y": 54 }, "radius": 20, "inner": inner }]);
    let mut case = battle(6, rings(10), json!({}));
    case.play(&[], &[4, 3]);
    let mut case = battle(6, rings(3), json!({}));
    case.play(&[], &[4, 3, 2]);
    assert_eq!(case.ship(0).hull_lost, 2);
    // A swarm that comes upon a ship at rest hurts it by its own speed.
    let swarm = json!([{ "kind": "meteor_swarm", "at": { "x": 40, "y": 50 }, "radius": 3, "course": 3,
        "velocity": 12 }]);
    let mut case = battle(0, swarm, json!({}));
    case.play(&[], &[4, 3, 1, 2]);
    assert_eq!(case.ship(0).hull_lost, 3);
}

/// FT-17.2.1: faster than 12 in dust: a beam die that standard screens do not stop.
#[test]
fn rule_17_2_1_dust() {
    let dust = json!([{ "kind": "dust_cloud", "at": { "x": 60, "y": 54 }, "radius": 10 }]);
    let mut case = battle(12, dust.clone(), json!({}));
    case.play(&[], &[4, 3]);
    // A six is two and rolls again, to the hull; 5 is one.
    let mut case = battle(13, dust, json!({}));
    case.play(&[], &[4, 3, 6, 5]);
    assert_eq!((case.ship(0).armour[0].boxes(), case.ship(0).hull_lost), (2, 1));
}

/// FT-17.6.2: the menu tells what a plot risks, and the captain keeps clear.
#[test]
fn rule_17_6_2_the_menu_warns() {
    let case = battle(9, json!([rock(50, 55, 2)]), json!({}));
    let state = case.table.state();
    let menu = state.menu(Seat(0));
    let of = |plot: &str| {
        let found = menu.plots[0].choices.iter().find(|it| it.plot.to_string() == plot);
        found.unwrap_or_else(|| panic!("{plot}")).perils.clone()
    };
    assert!(matches!(of("0")[..], [Peril::Collision { needs: 5, .. }]), "{:?}", of("0"));
    assert_eq!(of("0")[0].lost(), 4);
    assert_eq!(of("-4"), vec![]);
    assert_eq!(of("P2"), vec![]);
    let mut dice = dice::Dice::scripted(Vec::new());
    let order = plain::to_value(&state.captain(Seat(0), &mut dice));
    let chosen = order["orders"]["ships"][0]["plot"].as_str().expect("it turns or brakes").to_owned();
    assert_eq!(of(&chosen), vec![], "{chosen}");
    let _ = plot(0, "0");
}

/// FT-17.2.2: in dust a die for each firer and target; 1 to 3 costs the shot, 4 to 6 one level of screens.
#[test]
fn rule_17_2_2_locks() {
    let dust = json!([{ "kind": "dust_cloud", "at": { "x": 50, "y": 72 }, "radius": 4 }]);
    for (dice, points, used) in [(vec![3], 0, true), (vec![4, 4, 5], 1, true)] {
        let mut case = battle(0, dust.clone(), json!({}));
        case.play(&[], &[4, 3]);
        let menu = case.table.state().menu(Seat(0));
        assert_eq!(menu.fire[0].targets[0].lock, Some(4));
        case.play(&[(0, shot(1))], &dice);
        let lost = u16::from(4 - case.ship(1).armour[0].boxes() as u8);
        assert_eq!(lost, points);
        assert_eq!(case.ship(0).used.contains(rules_full_thrust::IconId(2)), used);
    }
    // A line that only passes through is free; FT-17.2.4: the fringe of a planet is dust as well.
    let between = json!([{ "kind": "dust_cloud", "at": { "x": 50, "y": 60 }, "radius": 4 }]);
    let mut case = battle(0, between, json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, shot(1))], &[4, 1]);
    let fringe = json!([{ "kind": "planet_simple", "at": { "x": 58, "y": 70 }, "radius": 5, "fringe": 4 }]);
    let mut case = battle(0, fringe, json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, shot(1))], &[2]);
}

/// FT-17.2.2: what could not be fired is not expended.
#[test]
fn rule_17_2_2_one_shots() {
    let systems = json!([{ "name": "fireControl" }]);
    let pack = json!({ "name": "submunition", "leftArc": "FP", "numArcs": 3 });
    let gunship = design("Gunship", 200, 40, json!([]), systems, json!([pack]));
    let mut case = Case::new(
        &json!({ "core_systems": false }),
        &json!({
            "phase": "fire",
            "terrain": [{ "kind": "dust_cloud", "at": { "x": 20, "y": 20 }, "radius": 4 }],
            "designs": [gunship],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 20, "y": 20 } },
                { "side": 1, "design": "Gunship", "at": { "x": 20, "y": 25 } },
            ],
        }),
    );
    let order = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 1, "target": 1 }] } });
    case.play(&[(0, order)], &[1]);
    assert!(case.ship(0).spent.is_none());
}

/// FT-17.3.1: on a 6 every fire control and sensor rolls; 4 and more, screens counted in, is safe.
#[test]
fn rule_17_3_1_flares() {
    let mut case = battle(0, json!([]), json!({ "flares": true, "repairs": false }));
    case.play(&[], &[4, 3, 5]);
    assert!(case.ship(0).damaged.is_none());
    let mut case = battle(0, json!([]), json!({ "flares": true, "repairs": false }));
    case.play(&[], &[4, 3, 6, 3, 4]);
    assert_eq!((case.ship(0).damaged.iter().count(), case.ship(1).damaged.iter().count()), (1, 0));
    // In zones only, where the scenario has them; on a 5, where that is chosen.
    let zone = json!([{ "kind": "flare_zone", "at": { "x": 50, "y": 70 }, "radius": 6 }]);
    let mut case = battle(0, zone, json!({ "flares": true, "flare_number": 5, "repairs": false }));
    case.play(&[], &[4, 3, 5, 1]);
    assert_eq!((case.ship(0).damaged.iter().count(), case.ship(1).damaged.iter().count()), (0, 1));
}

/// FT-17.5.1, FT-17.5.2: 2 boxes left and 5 points: it bursts on 1 to 3; the cloud flies on for a turn.
#[test]
fn rule_17_5_1_battle_debris() {
    let wreck = |die: u8| {
        let systems = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
        let gunship = design("Gunship", 200, 40, json!([]), systems, json!([beam(3)]));
        let mut case = Case::new(
            &json!({ "battle_debris": true, "core_systems": false, "repairs": false }),
            &json!({
                "phase": "fire",
                "table": { "width": 200, "height": 200 },
                "designs": [gunship],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Gunship", "at": { "x": 50, "y": 60 }, "facing": 3,
                        "velocity": 8, "hull_lost": 38 },
                    { "side": 1, "design": "Gunship", "at": { "x": 150, "y": 150 } },
                ],
            }),
        );
        case.play(&[(0, shot(1))], &[6, 6, 5, 1, 1]);
        case.play(&[], &[die]);
        assert_eq!(case.ship(1).status, Status::Destroyed);
        case
    };
    assert_eq!(wreck(4).table.state().bodies().count(), 0);
    let mut case = wreck(3);
    let cloud = *case.table.state().body(rules_full_thrust::BodyId(0));
    assert_eq!((cloud.radius, cloud.at), (geometry::Length::units(3), geometry::Point::units(50, 60)));
    case.play(&[], &[4, 3]);
    assert_eq!(case.table.state().body(rules_full_thrust::BodyId(0)).at, geometry::Point::units(58, 60));
    assert_eq!(case.table.state().bodies().count(), 0, "gone at the end of that turn");
}

/// FT-17.1.3: a rock bears 50 or 100 points; shot to pieces it becomes 1 to 6 chunks for three turns.
#[test]
fn rule_17_1_3_rocks_break() {
    let mut weak = rock(50, 60, 2);
    weak["points"] = json!(3);
    let mut case =
        battle(0, json!([weak, rock(70, 90, 3), rock(90, 90, 2)]), json!({ "asteroid_damage": true }));
    let bears = |case: &Case, n: u8| case.table.state().body(rules_full_thrust::BodyId(n)).points;
    assert_eq!([0, 1, 2].map(|n| bears(&case, n)), [Some(3), Some(100), Some(50)]);
    case.play(&[], &[4, 3]);
    // Nobody sees anybody, so nobody is asked; beside the rock there is a target and a choice.
    let mut case = battle(
        0,
        json!([{ "kind": "asteroid", "at": { "x": 54, "y": 60 }, "radius": 2, "points": 3 }]),
        json!({ "asteroid_damage": true }),
    );
    case.play(&[], &[4, 3]);
    let at = |rock: u8| json!({ "fire": { "ship": 0, "lines": [{ "weapon": 2, "rock": rock }] } });
    case.refused(0, &at(1), "FT-17.1.3");
    // 10.77 - 2 MU: three dice; 6, 5 and a 1 again: 3 points. Two chunks: course 3 at 4, course 12 at 6.
    case.play(&[(0, at(0))], &[6, 5, 1, 1, 2, 3, 4, 12, 6]);
    assert_eq!(case.table.state().bodies().count(), 2);
    case.play(&[], &[]);
    let chunk = *case.table.state().body(rules_full_thrust::BodyId(1));
    assert_eq!((chunk.radius, chunk.points, chunk.until), (geometry::Length::ratio(1, 2), None, Some(4)));
    case.play(&[], &[4, 3]);
    assert_eq!(case.table.state().body(rules_full_thrust::BodyId(1)).at, geometry::Point::units(58, 60));
    // Without the option rocks are as hard as ever.
    let mut case = battle(0, json!([rock(54, 60, 2)]), json!({}));
    case.play(&[], &[4, 3]);
    case.refused(0, &at(0), "FT-17.1.3");
}

/// FT-17.1.2: a bogey behind a rock stays one until a scanner in range has a clear line.
#[test]
fn rule_17_1_2_hidden_bogeys() {
    for (x, hidden) in [(50, true), (60, false)] {
        let systems = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
        let gunship = design("Gunship", 200, 40, json!([]), systems, json!([]));
        let mut case = Case::new(
            &json!({ "core_systems": false, "sensors": true }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "terrain": [rock(x, 60, 2)],
                "designs": [gunship],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Gunship", "at": { "x": 50, "y": 70 }, "bogey": true },
                ],
            }),
        );
        case.play(&[], &[4, 3]);
        assert_eq!(case.ship(1).bogey, hidden, "a rock at {x}");
    }
}

/// FT-17.2.3: fighters roll for no lock, but meet one level of screens more in dust.
#[test]
fn rule_17_2_3_fighters_in_dust() {
    for (x, level) in [(50, 1), (90, 0)] {
        let bays = json!([{ "name": "hangar", "id": "bay" }, { "name": "launchTube" }]);
        let mut carrier = design("Carrier", 200, 40, json!([]), bays, json!([]));
        carrier["fighters"] = json!([{ "type": "standard", "hangar": "bay" }]);
        let case = Case::new(
            &json!({}),
            &json!({
                "table": { "width": 200, "height": 200 },
                "terrain": [{ "kind": "dust_cloud", "at": { "x": x, "y": 70 }, "radius": 4 }],
                "designs": [carrier],
                "ships": [
                    { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Carrier", "at": { "x": 50, "y": 70 } },
                ],
            }),
        );
        let screens =
            case.table.state().run_screens(rules_full_thrust::GroupId(0), rules_full_thrust::ShipId(1));
        assert_eq!(screens.all, level, "dust at {x}");
    }
}
