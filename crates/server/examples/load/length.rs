//! What the length of a battle costs: a submission and its pushes early and
//! late in it, and taking a battle up from the store.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Map, Value, json};
use server::{Config, Database, Limits, Rate, Running};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};

use crate::floods::{Person, VICTIM, endless, played, upload};

/// Decisions before what is measured: early and late.
const EARLY: usize = 10;
const LATE: usize = 3_000;
/// The battles that are taken up, in decisions.
const LENGTHS: [usize; 2] = [300, 3_000];
/// What both do: late in the battle the sides are out of each other's reach, and only move.
const MOVING: &str = "plot movement";
/// Until what was handed in has been proved, which is done behind everything else.
const PROVED: Duration = Duration::from_secs(10);
/// As often as each is taken up; the median counts.
const OPENINGS: usize = 5;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn start(folder: &Path) -> Running {
    let rate = Rate { burst: 1e9, per_second: 1e9 };
    // 3,000 decisions of the endless battle are more events than a server allows.
    let (events, bytes, record) = (1_000_000, 1 << 30, 1 << 30);
    let limits =
        Limits { address: rate, making: rate, seat: rate, events, bytes, record, ..Limits::default() };
    let database = Database::File(folder.join("length.sqlite"));
    let config = Config { limits, ..Config::new("127.0.0.1:0".parse().expect("an address"), database) };
    server::start(config).await.expect("the server starts")
}

/// A match with both of its seats at a live table.
struct Table {
    path: String,
    secrets: Vec<String>,
    sockets: Vec<Socket>,
    took: Vec<Duration>,
}

impl Table {
    async fn at(person: &Person, decisions: usize, base: &str) -> Table {
        let record = tokio::task::spawn_blocking(move || endless(|it| decisions <= it.decision_number()));
        let (path, secrets) = upload(person, &record.await.expect("a battle")).await;
        let mut sockets = Vec::new();
        for secret in &secrets {
            let url = format!("{}{path}/live", base.replace("http:", "ws:"));
            let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("a connection");
            let hello = json!({"secret": secret, "from": 0}).to_string();
            socket.send(Message::text(hello)).await.expect("sent");
            let greeting = heard(&mut socket).await;
            assert_eq!(greeting["type"], "update", "{greeting}");
            sockets.push(socket);
        }
        Table { path, secrets, sockets, took: Vec::new() }
    }

    /// One decision, from the first order until everybody has been told what came of it; false if the
    /// battle is over. `counting` is called before and after what is measured.
    async fn decide(&mut self, person: &Person, counting: impl Fn(bool)) -> bool {
        let info = person.get(Method::GET, &self.path, &self.secrets[0], None).await;
        if !info["table"]["outcome"].is_null() {
            return false;
        }
        let decision = info["table"]["decision"].as_u64().expect("a number");
        let mut orders = Vec::new();
        for seat in info["table"]["awaiting"].as_array().expect("a list") {
            let secret = &self.secrets[seat.as_u64().expect("a seat") as usize];
            let order = person.get(Method::GET, &format!("{}/suggestion", self.path), secret, None).await;
            orders.push((secret.clone(), json!({"order": order["order"]})));
        }
        let measured = info["table"]["phase"] == MOVING;
        if measured {
            counting(true);
        }
        let asked = Instant::now();
        let path = format!("{}/decisions/{decision}/order", self.path);
        for (secret, order) in &orders {
            person.get(Method::POST, &path, secret, Some(order)).await;
        }
        for socket in &mut self.sockets {
            loop {
                let told = heard(socket).await;
                if Some(decision) < told["decision"].as_u64() || !told["outcome"].is_null() {
                    break;
                }
            }
        }
        if measured {
            self.took.push(asked.elapsed());
            counting(false);
        }
        true
    }
}

