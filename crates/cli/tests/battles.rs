//! Battles in the terminal: played by nobody, by a person, by two; saved,
//! taken up again, replayed, verified, and tampered with.

mod util;

use serde_json::{Value, json};
use util::{GAME, Place};

/// More presses of Enter than any battle has decisions.
fn enters() -> String {
    "\n".repeat(5_000)
}

#[test]
fn a_demo_plays_by_itself() {
    let place = Place::new("demo");
    let demo = place.run(&["play", GAME, "--demo", "--seed", "1"]).done();
    assert!(demo.out.contains("The secret was "), "{}", demo.out);
    assert!(!demo.out.contains('\x1b'), "no colours where there is no terminal");
    let again = place.run(&["play", GAME, "--demo", "--seed", "1"]).done();
    assert_eq!(demo.out, again.out, "the same seed gives the same battle");
    let other = place.run(&["play", GAME, "--demo"]).done();
    assert_ne!(demo.out, other.out);
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn a_person_plays_to_the_end_by_pressing_enter() {
    let place = Place::new("enter");
    let args = ["play", GAME, "intro", "--seed", "2", "--against", "cadet", "--save", "battle.json"];
    let battle = place.run_with(&[&args[..], &["--option", "turn_limit=4"]].concat(), &enters()).done();
    battle.says("its hash is ").says("Enter gives: ").says("The secret was ");
    battle.says("flagbridge replay battle.json --verify");
    place.run(&["replay", "battle.json", "--verify"]).done().says("verified");
    assert_eq!(place.names(), ["battle.json"], "nothing half-written is left");
}

#[test]
fn words_other_than_orders_are_answered() {
    let place = Place::new("words");
    let rules = place.run(&["rules", GAME, "--json"]).done().json();
    let rule = rules[0]["id"].as_str().unwrap();
    let words =
        format!("?\nsheet\nlog\nrule {rule}\nrule XYZ-1\nfull ahead\n{{\"x\": \nsave kept.json\nquit\n");
    let told = place.run_with(&["play", GAME, "--seed", "1"], &words).done();
    told.says("Enter gives the suggested order").says("no rule \"XYZ-1\"").says("Illegal:");
    told.says("Saved in kept.json.").says("flagbridge play --resume kept.json");
    place.run(&["replay", "kept.json", "--verify"]).done();
}

#[test]
fn a_battle_is_taken_up_again_as_if_never_left() {
    let place = Place::new("resume");
    let args = ["play", GAME, "--seed", "5", "--option", "turn_limit=4"];
    place.run_with(&[&args[..], &["--save", "whole.json"]].concat(), &enters()).done();
    place.run_with(&[&args[..], &["--save", "part.json"]].concat(), "\n\n").done().says("--resume part.json");
    let part: Value = serde_json::from_str(&place.read("part.json")).unwrap();
    // Some decisions are the computer's alone.
    let taken = part["decisions"].as_array().unwrap().len();
    assert!(2 <= taken, "{taken} decisions");
    assert_eq!(part["outcome"], Value::Null);
    place.run(&["replay", "part.json", "--verify"]).done();
    place
        .run_with(&["play", "--resume", "part.json"], "")
        .done()
        .says(&format!("Resumed after {taken} decisions"));
    place.run_with(&["play", "--resume", "part.json"], &enters()).done().says("The secret was ");
    assert_eq!(place.read("part.json"), place.read("whole.json"));
    place.run(&["play", "--resume", "lost.json"]).failed("lost.json: cannot be read");
}

#[test]
fn two_people_share_a_screen() {
    let place = Place::new("hot-seat");
    let args = ["play", GAME, "--seats", "human,human", "--seed", "1", "--option", "turn_limit=2"];
    let args =
        [&args[..], &["--contribution", "left", "--contribution", "right", "--save", "b.json"]].concat();
    let told = place.run_with(&args, &enters()).done();
    assert!(1 < told.out.matches("Hand over to ").count(), "{}", told.out);
    let record: Value = serde_json::from_str(&place.read("b.json")).unwrap();
    assert_eq!(record["contributions"], json!(["left", "right"]));
    let verified = place.run(&["replay", "b.json", "--verify"]).done();
    verified.says("\"left\"").says("\"right\"");
    let too_many = [&args[..], &["--contribution", "third"]].concat();
    place.run(&too_many).misuse("3 contributions, but 2 people at the table");
}

#[test]
fn programs_play_in_json() {
    let place = Place::new("json");
    let args = ["play", GAME, "--json", "--seed", "1", "--option", "turn_limit=2"];
    let told = place.run_with(&args, &format!("nonsense\n{}", enters())).done();
    let lines: Vec<Value> = told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).count();
    assert_eq!(lines[0]["type"], "start");
    assert_eq!(lines.last().unwrap()["type"], "end");
    assert_eq!(of("refused"), 1);
    assert!(0 < of("event") && 0 < of("decision"));
    let decision = lines.iter().find(|line| line["type"] == "decision").unwrap();
    assert!(decision["suggestion"]["order"].is_object() || decision["suggestion"]["order"].is_array());
    // The order as data is as good as the notation.
    let order = decision["suggestion"]["order"].to_string();
    let told = place.run_with(&args, &format!("{order}\n")).done();
    let left: Value = serde_json::from_str(told.out.lines().last().unwrap()).unwrap();
    assert_eq!(left["type"], "left");
    assert!(1 <= left["decision"].as_u64().unwrap(), "{left}");
}

