//! What the first half of the rules says about small craft: phases 7 and 8, ship weapons, flak, spinal mounts, area
//! screens, vector games, and fighters from a base.

use crate::{
    case::{Case, beam, design},
    dogfights::{at_group, at_ship, attack, flies, launched, missiles, name, phase, sky, to_attacks, wing},
    gunboats::{boats, until},
};
use engine::{Assist, Game, Viewer};
use rules_full_thrust::{Battle, GroupId, IconId, Target, library};
use serde_json::{Value, json};

/// Two carriers with one standard group each; the fields of the situation, of the first carrier and of the groups are
/// the caller's.
fn pair(situation: Value, first: Value, systems: &[Value], groups: Value, options: Value) -> Case {
    let drive = json!({ "name": "drive", "thrust": 4 });
    let carrier = |name: &str, more: &[Value]| {
        let own = [drive.clone(), json!({ "name": "hangar" }), json!({ "name": "launchTube" })];
        let all: Vec<Value> = own.into_iter().chain(more.iter().cloned()).collect();
        let mut it = design(name, 300, 60, json!([]), Value::from(all), json!([]));
        it["fighters"] = json!([wing("standard")]);
        it
    };
    let mut ship = json!({ "side": 0, "design": "Eyrie", "at": { "x": 50, "y": 50 } });
    for (name, value) in first.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    let mut all = json!({
        "table": { "width": 200, "height": 200 },
        "designs": [carrier("Eyrie", systems), carrier("Nest", &[])],
        "ships": [ship, { "side": 1, "design": "Nest", "at": { "x": 190, "y": 190 } }],
        "groups": groups,
    });
    for (name, value) in situation.as_object().expect("fields") {
        all[name] = value.clone();
    }
    let mut options = options;
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    Case::new(&options, &all)
}

fn fly(group: u8, x: i32, y: i32) -> Value {
    json!({ "wing": { "group": group, "action": { "fly": { "to": { "x": x, "y": y }, "facing": 12 } } } })
}

fn guard(ship: u8, weapon: u8) -> Value {
    json!({ "ship": ship, "weapon": weapon, "group": 0 })
}

/// FT-2.6.7: missiles have homed before fighters name their targets; gunboats name no ship in phase 7.
#[test]
fn rule_2_6_7_missiles_first() {
    let mut case = missiles("standard", "average", json!({ "at": { "x": 50, "y": 46 } }));
    let launcher = case.table.state().field().blueprint(rules_full_thrust::ShipId(1));
    let is_rack = |icon: &IconId| {
        matches!(launcher.kind(*icon), Some(rules_full_thrust::design::Kind::SalvoRack { .. }))
    };
    let rack = launcher.icon_ids().find(is_rack).expect("a rack").0;
    launched(&mut case, rack);
    assert_eq!(phase(&case), "attacks");
    let view = plain::to_value(&case.table.state().view(Viewer::Spectator));
    assert_eq!(view["markers"][0]["target"], 0, "homed without being asked");
    case.refused(0, &attack(&[(0, json!({ "marker": 2 }))]), "FT-8.7.1");
    let case = boats(&["beam"], json!({}), (50, 46), json!([]), json!([]), &json!({}));
    let why = case.table.state().attacks(GroupId(0), Target::Ship(rules_full_thrust::ShipId(1)));
    assert_eq!(why.expect_err("phase 11").0, "FT-9.1.5");
}

/// FT-2.6.8, FT-8.8.4: the dogfight is over, and its losses are off, before point defence is assigned.
#[test]
fn rule_2_6_8_dogfights_before_point_defence() {
    let groups = json!([flies(0, 50, 46, json!({})), flies(1, 50, 44, json!({}))]);
    let options = json!({ "pd_vs_intercepted": "allow" });
    let weapons = json!([{ "name": "pds" }]);
    let mut case = sky(&[wing("attack")], &[wing("interceptor")], json!([]), weapons, groups, &options);
    to_attacks(&mut case);
    name(&mut case, 1, attack(&[(1, at_group(0))]), &[]);
    name(&mut case, 0, attack(&[(0, at_ship(2))]), &[]);
    assert_eq!(phase(&case), "dogfights");
    case.play(&[(0, json!({ "dogfight": [{ "group": 0 }] }))], &[3, 3, 3, 3, 2, 1]);
    assert_eq!((phase(&case), case.group(0).left), ("point defence", 2));
    // The PDS takes one more, the last one hits on 3.
    case.play(&[(1, json!({ "defend": [guard(2, 0)] }))], &[4, 3]);
    assert_eq!((case.group(0).left, case.ship(2).hull_lost), (1, 1));
}

