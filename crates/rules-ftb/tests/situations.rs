//! Situations: their README, their phases, and values that no battle has.

use engine::Library;
use rules_ftb::{Battle, Moment, Options, Progress, ShipSituation, Situation, TankerSituation};
use serde_json::{Value, json};
use testkit::situations::{are_described, begin_by_name};

const README: &str = include_str!("../README.md");

#[test]
fn the_readme_has_every_field() {
    are_described::<Situation>(README);
    are_described::<ShipSituation>(README);
    are_described::<TankerSituation>(README);
    are_described::<Progress>(README);
}

#[test]
fn phases_have_the_names_of_decisions() {
    begin_by_name::<Battle, Moment>(README, |name| json!({ name: 0 }).to_string());
}

/// FTB-8.1, FTB-8.9, FTB-21.5, FTB-28.1, FTB-31.2, FTB-34: what cannot be is refused, not bent.
#[test]
fn what_cannot_be_is_refused() {
    let refused = |more: Value, ship: Value, words: &str| {
        let mut first = json!({ "side": 0, "class": "cruiser", "at": { "x": 90, "y": 0 },
            "vector": { "x": 6, "y": 0 } });
        first.as_object_mut().expect("fields").extend(ship.as_object().expect("fields").clone());
        let mut situation = json!({ "at": "dawn", "ships": [first, { "side": 1, "class": "destroyer",
            "at": { "x": 0, "y": 350 }, "vector": { "x": 1, "y": 0 } }] });
        situation.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let err = Battle::from_situation(&Options::default(), &situation).expect_err(words).to_string();
        assert!(err.contains(words), "{err}");
    };
    let none = || json!({});
    refused(json!({ "day": 13 }), none(), "day 13");
    refused(json!({ "turns": 500 }), none(), "1 to 100");
    refused(json!({ "holder": 2 }), none(), "side 2");
    refused(json!({ "at": { "duel": 3 } }), none(), "a coin has decided");
    refused(json!({ "at": { "pick": 2 } }), none(), "no side 2");
    refused(json!({ "at": { "depart": 0 } }), none(), "not a transport");
    refused(json!({ "at": { "benefit": 0 } }), none(), "no refit");
    refused(json!({ "at": { "ship": 9 } }), none(), "no ship number 9");
    refused(json!({ "asked": [0] }), none(), "not a transport");
    refused(json!({ "progress": [{}] }), none(), "progress of 1");
    refused(json!({ "refits": ["free", "free"] }), none(), "refits of 2");
    refused(json!({ "tankers": [{ "side": 0, "attacks": 3 }] }), none(), "Tanker 1");
    refused(none(), json!({ "vector": { "x": 4.5, "y": 0 } }), "whole length");
    refused(none(), json!({ "torpedo": [{ "x": 0, "y": 0 }, { "x": 0.2, "y": 0 }] }), "1 to 100 LU");
    refused(none(), json!({ "armed": 9 }), "tunnel");
    refused(none(), json!({ "deflected": ["Nowhere"] }), "no body Nowhere");
    refused(none(), json!({ "torpedo_deflected": ["Venus"] }), "no torpedo");
    refused(none(), json!({ "undeparted": true }), "only a transport");
    refused(none(), json!({ "destroyed": true, "withdrawn": true }), "two places");
    refused(none(), json!({ "fuel": 9 }), "capacity");
}

/// FTB-27.1: a star system of one's own is as strict as the rest of a situation.
#[test]
fn systems_are_strict() {
    let void = json!({ "id": "VOID", "name": "Void", "influence": 0.5, "bodies": [], "masts": 3 });
    let read = plain::from_value::<Situation>(&json!({ "systems": [void], "at": "dawn", "ships": [] }));
    let err = read.expect_err("no system has masts");
    assert!(err.starts_with("unknown field `masts`, expected one of `id`"), "{err}");
}
