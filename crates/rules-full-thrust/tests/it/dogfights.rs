//! Fighters in a fight: targets, dogfights, point defence, attack runs, evasion, pilots (FT-8.6.6 to FT-8.15, FT-8.17,
//! FT-8.18).

use crate::case::{Case, beam, design};
use rules_full_thrust::{IconId, Pilots};
use serde_json::{Value, json};

pub(crate) fn wing(kind: &str) -> Value {
    json!({ "type": kind })
}

/// Two carriers far apart with these wings, and a ship of the second side at 50,50 with `systems` and `weapons`.
/// Groups of the first side are numbered first; `groups` says where they fly.
pub(crate) fn sky(
    first: &[Value],
    second: &[Value],
    systems: Value,
    weapons: Value,
    groups: Value,
    options: &Value,
) -> Case {
    let carrier = |name: &str, wings: &[Value]| {
        let bays: Vec<Value> = wings.iter().map(|_| json!({ "name": "hangar" })).collect();
        let mut it = design(name, 300, 60, json!([]), Value::from(bays), json!([]));
        it["fighters"] = Value::from(wings.to_vec());
        it
    };
    let target = design("Target", 120, 40, json!([]), systems, weapons);
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    options["repairs"] = json!(false);
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "phase": "secondary",
            "designs": [carrier("Eyrie", first), carrier("Nest", second), target],
            "ships": [
                { "side": 0, "design": "Eyrie", "at": { "x": 10, "y": 10 } },
                { "side": 1, "design": "Nest", "at": { "x": 190, "y": 190 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 } },
            ],
            "groups": groups,
        }),
    )
}

/// A group in flight at a place, with these fields beside.
pub(crate) fn flies(group: u8, x: i32, y: i32, more: Value) -> Value {
    let mut it = more;
    it["group"] = json!(group);
    it["at"] = json!({ "x": x, "y": y });
    it
}

/// Nobody makes a secondary move.
#[track_caller]
pub(crate) fn to_attacks(case: &mut Case) {
    while phase(case) == "secondary moves" {
        case.play(&[], &[]);
    }
}

pub(crate) fn phase(case: &Case) -> &'static str {
    match engine::Game::pending(case.table.state()) {
        engine::Pending::Orders(it) => it.phase,
        engine::Pending::Over(_) => "over",
    }
}

pub(crate) fn attack(all: &[(u8, Value)]) -> Value {
    let one = |it: &(u8, Value)| json!({ "group": it.0, "target": it.1 });
    json!({ "attack": all.iter().map(one).collect::<Vec<_>>() })
}

/// Names attacks for a seat; whoever is asked before it has none.
#[track_caller]
pub(crate) fn name(case: &mut Case, seat: u8, order: Value, dice: &[u8]) {
    for _ in 0..8 {
        let engine::Pending::Orders(it) = engine::Game::pending(case.table.state()) else { break };
        if it.phase != "attacks" || it.seats.contains(engine::Seat(seat)) {
            break;
        }
        case.play(&[], &[]);
    }
    assert_eq!(phase(case), "attacks");
    case.play(&[(seat, order)], dice);
}

pub(crate) fn at_ship(id: u8) -> Value {
    json!({ "ship": id })
}

pub(crate) fn at_group(id: u8) -> Value {
    json!({ "group": id })
}