/// FT-5.0.3, FT-5.4.6, FT-5.19.2: EMP and fusion at fighters are one die each, and only a 6 kills;
/// gunboats lose one boat for
/// every hit, whatever it would have done to a ship.
#[test]
fn rule_5_0_3_ship_weapons_at_small_craft() {
    let emp = json!({ "name": "emp", "class": 2, "leftArc": "F", "numArcs": 6 });
    let fusion = |mode: &str| json!({ "name": "fusion", "leftArc": "F", "numArcs": 1, "mode": mode });
    let systems = json!([{ "name": "fireControl" }]);
    let weapons = json!([emp, fusion("torpedo"), beam(3)]);
    let groups = json!([flies(0, 50, 58, json!({}))]);
    let mut case = sky(&[wing("standard")], &[], systems.clone(), weapons.clone(), groups, &json!({}));
    to_attacks(&mut case);
    until(&mut case, "ships fire");
    let at = |weapon: u8| json!({ "weapon": weapon, "group": 0 });
    case.play(&[(1, json!({ "fire": { "ship": 2, "groups": [at(1), at(2), at(3)] } }))], &[]);
    case.play(&[(0, json!({ "evade": [] }))], &[6, 5, 6]);
    assert_eq!((case.group(0).left, case.ship(0).hull_lost), (4, 0));
    // Two EMP dice: a 4, and a 6 that counts twice and rolls again; the fusion torpedo hits on 5 and takes one.
    let beams = ["beam"; 6];
    let mut case = boats(&beams, json!({}), (50, 58), systems, weapons, &json!({}));
    until(&mut case, "point defence");
    let defend = json!({ "defend": [guard(1, 1), guard(1, 2)] });
    case.play(&[(1, defend)], &[4, 6, 5, 1]);
    assert_eq!(case.group(0).left, 2);
}

/// FT-5.16.5: fighters that fly through a blast of either side, or stay in it, take as many PDS dice as
/// the gun's class, at -1,
/// re-rolls too; each blast once a turn. Gunboats are too tough.
#[test]
fn rule_5_16_5_flak_at_fighters() {
    let sky = |craft: Value, at: (i32, i32)| {
        let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
        let guns = json!([{ "name": "kgun", "class": 3, "leftArc": "F", "numArcs": 1 }]);
        let mut flak = design("Flak", 100, 20, json!([]), systems, guns);
        flak["extras"] = json!({ "flagbridge": { "flak": true } });
        let berths = json!([{ "name": "hangar" }, { "name": "gunboatRack" }]);
        let mut nest = design("Nest", 300, 60, json!([]), berths, json!([]));
        for (name, value) in craft.as_object().expect("fields") {
            nest[name] = value.clone();
        }
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "flak": true }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [nest, flak],
                "ships": [
                    { "side": 0, "design": "Nest", "at": { "x": 50, "y": 20 } },
                    { "side": 1, "design": "Flak", "at": { "x": 50, "y": 70 }, "facing": 6 },
                ],
                "groups": [{ "group": 0, "at": { "x": at.0, "y": at.1 } }],
            }),
        );
        case.play(&[], &[4, 3]);
        let burst = json!([{ "ship": 1, "weapon": 2, "at": { "x": 50, "y": 60 } }]);
        case.play(&[(1, json!({ "opening": { "flak": burst } }))], &[]);
        case
    };
    let fighters = || json!({ "fighters": [wing("standard")] });
    // 5 and 6 are a kill each, 4 is none; the 6 rolls again at -1.
    let mut case = sky(fighters(), (50, 50));
    assert_eq!(phase(&case), "move fighters");
    case.play(&[(0, fly(0, 50, 66))], &[5, 6, 4, 5]);
    assert_eq!(case.group(0).left, 3);
    // Back through the same blast: it has burst.
    until(&mut case, "secondary moves");
    case.play(&[(0, fly(0, 50, 56))], &[]);
    assert_eq!(case.group(0).left, 3);
    // Past it, 3 MU away.
    let mut case = sky(fighters(), (47, 50));
    case.play(&[(0, fly(0, 47, 66))], &[]);
    assert_eq!(case.group(0).left, 6);
    // In it, and staying there; shot down to the last.
    let mut case = sky(fighters(), (50, 58));
    case.play(&[(0, json!("pass"))], &[6, 6, 6, 6, 6, 6, 1, 1, 1]);
    assert_eq!(case.group(0).left, 0);
    let mut case = sky(json!({ "gunboatSquadrons": [{ "boats": [{ "type": "beam" }] }] }), (50, 58));
    case.play(&[(0, json!("pass"))], &[]);
    assert_eq!(case.group(0).left, 1);
}

