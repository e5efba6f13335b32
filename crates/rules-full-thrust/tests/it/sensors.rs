//! Bogeys and scans: the worked examples, and what nobody may learn of a bogey.

use dice::Dice;
use engine::{Assist, Game, Seat, Spoken, Viewer};
use rules_full_thrust::{Battle, Event, Found, Options, Order, Scenario, SensorsEvent, ShipId, Status};
use serde_json::{Value, json};

use crate::case::{Case, beam, design, order};

const OTHERS: [Viewer; 2] = [Viewer::Seat(Seat(0)), Viewer::Spectator];

fn sensors(more: Value) -> Value {
    let mut options =
        json!({ "sensors": true, "core_systems": false, "dummy_bogeys": true, "weasels": true });
    for (name, value) in more.as_object().expect("options") {
        options[name] = value.clone();
    }
    options
}

fn gear(systems: &[Value]) -> Value {
    let mut all = vec![json!({ "name": "drive", "thrust": 4 }), json!({ "name": "fireControl" })];
    all.extend(systems.iter().cloned());
    json!(all)
}

/// One known ship of side 0 at the origin, ships of side 1 to the north of it.
fn field(own: Value, others: &[Value], options: &Value) -> Case {
    let mut ships = vec![own];
    ships.extend(others.iter().cloned());
    let beams = json!([beam(3)]);
    Case::new(
        options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [
                design("Eye", 100, 20, json!([]), gear(&[]), beams.clone()),
                design("Far Eye", 100, 20, json!([]), gear(&[json!({ "name": "fireControl",
                    "advanced": true })]), beams.clone()),
                design("Hawk", 40, 8, json!([]), gear(&[]), beams.clone()),
                design("Dove", 40, 6, json!([[3, 0]]), gear(&[json!({ "name": "ecm" }),
                    json!({ "name": "sensors" })]), json!([])),
                design("Jammer", 40, 8, json!([]), gear(&[json!({ "name": "ecm" }), json!({ "name": "ecm" })]), beams),
                design("Weasel", 20, 4, json!([]), gear(&[json!({ "name": "decoy" })]), json!([])),
                design("Great Weasel", 20, 4, json!([]), gear(&[json!({ "name": "decoy",
                    "type": "capital" })]), json!([])),
            ],
            "ships": ships,
        }),
    )
}

fn at(side: u8, design: &str, y: u32, bogey: bool) -> Value {
    let facing = if side == 0 { 12 } else { 6 };
    json!({ "side": side, "design": design, "at": { "x": 100, "y": y }, "facing": facing, "bogey": bogey })
}

fn scan() -> Value {
    order(0, json!({ "scan": true }))
}

/// FT-12.1.2, FT-7.18.1: at 36 MU a bogey is identified, beyond it is not; each level of ECM brings it 6
/// MU nearer.
#[test]
fn rule_12_1_2_passive_sensors() {
    for (design, distance, seen) in [
        ("Hawk", 36, true),
        ("Hawk", 37, false),
        ("Jammer", 24, true),
        ("Jammer", 25, false),
        ("Dove", 30, true),
    ] {
        let mut case =
            field(at(0, "Eye", 10, false), &[at(1, design, 10 + distance, true)], &sensors(json!({})));
        case.play(&[], &[4, 3]);
        assert_eq!(!case.ship(1).bogey, seen, "{design} at {distance}");
    }
}

/// FT-12.1.2: with `passive_check` a bogey that passes within 36 MU on its way is identified, though it ends beyond.
#[test]
fn rule_12_1_2_on_the_way() {
    let pass = |y: u32, check: &str| {
        let mut bogey = at(1, "Hawk", y, true);
        bogey["at"]["x"] = json!(80);
        (bogey["facing"], bogey["velocity"]) = (json!(3), json!(40));
        let mut case = field(at(0, "Eye", 10, false), &[bogey], &sensors(json!({ "passive_check": check })));
        case.play(&[], &[4, 3]);
        !case.ship(1).bogey
    };
    // 38 MU away at both ends of its move, 32 or 37 in the middle of it.
    assert!(!pass(42, "end") && pass(42, "path"));
    assert!(!pass(47, "path"));
}