/// FT-8.10.1, FT-8.10.5, FT-8.13.1, FT-2.6.8, FT-8.7.1, FT-8.7.3: the worked example: five against four;
/// 2, 2, 6, 4, 1 and a 3 are three
/// kills, 3, 1, 5, 5 are two; both pay one factor.
#[test]
fn rule_8_10_1_five_against_four() {
    let groups = json!([flies(0, 100, 100, json!({ "left": 5 })), flies(1, 100, 102, json!({ "left": 4 })),]);
    let mut case = sky(&[wing("standard")], &[wing("standard")], json!([]), json!([]), groups, &json!({}));
    to_attacks(&mut case);
    case.refused(0, &attack(&[(0, at_ship(2))]), "FT-8.7.1");
    case.refused(0, &attack(&[(0, at_group(1)), (0, at_group(1))]), "FT-8.7.2");
    name(&mut case, 0, attack(&[(0, at_group(1))]), &[]);
    assert_eq!(phase(&case), "dogfights");
    case.play(&[(1, json!({ "dogfight": [{ "group": 1, "at": [0] }] }))], &[2, 2, 6, 4, 1, 3, 3, 1, 5, 5]);
    assert_eq!((case.group(0).left, case.group(1).left), (3, 1));
    assert_eq!((case.group(0).cef, case.group(1).cef), (5, 5));
}

/// FT-8.13.1, FT-8.13.2: a reply is voluntary and costs; without endurance only a natural 6 kills, one and no re-roll.
#[test]
fn rule_8_13_2_replies() {
    let fight = |cef: u8, stance: Value, dice: &[u8]| {
        let groups = json!([flies(0, 100, 100, json!({})), flies(1, 100, 102, json!({ "cef": cef }))]);
        let mut case =
            sky(&[wing("standard")], &[wing("standard")], json!([]), json!([]), groups, &json!({}));
        to_attacks(&mut case);
        name(&mut case, 0, attack(&[(0, at_group(1))]), &[]);
        case.play(&[(1, json!({ "dogfight": [stance] }))], dice);
        (case.group(0).left, case.group(1).left, case.group(1).cef)
    };
    let none = [1, 1, 1, 1, 1, 1];
    assert_eq!(fight(3, json!({ "group": 1 }), &none), (6, 6, 3));
    let reply = json!({ "group": 1, "at": [0] });
    assert_eq!(fight(0, reply.clone(), &[1, 1, 1, 1, 1, 1, 6, 5, 4, 4, 6, 5]), (4, 6, 0));
    assert_eq!(fight(1, reply, &[1, 1, 1, 1, 1, 1, 6, 5, 4, 1, 1, 1, 2]), (2, 6, 0));
}

/// FT-8.9.1, FT-8.8.2, FT-8.8.6, FT-8.8.7, FT-8.7.4, FT-2.6.9, FT-2.6.10, FT-8.13.1: an attack run: a
/// PDS takes two and rolls again, a Beam-1 one; three dice
/// are left, and a screen stops the 4.
#[test]
fn rule_8_9_1_attack_run() {
    let systems = json!([{ "name": "screen" }, { "name": "drive", "thrust": 2 }]);
    let weapons = json!([{ "name": "pds" }, beam(1)]);
    let groups = json!([flies(0, 50, 46, json!({}))]);
    let mut case = sky(&[wing("standard")], &[], systems, weapons, groups, &json!({}));
    to_attacks(&mut case);
    name(&mut case, 0, attack(&[(0, at_ship(2))]), &[]);
    assert_eq!(phase(&case), "point defence");
    let guard = |weapon: u8| json!({ "ship": 2, "weapon": weapon, "group": 0 });
    case.refused(1, &json!({ "defend": [guard(2), guard(2)] }), "FT-6.4.1");
    case.play(&[(1, json!({ "defend": [guard(2), guard(3)] }))], &[6, 5, 3, 4, 5, 2]);
    assert_eq!((case.group(0).left, case.group(0).cef), (3, 5));
    assert_eq!(case.ship(2).hull_lost, 1);
    assert!(case.ship(2).used.contains(IconId(2)) || engine::Game::turn(case.table.state()) == 2);
}

