//! Fighters and gunboats with FTL drives of their own (FT-8.15.13, FT-9.2.1 to FT-9.2.4).

use dice::Dice;
use engine::{Game, Orders, Pending, Seat, Spoken, Table, Viewer};
use geometry::Point;
use rules_full_thrust::{Battle, Order, Post, Scenario, ShipId};
use serde_json::{Value, json};

use crate::case::{Case, design};

/// A carrier with FTL fighters (group 0) and FTL gunboats (group 1) against a raider.
fn scenario(carrier: Value) -> Scenario {
    let systems = json!([
        { "name": "drive", "thrust": 4 }, { "name": "ftl", "advanced": true },
        { "name": "hangar", "id": "h" }, { "name": "launchTube" },
    ]);
    let mut ship = design("Carrier", 100, 20, json!([]), systems, json!([]));
    ship["fighters"] = json!([{ "type": "standard", "mods": ["ftl"], "hangar": "h" }]);
    let boats: Vec<Value> = (0..6).map(|_| json!({ "type": "beam" })).collect();
    ship["gunboatSquadrons"] = json!([{ "boats": boats, "mods": ["ftl"] }]);
    let other = design("Raider", 60, 12, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([]));
    let mut berth = json!({ "design": "Carrier", "at": { "x": 50, "y": 50 }, "facing": 12, "velocity": 0 });
    for (name, value) in carrier.as_object().expect("fields") {
        berth[name] = value.clone();
    }
    let sides = json!([
        { "name": "Amber", "ships": [berth, { "design": "Raider", "at": { "x": 10, "y": 10 },
            "facing": 12, "velocity": 0 }] },
        { "name": "Cobalt", "ships": [{ "design": "Raider", "at": { "x": 150, "y": 150 }, "facing": 6,
            "velocity": 0 }] },
    ]);
    let scenario = json!({
        "name": "Craft", "turns": 6, "deployment": "as_given", "table": { "width": 200, "height": 200 },
        "designs": [ship, other], "sides": sides, "options": { "core_systems": false, "repairs": false },
    });
    plain::from_value(&scenario).expect("a scenario")
}

fn ready(carrier: Value) -> Case {
    let scenario = scenario(carrier);
    let battle = Battle::set_up(&scenario.options, &scenario).unwrap_or_else(|err| panic!("{err}"));
    let mut table = Table::new(battle, Dice::scripted(Vec::new()));
    table.open();
    Case { table }
}

fn plan(group: u8, turn: u16, x: u32, y: u32, velocity: u16) -> Value {
    json!({ "ship": 0, "group": group, "turn": turn, "at": { "x": x, "y": y }, "facing": 3, "velocity": velocity })
}

/// Everybody idles until orders are written in that turn, or fighters move; dice in the order they are rolled.
fn until(case: &mut Case, turn: u32, phase: &str, dice: &[u8]) {
    case.table.set_dice(Dice::scripted(dice.to_vec()));
    for _ in 0..200 {
        let Pending::Orders(decision) = case.table.state().pending() else { panic!("over") };
        if case.table.state().turn() == turn && decision.phase == phase {
            assert_eq!((case.table.dice().trouble(), case.table.dice().left_over()), (None, 0));
            return;
        }
        let order = |_| plain::from_value::<Order>(&crate::case::idle(decision.phase)).expect("an order");
        let orders: Orders<Order> = decision.seats.iter().map(|seat| (seat, order(seat))).collect();
        case.table.resolve(&orders);
    }
    panic!("turn {turn} never comes to {phase}");
}

fn planned(carrier: Value, plans: Value) -> Case {
    let mut case = ready(carrier);
    case.play(&[(0, json!({ "plans": plans }))], &[]);
    case
}

