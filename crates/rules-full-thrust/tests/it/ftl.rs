//! Faster than light: the worked examples, and plans that nobody else knows.

use engine::{Game, Seat, Viewer};
use rules_full_thrust::{Battle, FtlFate, ShipId, Status};
use serde_json::{Value, json};

use crate::case::{Case, beam, design, order};

const OTHERS: [Viewer; 2] = [Viewer::Seat(Seat(0)), Viewer::Spectator];

fn ship(side: u8, design: &str, x: u32, y: u32, more: Value) -> Value {
    let mut ship =
        json!({ "side": side, "design": design, "at": { "x": x, "y": y }, "facing": 12, "velocity": 7 });
    for (name, value) in more.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    ship
}

/// Side 0 has jump ships, side 1 a picket; both with a beam.
fn battle(ships: &[Value], more: Value, options: Value) -> Case {
    let gear = |ftl: Value| {
        json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }, ftl,
        { "name": "pds" }])
    };
    let slow = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let mut options = options;
    options["core_systems"] = json!(false);
    let mut situation = json!({
        "table": { "width": 200, "height": 200 },
        "designs": [
            design("Jumper", 60, 12, json!([[4, 0]]), gear(json!({ "name": "ftl" })), json!([beam(2)])),
            design("Leaper", 60, 12, json!([]), gear(json!({ "name": "ftl", "advanced": true })), json!([beam(2)])),
            design("Picket", 60, 12, json!([[4, 0]]), slow, json!([beam(2)])),
        ],
        "ships": ships,
    });
    for (name, value) in more.as_object().expect("fields") {
        situation[name] = value.clone();
    }
    Case::new(&options, &situation)
}

fn warm_up() -> Value {
    order(0, json!({ "ftl": true }))
}

fn far() -> Value {
    ship(1, "Picket", 150, 150, json!({}))
}

/// FT-11.4.1, FT-11.4.2: warmed up in one turn, gone in the next, half its velocity rounded down ahead.
#[test]
fn rule_11_4_2_exit() {
    let mut case = battle(&[ship(0, "Jumper", 50, 50, json!({})), far()], json!({}), json!({}));
    case.play(&[(0, warm_up())], &[4, 3]);
    assert_eq!((case.ship(0).warm, case.ship(0).motion.at), (1, geometry::Point::units(50, 57)));
    case.refused(0, &order(0, json!({ "plot": "P1" })), "FT-11.4.2");
    case.refused(0, &warm_up(), "FT-11.4.2");
    case.play(&[], &[4, 3]);
    assert_eq!(
        (case.ship(0).status, case.ship(0).motion.at),
        (Status::Jumped, geometry::Point::units(50, 60))
    );
}

/// FT-11.4.1: no thrust, and no weapons while the drive is warm.
#[test]
fn rule_11_4_1_warm_up() {
    let near = ship(1, "Picket", 50, 64, json!({}));
    let mut case = battle(&[ship(0, "Jumper", 50, 50, json!({})), near], json!({}), json!({}));
    case.refused(0, &order(0, json!({ "ftl": true, "plot": "P1" })), "FT-11.4.1");
    case.refused(0, &order(0, json!({ "ftl": true, "roll": true })), "FT-11.4.1");
    case.refused(1, &order(1, json!({ "ftl": true })), "FT-11.4.1");
    case.play(&[(0, warm_up())], &[4, 3]);
    // Only the picket, whose bow is turned away, might fire: nobody does, and the next turn is here.
    assert_eq!(case.table.state().turn(), 2);
    assert!(case.table.state().attack(ShipId(0), rules_full_thrust::IconId(4), ShipId(1)).is_err());
}

/// FT-11.4.2: with the drive lost, or out of control, it flies on, and has to warm up again.
#[test]
fn rule_11_4_2_no_jump() {
    for more in [json!({ "warm": 1, "damaged": [2] }), json!({ "warm": 1, "adrift_until": 2 })] {
        let mut case = battle(
            &[ship(0, "Jumper", 50, 50, more), far()],
            json!({ "turn": 2 }),
            json!({ "repairs": false }),
        );
        case.play(&[], &[4, 3]);
        assert_eq!((case.ship(0).status, case.ship(0).warm), (Status::Active, 0));
        assert_eq!(case.ship(0).motion.at, geometry::Point::units(50, 57));
    }
}

