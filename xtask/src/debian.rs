//! What the checks need beyond Rust and Node, from Debian's packages.

use std::{fs, path::Path, process::Command};

use crate::run;

/// A browser for the client's tests.
pub(crate) fn chromium() -> Result<(), String> {
    if run::works(Command::new("chromium").arg("--version")) {
        return Ok(());
    }
    install("chromium", &["chromium", "fonts-dejavu-core"])
}

/// A database server for the store's tests, which start one of their own.
pub(crate) fn postgres() -> Result<(), String> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    if versions.into_iter().any(|version| version.path().join("bin/initdb").exists()) {
        return Ok(());
    }
    // No service of the machine's is wanted, only the programs.
    let common = Path::new("/etc/postgresql-common");
    if fs::create_dir_all(common).is_ok() {
        let _ = fs::write(common.join("createcluster.conf"), "create_main_cluster = false\n");
    }
    install("PostgreSQL", &["postgresql"])
}

fn install(what: &str, packages: &[&str]) -> Result<(), String> {
    println!("{what} is not there: installing {}", packages.join(", "));
    let root = run::works(Command::new("test").args(["-w", "/usr/bin"]));
    let apt = |args: &[&str]| {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            command.arg("apt-get");
        }
        run::succeed(command.args(args).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update", "-qq"])?;
    let mut args = vec!["install", "-y", "-qq", "--no-install-recommends"];
    args.extend(packages);
    apt(&args)
}
