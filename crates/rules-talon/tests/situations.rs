//! Situations: their README, their phases, and values that no battle has.

use engine::Library;
use rules_talon::{Battle, Moment, Options, ShipSituation, Situation};
use serde_json::{Value, json};
use testkit::situations::{are_described, begin_by_name};

const README: &str = include_str!("../README.md");

#[test]
fn the_readme_has_every_field() {
    are_described::<Situation>(README);
    are_described::<ShipSituation>(README);
}

#[test]
fn phases_have_the_names_of_decisions() {
    begin_by_name::<Battle, Moment>(README, |name| json!(name).to_string());
}

/// TAL-8.6.3, TAL-8.6.4, TAL-6.2.2b, TAL-12.1.4: what cannot be is refused, not bent.
#[test]
fn what_cannot_be_is_refused() {
    let refused = |more: Value, ship: Value, words: &str| {
        let mut first = json!({ "side": 0, "class": "CA", "at": [5, 5] });
        first.as_object_mut().expect("fields").extend(ship.as_object().expect("fields").clone());
        let mut situation = json!({ "ships": [first, { "side": 1, "class": "CA", "at": [9, 5] }] });
        situation.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let err = Battle::from_situation(&Options::default(), &situation).expect_err(words).to_string();
        assert!(err.contains(words), "{err}");
    };
    refused(json!({ "rank": [4] }), json!({}), "not there");
    refused(json!({ "rank": [0, 0] }), json!({}), "twice");
    refused(json!({ "gunner": 4 }), json!({}), "gunner");
    refused(json!({ "phase": "pick" }), json!({}), "owed");
    refused(json!({ "volley": { "ship": 0, "group": 0, "done": 0 } }), json!({}), "phase `fire`");
    refused(json!({}), json!({ "fighters": [1, 1, 1] }), "squadron");
    refused(json!({}), json!({ "reinforced": [["forward", "A"], ["forward", "B"]] }), "twice");
    refused(json!({}), json!({ "shields": [99, 0, 0, 0] }), "shield boxes");
}
