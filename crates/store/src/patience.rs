//! How long the database may take, by its own clock and by ours, and the
//! connections that keep to it.
//!
//! A database that is locked or slow notices that by itself and says so. One
//! that hangs, or a network that swallows everything, says nothing: so every
//! answer is waited for only so long, and a connection on which it did not
//! come is not used again.

use std::{
    future::Future,
    ops::{Deref, DerefMut},
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::TryStreamExt;
use sqlx::{
    Any, AnyConnection, AnyPool, AssertSqlSafe, Connection, Transaction,
    any::{AnyArguments, AnyPoolOptions, AnyRow},
    pool::PoolConnection,
    query::Query,
};

use crate::{Kind, Meter, Result, StoreError, error::commit_failed};

/// How long the database may take before it counts as away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until a connection is free, or made.
    pub connection: Duration,
    /// Until somebody else lets go of a lock.
    pub lock: Duration,
    /// For one statement, by the clock of the database. Only PostgreSQL has one.
    pub statement: Duration,
    /// For one answer, or one row of it, by our own clock. Longer than the
    /// others, so that a database which can still say what is wrong says it.
    pub answer: Duration,
    /// For a transaction in which nothing is said: one that we began and are
    /// heard of no more must not keep its locks. Only PostgreSQL needs it.
    pub idle: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            connection: Duration::from_secs(2),
            lock: Duration::from_secs(2),
            statement: Duration::from_secs(8),
            answer: Duration::from_secs(10),
            idle: Duration::from_secs(10),
        }
    }
}

impl Patience {
    /// What a connection to this kind of database is told first.
    pub(crate) fn settings(&self, kind: Kind) -> Vec<String> {
        let lock = self.lock.as_millis();
        match kind {
            Kind::Sqlite => vec![format!("PRAGMA busy_timeout = {lock}")],
            Kind::Postgres => vec![
                format!("SET lock_timeout = {lock}"),
                format!("SET statement_timeout = {}", self.statement.as_millis()),
                format!("SET idle_in_transaction_session_timeout = {}", self.idle.as_millis()),
            ],
        }
    }

    /// What only reads leaves a database as it is.
    pub(crate) fn pool(self, kind: Kind, most: u32, writes: bool) -> AnyPoolOptions {
        let mut settings = self.settings(kind);
        if kind == Kind::Sqlite && writes {
            settings.push("PRAGMA journal_mode = WAL".to_owned());
            // Full: a commit that was acknowledged survives the loss of power.
            settings.push("PRAGMA synchronous = FULL".to_owned());
        }
        AnyPoolOptions::new().max_connections(most).acquire_timeout(self.connection).after_connect(
            move |connection, _| {
                let settings = settings.clone();
                Box::pin(async move {
                    for setting in settings {
                        sqlx::query(AssertSqlSafe(setting)).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            },
        )
    }
}

/// For one answer where whole tables are worked on and nobody waits at a table.
pub(crate) const LEISURE: Duration = Duration::from_secs(600);

/// Waits for an answer of the database, but not for ever.
pub(crate) async fn within<T>(limit: Duration, answer: impl Future<Output = sqlx::Result<T>>) -> Result<T> {
    match tokio::time::timeout(limit, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(silent(limit)),
    }
}

fn silent(limit: Duration) -> StoreError {
    StoreError::Away(format!("no answer within {limit:?}"))
}

/// A connection of a pool that goes back there only if all went well with it.
/// Otherwise it is closed, also when whoever used it gave up in the middle.
/// SQLite may have ended a transaction by itself, and a driver that believes
/// it still open would only set savepoints from then on: nothing would be
/// committed any more.
#[derive(Debug)]
pub(crate) struct Lent {
    connection: Option<PoolConnection<Any>>,
    pub(crate) kind: Kind,
    pub(crate) answer: Duration,
    pub(crate) meter: Arc<Meter>,
    good: bool,
}

impl Lent {
    pub(crate) async fn from(
        pool: &AnyPool,
        kind: Kind,
        patience: Patience,
        meter: &Arc<Meter>,
    ) -> Result<Lent> {
        let begun = Instant::now();
        let connection = Some(pool.acquire().await?);
        meter.waited.note(begun.elapsed());
        Ok(Lent { connection, kind, answer: patience.answer, meter: Arc::clone(meter), good: false })
    }

    /// Done with it.
    pub(crate) fn settle<T>(mut self, done: Result<T>) -> Result<T> {
        self.good = done.is_ok();
        done
    }
}

impl Deref for Lent {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        self.connection.as_ref().expect("lent until dropped")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        self.connection.as_mut().expect("lent until dropped")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        if self.good {
            // The pool asks a connection that comes back whether it is still there, and would wait
            // for the answer for ever, with a place less for everybody else.
            let back = connection.return_to_pool();
            tokio::spawn(tokio::time::timeout(self.answer, back));
        } else {
            connection.close_on_drop();
        }
    }
}

/// A transaction in which no answer is waited for for ever.
#[derive(Debug)]
pub(crate) struct Tx<'a> {
    tx: Transaction<'a, Any>,
    kind: Kind,
    answer: Duration,
    /// Where a commit is counted; nothing for what only reads.
    meter: Option<Arc<Meter>>,
}

impl<'a> Tx<'a> {
    /// To write.
    pub(crate) async fn begin(lent: &'a mut Lent) -> Result<Tx<'a>> {
        let (kind, answer) = (lent.kind, lent.answer);
        let meter = Some(Arc::clone(&lent.meter));
        Ok(Tx { tx: within(answer, lent.begin()).await?, kind, answer, meter })
    }

    /// To read, everything as it was at one moment.
    pub(crate) async fn snapshot(
        connection: &'a mut AnyConnection,
        kind: Kind,
        answer: Duration,
    ) -> Result<Tx<'a>> {
        let begin = match kind {
            // The first read begins it.
            Kind::Sqlite => "BEGIN",
            // The usual READ COMMITTED takes a new look with every statement.
            Kind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        };
        Ok(Tx { tx: within(answer, connection.begin_with(begin)).await?, kind, answer, meter: None })
    }

