//! Boarding, transporters, raids and boarding torpedoes (FT-12.7, FT-5.9, FT-5.18).

use crate::case::{Case, design};
use engine::Seat;
use rules_full_thrust::{IconId, ShipId, Status, Troop, points};
use serde_json::{Value, json};

/// A ship of side 0 at 50,50 and one of side 1 six MU north of it, in phase 11.
fn meet(own: Value, weapons: Value, foe: Value, options: &Value, more: &Value) -> Case {
    let mut systems = vec![json!({ "name": "drive", "thrust": 2 }), json!({ "name": "fireControl" })];
    systems.extend(own.as_array().expect("systems").iter().cloned());
    let boarder = design("Boarder", 200, 30, json!([]), json!(systems), weapons);
    let target = design("Target", 120, 40, json!([]), foe, json!([]));
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    let mut second = json!({ "side": 1, "design": "Target", "at": { "x": 50, "y": 56 } });
    for (name, value) in more.as_object().expect("fields") {
        second[name] = value.clone();
    }
    Case::new(
        &options,
        &json!({
            "phase": "fire",
            "table": { "width": 200, "height": 200 },
            "designs": [boarder, target],
            "ships": [{ "side": 0, "design": "Boarder", "at": { "x": 50, "y": 50 } }, second],
        }),
    )
}

fn marines(n: usize) -> Value {
    json!((0..n).map(|_| json!({ "name": "marines" })).collect::<Vec<_>>())
}

fn aboard(n: usize, troop: &str, since: u16) -> Value {
    json!((0..n).map(|_| json!({ "seat": 0, "troop": troop, "since": since })).collect::<Vec<_>>())
}

fn transporter() -> Value {
    json!({ "name": "transporter", "class": 2, "leftArc": "F", "numArcs": 6 })
}

fn stand(boarder: u8, parties: u16, marines: u16) -> Value {
    json!({ "ship": 1, "boarder": boarder, "parties": parties, "marines": marines })
}

fn duties(boarders: &[u8]) -> Value {
    json!({ "duties": boarders.iter().map(|it| json!({ "ship": 1, "boarder": it })).collect::<Vec<_>>() })
}

/// FT-12.7.2, FT-12.7.3, FT-12.7.4, FT-12.7.9, FT-2.6.13: the worked example: two boarders on the
/// Marines, two on the hull;
/// of six parties in threes one team kills; Marines trade two for one; one box is lost.
#[test]
fn rule_12_7_4_worked_example() {
    let more = json!({ "aboard": aboard(4, "marine", 1) });
    let mut case = meet(json!([]), json!([]), marines(2), &json!({}), &more);
    case.play(&[], &[]);
    case.refused(0, &duties(&[7]), "FT-12.7.2");
    case.refused(0, &duties(&[0, 0]), "FT-12.7.2");
    case.play(&[(0, duties(&[0, 1]))], &[]);
    case.refused(1, &json!({ "repel": [stand(2, 4, 0)] }), "FT-12.7.2");
    case.refused(1, &json!({ "repel": [stand(2, 3, 0), stand(3, 3, 0), stand(1, 1, 0)] }), "FT-12.7.2");
    case.refused(1, &json!({ "repel": [stand(2, 0, 3)] }), "FT-12.7.2");
    case.refused(1, &json!({ "repel": [stand(9, 1, 0)] }), "FT-12.7.2");
    let stands = json!({ "repel": [stand(2, 3, 0), stand(3, 3, 0), stand(0, 0, 1), stand(1, 0, 1)] });
    case.play(&[(1, stands)], &[2, 5, 4, 2, 4, 6]);
    assert_eq!((case.ship(1).aboard.len(), case.ship(1).hull_lost), (2, 1));
    assert!(case.ship(1).gone.contains(IconId(0)) && case.ship(1).gone.contains(IconId(1)));
}

/// FT-12.7.3: parties that board fight in threes, and what is left together; a Marine whose boarder has
/// fallen rolls nothing.
#[test]
fn rule_12_7_3_parties_board() {
    let more = json!({ "aboard": aboard(5, "dcp", 1) });
    let mut case = meet(json!([]), json!([]), marines(2), &json!({}), &more);
    case.play(&[], &[]);
    case.play(&[(0, duties(&[0, 1, 2, 3, 4]))], &[]);
    // Three parties kill boarder 0, so that the Marine against it finds nobody; four are left: a three and a one.
    let stands = json!({ "repel": [stand(0, 3, 1), stand(1, 0, 1)] });
    case.play(&[(1, stands)], &[4, 3, 4, 5]);
    assert_eq!((case.ship(1).aboard.len(), case.ship(1).hull_lost), (4, 0));
    assert_eq!(case.table.state().marines(ShipId(1)), 1);
}

