//! `cargo xtask test --long`: what takes too long for every change, after all
//! that does not. A new kind of long check is one more line in [`LONG`].

use std::{path::PathBuf, process::Command};

use crate::{
    checks::{Check, Count, counted, has_nextest, succeed},
    debian, dist, fuzz, interface, mutants, place, python, run, shots, trial,
};

pub(crate) const LONG: [Check; 9] = [
    ("soak", soak),
    ("long tests", long_tests),
    ("clusters and examples in Python", python::check_long),
    ("fuzzing", |_| fuzzing()),
    ("tests of the mutants", |_| mutants_tests()),
    ("pictures", |_| shots::check()),
    ("interface", |_| interface::check()),
    ("packages", |_| trial::run(&dist::packages()?)),
    ("a place on the net", |_| place::run(&dist::packages()?)),
];

/// How many times as many battles and hostile orders a soak has.
const SOAK: &str = "10";

/// For each fuzz target.
const FUZZ_SECONDS: u64 = 300;

/// The laws of the test kit over many more battles and situations by chance, and hostile orders
/// many more than usual. Built as the tests are: overflows must show.
fn soak(count: &mut Count) -> Result<(), String> {
    let mut command = tests(&["keeps_every_law", "keeps_its_senses", "withstands"], false);
    counted(command.env("FLAGBRIDGE_SOAK", SOAK), count)
}

/// Tests that the plain command leaves out: `#[ignore]`, with a name that
/// begins with `long_`.
fn long_tests(count: &mut Count) -> Result<(), String> {
    debian::postgres()?;
    debian::haproxy()?;
    let elder = elder()?;
    counted(tests(&["long_"], true).env("FLAGBRIDGE_ELDER", elder), count)
}

/// What a change of tables or rules is made in.
const CHANGED: [(&str, &str); 2] = [
    ("CREATE TABLE [a-z]|ADD COLUMN [a-z]", "crates/store/src/schema.rs"),
    ("RULES_VERSION: u32", "crates/rules-*/src/lib.rs"),
];

/// What a program must have in its tree to share a database with others.
const SHARES: &str = "crates/store/src/bus.rs";

/// What git says to this; nothing if it does not know.
type Git<'a> = &'a dyn Fn(&[&str]) -> Result<String, String>;

/// The commit before the last change of tables or rules. Where the program of that time had a database to itself it
/// could stand beside no other: then the one that made the change, from which on there may be several.
fn elder_commit(git: Git<'_>) -> Result<String, String> {
    // Of both the later one: so many seconds since 1970, and its name.
    let mut last: Option<(u64, String)> = None;
    for (what, path) in CHANGED {
        let found = git(&["log", "-1", "--format=%ct %H", "-G", what, "--", path])?;
        let found = found.split_once(' ').and_then(|(at, name)| Some((at.parse().ok()?, name.to_owned())));
        last = last.max(found);
    }
    let (_, changed) =
        last.ok_or("no change of tables or rules in the history; a shallow clone has too little of it")?;
    let before = git(&["rev-parse", "--verify", &format!("{changed}^")])?;
    if before.is_empty() {
        return Err(format!("{changed} has nothing before it in this clone: git fetch --unshallow"));
    }
    let shares = !git(&["ls-tree", "--name-only", &before, SHARES])?.is_empty();
    Ok(if shares { before } else { changed })
}

/// The program of that commit, built from the history.
fn elder() -> Result<PathBuf, String> {
    let said = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(run::root()).output();
        let output = output.map_err(|err| format!("git: {err}"))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = elder_commit(&said)?;
    let folder = run::root().join("target").join("elder");
    let program = folder.join(format!("built/debug/flagbridge{}", std::env::consts::EXE_SUFFIX));
    let (source, mark) = (folder.join("source"), folder.join("commit"));
    if program.is_file() && std::fs::read_to_string(&mark).is_ok_and(|it| it == commit) {
        return Ok(program);
    }
    println!("building the program of {commit}");
    let tree = source.display().to_string();
    let _ = said(&["worktree", "remove", "--force", &tree])?;
    let mut add = Command::new("git");
    add.args(["worktree", "add", "--force", "--detach", &tree, &commit]).current_dir(run::root());
    run::succeed(&mut add)?;
    let mut build = run::cargo(&["build", "--locked", "--package=cli", "--bin=flagbridge"]);
    build.arg("--manifest-path").arg(source.join("Cargo.toml")).arg("--target-dir").arg(folder.join("built"));
    let built = run::succeed(build.current_dir(&source));
    let _ = said(&["worktree", "remove", "--force", &tree])?;
    built?;
    std::fs::write(&mark, commit).map_err(|err| format!("{}: {err}", mark.display()))?;
    Ok(program)
}

fn fuzzing() -> Result<(), String> {
    succeed(&mut fuzz::driver_tests(), "the driver does not find what it should")?;
    let stopped = "something stops the program; fuzz/artifacts has the input";
    succeed(&mut fuzz::drive(FUZZ_SECONDS, 1, &[]), stopped)
}

/// The faults themselves take hours (`cargo xtask mutants`); here only what makes them is tried.
fn mutants_tests() -> Result<(), String> {
    succeed(&mut mutants::own_tests(), "faults are not made or judged as they should be")
}

/// The tests of the workspace whose names contain one of `names`.
fn tests(names: &[&str], ignored: bool) -> Command {
    if has_nextest() {
        let mut command = run::cargo(&["nextest", "run", "--locked", "--workspace", "--no-fail-fast"]);
        command.args(["--run-ignored", if ignored { "only" } else { "default" }]).args(names);
        return command;
    }
    let mut command = run::cargo(&["test", "--locked", "--workspace", "--no-fail-fast", "--tests", "--"]);
    command.args(ignored.then_some("--ignored")).args(names);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A history in which the rules changed after the tables did. `before` is what lies before that.
    fn of_history(before: &str, shares: bool) -> Result<String, String> {
        elder_commit(&|args| {
            let answer = match args {
                ["log", .., "crates/store/src/schema.rs"] => "100 tables",
                ["log", ..] => "200 rules",
                ["rev-parse", .., "rules^"] => before,
                ["ls-tree", .., of, SHARES] if *of == before && shares => SHARES,
                _ => "",
            };
            Ok(answer.to_owned())
        })
    }

    #[test]
    fn the_elder_is_one_that_can_stand_beside_others() {
        assert_eq!(of_history("before", true).as_deref(), Ok("before"));
        assert_eq!(of_history("before", false).as_deref(), Ok("rules"));
        assert!(of_history("", true).unwrap_err().contains("--unshallow"));
        assert!(elder_commit(&|_| Ok(String::new())).unwrap_err().contains("no change of tables or rules"));
    }
}
