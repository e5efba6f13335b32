//! Gunboats (FT-9), and missiles of small craft (FT-8.15.10).

use crate::case::{Case, beam, design};
use rules_full_thrust::ShipId;
use serde_json::{Value, json};

/// A tender with one squadron of these boats in flight at `at`, facing north, and a target at 50,50 with
/// these systems and
/// weapons. The group is number 0.
pub(crate) fn boats(
    types: &[&str],
    more: Value,
    at: (i32, i32),
    systems: Value,
    weapons: Value,
    options: &Value,
) -> Case {
    let mut squadron = more;
    squadron["boats"] = types.iter().map(|it| json!({ "type": it })).collect();
    let mut tender = design("Tender", 300, 60, json!([]), json!([{ "name": "gunboatRack" }]), json!([]));
    tender["gunboatSquadrons"] = json!([squadron]);
    let target = design("Target", 120, 40, json!([]), systems, weapons);
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "phase": "secondary",
            "designs": [tender, target],
            "ships": [
                { "side": 0, "design": "Tender", "at": { "x": 10, "y": 10 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 } },
            ],
            "groups": [{ "group": 0, "at": { "x": at.0, "y": at.1 } }],
        }),
    )
}

fn phase(case: &Case) -> &'static str {
    match engine::Game::pending(case.table.state()) {
        engine::Pending::Orders(it) => it.phase,
        engine::Pending::Over(_) => "over",
    }
}

#[track_caller]
pub(crate) fn until(case: &mut Case, wanted: &str) {
    for _ in 0..20 {
        if phase(case) == wanted {
            return;
        }
        case.play(&[], &[]);
    }
    panic!("waits for {}", phase(case));
}

fn fire(more: Value) -> Value {
    let mut it = more;
    it["group"] = json!(0);
    it["target"] = json!(1);
    json!({ "fire_boats": it })
}

/// FT-9.1.1, FT-9.1.3, FT-9.1.4, FT-9.1.5, FT-9.2.6, FT-9.1.13: a mixed squadron fires at one ship in
/// phase 11, for one factor; a K-2 needs 3
/// at 8 MU and doubles on a 1 or 2.
#[test]
fn rule_9_1_5_gunboats_fire() {
    let mut case = boats(&["beam", "kGun"], json!({}), (50, 42), json!([]), json!([]), &json!({}));
    until(&mut case, "ships fire");
    // Two beam dice, the K-gun to hit, its second die.
    case.play(&[(0, fire(json!({})))], &[4, 5, 3, 2]);
    assert_eq!((case.ship(1).hull_lost, case.group(0).cef), (6, 5));
}

/// FT-9.1.12: ECM and a holofield shorten the reach of gunboats.
#[test]
fn rule_9_1_12_reach() {
    let reach = |systems: Value| {
        let case = boats(&["beam"], json!({}), (50, 42), systems, json!([]), &json!({}));
        case.table.state().gunboat_reach(ShipId(1)).to_string()
    };
    assert_eq!(reach(json!([])), "12");
    assert_eq!(reach(json!([{ "name": "ecm" }, { "name": "holofield" }])), "10");
    let case = boats(&["beam"], json!({}), (50, 37), json!([]), json!([]), &json!({}));
    assert_eq!(
        case.table.state().boats_at(rules_full_thrust::GroupId(0), ShipId(1)).expect_err("far").0,
        "FT-9.1.3"
    );
}

/// FT-9.2.7: packs are fired singly or both together.
#[test]
fn rule_9_2_7_packs() {
    let mut case = boats(&["mkp"], json!({}), (50, 42), json!([]), json!([]), &json!({}));
    until(&mut case, "ships fire");
    case.play(&[(0, fire(json!({ "singly": true })))], &[4]);
    assert_eq!((case.ship(1).hull_lost, case.group(0).packs.clone()), (4, vec![1]));
    let mut case =
        boats(&["submunition"], json!({}), (50, 45), json!([{ "name": "screen" }]), json!([]), &json!({}));
    until(&mut case, "ships fire");
    // Two packs of three dice; standard screens do nothing.
    case.play(&[(0, fire(json!({})))], &[4, 4, 4, 1, 1, 5]);
    assert_eq!((case.ship(1).hull_lost, case.group(0).packs.clone()), (4, vec![2]));
}

