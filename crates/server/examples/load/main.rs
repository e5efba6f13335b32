//! How long a person waits while 200 battles among computers are fought on
//! the same server, and how much memory it takes; with many people in the lobby
//! beside few (`lobby.rs`); then, under the usual limits, how long while
//! somebody else floods it (`floods.rs`), and what the length of a battle costs
//! (`length.rs`).
//!
//! `cargo run --release -p server --example load -- [--matches N] [--submissions N] [--flooded N]
//! [--people N] [--level L] [--json FILE]`; `--only lobby` and `--only length` leave the rest out, and
//! `--count early` or `late` is for callgrind (`cargo xtask bench` asks for it)

mod floods;
mod length;
mod lobby;

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use reqwest::Method;
use serde_json::{Value, json};
use server::{Config, Database, Limits, Rate};

struct Args {
    matches: usize,
    submissions: usize,
    /// Submissions under each flood; 0 leaves the floods out.
    flooded: usize,
    /// People in the lobby; 0 leaves it out.
    people: usize,
    /// Nothing but this: `lobby` or `length`.
    only: String,
    /// Decisions to be counted by callgrind, `early` or `late`.
    count: Option<String>,
    level: String,
    json: Option<String>,
}

fn args() -> Args {
    let mut args = Args {
        matches: 200,
        submissions: 300,
        flooded: 150,
        people: 500,
        only: String::new(),
        count: None,
        level: "captain".to_owned(),
        json: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_default();
        match word.as_str() {
            "--matches" => args.matches = value.parse().expect("a number of matches"),
            "--submissions" => args.submissions = value.parse().expect("a number of submissions"),
            "--flooded" => args.flooded = value.parse().expect("a number of submissions"),
            "--people" => args.people = value.parse().expect("a number of people"),
            "--only" => args.only = value,
            "--count" => args.count = Some(value),
            "--level" => args.level = value,
            "--json" => args.json = Some(value),
            other => panic!("cannot make sense of {other}"),
        }
    }
    args
}

struct Client {
    base: String,
    http: reqwest::Client,
}

impl Client {
    async fn send(&self, method: Method, path: &str, secret: &str, body: Option<Value>) -> Value {
        let mut request = self.http.request(method, format!("{}{path}", self.base)).bearer_auth(secret);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.expect("the server answers");
        let status = response.status();
        let answer: Value = response.json().await.expect("JSON");
        assert!(status.is_success(), "{path}: {answer}");
        answer
    }

    async fn make(&self, seats: Value) -> Value {
        let new = json!({"game": "asfos", "scenario": "intro", "seats": seats});
        self.send(Method::POST, "/api/matches", "", Some(new)).await
    }
}

