//! The web client: its packages, its build, its tests, and the browser for them.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::run;

/// The folder of the client, if this tree has one.
pub(crate) fn folder() -> PathBuf {
    run::root().join("web")
}

/// Installs the client's packages if they are not those of the lock file.
pub(crate) fn install() -> Result<(), String> {
    let (lock, done) = (folder().join("package-lock.json"), folder().join("node_modules/.package-lock.json"));
    let changed = |path: &Path| path.metadata().and_then(|it| it.modified()).ok();
    if changed(&done).is_some() && changed(&lock) <= changed(&done) {
        return Ok(());
    }
    // Not `npm ci`: it asks the lock file for the packages of every platform.
    npm(&["install", "--no-save", "--no-audit", "--no-fund"])
}

/// Builds the client into `web/dist`, from where the server embeds it.
pub(crate) fn build() -> Result<(), String> {
    install()?;
    npm(&["run", "build", "--silent"])
}

/// Types and unit tests of the client.
pub(crate) fn check() -> Result<(), String> {
    install()?;
    npm(&["run", "check", "--silent"])?;
    npm(&["test", "--silent"])
}

/// Clicks through the client in a real browser, on a real server.
pub(crate) fn browse(program: &Path) -> Result<(), String> {
    install()?;
    package("chromium", "chromium", &["chromium", "fonts-dejavu-core"])?;
    let mut e2e = command(&["run", "e2e", "--silent"]);
    succeed(e2e.env("FLAGBRIDGE_BIN", program))
}

/// Makes sure that a program is there, by Debian's packages if need be.
pub(crate) fn package(what: &str, program: &str, packages: &[&str]) -> Result<(), String> {
    if run::works(Command::new(program).arg("--version")) {
        return Ok(());
    }
    println!("{what} is not there: installing {}", packages.join(", "));
    let root = run::works(Command::new("test").args(["-w", "/usr/bin"]));
    let apt = |args: &[&str]| {
        let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
        if !root {
            command.arg("apt-get");
        }
        succeed(command.args(args).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update", "-qq"])?;
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend(packages);
    apt(&install)
}

fn npm(args: &[&str]) -> Result<(), String> {
    succeed(&mut command(args))
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(args).current_dir(folder());
    command
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    let status = command.status().map_err(|err| format!("{shown}: {err}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown}: {status}")) }
}
