//! The worked examples of fire and damage, with scripted dice, all of them used.

use crate::case::{Case, beam, design, plot, range, shoot, target};
use engine::{Game as _, Seat};
use rules_full_thrust::{ChecksEvent, Event, IconId, ShipId};
use serde_json::{Value, json};

/// FT-4.6.1: range 18, Beam-3 and Beam-2: 1, 5, 6 and a re-roll of 4: 3 points and 1 penetrating.
#[test]
fn rule_4_6_1_rerolls_penetrate() {
    let case = range(&json!([beam(3), beam(2)]), target(json!([[9, 0]]), json!([])), 18, &json!({}));
    assert_eq!(shoot(case, 2, &[1, 5, 6, 4]), (1, vec![6]));
}

/// FT-4.7.1: six dice against level 2: 2,3,3,4,6,6, re-rolls 4 and 6, then 3: 5 of which 3 penetrate.
#[test]
fn rule_4_7_1_screens_and_long_chains() {
    let screens = json!([{ "name": "screen", "level": 2 }]);
    let case = range(&json!([beam(3), beam(3)]), target(json!([[9, 0]]), screens), 12, &json!({}));
    // The last row of dice: re-rolls, and what the sixes of the re-rolls bring.
    assert_eq!(shoot(case, 2, &[2, 3, 3, 4, 6, 6, 4, 6, 3]), (3, vec![7]));
}

/// FT-4.7.2: two Beam-1, four Beam-2 and one Beam-3 at 9 MU are 13 dice.
#[test]
fn rule_4_7_2_thirteen_dice() {
    let weapons = json!([beam(1), beam(1), beam(2), beam(2), beam(2), beam(2), beam(3)]);
    let case = range(&weapons, target(json!([]), json!([])), 9, &json!({}));
    assert_eq!(shoot(case, 7, &[1; 13]), (0, vec![]));
}

/// FT-5.5.1: unscreened 3 is 1, 4 is 2, 5 is 3, 6 is 4 and a re-roll; level 2: 5 is 1, 6 is 2.
#[test]
fn rule_5_5_1_plasma() {
    let plasma = json!([{ "name": "plasmaCannon", "class": 4, "leftArc": "F", "numArcs": 6 }]);
    let case = range(&plasma, target(json!([]), json!([])), 12, &json!({}));
    assert_eq!(shoot(case, 1, &[3, 4, 5, 6, 4]).0, 1 + 2 + 3 + 4 + 2);
    let screens = json!([{ "name": "screen", "level": 2 }]);
    let case = range(&plasma, target(json!([]), screens), 12, &json!({}));
    assert_eq!(shoot(case, 1, &[3, 4, 5, 6, 3]).0, 1 + 2 + 1);
}

/// FT-5.6.1, FT-DMG.5: grasers roll 1d3 for each hit, SAP; re-roll hits penetrate whole.
#[test]
fn rule_5_6_1_grasers() {
    let graser = json!([{ "name": "graser", "class": 3, "leftArc": "F", "numArcs": 6 }]);
    let case = range(&graser, target(json!([[9, 0]]), json!([])), 12, &json!({}));
    // 4: one hit; 6: two hits and a re-roll of 5: one more. Damage 6 (3), 1 (1), 4 (2), then 5 (3).
    assert_eq!(shoot(case, 1, &[1, 4, 6, 5, 6, 1, 4, 5]), (1 + 1 + 3, vec![9 - 2 - 1 - 1]));
}

/// FT-5.7.1: two heavy graser-2 at 24 MU against screen 1: 4 and 6, damage 4 and 3; no re-roll
/// but for the high-intensity version (FT-5.7.2).
#[test]
fn rule_5_7_1_heavy_grasers() {
    let heavy = |hi| {
        json!({ "name": "graser", "heavy": true, "highIntensity": hi, "class": 2,
        "leftArc": "F", "numArcs": 1 })
    };
    let screen = json!([{ "name": "screen" }]);
    let case = range(&json!([heavy(false), heavy(false)]), target(json!([]), screen.clone()), 24, &json!({}));
    assert_eq!(shoot(case, 2, &[4, 6, 4, 3]).0, 7);
    let case = range(&json!([heavy(true)]), target(json!([]), screen), 24, &json!({}));
    assert_eq!(shoot(case, 1, &[6, 2, 4, 3]).0, 7);
}

