//! Planets in four scales, orbits, gravity and atmosphere (FT-17.7 to FT-17.11).

#![allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]

use crate::case::{Case, beam, design, order, plot};
use engine::{Assist, Game, Seat, Tactics};
use geometry::{Length, Point};
use rules_full_thrust::{Peril, ShipId, Status};
use serde_json::{Value, json};

/// A flyer of thrust 4 with these fields, an enemy far away, and one planet.
fn near(planet: Value, ship: Value, options: Value) -> Case {
    let streamlining = ship.get("streamlining").and_then(Value::as_str).unwrap_or("none").to_owned();
    let mut flyer = design("Flyer", 60, 12, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([]));
    flyer["hull"]["streamlining"] = json!(streamlining);
    let other = design("Other", 60, 12, json!([]), json!([]), json!([]));
    let mut first = json!({ "side": 0, "design": "Flyer", "at": { "x": 50, "y": 48 } });
    for (name, value) in ship.as_object().expect("fields").iter().filter(|it| it.0 != "streamlining") {
        first[name] = value.clone();
    }
    let mut options = options;
    options["core_systems"] = json!(false);
    Case::new(
        &options,
        &json!({
            "table": { "width": 100, "height": 100 },
            "terrain": [planet],
            "designs": [flyer, other],
            "ships": [first, { "side": 1, "design": "Other", "at": { "x": 1, "y": 1 } }],
        }),
    )
}

fn medium() -> Value {
    json!({ "kind": "planet_medium", "name": "P", "at": { "x": 50, "y": 60 }, "radius": 6 })
}

fn place(case: &Case) -> (String, String, u8, u16) {
    let motion = case.ship(0).motion;
    (format!("{:.2}", motion.at.x), format!("{:.2}", motion.at.y), motion.facing.get(), motion.velocity)
}

fn text(x: &str, y: &str, facing: u8, velocity: u16) -> (String, String, u8, u16) {
    (x.to_owned(), y.to_owned(), facing, velocity)
}

/// FT-17.8.1, FT-17.8.2, FT-17.8.3: at exactly the entry velocity into orbit, then two markers a turn.
#[test]
fn rule_17_8_2_into_orbit() {
    let mut case = near(medium(), json!({ "velocity": 6 }), json!({}));
    case.play(&[], &[4, 3]);
    assert_eq!(place(&case), text("50.00", "54.00", 9, 6));
    assert!(case.ship(0).orbit.is_some_and(|it| !it.anticlockwise));
    case.refused(0, &plot(0, "P1"), "FT-17.8.3");
    case.play(&[], &[4, 3]);
    assert_eq!(place(&case), text("44.80", "57.00", 11, 6));
    // FT-17.8.4: faster, it leaves on the tangent in a straight line.
    case.play(&[(0, plot(0, "+2"))], &[4, 3]);
    assert_eq!(place(&case), text("40.80", "63.93", 11, 8));
    assert!(case.ship(0).orbit.is_none());
}

/// FT-17.8.2: the way round is that of its own motion; the nearest marker of the twelve.
#[test]
fn rule_17_8_2_the_way_round() {
    let ship = json!({ "at": { "x": 44, "y": 55 }, "facing": 3, "velocity": 6 });
    let mut case = near(medium(), ship, json!({}));
    case.play(&[], &[4, 3]);
    assert!(case.ship(0).orbit.is_some_and(|it| it.anticlockwise));
    // Marker 7, and the tangent back from it.
    assert_eq!(place(&case), text("47.00", "54.80", 4, 6));
}

