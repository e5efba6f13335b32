//! Multi-role and unlisted fighters, assault shuttles, crashes, bays for gunboats, rockets among
//! gunboats, and aces that are bought.

#![allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]

use crate::{
    case::{Case, design},
    dogfights::{at_ship, attack, name, phase},
    gunboats::until,
};
use engine::{Assist, Game, Library, Seat};
use rules_full_thrust::{Battle, GroupId, Pilots, ShipId, Target, library};
use serde_json::{Value, json};

/// A carrier of side 0 at 50,50 with these systems and craft, and a ship of side 1 at 50,60 with systems and weapons.
fn deck(systems: Value, craft: Value, other: Value, weapons: Value, more: Value, options: Value) -> Case {
    let mut carrier = design("Carrier", 300, 60, json!([]), systems, json!([]));
    for (name, value) in craft.as_object().expect("fields") {
        carrier[name] = value.clone();
    }
    let target = design("Target", 120, 40, json!([]), other, weapons);
    let mut situation = json!({
        "table": { "width": 200, "height": 200 },
        "designs": [carrier, target],
        "ships": [
            { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 } },
            { "side": 1, "design": "Target", "at": { "x": 50, "y": 60 } },
        ],
    });
    for (name, value) in more.as_object().expect("fields") {
        situation[name] = value.clone();
    }
    let mut options = options;
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    Case::new(&options, &situation)
}

fn bays(n: usize) -> Value {
    let mut all = vec![json!({ "name": "hangar" }); n];
    all.extend(vec![json!({ "name": "launchTube" }); n]);
    Value::from(all)
}

fn order(fields: Value) -> Value {
    let mut order = fields;
    order["ship"] = json!(0);
    json!({ "orders": { "ships": [order] } })
}

fn arm(group: u8, role: &str, cannon: bool) -> Value {
    order(json!({ "arm": [{ "group": group, "role": role, "cannon": cannon }] }))
}

/// FT-8.15.11: aboard, before its first launch or while it is rearmed, a multi-role group takes another
/// of its three roles, with
/// beams or cannon; others never do.
#[test]
fn rule_8_15_11_roles_are_chosen_aboard() {
    let craft =
        || json!({ "fighters": [{ "type": "multiRole" }, { "type": "standard" }, { "type": "multiRole" }] });
    let groups = json!({ "groups": [{ "group": 2, "at": { "x": 20, "y": 20 } }] });
    let mut case = deck(bays(3), craft(), json!([]), json!([]), groups, json!({}));
    case.refused(0, &arm(1, "attack", false), "FT-8.15.11");
    case.refused(0, &arm(2, "attack", false), "FT-8.15.11");
    case.refused(0, &arm(0, "torpedo", false), "FT-8.15.11");
    let menu = case.table.state().menu(Seat(0));
    let deck_menu = plain::to_value(&menu)["decks"][0]["groups"].clone();
    assert_eq!(deck_menu[0]["role"], json!({ "group": 0, "role": "standard" }));
    assert_eq!(deck_menu[0]["arm"].as_array().map(Vec::len), Some(5));
    assert_eq!(deck_menu[1].get("arm"), None);
    let mut both = arm(0, "attack", true);
    both["orders"]["ships"][0]["launch"] = json!([0]);
    case.play(&[(0, both)], &[4, 3]);
    assert!(case.group(0).is_flying() && case.group(0).has_cannon());
    assert_eq!(case.group(0).fights_as(), Some(rules_full_thrust::design::WingType::Attack));
    // While it is being rearmed.
    let groups = json!({ "groups": [{ "group": 0, "ready": 3, "cef": 2 }] });
    let mut case = deck(bays(3), craft(), json!([]), json!([]), groups, json!({}));
    case.play(&[(0, arm(0, "interceptor", false))], &[4, 3]);
    assert_eq!(case.group(0).fights_as(), Some(rules_full_thrust::design::WingType::Interceptor));
    // Who merges does nothing else.
    let groups = json!({ "groups": [{ "group": 0, "left": 3 }, { "group": 2, "left": 3 }] });
    let mut case = deck(bays(3), craft(), json!([]), json!([]), groups, json!({}));
    let mut merge = arm(0, "attack", false);
    merge["orders"]["ships"][0]["merge"] = json!([[0, 2]]);
    case.refused(0, &merge, "FT-8.16.4");
    merge["orders"]["ships"][0]["arm"] = json!([]);
    case.play(&[(0, merge)], &[4, 3]);
    assert_eq!(case.group(2).left, 6);
    // Not in a bay that is out.
    let ships = json!([
        { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "damaged": [0] },
        { "side": 1, "design": "Target", "at": { "x": 50, "y": 60 } },
    ]);
    let case = deck(bays(3), craft(), json!([]), json!([]), json!({ "ships": ships }), json!({}));
    case.refused(0, &arm(0, "attack", false), "FT-8.16.2");
}

