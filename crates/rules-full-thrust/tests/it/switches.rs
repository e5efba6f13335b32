//! Rulings that can be turned, and optional rules, one by one (FT-1.5.1).

use crate::case::{Case, beam, design, order, range, shoot, target};
use engine::{Game, Pending, Seat};
use rules_full_thrust::{Battle, IconId, ShipId, Status, library};
use serde_json::{Value, json};

/// FT-1.7.2, FT-7.3.1: advanced screens leave nothing of a 1, or a 1 where that is agreed.
#[test]
fn rule_1_7_2_damage_die_floor() {
    let torpedo = json!([{ "name": "torpedoPulse", "leftArc": "F", "numArcs": 1 }]);
    for (floor, hull) in [(0, 0), (1, 1)] {
        let advanced = target(json!([]), json!([{ "name": "screen", "advanced": true }]));
        let case = range(&torpedo, advanced, 10, &json!({ "damage_die_floor": floor }));
        assert_eq!(shoot(case, 1, &[4, 1]).0, hull);
    }
}

/// FT-4.3.2: exactly 12 MU is the first band, or the second.
#[test]
fn rule_4_3_2_band_edge() {
    for (edge, dice) in [("closer", vec![4, 4, 4]), ("farther", vec![4, 4])] {
        let case = range(&json!([beam(3)]), target(json!([]), json!([])), 12, &json!({ "band_edge": edge }));
        assert_eq!(usize::from(shoot(case, 1, &dice).0), dice.len());
    }
}

/// FT-DMG.3: re-rolls of re-rolls start at the next layer, or one layer deeper each time.
#[test]
fn rule_dmg_3_reroll_depth() {
    for (depth, left) in [("one", (0, vec![5, 3, 3])), ("chain", (0, vec![3, 5, 3]))] {
        let layers = target(json!([[5, 0], [5, 0], [5, 0]]), json!([]));
        let case = range(&json!([beam(1)]), layers, 6, &json!({ "reroll_depth": depth }));
        // 6, again 6, again 4: two points at the shell, then two and one further in.
        let (hull, armour) = shoot(case, 1, &[6, 6, 4]);
        let expected = if depth == "one" { (0, vec![5, 2, 3]) } else { (0, vec![4, 3, 3]) };
        assert_eq!((hull, armour), expected, "{depth}, not {left:?}");
    }
}

/// FT-DMG.8: standard boxes go first, or those the owner names.
#[test]
fn rule_dmg_8_layer_order() {
    let mixed = |options: &Value| {
        let gun = design(
            "Gunship",
            300,
            30,
            json!([]),
            json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]),
            json!([beam(1)]),
        );
        let mixed = design("Target", 200, 40, json!([[2, 2]]), json!([]), json!([]));
        let mut options = options.clone();
        options["core_systems"] = json!(false);
        options["repairs"] = json!(false);
        Case::new(
            &options,
            &json!({
                "designs": [gun, mixed],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 20, "y": 20 } },
                    { "side": 1, "design": "Target", "at": { "x": 20, "y": 26 } },
                ],
            }),
        )
    };
    let heal = order(1, json!({ "heal_first": true }));
    mixed(&json!({})).refused(1, &heal, "FT-DMG.8");
    let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
    for (given, left) in [(json!({ "orders": {} }), (1, 2, 0)), (heal, (2, 1, 1))] {
        let mut case = mixed(&json!({ "layer_order": "owner_choice" }));
        case.play(&[(1, given)], &[4, 3]);
        // Phase 14 follows at once: a 3 heals nothing.
        let dice: &[u8] = if left.2 == 0 { &[4] } else { &[4, 3] };
        case.play(&[(0, fire.clone())], dice);
        let layer = case.ship(1).armour[0];
        assert_eq!((layer.standard, layer.regenerative, layer.hurt), left);
    }
}

