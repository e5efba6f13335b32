//! Fighters: hangars, launch, recovery, movement, screens and pursuit (FT-8.0 to FT-8.6.5, FT-8.16).

use crate::case::{Case, design};
use engine::{Game, Pending, Viewer};
use rules_full_thrust::{GroupId, Post, ShipId, points};
use serde_json::{Value, json};

/// A carrier of side 0 at 50,50, course 12, velocity 6, with these systems after its drive, and
/// wings; a ship of side 1 with two interceptor groups at 50,90, velocity 6 to the east.
fn carrier(systems: &[Value], wings: &Value, groups: &Value, options: &Value) -> Case {
    fleet(systems, wings, groups, options, &json!({}))
}

fn fleet(systems: &[Value], wings: &Value, groups: &Value, options: &Value, more: &Value) -> Case {
    let drive = json!({ "name": "drive", "thrust": 4 });
    let all: Vec<Value> = [drive.clone()].into_iter().chain(systems.iter().cloned()).collect();
    let mut carrier = design("Carrier", 200, 20, json!([]), json!(all), json!([]));
    carrier["fighters"] = wings.clone();
    let foe = json!([drive, bay("x"), bay("y"), tube(), tube()]);
    let mut foe = design("Foe", 200, 20, json!([]), foe, json!([]));
    foe["fighters"] = json!([{ "type": "interceptor" }, { "type": "interceptor" }]);
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    let mut situation = json!({
        "table": { "width": 200, "height": 200 },
        "designs": [carrier, foe],
        "ships": [
            { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "velocity": 6 },
            { "side": 1, "design": "Foe", "at": { "x": 50, "y": 90 }, "facing": 3, "velocity": 6 },
        ],
        "groups": groups,
    });
    for (name, value) in more.as_object().expect("fields") {
        situation[name] = value.clone();
    }
    Case::new(&options, &situation)
}

fn bay(id: &str) -> Value {
    json!({ "name": "hangar", "id": id })
}

fn tube() -> Value {
    json!({ "name": "launchTube" })
}

fn standard(n: usize) -> Value {
    json!(vec![json!({ "type": "standard" }); n])
}

fn flying(group: u8, x: i32, y: i32) -> Value {
    json!({ "group": group, "at": { "x": x, "y": y } })
}

fn order(fields: Value) -> Value {
    let mut order = fields;
    order["ship"] = json!(0);
    json!({ "orders": { "ships": [order] } })
}

fn launch(groups: &[u8]) -> Value {
    order(json!({ "launch": groups }))
}

fn wing(group: u8, action: Value) -> Value {
    json!({ "wing": { "group": group, "action": action } })
}

fn fly(group: u8, x: i32, y: i32) -> Value {
    wing(group, json!({ "fly": { "to": { "x": x, "y": y }, "facing": 12 } }))
}

fn onto(group: u8, x: i32, y: i32, foe: u8) -> Value {
    wing(group, json!({ "fly": { "to": { "x": x, "y": y }, "facing": 12, "engage": foe } }))
}

fn land(group: u8) -> Value {
    wing(group, json!({ "land": { "ship": 0 } }))
}

fn crash(group: u8) -> Value {
    wing(group, json!({ "land": { "ship": 0, "combat": true } }))
}

fn phase(case: &Case) -> &'static str {
    match case.table.state().pending() {
        Pending::Orders(decision) => decision.phase,
        Pending::Over(_) => "over",
    }
}

fn turn(case: &Case) -> u32 {
    case.table.state().turn()
}

/// Decisions pass by until the next turn's orders; nobody rolls on the way.
fn rest(case: &mut Case) {
    let now = turn(case);
    while turn(case) == now {
        case.play(&[], &[]);
    }
}

fn place(case: &Case, group: u8) -> String {
    case.group(group).at.to_string()
}

