//! The closed book: what better sensors tell, what ECM does about it, and what nobody is told.

use engine::{Assist, Game, Seat, Viewer};
use rules_full_thrust::{Event, Lore, SensorsEvent, ShipId};
use serde_json::{Value, json};

use crate::case::{Case, beam, design, order};

const OTHERS: [Viewer; 2] = [Viewer::Seat(Seat(0)), Viewer::Spectator];

/// A scout with these sensors north of which a target lies, and a second target far off.
fn scouting(sensors: &[Value], distance: u32, target: Value, options: Value) -> Case {
    let mut systems = vec![json!({ "name": "drive", "thrust": 4 }), json!({ "name": "fireControl" })];
    systems.extend(sensors.iter().cloned());
    let gear = json!([{ "name": "drive", "thrust": 6 }, { "name": "fireControl" }, { "name": "screen" },
        { "name": "ecm" }]);
    let mut ship =
        json!({ "side": 1, "design": "Target", "at": { "x": 100, "y": 10 + distance }, "off": [3] });
    for (name, value) in target.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    let mut all =
        json!({ "sensors": true, "closed_book": true, "core_systems": false, "sensor_info": "roll" });
    for (name, value) in options.as_object().expect("options") {
        all[name] = value.clone();
    }
    Case::new(
        &all,
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [
                design("Scout", 100, 20, json!([]), json!(systems), json!([beam(3)])),
                design("Target", 70, 20, json!([[4, 0]]), gear.clone(), json!([beam(3)])),
                design("Other", 80, 24, json!([[2, 0]]), gear, json!([beam(1), beam(2)])),
            ],
            "ships": [{ "side": 0, "design": "Scout", "at": { "x": 100, "y": 10 } }, ship],
        }),
    )
}

fn enhanced() -> Value {
    json!({ "name": "sensors" })
}

fn superior() -> Value {
    json!({ "name": "sensors", "advanced": true })
}

/// Scans the target with these dice and gives back what was told.
fn scan(mut case: Case, given: &[(u8, Value)], dice: &[u8]) -> (Case, Option<Lore>) {
    let mut orders = vec![(0, order(0, json!({ "scan": true })))];
    orders.extend(given.iter().cloned());
    case.play(&orders, &[4, 3]);
    case.play(&[(0, json!({ "scan": [{ "ship": 0, "target": 1 }] }))], dice);
    let view = case.table.state().view(OTHERS[0]);
    let lore = view.told.first().map(|it| it.lore);
    (case, lore)
}

/// FT-12.2.1: an active scan with enhanced sensors rolls a die, superior ones add 2.
#[test]
fn rule_12_2_1_the_roll_of_a_scan() {
    let roll = |sensors: Value, die: u8| scan(scouting(&[sensors], 50, json!({}), json!({})), &[], &[die]).1;
    let all = [None, None, Some(Lore::Mass), Some(Lore::Drives), Some(Lore::Systems), Some(Lore::All)];
    for (die, lore) in (1..=6).zip(all) {
        assert_eq!(roll(enhanced(), die), lore, "enhanced, {die}");
    }
    for (die, lore) in (1..=4).zip(&all[2..]) {
        assert_eq!(roll(superior(), die), *lore, "superior, {die}");
    }
    // Plain fire controls identify, and tell no more.
    let mut case = scouting(&[], 50, json!({ "bogey": true }), json!({}));
    case.play(&[(0, order(0, json!({ "scan": true })))], &[4, 3]);
    case.play(&[(0, json!({ "scan": [{ "ship": 0, "target": 1 }] }))], &[]);
    assert!(!case.ship(1).bogey && case.table.state().view(OTHERS[0]).told.is_empty());
}

