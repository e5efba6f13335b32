//! One suite for both databases.

mod postgres;

use std::path::PathBuf;

use postgres::Postgres;
use store::{
    KeptDecision, KeptSubmission, NewMatch, NewSeat, Resolution, SPECTATOR, Store, StoreError, Submission,
    Summary,
};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("flagbridge store é {name} {}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn summary(body: &str) -> Summary {
    Summary { body: body.to_owned(), changed: 7, thinking: true }
}

fn new_match(id: &str) -> NewMatch {
    let hash = |seat: &str| format!("hash of {id} {seat}");
    NewMatch {
        id: id.to_owned(),
        head: "{\"game\":\"toy\"}".to_owned(),
        scenario: "intro".to_owned(),
        title: "It's a \"title\" ✦".to_owned(),
        created: 1_700_000_000_000,
        seats: vec![
            NewSeat { seat: 0, hash: hash("0") },
            NewSeat { seat: 1, hash: hash("1") },
            NewSeat { seat: SPECTATOR, hash: hash("s") },
        ],
        decisions: Vec::new(),
        submissions: Vec::new(),
        events: vec!["\"opened\"".to_owned()],
        outcome: String::new(),
        summary: summary("{}"),
    }
}

fn order(match_id: &str, decision: i64, seat: i64, resolution: Option<Resolution>) -> Submission<'_> {
    let body = format!("{{\"by\":{seat}}}");
    Submission { match_id, decision, seat, body, summary: summary("later"), resolution }
}

fn resolution(after: i64, events: usize, outcome: &str) -> Resolution {
    let events = (0..events).map(|n| format!("{{\"happened\":{n}}}")).collect();
    Resolution { phase: "plot".to_owned(), after, events, outcome: outcome.to_owned() }
}

async fn suite(url: &str) {
    let store = Store::open(url).await.unwrap();
    store.ping().await.unwrap();
    assert_eq!(store.load("nothing").await.unwrap(), None);
    store.create(&new_match("a")).await.unwrap();
    assert_eq!(store.create(&new_match("a")).await, Err(StoreError::Conflict));

    store.submit(&order("a", 0, 0, None)).await.unwrap();
    assert_eq!(store.submit(&order("a", 0, 0, None)).await, Err(StoreError::Conflict));
    let kept = store.load("a").await.unwrap().unwrap();
    assert_eq!(kept.pending(), [(0, "{\"by\":0}".to_owned())]);
    assert_eq!((kept.title.as_str(), kept.summary.as_str()), ("It's a \"title\" ✦", "later"));
    assert_eq!(kept.seats.len(), 3);
    store.withdraw("a", 0, 0, &summary("x")).await.unwrap();
    assert!(store.load("a").await.unwrap().unwrap().pending().is_empty());

    store.submit(&order("a", 0, 1, None)).await.unwrap();
    store.submit(&order("a", 0, 0, Some(resolution(1, 40, "")))).await.unwrap();
    // Events that are there already: all or nothing is written.
    let clash = order("a", 1, 0, Some(resolution(5, 2, "")));
    assert_eq!(store.submit(&clash).await, Err(StoreError::Conflict));
    let kept = store.load("a").await.unwrap().unwrap();
    assert!(kept.pending().is_empty());
    assert_eq!(kept.decisions, [KeptDecision { phase: "plot".to_owned(), after: 1 }]);
    assert_eq!((kept.events.len(), kept.events[40].as_str()), (41, "{\"happened\":39}"));
    assert_eq!(kept.submissions[1], KeptSubmission { decision: 0, seat: 1, body: "{\"by\":1}".to_owned() });
    let record: serde_json::Value = serde_json::from_str(&kept.record()).unwrap();
    assert_eq!(record["decisions"][0]["orders"][1][1]["by"], 1);
    assert_eq!(record["events"].as_array().unwrap().len(), 41);
    assert!(record.get("outcome").is_none());

    let held = store.held_by("hash of a s").await.unwrap().unwrap();
    assert_eq!((held.match_id.as_str(), held.seat), ("a", SPECTATOR));
    assert_eq!(store.held_by("guessed").await.unwrap(), None);
    assert_eq!(store.thinking().await.unwrap(), ["a"]);
    let mut last = order("a", 1, 0, Some(resolution(41, 1, "\"draw\"")));
    last.summary.thinking = false;
    store.submit(&last).await.unwrap();
    assert!(store.thinking().await.unwrap().is_empty());
    store.close().await;

    let again = Store::open(url).await.unwrap();
    let kept = again.load("a").await.unwrap().unwrap();
    let record: serde_json::Value = serde_json::from_str(&kept.record()).unwrap();
    assert_eq!((&record["outcome"], kept.events.len()), (&"draw".into(), 42));
    let text: String = kept.title;
    assert_eq!(text, "It's a \"title\" ✦");

    // Many at once neither wait for ever nor get in each other's way.
    let mut tasks = Vec::new();
    for n in 0..20 {
        let store = again.clone();
        tasks.push(tokio::spawn(async move {
            let id = format!("many-{n}");
            store.create(&new_match(&id)).await.unwrap();
            for decision in 0..5 {
                let resolution = resolution(1 + 3 * decision, 3, "");
                store.submit(&order(&id, decision, 0, Some(resolution))).await.unwrap();
                assert!(store.load(&id).await.unwrap().is_some());
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    again.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_matches() {
    let folder = folder("suite");
    let path = folder.join("a b?c#d%.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    store.close().await;
    assert!(path.exists());
    suite(&format!("sqlite://{}/plain.sqlite?mode=rwc", folder.display().to_string().replace(' ', "%20")))
        .await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_matches() {
    let Some(postgres) = Postgres::start() else { return };
    suite(&postgres.database("suite")).await;

    let store = Store::open(&postgres.url()).await.unwrap();
    store.create(&new_match("b")).await.unwrap();
    postgres.stop();
    assert!(matches!(store.ping().await, Err(StoreError::Away(_))));
    assert!(matches!(store.submit(&order("b", 0, 0, None)).await, Err(StoreError::Away(_))));
    postgres.resume();
    store.ping().await.unwrap();
    store.submit(&order("b", 0, 0, None)).await.unwrap();
    assert_eq!(store.load("b").await.unwrap().unwrap().pending().len(), 1);
}

#[tokio::test]
async fn other_databases_are_told() {
    assert!(matches!(Store::open("mysql://x").await, Err(StoreError::Away(_))));
    assert!(matches!(Store::open("sqlite:///no/such/folder/x.sqlite").await, Err(StoreError::Away(_))));
}