/// FT-8.0.1, FT-8.0.2, FT-8.1.1 to FT-8.1.4, FT-8.1.7, FT-8.2.1, FT-8.2.2, FT-2.6.4: groups leave by tubes, without
/// thrust, from where the ship was, half as far, before all others.
#[test]
fn rule_8_1_1_launch() {
    let systems = [bay("a"), bay("b"), bay("c"), bay("d"), tube(), tube()];
    let groups = json!([flying(3, 70, 50)]);
    let mut case = carrier(&systems, &standard(4), &groups, &json!({}));
    assert_eq!((case.group(0).left, case.group(0).cef), (6, 6));
    case.refused(0, &launch(&[0, 1, 2]), "FT-8.1.7");
    case.refused(0, &launch(&[3]), "FT-8.1.1");
    case.refused(0, &launch(&[0, 0]), "FT-8.1.1");
    case.refused(0, &order(json!({ "launch": [0], "plot": "+1" })), "FT-8.1.2");
    case.refused(0, &order(json!({ "launch": [0], "roll": true })), "FT-8.1.2");
    case.play(&[(0, launch(&[0, 1]))], &[4, 3]);
    // FT-8.1.3, FT-QRS.1: those in flight wait.
    case.refused(0, &fly(3, 70, 51), "FT-8.1.3");
    case.refused(0, &fly(0, 50, 63), "FT-8.1.4");
    case.play(&[(0, fly(0, 50, 62))], &[]);
    case.refused(0, &fly(0, 50, 62), "FT-8.1.3");
    case.play(&[(0, wing(1, json!("hold")))], &[]);
    case.refused(0, &fly(3, 70, 75), "FT-8.5.1");
    case.play(&[(0, fly(3, 70, 74))], &[]);
    assert_eq!(
        [place(&case, 0), place(&case, 1), place(&case, 3)],
        ["(50.0, 62.0)", "(50.0, 50.0)", "(70.0, 74.0)"]
    );
    assert_eq!(case.ship(0).motion.at.to_string(), "(50.0, 56.0)");
    // FT-10.1.6, FT-8.2.1: without a tube nothing leaves.
    let stuck = json!({ "ships": [
        { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "damaged": [2] },
        { "side": 1, "design": "Foe", "at": { "x": 50, "y": 90 } },
    ] });
    let case = fleet(&[bay("a"), tube()], &standard(1), &json!([]), &json!({}), &stuck);
    case.refused(0, &launch(&[0]), "FT-8.2.1");
}

/// FT-8.5.2, FT-8.5.3, FT-8.5.5, FT-2.6.6: the worked example: 20 MU, then up to 12 more for 1 CEF, never at 0 CEF;
/// one seat after the other, the loser of the initiative first.
#[test]
fn rule_8_5_3_secondary_moves() {
    let groups =
        json!([flying(0, 20, 20), { "group": 1, "at": { "x": 30, "y": 20 }, "cef": 0 }, flying(2, 150, 150)]);
    let mut case = carrier(&[bay("a"), bay("b"), tube()], &standard(2), &groups, &json!({}));
    case.play(&[], &[4, 3]);
    // Seat 1 has lost the initiative and moves first.
    case.refused(0, &fly(2, 150, 150), "FT-8.5.2");
    case.play(&[(1, wing(2, json!("hold")))], &[]);
    case.play(&[(0, fly(0, 40, 20))], &[]);
    // Nobody else of seat 1 has a turn: seat 0 goes on.
    case.play(&[(0, wing(1, json!("hold")))], &[]);
    assert_eq!(phase(&case), "secondary moves");
    case.play(&[(1, json!("pass"))], &[]);
    case.refused(0, &fly(1, 30, 20), "FT-8.5.3");
    case.refused(0, &fly(0, 40, 33), "FT-8.5.3");
    case.refused(0, &land(0), "FT-8.1.6");
    case.play(&[(0, fly(0, 40, 32))], &[]);
    assert_eq!((place(&case, 0), case.group(0).cef, turn(&case)), ("(40.0, 32.0)".to_owned(), 5, 2));
    assert_eq!((case.group(1).cef, case.group(2).cef), (0, 6));
}

/// FT-8.1.4, FT-8.1.5: in the turn of the launch the secondary move is whole, half or none.
#[test]
fn rule_8_1_4_secondary_moves_after_a_launch() {
    for (option, far) in [("full", Some(12)), ("half", Some(6)), ("none", None)] {
        let options = json!({ "launch_turn_secondary": option });
        let mut case = carrier(&[bay("a"), tube()], &standard(1), &json!([]), &options);
        case.play(&[(0, launch(&[0]))], &[4, 3]);
        case.play(&[(0, wing(0, json!("hold")))], &[]);
        match far {
            None => assert_eq!(turn(&case), 2),
            Some(far) => {
                case.refused(0, &fly(0, 50, 51 + far), "FT-8.5.3");
                case.play(&[(0, fly(0, 50, 50 + far))], &[]);
            }
        }
    }
}

