//! Clocks that a table has agreed on: they run while a seat is awaited,
//! survive the server, and when one has run down what was agreed on happens.

use std::time::{Duration, Instant};

use engine::{Format, Verdict};
use reqwest::Method;
use serde_json::{Value, json};
use server::{Clock, Stepped};

use crate::{
    client::{Client, Host, LONG, Made, fresh_folder, generous, heard_json},
    givers::{open, record},
};

pub(crate) async fn paced(client: &Client, seats: Value, pace: Value) -> Made {
    let new = json!({
        "game": "asfos", "scenario": "intro", "seats": seats, "spectators": true, "pace": pace,
    });
    let (status, created) = client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!(status, 201, "{created}");
    Made::read(&created)
}

pub(crate) async fn joined(client: &Client, pace: Value) -> Made {
    let made = paced(client, json!([{"kind": "me"}, {"kind": "friend"}]), pace).await;
    for seat in 0..2 {
        assert_eq!(client.join(&made, seat, &format!("words of {seat}")).await.0, 200);
    }
    made
}

pub(crate) async fn stepped(name: &str, clock: &Stepped) -> Host {
    Host::timed(fresh_folder(name), generous(), Clock::Stepped(clock.clone())).await
}

/// Stops the server and starts another on what it has left, `away` later.
pub(crate) async fn restarted(mut host: Host, clock: &Stepped, away: Duration) -> Host {
    host.running.take().unwrap().stop().await;
    clock.step(away);
    let folder = std::mem::take(&mut host.folder);
    Host::timed(folder, generous(), Clock::Stepped(clock.clone())).await
}

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// The seats' clocks: whole seconds that are left, and whether they run.
fn clocks(table: &Value) -> Vec<(u64, bool)> {
    let all = table["clocks"].as_array().unwrap_or_else(|| panic!("{table}"));
    all.iter().map(|it| (it["left"].as_u64().unwrap() / 1000, it["running"] == true)).collect()
}

