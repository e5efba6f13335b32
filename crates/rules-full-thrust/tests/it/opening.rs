//! Flak, missiles of two stages, shaped bolts, phasers as ADS, and what blasts and beams do to markers.

use crate::{
    case::{Case, design},
    ordnance::{guard, launch, rack, strike},
};
use rules_full_thrust::{DefenceEvent, Event, IconId, ShipId};
use serde_json::{Value, json};

/// A launcher of side 0 with two racks at 50,50 and a K-gun ship of side 1 at 50,70 that can fire flak, facing south.
fn barrage(options: &Value) -> Case {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let mut launcher = design("Launcher", 100, 20, json!([]), systems.clone(), json!([]));
    launcher["ordnance"] = json!([rack(), { "name": "missile", "leftArc": "FP", "numArcs": 3 }]);
    let guns = json!([
        { "name": "kgun", "class": 3, "leftArc": "F", "numArcs": 1 },
        { "name": "kgun", "class": 1, "leftArc": "F", "numArcs": 6 },
    ]);
    let mut flak = design("Flak", 100, 20, json!([]), systems, guns);
    flak["extras"] = json!({ "flagbridge": { "flak": true } });
    let mut options = options.clone();
    for (name, on) in [("core_systems", false), ("repairs", false), ("flak", true)] {
        options[name] = json!(on);
    }
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [launcher, flak],
            "ships": [
                { "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Flak", "at": { "x": 50, "y": 70 }, "facing": 6 },
            ],
        }),
    )
}

fn flak(weapon: u8, x: i32, y: i32) -> Value {
    json!({ "opening": { "flak": [{ "ship": 1, "weapon": weapon, "at": { "x": x, "y": y } }] } })
}

/// FT-5.16.4, FT-5.16.5: a K-gun of class 2 and more puts a blast marker within 18 MU before anything is
/// launched; missiles
/// that pass within 2 MU take as many PDS dice at -1; the gun is used.
#[test]
fn rule_5_16_5_flak() {
    let mut case = barrage(&json!({}));
    case.play(&[], &[4, 3]);
    case.refused(1, &flak(3, 50, 60), "FT-5.16.4");
    case.refused(1, &flak(2, 50, 51), "FT-6.3.1");
    case.refused(1, &flak(2, 40, 70), "FT-6.3.1");
    case.play(&[(1, flak(2, 50, 60))], &[]);
    assert!(case.ship(1).used.contains(IconId(2)));
    // The salvo: 5 and 6 stop one each, 4 none; the 6 rolls again. The heavy missile dies by a 6.
    case.play(&[(0, launch(&[2, 3], 0, 18))], &[4, 5, 6, 2, 1, 6, 3]);
    let markers = case.table.state().clone();
    let view = plain::to_value(&engine::Game::view(&markers, engine::Viewer::Spectator));
    assert_eq!(view["markers"].as_array().map(Vec::len), Some(1));
    assert_eq!(view["markers"][0]["stopped"], 2);
    // FT-6.4.4: five on target, three of them hit.
    case.play(&[], &[5, 1, 1, 1]);
    assert_eq!(case.ship(1).hull_lost, 3);
}

/// FT-5.16.5: a ship that moves within 2 MU takes a point on a 1; the markers go when the turn ends.
#[test]
fn rule_5_16_5_ships_in_flak() {
    for (die, lost) in [(1, 1), (2, 0)] {
        let mut case = barrage(&json!({}));
        case.play(&[], &[4, 3]);
        case.play(&[(1, flak(2, 50, 52))], &[]);
        case.play(&[], &[die]);
        assert_eq!(case.ship(0).hull_lost, lost);
        while engine::Game::turn(case.table.state()) < 2 {
            case.play(&[], &[]);
        }
        let view = plain::to_value(&engine::Game::view(case.table.state(), engine::Viewer::Spectator));
        assert_eq!(view.get("flak"), None);
    }
}