/// FT-8.5.1, FT-8.15.5: fast groups go 36, launched 18, and 12 in a secondary move.
#[test]
fn rule_8_5_1_fast_groups() {
    let wings = json!([{ "type": "standard", "mods": ["fast"] }, { "type": "light" }, { "type": "attack",
        "mods": ["longRange"] }]);
    let systems = [bay("a"), bay("b"), bay("c"), tube()];
    let mut case = carrier(&systems, &wings, &json!([flying(0, 50, 20)]), &json!({}));
    assert_eq!((case.group(1).left, case.group(1).cef, case.group(2).cef), (8, 4, 9));
    case.play(&[], &[4, 3]);
    case.refused(0, &fly(0, 50, 57), "FT-8.5.1");
    case.play(&[(0, fly(0, 50, 56))], &[]);
    case.refused(0, &fly(0, 50, 69), "FT-8.5.3");
}

/// FT-8.1.6, FT-8.16.1, FT-8.16.2: home to a steady carrier; 1 is the end, 2 to 5 two turns, 6 one.
#[test]
fn rule_8_16_1_recovery_and_rearming() {
    for (die, ready) in [(1, None), (2, Some(3)), (5, Some(3)), (6, Some(2))] {
        let groups = json!([{ "group": 0, "at": { "x": 50, "y": 75 }, "cef": 2, "left": 4, "spent": 1 }]);
        let mut case = carrier(&[bay("a"), tube()], &standard(1), &groups, &json!({}));
        case.play(&[], &[4, 3]);
        case.play(&[(0, land(0))], &[die]);
        assert_eq!((turn(&case), case.group(0).carrier()), (2, Some(ShipId(0))));
        assert_eq!(case.ship(0).motion.at.to_string(), "(50.0, 56.0)");
        for now in 2..=4 {
            if ready.is_some_and(|ready| ready <= now) {
                assert_eq!((case.group(0).cef, case.group(0).left, case.group(0).spent), (6, 4, 0));
                break;
            }
            case.refused(0, &launch(&[0]), "FT-8.16.1");
            assert_eq!(case.group(0).cef, 2);
            case.play(&[], &[4, 3]);
        }
    }
    // FT-8.1.6: 25 MU away it touches the carrier; 26 are too far; and a carrier that turns takes nobody.
    let groups = json!([flying(0, 50, 76), flying(1, 60, 50)]);
    let mut case = carrier(&[bay("a"), bay("b"), tube()], &standard(2), &groups, &json!({}));
    case.play(&[(0, order(json!({ "plot": "P1" })))], &[4, 3]);
    case.refused(0, &land(0), "FT-8.5.1");
    case.refused(0, &land(1), "FT-8.1.6");
    case.refused(0, &wing(0, json!({ "land": { "ship": 1 } })), "FT-8.1.6");
    // By a secondary move only where that is agreed.
    let mut case = carrier(
        &[bay("a"), tube()],
        &standard(1),
        &json!([flying(0, 60, 50)]),
        &json!({ "secondary_landing": true }),
    );
    case.play(&[], &[4, 3]);
    case.play(&[], &[]);
    case.play(&[(0, land(0))], &[3]);
    assert_eq!(case.group(0).carrier(), Some(ShipId(0)));
}

/// FT-8.1.7, FT-8.1.8, FT-8.4.1, FT-8.4.2: launches and recoveries share the tubes, and no bay serves twice; a combat
/// landing takes everybody, for good.
#[test]
fn rule_8_4_1_combat_landings() {
    let systems = [bay("a"), bay("b"), bay("c"), tube(), tube()];
    let groups = json!([flying(1, 50, 60), flying(2, 50, 60)]);
    let mut case = carrier(&systems, &standard(3), &groups, &json!({}));
    case.play(&[(0, launch(&[0]))], &[4, 3]);
    case.play(&[(0, wing(0, json!("hold")))], &[]);
    case.play(&[(0, land(1))], &[6]);
    case.refused(0, &land(2), "FT-8.1.7");
    case.play(&[(0, crash(2))], &[6]);
    assert!(case.group(2).fouled && !case.group(1).fouled && case.ship(0).deck.fouled);
    rest(&mut case);
    case.refused(0, &launch(&[2]), "FT-8.4.2");
    case.play(&[(0, launch(&[1]))], &[4, 3]);
    // FT-8.1.8: with one bay left by the launch of another, it is not free this turn.
    let groups = json!([flying(1, 50, 60)]);
    let other = json!({ "ships": [
        { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "damaged": [2] },
        { "side": 1, "design": "Foe", "at": { "x": 50, "y": 90 } },
    ] });
    let mut case = fleet(&[bay("a"), bay("b"), tube(), tube()], &standard(2), &groups, &json!({}), &other);
    case.play(&[(0, launch(&[0]))], &[4, 3]);
    case.play(&[(0, wing(0, json!("hold")))], &[]);
    case.refused(0, &land(1), "FT-8.16.3");
    // The house may ground everybody on a fouled deck.
    let groups = json!([flying(1, 50, 60)]);
    let options = json!({ "fouled_deck": "all" });
    let mut case = carrier(&[bay("a"), bay("b"), tube()], &standard(2), &groups, &options);
    case.play(&[], &[4, 3]);
    case.play(&[(0, crash(1))], &[6]);
    case.refused(0, &launch(&[0]), "FT-8.4.2");
}

