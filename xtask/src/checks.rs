//! `cargo xtask test`: every check a change must pass.
//!
//! They stand in two rows, one for each core of a small machine. The first tells what it does as
//! it does it; the second runs beside it, each check a process of its own, and what it said is
//! shown when it has ended. A cargo that finds another at work in the build folder waits for it.

use std::{
    env,
    io::{BufRead, BufReader, IsTerminal, Read},
    path::Path,
    process::{Command, ExitCode, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Instant,
};

use crate::{debian, long, python, records, room, run, supply, tidy, web};

/// What the test runners counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Count {
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Count {
    fn add(&mut self, more: Count) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.skipped += more.skipped;
    }
}

/// A check by its name.
pub(crate) type Check = (&'static str, fn(&mut Count) -> Result<(), String>);

/// What is asked of the sources, the package for Python and what the sources say about themselves
/// among it: the other row takes long enough.
const SOURCES: [Check; 9] = [
    ("formatting", |_| formatting()),
    ("tidy", |_| layout()),
    ("licences and sources", |_| supply::check()),
    ("clippy", |_| clippy()),
    ("without what players at home leave out", |_| small()),
    ("tests", tests),
    ("python", python::check),
    ("doc tests", doc_tests),
    ("docs", |_| docs()),
];

/// What is asked of the client and of the program as people use it.
const PROGRAM: [Check; 7] = [
    ("client", |_| client()),
    (PROGRAM_BUILT, |_| run::build_program(run::Profile::Checks).map(drop)),
    ("rules and cases", |_| rules_and_cases()),
    ("kept records", |_| records::check(&run::checked_program()?)),
    ("kept records in the client", |_| web::records(&run::checked_program()?)),
    ("a battle by itself", |_| demo()),
    ("battles in the browser", |_| web::browse(&run::checked_program()?)),
];

/// After this check the program is there.
const PROGRAM_BUILT: &str = "program";

/// Every check, and then those of `more`.
pub(crate) fn run(more: &[Check]) -> Result<ExitCode, String> {
    room::check()?;
    // PostgreSQL and Chromium come from the same archive: two installations at once would collide.
    debian::postgres()?;
    debian::chromium()?;
    let mut count = Count::default();
    let failed = AtomicBool::new(false);
    let mut lines = thread::scope(|scope| {
        let beside = scope.spawn(|| {
            let (mut count, mut built) = (Count::default(), false);
            let lines = row(&PROGRAM, &failed, &mut |(name, _)| {
                let result = in_own_process(name, built, &mut count);
                built |= *name == PROGRAM_BUILT;
                result
            });
            (lines, count)
        });
        let first = row(&SOURCES, &failed, &mut |(name, check)| {
            println!("\n=== {name} ===");
            check(&mut count)
        });
        let (beside, more) = beside.join().expect("a row of checks does not panic");
        count.add(more);
        [first, beside].concat()
    });
    lines.extend(row(more, &failed, &mut |(name, check)| {
        println!("\n=== {name} ===");
        check(&mut count)
    }));
    println!("\n=== summary ===\n{}", lines.join("\n"));
    let Count { passed, failed: wrong, skipped } = count;
    println!("{} tests run: {passed} passed, {wrong} failed, {skipped} skipped", passed + wrong);
    Ok(if failed.into_inner() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// One check alone, by its name.
pub(crate) fn only(name: &str) -> Result<ExitCode, String> {
    let all = SOURCES.iter().chain(&PROGRAM).chain(&long::LONG);
    let Some((_, check)) = all.clone().find(|(it, _)| *it == name) else {
        let names: Vec<&str> = all.map(|(it, _)| *it).collect();
        return Err(format!("no check is called {name:?}; there are {}", names.join(", ")));
    };
    check(&mut Count::default())?;
    Ok(ExitCode::SUCCESS)
}

/// Checks one after the other, until one fails in this row or another: a line for each.
fn row(
    checks: &[Check],
    failed: &AtomicBool,
    run: &mut dyn FnMut(&Check) -> Result<(), String>,
) -> Vec<String> {
    let mut lines = Vec::new();
    for check in checks {
        let name = check.0;
        if failed.load(Ordering::Relaxed) {
            lines.push(format!("  not run  {name}"));
            continue;
        }
        let begun = Instant::now();
        let result = run(check);
        let seconds = begun.elapsed().as_secs_f64();
        match result {
            Ok(()) => lines.push(format!("  ok       {name} ({seconds:.1} s)")),
            Err(err) => {
                eprintln!("\n{name}: {err}");
                lines.push(format!("  FAILED   {name} ({seconds:.1} s): {err}"));
                failed.store(true, Ordering::Relaxed);
            }
        }
    }
    lines
}

/// Runs the check of this name as `cargo xtask test --only` would, and shows what it said in one
/// piece at its end.
fn in_own_process(name: &str, built: bool, count: &mut Count) -> Result<(), String> {
    let failed = |err: std::io::Error| format!("xtask test --only {name:?}: {err}");
    let (mut reader, writer) = std::io::pipe().map_err(failed)?;
    let mut check = Command::new(env::current_exe().map_err(failed)?);
    check.args(["test", "--only", name]).stdin(Stdio::null());
    if built {
        check.env(run::BUILT, "1");
    }
    check.stdout(writer.try_clone().map_err(failed)?).stderr(writer);
    let mut child = check.spawn().map_err(failed)?;
    // Its own ends of the pipe would keep it open for ever.
    drop(check);
    let mut said = Vec::new();
    reader.read_to_end(&mut said).map_err(failed)?;
    let status = child.wait().map_err(failed)?;
    let said = String::from_utf8_lossy(&said);
    println!("\n=== {name} ===\n{}", said.trim_end());
    said.lines().filter_map(summary_line).for_each(|it| count.add(it));
    if status.success() { Ok(()) } else { Err(format!("see above ({status})")) }
}

fn formatting() -> Result<(), String> {
    component("fmt", "rustfmt")?;
    succeed(&mut run::cargo(&["fmt", "--all", "--check"]), "run cargo fmt --all")
}

fn clippy() -> Result<(), String> {
    component("clippy", "clippy")?;
    let args = ["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"];
    succeed(&mut run::cargo(&args), "clippy found something")
}

/// The program as `cargo xtask play` builds it: no other check compiles what is there instead of PostgreSQL and TLS.
fn small() -> Result<(), String> {
    let args = ["clippy", "--locked", "--package", "cli", "--no-default-features", "--", "-D", "warnings"];
    succeed(&mut run::cargo(&args), "the program of `cargo xtask play` does not compile")
}

fn layout() -> Result<(), String> {
    let findings = tidy::findings(&run::root())?;
    for finding in &findings {
        println!("{finding}");
    }
    if findings.is_empty() { Ok(()) } else { Err(format!("{} findings", findings.len())) }
}

fn tests(count: &mut Count) -> Result<(), String> {
    debian::postgres()?;
    debian::python()?;
    if has_nextest() {
        let colour = if std::io::stderr().is_terminal() { "always" } else { "auto" };
        let mut nextest = run::cargo(&["nextest", "run", "--locked", "--workspace", "--no-fail-fast"]);
        // Not the examples, which clippy has seen: nothing runs them here.
        nextest.args(["--lib", "--bins", "--tests", "--color", colour]);
        return counted(&mut nextest, count);
    }
    println!("cargo-nextest is not there; cargo test does the same, a little slower");
    let args = ["test", "--locked", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"];
    counted(&mut run::cargo(&args), count)
}

pub(crate) fn has_nextest() -> bool {
    run::works(&mut run::cargo(&["nextest", "--version"]))
}

fn doc_tests(count: &mut Count) -> Result<(), String> {
    counted(&mut run::cargo(&["test", "--locked", "--workspace", "--doc"]), count)
}

fn docs() -> Result<(), String> {
    let mut doc = run::cargo(&["doc", "--locked", "--workspace", "--no-deps"]);
    succeed(doc.env("RUSTDOCFLAGS", "-D warnings"), "the documentation has warnings")
}

/// Types, units and the build of the web client, which the program embeds.
fn client() -> Result<(), String> {
    web::check()?;
    web::build()
}

/// The program itself says that every rule is kept and every case passes.
fn rules_and_cases() -> Result<(), String> {
    let program = run::checked_program()?;
    let mut open = Vec::new();
    for game in run::games(&program)? {
        let rules = run::program_json(&program, &["rules", &game, "--json"], true)?;
        let rules = rules.as_array().ok_or(format!("flagbridge rules {game} --json: expected a list"))?;
        for rule in rules {
            for (key, word) in [("implemented", "implemented"), ("tested", "tested")] {
                if rule[key] != true {
                    open.push(format!("{} is not {word}", rule["id"].as_str().unwrap_or("a rule")));
                }
            }
        }
        println!("{game}: {} rules", rules.len());
        let cases = run::root().join("crates").join(format!("rules-{game}")).join("cases");
        if cases.is_dir() {
            let relative = format!("crates/rules-{game}/cases");
            let mut case = Command::new(&program);
            succeed(case.args(["case", &relative]).current_dir(run::root()), "a case fails")?;
        }
        if rules.is_empty() {
            open.push(format!("{game} has no rules"));
        }
    }
    // Every lesson plays itself through.
    succeed(Command::new(&program).args(["lesson", "check"]).current_dir(run::root()), "a lesson fails")?;
    // Of every puzzle that comes with a game the solution is still the best order.
    succeed(Command::new(&program).args(["puzzle", "check"]).current_dir(run::root()), "a puzzle fails")?;
    for line in &open {
        println!("{line}");
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("{} gaps in the rules, the first: {}", open.len(), open[0]))
    }
}

fn demo() -> Result<(), String> {
    let program = run::checked_program()?;
    let mut play = Command::new(program);
    let output = play
        .args(["play", "asfos", "intro", "--demo", "--seed", "1"])
        .current_dir(run::root())
        .stdin(Stdio::null())
        .output()
        .map_err(|err| format!("flagbridge play: {err}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    println!("({} lines; the last of them)", lines.len());
    for line in &lines[lines.len().saturating_sub(5)..] {
        println!("{line}");
    }
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
    }
}

/// Makes sure that `cargo tool` is there: a minimal toolchain comes without.
fn component(tool: &str, name: &str) -> Result<(), String> {
    if run::works(&mut run::cargo(&[tool, "--version"])) {
        return Ok(());
    }
    println!("{name} is not there; asking rustup for it");
    // Output goes to the terminal, for downloads take their time.
    let added = Command::new("rustup").args(["component", "add", name]).status();
    if added.is_ok_and(|status| status.success()) && run::works(&mut run::cargo(&[tool, "--version"])) {
        return Ok(());
    }
    Err(format!("{name} is missing and could not be added: install it with `rustup component add {name}`"))
}

pub(crate) fn succeed(command: &mut Command, otherwise: &str) -> Result<(), String> {
    let program = Path::new(command.get_program()).display().to_string();
    let status = command.stdin(Stdio::null()).status().map_err(|err| format!("{program}: {err}"))?;
    if status.success() { Ok(()) } else { Err(format!("{otherwise} ({status})")) }
}

/// Runs tests, passing their output on while counting them.
pub(crate) fn counted(command: &mut Command, count: &mut Count) -> Result<(), String> {
    // Thousands of battles run in parallel anyway; a backtrace of each panic
    // that a test provokes would hide the one that matters.
    if env::var_os("RUST_BACKTRACE").is_none() {
        command.env("RUST_BACKTRACE", "0");
    }
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|err| format!("cargo: {err}"))?;
    let stdout = child.stdout.take().expect("stdout is piped");
    let stderr = child.stderr.take().expect("stderr is piped");
    let errors = thread::spawn(move || echo(stderr, |line| eprintln!("{line}")));
    let mut found = echo(stdout, |line| println!("{line}"));
    found.extend(errors.join().map_err(|_| "the test output could not be read")?);
    let status = child.wait().map_err(|err| format!("cargo: {err}"))?;
    found.into_iter().for_each(|it| count.add(it));
    if status.success() { Ok(()) } else { Err(format!("a test fails ({status})")) }
}

fn echo(stream: impl Read, show: impl Fn(&str)) -> Vec<Count> {
    let mut found = Vec::new();
    for line in BufReader::new(stream).split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line);
        show(&line);
        found.extend(summary_line(&line));
    }
    found
}

/// `Summary [ 1.2s] 9 tests run: 8 passed, 1 failed, 2 skipped` of nextest, or
/// `test result: ok. 8 passed; 1 failed; 2 ignored; …` of cargo test.
fn summary_line(line: &str) -> Option<Count> {
    let plain = without_colours(line);
    let rest = match (plain.split_once("tests run:"), plain.split_once("test run:")) {
        (Some((_, rest)), _) | (None, Some((_, rest))) => rest.to_owned(),
        // Further in it is what a test that failed had said, which nextest shows and has counted.
        (None, None) => plain.strip_prefix("test result:")?.split_once('.')?.1.to_owned(),
    };
    let number = |word: &str| -> u64 {
        let words: Vec<&str> =
            rest.split([' ', ',', ';', '(', ')']).filter(|word| !word.is_empty()).collect();
        let at = words.iter().position(|it| *it == word);
        at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
    };
    Some(Count {
        passed: number("passed"),
        failed: number("failed") + number("timed"),
        skipped: number("skipped") + number("ignored"),
    })
}

fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_fails_is_told_and_the_rest_of_the_row_is_not_run() {
        let checks: [Check; 3] =
            [("one", |_| Ok(())), ("two", |_| Err("wrong".to_owned())), ("three", |_| Ok(()))];
        let failed = AtomicBool::new(false);
        let lines = row(&checks, &failed, &mut |(_, check)| check(&mut Count::default()));
        let beginnings: Vec<&str> = lines.iter().map(|line| line.split('(').next().unwrap_or(line)).collect();
        assert_eq!(beginnings, ["  ok       one ", "  FAILED   two ", "  not run  three"]);
        assert!(lines[1].ends_with("wrong") && failed.into_inner());
    }

    #[test]
    fn test_counts_are_read_from_either_runner() {
        let count = |passed, failed, skipped| Some(Count { passed, failed, skipped });
        for (line, expected) in [
            ("     Summary [   1.2s] 9 tests run: 8 passed (1 slow), 1 failed, 2 skipped", count(8, 1, 2)),
            (
                "\u{1b}[32;1m Summary\u{1b}[0m [ 1s] \u{1b}[1m1\u{1b}[0m test run: \u{1b}[1m1\u{1b}[0m \
                 passed, 0 skipped",
                count(1, 0, 0),
            ),
            ("test result: ok. 5 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out", count(5, 0, 3)),
            ("test result: FAILED. 5 passed; 2 failed; 0 ignored", count(5, 2, 0)),
            ("    test result: FAILED. 0 passed; 1 failed; 0 ignored", None),
            ("test fire::tests::passed ... ok", None),
        ] {
            assert_eq!(summary_line(line), expected, "{line}");
        }
    }
}
