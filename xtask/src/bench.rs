//! `cargo xtask bench`: speed, memory and instruction counts of the program.

use std::{
    fs,
    path::Path,
    process::{Child, Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::run::{self, Args};

/// One line of the table.
struct Row {
    name: &'static str,
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

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["json"])?;
    if let Some(stray) = args.free.first() {
        return Err(format!("bench takes no {stray:?}"));
    }
    let program = run::build_program()?;
    let mut rows = Vec::new();
    let mut add = |row: Row| {
        println!("{}", table_line(&row));
        rows.push(row);
    };
    println!("Encounter at Emerald (asfos intro)\n");
    println!("| what | value | unit | target | | |");
    println!("|---|--:|---|--:|---|---|");
    add(speed(&program, "random against random, one core", "random,random", 6_000, 3_000.0)?);
    add(speed(&program, "captain against captain, one core", "captain,captain", 400, 150.0)?);
    add(two_cores(&program)?);
    for row in thinking(&program)? {
        add(row);
    }
    add(memory(&program)?);
    add(instructions(&program, "instructions, 20 battles of random", "random,random", 20)?);
    add(instructions(&program, "instructions, 2 battles of captains", "captain,captain", 2)?);

    let json = Value::Array(rows.iter().map(to_json).collect());
    let usual = run::root().join("target").join("bench.json");
    run::write_json(&usual, &json)?;
    if let Some(file) = args.get("json") {
        run::write_json(Path::new(file), &json)?;
    }
    println!("\nalso in target/bench.json");
    Ok(ExitCode::SUCCESS)
}

fn sim(program: &Path, seats: &str, battles: u32, jobs: u32) -> Result<Value, String> {
    let (battles, jobs) = (battles.to_string(), jobs.to_string());
    let args =
        ["sim", "asfos", "intro", "--seats", seats, "--battles", &battles, "--jobs", &jobs, "--seed", "1"];
    run::program_json(program, &[&args[..], &["--json"]].concat(), false)
}

fn battles_per_second(program: &Path, seats: &str, battles: u32, jobs: u32) -> Result<f64, String> {
    let result = sim(program, seats, battles, jobs)?;
    result["battles_per_second"].as_f64().ok_or(format!("sim --json without battles_per_second: {result}"))
}

/// The best of three: whatever else the machine does only ever slows it down.
fn speed(program: &Path, name: &'static str, seats: &str, battles: u32, target: f64) -> Result<Row, String> {
    let mut best = 0.0_f64;
    for _ in 0..3 {
        best = best.max(battles_per_second(program, seats, battles, 1)?);
    }
    let target = Some(Target::AtLeast(target));
    Ok(Row { name, value: Some(best), unit: "battles/s", target, note: String::new() })
}

/// One core and two in turn, so that both meet the same machine.
fn two_cores(program: &Path) -> Result<Row, String> {
    let name = "two cores against one";
    let target = Some(Target::AtLeast(1.8));
    if thread::available_parallelism().map_or(1, usize::from) < 2 {
        return Ok(Row { name, value: None, unit: "times", target, note: "only one core here".to_owned() });
    }
    let (mut one, mut two) = (0.0_f64, 0.0_f64);
    for _ in 0..3 {
        one = one.max(battles_per_second(program, "captain,captain", 600, 1)?);
        two = two.max(battles_per_second(program, "captain,captain", 1_200, 2)?);
    }
    let note = format!("captains, {one:.0} and {two:.0} battles/s");
    Ok(Row { name, value: Some(two / one), unit: "times", target, note })
}

/// How long an admiral takes over a decision at its default budget.
fn thinking(program: &Path) -> Result<Vec<Row>, String> {
    let result = sim(program, "admiral,captain", 4, 1)?;
    let times = &result["thinking"][0];
    let row = |name, key: &str, target| {
        let value = times[key].as_f64();
        let note = match value {
            Some(_) => format!("{} decisions, one thread", times["decisions"]),
            None => "sim --json has no thinking".to_owned(),
        };
        Row { name, value, unit: "s", target, note }
    };
    Ok(vec![
        row("admiral's decision, median", "p50", None),
        row("admiral's decision, 95th percentile", "p95", Some(Target::Under(1.0))),
    ])
}

fn memory(program: &Path) -> Result<Row, String> {
    let mut command = Command::new(program);
    command.args([
        "sim",
        "asfos",
        "intro",
        "--seats",
        "random,random",
        "--battles",
        "100000",
        "--seed",
        "1",
        "--json",
    ]);
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    let child = spawned.map_err(|err| format!("flagbridge sim: {err}"))?;
    let peak = peak_memory(child)?;
    Ok(Row {
        name: "memory at most, 100,000 battles",
        value: peak,
        unit: "MB",
        target: Some(Target::Under(200.0)),
        note: if peak.is_some() { String::new() } else { "needs Linux".to_owned() },
    })
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
            Some(status) => return Err(format!("flagbridge sim of 100,000 battles: {status}")),
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

/// Instructions do not depend on what else the machine does.
fn instructions(program: &Path, name: &'static str, seats: &str, battles: u32) -> Result<Row, String> {
    let row = |value, note| Row { name, value, unit: "million", target: None, note };
    if !run::works(Command::new("valgrind").arg("--version")) {
        return Ok(row(None, "valgrind is not there".to_owned()));
    }
    let out = run::root().join("target").join(format!("callgrind.{}", seats.replace(',', "-")));
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args(["sim", "asfos", "intro", "--seats", seats, "--battles", &battles.to_string()])
        .args(["--jobs", "1", "--seed", "1", "--json"])
        .stdin(Stdio::null())
        .output()
        .map_err(|err| format!("valgrind: {err}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    match collected(&text) {
        Some(count) if output.status.success() => Ok(row(Some(count as f64 / 1e6), String::new())),
        Some(_) | None => Ok(row(None, format!("valgrind failed: {}", output.status))),
    }
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
    fn targets_are_judged() {
        let row = |value| Row {
            name: "n",
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