/// FT-9.1.6, FT-9.1.7, FT-9.1.8, FT-9.1.9: in phase 9 a PDS kills on a natural 6 and rolls again, a beam
/// by its hits; what is killed
/// then does not fire, what is killed in phase 11 does.
#[test]
fn rule_9_1_6_fire_at_gunboats() {
    let weapons = json!([{ "name": "pds" }, beam(2)]);
    let systems = json!([{ "name": "fireControl" }]);
    let mut case = boats(
        &["beam", "beam", "beam", "beam"],
        json!({}),
        (50, 55),
        systems.clone(),
        weapons.clone(),
        &json!({}),
    );
    until(&mut case, "point defence");
    let guard = |weapon: u8| json!({ "ship": 1, "weapon": weapon, "group": 0 });
    // The PDS: 6 and a 3 again; the beam: two dice, 4 and 2.
    case.play(&[(1, json!({ "defend": [guard(1), guard(2)] }))], &[6, 4, 2, 3]);
    assert_eq!(case.group(0).left, 2);
    // Heavy ones: the PDS does nothing.
    let mut case =
        boats(&["beam", "beam"], json!({ "protection": "heavy" }), (50, 55), systems, weapons, &json!({}));
    until(&mut case, "point defence");
    case.play(&[(1, json!({ "defend": [guard(2)] }))], &[4, 5]);
    assert_eq!(case.group(0).left, 1, "FT-9.2.5: one worse");
}

/// FT-8.15.10, FT-9.2.8: missiles of gunboats home like salvoes, and of four a D6 less two are on
/// target; rockets are a marker
/// of those that hit.
#[test]
fn rule_9_2_8_missiles_and_rockets() {
    let launch = |boat: &str, order: Value, dice: &[u8], then: &[u8]| {
        let mut case = boats(&[boat], json!({}), (50, 42), json!([]), json!([]), &json!({}));
        until(&mut case, "write orders");
        case.play(&[], &[5, 2]);
        assert_eq!(phase(&case), "launch");
        case.play(&[(0, json!({ "craft_launch": order }))], dice);
        until_dice(&mut case, then);
        (case.ship(1).hull_lost, case.group(0).cef)
    };
    let spread = json!({ "group": 0, "missiles": [{ "missiles": 4, "at": { "x": 50, "y": 50 } }] });
    // Five: three on target.
    assert_eq!(launch("missile", spread, &[], &[5, 1, 2, 3]), (6, 5));
    // Two rockets hit on 3 and more at 8 MU, 1d3 each.
    let rockets = json!({ "group": 0, "rockets": [1, 4] });
    assert_eq!(launch("rocket", rockets, &[2, 3, 4, 1], &[2, 6]), (4, 5));
}

/// Plays on with these dice for the first decision that takes any.
#[track_caller]
fn until_dice(case: &mut Case, dice: &[u8]) {
    while phase(case) == "move fighters" {
        let last = case.table.state().clone();
        let _ = last;
        case.play(&[], &[]);
    }
    while phase(case) == "secondary moves" {
        let before = phase(case);
        case.play(&[], if before == "secondary moves" { dice } else { &[] });
    }
}