/// FT-5.23.7: in the strip of a spinal mount groups roll like ships: a beam's every hit, a plasma gun's
/// every point kills one
/// craft; nobody evades it.
#[test]
fn rule_5_23_7_spinal_mounts() {
    let rake = |gun: &str, dice: &[u8]| {
        let systems = json!([{ "name": "fireControl" }]);
        let weapons = json!([{ "name": gun, "range": "short" }]);
        // The second is beside the strip.
        let groups = json!([flies(0, 50, 58, json!({})), flies(1, 54, 58, json!({}))]);
        let mut case = sky(&[wing("standard"), wing("standard")], &[], systems, weapons, groups, &json!({}));
        to_attacks(&mut case);
        until(&mut case, "ships fire");
        let line = json!([{ "weapon": 1, "at": { "x": 50, "y": 60 } }]);
        case.play(&[(1, json!({ "fire": { "ship": 2, "lines": line } }))], dice);
        (case.group(0).left, case.group(1).left)
    };
    // Twelve dice: a 6 is two, and rolls again; a 4 one.
    assert_eq!(rake("spinalBeam", &[6, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4]), (2, 6));
    // Six dice, two off each.
    assert_eq!(rake("spinalPlasma", &[5, 3, 2, 1, 1, 1]), (2, 6));
}

/// FT-7.16.3: under an area screen of a friend within 3 MU, dice of point defence and of fighters are
/// read in the column of one
/// screen: a 4 does nothing; so are beams at gunboats.
#[test]
fn rule_7_16_3_area_screens_over_groups() {
    let over = |screened: bool, dice: &[u8], fight: bool| {
        let mut systems = vec![json!({ "name": "hangar" })];
        if screened {
            systems.push(json!({ "name": "screen", "area": true }));
        }
        let mut eyrie = design("Eyrie", 300, 60, json!([]), Value::from(systems), json!([]));
        eyrie["fighters"] = json!([wing("standard")]);
        let mut nest =
            design("Nest", 300, 60, json!([]), json!([{ "name": "hangar" }]), json!([{ "name": "pds" }]));
        nest["fighters"] = json!([wing("standard")]);
        let mut groups = vec![flies(0, 50, 46, json!({}))];
        if fight {
            groups.push(flies(1, 50, 44, json!({})));
        }
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "phase": "secondary",
                "designs": [eyrie, nest],
                "ships": [
                    { "side": 0, "design": "Eyrie", "at": { "x": 52, "y": 45 } },
                    { "side": 1, "design": "Nest", "at": { "x": 50, "y": 50 } },
                ],
                "groups": groups,
            }),
        );
        to_attacks(&mut case);
        if fight {
            name(&mut case, 1, attack(&[(1, at_group(0))]), &[]);
            until(&mut case, "dogfights");
            case.play(&[(0, json!({ "dogfight": [{ "group": 0 }] }))], dice);
        } else {
            name(&mut case, 0, attack(&[(0, at_ship(1))]), &[]);
            until(&mut case, "point defence");
            case.play(&[(1, json!({ "defend": [guard(1, 1)] }))], dice);
        }
        case.group(0).left
    };
    // The PDS, then the run of those who are left.
    assert_eq!(over(false, &[4, 1, 1, 1, 1, 1], false), 5);
    assert_eq!(over(true, &[4, 1, 1, 1, 1, 1, 1], false), 6);
    assert_eq!(over(true, &[5, 1, 1, 1, 1, 1], false), 5);
    assert_eq!(over(false, &[4, 4, 5, 1, 1, 1], true), 3);
    assert_eq!(over(true, &[4, 4, 5, 1, 1, 1], true), 5);
}

/// FT-12.12.9: where ships move by vectors, groups still fly 24 MU anywhere, and their carrier drifts on.
#[test]
fn rule_12_12_9_groups_in_vector_games() {
    let ship = json!({ "velocity": 6, "facing": 12 });
    let groups = json!([flies(0, 60, 60, json!({}))]);
    let options = json!({ "movement": "vector" });
    let mut case = pair(json!({ "phase": "fighters" }), ship, &[], groups, options);
    until(&mut case, "move fighters");
    while !case.table.state().own_groups(engine::Seat(0)).any(|_| phase(&case) == "move fighters") {
        case.play(&[], &[]);
    }
    if let engine::Pending::Orders(it) = case.table.state().pending()
        && !it.seats.contains(engine::Seat(0))
    {
        case.play(&[], &[]);
    }
    case.refused(0, &fly(0, 60, 85), "FT-8.5.1");
    case.play(&[(0, fly(0, 36, 60))], &[]);
    assert_eq!(case.group(0).at.to_string(), "(36.0, 60.0)");
    until(&mut case, "secondary moves");
    assert_eq!(case.ship(0).motion.at.to_string(), "(50.0, 56.0)");
    case.play(&[(0, fly(0, 36, 72))], &[]);
    assert_eq!((case.group(0).at.to_string(), case.group(0).cef), ("(36.0, 72.0)".to_owned(), 5));
}

