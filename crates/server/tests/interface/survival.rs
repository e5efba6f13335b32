//! Nothing acknowledged is lost: not by SIGKILL, not by a database that goes
//! away, not by a full disk.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use reqwest::Method;
use serde_json::json;
use server::{Config, Database, Limits};
use sqlx::{AnyConnection, Connection, any::AnyRow};
use store::Patience;
use tokio::process::Command;

use crate::{
    client::{Client, LONG, generous, patient},
    killing::{Enough, Process, killed_again_and_again},
    postgres::Postgres,
};

const DATABASE: &str = "FLAGBRIDGE_TEST_DATABASE";
const ADDRESS: &str = "FLAGBRIDGE_TEST_ADDRESS";
const LOG: &str = "FLAGBRIDGE_TEST_LOG";

/// Not a test: the server in a process of its own, for the tests below.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "the tests below start it"]
async fn serve_until_killed() {
    let Some(url) = std::env::var_os(DATABASE) else { return };
    let log =
        std::fs::File::options().create(true).append(true).open(std::env::var_os(LOG).unwrap()).unwrap();
    tracing_subscriber::fmt().with_ansi(false).with_writer(std::sync::Mutex::new(log)).init();
    let database = Database::Url(url.into_string().unwrap());
    // In one test it waits in vain.
    let some = LONG / 8;
    let waits = Patience { connection: some, lock: some, ..patient() };
    let limits = Limits { database: waits, ..generous() };
    let config = Config { limits, ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
    let running = server::start(config).await.unwrap();
    let file = PathBuf::from(std::env::var_os(ADDRESS).unwrap());
    let part = file.with_extension("part");
    std::fs::write(&part, format!("http://{}", running.address)).unwrap();
    std::fs::rename(part, file).unwrap();
    server::asked_to_stop().await;
    running.stop().await;
}

async fn start(database: &str, folder: &Path) -> Process {
    let address = folder.join("address");
    let _ = std::fs::remove_file(&address);
    // A file that may not grow is an error, not a signal.
    let script = "trap '' XFSZ; exec \"$0\" \"$@\"";
    let child = Command::new("sh")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .args(["survival::serve_until_killed", "--exact", "--ignored", "--nocapture"])
        .env(DATABASE, database)
        .env(ADDRESS, &address)
        .env(LOG, folder.join("log"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let begun = Instant::now();
    loop {
        if let Ok(base) = std::fs::read_to_string(&address) {
            return Process { child, client: Client::new(&base) };
        }
        assert!(begun.elapsed() < LONG, "the server does not start");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

const SUBMISSIONS: usize = 200;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("flagbridge-survival-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_on_sqlite() {
    let folder = folder("sqlite");
    let database = format!("sqlite://{}/a.sqlite?mode=rwc", folder.display());
    killed_again_and_again(async || start(&database, &folder).await, &database, Enough::Orders(SUBMISSIONS))
        .await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_on_postgres_and_postgres_gone() {
    let postgres = Postgres::start();
    let folder = folder("postgres");
    let database = postgres.database("killed");
    killed_again_and_again(async || start(&database, &folder).await, &database, Enough::Orders(SUBMISSIONS))
        .await;

    let process = start(&postgres.url(), &folder).await;
    gone_and_back(&process.client, || postgres.stop(), || postgres.resume()).await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_told_and_gets_better() {
    if std::process::Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("\n*** SKIPPED: there is no prlimit; install the package util-linux ***\n");
        return;
    }
    let folder = folder("full");
    let process = start(&format!("sqlite://{}/a.sqlite?mode=rwc", folder.display()), &folder).await;
    let pid = process.child.id().unwrap().to_string();
    let limit = |to: &str| {
        let size = format!("--fsize={to}:unlimited");
        let done = std::process::Command::new("prlimit").args(["--pid", &pid, &size]).status().unwrap();
        assert!(done.success());
    };
    gone_and_back(&process.client, || limit("1"), || limit("unlimited")).await;
    let _ = std::fs::remove_dir_all(folder);
}

/// An honest error while the database is away, and everything as before after.
async fn gone_and_back(client: &Client, go: impl Fn(), back: impl Fn()) {
    let (made, n) = client.both_to_plot().await;
    let against = client.make(json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}])).await;
    let first = client.suggestion(&made, 0).await["order"].clone();
    let second = client.suggestion(&made, 1).await["order"].clone();
    assert_eq!(client.order(&made, 0, n, json!({"order": first})).await.0, 200);
    client.play(&against, 1).await;
    go();
    let (status, answer) = client.order(&made, 1, n, json!({"order": second})).await;
    assert_eq!((status, &answer["error"]["code"]), (503, &json!("away")), "{answer}");
    let (status, health) = client.send(Method::GET, "/health", None, None).await;
    assert_eq!((status, &health["database"]), (503, &json!("away")));
    back();
    let begun = Instant::now();
    while client.send(Method::GET, "/health", None, None).await.0 != 200 {
        assert!(begun.elapsed() < LONG, "it does not get better");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let table = client.table(&made, 0).await;
    assert_eq!((&table["decision"], &table["awaiting"]), (&json!(n), &json!([1])), "nothing was half done");
    let (status, answer) = client.order(&made, 1, n, json!({"order": second})).await;
    assert_eq!((status, &answer["resolved"]), (200, &json!(true)), "{answer}");
    client.play(&against, 3).await;
}

/// What a test does behind the server's back.
async fn tell(url: &str, sql: &'static str, id: &str) -> Vec<AnyRow> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let rows = sqlx::query(sql).bind(id).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    rows
}

const SEALED: &str = "SELECT decision FROM submissions WHERE match_id = $1 AND seat = 1 \
                      AND decision = (SELECT COUNT(*) FROM decisions WHERE match_id = $1)";

/// Not in silence, and not once only: the log names the match, and when it can
/// be opened again its computers move without anybody looking.
#[tokio::test(flavor = "multi_thread")]
async fn computers_that_cannot_be_asked_are_asked_again() {
    let folder = folder("asked-again");
    let url = format!("sqlite://{}/a.sqlite?mode=rwc", folder.display());
    let mut process = start(&url, &folder).await;
    let made = process.client.make(json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}])).await;
    // To a decision that both take at once, and the computer has taken.
    while tell(&url, SEALED, &made.id).await.is_empty() {
        let table = process.client.table(&made, 0).await;
        assert!(table["outcome"].is_null());
        // Alone at it, unless the computer has just sealed.
        if table["awaiting"] == json!([0]) && tell(&url, SEALED, &made.id).await.is_empty() {
            process.client.play(&made, table["decision"].as_u64().unwrap() + 1).await;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    process.child.kill().await.unwrap();
    // It is to take it again, and cannot be asked.
    tell(
        &url,
        "DELETE FROM submissions WHERE match_id = $1 AND seat = 1 \
                AND decision = (SELECT COUNT(*) FROM decisions WHERE match_id = $1)",
        &made.id,
    )
    .await;
    tell(
        &url,
        "INSERT INTO jobs (kind, name, due, payload, lease, tries, version, done, failed) \
         VALUES ('think', $1, 0, '', 0, 0, 0, 0, '')",
        &made.id,
    )
    .await;
    tell(&url, "UPDATE events SET body = '!' || body WHERE match_id = $1", &made.id).await;
    let _process = start(&url, &folder).await;
    let begun = Instant::now();
    let told = |log: &str| log.lines().any(|line| line.contains(&made.id) && line.contains("tried again"));
    while !std::fs::read_to_string(folder.join("log")).is_ok_and(|log| told(&log)) {
        assert!(begun.elapsed() < LONG, "nothing in the log");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(tell(&url, SEALED, &made.id).await.is_empty());
    tell(&url, "UPDATE events SET body = substr(body, 2) WHERE match_id = $1", &made.id).await;
    while tell(&url, SEALED, &made.id).await.is_empty() {
        assert!(begun.elapsed() < 3 * LONG, "the computer was not asked again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let _ = std::fs::remove_dir_all(folder);
}
