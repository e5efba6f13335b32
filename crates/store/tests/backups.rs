//! What is taken out comes back whole, to either kind of database.

mod postgres;
mod util;

use std::path::Path;

use postgres::Postgres;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use store::{
    Copied, Kept, KeptPerson, KeptSession, KeptSubmission, Store, StoreError, Submission, backup, file_url,
};
use util::{folder, new_match, open, open_file, order, patient, resolution};

/// More rows than go into one statement, and a text larger than a batch.
async fn fill(store: &Store) -> Copied {
    for n in 0..40 {
        let mut new = new_match(&format!("match {n}"));
        if n == 7 {
            new.head = format!("{{\"long\":\"{}\"}}", "✦".repeat(1 << 19));
        }
        new.submissions.push(KeptSubmission {
            decision: 0,
            seat: 1,
            body: "{\"by\":1}".to_owned(),
            given_by: "clock".to_owned(),
        });
        store.create(&new).await.unwrap();
    }
    let given = order("match 3", 0, 0, 0, Some(resolution(1, 100, "\"draw\"")));
    let given = Submission { client_key: "key".to_owned(), answer: "{}".to_owned(), ..given };
    store.submit(&given).await.unwrap();
    let text = |it: &str| it.to_owned();
    let (id, name, folded, shape) = (text("p"), text("Ada"), text("ada"), text("ada"));
    let person =
        KeptPerson { id, name, folded, shape, password: text("kept"), created: 3, ..KeptPerson::default() };
    let session = KeptSession { hash: text("h"), id: text("s"), person: text("p"), ..KeptSession::default() };
    store.create_person(&person, &session).await.unwrap();
    store.seat_person("p", &[("match 3".to_owned(), 0)], 4).await.unwrap();
    Copied { matches: 40, orders: 41, events: 140, people: 1 }
}

async fn everything(store: &Store) -> Vec<Kept> {
    let mut all: Vec<Kept> = Vec::new();
    loop {
        let after = all.last().map_or("", |kept| kept.id.as_str());
        let ids = store.matches_after(after, 7).await.unwrap();
        if ids.is_empty() {
            all.sort_by(|a, b| a.id.cmp(&b.id));
            return all;
        }
        for id in ids {
            all.push(store.load(&id).await.unwrap().unwrap());
        }
    }
}

/// What is read neither by `load` nor by `submission`.
async fn the_rest(url: &str) -> Vec<String> {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let mut found = Vec::new();
    for sql in [
        "SELECT name || '=' || value AS it FROM settings ORDER BY name",
        "SELECT id || ending || proof || touched AS it FROM matches WHERE ending <> '' ORDER BY id",
        "SELECT w.id || s.match_id || p.password AS it FROM people p JOIN web_sessions w ON w.person = p.id \
         JOIN sittings s ON s.person = p.id",
    ] {
        for row in sqlx::query(sql).fetch_all(&mut connection).await.unwrap() {
            found.push(row.try_get("it").unwrap());
        }
    }
    connection.close().await.unwrap();
    found
}