/// FT-17.8.2, FT-17.11.2, FT-17.11.3: slower or faster, it falls into the atmosphere; into a deadly planet, it is lost.
#[test]
fn rule_17_11_3_falling() {
    // 1 + 4 for a bare hull: burnt up; 2 + 4: all lost. One more for each point of velocity too many.
    for (velocity, die, fate) in [(5, 1, "burnt_up"), (5, 2, "all_lost"), (8, 1, "all_lost")] {
        let mut case = near(medium(), json!({ "velocity": velocity, "at": { "x": 50, "y": 50 } }), json!({}));
        case.play(&[], &[4, 3, die]);
        let log = serde_json::to_string(case.table.log()).expect("plain data");
        assert!(log.contains(fate), "{velocity}: {log}");
        assert_eq!(case.ship(0).status, Status::Destroyed);
    }
    // Streamlined in full and 2 too fast: 2 - 2 + 2 crash-lands; a halved drive adds 1.
    for (hits, die, fate) in
        [(0, 2, "crash_landed"), (1, 2, "burnt_up"), (2, 2, "burnt_up"), (2, 3, "all_lost")]
    {
        let ship =
            json!({ "velocity": 8, "at": { "x": 50, "y": 50 }, "streamlining": "full", "drive_hits": hits });
        let mut case = near(medium(), ship, json!({ "repairs": false }));
        case.play(&[], &[4, 3, die]);
        let log = serde_json::to_string(case.table.log()).expect("plain data");
        assert!(log.contains(fate), "{hits} {die}: {log}");
    }
    let mut deadly = medium();
    deadly["deadly"] = json!(true);
    let mut case = near(deadly, json!({ "velocity": 5, "at": { "x": 50, "y": 50 } }), json!({}));
    case.play(&[], &[4, 3]);
    assert_eq!(case.ship(0).status, Status::Destroyed);
}

/// FT-17.11.1: from orbit a streamlined ship lands; partly streamlined with thrust enough for the gravity.
#[test]
fn rule_17_11_1_landing() {
    for (streamlining, gravity, dice, status) in [
        ("full", 1, vec![], Status::Landed),
        ("partial", 4, vec![], Status::Landed),
        ("partial", 5, vec![], Status::Destroyed),
        ("none", 1, vec![1], Status::Destroyed),
    ] {
        let mut planet = medium();
        planet["gravity"] = json!(gravity);
        let ship = json!({ "at": { "x": 50, "y": 54 }, "facing": 9, "velocity": 6, "orbit": "P",
            "streamlining": streamlining });
        let mut case = near(planet, ship, json!({}));
        let rolled: Vec<u8> = [4, 3].into_iter().chain(dice).collect();
        case.play(&[(0, plot(0, "-1"))], &rolled);
        assert_eq!(case.ship(0).status, status, "{streamlining}, {gravity} G");
    }
}

/// FT-17.8.5: ships in orbit see their neighbours on the track, and nobody across the disc; enemies do
/// not share a marker.
#[test]
fn rule_17_8_5_lines() {
    let orbiter = design("Orbiter", 60, 12, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([]));
    let track = |side: u8, marker: u8| {
        let (x, y) =
            [(50.0, 66.0), (53.0, 65.196_152_423), (55.196_152_423, 63.0), (56.0, 60.0)][usize::from(marker)];
        let facing = if marker == 0 { 3 } else { marker + 3 };
        json!({ "side": side, "design": "Orbiter", "at": { "x": x, "y": y }, "facing": facing,
            "velocity": 6, "orbit": "P" })
    };
    let case = Case::new(
        &json!({}),
        &json!({
            "table": { "width": 100, "height": 100 },
            "terrain": [medium()],
            "designs": [orbiter],
            "ships": [track(0, 0), track(1, 1), track(1, 2), { "side": 1, "design": "Orbiter",
                "at": { "x": 50, "y": 80 } }],
        }),
    );
    let battle = case.table.state();
    let sees = |to: u8| battle.sees(ShipId(0), ShipId(to));
    assert_eq!([sees(1), sees(2), sees(3)], [true, false, true]);
    // Marker 6 is taken by what comes round from marker 4: the next one on the way.
    for (share, there) in [(false, text("47.00", "54.80", 10, 6)), (true, text("50.00", "54.00", 9, 6))] {
        let flyer = design("Flyer", 60, 12, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([]));
        let fixed = design("Fixed", 60, 12, json!([]), json!([]), json!([]));
        let mut case = Case::new(
            &json!({ "share_orbit_marker": share, "arc_edge": "clockwise" }),
            &json!({
                "table": { "width": 100, "height": 100 },
                "terrain": [medium()],
                "designs": [flyer, fixed],
                "ships": [
                    { "side": 0, "design": "Flyer", "at": { "x": 50, "y": 48 }, "velocity": 6 },
                    { "side": 1, "design": "Fixed", "at": { "x": 55.196_152_423, "y": 57 }, "facing": 4, "orbit": "P" },
                ],
            }),
        );
        case.play(&[], &[4, 3]);
        assert_eq!(place(&case), there);
    }
}

