//! Nova cannons, wave guns, spinal mounts at a point, phasers as needles (FT-5.8.2, FT-5.23, FT-7.23, FT-7.24).

use crate::{
    case::{Case, design, order},
    dogfights::{flies, wing},
    gunboats::until,
};
use rules_full_thrust::{IconId, ShipId};
use serde_json::{Value, json};

/// A ship with `weapons` from icon 3 on at 50,50, facing north, and targets with 40 boxes and these
/// systems at the places given, seen from it.
fn range(weapons: &Value, targets: &Value, places: &[(i32, i32)], more: &Value, options: &Value) -> Case {
    let systems =
        json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }, { "name": "fireControl" }]);
    let gunship = design("Gunship", 300, 40, json!([]), systems, weapons.clone());
    let target = design("Target", 200, 40, json!([[5, 0]]), targets.clone(), json!([]));
    let mut ship = json!({ "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } });
    for (name, value) in more.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    let mut ships = vec![ship];
    for (x, y) in places {
        ships.push(json!({ "side": 1, "design": "Target", "at": { "x": 50 + x, "y": 50 + y } }));
    }
    let mut options = options.clone();
    for (name, value) in [
        ("core_systems", json!(false)),
        ("repairs", json!(false)),
        ("nova_cannon", json!(true)),
        ("wave_gun", json!(true)),
    ] {
        options[name] = value;
    }
    let table = json!({ "width": 200, "height": 200 });
    Case::new(&options, &json!({ "table": table, "designs": [gunship, target], "ships": ships }))
}

fn hull(case: &Case, ships: std::ops::RangeInclusive<u8>) -> Vec<u16> {
    ships.map(|id| case.ship(id).hull_lost).collect()
}

fn line(weapon: u8) -> Value {
    json!({ "fire": { "ship": 0, "lines": [{ "weapon": weapon }] } })
}

/// FT-7.23.1, FT-7.23.2, FT-DMG.6: armed, the ship has no drive, screens and other weapons; the template
/// sweeps 6 to 24 MU, in the next turns 24 to 48 and 48 to 72, past screens and armour.
#[test]
fn rule_7_23_2_nova_cannon() {
    let weapons = json!([
        { "name": "spinalNova" }, { "name": "beam", "class": 3, "leftArc": "F", "numArcs": 6 },
    ]);
    let screens = json!([{ "name": "screen", "advanced": true }]);
    // The second is beside the first stretch, the third in reach of the second, the last of the third.
    let places = [(1, 10), (2, 10), (2, 30), (3, 60), (0, 4)];
    let mut case = range(&weapons, &screens, &places, &json!({}), &json!({}));
    let arm = |plot: &str| order(0, json!({ "plot": plot, "modes": [[3, "arm"]] }));
    case.refused(0, &arm("+1"), "FT-7.23.1");
    case.play(&[(0, arm("0"))], &[4, 3]);
    assert_eq!(case.table.state().screens(ShipId(0)).all, 0);
    let beam = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 4, "target": 1 }] } });
    case.refused(0, &beam, "FT-7.23.1");
    case.play(&[(0, line(3))], &[1; 6]);
    assert_eq!(hull(&case, 1..=5), [6, 0, 0, 0, 0]);
    assert!(case.ship(1).armour[0].boxes() == 5);
    let view = engine::Game::view(case.table.state(), engine::Viewer::Spectator);
    let corners = [(48, 74), (48, 98), (52, 98), (52, 74)].map(|(x, y)| json!({ "x": x, "y": y }));
    assert_eq!(plain::to_value(&view)["chart"]["novas"], json!([corners]));
    // No other weapon bears on anything once they are out of the way: the beam may fire again.
    case.play(&[], &[4, 3, 1, 1, 1, 1]);
    assert_eq!(hull(&case, 1..=5), [6, 0, 4, 0, 0]);
    case.refused(0, &line(3), "FT-7.23.1");
    case.play(&[], &[]);
    case.play(&[], &[4, 3, 1, 1]);
    assert_eq!(hull(&case, 1..=5), [6, 0, 4, 2, 0]);
    case.play(&[], &[]);
    case.play(&[], &[4, 3]);
    assert_eq!(hull(&case, 1..=5), [6, 0, 4, 2, 0], "gone after the third turn");
}

