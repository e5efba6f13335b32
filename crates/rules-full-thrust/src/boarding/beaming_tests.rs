//! Tests of landings, which only other chapters begin.

use dice::Dice;
use engine::{Library, Seat, Table};
use serde_json::{Value, json};

use super::*;
use crate::{Options, Situation};

fn table(systems: &Value, dice: &[u8]) -> Table<Battle> {
    let hull = json!({ "points": 20, "rows": 4, "stealth": "0", "streamlining": "none" });
    let design = |name: &str, systems: &Value| {
        json!({ "name": name, "mass": 80, "hull": hull,
        "armour": [], "systems": systems, "weapons": [] })
    };
    let marines = json!([{ "name": "marines" }, { "name": "marines" }]);
    let situation: Situation = plain::from_value(&json!({
        "designs": [design("Carrier", &marines), design("Target", systems)],
        "ships": [
            { "side": 0, "design": "Carrier", "at": { "x": 10, "y": 10 } },
            { "side": 1, "design": "Target", "at": { "x": 20, "y": 10 } },
        ],
    }))
    .expect("a situation");
    let battle = Battle::from_situation(&Options::default(), &situation).expect("a battle");
    Table::new(battle, Dice::scripted(dice.to_vec()))
}

/// FT-8.15.14: Marines first, then parties; Marines land on 2 and more, parties on 3 and more; standard
/// screens do not stop them, advanced ones do.
#[test]
fn rule_8_15_14_shuttles_land() {
    let mut table = table(&json!([{ "name": "screen" }]), &[1, 2, 2, 3]);
    let troops = embark(&mut table, ShipId(0), 2, 2);
    assert_eq!(troops, [Troop::Marine, Troop::Marine, Troop::Dcp, Troop::Dcp]);
    assert_eq!((table.state().marines(ShipId(0)), table.state().parties(ShipId(0))), (0, 2));
    land(&mut table, Seat(0), ShipId(1), &troops);
    let aboard: Vec<Troop> = table.state().ship(ShipId(1)).aboard.iter().map(|it| it.troop).collect();
    assert_eq!(aboard, [Troop::Marine, Troop::Dcp]);
    assert!(table.dice().is_spent());
    let mut table = self::table(&json!([{ "name": "screen", "advanced": true }]), &[]);
    land(&mut table, Seat(0), ShipId(1), &troops);
    assert!(table.state().ship(ShipId(1)).aboard.is_empty());
}