/// FT-9.1.14, FT-9.1.10, FT-9.1.2: fighters and gunboats in a dogfight: natural sixes against the boats,
/// their own dice back; they cannot evade.
/// FT-9.2.10: ECM keeps fighters further off.
#[test]
fn rule_9_1_14_dogfight_with_fighters() {
    let fight = |ecm: u8, distance: i32| {
        let mut tender = design("Tender", 300, 60, json!([]), json!([{ "name": "gunboatRack" }]), json!([]));
        tender["gunboatSquadrons"] =
            json!([{ "boats": [{ "type": "beam" }, { "type": "kGun" }], "ecm": ecm }]);
        let mut nest = design("Nest", 300, 60, json!([]), json!([{ "name": "hangar" }]), json!([]));
        nest["fighters"] = json!([{ "type": "standard" }]);
        Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "phase": "secondary",
                "designs": [tender, nest],
                "ships": [
                    { "side": 0, "design": "Tender", "at": { "x": 10, "y": 10 } },
                    { "side": 1, "design": "Nest", "at": { "x": 190, "y": 190 } },
                ],
                "groups": [
                    { "group": 0, "at": { "x": 100, "y": 100 }, "facing": 6 },
                    { "group": 1, "at": { "x": 100, "y": 100 - distance } },
                ],
            }),
        )
    };
    let mut case = fight(0, 6);
    until(&mut case, "attacks");
    case.play(&[(1, json!({ "attack": [{ "group": 1, "target": { "group": 0 } }] }))], &[]);
    until(&mut case, "dogfights");
    // Fighters: a 6, and a 1 again; then two Beam-1 dice, and the K-gun's 6.
    let reply = json!({ "dogfight": [{ "group": 0, "at": [1] }] });
    case.play(&[(0, reply)], &[6, 5, 5, 5, 5, 5, 1, 5, 4, 6]);
    assert_eq!((case.group(0).left, case.group(1).left, case.group(0).cef), (1, 4, 5));
    let case = fight(2, 6);
    let group = rules_full_thrust::GroupId;
    let why = case.table.state().attacks(group(1), rules_full_thrust::Target::Group(group(0)));
    assert_eq!(why.expect_err("too far").0, "FT-8.7.1");
}

/// FT-9.2.9: defence boats help a friend within 6 MU, two dice each; FT-9.2.11: bombs burst where they were dropped.
#[test]
fn rule_9_2_9_defence_boats() {
    let mut tender = design("Tender", 300, 60, json!([]), json!([{ "name": "gunboatRack" }]), json!([]));
    tender["gunboatSquadrons"] =
        json!([{ "boats": [{ "type": "pointDefense" }, { "type": "scatterpack" }] }]);
    let mut nest = design("Nest", 300, 60, json!([]), json!([{ "name": "hangar" }]), json!([]));
    nest["fighters"] = json!([{ "type": "standard" }]);
    let mut case = Case::new(
        &json!({ "core_systems": false, "repairs": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "phase": "secondary",
            "designs": [tender, nest],
            "ships": [
                { "side": 0, "design": "Tender", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Nest", "at": { "x": 190, "y": 190 } },
            ],
            "groups": [
                { "group": 0, "at": { "x": 50, "y": 55 } },
                { "group": 1, "at": { "x": 50, "y": 46 } },
            ],
        }),
    );
    until(&mut case, "attacks");
    case.play(&[(1, json!({ "attack": [{ "group": 1, "target": { "ship": 0 } }] }))], &[]);
    until(&mut case, "point defence");
    let guard = |boat: u8| json!({ "ship": 0, "weapon": boat, "group": 1, "boats": 0 });
    // Two PDS dice, 4 and 3; a pack for 2. Three fighters are left.
    case.play(&[(0, json!({ "defend": [guard(0), guard(0), guard(1)] }))], &[4, 3, 2, 1, 1, 1]);
    assert_eq!((case.group(1).left, case.group(0).cef, case.group(0).packs.clone()), (3, 5, vec![0, 1]));
    let mut case = boats(&["plasmaBomber"], json!({}), (50, 46), json!([]), json!([]), &json!({}));
    until(&mut case, "write orders");
    case.play(&[], &[5, 2]);
    case.play(&[(0, json!({ "craft_launch": { "group": 0, "bombs": 1 } }))], &[]);
    until_dice(&mut case, &[4]);
    // It did not fly away.
    assert_eq!((case.ship(1).hull_lost, case.group(0).left), (4, 0));
}