/// FT-12.1.2: two bogeys reveal each other; a jammer sees without being seen.
#[test]
fn rule_12_1_2_bogeys_reveal_each_other() {
    let bogeys = |design: &str| {
        let mut case = field(at(0, "Eye", 10, true), &[at(1, design, 40, true)], &sensors(json!({})));
        case.play(&[], &[4, 3]);
        [case.ship(0).bogey, case.ship(1).bogey]
    };
    assert_eq!(bogeys("Hawk"), [false, false]);
    assert_eq!(bogeys("Jammer"), [false, true]);
}

/// FT-12.3.1: a dummy sees nothing, and is gone as soon as it is seen; it is worth nothing.
#[test]
fn rule_12_3_1_dummies() {
    let mut case = field(
        at(0, "Eye", 10, true),
        &[at(1, "Hawk", 80, true), at(1, "Dummy", 40, true)],
        &sensors(json!({})),
    );
    case.play(&[(1, order(2, json!({ "plot": "S2+4" })))], &[4, 3]);
    assert!(case.ship(0).bogey, "nobody real is near");
    assert_eq!((case.ship(2).bogey, case.ship(2).status), (false, Status::Destroyed));
    assert_eq!(rules_full_thrust::points(case.table.state(), Seat(0)), 0);
    let many = Scenario { ..scenario(&["Hawk", "Dummy", "Dummy"]) };
    let refused = Battle::set_up(&many.options, &many).expect_err("two dummies for one ship");
    assert!(refused.to_string().contains("FT-12.3.1"), "{refused}");
}

/// FT-12.1.3, FT-12.1.5: a scanner shows itself; each fire control names one bogey within 54 MU, an
/// advanced one two within 72.
#[test]
fn rule_12_1_3_active_scans() {
    let ships = [at(1, "Hawk", 64, true), at(1, "Hawk", 63, true), at(1, "Hawk", 70, true)];
    let mut case = field(at(0, "Eye", 10, true), &ships, &sensors(json!({})));
    case.play(&[(0, scan())], &[4, 3]);
    assert!(!case.ship(0).bogey, "its scan gives it away");
    case.refused(0, &json!({ "scan": [{ "ship": 0, "target": 3 }] }), "FT-12.1.3");
    case.refused(
        0,
        &json!({ "scan": [{ "ship": 0, "target": 1 }, { "ship": 0, "target": 2 }] }),
        "FT-12.1.5",
    );
    case.play(&[(0, json!({ "scan": [{ "ship": 0, "target": 1 }] }))], &[]);
    assert_eq!([1, 2, 3].map(|id| case.ship(id).bogey), [false, true, true]);

    let mut case = field(at(0, "Far Eye", 10, true), &ships, &sensors(json!({})));
    case.play(&[(0, scan())], &[4, 3]);
    let named = json!([{ "ship": 0, "target": 1 }, { "ship": 0, "target": 2 }, { "ship": 0, "target": 3 }]);
    case.play(&[(0, json!({ "scan": named }))], &[]);
    assert_eq!([1, 2, 3].map(|id| case.ship(id).bogey), [false, false, false]);
}

/// FT-12.1.3, FT-7.18.1: a scan of a bogey behind ECM may find nothing; the dummy it named is gone.
#[test]
fn rule_12_1_3_ecm_against_scans() {
    let mut case = field(
        at(0, "Far Eye", 10, false),
        &[at(1, "Jammer", 71, true), at(1, "Dummy", 60, true), at(1, "Hawk", 90, true)],
        &sensors(json!({})),
    );
    case.play(&[(0, scan())], &[4, 3]);
    case.play(&[(0, json!({ "scan": [{ "ship": 0, "target": 1 }, { "ship": 0, "target": 2 }] }))], &[]);
    assert_eq!([1, 2, 3].map(|id| case.ship(id).bogey), [true, false, true]);
    assert_eq!(case.ship(2).status, Status::Destroyed);
    // FT-12.1.3: without the order nobody scans.
    let mut case = field(at(0, "Eye", 10, false), &[at(1, "Hawk", 60, true)], &sensors(json!({})));
    case.play(&[], &[4, 3]);
    assert!(case.ship(1).bogey && !case.ship(0).scanning);
}

