//! Motherships, tenders and tugs with their riders; ships docked with a starbase (FT-11.6, FT-11.7, FT-13.15).

use engine::{Game, Library, Outcome, Seat, Spoken, Viewer};
use geometry::Point;
use rules_full_thrust::{Battle, Options, Scenario, ShipId, Status, points};
use serde_json::{Value, json};

use crate::case::{Case, beam, design, order};

fn ship(side: u8, design: &str, x: u32, y: u32, more: Value) -> Value {
    let mut ship =
        json!({ "side": side, "design": design, "at": { "x": x, "y": y }, "facing": 12, "velocity": 6 });
    for (name, value) in more.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    ship
}

fn designs() -> Value {
    let drive = json!({ "name": "drive", "thrust": 4 });
    let tender = json!([drive, { "name": "ftl" }, { "name": "bay", "id": "b", "type": "tender",
        "capacity": 40 }, { "name": "screen" }]);
    let tug = |advanced: bool| json!([drive, { "name": "ftl", "advanced": advanced, "transferMass": 60 }]);
    let rider = json!([drive, { "name": "fireControl" }]);
    json!([
        design("Mother", 150, 30, json!([[4, 0]]), tender, json!([])),
        design("Tug", 60, 12, json!([]), tug(false), json!([])),
        design("Fine Tug", 60, 12, json!([]), tug(true), json!([])),
        design("Rider", 20, 8, json!([[2, 0]]), rider.clone(), json!([beam(2)])),
        design("Hulk", 120, 24, json!([]), rider, json!([])),
        design(
            "Raider",
            60,
            12,
            json!([]),
            json!([drive, { "name": "fireControl" }]),
            json!([beam(2), beam(2)])
        ),
        design(
            "Core",
            100,
            20,
            json!([]),
            json!([{ "name": "ftl" }, { "name": "screen" }, { "name": "screen" }]),
            json!([])
        ),
        design(
            "Arm",
            100,
            20,
            json!([]),
            json!([{ "name": "bay", "id": "b", "type": "tender", "capacity": 40 }]),
            json!([])
        ),
    ])
}

fn battle(ships: &[Value], more: Value, options: Value) -> Case {
    let mut options = options;
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    let mut situation =
        json!({ "table": { "width": 200, "height": 200 }, "designs": designs(), "ships": ships });
    for (name, value) in more.as_object().expect("fields") {
        situation[name] = value.clone();
    }
    Case::new(&options, &situation)
}

fn far() -> Value {
    ship(1, "Raider", 150, 150, json!({}))
}

/// FT-11.7.2: a rider is no target and has no orders but to part; then it starts with the course and
/// velocity of its mothership and flies its own plot.
#[test]
fn rule_11_7_2_detaching() {
    let ships = [
        ship(0, "Mother", 50, 50, json!({})),
        ship(0, "Rider", 0, 0, json!({ "carried": 0 })),
        ship(1, "Raider", 50, 70, json!({ "facing": 6 })),
    ];
    let mut case = battle(&ships, json!({}), json!({}));
    case.refused(0, &order(1, json!({ "plot": "P1" })), "FT-11.7.2");
    case.refused(0, &order(0, json!({ "detach": true })), "FT-11.7.2");
    case.refused(0, &order(1, json!({ "detach": true, "plot": "P4" })), "FT-3.2.2");
    let view = case.table.state().view(Viewer::Seat(Seat(0)));
    let part = order(1, json!({ "detach": true, "plot": "+2" }));
    let wanted = plain::from_value(&part).expect("an order");
    let text = Battle::write_order(&view, &wanted);
    assert_eq!(
        (text.as_str(), Battle::read_order(&view, Seat(0), &text).expect("read")),
        ("A2 +2 detach", wanted)
    );
    case.play(&[(0, part)], &[4, 3]);
    assert_eq!((case.ship(1).status, case.ship(1).motion.at), (Status::Active, Point::units(50, 58)));
    assert_eq!((case.ship(0).motion.at, case.ship(1).motion.velocity), (Point::units(50, 56), 8));
    assert!(case.table.state().attack(ShipId(2), rules_full_thrust::IconId(2), ShipId(1)).is_ok());
}

