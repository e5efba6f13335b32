//! Suggestions: searched for, with a reason; and barred where the match was made so.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use server::Limits;

use crate::client::{Host, Made, generous};

/// The same order every time, legal, and a line that says why.
#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_is_searched_for_and_says_why() {
    // As long as it takes: what is searched does not hang on the machine.
    let long = Duration::from_secs(3600);
    let limits = Limits { advice: 60, thought: long, patience: long, ..generous() };
    let host = Host::with("advice", limits).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    for n in 0..3 {
        let table = client.play(&made, n).await;
        let seat = table["awaiting"][0].as_u64().unwrap() as usize;
        let first = client.suggestion(&made, seat).await;
        assert_eq!(first["by"], "search", "{first}");
        assert!(!first["reason"].as_str().unwrap().is_empty(), "{first}");
        assert_eq!(client.suggestion(&made, seat).await, first);
        let path = format!("/api/matches/{}/decisions/{}/check", made.id, table["decision"]);
        let checked = client.post(&path, &made.seats[seat], json!({"order": first["order"]})).await.1;
        assert_eq!(checked["legal"], true, "{checked}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_search_a_captain_suggests() {
    let host = Host::with("thumb", generous()).await;
    let (made, _) = host.client.both_to_plot().await;
    assert_eq!(host.client.suggestion(&made, 0).await["by"], "captain");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_may_bar_them() {
    let host = Host::with("unaided", generous()).await;
    let client = &host.client;
    let seats = json!([{"kind": "me", "contribution": "a"}, {"kind": "computer", "level": "captain"}]);
    let new = json!({"game": "talon", "scenario": "intro", "seats": seats, "unaided": true});
    let (status, created) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!(status, 201, "{created}");
    let made = Made::read(&created);
    let info = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await.1;
    assert_eq!(info["unaided"], true);
    let (status, answer) = client.get(&format!("/api/matches/{}/suggestion", made.id), &made.seats[0]).await;
    assert_eq!((status, &answer["error"]["code"]), (403, &json!("forbidden")), "{answer}");
    // Others are not.
    let made = client.hot_seat().await;
    let info = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await.1;
    assert!(info.get("unaided").is_none());
}
