//! One suite for both databases.

mod postgres;
mod util;

use std::time::{Duration, Instant};

use postgres::Postgres;
use sqlx::Connection as _;
use store::{
    Begun, End, Heard, Join, KeptDecision, KeptSubmission, Patience, Present, SPECTATOR, Store, StoreError,
    Submission, Thinking, Withdrawal,
};
use util::{folder, hopeful, new_match, open, open_file, order, patient, resolution, summary};

async fn suite(url: &str) {
    let store = open(url).await;
    store.ping().await.unwrap();
    assert_eq!(store.load("nothing").await.unwrap(), None);
    store.create(&new_match("a")).await.unwrap();
    assert_eq!(store.create(&new_match("a")).await, Err(StoreError::Conflict));

    store.submit(&order("a", 0, 0, 0, None)).await.unwrap();
    assert_eq!(store.submit(&order("a", 1, 0, 0, None)).await, Err(StoreError::Conflict));
    let kept = store.load("a").await.unwrap().unwrap();
    assert_eq!(kept.pending().len(), 1);
    assert_eq!((kept.pending()[0].seat, kept.pending()[0].body.as_str()), (0, "{\"by\":0}"));
    assert_eq!((kept.title.as_str(), kept.summary.as_str()), ("It's a \"title\" ✦", "later"));
    assert_eq!(kept.seats.len(), 3);
    let mut back = Withdrawal { match_id: "a", version: 0, decision: 0, seat: 0, summary: summary("x") };
    assert_eq!(store.withdraw(&back).await, Err(StoreError::Conflict));
    back.version = 1;
    store.withdraw(&back).await.unwrap();
    assert!(store.load("a").await.unwrap().unwrap().pending().is_empty());

    store.submit(&order("a", 2, 0, 1, None)).await.unwrap();
    store.submit(&order("a", 3, 0, 0, Some(resolution(1, 40, "")))).await.unwrap();
    // Events that are there already: all or nothing is written.
    let clash = order("a", 4, 1, 0, Some(resolution(5, 2, "")));
    assert_eq!(store.submit(&clash).await, Err(StoreError::Conflict));
    let kept = store.load("a").await.unwrap().unwrap();
    assert!(kept.pending().is_empty());
    assert_eq!(kept.decisions, [KeptDecision { phase: "plot".to_owned(), after: 1 }]);
    assert_eq!((kept.events.len(), kept.events[40].as_str()), (41, "{\"happened\":39}"));
    let (body, given_by) = ("{\"by\":1}".to_owned(), "clock".to_owned());
    assert_eq!(kept.submissions[1], KeptSubmission { decision: 0, seat: 1, body, given_by });
    let record: serde_json::Value = serde_json::from_str(&kept.record()).unwrap();
    assert_eq!(record["decisions"][0]["orders"][1][1]["by"], 1);
    assert_eq!(record["decisions"][0]["by"], serde_json::json!([[1, "clock"]]));
    assert!(record.get("chain").is_none() && record.get("ending").is_none());
    assert_eq!(record["events"].as_array().unwrap().len(), 41);
    assert!(record.get("outcome").is_none());

    // It has been owed since the match was made, and whoever works on a decision is left to it.
    assert_eq!(store.jobs_owed().await.unwrap(), [("think".to_owned(), 1, 50)]);
    let mut last = order("a", 4, 1, 0, Some(resolution(41, 1, "\"draw\"")));
    last.summary.thinking = Thinking::Nobody;
    (last.client_key, last.answer, last.given_by) = ("key".to_owned(), "{}".to_owned(), "clock".to_owned());
    store.submit(&last).await.unwrap();
    let told = store.submission("a", 1, 0).await.unwrap();
    assert_eq!(told, Some(("key".to_owned(), "{\"by\":0}".to_owned(), "{}".to_owned())));
    let told = store.submission("a", 0, 1).await.unwrap();
    assert_eq!(told, Some((String::new(), "{\"by\":1}".to_owned(), String::new())));
    assert_eq!(store.submission("a", 1, 1).await.unwrap(), None);
    assert_eq!(store.load("a").await.unwrap().unwrap().submissions[2].given_by, "clock");
    assert!(store.jobs_owed().await.unwrap().is_empty());
    store.close().await;

    let again = open(url).await;
    let kept = again.load("a").await.unwrap().unwrap();
    let record: serde_json::Value = serde_json::from_str(&kept.record()).unwrap();
    assert_eq!((&record["outcome"], kept.events.len()), (&"draw".into(), 42));
    assert_eq!(record["chain"], serde_json::json!([1, 2]));
    assert_eq!(record["decisions"][1]["by"], serde_json::json!([[0, "clock"]]));
    endings(&again).await;
    settings(&again).await;
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
                store.submit(&order(&id, decision, decision, 0, Some(resolution))).await.unwrap();
                assert!(store.load(&id).await.unwrap().is_some());
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    one_at_a_time(url, &again).await;
    again.close().await;
    joined(url).await;
    secrets_in_any_number(url).await;
    what_cannot_be_kept(url).await;
    based_on_what_is(url).await;
}

