//! Programs of one's own in seats: one that plays, those that fail in every way, and nobody who can name a command.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use lab::Command;
use reqwest::Method;
use serde_json::{Value, json};
use server::{Config, Database, Programs, StartError};

use crate::client::{Client, Host, cheap, fresh_folder, generous};

/// As long as one may think that is about to answer.
const PATIENT: f64 = 60.0;

fn programs(all: &[(&str, String, f64)]) -> Programs {
    let mut programs = Programs::default();
    for (name, command, seconds) in all {
        let command = Command::new(command, Duration::from_secs_f64(*seconds)).unwrap();
        programs.add(name, Arc::new(command)).unwrap();
    }
    programs
}

async fn host(folder: PathBuf, programs: Programs) -> Host {
    let database = Database::File(folder.join("flagbridge.sqlite"));
    let limits = generous();
    let config = Config { limits, programs, ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
    let running = server::start(config).await.unwrap();
    let client = Client::new(&format!("http://{}", running.address));
    Host { running: Some(running), client, folder }
}

/// A program that says `battle` to a battle, and `decide` to all that wants an answer.
fn script(folder: &Path, name: &str, battle: &str, decide: &str) -> String {
    let path = folder.join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in\n    *'\"type\":\"battle\"'*) {battle};;\n    \
         *'\"type\":\"over\"'*) touch {over};;\n    *) {decide};;\n  esac\ndone\n",
        over = folder.join(format!("{name}.over")).display(),
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

const READY: &str = "echo '{\"ready\": true}'";
const FIRST: &str = "echo '{\"pick\": 0}'";

