//! Missiles, rockets, bolts, and point defence against them (FT-6, FT-7.10 to FT-7.15).

use crate::case::{Case, design};
use rules_full_thrust::{IconId, ShipId};
use serde_json::{Value, json};

/// A ship with `ordnance` from icon 2 on at 50,50 facing north, and ships of the other side with these systems
/// and weapons at the places given, seen from it.
pub(crate) fn strike(
    ordnance: Value,
    systems: Value,
    weapons: Value,
    armour: u32,
    places: &[(i32, i32)],
    options: &Value,
) -> Case {
    let own = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let mut launcher = design("Launcher", 200, 30, json!([]), own, json!([]));
    let bolts = ordnance.as_array().expect("a list").iter().any(|it| it["name"] == "pbl");
    launcher[if bolts { "weapons" } else { "ordnance" }] = ordnance;
    let target = design("Target", 100, 40, json!([[armour, 0]]), systems, weapons);
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    let mut ships = vec![json!({ "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 } })];
    for (x, y) in places {
        ships.push(json!({ "side": 1, "design": "Target", "at": { "x": 50 + x, "y": 50 + y } }));
    }
    let table = json!({ "width": 200, "height": 200 });
    Case::new(&options, &json!({ "table": table, "designs": [launcher, target], "ships": ships }))
}

pub(crate) fn rack() -> Value {
    json!({ "name": "salvo", "leftArc": "FP", "numArcs": 3 })
}

pub(crate) fn launch(weapons: &[u8], x: i32, y: i32) -> Value {
    let at = json!({ "x": 50 + x, "y": 50 + y });
    let all: Vec<Value> = weapons.iter().map(|icon| json!({ "weapon": icon, "at": at })).collect();
    json!({ "launch": { "ship": 0, "launches": all } })
}

pub(crate) fn guard(weapon: u8, marker: u16) -> Value {
    json!({ "ship": 1, "weapon": weapon, "marker": marker })
}

/// FT-6.5.1, FT-6.4.1, FT-6.4.2, FT-6.4.4, FT-2.6.9, FT-2.6.10, FT-2.6.3: the worked example: two
/// salvoes, PDS on the first, two
/// Beam-1 on the second; four of the second hit for 13, of which 4 go to the armour.
#[test]
fn rule_6_5_1_two_salvoes() {
    let beam = json!({ "name": "beam", "class": 1, "leftArc": "F", "numArcs": 6 });
    let weapons = json!([{ "name": "pds" }, beam, beam]);
    let mut case = strike(json!([rack(), rack()]), json!([]), weapons, 4, &[(0, 20)], &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2, 3], 0, 18))], &[]);
    let guards = json!({ "defend": [guard(0, 1), guard(1, 2), guard(2, 2)] });
    case.refused(1, &json!({ "defend": [guard(0, 1), guard(0, 2)] }), "FT-6.4.1");
    case.refused(1, &json!({ "defend": [guard(0, 7)] }), "FT-6.4.1");
    case.play(&[(1, guards)], &[6, 1, 4, 6, 2, 2, 5, 3, 1, 3, 6]);
    assert_eq!((case.ship(1).armour[0].boxes(), case.ship(1).hull_lost), (0, 9));
    // FT-6.6.1: the racks are spent.
    assert!(case.ship(0).spent.contains(IconId(2)) && case.ship(0).spent.contains(IconId(3)));
}

/// FT-6.2.1, FT-6.4.3: a heavy missile is three dice, one hit, and PDS stop it on 5 and 6.
#[test]
fn rule_6_4_3_heavy_missile() {
    let heavy = json!([{ "name": "missile", "leftArc": "FP", "numArcs": 3 }]);
    for (pds, dice, lost) in [(5, vec![5], (4, 0)), (4, vec![4, 3, 3, 3], (0, 5))] {
        let mut case =
            strike(heavy.clone(), json!([]), json!([{ "name": "pds" }]), 4, &[(0, 20)], &json!({}));
        case.play(&[], &[4, 3]);
        case.play(&[(0, launch(&[2], 0, 18))], &[]);
        case.play(&[(1, json!({ "defend": [guard(0, 1)] }))], &dice);
        assert_eq!((case.ship(1).armour[0].boxes(), case.ship(1).hull_lost), lost, "rolled {pds}");
    }
}