/// FT-8.1.10, FT-13.12.3: combined hangars launch all at once and recover half, rounded up.
#[test]
fn rule_8_1_10_combined_hangars() {
    let systems = [bay("a"), bay("b"), bay("c")];
    let options = json!({ "hangar_model": "combined" });
    // The other side has tubes in this case only; so it has none.
    let build = |groups: Value| {
        let mut carrier = design("Carrier", 200, 20, json!([]), json!(systems), json!([]));
        carrier["fighters"] = standard(3);
        let foe = design("Foe", 20, 5, json!([]), json!([]), json!([]));
        let mut options = options.clone();
        options["core_systems"] = json!(false);
        Case::new(
            &options,
            &json!({
                "designs": [carrier, foe],
                "ships": [
                    { "side": 0, "design": "Carrier", "at": { "x": 30, "y": 20 } },
                    { "side": 1, "design": "Foe", "at": { "x": 60, "y": 40 } },
                ],
                "groups": groups,
            }),
        )
    };
    let mut case = build(json!([]));
    case.play(&[(0, launch(&[0, 1, 2]))], &[4, 3]);
    assert!((0..3).all(|id| case.group(id).is_flying()));
    let mut case = build(json!([flying(0, 30, 22), flying(1, 30, 22), flying(2, 30, 22)]));
    case.play(&[], &[4, 3]);
    case.play(&[(0, land(0))], &[3]);
    case.play(&[(0, land(1))], &[3]);
    case.refused(0, &land(2), "FT-8.1.10");
}

/// FT-8.1.11, FT-13.12.5: racks launch any number at once, and nothing is refuelled there.
#[test]
fn rule_8_1_11_robot_racks() {
    let rack = |id: &str| json!({ "name": "hangar", "isRack": true, "id": id });
    let robots = json!([
        { "type": "standard", "mods": ["robot"], "hangar": "a" },
        { "type": "standard", "mods": ["robot"], "hangar": "b" },
        { "type": "standard", "hangar": "c" },
    ]);
    let systems = [rack("a"), rack("b"), bay("c"), tube()];
    let mut case = carrier(&systems, &robots, &json!([]), &json!({}));
    case.refused(0, &order(json!({ "launch": [0, 1], "plot": "+1" })), "FT-8.1.2");
    case.play(&[(0, launch(&[0, 1, 2]))], &[4, 3]);
    assert!((0..3).all(|id| case.group(id).is_flying()));
    let groups = json!([{ "group": 0, "at": { "x": 50, "y": 60 }, "cef": 2 }]);
    let mut case = carrier(&[rack("a"), rack("b")], &json!([robots[0], robots[1]]), &groups, &json!({}));
    case.play(&[], &[4, 3]);
    // No die; ready, but not refuelled.
    case.play(&[(0, land(0))], &[]);
    assert_eq!((turn(&case), case.group(0).cef), (2, 2));
    case.play(&[(0, launch(&[0]))], &[4, 3]);
    assert!(case.group(0).is_flying());
}

/// FT-8.15.15: robots make their secondary move at the end of phase 4.
#[test]
fn rule_8_15_15_robots_move_before_ships() {
    let robots = json!([{ "type": "standard", "mods": ["robot"] }]);
    let mut case = carrier(&[bay("a"), tube()], &robots, &json!([flying(0, 50, 20)]), &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, fly(0, 50, 44))], &[]);
    assert_eq!(
        (phase(&case), case.ship(0).motion.at.to_string()),
        ("move fighters", "(50.0, 50.0)".to_owned())
    );
    case.play(&[(0, fly(0, 50, 56))], &[]);
    assert_eq!((turn(&case), case.group(0).cef, place(&case, 0)), (2, 5, "(50.0, 56.0)".to_owned()));
}

/// FT-8.2.3, FT-13.12.2: with catapults a ship launches under thrust; to land it must be steady all the same.
#[test]
fn rule_8_2_3_catapults() {
    let tube = json!({ "name": "launchTube", "catapult": true });
    let options = json!({ "catapults": true });
    let systems = [bay("a"), bay("b"), tube.clone(), tube];
    let mut case = carrier(&systems, &standard(2), &json!([flying(1, 50, 60)]), &options);
    case.play(&[(0, order(json!({ "launch": [0], "plot": "P1+1" })))], &[4, 3]);
    case.play(&[(0, fly(0, 50, 60))], &[]);
    case.refused(0, &land(1), "FT-8.1.6");
    case.play(&[], &[]);
    assert_eq!(case.ship(0).motion.velocity, 7);
}