#[test]
fn records_are_replayed_for_each_viewer() {
    let place = Place::new("replay");
    place.run(&["play", GAME, "--demo", "--seed", "1", "--save", "b.json"]).done();
    place.run(&["replay", "b.json"]).done().says("Decision 0: ").says("Commitment: ");
    place.run(&["replay", "b.json", "--as", "1"]).done();
    place.run(&["replay", "b.json", "--as", "spectator"]).done();
    place.run(&["replay", "b.json", "--as", "nobody"]).misuse("nobody called \"nobody\"; expected 1 to 2, ");
    place.run(&["replay", "b.json", "--as", "3"]).misuse("nobody called \"3\"");
    place.run(&["replay", "b.json", "--at", "0"]).done();
    place.run(&["replay", "b.json", "--at", "999999"]).misuse("--at 999999, but b.json has ");
    place.run_with(&["replay", "b.json", "--step"], "\n\nq\n").done().says("Enter continues");
    let whole = place.run(&["replay", "b.json", "--json"]).done().json();
    assert_eq!(whole["game"], GAME);
    let event = &whole["events"][0];
    assert!(event["text"].is_string() && event["rules"][0].is_string(), "{event}");
    let verified = place.run(&["replay", "b.json", "--verify", "--json"]).done().json();
    assert_eq!(verified["verified"], true);
    assert_eq!(verified["proves"], json!({"dice": true, "opening": true, "orders": true, "signed_by": null}));
    assert_eq!(verified["format"], "flagbridge-record/2");
    assert_eq!(verified["events"], whole["events"].as_array().unwrap().len());
}

