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
use store::{Club, KeptPerson, KeptSession, Rank, Report, Store};
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
    // However fast the machine is, nobody asks too much of it.
    let many = ["--limit", "requests=1000000", "--limit", "orders=1000000"];
    let mut command = Command::from(place.command(&["serve", "--port", "0"]));
    command.args(many).args(args).env("FLAGBRIDGE_LOG", "error").stdout(Stdio::piped()).kill_on_drop(true);
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
        .says("3 matches: 3 recomputed, 0 under other rules");
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
    told.says("3 matches: 1 recomputed, 0 under other rules, 2 broken.").says(&altered.id).says(&cut.id);
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

/// Moderation, while somebody else has the database open.
#[tokio::test(flavor = "multi_thread")]
async fn people_are_found_renamed_and_shut_out() {
    let place = Place::new("house");
    place.folder("data");
    let store = Store::open_file(&place.path("data/flagbridge.sqlite")).await.unwrap();
    for name in ["Ada", "Bob"] {
        let folded = name.to_lowercase();
        let (id, shape) = (format!("id of {name}"), folded.clone());
        let person =
            KeptPerson { id: id.clone(), name: name.to_owned(), folded, shape, ..KeptPerson::default() };
        let session = KeptSession { hash: id.clone(), id: id.clone(), person: id, ..KeptSession::default() };
        store.create_person(&person, &session).await.unwrap();
    }
    let admin = |args: &[&str]| {
        let place = &place;
        let all: Vec<&str> =
            ["admin", "people"].iter().chain(args).copied().chain(["--data", "data"]).collect();
        place.run(&all)
    };
    admin(&["find"]).done().says("Ada").says("Bob").says("2 people");
    admin(&["ban", "ada", "--days", "3", "--why", "floods"]).done().says("Ada is banned for 3 days");
    assert!(store.session("id of Ada").await.unwrap().is_none());
    admin(&["find", "AD"]).done().says("banned for 3 more days: floods").says("1 person");
    admin(&["ban", "Ada", "--why", " "]).misuse("a reason has no words in it");
    admin(&["unban", "Ada"]).done().says("may log in again");
    admin(&["rename", "Ada", "Bob"]).failed("that name, or one that looks like it, is taken");
    admin(&["rename", "Ada", "captain"]).misuse("is reserved");
    admin(&["rename", "Ada", "Lovelace"]).done().says("now called Lovelace");
    admin(&["reset", "Ada"]).failed("nobody by that name");
    let link = admin(&["reset", "Lovelace"]).done().out.clone();
    let secret = link.split("/#/reset/").nth(1).unwrap().trim().to_owned();
    let person = store.link(&server::link_hash(&secret), "password", 0).await.unwrap().unwrap();
    assert_eq!(person.name, "Lovelace");
    admin(&["log"]).done().says("ban Ada 3 days: floods").says("rename Ada Lovelace").says("4 acts");
    admin(&["ban", "Ada", "--days", "0", "--why", "x"]).misuse("--days");

    admin(&["warn", "Bob", "--why", "Mind."]).done().says("Bob sees it");
    assert_eq!(store.warnings("id of Bob").await.unwrap()[0].words, "Mind.");
    admin(&["warn", "Bob", "--why", " "]).misuse("a reason has no words in it");
    admin(&["mute", "Bob", "--days", "2", "--why", "Shouts."]).done().says("for 2 days");
    assert_eq!(store.conduct("id of Bob").await.unwrap().muted_why, "Shouts.");
    admin(&["unmute", "Bob"]).done().says("may speak again");
    assert_eq!(store.conduct("id of Bob").await.unwrap().muted_until, 0);
    admin(&["appoint", "Bob"]).done().says("Bob is now a moderator");
    admin(&["moderators"]).done().says("Bob").says("1 moderator");
    admin(&["dismiss", "Bob"]).done().says("no longer a moderator");
    admin(&["moderators"]).done().says("0 moderators");

    let house = |args: &[&str]| {
        let all: Vec<&str> =
            ["admin", "house"].iter().chain(args).copied().chain(["--data", "data"]).collect();
        place.run(&all)
    };
    let report = Report {
        id: "r".to_owned(),
        reporter: "id of Ada".to_owned(),
        by: "Lovelace".to_owned(),
        kind: "person".to_owned(),
        place: "{\"person\":{\"id\":\"id of Bob\"}}".to_owned(),
        person: "id of Bob".to_owned(),
        name: "Bob".to_owned(),
        why: "rude".to_owned(),
        context: "[]".to_owned(),
        ..Report::default()
    };
    store.report(&report).await.unwrap();
    house(&["reports"]).done().says("r: person of Bob, by Lovelace: rude").says("1 report");
    house(&["decide", "x", "--verdict", "No."]).failed("there is no such report");
    house(&["decide", "r", "--verdict", "No.", "--remove"]).failed("a person cannot be removed");
    house(&["decide", "r", "--verdict", "Told him."]).done().says("Told him.");
    house(&["decide", "r", "--verdict", "Again."]).failed("this has already been decided");
    let club =
        Club { id: "k".to_owned(), name: "Night".to_owned(), folded: "night".to_owned(), ..Club::default() };
    store.found_club(&club, "id of Ada").await.unwrap();
    house(&["hand-over", "Night", "Bob", "--why", "Gone."]).failed("Bob is not in that club");
    store.set_rank("k", "id of Bob", Rank::Member, 1).await.unwrap();
    house(&["hand-over", "night", "Bob", "--why", "Gone."]).done().says("Night now belongs to Bob");
    assert_eq!(store.rank_in("k", "id of Bob").await.unwrap(), Some(Rank::Owner));
    house(&["end", "none", "--why", "Threats."]).failed("there is no such match");
    let log = admin(&["log"]).done().out.clone();
    for act in [
        "warn Bob Mind.",
        "mute Bob 2 days: Shouts.",
        "appoint Bob",
        "decide Bob Told him.",
        "hand over Night",
    ] {
        assert!(log.contains(act), "{act}: {log}");
    }
    store.close().await;
}