/// FT-8.15.11: where any three roles may be agreed on, the scenario names them; the first is what they come with.
#[test]
fn rule_8_15_11_any_three() {
    let craft = json!({ "fighters": [{ "type": "multiRole" }] });
    let roles = json!({ "roles": ["torpedo", "standard", "missile"] });
    let any = json!({ "multirole_any3": true });
    let mut case = deck(bays(1), craft.clone(), json!([]), json!([]), roles.clone(), any.clone());
    assert!(case.group(0).is_armed());
    case.refused(0, &arm(0, "torpedo", true), "FT-8.15.2");
    case.refused(0, &arm(0, "attack", false), "FT-8.15.11");
    case.play(&[(0, arm(0, "standard", true))], &[4, 3]);
    assert!(!case.group(0).is_armed() && case.group(0).has_cannon());
    let plain = deck(bays(1), craft, json!([]), json!([]), roles, json!({}));
    plain.refused(0, &arm(0, "torpedo", false), "FT-8.15.11");
}

/// FT-8.15.14, FT-12.7.1: Marines and parties go aboard at launch; in contact, after point defence,
/// Marines land on 2 and more,
/// parties on 3 and more; the shuttles are used up.
#[test]
fn rule_8_15_14_assault_shuttles() {
    let marines = |n: usize| {
        let mut all = bays(1);
        all.as_array_mut().expect("a list").extend(vec![json!({ "name": "marines" }); n]);
        all
    };
    let craft = || json!({ "fighters": [{ "type": "assault" }] });
    let pds = json!([{ "name": "pds" }]);
    let screen = json!([{ "name": "screen" }]);
    let mut case = deck(marines(2), craft(), screen, pds, json!({}), json!({}));
    let launch = |embark: Value| order(json!({ "launch": [0], "embark": embark }));
    case.refused(0, &launch(json!([3, 0])), "FT-8.15.14");
    case.refused(0, &launch(json!([2, 5])), "FT-8.15.14");
    case.refused(0, &order(json!({ "embark": [1, 0] })), "FT-8.15.14");
    let before = case.table.state().parties(ShipId(0));
    case.play(&[(0, launch(json!([2, 1])))], &[4, 3]);
    assert_eq!(case.group(0).troops.len(), 3);
    assert_eq!(
        (case.table.state().marines(ShipId(0)), case.table.state().parties(ShipId(0))),
        (0, before - 1)
    );
    until(&mut case, "move fighters");
    let fly = json!({ "fly": { "to": { "x": 50, "y": 60 }, "facing": 12 } });
    case.play(&[(0, json!({ "wing": { "group": 0, "action": fly } }))], &[]);
    until(&mut case, "attacks");
    let menu = plain::to_value(&case.table.state().menu(Seat(0)));
    assert_eq!(menu["fights"]["attacks"][0]["targets"][0]["boards"], json!([2, 1]));
    name(&mut case, 0, attack(&[(0, at_ship(1))]), &[]);
    until(&mut case, "point defence");
    // Two shuttles are shot down, empty ones; a Marine fails, one lands, and so does the party.
    let guard = json!({ "defend": [{ "ship": 1, "weapon": 1, "group": 0 }] });
    case.play(&[(1, guard)], &[6, 1, 1, 2, 3]);
    assert_eq!(case.ship(1).aboard.len(), 2);
    assert_eq!((case.group(0).left, case.group(0).killed), (0, 2));
    assert_eq!(phase(&case), "repel boarders");
    // Without orders all Marines there are, and no parties.
    let mut case = deck(marines(1), craft(), json!([]), json!([]), json!({}), json!({}));
    case.play(&[(0, order(json!({ "launch": [0] })))], &[4, 3]);
    assert_eq!((case.group(0).troops.len(), case.table.state().parties(ShipId(0))), (1, before));
    // Nobody aboard, too far away, an advanced screen.
    let why = |systems: Value, y: i32, troops: Value| {
        let groups = json!({ "groups": [{ "group": 0, "at": { "x": 50, "y": y }, "troops": troops }] });
        let case = deck(marines(1), craft(), systems, json!([]), groups, json!({}));
        case.table.state().attacks(GroupId(0), Target::Ship(ShipId(1))).map_err(|it| it.0)
    };
    assert_eq!(why(json!([]), 60, json!(["marine"])), Ok(()));
    assert_eq!(why(json!([]), 60, json!([])), Err("FT-8.15.14"));
    assert_eq!(why(json!([]), 58, json!(["marine"])), Err("FT-8.15.14"));
    assert_eq!(
        why(json!([{ "name": "screen", "advanced": true }]), 60, json!(["marine"])),
        Err("FT-8.15.14")
    );
}

