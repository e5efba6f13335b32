//! What is told of tests, counted by hand: nature draws one of three (FTB-13.1).

use engine::{Assist, Game, Library, Odds, Seat, Spoken, Table, Viewer, Ways};
use rules_ftb::{Battle, Options, Order, Situation};
use serde_json::{Value, json};

fn start(options: &Options, ships: &Value) -> Battle {
    let situation = json!({
        "systems": [{ "id": "VOID", "name": "Void", "influence": 0.5, "bodies": [] }],
        "at": { "ship": 0 },
        "ships": ships,
    });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let battle = Battle::from_situation(options, &situation).unwrap_or_else(|err| panic!("{err}"));
    let mut table = Table::new(battle, dice::Dice::scripted([]));
    table.open();
    table.into_state()
}

fn read(battle: &Battle, seat: Seat, text: &str) -> Order {
    let order = Battle::read_order(&battle.view(Viewer::Seat(seat)), seat, text).expect("an order");
    battle.check(seat, &order).unwrap_or_else(|err| panic!("{text}: {err}"));
    order
}

fn told(battle: &Battle, seat: Seat, text: &str) -> Vec<Odds> {
    battle.odds(seat, &battle.menu(seat), &read(battle, seat, text))
}

/// The outcomes by name, in ways.
fn named(odds: &Odds) -> Vec<(&'static str, u128)> {
    let all = odds.names.iter().copied().zip(odds.ways.counts().iter().copied());
    all.filter(|it| 0 < it.1).collect()
}

fn after(battle: &Battle, seat: Seat, text: &str) -> Battle {
    let orders = [(seat, read(battle, seat, text))].into_iter().collect();
    let mut table = Table::new(battle.clone(), dice::Dice::scripted([]));
    table.resolve(&orders);
    assert!(table.dice().missing().is_none(), "{text} rolls dice");
    table.into_state()
}

fn torpedo() -> Value {
    json!([
        { "side": 0, "class": "destroyer", "at": { "x": 100, "y": 0 }, "vector": { "x": 6, "y": 0 },
          "torpedo": [{ "x": 110, "y": 0 }, { "x": 8, "y": 0 }] },
        { "side": 1, "class": "destroyer", "at": { "x": 116, "y": 4 }, "vector": { "x": 1, "y": 0 }, "heat": 0 },
    ])
}

/// FTB-10.2: an easy test, so that only a Lose fails.
#[test]
fn ftb_10_2_a_scan() {
    let ships = json!([
        { "side": 0, "class": "cruiser", "at": { "x": 100, "y": 0 }, "vector": { "x": 6, "y": 0 } },
        { "side": 1, "class": "destroyer", "at": { "x": 106, "y": 15 }, "vector": { "x": 1, "y": 0 } },
    ]);
    let battle = after(&start(&Options::default(), &ships), Seat(0), "coast");
    let scan = told(&battle, Seat(0), "scan AD1");
    assert_eq!((scan[0].rule, named(&scan[0])), ("FTB-10.2", vec![("1 heat", 1), ("Tracked", 2)]));
}

/// FTB-19.1, FTB-19.2: told for both answers of the target, and to the target for its own.
#[test]
fn ftb_19_2_a_torpedo() {
    let battle = start(&Options::default(), &torpedo());
    let attack = told(&battle, Seat(0), "guide attack AD1");
    let of = |when: &str, unit: &str| {
        attack
            .iter()
            .find(|it| it.what.ends_with(when) && it.unit == unit)
            .unwrap_or_else(|| panic!("{attack:?}"))
    };
    let thirds = vec![("a Hit past the shields", 1), ("a Hit", 1), ("no Hit", 1)];
    assert_eq!(named(of("if it does not evade", "result")), thirds);
    assert_eq!(of("if it does not evade", "Hits").ways, Ways::of([1_u8, 2]));
    let easy = vec![("a Hit past the shields", 1), ("no Hit", 2)];
    assert_eq!(named(of("if it evades", "result")), easy);
    assert_eq!(of("if it evades", "Hits").ways, Ways::of([2_u8, 1]));
    let battle = after(&battle, Seat(0), "guide attack AD1");
    assert_eq!(named(&told(&battle, Seat(1), "no evade")[0]), thirds);
    assert_eq!(named(&told(&battle, Seat(1), "evade")[0]), easy);
}

/// FTB-13.2: where players answer for nature nothing is rolled.
#[test]
fn ftb_13_2_a_duel_rolls_nothing() {
    let options: Options = plain::from_value(&json!({ "re_mode": "duel" })).expect("options");
    let battle = start(&options, &torpedo());
    assert!(told(&battle, Seat(0), "guide attack AD1").is_empty());
}