/// FT-5.23.2, FT-11.2.1: not inside the hyper limit; exactly on it is inside.
#[test]
fn rule_11_2_1_hyper_limit() {
    let limit = json!({ "hyper_limit": { "at": { "x": 50, "y": 20 }, "radius": 30 } });
    let at = |y: u32, option: &str| {
        let ships = [ship(0, "Jumper", 50, y, json!({})), far()];
        battle(&ships, limit.clone(), json!({ "hyper_limit": option }))
    };
    at(50, "radius").refused(0, &warm_up(), "FT-11.2.1");
    at(51, "table").refused(0, &warm_up(), "FT-11.2.1");
    at(51, "radius").play(&[(0, warm_up())], &[4, 3]);
    at(50, "none").play(&[(0, warm_up())], &[4, 3]);
}

/// FT-11.4.3, FT-11.4.5: somebody within 6 MU of the vanishing point: on a 1 it stays and completes its
/// move, on 2 to 4 it takes a die past its armour, on 5 and 6 it is lost and everybody near takes two dice.
#[test]
fn rule_11_4_3_too_close() {
    let jump = |dice: &[u8], hull_lost: u16| {
        // Halfway is (50, 53); the picket stands at (50, 59) when it has moved.
        let picket = ship(1, "Picket", 50, 52, json!({}));
        let ships = [ship(0, "Jumper", 50, 50, json!({ "warm": 1, "hull_lost": hull_lost })), picket];
        let mut case = battle(&ships, json!({ "turn": 2 }), json!({ "repairs": false }));
        let dice: Vec<u8> = [4, 3].iter().chain(dice).copied().collect();
        case.play(&[], &dice);
        let status = (case.ship(0).status, case.ship(0).hull_lost);
        (status, case.ship(0).motion.at.y, case.ship(1).hull_lost, case.ship(1).armour[0].boxes())
    };
    let y = geometry::Length::units;
    assert_eq!(jump(&[1], 0), ((Status::Active, 0), y(57), 0, 4));
    assert_eq!(jump(&[2, 5], 0), ((Status::Jumped, 5), y(53), 0, 4));
    assert_eq!(jump(&[4, 3], 10), ((Status::Destroyed, 12), y(53), 0, 4));
    let (status, _, lost, armour) = jump(&[5, 1, 1], 0);
    assert_eq!((status.0, lost, armour), (Status::Destroyed, 2, 4));
}

fn arriving(turn: u16, design: &str, more: Value) -> Value {
    let mut more = more;
    more["plan"] = json!(turn);
    ship(1, design, 100, 100, more)
}

/// FT-11.5.2: A rolls 6 and 4 and comes out 4 MU below; B rolls 10 and 5. They do not move in that turn.
#[test]
fn rule_11_5_2_scatter() {
    let arrive = |dice: [u8; 2]| {
        let mut case = battle(
            &[ship(0, "Jumper", 20, 20, json!({})), far(), arriving(1, "Jumper", json!({}))],
            json!({}),
            json!({}),
        );
        assert_eq!(case.ship(2).status, Status::Waiting);
        case.play(&[], &[4, 3, dice[0], dice[1]]);
        assert_eq!((case.ship(2).status, case.ship(2).motion.velocity), (Status::Active, 7));
        let at = case.ship(2).motion.at;
        case.play(&[], &[4, 3]);
        assert_eq!(
            case.ship(2).motion.at.y - at.y,
            geometry::Length::units(7),
            "its velocity from the next turn on"
        );
        at
    };
    assert_eq!(arrive([6, 4]), geometry::Point::units(100, 96));
    let at = arrive([10, 5]);
    let near =
        |it: geometry::Length, wanted: i64| assert!((it.0 - wanted).abs() < 100_000, "{it:?} {wanted}");
    near(at.x, 95_669_873_000);
    near(at.y, 102_500_000_000);
}