/// FT-5.10.1, FT-5.21.1: Gatling, particle array, meson and pulser have their dice to the end.
#[test]
fn rule_5_10_1_rapid_guns() {
    for (name, dice, reach) in [("gatling", 6, 12), ("particle", 2, 24), ("meson", 1, 48), ("pulser", 2, 24)]
    {
        let gun = json!([{ "name": name, "leftArc": "F", "numArcs": 1 }]);
        let case = range(&gun, target(json!([]), json!([])), reach, &json!({}));
        assert_eq!(shoot(case, 1, &vec![4; dice]).0, dice as u16, "{name}");
        let far = range(&gun, target(json!([]), json!([])), reach + 1, &json!({}));
        far.refused(
            0,
            &json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1 }] } }),
            "FT-4.3.2",
        );
    }
}

/// FT-5.13.1, FT-5.13.3, FT-2.6.11: needle beams do a point on 4 and more; a 6 kills the system
/// they aim at, when the phase ends and for good.
#[test]
fn rule_5_13_1_needles() {
    let needle = json!([{ "name": "needle", "class": 2, "leftArc": "F", "numArcs": 1 }]);
    let mut case = range(&needle, target(json!([]), json!([{ "name": "fireControl" }])), 12, &json!({}));
    let shot =
        |aim: u8| json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1, "aim": aim }] } });
    case.refused(0, &shot(9), "FT-5.13.3");
    case.play(&[(0, shot(0))], &[4, 6]);
    assert_eq!(case.ship(1).hull_lost, 2);
    assert!(case.ship(1).gone.contains(IconId(0)));
    // FT-5.13.4: beyond 12 MU it only hurts.
    let mut far = range(&needle, target(json!([]), json!([{ "name": "fireControl" }])), 13, &json!({}));
    far.play(&[(0, shot(0))], &[6]);
    assert!(!far.ship(1).gone.contains(IconId(0)));
}

/// FT-5.14.1, FT-7.3.1: a torpedo at 12 MU hits on 3; advanced screens take 1 off its die.
#[test]
fn rule_5_14_1_torpedoes() {
    let torpedo = json!([{ "name": "torpedoPulse", "leftArc": "F", "numArcs": 1 }]);
    let case = range(&torpedo, target(json!([[9, 0]]), json!([])), 12, &json!({}));
    assert_eq!(shoot(case, 1, &[3, 5]), (2, vec![6]));
    let case =
        range(&torpedo, target(json!([]), json!([{ "name": "screen", "advanced": true }])), 12, &json!({}));
    assert_eq!(shoot(case, 1, &[3, 5]).0, 4);
    let case = range(&torpedo, target(json!([]), json!([])), 12, &json!({}));
    assert_eq!(shoot(case, 1, &[2]).0, 0);
}

/// FT-5.16.1, FT-DMG.4: a K-6 doubles on 1 to 5 and never on a 6.
#[test]
fn rule_5_16_1_k_guns() {
    let gun = json!([{ "name": "kgun", "class": 6, "leftArc": "F", "numArcs": 1 }]);
    for (die, points) in [(5, 12), (6, 6)] {
        let case = range(&gun, target(json!([[9, 0]]), json!([])), 6, &json!({}));
        assert_eq!(shoot(case, 1, &[2, die]), (points - 1, vec![8]));
    }
}

/// FT-5.15.1, FT-5.17.1, FT-2.5.2: one-shot weapons are spent.
#[test]
fn rule_5_15_1_one_shots() {
    let pack = json!([{ "name": "submunition", "leftArc": "FP", "numArcs": 3 }]);
    // Standard screens do not stop them.
    let mut case = range(&pack, target(json!([]), json!([{ "name": "screen", "level": 2 }])), 6, &json!({}));
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1 }] } }))], &[4, 4, 3]);
    assert_eq!(case.ship(1).hull_lost, 2);
    assert!(case.ship(0).spent.contains(IconId(3)));
    let mkp = json!([{ "name": "mkp", "arc": "F" }]);
    let case = range(&mkp, target(json!([[3, 0]]), json!([])), 12, &json!({}));
    assert_eq!(shoot(case, 1, &[6]), (6, vec![1]));
}

