//! Jump gates, portals and natural jump points (FT-11.9 to FT-11.11).

use engine::{Game, Library, Seat, Spoken, Viewer};
use geometry::Point;
use rules_full_thrust::{Battle, Clock, Door, Options, Order, ShipId, Status};
use serde_json::{Value, json};

use crate::case::{Case, design, order};

fn ship(side: u8, design: &str, x: u32, y: u32, more: Value) -> Value {
    let mut ship =
        json!({ "side": side, "design": design, "at": { "x": x, "y": y }, "facing": 12, "velocity": 0 });
    for (name, value) in more.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    ship
}

/// A gate for 60 mass in a turn, with six boxes; side 0 owns it.
fn gate(more: Value) -> Value {
    let mut spec = json!({ "open": true, "entry": 12 });
    for (name, value) in more.as_object().expect("fields") {
        spec[name] = value.clone();
    }
    ship(0, "Gate", 50, 60, json!({ "name": "Arch", "gate": spec }))
}

fn battle(ships: &[Value], more: Value, options: Value) -> Case {
    let mut options = options;
    (options["core_systems"], options["repairs"]) = (json!(false), json!(false));
    let mut arch =
        design("Gate", 30, 6, json!([]), json!([{ "name": "ftl", "transferMass": 60 }]), json!([]));
    arch["extras"] = json!({ "flagbridge": { "gate": "jump" } });
    let drive = json!([{ "name": "drive", "thrust": 4 }]);
    let designs = [
        arch,
        design("Trader", 30, 6, json!([]), drive.clone(), json!([])),
        design("Liner", 40, 8, json!([]), drive, json!([])),
    ];
    let mut situation =
        json!({ "table": { "width": 200, "height": 200 }, "designs": designs, "ships": ships });
    for (name, value) in more.as_object().expect("fields") {
        situation[name] = value.clone();
    }
    Case::new(&options, &situation)
}

fn far() -> Value {
    ship(1, "Trader", 150, 150, json!({}))
}

fn leave(ships: &[u8]) -> Value {
    let ships: Vec<Value> = ships.iter().map(|id| json!({ "ship": id, "exit": { "ship": 0 } })).collect();
    json!({ "orders": { "ships": ships } })
}

/// FT-11.9.1, FT-11.9.2: T 60 and 6 boxes: with 5 left 50, with 4 left 40; nothing once its FTL is out.
#[test]
fn rule_11_9_2_capacity() {
    let capacity = |more: Value| {
        let mut gate = gate(json!({}));
        for (name, value) in more.as_object().expect("fields") {
            gate[name] = value.clone();
        }
        let case = battle(&[gate, ship(0, "Trader", 10, 10, json!({})), far()], json!({}), json!({}));
        case.table.state().capacity(Door::Ship(ShipId(0)))
    };
    assert_eq!(capacity(json!({})), Some(60));
    assert_eq!(capacity(json!({ "hull_lost": 1 })), Some(50));
    assert_eq!(capacity(json!({ "hull_lost": 2 })), Some(40));
    assert_eq!(capacity(json!({ "damaged": [0] })), Some(0));
}

/// FT-11.9.3: one's own gate is open from the next turn on; a foreign one as the die says.
#[test]
fn rule_11_9_3_activation() {
    let ships = [gate(json!({ "open": false })), ship(0, "Trader", 10, 10, json!({})), far()];
    let switch = |open: bool| json!({ "orders": { "gates": [{ "gate": 0, "open": open }] } });
    let opened = |seat: u8, dice: &[u8]| {
        let mut case = battle(&ships, json!({}), json!({}));
        case.refused(0, &switch(false), "FT-11.9.3");
        case.refused(0, &leave(&[1]), "FT-11.9.3");
        case.play(&[(seat, switch(true))], dice);
        let from = case.ship(0).open_from;
        case.refused(1, &switch(false), "FT-11.9.3");
        case.refused(0, &switch(true), "FT-11.9.3");
        (from, case)
    };
    let (from, mut case) = opened(0, &[4, 3]);
    assert_eq!((from, case.table.state().is_open(Door::Ship(ShipId(0)))), (Some(2), true));
    case.play(&[(0, switch(false))], &[4, 3]);
    assert_eq!(case.ship(0).open_from, None);
    assert_eq!(opened(1, &[4, 3, 2]).0, Some(4));
    assert_eq!(opened(1, &[4, 3, 4]).0, Some(2));
}