/// A database that somebody has is refused in words, and free once they are gone.
async fn one_at_a_time(url: &str, first: &Store) {
    let second = Store::open(url).await.unwrap_err();
    assert_eq!(second, StoreError::Taken);
    assert!(second.to_string().contains("another server uses this database"));
    first.ping().await.unwrap();
}

async fn secrets_in_any_number(url: &str) {
    let store = open(url).await;
    assert!(store.held_by(&[]).await.unwrap().is_empty());
    let mut asked: Vec<String> = (0..250).map(|n| format!("guess {n}")).collect();
    asked[3] = "hash of a s".to_owned();
    asked[149] = "hash of joined 1".to_owned();
    asked[249] = "hash of a 0".to_owned();
    asked[4] = "nul \0".to_owned();
    let found = store.held_by(&asked).await.unwrap();
    assert_eq!(found.len(), 250);
    let found: Vec<(usize, String, i64)> = found
        .into_iter()
        .enumerate()
        .flat_map(|(n, held)| held.into_iter().map(move |held| (n, held.match_id, held.seat)))
        .collect();
    let a = || "a".to_owned();
    assert_eq!(found, [(3, a(), SPECTATOR), (149, "joined".to_owned(), 1), (249, a(), 0)]);
    store.close().await;
}

/// PostgreSQL takes no NUL. That is not its being away, and on SQLite it is no other.
async fn what_cannot_be_kept(url: &str) {
    let store = open(url).await;
    let refused = |done: Result<(), StoreError>, what: &str| match done {
        Err(StoreError::Refused(words)) => assert!(words.starts_with(what), "{words}"),
        other => panic!("{what}: {other:?}"),
    };
    let mut new = new_match("nul");
    new.title = "a\0b".to_owned();
    refused(store.create(&new).await, "the title");
    new = new_match("nul");
    new.events.push("\0".to_owned());
    refused(store.create(&new).await, "an event");
    assert_eq!(store.load("nul").await.unwrap(), None);
    store.create(&new_match("nul")).await.unwrap();
    let text = || "\0".to_owned();
    refused(store.submit(&Submission { body: text(), ..order("nul", 0, 0, 0, None) }).await, "the order");
    refused(store.submit(&Submission { client_key: text(), ..order("nul", 0, 0, 0, None) }).await, "the key");
    refused(store.submit(&order("nul\0", 0, 0, 0, None)).await, "the id");
    let kept = store.load("nul").await.unwrap().unwrap();
    assert_eq!((kept.version, kept.submissions.len()), (0, 0));
    // Nothing can be found under a name that nothing can have.
    assert_eq!(store.load("nul\0").await.unwrap(), None);
    assert_eq!(store.submission("nul\0", 0, 0).await.unwrap(), None);
    store.close().await;
}

async fn joined(url: &str) {
    let store = open(url).await;
    let mut new = new_match("joined");
    (new.waiting, new.events) = ("[null,null]".to_owned(), Vec::new());
    store.create(&new).await.unwrap();
    let first = Join {
        match_id: "joined",
        version: 0,
        waiting: "[\"a\",null]".to_owned(),
        begun: None,
        summary: summary("{}"),
    };
    store.join(&first).await.unwrap();
    let begun = Begun {
        head: "{\"game\":\"begun\"}".to_owned(),
        events: vec!["\"opened\"".to_owned(); 2],
        outcome: String::new(),
        proof: String::new(),
    };
    let last = Join { version: 1, waiting: String::new(), begun: Some(begun), ..first.clone() };
    assert_eq!(store.join(&Join { version: 0, ..last.clone() }).await, Err(StoreError::Conflict));
    let kept = store.load("joined").await.unwrap().unwrap();
    assert_eq!((kept.waiting.as_str(), kept.events.len(), kept.version), ("[\"a\",null]", 0, 1));
    store.join(&last).await.unwrap();
    let kept = store.load("joined").await.unwrap().unwrap();
    assert_eq!((kept.waiting.as_str(), kept.events.len(), kept.version), ("", 2, 2));
    assert_eq!(kept.head, "{\"game\":\"begun\"}");
    store.close().await;
}

