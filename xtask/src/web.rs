//! The web client: its packages, its build, its tests, and the browser for them.

use std::{
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

use serde_json::Value;

use crate::{debian, run};

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

/// Writes the types of the messages between server and client, and those of every game's own data.
pub(crate) fn types() -> Result<ExitCode, String> {
    let mut print = run::cargo(&["run", "--quiet", "--package", "wire", "--example", "types"]);
    let output = print.stderr(Stdio::inherit()).output().map_err(|err| format!("cargo run: {err}"))?;
    if !output.status.success() {
        return Err("the types could not be made (cargo run --package wire --example types)".to_owned());
    }
    let path = folder().join("src/wire/index.ts");
    let in_file = |err: std::io::Error| format!("{}: {err}", path.display());
    std::fs::create_dir_all(path.parent().expect("a file in a folder")).map_err(in_file)?;
    std::fs::write(&path, output.stdout).map_err(in_file)?;
    println!("wrote web/src/wire/index.ts");
    games()?;
    Ok(ExitCode::SUCCESS)
}

/// A game's types exist as TypeScript only in its unit tests, so that nothing else compiles them:
/// the test that compares them writes them when told so.
fn games() -> Result<(), String> {
    let crates = run::root().join("crates");
    let in_folder = |err: std::io::Error| format!("{}: {err}", crates.display());
    let mut games = Vec::new();
    for entry in std::fs::read_dir(&crates).map_err(in_folder)? {
        let entry = entry.map_err(in_folder)?;
        if entry.path().join("src/typescript.rs").is_file() {
            games.extend(
                entry.file_name().to_str().and_then(|name| name.strip_prefix("rules-")).map(str::to_owned),
            );
        }
    }
    games.sort();
    let mut test = run::cargo(&["test", "--quiet", "--lib"]);
    for game in &games {
        test.arg("--package").arg(format!("rules-{game}"));
    }
    run::succeed(test.arg("typescript::").env("FLAGBRIDGE_TYPES", "write").stdout(Stdio::null()))?;
    for game in games {
        println!("wrote web/src/games/{game}/wire.ts");
    }
    Ok(())
}

/// Format, lint, types and unit tests of the client.
pub(crate) fn check() -> Result<(), String> {
    install()?;
    npm(&["run", "lint", "--silent"])?;
    npm(&["run", "check", "--silent"])?;
    npm(&["test", "--silent"])
}

/// Plays every kept record through the client and compares what it shows with what the program shows.
pub(crate) fn records(program: &Path) -> Result<(), String> {
    install()?;
    run::succeed(command(&["run", "records", "--silent"]).env("FLAGBRIDGE", program))
}

/// Clicks through the client in a real browser, on a real server.
pub(crate) fn browse(program: &Path) -> Result<(), String> {
    install()?;
    debian::chromium()?;
    run::succeed(command(&["run", "e2e", "--silent"]).env("FLAGBRIDGE_BIN", program))
}

/// A battle in a real browser, on a server that runs already.
pub(crate) fn battle_on(url: &str) -> Result<(), String> {
    install()?;
    debian::chromium()?;
    run::succeed(command(&["run", "e2e", "--silent", "--", "battle"]).env("FLAGBRIDGE_URL", url))
}

/// From signing up on a phone to the end of a battle, on a server behind TLS whose name leads nowhere
/// and whose certificate is its own.
pub(crate) fn first_evening_on(name: &str, port: u16) -> Result<(), String> {
    install()?;
    debian::chromium()?;
    let flags = format!("--host-resolver-rules=MAP {name} 127.0.0.1\n--ignore-certificate-errors");
    let mut script = command(&["run", "e2e", "--silent", "--", "first-evening"]);
    run::succeed(script.env("FLAGBRIDGE_URL", format!("https://{name}:{port}/")).env("CHROMIUM_FLAGS", flags))
}

/// Screenshots of every screen, film strips, the moving picture and the way of a newcomer, for the documents.
pub(crate) fn shots(program: &Path) -> Result<(), String> {
    install()?;
    debian::chromium()?;
    for script in ["shots", "film", "moving", "learning"] {
        run::succeed(command(&["run", script, "--silent"]).env("FLAGBRIDGE_BIN", program))?;
    }
    Ok(())
}

/// Frame times of the board, as the client's own benchmark tells them on its last line.
pub(crate) fn frames() -> Result<Value, String> {
    install()?;
    debian::chromium()?;
    let output = command(&["run", "bench", "--silent"])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|err| format!("npm run bench: {err}"))?;
    if !output.status.success() {
        return Err(format!("npm run bench: {}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    serde_json::from_str(last).map_err(|_| format!("npm run bench: expected JSON at the end, found {last:?}"))
}

fn npm(args: &[&str]) -> Result<(), String> {
    run::succeed(&mut command(args))
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args).current_dir(folder());
    command
}
