//! Scenarios, situations and designs as nobody should write them: told or
//! played, never a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use dice::Dice;
use engine::{Game, Library, Orders, Pending, Spoken, Table, Viewer};
use rules_asfos::{Battle, Design, Options, Scenario, Situation, scenario};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What a field may be spoiled to.
fn odd_values() -> Vec<Value> {
    vec![
        json!(null),
        json!(0),
        json!(1),
        json!(-1),
        json!(0.000_000_001),
        json!(127),
        json!(255),
        json!(1_000),
        json!(10_000),
        json!(32_767),
        json!(-32_768),
        json!(65_535),
        json!(1_000_000),
        json!(-1_000_000),
        json!(1e300),
        json!(""),
        json!("Warrior"),
        json!([]),
        json!({}),
        json!(true),
    ]
}

/// Every place in `value`, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{n}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, item) in fields {
                places(item, &format!("{at}/{name}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (),
    }
}

/// Hands every spoiled copy of `value` to `try_out`, and tells which one panicked.
fn spoil<T: DeserializeOwned>(value: &Value, try_out: impl Fn(&T)) -> usize {
    let mut pointers = Vec::new();
    places(value, "", &mut pointers);
    let mut read = 0;
    for pointer in pointers {
        for odd in odd_values() {
            let mut spoiled = value.clone();
            *spoiled.pointer_mut(&pointer).expect("a place in it") = odd.clone();
            let Ok(data) = plain::from_value::<T>(&spoiled) else { continue };
            read += 1;
            if catch_unwind(AssertUnwindSafe(|| try_out(&data))).is_err() {
                panic!("{pointer} as {odd} panics");
            }
        }
    }
    read
}

/// A few decisions at random, spoken and read back on the way.
fn play(mut table: Table<Battle>, opened: bool) {
    let mut dice = Dice::numbered(7, 0);
    if !opened {
        table.open();
    }
    for _ in 0..12 {
        let Pending::Orders(decision) = table.state().pending() else { break };
        let view = table.state().view(Viewer::Referee);
        let _ = Battle::describe(&view);
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let order = table.state().sample_order(seat, &mut dice);
            if let Err(refusal) = table.state().check(seat, &order) {
                panic!("{order:?} is refused: {refusal}");
            }
            let _ = Battle::write_order(&view, &order);
            orders.insert(seat, order);
        }
        table.resolve(&orders);
    }
}

fn try_scenario(options: &Options, scenario: &Scenario) {
    if let Ok(battle) = Battle::set_up(options, scenario) {
        play(Table::new(battle, Dice::numbered(3, 0)), false);
    }
}

#[test]
fn scenarios_are_told_or_played() {
    for id in ["intro", "long-haul", "breaking-bulwark"] {
        let value = plain::to_value(&scenario(id));
        let read = spoil::<Scenario>(&value, |it| try_scenario(&it.options, it));
        assert!(100 < read, "{id}: {read}");
    }
}

#[test]
fn options_are_told_or_played() {
    let value = plain::to_value(&Options::default());
    let read = spoil::<Options>(&value, |it| try_scenario(it, &scenario("lantern-straits")));
    assert!(40 < read, "{read}");
}

#[test]
fn situations_are_told_or_played() {
    let situation = json!({
        "table": { "width": 48, "height": 48 },
        "edges": "fixed",
        "victory": { "convoy": { "turns": 9, "side": 0, "design": "Warrior", "value": 10, "exit": "north" } },
        "terrain": [
            { "kind": "solid", "shape": { "polygon": { "corners": [{ "x": 1, "y": 1 }, { "x": 2, "y": 1 },
                { "x": 2, "y": 2 }] } } },
            { "kind": "gas", "shape": { "round": { "centre": { "x": 9, "y": 9 }, "radii": [1, 2, 1] } } },
        ],
        "designs": [{ "name": "Own", "hull": 8, "natural": 3, "ed": 1, "engine": 2,
            "primaries": { "forward": 8 }, "secondaries": 4,
            "special": { "kind": "particle_cannon", "count": 1 } }],
        "turn": 3,
        "phase": "primaries",
        "quiet": 1,
        "blood": true,
        "ships": [
            { "side": 0, "seat": 0, "design": "Warrior", "at": { "x": 10, "y": 10 }, "heading": 0,
                "speed": 6, "max_speed": 9,
              "weapons_marked": 1, "hull_marked": 1, "criticals": ["Br", "E", "Mn", "R"], "flown": { "dv": 1,
                  "turns": "" },
              "tied": true, "primary_targets": [1], "special_targets": [1] },
            { "side": 1, "design": "Own", "at": { "x": 10, "y": 20 }, "heading": 180, "speed": 6 },
        ],
    });
    let options = Options { criticals: true, specials: true, ..Options::default() };
    let read = spoil::<Situation>(&situation, |it| {
        if let Ok(battle) = Battle::from_situation(&options, it) {
            play(Table::new(battle.clone(), Dice::numbered(3, 0)), true);
            play(Table::new(battle, Dice::numbered(3, 0)), false);
        }
    });
    assert!(100 < read, "{read}");
}

#[test]
fn designs_are_told() {
    for design in rules_asfos::ships() {
        let value = plain::to_value(&design);
        spoil::<Design>(&value, |it| {
            let _ = Battle::audit(it);
        });
    }
}