/// FT-12.7.6, FT-VIC.2, FT-12.7.10: the last box taken by boarders; full points; one point of damage
/// from its former owner sinks it.
#[test]
fn rule_12_7_6_captured() {
    let beam = json!([{ "name": "beam", "class": 1, "leftArc": "F", "numArcs": 6 }]);
    let systems = json!([{ "name": "fireControl" }]);
    let hunter = design("Hunter", 100, 20, json!([]), systems, beam);
    let prize = design("Prize", 100, 20, json!([[5, 0]]), json!([{ "name": "marines" }]), json!([]));
    let mut case = Case::new(
        &json!({ "core_systems": false, "boarding": "on" }),
        &json!({
            "phase": "fire",
            "designs": [hunter, prize],
            "ships": [
                { "side": 0, "design": "Hunter", "at": { "x": 40, "y": 40 } },
                { "side": 1, "design": "Prize", "at": { "x": 40, "y": 46 }, "hull_lost": 19, "gone": [0],
                  "aboard": [{ "seat": 0, "troop": "marine", "since": 1 }] },
                { "side": 1, "design": "Hunter", "at": { "x": 46, "y": 46 } },
            ],
        }),
    );
    case.play(&[], &[]);
    case.play(&[], &[]);
    let worth = case.table.state().field().blueprint(ShipId(1)).points;
    assert!(points(case.table.state(), Seat(0)) < worth);
    case.play(&[(1, json!({ "repel": [{ "ship": 1, "boarder": 0, "parties": 1 }] }))], &[5]);
    assert_eq!(case.ship(1).status, Status::Captured { by: Seat(0), away: false });
    assert_eq!(points(case.table.state(), Seat(0)), worth);
    // The captor leaves it alone, its owner does not: 5 boxes of armour do not help.
    case.play(&[], &[4, 3]);
    case.play(&[], &[]);
    case.play(&[(1, json!({ "fire": { "ship": 2, "shots": [{ "weapon": 1, "target": 1 }] } }))], &[4]);
    assert_eq!(case.ship(1).status, Status::Destroyed);
}

/// FT-10.4.2, FT-12.7.2, FT-QRS.1: parties that fought do not repair.
#[test]
fn rule_10_4_2_fighters_do_not_repair() {
    let more = json!({ "aboard": aboard(1, "marine", 1), "damaged": [0] });
    let mut case =
        meet(json!([]), json!([]), json!([{ "name": "fireControl" }]), &json!({ "boarding": "on" }), &more);
    case.play(&[], &[]);
    assert_eq!(case.table.state().parties(ShipId(1)), 6);
    case.play(&[(1, json!({ "repel": [stand(0, 3, 0)] }))], &[6]);
    assert_eq!(case.table.state().parties(ShipId(1)), 3);
    let job = |parties: u8| json!({ "repair": [{ "ship": 1, "icon": 0, "parties": parties }] });
    case.refused(1, &job(4), "FT-10.4.2");
    case.play(&[(1, job(3))], &[3]);
    assert_eq!(case.table.state().parties(ShipId(1)), 6);
}

/// FT-12.7.5: crews and boarders roll for rows that weapons took, those who landed this turn do not.
#[test]
fn rule_12_7_5_thresholds() {
    // Ten boxes a row: boarders take the tenth.
    let check = |hull_lost: u16, since: u16, dice: &[u8]| {
        let more = json!({ "aboard": aboard(1, "marine", since), "hull_lost": hull_lost, "rows_checked": 0 });
        let systems = json!([{ "name": "fireControl" }, { "name": "marines" }]);
        let mut case = meet(json!([]), json!([]), systems, &json!({}), &more);
        case.play(&[], &[]);
        case.play(&[], &[]);
        case.play(&[], dice);
        case
    };
    // A row of boarders alone: only the fire control rolls.
    let case = check(9, 0, &[6]);
    assert_eq!((case.table.state().marines(ShipId(1)), case.ship(1).aboard.len()), (1, 1));
    // A row that weapons took: the Marines and the boarder roll too.
    let case = check(10, 0, &[1, 6, 6]);
    assert_eq!((case.table.state().marines(ShipId(1)), case.ship(1).aboard.len()), (0, 0));
    // The boarder landed this turn.
    let case = check(10, 1, &[1, 6]);
    assert_eq!((case.table.state().marines(ShipId(1)), case.ship(1).aboard.len()), (0, 1));
}

