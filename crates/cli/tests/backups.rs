//! `flagbridge admin`: backups of a server that is taking orders lose nothing
//! that was acknowledged, and come back whole.

#[allow(dead_code)]
#[path = "../../server/tests/interface/client.rs"]
mod client;
#[path = "../../store/tests/postgres/mod.rs"]
mod postgres;
mod util;

use std::{
    process::Stdio,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use client::{Client, Made};
use serde_json::{Value, json};
use store::Store;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};
use util::Place;

/// Match, decision, seat, order.
type Order = (String, usize, usize, Value);

#[derive(Clone, Default)]
struct Acknowledged(Arc<Mutex<Vec<Order>>>);

impl Acknowledged {
    fn so_far(&self) -> Vec<Order> {
        self.0.lock().unwrap().clone()
    }
}

async fn serve(place: &Place, args: &[&str]) -> (Child, Client) {
    let mut command = Command::from(place.command(&["serve", "--port", "0"]));
    command.args(args).env("FLAGBRIDGE_LOG", "error").stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).await.unwrap();
    let base = said.trim().trim_end_matches('/');
    assert!(base.starts_with("http://"), "the server does not start: {said:?}");
    (child, Client::new(base))
}

/// Battle after battle, until it is enough.
async fn order(client: Client, acknowledged: Acknowledged, enough: Arc<AtomicBool>) {
    loop {
        let made: Made = client.hot_seat().await;
        loop {
            if enough.load(Ordering::Relaxed) {
                return;
            }
            let table = client.table(&made, 0).await;
            if !table["outcome"].is_null() {
                break;
            }
            let decision = table["decision"].as_u64().unwrap();
            for seat in serde_json::from_value::<Vec<usize>>(table["awaiting"].clone()).unwrap() {
                let order = client.suggestion(&made, seat).await["order"].clone();
                let (status, answer) = client.order(&made, seat, decision, json!({"order": order})).await;
                assert_eq!(status, 200, "{answer}");
                let kept = (made.id.clone(), decision as usize, seat, order);
                acknowledged.0.lock().unwrap().push(kept);
            }
        }
    }
}

const BACKUPS: usize = 6;
/// At least so many orders come in between two backups, however fast the machine.
const BETWEEN: usize = 5;

/// Backups while orders come in; each is restored to the place that `to` names.
async fn taken_under_load(place: &Place, from: &[&str], to: impl Fn(usize) -> Vec<String>) {
    let (mut child, client) = serve(place, from).await;
    let (acknowledged, enough) = (Acknowledged::default(), Arc::new(AtomicBool::new(false)));
    let players: Vec<_> = (0..3)
        .map(|_| tokio::spawn(order(client.clone(), acknowledged.clone(), Arc::clone(&enough))))
        .collect();
    let mut taken = Vec::new();
    for n in 0..BACKUPS {
        while acknowledged.so_far().len() < (n + 1) * BETWEEN {
            assert!(players.iter().all(|player| !player.is_finished()), "nobody gives orders any more");
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        let before = acknowledged.so_far();
        let name = format!("{n}.backup");
        let args = [&["admin", "backup", name.as_str(), "--json"], from].concat();
        let told = run(place, &args).await.json();
        assert_eq!(told["file"], name.as_str());
        taken.push((name, before, told));
    }
    enough.store(true, Ordering::Relaxed);
    for player in players {
        player.await.unwrap();
    }
    // A server is at work: it is not restored under its hands.
    let args = [&["admin", "restore", "0.backup", "--replace"], from].concat();
    let told = tokio::task::block_in_place(|| place.run(&args));
    told.failed("another server uses this database");
    child.kill().await.unwrap();

    for (n, (name, before, told)) in taken.iter().enumerate() {
        let to = to(n);
        let to: Vec<&str> = to.iter().map(String::as_str).collect();
        let restored = run(place, &[&["admin", "restore", name, "--json"], to.as_slice()].concat()).await;
        assert_eq!(restored.json(), *told);
        let checked = run(place, &[&["admin", "check", "--json"], to.as_slice()].concat()).await.json();
        assert_eq!((&checked["matches"], &checked["broken"]), (&told["matches"], &json!([])));
        assert_eq!(checked["recomputed"], told["matches"]);
        let url = match to.as_slice() {
            ["--data", folder] => store::file_url(&place.path(folder).join("flagbridge.sqlite")),
            [_, url] => (*url).to_owned(),
            other => panic!("{other:?}"),
        };
        let store = Store::open(&url).await.unwrap();
        for (id, decision, seat, order) in before {
            let kept = store.submission(id, *decision as i64, *seat as i64).await.unwrap();
            let (_, body, _) = kept.unwrap_or_else(|| panic!("{name} has no order of {seat} for {decision}"));
            assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), *order);
        }
        store.close().await;
    }
}

