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

/// For the test in which the example of a bot plays.
pub(crate) fn python() -> Result<(), String> {
    if run::works(Command::new("python3").arg("--version")) {
        return Ok(());
    }
    install("Python", &["python3"])
}

/// What makes a Python with packages of its own.
pub(crate) fn python_venv() -> Result<(), String> {
    if run::works(Command::new("python3").args(["-c", "import ensurepip, venv"])) {
        return Ok(());
    }
    install("Python's venv", &["python3", "python3-venv"])
}

/// What sets up another Debian in a folder.
pub(crate) fn installer() -> Result<(), String> {
    if run::works(Command::new("mmdebstrap").arg("--version")) {
        return Ok(());
    }
    install("mmdebstrap", &["mmdebstrap"])
}

/// What reads units of systemd.
pub(crate) fn systemd() -> Result<(), String> {
    if run::works(Command::new("systemd-analyze").arg("--version")) {
        return Ok(());
    }
    install("systemd-analyze", &["systemd"])
}

/// The name of this machine's Debian, and the file that says where its packages come from.
pub(crate) fn own_sources() -> Result<(String, String), String> {
    let about = fs::read_to_string("/etc/os-release").map_err(|err| format!("/etc/os-release: {err}"))?;
    let name = about.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    let name = name.ok_or("/etc/os-release names no version of Debian")?.trim_matches('"');
    let files = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
    let file = files.into_iter().find(|it| Path::new(it).is_file()).ok_or("apt has no sources")?;
    Ok((name.to_owned(), file.to_owned()))
}

/// A proxy for what is tried with several servers, which start one of their own.
pub(crate) fn haproxy() -> Result<(), String> {
    if Path::new("/usr/sbin/haproxy").exists() {
        return Ok(());
    }
    install("HAProxy", &["haproxy"])
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
