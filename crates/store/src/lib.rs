//! Matches kept for good: SQLite by default, PostgreSQL by URL.
//!
//! One set of queries serves both. What a match *is* stands here as text: the
//! head of its record, the orders by decision and seat, the events by number.
//! The store knows no game and no HTTP; the hashes of secrets are only text
//! to it. Everything that changes a match is one transaction.

mod alone;
mod error;
mod kept;
mod schema;
mod settings;
mod write;

use std::{path::Path, time::Duration};

use sqlx::{
    Any, AnyConnection, AnyPool, Connection, Row,
    any::{AnyPoolOptions, AnyRow},
    pool::PoolConnection,
};

pub use error::StoreError;
pub use kept::{Kept, KeptDecision, KeptSubmission};
pub use write::{Begun, End, Join, NewMatch, NewSeat, Resolution, Submission, Summary, Withdrawal};

use alone::Claim;

type Result<T> = std::result::Result<T, StoreError>;

/// How long a request waits for a connection before the database counts as away.
const PATIENCE: Duration = Duration::from_secs(2);

/// The seat number that stands for the spectators.
pub const SPECTATOR: i64 = -1;

/// A database, open and with its tables in order.
#[derive(Clone, Debug)]
pub struct Store {
    /// SQLite has one writer at a time. One connection in a fair queue keeps
    /// that order without anybody having to try again.
    writer: AnyPool,
    reader: AnyPool,
    /// Nothing where several may use the database at once.
    claim: Option<Claim>,
}

/// What one secret opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub match_id: String,
    /// [`SPECTATOR`], or the seat's number.
    pub seat: i64,
    pub summary: Summary,
}

impl Store {
    /// The database at `url`: `sqlite://…` or `postgres://…`, for this process alone.
    ///
    /// # Errors
    ///
    /// If it cannot be reached, is not ours to write, or another process has it.
    pub async fn open(url: &str) -> Result<Store> {
        let mut store = Store::connect(url).await?;
        store.claim = Some(Claim::stake(url, &store.writer).await?);
        schema::migrate(&store.writer).await?;
        Ok(store)
    }

    /// Like [`Store::open`], without asking whether somebody else has it open.
    /// Changes based on what is no longer so are refused all the same.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub async fn open_shared(url: &str) -> Result<Store> {
        let store = Store::connect(url).await?;
        schema::migrate(&store.writer).await?;
        Ok(store)
    }

    async fn connect(url: &str) -> Result<Store> {
        sqlx::any::install_default_drivers();
        let store = if url.starts_with("sqlite:") {
            let reader = sqlite_options(4).connect_lazy(url)?;
            Store { writer: sqlite_options(1).connect_lazy(url)?, reader, claim: None }
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            let pool = options(8).connect_lazy(url)?;
            Store { writer: pool.clone(), reader: pool, claim: None }
        } else {
            let scheme = url.split(':').next().unwrap_or_default();
            return Err(StoreError::Away(format!(
                "a database URL that begins with {scheme:?}, expected sqlite: or postgres:"
            )));
        };
        Ok(store)
    }

    /// The database in the file `path`, made if it is not there yet.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub async fn open_file(path: &Path) -> Result<Store> {
        Store::open(&file_url(path)).await
    }

    /// Waits until everything written is written, and lets go of the database.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reader.close().await;
        if let Some(claim) = &self.claim {
            claim.give_up().await;
        }
    }

    /// A connection to write on.
    async fn write(&self) -> Result<PoolConnection<Any>> {
        self.must_be_ours()?;
        Ok(self.writer.acquire().await?)
    }

    /// Nothing is read or written once another server has the database.
    fn must_be_ours(&self) -> Result<()> {
        match &self.claim {
            Some(claim) if claim.is_lost() => Err(StoreError::Taken),
            Some(_) | None => Ok(()),
        }
    }

    /// Everything there is of one match.
    ///
    /// # Errors
    ///
    /// If the database is away, or rows are missing.
    pub async fn load(&self, id: &str) -> Result<Option<Kept>> {
        self.must_be_ours()?;
        let mut connection = self.reader.acquire().await?;
        let loaded = load(&mut connection, id).await;
        write::settle(connection, loaded)
    }

    /// What the secret with this hash opens.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn held_by(&self, hash: &str) -> Result<Option<Held>> {
        let row = sqlx::query(
            "SELECT s.match_id, s.seat, m.summary, m.changed FROM seats s \
             JOIN matches m ON m.id = s.match_id WHERE s.hash = $1",
        )
        .bind(hash)
        .fetch_optional(&self.reader)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let summary = summary(&row)?;
        Ok(Some(Held { match_id: row.try_get("match_id")?, seat: row.try_get("seat")?, summary }))
    }

    /// Matches in which a computer is to move.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn thinking(&self) -> Result<Vec<String>> {
        let rows = sqlx::query("SELECT id FROM matches WHERE thinking = 1 ORDER BY changed DESC")
            .fetch_all(&self.reader)
            .await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }
}

async fn load(connection: &mut AnyConnection, id: &str) -> Result<Option<Kept>> {
    // One transaction, so that no write falls between the reads.
    let mut tx = connection.begin().await?;
    let row = sqlx::query(
        "SELECT head, scenario, title, created, outcome, ending, proof, summary, changed, waiting, version \
         FROM matches WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let seats = sqlx::query("SELECT seat, hash FROM seats WHERE match_id = $1 ORDER BY seat")
        .bind(id)
        .fetch_all(&mut *tx)
        .await?;
    let decisions =
        sqlx::query("SELECT n, phase, after_events FROM decisions WHERE match_id = $1 ORDER BY n")
            .bind(id)
            .fetch_all(&mut *tx)
            .await?;
    let submissions = sqlx::query(
        "SELECT decision, seat, body, given_by FROM submissions WHERE match_id = $1 ORDER BY decision, seat",
    )
    .bind(id)
    .fetch_all(&mut *tx)
    .await?;
    let events = sqlx::query("SELECT n, body FROM events WHERE match_id = $1 ORDER BY n")
        .bind(id)
        .fetch_all(&mut *tx)
        .await?;
    tx.commit().await?;
    kept::assemble(id, &row, &seats, &decisions, &submissions, &events).map(Some)
}

fn summary(row: &AnyRow) -> Result<Summary> {
    Ok(Summary { body: row.try_get("summary")?, changed: row.try_get("changed")?, thinking: false })
}

fn options(most: u32) -> AnyPoolOptions {
    AnyPoolOptions::new().max_connections(most).acquire_timeout(PATIENCE)
}

fn sqlite_options(most: u32) -> AnyPoolOptions {
    options(most).after_connect(|connection, _| {
        Box::pin(async move {
            // Full: a commit that was acknowledged survives the loss of power.
            for pragma in
                ["PRAGMA busy_timeout = 2000", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"]
            {
                sqlx::query(pragma).execute(&mut *connection).await?;
            }
            Ok(())
        })
    })
}

/// The URL of a file, whatever characters its path has.
fn file_url(path: &Path) -> String {
    let mut url = String::from("sqlite://");
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                url.push(char::from(byte));
            }
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url.push_str("?mode=rwc");
    url
}