/// FT-5.19.1: a flare at 10 MU hits on 2 and rolls two dice; a torpedo hits on 5 and rolls five.
#[test]
fn rule_5_19_1_fusion() {
    let fusion = |mode: &str| json!([{ "name": "fusion", "leftArc": "F", "numArcs": 1, "mode": mode }]);
    let case = range(&fusion("flare"), target(json!([]), json!([])), 10, &json!({}));
    assert_eq!(shoot(case, 1, &[2, 4, 5]).0, 2);
    let case = range(&fusion("torpedo"), target(json!([]), json!([])), 10, &json!({}));
    assert_eq!(shoot(case, 1, &[5, 4, 4, 4, 4, 3]).0, 4);
}

/// FT-5.20.1: gravitic hits count by the velocity of the target, here 7: one point each.
#[test]
fn rule_5_20_1_gravitic() {
    let gun = json!([{ "name": "gravitic", "class": 3, "leftArc": "F", "numArcs": 1 }]);
    let case = range(&gun, target(json!([]), json!([])), 12, &json!({}));
    assert_eq!(shoot(case, 1, &[6, 5, 3]).0, 3);
}

/// FT-7.17.1: beyond 6 MU a holofield leaves one hit for a 5 or 6, re-rolls too; within 6 nothing.
#[test]
fn rule_7_17_1_holofield() {
    let field = json!([{ "name": "holofield" }]);
    let case = range(&json!([beam(3)]), target(json!([]), field.clone()), 7, &json!({}));
    assert_eq!(shoot(case, 1, &[4, 5, 6, 4]).0, 2);
    let case = range(&json!([beam(3)]), target(json!([]), field.clone()), 6, &json!({}));
    assert_eq!(shoot(case, 1, &[4, 5, 6, 4]).0, 5);
    let torpedo = json!([{ "name": "torpedoPulse", "leftArc": "F", "numArcs": 1 }]);
    let case = range(&torpedo, target(json!([]), field), 7, &json!({}));
    assert_eq!(shoot(case, 1, &[5]).0, 0);
}

/// FT-7.12.2: point defence hurts only the bare.
#[test]
fn rule_7_12_2_point_defence_at_ships() {
    let pds = json!([{ "name": "pds" }]);
    let case = range(&pds, target(json!([]), json!([])), 6, &json!({}));
    assert_eq!(shoot(case, 1, &[6]).0, 1);
    let armoured = range(&pds, target(json!([[1, 0]]), json!([])), 6, &json!({}));
    armoured.refused(
        0,
        &json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1 }] } }),
        "FT-7.12.2",
    );
}

/// FT-4.10.1, FT-12.10.1: fire from behind, and civil war.
#[test]
fn rule_4_10_1_options_of_fire() {
    let behind = json!({ "rear_arc_ignores_armour": true });
    let case = range(&json!([beam(2)]), target(json!([[9, 0]]), json!([])), 12, &behind);
    assert_eq!(shoot(case, 1, &[5, 5]), (2, vec![9]));
    // FT-4.6.1: a 5 that counts as a 6 does two, and does not roll again.
    let case = range(&json!([beam(2)]), target(json!([]), json!([])), 12, &json!({ "civil_war": true }));
    assert_eq!(shoot(case, 1, &[5, 3]).0, 3);
}

