//! `cargo xtask fuzz`: every target of the folder `fuzz`, one after the other.

use std::process::{Command, ExitCode};

use crate::run::{self, Args};

/// For each target, unless somebody says otherwise.
const SECONDS: u64 = 60;

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["seconds", "seed"], &[])?;
    let number = |name: &str, usual: u64| match args.get(name) {
        Some(text) => text.parse().map_err(|_| format!("--{name} {text:?}: expected a number")),
        None => Ok(usual),
    };
    let (seconds, seed) = (number("seconds", SECONDS)?, number("seed", 1)?);
    let status = drive(seconds, seed, &args.free).status().map_err(|err| format!("cargo: {err}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Drives the targets, all of them if none is named. The driver is a program
/// of our own, so that it runs wherever the project builds; docs/fuzz.md says
/// how cargo-fuzz drives the same targets.
pub(crate) fn drive(seconds: u64, seed: u64, targets: &[String]) -> Command {
    let manifest = run::root().join("fuzz").join("Cargo.toml");
    // Beside the workspace's own: what both are made of is built once.
    let target = run::root().join("target");
    let mut command = run::cargo(&["run", "--quiet", "--bin", "drive", "--locked"]);
    command.arg("--manifest-path").arg(manifest).arg("--target-dir").arg(target);
    command.args(["--", "--seconds", &seconds.to_string(), "--seed", &seed.to_string()]).args(targets);
    command
}