/// FT-8.15.15: a ship crashes: robots about it are lost, so is a crewed group without endurance; others
/// must break away by a
/// secondary move.
#[test]
fn rule_8_15_15_crashes() {
    let crash = || {
        let mut systems = bays(3);
        systems.as_array_mut().expect("a list").push(json!({ "name": "drive", "thrust": 4 }));
        let craft = json!({ "fighters": [{ "type": "standard", "mods": ["robot"] },
            { "type": "standard" }, { "type": "standard" }] });
        let near = |group: u8, cef: u8| {
            json!({ "group": group, "at": { "x": 50, "y": 50 },
            "screening": 0, "cef": cef })
        };
        let more = json!({
            "terrain": [{ "kind": "asteroid", "name": "It", "at": { "x": 50, "y": 55 }, "radius": 2 }],
            "ships": [
                { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "velocity": 11 },
                { "side": 0, "design": "Carrier", "at": { "x": 150, "y": 150 } },
                { "side": 1, "design": "Target", "at": { "x": 150, "y": 10 } },
            ],
            "groups": [near(0, 6), near(1, 6), near(2, 0)],
        });
        let mut case = deck(systems, craft, json!([]), json!([]), more, json!({}));
        case.play(&[], &[4, 3]);
        while phase(&case) == "move fighters" {
            case.play(&[], &[]);
        }
        assert_eq!(case.ship(0).status, rules_full_thrust::Status::Destroyed);
        assert_eq!([0, 1, 2].map(|id| case.group(id).left), [0, 6, 0]);
        assert_eq!(phase(&case), "secondary moves");
        case
    };
    let mut case = crash();
    case.play(&[(0, json!("pass"))], &[]);
    assert_eq!(case.group(1).left, 0, "it stayed");
    let mut case = crash();
    let away = json!({ "fly": { "to": { "x": 50, "y": 40 }, "facing": 12 } });
    case.play(&[(0, json!({ "wing": { "group": 1, "action": away } }))], &[]);
    until(&mut case, "write orders");
    assert_eq!((case.group(1).left, case.group(1).cef), (6, 5));
}