/// FT-4.4.1, FT-4.2.5, FT-2.6.14: fire controls, the aft arc, one shot a turn.
#[test]
fn rule_4_4_1_refusals() {
    let case = range(&json!([beam(3)]), target(json!([]), json!([])), 12, &json!({}));
    let fire = |ship: u8, shots: Value| json!({ "fire": { "ship": ship, "shots": shots } });
    let shot = json!({ "weapon": 3, "target": 1 });
    case.refused(0, &fire(0, json!([shot, shot])), "FT-2.6.14");
    case.refused(0, &fire(1, json!([shot])), "FT-2.6.11");
    case.refused(0, &fire(0, json!([{ "weapon": 3, "target": 0 }])), "FT-5.0.1");
    case.refused(0, &fire(0, json!([{ "weapon": 0, "target": 1 }])), "FT-5.0.1");
    case.refused(0, &fire(0, json!([{ "weapon": 3, "target": 1, "aim": 0 }])), "FT-5.13.1");
    case.refused(0, &json!({ "orders": {} }), "FT-2.6.0");
    let mut blind = json!({
        "phase": "fire",
        "ships": [
            { "side": 0, "design": "Frigate", "at": { "x": 20, "y": 20 }, "damaged": [1] },
            { "side": 1, "design": "Frigate", "at": { "x": 20, "y": 26 } },
        ],
    });
    let order = fire(0, json!([{ "weapon": 3, "target": 1 }]));
    Case::new(&json!({}), &blind).refused(0, &order, "FT-4.4.1");
    blind["ships"][0] = json!({ "side": 0, "design": "Frigate", "at": { "x": 20, "y": 20 }, "facing": 6 });
    Case::new(&json!({}), &blind).refused(0, &order, "FT-4.2.5");
    blind["ships"][0]["rolled"] = json!(true);
    blind["ships"][0]["facing"] = json!(12);
    Case::new(&json!({}), &blind).play(&[(0, order)], &[1]);
}

/// FT-4.2.6: without thrust a ship may fire through its aft arc, where that is agreed.
#[test]
fn rule_4_2_6_aft_fire() {
    let situation = |thrusted| {
        json!({
            "phase": "fire",
            "ships": [
                { "side": 0, "design": "Frigate", "at": { "x": 20, "y": 20 }, "facing": 6, "thrusted": thrusted },
                { "side": 1, "design": "Frigate", "at": { "x": 20, "y": 26 }, "damaged": [1] },
            ],
        })
    };
    let order = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1 }] } });
    let options = json!({ "aft_arc_if_no_thrust": true });
    Case::new(&options, &situation(true)).refused(0, &order, "FT-4.2.5");
    Case::new(&options, &situation(false)).play(&[(0, order)], &[1]);
}

fn checked(case: &Case) -> Vec<(u8, u8, usize)> {
    let event = |event: &Event| match event {
        Event::Checks(ChecksEvent::Checked { row, extra, rolls, .. }) => Some((*row, *extra, rolls.len())),
        _ => None,
    };
    case.table.log().iter().filter_map(event).collect()
}

/// FT-4.11.1 to FT-4.11.3, FT-4.11.8: 12 boxes in four rows, 7 points: row 2 and one extra, lost on
/// 4 to 6; then 3 more: row 3, lost on 4 to 6 again.
#[test]
fn rule_4_11_3_thresholds() {
    let systems = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }, { "name": "screen" }]);
    let victim = design("Target", 60, 12, json!([]), systems, json!([]));
    let gun = json!([{ "name": "kgun", "class": 6, "leftArc": "F", "numArcs": 1 }, beam(1), beam(3)]);
    let mut case = range(&gun, victim, 6, &json!({ "repairs": false }));
    // 6 points of the K-gun and 1 of the beam; drive 4 (fails), control 3, screen 5 (fails).
    let both = json!([{ "weapon": 3, "target": 1 }, { "weapon": 4, "target": 1 }]);
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": both } }))], &[6, 6, 5, 4, 3, 5]);
    assert_eq!(case.ship(1).hull_lost, 7);
    assert_eq!(checked(&case), [(2, 1, 3)]);
    assert_eq!((case.ship(1).drive_hits, case.table.state().rating(ShipId(1))), (1, 2));
    assert!(case.ship(1).damaged.contains(IconId(2)) && case.ship(1).works(IconId(1)));
    // The next turn: at 13 MU a Beam-3 does three points; drive and control fail on 4.
    case.play(&[], &[4, 3]);
    case.play(
        &[(0, json!({ "fire": { "ship": 0, "shots": [{ "weapon": 5, "target": 1 }] } }))],
        &[6, 5, 3, 4, 4],
    );
    assert_eq!(checked(&case), [(2, 1, 3), (3, 0, 2)]);
    assert_eq!((case.ship(1).drive_hits, case.table.state().rating(ShipId(1))), (2, 0));
}

