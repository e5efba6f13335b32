//! Whatever the interface's own description allows, and much that it does not, asked of a server by
//! Schemathesis: `xtask/interface/ask.py` says how.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{debian, run};

/// For each request and role.
const EXAMPLES: &str = "30";

pub(crate) fn check() -> Result<(), String> {
    let program = run::checked_program()?;
    let folder = run::root().join("target/interface");
    let python = environment(&folder.join("python"))?;
    let served = folder.join("served");
    if served.exists() {
        fs::remove_dir_all(&served).map_err(|err| format!("{}: {err}", served.display()))?;
    }
    let mut ask = Command::new(python);
    ask.arg(run::root().join("xtask/interface/ask.py")).arg(program).arg(&served);
    run::succeed(ask.args(["--examples", EXAMPLES]))?;
    fs::remove_dir_all(&served).map_err(|err| format!("{}: {err}", served.display()))
}

/// A Python with what the check needs, in versions that do not change by themselves.
fn environment(folder: &Path) -> Result<PathBuf, String> {
    let wanted = run::root().join("xtask/interface/requirements.txt");
    let (python, done) = (folder.join("bin/python"), folder.join("requirements.txt"));
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    if python.exists() && read(&done) == read(&wanted) {
        return Ok(python);
    }
    debian::python_venv()?;
    run::succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    run::succeed(install.arg(&wanted))?;
    fs::copy(&wanted, &done).map_err(|err| format!("{}: {err}", done.display()))?;
    Ok(python)
}
