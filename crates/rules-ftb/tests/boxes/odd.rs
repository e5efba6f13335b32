//! Odd input: whatever is typed or sent is refused with a reason, and nothing breaks.

use dice::Dice;
use engine::{Assist, Game, Library, Orders, Pending, Seat, Spoken, Table, Tactics, Viewer};
use rules_ftb::{Battle, Order, Scenario, Situation, scenario};
use serde_json::{Value, json};

use super::{at, far, ship, void};

const LINES: [&str; 40] = [
    "",
    " ",
    "\n",
    ";",
    "coast coast",
    "burn",
    "burn to",
    "burn to x,y",
    "burn to 1",
    "burn to 1,2,3",
    "burn to 99999999999999999999,0",
    "burn to -0,-0",
    "burn to NaN,1",
    "burn to 1e9,1",
    "burn course 0,0 speed 5",
    "burn course 1,0 speed -1",
    "burn course 1,0 speed 70000",
    "hardburn course 1000000,1 speed 3",
    "launch torpedo",
    "launch torpedo course 0,0 speed 1",
    "coast declare",
    "coast declare Nowhere",
    "coast enter 0",
    "coast enter 999",
    "attack",
    "attack nobody",
    "attack torpedo:",
    "attack tanker:0",
    "attack tanker:300",
    "attack TB1 at -3",
    "guide attack",
    "scan TB1",
    "force",
    "forcer 0",
    "tanker 0 at 1,1",
    "tanker 1 at 1,1 in 0",
    "fleet",
    "fleet Z",
    "deploy TB1",
    "höld ☄ none",
];

/// Orders as data that a client could send, in every decision.
fn sent() -> Vec<Value> {
    let helm = |fields: Value| {
        let mut helm = json!({ "order": "burn" });
        for (name, value) in fields.as_object().expect("fields") {
            helm[name] = value.clone();
        }
        json!({ "helm": helm })
    };
    vec![
        helm(json!({ "plot": { "course": at(1e9, 1e9), "speed": 65535 } })),
        helm(json!({ "plot": { "course": at(0.0, 0.0), "speed": 3 } })),
        helm(json!({ "plot": { "course": at(1.0, 0.0), "speed": 65535 } })),
        helm(json!({ "order": "coast", "declare": { "body": 255 } })),
        helm(json!({ "order": "coast", "declare": { "station": 255 } })),
        helm(json!({ "order": "coast", "enter": 255 })),
        helm(json!({ "order": "launch", "torpedo": { "plot": { "course": at(-1e9, 1.0), "speed": 9 } } })),
        helm(json!({ "order": "launch", "torpedo": { "plot": { "course": at(1.0, 0.0), "speed": 65535 } } })),
        helm(json!({ "order": "launch", "torpedo": { "attack": { "target": { "ship": 255 } } } })),
        json!({ "attack": [{ "target": { "ship": 255 } }] }),
        json!({ "attack": [{ "target": { "tanker": 255 } }, { "target": { "torpedo": 255 } },
            { "target": { "ship": 0 } }] }),
        json!({ "attack": [{ "target": { "ship": 3 }, "at": 1e9 }] }),
        json!({ "guide": { "plot": { "course": at(1e9, 1.0), "speed": 2 } } }),
        json!({ "guide": { "attack": { "target": { "torpedo": 200 }, "at": -1.0 } } }),
        json!({ "pick": { "activate": 255 } }),
        json!({ "pick": { "force": 255 } }),
        json!({ "pick": { "tanker": { "tanker": 255, "system": 255, "at": at(1e9, 0.0) } } }),
        json!({ "forcer": 255 }),
        json!({ "target": 255 }),
        json!({ "fuse": 255 }),
        json!({ "scan": 255 }),
        json!({ "name": 255 }),
        json!({ "station": at(1e9, -1e9) }),
        json!({ "deploy": { "ship": 255, "at": at(1e9, 0.0), "plot": { "course": at(1.0, 0.0), "speed": 9 } } }),
        json!({ "hold_back": { "ship": 255, "at": at(1e9, 0.0), "plot": { "course": at(0.0, 0.0), "speed": 0 } } }),
        json!({ "fleet": { "ships": ["liner", "runner"], "tankers": 255 } }),
    ]
}