/// FT-10.4.2, FT-10.4.1: three parties repair on 1 to 3, two on 1 or 2; five is all there are.
#[test]
fn rule_10_4_2_damage_control() {
    let situation = json!({
        "phase": "repairs",
        "ships": [
            { "side": 0, "design": "Heavy Cruiser", "at": { "x": 10, "y": 10 }, "damaged": [1, 12], "drive_hits": 2 },
            { "side": 1, "design": "Frigate", "at": { "x": 60, "y": 40 } },
        ],
    });
    let job = |icon: u8, parties: u8| json!({ "ship": 0, "icon": icon, "parties": parties });
    let mut case = Case::new(&json!({ "core_systems": false }), &situation);
    case.refused(0, &json!({ "repair": [job(1, 3), job(12, 3)] }), "FT-10.4.2");
    case.refused(0, &json!({ "repair": [job(1, 4)] }), "FT-10.4.2");
    case.refused(0, &json!({ "repair": [job(2, 1)] }), "FT-10.4.4");
    case.play(&[(0, json!({ "repair": [job(1, 3), job(0, 2)] }))], &[3, 2]);
    assert!(case.ship(0).works(IconId(1)));
    // FT-10.4.3: one step of the drive.
    assert_eq!(case.table.state().rating(ShipId(0)), 2);
}

/// FT-5.4.2, FT-5.4.3: seven EMP hits are seven tests at 4 and more.
#[test]
fn rule_5_4_3_emp() {
    let emp = json!([
        { "name": "emp", "class": 4, "leftArc": "F", "numArcs": 6 },
        { "name": "emp", "class": 3, "leftArc": "F", "numArcs": 6 },
    ]);
    let systems = json!([{ "name": "fireControl" }, { "name": "fireControl" }, { "name": "fireControl" },
        { "name": "screen" }]);
    let mut case = range(&emp, target(json!([[9, 0]]), systems), 12, &json!({ "repairs": false }));
    let shots = json!([{ "weapon": 3, "target": 1 }, { "weapon": 4, "target": 1 }]);
    // Standard screens and armour do not help.
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": shots } }))], &[4, 4, 4, 4, 4, 4, 5]);
    assert_eq!((case.ship(1).hull_lost, case.ship(1).armour[0].boxes()), (0, 9));
    let test = |icon: u8, tests: u16| json!({ "ship": 1, "icon": icon, "tests": tests });
    case.refused(0, &json!({ "emp": [test(0, 8)] }), "FT-5.4.3");
    // 3 and 4: out; 4 at once, so the second test is lost; 1 and 2: stays; the screen on 6: out.
    case.play(
        &[(0, json!({ "emp": [test(0, 2), test(1, 2), test(2, 2), test(3, 1)] }))],
        &[3, 4, 4, 1, 2, 6],
    );
    let out: Vec<u8> = case.ship(1).damaged.iter().map(|icon| icon.0).collect();
    assert_eq!(out, [0, 1, 3]);
}

/// FT-7.8.1: crossed-off regenerative boxes heal on 5 and 6 and die on 1.
#[test]
fn rule_7_8_1_regeneration() {
    let mut case = range(&json!([beam(3)]), target(json!([[0, 5]]), json!([])), 12, &json!({}));
    case.play(
        &[(0, json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1 }] } }))],
        &[4, 4, 5, 1, 3, 6],
    );
    let layer = case.ship(1).armour[0];
    assert_eq!((layer.regenerative, layer.hurt), (3, 1));
}

