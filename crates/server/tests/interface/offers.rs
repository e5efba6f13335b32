//! What people at a table settle between them: a draw, giving up, calling it
//! off, a computer for a seat that was left. All of it stands in the record.

use std::time::Duration;

use engine::Verdict;
use serde_json::{Value, json};
use server::Stepped;

use crate::{
    client::{Client, Host, Made, heard_json},
    givers::{open, record},
    pace::{comes, edits_of_the_end_are_refused, joined, restarted, stepped},
};

fn path(made: &Made, end: &str) -> String {
    format!("/api/matches/{}{end}", made.id)
}

async fn post(client: &Client, made: &Made, seat: usize, end: &str, body: Value) -> (u16, Value) {
    client.post(&path(made, end), &made.seats[seat], body).await
}

fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["error"]["code"].as_str().unwrap_or_default())
}

/// The record of a battle that is over holds.
async fn proven(client: &Client, made: &Made) -> (Value, rulesets::Expected) {
    let (record, expected) = record(client, made).await;
    assert!(matches!(open(&record).verify_against(&expected), Ok(Verdict::Proven { .. })));
    (record, expected)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_offered_declined_forgotten_and_agreed_on() {
    let host = Host::start("offers-draw").await;
    let client = &host.client;
    let (made, n) = client.both_to_plot().await;
    let mut socket = client.connect(&made, &made.seats[1], 0).await;
    assert!(heard_json(&mut socket).await["offers"].is_null());
    let agree = json!({"agree": true});
    let (status, table) = post(client, &made, 0, "/draw", agree.clone()).await;
    assert_eq!((status, &table["offers"]), (200, &json!({"draw": [0]})), "{table}");
    assert_eq!(heard_json(&mut socket).await["offers"], json!({"draw": [0]}));
    // Twice is once, and nobody agrees with himself.
    assert_eq!(post(client, &made, 0, "/draw", agree.clone()).await.1["outcome"], Value::Null);
    let (status, table) = post(client, &made, 1, "/draw", json!({"agree": false})).await;
    assert_eq!((status, &table["offers"]), (200, &Value::Null));

    // An offer goes with its decision.
    assert_eq!(post(client, &made, 0, "/draw", agree.clone()).await.0, 200);
    client.play(&made, n + 1).await;
    let (_, table) = post(client, &made, 1, "/draw", agree.clone()).await;
    assert_eq!((&table["outcome"], &table["offers"]), (&Value::Null, &json!({"draw": [1]})));

    // It outlives the server.
    let host = host.restart().await;
    let client = &host.client;
    let (status, table) = post(client, &made, 0, "/draw", agree.clone()).await;
    assert_eq!(
        (status, &table["outcome"], &table["ended"]["by"]),
        (200, &json!("draw"), &json!("agreement"))
    );
    assert_eq!(code(&post(client, &made, 1, "/draw", agree.clone()).await), (409, "over"));
    let (record, expected) = proven(client, &made).await;
    edits_of_the_end_are_refused(
        client,
        &record,
        &expected,
        &[("by", json!("concession")), ("seat", json!(0)), ("outcome", json!({"won": [0]}))],
    )
    .await;

    let alone = client.make(json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}])).await;
    let (status, refused) = post(client, &alone, 0, "/draw", agree).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("refused")), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_conceded_whenever_its_player_likes() {
    let host = Host::start("offers-concede").await;
    let client = &host.client;
    let sure = json!({"sure": true});
    // Sealed, so that there is nothing to order: it is over at once.
    let (made, n) = client.both_to_plot().await;
    let order = client.suggestion(&made, 1).await["order"].clone();
    assert_eq!(client.order(&made, 1, n, json!({"order": order})).await.0, 200);
    assert_eq!(code(&post(client, &made, 1, "/concede", json!({"sure": false})).await), (422, "refused"));
    assert_eq!(code(&post(client, &made, 1, "/concede", json!({})).await), (400, "malformed"));
    let (status, table) = post(client, &made, 1, "/concede", sure.clone()).await;
    assert_eq!(
        (status, &table["outcome"], &table["ended"]["by"]),
        (200, &json!({"won": [0]}), &json!("concession"))
    );
    let (record, expected) = proven(client, &made).await;
    let edits = [("seat", json!(0)), ("by", json!("limit")), ("outcome", json!("draw"))];
    edits_of_the_end_are_refused(client, &record, &expected, &edits).await;

    // Asked, it gives the order that the rules have for it.
    let (made, n) = client.both_to_plot().await;
    let (status, table) = post(client, &made, 0, "/concede", sure.clone()).await;
    assert_eq!(status, 200, "{table}");
    if table["outcome"].is_null() {
        assert_eq!(table["awaiting"], json!([1]), "it is sealed like any order");
        let order = client.suggestion(&made, 1).await["order"].clone();
        assert_eq!(client.order(&made, 1, n, json!({"order": order})).await.0, 200);
    }
    let table = client.table(&made, 1).await;
    assert_eq!((&table["outcome"], &table["ended"]), (&json!({"won": [1]}), &Value::Null));
    proven(client, &made).await;
    let spectator = made.spectator.clone().unwrap();
    assert_eq!(client.post(&path(&made, "/concede"), &spectator, sure).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_called_off_before_its_second_decision_is_taken() {
    let host = Host::start("offers-off").await;
    let client = &host.client;
    let sure = json!({"sure": true});
    let made = client.hot_seat().await;
    assert_eq!(client.table(&made, 0).await["call_off"], true);
    client.play(&made, 1).await;
    let (status, table) = post(client, &made, 1, "/call-off", sure.clone()).await;
    assert_eq!(
        (status, &table["outcome"], &table["ended"]["by"]),
        (200, &json!("draw"), &json!("called_off"))
    );
    let (record, expected) = proven(client, &made).await;
    let edits = [("seat", json!(0)), ("by", json!("agreement")), ("outcome", json!({"won": [1]}))];
    edits_of_the_end_are_refused(client, &record, &expected, &edits).await;

    let made = client.hot_seat().await;
    let table = client.play(&made, 2).await;
    assert_eq!(table["call_off"], Value::Null);
    assert_eq!(code(&post(client, &made, 0, "/call-off", sure).await), (422, "refused"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_was_left_goes_to_a_computer_and_back() {
    let clock = Stepped::default();
    let host = stepped("offers-replace", &clock).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    client.play(&made, 2).await;
    let give = json!({"seat": 1, "level": "captain", "agree": true});
    let socket = client.connect(&made, &made.seats[1], 0).await;
    let here = |list: &Value| list["seats"][1]["here"] == true;
    let presence = path(&made, "/presence");
    while !here(&client.get(&presence, &made.seats[0]).await.1) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    clock.step(Duration::from_secs(3600));
    assert_eq!(
        code(&post(client, &made, 0, "/replace", give.clone()).await),
        (422, "refused"),
        "he looks on"
    );
    drop(socket);
    while here(&client.get(&presence, &made.seats[0]).await.1) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(code(&post(client, &made, 0, "/replace", give.clone()).await), (422, "refused"), "just gone");
    clock.step(Duration::from_secs(301));
    let list = client.get(&presence, &made.seats[0]).await.1;
    assert_eq!(list["seats"][1], json!({"seat": 1, "here": false, "away": 301_000}));
    for odd in [
        json!({"seat": 0, "level": "captain", "agree": true}),
        json!({"seat": 9, "level": "captain", "agree": true}),
        json!({"seat": 1, "level": "nobody", "agree": true}),
    ] {
        assert_eq!(code(&post(client, &made, 0, "/replace", odd).await), (422, "refused"));
    }
    let (status, table) = post(client, &made, 0, "/replace", give).await;
    assert_eq!((status, &table["replaced"][0]["player"]), (200, &json!("captain")), "{table}");
    let n = table["decision"].as_u64().unwrap();
    client.play(&Made { seats: vec![made.seats[0].clone()], ..made.clone() }, n + 2).await;

    let host = restarted(host, &clock, Duration::ZERO).await;
    let client = &host.client;
    assert_eq!(client.table(&made, 0).await["replaced"][0]["seat"], 1);
    assert_eq!(code(&post(client, &made, 1, "/draw", json!({"agree": true})).await), (409, "not_yours"));
    let (status, table) = post(client, &made, 1, "/return", json!({})).await;
    assert_eq!((status, &table["replaced"]), (200, &Value::Null));
    comes(client, &made, "the player", |info| info["seats"][1]["player"] == "human").await;
    assert_eq!(post(client, &made, 0, "/concede", json!({"sure": true})).await.0, 200);
    client.play(&made, u64::MAX).await;
    let (record, expected) = proven(client, &made).await;
    let sat = record["seatings"].as_array().unwrap();
    assert_eq!(sat.iter().map(|it| &it["players"][1]).collect::<Vec<_>>(), ["human", "captain", "human"]);
    for n in 0..sat.len() {
        let mut forged = record.clone();
        forged["seatings"][n]["players"][1] = json!("admiral");
        assert!(open(&forged).verify_against(&expected).is_err(), "seating {n}");
    }
}

/// Where a decision has an hour or a day, or its player is on holiday, nobody has to be at the table meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_not_given_away_while_it_has_time_for_its_decision() {
    let clock = Stepped::default();
    let host = stepped("offers-in-time", &clock).await;
    let client = &host.client;
    let pace = json!({"decision": 3600, "bank": 3600, "holidays": 3, "late": "captain"});
    let made = joined(client, pace).await;
    client.play(&made, 2).await;
    // The others wait for nobody but seat 1.
    let n = client.table(&made, 0).await["decision"].as_u64().unwrap();
    let order = client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    assert_eq!(client.table(&made, 1).await["awaiting"], json!([1]));
    let give = json!({"seat": 1, "level": "captain", "agree": true});
    let refused = async |words: &str| {
        let said = post(client, &made, 0, "/replace", give.clone()).await;
        assert_eq!(code(&said), (422, "refused"), "{words}");
        let why = said.1["error"]["message"].as_str().unwrap().to_owned();
        assert!(why.contains("still has time for this decision"), "{words}: {why}");
    };
    clock.step(Duration::from_secs(1800));
    refused("half an hour is left").await;
    assert_eq!(post(client, &made, 1, "/holiday", json!({"days": 1})).await.0, 200);
    clock.step(Duration::from_secs(23 * 3600));
    refused("on holiday").await;
    clock.step(Duration::from_secs(3600 + 1799));
    refused("a second is left").await;
    clock.step(Duration::from_secs(2));
    let (status, table) = post(client, &made, 0, "/replace", give.clone()).await;
    assert_eq!((status, &table["replaced"][0]["seat"]), (200, &json!(1)), "{table}");
}
