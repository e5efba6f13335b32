//! The lab over sockets: asked, followed, stopped, gone on with over a
//! restart, limited, watched, taken home.

use std::{path::PathBuf, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};
use server::{Edge, Limits};

use crate::{
    client::{Client, Host, Made, generous},
    people::{Browser, open},
};

async fn ask(client: &Client, body: Value) -> (String, Option<String>) {
    let (status, made) = client.send(Method::POST, "/api/studies", None, Some(&body)).await;
    assert_eq!(status, 201, "{made}");
    (made["id"].as_str().unwrap().to_owned(), made["secret"].as_str().map(str::to_owned))
}

async fn page(client: &Client, id: &str) -> Value {
    let (status, page) = client.send(Method::GET, &format!("/api/studies/{id}"), None, None).await;
    assert_eq!(status, 200, "{page}");
    page
}

/// Looks until it is as wanted.
async fn until(client: &Client, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let page = page(client, id).await;
        if wanted(&page) {
            return page;
        }
        assert_ne!(page["card"]["state"], "failed", "{page}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn state(page: &Value) -> &str {
    page["card"]["state"].as_str().unwrap()
}

async fn file(client: &Client, id: &str, name: &str) -> (u16, Vec<u8>) {
    let response =
        client.http.get(format!("{}/api/studies/{id}/files/{name}", client.base)).send().await.unwrap();
    (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
}

async fn text(client: &Client, id: &str, name: &str) -> String {
    let (status, bytes) = file(client, id, name).await;
    assert_eq!(status, 200, "{name}");
    String::from_utf8(bytes).unwrap()
}

/// Quick battles, enough of them to be stopped in the middle.
fn long(battles: u32) -> Value {
    json!({
        "question": "players", "game": "talon", "players": ["random", "cadet"], "battles": battles, "seed": 7
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_and_taken_home() {
    let host = Host::start("studies").await;
    let client = &host.client;
    let fair = json!({"question": "fair", "game": "talon", "battles": 48, "players": ["cadet"], "seed": 3});
    let (id, secret) = ask(client, fair).await;
    assert_eq!(secret, None, "on one's own table nobody needs it");
    let done = until(client, &id, |it| state(it) == "done").await;
    assert_eq!(done["card"]["title"], "Is Duel fair?");
    assert_eq!(done["card"]["battles"], 48);
    assert_eq!(done["kinds"][0]["ended"], "battles");
    let answer = done["answers"][0].as_str().unwrap();
    assert!(answer.contains("with 95% certainty between") && answer.contains("in 48 battles"), "{answer}");
    let figures: Vec<&str> =
        done["figures"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    for id in ["scores", "lengths", "survival", "damage", "means", "ranges", "graves", "decided"] {
        assert!(figures.contains(&id), "{figures:?}");
    }
    assert_eq!(done["figures"][0]["battles"], 48);
    // The same battles as on the command line: what is kept is a folder of `lab run`.
    let rows = text(client, &id, "rows.csv").await;
    // The same packed, as browsers ask for it.
    let packed = client.http.get(format!("{}/api/studies/{id}/files/rows.csv", client.base));
    let packed = packed.header("accept-encoding", "gzip").send().await.unwrap().bytes().await.unwrap();
    assert!(packed.starts_with(&[0x1f, 0x8b]) && packed.len() < rows.len());
    assert_eq!(rows.lines().count(), 49, "a head and a row for each battle");
    assert!(file(client, &id, "rows.parquet").await.1.starts_with(b"PAR1"));
    let turns = text(client, &id, "turns.csv").await;
    assert!(turns.starts_with("cell,battle,turn,left_1,") && 49 < turns.lines().count());
    let harm = text(client, &id, "harm.jsonl").await;
    let harm: Value = serde_json::from_str(harm.lines().next().unwrap()).unwrap();
    assert_eq!((&harm["cell"], &harm["battle"]), (&json!(0), &json!(0)));
    assert!(text(client, &id, "report.html").await.contains("<h1>Is Duel fair?</h1>"));
    assert!(text(client, &id, "study.toml").await.contains("harm = true"));
    assert!(text(client, &id, "scores.svg").await.starts_with("<svg "));
    assert!(file(client, &id, "scores.pdf").await.1.starts_with(b"%PDF"));
    for none in ["about.json", "..%2F..%2Fflagbridge.sqlite", "rows.exe", "nothing.svg", "study.json"] {
        assert_eq!(file(client, &id, none).await.0, 404, "{none}");
    }
    let list = client.send(Method::GET, "/api/studies", None, None).await.1;
    assert_eq!((list["studies"][0]["id"].as_str(), list["limits"].is_null()), (Some(id.as_str()), true));
    let gone = client.send(Method::DELETE, &format!("/api/studies/{id}"), None, None).await;
    assert_eq!((gone.0, gone.1["studies"].as_array().unwrap().len()), (200, 0));
    assert_eq!(client.send(Method::GET, &format!("/api/studies/{id}"), None, None).await.0, 404);
    assert!(!host.folder.join("studies").join(&id).exists(), "nothing of it is left");
}

/// Whatever happens to it on the way, the rows are those of a study that nobody has stopped.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_stopped_goes_on_also_after_a_restart_without_losing_or_repeating_a_battle() {
    let host = Host::start("studies-on").await;
    let (whole, _) = ask(&host.client, long(4_800)).await;
    until(&host.client, &whole, |it| state(it) == "done").await;
    let expected = text(&host.client, &whole, "rows.csv").await;
    assert_eq!(expected.lines().count(), 4_801);

    // One that is done before it can be stopped is no use here.
    let id = loop {
        let (id, _) = ask(&host.client, long(4_800)).await;
        until(&host.client, &id, |it| 0 < it["card"]["battles"].as_u64().unwrap()).await;
        let stop = format!("/api/studies/{id}/stop");
        let (status, stopped) = host.client.send(Method::POST, &stop, None, Some(&json!({}))).await;
        assert_eq!(status, 200, "{stopped}");
        match state(&stopped) {
            "stopped" => break id,
            state => assert_eq!(state, "done", "{stopped}"),
        }
    };
    let before = until(&host.client, &id, |it| state(it) == "stopped" && it["rate"] == 0.0).await;
    assert!(before["card"]["battles"].as_u64().unwrap() <= 4_800);

    // What has been stopped stays so over a restart; what runs or waits goes on by itself.
    let (other, _) = ask(&host.client, long(4_800)).await;
    let host = host.restart().await;
    assert_eq!(state(&page(&host.client, &id).await), "stopped");
    let (status, _) =
        host.client.send(Method::POST, &format!("/api/studies/{id}/go"), None, Some(&json!({}))).await;
    assert_eq!(status, 200);
    for study in [&id, &other] {
        until(&host.client, study, |it| state(it) == "done").await;
        assert!(text(&host.client, study, "rows.csv").await == expected, "other battles than in one go");
    }
    let again =
        host.client.send(Method::POST, &format!("/api/studies/{id}/go"), None, Some(&json!({}))).await;
    assert_eq!(again.0, 422, "{}", again.1);
}

/// Server-sent events: pages, the figures only when they are others.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_follows_a_study_is_told_of_it_until_it_ends() {
    let host = Host::start("studies-live").await;
    let (id, _) = ask(&host.client, long(2_400)).await;
    let url = format!("{}/api/studies/{id}/live", host.client.base);
    let mut response = host.client.http.get(url).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let (mut text, mut pages) = (Vec::new(), Vec::new());
    while !pages.iter().any(|it: &Value| state(it) == "done") {
        let chunk = response.chunk().await.unwrap().expect("it goes on until it is over");
        // It may end in the middle of a letter.
        text.extend_from_slice(&chunk);
        while let Some(end) = text.windows(2).position(|it| it == b"\n\n") {
            let event: Vec<u8> = text.drain(..end + 2).collect();
            if let Some(data) = event.strip_prefix(b"data: ") {
                pages.push(serde_json::from_slice(data).unwrap());
            }
        }
    }
    assert!(pages[0]["figures"].is_array(), "the first has everything");
    let battles: Vec<u64> = pages.iter().map(|it| it["card"]["battles"].as_u64().unwrap()).collect();
    assert!(battles.is_sorted(), "{battles:?}");
    assert_eq!(battles.last(), Some(&2_400));
    let last = pages.iter().rev().find(|it| it["figures"].is_array()).unwrap();
    assert_eq!(last["figures"][0]["battles"], 2_400, "the last figures are those of all battles");
}

/// The battle that is watched is the one that was counted.
#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_a_study_can_be_watched_and_fought() {
    let host = Host::start("studies-watch").await;
    let client = &host.client;
    for game in ["asfos", "talon", "ftb", "stratoyager", "full-thrust"] {
        let asked = json!({
            "question": "players", "game": game, "players": ["cadet", "random"], "battles": 2, "seed": 11
        });
        let (id, _) = ask(client, asked).await;
        let done = until(client, &id, |it| state(it) == "done").await;
        for seen in done["latest"].as_array().unwrap() {
            let path = format!("/api/studies/{id}/kinds/0/battles/{}", seen["battle"]);
            let (status, info) = client.send(Method::GET, &path, None, None).await;
            assert_eq!(status, 200, "{game}: {info}");
            let named = |seat: &Value| info["seats"][seat.as_u64().unwrap() as usize]["name"].clone();
            let winners: Vec<Value> = match info["table"]["outcome"]["won"].as_array() {
                Some(seats) => seats.iter().map(named).collect(),
                None => Vec::new(),
            };
            assert_eq!(Value::Array(winners), seen["winners"], "{game}");
            assert_eq!(info["table"]["turn"], seen["turns"], "{game}");
            // Players change sides from battle to battle.
            let first = if seen["battle"] == 0 { "cadet" } else { "random" };
            assert_eq!(info["seats"][0]["player"], first, "{game}");
            let (status, log) =
                client.send(Method::GET, &format!("{path}/events?as=referee"), None, None).await;
            assert_eq!((status, &log["next"]), (200, &info["table"]["next"]), "{game}");
            let (status, view) =
                client.send(Method::GET, &format!("{path}/views/3?as=seat-1"), None, None).await;
            assert_eq!((status, &view["events"]), (200, &json!(3)), "{game}");
        }
        for none in ["kinds/0/battles/2", "kinds/1/battles/0", "kinds/9/setup"] {
            let path = format!("/api/studies/{id}/{none}");
            assert_eq!(client.send(Method::GET, &path, None, None).await.0, 404, "{none}");
        }
        let setup = client.send(Method::GET, &format!("/api/studies/{id}/kinds/0/setup"), None, None).await.1;
        let new = json!({
            "game": game, "scenario": setup["scenario"], "options": setup["options"],
            "seats": [{"kind": "me"}, {"kind": "computer", "level": "captain"}], "spectators": false
        });
        let (status, created) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
        assert_eq!(status, 201, "{created}");
        assert_eq!(Made::read(&created).seats.len(), 1);
    }
}

/// Each pair of fleets meets on both sides, and a table for one of them is laid with the same forces.
#[tokio::test(flavor = "multi_thread")]
async fn fleets_are_compared_and_can_be_led_by_oneself() {
    let host = Host::start("studies-fleets").await;
    let client = &host.client;
    let yard = client.send(Method::GET, "/api/games/full-thrust/shipyard", None, None).await.1;
    let navies = yard["navies"].as_array().unwrap();
    let ships: Vec<&Value> = navies.iter().flat_map(|it| it["ships"].as_array().unwrap()).collect();
    let fleet = |name: &str, n: usize| json!({"name": name, "ships": [{"design": ships[n]["name"]}]});
    let asked = json!({
        "question": "fleets", "game": "full-thrust", "players": ["random"], "battles": 24, "seed": 5,
        "fleets": [fleet("Reds", 0), fleet("Blues", 1)]
    });
    let (id, _) = ask(client, asked.clone()).await;
    let done = until(client, &id, |it| state(it) == "done").await;
    assert_eq!(done["card"]["title"], "Reds against Blues");
    let kinds = done["kinds"].as_array().unwrap();
    assert_eq!(
        kinds.iter().map(|it| it["fleets"].clone()).collect::<Vec<_>>(),
        [json!(["Reds", "Blues"]), json!(["Blues", "Reds"])]
    );
    assert_eq!(done["answers"].as_array().unwrap().len(), 1, "{}", done["answers"]);
    assert!(done["answers"][0].as_str().unwrap().contains("in 48 battles"), "{}", done["answers"]);
    assert!(text(client, &id, "Reds.json").await.contains("\"name\":\"Reds\""));
    let setup = client.send(Method::GET, &format!("/api/studies/{id}/kinds/1/setup"), None, None).await.1;
    assert_eq!(setup["seats"], json!(["Blues", "Reds"]));
    let new = json!({
        "game": "full-thrust", "setup": setup["setup"], "options": setup["options"],
        "seats": [{"kind": "computer", "level": "captain"}, {"kind": "me"}], "spectators": false
    });
    let (status, created) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!(status, 201, "{created}");
    let watched =
        client.send(Method::GET, &format!("/api/studies/{id}/kinds/1/battles/0"), None, None).await.1;
    assert_eq!(watched["seats"][0]["name"], "Blues");
    let mut one = asked;
    one["fleets"] = json!([fleet("Reds", 0)]);
    let (status, refused) = client.send(Method::POST, "/api/studies", None, Some(&one)).await;
    assert_eq!(status, 422, "{refused}");
    let left: Vec<PathBuf> =
        std::fs::read_dir(host.folder.join("studies")).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(left.len(), 1, "a question that is refused leaves nothing behind: {left:?}");
}

/// Whoever has the link sees a study; only whoever asked may do anything with it.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_public_server_a_study_belongs_to_whoever_asked() {
    let host = open("studies", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ann = Browser::sign_up(client, "Ann").await;
    let mut bob = Browser::sign_up(client, "Bob").await;
    let made = ann.ask(client, "POST", "/api/studies", Some(long(20_000))).await;
    assert_eq!((made.status, &made.body["secret"]), (201, &Value::Null), "{}", made.body);
    let id = made.body["id"].as_str().unwrap().to_owned();
    let (guests, secret) = ask(client, long(20_000)).await;
    let secret = secret.expect("a guest has nothing but a secret");

    let seen = bob.ask(client, "GET", &format!("/api/studies/{id}"), None).await;
    assert_eq!((seen.status, &seen.body["card"]["mine"]), (200, &json!(false)));
    let mine = ann.ask(client, "GET", &format!("/api/studies/{id}"), None).await;
    assert_eq!(mine.body["card"]["mine"], json!(true));
    let lists = [
        ann.ask(client, "GET", "/api/studies", None).await,
        bob.ask(client, "GET", "/api/studies", None).await,
    ];
    assert_eq!(lists.map(|it| it.body["studies"].as_array().unwrap().len()), [1, 0]);

    for act in ["stop", "go"] {
        let path = format!("/api/studies/{id}/{act}");
        assert_eq!(bob.ask(client, "POST", &path, Some(json!({}))).await.status, 403);
        assert_eq!(client.post(&path, &secret, json!({})).await.0, 401, "a secret of another study");
        let path = format!("/api/studies/{guests}/{act}");
        assert_eq!(client.send(Method::POST, &path, None, Some(&json!({}))).await.0, 401);
        assert_eq!(client.post(&path, &secret, json!({})).await.0, 200);
    }
    assert_eq!(bob.ask(client, "DELETE", &format!("/api/studies/{id}"), None).await.status, 403);
    assert_eq!(
        client.send(Method::DELETE, &format!("/api/studies/{guests}"), Some(&secret), None).await.0,
        200
    );
    assert_eq!(client.get(&format!("/api/studies/{guests}"), &secret).await.0, 404);
    // What somebody has asked is part of what is kept of them, and goes with them.
    let export = ann.ask(client, "GET", "/api/me/export", None).await.body;
    assert_eq!(
        (&export["studies"][0]["id"], export["studies"].as_array().map(Vec::len)),
        (&json!(id), Some(1))
    );
    let leave = json!({"password": crate::people::PASSWORD});
    assert_eq!(ann.ask(client, "POST", "/api/me/delete", Some(leave)).await.status, 200);
    assert_eq!(bob.ask(client, "GET", &format!("/api/studies/{id}"), None).await.status, 404);
}

/// Studies wait for each other, take turns, stop after their time, and are no larger than they may be.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_public_server_studies_are_limited_and_take_turns() {
    let limits = Limits {
        study_battles: 1_000_000,
        study_kinds: 2,
        study_turn: Duration::from_millis(200),
        study_time: Duration::from_secs(3_600),
        ..generous()
    };
    let mut host = open("studies-limits", limits, Edge::default()).await;
    let client = &host.client;
    let both = [ask(client, long(1_000_000)).await, ask(client, long(1_000_000)).await];
    let (status, full) = client.send(Method::POST, "/api/studies", None, Some(&long(24))).await;
    assert_eq!((status, full["error"]["code"].as_str()), (503, Some("busy")), "{full}");
    // Both are worked on, though neither comes to its end.
    for (id, _) in &both {
        until(client, id, |it| 0 < it["card"]["battles"].as_u64().unwrap()).await;
    }
    for (id, secret) in &both {
        let stop = format!("/api/studies/{id}/stop");
        assert_eq!(client.post(&stop, secret.as_ref().unwrap(), json!({})).await.0, 200);
    }
    for (wrong, words) in [
        (
            json!({"question": "fair", "game": "talon", "scenarios": ["all"], "battles": 24}),
            "kinds of battles, but",
        ),
        (json!({"question": "fair", "game": "talon", "battles": 2_000_000}), "up to 2000000 battles"),
        (
            json!({"question": "players", "game": "talon", "players": ["captain", "admiral:nodes=401"]}),
            "401 nodes for an order",
        ),
    ] {
        let (status, refused) = client.send(Method::POST, "/api/studies", None, Some(&wrong)).await;
        let told = refused["error"]["message"].as_str().unwrap_or_default();
        assert!(status == 422 && told.contains(words), "{status} {refused}");
    }
    let list = client.send(Method::GET, "/api/studies", None, None).await.1;
    assert_eq!(list["limits"]["kinds"], 2);
    host.running.take().unwrap().stop().await;

    let limits = Limits { study_time: Duration::from_secs(2), ..limits };
    let host = open("studies-time", limits, Edge::default()).await;
    let client = &host.client;
    let (first, secret) = ask(client, long(1_000_000)).await;
    let (second, _) = ask(client, long(1_000_000)).await;
    for id in [&first, &second] {
        let spent = until(client, id, |it| state(it) == "stopped").await;
        assert!(spent["card"]["why"].as_str().unwrap().contains("it has had its time"), "{}", spent["card"]);
    }
    let (status, again) = client.post(&format!("/api/studies/{first}/go"), &secret.unwrap(), json!({})).await;
    assert_eq!((status, state(&again) == "stopped"), (200, false), "{again}");
}