/// FT-11.9.4: in contact at the end of the move, on the right course, it is gone when the turn ends.
#[test]
fn rule_11_9_4_leaving() {
    let go = |more: Value| {
        let mut trader = ship(0, "Trader", 50, 55, json!({ "velocity": 4 }));
        for (name, value) in more.as_object().expect("fields") {
            trader[name] = value.clone();
        }
        let mut case = battle(&[gate(json!({})), trader, far()], json!({}), json!({}));
        case.play(&[(0, leave(&[1]))], &[4, 3]);
        case.ship(1).status
    };
    assert_eq!(go(json!({})), Status::Jumped);
    assert_eq!(go(json!({ "at": { "x": 50, "y": 54 } })), Status::Active);
    // From the other side, and from half a point off.
    assert_eq!(go(json!({ "at": { "x": 50, "y": 64 }, "facing": 6 })), Status::Active);
    assert_eq!(go(json!({ "at": { "x": 52, "y": 57 }, "facing": 11, "velocity": 3 })), Status::Jumped);
    let case = battle(&[gate(json!({})), far()], json!({}), json!({}));
    case.refused(0, &leave(&[0]), "FT-11.9.1");
    case.refused(0, &order(0, json!({ "ftl": true })), "FT-11.9.1");
}

/// FT-11.9.5: 30 mass fit where 70 do not go: the second waits; a gate that is hurt or fails after they
/// have flown in rolls for each: 1 through, 2 back, 3 and more lost.
#[test]
fn rule_11_9_5_overload() {
    let ships =
        [gate(json!({})), ship(0, "Trader", 50, 60, json!({})), ship(0, "Liner", 50, 60, json!({})), far()];
    let mut case = battle(&ships, json!({}), json!({}));
    case.play(&[(0, leave(&[1, 2]))], &[4, 3]);
    // 30 and 40 are more than 60.
    assert_eq!([1, 2].map(|id| case.ship(id).status), [Status::Jumped, Status::Active]);
    for (die, status, at) in [
        (1, Status::Jumped, None),
        (2, Status::Active, Some((Point::units(50, 60), 0))),
        (3, Status::Destroyed, None),
    ] {
        let mut case = battle(&ships, json!({ "phase": "fire" }), json!({}));
        let emit = |case: &mut Case, event: Value| {
            case.table.emit(plain::from_value(&event).expect("an event"));
        };
        emit(&mut case, json!({ "gates": { "approached": { "ship": 1, "gate": { "ship": 0 } } } }));
        emit(&mut case, json!({ "damage": { "struck": { "ship": 0, "armour": [], "hull": 4 } } }));
        // Rows of the gate are checked first: 6 boxes in rows of 2, 2, 1, 1; the drive holds.
        case.play(&[], &[1, die]);
        assert_eq!(case.ship(1).status, status, "{die}");
        if let Some(at) = at {
            assert_eq!((case.ship(1).motion.at, case.ship(1).motion.velocity), at);
        }
    }
}