/// FT-8.9.2, FT-8.15.2: cannon pass standard screens and never roll again.
#[test]
fn rule_8_9_2_cannon() {
    let systems = json!([{ "name": "screen" }, { "name": "screen" }]);
    let groups = json!([flies(0, 50, 46, json!({ "left": 3 }))]);
    let cannon = json!({ "type": "standard", "cannon": true });
    let mut case = sky(&[cannon], &[], systems, json!([]), groups, &json!({}));
    to_attacks(&mut case);
    name(&mut case, 0, attack(&[(0, at_ship(2))]), &[6, 4, 3]);
    assert_eq!(case.ship(2).hull_lost, 3);
}

/// FT-8.6.4: three groups screen a ship, four attack: three must pair off before the fourth may go for it; all four may
/// take the screen.
#[test]
fn rule_8_6_4_screen() {
    let screen = |group: u8| flies(group, 50, 51, json!({ "screening": 2 }));
    let groups = json!([
        flies(0, 50, 46, json!({})),
        flies(1, 50, 46, json!({})),
        flies(2, 50, 46, json!({})),
        flies(3, 50, 46, json!({})),
        screen(4),
        screen(5),
        screen(6),
    ]);
    let wings = |n: usize| vec![wing("standard"); n];
    let mut case = sky(&wings(4), &wings(3), json!([]), json!([]), groups, &json!({}));
    to_attacks(&mut case);
    case.refused(0, &attack(&[(3, at_ship(2))]), "FT-8.6.4");
    let pairs = [(0, at_group(4)), (1, at_group(5))];
    case.refused(0, &attack(&[pairs[0].clone(), pairs[1].clone(), (3, at_ship(2))]), "FT-8.6.4");
    let state = case.table.state();
    let two_one_one: rules_full_thrust::Order =
        plain::from_value(&attack(&[pairs[0].clone(), pairs[1].clone(), (2, at_group(6)), (3, at_group(4))]))
            .expect("an order");
    assert!(engine::Game::check(state, engine::Seat(0), &two_one_one).is_ok());
    case.play(&[(0, attack(&[pairs[0].clone(), pairs[1].clone(), (2, at_group(6)), (3, at_ship(2))]))], &[]);
    // Nobody replies; then the fourth strikes.
    let hold = json!({ "dogfight": [{ "group": 4 }, { "group": 5 }, { "group": 6 }] });
    let miss = [1; 18];
    let dice: Vec<u8> = miss.into_iter().chain([4, 1, 1, 1, 1, 1]).collect();
    case.play(&[(1, hold)], &dice);
    assert_eq!(case.ship(2).hull_lost, 1);
    assert_eq!(case.group(4).left, 6);
}

/// FT-8.9.4: a run that is engaged breaks off, or presses on and is shot at without reply; FT-8.8.4:
/// point defence then has to
/// keep out of it.
#[test]
fn rule_8_9_4_press_on() {
    let run = |stance: Value, dice: &[u8]| {
        let groups = json!([flies(0, 50, 46, json!({})), flies(1, 50, 44, json!({}))]);
        let weapons = json!([{ "name": "pds" }]);
        let mut case = sky(&[wing("attack")], &[wing("interceptor")], json!([]), weapons, groups, &json!({}));
        to_attacks(&mut case);
        name(&mut case, 1, attack(&[(1, at_group(0))]), &[]);
        name(&mut case, 0, attack(&[(0, at_ship(2))]), &[]);
        assert_eq!(phase(&case), "dogfights");
        case.play(&[(0, json!({ "dogfight": [stance] }))], dice);
        (case.group(0).left, case.group(1).left, case.ship(2).hull_lost, case.group(0).cef)
    };
    // Interceptors kill on 3; attack fighters that are left hit on 3.
    let shots = [3, 3, 3, 3, 2, 1];
    let pressed: Vec<u8> = shots.into_iter().chain([3, 5]).collect();
    assert_eq!(run(json!({ "group": 0 }), &pressed), (2, 6, 3, 5));
    // Six attack fighters answer at -2: only sixes.
    let broken: Vec<u8> = shots.into_iter().chain([6, 5, 5, 5, 5, 5, 4]).collect();
    assert_eq!(run(json!({ "group": 0, "at": [1] }), &broken), (2, 4, 0, 5));
}