/// FT-6.3.1, FT-6.3.2, FT-4.2.5: where a marker may be placed.
#[test]
fn rule_6_3_1_aiming() {
    let aft = json!({ "name": "salvo", "leftArc": "AS", "numArcs": 3 });
    let mut case = strike(json!([aft, rack()]), json!([]), json!([]), 0, &[(0, 20)], &json!({}));
    case.play(&[], &[4, 3]);
    case.refused(0, &launch(&[3], 0, 25), "FT-6.3.1");
    case.refused(0, &launch(&[3], 5, -20), "FT-6.3.1");
    case.refused(0, &launch(&[2], 0, -20), "FT-4.2.5");
    case.refused(0, &launch(&[1], 0, 20), "FT-6.2.1");
    case.refused(0, &json!({ "launch": { "ship": 0, "launches": [{ "weapon": 2 }] } }), "FT-6.3.1");
    case.play(&[(0, launch(&[3], 0, 24))], &[1, 1]);
    // FT-10.3.3, FT-6.3.2: without a fire control nobody is asked.
    let mut blind = Case::new(
        &json!({ "core_systems": false, "repairs": false }),
        &json!({
            "designs": [{
                "name": "Launcher", "mass": 100, "hull": { "points": 20, "rows": 4, "stealth": "0",
                    "streamlining": "none" },
                "armour": [], "systems": [{ "name": "fireControl" }], "weapons": [], "ordnance": [rack()],
            }],
            "ships": [
                { "side": 0, "design": "Launcher", "at": { "x": 5, "y": 5 }, "damaged": [0] },
                { "side": 1, "design": "Launcher", "at": { "x": 5, "y": 45 }, "damaged": [0] },
            ],
        }),
    );
    assert_eq!(blind.table.state().loaded(ShipId(0), IconId(1), false).expect_err("blind").0, "FT-6.3.2");
    blind.play(&[], &[4, 3]);
    assert_eq!(engine::Game::turn(blind.table.state()), 2);
}

/// FT-6.3.3, FT-6.3.4, FT-7.18.1, FT-7.17.2: lock range is 6 by the factor of stealth, less ECM and a
/// holofield; 3 for vector ships.
#[test]
fn rule_6_3_3_lock_range() {
    let lock = |systems: Value, options: &Value| {
        let case = strike(json!([rack()]), systems, json!([]), 0, &[(0, 20)], options);
        case.table.state().lock_range(ShipId(1)).to_string()
    };
    let ecm = json!({ "name": "ecm" });
    assert_eq!(lock(json!([]), &json!({})), "6");
    assert_eq!(lock(json!([{ "name": "stealthField" }, ecm]), &json!({})), "4");
    assert_eq!(lock(json!([{ "name": "holofield" }, ecm, ecm, ecm]), &json!({})), "2");
    assert_eq!(lock(json!([]), &json!({ "movement": "vector" })), "3");
    assert_eq!(lock(json!([]), &json!({ "movement": "vector", "missile_radius_vector": 6 })), "6");
}

/// FT-6.3.3, FT-2.6.7: the nearest ship within its own lock range; a marker with none is gone.
#[test]
fn rule_6_3_3_nearest() {
    let mut case = strike(json!([rack()]), json!([]), json!([]), 0, &[(0, 20), (0, 17)], &json!({}));
    case.play(&[], &[4, 3]);
    // Three missiles at the nearer one, one point each.
    case.play(&[(0, launch(&[2], 0, 15))], &[3, 1, 1, 1]);
    assert_eq!((case.ship(1).hull_lost, case.ship(2).hull_lost), (0, 3));
    let mut case = strike(json!([rack()]), json!([]), json!([]), 0, &[(0, 20)], &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 13))], &[]);
    assert_eq!(case.ship(1).hull_lost, 0);
    // Two equally near: a die decides.
    let mut case = strike(json!([rack()]), json!([]), json!([]), 0, &[(-2, 20), (2, 20)], &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 20))], &[2, 1, 4]);
    assert_eq!((case.ship(1).hull_lost, case.ship(2).hull_lost), (0, 4));
}

