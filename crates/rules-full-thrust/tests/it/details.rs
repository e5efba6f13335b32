//! Small rules that no other chapter of tests is about.

use crate::{
    case::{Case, beam, design, order, range, target},
    ordnance::{launch, rack, strike},
};
use engine::{Game as _, Severity};
use geometry::{Length, Point};
use rules_full_thrust::{
    ChecksEvent, Clock, Design, Event, IconId, IconSet, Options, ShipId, Status,
    fleet::{Fleet, review},
};
use serde_json::{Value, json};

fn checked(case: &Case) -> Vec<(&'static str, Vec<u8>)> {
    let rolls = |rolls: &[(IconId, u8)]| rolls.iter().map(|it| it.0.0).collect();
    let of = |event: &Event| match event {
        Event::Checks(ChecksEvent::HangarsChecked { rolls: it, .. }) => Some(("hangars", rolls(it))),
        Event::Checks(ChecksEvent::Checked { rolls: it, .. }) => Some(("systems", rolls(it))),
        _ => None,
    };
    case.table.log().iter().filter_map(of).collect()
}

/// A gunship does a point of damage to this ship, which completes its first row; then the dice of the check.
fn holed(ship: &Value, spent: &[u8], options: &Value, dice: &[u8]) -> Case {
    let gunship = design("Gunship", 200, 30, json!([]), json!([{ "name": "fireControl" }]), json!([beam(1)]));
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    let mut case = Case::new(
        &options,
        &json!({
            "phase": "fire",
            "table": { "width": 200, "height": 200 },
            "designs": [ship, gunship],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 56 }, "hull_lost": 4, "spent": spent },
            ],
        }),
    );
    let dice: Vec<u8> = [4].into_iter().chain(dice.iter().copied()).collect();
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": [{ "weapon": 1, "target": 1 }] } }))], &dice);
    case
}

fn icons(icons: &[u8]) -> IconSet {
    icons.iter().copied().map(IconId).collect()
}

/// FT-4.11.7, FT-4.11.5: everything with an icon rolls once, in the order of the display: systems,
/// weapons, ordnance; hangars first
/// where they may explode. Spent one-shots do not.
#[test]
fn rule_4_11_7_order_of_checks() {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }, { "name": "hangar" }]);
    let mut ship = design("Target", 200, 20, json!([]), systems, json!([{ "name": "grapeshot" }]));
    ship["ordnance"] = json!([rack(), { "name": "rocketPod", "leftArc": "FP", "numArcs": 3 }]);
    let play = |crits: bool| {
        checked(&holed(&ship, &[5], &json!({ "repairs": false, "hangar_crits": crits }), &[1, 1, 1, 1, 1]))
    };
    assert_eq!(play(false), [("systems", vec![0, 1, 2, 3, 4])]);
    assert_eq!(play(true), [("hangars", vec![2]), ("systems", vec![0, 1, 3, 4])]);
}

/// FT-5.2.1: one fire control covers all that a ship launches and is free again for its guns; or one for each marker.
#[test]
fn rule_5_2_1_fire_controls_by_phase() {
    let both = launch(&[2, 3], 0, 18);
    let mut case = strike(json!([rack(), rack()]), json!([]), json!([]), 0, &[(0, 20)], &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, both.clone())], &[1, 1, 1, 1]);
    assert_eq!(case.ship(1).hull_lost, 2);
    let each = json!({ "firecon_per_launch": "marker" });
    let mut case = strike(json!([rack(), rack()]), json!([]), json!([]), 0, &[(0, 20)], &each);
    case.play(&[], &[4, 3]);
    case.refused(0, &both, "FT-5.2.1");
    // A ship with a rack and a gun uses its one control in both phases.
    let mut own = design("Gunship", 100, 20, json!([]), json!([{ "name": "fireControl" }]), json!([beam(3)]));
    own["ordnance"] = json!([rack()]);
    let mut case = Case::new(
        &json!({ "core_systems": false, "repairs": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [own, target(json!([]), json!([]))],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 70 } },
            ],
        }),
    );
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 18))], &[1, 1]);
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": [{ "weapon": 1, "target": 1 }] } }))], &[4, 4]);
    assert_eq!(case.ship(1).hull_lost, 3);
}