/// FT-6.6.4, FT-6.6.5: a missile of two stages flies 16 to 24 MU, waits if nobody is in reach, and flies
/// on in the next turn
/// into the 60 degrees before it.
#[test]
fn rule_6_6_5_two_stages() {
    let two = json!([{ "name": "salvo", "leftArc": "FP", "numArcs": 3, "modifier": "twostage" }]);
    let mut case = strike(two, json!([]), json!([]), 0, &[(0, 44)], &json!({ "multistage_missiles": true }));
    case.play(&[], &[4, 3]);
    case.refused(0, &launch(&[2], 0, 15), "FT-6.6.5");
    case.refused(0, &launch(&[2], 0, 25), "FT-6.3.1");
    case.play(&[(0, launch(&[2], 0, 24))], &[]);
    assert_eq!(engine::Game::turn(case.table.state()), 2);
    // Facing 12 from 50,74: the second stage.
    case.play(&[], &[4, 3]);
    let on = |x: i32, y: i32| json!({ "opening": { "stages": [{ "marker": 1, "at": { "x": x, "y": y } }] } });
    case.refused(0, &on(50, 84), "FT-6.6.5");
    case.refused(0, &on(70, 74), "FT-6.6.5");
    case.refused(0, &on(50, 54), "FT-6.6.5");
    // FT-6.6.6: neither fire control nor launcher are needed; two missiles hit.
    case.play(&[(0, on(50, 92))], &[2, 3, 4]);
    assert_eq!(case.ship(1).hull_lost, 7);
    // A second stage that finds nobody is gone.
    let two = json!([{ "name": "missile", "leftArc": "FP", "numArcs": 3, "modifier": "twostage" }]);
    let mut case = strike(two, json!([]), json!([]), 0, &[(0, 90)], &json!({ "multistage_missiles": true }));
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 20))], &[]);
    case.play(&[], &[4, 3]);
    case.play(&[], &[]);
    let view = plain::to_value(&engine::Game::view(case.table.state(), engine::Viewer::Spectator));
    assert_eq!(view.get("markers"), None);
}

/// FT-6.6.6: in flight it can be shot at by a ship with ADFC within 6 MU, one missile for each ADFC; kills are noted.
#[test]
fn rule_6_6_6_missiles_in_flight() {
    let two = json!({ "name": "salvo", "leftArc": "FP", "numArcs": 3, "modifier": "twostage" });
    let case = |systems: Value| {
        // ECM shortens the lock to 4 MU, so that the marker stays.
        let options = json!({ "multistage_missiles": true });
        let weapons = json!([{ "name": "pds" }, { "name": "pds" }]);
        let mut case = strike(json!([two, two]), systems, weapons, 0, &[(0, 28), (0, 40)], &options);
        case.play(&[], &[4, 3]);
        case.play(&[(0, launch(&[2, 3], 0, 23))], &[]);
        case
    };
    let ecm = json!({ "name": "ecm" });
    let mut adfc = case(json!([{ "name": "adfc" }, ecm, ecm]));
    adfc.refused(1, &json!({ "defend": [guard(4, 1), guard(3, 2)] }), "FT-7.10.1");
    // A 6 and a 4 take three off the first salvo: of six on target three hit in the next turn.
    adfc.play(&[(1, json!({ "defend": [guard(3, 1), guard(4, 1)] }))], &[6, 4, 1]);
    adfc.play(&[], &[4, 3]);
    let on = |marker: u16, y: i32| json!({ "marker": marker, "at": { "x": 50, "y": y } });
    adfc.play(&[(0, json!({ "opening": { "stages": [on(1, 90), on(2, 97)] } }))], &[]);
    adfc.play(&[], &[6, 1, 1, 1]);
    assert_eq!([1, 2].map(|id| adfc.ship(id).hull_lost), [0, 3]);
    // Without ADFC nobody is asked.
    let none = case(json!([ecm, ecm]));
    assert_eq!(engine::Game::turn(none.table.state()), 2);
}

