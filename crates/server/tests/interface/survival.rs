//! Nothing acknowledged is lost: not by SIGKILL, not by a database that goes
//! away, not by a full disk.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use dice::Dice;
use reqwest::Method;
use serde_json::{Value, json};
use server::{Config, Database};
use tokio::process::{Child, Command};

use crate::{
    client::{Client, Made, generous},
    postgres::Postgres,
};

const DATABASE: &str = "FLAGBRIDGE_TEST_DATABASE";
const ADDRESS: &str = "FLAGBRIDGE_TEST_ADDRESS";

/// Not a test: the server in a process of its own, for the tests below.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "the tests below start it"]
async fn serve_until_killed() {
    let Some(url) = std::env::var_os(DATABASE) else { return };
    let database = Database::Url(url.into_string().unwrap());
    let config = Config { limits: generous(), ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
    let running = server::start(config).await.unwrap();
    let file = PathBuf::from(std::env::var_os(ADDRESS).unwrap());
    let part = file.with_extension("part");
    std::fs::write(&part, format!("http://{}", running.address)).unwrap();
    std::fs::rename(part, file).unwrap();
    server::asked_to_stop().await;
    running.stop().await;
}

/// The server in a process of its own.
struct Process {
    child: Child,
    client: Client,
}

impl Process {
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
            assert!(begun.elapsed() < Duration::from_secs(30), "the server does not start");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// SIGKILL: no time for anything.
    async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}

/// Decision, seat, and the order itself.
type Order = (usize, usize, Value);

/// What the server has acknowledged, and the events that were seen.
#[derive(Default)]
struct Acknowledged {
    matches: Vec<(Made, Vec<Order>, Vec<Value>)>,
    submissions: usize,
}

impl Acknowledged {
    /// Everything acknowledged is there, and every event seen is still the same.
    async fn check(&mut self, client: &Client) {
        for (made, orders, seen) in &mut self.matches {
            let path = format!("/api/matches/{}/record", made.id);
            let (status, record) = client.get(&path, &made.seats[0]).await;
            if record["error"]["code"] == "waiting" {
                assert!(orders.is_empty(), "orders were taken, but the battle has not begun");
                continue;
            }
            assert_eq!(status, 200, "{record}");
            let mut sealed = Vec::new();
            for seat in 0..made.seats.len() {
                sealed.push(client.table(made, seat).await["sealed"].clone());
            }
            for (decision, seat, order) in orders.iter() {
                let resolved = &record["decisions"][*decision]["orders"];
                let found = match resolved.as_array() {
                    Some(pairs) => pairs.iter().any(|pair| pair[0] == *seat && pair[1] == *order),
                    None => sealed[*seat][0]["order"] == *order,
                };
                assert!(found, "the order of seat {seat} for decision {decision} is lost");
            }
            let events = record["events"].as_array().unwrap();
            assert!(seen.len() <= events.len(), "{} events seen, {} there", seen.len(), events.len());
            assert!(events.starts_with(seen), "events have changed");
            *seen = events.clone();
        }
    }

    /// Orders until the connection breaks or the time is up.
    async fn submit(&mut self, client: &Client, most: usize) {
        while self.submissions < most {
            let over = match self.matches.last() {
                Some((made, ..)) => match look(client, made).await {
                    Some(table) => !table["outcome"].is_null(),
                    None => return,
                },
                None => true,
            };
            if over {
                let new =
                    json!({"game": "asfos", "scenario": "intro", "seats": [{"kind": "me"}, {"kind": "me"}]});
                let made = client.try_send(Method::POST, "/api/matches", None, Some(&new)).await;
                let Ok((_, created)) = made else { return };
                let made = Made::read(&serde_json::from_str(&created).unwrap());
                self.matches.push((made, Vec::new(), Vec::new()));
            }
            let (made, orders, _) = self.matches.last_mut().unwrap();
            let Some(table) = look(client, made).await else { return };
            for seat in serde_json::from_value::<Vec<usize>>(table["missing"].clone()).unwrap() {
                let (path, secret) = (format!("/api/matches/{}/join", made.id), made.seats[seat].as_str());
                let body = json!({"contribution": format!("words of {seat}")});
                let joined = client.try_send(Method::POST, &path, Some(secret), Some(&body)).await;
                let Ok((status, answer)) = joined else { return };
                assert_eq!(status, 200, "{answer}");
            }
            let decision = table["decision"].as_u64().unwrap() as usize;
            for seat in serde_json::from_value::<Vec<usize>>(table["awaiting"].clone()).unwrap() {
                let secret = Some(made.seats[seat].as_str());
                let path = format!("/api/matches/{}", made.id);
                let asked = client.try_send(Method::GET, &format!("{path}/suggestion"), secret, None).await;
                let Ok((_, written)) = asked else { return };
                let order = serde_json::from_str::<Value>(&written).unwrap()["order"].clone();
                let body = json!({"order": order});
                let path = format!("{path}/decisions/{decision}/order");
                let Ok((status, answer)) = client.try_send(Method::POST, &path, secret, Some(&body)).await
                else {
                    return;
                };
                assert_eq!(status, 200, "{answer}");
                orders.push((decision, seat, order));
                self.submissions += 1;
            }
        }
    }
}

async fn look(client: &Client, made: &Made) -> Option<Value> {
    let path = format!("/api/matches/{}", made.id);
    let (_, text) = client.try_send(Method::GET, &path, Some(&made.seats[0]), None).await.ok()?;
    Some(serde_json::from_str::<Value>(&text).unwrap()["table"].clone())
}

const SUBMISSIONS: usize = 200;

async fn killed_again_and_again(database: &str, folder: &Path) {
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    println!("seed {seed}");
    let mut dice = Dice::numbered(seed, 0);
    let mut acknowledged = Acknowledged::default();
    let mut kills = 0;
    while acknowledged.submissions < SUBMISSIONS {
        let process = Process::start(database, folder).await;
        acknowledged.check(&process.client).await;
        let client = process.client.clone();
        let moment = Duration::from_millis(20 + dice.index(600) as u64);
        {
            // The kill must not wait for an answer, nor an answer for the kill.
            let work = acknowledged.submit(&client, SUBMISSIONS);
            tokio::pin!(work);
            let killer = async {
                tokio::time::sleep(moment).await;
                process.kill().await;
            };
            tokio::join!(work, killer);
        }
        kills += 1;
    }
    let process = Process::start(database, folder).await;
    acknowledged.check(&process.client).await;
    println!(
        "{kills} kills, {} submissions, {} matches",
        acknowledged.submissions,
        acknowledged.matches.len()
    );
    assert!(1 < kills);
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("flagbridge-survival-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_on_sqlite() {
    let folder = folder("sqlite");
    killed_again_and_again(&format!("sqlite://{}/a.sqlite?mode=rwc", folder.display()), &folder).await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_on_postgres_and_postgres_gone() {
    let Some(postgres) = Postgres::start() else { return };
    let folder = folder("postgres");
    killed_again_and_again(&postgres.database("killed"), &folder).await;

    let process = Process::start(&postgres.url(), &folder).await;
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
    let process = Process::start(&format!("sqlite://{}/a.sqlite?mode=rwc", folder.display()), &folder).await;
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
        assert!(begun.elapsed() < Duration::from_secs(20), "it does not get better");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let table = client.table(&made, 0).await;
    assert_eq!((&table["decision"], &table["awaiting"]), (&json!(n), &json!([1])), "nothing was half done");
    let (status, answer) = client.order(&made, 1, n, json!({"order": second})).await;
    assert_eq!((status, &answer["resolved"]), (200, &json!(true)), "{answer}");
    client.play(&against, 3).await;
}
