//! `cargo xtask mutants`: would a test notice? The folder `mutants` does it.

use std::process::{Command, ExitCode};

use crate::run;

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let mut command = in_folder(&["run", "--quiet"]);
    let status = command.arg("--").args(args).status().map_err(|err| format!("cargo: {err}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether it finds, weaves and judges faults as it should.
pub(crate) fn own_tests() -> Command {
    in_folder(&["test", "--quiet"])
}

fn in_folder(args: &[&str]) -> Command {
    run::cargo_in("mutants", args)
}