/// FT-8.6.1, FT-8.6.2, FT-GEO.8: a screen goes with its ship, however far, until it moves away.
#[test]
fn rule_8_6_1_screens() {
    let more = json!({ "ships": [
        { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "velocity": 40 },
        { "side": 1, "design": "Foe", "at": { "x": 150, "y": 97 } },
    ] });
    let groups = json!([flying(0, 50, 74), flying(1, 50, 75)]);
    let mut case = fleet(&[bay("a"), bay("b"), tube()], &standard(2), &groups, &json!({}), &more);
    case.play(&[], &[4, 3]);
    let screen = |group| wing(group, json!({ "screen": { "ship": 0 } }));
    case.refused(0, &wing(0, json!({ "screen": { "ship": 1 } })), "FT-8.6.1");
    case.refused(0, &screen(1), "FT-8.5.1");
    case.play(&[(0, screen(0))], &[]);
    case.play(&[], &[]);
    assert_eq!((place(&case, 0), place(&case, 1)), ("(50.0, 90.0)".to_owned(), "(50.0, 75.0)".to_owned()));
    // It looks at the enemy, who is to the east.
    assert_eq!(case.group(0).facing.get(), 3);
    assert_eq!(case.table.state().screen_of(ShipId(0)).collect::<Vec<_>>(), [GroupId(0)]);
    rest(&mut case);
    case.play(&[], &[4, 3]);
    case.play(&[], &[]);
    assert_eq!(place(&case, 0), "(50.0, 130.0)");
    rest(&mut case);
    case.play(&[], &[4, 3]);
    case.play(&[(0, fly(0, 50, 131))], &[]);
    assert_eq!(case.group(0).post, Post::Flying);
}

/// FT-8.6.3: escorts of a group go as far as they can; nobody screens a screen.
#[test]
fn rule_8_6_3_screens_of_groups() {
    let wings =
        json!([{ "type": "torpedo", "mods": ["fast"] }, { "type": "standard" }, { "type": "standard" }]);
    let systems = [bay("a"), bay("b"), bay("c"), tube()];
    let groups = json!([flying(0, 50, 20), flying(1, 50, 30), flying(2, 50, 20)]);
    let guard = |group: u8, of: u8| wing(group, json!({ "guard": { "group": of } }));
    let mut case = carrier(&systems, &wings, &groups, &json!({}));
    case.play(&[], &[4, 3]);
    case.refused(0, &guard(1, 1), "FT-8.6.3");
    case.refused(0, &guard(1, 3), "FT-8.6.3");
    case.play(&[(0, guard(1, 0))], &[]);
    case.refused(0, &guard(2, 1), "FT-8.6.3");
    case.refused(0, &guard(0, 2), "FT-8.6.3");
    case.refused(0, &wing(0, json!({ "screen": { "ship": 0 } })), "FT-8.6.3");
    case.play(&[(0, guard(2, 0))], &[]);
    // 10 MU to join leave it 14; the other has all its 24.
    case.play(&[(0, fly(0, 50, 36))], &[]);
    assert_eq!([0, 1, 2].map(|id| place(&case, id)), ["(50.0, 36.0)", "(50.0, 20.0)", "(50.0, 36.0)"]);
    assert_eq!(
        [1, 2].map(|id| case.group(id).post.clone()),
        [Post::Flying, Post::Guarding { group: GroupId(0) },]
    );
    // A secondary move leaves an escort behind that does not pay for its own.
    assert_eq!(phase(&case), "secondary moves");
    case.play(&[(0, fly(0, 50, 40))], &[]);
    case.play(&[], &[]);
    assert_eq!(case.group(2).post, Post::Flying);
}