/// FT-4.11.4: two attacks that complete a row each are one check for both rows, or two checks.
#[test]
fn rule_4_11_4_threshold_unit() {
    let play = |unit: &str, dice: &[u8]| {
        let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
        let gun = design("Gunship", 300, 30, json!([]), systems, json!([beam(1)]));
        let hulk = design("Target", 20, 4, json!([]), json!([{ "name": "ftl" }]), json!([]));
        let ship = |side: u8, design: &str, y: u32| {
            json!({ "side": side, "design": design,
            "at": { "x": 20, "y": y } })
        };
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "threshold_unit": unit }),
            &json!({
                "phase": "fire",
                "designs": [gun, hulk],
                "ships": [ship(0, "Gunship", 20), ship(0, "Gunship", 18), ship(1, "Target", 24)],
            }),
        );
        let fire = |id: u8| json!({ "fire": { "ship": id, "shots": [{ "weapon": 2, "target": 2 }] } });
        case.play(&[(0, fire(0))], &[4]);
        case.play(&[(0, fire(1))], dice);
        assert_eq!(case.ship(2).hull_lost, 2);
        case.ship(2).damaged.contains(IconId(0))
    };
    // Together: row 2 with one extra, lost on 4 and more.
    assert!(play("phase", &[4, 4]));
    // One by one: 6 for row 1, then 5 and more for row 2.
    assert!(!play("attack", &[4, 5, 4]));
    assert!(play("attack", &[4, 5, 5]));
}

/// FT-4.2.2, FT-GEO.3: on the line between two arcs a die decides, or the firer chooses, or it is the clockwise one.
#[test]
fn rule_4_2_2_arc_edge() {
    let bears = |edge: &str, arc: &str| {
        let gun = json!([{ "name": "beam", "class": 3, "leftArc": arc, "numArcs": 1 }]);
        let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
        let case = Case::new(
            &json!({ "arc_edge": edge }),
            &json!({
                "phase": "fire",
                "designs": [design("Gunship", 300, 30, json!([]), systems, gun), target(json!([]), json!([]))],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 20, "y": 20 } },
                    { "side": 1, "design": "Target", "at": { "x": 30, "y": 20 } },
                ],
            }),
        );
        case.table.state().attack(ShipId(0), IconId(2), ShipId(1)).is_ok()
    };
    // East of a ship facing north: between FS and AS.
    assert_eq!(["FS", "AS", "F"].map(|arc| bears("firer_choice", arc)), [true, true, false]);
    assert_eq!(["FS", "AS", "F"].map(|arc| bears("clockwise", arc)), [false, true, false]);
}

/// FT-5.14.2: the die whose 1 endangers an overloaded tube.
#[test]
fn rule_5_14_2_overload_risk() {
    let torpedo = json!({ "name": "torpedoPulse", "leftArc": "F", "numArcs": 1 });
    for (risk, dice) in [("damage", vec![4, 1, 1]), ("to_hit", vec![1, 1])] {
        let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
        let mut gun = design("Gunship", 300, 30, json!([]), systems, json!([torpedo]));
        gun["extras"] = json!({ "flagbridge": { "overload": true } });
        let mut case = Case::new(
            &json!({ "overloaded_torpedo": true, "overload_risk": risk, "core_systems": false, "repairs": false }),
            &json!({
                "designs": [gun, target(json!([]), json!([]))],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 20, "y": 20 } },
                    { "side": 1, "design": "Target", "at": { "x": 20, "y": 32 } },
                ],
            }),
        );
        case.play(&[(0, order(0, json!({ "modes": [[2, "overload"]] })))], &[4, 3]);
        case.play(&[(0, json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } }))], &dice);
        assert!(case.ship(0).gone.contains(IconId(2)), "{risk}");
    }
}

/// FT-6.6.11, FT-6.6.12, FT-7.9.2: a damaged charge that goes off, by the class of its damage; screens of
/// any kind take their level off each die.
#[test]
fn rule_6_6_11_antimatter_class() {
    let play = |class: &str| {
        let bomb = design("Bomb", 60, 20, json!([]), json!([{ "name": "suicide" }]), json!([]));
        let near = design("Near", 60, 20, json!([[9, 0]]), json!([{ "name": "screen" }]), json!([]));
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "amt_class": class }),
            &json!({
                "designs": [bomb, near],
                "ships": [
                    { "side": 0, "design": "Bomb", "at": { "x": 20, "y": 20 }, "damaged": [0] },
                    { "side": 1, "design": "Near", "at": { "x": 20, "y": 21 } },
                ],
            }),
        );
        // 5 sets it off: 3 to its own hull, and 3d6 less 1 each to the neighbour.
        case.play(&[], &[4, 3, 5, 1, 1, 1, 3, 3, 3]);
        assert_eq!(case.ship(0).hull_lost, 3);
        (case.ship(1).hull_lost, case.ship(1).armour[0].boxes())
    };
    assert_eq!((play("SAP"), play("normal")), ((3, 6), (0, 3)));
}

