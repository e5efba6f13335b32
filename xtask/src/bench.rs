//! `cargo xtask bench`: speed, memory and instruction counts of the program.

mod fleet;

use std::{
    fs,
    path::Path,
    process::{Child, Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{
    python::Home,
    run::{self, Args, Profile},
    targets, web,
};

/// One line of the table.
struct Row {
    name: String,
    value: Option<f64>,
    unit: &'static str,
    target: Option<Target>,
    /// Why there is no value, or what else there is to say.
    note: String,
}

#[derive(Clone, Copy)]
enum Target {
    AtLeast(f64),
    Under(f64),
}

impl Target {
    fn is_met(self, value: f64) -> bool {
        match self {
            Target::AtLeast(bound) => bound <= value,
            Target::Under(bound) => value < bound,
        }
    }
}

/// How much of everything.
#[derive(Clone, Copy)]
struct Scale {
    /// Divides the battles.
    less: u32,
    /// The best of so many: whatever else the machine does only ever slows it down.
    tries: u32,
}

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["json", "program"], &["quick", "keep"])?;
    let quick = args.has("quick");
    if args.free == ["fleet"] {
        return run_fleet(args.get("program"), quick, args.has("keep"));
    }
    if args.get("program").is_some() {
        return Err("--program is for `bench fleet`".to_owned());
    }
    let scale = if quick { Scale { less: 10, tries: 1 } } else { Scale { less: 1, tries: 3 } };
    let program = run::build_program(Profile::Release)?;
    let python = Home::new("release", "requirements.txt")?;
    let mut rows = Vec::new();
    let mut add = |row: Row| {
        println!("{}", table_line(&row));
        rows.push(row);
    };
    println!("| what | value | unit | target | | |");
    println!("|---|--:|---|--:|---|---|");
    for game in targets::of(&args.free, &run::games(&program)?)? {
        let sim = Sim { program: &program, game: game.game, scenario: game.scenario };
        add(sim.speed("random against random, one core", "random,random", 6_000, game.random, scale)?);
        add(sim.speed("captain against captain, one core", "captain,captain", 400, game.captain, scale)?);
        add(sim.two_cores(scale)?);
        for row in sim.thinking(scale)? {
            add(row);
        }
        if game.game == "full-thrust" {
            add(example(&sim, "pricing", "designs priced and checked, one core", 1_200_000.0, scale)?);
            add(example(&sim, "displays", "status displays drawn, one core", 8_000.0, scale)?);
        }
        add(sim.many_in_python(&python, scale)?);
        add(sim.memory(scale)?);
        add(sim.instructions("random,random", 20)?);
        if !quick {
            add(sim.instructions("captain,captain", 2)?);
        }
    }
    for row in server_load(quick)? {
        add(row);
    }
    for row in frames() {
        add(row);
    }

    let json = Value::Array(rows.iter().map(to_json).collect());
    let usual = run::root().join("target").join("bench.json");
    run::write_json(&usual, &json)?;
    if let Some(file) = args.get("json") {
        run::write_json(Path::new(file), &json)?;
    }
    println!("\nalso in target/bench.json");
    Ok(ExitCode::SUCCESS)
}

/// Several servers on one database, and nothing else. `keep` makes what was measured that with which
/// docs/scale.md reckons. `given` is a program that is there already: an optimised one, or it says little.
fn run_fleet(given: Option<&str>, quick: bool, keep: bool) -> Result<ExitCode, String> {
    let program = match given {
        Some(file) => {
            let whole = fs::canonicalize(file).map_err(|err| format!("--program {file}: {err}"))?;
            if keep && whole.components().any(|it| it.as_os_str() == "debug") {
                return Err(format!(
                    "--keep: {} is built for the checks, not to be measured",
                    whole.display()
                ));
            }
            whole
        }
        None => run::build_program(Profile::Release)?,
    };
    let told = fleet::measure(&program, given.is_some(), quick)?;
    println!("| what | value | unit | target | | |\n|---|--:|---|--:|---|---|");
    fleet::rows(&told).iter().for_each(|row| println!("{}", table_line(row)));
    if keep {
        run::write_json(&run::root().join("xtask/src/scale/costs.json"), &told)?;
    }
    println!("\nalso in target/fleet.json");
    Ok(ExitCode::SUCCESS)
}