/// FT-11.3.1, FT-11.5.3: advanced drives do not scatter; where the scatter is wild a 6 is multiplied.
#[test]
fn rule_11_5_3_wild_scatter() {
    let arrive = |design: &str, dice: &[u8]| {
        let ships = [ship(0, "Jumper", 20, 20, json!({})), far(), arriving(1, design, json!({}))];
        let mut case = battle(&ships, json!({}), json!({ "wild_ftl_scatter": true }));
        let dice: Vec<u8> = [4, 3].iter().chain(dice).copied().collect();
        case.play(&[], &dice);
        case.ship(2).motion.at
    };
    assert_eq!(arrive("Leaper", &[]), geometry::Point::units(100, 100));
    assert_eq!(arrive("Jumper", &[12, 6, 5]), geometry::Point::units(100, 130));
}

/// FT-11.5.2: whoever scatters off the table, or into the hyper limit (FT-11.2.1), never comes.
#[test]
fn rule_11_5_2_never_comes() {
    let mut case = battle(
        &[ship(0, "Jumper", 20, 20, json!({})), far(), ship(1, "Jumper", 3, 100, json!({ "plan": 1 }))],
        json!({}),
        json!({}),
    );
    case.play(&[], &[4, 3, 9, 4]);
    assert_eq!(case.ship(2).status, Status::Jumped);
    let limit = json!({ "hyper_limit": { "at": { "x": 100, "y": 110 }, "radius": 8 } });
    let ships = [ship(0, "Jumper", 20, 20, json!({})), far(), arriving(1, "Jumper", json!({}))];
    let mut case = battle(&ships, limit, json!({ "hyper_limit": "radius" }));
    case.play(&[], &[4, 3, 12, 2]);
    assert_eq!(case.ship(2).status, Status::Jumped);
}

/// FT-11.5.4, FT-11.4.5: too close to somebody an arrival takes its die, a 6 times another, and everybody
/// near two dice, all past armour.
#[test]
fn rule_11_5_4_arrival_near_others() {
    let arrive = |dice: &[u8]| {
        let ships = [ship(0, "Jumper", 100, 97, json!({})), far(), arriving(1, "Leaper", json!({}))];
        let mut case = battle(&ships, json!({}), json!({ "repairs": false }));
        let dice: Vec<u8> = [4, 3].iter().chain(dice).copied().collect();
        case.play(&[], &dice);
        (case.ship(2).status, case.ship(2).hull_lost, case.ship(0).hull_lost, case.ship(0).armour[0].boxes())
    };
    assert_eq!(arrive(&[2, 1, 1]), (Status::Active, 2, 2, 4));
    assert_eq!(arrive(&[6, 2, 1, 1]), (Status::Destroyed, 12, 2, 4));
}

/// FT-11.5.1: nobody else knows when and where a ship comes, until it is announced; where it is about to
/// arrive is then seen by all.
#[test]
fn rule_11_5_1_plans_are_secret() {
    let twin = |turn: u16, x: u32, velocity: u16| {
        let coming = ship(1, "Jumper", x, 100, json!({ "plan": turn, "velocity": velocity }));
        let case = battle(&[ship(0, "Jumper", 20, 20, json!({})), far(), coming], json!({}), json!({}));
        case.table.state().clone()
    };
    let one = twin(3, 100, 7);
    let imagined = Battle::imagine(&one.view(OTHERS[0]), &mut dice::Dice::numbered(1, 1));
    assert_eq!(imagined.view(OTHERS[0]), one.view(OTHERS[0]));
    for viewer in OTHERS {
        testkit::indistinguishable(&one, &twin(5, 100, 7), viewer);
    }
    assert!(matches!(FtlFate::Clean, FtlFate::Clean));
}

