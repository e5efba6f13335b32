//! Clocks that a game has on its decisions: the first order starts one, and
//! what lies there at its end counts. They stand still until a test puts them
//! forward.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use server::Stepped;

use crate::{
    client::{Client, LONG, Made},
    pace::stepped,
};

/// As long as a decision has under the clock.
pub(crate) const TIME: Duration = Duration::from_secs(30);
const NEARLY: Duration = Duration::from_secs(29);
const A_SECOND: Duration = Duration::from_secs(1);

/// A duel in arcade mode, at the first decision under a clock.
pub(crate) async fn arcade(client: &Client, second: &str) -> (Made, u64) {
    let opponent = match second {
        "friend" => json!({"kind": "friend"}),
        level => json!({"kind": "computer", "level": level}),
    };
    let new = json!({
        "game": "stratoyager", "scenario": "wings-over-boreas", "options": {"arcade": "on", "dogfight": "off"},
        "seats": [{"kind": "me"}, opponent], "spectators": true,
    });
    let (status, created) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!(status, 201, "{created}");
    let made = Made::read(&created);
    for seat in 0..made.seats.len() {
        assert_eq!(client.join(&made, seat, "words").await.0, 200);
    }
    loop {
        let table = client.table(&made, 0).await;
        let decision = table["decision"].as_u64().unwrap();
        if !table["clock"].is_null() {
            assert_eq!(table["phase"], "manoeuvre");
            return (made, decision);
        }
        for seat in 0..made.seats.len() {
            if client.table(&made, seat).await["awaiting"].as_array().unwrap().contains(&json!(seat)) {
                let order = client.suggestion(&made, seat).await;
                client.order(&made, seat, decision, json!({"order": order["order"]})).await;
            }
        }
    }
}

async fn events(client: &Client, made: &Made) -> Vec<Value> {
    let (status, lines) =
        client.get(&format!("/api/matches/{}/events?from=0", made.id), &made.seats[0]).await;
    assert_eq!(status, 200);
    lines["events"].as_array().unwrap().iter().map(|it| it["event"].clone()).collect()
}

/// Side and plan of every flight so far, and who said stop.
async fn flown(client: &Client, made: &Made) -> (Vec<(u64, Value)>, Vec<u64>) {
    let all = events(client, made).await;
    let flights = all.iter().map(|it| &it["manoeuvre"]["flown"]).filter(|it| it.is_object());
    let stops = all.iter().filter_map(|it| it["manoeuvre"]["stopped"]["side"].as_u64());
    (flights.map(|it| (it["unit"].as_u64().unwrap(), it["plan"].clone())).collect(), stops.collect())
}