/// FT-8.9.3: a run from behind is a run like any other: armour counts, even where fire from behind ignores it.
#[test]
fn rule_8_9_3_no_rear_arc_for_fighters() {
    let mut eyrie = design("Eyrie", 300, 60, json!([]), json!([{ "name": "hangar" }]), json!([]));
    eyrie["fighters"] = json!([wing("standard")]);
    let target = design("Target", 120, 40, json!([[2, 0]]), json!([]), json!([]));
    let run = |y: i32, facing: u8| {
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false, "rear_arc_ignores_armour": true }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "phase": "secondary",
                "designs": [eyrie, target],
                "ships": [
                    { "side": 0, "design": "Eyrie", "at": { "x": 10, "y": 10 } },
                    { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 } },
                ],
                "groups": [{ "group": 0, "at": { "x": 50, "y": y }, "facing": facing }],
            }),
        );
        to_attacks(&mut case);
        name(&mut case, 0, attack(&[(0, at_ship(1))]), &[4, 4, 4, 1, 1, 1]);
        (case.ship(1).hull_lost, case.ship(1).armour[0].boxes())
    };
    assert_eq!(run(46, 12), (1, 0));
    assert_eq!(run(46, 12), run(54, 6));
}

/// FT-8.13.3, FT-8.13.2: without endurance a group attacks nobody, but flies its full move home, turn after turn.
#[test]
fn rule_8_13_3_home_whenever() {
    let ship = json!({ "at": { "x": 50, "y": 100 } });
    let groups = json!([flies(0, 50, 40, json!({ "cef": 0 }))]);
    let mut case = pair(json!({ "turn": 9, "turns": 20 }), ship, &[], groups, json!({}));
    for y in [64, 88] {
        until(&mut case, "write orders");
        case.play(&[], &[4, 3]);
        until(&mut case, "move fighters");
        case.refused(0, &fly(0, 50, y + 1), "FT-8.5.1");
        case.play(&[(0, fly(0, 50, y))], &[]);
    }
    until(&mut case, "write orders");
    case.play(&[], &[4, 3]);
    let land = json!({ "wing": { "group": 0, "action": { "land": { "ship": 0 } } } });
    case.play(&[(0, land)], &[6]);
    assert_eq!(case.group(0).carrier(), Some(rules_full_thrust::ShipId(0)));
}

/// FT-4.12.4: the second battle: a cruiser of each side has a torpedo or a missile rack for a beam,
/// within its mass; fighters from
/// a base start in flight near their edge, and no ship here can take them aboard.
#[test]
fn rule_4_12_4_second_battle() {
    let scenario = library::scenario("second-battle");
    let field = |scenario: &rules_full_thrust::Scenario| Battle::set_up(&scenario.options, scenario);
    let battle = field(&scenario).expect("a supplied scenario");
    let groups: Vec<_> = battle.group_ids().map(|id| battle.group(id).clone()).collect();
    assert_eq!(groups.len(), 2);
    assert!(groups.iter().all(|it| it.is_flying() && it.cef == 6));
    assert_eq!([&groups[0], &groups[1]].map(|it| it.at.to_string()), ["(3.0, 24.0)", "(69.0, 24.0)"]);
    assert_eq!([&groups[0], &groups[1]].map(|it| it.facing.get()), [3, 9]);
    assert_eq!(battle.craft_worth(GroupId(0)), 3);
    let mut heavy = scenario.clone();
    heavy.designs[0].mass -= 1;
    let wrong = field(&heavy).expect_err("too heavy").to_string();
    assert!(wrong.contains("FT-13.1.1"), "{wrong}");
    let mut far = scenario.clone();
    far.sides[0].wings[0].at = Some(geometry::Point::units(7, 24));
    assert!(field(&far).expect_err("far from its edge").to_string().contains("FT-4.12.4"));
    let mut many = scenario.clone();
    many.sides[0].wings = vec![rules_full_thrust::BaseWing::default(); 3];
    assert!(field(&many).expect_err("three groups").to_string().contains("FT-4.12.4"));
    // A carrier with an empty bay of the same side is no home for them.
    let mut deck = scenario;
    deck.sides[0].ships[0].design = "Rook Carrier".to_owned();
    deck.deployment = rules_full_thrust::Deployment::AsGiven;
    for (i, side) in deck.sides.iter_mut().enumerate() {
        for (n, ship) in side.ships.iter_mut().enumerate() {
            let x = 10 + 50 * i as i32;
            (ship.at, ship.facing) =
                (Some(geometry::Point::units(x, 5 + 8 * n as i32)), Some(rules_full_thrust::Clock::TWELVE));
        }
    }
    deck.options.tech_base = None;
    let battle = field(&deck).expect("a sound scenario");
    let base = battle.group_ids().find(|&id| battle.field().base_wing(id).is_some()).expect("a group");
    assert_eq!(base, GroupId(5), "after those of the first ship");
    let menu = battle.landing(base, rules_full_thrust::ShipId(0), false);
    assert_eq!(menu.expect_err("no deck").0, "FT-4.12.4");
}