#[test]
fn records_cut_short_or_altered_are_told() {
    let place = Place::new("altered");
    place.run(&["play", GAME, "--demo", "--seed", "1", "--save", "b.json"]).done();
    let text = place.read("b.json");
    place.write("cut.json", &text[..text.len() / 2]);
    place.run(&["replay", "cut.json"]).failed("cut.json:").hears("EOF while parsing");
    place.run(&["replay", "cut.json", "--verify"]).failed("EOF while parsing");
    place.run(&["play", "--resume", "cut.json"]).failed("cut.json:");
    place.write("empty.json", "");
    place.run(&["replay", "empty.json"]).failed("empty.json:1:0: EOF");
    place.write("other.json", "{\"format\": \"other/1\", \"game\": \"x\"}");
    place
        .run(&["replay", "other.json"])
        .failed("format \"other/1\", expected \"flagbridge-record/1\" or \"flagbridge-record/2\"");
    place.write("chess.json", "{\"format\": \"flagbridge-record/1\", \"game\": \"chess\"}");
    place.run(&["replay", "chess.json"]).failed("chess.json: unknown game \"chess\"");
    place.folder("folder");
    place.run(&["replay", "folder"]).failed("folder: is a folder, expected a file");

    let altered = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut record: Value = serde_json::from_str(&text).unwrap();
        change(&mut record);
        place.write(name, &record.to_string());
        place.run(&["replay", name, "--verify"])
    };
    altered("gone.json", &|record| drop(record["events"].as_array_mut().unwrap().remove(3)))
        .failed("gone.json: event 3 differs: recorded ");
    altered("late.json", &|record| drop(record["events"].as_array_mut().unwrap().pop()))
        .failed("recorded nothing");
    altered("secret.json", &|record| record["secret"] = json!("ab".repeat(32)))
        .failed("commitment: the revealed secret and the opening do not match the commitment");
    altered("hex.json", &|record| record["secret"] = json!("xyz")).failed("expected 64 hexadecimal digits");
    altered("words.json", &|record| record["contributions"][0] = json!("other"))
        .failed("contribution of seat 1: not what the chain has sealed");
    let other = |outcome: &Value| if *outcome == "draw" { json!({"won": [0]}) } else { json!("draw") };
    altered("outcome.json", &|record| record["outcome"] = other(&record["outcome"]))
        .failed("outcome: not what the chain has sealed");
    altered("rules.json", &|record| record["rules_version"] = json!(9_999))
        .failed("opening: rules version: not what was committed to");
    altered("options.json", &|record| record["options"]["turn_limit"] = json!(1_000))
        .failed("opening: options: not what was committed to");
    altered("order.json", &|record| record["decisions"][1]["phase"] = json!("mutiny"))
        .failed("decision 1: not what the chain has sealed");
    altered("hidden.json", &|record| drop(record.as_object_mut().unwrap().remove("secret")))
        .failed("without its secret");
    let told = place.run(&["replay", "gone.json", "--verify", "--json"]);
    assert_eq!(told.code, 1);
    assert_eq!(told.json()["verified"], false);
}

#[test]
fn a_record_is_held_against_what_was_kept() {
    let place = Place::new("kept");
    place.run(&["play", GAME, "--demo", "--seed", "1", "--save", "b.json"]).done();
    let record: Value = serde_json::from_str(&place.read("b.json")).unwrap();
    let commitment = record["commitment"].as_str().unwrap();
    let told = place.run(&["replay", "b.json", "--verify", "--commitment", commitment]).done();
    told.says("the one you kept").says("are those of the chain").says("Not signed: ");
    let other = "ab".repeat(32);
    place
        .run(&["replay", "b.json", "--verify", "--commitment", &other])
        .failed("is not the one that was kept, abab");
    place
        .run(&["replay", "b.json", "--verify", "--key", &other])
        .failed("signature: missing, expected one of the key abab");
    place.run(&["replay", "b.json", "--commitment", commitment]).misuse("--verify");
}

/// Records of format 1 open for ever, and say what they can prove.
#[test]
fn a_record_of_format_1_says_what_it_proves() {
    let place = Place::new("format-1");
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules-asfos/tests/records/intro.json");
    let told = place.run(&["replay", old, "--verify"]).done();
    told.says("Format 1 proves dice and events. It does not prove options");
    let told = place.run(&["replay", old, "--verify", "--json"]).done().json();
    assert_eq!(told["format"], "flagbridge-record/1");
    assert_eq!(told["proves"], json!({"dice": true, "opening": false, "orders": false, "signed_by": null}));
}

#[test]
fn whoever_sits_down_later_stands_in_the_record() {
    let place = Place::new("reseat");
    let args = ["play", GAME, "--seed", "5", "--option", "turn_limit=3", "--save", "b.json"];
    place.run_with(&args, "\n\n").done();
    place.run(&["play", "--resume", "b.json", "--seats", "cadet,cadet"]).done();
    let record: Value = serde_json::from_str(&place.read("b.json")).unwrap();
    assert_eq!(record["seats"][0]["player"], "cadet");
    assert_eq!(record["seatings"][0]["players"], json!(["human", "cadet"]));
    assert_eq!(record["seatings"][1]["players"], json!(["cadet", "cadet"]));
    place.run(&["replay", "b.json", "--verify"]).done().says("then played by cadet, cadet.");
}