/// FT-17.8.6: a drive that fails in orbit is tried again; failed again, the orbit decays.
#[test]
fn rule_17_8_6_decay() {
    for (second, dice, status) in [(5, vec![], Status::Active), (6, vec![2], Status::Destroyed)] {
        let orbiter =
            design("Orbiter", 20, 4, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([]));
        let gunship =
            design("Gunship", 100, 20, json!([]), json!([{ "name": "fireControl" }]), json!([beam(1)]));
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "phase": "fire",
                "terrain": [{ "kind": "planet_medium", "name": "P", "at": { "x": 30, "y": 24 }, "radius": 6 }],
                "designs": [gunship, orbiter],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 30, "y": 10 } },
                    { "side": 1, "design": "Orbiter", "at": { "x": 30, "y": 18 }, "facing": 9,
                        "velocity": 6, "orbit": "P" },
                    { "side": 1, "design": "Orbiter", "at": { "x": 60, "y": 40 } },
                ],
            }),
        );
        let shot = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 1, "target": 1 }] } });
        let rolled: Vec<u8> = [4, 6, second].into_iter().chain(dice).collect();
        case.play(&[(0, shot)], &rolled);
        assert_eq!(case.ship(1).status, status);
    }
}

/// FT-17.10.1: velocity 6 to 8 and 2 to 3 MU from the edge: in orbit; nearer: lost; else it passes by.
#[test]
fn rule_17_10_1_simple_orbits() {
    let planet = || json!({ "kind": "planet_simple", "name": "P", "at": { "x": 50, "y": 60 }, "radius": 3 });
    let at = |x: f64, velocity: u16| {
        let mut case = near(planet(), json!({ "at": { "x": x, "y": 56 }, "velocity": velocity }), json!({}));
        case.play(&[], &[4, 3]);
        case
    };
    let mut case = at(44.5, 7);
    assert_eq!(place(&case), text("44.50", "60.00", 12, 7));
    assert!(case.ship(0).orbit.is_some());
    // It stays until it is ordered away.
    case.play(&[], &[4, 3]);
    assert_eq!(place(&case), text("44.50", "60.00", 12, 7));
    case.play(&[(0, plot(0, "P1"))], &[4, 3]);
    assert!(case.ship(0).orbit.is_none());
    for (x, velocity) in [(44.5, 5), (44.5, 9), (43.5, 7)] {
        assert!(at(x, velocity).ship(0).orbit.is_none(), "{x} {velocity}");
    }
    assert_eq!(at(45.5, 9).ship(0).status, Status::Destroyed);
}

fn large() -> Value {
    json!({ "kind": "planet_large", "at": { "x": 50, "y": 56 }, "radius": 1 })
}

/// FT-17.9.1, FT-17.9.2: side arcs turn it towards the planet and add half; half of 1 is nothing.
#[test]
fn rule_17_9_2_gravity() {
    let fly = |x: f64, velocity: u16| {
        let mut case = near(large(), json!({ "at": { "x": x, "y": 50 }, "velocity": velocity }), json!({}));
        case.play(&[], &[4, 3]);
        place(&case)
    };
    assert_eq!(fly(46.5, 12), text("50.47", "60.94", 1, 12));
    assert_eq!(fly(47.5, 12), text("55.00", "58.67", 2, 13));
    // From the other side, and too far away.
    assert_eq!(fly(52.5, 12), text("45.00", "58.67", 10, 13));
    assert_eq!(fly(45.5, 12), text("45.50", "62.00", 12, 12));
    // FT-17.9.1: the sun has a fourth zone inside.
    let mut sun = large();
    sun["sun"] = json!(true);
    let mut case = near(sun, json!({ "at": { "x": 50, "y": 50 }, "velocity": 20 }), json!({}));
    case.play(&[], &[4, 3]);
    // Straight through: dead ahead, 8 faster, and no crash.
    assert_eq!(place(&case), text("50.00", "78.00", 12, 28));
}

/// FT-17.9.3: a move that ends in a zone feels it at the start of the next.
#[test]
fn rule_17_9_3_next_turn() {
    let mut case = near(large(), json!({ "at": { "x": 50, "y": 49 }, "velocity": 4 }), json!({}));
    case.play(&[], &[4, 3]);
    assert_eq!(place(&case), text("50.00", "53.00", 12, 4));
    case.play(&[(0, plot(0, "+1"))], &[4, 3]);
    // 3 MU from the centre: strength 2, dead ahead.
    assert_eq!(place(&case), text("50.00", "60.00", 12, 7));
}