/// FT-8.11.1: a furball: kills are divided, the odd one to the first named; with different modifiers the dice are.
#[test]
fn rule_8_11_1_furball() {
    let fight = |second: &str, dice: &[u8]| {
        let groups = json!([
            flies(0, 100, 100, json!({})),
            flies(1, 100, 102, json!({ "facing": 6 })),
            flies(2, 100, 103, json!({ "facing": 6 })),
        ]);
        let heavy = json!({ "type": "standard", "mods": if second == "heavy" { json!(["heavy"]) } else { json!([]) } });
        let mut case =
            sky(&[wing("standard")], &[wing("standard"), heavy], json!([]), json!([]), groups, &json!({}));
        to_attacks(&mut case);
        name(&mut case, 1, attack(&[(1, at_group(0)), (2, at_group(0))]), &[]);
        if phase(&case) == "attacks" {
            case.play(&[(0, json!("pass"))], &[]);
        }
        case.refused(0, &json!({ "dogfight": [{ "group": 0, "at": [1, 1] }] }), "FT-8.11.1");
        case.play(&[(0, json!({ "dogfight": [{ "group": 0, "at": [1, 2] }] }))], dice);
        (case.group(1).left, case.group(2).left)
    };
    // Group 1, the reply, group 2.
    let miss = [1, 1, 1, 1, 1, 1];
    let all = |own: &[u8]| -> Vec<u8> { miss.iter().chain(own).chain(&miss).copied().collect() };
    assert_eq!(fight("plain", &all(&[4, 4, 4, 1, 1, 1])), (4, 5));
    // Three dice each; against the heavy ones a 4 is not enough.
    assert_eq!(fight("heavy", &all(&[4, 4, 4, 4, 4, 5])), (3, 5));
}

/// FT-8.6.6, FT-8.6.7, FT-8.6.8: a destroyer's two Beam-2 roll 4 and 6: one kill; a group that evades
/// pays one factor, and all that was
/// announced misses and is spent.
#[test]
fn rule_8_6_8_evasion() {
    let announce = |evade: Value, dice: &[u8]| {
        let groups = json!([flies(0, 50, 59, json!({}))]);
        let systems = json!([{ "name": "fireControl" }]);
        let mut case = sky(&[wing("standard")], &[], systems, json!([beam(2), beam(2)]), groups, &json!({}));
        to_attacks(&mut case);
        while phase(&case) != "ships fire" {
            case.play(&[], &[]);
        }
        let shots = json!([{ "weapon": 1, "group": 0 }, { "weapon": 2, "group": 0 }]);
        case.refused(1, &json!({ "fire": { "ship": 2, "groups": [shots[0], shots[0]] } }), "FT-2.6.14");
        case.play(&[(1, json!({ "fire": { "ship": 2, "groups": shots } }))], &[]);
        assert_eq!(phase(&case), "evasion");
        case.refused(0, &json!({ "evade": [1] }), "FT-8.6.8");
        case.play(&[(0, json!({ "evade": evade }))], dice);
        (case.group(0).left, case.group(0).cef)
    };
    assert_eq!(announce(json!([]), &[4, 6]), (5, 6));
    assert_eq!(announce(json!([0]), &[]), (6, 5));
}