#[tokio::main]
async fn main() {
    let args = args();
    let folder = std::env::temp_dir().join(format!("flagbridge-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the database");
    let alone = match (&args.count, args.only.as_str()) {
        (Some(when), _) => {
            length::count(&folder, when, args.submissions).await;
            Some(Value::Null)
        }
        (None, "lobby") => {
            Some(json!({"lobby": lobby::measure(&folder, args.people, args.matches, args.submissions).await}))
        }
        (None, "length") => Some(json!({"length": length::measure(&folder, args.flooded).await})),
        (None, "") => None,
        (None, other) => panic!("{other} cannot be measured alone"),
    };
    if let Some(report) = alone {
        keep(&args, &report);
        let _ = std::fs::remove_dir_all(folder);
        return;
    }
    let rate = Rate { burst: 1e9, per_second: 1e9 };
    let limits = Limits { address: rate, making: rate, seat: rate, ..Limits::default() };
    let database = Database::File(folder.join("load.sqlite"));
    let config = Config { limits, ..Config::new("127.0.0.1:0".parse().expect("an address"), database) };
    let running = server::start(config).await.expect("the server starts");
    let client = Client { base: format!("http://{}", running.address), http: reqwest::Client::new() };

    let computers =
        json!([{"kind": "computer", "level": args.level}, {"kind": "computer", "level": args.level}]);
    let mut watched = Vec::new();
    for _ in 0..args.matches {
        let made = client.make(computers.clone()).await;
        watched.push((text(&made["id"]), text(&made["spectator"])));
    }
    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let (mut done, mut most_memory, mut fought) = (0, 0, 0);
    let begun = Instant::now();
    'battles: loop {
        let made = client
            .make(json!([{"kind": "me", "contribution": "load"}, {"kind": "computer", "level": "captain"}]))
            .await;
        let (path, secret) =
            (format!("/api/matches/{}", text(&made["id"])), text(&made["seats"][0]["secret"]));
        loop {
            let asked = Instant::now();
            let info = client.send(Method::GET, &path, &secret, None).await;
            times.entry("look").or_default().push(asked.elapsed());
            let table = &info["table"];
            if !table["outcome"].is_null() {
                break;
            }
            if !table["awaiting"].as_array().expect("a list").contains(&json!(0)) {
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            }
            let asked = Instant::now();
            let order = client.send(Method::GET, &format!("{path}/suggestion"), &secret, None).await;
            times.entry("suggestion").or_default().push(asked.elapsed());
            let path = format!("{path}/decisions/{}/order", table["decision"]);
            let asked = Instant::now();
            client.send(Method::POST, &path, &secret, Some(json!({"order": order["order"]}))).await;
            times.entry("submission").or_default().push(asked.elapsed());
            most_memory = most_memory.max(memory());
            done += 1;
            // Whatever has ended is begun anew: it is to be as many all the time.
            let (id, watcher) = &watched[done % watched.len().max(1)];
            let info = client.send(Method::GET, &format!("/api/matches/{id}"), watcher, None).await;
            if !info["table"]["outcome"].is_null() {
                let made = client.make(computers.clone()).await;
                let at = done % watched.len();
                watched[at] = (text(&made["id"]), text(&made["spectator"]));
                fought += 1;
            }
            if args.submissions <= done {
                break 'battles;
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let mut alive = 0;
    for (id, watcher) in &watched {
        let info = client.send(Method::GET, &format!("/api/matches/{id}"), watcher, None).await;
        alive += usize::from(info["table"]["outcome"].is_null());
    }
    let mut report = json!({
        "matches": args.matches, "still_fought_at_the_end": alive, "ended_and_begun_anew": fought,
        "level": args.level, "seconds": seconds, "memory_mb": most_memory / 1024,
    });
    println!(
        "{} battles among computers ({}), {alive} still fought at the end, {seconds:.1} s",
        args.matches, args.level
    );
    for (what, times) in &mut times {
        let told = percentiles(times);
        println!(
            "{what:<12} {:>5} times  p50 {:>7.2} ms  p99 {:>7.2} ms  worst {:>7.2} ms",
            times.len(),
            told["p50_ms"].as_f64().unwrap_or_default(),
            told["p99_ms"].as_f64().unwrap_or_default(),
            told["worst_ms"].as_f64().unwrap_or_default(),
        );
        report[*what] = told;
    }
    println!("memory       {} MB (client and server together)", most_memory / 1024);
    running.stop().await;
    if 0 < args.people {
        report["lobby"] = lobby::measure(&folder, args.people, args.matches, args.submissions).await;
    }
    if 0 < args.flooded {
        report["length"] = length::measure(&folder, args.flooded).await;
        report["flooded"] = floods::measure(&folder, args.flooded).await;
    }
    keep(&args, &report);
    let _ = std::fs::remove_dir_all(folder);
}

fn keep(args: &Args, report: &Value) {
    if let Some(file) = &args.json {
        std::fs::write(file, format!("{report:#}\n")).expect("the report can be written");
    }
}

fn percentiles(times: &mut [Duration]) -> Value {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    json!({"n": times.len(), "p50_ms": at(0.5), "p99_ms": at(0.99), "worst_ms": at(1.0)})
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

/// What this process holds in memory, in kB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or_default()
}