/// FT-5.9.1, FT-5.9.4, FT-12.7.8, FT-7.2.2: hits of beam dice without re-rolls, through screens; one
/// unit for each; Marines, or parties if so ordered.
#[test]
fn rule_5_9_1_transporters() {
    let beam = |foe: Value, crews: Value, dice: &[u8]| {
        let mut case = meet(marines(2), json!([transporter()]), foe, &json!({}), &json!({}));
        let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 4, "target": 1 }], "crews": crews } });
        case.play(&[(0, fire)], dice);
        case
    };
    // A 6 is two hits, and is not rolled again; the third hit finds nobody to send.
    let case = beam(json!([]), json!([]), &[6, 4]);
    assert_eq!((case.ship(1).aboard.len(), case.table.state().marines(ShipId(0))), (2, 0));
    assert!(case.ship(1).aboard.iter().all(|it| it.troop == Troop::Marine && it.since == 1));
    let screen = json!([{ "name": "screen" }]);
    let case = beam(screen, json!([]), &[5, 4]);
    assert_eq!((case.ship(1).aboard.len(), case.table.state().marines(ShipId(0))), (1, 1));
    // FT-10.4.2: parties abroad are missing at home.
    let case = beam(json!([]), json!([4]), &[6, 1]);
    assert_eq!((case.table.state().marines(ShipId(0)), case.table.state().parties(ShipId(0))), (2, 8));
    let case = meet(json!([]), json!([transporter()]), json!([]), &json!({ "boarding": "off" }), &json!({}));
    let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
    case.refused(0, &fire, "FT-5.9.1");
}

/// FT-5.9.2, FT-5.9.3, FT-QRS.2: every face of the raiders' die.
#[test]
fn rule_5_9_2_commando_raids() {
    for (dice, lost, killed) in [
        (&[4, 1, 1][..], false, false),
        (&[4, 1, 2], false, true),
        (&[4, 1, 3], false, true),
        (&[4, 1, 4, 4], false, false),
        (&[4, 1, 4, 3], false, true),
        (&[4, 1, 5], true, true),
        (&[4, 1, 6], true, false),
        (&[3, 3], false, false),
    ] {
        let foe = json!([{ "name": "fireControl" }, { "name": "suicide" }, { "name": "drive", "thrust": 4 }]);
        let mut case = meet(marines(1), json!([transporter()]), foe, &json!({}), &json!({}));
        let raid =
            |aim: u8| json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1, "aim": aim }] } });
        case.refused(0, &raid(1), "FT-5.9.3");
        case.play(&[(0, raid(0))], dice);
        assert_eq!(case.ship(1).gone.contains(IconId(0)), lost, "{dice:?}");
        assert_eq!(case.table.state().marines(ShipId(0)) == 0, killed, "{dice:?}");
        // FT-10.4.4: nobody repairs it.
        assert!(!case.table.state().can_repair(ShipId(1), IconId(0)));
    }
    // A drive loses one step, for good.
    let foe = json!([{ "name": "drive", "thrust": 4 }]);
    let mut case = meet(marines(1), json!([transporter()]), foe, &json!({}), &json!({}));
    let raid = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1, "aim": 0 }] } });
    case.play(&[(0, raid.clone())], &[4, 1, 6]);
    assert_eq!((case.ship(1).drive_hits, case.ship(1).drive_gone), (1, 1));
    let off = json!({ "commando_raids": false });
    let case =
        meet(marines(1), json!([transporter()]), json!([{ "name": "drive", "thrust": 4 }]), &off, &json!({}));
    case.refused(0, &raid, "FT-5.9.2");
    // FT-5.9.2: never damage-control parties.
    let case =
        meet(json!([]), json!([transporter()]), json!([{ "name": "fireControl" }]), &json!({}), &json!({}));
    case.refused(
        0,
        &json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1, "aim": 0 }] } }),
        "FT-5.9.2",
    );
}

/// FT-5.9.1: a friend with boarders aboard is helped, and the friends fight for it.
#[test]
fn rule_5_9_1_reinforcements() {
    let systems = json!([{ "name": "fireControl" }, { "name": "marines" }]);
    let friend = design("Friend", 100, 20, json!([]), systems, json!([transporter()]));
    let mut case = Case::new(
        &json!({ "core_systems": false }),
        &json!({
            "phase": "fire",
            "designs": [friend],
            "ships": [
                { "side": 0, "design": "Friend", "at": { "x": 40, "y": 40 } },
                { "side": 0, "design": "Friend", "at": { "x": 40, "y": 46 }, "gone": [1],
                  "aboard": [{ "seat": 1, "troop": "marine", "since": 1 }] },
                { "side": 1, "design": "Friend", "at": { "x": 5, "y": 5 } },
            ],
        }),
    );
    let help = |target: u8| json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": target }] } });
    case.refused(0, &help(0), "FT-5.9.1");
    case.play(&[(0, help(1))], &[5, 1]);
    assert_eq!((case.table.state().defenders(ShipId(1)), case.ship(1).aboard.len()), (1, 2));
    case.play(&[], &[]);
    case.play(&[(0, json!({ "repel": [{ "ship": 1, "boarder": 0, "marines": 1 }] }))], &[4]);
    assert_eq!((case.table.state().defenders(ShipId(1)), case.ship(1).aboard.len()), (1, 1));
}