/// FT-12.2.1: what is told stays: mass; drive and screens; the design; and the display as it was then.
#[test]
fn rule_12_2_1_what_is_told() {
    let told = |die: u8| {
        let case = scouting(&[enhanced()], 50, json!({ "hull_lost": 3 }), json!({}));
        let (case, _) = scan(case, &[], &[die]);
        let view = case.table.state().view(OTHERS[0]);
        let told = view.told[0].clone();
        let design = view.field.blueprint(ShipId(1)).design.name.clone();
        ((told.mass, told.thrust, told.screens), design, view.ships[1].hull_lost)
    };
    assert_eq!(told(3), ((Some(70), None, None), "Cruiser".to_owned(), 0));
    assert_eq!(told(4), ((Some(70), Some(6), Some(1)), "Cruiser".to_owned(), 0));
    assert_eq!(told(5), ((Some(70), Some(6), Some(1)), "Target".to_owned(), 0));
    assert_eq!(told(6), ((Some(70), Some(6), Some(1)), "Target".to_owned(), 3));
}

/// FT-12.4.1: superior sensors roll 6 and 2 is added; ECM rolls 1: 7 is everything. The jammer's own ECM
/// blurs its scans as well. ECM that no order names is off.
#[test]
fn rule_12_4_1_jamming() {
    let jamming = json!({ "ecm_jamming": true });
    let on = |ship: u8, icon: u8| (ship, order(ship, json!({ "switch": [[icon, true]] })));
    let case = scouting(&[superior()], 40, json!({}), jamming.clone());
    assert_eq!(scan(case, &[on(1, 3)], &[6, 1]).1, Some(Lore::All));
    let case = scouting(&[superior()], 40, json!({}), jamming.clone());
    assert_eq!(scan(case, &[on(1, 3)], &[5, 4]).1, Some(Lore::Mass));
    let case = scouting(&[superior()], 40, json!({}), jamming.clone());
    assert_eq!(scan(case, &[], &[5]).1, Some(Lore::All));
    let mut case = scouting(&[superior(), json!({ "name": "ecm" })], 40, json!({}), jamming);
    case.play(&[(0, order(0, json!({ "scan": true, "switch": [[3, true]] }))), on(1, 3)], &[4, 3]);
    case.play(&[(0, json!({ "scan": [{ "ship": 0, "target": 1 }] }))], &[5, 1, 2]);
    assert_eq!(case.table.state().view(OTHERS[0]).told[0].lore, Lore::Drives);
}

/// FT-13.13.10, FT-13.13.11, FT-7.18.1: within 24 MU enhanced sensors tell how a ship was built, within 36
/// superior ones everything, six less for each level of ECM; a set that has told something does not help
/// to aim in that turn.
#[test]
fn rule_13_13_10_information_by_range() {
    let hear = |sensors: Value, distance: u32, target: Value| {
        let mut case = scouting(&[sensors], distance, target, json!({ "sensor_info": "range" }));
        case.play(&[], &[4, 3]);
        let used = case.ship(0).used.contains(rules_full_thrust::IconId(2));
        (case.table.state().view(OTHERS[0]).told.first().map(|it| it.lore), used)
    };
    assert_eq!(hear(enhanced(), 24, json!({})), (Some(Lore::Systems), true));
    assert_eq!(hear(enhanced(), 25, json!({})), (None, false));
    assert_eq!(hear(enhanced(), 19, json!({ "off": [] })), (None, false));
    assert_eq!(hear(superior(), 36, json!({})), (Some(Lore::All), true));
    assert_eq!(hear(superior(), 37, json!({})), (None, false));
    // FT-13.13.11: superior sensors identify bogeys to 48 MU.
    for (distance, seen) in [(48, true), (49, false)] {
        let mut case =
            scouting(&[superior()], distance, json!({ "bogey": true }), json!({ "sensor_info": "range" }));
        case.play(&[], &[4, 3]);
        assert_eq!(!case.ship(1).bogey, seen, "at {distance}");
    }
}

/// FT-12.2.1: damage, design and switches of a closed ship do not show, neither in views nor in menus.
#[test]
fn rule_12_2_1_twins() {
    let twin = |more: Value| scouting(&[], 30, more, json!({})).table.state().clone();
    let whole = twin(json!({}));
    for more in [
        json!({ "hull_lost": 4 }),
        json!({ "damaged": [0, 1] }),
        json!({ "off": [] }),
        json!({ "armour": [[1, 0]] }),
        json!({ "design": "Other" }),
        json!({ "drive_hits": 1 }),
    ] {
        let mut more = more;
        more["name"] = json!("Revenge");
        let mut plain = json!({});
        plain["name"] = json!("Revenge");
        let (one, two) = (twin(plain), twin(more));
        for viewer in OTHERS {
            testkit::indistinguishable(&one, &two, viewer);
        }
        assert_eq!(one.menu(Seat(0)), two.menu(Seat(0)));
    }
    assert_ne!(whole.view(Viewer::Referee), twin(json!({ "hull_lost": 4 })).view(Viewer::Referee));
}

