//! What whoever runs a server works with: settings from three places, logs to follow an order by, metrics, and
//! moving from one database to another.

#[allow(dead_code)]
#[path = "../../server/tests/interface/client.rs"]
mod client;
#[path = "../../store/tests/postgres/mod.rs"]
mod postgres;
mod util;

use std::process::Stdio;

use client::Client;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};
use util::Place;

#[test]
fn the_command_line_counts_before_the_environment_and_that_before_the_file() {
    let place = Place::new("settings");
    place.write(
        "serve.toml",
        "port = 1\nhost = \"10.0.0.1\"\nnames = [\"file.example\"]\ndatabase = \"postgres://me:sesame@db/x\"\n\
         public = true\nlog_format = \"json\"\n[limits]\nopen = 7\nhold = 9\n[people]\nwork = 5\n\
         [mail]\nfolder = \"letters\"\n[notices]\nallow = [\"10.0.0.0/8\"]\n",
    );
    let mut command = place.command(&["serve", "--config", "serve.toml", "--print-config", "--port", "3"]);
    command.env("FLAGBRIDGE_PORT", "2").env("FLAGBRIDGE_HOST", "10.0.0.2");
    command.env("FLAGBRIDGE_TRUST_PROXY", "10.0.0.0/8,::1").env("FLAGBRIDGE_LIMIT", "hold=11");
    command.env("FLAGBRIDGE_MAIL_SMTP", "smtps://name:sesame@mail.example");
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for line in [
        "port = 3",
        "host = \"10.0.0.2\"",
        "names = [\"file.example\"]",
        "trust_proxy = [\"10.0.0.0/8\", \"::1/128\"]",
        "database = \"postgres://me:***@db/x\"",
        "public = true",
        "open = 7",
        "hold = 11",
        "work = 5",
        "log_format = \"json\"",
        "from = \"Flagbridge <flagbridge@file.example>\"",
        "smtp = \"smtps://name:***@mail.example\"",
        "allow = [\"10.0.0.0/8\"]",
    ] {
        assert!(said.lines().any(|it| it == line), "no {line:?} in {said}");
    }
    assert!(!said.contains("sesame"), "{said}");
    // It is a settings file itself.
    place.write("again.toml", &said.replace("***", "other"));
    let again = place.run(&["serve", "--config", "again.toml", "--print-config"]).done();
    assert_eq!(again.out, said);
    let told = place.run(&["serve", "--print-config", "--limit", "open=none"]);
    told.misuse("whole number");
}