/// FT-GEO.1: courses are twelve exact constants, so that every machine plays the same battle.
#[test]
fn rule_geo_1_exact_courses() {
    let one = |point: i32| {
        let at = Point::default().moved(Clock::TWELVE.turned(point).course(), Length::units(1));
        (at.x.0, at.y.0)
    };
    let (whole, half, root) = (1_000_000_000, 500_000_000, 866_025_404);
    let quarter = [(0, whole), (half, root), (root, half)];
    for point in 0..12 {
        let (x, y) = quarter[point as usize % 3];
        let expected = match point / 3 {
            0 => (x, y),
            1 => (y, -x),
            2 => (-x, -y),
            _ => (-y, x),
        };
        assert_eq!(one(point), expected, "clock {point}");
    }
}

/// FT-10.4.5: without repairs nobody is asked in phase 14.
#[test]
fn rule_10_4_5_repairs_off() {
    for (on, phase) in [(true, "damage control"), (false, "write orders")] {
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": on }),
            &json!({
                "designs": [target(json!([]), json!([{ "name": "fireControl" }]))],
                "ships": [
                    { "side": 0, "design": "Target", "at": { "x": 5, "y": 5 }, "damaged": [0] },
                    { "side": 1, "design": "Target", "at": { "x": 60, "y": 40 } },
                ],
            }),
        );
        case.play(&[], &[4, 3]);
        let engine::Pending::Orders(decision) = case.table.state().pending() else { panic!("not over") };
        assert_eq!(decision.phase, phase);
    }
}

/// FT-10.6.1, FT-13.13.4: holds, berths and troop spaces roll box by box, and the largest of a kind are lost first.
#[test]
fn rule_10_6_1_the_largest_holds_first() {
    let hold = |kind: &str, capacity: u32| json!({ "name": "bay", "type": kind, "capacity": capacity });
    let systems = json!([
        hold("cargo", 5),
        hold("cargo", 20),
        hold("cargo", 10),
        hold("troop", 3),
        hold("passenger", 4)
    ]);
    let ship = design("Target", 200, 20, json!([]), systems, json!([]));
    // The smallest hold of cargo and the troops fail: the largest hold is lost.
    let case = holed(&ship, &[], &json!({ "repairs": false }), &[6, 1, 1, 6, 1]);
    assert_eq!(case.ship(1).damaged, icons(&[1, 3]));
}

/// FT-13.5.2: core systems and passive sensors are part of every hull: no mass, no points.
#[test]
fn rule_13_5_2_core_systems_are_free() {
    let ship: Design =
        plain::from_value(&design("Bare", 40, 8, json!([]), json!([]), json!([]))).expect("a design");
    let bill = |core_systems| {
        let bill = ship.bill(&Options { core_systems, ..Options::default() });
        (bill.used.up(), bill.points())
    };
    assert_eq!(bill(true), bill(false));
    // Hull 8, and the basic hull's 40 points.
    assert_eq!(bill(true), (8, 40 + 16));
}

/// FT-13.10.1: one state uses one kind of drive and one kind of FTL; a mixed fleet is warned.
#[test]
fn rule_13_10_1_one_kind_of_drive() {
    let ship = |name: &str, drive: bool, jump: bool| {
        let systems =
            json!([{ "name": "drive", "thrust": 2, "advanced": drive }, { "name": "ftl", "advanced": jump }]);
        json!({ "design": design(name, 40, 8, json!([]), systems, json!([])) })
    };
    let found = |ships: Value| {
        let fleet: Fleet = plain::from_value(&json!({ "name": "Fleet", "ships": ships })).expect("a fleet");
        let all = review(&fleet, &Options::default());
        let of = |it: &&(Severity, engine::Finding)| it.1.rule == "FT-13.10.1";
        (all.findings.iter().filter(of).count(), all.legal)
    };
    assert_eq!(found(json!([ship("A", true, false), ship("B", true, false)])), (0, true));
    assert_eq!(found(json!([ship("A", true, false), ship("B", false, false)])), (1, true));
    assert_eq!(found(json!([ship("A", true, false), ship("B", false, true)])), (2, true));
}

