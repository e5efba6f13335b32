//! Towing, docking, ramming and disengaging (FT-16).

use crate::case::{Case, design, order};
use engine::{Game, Outcome, Pending, Seat, Viewer};
use rules_full_thrust::{Edge, Hold, ShipId, Status};
use serde_json::{Value, json};

fn ship(name: &str, mass: u32, boxes: u32, thrust: u32, more: &[Value]) -> Value {
    let mut systems = vec![json!({ "name": "drive", "thrust": thrust })];
    systems.extend(more.iter().cloned());
    design(name, mass, boxes, json!([]), json!(systems), json!([]))
}

fn battle(options: &Value, designs: &[Value], ships: &Value) -> Case {
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    Case::new(&options, &json!({ "designs": designs, "ships": ships }))
}

fn at(x: u32, y: u32) -> Value {
    json!({ "x": x, "y": y })
}

/// FT-16.7.1: a corvette with 2 boxes rams a cruiser with 16; its 4 does 8, the cruiser's 3 does 48.
#[test]
fn rule_16_7_1_the_corvette() {
    let designs = [ship("Corvette", 10, 3, 8, &[]), ship("Cruiser", 60, 16, 4, &[])];
    let fleet = json!([
        { "side": 0, "design": "Corvette", "at": at(20, 20), "hull_lost": 1 },
        { "side": 1, "design": "Cruiser", "at": at(20, 22) },
    ]);
    let ready = || battle(&json!({ "ramming": true }), &designs, &fleet);
    let ram = order(0, json!({ "ram": 1 }));
    // Initiative; the dare; both with their thrust; both times their boxes. Then the cruiser checks its drive.
    let mut case = ready();
    case.play(&[(0, ram.clone())], &[4, 3, 6, 1, 4, 4, 3, 1]);
    assert_eq!((case.ship(0).status, case.ship(1).hull_lost), (Status::Destroyed, 8));
    // 1 + 8 against 5 + 4: evaded.
    let mut case = ready();
    case.play(&[(0, ram.clone())], &[4, 3, 6, 1, 5]);
    assert!(case.ship(0).is_active() && case.ship(1).hull_lost == 0);
    let mut case = ready();
    case.play(&[(0, ram.clone())], &[4, 3, 5]);
    assert!(case.ship(0).is_active());
    // FT-16.7.2: the number lowered; a crew that needs none costs a point for each mass.
    let mut case = battle(&json!({ "ramming": true, "ram_number": 4 }), &designs, &fleet);
    case.play(&[(0, ram.clone())], &[4, 3, 4, 1, 5]);
    let mut willing = fleet.clone();
    willing[0]["rams"] = json!(true);
    let mut case = battle(&json!({ "ramming": true }), &designs, &willing);
    let points = |case: &Case| case.table.state().field().blueprint(ShipId(0)).points;
    assert_eq!(points(&case), points(&ready()) + 10);
    case.play(&[(0, ram.clone())], &[4, 3, 1, 5]);
    // Out of reach, switched off, at a friend.
    let mut far = fleet.clone();
    far[1]["at"] = at(20, 23);
    let mut case = battle(&json!({ "ramming": true }), &designs, &far);
    case.play(&[(0, ram.clone())], &[4, 3]);
    battle(&json!({}), &designs, &fleet).refused(0, &ram, "FT-16.7.1");
    ready().refused(0, &order(0, json!({ "ram": 0 })), "FT-16.7.1");
}