async fn serve(place: &Place, args: &[&str]) -> (Child, Client) {
    let mut command = Command::from(place.command(&["serve", "--port", "0"]));
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).await.unwrap();
    (child, Client::new(said.trim().trim_end_matches('/')))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_followed_by_the_name_of_its_request() {
    let place = Place::new("followed");
    let (mut child, client) = serve(&place, &["--data", "data", "--log-format", "json"]).await;
    let made = client.hot_seat().await;
    let seat = client.table(&made, 0).await["awaiting"][0].as_u64().unwrap() as usize;
    let order = client.suggestion(&made, seat).await["order"].clone();
    let path = format!("{}/api/matches/{}/decisions/0/order", client.base, made.id);
    let request =
        client.http.post(path).bearer_auth(&made.seats[seat]).header("x-request-id", "from-the-page-1");
    let answer = request.json(&json!({"order": order})).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["x-request-id"], "from-the-page-1");
    // What cannot be a name is none of ours.
    let request = client.http.get(format!("{}/ready", client.base)).header("x-request-id", "a b\"c");
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let given = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
    assert!(!given.contains(' ') && 10 < given.len(), "{given}");

    let id = child.id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut told = Vec::new();
    while let Some(line) = lines.next_line().await.unwrap() {
        let line: Value = serde_json::from_str(&line).unwrap_or_else(|err| panic!("{err}: {line}"));
        if line["span"]["id"] == "from-the-page-1" {
            assert!(!line.to_string().contains(&made.seats[seat]), "{line}");
            told.push(line["message"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(told, ["an order is kept", "answered"]);
    assert!(child.wait().await.unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_told_at_an_address_of_their_own() {
    let place = Place::new("metrics");
    let (port, _ours) = postgres::port();
    let address = format!("127.0.0.1:{port}");
    let (_child, client) = serve(&place, &["--data", "data", "--metrics", &address]).await;
    let made = client.make(json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}])).await;
    let table = loop {
        let table = client.table(&made, 0).await;
        if table["awaiting"].as_array().unwrap().contains(&json!(0)) {
            break table;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    };
    let n = table["decision"].as_u64().unwrap();
    let order = json!({"order": client.suggestion(&made, 0).await["order"]});
    assert_eq!(client.order(&made, 0, n, order.clone()).await.0, 200);
    assert_eq!(client.order(&made, 0, n + 9, order).await.0, 409);
    let _live = client.connect(&made, &made.seats[0], 0).await;
    // No player can ask: the page itself is the client's.
    let (_, said) = client.send(Method::GET, "/metrics", None, None).await;
    assert!(!said.to_string().contains("flagbridge_"));
    let told = client.http.get(format!("http://{address}/metrics")).send().await.unwrap();
    assert_eq!(told.status(), 200);
    let text = told.text().await.unwrap();
    for line in [
        "flagbridge_submission_seconds_count{became=\"kept\"} ",
        "flagbridge_submission_seconds_count{became=\"stale\"} 1",
        "flagbridge_request_seconds_count{route=\"/api/matches\",method=\"POST\",status=\"201\"} 1",
        "flagbridge_request_seconds_bucket{route=\"/api/matches\",method=\"POST\",status=\"201\",le=\"+Inf\"} 1",
        "flagbridge_open_battles 1",
        "flagbridge_thoughts_waiting{lane=\"deep\"} 0",
        "flagbridge_long_work_waiting{work=\"making\"} 0",
        "flagbridge_commit_seconds_count ",
        "flagbridge_database_wait_seconds_count ",
        "flagbridge_database_connections{state=\"most\"} 5",
        "flagbridge_database_up 1",
        "flagbridge_pushes_total ",
        "flagbridge_live_connections ",
        "# TYPE flagbridge_jobs_owed gauge",
    ] {
        assert!(text.contains(line), "no {line:?} in {text}");
    }
    // Whatever the dashboard draws is told.
    let dashboard = include_str!("../../../ops/fleet/grafana/flagbridge.json");
    let drawn: std::collections::BTreeSet<&str> = dashboard
        .split(|it: char| !it.is_ascii_lowercase() && it != '_')
        .filter(|it| it.starts_with("flagbridge_"))
        .collect();
    assert!(10 < drawn.len(), "{drawn:?}");
    for name in drawn {
        let name = name.trim_end_matches("_bucket").trim_end_matches("_count").trim_end_matches("_sum");
        assert!(text.contains(&format!("# TYPE {name} ")), "the dashboard draws {name}");
    }
    // Nothing in it is about anybody.
    assert!(!text.contains(&made.id) && !text.contains(&made.seats[0]), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_moves_to_another_kind_of_database_and_back() {
    let postgres = postgres::Postgres::start();
    let place = Place::new("moved");
    let (mut child, client) = serve(&place, &["--data", "data"]).await;
    let made = client.hot_seat().await;
    client.play(&made, 3).await;
    let table = client.table(&made, 1).await;
    let there = postgres.database("moved");
    let from = "sqlite:data/flagbridge.sqlite";
    let args = ["admin", "move", "--from", from, "--to", &there, "--json"];
    let run = |args: &[&str]| tokio::task::block_in_place(|| place.run(args));
    run(&args).failed("another server uses this database");
    child.kill().await.unwrap();
    let moved = run(&args).done().json();
    assert_eq!((&moved["matches"], moved["orders"].as_u64().is_some_and(|n| 2 < n)), (&json!(1), true));
    // Nothing that is there is thrown away unasked.
    run(&args).failed("--replace discards them");
    run(&["admin", "move", "--from", &there, "--to", &there]).misuse("the same database");
    run(&["admin", "move", "--from", "sqlite:no.sqlite", "--to", &there]).failed("no.sqlite: cannot be read");
    assert!(!place.path("no.sqlite").exists());
    let back = "sqlite:back.sqlite";
    assert_eq!(run(&["admin", "move", "--from", &there, "--to", back, "--json"]).done().json()["matches"], 1);
    let url = store::file_url(&place.path("back.sqlite"));
    assert_eq!(run(&["admin", "check", "--database", &url, "--json"]).done().json()["recomputed"], 1);
    let (_child, client) = serve(&place, &["--database", &there]).await;
    assert_eq!(client.table(&made, 1).await, table);
}