/// FT-11.7.2: until it parts only its mothership can be fired at; her screens count, and the owner shares
/// the damage: here the rider's own armour takes it.
#[test]
fn rule_11_7_2_sharing_damage() {
    let fight = |share: Value, refused: bool| {
        let ships = [
            ship(0, "Mother", 50, 50, json!({})),
            ship(0, "Rider", 0, 0, json!({ "carried": 0 })),
            ship(1, "Raider", 50, 60, json!({ "facing": 6, "velocity": 0 })),
        ];
        let mut case = battle(&ships, json!({ "phase": "fire", "initiative": [1, 0] }), json!({}));
        case.refused(
            1,
            &json!({ "fire": { "ship": 2, "shots": [{ "weapon": 2, "target": 1 }] } }),
            "FT-5.0.1",
        );
        let shots = json!([{ "weapon": 2, "target": 0 }, { "weapon": 3, "target": 0 }]);
        // Level 1: fours miss, sixes score two and go on.
        case.play(&[(1, json!({ "fire": { "ship": 2, "shots": shots } }))], &[6, 5, 5, 4, 1]);
        if case.table.state().turn() == 1 && case.ship(0).pool.is_empty() {
            case.play(&[], &[]);
        }
        assert_eq!((case.ship(0).hull_lost, case.ship(1).hull_lost), (0, 0));
        assert_eq!(case.ship(0).pool.iter().map(rules_full_thrust::Tally::points).sum::<u16>(), 4);
        if refused {
            case.refused(0, &share, "FT-11.7.2");
            return (0, 0, 0);
        }
        case.play(&[(0, share)], &[]);
        (case.ship(0).armour[0].boxes(), case.ship(1).armour[0].boxes(), case.ship(1).hull_lost)
    };
    assert_eq!(fight(json!({ "share": [] }), false), (0, 2, 0));
    assert_eq!(fight(json!({ "share": [{ "ship": 0, "parts": [[1, 3]] }] }), false), (3, 0, 1));
    for bad in [json!([[1, 5]]), json!([[2, 1]]), json!([[1, 1], [1, 1]])] {
        fight(json!({ "share": [{ "ship": 0, "parts": bad }] }), true);
    }
}

/// FT-11.7.2: not before the turn after an arrival by FTL; FT-11.5.5: they come with their mothership.
#[test]
fn rule_11_5_5_riders_arrive() {
    let ships = [
        ship(0, "Mother", 100, 100, json!({ "plan": 1 })),
        ship(0, "Rider", 0, 0, json!({ "carried": 0 })),
        ship(0, "Raider", 20, 20, json!({})),
        far(),
    ];
    let mut case = battle(&ships, json!({}), json!({}));
    case.refused(0, &order(1, json!({ "detach": true })), "FT-11.7.2");
    // Scattered by 4 to the south.
    case.play(&[], &[4, 3, 6, 4]);
    assert_eq!(
        (case.ship(0).status, case.ship(1).status),
        (Status::Active, Status::Carried { by: ShipId(0) })
    );
    case.play(&[(0, order(1, json!({ "detach": true })))], &[4, 3]);
    assert_eq!((case.ship(1).status, case.ship(1).motion.at), (Status::Active, Point::units(100, 102)));
}

