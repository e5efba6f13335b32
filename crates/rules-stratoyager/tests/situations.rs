//! Situations: their README, their phases, and values that no battle has.

use engine::Library;
use rules_stratoyager::{Battle, Moment, Options, Situation, UnitSituation};
use serde_json::{Value, json};
use testkit::situations::{are_described, begin_by_name};

const README: &str = include_str!("../README.md");

#[test]
fn the_readme_has_every_field() {
    are_described::<Situation>(README);
    are_described::<UnitSituation>(README);
}

#[test]
fn phases_have_the_names_of_decisions() {
    begin_by_name::<Battle, Moment>(README, |name| json!(name).to_string());
}

/// STR-1.3, STR-ADD.3, STR-SET.4: what cannot be is refused, not bent.
#[test]
fn what_cannot_be_is_refused() {
    let refused = |more: Value, words: &str| {
        let mut situation = json!({ "units": [
            { "side": 0, "card": "Guardian 151a", "at": { "x": 5, "y": 5 } },
            { "side": 1, "card": "Guardian 151a", "at": { "x": 5, "y": 15 } },
        ] });
        situation.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let err = Battle::from_situation(&Options::default(), &situation).expect_err(words).to_string();
        assert!(err.contains(words), "{err}");
    };
    refused(json!({ "segment": 0 }), "segment 0");
    refused(json!({ "hands": [[1, 2], [3, 4]], "movement": [1, 3], "segment": 5 }), "segments 1 to 4");
    refused(json!({ "stopped": 2 }), "said stop");
    refused(json!({ "revealed": true }), "no hands");
    refused(json!({ "placing": 0 }), "phase `place`");
    refused(json!({ "conceded": [3] }), "a seat beyond");
    refused(json!({ "turn": 0 }), "turn 0");
}