async fn shared(url: &str) -> Store {
    Store::open_shared(url, patient()).await.unwrap()
}

/// Even if two servers had one database, no order would be lost or doubled:
/// of two changes based on the same match, one is taken.
async fn based_on_what_is(url: &str) {
    let (one, other) = (shared(url).await, shared(url).await);
    for round in 0..20 {
        let id = format!("shared-{round}");
        one.create(&new_match(&id)).await.unwrap();
        // Both seats seal at the same moment, each server believing the other still out.
        let (zero, first) = (order(&id, 0, 0, 0, None), order(&id, 0, 0, 1, None));
        let (a, b) = tokio::join!(one.submit(&zero), other.submit(&first));
        assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
        assert_eq!(if a.is_ok() { b } else { a }, Err(StoreError::Conflict));
        let kept = other.load(&id).await.unwrap().unwrap();
        assert_eq!((kept.pending().len(), kept.version), (1, 1));
        // The one refused looks again, and finds itself the last one out. Both do.
        let last = 1 - kept.pending()[0].seat;
        let ends = order(&id, 1, 0, last, Some(resolution(1, 3, "")));
        let (a, b) = tokio::join!(one.submit(&ends), other.submit(&ends));
        assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
        let kept = one.load(&id).await.unwrap().unwrap();
        assert_eq!((kept.submissions.len(), kept.events.len(), kept.version), (2, 4, 2));
    }
    one.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_matches() {
    let folder = folder("suite");
    let path = folder.join("a b?c#d%.sqlite");
    let store = open_file(&path).await;
    store.close().await;
    assert!(path.exists());
    suite(&format!("sqlite://{}/plain.sqlite?mode=rwc", folder.display().to_string().replace(' ', "%20")))
        .await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_matches() {
    let postgres = Postgres::start();
    suite(&postgres.database("suite")).await;

    several_or_one(&postgres.database("several")).await;

    let store = Store::open_with(&postgres.url(), hopeful()).await.unwrap();
    store.create(&new_match("b")).await.unwrap();
    postgres.stop();
    assert!(matches!(store.ping().await, Err(StoreError::Away(_))));
    assert!(matches!(store.submit(&order("b", 0, 0, 0, None)).await, Err(StoreError::Away(_))));
    postgres.resume();
    store.ping().await.unwrap();
    store.submit(&order("b", 0, 0, 0, None)).await.unwrap();
    assert_eq!(store.load("b").await.unwrap().unwrap().pending().len(), 1);
}

/// Any number of servers together, or one process alone: what one tells the others hear, and what has
/// happened since somebody looked is read without the rest.
async fn several_or_one(url: &str) {
    let node = |name: &'static str| Store::open_node(url, patient(), name);
    let (one, other) = tokio::join!(node("one"), node("other"));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!((one.servers().await.unwrap(), one.is_alone()), (2, false));
    assert_eq!(Store::open(url).await.unwrap_err(), StoreError::Taken);

    assert_eq!(heard_of(&one, &other, "match a").await, ["match a"]);
    assert_eq!(heard_of(&other, &one, "match b").await, ["match b"], "one's own words are no news");
    // docs/server.md says how many connections a server has at most: those of its pool, and three.
    assert_eq!(one.connections().most + 3, 11);
    let mut line = sqlx::AnyConnection::connect(url).await.unwrap();
    let all = "SELECT COUNT(*) FROM pg_stat_activity \
               WHERE datname = current_database() AND backend_type = 'client backend'";
    // Those of the one that was refused take a moment to go.
    let begun = Instant::now();
    loop {
        let all: i64 = sqlx::query_scalar(all).fetch_one(&mut line).await.unwrap();
        let pooled = one.connections().open + other.connections().open;
        if all.unsigned_abs() <= pooled + 2 * 3 + 1 {
            break;
        }
        assert!(begun.elapsed() < patient().answer, "{all} connections, {pooled} of them pooled");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    one.create(&new_match("a")).await.unwrap();
    one.submit(&order("a", 0, 0, 1, None)).await.unwrap();
    one.submit(&order("a", 1, 0, 0, Some(resolution(1, 3, "")))).await.unwrap();
    one.submit(&order("a", 2, 1, 0, None)).await.unwrap();
    assert_eq!(other.version_of("a").await.unwrap(), Some(3));
    assert_eq!(other.version_of("b").await.unwrap(), None);
    let news = other.news("a", 1, 2).await.unwrap().unwrap();
    assert_eq!((news.version, news.decisions.len(), news.submissions.len()), (3, 0, 1));
    assert_eq!(news.events, ["{\"happened\":1}", "{\"happened\":2}"]);
    let news = other.news("a", 0, 1).await.unwrap().unwrap();
    assert_eq!((news.decisions.len(), news.submissions.len(), news.events.len()), (1, 3, 3));

    let here = |here, seen| Present { match_id: "a".to_owned(), seat: 1, here, seen };
    one.keep_presence("one", &[here(true, 10)]).await.unwrap();
    other.keep_presence("other", &[here(false, 20)]).await.unwrap();
    assert_eq!(other.presence("other", "a").await.unwrap(), [here(true, 10)]);
    other.forget_presence(11).await.unwrap();
    assert!(other.presence("other", "a").await.unwrap().is_empty());

    one.close().await;
    other.close().await;
    let alone = open(url).await;
    let late = Store::open_node(url, Patience::default(), "late").await;
    assert_eq!(late.unwrap_err(), StoreError::Taken);
    alone.close().await;
}

/// What is heard until this word is, which is told until then: nobody says when somebody begins to listen.
async fn heard_of(from: &Store, by: &Store, word: &str) -> Vec<String> {
    let mut heard = by.bus().hear();
    let mut all = Vec::new();
    for _ in 0..600 {
        from.bus().tell(word);
        let next = tokio::time::timeout(Duration::from_millis(100), heard.recv());
        if let Ok(Ok(Heard::Word(it))) = next.await {
            all.push(it.to_string());
            if *it == *word {
                return all;
            }
        }
    }
    panic!("{word:?} is never heard");
}

/// The lock is on the database, so no file can be deleted to get in.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_lock_file_lets_nobody_in() {
    let folder = folder("lock");
    let path = folder.join("a.sqlite");
    let lock = folder.join("a.sqlite.lock");
    // As an older program leaves it.
    std::fs::write(&lock, "").unwrap();
    let first = open_file(&path).await;
    assert_eq!(Store::open_file(&path).await.unwrap_err(), StoreError::Taken);
    std::fs::remove_file(&lock).unwrap();
    assert_eq!(Store::open_file(&path).await.unwrap_err(), StoreError::Taken);
    // Under another name, too.
    let other = folder.join("b.sqlite");
    std::os::unix::fs::symlink(&path, &other).unwrap();
    assert_eq!(Store::open_file(&other).await.unwrap_err(), StoreError::Taken);
    first.create(&new_match("a")).await.unwrap();
    first.close().await;
    let second = open_file(&path).await;
    assert!(second.load("a").await.unwrap().is_some());
    second.close().await;
    // An older program that still runs has its own lock.
    let old = std::fs::File::create(&lock).unwrap();
    old.lock().unwrap();
    assert_eq!(Store::open_file(&path).await.unwrap_err(), StoreError::Taken);
    drop(old);
    open_file(&path).await.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn other_databases_are_told() {
    assert!(matches!(Store::open("mysql://x").await, Err(StoreError::Away(_))));
    assert!(matches!(Store::open("sqlite:///no/such/folder/x.sqlite").await, Err(StoreError::Away(_))));
}

/// Something else than the rules ends a battle: whole or not at all.
async fn endings(store: &Store) {
    store.create(&new_match("ended")).await.unwrap();
    store.submit(&order("ended", 0, 0, 0, None)).await.unwrap();
    let mut end = End {
        match_id: "ended",
        version: 0,
        ending: "{\"by\":\"concession\"}".to_owned(),
        outcome: "\"draw\"".to_owned(),
        proof: "{\"chain\":[3]}".to_owned(),
        summary: summary("over"),
    };
    assert_eq!(store.end(&end).await, Err(StoreError::Conflict));
    assert_eq!(store.load("ended").await.unwrap().unwrap().outcome, "");
    end.version = 1;
    store.end(&end).await.unwrap();
    let kept = store.load("ended").await.unwrap().unwrap();
    assert!(kept.pending().is_empty());
    let record: serde_json::Value = serde_json::from_str(&kept.record()).unwrap();
    assert_eq!(record["ending"], serde_json::json!({"by": "concession"}));
    assert_eq!((&record["outcome"], &record["chain"]), (&"draw".into(), &serde_json::json!([3])));
}

/// What was kept first stays.
async fn settings(store: &Store) {
    assert_eq!(store.setting("signing_key").await.unwrap(), None);
    store.keep_setting("signing_key", "one").await.unwrap();
    store.keep_setting("signing_key", "two").await.unwrap();
    assert_eq!(store.setting("signing_key").await.unwrap().as_deref(), Some("one"));
}