/// FT-6.8.5: written in orders, fired in phase 11 at one ship: the standard table, 1d3 for each class,
/// one SAP hit; advanced screens
/// off each die; the launcher then rests like after any bolt.
#[test]
fn rule_6_8_5_shaped_bolt() {
    let bolt = json!([{ "name": "pbl", "class": 3, "leftArc": "FP", "numArcs": 3 }]);
    let options = json!({ "pbl_shaped": true });
    let shaped = json!({ "orders": { "ships": [{ "ship": 0, "modes": [[2, "shaped"]] }] } });
    for (systems, lost) in [(json!([]), (3, 2)), (json!([{ "name": "screen", "advanced": true }]), (1, 1))] {
        let mut case = strike(bolt.clone(), systems, json!([]), 6, &[(0, 17)], &options);
        case.play(&[(0, shaped.clone())], &[4, 3]);
        // No marker in phase 3, and nobody else learns why.
        case.refused(0, &launch(&[2], 0, 17), "FT-6.8.5");
        case.play(&[], &[]);
        // It is the turn of the guns, and 4 hits at 17 MU.
        let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
        case.play(&[(0, fire)], &[4, 1, 4, 3]);
        assert_eq!((6 - case.ship(1).armour[0].boxes(), case.ship(1).hull_lost), lost);
        assert_eq!(case.ship(0).bolts, [(IconId(2), 1)]);
        case.refused(0, &shaped, "FT-6.8.5");
        assert_eq!(case.table.state().loaded(ShipId(0), IconId(2), false).expect_err("rests").0, "FT-6.8.1");
    }
    let off = strike(bolt, json!([]), json!([]), 0, &[(0, 17)], &json!({}));
    off.refused(0, &shaped, "FT-6.8.5");
}

/// FT-5.8.3: with an advanced fire control set aside for the turn a phaser has the two dice of an ADS.
#[test]
fn rule_5_8_3_phasers_as_ads() {
    let phaser = json!([
        { "name": "phaser", "class": 1, "leftArc": "F", "numArcs": 6 },
        { "name": "phaser", "class": 1, "leftArc": "F", "numArcs": 6 },
    ]);
    let twice = json!({ "defend": [guard(1, 1), guard(1, 1)] });
    let control = |advanced: bool| json!([{ "name": "fireControl", "advanced": advanced }]);
    for (advanced, order, controls) in [(true, &twice, 0), (true, &json!({ "defend": [guard(1, 1)] }), 2)] {
        let mut case = strike(json!([rack()]), control(advanced), phaser.clone(), 0, &[(0, 20)], &json!({}));
        case.play(&[], &[4, 3]);
        case.play(&[(0, launch(&[2], 0, 18))], &[]);
        let dice: &[u8] = if controls == 0 { &[4, 5, 3, 1] } else { &[4, 3, 1, 1] };
        let mut battle = case.table.state().clone();
        assert_eq!(battle.fire_controls(ShipId(1)), 2);
        case.play(&[(1, order.clone())], dice);
        // As it is when all has been announced.
        let assigned = |it: &&Event| matches!(it, Event::Defence(DefenceEvent::Assigned { .. }));
        let event = case.table.log().iter().find(assigned).expect("announced");
        engine::Game::apply(&mut battle, event);
        assert_eq!(battle.fire_controls(ShipId(1)), controls);
    }
    let mut case = strike(json!([rack()]), control(false), phaser, 0, &[(0, 20)], &json!({}));
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 18))], &[]);
    case.refused(1, &twice, "FT-6.4.1");
}

/// FT-6.6.13, FT-6.6.16: a fused antimatter missile clears mines and missiles that have not struck yet:
/// dice of the ring for each.
#[test]
fn rule_6_6_16_blasts_clear_markers() {
    let amt = json!({ "name": "amt", "leftArc": "FP", "numArcs": 3 });
    let mut case = strike(json!([amt, rack()]), json!([]), json!([]), 0, &[(0, 20)], &json!({}));
    case.play(&[], &[4, 3]);
    let place = |weapon: u8, y: i32, fused: bool| {
        json!({ "weapon": weapon, "at": { "x": 50, "y": y },
        "fused": fused })
    };
    let both = json!({ "launch": { "ship": 0, "launches": [place(2, 68, true), place(3, 69, false)] } });
    // The blast at 2 MU: two dice at the ship, and two at the salvo that has locked on it: three points of six missiles
    // on target are stopped.
    case.play(&[(0, both)], &[1, 1, 1, 2, 6, 1, 1, 1]);
    assert_eq!(case.ship(1).hull_lost, 2 + 3);
}

