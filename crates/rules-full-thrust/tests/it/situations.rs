//! Situations: their README, their phases, and values that no battle has.

use engine::Library;
use rules_full_thrust::{Battle, GroupSituation, MineSituation, Moment, Options, ShipSituation, Situation};
use serde_json::{Value, json};
use testkit::situations::{are_described, begin_by_name};

use crate::case::{beam, design};

const README: &str = include_str!("../../README.md");

#[test]
fn the_readme_has_every_field() {
    are_described::<Situation>(README);
    are_described::<ShipSituation>(README);
    are_described::<GroupSituation>(README);
    are_described::<MineSituation>(README);
}

#[test]
fn phases_have_the_names_of_decisions() {
    begin_by_name::<Battle, Moment>(README, |name| json!(name).to_string());
}

/// FT-4.11.3, FT-4.11.8, FT-6.2.1, FT-7.23.2, FT-13.1.1: what cannot be is refused, not bent or passed over.
#[test]
fn what_cannot_be_is_refused() {
    let refused = |more: Value, ship: Value, hull: Value, words: &str| {
        let mut gunship =
            design("Gunship", 60, 20, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([beam(2)]));
        gunship.as_object_mut().expect("fields").extend(hull.as_object().expect("fields").clone());
        let mut first = json!({ "side": 0, "design": "Gunship", "at": { "x": 5, "y": 5 } });
        first.as_object_mut().expect("fields").extend(ship.as_object().expect("fields").clone());
        let mut situation = json!({ "designs": [gunship], "ships": [first,
            { "side": 1, "design": "Gunship", "at": { "x": 5, "y": 25 } }] });
        situation.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let err = Battle::from_situation(&Options::default(), &situation).expect_err(words).to_string();
        assert!(err.contains(words), "{err}");
    };
    let none = || json!({});
    refused(json!({ "turn": 13 }), none(), none(), "turn 13");
    refused(json!({ "passes": 1 }), none(), none(), "phase `fire`");
    refused(json!({ "beside": [[0, 9, 1]] }), none(), none(), "no ship number 9");
    refused(
        json!({ "novas": [{ "ship": 0, "from": { "x": 0, "y": 0 }, "facing": 12, "turn": 5 }] }),
        none(),
        none(),
        "template",
    );
    refused(
        json!({ "mines": [{ "side": 0, "at": { "x": 0, "y": 0 }, "turn": 5 }] }),
        none(),
        none(),
        "mine 1",
    );
    refused(json!({ "conceded": [4] }), none(), none(), "a seat beyond");
    refused(none(), json!({ "drive_hits": 3 }), none(), "drive");
    refused(none(), json!({ "rows_checked": 2 }), none(), "rows are lost");
    refused(none(), json!({ "drift": { "x": 1, "y": 0 } }), none(), "vector ship");
    refused(none(), json!({ "turrets": ["F"] }), none(), "0 turrets");
    refused(none(), json!({ "damaged": [60] }), none(), "icons");
    refused(none(), json!({ "also": { "used": [60] } }), none(), "icons");
    refused(none(), json!({ "also": { "masts": 3 } }), none(), "unknown field `masts`");
    refused(none(), json!({ "also": { "hull_lost": 3 } }), none(), "field of the ship itself");
    refused(none(), none(), json!({ "masts": 3 }), "\"masts\": 3 is not understood");
    refused(none(), none(), json!({ "systems": [{ "name": "mast" }] }), "\"mast\"");
    refused(
        none(),
        none(),
        json!({ "systems": [{ "name": "drive", "thrust": 4, "masts": 3 }] }),
        "not understood",
    );
    refused(none(), none(), json!({ "hull": { "points": 20, "rows": 4, "masts": 3 } }), "not understood");
}
