//! `cargo xtask test --long`: what takes too long for every change, after all
//! that does not. A new kind of long check is one more line in [`LONG`].

use std::process::Command;

use crate::{
    checks::{Check, Count, counted, has_nextest, succeed},
    debian, fuzz, mutants, run,
};

pub(crate) const LONG: [Check; 4] = [
    ("soak", soak),
    ("long tests", long_tests),
    ("fuzzing", |_| fuzzing()),
    ("tests of the mutants", |_| mutants_tests()),
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
    counted(&mut tests(&["long_"], true), count)
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
