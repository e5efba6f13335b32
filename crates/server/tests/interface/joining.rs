//! No die is rolled before every person has added to the dice, each from
//! their own browser.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Host, Made, heard_json};

fn record_of(text: &str) -> Box<dyn rulesets::AnyRecord> {
    rulesets::open_record(&rulesets::Source::new("record.json", text).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_begins_when_all_have_joined() {
    let host = Host::start("joining").await;
    let client = &host.client;
    let made = client.make_waiting(json!([{"kind": "me"}, {"kind": "friend"}])).await;
    let path = format!("/api/matches/{}", made.id);
    let (_, info) = client.get(&path, &made.seats[0]).await;
    let commitment = info["commitment"].clone();
    assert_eq!((&info["table"]["missing"], &info["contributions"]), (&json!([0, 1]), &json!([null, null])));
    assert!(info["table"].get("view").is_none() && info["secret"].is_null());

    // Nothing can be done yet, and nothing can be learnt.
    for end in ["/events", "/views/0", "/record", "/suggestion"] {
        let (status, answer) = client.get(&format!("{path}{end}"), &made.seats[0]).await;
        assert_eq!((status, &answer["error"]["code"]), (409, &json!("waiting")), "{end} {answer}");
    }
    let (status, answer) = client.order(&made, 0, 0, json!({"text": "x"})).await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("waiting")));
    for wrong in ["", &"x".repeat(201)] {
        assert_eq!(client.join(&made, 0, wrong).await.0, 422);
    }
    let (status, answer) = client
        .post(&format!("{path}/join"), &made.spectator.clone().unwrap(), json!({"contribution": "x"}))
        .await;
    assert_eq!((status, &answer["error"]["code"]), (403, &json!("forbidden")));

    // The host waits on a live connection, in two tabs; the spectators wait, too.
    let mut tabs = Vec::new();
    for secret in [&made.seats[0], &made.seats[0], made.spectator.as_ref().unwrap()] {
        let mut tab = client.connect(&made, secret, 0).await;
        assert_eq!(heard_json(&mut tab).await["missing"], json!([0, 1]));
        tabs.push(tab);
    }
    let (status, info) = client.join(&made, 0, "mine").await;
    assert_eq!((status, &info["table"]["missing"]), (200, &json!([1])));
    assert_eq!(info["contributions"], json!(["mine", null]));
    for tab in &mut tabs {
        assert_eq!(heard_json(tab).await["missing"], json!([1]));
    }
    // An answer may be lost on its way: the same again is the same. Another text is not.
    assert_eq!(client.join(&made, 0, "mine").await.0, 200);
    let (status, answer) = client.join(&made, 0, "better").await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("joined")));

    // The list says what is waited for.
    let list = json!({"secrets": [made.seats[0]]});
    let (_, list) = client.send(Method::POST, "/api/matches/list", None, Some(&list)).await;
    assert_eq!(list["matches"][0]["missing"], json!([1]));

    // The friend comes after a restart.
    drop(tabs);
    let host = host.restart().await;
    let client = &host.client;
    let mut tab = client.connect(&made, &made.seats[0], 0).await;
    assert_eq!(heard_json(&mut tab).await["missing"], json!([1]));
    let (status, info) = client.join(&made, 1, "theirs ✦").await;
    assert_eq!((status, &info["table"]["missing"]), (200, &json!([])));
    assert_eq!((&info["contributions"], &info["commitment"]), (&json!(["mine", "theirs ✦"]), &commitment));
    let begun = heard_json(&mut tab).await;
    assert!(begun["view"].is_object() && begun["missing"] == json!([]), "the one who waits is told");
    for text in ["mine", "theirs ✦"] {
        assert_eq!(client.join(&made, usize::from(text != "mine"), text).await.0, 200);
    }
    assert_eq!(client.join(&made, 1, "late").await.0, 409);
    let (_, list) = client
        .send(Method::POST, "/api/matches/list", None, Some(&json!({"secrets": [made.seats[0]]})))
        .await;
    assert_eq!(list["matches"][0]["missing"], json!([]));

    // When it is over, commitment and reveals are in the record, and are checked.
    client.play(&made, u64::MAX).await;
    let (_, text) =
        client.try_send(Method::GET, &format!("{path}/record"), Some(&made.seats[1]), None).await.unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&record["commitment"], &record["contributions"]),
        (&commitment, &json!(["mine", "theirs ✦"]))
    );
    assert!(matches!(record_of(&text).verify(), Ok(engine::Verdict::Proven { .. })));
    for (field, lie) in [
        ("contributions", json!(["mine", "ours"])),
        ("contributions", json!(["mine"])),
        ("secret", json!("0".repeat(64))),
        ("commitment", json!("0".repeat(64))),
    ] {
        let mut forged = record.clone();
        forged[field] = lie;
        assert!(record_of(&forged.to_string()).verify().is_err(), "{field}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_join_at_once_and_the_dice_are_those_of_all() {
    let host = Host::start("at-once").await;
    let client = &host.client;
    for _ in 0..10 {
        let made = client.make_waiting(json!([{"kind": "me"}, {"kind": "friend"}])).await;
        let (a, b, again) =
            tokio::join!(client.join(&made, 0, "a"), client.join(&made, 1, "b"), client.join(&made, 1, "b"));
        assert_eq!((a.0, b.0, again.0), (200, 200, 200), "{a:?} {b:?} {again:?}");
        assert_eq!(client.table(&made, 0).await["missing"], json!([]));
    }
    // A computer waits for nobody's browser, and begins as soon as the person is there.
    let made = client.make_waiting(json!([{"kind": "computer", "level": "cadet"}, {"kind": "me"}])).await;
    let (_, info) = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await;
    assert_eq!(info["table"]["missing"], json!([1]));
    assert_eq!(client.join(&made, 0, "here").await.0, 200);
    let mut tab = client.connect(&made, &made.seats[0], 0).await;
    while heard_json(&mut tab).await["awaiting"].as_array().unwrap().contains(&json!(0)) {}
}

/// A database of the version before joining: its battles go on.
#[tokio::test(flavor = "multi_thread")]
async fn matches_of_an_older_database_go_on() {
    let mut host = Host::start("older").await;
    let made = host.client.hot_seat().await;
    host.client.play(&made, 2).await;
    host.running.take().unwrap().stop().await;
    let folder = std::mem::take(&mut host.folder);
    let url = format!("sqlite://{}", folder.join("flagbridge.sqlite").display());
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    for statement in [
        "DROP TABLE follows",
        "DROP TABLE blocks",
        "DROP TABLE talk",
        "DROP TABLE silences",
        "DROP TABLE conduct",
        "DROP TABLE warnings",
        "DROP TABLE reports",
        "DROP TABLE club_tables",
        "DROP TABLE club_posts",
        "DROP TABLE club_members",
        "DROP TABLE clubs",
        "DROP TABLE shelf",
        "DROP TABLE mail_addresses",
        "DROP TABLE second_factors",
        "DROP TABLE recovery_codes",
        "DROP TABLE notices",
        "DROP TABLE notice_wishes",
        "DROP TABLE push_endpoints",
        "DROP TABLE hooks",
        "DROP TABLE mirrors",
        "DROP TABLE invitations",
        "DROP TABLE tokens",
        "DROP TABLE presence",
        "DROP TABLE drafts",
        "ALTER TABLE matches DROP COLUMN standing",
        "ALTER TABLE matches DROP COLUMN pace",
        "DROP TABLE jobs",
        "DROP TABLE moderation",
        "DROP TABLE links",
        "DROP TABLE sittings",
        "DROP TABLE web_sessions",
        "DROP TABLE people",
        "ALTER TABLE matches DROP COLUMN unaided",
        "ALTER TABLE matches DROP COLUMN dice",
        "DROP TABLE settings",
        "ALTER TABLE submissions DROP COLUMN client_key",
        "ALTER TABLE submissions DROP COLUMN answer",
        "ALTER TABLE submissions DROP COLUMN given_by",
        "ALTER TABLE matches DROP COLUMN ending",
        "ALTER TABLE matches DROP COLUMN proof",
        "ALTER TABLE matches DROP COLUMN touched",
        "ALTER TABLE matches DROP COLUMN version",
        "ALTER TABLE matches DROP COLUMN waiting",
        "UPDATE schema_version SET version = 1",
        // The summary as it was written then.
        "UPDATE matches SET summary = replace(summary, '\"missing\":[],', '')",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    pool.close().await;
    let host = Host::at(folder, crate::client::generous()).await;
    let list = json!({"secrets": [made.seats[0]]});
    let (status, list) = host.client.send(Method::POST, "/api/matches/list", None, Some(&list)).await;
    assert_eq!((status, &list["matches"][0]["missing"]), (200, &json!([])));
    assert!(!host.client.play(&Made { ..made.clone() }, u64::MAX).await["outcome"].is_null());
}

/// A second server on the same data is refused, in words.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_do_not_share_a_database() {
    let host = Host::start("shared").await;
    let database = server::Database::File(host.folder.join("flagbridge.sqlite"));
    let second = server::start(server::Config::new("127.0.0.1:0".parse().unwrap(), database)).await;
    let words = second.unwrap_err().to_string();
    assert!(words.contains("another server uses this database"), "{words}");
    host.client.hot_seat().await;
    host.restart().await.client.hot_seat().await;
}
