//! Orders against computers that are held for a moment: taken back, confirmed, and over a restart. The clock
//! stands still until a test puts it forward.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use server::{Clock, Stepped};

use crate::client::{Client, Host, LONG, Made, fresh_folder, generous};

const HOLD: Duration = Duration::from_secs(3);

async fn host(name: &str) -> (Host, Stepped) {
    let clock = Stepped::default();
    let host = Host::timed(fresh_folder(name), generous(), Clock::Stepped(clock.clone())).await;
    (host, clock)
}

/// Waits until the table is as it should be; nothing else is waited for.
async fn until(client: &Client, made: &Made, what: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    while begun.elapsed() < LONG {
        let table = client.table(made, 0).await;
        if what(&table) {
            return table;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came to that: {}", client.table(made, 0).await);
}

fn awaits(table: &Value, seat: u8) -> bool {
    table["awaiting"].as_array().unwrap().contains(&json!(seat))
}

fn number(table: &Value) -> u64 {
    table["decision"].as_u64().unwrap()
}

/// A battle against a cadet, at a decision of the person's, and an order for it.
async fn to_decide(client: &Client) -> (Made, u64, Value) {
    let made = client.make(json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}])).await;
    let table = until(client, &made, |it| awaits(it, 0)).await;
    let order = client.suggestion(&made, 0).await["order"].clone();
    (made, number(&table), order)
}

async fn confirm(client: &Client, made: &Made, n: u64) -> (u16, Value) {
    client.post(&format!("/api/matches/{}/decisions/{n}/confirm", made.id), &made.seats[0], json!({})).await
}

async fn take_back(client: &Client, made: &Made, n: u64) -> (u16, Value) {
    let path = format!("/api/matches/{}/decisions/{n}/order", made.id);
    client.send(Method::DELETE, &path, Some(&made.seats[0]), None).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_order_can_be_taken_back_and_counts_when_the_time_is_up() {
    let (host, clock) = host("hold").await;
    let client = &host.client;
    let (made, n, order) = to_decide(client).await;
    let body = json!({"order": order, "key": "one", "hold": true});
    let (status, answer) = client.order(&made, 0, n, body.clone()).await;
    assert_eq!((status, &answer["resolved"]), (200, &json!(false)), "{answer}");
    let table = client.table(&made, 0).await;
    assert_eq!((&table["hold"], number(&table), awaits(&table, 0)), (&json!(3000), n, false));
    assert_eq!(table["sealed"][0]["order"], order);
    // Nobody else is told that it is held.
    let spectator = made.spectator.as_ref().unwrap();
    let seen = client.get(&format!("/api/matches/{}", made.id), spectator).await.1;
    assert_eq!((&seen["table"]["hold"], &seen["table"]["sealed"]), (&Value::Null, &json!([])));
    // Sent again it is the same order, and another one is refused.
    assert_eq!(client.order(&made, 0, n, body.clone()).await, (200, answer));
    assert_eq!(client.order(&made, 0, n, json!({"order": order, "hold": true})).await.0, 409);

    clock.step(HOLD / 2);
    assert_eq!(client.table(&made, 0).await["hold"], 1500);
    assert_eq!(take_back(client, &made, n).await.0, 200);
    let table = client.table(&made, 0).await;
    assert_eq!((&table["hold"], number(&table), awaits(&table, 0)), (&Value::Null, n, true));
    // What was taken back does not count later, either.
    clock.step(HOLD);
    assert_eq!(number(&client.table(&made, 0).await), n);

    assert_eq!(client.order(&made, 0, n, body).await.0, 200);
    clock.step(HOLD);
    let table = until(client, &made, |it| n < number(it)).await;
    assert_eq!(table["hold"], Value::Null);
    assert_eq!(take_back(client, &made, n).await.1["error"]["code"], "stale");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_order_that_is_confirmed_counts_at_once() {
    let (host, _clock) = host("hold-confirm").await;
    let client = &host.client;
    let (made, n, order) = to_decide(client).await;
    assert_eq!(confirm(client, &made, n).await.1["error"]["code"], "not_yours");
    assert_eq!(confirm(client, &made, n + 1).await.1["error"]["code"], "stale");
    assert_eq!(client.order(&made, 0, n, json!({"order": order, "hold": true})).await.0, 200);
    assert_eq!(confirm(client, &made, n).await.0, 200);
    until(client, &made, |it| n < number(it)).await;
    // An answer may be lost on its way: to confirm again is no error.
    assert_eq!(confirm(client, &made, n).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_that_seals_later_does_not_cut_the_hold_short() {
    let (host, clock) = host("hold-later").await;
    let client = &host.client;
    let (made, mut n, _) = to_decide(client).await;
    // On to a decision that both take at once.
    let table = loop {
        let table = until(client, &made, |it| awaits(it, 0)).await;
        n = number(&table).max(n);
        if table["deciding"] == json!([0, 1]) {
            break table;
        }
        let order = client.suggestion(&made, 0).await["order"].clone();
        client.order(&made, 0, n, json!({"order": order})).await;
        until(client, &made, |it| n < number(it)).await;
    };
    let n = number(&table);
    let order = client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(client.order(&made, 0, n, json!({"order": order, "hold": true})).await.0, 200);
    until(client, &made, |it| it["awaiting"] == json!([])).await;
    assert_eq!(number(&client.table(&made, 0).await), n);
    assert_eq!(take_back(client, &made, n).await.0, 200);
    assert_eq!(client.table(&made, 0).await["awaiting"], json!([0]));
    assert_eq!(client.order(&made, 0, n, json!({"order": order, "hold": true})).await.0, 200);
    clock.step(HOLD);
    until(client, &made, |it| n < number(it)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_during_a_hold_loses_nothing() {
    let (mut host, _clock) = host("hold-restart").await;
    let (made, n, order) = to_decide(&host.client).await;
    let body = json!({"order": order, "key": "one", "hold": true});
    let (_, answer) = host.client.order(&made, 0, n, body.clone()).await;
    until(&host.client, &made, |it| it["awaiting"] == json!([])).await;

    host.running.take().unwrap().stop().await;
    let clock = Stepped::default();
    let folder = std::mem::take(&mut host.folder);
    let host = Host::timed(folder, generous(), Clock::Stepped(clock.clone())).await;
    let client = &host.client;
    // It is held again, and as long as before.
    let table = until(client, &made, |it| it["hold"] == 3000).await;
    assert_eq!((number(&table), &table["sealed"][0]["order"]), (n, &order));
    assert_eq!(client.order(&made, 0, n, body).await, (200, answer));
    clock.step(HOLD);
    until(client, &made, |it| n < number(it)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_held_where_nobody_asked_or_where_people_wait() {
    let (host, _clock) = host("hold-not").await;
    let client = &host.client;
    let (made, n, order) = to_decide(client).await;
    assert_eq!(client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    until(client, &made, |it| n < number(it)).await;

    let (made, n) = client.both_to_plot().await;
    for seat in [0, 1] {
        let order = client.suggestion(&made, seat).await["order"].clone();
        let (status, answer) = client.order(&made, seat, n, json!({"order": order, "hold": true})).await;
        assert_eq!((status, &answer["resolved"]), (200, &json!(seat == 1)));
    }
}