async fn heard(socket: &mut Socket) -> Value {
    loop {
        match socket.next().await.expect("the connection lives").expect("a message") {
            Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
            _ => continue,
        }
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

pub(crate) async fn measure(folder: &Path, rounds: usize) -> Value {
    let running = start(folder).await;
    let base = format!("http://{}", running.address);
    let person = Person::at(VICTIM, &base);
    // In one run and in turns, so that both have the same machine.
    // The long one first: on a slow machine it takes longer to fight than a live table may be silent.
    let mut late = Table::at(&person, LATE, &base).await;
    let mut early = Table::at(&person, EARLY, &base).await;
    tokio::time::sleep(PROVED).await;
    while late.took.len() < rounds {
        assert!(late.decide(&person, |_| ()).await, "an endless battle does not end");
        if !early.decide(&person, |_| ()).await {
            // Captains end it in some forty decisions; from the start again, it stays early.
            let took = early.took;
            early = Table { took, ..Table::at(&person, EARLY, &base).await };
            early.decide(&person, |_| ()).await;
        }
    }
    let (early, late) = (median(&mut early.took), median(&mut late.took));
    println!("a decision with its pushes: {early:.2} ms after {EARLY}, {late:.2} ms after {LATE} decisions");

    let mut kept = Map::new();
    for length in LENGTHS {
        let record = tokio::task::spawn_blocking(move || endless(|it| length <= it.decision_number()));
        let record = record.await.expect("a battle");
        keep(&person, &mut kept, format!("asfos, {length} decisions"), &record).await;
    }
    for game in rulesets::RULESETS.iter() {
        let id = game.id();
        // The longest of a few, for random players seldom fight for long.
        let longest = tokio::task::spawn_blocking(move || {
            let battles =
                (0..4).map(|seed| played(id, "intro", &[], seed, &|it| LENGTHS[0] <= it.decision_number()));
            let longest = battles.max_by_key(|it| it.decision_number()).expect("some");
            (longest.decision_number(), longest.record(true))
        });
        let (decisions, record) = longest.await.expect("a battle");
        keep(&person, &mut kept, format!("{id}, {decisions} decisions"), &record).await;
    }
    running.stop().await;
    let mut openings = Map::new();
    for (name, matches) in kept {
        let running = start(folder).await;
        let person = Person::at(VICTIM, &format!("http://{}", running.address));
        let mut took = Vec::new();
        for it in matches.as_array().expect("a list") {
            let (path, secret) = (it[0].as_str().expect("text"), it[1].as_str().expect("text"));
            let asked = Instant::now();
            person.get(Method::GET, path, secret, None).await;
            took.push(asked.elapsed());
            // What is proved behind one is not to slow the next down.
            tokio::time::sleep(Duration::from_millis(1_500)).await;
        }
        running.stop().await;
        let took = median(&mut took);
        println!("{name} taken up in {took:.1} ms");
        openings.insert(name, json!(took));
    }
    json!({"early_ms": early, "late_ms": late, "ratio": late / early, "openings": openings})
}

/// So many decisions with their pushes, early or late, while callgrind counts, and nothing else while it
/// does: this program runs under it, with `--instr-atstart=no`.
pub(crate) async fn count(folder: &Path, when: &str, rounds: usize) {
    let running = start(folder).await;
    let base = format!("http://{}", running.address);
    let person = Person::at(VICTIM, &base);
    let decisions = if when == "late" { LATE } else { EARLY };
    let mut table = Table::at(&person, decisions, &base).await;
    tokio::time::sleep(PROVED).await;
    while table.took.len() < rounds {
        if !table.decide(&person, counting).await {
            // Captains end it in some forty decisions; from the start again, it stays early.
            let took = table.took;
            table = Table { took, ..Table::at(&person, decisions, &base).await };
            tokio::time::sleep(PROVED).await;
        }
    }
    println!("{} decisions counted after {decisions}", table.took.len());
    running.stop().await;
}

/// Tells callgrind to count from now on, or no longer.
fn counting(on: bool) {
    let mut control = Command::new("callgrind_control");
    control.args(["-i", if on { "on" } else { "off" }]).arg(std::process::id().to_string());
    let status = control.stdout(Stdio::null()).status().expect("callgrind_control is there");
    assert!(status.success(), "callgrind_control: {status}");
}

/// The same battle as often as it will be taken up.
async fn keep(person: &Person, kept: &mut Map<String, Value>, name: String, record: &str) {
    let mut matches = Vec::new();
    for _ in 0..OPENINGS {
        let (path, secrets) = upload(person, record).await;
        matches.push(json!([path, secrets[0]]));
    }
    kept.insert(name, Value::Array(matches));
}
