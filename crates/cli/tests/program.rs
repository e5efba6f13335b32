//! The built program, run as people run it, in a folder of its own.

mod util;

use serde_json::Value;
use util::{GAME, Place};

#[test]
fn lists_what_there_is() {
    let place = Place::new("lists");
    place.run(&["games"]).done().says(GAME);
    let games = place.run(&["games", "--json"]).done().json();
    assert!(games.as_array().unwrap().iter().any(|game| game["id"] == GAME));
    place.run(&["scenarios", GAME]).done().says("intro");
    let scenarios = place.run(&["scenarios", GAME, "--json"]).done().json();
    let intro = scenarios.as_array().unwrap().iter().find(|it| it["id"] == "intro").unwrap();
    assert_eq!(intro["seats"].as_array().unwrap().len(), 2);
    place.run(&["options", GAME]).done().says("turn_limit");
    let options = place.run(&["options", GAME, "--json"]).done().json();
    for option in options.as_array().unwrap() {
        for field in ["name", "meaning", "rule", "default", "choices", "values"] {
            assert!(option.get(field).is_some(), "no {field} in {option}");
        }
    }
}

#[test]
fn rules_have_their_public_shape() {
    let place = Place::new("rules");
    let rules = place.run(&["rules", GAME, "--json"]).done().json();
    let rules = rules.as_array().unwrap();
    assert!(!rules.is_empty());
    for rule in rules {
        assert!(rule["id"].is_string() && rule["text"].is_string() && rule["note"].is_string());
        assert_eq!(rule["implemented"], !rule["code"].as_array().unwrap().is_empty());
        assert_eq!(rule["tested"], !rule["tests"].as_array().unwrap().is_empty());
    }
    let id = rules[0]["id"].as_str().unwrap();
    place.run(&["rules", GAME]).done().says(id);
    place.run(&["rules", GAME, "--rule", &id.to_lowercase()]).done().says(id);
    place.run(&["rules", GAME, "--rule", "XYZ-1"]).misuse("has no rule \"XYZ-1\"");
    let lacking = rules.iter().any(|rule| rule["implemented"] == false || rule["tested"] == false);
    let missing = place.run(&["rules", GAME, "--missing", "--json"]);
    assert_eq!(missing.code, i32::from(lacking));
    assert_eq!(missing.json().as_array().unwrap().is_empty(), !lacking);
}

#[test]
fn misuse_is_told_with_what_there_is() {
    let place = Place::new("misuse");
    assert_eq!(place.run(&[]).code, 2);
    place.run(&["dance"]).misuse("dance");
    place.run(&["scenarios", "chess"]).misuse("unknown game \"chess\"; the games are: ");
    place.run(&["sim", GAME, "outro", "--seats", "random,random", "--battles", "1"]).misuse("it has: intro");
    let sim = |rest: &[&str]| place.run(&[&["sim", GAME, "intro", "--battles", "1"], rest].concat());
    sim(&["--seats", "random,emperor"]).misuse("unknown level \"emperor\"");
    sim(&["--seats", "admiral:nodes=0,random"]).misuse("nodes=0 is not a whole number above 0");
    sim(&["--seats", "random"]).misuse("--seats names 1 players, but there are 2");
    sim(&["--seats", "random,random", "--option", "masts=3"]).misuse("has no option \"masts\"; it has: ");
    sim(&["--seats", "random,random", "--option", "turn_limit=soon"])
        .misuse("option turn_limit=soon: expected ");
    sim(&["--seats", "random,random", "--option", "turn_limit"]).misuse("expected name=value");
    sim(&["--seats", "random,random", "--option", "turn_limit=0"])
        .misuse("intro: the battle cannot be set up");
    place.run(&["sim", GAME, "intro", "--seats", "random,random", "--battles", "0"]).misuse("--battles");
    place.run(&["play", GAME, "--against", "emperor"]).misuse("emperor");
    place.run(&["play", GAME, "--seats", "human"]).misuse("1 player, but the scenario has 2 seats");
    place.run(&["play", GAME, "--demo", "--seats", "human,captain"]).misuse("--demo asks nobody");
    place.run(&["play"]).misuse("GAME");
}

