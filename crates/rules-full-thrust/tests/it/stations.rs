//! Starbases and monster ships (FT-13.15).

#![allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]

use crate::case::{Case, beam, design, plot};
use engine::Library;
use rules_full_thrust::{Battle, Options, ShipId, Status};
use serde_json::{Value, json};

fn section(name: &str, x: i32, y: i32) -> Value {
    json!({ "side": 1, "design": "Section", "name": name, "at": { "x": x, "y": y }, "station": "Hub" })
}

/// A ship south of a base of four sections: 1 at the core, 2 before it, 3 behind it, 4 beside it.
fn base(ship: Value, options: Value) -> Case {
    let systems = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let gunship = design("Gunship", 100, 20, json!([]), systems, json!([beam(3)]));
    let hull =
        design("Section", 100, 20, json!([[2, 0]]), json!([{ "name": "fireControl" }]), json!([beam(3)]));
    let mut first = json!({ "side": 0, "design": "Gunship", "at": { "x": 50, "y": 30 } });
    for (name, value) in ship.as_object().expect("fields") {
        first[name] = value.clone();
    }
    Case::new(
        &options,
        &json!({
            "table": { "width": 100, "height": 100 },
            "designs": [gunship, hull],
            "ships": [first, section("1", 50, 50), section("2", 50, 47), section("3", 50, 53), section("4", 53, 50)],
        }),
    )
}

/// FT-13.15.1, FT-13.15.2: figure 33: the ship and sections 2 and 4 can exchange fire, 1 and 3 are
/// hidden, until 2 is gone.
#[test]
fn rule_13_15_2_figure_33() {
    let case = base(json!({}), json!({}));
    let battle = case.table.state();
    let seen: Vec<u8> = (1..=4).filter(|&to| battle.sees(ShipId(0), ShipId(to))).collect();
    assert_eq!(seen, [2, 4]);
    assert!((1..=4).all(|it| battle.sees(ShipId(0), ShipId(it)) == battle.sees(ShipId(it), ShipId(0))));
    let mut case = base(json!({}), json!({ "core_systems": false }));
    let with = |n: usize| {
        let mut situation = json!({
            "table": { "width": 100, "height": 100 },
            "designs": [design("Section", 100, 20, json!([]), json!([]), json!([]))],
            "ships": [{ "side": 0, "design": "Section", "at": { "x": 50, "y": 30 } }, section("1", 50, 50),
                section("3", 50, 53)],
        });
        situation["ships"].as_array_mut().expect("a list").truncate(n);
        Case::new(&json!({}), &situation)
    };
    assert!(with(3).table.state().sees(ShipId(0), ShipId(1)));
    assert!(!with(3).table.state().sees(ShipId(0), ShipId(2)));
    case.play(&[], &[4, 3]);
    case.refused(0, &json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } }), "FT-17.1.1");
}

/// FT-13.15.3: a section fires aft like anywhere else, and has no weak side.
#[test]
fn rule_13_15_3_all_round() {
    // Facing north, the ship is behind section 2.
    let mut case = base(json!({}), json!({ "core_systems": false, "rear_arc_ignores_armour": true }));
    case.play(&[], &[3, 4]);
    let order = json!({ "fire": { "ship": 2, "shots": [{ "weapon": 1, "target": 0 }] } });
    case.play(&[(1, order)], &[5, 5]);
    assert_eq!(case.ship(0).hull_lost, 2);
    let shot = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 2 }] } });
    case.play(&[(0, shot)], &[5, 5]);
    assert_eq!((case.ship(2).armour[0].boxes(), case.ship(2).hull_lost), (0, 0));
}

/// FT-13.15.4: a section that its reactor blows up tears at those beside it, and so on.
#[test]
fn rule_13_15_4_chain() {
    let hull = design("Section", 80, 8, json!([]), json!([]), json!([]));
    let other = design("Other", 80, 8, json!([]), json!([]), json!([]));
    let ship = |name: &str, x: i32, more: Value| {
        let mut ship = json!({ "side": 1, "design": "Section", "name": name, "at": { "x": x, "y": 50 },
            "station": "Hub" });
        for (name, value) in more.as_object().expect("fields") {
            ship[name] = value.clone();
        }
        ship
    };
    let mut case = Case::new(
        &json!({ "repairs": false, "reactor_breach": true }),
        &json!({
            "table": { "width": 100, "height": 100 },
            "designs": [hull, other],
            "ships": [
                { "side": 0, "design": "Other", "at": { "x": 10, "y": 10 } },
                // The power core is the second of its icons.
                ship("1", 50, json!({ "damaged": [1] })),
                ship("2", 53, json!({})),
                ship("3", 56, json!({})),
                ship("4", 70, json!({})),
            ],
        }),
    );
    case.play(&[], &[4, 3]);
    // The core blows on 5; no breach dice at linked sections; 9 points end section 2, which tears at 3.
    case.play(&[], &[5, 3, 3, 3, 1, 1, 1, 6, 6, 6]);
    assert_eq!((case.ship(1).status, case.ship(2).status), (Status::Destroyed, Status::Destroyed));
    assert_eq!((case.ship(3).hull_lost, case.ship(4).hull_lost), (3, 0));
}

