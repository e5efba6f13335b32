//! Whatever is read of a match comes from one moment.

mod postgres;
mod util;

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use postgres::Postgres;
use sqlx::{AnyConnection, Connection, Row};
use store::{Kept, Patience};
use util::{folder, new_match, open, order, resolution};

/// Three events for every decision, one order for each.
const EVENTS: usize = 3;

/// What holds between the parts of a match, whenever one looks.
fn is_of_one_moment(kept: &Kept) {
    let decisions = kept.decisions.len();
    assert_eq!(kept.version, decisions as i64, "changes and decisions");
    assert_eq!(kept.submissions.len(), decisions, "orders and decisions");
    assert_eq!(kept.events.len(), 1 + EVENTS * decisions, "events and decisions");
}

fn next(id: &str, n: i64) -> store::Submission<'_> {
    order(id, n, n, 0, Some(resolution(1 + EVENTS as i64 * n, EVENTS, "")))
}

/// At least so many, however fast one is and however slow the other.
const LOADS: usize = 300;
const CHANGES: usize = 40;

/// Somebody resolves decision after decision while others look.
async fn looked_at_while_it_changes(url: &str) {
    let store = open(url).await;
    store.create(&new_match("a")).await.unwrap();
    let (loads, changes) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let enough = || LOADS <= loads.load(Ordering::Relaxed) && CHANGES <= changes.load(Ordering::Relaxed);
    let write = async {
        while !enough() {
            let n = changes.fetch_add(1, Ordering::Relaxed);
            store.submit(&next("a", n as i64)).await.unwrap();
            // Looking takes longer the longer the battle is: they take turns at being ahead.
            while loads.load(Ordering::Relaxed) + CHANGES < n && !enough() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    };
    let look = async || {
        while !enough() {
            is_of_one_moment(&store.load("a").await.unwrap().unwrap());
            loads.fetch_add(1, Ordering::Relaxed);
        }
    };
    tokio::join!(write, look(), look(), look(), look());
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_on_sqlite_is_read_as_of_one_moment() {
    let folder = folder("snapshots");
    looked_at_while_it_changes(&store::file_url(&folder.join("a.sqlite"))).await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_on_postgres_is_read_as_of_one_moment() {
    let postgres = Postgres::start();
    looked_at_while_it_changes(&postgres.database("moments")).await;
    for table in ["seats", "decisions", "submissions", "events"] {
        held_up_before(&postgres.database(&format!("held_{table}")), table).await;
    }
}

/// No luck needed: the one who reads is held up before `table` until the one
/// who writes has changed everything.
async fn held_up_before(url: &str, table: &str) {
    let store = open(url).await;
    store.create(&new_match("a")).await.unwrap();
    store.submit(&next("a", 0)).await.unwrap();

    let mut writer = AnyConnection::connect(url).await.unwrap();
    let mut tx = writer.begin().await.unwrap();
    let lock = format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
    sqlx::query(sqlx::AssertSqlSafe(lock)).execute(&mut *tx).await.unwrap();
    let reader = tokio::spawn({
        let store = store.clone();
        async move { store.load("a").await }
    });
    let mut looks = AnyConnection::connect(url).await.unwrap();
    until_somebody_waits(&mut looks, &reader).await;
    for change in [
        "UPDATE matches SET version = 3",
        "INSERT INTO submissions (match_id, decision, seat, body) VALUES ('a', 1, 0, '{}'), ('a', 2, 0, '{}')",
        "INSERT INTO decisions (match_id, n, phase, after_events) VALUES ('a', 1, 'plot', 4), ('a', 2, 'plot', 7)",
        "INSERT INTO events (match_id, n, body) SELECT 'a', n, '{}' FROM generate_series(4, 9) n",
    ] {
        sqlx::query(change).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    let kept = reader.await.unwrap().unwrap().unwrap();
    assert_eq!(kept.version, 1);
    is_of_one_moment(&kept);
    let kept = store.load("a").await.unwrap().unwrap();
    assert_eq!(kept.version, 3);
    is_of_one_moment(&kept);
    store.close().await;
}

async fn until_somebody_waits<T>(looks: &mut AnyConnection, reader: &tokio::task::JoinHandle<T>) {
    loop {
        let sql = "SELECT COUNT(*) AS n FROM pg_locks WHERE NOT granted";
        let row = sqlx::query(sql).fetch_one(&mut *looks).await.unwrap();
        if 0 < row.try_get::<i64, _>("n").unwrap() {
            return;
        }
        assert!(!reader.is_finished(), "it was not held up");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// The limits do not make a long answer impossible: they are for silence.
#[tokio::test(flavor = "multi_thread")]
async fn the_usual_limits_are_in_order() {
    let Patience { connection, lock, statement, answer, idle: _ } = Patience::default();
    assert!(lock < statement && statement < answer && connection < answer);
}
