//! Bots: their tokens, what they may not do, and both examples at war with each other.

use std::{
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use reqwest::Method;
use serde_json::{Value, json};
use server::{Edge, Limits};

use crate::{
    client::{Client, LONG, generous},
    example::Bot,
    people::{Browser, open},
};

/// A bot of somebody's: its id and its token.
async fn bot(owner: &mut Browser, client: &Client, name: &str) -> (String, String) {
    let said = owner.ask(client, "POST", "/api/me/bots", Some(json!({"name": name}))).await;
    assert_eq!(said.status, 201, "{}", said.body);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&said.body["bot"]["id"]), text(&said.body["token"]))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_lets_a_bot_in_until_it_is_taken_back() {
    let limits = Limits { bots: 2, ..generous() };
    let host = open("bots", limits, Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let (id, token) = bot(&mut ada, client, "Robot-1").await;
    assert!(token.starts_with("bot."));
    let me = client.get("/api/me", &token).await;
    assert_eq!((me.0, &me.1["person"]["name"]), (200, &json!("Robot-1")));
    // Its page says whose it is; a person is nobody's.
    for (name, owner) in [("robot-1", json!("Ada")), ("ada", Value::Null)] {
        let page = bob.ask(client, "GET", &format!("/api/people/{name}"), None).await.body;
        assert_eq!(page["owner"], owner, "{page}");
    }
    // Not kept as it is, and not told again.
    let list = ada.ask(client, "GET", "/api/me/bots", None).await.body;
    assert!(!list.to_string().contains(&token));
    assert_eq!((&list["bots"][0]["token"], &list["most"]), (&json!(true), &json!(2)));
    let database = std::fs::read(host.folder.join("flagbridge.sqlite")).unwrap();
    let holds = |text: &str| database.windows(text.len()).any(|it| it == text.as_bytes());
    assert!(!holds(&token) && !holds(&token["bot.".len()..]));

    // A name is a name, nobody has more than they may, and a bot has no password.
    let taken = bob.ask(client, "POST", "/api/me/bots", Some(json!({"name": "robot_1"}))).await;
    assert_eq!((taken.status, &taken.body["error"]["code"]), (409, &json!("taken")));
    bot(&mut ada, client, "Second").await;
    assert_eq!(ada.ask(client, "POST", "/api/me/bots", Some(json!({"name": "Third"}))).await.status, 422);
    for password in ["", "six small moons"] {
        let body = json!({"name": "Robot-1", "password": password});
        let said = Browser::default().ask(client, "POST", "/api/session", Some(body)).await;
        assert_eq!(said.status, 401, "{password:?}");
    }
    // What is its owner's alone.
    for (method, path) in [
        (Method::GET, "/api/me/sessions"),
        (Method::GET, "/api/me/bots"),
        (Method::GET, "/api/me/export"),
        (Method::POST, "/api/me/delete"),
        (Method::POST, "/api/me/bots"),
    ] {
        let (status, said) = client.send(method, path, Some(&token), Some(&json!({"password": "x"}))).await;
        assert_eq!((status, &said["error"]["code"]), (403, &json!("forbidden")), "{path}");
    }
    let streamed = ada.ask(client, "GET", "/api/bot/stream", None).await;
    assert_eq!(streamed.status, 403);

    // Nobody else takes it back; another token ends the first, and without one the bot is out.
    let path = format!("/api/me/bots/{id}/token");
    assert_eq!(bob.ask(client, "DELETE", &path, None).await.status, 404);
    let renewed = ada.ask(client, "POST", &path, None).await;
    let second = renewed.body["token"].as_str().unwrap().to_owned();
    assert_eq!((client.get("/api/me", &token).await.0, client.get("/api/me", &second).await.0), (401, 200));
    assert_eq!(ada.ask(client, "DELETE", &path, None).await.body["bots"][0]["token"], false);
    assert_eq!(client.get("/api/me", &second).await.0, 401);
    for guess in ["bot.", "bot.guess", "bot.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        assert_eq!(client.get("/api/lobby/mine", guess).await.0, 401, "{guess}");
    }
    // Whose name is free again.
    let gone = ada.ask(client, "DELETE", &format!("/api/me/bots/{id}"), None).await;
    assert_eq!(gone.body["bots"].as_array().unwrap().len(), 1);
    bot(&mut bob, client, "Robot-1").await;
    // What is kept of somebody has their bots in it.
    let export = bob.ask(client, "GET", "/api/me/export", None).await.body;
    assert_eq!(export["bots"][0]["name"], "Robot-1");
}

/// Both examples play against each other, from a challenge to the end: one in this process, one in Python.
#[tokio::test(flavor = "multi_thread")]
async fn the_examples_fight_a_battle_to_its_end() {
    let host = open("bots-fight", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let (_, rust) = bot(&mut ada, client, "Rusty").await;
    let (_, python) = bot(&mut ada, client, "Monty").await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let monty = tokio::process::Command::new("python3")
        .arg(script)
        .args([client.base.as_str(), &python, "--battles", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("python3 is there");
    let rusty = Bot::new(&client.base, &rust).unwrap();
    let rusty = tokio::spawn(async move { rusty.play(Some(1)).await });
    // Here they are seen for what they are.
    let here = |page: &Value| {
        let people = page["people"].as_array().unwrap();
        ["Rusty", "Monty"].iter().all(|name| people.contains(&json!({"name": name, "owner": "Ada"})))
    };
    let mut seen = Value::Null;
    let begun = Instant::now();
    while begun.elapsed() < LONG {
        seen = client.send(Method::GET, "/api/lobby", None, None).await.1;
        if here(&seen) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(here(&seen), "{seen}");

    // One challenges the other; what comes of it both hear in their streams.
    let new = json!({"to": {"kind": "person", "name": "Monty"}, "game": "asfos", "scenario": "intro"});
    let (status, made) = client.post("/api/lobby/tables", &rust, new).await;
    assert_eq!(status, 201, "{made}");
    let longest = Duration::from_secs(300);
    tokio::time::timeout(longest, rusty).await.expect("in time").unwrap().unwrap();
    let output = tokio::time::timeout(longest, monty.wait_with_output()).await.expect("in time").unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    for words in ["Monty, a bot of Ada", "accepted a challenge: Encounter at Emerald", "is over"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let id = made["table"]["id"].as_str().unwrap();
    let (status, info) = client.get(&format!("/api/matches/{id}"), &rust).await;
    assert_eq!((status, info["table"]["outcome"].is_null()), (200, false), "{info}");
    assert_eq!(info["table"].get("ended"), None, "the rules ended it");
    assert_eq!(info["seats"][0]["person"]["owner"], "Ada");
}
