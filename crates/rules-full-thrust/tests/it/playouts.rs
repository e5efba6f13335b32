//! Random battles over every scenario: they end, and the log tells all of them.

use dice::Dice;
use engine::{Game, Orders, Pending, Table, Viewer};
use rules_full_thrust::{Battle, Options, Scenario, library};
use serde_json::json;

/// Plays one battle and gives back how many decisions it took.
fn play(options: &Options, scenario: &Scenario, seed: u64) -> usize {
    let start = Battle::set_up(options, scenario).expect("a supplied scenario");
    let mut seeds = [0; 32];
    seeds[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Dice::from_seed(seeds);
    let mut table = Table::new(start.clone(), dice.fork());
    table.open();
    let mut decisions = 0;
    while let Pending::Orders(decision) = table.state().pending() {
        decisions += 1;
        assert!(decisions < 2_000, "the battle does not end");
        assert!(!decision.seats.is_empty(), "somebody decides in {:?}", table.state());
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let order = table.state().sample_order(seat, &mut dice);
            if let Err(refusal) = table.state().check(seat, &order) {
                panic!("{refusal}: {order:?}");
            }
            let view = table.state().view(Viewer::Seat(seat));
            assert_eq!(Battle::imagine(&view, &mut dice).view(Viewer::Seat(seat)), view);
            orders.insert(seat, order);
        }
        table.resolve(&orders);
    }
    // FT-1.7.1: the log alone rebuilds the battle, through JSON too.
    let mut again = start;
    for event in table.log() {
        let text = serde_json::to_string(event).expect("plain data");
        let event = serde_json::from_str(&text).unwrap_or_else(|err| panic!("{text}: {err}"));
        assert!(!Battle::rules_of(&event).is_empty());
        again.apply(&event);
    }
    assert!(again == *table.state(), "the log does not tell the whole battle");
    decisions
}

/// FT-2.6.0, FT-4.12.3: every scenario, under its own options and under others.
#[test]
fn rule_2_6_0_battles_end() {
    for (id, scenario) in library::scenarios() {
        let preset = plain::to_value(&scenario.options);
        for change in [
            json!({}),
            json!({ "emergency_thrust": true, "knocked_off_course": true, "strike_colours": "core" }),
            json!({ "movement": "vector", "edge": "return_roll", "table_edge": "path" }),
            json!({ "core_systems": true, "repairs": true, "reactor_breach": true, "double_drive_check": true }),
            json!({ "edge": "floating", "civil_war": true, "rear_arc_ignores_armour": true, "points": "cpv" }),
        ] {
            let mut json = preset.clone();
            for (name, value) in change.as_object().expect("options") {
                json[name] = value.clone();
            }
            let options: Options = plain::from_value(&json).expect("options");
            for seed in 0..40 {
                let decisions = play(&options, &scenario, seed);
                assert!(5 < decisions, "{id}");
            }
        }
    }
}
