//! Every act under every condition, put to the chapters themselves.

use engine::{Findings, Library, Seat};
use serde_json::{Value, json};

use super::*;
use crate::{
    Options, Situation,
    boarding::{self, Crossing},
    craft::{
        hangars,
        wings::{GroupId, Target},
    },
    fire,
    movement::{
        links::{Hold, Link},
        plot::Plot,
    },
    ordnance::{
        Marker, Warhead,
        defence::Guard,
        mines::{self, Lay},
    },
    ship::IconId,
};

const ACTS: [Act; 11] = [
    Act::Launch,
    Act::Flak,
    Act::Fly,
    Act::Recover,
    Act::LayMines,
    Act::Scramble,
    Act::Defend,
    Act::Support,
    Act::Engage,
    Act::Fire,
    Act::Cross,
];

const SHIP: ShipId = ShipId(0);
const FRIEND: ShipId = ShipId(1);
const BASE: ShipId = ShipId(2);
const FOE: ShipId = ShipId(3);

/// A ship that can do everything, with a friend, a starbase to dock with, a group to recover and one to launch;
/// missiles on their way to it and to its friend, fighters that attack it, gunboats in reach, an enemy ahead.
fn battle() -> Battle {
    let hull = json!({ "points": 60, "rows": 4, "stealth": "0", "streamlining": "none" });
    let design = |name: &str, systems: &Value, weapons: &Value| {
        json!({
            "name": name, "mass": 300, "hull": hull, "armour": [], "systems": systems, "weapons": weapons,
        })
    };
    let none = json!([]);
    let systems = json!([
        { "name": "drive", "thrust": 2 }, { "name": "fireControl" }, { "name": "adfc" },
        { "name": "hangar" }, { "name": "hangar" }, { "name": "launchTube" }, { "name": "launchTube" },
        { "name": "mineLayer", "capacity": 2 }, { "name": "mineSweeper" }, { "name": "reflex" },
    ]);
    let weapons = json!([
        { "name": "pds" },
        { "name": "beam", "class": 2, "leftArc": "F", "numArcs": 6 },
        { "name": "kgun", "class": 2, "leftArc": "F", "numArcs": 1 },
        { "name": "spinalNova" },
    ]);
    let mut able = design("Able", &systems, &weapons);
    able["ordnance"] = json!([{ "name": "salvo", "leftArc": "FP", "numArcs": 3 }]);
    able["fighters"] = json!([{ "type": "standard" }, { "type": "standard" }]);
    able["extras"] = json!({ "flagbridge": { "flak": true } });
    let mut nest = design("Nest", &json!([{ "name": "hangar" }, { "name": "gunboatRack" }]), &none);
    nest["fighters"] = json!([{ "type": "standard" }]);
    nest["gunboatSquadrons"] = json!([{ "boats": [{ "type": "beam" }] }]);
    let situation: Situation = plain::from_value(&json!({
        "table": { "width": 200, "height": 200 },
        "turn": 2,
        "designs": [able, design("Friend", &none, &none), design("Base", &none, &none), nest],
        "ships": [
            { "side": 0, "design": "Able", "at": { "x": 50, "y": 50 } },
            { "side": 0, "design": "Friend", "at": { "x": 54, "y": 50 } },
            { "side": 0, "design": "Base", "at": { "x": 50, "y": 48 }, "station": "Hub" },
            { "side": 1, "design": "Nest", "at": { "x": 50, "y": 65 } },
        ],
        "groups": [
            { "group": 1, "at": { "x": 50, "y": 50 } },
            { "group": 2, "at": { "x": 50, "y": 53 }, "facing": 6 },
            { "group": 3, "at": { "x": 50, "y": 55 }, "facing": 6 },
        ],
    }))
    .expect("a situation");
    let options = Options { flak: true, nova_cannon: true, reflex_field: true, ..Options::default() };
    let mut battle = Battle::from_situation(&options, &situation).expect("a battle");
    battle.group_mut(GroupId(2)).deeds.target = Some(Target::Ship(SHIP));
    for (number, target) in [(1, SHIP), (2, FRIEND)] {
        let at = battle.ship(target).motion.at;
        let marker = Marker::new(number, FOE, 1, Warhead::Salvo, at);
        battle.markers.push(Marker { target: Some(target), ..marker });
    }
    battle.beside.push((SHIP, FOE, 1));
    battle
}

fn icon(battle: &Battle, of: &str) -> IconId {
    let found = battle.field.blueprint(SHIP).icon_ids().find(|&icon| {
        battle.field.blueprint(SHIP).kind(icon).is_some_and(|it| format!("{it:?}").contains(of))
    });
    found.unwrap_or_else(|| panic!("no {of}"))
}