#[test]
fn simulations_have_their_public_shape() {
    let place = Place::new("sim");
    let args = ["sim", GAME, "intro", "--seats", "random,captain", "--battles", "6", "--swap", "--seed", "3"];
    let mut with_json = args.to_vec();
    with_json.extend(["--json", "--out", "battles.jsonl", "--jobs", "2"]);
    let report = place.run(&with_json).done().json();
    assert_eq!(report["game"], GAME);
    assert_eq!(report["scenario"], "intro");
    assert_eq!(report["seats"], serde_json::json!(["random", "captain"]));
    assert_eq!(report["battles"], 6);
    let wins: u64 = report["wins"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(wins + report["draws"].as_u64().unwrap(), 6);
    for score in report["score"].as_array().unwrap() {
        let [low, mean, high] = ["low", "mean", "high"].map(|key| score[key].as_f64().unwrap());
        assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0, "{score}");
    }
    assert!(report["turns"]["mean"].is_number() && report["turns"]["p95"].is_number());
    assert!(report["seconds"].is_number() && report["battles_per_second"].is_number());
    assert!(report["losses"][0]["class"].is_string());

    let lines = place.read("battles.jsonl");
    assert_eq!(lines.lines().count(), 6);
    for (n, line) in lines.lines().enumerate() {
        let battle: Value = serde_json::from_str(line).unwrap();
        assert_eq!(battle["index"], n);
    }
    assert_eq!(place.names(), ["battles.jsonl"], "nothing else is left behind");

    let again = place.run(&[&args[..], &["--json", "--jobs", "1"]].concat()).done().json();
    for field in ["wins", "draws", "score", "turns", "losses"] {
        assert_eq!(again[field], report[field], "{field}");
    }
    place.run(&args).done().says("95% interval").says("Seed 3").says("destroyed");
}

#[test]
fn output_that_cannot_be_written_is_known_at_once() {
    let place = Place::new("unwritable");
    place.folder("here");
    let sim = |out: &str| {
        place.run(&["sim", GAME, "intro", "--seats", "random,random", "--battles", "2", "--out", out])
    };
    sim("nowhere/battles.jsonl").failed("nowhere/battles.jsonl: cannot be written");
    sim("here").failed("here: is a folder, expected a file");
    assert_eq!(place.names(), ["here"]);
    place
        .run(&["play", GAME, "--demo", "--save", "nowhere/x.json"])
        .failed("nowhere/x.json: cannot be written");
    sim("/dev/null").done();
}