async fn tell(url: &str, statements: &[&str]) {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    for statement in statements {
        sqlx::query(AssertSqlSafe((*statement).to_owned())).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

async fn there_and_back(from: &str, to: &str, folder: &Path) {
    let file = folder.join("backup.sqlite");
    let source = open(from).await;
    let filled = fill(&source).await;
    tell(
        from,
        &[
            "INSERT INTO settings (name, value) VALUES ('key', 'of the server')",
            "UPDATE matches SET ending = 'e', proof = 'p', touched = 5 WHERE id = 'match 9'",
        ],
    )
    .await;
    // While it is in use; and what is there under that name is replaced.
    for _ in 0..2 {
        assert_eq!(backup(from, &file).await.unwrap(), filled);
    }
    assert_eq!(names(folder), ["backup.sqlite"]);
    assert!(!store::private::is_open_to_others(&file).unwrap());

    let target = open(to).await;
    assert_eq!(target.restore(&file, false).await.unwrap(), filled);
    let (before, after) = (everything(&source).await, everything(&target).await);
    assert_eq!(before.len(), 40);
    assert!(before == after, "something is another");
    assert_eq!(the_rest(from).await, the_rest(to).await);
    assert_eq!(the_rest(to).await, ["key=of the server", "match 9ep5", "smatch 3kept"]);
    let told = target.submission("match 3", 0, 0).await.unwrap().unwrap();
    assert_eq!((told.0.as_str(), told.2.as_str()), ("key", "{}"));

    // What is there is not lost by accident.
    target.create(&new_match("new")).await.unwrap();
    let refused = target.restore(&file, false).await.unwrap_err();
    assert!(matches!(&refused, StoreError::Refused(words) if words.contains("41 matches")), "{refused}");
    assert_eq!(everything(&target).await.len(), 41);
    // Of a file that is none nothing is taken, and nothing is lost for it.
    let broken = folder.join("broken");
    std::fs::write(&broken, "no database").unwrap();
    assert!(matches!(target.restore(&broken, true).await, Err(StoreError::Corrupted(_))));
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&broken, &whole[..whole.len() / 2]).unwrap();
    assert!(target.restore(&broken, true).await.is_err());
    assert!(target.restore(&folder.join("nothing"), true).await.is_err());
    assert_eq!(everything(&target).await.len(), 41);
    // And on purpose it goes as a whole.
    assert_eq!(target.restore(&file, true).await.unwrap(), filled);
    assert!(everything(&target).await == before, "something is another");
    target.ping().await.unwrap();
    source.close().await;
    target.close().await;
    std::fs::remove_file(broken).unwrap();
    std::fs::remove_file(file).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_go_from_each_database_to_each() {
    let (data, backups) = (folder("backup data"), folder("backups"));
    let sqlite = |name: &str| file_url(&data.join(name));
    there_and_back(&sqlite("a.sqlite"), &sqlite("b.sqlite"), &backups).await;
    let postgres = Postgres::start();
    there_and_back(&sqlite("c.sqlite"), &postgres.database("one"), &backups).await;
    there_and_back(&postgres.database("two"), &sqlite("d.sqlite"), &backups).await;
    there_and_back(&postgres.database("three"), &postgres.database("four"), &backups).await;
    let _ = std::fs::remove_dir_all(data);
    let _ = std::fs::remove_dir_all(backups);
}

/// The tables of the first version, as it made them.
const FIRST: &[&str] = &[
    "CREATE TABLE schema_version (version BIGINT NOT NULL)",
    "INSERT INTO schema_version (version) VALUES (1)",
    "CREATE TABLE pulse (beats BIGINT NOT NULL)",
    "INSERT INTO pulse (beats) VALUES (0)",
    "CREATE TABLE matches (id TEXT NOT NULL PRIMARY KEY, head TEXT NOT NULL, scenario TEXT NOT NULL, \
     title TEXT NOT NULL, created BIGINT NOT NULL, changed BIGINT NOT NULL, summary TEXT NOT NULL, \
     outcome TEXT NOT NULL, thinking BIGINT NOT NULL)",
    "CREATE TABLE seats (match_id TEXT NOT NULL REFERENCES matches (id), seat BIGINT NOT NULL, \
     hash TEXT NOT NULL, PRIMARY KEY (match_id, seat))",
    "CREATE TABLE submissions (match_id TEXT NOT NULL REFERENCES matches (id), decision BIGINT NOT NULL, \
     seat BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match_id, decision, seat))",
    "CREATE TABLE decisions (match_id TEXT NOT NULL REFERENCES matches (id), n BIGINT NOT NULL, \
     phase TEXT NOT NULL, after_events BIGINT NOT NULL, PRIMARY KEY (match_id, n))",
    "CREATE TABLE events (match_id TEXT NOT NULL REFERENCES matches (id), n BIGINT NOT NULL, \
     body TEXT NOT NULL, PRIMARY KEY (match_id, n))",
    "INSERT INTO matches VALUES ('old', '{}', 's', 't', 1, 2, '{}', '', 0)",
    "INSERT INTO seats VALUES ('old', 0, 'hash')",
    "INSERT INTO submissions VALUES ('old', 0, 0, '1')",
    "INSERT INTO events VALUES ('old', 0, '2')",
];

const SECOND: &[&str] = &[
    "ALTER TABLE matches ADD COLUMN version BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE matches ADD COLUMN waiting TEXT NOT NULL DEFAULT ''",
    "UPDATE matches SET version = 4",
    "UPDATE schema_version SET version = 2",
];

#[tokio::test(flavor = "multi_thread")]
async fn older_databases_are_brought_up() {
    sqlx::any::install_default_drivers();
    let folder = folder("older");
    let one = Copied { matches: 1, orders: 1, events: 1, people: 0 };
    for (name, version, statements) in [("first", 0, vec![FIRST]), ("second", 4, vec![FIRST, SECOND])] {
        let old = folder.join(format!("{name}.sqlite"));
        tell(&file_url(&old), &statements.concat()).await;
        // The old file itself, and a backup that was taken of it.
        let taken = folder.join(format!("{name}.backup"));
        assert_eq!(backup(&file_url(&old), &taken).await.unwrap(), one);
        let refused = Store::open_to_read(&file_url(&old)).await.unwrap_err();
        assert!(refused.to_string().contains("a server of this version raises it"), "{refused}");
        for (n, file) in [&old, &taken].into_iter().enumerate() {
            let store = open_file(&folder.join(format!("{name} {n}.sqlite"))).await;
            assert_eq!(store.restore(file, false).await.unwrap(), one);
            let kept = store.load("old").await.unwrap().unwrap();
            assert_eq!((kept.version, kept.waiting.as_str(), kept.events.len()), (version, "", 1));
            let pending: Vec<(i64, &str)> =
                kept.pending().into_iter().map(|it| (it.seat, it.body.as_str())).collect();
            assert_eq!(pending, [(0, "1")]);
            assert_eq!((kept.changed, kept.touched), (2, 2));
            store.close().await;
        }
    }
    let newer = folder.join("newer.sqlite");
    tell(&file_url(&newer), FIRST).await;
    tell(&file_url(&newer), &["UPDATE schema_version SET version = 1000"]).await;
    let store = open_file(&folder.join("a.sqlite")).await;
    let refused = store.restore(&newer, false).await.unwrap_err();
    assert!(refused.to_string().contains("version 1000"), "{refused}");
    store.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_never_goes_over_a_database() {
    let folder = folder("over");
    let (path, other) = (folder.join("a.sqlite"), folder.join("b.sqlite"));
    let store = open_file(&path).await;
    let second = Store::open_shared(&file_url(&other), patient()).await.unwrap();
    second.create(&new_match("b")).await.unwrap();
    let refused = |done: Result<Copied, StoreError>, words: &str| match done {
        Err(StoreError::Refused(said)) => assert!(said.contains(words), "{said}"),
        done => panic!("{done:?}"),
    };
    refused(backup(&file_url(&path), &path).await, "is the database itself");
    refused(backup(&file_url(&path), &other).await, "somebody has open");
    refused(backup(&file_url(&path), &folder).await, "is no file");
    refused(backup(&file_url(&path), &folder.join("no/such/folder")).await, "cannot be written");
    let missing = folder.join("missing.sqlite");
    assert!(matches!(backup(&file_url(&missing), &folder.join("c")).await, Err(StoreError::Away(_))));
    assert!(!missing.exists());
    assert!(names(&folder).iter().all(|name| name.starts_with("a.sqlite") || name.starts_with("b.sqlite")));
    store.close().await;
    second.close().await;
    let _ = std::fs::remove_dir_all(folder);
}
