//! `flagbridge odds`, run as people run it: tables, bars, JSON and wrong questions, in every game.

mod util;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use util::Place;

/// Two ships face to face.
const DUEL: &str = r#"
game = "asfos"
phase = "primaries"
ships = [
    { side = 0, design = "Warrior", at = { x = 50, y = 20 }, heading = 0, speed = 6 },
    { side = 1, design = "Calypso", at = { x = 50, y = 30 }, heading = 180, speed = 6 },
]
"#;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Chances make up one, in floating point and in whole numbers, and the mean is theirs.
fn is_whole(told: &Value) {
    let outcomes = told["outcomes"].as_array().expect("outcomes");
    let chance: f64 = outcomes.iter().map(|it| it["chance"].as_f64().expect("a chance")).sum();
    assert!((chance - 1.0).abs() < 1e-9, "{told}");
    for field in ["game", "phase", "side", "order", "what", "unit", "rule"] {
        assert!(told[field].is_string(), "no {field} in {told}");
    }
    assert!(told["turn"].is_u64() && told["seat"].is_u64() && told["exact"].is_boolean(), "{told}");
    if let Some(of) = told["of"].as_u64() {
        let ways: u64 = outcomes.iter().map(|it| it["ways"].as_u64().expect("ways")).sum();
        assert_eq!(ways, of, "{told}");
    }
    if let Some(mean) = told["mean"].as_f64() {
        let value = |it: &Value| it["value"].as_f64().unwrap() * it["chance"].as_f64().unwrap();
        assert!((outcomes.iter().map(value).sum::<f64>() - mean).abs() < 1e-9, "{told}");
    } else {
        assert!(outcomes.iter().all(|it| it["name"].is_string()), "{told}");
    }
}

#[test]
fn a_situation_is_told_as_table_bars_and_data() {
    let place = Place::new("odds-situation");
    place.write("duel.toml", DUEL);
    let all = place.run(&["odds", "duel.toml", "--json"]).done().json();
    let all = all.as_array().expect("a list");
    assert!(all.iter().any(|it| it["seat"] == 1) && all.iter().any(|it| it["seat"] == 2), "both may fire");
    all.iter().for_each(is_whole);
    let order = all.iter().find(|it| it["seat"] == 1).unwrap()["order"].as_str().unwrap();

    let one = place.run(&["odds", "duel.toml", "--seat", "1", "--order", order, "--json"]).done().json();
    let hull = one.as_array().unwrap().iter().find(|it| it["unit"] == "hull boxes").unwrap();
    assert_eq!(
        (&hull["game"], &hull["rule"], &hull["exact"]),
        (&json!("asfos"), &json!("ASF-RAT.3"), &json!(true))
    );
    // One die: its faces are sixths.
    assert_eq!(6 % hull["of"].as_u64().unwrap(), 0);

    let table = place.run(&["odds", "duel.toml", "--seat", "1", "--order", order]).done();
    let table =
        table.says("hull boxes").says("or more").says("exactly").says("%").says("[ASF-RAT.3]").says(order);
    assert!(!table.out.contains('█'));
    let bars = place.run(&["odds", "duel.toml", "--seat", "1", "--order", order, "--bars"]).done();
    bars.says("█").says("%").says("hull boxes");
    let named = all.iter().find(|it| it["seat"] == 1).unwrap()["side"].as_str().unwrap();
    place.run(&["odds", "duel.toml", "--seat", named, "--full"]).done().says("or more").says(named);
}