pub(crate) async fn moved_on(client: &Client, made: &Made, decision: u64) {
    let began = Instant::now();
    while client.table(made, 0).await["decision"].as_u64().unwrap() == decision {
        assert!(began.elapsed() < LONG, "the clock does not run down");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

const TURN: &str = r#"{"action": {"plan": {"first": {"kind": "turn_port", "thrust": 1},
    "second": {"kind": "accelerate", "thrust": 1}}}}"#;

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_there_counts_when_the_time_is_up() {
    let time = Stepped::default();
    let host = stepped("clock-lapse", &time).await;
    let client = &host.client;
    let (made, n) = arcade(client, "friend").await;
    let clock = &client.table(&made, 1).await["clock"];
    assert_eq!(
        (&clock["seconds"], &clock["left"], &clock["restarts"]),
        (&json!(30), &Value::Null, &json!(2))
    );

    let draft: Value = serde_json::from_str(TURN).unwrap();
    let path = format!("/api/matches/{}/decisions/{n}/draft", made.id);
    let (status, table) = client.post(&path, &made.seats[1], json!({"order": draft})).await;
    assert_eq!((status, &table["sealed"]), (200, &json!([])), "{table}");
    let (status, sealed) = client.order(&made, 0, n, json!({"text": "drift"})).await;
    assert_eq!(status, 200, "{sealed}");
    // Whoever is first says stop, and learns it.
    assert_eq!(sealed["written"]["order"]["action"]["plan"]["stop"], true);
    let clock = client.table(&made, 1).await["clock"].clone();
    assert_eq!(clock["left"], 30_000);
    time.step(NEARLY);
    let table = client.table(&made, 1).await;
    assert_eq!((&table["clock"]["left"], &table["decision"]), (&json!(1_000), &json!(n)));
    time.step(A_SECOND);
    moved_on(client, &made, n).await;

    let (flights, stops) = flown(client, &made).await;
    assert_eq!(stops, [0]);
    let theirs = &flights.iter().find(|it| it.0 == 1).expect("both fly").1;
    assert_eq!(theirs["first"], draft["action"]["plan"]["first"], "{theirs}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_laid_nothing_drifts() {
    let time = Stepped::default();
    let host = stepped("clock-drift", &time).await;
    let client = &host.client;
    let (made, n) = arcade(client, "friend").await;
    // What cannot be flown is no better than nothing.
    let path = format!("/api/matches/{}/decisions/{n}/draft", made.id);
    assert_eq!(client.post(&path, &made.seats[0], json!({"order": {"nonsense": 1}})).await.0, 200);
    assert_eq!(client.order(&made, 1, n, json!({"text": "drift"})).await.0, 200);
    time.step(TIME);
    moved_on(client, &made, n).await;
    let (flights, stops) = flown(client, &made).await;
    assert_eq!(stops, [1]);
    let ours = &flights.iter().find(|it| it.0 == 0).expect("both fly").1;
    assert_eq!((&ours["first"]["thrust"], &ours["second"]["thrust"]), (&json!(0), &json!(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_taken_back_twice_and_no_more() {
    let host = stepped("clock-restart", &Stepped::default()).await;
    let client = &host.client;
    let (made, n) = arcade(client, "friend").await;
    let path = format!("/api/matches/{}/decisions/{n}/order", made.id);
    for left in [2, 1] {
        assert_eq!(client.order(&made, 0, n, json!({"text": "drift"})).await.0, 200);
        let clock = client.table(&made, 0).await["clock"].clone();
        assert_eq!((clock["left"].is_u64(), &clock["restarts"]), (true, &json!(left)), "{clock}");
        let (status, table) = client.send(Method::DELETE, &path, Some(&made.seats[0]), None).await;
        assert_eq!((status, &table["clock"]["left"]), (200, &Value::Null), "{table}");
    }
    assert_eq!(client.order(&made, 0, n, json!({"text": "drift"})).await.0, 200);
    let (status, refused) = client.send(Method::DELETE, &path, Some(&made.seats[0]), None).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("refused")), "{refused}");
    assert!(refused["error"]["message"].as_str().unwrap().contains("STR-ADD.6"), "{refused}");
    // The other one has his two all the same, but nothing to take back.
    assert_eq!(client.table(&made, 1).await["clock"]["restarts"], 2);
    assert_eq!(client.order(&made, 1, n, json!({"text": "drift stop"})).await.0, 200);
    let (_, stops) = flown(client, &made).await;
    assert_eq!(stops, [0], "only the first says stop, whatever the other writes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_leaves_people_as_long_as_the_clock_runs() {
    let time = Stepped::default();
    let host = stepped("clock-computer", &time).await;
    let client = &host.client;
    let (made, n) = arcade(client, "cadet").await;
    time.step(NEARLY);
    let table = client.table(&made, 0).await;
    assert_eq!(table["awaiting"], json!([0, 1]), "it does not say stop at once");
    assert_eq!(table["clock"]["computer"], 1_000);
    assert_eq!(client.order(&made, 0, n, json!({"text": "drift"})).await.0, 200);
    moved_on(client, &made, n).await;
    assert_eq!(flown(client, &made).await.1, [0]);

    let host = stepped("clock-computer-first", &time).await;
    let client = &host.client;
    let (made, n) = arcade(client, "cadet").await;
    time.step(TIME);
    let began = Instant::now();
    while client.table(&made, 0).await["awaiting"] != json!([0]) {
        assert!(began.elapsed() < LONG, "it does not say stop after its time");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    time.step(TIME);
    moved_on(client, &made, n).await;
    assert_eq!(flown(client, &made).await.1, [1], "after its time the computer is first");
}