/// FTB-12.1, FTB-0.6: read, checked and previewed in every decision of a battle of each scenario.
#[test]
fn odd_orders_are_refused() {
    let sent: Vec<Order> = sent().into_iter().filter_map(|it| plain::from_value(&it).ok()).collect();
    assert!(15 <= sent.len(), "{} orders can be read", sent.len());
    for info in Battle::scenarios() {
        let mut with = scenario(info.id);
        with.options.stealth_run = true;
        let battle = Battle::set_up(&with.options, &with).expect("a scenario");
        let mut table = Table::new(battle, Dice::numbered(4, 4));
        table.open();
        let mut dice = Dice::numbered(2, 2);
        for _ in 0..120 {
            let battle = table.state();
            let Pending::Orders(decision) = battle.pending() else { break };
            for seat in decision.seats.iter() {
                let view = battle.view(Viewer::Seat(seat));
                for line in LINES {
                    if let Ok(order) = Battle::read_order(&view, seat, line) {
                        drop(battle.check(seat, &order));
                        drop(battle.preview(seat, &order));
                    }
                }
                for order in &sent {
                    if battle.check(seat, order).is_ok() {
                        // Legal in its place, such as a coast that declares nothing there is.
                        assert!(battle.preview(seat, order).is_some() || !matches!(order, Order::Helm(_)));
                    }
                    drop(battle.preview(seat, order));
                    let text = Battle::write_order(&view, order);
                    drop(Battle::read_order(&view, seat, &text));
                }
                // Whoever is not asked is told so.
                let other = Seat(1 - seat.0);
                if !decision.seats.contains(other) {
                    assert!(battle.preview(other, &sent[0]).is_none());
                }
            }
            let orders: Orders<Order> =
                decision.seats.iter().map(|seat| (seat, battle.captain(seat, &mut dice))).collect();
            table.resolve(&orders);
        }
    }
}

/// FTB-3.1, FTB-6.1: situations and scenarios that cannot be are refused with every reason.
#[test]
fn odd_situations_are_refused() {
    let one = ship(0, "destroyer", 100.0, 0.0, 6.0, 0.0);
    let good = json!({ "systems": void(), "at": { "ship": 0 }, "ships": [one, far(1)] });
    let refused = |path: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).expect("a path") = value;
        match plain::from_value::<Situation>(&bad) {
            Ok(it) => Battle::from_situation(&rules_ftb::Options::default(), &it).is_err(),
            Err(_) => true,
        }
    };
    assert!(!refused("/at", json!({ "ship": 0 })));
    for (path, value) in [
        ("/at", json!({ "ship": 9 })),
        ("/at", json!({ "pick": 7 })),
        ("/ships/0/side", json!(2)),
        ("/ships/0/class", json!("tug")),
        ("/ships/0/vector", at(0.0, 0.0)),
        ("/ships/0/vector", at(1e6, 0.0)),
        ("/ships/0/at", at(1e7, 0.0)),
        ("/ships", json!([])),
        ("/systems", json!([])),
        ("/systems", json!(["NOWHERE"])),
    ] {
        assert!(refused(path, value.clone()), "{path} {value}");
    }
    for (path, value) in [
        ("/turns", json!(0)),
        ("/turns", json!(5000)),
        ("/points", json!(3)),
        ("/systems", json!([])),
        ("/sides/0/name", json!(" ")),
        ("/sides/0/ships/0/vector", at(0.5, 0.0)),
        ("/sides/0/tankers", json!(99)),
        ("/objectives", json!([{ "side": 5, "goal": "attrition" }])),
        ("/objectives", json!([{ "side": 0, "goal": { "blockade": { "station": "B7" } } }])),
        ("/neutrals", json!([{ "class": "battleship", "at": at(0.0, 9.0), "vector": at(1.0, 0.0) }])),
    ] {
        let mut bad = plain::to_value(&scenario("intro"));
        *bad.pointer_mut(path).expect("a path") = value.clone();
        let read = plain::from_value::<Scenario>(&bad);
        let wrong = read.map_or(true, |it| Battle::set_up(&it.options, &it).is_err());
        assert!(wrong, "{path} {value}");
    }
}