fn against(name: &str) -> Value {
    json!([{"kind": "me"}, {"kind": "computer", "level": format!("exec:{name}")}])
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_plays_a_battle_to_its_end_and_hears_of_it() {
    let folder = fresh_folder("program-plays");
    let example = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/exec_player.py");
    let first = script(&folder, "first.sh", READY, FIRST);
    let all = programs(&[("example", example.to_owned(), PATIENT), ("first", first, PATIENT)]);
    let host = host(folder, all).await;
    let client = &host.client;
    let (_, games) = client.send(Method::GET, "/api/games", None, None).await;
    assert_eq!(games["programs"], json!(["example", "first"]));
    let made = client.make(json!([
        {"kind": "computer", "level": "exec:example"}, {"kind": "computer", "level": "exec:first"}
    ]));
    let made = made.await;
    let watching = made.spectator.clone().unwrap();
    let info = loop {
        let (status, info) = client.get(&format!("/api/matches/{}", made.id), &watching).await;
        assert_eq!((status, &info["table"]["programs"]), (200, &Value::Null), "{info}");
        if !info["table"]["outcome"].is_null() {
            break info;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(
        (&info["seats"][0]["player"], &info["seats"][1]["player"]),
        (&"exec:example".into(), &"exec:first".into())
    );
    // Whoever played it is told, and let go.
    while !host.folder.join("first.sh.over").exists() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_fails_loses_nothing() {
    for (name, battle, decide, seconds) in [
        ("hanging", READY, "read -r never", 0.2),
        ("lying", READY, "echo '{\"pick\": 9999}'", PATIENT),
        ("babbling", READY, "echo 'my move: forward'", PATIENT),
        ("endless", READY, "head -c 3000000 /dev/zero | tr '\\0' x; echo", PATIENT),
        ("dying", READY, "exit 3", PATIENT),
        ("rude", "echo no", FIRST, PATIENT),
        ("missing", "", "", PATIENT),
    ] {
        let folder = fresh_folder(&format!("program-{name}"));
        let command = match name {
            "missing" => folder.join("nowhere").display().to_string(),
            _ => script(&folder, &format!("{name}.sh"), battle, decide),
        };
        let host = host(folder, programs(&[(name, command, seconds)])).await;
        let client = &host.client;
        let made = client.make(against(name)).await;
        // The battle goes on, by a captain's orders, and the table says so.
        let mut told = Vec::new();
        for n in 1..=10 {
            let table = client.play(&made, n).await;
            assert!(n <= table["decision"].as_u64().unwrap(), "{name}: {table}");
            if let Some(failure) = table["programs"].get(0) {
                assert_eq!(failure["seat"], 1, "{name}");
                told.push((failure["times"].as_u64().unwrap(), failure["given_up"].as_bool().unwrap()));
            }
        }
        assert!(told.iter().all(|(times, given_up)| *given_up == (3 <= *times)), "{name}: {told:?}");
        assert_eq!(told.last(), Some(&(3, true)), "{name}: {told:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_has_failed_is_asked_again() {
    let folder = fresh_folder("program-again");
    // It answers every second time that it is started.
    let flag = folder.join("flag").display().to_string();
    let decide = format!("if [ -e {flag} ]; then {FIRST}; rm {flag}; else touch {flag}; exit 1; fi");
    let command = script(&folder, "moody.sh", READY, &decide);
    let host = host(folder, programs(&[("moody", command, PATIENT)])).await;
    let client = &host.client;
    let made = client.make(against("moody")).await;
    // Looked at between its answers, as it may be: often enough to see both.
    let (mut told, mut n) = (Vec::new(), 0);
    while n < 8 || (n < 60 && !(told.contains(&1) && told.contains(&0))) {
        n += 1;
        let table = client.play(&made, n).await;
        told.push(table["programs"][0]["times"].as_u64().unwrap_or_default());
    }
    assert!(told.contains(&1) && told.contains(&0) && told.iter().all(|it| *it < 2), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_goes_on_without_its_program() {
    let folder = fresh_folder("program-gone");
    let command = script(&folder, "first.sh", READY, FIRST);
    let before = host(folder, programs(&[("first", command, PATIENT)])).await;
    let made = before.client.make(against("first")).await;
    before.client.play(&made, 2).await;
    // Started again without being told of it.
    let host = before.restart().await;
    let table = host.client.play(&made, 4).await;
    assert_eq!(table["programs"], json!([{"seat": 1, "times": 0, "given_up": true}]), "{table}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_names_a_command() {
    let folder = fresh_folder("program-named");
    let command = script(&folder, "first.sh", READY, FIRST);
    let host = host(folder, programs(&[("first", command.clone(), PATIENT)])).await;
    let client = &host.client;
    for level in ["exec:second", &format!("exec:{command}"), "exec:", "exec:first ", "exec:../first"] {
        let new = json!({"game": "asfos", "scenario": "intro", "spectators": true,
            "seats": [{"kind": "me"}, {"kind": "computer", "level": level}]});
        let (status, told) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
        assert_eq!((status, &told["error"]["code"]), (422, &json!("refused")), "{level}: {told}");
        let words = told["error"]["message"].as_str().unwrap();
        assert!(words.contains("this server has no program") && words.contains("there are first"), "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_server_has_no_programs() {
    let folder = fresh_folder("program-public");
    let database = || Database::File(folder.join("flagbridge.sqlite"));
    let public = || Config {
        people: Some(cheap()),
        limits: generous(),
        ..Config::new("127.0.0.1:0".parse().unwrap(), database())
    };
    let first = programs(&[("first", script(&folder, "first.sh", READY, FIRST), PATIENT)]);
    let refused = server::start(Config { programs: first, ..public() }).await.unwrap_err();
    assert!(matches!(refused, StartError::Programs) && refused.to_string().contains("public"), "{refused}");
    let running = server::start(public()).await.unwrap();
    let client = Client::new(&format!("http://{}", running.address));
    let new = json!({"game": "asfos", "scenario": "intro", "seats": against("first"), "spectators": false});
    let (status, told) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!(status, 422, "{told}");
    assert!(told["error"]["message"].as_str().unwrap().contains("never on a public server"), "{told}");
    running.stop().await;
    let _ = fs::remove_dir_all(folder);
}