/// FT-8.6.5: whoever attacked a ship last turn goes where it goes, at the same offset.
#[test]
fn rule_8_6_5_pursuit() {
    let groups = json!([{ "group": 0, "at": { "x": 48, "y": 87 }, "hunted": 1 }, flying(1, 50, 80)]);
    let mut case = carrier(&[bay("a"), bay("b"), tube()], &standard(2), &groups, &json!({}));
    case.play(&[(1, json!({ "orders": { "ships": [{ "ship": 1, "plot": "S2+2" }] } }))], &[4, 3]);
    let pursue = |group: u8| wing(group, json!({ "pursue": { "ship": 1 } }));
    case.refused(0, &pursue(1), "FT-8.6.5");
    case.refused(0, &wing(0, json!({ "pursue": { "ship": 0 } })), "FT-8.6.5");
    case.play(&[(0, pursue(0))], &[]);
    case.play(&[], &[]);
    let (ship, group) = (case.ship(1).motion.at, case.group(0).at);
    assert_ne!(ship.to_string(), "(50.0, 90.0)");
    let way = group - ship;
    assert_eq!((way.east.to_string(), way.north.to_string()), ("-2".to_owned(), "-3".to_owned()));
    rest(&mut case);
    // Without another attack there is no more of it.
    assert_eq!(case.group(0).post, Post::Flying);
    case.play(&[], &[4, 3]);
    case.refused(0, &pursue(0), "FT-8.6.5");
}

/// FT-8.10.2, FT-8.10.3, FT-8.5.4, FT-GEO.7: contact holds whoever has moved; who has not may go, and those
/// in contact make no secondary moves.
#[test]
fn rule_8_10_2_contact() {
    let groups = json!([flying(0, 50, 20), flying(1, 80, 80), flying(2, 60, 20), flying(3, 70, 20)]);
    let mut case = carrier(&[bay("a"), bay("b"), tube()], &standard(2), &groups, &json!({}));
    case.play(&[], &[4, 3]);
    case.refused(1, &onto(2, 52, 20, 0), "FT-8.10.2");
    case.refused(1, &onto(2, 70, 20, 3), "FT-8.10.2");
    case.play(&[(1, onto(2, 51, 20, 0))], &[]);
    let engaged = |case: &Case| case.table.state().foes_in_contact(GroupId(0)).collect::<Vec<_>>();
    assert_eq!(engaged(&case), [GroupId(2)]);
    // It stays: both are held.
    case.play(&[(0, wing(0, json!("hold")))], &[]);
    case.play(&[(1, wing(3, json!("hold")))], &[]);
    case.play(&[(0, wing(1, json!("hold")))], &[]);
    assert_eq!(phase(&case), "secondary moves");
    case.refused(1, &fly(2, 50, 25), "FT-8.5.3");
    // A fighter without endurance fights nobody.
    let groups = json!([flying(0, 50, 20), { "group": 2, "at": { "x": 60, "y": 20 }, "cef": 0 }]);
    let mut case = carrier(&[bay("a"), bay("b"), tube()], &standard(2), &groups, &json!({}));
    case.play(&[], &[4, 3]);
    case.refused(1, &onto(2, 51, 20, 0), "FT-8.13.2");
    // Contact at 2 MU, where that is agreed.
    let groups = json!([flying(0, 50, 20), flying(2, 60, 20)]);
    let options = json!({ "contact_mu": 2 });
    let mut case = carrier(&[bay("a"), bay("b"), tube()], &standard(2), &groups, &options);
    case.play(&[], &[4, 3]);
    case.play(&[(1, onto(2, 52, 20, 0))], &[]);
    assert_eq!(engaged(&case), [GroupId(2)]);
}

/// FT-8.0.3: a group that flies off the table is gone.
#[test]
fn rule_8_0_3_off_the_table() {
    let mut case = carrier(&[bay("a"), tube()], &standard(1), &json!([flying(0, 50, 5)]), &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, fly(0, 50, -1))], &[]);
    assert_eq!((case.group(0).post.clone(), points(case.table.state(), engine::Seat(1))), (Post::Away, 18));
}

