//! What three servers on one PostgreSQL bear, beside one of them in the same run: submissions a second
//! with a 99th percentile under 100 ms, memory of an open battle and a live connection, room of a stored
//! battle, and what a submission costs servers and database.
//!
//! `cargo run --release -p cli --example fleet -- --program FILE [--seconds N] [--json FILE]`;
//! `cargo xtask bench fleet` does that.

#[allow(dead_code)]
#[path = "../tests/fleet/faults.rs"]
mod faults;
#[path = "../../store/tests/postgres/mod.rs"]
mod postgres;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use faults::Fleet;
use futures_util::{SinkExt as _, StreamExt as _, future::join_all};
use reqwest::Method;
use rulesets::{Level, ScenarioRef, Submission};
use serde_json::{Value, json};
use sqlx::{AnyPool, Row as _};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message,
    tungstenite::client::IntoClientRequest as _,
};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// So many tables at once, until it is too much.
const LEVELS: [usize; 8] = [1, 2, 4, 8, 16, 24, 32, 48];
/// The bar of a submission's 99th percentile, in milliseconds.
const BAR: f64 = 100.0;
/// Battles that are opened, connections that are made, and battles that are stored, to see what each takes.
const OPENED: usize = 300;
const CONNECTED: usize = 300;
const STORED: i64 = 2_000;

/// A battle that was fought before: brought as it began, and fought again order by order, with the same dice.
struct Plan {
    beginning: Value,
    whole: Value,
    /// For each decision its seats and their orders.
    decisions: Vec<Vec<(usize, Value)>>,
}

impl Plan {
    fn new() -> Plan {
        let game = rulesets::find("asfos").expect("a game");
        let ready = game.prepare(ScenarioRef::Id("intro"), &[], rulesets::Table::People).expect("a scenario");
        let given = vec![Contribution("a".to_owned()), Contribution("b".to_owned())];
        let players = vec!["human".to_owned(); 2];
        let mut battle = ready.begin(&players, Secret([3; 32]), given).expect("a battle");
        let mut beginning: Option<Value> = None;
        while battle.outcome().is_none() {
            beginning.get_or_insert_with(|| read(&battle.record(true)));
            let n = battle.decision_number();
            for seat in battle.awaiting().iter() {
                let order = battle.suggest(seat, &Level::Captain, Dice::numbered(5, n as u64)).order;
                battle.submit(n, seat, &Submission::Data(order)).expect("a legal order");
            }
        }
        let whole = read(&battle.record(true));
        let mut beginning = beginning.expect("a decision");
        for proof in ["parts", "chain"] {
            beginning.as_object_mut().expect("a record").remove(proof);
        }
        let pair = |it: &Value| (it[0].as_u64().expect("a seat") as usize, it[1].clone());
        let orders = |it: &Value| it["orders"].as_array().expect("a list").iter().map(pair).collect();
        let decisions = whole["decisions"].as_array().expect("a list").iter().map(orders).collect();
        Plan { beginning, whole, decisions }
    }

    fn orders(&self) -> usize {
        self.decisions.iter().map(Vec::len).sum()
    }
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("a record")
}

/// Whoever sits at table `n`. The servers trust us to say who asks, and each table is at home elsewhere.
#[derive(Clone)]
struct Guest {
    http: reqwest::Client,
    house: String,
}

impl Guest {
    fn new(http: &reqwest::Client, n: usize) -> Guest {
        Guest {
            http: http.clone(),
            house: format!("10.{}.{}.{}", 1 + n / 60_000, n / 250 % 240, n % 250 + 1),
        }
    }

    async fn ask(&self, method: Method, url: &str, secret: &str, body: Option<&Value>) -> Value {
        let mut request = self.http.request(method, url).bearer_auth(secret);
        request = request.header("x-forwarded-for", &self.house);
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await.expect("a server answers");
        let status = response.status();
        let answer: Value = response.json().await.expect("JSON");
        assert!(status.is_success(), "{url}: {answer}");
        answer
    }