/// FT-10.2.3: rows lost this turn widen the range of an explosion, or are added to the die as printed; all of
/// them, or only those beyond the first.
#[test]
fn rule_10_2_3_hangar_switches() {
    let explodes = |sign: &str, rows: &str, die: u8| {
        let carrier = design("Carrier", 200, 40, json!([]), json!([{ "name": "hangar" }]), json!([]));
        let mut options = json!({ "hangar_crits": true, "core_systems": false, "repairs": false });
        options["hangar_crit_sign"] = json!(sign);
        options["hangar_crit_rows"] = json!(rows);
        let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
        let gun = design("Gunship", 300, 30, json!([]), systems, json!([beam(1)]));
        let mut case = Case::new(
            &options,
            &json!({
                "phase": "fire",
                "designs": [gun, carrier],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 20, "y": 20 } },
                    { "side": 1, "design": "Carrier", "at": { "x": 20, "y": 26 }, "hull_lost": 9 },
                ],
            }),
        );
        let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
        let goes_off = match (sign, rows) {
            ("widen", "every") => die <= 3,
            ("widen", _) => die <= 2,
            (_, "every") => die <= 1,
            (_, _) => die <= 2,
        };
        let mut dice = vec![4, 6, die];
        dice.extend(goes_off.then_some(1));
        case.play(&[(0, fire)], &dice);
        assert_eq!(case.ship(1).hull_lost, if goes_off { 11 } else { 10 }, "{sign} {rows} {die}");
    };
    for (sign, rows) in [("widen", "every"), ("widen", "extra"), ("literal", "every"), ("literal", "extra")] {
        (1..=4).for_each(|die| explodes(sign, rows, die));
    }
}

/// FT-12.8.1, FT-VIC.6: a side that has lost half its mass withdraws at the end of the turn, and its
/// ships count as gone.
#[test]
fn rule_12_8_1_fleet_morale() {
    let play = |on: bool| {
        let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
        let gun = design("Gunship", 300, 30, json!([]), systems, json!([beam(1)]));
        let small = design("Target", 20, 4, json!([]), json!([]), json!([]));
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "fleet_morale": on }),
            &json!({
                "phase": "fire",
                "designs": [gun, small],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 20, "y": 20 } },
                    { "side": 1, "design": "Target", "at": { "x": 20, "y": 26 }, "hull_lost": 3 },
                    { "side": 1, "design": "Target", "at": { "x": 40, "y": 26 } },
                ],
            }),
        );
        let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
        case.play(&[(0, fire)], &[4]);
        (case.ship(2).status, matches!(case.table.state().pending(), Pending::Over(_)))
    };
    assert_eq!(play(false), (Status::Active, false));
    assert!(matches!(play(true), (Status::Left { .. }, true)));
}

/// FT-12.11.1: a vector ship rolls for its facing and for its course.
#[test]
fn rule_12_11_1_knocked_off_course() {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let gun = design("Gunship", 300, 30, json!([]), systems, json!([beam(1)]));
    let flyer = design("Flyer", 200, 40, json!([]), json!([]), json!([]));
    let mut case = Case::new(
        &json!({ "movement": "vector", "knocked_off_course": true, "core_systems": false, "repairs": false }),
        &json!({
            "phase": "fire",
            "designs": [gun, flyer],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 20, "y": 20 } },
                { "side": 1, "design": "Flyer", "at": { "x": 20, "y": 26 }, "velocity": 8, "hull_lost": 9 },
            ],
        }),
    );
    let fire = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
    // A 6 and a 2: the facing turns to starboard; a 6 and a 5: the course to port.
    case.play(&[(0, fire)], &[4, 6, 2, 6, 5]);
    let motion = case.ship(1).motion;
    let drift = motion.drift.expect("a vector ship");
    assert_eq!(motion.facing.get(), 1);
    assert_eq!((format!("{:.3}", drift.x), format!("{:.3}", drift.y)), ("-4.000".into(), "6.928".into()));
}