/// A gunship of side 1 at 50,50 with a beam and this feature, and a group of side 0 at 50,58.
fn past(feature: Value, craft: &str) -> Case {
    let mut eyrie = design(
        "Eyrie",
        300,
        60,
        json!([]),
        json!([{ "name": "hangar" }, { "name": "gunboatRack" }]),
        json!([]),
    );
    if craft == "fighters" {
        eyrie["fighters"] = json!([wing("standard")]);
    } else {
        eyrie["gunboatSquadrons"] = json!([{ "boats": [{ "type": "needle" }, { "type": "needle" }] }]);
    }
    let systems = json!([{ "name": "fireControl" }]);
    let gunship = design("Gunship", 120, 40, json!([]), systems, json!([beam(2), beam(2)]));
    Case::new(
        &json!({ "core_systems": false, "repairs": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "phase": "secondary",
            "terrain": [feature],
            "designs": [eyrie, gunship],
            "ships": [
                { "side": 0, "design": "Eyrie", "at": { "x": 10, "y": 10 } },
                { "side": 1, "design": "Gunship", "at": { "x": 50, "y": 50 } },
            ],
            "groups": [{ "group": 0, "at": { "x": 50, "y": 58 } }],
        }),
    )
}

fn feature(kind: &str, y: i32, radius: i32) -> Value {
    json!({ "kind": kind, "name": "It", "at": { "x": 50, "y": y }, "radius": radius })
}

/// FT-17.1.1: a rock hides fighters from the guns of ships.
#[test]
fn rule_17_1_1_rocks_hide_groups() {
    let mut case = past(feature("asteroid", 54, 2), "fighters");
    to_attacks(&mut case);
    // Nobody has anything to fire at.
    assert_eq!((phase(&case), case.table.state().turn()), ("write orders", 2));
    let mut case = past(feature("asteroid", 80, 2), "fighters");
    until(&mut case, "ships fire");
}

/// FT-17.2.2: a group in dust is fired at only after a 4 and more, once for the ship; what fails is used
/// up. Beams at gunboats
/// then meet a screen.
#[test]
fn rule_17_2_2_groups_in_dust() {
    let shots = json!([{ "weapon": 1, "group": 0 }, { "weapon": 2, "group": 0 }]);
    let fire = json!({ "fire": { "ship": 1, "groups": shots } });
    let announced = || {
        let mut case = past(feature("dust_cloud", 60, 4), "fighters");
        until(&mut case, "ships fire");
        let menu = plain::to_value(&case.table.state().menu(engine::Seat(1)));
        assert_eq!(menu["fights"]["shots"][0]["lock"], 4);
        case.play(&[(1, fire.clone())], &[]);
        case
    };
    let mut case = announced();
    case.play(&[(0, json!({ "evade": [] }))], &[3]);
    assert_eq!(case.group(0).left, 6);
    let mut case = announced();
    case.play(&[(0, json!({ "evade": [] }))], &[4, 6, 5]);
    assert_eq!(case.group(0).left, 5);
    // Whoever evades needs no die.
    let mut case = announced();
    case.play(&[(0, json!({ "evade": [0] }))], &[]);
    assert_eq!((case.group(0).left, case.group(0).cef), (6, 5));
    let mut case = past(feature("dust_cloud", 60, 4), "boats");
    until(&mut case, "ships fire");
    // A lock, then two dice each at 8 MU: the 4 is stopped, the 5 is not.
    case.play(&[(1, fire)], &[4, 4, 5, 1, 1]);
    until(&mut case, "write orders");
    assert_eq!(case.group(0).left, 1);
}