/// FT-17.9.4: strength 2, thrust 4 and no other turn: 0 to 4 points.
#[test]
fn rule_17_9_4_unused_turning() {
    let ship = json!({ "at": { "x": 47.5, "y": 50 }, "velocity": 12 });
    for (pull, facing) in [(-2, 12), (-1, 1), (1, 3), (2, 4)] {
        let mut case = near(large(), ship.clone(), json!({}));
        case.play(&[(0, order(0, json!({ "plot": "0", "pull": pull })))], &[4, 3]);
        assert_eq!(case.ship(0).motion.facing.get(), facing, "pull {pull}");
    }
    let case = near(large(), ship, json!({}));
    case.refused(0, &order(0, json!({ "plot": "0", "pull": 3 })), "FT-17.9.4");
    case.refused(0, &order(0, json!({ "plot": "P1", "pull": 2 })), "FT-17.9.4");
    let open =
        near(json!({ "kind": "dust_cloud", "at": { "x": 9, "y": 9 }, "radius": 1 }), json!({}), json!({}));
    open.refused(0, &order(0, json!({ "plot": "0", "pull": 1 })), "FT-17.9.4");
}

/// FT-17.7.1: over an edge, round the planet, and back on the other side: thrust 2 to 4 in the fourth turn.
#[test]
fn rule_17_7_1_orbital_table() {
    let dust = json!({ "kind": "dust_cloud", "at": { "x": 9, "y": 9 }, "radius": 1 });
    let ship = json!({ "at": { "x": 98, "y": 30 }, "facing": 3, "velocity": 6 });
    let mut case = near(dust, ship, json!({ "edge": "orbital" }));
    case.play(&[], &[4, 3]);
    assert!(matches!(case.ship(0).status, Status::Left { back: Some(5), .. }));
    assert_eq!(case.ship(0).motion.at, Point::units(100, 30));
    for _ in 2..=4 {
        case.play(&[], &[4, 3]);
    }
    let battle = case.table.state();
    assert_eq!((battle.turn(), battle.menu(Seat(0)).rounds.len()), (5, 1));
    let back = |x: i32, y: i32| json!({ "rounds": [{ "ship": 0, "at": { "x": x, "y": y } }] });
    case.refused(0, &back(0, 77), "FT-17.7.1");
    case.refused(0, &back(100, 70), "FT-17.7.1");
    case.refused(0, &json!({ "rounds": [{ "ship": 1, "at": { "x": 0, "y": 70 } }] }), "FT-17.7.1");
    let mut dice = dice::Dice::scripted(Vec::new());
    let usual = plain::to_value(&battle.captain(Seat(0), &mut dice));
    assert_eq!(usual, back(0, 70));
    // It may stay away for a turn.
    case.play(&[], &[]);
    case.play(&[], &[4, 3]);
    case.play(&[(0, back(0, 64))], &[]);
    assert_eq!(case.ship(0).status, Status::Active);
    assert_eq!((place(&case).2, place(&case).3), (3, 6));
}

/// FT-17.8.2, FT-17.11.3: menus tell what a planet would do, and captains do not dive into it.
#[test]
fn rule_17_8_2_the_menu_warns() {
    let case = near(medium(), json!({ "velocity": 6 }), json!({}));
    let state = case.table.state();
    let of = |plot: &str| {
        let choices = &state.menu(Seat(0)).plots[0].choices;
        choices.iter().find(|it| it.plot.to_string() == plot).expect("offered").perils.clone()
    };
    assert!(matches!(of("0")[..], [Peril::Orbit { .. }]));
    assert!(matches!(of("+1")[..], [Peril::Atmosphere { lost: 6, .. }]));
    assert_eq!(of("-3"), vec![]);
    let mut dice = dice::Dice::scripted(Vec::new());
    let order = plain::to_value(&state.captain(Seat(0), &mut dice));
    let chosen = order["orders"]["ships"][0]["plot"].as_str().unwrap_or("0").to_owned();
    assert!(of(&chosen).iter().all(|it| it.lost() == 0), "{chosen}");
    assert_eq!(Length::units(6), state.body(rules_full_thrust::BodyId(0)).radius);
}