/// FT-12.1.4: a bogey is no target; when it fires it is none any more, and so when it is told to show
/// itself.
#[test]
fn rule_12_1_4_firing_shows() {
    let close = [at(1, "Jammer", 40, true)];
    let mut case = field(at(0, "Eye", 10, false), &close, &sensors(json!({})));
    case.play(&[], &[4, 3]);
    assert!(case.ship(1).bogey);
    // The winner of the initiative has nothing to fire at; the other side has a bogey that might.
    case.refused(0, &json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } }), "FT-12.1.4");
    case.play(&[(1, json!({ "fire": { "ship": 1, "shots": [{ "weapon": 4, "target": 0 }] } }))], &[3]);
    assert!(!case.ship(1).bogey);
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } }))], &[5]);
    assert_eq!(case.ship(1).hull_lost, 1);

    let mut case = field(
        at(0, "Eye", 10, false),
        &[at(1, "Hawk", 90, true), at(1, "Dummy", 95, true)],
        &sensors(json!({})),
    );
    case.refused(1, &order(2, json!({ "show": true })), "FT-12.1.4");
    case.play(&[(1, order(1, json!({ "show": true })))], &[4, 3]);
    assert_eq!([1, 2].map(|id| case.ship(id).bogey), [false, true]);
    case.refused(1, &order(1, json!({ "show": true })), "FT-12.1.4");
}

/// FT-12.1.1: a bogey keeps to the limits of its ship, and does not strain its drive.
#[test]
fn rule_12_1_1_limits_of_the_ship() {
    let options = sensors(json!({ "emergency_thrust": true }));
    let case = field(at(0, "Eye", 10, false), &[at(1, "Hawk", 90, true)], &options);
    case.refused(1, &order(1, json!({ "plot": "P3" })), "FT-3.2.2");
    case.refused(1, &order(1, json!({ "plot": "P3+3", "emergency": true })), "FT-12.1.1");
}

/// FT-12.1.1, FT-12.3.1, FT-12.3.2: the class is all that shows; dummies look like escorts, weasels like
/// cruisers or capital ships.
#[test]
fn rule_12_3_2_signatures() {
    let ships = ["Hawk", "Dummy", "Weasel", "Great Weasel", "Eye"].map(|it| at(1, it, 100, true));
    let shown = |more: Value| {
        let case = field(at(0, "Eye", 10, false), &ships, &sensors(more));
        let view = case.table.state().view(OTHERS[0]);
        [1, 2, 3, 4, 5].map(|id| view.field.blueprint(ShipId(id)).design.name.clone())
    };
    let bogey = |class: &str| format!("Bogey: {class}");
    let [escort, cruiser, capital] = ["escort", "cruiser", "capital"].map(bogey);
    assert_eq!(shown(json!({})), [&escort, &escort, &cruiser, &capital, &capital].map(String::clone));
    let plain = shown(json!({ "weasels": false }));
    assert_eq!(plain, [&escort, &escort, &escort, &escort, &capital].map(String::clone));
}

/// What a viewer sees happen in a decision.
fn witnessed(case: &mut Case, viewer: Viewer, given: &[(u8, Value)], dice: &[u8]) -> Vec<(Event, String)> {
    let mut state = case.table.state().clone();
    let before = case.table.log().len();
    case.play(given, dice);
    let mut seen = Vec::new();
    for event in &case.table.log()[before..] {
        if let Some(event) = state.witness(event, viewer) {
            let line = Battle::narrate(&state.view(viewer), &event);
            seen.push((event, line));
        }
        state.apply(event);
    }
    seen
}