/// FT-10.3.2 to FT-10.3.7: core systems, hit at row 2 on 6 only; bridge, power core, life support.
#[test]
fn rule_10_3_1_core_systems() {
    let victim = design("Target", 100, 12, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([]));
    let gunship = design("Gunship", 300, 30, json!([]), json!([{ "name": "fireControl" }]), json!([beam(3)]));
    let mut case = Case::new(
        &json!({ "repairs": false, "reactor_breach": true }),
        &json!({
            "phase": "fire", "table": { "width": 200, "height": 200 },
            "designs": [gunship, victim],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 52 }, "hull_lost": 5 },
            ],
        }),
    );
    let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 1, "target": 1 }] } });
    // One point completes row 2: drive 4; bridge 6, core 6, air 6: all hit; bridge 2 turns, air 3.
    case.play(&[(0, fire)], &[4, 3, 3, 4, 6, 6, 6, 2, 3]);
    assert_eq!((case.ship(1).core.adrift_until, case.ship(1).core.air_until), (2, Some(4)));
    // The core holds on a 4.
    case.play(&[], &[4]);
    case.refused(1, &json!({ "orders": { "ships": [{ "ship": 1, "plot": "+1" }] } }), "FT-10.3.3");
    case.play(&[], &[4, 3]);
    case.play(&[(0, json!("pass"))], &[]);
    // FT-10.3.7: abandoned, it still may blow: here on 5; 4 dice for mass 100 at the gunship.
    case.play(&[(1, json!({ "cores": [[1, "abandon"]] }))], &[5, 1, 1, 1, 1]);
    assert!(!case.ship(1).is_active());
    assert_eq!(case.ship(0).hull_lost, 4);
}

/// FT-VIC.1: a quarter for some of row 1, half for two rows, all for a loss; rounded down.
#[test]
fn rule_vic_1_scoring() {
    let score = |lost: u16, more: Value| {
        let mut ship =
            json!({ "side": 1, "design": "Frigate", "at": { "x": 60, "y": 40 }, "hull_lost": lost });
        for (name, value) in more.as_object().expect("fields") {
            ship[name] = value.clone();
        }
        let situation =
            json!({ "ships": [{ "side": 0, "design": "Frigate", "at": { "x": 10, "y": 10 } }, ship] });
        rules_full_thrust::points(Case::new(&json!({}), &situation).table.state(), Seat(0))
    };
    assert_eq!([0, 1, 2, 3].map(|lost| score(lost, json!({}))), [0, 13, 13, 27]);
    assert_eq!(score(0, json!({ "damaged": [1] })), 27);
    assert_eq!(score(0, json!({ "drive_hits": 2 })), 27);
    assert_eq!(score(0, json!({ "damaged": [3, 4, 5] })), 27);
}

/// FT-5.23.3, FT-5.23.5, FT-5.23.2: two singularity hits on mass 100 are 4d6, armour piercing by hit;
/// friends in the strip are hit too, and the drive rests next turn.
#[test]
fn rule_5_23_5_spinal_mounts() {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let gun = json!([{ "name": "spinalSingularity", "range": "short" }]);
    let gunship = design("Gunship", 150, 20, json!([]), systems, gun);
    let victim = design("Target", 100, 40, json!([[5, 0]]), json!([]), json!([]));
    let mut case = Case::new(
        &json!({ "core_systems": false }),
        &json!({
            "phase": "fire", "table": { "width": 200, "height": 200 },
            "designs": [gunship, victim],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 0, "design": "Target", "at": { "x": 50.5, "y": 60 } },
                { "side": 0, "design": "Target", "at": { "x": 50.6, "y": 60 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 74 } },
            ],
        }),
    );
    let shot = |target: u8| json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": target }] } });
    case.refused(0, &shot(1), "FT-5.0.1");
    // The aimed ship first: two hits of 3 + 4 and 5 + 6; then the friend in the strip: nothing.
    case.play(&[(0, shot(3))], &[4, 5, 3, 4, 5, 6, 1, 1]);
    assert_eq!((case.ship(3).hull_lost, case.ship(3).armour[0].boxes()), (6 + 10, 3));
    assert_eq!((case.ship(1).hull_lost, case.ship(2).hull_lost), (0, 0));
    case.refused(0, &plot(0, "+1"), "FT-5.23.2");
    case.play(&[], &[3, 4]);
    // It may not fire again this turn, so nobody can, and the turn after it may.
    assert_eq!(case.table.state().turn(), 3);
}

