//! `cargo xtask bench fleet`: three servers on one PostgreSQL beside one of them, in one run.

use std::{fs, path::Path, process::Command, thread};

use serde_json::{Value, json};

use super::{Row, Target};
use crate::{debian, run};

/// Everything that docs/scale.md reckons with, as a file that `cargo xtask scale --costs` takes. `given` is whether
/// somebody brought the program: then those who play on it are built as the tests are, which takes no time.
pub(super) fn measure(program: &Path, given: bool, quick: bool) -> Result<Value, String> {
    debian::postgres()?;
    let file = run::root().join("target").join("fleet.json");
    let seconds = if quick { "3" } else { "10" };
    let built_as: &[&str] = if given { &["--workspace"] } else { &["--release", "--package", "cli"] };
    let example = [&["build", "--quiet", "--locked"][..], built_as, &["--example", "fleet"]].concat();
    let mut fleet = Command::new(run::built_example(&example)?);
    fleet.current_dir(run::root());
    fleet.arg("--program").arg(program).args(["--seconds", seconds, "--json"]).arg(&file);
    run::succeed(&mut fleet)?;
    let text = fs::read_to_string(&file).map_err(|err| format!("{}: {err}", file.display()))?;
    let mut told: Value = serde_json::from_str(&text).map_err(|err| format!("{}: {err}", file.display()))?;
    let mut games = Vec::new();
    for game in run::games(program)? {
        games.push(thinking(program, &game, if quick { 1 } else { 4 })?);
    }
    let mean = |what: &str| games.iter().filter_map(|it| it[what].as_f64()).sum::<f64>() / games.len() as f64;
    for what in ["admiral_s", "captain_ms", "orders"] {
        told[what] = json!(mean(what));
    }
    told["games"] = json!(games);
    told["machine"] = json!(machine());
    told["measured"] = json!(true);
    run::write_json(&file, &told)?;
    Ok(told)
}

/// What computers take for their orders in the introduction of a game, in time of one core: so whatever else the
/// machine does counts for nothing. And how many orders both sides give in such a battle.
fn thinking(program: &Path, game: &str, battles: u32) -> Result<Value, String> {
    let sim = |seats: &str, battles: u32| {
        let before = spent_by_children()?;
        let battles = battles.to_string();
        let args =
            ["sim", game, "intro", "--seats", seats, "--battles", &battles, "--seed", "1", "--jobs", "1"];
        let told = run::program_json(program, &[&args[..], &["--json"]].concat(), false)?;
        Ok::<_, String>((told, spent_by_children()? - before))
    };
    let number =
        |told: &Value| told.as_f64().ok_or_else(|| format!("{game}: sim --json lacks something: {told}"));
    let fought = 25 * battles;
    let (captains, seconds) = sim("captain,captain", fought)?;
    let each_battle = seconds / f64::from(fought);
    let (admirals, thought) = sim("admiral,captain", battles)?;
    let decided = number(&admirals["thinking"][0]["decisions"])?;
    // Of each decision of a battle so many seats are asked, as the admiral's is one of two.
    let asked = 2.0 * decided / (f64::from(battles) * number(&admirals["decisions"])?);
    let orders = asked * number(&captains["decisions"])?;
    let captain = each_battle / orders;
    let admiral = (thought - decided * captain) / decided;
    Ok(json!({"game": game, "admiral_s": admiral, "captain_ms": 1_000.0 * captain, "orders": orders}))
}

/// Processor time of all programs that were run from here, in seconds.
fn spent_by_children() -> Result<f64, String> {
    let about = fs::read_to_string("/proc/self/stat").map_err(|err| format!("/proc/self/stat: {err}"))?;
    children_in(&about).ok_or_else(|| format!("/proc/self/stat: no times in it: {about}"))
}

/// In hundredths of a second, behind the name of the program.
fn children_in(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let times = fields.split_whitespace().skip(13).take(2).map(str::parse::<f64>);
    let times = times.collect::<Result<Vec<_>, _>>().ok()?;
    (times.len() == 2).then(|| times.iter().sum::<f64>() / 100.0)
}

/// What it was measured on, in a few words.
fn machine() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|it| it.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or("unknown", |(_, model)| model.trim());
    format!("{cores} cores ({model})")
}

pub(super) fn rows(told: &Value) -> Vec<Row> {
    let row = |name: String, value: &Value, unit, target, note| Row {
        name,
        value: value.as_f64(),
        unit,
        target,
        note,
    };
    let mut rows = Vec::new();
    for (servers, name) in [("one", "one server"), ("three", "three servers")] {
        let best = &told[servers];
        let note = format!("{} tables, {} live connections", best["tables"], best["connections"]);
        let of = |what: &str| format!("fleet, {name}: {what}");
        rows.push(row(
            of("submissions with p99 under 100 ms"),
            &best["rate"],
            "a second",
            None,
            note.clone(),
        ));
        let bar = Some(Target::Under(100.0));
        rows.push(row(of("a submission there, 99th percentile"), &best["p99_ms"], "ms", bar, note.clone()));
        rows.push(row(
            of("until both have heard of it, 99th percentile"),
            &best["push_p99_ms"],
            "ms",
            bar,
            note,
        ));
    }
    let plain = |what: &str, field: &str, unit, target| {
        row(format!("fleet: {what}"), &told[field], unit, target, String::new())
    };
    rows.push(plain("memory of an open battle", "open_battle_kb", "kB", Some(Target::Under(1_000.0))));
    rows.push(plain("memory of a live connection", "connection_kb", "kB", Some(Target::Under(200.0))));
    rows.push(plain("room of a stored battle", "stored_battle_kb", "kB", Some(Target::Under(1_000.0))));
    let stored = &told["stored"];
    let median = |name: &str| stored[name].as_f64().unwrap_or(f64::NAN);
    let [before, after] = [median("before_p50_ms"), median("after_p50_ms")];
    rows.push(Row {
        name: format!(
            "fleet: a submission with {} more battles stored against before, median",
            stored["battles"]
        ),
        value: Some(after / before),
        unit: "times",
        target: Some(Target::Under(1.5)),
        note: format!("{after:.2} and {before:.2} ms"),
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_children_are_read_behind_any_name() {
        let stat = "7 (a ) name) S 1 7 7 0 -1 4194560 1 2 3 4 11 22 150 50 20 0 1 0 5 6 7";
        assert_eq!(children_in(stat), Some(2.0));
        assert_eq!(children_in("7 (cut off) S 1 7"), None);
    }

    #[test]
    fn what_was_measured_is_held_against_its_bars() {
        let best =
            json!({"tables": 8, "connections": 16, "rate": 300.0, "p99_ms": 90.0, "push_p99_ms": 120.0});
        let told = json!({
            "one": best, "three": best, "open_battle_kb": 300.0, "connection_kb": 20.0, "stored_battle_kb": 90.0,
            "stored": {"battles": 9, "before_p50_ms": 2.0, "after_p50_ms": 4.0},
        });
        let lines: Vec<String> = rows(&told).iter().map(super::super::table_line).collect();
        let missed: Vec<bool> = lines.iter().map(|line| line.contains("MISSED")).collect();
        assert_eq!(missed, [false, false, true, false, false, true, false, false, false, true]);
        assert!(lines[0].contains("8 tables, 16 live connections"), "{}", lines[0]);
    }
}