/// FT-6.6.2, FT-10.1.7: a launcher draws from its magazine, one load at a time; with the magazine all loads are gone.
#[test]
fn rule_6_6_2_magazines() {
    let magazine = |damaged: Value| {
        let ship = json!({
            "name": "Launcher", "mass": 200, "hull": { "points": 30, "rows": 4, "stealth": "0",
                "streamlining": "none" },
            "armour": [], "weapons": [],
            "systems": [{ "name": "fireControl" }, { "name": "magazine", "id": "m", "capacity": 1 }],
            "ordnance": [
                { "name": "salvoLauncher", "leftArc": "FP", "numArcs": 3, "magazine": "m" },
                { "name": "salvoLauncher", "leftArc": "FP", "numArcs": 3, "magazine": "m" },
            ],
        });
        let target = design("Target", 100, 40, json!([]), json!([]), json!([]));
        Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [ship, target],
                "ships": [
                    { "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 }, "damaged": damaged },
                    { "side": 1, "design": "Target", "at": { "x": 50, "y": 70 } },
                ],
            }),
        )
    };
    let mut case = magazine(json!([]));
    case.play(&[], &[4, 3]);
    case.refused(0, &launch(&[2, 3], 0, 18), "FT-6.6.2");
    let mut far = launch(&[2], 0, 18);
    far["launch"]["launches"][0]["extended"] = json!(true);
    case.refused(0, &far, "FT-6.6.2");
    case.play(&[(0, launch(&[2], 0, 18))], &[1, 1]);
    assert_eq!(case.table.state().loaded(ShipId(0), IconId(2), false).expect_err("empty").0, "FT-6.6.2");
    let case = magazine(json!([1]));
    assert_eq!(case.table.state().loaded(ShipId(0), IconId(2), false).expect_err("lost").0, "FT-6.6.2");
}

/// FT-6.6.10, FT-6.6.11, FT-6.6.12, FT-6.6.13, FT-6.6.14: three dice at the target and within 1 MU, two
/// within 2, one within 3; a ring less for
/// each hit; screens off each die; fused, it bursts where it lies.
#[test]
fn rule_6_6_11_antimatter_missile() {
    let amt = json!([{ "name": "amt", "leftArc": "FP", "numArcs": 3 }]);
    let places = [(0, 16), (1, 16), (3, 16)];
    let mut case = strike(amt.clone(), json!([{ "name": "screen" }]), json!([]), 0, &places, &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 15))], &[3, 3, 3, 3, 3, 3, 4]);
    assert_eq!([1, 2, 3].map(|id| case.ship(id).hull_lost), [6, 6, 3]);
    // One hit by point defence: two dice at the target, one within 2 MU, none beyond.
    let mut case = strike(amt.clone(), json!([]), json!([{ "name": "pds" }]), 0, &places, &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 15))], &[]);
    case.play(&[(1, json!({ "defend": [guard(0, 1)] }))], &[5, 3, 3, 3, 3]);
    assert_eq!([1, 2, 3].map(|id| case.ship(id).hull_lost), [6, 6, 0]);
    let mut case = strike(amt, json!([]), json!([]), 0, &places, &json!({}));
    case.play(&[], &[4, 3]);
    let mut fused = launch(&[2], -2, 16);
    fused["launch"]["launches"][0]["fused"] = json!(true);
    case.play(&[(0, fused)], &[1, 1, 1]);
    assert_eq!([1, 2, 3].map(|id| case.ship(id).hull_lost), [2, 1, 0]);
}

/// FT-6.7.1, FT-6.7.2, FT-6.7.3: rockets hit on 2, 3 or 4 by range; what is not stopped does 1d3 each.
#[test]
fn rule_6_7_1_rockets() {
    let pod = json!([{ "name": "rocketPod", "leftArc": "FP", "numArcs": 3 }]);
    let at = json!({ "launch": { "ship": 0, "launches": [{ "weapon": 2, "target": 1 }] } });
    let mut case = strike(pod.clone(), json!([]), json!([{ "name": "pds" }]), 0, &[(0, 12)], &json!({}));
    case.play(&[], &[4, 3]);
    case.refused(0, &launch(&[2], 0, 12), "FT-6.7.1");
    case.play(&[(0, at.clone())], &[3, 5]);
    case.play(&[(1, json!({ "defend": [guard(0, 1)] }))], &[4, 6]);
    assert_eq!(case.ship(1).hull_lost, 3);
    let mut case = strike(pod, json!([]), json!([]), 0, &[(0, 19)], &json!({}));
    case.play(&[], &[4, 3]);
    case.refused(0, &at, "FT-6.7.1");
}

/// FT-6.8.1, FT-6.8.2, FT-6.8.3: a bolt bursts over 6 MU, at either side, a die for each class that is
/// left; every other turn.
#[test]
fn rule_6_8_3_plasma_bolts() {
    let bolt = json!([{ "name": "pbl", "class": 3, "leftArc": "FP", "numArcs": 3 }]);
    let weapons = json!([{ "name": "pds" }, { "name": "beam", "class": 1, "leftArc": "F", "numArcs": 6 }]);
    let screens = json!([{ "name": "screen" }]);
    let mut case = strike(bolt, screens, weapons, 0, &[(0, 20), (0, 27)], &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 20))], &[]);
    case.refused(1, &json!({ "defend": [guard(2, 1)] }), "FT-6.8.2");
    // A 6 takes one off: two dice, each less 1 for the screen.
    case.play(&[(1, json!({ "defend": [guard(1, 1)] }))], &[6, 3, 1]);
    assert_eq!([1, 2].map(|id| case.ship(id).hull_lost), [2, 0]);
    assert_eq!(case.table.state().ship(ShipId(0)).bolts.len(), 1);
}