/// FT-11.4.4, FT-11.6.3: carried ships, and what a tug tows as far as its drive reaches, share the jump, its
/// die of damage and its end; what is too heavy stays behind.
#[test]
fn rule_11_4_4_jumping_with_others() {
    let jump = |near: bool, dice: &[u8]| {
        let raider = if near { ship(1, "Raider", 50, 51, json!({})) } else { far() };
        let ships = [
            ship(0, "Mother", 50, 50, json!({ "warm": 1 })),
            ship(0, "Rider", 0, 0, json!({ "carried": 0 })),
            raider,
        ];
        let mut case = battle(&ships, json!({ "turn": 2 }), json!({}));
        let dice: Vec<u8> = [4, 3].iter().chain(dice).copied().collect();
        case.play(&[], &dice);
        [0, 1].map(|id| (case.ship(id).status, case.ship(id).hull_lost))
    };
    assert_eq!(jump(false, &[]), [(Status::Jumped, 0); 2]);
    assert_eq!(jump(true, &[2, 5]), [(Status::Jumped, 5); 2]);
    assert_eq!(jump(true, &[5, 1, 1]).map(|it| it.0), [Status::Destroyed; 2]);
    let tow = |tug: &str, masses: [&str; 2], dice: &[u8]| {
        let link = json!({ "link": { "lead": 0, "hold": "tow", "ready": 1 } });
        let ships = [
            ship(0, tug, 50, 50, json!({ "warm": 1 })),
            ship(0, masses[0], 50, 48, link.clone()),
            ship(0, masses[1], 50, 46, link),
            far(),
        ];
        let mut case = battle(&ships, json!({ "turn": 2 }), json!({}));
        case.play(&[], dice);
        [0, 1, 2].map(|id| case.ship(id).status == Status::Jumped)
    };
    assert_eq!(tow("Tug", ["Rider", "Rider"], &[4, 3]), [true, true, true]);
    // 60 takes the raider of 60 and nobody else; whoever stays behind is too near, and 2 costs a point.
    assert_eq!(tow("Tug", ["Raider", "Rider"], &[4, 3, 2, 1]), [true, true, false]);
    assert_eq!(tow("Tug", ["Hulk", "Rider"], &[4, 3, 2, 1]), [true, false, true]);
}

/// FT-11.6.3: two advanced tugs for 60 each take a battleship of 120 away together; standard ones do not.
#[test]
fn rule_11_6_3_tugs_together() {
    let jump = |tug: &str| {
        let ships = [
            ship(0, tug, 50, 50, json!({ "warm": 1 })),
            ship(0, tug, 51, 50, json!({ "warm": 1, "link": { "lead": 0, "hold": "dock", "ready": 1 } })),
            ship(0, "Hulk", 50, 48, json!({ "link": { "lead": 0, "hold": "tow", "ready": 1 } })),
            far(),
        ];
        let mut case = battle(&ships, json!({ "turn": 2 }), json!({}));
        let taken = case.table.state().held(ShipId(2)).is_some();
        assert!(taken);
        let dice: &[u8] = if tug == "Tug" { &[4, 3, 2, 1] } else { &[4, 3] };
        case.play(&[], dice);
        [0, 1, 2].map(|id| case.ship(id).status == Status::Jumped)
    };
    assert_eq!(jump("Fine Tug"), [true, true, true]);
    // The hulk is left behind, too near.
    assert_eq!(jump("Tug"), [true, true, false]);
}

/// FT-11.6.1, FT-16.6.1: who docks with a ship that has room for it is carried from the next turn on.
#[test]
fn rule_11_6_1_taken_aboard() {
    let ships = [ship(0, "Mother", 50, 50, json!({})), ship(0, "Rider", 52, 50, json!({})), far()];
    let mut case = battle(&ships, json!({}), json!({}));
    case.play(&[(0, order(1, json!({ "dock": 0 })))], &[4, 3]);
    assert_eq!(case.ship(1).status, Status::Active);
    case.play(&[], &[4, 3]);
    assert_eq!(case.ship(1).status, Status::Carried { by: ShipId(0) });
}

/// FT-11.7.2: those in the field of a lost tug are free, those in a bay are lost with her.
#[test]
fn rule_11_7_2_mothership_lost() {
    let lost = |mother: &str| {
        let ships = [
            ship(0, mother, 50, 50, json!({ "warm": 1 })),
            ship(0, "Rider", 0, 0, json!({ "carried": 0 })),
            ship(0, "Raider", 10, 10, json!({})),
            far(),
        ];
        let mut case = battle(&ships, json!({ "turn": 2 }), json!({}));
        let event = json!({ "damage": { "destroyed": { "ship": 0 } } });
        let event = plain::from_value(&event).expect("an event");
        case.table.emit(event);
        case.play(&[], &[4, 3]);
        case.ship(1).status
    };
    assert_eq!(lost("Mother"), Status::Destroyed);
    assert_eq!(lost("Tug"), Status::Active);
}

