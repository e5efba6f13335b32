//! `flagbridge serve` itself, killed at random moments: nothing acknowledged is lost.

// The server's own tests use more of these than we do.
#[allow(dead_code)]
#[path = "../../server/tests/interface/client.rs"]
mod client;
#[path = "../../server/tests/interface/killing.rs"]
mod killing;
#[path = "../../store/tests/postgres/mod.rs"]
mod postgres;

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use client::Client;
use killing::{Enough, Process, killed_again_and_again};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::Command,
};

/// The server's own tests go to 200; this is about the program around it.
const SUBMISSIONS: Enough = Enough::Orders(60);
/// For the long checks.
const KILLS: Enough = Enough::Kills(200);

fn serve(args: &[&str]) -> Command {
    let named = std::env::var_os("FLAGBRIDGE_FLEET_PROGRAM");
    let mut command = Command::new(named.unwrap_or_else(|| env!("CARGO_BIN_EXE_flagbridge").into()));
    command
        .args(["serve", "--port", "0", "--limit", "requests=1000000", "--limit", "orders=1000000"])
        .args(args)
        .env("FLAGBRIDGE_LOG", "error")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    command
}

async fn start(args: &[&str]) -> Process {
    let mut child = serve(args).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).await.unwrap();
    let base = said.trim().trim_end_matches('/');
    assert!(base.starts_with("http://"), "the server does not start: {said:?}");
    Process { child, client: Client::new(base) }
}

async fn killed_on_sqlite(folder: &Path, enough: Enough) {
    let _ = std::fs::remove_dir_all(folder);
    let args = ["--data", folder.to_str().unwrap()];
    let database = format!("sqlite://{}/flagbridge.sqlite", folder.display());
    killed_again_and_again(async || start(&args).await, &database, enough).await;
}

async fn killed_on_postgres(enough: Enough) {
    let postgres = postgres::Postgres::start();
    let database = postgres.database("killed");
    let args = ["--database", database.as_str()];
    killed_again_and_again(async || start(&args).await, &database, enough).await;
}

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("flagbridge-{name}-{}", std::process::id()))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_is_killed_on_sqlite() {
    let folder = folder("killed");
    killed_on_sqlite(&folder, SUBMISSIONS).await;

    // A second one on the same data says why it cannot.
    let args = ["--data", folder.to_str().unwrap()];
    let _first = start(&args).await;
    let second = serve(&args).stderr(Stdio::piped()).output().await.unwrap();
    let words = String::from_utf8(second.stderr).unwrap();
    assert!(
        second.status.code() == Some(1) && words.contains("another server uses this database"),
        "{words}"
    );
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_is_killed_on_postgres() {
    killed_on_postgres(SUBMISSIONS).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes"]
async fn long_200_kills_on_sqlite() {
    let folder = folder("killed-200");
    killed_on_sqlite(&folder, KILLS).await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes"]
async fn long_200_kills_on_postgres() {
    killed_on_postgres(KILLS).await;
}
