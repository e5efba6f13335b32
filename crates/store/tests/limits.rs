//! A database that is locked, hangs, or loses an answer: nothing is waited for
//! for ever, and what is said of it is true.

mod postgres;
mod proxy;
mod util;

use std::{path::Path, time::Duration};

use postgres::Postgres;
use proxy::{Fate, Proxy};
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use store::{Patience, Store, StoreError, Submission};
use util::{folder, impatient, new_match, open, open_file, order, patient, resolution};

/// The order that resolves decision 0.
fn resolving(id: &str) -> Submission<'_> {
    let given = order(id, 0, 0, 0, Some(resolution(1, 3, "")));
    Submission { client_key: "mine".to_owned(), answer: "first".to_owned(), ..given }
}

/// Everything fails, and says so.
async fn is_away(store: &Store, id: &str) {
    let pings = tokio::join!(store.ping(), store.ping(), store.ping());
    let submit = store.submit(&resolving(id)).await;
    let create = store.create(&new_match("another")).await;
    for done in [pings.0, pings.1, pings.2, submit, create] {
        assert!(matches!(done, Err(StoreError::Away(_))), "{done:?}");
    }
}

/// Nothing was kept of it, and all is as before.
async fn nothing_was_kept(store: &Store, id: &str) {
    let kept = store.load(id).await.unwrap().unwrap();
    assert_eq!((kept.version, kept.submissions.len(), kept.events.len()), (0, 0, 1));
    assert_eq!(store.load("another").await.unwrap(), None);
    store.submit(&resolving(id)).await.unwrap();
    let told = store.submission(id, 0, 0).await.unwrap().unwrap();
    assert_eq!((told.0.as_str(), told.2.as_str()), ("mine", "first"));
}