/// The ship in that condition, and an order that puts it there, where an order does.
fn put(battle: &mut Battle, condition: Condition) -> ShipOrder {
    let mut order = ShipOrder::new(SHIP, Plot::Hold);
    let (nova, turn) = (icon(battle, "Nova"), battle.turn);
    let ship = battle.ship_mut(SHIP);
    match condition {
        Condition::Gone => ship.status = Status::Destroyed,
        Condition::Cloaked => ship.cloaked = true,
        Condition::Adrift => ship.core.adrift_until = turn,
        Condition::Bogey => ship.bogey = true,
        Condition::Warm => (ship.warm, order.ftl) = (turn, true),
        Condition::Sweeping => (ship.sweeping, order.sweep) = (true, true),
        Condition::Reflex => (battle.secrets[SHIP.index()].reflex, order.reflex) = (true, true),
        Condition::GreatGun => {
            ship.ready.push((nova, Mode::Arm));
            order.modes.push((nova, Mode::Arm));
        }
        Condition::Moored => ship.link = Some(Link { lead: BASE, hold: Hold::Dock, ready: 1 }),
        Condition::Flights => ship.deck.busy = true,
    }
    order
}

/// Whether the chapter of that act lets the ship do it.
fn may(battle: &Battle, mut order: ShipOrder, act: Act) -> bool {
    let guard = |weapon: &str, marker: u16, group: Option<GroupId>| Guard {
        group,
        ..Guard::at_marker(SHIP, icon(battle, weapon), marker)
    };
    let mut found = Findings::default();
    match act {
        Act::Launch => !battle.launchers(SHIP).is_empty(),
        Act::Flak => battle.flak_reach(SHIP, icon(battle, "KGun")).is_ok(),
        Act::Fly => {
            order.launch.push(GroupId(0));
            hangars::check(battle, &order, &mut found);
            found.is_empty()
        }
        Act::Recover => battle.landing(GroupId(1), SHIP, true).is_ok(),
        Act::LayMines => {
            order.mines.push(Lay { layer: icon(battle, "MineLayer"), after: None });
            mines::check(battle, &order, &mut found);
            found.is_empty()
        }
        Act::Scramble => !battle.scramblers(SHIP).is_empty(),
        Act::Defend => battle.guards(&guard("Pds", 1, None)).is_ok(),
        Act::Support => battle.guards(&guard("Pds", 2, None)).is_ok(),
        Act::Engage => battle.guards(&guard("Beam", 0, Some(GroupId(3)))).is_ok(),
        Act::Fire => fire::possible(battle, SHIP).iter().any(|it| it.1 == FOE),
        Act::Cross => {
            let crossing = Crossing { ship: SHIP, target: FOE, marines: 0, parties: 1 };
            boarding::check_crossings(battle, Seat(0), &[crossing], &mut found);
            let offered = battle.boardable(SHIP).any(|it| it == FOE);
            assert_eq!(offered, found.is_empty(), "what is offered may be ordered");
            offered
        }
    }
}

/// Every act against every condition, as the book has it, and every chapter asks here: FT-2.4.2, FT-7.20.2,
/// FT-10.3.3, FT-12.1.4, FT-11.4.1, FT-12.5.1, FT-7.25.1, FT-7.23.1, FT-13.15.5, FT-8.1.9.
#[test]
fn rule_11_4_1_every_act_under_every_condition() {
    // In the order of the acts: launch, flak, fly, recover, mines, scramble, defend, support, engage, fire, cross.
    let table = [
        (Condition::Gone, "-----------"),
        (Condition::Cloaked, "-----------"),
        (Condition::Adrift, "---+-------"),
        (Condition::Bogey, "---+-----+-"),
        (Condition::Warm, "---+--+---+"),
        (Condition::Sweeping, "---+-+++--+"),
        (Condition::Reflex, "-----------"),
        (Condition::GreatGun, "--++-+---++"),
        (Condition::Moored, "--++-+++--+"),
        (Condition::Flights, "+++++++-+++"),
    ];
    assert_eq!(table.map(|it| it.0), Condition::ALL);
    let free = battle();
    for act in ACTS {
        assert!(may(&free, ShipOrder::new(SHIP, Plot::Hold), act), "{act:?} by a ship that is free to");
    }
    for (condition, line) in table {
        for (act, wanted) in ACTS.into_iter().zip(line.chars()) {
            let mut battle = battle();
            let order = put(&mut battle, condition);
            let allowed = wanted == '+';
            assert_eq!(battle.barred(SHIP, act).is_none(), allowed, "{act:?} while {condition:?}");
            // FT-7.23.1: in phase 11 the great gun is asked for by itself; others are silent.
            let told = allowed && !(condition == Condition::GreatGun && act == Act::Fire);
            assert_eq!(may(&battle, order, act), told, "{act:?} while {condition:?}, asked in its chapter");
        }
    }
}

/// FT-12.1.4: with the order to show itself a bogey may launch and lay mines.
#[test]
fn rule_12_1_4_shown_first() {
    let mut battle = battle();
    let order = put(&mut battle, Condition::Bogey);
    for act in [Act::Fly, Act::LayMines] {
        assert_eq!(battle.barred_with(&order, act).map(|it| it.0), Some("FT-12.1.4"));
        assert_eq!(battle.barred_with(&ShipOrder { show: true, ..order.clone() }, act), None);
    }
}