/// What is simulated.
struct Sim<'a> {
    program: &'a Path,
    game: &'static str,
    scenario: &'static str,
}

impl Sim<'_> {
    fn name(&self, what: &str) -> String {
        format!("{} {}: {what}", self.game, self.scenario)
    }

    fn args<'a>(&'a self, seats: &'a str, battles: &'a str) -> [&'a str; 10] {
        ["sim", self.game, self.scenario, "--seats", seats, "--battles", battles, "--seed", "1", "--json"]
    }

    fn fight(&self, seats: &str, battles: u32, jobs: u32) -> Result<Value, String> {
        let (battles, jobs) = (battles.to_string(), jobs.to_string());
        run::program_json(
            self.program,
            &[&self.args(seats, &battles)[..], &["--jobs", &jobs]].concat(),
            false,
        )
    }

    fn battles_per_second(&self, seats: &str, battles: u32, jobs: u32) -> Result<f64, String> {
        let result = self.fight(seats, battles, jobs)?;
        result["battles_per_second"]
            .as_f64()
            .ok_or(format!("sim --json without battles_per_second: {result}"))
    }

    fn speed(
        &self,
        what: &str,
        seats: &str,
        battles: u32,
        target: f64,
        Scale { less, tries }: Scale,
    ) -> Result<Row, String> {
        let mut best = 0.0_f64;
        for _ in 0..tries {
            best = best.max(self.battles_per_second(seats, battles / less, 1)?);
        }
        let target = Some(Target::AtLeast(target));
        Ok(Row { name: self.name(what), value: Some(best), unit: "battles/s", target, note: String::new() })
    }

    /// One core and two in turn, so that both meet the same machine.
    fn two_cores(&self, Scale { less, tries }: Scale) -> Result<Row, String> {
        let name = self.name("two cores against one");
        let target = Some(Target::AtLeast(1.8));
        if thread::available_parallelism().map_or(1, usize::from) < 2 {
            return Ok(Row {
                name,
                value: None,
                unit: "times",
                target,
                note: "only one core here".to_owned(),
            });
        }
        let (mut one, mut two) = (0.0_f64, 0.0_f64);
        for _ in 0..tries {
            one = one.max(self.battles_per_second("captain,captain", 600 / less, 1)?);
            two = two.max(self.battles_per_second("captain,captain", 1_200 / less, 2)?);
        }
        let note = format!("captains, {one:.0} and {two:.0} battles/s");
        Ok(Row { name, value: Some(two / one), unit: "times", target, note })
    }

    /// Random orders chosen from Python, for many battles at once, against random players of `sim`: in
    /// turn, so that both meet the same machine.
    fn many_in_python(&self, python: &Home, Scale { less, tries }: Scale) -> Result<Row, String> {
        let (mut own, mut theirs) = (0.0_f64, 0.0_f64);
        for _ in 0..tries {
            let told = self.fight("random,random", 6_000 / less, 1)?;
            let speed = told["battles_per_second"].as_f64().zip(told["decisions"].as_f64());
            let (battles, decisions) = speed.ok_or(format!("sim --json without its speed: {told}"))?;
            own = own.max(battles * decisions);
            let mut many = python.python();
            many.args(["python/benches/steps.py", self.game, self.scenario]);
            let output = many.output().map_err(|err| format!("python/benches/steps.py: {err}"))?;
            let told: Value = serde_json::from_slice(&output.stdout).map_err(|err| {
                format!("python/benches/steps.py: {err}: {}", String::from_utf8_lossy(&output.stderr))
            })?;
            theirs = theirs.max(told["decisions_per_second"].as_f64().unwrap_or(0.0));
        }
        let note = format!("{theirs:.0} and {own:.0} decisions/s, one core");
        let name = self.name("steps in Python against sim, random");
        Ok(Row { name, value: Some(theirs / own), unit: "times", target: Some(Target::AtLeast(0.8)), note })
    }

    /// How long an admiral takes over a decision at its default budget.
    fn thinking(&self, Scale { less, .. }: Scale) -> Result<Vec<Row>, String> {
        let result = self.fight("admiral,captain", 4_u32.div_ceil(less), 1)?;
        let times = &result["thinking"][0];
        let row = |what, key: &str, target| {
            let value = times[key].as_f64();
            let note = match value {
                Some(_) => format!("{} decisions, one thread", times["decisions"]),
                None => "sim --json has no thinking".to_owned(),
            };
            Row { name: self.name(what), value, unit: "s", target, note }
        };
        Ok(vec![
            row("admiral's decision, median", "p50", None),
            row("admiral's decision, 95th percentile", "p95", Some(Target::Under(1.0))),
        ])
    }

    fn memory(&self, Scale { less, .. }: Scale) -> Result<Row, String> {
        let battles = 100_000 / less;
        let spawned = Command::new(self.program)
            .args(self.args("random,random", &battles.to_string()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        let child = spawned.map_err(|err| format!("flagbridge sim: {err}"))?;
        let peak = peak_memory(child)?;
        Ok(Row {
            name: self.name(&format!("memory at most, {battles} battles")),
            value: peak,
            unit: "MB",
            target: Some(Target::Under(200.0)),
            note: if peak.is_some() { String::new() } else { "needs Linux".to_owned() },
        })
    }

    /// Instructions do not depend on what else the machine does.
    fn instructions(&self, seats: &str, battles: u32) -> Result<Row, String> {
        let name = self.name(&format!("instructions, {battles} battles of {}", seats.replace(',', " and ")));
        let row = |value, note| Row { name: name.clone(), value, unit: "million", target: None, note };
        if !run::works(Command::new("valgrind").arg("--version")) {
            return Ok(row(None, "valgrind is not there".to_owned()));
        }
        let out = format!("callgrind.{}.{}", self.game, seats.replace(',', "-"));
        let out = run::root().join("target").join(out);
        let output = Command::new("valgrind")
            .arg("--tool=callgrind")
            .arg(format!("--callgrind-out-file={}", out.display()))
            .arg(self.program)
            .args(self.args(seats, &battles.to_string()))
            .args(["--jobs", "1"])
            .stdin(Stdio::null())
            .output()
            .map_err(|err| format!("valgrind: {err}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        match collected(&text) {
            Some(count) if output.status.success() => Ok(row(Some(count as f64 / 1e6), String::new())),
            Some(_) | None => Ok(row(None, format!("valgrind failed: {}", output.status))),
        }
    }
}

/// An example of the game's crate that ends by saying how many it did `a second`.
fn example(
    sim: &Sim<'_>,
    example: &str,
    what: &str,
    target: f64,
    Scale { tries, .. }: Scale,
) -> Result<Row, String> {
    let package = format!("rules-{}", sim.game);
    let args = ["run", "--release", "--quiet", "--locked", "--package", &package, "--example", example];
    let mut best = 0.0_f64;
    for _ in 0..tries {
        let output = run::cargo(&args).output().map_err(|err| format!("{example}: {err}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let speed = text.trim_end().strip_suffix(" a second").and_then(|text| text.rsplit(' ').next());
        let speed: f64 = speed
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| format!("{example} said {text:?}, {}", output.status))?;
        best = best.max(speed);
    }
    let target = Some(Target::AtLeast(target));
    Ok(Row {
        name: format!("{}: {what}", sim.game),
        value: Some(best),
        unit: "a second",
        target,
        note: String::new(),
    })
}

/// What a person waits for while 200 battles are fought on one server.
fn server_load(quick: bool) -> Result<Vec<Row>, String> {
    let file = run::root().join("target").join("load.json");
    let (submissions, flooded) = if quick { ("60", "40") } else { ("300", "150") };
    let args = ["run", "--release", "--quiet", "--locked", "--package", "server", "--example", "load", "--"];
    let mut load = run::cargo(&args);
    load.args(["--submissions", submissions, "--flooded", flooded, "--json"])
        .arg(&file)
        .stdout(Stdio::null());
    run::succeed(&mut load)?;
    let text = fs::read_to_string(&file).map_err(|err| format!("{}: {err}", file.display()))?;
    let told: Value = serde_json::from_str(&text).map_err(|err| format!("{}: {err}", file.display()))?;
    let row = |what: &str, value: &Value, unit, target, note| Row {
        name: format!("server, {} battles at once: {what}", told["matches"]),
        value: value.as_f64(),
        unit,
        target,
        note,
    };
    let note = format!("{} submissions", told["submission"]["n"]);
    let most = Some(Target::Under(100.0));
    let mut rows = vec![
        row("a submission, median", &told["submission"]["p50_ms"], "ms", None, note.clone()),
        row("a submission, 99th percentile", &told["submission"]["p99_ms"], "ms", most, note),
        row(
            "memory at most",
            &told["memory_mb"],
            "MB",
            Some(Target::Under(300.0)),
            "with the load generator".to_owned(),
        ),
    ];
    rows.extend(lobby_rows(&told["lobby"]));
    rows.push(counted_length()?);
    rows.extend(length_rows(&told["length"]));
    rows.extend(flood_rows(&told["flooded"]));
    Ok(rows)
}

/// What people wait for with many of them in the lobby, beside the same with few in one run.
fn lobby_rows(told: &Value) -> Vec<Row> {
    let mut rows = Vec::new();
    for (what, words) in [("submission", "a submission"), ("change", "a change of the lobby")] {
        let p99 = |name: &str| told[name][what]["p99_ms"].as_f64().unwrap_or(f64::NAN);
        rows.push(Row {
            name: format!(
                "server, {} battles: {words} with {} people in the lobby against {}, 99th percentile",
                told["matches"], told["people"], told["few"]
            ),
            value: told[format!("{what}_times")].as_f64(),
            unit: "times",
            target: Some(Target::Under(3.0)),
            note: format!("{:.2} and {:.2} ms", p99("many"), p99("few")),
        });
    }
    rows
}

/// Decisions counted each time.
const COUNTED: u64 = 10;

/// What the length of a battle costs in instructions, which do not depend on what else the machine does.
fn counted_length() -> Result<Row, String> {
    let row = |value, note| Row {
        name: "server: instructions for a decision and its pushes, after 3,000 decisions against after 10"
            .to_owned(),
        value,
        unit: "times",
        target: Some(Target::Under(1.3)),
        note,
    };
    if !run::works(Command::new("valgrind").arg("--version")) {
        return Ok(row(None, "valgrind is not there".to_owned()));
    }
    let args = ["build", "--release", "--quiet", "--locked", "--package", "server", "--example", "load"];
    let load = run::built_example(&args)?;
    let mut each = Vec::new();
    for when in ["early", "late"] {
        let out = run::root().join("target").join(format!("callgrind.length-{when}"));
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--instr-atstart=no"])
            .arg(format!("--callgrind-out-file={}", out.display()))
            .arg(&load)
            .args(["--count", when, "--submissions", &COUNTED.to_string()])
            .stdin(Stdio::null())
            .output()
            .map_err(|err| format!("valgrind: {err}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        match collected(&text) {
            Some(count) if output.status.success() => each.push(count as f64 / COUNTED as f64 / 1e6),
            Some(_) | None => return Ok(row(None, format!("valgrind failed: {}", output.status))),
        }
    }
    let note = format!("{:.2} and {:.2} million", each[1], each[0]);
    Ok(row(Some(each[1] / each[0]), note))
}

/// What the length of a battle costs, early and late in one run.
fn length_rows(told: &Value) -> Vec<Row> {
    let mut rows = vec![Row {
        name: "server: a decision and its pushes, after 3,000 decisions against after 10".to_owned(),
        value: told["ratio"].as_f64(),
        unit: "times",
        target: Some(Target::Under(1.3)),
        note: format!("{} and {} ms, medians", told["late_ms"], told["early_ms"]),
    }];
    for (name, took) in told["openings"].as_object().into_iter().flatten() {
        let bar = if name.contains(" 3000 ") { 300.0 } else { 50.0 };
        rows.push(Row {
            name: format!("server: a battle taken up from the store, {name}"),
            value: took.as_f64(),
            unit: "ms",
            target: Some(Target::Under(bar)),
            note: "median".to_owned(),
        });
    }
    rows
}

/// What somebody waits for while another address floods the server, in one run with the idle server.
fn flood_rows(told: &Value) -> Vec<Row> {
    let row = |what: &str, value: &Value, bar, note: String| Row {
        name: format!("server: {what}"),
        value: value.as_f64(),
        unit: "ms",
        target: Some(Target::Under(bar)),
        note,
    };
    let idle = &told["idle"];
    let mut rows = vec![row(
        "a submission, idle, 99th percentile",
        &idle["p99_ms"],
        SUBMISSION,
        format!("{} submissions", idle["n"]),
    )];
    for (name, waited) in told["floods"].as_object().into_iter().flatten() {
        let times = waited["times_idle"].as_f64().unwrap_or(f64::NAN);
        let note = format!("{times:.1} times idle; {} answers to the flood", waited["answered"]);
        let what = format!("a submission, flooded with {name}, 99th percentile");
        rows.push(row(&what, &waited["p99_ms"], SUBMISSION, note));
    }
    let captain = &told["captain"];
    let what = format!("a captain's answer with {} admirals attacking, 99th percentile", told["admirals"]);
    rows.push(row(&what, &captain["p99_ms"], 2_000.0, format!("{} answers", captain["n"])));
    let reopened = &told["reopening"];
    let what = format!("a battle of {} events taken up again", reopened["events"]);
    rows.push(row(&what, &reopened["ms"], 1_000.0, String::new()));
    rows
}

/// A submission may take so many milliseconds, whatever one other address does.
const SUBMISSION: f64 = 50.0;

/// A frame of sixty in a second.
const FRAME: f64 = 16.7;

/// How long the board takes to draw. Where there is no browser, that is said and no more.
fn frames() -> Vec<Row> {
    match web::frames() {
        Ok(told) => frame_rows(&told),
        Err(err) => {
            vec![Row { name: "board: a frame".to_owned(), value: None, unit: "ms", target: None, note: err }]
        }
    }
}

/// A list of measurements, each with what it is of and a 95th percentile.
fn frame_rows(told: &Value) -> Vec<Row> {
    let list = told.as_array().or_else(|| told.as_object()?.values().find_map(Value::as_array));
    let row = |measured: &Value| {
        let fields = measured.as_object()?;
        let (key, value) = fields.iter().find(|(key, value)| key.contains("p95") && value.is_number())?;
        let words = fields.values().filter_map(|value| value.as_str());
        let ships = fields.get("ships").and_then(Value::as_u64).unwrap_or_default();
        let others = fields.iter().filter(|(it, value)| *it != key && *it != "ships" && value.is_number());
        let note: Vec<String> = others.map(|(key, value)| format!("{key} {value}")).collect();
        Some(Row {
            name: format!("board, {ships} ships, {}: {key}", words.collect::<Vec<_>>().join(" ")),
            value: value.as_f64(),
            unit: "ms",
            // The aim is for a hundred ships on a plain laptop.
            target: (ships == 100).then_some(Target::Under(FRAME)),
            note: note.join(", "),
        })
    };
    list.into_iter().flatten().filter_map(row).collect()
}

/// The kernel keeps the high-water mark; it only has to be read before the end.
fn peak_memory(mut child: Child) -> Result<Option<f64>, String> {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    loop {
        let mark = fs::read_to_string(&status).ok().and_then(|text| high_water_mark(&text));
        peak = mark.or(peak);
        match child.try_wait().map_err(|err| err.to_string())? {
            Some(status) if status.success() => return Ok(peak),
            Some(status) => return Err(format!("flagbridge sim: {status}")),
            None => thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// In megabytes.
fn high_water_mark(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// `==12== Collected : 123456`
fn collected(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

fn table_line(row: &Row) -> String {
    let Row { name, value, unit, target, note } = row;
    let shown = value.map_or("-".to_owned(), number);
    let bound = match target {
        Some(Target::AtLeast(bound)) => format!(">= {}", number(*bound)),
        Some(Target::Under(bound)) => format!("< {}", number(*bound)),
        None => String::new(),
    };
    let verdict = match (target, value) {
        (Some(target), Some(value)) if target.is_met(*value) => "met",
        (Some(_), Some(_)) => "MISSED",
        (Some(_) | None, None) | (None, Some(_)) => "",
    };
    format!("| {name} | {shown} | {unit} | {bound} | {verdict} | {note} |")
}

fn number(value: f64) -> String {
    match value {
        _ if 100.0 <= value => format!("{value:.0}"),
        _ if 1.0 <= value => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

fn to_json(row: &Row) -> Value {
    let bound = row.target.map(|target| match target {
        Target::AtLeast(bound) => json!({ "at_least": bound }),
        Target::Under(bound) => json!({ "under": bound }),
    });
    let met = row.target.zip(row.value).map(|(target, value)| target.is_met(value));
    json!({
        "name": row.name, "value": row.value, "unit": row.unit, "target": bound, "met": met, "note": row.note,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_from_kernel_and_valgrind() {
        assert_eq!(high_water_mark("Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n"), Some(2.0));
        assert_eq!(collected("==7== Events    : Ir\n==7== Collected : 123456\n"), Some(123_456));
        assert_eq!(collected("nothing"), None);
    }

    #[test]
    fn frame_times_are_read_from_the_client() {
        let one = json!({"ships": 100, "kind": "pan", "frame ms": 16.7, "draw p95": 4.5});
        for told in [json!([one]), json!({"frames": [one]})] {
            let rows = frame_rows(&told);
            assert_eq!(rows[0].name, "board, 100 ships, pan: draw p95");
            assert_eq!((rows[0].value, rows[0].note.as_str()), (Some(4.5), "frame ms 16.7"));
        }
        assert!(frame_rows(&json!("nothing")).is_empty());
    }

    #[test]
    fn floods_are_held_against_their_bars() {
        let waited = |p99: f64| json!({"n": 9, "p99_ms": p99, "times_idle": 2.0, "answered": 7});
        let told = json!({
            "idle": waited(5.0), "floods": {"games": waited(10.0), "pdf": waited(60.0)},
            "admirals": 30, "captain": waited(300.0), "reopening": {"events": 19_900, "ms": 1_200.0},
        });
        let lines: Vec<String> = flood_rows(&told).iter().map(table_line).collect();
        let missed: Vec<bool> = lines.iter().map(|line| line.contains("MISSED")).collect();
        assert_eq!(missed, [false, false, true, false, true]);
        assert!(lines[1].contains("flooded with games") && lines[1].contains("2.0 times idle; 7 answers"));
    }

    #[test]
    fn targets_are_judged() {
        let row = |value| Row {
            name: "n".to_owned(),
            value,
            unit: "s",
            target: Some(Target::Under(1.0)),
            note: String::new(),
        };
        assert_eq!(table_line(&row(Some(0.25))), "| n | 0.2500 | s | < 1.00 | met |  |");
        assert!(table_line(&row(Some(1.0))).contains("MISSED"));
        assert_eq!(to_json(&row(None))["met"], Value::Null);
    }
}