    /// The path of the match, and the secrets of its seats.
    async fn bring(&self, address: &str, record: &Value) -> (String, Vec<String>) {
        let made = self.ask(Method::POST, &format!("{address}/api/records"), "", Some(record)).await;
        let text = |it: &Value| it.as_str().expect("text").to_owned();
        let seats = made["seats"].as_array().expect("a list").iter().map(|it| text(&it["secret"])).collect();
        (format!("/api/matches/{}", text(&made["id"])), seats)
    }

    async fn connect(&self, address: &str, path: &str, secret: &str) -> Socket {
        let url = format!("{}{path}/live", address.replace("http:", "ws:"));
        let mut request = url.into_client_request().expect("an address");
        request.headers_mut().insert("x-forwarded-for", self.house.parse().expect("an address"));
        let (mut socket, _) = connect_async(request).await.expect("a connection");
        let hello = json!({"secret": secret, "from": 0}).to_string();
        socket.send(Message::text(hello)).await.expect("sent");
        heard(&mut socket).await;
        socket
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

#[derive(Default)]
struct Took {
    submissions: Vec<f64>,
    /// From the last order of a decision until both have heard what came of it.
    pushes: Vec<f64>,
}

/// Battle after battle at one table, each seat on a server of its own where there are several.
async fn table(plan: Arc<Plan>, guest: Guest, addresses: Vec<String>, n: usize, until: [Instant; 2]) -> Took {
    let [from, until] = until;
    let mut took = Took::default();
    let at = |seat: usize| &addresses[(n + seat) % addresses.len()];
    while Instant::now() < until {
        let (path, secrets) = guest.bring(at(0), &plan.beginning).await;
        let mut sockets = Vec::new();
        for (seat, secret) in secrets.iter().enumerate() {
            sockets.push(guest.connect(at(seat), &path, secret).await);
        }
        for (decision, orders) in plan.decisions.iter().enumerate() {
            let begun = Instant::now();
            let given = orders.iter().map(|(seat, order)| {
                let url = format!("{}{path}/decisions/{decision}/order", at(*seat));
                let (guest, secret, body) = (&guest, &secrets[*seat], json!({"order": order}));
                async move {
                    guest.ask(Method::POST, &url, secret, Some(&body)).await;
                    begun.elapsed().as_secs_f64() * 1e3
                }
            });
            let given = join_all(given).await;
            let all_in = Instant::now();
            for socket in &mut sockets {
                loop {
                    let told = heard(socket).await;
                    let reached = told["decision"].as_u64().is_some_and(|it| decision < it as usize);
                    if reached || !told["outcome"].is_null() {
                        break;
                    }
                }
            }
            if until <= Instant::now() {
                return took;
            }
            if from <= begun {
                took.submissions.extend(given);
                took.pushes.push(all_in.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    took
}

fn percentile(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get((times.len().saturating_sub(1) as f64 * share) as usize).copied().unwrap_or(f64::NAN)
}

/// So many tables for so many seconds, after one to get going.
async fn level(
    plan: &Arc<Plan>,
    http: &reqwest::Client,
    addresses: &[String],
    tables: usize,
    seconds: u64,
) -> Value {
    let from = Instant::now() + Duration::from_secs(1);
    let until = from + Duration::from_secs(seconds);
    let all = (0..tables).map(|n| {
        let guest = Guest::new(http, n);
        tokio::spawn(table(Arc::clone(plan), guest, addresses.to_vec(), n, [from, until]))
    });
    let mut took = Took::default();
    for one in join_all(all).await {
        let one = one.expect("a table");
        took.submissions.extend(one.submissions);
        took.pushes.extend(one.pushes);
    }
    let rate = took.submissions.len() as f64 / seconds as f64;
    let [p50, p99] = [0.5, 0.99].map(|share| percentile(&mut took.submissions, share));
    let push = percentile(&mut took.pushes, 0.99);
    println!(
        "{} servers, {tables:>3} tables: {rate:>7.1} submissions/s, p50 {p50:>6.2} ms, p99 {p99:>7.2} ms, \
         pushes p99 {push:>7.2} ms",
        addresses.len()
    );
    let connections = 2 * tables;
    json!({
        "tables": tables, "connections": connections, "rate": rate, "p50_ms": p50, "p99_ms": p99,
        "push_p99_ms": push,
    })
}

/// The level with the most submissions a second under the bar.
fn best(levels: &[Value]) -> Value {
    let fits = levels.iter().filter(|it| it["p99_ms"].as_f64().is_some_and(|p99| p99 < BAR));
    let rate = |it: &&Value| it["rate"].as_f64().unwrap_or(0.0);
    fits.max_by(|a, b| rate(a).total_cmp(&rate(b))).cloned().unwrap_or(Value::Null)
}

/// What a process holds in memory, in kB.
fn memory(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or_default()
}

/// Processor time of processes, with that of children that have ended, in ms. The kernel counts hundredths of
/// a second.
fn busy(processes: &[String]) -> f64 {
    let of = |process: &String| {
        let about = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let fields: Vec<&str> = about.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let times = fields.get(11..15).unwrap_or_default();
        times.iter().filter_map(|it| it.parse::<f64>().ok()).sum::<f64>() * 10.0
    };
    processes.iter().map(of).sum()
}

async fn number(pool: &AnyPool, sql: &'static str) -> f64 {
    let row = sqlx::query(sql).fetch_one(pool).await.expect("a number");
    row.get::<i64, _>(0) as f64
}

const WRITTEN: &str = "SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint";
const SIZE: &str = "SELECT pg_database_size(current_database())";

/// Copies a finished battle under other names, row by row.
async fn store(pool: &AnyPool, id: &str) {
    for table in ["matches", "seats", "submissions", "decisions", "events"] {
        let (key, hash) = match table {
            "matches" => ("id", ""),
            "seats" => ("match_id", ", 'hash', it.hash || n"),
            _ => ("match_id", ""),
        };
        let sql = format!(
            "INSERT INTO {table} SELECT (jsonb_populate_record(it, \
             jsonb_build_object('{key}', it.{key} || '-' || n{hash}))).* \
             FROM {table} it, generate_series(1, {STORED}) n WHERE it.{key} = '{id}'"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(pool).await.expect("copied");
    }
}

/// Words a second that one connection posts while another listens.
async fn notifies(url: &str) -> f64 {
    let (words, listens) =
        (AnyPool::connect(url).await.expect("a pool"), AnyPool::connect(url).await.expect("a pool"));
    let mut ear = listens.acquire().await.expect("a connection");
    sqlx::query("LISTEN words").execute(&mut *ear).await.expect("it listens");
    let mut mouth = words.acquire().await.expect("a connection");
    let (begun, mut n) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_secs(2) {
        sqlx::query("NOTIFY words, 'a match and its number'").execute(&mut *mouth).await.expect("posted");
        n += 1;
    }
    f64::from(n) / begun.elapsed().as_secs_f64()
}

struct Args {
    program: String,
    seconds: u64,
    json: Option<String>,
}

fn args() -> Args {
    let mut args = Args { program: String::new(), seconds: 8, json: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_default();
        match word.as_str() {
            "--program" => args.program = value,
            "--seconds" => args.seconds = value.parse().expect("a number of seconds"),
            "--json" => args.json = Some(value),
            other => panic!("cannot make sense of {other}"),
        }
    }
    assert!(!args.program.is_empty(), "--program FILE is missing: the program to measure");
    args
}

#[tokio::main]
async fn main() {
    let args = args();
    let plan = Arc::new(Plan::new());
    let fleet = Fleet::start(&args.program, "bench").await;
    let (addresses, processes) = (fleet.addresses(), fleet.processes());
    let names: Vec<String> = processes.iter().map(ToString::to_string).collect();
    let http =
        reqwest::Client::builder().timeout(Duration::from_secs(60)).no_proxy().build().expect("a client");
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&fleet.database).await.expect("the database");
    let idle_mb = memory(processes[0]) / 1_024.0;
    // What the first one costs is the program's own, not the battle's.
    level(&plan, &http, &addresses, 4, 2).await;

    let first = &addresses[0];
    let begun = memory(processes[0]);
    let mut opened = Vec::new();
    for n in 0..OPENED {
        let guest = Guest::new(&http, 1_000 + n);
        let (path, secrets) = guest.bring(first, &half(&plan)).await;
        guest.ask(Method::GET, &format!("{first}{path}"), &secrets[0], None).await;
        opened.push((guest, path, secrets));
    }
    let with_battles = memory(processes[0]);
    let mut sockets = Vec::new();
    for (guest, path, secrets) in opened.iter().cycle().take(CONNECTED) {
        sockets.push(guest.connect(first, path, &secrets[0]).await);
    }
    let with_connections = memory(processes[0]);
    drop(sockets);
    let open_battle_kb = (with_battles - begun) / OPENED as f64;
    let connection_kb = (with_connections - with_battles) / CONNECTED as f64;
    println!(
        "an open battle {open_battle_kb:.0} kB, a connection {connection_kb:.0} kB, a server at rest {idle_mb:.0} MB"
    );

    let (mut one, mut three) = (Vec::new(), Vec::new());
    let [mut at_one, mut at_three] = [true; 2];
    for tables in LEVELS {
        let under = |it: &Value| it["p99_ms"].as_f64().is_some_and(|p99| p99 < BAR);
        if at_one {
            one.push(level(&plan, &http, &addresses[..1], tables, args.seconds).await);
            at_one = one.last().is_some_and(under);
        }
        if at_three {
            three.push(level(&plan, &http, &addresses, tables, args.seconds).await);
            at_three = three.last().is_some_and(under);
        }
    }
    // What one costs, where nobody waits for anybody.
    let before = (number(&pool, WRITTEN).await, busy(&names), busy(&fleet.postgres.processes()));
    let calm = level(&plan, &http, &addresses, 2, args.seconds).await;
    let after = (number(&pool, WRITTEN).await, busy(&names), busy(&fleet.postgres.processes()));
    // With the second at its beginning, which is not counted.
    let submissions = calm["rate"].as_f64().unwrap_or(f64::NAN) * (args.seconds + 1) as f64;

    let guest = Guest::new(&http, 9_000);
    let (path, _) = guest.bring(first, &plan.whole).await;
    let size = number(&pool, SIZE).await;
    store(&pool, path.rsplit('/').next().expect("an id")).await;
    let stored_battle_kb = (number(&pool, SIZE).await - size) / STORED as f64 / 1_024.0;
    let crowded = level(&plan, &http, &addresses, 2, args.seconds).await;
    let notifies_a_second = notifies(&fleet.database).await;

    let (best_one, best_three) = (best(&one), best(&three));
    let report = json!({
        "one": best_one, "three": best_three, "levels": {"one": one, "three": three},
        "submissions_a_second": best_three["rate"],
        "submission_cpu_ms": (after.1 - before.1) / submissions,
        "database_cpu_ms": (after.2 - before.2) / submissions,
        "wal_bytes": (after.0 - before.0) / submissions,
        "connection_kb": connection_kb, "open_battle_kb": open_battle_kb, "idle_mb": idle_mb,
        "stored_battle_kb": stored_battle_kb, "notifies_a_second": notifies_a_second,
        "orders": plan.orders(),
        "stored": {
            "battles": STORED, "before_p50_ms": calm["p50_ms"], "after_p50_ms": crowded["p50_ms"],
            "before_p99_ms": calm["p99_ms"], "after_p99_ms": crowded["p99_ms"],
        },
    });
    let text = format!("{report:#}\n");
    match &args.json {
        Some(file) => std::fs::write(file, text).expect("the report can be written"),
        None => print!("{text}"),
    }
}

/// The battle as it stood in its middle.
fn half(plan: &Plan) -> Value {
    let mut record = plan.whole.clone();
    for of_the_end in ["outcome", "parts", "chain", "signature", "ending"] {
        record.as_object_mut().expect("a record").remove(of_the_end);
    }
    let middle = plan.decisions.len() / 2;
    let after = record["decisions"][middle]["after"].as_u64().expect("a number") as usize;
    record["decisions"].as_array_mut().expect("a list").truncate(middle);
    record["events"].as_array_mut().expect("a list").truncate(after);
    record
}