async fn run(place: &Place, args: &[&str]) -> util::Told {
    tokio::task::block_in_place(|| place.run(args)).done()
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_of_a_busy_server_on_sqlite_are_whole() {
    let place = Place::new("backups");
    let to = |n: usize| vec!["--data".to_owned(), format!("restored {n}")];
    taken_under_load(&place, &["--data", "data"], to).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_of_a_busy_server_on_postgres_are_whole() {
    let postgres = postgres::Postgres::start();
    let place = Place::new("backups-postgres");
    let from = postgres.database("busy");
    let to = |n: usize| match n % 2 {
        0 => vec!["--database".to_owned(), postgres.database(&format!("restored{n}"))],
        _ => vec!["--data".to_owned(), format!("restored {n}")],
    };
    taken_under_load(&place, &["--database", &from], to).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_does_not_recompute_is_named() {
    let place = Place::new("check");
    let (mut child, client) = serve(&place, &["--data", "data"]).await;
    let whole = client.hot_seat().await;
    let altered = client.hot_seat().await;
    let cut = client.hot_seat().await;
    for made in [&whole, &altered, &cut] {
        client.play(made, 2).await;
    }
    run(&place, &["admin", "check", "--data", "data"])
        .await
        .says("3 matches: 3 recomputed, 0 of other rules");
    child.kill().await.unwrap();

    let url = store::file_url(&place.path("data/flagbridge.sqlite"));
    for (statement, id) in [
        ("UPDATE submissions SET body = '{}' WHERE decision = 0 AND match_id = $1", &altered.id),
        ("DELETE FROM events WHERE n = 1 AND match_id = $1", &cut.id),
    ] {
        change(&url, statement, id).await;
    }
    let told = tokio::task::block_in_place(|| place.run(&["admin", "check", "--data", "data"]));
    assert_eq!(told.code, 1, "{}", told.out);
    told.says("3 matches: 1 recomputed, 0 of other rules, 2 broken.").says(&altered.id).says(&cut.id);
    assert!(!told.out.contains(&whole.id));
    let told = tokio::task::block_in_place(|| place.run(&["admin", "check", "--data", "data", "--json"]));
    let broken = told.json()["broken"].clone();
    assert_eq!((told.code, broken.as_array().unwrap().len()), (1, 2));
    for broken in broken.as_array().unwrap() {
        assert!(broken["id"].is_string() && broken["title"].is_string() && broken["reason"].is_string());
    }
}

async fn change(url: &str, statement: &'static str, id: &str) {
    use sqlx::Connection as _;
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    let done = sqlx::query(statement).bind(id).execute(&mut connection).await.unwrap();
    assert!(0 < done.rows_affected());
    connection.close().await.unwrap();
}

#[test]
fn what_cannot_be_done_is_told() {
    let place = Place::new("admin");
    place.run(&["admin", "backup", "b", "--data", "nowhere"]).failed("there is no such database");
    place.run(&["admin", "check", "--data", "nowhere"]).failed("there is no such database");
    place.run(&["admin", "restore", "b", "--data", "data"]).failed("b: cannot be read");
    assert!(place.names().is_empty());
    place.write("b", "no backup");
    place.run(&["admin", "restore", "b", "--data", "data"]).failed("b: ");
    place.run(&["admin", "backup", "b", "--data", "a", "--database", "sqlite://x"]).misuse("--database");
    // An empty one is one, too.
    place.run(&["admin", "backup", "empty", "--data", "data"]).done().says("0 matches");
    place.run(&["admin", "restore", "empty", "--data", "data", "--replace"]).done().says("0 matches");
    place.run(&["admin", "backup", "data/flagbridge.sqlite", "--data", "data"]).failed("the database itself");
}