/// FT-7.24.1, FT-7.24.3, FT-7.24.4: charged by dice at the end of turns, to 6 and more; then 4d6 within
/// 1 MU to 12, 3d6 within 1.5 to 24, 2d6 within 2 to 36; advanced screens take their level off each die.
#[test]
fn rule_7_24_3_wave_gun() {
    let wave = json!([{ "name": "spinalWave" }]);
    let screens = json!([{ "name": "screen", "advanced": true }]);
    let places = [(1, 10), (1, 20), (2, 30), (2, 20), (0, -1)];
    let mut case = range(&wave, &screens, &places, &json!({}), &json!({}));
    let set = |mode: &str| order(0, json!({ "modes": [[3, mode]] }));
    case.refused(0, &set("discharge"), "FT-7.24.1");
    case.play(&[(0, set("charge"))], &[4, 3, 4]);
    case.refused(0, &set("discharge"), "FT-7.24.1");
    case.play(&[(0, set("charge"))], &[4, 3, 3]);
    assert_eq!(case.ship(0).charge(IconId(3)), 7);
    case.refused(0, &set("charge"), "FT-7.24.1");
    case.play(&[(0, set("discharge"))], &[4, 3]);
    case.play(&[(0, line(3))], &[2, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(hull(&case, 1..=5), [4, 3, 2, 0, 0]);
    assert_eq!(case.ship(0).charge(IconId(3)), 0);
}

/// FT-7.24.2: about to fire its wave gun, a ship has no screens against those before its bow, and fires
/// nothing else; it may use its drive.
#[test]
fn rule_7_24_2_firing_turn() {
    let weapons = json!([
        { "name": "spinalWave" }, { "name": "beam", "class": 3, "leftArc": "F", "numArcs": 6 },
    ]);
    let systems = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }, { "name": "screen" }]);
    let own = design("Gunship", 300, 40, json!([]), systems, weapons);
    let ship = |side: u8, y: u32| {
        json!({ "side": side, "design": "Gunship", "at": { "x": 50, "y": y },
        "charges": [[3, 6]] })
    };
    let mut case = Case::new(
        &json!({ "wave_gun": true, "core_systems": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [own],
            "ships": [ship(0, 50), ship(1, 60), ship(1, 40)],
        }),
    );
    let discharge = order(0, json!({ "plot": "+1", "modes": [[3, "discharge"]] }));
    case.play(&[(0, discharge)], &[3, 4]);
    let battle = case.table.state();
    assert_eq!(battle.attack(ShipId(2), IconId(4), ShipId(0)).expect("bears").screens.all, 1);
    // The one ahead faces away from it: look at what it would meet if it could.
    let shot = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 4, "target": 1 }] } });
    assert!(case.table.state().ship(ShipId(0)).motion.velocity == 1);
    let passes = case.table.state().attack(ShipId(0), IconId(4), ShipId(1));
    assert_eq!(passes.expect_err("silent").0, "FT-7.24.2", "{shot}");
}

/// FT-7.24.6, FT-4.11.6, FT-4.11.10: a wave gun lost while it holds a charge hurts its own ship, past armour.
#[test]
fn rule_7_24_6_wave_gun_bursts() {
    let systems = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
    let beam = json!({ "name": "beam", "class": 1, "leftArc": "F", "numArcs": 6 });
    let gunship = design("Gunship", 300, 40, json!([]), systems.clone(), json!([beam]));
    let target = design("Target", 200, 40, json!([]), systems, json!([{ "name": "spinalWave" }]));
    let mut case = Case::new(
        &json!({ "wave_gun": true, "core_systems": false, "repairs": false }),
        &json!({
            "phase": "fire",
            "table": { "width": 200, "height": 200 },
            "designs": [gunship, target],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 55 }, "hull_lost": 9, "charges": [[2, 8]] },
            ],
        }),
    );
    let shot = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
    // The gun fails its check: 8 points.
    case.play(&[(0, shot)], &[4, 1, 1, 6]);
    assert_eq!(case.ship(1).hull_lost, 18);
    assert_eq!(case.ship(1).charge(IconId(2)), 0);
}

/// FT-5.23.3, FT-4.2.7, FT-5.23.4: a spinal mount at an empty point takes a fire control and hits whoever is in the
/// strip, stealth or not.
#[test]
fn rule_5_23_3_empty_point() {
    let beam = json!([{ "name": "spinalBeam", "size": "small" }]);
    let aim = |x: i32, y: i32| {
        let lines = json!([{ "weapon": 3, "at": { "x": 50 + x, "y": 50 + y } }]);
        json!({ "fire": { "ship": 0, "lines": lines } })
    };
    let stealth = json!([{ "name": "stealthField" }, { "name": "stealthField" }]);
    let mut case = range(&beam, &stealth, &[(0, 23), (1, 23)], &json!({}), &json!({}));
    case.play(&[], &[4, 3]);
    case.refused(0, &aim(10, 10), "FT-4.2.7");
    case.refused(0, &json!({ "fire": { "ship": 0, "lines": [{ "weapon": 3 }] } }), "FT-5.23.3");
    case.refused(0, &json!({ "fire": { "ship": 0, "lines": [{ "weapon": 0 }] } }), "FT-5.23.3");
    let mut twice = aim(0, 30);
    twice["fire"]["lines"] = json!([twice["fire"]["lines"][0], twice["fire"]["lines"][0]]);
    case.refused(0, &twice, "FT-2.6.14");
    // Twelve dice at the ship in the strip, none at the one beside it.
    case.play(&[(0, aim(0, 30))], &[4; 12]);
    assert_eq!(hull(&case, 1..=2), [7, 0]);
    // FT-5.23.2: the drive rests, and the mount.
    case.refused(0, &crate::case::plot(0, "+1"), "FT-5.23.2");
    let blind = range(&beam, &stealth, &[(0, 23)], &json!({ "damaged": [1, 2] }), &json!({}));
    let mut blind = blind;
    blind.play(&[], &[4, 3]);
    assert_eq!(engine::Game::turn(blind.table.state()), 2, "nobody can fire without a fire control");
}

