//! Matches made, joined, ordered in, and played to their end.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use server::Limits;

use crate::client::{Host, LONG, Made, generous};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_seal_and_resolve() {
    let host = Host::start("two").await;
    let client = &host.client;
    let (status, games) = client.send(Method::GET, "/api/games", None, None).await;
    assert_eq!((status, &games["games"][0]["id"]), (200, &json!("asfos")));
    let (status, page) = client.send(Method::GET, "/api/games/asfos/scenarios/intro", None, None).await;
    assert_eq!(status, 200);
    assert!(page["view"]["ships"].is_array() && page["scenario"].is_object(), "{page}");
    let (status, rules) = client.send(Method::GET, "/api/games/asfos/rules", None, None).await;
    assert!(status == 200 && 50 < rules["rules"].as_array().unwrap().len());
    assert_eq!(client.send(Method::GET, "/api/games/chess/rules", None, None).await.0, 404);
    assert_eq!(client.send(Method::GET, "/api/games/asfos/scenarios/none", None, None).await.0, 404);

    let (made, n) = client.both_to_plot().await;
    assert_eq!(made.seats.len(), 2);
    let path = format!("/api/matches/{}", made.id);
    let (status, info) = client.get(&path, &made.seats[1]).await;
    assert_eq!((status, &info["viewer"]), (200, &json!({"seat": 1})));
    assert_eq!(info["table"]["awaiting"], json!([0, 1]));
    assert!(info["table"]["menu"].is_object(), "{}", info["table"]["menu"]);
    assert!(info["table"]["prompt"].is_string());
    assert!(info["secret"].is_null() && info["commitment"].is_string());

    let order = client.suggestion(&made, 0).await;
    let check = format!("{path}/decisions/{n}/check");
    let (status, checked) = client.post(&check, &made.seats[0], json!({"text": order["notation"]})).await;
    assert_eq!((status, &checked["legal"]), (200, &json!(true)), "{checked}");
    let (status, checked) = client.post(&check, &made.seats[0], json!({"text": "abracadabra"})).await;
    assert_eq!((status, &checked["legal"]), (200, &json!(false)));
    assert!(!checked["findings"].as_array().unwrap().is_empty());

    let (status, answer) = client.order(&made, 0, n, json!({"text": order["notation"]})).await;
    assert_eq!((status, &answer["resolved"]), (200, &json!(false)), "{answer}");
    let (status, again) = client.order(&made, 0, n, json!({"order": order["order"]})).await;
    assert_eq!((status, &again["error"]["code"]), (409, &json!("sealed")));
    let table = client.table(&made, 0).await;
    assert_eq!((&table["awaiting"], &table["sealed"][0]["notation"]), (&json!([1]), &order["notation"]));
    assert_eq!(client.table(&made, 1).await["sealed"], json!([]));

    let withdrawal = format!("{path}/decisions/{n}/order");
    let (status, table) = client.send(Method::DELETE, &withdrawal, Some(&made.seats[0]), None).await;
    assert_eq!((status, &table["awaiting"]), (200, &json!([0, 1])));
    let (status, nothing) = client.send(Method::DELETE, &withdrawal, Some(&made.seats[0]), None).await;
    assert_eq!((status, &nothing["error"]["code"]), (409, &json!("not_yours")));

    let stale = client.order(&made, 0, n + 7, json!({"order": order["order"]})).await;
    assert_eq!((stale.0, &stale.1["error"]["code"]), (409, &json!("stale")));
    let refused = client.order(&made, 0, n, json!({"text": "abracadabra"})).await;
    assert_eq!((refused.0, &refused.1["error"]["code"]), (422, &json!("refused")));
    assert!(refused.1["error"]["findings"][0]["rule"].is_string());

    assert_eq!(client.order(&made, 0, n, json!({"order": order["order"]})).await.0, 200);
    let theirs = client.suggestion(&made, 1).await;
    let (status, answer) = client.order(&made, 1, n, json!({"order": theirs["order"]})).await;
    assert_eq!((status, &answer["resolved"]), (200, &json!(true)));
    let stale = client.order(&made, 1, n, json!({"order": theirs["order"]})).await;
    assert_eq!((stale.0, &stale.1["error"]["code"]), (409, &json!("stale")));
    let (status, lines) = client.get(&format!("{path}/events?from=0"), &made.seats[0]).await;
    assert_eq!(status, 200);
    assert!(!lines["events"].as_array().unwrap().is_empty());
    assert!(!lines["events"][0]["rules"].as_array().unwrap().is_empty());

    let (status, list) = client
        .send(
            Method::POST,
            "/api/matches/list",
            None,
            Some(&json!({"secrets": ["guess", made.seats[1], made.seats[0]]})),
        )
        .await;
    assert_eq!(status, 200);
    assert_eq!(list["matches"].as_array().unwrap().len(), 1);
    let holds = &list["matches"][0]["holds"];
    assert_eq!(*holds, json!([{"viewer": {"seat": 1}, "secret": 1}, {"viewer": {"seat": 0}, "secret": 2}]));
    assert_eq!(list["matches"][0]["decision"], n + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_a_battle_to_its_end() {
    let host = Host::start("computer").await;
    let client = &host.client;
    let made = client
        .make(json!([{"kind": "me", "contribution": "mine"}, {"kind": "computer", "level": "cadet"}]))
        .await;
    let path = format!("/api/matches/{}", made.id);
    let end = client.play(&made, u64::MAX).await;
    assert!(!end["outcome"].is_null());
    let (_, info) = client.get(&path, &made.seats[0]).await;
    assert_eq!(info["secret"].as_str().unwrap().len(), 64);
    let events = end["next"].as_u64().unwrap();
    for viewer in ["seat-0", "seat-1", "spectator", "referee"] {
        let (status, page) =
            client.get(&format!("{path}/views/{}?as={viewer}", events / 2), &made.seats[0]).await;
        assert_eq!((status, &page["events"]), (200, &json!(events / 2)), "{viewer}");
        let (status, lines) = client.get(&format!("{path}/events?from=3&as={viewer}"), &made.seats[0]).await;
        assert!(status == 200 && lines["events"][0]["n"].as_u64().unwrap() >= 3);
    }
    assert_eq!(client.get(&format!("{path}/views/1?as=seat-9"), &made.seats[0]).await.0, 404);
    assert_eq!(client.get(&format!("{path}/views/1?as=god"), &made.seats[0]).await.0, 400);
    let over = client.order(&made, 0, end["decision"].as_u64().unwrap(), json!({"text": "x"})).await;
    assert!(over.0 == 409 || over.0 == 422, "{over:?}");

    // The same after a restart, recomputed from the store.
    let host = host.restart().await;
    let (status, again) = host.client.get(&path, &made.seats[0]).await;
    assert_eq!(status, 200);
    assert_eq!(again, info);
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_go_on_after_a_restart_and_can_be_hurried() {
    let host = Host::start("restart").await;
    let made = host
        .client
        .make(json!([{"kind": "computer", "level": "cadet"}, {"kind": "computer", "level": "cadet"}]))
        .await;
    assert!(made.seats.is_empty());
    let watcher = made.spectator.clone().unwrap();
    let host = host.restart().await;
    // Nobody looks at it, for a list opens nothing: it goes on by itself.
    let listed = async || {
        let secrets = json!({"secrets": [watcher]});
        let list = host.client.send(Method::POST, "/api/matches/list", None, Some(&secrets)).await.1;
        list["matches"][0].clone()
    };
    let decision = |listed: &Value| listed["decision"].as_u64().unwrap();
    let (before, begun) = (listed().await, Instant::now());
    loop {
        let now = listed().await;
        if decision(&before) < decision(&now) || !now["outcome"].is_null() {
            break;
        }
        assert!(begun.elapsed() < LONG, "it does not go on: {now}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    // By himself he would think for an hour.
    let slow = Limits { nodes: u32::MAX, thought: Duration::from_secs(3600), ..generous() };
    let host = Host::with("hurried", slow).await;
    let slow = json!([{"kind": "me"}, {"kind": "computer", "level": "admiral:nodes=4000000000"}]);
    let made = host.client.make(slow).await;
    let begun = Instant::now();
    let path = format!("/api/matches/{}", made.id);
    loop {
        let (status, table) = host.client.post(&format!("{path}/hurry"), &made.seats[0], json!({})).await;
        assert_eq!(status, 200, "{table}");
        if table["awaiting"].as_array().unwrap().contains(&json!(0)) {
            break;
        }
        assert!(begun.elapsed() < LONG, "he is not hurried: {table}");
    }
    let seats = json!([{"kind": "me"}, {"kind": "computer", "level": "god"}]);
    let refused = json!({"game": "asfos", "scenario": "intro", "seats": seats});
    assert_eq!(host.client.send(Method::POST, "/api/matches", None, Some(&refused)).await.0, 422);
    let lonely = json!({"game": "asfos", "scenario": "intro", "seats": [{"kind": "me"}]});
    assert_eq!(host.client.send(Method::POST, "/api/matches", None, Some(&lonely)).await.0, 422);
    let nowhere = json!({"game": "asfos", "scenario": "none", "seats": [{"kind": "me"}, {"kind": "friend"}]});
    assert_eq!(host.client.send(Method::POST, "/api/matches", None, Some(&nowhere)).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setup_of_ones_own_and_options_by_name() {
    let host = Host::start("setup").await;
    let client = &host.client;
    let (_, page) = client.send(Method::GET, "/api/games/asfos/scenarios/intro", None, None).await;
    let (_, games) = client.send(Method::GET, "/api/games", None, None).await;
    let option = &games["games"][0]["options"][0];
    let (name, value) = (option["name"].as_str().unwrap(), &option["choices"][0]);
    let new = json!({
        "game": "asfos", "setup": page["scenario"], "title": "Ours", "options": {name: value},
        "seats": [{"kind": "me"}, {"kind": "friend"}],
    });
    let (status, created) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!(status, 201, "{created}");
    assert!(created.get("spectator").is_none());
    let made = Made::read(&created);
    let (_, info) = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await;
    assert_eq!((&info["title"], &info["spectators"]), (&json!("Ours"), &json!(false)));
    assert_eq!(info["options"][name], *value);
    assert!(info["scenario"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_says_how_it_is() {
    let host = Host::start("health").await;
    let (status, health) = host.client.send(Method::GET, "/health", None, None).await;
    assert_eq!((status, health), (200, json!({"status": "ok", "database": "ok"})));
    let (status, document) = host.client.send(Method::GET, "/api", None, None).await;
    assert_eq!((status, &document["openapi"]), (200, &json!("3.1.0")));
    assert!(document["paths"]["/api/matches/{id}/live"].is_object());
    let response = host.client.http.get(&host.client.base).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe"));
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    assert_eq!(response.headers()["referrer-policy"], "no-referrer");
    assert_eq!(host.client.send(Method::GET, "/nothing.js", None, None).await.0, 404);
    let (status, nothing) = host.client.send(Method::GET, "/api/nothing", None, None).await;
    assert_eq!((status, &nothing["error"]["code"]), (404, &json!("not_found")));
}