/// FT-12.6.1: ortillery fires at nothing in space.
#[test]
fn rule_12_6_1_ortillery() {
    let case = range(&json!([beam(1)]), target(json!([]), json!([{ "name": "ortillery" }])), 6, &json!({}));
    let refusal = case.table.state().attack(ShipId(1), IconId(0), ShipId(0));
    assert_eq!(refusal.expect_err("no gun").0, "FT-5.0.1");
}

/// FT-10.1.7, FT-10.4.4: magazines and racks roll once each, and what is lost stays lost.
#[test]
fn rule_10_1_7_magazines_are_lost_for_good() {
    let mut ship = design(
        "Target",
        200,
        20,
        json!([]),
        json!([{ "name": "magazine", "id": "m", "capacity": 2 }]),
        json!([]),
    );
    ship["ordnance"] = json!([
        { "name": "salvoLauncher", "leftArc": "FP", "numArcs": 3, "magazine": "m" }, rack(),
        { "name": "missile", "leftArc": "FP", "numArcs": 3 },
    ]);
    let case = holed(&ship, &[], &json!({}), &[6, 6, 6, 6]);
    // The launcher can be repaired; magazine, rack and missile cannot.
    assert_eq!((case.ship(1).gone, case.ship(1).damaged), (icons(&[0, 2, 3]), icons(&[1])));
    case.refused(1, &json!({ "repair": [{ "ship": 1, "icon": 0, "parties": 1 }] }), "FT-10.4.4");
}

/// FT-10.3.7, FT-7.21.1: a ship abandoned behind its cloaking field is a hulk where it is, for all to see.
#[test]
fn rule_10_3_7_the_hulk_of_a_cloaked_ship() {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "cloakField" }]);
    let mut case = Case::new(
        &json!({ "repairs": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [target(json!([]), systems), design("Other", 40, 8, json!([]), json!([]), json!([]))],
            "ships": [
                { "side": 0, "design": "Target", "at": { "x": 50, "y": 50 }, "velocity": 6, "damaged": [4] },
                { "side": 1, "design": "Other", "at": { "x": 150, "y": 150 } },
            ],
        }),
    );
    case.play(&[(0, order(0, json!({ "cloak": 3 })))], &[4, 3]);
    assert_eq!(case.ship(0).status, Status::Cloaked);
    case.play(&[(0, json!({ "cores": [[0, "abandon"]] }))], &[1]);
    assert_eq!((case.ship(0).status, case.ship(0).motion.at), (Status::Hulk, Point::units(50, 56)));
}

/// FT-3.7.5, FT-3.9.2: a base leaves the table as one, by one die, and comes back as one.
#[test]
fn rule_3_7_5_a_base_leaves_as_one() {
    let systems = json!([{ "name": "drive", "thrust": 2 }]);
    let ship =
        |x: u32| json!({ "side": 0, "design": "Boat", "at": { "x": x, "y": 96 }, "velocity": 6, "base": 1 });
    let mut case = Case::new(
        &json!({ "core_systems": false, "repairs": false, "shared_base": true, "edge": "return_roll" }),
        &json!({
            "table": { "width": 100, "height": 100 },
            "designs": [design("Boat", 20, 4, json!([]), systems, json!([]))],
            "ships": [ship(50), ship(50), { "side": 1, "design": "Boat", "at": { "x": 5, "y": 5 } }],
        }),
    );
    // One die for both: 4, back in turn 5.
    case.play(&[], &[4, 3, 4]);
    for id in [0, 1] {
        assert!(
            matches!(case.ship(id).status, Status::Left { back: Some(5), .. }),
            "{:?}",
            case.ship(id).status
        );
    }
    while case.table.state().turn() < 5 {
        case.play(&[], &[4, 3]);
    }
    let entry = json!({ "orders": { "entries": [{ "ship": 0, "at": { "x": 30, "y": 100 }, "facing": 6 }] } });
    case.play(&[(0, entry)], &[4, 3]);
    for id in [0, 1] {
        assert_eq!((case.ship(id).status, case.ship(id).motion.at), (Status::Active, Point::units(30, 94)));
    }
}