/// FT-12.1.1: neither view, nor events, nor words, nor menus, nor refusals tell a Hawk from a Dove, a
/// Jammer or a dummy.
#[test]
fn rule_12_1_1_nothing_tells_on_a_bogey() {
    let orders = |plot: &str| [(1, order(1, json!({ "plot": plot }))), (0, scan())];
    let play = |bogey: &str, viewer: Viewer| {
        let others = [at(1, bogey, 90, true), at(1, "Hawk", 60, true), at(1, "Hawk", 190, false)];
        let mut case = field(at(0, "Eye", 10, false), &others, &sensors(json!({})));
        let mut told: Vec<String> = Vec::new();
        let look = |case: &Case, told: &mut Vec<String>| {
            let state = case.table.state();
            let view = state.view(viewer);
            told.push(format!("{view:?}"));
            told.push(serde_json::to_string(&view).expect("plain data"));
            told.push(Battle::describe(&view));
            told.push(format!("{:?}", state.menu(Seat(0))));
            for hostile in [
                json!({ "orders": { "ships": [{ "ship": 1, "plot": "P9" }] } }),
                json!({ "orders": { "ships": [{ "ship": 0, "modes": [[4, "overload"]] }] } }),
                json!({ "scan": [{ "ship": 0, "target": 1 }, { "ship": 1, "target": 0 }] }),
                json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1, "aim": 3 }] } }),
                json!({ "fire": { "ship": 1, "shots": [{ "weapon": 2, "target": 0 }] } }),
                json!({ "muster": [0] }),
            ] {
                let hostile: Order = plain::from_value(&hostile).expect("an order");
                told.push(format!("{:?}", state.check(Seat(0), &hostile)));
            }
        };
        look(&case, &mut told);
        let seen = witnessed(&mut case, viewer, &orders("P2+1"), &[4, 3]);
        told.extend(seen.iter().map(|it| format!("{it:?}")));
        look(&case, &mut told);
        let seen = witnessed(&mut case, viewer, &[(0, json!({ "scan": [{ "ship": 0, "target": 2 }] }))], &[]);
        told.extend(seen.iter().map(|it| format!("{it:?}")));
        look(&case, &mut told);
        told
    };
    for viewer in OTHERS {
        let [hawk, dove, jammer, dummy] = ["Hawk", "Dove", "Jammer", "Dummy"].map(|it| play(it, viewer));
        assert_eq!(hawk, dove);
        assert_eq!(hawk, jammer);
        assert_eq!(hawk, dummy);
        assert!(!hawk.iter().any(|it| it.contains("Dove") || it.contains("Weasel")), "the list of designs");
    }
}

/// FT-12.1.1: damage, switches and settings of a bogey are its owner's.
#[test]
fn rule_12_1_1_twins() {
    let marked = |more: Value| {
        let mut ship = at(1, "Jammer", 90, true);
        for (name, value) in more.as_object().expect("fields") {
            ship[name] = value.clone();
        }
        let case = field(at(0, "Eye", 10, false), &[ship], &sensors(json!({})));
        case.table.state().clone()
    };
    let whole = marked(json!({}));
    for other in [
        json!({ "hull_lost": 3 }),
        json!({ "damaged": [1] }),
        json!({ "off": [2] }),
        json!({ "rolled": true }),
        json!({ "drive_hits": 1 }),
        json!({ "name": "Revenge" }),
        json!({ "turned": true }),
    ] {
        let twin = marked(other);
        for viewer in OTHERS {
            testkit::indistinguishable(&whole, &twin, viewer);
        }
    }
    // FT-7.19.1: switching is not seen either.
    let switched = [json!([]), json!([[2, false]])].map(|switch| {
        let mut case = field(at(0, "Eye", 10, false), &[at(1, "Jammer", 90, true)], &sensors(json!({})));
        let seen = witnessed(&mut case, OTHERS[0], &[(1, order(1, json!({ "switch": switch })))], &[4, 3]);
        (seen, case.table.state().clone())
    });
    assert_eq!(switched[0].0, switched[1].0);
    testkit::indistinguishable(&switched[0].1, &switched[1].1, OTHERS[0]);
}