/// FT-17.11.3: from a ship that burns up its craft get away; nobody from one that is lost at once.
#[test]
fn rule_17_11_3_craft_get_away() {
    for (die, left) in [(1, 6), (2, 0)] {
        let mut systems = bays(1);
        systems.as_array_mut().expect("a list").push(json!({ "name": "drive", "thrust": 4 }));
        let more = json!({
            "terrain": [{ "kind": "planet_medium", "name": "P", "at": { "x": 50, "y": 60 }, "radius": 6 }],
            "ships": [
                { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "velocity": 5 },
                { "side": 1, "design": "Target", "at": { "x": 150, "y": 10 } },
            ],
        });
        let craft = json!({ "fighters": [{ "type": "standard" }] });
        let mut case = deck(systems, craft, json!([]), json!([]), more, json!({}));
        case.play(&[], &[4, 3, die]);
        assert_eq!(case.ship(0).status, rules_full_thrust::Status::Destroyed);
        assert_eq!((case.group(0).left, case.group(0).is_flying()), (left, left == 6), "rolled {die}");
    }
}

/// FT-9.1.11, FT-8.16.1: a bay that holds the whole squadron refuels and rearms it; on a rack it is only carried.
#[test]
fn rule_9_1_11_bays_for_boats() {
    let land = |systems: Value, damaged: Value, dice: &[u8]| {
        let boats: Vec<Value> = (0..6).map(|_| json!({ "type": "mkp" })).collect();
        let craft = json!({ "gunboatSquadrons": [{ "boats": boats }] });
        let more = json!({
            "ships": [
                { "side": 0, "design": "Carrier", "at": { "x": 50, "y": 50 }, "damaged": damaged },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 60 } },
            ],
            "groups": [{ "group": 0, "at": { "x": 50, "y": 48 }, "cef": 1 }],
        });
        let mut case = deck(systems, craft, json!([]), json!([]), more, json!({}));
        case.play(&[], &[4, 3]);
        until(&mut case, "move fighters");
        let land = json!({ "wing": { "group": 0, "action": { "land": { "ship": 0 } } } });
        if dice == [9] {
            case.refused(0, &land, "FT-9.1.11");
            return case;
        }
        case.play(&[(0, land)], dice);
        until(&mut case, "write orders");
        case
    };
    let bay = |mass: u32| json!([{ "name": "bay", "type": "boat", "capacity": mass }]);
    let mut case = land(bay(18), json!([]), &[6]);
    assert_eq!((case.group(0).cef, case.group(0).carrier()), (6, Some(ShipId(0))));
    // Any number leaves at once, without tubes.
    case.play(&[(0, order(json!({ "launch": [0] })))], &[4, 3]);
    assert!(case.group(0).is_flying());
    let case = land(bay(18), json!([]), &[2]);
    assert_eq!(case.group(0).cef, 1, "two turns");
    case.refused(0, &order(json!({ "launch": [0] })), "FT-8.16.1");
    land(bay(18), json!([0]), &[9]);
    let case = land(json!([{ "name": "gunboatRack" }]), json!([]), &[]);
    assert_eq!(case.group(0).cef, 1);
    // A squadron without a rack starts in the bay, if it fits.
    let of = |mass: u32, boats: usize| {
        let mut it = design("Tender", 300, 60, json!([]), bay(mass), json!([]));
        it["gunboatSquadrons"] = json!([{ "boats": vec![json!({ "type": "beam" }); boats] }]);
        let ship = |side: u8| json!({ "side": side, "design": "Tender", "at": { "x": 50, "y": 50 } });
        let situation = json!({ "designs": [it], "ships": [ship(0), ship(1)] });
        let situation = plain::from_value(&situation).expect("a situation");
        let battle = Battle::from_situation(&rules_full_thrust::Options::default(), &situation);
        battle.map(|it| it.group(GroupId(0)).carrier()).map_err(|it| it.to_string().contains("FT-13.12.6"))
    };
    assert_eq!(of(18, 6), Ok(Some(ShipId(0))));
    assert_eq!(of(17, 6), Err(true));
    assert_eq!(of(15, 5), Ok(Some(ShipId(0))));
}