/// FT-5.18.1, FT-5.18.2: a box past the armour and two Marines; a torpedo a shot, hit or miss, out of a
/// working magazine.
#[test]
fn rule_5_18_1_boarding_torpedoes() {
    let magazine = json!([{ "name": "boardingTorpedoMagazine", "capacity": 2, "id": "store" }]);
    let launcher =
        json!({ "name": "boardingTorpedoLauncher", "leftArc": "FP", "numArcs": 3, "magazine": "store" });
    let mut case = meet(magazine, json!([launcher, launcher, launcher]), json!([]), &json!({}), &json!({}));
    let fire = |weapons: &[u8]| {
        let shots: Vec<Value> = weapons.iter().map(|it| json!({ "weapon": it, "target": 1 })).collect();
        json!({ "fire": { "ship": 0, "shots": shots } })
    };
    case.refused(0, &fire(&[3, 4, 5]), "FT-5.18.2");
    case.play(&[(0, fire(&[3, 4]))], &[1, 2]);
    assert_eq!((case.ship(1).aboard.len(), case.ship(1).hull_lost), (2, 1));
    case.play(&[(1, json!({ "repel": [stand(0, 3, 0), stand(1, 3, 0)] }))], &[4, 3]);
    assert_eq!((case.ship(1).aboard.len(), case.ship(1).hull_lost), (1, 2));
    case.play(&[], &[4, 3]);
    let empty = case.table.state().attack(ShipId(0), IconId(3), ShipId(1)).expect_err("empty");
    assert_eq!(empty.0, "FT-5.18.2");
}

/// FT-12.7.1: on one course at one speed within 3 MU for two phases 5; crews may cross, and no sooner.
#[test]
fn rule_12_7_1_alongside() {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "marines" }]);
    let ship = design("Ship", 60, 12, json!([]), systems, json!([]));
    let at = |x: u32, y: u32| json!({ "x": x, "y": y });
    let mut case = Case::new(
        &json!({ "core_systems": false }),
        &json!({
            "designs": [ship],
            "ships": [
                { "side": 0, "design": "Ship", "at": at(20, 10), "velocity": 4 },
                { "side": 1, "design": "Ship", "at": at(22, 11), "velocity": 4 },
            ],
        }),
    );
    case.play(&[], &[4, 3]);
    assert_eq!(engine::Game::turn(case.table.state()), 2, "one turn side by side is not enough");
    case.play(&[], &[4, 3]);
    let cross = |marines: u16, parties: u16| {
        json!({ "cross": [{ "ship": 0, "target": 1, "marines": marines,
        "parties": parties }] })
    };
    case.refused(0, &cross(2, 0), "FT-12.7.1");
    case.refused(0, &cross(0, 4), "FT-12.7.1");
    case.refused(0, &cross(0, 0), "FT-12.7.1");
    case.play(&[(0, cross(1, 2))], &[]);
    assert_eq!((case.ship(1).aboard.len(), case.table.state().parties(ShipId(0))), (3, 1));
    // All three at the hull; nobody stands against them. A row is gone, and only the drive checks for it.
    case.play(&[], &[]);
    case.play(&[], &[1]);
    assert_eq!((case.ship(1).hull_lost, case.ship(1).aboard.len()), (3, 3));
}

/// FT-12.7.7: a ship runs off the table with boarders aboard, and the fight goes on to its end.
#[test]
fn rule_12_7_7_to_the_end() {
    let ship = design("Ship", 20, 4, json!([]), json!([{ "name": "drive", "thrust": 2 }]), json!([]));
    let mut case = Case::new(
        &json!({ "core_systems": false, "boarding": "on" }),
        &json!({
            "designs": [ship],
            "ships": [
                { "side": 0, "design": "Ship", "at": { "x": 20, "y": 10 } },
                { "side": 1, "design": "Ship", "at": { "x": 20, "y": 44 }, "velocity": 8, "aboard": aboard(2,
                    "marine", 0) },
            ],
        }),
    );
    // One party against one boarder, twice in vain: two boxes and two boxes.
    case.play(&[], &[4, 3, 5, 1]);
    assert_eq!(case.ship(1).status, Status::Captured { by: Seat(0), away: true });
    assert!(!case.table.state().active_ships().any(|id| id == ShipId(1)));
}