fn scenario(more: Value) -> Value {
    let mut scenario = json!({
        "name": "Riders", "turns": 2, "deployment": "as_given",
        "table": { "width": 100, "height": 100 }, "designs": designs(),
        "sides": [
            { "name": "Amber", "ships": [
                { "design": "Mother", "name": "Mum", "at": { "x": 20, "y": 20 }, "facing": 12, "velocity": 0 },
                { "design": "Rider", "name": "One", "rides": "Mum" },
                { "design": "Rider", "name": "Two", "rides": "Mum" },
            ] },
            { "name": "Cobalt", "ships": [{ "design": "Raider", "at": { "x": 80, "y": 80 }, "facing": 6,
                "velocity": 0 }] },
        ],
    });
    for (name, value) in more.as_object().expect("fields") {
        scenario["sides"][0]["ships"][1][name] = value.clone();
    }
    scenario
}

/// FT-11.7.1, FT-11.7.3: riders begin with their mothership; when the battle ends without one that can carry
/// them, those still there are lost.
#[test]
fn rule_11_7_3_marooned() {
    let read = |it: Value| plain::from_value::<Scenario>(&it).expect("a scenario");
    let set_up = |it: Value| Battle::set_up(&Options::default(), &read(it));
    for (more, rule) in [
        (json!({ "rides": "Nobody" }), "FT-11.7.1"),
        (json!({ "design": "Raider" }), "FT-11.6.1"),
        (json!({ "ftl": true }), "FT-11.7.1"),
    ] {
        let err = set_up(scenario(more)).expect_err("refused").to_string();
        assert!(err.contains(rule), "{err}");
    }
    let options = Options { non_ftl_ships: false, ..Options::default() };
    let err = Battle::set_up(&options, &read(scenario(json!({})))).expect_err("refused").to_string();
    // The riders have a mothership, the raider has none.
    assert!(err.contains("FT-11.7.1") && err.contains("Raider") && !err.contains("Rider "), "{err}");
    let end = |lost: bool| {
        let battle = set_up(scenario(json!({}))).expect("a battle");
        let mut table = engine::Table::new(battle, dice::Dice::from_seed([3; 32]));
        table.open();
        assert_eq!(table.state().ship(ShipId(1)).status, Status::Carried { by: ShipId(0) });
        let mut case = Case { table };
        let part = |id: u8| json!({ "ship": id, "detach": true });
        let orders = json!({ "orders": { "ships": [part(1), part(2)] } });
        let order = plain::from_value(&orders).expect("orders");
        case.table.state().check(Seat(0), &order).expect("legal");
        let idle = plain::from_value(&json!({ "orders": {} })).expect("orders");
        if lost {
            let event = json!({ "damage": { "destroyed": { "ship": 0 } } });
            // She is lost after her riders have parted.
            case.table.resolve(&[(Seat(0), order), (Seat(1), idle)].into_iter().collect());
            case.table.emit(plain::from_value(&event).expect("an event"));
        } else {
            case.table.resolve(&[(Seat(0), order), (Seat(1), idle)].into_iter().collect());
        }
        while let engine::Pending::Orders(decision) = case.table.state().pending() {
            let order = |_| plain::from_value(&crate::case::idle(decision.phase)).expect("an order");
            let orders = decision.seats.iter().map(|seat| (seat, order(seat))).collect();
            case.table.resolve(&orders);
        }
        let engine::Pending::Over(outcome) = case.table.state().pending() else { unreachable!() };
        (outcome, [1, 2].map(|id| case.ship(id).status), points(case.table.state(), Seat(1)))
    };
    let (outcome, riders, _) = end(false);
    assert_eq!((outcome, riders), (Outcome::Draw, [Status::Active; 2]));
    let (outcome, riders, score) = end(true);
    assert_eq!(riders, [Status::Destroyed; 2]);
    assert_eq!(outcome, Outcome::Won(engine::Seats::default().with(Seat(1))));
    assert!(300 < score, "{score}");
}