/// FT-11.9.6, FT-11.9.7: a ship comes out opposite the entry, no faster than its drive, and moves at once; a
/// portal on the same table keeps its velocity.
#[test]
fn rule_11_9_6_coming() {
    let coming = ship(1, "Trader", 1, 1, json!({ "through": "Arch" }));
    let ships = [gate(json!({})), ship(0, "Trader", 10, 10, json!({})), far(), coming];
    let mut case = battle(&ships, json!({}), json!({}));
    assert_eq!(case.ship(3).status, Status::Waiting);
    let come = |velocity: u16| {
        json!({ "orders": { "arrivals": [{ "ship": 3, "gate": { "ship": 0 },
        "velocity": velocity }] } })
    };
    case.refused(1, &come(5), "FT-11.9.6");
    case.refused(0, &come(2), "FT-11.9.6");
    let view = case.table.state().view(Viewer::Seat(Seat(1)));
    let wanted: Order = plain::from_value(&come(4)).expect("an order");
    let text = Battle::write_order(&view, &wanted);
    assert_eq!(
        (text.as_str(), Battle::read_order(&view, Seat(1), &text).expect("read")),
        ("B2 through A1 4", wanted)
    );
    case.play(&[(1, come(4))], &[4, 3]);
    let motion = case.ship(3).motion;
    assert_eq!((case.ship(3).status, motion.at, motion.velocity), (Status::Active, Point::units(50, 56), 4));
    assert_eq!(motion.facing, Clock::TWELVE.turned(6));
    // To another gate of the table.
    let mut other = gate(json!({ "entry": 3 }));
    (other["name"], other["at"]) = (json!("Bow"), json!({ "x": 90, "y": 90 }));
    let ships = [
        gate(json!({ "partner": "Bow" })),
        ship(0, "Trader", 50, 56, json!({ "velocity": 4 })),
        other,
        far(),
    ];
    let mut case = battle(&ships, json!({}), json!({}));
    case.play(&[(0, leave(&[1]))], &[4, 3]);
    let motion = case.ship(1).motion;
    assert_eq!((case.ship(1).status, motion.at, motion.velocity), (Status::Active, Point::units(90, 90), 4));
    assert_eq!(motion.facing, Clock::TWELVE.turned(9));
}

/// FT-11.9.2: no more mass in a turn than the gate bears, those who come and those who go together.
#[test]
fn rule_11_9_2_both_ways() {
    let ships = [
        gate(json!({})),
        ship(0, "Trader", 50, 60, json!({})),
        far(),
        ship(1, "Liner", 1, 1, json!({ "through": "Arch" })),
    ];
    let mut case = battle(&ships, json!({}), json!({}));
    let come = json!({ "orders": { "arrivals": [{ "ship": 3, "gate": { "ship": 0 }, "velocity": 4 }] } });
    case.play(&[(0, leave(&[1])), (1, come)], &[4, 3]);
    assert_eq!([1, 3].map(|id| case.ship(id).status), [Status::Active, Status::Active]);
}

/// FT-11.10.1, FT-11.11.1: a natural jump point is always open, for any mass and any course; who comes
/// through may be out of control for the turn. What goes through is gone: nobody fights in hyperspace.
#[test]
fn rule_11_10_1_jump_points() {
    let point = json!({ "terrain": [{ "kind": "jump_point", "name": "Rift", "at": { "x": 50, "y": 60 },
        "radius": 2 }] });
    let ships = [
        ship(0, "Liner", 50, 55, json!({ "velocity": 2, "facing": 12 })),
        far(),
        ship(1, "Trader", 1, 1, json!({ "through": "Rift" })),
    ];
    for shock in [false, true] {
        let mut case = battle(&ships, point.clone(), json!({ "jump_point_shock": shock }));
        assert_eq!(case.table.state().capacity(Door::Body(rules_full_thrust::BodyId(0))), None);
        let out = order(0, json!({ "exit": { "body": 0 } }));
        let come = json!({ "orders": { "arrivals": [{ "ship": 2, "gate": { "body": 0 }, "velocity": 3,
            "facing": 3 }] } });
        case.play(&[(0, out), (1, come)], &[4, 3]);
        assert_eq!((case.ship(0).status, case.ship(2).motion.at), (Status::Jumped, Point::units(53, 60)));
        assert_eq!(case.ship(2).core.adrift_until, u16::from(shock));
    }
}

/// FT-11.9.1, FT-11.9.7: what a scenario may not say of gates.
#[test]
fn rule_11_9_1_findings() {
    let wrong = |ships: &[Value], rule: &str| {
        let situation =
            json!({ "designs": [design("Trader", 30, 6, json!([]), json!([]), json!([]))], "ships": ships });
        let situation = plain::from_value(&situation).expect("a situation");
        let err = Battle::from_situation(&Options::default(), &situation).expect_err("refused").to_string();
        assert!(err.contains(rule), "{err}");
    };
    let other = || ship(1, "Trader", 5, 5, json!({}));
    wrong(&[ship(0, "Trader", 1, 1, json!({ "gate": {} })), other()], "FT-11.9.2");
    wrong(&[ship(0, "Trader", 1, 1, json!({ "through": "Nowhere" })), other()], "FT-11.9.6");
}