/// FT-3.7.5: ships on one base have one order, and one that cannot keep up is destroyed.
#[test]
fn rule_3_7_5_shared_base() {
    let tiny = design("Tiny", 10, 4, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([]));
    let case = |hits: u8, on: bool| {
        let ship = |side: u8, x: u32, base: Value, hits: u8| {
            json!({ "side": side, "design": "Tiny",
            "at": { "x": x, "y": 20 + 9 * u32::from(side) }, "velocity": 4, "base": base, "drive_hits": hits })
        };
        Case::new(
            &json!({ "core_systems": false, "shared_base": on }),
            &json!({
                "designs": [tiny],
                "ships": [ship(0, 20, json!(1), 0), ship(0, 20, json!(1), hits), ship(1, 50, json!(null), 0)],
            }),
        )
    };
    case(0, true).refused(0, &crate::case::plot(1, "P1"), "FT-3.7.5");
    let mut whole = case(0, true);
    whole.play(&[(0, crate::case::plot(0, "P1+1"))], &[4, 3]);
    assert_eq!(whole.ship(0).motion, whole.ship(1).motion);
    assert_eq!(whole.ship(1).motion.velocity, 5);
    let mut lame = case(2, true);
    lame.play(&[(0, crate::case::plot(0, "P1+1"))], &[4, 3]);
    assert_eq!(lame.ship(1).status, Status::Destroyed);
    let mut apart = case(2, false);
    apart.play(&[(0, crate::case::plot(0, "P1+1"))], &[4, 3]);
    assert!(apart.ship(1).is_active());
}

/// FT-2.6.2, FT-2.5.1: with three sides the winner of the initiative puts the others in order; fire goes round by it.
#[test]
fn rule_2_6_2_the_winner_arranges() {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let gun = design("Gunship", 300, 30, json!([]), systems, json!([beam(3)]));
    let ship =
        |side: u8, x: u32| json!({ "side": side, "design": "Gunship", "at": { "x": x, "y": 20 + side } });
    let mut case = Case::new(
        &json!({ "core_systems": false }),
        &json!({ "designs": [gun], "ships": [ship(0, 20), ship(1, 23), ship(2, 26)] }),
    );
    // Jade wins; Ochre is next by the dice.
    case.play(&[], &[2, 4, 6]);
    case.refused(2, &json!({ "arrange": [0] }), "FT-2.6.2");
    case.refused(2, &json!({ "arrange": [0, 2] }), "FT-2.6.2");
    case.play(&[(2, json!({ "arrange": [0, 1] }))], &[]);
    let Pending::Orders(decision) = case.table.state().pending() else { panic!("the battle goes on") };
    assert!(decision.seats.contains(Seat(2)), "the winner fires first");
    case.play(&[], &[]);
    let Pending::Orders(decision) = case.table.state().pending() else { panic!("the battle goes on") };
    assert!(decision.seats.contains(Seat(0)), "then the side the winner wanted");
}

/// FT-5.21.1, FT-5.19.1: pulsers and fusion arrays are set before the first turn; nobody else learns how
/// the arrays are.
#[test]
fn rule_5_21_1_settings() {
    let scenario = library::scenario("masquerade");
    let battle = Battle::set_up(&scenario.options, &scenario).expect("a supplied scenario");
    let mut table = engine::Table::new(battle, dice::Dice::numbered(1, 0));
    table.open();
    let Pending::Orders(decision) = table.state().pending() else { panic!("a decision") };
    assert_eq!((decision.phase, decision.seats.len()), ("weapon settings", 3));
    let ids: Vec<IconId> = table.state().field().blueprint(ShipId(0)).icon_ids().collect();
    let pulser = |icon: IconId| {
        let order = plain::from_value(&json!({ "settings": [{ "ship": 0, "icon": icon, "mode": "long" }] }));
        table.state().check(Seat(0), &order.expect("an order"))
    };
    assert_eq!(ids.iter().filter(|icon| pulser(**icon).is_ok()).count(), 1, "one pulser");
    assert!(pulser(IconId(0)).expect_err("a drive").cites("FT-5.21.1"));
    // Long at 40 MU: one die; medium does not reach.
    let gun = json!([{ "name": "pulser", "leftArc": "F", "numArcs": 1 }]);
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let reaches = |settings: Value| {
        let case = Case::new(
            &json!({}),
            &json!({
                "phase": "fire",
                "designs": [design("Gunship", 300, 30, json!([]), systems.clone(), gun.clone()),
                    target(json!([]), json!([]))],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 20, "y": 2 }, "settings": settings },
                    { "side": 1, "design": "Target", "at": { "x": 20, "y": 42 } },
                ],
            }),
        );
        case.table.state().attack(ShipId(0), IconId(2), ShipId(1)).is_ok()
    };
    assert!(reaches(json!([[2, "long"]])) && !reaches(json!([[2, "short"]])) && !reaches(json!([])));
}