/// FT-12.2.1: whether a shot is refused, and why, does not tell whether a closed ship's fields work.
#[test]
fn rule_12_2_1_refusals_tell_nothing() {
    let gear = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let hides =
        json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }, { "name": "stealthField" }]);
    let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
    let fire = plain::from_value(&fire).expect("an order");
    let judged = |closed: bool, distance: u32, damaged: Value| {
        let case = Case::new(
            &json!({ "sensors": true, "closed_book": closed, "core_systems": false }),
            &json!({
                "phase": "fire",
                "designs": [
                    design("Scout", 100, 20, json!([]), gear.clone(), json!([beam(3)])),
                    design("Target", 70, 20, json!([]), hides.clone(), json!([beam(3)])),
                ],
                "ships": [
                    { "side": 0, "design": "Scout", "at": { "x": 10, "y": 5 } },
                    { "side": 1, "design": "Target", "at": { "x": 10, "y": 5 + distance }, "damaged": damaged },
                ],
            }),
        );
        case.table.state().check(Seat(0), &fire)
    };
    let mut legal = 0;
    let mut told = 0;
    for distance in 1..=40 {
        let [whole, broken] = [json!([]), json!([2])].map(|it| judged(true, distance, it));
        assert_eq!(whole, broken, "at {distance} MU");
        legal += u32::from(whole.is_ok());
        let [whole, broken] = [json!([]), json!([2])].map(|it| judged(false, distance, it));
        told += u32::from(whole != broken);
    }
    // An open book tells, so that there was something to hide.
    assert!(0 < legal && legal < 40 && 0 < told, "{legal} legal, {told} told");
}

/// FT-5.13.5: nobody aims a needle beam at a system he does not know.
#[test]
fn rule_5_13_5_needles_and_closed_ships() {
    let needle = json!({ "name": "needle", "class": 3, "leftArc": "F", "numArcs": 1 });
    let gear = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1, "aim": 1 }] } });
    let case = |closed: bool| {
        Case::new(
            &json!({ "sensors": true, "closed_book": closed, "core_systems": false }),
            &json!({
                "phase": "fire",
                "designs": [
                    design("Scout", 100, 20, json!([]), gear.clone(), json!([needle])),
                    design("Target", 70, 20, json!([]), gear.clone(), json!([beam(3)])),
                ],
                "ships": [
                    { "side": 0, "design": "Scout", "at": { "x": 10, "y": 10 } },
                    { "side": 1, "design": "Target", "at": { "x": 10, "y": 18 } },
                ],
            }),
        )
    };
    case(true).refused(0, &fire, "FT-5.13.5");
    let order = plain::from_value(&fire).expect("an order");
    assert!(case(false).table.state().check(Seat(0), &order).is_ok());
}

/// FT-12.2.1: of a hit on a closed ship only the dice are seen.
#[test]
fn rule_12_2_1_damage_is_closed() {
    let mut case = scouting(&[], 30, json!({}), json!({}));
    case.play(&[], &[4, 3]);
    let before = case.table.state().clone();
    let at = case.table.log().len();
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } }))], &[6, 6, 1]);
    assert!(0 < case.ship(1).hull_lost);
    let mut state = before;
    let mut seen = 0;
    for event in &case.table.log()[at..] {
        let shown = state.witness(event, OTHERS[0]);
        seen += usize::from(matches!(shown, Some(Event::Fire(_))));
        assert!(!matches!(shown, Some(Event::Damage(rules_full_thrust::DamageEvent::Struck { .. }))));
        assert!(!matches!(shown, Some(Event::Sensors(SensorsEvent::Told { .. }))));
        state.apply(event);
    }
    assert!(0 < seen);
    assert_eq!(case.table.state().view(OTHERS[0]).ships[1].hull_lost, 0);
}