/// FT-8.15.13: in flight from the start within 6 MU of the carrier, for a point of endurance; or aboard.
#[test]
fn rule_8_15_13_deployed() {
    let case = ready(json!({}));
    case.refused(0, &json!({ "plans": [plan(0, 0, 57, 50, 0)] }), "FT-8.15.13");
    case.refused(0, &json!({ "plans": [plan(1, 0, 50, 50, 0)] }), "FT-9.2.1");
    case.refused(0, &json!({ "plans": [plan(1, 2, 100, 100, 11)] }), "FT-9.2.2");
    case.refused(0, &json!({ "plans": [plan(1, 2, 100, 100, 0)] }), "FT-9.2.2");
    let view = case.table.state().view(Viewer::Seat(Seat(0)));
    let wanted: Order = plain::from_value(&json!({ "plans": [plan(1, 2, 100, 100, 6)] })).expect("an order");
    let text = Battle::write_order(&view, &wanted);
    assert_eq!(
        (text.as_str(), Battle::read_order(&view, Seat(0), &text).expect("read")),
        ("A1.2 turn2 100,100 3 6", wanted)
    );
    let case = planned(json!({}), json!([plan(0, 0, 56, 50, 0)]));
    assert_eq!((&case.group(0).post, case.group(0).cef), (&Post::Flying, 5));
    let case = planned(json!({}), json!([]));
    assert!(matches!(case.group(0).post, Post::Aboard { .. }));
    // FT-9.2.1: boats need no carrier, and are not aboard one.
    assert_eq!(case.group(1).post, Post::Hyperspace { with: None });
}

/// FT-11.5.5: fighters come as the screen of a carrier that arrives by FTL, and are no victims of it.
#[test]
fn rule_11_5_5_screening_fighters() {
    let ftl = json!({ "ftl": true });
    let own = json!({ "ship": 0, "turn": 1, "at": { "x": 100, "y": 100 }, "facing": 3, "velocity": 4 });
    let mut case = planned(ftl, json!([own, plan(0, 0, 100, 100, 0)]));
    until(&mut case, 2, "write orders", &[4, 3]);
    let group = case.group(0);
    assert_eq!((&group.post, group.left), (&Post::Screening { ship: ShipId(0), facing: None }, 6));
    assert_eq!((group.at, group.cef), (Point::units(100, 100), 5));
}

/// FT-9.2.2: announced, scattered like a ship, then half the velocity, rounded down, straight on; a
/// secondary move is left to them, and arriving costs nothing.
#[test]
fn rule_9_2_2_arrival() {
    let mut case = planned(json!({}), json!([plan(1, 1, 100, 100, 7)]));
    // Nobody else knows when and where.
    let other = planned(json!({}), json!([plan(1, 2, 90, 20, 5)]));
    testkit::indistinguishable(case.table.state(), other.table.state(), Viewer::Seat(Seat(1)));
    // 4 MU to the south, then 3 to the east.
    until(&mut case, 1, "secondary moves", &[4, 3, 6, 4]);
    let group = case.group(1);
    assert_eq!((&group.post, group.at, group.cef), (&Post::Flying, Point::units(103, 96), 6));
    let hurry = json!({ "wing": { "group": 1, "action": { "fly": { "to": { "x": 103, "y": 105 }, "facing": 12 } } } });
    case.play(&[(0, hurry)], &[]);
    assert_eq!((case.group(1).at, case.group(1).cef), (Point::units(103, 105), 5));
}

/// FT-9.2.4: near a ship they are lost, and hurt nobody.
#[test]
fn rule_9_2_4_too_near() {
    let mut case = planned(json!({}), json!([plan(1, 1, 50, 60, 7)]));
    until(&mut case, 2, "write orders", &[4, 3, 6, 4]);
    assert_eq!((&case.group(1).post, case.ship(0).hull_lost), (&Post::Destroyed, 0));
}

/// FT-9.2.3: charging they fly where they like; in the next turn half as far on, and they are gone. A ship
/// within 6 MU of that place destroys them (FT-9.2.4). With warm drives they attack nobody.
#[test]
fn rule_9_2_3_departure() {
    for (x, post) in [(100, Post::Away), (135, Post::Destroyed)] {
        let mut case = planned(json!({}), json!([plan(1, 1, x, 150, 2)]));
        until(&mut case, 2, "move fighters", &[4, 3, 12, 1, 4, 3]);
        let at = case.group(1).at;
        assert_eq!(at, Point::units(x as i32 + 1, 151));
        let charge = |x: i32, facing: u8| {
            json!({ "wing": { "group": 1,
            "action": { "charge": { "to": { "x": x, "y": 151 }, "facing": facing } } } })
        };
        case.refused(0, &charge(x as i32 + 20, 3), "FT-8.5.1");
        case.play(&[(0, charge(x as i32 + 11, 3))], &[]);
        assert_eq!(case.group(1).warm, 2);
        until(&mut case, 3, "write orders", &[]);
        until(&mut case, 4, "write orders", &[4, 3]);
        let group = case.group(1);
        assert_eq!((&group.post, group.at), (&post, Point::units(x as i32 + 16, 151)));
        assert_eq!(case.ship(2).hull_lost, 0);
    }
}