fn base(docked: Value) -> [Value; 5] {
    let section = |design: &str, x: u32, more: Value| {
        let mut it = ship(1, design, x, 60, more);
        (it["station"], it["velocity"]) = (json!("Hub"), json!(0));
        it
    };
    let mut docked = docked;
    docked["facing"] = json!(6);
    [
        ship(0, "Raider", 50, 50, json!({ "velocity": 0 })),
        section("Arm", 48, json!({})),
        section("Core", 51, json!({ "warm": 1 })),
        section("Arm", 54, json!({})),
        ship(1, "Rider", 51, 58, docked),
    ]
}

/// FT-13.15.5: a ship docked outside a starbase stays a target, has its screens, and does not fire unless
/// the option says so; sections are neither towed nor carried.
#[test]
fn rule_13_15_5_docked_outside() {
    let link = json!({ "velocity": 0, "link": { "lead": 2, "hold": "dock", "ready": 1 } });
    let moment = json!({ "phase": "fire", "turn": 2 });
    let look = |docked: Value, options: Value| {
        let mut ships = base(docked);
        ships[2]["warm"] = json!(0);
        let case = battle(&ships, moment.clone(), options);
        let battle = case.table.state();
        let shot = |from: u8, to: u8| battle.attack(ShipId(from), rules_full_thrust::IconId(2), ShipId(to));
        let fires = shot(4, 0).map(|_| ()).map_err(|it| it.0);
        (battle.screens(ShipId(4)).all, shot(0, 4).is_ok(), fires)
    };
    assert_eq!(look(json!({ "velocity": 0 }), json!({})), (0, true, Ok(())));
    assert_eq!(look(link.clone(), json!({})), (2, true, Err("FT-13.15.5")));
    assert_eq!(look(link, json!({ "docked_ships_fire": true })), (2, true, Ok(())));
    let case = battle(&base(json!({ "velocity": 0 })), json!({ "turn": 2 }), json!({}));
    case.refused(1, &order(4, json!({ "tow": 3 })), "FT-13.15.5");
    case.refused(1, &order(3, json!({ "dock": 4 })), "FT-13.15.5");
}

/// FT-13.15.5: inside a section ships are safe: no damage is shared with them.
#[test]
fn rule_13_15_5_docked_inside() {
    let mut ships = base(json!({ "carried": 1 }));
    ships[2]["warm"] = json!(0);
    let mut case = battle(&ships, json!({ "phase": "fire", "turn": 2, "initiative": [0, 1] }), json!({}));
    let shots = json!([{ "weapon": 2, "target": 1 }]);
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": shots } }))], &[5, 5]);
    assert_eq!((case.ship(1).hull_lost, case.ship(4).hull_lost), (2, 0));
}

/// FT-13.15.6: the FTL drive in the innermost section takes the whole base along, with all who are docked.
#[test]
fn rule_13_15_6_a_base_jumps() {
    let mut ships = base(json!({ "velocity": 0, "link": { "lead": 3, "hold": "dock", "ready": 1 } }));
    ships[0]["at"] = json!({ "x": 10, "y": 10 });
    let mut case = battle(&ships, json!({ "turn": 2 }), json!({}));
    case.play(&[], &[4, 3]);
    assert_eq!([1, 2, 3, 4].map(|id| case.ship(id).status), [Status::Jumped; 4]);
    // In an arm it has no place.
    let mut ships = base(json!({ "velocity": 0 }));
    (ships[1]["design"], ships[2]["design"], ships[2]["warm"]) = (json!("Core"), json!("Arm"), json!(0));
    let situation = json!({ "table": { "width": 200, "height": 200 }, "designs": designs(), "ships": ships });
    let situation = plain::from_value(&situation).expect("a situation");
    let err = Battle::from_situation(&Options::default(), &situation).expect_err("refused").to_string();
    assert!(err.contains("FT-13.15.6"), "{err}");
}
