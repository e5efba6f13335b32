//! A battle fought again with sides exchanged: whoever had a seat has the other one.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Client, Host, Made};

async fn again(client: &Client, made: &Made, seat: usize) -> (u16, Value) {
    client.post(&format!("/api/matches/{}/rematch", made.id), &made.seats[seat], json!({})).await
}

async fn conceded(client: &Client, made: &Made, seat: usize) {
    let path = format!("/api/matches/{}/call-off", made.id);
    let (status, table) = client.post(&path, &made.seats[seat], json!({"sure": true})).await;
    assert_eq!((status, table["outcome"].is_null()), (200, false), "{table}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sides_are_exchanged_and_everybody_finds_the_way() {
    let host = Host::start("rematch").await;
    let client = &host.client;
    let pace = json!({"bank": 600, "increment": 5, "late": "captain"});
    let new = json!({
        "game": "asfos", "scenario": "intro", "spectators": true, "pace": pace, "title": "Ours",
        "options": {"turn_limit": 9}, "seats": [{"kind": "me"}, {"kind": "friend"}],
    });
    let (status, created) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!(status, 201, "{created}");
    let made = Made::read(&created);
    for seat in 0..2 {
        assert_eq!(client.join(&made, seat, "words").await.0, 200);
    }
    let (status, refused) = again(client, &made, 0).await;
    assert_eq!((status, &refused["error"]["code"]), (409, &json!("not_yet")));
    conceded(client, &made, 0).await;
    let spectator = made.spectator.clone().unwrap();
    let path = format!("/api/matches/{}/rematch", made.id);
    assert_eq!(client.post(&path, &spectator, json!({})).await.0, 403);
    let (a, b) = tokio::join!(again(client, &made, 0), again(client, &made, 1));
    assert_eq!((a.0, b.0), (200, 200), "{} {}", a.1, b.1);
    assert_eq!((&a.1["seat"], &b.1["seat"], &a.1["id"]), (&json!(1), &json!(0), &b.1["id"]));
    assert_eq!(again(client, &made, 1).await.1, b.1, "asked again it is the same");
    assert_eq!(client.table(&made, 0).await["offers"]["rematch"], a.1["id"]);

    // What opened the old seats opens the new ones, the other way round.
    let other = Made {
        id: a.1["id"].as_str().unwrap().to_owned(),
        seats: vec![made.seats[1].clone(), made.seats[0].clone()],
        spectator: None,
    };
    let (status, info) = client.get(&format!("/api/matches/{}", other.id), &spectator).await;
    assert_eq!((status, &info["table"]["missing"], &info["pace"]), (200, &json!([0, 1]), &pace), "{info}");
    assert_eq!((&info["title"], &info["options"]["turn_limit"]), (&json!("Ours"), &json!(9)));
    for seat in 0..2 {
        assert_eq!(client.join(&other, seat, "new words").await.0, 200);
    }
    let table = client.play(&other, 3).await;
    assert!(table["outcome"].is_null() && !table["clocks"].is_null(), "{table}");
    // One secret, two matches: the list has both.
    let body = json!({"secrets": [made.seats[0]]});
    let (_, list) = client.send(Method::POST, "/api/matches/list", None, Some(&body)).await;
    let listed: Vec<&Value> =
        list["matches"].as_array().unwrap().iter().map(|it| &it["holds"][0]["viewer"]).collect();
    assert_eq!(listed, [&json!({"seat": 1}), &json!({"seat": 0})]);
    let before = client.get(&format!("/api/matches/{}", made.id), &spectator).await.1;
    assert_ne!(before["commitment"], info["commitment"], "it has dice of its own");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_changes_sides_too() {
    let host = Host::start("rematch-computer").await;
    let client = &host.client;
    let made = client.make(json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}])).await;
    conceded(client, &made, 0).await;
    let (status, answer) = again(client, &made, 0).await;
    assert_eq!((status, &answer["seat"]), (200, &json!(1)), "{answer}");
    let other = Made { id: answer["id"].as_str().unwrap().to_owned(), ..made.clone() };
    assert_eq!(client.join(&other, 0, "words").await.0, 200);
    let info = client.get(&format!("/api/matches/{}", other.id), &made.seats[0]).await.1;
    assert_eq!((&info["seats"][0]["player"], &info["viewer"]), (&json!("cadet"), &json!({"seat": 1})));
}