    /// For work that takes long in itself.
    pub(crate) fn at_leisure(mut self) -> Tx<'a> {
        self.answer = LEISURE;
        self
    }

    /// How many rows it was about.
    pub(crate) async fn run(&mut self, query: Query<'_, Any, AnyArguments>) -> Result<u64> {
        let done = within(self.answer, query.execute(&mut *self.tx)).await?;
        Ok(done.rows_affected())
    }

    /// Statements without values, in one go.
    pub(crate) async fn run_all(&mut self, statements: &'static str) -> Result<()> {
        within(self.answer, sqlx::raw_sql(statements).execute(&mut *self.tx)).await?;
        Ok(())
    }

    pub(crate) async fn row(&mut self, query: Query<'_, Any, AnyArguments>) -> Result<Option<AnyRow>> {
        within(self.answer, query.fetch_optional(&mut *self.tx)).await
    }

    pub(crate) async fn rows(&mut self, query: Query<'_, Any, AnyArguments>) -> Result<Vec<AnyRow>> {
        rows(&mut self.tx, self.answer, query).await
    }

    pub(crate) fn connection(&mut self) -> &mut AnyConnection {
        &mut self.tx
    }

    /// From here on it is for good, unless this fails.
    pub(crate) async fn commit(self) -> Result<()> {
        let Tx { tx, kind, answer, meter } = self;
        let begun = Instant::now();
        let done = tokio::time::timeout(answer, tx.commit()).await;
        if let Some(meter) = meter {
            meter.committed.note(begun.elapsed());
        }
        match done {
            Ok(Ok(())) => Ok(()),
            Ok(Err(err)) => Err(commit_failed(kind, err)),
            Err(_) => Err(StoreError::Unsure(format!("no answer to a commit within {answer:?}"))),
        }
    }

    /// Nothing was written, so it is all the same how it ends.
    pub(crate) async fn leave(self) -> Result<()> {
        within(self.answer, self.tx.rollback()).await
    }
}

/// Row by row, so that a long answer has its time and a silent database has not.
pub(crate) async fn rows(
    connection: &mut AnyConnection,
    answer: Duration,
    query: Query<'_, Any, AnyArguments>,
) -> Result<Vec<AnyRow>> {
    let mut rows = Vec::new();
    let mut coming = query.fetch(connection);
    while let Some(row) = within(answer, coming.try_next()).await? {
        rows.push(row);
    }
    Ok(rows)
}