#[test]
fn wrong_questions_are_told_what_is_wrong() {
    let place = Place::new("odds-wrong");
    place.write("duel.toml", DUEL);
    place.write("plot.toml", &DUEL.replace("primaries", "plot"));
    place.write("typo.toml", &DUEL.replace("phase", "phrase"));
    place.write("nameless.toml", &DUEL.replace("game = \"asfos\"", ""));
    place.write("text.toml", "game = ");
    let odds = |args: &[&str]| place.run(&[&["odds"], args].concat());
    assert_eq!(odds(&[]).code, 2);
    odds(&["lost.toml"]).failed("lost.toml: cannot be read");
    odds(&["typo.toml"]).failed("unknown field `phrase`");
    odds(&["nameless.toml"]).failed("nameless.toml: no field `game`");
    odds(&["text.toml"]).failed("text.toml:1:");
    odds(&["duel.toml", "--seat", "Nobody"]).misuse("nobody called \"Nobody\"; expected 1 to 2");
    odds(&["duel.toml", "--seat", "3"]).misuse("nobody called \"3\"");
    odds(&["duel.toml", "--at", "1"]).misuse("a situation has no steps");
    odds(&["duel.toml", "--order", "{"]).misuse("--order: not JSON");
    odds(&["duel.toml", "--order", "{\"masts\": 3}"]).failed("not an order of asfos");
    odds(&["duel.toml", "--order", "A1 F:B9"]).failed("cannot be ordered");
    odds(&["duel.toml", "--option", "masts=3"]).misuse("no option \"masts\"");
    odds(&["duel.toml", "--bars", "--json"]).misuse("cannot be used with");
    // Nothing is rolled where ships are plotted, and that is an answer.
    odds(&["plot.toml"])
        .done()
        .says("no attack that rolls dice can be ordered in the phase")
        .says("of turn 1");
    let nothing = odds(&["plot.toml", "--json"]).hears("no attack that rolls dice");
    assert_eq!((nothing.code, nothing.json()), (0, json!([])));
}

#[test]
fn a_case_is_told_step_by_step() {
    let place = Place::new("odds-case");
    let case = crates().join("rules-ftb/cases/19-2-drawn.toml");
    let case = case.to_str().unwrap();
    let attack = place.run(&["odds", case, "--order", "guide attack AD1", "--json"]).done().json();
    attack.as_array().unwrap().iter().for_each(is_whole);
    let told: Vec<&str> = attack.as_array().unwrap().iter().map(|it| it["what"].as_str().unwrap()).collect();
    assert!(told.iter().any(|it| it.ends_with("if it evades")), "{told:?}");
    // After the first step it is for the target to say whether it evades.
    let evade = place.run(&["odds", case, "--at", "1", "--json"]).done().json();
    assert!(evade.as_array().unwrap().iter().all(|it| it["seat"] == 2), "{evade}");
    let result = &evade[0]["outcomes"];
    assert_eq!(result.as_array().unwrap().len(), 2 + usize::from(evade[0]["of"] == 3), "{evade}");
    place.run(&["odds", case, "--at", "9"]).misuse("after 9 steps, but the case has 2 steps");
}

/// Somewhere in a kept record of every game an attack was open, and its odds can be told.
#[test]
fn records_of_every_game_have_odds() {
    let place = Place::new("odds-records");
    for (game, name) in [
        ("asfos", "rules-asfos"),
        ("talon", "rules-talon"),
        ("full-thrust", "rules-full-thrust"),
        ("ftb", "rules-ftb"),
        ("stratoyager", "rules-stratoyager"),
    ] {
        let file = crates().join(name).join("tests/records/intro.json");
        let file = file.to_str().unwrap();
        let record: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let decisions = record["decisions"].as_array().unwrap();
        let fires = |it: &&Value| {
            let phase = it["phase"].as_str().unwrap();
            ["fire", "combat", "scan", "torpedo", "helm"].iter().any(|word| phase.contains(word))
        };
        let mut told = None;
        for decision in decisions.iter().filter(fires).take(12) {
            let at = decision["after"].as_u64().unwrap().to_string();
            let all = place.run(&["odds", file, "--at", &at, "--json"]);
            assert_eq!(all.code, 0, "{}", all.err);
            let all = all.json();
            all.as_array().unwrap().iter().for_each(is_whole);
            if all.as_array().is_some_and(|it| !it.is_empty()) {
                told = Some((at, all));
                break;
            }
        }
        let phases: Vec<&str> = decisions.iter().filter_map(|it| it["phase"].as_str()).collect();
        let (at, all) = told.unwrap_or_else(|| panic!("{game}: no odds in {phases:?}"));
        assert_eq!(all[0]["game"], game);
        assert!(all[0]["decision"].is_u64());
        place.run(&["odds", file, "--at", &at]).done().says(&format!("{game}, turn"));
        place.run(&["odds", file, "--at", "9999999"]).misuse("--at 9999999, but");
        place.run(&["odds", file, "--option", "x=1"]).misuse("a record has its own options");
    }
}