/// FT-9.2.8: rockets at other gunboats: 4 and more beyond 6 MU, each hit a boat, in phase 10.
#[test]
fn rule_9_2_8_rockets_at_gunboats() {
    let tender = |name: &str, boat: &str, n: usize, heavy: bool| {
        let mut it = design(name, 300, 60, json!([]), json!([{ "name": "gunboatRack" }]), json!([]));
        let boats = vec![json!({ "type": boat }); n];
        it["gunboatSquadrons"] = json!([{ "boats": boats }]);
        if heavy {
            it["gunboatSquadrons"][0]["protection"] = json!("heavy");
        }
        it
    };
    let fire = |heavy: bool, dice: &[u8]| {
        let mut case = Case::new(
            &json!({ "core_systems": false, "repairs": false }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [tender("One", "rocket", 1, false), tender("Two", "plasmaBomber", 3, heavy)],
                "ships": [
                    { "side": 0, "design": "One", "at": { "x": 10, "y": 10 } },
                    { "side": 1, "design": "Two", "at": { "x": 190, "y": 190 } },
                ],
                "groups": [
                    { "group": 0, "at": { "x": 50, "y": 42 } },
                    { "group": 1, "at": { "x": 50, "y": 50 }, "facing": 6 },
                ],
            }),
        );
        case.play(&[], &[4, 3]);
        until(&mut case, "launch");
        while !matches!(case.table.state().pending(), engine::Pending::Orders(it) if it.seats.contains(Seat(0)))
        {
            case.play(&[], &[]);
        }
        let launch = |n: u8| json!({ "craft_launch": { "group": 0, "rockets_at": [1, n] } });
        case.refused(0, &launch(5), "FT-9.2.8");
        case.refused(0, &json!({ "craft_launch": { "group": 0, "rockets_at": [0, 1] } }), "FT-9.2.8");
        let menu = plain::to_value(&case.table.state().menu(Seat(0)));
        let needs = if heavy { 5 } else { 4 };
        assert_eq!(menu["fights"]["launches"][0]["prey"], json!([[1, needs]]));
        case.play(&[(0, launch(dice.len() as u8))], dice);
        assert_eq!(case.group(1).left, 3, "not before phase 10");
        until(&mut case, "write orders");
        assert_eq!((case.group(0).cef, case.group(0).packs.clone()), (5, vec![dice.len() as u8]));
        case.group(1).left
    };
    assert_eq!(fire(false, &[3, 4, 5]), 1);
    assert_eq!(fire(true, &[3, 4, 5]), 2);
}

/// FT-8.18.1: aces bought at an agreed price, in groups with pilots.
#[test]
fn rule_8_18_1_aces_are_bought() {
    let mut scenario = library::scenario("carrier-strike");
    scenario.options.aces = plain::from_value(&json!("bought")).expect("an option");
    let (i, n) = (0..scenario.sides.len())
        .flat_map(|i| (0..scenario.sides[i].ships.len()).map(move |n| (i, n)))
        .find(|&(i, n)| scenario.sides[i].ships[n].design == "Rook Carrier")
        .expect("a carrier");
    scenario.sides[i].ships[n].aces = vec![2];
    let set_up = |scenario: &rules_full_thrust::Scenario| Battle::set_up(&scenario.options, scenario);
    let battle = set_up(&scenario).expect("a sound scenario");
    let pilots: Vec<Pilots> = battle.group_ids().map(|id| battle.group(id).pilots).collect();
    assert_eq!(pilots[..3], [Pilots::Average, Pilots::Ace, Pilots::Average]);
    scenario.points = Some(9_000);
    assert!(set_up(&scenario).is_ok());
    scenario.ace_points = 10_000;
    assert!(set_up(&scenario).expect_err("too dear").to_string().contains("FT-13.1.1"));
    scenario.points = None;
    scenario.sides[i].ships[n].aces = vec![9];
    assert!(set_up(&scenario).expect_err("no such group").to_string().contains("FT-8.18.1"));
}