/// FT-13.13.9, FT-13.13.11: enhanced sensors fire aft on sixes only, superior ones at -1.
#[test]
fn rule_13_13_9_aft_fire_by_sensors() {
    let behind = |sensor: bool, distance: u32| {
        let systems = json!([{ "name": "fireControl" }, { "name": "sensors", "advanced": sensor }]);
        let gunship = design("Gunship", 100, 20, json!([]), systems, json!([beam(4)]));
        Case::new(
            &json!({ "core_systems": false }),
            &json!({
                "phase": "fire", "table": { "width": 200, "height": 200 },
                "designs": [gunship, target(json!([]), json!([]))],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 }, "facing": 6, "thrusted": true },
                    { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + distance } },
                ],
            }),
        )
    };
    let order = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
    let mut case = behind(false, 24);
    // Three dice: 5 and 4 are nothing, 6 is two and a re-roll of 5: one.
    case.play(&[(0, order.clone())], &[5, 4, 6, 5]);
    assert_eq!(case.ship(1).hull_lost, 3);
    behind(false, 25).refused(0, &order, "FT-4.2.5");
    let mut case = behind(true, 36);
    // Two dice at -1: 5 counts as 4, 4 as 3.
    case.play(&[(0, order.clone())], &[5, 4]);
    assert_eq!(case.ship(1).hull_lost, 1);
    behind(true, 37).refused(0, &order, "FT-4.2.5");
}

/// FT-5.13.4, FT-5.13.2: with an enhanced sensor a needle kills to 24 MU, with ECM against it to 18.
#[test]
fn rule_5_13_4_needles_and_sensors() {
    for (systems, distance, kills) in [
        (json!([{ "name": "fireControl" }]), 24, true),
        (json!([{ "name": "fireControl" }, { "name": "ecm" }]), 18, true),
        (json!([{ "name": "fireControl" }, { "name": "ecm" }]), 19, false),
    ] {
        let own = json!([{ "name": "fireControl" }, { "name": "sensors" }]);
        let needle = json!([{ "name": "needle", "class": 2, "leftArc": "F", "numArcs": 1 }]);
        let gunship = design("Gunship", 100, 20, json!([]), own, needle);
        let mut case = Case::new(
            &json!({ "core_systems": false }),
            &json!({
                "phase": "fire", "table": { "width": 200, "height": 200 },
                "designs": [gunship, target(json!([]), systems)],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + distance } },
                ],
            }),
        );
        let shot = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1, "aim": 0 }] } });
        case.play(&[(0, shot)], &[6]);
        assert_eq!(case.ship(1).gone.contains(IconId(0)), kills, "{distance}");
    }
}

/// FT-10.2.1 to FT-10.2.4, FT-QRS.2: a bay lost at row 1 explodes on 1 to 3; with torpedo fighters it does twice
/// 1d3 to the hull, and the rest is checked for the rows then lost.
#[test]
fn rule_10_2_2_hangar_criticals() {
    let systems =
        json!([{ "name": "fireControl" }, { "name": "hangar", "id": "bay" }, { "name": "launchTube" }]);
    let mut carrier = design("Target", 100, 12, json!([]), systems, json!([]));
    carrier["fighters"] = json!([{ "type": "torpedo", "hangar": "bay" }]);
    let mut case = range(&json!([beam(3)]), carrier, 12, &json!({ "repairs": false, "hangar_crits": true }));
    // Three points: row 1. The bay on 6: lost; 3: explodes, die 5: 3 points, twice: 6 more, row 3 with two extra.
    let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 3, "target": 1 }] } });
    case.play(&[(0, fire)], &[4, 4, 5, 6, 3, 5, 1, 2]);
    assert_eq!(case.ship(1).hull_lost, 9);
    assert_eq!(checked(&case), [(3, 2, 2)]);
    // 2 + 2 reaches 4: the tube is lost, the control on 1 is not.
    let out: Vec<u8> = case.ship(1).damaged.iter().map(|icon| icon.0).collect();
    assert_eq!(out, [1, 2]);
}