/// FT-16.7.1, FT-2.6.1: an order to ram is secret until it is carried out.
#[test]
fn rule_16_7_1_is_secret() {
    let designs = [ship("Ship", 40, 8, 4, &[])];
    let fleet = json!([
        { "side": 0, "design": "Ship", "at": at(20, 20) },
        { "side": 0, "design": "Ship", "at": at(24, 20) },
        { "side": 1, "design": "Ship", "at": at(30, 30) },
    ]);
    let twins = [json!({}), json!({ "ram": 2 }), json!({ "dock": 0 })].map(|secret| {
        let mut case = battle(&json!({ "ramming": true, "emergency_thrust": true }), &designs, &fleet);
        let mut one = secret;
        one["ship"] = json!(1);
        let strained = json!({ "ship": 0, "plot": "P3+3", "emergency": true });
        case.play(&[(0, json!({ "orders": { "ships": [strained, one] } }))], &[4, 5]);
        case.table.state().clone()
    });
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        testkit::indistinguishable(&twins[0], &twins[1], viewer);
        testkit::indistinguishable(&twins[0], &twins[2], viewer);
    }
}

/// FT-16.3.1, FT-16.3.2, FT-16.3.3: mass 80 with thrust 4 tows mass 160: thrust 1; one turn for a tug, two for others.
#[test]
fn rule_16_3_2_salvage() {
    let tug = json!({ "name": "ftl", "advanced": false, "transferMass": 20 });
    let designs = [
        ship("Salvor", 80, 16, 4, &[tug]),
        ship("Plain", 80, 16, 4, &[]),
        ship("Dreadnought", 160, 40, 2, &[]),
    ];
    let fleet = |lead: &str| {
        json!([
            { "side": 0, "design": lead, "at": at(50, 20), "facing": 9, "velocity": 3 },
            { "side": 0, "design": "Dreadnought", "at": at(52, 21), "facing": 9, "velocity": 3, "drive_hits": 2 },
            { "side": 1, "design": "Plain", "at": at(5, 5) },
        ])
    };
    let tow = order(0, json!({ "tow": 1 }));
    for (lead, turns) in [("Salvor", 1), ("Plain", 2)] {
        let mut case = battle(&json!({}), &designs, &fleet(lead));
        case.play(&[(0, tow.clone())], &[4, 3]);
        for _ in 1..turns {
            assert_eq!(case.table.state().drive(ShipId(0)).rating, 4);
            case.play(&[], &[4, 3]);
        }
        assert_eq!(case.table.state().held(ShipId(1)).map(|it| it.hold), Some(Hold::Tow));
        assert_eq!(case.table.state().drive(ShipId(0)).rating, 1);
        case.refused(0, &order(0, json!({ "plot": "+2" })), "FT-3.2.1");
        case.refused(0, &order(1, json!({ "plot": "+1" })), "FT-16.3.2");
        let before = case.ship(1).motion.at - case.ship(0).motion.at;
        case.play(&[(0, order(0, json!({ "plot": "+1" })))], &[4, 3]);
        assert_eq!((case.ship(0).motion.velocity, case.ship(1).motion.velocity), (4, 4));
        assert_eq!(case.ship(1).motion.at - case.ship(0).motion.at, before);
        // Turned, the dreadnought keeps its place behind.
        case.play(&[(0, order(0, json!({ "plot": "S1" })))], &[4, 3]);
        assert_eq!(case.ship(1).motion.facing.get(), 10);
        let after = (case.ship(1).motion.at - case.ship(0).motion.at).length();
        assert!((after - before.length()).abs() < geometry::Length::ratio(1, 1_000));
        case.play(&[(0, order(0, json!({ "cast_off": true })))], &[4, 3]);
        assert_eq!((case.ship(1).link, case.table.state().drive(ShipId(0)).rating), (None, 4));
    }
    // Not matched; a change that is not matched breaks it; only one for ships not built to tow.
    let mut apart = fleet("Plain");
    apart[1]["velocity"] = json!(4);
    battle(&json!({}), &designs, &apart).refused(0, &tow, "FT-16.3.1");
    battle(&json!({ "towing": false }), &designs, &fleet("Plain")).refused(0, &tow, "FT-16.3.1");
    let mut case = battle(&json!({}), &designs, &fleet("Plain"));
    case.play(&[(0, tow)], &[4, 3]);
    assert!(case.ship(1).link.is_some());
    case.play(&[(0, order(0, json!({ "plot": "+1" })))], &[4, 3]);
    assert_eq!(case.ship(1).link, None);
}