/// FT-10.1.5, FT-10.1.6, FT-8.16.3: two of six bays lost: two of six whole groups find no room, but small ones do.
#[test]
fn rule_10_1_5_lost_bays() {
    let systems: Vec<Value> =
        ["a", "b", "c", "d", "e", "f"].into_iter().map(bay).chain(vec![tube(); 6]).collect();
    let damaged = |groups: Value| {
        let more = json!({ "ships": [
            { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "damaged": [1, 2] },
            { "side": 1, "design": "Foe", "at": { "x": 50, "y": 90 } },
        ] });
        fleet(&systems, &standard(6), &groups, &json!({}), &more)
    };
    let all: Vec<Value> = (0..6).map(|id| flying(id, 50, 55)).collect();
    let mut case = damaged(json!(all));
    case.play(&[], &[4, 3]);
    for id in 0..4 {
        case.play(&[(0, land(id))], &[3]);
    }
    case.refused(0, &land(4), "FT-8.16.3");
    // Five craft each in three bays, and three single ones: they fit into the gaps, one after the other.
    let mut some: Vec<Value> = (0..6).map(|id| flying(id, 50, 55)).collect();
    for (it, left) in some.iter_mut().zip([6, 6, 6, 4, 1, 1]) {
        it["left"] = json!(left);
    }
    let mut case = damaged(json!(some));
    case.play(&[], &[4, 3]);
    for id in 0..4 {
        case.play(&[(0, land(id))], &[3]);
    }
    // FT-8.1.8: no bay serves two groups in one turn, in good order.
    case.refused(0, &land(4), "FT-8.16.3");
    rest(&mut case);
    case.play(&[], &[4, 3]);
    case.play(&[(0, wing(4, json!({ "screen": { "ship": 0 } })))], &[]);
    rest(&mut case);
    case.play(&[], &[4, 3]);
    case.play(&[(0, land(4))], &[3]);
    assert_eq!(case.group(4).carrier(), Some(ShipId(0)));
    // Whoever is in a bay when it goes, goes with it.
    let mut case = damaged(json!([flying(2, 50, 55)]));
    case.play(&[], &[4, 3]);
    case.play(&[], &[]);
    assert_eq!([0, 1, 3].map(|id| case.group(id).left), [0, 0, 6]);
    assert_eq!(points(case.table.state(), engine::Seat(1)), 36);
}

/// FT-8.16.4: depleted groups become one, and the worse die counts.
#[test]
fn rule_8_16_4_merging() {
    let groups = json!([
        { "group": 0, "left": 3, "ready": 2, "cef": 1 }, { "group": 1, "left": 3, "ready": 0 },
            { "group": 2, "left": 2 },
    ]);
    let wings = json!([{ "type": "standard" }, { "type": "standard" }, { "type": "attack" }]);
    let mut case = carrier(&[bay("a"), bay("b"), bay("c"), tube()], &wings, &groups, &json!({}));
    let merge = |from: u8, into: u8| order(json!({ "merge": [[from, into]] }));
    case.refused(0, &merge(0, 2), "FT-8.16.4");
    case.refused(0, &merge(0, 0), "FT-8.16.4");
    case.refused(0, &order(json!({ "merge": [[0, 1]], "launch": [1] })), "FT-8.16.4");
    case.play(&[(0, merge(0, 1))], &[4, 3]);
    // Ready in turn 2 with the other part, and full of fuel.
    assert_eq!((turn(&case), case.group(0).left, case.group(1).left, case.group(1).cef), (2, 0, 6, 6));
    assert_eq!(points(case.table.state(), engine::Seat(1)), 3 * 6 + 4 * 4);
}

/// FT-8.1.9: no ADFC in a turn of flight operations.
#[test]
fn rule_8_1_9_no_adfc_while_launching() {
    let rack = json!({ "name": "salvo", "leftArc": "FP", "numArcs": 3 });
    let control = json!({ "name": "fireControl" });
    let mut launcher = design("Launcher", 200, 30, json!([]), json!([control]), json!([]));
    launcher["ordnance"] = json!([rack]);
    let pds = json!([{ "name": "pds" }]);
    let mut carrier =
        design("Carrier", 200, 40, json!([]), json!([{ "name": "adfc" }, bay("a"), tube()]), pds);
    carrier["fighters"] = standard(1);
    let target = design("Target", 100, 40, json!([]), json!([]), json!([]));
    for (launches, allowed) in [(true, false), (false, true)] {
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "designs": [launcher, carrier, target],
                "ships": [
                    { "side": 0, "design": "Carrier", "at": { "x": 40, "y": 33 } },
                    { "side": 0, "design": "Target", "at": { "x": 40, "y": 30 } },
                    { "side": 1, "design": "Launcher", "at": { "x": 40, "y": 10 } },
                ],
            }),
        );
        case.play(&[(0, if launches { launch(&[0]) } else { json!({ "orders": {} }) })], &[4, 3]);
        let missiles = json!({ "weapon": 1, "at": { "x": 40, "y": 29 } });
        case.play(&[(1, json!({ "launch": { "ship": 2, "launches": [missiles] } }))], &[]);
        if launches {
            case.play(&[], &[]);
            // The group is in flight and has endurance.
            assert_eq!(phase(&case), "secondary moves");
        }
        let asked = phase(&case) == "point defence";
        assert_eq!(asked, allowed);
        if allowed {
            let guard = json!({ "defend": [{ "ship": 0, "weapon": 3, "marker": 1 }] });
            case.play(&[(0, guard)], &[4, 1]);
        }
    }
}

