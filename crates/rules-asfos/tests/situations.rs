//! Situations: their README, their phases, and values that no battle has.

use engine::Library;
use rules_asfos::{Battle, Moment, Options, ShipSituation, Situation};
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

/// ASF-DISP.2, ASF-CRIT.10, ASF-FIRE.3: what cannot be is refused, not bent.
#[test]
fn what_cannot_be_is_refused() {
    let refused = |more: Value, ship: Value, words: &str| {
        let mut first = json!({ "side": 0, "design": "Calypso", "at": [0, 0] });
        first.as_object_mut().expect("fields").extend(ship.as_object().expect("fields").clone());
        let mut situation = json!({ "ships": [first, { "side": 1, "design": "Calypso", "at": [0, 9] }] });
        situation.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let err = Battle::from_situation(&Options::default(), &situation).expect_err(words).to_string();
        assert!(err.contains(words), "{err}");
    };
    refused(json!({ "turn": 0 }), json!({}), "turn 0");
    refused(json!({}), json!({ "primary_targets": [7] }), "not there");
    refused(json!({}), json!({ "hull_marked": 99 }), "more boxes marked");
    refused(json!({ "acting": 0 }), json!({}), "phases of fire");
    refused(json!({ "acting": 0, "phase": "primaries" }), json!({}), "all fire at once");
    refused(json!({ "conceded": [5] }), json!({}), "a seat beyond");
    refused(json!({}), json!({ "status": "waiting" }), "deployed from a scenario");
}