/// FT-6.8.3: a plasma bolt burns missiles within 6 MU that have not struck.
#[test]
fn rule_6_8_3_bolts_burn_missiles() {
    let mut launcher = design(
        "Launcher",
        200,
        30,
        json!([]),
        json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]),
        json!([{ "name": "pbl", "class": 1, "leftArc": "FP", "numArcs": 3 }]),
    );
    launcher["ordnance"] = json!([rack()]);
    let mut case = Case::new(
        &json!({ "core_systems": false, "repairs": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [launcher, design("Target", 100, 40, json!([]), json!([]), json!([]))],
            "ships": [
                { "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 70 } },
            ],
        }),
    );
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2, 3], 0, 18))], &[4]);
    assert_eq!(case.ship(1).hull_lost, 4);
}

/// FT-5.23.6: a spinal mount also strikes mines in its strip; one hit removes them.
#[test]
fn rule_5_23_6_spinal_mounts_clear_mines() {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let gun = json!([{ "name": "spinalSingularity", "size": "small" }]);
    for (dice, left) in [(&[1, 3][..], 2), (&[1, 4], 1)] {
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "phase": "fire",
                "table": { "width": 200, "height": 200 },
                "mines": [{ "side": 1, "at": { "x": 50, "y": 60 } }, { "side": 1, "at": { "x": 52, "y": 60 } }],
                "designs": [
                    design("Gunship", 200, 30, json!([]), systems.clone(), gun.clone()),
                    design("Target", 100, 40, json!([]), json!([]), json!([])),
                ],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Target", "at": { "x": 80, "y": 80 } },
                ],
            }),
        );
        let line = json!({ "fire": { "ship": 0, "lines": [{ "weapon": 2, "at": { "x": 50, "y": 70 } }] } });
        case.play(&[(0, line)], dice);
        let view = plain::to_value(&engine::Game::view(case.table.state(), engine::Viewer::Spectator));
        assert_eq!(view["mines"].as_array().map(Vec::len), Some(left));
    }
}

/// FT-2.6.10: where defence and strikes go ship by ship, the dice come in that order and the result is the same.
#[test]
fn rule_2_6_10_ship_by_ship() {
    let weapons = json!([{ "name": "pds" }]);
    let play = |combined: bool, dice: &[u8]| {
        let options = json!({ "combine_pd_strike": combined });
        let places = [(-8, 18), (8, 18)];
        let mut case = strike(json!([rack(), rack()]), json!([]), weapons.clone(), 0, &places, &options);
        case.play(&[], &[4, 3]);
        let at = |weapon: u8, x: i32| json!({ "weapon": weapon, "at": { "x": 50 + x, "y": 68 } });
        case.play(&[(0, json!({ "launch": { "ship": 0, "launches": [at(2, -8), at(3, 8)] } }))], &[]);
        let guards = json!([guard(0, 1), { "ship": 2, "weapon": 0, "marker": 2 }]);
        case.play(&[(1, json!({ "defend": guards }))], dice);
        [1, 2].map(|id| case.ship(id).hull_lost)
    };
    assert_eq!(play(false, &[4, 3, 2, 5, 1, 6]), [5, 6]);
    assert_eq!(play(true, &[4, 2, 5, 3, 1, 6]), [5, 6]);
}

/// FT-7.14.1: by the other reading a scattergun is four PDS dice.
#[test]
fn rule_7_14_1_scattergun_as_four_pds() {
    let weapons = json!([{ "name": "scatterGun" }]);
    let options = json!({ "scattergun": "4pds" });
    let mut case = strike(json!([rack()]), json!([]), weapons, 0, &[(0, 20)], &options);
    case.play(&[], &[4, 3]);
    case.play(&[(0, launch(&[2], 0, 18))], &[]);
    case.play(&[(1, json!({ "defend": [guard(0, 1)] }))], &[4, 5, 1, 2, 3, 6]);
    assert_eq!(case.ship(1).hull_lost, 6);
}