/// FT-8.15.16: EMP, needle and rocket fighters by our own numbers, where the option allows them.
#[test]
fn rule_8_15_16_unlisted_craft() {
    let craft = |kind: &str| json!({ "fighters": [{ "type": "standard", "unlisted": kind }] });
    let situation = |kind: &str| {
        let mut it = design("Carrier", 300, 60, json!([]), bays(1), json!([]));
        it["fighters"] = craft(kind)["fighters"].clone();
        let ship = |side: u8| json!({ "side": side, "design": "Carrier", "at": { "x": 50, "y": 50 } });
        plain::from_value(&json!({ "designs": [it], "ships": [ship(0), ship(1)] })).expect("a situation")
    };
    let refused = Battle::from_situation(&rules_full_thrust::Options::default(), &situation("emp"));
    assert!(refused.expect_err("switched off").to_string().contains("FT-8.15.16"));
    let on = || json!({ "unlisted_craft": true });
    let points = |kind: &str| {
        let options = plain::from_value(&on()).expect("options");
        let battle = Battle::from_situation(&options, &situation(kind)).expect("a battle");
        6 * battle.craft_worth(GroupId(0))
    };
    assert_eq!(["emp", "needle", "rocket"].map(points), [36, 36, 24]);
    let run = |kind: &str, systems: Value| {
        let groups = json!({ "phase": "secondary", "groups": [{ "group": 0, "at": { "x": 50, "y": 56 }, "left": 2 }] });
        let mut case = deck(bays(1), craft(kind), systems, json!([]), groups, on());
        until(&mut case, "attacks");
        case
    };
    // Two EMP dice past a screen: a 5; the hit is placed on the fire control.
    let systems = json!([{ "name": "fireControl" }, { "name": "screen" }]);
    let mut case = run("emp", systems.clone());
    name(&mut case, 0, attack(&[(0, at_ship(1))]), &[5, 1]);
    assert_eq!((phase(&case), case.ship(1).hull_lost, case.group(0).cef), ("EMP", 0, 5));
    // Two needle dice at it: a 4 is a point, a 6 a point and the system.
    let mut case = run("needle", systems);
    name(&mut case, 0, attack(&[(0, at_ship(1))]), &[]);
    assert_eq!(phase(&case), "attack runs");
    case.play(&[(0, json!({ "run": [{ "group": 0, "aim": 0 }] }))], &[4, 6]);
    assert_eq!((case.ship(1).hull_lost, case.ship(1).gone.contains(rules_full_thrust::IconId(0))), (2, true));
    // A rocket each within 6 MU, 2 and more; 1d3 each, once.
    let rocket = |y: i32| {
        let groups = json!({ "groups": [{ "group": 0, "at": { "x": 50, "y": y }, "left": 2 }] });
        let mut case = deck(bays(1), craft("rocket"), json!([]), json!([]), groups, on());
        case.play(&[], &[4, 3]);
        case
    };
    assert_eq!(phase(&rocket(53)), "move fighters");
    let mut case = rocket(55);
    case.play(&[(0, json!({ "craft_launch": { "group": 0, "rockets": [1, 2] } }))], &[1, 2]);
    while phase(&case) == "move fighters" {
        case.play(&[], &[]);
    }
    case.play(&[], &[6]);
    assert_eq!((case.ship(1).hull_lost, case.group(0).is_armed(), case.group(0).cef), (3, false, 5));
}
