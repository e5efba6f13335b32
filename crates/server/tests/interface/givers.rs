//! Orders that a player did not give himself: the record says who did, and
//! its chain and signature cover it.

use std::time::Duration;

use engine::{Format, Verdict};
use reqwest::Method;
use rulesets::{AnyRecord, Expected};
use serde_json::{Value, json};
use server::{Limits, Stepped};

use crate::{
    client::{Client, Host, Made, generous},
    clock::{TIME, arcade, moved_on},
    pace::{restarted, stepped},
};

pub(crate) fn open(record: &Value) -> Box<dyn AnyRecord> {
    let text = record.to_string();
    rulesets::open_record(&rulesets::Source::new("record.json", &text).unwrap()).unwrap()
}

/// The record of a battle that is over, and what everybody was told to hold it against.
pub(crate) async fn record(client: &Client, made: &Made) -> (Value, Expected) {
    let path = format!("/api/matches/{}", made.id);
    let (_, info) = client.get(&path, &made.seats[0]).await;
    let told = |field: &str| info[field].as_str().map(str::to_owned);
    let expected = Expected { commitment: told("commitment"), key: told("key") };
    assert!(expected.commitment.is_some() && expected.key.is_some());
    let (status, record) = client.get(&format!("{path}/record"), &made.seats[0]).await;
    assert_eq!(status, 200, "{record}");
    (record, expected)
}

/// Which orders were not the player's own: decision, seat and giver.
fn given(record: &Value) -> Vec<(usize, u64, String)> {
    let mut all = Vec::new();
    for (n, decision) in record["decisions"].as_array().unwrap().iter().enumerate() {
        for pair in decision["by"].as_array().into_iter().flatten() {
            all.push((n, pair[0].as_u64().unwrap(), pair[1].as_str().unwrap().to_owned()));
        }
    }
    all
}

/// The record holds as it is, and with no other giver, seat or none in decision `n`.
async fn holds(client: &Client, record: &Value, expected: &Expected, n: usize, others: [&str; 2]) {
    let Ok(Verdict::Proven { proof, .. }) = open(record).verify_against(expected) else { panic!("proven") };
    assert_eq!((&proof.signed_by, proof.format), (&expected.key, Format::Two));
    type Edit = fn(&mut Value, &str);
    let edits: [(&str, Edit); 3] = [
        ("another giver", |by, other| by[0][1] = json!(other)),
        ("another seat", |by, _| by[0][0] = json!(1 - by[0][0].as_u64().unwrap())),
        ("nobody", |by, _| *by = json!([])),
    ];
    for (what, edit) in edits {
        for other in others {
            let mut forged = record.clone();
            edit(&mut forged["decisions"][n]["by"], other);
            assert_ne!(forged, *record);
            let Err(refused) = open(&forged).verify_against(expected) else { panic!("{what} is accepted") };
            let words = refused.to_string();
            assert!(words.contains(&format!("decision {n}")), "{what}: {words}");
            let (status, answer) = client.send(Method::POST, "/api/records", None, Some(&forged)).await;
            assert_eq!((status, &answer["error"]["code"]), (422, &json!("refused")), "{what}: {answer}");
        }
    }
    // As it is, it is taken in, and goes home as it came.
    let (status, created) = client.send(Method::POST, "/api/records", None, Some(record)).await;
    assert_eq!(status, 201, "{created}");
    let brought = Made::read(&created);
    let path = format!("/api/matches/{}/record", brought.id);
    assert_eq!(client.get(&path, &brought.seats[0]).await.1, *record);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_says_which_orders_a_clock_gave() {
    let time = Stepped::default();
    let host = stepped("giver-clock", &time).await;
    let (made, n) = arcade(&host.client, "friend").await;
    assert_eq!(host.client.order(&made, 0, n, json!({"text": "drift"})).await.0, 200);
    time.step(TIME);
    moved_on(&host.client, &made, n).await;
    // It is in the store, not in memory alone.
    let host = restarted(host, &time, Duration::ZERO).await;
    let client = &host.client;
    assert!(n < client.table(&made, 0).await["decision"].as_u64().unwrap());
    concede(client, &made).await;
    let (record, expected) = record(client, &made).await;
    assert_eq!(given(&record), [(n as usize, 1, "clock".to_owned())]);
    holds(client, &record, &expected, n as usize, ["hurry", "moderator"]).await;
}

/// The first seat gives up as soon as it is asked.
async fn concede(client: &Client, made: &Made) {
    loop {
        let table = client.table(made, 0).await;
        if !table["outcome"].is_null() {
            return;
        }
        let decision = table["decision"].as_u64().unwrap();
        let awaiting: Vec<usize> = serde_json::from_value(table["awaiting"].clone()).unwrap();
        for seat in awaiting.into_iter().filter(|it| *it < made.seats.len()) {
            let order = match seat {
                0 => json!({"text": "concede"}),
                _ => json!({"order": client.suggestion(made, seat).await["order"]}),
            };
            let (status, answer) = client.order(made, seat, decision, order).await;
            assert_eq!(status, 200, "{answer}");
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The table when it is our turn, or when the admiral is truly thinking: where
/// he has no choice he answers in a moment.
async fn settled(client: &Client, made: &Made) -> Value {
    let mut last = client.table(made, 0).await;
    let mut same = 0;
    while same < 20 && last["outcome"].is_null() && !last["awaiting"].as_array().unwrap().contains(&json!(0))
    {
        tokio::time::sleep(Duration::from_millis(10)).await;
        let table = client.table(made, 0).await;
        same = if table["decision"] == last["decision"] { same + 1 } else { 0 };
        last = table;
    }
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_says_which_orders_were_hurried() {
    // An admiral who never comes to an end by himself.
    let slow = Limits { nodes: u32::MAX, thought: Duration::from_secs(3600), ..generous() };
    let host = Host::with("giver-hurry", slow).await;
    let client = &host.client;
    let seats = json!([{"kind": "me"}, {"kind": "computer", "level": "admiral:nodes=4000000000"}]);
    let made = client.make(seats).await;
    let path = format!("/api/matches/{}/hurry", made.id);
    let mut hurried = Vec::new();
    loop {
        let table = settled(client, &made).await;
        if !table["outcome"].is_null() {
            break;
        }
        let decision = table["decision"].as_u64().unwrap();
        if table["awaiting"] == json!([1]) {
            let (status, table) = client.post(&path, &made.seats[0], json!({})).await;
            assert_eq!(status, 200, "{table}");
            hurried.push(decision as usize);
            continue;
        }
        let order = match hurried.len() < 2 {
            true => json!({"order": client.suggestion(&made, 0).await["order"]}),
            false => json!({"text": "concede"}),
        };
        let (status, answer) = client.order(&made, 0, decision, order).await;
        assert_eq!(status, 200, "{answer}");
    }
    let (record, expected) = record(client, &made).await;
    let told = given(&record);
    let expected_by: Vec<_> = hurried.iter().map(|n| (*n, 1, "hurry".to_owned())).collect();
    assert_eq!(told, expected_by);
    holds(client, &record, &expected, hurried[0], ["clock", "moderator"]).await;
}