/// FT-13.15.7: a ship that runs into a section is lost; the section takes a die times the boxes it had.
#[test]
fn rule_13_15_7_collision() {
    let ship = json!({ "at": { "x": 50, "y": 40 }, "velocity": 9, "hull_lost": 18 });
    let mut case = base(ship, json!({ "core_systems": false, "repairs": false }));
    // 9 - 4 is 5; a 4 is not enough. 2 boxes and a 3: 6 points, 2 of them on the armour; no row is lost.
    case.play(&[], &[4, 3, 4, 3]);
    assert_eq!(case.ship(0).status, Status::Destroyed);
    assert_eq!((case.ship(2).armour[0].boxes(), case.ship(2).hull_lost), (0, 4));
}

/// FT-13.15.8: sections of a monster ship move with the one that has the drive; lost, they drift on.
#[test]
fn rule_13_15_8_monster_ships() {
    let drive = design("Stern", 100, 20, json!([]), json!([{ "name": "drive", "thrust": 8 }]), json!([]));
    let bow = design("Bow", 100, 20, json!([]), json!([]), json!([]));
    let other = design("Other", 100, 20, json!([]), json!([]), json!([]));
    let part = |design: &str, x: i32, y: i32| {
        json!({ "side": 0, "design": design, "at": { "x": x,
        "y": y }, "velocity": 6, "station": "Behemoth" })
    };
    let monster = || {
        Case::new(
            &json!({ "core_systems": false }),
            &json!({
                "table": { "width": 100, "height": 100 },
                "designs": [drive, bow, other],
                "ships": [
                    part("Stern", 50, 50), part("Bow", 50, 53),
                    { "side": 1, "design": "Other", "at": { "x": 1, "y": 1 } },
                ],
            }),
        )
    };
    let mut case = monster();
    // Thrust 8 of half the mass: 4 for the whole.
    assert_eq!(case.table.state().rating(ShipId(0)), 4);
    case.refused(0, &plot(0, "+5"), "FT-3.2.1");
    case.play(&[(0, plot(0, "S2+2"))], &[4, 3]);
    let (stern, bow) = (case.ship(0).motion, case.ship(1).motion);
    assert_eq!((stern.facing, stern.velocity), (bow.facing, bow.velocity));
    let ahead = (bow.at - stern.at).seen_from(stern.facing.course());
    assert!((ahead.ahead - geometry::Length::units(3)).abs() < geometry::TOLERANCE, "{ahead:?}");
    // Monster ships are ships: nobody runs into them, and they hide nobody.
    assert!(rules_full_thrust::line_is_clear(case.table.state(), geometry::Point::units(0, 0), bow.at));
    assert!(Battle::from_situation(&Options::default(), &plain::from_value(&json!({
        "designs": [design("Stern", 100, 20, json!([]), json!([{ "name": "drive", "thrust": 8 }]), json!([]))],
        "ships": [
            { "side": 0, "design": "Stern", "at": { "x": 1, "y": 1 }, "station": "B" },
            { "side": 0, "design": "Stern", "at": { "x": 1, "y": 4 }, "station": "B" },
            { "side": 1, "design": "Stern", "at": { "x": 9, "y": 9 } },
        ],
    })).expect("a situation")).is_err());
}

/// FT-13.15.9, FT-13.15.1: sections are priced without a drive; the base of the scenario as worked out.
#[test]
fn rule_13_15_9_prices() {
    let scenario = rules_full_thrust::library::scenario("orbital-assault");
    for (name, mass, points, cpv) in [("Spire Core", 90, 359, 350), ("Spire Arm", 36, 128, 104)] {
        let design = scenario.designs.iter().find(|it| it.name == name).expect("a section");
        let bill = design.bill(&scenario.options);
        assert_eq!((bill.used.up(), bill.points(), bill.cpv()), (mass, points, cpv), "{name}");
    }
}

/// FT-17.8.3, FT-13.15.1: the base goes round by one marker, turned as a whole.
#[test]
fn rule_17_8_3_a_base_goes_round() {
    let planet = json!({ "kind": "planet_medium", "name": "P", "at": { "x": 48, "y": 24 }, "radius": 8,
        "entry": 4, "deadly": true });
    let hull = design("Section", 100, 20, json!([]), json!([]), json!([]));
    let part = |x: i32, y: i32, facing: u8| {
        json!({ "side": 1, "design": "Section", "at": { "x": x,
        "y": y }, "facing": facing, "station": "Halo", "orbit": "P" })
    };
    let mut case = Case::new(
        &json!({}),
        &json!({
            "terrain": [planet],
            "designs": [hull],
            "ships": [
                { "side": 0, "design": "Section", "at": { "x": 4, "y": 4 } },
                part(40, 24, 9), part(37, 24, 9), part(40, 21, 6),
            ],
        }),
    );
    case.play(&[], &[4, 3]);
    let core = case.ship(1).motion;
    assert_eq!(
        (format!("{:.4}", core.at.x), format!("{:.4}", core.at.y)),
        ("41.0718".to_owned(), "28.0000".to_owned())
    );
    assert_eq!(
        (core.facing.get(), case.ship(2).motion.facing.get(), case.ship(3).motion.facing.get()),
        (10, 10, 7)
    );
}
