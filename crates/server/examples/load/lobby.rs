//! How long an order and a change of the lobby take with many people in the
//! lobby, beside the same with few, in one run: battles among computers are
//! fought on the server all the while.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use server::{Config, Cost, Database, Limits, People, Rate};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

use crate::{Client, percentiles, text};

const FEW: usize = 10;
/// Between two changes: people open tables now and then, and not in one breath.
const PAUSE: Duration = Duration::from_millis(60);
/// Until everybody has been told.
const TOLD: Duration = Duration::from_secs(30);

/// When each table was asked for, and how long it took until somebody heard of it.
#[derive(Debug, Default)]
struct Heard {
    asked: HashMap<String, Instant>,
    /// What was heard before it was known when it was asked for.
    early: Vec<(String, Instant)>,
    took: Vec<Duration>,
}

type Shared = Arc<Mutex<Heard>>;

fn with<T>(shared: &Shared, what: impl FnOnce(&mut Heard) -> T) -> T {
    what(&mut shared.lock().unwrap_or_else(PoisonError::into_inner))
}

/// With few people in the lobby and then with many, while so many battles are fought.
pub(crate) async fn measure(folder: &Path, people: usize, matches: usize, submissions: usize) -> Value {
    let rate = Rate { burst: 1e9, per_second: 1e9 };
    let limits = Limits {
        address: rate,
        making: rate,
        seat: rate,
        tables: rate,
        pairings: rate,
        connections: 2 * people + 100,
        live: 2 * people,
        ..Limits::default()
    };
    let database = Database::File(folder.join("lobby.sqlite"));
    let open = Some(People { cost: Cost { memory: 8, passes: 1 }, work: 0, ..People::default() });
    let address = "127.0.0.1:0".parse().expect("an address");
    let config = Config { limits, people: open, ..Config::new(address, database) };
    let running = server::start(config).await.expect("the server starts");
    let client = Client { base: format!("http://{}", running.address), http: reqwest::Client::new() };
    let captains =
        json!([{"kind": "computer", "level": "captain"}, {"kind": "computer", "level": "captain"}]);
    for _ in 0..matches {
        client.make(captains.clone()).await;
    }
    let mut report = json!({"people": people, "few": FEW, "matches": matches});
    let mut here: Vec<JoinHandle<()>> = Vec::new();
    let heard = Shared::default();
    for (name, wanted) in [("few", FEW), ("many", people)] {
        while here.len() < wanted {
            here.push(enter(&client.base, &heard).await);
        }
        everybody_in(&client, wanted).await;
        let mut orders = orders(&client, submissions).await;
        let mut changes = changes(&client, &heard, wanted, submissions / 2).await;
        report[name] = json!({
            "submission": percentiles(&mut orders),
            "change": percentiles(&mut changes),
        });
    }
    for what in ["submission", "change"] {
        let p99 = |name: &str| report[name][what]["p99_ms"].as_f64().unwrap_or(f64::NAN);
        let times = p99("many") / p99("few");
        println!(
            "lobby        {what}: p99 {:>7.2} ms with {people} people, {:>7.2} ms with {FEW}: {times:.2} times",
            p99("many"),
            p99("few")
        );
        report[format!("{what}_times")] = json!(times);
    }
    here.iter().for_each(JoinHandle::abort);
    running.stop().await;
    report
}

/// Somebody in the lobby, who reads everything that is told there.
async fn enter(base: &str, heard: &Shared) -> JoinHandle<()> {
    let url = format!("{}/api/lobby/live", base.replace("http:", "ws:"));
    let (mut socket, _) = tokio_tungstenite::connect_async(url)
        .await
        .expect("a connection; are there enough files (ulimit -n)?");
    socket.send(Message::text(r#"{"tables":true}"#)).await.expect("sent");
    let heard = Arc::clone(heard);
    tokio::spawn(async move {
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(said) = message else { continue };
            let now = Instant::now();
            let Ok(said) = serde_json::from_str::<Value>(&said) else { continue };
            if said["type"] != "change" {
                continue;
            }
            for table in said["tables"].as_array().into_iter().flatten() {
                let id = text(&table["id"]);
                with(&heard, |heard| match heard.asked.get(&id) {
                    Some(asked) => heard.took.push(now - *asked),
                    None => heard.early.push((id, now)),
                });
            }
        }
    })
}

async fn everybody_in(client: &Client, wanted: usize) {
    let begun = Instant::now();
    loop {
        let page = client.send(Method::GET, "/api/lobby", "", None).await;
        if page["here"] == wanted {
            return;
        }
        assert!(begun.elapsed() < TOLD, "{} of {wanted} are here", page["here"]);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// How long each order took that a person gave in battles against a captain.
async fn orders(client: &Client, most: usize) -> Vec<Duration> {
    let mut took = Vec::new();
    while took.len() < most {
        let seats = json!([{"kind": "me", "contribution": "load"}, {"kind": "computer", "level": "captain"}]);
        let made = client.make(seats).await;
        let path = format!("/api/matches/{}", text(&made["id"]));
        let secret = text(&made["seats"][0]["secret"]);
        while took.len() < most {
            let table = client.send(Method::GET, &path, &secret, None).await["table"].clone();
            if !table["outcome"].is_null() {
                break;
            }
            if !table["awaiting"].as_array().expect("a list").contains(&json!(0)) {
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            }
            let order = client.send(Method::GET, &format!("{path}/suggestion"), &secret, None).await;
            let order = json!({"order": order["order"]});
            let path = format!("{path}/decisions/{}/order", table["decision"]);
            let asked = Instant::now();
            client.send(Method::POST, &path, &secret, Some(order)).await;
            took.push(asked.elapsed());
        }
    }
    took
}

/// How long it took from asking for a table until somebody was told of it, for everybody and each of them.
async fn changes(client: &Client, heard: &Shared, people: usize, most: usize) -> Vec<Duration> {
    with(heard, |it| *it = Heard::default());
    for n in 0..most {
        // A guest of their own for each, so that nobody has too many open.
        let pass = format!("{people:021}{n:022}");
        let new = json!({"to": {"kind": "everybody"}, "game": "asfos", "scenario": "intro", "guests": true});
        let asked = Instant::now();
        let made = client.send(Method::POST, "/api/lobby/tables", &pass, Some(new)).await;
        let id = text(&made["table"]["id"]);
        with(heard, |it| {
            it.asked.insert(id.clone(), asked);
            let early = it.early.extract_if(.., |(early, _)| *early == id);
            let took: Vec<Duration> = early.map(|(_, when)| when - asked).collect();
            it.took.extend(took);
        });
        told(heard, (n + 1) * people).await;
        client.send(Method::DELETE, &format!("/api/lobby/tables/{id}"), &pass, None).await;
        tokio::time::sleep(PAUSE).await;
    }
    with(heard, |it| std::mem::take(&mut it.took))
}

/// Comes back when so many have been told something.
async fn told(heard: &Shared, wanted: usize) {
    let begun = Instant::now();
    while with(heard, |it| it.took.len()) < wanted {
        assert!(begun.elapsed() < TOLD, "somebody was not told of a table");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