/// FT-8.8.3, FT-8.8.4, FT-8.8.5: with an ADFC a ship fires at what attacks a friend, or at an idle group
/// within 6 MU; Beam-1 only for
/// itself.
#[test]
fn rule_8_8_3_area_defence() {
    let groups =
        json!([flies(0, 50, 46, json!({})), flies(1, 54, 54, json!({})), flies(2, 58, 58, json!({}))]);
    let systems = json!([{ "name": "adfc" }]);
    let weapons = json!([{ "name": "pds" }, { "name": "pds" }, beam(1)]);
    let mut case = sky(
        &[wing("standard"), wing("standard"), wing("standard")],
        &[],
        systems,
        weapons,
        groups,
        &json!({}),
    );
    to_attacks(&mut case);
    name(&mut case, 0, attack(&[(0, at_ship(2))]), &[]);
    if phase(&case) == "attacks" {
        case.play(&[(0, json!("pass"))], &[]);
    }
    let guard = |weapon: u8, group: u8| json!({ "ship": 2, "weapon": weapon, "group": group });
    case.refused(1, &json!({ "defend": [guard(1, 2)] }), "FT-8.8.3");
    case.refused(1, &json!({ "defend": [guard(3, 1)] }), "FT-8.8.5");
    case.play(&[(1, json!({ "defend": [guard(1, 0), guard(2, 1), guard(3, 0)] }))], &[4, 5, 5, 1, 1, 1, 1]);
    assert_eq!((case.group(0).left, case.group(1).left, case.group(2).left), (4, 5, 6));
}

/// FT-8.15.6, FT-8.15.9: torpedoes once, hits for what the die shows; or guns at -2. MKP four AP each.
#[test]
fn rule_8_15_6_torpedoes() {
    let run = |kind: &str, with: &str, dice: &[u8]| {
        let groups = json!([flies(0, 50, 46, json!({ "left": 3 }))]);
        let mut case = sky(&[wing(kind)], &[], json!([]), json!([]), groups, &json!({}));
        to_attacks(&mut case);
        name(&mut case, 0, attack(&[(0, at_ship(2))]), &[]);
        assert_eq!(phase(&case), "attack runs");
        case.refused(0, &json!({ "run": [{ "group": 0, "aim": 0 }] }), "FT-8.18.2");
        case.play(&[(0, json!({ "run": [{ "group": 0, "with": with }] }))], dice);
        (case.ship(2).hull_lost, case.group(0).cef, case.group(0).spent)
    };
    assert_eq!(run("torpedo", "main", &[5, 3, 4]), (9, 5, 1));
    assert_eq!(run("torpedo", "guns", &[6, 5, 5, 1]), (1, 5, 0));
    assert_eq!(run("torpedo", "nothing", &[]), (0, 6, 0));
    assert_eq!(run("MKP", "main", &[6, 4, 3]), (12, 5, 1));
}

/// FT-8.15.7, FT-8.15.8: grasers and plasma cannon cost two factors; with one they cannot fire at ships.
#[test]
fn rule_8_15_7_grasers_and_plasma() {
    let run = |kind: &str, cef: u8, dice: &[u8]| {
        let groups = json!([flies(0, 50, 46, json!({ "left": 2, "cef": cef }))]);
        let mut case = sky(&[wing(kind)], &[], json!([]), json!([]), groups, &json!({}));
        to_attacks(&mut case);
        if cef < 2 {
            // Nothing to decide for anybody.
            return (case.ship(2).hull_lost, case.group(0).cef);
        }
        name(&mut case, 0, attack(&[(0, at_ship(2))]), dice);
        (case.ship(2).hull_lost, case.group(0).cef)
    };
    // A graser hit is 1d3.
    assert_eq!(run("graser", 6, &[5, 1, 6]), (3, 4));
    assert_eq!(run("plasma", 2, &[5, 6, 2]), (7, 0));
    assert_eq!(run("graser", 1, &[]), (0, 1));
}

/// FT-8.17.1, FT-8.15.15: a group that has lost craft may turn away, and pays nothing; robots never.
#[test]
fn rule_8_17_1_morale() {
    let run = |mods: Value, dice: &[u8]| {
        let groups = json!([flies(0, 50, 46, json!({ "left": 2 }))]);
        let craft = json!({ "type": "standard", "mods": mods });
        let mut case = sky(&[craft], &[], json!([]), json!([]), groups, &json!({ "fighter_morale": true }));
        to_attacks(&mut case);
        name(&mut case, 0, attack(&[(0, at_ship(2))]), dice);
        (case.ship(2).hull_lost, case.group(0).cef)
    };
    assert_eq!(run(json!([]), &[3]), (0, 6));
    assert_eq!(run(json!([]), &[2, 4, 4]), (2, 5));
    assert_eq!(run(json!(["robot"]), &[4, 4]), (2, 5));
}