/// FT-11.5.1: plans are written before the first turn, on the table and outside the hyper limit.
#[test]
fn rule_11_5_1_planning() {
    let case = battle(
        &[ship(0, "Jumper", 20, 20, json!({})), far(), arriving(1, "Jumper", json!({}))],
        json!({}),
        json!({}),
    );
    let scenario = case.table.state().field().scenario.clone();
    let start = Battle::set_up(&scenario.options, &scenario).expect("a battle");
    let twins = [
        json!({ "ship": 2, "turn": 2, "at": { "x": 60, "y": 60 }, "facing": 3, "velocity": 5 }),
        json!({ "ship": 2, "turn": 4, "at": { "x": 10, "y": 90 }, "facing": 9 }),
    ]
    .map(|plan| {
        let mut table = engine::Table::new(start.clone(), dice::Dice::scripted(Vec::new()));
        table.open();
        let order = |it: Value| plain::from_value::<rules_full_thrust::Order>(&it).expect("an order");
        for (bad, rule) in [
            (json!({ "ship": 2, "turn": 0, "at": { "x": 60, "y": 60 }, "facing": 3 }), "FT-11.5.1"),
            (json!({ "ship": 2, "turn": 2, "at": { "x": 260, "y": 60 }, "facing": 3 }), "FT-11.5.1"),
            (json!({ "ship": 1, "turn": 2, "at": { "x": 60, "y": 60 }, "facing": 3 }), "FT-11.5.1"),
        ] {
            let refusal =
                table.state().check(Seat(1), &order(json!({ "plans": [bad] }))).expect_err("refused");
            assert!(refusal.cites(rule), "{refusal}");
        }
        table.resolve(&[(Seat(1), order(json!({ "plans": [plan] })))].into_iter().collect());
        table.state().clone()
    });
    for viewer in OTHERS {
        testkit::indistinguishable(&twins[0], &twins[1], viewer);
    }
}

/// FT-11.4.3, FT-11.5.4, FT-GEO.9: a rock whose edge is within 6 MU is as bad as a ship; dust is not.
#[test]
fn rule_11_4_3_rocks() {
    let jump = |kind: &str, x: u32, dice: &[u8]| {
        let rock = json!([{ "kind": kind, "at": { "x": x, "y": 53 }, "radius": 2 }]);
        let ships = [ship(0, "Jumper", 50, 50, json!({ "warm": 1 })), far()];
        let mut case = battle(&ships, json!({ "turn": 2, "terrain": rock }), json!({ "repairs": false }));
        let dice: Vec<u8> = [4, 3].iter().chain(dice).copied().collect();
        case.play(&[], &dice);
        (case.ship(0).status, case.ship(0).hull_lost)
    };
    assert_eq!(jump("asteroid", 58, &[1]), (Status::Active, 0));
    assert_eq!(jump("asteroid", 58, &[2, 3]), (Status::Jumped, 3));
    assert_eq!(jump("asteroid", 59, &[]), (Status::Jumped, 0));
    assert_eq!(jump("dust_cloud", 54, &[]), (Status::Jumped, 0));
    let rock = json!([{ "kind": "planet_simple", "at": { "x": 100, "y": 109 }, "radius": 3 }]);
    let ships = [ship(0, "Jumper", 20, 20, json!({})), far(), arriving(1, "Leaper", json!({}))];
    let mut case = battle(&ships, json!({ "terrain": rock }), json!({ "repairs": false }));
    case.play(&[], &[4, 3, 2]);
    assert_eq!((case.ship(2).status, case.ship(2).hull_lost), (Status::Active, 2));
}

/// FT-11.2.1: a hyper limit that is drawn on the table.
#[test]
fn rule_11_2_1_drawn_limit() {
    let drawn = json!({ "terrain": [{ "kind": "hyper_limit", "at": { "x": 50, "y": 50 }, "radius": 4 }] });
    let ships = [ship(0, "Jumper", 50, 53, json!({})), far()];
    battle(&ships, drawn.clone(), json!({ "hyper_limit": "radius" })).refused(0, &warm_up(), "FT-11.2.1");
    battle(&ships, drawn, json!({})).play(&[(0, warm_up())], &[4, 3]);
}

/// FT-12.7.7: boarders aboard a ship that jumps fight it out.
#[test]
fn rule_12_7_7_jumped_with_boarders() {
    let boarded = json!({
        "warm": 1, "hull_lost": 11,
        "aboard": [{ "seat": 1, "troop": "marine", "since": 1 }],
    });
    let ships = [ship(0, "Jumper", 50, 50, boarded), far()];
    let options = json!({ "repairs": false, "boarding": "on" });
    let mut case = battle(&ships, json!({ "turn": 2 }), options);
    // The crew's three parties miss with a 3; the boarder takes the last box.
    case.play(&[], &[4, 3, 3]);
    assert_eq!(case.ship(0).status, Status::Captured { by: Seat(1), away: true });
}