/// FT-5.8.2, FT-5.8.1: with an advanced fire control a phaser that names a system is a needle beam of its class.
#[test]
fn rule_5_8_2_phaser_needles() {
    let aimed = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1, "aim": 0 }] } });
    let case = |advanced: bool| {
        let systems =
            json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl", "advanced": advanced }]);
        let phaser = json!({ "name": "phaser", "class": 2, "leftArc": "FP", "numArcs": 3 });
        let gunship = design("Gunship", 300, 40, json!([]), systems, json!([phaser]));
        let screens = json!([{ "name": "screen" }, { "name": "screen" }]);
        let target = design("Target", 200, 40, json!([]), screens, json!([]));
        Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "phase": "fire",
                "table": { "width": 200, "height": 200 },
                "designs": [gunship, target],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Target", "at": { "x": 50, "y": 60 } },
                ],
            }),
        )
    };
    case(false).refused(0, &aimed, "FT-5.13.1");
    let mut case = case(true);
    // No screen stops a needle: 6 does a point and kills the generator, 4 does a point.
    case.play(&[(0, aimed)], &[6, 4]);
    assert_eq!(case.ship(1).hull_lost, 2);
    assert!(case.ship(1).gone.contains(IconId(0)));
}

/// FT-5.13.4, FT-5.2.2: beyond 12 MU one sensor set supports one system; needles at two systems take two fire controls.
#[test]
fn rule_5_13_4_one_set_one_system() {
    let needle = json!({ "name": "needle", "class": 2, "leftArc": "F", "numArcs": 1 });
    let case = |distance: u32, sensors: usize| {
        let mut systems = vec![
            json!({ "name": "drive", "thrust": 4 }),
            json!({ "name": "fireControl" }),
            json!({ "name": "fireControl" }),
        ];
        systems.extend(
            (0..2).map(|i| if i < sensors { json!({ "name": "sensors" }) } else { json!({ "name": "pds" }) }),
        );
        let weapons = json!([needle, needle]);
        let gunship = design("Gunship", 300, 40, json!([]), json!(systems), weapons);
        let two = json!([{ "name": "screen" }, { "name": "screen" }]);
        let target = design("Target", 200, 40, json!([]), two, json!([]));
        Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "phase": "fire",
                "table": { "width": 200, "height": 200 },
                "designs": [gunship, target],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + distance } },
                ],
            }),
        )
    };
    let killed = |distance: u32, sensors: usize| {
        let mut case = case(distance, sensors);
        let first = first_needle(&case);
        let shots = json!([
            { "weapon": first, "target": 1, "aim": 0 }, { "weapon": first + 1, "target": 1, "aim": 1 },
        ]);
        let dice: &[u8] = if distance <= 12 { &[6, 1, 6, 1] } else { &[6, 6] };
        case.play(&[(0, json!({ "fire": { "ship": 0, "shots": shots } }))], dice);
        case.ship(1).gone.iter().count()
    };
    assert_eq!((killed(10, 0), killed(20, 0), killed(20, 1), killed(20, 2)), (2, 0, 1, 2));
}

/// The number of the first needle.
fn first_needle(case: &Case) -> u8 {
    (0..12).find(|&icon| case.table.state().is_needle(ShipId(0), IconId(icon))).expect("a needle")
}

/// FT-7.23.2, FT-7.24.3: small craft in the way are swept as well, a craft for each point.
#[test]
fn rule_7_23_2_groups_in_the_way() {
    let swept = |gun: &str, mode: &str, dice: &[u8]| {
        let systems = json!([{ "name": "drive", "thrust": 4 }, { "name": "fireControl" }]);
        let gunship = design("Gunship", 300, 40, json!([]), systems, json!([{ "name": gun }]));
        let mut nest = design(
            "Nest",
            300,
            60,
            json!([]),
            json!([{ "name": "hangar" }, { "name": "hangar" }]),
            json!([]),
        );
        nest["fighters"] = json!([wing("standard"), wing("standard")]);
        let mut case = Case::new(
            &json!({ "nova_cannon": true, "wave_gun": true, "core_systems": false, "repairs": false }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [gunship, nest],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 }, "charges": [[2, 6]] },
                    { "side": 1, "design": "Nest", "at": { "x": 190, "y": 190 } },
                ],
                // The second is beside the way.
                "groups": [flies(0, 50, 60, json!({})), flies(1, 54, 60, json!({}))],
            }),
        );
        case.play(&[(0, order(0, json!({ "modes": [[2, mode]] })))], &[4, 3]);
        until(&mut case, "ships fire");
        case.play(&[(0, line(2))], dice);
        (case.group(0).left, case.group(1).left)
    };
    assert_eq!(swept("spinalWave", "discharge", &[1, 1, 2, 1]), (1, 6));
    assert_eq!(swept("spinalNova", "arm", &[1; 6]).1, 6);
    assert_eq!(swept("spinalNova", "arm", &[1; 6]).0, 0);
}
