//! Nobody learns what is not theirs, not even by counting bytes.

use reqwest::Method;
use serde_json::json;

use crate::client::{Host, Made, heard, heard_json};

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_opened_by_their_secrets_alone() {
    let host = Host::start("seats").await;
    let client = &host.client;
    let (made, other) = (client.hot_seat().await, client.hot_seat().await);
    let path = format!("/api/matches/{}", made.id);
    for wrong in [None, Some(""), Some("guess"), Some(other.seats[0].as_str())] {
        for end in ["", "/events", "/views/0", "/record", "/suggestion"] {
            let (status, body) = client.send(Method::GET, &format!("{path}{end}"), wrong, None).await;
            assert_eq!((status, &body["error"]["code"]), (401, &json!("unauthorised")), "{end}");
        }
        let order = json!({"text": "x"});
        let answer =
            client.send(Method::POST, &format!("{path}/decisions/0/order"), wrong, Some(&order)).await;
        assert_eq!(answer.0, 401);
    }
    assert_eq!(client.get("/api/matches/nosuchmatch", &made.seats[0]).await.0, 404);

    let watcher = made.spectator.clone().unwrap();
    let (status, info) = client.get(&path, &watcher).await;
    assert_eq!((status, &info["viewer"]), (200, &json!("spectator")));
    assert!(info["table"].get("menu").is_none() && info["table"].get("prompt").is_none());
    let answer = client.post(&format!("{path}/decisions/0/order"), &watcher, json!({"text": "x"})).await;
    assert_eq!((answer.0, &answer.1["error"]["code"]), (403, &json!("forbidden")));
    assert_eq!(client.post(&format!("{path}/hurry"), &watcher, json!({})).await.0, 403);
    for early in [format!("{path}/views/0?as=referee"), format!("{path}/events?as=seat-1")] {
        let (status, body) = client.get(&early, &made.seats[0]).await;
        assert_eq!((status, &body["error"]["code"]), (409, &json!("not_yet")), "{early}");
    }
    let branch = json!({"events": 0, "seats": [{"kind": "me"}, {"kind": "me"}]});
    assert_eq!(client.post(&format!("{path}/branch"), &made.seats[0], branch).await.0, 409);
}

/// Everything seat 0 and a spectator can ask for, as bytes.
async fn everything(host: &Host, made: &Made, n: u64) -> Vec<String> {
    let path = format!("/api/matches/{}", made.id);
    let client = &host.client;
    let mut all = Vec::new();
    let watcher = made.spectator.clone().unwrap();
    for secret in [&made.seats[0], &watcher] {
        for end in
            ["", "/events", "/views/0", "/record", "/views/0?as=seat-1", "/events?as=referee", "/suggestion"]
        {
            let answer =
                client.try_send(Method::GET, &format!("{path}{end}"), Some(secret), None).await.unwrap();
            all.push(format!("{end} {answer:?}"));
        }
        for (end, body) in [
            (format!("/decisions/{n}/check"), json!({"text": "abracadabra"})),
            (format!("/decisions/{n}/order"), json!({"text": "abracadabra"})),
            (format!("/decisions/{}/order", n + 1), json!({"text": "abracadabra"})),
            ("/branch".to_owned(), json!({"events": 0, "seats": []})),
            ("/hurry".to_owned(), json!({})),
        ] {
            let answer = client
                .try_send(Method::POST, &format!("{path}{end}"), Some(secret), Some(&body))
                .await
                .unwrap();
            all.push(format!("{end} {answer:?}"));
        }
        let list = json!({"secrets": [secret]});
        let answer = client.try_send(Method::POST, "/api/matches/list", None, Some(&list)).await.unwrap();
        all.push(format!("{answer:?}"));
        let mut socket = client.connect(made, secret, 0).await;
        all.push(heard(&mut socket).await);
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_depends_on_what_another_seat_has_sealed() {
    let host = Host::start("bytes").await;
    let client = &host.client;
    let (made, n) = client.both_to_plot().await;
    let order_path = format!("/api/matches/{}/decisions/{n}/order", made.id);
    let menu = client.table(&made, 1).await["menu"].clone();
    assert!(menu.is_object());
    // A long order and the shortest there is.
    let long = client.suggestion(&made, 1).await["order"].clone();
    let short = shortest(&host, &made, n).await;
    assert_ne!(long, short);
    assert_ne!(long.to_string().len(), short.to_string().len());

    let mut watching = client.connect(&made, &made.seats[0], 0).await;
    let _first = heard(&mut watching).await;
    let (mut seen, mut pushed) = (Vec::new(), Vec::new());
    for order in [&long, &short] {
        assert_eq!(client.order(&made, 1, n, json!({"order": order})).await.0, 200);
        pushed.push(heard(&mut watching).await);
        seen.push(everything(&host, &made, n).await);
        assert_eq!(client.send(Method::DELETE, &order_path, Some(&made.seats[1]), None).await.0, 200);
        let taken_back = heard_json(&mut watching).await;
        assert_eq!(taken_back["awaiting"], json!([0, 1]));
    }
    assert_eq!(pushed[0], pushed[1]);
    for (one, other) in seen[0].iter().zip(&seen[1]) {
        assert_eq!(one, other);
    }
    assert_eq!(seen[0].len(), seen[1].len());
}

/// The shortest order that the rules take: a concession, or doing nothing.
async fn shortest(host: &Host, made: &Made, n: u64) -> serde_json::Value {
    let check = format!("/api/matches/{}/decisions/{n}/check", made.id);
    for text in ["concede", "pass", "hold", ""] {
        let (_, checked) = host.client.post(&check, &made.seats[1], json!({"text": text})).await;
        if checked["legal"] == true {
            return checked["written"]["order"].clone();
        }
    }
    panic!("no short order is legal");
}