/// FT-8.18.2: five craft with an ace roll six dice, or four and a needle beam.
#[test]
fn rule_8_18_2_aces() {
    let run = |order: Value, dice: &[u8]| {
        let groups = json!([flies(0, 50, 46, json!({ "left": 5, "pilots": "ace" }))]);
        let systems = json!([{ "name": "fireControl" }]);
        let mut case = sky(&[wing("standard")], &[], systems, json!([]), groups, &json!({}));
        to_attacks(&mut case);
        name(&mut case, 0, attack(&[(0, at_ship(2))]), &[]);
        case.play(&[(0, json!({ "run": [order] }))], dice);
        (case.ship(2).hull_lost, case.ship(2).gone.contains(IconId(0)))
    };
    assert_eq!(run(json!({ "group": 0 }), &[4, 4, 4, 4, 4, 4]), (6, false));
    assert_eq!(run(json!({ "group": 0, "aim": 0 }), &[4, 4, 4, 4, 6]), (5, true));
}

/// FT-8.18.3, FT-8.18.4: ace against ace on 4 and more; a turkey's every die counts one less.
#[test]
fn rule_8_18_3_duel() {
    let fight = |pilots: &str, duel: bool, dice: &[u8]| {
        let groups = json!([
            flies(0, 100, 100, json!({ "left": 2, "pilots": "ace" })),
            flies(1, 100, 102, json!({ "left": 2, "pilots": pilots })),
        ]);
        let mut case =
            sky(&[wing("standard")], &[wing("standard")], json!([]), json!([]), groups, &json!({}));
        to_attacks(&mut case);
        name(&mut case, 0, attack(&[(0, at_group(1))]), &[]);
        let own = json!({ "dogfight": [{ "group": 0, "at": [1], "duel": duel }] });
        let its = json!({ "dogfight": [{ "group": 1, "at": [0] }] });
        case.play(&[(0, own), (1, its)], dice);
        (case.group(0).left, case.group(1).left, case.group(1).pilots)
    };
    // One die of the other pilot, the ace's own; then two dice and the other ace's.
    assert_eq!(fight("ace", true, &[1, 4, 1, 1, 1]), (2, 1, Pilots::Average));
    assert_eq!(fight("ace", true, &[1, 3, 1, 1, 1]), (2, 2, Pilots::Ace));
}

