//! One server at a time on one database: what a server has in memory, it
//! takes to be so until it changes it itself.
//!
//! SQLite: a lock on a file beside the database, which the system lifts when
//! the process ends in whatever way. PostgreSQL: an advisory lock held by a
//! connection of its own. When that connection breaks the lock is asked for
//! again; should another server have it by then, this one does nothing more.

use std::{
    fs::{File, TryLockError},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sqlx::{AnyConnection, AnyPool, Connection, Row};
use tokio::task::JoinHandle;

use crate::{Result, StoreError};

#[derive(Clone, Debug)]
pub(crate) struct Claim(Arc<Held>);

#[derive(Debug, Default)]
struct Held {
    lost: AtomicBool,
    /// Locked as long as it is open.
    file: Mutex<Option<File>>,
    /// Keeps the connection that has the lock.
    keeper: Mutex<Option<JoinHandle<()>>>,
}

/// Any number will do, as long as it stays the same.
const LOCK: i64 = 0x666c_6167_6272_6467;
/// A server that was killed has its connection closed for it in a moment.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);
/// How often the connection with the lock is looked at.
const WATCH: Duration = Duration::from_secs(2);
/// Refused so often in a row, the lock is another server's, and not our own
/// old connection's that the database has not given up yet.
const PATIENCE: u32 = 15;

impl Claim {
    /// # Errors
    ///
    /// [`StoreError::Taken`] if another process has the database.
    pub(crate) async fn stake(url: &str, writer: &AnyPool) -> Result<Claim> {
        let claim = Claim(Arc::default());
        if url.starts_with("sqlite:") {
            *claim.0.file.lock().unwrap_or_else(PoisonError::into_inner) = lock_file(writer).await?;
            return Ok(claim);
        }
        for _ in 0..TRIES {
            if let Some(connection) = lock_connection(url).await? {
                let keeper = tokio::spawn(keep(url.to_owned(), connection, Arc::downgrade(&claim.0)));
                *claim.0.keeper.lock().unwrap_or_else(PoisonError::into_inner) = Some(keeper);
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

/// Nothing for a database in memory, which nobody else can open.
async fn lock_file(writer: &AnyPool) -> Result<Option<File>> {
    let row =
        sqlx::query("SELECT file FROM pragma_database_list WHERE name = 'main'").fetch_one(writer).await?;
    let path: String = row.try_get("file")?;
    if path.is_empty() {
        return Ok(None);
    }
    let path = format!("{path}.lock");
    let away = |err: std::io::Error| StoreError::Away(format!("{path}: {err}"));
    let file = File::options().create(true).append(true).open(&path).map_err(away)?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => tokio::time::sleep(PAUSE).await,
            Err(TryLockError::Error(err)) => return Err(away(err)),
        }
    }
    Err(StoreError::Taken)
}

/// A connection that has the lock, or nothing if another has it.
async fn lock_connection(url: &str) -> Result<Option<AnyConnection>> {
    let mut connection = AnyConnection::connect(url).await?;
    let sql = "SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END AS ours";
    let row = sqlx::query(sql).bind(LOCK).fetch_one(&mut connection).await?;
    let ours: i32 = row.try_get("ours")?;
    Ok((ours == 1).then_some(connection))
}

/// Holds on to the lock, also when the database was away in between.
async fn keep(url: String, mut connection: AnyConnection, held: std::sync::Weak<Held>) {
    let mut refused = 0;
    loop {
        tokio::time::sleep(WATCH).await;
        if held.strong_count() == 0 {
            return;
        }
        if connection.ping().await.is_ok() {
            continue;
        }
        match lock_connection(&url).await {
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