fn scenario(ships: &[&str]) -> Scenario {
    let case = field(at(0, "Eye", 10, true), &[at(1, "Hawk", 90, true)], &sensors(json!({})));
    let mut scenario = case.table.state().field().scenario.clone();
    let berth = scenario.sides[1].ships[0].clone();
    scenario.sides[1].ships = ships
        .iter()
        .enumerate()
        .map(|(i, design)| {
            let mut berth = berth.clone();
            berth.design = (*design).to_owned();
            berth.name = format!("{design} {i}");
            berth.letter = ["R", "S", "T", "U"][i].to_owned();
            berth
        })
        .collect();
    scenario.options = plain::from_value::<Options>(&sensors(json!({}))).expect("options");
    scenario
}

/// FT-12.1.1: before the battle each side says which ship each bogey is; letters, places and courses stay,
/// and nobody else sees who is where.
#[test]
fn rule_12_1_1_mustering() {
    let scenario = scenario(&["Hawk", "Dove", "Jammer"]);
    let battle = Battle::set_up(&scenario.options, &scenario).expect("a battle");
    let twins = [vec![0_u8, 1, 2], vec![2, 0, 1]].map(|places| {
        let mut table = engine::Table::new(battle.clone(), Dice::scripted(Vec::new()));
        table.open();
        let order = |it: &Value| plain::from_value::<Order>(it).expect("an order");
        let muster = order(&json!({ "muster": places }));
        assert!(table.state().check(Seat(1), &order(&json!({ "muster": [0, 0, 1] }))).is_err());
        assert!(table.state().check(Seat(1), &muster).is_ok());
        table.resolve(&[(Seat(1), muster)].into_iter().collect());
        table.state().clone()
    });
    for viewer in OTHERS {
        testkit::indistinguishable(&twins[0], &twins[1], viewer);
    }
    let names = twins.map(|battle| [1, 2, 3].map(|id| battle.field().tag(ShipId(id))));
    assert_eq!(names[0], ["Hawk 0", "Dove 1", "Jammer 2"]);
    assert_eq!(names[1], ["Jammer 2", "Hawk 0", "Dove 1"]);
}

/// FT-12.1.2: after set-up those within 36 MU are identified, and the event says what they are.
#[test]
fn rule_12_1_2_after_set_up() {
    let mut scenario = scenario(&["Hawk", "Dummy"]);
    scenario.sides[1].ships[0].at = Some(geometry::Point::units(100, 30));
    let battle = Battle::set_up(&scenario.options, &scenario).expect("a battle");
    let mut table = engine::Table::new(battle, Dice::scripted(Vec::new()));
    table.open();
    let order = |it: Value| plain::from_value::<Order>(&it).expect("an order");
    table.resolve(&[(Seat(1), order(json!({ "muster": [1, 0] })))].into_iter().collect());
    let found: Vec<(u8, Found, &str)> = table
        .log()
        .iter()
        .filter_map(|event| match event {
            Event::Sensors(SensorsEvent::Revealed { ship, found, design, .. }) => {
                Some((ship.0, *found, design.as_deref().unwrap_or_default()))
            }
            _ => None,
        })
        .collect();
    // The dummy stood in the first place: it sees nobody.
    assert_eq!(found, [(1, Found::Passive, "Dummy")]);
}

/// FT-12.1.1: what the computer imagines looks the same, and may be a dummy or any escort.
#[test]
fn rule_12_1_1_imagined() {
    let case = field(at(0, "Eye", 10, false), &[at(1, "Hawk", 90, true)], &sensors(json!({})));
    let view = case.table.state().view(OTHERS[0]);
    let mut dice = Dice::numbered(7, 1);
    let names: std::collections::BTreeSet<String> = (0..200)
        .map(|_| {
            let imagined = Battle::imagine(&view, &mut dice);
            assert_eq!(imagined.view(OTHERS[0]), view);
            imagined.field().blueprint(ShipId(1)).design.name.clone()
        })
        .collect();
    assert!(5 < names.len() && names.contains("Dummy"), "{names:?}");
}
