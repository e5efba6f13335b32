//! Who may use a database at once. SQLite: one process, by a lock on the
//! database (filelock.rs). PostgreSQL: any number of servers together, or one
//! process alone that puts a backup back, by an advisory lock that is shared
//! or not, held by a connection of its own. When that connection breaks the
//! lock is asked for again; should somebody else have the database for himself
//! by then, this one does nothing more.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Row, any::AnyArguments, query::Query};
use tokio::task::JoinHandle;

use crate::{Kind, Patience, Result, StoreError, filelock::FileLock, patience::within};

#[derive(Clone, Debug)]
pub(crate) struct Claim(Arc<Held>);

#[derive(Debug, Default)]
struct Held {
    lost: AtomicBool,
    file: Mutex<Option<FileLock>>,
    /// Keeps the connection that has the lock.
    keeper: Mutex<Option<JoinHandle<()>>>,
}

/// Any number will do, as long as it stays the same.
const LOCK: i64 = 0x666c_6167_6272_6467;

/// Whether others may have the database, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// Nobody else has it.
    Alone,
    /// Other servers may have it as well.
    Together,
}
/// A server that was killed has its connection closed for it in a moment: so long between two tries.
const PAUSE: Duration = Duration::from_millis(100);
/// How often the connection with the lock is looked at.
const WATCH: Duration = Duration::from_secs(2);
/// Refused so often in a row, the lock is another server's, and not our own
/// old connection's that the database has not given up yet.
const PATIENCE: u32 = 15;

/// How often a lock is asked for that somebody has.
fn tries(patience: Patience) -> u128 {
    (patience.connection.as_millis() / PAUSE.as_millis()).max(1)
}

impl Claim {
    /// An SQLite database, before any connection to it is made.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if another has it.
    pub(crate) async fn on_file(path: &Path, patience: Patience) -> Result<Claim> {
        for _ in 0..tries(patience) {
            match FileLock::try_take(path) {
                Ok(Some(lock)) => {
                    let claim = Claim(Arc::default());
                    *claim.0.file.lock().unwrap_or_else(PoisonError::into_inner) = Some(lock);
                    return Ok(claim);
                }
                Ok(None) => tokio::time::sleep(PAUSE).await,
                Err(err) => return Err(StoreError::Away(format!("{}: {err}", path.display()))),
            }
        }
        Err(StoreError::Taken)
    }

    /// A database in memory, which nobody else can open.
    pub(crate) fn on_memory() -> Claim {
        Claim(Arc::default())
    }

    /// A PostgreSQL database.
    ///
    /// # Errors
    ///
    /// As [`Claim::on_file`].
    pub(crate) async fn on_postgres(url: &str, patience: Patience, share: Share) -> Result<Claim> {
        let claim = Claim(Arc::default());
        for _ in 0..tries(patience) {
            if let Some(connection) = lock_connection(url, patience, share).await? {
                let keeper = keep(url.to_owned(), patience, share, connection, Arc::downgrade(&claim.0));
                *claim.0.keeper.lock().unwrap_or_else(PoisonError::into_inner) = Some(tokio::spawn(keeper));
                return Ok(claim);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(StoreError::Taken)
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.0.lost.load(Ordering::Relaxed)
    }

    /// The next one may have it.
    pub(crate) async fn give_up(&self) {
        self.0.file.lock().unwrap_or_else(PoisonError::into_inner).take();
        let keeper = self.0.keeper.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(keeper) = keeper {
            keeper.abort();
            let _ = keeper.await;
        }
    }
}

/// How many have the lock now, ourselves among them.
const HOLDERS: &str = "SELECT COUNT(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND granted \
    AND objsubid = 1 AND CAST(classid AS BIGINT) * 4294967296 + CAST(objid AS BIGINT) = $1 \
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

pub(crate) fn holders() -> Query<'static, Any, AnyArguments> {
    sqlx::query(HOLDERS).bind(LOCK)
}

/// A connection that has the lock, or nothing if another has it.
async fn lock_connection(url: &str, patience: Patience, share: Share) -> Result<Option<AnyConnection>> {
    let mut connection = within(patience.answer, AnyConnection::connect(url)).await?;
    for setting in patience.settings(Kind::Postgres) {
        within(patience.answer, sqlx::query(AssertSqlSafe(setting)).execute(&mut connection)).await?;
    }
    let sql = match share {
        Share::Alone => "SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END AS ours",
        Share::Together => "SELECT CASE WHEN pg_try_advisory_lock_shared($1) THEN 1 ELSE 0 END AS ours",
    };
    let row = within(patience.answer, sqlx::query(sql).bind(LOCK).fetch_one(&mut connection)).await?;
    let ours: i32 = row.try_get("ours")?;
    Ok((ours == 1).then_some(connection))
}

/// Holds on to the lock, also when the database was away in between.
async fn keep(
    url: String,
    patience: Patience,
    share: Share,
    mut connection: AnyConnection,
    held: std::sync::Weak<Held>,
) {
    let mut refused = 0;
    loop {
        tokio::time::sleep(WATCH).await;
        if held.strong_count() == 0 {
            return;
        }
        if within(patience.answer, connection.ping()).await.is_ok() {
            continue;
        }
        match lock_connection(&url, patience, share).await {
            Ok(Some(again)) => (connection, refused) = (again, 0),
            Ok(None) if refused < PATIENCE => refused += 1,
            Ok(None) => {
                if let Some(held) = held.upgrade() {
                    held.lost.store(true, Ordering::Relaxed);
                }
                return;
            }
            // Away: nobody else has it either.
            Err(_) => {}
        }
    }
}