/// FT-VIC.3: lost craft score by themselves, at their share of the wing; half for those with nowhere to go.
#[test]
fn rule_vic_3_points_of_craft() {
    let groups = json!([{ "group": 0, "at": { "x": 50, "y": 20 }, "left": 4 }, { "group": 1, "left": 5 }]);
    let wings = json!([{ "type": "attack" }, { "type": "torpedo" }]);
    let case = carrier(&[bay("a"), bay("b"), tube()], &wings, &groups, &json!({}));
    let score = |case: &Case| points(case.table.state(), engine::Seat(1));
    assert_eq!(score(&case), 2 * 4 + 6);
    let mut wreck = carrier(&[bay("a"), bay("b"), tube()], &wings, &groups, &json!({}));
    // Given up: everything aboard counts, and what is in flight.
    wreck.play(&[(0, json!("concede"))], &[]);
    let ship = wreck.table.state().field().blueprint(ShipId(0));
    assert_eq!(score(&wreck), ship.points - ship.craft + 6 * 4 + 6 * 6);
    // In flight, with no ship to land on: half.
    let wreck = json!({ "ships": [
        { "side": 0, "design": "Carrier", "at": { "x": 199, "y": 199 }, "facing": 3, "velocity": 9 },
        { "side": 1, "design": "Foe", "at": { "x": 50, "y": 90 } },
    ] });
    let mut gone = fleet(&[bay("a"), bay("b"), tube()], &wings, &groups, &json!({}), &wreck);
    gone.play(&[], &[4, 3]);
    gone.play(&[], &[]);
    let ship = gone.table.state().field().blueprint(ShipId(0));
    assert_eq!(score(&gone), ship.points - ship.craft + 2 * 4 + 6 * 6 + 4 * 4 / 2);
}

/// FT-8.1.1: what is to be launched is secret until phase 3.
#[test]
fn rule_8_1_1_launches_are_secret() {
    let twins = [json!([]), json!([0])].map(|launch| {
        let drive = json!({ "name": "drive", "thrust": 4 });
        let mut carrier = design("Carrier", 200, 20, json!([]), json!([drive, bay("a"), tube()]), json!([]));
        carrier["fighters"] = standard(1);
        let other = design("Other", 100, 20, json!([]), json!([drive]), json!([]));
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "emergency_thrust": true }),
            &json!({
                "designs": [carrier, other],
                "ships": [
                    { "side": 0, "design": "Carrier", "at": { "x": 30, "y": 10 } },
                    { "side": 0, "design": "Other", "at": { "x": 40, "y": 10 } },
                    { "side": 1, "design": "Other", "at": { "x": 30, "y": 40 } },
                ],
            }),
        );
        let ships =
            json!([{ "ship": 0, "launch": launch }, { "ship": 1, "plot": "P3+3", "emergency": true }]);
        // The drive fails, and everybody waits for another plot.
        case.play(&[(0, json!({ "orders": { "ships": ships } }))], &[5, 5]);
        case.table.state().clone()
    });
    for viewer in [Viewer::Seat(engine::Seat(1)), Viewer::Spectator] {
        testkit::indistinguishable(&twins[0], &twins[1], viewer);
    }
    assert_ne!(twins[0], twins[1]);
}

/// FT-10.2.3, FT-13.12.4: after a combat landing a lost bay explodes on one face more.
#[test]
fn rule_10_2_3_a_fouled_deck_burns() {
    let beam = json!({ "name": "beam", "class": 3, "leftArc": "F", "numArcs": 6 });
    let control = json!({ "name": "fireControl" });
    let gunship = design("Gunship", 300, 30, json!([]), json!([control]), json!([beam]));
    let mut carrier = design("Carrier", 100, 12, json!([]), json!([control, bay("a"), tube()]), json!([]));
    carrier["fighters"] = json!([{ "type": "torpedo" }]);
    for (combat, points) in [(true, 9), (false, 3)] {
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "hangar_crits": true }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [gunship, carrier],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Carrier", "at": { "x": 50, "y": 62 } },
                ],
                "groups": [flying(0, 50, 64)],
            }),
        );
        case.play(&[], &[4, 3]);
        case.play(&[(1, wing(0, json!({ "land": { "ship": 1, "combat": combat } })))], &[6]);
        let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 1, "target": 1 }] } });
        // Three points are row 1; the bay is lost on 6; 4 is an explosion only on a fouled deck: 3 points,
        // twice for the torpedoes.
        let dice: &[u8] = if combat { &[4, 4, 5, 6, 4, 5, 1, 2] } else { &[4, 4, 5, 6, 4, 1, 2] };
        case.play(&[(0, fire)], dice);
        assert_eq!((case.ship(1).hull_lost, case.group(0).left), (points, 0));
    }
}
