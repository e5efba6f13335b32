//! Studies on the command line: the same rows on one core and on many, killed and taken up
//! again, reports, questions, and programs of one's own.

mod util;

use std::{
    fs::{self, File},
    os::unix::fs::PermissionsExt,
    time::Duration,
};

use util::Place;

const STUDY: &str = r#"
title = "Who is better in the Duel"
seeds = [7]
[stop]
battles = 120
batch = 20
[measure]
turns = true
harm = true
decided = true
paths = ["round", "count(ships.*.ship.status)"]
[[contest]]
game = "talon"
everybody = ["random", "cadet", "captain"]
"#;

fn place(name: &str) -> Place {
    let place = Place::new(name);
    place.write("duel.toml", STUDY);
    place
}

/// Every file with rows, byte for byte.
fn rows(place: &Place, folder: &str) -> Vec<(String, Vec<u8>)> {
    let names = ["battles.jsonl", "rows.parquet", "rows.csv", "rows.jsonl", "turns.parquet", "harm.csv"];
    let read =
        |name: &str| fs::read(place.path(folder).join(name)).unwrap_or_else(|err| panic!("{name}: {err}"));
    names.into_iter().map(|name| (name.to_owned(), read(name))).collect()
}

const FORMS: [&str; 2] = ["--csv", "--lines"];

#[test]
fn rows_are_the_same_on_any_number_of_cores_and_after_a_kill() {
    let place = place("lab-rows");
    let run = |more: &[&str]| place.run(&[&["lab", "run", "duel.toml"][..], &FORMS, more].concat());
    let one = run(&["--jobs", "1", "--json"]).done().json();
    assert_eq!((&one["battles"], &one["complete"]), (&360.into(), &true.into()));
    assert_eq!(one["cells"][1]["players"][0], "random");
    assert!(one["cells"][1]["score"][0]["mean"].as_f64().unwrap() < 0.3);
    run(&["--jobs", "4", "--out", "many"]).done().says("captain");
    assert!(rows(&place, "lab/duel") == rows(&place, "many"), "the rows differ by cores");

    // Killed in the middle, in the middle of a line besides.
    let args = ["lab", "run", "duel.toml", "--out", "killed", "--csv", "--lines", "--jobs", "1"];
    let mut child = place.command(&args).stderr(std::process::Stdio::null()).spawn().unwrap();
    let kept = place.path("killed").join("battles.jsonl");
    let lines = || fs::read(&kept).map_or(0, |it| it.iter().filter(|byte| **byte == b'\n').count());
    while lines() == 0 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    child.wait().unwrap();
    let before = lines();
    let text = fs::read_to_string(&kept).unwrap();
    // However far it came, it is made to have come less far.
    let cut = text.match_indices('\n').nth(before.min(300) - 1).map(|(at, _)| at + 1).unwrap();
    fs::write(&kept, &text[..cut + (text.len() - cut).min(20)]).unwrap();
    let again = place.run(&args);
    assert_eq!(again.code, 0, "{}", again.err);
    again.hears("going on after");
    assert!(rows(&place, "killed") == rows(&place, "lab/duel"), "the rows differ after a kill");
    // What is complete is not fought again.
    place.run(&args).hears("going on after 360 battles");
}

#[test]
fn a_folder_holds_one_study_and_is_written_to_by_one_process() {
    let place = place("lab-folder");
    place.run(&["lab", "run", "duel.toml", "--out", "kept"]).done();
    place.write("other.toml", &STUDY.replace("[7]", "[8]"));
    let other = place.run(&["lab", "run", "other.toml", "--out", "kept"]);
    other.failed("another study (its kind 0 of battles is another one)");
    let held = File::open(place.path("kept").join("battles.jsonl")).unwrap();
    held.lock().unwrap();
    place.run(&["lab", "run", "duel.toml", "--out", "kept"]).failed("another process is working");
    drop(held);
    // A row that does not belong there is told with its line.
    let kept = place.path("kept").join("battles.jsonl");
    let text = fs::read_to_string(&kept).unwrap();
    fs::write(&kept, text.replacen("\"battle\":1,", "\"battle\":7,", 1)).unwrap();
    place.run(&["lab", "report", "kept"]).failed("battles.jsonl:2: battle 7 of kind 0, expected battle 1");
    place.run(&["lab", "report", "nowhere"]).failed("no study is kept here");
}

#[test]
fn budgets_by_the_clock_are_refused_and_slips_are_told() {
    let place = place("lab-refused");
    place.write("ms.toml", &STUDY.replace("\"captain\"", "\"admiral:ms=100\""));
    place.run(&["lab", "run", "ms.toml"]).misuse("differs from run to run");
    place.write("slip.toml", &STUDY.replace("everybody", "everyone"));
    place.run(&["lab", "run", "slip.toml"]).failed("slip.toml:14:");
    place.write("path.toml", &STUDY.replace("\"round\"", "\"median(round)\""));
    place.run(&["lab", "run", "path.toml"]).failed("is not a path");
    place.run(&["lab", "sprt", "captain", "general", "--game", "talon"]).misuse("is not a computer player");
}