/// Comes back when the database does. It may need a moment to find out who has gone.
async fn better(store: &Store) {
    while store.ping().await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// One that waits as long as it takes, and one that soon gives up.
async fn steady_and_hasty(url: &str) -> (Store, Store) {
    let steady = open(url).await;
    // On a slow machine it gives up too soon to be opened at once.
    let hasty = loop {
        if let Ok(hasty) = Store::open_shared(url, impatient()).await {
            break hasty;
        }
    };
    (steady, hasty)
}

/// One that gives up on an answer alone, and sooner than the database on anything.
fn unanswered() -> Patience {
    Patience { answer: impatient().answer, ..patient() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_table_is_told_and_nothing_is_kept() {
    let postgres = Postgres::start();
    let url = postgres.database("locked");
    let (steady, hasty) = steady_and_hasty(&url).await;
    let mut other = AnyConnection::connect(&url).await.unwrap();
    for (n, table) in ["matches", "submissions", "decisions", "events", "seats"].into_iter().enumerate() {
        for mode in ["ACCESS EXCLUSIVE", "EXCLUSIVE"] {
            let id = format!("{n} {mode}");
            steady.create(&new_match(&id)).await.unwrap();
            let mut tx = other.begin().await.unwrap();
            let lock = format!("LOCK TABLE {table} IN {mode} MODE");
            sqlx::query(AssertSqlSafe(lock)).execute(&mut *tx).await.unwrap();
            let done = match table {
                // An order writes nothing there, but a new match does.
                "seats" => hasty.create(&new_match("another")).await,
                _ => hasty.submit(&resolving(&id)).await,
            };
            for done in [done, hasty.ping().await] {
                assert!(matches!(done, Err(StoreError::Away(_))), "{table} {mode}: {done:?}");
            }
            tx.rollback().await.unwrap();
            better(&hasty).await;
            nothing_was_kept(&steady, &id).await;
        }
    }
    hasty.close().await;
    steady.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_postgres_is_told_and_nothing_is_kept() {
    let postgres = Postgres::start();
    let (steady, hasty) = steady_and_hasty(&postgres.database("frozen")).await;
    steady.create(&new_match("a")).await.unwrap();
    postgres.freeze();
    is_away(&hasty, "a").await;
    assert!(matches!(hasty.load("a").await, Err(StoreError::Away(_))));
    postgres.thaw();
    better(&hasty).await;
    nothing_was_kept(&steady, "a").await;
    hasty.close().await;
    steady.close().await;
}

/// In the middle of a transaction, too: whatever the database does with it
/// when it goes on, it was not asked to commit.
#[tokio::test(flavor = "multi_thread")]
async fn postgres_frozen_in_the_middle_of_an_order_keeps_nothing() {
    let postgres = Postgres::start();
    let url = postgres.database("frozen");
    let (steady, hasty) = steady_and_hasty(&url).await;
    steady.create(&new_match("a")).await.unwrap();
    let proxy = Proxy::start(postgres.port()).await;
    let store = Store::open_shared(&proxy.instead_of(&url, postgres.port()), unanswered()).await.unwrap();
    // The last statement before the commit.
    proxy.hold_at("UPDATE matches SET outcome");
    let order = resolving("a");
    let (done, ()) = tokio::join!(store.submit(&order), async {
        proxy.has_come_true().await;
        postgres.freeze();
        proxy.go_on();
    });
    assert!(matches!(done, Err(StoreError::Away(_))), "{done:?}");
    assert!(matches!(hasty.ping().await, Err(StoreError::Away(_))));
    postgres.thaw();
    better(&hasty).await;
    nothing_was_kept(&steady, "a").await;
    store.close().await;
    hasty.close().await;
    steady.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_sqlite_is_told_and_nothing_is_kept() {
    let folder = folder("locked");
    let path = folder.join("a.sqlite");
    let (steady, hasty) = steady_and_hasty(&store::file_url(&path)).await;
    let mut other = somebody_else(&path).await;
    for begin in ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"] {
        steady.create(&new_match(begin)).await.unwrap();
        sqlx::query(begin).execute(&mut other).await.unwrap();
        is_away(&hasty, begin).await;
        sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
        better(&hasty).await;
        nothing_was_kept(&steady, begin).await;
    }
    hasty.close().await;
    steady.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

async fn somebody_else(path: &Path) -> AnyConnection {
    AnyConnection::connect(&store::file_url(path)).await.unwrap()
}

/// What became of a commit whose answer did not come is not known, and that is
/// what is said. Afterwards the database tells.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_without_an_answer_is_unsure() {
    let postgres = Postgres::start();
    let url = postgres.database("unsure");
    let proxy = Proxy::start(postgres.port()).await;
    let through = proxy.instead_of(&url, postgres.port());
    let direct = Store::open_shared(&url, patient()).await.unwrap();
    for (fate, kept, patience) in [
        (Fate::DoneThenCut, true, patient()),
        (Fate::CutBefore, false, patient()),
        (Fate::DoneThenSilent, true, unanswered()),
    ] {
        let id = format!("{fate:?}");
        direct.create(&new_match(&id)).await.unwrap();
        let store = Store::open_shared(&through, patience).await.unwrap();
        proxy.next_commit(fate);
        let done = store.submit(&resolving(&id)).await;
        assert!(matches!(done, Err(StoreError::Unsure(_))), "{fate:?}: {done:?}");
        proxy.has_come_true().await;
        let told = store.submission(&id, 0, 0).await.unwrap();
        assert_eq!(told.is_some(), kept, "{fate:?}");
        let again = store.submit(&resolving(&id)).await;
        assert_eq!(again, if kept { Err(StoreError::Conflict) } else { Ok(()) }, "{fate:?}");
        let match_kept = direct.load(&id).await.unwrap().unwrap();
        assert_eq!((match_kept.version, match_kept.events.len()), (1, 4), "{fate:?}");
        store.close().await;
    }
    direct.close().await;
}

/// What is still on its way is not called lost; and once it is called lost it
/// does not come any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_comes_late_is_waited_for_and_never_denied() {
    let postgres = Postgres::start();
    let url = postgres.database("late");
    let proxy = Proxy::start(postgres.port()).await;
    let (steady, hasty) = steady_and_hasty(&url).await;
    for comes in [true, false] {
        let id = format!("comes: {comes}");
        steady.create(&new_match(&id)).await.unwrap();
        let mut patience = unanswered();
        if !comes {
            patience.idle = impatient().idle;
        }
        let store = Store::open_shared(&proxy.instead_of(&url, postgres.port()), patience).await.unwrap();
        proxy.hold_at("COMMIT");
        let done = store.submit(&resolving(&id)).await;
        assert!(matches!(done, Err(StoreError::Unsure(_))), "{done:?}");
        if comes {
            let told = hasty.submission(&id, 0, 0).await;
            assert!(matches!(told, Err(StoreError::Away(_))), "{told:?}");
            proxy.go_on();
        }
        assert_eq!(steady.submission(&id, 0, 0).await.unwrap().is_some(), comes);
        if !comes {
            proxy.go_on();
        }
        assert_eq!(steady.load(&id).await.unwrap().unwrap().version, i64::from(comes));
        proxy.has_come_true().await;
        store.close().await;
    }
    hasty.close().await;
    steady.close().await;
}

/// Before the commit there is no doubt.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_breaks_before_the_commit_is_certain() {
    let postgres = Postgres::start();
    let url = postgres.database("certain");
    let proxy = Proxy::start(postgres.port()).await;
    let through = proxy.instead_of(&url, postgres.port());
    let direct = Store::open_shared(&url, patient()).await.unwrap();
    direct.create(&new_match("a")).await.unwrap();
    let store = Store::open_shared(&through, patient()).await.unwrap();
    proxy.cut_at("INSERT INTO submissions");
    let done = store.submit(&resolving("a")).await;
    assert!(matches!(done, Err(StoreError::Away(_))), "{done:?}");
    proxy.has_come_true().await;
    nothing_was_kept(&direct, "a").await;
    better(&store).await;
    store.close().await;
    direct.close().await;
}

/// A network that swallows everything takes no place in the pool for good.
#[tokio::test(flavor = "multi_thread")]
async fn connections_that_fell_silent_are_given_up() {
    let postgres = Postgres::start();
    let url = postgres.database("silent");
    let proxy = Proxy::start(postgres.port()).await;
    let soon = Duration::from_secs(3);
    let patience = Patience { connection: soon, answer: soon, ..patient() };
    let store = Store::open_shared(&proxy.instead_of(&url, postgres.port()), patience).await.unwrap();
    all_at_once(&store).await;
    proxy.fall_silent();
    all_at_once(&store).await;
    store.close().await;
}

/// Comes back when as many as there are places have been served together.
async fn all_at_once(store: &Store) {
    loop {
        let looks: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move { store.load("nothing").await.is_ok() })
            })
            .collect();
        let mut served = 0;
        for look in looks {
            served += usize::from(look.await.unwrap());
        }
        if served == 8 {
            return;
        }
    }
}

/// However many ask, the database is asked once.
#[tokio::test(flavor = "multi_thread")]
async fn many_who_ask_at_once_share_one_answer() {
    let folder = folder("pulse");
    let path = folder.join("a.sqlite");
    let store = open_file(&path).await;
    let mut other = somebody_else(&path).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let mut asking: Vec<_> = (0..100)
        .map(|_| {
            let store = store.clone();
            Box::pin(async move { store.ping().await })
        })
        .collect();
    // Every question is asked before the first can be answered.
    for ask in &mut asking {
        let asked = std::future::poll_fn(|context| {
            std::task::Poll::Ready(std::future::Future::poll(ask.as_mut(), context).is_pending())
        });
        assert!(asked.await);
    }
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    for ask in asking {
        ask.await.unwrap();
    }
    assert_eq!(beats(&mut other).await, 1);
    store.ping().await.unwrap();
    assert_eq!(beats(&mut other).await, 2);
    store.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

async fn beats(connection: &mut AnyConnection) -> i64 {
    use sqlx::Row as _;
    let row = sqlx::query("SELECT beats FROM pulse").fetch_one(connection).await.unwrap();
    row.try_get("beats").unwrap()
}