/// FT-16.6.1, FT-GEO.8: docked the turn after it has matched; carried by its host's way; a turn to cast off.
#[test]
fn rule_16_6_1_docking() {
    let designs = [ship("Host", 100, 20, 4, &[]), ship("Guest", 20, 4, 4, &[])];
    let fleet = json!([
        { "side": 0, "design": "Host", "at": at(30, 10), "velocity": 4 },
        { "side": 0, "design": "Guest", "at": at(32, 12), "velocity": 6 },
        { "side": 1, "design": "Guest", "at": at(5, 5) },
    ]);
    let mut case = battle(&json!({}), &designs, &fleet);
    case.refused(0, &order(1, json!({ "dock": 2 })), "FT-16.6.1");
    // It slows to 4 and ends 2 MU to the side, level with its host.
    case.play(&[(0, order(1, json!({ "plot": "-2", "dock": 0 })))], &[4, 3]);
    assert_eq!(case.table.state().held(ShipId(1)).map(|it| it.hold), Some(Hold::Dock));
    case.refused(0, &order(1, json!({ "plot": "+1" })), "FT-16.6.1");
    let offset = case.ship(1).motion.at - case.ship(0).motion.at;
    case.play(&[(0, order(0, json!({ "plot": "S2" })))], &[4, 3]);
    assert_eq!(case.ship(1).motion.at - case.ship(0).motion.at, offset);
    assert_eq!(case.ship(1).motion.facing, case.ship(0).motion.facing);
    case.play(&[(0, order(1, json!({ "cast_off": true })))], &[4, 3]);
    assert_eq!(case.ship(1).motion.at - case.ship(0).motion.at, offset);
    case.play(&[(0, order(1, json!({ "plot": "+1" })))], &[4, 3]);
    assert_ne!(case.ship(1).motion.at - case.ship(0).motion.at, offset);
    battle(&json!({ "docking": false }), &designs, &fleet).refused(
        0,
        &order(1, json!({ "dock": 0 })),
        "FT-16.6.1",
    );
}

/// FT-16.5.1: thrust 8 against a best of 6 adds 2; equal or more is away; else the pursuer may follow.
#[test]
fn rule_16_5_1_disengaging() {
    let designs = [ship("Fast", 20, 4, 8, &[]), ship("Slow", 60, 12, 6, &[])];
    let fleet = json!([
        { "side": 0, "design": "Fast", "at": at(20, 46), "velocity": 10 },
        { "side": 0, "design": "Fast", "at": at(30, 46), "velocity": 10 },
        { "side": 1, "design": "Slow", "at": at(50, 10), "velocity": 0 },
    ]);
    let mut case = battle(&json!({ "abstract_disengage": true }), &designs, &fleet);
    case.play(&[], &[4, 3, 1, 3]);
    assert!(matches!(case.table.state().pending(), Pending::Over(Outcome::Won(_))));
    // 1 + 2 against 4: followed.
    let mut case = battle(&json!({ "abstract_disengage": true }), &designs, &fleet);
    case.play(&[], &[4, 3, 1, 4]);
    assert_eq!(case.ship(0).status, Status::Left { edge: Edge::North, back: None });
    case.play(&[(1, json!({ "chase": true }))], &[]);
    assert!(case.ship(0).is_active() && case.ship(1).is_active());
    assert_eq!((case.ship(0).motion.facing.get(), case.ship(0).motion.velocity), (12, 10));
    assert_eq!((case.ship(0).motion.at - case.ship(2).motion.at).north.to_string(), "23");
    assert_eq!(case.table.state().turn(), 2);
    let mut case = battle(&json!({ "abstract_disengage": true }), &designs, &fleet);
    case.play(&[], &[4, 3, 1, 4]);
    case.play(&[(1, json!({ "chase": false }))], &[]);
    assert!(matches!(case.table.state().pending(), Pending::Over(_)));
}