#[test]
fn a_report_is_one_page_with_figures_that_stand_alone() {
    let place = place("lab-report");
    place.run(&["lab", "run", "duel.toml"]).done();
    let told = place.run(&["lab", "report", "lab/duel", "--json"]).done().json();
    let ids: Vec<&str> =
        told["figures"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    let all = [
        "scores",
        "matrix-talon",
        "ratings-talon",
        "lengths",
        "survival",
        "damage",
        "standing",
        "means",
        "ranges",
        "arcs",
        "decided",
        "graves",
    ];
    assert_eq!(ids, all);
    let page = place.read("lab/duel/report.html");
    assert_eq!(page.matches("<figure").count(), all.len());
    assert!(page.contains("flagbridge lab report lab/duel") && page.contains("flagbridge sim talon intro"));
    // The name of SVG is no address that anybody fetches.
    let page = page.replace("http://www.w3.org/2000/svg", "");
    assert!(
        !page.contains("<script") && !page.contains("://") && !page.contains("src="),
        "it needs the network"
    );
    for id in all {
        let svg = place.read(&format!("lab/duel/figures/{id}.svg"));
        assert!(svg.starts_with("<svg") && !svg.contains("NaN") && !svg.contains("inf"), "{id}");
        let pdf = fs::read(place.path(&format!("lab/duel/figures/{id}.pdf"))).unwrap();
        assert!(pdf.starts_with(b"%PDF"), "{id}");
    }
}

#[test]
fn questions_are_answered_with_their_numbers() {
    let place = Place::new("lab-questions");
    let better = ["lab", "sprt", "captain", "random", "--game", "stratoyager", "--seed", "3", "--json"];
    let told = place.run(&better).done().json();
    assert_eq!((&told["better"], &told["complete"]), (&true.into(), &true.into()));
    assert!(told["battles"].as_u64().unwrap() < 200, "{told}");
    let worse = ["lab", "sprt", "random", "captain", "--game", "stratoyager", "--seed", "3"];
    place.run(&worse).says("No: random is not better than captain by as much as 20 Elo.");
    let ladder = ["lab", "ladder", "talon", "--players", "random,cadet,captain", "--battles", "40", "--json"];
    let told = place.run(&ladder).done().json();
    let names: Vec<&str> =
        told[0]["ratings"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    // Random and cadet are about even there.
    assert_eq!((names.len(), names[0]), (3, "captain"));
    let elo = |n: usize| told[0]["ratings"][n]["elo"].as_f64().unwrap();
    assert!(100.0 < elo(0) - elo(1) && elo(2) <= elo(1), "{told}");
    let fair = ["lab", "fair", "talon", "--scenario", "intro", "--battles", "200", "--json"];
    let told = place.run(&fair).json();
    assert_eq!(told[0]["battles"], 200);
    assert!(["even", "open", "uneven"].contains(&told[0]["verdict"].as_str().unwrap()), "{told}");
}

/// A program as a script: what it says to a battle, to a decision and to a refusal.
fn script(place: &Place, name: &str, battle: &str, decide: &str) {
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in\n    *'\"type\":\"battle\"'*) {battle};;\n    \
         *'\"type\":\"over\"'*) ;;\n    *) {decide};;\n  esac\ndone\n"
    );
    place.write(name, &text);
    fs::set_permissions(place.path(name), fs::Permissions::from_mode(0o755)).unwrap();
}

const READY: &str = "echo '{\"ready\": true}'";

#[test]
fn a_program_of_ones_own_plays() {
    let place = Place::new("lab-exec");
    let sim = |seats: &str, more: &[&str]| {
        let args = ["sim", "talon", "intro", "--seats", seats, "--battles", "2", "--seed", "5", "--json"];
        place.run(&[&args[..], more].concat())
    };
    script(&place, "good.sh", READY, "echo '{\"pick\": 0}'");
    let patient = ["--seconds", "60"];
    let told = sim("exec:./good.sh,random", &patient).done().json();
    assert_eq!((&told["battles"], &told["faults"]), (&2.into(), &serde_json::Value::Null));
    assert_eq!(told["seats"][0], "exec:./good.sh");
    // The same programs and dice give the same battles.
    assert_eq!(
        told["turns"],
        sim("exec:./good.sh,random", &["--jobs", "1", "--seconds", "60"]).done().json()["turns"]
    );
    for (name, decide, seconds, why) in [
        ("slow.sh", "sleep 1", "0.2", "has not answered within 0.2 s"),
        ("lying.sh", "echo '{\"pick\": 9999}'", "60", "3 answers that the rules refuse, the last: pick 9999"),
        ("babbling.sh", "echo 'my move: forward'", "60", "my move: forward"),
        ("dying.sh", "exit 3", "60", "it has ended"),
    ] {
        script(&place, name, READY, decide);
        let told = sim(&format!("captain,exec:./{name}"), &["--seconds", seconds]).done().json();
        assert_eq!((&told["wins"][0], &told["faults"]["battles"]), (&2.into(), &2.into()), "{name}: {told}");
        assert!(told["faults"]["why"].as_str().unwrap().contains(why), "{name}: {told}");
    }
    sim("captain,exec:./missing.sh", &[]).failed("exec:./missing.sh: it cannot be started");
    sim("captain,exec:", &[]).misuse("expected a program after it");
}