/// FT-7.10.1, FT-7.11.1, FT-7.13.1, FT-7.13.2, FT-7.14.1, FT-7.14.2, FT-7.15.1, FT-7.12.1: who defends
/// others, and with what.
#[test]
fn rule_7_10_1_defending_others() {
    let case = |systems: Value, weapons: Value, places: &[(i32, i32)]| {
        let mut case = strike(json!([rack(), rack()]), systems, weapons, 0, places, &json!({}));
        case.play(&[], &[4, 3]);
        case.play(&[(0, launch(&[2], 0, 18))], &[]);
        case
    };
    let by = |weapon: u8| json!({ "defend": [{ "ship": 2, "weapon": weapon, "marker": 1 }] });
    let all = json!([
        { "name": "pds" }, { "name": "grapeshot" }, { "name": "scatterGun" },
        { "name": "ads", "leftArc": "F", "numArcs": 6 },
        { "name": "beam", "class": 1, "leftArc": "F", "numArcs": 6 },
    ]);
    let alone = case(json!([]), all.clone(), &[(0, 20), (0, 26)]);
    alone.refused(1, &by(0), "FT-7.10.1");
    alone.refused(1, &by(1), "FT-7.10.1");
    alone.refused(1, &by(4), "FT-7.10.1");
    // A scattergun needs no ADFC; its 1 stops a missile and hurts the friend.
    let mut scatter = case(json!([]), all.clone(), &[(0, 20), (0, 26)]);
    scatter.play(&[(1, by(2))], &[1, 2, 5]);
    assert_eq!(scatter.ship(1).hull_lost, 1 + 5);
    assert!(scatter.ship(2).spent.contains(IconId(2)));
    let adfc = json!([{ "name": "adfc" }]);
    let mut near = case(adfc.clone(), all.clone(), &[(0, 20), (0, 26)]);
    near.refused(1, &by(5), "FT-7.10.1");
    // Grapeshot: four PDS dice.
    near.play(&[(1, by(2))], &[4, 4, 4, 4, 5, 6]);
    assert_eq!(near.ship(1).hull_lost, 6);
    // At 12 MU an ADS has one die, a PDS none.
    let far = case(adfc, all, &[(0, 20), (0, 32)]);
    far.refused(1, &by(1), "FT-7.10.1");
    let twice = json!({ "defend": [{ "ship": 2, "weapon": 4, "marker": 1 }, { "ship": 2, "weapon": 4, "marker": 1 }] });
    far.refused(1, &twice, "FT-7.13.2");
    assert!(
        plain::from_value::<rules_full_thrust::Order>(&by(4))
            .is_ok_and(|order| { engine::Game::check(far.table.state(), engine::Seat(1), &order).is_ok() })
    );
}

/// FT-6.4.5, FT-5.10.2, FT-5.21.2, FT-5.8.3, FT-5.4.5, FT-5.16.2: rapid guns, pulsers and phasers are
/// one PDS die in their own
/// arcs, aft too; EMP-1 stops one on 5 and 6 without a re-roll; a K-1 does not fire aft.
#[test]
fn rule_5_10_2_other_defenders() {
    let gun = |name: &str, left: &str| json!({ "name": name, "leftArc": left, "numArcs": 3 });
    let weapons = json!([
        gun("gatling", "AS"), gun("gatling", "FP"),
        { "name": "kgun", "class": 1, "leftArc": "F", "numArcs": 6 },
        { "name": "emp", "class": 1, "leftArc": "F", "numArcs": 6 },
        gun("pulser", "AS"),
        { "name": "phaser", "class": 1, "leftArc": "AS", "numArcs": 3 },
    ]);
    let mut case = strike(json!([rack()]), json!([]), weapons, 0, &[(0, 20)], &json!({}));
    case.play(&[], &[4, 3]);
    // It comes from behind.
    case.play(&[(0, launch(&[2], 0, 18))], &[]);
    case.refused(1, &json!({ "defend": [guard(1, 1)] }), "FT-6.4.5");
    case.refused(1, &json!({ "defend": [guard(2, 1)] }), "FT-5.16.2");
    let all = json!({ "defend": [guard(0, 1), guard(3, 1), guard(4, 1), guard(5, 1)] });
    case.play(&[(1, all)], &[4, 6, 3, 4, 5, 1, 1]);
    assert_eq!(case.ship(1).hull_lost, 2);
}