/// Waits until the table is as wanted; what a clock does comes a moment after its time.
pub(crate) async fn comes(
    client: &Client,
    made: &Made,
    what: &str,
    wanted: impl Fn(&Value) -> bool,
) -> Value {
    let began = Instant::now();
    loop {
        let info = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await.1;
        if wanted(&info) {
            return info;
        }
        assert!(began.elapsed() < LONG, "{what} does not come: {info}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// To the first decision that both take at once; its number.
async fn to_both(client: &Client, made: &Made) -> u64 {
    let mut n = 0;
    loop {
        let table = client.play(made, n).await;
        if table["awaiting"] == json!([0, 1]) {
            return table["decision"].as_u64().unwrap();
        }
        n += 1;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_while_somebody_is_missing_and_each_runs_until_it_has_sealed() {
    let clock = Stepped::default();
    let host = stepped("pace-runs", &clock).await;
    let client = &host.client;
    let pace = json!({"bank": 600, "increment": 10, "late": "draft"});
    let made = paced(client, json!([{"kind": "me"}, {"kind": "friend"}]), pace.clone()).await;
    clock.step(seconds(3600));
    assert_eq!(client.join(&made, 0, "a").await.0, 200);
    clock.step(seconds(3600));
    assert_eq!(client.join(&made, 1, "b").await.0, 200);
    let n = to_both(client, &made).await;
    let (_, info) = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await;
    assert_eq!(info["pace"], pace);
    let before = clocks(&info["table"]);
    assert!(before.iter().all(|(left, running)| 600 <= *left && *running), "{before:?}");

    let mut socket = client.connect(&made, &made.seats[1], 0).await;
    assert_eq!(clocks(&heard_json(&mut socket).await), before);
    clock.step(seconds(30));
    let order = client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    clock.step(seconds(20));
    let table = client.table(&made, 1).await;
    assert_eq!(clocks(&table), [(before[0].0 - 30, false), (before[1].0 - 50, true)]);
    // The other side hears of it as soon as it is sealed.
    assert_eq!(clocks(&heard_json(&mut socket).await)[0], (before[0].0 - 30, false));

    // Taken back, the time that has passed is not given back.
    let path = format!("/api/matches/{}/decisions/{n}/order", made.id);
    let (status, table) = client.send(Method::DELETE, &path, Some(&made.seats[0]), None).await;
    assert_eq!((status, clocks(&table)[0]), (200, (before[0].0 - 30, true)));

    // The list says until when, by the clock on everybody's wall.
    let body = json!({"secrets": [made.seats[0]]});
    let (_, list) = client.send(Method::POST, "/api/matches/list", None, Some(&body)).await;
    let listed = &list["matches"][0];
    assert_eq!((&listed["pace"], listed["deadlines"].as_array().unwrap().len()), (&pace, 2));
    let lasts = |n: usize| listed["deadlines"][n]["at"].as_u64().unwrap();
    assert_eq!(lasts(0) - lasts(1), 20_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_survives_the_server_and_what_was_laid_out_counts() {
    let clock = Stepped::default();
    let host = stepped("pace-draft", &clock).await;
    let made = joined(&host.client, json!({"decision": 60, "late": "draft"})).await;
    let n = to_both(&host.client, &made).await;
    let draft = host.client.suggestion(&made, 1).await["order"].clone();
    let path = format!("/api/matches/{}/decisions/{n}/draft", made.id);
    let (status, table) = host.client.post(&path, &made.seats[1], json!({"order": draft})).await;
    assert_eq!((status, &table["sealed"]), (200, &json!([])), "{table}");
    clock.step(seconds(40));

    // No clock runs where there is no server.
    let host = restarted(host, &clock, seconds(7200)).await;
    let client = &host.client;
    let table = client.table(&made, 0).await;
    assert_eq!((&table["decision"], clocks(&table)), (&json!(n), vec![(20, true), (20, true)]));
    clock.step(seconds(19));
    assert_eq!(client.table(&made, 0).await["decision"], n);
    clock.step(seconds(2));
    comes(client, &made, "the next decision", |info| info["table"]["decision"].as_u64() > Some(n)).await;

    // The end, so that the record can be read: the clock gave both orders, one of them the draft.
    let other = client.play(&made, u64::MAX).await;
    assert!(!other["outcome"].is_null());
    let (record, expected) = record(client, &made).await;
    let decision = &record["decisions"][n as usize];
    assert_eq!(decision["by"], json!([[0, "clock"], [1, "clock"]]));
    let theirs = decision["orders"].as_array().unwrap().iter().find(|it| it[0] == 1).unwrap();
    assert_eq!(theirs[1], draft);
    let Ok(Verdict::Proven { proof, .. }) = open(&record).verify_against(&expected) else { panic!("proven") };
    assert_eq!(proof.format, Format::Two);
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_time_is_up_loses_where_that_was_agreed_and_the_record_proves_it() {
    let clock = Stepped::default();
    let host = stepped("pace-lost", &clock).await;
    let client = &host.client;
    let made = joined(client, json!({"bank": 60, "late": "lost"})).await;
    let n = to_both(client, &made).await;
    let order = client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    clock.step(seconds(61));
    let info = comes(client, &made, "the end", |info| !info["table"]["outcome"].is_null()).await;
    let table = &info["table"];
    assert_eq!((&table["outcome"], &table["ended"]["by"]), (&json!({"won": [0]}), &json!("clock")));
    assert_eq!(table["ended"]["seat"], 1);
    assert!(clocks(table).iter().all(|(_, running)| !running));
    let (record, expected) = record(client, &made).await;
    assert!(matches!(open(&record).verify_against(&expected), Ok(Verdict::Proven { .. })));
    edits_of_the_end_are_refused(
        client,
        &record,
        &expected,
        &[("seat", json!(0)), ("by", json!("moderator")), ("outcome", json!({"won": [1]}))],
    )
    .await;
}

/// None of these edits of how a battle ended passes, chained anew or not.
pub(crate) async fn edits_of_the_end_are_refused(
    client: &Client,
    record: &Value,
    expected: &rulesets::Expected,
    edits: &[(&str, Value)],
) {
    for (field, value) in edits {
        let mut forged = record.clone();
        forged["ending"][*field] = value.clone();
        if *field == "outcome" {
            forged["outcome"] = value.clone();
        }
        assert_ne!(forged, *record);
        assert!(open(&forged).verify_against(expected).is_err(), "{field} = {value} is accepted");
        let (status, answer) = client.send(Method::POST, "/api/records", None, Some(&forged)).await;
        assert_eq!((status, &answer["error"]["code"]), (422, &json!("refused")), "{field}: {answer}");
    }
    let (status, answer) = client.send(Method::POST, "/api/records", None, Some(record)).await;
    assert_eq!(status, 201, "as it is, it is taken in: {answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_captain_takes_over_until_the_player_is_back() {
    let clock = Stepped::default();
    let host = stepped("pace-captain", &clock).await;
    let client = &host.client;
    let made = joined(client, json!({"decision": 60, "late": "captain"})).await;
    let n = to_both(client, &made).await;
    let order = client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    clock.step(seconds(61));
    let is_captain = |info: &Value| info["seats"][1]["player"] == "captain";
    let moved = |info: &Value| is_captain(info) && info["table"]["decision"].as_u64() > Some(n);
    let info = comes(client, &made, "a captain", moved).await;
    assert_eq!(info["table"]["clocks"].as_array().unwrap().len(), 1, "a computer has no clock");
    let order = json!({"text": "nonsense"});
    let (status, refused) = client.order(&made, 1, info["table"]["decision"].as_u64().unwrap(), order).await;
    assert!(status == 409 && refused["error"]["code"] == "not_yours", "{refused}");

    let host = restarted(host, &clock, seconds(5)).await;
    let client = &host.client;
    assert!(is_captain(&comes(client, &made, "the table", |_| true).await));
    let back = format!("/api/matches/{}/return", made.id);
    for _ in 0..2 {
        let (status, table) = client.post(&back, &made.seats[1], json!({})).await;
        assert_eq!(status, 200, "{table}");
    }
    let spectator = made.spectator.clone().unwrap();
    assert_eq!(client.post(&back, &spectator, json!({})).await.0, 403);
    let info = comes(client, &made, "the table", |_| true).await;
    assert_eq!((&info["seats"][1]["player"], clocks(&info["table"]).len()), (&json!("human"), 2));
    client.play(&made, u64::MAX).await;
    let (record, expected) = record(client, &made).await;
    let players = record["seatings"].as_array().unwrap().iter().map(|it| it["players"][1].clone());
    assert_eq!(players.collect::<Vec<_>>(), ["human", "captain", "human"]);
    assert!(matches!(open(&record).verify_against(&expected), Ok(Verdict::Proven { .. })));
    let mut forged = record.clone();
    forged["seatings"].as_array_mut().unwrap().remove(1);
    assert!(open(&forged).verify_against(&expected).is_err(), "that a captain played is proven");
    assert_eq!(client.post(&back, &made.seats[1], json!({})).await.0, 200, "there he sits, and it is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn holidays_stop_a_clock_and_run_out() {
    let clock = Stepped::default();
    let host = stepped("pace-holiday", &clock).await;
    let client = &host.client;
    let day = 86_400;
    let made = joined(client, json!({"decision": day, "bank": day, "holidays": 3, "late": "lost"})).await;
    let n = to_both(client, &made).await;
    let path = format!("/api/matches/{}/holiday", made.id);
    let (status, table) = client.post(&path, &made.seats[1], json!({"days": 2})).await;
    assert_eq!((status, &table["clocks"][1]["stopped"]), (200, &json!(2 * day * 1000)), "{table}");
    assert_eq!(table["clocks"][1]["holidays"], 1);
    assert_eq!(client.post(&path, &made.seats[1], json!({"days": 4})).await.0, 422);
    let order = client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    let lasts = 4 * day;
    clock.step(seconds(lasts - 10));
    // A seat whose clock does not run can go on holiday all the same.
    assert_eq!(client.post(&path, &made.seats[0], json!({"days": 1})).await.0, 200);
    let table = client.table(&made, 0).await;
    assert_eq!((&table["outcome"], clocks(&table)[1]), (&Value::Null, (10, true)));
    clock.step(seconds(11));
    comes(client, &made, "the end", |info| info["table"]["outcome"] == json!({"won": [0]})).await;
    assert_eq!(client.post(&path, &made.seats[0], json!({"days": 0})).await.0, 409);

    let other = joined(client, json!({"decision": 60, "late": "draft"})).await;
    let path = format!("/api/matches/{}/holiday", other.id);
    let (status, refused) = client.post(&path, &other.seats[0], json!({"days": 1})).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("refused")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pace_that_nobody_can_play_is_refused() {
    let host = Host::start("pace-odd").await;
    let seats = json!([{"kind": "me"}, {"kind": "friend"}]);
    let computers = json!([{"kind": "computer", "level": "cadet"}, {"kind": "computer", "level": "cadet"}]);
    for (seats, pace, status) in [
        (&seats, json!({"late": "lost"}), 422),
        (&seats, json!({"bank": 3, "increment": 60, "late": "lost"}), 422),
        (&seats, json!({"decision": 99_999_999, "late": "draft"}), 422),
        (&seats, json!({"decision": -1, "late": "draft"}), 400),
        (&seats, json!({"decision": 60, "late": "shot"}), 400),
        (&seats, json!({"decision": 60}), 400),
        (&computers, json!({"decision": 60, "late": "draft"}), 422),
    ] {
        let new = json!({"game": "asfos", "scenario": "intro", "seats": seats, "pace": pace});
        let (got, answer) = host.client.send(Method::POST, "/api/matches", None, Some(&new)).await;
        assert_eq!(got, status, "{pace}: {answer}");
    }
}