/// A ship of side 1 with a salvo rack (icon 1) and a bolt launcher (icon 2) at 50,68 that heads south,
/// and a carrier of side 0
/// with one group at 50,50; the group flies at 50,46.
pub(crate) fn missiles(kind: &str, pilots: &str, group: Value) -> Case {
    let mut eyrie = design("Eyrie", 300, 60, json!([]), json!([{ "name": "hangar" }]), json!([]));
    eyrie["fighters"] = json!([wing(kind)]);
    let bolt = json!({ "name": "pbl", "class": 2, "leftArc": "FP", "numArcs": 3 });
    let mut launcher =
        design("Launcher", 300, 40, json!([]), json!([{ "name": "fireControl" }]), json!([bolt]));
    launcher["ordnance"] = json!([{ "name": "salvo", "leftArc": "FP", "numArcs": 3 }]);
    let mut group = group;
    group["group"] = json!(0);
    group["pilots"] = json!(pilots);
    Case::new(
        &json!({ "core_systems": false, "repairs": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [eyrie, launcher],
            "ships": [
                { "side": 0, "design": "Eyrie", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Launcher", "at": { "x": 50, "y": 68 }, "facing": 6 },
            ],
            "groups": [group],
        }),
    )
}

/// Launches `weapon` at 50,50 and goes on to the attacks.
#[track_caller]
pub(crate) fn launched(case: &mut Case, weapon: u8) {
    case.play(&[], &[4, 3]);
    let at = json!({ "x": 50, "y": 50 });
    case.play(&[(1, json!({ "launch": { "ship": 1, "launches": [{ "weapon": weapon, "at": at }] } }))], &[]);
    while phase(case) == "move fighters" || phase(case) == "secondary moves" {
        case.play(&[], &[]);
    }
}

/// FT-8.12.1, FT-8.12.2, FT-6.4.5: fighters kill missiles on 5 and 6, a 6 rolls again; every kill may
/// cost one of them. FT-8.12.3: attack
/// fighters cannot.
#[test]
fn rule_8_12_2_interception() {
    let here = || json!({ "at": { "x": 50, "y": 46 } });
    let salvo = |case: &Case| {
        let weapons =
            rules_full_thrust::Battle::field(case.table.state()).blueprint(rules_full_thrust::ShipId(1));
        weapons
            .icon_ids()
            .find(|&icon| {
                matches!(weapons.kind(icon), Some(rules_full_thrust::design::Kind::SalvoRack { .. }))
            })
            .expect("a rack")
            .0
    };
    let mut case = missiles("standard", "average", here());
    let rack = salvo(&case);
    launched(&mut case, rack);
    let at = attack(&[(0, json!({ "marker": 1 }))]);
    // 5 and 6 and a 5 again: three missiles; the toll 6, 1, 2: one fighter; six on target, three hit.
    name(&mut case, 0, at.clone(), &[5, 6, 4, 4, 1, 1, 5, 6, 1, 2, 6, 1, 1, 1]);
    assert_eq!((case.group(0).left, case.group(0).cef, case.ship(0).hull_lost), (5, 5, 3));
    // Interceptors from 4 on; turkeys one worse.
    let mut case = missiles("interceptor", "turkey", here());
    launched(&mut case, rack);
    name(&mut case, 0, at.clone(), &[5, 4, 4, 4, 4, 4, 1, 1]);
    assert_eq!((case.group(0).left, case.ship(0).hull_lost), (6, 0));
    let mut case = missiles("attack", "average", here());
    case.play(&[], &[4, 3]);
    let there = json!({ "x": 50, "y": 50 });
    case.play(&[(1, json!({ "launch": { "ship": 1, "launches": [{ "weapon": rack, "at": there }] } }))], &[]);
    let why = case.table.state().attacks(rules_full_thrust::GroupId(0), rules_full_thrust::Target::Marker(1));
    assert_eq!(why.expect_err("an attack fighter").0, "FT-8.12.3");
}

/// FT-8.12.4: plasma bolts lose a class on a natural 6, to interceptors on 5; FT-8.12.5: the screen
/// fights what attacks its ship whatever its
/// facing.
#[test]
fn rule_8_12_5_screens_and_bolts() {
    let screen = json!({ "at": { "x": 50, "y": 51 }, "facing": 6, "screening": 0 });
    let mut case = missiles("standard", "average", screen);
    let state = case.table.state();
    let blueprint = rules_full_thrust::Battle::field(state).blueprint(rules_full_thrust::ShipId(1));
    let icons: Vec<u8> = blueprint.icon_ids().map(|it| it.0).collect();
    let kind = |icon: u8| blueprint.kind(IconId(icon));
    let is_rack =
        |icon: &&u8| matches!(kind(**icon), Some(rules_full_thrust::design::Kind::SalvoRack { .. }));
    let is_bolt = |icon: &&u8| {
        matches!(
            kind(**icon),
            Some(rules_full_thrust::design::Kind::Gun(rules_full_thrust::design::Gun::BoltLauncher(_)))
        )
    };
    let rack = *icons.iter().find(is_rack).expect("a rack");
    let bolt = *icons.iter().find(is_bolt).expect("a launcher");
    case.play(&[], &[4, 3]);
    let place = json!({ "x": 50, "y": 55 });
    case.play(&[(1, json!({ "launch": { "ship": 1, "launches": [{ "weapon": rack, "at": place }] } }))], &[]);
    while phase(&case) == "move fighters" || phase(&case) == "secondary moves" {
        case.play(&[], &[]);
    }
    // The marker is behind it; one is on target, and stopped.
    name(&mut case, 0, attack(&[(0, json!({ "marker": 1 }))]), &[5, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(case.ship(0).hull_lost, 0);
    let mut case = missiles("standard", "average", json!({ "at": { "x": 50, "y": 44 } }));
    launched(&mut case, bolt);
    // One class off; the other bursts over the carrier and the fighters: 3 points, 2 craft.
    name(&mut case, 0, attack(&[(0, json!({ "marker": 1 }))]), &[6, 5, 5, 5, 5, 5, 3, 2]);
    assert_eq!((case.ship(0).hull_lost, case.group(0).left), (3, 4), "FT-6.8.3");
}

/// FT-8.15.11, FT-8.15.1, FT-8.15.12: a multi-role group fights as it is armed; light fighters come
/// eight at a time and are shot at 1 better.
#[test]
fn rule_8_15_11_roles_and_light_fighters() {
    let groups =
        json!([flies(0, 100, 100, json!({ "role": "interceptor" })), flies(1, 100, 102, json!({})),]);
    let mut case = sky(&[wing("multiRole")], &[wing("light")], json!([]), json!([]), groups, &json!({}));
    assert_eq!((case.group(1).left, case.group(1).cef), (8, 4));
    to_attacks(&mut case);
    name(&mut case, 0, attack(&[(0, at_group(1))]), &[]);
    // Two more on each die: 2 kills one, 4 two.
    case.play(&[(1, json!({ "dogfight": [{ "group": 1 }] }))], &[2, 4, 1, 1, 1, 1]);
    assert_eq!(case.group(1).left, 5);
}

/// FT-8.10.4, FT-8.13.3, FT-8.9.3: nobody fires into a dogfight; a group without endurance still flies.
#[test]
fn rule_8_10_4_no_fire_into_dogfights() {
    let groups = json!([flies(0, 50, 58, json!({})), flies(1, 50, 60, json!({ "cef": 0 }))]);
    let systems = json!([{ "name": "fireControl" }]);
    let mut case =
        sky(&[wing("standard")], &[wing("standard")], systems, json!([beam(2)]), groups, &json!({}));
    to_attacks(&mut case);
    name(&mut case, 0, attack(&[(0, at_group(1))]), &[]);
    case.play(&[(1, json!({ "dogfight": [{ "group": 1 }] }))], &[1, 1, 1, 1, 1, 1]);
    // Beam-2 would reach the enemy group, but nobody is asked to fire.
    assert_eq!((phase(&case), case.group(1).cef), ("write orders", 0));
}

/// FT-8.18.1: a die for each group before play: 6 is an ace, 1 turkeys.
#[test]
fn rule_8_18_1_pilots() {
    use engine::Game as _;
    let mut scenario = rules_full_thrust::library::scenario("carrier-strike");
    scenario.options.aces = plain::from_value(&json!("random")).expect("an option");
    let battle =
        rules_full_thrust::Battle::set_up(&scenario.options, &scenario).expect("a supplied scenario");
    let mut table = engine::Table::new(battle, dice::Dice::scripted(vec![6, 1, 3, 3, 3]));
    rules_full_thrust::Battle::open(&mut table);
    let pilots: Vec<Pilots> =
        (0..3).map(|id| table.state().group(rules_full_thrust::GroupId(id)).pilots).collect();
    assert_eq!(pilots, [Pilots::Ace, Pilots::Turkey, Pilots::Average]);
}