#[test]
fn scenario_files_are_judged() {
    let place = Place::new("scenarios");
    let play = |file: &str| place.run(&["play", GAME, file, "--demo"]);
    play("lost.toml").failed("lost.toml: cannot be read");
    place.write("broken.json", "{");
    play("broken.json").failed("broken.json:1:1: EOF while parsing");
    place.write("odd.toml", "\nmasts = 3\n");
    play("odd.toml").failed("odd.toml:2:1: unknown field `masts`, expected ");
    place.write("plain.txt", "hello");
    play("plain.txt").failed("plain.txt: expected a file that ends in .json or .toml");
    place.folder("folder.toml");
    play("folder.toml").failed("folder.toml: is a folder, expected a file");
    std::fs::write(place.path("bytes.json"), [0xff, 0xfe]).unwrap();
    play("bytes.json").failed("bytes.json: not text, byte 0 is not UTF-8");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let place = Place::new("pipe");
    let mut child = place.command(&["rules", GAME]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn cases_are_run_and_told() {
    let place = Place::new("cases");
    let rules = place.run(&["rules", GAME, "--json"]).done().json();
    let rule = rules[0]["id"].as_str().unwrap();
    let case = |expect: &str| {
        format!(
            "game = \"{GAME}\"\nname = \"a beginning\"\nrules = [\"{rule}\"]\nscenario = \"intro\"\n{expect}"
        )
    };
    // Dice before the first decision differ by game, so they are found by asking.
    let mut dice: Vec<u8> = Vec::new();
    let opening = loop {
        let text = case(&format!("dice = {dice:?}\noutcome = \"none\"\n"));
        place.write("ask.toml", &text);
        let ask = place.run(&["case", "ask.toml", "--json"]);
        if ask.code == 0 {
            break text;
        }
        assert!(ask.out.contains("missing from the script"), "{}", ask.out);
        dice.push(6 - dice.len() as u8 % 6);
    };
    place.folder("good/deep");
    place.write("good/deep/opening.toml", &opening);
    place.write("good/ignored.txt", "not a case");
    place.run(&["case", "good"]).done().says("good/deep/opening.toml: a beginning").says("1 case, 1 passed");
    let report = place.run(&["case", "good", "--json"]).done().json();
    assert_eq!(report[0]["file"], "good/deep/opening.toml");
    assert_eq!(report[0]["name"], "a beginning");
    assert_eq!(report[0]["passed"], true);
    assert_eq!(report[0]["differences"], serde_json::json!([]));

    place.write("bad.toml", &opening.replace("\"none\"", "\"draw\""));
    let bad = place.run(&["case", "bad.toml", "good", "--json"]);
    assert_eq!(bad.code, 1);
    let report = bad.json();
    assert_eq!(report[0]["differences"][0], "the battle is still open, expected a draw");
    assert_eq!(report[1]["passed"], true);
    place.write("left.toml", &opening.replace("dice = [", "dice = [1, "));
    place.run(&["case", "left.toml"]).failed("");
    place.write("typo.toml", &format!("{opening}\n[[step]]\norder = 1\n"));
    let typo = place.run(&["case", "typo.toml"]).failed("");
    typo.says("typo.toml:9:1: unknown field `order`");
    assert_eq!(typo.out.matches("unknown field").count() + typo.err.matches("unknown field").count(), 1);
    place.write("shown.toml", &opening);
    place.run(&["case", "--show", "shown.toml"]).done().says("Before step 1: phase").says("decides");
    let shown = place.run(&["case", "--show", "shown.toml", "--json"]).done().json();
    assert_eq!(shown[0]["moments"][0]["steps"], 0);
    assert!(shown[0]["moments"][0]["asked"][0]["prompt"].is_string());
    assert!(shown[0]["moments"][0]["view"].is_object());
    place.run(&["case", "--show", "shown.toml", "--at", "3"]).misuse("only 0 could be played");
    place.run(&["case", "lost.toml"]).failed("lost.toml: cannot be read");
    // What is no text has failed, and the others still run.
    std::fs::write(place.path("bytes.toml"), b"name = \"\xff\"\n").unwrap();
    let mixed = place.run(&["case", "bytes.toml", "shown.toml"]).failed("");
    mixed.says("bytes.toml: not text, byte 8 is not UTF-8").says("2 cases, 1 passed, 1 failed");
    place.folder("empty");
    place.run(&["case", "empty"]).failed("empty: no .json or .toml file in this folder");
    assert_eq!(place.run(&["case"]).code, 2);
}

#[test]
fn designs_are_told_where_they_are_wrong() {
    let place = Place::new("designs");
    place.write("odd.toml", &format!("game = \"{GAME}\"\nmasts = 3\n"));
    place.run(&["design", "check", "odd.toml"]).failed("odd.toml:2:1: unknown field `masts`");
    place.write("nameless.toml", "masts = 3\n");
    place.run(&["design", "check", "nameless.toml"]).failed("nameless.toml: no field `game`");
    place.run(&["design", "check", "nameless.toml", "--game", GAME]).failed("unknown field `masts`");
    place.run(&["design", "check", "nameless.toml", "--game", "chess"]).misuse("unknown game \"chess\"");
    place.run(&["design", "check", "lost.toml"]).failed("lost.toml: cannot be read");
    assert_eq!(place.run(&["design", "check"]).code, 2);
    // Too strong by the book, but an option of the game allows it.
    let strong = "name = \"Strong\"\nclass = \"CL\"\nhull = 4\nnatural = 6\ned = 0\nengine = 2\n\
        primaries = { forward = 4, left = 2, right = 2, rear = 0 }\nsecondaries = 4\npoints = 7\n";
    place.write("strong.toml", strong);
    let check = ["design", "check", "strong.toml", "--game", GAME];
    place.run(&check).failed("").says("(rule ASF-DES.3)");
    place.run(&[&check[..], &["--option", "max_natural_strength=6"]].concat()).done();
    place.run(&[&check[..], &["--option", "masts=3"]].concat()).misuse("no option \"masts\"");
    place.run(&[&check[..], &["--option", "masts"]].concat()).misuse("expected name=value");
}

/// What docs/cases.md shows is what the program takes.
#[test]
fn documented_cases_pass() {
    let place = Place::new("documented");
    let guide = include_str!("../../../docs/cases.md");
    let blocks = guide.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let whole: Vec<&str> = blocks.filter(|block| block.starts_with("game = ")).collect();
    assert_eq!(whole.len(), 2);
    for (n, block) in whole.iter().enumerate() {
        place.write(&format!("{n}.toml"), block);
    }
    place.run(&["case", "."]).done().says("2 cases, 2 passed");
}

/// The first game whose players design ships, if any is in the registry.
fn yard(place: &Place) -> Option<&'static str> {
    let games = place.run(&["games", "--json"]).done().json();
    let has = games.as_array().unwrap().iter().any(|game| game["id"] == "full-thrust");
    has.then_some("full-thrust")
}

#[test]
fn displays_and_documents_are_files() {
    let place = Place::new("sheets");
    place.write("odd.toml", "masts = 3\n");
    place.run(&["design", "sheet", "odd.toml", "--game", GAME]).failed("has no shipyard");
    place.run(&["design", "pdf", "odd.toml", "--game", GAME, "--out", "a.pdf"]).failed("has no shipyard");
    assert_eq!(place.run(&["design", "pdf", "odd.toml"]).code, 2, "--out is needed");
    let Some(game) = yard(&place) else { return };
    place.folder("ships");
    for n in 0..3 {
        let ship = format!("{{\"name\": \"A/B {}\", \"mass\": 20, \"hull\": {{\"points\": 6}}}}", n / 2);
        place.write(&format!("ships/{n}.json"), &ship);
    }
    place.run(&["design", "sheet", "ships/0.json", "--game", game]).done().says("<svg ");
    place.run(&["design", "sheet", "ships", "--game", game]).misuse("name a folder with --out");
    place.run(&["design", "sheet", "ships", "--game", game, "--out", "drawn"]).done().says("Displays: 3");
    for name in ["A-B-0", "A-B-0-2", "A-B-1"] {
        assert!(place.read(&format!("drawn/{name}.svg")).starts_with("<svg "), "{name}");
    }
    place.run(&["design", "pdf", "ships", "--game", game, "--paper", "a4", "--out", "a.pdf"]).done();
    assert!(std::fs::read(place.path("a.pdf")).unwrap().starts_with(b"%PDF-"));
    place.run(&["design", "pdf", "ships", "--game", game, "--paper", "a0", "--out", "a.pdf"]).misuse("a0");
}

#[test]
fn fleets_are_checked_and_fight() {
    let place = Place::new("fleets");
    place.write("odd.toml", "name = \"A\"\nships = []\n");
    place.run(&["fleet", "check", "odd.toml", "--game", GAME]).failed("has no shipyard");
    let sim = |game: &str, rest: &[&str]| {
        place.run(
            &[&["sim", game, "intro", "--seats", "cadet,random", "--battles", "2", "--json"], rest].concat(),
        )
    };
    sim(GAME, &["--fleet", "odd.toml"]).misuse("takes no fleet files");
    let Some(game) = yard(&place) else { return };
    place.run(&["fleet", "check", "odd.toml", "--game", game]).failed("").says("the fleet has no ships");
    // As docs/json.md has it.
    let guide = include_str!("../../../docs/json.md");
    let shown = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    place.write("shown.toml", shown);
    let told = place.run(&["fleet", "check", "shown.toml", "--json"]).done().json();
    assert_eq!((&told[0]["name"], &told[0]["ships"]), (&Value::from("Home Squadron"), &Value::from(3)));
    place.write("two.json", "{\"name\": \"B\", \"ships\": [{\"design\": \"Frigate\", \"number\": 2}]}");
    let fought = sim(game, &["--fleet", "shown.toml", "--fleet", "two.json"]).done().json();
    let classes: Vec<&str> =
        fought["losses"].as_array().unwrap().iter().map(|it| it["class"].as_str().unwrap()).collect();
    assert_eq!(classes, ["Resolve", "Warden", "Frigate"]);
    place.write("dear.toml", &format!("{}limit = 1\n", shown.replace("limit = 1000", "#")));
    sim(game, &["--fleet", "dear.toml"]).failed("exceed");
    sim(game, &["--fleet", "two.json", "--fleet", "two.json", "--fleet", "two.json"]).failed("3 fleets");
}
